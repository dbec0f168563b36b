/*
 * The status page's two sides: the rank's, which maps and stores, and the launcher's, which
 * copies until it catches a moment without stores.
 */
#include "core/report/status_page.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/say.h"
#include "spec/spec.h"

enum { READ_TRIES = 100 };

static int page_path(const char *job_dir, int rank, size_t cap_bytes, char *path_out)
{
	int len = snprintf(path_out, cap_bytes, "%s/rank-%d.status", job_dir, rank);

	return len < 0 || (size_t)len >= cap_bytes ? -SUMAC_EINVAL : 0;
}

/* Anonymous memory, so that callers need not distinguish a rank without a file. */
static int page_make(struct sumac_status_page **page_out)
{
	void *page = mmap(NULL, sizeof(struct sumac_status_page), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a status page");
	*page_out = page;
	return 0;
}

bool sumac_status_mark(const char *job_dir, const char *name)
{
	char path[512];
	int fd;

	if (snprintf(path, sizeof(path), "%s/%s", job_dir, name) >= (int)sizeof(path))
		return true;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0)
		close(fd);
	return fd >= 0 || errno != EEXIST;
}

/* A job without status pages computes all the same. The first rank in the folder that has to do without says so, since a full
 * file system still has room for an empty file. */
static int go_without(const char *job_dir, const char *path, const char *why, struct sumac_status_page **page_out)
{
	if (sumac_status_mark(job_dir, "no-status-page"))
		sumac_say(SUMAC_SAY_ALWAYS, "the status page %s has no room (%s): the job runs, but if it hangs, "
			  "nothing shows where its ranks are", path, why);
	return page_make(page_out);
}

static int page_map(const char *job_dir, int rank, bool is_needed, struct sumac_status_page **page_out)
{
	struct sumac_status_page earlier;
	char path[512];
	void *page;
	int fd, error;

	if (page_path(job_dir, rank, sizeof(path), path))
		return -SUMAC_EINVAL;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return sumac_fail(SUMAC_EIO, "the status page %s cannot be made: %s", path, strerror(errno));
	if (pread(fd, &earlier, sizeof(earlier), 0) == sizeof(earlier) && earlier.pid && earlier.pid != getpid()) {
		close(fd);
		return sumac_fail(SUMAC_ESTATE, "rank %d has already run a program (process %d), and a job takes one program per "
				  "rank: start each with its own `sumac run`", rank, earlier.pid);
	}
	/* A store to a part of the file that has no room on disk would kill the rank. */
	error = posix_fallocate(fd, 0, sizeof(struct sumac_status_page));
	if (error) {
		close(fd);
		if (!is_needed)
			return go_without(job_dir, path, strerror(error), page_out);
		return sumac_fail(SUMAC_EIO, "the status page %s has no room (%s), but the launcher needs it to check the setting "
				  "require = nic: free some space, or set XDG_RUNTIME_DIR or TMPDIR to another folder", path,
				  strerror(error));
	}
	page = mmap(NULL, sizeof(struct sumac_status_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (page == MAP_FAILED)
		return sumac_fail(SUMAC_EIO, "the status page %s cannot be mapped: %s", path, strerror(errno));
	*page_out = page;
	return 0;
}

int sumac_status_page_open(const char *job_dir, int rank, bool is_needed, struct sumac_status_page **page_out)
{
	struct sumac_status_page *page;
	int err = job_dir && *job_dir ? page_map(job_dir, rank, is_needed, &page) : page_make(&page);

	if (err)
		return err;
	memset(page, 0, sizeof(*page));
	page->pid = getpid();
	page->rank = rank;
	page->version = SUMAC_STATUS_PAGE_VERSION;
	*page_out = page;
	return 0;
}

struct sumac_status_text sumac_status_text(const char *call, const char *engine)
{
	struct sumac_status_text name = { "", "" };

	strncpy(name.call, call, sizeof(name.call) - 1);
	strncpy(name.engine, engine, sizeof(name.engine) - 1);
	return name;
}

void sumac_status_page_wait_for(struct sumac_status_page *page, const int *ranks, int n_ranks)
{
	int n_listed = n_ranks < SUMAC_STATUS_PAGE_MAX_WAITING ? n_ranks : SUMAC_STATUS_PAGE_MAX_WAITING;

	sumac_status_page_begin_change(page);
	for (int i = 0; i < n_listed; i++)
		page->waiting_for[i] = ranks[i];
	page->n_waiting = (uint32_t)n_ranks;
	sumac_status_page_end_change(page);
}

void sumac_status_page_refuse(struct sumac_status_page *page)
{
	sumac_status_page_begin_change(page);
	page->n_refused++;
	sumac_status_page_end_change(page);
}

void sumac_status_page_finish(struct sumac_status_page *page)
{
	sumac_status_page_begin_change(page);
	page->has_finished = 1;
	sumac_status_page_end_change(page);
}

void sumac_status_page_note_exit(struct sumac_status_page *page, int status)
{
	sumac_status_page_begin_change(page);
	page->exit_status = status;
	page->exit_ns = sumac_clock_ns();
	sumac_status_page_end_change(page);
}

void sumac_status_page_close(struct sumac_status_page *page)
{
	if (page)
		munmap(page, sizeof(*page));
}

/* A rank's data is not trusted: texts are terminated here, and the list's length is limited. */
static void make_safe(struct sumac_status_page *page)
{
	page->name.call[sizeof(page->name.call) - 1] = '\0';
	page->name.engine[sizeof(page->name.engine) - 1] = '\0';
}

int sumac_status_page_read(const char *job_dir, int rank, struct sumac_status_page *page_out)
{
	char path[512];
	ssize_t n_bytes = 0;
	int fd;

	if (page_path(job_dir, rank, sizeof(path), path))
		return -SUMAC_EINVAL;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return -SUMAC_ENODEV;
	/* A rank that was stopped amid its stores leaves an odd count; the last copy must do then. */
	for (int try = 0; try < READ_TRIES; try++) {
		struct sumac_status_page again;

		n_bytes = pread(fd, page_out, sizeof(*page_out), 0);
		if (n_bytes != sizeof(*page_out) || pread(fd, &again, sizeof(again), 0) != sizeof(again))
			break;
		if (page_out->n_changes % 2 == 0 && page_out->n_changes == again.n_changes)
			break;
		usleep(100);
	}
	close(fd);
	if (!n_bytes)
		return -SUMAC_ENOMEM;
	if (n_bytes != sizeof(*page_out) || page_out->version != SUMAC_STATUS_PAGE_VERSION)
		return -SUMAC_ENODEV;
	make_safe(page_out);
	return 0;
}

bool sumac_status_is_marked(const char *job_dir, const char *name)
{
	char path[512];

	return snprintf(path, sizeof(path), "%s/%s", job_dir, name) < (int)sizeof(path) && !access(path, F_OK);
}
