/*
 * Inside `sumac selftest`: what its source files share. selftest.c (the command), selftest_loop.c (two groups of one
 * NIC, which send their packets to each other), selftest_vectors.c (the vectors, and the table of their results).
 */
#ifndef SUMAC_SELFTEST_H
#define SUMAC_SELFTEST_H

#include <stddef.h>
#include <stdio.h>

struct sumac_engine;
struct sumac_bus;

/* The most bytes of elements in one combination. */
enum { SUMAC_SELFTEST_BYTES = 65536, SUMAC_SELFTEST_RESULTS = 2 /* at most */ };

/* The tested subject: out = left (op) right, n_results times, SUMAC_SELFTEST_BYTES apart, as each member of a reduction gets it.
 * 0, or a status with sumac_last_error(). */
struct sumac_selftest_subject {
	int (*combine)(void *ctx, int op, int type, const void *left, const void *right, void *out, size_t count);
	void *ctx;
	int n_results;
};

/* Compares every pair of operation and type that NICs do, at the type's corners, with the CPU engine's kernels, bit by bit.
 * Writes the table, and the differences. The number of pairs that are wrong, or -1: the subject has failed. */
int sumac_selftest_vectors(const struct sumac_selftest_subject *subject, const char *title, FILE *to);

/* Two members on one engine. Each has memory that the NIC reaches. */
struct sumac_selftest_loop;
int sumac_selftest_loop_open(struct sumac_engine *engine, struct sumac_bus *bus, int n_members,
			     struct sumac_selftest_loop **loop_out);
/* As a subject does, with a result for each member. With one member it moves `left` through the NIC. */
int sumac_selftest_loop_combine(void *loop, int op, int type, const void *left, const void *right, void *out, size_t count);
void sumac_selftest_loop_close(struct sumac_selftest_loop *loop);

#endif
