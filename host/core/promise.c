/*
 * Rank 0 speaks, of its own calls: the others make the same ones, or there would be no reduction.
 */
#include "core/promise.h"

#include <inttypes.h>
#include <string.h>

#include "base/say.h"
#include "base/settings.h"
#include "core/report.h"
#include "core/team.h"

static bool wants_nics(void)
{
	return !strcmp(sumac_setting_string(SUMAC_SETTING_ENGINE), "nic");
}

void sumac_promise_say_begin(const struct sumac_job *job)
{
	if (job->rank == 0 && wants_nics() && !job->world->context[SUMAC_ENGINE_NIC])
		sumac_say(SUMAC_SAY_ALWAYS, "NICs were asked for, but the CPU engine serves the team of all %d ranks: %s",
			  job->size, job->world->nic_why);
}

void sumac_promise_say_end(const struct sumac_job *job)
{
	struct sumac_report_sum sum;

	if (job->rank != 0)
		return;
	sumac_report_sum(job, &sum);
	if (wants_nics() && 2 * sum.n_on_nics < sum.n_calls)
		sumac_say(SUMAC_SAY_ALWAYS, "NICs took %" PRIu64 " of %" PRIu64 " reductions; the main reason for the rest: %s",
			  sum.n_on_nics, sum.n_calls, sum.why_not_nics);
	else if (!wants_nics() && 2 * sum.n_on_engines < sum.n_calls)
		sumac_say(SUMAC_SAY_ALWAYS, "took %" PRIu64 " of %" PRIu64 " reductions and left the rest to the host MPI; the main "
			  "reason: %s", sum.n_on_engines, sum.n_calls, sum.why_not_engines);
}
