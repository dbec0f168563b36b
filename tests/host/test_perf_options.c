/*
 * The words of `sumac perf`: what they mean, and which are refused, with the nearest right one.
 */
#include "tool_prefix.h"

#include "launch/exit_status.h"
#include "launch/launch_options.h"
#include "spec/spec.h"
#include "tool/perf.h"

static struct sumac_perf_options options;
static struct sumac_launch_options job;

static int read_words(const char *const *words)
{
	int n = 0;

	while (words[n])
		n++;
	job = (struct sumac_launch_options){ 0 };
	return sumac_perf_options_read(n, (char **)words, &options, &job);
}

#define READ(...) read_words((const char *const[]){ "perf", __VA_ARGS__, NULL })

static void words_come_in_any_order(void **state)
{
	(void)state;
	assert_int_equal(READ("--type=i64", "-n", "4", "scan", "--iterations", "7", "rate", "--engine", "nic", "--window=3", "--op",
			      "max", "--json", "--sizes", "64"), 0);
	assert_int_equal(options.what, SUMAC_PERF_RATE);
	assert_int_equal(options.coll, SUMAC_COLL_SCAN);
	assert_int_equal(options.op, SUMAC_OP_MAX);
	assert_int_equal(options.type, SUMAC_TYPE_I64);
	assert_true(options.n_iterations == 7 && options.n_warmup == -1 && options.window == 3 && options.prints_json);
	assert_int_equal(job.n_ranks, 4);
	assert_string_equal(job.settings, "engine=nic");
}

static void expect_sizes(int n, const uint64_t *sizes)
{
	assert_int_equal(options.n_sizes, n);
	for (int i = 0; i < n; i++)
		assert_int_equal(options.sizes[i], sizes[i]);
}

#define EXPECT_SIZES(...) \
	expect_sizes(sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t), (const uint64_t[]){ __VA_ARGS__ })

static void sizes_are_ranges_and_lists_of_whole_elements(void **state)
{
	(void)state;
	assert_int_equal(READ("allreduce"), 0);
	assert_true(options.n_sizes == 18 && options.sizes[0] == 8 && options.sizes[17] == 1 << 20);
	assert_int_equal(READ("--sizes", "8:70"), 0);
	EXPECT_SIZES(8, 16, 32, 64);
	assert_int_equal(READ("--sizes", "12,3K,1g,100:400"), 0);
	EXPECT_SIZES(12, 3072, 1 << 30, 100, 200, 400);
	/* At least one element, and no size twice in a row. */
	assert_int_equal(READ("--sizes", "1:64", "--type", "C64"), 0);
	EXPECT_SIZES(16, 32, 64);
	assert_int_equal(READ("--sizes", "30", "--type", "F64"), 0);
	EXPECT_SIZES(24);
	assert_int_equal(READ("barrier"), 0);
	EXPECT_SIZES(0);
}

static void sizes_that_are_none_are_refused(void **state)
{
	static const char *const bad[] = { "", "0", "8:", ":8", "64:8", "-8", "8,,9", "8:9:10", "8x", "8KK", "99999999G", "8," };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (READ("--sizes", bad[i]) != SUMAC_EXIT_USAGE)
			fail_msg("taken: %s", bad[i]);
}

static void mistakes_are_told_with_what_is_right(void **state)
{
	static const struct {
		const char *words[4], *told;
	} rows[] = {
		{ { "alreduce" }, "there is no collective alreduce; the nearest word is allreduce" },
		{ { "bandwith" }, "the nearest word is bandwidth" },
		{ { "--op", "SUN" }, "there is no operation SUN; the nearest is SUM" },
		{ { "--type", "I23" }, "there is no type I23; the nearest is I32" },
		{ { "--op", "XOR", "--type", "F32" }, "XOR is not defined on F32" },
		{ { "broadcast", "--op", "SUM" }, "broadcast: it combines nothing" },
		{ { "barrier", "--sizes", "8" }, "barrier: it has no elements" },
		{ { "scan", "reduce" }, "reduce: one collective is measured" },
		{ { "latency", "--window", "4" }, "only `sumac perf rate`" },
		{ { "rate", "--window", "0" }, "--window: takes a number from 1 to 1024" },
		{ { "--iterations", "x" }, "--iterations: takes a number from 1" },
		{ { "--warmup" }, "--warmup: takes a value" },
		{ { "--sizes", "none" }, "none: sizes are bytes" },
		{ { "--nonsense" }, "--nonsense: unknown option" },
		{ { "--set", "engin=nic" }, "the nearest is engine" },
		{ { "-n", "0" }, "takes a number of ranks" },
		{ { "--engine", "gpu" }, "engine" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *const *words = rows[i].words;

		assert_int_equal(TOOL_RUN("perf", words[0], words[1], words[2], words[3]), SUMAC_EXIT_USAGE);
		if (!strstr(child_err, rows[i].told))
			fail_msg("told: %s\nwanted: %s", child_err, rows[i].told);
		assert_string_equal(child_out, "");
	}
	assert_int_equal(TOOL_RUN("perf", "--help"), 0);
	assert_non_null(strstr(child_out, "usage: sumac perf"));
}

static void a_rank_takes_no_options_of_the_job(void **state)
{
	static const char *const words[] = { "perf", "-n", "4", NULL };

	(void)state;
	assert_int_equal(sumac_perf_options_read(3, (char **)words, &options, NULL), SUMAC_EXIT_USAGE);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_come_in_any_order),
		cmocka_unit_test(sizes_are_ranges_and_lists_of_whole_elements),
		cmocka_unit_test(sizes_that_are_none_are_refused),
		RUN_TEST(mistakes_are_told_with_what_is_right),
		cmocka_unit_test(a_rank_takes_no_options_of_the_job),
	};

	return TOOL_PREFIX_MAIN(argc, argv, tests);
}
