/*
 * Waits for values that other PEs put here, and tests them.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "frontend/shmem/shmem_far.h"

struct condition {
	const char *ivars;
	size_t n_elems, width;
	bool is_signed, is_vector; /* is_vector: each has a value of its own */
	const int *status;	   /* elements to leave out; NULL: none */
	int cmp;
	const char *values;
	size_t first;		/* where any begins to look */
	size_t found, *indices; /* by any; by some */
};

static uint64_t read_as(const char *at, size_t width, bool is_signed)
{
	switch (width) {
	case sizeof(int16_t):
		return is_signed ? (uint64_t)__atomic_load_n((const int16_t *)at, __ATOMIC_ACQUIRE) :
				   __atomic_load_n((const uint16_t *)at, __ATOMIC_ACQUIRE);
	case sizeof(int32_t):
		return is_signed ? (uint64_t)__atomic_load_n((const int32_t *)at, __ATOMIC_ACQUIRE) :
				   __atomic_load_n((const uint32_t *)at, __ATOMIC_ACQUIRE);
	default:
		return __atomic_load_n((const uint64_t *)at, __ATOMIC_ACQUIRE);
	}
}

static bool holds(const struct condition *c, size_t i)
{
	/* With the sign bit flipped, signed values have the order of unsigned ones. */
	uint64_t turn = c->is_signed ? UINT64_C(1) << 63 : 0;
	uint64_t value = turn ^ read_as(c->ivars + i * c->width, c->width, c->is_signed);
	uint64_t other = turn ^ read_as(c->values + (c->is_vector ? i * c->width : 0), c->width, c->is_signed);

	switch (c->cmp) {
	case SHMEM_CMP_EQ:
		return value == other;
	case SHMEM_CMP_NE:
		return value != other;
	case SHMEM_CMP_GT:
		return value > other;
	case SHMEM_CMP_GE:
		return value >= other;
	case SHMEM_CMP_LT:
		return value < other;
	default:
		return value <= other;
	}
}

static bool counts(const struct condition *c, size_t i)
{
	return !c->status || !c->status[i];
}

static bool all(void *arg)
{
	const struct condition *c = arg;

	for (size_t i = 0; i < c->n_elems; i++)
		if (counts(c, i) && !holds(c, i))
			return false;
	return true;
}

/*
 * A series of calls that ask the same about the same array must return every element that holds, so each begins
 * behind the element that the last one returned. A thread remembers a few series. It gives an unknown series a new
 * beginning each time: the multiples of the golden ratio, modulo 1, fill the array evenly, and every other or every
 * third of them does so, too. So more series than it remembers, in whatever order, come round as well, if not in the
 * fewest calls.
 */
enum { N_SERIES = 4, KEY_WORDS = 6 };

struct series {
	uint64_t key[KEY_WORDS];
	size_t next;
};

static size_t new_first(size_t n_elems)
{
	static _Thread_local uint64_t turn;
	size_t first = (size_t)((unsigned __int128)turn * n_elems >> 64);

	turn += UINT64_C(0x9e3779b97f4a7c15);
	return first;
}

/* The call is in the key, as calls of two forms that take turns are two series. For values in an array the key has their address.
 * The series used last comes first, and the thread forgets the one used longest ago. */
static struct series *series_of(const char *call, const struct condition *c)
{
	static _Thread_local struct series known[N_SERIES];
	struct series wanted = { .key = { (uintptr_t)call, (uintptr_t)c->ivars, c->n_elems, (uintptr_t)c->status, (uint64_t)c->cmp,
					  c->is_vector ? (uintptr_t)c->values : read_as(c->values, c->width, c->is_signed) } };
	int at = 0;

	while (at < N_SERIES && memcmp(known[at].key, wanted.key, sizeof(wanted.key)))
		at++;
	wanted.next = at < N_SERIES ? known[at].next : new_first(c->n_elems);
	memmove(&known[1], &known[0], (size_t)(at < N_SERIES ? at : N_SERIES - 1) * sizeof(known[0]));
	known[0] = wanted;
	return &known[0];
}

static struct series *begin_series(const char *call, struct condition *c)
{
	struct series *series = series_of(call, c);

	c->first = series->next;
	return series;
}

static void go_on_behind(struct series *series, const struct condition *c)
{
	if (c->found != SIZE_MAX)
		series->next = (c->found + 1) % c->n_elems;
}

static bool any(void *arg)
{
	struct condition *c = arg;
	size_t i = c->first;

	for (size_t n = 0; n < c->n_elems; n++) {
		if (counts(c, i) && holds(c, i)) {
			c->found = i;
			return true;
		}
		if (++i == c->n_elems)
			i = 0;
	}
	c->found = SIZE_MAX;
	return false;
}

static bool some(void *arg)
{
	struct condition *c = arg;

	c->found = 0;
	for (size_t i = 0; i < c->n_elems; i++)
		if (counts(c, i) && holds(c, i))
			c->indices[c->found++] = i;
	return c->found;
}

static bool has_elements(const struct condition *c)
{
	for (size_t i = 0; i < c->n_elems; i++)
		if (counts(c, i))
			return true;
	return false;
}

static void check(const char *call, const struct condition *c, bool (*is_so)(void *arg))
{
	char why[64];

	sumac_shmem_require_init(call);
	if (c->n_elems && (!c->ivars || !c->values || (is_so == some && !c->indices)))
		sumac_shmem_die(call, !c->ivars ? "ivar is NULL" : !c->values ? "cmp_values is NULL" : "indices is NULL");
	if (c->cmp >= SHMEM_CMP_EQ && c->cmp <= SHMEM_CMP_LE)
		return;
	snprintf(why, sizeof(why), "cmp is %d, not one of SHMEM_CMP_*", c->cmp);
	sumac_shmem_die(call, why);
}

static void wait(const char *call, struct condition *c, bool (*is_so)(void *arg))
{
	if (sumac_remote_api_until(is_so, c, call))
		sumac_shmem_die(call, sumac_last_error());
}

static void await_all(const char *call, struct condition c)
{
	check(call, &c, all);
	wait(call, &c, all);
}

/* Any or some of no elements would never hold, so these calls return at once, as if they had found none. */
static size_t await_any(const char *call, struct condition c)
{
	struct series *series;

	check(call, &c, any);
	if (!has_elements(&c))
		return SIZE_MAX;
	series = begin_series(call, &c);
	wait(call, &c, any);
	go_on_behind(series, &c);
	return c.found;
}

static size_t await_some(const char *call, struct condition c)
{
	check(call, &c, some);
	if (!has_elements(&c))
		return 0;
	wait(call, &c, some);
	return c.found;
}

/* A program may do nothing but repeat this test. */
static bool look(const char *call, struct condition *c, bool (*is_so)(void *arg))
{
	check(call, c, is_so);
	if (is_so(c))
		return true;
	sumac_remote_api_pass();
	return false;
}

static size_t look_for_any(const char *call, struct condition c)
{
	struct series *series = begin_series(call, &c);

	look(call, &c, any);
	go_on_behind(series, &c);
	return c.found;
}

static size_t look_for_some(const char *call, struct condition c)
{
	look(call, &c, some);
	return c.found;
}

#define IF(type, vars, n, mask, comparison, value, vector, list) \
	((struct condition){ .ivars = (const char *)(uintptr_t)(vars), .n_elems = n, .width = sizeof(type), \
			     .is_signed = (type)-1 < (type)1, .is_vector = vector, .status = mask, .cmp = comparison, \
			     .values = (const char *)(value), .indices = list })

/* The calls on arrays, whose elements are compared with one value, or with one each. */
#define ARRAYS(name, type, suffix, value_type, value, vector) \
	void shmem_##name##_wait_until_all##suffix(volatile type *ivars, size_t nelems, const int *status, int cmp, value_type) \
	{ \
		await_all(__func__, IF(type, ivars, nelems, status, cmp, value, vector, NULL)); \
	} \
	size_t shmem_##name##_wait_until_any##suffix(volatile type *ivars, size_t nelems, const int *status, int cmp, value_type) \
	{ \
		return await_any(__func__, IF(type, ivars, nelems, status, cmp, value, vector, NULL)); \
	} \
	size_t shmem_##name##_wait_until_some##suffix(volatile type *ivars, size_t nelems, size_t *indices, const int *status, \
						      int cmp, value_type) \
	{ \
		return await_some(__func__, IF(type, ivars, nelems, status, cmp, value, vector, indices)); \
	} \
	int shmem_##name##_test_all##suffix(volatile type *ivars, size_t nelems, const int *status, int cmp, value_type) \
	{ \
		struct condition c = IF(type, ivars, nelems, status, cmp, value, vector, NULL); \
\
		return look(__func__, &c, all); \
	} \
	size_t shmem_##name##_test_any##suffix(volatile type *ivars, size_t nelems, const int *status, int cmp, value_type) \
	{ \
		return look_for_any(__func__, IF(type, ivars, nelems, status, cmp, value, vector, NULL)); \
	} \
	size_t shmem_##name##_test_some##suffix(volatile type *ivars, size_t nelems, size_t *indices, const int *status, int cmp, \
						value_type) \
	{ \
		return look_for_some(__func__, IF(type, ivars, nelems, status, cmp, value, vector, indices)); \
	}

void sumac_shmem_wait_until_int32(const char *call, int32_t *ivar, int cmp, int32_t value)
{
	await_all(call, IF(int32_t, ivar, 1, NULL, cmp, &value, false, NULL));
}

void sumac_shmem_wait_until_int64(const char *call, int64_t *ivar, int cmp, int64_t value)
{
	await_all(call, IF(int64_t, ivar, 1, NULL, cmp, &value, false, NULL));
}

#define SUMAC_SHMEM_POINT(name, type) \
	void shmem_##name##_wait_until(volatile type *ivar, int cmp, type cmp_value) \
	{ \
		await_all(__func__, IF(type, ivar, 1, NULL, cmp, &cmp_value, false, NULL)); \
	} \
	int shmem_##name##_test(volatile type *ivar, int cmp, type cmp_value) \
	{ \
		struct condition c = IF(type, ivar, 1, NULL, cmp, &cmp_value, false, NULL); \
\
		return look(__func__, &c, all); \
	} \
	ARRAYS(name, type, , type cmp_value, &cmp_value, false) \
	ARRAYS(name, type, _vector, const type *cmp_values, cmp_values, true)

#define SUMAC_SHMEM_OLDWAIT(name, type) \
	void shmem_##name##_wait(volatile type *ivar, type cmp_value) \
	{ \
		await_all(__func__, IF(type, ivar, 1, NULL, SHMEM_CMP_NE, &cmp_value, false, NULL)); \
	}

#include "frontend/shmem/remote.inc"

/* From before C11, for a long; in C11 macros have these names. */
void (shmem_wait)(volatile long *ivar, long cmp_value)
{
	await_all("shmem_wait", IF(long, ivar, 1, NULL, SHMEM_CMP_NE, &cmp_value, false, NULL));
}

void (shmem_wait_until)(volatile long *ivar, int cmp, long cmp_value)
{
	await_all("shmem_wait_until", IF(long, ivar, 1, NULL, cmp, &cmp_value, false, NULL));
}

uint64_t shmem_signal_fetch(const volatile uint64_t *sig_addr)
{
	sumac_shmem_require_place(__func__, "sig_addr", (const void *)(uintptr_t)sig_addr);
	return __atomic_load_n(sig_addr, __ATOMIC_SEQ_CST);
}

struct signal {
	struct condition condition;
	uint64_t seen;
};

/* The value that met the condition; another one may be there already. */
static bool is_signalled(void *arg)
{
	struct signal *signal = arg;
	struct condition seen = signal->condition;

	signal->seen = shmem_signal_fetch((const uint64_t *)seen.ivars);
	seen.ivars = (const char *)&signal->seen;
	return holds(&seen, 0);
}

uint64_t shmem_signal_wait_until(volatile uint64_t *sig_addr, int cmp, uint64_t cmp_value)
{
	struct signal signal = { .condition = IF(uint64_t, sig_addr, 1, NULL, cmp, &cmp_value, false, NULL) };

	check(__func__, &signal.condition, is_signalled);
	if (sumac_remote_api_until(is_signalled, &signal, __func__))
		sumac_shmem_die(__func__, sumac_last_error());
	return signal.seen;
}
