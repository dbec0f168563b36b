/*
 * Random bytes, by a kernel that is interrupted, gives few at once, or gives none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/random.h"

static int n_calls, refusal;

/* Instead of the C library's. */
ssize_t getrandom(void *bytes, size_t len_bytes, unsigned flags)
{
	size_t n = len_bytes < 5 ? len_bytes : 5;

	(void)flags;
	errno = refusal ? refusal : EINTR;
	if (refusal || n_calls++ % 2 == 0)
		return -1;
	memset(bytes, 7, n);
	return (ssize_t)n;
}

static void all_bytes_are_filled_or_the_reason_is_reported(void **state)
{
	uint8_t bytes[13] = { 0 };

	(void)state;
	assert_int_equal(sumac_random(bytes, 12), 0);
	for (int i = 0; i < 13; i++)
		assert_int_equal(bytes[i], i < 12 ? 7 : 0);
	refusal = ENOSYS;
	assert_int_equal(sumac_random(bytes, 12), -1);
	assert_int_equal(errno, ENOSYS);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(all_bytes_are_filled_or_the_reason_is_reported) };

	return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
