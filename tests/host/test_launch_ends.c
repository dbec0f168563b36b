/*
 * How ranks under a PMIx server end: what counts as a failure, whose status becomes the job's if several fail
 * at once, and what the others hear. Ranks are this program, started again.
 */
#include "pmix_world.h"

#include <pmix.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>

#include "core/report/status_page.h"
#include "sumac.h"
#include "launch/keeper.h"
#include "launch/launch.h"
#include "launch/launch_watch.h"
#include "launch/notices.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

enum { N_RANKS = 4, ROUNDS = 2, N_TURNS_UNREAD = 200 };

static struct sumac_bootstrap world;
static int rank;

static int meet(void)
{
	int all[N_RANKS];

	return sumac_bootstrap_allgather(&world, &rank, sizeof(rank), all);
}

static void open_and_meet(void)
{
	CHILD_EXPECT(!sumac_bootstrap_open(&world));
	rank = world.rank(world.ctx);
	CHILD_EXPECT(!meet());
}

/* Rank 2 ends as told; the others notice, and say so with status 6. */
static int wait_for_the_lost(void)
{
	if (!meet() || strcmp(sumac_last_error(), "rank 2 has died"))
		return 10;
	return 6;
}

static int well(void)
{
	open_and_meet();
	world.close(world.ctx);
	return 0;
}

static int exit3(void)
{
	open_and_meet();
	if (rank == 2)
		_exit(3);
	return wait_for_the_lost();
}

static int exit0(void)
{
	open_and_meet();
	if (rank == 2)
		_exit(0);
	return wait_for_the_lost();
}

static int killed(void)
{
	open_and_meet();
	if (rank == 2)
		raise(SIGKILL);
	return wait_for_the_lost();
}

/* Rank 2 never connects. */
static int absent(void)
{
	if (atoi(getenv("PMIX_RANK")) == 2)
		_exit(0);
	CHILD_EXPECT(!sumac_bootstrap_open(&world));
	rank = world.rank(world.ctx);
	return wait_for_the_lost();
}

/* Has disconnected: its failure is reported, but nobody need
 * end because of it, and those that go on do so for long. */
static int late_failure(void)
{
	open_and_meet();
	world.close(world.ctx);
	if (rank == 2)
		_exit(5);
	CHILD_EXPECT(child_wait_for("told", "rank 2 exited with status 5"));
	usleep(500000);
	return 0;
}

static int end_well_for_all(void)
{
	open_and_meet();
	if (rank == 2)
		world.abort(world.ctx, 0, "enough");
	return (int)sleep(CHILD_HUNG_S);
}

/* Leaves a child that keeps its connection. */
static int exit0_with_child(void)
{
	open_and_meet();
	if (rank == 2 && fork())
		_exit(0);
	if (rank == 2)
		_exit(child_wait_for("told", "rank 2 exited with status 0"));
	return wait_for_the_lost();
}

static const char *const met[N_RANKS] = { "met 0", "met 1", "met 2", "met 3" };

/* While the launcher's server does nothing. */
static int leave_unread(bool finishes)
{
	struct sumac_status_page *page;

	open_and_meet();
	CHILD_EXPECT(!sumac_status_page_open(child_path(""), rank, false, &page));
	if (finishes)
		sumac_status_page_finish(page);
	child_write(met[rank], "", 0600);
	CHILD_EXPECT(child_wait_for("stalled", ""));
	world.close(world.ctx);
	return 0;
}

static int leave_late(void)
{
	return leave_unread(false);
}

static int finish_unread(void)
{
	return leave_unread(true);
}

static struct sumac_process *volatile stall_ranks;

/* Goes on to stall after a turn for the launcher, so the thread has turns, but does not read. */
static void on_turns(pmix_status_t status, void *ctx)
{
	static int n;

	(void)status, (void)ctx;
	usleep(1000);
	if (n++ < N_TURNS_UNREAD)
		PMIx_Deregister_event_handler(SIZE_MAX, on_turns, NULL);
}

/* In the server's thread: until the launcher has seen all ranks end, or for ever. */
static void on_stall(pmix_status_t status, void *ctx)
{
	const volatile struct sumac_process *ranks = stall_ranks;

	child_write("stalled", "", 0600);
	for (int i = 0; i < N_RANKS || ctx; i += i < N_RANKS && !ranks[i].pid)
		usleep(1000);
	on_turns(status, ctx);
}

static void *stall(void *ctx)
{
	for (int i = 0; i < N_RANKS; i++)
		CHILD_EXPECT(child_wait_for(met[i], ""));
	PMIx_Deregister_event_handler(SIZE_MAX, on_stall, ctx);
	return NULL;
}

/* Rank 2 fails, and waits for the others; rank 1 aborts because of that. */
static int abort_of_leaver(void)
{
	struct sumac_status_page *page;

	open_and_meet();
	CHILD_EXPECT(!sumac_status_page_open(child_path(""), rank, false, &page));
	if (rank == 2)
		sumac_status_page_note_exit(page, 3);
	meet();
	if (rank == 1)
		world.abort(world.ctx, 1, "rank 2 does something else");
	return (int)sleep(CHILD_HUNG_S);
}

static int plain(void)
{
	return 0;
}

static int watch(const char *part)
{
	static char self[] = "/proc/self/exe";
	char *program[] = { self, (char *)part, NULL };
	struct sumac_process processes[N_RANKS] = { { 0 } };
	struct sumac_launch launch = { .title = "test", .dir = child_path(""), .program = program, .n_ranks = N_RANKS,
				       .n_processes = N_RANKS, .processes = processes,
				       .grace_s = strcmp(part, "late_failure") ? CHILD_HUNG_S : 0.1 };

	pthread_t thread;

	launch.signal_fd = sumac_keeper_signal_fd();
	mkdir(child_path("pmix"), 0700);
	CHILD_EXPECT(!sumac_pmix_server_open(child_path("pmix"), N_RANKS, &launch.notices));
	launch.environment_of = sumac_pmix_server_environment;
	stall_ranks = processes;
	if (!strcmp(part, "leave_late") || !strcmp(part, "finish_unread"))
		pthread_create(&thread, NULL, stall, strcmp(part, "leave_late") ? &launch : NULL);
	return sumac_launch_watch(&launch);
}

static int body_watch(void *ctx)
{
	freopen(child_path("told"), "w", stderr);
	setlinebuf(stderr);
	return watch(ctx);
}

static int run(const char *part)
{
	int code = child_run(body_watch, (void *)part);

	if (code == CHILD_COMPLAINED)
		print_error("%s", child_read("told"));
	return code;
}

/* Which of several causes counts, by the order in which they are noted. */
static int body_causes(void *ctx)
{
	struct sumac_launch launch = { .title = "test" };
	struct sumac_watch watch = { .launch = &launch };

	(void)ctx;
	sumac_watch_note_failure(&watch, 2, 6);
	sumac_watch_note_failure(&watch, 3, 7);
	CHILD_EXPECT(launch.exit_status == 6);
	sumac_watch_note_failure(&watch, 1, 137); /* died earlier, below a shell that was slow to end */
	CHILD_EXPECT(launch.exit_status == 137);
	sumac_watch_note_failure(&watch, 0, 8);
	CHILD_EXPECT(launch.exit_status == 137 && launch.n_failed == 4);
	return 0;
}

/* The library has reported it, but we have not yet heard, when the process ends. */
static int body_leave_unheard(void *ctx)
{
	struct sumac_notice notices[2] = { { .kind = SUMAC_NOTICE_CONNECTED }, { .kind = SUMAC_NOTICE_FINALIZED } };
	struct sumac_process process = { .has_connected = true };
	struct sumac_launch launch = { .title = "test", .n_ranks = 1, .n_processes = 1, .processes = &process };
	struct sumac_watch watch = { .launch = &launch };
	struct sumac_notices told;

	(void)ctx;
	process.pid = fork();
	if (!process.pid)
		_exit(0);
	CHILD_EXPECT(child_goes(process.pid));
	CHILD_EXPECT(!sumac_notices_open(&told));
	launch.notices = &told;
	CHILD_EXPECT(!sumac_notices_give(&told, &notices[0]) && !sumac_notices_give(&told, &notices[1]));
	sumac_watch_take_ended(&watch);
	CHILD_EXPECT(!process.pid && !launch.n_failed && watch.phase == SUMAC_WATCH_RUNNING);
	return 0;
}

/* Four have ended when we look: the one whose connection broke
 * first is the cause, whatever its place among them. */
static int body_ended_at_once(void *ctx)
{
	static const struct sumac_process then[N_RANKS] = {
		{ .has_connected = true, .has_finalized = true },
		{ .has_connected = true, .lost_order = 3 },
		{ .has_connected = true, .lost_order = 2 },
		{ .has_connected = true },
	};
	struct sumac_process processes[N_RANKS];
	struct sumac_launch launch = { .title = "test", .n_ranks = N_RANKS, .n_processes = N_RANKS,
				       .processes = processes };
	struct sumac_watch watch = { .launch = &launch };

	(void)ctx;
	memcpy(processes, then, sizeof(then));
	for (int i = 0; i < N_RANKS; i++) {
		processes[i].pid = fork();
		if (!processes[i].pid)
			_exit(3 + i);
	}
	for (int i = 0; i < N_RANKS; i++)
		CHILD_EXPECT(child_goes(processes[i].pid));
	sumac_watch_take_ended(&watch);
	CHILD_EXPECT(launch.exit_status == 5 && launch.n_failed == N_RANKS);
	return 0;
}

static void ranks_that_finalize_succeed(void **state)
{
	(void)state;
	assert_int_equal(run("well"), 0);
	assert_int_equal(run("plain"), 0); /* nobody has connected: nobody is missed */
	assert_string_equal(child_read("told"), "");
}

/* The others fail as a consequence, at nearly the same time, so this is tried more than once. */
static void the_status_is_of_the_rank_that_failed_first(void **state)
{
	for (int round = 0; round < ROUNDS; round++) {
		assert_int_equal(run("exit3"), 3);
		assert_memory_equal(child_read("told"), "test: rank 2 exited with status 3\n", 34);
		child_remove_dir(state);
		child_make_dir(state);
	}
	assert_int_equal(run("killed"), 128 + SIGKILL);
	assert_int_equal(run("abort_of_leaver"), 3);
	assert_non_null(strstr(child_read("told"),
			       "test: rank 2 exited with status 3\ntest: rank 1 aborted the job with status 1: "));
}

/* Both when the server reads it at last, and by what the ranks have said of themselves if it never does. */
static void a_leave_that_the_server_has_not_read_yet_counts(void **state)
{
	(void)state;
	assert_int_equal(run("leave_late"), 0);
	assert_null(strstr(child_read("told"), "test: "));
	child_remove_dir(state);
	child_make_dir(state);
	assert_int_equal(run("finish_unread"), 0);
	assert_null(strstr(child_read("told"), "test: "));
}

static void a_rank_that_leaves_the_others_waiting_fails_the_job(void **state)
{
	(void)state;
	assert_int_equal(run("exit0"), 1);
	assert_non_null(strstr(child_read("told"), "rank 2 exited with status 0 without finalizing"));
	child_remove_dir(state);
	child_make_dir(state);
	assert_int_equal(run("exit0_with_child"), 1);
	assert_non_null(strstr(child_read("told"), "rank 2 exited with status 0 without finalizing"));
}

static void a_rank_that_never_came_is_missed_where_others_did(void **state)
{
	(void)state;
	assert_int_equal(run("absent"), 1);
	assert_non_null(strstr(child_read("told"), "rank 2 exited with status 0 without finalizing"));
}

static void a_failure_after_the_leave_ends_nobody(void **state)
{
	(void)state;
	assert_int_equal(run("late_failure"), 5);
	assert_memory_equal(child_read("told"), "test: rank 2 exited with status 5\n", 34);
	assert_null(strstr(child_read("told"), "ending"));
}

static void a_job_that_a_rank_ends_with_0_has_ended_well(void **state)
{
	(void)state;
	assert_int_equal(run("end_well_for_all"), 0);
	assert_null(strstr(child_read("told"), "test: "));
}

static void a_leave_counts_that_is_heard_with_the_end(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_leave_unheard, NULL), 0);
}

static void of_ranks_that_ended_at_once_the_first_lost_is_told_first(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_ended_at_once, NULL), 0);
	assert_memory_equal(child_err, "test: rank 2 exited with status 5\ntest: rank 1 exited with status 4\n", 68);
}

static void the_cause_that_came_first_counts(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_causes, NULL), 0);
}

int main(int argc, char **argv)
{
	static const struct pmix_part parts[] = {
		{ "well", well },     { "exit3", exit3 },   { "exit0", exit0 },
		{ "killed", killed }, { "absent", absent }, { "late_failure", late_failure },
		{ "plain", plain },     { "abort_of_leaver", abort_of_leaver }, { "end_well_for_all", end_well_for_all },
		{ "exit0_with_child", exit0_with_child }, { "leave_late", leave_late }, { "finish_unread", finish_unread },
	};
	const struct CMUnitTest tests[] = {
		CHILD_TEST(ranks_that_finalize_succeed),
		CHILD_TEST(the_status_is_of_the_rank_that_failed_first),
		CHILD_TEST(a_leave_that_the_server_has_not_read_yet_counts),
		CHILD_TEST(a_rank_that_leaves_the_others_waiting_fails_the_job),
		CHILD_TEST(a_rank_that_never_came_is_missed_where_others_did),
		CHILD_TEST(a_failure_after_the_leave_ends_nobody),
		CHILD_TEST(a_job_that_a_rank_ends_with_0_has_ended_well),
		CHILD_TEST(a_leave_counts_that_is_heard_with_the_end),
		CHILD_TEST(of_ranks_that_ended_at_once_the_first_lost_is_told_first),
		CHILD_TEST(the_cause_that_came_first_counts),
	};
	int status;

	if (pmix_world_is_rank(argc, argv, parts, sizeof(parts) / sizeof(parts[0]), &status))
		return status;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
