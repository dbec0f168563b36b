/*
 * The tests of the fabric's back ends share this: waiting with a generous limit, and payloads from a seed.
 */
#ifndef FABRIC_HELP_H
#define FABRIC_HELP_H

#include <stddef.h>
#include <stdio.h>

#include "fabric/fabric_private.h"

/* For functions of forked ranks, where CMocka's asserts do not work: prints what does not hold, and returns
 * 1. */
#define REQUIRE(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			return 1; \
		} \
	} while (0)

/* The next message of a fabric, driving both ends meanwhile (other may be NULL); NULL after 10 s. */
struct sumac_fabric_buf *fabric_receive(struct sumac_fabric *fabric, struct sumac_fabric *other);
/* Waits for a send; its status, or 1 after 10 s. */
int fabric_finish(struct sumac_fabric *fabric, struct sumac_fabric_send *send);
/* Sends as a program outside of the job would, from an endpoint of its own that knows nothing but that rank's address. 0: the
 * message has left, or, if it is cut, its beginning has. */
int fabric_send_foreign(struct sumac_fabric *fabric, int rank, uint64_t tag, const void *message, size_t len_bytes, bool is_cut);
void fabric_fill(unsigned char *bytes, size_t len_bytes, unsigned seed);

#endif
