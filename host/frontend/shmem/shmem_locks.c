/*
 * Locks: a queue of PEs, in the order in which they came. On PE 0 the lock's first 32 bits, which are all that an
 * INTEGER of Fortran has, name the last PE; on each PE they hold its own state: who comes after it, whether it is in
 * the queue, and whether it still has to wait. So a waiting PE looks at its own memory only.
 */
#include <stdint.h>

#include "frontend/shmem/shmem_far.h"

/* PEs are counted from 1 on here, since 0 means nobody. */
enum { NEXT_SHIFT = 2, LAST_SHIFT = 17, MOST_PES = (1 << 15) - 1 };

static const uint32_t HOLDS = 1; /* or will, once it need not wait */
static const uint32_t WAITS = 2;
static const uint32_t OWN = (UINT32_C(1) << LAST_SHIFT) - 1;

static uint32_t act(const char *call, int pe, uint32_t *lock, enum sumac_amo_op op, uint32_t value, uint32_t compare)
{
	struct sumac_amo amo = { .op = (uint8_t)op, .width = sizeof(*lock), .value = value, .compare = compare };
	uint32_t before = 0;

	if (sumac_reach_amo(pe, lock, &amo, &before, true))
		sumac_shmem_die_of(call, "lock", pe);
	return before;
}

static uint32_t own(const uint32_t *lock)
{
	return __atomic_load_n(lock, __ATOMIC_ACQUIRE);
}

static bool has_turn(void *lock)
{
	return !(own(lock) & WAITS);
}

static bool has_next(void *lock)
{
	return (own(lock) & OWN) >> NEXT_SHIFT;
}

static void await(const char *call, bool (*is_so)(void *arg), uint32_t *lock)
{
	if (sumac_reach_until(is_so, lock, call))
		sumac_shmem_die(call, sumac_last_error());
}

/* Makes this PE the last one, or nobody, if the last one is `last`; expected: what else PE 0's word may hold. Returns the last
 * one before. */
static uint32_t change_last(const char *call, uint32_t *lock, uint32_t last, uint32_t new_last, uint32_t expected)
{
	uint32_t before, after;

	expected |= last << LAST_SHIFT;
	for (;;) {
		after = (expected & OWN) | new_last << LAST_SHIFT;
		before = act(call, 0, lock, SUMAC_AMO_COMPARE_SWAP, after, expected);
		if (before == expected || before >> LAST_SHIFT != last)
			return before >> LAST_SHIFT;
		expected = before; /* PE 0 has begun or ended something of its own */
	}
}

static uint32_t begin(const char *call, const void *lock)
{
	sumac_shmem_require_init(call);
	sumac_shmem_require_place(call, "lock", lock);
	if (sumac_size() > MOST_PES)
		sumac_shmem_die(call, "locks work in jobs of at most 32767 PEs");
	return (uint32_t)sumac_rank() + 1;
}

/* PE 0's word also holds PE 0's own state. */
static uint32_t if_first(uint32_t me, uint32_t bits)
{
	return me == 1 ? bits : 0;
}

void sumac_shmem_set_lock(const char *call, void *lock)
{
	uint32_t me = begin(call, lock), last = 0, before;

	if (act(call, (int)me - 1, lock, SUMAC_AMO_OR, WAITS | HOLDS, 0) & HOLDS)
		sumac_shmem_die(call, "this PE holds the lock already, or waits for it");
	while ((before = change_last(call, lock, last, me, if_first(me, WAITS | HOLDS))) != last)
		last = before;
	if (!last)
		return;
	act(call, (int)last - 1, lock, SUMAC_AMO_OR, me << NEXT_SHIFT, 0);
	await(call, has_turn, lock);
}

int sumac_shmem_test_lock(const char *call, void *lock)
{
	uint32_t me = begin(call, lock);

	if (act(call, 0, lock, SUMAC_AMO_FETCH, 0, 0) >> LAST_SHIFT)
		return 1;
	if (act(call, (int)me - 1, lock, SUMAC_AMO_OR, HOLDS, 0) & HOLDS)
		return 1; /* another thread's */
	if (!change_last(call, lock, 0, me, if_first(me, HOLDS)))
		return 0;
	act(call, (int)me - 1, lock, SUMAC_AMO_AND, ~HOLDS, 0);
	return 1;
}

/* Data put while the lock was held is there before the next PE has the lock. */
void sumac_shmem_clear_lock(const char *call, void *lock)
{
	uint32_t me, next;

	sumac_shmem_quiet(call);
	me = begin(call, lock);
	if (!(own(lock) & HOLDS))
		sumac_shmem_die(call, "this PE does not hold the lock");
	if (!has_next(lock)) {
		if (change_last(call, lock, me, 0, if_first(me, own(lock) & OWN)) == me) {
			act(call, (int)me - 1, lock, SUMAC_AMO_AND, ~OWN, 0);
			return;
		}
		await(call, has_next, lock);
	}
	next = (own(lock) & OWN) >> NEXT_SHIFT;
	act(call, (int)me - 1, lock, SUMAC_AMO_AND, ~OWN, 0);
	act(call, (int)next - 1, lock, SUMAC_AMO_AND, ~WAITS, 0);
}

void shmem_set_lock(volatile long *lock)
{
	sumac_shmem_set_lock(__func__, (void *)(uintptr_t)lock);
}

int shmem_test_lock(volatile long *lock)
{
	return sumac_shmem_test_lock(__func__, (void *)(uintptr_t)lock);
}

void shmem_clear_lock(volatile long *lock)
{
	sumac_shmem_clear_lock(__func__, (void *)(uintptr_t)lock);
}
