/*
 * The host's memory: a thread passes the rack's questions on to the shim, which has that memory in its process. So
 * the NIC gets its answers while the main thread waits for the same NIC.
 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sim/xrt/xrt_device.h"
#include "spec/spec.h"

enum { HEAD_BYTES = offsetof(struct sumac_rack_far, bytes) };

/* Sends the packet, and takes the answer apart; the caller holds the lock. */
static int ask(struct sumac_xrt_host *host, struct sumac_xrt_message *answer_out)
{
	if (host->fd < 0)
		return -SUMAC_EIO;
	if (sumac_xrt_send(host->fd, SUMAC_XRT_HEADER_BYTES, &host->packet) ||
	    sumac_xrt_receive(host->fd, SUMAC_XRT_HEADER_BYTES, &host->packet) || !sumac_xrt_parse(&host->packet, answer_out)) {
		close(host->fd);
		host->fd = -1;
		return -SUMAC_EIO;
	}
	return answer_out->number[1] ? 0 : -SUMAC_EIO;
}

int sumac_xrt_host_read(struct sumac_xrt_host *host, uint64_t address, size_t len_bytes, void *bytes_out)
{
	struct sumac_xrt_message answer;
	int err;

	pthread_mutex_lock(&host->lock);
	sumac_xrt_begin(&host->packet, SUMAC_XRT_HOST_READ);
	sumac_xrt_put_number(&host->packet, 1, address);
	sumac_xrt_put_number(&host->packet, 2, len_bytes);
	err = ask(host, &answer);
	if (!err && answer.len_bytes[2] != len_bytes)
		err = -SUMAC_EIO;
	if (!err)
		memcpy(bytes_out, answer.bytes[2], len_bytes);
	pthread_mutex_unlock(&host->lock);
	return err;
}

int sumac_xrt_host_write(struct sumac_xrt_host *host, uint64_t address, size_t len_bytes, const void *bytes)
{
	struct sumac_xrt_message answer;
	uint8_t *place;
	int err;

	pthread_mutex_lock(&host->lock);
	sumac_xrt_begin(&host->packet, SUMAC_XRT_HOST_WRITE);
	sumac_xrt_put_number(&host->packet, 1, address);
	sumac_xrt_put_number(&host->packet, 2, len_bytes);
	place = sumac_xrt_put_bytes(&host->packet, 3, len_bytes);
	if (place)
		memcpy(place, bytes, len_bytes);
	err = ask(host, &answer);
	pthread_mutex_unlock(&host->lock);
	return err;
}

void sumac_xrt_host_tell_close(struct sumac_xrt_host *host)
{
	pthread_mutex_lock(&host->lock);
	if (host->fd >= 0) {
		sumac_xrt_begin(&host->packet, SUMAC_XRT_CLOSE);
		sumac_xrt_send(host->fd, SUMAC_XRT_HEADER_BYTES, &host->packet);
		close(host->fd);
		host->fd = -1;
	}
	pthread_mutex_unlock(&host->lock);
}

static void *answer_rack(void *arg)
{
	struct sumac_xrt_host *host = arg;
	struct sumac_rack_far far;

	while (recv(host->rack_fd, &far, sizeof far, 0) >= HEAD_BYTES) {
		bool reads = far.kind == SUMAC_RACK_FAR_READ;

		far.status = -SUMAC_EINVAL;
		if (far.len_bytes <= sizeof far.bytes)
			far.status = reads ? sumac_xrt_host_read(host, far.bus_address, far.len_bytes, far.bytes) :
					     sumac_xrt_host_write(host, far.bus_address, far.len_bytes, far.bytes);
		if (send(host->rack_fd, &far, HEAD_BYTES + (reads && !far.status ? far.len_bytes : 0), MSG_NOSIGNAL) < 0)
			break;
	}
	return NULL;
}

int sumac_xrt_host_open(struct sumac_xrt_device *device)
{
	struct sumac_xrt_host *host = &device->host;
	int pair[2], err;

	if (!device->options->host.len_bytes)
		return 0;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return -SUMAC_ENOMEM;
	host->rack_fd = pair[0];
	err = sumac_xrt_offer(device, SUMAC_RACK_FAR, SUMAC_XRT_MAX_BANKS, &device->options->host, pair[1]);
	close(pair[1]);
	if (!err && pthread_create(&host->thread, NULL, answer_rack, host))
		err = -SUMAC_ENOMEM;
	host->has_thread = !err;
	if (err)
		close(host->rack_fd);
	return err;
}

void sumac_xrt_host_close(struct sumac_xrt_device *device)
{
	struct sumac_xrt_host *host = &device->host;

	/* It may be waiting for a host that no longer answers. */
	if (host->fd >= 0)
		shutdown(host->fd, SHUT_RDWR);
	if (host->has_thread) {
		shutdown(host->rack_fd, SHUT_RDWR);
		pthread_join(host->thread, NULL);
		close(host->rack_fd);
	}
	host->has_thread = false;
	if (host->fd >= 0)
		close(host->fd);
	host->fd = -1;
	sumac_xrt_packet_destroy(&host->packet);
}
