/*
 * The fabric over libfabric, between processes: messages of all
 * lengths, control messages beside data, peers that die, one that is stopped, one that is out of reach, and strangers.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <rdma/fi_errno.h>

#include "base/clock.h"
#include "bootstrap/bootstrap.h"
#include "fabric/fabric_ofi.h"
#include "fabric_help.h"
#include "fork_world.h"
#include "spec/spec.h"
#include "sumac.h"

enum { PAYLOAD_BYTES = 100000, ROUNDS = 20, N_CONTROLS = 500, LEFT_EARLY = 42 };

static int send_and_wait(struct sumac_fabric *fabric, int peer, const unsigned char *header, const void *payload,
			 size_t len_bytes)
{
	struct sumac_fabric_send *send;
	time_t end = time(NULL) + 10;
	int err;

	while ((err = sumac_fabric_send(fabric, peer, header, payload, len_bytes, &send)) > 0 && time(NULL) < end)
		sumac_fabric_progress(fabric);
	return err ? err : fabric_finish(fabric, send);
}

static int echo(struct sumac_fabric *fabric)
{
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES];

	for (int i = 0; i < ROUNDS; i++) {
		struct sumac_fabric_buf *buf = fabric_receive(fabric, NULL);

		REQUIRE(buf && !buf->is_control);
		memcpy(header, buf->header, sizeof(header));
		REQUIRE(!send_and_wait(fabric, buf->src, header, buf->payload, buf->len_bytes));
		sumac_fabric_buf_put(buf);
	}
	return 0;
}

static int call_and_compare(struct sumac_fabric *fabric, int peer, int i, unsigned char *payload, size_t len_bytes)
{
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES];
	struct sumac_fabric_send *send;
	struct sumac_fabric_buf *buf;
	int err;

	fabric_fill(payload, len_bytes, (unsigned)i);
	memset(header, i, sizeof(header));
	while ((err = sumac_fabric_send(fabric, peer, header, payload, len_bytes, &send)) > 0)
		sumac_fabric_progress(fabric);
	REQUIRE(!err);
	buf = fabric_receive(fabric, NULL);
	REQUIRE(buf && buf->src == peer && buf->len_bytes == len_bytes && buf->header[5] == (unsigned char)i);
	REQUIRE(!memcmp(buf->payload, payload, len_bytes));
	sumac_fabric_buf_put(buf);
	REQUIRE(!fabric_finish(fabric, send));
	return 0;
}

/* Rank 0 sends messages of all lengths to each rank, which sends them back. */
static int processes(struct sumac_bootstrap *bootstrap, void *arg)
{
	static const size_t lengths[] = { 0, 1, 5000, 16384, PAYLOAD_BYTES };
	int rank = bootstrap->rank(bootstrap->ctx), n_ranks = bootstrap->size(bootstrap->ctx);
	unsigned char *payload = malloc(PAYLOAD_BYTES);
	struct sumac_fabric *fabric;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, PAYLOAD_BYTES, &fabric));
	for (int i = 0; rank == 0 && i < ROUNDS * (n_ranks - 1); i++)
		REQUIRE(!call_and_compare(fabric, 1 + i % (n_ranks - 1), i, payload, lengths[i % 5]));
	if (rank)
		REQUIRE(!echo(fabric));
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	free(payload);
	return 0;
}

/* Only a limited number of control messages to a peer that does not read
 * can be sent; later they all arrive, along with data. */
static int controls(struct sumac_bootstrap *bootstrap, void *arg)
{
	int rank = bootstrap->rank(bootstrap->ctx), n_taken = 0;
	unsigned char message[SUMAC_FABRIC_CONTROL_BYTES];
	struct sumac_fabric *fabric;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, 1000, &fabric));
	for (int turn = 0; rank == 0 && turn < 5000000 && n_taken < N_CONTROLS; turn++) {
		memset(message, 0, sizeof(uint32_t)); /* for the engine */
		message[4] = (unsigned char)n_taken;
		if (!sumac_fabric_send_control(fabric, 1, message, 5 + (size_t)n_taken % (SUMAC_FABRIC_CONTROL_BYTES - 5)))
			n_taken++;
		REQUIRE(fabric->n_controls[1] <= 64);
		if (turn % 16 == 0)
			sumac_fabric_progress(fabric);
		if (turn == 20000)
			bootstrap->fence(bootstrap->ctx); /* the other reads only from now on */
	}
	REQUIRE(rank || n_taken == N_CONTROLS);
	if (rank)
		bootstrap->fence(bootstrap->ctx);
	for (int i = 0; rank && i < N_CONTROLS; i++) {
		struct sumac_fabric_buf *buf = fabric_receive(fabric, NULL);

		REQUIRE(buf && buf->is_control && buf->src == 0);
		REQUIRE((buf->len_bytes - 5) % 256 == buf->header[4]);
		sumac_fabric_buf_put(buf);
	}
	for (int i = 0; rank == 0 && i < 1000; i++)
		sumac_fabric_progress(fabric);
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

/* Rank 1 leaves silently: short messages to it end in an error. libfabric may never end a long one, so its
 * sender forgets it; and the fabric still closes. */
static int a_peer_dies(struct sumac_bootstrap *bootstrap, void *arg)
{
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES] = { 0 }, *payload = calloc(1, PAYLOAD_BYTES);
	time_t end = time(NULL) + 20;
	struct sumac_fabric_send *send;
	struct sumac_fabric *fabric;
	int err = 0;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, PAYLOAD_BYTES, &fabric));
	if (bootstrap->rank(bootstrap->ctx) == 1) {
		REQUIRE(!call_and_compare(fabric, 0, 1, payload, 100));
		_exit(LEFT_EARLY);
	} else {
		struct sumac_fabric_buf *buf = fabric_receive(fabric, NULL);

		REQUIRE(buf && !send_and_wait(fabric, 1, buf->header, buf->payload, buf->len_bytes));
		sumac_fabric_buf_put(buf);
	}
	while (!err && time(NULL) < end) {
		err = send_and_wait(fabric, 1, header, payload, 100);
		usleep(1000);
	}
	REQUIRE(err == -SUMAC_EPEER);
	if (!sumac_fabric_send(fabric, 1, header, payload, PAYLOAD_BYTES, &send))
		sumac_fabric_send_forget(send);
	for (int i = 0; i < 100; i++)
		sumac_fabric_progress(fabric);
	sumac_fabric_close(fabric);
	free(payload);
	return 0;
}

static void progress_for(struct sumac_fabric *fabric, int64_t ms)
{
	for (int64_t end = sumac_clock_ns() + ms * 1000000; sumac_clock_ns() < end; usleep(1000))
		sumac_fabric_progress(fabric);
}

/* Rank 1 leaves, after a message or before any; rank 0's end of the connection notices, if there is one, while nothing is
 * under way, and libfabric connects in vain from then on. */
static int a_peer_dies_unnoticed(struct sumac_bootstrap *bootstrap, void *has_met)
{
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES] = { 0 }, payload[100] = { 0 };
	struct sumac_fabric *fabric;

	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, PAYLOAD_BYTES, &fabric));
	if (bootstrap->rank(bootstrap->ctx) == 1) {
		REQUIRE(!has_met || !send_and_wait(fabric, 0, header, payload, sizeof(payload)));
		_exit(LEFT_EARLY);
	}
	if (has_met)
		sumac_fabric_buf_put(fabric_receive(fabric, NULL));
	progress_for(fabric, 300);
	REQUIRE(send_and_wait(fabric, 1, header, payload, sizeof(payload)) == -SUMAC_EPEER);
	REQUIRE(send_and_wait(fabric, 1, header, payload, sizeof(payload)) == -SUMAC_EPEER);
	REQUIRE(strstr(sumac_last_error(), "sending to rank 1: Connection refused"));
	sumac_fabric_close(fabric);
	return 0;
}

/* Rank 1 is stopped before anything got through to it. */
static int a_peer_is_stopped(struct sumac_bootstrap *bootstrap, void *arg)
{
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES] = { 0 }, payload[100] = { 0 };
	struct sumac_fabric_send *send = NULL;
	struct sumac_fabric *fabric;
	pid_t pid = getpid(), pids[2];
	int err;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, PAYLOAD_BYTES, &fabric));
	REQUIRE(!sumac_bootstrap_allgather(bootstrap, &pid, sizeof(pid), pids));
	if (bootstrap->rank(bootstrap->ctx) == 1) {
		raise(SIGSTOP);
		sumac_fabric_buf_put(fabric_receive(fabric, NULL));
	} else {
		usleep(100000);
		for (int64_t end = sumac_clock_ns() + INT64_C(3500000000); sumac_clock_ns() < end; progress_for(fabric, 5)) {
			err = send ? sumac_fabric_send_status(send) :
				     sumac_fabric_send(fabric, 1, header, payload, sizeof(payload), &send);
			REQUIRE(err >= 0 && (err || send));
		}
		REQUIRE(!kill(pids[1], SIGCONT));
		REQUIRE(!(send ? fabric_finish(fabric, send) : send_and_wait(fabric, 1, header, payload, sizeof(payload))));
	}
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

static int take(struct sumac_fabric *fabric, struct sumac_fabric_send *send)
{
	(void)fabric, (void)send;
	return 0;
}

/* A send that ends as if its peer could not be reached. */
static struct sumac_fabric_send *send_unreachable(struct sumac_fabric *fabric, const void *payload, size_t len_bytes)
{
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	const struct sumac_fabric_ops *ops = fabric->ops;
	struct sumac_fabric_ops deaf = *ops;
	struct sumac_fabric_send *send;

	deaf.send = take;
	fabric->ops = &deaf;
	sumac_fabric_send(fabric, 1, header, payload, len_bytes, &send);
	fabric->ops = ops;
	sumac_fabric_ofi_send_failed(sumac_fabric_ofi_of(fabric), send, FI_ENETUNREACH);
	return send;
}

/* Before anything has got through to the peer, nothing is lost: the message is sent again. Afterwards it may be. */
static int a_peer_is_unreachable(struct sumac_bootstrap *bootstrap, void *arg)
{
	unsigned char payload[100] = { 1, 2, 3 };
	struct sumac_fabric *fabric;
	struct sumac_fabric_buf *buf;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, PAYLOAD_BYTES, &fabric));
	if (bootstrap->rank(bootstrap->ctx) == 0) {
		REQUIRE(!fabric_finish(fabric, send_unreachable(fabric, payload, sizeof(payload))));
		REQUIRE(fabric_finish(fabric, send_unreachable(fabric, payload, sizeof(payload))) == -SUMAC_EPEER);
		REQUIRE(strstr(sumac_last_error(), "sending to rank 1: Network is unreachable"));
	} else {
		buf = fabric_receive(fabric, NULL);
		REQUIRE(buf && buf->len_bytes == sizeof(payload) && !memcmp(buf->payload, payload, sizeof(payload)));
		sumac_fabric_buf_put(buf);
	}
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

static int n_pooled(const struct sumac_fabric *fabric)
{
	int n = 0;

	for (const struct sumac_fabric_buf *buf = fabric->all_bufs; buf; buf = buf->next_in_pool)
		n++;
	return n;
}

/* Waits until that many messages of strangers were dropped, and nothing else came. */
static int drop(struct sumac_fabric *fabric, uint64_t n)
{
	for (time_t end = time(NULL) + 20; sumac_fabric_n_foreign(fabric) < n && time(NULL) < end;)
		sumac_fabric_progress(fabric);
	REQUIRE(sumac_fabric_n_foreign(fabric) == n);
	for (int port = 0; port < SUMAC_FABRIC_N_PORTS; port++)
		REQUIRE(!sumac_fabric_next(fabric, port));
	return 0;
}

/* A stranger names rank 1 as the sender. Rank 0 drops all, uses its buffers again and says so once. */
static int strangers_send(struct sumac_bootstrap *bootstrap, void *provider)
{
	enum { MEMBER = 1, N_KINDS = 6, N_LONG = 20 };
	static const uint64_t tags[N_KINDS] = { MEMBER, SUMAC_OFI_TAG_CONTROL | MEMBER, UINT64_C(5) << 40 | MEMBER, MEMBER, 77,
						MEMBER };
	static const size_t lengths[N_KINDS] = { 180, 80, 180, 7, 180, 5000 };
	int rank = bootstrap->rank(bootstrap->ctx), said = memfd_create("said", MFD_CLOEXEC), real = dup(STDERR_FILENO), pooled = 0;
	unsigned char message[5000] = { 0 }, header[SUMAC_FABRIC_HEADER_BYTES] = { 0 };
	char text[2000] = "";
	struct sumac_fabric *fabric;
	struct sumac_fabric_buf *buf;

	if (provider)
		setenv("FI_PROVIDER", provider, 1);
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, 1000, &fabric));
	dup2(said, STDERR_FILENO);
	for (int i = 0; i < N_KINDS + N_LONG; i++) {
		int kind = i < N_KINDS ? i : N_KINDS - 1;

		REQUIRE(rank ? !fabric_send_foreign(fabric, 0, tags[kind], message, lengths[kind], false) :
			       !drop(fabric, (uint64_t)i + 1));
		pooled = i == N_KINDS ? n_pooled(fabric) : pooled;
		bootstrap->fence(bootstrap->ctx);
	}
	dup2(real, STDERR_FILENO);
	REQUIRE(n_pooled(fabric) == pooled);
	REQUIRE(pread(said, text, sizeof(text) - 1, 0) >= 0);
	REQUIRE(rank ? !*text : strstr(text, "rank 0 drops messages that do not come from this job") && strchr(text, '\n')[1] == 0);
	if (rank) {
		REQUIRE(!send_and_wait(fabric, 0, header, message, 3));
	} else {
		buf = fabric_receive(fabric, NULL);
		REQUIRE(buf && buf->src == MEMBER && buf->len_bytes == 3 && !drop(fabric, N_KINDS + N_LONG));
		sumac_fabric_buf_put(buf);
	}
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	return 0;
}

/* Strangers leave in the middle of a message that is longer than what a socket holds. Buffers are used again. */
static int strangers_leave(struct sumac_bootstrap *bootstrap, void *arg)
{
	enum { BIG = 1 << 23, N = 60, POSTED = 16 + 16, RESTING = 16 };
	unsigned char header[SUMAC_FABRIC_HEADER_BYTES] = { 0 }, *message = calloc(1, BIG);
	struct sumac_fabric *fabric;
	struct sumac_fabric_buf *buf = NULL;

	(void)arg;
	REQUIRE(!sumac_fabric_open_ofi(bootstrap, NULL, BIG, &fabric));
	if (bootstrap->rank(bootstrap->ctx)) {
		for (int i = 0; i < N; i++)
			REQUIRE(!fabric_send_foreign(fabric, 0, 1, message, BIG, true));
		REQUIRE(!send_and_wait(fabric, 0, header, message, 3));
	} else {
		for (time_t end = time(NULL) + 180;
		     (!buf || sumac_fabric_ofi_of(fabric)->n_resting < RESTING) && time(NULL) < end;) {
			sumac_fabric_progress(fabric);
			buf = buf ? buf : sumac_fabric_next(fabric, SUMAC_FABRIC_ENGINE);
		}
		REQUIRE(buf && buf->len_bytes == 3 && sumac_fabric_ofi_of(fabric)->n_resting == RESTING);
		REQUIRE(n_pooled(fabric) <= POSTED + RESTING + 1);
		sumac_fabric_buf_put(buf);
	}
	bootstrap->fence(bootstrap->ctx);
	sumac_fabric_close(fabric);
	free(message);
	return 0;
}

static void expect_with(void *arg, int n_ranks, int (*function)(struct sumac_bootstrap *, void *), int last_code)
{
	int codes[8];

	fork_world_run(n_ranks, 200, function, arg, codes);
	for (int rank = 0; rank < n_ranks; rank++)
		assert_int_equal(codes[rank], rank == n_ranks - 1 ? last_code : 0);
}

static void expect(int n_ranks, int (*function)(struct sumac_bootstrap *, void *), int last_code)
{
	expect_with(NULL, n_ranks, function, last_code);
}

static void test_processes_deliver_what_was_sent(void **state)
{
	(void)state;
	expect(4, processes, 0);
}

static void test_control_messages_have_a_bound_and_all_arrive(void **state)
{
	(void)state;
	expect(2, controls, 0);
}

static void test_a_message_to_the_dead_is_an_error(void **state)
{
	(void)state;
	expect(2, a_peer_dies, LEFT_EARLY);
}

static void test_a_message_to_a_dead_rank_whose_connection_broke_is_an_error(void **state)
{
	(void)state;
	expect_with((char[]){ 1 }, 2, a_peer_dies_unnoticed, LEFT_EARLY);
}

static void test_a_message_to_a_dead_rank_never_met_is_an_error(void **state)
{
	(void)state;
	expect(2, a_peer_dies_unnoticed, LEFT_EARLY);
}

static void test_a_message_to_a_stopped_peer_is_late(void **state)
{
	(void)state;
	expect(2, a_peer_is_stopped, 0);
}

static void test_a_message_to_a_peer_that_cannot_be_reached_is_late(void **state)
{
	(void)state;
	expect(2, a_peer_is_unreachable, 0);
}

static void test_the_messages_of_strangers_are_dropped(void **state)
{
	(void)state;
	expect_with(NULL, 2, strangers_send, 0);
	expect_with((char[]){ "tcp" }, 2, strangers_send, 0);
}

static void test_strangers_who_leave_cost_no_memory(void **state)
{
	(void)state;
	expect(2, strangers_leave, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_processes_deliver_what_was_sent),
		cmocka_unit_test(test_control_messages_have_a_bound_and_all_arrive),
		cmocka_unit_test(test_a_message_to_the_dead_is_an_error),
		cmocka_unit_test(test_a_message_to_a_dead_rank_whose_connection_broke_is_an_error),
		cmocka_unit_test(test_a_message_to_a_dead_rank_never_met_is_an_error),
		cmocka_unit_test(test_a_message_to_a_stopped_peer_is_late),
		cmocka_unit_test(test_a_message_to_a_peer_that_cannot_be_reached_is_late),
		cmocka_unit_test(test_the_messages_of_strangers_are_dropped),
		cmocka_unit_test(test_strangers_who_leave_cost_no_memory),
	};

	return cmocka_run_group_tests_name("fabric_ofi", tests, NULL, NULL);
}
