/*
 * The collectives, by number and name.
 */
#ifndef SUMAC_COLLECTIVE_H
#define SUMAC_COLLECTIVE_H

enum sumac_coll { SUMAC_COLL_REDUCE, SUMAC_COLL_ALLREDUCE, SUMAC_COLL_BARRIER };

/* "reduce", "allreduce", "barrier"; "?" for an unknown one. */
const char *sumac_coll_name(enum sumac_coll coll);

#endif
