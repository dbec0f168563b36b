/*
 * Frames for tests. The CRC and the checksum are computed bit by bit, independently of the checker's.
 */
#include "frame_build.h"

#include <string.h>

#include "bus/address.h"
#include "spec/spec.h"

static void put_big(uint8_t *frame, unsigned offset, unsigned value)
{
	frame[offset] = (uint8_t)(value >> 8);
	frame[offset + 1] = (uint8_t)value;
}

static uint32_t crc_of(const uint8_t *bytes, size_t len_bytes)
{
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < 8 * len_bytes; i++) {
		uint32_t bit = (crc ^ (uint32_t)(bytes[i / 8] >> i % 8)) & 1;

		crc = crc >> 1 ^ (bit ? 0x82F63B78 : 0);
	}
	return crc ^ 0xffffffff;
}

void frame_seal(uint8_t *frame, size_t len_bytes)
{
	uint64_t sum = 0;

	put_big(frame, SUMAC_PKT_IP_SUM_OFFSET, 0);
	for (int i = 14; i < 34; i += 2)
		sum += (unsigned)frame[i] * 256 + frame[i + 1];
	while (sum > 0xffff)
		sum = sum % 65536 + sum / 65536;
	put_big(frame, SUMAC_PKT_IP_SUM_OFFSET, 0xffff - (unsigned)sum);
	sumac_record_put(frame, (unsigned)len_bytes - 4, 4, crc_of(frame + 42, len_bytes - 46));
}

size_t frame_build(const struct frame_build *what, uint8_t *frame_out)
{
	size_t len_bytes = SUMAC_PKT_BYTES + (what->payload_bytes + 3u) / 4 * 4 + 4;

	memset(frame_out, 0, len_bytes);
	sumac_address_mac(what->to, frame_out + SUMAC_PKT_ETH_DST_OFFSET);
	sumac_address_mac(what->from, frame_out + SUMAC_PKT_ETH_SRC_OFFSET);
	sumac_address_ip(what->from, frame_out + SUMAC_PKT_IP_SRC_OFFSET);
	sumac_address_ip(what->to, frame_out + SUMAC_PKT_IP_DST_OFFSET);
	put_big(frame_out, SUMAC_PKT_ETH_TYPE_OFFSET, 0x0800);
	frame_out[SUMAC_PKT_IP_VERIHL_OFFSET] = 0x45;
	put_big(frame_out, SUMAC_PKT_IP_LEN_OFFSET, (unsigned)len_bytes - 14);
	put_big(frame_out, SUMAC_PKT_IP_FRAG_OFFSET, 0x4000);
	frame_out[SUMAC_PKT_IP_TTL_OFFSET] = 64;
	frame_out[SUMAC_PKT_IP_PROTO_OFFSET] = 17;
	put_big(frame_out, SUMAC_PKT_UDP_SRC_OFFSET, 0x536D);
	put_big(frame_out, SUMAC_PKT_UDP_DST_OFFSET, 0x536D);
	put_big(frame_out, SUMAC_PKT_UDP_LEN_OFFSET, (unsigned)len_bytes - 34);
	SUMAC_PUT(frame_out, PKT, KIND, what->kind | (what->first ? 16 : 0) | (what->gap ? 32 : 0));
	SUMAC_PUT(frame_out, PKT, CHANNEL, what->channel);
	SUMAC_PUT(frame_out, PKT, KEY, what->key);
	SUMAC_PUT(frame_out, PKT, SEQ, what->seq);
	SUMAC_PUT(frame_out, PKT, ACK, what->ack);
	SUMAC_PUT(frame_out, PKT, LIMIT, what->limit);
	SUMAC_PUT(frame_out, PKT, WORD, what->word);
	SUMAC_PUT(frame_out, PKT, LENGTH, what->payload_bytes);
	if (what->payload_bytes)
		memcpy(frame_out + SUMAC_PKT_BYTES, what->payload, what->payload_bytes);
	frame_seal(frame_out, len_bytes);
	return len_bytes;
}
