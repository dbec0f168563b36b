/*
 * The memory file of the ranks of a host: how large it is, how it is made, checked and mapped, and where in it an
 * offset of a rank lies.
 */
#define _GNU_SOURCE
#include "segment/segment_private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "spec/spec.h"

/*
 * Only pages that are touched cost memory, so a rank's far piece is as large as its teams may ever want; a thousand
 * ranks then map a TiB of the 128 TiB of addresses. For a few dozen ranks the pieces together take no more than
 * Valgrind and TSan leave to a program. If a user's limits leave less, pieces are smaller.
 */
static const uint64_t MIN_FAR_BYTES = UINT64_C(1) << 30, MAX_FAR_BYTES = UINT64_C(4) << 30;
static const uint64_t COMMON_BYTES = UINT64_C(32) << 30;
static const uint64_t ALL_BYTES = UINT64_C(8) << 40;
static const uint64_t UNIT_BYTES = UINT64_C(2) << 20; /* of a large page */
/* Each process maps only the windows that it uses, so there is room for all that a machine can have. */
static const uint64_t WINDOW_BYTES = UINT64_C(1) << 40;
static const int SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

static uint64_t near_bytes(int n_local)
{
	return ((uint64_t)n_local * SUMAC_SEGMENT_NEAR_BYTES + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES;
}

static uint64_t limit_of(int resource)
{
	struct rlimit limit;

	return getrlimit(resource, &limit) || limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
}

static uint64_t min_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Each rank's windows. If files or mappings are limited there are none, and programs' memory is private. */
static uint64_t choose_window_bytes(int n_local, uint64_t parts_bytes)
{
	bool has_room = limit_of(RLIMIT_FSIZE) - parts_bytes >= WINDOW_BYTES * (uint64_t)n_local;

	return has_room && limit_of(RLIMIT_AS) == UINT64_MAX ? WINDOW_BYTES : 0;
}

/* Far pieces are smaller than windows, so the size of a file shows whether it has windows. */
static uint64_t window_bytes_of(uint64_t file_bytes, int n_local)
{
	return (file_bytes - near_bytes(n_local)) / (uint64_t)n_local > WINDOW_BYTES ? WINDOW_BYTES : 0;
}

static uint64_t choose_bytes(int n_local)
{
	uint64_t room = min_of(ALL_BYTES, min_of(limit_of(RLIMIT_AS) / 4, limit_of(RLIMIT_FSIZE)));
	uint64_t near = near_bytes(n_local), far = min_of(MAX_FAR_BYTES, COMMON_BYTES / (uint64_t)n_local);

	if (far < MIN_FAR_BYTES)
		far = MIN_FAR_BYTES;
	far = room > near ? min_of(far, (room - near) / (uint64_t)n_local) / UNIT_BYTES * UNIT_BYTES : 0;
	return far ? near + (far + choose_window_bytes(n_local, near + far * (uint64_t)n_local)) * (uint64_t)n_local : 0;
}

int sumac_segment_create(int n_local)
{
	uint64_t file_bytes = choose_bytes(n_local);
	int fd, kept;

	if (!file_bytes)
		return sumac_fail(SUMAC_ENOMEM, "the limits of this process (ulimit -v, ulimit -f) leave no room for the memory "
				  "that %d ranks share", n_local);
	fd = memfd_create("sumac-segment", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd >= 0 && !ftruncate(fd, (off_t)file_bytes) && !fcntl(fd, F_ADD_SEALS, SEALS))
		return fd;
	kept = errno;
	if (fd >= 0)
		close(fd);
	return sumac_fail(SUMAC_ENOMEM, "cannot make a memory file for %d ranks: %s", n_local, strerror(kept));
}

int sumac_segment_check(int fd, int n_local)
{
	uint64_t near = near_bytes(n_local), size;
	int seals = fcntl(fd, F_GET_SEALS);
	struct stat about;

	if (seals < 0 || (seals & SEALS) != SEALS || fstat(fd, &about))
		return sumac_fail(SUMAC_EIO, "the memory file that this rank was given is not sealed");
	size = (uint64_t)about.st_size;
	if (size <= near || (size - near) % ((uint64_t)n_local * UNIT_BYTES) ||
	    size - window_bytes_of(size, n_local) * (uint64_t)n_local > ALL_BYTES)
		return sumac_fail(SUMAC_EIO, "the memory file that this rank was given has %llu bytes, which is not a valid size "
				  "for %d ranks", (unsigned long long)size, n_local);
	return 0;
}

void sumac_segment_map_put(struct sumac_segment_map *map)
{
	if (atomic_fetch_sub(&map->n_users, 1) > 1)
		return;
	sumac_segment_extents_unmap(map);
	if (map->base != MAP_FAILED)
		munmap(map->base, map->len_bytes);
	if (map->fd >= 0 && sumac_segment_map_has_its_file(map))
		close(map->fd);
	pthread_mutex_destroy(&map->lock);
	free(map);
}

struct sumac_segment_map *sumac_segment_map_new(int fd, int n_local)
{
	struct sumac_segment_map *map = calloc(1, sizeof(*map));
	struct stat about;

	if (!map || fstat(fd, &about)) {
		free(map);
		return NULL;
	}
	map->len_bytes = (uint64_t)about.st_size - window_bytes_of((uint64_t)about.st_size, n_local) * (uint64_t)n_local;
	map->device = about.st_dev;
	map->inode = about.st_ino;
	map->base = mmap(NULL, map->len_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
	map->fd = map->base == MAP_FAILED ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 0);
	pthread_mutex_init(&map->lock, NULL);
	atomic_init(&map->n_users, 1);
	if (map->fd < 0) {
		sumac_segment_map_put(map);
		return NULL;
	}
	/* A core dump would read all of it, and so fill it with pages. */
	madvise(map->base, map->len_bytes, MADV_DONTDUMP);
	return map;
}

int sumac_segment_on_map(struct sumac_segment_map *map, int local_rank, int n_local, int *local_ranks, int n_ranks,
			 struct sumac_segment **segment_out)
{
	struct sumac_segment *segment = calloc(1, sizeof(*segment));
	struct stat about;

	atomic_fetch_add(&map->n_users, 1);
	if (!segment || fstat(map->fd, &about))
		goto err_put;
	*segment = (struct sumac_segment){
		.base = map->base, .mapped_bytes = map->len_bytes, .first_far = near_bytes(n_local), .local_rank = local_rank,
		.n_local = n_local, .n_ranks = n_ranks, .local_ranks = local_ranks, .map = map,
		.first_window = map->len_bytes, .window_bytes = window_bytes_of((uint64_t)about.st_size, n_local),
	};
	segment->far_bytes = (segment->mapped_bytes - segment->first_far) / (uint64_t)n_local;
	if (sumac_segment_ranges_init(segment))
		goto err_put;
	*segment_out = segment;
	return 0;
err_put:
	free(segment);
	sumac_segment_map_put(map);
	free(local_ranks);
	return sumac_fail(SUMAC_ENOMEM, "no memory for the segment of %d ranks", n_local);
}

int sumac_segment_map(int fd, int local_rank, int n_local, int *local_ranks, int n_ranks, struct sumac_segment **segment_out)
{
	struct sumac_segment_map *map = sumac_segment_map_new(fd, n_local);
	int err;

	if (!map) {
		free(local_ranks);
		return sumac_fail(SUMAC_ENOMEM, "cannot map the memory that %d ranks share: %s", n_local, strerror(errno));
	}
	err = sumac_segment_on_map(map, local_rank, n_local, local_ranks, n_ranks, segment_out);
	sumac_segment_map_put(map);
	return err;
}

int sumac_segment_local_rank(const struct sumac_segment *segment)
{
	return segment->local_rank;
}

int sumac_segment_n_local(const struct sumac_segment *segment)
{
	return segment->n_local;
}

uint64_t sumac_segment_far_bytes(const struct sumac_segment *segment)
{
	return segment->far_bytes;
}

int sumac_segment_local_rank_of(const struct sumac_segment *segment, int world_rank)
{
	assert(world_rank >= 0 && world_rank < segment->n_ranks);
	return segment->local_ranks[world_rank];
}

void *sumac_segment_board(const struct sumac_segment *segment, int local_rank)
{
	assert(local_rank >= 0 && local_rank < segment->n_local);
	return sumac_segment_header(segment, local_rank)->board;
}

/* The first page is not given out, so no offset is 0, nor points there. */
void *sumac_segment_at(const struct sumac_segment *segment, int local_rank, uint64_t offset, size_t len_bytes)
{
	const uint64_t near = SUMAC_SEGMENT_NEAR_BYTES;

	if (local_rank < 0 || local_rank >= segment->n_local || offset < SUMAC_SEGMENT_PAGE_BYTES)
		return NULL;
	if (offset < near)
		return len_bytes > near - offset ? NULL : segment->base + (uint64_t)local_rank * near + offset;
	offset -= near;
	if (offset >= segment->far_bytes || len_bytes > segment->far_bytes - offset)
		return NULL;
	return segment->base + segment->first_far + (uint64_t)local_rank * segment->far_bytes + offset;
}

void sumac_segment_close(struct sumac_segment *segment)
{
	sumac_segment_ranges_fini(segment);
	sumac_segment_map_put(segment->map);
	free(segment->local_ranks);
	free(segment);
}
