/*
 * A foreign process sends the rack what it likes: bytes on its socket, windows of any memory, words of its shared page. The rack
 * has fake NICs and lives in this process, without its socket. Whatever four clients do, the rack goes on serving an honest rank
 * that has come before them and one that comes after, and leaves the honest rank's windows alone.
 */
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/pass_fd.h"
#include "base/sealed_file.h"
#include "fuzz.h"
#include "sim/fake_nic.h"
#include "sim/rack/rack.h"
#include "spec/spec.h"

enum { N_NICS = 4, CLIENTS = 6, FOREIGN = 4, HONEST = 4, LATE = 5, MOST_STEPS = 64, MEMORY_BYTES = 1 << 16, MOST_RAW_BYTES = 96 };

static struct sumac_rack rack;
static int sockets[CLIENTS]; /* the client's ends; -1: hung up */
static struct sumac_rack_client *clients[CLIENTS];

/* NULL: the rack has hung up. */
static struct sumac_rack_client *client_of(int who)
{
	for (struct sumac_rack_client *client = rack.clients; client; client = client->next)
		if (client == clients[who] && sockets[who] >= 0)
			return client;
	return NULL;
}

static void hang_up(int who)
{
	if (sockets[who] >= 0)
		close(sockets[who]);
	sockets[who] = -1;
}

static void connect_client(int who)
{
	struct sumac_rack_client *client = calloc(1, sizeof *client);
	int ends[2];

	hang_up(who);
	fuzz_expect(client && !socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), "no socket");
	sockets[who] = ends[0];
	client->fd = ends[1];
	client->next = rack.clients;
	rack.clients = clients[who] = client;
	rack.n_clients++;
	fuzz_expect(!sumac_rack_watch(&rack, &client->fd), "a client is not watched");
}

/* Everything that has arrived, and an epoch, without asking whether time may go on. */
static void serve(void)
{
	for (int i = 0; i < 2; i++)
		sumac_rack_listen_serve(&rack, 0);
	sumac_rack_step(&rack, rack.now + rack.epoch_cycles);
	rack.now += rack.epoch_cycles;
	fuzz_expect(!sumac_switch_turn(rack.net, rack.now), "no memory for frames");
	for (int i = 0; i < N_NICS; i++)
		sumac_rank_publish(&rack.ranks[i]);
}

static void send_bytes(int who, const void *bytes, size_t len_bytes, int fd)
{
	if (sockets[who] >= 0)
		sumac_fd_send(sockets[who], bytes, len_bytes, fd);
	if (fd >= 0)
		close(fd);
	serve();
}

static void say_hello(int who, int rank, int size)
{
	struct sumac_rack_hello hello = { .kind = SUMAC_RACK_HELLO, .protocol = SUMAC_RACK_PROTOCOL, .rank = rank, .size = size,
					  .spec_hash = SUMAC_SPEC_HASH, .version = SUMAC_RACK_VERSION };

	send_bytes(who, &hello, sizeof hello, -1);
}

/* Memory that can be mapped, memory that may shrink, a socket whose other end is closed, something else, nothing. */
static int some_fd(int which)
{
	int ends[2], fd = -1;
	void *memory;

	if (which == 0) {
		fd = sumac_sealed_file_create("fuzz", MEMORY_BYTES, &memory);
		munmap(memory, MEMORY_BYTES);
	} else if (which == 1) {
		fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);
		fuzz_expect(!ftruncate(fd, MEMORY_BYTES), "no memory");
	} else if (which == 2) {
		fuzz_expect(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), "no socket");
		fd = ends[0];
		close(ends[1]);
	} else if (which == 3) {
		fd = epoll_create1(EPOLL_CLOEXEC);
	}
	return fd;
}

static void send_window(int who, struct fuzz_input *input)
{
	static const uint32_t kinds[] = { SUMAC_RACK_WINDOW, SUMAC_RACK_FAR, SUMAC_RACK_UNWINDOW, SUMAC_RACK_WINDOW };
	int fd = some_fd((int)fuzz_take(input, 1) % 5);
	struct sumac_rack_window window = { .kind = kinds[fuzz_take(input, 1) % 4], .index = (uint32_t)fuzz_take(input, 2) };

	window.len_bytes = fuzz_take(input, 1) % 8 ? MEMORY_BYTES : fuzz_take(input, 8);
	window.offset_bytes = fuzz_take(input, 1) % 4 ? 0 : fuzz_take(input, 8);
	window.bus_address = fuzz_take(input, 1) % 2 ? 0 : fuzz_take(input, 8);
	send_bytes(who, &window, sizeof window, fd);
}

static void send_raw(int who, struct fuzz_input *input)
{
	uint8_t bytes[MOST_RAW_BYTES];
	size_t n = fuzz_take(input, 1) % sizeof bytes;

	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)fuzz_take(input, 1);
	send_bytes(who, bytes, n, -1);
}

/* Any word of the page, or a register write as the library makes it. */
static void write_page(int who, struct fuzz_input *input)
{
	const struct sumac_rack_client *client = client_of(who);
	struct sumac_rack_page *page = client && client->rank ? client->rank->page : NULL;
	size_t at = fuzz_take(input, 2);
	uint32_t value = (uint32_t)fuzz_take(input, 4);

	if (!page)
		return;
	if (at & 0x8000) {
		struct sumac_rack_write *entry = &page->ring[page->ring_head % SUMAC_RACK_RING_ENTRIES];

		*entry = (struct sumac_rack_write){ (uint32_t)(at & 0x7fff) * 4, value };
		page->ring_head++;
	} else {
		((uint32_t *)page)[at % (sizeof *page / sizeof(uint32_t))] = value;
	}
	serve();
}

static void act(struct fuzz_input *input)
{
	const uint32_t bye = SUMAC_RACK_BYE;
	uint8_t word = (uint8_t)fuzz_take(input, 1);
	int who = word % FOREIGN, rank;

	switch (word / FOREIGN % 8) {
	case 0: send_raw(who, input); break;
	case 1:
		rank = (int8_t)fuzz_take(input, 1);
		say_hello(who, rank, (int8_t)fuzz_take(input, 1));
		break;
	case 2: say_hello(who, 1 + who % 2, N_NICS); break;
	case 3: send_window(who, input); break;
	case 4: send_bytes(who, &bye, sizeof bye, -1); break;
	case 5: hang_up(who); serve(); break;
	case 6: connect_client(who); serve(); break;
	default: write_page(who, input); break;
	}
}

/* The honest rank reads a register by its page, as the library does. */
static void expect_served(int rank)
{
	struct sumac_rack_page *page = rack.ranks[rank].page;

	fuzz_expect(page && rack.ranks[rank].state == SUMAC_RANK_ATTACHED, "an honest rank has been cut off");
	page->read_offset = SUMAC_REG_SPEC_HASH;
	page->read_asked++;
	serve();
	fuzz_expect(page->read_answered == page->read_asked && page->read_value == SUMAC_SPEC_HASH, "an honest rank is not served");
}

static void expect_honest_windows(uint8_t *memory)
{
	const struct sumac_rack_mapping *window = &rack.ranks[0].windows[0];

	fuzz_expect(window->len_bytes == MEMORY_BYTES && window->memory, "an honest rank's window has gone");
	for (int i = 1; i < SUMAC_RACK_WINDOWS; i++)
		fuzz_expect(!rack.ranks[0].windows[i].len_bytes, "an honest rank has a window that it did not ask for");
	for (int i = 0; i < MEMORY_BYTES; i++)
		fuzz_expect(memory[i] == 0xa5, "an honest rank's memory has been written");
}

static void expect_one_client_each(void)
{
	int clients_of[N_NICS] = { 0 }, n_attached = 0;

	for (const struct sumac_rack_client *client = rack.clients; client; client = client->next)
		if (client->rank)
			clients_of[client->rank->index]++;
	for (int i = 0; i < N_NICS; i++) {
		fuzz_expect(clients_of[i] == (rack.ranks[i].state == SUMAC_RANK_ATTACHED), "a rank is not of one client");
		n_attached += clients_of[i];
	}
	fuzz_expect(rack.n_attached == n_attached, "the number of attached ranks");
}

static void open_rack(void)
{
	const char *args[] = { "sumac-rack", "--socket", "none" };
	struct sumac_rack_options options;

	fuzz_expect(sumac_rack_options_parse(3, (char *const *)args, &options) == SUMAC_RACK_RUN, "the rack's options");
	options.n_nics = N_NICS;
	fuzz_expect(!sumac_rack_open(&options, &rack), "the rack does not open");
	rack.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	rack.listen_fd = rack.signal_fd = rack.options.parent_fd = -1;
	for (int i = 0; i < CLIENTS; i++) {
		sockets[i] = -1;
		connect_client(i);
	}
}

static void close_rack(void)
{
	for (int i = 0; i < CLIENTS; i++)
		hang_up(i);
	while (rack.clients)
		sumac_rack_client_lost(&rack, rack.clients);
	close(rack.epoll_fd);
	sumac_rack_close(&rack);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len_bytes)
{
	struct fuzz_input input = { bytes, len_bytes };
	struct sumac_rack_window window = { .kind = SUMAC_RACK_WINDOW, .len_bytes = MEMORY_BYTES };
	void *memory;
	int fd = sumac_sealed_file_create("fuzz-honest", MEMORY_BYTES, &memory);

	memset(memory, 0xa5, MEMORY_BYTES);
	open_rack();
	say_hello(HONEST, 0, N_NICS);
	send_bytes(HONEST, &window, sizeof window, fd);
	expect_served(0);
	for (int i = 0; i < MOST_STEPS && input.left_bytes; i++)
		act(&input);
	expect_served(0);
	expect_honest_windows(memory);
	expect_one_client_each();
	if (rack.ranks[N_NICS - 1].state == SUMAC_RANK_AWAITED) {
		say_hello(LATE, N_NICS - 1, N_NICS);
		expect_served(N_NICS - 1);
	}
	close_rack();
	munmap(memory, MEMORY_BYTES);
	return 0;
}
