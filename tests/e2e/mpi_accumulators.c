/*
 * Exact sums: reductions of accumulators by Sumac, or, with the argument "host", by the host MPI alone, since Sumac does not see
 * how MPI begins. Rank 0 prints the words, which are the same either way on any number of ranks. With the argument "faults"
 * accumulators are not valid, and with "wrong" the operation is called on another datatype.
 */
#include <float.h>
#include <mpi.h>
#include <stdbool.h>
#include <string.h>

#include "mpi_expect.h"
#include "sumac_mpi.h"

enum { N = 3, N_NUMBERS = 5040 };
static int me, n_ranks, n_bad;

/* Numbers that no sum of doubles gets right: the largest ones cancel. The sum of them all is N_NUMBERS / 3. */
static double number(int i)
{
	static const double by_thirds[3] = { DBL_MAX, 1, -DBL_MAX };

	return by_thirds[i % 3];
}

static void add_mine(struct sumac_exact *sum, struct sumac_exact_dot *dot)
{
	sumac_exact_clear(sum);
	sumac_exact_dot_clear(dot);
	for (int i = me; i < N_NUMBERS; i += n_ranks) {
		double x = number(i);

		EXPECT(!sumac_exact_add(sum, x) && !sumac_exact_dot_add_products(dot, &x, &x, 1));
	}
}

static void expect_sums(void)
{
	static struct sumac_exact mine[N], all[N], some[N], before[N];
	static struct sumac_exact_dot my_dots[N], dots[N];
	struct sumac_exact *root = me == n_ranks - 1 ? some : NULL;
	double value = 0;
	MPI_Request request;

	for (int i = 0; i < N; i++)
		add_mine(&mine[i], &my_dots[i]);
	EXPECT(!MPI_Allreduce(mine, all, N, SUMAC_EXACT, SUMAC_EXACT_SUM, MPI_COMM_WORLD));
	EXPECT(!sumac_exact_to_double(&all[N - 1], &value) && value == N_NUMBERS / 3);
	EXPECT(!MPI_Reduce(mine, root, N, SUMAC_EXACT, SUMAC_EXACT_SUM, n_ranks - 1, MPI_COMM_WORLD));
	EXPECT(!root || !memcmp(root, all, sizeof(all)));
	EXPECT(!MPI_Iallreduce(mine, some, N, SUMAC_EXACT, SUMAC_EXACT_SUM, MPI_COMM_WORLD, &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE) && !memcmp(some, all, sizeof(all)));
	EXPECT(!MPI_Scan(mine, some, N, SUMAC_EXACT, SUMAC_EXACT_SUM, MPI_COMM_WORLD));
	EXPECT(me < n_ranks - 1 || !memcmp(some, all, sizeof(all)));
	EXPECT(!MPI_Exscan(mine, before, N, SUMAC_EXACT, SUMAC_EXACT_SUM, MPI_COMM_WORLD));
	EXPECT(!me || (!sumac_exact_add_exact(&before[0], &mine[0]) && !memcmp(&before[0], &some[0], sizeof(some[0]))));
	memcpy(dots, my_dots, sizeof(dots));
	EXPECT(!MPI_Allreduce(MPI_IN_PLACE, dots, N, SUMAC_EXACT_DOT, SUMAC_EXACT_DOT_SUM, MPI_COMM_WORLD));
	for (int i = 0; i < SUMAC_EXACT_DOT_WORDS && !me; i++)
		printf("%llx %llx\n", (unsigned long long)all[0].word[i % SUMAC_EXACT_WORDS],
		       (unsigned long long)dots[N - 1].word[i]);
}

/* Fields of 4 numbers in each 5, from which one is left out; the last rank has none. */
static void expect_fields(void)
{
	double fields[N][5], sums[N] = { 0 };
	MPI_Count n = me < n_ranks - 1 || n_ranks == 1 ? 4 : 0;

	for (int i = 0; i < 5 * N; i++)
		fields[i / 5][i % 5] = i % 5 == 4 ? 1e9 : (i % 5 == 3 ? 1 + i : 0) + (i % 5 == 0 ? 1e100 : i % 5 == 1 ? -1e100 : 0);
	EXPECT(!Sumac_Exact_sum(n ? fields[0] : NULL, sums, n, N, 5, MPI_COMM_WORLD));
	for (int f = 0; f < N; f++)
		EXPECT(sums[f] == (4.0 + 5 * f) * (n_ranks == 1 ? 1 : n_ranks - 1));
	EXPECT(class_of(Sumac_Exact_sum(fields[0], sums, -1, N, 5, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
}

/* Sumac tells each rank that another's accumulator is not valid; the host MPI leaves it to the next call on the sum. */
static void expect_faults(bool is_sumacs)
{
	struct sumac_exact mine, sum;
	double value = 1;

	memset(&mine, 1, sizeof(mine));
	if (me)
		sumac_exact_clear(&mine);
	EXPECT(is_sumacs == (MPI_Allreduce(&mine, &sum, 1, SUMAC_EXACT, SUMAC_EXACT_SUM, MPI_COMM_WORLD) != MPI_SUCCESS));
	EXPECT(sumac_exact_to_double(&sum, &value));
	EXPECT(Sumac_Exact_sum(me ? &value : NULL, &value, 1, 1, 1, MPI_COMM_WORLD) != MPI_SUCCESS);
}

static bool has(char **argv, const char *word)
{
	for (; *argv; argv++)
		if (!strcmp(*argv, word))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	int64_t words[2][SUMAC_EXACT_WORDS];

	(void)(has(argv, "host") ? PMPI_Init(&argc, &argv) : MPI_Init(&argc, &argv));
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (has(argv, "wrong"))
		MPI_Reduce_local(words[0], words[1], SUMAC_EXACT_WORDS, MPI_INT64_T, SUMAC_EXACT_SUM);
	if (has(argv, "faults")) {
		expect_faults(!has(argv, "host"));
	} else {
		expect_sums();
		expect_fields();
	}
	MPI_Finalize();
	return n_bad != 0;
}
