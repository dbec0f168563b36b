/*
 * The setting sums, on the CPU engine between threads: every collective's result is the operands' exact sum, rounded once, or with
 * `reproducible` within its bound of that; and the same wherever the operands are.
 */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bootstrap_threads.h"
#include "core/call/perform.h"
#include "core/job/job.h"
#include "exact_model.h"
#include "sumac_exact.h"

enum { MAX_RANKS = 5, MAX_COUNT = 5000, N_TRIALS = 300, EXACT_ELEMS = 64, PIECE = 65536 / (8 * SUMAC_EXACT_WORDS) };
enum { DATA_CUT = EXACT_N_DATA, N_DATA }; /* besides: sums that cancel until what was cut off shows */

static const char *options;
static bool is_exact;
static atomic_int n_bad;
static int size;
static struct sumac_bootstrap bootstraps[MAX_RANKS];

struct trial {
	enum sumac_coll coll;
	enum sumac_type type;
	int number, data, root, turn; /* turn: the operands of rank r are rank (r + turn) % size's */
	bool is_in_place, is_request, is_uneven;
	uint64_t count, firsts[MAX_RANKS + 1];
};

/* All ranks' operands of an element, in the order of ranks. */
static void fill(const struct trial *t, uint64_t elem, double *x_out)
{
	const unsigned wide = 1 << EXACT_WIDE | 1 << EXACT_ALL_BITS | 1 << EXACT_SUBNORMAL | 1 << EXACT_OVERFLOWING;
	double x[MAX_RANKS];

	if (t->data < DATA_CUT)
		exact_data_fill((enum exact_data)t->data, elem * 1000 + (uint64_t)t->number, x, (size_t)size);
	for (int i = 0; i < size && t->data == DATA_CUT; i++)
		x[i] = i > 1 ? ldexp(3 + i, (int)(elem % 150) - 150) : i ? -1.25 : 1.25;
	for (int r = 0; r < size; r++) {
		double value = x[(r + t->turn) % size];

		/* Floats over all their binades. */
		if (t->type == SUMAC_TYPE_F32 && wide >> t->data & 1)
			value = copysign(pow(fabs(value), 0.125), value);
		x_out[r] = t->type == SUMAC_TYPE_F32 ? (double)(float)value : value;
	}
}

static uint64_t rounded(const struct exact_model *model, enum sumac_type type)
{
	return type == SUMAC_TYPE_F32 ? exact_float_bits(exact_model_float(model)) : exact_bits(exact_model_double(model));
}

static double value_of(enum sumac_type type, const void *at)
{
	float narrow;
	double wide;

	memcpy(&narrow, at, sizeof(narrow));
	if (type == SUMAC_TYPE_F64)
		memcpy(&wide, at, sizeof(wide));
	return type == SUMAC_TYPE_F32 ? (double)narrow : wide;
}

/* Whether the result is the operands' sum, or one of no larger error than the bound, rounded. */
static bool is_right(const struct trial *t, const double *x, int n, const void *result, bool has_bound)
{
	struct exact_model model;
	double value = value_of(t->type, result), most = 0, least, greatest;
	uint64_t bits = t->type == SUMAC_TYPE_F32 ? exact_float_bits((float)value) : exact_bits(value);
	mpfr_t sum, bound;
	bool is_it;

	exact_model_begin(&model);
	for (int r = 0; r < n; r++) {
		exact_model_add(&model, x[r], 1);
		most = fmax(most, fabs(x[r]));
	}
	is_it = bits == rounded(&model, t->type);
	mpfr_init2(sum, 5000);
	mpfr_set(sum, model.sum, MPFR_RNDN);
	mpfr_init2(bound, 53);
	mpfr_set_d(bound, most, MPFR_RNDN);
	mpfr_mul_ui(bound, bound, (unsigned long)n, MPFR_RNDU);
	mpfr_div_2ui(bound, bound, 143, MPFR_RNDU);
	mpfr_sub(model.sum, sum, bound, MPFR_RNDN);
	least = t->type == SUMAC_TYPE_F32 ? (double)exact_model_float(&model) : exact_model_double(&model);
	mpfr_add(model.sum, sum, bound, MPFR_RNDN);
	greatest = t->type == SUMAC_TYPE_F32 ? (double)exact_model_float(&model) : exact_model_double(&model);
	mpfr_clear(sum);
	mpfr_clear(bound);
	exact_model_end(&model);
	return is_it || (has_bound && most > 0 && bits << (t->type == SUMAC_TYPE_F32 ? 32 : 0) != UINT64_C(1) << 63 &&
			 least <= value && value <= greatest);
}

static void complain(const struct trial *t, int rank, const char *what)
{
	if (n_bad++ < 9)
		fprintf(stderr, "trial %d with %s, rank %d of %d: %s, type %x, %d elements, data %d, turn %d%s%s%s: %s\n",
			t->number, options, rank, size, sumac_coll_name(t->coll), (unsigned)t->type, (int)t->count, t->data,
			t->turn, t->is_in_place ? ", in place" : "", t->is_request ? ", a request" : "",
			t->is_uneven ? ", uneven" : "", what);
}

/* The number says everything else, so all ranks try the same. */
static struct trial make_trial(int number, int turn)
{
	static const enum sumac_coll colls[] = { SUMAC_COLL_ALLREDUCE, SUMAC_COLL_REDUCE, SUMAC_COLL_REDUCE_SCATTER,
						 SUMAC_COLL_SCAN, SUMAC_COLL_EXSCAN };
	static const uint64_t counts[] = { 1, EXACT_ELEMS, EXACT_ELEMS + 1, 3 * PIECE - 1, 10, PIECE, MAX_COUNT, 2 * PIECE, 0 };
	unsigned random = (unsigned)number * 2654435761u;
	struct trial t = { .number = number, .turn = turn, .coll = colls[number % 5], .data = number / 5 % N_DATA,
			   .type = random >> 31 ? SUMAC_TYPE_F32 : SUMAC_TYPE_F64, .is_in_place = random >> 30 & 1,
			   .is_request = random >> 29 & 1, .is_uneven = random >> 28 & 1, .root = (int)(random >> 20) % size,
			   .count = counts[(random >> 8) % 9] };

	t.is_uneven &= t.coll == SUMAC_COLL_REDUCE_SCATTER;
	if (t.coll == SUMAC_COLL_REDUCE_SCATTER)
		t.count -= t.count % (uint64_t)size;
	for (int r = 0; r < size; r++)
		t.firsts[r + 1] = r == size - 1 ? t.count : t.firsts[r] + (t.count - t.firsts[r]) / (uint64_t)(r % 3 + 1);
	return t;
}

/* Makes the call; its result is in dst. */
static int run(const struct trial *t, struct sumac_job *job, void *dst, const void *src)
{
	struct sumac_call call = { .coll = t->coll, .op = SUMAC_OP_SUM, .type = t->type, .count = t->count, .root = t->root,
				   .firsts = t->is_uneven ? t->firsts : NULL, .n_parts = t->is_uneven ? size : 0,
				   .dst = dst, .src = src };
	struct sumac_request *request;
	int err;

	if (!t->is_request)
		return sumac_perform(job->world, &call);
	err = sumac_perform_begin(job->world, &call, &request);
	return err ? err : sumac_wait(&request);
}

static void try(const struct trial *t, struct sumac_job *job)
{
	struct sumac_piece own = sumac_coll_piece(t->coll, t->count, t->is_uneven ? t->firsts : NULL, size,
						  sumac_coll_has_parts(t->coll) ? job->rank : SUMAC_ALL_PARTS);
	size_t bytes = t->type == SUMAC_TYPE_F32 ? 4 : 8, len = (t->count + 1) * bytes;
	bool gets = sumac_coll_gets(t->coll, job->rank, t->root), is_refused = t->is_request && t->count > PIECE;
	bool has_bound = !is_exact && !t->is_request && t->count > EXACT_ELEMS && t->coll != SUMAC_COLL_SCAN &&
			 t->coll != SUMAC_COLL_EXSCAN;
	int n = t->coll == SUMAC_COLL_SCAN ? job->rank + 1 : t->coll == SUMAC_COLL_EXSCAN ? job->rank : size, err;
	char *src = malloc(len), *dst = malloc(len), *kept = malloc(len);
	double x[MAX_RANKS];

	memset(src, 0xA5, len);
	for (uint64_t i = 0; i < t->count; i++) {
		fill(t, i, x);
		memcpy(src + i * bytes, bytes == 4 ? (const void *)&(float){ (float)x[job->rank] } : &x[job->rank], bytes);
	}
	memcpy(kept, src, len);
	memset(dst, 0xA5, len);
	err = run(t, job, t->is_in_place ? src : dst, src);
	if (is_refused ? err != -SUMAC_ENOMEM || !strstr(sumac_last_error(), "use a blocking call") : err)
		complain(t, job->rank, sumac_last_error());
	n *= gets && !is_refused;
	own.n = n ? own.n : 0;
	for (uint64_t i = 0; i < own.n; i++) {
		fill(t, own.src_first + i, x);
		if (!is_right(t, x, n, (t->is_in_place ? src : dst) + i * bytes, has_bound)) {
			complain(t, job->rank, "a wrong sum");
			break;
		}
	}
	if (t->is_in_place ? memcmp(src + own.n * bytes, kept + own.n * bytes, len - own.n * bytes) : memcmp(src, kept, len))
		complain(t, job->rank, "the source was changed");
	free(src);
	free(dst);
	free(kept);
}

/* Wherever the operands are, the result has the same bits. */
static void try_turned(const struct trial *t, struct sumac_job *job)
{
	uint64_t digest[MAX_RANKS];
	double *src = malloc(t->count * 8 + 8), *dst = malloc(t->count * 8 + 8), x[MAX_RANKS];

	for (int turn = 0; turn < size; turn++) {
		struct trial turned = *t;

		turned.turn = turn;
		digest[turn] = 0;
		for (uint64_t i = 0; i < t->count; i++) {
			fill(&turned, i, x);
			src[i] = x[job->rank];
		}
		if (sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_F64, dst, src, t->count))
			complain(t, job->rank, sumac_last_error());
		for (uint64_t i = 0; i < t->count; i++)
			digest[turn] = digest[turn] * 31 + exact_bits(dst[i]);
		if (digest[turn] != digest[0])
			complain(&turned, job->rank, "other bits than without turning");
	}
	free(src);
	free(dst);
}

static void *run_rank(void *arg)
{
	struct sumac_job *job;

	if (sumac_job_open(arg, &job)) {
		fprintf(stderr, "opening: %s\n", sumac_last_error());
		exit(1);
	}
	for (int i = 0; i < N_TRIALS; i++) {
		struct trial t = make_trial(i, 0);

		try(&t, job);
		if (i % 5 == 0 && t.type == SUMAC_TYPE_F64)
			try_turned(&t, job);
	}
	n_bad += sumac_job_close(job) != 0;
	return NULL;
}

static void run_all(bool exact, const char *with)
{
	pthread_t threads[MAX_RANKS];

	is_exact = exact;
	options = with;
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	for (size = 1; size <= MAX_RANKS && !n_bad; size += 2) {
		assert_int_equal(bootstrap_threads_open(size, bootstraps), 0);
		for (int i = 0; i < size; i++)
			pthread_create(&threads[i], NULL, run_rank, &bootstraps[i]);
		for (int i = 0; i < size; i++)
			pthread_join(threads[i], NULL);
	}
	assert_int_equal(n_bad, 0);
}

static void test_exact_sums_are_rounded_once(void **state)
{
	(void)state;
	run_all(true, "sums=exact;sums_bytes=64K");
}

static void test_reproducible_sums_keep_their_bound(void **state)
{
	(void)state;
	run_all(false, "sums=reproducible;sums_bytes=64K");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact_sums_are_rounded_once),
		cmocka_unit_test(test_reproducible_sums_keep_their_bound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
