/*
 * What the core may set of the NIC engine, beside what engine.h declares.
 */
#ifndef SUMAC_NIC_H
#define SUMAC_NIC_H

#include <stddef.h>

struct sumac_engine;

/* Bytes of each piece of staging that teams made from now on reserve (four pieces:
 * two calls, source and destination each); none until it is set. A call on memory
 * that the NIC does not reach and that is larger makes its team's staging grow. */
void sumac_engine_nic_set_staging(struct sumac_engine *engine, size_t piece_bytes);

#endif
