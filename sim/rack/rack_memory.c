/*
 * Windows: memory of a rank that its NIC reaches. What comes over the socket is checked before it is mapped.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sim/rack/rack.h"
#include "spec/spec.h"

/* Touching it must never fault: a file in memory, long enough, that cannot become shorter. */
static const char *why_not_map(int fd, uint64_t offset_bytes, uint64_t len_bytes)
{
	struct statfs filesystem;
	struct stat file;
	int seals;

	if (fd < 0)
		return "no memory came with the message";
	if (fstatfs(fd, &filesystem) || filesystem.f_type != TMPFS_MAGIC)
		return "the window is not a memory file";
	seals = fcntl(fd, F_GET_SEALS);
	if (seals < 0 || !(seals & F_SEAL_SHRINK))
		return "the memory file is not sealed against shrinking";
	if (fstat(fd, &file) || file.st_size < 0 || offset_bytes > (uint64_t)file.st_size ||
	    len_bytes > (uint64_t)file.st_size - offset_bytes)
		return "the memory file is shorter than the window";
	return NULL;
}

int sumac_rank_window_add(struct sumac_rack_rank *rank, const struct sumac_rack_window *window, int fd,
			  const char **why_out)
{
	void *memory;

	*why_out = why_not_map(fd, window->offset_bytes, window->len_bytes);
	if (window->index >= SUMAC_RACK_WINDOWS || rank->windows[window->index].memory)
		*why_out = "there is no such window, or it is taken";
	if (!window->len_bytes || window->len_bytes >> SUMAC_RACK_WINDOW_SHIFT)
		*why_out = "the window is empty, or too large";
	if (*why_out)
		return -SUMAC_EINVAL;
	memory = mmap(NULL, window->len_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)window->offset_bytes);
	if (memory == MAP_FAILED) {
		*why_out = "the window cannot be mapped";
		return -SUMAC_ENOMEM;
	}
	rank->windows[window->index] = (struct sumac_rack_mapping){ memory, window->len_bytes };
	return 0;
}

void sumac_rank_window_remove(struct sumac_rack_rank *rank, uint32_t index)
{
	struct sumac_rack_mapping *mapping = &rank->windows[index];

	if (mapping->memory)
		munmap(mapping->memory, mapping->len_bytes);
	*mapping = (struct sumac_rack_mapping){ 0 };
}

void *sumac_rank_translate(void *ctx, uint64_t bus_address, size_t len_bytes)
{
	struct sumac_rack_rank *rank = ctx;
	uint64_t index = (bus_address >> SUMAC_RACK_WINDOW_SHIFT) - 1;
	uint64_t offset = bus_address & ((UINT64_C(1) << SUMAC_RACK_WINDOW_SHIFT) - 1);
	const struct sumac_rack_mapping *mapping;

	if (index >= SUMAC_RACK_WINDOWS)
		return NULL;
	mapping = &rank->windows[index];
	if (!mapping->memory || len_bytes > mapping->len_bytes || offset > mapping->len_bytes - len_bytes)
		return NULL;
	return mapping->memory + offset;
}
