/*
 * A program with libfabric dies of signals as one without it does.
 */
#include "child.h"

#include <rdma/fabric.h>
#include <signal.h>

#include "fabric/psm_signals.h"

static int die(void *ctx)
{
	CHILD_EXPECT(fi_version()); /* it is loaded */
	raise(*(int *)ctx);
	return 0;
}

static void signals_kill_although_libfabric_is_loaded(void **state)
{
	static int numbers[] = { SIGTERM, SIGINT };

	(void)state;
	for (int i = 0; i < 2; i++)
		assert_int_equal(child_run(die, &numbers[i]), 256 + numbers[i]);
}

static void leave(int number)
{
	_exit(number);
}

static void a_handler_of_the_program_stays(void **state)
{
	int number = SIGTERM;

	(void)state;
	signal(SIGTERM, leave);
	sumac_psm_signals_undo();
	assert_int_equal(child_run(die, &number), SIGTERM);
	signal(SIGTERM, SIG_DFL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signals_kill_although_libfabric_is_loaded),
		cmocka_unit_test(a_handler_of_the_program_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
