/*
 * Opens the fabric that the job needs.
 */
#include "bootstrap/bootstrap.h"
#include "fabric/fabric.h"
#include "segment/segment.h"

int sumac_fabric_open(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment, size_t payload_bytes,
		      struct sumac_fabric **fabric_out)
{
	int n_ranks = bootstrap->size(bootstrap->ctx);

	if (sumac_segment_n_local(segment) == n_ranks)
		return sumac_fabric_open_host(segment, payload_bytes, fabric_out);
	return sumac_fabric_open_ofi(bootstrap, segment, payload_bytes, fabric_out);
}
