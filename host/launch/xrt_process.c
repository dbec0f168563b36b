/*
 * Starts and ends the emulated cards. They end by themselves when the launcher does.
 */
#define _GNU_SOURCE /* pipe2 */
#include "launch/xrt_process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bus/xrt/xclbin.h"
#include "launch/keeper.h"
#include "launch/exit_status.h"
#include "launch/layout.h"
#include "launch/rack_process.h"
#include "launch/xrt_setup.h"

enum { MAX_WORDS = 40, NUMBER_BYTES = 16, RANGE_BYTES = 48 };

/* Options that all cards of a job get. */
struct told {
	char path[SUMAC_TOOL_PATH_BYTES], folder[256], id[96], size[NUMBER_BYTES];
	const char *rack, *job_dir;
	char ranges[SUMAC_XCLBIN_MAX_BANKS][RANGE_BYTES];
	const char *kinds[SUMAC_XCLBIN_MAX_BANKS];
	int n_ranges;
};

static int tell(const char *title, const char *job_dir, const char *rack, int n_cards, struct told *told_out)
{
	const struct sumac_xclbin *xclbin = sumac_xrt_xclbin();

	*told_out = (struct told){ .rack = rack, .job_dir = job_dir };
	if (sumac_layout_xrt_device(told_out->path)) {
		fprintf(stderr, "%s: emulated cards need sumac-xrt-device, which is not at %s; `make` builds it\n", title,
			told_out->path);
		return -1;
	}
	sumac_xrt_socket_folder(sizeof(told_out->folder), told_out->folder);
	snprintf(told_out->size, sizeof(told_out->size), "%d", n_cards);
	for (int i = 0; i < xclbin->n_banks; i++) {
		if (!xclbin->banks[i].is_used)
			continue;
		told_out->kinds[told_out->n_ranges] = xclbin->banks[i].is_host ? "--host" : "--bank";
		snprintf(told_out->ranges[told_out->n_ranges++], RANGE_BYTES, "0x%" PRIx64 ":0x%" PRIx64, xclbin->banks[i].base,
			 xclbin->banks[i].size_bytes);
	}
	return 0;
}

static void become_card(const struct told *told, int card, int parent_fd, int ready_fd)
{
	char id[128], number[NUMBER_BYTES], parent[NUMBER_BYTES], ready[NUMBER_BYTES];
	const char *words[MAX_WORDS] = { "sumac-xrt-device", "--rack", told->rack, "--rank", number, "--size", told->size,
					 "--folder", told->folder, "--id", id, "--parent-fd", parent, "--ready-fd", ready };
	int n = 15;

	sumac_keeper_become_helper(parent_fd, ready_fd);
	snprintf(id, sizeof(id), "%s-%d", sumac_xrt_socket_id(told->job_dir), card);
	snprintf(number, sizeof(number), "%d", card);
	snprintf(parent, sizeof(parent), "%d", parent_fd);
	snprintf(ready, sizeof(ready), "%d", ready_fd);
	for (int i = 0; i < told->n_ranges && n < MAX_WORDS - 2; i++) {
		words[n++] = told->kinds[i];
		words[n++] = told->ranges[i];
	}
	execv(told->path, (char *const *)words);
	fprintf(stderr, "sumac: cannot run %s: %s\n", told->path, strerror(errno));
	_exit(SUMAC_EXIT_NOT_FOUND);
}

/* Returns the pipe on which the card says that it is ready, or -1. */
static int start_one(const struct told *told, int card, int lifeline_fd, struct sumac_xrt_processes *cards)
{
	int ready[2];
	pid_t pid;

	if (pipe2(ready, O_CLOEXEC))
		return -1;
	pid = fork();
	if (!pid)
		become_card(told, card, lifeline_fd, ready[1]);
	close(ready[1]);
	if (pid > 0) {
		cards->pids[cards->n++] = pid;
		return ready[0];
	}
	close(ready[0]);
	return -1;
}

/* All cards are started before we wait for the first. */
static int start_all(const struct told *told, int n_cards, int lifeline_fd, struct sumac_rack_wait *wait,
		     struct sumac_xrt_processes *cards)
{
	int *fds = malloc((size_t)n_cards * sizeof(*fds)), n_ready = 0;

	for (int card = 0; fds && card < n_cards; card++)
		fds[card] = start_one(told, card, lifeline_fd, cards);
	for (int card = 0; fds && card < n_cards; card++) {
		n_ready += fds[card] >= 0 && !sumac_rack_process_await(fds[card], wait);
		if (fds[card] >= 0)
			close(fds[card]);
	}
	free(fds);
	return n_ready == n_cards ? 0 : -1;
}

int sumac_xrt_processes_start(const char *title, const char *dir, const char *rack, int n_cards, struct sumac_rack_wait *wait,
			      struct sumac_xrt_processes *cards_out)
{
	struct told told;
	int lifeline[2], err;

	if (sumac_xrt_setup(title, dir) || tell(title, dir, rack, n_cards, &told))
		return -1;
	cards_out->pids = calloc((size_t)n_cards, sizeof(*cards_out->pids));
	if (!cards_out->pids || pipe2(lifeline, O_CLOEXEC)) {
		fprintf(stderr, "%s: cannot start emulated cards: %s\n", title, strerror(errno));
		return -1;
	}
	cards_out->lifeline_fd = lifeline[1];
	err = start_all(&told, n_cards, lifeline[0], wait, cards_out);
	close(lifeline[0]);
	if (err) {
		fprintf(stderr, "%s: the emulated cards did not start (%s)\n", title, told.path);
		sumac_xrt_processes_stop(cards_out);
	}
	return err;
}

int sumac_xrt_processes_card(const struct sumac_xrt_processes *cards, pid_t pid)
{
	for (int card = 0; card < cards->n; card++)
		if (cards->pids[card] == pid)
			return card;
	return -1;
}

int sumac_xrt_processes_forget(struct sumac_xrt_processes *cards, pid_t pid)
{
	int card = sumac_xrt_processes_card(cards, pid);

	if (card >= 0)
		cards->pids[card] = 0;
	return card;
}

void sumac_xrt_processes_stop(struct sumac_xrt_processes *cards)
{
	int waited_ms = 0;

	if (!cards->pids)
		return;
	close(cards->lifeline_fd);
	for (int card = 0; card < cards->n; card++) {
		if (!cards->pids[card] || sumac_simulator_has_gone(cards->pids[card], &waited_ms, NULL))
			continue;
		kill(cards->pids[card], SIGKILL);
		waitpid(cards->pids[card], NULL, 0);
	}
	free(cards->pids);
	*cards = (struct sumac_xrt_processes){ 0 };
}
