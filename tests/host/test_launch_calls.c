/*
 * In which calls the ranks of a job are, in words, from their status pages.
 */
#include "child.h"

#include "base/settings_load.h"
#include "core/frontend.h"
#include "core/report/status_page.h"
#include "launch/launch.h"

enum { N_RANKS = 5 };

static void enter(struct sumac_status_page *page, const char *call, uint64_t seq, int team_size, const char *engine)
{
	struct sumac_status_text name = sumac_status_text(call, engine);

	sumac_status_page_enter(page, &name, seq, team_size);
}

static int body_tell(void *ctx)
{
	struct sumac_process processes[N_RANKS] = { { .pid = 1 }, { .pid = 1 }, { .pid = 1 }, { .pid = 1 } };
	struct sumac_launch launch = { .title = "test", .dir = child_path(""), .n_ranks = N_RANKS, .n_started = N_RANKS,
				       .processes = processes };
	struct sumac_status_page *page;
	int others[20];

	(void)ctx;
	for (int i = 0; i < 20; i++)
		others[i] = i + 100;
	CHILD_EXPECT(!sumac_status_page_open(launch.dir, 0, false, &page));
	CHILD_EXPECT(!sumac_status_page_open(launch.dir, 1, false, &page));
	enter(page, "shmem_int_sum_reduce", 17, 4, "cpu");
	sumac_status_page_wait_for(page, others, 1);
	CHILD_EXPECT(!sumac_status_page_open(launch.dir, 2, false, &page));
	enter(page, "MPI_Allreduce", 3, 64, "");
	sumac_status_page_wait_for(page, others, 20);
	sumac_status_page_leave(page);
	enter(page, "MPI_Allreduce", 4, 64, "");
	sumac_status_page_wait_for(page, others, 20);
	CHILD_EXPECT(!sumac_status_page_open(launch.dir, 4, false, &page));
	enter(page, "sumac_barrier", 9, 2, "nic");
	sumac_status_page_leave(page);
	sumac_launch_tell_calls(&launch); /* rank 3 has no page, rank 4 has no process */
	processes[4].pid = 1;
	launch.title = "later";
	sumac_launch_tell_calls(&launch);
	launch.title = "mpi";
	launch.is_under_mpirun = true; /* the only process is not rank 4's */
	processes[4].pid = 0;
	sumac_launch_tell_calls(&launch);
	fclose(fopen(child_path("rank-3.status"), "w"));
	sumac_launch_tell_calls(&launch); /* there was no room for it */
	CHILD_EXPECT(!sumac_status_page_open(launch.dir, 1, false, &page));
	enter(page, "finalize", 0, 4, "");
	sumac_status_page_leave(page);
	sumac_launch_tell_processes(&launch);
	fprintf(stderr, "by %d\n", (int)getpid());
	return 0;
}

static void each_rank_has_a_line_of_its_own(void **state)
{
	static const char expected[] =
		"test: rank 0: outside Sumac; it has made no call\n"
		"test: rank 1: in shmem_int_sum_reduce, sequence number 17 of a team of 4, on engine cpu, waits for rank 100\n"
		"test: rank 2: in MPI_Allreduce, sequence number 4 of a team of 64, waits for ranks 100, 101, 102, 103, 104, "
		"105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115 and 4 more\n"
		"test: rank 3: has not entered Sumac\n"
		"test: rank 4: has ended\n";
	char ended[160];
	int pid;

	(void)state;
	assert_int_equal(child_run(body_tell, NULL), 0);
	assert_memory_equal(child_err, expected, strlen(expected));
	assert_non_null(strstr(child_err, "later: rank 4: outside Sumac; its last call was sumac_barrier, sequence number 9\n"));
	assert_non_null(strstr(child_err, "mpi: rank 4: outside Sumac; its last call was sumac_barrier"));
	assert_non_null(strstr(child_err, "mpi: rank 3: has no status page, for lack of room\n"));
	/* Rank 1 has come to its end, and rank 3 never began. */
	pid = atoi(strstr(child_err, "\nby ") + 4);
	snprintf(ended, sizeof(ended), "mpi: ranks that did not reach their end: rank 0 was PID %d, rank 2 was PID %d, "
		 "rank 4 was PID %d\n", pid, pid, pid);
	assert_non_null(strstr(child_err, ended));
}

static int body_absence(void *ctx)
{
	struct sumac_launch launch = { .title = "test", .dir = child_path(""), .n_ranks = N_RANKS, .is_under_mpirun = true };
	struct sumac_status_page *page;

	(void)ctx;
	CHILD_EXPECT(!sumac_settings_load());
	CHILD_EXPECT(!sumac_launch_tell_absence(&launch)); /* no MPI program */
	setenv("SUMAC_REQUIRE", "nic", 1);
	CHILD_EXPECT(!sumac_settings_load());
	CHILD_EXPECT(sumac_launch_tell_absence(&launch));
	setenv("SUMAC_JOB_DIR", launch.dir, 1);
	sumac_note_bypass();
	CHILD_EXPECT(sumac_launch_tell_absence(&launch));
	unsetenv("SUMAC_REQUIRE");
	CHILD_EXPECT(!sumac_settings_load());
	CHILD_EXPECT(!sumac_launch_tell_absence(&launch));
	CHILD_EXPECT(!sumac_status_page_open(launch.dir, 3, false, &page));
	CHILD_EXPECT(!sumac_launch_tell_absence(&launch));
	return 0;
}

static void a_job_of_which_no_rank_came_is_told_and_fails_where_a_nic_is_required(void **state)
{
	const char *lines[] = { "test: the setting require is nic, but no MPI call went through Sumac: no rank called Sumac's "
				"MPI_Init",
				"test: the setting require is nic, but no MPI call went through Sumac: the program gets",
				"test: no MPI call went through Sumac: the program gets" };
	const char *at = child_err;

	(void)state;
	assert_int_equal(child_run(body_absence, NULL), 0);
	for (int i = 0; i < 3; i++) {
		assert_memory_equal(at, lines[i], strlen(lines[i]));
		at = strchr(at, '\n') + 1;
	}
	assert_string_equal(at, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(each_rank_has_a_line_of_its_own),
		CHILD_TEST(a_job_of_which_no_rank_came_is_told_and_fails_where_a_nic_is_required),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
