/*
 * Memory from sumac_alloc(): zeroed, bounded, given back.
 */
#include "core_ranks.h"

#include <sys/resource.h>

#include "child.h"
#include "core/job/process.h"
#include "segment/segment.h"

static void open_alone(const char *options)
{
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_init(), 0);
}

static void use_memory(void)
{
	struct sumac_team *world = sumac_team_world();
	unsigned char *bytes;
	int32_t *numbers;
	void *memory = NULL;
	unsigned n_changes = sumac_job_current()->n_memory_changes;

	assert_int_equal(sumac_alloc(4096, &memory), 0);
	assert_int_equal(sumac_job_current()->n_memory_changes, n_changes + 1);
	bytes = memory;
	for (int i = 0; i < 4096; i++)
		assert_int_equal(bytes[i], 0);
	numbers = memory;
	assert_int_equal(sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, numbers, numbers, 1024), 0);
	assert_int_equal(sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, numbers, numbers + 512, 513), -SUMAC_ERANGE);
	assert_non_null(strstr(sumac_last_error(),
			       "the source: 2052 bytes from offset 2048 exceed the 4096 bytes"));
	assert_int_equal(sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, numbers + 1023, numbers, 2), -SUMAC_ERANGE);
	assert_non_null(strstr(sumac_last_error(), "the destination"));
	/* Repeats, too. */
	assert_int_equal(sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, numbers, numbers + 512, 512), 0);
	assert_int_equal(sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, numbers, numbers + 513, 512), -SUMAC_ERANGE);
	assert_int_equal(sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I32, numbers + 513, numbers, 512), -SUMAC_ERANGE);
	assert_int_equal(sumac_free(bytes + 1), -SUMAC_EINVAL);
	assert_int_equal(sumac_free(memory), 0);
	assert_int_equal(sumac_job_current()->n_memory_changes, n_changes + 2);
	assert_int_equal(sumac_free(memory), -SUMAC_EINVAL);
	assert_int_equal(sumac_free(NULL), 0);
	/* Memory that is not given back is freed with the job. */
	assert_int_equal(sumac_alloc(100, &memory), 0);
}

/* Where there is room for windows, the ranks of the host can find it. */
static bool is_window(const void *memory)
{
	uint64_t offset;

	return sumac_segment_window_find(sumac_job_current()->segment, memory, 100, &offset);
}

static int under_limits(void *ctx)
{
	const struct rlimit files = { 64 << 20, 64 << 20 };
	void *memory;

	(void)ctx;
	setrlimit(RLIMIT_FSIZE, &files);
	open_alone("");
	use_memory();
	CHILD_EXPECT(!sumac_alloc(100, &memory) && !is_window(memory) && !sumac_free(memory));
	return sumac_finalize();
}

static void test_plain_memory_where_limits_leave_no_windows(void **state)
{
	(void)state;
	assert_int_equal(child_run(under_limits, NULL), 0);
}

static void test_windows_of_the_host_without_a_nic(void **state)
{
	void *memory;

	(void)state;
	open_alone("");
	use_memory();
	assert_int_equal(sumac_alloc(100, &memory), 0);
	assert_true(is_window(memory));
	assert_int_equal(sumac_free(memory), 0);
	assert_false(is_window(memory));
	assert_int_equal(sumac_finalize(), 0);
}

/* The length does not matter: the rest of the last page is the window's own, so the NIC may have the rest of the last line. */
static void test_windows_with_a_nic(void **state)
{
	void *memory;

	(void)state;
	open_alone("engine=nic;rack=/x");
	use_memory();
	assert_int_equal(sumac_alloc(100, &memory), 0);
	assert_int_equal(fake_offered_bytes, 128);
	assert_int_equal(sumac_finalize(), 0);
}

static void test_misuse_is_refused(void **state)
{
	void *memory;

	(void)state;
	assert_int_equal(sumac_alloc(1, &memory), -SUMAC_ESTATE);
	assert_int_equal(sumac_free(&memory), -SUMAC_ESTATE);
	open_alone("");
	assert_int_equal(sumac_alloc(0, &memory), -SUMAC_EINVAL);
	assert_int_equal(sumac_alloc(1, NULL), -SUMAC_EINVAL);
	assert_int_equal(sumac_alloc((size_t)1 << 62, &memory), -SUMAC_ENOMEM);
	assert_int_equal(sumac_finalize(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_windows_of_the_host_without_a_nic),
		CORE_RANKS_TEST(test_plain_memory_where_limits_leave_no_windows),
		CORE_RANKS_TEST(test_windows_with_a_nic),
		CORE_RANKS_TEST(test_misuse_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
