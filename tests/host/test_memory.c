/*
 * Memory from sumac_alloc(): zeroed, bounded, given back.
 */
#include "core_ranks.h"

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
	assert_int_equal(sumac_free(bytes + 1), -SUMAC_EINVAL);
	assert_int_equal(sumac_free(memory), 0);
	assert_int_equal(sumac_job_current()->n_memory_changes, n_changes + 2);
	assert_int_equal(sumac_free(memory), -SUMAC_EINVAL);
	assert_int_equal(sumac_free(NULL), 0);
	/* What is not given back is freed with the job. */
	assert_int_equal(sumac_alloc(100, &memory), 0);
}

static void test_plain_memory_without_a_nic(void **state)
{
	(void)state;
	open_alone("");
	use_memory();
	assert_int_equal(sumac_finalize(), 0);
}

static void test_windows_with_a_nic(void **state)
{
	(void)state;
	open_alone("engine=nic;rack=/x");
	use_memory();
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
		CORE_RANKS_TEST(test_plain_memory_without_a_nic),
		CORE_RANKS_TEST(test_windows_with_a_nic),
		CORE_RANKS_TEST(test_misuse_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
