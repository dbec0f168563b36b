/*
 * A test's processes. Their output goes to memory files, so that nobody has to read it while they run.
 */
#define _GNU_SOURCE /* memfd_create, nftw */
#include "child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "launch/descendants.h"

enum { PAUSE_US = 5000 };

char child_out[1 << 16], child_err[1 << 16];
static char dir[64];

void child_complain(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
	fflush(NULL);
	_exit(CHILD_COMPLAINED);
}

static void read_back(int fd, size_t cap_bytes, char *text_out)
{
	ssize_t n = pread(fd, text_out, cap_bytes - 1, 0);

	text_out[n > 0 ? n : 0] = '\0';
	close(fd);
}

static int wait_status_of(pid_t pid)
{
	time_t end = time(NULL) + CHILD_HUNG_S;
	int status;

	while (!waitpid(pid, &status, WNOHANG)) {
		if (time(NULL) > end)
			kill(pid, SIGKILL);
		usleep(PAUSE_US);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

int child_run(int (*body)(void *ctx), void *ctx)
{
	int out_fd = memfd_create("out", MFD_CLOEXEC), err_fd = memfd_create("err", MFD_CLOEXEC), code;
	pid_t pid;

	sumac_descendants_adopt();
	fflush(NULL);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		dup2(out_fd, STDOUT_FILENO);
		dup2(err_fd, STDERR_FILENO);
		code = body(ctx);
		fflush(NULL);
		_exit(code);
	}
	code = wait_status_of(pid);
	sumac_descendants_kill(NULL, NULL); /* so that a failing test leaves no processes behind for the next */
	read_back(out_fd, sizeof(child_out), child_out);
	read_back(err_fd, sizeof(child_err), child_err);
	if (code == CHILD_COMPLAINED || code >= 256)
		print_error("%s%s\n", child_out, child_err);
	return code;
}

static int execute(void *ctx)
{
	execvp(((char *const *)ctx)[0], ctx);
	fprintf(stderr, "cannot run %s: %s\n", ((char *const *)ctx)[0], strerror(errno));
	return CHILD_COMPLAINED;
}

int child_execute(const char *const *words)
{
	return child_run(execute, (void *)words);
}

bool child_is_alive(pid_t pid)
{
	char path[64], line[512] = "";
	const char *after_name;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	line[fread(line, 1, sizeof(line) - 1, file)] = '\0';
	fclose(file);
	after_name = strrchr(line, ')');
	return after_name && strncmp(after_name, ") Z", 3);
}

bool child_goes(pid_t pid)
{
	for (time_t end = time(NULL) + CHILD_HUNG_S; time(NULL) < end; usleep(PAUSE_US))
		if (!child_is_alive(pid))
			return true;
	return false;
}

int child_make_dir(void **state)
{
	(void)state;
	strcpy(dir, "/tmp/sumac-test-XXXXXX");
	assert_non_null(mkdtemp(dir));
	setenv("CHILD_DIR", dir, 1);
	return 0;
}

static int remove_entry(const char *path, const struct stat *stat, int kind, struct FTW *walk)
{
	(void)stat, (void)kind, (void)walk;
	return remove(path);
}

int child_remove_dir(void **state)
{
	(void)state;
	return nftw(dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

enum { PATH_BYTES = 256 };

static const char *write_path(const char *name, char path_out[PATH_BYTES])
{
	snprintf(path_out, PATH_BYTES, "%s/%s", getenv("CHILD_DIR"), name);
	return path_out;
}

const char *child_path(const char *name)
{
	static char paths[8][PATH_BYTES];
	static int turn;

	turn = (turn + 1) % 8;
	return write_path(name, paths[turn]);
}

/* Whoever waits for the file finds it whole, and may remove it at once. */
void child_write(const char *name, const char *text, int mode)
{
	char path[PATH_BYTES], unready[PATH_BYTES + 32];
	FILE *file;

	/* Several processes of a test may write the same. */
	snprintf(unready, sizeof(unready), "%s.unready.%d", write_path(name, path), (int)getpid());
	file = fopen(unready, "we");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fchmod(fileno(file), (mode_t)mode), 0);
	fclose(file);
	assert_int_equal(rename(unready, path), 0);
}

const char *child_read(const char *name)
{
	static char text[1 << 16];
	char path[PATH_BYTES];
	int fd = open(write_path(name, path), O_RDONLY | O_CLOEXEC);

	text[0] = '\0';
	if (fd >= 0)
		read_back(fd, sizeof(text), text);
	return text;
}

bool child_has(const char *name)
{
	char path[PATH_BYTES];

	return !access(write_path(name, path), F_OK);
}

int child_make_folder(const char *name)
{
	char path[PATH_BYTES];

	return mkdir(write_path(name, path), 0700);
}

int child_count_in(const char *name)
{
	char path[PATH_BYTES];
	DIR *folder = opendir(write_path(name, path));
	struct dirent *entry;
	int n = 0;

	assert_non_null(folder);
	while ((entry = readdir(folder)))
		n += entry->d_name[0] != '.';
	closedir(folder);
	return n;
}

bool child_wait_for(const char *name, const char *text)
{
	for (time_t end = time(NULL) + CHILD_HUNG_S; time(NULL) < end; usleep(PAUSE_US))
		if (child_has(name) && strstr(child_read(name), text))
			return true;
	return false;
}
