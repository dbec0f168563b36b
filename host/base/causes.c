/*
 * Names of stages and causes, and their numbers as JSON.
 */
#include "base/causes.h"

#include <ctype.h>
#include <inttypes.h>

static const char *small(const char *name, char name_out[SUMAC_NAME_CAP])
{
	int at = 0;

	for (; name[at] && at < SUMAC_NAME_CAP - 1; at++)
		name_out[at] = (char)tolower((unsigned char)name[at]);
	name_out[at] = '\0';
	return name_out;
}

const char *sumac_stage_name(int stage, char name_out[SUMAC_NAME_CAP])
{
	static const char *const names[] = {
#define SUMAC_STAGE(name, index, help) [index] = #name,
#include "spec/rows.def"
	};

	return small(names[stage], name_out);
}

const char *sumac_cause_name(int cause, char name_out[SUMAC_NAME_CAP])
{
	static const char *const names[] = {
#define SUMAC_CAUSE(name, code, help) [code] = #name,
#include "spec/rows.def"
	};

	return small(names[cause], name_out);
}

void sumac_causes_print_json(FILE *file, const struct sumac_causes *causes)
{
	char name[SUMAC_NAME_CAP];

	fprintf(file, "\"cycles\": %" PRIu64 ", \"stages\": {", causes->cycles);
	for (int stage = 0; stage < SUMAC_N_STAGES; stage++) {
		fprintf(file, "%s\n    \"%s\": {", stage ? "," : "", sumac_stage_name(stage, name));
		for (int cause = 0; cause < SUMAC_N_CAUSES; cause++)
			fprintf(file, "%s\"%s\": %" PRIu64, cause ? ", " : "", sumac_cause_name(cause, name),
				causes->spent[stage][cause]);
		fprintf(file, "}");
	}
	fprintf(file, "}");
}
