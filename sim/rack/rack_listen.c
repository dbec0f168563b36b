/*
 * The one place where the rack waits: for connections, for ranks, for signals and for its parent.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "sim/rack/rack.h"
#include "spec/spec.h"

enum { EVENTS_AT_ONCE = 64, SPARE_CLIENTS = 16 };

/* epoll hands back the address of a descriptor: one of the rack's own, a rank's bell, or a client's. */
int sumac_rack_watch(const struct sumac_rack *rack, int *fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.ptr = fd };

	return epoll_ctl(rack->epoll_fd, EPOLL_CTL_ADD, *fd, &event);
}

void sumac_rack_unwatch(const struct sumac_rack *rack, int fd)
{
	epoll_ctl(rack->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
}

static int complain(const char *what)
{
	fprintf(stderr, "sumac-rack: %s: %s\n", what, strerror(errno));
	return -SUMAC_EIO;
}

/* A socket that nobody listens at is left over from a killed rack. Anything else is not ours to remove. */
static int remove_stale(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int answers = fd >= 0 && !connect(fd, (const struct sockaddr *)address, sizeof *address), why = errno;
	struct stat there;

	if (fd >= 0)
		close(fd);
	if (lstat(address->sun_path, &there))
		return 0;
	if (!answers && S_ISSOCK(there.st_mode) && why == ECONNREFUSED) {
		unlink(address->sun_path);
		return 0;
	}
	fprintf(stderr, answers ? "sumac-rack: another rack listens at %s\n" :
		"sumac-rack: %s exists, and is not a rack's socket: name another path\n", address->sun_path);
	return -SUMAC_EIO;
}

static int listen_at(const char *path, int *fd_out)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	mode_t mask;
	int err;

	if (strlen(path) >= sizeof address.sun_path) {
		fprintf(stderr, "sumac-rack: the socket's path is too long: %s\n", path);
		return -SUMAC_EINVAL;
	}
	strcpy(address.sun_path, path);
	if (remove_stale(&address))
		return -SUMAC_EIO;
	*fd_out = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	mask = umask(0177);
	err = *fd_out < 0 || bind(*fd_out, (const struct sockaddr *)&address, sizeof address) ||
	      listen(*fd_out, SUMAC_RACK_MAX_NICS);
	umask(mask);
	if (!err)
		return 0;
	complain(path);
	if (*fd_out >= 0)
		close(*fd_out);
	*fd_out = -1; /* the file at the path is not ours to remove */
	return -SUMAC_EIO;
}

static sigset_t own_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGUSR1);
	return set;
}

void sumac_rack_listen_block_signals(void)
{
	sigset_t set = own_signals();

	sigprocmask(SIG_BLOCK, &set, NULL);
}

static int catch_signals(int *fd_out)
{
	sigset_t set = own_signals();

	*fd_out = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return *fd_out < 0 ? complain("signalfd") : 0;
}

int sumac_rack_listen_open(struct sumac_rack *rack)
{
	int err;

	rack->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (rack->epoll_fd < 0)
		return complain("epoll");
	err = catch_signals(&rack->signal_fd);
	if (!err)
		err = listen_at(rack->options.socket_path, &rack->listen_fd);
	if (err)
		return err;
	if (sumac_rack_watch(rack, &rack->listen_fd) || sumac_rack_watch(rack, &rack->signal_fd) ||
	    (rack->options.parent_fd >= 0 && sumac_rack_watch(rack, &rack->options.parent_fd)))
		return complain("epoll");
	return 0;
}

void sumac_rack_listen_close(struct sumac_rack *rack)
{
	while (rack->clients)
		sumac_rack_client_close(rack, rack->clients);
	if (rack->listen_fd >= 0) {
		unlink(rack->options.socket_path);
		close(rack->listen_fd);
	}
	if (rack->signal_fd >= 0)
		close(rack->signal_fd);
	if (rack->epoll_fd >= 0)
		close(rack->epoll_fd);
}

static void admit(struct sumac_rack *rack)
{
	int fd = accept4(rack->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct sumac_rack_client *client = fd < 0 ? NULL : calloc(1, sizeof *client);

	if (!client || rack->n_clients >= rack->n_ranks + SPARE_CLIENTS) {
		if (fd >= 0)
			close(fd);
		free(client);
		return;
	}
	client->fd = fd;
	client->next = rack->clients;
	rack->clients = client;
	rack->n_clients++;
	if (sumac_rack_watch(rack, &client->fd))
		sumac_rack_client_close(rack, client);
}

static void handle_signals(struct sumac_rack *rack)
{
	struct signalfd_siginfo info;

	while (read(rack->signal_fd, &info, sizeof info) == sizeof info) {
		if (info.ssi_signo == SIGUSR1)
			sumac_rack_tell_stats(rack);
		else
			rack->must_end = true;
	}
}

static void handle_parent(struct sumac_rack *rack)
{
	char bytes[64];

	if (read(rack->options.parent_fd, bytes, sizeof bytes) <= 0)
		rack->must_end = true;
}

static bool is_client(const struct sumac_rack *rack, const void *address)
{
	const struct sumac_rack_client *client = rack->clients;

	while (client && address != &client->fd)
		client = client->next;
	return client;
}

static void handle_event(struct sumac_rack *rack, int *fd)
{
	uint64_t rings;

	if (fd == &rack->listen_fd)
		admit(rack);
	else if (fd == &rack->signal_fd)
		handle_signals(rack);
	else if (fd == &rack->options.parent_fd)
		handle_parent(rack);
	else if (is_client(rack, fd)) /* else it has been closed meanwhile */
		sumac_rack_client_handle(rack, (void *)((char *)fd - offsetof(struct sumac_rack_client, fd)));
	else if (*fd >= 0 && read(*fd, &rings, sizeof rings) < 0) /* a doorbell: the pages show whose */
		return;
}

void sumac_rack_serve_ranks(struct sumac_rack *rack)
{
	struct sumac_rack_client *client = rack->clients, *next;

	for (; client; client = next) {
		next = client->next;
		if (!client->rank || sumac_rank_serve(client->rank) >= 0)
			continue;
		fprintf(stderr, "sumac-rack: cutting off rank %d, which breaks the rules of its shared page\n",
			client->rank->index);
		sumac_rack_client_lost(rack, client);
	}
}

void sumac_rack_listen_serve(struct sumac_rack *rack, int timeout_ms)
{
	struct epoll_event events[EVENTS_AT_ONCE];
	int n = epoll_wait(rack->epoll_fd, events, EVENTS_AT_ONCE, timeout_ms);

	/* This comes first: a rank's last writes count before its farewell. */
	sumac_rack_serve_ranks(rack);
	for (int i = 0; i < n; i++)
		handle_event(rack, events[i].data.ptr);
}
