/*
 * `sumac page`: what the page holds, which rows are compared, and what is told where it cannot be made.
 */
#include "child.h"

#include <signal.h>
#include <sys/resource.h>

#include "base/fail.h"
#include "page/page_svg.h"
#include "sumac.h"
#include "tool/tool.h"

#define D3 "var a='</script>',b='<!--';d3={version:\"3.5.17\"}"
#define ROW(design, hop, bytes, max) \
	"{\"design\": \"" design "\", \"hop_ns\": " hop ", \"workload\": \"small\", \"what\": \"latency\", " \
	"\"bytes\": " bytes ", \"unit\": \"cycles\", \"max\": " max "}\n"

static int run(void *ctx)
{
	const char *const *words = ctx;
	int n = 0, status;

	while (words[n])
		n++;
	status = sumac_tool_page(n, (char **)words);
	fflush(stdout);
	return status;
}

/* Runs the command in the test's folder. */
#define PAGE(...) child_run(run, (void *)(const char *const[]){ "page", __VA_ARGS__, NULL })
#define EXPECT_TOLD(text) (strstr(child_err, text) ? (void)0 : (print_error("%s", child_err), fail()))

static void write_d3(void)
{
	child_write("d3.js", D3, 0600);
}

static int make_page(const char *rows)
{
	write_d3();
	child_write("r.jsonl", rows, 0600);
	return PAGE(child_path("r.jsonl"), "-o", child_path("page.html"), "--d3", child_path("d3.js"));
}

static int count(const char *text, const char *word)
{
	int n = 0;

	while ((text = strstr(text, word))) {
		text += strlen(word);
		n++;
	}
	return n;
}

static void data_and_scripts_cannot_leave_their_elements(void **state)
{
	const char *page;

	(void)state;
	assert_int_equal(make_page("{\"design\": \"</script>"
				   "<script>alert(1)</script>\\u0001\", \"k<\": [1, {\"a\": null}]}\n\n"), 0);
	page = child_read("page.html");
	assert_non_null(strstr(page, "{\"design\":\"\\u003c/script>"
				     "\\u003cscript>alert(1)\\u003c/script>\\u0001\",\"k\\u003c\":[1,{\"a\":null}]}"));
	assert_non_null(strstr(page, "var a='<\\/script>',b='<\\!--'"));
	assert_int_equal(count(page, "<script"), count(page, "</script>"));
	assert_int_equal(count(page, "<script"), 3);
	assert_null(strstr(page, ".js@")); /* each part was put in */
	assert_null(strstr(page, "\"baseline\":"));
	assert_int_equal(child_count_in("."), 3); /* no file beside the page is left */
}

static void a_folder_stands_for_the_file_in_it(void **state)
{
	(void)state;
	write_d3();
	child_make_folder("s.results");
	child_write("s.results/results.jsonl", ROW("a", "3", "8", "10"), 0600);
	assert_int_equal(PAGE(child_path("s.results"), "-o", child_path("page.html"), "--d3", child_path("d3.js")), 0);
	assert_non_null(strstr(child_read("page.html"), "s.results/results.jsonl"));
}

static void a_row_is_compared_with_its_like(void **state)
{
	static const char rows[] =
		ROW("a", "3", "8", "10") ROW("a", "3", "64", "20") ROW("a", "6", "8", "30") ROW("b", "3", "8", "1")
		ROW("c", "9", "8", "1");
	/* In the first, 64 bytes of one design; 8 bytes of three. */
	static const char baseline[] =
		ROW("b", "6", "64", "7") ROW("a", "6", "8", "7") ROW("b", "3", "8", "7") ROW("a", "3", "8", "7")
		ROW("a", "3", "8", "7")
		"{\"what\": \"latency\", \"bytes\": 8}\n";

	(void)state;
	write_d3();
	child_write("r.jsonl", rows, 0600);
	child_write("b.jsonl", baseline, 0600);
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o", child_path("page.html"), "--d3", child_path("d3.js"), "--baseline",
			      child_path("b.jsonl")), 0);
	assert_string_equal(child_err, "");
	/* The last has no setting in common with any of the three. */
	assert_non_null(strstr(child_read("page.html"), "\"match\":[3,0,1,2,-1]}"));
	child_write("r.jsonl", "{\"what\": \"rate\", \"bytes\": 8}\n", 0600);
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o", child_path("page.html"), "--d3", child_path("d3.js"), "--baseline",
			      child_path("b.jsonl")), 0);
	EXPECT_TOLD("note: no row");
	/* A program's calls are compared whatever they gave. */
	child_write("r.jsonl", "{\"call\": \"MPI_Allreduce\", \"calls\": 3, \"given_bytes\": 8}\n", 0600);
	child_write("b.jsonl", "{\"call\": \"MPI_Allreduce\", \"calls\": 4, \"given_bytes\": 16}\n", 0600);
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o", child_path("page.html"), "--d3", child_path("d3.js"), "--baseline",
			      child_path("b.jsonl")), 0);
	assert_non_null(strstr(child_read("page.html"), "\"match\":[0]}"));
}

static void bad_results_are_told_with_their_line(void **state)
{
	(void)state;
	assert_int_equal(make_page(ROW("a", "3", "8", "10") "\n{\"design\": }\n"), 1);
	EXPECT_TOLD("line 3 of ");
	EXPECT_TOLD(" is not a row of results: column 12: a value is expected\n");
	assert_int_equal(make_page("{}\n[1]\n"), 1);
	EXPECT_TOLD("is not a row of results: it is no object\n");
	assert_int_equal(make_page("\n \n"), 1);
	EXPECT_TOLD("r.jsonl has no results\n");
	assert_int_equal(PAGE(child_path("none"), "-o", child_path("page.html")), 1);
	EXPECT_TOLD("none: No such file");
	assert_false(child_has("page.html"));
}

static void what_is_missing_is_told(void **state)
{
	char *path = strdup(getenv("PATH"));

	(void)state;
	child_write("r.jsonl", ROW("a", "3", "8", "10"), 0600);
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o", child_path("page.html"), "--d3", child_path("none.js")), 1);
	EXPECT_TOLD("apt-get install libjs-d3");
	child_write("d3.js", "version = \"7.0\"", 0600);
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o", child_path("page.html"), "--d3", child_path("d3.js")), 1);
	EXPECT_TOLD("is not version 3 of d3");
	write_d3();
	setenv("PATH", child_path(""), 1);
	assert_int_equal(PAGE(child_path("r.jsonl"), "--svg", child_path("plots"), "--d3", child_path("d3.js")), 1);
	setenv("PATH", path, 1);
	free(path);
	EXPECT_TOLD("apt-get install chromium");
	assert_int_equal(PAGE(child_path("r.jsonl"), "--svg", child_path("plots"), "--d3", child_path("d3.js"), "--browser=x"), 1);
	EXPECT_TOLD("there is no program x");
	assert_int_equal(PAGE(child_path("r.jsonl")), 2);
	EXPECT_TOLD("where to?");
	assert_int_equal(PAGE("-o", child_path("page.html")), 2);
	EXPECT_TOLD("which results?");
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o"), 2);
	EXPECT_TOLD("-o takes a file");
	assert_int_equal(PAGE(child_path("r.jsonl"), "--none"), 2);
	EXPECT_TOLD("unknown option --none");
	assert_false(child_has("page.html"));
}

static int run_on_full_disk(void *ctx)
{
	struct rlimit limit = { 4096, 4096 };

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	return run(ctx);
}

static void a_page_that_cannot_be_written_is_told(void **state)
{
	(void)state;
	write_d3();
	child_write("r.jsonl", ROW("a", "3", "8", "10"), 0600);
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o", "/dev/full", "--d3", child_path("d3.js")), 1);
	EXPECT_TOLD("cannot write /dev/full: No space left on device\n");
	assert_int_equal(PAGE(child_path("r.jsonl"), "-o", child_path("none/page.html"), "--d3", child_path("d3.js")), 1);
	EXPECT_TOLD("none/page.html: No such file or directory\n");
	child_write("page.html", "old", 0600);
	assert_int_equal(child_run(run_on_full_disk, (void *)(const char *const[]){ "page", child_path("r.jsonl"), "-o",
				   child_path("page.html"), "--d3", child_path("d3.js"), NULL }), 1);
	EXPECT_TOLD("page.html: File too large\n");
	assert_string_equal(child_read("page.html"), "old");
	assert_int_equal(child_count_in("."), 3);
}

/* A browser that is a script. */
static int svg_by(const char *script)
{
	write_d3();
	child_write("r.jsonl", ROW("a", "3", "8", "10"), 0600);
	child_write("browser", script, 0700);
	return PAGE(child_path("r.jsonl"), "--svg", child_path("plots"), "--d3", child_path("d3.js"), "--browser",
		    child_path("browser"));
}

static void plots_are_taken_out_of_what_the_browser_prints(void **state)
{
	(void)state;
	assert_int_equal(svg_by("#!/bin/sh\n"
				"echo '<p><svg xmlns=\"x\" data-file=\"01-a\"><g></g></svg></p>"
				"<svg data-file=\"02-b\"></svg>'\n"), 0);
	assert_string_equal(child_read("plots/01-a.svg"),
			    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"x\" data-file=\"01-a\"><g></g></svg>\n");
	assert_int_equal(child_count_in("plots"), 2);
	assert_int_equal(count(child_out, ".svg\n"), 2);
	assert_int_equal(svg_by("#!/bin/sh\nfor i; do echo $i; done >`dirname $0`/words\n"), 1);
	EXPECT_TOLD("nothing to plot");
	assert_non_null(strstr(child_read("words"), "/page.html#svg\n"));
	assert_int_equal(svg_by("#!/bin/sh\necho '<svg data-file=\"../x\"></svg>'\n"), 1);
	EXPECT_TOLD("a plot without a name");
	assert_int_equal(svg_by("#!/bin/sh\necho '<svg data-file=\"a\"></svg>'\nexit 3\n"), 1);
	EXPECT_TOLD("it ended with status 3\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(data_and_scripts_cannot_leave_their_elements),
		CHILD_TEST(a_folder_stands_for_the_file_in_it),
		CHILD_TEST(a_row_is_compared_with_its_like),
		CHILD_TEST(bad_results_are_told_with_their_line),
		CHILD_TEST(what_is_missing_is_told),
		CHILD_TEST(a_page_that_cannot_be_written_is_told),
		CHILD_TEST(plots_are_taken_out_of_what_the_browser_prints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
