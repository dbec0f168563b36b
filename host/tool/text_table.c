#include "tool/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"

struct entry {
	struct entry *same, *before, *after; /* in its bucket; in the order */
	char *name;
	_Alignas(max_align_t) char own[];
};

struct sumac_text_table {
	size_t entry_bytes, n, n_buckets; /* a power of two */
	struct entry **buckets, *first, *last;
};

static struct entry *entry_of(const void *own)
{
	return (struct entry *)((char *)(size_t)own - offsetof(struct entry, own));
}

static struct entry **bucket_of(const struct sumac_text_table *table, const char *name)
{
	return &table->buckets[sumac_fnv(SUMAC_FNV_START, name, strlen(name)) & (table->n_buckets - 1)];
}

struct sumac_text_table *sumac_text_table_new(size_t entry_bytes)
{
	struct sumac_text_table *table = calloc(1, sizeof(*table));

	if (!table)
		return NULL;
	table->entry_bytes = entry_bytes;
	table->n_buckets = 64;
	table->buckets = calloc(table->n_buckets, sizeof(struct entry *));
	if (table->buckets)
		return table;
	free(table);
	return NULL;
}

void sumac_text_table_free(struct sumac_text_table *table)
{
	while (table && table->first)
		sumac_text_table_remove(table, table->first->own);
	if (table)
		free(table->buckets);
	free(table);
}

size_t sumac_text_table_count(const struct sumac_text_table *table)
{
	return table->n;
}

void *sumac_text_table_find(const struct sumac_text_table *table, const char *name)
{
	struct entry *entry = *bucket_of(table, name);

	while (entry && strcmp(entry->name, name))
		entry = entry->same;
	return entry ? entry->own : NULL;
}

/* Without memory for more buckets the table only gets slower. */
static void widen(struct sumac_text_table *table)
{
	size_t n_buckets = 2 * table->n_buckets;
	struct entry **buckets = calloc(n_buckets, sizeof(*buckets));

	if (!buckets)
		return;
	free(table->buckets);
	table->buckets = buckets;
	table->n_buckets = n_buckets;
	for (struct entry *entry = table->first; entry; entry = entry->after) {
		struct entry **bucket = bucket_of(table, entry->name);

		entry->same = *bucket;
		*bucket = entry;
	}
}

void *sumac_text_table_at(struct sumac_text_table *table, const char *name)
{
	void *found = sumac_text_table_find(table, name);
	struct entry *entry = found ? NULL : calloc(1, sizeof(*entry) + table->entry_bytes), **bucket;

	if (found || !entry)
		return found;
	entry->name = strdup(name);
	if (!entry->name) {
		free(entry);
		return NULL;
	}
	if (table->n++ == table->n_buckets)
		widen(table);
	bucket = bucket_of(table, name);
	entry->same = *bucket;
	*bucket = entry;
	entry->before = table->last;
	*(table->last ? &table->last->after : &table->first) = entry;
	table->last = entry;
	return entry->own;
}

const char *sumac_text_table_name(const void *own)
{
	return entry_of(own)->name;
}

void sumac_text_table_remove(struct sumac_text_table *table, void *own)
{
	struct entry *entry = entry_of(own), **at = bucket_of(table, entry->name);

	while (*at != entry)
		at = &(*at)->same;
	*at = entry->same;
	*(entry->before ? &entry->before->after : &table->first) = entry->after;
	*(entry->after ? &entry->after->before : &table->last) = entry->before;
	table->n--;
	free(entry->name);
	free(entry);
}

void *sumac_text_table_next(const struct sumac_text_table *table, const void *own)
{
	struct entry *entry = own ? entry_of(own)->after : table->first;

	return entry ? entry->own : NULL;
}
