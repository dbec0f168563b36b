/*
 * The parts that all back ends of the fabric share: buffers with references, sends that live on after their owner has
 * forgotten them, and the list of messages that have arrived.
 */
#include "fabric/fabric_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "spec/spec.h"

/* The most control messages in flight to one peer: if a peer does not read, we stop sending, and memory does not grow. */
enum { MAX_CONTROLS_IN_FLIGHT = 64 };

int sumac_fabric_init(struct sumac_fabric *fabric, const struct sumac_fabric_ops *ops, int rank, int size,
		      size_t payload_bytes)
{
	fabric->ops = ops;
	fabric->rank = rank;
	fabric->size = size;
	fabric->payload_bytes = payload_bytes;
	fabric->fault_peer = -1;
	for (int port = 0; port < SUMAC_FABRIC_N_PORTS; port++)
		fabric->arrivals[port].newest_end = &fabric->arrivals[port].oldest;
	fabric->n_controls = calloc((size_t)size, sizeof(*fabric->n_controls));
	return fabric->n_controls ? 0 : sumac_fail(SUMAC_ENOMEM, "no memory for a fabric of %d ranks", size);
}

void sumac_fabric_fini(struct sumac_fabric *fabric)
{
	while (fabric->all_bufs) {
		struct sumac_fabric_buf *buf = fabric->all_bufs;

		fabric->all_bufs = buf->next_in_pool;
		free(buf);
	}
	while (fabric->all_sends) {
		struct sumac_fabric_send *send = fabric->all_sends;

		fabric->all_sends = send->next_in_pool;
		free(send);
	}
	free(fabric->n_controls);
	fabric->n_controls = NULL;
}

int sumac_fabric_rank(const struct sumac_fabric *fabric)
{
	return fabric->rank;
}

int sumac_fabric_size(const struct sumac_fabric *fabric)
{
	return fabric->size;
}

size_t sumac_fabric_payload_bytes(const struct sumac_fabric *fabric)
{
	return fabric->payload_bytes;
}

int sumac_fabric_fault_peer(const struct sumac_fabric *fabric)
{
	return fabric->fault_peer;
}

uint64_t sumac_fabric_n_foreign(const struct sumac_fabric *fabric)
{
	return fabric->n_foreign;
}

static struct sumac_fabric_buf *buf_take(struct sumac_fabric *fabric, struct sumac_fabric_buf **free_list,
					 size_t after_header_bytes, bool is_control)
{
	struct sumac_fabric_buf *buf = *free_list;
	size_t len_bytes = (sizeof(*buf) + after_header_bytes + 63) / 64 * 64;

	if (buf) {
		*free_list = buf->next;
	} else {
		buf = aligned_alloc(64, len_bytes);
		if (!buf)
			return NULL;
		memset(buf, 0, sizeof(*buf));
		buf->is_receive = 1;
		buf->fabric = fabric;
		buf->is_control = is_control;
		buf->next_in_pool = fabric->all_bufs;
		fabric->all_bufs = buf;
	}
	buf->next = NULL;
	buf->refs = 1;
	buf->len_bytes = 0;
	return buf;
}

struct sumac_fabric_buf *sumac_fabric_buf_new(struct sumac_fabric *fabric)
{
	return buf_take(fabric, &fabric->free_bufs, fabric->payload_bytes, false);
}

struct sumac_fabric_buf *sumac_fabric_control_new(struct sumac_fabric *fabric)
{
	return buf_take(fabric, &fabric->free_controls, SUMAC_FABRIC_CONTROL_BYTES - SUMAC_FABRIC_HEADER_BYTES, true);
}

void sumac_fabric_buf_get(struct sumac_fabric_buf *buf)
{
	buf->refs++;
}

void sumac_fabric_buf_put(struct sumac_fabric_buf *buf)
{
	struct sumac_fabric_buf **free_list;

	assert(buf->refs > 0);
	if (--buf->refs)
		return;
	free_list = buf->is_control ? &buf->fabric->free_controls : &buf->fabric->free_bufs;
	buf->next = *free_list;
	*free_list = buf;
}

void sumac_fabric_arrive(struct sumac_fabric *fabric, struct sumac_fabric_buf *buf)
{
	struct sumac_fabric_arrivals *arrivals;
	uint32_t port = SUMAC_FABRIC_ENGINE;

	memcpy(&port, buf->header + (buf->is_control ? 0 : SUMAC_FABRIC_PORT_AT), sizeof(port));
	if (!buf->is_control && port != SUMAC_FABRIC_REMOTE)
		port = SUMAC_FABRIC_ENGINE;
	if (port >= SUMAC_FABRIC_N_PORTS || (buf->is_control && buf->len_bytes < sizeof(port))) {
		sumac_fabric_buf_put(buf);
		return;
	}
	arrivals = &fabric->arrivals[port];
	buf->next = NULL;
	*arrivals->newest_end = buf;
	arrivals->newest_end = &buf->next;
}

struct sumac_fabric_buf *sumac_fabric_next(struct sumac_fabric *fabric, enum sumac_fabric_port port)
{
	struct sumac_fabric_arrivals *arrivals = &fabric->arrivals[port];
	struct sumac_fabric_buf *buf = arrivals->oldest;

	if (!buf)
		return NULL;
	arrivals->oldest = buf->next;
	if (!buf->next)
		arrivals->newest_end = &arrivals->oldest;
	return buf;
}

static struct sumac_fabric_send *send_take(struct sumac_fabric *fabric, int peer, bool is_control)
{
	struct sumac_fabric_send **free_list = is_control ? &fabric->free_control_sends : &fabric->free_sends;
	struct sumac_fabric_send *send = *free_list;

	if (send) {
		*free_list = send->next;
	} else {
		send = calloc(1, sizeof(*send) + (is_control ? SUMAC_FABRIC_CONTROL_BYTES - SUMAC_FABRIC_HEADER_BYTES : 0));
		if (!send)
			return NULL;
		send->fabric = fabric;
		send->is_control = is_control;
		send->next_in_pool = fabric->all_sends;
		fabric->all_sends = send;
	}
	send->peer = peer;
	send->status = 1;
	send->is_forgotten = is_control;
	send->is_sealed = false;
	send->next = NULL;
	return send;
}

/* We do not reuse a send that ended in an error: the transport may still touch it. It is freed when the fabric is closed. */
static void send_free(struct sumac_fabric_send *send)
{
	struct sumac_fabric *fabric = send->fabric;
	struct sumac_fabric_send **free_list = send->is_control ? &fabric->free_control_sends : &fabric->free_sends;

	if (send->status < 0)
		return;
	send->next = *free_list;
	*free_list = send;
}

void sumac_fabric_send_end(struct sumac_fabric_send *send, int status)
{
	if (send->status <= 0)
		return;
	send->status = status;
	if (send->is_control)
		send->fabric->n_controls[send->peer]--;
	if (send->is_forgotten)
		send_free(send);
}

int sumac_fabric_send(struct sumac_fabric *fabric, int peer, const uint8_t header[SUMAC_FABRIC_HEADER_BYTES],
		      const void *payload, size_t len_bytes, struct sumac_fabric_send **send_out)
{
	struct sumac_fabric_send *send;
	int err;

	assert(peer >= 0 && peer < fabric->size && len_bytes <= fabric->payload_bytes);
	send = send_take(fabric, peer, false);
	if (!send)
		return -SUMAC_ENOMEM;
	memcpy(send->header, header, SUMAC_FABRIC_HEADER_BYTES);
	send->payload = payload;
	send->len_bytes = len_bytes;
	err = fabric->ops->send(fabric, send);
	if (err) {
		send->status = 0;
		send_free(send);
		return err;
	}
	*send_out = send;
	return 0;
}

int sumac_fabric_send_status(struct sumac_fabric_send *send)
{
	int status = send->status;

	if (status <= 0)
		send_free(send);
	return status;
}

void sumac_fabric_send_forget(struct sumac_fabric_send *send)
{
	if (send->status <= 0) {
		send_free(send);
		return;
	}
	send->is_forgotten = true;
	if (send->fabric->ops->forget)
		send->fabric->ops->forget(send->fabric, send);
}

int sumac_fabric_send_control(struct sumac_fabric *fabric, int peer, const void *message, size_t len_bytes)
{
	struct sumac_fabric_send *send;
	int err;

	assert(peer >= 0 && peer < fabric->size && len_bytes <= SUMAC_FABRIC_CONTROL_BYTES);
	if (fabric->n_controls[peer] >= MAX_CONTROLS_IN_FLIGHT)
		return 1;
	send = send_take(fabric, peer, true);
	if (!send)
		return -SUMAC_ENOMEM;
	memcpy(send->header, message, len_bytes);
	send->payload = send->header;
	send->len_bytes = len_bytes;
	fabric->n_controls[peer]++;
	err = fabric->ops->send(fabric, send);
	if (err) {
		fabric->n_controls[peer]--;
		send->status = 0;
		send_free(send);
	}
	return err;
}

int sumac_fabric_n_controls(const struct sumac_fabric *fabric, int peer)
{
	return fabric->n_controls[peer];
}

int sumac_fabric_progress(struct sumac_fabric *fabric)
{
	return fabric->ops->progress(fabric);
}

void sumac_fabric_close(struct sumac_fabric *fabric)
{
	fabric->ops->close(fabric);
}
