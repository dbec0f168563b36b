/*
 * The design that a NIC is of, as it says itself: results carry it, so that no two designs are taken for one.
 */
#ifndef SUMAC_DESIGN_H
#define SUMAC_DESIGN_H

#include <stdint.h>

#include "spec/spec.h"

struct sumac_design {
	uint64_t hash;			/* of its sources and parameters; 0: whoever built it did not tell */
	uint32_t features;		/* SUMAC_FEATURE_* */
	uint32_t params[SUMAC_N_PARAMS];
};

/* Reads it by this function, register by register. 0, or the function's first error. */
static inline int sumac_design_read(struct sumac_design *design_out, int (*read)(void *ctx, uint32_t offset, uint32_t *value_out),
				    void *ctx)
{
	uint32_t low = 0, high = 0;
	int err = read(ctx, SUMAC_REG_FEATURES, &design_out->features);

	err = err ? err : read(ctx, SUMAC_REG_DESIGN_LO, &low);
	err = err ? err : read(ctx, SUMAC_REG_DESIGN_HI, &high);
	for (uint32_t i = 0; !err && i < SUMAC_N_PARAMS; i++)
		err = read(ctx, SUMAC_PARAM_BASE + 4 * i, &design_out->params[i]);
	design_out->hash = (uint64_t)high << 32 | low;
	return err;
}

#endif
