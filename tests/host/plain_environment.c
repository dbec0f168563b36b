/*
 * Runs in every unit test, before its main(): drops the settings of the user who runs it, both from the
 * environment and from a file. Settings that the test makes after that reach the processes that it starts.
 */
#include <stdlib.h>

#include "base/settings_load.h"

static const char IS_PLAIN[] = "TEST_ENVIRONMENT_IS_PLAIN";

__attribute__((constructor)) static void make_plain(void)
{
	if (getenv(IS_PLAIN))
		return; /* a process that a test has started */
	sumac_settings_forget();
	setenv(IS_PLAIN, "1", 1);
}
