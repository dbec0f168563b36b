/*
 * Allreduces until one fails, which it prints. With an argument rank 1 leaves after a few, without a farewell, with status 3.
 */
#include <stdio.h>

#include "sumac.h"
#include "sumac_ops.h"

enum { COUNT = 10000 };

int main(int argc, char **argv)
{
	static int32_t src[COUNT], dst[COUNT];
	int err = sumac_init();

	(void)argv;
	for (long n = 0; !err; n++) {
		if (argc > 1 && n > 3 && sumac_rank() == 1)
			return 3;
		err = sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, COUNT);
		if (!n && !err)
			printf("rank %d: under way\n", sumac_rank()), fflush(stdout);
	}
	fprintf(stderr, "rank %d: %s\n", sumac_rank(), sumac_last_error());
	sumac_finalize();
	return 0;
}
