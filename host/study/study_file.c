#include "study/study_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/setting_value.h"
#include "study/study_names.h"
#include "study/study_pool.h"
#include "study/study_words.h"

struct reader {
	struct sumac_study_file *file;
	int line;
	struct sumac_study_rows for_all;
	struct sumac_study_rows *rows; /* those that lines add to: a design's, or for_all */
};

static const char *const kinds[] = {
	[SUMAC_STUDY_PERF] = "perf",
	[SUMAC_STUDY_RUN] = "run",
	[SUMAC_STUDY_MPIRUN] = "mpirun",
};

static int bad(const struct reader *in, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int bad(const struct reader *in, const char *format, ...)
{
	char what[700];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	return sumac_fail(SUMAC_EINVAL, "%s:%d: %s", in->file->path, in->line, what);
}

/* Names stand in the names of files and folders, and in messages. */
static bool is_name(const char *text)
{
	if (!isalnum((unsigned char)*text) || strlen(text) > 64)
		return false;
	for (; *text; text++)
		if (!isalnum((unsigned char)*text) && !strchr("_.-", *text))
			return false;
	return true;
}

static int find_kind(const char *word)
{
	for (int i = 0; i < (int)(sizeof(kinds) / sizeof(kinds[0])); i++)
		if (!strcmp(word, kinds[i]))
			return i;
	return -1;
}

static int judge_values(const struct reader *in, const struct sumac_study_row *row)
{
	for (int i = 0; i < row->n_values; i++) {
		const char *fault = sumac_study_value_fault(row->setting, row->values[i]);

		if (fault)
			return bad(in, "%s cannot be \"%.100s\": %s", row->name, row->values[i], fault);
		for (int k = 0; k < i; k++)
			if (!strcmp(row->values[k], row->values[i]))
				return bad(in, "%s has the value %.100s twice", row->name, row->values[i]);
	}
	return 0;
}

static int take_row(struct reader *in, const char *name, const char *rest)
{
	struct sumac_study_row row = { .setting = sumac_study_name(name), .line = in->line };
	const char *fault;

	if (row.setting < SUMAC_STUDY_PARAMETER)
		return bad(in, "neither a setting nor a parameter is called \"%.100s\"; the nearest is %s", name,
			   sumac_study_nearest(name));
	row.name = row.setting == SUMAC_STUDY_PARAMETER ? name : sumac_setting_rows[row.setting].name;
	if (sumac_study_why_not(row.name))
		return bad(in, "%s cannot be a part of a study: %s", row.name, sumac_study_why_not(row.name));
	for (int i = 0; i < in->rows->n; i++)
		if (!strcmp(in->rows->list[i].name, row.name))
			return bad(in,
				   "%s is given on line %d already; several values stand behind one =, with blanks "
				   "between them",
				   row.name, in->rows->list[i].line);
	fault = sumac_study_words(rest, &row.n_values, &row.values);
	if (fault)
		return bad(in, "%s", fault);
	if (!row.n_values)
		return bad(in, "%s has no value; an empty one is \"\"", row.name);
	if (judge_values(in, &row))
		return -SUMAC_EINVAL;
	in->rows->list = sumac_study_grow(in->rows->list, in->rows->n, sizeof(row));
	in->rows->list[in->rows->n++] = row;
	return 0;
}

static int take_design(struct reader *in, int n_words, const char **words)
{
	struct sumac_study_file *file = in->file;

	if (n_words != 2 || !is_name(words[1]))
		return bad(in, "a design has one name, of letters, digits and the characters _ . and -: design wide");
	for (int i = 0; i < file->n_designs; i++)
		if (!strcmp(file->designs[i].name, words[1]))
			return bad(in, "the design %s begins on line %d already", words[1], file->designs[i].line);
	file->designs = sumac_study_grow(file->designs, file->n_designs, sizeof(*file->designs));
	file->designs[file->n_designs] = (struct sumac_study_design){ .name = words[1], .line = in->line };
	in->rows = &file->designs[file->n_designs++].rows;
	return 0;
}

/* Options of a command, --report FILE or --set report=FILE, are barred as lines of the study are. */
static int judge_word(const struct reader *in, const char *word, const char *before)
{
	const char *at = !strncmp(word, "--set=", strlen("--set=")) ? word + strlen("--set=") : !strcmp(before, "--set") ? word :
			 !strncmp(word, "--", 2) ? word + 2 : NULL;
	const char *name = at ? sumac_study_text("%.*s", (int)strcspn(at, "="), at) : "";

	for (char *dash = (char *)name; *name && (dash = strchr(dash, '-'));)
		*dash = '_';
	return sumac_study_why_not(name) ? bad(in, "%s: leave it out of the command: %s", word, sumac_study_why_not(name)) : 0;
}

static int take_workload(struct reader *in, const char *name, int n_words, const char **words)
{
	struct sumac_study_workload workload = { .name = name,
						 .line = in->line,
						 .kind = (enum sumac_study_kind)find_kind(words[0]),
						 .n_words = n_words,
						 .words = words };
	struct sumac_study_file *file = in->file;

	if (n_words < 2)
		return bad(in, "%s needs the words that follow it in `sumac %s`", words[0], words[0]);
	for (int i = 1; i < n_words; i++)
		if (judge_word(in, words[i], words[i - 1]))
			return -SUMAC_EINVAL;
	for (int i = 0; !name && i < n_words; i++)
		workload.name = workload.name ? sumac_study_text("%s %s", workload.name, words[i]) : words[i];
	for (int i = 0; i < file->n_workloads; i++)
		if (!strcmp(file->workloads[i].name, workload.name))
			return bad(in, "the workload \"%.200s\" stands on line %d already", workload.name, file->workloads[i].line);
	file->workloads = sumac_study_grow(file->workloads, file->n_workloads, sizeof(workload));
	file->workloads[file->n_workloads++] = workload;
	return 0;
}

/* "NAME = rest" or "NAME: rest": the name, and the rest in *rest_out; NULL: it is something else. */
static const char *split_name(const char *line, char mark, const char **rest_out)
{
	size_t begin = strspn(line, " \t"), len = strcspn(line + begin, " \t\r\n=:\"'#");
	const char *after = line + begin + len + strspn(line + begin + len, mark == '=' ? " \t" : "");

	if (!len || *after != mark || (mark == ':' && !isspace((unsigned char)after[1])))
		return NULL;
	*rest_out = after + 1;
	return sumac_study_text("%.*s", (int)len, line + begin);
}

static int take_unknown(const struct reader *in, const char *word)
{
	if (sumac_study_name(word) >= SUMAC_STUDY_PARAMETER)
		return bad(in, "a line with values is of the form %s = VALUE VALUE", word);
	return bad(in,
		   "a line begins with `design`, with a workload (perf, run, mpirun), or is NAME = VALUE; \"%.100s\" is none "
		   "of these%s",
		   word, strchr(word, ':') ? ", and behind a workload's name and its : a blank follows" : "");
}

static int take_line(struct reader *in, const char *line)
{
	const char *rest, *name = split_name(line, '=', &rest), *fault, **words;
	int n_words;

	if (name)
		return take_row(in, name, rest);
	name = split_name(line, ':', &rest);
	fault = sumac_study_words(name ? rest : line, &n_words, &words);
	if (fault)
		return bad(in, "%s", fault);
	if (name && !is_name(name))
		return bad(in, "a workload's name has letters, digits and the characters _ . and -, which \"%.100s\" has not",
			   name);
	if (!n_words)
		return name ? bad(in, "the workload %s has no command", name) : 0;
	if (find_kind(words[0]) >= 0)
		return take_workload(in, name, n_words, words);
	if (name)
		return bad(in, "a workload's command begins with perf, run or mpirun, and not with \"%.100s\"", words[0]);
	return strcmp(words[0], "design") ? take_unknown(in, words[0]) : take_design(in, n_words, words);
}

/* A design without a row of its own has the one for all, before its own. */
static void add_common(const struct sumac_study_rows *for_all, struct sumac_study_design *design)
{
	struct sumac_study_rows own = design->rows, all = { 0 };

	for (int i = 0; i < for_all->n + own.n; i++) {
		const struct sumac_study_row *row = i < for_all->n ? &for_all->list[i] : &own.list[i - for_all->n];
		bool is_replaced = false;

		for (int k = 0; i < for_all->n && k < own.n; k++)
			is_replaced |= !strcmp(own.list[k].name, row->name);
		if (is_replaced)
			continue;
		all.list = sumac_study_grow(all.list, all.n, sizeof(*all.list));
		all.list[all.n++] = *row;
	}
	design->rows = all;
}

static int finish(struct reader *in)
{
	struct sumac_study_file *file = in->file;

	if (!file->n_workloads)
		return sumac_fail(SUMAC_EINVAL,
				  "%s has no workload: a line such as perf allreduce --type F32 --sizes 8:1K -n 4, "
				  "or mpirun -n 4 ./prog",
				  file->path);
	if (!file->n_designs) {
		file->designs = sumac_study_grow(NULL, 0, sizeof(*file->designs));
		file->designs[file->n_designs++] = (struct sumac_study_design){ .name = "base" };
	}
	for (int i = 0; i < file->n_designs; i++)
		add_common(&in->for_all, &file->designs[i]);
	return 0;
}

int sumac_study_file_read(const char *path, struct sumac_study_file *file_out)
{
	struct reader in = { .file = file_out };
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t cap = 0;
	ssize_t len = 0;
	int err = 0;

	*file_out = (struct sumac_study_file){ .path = sumac_study_text("%s", path) };
	in.rows = &in.for_all;
	if (!file)
		return sumac_fail(SUMAC_EINVAL, "the study's file %s cannot be read: %s", path, strerror(errno));
	errno = 0;
	for (in.line = 1; !err && (len = getline(&line, &cap, file)) >= 0; in.line++)
		err = strlen(line) == (size_t)len ? take_line(&in, line) : bad(&in, "the line holds a zero byte; this is no text");
	if (!err && ferror(file))
		err = sumac_fail(SUMAC_EINVAL, "the study's file %s cannot be read: %s", path, strerror(errno));
	free(line);
	fclose(file);
	return err ? err : finish(&in);
}
