/*
 * Where the tool finds things: next to itself in an installed prefix, and below the tree's build folder.
 */
#include "tool_prefix.h"

#include "launch/layout.h"

/* Copies of this program in the prefix, asked for one thing, print what they find. */
static int answer(const char *thing)
{
	const char *nic = getenv("NIC_OF_TEST") ? getenv("NIC_OF_TEST") : "";
	char path[SUMAC_TOOL_PATH_BYTES];
	int err = -2;

	if (!strcmp(thing, "self"))
		err = sumac_layout_self(path);
	else if (!strcmp(thing, "lib"))
		err = sumac_layout_library_dir(path);
	else if (!strcmp(thing, "include"))
		err = sumac_layout_include_dir(path);
	else if (!strcmp(thing, "rack"))
		err = sumac_layout_rack(nic, path);
	else if (!strcmp(thing, "nics")) {
		sumac_layout_nics(path, sizeof(path));
		err = 0;
	}
	else if (!strcmp(thing, "wave"))
		err = sumac_layout_wave_rack(nic, path);
	else if (!strcmp(thing, "page"))
		err = sumac_layout_page_dir(path);
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
	expect("wave", -1, "bin/../wave/bin/sumac-rack");
	child_make_folder("share");
	child_make_folder("share/sumac");
	expect("page", -1, "bin/../share/sumac/page");
	child_make_folder("share/sumac/page");
	expect("page", 0, "share/sumac/page");
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

static void a_design_is_found_by_name_or_path(void **state)
{
	(void)state;
	child_make_folder("nics");
	child_make_folder("nics/small");
	child_make_folder("nics/broken");
	child_make_folder("nics/big");
	child_write("nics/small/sumac-rack", "", 0700);
	child_write("nics/big/sumac-rack", "", 0700);
	child_write("nics/broken/sumac-rack", "", 0600);
	child_write("bin/sumac-rack", "", 0700);
	setenv("NIC_OF_TEST", "small", 1);
	expect("rack", 0, "nics/small/sumac-rack");
	expect("wave", -1, "nics/small/wave/bin/sumac-rack");
	setenv("NIC_OF_TEST", "broken", 1);
	expect("rack", -1, "nics/broken/sumac-rack"); /* and not the default one */
	setenv("NIC_OF_TEST", "none", 1);
	expect("rack", -1, "nics/none/sumac-rack");
	setenv("NIC_OF_TEST", child_path("nics/big/sumac-rack"), 1);
	expect("rack", 0, "nics/big/sumac-rack");
	setenv("NIC_OF_TEST", child_path("nics/big"), 1);
	expect("rack", -1, "nics/big");
	setenv("NIC_OF_TEST", "default", 1);
	expect("rack", 0, "bin/sumac-rack");
	unsetenv("NIC_OF_TEST");
	assert_int_equal(TOOL_RUN("nics"), 0);
	assert_string_equal(child_out, "0 big, small");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TOOL_TEST(a_prefix_has_all_beside_its_bin),
		TOOL_TEST(a_tree_has_its_headers_above_the_build_folder),
		TOOL_TEST(what_is_not_there_is_named_where_it_should_be),
		TOOL_TEST(a_rack_elsewhere_is_found_on_path),
		TOOL_TEST(a_design_is_found_by_name_or_path),
	};

	if (argc > 1)
		return answer(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
