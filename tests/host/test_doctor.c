/*
 * `sumac doctor`: what exists is found, what is missing
 * fails with its cure, and PMIx is tried with two real ranks.
 */
#include "tool_prefix.h"

#include "spec/spec.h"
#include "launch/exit_status.h"

/* libpmix keeps some memory until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libpmix";
}

static void write_rack(unsigned long hash, int status)
{
	char script[128];

	snprintf(script, sizeof(script), "#!/bin/sh\n[ \"$1\" = --spec-hash ] && echo 0x%08lx\nexit %d\n", hash, status);
	child_write("bin/sumac-rack", script, 0700);
}

/* The finding of a check: its line begins with one of these words and its name. */
static bool found(const char *verdict, const char *name)
{
	char line[128];

	snprintf(line, sizeof(line), "%-7s %-22s ", verdict, name);
	return strstr(child_out, line);
}

static void a_machine_that_has_all_passes(void **state)
{
	(void)state;
	write_rack(SUMAC_SPEC_HASH, 0);
	assert_int_equal(TOOL_RUN("doctor"), 0);
	assert_true(found("ok", "libfabric"));
	assert_true(found("ok", "memfd_create"));
	assert_true(found("ok", "PMIx"));
	assert_non_null(strstr(child_out, "two ranks found each other"));
	assert_true(found("ok", "others' memory") || found("absent", "others' memory")); /* as the system allows */
	assert_true(found("ok", "simulated NICs"));
	assert_null(strstr(child_out, "FAILED"));
}

static void a_rack_that_does_not_fit_fails_with_its_cure(void **state)
{
	(void)state;
	setenv("SUMAC_ENGINE", "nic", 1);
	assert_int_equal(TOOL_RUN("doctor"), SUMAC_EXIT_FAILED);
	assert_true(found("FAILED", "simulated NICs"));
	assert_non_null(strstr(child_out, "cure: only needed for --engine nic: `make` in Sumac's tree"));
	write_rack(SUMAC_SPEC_HASH ^ 1, 0);
	assert_int_equal(TOOL_RUN("doctor"), SUMAC_EXIT_FAILED);
	assert_true(found("FAILED", "simulated NICs"));
	write_rack(SUMAC_SPEC_HASH, 1);
	assert_int_equal(TOOL_RUN("doctor"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_out, "does not run"));
	unsetenv("SUMAC_ENGINE");
}

static void without_a_rack_other_engines_are_well(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("doctor"), 0);
	assert_true(found("absent", "simulated NICs"));
	assert_non_null(strstr(child_out, "cure: only needed for --engine nic"));
	setenv("SUMAC_OPTIONS", "engine=nic;rack=/somebodys/socket", 1); /* such a job does not need ours */
	assert_int_equal(TOOL_RUN("doctor"), 0);
	unsetenv("SUMAC_OPTIONS");
}

static void settings_that_cannot_be_read_fail_with_their_cure(void **state)
{
	(void)state;
	setenv("SUMAC_TIMEOUT", "soon", 1);
	assert_int_equal(TOOL_RUN("doctor"), SUMAC_EXIT_FAILED);
	unsetenv("SUMAC_TIMEOUT");
	assert_true(found("FAILED", "settings"));
	assert_non_null(strstr(child_out, "SUMAC_TIMEOUT: timeout cannot be \"soon\""));
	assert_non_null(strstr(child_out, "cure: correct it in the place named above; `sumac info --settings`"));
	assert_true(found("ok", "PMIx")); /* which is another matter */
}

/* ld.so warns in each process of a library that does not exist. */
static void a_warning_is_not_taken_for_the_finding(void **state)
{
	(void)state;
	setenv("LD_PRELOAD", "/nowhere/libwarning.so", 1);
	assert_int_equal(TOOL_RUN("doctor"), 0);
	assert_true(found("ok", "PMIx"));
	assert_non_null(strstr(child_out, "PMIx                   two ranks found each other"));
	setenv("PMIX_MCA_gds", "none", 1); /* PMIx does not work without a data store */
	assert_int_equal(TOOL_RUN("doctor"), SUMAC_EXIT_FAILED);
	unsetenv("PMIX_MCA_gds");
	unsetenv("LD_PRELOAD");
	assert_true(found("FAILED", "PMIx"));
	assert_null(strstr(child_out, "libwarning"));
}

static void the_job_that_tries_pmix_writes_no_report(void **state)
{
	(void)state;
	setenv("SUMAC_REPORT", child_path("report"), 1);
	assert_int_equal(TOOL_RUN("doctor"), 0);
	unsetenv("SUMAC_REPORT");
	assert_true(found("ok", "PMIx"));
	assert_false(child_has("report"));
}

/* The provider may be excluded by the user's own environment. */
static void a_provider_that_cannot_be_had_fails(void **state)
{
	(void)state;
	write_rack(SUMAC_SPEC_HASH, 0);
	setenv("FI_PROVIDER", "no_such_provider", 1);
	assert_int_equal(TOOL_RUN("doctor"), SUMAC_EXIT_FAILED);
	unsetenv("FI_PROVIDER");
	assert_true(found("FAILED", "libfabric"));
}

static void a_probe_without_a_launcher_says_why(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("doctor", "--pmix-probe"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_out, "PMIx_Init failed"));
}

/* Nothing fails without it, but Open MPI is slower. */
static void little_shared_memory_is_no_failure(void **state)
{
	(void)state;
	if (child_execute((const char *const[]){ "unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm", NULL }))
		skip(); /* a user who may not mount cannot try it */
	assert_int_equal(child_execute((const char *const[]){ "unshare", "--mount", "sh", "-c",
		"mount -t tmpfs -o size=1m tmpfs /dev/shm && exec $CHILD_DIR/bin/sumac doctor", NULL }), 0);
	assert_true(found("absent", "shared memory"));
	assert_non_null(strstr(child_out, "1 MiB free in /dev/shm"));
	assert_non_null(strstr(child_out, "Open MPI"));
}

static void other_words_are_refused(void **state)
{
	(void)state;
	assert_int_equal(TOOL_RUN("doctor", "--cure"), SUMAC_EXIT_USAGE);
	assert_int_equal(TOOL_RUN("doctor", "--help"), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TOOL_TEST(a_machine_that_has_all_passes),
		TOOL_TEST(a_rack_that_does_not_fit_fails_with_its_cure),
		TOOL_TEST(without_a_rack_other_engines_are_well),
		TOOL_TEST(settings_that_cannot_be_read_fail_with_their_cure),
		TOOL_TEST(a_warning_is_not_taken_for_the_finding),
		TOOL_TEST(the_job_that_tries_pmix_writes_no_report),
		TOOL_TEST(a_provider_that_cannot_be_had_fails),
		TOOL_TEST(a_probe_without_a_launcher_says_why),
		TOOL_TEST(little_shared_memory_is_no_failure),
		TOOL_TEST(other_words_are_refused),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
