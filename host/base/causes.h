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
	/* The largest NIC has so many. */
	SUMAC_MAX_GROUPS = 64,
	SUMAC_MAX_CHANNELS = 1024,
};

struct sumac_causes {
	uint64_t cycles; /* since reset */
	uint64_t spent[SUMAC_N_STAGES][SUMAC_N_CAUSES];
	/* How long each group and channel has waited; in a rank's report, groups alone. */
	uint64_t groups[SUMAC_MAX_GROUPS][SUMAC_N_CAUSES], channels[SUMAC_MAX_CHANNELS][SUMAC_N_CAUSES];
};

/* The names of include/spec/registers.def in small letters. */
const char *sumac_stage_name(int stage, char name_out[SUMAC_NAME_CAP]);
const char *sumac_cause_name(int cause, char name_out[SUMAC_NAME_CAP]);

/* Calls see() for each number of groups, or channels, that is not 0. */
typedef void sumac_causes_see(void *ctx, int place, int cause, uint64_t cycles);
void sumac_causes_waits(const uint64_t waits[][SUMAC_N_CAUSES], int n, sumac_causes_see *see, void *ctx);

/* The members "cycles", "stages", "groups" and "channels" of an object in JSON, a line a stage; of the last two those that have
 * waited. */
void sumac_causes_print_json(FILE *file, const struct sumac_causes *causes);

#ifdef __cplusplus
}
#endif
#endif
