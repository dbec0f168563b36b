/*
 * `sumac perf`: starts a job whose ranks are this tool, and measure. Inside a job it is one of the ranks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "core/job/job_nics.h"
#include "launch/exit_status.h"
#include "launch/launch_options.h"
#include "launch/layout.h"
#include "tool/perf.h"
#include "tool/tool.h"

enum { DEFAULT_RANKS = 2, N_MORE_WORDS = 16 };

/* Whether the clock of simulated NICs is to be stepped although nobody has said so. It cannot be where ranks share a NIC, and
 * emulated cards have none. Judges the settings, too. 0, or -1: they are wrong, which has been told. */
static int wants_stepped(const struct sumac_launch_options *job, bool *wants_out)
{
	const char *outer = getenv("SUMAC_OPTIONS");
	char *kept = outer ? strdup(outer) : NULL;
	int err = sumac_launch_options_apply(SUMAC_PERF_TITLE, job);
	long n_nics = err ? 0 : (long)sumac_setting_int(SUMAC_SETTING_NICS);

	*wants_out = !err && sumac_setting_source(SUMAC_SETTING_CLOCK) == SUMAC_FROM_DEFAULT && !sumac_job_nics_by_xrt() &&
		     (!n_nics || n_nics >= job->n_ranks);
	/* The launcher applies them again. */
	if (kept)
		setenv("SUMAC_OPTIONS", kept, 1);
	else
		unsetenv("SUMAC_OPTIONS");
	free(kept);
	return err;
}

/* Whether a word and perhaps the next belong to the job: how many words that are, or 0. */
static int job_words(int argc, char **argv, int index)
{
	struct sumac_launch_options ignored = { 0 };
	int end = index;

	if (argv[index][0] != '-' || sumac_launch_options_take(SUMAC_PERF_TITLE, argc, argv, &end, &ignored) <= 0)
		return 0;
	return end - index;
}

/* Runs the words as `sumac run` does: the job's to it, the others to the ranks. */
static int start_job(int argc, char **argv, int n_ranks, bool is_stepped)
{
	char self[SUMAC_TOOL_PATH_BYTES], ranks[16];
	char **words = calloc(2 * (size_t)argc + N_MORE_WORDS, sizeof(*words));
	int n = 0, status;

	if (!words || sumac_layout_self(self)) {
		free(words);
		fprintf(stderr, SUMAC_PERF_TITLE ": this program's own path cannot be found\n");
		return SUMAC_EXIT_FAILED;
	}
	snprintf(ranks, sizeof(ranks), "%d", n_ranks);
	words[n++] = "run";
	words[n++] = "-n";
	words[n++] = ranks;
	if (is_stepped)
		words[n++] = "--clock=stepped";
	for (int i = 1, taken; i < argc; i += taken ? taken : 1) {
		taken = job_words(argc, argv, i);
		for (int k = 0; k < taken; k++)
			words[n++] = argv[i + k];
	}
	words[n++] = "--";
	words[n++] = self;
	words[n++] = "perf";
	for (int i = 1, taken; i < argc; i += taken ? taken : 1) {
		taken = job_words(argc, argv, i);
		if (!taken)
			words[n++] = argv[i];
	}
	status = sumac_tool_run(n, words);
	free(words);
	return status;
}

int sumac_tool_perf(int argc, char **argv)
{
	struct sumac_perf_options options;
	struct sumac_launch_options job = { 0 };
	bool is_rank = getenv("PMIX_RANK"), is_stepped;
	int status = sumac_perf_options_read(argc, argv, &options, is_rank ? NULL : &job);

	if (status)
		return status;
	if (options.wants_help) {
		sumac_perf_options_help(stdout);
		return 0;
	}
	if (is_rank)
		return sumac_perf_rank(&options);
	if (!job.n_ranks)
		job.n_ranks = DEFAULT_RANKS;
	if (wants_stepped(&job, &is_stepped))
		return SUMAC_EXIT_USAGE;
	return start_job(argc, argv, job.n_ranks, is_stepped);
}
