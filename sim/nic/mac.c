/*
 * The MAC's model. A frame that has begun towards the NIC goes on even in frozen cycles: it never pauses.
 */
#include "sim/nic/mac.h"

#include <stdlib.h>
#include <string.h>

#include "spec/spec.h"

enum { BEAT = SUMAC_VNIC_BEAT_BYTES, BUFFER_BYTES = 4 * BEAT };

void sumac_mac_init(struct sumac_mac *mac, const struct sumac_vnic_model *model, const struct sumac_vnic_host *host)
{
	memset(mac, 0, sizeof *mac);
	mac->host = host;
	mac->rate = (struct sumac_port_rate){ .rate = model->link_rate, .slack_bytes = BUFFER_BYTES };
	mac->end = &mac->first;
}

void sumac_mac_destroy(struct sumac_mac *mac)
{
	while (mac->first) {
		struct sumac_mac_frame *frame = mac->first;

		mac->first = frame->next;
		free(frame);
	}
}

int sumac_mac_frame_in(struct sumac_mac *mac, uint64_t at, const void *bytes, size_t len_bytes, bool error)
{
	struct sumac_mac_frame *frame = malloc(sizeof *frame + len_bytes);

	if (!frame)
		return -SUMAC_ENOMEM;
	*frame = (struct sumac_mac_frame){ .at = at, .len_bytes = len_bytes, .error = error };
	memcpy(frame->bytes, bytes, len_bytes);
	*mac->end = frame;
	mac->end = &frame->next;
	return 0;
}

static void present_beat(struct sumac_mac *mac)
{
	const struct sumac_mac_frame *frame = mac->first;
	size_t left = frame->len_bytes - mac->rx_at_bytes;
	size_t bytes = left < BEAT ? left : BEAT;

	mac->pins.tvalid = true;
	mac->pins.tlast = left <= BEAT;
	mac->pins.tuser = mac->pins.tlast && frame->error;
	mac->pins.tkeep = bytes == BEAT ? ~UINT64_C(0) : (UINT64_C(1) << bytes) - 1;
	memcpy(mac->pins.tdata, frame->bytes + mac->rx_at_bytes, bytes);
	memset(mac->pins.tdata + bytes, 0, BEAT - bytes);
}

void sumac_mac_drive(struct sumac_mac *mac, uint64_t now, bool frozen)
{
	bool has_begun = mac->rx_at_bytes > 0;

	mac->pins.tready = !frozen && sumac_port_may_move(&mac->rate, now);
	mac->pins.tvalid = false;
	if (mac->first && (has_begun || (!frozen && mac->first->at <= now)))
		present_beat(mac);
}

static void take_rx(struct sumac_mac *mac)
{
	struct sumac_mac_frame *frame = mac->first;

	mac->rx_at_bytes += BEAT;
	if (mac->rx_at_bytes < frame->len_bytes)
		return;
	mac->first = frame->next;
	if (!mac->first)
		mac->end = &mac->first;
	mac->rx_at_bytes = 0;
	free(frame);
}

static void check_tx(struct sumac_mac *mac, uint64_t now, const struct sumac_mac_tx *tx)
{
	bool stalled = tx->tvalid && !mac->pins.tready;

	if (!tx->tvalid && mac->tx_len_bytes)
		sumac_port_fault(mac->host, now, "a packet pauses inside");
	if (mac->held && (!tx->tvalid || tx->tlast != mac->held_last || tx->tkeep != mac->held_keep ||
			  memcmp(tx->tdata, mac->held_data, BEAT)))
		sumac_port_fault(mac->host, now, "a beat changed before the MAC took it");
	if (tx->tvalid && (!tx->tkeep || (tx->tkeep & (tx->tkeep + 1)) || (!tx->tlast && ~tx->tkeep)))
		sumac_port_fault(mac->host, now, "tkeep has gaps, or an inner beat is not whole");
	mac->held = stalled;
	if (!stalled)
		return;
	mac->held_last = tx->tlast;
	mac->held_keep = tx->tkeep;
	memcpy(mac->held_data, tx->tdata, BEAT);
}

static void end_frame(struct sumac_mac *mac, uint64_t now)
{
	struct sumac_vnic_frame frame = { .tail_cycle = now, .len_bytes = mac->tx_len_bytes, .bytes = mac->tx_bytes };
	uint32_t extra = SUMAC_VNIC_FRAME_OVERHEAD_BYTES;

	if (frame.len_bytes < SUMAC_VNIC_FRAME_LEAST_BYTES)
		extra += (uint32_t)(SUMAC_VNIC_FRAME_LEAST_BYTES - frame.len_bytes);
	sumac_port_move(&mac->rate, now, extra);
	frame.end_ticks = mac->rate.free_ticks;
	if (mac->tx_too_long)
		sumac_port_fault(mac->host, now, "a frame is longer than the MAC takes");
	else
		mac->host->frame_out(mac->host->ctx, &frame);
	mac->tx_len_bytes = 0;
	mac->tx_too_long = false;
}

static void take_tx(struct sumac_mac *mac, uint64_t now, const struct sumac_mac_tx *tx)
{
	unsigned bytes = (unsigned)__builtin_popcountll(tx->tkeep);

	sumac_port_move(&mac->rate, now, bytes);
	if (mac->tx_len_bytes + bytes <= sizeof mac->tx_bytes) {
		memcpy(mac->tx_bytes + mac->tx_len_bytes, tx->tdata, bytes);
		mac->tx_len_bytes += bytes;
	} else {
		mac->tx_too_long = true;
	}
	if (tx->tlast)
		end_frame(mac, now);
}

void sumac_mac_take(struct sumac_mac *mac, uint64_t now, const struct sumac_mac_tx *tx)
{
	if (mac->pins.tvalid)
		take_rx(mac);
	check_tx(mac, now, tx);
	if (tx->tvalid && mac->pins.tready)
		take_tx(mac, now, tx);
}

uint64_t sumac_mac_next(const struct sumac_mac *mac, uint64_t now)
{
	if (mac->rx_at_bytes || mac->tx_len_bytes)
		return now;
	if (!mac->first)
		return SUMAC_VNIC_NEVER;
	return mac->first->at > now ? mac->first->at : now;
}
