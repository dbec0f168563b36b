/*
 * A program with libfabric dies of signals as one without it does, and is without it until it is asked for.
 */
#include "child.h"

#include <signal.h>

#include "fabric/libfabric.h"

static bool is_loaded(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	bool is_found = false;
	char line[512];

	while (fgets(line, sizeof(line), maps))
		is_found |= strstr(line, "/libfabric.so") != NULL;
	fclose(maps);
	return is_found;
}

static int die(void *ctx)
{
	const struct sumac_libfabric *library;

	CHILD_EXPECT(!is_loaded());
	CHILD_EXPECT(!sumac_libfabric_load(&library));
	CHILD_EXPECT(is_loaded() && *library->strerror(0));
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
	assert_int_equal(child_run(die, &number), SIGTERM);
	signal(SIGTERM, SIG_DFL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signals_kill_although_libfabric_is_loaded),
		cmocka_unit_test(a_handler_of_the_program_stays),
	};

	return cmocka_run_group_tests_name("libfabric", tests, NULL, NULL);
}
