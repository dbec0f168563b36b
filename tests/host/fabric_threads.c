/*
 * The fabric between threads of one process: an inbox for each rank. Short payloads are copied at once, as eager
 * messages are; long ones stay with the sender until the receiver takes them, as in a rendezvous: so tests meet both.
 */
#include "fabric_threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fabric/fabric_private.h"
#include "spec/spec.h"

enum { EAGER_BYTES = 4096, SHUFFLE_DEPTH = 8 };

struct message {
	struct message *next;
	int src;
	bool is_control;
	size_t len_bytes;
	const void *payload;	       /* the sender's, or eager */
	struct sumac_fabric_send *send; /* the sender's, which its own thread ends; NULL if ended */
	uint8_t header[SUMAC_FABRIC_HEADER_BYTES];
	uint8_t eager[];
};

struct inbox {
	pthread_mutex_t lock;
	struct message *first, **end;
	struct message *returned; /* our own rendezvous messages that their receivers have copied */
	bool is_closed;
};

struct hub {
	pthread_mutex_t lock;
	int n_ranks, n_open;
	struct inbox inbox[];
};

struct threads_fabric {
	struct sumac_fabric base;
	struct hub *hub;
	uint64_t random; /* 0: deliver in order, at once */
};

static struct threads_fabric *threads_of(struct sumac_fabric *fabric)
{
	return (struct threads_fabric *)fabric;
}

static unsigned next_random(struct threads_fabric *fabric)
{
	fabric->random = fabric->random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(fabric->random >> 33);
}

static int threads_send(struct sumac_fabric *fabric, struct sumac_fabric_send *send)
{
	struct inbox *inbox = &threads_of(fabric)->hub->inbox[send->peer];
	bool is_eager = send->is_control || send->len_bytes <= EAGER_BYTES;
	struct message *message = malloc(sizeof(*message) + (is_eager ? send->len_bytes : 0));
	bool is_closed;

	if (!message)
		return -SUMAC_ENOMEM;
	message->next = NULL;
	message->src = fabric->rank;
	message->is_control = send->is_control;
	message->len_bytes = send->len_bytes;
	message->payload = is_eager ? message->eager : send->payload;
	message->send = is_eager ? NULL : send;
	memcpy(message->header, send->header, sizeof(message->header));
	if (is_eager && send->len_bytes)
		memcpy(message->eager, send->payload, send->len_bytes);
	send->backend = message;
	pthread_mutex_lock(&inbox->lock);
	is_closed = inbox->is_closed;
	if (!is_closed) {
		*inbox->end = message;
		inbox->end = &message->next;
	}
	pthread_mutex_unlock(&inbox->lock);
	if (is_closed)
		free(message);
	if (is_eager || is_closed)
		sumac_fabric_send_end(send, 0);
	return 0;
}

static struct message *inbox_take(struct inbox *inbox, struct message **at)
{
	struct message *message = *at;

	*at = message->next;
	if (!*at)
		inbox->end = at;
	message->next = NULL;
	return message;
}

/* The owner will not keep the payload: takes the message back, unless the receiver was faster. */
static void threads_forget(struct sumac_fabric *fabric, struct sumac_fabric_send *send)
{
	struct inbox *inbox = &threads_of(fabric)->hub->inbox[send->peer];
	struct message *message = NULL;

	pthread_mutex_lock(&inbox->lock);
	for (struct message **at = &inbox->first; *at; at = &(*at)->next) {
		if (*at == send->backend) {
			message = inbox_take(inbox, at);
			break;
		}
	}
	pthread_mutex_unlock(&inbox->lock);
	if (message) {
		free(message);
		sumac_fabric_send_end(send, 0);
	}
}

/* Returns a finished message to its sender's thread. */
static void message_return(struct hub *hub, struct message *message)
{
	struct inbox *inbox = &hub->inbox[message->src];
	bool is_wanted = false;

	if (message->send) {
		pthread_mutex_lock(&inbox->lock);
		is_wanted = !inbox->is_closed;
		if (is_wanted) {
			message->next = inbox->returned;
			inbox->returned = message;
		}
		pthread_mutex_unlock(&inbox->lock);
	}
	if (!is_wanted)
		free(message);
}

static int end_returned(struct threads_fabric *fabric)
{
	struct inbox *inbox = &fabric->hub->inbox[fabric->base.rank];
	struct message *returned;
	int n = 0;

	pthread_mutex_lock(&inbox->lock);
	returned = inbox->returned;
	inbox->returned = NULL;
	pthread_mutex_unlock(&inbox->lock);
	for (struct message *next; returned; returned = next, n++) {
		next = returned->next;
		sumac_fabric_send_end(returned->send, 0);
		free(returned);
	}
	return n;
}

static struct message **choose(struct threads_fabric *fabric, struct inbox *inbox)
{
	struct message **at = &inbox->first;
	unsigned skip = fabric->random ? next_random(fabric) % SHUFFLE_DEPTH : 0;

	for (; skip && *at && (*at)->next; skip--)
		at = &(*at)->next;
	return at;
}

/* Copies one message out of the inbox, under the lock: so forget() can rely on it that a message which is no longer in the inbox
 * is no longer read. */
static bool receive_one(struct threads_fabric *fabric)
{
	struct inbox *inbox = &fabric->hub->inbox[fabric->base.rank];
	struct message *message = NULL;
	struct sumac_fabric_buf *buf = NULL;
	struct message **at;

	pthread_mutex_lock(&inbox->lock);
	at = choose(fabric, inbox);
	if (*at)
		buf = (*at)->is_control ? sumac_fabric_control_new(&fabric->base) : sumac_fabric_buf_new(&fabric->base);
	if (buf) {
		message = inbox_take(inbox, at);
		buf->src = message->src;
		buf->len_bytes = message->len_bytes;
		if (!message->is_control)
			memcpy(buf->header, message->header, sizeof(buf->header));
		if (message->len_bytes)
			memcpy(message->is_control ? buf->header : buf->payload, message->payload, message->len_bytes);
	}
	pthread_mutex_unlock(&inbox->lock);
	if (!buf)
		return false;
	message_return(fabric->hub, message);
	sumac_fabric_arrive(&fabric->base, buf);
	return true;
}

static int threads_progress(struct sumac_fabric *base)
{
	struct threads_fabric *fabric = threads_of(base);
	int n = end_returned(fabric);

	if (fabric->random && next_random(fabric) % 3 == 0)
		return n;
	for (int i = 0; i < 64 && receive_one(fabric); i++)
		n++;
	return n;
}

static void hub_close(struct hub *hub)
{
	bool is_last;

	pthread_mutex_lock(&hub->lock);
	is_last = --hub->n_open == 0;
	pthread_mutex_unlock(&hub->lock);
	if (!is_last)
		return;
	for (int rank = 0; rank < hub->n_ranks; rank++)
		pthread_mutex_destroy(&hub->inbox[rank].lock);
	pthread_mutex_destroy(&hub->lock);
	free(hub);
}

static void threads_close(struct sumac_fabric *base)
{
	struct threads_fabric *fabric = threads_of(base);
	struct inbox *inbox = &fabric->hub->inbox[base->rank];
	struct message *queued;

	end_returned(fabric);
	pthread_mutex_lock(&inbox->lock);
	inbox->is_closed = true;
	queued = inbox->first;
	inbox->first = NULL;
	inbox->end = &inbox->first;
	pthread_mutex_unlock(&inbox->lock);
	for (struct message *next; queued; queued = next) {
		next = queued->next;
		message_return(fabric->hub, queued);
	}
	while (inbox->returned) { /* nobody adds to a closed inbox */
		struct message *message = inbox->returned;

		inbox->returned = message->next;
		free(message);
	}
	hub_close(fabric->hub);
	sumac_fabric_fini(base);
	free(fabric);
}

static const struct sumac_fabric_ops threads_ops = {
	.send = threads_send,
	.forget = threads_forget,
	.progress = threads_progress,
	.close = threads_close,
};

static struct hub *hub_new(int n_ranks)
{
	struct hub *hub = calloc(1, sizeof(*hub) + (size_t)n_ranks * sizeof(hub->inbox[0]));

	if (!hub)
		return NULL;
	hub->n_ranks = hub->n_open = n_ranks;
	pthread_mutex_init(&hub->lock, NULL);
	for (int rank = 0; rank < n_ranks; rank++) {
		pthread_mutex_init(&hub->inbox[rank].lock, NULL);
		hub->inbox[rank].end = &hub->inbox[rank].first;
	}
	return hub;
}

int fabric_threads_open(int n_ranks, size_t payload_bytes, uint64_t seed, struct sumac_fabric **fabrics_out)
{
	struct hub *hub = hub_new(n_ranks);
	int rank;

	if (!hub)
		return sumac_fail(SUMAC_ENOMEM, "no memory for a fabric of %d threads", n_ranks);
	for (rank = 0; rank < n_ranks; rank++) {
		struct threads_fabric *fabric = calloc(1, sizeof(*fabric));

		if (!fabric)
			break;
		if (sumac_fabric_init(&fabric->base, &threads_ops, rank, n_ranks, payload_bytes)) {
			free(fabric);
			break;
		}
		fabric->hub = hub;
		fabric->random = seed ? seed + (uint64_t)rank * 7919 : 0;
		fabrics_out[rank] = &fabric->base;
	}
	if (rank == n_ranks)
		return 0;
	for (int left = n_ranks - rank; left; left--)
		hub_close(hub);
	while (rank-- > 0)
		threads_close(fabrics_out[rank]);
	return sumac_fail(SUMAC_ENOMEM, "no memory for a fabric of %d threads", n_ranks);
}
