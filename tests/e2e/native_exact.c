/*
 * Sums of the same numbers, whichever ranks hold them: in three orders, cut in three ways, in place or not. Rank 0 prints one
 * digest of all exact results, or fails when two differ; and how many different digests plain sums have. With an argument, rank 1
 * spoils the second of three accumulators instead, and each rank prints the error that it gets.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sumac_exact.h"

enum { N = 2000, FIELDS = 5, ORDERS = 3, CUTS = 3 };

static double numbers[FIELDS][N], mine[FIELDS * N];
static size_t n_mine;

static uint64_t mix(uint64_t digest, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;

	while (n--)
		digest = (digest ^ *at++) * UINT64_C(0x100000001B3);
	return digest;
}

/* Made from a random x between -1 and 1, and an exponent. */
static double number(int field, int i, double x, int exponent)
{
	switch (field) {
	case 1: /* over 600 binades */
		return ldexp(x, exponent);
	case 2: /* pairs that cancel, but for one unit in the last place */
		return i % 2 ? -numbers[field][i - 1] * (1 + 0x1p-52) : x;
	case 3: /* infinity on the way */
		return ldexp(i % 2 ? -fabs(x) : fabs(x), 1023);
	case 4: /* infinity at the end */
		return i == N / 3 ? INFINITY : x;
	}
	return x;
}

static void make_numbers(void)
{
	uint64_t state = 7;

	for (int f = 0; f < FIELDS; f++)
		for (int i = 0; i < N; i++) {
			state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
			numbers[f][i] = number(f, i, (double)(int64_t)state * 0x1p-63, (int)(state % 600) - 300);
		}
}

static int at_order(int order, int i)
{
	return order == 0 ? i : order == 1 ? N - 1 - i : i * 997 % N;
}

/* Equal parts, parts that grow with the rank, all on the last. */
static int first_of(int cut, int rank, int size)
{
	return cut == 0 ? N * rank / size : cut == 1 ? N * rank * (rank + 1) / (size * (size + 1)) : rank == size ? N : 0;
}

static void take_share(int order, int cut, int rank, int size)
{
	int first = first_of(cut, rank, size), end = first_of(cut, rank + 1, size);

	n_mine = (size_t)(end - first);
	for (int f = 0; f < FIELDS; f++)
		for (int i = first; i < end; i++)
			mine[(size_t)f * N + (size_t)(i - first)] = numbers[f][at_order(order, i)];
}

static void must(int status)
{
	if (!status)
		return;
	fprintf(stderr, "%s\n", sumac_last_error());
	exit(1);
}

/* By every kind of collective. */
static uint64_t exact(struct sumac_team *team, int rank, int size)
{
	struct sumac_exact sums[FIELDS], all[FIELDS];
	struct sumac_exact_dot dot, total;
	struct sumac_request *request;
	double rounded[FIELDS];
	uint64_t digest = 0;

	must(sumac_exact_sum(team, rounded, mine, n_mine, FIELDS, N));
	digest = mix(digest, rounded, sizeof(rounded));
	for (int f = 0; f < FIELDS; f++) {
		sumac_exact_clear(&sums[f]);
		must(sumac_exact_add_doubles(&sums[f], mine + f * N, n_mine));
	}
	must(sumac_exact_scan(team, all, sums, FIELDS));
	must(sumac_broadcast(team, all, all, sizeof(all), size - 1));
	digest = mix(digest, all, sizeof(all));
	must(sumac_exact_ireduce(team, all, sums, FIELDS, size / 2, &request));
	must(sumac_wait(&request));
	must(sumac_broadcast(team, all, all, sizeof(all), size / 2));
	digest = mix(digest, all, sizeof(all));
	must(sumac_exact_allreduce(team, sums, sums, FIELDS));
	digest = mix(digest, sums, sizeof(sums));
	sumac_exact_dot_clear(&dot);
	must(sumac_exact_dot_add_products(&dot, mine, mine + N, n_mine));
	must(sumac_exact_dot_allreduce(team, &total, &dot, 1));
	must(sumac_exact_dot_reduce(team, &dot, &dot, 1, 0));
	digest = mix(digest, &total, sizeof(total));
	if (!rank && memcmp(&dot, &total, sizeof(dot)))
		exit(2);
	return digest;
}

static uint64_t plain(struct sumac_team *team)
{
	double sums[FIELDS] = { 0 };

	for (int f = 0; f < FIELDS; f++)
		for (size_t i = 0; i < n_mine; i++)
			sums[f] += mine[(size_t)f * N + i];
	must(sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_F64, sums, sums, FIELDS));
	return mix(0, sums, sizeof(sums));
}

/* how: uncleared, version, addends; reduce: uncleared, in a reduce; form: rank 1 has the other form, one of them. */
static int spoil(struct sumac_team *team, int rank, const char *how)
{
	struct sumac_exact sums[3];
	struct sumac_exact_dot dot;
	double value;
	int status;

	for (int i = 0; i < 3; i++)
		sumac_exact_clear(&sums[i]);
	sumac_exact_dot_clear(&dot);
	if (rank == 1 && (!strcmp(how, "uncleared") || !strcmp(how, "reduce")))
		sums[1].word[0] = 0;
	if (rank == 1 && !strcmp(how, "version"))
		sums[1].word[0] += 1 << 24;
	if (rank == 1 && !strcmp(how, "addends"))
		sums[1].word[1] = INT64_C(1) << 59;
	if (!strcmp(how, "reduce")) {
		status = sumac_exact_reduce(team, sums, sums, 3, 0);
		printf("rank %d: %d: %s\n", rank, status, status ? sumac_last_error() : "");
		return 0;
	}
	status = strcmp(how, "form") || rank != 1 ? sumac_exact_allreduce(team, sums, sums, 3) :
						    sumac_exact_dot_allreduce(team, &dot, &dot, 1);
	printf("rank %d: %d: %s\n", rank, status, sumac_last_error());
	/* Neither is there a number. */
	return strcmp(how, "form") && (sumac_exact_to_double(&sums[1], &value) == 0 || sumac_exact_to_double(&sums[2], &value));
}

int main(int argc, char **argv)
{
	uint64_t exact_digest = 0, plain_digests[ORDERS * CUTS];
	int n_plain = 0, rank, size;

	must(sumac_init());
	rank = sumac_rank();
	size = sumac_size();
	if (argc > 1)
		return spoil(sumac_team_world(), rank, argv[1]) || (sumac_finalize() && strcmp(argv[1], "form"));
	make_numbers();
	for (int order = 0; order < ORDERS; order++)
		for (int cut = 0; cut < CUTS; cut++) {
			uint64_t digest, other;
			int i = 0;

			take_share(order, cut, rank, size);
			digest = exact(sumac_team_world(), rank, size);
			other = plain(sumac_team_world());
			if (order + cut && digest != exact_digest) {
				fprintf(stderr, "rank %d: order %d, cut %d: another digest\n", rank, order, cut);
				return 3;
			}
			exact_digest = digest;
			while (i < n_plain && plain_digests[i] != other)
				i++;
			plain_digests[i] = other;
			n_plain += i == n_plain;
		}
	if (!rank)
		printf("exact %016llx, plain sums have %s\n", (unsigned long long)exact_digest,
		       n_plain > 1 ? "several digests" : "one digest");
	return sumac_finalize() ? 1 : 0;
}
