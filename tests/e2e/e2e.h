/*
 * An end-to-end body sees this of the API under test. Each adapter (SHMEM,
 * MPI, Sumac's own) gives these; the same body is linked with each of them.
 */
#ifndef E2E_H
#define E2E_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A reduction that the API offers: its name there, and what that must compute. */
struct e2e_call {
	char name[64];
	int op, type;
	const void *private; /* the adapter's */
};

enum e2e_coll {
	E2E_ALLREDUCE, E2E_REDUCE, E2E_REDUCE_SCATTER, E2E_SCAN, E2E_EXSCAN, E2E_BROADCAST, E2E_ALLGATHER,
	E2E_REQUESTS /* of all of these */
};

/* A collective and its arguments. Bytes that are moved are given as elements of a type of one byte. */
struct e2e_args {
	enum e2e_coll coll;
	const struct e2e_call *call;
	void *dst;
	const void *src; /* in place: dst, or of an allgather this rank's part of it */
	size_t count; /* of all parts, where there are any */
	const size_t *parts; /* each rank's, where there are any */
	int root;
};

extern const char e2e_api[];

void e2e_open(int *argc, char ***argv);
/* Ends the program with that status. */
void e2e_close(int status) __attribute__((noreturn));
int e2e_rank(void);
int e2e_size(void);
void e2e_barrier(void);

/* Where the API wants its data: the symmetric heap, plain memory, or a window. */
void *e2e_alloc(size_t len_bytes);

/* All reductions of the API over all ranks. */
int e2e_calls(const struct e2e_call **calls_out);
const struct e2e_call *e2e_call_find(int op, int type);
/* Whether that must be all pairs of operation and type that there are. */
int e2e_has_all_pairs(void);

/* 0, or not; dst == src: in place. */
int e2e_allreduce(const struct e2e_call *call, void *dst, const void *src, size_t count);
/* Whether the API has that. */
int e2e_has(enum e2e_coll coll);
/* 0, or not. With request_out it is only begun, and e2e_wait() ends it. */
int e2e_run(const struct e2e_args *args, void **request_out);
int e2e_wait(void *request);

/* The account of the last error. */
const char *e2e_last_error(void);

/* e2e_values.c: element by element what counts of the bits: a pair's padding does, what lies behind the ten
 * bytes of a long double does not. Returns the first element that differs, or count. */
size_t e2e_compare(int type, const void *left, const void *right, size_t count);
/* Elements that are the same wherever (seed, rank) are, so that every rank knows every other's. */
void e2e_fill(int type, uint64_t seed, int rank, size_t count, void *dst);
/* The value of the reduction of all ranks' elements, by the oracle. */
void e2e_expect(int op, int type, uint64_t seed, int n_ranks, size_t count, void *dst);
/* This rank's part of it. */
void e2e_expect_of(const struct e2e_args *args, uint64_t seed, int rank, int n_ranks, void *dst);
/* Where a rank's part begins. */
size_t e2e_first(const size_t *parts, int rank);

#endif
