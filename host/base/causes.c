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

void sumac_causes_waits(const uint64_t waits[][SUMAC_N_CAUSES], int n, sumac_causes_see *see, void *ctx)
{
	for (int place = 0; place < n; place++)
		for (int cause = 0; cause < SUMAC_N_CAUSES; cause++)
			if (waits[place][cause])
				see(ctx, place, cause, waits[place][cause]);
}

struct list {
	FILE *file;
	int last;
};

static void print_wait(void *ctx, int place, int cause, uint64_t cycles)
{
	struct list *list = ctx;
	char name[SUMAC_NAME_CAP];

	if (place == list->last)
		fprintf(list->file, ", ");
	else
		fprintf(list->file, "%s\"%d\": {", list->last < 0 ? "" : "}, ", place);
	fprintf(list->file, "\"%s\": %" PRIu64, sumac_cause_name(cause, name), cycles);
	list->last = place;
}

static void print_waits(FILE *file, const char *title, const uint64_t waits[][SUMAC_N_CAUSES], int n)
{
	struct list list = { file, -1 };

	fprintf(file, ",\n    \"%s\": {", title);
	sumac_causes_waits(waits, n, print_wait, &list);
	fprintf(file, list.last < 0 ? "}" : "}}");
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
	print_waits(file, "groups", causes->groups, SUMAC_MAX_GROUPS);
	print_waits(file, "channels", causes->channels, SUMAC_MAX_CHANNELS);
}
