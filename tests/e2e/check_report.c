/*
 * Judges a report of `sumac run`: which engine computed what, by the NICs' own counters. Reads it as the core
 * writes it, a kind of call a line. Usage: check_report nic|shared|cpu|any REPORT N_RANKS.
 *
 * nic: every reduction of the types that NICs do ran there, in cycles of theirs, and as many beats were
 * combined as E has operands, on all ranks together, since ranks may share the work. Moved bytes are combined nowhere. cpu: none
 * did.
 *
 * shared: several ranks share a NIC, so it combines a part, which one of them counts; and scans did not run there.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEAT_BYTES = 64, MAX_KINDS = 1024 };

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

/* Reductions, by call, operation, type and size of the team: the sums over all ranks. */
static struct line reduces[MAX_KINDS];
static size_t n_reduces;

/* Whether there was room. */
static bool add_reduce(const struct line *line)
{
	struct line *sum = reduces;

	while (sum < reduces + n_reduces &&
	       (strcmp(sum->call, line->call) || strcmp(sum->op, line->op) || strcmp(sum->type, line->type) ||
		sum->team_size != line->team_size))
		sum++;
	if (sum == reduces + MAX_KINDS)
		return false;
	if (sum == reduces + n_reduces) {
		reduces[n_reduces++] = *line;
		return true;
	}
	sum->bytes += line->bytes;
	sum->combines += line->combines;
	sum->cycles += line->cycles;
	return true;
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

	if (!*line->op)
		return true; /* bytes, or nothing */
	snprintf(pair, sizeof(pair), "%s %s", line->op, line->type);
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (!strcmp(pairs[i], pair))
			return true;
	return false;
}

static const char *fault_of_combines(const struct line *line, unsigned long long bytes)
{
	/* The last rank's operand is in nobody's exscan. */
	unsigned long long n_operands = line->team_size - (!strcmp(line->call, "exscan") && line->team_size > 1);

	if (line->combines < (n_operands - 1) * (bytes / BEAT_BYTES))
		return "the NICs combined less than was to be combined";
	if (n_operands > 1 && bytes && !line->combines)
		return "the NICs combined nothing";
	return NULL;
}

/* The only rank of an exscan is its first, which gets nothing. */
static bool has_nothing_to_do(const struct line *line)
{
	return line->team_size == 1 && !strcmp(line->call, "exscan");
}

static bool are_shared;

static const char *fault_on_shared(const struct line *line)
{
	bool is_scan = strstr(line->call, "scan");

	if (strcmp(line->engine, is_nics(line) && !is_scan ? "nic" : "cpu"))
		return "it ran on the wrong engine";
	return strcmp(line->engine, "nic") || !*line->op || add_reduce(line) ? NULL : "there is no room for more";
}

static const char *fault_on_nic(const struct line *line)
{
	if (strcmp(line->engine, is_nics(line) ? "nic" : "cpu"))
		return is_nics(line) ? "it did not run on the NIC" : "it ran on the NIC";
	if (strcmp(line->engine, "nic"))
		return NULL;
	if (!line->cycles && !has_nothing_to_do(line))
		return "the NIC counted no cycles";
	return !*line->op || add_reduce(line) ? NULL : "there are more kinds of reductions than this program has room for";
}

/* Reports what is wrong with these, over all ranks, each of which reports the same bytes. */
static int judge_reduces(void)
{
	int n_bad = 0;

	for (const struct line *sum = reduces; sum < reduces + n_reduces; sum++) {
		const char *fault = !are_shared ? fault_of_combines(sum, sum->bytes / sum->team_size) :
				    sum->bytes && (!sum->combines || !sum->cycles) ? "the NICs combined nothing" : NULL;

		if (!fault)
			continue;
		fprintf(stderr, "%s: %s, %s of %s, %llu bytes and %llu combined beats on all %llu ranks\n", fault,
			sum->call, sum->op, sum->type, sum->bytes, sum->combines, sum->team_size);
		n_bad++;
	}
	return n_bad;
}

static const char *fault_of(const char *wanted, const struct line *line)
{
	if (line->failed)
		return "it failed";
	if (!strcmp(wanted, "cpu"))
		return strcmp(line->engine, "cpu") ? "it did not run on the CPU" :
		       line->cycles || line->combines ? "a NIC counted it" : NULL;
	are_shared = !strcmp(wanted, "shared");
	return are_shared ? fault_on_shared(line) : strcmp(wanted, "nic") ? NULL : fault_on_nic(line);
}

int main(int argc, char **argv)
{
	FILE *file = argc == 4 ? fopen(argv[2], "r") : NULL;
	unsigned long long n_lines = 0, n_nic = 0, n_ranks = 0, combines = 0;
	char text[4096];
	int n_bad = 0;

	if (!file) {
		fprintf(stderr, "usage: check_report nic|shared|cpu|any REPORT N_RANKS\n");
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
	n_bad += judge_reduces();
	printf("report of %llu ranks: %llu kinds of calls, %llu of them on NICs, which combined %llu beats\n", n_ranks,
	       n_lines, n_nic, combines);
	if (n_ranks != strtoull(argv[3], NULL, 10) || !n_lines || ((are_shared || !strcmp(argv[1], "nic")) && !n_nic))
		n_bad++;
	return n_bad != 0;
}
