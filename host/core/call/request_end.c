/*
 * Tests the API's requests, and waits for them.
 */
#include <stdio.h>

#include "base/fail.h"
#include "core/call/perform.h"
#include "core/job/process.h"
#include "core/wait/api_lock.h"

/* A request that has ended is NULL, and waiting for it is no error. */
static int check(struct sumac_request *const *request)
{
	if (sumac_check_process())
		return -SUMAC_ESTATE;
	return request ? 0 : sumac_fail(SUMAC_EINVAL, "the pointer to the request is NULL");
}

int sumac_test(struct sumac_request **request, int *is_done_out)
{
	int status = check(request);

	if (status)
		return status;
	if (!is_done_out)
		return sumac_fail(SUMAC_EINVAL, "is_done_out is NULL");
	status = *request ? sumac_perform_end_if_done(*request) : 0;
	*is_done_out = status <= 0;
	if (status > 0)
		return 0;
	*request = NULL;
	return status;
}

int sumac_wait(struct sumac_request **request)
{
	int status = check(request);

	if (status || !*request)
		return status;
	status = sumac_perform_end(*request);
	*request = NULL;
	return status;
}

int sumac_end_if_over(struct sumac_request **request, bool *is_over_out)
{
	SUMAC_HOLD_API_LOCK;

	*is_over_out = (*request)->ticket.status <= 0;
	return *is_over_out ? sumac_wait(request) : 0;
}

int sumac_wait_all(int n, struct sumac_request **requests)
{
	char story[SUMAC_STORY_CAP];
	int first = 0;

	if (n < 0 || (n && !requests))
		return sumac_fail(SUMAC_EINVAL, "invalid list of requests: %d at %p", n, (void *)requests);
	for (int i = 0; i < n; i++) {
		int status = sumac_wait(&requests[i]);

		if (!status || first)
			continue;
		first = status;
		snprintf(story, sizeof(story), "%s", sumac_last_error());
	}
	return first ? sumac_fail(first, "%s", story) : 0;
}
