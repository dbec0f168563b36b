/*
 * The definition of a packet, once more in plain C for the benches of receive and transmit (DPI): builds frames field
 * by field, parses them with a reason for each refusal, and knows CRC-32C bit by bit. It shares the layout
 * (include/spec/packet.def) with the RTL and nothing else.
 */
#include <stdint.h>
#include <string.h>

#include "spec/spec.h"

#ifdef __cplusplus		/* Verilator's makefile compiles this as C++ */
extern "C" {
#endif

#define BEAT_BYTES	64
#define FRAME_MAX	(BEAT_BYTES * 1100)
#define IP_OFFSET	SUMAC_PKT_IP_VERIHL_OFFSET
#define IP_BYTES	20
#define UDP_BYTES	8
#define CRC_BYTES	4

struct frame {
	uint8_t bytes[FRAME_MAX + BEAT_BYTES];
	int len_bytes;
	int used_bytes; /* zeros from here on */
};

static struct frame built, heard;

/* The CRC of each byte, bit by bit. */
static const uint32_t *crc_of_bytes(void)
{
	static uint32_t table[256];

	for (uint32_t byte = 0; byte < 256 && !table[255]; byte++) {
		uint32_t state = byte;

		for (int bit = 0; bit < 8; bit++)
			state = (state >> 1) ^ ((state & 1) ? SUMAC_CRC_POLY : 0);
		table[byte] = state;
	}
	return table;
}

static uint32_t crc32c(const uint8_t *bytes, int len_bytes)
{
	const uint32_t *table = crc_of_bytes();
	uint32_t state = 0xFFFFFFFF;

	for (int i = 0; i < len_bytes; i++)
		state = (state >> 8) ^ table[(state ^ bytes[i]) & 0xFF];
	return ~state;
}

/* RFC 1071 over the IPv4 header; 0 when the checksum in it is right. */
static unsigned ip_checksum(const uint8_t *ip)
{
	unsigned sum = 0;

	for (int i = 0; i < IP_BYTES; i += 2)
		sum += ip[i] << 8 | ip[i + 1];
	while (sum >> 16)
		sum = (sum & 0xFFFF) + (sum >> 16);
	return ~sum & 0xFFFF;
}

static void put_wire16(struct frame *frame, int offset, unsigned value)
{
	frame->bytes[offset] = value >> 8;
	frame->bytes[offset + 1] = value;
}

static unsigned get_wire16(const struct frame *frame, int offset)
{
	return frame->bytes[offset] << 8 | frame->bytes[offset + 1];
}

static int padded(int bytes)
{
	return (bytes + 3) / 4 * 4;
}

/* Byte i of the payload that belongs to a seed. */
int ref_packet_payload(int seed, int i)
{
	uint32_t x = (uint32_t)seed * 2654435761u + (uint32_t)i * 40503u;

	x ^= x >> 15;
	x *= 2246822519u;
	return x >> 24;
}

/* Makes CRC and IPv4 checksum right for what now stands in the frame. */
void ref_packet_seal(int crc, int checksum)
{
	int end = built.len_bytes - CRC_BYTES;

	if (checksum) {
		put_wire16(&built, SUMAC_PKT_IP_SUM_OFFSET, 0);
		put_wire16(&built, SUMAC_PKT_IP_SUM_OFFSET, ip_checksum(built.bytes + IP_OFFSET));
	}
	if (crc && end >= SUMAC_PKT_CRC_FROM)
		sumac_record_put(built.bytes, end, CRC_BYTES,
				 crc32c(built.bytes + SUMAC_PKT_CRC_FROM, end - SUMAC_PKT_CRC_FROM));
}

/* A right packet, but for what its arguments ask; the kind comes with its flags. Returns its bytes. */
int ref_packet_build(int kind, int channel, int key, int seq, int ack, int limit, int word, int bytes,
		     int seed)
{
	memset(built.bytes, 0, (size_t)built.used_bytes);
	for (int i = 0; i < 12; i++)
		built.bytes[i] = ref_packet_payload(seed + 1, i);
	put_wire16(&built, SUMAC_PKT_ETH_TYPE_OFFSET, SUMAC_ETH_IPV4);
	built.bytes[SUMAC_PKT_IP_VERIHL_OFFSET] = 0x45;
	put_wire16(&built, SUMAC_PKT_IP_FRAG_OFFSET, 0x4000);
	built.bytes[SUMAC_PKT_IP_TTL_OFFSET] = 1 + (seed & 63);
	built.bytes[SUMAC_PKT_IP_PROTO_OFFSET] = 17;
	for (int i = 0; i < 8; i++)
		built.bytes[SUMAC_PKT_IP_SRC_OFFSET + i] = ref_packet_payload(seed + 2, i);
	put_wire16(&built, SUMAC_PKT_UDP_SRC_OFFSET, SUMAC_UDP_PORT);
	put_wire16(&built, SUMAC_PKT_UDP_DST_OFFSET, SUMAC_UDP_PORT);
	sumac_record_put(built.bytes, SUMAC_PKT_KIND_OFFSET, 1, kind);
	sumac_record_put(built.bytes, SUMAC_PKT_CHANNEL_OFFSET, 2, channel);
	sumac_record_put(built.bytes, SUMAC_PKT_KEY_OFFSET, 4, (uint32_t)key);
	sumac_record_put(built.bytes, SUMAC_PKT_SEQ_OFFSET, 3, seq & 0xFFFFFF);
	sumac_record_put(built.bytes, SUMAC_PKT_ACK_OFFSET, 3, ack & 0xFFFFFF);
	sumac_record_put(built.bytes, SUMAC_PKT_LIMIT_OFFSET, 3, limit & 0xFFFFFF);
	sumac_record_put(built.bytes, SUMAC_PKT_WORD_OFFSET, 4, (uint32_t)word);
	sumac_record_put(built.bytes, SUMAC_PKT_LENGTH_OFFSET, 2, bytes);
	for (int i = 0; i < padded(bytes); i++)
		built.bytes[SUMAC_PKT_BYTES + i] = ref_packet_payload(seed, i);
	built.len_bytes = built.used_bytes = SUMAC_PKT_BYTES + padded(bytes) + CRC_BYTES;
	put_wire16(&built, SUMAC_PKT_IP_LEN_OFFSET, built.len_bytes - IP_OFFSET);
	put_wire16(&built, SUMAC_PKT_UDP_LEN_OFFSET, built.len_bytes - IP_OFFSET - IP_BYTES);
	ref_packet_seal(1, 1);
	return built.len_bytes;
}

void ref_packet_flip(int bit)
{
	built.bytes[bit / 8] ^= 1 << bit % 8;
}

/* A big-endian half, for the fields up to UDP. */
void ref_packet_put_wire16(int offset, int value)
{
	put_wire16(&built, offset, value);
}

int ref_packet_get_wire16(int offset)
{
	return get_wire16(&built, offset);
}

void ref_packet_put_byte(int offset, int value)
{
	built.bytes[offset] = value;
}

/* Cuts or lengthens the frame, the lengths in its headers being left as they are or made to follow. */
void ref_packet_resize(int len_bytes, int follow)
{
	built.len_bytes = len_bytes;
	if (len_bytes > built.used_bytes)
		built.used_bytes = len_bytes;
	if (follow) {
		put_wire16(&built, SUMAC_PKT_IP_LEN_OFFSET, len_bytes - IP_OFFSET);
		put_wire16(&built, SUMAC_PKT_UDP_LEN_OFFSET, len_bytes - IP_OFFSET - IP_BYTES);
	}
}

int ref_packet_bytes(void)
{
	return built.len_bytes;
}

/* Word n (32 bits) of the built frame; what lies behind its end is noise. */
int ref_packet_word(int n)
{
	if (4 * n >= built.len_bytes)
		return 0x5A5A5A5A ^ n;
	return sumac_record_get(built.bytes, 4 * n, 4);
}

/* Parsing: the bench hands a frame over word by word, then asks. */
void ref_packet_hear(int n, int word)
{
	if (4 * n + 4 <= FRAME_MAX)
		sumac_record_put(heard.bytes, 4 * n, 4, (uint32_t)word);
	heard.len_bytes = 4 * n + 4;
}

/* 0, or the number of the first check that fails. */
int ref_packet_parse(void)
{
	const uint8_t *b = heard.bytes;
	int len = (int)sumac_record_get(b, SUMAC_PKT_LENGTH_OFFSET, 2);
	int end = heard.len_bytes - CRC_BYTES;

	if (heard.len_bytes != SUMAC_PKT_BYTES + padded(len) + CRC_BYTES)
		return 1;
	if (get_wire16(&heard, SUMAC_PKT_ETH_TYPE_OFFSET) != SUMAC_ETH_IPV4)
		return 2;
	if (b[SUMAC_PKT_IP_VERIHL_OFFSET] != 0x45 || b[SUMAC_PKT_IP_TOS_OFFSET] != 0 ||
	    b[SUMAC_PKT_IP_PROTO_OFFSET] != 17 || b[SUMAC_PKT_IP_TTL_OFFSET] != 64)
		return 3;
	if (get_wire16(&heard, SUMAC_PKT_IP_ID_OFFSET) != 0 || get_wire16(&heard, SUMAC_PKT_IP_FRAG_OFFSET) != 0x4000)
		return 4;
	if ((int)get_wire16(&heard, SUMAC_PKT_IP_LEN_OFFSET) != heard.len_bytes - IP_OFFSET)
		return 5;
	if (ip_checksum(b + IP_OFFSET) != 0)
		return 6;
	if (get_wire16(&heard, SUMAC_PKT_UDP_SRC_OFFSET) != SUMAC_UDP_PORT ||
	    get_wire16(&heard, SUMAC_PKT_UDP_DST_OFFSET) != SUMAC_UDP_PORT)
		return 7;
	if ((int)get_wire16(&heard, SUMAC_PKT_UDP_LEN_OFFSET) != heard.len_bytes - IP_OFFSET - IP_BYTES ||
	    get_wire16(&heard, SUMAC_PKT_UDP_SUM_OFFSET) != 0)
		return 8;
	if (sumac_record_get(b, end, CRC_BYTES) != crc32c(b + SUMAC_PKT_CRC_FROM, end - SUMAC_PKT_CRC_FROM))
		return 9;
	return 0;
}

/* A little-endian field of the frame heard; offsets count from its beginning. */
long long ref_packet_field(int offset, int bytes)
{
	return (long long)sumac_record_get(heard.bytes, offset, bytes);
}

/* 1 when the payload heard is the one of this seed. */
int ref_packet_payload_is(int seed)
{
	int len = (int)sumac_record_get(heard.bytes, SUMAC_PKT_LENGTH_OFFSET, 2);
	const uint8_t *payload = heard.bytes + SUMAC_PKT_BYTES;

	for (int i = 0; i < len; i++) {
		if (payload[i] != ref_packet_payload(seed, i))
			return 0;
	}
	return 1;
}

/*
 * The number of `bits` bits from the wire that lies in [low, high]; `none` when there is no such number. This is how
 * receive must understand acknowledgement and limit, found the slow way.
 */
int ref_packet_within(int wire, int bits, int low, int high, int none)
{
	uint32_t mask = bits >= 32 ? ~0u : (1u << bits) - 1;
	uint32_t n = (uint32_t)low;

	for (;;) {
		if ((n & mask) == ((uint32_t)wire & mask))
			return (int)n;
		if (n == (uint32_t)high)
			return none;
		n++;
	}
}

#ifdef __cplusplus
}
#endif
