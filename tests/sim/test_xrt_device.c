/*
 * A simulated card, and a shim that the test plays: its rank is 0 of a job of two, rank 1 is the test's own, on the rack itself.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rack_ranks.h"
#include "sim/rack/rack_run.h"
#include "sim/xrt/xrt_device.h"

#define HOST UINT64_C(0x2000000000)
#define BANK UINT64_C(0x4000000000)
enum { UNIT = 0x1800000, MEMORY = 8192 };

static struct sumac_xrt_packet packet;
static struct sumac_xrt_message answer;
static int shim_fd, host_fd, parent_fd;
static pid_t device;
static pthread_t host_thread;
static _Alignas(64) uint8_t memory[MEMORY]; /* what lies at HOST */
static char folder[32];

static int connect_to(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, name);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
	return fd;
}

/* As XRT's second thread: reads and writes the host's memory when asked, until it gets the order to close. */
static void *serve_memory(void *arg)
{
	struct sumac_xrt_packet asked = { 0 };
	struct sumac_xrt_message message;

	(void)arg;
	while (!sumac_xrt_receive(host_fd, SUMAC_XRT_HEADER_BYTES, &asked) && asked.api != SUMAC_XRT_CLOSE) {
		uint64_t offset;

		sumac_xrt_parse(&asked, &message);
		offset = message.number[1] - HOST;
		if (asked.api == SUMAC_XRT_HOST_WRITE)
			memcpy(memory + offset, message.bytes[3], message.len_bytes[3]);
		sumac_xrt_begin(&asked, asked.api);
		sumac_xrt_put_number(&asked, 1, 1);
		sumac_xrt_send(host_fd, SUMAC_XRT_HEADER_BYTES, &asked);
	}
	sumac_xrt_packet_destroy(&asked);
	return NULL;
}

static int ask(void)
{
	if (sumac_xrt_send(shim_fd, SUMAC_XRT_HEADER_BYTES, &packet) ||
	    sumac_xrt_receive(shim_fd, SUMAC_XRT_SHORT_HEADER_BYTES, &packet))
		return -1;
	assert_true(sumac_xrt_parse(&packet, &answer));
	return 0;
}

static int shim_write(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	(void)bus;
	sumac_xrt_begin(&packet, SUMAC_XRT_REG_WRITE);
	sumac_xrt_put_number(&packet, 2, UNIT + offset);
	sumac_xrt_put_number(&packet, 3, 4);
	sumac_record_put(sumac_xrt_put_bytes(&packet, 4, 4), 0, 4, value);
	return ask();
}

static int shim_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out)
{
	(void)bus;
	sumac_xrt_begin(&packet, SUMAC_XRT_REG_READ);
	sumac_xrt_put_number(&packet, 2, UNIT + offset);
	sumac_xrt_put_number(&packet, 3, 4);
	if (ask())
		return -1;
	assert_int_equal(answer.len_bytes[2], 4);
	*value_out = (uint32_t)sumac_record_get(answer.bytes[2], 0, 4);
	return 0;
}

static void close_shim(struct sumac_bus *bus)
{
	(void)bus;
	sumac_xrt_begin(&packet, SUMAC_XRT_CLOSE);
	assert_int_equal(ask(), 0);
	pthread_join(host_thread, NULL); /* told to, before the answer */
	close(shim_fd);
	close(host_fd);
}

static const struct sumac_bus_ops shim_ops = { .reg_write = shim_write, .reg_read = shim_read, .close = close_shim };
static struct sumac_bus shim = { .ops = &shim_ops, .mac = { 2, 0x53, 0x4d } };

static void start_device(void)
{
	const char *const args[] = { "sumac-xrt-device", "--rack", rack.socket_path, "--rank", "0", "--size", "2", "--folder",
				     folder,
				     "--id", "card", "--ready-fd", "3", "--parent-fd", "4", "--bank", "0x4000000000:0x400000000",
				     "--host", "0x2000000000:0x400000000", NULL };
	char line[8] = "";
	int ready[2], parent[2];

	assert_int_equal(pipe(ready) | pipe(parent), 0);
	device = fork();
	if (!device) {
		dup2(dup2(ready[1], 100) == 100 ? parent[0] : -1, 4);
		dup2(100, 3);
		close_range(5, ~0u, 0);
		_exit(sumac_xrt_device_run(19, (char *const *)args));
	}
	close(ready[1]);
	close(parent[0]);
	parent_fd = parent[1];
	assert_int_equal(read(ready[0], line, sizeof line), 6);
	close(ready[0]);
}

static void connect_shim(void)
{
	shim_fd = connect_to("card");
	host_fd = connect_to("D2X_unix_sock_card");
	assert_int_equal(pthread_create(&host_thread, NULL, serve_memory, NULL), 0);
}

static int set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/sumac-test-XXXXXX");
	assert_non_null(mkdtemp(folder));
	rack_child_start(&rack, 2, sumac_rack_run, NULL);
	start_device();
	connect_shim();
	return 0;
}

/* It ends by itself. Its exit status; it has left nothing. */
static int await_device(void)
{
	int status;

	assert_int_equal(waitpid(device, &status, 0), device);
	assert_int_equal(access(folder, F_OK), -1);
	sumac_xrt_packet_destroy(&packet);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int device_end(void)
{
	close(parent_fd);
	return await_device();
}

static int end_rack(void)
{
	return rack_child_end(&rack, log_text, sizeof log_text);
}

static void registers_are_those_of_the_rank_s_nic(void **state)
{
	uint32_t value = 0;

	(void)state;
	sumac_xrt_begin(&packet, SUMAC_XRT_ENVIRONMENT);
	assert_int_equal(ask(), 0);
	assert_int_equal(answer.number[1], 1);
	shim_read(&shim, SUMAC_REG_MAGIC, &value);
	assert_int_equal(value, SUMAC_MAGIC);
	shim_write(&shim, SUMAC_REG_IP, 0x12345678);
	shim_read(&shim, SUMAC_REG_IP, &value);
	assert_int_equal(value, 0x12345678);
	sumac_xrt_begin(&packet, SUMAC_XRT_MESSAGES);
	assert_int_equal(ask(), 0);
	close_shim(&shim);
	assert_int_equal(device_end(), 0);
	end_rack();
}

static void completions_reach_the_host_s_memory(void **state)
{
	const volatile uint64_t *lap = (const volatile uint64_t *)(const void *)(memory + SUMAC_CPL_LAP_OFFSET);

	(void)state;
	n_ranks = 2;
	buses[0] = &shim;
	buses[1] = attach(1, 2);
	rings[0].bus_address = HOST;
	assert_int_equal(buses[1]->ops->window_alloc(buses[1], 4096, &rings[1]), 0);
	open_channels(0, KEY);
	open_channels(1, KEY);
	ring(1, 42);
	for (int i = 0; !*lap && i < 2000; i++)
		usleep(10000);
	assert_int_equal(SUMAC_GET(memory, CPL, COOKIE), 42);
	detach(0);
	assert_int_equal(device_end(), 0);
	assert_int_equal(end(), 0);
}

static void the_card_s_memory_is_copied(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		uint64_t address = i ? BANK + 0x400000000 - 50 : BANK + 100; /* the second does not fit */

		sumac_xrt_begin(&packet, SUMAC_XRT_TO_DEVICE);
		sumac_xrt_put_number(&packet, 3, address);
		memset(sumac_xrt_put_bytes(&packet, 4, 60), 'a' + i, 60);
		sumac_xrt_put_number(&packet, 6, 8);
		assert_int_equal(ask(), 0);
		assert_int_equal(answer.number[1], i ? 0 : 60);
	}
	sumac_xrt_begin(&packet, SUMAC_XRT_FROM_DEVICE);
	sumac_xrt_put_number(&packet, 4, BANK + 100);
	sumac_xrt_put_number(&packet, 5, 9);
	assert_int_equal(ask(), 0);
	assert_memory_equal(answer.bytes[2], "\0\0\0\0\0\0\0\0a", 9);
	close_shim(&shim);
	assert_int_equal(device_end(), 0);
	end_rack();
}

static _Atomic bool is_over;

/* As the NIC writes completions: the last word last. */
static void *write_laps(void *arg)
{
	_Atomic uint64_t *line = arg;

	for (uint64_t lap = 1; !is_over; lap++)
		for (int i = 0; i < 8; i++)
			atomic_store_explicit(&line[i], lap, memory_order_release);
	return NULL;
}

static void a_completion_whose_lap_is_read_is_whole(void **state)
{
	static _Alignas(64) _Atomic uint64_t line[8];
	uint64_t words[8];
	pthread_t writer;
	int n_torn = 0;

	(void)state;
	assert_int_equal(pthread_create(&writer, NULL, write_laps, line), 0);
	for (int i = 0; i < 1000000; i++) {
		sumac_xrt_banks_read((uint8_t *)words, (const uint8_t *)line, sizeof words);
		for (int word = 0; word < 7; word++)
			n_torn += words[word] < words[7];
	}
	is_over = true;
	pthread_join(writer, NULL);
	assert_int_equal(n_torn, 0);
}

/* It has a new NIC's side of the rack, and nothing of the first shim. */
static void a_closed_card_can_be_opened_again(void **state)
{
	uint32_t value = 0;

	(void)state;
	shim_write(&shim, SUMAC_REG_IP, 5);
	close_shim(&shim);
	connect_shim();
	assert_int_equal(shim_read(&shim, SUMAC_REG_MAGIC, &value), 0);
	assert_int_equal(value, SUMAC_MAGIC);
	close_shim(&shim);
	assert_int_equal(device_end(), 0);
	end_rack();
}

static void a_host_that_dies_is_a_dead_rank(void **state)
{
	(void)state;
	shutdown(host_fd, SHUT_RDWR);
	pthread_join(host_thread, NULL);
	close(shim_fd);
	close(host_fd);
	assert_int_equal(await_device(), 0);
	end_rack();
	if (!strstr(log_text, "NIC 0 has lost its rank"))
		fail_msg("the rack says: %s", log_text);
}

/* It may not have had the processor since both. */
static void a_farewell_is_heard_though_the_parent_has_ended(void **state)
{
	(void)state;
	kill(device, SIGSTOP);
	sumac_xrt_begin(&packet, SUMAC_XRT_CLOSE);
	assert_int_equal(sumac_xrt_send(shim_fd, SUMAC_XRT_HEADER_BYTES, &packet), 0);
	close(parent_fd);
	kill(device, SIGCONT);
	assert_int_equal(sumac_xrt_receive(shim_fd, SUMAC_XRT_SHORT_HEADER_BYTES, &packet), 0);
	pthread_join(host_thread, NULL);
	close(shim_fd);
	close(host_fd);
	assert_int_equal(await_device(), 0);
	end_rack();
	assert_null(strstr(log_text, "has lost its rank"));
}

static void a_rack_that_dies_ends_the_card_and_the_shim_sees_it(void **state)
{
	struct pollfd fd;
	uint32_t value;

	(void)state;
	fd = (struct pollfd){ .fd = shim_fd, .events = POLLIN };
	kill(rack.pid, SIGKILL);
	assert_int_equal(poll(&fd, 1, 5000), 1);
	assert_int_not_equal(shim_read(&shim, SUMAC_REG_MAGIC, &value), 0);
	pthread_join(host_thread, NULL);
	close(shim_fd);
	close(host_fd);
	assert_int_equal(await_device(), 0);
	unlink(rack.socket_path);
	end_rack();
}

static void expect_no_sockets_in(const char *path)
{
	const struct sumac_xrt_options options = { .folder = path, .id = "card" };
	struct sumac_xrt_device strange = { .options = &options };

	assert_int_equal(sumac_xrt_sockets_open(&strange), -SUMAC_EIO);
}

/* It may have been made by somebody else, before. */
static void no_socket_is_made_where_others_can(void **state)
{
	char link[40];

	(void)state;
	strcpy(folder, "/tmp/sumac-test-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(link, sizeof link, "%s-link", folder);
	assert_int_equal(symlink(folder, link), 0);
	expect_no_sockets_in(link);
	if (!geteuid()) {
		assert_int_equal(chown(folder, 1, 1), 0);
		expect_no_sockets_in(folder);
	}
	assert_int_equal(unlink(link) | rmdir(folder), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, set_up)
	const struct CMUnitTest tests[] = {
		TEST(registers_are_those_of_the_rank_s_nic),
		TEST(completions_reach_the_host_s_memory),
		TEST(the_card_s_memory_is_copied),
		cmocka_unit_test(a_completion_whose_lap_is_read_is_whole),
		TEST(a_closed_card_can_be_opened_again),
		TEST(a_host_that_dies_is_a_dead_rank),
		TEST(a_farewell_is_heard_though_the_parent_has_ended),
		TEST(a_rack_that_dies_ends_the_card_and_the_shim_sees_it),
		cmocka_unit_test(no_socket_is_made_where_others_can),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("xrt_device", tests, NULL, NULL);
}
