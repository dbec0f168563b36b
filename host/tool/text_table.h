/*
 * A table of entries by name, in the order in which they came.
 */
#ifndef SUMAC_TEXT_TABLE_H
#define SUMAC_TEXT_TABLE_H

#include <stddef.h>

struct sumac_text_table;

/* An entry's own part has so many bytes. NULL: there is no memory. */
struct sumac_text_table *sumac_text_table_new(size_t entry_bytes);
void sumac_text_table_free(struct sumac_text_table *table);
size_t sumac_text_table_count(const struct sumac_text_table *table);

/* NULL: there is none. */
void *sumac_text_table_find(const struct sumac_text_table *table, const char *name);
/* The entry of that name; a new one is all zeros. NULL: there is no memory. */
void *sumac_text_table_at(struct sumac_text_table *table, const char *name);
const char *sumac_text_table_name(const void *entry);
void sumac_text_table_remove(struct sumac_text_table *table, void *entry);
/* The entry behind that one; of NULL, the oldest. NULL: there is none. */
void *sumac_text_table_next(const struct sumac_text_table *table, const void *entry);

#endif
