/*
 * The messages between the CPU engines of a job. The ranks run the same build (compared at start-up), so these are plain
 * structures; arrivals are checked all the same.
 */
#ifndef SUMAC_CPU_WIRE_H
#define SUMAC_CPU_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "fabric/fabric.h"

/* The header of a chunk. */
struct sumac_cpu_chunk_header {
	uint64_t key;	   /* of the team */
	uint64_t digest;   /* what all ranks must agree on */
	uint64_t chunk;	   /* of the call */
	uint32_t seq;	   /* the lower half of the call's */
	uint32_t number;   /* of the chunk in its stream, over all calls */
	uint32_t released; /* of the stream in the other direction: chunks that the sender has taken */
	uint32_t len_bytes;
	uint32_t from;	   /* team rank */
	uint16_t ordinal;
	uint8_t class;
	uint8_t step;
};
_Static_assert(sizeof(struct sumac_cpu_chunk_header) <= SUMAC_FABRIC_HEADER_BYTES, "a header's size");

/* Reports released chunks of a stream when no chunk carries that number. */
struct sumac_cpu_credit {
	uint32_t port;
	uint32_t released;
	uint64_t key;
	uint32_t from; /* team rank */
	uint16_t ordinal;
	uint8_t class;
	uint8_t zero;
};
_Static_assert(sizeof(struct sumac_cpu_credit) <= SUMAC_FABRIC_CONTROL_BYTES, "a control message's size");
_Static_assert(offsetof(struct sumac_cpu_credit, port) == 0, "where the fabric looks for the port");

#endif
