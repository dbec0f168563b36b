/*
 * Allreduces until one fails, which is told. Usage: native_endless. The exit status does not matter.
 */
#include <stdio.h>

#include "sumac.h"
#include "sumac_ops.h"

enum { COUNT = 10000 };

int main(void)
{
	static int32_t src[COUNT], dst[COUNT];
	int err = sumac_init();

	for (long n = 0; !err; n++) {
		err = sumac_allreduce(sumac_team_world(), SUMAC_OP_SUM, SUMAC_TYPE_I32, dst, src, COUNT);
		if (!n && !err)
			printf("rank %d: under way\n", sumac_rank()), fflush(stdout);
	}
	fprintf(stderr, "rank %d: %s\n", sumac_rank(), sumac_last_error());
	sumac_finalize();
	return 0;
}
