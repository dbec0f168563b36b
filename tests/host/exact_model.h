/*
 * Exact sums once more, by GNU MPFR: numbers of so many bits that no sum of a test is rounded. It shares no code with the
 * library's accumulators. Also numbers that hurt, and the bits of results.
 */
#ifndef SUMAC_TEST_EXACT_MODEL_H
#define SUMAC_TEST_EXACT_MODEL_H

#include <mpfr.h>
#include <stddef.h>
#include <stdint.h>

struct exact_model {
	mpfr_t sum;
	int is_empty, is_negative_zero; /* all addends so far were -0 */
};

void exact_model_begin(struct exact_model *model);
void exact_model_add(struct exact_model *model, double x, int sign);
void exact_model_add_product(struct exact_model *model, double x, double y, int sign);
double exact_model_double(const struct exact_model *model);
float exact_model_float(const struct exact_model *model);
void exact_model_end(struct exact_model *model);

/* n numbers of a kind, from a seed. */
enum exact_data {
	EXACT_UNIFORM,	    /* between -1 and 1 */
	EXACT_WIDE,	    /* over 600 binades */
	EXACT_ALL_BITS,	    /* any bits, but finite */
	EXACT_CANCELLING,   /* pairs that cancel, but for one unit in the last place */
	EXACT_SUBNORMAL,
	EXACT_TIES,	    /* sums that lie halfway between two doubles, or next to it */
	EXACT_OVERFLOWING,  /* sums that leave the range of doubles on their way, and come back */
	EXACT_ZEROS,	    /* of both signs */
	EXACT_MINUS_ZEROS,
	EXACT_DRIFTING,	    /* over 50 binades, which rise */
	EXACT_SAME,	    /* the same one, so that all errors have one sign */
	EXACT_SPECIAL,	    /* with infinities and NaN among them */
	EXACT_N_DATA
};
void exact_data_fill(enum exact_data kind, uint64_t seed, double *x_out, size_t n);
extern const char *const exact_data_names[EXACT_N_DATA];

uint64_t exact_bits(double x); /* of any NaN the same ones */
uint32_t exact_float_bits(float x);

#endif
