#include "launch/job_trace.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/settings.h"
#include "base/trace_file.h"
#include "core/call/call_trace.h"
#include "core/report/status_page.h"

static int complain(const char *title, int error, const char *remark)
{
	fprintf(stderr, "%s: the trace %s cannot be written: %s%s\n", title, sumac_setting_string(SUMAC_SETTING_TRACE),
		strerror(error), remark);
	return -1;
}

int sumac_job_trace_begin(const char *title, const char *dir)
{
	const char *path = sumac_setting_string(SUMAC_SETTING_TRACE);
	char link[512], whole[PATH_MAX];
	int err;

	if (!*path)
		return 0;
	err = sumac_trace_file_begin(path);
	if (err)
		return complain(title, -err, "");
	/* ranks may run in another folder */
	if (!realpath(path, whole) || snprintf(link, sizeof(link), "%s/%s", dir, SUMAC_TRACE_LINK) >= (int)sizeof(link) ||
	    symlink(whole, link))
		return complain(title, errno, "");
	return 0;
}

int sumac_job_trace_end(const char *title, const char *dir)
{
	const char *path = sumac_setting_string(SUMAC_SETTING_TRACE);
	int err;

	if (!*path)
		return 0;
	err = sumac_trace_file_end(path);
	if (err)
		return complain(title, -err, "; the program's results are unaffected");
	return sumac_status_is_marked(dir, SUMAC_TRACE_LOST) ? -1 : 0; /* the rank has told why */
}
