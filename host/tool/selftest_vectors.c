/*
 * Runs the oracle's vectors on any subject that combines. The lanes' benches draw theirs from the same generator, so a card gets
 * the same questions as the RTL.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/combination.h"
#include "oracle/vectors.h"
#include "sumac.h"
#include "tool/selftest.h"

enum { COLUMN = 7 };
enum who { NIC, CPU };
enum scope { API, BENCH };

static const struct pair {
	int op, type;
	enum who who;
	enum scope scope;
} pairs[] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, who, scope) { SUMAC_OP_##op, SUMAC_TYPE_##type, who, scope },
#include "spec/combinations.def"
};

static const struct name {
	const char *name;
	int code;
} ops[] = {
#define SUMAC_OP(name, code, scope, help) { #name, code },
#include "spec/rows.def"
}, types[] = {
#define SUMAC_TYPE(name, code, ...) { #name, code },
#include "spec/rows.def"
};
enum { N_OPS = sizeof(ops) / sizeof(ops[0]), N_TYPES = sizeof(types) / sizeof(types[0]) };

static unsigned char left[SUMAC_SELFTEST_BYTES], right[SUMAC_SELFTEST_BYTES], expected[SUMAC_SELFTEST_BYTES];
static unsigned char results[SUMAC_SELFTEST_RESULTS][SUMAC_SELFTEST_BYTES];

struct run {
	const struct sumac_selftest_subject *subject;
	const char *title;
	FILE *to;
	uint64_t n_elems;
	int n_pairs, n_wrong;
};

static void print_bits(FILE *to, const char *what, const unsigned char *at, size_t bytes)
{
	fprintf(to, ", %s 0x", what);
	while (bytes--)
		fprintf(to, "%02x", at[bytes]);
}

/* Whether that many vectors, from the first on, are right; reports the first that is not. */
static bool is_right(struct run *run, const struct name *op, const struct name *type, uint64_t first, size_t count,
		     const unsigned char *got)
{
	size_t bytes = sumac_type_bytes(type->code), at = 0;

	if (!memcmp(expected, got, count * bytes))
		return true;
	while (!memcmp(expected + at, got + at, bytes))
		at += bytes;
	fprintf(run->to, "%s: %s of %s differs at element %" PRIu64, run->title, op->name, type->name, first + at / bytes);
	print_bits(run->to, "left", left + at, bytes);
	print_bits(run->to, "right", right + at, bytes);
	print_bits(run->to, "expected", expected + at, bytes);
	print_bits(run->to, "got", got + at, bytes);
	fprintf(run->to, "\n");
	return false;
}

/* 1: right; 0: wrong; -1: the subject has failed. */
static int run_pair(struct run *run, const struct name *op, const struct name *type)
{
	uint64_t n = vectors_count(type->code, VECTORS_CORNERS);
	size_t most = SUMAC_SELFTEST_BYTES / sumac_type_bytes(type->code);

	for (uint64_t first = 0; first < n; first += most) {
		size_t count = n - first < most ? (size_t)(n - first) : most;

		vectors_make(type->code, VECTORS_CORNERS, 0, first, count, left, right);
		if (sumac_reduce_local(op->code, type->code, expected, left, right, count))
			return -1;
		memset(results, 0, sizeof(results));
		if (run->subject->combine(run->subject->ctx, op->code, type->code, left, right, results, count))
			return -1;
		for (int i = 0; i < run->subject->n_results; i++)
			if (!is_right(run, op, type, first, count, results[i]))
				return 0;
		run->n_elems += count;
	}
	return 1;
}

static bool is_nics(int op, int type)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (pairs[i].op == op && pairs[i].type == type)
			return pairs[i].who == NIC && pairs[i].scope == API;
	return false;
}

static bool has_any(int type)
{
	for (int i = 0; i < N_OPS; i++)
		if (is_nics(ops[i].code, type))
			return true;
	return false;
}

/* Prints a row of the table; -1: the subject has failed. */
static int run_type(struct run *run, const struct name *type)
{
	char row[256];
	int len = snprintf(row, sizeof(row), "%-12s", type->name);

	for (int i = 0; i < N_OPS; i++) {
		int verdict = is_nics(ops[i].code, type->code) ? run_pair(run, &ops[i], type) : 2;
		static const char *const words[] = { "DIFFERS", "ok", "-" };

		if (verdict < 0) {
			fprintf(run->to, "%s: %s of %s fails: %s\n", run->title, ops[i].name, type->name, sumac_last_error());
			return -1;
		}
		run->n_pairs += verdict < 2;
		run->n_wrong += !verdict;
		if (ops[i].code != SUMAC_OP_TEST_SUB)
			len += snprintf(row + len, sizeof(row) - (size_t)len, " %-*s", COLUMN, words[verdict]);
	}
	while (row[len - 1] == ' ')
		row[--len] = 0;
	fprintf(run->to, "%s\n", row);
	return 0;
}

int sumac_selftest_vectors(const struct sumac_selftest_subject *subject, const char *title, FILE *to)
{
	struct run run = { .subject = subject, .title = title, .to = to };

	fprintf(to, "%-12s", "");
	for (int i = 0; i < N_OPS; i++)
		if (ops[i].code != SUMAC_OP_TEST_SUB)
			fprintf(to, " %-*s", i < N_OPS - 2 ? COLUMN : 0, ops[i].name);
	fprintf(to, "\n");
	for (int i = 0; i < N_TYPES; i++)
		if (has_any(types[i].code) && run_type(&run, &types[i]))
			return -1;
	fprintf(to, "%s: %d pairs of operation and type, %" PRIu64 " elements: ", title, run.n_pairs, run.n_elems);
	fprintf(to, run.n_wrong ? "%d differ from the CPU engine\n" : "the CPU engine's bits\n", run.n_wrong);
	return run.n_wrong;
}
