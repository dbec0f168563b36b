/*
 * An allgather among the ranks of a segment, for their exchanges at start-up: local rank 0 collects the values
 * in one piece, and the others copy it. Asking a launcher for the value of each of a thousand ranks takes seconds.
 */
#include "segment/segment_private.h"

#include <string.h>

#include "base/fail.h"
#include "base/patience.h"
#include "bootstrap/bootstrap.h"
#include "spec/spec.h"

static const int64_t MIN_SLEEP_NS = 1000000, MAX_SLEEP_NS = 50000000;

static const uint64_t NOTHING = UINT64_MAX; /* for a length: it could not be collected */

static int fail_of_dead(int rank)
{
	return sumac_fail(SUMAC_EPEER, "rank %d has died", rank);
}

static int check_deaths(const struct sumac_bootstrap *bootstrap)
{
	int dead = bootstrap->first_dead(bootstrap->ctx);

	return dead < 0 ? 0 : fail_of_dead(dead);
}

/* Waits until the word is the number of this exchange. */
static int wait_for(struct sumac_segment *segment, struct sumac_bootstrap *bootstrap, const _Atomic uint32_t *word,
		    uint32_t number)
{
	int64_t sleep_ns = MIN_SLEEP_NS;
	struct sumac_patience patience;

	sumac_patience_begin(&patience);
	for (;;) {
		uint32_t seen = sumac_segment_events(segment);
		int err;

		if (atomic_load_explicit(word, memory_order_acquire) == number)
			return 0;
		err = check_deaths(bootstrap);
		if (!err)
			err = sumac_patience_check(&patience, "the other ranks to reach the same point");
		if (err)
			return err;
		sumac_segment_sleep(segment, seen, sleep_ns);
		if (sleep_ns < MAX_SLEEP_NS)
			sleep_ns *= 2;
	}
}

/* Two offers take turns, as a slow rank may still read the one that was collected for the exchange before. */
static struct sumac_segment_offer *offer_of(const struct sumac_segment *segment, int local_rank)
{
	return &sumac_segment_header(segment, local_rank)->offers[segment->n_gathers % 2];
}

/* Memory for this turn. We keep it: giving pages back takes longer the more ranks map them. */
static int publish(struct sumac_segment *segment, size_t len_bytes, void **memory_out)
{
	struct sumac_segment_offer *offer = offer_of(segment, segment->local_rank);
	struct sumac_segment_piece *piece = &segment->pieces[segment->n_gathers % 2];

	if (!piece->memory || piece->len_bytes < len_bytes) {
		sumac_segment_free(segment, piece->memory, true);
		piece->memory = sumac_segment_alloc(segment, len_bytes, &piece->offset);
		piece->len_bytes = len_bytes;
	}
	if (!piece->memory)
		return sumac_fail(SUMAC_ENOMEM, "no room for an exchange of %zu bytes", len_bytes);
	atomic_store_explicit(&offer->offset, piece->offset, memory_order_relaxed);
	atomic_store_explicit(&offer->len_bytes, len_bytes, memory_order_relaxed);
	*memory_out = piece->memory;
	return 0;
}

static const void *offered(const struct sumac_segment *segment, int local_rank, size_t len_bytes)
{
	const struct sumac_segment_offer *offer = offer_of(segment, local_rank);
	uint64_t offset = atomic_load_explicit(&offer->offset, memory_order_relaxed);

	if (atomic_load_explicit(&offer->len_bytes, memory_order_relaxed) != len_bytes)
		return NULL;
	return sumac_segment_at(segment, local_rank, offset, len_bytes);
}

static int collect(struct sumac_segment *segment, struct sumac_bootstrap *bootstrap, size_t len_bytes, uint8_t *all)
{
	for (int local_rank = 1; local_rank < segment->n_local; local_rank++) {
		int err = wait_for(segment, bootstrap, &sumac_segment_header(segment, local_rank)->came, segment->n_gathers);
		const void *value = err ? NULL : offered(segment, local_rank, len_bytes);

		if (err)
			return err;
		if (!value)
			return sumac_fail(SUMAC_EBOOTSTRAP, "local rank %d gave another length to an exchange of %zu "
					  "bytes", local_rank, len_bytes);
		memcpy(all + (size_t)local_rank * len_bytes, value, len_bytes);
	}
	return 0;
}

/* Publishes even an error, since the others must learn about it. */
static int lead(struct sumac_segment *segment, struct sumac_bootstrap *bootstrap, const void *value, size_t len_bytes,
		void *recv_out)
{
	size_t all_bytes = len_bytes * (size_t)segment->n_local;
	struct sumac_segment_header *mine = sumac_segment_header(segment, 0);
	void *memory;
	int err = publish(segment, all_bytes, &memory);

	if (!err) {
		memcpy(memory, value, len_bytes);
		err = collect(segment, bootstrap, len_bytes, memory);
		memcpy(recv_out, memory, all_bytes);
	}
	if (err) {
		uint64_t dead = (uint64_t)bootstrap->first_dead(bootstrap->ctx);

		atomic_store_explicit(&offer_of(segment, 0)->offset, dead, memory_order_relaxed);
		atomic_store_explicit(&offer_of(segment, 0)->len_bytes, NOTHING, memory_order_relaxed);
	}
	atomic_store_explicit(&mine->came, segment->n_gathers, memory_order_release);
	for (int local_rank = 1; local_rank < segment->n_local; local_rank++)
		sumac_segment_wake(segment, local_rank);
	return err;
}

/* News of a death may have reached the first rank, but not yet this one. */
static int why_nothing(const struct sumac_segment *segment, size_t len_bytes)
{
	const struct sumac_segment_offer *offer = offer_of(segment, 0);
	uint64_t dead = atomic_load_explicit(&offer->offset, memory_order_relaxed);

	if (atomic_load_explicit(&offer->len_bytes, memory_order_relaxed) == NOTHING &&
	    dead < (uint64_t)segment->n_local)
		return fail_of_dead((int)dead);
	return sumac_fail(SUMAC_EBOOTSTRAP, "the first rank of this host could not collect an exchange of %zu bytes", len_bytes);
}

static int follow(struct sumac_segment *segment, struct sumac_bootstrap *bootstrap, const void *value, size_t len_bytes,
		  void *recv_out)
{
	size_t all_bytes = len_bytes * (size_t)segment->n_local;
	struct sumac_segment_header *mine = sumac_segment_header(segment, segment->local_rank);
	const void *all;
	void *memory;
	int err = publish(segment, len_bytes, &memory);

	if (err)
		return err;
	memcpy(memory, value, len_bytes);
	atomic_store_explicit(&mine->came, segment->n_gathers, memory_order_release);
	sumac_segment_wake(segment, 0);
	err = wait_for(segment, bootstrap, &sumac_segment_header(segment, 0)->came, segment->n_gathers);
	all = err ? NULL : offered(segment, 0, all_bytes);
	if (all)
		memcpy(recv_out, all, all_bytes);
	else if (!err)
		err = why_nothing(segment, len_bytes);
	return err;
}

int sumac_segment_allgather(struct sumac_segment *segment, struct sumac_bootstrap *bootstrap, const void *value,
			    size_t len_bytes, void *recv_out)
{
	segment->n_gathers++;
	return segment->local_rank ? follow(segment, bootstrap, value, len_bytes, recv_out) :
				lead(segment, bootstrap, value, len_bytes, recv_out);
}
