/*
 * The surroundings of every kind of job: settings, a folder, NICs, and the report at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/settings.h"
#include "sumac.h"
#include "launch/job_dir.h"
#include "launch/job_trace.h"
#include "launch/keeper.h"
#include "launch/launch.h"
#include "launch/launch_options.h"
#include "launch/replay.h"
#include "launch/report_merge.h"
#include "launch/exit_status.h"
#include "launch/layout.h"

/* Time that the launcher may need on a busy machine to end the job, beyond the job's own. */
#define SPARE_S 30.0

/* A start that takes longer is reported. */
#define PROGRESS_S 10.0

struct run {
	struct sumac_launch *launch;
	int (*body)(struct sumac_launch *launch);
};

static int why_not_ready(const struct sumac_rack_wait *wait)
{
	return wait->asked_signal ? SUMAC_EXIT_SIGNAL + wait->asked_signal :
	       wait->has_timed_out ? SUMAC_EXIT_TIMEOUT :
	       wait->is_usage ? SUMAC_EXIT_USAGE : SUMAC_EXIT_FAILED;
}

/* Puts emulated cards in front of the rack's NICs, and sets what XRT needs to find them. */
static int provide_cards(struct sumac_launch *launch, const char *rack, struct sumac_rack_wait *wait)
{
	int n_nics = (int)sumac_setting_int(SUMAC_SETTING_NICS);
	int n_cards = n_nics && n_nics < launch->n_ranks ? n_nics : launch->n_ranks;

	if (sumac_xrt_processes_start(launch->title, launch->dir, rack, n_cards, wait, &launch->cards))
		return why_not_ready(wait);
	fprintf(stderr, "sumac: %d emulated card%s; XRT takes 10 s to load one\n", n_cards, n_cards == 1 ? "" : "s");
	return 0;
}

/* Starts a rack if the settings ask for NICs and name none. Prints which engine a job gets without having asked for it, since
 * simulated NICs are slow, and the CPU is not what Sumac is for. 0, or an exit status. */
static int provide_nics(struct sumac_launch *launch)
{
	const char *engine = sumac_setting_string(SUMAC_SETTING_ENGINE);
	const char *rack = sumac_setting_string(SUMAC_SETTING_RACK);
	const char *nic = sumac_setting_string(SUMAC_SETTING_NIC);
	int n_nics = (int)sumac_setting_int(SUMAC_SETTING_NICS);
	struct sumac_rack_wait wait = { .signal_fd = launch->signal_fd,
					.ends_s = launch->timeout_s ? launch->began_s + launch->timeout_s : 0 };
	char socket_path[256];
	bool emulates;
	int err;

	if (!strcmp(engine, "cpu"))
		return 0;
	err = sumac_xrt_wanted(launch->title, &emulates);
	if (err < 0)
		return SUMAC_EXIT_USAGE;
	if (*nic && (err || *rack)) {
		fprintf(stderr, "%s: nic %s: a design is for a rack that this job starts, and %s\n", launch->title, nic,
			err ? "its NICs are cards" : "the setting rack names one that runs already");
		return SUMAC_EXIT_USAGE;
	}
	if (err)
		return 0; /* real cards need nothing from us */
	if (*rack)
		return emulates ? provide_cards(launch, rack, &wait) : 0;
	if (!strcmp(engine, "auto") && !emulates) {
		fprintf(stderr, "sumac: no NIC found; using the CPU engine (--engine nic runs simulated NICs)\n");
		return 0;
	}
	if (!n_nics)
		n_nics = launch->n_ranks;
	snprintf(socket_path, sizeof(socket_path), "%s/rack.sock", launch->dir);
	err = sumac_rack_process_start(launch->title, socket_path, n_nics, sumac_setting_string(SUMAC_SETTING_CLOCK),
				       sumac_setting_string(SUMAC_SETTING_PATIENCE), &wait, &launch->rack);
	if (err)
		return why_not_ready(&wait);
	fprintf(stderr, "sumac: %d simulated NIC%s%s%s\n", n_nics, n_nics == 1 ? "" : "s", *nic ? " of the design " : "", nic);
	setenv("SUMAC_RACK", socket_path, 1);
	return emulates ? provide_cards(launch, socket_path, &wait) : 0;
}

static int run_body(struct run *run)
{
	struct sumac_launch *launch = run->launch;
	const char *report = sumac_setting_string(SUMAC_SETTING_REPORT);
	int exit_status;

	exit_status = provide_nics(launch);
	if (exit_status)
		return exit_status;
	exit_status = run->body(launch);
	sumac_xrt_processes_stop(&launch->cards);
	if (sumac_rack_process_stop(launch->title, &launch->rack) && !exit_status)
		exit_status = SUMAC_EXIT_FAILED;
	if (sumac_launch_tell_refusals(launch) && !exit_status)
		exit_status = SUMAC_EXIT_FAILED;
	if (!exit_status && sumac_launch_tell_absence(launch))
		exit_status = SUMAC_EXIT_FAILED;
	if (*report && sumac_report_merge(launch->title, launch->dir, launch->n_ranks, sumac_setting_string(SUMAC_SETTING_ENGINE),
					  exit_status, report) && !exit_status)
		exit_status = SUMAC_EXIT_FAILED;
	if (exit_status)
		sumac_replay_tell(launch->title);
	return exit_status;
}

static int run_launch(void *ctx)
{
	struct run *run = ctx;
	struct sumac_launch *launch = run->launch;
	int exit_status;

	launch->signal_fd = sumac_keeper_signal_fd();
	setenv("SUMAC_JOB_DIR", launch->dir, 1);
	if (sumac_job_trace_begin(launch->title, launch->dir))
		return SUMAC_EXIT_USAGE;
	exit_status = run_body(run);
	if (sumac_job_trace_end(launch->title, launch->dir) && !exit_status)
		exit_status = SUMAC_EXIT_FAILED;
	return exit_status;
}

/* Tries to write these files before anything runs: at the end it is too late. */
static int check_written(const char *title, const char *what, const char *path, const char *tried)
{
	bool is_new = access(tried, F_OK);
	int fd = open(tried, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);

	if (fd < 0) {
		fprintf(stderr, "%s: %s cannot be written to %s: %s\n", title, what, path, strerror(errno));
		return -1;
	}
	close(fd);
	if (is_new)
		unlink(tried);
	return 0;
}

/* The file is written under another name, and then takes its place. */
static int check_report(const char *title, const char *path)
{
	char made[SUMAC_TOOL_PATH_BYTES + 16];
	struct stat stat_of;

	if (!*path)
		return 0;
	if (!lstat(path, &stat_of) && !S_ISREG(stat_of.st_mode)) {
		fprintf(stderr, "%s: the report would replace %s, which is not a regular file\n", title, path);
		return -1;
	}
	snprintf(made, sizeof(made), "%s.%d", path, (int)getpid());
	return check_written(title, "the report", path, made);
}

/* The rack writes the file that the setting names. */
static int check_setting(const char *title, const char *what, enum sumac_setting setting)
{
	const char *path = sumac_setting_string(setting);

	return *path ? check_written(title, what, path, path) : 0;
}

int sumac_launch_run(const char *title, const struct sumac_launch_options *options, char **program,
		     int (*body)(struct sumac_launch *launch))
{
	struct sumac_launch launch = { .title = title, .program = program, .n_ranks = options->n_ranks,
				 .timeout_s = options->timeout_s, .began_s = (double)sumac_clock_ns() * 1e-9,
				 .progress_s = PROGRESS_S };
	struct run run = { .launch = &launch, .body = body };
	struct sumac_keeper_limits limits;
	char dir[128];
	int exit_status;

	if (sumac_launch_options_apply(title, options) || check_report(title, sumac_setting_string(SUMAC_SETTING_REPORT)) ||
	    check_setting(title, "the rack's statistics", SUMAC_SETTING_RACK_STATS) ||
	    check_setting(title, "the frames", SUMAC_SETTING_PCAP) || sumac_launch_check_wave(title) ||
	    check_setting(title, "the waveforms", SUMAC_SETTING_WAVE) ||
	    check_setting(title, "the trace", SUMAC_SETTING_TRACE))
		return SUMAC_EXIT_USAGE;
	launch.grace_s = (double)sumac_setting_time_ns(SUMAC_SETTING_GRACE) * 1e-9;
	launch.processes = calloc((size_t)launch.n_ranks, sizeof(*launch.processes));
	if (!launch.processes || sumac_job_dir_make(sizeof(dir), dir)) {
		fprintf(stderr, "%s: %s\n", title, launch.processes ? sumac_last_error() : "no memory");
		free(launch.processes);
		return SUMAC_EXIT_FAILED;
	}
	launch.dir = dir;
	limits.job_s = launch.timeout_s ? launch.timeout_s + SPARE_S : 0;
	limits.end_s = launch.grace_s + SPARE_S;
	exit_status = sumac_keeper_keep(title, dir, &limits, run_launch, &run);
	free(launch.processes);
	return exit_status;
}
