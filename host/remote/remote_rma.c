/*
 * Heaps on other hosts, written and read by libfabric (ofi_rma.h) while their owners compute. Two ranks meet by a
 * message when one of them first needs the other's heap. Operations under way are awaited as messages are, but keep
 * no order, neither among themselves nor towards messages, so a fence waits for all.
 */
#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "remote/remote_wire.h"
#include "sumac.h"

enum setting { AUTO, MESSAGE, FABRIC };

static bool is_asked_for(void)
{
	return sumac_setting_int(SUMAC_SETTING_SHMEM_RMA) == FABRIC;
}

static void done(void *ctx, int rank, int id, const char *why_lost)
{
	struct sumac_remote *remote = ctx;

	if (why_lost && !remote->why_lost) {
		remote->fault = -SUMAC_EPEER;
		remote->why_lost = why_lost;
		remote->lost_rank = rank;
	}
	sumac_remote_await_end(remote, rank, id);
}

int sumac_remote_rma_new(struct sumac_remote *remote, struct sumac_ofi_offer *offer_out)
{
	const struct sumac_ofi_rma_host host = { remote, done };

	if (sumac_setting_int(SUMAC_SETTING_SHMEM_RMA) == MESSAGE)
		return 0;
	return sumac_ofi_rma_new(&host, remote->heap, remote->heap_bytes, !is_asked_for(), offer_out, &remote->rma);
}

int sumac_remote_rma_choose(struct sumac_remote *remote, const struct sumac_ofi_offer *offers)
{
	int err = remote->rma ? sumac_ofi_rma_choose(remote->rma, offers, remote->size, remote->rank) : 0;

	if (!err || is_asked_for())
		return err;
	sumac_fail_clear();
	sumac_ofi_rma_close(remote->rma);
	remote->rma = NULL;
	return 0;
}

/* If the user did not insist, messages do as well. */
static int give_up(struct sumac_remote *remote, int rank, int err)
{
	if (!err || is_asked_for())
		return err;
	sumac_say(SUMAC_SAY_DECISIONS, "rank %d reaches the heap of rank %d by messages: %s", remote->rank, rank,
		  sumac_last_error());
	remote->peers[rank].far = SUMAC_REMOTE_BY_MESSAGE;
	return 0;
}

static int meet(struct sumac_remote *remote, int rank)
{
	struct sumac_ofi_rma_card mine, theirs = { .address_bytes = 0 };
	int err = sumac_ofi_rma_card(remote->rma, &mine);

	if (err)
		return give_up(remote, rank, err);
	err = sumac_remote_send_meet(remote, rank, &mine, &theirs);
	if (err || remote->peers[rank].far == SUMAC_REMOTE_BY_FABRIC)
		return err;
	err = sumac_ofi_rma_meet(remote->rma, rank, &theirs);
	if (!err)
		remote->peers[rank].far = SUMAC_REMOTE_BY_FABRIC;
	return give_up(remote, rank, err);
}

/* A rank that cannot, or does not want to, answers why. */
void sumac_remote_rma_answer(struct sumac_remote *remote, int rank, void *card)
{
	struct sumac_ofi_rma_card mine = { .why_not = "its networks have no such way" }, theirs;

	memcpy(&theirs, card, sizeof(theirs));
	if (remote->rma && !sumac_ofi_rma_card(remote->rma, &mine) && !sumac_ofi_rma_meet(remote->rma, rank, &theirs))
		remote->peers[rank].far = SUMAC_REMOTE_BY_FABRIC;
	memcpy(card, &mine, sizeof(mine));
}

struct start {
	struct sumac_remote *remote;
	int rank, err;
	uint64_t offset;
	uint8_t *near;
	size_t len_bytes;
	bool is_put;
	struct sumac_remote_await await;
};

static bool is_started(void *arg)
{
	struct start *start = arg;
	struct sumac_remote_flight *flight = start->remote->peers[start->rank].flight;
	int id = flight->busy == UINT32_MAX ? -1 : __builtin_ctz(~flight->busy);

	start->err = 1;
	if (id >= 0 && start->is_put)
		start->err = sumac_ofi_rma_write(start->remote->rma, start->rank, start->offset, start->near, start->len_bytes, id);
	else if (id >= 0)
		start->err = sumac_ofi_rma_read(start->remote->rma, start->rank, start->offset, start->near, start->len_bytes, id);
	if (!start->err)
		sumac_remote_await_begin(flight, id, &start->await);
	return start->err <= 0;
}

static int move_piece(struct start *start)
{
	struct sumac_remote *remote = start->remote;
	int err;

	sumac_remote_count(remote, start->rank, start->await.flow, 1);
	err = is_started(start) ? 0 : remote->host.until(remote->host.ctx, is_started, start,
							 "room for a write or read of another rank's memory");
	return err ? err : start->err;
}

int sumac_remote_rma_move(struct sumac_remote *remote, struct sumac_remote_flow *flow, int rank, enum sumac_remote_region region,
			  uint64_t offset, void *near, size_t len_bytes, bool is_put)
{
	struct sumac_remote_peer *peer = &remote->peers[rank];
	struct start start = { .remote = remote, .rank = rank, .is_put = is_put, .await = { .flow = flow } };
	int err = 0;

	if (!remote->rma || region != SUMAC_REMOTE_HEAP || peer->local_rank >= 0 || peer->far == SUMAC_REMOTE_BY_MESSAGE ||
	    (is_put && sumac_remote_may_wait(remote, flow, rank, len_bytes)))
		return 1;
	if (peer->far == SUMAC_REMOTE_UNMET)
		err = meet(remote, rank);
	if (err || peer->far == SUMAC_REMOTE_BY_MESSAGE)
		return err ? err : 1;
	for (size_t done_bytes = 0; done_bytes < len_bytes && !err; done_bytes += start.len_bytes) {
		start.offset = offset + done_bytes;
		start.near = (uint8_t *)near + done_bytes;
		start.len_bytes = len_bytes - done_bytes;
		if (start.len_bytes > sumac_ofi_rma_most(remote->rma))
			start.len_bytes = sumac_ofi_rma_most(remote->rma);
		err = move_piece(&start);
	}
	return err || !is_put || len_bytes <= SUMAC_OFI_RMA_COPIED_BYTES ? err : sumac_remote_wait(remote, flow, rank);
}
