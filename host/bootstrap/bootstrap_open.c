/*
 * Chooses the bootstrap back end from what the launcher left in the environment.
 */
#include "bootstrap/bootstrap.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "spec/spec.h"

static int is_set(const char *name)
{
	const char *value = getenv(name);

	return value && *value;
}

/* Every PMIx version names its server's address differently (PMIX_SERVER_URI, _URI2 ... _URI41). */
static int pmix_server_is_near(void)
{
	extern char **environ;

	if (!is_set("PMIX_NAMESPACE") || !is_set("PMIX_RANK"))
		return 0;
	for (char **entry = environ; *entry; entry++)
		if (!strncmp(*entry, "PMIX_SERVER_URI", strlen("PMIX_SERVER_URI")))
			return 1;
	return 0;
}

int sumac_bootstrap_open(struct sumac_bootstrap *bootstrap_out)
{
	if (pmix_server_is_near())
		return sumac_bootstrap_pmix_open(bootstrap_out);
	if (is_set("PMI_RANK") || is_set("PMI_FD"))
		return sumac_fail(SUMAC_EBOOTSTRAP,
				  "this program was started by a PMI-1 launcher (%s is set) without PMIx, so its ranks cannot find "
				  "each other; start it with `sumac run -n N program`, or with a launcher that provides PMIx "
				  "(Open MPI's mpirun, srun --mpi=pmix)",
				  is_set("PMI_RANK") ? "PMI_RANK" : "PMI_FD");
	return sumac_bootstrap_single_open(bootstrap_out);
}
