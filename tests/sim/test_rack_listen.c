/*
 * Where the rack waits: its socket, signals, its parent, and ranks that break the rules of their page.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../host/child.h"
#include "rack_inside.h"
#include "rack_ranks.h"
#include "sim/rack/rack_run.h"

static void its_socket_is_the_user_s_alone(void **state)
{
	struct stat file;

	(void)state;
	start(1, NULL);
	assert_int_equal(stat(rack.socket_path, &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);
	assert_int_equal(end(), 0);
}

/* The pages belong to the ranks, so they can write what they like. */
static void who_breaks_the_page_s_rules_is_cut_off(void **state)
{
	static const struct sumac_rack_write bad[] = { { 0x10000, 0 }, { 0x102, 0 }, { 0xfffffffc, 0 } };

	(void)state;
	start(4, NULL);
	for (int i = 0; i < 3; i++) {
		struct sumac_rack_page *page = sumac_bus_rack_of(buses[i])->page;

		if (i == 0)
			page->ring_head += 5000;
		else
			buses[i]->ops->reg_write(buses[i], bad[i].offset, 0);
		ring(3, 1); /* wakes the rack */
		for (int turn = 0; turn < 1000 && !buses[i]->ops->health(buses[i]); turn++)
			usleep(1000);
		assert_int_equal(buses[i]->ops->health(buses[i]), -SUMAC_EIO);
	}
	assert_int_equal(read_register(3, SUMAC_REG_MAGIC), SUMAC_MAGIC);
	assert_int_equal(end(), 0);
	assert_non_null(strstr(log_text, "cutting off rank 0, which breaks the rules"));
}

static void the_rack_s_death_is_seen(void **state)
{
	int status;

	(void)state;
	start(2, NULL);
	kill(rack.pid, SIGKILL);
	assert_int_equal(waitpid(rack.pid, &status, 0), rack.pid);
	usleep(2000);
	assert_int_equal(buses[0]->ops->health(buses[0]), -SUMAC_EIO);
	assert_int_not_equal(buses[1]->ops->reg_read(buses[1], SUMAC_REG_MAGIC, (uint32_t *)&status), 0);
	detach(0);
	detach(1);
	close(rack.lifeline_fd);
	unlink(rack.socket_path);
	unlink(rack.log_path);
	rmdir(rack.dir);
}

static void statistics_come_on_request(void **state)
{
	char text[4096] = "";

	(void)state;
	start(1, NULL);
	kill(rack.pid, SIGUSR1);
	for (int turn = 0; turn < 1000 && !strstr(text, "wall_s"); turn++) {
		int fd = open(rack.stats_path, O_RDONLY);
		ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);

		text[n > 0 ? n : 0] = 0;
		if (fd >= 0)
			close(fd);
		usleep(1000);
	}
	assert_non_null(strstr(text, "\"nics\": 1"));
	assert_non_null(strstr(text, "\"broken_CRC\": 0"));
	assert_int_equal(end(), 0);
}

static int open_socket(const char *path)
{
	inside_open(1, NULL);
	close(inside.epoll_fd);
	inside.epoll_fd = -1;
	inside.options.socket_path = path;
	return sumac_rack_listen_open(&inside);
}

static void close_socket(void)
{
	sumac_rack_listen_close(&inside);
	sumac_rack_close(&inside);
}

static int connect_to(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);

	strcpy(address.sun_path, path);
	if (fd >= 0 && !connect(fd, (const struct sockaddr *)&address, sizeof address))
		return fd;
	close(fd);
	return -1;
}

/* Left over from a rack that was killed. */
static void a_stale_socket_is_replaced(void **state)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const char *path = child_path("sock");
	int stale = socket(AF_UNIX, SOCK_SEQPACKET, 0), fd;

	(void)state;
	strcpy(address.sun_path, path);
	assert_int_equal(bind(stale, (const struct sockaddr *)&address, sizeof address), 0);
	close(stale);
	assert_int_equal(open_socket(path), 0);
	fd = connect_to(path);
	assert_true(fd >= 0);
	sumac_rack_listen_serve(&inside, 1000);
	assert_int_equal(inside.n_clients, 1);
	close_socket();
	close(fd);
	assert_false(child_has("sock"));
}

/* The path is somebody's: a file, or another program's socket. */
static void what_is_no_socket_of_a_rack_stays(void **state)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const char *path = child_path("sock");
	int other = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)state;
	child_write("sock", "text", 0600);
	assert_int_equal(open_socket(path), -SUMAC_EIO);
	close_socket();
	assert_string_equal(child_read("sock"), "text");
	assert_int_equal(unlink(path), 0);
	strcpy(address.sun_path, path);
	assert_int_equal(bind(other, (const struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(listen(other, 1), 0);
	assert_int_equal(open_socket(path), -SUMAC_EIO);
	close_socket();
	assert_true(child_has("sock"));
	close(other);
}

static int open_second(void *ctx)
{
	int err = open_socket(ctx);

	close_socket();
	return err == -SUMAC_EIO ? 0 : 1;
}

static void a_rack_that_listens_is_left_alone(void **state)
{
	const char *path = child_path("sock");
	int fd;

	(void)state;
	assert_int_equal(open_socket(path), 0);
	assert_int_equal(child_run(open_second, (void *)(uintptr_t)path), 0);
	assert_non_null(strstr(child_err, "another rack listens at"));
	fd = connect_to(path); /* it still does */
	assert_true(fd >= 0);
	close(fd);
	close_socket();
}

static void what_cannot_be_a_socket_is_refused(void **state)
{
	char path[200];

	(void)state;
	memset(path, 'x', sizeof path);
	path[199] = 0;
	assert_int_equal(open_socket(path), -SUMAC_EINVAL);
	close_socket();
	assert_int_equal(open_socket("/nowhere/at/all/sock"), -SUMAC_EIO);
	close_socket();
}

/* A rank more than there are NICs, and a few; not any number of strangers. */
static void strangers_find_an_end(void **state)
{
	const char *path = child_path("sock");
	int fds[64], n_served = 0;

	(void)state;
	assert_int_equal(open_socket(path), 0);
	for (int i = 0; i < 64; i++) {
		fds[i] = connect_to(path);
		sumac_rack_listen_serve(&inside, 0);
		sumac_rack_listen_serve(&inside, 0);
		n_served += fds[i] >= 0;
	}
	assert_int_equal(n_served, 64);
	assert_int_equal(inside.n_clients, 1 + 16);
	for (int i = 0; i < 64; i++)
		close(fds[i]);
	for (int i = 0; i < 20; i++)
		sumac_rack_listen_serve(&inside, 0);
	assert_int_equal(inside.n_clients, 0); /* and a client that goes is forgotten */
	close_socket();
}

static int hear(void *ctx)
{
	int signal = *(int *)ctx;

	sumac_rack_listen_block_signals();
	if (open_socket(child_path("sock")))
		return 2;
	kill(getpid(), signal);
	sumac_rack_listen_serve(&inside, 1000);
	close_socket();
	return inside.must_end;
}

static void signals_end_it_or_ask_for_statistics(void **state)
{
	static int ends[] = { SIGTERM, SIGINT, SIGHUP }, asks = SIGUSR1;

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(child_run(hear, &ends[i]), 1);
	assert_int_equal(child_run(hear, &asks), 0);
	assert_non_null(strstr(child_err, "\"nics\": 1"));
}

static void it_ends_with_its_parent(void **state)
{
	int lifeline[2];

	(void)state;
	assert_int_equal(pipe(lifeline), 0);
	inside_open(1, NULL);
	close(inside.epoll_fd);
	inside.options.socket_path = child_path("sock");
	inside.options.parent_fd = lifeline[0];
	assert_int_equal(sumac_rack_listen_open(&inside), 0);
	sumac_rack_listen_serve(&inside, 0);
	assert_false(inside.must_end);
	close(lifeline[1]);
	sumac_rack_listen_serve(&inside, 1000);
	assert_true(inside.must_end);
	close_socket();
	close(lifeline[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_socket_is_the_user_s_alone),
		cmocka_unit_test(who_breaks_the_page_s_rules_is_cut_off),
		cmocka_unit_test(the_rack_s_death_is_seen),
		cmocka_unit_test(statistics_come_on_request),
		CHILD_TEST(a_stale_socket_is_replaced),
		CHILD_TEST(what_is_no_socket_of_a_rack_stays),
		CHILD_TEST(a_rack_that_listens_is_left_alone),
		CHILD_TEST(what_cannot_be_a_socket_is_refused),
		CHILD_TEST(strangers_find_an_end),
		CHILD_TEST(signals_end_it_or_ask_for_statistics),
		CHILD_TEST(it_ends_with_its_parent),
	};

	return cmocka_run_group_tests_name("rack_listen", tests, NULL, NULL);
}
