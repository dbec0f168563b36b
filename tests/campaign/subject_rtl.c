/*
 * Beats through the Verilated lanes, one a cycle; their results come in order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/alu.h"
#include "campaign/subject.h"
#include "oracle/oracle.h"
#include "sumac_ops.h"

enum { PATIENCE = 64 /* clocks without a result */ };

static struct alu *alu;

static void rtl_run(int op, int type, const void *left, const void *right, size_t count, void *dst)
{
	size_t len_bytes = count * oracle_elem_bytes(type), in = 0, out = 0;
	int waiting = 0;

	alu_operation(alu, op, type);
	while (out < len_bytes) {
		const void *beat = alu_clock(alu, in < len_bytes ? (const char *)left + in : NULL,
					     (const char *)right + in);

		if (in < len_bytes)
			in += ALU_BEAT_BYTES;
		if (beat) {
			memcpy((char *)dst + out, beat, ALU_BEAT_BYTES);
			out += ALU_BEAT_BYTES;
			waiting = 0;
		} else if (++waiting > PATIENCE) {
			printf("FAIL the lanes gave %zu of %zu results\n", out / ALU_BEAT_BYTES,
			       len_bytes / ALU_BEAT_BYTES);
			exit(1);
		}
	}
}

static void rtl_close(void)
{
	alu_close(alu);
}

int subject_rtl(struct subject *subject_out)
{
	alu = alu_open();
	*subject_out = (struct subject){ .run = rtl_run, .close = rtl_close };
	return 0;
}
