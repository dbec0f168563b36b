/*
 * Answers, waiting for them, and waking ranks of this host that wait for stored data.
 */
#include "base/fail.h"
#include "segment/segment.h"
#include "remote/remote_wire.h"

void sumac_remote_count(struct sumac_remote *remote, int rank, struct sumac_remote_flow *flow, int n)
{
	flow->n_flying += n;
	remote->n_flying += n;
	if (remote->peers[rank].local_rank >= 0 || remote->rma)
		remote->n_flying_unordered += n;
}

void sumac_remote_await_begin(struct sumac_remote_flight *flight, int id, const struct sumac_remote_await *await)
{
	flight->awaits[id] = *await;
	flight->awaits[id].turn = flight->next_turn++;
	flight->busy |= UINT32_C(1) << id;
}

void sumac_remote_await_end(struct sumac_remote *remote, int rank, int id)
{
	struct sumac_remote_flight *flight = remote->peers[rank].flight;

	flight->busy &= ~(UINT32_C(1) << id);
	sumac_remote_count(remote, rank, flight->awaits[id].flow, -1);
}

static void land(const struct sumac_remote_await *await, const uint8_t *data)
{
	size_t len = await->block_bytes ? await->block_bytes : await->len_bytes;

	for (size_t done = 0, i = 0; done < await->len_bytes; done += len, i++)
		sumac_move_whole((uint8_t *)await->into + i * await->near_stride, data + done, len);
}

/* The await that the answer with that number ends, or -1. */
static int find_await(const struct sumac_remote_flight *flight, uint64_t number)
{
	for (uint32_t busy = flight->busy; busy; busy &= busy - 1) {
		int id = __builtin_ctz(busy);

		if (flight->awaits[id].is_message && flight->awaits[id].number == number)
			return id;
	}
	return -1;
}

void sumac_remote_take_answer(struct sumac_remote *remote, struct sumac_fabric_buf *buf)
{
	const struct sumac_remote_header *header = (const struct sumac_remote_header *)buf->header;
	struct sumac_remote_flight *flight = remote->peers[buf->src].flight;
	int id = flight ? find_await(flight, header->number) : -1;
	struct sumac_remote_await *await;

	if (id < 0)
		return;
	await = &flight->awaits[id];
	if (header->status)
		remote->fault = header->status;
	else if (await->into && await->len_bytes <= header->len_bytes)
		land(await, sumac_remote_data_of(buf));
	if (await->send)
		sumac_fabric_send_forget(await->send);
	sumac_remote_await_end(remote, buf->src, id);
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
	if (rank != remote->rank && remote->peers[rank].local_rank >= 0)
		sumac_segment_wake(remote->segment, remote->peers[rank].local_rank);
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

bool sumac_remote_is_quiet(const struct sumac_remote *remote, const struct sumac_remote_flow *flow)
{
	return !(flow ? flow->n_flying : remote->n_flying) && !remote->fault &&
	       !atomic_load_explicit(&remote->any_touched, memory_order_relaxed);
}

static int refused(struct sumac_remote *remote)
{
	if (remote->why_lost)
		return sumac_fail(remote->fault, "data put to or got from the memory of rank %d was lost: %s", remote->lost_rank,
				  remote->why_lost);
	return remote->fault ? sumac_fail(remote->fault, "a rank refused a request for its memory: it has nothing symmetric "
					  "there") : 0;
}

/* Requests before that number; others may keep following them. */
struct waiting {
	const struct sumac_remote_flight *flight;
	const struct sumac_remote_flow *flow;
	uint64_t before;
};

static bool has_landed(void *arg)
{
	const struct waiting *waiting = arg;

	for (uint32_t busy = waiting->flight->busy; busy; busy &= busy - 1) {
		const struct sumac_remote_await *await = &waiting->flight->awaits[__builtin_ctz(busy)];

		if (await->turn < waiting->before && (!waiting->flow || await->flow == waiting->flow))
			return false;
	}
	return true;
}

int sumac_remote_wait(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank)
{
	struct sumac_remote_flight *flight = remote->peers[rank].flight;
	struct waiting waiting = { .flight = flight, .flow = flow };
	int err = flight ? sumac_remote_send_batch(remote, rank) : 0;

	if (flight && !err) {
		waiting.before = flight->next_turn;
		err = has_landed(&waiting) ? 0 : remote->host.until(remote->host.ctx, has_landed, &waiting,
								    "another rank's answer");
	}
	return err ? err : refused(remote);
}

/* Sends everybody's before it waits for the first. */
int sumac_remote_quiet(struct sumac_remote *remote, struct sumac_remote_flow *flow)
{
	int err = 0;

	atomic_thread_fence(memory_order_seq_cst);
	sumac_remote_send_batches(remote);
	for (int rank = 0; rank < remote->size && !err && (flow ? flow->n_flying : remote->n_flying); rank++)
		err = sumac_remote_wait(remote, flow, rank);
	wake_touched(remote);
	return err ? err : refused(remote);
}

/* Messages to one rank take place in order, and so do stores; but a store would overtake a message to a rank of this host, and
 * libfabric's writes keep no order. */
int sumac_remote_fence(struct sumac_remote *remote, struct sumac_remote_flow *flow)
{
	int err = 0;

	atomic_thread_fence(memory_order_seq_cst);
	for (int rank = 0; rank < remote->size && !err && remote->n_flying_unordered; rank++)
		if (remote->peers[rank].local_rank >= 0 || remote->rma)
			err = sumac_remote_wait(remote, flow, rank);
	wake_touched(remote);
	return err ? err : refused(remote);
}
