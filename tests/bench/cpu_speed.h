/*
 * The subjects of cpu_speed.c, by an API: cpu_speed_mpi.c for MPI, where questions about the program itself go past Sumac to the
 * host; cpu_speed_shmem.c for SHMEM, with operands on the heap; cpu_speed_memory.c for memory alone.
 */
#ifndef CPU_SPEED_H
#define CPU_SPEED_H

#include <stddef.h>

enum speed_type { SPEED_INT, SPEED_FLOAT, SPEED_DOUBLE, SPEED_COMPLEX, SPEED_LONG_DOUBLE, SPEED_N_TYPES };

struct speed_call {
	const char *name;
	/* A sum of count elements; of a reduce_scatter's, count a rank. */
	void (*run)(void *dst, const void *src, enum speed_type type, int count);
	enum { SPEED_OF_COUNT, SPEED_OF_SHARES, SPEED_OF_NOTHING } kind;
};
extern const struct speed_call speed_calls[]; /* until one without a name */

void speed_open(int *rank_out, int *n_ranks_out);
/* The same on all ranks; exits where there is none. */
void *speed_alloc(size_t len_bytes);
void speed_meet(void);
double speed_slowest(double seconds);
void speed_close(void);

#endif
