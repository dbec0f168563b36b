/*
 * SHMEM's calls for each type, for the files that print them.
 */
#ifndef SUMAC_GEN_PRINT_SHMEM_H
#define SUMAC_GEN_PRINT_SHMEM_H

#include "output.h"

/* A call of each type whose row has the group. */
struct gen_shmem_member {
	unsigned group;
	const char *op;	  /* of the tables */
	const char *call; /* on teams: shmem_<type name>_<call> */
	const char *scan; /* the core's name for it; NULL: a reduction, which also exists on active sets */
};

/* Every function's declaration, and otherwise only blank lines, comments and conditions. */
void gen_print_shmem_reductions(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_forms(struct gen_text *text);

extern const struct gen_shmem_member gen_shmem_members[];
extern const size_t gen_n_shmem_members;

#endif
