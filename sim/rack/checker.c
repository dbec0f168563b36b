/*
 * The protocol checker. A flow is one direction of a channel, known by (sender, receiver, the receiver's index, key);
 * register writes open a channel's two flows and set their windows, and frames advance them.
 */
#include "sim/rack/checker.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/fnv.h"
#include "bus/address.h"
#include "sim/rack/frame.h"
#include "spec/spec.h"

enum { N_BUCKETS = 4096, MAX_GROUPS = 64 };

struct flow {
	struct flow *next; /* of its bucket */
	struct flow *reverse;
	int from, to;
	uint16_t channel;
	uint32_t key;
	bool tx_open, rx_open; /* as its sender and its receiver were told */
	uint32_t slots;	       /* of the receiver; 0: not yet known */
	uint32_t nxt;	       /* chunks sent */
	uint32_t acked, limit; /* as last seen on their way to the sender */
	uint64_t hashes[SUMAC_DEF_ChannelSlots]; /* of the last chunks sent */
};

/* The values that a NIC was last given, as far as opening channels needs them. */
struct shadow {
	uint32_t group, peer, mac_lo, mac_hi, index;
	uint32_t keys[MAX_GROUPS];
};

struct sumac_checker {
	int n_nics;
	uint32_t seq_mask;
	bool is_lossy;
	sumac_checker_report *report;
	void *ctx;
	struct sumac_checker_counts counts;
	struct shadow *shadows;
	struct flow *buckets[N_BUCKETS];
};

static const char *const rule_texts[] = {
#define SUMAC_CHECKER_RULE(name, text) text,
	SUMAC_CHECKER_RULES
#undef SUMAC_CHECKER_RULE
};

int sumac_checker_open(int n_nics, unsigned seq_bits, sumac_checker_report *report, void *ctx,
		       struct sumac_checker **checker_out)
{
	struct sumac_checker *checker = calloc(1, sizeof *checker);

	if (!checker)
		return -SUMAC_ENOMEM;
	checker->shadows = calloc((size_t)n_nics, sizeof *checker->shadows);
	if (!checker->shadows) {
		free(checker);
		return -SUMAC_ENOMEM;
	}
	checker->n_nics = n_nics;
	checker->seq_mask = (uint32_t)((UINT64_C(1) << seq_bits) - 1);
	checker->report = report;
	checker->ctx = ctx;
	*checker_out = checker;
	return 0;
}

void sumac_checker_allow_repeats(struct sumac_checker *checker)
{
	checker->is_lossy = true;
}

void sumac_checker_close(struct sumac_checker *checker)
{
	if (!checker)
		return;
	for (int i = 0; i < N_BUCKETS; i++)
		while (checker->buckets[i]) {
			struct flow *flow = checker->buckets[i];

			checker->buckets[i] = flow->next;
			free(flow);
		}
	free(checker->shadows);
	free(checker);
}

const struct sumac_checker_counts *sumac_checker_counts(const struct sumac_checker *checker)
{
	return &checker->counts;
}

static struct flow **find_flow(struct sumac_checker *checker, int from, int to, uint16_t channel, uint32_t key)
{
	uint32_t hash = (((uint32_t)from * 31 + (uint32_t)to) * 1031 + channel) * 2654435761u ^ key * 40503u;
	struct flow **flow = &checker->buckets[(hash ^ hash >> 16) % N_BUCKETS];

	while (*flow && ((*flow)->from != from || (*flow)->to != to || (*flow)->channel != channel || (*flow)->key != key))
		flow = &(*flow)->next;
	return flow;
}

static struct flow *make_flow(struct sumac_checker *checker, int from, int to, uint16_t channel, uint32_t key)
{
	struct flow **place = find_flow(checker, from, to, channel, key);

	if (*place)
		return *place;
	*place = calloc(1, sizeof **place);
	if (!*place)
		return NULL;
	(*place)->from = from;
	(*place)->to = to;
	(*place)->channel = channel;
	(*place)->key = key;
	return *place;
}

static void reset_flow(struct flow *flow)
{
	flow->tx_open = flow->rx_open = false;
	flow->slots = flow->nxt = flow->acked = flow->limit = 0;
}

static void tell(struct sumac_checker *checker, enum sumac_checker_rule rule, const char *where, const char *detail)
{
	char text[512];

	checker->counts.broken[rule]++;
	snprintf(text, sizeof text, "%s: %s%s%s", where, rule_texts[rule], *detail ? ": " : "", detail);
	checker->report(checker->ctx, rule, text);
}

static void set_slots(struct sumac_checker *checker, struct flow *flow, uint32_t slots)
{
	char where[128], detail[64];

	if (flow->slots && flow->slots != slots) {
		snprintf(where, sizeof where, "channel %u of NIC %d, from NIC %d", flow->channel, flow->to, flow->from);
		snprintf(detail, sizeof detail, "%u and %u", flow->slots, slots);
		tell(checker, SUMAC_CHECKER_SLOTS, where, detail);
	}
	flow->slots = flow->limit = slots;
}

/* Reopening a channel that was open at this end starts the channel anew, whichever end comes first. */
static void open_channel(struct sumac_checker *checker, int nic, const struct shadow *shadow, uint32_t slots_word)
{
	uint8_t mac[6] = { (uint8_t)shadow->mac_lo, (uint8_t)(shadow->mac_lo >> 8), (uint8_t)(shadow->mac_lo >> 16),
			   (uint8_t)(shadow->mac_lo >> 24), (uint8_t)shadow->mac_hi, (uint8_t)(shadow->mac_hi >> 8) };
	int peer = sumac_address_nic(mac, checker->n_nics);
	uint32_t key = shadow->keys[(shadow->group & 0xffff) % MAX_GROUPS];
	struct flow *out, *in;

	if (peer < 0)
		return; /* its frames will be reported for their address */
	out = make_flow(checker, nic, peer, (uint16_t)shadow->peer, key);
	in = make_flow(checker, peer, nic, (uint16_t)shadow->index, key);
	if (!out || !in)
		return; /* its frames will be reported as of no channel */
	if (out->tx_open || in->rx_open) {
		reset_flow(out);
		reset_flow(in);
	}
	out->reverse = in;
	in->reverse = out;
	out->tx_open = in->rx_open = true;
	set_slots(checker, in, 1u << (slots_word & 0xf));
	set_slots(checker, out, 1u << (slots_word >> 16 & 0xf));
}

void sumac_checker_reg_write(struct sumac_checker *checker, int nic, uint32_t offset, uint32_t value)
{
	struct shadow *shadow = &checker->shadows[nic];
	uint32_t group = (offset - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE % MAX_GROUPS;

	switch (offset) {
	case SUMAC_REG_CHANNEL_INDEX:
		shadow->index = value;
		return;
	case SUMAC_REG_CHANNEL_GROUP:
		shadow->group = value;
		return;
	case SUMAC_REG_CHANNEL_PEER:
		shadow->peer = value;
		return;
	case SUMAC_REG_CHANNEL_MAC_LO:
		shadow->mac_lo = value;
		return;
	case SUMAC_REG_CHANNEL_MAC_HI:
		shadow->mac_hi = value;
		return;
	case SUMAC_REG_CHANNEL_SLOTS:
		open_channel(checker, nic, shadow, value);
		return;
	}
	if (offset >= SUMAC_GROUP_BASE && offset % SUMAC_GROUP_SIZE == SUMAC_G_KEY)
		shadow->keys[group] = value;
}

/* How far a counter on the wire is ahead of one of ours, which is wider. */
static uint32_t ahead(const struct sumac_checker *checker, uint32_t wire, uint32_t ours)
{
	return (wire - ours) & checker->seq_mask;
}

/* All that a chunk means, without the counters of the opposite direction. */
static uint64_t hash_of(const uint8_t *bytes, size_t len_bytes)
{
	uint64_t hash = sumac_fnv(SUMAC_FNV_START, bytes + SUMAC_PKT_KIND_OFFSET, SUMAC_PKT_ACK_OFFSET - SUMAC_PKT_KIND_OFFSET);

	return sumac_fnv(hash, bytes + SUMAC_PKT_WORD_OFFSET, len_bytes - SUMAC_PKT_WORD_OFFSET - SUMAC_FRAME_CRC_BYTES);
}

/* A sender repeats what is not acknowledged. It may not have heard the last acknowledgement, but a window bounds what it waits
 * for. */
static bool is_repeated(const struct sumac_checker *checker, uint32_t seq, const struct flow *flow)
{
	uint32_t behind = (flow->nxt - seq) & checker->seq_mask;

	return checker->is_lossy && behind && behind <= flow->slots && behind <= flow->nxt;
}

/* Its slot may hold another chunk by now: a repeat that waited in transmit carries that one's bytes, and the receiver drops it,
 * since it has the chunk (R2). */
static bool was_acknowledged(const struct sumac_checker *checker, uint32_t seq, const struct flow *flow)
{
	return ((flow->nxt - seq) & checker->seq_mask) > ((flow->nxt - flow->acked) & checker->seq_mask);
}

static void check_chunk(struct sumac_checker *checker, const struct sumac_frame *frame, struct flow *flow, uint64_t hash,
			uint64_t cycle, const char *where)
{
	uint64_t *known = &flow->hashes[frame->seq % SUMAC_DEF_ChannelSlots];
	char detail[96];

	if (is_repeated(checker, frame->seq, flow)) {
		snprintf(detail, sizeof detail, "chunk %u", frame->seq);
		checker->counts.repeated++;
		checker->counts.repeated_cycle = cycle;
		if (*known != hash && !was_acknowledged(checker, frame->seq, flow))
			tell(checker, SUMAC_CHECKER_REPEAT, where, detail);
		return;
	}
	if (ahead(checker, frame->seq, flow->nxt)) {
		snprintf(detail, sizeof detail, "chunk %u, next is %u", frame->seq, flow->nxt & checker->seq_mask);
		tell(checker, SUMAC_CHECKER_SEQ, where, detail);
		return;
	}
	if (flow->nxt == flow->limit) {
		snprintf(detail, sizeof detail, "chunk %u, limit %u", frame->seq, flow->limit & checker->seq_mask);
		tell(checker, SUMAC_CHECKER_LIMIT, where, detail);
	}
	*known = hash;
	flow->nxt++;
}

/* A frame's acknowledgement and limit belong to the opposite direction. */
static void check_acknowledgement(struct sumac_checker *checker, const struct sumac_frame *frame, struct flow *flow,
				  const char *where)
{
	uint32_t acked = flow->acked + ahead(checker, frame->ack, flow->acked);
	uint32_t limit = flow->limit + ahead(checker, frame->limit, flow->limit);
	char detail[128];

	if (acked - flow->acked > flow->nxt - flow->acked) {
		snprintf(detail, sizeof detail, "acknowledgement %u after %u, sent %u", frame->ack,
			 flow->acked & checker->seq_mask, flow->nxt & checker->seq_mask);
		tell(checker, SUMAC_CHECKER_ACK, where, detail);
		return;
	}
	flow->acked = acked;
	if (limit - acked > flow->slots) {
		snprintf(detail, sizeof detail, "limit %u after %u, acknowledged %u, slots %u", frame->limit,
			 flow->limit & checker->seq_mask, frame->ack, flow->slots);
		tell(checker, SUMAC_CHECKER_GRANT, where, detail);
		return;
	}
	flow->limit = limit;
}

void sumac_checker_frame(struct sumac_checker *checker, int from_nic, uint64_t cycle, const uint8_t *bytes,
			 size_t len_bytes)
{
	enum sumac_checker_rule rule;
	struct sumac_frame frame;
	struct flow *flow;
	char where[128];

	checker->counts.frames++;
	snprintf(where, sizeof where, "frame from NIC %d, cycle %llu, %zu bytes", from_nic, (unsigned long long)cycle,
		 len_bytes);
	if (sumac_frame_parse(bytes, len_bytes, from_nic, checker->n_nics, &frame, &rule)) {
		tell(checker, rule, where, "");
		return;
	}
	checker->counts.chunks += frame.kind == SUMAC_KIND_DATA;
	checker->counts.acks += frame.kind == SUMAC_KIND_ACK;
	checker->counts.aborts += frame.kind == SUMAC_KIND_ABORT;
	flow = *find_flow(checker, frame.from, frame.to, frame.channel, frame.key);
	snprintf(where, sizeof where, "frame from NIC %d to channel %u of NIC %d, kind %u, cycle %llu", from_nic,
		 frame.channel, frame.to, frame.kind, (unsigned long long)cycle);
	if (!flow || !flow->tx_open) {
		tell(checker, SUMAC_CHECKER_CHANNEL, where, "");
		return;
	}
	/* It only matters that the group has failed. */
	if (frame.kind == SUMAC_KIND_ABORT)
		return;
	if (frame.kind == SUMAC_KIND_DATA)
		check_chunk(checker, &frame, flow, hash_of(bytes, len_bytes), cycle, where);
	check_acknowledgement(checker, &frame, flow->reverse, where);
}
