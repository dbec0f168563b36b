/*
 * Starts and ends `sumac-rack`. A line on one pipe says that its socket accepts ranks; it ends by itself when the
 * other pipe closes, so it does not outlive a killed launcher.
 */
#define _GNU_SOURCE /* pipe2 */
#include "launch/rack_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/settings.h"
#include "bus/rack/protocol.h"
#include "launch/keeper.h"
#include "launch/exit_status.h"
#include "launch/layout.h"

enum {
	READY_S = 30, /* a big rack takes a while to reset on a busy machine */
	MAX_WORDS = 80,
};

/* Other options that the rack gets from the settings. */
static const struct {
	const char *option;
	enum sumac_setting setting;
} surroundings[] = {
	{ "--nic-mhz", SUMAC_SETTING_NIC_MHZ },
	{ "--link-gbps", SUMAC_SETTING_LINK_GBPS },
	{ "--hop-ns", SUMAC_SETTING_HOP_NS },
	{ "--switch-ns", SUMAC_SETTING_SWITCH_NS },
	{ "--host-gbps", SUMAC_SETTING_HOST_GBPS },
	{ "--host-doorbell-ns", SUMAC_SETTING_HOST_DOORBELL_NS },
	{ "--host-read-ns", SUMAC_SETTING_HOST_READ_NS },
	{ "--host-write-ns", SUMAC_SETTING_HOST_WRITE_NS },
	{ "--buffer-kib", SUMAC_SETTING_BUFFER_KIB },
	{ "--topology", SUMAC_SETTING_TOPOLOGY },
	{ "--leaf-nics", SUMAC_SETTING_LEAF_NICS },
	{ "--leaf-uplinks", SUMAC_SETTING_LEAF_UPLINKS },
	{ "--rack-threads", SUMAC_SETTING_RACK_THREADS },
	{ "--stats", SUMAC_SETTING_RACK_STATS },
	{ "--rack-events", SUMAC_SETTING_RACK_EVENTS },
	{ "--trace", SUMAC_SETTING_TRACE },
	{ "--faults", SUMAC_SETTING_FAULTS },
	{ "--pcap", SUMAC_SETTING_PCAP },
	{ "--script", SUMAC_SETTING_SCRIPT },
	{ "--wave", SUMAC_SETTING_WAVE },
	{ "--wave-nic", SUMAC_SETTING_WAVE_NIC },
	{ "--wave-call", SUMAC_SETTING_WAVE_CALL },
	{ "--wave-cycles", SUMAC_SETTING_WAVE_CYCLES },
};

/* Appends those that have a value to the n words; numbers are written without K, M and G. */
static void add_surroundings(const char *words[MAX_WORDS], int n)
{
	static char numbers[sizeof(surroundings) / sizeof(surroundings[0])][24];

	for (size_t i = 0; i < sizeof(surroundings) / sizeof(surroundings[0]); i++) {
		enum sumac_setting setting = surroundings[i].setting;
		const char *text = sumac_setting_string(setting), *choices = sumac_setting_choices(setting);
		bool is_number = *choices && !strchr(choices, '|');

		if (!*text)
			continue;
		snprintf(numbers[i], sizeof(numbers[i]), "%lld", (long long)sumac_setting_int(setting));
		words[n++] = surroundings[i].option;
		words[n++] = is_number ? numbers[i] : text;
	}
	words[n] = NULL;
}

static void become_rack(const char *path, const char *socket_path, int n_nics, const char *clock, const char *patience,
			int parent_fd, int ready_fd)
{
	char nics[16], parent[16], ready[16];
	const char *words[MAX_WORDS] = { "sumac-rack", "--socket", socket_path, "--nics", nics, "--clock", clock,
					 "--patience", patience, "--parent-fd", parent, "--ready-fd", ready };
	int n_words = 0;

	sumac_keeper_become_helper(parent_fd, ready_fd);
	snprintf(nics, sizeof(nics), "%d", n_nics);
	snprintf(parent, sizeof(parent), "%d", parent_fd);
	snprintf(ready, sizeof(ready), "%d", ready_fd);
	while (words[n_words])
		n_words++;
	add_surroundings(words, n_words);
	execv(path, (char *const *)words);
	fprintf(stderr, "sumac: cannot run %s: %s\n", path, strerror(errno));
	_exit(SUMAC_EXIT_NOT_FOUND);
}

/* Takes the user's signals; returns whether one of them asks for the end. */
static bool is_asked_to_end(struct sumac_rack_wait *wait)
{
	struct signalfd_siginfo info;

	while (read(wait->signal_fd, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo != SIGCHLD && info.ssi_signo != SIGUSR1 && info.ssi_signo != SIGUSR2)
			wait->asked_signal = (int)info.ssi_signo;
	return wait->asked_signal;
}

/* Reads until the whole line "ready
 * ", the pipe's end, or whatever ends the wait, whichever comes first. */
int sumac_rack_process_await(int fd, struct sumac_rack_wait *wait)
{
	struct pollfd polled[2] = { { .fd = fd, .events = POLLIN }, { .fd = wait->signal_fd, .events = POLLIN } };
	double began_s = (double)sumac_clock_ns() * 1e-9, ends_s = began_s + READY_S;
	char line[16] = "";
	size_t len = 0;

	if (wait->ends_s && wait->ends_s < ends_s)
		ends_s = wait->ends_s;
	while (len < sizeof(line) - 1 && !memchr(line, '\n', len)) {
		double left_s = ends_s - (double)sumac_clock_ns() * 1e-9;
		ssize_t n;

		wait->has_timed_out = left_s <= 0 && ends_s == wait->ends_s;
		if (left_s <= 0 || is_asked_to_end(wait))
			return -1;
		if (poll(polled, 2, (int)(left_s * 1e3) + 1) < 1 || !polled[0].revents)
			continue;
		n = read(fd, line + len, sizeof(line) - 1 - len);
		if (n <= 0)
			return -1;
		len += (size_t)n;
	}
	return strncmp(line, "ready\n", 6) ? -1 : 0;
}

/* Returns what waitpid() says of it. */
static int end_process(const char *title, struct sumac_rack_process *rack)
{
	int status = 0, waited_ms = 0;

	close(rack->lifeline_fd);
	if (!sumac_simulator_has_gone(rack->pid, &waited_ms, &status)) {
		fprintf(stderr, "%s: the rack of simulated NICs does not end within %d s of being asked, and is killed\n", title,
			SUMAC_STOP_MS / 1000);
		kill(rack->pid, SIGKILL);
		waitpid(rack->pid, &status, 0);
	}
	rack->pid = 0;
	return status;
}

/* Waveforms are recorded by a model of its own. */
static int find_wave_rack(const char *title, const char *nic, char *path_out)
{
	bool is_default = sumac_layout_is_default(nic);

	if (!sumac_layout_wave_rack(nic, path_out))
		return 0;
	fprintf(stderr, "%s: waveforms need a rack of their own, which is not at %s; `make sim-wave%s%s` builds it\n", title,
		path_out, is_default ? "" : " NIC=", is_default ? "" : strchr(nic, '/') ? "name" : nic);
	return -1;
}

/* The rack of the NICs that the setting names. */
static int find_rack(const char *title, char *path_out)
{
	const char *nic = sumac_setting_string(SUMAC_SETTING_NIC);
	char names[1024];

	if (*sumac_setting_string(SUMAC_SETTING_WAVE))
		return find_wave_rack(title, nic, path_out);
	if (!sumac_layout_rack(nic, path_out))
		return 0;
	sumac_layout_nics(names, sizeof(names));
	if (!*nic)
		fprintf(stderr, "%s: simulated NICs need sumac-rack, which is neither at %s nor on PATH; `make` builds it\n",
			title, path_out);
	else if (strchr(nic, '/'))
		fprintf(stderr, "%s: nic %s: there is no rack; the setting takes the path of a sumac-rack, or a name (%s)\n", title,
			nic, *names ? names : "none is built");
	else
		fprintf(stderr, "%s: nic %s: there is no rack at %s; `make sim NIC=%s` builds one%s%s\n", title, nic, path_out, nic,
			*names ? ", and there are " : ", and no other is built", names);
	return -1;
}

int sumac_rack_process_start(const char *title, const char *socket_path, int n_nics, const char *clock,
			     const char *patience, struct sumac_rack_wait *wait, struct sumac_rack_process *rack_out)
{
	char path[SUMAC_TOOL_PATH_BYTES];
	int lifeline[2], ready[2], err, status;
	pid_t pid;

	if (find_rack(title, path))
		return -1;
	if (pipe2(lifeline, O_CLOEXEC) || pipe2(ready, O_CLOEXEC) || (pid = fork()) < 0) {
		fprintf(stderr, "%s: cannot start the rack: %s\n", title, strerror(errno));
		return -1;
	}
	if (!pid)
		become_rack(path, socket_path, n_nics, clock, patience, lifeline[0], ready[1]);
	close(lifeline[0]);
	close(ready[1]);
	*rack_out = (struct sumac_rack_process){ .pid = pid, .lifeline_fd = lifeline[1] };
	err = sumac_rack_process_await(ready[0], wait);
	close(ready[0]);
	if (err) {
		fprintf(stderr, "%s: the rack of %d simulated NICs did not start%s (%s)\n", title, n_nics,
			wait->asked_signal ? " before it was to end" : wait->has_timed_out ? " before the timeout" : "", path);
		status = end_process(title, rack_out);
		wait->is_usage = WIFEXITED(status) && WEXITSTATUS(status) == SUMAC_EXIT_USAGE;
	}
	return err;
}

bool sumac_simulator_has_gone(pid_t pid, int *waited_ms_io, int *status_out)
{
	const int step_ms = 5;

	while (waitpid(pid, status_out, WNOHANG) == 0) {
		if (*waited_ms_io >= SUMAC_STOP_MS)
			return false;
		*waited_ms_io += step_ms;
		usleep((unsigned)step_ms * 1000);
	}
	return true;
}

int sumac_rack_process_stop(const char *title, struct sumac_rack_process *rack)
{
	int status = rack->pid ? end_process(title, rack) : 0;

	if (!status)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == SUMAC_RACK_STATS_LOST) {
		fprintf(stderr, "%s: the rack could not write its statistics, frames, trace or waveforms; the program's results "
				"are unaffected\n", title);
		return -1;
	}
	fprintf(stderr, "%s: the rack of simulated NICs ended with %s %d: do not trust this run\n", title,
		WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return -1;
}
