#include "base/fault_plan.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "spec/spec.h"

enum { MAX_WORD = 96 };

static const char *const names[] = {
#define SUMAC_FAULT(NAME, name) name,
	SUMAC_FAULT_KINDS
#undef SUMAC_FAULT
};

/* A whole number that ends with one of `ends`, or with the text; *at moves behind it. */
static bool take_number(const char **at, char end, uint64_t *value_out)
{
	char *after;

	if (!isdigit((unsigned char)**at))
		return false;
	errno = 0;
	*value_out = strtoull(*at, &after, 10);
	if (errno || *after != end)
		return false;
	*at = after + (end != 0);
	return true;
}

static const char *take_down(const char *value, struct sumac_fault_plan *plan)
{
	struct sumac_fault_down down;
	uint64_t nic;

	if (plan->n_downs == SUMAC_FAULT_DOWNS)
		return "the plan is full: make it of fewer";
	if (!take_number(&value, '@', &nic) || nic >= UINT16_MAX || !take_number(&value, '+', &down.from) ||
	    !take_number(&value, 0, &down.length) || !down.length || down.from > UINT64_MAX - down.length)
		return "it must be NIC@CYCLE+LENGTH, as in down=1@5000+2000, with a length of at least 1";
	down.nic = (int)nic;
	plan->downs[plan->n_downs++] = down;
	return NULL;
}

static const char *take_chance(const char *value, double *chance_out)
{
	const char *end;

	*chance_out = sumac_decimal(value, &end);
	if (end == value || *end || isspace((unsigned char)*value) || !(*chance_out >= 0 && *chance_out <= 1))
		return "it must be a probability a frame, from 0 to 1";
	return NULL;
}

/* NULL, or what would be right. */
static const char *take_word(char *word, struct sumac_fault_plan *plan)
{
	char *equals = strchr(word, '=');
	const char *value = equals ? equals + 1 : "";

	if (equals)
		*equals = 0;
	for (int i = 0; equals && i < SUMAC_N_FAULTS; i++)
		if (!strcmp(word, names[i]))
			return take_chance(value, &plan->chance[i]);
	if (equals && !strcmp(word, "down"))
		return take_down(value, plan);
	if (equals && !strcmp(word, "seed"))
		return take_number(&value, 0, &plan->seed) ? NULL : "it must be a whole number";
	if (equals && !strcmp(word, "until"))
		return take_number(&value, 0, &plan->until) ? NULL : "it must be a whole number of cycles";
	return "it must be a list, with commas, of loss=P, dup=P, reorder=P, corrupt=P, truncate=P, seed=N, until=CYCLE, "
	       "down=NIC@CYCLE+LENGTH";
}

int sumac_fault_plan_parse(const char *text, struct sumac_fault_plan *plan_out, char *why_out, size_t cap_bytes)
{
	*plan_out = (struct sumac_fault_plan){ .seed = 1, .until = UINT64_MAX };
	while (*text) {
		size_t len = strcspn(text, ",");
		char word[MAX_WORD], shown[MAX_WORD];
		const char *why;

		snprintf(word, sizeof word, "%.*s", (int)(len < MAX_WORD ? len : MAX_WORD), text);
		snprintf(shown, sizeof shown, "%s", word);
		why = take_word(word, plan_out);
		if (why) {
			snprintf(why_out, cap_bytes, "\"%s\": %s", shown, why);
			return -SUMAC_EINVAL;
		}
		text += len + (text[len] == ',');
	}
	return 0;
}

bool sumac_fault_plan_is_empty(const struct sumac_fault_plan *plan)
{
	bool is_empty = !plan->n_downs;

	for (int i = 0; i < SUMAC_N_FAULTS; i++)
		is_empty = is_empty && plan->chance[i] == 0;
	return is_empty;
}
