/*
 * The fabric: messages between the ranks of a job. Each message has a header and a payload; nothing blocks,
 * and everything moves in sumac_fabric_progress(). Two back ends: shared memory between the ranks of a host
 * (fabric_host.c), and libfabric between hosts (fabric_ofi.c). Messages from one peer may be delivered out of order;
 * none is lost unless a peer is.
 */
#ifndef SUMAC_FABRIC_H
#define SUMAC_FABRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sumac_bootstrap;
struct sumac_fabric;
struct sumac_fabric_send;
struct sumac_segment;

enum {
	SUMAC_FABRIC_HEADER_BYTES = 64,
	SUMAC_FABRIC_SEAL_BYTES = 16,
	SUMAC_FABRIC_CONTROL_BYTES = 512, /* longest control message */
	SUMAC_FABRIC_PORT_AT = SUMAC_FABRIC_HEADER_BYTES - 4,
};

/* A message that arrived, or scratch memory of the same size. It lives until its last holder lets go. */
struct sumac_fabric_buf {
	int is_receive; /* 1; a send begins with 0, so that libfabric's contexts can be told apart */
	bool is_posted; /* the transport may write into it */
	bool is_control;
	struct sumac_fabric *fabric;
	struct sumac_fabric_buf *next;
	struct sumac_fabric_buf *next_in_pool; /* links all buffers of a fabric, for close */
	int refs;
	int src;	  /* the sender's rank in the job */
	size_t len_bytes; /* of the payload; of a control message, from the header on */
	/* A message over libfabric begins with the seal, so the seal lies directly before the header (ofi_seal.h). */
	_Alignas(16) uint8_t seal[SUMAC_FABRIC_SEAL_BYTES];
	_Alignas(64) uint8_t header[SUMAC_FABRIC_HEADER_BYTES];
	uint8_t payload[];
};
_Static_assert(offsetof(struct sumac_fabric_buf, header) == offsetof(struct sumac_fabric_buf, seal) + SUMAC_FABRIC_SEAL_BYTES,
	       "a received message lies in one piece");

/* The recipient of a message. A control message begins with a uint32_t that names it; the header of any other message ends with
 * it, and a value that is no port means the engine. */
enum sumac_fabric_port { SUMAC_FABRIC_ENGINE, SUMAC_FABRIC_AGREE, SUMAC_FABRIC_REMOTE, SUMAC_FABRIC_N_PORTS };

/* Collective over the job: opens the back end that suits it, the host's if all ranks share the segment's. Payloads are at most
 * payload_bytes. Before a close, all ranks must have agreed to end, by other means than the fabric. */
int sumac_fabric_open(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment, size_t payload_bytes,
		      struct sumac_fabric **fabric_out);

/* For a job whose ranks are all in the segment, which the fabric does not own. */
int sumac_fabric_open_host(struct sumac_segment *segment, size_t payload_bytes, struct sumac_fabric **fabric_out);

/* Collective over the job: opens endpoints of libfabric, and exchanges their addresses over the bootstrap. Messages within a host
 * go through the segment, which the fabric does not own; NULL: these, too, go over libfabric. */
int sumac_fabric_open_ofi(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment, size_t payload_bytes,
			  struct sumac_fabric **fabric_out);

int sumac_fabric_rank(const struct sumac_fabric *fabric);
int sumac_fabric_size(const struct sumac_fabric *fabric);
size_t sumac_fabric_payload_bytes(const struct sumac_fabric *fabric);

/* Starts sending a message. 0; 1 if it cannot be taken now (try again after progress); or -SUMAC_E.... The
 * header is copied; the payload must stay until sumac_fabric_send_status() says that the send is done. */
int sumac_fabric_send(struct sumac_fabric *fabric, int peer, const uint8_t header[SUMAC_FABRIC_HEADER_BYTES],
		      const void *payload, size_t len_bytes, struct sumac_fabric_send **send_out);
/* 1: in flight. Else 0 or -SUMAC_E..., and the send no longer exists. */
int sumac_fabric_send_status(struct sumac_fabric_send *send);
/* The caller will not ask for the status any more, and the receiver no longer needs the payload. */
void sumac_fabric_send_forget(struct sumac_fabric_send *send);

/* Sends a short message, which is copied and has no status. 0; 1 if not possible now; or -SUMAC_E.... */
int sumac_fabric_send_control(struct sumac_fabric *fabric, int peer, const void *message, size_t len_bytes);
/* The messages that were taken and have yet to leave this rank: closing the fabric may lose messages under way. */
int sumac_fabric_n_controls(const struct sumac_fabric *fabric, int peer);

/* Makes progress on everything; returns > 0 if something moved. Never blocks. */
int sumac_fabric_progress(struct sumac_fabric *fabric);

/* A peer whose messages cannot be read, as it wrote impossible values into memory that it shares; -1: none. */
int sumac_fabric_fault_peer(const struct sumac_fabric *fabric);

/* How many messages were dropped because a stranger sent them: they had no good seal, or were longer than any message of the
 * job. */
uint64_t sumac_fabric_n_foreign(const struct sumac_fabric *fabric);

/* The next message that arrived for the port, with one reference for the caller; NULL if there is none. */
struct sumac_fabric_buf *sumac_fabric_next(struct sumac_fabric *fabric, enum sumac_fabric_port port);

/* Scratch memory with one reference; NULL if there is no memory. */
struct sumac_fabric_buf *sumac_fabric_buf_new(struct sumac_fabric *fabric);
void sumac_fabric_buf_get(struct sumac_fabric_buf *buf);
void sumac_fabric_buf_put(struct sumac_fabric_buf *buf);

/* All buffers must have been put back. */
void sumac_fabric_close(struct sumac_fabric *fabric);

#endif
