/*
 * Rank 0 reports its own calls: the others make the same ones, or there would be no reduction.
 */
#include "core/report/engine_notice.h"

#include <inttypes.h>
#include <string.h>

#include "base/say.h"
#include "base/settings.h"
#include "core/report/report.h"
#include "core/team/team.h"

static bool wants_nics(void)
{
	return !strcmp(sumac_setting_string(SUMAC_SETTING_ENGINE), "nic");
}

void sumac_engine_notice_say_begin(const struct sumac_job *job)
{
	if (job->rank == 0 && wants_nics() && !job->world->context[SUMAC_ENGINE_NIC])
		sumac_say(SUMAC_SAY_ALWAYS, "NICs were asked for, but the CPU engine serves the team of all %d ranks: %s",
			  job->size, job->world->nic_why);
}

static void say_sum(const struct sumac_report_sum *sum, uint64_t n_taken, const char *who, const char *rest, const char *why)
{
	if (sum->n_undone == sum->n_calls - n_taken)
		rest = " and refused the rest; the main reason";
	sumac_say(SUMAC_SAY_ALWAYS, "%stook %" PRIu64 " of %" PRIu64 " reductions%s: %s", who, n_taken, sum->n_calls, rest, why);
}

void sumac_engine_notice_say_end(const struct sumac_job *job)
{
	struct sumac_report_sum sum;

	if (job->rank != 0)
		return;
	sumac_report_sum(job, &sum);
	if (wants_nics() && 2 * sum.n_on_nics < sum.n_calls)
		say_sum(&sum, sum.n_on_nics, "NICs ", "; the main reason for the rest", sum.why_not_nics);
	else if (!wants_nics() && 2 * sum.n_on_engines < sum.n_calls)
		say_sum(&sum, sum.n_on_engines, "", " and left the rest to the host MPI; the main reason", sum.why_not_engines);
}
