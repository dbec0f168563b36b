#include "exact_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 5000 }; /* from the least product of subnormals to the greatest sum */

void exact_model_begin(struct exact_model *model)
{
	mpfr_set_emin(mpfr_get_emin_min());
	mpfr_set_emax(mpfr_get_emax_max());
	mpfr_init2(model->sum, BITS);
	mpfr_set_zero(model->sum, 1);
	model->is_empty = model->is_negative_zero = 1;
}

static void add(struct exact_model *model, mpfr_t x)
{
	model->is_negative_zero &= mpfr_zero_p(x) && mpfr_signbit(x);
	model->is_empty = 0;
	if (mpfr_add(model->sum, model->sum, x, MPFR_RNDN))
		abort(); /* it was rounded */
	mpfr_clear(x);
}

void exact_model_add(struct exact_model *model, double x, int sign)
{
	exact_model_add_product(model, x, 1, sign);
}

void exact_model_add_product(struct exact_model *model, double x, double y, int sign)
{
	mpfr_t product, factor;

	mpfr_init2(product, 106);
	mpfr_init2(factor, 53);
	mpfr_set_d(product, x, MPFR_RNDN);
	mpfr_set_d(factor, y, MPFR_RNDN);
	if (mpfr_mul(product, product, factor, MPFR_RNDN))
		abort();
	mpfr_clear(factor);
	if (sign < 0)
		mpfr_neg(product, product, MPFR_RNDN);
	add(model, product);
}

/* MPFR's zeros have no history. */
static double zero_of(const struct exact_model *model)
{
	return model->is_negative_zero && !model->is_empty ? -0.0 : 0.0;
}

double exact_model_double(const struct exact_model *model)
{
	return mpfr_zero_p(model->sum) ? zero_of(model) : mpfr_get_d(model->sum, MPFR_RNDN);
}

float exact_model_float(const struct exact_model *model)
{
	return mpfr_zero_p(model->sum) ? (float)zero_of(model) : mpfr_get_flt(model->sum, MPFR_RNDN);
}

void exact_model_end(struct exact_model *model)
{
	mpfr_clear(model->sum);
}

const char *const exact_data_names[EXACT_N_DATA] = {
	"uniform", "600 binades", "any bits", "cancellation to one unit", "subnormal", "ties", "overflow on the way", "zeros",
	"negative zeros", "drifting", "the same", "infinities and NaN",
};

static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return z ^ z >> 31;
}

static double of_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* A random fraction and sign, with that exponent field. */
static double with_exponent(uint64_t *state, unsigned exponent)
{
	return of_bits((next(state) & UINT64_C(0x800FFFFFFFFFFFFF)) | (uint64_t)exponent << 52);
}

static double special(uint64_t *state)
{
	static const double these[] = { INFINITY, -INFINITY, NAN, -0.0, 0.0 };
	uint64_t which = next(state) % 64;

	return which < 5 ? these[which] : with_exponent(state, 1000 + (unsigned)(next(state) % 40));
}

/* The number at i; the one before it, for those that answer it. */
static double make(enum exact_data kind, uint64_t *state, size_t i, double before)
{
	switch (kind) {
	case EXACT_UNIFORM:
		return (double)((int64_t)next(state) >> 11) * 0x1p-52;
	case EXACT_WIDE:
		return with_exponent(state, 700 + (unsigned)(next(state) % 600));
	case EXACT_ALL_BITS:
		return with_exponent(state, (unsigned)(next(state) % 2047));
	case EXACT_CANCELLING:
		return i % 2 ? -(i % 64 == 1 ? nextafter(before, INFINITY) : before) :
			       with_exponent(state, 900 + (unsigned)(next(state) % 200));
	case EXACT_SUBNORMAL:
		return with_exponent(state, (unsigned)(next(state) % 3));
	case EXACT_TIES:
		return i == 0 ? 0x1p53 : i == 1 ? 1 : i == 2 && next(state) % 3 ? (next(state) % 2 ? 0x1p-1074 : -0x1p-1074) : 0;
	case EXACT_OVERFLOWING:
		return i % 2 ? -before : with_exponent(state, 2044 + (unsigned)(next(state) % 3));
	case EXACT_ZEROS:
		return next(state) % 2 ? 0.0 : -0.0;
	case EXACT_MINUS_ZEROS:
		return -0.0;
	case EXACT_DRIFTING:
		return with_exponent(state, (unsigned)(920 + i / 16 + next(state) % 50));
	case EXACT_SAME:
		return 0x1.d555555555555p100;
	case EXACT_SPECIAL:
		return special(state);
	case EXACT_N_DATA:
		break;
	}
	abort();
}

void exact_data_fill(enum exact_data kind, uint64_t seed, double *x_out, size_t n)
{
	uint64_t state = seed;

	for (size_t i = 0; i < n; i++)
		x_out[i] = make(kind, &state, i, i ? x_out[i - 1] : 0);
}

uint64_t exact_bits(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return isnan(x) ? UINT64_C(0x7FF8000000000000) : bits;
}

uint32_t exact_float_bits(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return isnan(x) ? 0x7FC00000 : bits;
}
