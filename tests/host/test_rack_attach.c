/*
 * Attaching to a rack, the rank's side: what it says, what it takes from the welcome, and every way of being
 * refused, each with its sentence. A process of the test plays the rack.
 */
#define _GNU_SOURCE
#include "child.h"

#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "bus/rack/bus_rack.h"
#include "spec/spec.h"
#include "sumac.h"

/* How the rack behaves. */
struct part {
	uint32_t kind;	  /* of its answer; 0: it hangs up instead */
	size_t len_bytes; /* of the answer, if other than the kind's */
	int status;
	int n_fds;
	uint32_t magic, hash, n_windows;
	bool stepped;
};

static pid_t player;

static int listen_here(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	strcpy(address.sun_path, child_path("sock"));
	unlink(address.sun_path);
	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(listen(fd, 1), 0);
	return fd;
}

static struct sumac_rack_page *make_page(int *fd_out)
{
	*fd_out = memfd_create("page", 0);
	if (*fd_out < 0 || ftruncate(*fd_out, sizeof(struct sumac_rack_page)))
		_exit(2);
	return mmap(NULL, sizeof(struct sumac_rack_page), PROT_READ | PROT_WRITE, MAP_SHARED, *fd_out, 0);
}

static void send_answer(int fd, const struct part *part, const int fds[2])
{
	union {
		struct sumac_rack_welcome welcome;
		struct sumac_rack_answer answer;
	} message;
	char control[CMSG_SPACE(2 * sizeof(int))] = { 0 };
	struct iovec bytes = { &message, sizeof(message.welcome) };
	struct msghdr header = { .msg_iov = &bytes, .msg_iovlen = 1 };

	memset(&message, 0, sizeof(message));
	message.welcome = (struct sumac_rack_welcome){ .kind = part->kind, .stepped = part->stepped, .clock_hz = 123456789,
						       .mac = { 2, 3, 4, 5, 6, 7 }, .ip = { 10, 9, 8, 7 } };
	if (part->kind == SUMAC_RACK_REFUSED) {
		message.answer = (struct sumac_rack_answer){ part->kind, part->status, "there is no room" };
		bytes.iov_len = sizeof(message.answer);
	}
	if (part->len_bytes)
		bytes.iov_len = part->len_bytes;
	if (part->n_fds) {
		header.msg_control = control;
		header.msg_controllen = CMSG_SPACE((size_t)part->n_fds * sizeof(int));
		CMSG_FIRSTHDR(&header)->cmsg_level = SOL_SOCKET;
		CMSG_FIRSTHDR(&header)->cmsg_type = SCM_RIGHTS;
		CMSG_FIRSTHDR(&header)->cmsg_len = CMSG_LEN((size_t)part->n_fds * sizeof(int));
		memcpy(CMSG_DATA(CMSG_FIRSTHDR(&header)), fds, (size_t)part->n_fds * sizeof(int));
	}
	sendmsg(fd, &header, MSG_NOSIGNAL);
}

static uint32_t value_of(const struct part *part, uint32_t offset)
{
	return offset == SUMAC_REG_MAGIC ? part->magic : offset == SUMAC_REG_SPEC_HASH ? part->hash : part->n_windows;
}

/* Answers reads of registers until the rank says goodbye (0) or leaves without (1). */
static int serve(int fd, const struct part *part, struct sumac_rack_page *page)
{
	uint32_t answered = 0, word;
	ssize_t n;

	for (;;) {
		uint32_t asked = __atomic_load_n(&page->read_asked, __ATOMIC_ACQUIRE);

		if (asked != answered) {
			page->read_value = value_of(part, page->read_offset);
			__atomic_store_n(&page->read_answered, answered = asked, __ATOMIC_RELEASE);
		}
		n = recv(fd, &word, sizeof(word), MSG_DONTWAIT);
		if (n >= 0)
			return n == sizeof(word) && word == SUMAC_RACK_BYE ? 0 : 1;
		usleep(200);
	}
}

/* Exit status 0: the rank said goodbye; 1: it just left; 3: its greeting was wrong. */
static void play(const struct part *part)
{
	int listener = listen_here(), fd, fds[2];
	struct sumac_rack_page *page;
	struct sumac_rack_hello hello = { 0 };

	fflush(NULL);
	player = fork();
	if (player) {
		close(listener);
		return;
	}
	alarm(CHILD_HUNG_S);
	fd = accept(listener, NULL, NULL);
	page = make_page(&fds[0]);
	page->events = 17;
	fds[1] = eventfd(0, 0);
	if (recv(fd, &hello, sizeof(hello), 0) != sizeof(hello) || hello.kind != SUMAC_RACK_HELLO ||
	    hello.protocol != SUMAC_RACK_PROTOCOL || hello.rank != 3 || hello.size != 5 ||
	    hello.spec_hash != SUMAC_SPEC_HASH || strcmp(hello.version, SUMAC_RACK_VERSION))
		_exit(3);
	if (!part->kind)
		_exit(1);
	send_answer(fd, part, fds);
	_exit(serve(fd, part, page));
}

static int ended(void)
{
	int status;

	assert_int_equal(waitpid(player, &status, 0), player);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static struct part good(void)
{
	return (struct part){ .kind = SUMAC_RACK_WELCOME, .n_fds = 2, .magic = SUMAC_MAGIC, .hash = SUMAC_SPEC_HASH,
			      .n_windows = 4 };
}

static void a_welcome_has_all_that_the_bus_knows(void **state)
{
	const uint8_t mac[6] = { 2, 3, 4, 5, 6, 7 }, ip[4] = { 10, 9, 8, 7 };
	struct part part = good();
	struct sumac_bus *bus;

	(void)state;
	for (int stepped = 0; stepped < 2; stepped++) {
		part.stepped = stepped;
		play(&part);
		assert_int_equal(sumac_bus_rack_open(child_path("sock"), 3, 5, &bus), 0);
		assert_string_equal(bus->kind, "rack");
		assert_true(bus->simulated && bus->stepped == stepped && bus->clock_hz == 123456789);
		assert_int_equal(bus->ops->events(bus), 17);
		assert_memory_equal(bus->mac, mac, 6);
		assert_memory_equal(bus->ip, ip, 4);
		assert_int_equal(sumac_bus_rack_of(bus)->n_windows, 4);
		bus->ops->close(bus);
		assert_int_equal(ended(), 0);
	}
}

/* player_ends: the exit status of play(). */
static void expect_refusal(const struct part *part, int status, const char *words, int player_ends)
{
	struct sumac_bus *bus;

	play(part);
	assert_int_equal(sumac_bus_rack_open(child_path("sock"), 3, 5, &bus), status);
	if (!strstr(sumac_last_error(), words))
		fail_msg("no \"%s\" in \"%s\"", words, sumac_last_error());
	assert_int_equal(ended(), player_ends);
}

static void a_refusal_comes_with_the_rack_s_reason(void **state)
{
	struct part part = { .kind = SUMAC_RACK_REFUSED, .status = -SUMAC_EBUILD };

	(void)state;
	expect_refusal(&part, -SUMAC_EBUILD, "the rack refuses: there is no room", 1);
	part.status = 0; /* which is not a reason to go on */
	expect_refusal(&part, -SUMAC_ENODEV, "the rack refuses: there is no room", 1);
}

static void what_is_no_rack_is_told_from_one(void **state)
{
	struct part part = good();

	(void)state;
	part.kind = 0;
	expect_refusal(&part, -SUMAC_ENODEV, "the rack hung up", 1);
	part.kind = SUMAC_RACK_DONE;
	expect_refusal(&part, -SUMAC_ENODEV, "not a rack of this version", 1);
	part = good();
	part.len_bytes = 8;
	expect_refusal(&part, -SUMAC_ENODEV, "not a rack of this version", 1);
	part = good();
	part.n_fds = 1;
	expect_refusal(&part, -SUMAC_ENODEV, "cannot map the rack's shared page", 1);
	part.n_fds = 0;
	expect_refusal(&part, -SUMAC_ENODEV, "cannot map the rack's shared page", 1);
}

/* A rank that leaves such a NIC says goodbye: this is not a death. */
static void what_is_no_nic_of_ours_is_left_with_a_farewell(void **state)
{
	struct part part = good();

	(void)state;
	part.magic = 0x12345678;
	expect_refusal(&part, -SUMAC_ENODEV, "its magic number is 0x12345678", 0);
	part = good();
	part.hash = 0xABCD;
	expect_refusal(&part, -SUMAC_ESPEC, "the NIC was built from specification 0x0000abcd", 0);
}

static void a_nic_with_more_windows_than_the_rack_has_the_rack_s(void **state)
{
	struct part part = good();
	struct sumac_bus *bus;

	(void)state;
	part.n_windows = 1000;
	play(&part);
	assert_int_equal(sumac_bus_rack_open(child_path("sock"), 3, 5, &bus), 0);
	assert_int_equal(sumac_bus_rack_of(bus)->n_windows, SUMAC_RACK_WINDOWS);
	bus->ops->close(bus);
	assert_int_equal(ended(), 0);
}

static void where_nobody_listens_the_cure_is_told(void **state)
{
	struct sumac_bus *bus;
	char path[300];

	(void)state;
	assert_int_equal(sumac_bus_rack_open(child_path("none"), 0, 1, &bus), -SUMAC_ENODEV);
	assert_non_null(strstr(sumac_last_error(), "no rack answers at"));
	assert_non_null(strstr(sumac_last_error(), "`sumac run --engine nic` starts one"));
	memset(path, 'x', sizeof(path));
	path[299] = 0;
	assert_int_equal(sumac_bus_rack_open(path, 0, 1, &bus), -SUMAC_ENODEV);
	assert_non_null(strstr(sumac_last_error(), "the rack's socket path is too long"));
	assert_int_equal(sumac_bus_rack_open(path, 0, 1, &bus), -SUMAC_ENODEV); /* nobody accepts */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(a_welcome_has_all_that_the_bus_knows),
		CHILD_TEST(a_refusal_comes_with_the_rack_s_reason),
		CHILD_TEST(what_is_no_rack_is_told_from_one),
		CHILD_TEST(what_is_no_nic_of_ours_is_left_with_a_farewell),
		CHILD_TEST(a_nic_with_more_windows_than_the_rack_has_the_rack_s),
		CHILD_TEST(where_nobody_listens_the_cure_is_told),
	};

	return cmocka_run_group_tests_name("rack_attach", tests, NULL, NULL);
}
