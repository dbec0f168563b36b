/*
 * An exchange among some ranks of a job: the others take no part, and a caller that gets the order to give up does.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "pmix_world.h"

#include <dlfcn.h>
#include <pmix.h>
#include <signal.h>
#include <stdatomic.h>

#include "bootstrap/pmix_among.h"
#include "spec/spec.h"
#include "sumac.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

enum { N_RANKS = 4 };

static struct sumac_bootstrap world;
static int rank;

static void open_world(void)
{
	CHILD_EXPECT(!sumac_bootstrap_open(&world));
	rank = world.rank(world.ctx);
}

static int nap(void *ctx)
{
	++*(int *)ctx;
	usleep(1000);
	return 0;
}

static int gather(const int *ranks, int n_ranks, const char *name, int *all_out)
{
	int value = 100 + rank, n_naps = 0;

	return sumac_pmix_allgather_among(ranks, n_ranks, name, &value, sizeof(value), nap, &n_naps, all_out);
}

/* Ranks 1 and 3 three times, without 0 and 2; then 0, 1
 * and 2, under a name that 1 and 3 have used; then all. */
static int some(void)
{
	static const int odd[] = { 1, 3 }, low[] = { 0, 1, 2 };
	int all[N_RANKS];

	open_world();
	for (int round = 0; round < 3 && rank % 2; round++) {
		char name[16];

		snprintf(name, sizeof(name), "odd %d", round);
		CHILD_EXPECT(!gather(odd, 2, name, all));
		CHILD_EXPECT(all[0] == 101 && all[1] == 103);
	}
	if (rank < 3) {
		CHILD_EXPECT(!gather(low, 3, "low", all));
		CHILD_EXPECT(all[0] == 100 && all[1] == 101 && all[2] == 102);
	}
	CHILD_EXPECT(!sumac_bootstrap_allgather(&world, &rank, sizeof(rank), all));
	CHILD_EXPECT(all[3] == 3); /* PMIx still works for the bootstrap */
	world.close(world.ctx);
	return 0;
}

static int give_up(void *ctx)
{
	usleep(1000);
	return ++*(int *)ctx < 5 ? 0 : -SUMAC_ETIMEOUT;
}

/* Rank 1 never arrives. */
static int in_vain(void)
{
	static const int both[] = { 0, 1 };
	int n_calls = 0, all[2];

	open_world();
	if (!rank) {
		CHILD_EXPECT(sumac_pmix_allgather_among(both, 2, "vain", &rank, sizeof(rank), give_up, &n_calls, all) ==
			     -SUMAC_ETIMEOUT);
		CHILD_EXPECT(n_calls == 5);
		child_write("has given up", "", 0600);
	} else {
		CHILD_EXPECT(child_wait_for("has given up", ""));
	}
	world.close(world.ctx);
	return 0;
}

/* Replaces PMIx's own function: shows when the fence's caller has its answer. */
static struct {
	pmix_op_cbfunc_t answer;
	void *ctx;
	atomic_bool has_answered;
} fence;

static void on_fence(pmix_status_t status, void *ctx)
{
	(void)ctx;
	fence.answer(status, fence.ctx);
	atomic_store(&fence.has_answered, true);
}

pmix_status_t PMIx_Fence_nb(const pmix_proc_t procs[], size_t n_procs, const pmix_info_t info[], size_t n_info,
			    pmix_op_cbfunc_t answer, void *ctx)
{
	__typeof__(&PMIx_Fence_nb) own = (__typeof__(&PMIx_Fence_nb))dlsym(RTLD_NEXT, "PMIx_Fence_nb");

	fence.answer = answer;
	fence.ctx = ctx;
	atomic_store(&fence.has_answered, false);
	return own(procs, n_procs, info, n_info, on_fence, NULL);
}

/* Gives up, but not before the fence has completed. Rank 0 is here before rank 1 has arrived. */
static int give_up_late(void *ctx)
{
	++*(int *)ctx;
	if (!rank)
		child_write("waits", "", 0600);
	while (!atomic_load(&fence.has_answered))
		usleep(1000);
	return -SUMAC_ETIMEOUT;
}

static int met_in_time(void)
{
	static const int both[] = { 0, 1 };
	int n_calls = 0, all[2];

	open_world();
	CHILD_EXPECT(!rank || child_wait_for("waits", ""));
	CHILD_EXPECT(!sumac_pmix_allgather_among(both, 2, "late", &rank, sizeof(rank), give_up_late, &n_calls, all));
	CHILD_EXPECT(all[0] == 0 && all[1] == 1);
	CHILD_EXPECT(rank || n_calls == 1);
	world.close(world.ctx);
	return 0;
}

static int sizes_differ(void)
{
	static const int both[] = { 0, 1 };
	int n_naps = 0;
	char value[8] = "", all[16];

	open_world();
	CHILD_EXPECT(sumac_pmix_allgather_among(both, 2, "sizes", value, (size_t)rank + 1, nap, &n_naps, all) ==
		     -SUMAC_EBOOTSTRAP);
	CHILD_EXPECT(strstr(sumac_last_error(), "something other than"));
	world.close(world.ctx);
	return 0;
}

/* Rank 1 dies before it has given anything; rank 2 is not a member. */
static int lose_a_member(void)
{
	static const int both[] = { 0, 1 };
	int all[2];

	open_world();
	CHILD_EXPECT(!sumac_bootstrap_allgather(&world, &rank, sizeof(rank), (int[3]){ 0 }));
	if (rank == 1)
		raise(SIGKILL);
	if (!rank) {
		CHILD_EXPECT(gather(both, 2, "lost", all) == -SUMAC_EPEER);
		CHILD_EXPECT(!strcmp(sumac_last_error(), "rank 1 has died"));
	}
	world.close(world.ctx);
	return 0;
}

static int body_lost(void *ctx)
{
	pid_t pids[3];

	(void)ctx;
	pmix_world_open(3);
	for (int i = 0; i < 3; i++)
		pids[i] = pmix_world_start(i, "lose_a_member");
	while (pmix_world_notice().kind != SUMAC_NOTICE_LOST)
		;
	sumac_pmix_server_tell_death(1);
	for (int i = 0; i < 3; i++)
		CHILD_EXPECT(pmix_world_end(pids[i]) == (i == 1 ? 256 + SIGKILL : 0));
	return 0;
}

static int body_some(void *ctx)
{
	(void)ctx;
	pmix_world_run(N_RANKS, "some", 0);
	return 0;
}

static int body_in_vain(void *ctx)
{
	(void)ctx;
	pmix_world_run(2, "in_vain", 0);
	return 0;
}

static int body_met(void *ctx)
{
	(void)ctx;
	pmix_world_run(2, "met_in_time", 0);
	return 0;
}

static int body_sizes(void *ctx)
{
	(void)ctx;
	pmix_world_run(2, "sizes_differ", 0);
	return 0;
}

static void members_exchange_without_the_others(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_some, NULL), 0);
}

static void an_exchange_ends_when_its_caller_gives_up(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_in_vain, NULL), 0);
}

static void a_fence_that_is_met_outranks_giving_up(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_met, NULL), 0);
}

static void a_member_that_has_died_is_named(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_lost, NULL), 0);
}

static void values_of_other_sizes_are_told(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_sizes, NULL), 0);
}

int main(int argc, char **argv)
{
	static const struct pmix_part parts[] = {
		{ "some", some }, { "in_vain", in_vain }, { "sizes_differ", sizes_differ },
		{ "lose_a_member", lose_a_member }, { "met_in_time", met_in_time },
	};
	const struct CMUnitTest tests[] = {
		CHILD_TEST(members_exchange_without_the_others),
		CHILD_TEST(an_exchange_ends_when_its_caller_gives_up),
		CHILD_TEST(a_fence_that_is_met_outranks_giving_up),
		CHILD_TEST(a_member_that_has_died_is_named),
		CHILD_TEST(values_of_other_sizes_are_told),
	};
	int status;

	if (pmix_world_is_rank(argc, argv, parts, sizeof(parts) / sizeof(parts[0]), &status))
		return status;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
