/*
 * How an operand passes between two ranks where one gives and the other gets, as in a reduce or a scan. The giver copies it into
 * its ring and is gone, or lends it and stays until the other one has read it. Which is quicker depends on the program: what a
 * giver has just written comes sooner through shared memory; what it has not written since the last call may still be in the
 * reader's own cache. So now and then the giver tries both ways, and then goes the one in which the two ranks together spend less
 * time. The reader tells in its control line how long it took.
 *
 * A giver that runs ahead of its reader hears nothing in time, and copies: waiting would only cost it that lead.
 */
#include "base/clock.h"
#include "engine/leaf/leaf_private.h"

/* The ways take turns. The first call of a turn meets caches as the other way has left them, so the reader tells nothing of it. */
enum { TURN_CALLS = 3, N_TURNS = 4, N_TRIED = N_TURNS * TURN_CALLS };

/* Trials follow each other soon at first. A way that has become slower than the other one was is noticed within some calls. */
enum { FIRST_BETWEEN = 128, MOST_BETWEEN = 4096, LEAST_BETWEEN = 32, WINDOW_CALLS = 4 };

/* Hearing what the reader tells costs a hand-over, so between trials only some calls do. */
enum { HEARS_ONE_IN = 8 };

/* Lending must gain so many hundredths: a giver that is gone can do other things. */
enum { LEAST_GAIN = 5 };

static bool gains(uint64_t ns, uint64_t over_ns)
{
	return ns * (100 + LEAST_GAIN) < over_ns * 100;
}

static void settle(struct sumac_leaf_pass *pass)
{
	bool knows = pass->least_ns[false] && pass->least_ns[true];
	bool lends = knows && gains(pass->least_ns[true], pass->least_ns[false]);

	if (lends != pass->lends || !pass->between)
		pass->between = FIRST_BETWEEN;
	else if (pass->between < MOST_BETWEEN)
		pass->between *= 2;
	pass->lends = lends;
	pass->is_trial = false;
	pass->n_calls = pass->n_heard = 0;
}

bool sumac_leaf_pass_lends(struct sumac_leaf_pass *pass)
{
	if (pass->is_trial && pass->n_calls == N_TRIED)
		settle(pass);
	if (!pass->is_trial && pass->n_calls >= pass->between) {
		pass->is_trial = true;
		pass->n_calls = 0;
		pass->least_ns[false] = pass->least_ns[true] = 0;
	}
	if (!pass->is_trial) {
		pass->n_calls++;
		return pass->lends;
	}
	return pass->n_calls++ / TURN_CALLS % 2;
}

void sumac_leaf_pass_took(struct sumac_leaf_pass *pass, bool lends, uint64_t ns)
{
	uint64_t *least_ns = pass->is_trial || lends != pass->lends ? &pass->least_ns[lends] : &pass->window_ns;

	if ((least_ns == &pass->window_ns && !pass->n_heard++) || !*least_ns || ns < *least_ns)
		*least_ns = ns;
	if (pass->n_heard < WINDOW_CALLS)
		return;
	pass->n_heard = 0;
	if (pass->least_ns[!lends] && pass->n_calls >= LEAST_BETWEEN && gains(pass->least_ns[!lends], pass->window_ns))
		pass->n_calls = pass->between;
}

/* The rank that gives; -1: it is no such call. */
static int giver_of(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	if (leaf->size != 2)
		return -1;
	if (sumac_leaf_is_chain(run))
		return 0;
	return run->form.root_folds_alone ? 1 - run->call->root : -1;
}

bool sumac_leaf_passes_from(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int rank)
{
	return giver_of(leaf, run) == rank;
}

static struct sumac_leaf_pass *pass_of(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	int size = 0;

	while (size < SUMAC_LEAF_PASS_SIZES - 1 && run->form.src_bytes >> (size + SUMAC_LEAF_PASS_LEAST_LOG2 + 1))
		size++;
	return &leaf->passes[sumac_leaf_is_chain(run) + (run->call->coll == SUMAC_COLL_EXSCAN)][size];
}

static _Atomic uint64_t *told_by(const struct sumac_leaf *leaf, int rank)
{
	return &leaf->peers[rank].control->took;
}

/* Takes the time that the reader tells of the call before, if it is over there, too. */
static void hear(struct sumac_leaf *leaf, uint64_t told)
{
	struct sumac_leaf_passed *passed = &leaf->passed;

	if (passed->pass && passed->ns && told >> 32 == (uint32_t)passed->number)
		sumac_leaf_pass_took(passed->pass, passed->lends, passed->ns + (uint32_t)told);
	passed->pass = NULL;
}

bool sumac_leaf_had_better_lend(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	struct sumac_leaf_pass *pass;
	bool lends;

	if (giver_of(leaf, run) != leaf->rank || leaf->single_copy == SUMAC_SINGLE_COPY_NO)
		return false;
	if (leaf->passed.pass || !leaf->is_read) {
		uint64_t told = atomic_load_explicit(told_by(leaf, 1 - leaf->rank), memory_order_relaxed);

		leaf->is_read = told;
		hear(leaf, told);
	}
	if (!leaf->is_read || leaf->single_copy == SUMAC_SINGLE_COPY_YES)
		return leaf->is_read;
	pass = pass_of(leaf, run);
	lends = sumac_leaf_pass_lends(pass);
	if (pass->is_trial || pass->n_calls % HEARS_ONE_IN == 0)
		leaf->passed = (struct sumac_leaf_passed){ .pass = pass, .number = run->number, .lends = lends };
	return lends;
}

/* Whether this rank times the call. */
static bool is_timed(const struct sumac_leaf *leaf, const struct sumac_leaf_run *run, int giver)
{
	return giver == leaf->rank ? leaf->passed.pass && leaf->passed.number == run->number : leaf->reads_own;
}

void sumac_leaf_pass_begin(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	int giver = giver_of(leaf, run);

	if (giver < 0)
		return;
	if (giver != leaf->rank && leaf->single_copy != SUMAC_SINGLE_COPY_NO && !leaf->has_tried_reading) {
		leaf->has_tried_reading = true;
		leaf->reads_own = sumac_leaf_can_read_own(leaf, giver);
	}
	if (is_timed(leaf, run, giver))
		leaf->rounds.begin_ns = sumac_clock_ns();
}

static void tell(struct sumac_leaf *leaf, const struct sumac_leaf_run *run, uint64_t ns)
{
	const struct sumac_leaf_loan *loan = &leaf->loans[1 - leaf->rank];
	bool was_lent = loan->src || loan->own_src;

	if (was_lent == leaf->was_lent)
		atomic_store_explicit(told_by(leaf, leaf->rank), run->number << 32 | ns, memory_order_relaxed);
	leaf->was_lent = was_lent;
}

void sumac_leaf_pass_end(struct sumac_leaf *leaf, const struct sumac_leaf_run *run)
{
	int giver = giver_of(leaf, run);
	uint64_t ns;

	if (giver < 0 || !is_timed(leaf, run, giver))
		return;
	ns = (uint64_t)(sumac_clock_ns() - leaf->rounds.begin_ns);
	ns = ns < 1 ? 1 : ns < UINT32_MAX ? ns : UINT32_MAX;
	if (giver == leaf->rank)
		leaf->passed.ns = ns;
	else
		tell(leaf, run, ns);
}
