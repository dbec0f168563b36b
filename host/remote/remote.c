/*
 * Opening and closing; finding a thing on another rank; and which way leads there.
 */
#include "remote/remote_private.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "fabric/bootstrap.h"
#include "fabric/segment.h"

static const uint64_t NOT_IN_SEGMENT = UINT64_MAX;

/* What a rank tells all others. */
struct offer {
	uint64_t heap, window; /* where its heap lies: in its process, and among its windows */
	uint64_t image, identity;
	uint64_t heap_bytes;
	int64_t pid;
};

static struct offer make_offer(const struct sumac_remote *remote)
{
	struct offer offer = { .heap = (uintptr_t)remote->heap, .window = NOT_IN_SEGMENT, .image = remote->image.base,
			       .identity = remote->image.identity, .heap_bytes = remote->heap_bytes, .pid = getpid() };
	uint64_t offset;

	if (sumac_segment_window_find(remote->segment, remote->heap, remote->heap_bytes, &offset))
		offer.window = offset;
	return offer;
}

static int meet_peer(struct sumac_remote *remote, int rank, const struct offer *offer)
{
	struct sumac_remote_peer *peer = &remote->peers[rank];
	int err = 0;

	*peer = (struct sumac_remote_peer){ .place = sumac_segment_place_of(remote->segment, rank), .pid = (pid_t)offer->pid };
	peer->regions[SUMAC_REMOTE_HEAP] = offer->heap;
	peer->regions[SUMAC_REMOTE_DATA] = offer->image;
	peer->has_same_image = offer->identity == remote->image.identity;
	if (offer->heap_bytes != remote->heap_bytes)
		return sumac_fail(SUMAC_EINVAL, "the symmetric heap of rank %d has %llu bytes, that of rank %d %zu", rank,
				  (unsigned long long)offer->heap_bytes, remote->rank, remote->heap_bytes);
	if (rank == remote->rank)
		peer->heap = remote->heap;
	else if (peer->place >= 0 && offer->window != NOT_IN_SEGMENT)
		peer->heap = sumac_segment_window_at(remote->segment, peer->place, offer->window, remote->heap_bytes, &err);
	/* Ranks that are threads of one process (tests) have one copy of its data. */
	return err;
}

static int meet_all(struct sumac_remote *remote, struct sumac_bootstrap *bootstrap)
{
	struct offer mine = make_offer(remote), *all = malloc((size_t)remote->size * sizeof(*all));
	int err;

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", remote->size);
	err = sumac_bootstrap_allgather(bootstrap, &mine, sizeof(mine), all);
	for (int rank = 0; rank < remote->size && !err; rank++)
		err = meet_peer(remote, rank, &all[rank]);
	free(all);
	return err;
}

int sumac_remote_open(struct sumac_fabric *fabric, struct sumac_segment *segment, struct sumac_bootstrap *bootstrap,
		      const struct sumac_remote_host *host, void *heap, size_t heap_bytes, struct sumac_remote **remote_out)
{
	struct sumac_remote *remote = calloc(1, sizeof(*remote));
	int err;

	if (!remote)
		return sumac_fail(SUMAC_ENOMEM, "no memory for reaching other ranks");
	remote->fabric = fabric;
	remote->segment = segment;
	remote->host = *host;
	remote->rank = sumac_fabric_rank(fabric);
	remote->size = sumac_fabric_size(fabric);
	remote->heap = heap;
	remote->heap_bytes = heap_bytes;
	remote->owed_end = &remote->owed;
	sumac_remote_image_read(&remote->image);
	remote->peers = calloc((size_t)remote->size, sizeof(*remote->peers));
	remote->touched = calloc((size_t)remote->size, sizeof(*remote->touched));
	err = remote->peers && remote->touched ? meet_all(remote, bootstrap) :
						 sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", remote->size);
	if (err) {
		sumac_remote_close(remote);
		return err;
	}
	*remote_out = remote;
	return 0;
}

void sumac_remote_close(struct sumac_remote *remote)
{
	struct sumac_fabric_buf *buf;

	while ((buf = remote->owed)) {
		remote->owed = buf->next;
		sumac_fabric_buf_put(buf);
	}
	while ((buf = sumac_fabric_next(remote->fabric, SUMAC_FABRIC_REMOTE)))
		sumac_fabric_buf_put(buf);
	for (int rank = 0; remote->peers && rank < remote->size; rank++)
		free(remote->peers[rank].flight);
	free(remote->peers);
	free(remote->touched);
	free(remote);
}

static bool find(const struct sumac_remote *remote, const void *own, size_t len_bytes, enum sumac_remote_region *region_out,
		 uint64_t *offset_out)
{
	uint64_t offset = (uintptr_t)own - (uintptr_t)remote->heap;

	*region_out = SUMAC_REMOTE_HEAP;
	*offset_out = offset;
	if (offset <= remote->heap_bytes && len_bytes <= remote->heap_bytes - offset)
		return true;
	*region_out = SUMAC_REMOTE_DATA;
	*offset_out = (uintptr_t)own - remote->image.base;
	return sumac_remote_image_holds(&remote->image, *offset_out, len_bytes);
}

int sumac_remote_find(const struct sumac_remote *remote, const void *own, size_t len_bytes,
		      enum sumac_remote_region *region_out, uint64_t *offset_out)
{
	if (find(remote, own, len_bytes, region_out, offset_out))
		return 0;
	return sumac_fail(SUMAC_EINVAL, "%zu bytes at %p are neither on the symmetric heap nor static data of the program",
			  len_bytes, own);
}

void *sumac_remote_at(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes)
{
	const uint64_t offset = (uintptr_t)own - (uintptr_t)remote->heap;
	enum sumac_remote_region region;
	uint64_t place;

	if (offset <= remote->heap_bytes && len_bytes <= remote->heap_bytes - offset)
		return remote->peers[rank].heap ? remote->peers[rank].heap + offset : NULL;
	return rank == remote->rank && find(remote, own, len_bytes, &region, &place) ? (void *)(uintptr_t)own : NULL;
}

static int check_way(const struct sumac_remote *remote, int rank, enum sumac_remote_region region)
{
	if (region == SUMAC_REMOTE_HEAP || remote->peers[rank].has_same_image)
		return 0;
	return sumac_fail(SUMAC_EINVAL, "rank %d runs another executable than rank %d, so static data has no common place: use "
			  "the symmetric heap", rank, remote->rank);
}

int sumac_remote_check(struct sumac_remote *remote, int rank, const void *own, size_t len_bytes)
{
	enum sumac_remote_region region;
	uint64_t offset;
	int err = sumac_remote_find(remote, own, len_bytes, &region, &offset);

	return err ? err : check_way(remote, rank, region);
}

/* 0: done; 1: by a message; or -SUMAC_E.... */
static int by_kernel(struct sumac_remote *remote, int rank, enum sumac_remote_region region, uint64_t offset, void *here,
		     size_t len_bytes, bool writes)
{
	struct sumac_remote_peer *peer = &remote->peers[rank];
	int err = check_way(remote, rank, region);

	if (err)
		return err;
	return peer->place < 0 ? 1 : sumac_remote_vm(peer, peer->regions[region] + offset, here, len_bytes, writes);
}

int sumac_remote_put(struct sumac_remote *remote, int rank, void *own_dest, const void *source, size_t len_bytes)
{
	void *at = sumac_remote_at(remote, rank, own_dest, len_bytes);
	enum sumac_remote_region region;
	uint64_t offset;
	int err;

	if (at) {
		memmove(at, source, len_bytes);
		sumac_remote_touched(remote, rank);
		return 0;
	}
	err = sumac_remote_find(remote, own_dest, len_bytes, &region, &offset);
	if (!err)
		err = by_kernel(remote, rank, region, offset, (void *)(uintptr_t)source, len_bytes, true);
	if (!err)
		sumac_remote_touched(remote, rank);
	return err > 0 ? sumac_remote_send_put(remote, rank, region, offset, source, len_bytes) : err;
}

int sumac_remote_get(struct sumac_remote *remote, int rank, void *dest, const void *own_source, size_t len_bytes)
{
	void *at = sumac_remote_at(remote, rank, own_source, len_bytes);
	enum sumac_remote_region region;
	uint64_t offset;
	int err;

	if (at) {
		memmove(dest, at, len_bytes);
		return 0;
	}
	err = sumac_remote_find(remote, own_source, len_bytes, &region, &offset);
	if (!err)
		err = by_kernel(remote, rank, region, offset, dest, len_bytes, false);
	return err > 0 ? sumac_remote_send_get(remote, rank, region, offset, dest, len_bytes) : err;
}

int sumac_remote_amo(struct sumac_remote *remote, int rank, void *own, const struct sumac_amo *amo, void *fetch_out)
{
	void *at = sumac_remote_at(remote, rank, own, amo->width);
	enum sumac_remote_region region;
	uint64_t offset, old;
	int err;

	if ((uintptr_t)own % amo->width)
		return sumac_fail(SUMAC_EINVAL, "%p is no place for an atomic of %d bytes: it is not aligned to that", own, amo->width);
	if (at) {
		old = sumac_amo_here(amo, at);
		if (fetch_out)
			memcpy(fetch_out, &old, amo->width);
		if (amo->op != SUMAC_AMO_FETCH)
			sumac_remote_wake(remote, rank);
		return 0;
	}
	err = sumac_remote_find(remote, own, amo->width, &region, &offset);
	if (!err)
		err = check_way(remote, rank, region);
	return err ? err : sumac_remote_send_amo(remote, rank, region, offset, amo, fetch_out);
}

void sumac_remote_touched(struct sumac_remote *remote, int rank)
{
	if (rank == remote->rank || atomic_load_explicit(&remote->touched[rank], memory_order_relaxed))
		return;
	atomic_store_explicit(&remote->touched[rank], true, memory_order_relaxed);
	atomic_store_explicit(&remote->any_touched, true, memory_order_release);
}

void sumac_remote_wake(struct sumac_remote *remote, int rank)
{
	if (rank != remote->rank && remote->peers[rank].place >= 0)
		sumac_segment_wake(remote->segment, remote->peers[rank].place);
}

static void wake_touched(struct sumac_remote *remote)
{
	if (!atomic_load_explicit(&remote->any_touched, memory_order_relaxed) || !atomic_exchange(&remote->any_touched, false))
		return;
	for (int rank = 0; rank < remote->size; rank++)
		if (atomic_load_explicit(&remote->touched[rank], memory_order_relaxed)) {
			atomic_store_explicit(&remote->touched[rank], false, memory_order_relaxed);
			sumac_remote_wake(remote, rank);
		}
}

bool sumac_remote_is_quiet(const struct sumac_remote *remote)
{
	return !remote->n_flying && !remote->fault && !atomic_load_explicit(&remote->any_touched, memory_order_relaxed);
}

static bool has_landed(void *arg)
{
	const struct sumac_remote *remote = arg;

	return !remote->n_flying || remote->fault;
}

static int refused(struct sumac_remote *remote)
{
	return remote->fault ? sumac_fail(remote->fault, "a rank has refused what was asked of its memory: it has nothing symmetric "
					  "there") : 0;
}

int sumac_remote_quiet(struct sumac_remote *remote)
{
	int err = 0;

	atomic_thread_fence(memory_order_seq_cst);
	if (remote->n_flying)
		err = remote->host.until(remote->host.ctx, has_landed, remote, "other ranks to take what was put or asked for");
	wake_touched(remote);
	return err ? err : refused(remote);
}

static bool has_landed_there(void *arg)
{
	return !((struct sumac_remote_flight *)arg)->busy;
}

int sumac_remote_wait(struct sumac_remote *remote, int rank)
{
	struct sumac_remote_flight *flight = remote->peers[rank].flight;
	int err = flight && flight->busy ? remote->host.until(remote->host.ctx, has_landed_there, flight, "another rank's answer") : 0;

	return err ? err : refused(remote);
}
