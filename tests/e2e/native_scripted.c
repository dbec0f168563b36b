/*
 * Allreduces under scripts of packet events, each with other values: native_scripted BYTES ROUNDS [teams]. With the third
 * word each has a team of its own. Exits with 0 when all sums were right, with 4 after a failure.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "sumac.h"

/* Returns how many sums are wrong, or -1. */
static int round_on(struct sumac_team *team, int round, int32_t *src, int32_t *dst, size_t count)
{
	int rank = sumac_rank(), n = sumac_size(), n_wrong = 0;

	for (size_t i = 0; i < count; i++)
		src[i] = rank * (int)i + round;
	if (sumac_allreduce(team, SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, count))
		return -1;
	for (size_t i = 0; i < count; i++)
		n_wrong += dst[i] != n * (n - 1) / 2 * (int)i + n * round;
	return n_wrong;
}

static int round_of(bool has_team, int round, int32_t *memory, size_t count)
{
	struct sumac_team *team = sumac_team_world();
	int n_wrong;

	if (has_team && sumac_team_split_strided(sumac_team_world(), 0, 1, sumac_size(), &team))
		return -1;
	n_wrong = round_on(team, round, memory, memory + count, count);
	if (has_team && sumac_team_free(team))
		return -1;
	return n_wrong;
}

int main(int argc, char **argv)
{
	size_t count = argc > 1 ? strtoull(argv[1], NULL, 0) / sizeof(int32_t) : 2;
	int rounds = argc > 2 ? atoi(argv[2]) : 1, n_wrong = 0;
	void *memory;

	if (sumac_init() || sumac_alloc(2 * count * sizeof(int32_t) + 1, &memory)) {
		fprintf(stderr, "native_scripted: %s\n", sumac_last_error());
		return 2;
	}
	for (int round = 0; round < rounds; round++) {
		int n = round_of(argc > 3, round, memory, count);

		if (n < 0) {
			fprintf(stderr, "rank %d: round %d failed: %s\n", sumac_rank(), round, sumac_last_error());
			sumac_finalize(); // frees its teams, so what the NICs still have to tell each other goes out
			_Exit(4);
		}
		n_wrong += n;
	}
	if (n_wrong)
		fprintf(stderr, "rank %d: %d sums are wrong\n", sumac_rank(), n_wrong);
	return sumac_finalize() || n_wrong;
}
