/*
 * The page's skeleton, page.html, has a line @NAME@ for each part that is put in.
 */
#include "page/page_make.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"

enum { PATH_BYTES = PATH_MAX + 64 };

/* A whole file as text; NULL: an error with a story. */
static char *read_text(const char *path)
{
	FILE *from = fopen(path, "re");
	char *text = NULL;
	size_t cap = 0;
	ssize_t len = -1;
	bool is_read;

	errno = 0;
	if (from)
		len = getdelim(&text, &cap, '\0', from);
	is_read = len >= 0 || (from && feof(from) && text);
	if (!is_read)
		sumac_fail(SUMAC_EIO, "cannot read %s: %s", path, strerror(errno ? errno : EIO));
	else if (len < 0)
		*text = '\0';
	if (from)
		fclose(from);
	if (is_read)
		return text;
	free(text);
	return NULL;
}

int sumac_page_read_d3(struct sumac_page *page)
{
	if (access(page->d3, F_OK))
		return sumac_fail(SUMAC_EINVAL, "the plots need d3, and there is no %s: install it by `apt-get install libjs-d3`, "
				  "or name another file by --d3", page->d3);
	page->d3_text = read_text(page->d3);
	if (!page->d3_text)
		return -SUMAC_EIO;
	if (!strstr(page->d3_text, "version:\"3.") && !strstr(page->d3_text, "version: \"3."))
		return sumac_fail(SUMAC_EINVAL, "%s is not version 3 of d3, which Debian's libjs-d3 has", page->d3);
	return 0;
}

/* Code within a script element: what would end or change the element can only stand in a string or a regular expression, where a
 * backslash before / or ! means nothing. */
static void print_script(FILE *to, const char *text)
{
	for (; *text; text++) {
		bool is_end = !strncasecmp(text, "</script", 8), is_comment = !strncmp(text, "<!--", 4);

		putc(*text, to);
		if (is_end || is_comment)
			putc('\\', to);
	}
}

static void print_data(FILE *to, const struct sumac_page *page)
{
	fputs("{\"results\":", to);
	sumac_page_rows_print_text(to, page->results);
	fputs(",\n\"rows\":", to);
	sumac_page_rows_print(to, &page->rows);
	if (page->baseline) {
		fputs(",\n\"baseline\":", to);
		sumac_page_rows_print_text(to, page->baseline);
		fputs(",\n\"before\":", to);
		sumac_page_rows_print(to, &page->before);
		fputs(",\n\"match\":[", to);
		for (long i = 0; i < page->rows.n; i++)
			fprintf(to, i ? ",%ld" : "%ld", page->rows.list[i].match);
		putc(']', to);
	}
	fputs("}\n", to);
}

static int print_part(FILE *to, const struct sumac_page *page, const char *name)
{
	char path[PATH_BYTES], *text;

	if (!strcmp(name, "d3"))
		print_script(to, page->d3_text);
	else if (!strcmp(name, "data"))
		print_data(to, page);
	else {
		snprintf(path, sizeof(path), "%s/%s", page->folder, name);
		text = read_text(path);
		if (!text)
			return -SUMAC_EIO;
		print_script(to, text);
		free(text);
	}
	putc('\n', to);
	return 0;
}

static int print_page(FILE *to, const struct sumac_page *page)
{
	char path[PATH_BYTES], *text, *rest, *line;
	int err = 0;

	snprintf(path, sizeof(path), "%s/page.html", page->folder);
	text = rest = read_text(path);
	if (!text)
		return -SUMAC_EIO;
	while (!err && (line = strsep(&rest, "\n"))) {
		size_t len = strlen(line);

		if (len > 2 && line[0] == '@' && line[len - 1] == '@') {
			line[len - 1] = '\0';
			err = print_part(to, page, line + 1);
		} else if (len || rest) {
			fprintf(to, "%s\n", line);
		}
	}
	free(text);
	return err;
}

/* Prints into an open file and closes it. */
static int print_and_close(FILE *to, const struct sumac_page *page, const char *path)
{
	int err;
	bool is_bad;

	if (!to)
		return sumac_fail(SUMAC_EIO, "cannot write %s: %s", path, strerror(errno));
	errno = 0;
	err = print_page(to, page);
	is_bad = fflush(to) || ferror(to);
	is_bad |= fclose(to) != 0;
	if (!err && is_bad)
		err = sumac_fail(SUMAC_EIO, "cannot write %s: %s", path, strerror(errno ? errno : EIO));
	return err;
}

int sumac_page_write(const struct sumac_page *page, const char *path)
{
	char beside[PATH_BYTES];
	struct stat file;
	int err;

	if (!stat(path, &file) && !S_ISREG(file.st_mode)) /* a pipe or a device */
		return print_and_close(fopen(path, "we"), page, path);
	if (snprintf(beside, sizeof(beside), "%s.%d.new", path, (int)getpid()) >= (int)sizeof(beside))
		return sumac_fail(SUMAC_EINVAL, "the path %s is too long", path);
	err = print_and_close(fopen(beside, "we"), page, path);
	if (!err && rename(beside, path))
		err = sumac_fail(SUMAC_EIO, "cannot write %s: %s", path, strerror(errno));
	if (err)
		unlink(beside);
	return err;
}
