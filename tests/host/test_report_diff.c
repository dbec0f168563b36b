/*
 * `sumac report diff`: what differs between two reports, their calls side by side, and files that are none.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"

#define CALL(op, type, engine, calls, bytes, cycles) \
	"{\"call\": \"reduce\", \"op\": \"" op "\", \"type\": \"" type "\", \"team_size\": 2, \"engine\": \"" engine \
	"\", \"calls\": " calls ", \"failed\": 0, \"bytes\": " bytes ", \"cycles\": " cycles "}"
#define RANK(commit, nic, calls) "{\"rank\": 0, \"commit\": \"" commit "\", \"nic\": " nic ", \"calls\": [" calls "]}"
#define NIC(hop) "{\"simulated\": true, \"clock_hz\": 250000000, \"design\": \"0x7\", \"parameters\": {\"FanIn\": 16}, " \
	"\"surroundings\": {\"hop_ns\": " hop "}, \"cycles\": " hop "}"

static const char *put_file(const char *name, const char *text)
{
	child_write(name, text, 0600);
	return child_path(name);
}

static void diff(const char *a, const char *b, int status)
{
	char path_a[256];

	snprintf(path_a, sizeof(path_a), "%s", put_file("a.json", a));
	assert_int_equal(TOOL_RUN("report", "diff", path_a, put_file("b.json", b)), status);
}

static void differences_and_calls_of_all_ranks(void **state)
{
	(void)state;
	/* A NIC's owner speaks for it, even if it is not the first rank. */
	diff("{\"ranks\": [" RANK("c1", "{\"simulated\": true}", CALL("SUM", "I32", "nic", "2", "16", "300")) ",\n"
	     RANK("c1", NIC("600"), CALL("SUM", "I32", "nic", "2", "16", "500")) "]}",
	     "{\"ranks\": [" RANK("c2", NIC("300"), CALL("SUM", "I32", "nic", "4", "32", "400") ", "
	     CALL("MIN", "F32", "cpu", "1", "8", "0")) "]}", 0);
	assert_non_null(strstr(child_out, "\n  commit             c1                         c2\n"));
	assert_non_null(strstr(child_out, "\n  hop_ns             600                        300\n"));
	assert_null(strstr(child_out, "FanIn"));
	assert_null(strstr(child_out, "\n  cycles"));
	assert_non_null(strstr(child_out, "B: simulated cycles of NICs of design 0x7 at 250 MHz\n"));
	assert_non_null(strstr(child_out, "\n  reduce of SUM on I32, team of 2              nic                   4          4"
					  "        200.0        100.0    0.500\n"));
	assert_non_null(strstr(child_out, "\n  reduce of MIN on F32, team of 2              -, cpu                0          1"
					  "            -            -        -\n"));
}

static void other_sizes_and_one_ranks_report(void **state)
{
	(void)state;
	diff(RANK("c1", "null", CALL("SUM", "I32", "nic", "2", "16", "300")),
	     RANK("c1", "null", CALL("SUM", "I32", "nic", "2", "32", "300")), 0);
	assert_non_null(strstr(child_out, "both runs are of the same"));
	assert_non_null(strstr(child_out, "A: no NICs"));
	assert_non_null(strstr(child_out, "1.000  (of other sizes)\n"));
}

static void what_is_no_report_is_told(void **state)
{
	(void)state;
	diff("[1, 2", "{}", SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "a.json: line 1, column 6: a comma or ] is expected"));
	diff("{}", "{}", SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "a.json: this is no report of `sumac run --report`"));
	assert_int_equal(TOOL_RUN("report", "diff", "/nowhere", "/nowhere"), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "/nowhere: No such file or directory"));
	assert_int_equal(TOOL_RUN("report", "dif", "a", "b"), SUMAC_EXIT_USAGE);
	assert_non_null(strstr(child_err, "unknown command dif"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TOOL_TEST(differences_and_calls_of_all_ranks),
		TOOL_TEST(other_sizes_and_one_ranks_report),
		TOOL_TEST(what_is_no_report_is_told),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
