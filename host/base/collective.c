/*
 * Names of collectives.
 */
#include "base/collective.h"

const char *sumac_coll_name(enum sumac_coll coll)
{
	switch (coll) {
	case SUMAC_COLL_REDUCE:
		return "reduce";
	case SUMAC_COLL_ALLREDUCE:
		return "allreduce";
	case SUMAC_COLL_BARRIER:
		return "barrier";
	}
	return "?";
}
