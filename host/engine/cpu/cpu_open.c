/*
 * Opens the CPU engine over the network that the job has.
 */
#include "engine/cpu/cpu.h"

#include "fabric/bootstrap.h"

int sumac_engine_cpu_open(struct sumac_bootstrap *bootstrap, const struct sumac_cpu_options *options,
			  struct sumac_engine **engine_out)
{
	struct sumac_fabric *fabric;
	int err;

	/* A rank alone talks to nobody: no network need be there. */
	if (bootstrap->size(bootstrap->ctx) == 1)
		return sumac_cpu_engine_open_threads(1, options, 0, engine_out);
	err = sumac_fabric_open_ofi(bootstrap, options->chunk_bytes, &fabric);
	return err ? err : sumac_cpu_engine_make(fabric, options, engine_out);
}
