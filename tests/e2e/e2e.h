/*
 * What an end-to-end body sees of the API under test. Each adapter (SHMEM,
 * MPI, Sumac's own) gives these; the same body is linked with each of them.
 */
#ifndef E2E_H
#define E2E_H

#include <stddef.h>
#include <stdint.h>

/* A reduction that the API offers: its name there, and what that must compute. */
struct e2e_call {
	char name[64];
	int op, type;
	const void *private; /* the adapter's */
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
/* Whether the API has reductions to one root; and such a one. */
int e2e_has_root(void);
int e2e_reduce(const struct e2e_call *call, void *dst, const void *src, size_t count, int root);

/* The account of the last error. */
const char *e2e_last_error(void);

/* e2e_values.c: element by element what counts of the bits: a pair's padding does, what lies behind the ten
 * bytes of a long double does not. Returns the first element that differs, or count. */
size_t e2e_compare(int type, const void *left, const void *right, size_t count);
/* Elements that are the same wherever (seed, rank) are, so that every rank knows every other's. */
void e2e_fill(int type, uint64_t seed, int rank, size_t count, void *dst);
/* What the reduction of all ranks' elements must give, by the oracle. */
void e2e_expect(int op, int type, uint64_t seed, int n_ranks, size_t count, void *dst);

#endif
