/*
 * In every unit test, before its main(): none of the settings of whoever runs it, neither from the
 * environment nor from a file. What the test itself sets then reaches the processes that it starts.
 */
#include <stdlib.h>

#include "base/settings_load.h"

static const char IS_PLAIN[] = "TEST_ENVIRONMENT_IS_PLAIN";

__attribute__((constructor)) static void make_plain(void)
{
	if (getenv(IS_PLAIN))
		return; /* a test's own process */
	sumac_settings_forget();
	setenv(IS_PLAIN, "1", 1);
}
