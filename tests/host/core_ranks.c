/*
 * Ranks as threads, for tests of the core.
 */
#include "core_ranks.h"

#include "bootstrap_threads.h"

atomic_int core_ranks_dead = -1;

static atomic_int n_complaints;

struct rank {
	struct sumac_bootstrap bootstrap;
	int open_status, close_status;
	void (*body)(struct sumac_job *job);
};

void core_ranks_complain(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: not as expected: %s\n", file, line, what);
	n_complaints++;
}

static int first_dead(void *ctx)
{
	(void)ctx;
	return core_ranks_dead;
}

static void *run(void *arg)
{
	struct rank *rank = arg;
	struct sumac_job *job = NULL;
	int err = sumac_job_open(&rank->bootstrap, &job);

	if (err != rank->open_status)
		fprintf(stderr, "opening gave %d: %s\n", err, sumac_last_error());
	EXPECT(err == rank->open_status);
	if (err) {
		rank->bootstrap.close(rank->bootstrap.ctx);
		return NULL;
	}
	rank->body(job);
	err = sumac_job_close(job);
	if (err != rank->close_status)
		fprintf(stderr, "closing gave %d: %s\n", err, sumac_last_error());
	EXPECT(err == rank->close_status);
	return NULL;
}

void core_ranks_run_expecting(int n_ranks, const char *options, int open_status, int close_status,
			      void (*body)(struct sumac_job *job))
{
	struct sumac_bootstrap bootstraps[FAKE_MAX_RANKS];
	struct rank ranks[FAKE_MAX_RANKS];
	pthread_t threads[FAKE_MAX_RANKS];

	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(bootstrap_threads_open(n_ranks, bootstraps), 0);
	for (int i = 0; i < n_ranks; i++) {
		bootstraps[i].first_dead = first_dead;
		ranks[i] = (struct rank){ bootstraps[i], open_status, close_status, body };
		pthread_create(&threads[i], NULL, run, &ranks[i]);
	}
	for (int i = 0; i < n_ranks; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(n_complaints, 0);
}

void core_ranks_run(int n_ranks, const char *options, void (*body)(struct sumac_job *job))
{
	core_ranks_run_expecting(n_ranks, options, 0, 0, body);
}

int core_ranks_reset(void **state)
{
	(void)state;
	n_complaints = 0;
	core_ranks_dead = -1;
	fake_reset();
	unsetenv("SUMAC_OPTIONS");
	return 0;
}

int core_ranks_check(void **state)
{
	(void)state;
	fake_check_empty();
	return 0;
}
