/*
 * Accumulators as words: their mark, their normal form, their sums and their order.
 */
#include "exact/exact_words.h"

#include <string.h>

#include "base/fail.h"

/* A mark has the number of accumulators in its low bits; above them form, version, and a number that is unlikely elsewhere. Marks
 * add like the other words. */
#define COUNT_BITS 20
#define CODE_BITS 4
#define MAGIC ((uint64_t)0x4578 << 32)
#define KIND_OF(version, code) ((uint64_t)(version) << (COUNT_BITS + CODE_BITS) | (uint64_t)(code) << COUNT_BITS)
_Static_assert(SUMAC_EXACT_MOST < 1 << COUNT_BITS, "the count fits its bits");

#define SUMAC_EXACT_FORM(name_, NAME, code, digits, lsb_, help) \
	const struct sumac_exact_form sumac_exact_form_##NAME = { \
		.name = #name_, .mark = (int64_t)(MAGIC | KIND_OF(SUMAC_EXACT_VERSION, code) | 1), \
		.n_digits = digits, .lsb = lsb_, \
	};
#include "spec/rows.def"

#define FIRST SUMAC_EXACT_HEAD_WORDS
#define MOST_ADDENDS (INT64_C(1) << SUMAC_EXACT_ADDENDS_LOG2)

void sumac_exact_words_clear(const struct sumac_exact_form *form, int64_t *words)
{
	memset(words, 0, sumac_exact_n_words(form) * sizeof(*words));
	words[SUMAC_EXACT_AT_MARK] = form->mark;
}

uint64_t sumac_exact_words_count(const struct sumac_exact_form *form, const int64_t *words)
{
	uint64_t mark = (uint64_t)words[SUMAC_EXACT_AT_MARK], count = mark & ((1u << COUNT_BITS) - 1);

	return count <= SUMAC_EXACT_MOST && mark == count * (uint64_t)form->mark ? count : 0;
}

/* Says what the words are instead, as far as their mark tells. */
static int refuse(const struct sumac_exact_form *form, const int64_t *words)
{
	uint64_t mark = (uint64_t)words[SUMAC_EXACT_AT_MARK], count = mark & ((1u << COUNT_BITS) - 1);
	uint64_t rest = mark - count * (MAGIC | 1), kind = count ? rest / count : 0;
	unsigned version = (unsigned)(kind >> (COUNT_BITS + CODE_BITS)), code = kind >> COUNT_BITS & ((1u << CODE_BITS) - 1);

	if (!count || rest % count || kind >> 32 || kind % (1u << COUNT_BITS))
		return sumac_fail(SUMAC_EINVAL, "this is no accumulator (struct sumac_%s): it was never cleared, or something "
				  "has written over it", form->name);
	if (version != SUMAC_EXACT_VERSION)
		return sumac_fail(SUMAC_EINVAL, "the accumulator has version %u of the layout, and this library has version %d",
				  version, SUMAC_EXACT_VERSION);
	if (kind != KIND_OF(SUMAC_EXACT_VERSION, (uint64_t)form->mark >> COUNT_BITS & ((1u << CODE_BITS) - 1)))
		return sumac_fail(SUMAC_EINVAL, "the accumulator has another form (number %u) than struct sumac_%s", code,
				  form->name);
	return sumac_fail(SUMAC_EINVAL, "more than %d accumulators were added word by word, so digits may have overflowed",
			  SUMAC_EXACT_MOST);
}

int sumac_exact_words_check(const struct sumac_exact_form *form, const int64_t *words)
{
	if (!sumac_exact_words_count(form, words))
		return refuse(form, words);
	for (int i = SUMAC_EXACT_AT_ADDENDS; i < FIRST; i++)
		if (words[i] < 0 || words[i] > MOST_ADDENDS)
			return sumac_fail(SUMAC_EINVAL, "the accumulator counts %lld addends in word %d, and 2^%d fit",
					  (long long)words[i], i, SUMAC_EXACT_ADDENDS_LOG2);
	return 0;
}

void sumac_exact_digits_normalise(int64_t *digits, int n_digits)
{
	enum { SPARE = 64 - SUMAC_EXACT_DIGIT_BITS };
	int64_t carry = 0;

	for (int i = 0; i < n_digits - 1; i++) {
		int64_t sum = digits[i] + carry;

		digits[i] = (int64_t)((uint64_t)sum << SPARE) >> SPARE;
		carry = (int64_t)((uint64_t)sum - (uint64_t)digits[i]) >> SUMAC_EXACT_DIGIT_BITS;
	}
	digits[n_digits - 1] += carry;
}

void sumac_exact_words_normalise(const struct sumac_exact_form *form, int64_t *words)
{
	sumac_exact_digits_normalise(words + FIRST, form->n_digits);
	words[SUMAC_EXACT_AT_MARK] = form->mark;
}

int sumac_exact_words_take(const struct sumac_exact_form *form, int64_t *words, uint64_t n)
{
	uint64_t have = (uint64_t)words[SUMAC_EXACT_AT_ADDENDS] + (uint64_t)words[SUMAC_EXACT_AT_NEGATIVE_ZEROS];

	if (have <= MOST_ADDENDS && n <= MOST_ADDENDS - have)
		return 0;
	return sumac_fail(SUMAC_EINVAL, "a struct sumac_%s takes 2^%d addends, but has %llu and would get %llu more", form->name,
			  SUMAC_EXACT_ADDENDS_LOG2, (unsigned long long)have, (unsigned long long)n);
}

int sumac_exact_words_join(const struct sumac_exact_form *form, int64_t *words, const struct sumac_exact_form *other_form,
			   const int64_t *other, int sign)
{
	int first = FIRST + (other_form->lsb - form->lsb) / SUMAC_EXACT_DIGIT_BITS;
	int64_t copy[SUMAC_EXACT_DOT_WORDS];
	uint64_t n;

	memcpy(copy, other, sumac_exact_n_words(other_form) * sizeof(*copy));
	sumac_exact_words_normalise(other_form, copy);
	sumac_exact_words_normalise(form, words);
	n = (uint64_t)copy[SUMAC_EXACT_AT_ADDENDS] + (uint64_t)copy[SUMAC_EXACT_AT_NEGATIVE_ZEROS];
	if (sumac_exact_words_take(form, words, n))
		return -SUMAC_EINVAL;
	/* -(-0) is +0. */
	words[SUMAC_EXACT_AT_ADDENDS] += sign < 0 ? (int64_t)n : copy[SUMAC_EXACT_AT_ADDENDS];
	words[SUMAC_EXACT_AT_NEGATIVE_ZEROS] += sign < 0 ? 0 : copy[SUMAC_EXACT_AT_NEGATIVE_ZEROS];
	words[SUMAC_EXACT_AT_NANS] += copy[SUMAC_EXACT_AT_NANS];
	words[SUMAC_EXACT_AT_PLUS_INFS] += copy[sign < 0 ? SUMAC_EXACT_AT_MINUS_INFS : SUMAC_EXACT_AT_PLUS_INFS];
	words[SUMAC_EXACT_AT_MINUS_INFS] += copy[sign < 0 ? SUMAC_EXACT_AT_PLUS_INFS : SUMAC_EXACT_AT_MINUS_INFS];
	for (int i = 0; i < other_form->n_digits; i++)
		words[first + i] += sign * copy[FIRST + i];
	sumac_exact_words_normalise(form, words);
	return 0;
}

/* A value's place among the infinities: -1, 0 (it is finite) or 1. */
static int infinite(const int64_t *words)
{
	return words[SUMAC_EXACT_AT_PLUS_INFS] ? 1 : words[SUMAC_EXACT_AT_MINUS_INFS] ? -1 : 0;
}

static bool is_nan(const int64_t *words)
{
	return words[SUMAC_EXACT_AT_NANS] || (words[SUMAC_EXACT_AT_PLUS_INFS] && words[SUMAC_EXACT_AT_MINUS_INFS]);
}

int sumac_exact_words_compare(const struct sumac_exact_form *form, const int64_t *a, const int64_t *b)
{
	int64_t left[SUMAC_EXACT_DOT_WORDS], right[SUMAC_EXACT_DOT_WORDS];

	if (is_nan(a) || is_nan(b))
		return SUMAC_EXACT_UNORDERED;
	if (infinite(a) || infinite(b))
		return (infinite(a) > infinite(b)) - (infinite(a) < infinite(b));
	memcpy(left, a, sumac_exact_n_words(form) * sizeof(*left));
	memcpy(right, b, sumac_exact_n_words(form) * sizeof(*right));
	sumac_exact_words_normalise(form, left);
	sumac_exact_words_normalise(form, right);
	/* All digits below one together differ by less than its unit. */
	for (int i = FIRST + form->n_digits - 1; i >= FIRST; i--)
		if (left[i] != right[i])
			return left[i] < right[i] ? -1 : 1;
	return 0;
}

/* A value's magnitude with digits of 0 to 2^48 - 1; true: it was negative. */
static bool make_positive(int64_t *digits, int n)
{
	const int64_t unit = (int64_t)1 << SUMAC_EXACT_DIGIT_BITS;
	int top = n - 1;
	bool is_negative;

	while (top > 0 && !digits[top])
		top--;
	is_negative = digits[top] < 0;
	for (int i = 0; i <= top && is_negative; i++)
		digits[i] = -digits[i];
	for (int i = 0; i < top; i++) {
		bool borrows = digits[i] < 0;

		digits[i] += borrows ? unit : 0;
		digits[i + 1] -= borrows;
	}
	return is_negative;
}

/* The bit's place above the lowest; -1: the magnitude is 0. */
static int top_bit(const int64_t *digits, int n)
{
	for (int i = n - 1; i >= 0; i--)
		if (digits[i])
			return i * SUMAC_EXACT_DIGIT_BITS + 63 - __builtin_clzll((uint64_t)digits[i]);
	return -1;
}

/* The magnitude without its n_low lowest bits, rounded to nearest even; less than 2^64. */
static uint64_t round_off(const int64_t *digits, int n, int n_low)
{
	int at = n_low / SUMAC_EXACT_DIGIT_BITS, shift = n_low % SUMAC_EXACT_DIGIT_BITS;
	uint64_t low = (uint64_t)digits[at] & ((UINT64_C(1) << shift) - 1), rest = 0, kept, half;

	kept = (uint64_t)digits[at] >> shift;
	for (int i = 1; i <= 2 && at + i < n; i++)
		kept |= (uint64_t)((unsigned __int128)(uint64_t)digits[at + i] << (i * SUMAC_EXACT_DIGIT_BITS - shift));
	if (!shift) { /* the half is in the digit below */
		if (!at)
			return kept;
		low = (uint64_t)digits[--at];
		shift = SUMAC_EXACT_DIGIT_BITS;
	}
	half = UINT64_C(1) << (shift - 1);
	for (int i = 0; i < at; i++)
		rest |= (uint64_t)digits[i];
	return kept + (low > half || (low == half && (rest || kept & 1)));
}

uint64_t sumac_exact_words_round(const struct sumac_exact_form *form, const int64_t *words,
				 const struct sumac_exact_format *format)
{
	int precision = format->precision, least = format->least;
	int bias = 2 - precision - least, unit, top;
	uint64_t infinity = (uint64_t)(2 * bias + 1) << (precision - 1), sign = (uint64_t)(2 * bias + 2) << (precision - 1), bits;
	int64_t digits[SUMAC_EXACT_DOT_WORDS];
	bool is_negative;

	if (is_nan(words))
		return infinity | infinity >> 1;
	if (infinite(words))
		return infinite(words) < 0 ? infinity | sign : infinity;
	memcpy(digits, words + FIRST, (size_t)form->n_digits * sizeof(*digits));
	sumac_exact_digits_normalise(digits, form->n_digits);
	is_negative = make_positive(digits, form->n_digits);
	top = top_bit(digits, form->n_digits);
	if (top < 0)
		return words[SUMAC_EXACT_AT_NEGATIVE_ZEROS] && !words[SUMAC_EXACT_AT_ADDENDS] ? sign : 0;
	unit = form->lsb + top - precision + 1;
	unit = unit > least ? unit : least;
	if (unit - least > 2 * bias)
		return is_negative ? infinity | sign : infinity;
	/* A rounding that reaches the next power of two carries into the exponent. */
	bits = ((uint64_t)(unit - least) << (precision - 1)) + round_off(digits, form->n_digits, unit - form->lsb);
	bits = bits > infinity ? infinity : bits;
	return is_negative ? bits | sign : bits;
}
