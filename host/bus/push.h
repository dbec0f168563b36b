/*
 * Pushing descriptors by register writes, for any bus that can write registers: what the NIC's aperture holds is known, so only
 * changed words go out.
 */
#ifndef SUMAC_BUS_PUSH_H
#define SUMAC_BUS_PUSH_H

#include <endian.h>

#include "bus/bus.h"

typedef int sumac_push_write_fn(struct sumac_bus *bus, uint32_t offset, uint32_t value);

/* The last word is written even if it is as it was: it commits the descriptor. */
static inline int sumac_push_one(struct sumac_bus *bus, struct sumac_bus_aperture *aperture, const uint32_t *desc,
				 sumac_push_write_fn *write)
{
	const unsigned last = SUMAC_BUS_APERTURE_WORDS - 1;
	bool is_known = aperture->is_known;
	int err = 0;

	for (unsigned i = 0; i < last && !err; i++)
		if (desc[i] != aperture->word[i] || !is_known) {
			aperture->word[i] = desc[i];
			err = write(bus, aperture->offset + 4 * i, le32toh(desc[i]));
		}
	aperture->is_known = true;
	return err ? err : write(bus, aperture->offset + 4 * last, le32toh(desc[last]));
}

static inline int sumac_push_each(struct sumac_bus *bus, struct sumac_bus_aperture *aperture, uint64_t first, uint64_t end,
				  sumac_push_write_fn *write)
{
	int err = 0;

	for (; first != end && !err; first++) {
		const uint32_t *desc = aperture->ring + SUMAC_BUS_APERTURE_WORDS * (first & aperture->ring_mask);

		err = sumac_push_one(bus, aperture, desc, write);
	}
	return err;
}

#endif
