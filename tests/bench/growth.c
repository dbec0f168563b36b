/*
 * Whether anything grows: teams made and freed in turn, small allreduces one after another, and requests in flight. After each
 * tenth of them it prints the memory that the process has and the time that one took. growth TEAMS ALLREDUCES REQUESTS, under
 * `sumac run`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sumac.h>
#include <time.h>
#include <unistd.h>

enum { N_TENTHS = 10, MAX_IN_FLIGHT = 1000 };

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static long resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	long pages = 0;

	if (!file || fscanf(file, "%*d %ld", &pages) != 1)
		pages = 0;
	if (file)
		fclose(file);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void stop_if(int err)
{
	if (!err)
		return;
	fprintf(stderr, "growth: %s\n", sumac_last_error());
	exit(1);
}

static void make_team(void)
{
	struct sumac_team *team;

	stop_if(sumac_team_split_strided(sumac_team_world(), 0, 1, sumac_size(), &team));
	stop_if(sumac_team_free(team));
}

static int sums[MAX_IN_FLIGHT], one = 1;

static void check(int sum)
{
	if (sum == sumac_size())
		return;
	fprintf(stderr, "growth: a sum is %d\n", sum);
	exit(1);
}

static void allreduce(void)
{
	stop_if(sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, sums, &one, 1));
	check(sums[0]);
}

/* All are posted before the first is waited for. */
static void keep_in_flight(int n)
{
	static struct sumac_request *requests[MAX_IN_FLIGHT];

	for (int i = 0; i < n; i++)
		stop_if(sumac_iallreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, &sums[i], &one, 1, &requests[i]));
	stop_if(sumac_wait_all(n, requests));
	for (int i = 0; i < n; i++)
		check(sums[i]);
}

static void tell(const char *what, int n, double begin_us)
{
	double each_us = (now_us() - begin_us) / n;

	if (sumac_rank() == 0)
		printf("%-12s %10ld %12.1f\n", what, resident_kib(), each_us);
	fflush(stdout);
}

static void repeat(const char *what, int n, void (*body)(void))
{
	for (int tenth = 0; tenth < N_TENTHS; tenth++) {
		double begin_us = now_us();

		for (int i = 0; i < n / N_TENTHS; i++)
			body();
		tell(what, n / N_TENTHS, begin_us);
	}
}

static int number(const char *text, int most)
{
	int n = text ? atoi(text) : 0;

	if (n < N_TENTHS || n > most) {
		fprintf(stderr, "usage: growth TEAMS ALLREDUCES REQUESTS, each at least %d, requests at most %d\n", N_TENTHS,
			MAX_IN_FLIGHT);
		exit(2);
	}
	return n;
}

int main(int argc, char **argv)
{
	int n_teams = number(argc == 4 ? argv[1] : NULL, 1 << 30), n_calls = number(argv[2], 1 << 30);
	int n_requests = number(argv[3], MAX_IN_FLIGHT);

	stop_if(sumac_init());
	if (sumac_rank() == 0)
		printf("%-12s %10s %12s\n", "what", "KiB", "us each");
	repeat("team", n_teams, make_team);
	repeat("allreduce", n_calls, allreduce);
	for (int i = 0; i < N_TENTHS; i++) {
		double begin_us = now_us();

		keep_in_flight(n_requests);
		tell("requests", n_requests, begin_us);
	}
	stop_if(sumac_finalize());
	return 0;
}
