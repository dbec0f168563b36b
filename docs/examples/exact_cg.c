/*
 * Sumac's native API: conjugate gradients that take the same steps on every number of ranks. Rows of the matrix are spread over
 * the ranks, and exact accumulators hold the dot products, which are rounded once. Each line has a step and its squared residual,
 * in hexadecimal and in decimal. With the argument `plain` the dot products are plain sums, and the steps depend on the ranks.
 * exact_cg [plain|exact] [STEPS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sumac_exact.h>

enum { SIDE = 24, N = SIDE * SIDE };

static int is_plain, first, n; /* this rank has the rows first to first + n - 1 */

static void check(int err)
{
	if (!err)
		return;
	fprintf(stderr, "exact_cg: %s\n", sumac_last_error());
	exit(1);
}

static double plain_dot(const double *a, const double *b)
{
	double part = 0, all;

	for (int i = 0; i < n; i++)
		part += a[i] * b[i];
	check(sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_F64, &all, &part, 1));
	return all;
}

static double dot(const double *a, const double *b)
{
	struct sumac_exact_dot part, all;
	double value;

	if (is_plain)
		return plain_dot(a, b);
	sumac_exact_dot_clear(&part);
	check(sumac_exact_dot_add_products(&part, a, b, (size_t)n));
	check(sumac_exact_dot_allreduce(sumac_team_world(), &all, &part, 1));
	check(sumac_exact_dot_to_double(&all, &value));
	return value;
}

/* How well heat flows between two neighbouring cells, or from one to the border: 1 to 128, all over the plate. */
static double conductivity(int cell, int to)
{
	unsigned seed = (unsigned)(cell < to ? cell : to) * 2654435761u + (unsigned)(cell < to ? to : cell) * 40503u;

	return 1 << (seed >> 20) % 8;
}

/* out = this rank's rows of A v. A neighbour beyond the border is at 0. */
static void multiply(const double *v, double *out)
{
	for (int i = 0; i < n; i++) {
		int cell = first + i, column = cell % SIDE;
		double flow = 0;

		for (int side = 0; side < 4; side++) {
			int to = cell + (const int[]){ -SIDE, SIDE, -1, 1 }[side];
			int is_inside = side < 2 ? to >= 0 && to < N : side == 2 ? column > 0 : column < SIDE - 1;

			flow += conductivity(cell, is_inside ? to : N + side) * (v[cell] - (is_inside ? v[to] : 0));
		}
		out[i] = flow;
	}
}

int main(int argc, char **argv)
{
	static double x[N], r[N], p[N], ap[N], all[N];
	int step = 0, most = argc > 2 ? atoi(argv[2]) : 20;

	is_plain = argc > 1 && !strcmp(argv[1], "plain");
	check(sumac_init());
	n = N / sumac_size();
	first = n * sumac_rank();
	if (n * sumac_size() != N)
		return fprintf(stderr, "exact_cg: %d rows are no whole number for each rank\n", N);
	for (int i = 0; i < n; i++)
		p[i] = r[i] = 1.0 / (1 + (first + i) % 7);

	double rr = dot(r, r), begun = rr;
	for (; step < most && rr > 1e-24 * begun; step++) {
		check(sumac_allgather(sumac_team_world(), all, p, (size_t)n * sizeof(double)));
		multiply(all, ap);
		double alpha = rr / dot(p, ap), before = rr;

		for (int i = 0; i < n; i++) {
			x[i] += alpha * p[i];
			r[i] -= alpha * ap[i];
		}
		rr = dot(r, r);
		for (int i = 0; i < n; i++)
			p[i] = r[i] + rr / before * p[i];
		if (sumac_rank() == 0)
			printf("%d %a %.17g\n", step + 1, rr, rr);
	}
	if (sumac_rank() == 0)
		printf("x[0] = %.17g\n", x[0]);
	return sumac_finalize() != 0;
}
