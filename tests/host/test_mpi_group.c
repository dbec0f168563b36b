/*
 * Which communicators have a team, when and by which ranks it is made, and what happens to it when they are freed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_core.h"
#include "fake_mpi.h"
#include "frontend/mpi/mpi_group.h"

enum { RANK = 2, SIZE = 4 };

static struct sumac_mpi_group *group_for(MPI_Comm comm, struct sumac_mpi_group *(*make)(MPI_Comm comm))
{
	struct sumac_mpi_group *group;

	assert_int_equal(sumac_mpi_group_find(comm, &group), MPI_SUCCESS);
	return group ? group : make(comm);
}

static struct sumac_mpi_group *group_of(MPI_Comm comm)
{
	return group_for(comm, sumac_mpi_group_make);
}

static struct sumac_mpi_group *group_if_made(MPI_Comm comm)
{
	return group_for(comm, sumac_mpi_group_make_alone);
}

static int set_up(void **state)
{
	(void)state;
	fake_mpi_reset(RANK, SIZE);
	fake_core_reset(RANK, SIZE);
	fake_core.is_up = true;
	fake_core.n_exchanges = 2;
	fake_core_settings("");
	return sumac_mpi_groups_open(MPI_COMM_WORLD);
}

static int tear_down(void **state)
{
	(void)state;
	sumac_mpi_groups_close();
	assert_int_equal(fake_mpi.n_keyvals, 0);
	assert_int_equal(fake_mpi.n_groups, 0);
	return 0;
}

static void test_the_world_has_the_core_s_team(void **state)
{
	struct sumac_mpi_group *group = group_of(MPI_COMM_WORLD);

	(void)state;
	assert_ptr_equal(group->team, &fake_core.world);
	assert_true(group->rank == RANK && group->size == SIZE);
	assert_ptr_equal(group_of(MPI_COMM_WORLD), group);
	assert_int_equal(fake_core.n_teams, 0);
}

static void test_a_communicator_s_team_is_made_once_over_itself(void **state)
{
	MPI_Comm comm = fake_mpi_comm_of(1, 3, (const int[]){ 3, RANK, 0 });
	struct sumac_mpi_group *group;

	(void)state;
	fake_mpi.n_tests_left = 55; /* the exchange waits, and Sumac makes progress when it has waited a while */
	group = group_of(comm);
	assert_non_null(group->team);
	assert_true(group->team->rank == 1 && group->team->size == 3);
	assert_memory_equal(group->team->world_ranks, ((const int[]){ 3, RANK, 0 }), 3 * sizeof(int));
	assert_ptr_equal(fake_mpi.gathered, comm);
	assert_int_equal(fake_mpi.n_gathers, 2);
	assert_int_equal(fake_core.n_progress, 5);
	assert_memory_equal(fake_core.heard, "bbbbbbbbbbbbbbbb", 16);
	assert_ptr_equal(group_of(comm), group);
	assert_int_equal(fake_core.n_teams, 1);
	fake_mpi_comm_free(comm);
}

static void expect_none(MPI_Comm comm, const char *why)
{
	struct sumac_mpi_group *group = group_of(comm);

	assert_null(group->team);
	assert_string_equal(group->why_not, why);
	assert_ptr_equal(group_of(comm), group); /* for good */
	assert_int_equal(fake_core.n_teams, 0);
	fake_mpi_comm_free(comm);
}

static void test_some_have_none_and_say_why(void **state)
{
	MPI_Comm inter = fake_mpi_comm_of(0, 2, (const int[]){ 1, RANK });

	(void)state;
	fake_mpi_comm(inter)->is_inter = true;
	expect_none(inter, "it is an intercommunicator");
	expect_none(fake_mpi_comm_of(0, 2, (const int[]){ RANK, MPI_UNDEFINED }),
		    "the communicator has processes of another job");
	fake_core.status = -SUMAC_ENORES;
	expect_none(fake_mpi_comm_of(0, 2, (const int[]){ RANK, 1 }), "its ranks could not make a team");
	fake_core.status = 0;
	fake_mpi.failing = MPI_ERR_OTHER; /* the exchange */
	expect_none(fake_mpi_comm_of(0, 2, (const int[]){ RANK, 1 }), "its ranks could not make a team");
}

/* It would wait for ranks that need not come. */
static void test_a_call_that_may_not_wait_makes_no_team(void **state)
{
	MPI_Comm comm = fake_mpi_comm_of(0, 2, (const int[]){ RANK, 1 }), alone = fake_mpi_comm_of(0, 1, (const int[]){ RANK });
	struct sumac_mpi_group *group;

	(void)state;
	assert_null(group_if_made(comm));
	assert_int_equal(fake_mpi.n_gathers, 0);
	group = group_of(comm);
	assert_ptr_equal(group_if_made(comm), group);
	/* Nobody else is needed for these. */
	assert_ptr_equal(group_if_made(MPI_COMM_WORLD)->team, &fake_core.world);
	assert_non_null(group_if_made(alone)->team);
	fake_mpi_comm_free(comm);
	fake_mpi_comm_free(alone);
}

static void test_a_freed_communicator_lets_its_team_go(void **state)
{
	MPI_Comm comm = fake_mpi_comm_of(0, 2, (const int[]){ RANK, 1 });
	MPI_Comm left = fake_mpi_comm_of(0, 2, (const int[]){ RANK, 0 });

	(void)state;
	group_of(comm);
	group_of(left);
	fake_mpi_comm_free(comm);
	assert_true(fake_core.teams[0].is_released && !fake_core.teams[0].is_freed); /* ranks do not meet */
	assert_false(fake_core.teams[1].is_released);
	group_of(MPI_COMM_WORLD);
	fake_mpi_comm_free(MPI_COMM_WORLD);
	assert_false(fake_core.world.is_released);
}

static void test_a_handle_that_comes_again_is_another_communicator_s(void **state)
{
	MPI_Comm comm = fake_mpi_comm_of(0, 2, (const int[]){ RANK, 1 }), again;

	(void)state;
	assert_ptr_equal(group_of(comm)->team, &fake_core.teams[0]);
	fake_mpi_comm_free(comm);
	fake_mpi.n_comms--;
	again = fake_mpi_comm_of(1, 3, (const int[]){ 3, RANK, 0 });
	assert_ptr_equal(again, comm);
	assert_null(group_if_made(again));
	assert_ptr_equal(group_of(again)->team, &fake_core.teams[1]);
	assert_int_equal(group_of(again)->size, 3);
	fake_mpi_comm_free(again);
}

/* The host MPI may call back after Sumac has ended. */
static void test_freed_after_the_end_it_is_no_matter(void **state)
{
	MPI_Comm comm = fake_mpi_comm_of(0, 2, (const int[]){ RANK, 1 });

	(void)state;
	group_of(comm);
	sumac_mpi_groups_close();
	fake_mpi_comm_free(comm);
	assert_false(fake_core.teams[0].is_released);
	assert_int_equal(sumac_mpi_groups_open(MPI_COMM_WORLD), 0);
}

static void test_a_host_that_refuses_is_an_error(void **state)
{
	(void)state;
	sumac_mpi_groups_close();
	fake_mpi.failing = MPI_ERR_OTHER;
	assert_int_equal(sumac_mpi_groups_open(MPI_COMM_WORLD), -SUMAC_EBOOTSTRAP);
	fake_mpi_reset(RANK, SIZE);
	assert_int_equal(sumac_mpi_groups_open(MPI_COMM_WORLD), 0);
}

#define GROUP_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		GROUP_TEST(test_the_world_has_the_core_s_team),
		GROUP_TEST(test_a_communicator_s_team_is_made_once_over_itself),
		GROUP_TEST(test_some_have_none_and_say_why),
		GROUP_TEST(test_a_call_that_may_not_wait_makes_no_team),
		GROUP_TEST(test_a_freed_communicator_lets_its_team_go),
		GROUP_TEST(test_a_handle_that_comes_again_is_another_communicator_s),
		GROUP_TEST(test_freed_after_the_end_it_is_no_matter),
		GROUP_TEST(test_a_host_that_refuses_is_an_error),
	};

	return cmocka_run_group_tests_name("mpi_group", tests, NULL, NULL);
}
