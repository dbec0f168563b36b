/*
 * Which bootstrap a process gets follows from what its launcher left in the environment.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bootstrap/bootstrap.h"
#include "spec/spec.h"
#include "sumac.h"

/* libpmix loses a few bytes when it finds no server. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

static int forget_launchers(void **state)
{
	static const char *const names[] = { "PMIX_NAMESPACE", "PMIX_RANK", "PMI_RANK", "PMI_FD" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unsetenv(names[i]);
	return 0;
}

static void a_program_by_itself_is_a_world_of_one(void **state)
{
	struct sumac_bootstrap world;

	(void)state;
	assert_int_equal(sumac_bootstrap_open(&world), 0);
	assert_string_equal(world.name, "single");
	assert_int_equal(world.rank(world.ctx), 0);
	assert_int_equal(world.size(world.ctx), 1);
	assert_int_equal(world.fence(world.ctx), 0);
	world.close(world.ctx);
}

static void a_pmi1_launcher_is_refused_with_the_remedy(void **state)
{
	static const char *const names[] = { "PMI_RANK", "PMI_FD" };
	struct sumac_bootstrap world;

	(void)state;
	for (int i = 0; i < 2; i++) {
		setenv(names[i], "0", 1);
		assert_int_equal(sumac_bootstrap_open(&world), -SUMAC_EBOOTSTRAP);
		assert_non_null(strstr(sumac_last_error(), names[i]));
		assert_non_null(strstr(sumac_last_error(), "sumac run"));
		unsetenv(names[i]);
	}
}

/* No server answers at this address: the failure shows that PMIx was tried. */
static void a_pmix_server_in_the_environment_is_preferred(void **state)
{
	struct sumac_bootstrap world;

	(void)state;
	setenv("PMIX_NAMESPACE", "none", 1);
	setenv("PMIX_RANK", "0", 1);
	setenv("PMIX_SERVER_URI41", "none.0;tcp4://127.0.0.1:1", 1);
	setenv("PMI_RANK", "0", 1);
	assert_int_equal(sumac_bootstrap_open(&world), -SUMAC_EBOOTSTRAP);
	assert_non_null(strstr(sumac_last_error(), "PMIx"));
	assert_null(strstr(sumac_last_error(), "PMI-1"));
	unsetenv("PMIX_SERVER_URI41");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_program_by_itself_is_a_world_of_one, forget_launchers),
		cmocka_unit_test_setup(a_pmi1_launcher_is_refused_with_the_remedy, forget_launchers),
		cmocka_unit_test_setup_teardown(a_pmix_server_in_the_environment_is_preferred, forget_launchers,
						forget_launchers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
