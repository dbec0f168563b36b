/*
 * Errors of calls that return a status: printed all the same, since hardly any program checks it. Each cause is
 * printed once, since a program may go on making calls on a failed team.
 */
#include <stdint.h>
#include <string.h>

#include "base/fnv.h"
#include "base/say.h"
#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

enum { MAX_CAUSES = 64 };

static uint64_t causes[MAX_CAUSES];
static unsigned n_causes;

/* Later calls on a failed team quote the story of the call that failed it. */
static const char *cause_in(const char *story)
{
	static const char prefix[] = "the team failed earlier: ";

	return strncmp(story, prefix, sizeof(prefix) - 1) ? story : story + sizeof(prefix) - 1;
}

static bool is_news(const char *cause)
{
	SUMAC_SHMEM_LOCKED;
	uint64_t hash = sumac_fnv(SUMAC_FNV_START, cause, strlen(cause));

	for (unsigned i = 0; i < MAX_CAUSES && i < n_causes; i++)
		if (causes[i] == hash)
			return false;
	causes[n_causes++ % MAX_CAUSES] = hash;
	return true;
}

int sumac_shmem_complain(const char *call, const struct sumac_team *team, int status)
{
	const char *story = *sumac_last_error() ? sumac_last_error() : sumac_strerror(status);
	char who[96];

	if (!is_news(cause_in(story)))
		return status;
	if (sumac_rank() < 0)
		sumac_say(SUMAC_SAY_ALWAYS, "%s: %s; the program is not between shmem_init() and shmem_finalize()", call, story);
	else if (sumac_team_should_report(team, "PE", who, sizeof(who)))
		sumac_say(SUMAC_SAY_ALWAYS, "%s: %s: %s", who, call, story);
	return status;
}
