/*
 * Findings of a job about a machine are kept for later ones, and nothing in the file makes a job fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/found.h"

static char folder[] = "/tmp/sumac-found-XXXXXX", path[4096];

static int make_folder(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(folder));
	setenv("XDG_CACHE_HOME", folder, 1);
	assert_true(sumac_found_path(sizeof(path), path));
	return 0;
}

static int remove_folder(void **state)
{
	char inner[sizeof(folder) + 8];

	(void)state;
	unlink(path);
	snprintf(inner, sizeof(inner), "%s/sumac", folder);
	return rmdir(inner) | rmdir(folder);
}

static void test_votes_are_kept_and_have_bounds(void **state)
{
	struct sumac_found found, later;

	(void)state;
	sumac_found_load(&found);
	assert_true(sumac_found_is_all(&found, 0, 1) && !sumac_found_is_all(&found, 0, 2));
	for (int i = 0; i < 10; i++) {
		sumac_found_vote(&found, 0, 2, true);
		sumac_found_vote(&found, 2, 0, false);
	}
	sumac_found_keep(&found);
	assert_false(found.is_new);
	sumac_found_load(&later);
	assert_memory_equal(later.votes, found.votes, sizeof(found.votes));
	assert_int_equal(later.votes[0][2], SUMAC_FOUND_SETTLED);
	assert_int_equal(later.votes[2][0], -SUMAC_FOUND_SETTLED);
	assert_true(sumac_found_is_all(&later, 0, 2) && !sumac_found_is_all(&later, 2, 0));
}

static void test_lines_that_make_no_sense_count_nothing(void **state)
{
	static const struct sumac_found nothing;
	struct sumac_found found;
	FILE *file = fopen(path, "w");

	(void)state;
	assert_non_null(file);
	fputs("2 ranks, 8192 bytes: 99\n3 ranks, 8192 bytes: 1\n2 ranks, 8191 bytes: 1\n2 ranks, 8192 bytes\n\n", file);
	for (int i = 0; i < 5000; i++)
		fputc(i % 256, file);
	fclose(file);
	sumac_found_load(&found);
	assert_memory_equal(&found, &nothing, sizeof(found));
}

static void test_without_a_place_nothing_is_kept(void **state)
{
	struct sumac_found found;

	(void)state;
	setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
	sumac_found_load(&found);
	sumac_found_vote(&found, 0, 0, true);
	sumac_found_keep(&found);
	unsetenv("XDG_CACHE_HOME");
	unsetenv("HOME");
	assert_false(sumac_found_path(sizeof(path), path));
	sumac_found_load(&found);
	assert_int_equal(found.votes[0][0], 0);
	setenv("XDG_CACHE_HOME", folder, 1);
	assert_true(sumac_found_path(sizeof(path), path));
}

static void test_sizes_are_those_of_the_team(void **state)
{
	static const int ranks[] = { 1, 2, 3, 4, 5, 64 }, teams[] = { 0, 0, 1, 1, 2, 2 };

	(void)state;
	for (int i = 0; i < 6; i++) {
		int team = sumac_found_team(ranks[i]);

		assert_int_equal(team, teams[i]);
		assert_int_equal(sumac_found_size(team, 4096 >> team), -1);
		assert_int_equal(sumac_found_size(team, (4096 >> team) + 1), 0);
		assert_int_equal(sumac_found_size(team, 32768 >> team), 2);
		assert_int_equal(sumac_found_size(team, (32768 >> team) + 1), SUMAC_FOUND_SIZES);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_votes_are_kept_and_have_bounds),
		cmocka_unit_test(test_lines_that_make_no_sense_count_nothing),
		cmocka_unit_test(test_without_a_place_nothing_is_kept),
		cmocka_unit_test(test_sizes_are_those_of_the_team),
	};

	return cmocka_run_group_tests_name("found", tests, make_folder, remove_folder);
}
