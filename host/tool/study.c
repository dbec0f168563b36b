/*
 * `sumac study`: runs the points of a study's file, and gathers their results.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include <ctype.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "launch/exit_status.h"
#include "launch/layout.h"
#include "study/study_key.h"
#include "study/study_nic.h"
#include "study/study_pool.h"
#include "study/study_progress.h"
#include "study/study_run.h"
#include "sumac.h"
#include "tool/tool.h"

struct options {
	const char *file, *out;
	int n_slots;
	double timeout_s;
	bool is_dry, wants_help;
};

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac study FILE [--out DIR] [-j N] [--timeout S] [--dry-run]\n\n"
		    "Runs each workload of the file on each design, and writes results.csv and results.jsonl into FILE.results.\n"
		    "An interrupted study goes on when it is called again; a point that has not changed is not run again.\n\n"
		    "  --out DIR      keeps the results in DIR\n"
		    "  -j N           runs N points side by side; without it as many as there are cores\n"
		    "  --timeout S    a point that has not ended after S seconds has failed\n"
		    "  --dry-run      prints the points, and runs nothing\n\n"
		    "    hop_ns = 300 600 1200                              # each setting of `sumac info --settings`\n"
		    "    perf allreduce --type F32 --sizes 8:64K -n 4       # or: run -n 4 ./prog; mpirun -n 4 ./prog\n\n"
		    "docs/manual/sumac-study.md has all.\n");
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

static int count_cores(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);
}

static int complain(const char *what)
{
	fprintf(stderr, "sumac study: %s\n", what);
	return SUMAC_EXIT_USAGE;
}

static int take_slots(const char *text, struct options *options)
{
	char *end;
	long n = text ? strtol(text, &end, 10) : 0;

	if (n < 1 || n > 4096 || *end)
		return complain("-j takes how many points run side by side, 1 to 4096");
	options->n_slots = (int)n;
	return 0;
}

static int take_timeout(const char *text, struct options *options)
{
	char *end;
	double seconds = text ? strtod(text, &end) : 0;

	if (!text || *end || !isfinite(seconds) || seconds <= 0 || seconds > 1e8)
		return complain("--timeout takes a number of seconds above 0");
	options->timeout_s = seconds;
	return 0;
}

/* The option's value: behind its =, joined as in -j4, or the next word; NULL: this is another option. */
static bool match(const char *name, char **argv, int *index, const char **value_out)
{
	const char *word = argv[*index];
	size_t len = strlen(name);

	if (strncmp(word, name, len))
		return false;
	if (word[len] == '=' || (name[1] != '-' && isdigit((unsigned char)word[len])))
		*value_out = word + len + (word[len] == '=');
	else if (word[len])
		return false;
	else
		*value_out = argv[*index + 1] ? argv[++*index] : NULL;
	return true;
}

static int take_options(int argc, char **argv, struct options *options)
{
	for (int i = 1; i < argc; i++) {
		const char *value;
		int err = 0;

		if (!strcmp(argv[i], "--help"))
			options->wants_help = true;
		else if (!strcmp(argv[i], "--dry-run"))
			options->is_dry = true;
		else if (match("--out", argv, &i, &options->out))
			err = options->out && *options->out ? 0 : complain("--out takes a folder");
		else if (match("-j", argv, &i, &value))
			err = take_slots(value, options);
		else if (match("--timeout", argv, &i, &value))
			err = take_timeout(value, options);
		else if (argv[i][0] == '-')
			err = complain(sumac_study_text("unknown option %s", argv[i]));
		else if (options->file)
			err = complain(sumac_study_text("one file at a time: %s, or %s", options->file, argv[i]));
		else
			options->file = argv[i];
		if (err)
			return err;
	}
	return options->file || options->wants_help ? 0 : complain("which file?");
}

static void print_points(struct sumac_study *study, const struct sumac_study_store *store, const char *tree, int n_cores)
{
	int n_kept = 0;

	for (int i = 0; i < study->n_builds; i++) {
		const char **words = sumac_study_nic_command(tree, &study->builds[i], n_cores);

		printf("builds   ");
		while (*words)
			printf(" %s", *words++);
		printf("\n");
	}
	for (int i = 0; i < study->n_points; i++) {
		struct sumac_study_point *point = &study->points[i];

		if (!point->twin)
			sumac_study_store_load(store, point);
		n_kept += sumac_study_state(point) == SUMAC_STUDY_KEPT;
		printf("%-9s %s\n", sumac_study_state(point) == SUMAC_STUDY_KEPT ? "finished" : "to run", point->label);
	}
	printf("%d points, %d of them finished\n", study->n_points, n_kept);
}

/* The folder in which the study's file lies: commands run there. */
static const char *folder_of(const char *path)
{
	char *absolute = realpath(path, NULL), *folder = sumac_study_text("%s", absolute ? absolute : "/");

	free(absolute);
	strrchr(folder, '/')[folder[1] && strrchr(folder, '/') == folder] = '\0';
	return folder;
}

static int run_study(const struct options *options, struct sumac_study *study)
{
	struct sumac_study_run run = {
		.study = study, .folder = folder_of(options->file), .n_cores = count_cores(), .timeout_s = options->timeout_s
	};
	const char *out = options->out ? options->out : sumac_study_text("%s.results", options->file);
	char self[SUMAC_TOOL_PATH_BYTES];

	if (sumac_layout_self(self) || sumac_study_file_read(options->file, &study->file) || sumac_study_points_make(study) ||
	    sumac_study_nic_tree(study, &run.tree))
		return complain(sumac_last_error());
	run.sumac = self;
	run.n_slots = options->n_slots ? options->n_slots : run.n_cores;
	if (options->is_dry) {
		run.store.folder = out;
		sumac_study_key_all(study, run.folder);
		print_points(study, &run.store, run.tree, run.n_cores);
		return 0;
	}
	if (sumac_study_store_open(out, &run.store)) {
		complain(sumac_last_error());
		return SUMAC_EXIT_FAILED;
	}
	return sumac_study_run(&run);
}

int sumac_tool_study(int argc, char **argv)
{
	struct options options = { 0 };
	struct sumac_study study = { 0 };
	int status = take_options(argc, argv, &options);

	if (options.wants_help)
		return print_usage(stdout);
	if (!status)
		status = run_study(&options, &study);
	sumac_study_points_forget(&study);
	return status;
}
