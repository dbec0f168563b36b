/*
 * The campaign for bits: one operation on one type, in the Verilated lanes or in the CPU engine's kernels,
 * against the oracle. All corners, then every pair of bits there is of 16-bit floats, or as many random pairs
 * as are asked for.
 *
 *   sumac-bits --list rtl|cpu              the pairs that the engine does: OP TYPE a line
 *   sumac-bits rtl OP TYPE [SEED [COUNT [FIRST]]]
 *   sumac-bits KERNELS.so OP TYPE [...]    a build of the kernels, called with subnormals flushed in MXCSR
 *
 * Prints how far it is every 10 s, and a line in the end; ends with status 1 at the first difference.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "campaign/subject.h"
#include "campaign/bulk.h"
#include "oracle/oracle.h"
#include "oracle/vectors.h"
#include "sumac_ops.h"

enum { BLOCK_BYTES = 32768, TELL_S = 10 };
enum { CPU, NIC, API, BENCH };

static const struct combination {
	const char *op_name, *type_name;
	int op, type, engine, use;
} combinations[] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, engine, use) \
	{ #op, #type, SUMAC_OP_##op, SUMAC_TYPE_##type, engine, use },
#include "spec/combinations.def"
#undef SUMAC_COMBINATION
};
enum { N_COMBINATIONS = sizeof(combinations) / sizeof(combinations[0]) };

static unsigned char left[BLOCK_BYTES], right[BLOCK_BYTES], expected[BLOCK_BYTES], got[BLOCK_BYTES];
static uint64_t n_done, n_in_all, first_random;
static struct timespec begun;

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - begun.tv_nsec);
}

static void print_hex(const char *what, const unsigned char *at, size_t bytes)
{
	printf("  %-8s 0x", what);
	while (bytes--)
		printf("%02x", at[bytes]);
	printf("\n");
}

static void tell(const struct combination *what)
{
	static double told;
	double now = seconds();

	if (now - told < TELL_S)
		return;
	told = now;
	fprintf(stderr, "  ... %s %s: %.1f of %.1f million, %.1f a second, %.0f s to go\n", what->op_name,
		what->type_name, 1e-6 * (double)n_done, 1e-6 * (double)n_in_all, 1e-6 * (double)n_done / now,
		(double)(n_in_all - n_done) * now / (double)n_done);
}

static int is_same(const struct combination *what, enum vectors_set set, uint64_t seed, uint64_t first,
		   size_t count)
{
	static const char *const set_names[] = { "corners", "random", "all" };
	size_t bytes = oracle_elem_bytes(what->type), at = 0;

	if (!memcmp(expected, got, count * bytes))
		return 1;
	while (!memcmp(expected + at, got + at, bytes))
		at += bytes;
	printf("FAIL %s %s, %s, seed %" PRIu64 ", pair %" PRIu64 "\n", what->op_name, what->type_name,
	       set_names[set], seed, first + at / bytes);
	print_hex("left", left + at, bytes);
	print_hex("right", right + at, bytes);
	print_hex("expected", expected + at, bytes);
	print_hex("got", got + at, bytes);
	return 0;
}

static int run_set(const struct subject *subject, const struct combination *what, enum vectors_set set,
		   uint64_t seed, uint64_t first, uint64_t last)
{
	size_t per_block = BLOCK_BYTES / oracle_elem_bytes(what->type);

	while (first < last) {
		size_t count = last - first < per_block ? (size_t)(last - first) : per_block;

		vectors_make(what->type, set, seed, first, count, left, right);
		if (oracle_combine_all(what->op, what->type, left, right, count, expected)) {
			printf("FAIL the oracle does not know %s %s\n", what->op_name, what->type_name);
			return 0;
		}
		subject->run(what->op, what->type, left, right, count, got);
		if (!is_same(what, set, seed, first, count))
			return 0;
		first += count;
		n_done += count;
		tell(what);
	}
	return 1;
}

static int is_16_bit_float(int type)
{
	return type == SUMAC_TYPE_F16 || type == SUMAC_TYPE_BF16;
}

/* A failure of random pairs is seen again at once from seed and FIRST. */
static int campaign(const struct subject *subject, const struct combination *what, uint64_t seed,
		    uint64_t n_random)
{
	uint64_t n_corners = vectors_count(what->type, VECTORS_CORNERS);
	enum vectors_set set = is_16_bit_float(what->type) ? VECTORS_ALL : VECTORS_RANDOM;
	uint64_t n = set == VECTORS_ALL ? vectors_count(what->type, VECTORS_ALL) : n_random;

	n_in_all = n_corners + n;
	clock_gettime(CLOCK_MONOTONIC, &begun);
	if (!run_set(subject, what, VECTORS_CORNERS, seed, 0, n_corners) ||
	    !run_set(subject, what, set, seed, first_random, first_random + n))
		return 0;
	printf("ok   %s %s: %" PRIu64 " corners, %" PRIu64 " %s", what->op_name, what->type_name, n_corners,
	       n, set == VECTORS_ALL ? "pairs, which are all" : "random pairs");
	if (set == VECTORS_RANDOM)
		printf(" (seed %" PRIu64 ")", seed);
	printf("; %.0f s\n", seconds());
	return 1;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1,
		 n_random = argc > 5 ? strtoull(argv[5], NULL, 0) : 1000000;
	const struct combination *what = NULL;
	struct subject subject;
	int is_list = argc > 2 && !strcmp(argv[1], "--list"), is_right;

	first_random = argc > 6 ? strtoull(argv[6], NULL, 0) : 0;
	for (int i = 0; i < N_COMBINATIONS; i++) {
		if (is_list && combinations[i].use == API &&
		    (combinations[i].engine == NIC || strcmp(argv[2], "rtl")))
			printf("%s %s\n", combinations[i].op_name, combinations[i].type_name);
		if (argc > 3 && !strcmp(combinations[i].op_name, argv[2]) &&
		    !strcmp(combinations[i].type_name, argv[3]))
			what = &combinations[i];
	}
	if (is_list)
		return 0;
	if (!what) {
		fprintf(stderr, "usage: sumac-bits rtl|KERNELS.so OP TYPE [SEED [COUNT [FIRST]]]\n"
				"       sumac-bits --list rtl|cpu\n");
		return 2;
	}
	if (strcmp(argv[1], "rtl") ? subject_kernels(argv[1], &subject) : subject_rtl(&subject))
		return 2;
	is_right = campaign(&subject, what, seed, n_random);
	subject.close();
	return is_right ? 0 : 1;
}
