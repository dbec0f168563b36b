/*
 * Prints lines on standard error, each with one write: newer C libraries write stderr in pieces of 128 bytes, and
 * other ranks' lines could come in between.
 */
#include "base/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/settings.h"

bool sumac_says(enum sumac_say_level level)
{
	return sumac_setting_int(SUMAC_SETTING_VERBOSE) >= (int64_t)level;
}

void sumac_say(enum sumac_say_level level, const char *format, ...)
{
	static const char prefix[] = "sumac: ";
	size_t len = sizeof(prefix) - 1;
	char line[2048];
	va_list args;
	int more;

	if (!sumac_says(level))
		return;
	memcpy(line, prefix, sizeof(prefix));
	va_start(args, format);
	more = vsnprintf(line + len, sizeof(line) - len - 1, format, args);
	va_end(args);
	if (more < 0)
		return;
	len = strlen(line);
	line[len++] = '\n';
	/* If standard error is closed, nobody wants to hear this. */
	if (write(STDERR_FILENO, line, len) < 0)
		return;
}
