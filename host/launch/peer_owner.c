/*
 * The kernel's table of sockets lists the peer's socket under the connection's two addresses, swapped. The answer
 * counts only while both ends are established: a socket that its owner has closed shows root as its user, and no
 * inode.
 */
#include "launch/peer_owner.h"

#include <arpa/inet.h>
#include <errno.h>
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

/* The kernel's table may change while we read it, so a line can be missed. */
enum { PROC_TRIES = 5 };

struct ends {
	struct sockaddr_in own, peer;
};

static int find_ends(int fd, struct ends *ends_out)
{
	socklen_t own_len = sizeof(ends_out->own), peer_len = sizeof(ends_out->peer);

	if (getsockname(fd, (struct sockaddr *)&ends_out->own, &own_len) ||
	    getpeername(fd, (struct sockaddr *)&ends_out->peer, &peer_len))
		return -1;
	return ends_out->own.sin_family == AF_INET && ends_out->peer.sin_family == AF_INET ? 0 : -1;
}

static int judge(int state, unsigned long inode, uid_t uid, uid_t *uid_out)
{
	*uid_out = uid;
	return state == TCP_ESTABLISHED && inode ? 0 : -1;
}

/* send() itself answers the question. An answer with another number belongs to a question whose answer nobody read. */
static ssize_t receive(int netlink_fd, uint32_t number, void *answer, size_t len_bytes)
{
	struct nlmsghdr *head = answer;
	ssize_t len;

	do {
		len = recv(netlink_fd, answer, len_bytes, MSG_DONTWAIT);
	} while (len < 0 ? errno == EINTR : len >= (ssize_t)sizeof(*head) && head->nlmsg_seq != number);
	return len;
}

static int ask(struct sumac_peer_asker *asker, const struct ends *ends, uid_t *uid_out)
{
	struct {
		struct nlmsghdr head;
		struct inet_diag_req_v2 request;
	} question = { .head = { .nlmsg_len = sizeof(question), .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST,
			      .nlmsg_seq = ++asker->n_asked },
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
	if (send(asker->netlink_fd, &question, sizeof(question), 0) != sizeof(question))
		return -1;
	len = receive(asker->netlink_fd, question.head.nlmsg_seq, &answer, sizeof(answer));
	if (len < (ssize_t)(sizeof(answer.head) + sizeof(answer.told)) || answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY)
		return -1;
	if (answer.told.id.idiag_sport != id->idiag_sport || answer.told.id.idiag_dport != id->idiag_dport)
		return -1;
	return judge(answer.told.idiag_state, answer.told.idiag_inode, answer.told.idiag_uid, uid_out);
}

/* A line has the addresses in the host's byte order, in hexadecimal. IPv4's file has all that count: a peer that reaches an IPv4
 * port through an IPv6 socket is listed in the other file, and libpmix's clients are not such peers. */
static int look_once_in_proc(FILE *table, const struct ends *ends, uid_t *uid_out)
{
	char line[512];
	int err = -1;

	rewind(table);
	while (err && fgets(line, sizeof(line), table)) {
		unsigned int address, port, far_address, far_port, state, uid;
		unsigned long inode;

		if (sscanf(line, " %*u: %x:%x %x:%x %x %*x:%*x %*x:%*x %*x %u %*u %lu", &address, &port, &far_address, &far_port,
			   &state, &uid, &inode) == 7 &&
		    address == ends->peer.sin_addr.s_addr && port == ntohs(ends->peer.sin_port) &&
		    far_address == ends->own.sin_addr.s_addr && far_port == ntohs(ends->own.sin_port))
			err = judge((int)state, inode, uid, uid_out);
	}
	return err;
}

static int look_in_proc(FILE *table, const struct ends *ends, uid_t *uid_out)
{
	int err = -1;

	for (int i = 0; err && i < PROC_TRIES; i++)
		err = look_once_in_proc(table, ends, uid_out);
	return err;
}

/* Without this check, a stranger could send, reset the connection, and leave its addresses to a socket of ours: libpmix would
 * then read what the stranger sent. */
static bool is_established(int fd)
{
	struct tcp_info info = { 0 };
	socklen_t len = sizeof(info);

	return !getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) && info.tcpi_state == TCP_ESTABLISHED;
}

int sumac_peer_asker_open(enum sumac_peer_way way, struct sumac_peer_asker *asker_out)
{
	*asker_out = (struct sumac_peer_asker){ .way = way, .lock = PTHREAD_MUTEX_INITIALIZER, .netlink_fd = -1 };
	if (way == SUMAC_PEER_BY_NETLINK)
		asker_out->netlink_fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
	else
		asker_out->table = fopen("/proc/net/tcp", "re");
	return asker_out->netlink_fd >= 0 || asker_out->table ? 0 : -1;
}

void sumac_peer_asker_close(struct sumac_peer_asker *asker)
{
	if (asker->netlink_fd >= 0)
		close(asker->netlink_fd);
	if (asker->table)
		fclose(asker->table);
	asker->netlink_fd = -1;
	asker->table = NULL;
}

int sumac_peer_owner(struct sumac_peer_asker *asker, int fd, uid_t *uid_out)
{
	struct ends ends;
	int err;

	if (find_ends(fd, &ends))
		return -1;
	pthread_mutex_lock(&asker->lock);
	err = asker->way == SUMAC_PEER_BY_NETLINK ? ask(asker, &ends, uid_out) : look_in_proc(asker->table, &ends, uid_out);
	pthread_mutex_unlock(&asker->lock);
	return !err && is_established(fd) ? 0 : -1;
}
