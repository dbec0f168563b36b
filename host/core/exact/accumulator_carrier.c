#include "core/exact/accumulator_carrier.h"

#include <string.h>

#include "exact/exact_words.h"

/* A rank that has no valid accumulator takes part all the same, with a mark that adds nothing: the sum's mark then counts fewer
 * accumulators than there are ranks, and no rank takes it. */
static void put_nothing(const struct sumac_exact_form *form, int64_t *words)
{
	memset(words, 0, sumac_exact_n_words(form) * sizeof(*words));
}

/* Each rank may bring its share of the addends that fit, so that the sum of their counts does not overflow. */
static int check_share(const int64_t *words, int team_size)
{
	uint64_t have = (uint64_t)words[SUMAC_EXACT_AT_ADDENDS] + (uint64_t)words[SUMAC_EXACT_AT_NEGATIVE_ZEROS];
	uint64_t most = (UINT64_C(1) << SUMAC_EXACT_ADDENDS_LOG2) / (uint64_t)team_size;

	if (have <= most)
		return 0;
	return sumac_fail(SUMAC_EINVAL, "the accumulator has %llu addends, and in a team of %d ranks each may bring 2^%d / %d",
			  (unsigned long long)have, team_size, SUMAC_EXACT_ADDENDS_LOG2, team_size);
}

static int put(const struct sumac_carrier *carrier, enum sumac_type type, void *carried_out, const void *src, size_t count,
	       int team_size)
{
	const struct sumac_exact_form *form = carrier->data;
	size_t n_words = sumac_exact_n_words(form);
	int64_t *words = carried_out;
	int first = 0;

	(void)type;
	memcpy(words, src, count * sizeof(*words));
	for (size_t at = 0; at < count; at += n_words) {
		int err = sumac_exact_words_check(form, words + at);

		if (!err)
			err = check_share(words + at, team_size);
		if (err)
			put_nothing(form, words + at);
		else
			sumac_exact_words_normalise(form, words + at);
		first = first ? first : err;
	}
	return first;
}

static int take(const struct sumac_carrier *carrier, enum sumac_type type, void *dst_out, void *carried, size_t count, int n_ranks)
{
	const struct sumac_exact_form *form = carrier->data;
	size_t n_words = sumac_exact_n_words(form);
	int64_t *words = carried;
	int first = 0;

	(void)type;
	for (size_t at = 0; at < count; at += n_words) {
		uint64_t n = sumac_exact_words_count(form, words + at);

		if (n == (uint64_t)n_ranks) {
			sumac_exact_words_normalise(form, words + at);
			continue;
		}
		put_nothing(form, words + at);
		if (!first)
			first = sumac_fail(SUMAC_EINVAL, "accumulator %zu is valid on %llu of %d ranks: on another rank it was "
					   "never cleared, has another form, or has more addends than fit; that rank says more",
					   at / n_words, (unsigned long long)n, n_ranks);
	}
	memcpy(dst_out, words, count * sizeof(*words));
	return first;
}

#define SUMAC_EXACT_FORM(name_, NAME, code, digits, lsb, help) \
	const struct sumac_carrier sumac_carrier_##NAME = { \
		.name = "accumulators of exact sums", .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I64, .n_each = 1, .salt = code, \
		.data = &sumac_exact_form_##NAME, .put = put, .take = take, \
	};
#include "spec/rows.def"
