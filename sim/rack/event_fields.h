/*
 * The fields of the NIC's events, which sumac_vnic_watch() hands out packed.
 */
#ifndef SUMAC_SIM_EVENT_FIELDS_H
#define SUMAC_SIM_EVENT_FIELDS_H

#include <stdint.h>

enum sumac_event_field {
#define SUMAC_EVENT(event, name, bits, help) SUMAC_EVENT_##event##_##name,
#include "spec/rows.def"
	SUMAC_N_EVENT_FIELDS
};

struct sumac_event_field_row {
	const char *event, *name;
	int bits;
};
extern const struct sumac_event_field_row sumac_event_fields[SUMAC_N_EVENT_FIELDS];

/* Where a field begins in its event: the fields behind it have the lower bits. */
int sumac_event_field_at(enum sumac_event_field field);
/* At most 64 bits. */
uint64_t sumac_event_bits(const uint32_t *words, int at, int bits);
/* A field, or the lowest 64 bits of it. */
uint64_t sumac_event_get(const uint32_t *words, enum sumac_event_field field);

#endif
