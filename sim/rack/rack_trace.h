/*
 * A rack's part of a trace: what the NICs' stages did, as slices on tracks, and arrows along each chunk. NICs' events come in on
 * the threads that step them.
 */
#ifndef SUMAC_RACK_TRACE_H
#define SUMAC_RACK_TRACE_H

#include "sim/rack/frame.h"
#include "sim/rack/rack.h"

/* A launcher has begun the file, and ranks append to it, too; a rack without a parent begins and ends it. 0, or -SUMAC_E... with a
 * message. */
int sumac_rack_trace_open(struct sumac_rack *rack);
/* An event of include/spec/events.def, with its fields as sumac_vnic_watch() gives them. */
void sumac_rack_trace_event(struct sumac_rack_trace *trace, int nic, uint64_t cycle, const char *event, const uint32_t *words);
/* A stage's cycles go to this cause from now on. */
void sumac_rack_trace_cause(void *rank, uint64_t cycle, int stage, int cause);
/* A frame's last beat has left a NIC; its first one comes to one. */
void sumac_rack_trace_left(struct sumac_rack_trace *trace, int from, const struct sumac_vnic_frame *frame);
void sumac_rack_trace_comes(struct sumac_rack_trace *trace, int to, uint64_t at, const struct sumac_vnic_frame *frame);
/* Ends the slices that are open in this cycle. 0, or -1 with a message: events are missing. NULL: 0. */
int sumac_rack_trace_close(struct sumac_rack_trace *trace, uint64_t cycle);

#endif
