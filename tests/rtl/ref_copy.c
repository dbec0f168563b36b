/*
 * Host memory and jobs of the bench that copies through both DMA units: 64 x 64 alignments of source and target, every
 * pair once, with lengths of 0 to 4096. Each target area is filled with a pattern beforehand and compared whole,
 * its neighbours' bytes included, when its write is done.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ref_beat.h"
#include "svdpi.h"

#define LANES      4			/* copies at a time; each has its own areas */
#define AREA_BYTES 8192			/* 4096 in the middle, neighbours at both sides */
#define N_COPIES   4096
#define PATTERN    0xA5

static uint8_t memory[2 * LANES * AREA_BYTES];	/* sources, then targets */
static struct { int src, dst, bytes; } copies[LANES];
static int n_copies;

/* The next copy of a lane: 0 when there are no more. */
int ref_copy_next(int lane, int *src_out, int *dst_out, int *bytes_out)
{
	uint8_t *src = memory + lane * AREA_BYTES, *dst = memory + (LANES + lane) * AREA_BYTES;
	uint64_t r = ref_random();

	if (n_copies == N_COPIES)
		return 0;
	for (int i = 0; i < AREA_BYTES; i++)
		src[i] = (uint8_t)(ref_random() >> 24);
	memset(dst, PATTERN, AREA_BYTES);
	copies[lane].src = (int)(src - memory) + (int)(r % 32) * 64 + n_copies % 64;
	copies[lane].dst = (int)(dst - memory) + 64 + (int)(r / 32 % 31) * 64 + n_copies / 64;
	copies[lane].bytes = (r >> 20 & 3) == 0 ? (int)(r >> 30) & 127 : (int)((r >> 30) % 4097);
	n_copies++;
	*src_out = copies[lane].src;
	*dst_out = copies[lane].dst;
	*bytes_out = copies[lane].bytes;
	return 1;
}

void ref_copy_read(int addr, svBitVecVal *data_out)
{
	if (addr < 0 || addr + 64 > LANES * AREA_BYTES) {
		fprintf(stderr, "ref_copy: read of 0x%x\n", addr);
		abort();
	}
	memcpy(data_out, memory + addr, BEAT_BYTES);
}

void ref_copy_write(int addr, long long strb, const svBitVecVal *data)
{
	struct beat x;

	if (addr < LANES * AREA_BYTES || addr + 64 > 2 * LANES * AREA_BYTES) {
		fprintf(stderr, "ref_copy: write of 0x%x\n", addr);
		abort();
	}
	memcpy(&x, data, BEAT_BYTES);
	for (int i = 0; i < BEAT_BYTES; i++)
		if ((uint64_t)strb >> i & 1)
			memory[addr + i] = x.bytes[i];
}

/* Nonzero: the target of this lane is not what it should be. */
int ref_copy_check(int lane)
{
	int area = (LANES + lane) * AREA_BYTES, dst = copies[lane].dst, bytes = copies[lane].bytes;

	for (int i = area; i < area + AREA_BYTES; i++) {
		int inside = i >= dst && i < dst + bytes;
		uint8_t expected = inside ? memory[copies[lane].src + i - dst] : PATTERN;

		if (memory[i] != expected) {
			fprintf(stderr, "ref_copy: %d bytes from 0x%x to 0x%x: byte 0x%x is 0x%02x, not 0x%02x\n", bytes,
				copies[lane].src, dst, i, memory[i], expected);
			return 1;
		}
	}
	return 0;
}

