/*
 * Behind the mark #svg the page shows nothing but its plots. Each svg element has a file's name.
 */
#define _GNU_SOURCE /* pipe2, nftw */
#include "page/page_svg.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/fail.h"
#include "launch/search_path.h"

enum { PATIENCE_S = 120, NAME_CAP = 128 };

#define NAME_MARK "data-file=\""

static int find_browser(const char *wanted, char path_out[SUMAC_TOOL_PATH_BYTES])
{
	static const char *const names[] = { "chromium", "chromium-browser", "google-chrome", "google-chrome-stable" };

	if (wanted && sumac_search_path(wanted, path_out))
		return 0;
	for (size_t i = 0; !wanted && i < sizeof(names) / sizeof(names[0]); i++)
		if (sumac_search_path(names[i], path_out))
			return 0;
	if (wanted)
		return sumac_fail(SUMAC_EINVAL, "there is no program %s", wanted);
	return sumac_fail(SUMAC_EINVAL, "a browser draws the plots, and there is no Chromium: "
			  "install it by `apt-get install chromium`, or name one by --browser");
}

/* In the child. The browser's complaints go to a file in its folder: without a desktop it has many. */
static void run_browser(const char *browser, const char *page, const char *home, int to)
{
	char profile[PATH_MAX + 32], url[PATH_MAX + 32], errors[PATH_MAX + 32];
	const char *words[] = { browser, "--headless", "--disable-gpu", "--no-first-run", profile, "--dump-dom", url,
				geteuid() ? NULL : "--no-sandbox", NULL }; /* root has no sandbox */

	snprintf(profile, sizeof(profile), "--user-data-dir=%s/profile", home);
	snprintf(url, sizeof(url), "file://%s#svg", page);
	snprintf(errors, sizeof(errors), "%s/errors", home);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* it ends with this tool, however that ends */
	if (dup2(to, STDOUT_FILENO) < 0 || !freopen(errors, "w", stderr))
		_exit(127);
	execv(browser, (char *const *)words);
	_exit(127);
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* All that comes from there until it ends; NULL: it takes too long, or there is no memory. */
static char *collect(int from)
{
	double end_s = now_s() + PATIENCE_S;
	struct pollfd wait = { .fd = from, .events = POLLIN };
	size_t len = 0, cap = 1 << 16;
	char *text = malloc(cap);

	while (text) {
		double left_s = end_s - now_s();
		ssize_t n;

		if (left_s <= 0)
			break;
		if (poll(&wait, 1, (int)(1000 * left_s) + 1) <= 0)
			continue;
		n = read(from, text + len, cap - len - 1);
		if (n < 0 && errno != EINTR)
			break;
		if (!n) {
			text[len] = '\0';
			return text;
		}
		len += n > 0 ? (size_t)n : 0;
		if (len + 1 == cap) {
			char *more = realloc(text, cap *= 2);

			if (!more)
				break;
			text = more;
		}
	}
	free(text);
	return NULL;
}

/* The document that the browser makes of the page; NULL: an error with a story. */
static char *draw(const char *browser, const char *page, const char *home)
{
	int ends[2], status = 0;
	char *document;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) || (pid = fork()) < 0) {
		sumac_fail(SUMAC_EIO, "cannot start %s: %s", browser, strerror(errno));
		return NULL;
	}
	if (!pid)
		run_browser(browser, page, home, ends[1]);
	setpgid(pid, pid);
	close(ends[1]);
	document = collect(ends[0]);
	close(ends[0]);
	if (!document)
		kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	kill(-pid, SIGKILL); /* its helpers */
	if (!document)
		sumac_fail(SUMAC_EIO, "%s has not drawn the page within %d seconds", browser, PATIENCE_S);
	else if (status)
		sumac_fail(SUMAC_EIO, "%s cannot draw the page: it ended with %s %d", browser,
			   WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	if (document && !status)
		return document;
	free(document);
	return NULL;
}

static int remove_one(const char *path, const struct stat *file, int kind, struct FTW *where)
{
	(void)file;
	(void)kind;
	(void)where;
	remove(path);
	return 0;
}

static int write_svg(const char *folder, const char *name, const char *text, size_t len)
{
	char path[PATH_MAX + NAME_CAP];
	FILE *to;
	bool is_bad;

	snprintf(path, sizeof(path), "%s/%s.svg", folder, name);
	to = fopen(path, "we");
	if (to) {
		fprintf(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n%.*s\n", (int)len, text);
		is_bad = ferror(to);
		is_bad |= fclose(to) != 0;
	}
	if (!to || is_bad) {
		int err = sumac_fail(SUMAC_EIO, "cannot write %s: %s", path, strerror(errno));

		if (to)
			unlink(path);
		return err;
	}
	printf("%s\n", path);
	return 0;
}

int sumac_page_svg_split(const char *document, const char *folder)
{
	static const char end_mark[] = "</svg>";
	int n = 0;

	for (const char *at = document; (at = strstr(at, "<svg ")); n++) {
		const char *end = strstr(at, end_mark), *mark = strstr(at, NAME_MARK);
		char name[NAME_CAP] = "";
		size_t len = 0;

		if (mark && end && mark < end) {
			mark += strlen(NAME_MARK);
			len = strspn(mark, "abcdefghijklmnopqrstuvwxyz0123456789-");
		}
		if (!len || len >= sizeof(name) || mark[len] != '"')
			return sumac_fail(SUMAC_EIO, "the browser has printed a plot without a name or an end");
		memcpy(name, mark, len);
		end += strlen(end_mark);
		if (write_svg(folder, name, at, (size_t)(end - at)))
			return -SUMAC_EIO;
		at = end;
	}
	return n ? n : sumac_fail(SUMAC_EIO, "the results have nothing to plot, or the browser has not run the page's script");
}

int sumac_page_svg(const struct sumac_page *page, const char *browser, const char *folder)
{
	char program[SUMAC_TOOL_PATH_BYTES], home[] = "/tmp/sumac-page-XXXXXX", path[sizeof(home) + 16], *document = NULL;
	int n = find_browser(browser, program);

	if (n)
		return n;
	if (mkdir(folder, 0777) && errno != EEXIST)
		return sumac_fail(SUMAC_EIO, "cannot make the folder %s: %s", folder, strerror(errno));
	if (!mkdtemp(home))
		return sumac_fail(SUMAC_EIO, "cannot make a folder in /tmp: %s", strerror(errno));
	snprintf(path, sizeof(path), "%s/page.html", home);
	n = sumac_page_write(page, path);
	if (!n) {
		document = draw(program, path, home);
		n = document ? sumac_page_svg_split(document, folder) : -SUMAC_EIO;
	}
	free(document);
	nftw(home, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return n;
}
