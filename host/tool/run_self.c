/*
 * Some subcommands ask the library of a job, so they start one whose ranks are this tool.
 */
#include <stdio.h>
#include <stdlib.h>

#include "launch/exit_status.h"
#include "launch/layout.h"
#include "tool/tool.h"

int sumac_tool_run_self(const char *command, int n_options, char *const *options, int n_words, char *const *words)
{
	char self[SUMAC_TOOL_PATH_BYTES];
	char **run = calloc((size_t)(n_options + n_words) + 4, sizeof(*run));
	int n = 0, status;

	if (!run || sumac_layout_self(self)) {
		free(run);
		fprintf(stderr, "sumac %s: this program's own path cannot be found\n", command);
		return SUMAC_EXIT_FAILED;
	}
	run[n++] = "run";
	for (int i = 0; i < n_options; i++)
		run[n++] = options[i];
	run[n++] = self;
	run[n++] = (char *)command;
	for (int i = 0; i < n_words; i++)
		run[n++] = words[i];
	status = sumac_tool_run(n, run);
	free(run);
	return status;
}
