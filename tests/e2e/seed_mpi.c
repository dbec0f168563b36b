/*
 * The examples in C of MPI_Reduce's manual page, as they stand there but for what they lack to be compiled: 5 has no "&"
 * before in and out, nor its last brace. The functions around them give what they take for granted.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int n_bad;

static void expect(int example, int is_right)
{
	if (is_right)
		return;
	fprintf(stderr, "example %d\n", example);
	n_bad++;
}

static void give_example3(double ain[30], int *root_out);
static void check_example3(const double aout[30], const int ind[30]);

static void example3(MPI_Comm comm)
{
	/* each process has an array of 30 double: ain[30]
	 */
	double ain[30], aout[30];
	int ind[30];
	struct {
		double val;
		int rank;
	} in[30], out[30];
	int i, myrank, root;

	give_example3(ain, &root);
	MPI_Comm_rank(MPI_COMM_WORLD, &myrank);
	for (i=0; i<30; ++i) {
		in[i].val = ain[i];
		in[i].rank = myrank;
	}
	MPI_Reduce( in, out, 30, MPI_DOUBLE_INT, MPI_MAXLOC, root, comm
	);
	/* At this point, the answer resides on process root
	 */
	if (myrank == root) {
		/* read ranks out
		 */
		for (i=0; i<30; ++i) {
			aout[i] = out[i].val;
			ind[i] = out[i].rank;
		}
		check_example3(aout, ind);
	}
}

#define LEN 1000

static int give_example5(float val[LEN]);
static void check_example5(float minval, int minrank, int minindex);

static void example5(int root, MPI_Comm comm)
{
	int i;
	float val[LEN]; /* local array of values */
	int count; /* local number of values */
	int myrank, minrank, minindex;
	float minval;
	struct {
		float value;
		int index;
	} in, out;

	count = give_example5(val);
	/* local minloc */
	in.value = val[0];
	in.index = 0;
	for (i=1; i < count; i++)
		if (in.value > val[i]) {
			in.value = val[i];
			in.index = i;
		}
	/* global minloc */
	MPI_Comm_rank(MPI_COMM_WORLD, &myrank);
	in.index = myrank*LEN + in.index;
	MPI_Reduce( &in, &out, 1, MPI_FLOAT_INT, MPI_MINLOC, root, comm );
	/* At this point, the answer resides on process root
	 */
	if (myrank == root) {
		/* read answer out
		 */
		minval = out.value;
		minrank = out.index / LEN;
		minindex = out.index % LEN;
		check_example5(minval, minrank, minindex);
	}
}

static int me, n;

/* Rank i % n has the largest; of the first ten all have the same, so the lowest rank is reported. */
static void give_example3(double ain[30], int *root_out)
{
	for (int i = 0; i < 30; i++)
		ain[i] = i < 10 ? -1 : i * 10 + (me == i % n);
	*root_out = n - 1;
}

static void check_example3(const double aout[30], const int ind[30])
{
	for (int i = 0; i < 30; i++)
		expect(3, aout[i] == (i < 10 ? -1 : i * 10 + 1) && ind[i] == (i < 10 ? 0 : i % n));
}

/* The last two ranks have the same smallest value: the first of them is reported. */
static int give_example5(float val[LEN])
{
	for (int i = 0; i < LEN - me; i++)
		val[i] = (float)(i + me);
	if (me >= n - 2)
		val[700 + me] = -0.5f;
	return LEN - me;
}

static void check_example5(float minval, int minrank, int minindex)
{
	int first = n > 1 ? n - 2 : 0;

	expect(5, minval == -0.5f && minrank == first && minindex == 700 + first);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	example3(MPI_COMM_WORLD);
	example5(0, MPI_COMM_WORLD);
	MPI_Finalize();
	return n_bad != 0;
}
