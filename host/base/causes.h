/*
 * The causes that the cycles of a NIC's stages have gone to: each stage's causes add up to all cycles.
 */
#ifndef SUMAC_CAUSES_H
#define SUMAC_CAUSES_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	SUMAC_N_STAGES = 0
#define SUMAC_STAGE(name, index, help) + 1
#include "spec/rows.def"
	,
	SUMAC_N_CAUSES = 0
#define SUMAC_CAUSE(name, code, help) + 1
#include "spec/rows.def"
	,
	SUMAC_NAME_CAP = 16,
};

struct sumac_causes {
	uint64_t cycles; /* since reset */
	uint64_t spent[SUMAC_N_STAGES][SUMAC_N_CAUSES];
};

/* The names of include/spec/registers.def in small letters. */
const char *sumac_stage_name(int stage, char name_out[SUMAC_NAME_CAP]);
const char *sumac_cause_name(int cause, char name_out[SUMAC_NAME_CAP]);

/* The members "cycles" and "stages" of an object in JSON, a line a stage. */
void sumac_causes_print_json(FILE *file, const struct sumac_causes *causes);

#ifdef __cplusplus
}
#endif
#endif
