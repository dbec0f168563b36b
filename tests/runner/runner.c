/*
 * Runs tests side by side: runner [-j CORES] LOGS TIMES <rows. A row is NAME, SHARE of a core in percent, LIMIT in seconds and
 * COMMAND, with tabs between; the limit grows with the machine's load. The longest by the last run's times (the file TIMES) begin
 * first, after those that have none, which keep their order. Each has a process group of its own, which goes when its time is up,
 * when it is interrupted, and when the runner dies. LOGS/NAME gets what it prints. The closing line is "N passed, M failed", after
 * the names of the failed; LOGS/closing gets these lines, too. The status is 0 when all have passed, 1 when not, more when they
 * have not all been run.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_S = 5, PROGRESS_S = 15, HEAD_LINES = 20, TAIL_LINES = 60 };
enum state { WAITS, RUNS, PASSED, FAILED };

struct test {
	char *name, *command;
	int share_percent, limit_s;
	double last_s; /* what it took last time; less than 0: not known */
	double begun_s, took_s, cpu_s;
	enum state state;
	pid_t group;
	bool timed_out;
	double told_s; /* when it was told to end, then */
};

static struct test *tests;
static int n_tests, n_done, n_failed, n_cores;
static const char *logs, *times;
static double cpu_s; /* of all that have ended, and of those that they have waited for */
static int watcher_fd = -1;
static bool on_terminal;

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval t)
{
	return t.tv_sec + t.tv_usec * 1e-6;
}

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "runner: %s\n", what);
	exit(2);
}

static char *copy(const char *text)
{
	char *copied = text ? strdup(text) : NULL;

	if (!copied)
		die("a row is NAME, SHARE, LIMIT and COMMAND, with tabs between");
	return copied;
}

static struct test *find(const char *name)
{
	for (int i = 0; i < n_tests; i++)
		if (!strcmp(tests[i].name, name))
			return &tests[i];
	return NULL;
}

static void read_rows(void)
{
	char *line = NULL;
	size_t cap_bytes = 0;

	while (getline(&line, &cap_bytes, stdin) > 0) {
		char *rest = line;
		struct test test = { .last_s = -1 };

		line[strcspn(line, "\n")] = 0;
		test.name = copy(strsep(&rest, "\t"));
		test.share_percent = atoi(copy(strsep(&rest, "\t")));
		test.limit_s = atoi(copy(strsep(&rest, "\t")));
		test.command = copy(rest);
		if (find(test.name)) {
			fprintf(stderr, "runner: two tests are called %s\n", test.name);
			exit(2);
		}
		tests = realloc(tests, (n_tests + 1) * sizeof *tests);
		if (!tests)
			die("no memory");
		tests[n_tests++] = test;
	}
	free(line);
}

/* A line is seconds, a tab, and the name. */
static void read_times(void)
{
	FILE *file = fopen(times, "r");
	char line[1024];

	while (file && fgets(line, sizeof line, file)) {
		char *name = strchr(line, '\t');
		struct test *test;

		line[strcspn(line, "\n")] = 0;
		if (name && (test = find(name + 1)))
			test->last_s = atof(line);
	}
	if (file)
		fclose(file);
}

/* The times of tests that have not run this time stay. */
static void write_times(void)
{
	char path[4096], line[1024];
	FILE *old = fopen(times, "r"), *new;

	snprintf(path, sizeof path, "%s.new", times);
	new = fopen(path, "w");
	while (new && old && fgets(line, sizeof line, old)) {
		char *name = strchr(line, '\t');
		struct test *test;

		line[strcspn(line, "\n")] = 0;
		test = name ? find(name + 1) : NULL;
		if (name && !(test && test->state == PASSED))
			fprintf(new, "%s\n", line);
	}
	for (int i = 0; new && i < n_tests; i++)
		if (tests[i].state == PASSED)
			fprintf(new, "%.2f\t%s\n", tests[i].took_s, tests[i].name);
	if (old)
		fclose(old);
	if (new && !fclose(new))
		rename(path, times);
}

static void log_path(const struct test *test, size_t cap_bytes, char *path_out)
{
	size_t at = snprintf(path_out, cap_bytes, "%s/", logs);

	snprintf(path_out + at, cap_bytes - at, "%s", test->name);
	for (char *c = path_out + at; c < path_out + cap_bytes && *c; c++)
		if (*c == '/' || *c == ' ')
			*c = '_';
}

/*
 * A process of its own that is told of each group as it begins (its number) and as it has ended (the number negated), and kills
 * those that are left when the runner is gone.
 */
static void start_watcher(void)
{
	int fd[2], group, left[1024], n = 0;

	if (pipe2(fd, O_CLOEXEC))
		die("no pipe");
	switch (fork()) {
	case -1:
		die("no process");
	case 0:
		setsid();
		close(fd[1]);
		while (read(fd[0], &group, sizeof group) == sizeof group) {
			if (group > 0 && n < (int)(sizeof left / sizeof *left))
				left[n++] = group;
			for (int i = 0; i < n; i++)
				if (left[i] == -group)
					left[i--] = left[--n];
		}
		for (int i = 0; i < n; i++)
			kill(-left[i], SIGTERM);
		if (n)
			sleep(1);
		for (int i = 0; i < n; i++)
			kill(-left[i], SIGKILL);
		_exit(0);
	}
	close(fd[0]);
	watcher_fd = fd[1];
}

static void tell_watcher(int group)
{
	if (write(watcher_fd, &group, sizeof group) != sizeof group)
		die("the watcher is gone");
}

static _Noreturn void become(const struct test *test)
{
	char path[4096];
	int log, nothing = open("/dev/null", O_RDONLY);
	sigset_t none;

	log_path(test, sizeof path, path);
	log = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	/* Tests do not ignore signals that the caller ignores, as a shell's background jobs ignore SIGINT. */
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (log < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
		_exit(126);
	close(log);
	close(nothing);
	execl("/bin/sh", "sh", "-c", test->command, (char *)NULL);
	_exit(127);
}

static void start(struct test *test)
{
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child < 0)
		die("no process");
	if (!child)
		become(test);
	setpgid(child, child); /* as the child does itself: either may be first */
	tell_watcher(child);
	test->group = child;
	test->state = RUNS;
	test->begun_s = now_s();
}

/* The running tests' share of the cores, in percent of one. */
static int shares(void)
{
	int sum = 0;

	for (int i = 0; i < n_tests; i++)
		if (tests[i].state == RUNS)
			sum += tests[i].share_percent;
	return sum;
}

static void start_what_fits(void)
{
	int used = shares();

	for (int i = 0; i < n_tests && used < n_cores * 100; i++) {
		if (tests[i].state != WAITS || (used && used + tests[i].share_percent > n_cores * 100))
			continue;
		start(&tests[i]);
		used += tests[i].share_percent;
	}
}

static void clear_status(void)
{
	if (on_terminal)
		printf("\r\033[K");
}

static bool tells_failure(const char *line)
{
	return strstr(line, "FAIL") || strstr(line, "ERROR") || strstr(line, "rror:");
}

/* First the lines that tell failures: the rest may be long. Then the last ones. */
static void print_log(const struct test *test)
{
	char path[4096], *line = NULL;
	size_t cap_bytes = 0;
	int n_lines = 0, n_told = 0;
	FILE *log;

	log_path(test, sizeof path, path);
	log = fopen(path, "r");
	for (; log && getline(&line, &cap_bytes, log) > 0; n_lines++)
		if (tells_failure(line) && n_told++ < HEAD_LINES)
			printf("      > %d: %s%s", n_lines + 1, line, strchr(line, '\n') ? "" : "\n");
	if (log)
		rewind(log);
	for (int at = 0; log && getline(&line, &cap_bytes, log) > 0; at++)
		if (at >= n_lines - TAIL_LINES)
			printf("      %s%s", line, strchr(line, '\n') ? "" : "\n");
	printf("      (%s)\n", path);
	if (log)
		fclose(log);
	free(line);
}

static void finish(struct test *test, int status)
{
	kill(-test->group, SIGKILL); /* what it has left behind */
	tell_watcher(-test->group);
	test->took_s = now_s() - test->begun_s;
	test->state = !status && !test->timed_out ? PASSED : FAILED;
	n_done++;
	clear_status();
	if (test->state == PASSED) {
		printf("ok    %s (%.1f s, %.1f s of processor)\n", test->name, test->took_s, test->cpu_s);
		return;
	}
	n_failed++;
	printf("FAIL  %s (%.1f s, ", test->name, test->took_s);
	if (test->timed_out)
		printf("no end within %d s)\n", test->limit_s);
	else if (WIFSIGNALED(status))
		printf("killed by signal %d)\n", WTERMSIG(status));
	else
		printf("status %d)\n", WEXITSTATUS(status));
	print_log(test);
}

static void reap(void)
{
	struct rusage used;
	int status;
	pid_t child;

	while ((child = wait4(-1, &status, WNOHANG, &used)) > 0)
		for (int i = 0; i < n_tests; i++) {
			if (tests[i].state != RUNS || tests[i].group != child)
				continue;
			tests[i].cpu_s = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
			cpu_s += tests[i].cpu_s;
			finish(&tests[i], status);
		}
}

/* How many times as long a test may take as on a machine of its own: each has a part of a core while more want to run. */
static double patience(void)
{
	double load;

	return getloadavg(&load, 1) == 1 && load > n_cores ? load / n_cores : 1;
}

static void end_what_takes_too_long(void)
{
	double times_as_long = patience(), now = now_s();

	for (int i = 0; i < n_tests; i++) {
		struct test *test = &tests[i];

		if (test->state != RUNS || (!test->timed_out && now - test->begun_s < test->limit_s * times_as_long))
			continue;
		if (!test->timed_out) {
			kill(-test->group, SIGTERM);
			test->told_s = now;
		} else if (now - test->told_s > GRACE_S) {
			kill(-test->group, SIGKILL);
		}
		test->timed_out = true;
	}
}

/* Seconds, by the last times; of those that are not known, the mean of the known. Less than 0: no idea. */
static double left_s(void)
{
	double known_s = 0, sum_s = 0, longest_s = 0;
	int n_known = 0;

	for (int i = 0; i < n_tests; i++)
		if (tests[i].last_s >= 0)
			known_s += tests[i].last_s, n_known++;
	for (int i = 0; i < n_tests; i++) {
		const struct test *test = &tests[i];
		double test_s = test->last_s >= 0 ? test->last_s : known_s / (n_known ? n_known : 1);

		if (test->state == RUNS)
			test_s -= now_s() - test->begun_s;
		if (test->state > RUNS || test_s < 0)
			continue;
		sum_s += test_s * test->share_percent / 100;
		longest_s = test_s > longest_s ? test_s : longest_s;
	}
	if (!n_known)
		return -1;
	return sum_s / n_cores > longest_s ? sum_s / n_cores : longest_s;
}

static void tell_progress(void)
{
	int room = on_terminal ? 100 : 1000, n;
	double seconds = left_s();
	char line[1200], left[40] = "";
	const char *between = "";

	if (seconds >= 0)
		snprintf(left, sizeof left, "; about %d:%02d left", (int)seconds / 60, (int)seconds % 60);
	n = snprintf(line, sizeof line, "      %d of %d done, %d failed%s; running: ", n_done, n_tests, n_failed, left);
	for (int i = 0; i < n_tests && n < room; i++) {
		if (tests[i].state != RUNS)
			continue;
		n += snprintf(line + n, room + 50 - n, "%s%s", between, tests[i].name);
		between = ", ";
	}
	clear_status();
	printf(on_terminal ? "%.*s" : "%.*s\n", room, line);
	fflush(stdout);
}

static int first_longest(const void *left, const void *right)
{
	const struct test *a = left, *b = right;
	double a_s = a->last_s < 0 ? 1e9 : a->last_s, b_s = b->last_s < 0 ? 1e9 : b->last_s;

	if (a_s != b_s)
		return a_s < b_s ? 1 : -1;
	return (a->begun_s > b->begun_s) - (a->begun_s < b->begun_s);
}

static void put_in_order(void)
{
	for (int i = 0; i < n_tests; i++)
		tests[i].begun_s = i; /* qsort() keeps no order by itself */
	qsort(tests, n_tests, sizeof *tests, first_longest);
}

static _Noreturn void end_all(int signal)
{
	for (int seconds = 0; seconds <= GRACE_S && shares(); seconds++) {
		for (int i = 0; i < n_tests; i++)
			if (tests[i].state == RUNS)
				kill(-tests[i].group, seconds < GRACE_S ? SIGTERM : SIGKILL);
		for (int tenths = 0; tenths < 10 && shares(); tenths++) {
			pid_t child;

			poll(NULL, 0, 100);
			while ((child = waitpid(-1, NULL, WNOHANG)) > 0)
				for (int i = 0; i < n_tests; i++)
					if (tests[i].group == child)
						tests[i].state = WAITS;
		}
	}
	clear_status();
	printf("ended by signal %d after %d of %d tests\n", signal, n_done, n_tests);
	exit(128 + signal);
}

static void run_all(void)
{
	double told_s = now_s();
	struct timespec tick = { .tv_sec = 1 };
	sigset_t awaited;

	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	sigaddset(&awaited, SIGINT);
	sigaddset(&awaited, SIGTERM);
	sigaddset(&awaited, SIGHUP);
	sigprocmask(SIG_BLOCK, &awaited, NULL);
	while (n_done < n_tests) {
		int signal;

		start_what_fits();
		if (on_terminal || now_s() - told_s >= PROGRESS_S) {
			tell_progress();
			told_s = now_s();
		}
		signal = sigtimedwait(&awaited, NULL, &tick);
		if (signal > 0 && signal != SIGCHLD)
			end_all(signal);
		reap();
		end_what_takes_too_long();
	}
	clear_status();
}

static void count_cores(int argc, char *argv[])
{
	cpu_set_t cores;

	n_cores = sched_getaffinity(0, sizeof cores, &cores) ? 1 : CPU_COUNT(&cores);
	if (argc > 2 && !strcmp(argv[1], "-j"))
		n_cores = atoi(argv[2]);
	if (n_cores < 1)
		die("-j takes a number of cores");
}

static void close_with(FILE *out)
{
	for (int i = 0; i < n_tests; i++)
		if (tests[i].state == FAILED)
			fprintf(out, "failed: %s\n", tests[i].name);
	fprintf(out, "%d passed, %d failed\n", n_tests - n_failed, n_failed);
}

int main(int argc, char *argv[])
{
	double begun_s = now_s();
	char path[4096];
	FILE *closing;

	count_cores(argc, argv);
	if (argc != 3 && argc != 5)
		die("usage: runner [-j CORES] LOGS TIMES <rows");
	logs = argv[argc - 2];
	times = argv[argc - 1];
	on_terminal = isatty(1);
	read_rows();
	read_times();
	put_in_order();
	start_watcher();
	run_all();
	write_times();
	begun_s = now_s() - begun_s;
	printf("%d:%02d minutes, %.0f s of processor time on %d cores\n", (int)begun_s / 60, (int)begun_s % 60, cpu_s, n_cores);
	snprintf(path, sizeof path, "%s/closing", logs);
	closing = fopen(path, "a");
	if (!closing)
		die("cannot write the closing lines");
	close_with(stdout);
	close_with(closing);
	return fclose(closing) ? 2 : n_failed || !n_tests;
}
