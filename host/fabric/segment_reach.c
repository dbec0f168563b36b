/*
 * Reads another rank's memory that is in no window, by the kernel (process_vm_readv). A system may forbid it: Yama's
 * ptrace_scope, a container's seccomp profile. So each rank tries it once, on a word of the rank after it, and tells
 * all.
 */
#define _GNU_SOURCE
#include "fabric/segment_private.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "spec/spec.h"

int sumac_reach_read(pid_t pid, uint64_t address, size_t len_bytes, void *out)
{
	uint8_t *to = out;

	while (len_bytes) {
		struct iovec local = { to, len_bytes }, remote = { (void *)(uintptr_t)address, len_bytes };
		ssize_t n = process_vm_readv(pid, &local, 1, &remote, 1, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 && errno == ESRCH ? -SUMAC_EPEER : -SUMAC_EIO;
		to += n;
		address += (uint64_t)n;
		len_bytes -= (size_t)n;
	}
	return 0;
}

void sumac_segment_reach_offer(struct sumac_segment *segment)
{
	struct sumac_segment_header *header = sumac_segment_header(segment, segment->place);

	segment->word = (uintptr_t)segment ^ (uint64_t)getpid() << 48;
	atomic_store_explicit(&header->pid, (uint32_t)getpid(), memory_order_relaxed);
	atomic_store_explicit(&header->word, segment->word, memory_order_relaxed);
	atomic_store_explicit(&header->word_at, (uintptr_t)&segment->word, memory_order_release);
}

void sumac_segment_reach_try(struct sumac_segment *segment)
{
	int place = (segment->place + 1) % segment->n_places;
	uint64_t at = atomic_load_explicit(&sumac_segment_header(segment, place)->word_at, memory_order_acquire), word = 0;
	bool can = !sumac_segment_reach(segment, place, at, sizeof(word), &word) &&
		   word == atomic_load_explicit(&sumac_segment_header(segment, place)->word, memory_order_relaxed);

	atomic_store_explicit(&sumac_segment_header(segment, segment->place)->can_reach, can, memory_order_release);
}

bool sumac_segment_can_reach(const struct sumac_segment *segment, int place)
{
	return atomic_load_explicit(&sumac_segment_header(segment, place)->can_reach, memory_order_acquire);
}

int sumac_segment_reach(const struct sumac_segment *segment, int place, uint64_t address, size_t len_bytes, void *out)
{
	pid_t pid = (pid_t)atomic_load_explicit(&sumac_segment_header(segment, place)->pid, memory_order_relaxed);

	return sumac_reach_read(pid, address, len_bytes, out);
}
