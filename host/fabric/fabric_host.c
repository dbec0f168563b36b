/*
 * The fabric of a job whose ranks all share a host: its messages all go through rings (host_rings.h).
 */
#include <stdlib.h>

#include "base/fail.h"
#include "fabric/host_rings.h"
#include "segment/segment.h"
#include "spec/spec.h"

struct host_fabric {
	struct sumac_fabric base;
	struct sumac_host_rings *rings;
};

static int host_send(struct sumac_fabric *base, struct sumac_fabric_send *send)
{
	return sumac_host_rings_send(((struct host_fabric *)base)->rings, send);
}

static int host_progress(struct sumac_fabric *base)
{
	return sumac_host_rings_progress(((struct host_fabric *)base)->rings);
}

static void host_close(struct sumac_fabric *base)
{
	struct host_fabric *fabric = (struct host_fabric *)base;

	if (fabric->rings)
		sumac_host_rings_close(fabric->rings);
	sumac_fabric_fini(base);
	free(fabric);
}

static const struct sumac_fabric_ops host_ops = {
	.send = host_send,
	.progress = host_progress,
	.close = host_close,
};

int sumac_fabric_open_host(struct sumac_segment *segment, size_t payload_bytes, struct sumac_fabric **fabric_out)
{
	int n_local = sumac_segment_n_local(segment), err;
	struct host_fabric *fabric = calloc(1, sizeof(*fabric));

	if (!fabric || sumac_fabric_init(&fabric->base, &host_ops, sumac_segment_local_rank(segment), n_local, payload_bytes)) {
		free(fabric);
		return sumac_fail(SUMAC_ENOMEM, "no memory for a fabric of %d ranks", n_local);
	}
	err = sumac_host_rings_open(segment, &fabric->base, &fabric->rings);
	if (err) {
		host_close(&fabric->base);
		return err;
	}
	*fabric_out = &fabric->base;
	return 0;
}
