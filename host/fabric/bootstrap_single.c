/*
 * The bootstrap of a program that was started by itself: a world of one. It is the one-rank case of the threads back
 * end, under its own name.
 */
#include "fabric/bootstrap.h"

int sumac_bootstrap_single_open(struct sumac_bootstrap *bootstrap_out)
{
	int err = sumac_bootstrap_threads_open(1, bootstrap_out);

	if (!err)
		bootstrap_out->name = "single";
	return err;
}
