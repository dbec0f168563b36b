/*
 * Opens the CPU engine as the settings say.
 */
#include "engine/cpu/cpu.h"

#include "core/settings.h"
#include "core/status.h"
#include "fabric/bootstrap.h"

static struct sumac_cpu_options options_from_settings(void)
{
	return (struct sumac_cpu_options){
		.chunk_bytes = (size_t)sumac_setting_int(SUMAC_SETTING_CPU_CHUNK_BYTES),
		.window = (uint32_t)sumac_setting_int(SUMAC_SETTING_CPU_WINDOW),
	};
}

int sumac_engine_cpu_open(struct sumac_bootstrap *bootstrap, struct sumac_engine **engine_out)
{
	struct sumac_cpu_options options = options_from_settings();
	struct sumac_fabric *fabric;
	int err;

	/* A rank alone talks to nobody: no network need be there. */
	if (bootstrap->size(bootstrap->ctx) == 1)
		return sumac_cpu_engine_open_threads(1, &options, 0, engine_out);
	err = sumac_fabric_open_ofi(bootstrap, options.chunk_bytes, &fabric);
	if (err)
		return sumac_fail(err, "%s", sumac_fabric_why());
	return sumac_cpu_engine_make(fabric, &options, engine_out);
}

int sumac_engine_cpu_open_threads(int n_ranks, struct sumac_engine **engines_out)
{
	struct sumac_cpu_options options = options_from_settings();

	return sumac_cpu_engine_open_threads(n_ranks, &options, 0, engines_out);
}
