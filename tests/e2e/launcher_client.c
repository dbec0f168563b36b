/*
 * A rank for test_launcher.sh: meets the others by the bootstrap three times, and may misbehave in the
 * middle of it, as told: launcher_client MODE [SECONDS it stays afterwards].
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/report/status_page.h"
#include "bootstrap/bootstrap.h"
#include "sumac.h"

enum { ROUNDS = 3, MAX_RANKS = 512, CULPRIT = 2 };

static void misbehave(const char *mode, struct sumac_bootstrap *bootstrap, struct sumac_status_page *page)
{
	static const int others[] = { 1, 3 };

	if (!strcmp(mode, "killed"))
		raise(SIGKILL);
	if (!strcmp(mode, "exit3"))
		_exit(3);
	if (!strcmp(mode, "exit0"))
		_exit(0);
	if (!strcmp(mode, "abort"))
		bootstrap->abort(bootstrap->ctx, 9, "the test wants it");
	if (!strcmp(mode, "hang")) {
		sumac_status_page_enter(page, &(struct sumac_status_text){ "shmem_int_sum_reduce", "cpu" }, 17, 4);
		sumac_status_page_wait_for(page, others, 2);
		signal(SIGTERM, SIG_IGN);
		for (;;)
			pause();
	}
}

static void on_interrupt(int number)
{
	static const char told[] = "interrupted\n";

	(void)number;
	if (write(STDOUT_FILENO, told, sizeof(told) - 1) > 0)
		_exit(40);
	_exit(41);
}

static int meet(struct sumac_bootstrap *bootstrap, int rank, int round)
{
	int value = rank * 10 + round, all[MAX_RANKS], n_ranks = bootstrap->size(bootstrap->ctx);
	int err = sumac_bootstrap_allgather(bootstrap, &value, sizeof(value), all);

	if (err) {
		fprintf(stderr, "client %d: error %d: %s\n", rank, err, sumac_last_error());
		return 6;
	}
	for (int i = 0; i < n_ranks; i++)
		if (all[i] != i * 10 + round)
			return 7;
	return 0;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "ok";
	struct sumac_bootstrap bootstrap;
	struct sumac_status_page *page;
	int rank, status;

	if (!strcmp(mode, "unborn") && getenv("PMIX_RANK") && atoi(getenv("PMIX_RANK")) == CULPRIT)
		raise(SIGKILL);
	if (sumac_bootstrap_open(&bootstrap)) {
		fprintf(stderr, "client: %s\n", sumac_last_error());
		return 5;
	}
	rank = bootstrap.rank(bootstrap.ctx);
	if (sumac_status_page_open(getenv("SUMAC_JOB_DIR"), rank, false, &page))
		return 8;
	if (!strcmp(mode, "interrupt"))
		signal(SIGINT, on_interrupt);
	for (int round = 0; round < ROUNDS; round++) {
		if (rank == CULPRIT && round == 1)
			misbehave(mode, &bootstrap, page);
		if (!strcmp(mode, "stubborn") && round == 1) {
			signal(SIGTERM, SIG_IGN);
			if (rank == CULPRIT)
				raise(SIGKILL);
			for (;;)
				pause();
		}
		status = meet(&bootstrap, rank, round);
		if (status)
			return status;
	}
	if (!rank)
		printf("%s: %d ranks met\n", bootstrap.name, bootstrap.size(bootstrap.ctx));
	fflush(stdout);
	for (unsigned left = argc > 2 ? (unsigned)atoi(argv[2]) : 0; left;)
		left = sleep(left);
	sumac_status_page_close(page);
	bootstrap.close(bootstrap.ctx);
	return 0;
}
