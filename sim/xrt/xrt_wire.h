/*
 * The protocol between XRT's hw_emu shim and a model: packets over a stream socket, each a header and a
 * protocol-buffers message (proto2) of numbers and bytes.
 */
#ifndef SUMAC_XRT_WIRE_H
#define SUMAC_XRT_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sumac_xrt_api {
	/* Requests of the shim. */
	SUMAC_XRT_CLOSE = 1,
	SUMAC_XRT_ALLOC = 4,
	SUMAC_XRT_FREE = 5,
	SUMAC_XRT_TO_DEVICE = 6,
	SUMAC_XRT_FROM_DEVICE = 7,
	SUMAC_XRT_REG_WRITE = 9,
	SUMAC_XRT_REG_READ = 11,
	SUMAC_XRT_MESSAGES = 19,
	SUMAC_XRT_ENVIRONMENT = 20,
	/* Requests of the model, over its second socket, which SUMAC_XRT_CLOSE ends. */
	SUMAC_XRT_HOST_READ = 34,
	SUMAC_XRT_HOST_WRITE = 35,
};

enum {
	SUMAC_XRT_FIELDS = 8, /* only field numbers below this matter */
	SUMAC_XRT_HEADER_BYTES = 14,
	SUMAC_XRT_SHORT_HEADER_BYTES = 9, /* in answers to the shim, which do not repeat the request */
	SUMAC_XRT_LONGEST_BYTES = 64 << 20,
};

/* A message taken apart: by field number, its number, or its bytes; the last one of several. */
struct sumac_xrt_message {
	uint64_t number[SUMAC_XRT_FIELDS];
	const uint8_t *bytes[SUMAC_XRT_FIELDS];
	size_t len_bytes[SUMAC_XRT_FIELDS];
};

/* A packet that has arrived, or one being built: then `bytes` has room for a header in front of the message. */
struct sumac_xrt_packet {
	uint32_t api;
	uint8_t *bytes;
	size_t len_bytes, cap_bytes;
	bool is_bad; /* there was no memory for it */
};

void sumac_xrt_packet_destroy(struct sumac_xrt_packet *packet);

/* Waits for a whole packet. 0; -SUMAC_EIO: the other end is gone, or sent something that is no packet. */
int sumac_xrt_receive(int fd, size_t header_bytes, struct sumac_xrt_packet *packet);
/* False: it is not well formed. The fields found lie in the packet. */
bool sumac_xrt_parse(const struct sumac_xrt_packet *packet, struct sumac_xrt_message *message_out);

void sumac_xrt_begin(struct sumac_xrt_packet *packet, uint32_t api);
void sumac_xrt_put_number(struct sumac_xrt_packet *packet, unsigned field, uint64_t number);
/* Returns where the bytes go, for the caller to fill in, or NULL. */
uint8_t *sumac_xrt_put_bytes(struct sumac_xrt_packet *packet, unsigned field, size_t len_bytes);
int sumac_xrt_send(int fd, size_t header_bytes, const struct sumac_xrt_packet *packet);

#endif
