/*
 * `sumac page`: results as one HTML page, or as SVG files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "launch/exit_status.h"
#include "launch/layout.h"
#include "page/page_make.h"
#include "page/page_svg.h"
#include "sumac.h"
#include "tool/tool.h"

struct options {
	const char *results, *out, *baseline, *d3, *svg, *browser;
};

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac page RESULTS [-o FILE.html] [--svg DIR] [--baseline RESULTS] [options]\n\n"
		"Makes one page of a study's results, which needs no network: curves with their bounds, tables, what has changed.\n"
		"RESULTS is a file of JSON lines, as `sumac study` and `sumac perf --json` write it, or the folder that has\n"
		"a study's.\n\n"
		"  -o FILE.html        writes the page\n"
		"  --svg DIR           writes its plots as SVG files; Chromium draws them\n"
		"  --baseline RESULTS  compares with these\n"
		"  --d3 FILE           version 3 of d3 (%s, of Debian's libjs-d3)\n"
		"  --browser FILE      Chromium, if it is not on the search path\n\n"
		"docs/manual/sumac-page.md has all.\n", SUMAC_PAGE_D3);
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

static int take_options(int argc, char **argv, struct options *options)
{
	struct {
		const char *name, **value, *what;
	} const known[] = {
		{ "-o", &options->out, "a file" },		{ "--svg", &options->svg, "a folder" },
		{ "--baseline", &options->baseline, "a file" }, { "--d3", &options->d3, "a file" },
		{ "--browser", &options->browser, "a program" },
	};
	enum { N_KNOWN = sizeof(known) / sizeof(known[0]) };

	for (int i = 1; i < argc; i++) {
		size_t len = strcspn(argv[i], "=");
		int k = 0;

		while (k < N_KNOWN && (strncmp(argv[i], known[k].name, len) || known[k].name[len]))
			k++;
		if (k < N_KNOWN) {
			*known[k].value = argv[i][len] ? argv[i] + len + 1 : argv[i + 1] ? argv[++i] : "";
			if (!**known[k].value) {
				fprintf(stderr, "sumac page: %s takes %s\n", known[k].name, known[k].what);
				return SUMAC_EXIT_USAGE;
			}
		} else if (argv[i][0] == '-' || options->results) {
			fprintf(stderr, "sumac page: %s %s\n",
				argv[i][0] == '-' ? "unknown option" : "one file of results, not also", argv[i]);
			return print_usage(stderr);
		} else {
			options->results = argv[i];
		}
	}
	if (options->results && (options->out || options->svg))
		return 0;
	fprintf(stderr, options->results ? "sumac page: where to? -o FILE.html writes a page, --svg DIR its plots\n" :
					   "sumac page: which results?\n");
	return SUMAC_EXIT_USAGE;
}

/* A study's folder stands for the file in it. */
static const char *file_of(const char *path, char room[SUMAC_TOOL_PATH_BYTES])
{
	struct stat file;

	if (stat(path, &file) || !S_ISDIR(file.st_mode))
		return path;
	snprintf(room, SUMAC_TOOL_PATH_BYTES, "%s/results.jsonl", path);
	return room;
}

static int make(const struct options *options, struct sumac_page *page)
{
	char folder[SUMAC_TOOL_PATH_BYTES], results[SUMAC_TOOL_PATH_BYTES], baseline[SUMAC_TOOL_PATH_BYTES];
	long n_matched = 0;
	int err;

	if (sumac_layout_page_dir(folder)) {
		fprintf(stderr, "sumac page: the page's parts are not where they were installed: there is no %s\n", folder);
		return SUMAC_EXIT_FAILED;
	}
	*page = (struct sumac_page){ .results = file_of(options->results, results), .folder = folder,
				     .d3 = options->d3 ? options->d3 : SUMAC_PAGE_D3 };
	err = sumac_page_rows_read(page->results, &page->rows);
	if (!err && options->baseline) {
		page->baseline = file_of(options->baseline, baseline);
		err = sumac_page_rows_read(page->baseline, &page->before);
		n_matched = err ? err : sumac_page_rows_match(&page->rows, &page->before);
		err = n_matched < 0 ? (int)n_matched : 0;
	}
	if (!err && options->baseline && !n_matched)
		fprintf(stderr, "sumac page: note: no row of %s is of the same call and workload as one of %s\n", page->baseline,
			page->results);
	if (!err)
		err = sumac_page_read_d3(page);
	if (!err && options->out)
		err = sumac_page_write(page, options->out);
	if (!err && options->svg)
		err = sumac_page_svg(page, options->browser, options->svg) < 0;
	if (!err)
		return 0;
	fprintf(stderr, "sumac page: %s\n", sumac_last_error());
	return SUMAC_EXIT_FAILED;
}

int sumac_tool_page(int argc, char **argv)
{
	struct options options = { 0 };
	struct sumac_page page = { 0 };
	int status;

	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--help"))
			return print_usage(stdout);
	status = take_options(argc, argv, &options);
	if (!status)
		status = make(&options, &page);
	sumac_page_rows_free(&page.rows);
	sumac_page_rows_free(&page.before);
	free(page.d3_text);
	return status;
}
