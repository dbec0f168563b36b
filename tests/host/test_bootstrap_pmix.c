/*
 * The bootstrap under a PMIx server: ranks find each other,
 * exchange, and end what waits for a rank that has died.
 */
#include "pmix_world.h"

#include <fcntl.h>
#include <signal.h>

#include "bootstrap/pmix_deaths.h"
#include "spec/spec.h"
#include "sumac.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

enum { N_RANKS = 4, ROUNDS = 3 };

static struct sumac_bootstrap world;

static void open_world(void)
{
	CHILD_EXPECT(!sumac_bootstrap_open(&world));
	CHILD_EXPECT(!strcmp(world.name, "pmix"));
	CHILD_EXPECT(world.rank(world.ctx) == atoi(getenv("PMIX_RANK")));
	CHILD_EXPECT(world.first_dead(world.ctx) == -1);
}

static int meet(int *all_out)
{
	int rank = world.rank(world.ctx);

	return sumac_bootstrap_allgather(&world, &rank, sizeof(rank), all_out);
}

static int exchange(void)
{
	open_world();
	CHILD_EXPECT(world.size(world.ctx) == N_RANKS);
	for (int round = 0; round < ROUNDS; round++) {
		int all[N_RANKS] = { -1, -1, -1, -1 };

		CHILD_EXPECT(!meet(all));
		for (int rank = 0; rank < N_RANKS; rank++)
			CHILD_EXPECT(all[rank] == rank);
	}
	world.close(world.ctx);
	return 0;
}

/* Nothing of PMIx would return then. */
static int cut_off(void)
{
	open_world();
	CHILD_EXPECT(!world.check(world.ctx));
	for (int fd = 3; fd < 100; fd++)
		close(fd);
	CHILD_EXPECT(world.check(world.ctx) == -SUMAC_EBOOTSTRAP);
	CHILD_EXPECT(open("/dev/null", O_RDONLY) == 3); /* in the place of one of them */
	CHILD_EXPECT(world.put(world.ctx, "key", "", 1) == -SUMAC_EBOOTSTRAP);
	CHILD_EXPECT(world.fence(world.ctx) == -SUMAC_EBOOTSTRAP);
	world.close(world.ctx);
	return 0;
}

static int put_and_get(void)
{
	char key[600], value[8] = "";
	size_t len;

	open_world();
	sumac_pmix_news.patience_s = 0; /* nobody dies here */
	memset(key, 'k', sizeof(key) - 1);
	key[sizeof(key) - 1] = '\0';
	CHILD_EXPECT(world.put(world.ctx, key, "x", 1) == -SUMAC_EINVAL);
	CHILD_EXPECT(strstr(sumac_last_error(), "too long"));
	CHILD_EXPECT(!world.put(world.ctx, "empty", "", 0) && !world.put(world.ctx, "word", "seven", 6));
	CHILD_EXPECT(!world.fence(world.ctx));
	CHILD_EXPECT(!world.get(world.ctx, 0, "word", value, sizeof(value), &len) && len == 6 && !strcmp(value, "seven"));
	CHILD_EXPECT(!world.get(world.ctx, 1, "empty", value, sizeof(value), &len) && !len);
	CHILD_EXPECT(world.get(world.ctx, 1, "word", value, 5, &len) == -SUMAC_EBOOTSTRAP);
	CHILD_EXPECT(strstr(sumac_last_error(), "does not fit 5 bytes"));
	CHILD_EXPECT(world.get(world.ctx, 1, "nothing", value, sizeof(value), &len) == -SUMAC_EBOOTSTRAP);
	CHILD_EXPECT(strstr(sumac_last_error(), "rank 1 has published nothing under nothing"));
	world.close(world.ctx);
	return 0;
}

static int open_twice(void)
{
	struct sumac_bootstrap second;

	open_world();
	CHILD_EXPECT(sumac_bootstrap_pmix_open(&second) == -SUMAC_ESTATE);
	world.close(world.ctx);
	world.close(world.ctx);
	return 0;
}

/* Rank 2 dies when all have met once; the others wait for it in a fence. */
static int lose_rank_2(void)
{
	int all[N_RANKS];

	open_world();
	CHILD_EXPECT(!meet(all));
	if (world.rank(world.ctx) == 2)
		raise(SIGKILL);
	CHILD_EXPECT(meet(all) == -SUMAC_EPEER);
	CHILD_EXPECT(!strcmp(sumac_last_error(), "rank 2 has died"));
	CHILD_EXPECT(world.first_dead(world.ctx) == 2);
	CHILD_EXPECT(meet(all) == -SUMAC_EPEER); /* and so do later fences */
	world.close(world.ctx);
	return 0;
}

/* Rank 1 never arrives: only the news of its death ends the fence. */
static int wait_for_unborn(void)
{
	int all[2];

	open_world();
	child_write("waits", "", 0600);
	CHILD_EXPECT(meet(all) == -SUMAC_EPEER);
	CHILD_EXPECT(!strcmp(sumac_last_error(), "rank 1 has died"));
	world.close(world.ctx);
	return 0;
}

/* PMIx returns this if it has completed a fence without a rank that died in it: the news comes later. */
static int miss_a_value(void)
{
	char value[4];
	size_t len;

	open_world();
	child_write("waits", "", 0600);
	CHILD_EXPECT(world.get(world.ctx, 1, "nothing", value, sizeof(value), &len) == -SUMAC_EPEER);
	CHILD_EXPECT(!strcmp(sumac_last_error(), "rank 1 has died"));
	world.close(world.ctx);
	return 0;
}

static int abort_job(void)
{
	open_world();
	world.abort(world.ctx, 9, "the test wants it");
	return 0;
}

static int body_exchange(void *ctx)
{
	(void)ctx;
	pmix_world_run(N_RANKS, "exchange", 0);
	return 0;
}

static int body_put_and_get(void *ctx)
{
	(void)ctx;
	pmix_world_run(2, "put_and_get", 0);
	return 0;
}

static int body_open_twice(void *ctx)
{
	(void)ctx;
	pmix_world_run(1, "open_twice", 0);
	return 0;
}

static int body_abort(void *ctx)
{
	struct sumac_notice notice;

	(void)ctx;
	pmix_world_run(1, "abort_job", 9);
	do
		notice = pmix_world_notice();
	while (notice.kind != SUMAC_NOTICE_ABORTED);
	CHILD_EXPECT(notice.status == 9 && !strcmp(notice.why, "the test wants it"));
	return 0;
}

static int body_lose_rank_2(void *ctx)
{
	struct sumac_notice notice;
	pid_t pids[N_RANKS];

	(void)ctx;
	pmix_world_open(N_RANKS);
	for (int rank = 0; rank < N_RANKS; rank++)
		pids[rank] = pmix_world_start(rank, "lose_rank_2");
	do
		notice = pmix_world_notice();
	while (notice.kind != SUMAC_NOTICE_LOST);
	CHILD_EXPECT(notice.rank == 2);
	sumac_pmix_server_tell_death(2);
	for (int rank = 0; rank < N_RANKS; rank++)
		CHILD_EXPECT(pmix_world_end(pids[rank]) == (rank == 2 ? 256 + SIGKILL : 0));
	return 0;
}

static int body_told(void *ctx)
{
	pid_t rank;

	pmix_world_open(2);
	rank = pmix_world_start(0, ctx);
	CHILD_EXPECT(child_wait_for("waits", ""));
	usleep(50000); /* by now it is most probably in the call */
	sumac_pmix_server_tell_death(1);
	CHILD_EXPECT(pmix_world_end(rank) == 0);
	return 0;
}

static void ranks_exchange_values_again_and_again(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_exchange, NULL), 0);
}

static void what_does_not_fit_or_is_not_there_is_told(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_put_and_get, NULL), 0);
}

static int body_cut_off(void *ctx)
{
	(void)ctx;
	pmix_world_run(2, "cut_off", 0);
	return 0;
}

static void a_rank_without_its_connection_waits_for_nobody(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_cut_off, NULL), 0);
}

static void it_is_open_once_and_closes_once(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_open_twice, NULL), 0);
}

static void an_abort_reaches_the_launcher_with_its_reason(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_abort, NULL), 0);
}

static void a_fence_ends_with_the_name_of_the_dead(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_lose_rank_2, NULL), 0);
}

static void news_of_a_death_end_what_waits_for_it(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_told, "wait_for_unborn"), 0);
}

static void a_value_that_is_missing_waits_for_the_news(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_told, "miss_a_value"), 0);
}

int main(int argc, char **argv)
{
	static const struct pmix_part parts[] = {
		{ "exchange", exchange },	{ "put_and_get", put_and_get }, { "open_twice", open_twice },
		{ "lose_rank_2", lose_rank_2 }, { "abort_job", abort_job },	{ "miss_a_value", miss_a_value },
		{ "wait_for_unborn", wait_for_unborn }, { "cut_off", cut_off },
	};
	const struct CMUnitTest tests[] = {
		CHILD_TEST(ranks_exchange_values_again_and_again),
		CHILD_TEST(what_does_not_fit_or_is_not_there_is_told),
		CHILD_TEST(it_is_open_once_and_closes_once),
		CHILD_TEST(a_rank_without_its_connection_waits_for_nobody),
		CHILD_TEST(an_abort_reaches_the_launcher_with_its_reason),
		CHILD_TEST(a_fence_ends_with_the_name_of_the_dead),
		CHILD_TEST(news_of_a_death_end_what_waits_for_it),
		CHILD_TEST(a_value_that_is_missing_waits_for_the_news),
	};
	int status;

	if (pmix_world_is_rank(argc, argv, parts, sizeof(parts) / sizeof(parts[0]), &status))
		return status;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
