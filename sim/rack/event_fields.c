#include "sim/rack/event_fields.h"

#include <string.h>

const struct sumac_event_field_row sumac_event_fields[SUMAC_N_EVENT_FIELDS] = {
#define SUMAC_EVENT(event, name, bits, help) { #event, #name, bits },
#include "spec/rows.def"
};

uint64_t sumac_event_bits(const uint32_t *words, int at, int bits)
{
	uint64_t value = 0;

	for (int got = 0; got < bits; got += 32 - (at + got) % 32)
		value |= (uint64_t)(words[(at + got) / 32] >> (at + got) % 32) << got;
	return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
}

int sumac_event_field_at(enum sumac_event_field field)
{
	const char *event = sumac_event_fields[field].event;
	int at = 0;

	for (int i = (int)field + 1; i < SUMAC_N_EVENT_FIELDS && !strcmp(sumac_event_fields[i].event, event); i++)
		at += sumac_event_fields[i].bits;
	return at;
}

uint64_t sumac_event_get(const uint32_t *words, enum sumac_event_field field)
{
	int bits = sumac_event_fields[field].bits;

	return sumac_event_bits(words, sumac_event_field_at(field), bits < 64 ? bits : 64);
}
