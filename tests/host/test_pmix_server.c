/*
 * The job's PMIx server: what it tells the launcher about its ranks, what the ranks find in their
 * environment, and that no fence completes without a rank that has died.
 */
#define _GNU_SOURCE /* unshare */
#include "pmix_world.h"

#include <pmix.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "bootstrap/pmix_deaths.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

static pmix_proc_t self;

static int leave(void)
{
	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	CHILD_EXPECT(PMIx_Finalize(NULL, 0) == PMIX_SUCCESS);
	return 0;
}

static int die(void)
{
	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	raise(SIGKILL);
	return 0;
}

static int abort_job(void)
{
	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	PMIx_Abort(300, "many \"words\"", NULL, 0);
	return 0;
}

/* Meets nobody: arrives at the fence after rank 1 has died. */
static int fence_late(void)
{
	pmix_status_t status;

	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	child_write(self.rank ? "rank 1 is there" : "rank 0 is there", "", 0600);
	if (self.rank) {
		CHILD_EXPECT(child_wait_for("rank 0 is there", ""));
		raise(SIGKILL);
	}
	CHILD_EXPECT(child_wait_for("the launcher knows", ""));
	status = PMIx_Fence(NULL, 0, NULL, 0);
	CHILD_EXPECT(status != PMIX_SUCCESS);
	PMIx_Finalize(NULL, 0);
	return 0;
}

static atomic_int n_heard, n_wrong;

/* Each death is reported together with the first. */
static void on_death(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t info[], size_t n_info,
		     pmix_info_t results[], size_t n_results, pmix_event_notification_cbfunc_fn_t done, void *done_ctx)
{
	int first = -1, dead = -1;

	(void)handler, (void)code, (void)source, (void)results, (void)n_results;
	for (size_t i = 0; i < n_info; i++) {
		if (PMIX_CHECK_KEY(&info[i], PMIX_EVENT_AFFECTED_PROC))
			dead = (int)info[i].value.data.proc->rank;
		else if (PMIX_CHECK_KEY(&info[i], SUMAC_PMIX_FIRST_DEAD))
			first = info[i].value.data.integer;
	}
	if (first != 2 || (dead != 2 && dead != 1 && dead != 3))
		n_wrong++;
	n_heard++;
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, done_ctx);
}

static int hear(void)
{
	pmix_status_t codes[] = { PMIX_ERR_PROC_ABORTED };

	CHILD_EXPECT(PMIx_Init(&self, NULL, 0) == PMIX_SUCCESS);
	CHILD_EXPECT(PMIx_Register_event_handler(codes, 1, NULL, 0, on_death, NULL, NULL) >= 0);
	child_write("hears", "", 0600);
	for (int i = 0; i < CHILD_HUNG_S * 100 && n_heard < 3; i++)
		usleep(10000);
	CHILD_EXPECT(n_heard == 3 && !n_wrong);
	PMIx_Finalize(NULL, 0);
	return 0;
}

static int body_deaths(void *ctx)
{
	pid_t rank;

	(void)ctx;
	pmix_world_open(4);
	rank = pmix_world_start(0, "hear");
	CHILD_EXPECT(child_wait_for("hears", ""));
	sumac_pmix_server_tell_death(2);
	sumac_pmix_server_tell_death(1);
	sumac_pmix_server_tell_death(3);
	CHILD_EXPECT(pmix_world_end(rank) == 0);
	return 0;
}

static void expect_notice(enum sumac_notice_kind kind, int rank)
{
	struct sumac_notice notice = pmix_world_notice();

	CHILD_EXPECT(notice.kind == kind);
	CHILD_EXPECT(notice.rank == rank);
}

static int body_notices(void *ctx)
{
	struct sumac_notice notice;
	int status;

	(void)ctx;
	pmix_world_open(4);
	CHILD_EXPECT(pmix_world_end(pmix_world_start(3, "leave")) == 0);
	expect_notice(SUMAC_NOTICE_CONNECTED, 3);
	expect_notice(SUMAC_NOTICE_FINALIZED, 3);
	CHILD_EXPECT(pmix_world_end(pmix_world_start(1, "die")) == 256 + SIGKILL);
	expect_notice(SUMAC_NOTICE_CONNECTED, 1);
	expect_notice(SUMAC_NOTICE_LOST, 1);
	status = pmix_world_end(pmix_world_start(0, "abort_job"));
	CHILD_EXPECT(status != 256 + SIGSEGV);
	expect_notice(SUMAC_NOTICE_CONNECTED, 0);
	notice = pmix_world_notice();
	CHILD_EXPECT(notice.kind == SUMAC_NOTICE_ABORTED && notice.rank == 0 && notice.status == 300);
	CHILD_EXPECT(!strcmp(notice.why, "many \"words\""));
	return 0;
}

static int body_fence_late(void *ctx)
{
	pid_t pids[2];

	(void)ctx;
	pmix_world_open(2);
	for (int rank = 0; rank < 2; rank++)
		pids[rank] = pmix_world_start(rank, "fence_late");
	CHILD_EXPECT(pmix_world_end(pids[1]) == 256 + SIGKILL);
	while (pmix_world_notice().kind != SUMAC_NOTICE_LOST)
		;
	sumac_pmix_server_tell_death(1);
	child_write("the launcher knows", "", 0600);
	CHILD_EXPECT(pmix_world_end(pids[0]) == 0);
	return 0;
}

static const char *find(char **environment, const char *name)
{
	size_t len = strlen(name);

	for (; *environment; environment++)
		if (!strncmp(*environment, name, len) && (*environment)[len] == '=')
			return *environment + len + 1;
	return NULL;
}

static int body_environment(void *ctx)
{
	char **environment;
	int n_before = 0;

	(void)ctx;
	setenv("A_USERS_OWN", "word", 1);
	pmix_world_open(3);
	environment = sumac_pmix_server_environment(2);
	CHILD_EXPECT(environment);
	CHILD_EXPECT(!strcmp(find(environment, "A_USERS_OWN"), "word"));
	CHILD_EXPECT(!strcmp(find(environment, "PMIX_RANK"), "2"));
	CHILD_EXPECT(strspn(find(environment, "PMIX_NAMESPACE") + strlen("sumac-run-"), "0123456789abcdef") == 32);
	CHILD_EXPECT(!find(environment, "PMIX_OUTPUT_STDERR_FD"));
	for (char **entry = environment; *entry; entry++)
		n_before += !strncmp(*entry, "PMIX_RANK=", 10);
	CHILD_EXPECT(n_before == 1);
	CHILD_EXPECT(!getenv("PMIX_RANK")); /* the launcher itself is not a rank */
	return 0;
}

/* In its own network namespace, where there is not even a loopback. */
static int body_no_network(void *ctx)
{
	struct sumac_notices *notices;

	(void)ctx;
	if (unshare(CLONE_NEWNET) && unshare(CLONE_NEWUSER | CLONE_NEWNET))
		return 77;
	return sumac_pmix_server_open(child_path(""), 2, &notices) ? 3 : 0;
}

static void the_launcher_is_told_what_ranks_do_in_their_order(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_notices, NULL), 0);
}

static void no_fence_is_completed_without_the_dead(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_fence_late, NULL), 0);
}

static void each_death_is_told_with_the_first(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_deaths, NULL), 0);
}

static void a_rank_gets_the_users_environment_and_its_own(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_environment, NULL), 0);
}

static void a_server_that_cannot_start_says_why(void **state)
{
	int code = child_run(body_no_network, NULL);

	(void)state;
	if (code == 77)
		skip(); /* not permitted to make one */
	assert_int_equal(code, 3);
	assert_non_null(strstr(child_err, "the PMIx server cannot start: no connection over the loopback"));
}

int main(int argc, char **argv)
{
	static const struct pmix_part parts[] = {
		{ "leave", leave }, { "die", die }, { "abort_job", abort_job }, { "fence_late", fence_late },
		{ "hear", hear },
	};
	const struct CMUnitTest tests[] = {
		CHILD_TEST(the_launcher_is_told_what_ranks_do_in_their_order),
		CHILD_TEST(no_fence_is_completed_without_the_dead),
		CHILD_TEST(each_death_is_told_with_the_first),
		CHILD_TEST(a_rank_gets_the_users_environment_and_its_own),
		CHILD_TEST(a_server_that_cannot_start_says_why),
	};
	int status;

	if (pmix_world_is_rank(argc, argv, parts, sizeof(parts) / sizeof(parts[0]), &status))
		return status;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
