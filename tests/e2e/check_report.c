/*
 * Judges a report of `sumac run`: which engine computed what, by the NICs' own counters. Reads it as the core
 * writes it, a kind of call a line. Usage: check_report nic|cpu|any REPORT N_RANKS.
 *
 * nic: every reduction of the types that NICs do ran there, in cycles of theirs, and on each rank of an
 * allreduce as many beats were combined as E has operands. cpu: none did.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEAT_BYTES = 64 };

struct line {
	char call[16], op[16], type[24], engine[8];
	unsigned long long team_size, calls, failed, bytes, cycles, combines;
};

static bool read_text(const char *line, const char *key, size_t cap, char *text_out)
{
	char pattern[32];
	const char *at;

	snprintf(pattern, sizeof(pattern), "\"%s\": \"", key);
	at = strstr(line, pattern);
	if (!at)
		return false;
	at += strlen(pattern);
	snprintf(text_out, cap, "%.*s", (int)strcspn(at, "\""), at);
	return true;
}

static bool read_number(const char *line, const char *key, unsigned long long *number_out)
{
	char pattern[32];
	const char *at;

	snprintf(pattern, sizeof(pattern), "\"%s\": ", key);
	at = strstr(line, pattern);
	return at && sscanf(at + strlen(pattern), "%llu", number_out) == 1;
}

static bool parse(const char *text, struct line *line_out)
{
	return read_text(text, "call", sizeof(line_out->call), line_out->call) &&
	       read_text(text, "op", sizeof(line_out->op), line_out->op) &&
	       read_text(text, "type", sizeof(line_out->type), line_out->type) &&
	       read_text(text, "engine", sizeof(line_out->engine), line_out->engine) &&
	       read_number(text, "team_size", &line_out->team_size) && read_number(text, "calls", &line_out->calls) &&
	       read_number(text, "failed", &line_out->failed) && read_number(text, "bytes", &line_out->bytes) &&
	       read_number(text, "cycles", &line_out->cycles) && read_number(text, "combines", &line_out->combines);
}

/* By the table. */
static bool is_nics(const struct line *line)
{
	static const char *const pairs[] = {
#define IS_NIC(op, type) #op " " #type,
#define IS_CPU(op, type)
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, scope) IS_##engine(op, type)
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
	};
	char pair[48];

	if (!strcmp(line->call, "barrier"))
		return true;
	snprintf(pair, sizeof(pair), "%s %s", line->op, line->type);
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (!strcmp(pairs[i], pair))
			return true;
	return false;
}

static const char *fault_on_nic(const struct line *line)
{
	if (strcmp(line->engine, is_nics(line) ? "nic" : "cpu"))
		return is_nics(line) ? "it did not run on the NIC" : "it ran on the NIC";
	if (strcmp(line->engine, "nic"))
		return NULL;
	if (!line->cycles)
		return "the NIC counted no cycles";
	if (!strcmp(line->call, "allreduce") && line->combines < (line->team_size - 1) * (line->bytes / BEAT_BYTES))
		return "the NIC combined less than was to be combined";
	if (!strcmp(line->call, "allreduce") && line->team_size > 1 && line->bytes && !line->combines)
		return "the NIC combined nothing";
	return NULL;
}

static const char *fault_of(const char *wanted, const struct line *line)
{
	if (line->failed)
		return "it failed";
	if (!strcmp(wanted, "cpu"))
		return strcmp(line->engine, "cpu") ? "it did not run on the CPU" :
		       line->cycles || line->combines ? "a NIC counted it" : NULL;
	return strcmp(wanted, "nic") ? NULL : fault_on_nic(line);
}

int main(int argc, char **argv)
{
	FILE *file = argc == 4 ? fopen(argv[2], "r") : NULL;
	unsigned long long n_lines = 0, n_nic = 0, n_ranks = 0, combines = 0;
	char text[4096];
	int n_bad = 0;

	if (!file) {
		fprintf(stderr, "usage: check_report nic|cpu|any REPORT N_RANKS\n");
		return 2;
	}
	while (fgets(text, sizeof(text), file)) {
		struct line line;
		const char *fault;

		n_ranks += strstr(text, "\"rank\": ") && !strstr(text, "missing");
		if (!strstr(text, "{\"call\": "))
			continue;
		fault = parse(text, &line) ? fault_of(argv[1], &line) : "the line cannot be read";
		if (fault) {
			fprintf(stderr, "%s: %s", fault, text);
			n_bad++;
		}
		n_lines++;
		n_nic += !strcmp(line.engine, "nic");
		combines += line.combines;
	}
	fclose(file);
	printf("report of %llu ranks: %llu kinds of calls, %llu of them on NICs, which combined %llu beats\n", n_ranks,
	       n_lines, n_nic, combines);
	if (n_ranks != strtoull(argv[3], NULL, 10) || !n_lines || (!strcmp(argv[1], "nic") && !n_nic))
		n_bad++;
	return n_bad != 0;
}
