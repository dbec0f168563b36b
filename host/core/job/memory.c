/*
 * Allocates memory that others reach: a window in the memory that this host's ranks share, which is lent to the NIC if this rank
 * has one to itself. If limits leave no room there, it is a window of the NIC's own or, without a NIC, pages of this process
 * alone.
 */
#include "core/job/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fail.h"
#include "bus/window_table.h"
#include "core/wait/api_lock.h"
#include "core/job/process.h"
#include "segment/segment.h"
#include "sumac.h"

struct sumac_memory {
	struct sumac_memory *next;
	char *start;
	size_t len_bytes;
	enum sumac_memory_kind { IN_NIC, IN_SEGMENT, IN_BOTH, IN_PAGES } kind;
};

static void give_back(struct sumac_job *job, struct sumac_memory *memory)
{
	job->n_memory_changes++;
	switch (memory->kind) {
	case IN_NIC:
		sumac_engine_nic_free(job->engine[SUMAC_ENGINE_NIC], memory->start);
		break;
	case IN_BOTH:
		sumac_engine_nic_free(job->engine[SUMAC_ENGINE_NIC], memory->start);
		sumac_segment_window_free(job->segment, memory->start);
		break;
	case IN_SEGMENT:
		sumac_segment_window_free(job->segment, memory->start);
		break;
	case IN_PAGES:
		munmap(memory->start, memory->len_bytes);
		break;
	}
	free(memory);
}

static int map_pages(size_t len_bytes, void **memory_out)
{
	void *pages = mmap(NULL, len_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %zu bytes", len_bytes);
	*memory_out = pages;
	return 0;
}

/* Lends whole lines, as the NIC wants them: a window of the segment is made of pages, so the rest of the last line is there. */
static bool lend(struct sumac_job *job, void *start, size_t len_bytes)
{
	size_t whole_bytes = sumac_window_whole_lines(len_bytes);
	uint64_t offset;
	int fd = sumac_segment_window_file(job->segment, start, whole_bytes, &offset);

	return fd >= 0 && !sumac_engine_nic_lend(job->engine[SUMAC_ENGINE_NIC], start, whole_bytes, fd, offset);
}

/* If the bus takes no loans, the NIC gets copies of memory that other ranks of this host reach directly. */
static bool is_staged(const struct sumac_job *job)
{
	return job->bus && !job->bus->ops->window_lend && sumac_segment_n_local(job->segment) > 1;
}

static int get(struct sumac_job *job, size_t len_bytes, void **start_out, enum sumac_memory_kind *kind_out)
{
	bool has_nic = job->bus && !job->bus->copies; /* a NIC that reaches the host's memory */

	*kind_out = has_nic && !is_staged(job) ? IN_BOTH : IN_SEGMENT;
	*start_out = sumac_segment_window_alloc(job->segment, len_bytes);
	if (*start_out && (*kind_out == IN_SEGMENT || lend(job, *start_out, len_bytes)))
		return 0;
	if (*start_out)
		sumac_segment_window_free(job->segment, *start_out);
	*kind_out = has_nic ? IN_NIC : IN_PAGES;
	return has_nic ? sumac_engine_nic_alloc(job->engine[SUMAC_ENGINE_NIC], len_bytes, start_out) :
			 map_pages(len_bytes, start_out);
}

int sumac_alloc(size_t len_bytes, void **memory_out)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();
	struct sumac_memory *memory;
	enum sumac_memory_kind kind;
	void *start;
	int err;

	if (!job)
		return sumac_fail(SUMAC_ESTATE, "sumac_alloc() was called before sumac_init()");
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	if (!memory_out || !len_bytes)
		return sumac_fail(SUMAC_EINVAL, "sumac_alloc() got a length of %zu bytes or a NULL memory_out", len_bytes);
	memory = malloc(sizeof(*memory));
	if (!memory)
		return sumac_fail(SUMAC_ENOMEM, "no memory for an allocation's record");
	sumac_fail_clear();
	err = get(job, len_bytes, &start, &kind);
	if (err) {
		free(memory);
		return *sumac_last_error() ? err : sumac_fail(err, "cannot get %zu bytes of memory that the NIC reaches: %s",
							      len_bytes, sumac_strerror(err));
	}
	*memory = (struct sumac_memory){ job->memory, start, len_bytes, kind };
	job->memory = memory;
	job->n_memory_changes++;
	*memory_out = start;
	return 0;
}

int sumac_free(void *start)
{
	SUMAC_HOLD_API_LOCK;
	struct sumac_job *job = sumac_job_current();
	struct sumac_memory **at;

	if (!job)
		return sumac_fail(SUMAC_ESTATE, "sumac_free() was called before sumac_init() or after sumac_finalize()");
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	if (!start)
		return 0;
	for (at = &job->memory; *at; at = &(*at)->next) {
		struct sumac_memory *memory = *at;

		if (memory->start != start)
			continue;
		*at = memory->next;
		give_back(job, memory);
		return 0;
	}
	return sumac_fail(SUMAC_EINVAL, "%p does not come from sumac_alloc()", start);
}

int sumac_memory_check(const struct sumac_job *job, const void *start, size_t len_bytes, const char *name)
{
	uintptr_t address = (uintptr_t)start;

	for (const struct sumac_memory *memory = job->memory; memory; memory = memory->next) {
		uintptr_t base = (uintptr_t)memory->start;

		if (address >= base && address - base < memory->len_bytes &&
		    len_bytes > memory->len_bytes - (address - base))
			return sumac_fail(SUMAC_ERANGE, "%s: %zu bytes from offset %zu exceed the %zu bytes allocated",
					  name, len_bytes, (size_t)(address - base), memory->len_bytes);
	}
	return 0;
}

void sumac_memory_free_all(struct sumac_job *job)
{
	while (job->memory) {
		struct sumac_memory *memory = job->memory;

		job->memory = memory->next;
		give_back(job, memory);
	}
}
