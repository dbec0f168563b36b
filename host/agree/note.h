/*
 * A call as ranks describe it to each other: what all must agree on, in numbers and in words.
 */
#ifndef SUMAC_NOTE_H
#define SUMAC_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/engine.h"

/* The purpose of a call. */
enum sumac_purpose { SUMAC_FOR_API, SUMAC_FOR_SPLIT, SUMAC_FOR_END };

enum { SUMAC_NOTES = 12, SUMAC_NOTE_TEXT_CAP = 96 };

/* A rank's description of one of its calls. */
struct sumac_note {
	uint64_t digest; /* of this call and all before it on the team */
	uint64_t count;
	uint64_t seq; /* on the team; 0: there is no such call */
	int32_t root;
	uint32_t parts; /* a hash of how the elements fall into parts; 0: equally, or there are none */
	uint8_t coll, op, type;
	uint8_t engine, purpose;
	uint8_t zero[3];
};

/* A rank's last calls on a team, newest first. */
struct sumac_notes {
	struct sumac_note call[SUMAC_NOTES];
};

static inline uint64_t sumac_digest_mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* Covers all fields that the ranks must agree on but the sequence number, so calls that are alike have the same shape. */
uint64_t sumac_call_shape(const struct sumac_call *call);

/* Covers the call's shape and number, and the salt, which may hold more that the ranks must agree on. */
static inline uint64_t sumac_call_digest(uint64_t shape, uint64_t seq, uint64_t salt)
{
	return sumac_digest_mix(sumac_digest_mix(salt, shape), seq);
}

struct sumac_note sumac_note_of(const struct sumac_call *call, enum sumac_engine_kind kind,
				enum sumac_purpose purpose);

/* For example "reduce(SUM, I32, 100, root 2)". */
void sumac_note_text(const struct sumac_note *note, char text_out[SUMAC_NOTE_TEXT_CAP]);

/* How two notes differ, as "the count and the root". */
void sumac_note_difference(const struct sumac_note *left, const struct sumac_note *right, char *text_out,
			   size_t cap_bytes);

/* The call with that sequence number, or NULL if it is not among them. */
const struct sumac_note *sumac_notes_find(const struct sumac_notes *notes, uint64_t seq);

/* The first call that both know, and know differently, by its number; false if there is none. */
bool sumac_notes_differ(const struct sumac_notes *left, const struct sumac_notes *right, uint64_t *seq_out);

#endif
