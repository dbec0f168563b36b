/*
 * In every unit test, before its main(): none of the settings of whoever runs it, neither from the environment nor from a
 * file. What the test itself sets then reaches the processes that it starts.
 */
#include <stdlib.h>
#include <string.h>

static const char IS_PLAIN[] = "TEST_ENVIRONMENT_IS_PLAIN";

__attribute__((constructor)) static void make_plain(void)
{
	static const char prefix[] = "SUMAC_";
	extern char **environ;
	size_t at = 0;

	if (getenv(IS_PLAIN))
		return; /* a test's own process */
	while (environ[at]) {
		char *name = strndup(environ[at], strcspn(environ[at], "="));

		if (!name || strncmp(name, prefix, strlen(prefix)) || unsetenv(name))
			at++;
		free(name);
	}
	setenv("SUMAC_CONFIG", "/dev/null", 1);
	setenv(IS_PLAIN, "1", 1);
}
