/*
 * How the ranks of a host come to one memory file: the lowest of them makes it, and hands it to each over a Unix
 * socket of a random name, which is in no file system; each end asks the kernel who the other one is.
 */
#define _GNU_SOURCE
#include "segment/segment_join.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/pass_fd.h"
#include "base/random.h"
#include "segment/segment_private.h"
#include "sumac.h"

enum { SLICE_MS = 100, BACKLOG = 4096, NAME_BYTES = 48 };

static const long MIN_PAUSE_NS = 200000, MAX_PAUSE_NS = 10000000;

static socklen_t address_of(const uint64_t number[2], struct sockaddr_un *address_out)
{
	char name[NAME_BYTES];
	size_t len_bytes = (size_t)snprintf(name, sizeof(name), "sumac-%016" PRIx64 "%016" PRIx64, number[0], number[1]);

	memset(address_out, 0, sizeof(*address_out));
	address_out->sun_family = AF_UNIX;
	memcpy(address_out->sun_path + 1, name, len_bytes); /* after a 0: not in the file system */
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + len_bytes);
}

int sumac_segment_sockets_open(struct sumac_segment_join *join, uint64_t number_out[2])
{
	const int type = SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK;
	struct sockaddr_un address;
	socklen_t len;

	join->listener = socket(AF_UNIX, type, 0);
	join->caller = socket(AF_UNIX, type, 0);
	if (join->listener < 0 || join->caller < 0 || sumac_random(number_out, 2 * sizeof(*number_out)))
		return sumac_fail(SUMAC_EIO, "no socket for meeting the ranks of this host: %s", strerror(errno));
	len = address_of(number_out, &address);
	if (bind(join->listener, (const struct sockaddr *)&address, len) || listen(join->listener, BACKLOG))
		return sumac_fail(SUMAC_EIO, "no socket for meeting the ranks of this host: %s", strerror(errno));
	return 0;
}

static void close_socket(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Whether it is worth waiting on: 0, or -SUMAC_E.... */
static int check_others(struct sumac_segment_join *join)
{
	int dead = join->bootstrap->first_dead(join->bootstrap->ctx);

	if (dead >= 0)
		return sumac_fail(SUMAC_EPEER, "rank %d has died", dead);
	return sumac_patience_check(&join->patience, "the ranks of this host to come together");
}

static int await(struct sumac_segment_join *join, int fd)
{
	struct pollfd waited = { .fd = fd, .events = POLLIN };
	int err = 0;

	while (!err && poll(&waited, 1, SLICE_MS) <= 0)
		err = check_others(join);
	return err;
}

static int pause_a_while(struct sumac_segment_join *join, long *pause_ns)
{
	struct timespec pause = { .tv_nsec = *pause_ns };

	nanosleep(&pause, NULL);
	if (*pause_ns < MAX_PAUSE_NS)
		*pause_ns *= 2;
	return check_others(join);
}

bool sumac_segment_peer_is_of(int socket_fd, uid_t user, pid_t *pid_out)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	if (getsockopt(socket_fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) || peer.uid != user)
		return false;
	*pid_out = peer.pid;
	return true;
}

/* The rank of that process that has not been served yet; -1: none. Ranks that are threads share a process. */
static int awaited_rank(const struct sumac_segment_join *join, const bool *is_served, pid_t pid)
{
	for (int rank = 0; rank < join->n_ranks; rank++)
		if (join->local_ranks[rank] > 0 && !is_served[rank] && join->all[rank].pid == pid)
			return rank;
	return -1;
}

/* One user can have only as many descriptors under way as a process may have open: then some must be taken first. */
static int hand_over(struct sumac_segment_join *join, int socket_fd, int status)
{
	long pause_ns = MIN_PAUSE_NS;
	int32_t message = status;
	int err = 0;

	while (!err && sumac_fd_send(socket_fd, &message, sizeof(message), join->memory) < 0) {
		if (errno != ETOOMANYREFS && errno != EAGAIN && errno != EINTR)
			return 0; /* it is gone, and will be missed */
		err = pause_a_while(join, &pause_ns);
	}
	return err;
}

static int serve_next(struct sumac_segment_join *join, bool *is_served, int status, int *n_left)
{
	int socket_fd, rank = -1, err = await(join, join->listener);
	pid_t pid;

	if (err)
		return err;
	socket_fd = accept4(join->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (socket_fd < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
		return sumac_fail(SUMAC_EIO, "the ranks of this host cannot be met: %s", strerror(errno));
	if (socket_fd < 0)
		return 0;
	if (sumac_segment_peer_is_of(socket_fd, geteuid(), &pid))
		rank = awaited_rank(join, is_served, pid);
	if (rank >= 0) {
		err = hand_over(join, socket_fd, status);
		is_served[rank] = true;
		--*n_left;
	}
	close(socket_fd);
	return err;
}

/* Answers even with nothing to give, since the others wait for an answer. */
static int lead(struct sumac_segment_join *join)
{
	bool *is_served = calloc((size_t)join->n_ranks, sizeof(*is_served));
	int n_left = join->n_local - 1, status, err = 0;

	if (!is_served)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %d ranks", join->n_ranks);
	join->memory = sumac_segment_create(join->n_local);
	status = join->memory < 0 ? join->memory : 0;
	while (n_left && !err)
		err = serve_next(join, is_served, status, &n_left);
	close_socket(&join->listener);
	free(is_served);
	return err ? err : status;
}

static int leader_is_gone(struct sumac_segment_join *join, const char *why)
{
	int err = check_others(join);

	return err ? err : sumac_fail(SUMAC_EPEER, "rank %d, which makes the memory that this host's ranks share, has no "
				      "connection for this one: %s", join->leader, why);
}

static int call_leader(struct sumac_segment_join *join)
{
	const struct sumac_segment_identity *leader = &join->all[join->leader];
	struct sockaddr_un address;
	socklen_t len = address_of(leader->socket, &address);
	long pause_ns = MIN_PAUSE_NS;
	pid_t pid;
	int err;

	while (connect(join->caller, (const struct sockaddr *)&address, len)) {
		if (errno != EAGAIN && errno != EINTR) /* EAGAIN: others are before us */
			return leader_is_gone(join, strerror(errno));
		err = pause_a_while(join, &pause_ns);
		if (err)
			return err;
	}
	if (!sumac_segment_peer_is_of(join->caller, geteuid(), &pid) || pid != leader->pid)
		return sumac_fail(SUMAC_EPEER, "the process that listens for the ranks of this host is not rank %d", join->leader);
	return 0;
}

static int follow(struct sumac_segment_join *join)
{
	int32_t status;
	ssize_t n;
	int err;

	close_socket(&join->listener);
	err = call_leader(join);
	if (!err)
		err = await(join, join->caller);
	if (err)
		return err;
	n = sumac_fd_receive(join->caller, &status, sizeof(status), 0, &join->memory);
	if (n != sizeof(status))
		return leader_is_gone(join, n < 0 ? strerror(errno) : "it hung up");
	if (!status && join->memory < 0)
		return sumac_fail(SUMAC_EIO, "the memory that this host's ranks share did not arrive: is the limit of open "
				  "files reached (ulimit -n)?");
	return status ? status : sumac_segment_check(join->memory, join->n_local);
}

int sumac_segment_meet(struct sumac_segment_join *join)
{
	sumac_patience_begin(&join->patience);
	return join->leader == join->rank ? lead(join) : follow(join);
}

void sumac_segment_sockets_close(struct sumac_segment_join *join)
{
	close_socket(&join->listener);
	close_socket(&join->caller);
}
