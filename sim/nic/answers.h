/*
 * How long a host waits for its NIC: from when it posts the first word of a descriptor, or a doorbell, until it can see the last
 * completion before it posts another. A host that has one call at a time waits so long for a call.
 */
#ifndef SUMAC_SIM_ANSWERS_H
#define SUMAC_SIM_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In cycles; 0: none. */
struct sumac_answers {
	uint64_t first, least;
	/* private: */
	uint64_t posted_at, seen_at;
	bool waits, has_seen;
};

/* The host posts a register write; one that asks for nothing ends what was asked for before. */
void sumac_answers_posted(struct sumac_answers *answers, uint64_t now, uint32_t offset);
/* The host can see all completions so far. */
void sumac_answers_seen(struct sumac_answers *answers, uint64_t now);

#ifdef __cplusplus
}
#endif

#endif
