/*
 * A call as ranks tell each other of it: what all must agree on, in numbers and in words.
 */
#ifndef SUMAC_NOTE_H
#define SUMAC_NOTE_H

#include <stddef.h>

#include "core/job.h"
#include "engine/cpu/control.h"

/* What a call is for. */
enum sumac_purpose { SUMAC_FOR_API, SUMAC_FOR_SPLIT, SUMAC_FOR_END };

enum { SUMAC_NOTE_TEXT_CAP = 96 };

/* "reduce", "allreduce", "barrier". */
const char *sumac_coll_name(enum sumac_coll coll);

/* Over all fields that the ranks must agree on, and the salt, which may hold more. */
uint64_t sumac_call_digest(const struct sumac_call *call, uint64_t salt);

struct sumac_cpu_note sumac_note_of(const struct sumac_call *call, enum sumac_engine_kind kind,
				    enum sumac_purpose purpose);

/* As "reduce(SUM, I32, 100, root 2)". */
void sumac_note_text(const struct sumac_cpu_note *note, char text_out[SUMAC_NOTE_TEXT_CAP]);

/* In what two notes differ, as "the count and the root". */
void sumac_note_difference(const struct sumac_cpu_note *left, const struct sumac_cpu_note *right, char *text_out,
			   size_t cap_bytes);

#endif
