/*
 * Inside `sumac selftest`: what its source files share. selftest.c (the command), selftest_loop.c (two groups of one NIC, which send
 * their packets to each other), selftest_vectors.c (the vectors, and the table of what came of them).
 */
#ifndef SUMAC_SELFTEST_H
#define SUMAC_SELFTEST_H

#include <stddef.h>
#include <stdio.h>

struct sumac_engine;
struct sumac_bus;

/* Elements of one combination at most, in bytes. */
enum { SUMAC_SELFTEST_BYTES = 65536, SUMAC_SELFTEST_RESULTS = 2 /* at most */ };

/* What is tested: out = left (op) right, n_results times, SUMAC_SELFTEST_BYTES apart, as each member of a reduction has it. 0, or a
 * status with sumac_last_error(). */
struct sumac_selftest_subject {
	int (*combine)(void *ctx, int op, int type, const void *left, const void *right, void *out, size_t count);
	void *ctx;
	int n_results;
};

/* Every pair of operation and type that NICs do, with the type's corners: compared with the CPU engine's kernels, bit by bit. Writes the
 * table, and what differs. The number of pairs that are wrong, or -1: the subject has failed. */
int sumac_selftest_vectors(const struct sumac_selftest_subject *subject, const char *title, FILE *to);

/* Two members on one engine. Each has memory that the NIC reaches. */
struct sumac_selftest_loop;
int sumac_selftest_loop_open(struct sumac_engine *engine, struct sumac_bus *bus, int n_members, struct sumac_selftest_loop **loop_out);
/* As a subject's, with a result of each member. Of one member it moves what is left through the NIC. */
int sumac_selftest_loop_combine(void *loop, int op, int type, const void *left, const void *right, void *out, size_t count);
void sumac_selftest_loop_close(struct sumac_selftest_loop *loop);

#endif
