/*
 * Far memory: memory in another process, which reads and writes it when asked, over a socket of its own. A NIC waits
 * for the answer, outside simulated time. Memory whose owner is gone, or keeps a NIC waiting for too long, is not
 * asked again.
 */
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "sim/rack/rack.h"
#include "spec/spec.h"

enum { ANSWER_S = 30, HEAD_BYTES = offsetof(struct sumac_rack_far, bytes) };

int sumac_rank_far_add(struct sumac_rack_mapping *mapping, int socket_fd, const char **why_out)
{
	const struct timeval patience = { .tv_sec = ANSWER_S };
	int type = 0, domain = 0;
	socklen_t len = sizeof type;

	*why_out = "far memory needs a local socket of packets";
	if (getsockopt(socket_fd, SOL_SOCKET, SO_TYPE, &type, &len) || type != SOCK_SEQPACKET ||
	    getsockopt(socket_fd, SOL_SOCKET, SO_DOMAIN, &domain, &len) || domain != AF_UNIX)
		return -SUMAC_EINVAL;
	*why_out = "no descriptor is free";
	mapping->far_fd = dup(socket_fd);
	if (mapping->far_fd < 0)
		return -SUMAC_ENOMEM;
	setsockopt(mapping->far_fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(mapping->far_fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	*why_out = NULL;
	return 0;
}

void sumac_rank_far_remove(struct sumac_rack_mapping *mapping)
{
	if (mapping->far_fd >= 0)
		close(mapping->far_fd);
	mapping->far_fd = -1;
}

/* Sends the question with len_bytes; its answer, in its place, brings as many as it asks for. */
static int ask(struct sumac_rack_mapping *mapping, struct sumac_rack_far *far, size_t sent_bytes, size_t answer_bytes)
{
	ssize_t n = -1;

	if (mapping->far_fd < 0)
		return -SUMAC_EIO;
	if (send(mapping->far_fd, far, HEAD_BYTES + sent_bytes, MSG_NOSIGNAL) > 0)
		n = recv(mapping->far_fd, far, sizeof *far, 0);
	if (n < HEAD_BYTES) {
		sumac_rank_far_remove(mapping);
		return -SUMAC_EIO;
	}
	return far->status || (size_t)n != HEAD_BYTES + answer_bytes ? -SUMAC_EIO : 0;
}

static struct sumac_rack_mapping *find_far(void *ctx, uint64_t bus_address, size_t len_bytes)
{
	struct sumac_rack_mapping *mapping = sumac_rank_find_window(ctx, bus_address, len_bytes);

	return mapping && !mapping->memory && len_bytes <= SUMAC_RACK_FAR_BYTES ? mapping : NULL;
}

bool sumac_rank_is_far(void *ctx, uint64_t bus_address, size_t len_bytes)
{
	return find_far(ctx, bus_address, len_bytes);
}

int sumac_rank_far_read(void *ctx, uint64_t bus_address, size_t len_bytes, void *bytes_out)
{
	struct sumac_rack_mapping *mapping = find_far(ctx, bus_address, len_bytes);
	struct sumac_rack_far far = { .kind = SUMAC_RACK_FAR_READ, .len_bytes = (uint32_t)len_bytes, .bus_address = bus_address };
	int err = mapping ? ask(mapping, &far, 0, len_bytes) : -SUMAC_EINVAL;

	if (!err)
		memcpy(bytes_out, far.bytes, len_bytes);
	return err;
}

int sumac_rank_far_write(void *ctx, uint64_t bus_address, size_t len_bytes, const void *bytes)
{
	struct sumac_rack_mapping *mapping = find_far(ctx, bus_address, len_bytes);
	struct sumac_rack_far far = { .kind = SUMAC_RACK_FAR_WRITE, .len_bytes = (uint32_t)len_bytes, .bus_address = bus_address };

	if (!mapping)
		return -SUMAC_EINVAL;
	memcpy(far.bytes, bytes, len_bytes);
	return ask(mapping, &far, len_bytes, 0);
}
