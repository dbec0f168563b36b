/*
 * The messages between two ranks' libraries: requests, each of which its owner executes and answers, and answers.
 * Short ones are control messages, with their data behind the header; the data of long ones stays where it lies.
 */
#ifndef SUMAC_REMOTE_WIRE_H
#define SUMAC_REMOTE_WIRE_H

#include "remote/remote_private.h"

/* MEET: carries a struct sumac_ofi_rma_card, and asks for one. */
enum sumac_remote_kind { SUMAC_REMOTE_PUT, SUMAC_REMOTE_GET, SUMAC_REMOTE_AMO, SUMAC_REMOTE_BATCH, SUMAC_REMOTE_MEET,
			 SUMAC_REMOTE_ANSWER };

struct sumac_remote_header {
	uint32_t port;
	uint8_t kind, region, op, width;
	uint32_t len_bytes;
	int32_t status;
	/* The sender numbers its requests to an owner, and the owner executes them in this order. The answer carries the number
	 * of its request. No number comes twice, so nobody can pass off an old request or answer as a new one. */
	uint64_t number;
	uint64_t offset;
	union {
		struct {
			uint64_t value, compare; /* of an atomic */
		};
		struct {
			uint64_t stride, block_bytes; /* of a put or get: there; 0: all in one piece */
		};
	};
};

enum {
	SUMAC_REMOTE_DATA_BYTES = SUMAC_FABRIC_CONTROL_BYTES - sizeof(struct sumac_remote_header),
	/* Longer items do not wait in a batch. */
	SUMAC_REMOTE_BATCHED_BYTES = 64,
};

struct sumac_remote_message {
	struct sumac_remote_header header;
	uint8_t data[SUMAC_REMOTE_DATA_BYTES];
};
_Static_assert(sizeof(struct sumac_remote_message) == SUMAC_FABRIC_CONTROL_BYTES, "a control message's size");
_Static_assert(sizeof(struct sumac_ofi_rma_card) <= SUMAC_REMOTE_DATA_BYTES, "a card goes in a control message");

/* A batch is a row of such items, each with its data behind it, filled up to a multiple of 8 bytes. */
struct sumac_remote_item {
	uint64_t offset;
	uint16_t len_bytes;
	uint8_t region, op; /* an atomic's, whose data is the value's 8 bytes; or SUMAC_N_AMO_OPS: a put */
	uint8_t width, zero[3];
};

static inline size_t sumac_remote_item_bytes(size_t len_bytes)
{
	return sizeof(struct sumac_remote_item) + ((len_bytes + 7) & ~(size_t)7);
}

/* Requests that are under way to a peer, and those that came from it before their turn. */
struct sumac_remote_flight {
	uint32_t busy; /* a bit for each await */
	uint64_t next_number, next_served, next_turn;
	struct sumac_remote_await {
		struct sumac_remote_flow *flow;
		uint64_t turn; /* among all requests to the peer, by messages or not */
		uint64_t number; /* of a request by message, whose answer has the same */
		bool is_message;
		uint32_t len_bytes;
		void *into; /* NULL: the answer brings nothing */
		size_t near_stride, block_bytes; /* its layout here; 0: in one piece */
		struct sumac_fabric_send *send;	 /* of data that is not copied, or NULL */
	} awaits[SUMAC_REMOTE_IN_FLIGHT];
	struct sumac_fabric_buf *held[SUMAC_REMOTE_IN_FLIGHT]; /* by number */
	struct sumac_remote_flow *batch_flow;
	struct sumac_remote_message batch; /* header.len_bytes of them are filled */
};

/* This many more messages of that flow are under way to that rank. */
void sumac_remote_count(struct sumac_remote *remote, int rank, struct sumac_remote_flow *flow, int n);

/* An awaited request has begun, or is over. */
void sumac_remote_await_begin(struct sumac_remote_flight *flight, int id, const struct sumac_remote_await *await);
void sumac_remote_await_end(struct sumac_remote *remote, int rank, int id);

/* NULL: no memory, with the story. */
struct sumac_remote_flight *sumac_remote_flight_of(struct sumac_remote *remote, int rank);

/* Sends a control message, or one whose data lies elsewhere: 0, 1 (not now) or -SUMAC_E.... */
int sumac_remote_send_short(struct sumac_remote *remote, int rank, const struct sumac_remote_message *message, size_t data_bytes);
int sumac_remote_send_long(struct sumac_remote *remote, int rank, const struct sumac_remote_header *header, const void *data,
			   struct sumac_fabric_send **send_out);

/* The data of a message that came: behind the header, or apart from it. */
static inline uint8_t *sumac_remote_data_of(struct sumac_fabric_buf *buf)
{
	return buf->is_control ? buf->header + sizeof(struct sumac_remote_header) : buf->payload;
}

/* Takes an answer to a request of this rank. */
void sumac_remote_take_answer(struct sumac_remote *remote, struct sumac_fabric_buf *buf);
/* Whether such an item waits for more of the kind. */
bool sumac_remote_may_wait(const struct sumac_remote *remote, const struct sumac_remote_flow *flow, int rank, size_t len_bytes);
/* Gives that rank this one's card, and waits for its card. */
int sumac_remote_send_meet(struct sumac_remote *remote, int rank, const struct sumac_ofi_rma_card *mine,
			   struct sumac_ofi_rma_card *theirs_out);
/* Sends the peer's batch, if there is one, once it has room; and then all that have room now. */
int sumac_remote_send_batch(struct sumac_remote *remote, int rank);
void sumac_remote_send_batches(struct sumac_remote *remote);

#endif
