/*
 * The limits of waits, and when a wait is reported.
 */
#include "base/patience.h"

#include "base/clock.h"
#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"

static const int64_t NS_PER_S = 1000000000;
static const int64_t SAY_AFTER_S = 60;
static const int64_t SAY_AFTER_VERBOSE_S = 5; /* then doubled */

static bool is_verbose(void)
{
	return sumac_setting_int(SUMAC_SETTING_VERBOSE) >= SUMAC_SAY_DECISIONS;
}

void sumac_patience_begin(struct sumac_patience *patience)
{
	*patience = (struct sumac_patience){
		.since_ns = sumac_clock_ns(),
		.limit_ns = sumac_setting_time_ns(SUMAC_SETTING_TIMEOUT),
		.say_after_ns = (is_verbose() ? SAY_AFTER_VERBOSE_S : SAY_AFTER_S) * NS_PER_S,
	};
}

bool sumac_patience_is_over(const struct sumac_patience *patience, int64_t now_ns)
{
	return patience->limit_ns && now_ns - patience->since_ns > patience->limit_ns;
}

bool sumac_patience_must_say(struct sumac_patience *patience, int64_t now_ns)
{
	if (now_ns - patience->since_ns < patience->say_after_ns)
		return false;
	patience->say_after_ns = is_verbose() ? 2 * patience->say_after_ns : INT64_MAX;
	return true;
}

int sumac_patience_check(struct sumac_patience *patience, const char *what)
{
	int64_t now_ns = sumac_clock_ns();
	double waited_s = (double)(now_ns - patience->since_ns) / (double)NS_PER_S;

	if (sumac_patience_is_over(patience, now_ns))
		return sumac_fail(SUMAC_ETIMEOUT, "waited %.3g s for %s, the limit that the setting timeout sets",
				  (double)patience->limit_ns / (double)NS_PER_S, what);
	if (sumac_patience_must_say(patience, now_ns))
		sumac_say(SUMAC_SAY_ALWAYS, "has waited %.0f s for %s", waited_s, what);
	return 0;
}
