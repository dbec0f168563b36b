/*
 * Checks of one frame by itself: lengths, headers, addresses, checksums, kinds.
 */
#include "sim/rack/frame.h"

#include <string.h>

#include "bus/address.h"
#include "spec/spec.h"

enum {
	IP_HEADER_BYTES = 20,
	CRC_BYTES = SUMAC_FRAME_CRC_BYTES,
	VERSION_IHL = 0x45,
	DO_NOT_FRAGMENT = 0x4000,
	TTL = 64,
	PROTO_UDP = 17,
};

static unsigned big(const uint8_t *at)
{
	return (unsigned)at[0] << 8 | at[1];
}

/* A byte at a time is fast enough: simulating the NICs costs far more per frame. */
uint32_t sumac_frame_crc(const uint8_t *bytes, size_t len_bytes)
{
	static uint32_t table[256];
	uint32_t crc = ~0u;

	if (!table[1]) {
		for (uint32_t i = 0; i < 256; i++) {
			uint32_t word = i;

			for (int bit = 0; bit < 8; bit++)
				word = word >> 1 ^ (word & 1 ? (uint32_t)SUMAC_CRC_POLY : 0);
			table[i] = word;
		}
	}
	for (size_t i = 0; i < len_bytes; i++)
		crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 0xff];
	return ~crc;
}

uint16_t sumac_frame_ip_sum(const uint8_t *bytes)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < IP_HEADER_BYTES; i += 2)
		if (i != SUMAC_PKT_IP_SUM_OFFSET - SUMAC_PKT_IP_VERIHL_OFFSET)
			sum += big(bytes + SUMAC_PKT_IP_VERIHL_OFFSET + i);
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

static bool lengths_agree(const uint8_t *bytes, size_t len_bytes, const struct sumac_frame *frame)
{
	unsigned payload = (unsigned)SUMAC_GET(bytes, PKT, LENGTH);
	size_t whole = SUMAC_PKT_BYTES + (payload + 3u) / 4 * 4 + CRC_BYTES;

	if (payload && frame->kind != SUMAC_KIND_DATA)
		return false;
	return len_bytes == whole &&
	       big(bytes + SUMAC_PKT_IP_LEN_OFFSET) == len_bytes - SUMAC_PKT_IP_VERIHL_OFFSET &&
	       big(bytes + SUMAC_PKT_UDP_LEN_OFFSET) == len_bytes - SUMAC_PKT_IP_VERIHL_OFFSET - IP_HEADER_BYTES;
}

static bool headers_are_ours(const uint8_t *bytes)
{
	return big(bytes + SUMAC_PKT_ETH_TYPE_OFFSET) == SUMAC_ETH_IPV4 &&
	       bytes[SUMAC_PKT_IP_VERIHL_OFFSET] == VERSION_IHL && !bytes[SUMAC_PKT_IP_TOS_OFFSET] &&
	       !big(bytes + SUMAC_PKT_IP_ID_OFFSET) && big(bytes + SUMAC_PKT_IP_FRAG_OFFSET) == DO_NOT_FRAGMENT &&
	       bytes[SUMAC_PKT_IP_TTL_OFFSET] == TTL && bytes[SUMAC_PKT_IP_PROTO_OFFSET] == PROTO_UDP &&
	       big(bytes + SUMAC_PKT_UDP_SRC_OFFSET) == SUMAC_UDP_PORT &&
	       big(bytes + SUMAC_PKT_UDP_DST_OFFSET) == SUMAC_UDP_PORT && !big(bytes + SUMAC_PKT_UDP_SUM_OFFSET);
}

static bool addresses_agree(const uint8_t *bytes, const struct sumac_frame *frame)
{
	uint8_t mac[6], from_ip[4], to_ip[4];

	if (frame->to < 0)
		return false;
	sumac_address_mac(frame->from, mac);
	sumac_address_ip(frame->from, from_ip);
	sumac_address_ip(frame->to, to_ip);
	return !memcmp(bytes + SUMAC_PKT_ETH_SRC_OFFSET, mac, sizeof mac) &&
	       !memcmp(bytes + SUMAC_PKT_IP_SRC_OFFSET, from_ip, sizeof from_ip) &&
	       !memcmp(bytes + SUMAC_PKT_IP_DST_OFFSET, to_ip, sizeof to_ip);
}

/* The kind exists, and has no other flags. */
static bool is_kind(unsigned kind, unsigned flags)
{
	switch (kind) {
	case SUMAC_KIND_DATA:
		return !(flags & ~(unsigned)SUMAC_PKT_FLAG_FIRST);
	case SUMAC_KIND_ACK:
	case SUMAC_KIND_PROBE_REPLY:
		return !(flags & ~(unsigned)SUMAC_PKT_FLAG_GAP);
	case SUMAC_KIND_PROBE:
	case SUMAC_KIND_ABORT:
		return !flags;
	default:
		return false;
	}
}

static bool word_agrees(const uint8_t *bytes, const struct sumac_frame *frame)
{
	return frame->first || frame->kind == SUMAC_KIND_ABORT || !SUMAC_GET(bytes, PKT, WORD);
}

static void take_fields(const uint8_t *bytes, int n_nics, struct sumac_frame *frame)
{
	frame->to = sumac_address_nic(bytes + SUMAC_PKT_ETH_DST_OFFSET, n_nics);
	frame->kind = SUMAC_GET(bytes, PKT, KIND) & 0xf;
	frame->first = SUMAC_GET(bytes, PKT, KIND) >> 4 & SUMAC_PKT_FLAG_FIRST;
	frame->gap = SUMAC_GET(bytes, PKT, KIND) >> 4 & SUMAC_PKT_FLAG_GAP;
	frame->channel = (uint16_t)SUMAC_GET(bytes, PKT, CHANNEL);
	frame->key = (uint32_t)SUMAC_GET(bytes, PKT, KEY);
	frame->seq = (uint32_t)SUMAC_GET(bytes, PKT, SEQ);
	frame->ack = (uint32_t)SUMAC_GET(bytes, PKT, ACK);
	frame->limit = (uint32_t)SUMAC_GET(bytes, PKT, LIMIT);
}

static int find_fault(const uint8_t *bytes, size_t len_bytes, const struct sumac_frame *frame)
{
	const uint8_t *crc = bytes + len_bytes - CRC_BYTES;

	if (!is_kind(frame->kind, (unsigned)SUMAC_GET(bytes, PKT, KIND) >> 4))
		return SUMAC_CHECKER_KIND;
	if (!lengths_agree(bytes, len_bytes, frame))
		return SUMAC_CHECKER_LENGTH;
	if (!headers_are_ours(bytes))
		return SUMAC_CHECKER_HEADER;
	if (!addresses_agree(bytes, frame))
		return SUMAC_CHECKER_ADDRESS;
	if (big(bytes + SUMAC_PKT_IP_SUM_OFFSET) != sumac_frame_ip_sum(bytes))
		return SUMAC_CHECKER_IP_SUM;
	if (sumac_record_get(crc, 0, CRC_BYTES) !=
	    sumac_frame_crc(bytes + SUMAC_PKT_CRC_FROM, len_bytes - SUMAC_PKT_CRC_FROM - CRC_BYTES))
		return SUMAC_CHECKER_CRC;
	if (!word_agrees(bytes, frame))
		return SUMAC_CHECKER_WORD;
	return -1;
}

int sumac_frame_parse(const uint8_t *bytes, size_t len_bytes, int from, int n_nics, struct sumac_frame *frame_out,
		      enum sumac_checker_rule *rule_out)
{
	int fault = SUMAC_CHECKER_LENGTH;

	frame_out->from = from;
	if (len_bytes >= SUMAC_PKT_BYTES + CRC_BYTES) {
		take_fields(bytes, n_nics, frame_out);
		fault = find_fault(bytes, len_bytes, frame_out);
	}
	if (fault < 0)
		return 0;
	*rule_out = (enum sumac_checker_rule)fault;
	return -1;
}
