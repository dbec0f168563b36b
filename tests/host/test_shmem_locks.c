/*
 * The locks' protocol, with PEs that take turns by chance between any two of their steps: never do two have a lock, nobody waits
 * for good, a PE in line comes in its turn, and in the end nobody has the lock.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "frontend/shmem/shmem_far.h"
#include "sumac.h"

enum { MAX_PES = 4, ROUNDS = 3, N_RUNS = 3000, STACK_BYTES = 65536, MAX_STEPS = 100000 };

/* A stand-in for the front end: a step of a PE ends wherever it asks for something. */
static struct pe {
	ucontext_t context;
	char stack[STACK_BYTES];
	uint32_t lock;	       /* its word of the symmetric lock */
	bool (*is_so)(void *); /* what it waits for, or NULL */
	bool is_done, may_test, has;
	int n_passed; /* how many got the lock since it stands in line */
} pes[MAX_PES];
static ucontext_t scheduler;
static int n_pes, me, n_inside, n_steps;
static unsigned seed;

static void pause_step(void)
{
	if (++n_steps > MAX_STEPS)
		fail_msg("no end: seed %u", seed);
	swapcontext(&pes[me].context, &scheduler);
}

int sumac_rank(void)
{
	return me;
}

int sumac_size(void)
{
	return n_pes;
}

void sumac_shmem_require_init(const char *call)
{
	(void)call;
}

void sumac_shmem_quiet(const char *call)
{
	(void)call;
	pause_step();
}

void sumac_shmem_die(const char *call, const char *why)
{
	fail_msg("PE %d: %s: %s: seed %u", me, call, why, seed);
	abort();
}

void sumac_shmem_die_of(const char *call, const char *argument, int pe)
{
	(void)pe;
	sumac_shmem_die(call, argument);
}

void sumac_shmem_die_of_null(const char *call, const char *argument)
{
	sumac_shmem_die(call, argument);
}

int sumac_remote_api_amo(int rank, void *own, const struct sumac_amo *amo, void *fetch_out, bool waits)
{
	uint32_t *at = &pes[rank].lock;

	(void)waits;
	assert_ptr_equal(own, &pes[me].lock);
	pause_step();
	memcpy(fetch_out, at, sizeof(*at));
	switch (amo->op) {
	case SUMAC_AMO_FETCH:
		break;
	case SUMAC_AMO_OR:
		*at |= (uint32_t)amo->value;
		break;
	case SUMAC_AMO_AND:
		*at &= (uint32_t)amo->value;
		break;
	case SUMAC_AMO_COMPARE_SWAP:
		if (*at == (uint32_t)amo->compare) {
			*at = (uint32_t)amo->value;
			pes[me].n_passed = 0; /* it stands in line now, or has the lock */
		}
		break;
	default:
		fail_msg("no atomic of locks: %d", amo->op);
	}
	pause_step();
	return 0;
}

int sumac_remote_api_until(bool (*is_so)(void *arg), void *arg, const char *what)
{
	(void)what;
	while (!is_so(arg)) {
		pes[me].is_so = is_so;
		pause_step();
	}
	pes[me].is_so = NULL;
	return 0;
}

static void under(void)
{
	struct pe *pe = &pes[me];

	for (int i = 0; i < ROUNDS; i++) {
		if (pe->may_test && rand_r(&seed) % 3 == 0) {
			if (sumac_shmem_test_lock("test", &pe->lock)) {
				pause_step();
				continue;
			}
		} else {
			sumac_shmem_set_lock("set", &pe->lock);
			if (pe->n_passed > n_pes - 1)
				fail_msg("PE %d was passed over %d times: seed %u", me, pe->n_passed, seed);
		}
		if (n_inside++)
			fail_msg("two have the lock: seed %u", seed);
		for (int other = 0; other < n_pes; other++)
			pes[other].n_passed++;
		pause_step();
		n_inside--;
		sumac_shmem_clear_lock("clear", &pe->lock);
	}
	pe->is_done = true;
	pause_step();
}

/* A PE that can go on, by chance; -1: none. */
static int choose(void)
{
	int able[MAX_PES], n_able = 0;

	for (int pe = 0; pe < n_pes; pe++)
		if (!pes[pe].is_done && (!pes[pe].is_so || pes[pe].is_so(&pes[pe].lock)))
			able[n_able++] = pe;
	return n_able ? able[rand_r(&seed) % (unsigned)n_able] : -1;
}

static void run(bool may_test)
{
	for (int pe = 0; pe < n_pes; pe++) {
		pes[pe].lock = 0;
		pes[pe].is_so = NULL;
		pes[pe].is_done = false;
		pes[pe].may_test = may_test;
		getcontext(&pes[pe].context);
		pes[pe].context.uc_stack.ss_sp = pes[pe].stack;
		pes[pe].context.uc_stack.ss_size = STACK_BYTES;
		makecontext(&pes[pe].context, under, 0);
	}
	n_inside = n_steps = 0;
	while ((me = choose()) >= 0)
		swapcontext(&scheduler, &pes[me].context);
	for (int pe = 0; pe < n_pes; pe++)
		if (!pes[pe].is_done || pes[pe].lock)
			fail_msg("PE %d of %d is left with 0x%x, done %d", pe, n_pes, pes[pe].lock, pes[pe].is_done);
}

static void test_one_has_it_and_all_get_it(void **state)
{
	(void)state;
	for (unsigned i = 0; i < N_RUNS; i++) {
		seed = i + 1;
		n_pes = 1 + (int)i % MAX_PES;
		run(i % 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_has_it_and_all_get_it),
	};

	return cmocka_run_group_tests_name("shmem_locks", tests, NULL, NULL);
}
