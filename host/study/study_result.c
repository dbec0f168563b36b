#include "study/study_result.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/json.h"
#include "study/study_pool.h"
#include "study/study_print.h"

static bool is_flat(const struct sumac_json *value)
{
	return value->kind != SUMAC_JSON_LIST && value->kind != SUMAC_JSON_OBJECT;
}

/* Copies the flat members of an object, but for those in the list, which ends with NULL. Returns how many. */
static int copy_flat(FILE *to, const struct sumac_json *object, const char *const *without)
{
	int n = 0;

	for (const struct sumac_json *at = object->first; at; at = at->next) {
		bool is_left = !is_flat(at);

		for (int i = 0; without[i]; i++)
			is_left |= !strcmp(at->key, without[i]);
		if (is_left)
			continue;
		fputs(n++ ? ", " : "", to);
		sumac_json_print_text(to, at->key);
		fputs(": ", to);
		sumac_study_print_value(to, at);
	}
	return n;
}

static int copy_line(FILE *to, const char *line, size_t len, int number)
{
	static const char *const none[] = { NULL };
	char why[SUMAC_JSON_WHY_CAP];
	struct sumac_json *object = sumac_json_parse(line, len, why);

	if (!object || object->kind != SUMAC_JSON_OBJECT) {
		sumac_json_free(object);
		return sumac_fail(SUMAC_EIO, "line %d of its output is no JSON object%s%s", number, object ? "" : ": ",
				  object ? "" : why);
	}
	fputs(number == 1 ? "\n  {" : ",\n  {", to);
	copy_flat(to, object, none);
	fputc('}', to);
	sumac_json_free(object);
	return 0;
}

static int copy_lines(FILE *to, const char *path)
{
	FILE *from = fopen(path, "re");
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	int err = 0, n = 0;

	if (!from)
		return sumac_fail(SUMAC_EIO, "its output cannot be read again: %s", strerror(errno));
	while (!err && (len = getline(&line, &cap, from)) >= 0)
		if (strspn(line, " \t\r\n") != (size_t)len)
			err = copy_line(to, line, (size_t)len, ++n);
	if (!err && ferror(from))
		err = sumac_fail(SUMAC_EIO, "its output cannot be read again: %s", strerror(errno));
	if (!err && !n)
		err = sumac_fail(SUMAC_EIO, "it printed no result");
	free(line);
	fclose(from);
	return err;
}

/* Calls of one kind, of all ranks. */
struct sum {
	const struct sumac_json *call; /* the first of the kind */
	bool is_left;                  /* to the host MPI, or undone */
	uint64_t calls, failed, bytes, cycles, least, most;
};

static bool is_same(const struct sumac_json *a, const struct sumac_json *b)
{
	static const char *const names[] = { "call", "name", "op", "type", "team_size", "engine" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(sumac_json_text(a, names[i], ""), sumac_json_text(b, names[i], "")))
			return false;
	return true;
}

static void add_call(struct sum *sum, const struct sumac_json *call)
{
	uint64_t least = sumac_json_whole(call, "min_cycles", 0), most = sumac_json_whole(call, "max_cycles", 0);

	sum->calls += sumac_json_whole(call, "calls", 0);
	sum->failed += sumac_json_whole(call, "failed", 0);
	sum->bytes += sumac_json_whole(call, "bytes", 0);
	sum->cycles += sumac_json_whole(call, "cycles", 0);
	sum->least = least < sum->least ? least : sum->least;
	sum->most = most > sum->most ? most : sum->most;
}

/* Adds the calls in such a member of all ranks to the n sums. */
static struct sum *add_calls(const struct sumac_json *report, const char *member, bool is_left, struct sum *sums, int *n_io)
{
	const struct sumac_json *rank = sumac_json_member(report, "ranks");

	for (rank = rank ? rank->first : NULL; rank; rank = rank->next) {
		const struct sumac_json *calls = sumac_json_member(rank, member);

		for (const struct sumac_json *call = calls ? calls->first : NULL; call; call = call->next) {
			int i = 0;

			while (i < *n_io && (sums[i].is_left != is_left || !is_same(sums[i].call, call)))
				i++;
			if (i == *n_io) {
				sums = sumac_study_grow(sums, *n_io, sizeof(*sums));
				sums[(*n_io)++] = (struct sum){ .call = call, .is_left = is_left, .least = UINT64_MAX };
			}
			add_call(&sums[i], call);
		}
	}
	return sums;
}

static void print_text(FILE *to, const char *name, const struct sumac_json *call, const char *member)
{
	fprintf(to, ", \"%s\": ", name);
	sumac_json_print_text(to, sumac_json_text(call, member, ""));
}

/* All members of a team count a call; a call that was left to the host MPI may have been one rank's. */
static void print_sum(FILE *to, const struct sum *sum)
{
	uint64_t size = sum->is_left ? 1 : sumac_json_whole(sum->call, "team_size", 1);

	print_text(to, "call", sum->call, sum->is_left ? "name" : "call");
	print_text(to, "op", sum->call, "op");
	print_text(to, "type", sum->call, "type");
	if (!sum->is_left)
		fprintf(to, ", \"team_size\": %" PRIu64, size);
	print_text(to, "engine", sum->call, "engine");
	size = size ? size : 1;
	fprintf(to, ", \"calls\": %" PRIu64 ", \"failed\": %" PRIu64 ", \"given_bytes\": %" PRIu64,
		(sum->calls + size - 1) / size, (sum->failed + size - 1) / size, sum->bytes / size);
	if (!sum->is_left && sum->cycles)
		fprintf(to, ", \"mean_cycles\": %.1f, \"min_cycles\": %" PRIu64 ", \"max_cycles\": %" PRIu64,
			(double)sum->cycles / (double)sum->calls, sum->least, sum->most);
	print_text(to, "reason", sum->call, "reason");
}

static void copy_object(FILE *to, const struct sumac_json *nic, const char *name)
{
	static const char *const none[] = { NULL };
	const struct sumac_json *object = sumac_json_member(nic, name);

	if (object && object->kind == SUMAC_JSON_OBJECT)
		fputs(copy_flat(to, object, none) ? ", " : "", to);
}

/* Tells what the cycles of the NIC's stages went to; a cause that took none is left out. */
static void copy_stages(FILE *to, const struct sumac_json *nic)
{
	const struct sumac_json *stage = sumac_json_member(nic, "stages");

	for (stage = stage ? stage->first : NULL; stage; stage = stage->next)
		for (const struct sumac_json *cause = stage->first; cause; cause = cause->next)
			if (cause->kind == SUMAC_JSON_NUMBER && cause->number > 0)
				fprintf(to, "\"stage_%s_%s\": %s, ", stage->key, cause->key, cause->text);
}

/* The owner of a NIC knows most of it. */
static const struct sumac_json *better_nic(const struct sumac_json *nic, const struct sumac_json *other)
{
	if (!other || other->kind != SUMAC_JSON_OBJECT || (nic && !sumac_json_member(other, "design")))
		return nic;
	return nic && sumac_json_member(nic, "design") ? nic : other;
}

static int copy_report(FILE *to, const char *path)
{
	static const char *const not_rows[] = { "bus", "cycles", "design", NULL };
	static const char *const rows_own[] = { "engine", "exit_status", NULL };
	static const char *const of_rank[] = { "rank", "size", "version", "spec_hash", "engine", "require", "foreign_messages",
					       "missing", NULL };
	const struct sumac_json *rank, *nic = NULL, *source = NULL;
	char why[SUMAC_JSON_WHY_CAP];
	struct sumac_json *report = sumac_json_read(path, why);
	struct sum *sums = NULL;
	int n = 0, n_ranks = 0;

	if (!sumac_json_member(report, "ranks")) {
		sumac_json_free(report);
		return sumac_fail(SUMAC_EIO, "its report cannot be read%s%s", report ? "" : ": ", report ? "" : why);
	}
	for (rank = sumac_json_member(report, "ranks")->first; rank; rank = rank->next) {
		n_ranks++;
		nic = better_nic(nic, sumac_json_member(rank, "nic"));
		source = source ? source : sumac_json_member(rank, "commit") ? rank : NULL;
	}
	sums = add_calls(report, "calls", false, sums, &n);
	sums = add_calls(report, "left_to_host", true, sums, &n);
	for (int i = 0; i < (n ? n : 1); i++) {
		fputs(i ? ",\n  {" : "\n  {", to);
		fputs(copy_flat(to, report, rows_own) ? ", " : "", to);
		if (source)
			fputs(copy_flat(to, source, of_rank) ? ", " : "", to);
		if (nic) {
			if (sumac_json_member(nic, "design"))
				fprintf(to, "\"nic_design\": \"%s\", ", sumac_json_text(nic, "design", ""));
			fputs(copy_flat(to, nic, not_rows) ? ", " : "", to);
			copy_object(to, nic, "parameters");
			copy_object(to, nic, "surroundings");
			copy_stages(to, nic);
		}
		fprintf(to, "\"ranks\": %d, \"exit_status\": %s", n_ranks, sumac_json_text(report, "exit_status", "0"));
		if (n)
			print_sum(to, &sums[i]);
		fputc('}', to);
	}
	sumac_json_free(report);
	return 0;
}

int sumac_study_result_make(struct sumac_study_point *point, const char *path, double wall_s)
{
	char why[SUMAC_JSON_WHY_CAP], *text;
	size_t len;
	FILE *to = sumac_study_memory(&text, &len);
	int err;

	fputs("{\"identity\": ", to);
	sumac_json_print_text(to, point->identity);
	fprintf(to, ", \"wall_s\": %.3f,\n \"results\": [", wall_s);
	err = point->workload->kind == SUMAC_STUDY_PERF ? copy_lines(to, path) : copy_report(to, path);
	fputs("]}\n", to);
	fclose(to);
	if (!err) {
		point->result_text = sumac_study_text("%s", text);
		point->result = sumac_json_parse(text, len, why);
		if (!point->result)
			err = sumac_fail(SUMAC_EIO, "its result cannot be read again: %s", why);
	}
	free(text);
	return err;
}
