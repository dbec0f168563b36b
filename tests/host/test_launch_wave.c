/*
 * Waveforms: the job's rack is the one that records them, or the job does not begin and hears why.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"

#define NO_WAVES(why, ...) \
	do { \
		assert_int_equal(TOOL_RUN("run", "-n", "2", __VA_ARGS__, "true"), SUMAC_EXIT_USAGE); \
		if (!strstr(child_err, why)) \
			fail_msg("no \"%s\" in: %s", why, child_err); \
	} while (0)

static void a_job_without_simulated_nics_of_its_own_has_none(void **state)
{
	(void)state;
	NO_WAVES("this job has none: use --engine nic", "--wave", "w");
	NO_WAVES("this job has none: use --engine nic", "--wave", "w", "--engine", "cpu");
	NO_WAVES("reaches its NICs by XRT", "--wave", "w", "--engine", "nic", "--bus", "xrt");
	NO_WAVES("runs already: give --wave", "--wave", "w", "--engine", "nic", "--set", "rack=/tmp/rack");
	NO_WAVES("not both", "--wave", "w", "--engine", "nic", "--wave-call", "2", "--wave-cycles", "1..2");
	NO_WAVES("mean nothing without a file", "--engine", "nic", "--wave-nic", "1");
	NO_WAVES("waveforms cannot be written to /nowhere/w", "--engine", "nic", "--wave", "/nowhere/w");
}

/* It prints its words, and does not start. */
static void the_rack_that_records_is_taken_or_missed(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "nic", "--wave", "w", "true"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "wave/bin/sumac-rack; `make sim-wave` builds it"));
	child_make_folder("wave");
	child_make_folder("wave/bin");
	child_write("wave/bin/sumac-rack", "#!/bin/sh\necho \" $* \" >&2\n", 0700);
	assert_int_equal(TOOL_RUN("run", "-n", "2", "--engine", "nic", "--wave", "w", "--wave-nic", "1", "--wave-cycles=1..2",
				  "true"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, " --wave w --wave-nic 1 --wave-call 1 --wave-cycles 1..2 "));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		RUN_TEST(a_job_without_simulated_nics_of_its_own_has_none),
		RUN_TEST(the_rack_that_records_is_taken_or_missed),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
