/*
 * `sumac trace`: the summary of a small trace, and faults that its check finds, each in a sentence.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"

#define NAMES \
	"[\n{'ph':'M','name':'sumac_clock','pid':0,'tid':0,'ts':0," \
	"'args':{'time':'simulated','clock_hz':250000000}},\n" \
	"{'ph':'M','name':'process_name','pid':0,'tid':0,'ts':0,'args':{'name':'rank 0'}},\n" \
	"{'ph':'M','name':'thread_name','pid':0,'tid':1,'ts':0,'args':{'name':'calls'}},\n"
#define AT(ts) "'pid':0,'tid':1,'ts':" ts
#define SLICE(ts, dur, args) "{'ph':'X','name':'allreduce'," AT(ts) ",'dur':" dur ",'args':{" args "}},\n"
#define CALL(seq, status, begin, end, cycles) \
	SLICE("0", "4.760", "'op':'SUM','type':'I32','bytes':64,'ranks':2,'engine':'nic','plan':'p','seq':" seq \
	      ",'status':" status ",'begin':" begin ",'end':" end ",'nic':0,'group':0,'cycles':" cycles)
#define NODE(seq, rung, accepted, operand, sent, arrived, peer, out, done) \
	SLICE("0", "1", "'nic':0,'group':0,'seq':" seq ",'rung':" rung ",'accepted':" accepted ",'operand':" operand \
	      ",'sent':" sent ",'arrived':" arrived ",'peer':" peer ",'out':" out ",'done':" done)
#define END "{'ph':'M','name':'sumac_end','pid':0,'tid':0,'ts':0,'args':{}}\n]\n"

/* JSON with single quotes. */
static void write_trace(const char *text)
{
	char *json = strdup(text);

	assert_non_null(json);
	for (char *at = json; (at = strchr(at, '\'')); )
		*at = '"';
	child_write("trace", json, 0600);
	free(json);
}

/* The second call's line comes before its nodes'; the third one failed; the fourth one's nodes are not there. */
static void the_summary_splits_calls_into_phases(void **state)
{
	(void)state;
	write_trace(NAMES
		    NODE("1", "100", "110", "350", "0", "0", "-1", "355", "360")
		    NODE("1", "104", "120", "352", "360", "500", "1", "540", "700")
		    CALL("1", "0", "50", "750", "600") CALL("2", "0", "1000", "1800", "500")
		    NODE("2", "1100", "1110", "1200", "1300", "1400", "0", "1500", "1600")
		    CALL("3", "-7", "2000", "9000", "0") CALL("4", "0", "3000", "3100", "90") END);
	assert_int_equal(TOOL_RUN("trace", "summary", child_path("trace")), 0);
	assert_non_null(strstr(child_out, "cycles of NICs at 250 MHz"));
	assert_non_null(strstr(child_out, "allreduce of SUM on I32, 64 bytes, 2 ranks, engine nic: p\n"
			       "  3 calls of 533.3 cycles in the mean (100 to 800); 1 more failed;"
			       " 2 of them with their NIC's part:\n"
			       "    until its doorbell is seen                   75.0   10.0 %\n"
			       "    until its descriptors are accepted           15.0    2.0 %\n"
			       "    operands from the host's memory             161.0   21.5 %\n"
			       "    waiting until the last peer sends            54.0    7.2 %"
			       "   last came: NIC 0 in 1, NIC 1 in 1\n"
			       "    from there, by the wire                     120.0   16.0 %\n"
			       "    passes, and to the outputs                   70.0    9.3 %\n"
			       "    result and completion                       130.0   17.3 %\n"
			       "    until the rank sees it                      125.0   16.7 %\n"
			       "    in all                                      750.0  of which the report counts 550.0,"));
}

static void real_time_is_told_as_such(void **state)
{
	(void)state;
	write_trace("[\n{'ph':'M','name':'sumac_clock','pid':0,'tid':0,'ts':0,'args':{'time':'real'}},\n"
		    SLICE("1", "2", "'bytes':0,'ranks':3,'engine':'cpu','plan':'q','begin':1000,'end':3500"));
	assert_int_equal(TOOL_RUN("trace", "summary", child_path("trace")), 0);
	assert_non_null(strstr(child_out, "Real time: the job ran on the CPU engine. Each rank's call counts. The job was killed"));
	assert_non_null(strstr(child_out, "engine cpu: q\n  1 calls of 2.5 us of real time in the mean"
			       " (2.5 to 2.5); no NIC's part"));
}

static void a_good_file_is_counted(void **state)
{
	static const char text[] = NAMES SLICE("0", "4", "") SLICE("1", "2", "") SLICE("4", "1", "")
		"{'ph':'s','cat':'c','name':'c','id':1," AT("0") "},\n{'ph':'t','cat':'c','name':'c','id':1," AT("1") "},\n"
		"{'ph':'f','cat':'c','name':'c','id':1," AT("1") "},\n{'ph':'B','name':'b'," AT("9") "},\n{'ph':'E',"
		AT("9") "},\n";
	char cut[sizeof(text)];

	(void)state;
	write_trace(NAMES SLICE("0", "4", "") END);
	assert_int_equal(TOOL_RUN("trace", "check", child_path("trace")), 0);
	assert_non_null(strstr(child_out, ": 5 events, 1 slices, 0 arrows\n"));
	write_trace(text);
	assert_int_equal(TOOL_RUN("trace", "check", child_path("trace")), 0);
	assert_non_null(strstr(child_out, ": 11 events, 3 slices, 1 arrows; it has no end, as its job was killed\n"));
	snprintf(cut, strlen(text) - 7, "%s", text);
	write_trace(cut);
	assert_int_equal(TOOL_RUN("trace", "check", child_path("trace")), 0);
	assert_non_null(strstr(child_out, ": 10 events, 3 slices, 1 arrows; it has no end"));
}

static void each_fault_has_a_sentence(void **state)
{
	static const struct {
		const char *text, *told;
	} faults[] = {
		{ "", "is empty" },
		{ "{'traceEvents':[]}\n", "its first line is not `[`" },
		{ "[\nnonsense,\n", "line 2 is no event: " },
		{ "[\n7,\n", "line 2 is no event: it is no object" },
		{ NAMES END "{}\n", "line 7 is behind the end" },
		{ NAMES "{'ph':'Q'},\n" END, "line 5: the phase `Q` is not one" },
		{ NAMES "{'ph':'i','name':'a','s':'p','pid':0,'tid':1,'ts':'1'},\n" END, "pid, tid and ts must be numbers" },
		{ NAMES "{'ph':'i','name':'a','s':'p'," AT("-1") "},\n" END, "ts is negative" },
		{ NAMES "{'ph':'i','s':'p'," AT("1") "},\n" END, "an event without a name" },
		{ NAMES "{'ph':'i','name':'a'," AT("1") "},\n" END, "an instant without its scope" },
		{ NAMES "{'ph':'X','name':'a'," AT("1") "},\n" END, "a slice without a duration" },
		{ NAMES SLICE("0", "4", "") SLICE("3", "2", "") END, "line 6: the slice overlaps an earlier one" },
		{ NAMES "{'ph':'s','cat':'c','name':'c','id':1," AT("0") "},\n" END, "line 5: arrow c 1 does not end" },
		{ NAMES "{'ph':'f','cat':'c','name':'c','id':1," AT("0") "},\n" END, "arrow 1 has not begun" },
		{ NAMES "{'ph':'e','cat':'c','name':'c','id':'x'," AT("0") "},\n" END, "request x has not begun" },
		{ NAMES "{'ph':'s','name':'c','id':1," AT("0") "},\n" END, "phase s without id or cat" },
		{ NAMES "{'ph':'E'," AT("0") "},\n" END, "E without B" },
		{ NAMES "{'ph':'B','name':'b'," AT("0") "},\n" END, "thread 0.1: B without E" },
		{ NAMES "{'ph':'M','name':'thread_name','pid':0,'tid':2,'ts':0,'args':{}},\n" END, "without args.name" },
		{ NAMES "{'ph':'i','name':'a','s':'p','pid':0,'tid':2,'ts':1},\n" END, "thread 0.2 has no name" },
		{ NAMES "{'ph':'i','name':'a','s':'p','pid':3,'tid':1,'ts':1},\n" END, "process 3 has no name" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		write_trace(faults[i].text);
		assert_int_equal(TOOL_RUN("trace", "check", child_path("trace")), SUMAC_EXIT_FAILED);
		if (!strstr(child_err, faults[i].told))
			fail_msg("%s: %s", faults[i].told, child_err);
	}
	assert_int_equal(TOOL_RUN("trace", "summary", child_path("nothing")), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "cannot read "));
	write_trace(NAMES END);
	assert_int_equal(TOOL_RUN("trace", "summary", child_path("trace")), SUMAC_EXIT_FAILED);
	assert_non_null(strstr(child_err, "no rank's call is in "));
	assert_int_equal(TOOL_RUN("trace", "sumary", "a"), SUMAC_EXIT_USAGE);
	assert_int_equal(TOOL_RUN("trace"), SUMAC_EXIT_USAGE);
	assert_int_equal(TOOL_RUN("trace", "--help"), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TOOL_TEST(the_summary_splits_calls_into_phases),
		TOOL_TEST(real_time_is_told_as_such),
		TOOL_TEST(a_good_file_is_counted),
		TOOL_TEST(each_fault_has_a_sentence),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
