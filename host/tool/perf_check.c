/*
 * Operands, and what must come of them by the oracle. Both repeat after a number of elements that divides no chunk and no slice,
 * so that a result which lies in the wrong place is wrong, and yet one period is all that the oracle computes.
 */
#include "tool/perf.h"

#include <stdlib.h>
#include <string.h>

#include "base/collective.h"
#include "base/combination.h"
#include "base/settings.h"
#include "oracle/oracle.h"
#include "spec/spec.h"

enum {
	PERIOD = 509,
	FIRST = 512, /* of oracle_fill()'s everyday values: arithmetic on others may be slower */
};

struct sumac_perf_pattern {
	int rank, n_ranks;
	size_t period_bytes;
	unsigned char *operand;	 /* each rank's period */
	unsigned char *expected; /* likewise, of the result; NULL: it is operands */
};

/* With these settings sums are not the oracle's, but sums of small whole numbers are the same however they are rounded. */
static bool has_other_sums(const struct sumac_perf_options *options)
{
	return options->op == SUMAC_OP_SUM && (options->type == SUMAC_TYPE_F32 || options->type == SUMAC_TYPE_F64) &&
	       strcmp(sumac_setting_string(SUMAC_SETTING_SUMS), "plain");
}

/* Small numbers, which differ from rank to rank: as integers, and where sums are others than the oracle's, as floats. False: this
 * type gets everyday values instead. */
static bool fill_numbers(const struct sumac_perf_options *options, int rank, unsigned char *period)
{
	size_t elem_bytes = sumac_type_bytes(options->type);

	for (int i = 0; i < PERIOD; i++) {
		uint64_t number = (uint64_t)i + (uint64_t)rank;

		switch (options->type) {
		case SUMAC_TYPE_I8: case SUMAC_TYPE_I16: case SUMAC_TYPE_I32: case SUMAC_TYPE_I64:
		case SUMAC_TYPE_U8: case SUMAC_TYPE_U16: case SUMAC_TYPE_U32: case SUMAC_TYPE_U64:
			sumac_record_put(period, (unsigned)i * (unsigned)elem_bytes, (unsigned)elem_bytes, number);
			break;
		default:
			if (!has_other_sums(options))
				return false;
			if (options->type == SUMAC_TYPE_F32)
				((float *)(void *)period)[i] = (float)number;
			else
				((double *)(void *)period)[i] = (double)number;
		}
	}
	return true;
}

static int fill_period(const struct sumac_perf_options *options, int rank, size_t elem_bytes, unsigned char *period)
{
	unsigned char *all;

	if (fill_numbers(options, rank, period))
		return 0;
	all = malloc((FIRST + PERIOD) * elem_bytes);
	if (!all)
		return -1;
	oracle_fill(options->type, (uint64_t)rank + 1, FIRST + PERIOD, all);
	memcpy(period, all + FIRST * elem_bytes, PERIOD * elem_bytes);
	free(all);
	return 0;
}

static int expect(const struct sumac_perf_options *options, struct sumac_perf_pattern *pattern)
{
	bool is_left = sumac_coll_row(options->coll)->order == SUMAC_LEFT;
	int n = options->coll == SUMAC_COLL_SCAN ? pattern->rank + 1 : options->coll == SUMAC_COLL_EXSCAN ? pattern->rank :
									pattern->n_ranks;
	const void **src = calloc((size_t)pattern->n_ranks, sizeof(*src));
	int err;

	for (int i = 0; src && i < n; i++)
		src[i] = pattern->operand + (size_t)i * pattern->period_bytes;
	if (!src)
		err = -1;
	else if (!n)
		err = 0; /* the first rank of an exscan gets nothing */
	else if (options->op == SUMAC_OP_SUM && sumac_setting_int(SUMAC_SETTING_NARROW_SUMS) &&
		 !oracle_wide_sum(options->type, is_left, n, src, PERIOD, pattern->expected))
		err = 0;
	else if (is_left)
		err = oracle_fold(options->op, options->type, n, src, PERIOD, pattern->expected);
	else
		err = oracle_reduce(options->op, options->type, n, src, PERIOD, pattern->expected);
	free(src);
	return err;
}

struct sumac_perf_pattern *sumac_perf_pattern_make(const struct sumac_perf_options *options, int rank, int n_ranks)
{
	struct sumac_perf_pattern *pattern = calloc(1, sizeof(*pattern));
	size_t elem_bytes = oracle_elem_bytes(options->type);
	int err = !pattern || !elem_bytes;

	if (!err) {
		pattern->rank = rank;
		pattern->n_ranks = n_ranks;
		pattern->period_bytes = PERIOD * elem_bytes;
		pattern->operand = malloc((size_t)n_ranks * pattern->period_bytes);
		pattern->expected = sumac_coll_combines(options->coll) ? malloc(pattern->period_bytes) : NULL;
		err = !pattern->operand || (!pattern->expected && sumac_coll_combines(options->coll));
	}
	for (int i = 0; !err && i < n_ranks; i++)
		err = fill_period(options, i, elem_bytes, pattern->operand + (size_t)i * pattern->period_bytes);
	if (!err && pattern->expected)
		err = expect(options, pattern);
	if (!err)
		return pattern;
	sumac_perf_pattern_free(pattern);
	return NULL;
}

void sumac_perf_pattern_free(struct sumac_perf_pattern *pattern)
{
	if (!pattern)
		return;
	free(pattern->operand);
	free(pattern->expected);
	free(pattern);
}

void sumac_perf_pattern_fill(const struct sumac_perf_pattern *pattern, const struct sumac_perf_call *call, void *src)
{
	const unsigned char *own = pattern->operand + (size_t)pattern->rank * pattern->period_bytes;
	size_t left = (call->coll == SUMAC_COLL_ALLGATHER ? call->part : call->elems) * call->elem_bytes;

	for (unsigned char *at = src; left; ) {
		size_t n = left < pattern->period_bytes ? left : pattern->period_bytes;

		memcpy(at, own, n);
		at += n;
		left -= n;
	}
}

/* The first byte of len_bytes that is not the period's, which begins at element `first` of it; or -1. */
static int64_t compare(const struct sumac_perf_pattern *pattern, const unsigned char *period, const unsigned char *dst,
		       size_t first, const struct sumac_perf_call *call, size_t n_elems)
{
	size_t phase = first % PERIOD * call->elem_bytes, len_bytes = n_elems * call->elem_bytes, at = 0;

	while (at < len_bytes) {
		size_t n = pattern->period_bytes - phase;

		if (n > len_bytes - at)
			n = len_bytes - at;
		if (memcmp(dst + at, period + phase, n)) {
			while (dst[at] == period[phase])
				at++, phase++;
			return (int64_t)(at / call->elem_bytes);
		}
		at += n;
		phase = 0;
	}
	return -1;
}

int64_t sumac_perf_pattern_judge(const struct sumac_perf_pattern *pattern, const struct sumac_perf_call *call, const void *dst)
{
	size_t n = sumac_coll_row(call->coll)->gets == SUMAC_PART ? call->part : call->elems;
	size_t first = sumac_coll_row(call->coll)->gets == SUMAC_PART ? (size_t)pattern->rank * call->part : 0;

	if (!sumac_coll_gets(call->coll, pattern->rank, SUMAC_PERF_ROOT))
		return -1;
	if (call->coll != SUMAC_COLL_ALLGATHER)
		return compare(pattern, pattern->expected ? pattern->expected :
			       pattern->operand + SUMAC_PERF_ROOT * pattern->period_bytes, dst, first, call, n);
	for (int rank = 0; rank < pattern->n_ranks; rank++) {
		size_t begin = (size_t)rank * call->part;
		int64_t at = compare(pattern, pattern->operand + (size_t)rank * pattern->period_bytes,
				     (const unsigned char *)dst + begin * call->elem_bytes, 0, call, call->part);

		if (at >= 0)
			return (int64_t)begin + at;
	}
	return -1;
}
