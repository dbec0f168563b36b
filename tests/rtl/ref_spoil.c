/*
 * Ways to spoil the packet that ref_packet.c has built, each with the counter under which receive must drop it. They damage
 * the frame; what is wrong with a packet's contents is asked of ref_packet_build().
 */
#include "spec/spec.h"

#ifdef __cplusplus		/* Verilator's makefile compiles this as C++ */
extern "C" {
#endif

void ref_packet_seal(int crc, int checksum);
void ref_packet_flip(int bit);
void ref_packet_put_wire16(int offset, int value);
int ref_packet_get_wire16(int offset);
void ref_packet_put_byte(int offset, int value);
void ref_packet_resize(int len_bytes, int follow);
int ref_packet_bytes(void);

#define ANY	(-2)		/* dropped, whatever the cause */

static unsigned state;

static int rnd(int n)		/* 0 to n - 1 */
{
	state = state * 1664525u + 1013904223u;
	return (int)((state >> 8) % (unsigned)n);
}

/* A half of the header with one bit changed, CRC and checksum being right for it. */
static void change_half(int offset, int bit)
{
	ref_packet_put_wire16(offset, ref_packet_get_wire16(offset) ^ 1 << bit);
	ref_packet_seal(1, 1);
}

/* The frame alone: its bits, its lengths. */
static int spoil_frame(int way)
{
	int total = ref_packet_bytes();

	switch (way) {
	case 0:
		ref_packet_flip(96 + rnd(8 * total - 96));
		return ANY;
	case 1:
		ref_packet_flip(8 * total - 32 + rnd(32));
		return SUMAC_CNT_DROP_CRC;
	case 2:
		ref_packet_resize(total - 4 * (1 + rnd(total / 4 - 1)), rnd(2));
		break;
	case 3:
		ref_packet_resize(total + 4 * (1 + rnd(100)), rnd(2));
		break;
	default:
		ref_packet_resize(64, rnd(2));
		return SUMAC_CNT_DROP_MALFORMED;	/* and no place for a CRC */
	}
	ref_packet_seal(1, 1);
	return SUMAC_CNT_DROP_MALFORMED;
}

/* Fields of a header that is sealed again, so that nothing but the field tells. */
static int spoil_field(int way, int kind, int bytes)
{
	int other;

	switch (way) {
	case 5:
		change_half(SUMAC_PKT_ETH_TYPE_OFFSET, rnd(16));
		break;
	case 6:
		change_half(SUMAC_PKT_IP_VERIHL_OFFSET, 8 + rnd(8));
		break;
	case 7:		/* all but "do not fragment" */
		other = rnd(15);
		change_half(SUMAC_PKT_IP_FRAG_OFFSET, other == 14 ? 15 : other);
		break;
	case 8:
		change_half(SUMAC_PKT_IP_PROTO_OFFSET - 1, rnd(8));
		break;
	case 9:
		change_half(rnd(2) ? SUMAC_PKT_UDP_SRC_OFFSET : SUMAC_PKT_UDP_DST_OFFSET, rnd(16));
		break;
	case 10:
		change_half(rnd(2) ? SUMAC_PKT_IP_LEN_OFFSET : SUMAC_PKT_UDP_LEN_OFFSET, rnd(16));
		break;
	case 11:
		change_half(SUMAC_PKT_UDP_SUM_OFFSET, rnd(16));
		break;
	case 12:
		other = bytes + (bytes == 0 ? 4 : -4);
		ref_packet_put_byte(SUMAC_PKT_LENGTH_OFFSET, other & 255);
		ref_packet_put_byte(SUMAC_PKT_LENGTH_OFFSET + 1, other >> 8);
		ref_packet_seal(1, 1);
		break;
	case 13:	/* the checksum itself */
		ref_packet_put_wire16(SUMAC_PKT_IP_SUM_OFFSET,
				      ref_packet_get_wire16(SUMAC_PKT_IP_SUM_OFFSET) ^ 1 << rnd(16));
		break;
	default:	/* flags that nobody knows */
		ref_packet_put_byte(SUMAC_PKT_KIND_OFFSET, kind | (2 + rnd(14) / 2 * 2) << 4);
		ref_packet_seal(1, 1);
		return ANY;
	}
	return SUMAC_CNT_DROP_MALFORMED;
}

/* Spoils in one of 15 ways, and returns the counter. */
int ref_packet_spoil(int way, int kind, int bytes, int seed)
{
	state = (unsigned)seed;
	return way < 5 ? spoil_frame(way) : spoil_field(way, kind, bytes);
}

#ifdef __cplusplus
}
#endif
