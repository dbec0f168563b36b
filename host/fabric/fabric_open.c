/*
 * Opens the fabric that the job needs.
 */
#include "fabric/bootstrap.h"
#include "fabric/fabric.h"

int sumac_fabric_open(struct sumac_bootstrap *bootstrap, size_t payload_bytes, struct sumac_fabric **fabric_out)
{
	/* A single rank talks to nobody, and needs no network. */
	if (bootstrap->size(bootstrap->ctx) == 1)
		return sumac_fabric_open_threads(1, payload_bytes, 0, fabric_out);
	return sumac_fabric_open_ofi(bootstrap, payload_bytes, fabric_out);
}
