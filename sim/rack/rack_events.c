/*
 * Events inside the NICs, as lines of text: cycle, NIC, event, and its fields, in hexadecimal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/rack/event_fields.h"
#include "sim/rack/rack.h"
#include "sim/rack/rack_trace.h"

enum { LINE = 2048, NIBBLE = 4 };

/* The digits of a field, without zeros before the first. */
static int print_field(char *line, const uint32_t *words, int at, int bits)
{
	bool has_begun = false;
	int len = 0;

	for (int digit = (bits - 1) / NIBBLE; digit >= 0; digit--) {
		int n = bits - digit * NIBBLE < NIBBLE ? bits - digit * NIBBLE : NIBBLE;
		unsigned value = (unsigned)sumac_event_bits(words, at + digit * NIBBLE, n);

		has_begun |= value || !digit;
		if (has_begun)
			line[len++] = "0123456789abcdef"[value];
	}
	return len;
}

/* A whole line at once, since NICs are stepped on several threads. */
static void write_line(const struct sumac_rack_rank *rank, uint64_t cycle, const char *event, const uint32_t *words)
{
	char line[LINE];
	int first = 0, bits = 0, end, len = snprintf(line, sizeof line, "%" PRIu64 " %d %s", cycle, rank->index, event);

	while (strcmp(sumac_event_fields[first].event, event))
		first++;
	for (end = first; end < SUMAC_N_EVENT_FIELDS && !strcmp(sumac_event_fields[end].event, event); end++)
		bits += sumac_event_fields[end].bits;
	for (int i = first; i < end; i++) { /* the first has the upper bits */
		bits -= sumac_event_fields[i].bits;
		len += sprintf(line + len, " %s=", sumac_event_fields[i].name);
		len += print_field(line + len, words, bits, sumac_event_fields[i].bits);
	}
	strcpy(line + len, "\n");
	fputs(line, rank->rack->events);
}

static void happened(void *ctx, uint64_t cycle, const char *event, const uint32_t *words)
{
	const struct sumac_rack_rank *rank = ctx;

	if (rank->rack->events)
		write_line(rank, cycle, event, words);
	if (rank->rack->trace)
		sumac_rack_trace_event(rank->rack->trace, rank->index, cycle, event, words);
}

void sumac_rack_watch_nics(struct sumac_rack *rack)
{
	for (int i = 0; i < rack->n_ranks; i++)
		sumac_vnic_watch(rack->ranks[i].nic, happened, rack->trace ? sumac_rack_trace_cause : NULL, &rack->ranks[i]);
}
