/*
 * Where the tool finds things: next to itself in an installed prefix, and below the tree's build folder.
 */
#include "tool_prefix.h"

#include "launch/layout.h"

/* Copies of this program in the prefix, asked for one thing, print what they find. */
static int answer(const char *thing)
{
	char path[SUMAC_TOOL_PATH_BYTES];
	int err = -2;

	if (!strcmp(thing, "self"))
		err = sumac_layout_self(path);
	else if (!strcmp(thing, "lib"))
		err = sumac_layout_library_dir(path);
	else if (!strcmp(thing, "include"))
		err = sumac_layout_include_dir(path);
	else if (!strcmp(thing, "rack"))
		err = sumac_layout_rack(path);
	printf("%d %s", err, path);
	return 0;
}

static void expect(const char *thing, int err, const char *name)
{
	char expected[512];

	snprintf(expected, sizeof(expected), "%d %s", err, child_path(name));
	assert_int_equal(TOOL_RUN(thing), 0);
	assert_string_equal(child_out, expected);
}

static void a_prefix_has_all_beside_its_bin(void **state)
{
	(void)state;
	child_write("bin/sumac-rack", "", 0700);
	expect("self", 0, "bin/sumac");
	expect("lib", 0, "lib");
	expect("include", 0, "include");
	expect("rack", 0, "bin/sumac-rack");
}

static void a_tree_has_its_headers_above_the_build_folder(void **state)
{
	(void)state;
	child_make_folder("build");
	assert_int_equal(rename(child_path("bin"), child_path("build/bin")), 0);
	assert_int_equal(child_execute((const char *const[]){ child_path("build/bin/sumac"), "include", NULL }), 0);
	assert_memory_equal(child_out, "0 ", 2);
	assert_string_equal(child_out + 2, child_path("include"));
}

static void what_is_not_there_is_named_where_it_should_be(void **state)
{
	(void)state;
	assert_int_equal(rmdir(child_path("lib")), 0);
	assert_int_equal(unlink(child_path("include/sumac.h")), 0);
	expect("include", -1, "include"); /* the folder alone is not enough */
	expect("lib", -1, "bin/../lib");
	expect("rack", -1, "bin/sumac-rack");
	assert_int_equal(rmdir(child_path("include")), 0);
	expect("include", -1, "bin/../include");
}

static void a_rack_elsewhere_is_found_on_path(void **state)
{
	char *before = strdup(getenv("PATH")), path[512];

	(void)state;
	child_make_folder("other");
	child_write("other/sumac-rack", "", 0600); /* not executable */
	snprintf(path, sizeof(path), "/no/such/folder:%s", child_path("other"));
	setenv("PATH", path, 1);
	expect("rack", -1, "bin/sumac-rack");
	child_write("other/sumac-rack", "", 0700);
	expect("rack", 0, "other/sumac-rack");
	child_write("bin/sumac-rack", "", 0700);
	expect("rack", 0, "bin/sumac-rack");
	setenv("PATH", before, 1);
	free(before);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TOOL_TEST(a_prefix_has_all_beside_its_bin),
		TOOL_TEST(a_tree_has_its_headers_above_the_build_folder),
		TOOL_TEST(what_is_not_there_is_named_where_it_should_be),
		TOOL_TEST(a_rack_elsewhere_is_found_on_path),
	};

	if (argc > 1)
		return answer(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
