/*
 * Windows of the rack's bus, the rank's side: what is sent to the rack and written to the
 * NIC, and what happens if the rack refuses. The rack is the other end of a socket
 * pair, on which the answers are put before they are asked for.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bus/rack/bus_rack.h"
#include "bus/window_table.h"
#include "spec/spec.h"

enum { N_WINDOWS = 3 };

static struct sumac_bus_rack rack;
static int far_fd;

static int set_up(void **state)
{
	int fds[2];

	(void)state;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds))
		return -1;
	rack = (struct sumac_bus_rack){ .bus.ops = &sumac_bus_rack_ops, .socket_fd = fds[0], .bell_fd = -1, .n_windows = N_WINDOWS,
					.page = calloc(1, sizeof(*rack.page)) };
	far_fd = fds[1];
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (int i = 0; i < N_WINDOWS; i++)
		if (rack.windows[i].memory)
			munmap(rack.windows[i].memory, (rack.windows[i].len_bytes + 4095) / 4096 * 4096);
	free(rack.page);
	close(rack.socket_fd);
	close(far_fd);
	return 0;
}

static void will_answer(uint32_t kind, int status, const char *why)
{
	struct sumac_rack_answer answer = { .kind = kind, .status = status };

	strcpy(answer.why, why);
	assert_int_equal(send(far_fd, &answer, sizeof(answer), 0), sizeof(answer));
}

/* Receives what the rank has sent; returns the file descriptor that came with it, or -1. */
static struct sumac_rack_window said(int *fd_out)
{
	char control[CMSG_SPACE(sizeof(int))];
	struct sumac_rack_window window;
	struct iovec part = { &window, sizeof(window) };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
				 .msg_controllen = sizeof(control) };

	assert_int_equal(recvmsg(far_fd, &header, MSG_DONTWAIT), sizeof(window));
	*fd_out = -1;
	if (CMSG_FIRSTHDR(&header))
		memcpy(fd_out, CMSG_DATA(CMSG_FIRSTHDR(&header)), sizeof(*fd_out));
	return window;
}

static struct sumac_bus_window alloc(size_t len_bytes)
{
	struct sumac_bus_window window;

	will_answer(SUMAC_RACK_DONE, 0, "");
	assert_int_equal(sumac_bus_rack_window_alloc(&rack.bus, len_bytes, &window), 0);
	return window;
}

/* Checks the NIC's table entry, as the ring's last five writes set it. */
static void expect_table(uint32_t index, uint64_t base, uint64_t len_bytes)
{
	const struct sumac_rack_write wanted[] = {
		{ SUMAC_REG_WINDOW_INDEX, index },
		{ SUMAC_REG_WINDOW_BASE_LO, (uint32_t)base },
		{ SUMAC_REG_WINDOW_BASE_HI, (uint32_t)(base >> 32) },
		{ SUMAC_REG_WINDOW_LEN_LO, (uint32_t)len_bytes },
		{ SUMAC_REG_WINDOW_LEN_HI, (uint32_t)(len_bytes >> 32) },
	};

	assert_true(rack.page->ring_head >= 5);
	assert_memory_equal(&rack.page->ring[rack.page->ring_head - 5], wanted, sizeof(wanted));
}

static void a_window_is_shared_memory_of_whole_pages(void **state)
{
	struct sumac_bus_window window = alloc(5000);
	struct sumac_rack_window ask;
	struct stat file;
	char *theirs;
	int fd;

	(void)state;
	ask = said(&fd);
	assert_true(ask.kind == SUMAC_RACK_WINDOW && ask.index == window.index && ask.len_bytes == 8192);
	assert_int_equal(fstat(fd, &file), 0);
	assert_int_equal(file.st_size, 8192);
	assert_int_equal(fcntl(fd, F_GET_SEALS) & (F_SEAL_SHRINK | F_SEAL_GROW), F_SEAL_SHRINK | F_SEAL_GROW);
	theirs = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	strcpy(theirs + 100, "abc");
	assert_string_equal((char *)window.memory + 100, "abc");
	assert_int_equal(window.bus_address, (window.index + 1ull) << SUMAC_RACK_WINDOW_SHIFT);
	assert_int_equal(window.len_bytes, 5000);
	expect_table(window.index, window.bus_address, 5056); /* the NIC reaches the line's end, and no further */
	munmap(theirs, 8192);
	close(fd);
}

/* It stays where it is, and its owner's when the window is freed. */
static void a_loan_is_the_range_that_its_owner_names(void **state)
{
	char *mine = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const struct sumac_bus_loan loan = { mine, 8192, far_fd, 4096 };
	struct sumac_bus_window window;
	struct sumac_rack_window ask;
	int fd;

	(void)state;
	will_answer(SUMAC_RACK_DONE, 0, "");
	assert_int_equal(sumac_bus_rack_window_lend(&rack.bus, &loan, &window), 0);
	ask = said(&fd);
	assert_true(fd >= 0 && ask.kind == SUMAC_RACK_WINDOW && ask.len_bytes == 8192 && ask.offset_bytes == 4096);
	close(fd);
	assert_true(window.memory == mine && window.is_lent);
	expect_table(window.index, window.bus_address, 8192);
	will_answer(SUMAC_RACK_DONE, 0, "");
	sumac_bus_rack_window_free(&rack.bus, &window);
	strcpy(mine, "still there");
	munmap(mine, 8192);
}

/* The bus does not know the owner of the rest of the line. */
static void a_loan_that_ends_within_a_line_is_not_taken(void **state)
{
	struct sumac_bus_window window;
	const struct sumac_bus_loan loans[] = { { (void *)4096, 8191, far_fd, 0 }, { (void *)4096, 1, far_fd, 0 },
						{ (void *)4128, 64, far_fd, 0 }, { (void *)4096, 64, far_fd, 4128 } };

	(void)state;
	will_answer(SUMAC_RACK_REFUSED, -SUMAC_EIO, "not asked");
	for (unsigned i = 0; i < sizeof(loans) / sizeof(*loans); i++)
		assert_int_equal(sumac_bus_rack_window_lend(&rack.bus, &loans[i], &window), -SUMAC_EINVAL);
	window = (struct sumac_bus_window){ .bus_address = 4096 + 32 };
	assert_int_equal(sumac_window_table_write(&rack.bus, &window, 64), -SUMAC_EINVAL);
	window.bus_address = -UINT64_C(4096);
	assert_int_equal(sumac_window_table_write(&rack.bus, &window, 4096), -SUMAC_EINVAL);
	assert_int_equal(rack.page->ring_head, 0);
}

static void a_freed_one_is_taken_from_the_nic_first(void **state)
{
	struct sumac_bus_window window = alloc(100), copy;
	struct sumac_rack_window ask;
	int fd;

	(void)state;
	said(&fd);
	close(fd);
	copy = window;
	will_answer(SUMAC_RACK_DONE, 0, "");
	sumac_bus_rack_window_free(&rack.bus, &window);
	ask = said(&fd);
	assert_true(ask.kind == SUMAC_RACK_UNWINDOW && ask.index == copy.index && fd == -1);
	expect_table(copy.index, copy.bus_address, 0);
	assert_true(!window.memory && !rack.windows[copy.index].memory);
	sumac_bus_rack_window_free(&rack.bus, &copy); /* a second time nothing is sent */
	assert_int_equal(recv(far_fd, &ask, sizeof(ask), MSG_DONTWAIT), -1);
}

static void indices_are_those_of_the_nic_and_used_again(void **state)
{
	struct sumac_bus_window windows[N_WINDOWS], one_more;

	(void)state;
	for (int i = 0; i < N_WINDOWS; i++) {
		windows[i] = alloc(100);
		assert_int_equal(windows[i].index, i);
	}
	assert_int_equal(sumac_bus_rack_window_alloc(&rack.bus, 100, &one_more), -SUMAC_ENORES);
	will_answer(SUMAC_RACK_DONE, 0, "");
	sumac_bus_rack_window_free(&rack.bus, &windows[1]);
	assert_int_equal(alloc(100).index, 1);
}

static void a_refusal_leaves_nothing(void **state)
{
	struct sumac_bus_window window;
	uint32_t head = rack.page->ring_head;

	(void)state;
	assert_int_equal(sumac_bus_rack_window_alloc(&rack.bus, 0, &window), -SUMAC_EINVAL);
	assert_int_equal(sumac_bus_rack_window_alloc(&rack.bus, (size_t)1 << SUMAC_RACK_WINDOW_SHIFT,
			&window), -SUMAC_EINVAL);
	will_answer(SUMAC_RACK_DONE, -SUMAC_ENOMEM, "the window cannot be mapped");
	assert_int_equal(sumac_bus_rack_window_alloc(&rack.bus, 100, &window), -SUMAC_ENOMEM);
	assert_int_equal(rack.page->ring_head, head); /* and the NIC's table is not written */
	for (int i = 0; i < N_WINDOWS; i++)
		assert_null(rack.windows[i].memory);
}

static void an_answer_that_is_none_is_the_rack_s_end(void **state)
{
	const uint32_t ask = SUMAC_RACK_BYE;
	char why[SUMAC_RACK_WHY_BYTES];

	(void)state;
	will_answer(SUMAC_RACK_REFUSED, -SUMAC_EINVAL, "a reason");
	assert_int_equal(sumac_bus_rack_ask(&rack, &ask, sizeof(ask), -1, why), -SUMAC_EINVAL);
	assert_string_equal(why, "a reason");
	assert_false(rack.gone);
	will_answer(SUMAC_RACK_WELCOME, 0, "");
	assert_int_equal(sumac_bus_rack_ask(&rack, &ask, sizeof(ask), -1, why), -SUMAC_EIO);
	assert_string_equal(why, "the rack does not answer");
	assert_true(rack.gone);
	rack.gone = false;
	shutdown(far_fd, SHUT_RDWR);
	assert_int_equal(sumac_bus_rack_ask(&rack, &ask, sizeof(ask), -1, why), -SUMAC_EIO);
}

#define WINDOW_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WINDOW_TEST(a_window_is_shared_memory_of_whole_pages),
		WINDOW_TEST(a_freed_one_is_taken_from_the_nic_first),
		WINDOW_TEST(a_loan_is_the_range_that_its_owner_names),
		WINDOW_TEST(a_loan_that_ends_within_a_line_is_not_taken),
		WINDOW_TEST(indices_are_those_of_the_nic_and_used_again),
		WINDOW_TEST(a_refusal_leaves_nothing),
		WINDOW_TEST(an_answer_that_is_none_is_the_rack_s_end),
	};

	return cmocka_run_group_tests_name("rack_window", tests, NULL, NULL);
}
