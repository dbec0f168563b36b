/*
 * An accumulator as words, whatever its form: a head, and digits of 48 bits (include/spec/exact.def).
 */
#ifndef SUMAC_EXACT_WORDS_PRIVATE_H
#define SUMAC_EXACT_WORDS_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spec/spec.h"
#include "sumac_exact.h"

struct sumac_exact_form {
	const char *name; /* as in struct sumac_<name> */
	int64_t mark;	  /* of one accumulator; that of k is k times as much */
	int n_digits, lsb;
};

extern const struct sumac_exact_form sumac_exact_form_EXACT, sumac_exact_form_EXACT_DOT;

static inline size_t sumac_exact_n_words(const struct sumac_exact_form *form)
{
	return SUMAC_EXACT_HEAD_WORDS + (size_t)form->n_digits;
}

void sumac_exact_words_clear(const struct sumac_exact_form *form, int64_t *words);

/* How many accumulators are added up in the words; 0 if these are none of this form. */
uint64_t sumac_exact_words_count(const struct sumac_exact_form *form, const int64_t *words);
/* Fails, with a sentence, unless the words are accumulators of this form with no more addends than fit. */
int sumac_exact_words_check(const struct sumac_exact_form *form, const int64_t *words);

/* Brings words that have passed the check to normal form. */
void sumac_exact_words_normalise(const struct sumac_exact_form *form, int64_t *words);
/* The digits alone. */
void sumac_exact_digits_normalise(int64_t *digits, int n_digits);

/* Counts n more addends, or refuses them. */
int sumac_exact_words_take(const struct sumac_exact_form *form, int64_t *words, uint64_t n);

/* words += sign * other, whose form may be another one with the same lowest bit or a higher one; both checked. */
int sumac_exact_words_join(const struct sumac_exact_form *form, int64_t *words, const struct sumac_exact_form *other_form,
			   const int64_t *other, int sign);

int sumac_exact_words_compare(const struct sumac_exact_form *form, const int64_t *a, const int64_t *b);

/* A format's bits of precision (with the leading one), and the exponent of its least subnormal. */
struct sumac_exact_format {
	int precision, least;
};

static const struct sumac_exact_format sumac_exact_binary32 = { 24, -149 }, sumac_exact_binary64 = { 53, -1074 };

/* The value to nearest even, as the bits of the format. */
uint64_t sumac_exact_words_round(const struct sumac_exact_form *form, const int64_t *words,
				 const struct sumac_exact_format *format);

/* Adds sign * m * 2^(lsb + at) to the digits, which then need normalising after 2^15 - 1 such sums. */
static inline void sumac_exact_digits_add(int64_t *digits, int64_t m, unsigned at)
{
	const int64_t mask = ((int64_t)1 << SUMAC_EXACT_DIGIT_BITS) - 1;
	unsigned i = at / SUMAC_EXACT_DIGIT_BITS;
	__int128 shifted = (__int128)((unsigned __int128)m << (at % SUMAC_EXACT_DIGIT_BITS));

	digits[i] += (int64_t)shifted & mask;
	digits[i + 1] += (int64_t)(shifted >> SUMAC_EXACT_DIGIT_BITS) & mask;
	digits[i + 2] += (int64_t)(shifted >> 2 * SUMAC_EXACT_DIGIT_BITS);
}

#endif
