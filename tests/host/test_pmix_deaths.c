/*
 * Learning of deaths: which rank was the first, in whatever order the news arrives, and what
 * does not count as a death. Ranks are this program, started again; the launcher's events
 * come from sumac_pmix_server_tell_death(), or are put together here.
 */
#include "pmix_world.h"

#include <pmix.h>

#include "bootstrap/pmix_deaths.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

enum { N_RANKS = 4, NOBODY = -1 };

/* Listens, and expects to hear of that first death. */
static int hear(void)
{
	int expected = atoi(getenv("EXPECTED")), heard;
	pmix_proc_t self;

	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	sumac_pmix_news.first_dead = 3; /* from an earlier time */
	CHILD_EXPECT(sumac_pmix_deaths_watch(&self, N_RANKS) == PMIX_SUCCESS);
	while ((heard = sumac_pmix_dead_behind_failure()) < 0)
		; /* a busy machine may need more than one wait */
	CHILD_EXPECT(heard == expected);
	CHILD_EXPECT(sumac_pmix_dead_behind_failure() == expected); /* and stays so without more news */
	sumac_pmix_deaths_unwatch();
	PMIx_Finalize(NULL, 0);
	return 0;
}

/* Two threads of the library may be waiting, as fences do: the first death ends both waits. */
static int n_waiting;

static void *wait_for_news(void *ctx)
{
	(void)ctx;
	pthread_mutex_lock(&sumac_pmix_news.lock);
	n_waiting++;
	while (sumac_pmix_news.first_dead < 0)
		pthread_cond_wait(&sumac_pmix_news.changed, &sumac_pmix_news.lock);
	pthread_mutex_unlock(&sumac_pmix_news.lock);
	return NULL;
}

static bool all_wait(void)
{
	bool do_wait;

	pthread_mutex_lock(&sumac_pmix_news.lock);
	do_wait = n_waiting == 2;
	pthread_mutex_unlock(&sumac_pmix_news.lock);
	return do_wait;
}

/* Then there is a second death, which is reported and changes nothing. */
static int hear_both(void)
{
	pthread_t threads[2];
	pmix_proc_t self;

	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	CHILD_EXPECT(sumac_pmix_deaths_watch(&self, N_RANKS) == PMIX_SUCCESS);
	CHILD_EXPECT(sumac_pmix_news.first_dead == NOBODY);
	for (int i = 0; i < 2; i++)
		CHILD_EXPECT(!pthread_create(&threads[i], NULL, wait_for_news, NULL));
	while (!all_wait())
		usleep(1000);
	child_write("waits", "", 0600);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CHILD_EXPECT(sumac_pmix_news.first_dead == 2);
	pthread_mutex_lock(&sumac_pmix_news.lock);
	child_write("waits for more", "", 0600);
	pthread_cond_wait(&sumac_pmix_news.changed, &sumac_pmix_news.lock);
	pthread_mutex_unlock(&sumac_pmix_news.lock);
	CHILD_EXPECT(sumac_pmix_news.first_dead == 2);
	sumac_pmix_deaths_unwatch();
	PMIx_Finalize(NULL, 0);
	return 0;
}

/* Reports as a launcher would: which ranks have died, and which first, unless that is left out. */
static void tell(const char *nspace, int rank, int first)
{
	char **environment = sumac_pmix_server_environment(1);
	pmix_status_t status;
	pmix_info_t told[2];
	pmix_proc_t dead;

	for (char **entry = environment; *entry; entry++)
		if (!strncmp(*entry, "PMIX_NAMESPACE=", 15))
			PMIX_LOAD_PROCID(&dead, nspace ? nspace : *entry + 15, (pmix_rank_t)rank);
	PMIX_INFO_LOAD(&told[0], PMIX_EVENT_AFFECTED_PROC, &dead, PMIX_PROC);
	PMIX_INFO_LOAD(&told[1], SUMAC_PMIX_FIRST_DEAD, &first, PMIX_INT);
	status = PMIx_Notify_event(PMIX_ERR_PROC_ABORTED, &dead, PMIX_RANGE_LOCAL, told, first == NOBODY ? 1 : 2, NULL, NULL);
	CHILD_EXPECT(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED);
}

static void expect_heard(int expected)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", expected);
	setenv("EXPECTED", text, 1);
	CHILD_EXPECT(pmix_world_end(pmix_world_start(1, "hear")) == 0);
}

static int body_both(void *ctx)
{
	const int *dead = ctx;

	pmix_world_open(N_RANKS);
	sumac_pmix_server_tell_death(dead[0]);
	sumac_pmix_server_tell_death(dead[1]);
	expect_heard(dead[0]);
	return 0;
}

static int body_second_alone(void *ctx)
{
	(void)ctx;
	pmix_world_open(N_RANKS);
	tell(NULL, 0, 2);
	expect_heard(2);
	return 0;
}

/* As mpirun reports it. */
static int body_without_first(void *ctx)
{
	(void)ctx;
	pmix_world_open(N_RANKS);
	tell(NULL, 3, NOBODY);
	expect_heard(3);
	return 0;
}

/* A rank that others take for dead ignores the news about itself, but believes that another died. */
static int body_own_death(void *ctx)
{
	(void)ctx;
	pmix_world_open(N_RANKS);
	tell(NULL, 1, 1);
	tell(NULL, 2, 1);
	expect_heard(2);
	return 0;
}

static int body_no_news(void *ctx)
{
	(void)ctx;
	pmix_world_open(N_RANKS);
	tell("another-job", 0, NOBODY);
	tell(NULL, N_RANKS, NOBODY);
	tell(NULL, 1, NOBODY); /* itself */
	tell(NULL, 2, NOBODY);
	expect_heard(2);
	return 0;
}

static int body_waiters(void *ctx)
{
	pid_t rank;

	(void)ctx;
	pmix_world_open(N_RANKS);
	rank = pmix_world_start(1, "hear_both");
	CHILD_EXPECT(child_wait_for("waits", ""));
	tell(NULL, 2, NOBODY);
	CHILD_EXPECT(child_wait_for("waits for more", ""));
	tell(NULL, 3, NOBODY);
	CHILD_EXPECT(pmix_world_end(rank) == 0);
	return 0;
}

static void a_rank_that_comes_late_hears_of_the_first_death(void **state)
{
	int orders[][2] = { { 2, 0 }, { 0, 2 }, { 3, 0 }, { 0, 3 } };

	(void)state;
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
		assert_int_equal(child_run(body_both, orders[i]), 0);
}

static void a_second_death_tells_the_first(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_second_alone, NULL), 0);
}

static void without_a_word_on_the_first_it_is_who_died(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_without_first, NULL), 0);
}

static void its_own_death_is_no_news_to_a_rank(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_own_death, NULL), 0);
}

static void deaths_in_another_job_or_of_no_rank_are_no_news(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_no_news, NULL), 0);
}

static void the_first_death_ends_all_waits_and_the_second_changes_nothing(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_waiters, NULL), 0);
}

int main(int argc, char **argv)
{
	static const struct pmix_part parts[] = { { "hear", hear }, { "hear_both", hear_both } };
	const struct CMUnitTest tests[] = {
		CHILD_TEST(a_rank_that_comes_late_hears_of_the_first_death),
		CHILD_TEST(a_second_death_tells_the_first),
		CHILD_TEST(without_a_word_on_the_first_it_is_who_died),
		CHILD_TEST(its_own_death_is_no_news_to_a_rank),
		CHILD_TEST(deaths_in_another_job_or_of_no_rank_are_no_news),
		CHILD_TEST(the_first_death_ends_all_waits_and_the_second_changes_nothing),
	};
	int status;

	if (pmix_world_is_rank(argc, argv, parts, sizeof(parts) / sizeof(parts[0]), &status))
		return status;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
