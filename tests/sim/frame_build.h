/*
 * Builds frames for tests, by packet.def.
 */
#ifndef SUMAC_TEST_FRAME_BUILD_H
#define SUMAC_TEST_FRAME_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame_build {
	int from, to;
	unsigned kind;
	bool first, gap;
	uint16_t channel;
	uint32_t key, seq, ack, limit, word;
	const void *payload;
	uint16_t payload_bytes;
};

/* Returns the frame's length; the buffer has room for 4 KiB of payload. */
size_t frame_build(const struct frame_build *what, uint8_t *frame_out);
/* Sets IPv4 checksum and CRC again, after a field was changed. */
void frame_seal(uint8_t *frame, size_t len_bytes);

#endif
