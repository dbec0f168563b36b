/*
 * The project's own rows but for one change, and what the generator's checks say about them.
 */
#ifndef GEN_ROWS_H
#define GEN_ROWS_H

#include "gen/gen_check.h"

/* The whole check reports this line, perhaps among others that follow from the same change. */
void gen_rows_expect_fault(const struct gen_tables *t, const char *fault);

/* Replaces a table by a copy whose rows may be changed; to be freed by test_free(). */
#define COPY(t, type, table) gen_rows_copy(&(t).table, (t).table, (t).n_##table * sizeof(type))

void *gen_rows_copy(void *table_out, const void *rows, size_t len_bytes);

#endif
