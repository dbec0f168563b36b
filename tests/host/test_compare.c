/*
 * If ranks differ in their build or in a setting that they must share, all learn which, before anything
 * else. The other rank is played: the test makes up its identity.
 */
#include "core_ranks.h"

#include "core/job/compare.h"

/* A bootstrap of two ranks in one: rank 1 seems to have
 * put what rank 0 puts, but for one change. */
static struct {
	char value[4096];
	size_t len_bytes;
	size_t flip_at;	    /* the byte that differs on rank 1 */
	int n_puts;
} mirror;

static int mirror_rank(void *ctx)
{
	(void)ctx;
	return 0;
}

static int mirror_size(void *ctx)
{
	(void)ctx;
	return 2;
}

static int mirror_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	(void)ctx, (void)key;
	memcpy(mirror.value, value, len_bytes);
	mirror.len_bytes = len_bytes;
	mirror.n_puts++;
	return 0;
}

static int mirror_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes, size_t *len_bytes_out)
{
	(void)ctx, (void)key;
	assert_true(cap_bytes >= mirror.len_bytes);
	memcpy(value_out, mirror.value, mirror.len_bytes);
	if (rank == 1 && mirror.flip_at < mirror.len_bytes)
		((char *)value_out)[mirror.flip_at] ^= 1;
	*len_bytes_out = mirror.len_bytes;
	return 0;
}

static int mirror_fence(void *ctx)
{
	(void)ctx;
	return 0;
}

static int compare_with_flip(size_t flip_at)
{
	struct sumac_bootstrap bootstrap = { .name = "mirror", .rank = mirror_rank, .size = mirror_size,
					     .put = mirror_put, .get = mirror_get, .fence = mirror_fence };

	memset(&mirror, 0, sizeof(mirror));
	mirror.flip_at = flip_at;
	assert_int_equal(sumac_settings_load(), 0);
	return sumac_compare_ranks(&bootstrap);
}

static void test_equal_ranks_pass(void **state)
{
	(void)state;
	assert_int_equal(compare_with_flip(SIZE_MAX), 0);
	assert_int_equal(mirror.n_puts, 1);
}

static void test_another_version_or_build_is_reported(void **state)
{
	(void)state;
	assert_int_equal(compare_with_flip(0), -SUMAC_EBUILD);
	assert_non_null(strstr(sumac_last_error(), "ranks 0 and 1 run different builds"));
	assert_int_equal(compare_with_flip(20), -SUMAC_EBUILD);
	assert_non_null(strstr(sumac_last_error(), "ranks 0 and 1 run different builds"));
}

static void test_another_spec_is_reported(void **state)
{
	(void)state;
	assert_int_equal(compare_with_flip(72), -SUMAC_EBUILD);
	assert_non_null(strstr(sumac_last_error(), "their specs are 0x"));
}

static size_t odd_setting;

/* Two threads of one process cannot have different settings,
 * so only the second exchange is played. */
static int second_flip_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes,
			   size_t *len_bytes_out)
{
	mirror.flip_at = mirror.n_puts == 1 ? 64 : 4 * odd_setting;
	return mirror_get(ctx, rank, key, value_out, cap_bytes, len_bytes_out);
}

static void expect_named(enum sumac_setting setting)
{
	struct sumac_bootstrap bootstrap = { .name = "mirror", .rank = mirror_rank, .size = mirror_size,
					     .put = mirror_put, .get = second_flip_get, .fence = mirror_fence };
	char expected[128];

	odd_setting = setting;
	memset(&mirror, 0, sizeof(mirror));
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(sumac_compare_ranks(&bootstrap), -SUMAC_EMISMATCH);
	snprintf(expected, sizeof(expected), "ranks 0 and 1 have different values of the setting %s",
		 sumac_setting_name(setting));
	assert_non_null(strstr(sumac_last_error(), expected));
}

/* heap_bytes is one of them: what the heap gives out depends on it. */
static void test_the_setting_that_differs_is_named(void **state)
{
	(void)state;
	expect_named(SUMAC_SETTING_CPU_CHUNK_BYTES);
	expect_named(SUMAC_SETTING_HEAP_BYTES);
	expect_named(SUMAC_SETTING_ENGINE);
}

static uint64_t digest_with(const char *options)
{
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	unsetenv("SUMAC_OPTIONS");
	return sumac_settings_digest();
}

static void test_values_that_all_must_share_are_compared(void **state)
{
	(void)state;
	assert_true(digest_with("heap_bytes=64M") == digest_with(""));
	assert_true(digest_with("heap_bytes=32M") != digest_with(""));
	/* This setting decides where a call that does not block goes. */
	assert_true(digest_with("staging_bytes=64K") != digest_with(""));
	/* Settings that each rank may choose are not in the digest. */
	assert_true(digest_with("spin_us=7") == digest_with(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_ranks_pass),
		cmocka_unit_test(test_another_version_or_build_is_reported),
		cmocka_unit_test(test_another_spec_is_reported),
		cmocka_unit_test(test_the_setting_that_differs_is_named),
		cmocka_unit_test(test_values_that_all_must_share_are_compared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
