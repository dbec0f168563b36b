/*
 * libpmix calls listen() and accept() by name, so the program's functions of these names come before the C library's.
 * Ours ask the kernel who is at the other end before libpmix has the connection, and so before it reads a byte.
 *
 * Only the launcher's own user is let in. Root is not, as one of root's services may connect to an address that a
 * stranger gives it. No rank needs more, since libpmix refuses one that runs as somebody else.
 */
#include "launch/pmix_guard.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/number_file.h"
#include "launch/peer_owner.h"

static struct {
	bool is_on;
	struct sumac_peer_asker asker;
	atomic_uint n_listening;
	atomic_uint n_astray; /* that listen on more than the loopback */
	atomic_uint n_refused; /* that were another user's */
	atomic_long first_uid; /* that was refused; -1: none */
	atomic_uint door_port;	/* where libpmix listens; ports are in the network's order, and 0 is none */
	atomic_uint probe_port; /* from which is_guarded_at() calls, */
	atomic_bool has_seen_probe; /* and whether our accept() got that call */
	atomic_int max_fd; /* of those that came in through the door */
} guard = { .first_uid = -1 };

enum { DEFAULT_OVERFLOW_UID = 65534, PROBE_S = 60 };

static bool is_loopback(const struct sockaddr_in *address)
{
	return address->sin_family == AF_INET && ntohl(address->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

/* Unix sockets, with which ranks of one process meet each other, are not guarded. */
static bool is_guarded(int fd, struct sockaddr_in *address_out)
{
	struct sockaddr_storage address = { 0 };
	socklen_t len = sizeof(address);

	*address_out = (struct sockaddr_in){ 0 };
	if (!guard.is_on || getsockname(fd, (struct sockaddr *)&address, &len) || address.ss_family == AF_UNIX)
		return false;
	if (address.ss_family == AF_INET)
		*address_out = *(const struct sockaddr_in *)&address;
	return true;
}

/* If nobody holds the other end any more, it may well have been a process of ours: we refuse such a connection, but blame no
 * stranger for it. */
static bool is_ours(int fd)
{
	uid_t uid;
	long nobody = -1;

	if (sumac_peer_owner(&guard.asker, fd, &uid))
		return false;
	if (uid == geteuid())
		return true;
	atomic_compare_exchange_strong(&guard.first_uid, &nobody, (long)uid);
	atomic_fetch_add(&guard.n_refused, 1);
	return false;
}

/* Nobody else has that port while is_guarded_at() holds it. */
static bool is_probe(int fd)
{
	struct sockaddr_in peer = { 0 };
	socklen_t len = sizeof(peer);

	if (!guard.probe_port || getpeername(fd, (struct sockaddr *)&peer, &len) || !is_loopback(&peer) ||
	    peer.sin_port != guard.probe_port)
		return false;
	guard.has_seen_probe = true;
	return true;
}

static int let_in(int fd)
{
	int max_fd = guard.max_fd;

	while (fd > max_fd && !atomic_compare_exchange_weak(&guard.max_fd, &max_fd, fd))
		;
	return fd;
}

static int take(int listener, struct sockaddr *peer, socklen_t *peer_len, int flags)
{
	struct sockaddr_in address;
	int fd = (int)syscall(SYS_accept4, listener, peer, peer_len, flags);

	if (fd < 0 || !is_guarded(listener, &address))
		return fd;
	if (is_loopback(&address) && !is_probe(fd) && is_ours(fd))
		return let_in(fd);
	close(fd);
	errno = EAGAIN; /* 4.2 and 5.0 both ignore this one; after ECONNABORTED 5.0 listens no more */
	return -1;
}

static void note_listener(const struct sockaddr_in *address)
{
	atomic_fetch_add(is_loopback(address) ? &guard.n_listening : &guard.n_astray, 1);
	if (is_loopback(address))
		guard.door_port = address->sin_port;
}

/* libpmix 4.2 ends the process if this fails. So it may listen anywhere, but nobody gets in, and sumac_pmix_guard_stands()
 * returns false. */
__attribute__((visibility("default"))) int listen(int fd, int backlog)
{
	struct sockaddr_in address;

	if (is_guarded(fd, &address))
		note_listener(&address);
	return (int)syscall(SYS_listen, fd, backlog);
}

__attribute__((visibility("default"))) int accept(int listener, struct sockaddr *peer, socklen_t *peer_len)
{
	return take(listener, peer, peer_len, 0);
}

/* libpmix 4.2 and 5.0 manage without this one. */
__attribute__((visibility("default"))) int accept4(int listener, struct sockaddr *peer, socklen_t *peer_len, int flags)
{
	return take(listener, peer, peer_len, flags);
}

/* Connects this process to itself. 0, or -1 with errno. */
static int connect_to_self(int fds_out[3])
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(address);

	fds_out[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	fds_out[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	fds_out[2] = -1;
	if (bind(fds_out[0], (struct sockaddr *)&address, len) || listen(fds_out[0], 1) ||
	    getsockname(fds_out[0], (struct sockaddr *)&address, &len) || connect(fds_out[1], (struct sockaddr *)&address, len))
		return -1;
	fds_out[2] = accept4(fds_out[0], NULL, NULL, SOCK_CLOEXEC);
	return fds_out[2] < 0 ? -1 : 0;
}

/* The first way by which the kernel recognises our own connection as ours. */
static int choose_way(int fd, struct sumac_peer_asker *asker_out)
{
	uid_t uid;

	for (int way = 0; way < SUMAC_PEER_N_WAYS; way++) {
		if (sumac_peer_asker_open(way, asker_out))
			continue;
		if (!sumac_peer_owner(asker_out, fd, &uid) && uid == geteuid())
			return 0;
		sumac_peer_asker_close(asker_out);
	}
	return -1;
}

/* In a user namespace, users from outside all look like this one. Without /proc, we take the kernel's default number, and any
 * process may be in such a namespace. */
static bool looks_like_strangers(void)
{
	return geteuid() == sumac_number_in_file("/proc/sys/kernel/overflowuid", "%u", DEFAULT_OVERFLOW_UID) &&
	       sumac_number_in_file("/proc/self/uid_map", "%*u %*u %u", 0) != UINT32_MAX;
}

int sumac_pmix_guard_begin(void)
{
	int fds[3], err = connect_to_self(fds);
	const char *why = err ? strerror(errno) : NULL;

	if (err)
		fprintf(stderr, "sumac: the PMIx server cannot start: no connection over the loopback: %s; bring the interface lo "
				"up\n", why);
	else if ((err = choose_way(fds[2], &guard.asker)))
		fprintf(stderr, "sumac: the PMIx server cannot start: the kernel does not tell which user a connection belongs to, "
			"so other users could not be kept out; let this process use netlink (NETLINK_SOCK_DIAG), or read "
			"/proc/net/tcp\n");
	else if (looks_like_strangers() && (err = -1))
		fprintf(stderr, "sumac: the PMIx server cannot start: users from outside a user namespace also appear as user %u, "
			"and this process is in one, or has no /proc to check; run as another user\n", (unsigned int)geteuid());
	for (int i = 0; i < 3; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	guard.is_on = !err;
	return err;
}

/* Calls libpmix's port, and sends nothing. Our accept() closes the call at once; so does anybody else who accepts it, after
 * reading that no more comes. */
static bool is_guarded_at(unsigned int door_port)
{
	struct sockaddr_in own = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) }, door = own;
	const struct timeval limit = { .tv_sec = PROBE_S };
	socklen_t len = sizeof(own);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	char byte;
	ssize_t n;

	door.sin_port = (in_port_t)door_port;
	guard.has_seen_probe = false;
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit)) || bind(fd, (struct sockaddr *)&own, len) ||
	    getsockname(fd, (struct sockaddr *)&own, &len))
		goto close_fd;
	guard.probe_port = own.sin_port;
	if (!connect(fd, (struct sockaddr *)&door, sizeof(door)) && !shutdown(fd, SHUT_WR))
		do {
			n = recv(fd, &byte, 1, 0);
		} while (n > 0 || (n < 0 && errno == EINTR));
	guard.probe_port = 0;
close_fd:
	if (fd >= 0)
		close(fd);
	return guard.has_seen_probe;
}

bool sumac_pmix_guard_stands(void)
{
	bool stands = !guard.n_astray && guard.n_listening && is_guarded_at(guard.door_port);

	if (guard.n_astray)
		fprintf(stderr, "sumac: the PMIx server cannot start: libpmix listens where other hosts may reach it; remove the "
			"interfaces that the variables PMIX_MCA_* or a file pmix-mca-params.conf give it\n");
	else if (!stands)
		fprintf(stderr, "sumac: the PMIx server cannot start: this libpmix listens where other users could not be kept "
				"out; Sumac is known to work with 4.2 and 5.0\n");
	return stands;
}

/* libpmix tells neither which descriptors are its connections nor when it closes one. */
bool sumac_pmix_guard_has_unread(void)
{
	for (int fd = 0; fd <= guard.max_fd; fd++) {
		struct sockaddr_in address;
		int n = 0;

		if (is_guarded(fd, &address) && address.sin_port == guard.door_port && !ioctl(fd, FIONREAD, &n) && n)
			return true;
	}
	return false;
}

unsigned int sumac_pmix_guard_n_refused(void)
{
	return guard.n_refused;
}

void sumac_pmix_guard_tell(const char *title)
{
	unsigned int n = guard.n_refused;

	if (n)
		fprintf(stderr, "%s: refused %u connection%s to the job's PMIx port from other users' processes (one came from "
				"user %ld)\n", title, n, n == 1 ? "" : "s", (long)guard.first_uid);
}
