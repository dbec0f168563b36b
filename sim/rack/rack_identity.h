/*
 * The rack's part of the identity of a result.
 */
#ifndef SUMAC_RACK_IDENTITY_H
#define SUMAC_RACK_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

#include "sim/rack/rack_options.h"

/* All around NICs of this design that moves cycles, and their silicon, as members of a JSON object. A long text is told
 * by its hash, and a script by that of what is in it. */
void sumac_rack_identity(const struct sumac_rack_options *options, uint64_t design, char *text_out, size_t cap_bytes);

#endif
