#include "tool/trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/exit_status.h"
#include "tool/tool.h"

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac trace summary FILE\n       sumac trace check FILE\n\n"
		    "FILE is what a job wrote with `--set trace=FILE`.\n\n"
		    "  summary  says where the time of each kind of call went\n"
		    "  check    checks the file's format: members, names, slices, the ends of arrows\n");
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

static bool is_end(const char *line)
{
	return !strcmp(line, "]\n") || !strcmp(line, "]");
}

/* Takes one line, which ends with a comma, or with nothing where it is the last one. 1: go on; 0: the reader has had enough. */
static int take_line(const char *path, size_t number, char *line, size_t len, sumac_trace_take *take, void *ctx)
{
	char why[SUMAC_JSON_WHY_CAP];
	struct sumac_json *event;
	bool goes_on;

	while (len && (line[len - 1] == '\n' || line[len - 1] == '\r'))
		len--;
	if (len && line[len - 1] == ',')
		len--;
	event = sumac_json_parse(line, len, why);
	if (!event || event->kind != SUMAC_JSON_OBJECT) {
		fprintf(stderr, "sumac trace: %s, line %zu is no event: %s\n", path, number, event ? "it is no object" : why);
		sumac_json_free(event);
		return -1;
	}
	goes_on = take(ctx, number, event);
	sumac_json_free(event);
	return goes_on;
}

static int read_lines(const char *path, FILE *file, sumac_trace_take *take, void *ctx, bool *is_cut_out)
{
	char *line = NULL;
	size_t cap = 0, number = 0;
	int status = 1;
	ssize_t len;

	*is_cut_out = true;
	while (status > 0 && (len = getline(&line, &cap, file)) >= 0) {
		bool is_whole = len && line[len - 1] == '\n';

		if (!number++) {
			status = !strcmp(line, "[\n") ? 1 : -1;
			if (status < 0)
				fprintf(stderr, "sumac trace: %s is no trace of Sumac's: its first line is not `[`\n", path);
		} else if (is_end(line)) {
			*is_cut_out = false;
		} else if (!*is_cut_out) {
			fprintf(stderr, "sumac trace: %s, line %zu is behind the end\n", path, number);
			status = -1;
		} else if (is_whole) {
			status = take_line(path, number, line, (size_t)len, take, ctx);
		} /* else whoever wrote it was killed meanwhile */
	}
	if (status > 0 && ferror(file)) {
		fprintf(stderr, "sumac trace: cannot read %s: %s\n", path, strerror(errno));
		status = -1;
	}
	if (status > 0 && !number) {
		fprintf(stderr, "sumac trace: %s is empty\n", path);
		status = -1;
	}
	free(line);
	return status < 0 ? -1 : 0;
}

int sumac_trace_read(const char *path, sumac_trace_take *take, void *ctx, bool *is_cut_out)
{
	FILE *file = fopen(path, "re");
	int err;

	if (!file) {
		fprintf(stderr, "sumac trace: cannot read %s: %s\n", path, strerror(errno));
		return -1;
	}
	err = read_lines(path, file, take, ctx, is_cut_out);
	fclose(file);
	return err;
}

int sumac_tool_trace(int argc, char **argv)
{
	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return print_usage(stdout);
	if (argc == 3 && !strcmp(argv[1], "summary"))
		return sumac_trace_summary(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "check"))
		return sumac_trace_check(argv[2]);
	fprintf(stderr, "sumac trace: %s\n", argc < 3 ? "it needs a command and a file" : "unknown command, or too many words");
	return print_usage(stderr);
}
