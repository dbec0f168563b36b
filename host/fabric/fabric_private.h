/*
 * The parts that the back ends of the fabric share: buffers, sends and the list of arrivals. One thread uses a
 * fabric, so none of this is locked; data that threads share belongs to the back end.
 */
#ifndef SUMAC_FABRIC_PRIVATE_H
#define SUMAC_FABRIC_PRIVATE_H

#include "fabric/fabric.h"

#include <stdbool.h>

struct sumac_fabric_send {
	int is_receive; /* 0 */
	struct sumac_fabric *fabric;
	struct sumac_fabric_send *next;
	struct sumac_fabric_send *next_in_pool;
	int peer;
	int status; /* as of sumac_fabric_send_status() */
	bool is_forgotten;
	bool is_control;
	bool is_sealed; /* over libfabric */
	const void *payload;
	size_t len_bytes;
	void *backend;
	/* libfabric sends from here on, so that the seal needs no piece of its own. A control message begins at the header. */
	uint8_t seal[SUMAC_FABRIC_SEAL_BYTES];
	uint8_t header[SUMAC_FABRIC_HEADER_BYTES];
	uint8_t more[]; /* the rest of a control message */
};
_Static_assert(offsetof(struct sumac_fabric_send, header) == offsetof(struct sumac_fabric_send, seal) + SUMAC_FABRIC_SEAL_BYTES,
	       "a sent message lies in one piece");

struct sumac_fabric_ops {
	/* 0, 1 (not now) or -SUMAC_E...; if it was accepted, progress calls sumac_fabric_send_end() in the end. */
	int (*send)(struct sumac_fabric *fabric, struct sumac_fabric_send *send);
	/* Called by the owner when it forgets a send in flight. */
	void (*forget)(struct sumac_fabric *fabric, struct sumac_fabric_send *send);
	int (*progress)(struct sumac_fabric *fabric);
	void (*close)(struct sumac_fabric *fabric);
};

struct sumac_fabric {
	const struct sumac_fabric_ops *ops;
	int rank, size;
	size_t payload_bytes;
	struct sumac_fabric_buf *free_bufs, *all_bufs;
	struct sumac_fabric_buf *free_controls;
	struct sumac_fabric_arrivals {
		struct sumac_fabric_buf *oldest, **newest_end;
	} arrivals[SUMAC_FABRIC_N_PORTS];
	struct sumac_fabric_send *free_sends, *all_sends;
	struct sumac_fabric_send *free_control_sends;
	int *n_controls;     /* in flight, by peer */
	int fault_peer;	     /* as of sumac_fabric_fault_peer() */
	uint64_t n_foreign;  /* as of sumac_fabric_n_foreign() */
};

int sumac_fabric_init(struct sumac_fabric *fabric, const struct sumac_fabric_ops *ops, int rank, int size,
		      size_t payload_bytes);
/* Frees all buffers and sends, no matter who holds them: the transport must be closed. */
void sumac_fabric_fini(struct sumac_fabric *fabric);

struct sumac_fabric_buf *sumac_fabric_control_new(struct sumac_fabric *fabric);
/* Takes over the reference. A control message for an unknown port is dropped. */
void sumac_fabric_arrive(struct sumac_fabric *fabric, struct sumac_fabric_buf *buf);
/* The transport has finished with a send. */
void sumac_fabric_send_end(struct sumac_fabric_send *send, int status);

#endif
