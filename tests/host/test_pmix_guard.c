/*
 * The guard lets this user's processes through to the PMIx server, and only while they hold their end; each way of asking the
 * kernel for that user works; and libpmix has to listen on the loopback.
 */
#include "child.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "launch/peer_owner.h"
#include "launch/pmix_guard.h"

enum { STRANGER = 65534 };

static int listen_at(in_addr_t host, struct sockaddr_in *address_out)
{
	socklen_t len = sizeof(*address_out);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	*address_out = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(host) };
	CHILD_EXPECT(fd >= 0 && !bind(fd, (struct sockaddr *)address_out, len));
	if (listen(fd, 8))
		return -1;
	CHILD_EXPECT(!getsockname(fd, (struct sockaddr *)address_out, &len));
	return fd;
}

/* A process of that user's, which connects and either stays or goes. */
static pid_t connect_as(uid_t uid, const struct sockaddr_in *address, bool closes)
{
	pid_t pid = fork();
	int fd;

	if (pid)
		return pid;
	fd = uid == geteuid() || !setuid(uid) ? socket(AF_INET, SOCK_STREAM, 0) : -1;
	if (fd < 0 || connect(fd, (const struct sockaddr *)address, sizeof(*address)) || write(fd, "word", 4) != 4)
		_exit(1);
	if (closes)
		_exit(0);
	for (;;)
		pause();
}

static int accept_one(int listener)
{
	struct pollfd polled = { .fd = listener, .events = POLLIN };

	CHILD_EXPECT(poll(&polled, 1, CHILD_HUNG_S * 1000) == 1);
	return accept(listener, NULL, NULL);
}

/* The kernel's answer about the other end: 0, or -1. */
static int ask(int way, int fd, uid_t *uid_out)
{
	struct sumac_peer_asker asker;
	int err = sumac_peer_asker_open(way, &asker) || sumac_peer_owner(&asker, fd, uid_out) ? -1 : 0;

	sumac_peer_asker_close(&asker);
	return err;
}

/* As libpmix's thread accepts, until a call comes through; or as one that does not call accept(). */
static void *accept_all(void *listener)
{
	int fd;

	do {
		fd = accept_one(*(const int *)listener);
	} while (fd < 0);
	close(fd);
	return NULL;
}

static void *accept_past_guard(void *listener)
{
	close((int)syscall(SYS_accept4, *(const int *)listener, NULL, NULL, 0));
	return NULL;
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static int body_own(void *ctx)
{
	struct sockaddr_in address;
	char word[4];
	pthread_t thread;
	uid_t uid;
	pid_t pid;
	int listener, fd;

	(void)ctx;
	CHILD_EXPECT(!sumac_pmix_guard_begin());
	listener = listen_at(INADDR_LOOPBACK, &address);
	CHILD_EXPECT(!pthread_create(&thread, NULL, accept_all, &listener) && sumac_pmix_guard_stands());
	pid = connect_as(geteuid(), &address, false);
	pthread_join(thread, NULL);
	end(pid);
	pid = connect_as(geteuid(), &address, false);
	fd = accept_one(listener);
	CHILD_EXPECT(fd >= 0 && read(fd, word, 4) == 4);
	for (int way = 0; way < SUMAC_PEER_N_WAYS; way++)
		CHILD_EXPECT(!ask(way, fd, &uid) && uid == geteuid());
	end(pid);
	for (int way = 0; way < SUMAC_PEER_N_WAYS; way++)
		CHILD_EXPECT(ask(way, fd, &uid));
	CHILD_EXPECT(!sumac_pmix_guard_n_refused());
	return 0;
}

static int body_closed(void *ctx)
{
	struct sockaddr_in address;
	int listener;

	(void)ctx;
	CHILD_EXPECT(!sumac_pmix_guard_begin());
	listener = listen_at(INADDR_LOOPBACK, &address);
	waitpid(connect_as(geteuid(), &address, true), NULL, 0);
	CHILD_EXPECT(accept_one(listener) < 0 && errno == EAGAIN);
	CHILD_EXPECT(!sumac_pmix_guard_n_refused());
	sumac_pmix_guard_tell("the title");
	return 0;
}

static int body_past_guard(void *ctx)
{
	struct sockaddr_in address;
	pthread_t thread;
	int listener;

	(void)ctx;
	CHILD_EXPECT(!sumac_pmix_guard_begin());
	listener = listen_at(INADDR_LOOPBACK, &address);
	CHILD_EXPECT(!pthread_create(&thread, NULL, accept_past_guard, &listener));
	return sumac_pmix_guard_stands() ? 0 : 3;
}

static int body_full(void *ctx)
{
	struct sockaddr_in address;
	struct rlimit limit;
	int listener, next;
	pid_t pid;

	(void)ctx;
	CHILD_EXPECT(!sumac_pmix_guard_begin());
	listener = listen_at(INADDR_LOOPBACK, &address);
	pid = connect_as(geteuid(), &address, false);
	next = dup(0);
	close(next);
	limit = (struct rlimit){ (rlim_t)next + 1, (rlim_t)next + 1 };
	CHILD_EXPECT(!setrlimit(RLIMIT_NOFILE, &limit) && accept_one(listener) == next);
	end(pid);
	return 0;
}

static int body_without_proc(void *ctx)
{
	(void)ctx;
	CHILD_EXPECT(!chroot(child_path("")) && !sumac_pmix_guard_begin());
	return 0;
}

static int body_stranger(void *ctx)
{
	struct sockaddr_in address;
	pid_t pid;
	uid_t uid;
	int listener, fd;

	(void)ctx;
	listener = listen_at(INADDR_LOOPBACK, &address);
	pid = connect_as(STRANGER, &address, false);
	fd = accept_one(listener); /* as it was without the guard */
	for (int way = 0; way < SUMAC_PEER_N_WAYS; way++)
		CHILD_EXPECT(fd >= 0 && !ask(way, fd, &uid) && uid == STRANGER);
	end(pid);
	CHILD_EXPECT(!sumac_pmix_guard_begin());
	for (int i = 0; i < 2; i++) {
		pid = connect_as(STRANGER, &address, false);
		CHILD_EXPECT(accept_one(listener) < 0 && errno == EAGAIN);
		end(pid);
	}
	CHILD_EXPECT(sumac_pmix_guard_n_refused() == 2);
	sumac_pmix_guard_tell("the title");
	return 0;
}

static int body_elsewhere(void *ctx)
{
	struct sockaddr_in address;
	int listener;
	pid_t pid;

	(void)ctx;
	CHILD_EXPECT(!sumac_pmix_guard_begin());
	listener = listen_at(INADDR_ANY, &address);
	CHILD_EXPECT(!sumac_pmix_guard_stands());
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	pid = connect_as(geteuid(), &address, false);
	CHILD_EXPECT(accept_one(listener) < 0 && errno == EAGAIN);
	end(pid);
	return 0;
}

/* The files left to it are enough for a connection to itself, and for no question to the kernel. */
static int body_untold(void *ctx)
{
	int next = dup(0);
	struct rlimit limit = { (rlim_t)next + 3, (rlim_t)next + 3 };

	(void)ctx;
	close(next);
	CHILD_EXPECT(!setrlimit(RLIMIT_NOFILE, &limit));
	return sumac_pmix_guard_begin() ? 3 : 0;
}

static void this_users_process_is_let_in_while_it_lives(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_own, NULL), 0);
}

static void a_connection_whose_owner_has_gone_is_refused(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_closed, NULL), 0);
	assert_string_equal(child_err, ""); /* nobody is blamed */
}

static void the_last_file_is_enough_to_let_a_process_in(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_full, NULL), 0);
}

static void a_server_that_accepts_past_the_guard_does_not_start(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_past_guard, NULL), 3);
	assert_non_null(strstr(child_err, "this libpmix listens where other users could not be kept out"));
}

static void root_needs_no_proc(void **state)
{
	(void)state;
	if (geteuid())
		skip(); /* may not leave /proc behind */
	assert_int_equal(child_run(body_without_proc, NULL), 0);
}

static void another_user_is_refused_and_reported_at_the_end(void **state)
{
	(void)state;
	if (geteuid()) {
		print_message("only root can become another user\n");
		skip();
	}
	assert_int_equal(child_run(body_stranger, NULL), 0);
	assert_non_null(strstr(child_err, "the title: refused 2 connections to the job's PMIx port from other users' processes "
					  "(one came from user 65534)\n"));
}

static void nobody_comes_in_where_other_hosts_reach_it(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_elsewhere, NULL), 0);
}

static void where_the_kernel_does_not_tell_nothing_starts(void **state)
{
	(void)state;
	assert_int_equal(child_run(body_untold, NULL), 3);
	assert_non_null(strstr(child_err, "the kernel does not tell which user a connection belongs to"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(this_users_process_is_let_in_while_it_lives),
		cmocka_unit_test(a_connection_whose_owner_has_gone_is_refused),
		cmocka_unit_test(the_last_file_is_enough_to_let_a_process_in),
		cmocka_unit_test(a_server_that_accepts_past_the_guard_does_not_start),
		CHILD_TEST(root_needs_no_proc),
		cmocka_unit_test(another_user_is_refused_and_reported_at_the_end),
		cmocka_unit_test(nobody_comes_in_where_other_hosts_reach_it),
		cmocka_unit_test(where_the_kernel_does_not_tell_nothing_starts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
