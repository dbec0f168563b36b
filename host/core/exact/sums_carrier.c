#include "core/exact/sums_carrier.h"

#include <string.h>

#include "core/call/wide_sums.h"
#include "exact/exact_parts.h"
#include "exact/exact_words.h"

/* A number takes up to so many digits of an accumulator. */
enum { SPAN = 3 };

/* A reproducible sum's words are so many digits of an accumulator, the highest for the greatest operand. In normal form they are at
 * most 2^47, so the sum of SUMAC_EXACT_MOST of them does not overflow. scale() has the derivation of what the others lose. */
enum { KEPT = 4 };

/* An operand's scale. From SCALE_FINITE on: the lowest digit that is kept. */
enum { SCALE_NEGATIVE_ZERO, SCALE_ZERO, SCALE_FINITE, SCALE_SPECIAL = INT8_MAX };

/* With a special operand the words count these instead. */
enum { COUNT_NANS, COUNT_PLUS_INFS, COUNT_MINUS_INFS };

#define FORM (&sumac_exact_form_EXACT)

static const struct sumac_exact_format *format_of(enum sumac_type type)
{
	return type == SUMAC_TYPE_F32 ? &sumac_exact_binary32 : &sumac_exact_binary64;
}

/* An operand. It counts from the lowest bit of an accumulator, which is that of a double. */
static inline struct sumac_exact_parts load(enum sumac_type type, const void *src, size_t i)
{
	double wide;
	float narrow;

	if (type == SUMAC_TYPE_F32) {
		memcpy(&narrow, (const char *)src + i * sizeof(narrow), sizeof(narrow));
		return sumac_exact_split(sumac_exact_widen(narrow));
	}
	memcpy(&wide, (const char *)src + i * sizeof(wide), sizeof(wide));
	return sumac_exact_split(wide);
}

static inline void store(enum sumac_type type, void *dst_out, size_t i, uint64_t bits)
{
	uint32_t narrow = (uint32_t)bits;

	if (type == SUMAC_TYPE_F32)
		memcpy((char *)dst_out + i * sizeof(narrow), &narrow, sizeof(narrow));
	else
		memcpy((char *)dst_out + i * sizeof(bits), &bits, sizeof(bits));
}

/* Its digits in normal form; returns the number of the first in an accumulator. */
static inline int digits_of(const struct sumac_exact_parts *x, int64_t digit_out[SPAN])
{
	memset(digit_out, 0, SPAN * sizeof(*digit_out));
	sumac_exact_digits_add(digit_out, sumac_exact_signed(x->m, x->sign), x->at % SUMAC_EXACT_DIGIT_BITS);
	sumac_exact_digits_normalise(digit_out, SPAN);
	return (int)(x->at / SUMAC_EXACT_DIGIT_BITS);
}

/* An accumulator of each operand. */
static int put_exact(const struct sumac_carrier *carrier, enum sumac_type type, void *carried_out, const void *src, size_t count,
		     int team_size)
{
	int64_t *words = carried_out;

	(void)carrier;
	(void)team_size;
	for (size_t i = 0; i < count; i++, words += SUMAC_EXACT_WORDS) {
		struct sumac_exact_parts x = load(type, src, i);
		int64_t digit[SPAN];
		int first = digits_of(&x, digit);

		sumac_exact_words_clear(FORM, words);
		words[SUMAC_EXACT_AT_NEGATIVE_ZEROS] = !x.m && !x.is_special && x.sign;
		words[SUMAC_EXACT_AT_ADDENDS] = !words[SUMAC_EXACT_AT_NEGATIVE_ZEROS];
		words[SUMAC_EXACT_AT_NANS] = x.is_nan;
		words[SUMAC_EXACT_AT_PLUS_INFS] = x.is_special && !x.is_nan && !x.sign;
		words[SUMAC_EXACT_AT_MINUS_INFS] = x.is_special && !x.is_nan && x.sign;
		memcpy(words + SUMAC_EXACT_HEAD_WORDS + first, digit, sizeof(digit));
	}
	return 0;
}

/* Rounds an accumulator with that head and n digits from number `first` on; all others are 0, and left out but for two, which make
 * room for a result that has cancelled. */
static uint64_t round_digits(const int64_t *head, const int64_t *digits, int first, int n, const struct sumac_exact_format *format)
{
	int room = first < 2 ? first : 2;
	const struct sumac_exact_form form = { .n_digits = room + n, .lsb = FORM->lsb + SUMAC_EXACT_DIGIT_BITS * (first - room) };
	int64_t words[SUMAC_EXACT_WORDS];

	memcpy(words, head, SUMAC_EXACT_HEAD_WORDS * sizeof(*words));
	memset(words + SUMAC_EXACT_HEAD_WORDS, 0, (size_t)room * sizeof(*words));
	memcpy(words + SUMAC_EXACT_HEAD_WORDS + room, digits, (size_t)n * sizeof(*words));
	return sumac_exact_words_round(&form, words, format);
}

static uint64_t round_exact(const int64_t *words, const struct sumac_exact_format *format)
{
	const int64_t *digits = words + SUMAC_EXACT_HEAD_WORDS;
	int first = 0, end = FORM->n_digits;

	while (end > 1 && !digits[end - 1])
		end--;
	while (first < end - 1 && !digits[first])
		first++;
	return round_digits(words, digits + first, first, end - first, format);
}

static int take_exact(const struct sumac_carrier *carrier, enum sumac_type type, void *dst_out, void *carried, size_t count,
		      int n_ranks)
{
	const struct sumac_exact_format *format = format_of(type);
	const int64_t *words = carried;

	(void)carrier;
	for (size_t i = 0; i < count; i++, words += SUMAC_EXACT_WORDS) {
		uint64_t n = sumac_exact_words_count(FORM, words);

		if (n != (uint64_t)n_ranks)
			return sumac_fail(SUMAC_EIO, "element %zu of an exact sum came back with the operands of %llu of %d ranks",
					  i, (unsigned long long)n, n_ranks);
		store(type, dst_out, i, round_exact(words, format));
	}
	return 0;
}

/* Greater for greater operands. One of at least 2^p and less than 2^(p + 1) has no digit above number T = (p + 2) / 48, since it is
 * less than 2^(48 T + 46). It has at least 2^(48 T - 2), so it has none below T - 2, and loses none. Each of the others loses the
 * digits below T - 3, which are at most 2^(48 (T - 3) - 1) and a 2^47th part of that: so all others together lose less than 2^-143
 * of the greatest operand for each rank. */
static void scale(enum sumac_type type, int8_t *scales_out, const void *src, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct sumac_exact_parts x = load(type, src, i);
		int p = (int)x.at + 63 - __builtin_clzll((uint64_t)x.m | 1), low = (p + 2) / SUMAC_EXACT_DIGIT_BITS - (KEPT - 1);

		if (x.is_special)
			scales_out[i] = SCALE_SPECIAL;
		else if (!x.m)
			scales_out[i] = x.sign ? SCALE_NEGATIVE_ZERO : SCALE_ZERO;
		else
			scales_out[i] = (int8_t)(SCALE_FINITE + (low > 0 ? low : 0));
	}
}

static void keep(const struct sumac_exact_parts *x, int low, int64_t *words)
{
	int64_t digit[SPAN];
	int first = digits_of(x, digit);

	for (int i = 0; i < SPAN; i++)
		if (digit[i] && first + i >= low)
			words[first + i - low] = digit[i];
}

static int put_reproducible(const struct sumac_carrier *carrier, enum sumac_type type, void *carried_out, const void *src,
			    size_t count, int team_size)
{
	const int8_t *scales = carrier->data;
	int64_t *words = carried_out;

	(void)team_size;
	memset(words, 0, count * KEPT * sizeof(*words));
	for (size_t i = 0; i < count; i++, words += KEPT) {
		struct sumac_exact_parts x = load(type, src, i);

		if (scales[i] != SCALE_SPECIAL && x.m)
			keep(&x, scales[i] - SCALE_FINITE, words);
		else if (x.is_special)
			words[x.is_nan ? COUNT_NANS : x.sign ? COUNT_MINUS_INFS : COUNT_PLUS_INFS] = 1;
	}
	return 0;
}

static uint64_t round_kept(const int64_t *kept, int code, const struct sumac_exact_format *format)
{
	int64_t head[SUMAC_EXACT_HEAD_WORDS] = { 0 };
	bool is_special = code == SCALE_SPECIAL;

	head[code == SCALE_NEGATIVE_ZERO ? SUMAC_EXACT_AT_NEGATIVE_ZEROS : SUMAC_EXACT_AT_ADDENDS] = 1;
	if (is_special) {
		head[SUMAC_EXACT_AT_NANS] = kept[COUNT_NANS];
		head[SUMAC_EXACT_AT_PLUS_INFS] = kept[COUNT_PLUS_INFS];
		head[SUMAC_EXACT_AT_MINUS_INFS] = kept[COUNT_MINUS_INFS];
	}
	return round_digits(head, kept, is_special || code < SCALE_FINITE ? 0 : code - SCALE_FINITE, KEPT, format);
}

static int take_reproducible(const struct sumac_carrier *carrier, enum sumac_type type, void *dst_out, void *carried, size_t count,
			     int n_ranks)
{
	const int8_t *scales = carrier->data;
	const int64_t *words = carried;

	(void)n_ranks;
	for (size_t i = 0; i < count; i++, words += KEPT)
		store(type, dst_out, i, round_kept(words, scales[i], format_of(type)));
	return 0;
}

/* The salt tells the types apart, which the carrying calls do not. */
#define CARRIERS(type_) \
	static const struct sumac_carrier exact_##type_ = { \
		.name = "exact sums", .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I64, .n_each = SUMAC_EXACT_WORDS, \
		.salt = 0x200 | SUMAC_TYPE_##type_, .put = put_exact, .take = take_exact, \
	}; \
	static const struct sumac_carrier reproducible_##type_ = { \
		.name = "reproducible sums", .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I64, .n_each = KEPT, \
		.salt = 0x300 | SUMAC_TYPE_##type_, .scale = scale, .put = put_reproducible, .take = take_reproducible, \
	};
CARRIERS(F32)
CARRIERS(F64)

/* In a scan each rank would need a scale of its own, and a request would have to wait for the scale. Accumulators count the ranks,
 * and refuse more than words can add. */
static bool is_exact(const struct sumac_job *job, const struct sumac_call *call, bool may_wait)
{
	return job->sums == SUMAC_SUMS_EXACT || !may_wait || call->coll == SUMAC_COLL_SCAN || call->coll == SUMAC_COLL_EXSCAN ||
	       call->count <= (uint64_t)job->exact_elems || job->size > SUMAC_EXACT_MOST;
}

const struct sumac_carrier *sumac_carrier_for(const struct sumac_job *job, const struct sumac_call *call, bool may_wait)
{
	bool is_narrow = call->type == SUMAC_TYPE_F32;

	if (job->sums == SUMAC_SUMS_PLAIN || call->op != SUMAC_OP_SUM || (!is_narrow && call->type != SUMAC_TYPE_F64))
		return sumac_wide_carrier(call->op, call->type);
	if (is_exact(job, call, may_wait))
		return is_narrow ? &exact_F32 : &exact_F64;
	return is_narrow ? &reproducible_F32 : &reproducible_F64;
}
