/*
 * Holds back standard output and standard error in files in memory.
 */
#define _GNU_SOURCE
#include "bus/xrt/xrt_prints.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const chatter[] = { "configuring ", "scheduler config ", "XRT build version", "Build hash", "Build date",
				       "Git branch", "PID: ", "UID: ", "HOST: ", "EXE: ", "[XRT]" };

static void hold(int stream_fd, struct sumac_xrt_held *held)
{
	*held = (struct sumac_xrt_held){ stream_fd, fcntl(stream_fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
					 memfd_create("sumac-held", MFD_CLOEXEC) };
	if (held->saved_fd >= 0 && held->held_fd >= 0)
		dup2(held->held_fd, stream_fd);
}

/* XRT's lines begin with its name, or with the time in brackets before it. */
static bool is_chatter(const char *line)
{
	const char *name = strstr(line, "[XRT]");

	for (size_t i = 0; i < sizeof(chatter) / sizeof(chatter[0]); i++)
		if (!strncmp(line, chatter[i], strlen(chatter[i])))
			return true;
	return *line == '\n' || (*line == '[' && (name || strstr(line, " GMT]")));
}

/* Among several errors the first says most, and the last what came of it. */
static void note_error(const char *line, char words_out[SUMAC_XRT_WORDS_BYTES])
{
	const char *at = strstr(line, "ERROR: ");
	size_t len = strlen(words_out);

	if (at)
		snprintf(words_out + len, SUMAC_XRT_WORDS_BYTES - len, "%s%.*s", len ? "; " : "", (int)strcspn(at + 7, "\n"),
			 at + 7);
}

static void let_go(struct sumac_xrt_held *held, FILE *stream, char words_out[SUMAC_XRT_WORDS_BYTES])
{
	FILE *file = NULL;
	char line[4096];

	if (held->saved_fd >= 0 && held->held_fd >= 0) {
		dup2(held->saved_fd, held->stream_fd);
		lseek(held->held_fd, 0, SEEK_SET);
		file = fdopen(held->held_fd, "r");
	}
	while (file && fgets(line, sizeof(line), file)) {
		note_error(line, words_out);
		if (!is_chatter(line))
			fputs(line, stream);
	}
	if (file)
		fclose(file);
	else if (held->held_fd >= 0)
		close(held->held_fd);
	if (held->saved_fd >= 0)
		close(held->saved_fd);
	fflush(stream);
}

void sumac_xrt_prints_begin(struct sumac_xrt_prints *prints)
{
	fflush(stdout);
	fflush(stderr);
	hold(STDOUT_FILENO, &prints->out);
	hold(STDERR_FILENO, &prints->err);
}

void sumac_xrt_prints_end(struct sumac_xrt_prints *prints, char words_out[SUMAC_XRT_WORDS_BYTES])
{
	*words_out = 0;
	fflush(stdout);
	fflush(stderr);
	let_go(&prints->out, stdout, words_out);
	let_go(&prints->err, stderr, words_out);
}
