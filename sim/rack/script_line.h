/*
 * A line of a script of packet events: what it does to which packet, or which one it expects.
 */
#ifndef SUMAC_SIM_SCRIPT_LINE_H
#define SUMAC_SIM_SCRIPT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spec/spec.h"

/* As bits, since a packet may be several: a kind's code is its bit. */
enum {
	SUMAC_SEEN_NAK = 1 << 16,    /* an ACK with GAP */
	SUMAC_SEEN_REPEAT = 1 << 17, /* DATA that was sent before */
	SUMAC_SEEN_CHUNK = 1 << 18,  /* DATA for the first time */
	SUMAC_SEEN_FIRST = 1 << 19,  /* a message's first chunk, for the first time */
};

enum sumac_script_verb {
	SUMAC_SCRIPT_DROP,
	SUMAC_SCRIPT_DOUBLE,
	SUMAC_SCRIPT_SWAP,
	SUMAC_SCRIPT_FLIP,
	SUMAC_SCRIPT_CUT,
	SUMAC_SCRIPT_DELAY,
	SUMAC_SCRIPT_EXPECT,
	SUMAC_SCRIPT_EXPECT_NO,
};

struct sumac_script_line {
	enum sumac_script_verb verb;
	uint32_t value;	  /* of flip, cut, delay; of expect: within so many cycles */
	uint32_t seen;	  /* SUMAC_SEEN_*, or 1 << kind */
	uint32_t nth;	  /* such packet of its message */
	uint32_t message; /* 0: whichever, so nth counts all */
	int from, to;	  /* NICs */
};

/* Takes the line's words apart, and changes them. 0, or -SUMAC_EINVAL with what would have been right in why_out. */
int sumac_script_line_parse(char *text, struct sumac_script_line *line_out, char *why_out, size_t cap_bytes);

#endif
