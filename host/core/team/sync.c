/*
 * Barriers at the end of a team or job.
 */
#include "core/team/sync.h"

#include <stdio.h>

#include "base/fail.h"
#include "core/call/call.h"

static int post_sync(struct sumac_team *team, struct sumac_request **request_out)
{
	struct sumac_call call = { .coll = SUMAC_COLL_BARRIER, .op = SUMAC_CALL_NO_OP, .type = SUMAC_CALL_NO_TYPE };

	sumac_call_measure(&call, team->desc.size, team->desc.rank);
	return sumac_call_post(team, SUMAC_ENGINE_CPU, &call, SUMAC_FOR_END, 0, request_out);
}

int sumac_sync_team(struct sumac_team *team)
{
	struct sumac_request *request;
	int err = post_sync(team, &request);

	return err ? err : sumac_call_wait(request);
}

/* Keeps the first error, with its story. */
static void keep_first(int err, int *first_io, char story_io[SUMAC_STORY_CAP])
{
	if (err && !*first_io) {
		*first_io = err;
		snprintf(story_io, SUMAC_STORY_CAP, "%s", sumac_last_error());
	}
}

int sumac_sync_job(struct sumac_job *job)
{
	struct sumac_request *requests = NULL, *request;
	char story[SUMAC_STORY_CAP];
	int first = 0;

	/* All are posted before any is waited for: ranks have made their teams in different orders. */
	for (struct sumac_team *team = sumac_team_next(job, NULL); team; team = sumac_team_next(job, team)) {
		if (team->failed)
			continue;
		keep_first(post_sync(team, &request), &first, story);
		if (team->failed)
			continue;
		request->next = requests;
		requests = request;
	}
	while ((request = requests)) {
		requests = request->next;
		keep_first(sumac_call_wait(request), &first, story);
	}
	return first ? sumac_fail(first, "%s", story) : 0;
}
