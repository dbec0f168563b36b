/*
 * Freeing a team: its members first agree that nobody calls any more.
 */
#include "base/fail.h"
#include "core/wait/api_lock.h"
#include "core/call/request.h"
#include "core/team/sync.h"
#include "core/team/team.h"

int sumac_team_free(struct sumac_team *team)
{
	SUMAC_HOLD_API_LOCK;
	char text[SUMAC_NOTE_TEXT_CAP];
	int err = 0;

	if (!sumac_team_is_one(team))
		return -SUMAC_ETEAM;
	if (team == team->job->world)
		return sumac_fail(SUMAC_ETEAM, "the team of all ranks is freed by sumac_finalize() only");
	if (team->is_called)
		return sumac_fail(SUMAC_ETHREAD, "another thread is inside a call on the team");
	if (team->requests) {
		sumac_request_text(team->requests, text);
		return sumac_fail(SUMAC_ESTATE, "the team has requests that nobody has waited for: the last one is %s", text);
	}
	/* Nobody may send any more when a context is freed. After a failure there is nobody to agree with. */
	if (!team->failed)
		err = sumac_sync_team(team);
	sumac_team_drop(team);
	return err;
}
