/*
 * Watching ranks: real processes, which the test kills. It plays
 * the host MPI for them: one allgather, over memory that all share.
 */
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/mpi/mpi_watch.h"

enum { SIZE = 3, VALUE_BYTES = 128, HANG_S = 60 };

static struct {
	atomic_int n_in;
	unsigned char values[SIZE][VALUE_BYTES];
} *shared;
static int me;
static bool is_abroad;		  /* this rank is on another host */
static pid_t reaped_in_gathering; /* dead before it is watched; 0: none */
static pid_t ranks[SIZE];

int PMPI_Comm_size(MPI_Comm comm, int *size_out)
{
	(void)comm;
	*size_out = SIZE;
	return MPI_SUCCESS;
}

int PMPI_Allgather(const void *value, int n, MPI_Datatype type, void *recv_out, int n_each, MPI_Datatype each,
		   MPI_Comm comm)
{
	(void)type, (void)n_each, (void)each, (void)comm;
	memcpy(shared->values[me], value, (size_t)n);
	if (is_abroad)
		shared->values[me][0] ^= 1;
	for (shared->n_in++; shared->n_in < SIZE;)
		sched_yield();
	if (reaped_in_gathering) {
		kill(reaped_in_gathering, SIGKILL);
		waitpid(reaped_in_gathering, NULL, 0);
	}
	for (int rank = 0; rank < SIZE; rank++)
		memcpy((char *)recv_out + rank * n, shared->values[rank], (size_t)n);
	return MPI_SUCCESS;
}

/* Ranks 1 and 2, which join the allgather and then only wait; rank 2 may be on another host. */
static void start_ranks(bool is_2_abroad)
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	alarm(HANG_S);
	for (int rank = 1; rank < SIZE; rank++) {
		ranks[rank] = fork();
		if (ranks[rank])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		me = rank;
		is_abroad = rank == 2 && is_2_abroad;
		sumac_mpi_watch_open(NULL);
		for (;;)
			pause();
	}
}

static int end_ranks(void **state)
{
	(void)state;
	for (int rank = 1; rank < SIZE; rank++) {
		kill(ranks[rank], SIGKILL);
		waitpid(ranks[rank], NULL, 0);
	}
	reaped_in_gathering = 0;
	munmap(shared, sizeof(*shared));
	alarm(0);
	return 0;
}

/* Dead and not yet reaped, as the host MPI's daemon may leave it for a while. */
static void kill_rank(int rank)
{
	siginfo_t info;

	kill(ranks[rank], SIGKILL);
	waitid(P_PID, (id_t)ranks[rank], &info, WEXITED | WNOWAIT);
}

static void test_the_first_death_is_seen_and_kept(void **state)
{
	struct sumac_mpi_watch *watch;

	(void)state;
	start_ranks(false);
	watch = sumac_mpi_watch_open(NULL);
	assert_non_null(watch);
	assert_int_equal(sumac_mpi_watch_first_dead(watch), -1);
	kill_rank(2);
	assert_int_equal(sumac_mpi_watch_first_dead(watch), 2);
	kill_rank(1);
	assert_int_equal(sumac_mpi_watch_first_dead(watch), 2);
	sumac_mpi_watch_close(watch);
}

static void test_a_rank_of_another_host_is_not_watched(void **state)
{
	struct sumac_mpi_watch *watch;

	(void)state;
	start_ranks(true);
	watch = sumac_mpi_watch_open(NULL);
	kill_rank(2);
	assert_int_equal(sumac_mpi_watch_first_dead(watch), -1);
	kill_rank(1);
	assert_int_equal(sumac_mpi_watch_first_dead(watch), 1);
	sumac_mpi_watch_close(watch);
}

static void test_a_rank_that_died_before_it_was_watched_is_dead(void **state)
{
	struct sumac_mpi_watch *watch;

	(void)state;
	start_ranks(false);
	reaped_in_gathering = ranks[1];
	watch = sumac_mpi_watch_open(NULL);
	assert_int_equal(sumac_mpi_watch_first_dead(watch), 1);
	sumac_mpi_watch_close(watch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_the_first_death_is_seen_and_kept, end_ranks),
		cmocka_unit_test_teardown(test_a_rank_of_another_host_is_not_watched, end_ranks),
		cmocka_unit_test_teardown(test_a_rank_that_died_before_it_was_watched_is_dead, end_ranks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
