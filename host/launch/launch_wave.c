/*
 * Whether a job has the simulated NICs that its settings ask for: those of a design, or with waveforms.
 */
#include <stdio.h>
#include <string.h>

#include "base/settings.h"
#include "core/job/job_nics.h"
#include "launch/launch.h"

static bool is_given(enum sumac_setting setting)
{
	return sumac_setting_source(setting) != SUMAC_FROM_DEFAULT;
}

static bool has_companion(void)
{
	return is_given(SUMAC_SETTING_WAVE_NIC) || is_given(SUMAC_SETTING_WAVE_CALL) || is_given(SUMAC_SETTING_WAVE_CYCLES);
}

static const char *find_mistake(void)
{
	if (!*sumac_setting_string(SUMAC_SETTING_WAVE))
		return has_companion() ? "wave_nic, wave_call and wave_cycles mean nothing without a file: give --wave FILE" : NULL;
	if (is_given(SUMAC_SETTING_WAVE_CALL) && *sumac_setting_string(SUMAC_SETTING_WAVE_CYCLES))
		return "waveforms are recorded during a call or in some cycles: give wave_call or wave_cycles, not both";
	if (sumac_job_nics_by_xrt())
		return "waveforms are of simulated NICs, and this job reaches its NICs by XRT: use --engine nic --bus rack";
	if (strcmp(sumac_setting_string(SUMAC_SETTING_ENGINE), "nic"))
		return "waveforms are of simulated NICs, and this job has none: use --engine nic";
	if (*sumac_setting_string(SUMAC_SETTING_RACK))
		return "the rack that the setting rack names runs already: give --wave and its companions to sumac-rack instead";
	return NULL;
}

/* A job must not run on other NICs than those that it asked for, nor on none. */
static const char *find_nic_mistake(void)
{
	bool has_nics = !strcmp(sumac_setting_string(SUMAC_SETTING_ENGINE), "nic") || sumac_job_nics_by_xrt();

	return *sumac_setting_string(SUMAC_SETTING_NIC) && !has_nics ?
	       "nic names a design of NICs, and this job has none: use --engine nic" : NULL;
}

int sumac_launch_check_wave(const char *title)
{
	const char *mistake = find_mistake();

	mistake = mistake ? mistake : find_nic_mistake();
	if (mistake)
		fprintf(stderr, "%s: %s\n", title, mistake);
	return mistake ? -1 : 0;
}
