/*
 * Windows at bus addresses of their own, and far memory: reached, refused, gone.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rack_inside.h"

#define BASE UINT64_C(0x2000000000)
enum { LEN_BYTES = 8192, HEAD_BYTES = offsetof(struct sumac_rack_far, bytes) };

static struct sumac_rack_rank *rank;
static int far[2], file;
static uint8_t memory[LEN_BYTES];
static pthread_t owner;

/* Answers until the socket ends; what begins at the last page is refused. */
static void *own(void *arg)
{
	struct sumac_rack_far message;

	(void)arg;
	while (recv(far[1], &message, sizeof message, 0) > 0) {
		uint8_t *at = memory + (message.bus_address - BASE);
		bool reads = message.kind == SUMAC_RACK_FAR_READ;

		message.status = message.bus_address >= BASE + 4096 ? -SUMAC_EIO : 0;
		if (!message.status)
			memcpy(reads ? message.bytes : at, reads ? at : message.bytes, message.len_bytes);
		send(far[1], &message, HEAD_BYTES + (reads ? message.len_bytes : 0), 0);
	}
	return NULL;
}

static int open_it(void **state)
{
	(void)state;
	inside_open(1, NULL);
	rank = &inside.ranks[0];
	file = memfd_create("bank", MFD_ALLOW_SEALING);
	assert_int_equal(ftruncate(file, LEN_BYTES) | fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, far), 0);
	return pthread_create(&owner, NULL, own, NULL);
}

static int close_it(void **state)
{
	(void)state;
	shutdown(far[1], SHUT_RDWR);
	pthread_join(owner, NULL);
	inside_close();
	close(far[0]);
	close(far[1]);
	close(file);
	return 0;
}

static void add(uint32_t kind, uint32_t index, uint64_t address, uint64_t len_bytes, int fd, const char *why_not)
{
	const struct sumac_rack_window window = { kind, index, len_bytes, 0, address };
	const char *why = NULL;
	int err = sumac_rank_window_add(rank, &window, fd, &why);

	assert_int_equal(err, why_not ? -SUMAC_EINVAL : 0);
	if (why_not ? !why || !strstr(why, why_not) : why != NULL)
		fail_msg("it says \"%s\"", why ? why : "");
}

static void a_window_may_have_an_address_of_its_own(void **state)
{
	uint8_t *at;

	(void)state;
	add(SUMAC_RACK_WINDOW, 7, BASE, LEN_BYTES, file, NULL);
	at = sumac_rank_translate(rank, BASE + 100, LEN_BYTES - 100);
	assert_non_null(at);
	assert_ptr_equal(sumac_rank_translate(rank, BASE, 1), at - 100);
	assert_null(sumac_rank_translate(rank, BASE + 100, LEN_BYTES - 99));
	assert_null(sumac_rank_translate(rank, BASE - 1, 1));
	assert_null(sumac_rank_translate(rank, UINT64_C(8) << SUMAC_RACK_WINDOW_SHIFT, 1));
	add(SUMAC_RACK_WINDOW, 8, BASE + LEN_BYTES - 1, LEN_BYTES, file, "overlaps");
	add(SUMAC_RACK_WINDOW, 8, BASE - LEN_BYTES + 1, LEN_BYTES, file, "overlaps");
	add(SUMAC_RACK_WINDOW, 8, UINT64_MAX, LEN_BYTES, file, "too large");
	add(SUMAC_RACK_WINDOW, 8, 0, LEN_BYTES, file, NULL);
	sumac_rank_window_remove(rank, 7);
	assert_null(sumac_rank_translate(rank, BASE, 1));
	assert_non_null(sumac_rank_translate(rank, UINT64_C(9) << SUMAC_RACK_WINDOW_SHIFT, 1));
}

static void far_memory_is_read_and_written_by_its_owner(void **state)
{
	char text[8] = "";

	(void)state;
	add(SUMAC_RACK_FAR, 0, BASE, LEN_BYTES, far[0], NULL);
	assert_null(sumac_rank_translate(rank, BASE, 1));
	assert_true(sumac_rank_is_far(rank, BASE + LEN_BYTES - 64, 64));
	assert_false(sumac_rank_is_far(rank, BASE + LEN_BYTES - 64, 65));
	assert_int_equal(sumac_rank_far_write(rank, BASE + 10, 4, "abc"), 0);
	assert_string_equal((char *)memory + 10, "abc");
	assert_int_equal(sumac_rank_far_read(rank, BASE + 11, 3, text), 0);
	assert_string_equal(text, "bc");
	assert_int_equal(sumac_rank_far_read(rank, BASE + 4096, 3, text), -SUMAC_EIO);
	assert_int_equal(sumac_rank_far_read(rank, BASE + 11, 3, text), 0); /* one refusal is not the end */
}

static void an_owner_that_has_gone_is_not_waited_for(void **state)
{
	char byte;

	(void)state;
	add(SUMAC_RACK_FAR, 0, BASE, LEN_BYTES, far[0], NULL);
	shutdown(far[1], SHUT_RDWR);
	assert_int_equal(sumac_rank_far_read(rank, BASE, 1, &byte), -SUMAC_EIO);
	assert_int_equal(sumac_rank_far_write(rank, BASE, 1, "x"), -SUMAC_EIO);
}

static void only_a_socket_of_packets_leads_to_far_memory(void **state)
{
	int stream[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, stream), 0);
	add(SUMAC_RACK_FAR, 0, BASE, LEN_BYTES, file, "socket of packets");
	add(SUMAC_RACK_FAR, 0, BASE, LEN_BYTES, stream[0], "socket of packets");
	add(SUMAC_RACK_FAR, 0, BASE, LEN_BYTES, -1, "socket of packets");
	close(stream[0]);
	close(stream[1]);
}

#define FAR_TEST(name) cmocka_unit_test_setup_teardown(name, open_it, close_it)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FAR_TEST(a_window_may_have_an_address_of_its_own),
		FAR_TEST(far_memory_is_read_and_written_by_its_owner),
		FAR_TEST(an_owner_that_has_gone_is_not_waited_for),
		FAR_TEST(only_a_socket_of_packets_leads_to_far_memory),
	};

	return cmocka_run_group_tests_name("rack_far", tests, NULL, NULL);
}
