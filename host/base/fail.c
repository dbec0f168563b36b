/*
 * Status codes in words, and the story of the last failure. Each thread has its own story, as with errno, so it
 * belongs to a call that this thread made.
 */
#include "base/fail.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "spec/spec.h"
#include "sumac.h"

static _Thread_local char last_story[1024];
atomic_bool sumac_fail_has_been;

static const struct {
	int code;
	const char *name, *message;
} rows[] = {
#define SUMAC_STATUS(name, code, class_, message) { code, #name, message },
#include "spec/status.def"
#undef SUMAC_STATUS
};

const char *sumac_strerror(int status)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].code == status || rows[i].code == -status)
			return rows[i].message;
	return "unknown status code";
}

const char *sumac_status_name(int code)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].code == code || rows[i].code == -code)
			return rows[i].name;
	return "?";
}

const char *sumac_last_error(void)
{
	return last_story;
}

int sumac_fail(int code, const char *format, ...)
{
	char story[sizeof(last_story)];
	va_list args;

	/* Goes through a copy, since the arguments may quote the last story. */
	va_start(args, format);
	vsnprintf(story, sizeof(story), format, args);
	va_end(args);
	snprintf(last_story, sizeof(last_story), "%s", story);
	atomic_store_explicit(&sumac_fail_has_been, true, memory_order_relaxed);
	return code < 0 ? code : -code;
}

void sumac_fail_forget(void)
{
	last_story[0] = 0;
}
