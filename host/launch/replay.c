#include "launch/replay.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/settings.h"

enum { MAX_LINE = 16384 };

/* As a shell takes it for one word. */
static void print_word(const char *word)
{
	const char *at = word;

	while (isalnum((unsigned char)*at) || (*at && strchr("_-./=,+@:", *at)))
		at++;
	if (*word && !*at) {
		fputs(word, stderr);
		return;
	}
	fputc('\'', stderr);
	for (at = word; *at; at++)
		fputs(*at == '\'' ? "'\\''" : (const char[]){ *at, 0 }, stderr);
	fputc('\'', stderr);
}

static void print_option(enum sumac_setting setting, const char *option, const char *value)
{
	if (sumac_setting_source(setting) == SUMAC_FROM_OPTION)
		return; /* it stands among the words already */
	fprintf(stderr, "%s ", option);
	print_word(value);
	fputc(' ', stderr);
}

/* The launcher's own words, with clock and plan where they came from elsewhere. */
void sumac_replay_tell(const char *title)
{
	const char *plan = sumac_setting_string(SUMAC_SETTING_FAULTS), *command = strrchr(title, ' ');
	FILE *file = *plan ? fopen("/proc/self/cmdline", "re") : NULL;
	static char words[MAX_LINE + 1];
	size_t n = file ? fread(words, 1, MAX_LINE, file) : 0;
	bool is_told = false;

	if (file)
		fclose(file);
	if (!n)
		return;
	fprintf(stderr, "%s: this runs it again, with the same faults: ", title);
	for (const char *word = words; word < words + n; word += strlen(word) + 1) {
		print_word(word);
		fputc(' ', stderr);
		if (is_told || (command && !strcmp(words + strlen(words) + 1, command + 1) && word == words))
			continue;
		print_option(SUMAC_SETTING_CLOCK, "--clock", "stepped");
		print_option(SUMAC_SETTING_FAULTS, "--faults", plan);
		is_told = true;
	}
	fputc('\n', stderr);
}
