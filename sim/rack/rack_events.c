/*
 * Events inside the NICs, as lines of text: cycle, NIC, event, and its fields, in hexadecimal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/rack/rack.h"

enum { LINE = 2048, NIBBLE = 4 };

static const struct field {
	const char *event, *name;
	int bits;
} fields[] = {
#define SUMAC_EVENT(event, name, bits, help) { #event, #name, bits },
#include "spec/rows.def"
};
static const int n_fields = sizeof fields / sizeof *fields;

static unsigned bits_at(const uint32_t *words, int at, int bits)
{
	unsigned value = 0;

	for (int i = 0; i < bits; i++)
		value |= (words[(at + i) / 32] >> (at + i) % 32 & 1) << i;
	return value;
}

/* The digits of a field, without zeros before the first. */
static int print_field(char *line, const uint32_t *words, int at, int bits)
{
	bool has_begun = false;
	int len = 0;

	for (int digit = (bits - 1) / NIBBLE; digit >= 0; digit--) {
		int n = bits - digit * NIBBLE < NIBBLE ? bits - digit * NIBBLE : NIBBLE;
		unsigned value = bits_at(words, at + digit * NIBBLE, n);

		has_begun |= value || !digit;
		if (has_begun)
			line[len++] = "0123456789abcdef"[value];
	}
	return len;
}

/* A whole line at once, since NICs are stepped on several threads. */
static void happened(void *ctx, uint64_t cycle, const char *event, const uint32_t *words)
{
	const struct sumac_rack_rank *rank = ctx;
	char line[LINE];
	int first = 0, bits = 0, end, len = snprintf(line, sizeof line, "%" PRIu64 " %d %s", cycle, rank->index, event);

	while (strcmp(fields[first].event, event))
		first++;
	for (end = first; end < n_fields && !strcmp(fields[end].event, event); end++)
		bits += fields[end].bits;
	for (int i = first; i < end; i++) { /* the first has the upper bits */
		bits -= fields[i].bits;
		len += sprintf(line + len, " %s=", fields[i].name);
		len += print_field(line + len, words, bits, fields[i].bits);
	}
	strcpy(line + len, "\n");
	fputs(line, rank->rack->events);
}

void sumac_rack_watch_nics(struct sumac_rack *rack)
{
	for (int i = 0; i < rack->n_ranks; i++)
		sumac_vnic_watch(rack->ranks[i].nic, happened, &rack->ranks[i]);
}
