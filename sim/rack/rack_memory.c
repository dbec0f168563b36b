/*
 * Windows: memory of a rank that its NIC reaches. Every descriptor and range from the socket is checked before it is
 * mapped.
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

static uint64_t address_of_index(uint64_t index)
{
	return (index + 1) << SUMAC_RACK_WINDOW_SHIFT;
}

static bool overlaps_another(const struct sumac_rack_rank *rank, uint64_t bus_address, uint64_t len_bytes)
{
	for (uint32_t i = 0; i < SUMAC_RACK_WINDOWS; i++) {
		const struct sumac_rack_mapping *other = &rank->windows[i];

		if (other->len_bytes && bus_address - other->bus_address < other->len_bytes)
			return true;
		if (other->len_bytes && other->bus_address - bus_address < len_bytes)
			return true;
	}
	return false;
}

static const char *why_not_there(const struct sumac_rack_rank *rank, const struct sumac_rack_window *window, uint64_t bus_address)
{
	if (window->index >= SUMAC_RACK_WINDOWS || rank->windows[window->index].len_bytes)
		return "no such window, or it is taken";
	if (!window->len_bytes || (!window->bus_address && window->len_bytes >> SUMAC_RACK_WINDOW_SHIFT) ||
	    window->len_bytes - 1 > UINT64_MAX - bus_address)
		return "the window is empty, or too large";
	return overlaps_another(rank, bus_address, window->len_bytes) ? "the window overlaps another" : NULL;
}

static int map(struct sumac_rack_mapping *mapping, const struct sumac_rack_window *window, int fd, const char **why_out)
{
	void *memory;

	*why_out = why_not_map(fd, window->offset_bytes, window->len_bytes);
	if (*why_out)
		return -SUMAC_EINVAL;
	memory = mmap(NULL, window->len_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, (off_t)window->offset_bytes);
	if (memory == MAP_FAILED) {
		*why_out = "the window cannot be mapped";
		return -SUMAC_ENOMEM;
	}
	mapping->memory = memory;
	return 0;
}

int sumac_rank_window_add(struct sumac_rack_rank *rank, const struct sumac_rack_window *window, int fd,
			  const char **why_out)
{
	struct sumac_rack_mapping mapping = { .len_bytes = window->len_bytes, .far_fd = -1, .bus_address = window->bus_address };
	int err;

	if (!mapping.bus_address)
		mapping.bus_address = address_of_index(window->index);
	*why_out = why_not_there(rank, window, mapping.bus_address);
	if (*why_out)
		return -SUMAC_EINVAL;
	if (window->kind == SUMAC_RACK_FAR)
		err = sumac_rank_far_add(&mapping, fd, why_out);
	else
		err = map(&mapping, window, fd, why_out);
	if (err)
		return err;
	rank->windows[window->index] = mapping;
	rank->n_placed += mapping.bus_address != address_of_index(window->index);
	return 0;
}

void sumac_rank_window_remove(struct sumac_rack_rank *rank, uint32_t index)
{
	struct sumac_rack_mapping *mapping = &rank->windows[index];

	if (!mapping->len_bytes)
		return;
	if (mapping->memory)
		munmap(mapping->memory, mapping->len_bytes);
	else
		sumac_rank_far_remove(mapping);
	rank->n_placed -= mapping->bus_address != address_of_index(index);
	*mapping = (struct sumac_rack_mapping){ 0 };
}

static inline bool holds(const struct sumac_rack_mapping *mapping, uint64_t bus_address, size_t len_bytes)
{
	uint64_t offset = bus_address - mapping->bus_address;

	return len_bytes <= mapping->len_bytes && offset <= mapping->len_bytes - len_bytes && mapping->len_bytes;
}

/* The window that the address itself names comes first: in a rack's own jobs there is no other. */
struct sumac_rack_mapping *sumac_rank_find_window(struct sumac_rack_rank *rank, uint64_t bus_address, size_t len_bytes)
{
	uint64_t index = (bus_address >> SUMAC_RACK_WINDOW_SHIFT) - 1;

	if (index < SUMAC_RACK_WINDOWS && holds(&rank->windows[index], bus_address, len_bytes))
		return &rank->windows[index];
	for (uint32_t i = 0; rank->n_placed && i < SUMAC_RACK_WINDOWS; i++)
		if (holds(&rank->windows[i], bus_address, len_bytes))
			return &rank->windows[i];
	return NULL;
}

void *sumac_rank_translate(void *ctx, uint64_t bus_address, size_t len_bytes)
{
	const struct sumac_rack_mapping *mapping = sumac_rank_find_window(ctx, bus_address, len_bytes);

	return mapping && mapping->memory ? mapping->memory + (bus_address - mapping->bus_address) : NULL;
}
