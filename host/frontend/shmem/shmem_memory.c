/*
 * The symmetric heap: one allocation that the NIC reaches, and the calls that give it out. A pointer is at the same
 * offset on every PE, not at the same address.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/say.h"
#include "base/settings.h"
#include "core/job/remote_api.h"
#include "frontend/shmem/shmem_far.h"
#include "frontend/shmem/symmetric_heap.h"

enum { LEAST_BASE_ALIGNMENT = 2 << 20, MIN_ALIGNMENT = 64 };

struct sumac_shmem_heap sumac_shmem_heap;
static struct sumac_symmetric_heap *blocks;

/* Aligning an offset aligns the address, up to the alignment of the base. So the base gets the alignment of the largest block, as
 * long as the room for this, which is never touched, leaves the heap where a heap can be. */
static size_t choose_base_alignment(size_t len_bytes)
{
	size_t most = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE) / 2, alignment = LEAST_BASE_ALIGNMENT;

	while (alignment <= len_bytes / 2 && len_bytes + 2 * alignment <= most)
		alignment *= 2;
	return alignment;
}

static int get_base(size_t len_bytes, size_t alignment, char **base_out)
{
	void *memory;
	int err = sumac_alloc(len_bytes + alignment, &memory);

	if (err)
		return err;
	*base_out = (char *)memory + (-(uintptr_t)memory & (alignment - 1));
	return 0;
}

int sumac_shmem_heap_open(void)
{
	size_t len_bytes = (size_t)sumac_setting_int(SUMAC_SETTING_HEAP_BYTES), alignment = choose_base_alignment(len_bytes);
	int err = get_base(len_bytes, alignment, &sumac_shmem_heap.base);

	if (err && alignment > LEAST_BASE_ALIGNMENT)
		err = get_base(len_bytes, LEAST_BASE_ALIGNMENT, &sumac_shmem_heap.base);
	if (!err)
		err = sumac_symmetric_heap_open(len_bytes, &blocks);
	if (err)
		return err;
	sumac_shmem_heap.len_bytes = len_bytes;
	return sumac_remote_api_open(sumac_shmem_heap.base, sumac_shmem_heap.len_bytes);
}

void sumac_shmem_heap_close(void)
{
	sumac_symmetric_heap_close(blocks);
	blocks = NULL;
	sumac_shmem_heap.base = NULL;
	sumac_shmem_heap.len_bytes = 0;
}

uint64_t sumac_shmem_heap_offset(const void *start)
{
	return (uint64_t)((uintptr_t)start - (uintptr_t)sumac_shmem_heap.base);
}

/* Completes earlier puts, as shmem_barrier_all() does. */
static void meet(const char *call)
{
	sumac_shmem_quiet(call);
	if (sumac_barrier(sumac_team_world()))
		sumac_shmem_die(call, sumac_last_error());
}

/* In checking mode: PEs must ask for the same, so that their blocks lie at the same offsets of their heaps. */
static __attribute__((cold)) void compare(struct sumac_shmem_call call)
{
	struct sumac_team *team;
	int err = sumac_shmem_enter(&call, 0, 0, sumac_size(), 0, &team);

	sumac_shmem_leave();
	if (err)
		sumac_shmem_die(call.name, sumac_last_error());
}

#define COMPARE(...) (sumac_shmem_compares() ? compare((struct sumac_shmem_call){ __VA_ARGS__ }) : (void)0)

static void *take(size_t size, size_t alignment)
{
	SUMAC_SHMEM_LOCKED;
	size_t offset;

	if (sumac_symmetric_heap_take(blocks, size, alignment, &offset))
		return NULL;
	return sumac_shmem_heap.base + offset;
}

/* If one PE fails, all do; and all meet, whether they have failed or not. */
static void *allocate(const char *call, size_t size, size_t alignment, bool is_zeroed)
{
	void *memory;

	if (!size)
		return NULL;
	memory = take(size, alignment);
	if (memory && is_zeroed)
		memset(memory, 0, size);
	meet(call);
	return memory;
}

/* Hardly any program in C checks whether it got memory. No PE got any; one of them says so, once for each reason. */
static bool must_tell(atomic_flag *is_told)
{
	return !sumac_rank() && !atomic_flag_test_and_set(is_told);
}

static void *told(const char *call, size_t size, void *memory)
{
	static atomic_flag is_told = ATOMIC_FLAG_INIT;

	if (!memory && size && must_tell(&is_told))
		sumac_say(SUMAC_SAY_ALWAYS, "%s: the symmetric heap, %zu bytes, has no room for %zu bytes; SHMEM_SYMMETRIC_SIZE is "
					    "its size", call, sumac_shmem_heap.len_bytes, size);
	return memory;
}

void *sumac_shmem_malloc(const char *call, size_t size)
{
	sumac_shmem_require_init(call);
	COMPARE(.name = call, .numbers = { { "size", size, false } });
	return allocate(call, size, MIN_ALIGNMENT, false);
}

void *shmem_malloc(size_t size)
{
	return told(__func__, size, sumac_shmem_malloc(__func__, size));
}

void *shmem_malloc_with_hints(size_t size, long hints)
{
	sumac_shmem_require_init(__func__);
	COMPARE(.name = __func__, .numbers = { { "size", size, false }, { "hints", (uint64_t)hints, true } });
	return told(__func__, size, allocate(__func__, size, MIN_ALIGNMENT, false));
}

void *shmem_calloc(size_t count, size_t size)
{
	sumac_shmem_require_init(__func__);
	COMPARE(.name = __func__, .numbers = { { "count", count, false }, { "size", size, false } });
	size = size && count > SIZE_MAX / size ? SIZE_MAX : count * size;
	return told(__func__, size, allocate(__func__, size, MIN_ALIGNMENT, true));
}

/* The heap's base may by chance be aligned to more than we chose, so the PEs ask each other before they count on it. */
static size_t common_base_alignment(const char *call)
{
	uint64_t own = (uintptr_t)sumac_shmem_heap.base & -(uintptr_t)sumac_shmem_heap.base, least = own;

	if (sumac_allreduce(sumac_team_world(), SUMAC_OP_MIN, SUMAC_TYPE_U64, &least, &own, 1))
		sumac_shmem_die(call, sumac_last_error());
	return least;
}

static bool can_align(const char *call, size_t alignment)
{
	static atomic_flag is_no_power_told = ATOMIC_FLAG_INIT, is_base_told = ATOMIC_FLAG_INIT;
	size_t most;

	if (!alignment || (alignment & (alignment - 1))) {
		if (must_tell(&is_no_power_told))
			sumac_say(SUMAC_SAY_ALWAYS, "%s: the alignment, %zu, is not a power of two", call, alignment);
		return false;
	}
	most = alignment <= LEAST_BASE_ALIGNMENT ? alignment : common_base_alignment(call);
	if (alignment <= most)
		return true;
	if (must_tell(&is_base_told))
		sumac_say(SUMAC_SAY_ALWAYS, "%s: the symmetric heap, %zu bytes, cannot align a block to %zu bytes, as it starts at "
			  "a multiple of %zu; a larger heap starts at a larger multiple, and SHMEM_SYMMETRIC_SIZE sets its size",
			  call, sumac_shmem_heap.len_bytes, alignment, most);
	return false;
}

void *shmem_align(size_t alignment, size_t size)
{
	sumac_shmem_require_init(__func__);
	COMPARE(.name = __func__, .numbers = { { "alignment", alignment, false }, { "size", size, false } });
	if (!size || !can_align(__func__, alignment))
		return NULL;
	return told(__func__, size, allocate(__func__, size, alignment > MIN_ALIGNMENT ? alignment : MIN_ALIGNMENT, false));
}

static int give_back(void *memory)
{
	SUMAC_SHMEM_LOCKED;

	return !sumac_shmem_heap_holds(memory, 0) ||
	       sumac_symmetric_heap_give(blocks, (size_t)((char *)memory - sumac_shmem_heap.base));
}

static void give(const char *call, void *memory)
{
	if (give_back(memory))
		sumac_shmem_die(call, "the pointer does not come from the symmetric heap, or was freed before");
}

void sumac_shmem_free(const char *call, void *ptr)
{
	sumac_shmem_require_init(call);
	COMPARE(.name = call, .ptr = ptr);
	if (!ptr)
		return;
	meet(call);
	give(call, ptr);
}

void shmem_free(void *ptr)
{
	sumac_shmem_free(__func__, ptr);
}

void *sumac_shmem_heap_block(const void *place)
{
	SUMAC_SHMEM_LOCKED;
	size_t offset;
	int err;

	err = sumac_symmetric_heap_find(blocks, (size_t)((const char *)place - sumac_shmem_heap.base), &offset);
	return err ? NULL : sumac_shmem_heap.base + offset;
}

static size_t len_of(void *memory)
{
	SUMAC_SHMEM_LOCKED;

	return sumac_shmem_heap_holds(memory, 0) ?
	       sumac_symmetric_heap_len(blocks, (size_t)((char *)memory - sumac_shmem_heap.base)) : 0;
}

static bool resize(void *memory, size_t size)
{
	SUMAC_SHMEM_LOCKED;

	return !sumac_symmetric_heap_resize(blocks, (size_t)((char *)memory - sumac_shmem_heap.base), size);
}

void *sumac_shmem_realloc(const char *call, void *ptr, size_t size)
{
	size_t old_size;
	void *memory;

	sumac_shmem_require_init(call);
	COMPARE(.name = call, .numbers = { { "size", size, false } }, .ptr = ptr);
	if (!ptr)
		return allocate(call, size, MIN_ALIGNMENT, false);
	meet(call);
	if (!size) {
		give(call, ptr);
		return NULL;
	}
	old_size = len_of(ptr);
	if (!old_size)
		sumac_shmem_die(call, "the pointer does not come from the symmetric heap");
	memory = resize(ptr, size) ? ptr : take(size, MIN_ALIGNMENT);
	if (memory && memory != ptr) {
		memcpy(memory, ptr, old_size);
		give(call, ptr);
	}
	meet(call);
	return memory;
}

void *shmem_realloc(void *ptr, size_t size)
{
	return told(__func__, size, sumac_shmem_realloc(__func__, ptr, size));
}

void *shmalloc(size_t size)
{
	return shmem_malloc(size);
}

void *shmemalign(size_t alignment, size_t size)
{
	return shmem_align(alignment, size);
}

void *shrealloc(void *ptr, size_t size)
{
	return shmem_realloc(ptr, size);
}

void shfree(void *ptr)
{
	shmem_free(ptr);
}
