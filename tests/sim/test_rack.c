/*
 * The rack, with fake NICs, and ranks that all live in this test: who may attach, what they may do, when time goes on,
 * how a death and a broken protocol are told.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "fake_nic.h"
#include "host/bus/rack/bus_rack.h"
#include "rack_process.h"
#include "sim/rack/rack_run.h"
#include "spec/spec.h"

enum { MAX_RANKS = 4, SLOTS_LOG2 = 4, KEY = 77, WAIT_NS = 1000000000, SHORT_NS = 100000000, EXIT_BROKEN = 3 };

static struct rack_process rack;
static struct sumac_bus *buses[MAX_RANKS];
static struct sumac_bus_window rings[MAX_RANKS];
static int n_ranks;
static char log_text[4096];

static struct sumac_bus *attach(int rank, int size)
{
	struct sumac_bus *bus;
	char why[256] = "";

	if (sumac_bus_rack_open(rack.socket_path, rank, size, why, sizeof why, &bus))
		fail_msg("%s", why);
	return bus;
}

static void write_register(int rank, uint32_t offset, uint32_t value)
{
	assert_int_equal(buses[rank]->ops->reg_write(buses[rank], offset, value), 0);
}

static uint32_t read_register(int rank, uint32_t offset)
{
	uint32_t value = 0;

	assert_int_equal(buses[rank]->ops->reg_read(buses[rank], offset, &value), 0);
	return value;
}

/* A rank's channel to a peer has the peer's number as its index. */
static void open_channels(int rank, uint32_t key)
{
	write_register(rank, SUMAC_REG_MAC_LO, (uint32_t)sumac_record_get(buses[rank]->mac, 0, 4));
	write_register(rank, SUMAC_REG_MAC_HI, (uint32_t)sumac_record_get(buses[rank]->mac, 4, 2));
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_KEY, key);
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_CRING_LO, (uint32_t)rings[rank].bus_address);
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_CRING_HI, (uint32_t)(rings[rank].bus_address >> 32));
	for (int peer = 0; peer < n_ranks; peer++) {
		if (peer == rank)
			continue;
		write_register(rank, SUMAC_REG_CHANNEL_INDEX, (uint32_t)peer);
		write_register(rank, SUMAC_REG_CHANNEL_GROUP, 0);
		write_register(rank, SUMAC_REG_CHANNEL_PEER, (uint32_t)rank);
		write_register(rank, SUMAC_REG_CHANNEL_MAC_LO, (uint32_t)sumac_record_get(buses[peer]->mac, 0, 4));
		write_register(rank, SUMAC_REG_CHANNEL_MAC_HI, (uint32_t)sumac_record_get(buses[peer]->mac, 4, 2));
		write_register(rank, SUMAC_REG_CHANNEL_SLOTS, SLOTS_LOG2 | SLOTS_LOG2 << 16);
	}
}

static void start(int n, const char *const *options)
{
	n_ranks = n;
	rack_process_start(&rack, n, sumac_rack_run, options);
	for (int r = 0; r < n; r++)
		buses[r] = attach(r, n);
	for (int r = 0; r < n; r++) {
		assert_int_equal(buses[r]->ops->window_alloc(buses[r], 65536, &rings[r]), 0);
		open_channels(r, KEY);
	}
	for (int r = 0; r < n; r++)
		read_register(r, SUMAC_REG_MAGIC); /* all is written */
}

static void detach(int rank)
{
	buses[rank]->ops->close(buses[rank]);
	buses[rank] = NULL;
}

static int end(void)
{
	for (int r = 0; r < n_ranks; r++)
		if (buses[r])
			detach(r);
	return rack_process_end(&rack, log_text, sizeof log_text);
}

static void ring(int rank, uint32_t value)
{
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_DOORBELL, value);
}

static const uint8_t *completion(int rank, uint32_t index)
{
	return (const uint8_t *)rings[rank].memory + SUMAC_CPL_BYTES * index;
}

static bool wait_event(int rank, uint32_t seen, uint64_t timeout_ns)
{
	buses[rank]->ops->sleep(buses[rank], seen, timeout_ns);
	return buses[rank]->ops->events(buses[rank]) != seen;
}

static void rack_ends_in_good_order(void **state)
{
	(void)state;
	start(2, NULL);
	assert_int_equal(end(), 0);
	assert_string_equal(log_text, "");
}

static void its_socket_is_the_user_s_alone(void **state)
{
	struct stat file;

	(void)state;
	start(1, NULL);
	assert_int_equal(stat(rack.socket_path, &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);
	assert_int_equal(end(), 0);
}

static void chunks_become_completions_and_events(void **state)
{
	uint32_t seen;

	(void)state;
	start(3, NULL);
	for (uint32_t i = 0; i < 20; i++) {
		seen = buses[1]->ops->events(buses[1]);
		ring(0, 100 + i);
		assert_true(wait_event(1, seen, WAIT_NS));
		assert_int_equal(SUMAC_GET(completion(1, i), CPL, COOKIE), 100 + i);
		seen = buses[2]->ops->events(buses[2]);
		if (SUMAC_GET(completion(2, i), CPL, LAP) == 0)
			assert_true(wait_event(2, seen, WAIT_NS));
	}
	assert_int_equal(end(), 0);
}

static void a_long_row_of_writes_keeps_its_order(void **state)
{
	(void)state;
	start(1, NULL);
	for (uint32_t i = 1; i <= 5 * SUMAC_RACK_RING_ENTRIES; i++)
		write_register(0, SUMAC_REG_IP, i);
	assert_int_equal(read_register(0, SUMAC_REG_IP), 5 * SUMAC_RACK_RING_ENTRIES);
	assert_int_equal(end(), 0);
}

static void expect_refusal(int rank, int size, int status, const char *words)
{
	struct sumac_bus *bus;
	char why[256] = "";

	assert_int_equal(sumac_bus_rack_open(rack.socket_path, rank, size, why, sizeof why, &bus), status);
	if (!strstr(why, words))
		fail_msg("no \"%s\" in \"%s\"", words, why);
}

static void who_does_not_fit_is_refused_with_a_reason(void **state)
{
	(void)state;
	n_ranks = 0;
	rack_process_start(&rack, 3, sumac_rack_run, NULL);
	expect_refusal(0, 4, -SUMAC_EINVAL, "does not fit a rack of 3");
	expect_refusal(2, 2, -SUMAC_EINVAL, "does not fit");
	expect_refusal(-1, 2, -SUMAC_EINVAL, "does not fit");
	buses[0] = attach(0, 2);
	n_ranks = 1;
	expect_refusal(0, 2, -SUMAC_EINVAL, "rank 0 is attached already");
	expect_refusal(1, 3, -SUMAC_EINVAL, "others said 2");
	assert_int_equal(end(), 0);
}

static int main_of_another_spec(int argc, char *const argv[])
{
	fake_nic_spec_hash = SUMAC_SPEC_HASH ^ 1;
	return sumac_rack_run(argc, argv);
}

static void a_nic_of_another_spec_is_refused(void **state)
{
	(void)state;
	n_ranks = 0;
	rack_process_start(&rack, 1, main_of_another_spec, NULL);
	expect_refusal(0, 1, -SUMAC_ESPEC, "build both from one tree");
	assert_int_equal(end(), 0);
}

/* Says hello with one word changed. */
static void expect_hello_refused(uint32_t protocol, uint32_t spec_hash, const char *version, int status)
{
	struct sumac_rack_hello hello = { .kind = SUMAC_RACK_HELLO, .protocol = protocol, .rank = 0, .size = 1,
					  .spec_hash = spec_hash };
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct sumac_rack_answer answer;
	int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);

	strncpy(hello.version, version, sizeof hello.version - 1);
	strcpy(address.sun_path, rack.socket_path);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(send(fd, &hello, sizeof hello, 0), sizeof hello);
	assert_int_equal(recv(fd, &answer, sizeof answer, 0), sizeof answer);
	assert_int_equal(answer.kind, SUMAC_RACK_REFUSED);
	assert_int_equal(answer.status, status);
	assert_true(strlen(answer.why) > 20);
	assert_int_equal(recv(fd, &answer, sizeof answer, 0), 0); /* and hung up on */
	close(fd);
}

static void other_versions_are_refused(void **state)
{
	(void)state;
	n_ranks = 0;
	rack_process_start(&rack, 1, sumac_rack_run, NULL);
	expect_hello_refused(SUMAC_RACK_PROTOCOL + 1, SUMAC_SPEC_HASH, SUMAC_RACK_VERSION, -SUMAC_EBUILD);
	expect_hello_refused(SUMAC_RACK_PROTOCOL, SUMAC_SPEC_HASH, "0.0.0", -SUMAC_EBUILD);
	expect_hello_refused(SUMAC_RACK_PROTOCOL, SUMAC_SPEC_HASH + 1, SUMAC_RACK_VERSION, -SUMAC_ESPEC);
	assert_int_equal(end(), 0);
}

static int offer_window(int fd, uint32_t index, uint64_t len_bytes, const char *words)
{
	struct sumac_rack_window window = { SUMAC_RACK_WINDOW, index, len_bytes };
	char why[SUMAC_RACK_WHY_BYTES];
	int status = sumac_bus_rack_ask(sumac_bus_rack_of(buses[0]), &window, sizeof window, fd, why);

	if (!strstr(why, words))
		fail_msg("no \"%s\" in \"%s\"", words, why);
	return status;
}

static void dangerous_memory_is_refused(void **state)
{
	char path[] = "/tmp/sumac-test-file-XXXXXX";
	int soft = memfd_create("soft", MFD_ALLOW_SEALING), hard = memfd_create("hard", MFD_ALLOW_SEALING);
	int file = mkstemp(path);

	(void)state;
	start(1, NULL);
	assert_int_equal(ftruncate(soft, 8192) | ftruncate(hard, 8192) | ftruncate(file, 8192), 0);
	assert_int_equal(fcntl(hard, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	assert_int_equal(offer_window(soft, 2, 8192, "not sealed"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(file, 2, 8192, "memory file"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, 8193, "shorter"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, UINT64_C(1) << 63, "too large"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, 0, "empty"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(-1, 2, 4096, "no memory"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, SUMAC_RACK_WINDOWS, 4096, "understand"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, rings[0].index, 4096, "taken"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, 8192, ""), 0);
	assert_int_equal(offer_window(hard, 2, 8192, "taken"), -SUMAC_EINVAL);
	close(soft);
	close(hard);
	close(file);
	unlink(path);
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
	assert_non_null(strstr(log_text, "rank 0 breaks the rules"));
}

static void a_death_is_told_to_the_others(void **state)
{
	uint32_t seen;

	(void)state;
	start(2, NULL);
	seen = buses[0]->ops->events(buses[0]);
	/* Rank 1's socket closes without a word, as when its process is killed. */
	close(sumac_bus_rack_of(buses[1])->socket_fd);
	sumac_bus_rack_of(buses[1])->socket_fd = -1;
	assert_true(wait_event(0, seen, WAIT_NS));
	assert_int_equal(read_register(0, SUMAC_GROUP_BASE + SUMAC_G_STATE), 2 | SUMAC_EPEER << 8 | 0xffffu << 16);
	expect_refusal(1, 2, -SUMAC_EINVAL, "rank 1 has died");
	assert_int_equal(end(), 0);
	assert_non_null(strstr(log_text, "rank 1 has died"));
}

static void a_farewell_is_no_death(void **state)
{
	uint32_t seen;

	(void)state;
	start(2, NULL);
	seen = buses[0]->ops->events(buses[0]);
	detach(1);
	assert_false(wait_event(0, seen, SHORT_NS));
	assert_int_equal(read_register(0, SUMAC_GROUP_BASE + SUMAC_G_STATE), 0);
	buses[1] = attach(1, 2); /* and may come back */
	assert_int_equal(end(), 0);
	assert_string_equal(log_text, "");
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

static const char *const stepped[] = { "--clock", "stepped", NULL };

static void all_wait(int first)
{
	for (int r = first; r < n_ranks; r++)
		buses[r]->ops->waiting(buses[r], buses[r]->ops->events(buses[r]));
}

static void time_stands_while_a_rank_computes(void **state)
{
	uint32_t seen;

	(void)state;
	start(3, stepped);
	assert_true(buses[0]->stepped);
	seen = buses[1]->ops->events(buses[1]);
	ring(0, 5);
	all_wait(0);
	assert_true(wait_event(1, seen, WAIT_NS));
	/* Now ranks 1 and 2 have an event that they have not seen. */
	ring(0, 6);
	seen = buses[1]->ops->events(buses[1]);
	assert_false(wait_event(1, seen, SHORT_NS));
	buses[2]->ops->waiting(buses[2], buses[2]->ops->events(buses[2]));
	assert_true(wait_event(1, seen, WAIT_NS));
	assert_true(buses[0]->stepped);
	assert_int_equal(end(), 0);
}

static void patience_ends_and_is_told(void **state)
{
	const char *const options[] = { "--clock", "stepped", "--patience", "0.15", NULL };
	struct timespec begin, now;
	uint32_t seen;

	(void)state;
	start(2, options);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	seen = buses[1]->ops->events(buses[1]);
	ring(0, 5); /* and rank 0 computes on */
	assert_true(wait_event(1, seen, WAIT_NS));
	clock_gettime(CLOCK_MONOTONIC, &now);
	assert_true((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 >= 140);
	buses[1]->ops->waiting(buses[1], seen + 1);
	assert_false(buses[1]->stepped);
	assert_int_equal(end(), 0);
	assert_non_null(strstr(log_text, "rank 0 has computed"));
}

/* Three ranks ring and wait in rounds, with pauses of chance between; what the completions say of time. */
static void run_rounds(uint64_t times_out[MAX_RANKS][32])
{
	uint32_t seen[MAX_RANKS];

	start(3, stepped);
	for (uint32_t round = 0; round < 8; round++) {
		for (int i = 0; i < 3; i++) {
			usleep((useconds_t)(rand() % 3000));
			buses[i]->ops->running(buses[i]);
			ring(i, round);
			seen[i] = buses[i]->ops->events(buses[i]);
		}
		/* Each waits until both others' chunks are there. */
		for (bool done = false; !done;) {
			done = true;
			for (int i = 0; i < 3; i++) {
				uint32_t now = buses[i]->ops->events(buses[i]);

				done = done && SUMAC_GET(completion(i, 2 * round + 1), CPL, LAP);
				usleep((useconds_t)(rand() % 300));
				seen[i] = now;
			}
			for (int i = 0; i < 3 && !done; i++)
				buses[i]->ops->waiting(buses[i], seen[i]);
		}
	}
	for (int i = 0; i < 3; i++)
		for (uint32_t c = 0; c < 16; c++)
			times_out[i][c] = SUMAC_GET(completion(i, c), CPL, DONE_AT);
	assert_int_equal(end(), 0);
}

static void the_stepped_clock_repeats(void **state)
{
	static uint64_t times[2][MAX_RANKS][32];

	(void)state;
	srand(11);
	run_rounds(times[0]);
	run_rounds(times[1]); /* other pauses, the same times */
	assert_memory_equal(times[0], times[1], sizeof times[0]);
	assert_true(times[0][2][15] > times[0][0][0] && times[0][0][0] > 0);
}

static void a_broken_protocol_fails_every_group_and_the_rack(void **state)
{
	uint32_t seen;

	(void)state;
	start(3, NULL);
	seen = buses[2]->ops->events(buses[2]);
	/* Rank 0's frames now carry a key that none of its channels was opened with. */
	write_register(0, SUMAC_GROUP_BASE + SUMAC_G_KEY, KEY + 1);
	ring(0, 9);
	assert_true(wait_event(2, seen, WAIT_NS));
	for (int turn = 0; turn < 1000 && read_register(2, SUMAC_GROUP_BASE + SUMAC_G_STATE) == 0; turn++)
		usleep(1000);
	assert_int_equal(read_register(2, SUMAC_GROUP_BASE + SUMAC_G_STATE), 2 | SUMAC_EIO << 8 | 0xffffu << 16);
	assert_int_equal(end(), EXIT_BROKEN);
	assert_non_null(strstr(log_text, "no such channel, or another key"));
}

static void a_port_that_overflows_is_told(void **state)
{
	const char *const options[] = { "--buffer-kib", "8", NULL };
	uint32_t seen;

	(void)state;
	start(3, options);
	seen = buses[2]->ops->events(buses[2]);
	ring(0, FAKE_NIC_FLOOD | 15);
	ring(1, FAKE_NIC_FLOOD | 15);
	assert_true(wait_event(2, seen, WAIT_NS));
	assert_int_equal(end(), EXIT_BROKEN);
	assert_non_null(strstr(log_text, "overflows, and loses a frame"));
}

static long cpu_ticks(pid_t pid)
{
	unsigned long user, system;
	char path[64];
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system), 2);
	fclose(file);
	return (long)(user + system);
}

static void it_sleeps_when_there_is_nothing_to_do(void **state)
{
	long before;

	(void)state;
	start(2, NULL);
	usleep(20000);
	before = cpu_ticks(rack.pid);
	usleep(300000);
	assert_in_range(cpu_ticks(rack.pid) - before, 0, 2);
	assert_int_equal(end(), 0);
}

static void a_dead_rank_s_bell_wakes_nobody(void **state)
{
	const uint64_t one = 1;
	uint32_t seen;
	long before;

	(void)state;
	start(2, NULL);
	seen = buses[0]->ops->events(buses[0]);
	close(sumac_bus_rack_of(buses[1])->socket_fd);
	sumac_bus_rack_of(buses[1])->socket_fd = -1;
	assert_true(wait_event(0, seen, WAIT_NS));
	assert_int_equal(write(sumac_bus_rack_of(buses[1])->bell_fd, &one, sizeof one), sizeof one);
	usleep(20000);
	before = cpu_ticks(rack.pid);
	usleep(300000);
	assert_in_range(cpu_ticks(rack.pid) - before, 0, 2);
	assert_int_equal(end(), 0);
}

static void it_keeps_nothing_of_its_starter(void **state)
{
	char path[64], target[256], secret[] = "/tmp/sumac-test-secret-XXXXXX";
	cpu_set_t all, one;
	int fd = mkstemp(secret);

	(void)state;
	sched_getaffinity(0, sizeof all, &all);
	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all) && !CPU_COUNT(&one))
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof one, &one);
	start(1, NULL);
	sched_setaffinity(0, sizeof all, &all);
	for (int i = 3; i < 64; i++) {
		ssize_t n;

		snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)rack.pid, i);
		n = readlink(path, target, sizeof target - 1);
		target[n > 0 ? n : 0] = 0;
		assert_null(strstr(target, "secret"));
	}
	sched_getaffinity(rack.pid, sizeof one, &one);
	assert_int_equal(CPU_COUNT(&one), CPU_COUNT(&all));
	close(fd);
	unlink(secret);
	assert_int_equal(end(), 0);
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

/* Without a parent it ends a moment after the last rank. */
static void alone_it_ends_with_the_last_rank(void **state)
{
	char socket_path[] = "/tmp/sumac-test-alone.sock";
	const char *const args[] = { "sumac-rack", "--socket", socket_path, "--nics", "1", NULL };
	int status;

	(void)state;
	n_ranks = 0;
	fflush(NULL);
	rack.pid = fork();
	if (!rack.pid)
		_exit(sumac_rack_run(5, (char *const *)args));
	strcpy(rack.socket_path, socket_path);
	for (int turn = 0; turn < 1000 && access(socket_path, F_OK); turn++)
		usleep(1000);
	usleep(20000);
	buses[0] = attach(0, 1);
	detach(0);
	assert_int_equal(waitpid(rack.pid, &status, 0), rack.pid);
	assert_int_equal(status, 0);
	assert_int_not_equal(access(socket_path, F_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rack_ends_in_good_order),
		cmocka_unit_test(its_socket_is_the_user_s_alone),
		cmocka_unit_test(chunks_become_completions_and_events),
		cmocka_unit_test(a_long_row_of_writes_keeps_its_order),
		cmocka_unit_test(who_does_not_fit_is_refused_with_a_reason),
		cmocka_unit_test(a_nic_of_another_spec_is_refused),
		cmocka_unit_test(other_versions_are_refused),
		cmocka_unit_test(dangerous_memory_is_refused),
		cmocka_unit_test(who_breaks_the_page_s_rules_is_cut_off),
		cmocka_unit_test(a_death_is_told_to_the_others),
		cmocka_unit_test(a_farewell_is_no_death),
		cmocka_unit_test(the_rack_s_death_is_seen),
		cmocka_unit_test(time_stands_while_a_rank_computes),
		cmocka_unit_test(patience_ends_and_is_told),
		cmocka_unit_test(the_stepped_clock_repeats),
		cmocka_unit_test(a_broken_protocol_fails_every_group_and_the_rack),
		cmocka_unit_test(a_port_that_overflows_is_told),
		cmocka_unit_test(it_sleeps_when_there_is_nothing_to_do),
		cmocka_unit_test(a_dead_rank_s_bell_wakes_nobody),
		cmocka_unit_test(it_keeps_nothing_of_its_starter),
		cmocka_unit_test(statistics_come_on_request),
		cmocka_unit_test(alone_it_ends_with_the_last_rank),
	};

	return cmocka_run_group_tests_name("rack", tests, NULL, NULL);
}
