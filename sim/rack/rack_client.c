/*
 * Connections to the rack: a client says hello and is welcomed, or refused with a reason; asks for windows; and
 * leaves with a farewell, or is lost.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/pass_fd.h"
#include "bus/address.h"
#include "sim/rack/rack.h"
#include "sim/rack/rack_identity.h"
#include "spec/spec.h"

struct message {
	union {
		uint32_t kind;
		struct sumac_rack_hello hello;
		struct sumac_rack_window window;
		struct sumac_rack_look look;
	} body;
	size_t len_bytes;
	int fd; /* that came with it, or -1 */
};

void sumac_rack_client_close(struct sumac_rack *rack, struct sumac_rack_client *client)
{
	struct sumac_rack_client **place = &rack->clients;

	while (*place != client)
		place = &(*place)->next;
	*place = client->next;
	rack->n_clients--;
	close(client->fd);
	free(client);
}

void sumac_rack_client_lost(struct sumac_rack *rack, struct sumac_rack_client *client)
{
	if (client->rank)
		sumac_rank_detach(client->rank, true);
	sumac_rack_client_close(rack, client);
}

static void answer(struct sumac_rack_client *client, uint32_t kind, int status, const char *why)
{
	struct sumac_rack_answer message = { .kind = kind, .status = status };

	snprintf(message.why, sizeof message.why, "%s", why);
	/* If the client does not take this, we shall find it gone. */
	if (send(client->fd, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return;
}

/* 0, or a status and a sentence that says why this rank is refused. */
static int judge(const struct sumac_rack *rack, const struct sumac_rack_hello *hello, char why_out[SUMAC_RACK_WHY_BYTES])
{
	const size_t cap = SUMAC_RACK_WHY_BYTES;
	enum sumac_rank_state state;

	if (hello->protocol != SUMAC_RACK_PROTOCOL || strncmp(hello->version, SUMAC_RACK_VERSION, sizeof hello->version)) {
		snprintf(why_out, cap, "rack and library are of different versions: %s (protocol %d) and %.*s (protocol %u)",
			 SUMAC_RACK_VERSION, SUMAC_RACK_PROTOCOL, (int)sizeof hello->version, hello->version,
			 hello->protocol);
		return -SUMAC_EBUILD;
	}
	if (hello->spec_hash != SUMAC_SPEC_HASH) {
		snprintf(why_out, cap, "the rack was built from specification 0x%08x, the library from 0x%08x: build both from "
			 "one tree", (unsigned)SUMAC_SPEC_HASH, hello->spec_hash);
		return -SUMAC_ESPEC;
	}
	if (hello->size < 1 || hello->size > rack->n_ranks || hello->rank < 0 || hello->rank >= hello->size) {
		snprintf(why_out, cap, "rank %d of %d does not fit a rack of %d NICs", hello->rank, hello->size, rack->n_ranks);
		return -SUMAC_EINVAL;
	}
	if (rack->job_size && hello->size != rack->job_size) {
		snprintf(why_out, cap, "rank %d says that the job has %d ranks, but others said %d", hello->rank, hello->size,
			 rack->job_size);
		return -SUMAC_EINVAL;
	}
	state = rack->ranks[hello->rank].state;
	if (state == SUMAC_RANK_ATTACHED || state == SUMAC_RANK_DEAD) {
		snprintf(why_out, cap, "rank %d %s", hello->rank,
			 state == SUMAC_RANK_DEAD ? "has died, and its NIC with it" : "is attached already");
		return -SUMAC_EINVAL;
	}
	return 0;
}

static void send_welcome(const struct sumac_rack *rack, struct sumac_rack_client *client, const int fds[2])
{
	struct sumac_rack_welcome welcome = { .kind = SUMAC_RACK_WELCOME, .stepped = rack->options.stepped,
					      .clock_hz = rack->options.nic_mhz * UINT64_C(1000000) };
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(2 * sizeof(int))];
	} control = { 0 };
	struct iovec part = { .iov_base = &welcome, .iov_len = sizeof welcome };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
				 .msg_controllen = sizeof control.bytes };
	struct cmsghdr *rights = CMSG_FIRSTHDR(&header);

	sumac_rack_identity(&rack->options, rack->design.hash, welcome.surroundings, sizeof welcome.surroundings);
	sumac_address_mac(client->rank->index, welcome.mac);
	sumac_address_ip(client->rank->index, welcome.ip);
	rights->cmsg_level = SOL_SOCKET;
	rights->cmsg_type = SCM_RIGHTS;
	rights->cmsg_len = CMSG_LEN(2 * sizeof(int));
	memcpy(CMSG_DATA(rights), fds, 2 * sizeof(int));
	if (sendmsg(client->fd, &header, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return; /* we shall find it gone */
}

static void welcome(struct sumac_rack *rack, struct sumac_rack_client *client, const struct sumac_rack_hello *hello)
{
	struct sumac_rack_rank *rank = &rack->ranks[hello->rank];
	bool is_new = rank->state == SUMAC_RANK_AWAITED;
	int fds[2];

	if (sumac_rank_attach(rank, &fds[0], &fds[1])) {
		answer(client, SUMAC_RACK_REFUSED, -SUMAC_ENOMEM, "out of memory");
		sumac_rack_client_close(rack, client);
		return;
	}
	client->rank = rank;
	rack->job_size = hello->size;
	rack->n_attached++;
	rack->n_have_come += is_new;
	if (is_new && rack->n_have_come == rack->job_size)
		sumac_switch_begin(rack->net, rack->now);
	send_welcome(rack, client, fds);
	close(fds[0]);
	if (sumac_rack_watch(rack, &rank->bell_fd))
		sumac_rack_client_lost(rack, client);
}

static void handle_hello(struct sumac_rack *rack, struct sumac_rack_client *client, const struct message *message)
{
	char why[SUMAC_RACK_WHY_BYTES] = "the first message is not a hello";
	int status = -SUMAC_EINVAL;

	if (message->len_bytes == sizeof message->body.hello && message->body.kind == SUMAC_RACK_HELLO)
		status = judge(rack, &message->body.hello, why);
	if (!status) {
		welcome(rack, client, &message->body.hello);
		return;
	}
	answer(client, SUMAC_RACK_REFUSED, status, why);
	sumac_rack_client_close(rack, client);
}

/* A rank would wait for it for ever: one who cannot be told is lost. */
static void show(struct sumac_rack *rack, struct sumac_rack_client *client, int nic)
{
	struct sumac_rack_seen seen = { .kind = SUMAC_RACK_SEEN, .n_nics = rack->n_ranks,
					.clock_hz = rack->options.nic_mhz * UINT64_C(1000000) };

	sumac_vnic_causes(rack->ranks[nic].nic, rack->now, &seen.causes);
	if (send(client->fd, &seen, sizeof seen, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		sumac_rack_client_lost(rack, client);
}

/* Shows a NIC to one who only looks, and may look again. */
static void handle_look(struct sumac_rack *rack, struct sumac_rack_client *client, const struct sumac_rack_look *look)
{
	if (look->protocol != SUMAC_RACK_PROTOCOL || look->spec_hash != SUMAC_SPEC_HASH || look->nic < 0 ||
	    look->nic >= rack->n_ranks) {
		answer(client, SUMAC_RACK_REFUSED, -SUMAC_EINVAL, "the rack is of another version, or has no such NIC");
		sumac_rack_client_close(rack, client);
		return;
	}
	show(rack, client, look->nic);
}

static void handle_rank(struct sumac_rack *rack, struct sumac_rack_client *client, const struct message *message)
{
	const struct sumac_rack_window *window = &message->body.window;
	const char *why = "";
	int status = 0;

	if (message->body.kind == SUMAC_RACK_BYE) {
		sumac_rank_detach(client->rank, false);
		sumac_rack_client_close(rack, client);
		return;
	}
	if (message->body.kind == SUMAC_RACK_LOOK) {
		show(rack, client, client->rank->index);
		return;
	}
	if (message->len_bytes != sizeof *window || window->index >= SUMAC_RACK_WINDOWS) {
		status = -SUMAC_EINVAL;
		why = "the rack does not know this message";
	} else if (window->kind == SUMAC_RACK_WINDOW || window->kind == SUMAC_RACK_FAR) {
		status = sumac_rank_window_add(client->rank, window, message->fd, &why);
	} else if (window->kind == SUMAC_RACK_UNWINDOW) {
		sumac_rank_window_remove(client->rank, window->index);
	}
	answer(client, SUMAC_RACK_DONE, status, why);
}

/* Returns its length; 0: the end; -1: nothing there. */
static ssize_t receive(int fd, struct message *message_out)
{
	ssize_t n;

	memset(message_out, 0, sizeof *message_out);
	n = sumac_fd_receive(fd, &message_out->body, sizeof message_out->body, MSG_DONTWAIT, &message_out->fd);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? -1 : 0;
	message_out->len_bytes = (size_t)n;
	return n;
}

void sumac_rack_client_handle(struct sumac_rack *rack, struct sumac_rack_client *client)
{
	struct message message;
	ssize_t n = receive(client->fd, &message);

	if (n < 0)
		return;
	if (n < (ssize_t)sizeof message.body.kind)
		sumac_rack_client_lost(rack, client);
	else if (client->rank)
		handle_rank(rack, client, &message);
	else if (message.body.kind == SUMAC_RACK_LOOK && message.len_bytes == sizeof message.body.look)
		handle_look(rack, client, &message.body.look);
	else
		handle_hello(rack, client, &message);
	if (message.fd >= 0)
		close(message.fd);
}

