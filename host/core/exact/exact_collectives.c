/*
 * The collectives of sumac_exact.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "core/call/perform.h"
#include "core/exact/accumulator_carrier.h"
#include "core/exact/exact_fields.h"
#include "exact/exact_words.h"

/* A collective on n accumulators of a form; a request if the caller wants one. */
static int run(struct sumac_team *team, enum sumac_coll coll, const struct sumac_carrier *carrier, void *dst, const void *src,
	       size_t n, int root, struct sumac_request **request_out)
{
	struct sumac_call call = { .coll = coll, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I64, .root = root, .dst = dst, .src = src };

	if (__builtin_mul_overflow((uint64_t)n, (uint64_t)sumac_exact_n_words(carrier->data), &call.count))
		return sumac_fail(SUMAC_EINVAL, "%zu accumulators are more than memory can hold", n);
	return request_out ? sumac_perform_begin_carried(team, &call, carrier, request_out) :
			     sumac_perform_carried(team, &call, carrier);
}

static int begin(struct sumac_team *team, enum sumac_coll coll, const struct sumac_carrier *carrier, void *dst, const void *src,
		 size_t n, int root, struct sumac_request **request_out)
{
	if (!request_out)
		return sumac_fail(SUMAC_EINVAL, "request_out is NULL");
	*request_out = NULL;
	return run(team, coll, carrier, dst, src, n, root, request_out);
}

/* A collective of a form, blocking and as a request; `also` and `root`: the parameter of those that have one, and its value. */
#define BOTH(form, FORM, verb, COLL, also, root) \
	int sumac_##form##_##verb(struct sumac_team *team, struct sumac_##form *dst, const struct sumac_##form *src, \
				  size_t n also) \
	{ \
		return run(team, SUMAC_COLL_##COLL, &sumac_carrier_##FORM, dst, src, n, root, NULL); \
	} \
	int sumac_##form##_i##verb(struct sumac_team *team, struct sumac_##form *dst, const struct sumac_##form *src, \
				   size_t n also, struct sumac_request **request_out) \
	{ \
		return begin(team, SUMAC_COLL_##COLL, &sumac_carrier_##FORM, dst, src, n, root, request_out); \
	}
#define NOTHING
#define ROOT , int root
#define SUMAC_EXACT_FORM(name, NAME, code, digits, lsb, help) \
	BOTH(name, NAME, allreduce, ALLREDUCE, NOTHING, 0) \
	BOTH(name, NAME, reduce, REDUCE, ROOT, root) \
	BOTH(name, NAME, scan, SCAN, NOTHING, 0)
#include "spec/rows.def"

int sumac_exact_sum(struct sumac_team *team, double *dst, const double *src, size_t n_local, size_t n_fields, size_t stride)
{
	char story[SUMAC_STORY_CAP] = "";
	struct sumac_exact *sums;
	int err;

	if (n_fields && !dst)
		return sumac_fail(SUMAC_EINVAL, "the destination is NULL");
	sums = calloc(n_fields ? n_fields : 1, sizeof(*sums));
	if (!sums)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %zu accumulators of %zu bytes", n_fields, sizeof(*sums));
	if (sumac_exact_fields_add(sums, src, n_local, n_fields, (ptrdiff_t)stride))
		snprintf(story, sizeof(story), "%s", sumac_last_error());
	err = sumac_exact_allreduce(team, sums, sums, n_fields);
	if (err == -SUMAC_EINVAL && *story)
		sumac_fail(err, "%s", story);
	for (size_t f = 0; f < n_fields && !err; f++)
		err = sumac_exact_to_double(&sums[f], &dst[f]);
	free(sums);
	return err;
}
