/*
 * `sumac report`: reads reports of runs again. Here: the command, and what one report holds.
 */
#include "tool/report_again.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/exit_status.h"
#include "tool/tool.h"

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac report diff A B\n\n"
		    "Compares two reports (`sumac run --report FILE`): where they are of different sources, settings, NICs\n"
		    "(design, parameters) or surroundings, and each kind of call: how many, on which engine, and the\n"
		    "cycles that a call took on average.\n");
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

/* Members that are results, or say where in the job a rank is. */
static bool is_identity(const char *name)
{
	static const char *const results[] = { "rank", "exit_status", "calls", "left_to_host", "foreign_messages", "missing",
					       "cycles", "stages", "groups", "channels" };

	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
		if (!strcmp(results[i], name))
			return false;
	return true;
}

static int add_fact(struct sumac_report_file *report, const char *name, const char *text)
{
	struct sumac_report_fact *facts = realloc(report->facts, (report->n_facts + 1) * sizeof(*facts));

	if (!facts)
		return -1;
	report->facts = facts;
	facts[report->n_facts++] = (struct sumac_report_fact){ name, text ? text : "null" };
	return 0;
}

/* Every text and number below, by its own name; of several that have it, the first one counts. */
static int add_facts(struct sumac_report_file *report, const struct sumac_json *object)
{
	int err = 0;

	for (const struct sumac_json *member = object->first; member && !err; member = member->next) {
		if (!is_identity(member->key) || sumac_report_file_fact(report, member->key))
			continue;
		if (member->kind == SUMAC_JSON_OBJECT)
			err = add_facts(report, member);
		else if (member->kind != SUMAC_JSON_LIST)
			err = add_fact(report, member->key, member->text);
	}
	return err;
}

static struct sumac_report_calls *find_calls(struct sumac_report_file *report, const struct sumac_report_calls *kind)
{
	struct sumac_report_calls *calls = report->calls;

	for (size_t i = 0; i < report->n_calls; i++)
		if (!strcmp(calls[i].kind, kind->kind))
			return &calls[i];
	calls = realloc(calls, (report->n_calls + 1) * sizeof(*calls));
	if (!calls)
		return NULL;
	report->calls = calls;
	calls[report->n_calls] = *kind;
	return &calls[report->n_calls++];
}

static int add_call(struct sumac_report_file *report, const struct sumac_json *call)
{
	const char *op = sumac_json_text(call, "op", ""), *engine = sumac_json_text(call, "engine", "");
	struct sumac_report_calls kind = { .engine = engine }, *sum;

	snprintf(kind.kind, sizeof(kind.kind), "%s%s%s%s%s, team of %s", sumac_json_text(call, "call", "?"), *op ? " of " : "", op,
		 *op ? " on " : "", sumac_json_text(call, "type", ""), sumac_json_text(call, "team_size", "?"));
	sum = find_calls(report, &kind);
	if (!sum)
		return -1;
	if (strcmp(sum->engine, engine))
		sum->engine = "several";
	sum->n_calls += sumac_json_whole(call, "calls", 0);
	sum->n_failed += sumac_json_whole(call, "failed", 0);
	sum->bytes += sumac_json_whole(call, "bytes", 0);
	sum->cycles += sumac_json_whole(call, "cycles", 0);
	return 0;
}

static int take_rank(struct sumac_report_file *report, const struct sumac_json *rank)
{
	const struct sumac_json *calls = sumac_json_member(rank, "calls"), *nic = sumac_json_member(rank, "nic");
	int err = 0;

	/* The first rank speaks for all, but of a NIC, its owner does. */
	if (!report->n_facts || (!report->knows_design && sumac_json_member(nic, "design"))) {
		report->n_facts = 0;
		err = nic ? add_facts(report, nic) : 0; /* the NICs tell what is; settings, what was asked for */
		err = err ? err : add_facts(report, rank);
		report->knows_design = sumac_json_member(nic, "design");
	}
	for (const struct sumac_json *call = calls ? calls->first : NULL; call && !err; call = call->next)
		err = add_call(report, call);
	return err;
}

int sumac_report_file_read(const char *path, struct sumac_report_file *report_out)
{
	char why[SUMAC_JSON_WHY_CAP];
	const struct sumac_json *ranks;
	int err = 0;

	*report_out = (struct sumac_report_file){ .root = sumac_json_read(path, why) };
	if (!report_out->root) {
		fprintf(stderr, "sumac report: %s: %s\n", path, why);
		return -1;
	}
	ranks = sumac_json_member(report_out->root, "ranks");
	if (!ranks && !sumac_json_member(report_out->root, "calls")) {
		fprintf(stderr, "sumac report: %s: this is no report of `sumac run --report`\n", path);
		return -1;
	}
	if (!ranks)
		err = take_rank(report_out, report_out->root);
	for (const struct sumac_json *rank = ranks ? ranks->first : NULL; rank && !err; rank = rank->next)
		err = take_rank(report_out, rank);
	if (err)
		fprintf(stderr, "sumac report: %s: there is no memory\n", path);
	return err;
}

void sumac_report_file_free(struct sumac_report_file *report)
{
	free(report->facts);
	free(report->calls);
	sumac_json_free(report->root);
}

const char *sumac_report_file_fact(const struct sumac_report_file *report, const char *name)
{
	for (size_t i = 0; i < report->n_facts; i++)
		if (!strcmp(report->facts[i].name, name))
			return report->facts[i].text;
	return NULL;
}

int sumac_tool_report(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--help"))
		return print_usage(stdout);
	if (argc == 4 && !strcmp(argv[1], "diff"))
		return sumac_tool_report_diff(argv[2], argv[3]);
	if (argc > 1 && strcmp(argv[1], "diff"))
		fprintf(stderr, "sumac report: unknown command %s\n", argv[1]);
	return print_usage(stderr);
}
