/*
 * The process and its job: what a forked child may still do with it, how it ends the job, and which process speaks for all.
 */
#include "child.h"

#include "core/frontend.h"
#include "core/job/job.h"
#include "core/job/process.h"
#include "core/wait/api_lock.h"

static void tell_abort(void *ctx, int status, const char *why)
{
	(void)ctx;
	fprintf(stderr, "the job ends with %d: %s\n", status, why);
}

static struct sumac_status_page page;
static struct sumac_job job = { .rank = 2, .size = 5, .page = &page, .bootstrap = { .abort = tell_abort } };

/* Whether this process has the job, or was forked from the one that has it. */
enum place { OUTSIDE, INSIDE, FORKED };

static void begin(const enum place *place)
{
	sumac_process_set_job(*place ? &job : NULL);
	if (*place != INSIDE)
		sumac_process_after_fork();
}

static int look(void *place)
{
	bool is_forked = *(const enum place *)place == FORKED;

	begin(place);
	CHILD_EXPECT(sumac_is_forked() == is_forked);
	CHILD_EXPECT(sumac_check_process() == (is_forked ? -SUMAC_ESTATE : 0));
	CHILD_EXPECT(!is_forked || strstr(sumac_last_error(), "forked from rank 2 of the job"));
	sumac_note_exit(3);
	CHILD_EXPECT(page.exit_status == (*(const enum place *)place == INSIDE ? 3 : 0));
	return 0;
}

static void test_a_forked_child_is_told_that_the_job_is_its_parents(void **state)
{
	(void)state;
	for (enum place place = OUTSIDE; place <= FORKED; place++)
		assert_int_equal(child_run(look, &place), 0);
}

static int end_all(void *place)
{
	begin(place);
	printf("half a line");
	sumac_abort(7, "why");
}

static void test_only_the_process_that_has_the_job_ends_it(void **state)
{
	(void)state;
	for (enum place place = OUTSIDE; place <= FORKED; place++) {
		assert_int_equal(child_run(end_all, &place), 7);
		assert_string_equal(child_err, place == INSIDE ? "the job ends with 7: why\n" : "");
		assert_string_equal(child_out, "half a line");
	}
}

static int call(void *ctx)
{
	int depth;

	(void)ctx;
	CHILD_EXPECT(!sumac_is_in_a_call());
	sumac_api_lock_take();
	CHILD_EXPECT(sumac_is_in_a_call());
	depth = sumac_api_lock_drop(); /* as a call that waits: another thread may ask */
	CHILD_EXPECT(sumac_is_in_a_call());
	sumac_api_lock_retake(depth);
	sumac_api_lock_release();
	CHILD_EXPECT(!sumac_is_in_a_call());
	return 0;
}

static void test_a_thread_that_waits_in_a_call_is_in_it(void **state)
{
	(void)state;
	assert_int_equal(child_run(call, NULL), 0);
}

static int ask(void *ctx)
{
	sumac_process_set_job(&job);
	CHILD_EXPECT(!sumac_is_first("word")); /* rank 0 would be, for there is no folder */
	job.rank = 0;
	CHILD_EXPECT(sumac_is_first("word") && sumac_is_first("word"));
	setenv("SUMAC_JOB_DIR", ctx, 1);
	CHILD_EXPECT(sumac_is_first("word") && !sumac_is_first("word") && sumac_is_first("other"));
	return 0;
}

static void test_one_process_is_the_first_to_ask_with_a_word(void **state)
{
	(void)state;
	assert_int_equal(child_run(ask, (void *)child_path("")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_forked_child_is_told_that_the_job_is_its_parents),
		cmocka_unit_test(test_only_the_process_that_has_the_job_ends_it),
		cmocka_unit_test(test_a_thread_that_waits_in_a_call_is_in_it),
		CHILD_TEST(test_one_process_is_the_first_to_ask_with_a_word),
	};

	return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
