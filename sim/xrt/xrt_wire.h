/*
 * What XRT's hw_emu shim and a model say to each other: packets over a stream socket, each a header and a protocol-buffers message
 * (proto2) of numbers and bytes.
 */
#ifndef SUMAC_XRT_WIRE_H
#define SUMAC_XRT_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sumac_xrt_api {
	/* Asked by the shim. */
	SUMAC_XRT_CLOSE = 1,
	SUMAC_XRT_ALLOC = 4,
	SUMAC_XRT_FREE = 5,
	SUMAC_XRT_TO_DEVICE = 6,
	SUMAC_XRT_FROM_DEVICE = 7,
	SUMAC_XRT_REG_WRITE = 9,
	SUMAC_XRT_REG_READ = 11,
	SUMAC_XRT_MESSAGES = 19,
	SUMAC_XRT_ENVIRONMENT = 20,
	/* Asked by the model, over its second socket, which SUMAC_XRT_CLOSE ends. */
	SUMAC_XRT_HOST_READ = 34,
	SUMAC_XRT_HOST_WRITE = 35,
};

enum {
	SUMAC_XRT_FIELDS = 8, /* field numbers below this are of interest */
	SUMAC_XRT_HEADER_BYTES = 14,
	SUMAC_XRT_SHORT_HEADER_BYTES = 9, /* of answers to the shim: they do not repeat what was asked */
	SUMAC_XRT_LONGEST_BYTES = 64 << 20,
};

/* A message taken apart: by field number, its number, or its bytes; the last one of several. */
struct sumac_xrt_message {
	uint64_t number[SUMAC_XRT_FIELDS];
	const uint8_t *bytes[SUMAC_XRT_FIELDS];
	size_t len_bytes[SUMAC_XRT_FIELDS];
};

/* A packet that comes, or one that is made: then `bytes` has room for a header in front of the message. */
struct sumac_xrt_packet {
	uint32_t api;
	uint8_t *bytes;
	size_t len_bytes, cap_bytes;
	bool is_bad; /* there was no memory for it */
};

void sumac_xrt_packet_destroy(struct sumac_xrt_packet *packet);

/* Waits for a whole packet. 0; -SUMAC_EIO: the other end has gone, or sent what no packet is. */
int sumac_xrt_receive(int fd, size_t header_bytes, struct sumac_xrt_packet *packet);
/* False: it is not well formed. What it finds lies in the packet. */
bool sumac_xrt_parse(const struct sumac_xrt_packet *packet, struct sumac_xrt_message *message_out);

void sumac_xrt_begin(struct sumac_xrt_packet *packet, uint32_t api);
void sumac_xrt_put_number(struct sumac_xrt_packet *packet, unsigned field, uint64_t number);
/* Returns where the bytes go, for the caller to fill in, or NULL. */
uint8_t *sumac_xrt_put_bytes(struct sumac_xrt_packet *packet, unsigned field, size_t len_bytes);
int sumac_xrt_send(int fd, size_t header_bytes, const struct sumac_xrt_packet *packet);

#endif
