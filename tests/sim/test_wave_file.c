/*
 * A file of waveforms is whole, or it is said that it is not.
 */
#include <endian.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/wave/wave_file.h"

enum { HEAD = 0, VALUES = 8, WIDTHS = 3, NAMES = 6, END = 1234, MOST = 8 };

static char path[] = "/tmp/sumac-wave-XXXXXX";

/* A block of each of these kinds; the head says that there are so many with values. The last `cut` bytes are lost. */
static const char *judge(const int *kinds, int n, uint64_t n_values, long cut)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	for (int i = 0; i < n; i++) {
		unsigned char bytes[330] = { (unsigned char)kinds[i] };
		uint64_t length = htobe64(kinds[i] == HEAD ? 329 : 40), end = htobe64(END), count = htobe64(n_values);

		memcpy(bytes + 1, &length, sizeof length);
		if (kinds[i] == HEAD) {
			memcpy(bytes + 17, &end, sizeof end);
			memcpy(bytes + 65, &count, sizeof count);
		}
		assert_int_equal(fwrite(bytes, 1 + be64toh(length), 1, file), 1);
	}
	assert_int_equal(fflush(file), 0);
	assert_int_equal(ftruncate(fileno(file), ftell(file) - cut), 0);
	fclose(file);
	return sumac_wave_file_judge(path, END);
}

static void a_whole_file_is_whole(void **state)
{
	(void)state;
	assert_null(judge((const int[]){ HEAD, VALUES, VALUES, WIDTHS, NAMES }, 5, 2, 0));
}

static void a_part_that_is_missing_is_missed(void **state)
{
	static const int all[] = { HEAD, VALUES, WIDTHS, NAMES };
	int some[4];

	(void)state;
	for (int without = 0; without < 4; without++) {
		for (int i = 0, n = 0; i < 4; i++)
			if (i != without)
				some[n++] = all[i];
		assert_non_null(judge(some, 3, without == 1 ? 0 : 1, 0));
	}
	assert_non_null(strstr(judge(all, 4, 2, 0), "missing"));
	assert_non_null(strstr(judge(all, 4, 1, 1), "breaks off"));
	assert_non_null(strstr(judge(all, 4, 1, 329 + 1 + 3 * 41 - 5), "breaks off"));
	assert_non_null(strstr(judge(all, 0, 1, 0), "breaks off"));
	assert_null(judge(all, 4, 1, 0));
	assert_non_null(strstr(sumac_wave_file_judge(path, END + 1), "last cycle"));
	unlink(path);
	assert_non_null(strstr(sumac_wave_file_judge(path, END), "No such file"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_file_is_whole),
		cmocka_unit_test(a_part_that_is_missing_is_missed),
	};
	int fd = mkstemp(path), failed;

	assert_true(fd >= 0);
	close(fd);
	failed = cmocka_run_group_tests_name("wave_file", tests, NULL, NULL);
	unlink(path);
	return failed;
}
