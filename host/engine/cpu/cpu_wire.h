/*
 * What the CPU engines of a job say to each other. The ranks run the same build (compared at start-up), so
 * these are plain structures; all that comes in is checked nevertheless.
 */
#ifndef SUMAC_CPU_WIRE_H
#define SUMAC_CPU_WIRE_H

#include <stdint.h>

#include "engine/cpu/control.h"
#include "fabric/fabric.h"

/* The header of a chunk. */
struct sumac_cpu_chunk_header {
	uint64_t key;	   /* of the team */
	uint64_t digest;   /* what all ranks must agree on */
	uint64_t chunk;	   /* of the call */
	uint32_t seq;	   /* of the call */
	uint32_t number;   /* of the chunk in its stream, over all calls */
	uint32_t released; /* of the stream that comes back: chunks that the sender has taken */
	uint32_t len_bytes;
	uint32_t from;	   /* team rank */
	uint8_t class;
	uint8_t ordinal;
	uint8_t step;
	uint8_t zero;
};
_Static_assert(sizeof(struct sumac_cpu_chunk_header) <= SUMAC_FABRIC_HEADER_BYTES, "a header's room");

enum sumac_cpu_control_kind {
	SUMAC_CPU_CREDIT = 1, /* released chunks of a stream, when no chunk carries the word */
	SUMAC_CPU_ABORT,      /* the team has failed */
	SUMAC_CPU_QUESTION,   /* which calls have you begun? */
	SUMAC_CPU_ANSWER,
};

struct sumac_cpu_control {
	uint64_t key;
	uint32_t kind;
	uint32_t from; /* team rank */
	union {
		struct {
			uint32_t released;
			uint8_t class;
			uint8_t ordinal;
		} credit;
		struct {
			uint32_t seq; /* of the call that failed on the sender */
			int32_t status, fault_rank;
			struct sumac_cpu_notes notes; /* the sender's */
		} abort;
		struct sumac_cpu_notes answer;
	};
};
_Static_assert(sizeof(struct sumac_cpu_control) <= SUMAC_FABRIC_CONTROL_BYTES, "a control message's room");

#endif
