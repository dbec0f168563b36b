/*
 * Checks on the tables. Each appends one line per fault to `faults`, and nothing when all is well.
 */
#ifndef SUMAC_GEN_CHECK_H
#define SUMAC_GEN_CHECK_H

#include "output.h"

/* Runs all of those below. */
void gen_check(struct gen_text *faults, const struct gen_tables *t);

/* Records and words are covered exactly, fields aligned, flags and registers where they may be. */
void gen_check_layout(struct gen_text *faults, const struct gen_tables *t);
/* Codes are in range and used once; names are identifiers and used once. */
void gen_check_codes(struct gen_text *faults, const struct gen_tables *t);
void gen_check_names(struct gen_text *faults, const struct gen_tables *t);
/* Types, rules, the names of SHMEM and MPI, and settings agree with each other. */
void gen_check_types(struct gen_text *faults, const struct gen_tables *t);
void gen_check_rules(struct gen_text *faults, const struct gen_tables *t);
void gen_check_interfaces(struct gen_text *faults, const struct gen_tables *t);
void gen_check_settings(struct gen_text *faults, const struct gen_tables *t);

#endif
