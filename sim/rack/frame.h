/*
 * Checks a frame's layout and takes its fields apart, by packet.def.
 */
#ifndef SUMAC_SIM_FRAME_H
#define SUMAC_SIM_FRAME_H

#include <stdbool.h>

#include "sim/rack/checker.h"

enum { SUMAC_FRAME_CRC_BYTES = 4 };

struct sumac_frame {
	int from, to; /* NICs */
	unsigned kind;
	bool first, gap;
	uint16_t channel;
	uint32_t key, seq, ack, limit;
};

/* 0, or -1 and the rule that the frame breaks. `from` is the port that it came from. */
int sumac_frame_parse(const uint8_t *bytes, size_t len_bytes, int from, int n_nics, struct sumac_frame *frame_out,
		      enum sumac_checker_rule *rule_out);

uint32_t sumac_frame_crc(const uint8_t *bytes, size_t len_bytes);
uint16_t sumac_frame_ip_sum(const uint8_t *bytes);

#endif
