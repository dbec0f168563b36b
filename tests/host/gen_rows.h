/*
 * Rows that are the project's own but for one change, and what the generator's checks say of them.
 */
#ifndef GEN_ROWS_H
#define GEN_ROWS_H

#include "gen/gen_check.h"

/* The whole check tells this line, perhaps among others that follow from the same change. */
void gen_rows_expect_fault(const struct gen_tables *t, const char *fault);

/* Puts a copy of one table in its place, whose rows may be changed; to be given to test_free(). */
#define COPY(t, type, table) gen_rows_copy(&(t).table, (t).table, (t).n_##table * sizeof(type))

void *gen_rows_copy(void *table_out, const void *rows, size_t len_bytes);

#endif
