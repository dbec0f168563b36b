/*
 * MPI: conjugate gradients for the one-dimensional Poisson equation, N unknowns on each rank. Neighbours exchange one
 * number, which the host's MPI does. Each step has two dot products, and Sumac takes their MPI_Allreduce.
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 16 };

static int rank, size;

static double dot(const double *a, const double *b)
{
	double mine = 0, all;

	for (int i = 1; i <= N; i++)
		mine += a[i] * b[i];
	MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	return all;
}

/* out = A v. v[0] and v[N + 1] are the neighbours' numbers, or the boundary's 0. */
static void multiply(double *v, double *out)
{
	int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;

	MPI_Sendrecv(&v[N], 1, MPI_DOUBLE, right, 0, &v[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv(&v[1], 1, MPI_DOUBLE, left, 0, &v[N + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = 1; i <= N; i++)
		out[i] = 2 * v[i] - v[i - 1] - v[i + 1];
}

int main(int argc, char **argv)
{
	double x[N + 2] = { 0 }, r[N + 2] = { 0 }, p[N + 2] = { 0 }, ap[N + 2];
	int steps = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 1; i <= N; i++)
		p[i] = r[i] = (rank * N + i) % 7;

	double rr = dot(r, r);
	while (rr > 1e-20 && steps < N * size) {
		multiply(p, ap);
		double alpha = rr / dot(p, ap), before = rr;

		for (int i = 1; i <= N; i++) {
			x[i] += alpha * p[i];
			r[i] -= alpha * ap[i];
		}
		rr = dot(r, r);
		for (int i = 1; i <= N; i++)
			p[i] = r[i] + rr / before * p[i];
		steps++;
	}
	if (rank == 0)
		printf("%d unknowns, %d steps, squared residual %.3e, x[0] = %.15g\n", N * size, steps, rr, x[1]);
	MPI_Finalize();
	return rr > 1e-20;
}
