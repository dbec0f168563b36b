/*
 * Teams side by side on the same NICs. The cycle of the last completion, or the cycles of the calls in the report, are what is
 * measured.
 *
 * groups TEAMS BYTES: as many teams of all ranks reduce to all at once, after pairs of ranks have made 0, 1, 2 ... short calls,
 * so that they begin at different times; 0 BYTES: only the preparations.
 * incast RUNS BYTES CALLS: all ranks send to rank 0 (a reduce-scatter of which it has all), RUNS times 512 KiB, while the last
 * two reduce BYTES to all, CALLS times. Either may be 0.
 * beside nothing|teams|failures BYTES: all ranks reduce to all, eight times, and meanwhile open a team, make a barrier on it and
 * free it, or make a call on which they disagree, so that it fails.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sumac.h>

enum { MOST_TEAMS = 8, SKEW_STEPS = 3, TURNS = 8, SHORT_BYTES = 4096, INCAST_BYTES = 512 * 1024 };

static int *src, *dst;

static int start(size_t n_bytes)
{
	void *memory;
	int err = sumac_alloc(2 * n_bytes + 1, &memory);

	src = memory;
	dst = src + n_bytes / sizeof(*src);
	for (size_t i = 0; !err && i < n_bytes / sizeof(*src); i++)
		src[i] = (int)i + sumac_rank();
	return err;
}

static int judge(const int *result, size_t count, int n)
{
	for (size_t i = 0; i < count; i++)
		if (result[i] != n * (int)i + n * (n - 1) / 2)
			return fprintf(stderr, "together: element %zu is wrong\n", i);
	return 0;
}

static int split(int first, int size, struct sumac_team **team_out)
{
	return sumac_team_split_strided(sumac_team_world(), first, 1, size, team_out);
}

/* Pairs make calls of their own, each more than the one before. */
static int skew(struct sumac_team *pair)
{
	int err = 0, value = 1, sum;

	for (int i = SKEW_STEPS * (sumac_rank() / 2); i && !err; i--)
		err = sumac_allreduce(pair, SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &value, 1);
	return err;
}

static int groups(int n_teams, size_t n_bytes)
{
	struct sumac_team *team[MOST_TEAMS] = { NULL }, *pair = NULL, *made;
	struct sumac_request *request[MOST_TEAMS] = { NULL };
	size_t count = n_bytes / sizeof(*src);
	int err = start((n_bytes + SHORT_BYTES) * MOST_TEAMS), size = sumac_size();

	for (int i = 0; i < n_teams && !err; i++)
		err = split(0, size, &team[i]);
	for (int first = 0; first + 1 < size && !err; first += 2) {
		err = split(first, 2, &made);
		pair = made ? made : pair;
	}
	for (int i = 0; i < n_teams && !err; i++) /* makes their routes */
		err = sumac_allreduce(team[i], SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, SHORT_BYTES / sizeof(*src));
	if (!err)
		err = skew(pair);
	for (int i = 0; i < n_teams && count && !err; i++)
		err = sumac_iallreduce(team[i], SUMAC_OP_SUM, SUMAC_TYPE_I32, dst + (size_t)i * count, src, count, &request[i]);
	if (!err)
		err = sumac_wait_all(MOST_TEAMS, request);
	for (int i = 0; i < n_teams && !err; i++)
		err = judge(dst + (size_t)i * count, count, size);
	return err;
}

static int incast(int n_runs, size_t n_bytes, int n_calls)
{
	int err = start(n_bytes > INCAST_BYTES ? n_bytes : INCAST_BYTES), size = sumac_size();
	size_t *counts = calloc((size_t)size, sizeof(*counts));
	struct sumac_team *two = NULL;
	struct sumac_request *run[MOST_TEAMS] = { NULL };

	if (!counts)
		return -SUMAC_ENOMEM;
	counts[0] = INCAST_BYTES / sizeof(*src);
	if (!err)
		err = split(size - 2, 2, &two);
	for (int i = 0; i < n_runs && i < MOST_TEAMS && !err; i++)
		err = sumac_ireduce_scatter(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, counts, &run[i]);
	for (int i = 0; i < n_calls && two && !err; i++)
		err = sumac_allreduce(two, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, n_bytes / sizeof(*src));
	if (!err)
		err = sumac_wait_all(MOST_TEAMS, run);
	if (!err && n_runs && sumac_rank() == 0)
		err = judge(dst, counts[0], size);
	free(counts);
	return err;
}

/* A barrier on a team of its own; with is_wrong, a call on which its ranks disagree, which fails. */
static int on_a_new_team(int is_wrong)
{
	struct sumac_team *team;
	int err = split(0, sumac_size(), &team), value = 1, sum;
	size_t count = sumac_rank() == 0 ? 0 : 1;

	if (err)
		return err;
	err = is_wrong ? sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, &sum, &value, count) : sumac_barrier(team);
	if (is_wrong && !err)
		return fprintf(stderr, "together: a wrong call has not failed\n");
	sumac_team_free(team);
	return is_wrong ? 0 : err;
}

static int beside(const char *what, size_t n_bytes)
{
	struct sumac_request *request = NULL;
	size_t count = n_bytes / sizeof(*src);
	int err = start(n_bytes);

	for (int i = 0; i < TURNS && !err; i++) {
		err = sumac_iallreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, count, &request);
		if (!err && strcmp(what, "nothing"))
			err = on_a_new_team(!strcmp(what, "failures"));
		if (!err)
			err = sumac_wait(&request);
	}
	return err ? err : judge(dst, count, sumac_size());
}

static int run(int argc, char **argv)
{
	if (argc > 3 && !strcmp(argv[1], "groups"))
		return groups(atoi(argv[2]), strtoull(argv[3], NULL, 0));
	if (argc > 4 && !strcmp(argv[1], "incast"))
		return incast(atoi(argv[2]), strtoull(argv[3], NULL, 0), atoi(argv[4]));
	if (argc > 3 && !strcmp(argv[1], "beside"))
		return beside(argv[2], strtoull(argv[3], NULL, 0));
	return -SUMAC_EINVAL;
}

int main(int argc, char **argv)
{
	int err = sumac_init();

	if (!err)
		err = run(argc, argv);
	if (err)
		fprintf(stderr, "together: %s\n", sumac_last_error());
	return err || sumac_finalize();
}
