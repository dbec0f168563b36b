/*
 * The kernel's table of sockets has the peer's socket under the connection's two addresses, swapped. The answer counts only while
 * both ends are established: a socket that its owner has closed shows root as its user, and no inode.
 */
#include "tool/peer_owner.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The kernel's table may change while it is read, so that a line is missed. */
enum { PROC_TRIES = 5 };

struct ends {
	struct sockaddr_in own, peer;
};

static int find_ends(int fd, struct ends *ends_out)
{
	socklen_t own_len = sizeof(ends_out->own), peer_len = sizeof(ends_out->peer);

	if (getsockname(fd, (struct sockaddr *)&ends_out->own, &own_len) || getpeername(fd, (struct sockaddr *)&ends_out->peer, &peer_len))
		return -1;
	return ends_out->own.sin_family == AF_INET && ends_out->peer.sin_family == AF_INET ? 0 : -1;
}

static int judge(int state, unsigned long inode, uid_t uid, uid_t *uid_out)
{
	*uid_out = uid;
	return state == TCP_ESTABLISHED && inode ? 0 : -1;
}

static int ask(int netlink_fd, const struct ends *ends, uid_t *uid_out)
{
	struct {
		struct nlmsghdr head;
		struct inet_diag_req_v2 request;
	} question = { .head = { .nlmsg_len = sizeof(question), .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST },
		       .request = { .sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u } };
	struct {
		struct nlmsghdr head;
		struct inet_diag_msg told;
		char rest[4096];
	} answer;
	struct inet_diag_sockid *id = &question.request.id;
	ssize_t len;

	id->idiag_sport = ends->peer.sin_port;
	id->idiag_src[0] = ends->peer.sin_addr.s_addr;
	id->idiag_dport = ends->own.sin_port;
	id->idiag_dst[0] = ends->own.sin_addr.s_addr;
	id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
	if (send(netlink_fd, &question, sizeof(question), 0) != sizeof(question))
		return -1;
	len = recv(netlink_fd, &answer, sizeof(answer), MSG_DONTWAIT); /* the kernel has answered within send() */
	if (len < (ssize_t)(sizeof(answer.head) + sizeof(answer.told)) || answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY)
		return -1;
	if (answer.told.id.idiag_sport != id->idiag_sport || answer.told.id.idiag_dport != id->idiag_dport)
		return -1;
	return judge(answer.told.idiag_state, answer.told.idiag_inode, answer.told.idiag_uid, uid_out);
}

static int look_by_netlink(const struct ends *ends, uid_t *uid_out)
{
	int netlink_fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG), err;

	if (netlink_fd < 0)
		return -1;
	err = ask(netlink_fd, ends, uid_out);
	close(netlink_fd);
	return err;
}

/* A line has the addresses as the host keeps them, in hexadecimal. IPv4's file has all that count: a peer that reaches an IPv4 port
 * through an IPv6 socket stands in the other one, and libpmix's clients do not. */
static int look_once_in_proc(const struct ends *ends, uid_t *uid_out)
{
	FILE *file = fopen("/proc/net/tcp", "re");
	char line[512];
	int err = -1;

	while (err && file && fgets(line, sizeof(line), file)) {
		unsigned int address, port, far_address, far_port, state, uid;
		unsigned long inode;

		if (sscanf(line, " %*u: %x:%x %x:%x %x %*x:%*x %*x:%*x %*x %u %*u %lu", &address, &port, &far_address, &far_port, &state, &uid,
			   &inode) == 7 &&
		    address == ends->peer.sin_addr.s_addr && port == ntohs(ends->peer.sin_port) &&
		    far_address == ends->own.sin_addr.s_addr && far_port == ntohs(ends->own.sin_port))
			err = judge((int)state, inode, uid, uid_out);
	}
	if (file)
		fclose(file);
	return err;
}

static int look_in_proc(const struct ends *ends, uid_t *uid_out)
{
	int err = -1;

	for (int i = 0; err && i < PROC_TRIES; i++)
		err = look_once_in_proc(ends, uid_out);
	return err;
}

/* Without this, somebody could send, reset the connection, and leave its addresses to a socket of ours: what was sent could be read. */
static bool is_established(int fd)
{
	struct tcp_info info = { 0 };
	socklen_t len = sizeof(info);

	return !getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) && info.tcpi_state == TCP_ESTABLISHED;
}

int sumac_peer_owner(enum sumac_peer_way way, int fd, uid_t *uid_out)
{
	struct ends ends;

	if (find_ends(fd, &ends) ||
	    (way == SUMAC_PEER_BY_NETLINK ? look_by_netlink(&ends, uid_out) : look_in_proc(&ends, uid_out)))
		return -1;
	return is_established(fd) ? 0 : -1;
}
