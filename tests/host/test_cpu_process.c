/*
 * The CPU engine between real processes over libfabric: correct results, a peer that is killed, ranks that
 * disagree, and nothing left in the environment.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cpu_member.h"
#include "fork_world.h"
#include "sumac.h"
#include "oracle/oracle.h"

enum { N_RANKS = 4 };

struct rank {
	struct sumac_bootstrap *bootstrap;
	int rank, size;
	struct cpu_member member;
	struct sumac_engine *engine;
	struct sumac_engine_team *team;
	struct sumac_call call; /* the newest: in progress even where rank_call() has given up */
	uint32_t seq;
};

#define REQUIRE(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "rank %d: %s:%d: %s\n", rank->rank, __FILE__, __LINE__, #condition); \
			return 1; \
		} \
	} while (0)

static double clock_s(void)
{
	return 1e-9 * (double)sumac_clock_ns();
}

static int rank_open(struct sumac_bootstrap *bootstrap, struct sumac_cpu_options options, struct rank *rank)
{
	uint8_t blob[SUMAC_ENGINE_BLOB_BYTES], blobs[N_RANKS * SUMAC_ENGINE_BLOB_BYTES];
	static const int world_ranks[N_RANKS] = { 0, 1, 2, 3 };
	struct sumac_team_desc desc = { .size = N_RANKS, .world_ranks = world_ranks, .key = 0x1234567 };
	struct sumac_fabric *fabric;

	*rank = (struct rank){ .bootstrap = bootstrap, .rank = bootstrap->rank(bootstrap->ctx), .size = N_RANKS };
	desc.rank = rank->rank;
	if (sumac_fabric_open_ofi(bootstrap, NULL, options.chunk_bytes, &fabric)) {
		fprintf(stderr, "%s\n", sumac_last_error());
		return 1;
	}
	REQUIRE(!cpu_member_open(fabric, NULL, &options, &rank->member));
	REQUIRE(!cpu_member_reserve(&rank->member, &desc, blob));
	rank->engine = rank->member.engines[SUMAC_ENGINE_CPU];
	rank->team = rank->member.contexts[SUMAC_ENGINE_CPU];
	REQUIRE(!sumac_bootstrap_allgather(bootstrap, blob, sizeof(blob), blobs));
	REQUIRE(!cpu_member_install(&rank->member, blobs));
	bootstrap->fence(bootstrap->ctx);
	return 0;
}

static int rank_call(struct rank *rank, struct sumac_call call, double timeout_s, struct sumac_ticket *ticket)
{
	double end = clock_s() + timeout_s;

	call.seq = ++rank->seq;
	if (!call.digest)
		call.digest = 1000 + call.count;
	rank->call = call;
	if (cpu_member_post(&rank->member, &rank->call, ticket))
		return -1;
	while (ticket->status > 0 && clock_s() < end)
		if (cpu_member_progress(&rank->member) <= 0)
			usleep(10);
	return ticket->status;
}

static int one_answer(struct rank *rank, int op, int type, size_t count, int root, bool in_place)
{
	size_t len_bytes = count * oracle_elem_bytes(type);
	unsigned char *src[N_RANKS], *want = malloc(len_bytes + 1), *dst = malloc(len_bytes + 1);
	struct sumac_ticket ticket;
	struct sumac_call call = { .coll = root < 0 ? SUMAC_COLL_ALLREDUCE : SUMAC_COLL_REDUCE, .op = op, .type = type,
				   .count = count, .root = root < 0 ? 0 : root, .dst = dst };

	for (int r = 0; r < N_RANKS; r++) {
		src[r] = malloc(len_bytes + 1);
		oracle_fill(type, (uint64_t)(r + 5) * count, count, src[r]);
	}
	REQUIRE(!oracle_reduce(op, type, N_RANKS, (const void *const *)src, count, want));
	memcpy(dst, src[rank->rank], len_bytes);
	call.src = in_place ? dst : src[rank->rank];
	REQUIRE(!rank_call(rank, call, 20, &ticket));
	if (root < 0 || root == rank->rank)
		REQUIRE(!memcmp(dst, want, len_bytes));
	for (int r = 0; r < N_RANKS; r++)
		free(src[r]);
	free(want);
	free(dst);
	return 0;
}

static int answers(struct sumac_bootstrap *bootstrap, void *arg)
{
	static const size_t counts[] = { 0, 1, 7, 16, 1000, 100003 };
	struct rank the_rank, *rank = &the_rank;

	if (rank_open(bootstrap, *(struct sumac_cpu_options *)arg, rank))
		return 1;
	for (int i = 0; i < 6; i++)
		for (int root = -1; root < N_RANKS; root += 2) {
			REQUIRE(!one_answer(rank, SUMAC_OP_TEST_SUB, SUMAC_TYPE_I64, counts[i], root, i & 1));
			REQUIRE(!one_answer(rank, SUMAC_OP_SUM, SUMAC_TYPE_F32, counts[i], root, !(i & 1)));
			REQUIRE(!one_answer(rank, SUMAC_OP_PROD, SUMAC_TYPE_CX80, counts[i] % 5000, root, i & 1));
		}
	for (int i = 0; i < 300; i++)
		REQUIRE(!one_answer(rank, SUMAC_OP_SUM, SUMAC_TYPE_F64, 1, i % 3 - 1, false));
	bootstrap->fence(bootstrap->ctx);
	cpu_member_close(&rank->member);
	return 0;
}

static void expect_all_ok(int (*function)(struct sumac_bootstrap *, void *), void *arg)
{
	int codes[N_RANKS];

	fork_world_run(N_RANKS, 60, function, arg, codes);
	for (int rank = 0; rank < N_RANKS; rank++)
		assert_int_equal(codes[rank], 0);
}

static void test_processes_agree_with_the_oracle(void **state)
{
	struct sumac_cpu_options usual = { .chunk_bytes = 65536, .window = 4 }, eager = { .chunk_bytes = 4096, .window = 2 };

	(void)state;
	expect_all_ok(answers, &usual);
	expect_all_ok(answers, &eager);
}

/* A rank that has been told goes on passing messages, as a connection takes both its ends, until the first n ranks have been
 * told. */
static void stay_until_told(struct rank *rank, int n)
{
	struct sumac_bootstrap *bootstrap = rank->bootstrap;
	char byte = 0;
	size_t len_bytes;

	bootstrap->put(bootstrap->ctx, "told", &byte, 1);
	for (int other = 0; other < n; other++)
		while (bootstrap->get(bootstrap->ctx, other, "told", &byte, 1, &len_bytes))
			if (cpu_member_progress(&rank->member) <= 0)
				usleep(10);
}

/* Rank 3 dies in the middle of a long call; rank 0 hears of it, as from a launcher. */
static int lose_a_peer(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct rank the_rank, *rank = &the_rank;
	struct sumac_ticket ticket = { 0 };
	size_t count = 4 << 20;
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = count };
	double begin;
	int ranks[N_RANKS];

	if (rank_open(bootstrap, *(struct sumac_cpu_options *)arg, rank))
		return 1;
	call.src = calloc(count, 4);
	call.dst = calloc(count, 4);
	REQUIRE(!one_answer(rank, SUMAC_OP_SUM, SUMAC_TYPE_I32, 100, -1, false));
	bootstrap->fence(bootstrap->ctx);
	if (rank->rank == 3) {
		rank_call(rank, call, 0.005, &ticket);
		kill(getpid(), SIGKILL);
	}
	begin = clock_s();
	rank_call(rank, call, rank->rank == 0 ? 0.5 : 10, &ticket);
	if (rank->rank == 0) {
		REQUIRE(ticket.status == 1 || ticket.status == -SUMAC_EPEER);
		REQUIRE(ticket.status != 1 || rank->engine->ops->waiting_for(rank->team, ranks, N_RANKS) >= 1);
		sumac_agree_fail(rank->member.agreement, -SUMAC_EPEER, 3);
	}
	REQUIRE(ticket.status == -SUMAC_EPEER);
	REQUIRE(ticket.fault_rank == 3);
	REQUIRE(clock_s() - begin < 5);
	/* The next call is refused, and says why. */
	REQUIRE(rank_call(rank, call, 1, &ticket) == -SUMAC_EPEER);
	stay_until_told(rank, 3);
	begin = clock_s();
	cpu_member_close(&rank->member);
	REQUIRE(clock_s() - begin < 5);
	return 0;
}

static void test_a_killed_peer_is_an_error_and_no_hang(void **state)
{
	struct sumac_cpu_options options = { .chunk_bytes = 65536, .window = 4 };
	int codes[N_RANKS];

	(void)state;
	fork_world_run(N_RANKS, 30, lose_a_peer, &options, codes);
	for (int rank = 0; rank < 3; rank++)
		assert_int_equal(codes[rank], 0);
	assert_int_equal(codes[3], 256 + SIGKILL);
}

static int disagree(struct sumac_bootstrap *bootstrap, void *arg)
{
	struct rank the_rank, *rank = &the_rank;
	struct sumac_ticket ticket = { 0 };
	int32_t src = 1, dst;
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 1,
				   .src = &src, .dst = &dst };

	if (rank_open(bootstrap, *(struct sumac_cpu_options *)arg, rank))
		return 1;
	call.digest = rank->rank == 2 ? 99 : 98;
	REQUIRE(rank_call(rank, call, 10, &ticket) == -SUMAC_EMISMATCH);
	REQUIRE(rank->rank == 2 ? ticket.fault_rank != 2 : ticket.fault_rank == 2);
	stay_until_told(rank, N_RANKS);
	bootstrap->fence(bootstrap->ctx);
	cpu_member_close(&rank->member);
	return 0;
}

static void test_ranks_that_disagree_learn_which_one_differs(void **state)
{
	struct sumac_cpu_options options = { .chunk_bytes = 65536, .window = 4 };

	(void)state;
	expect_all_ok(disagree, &options);
}

static int leave_environment(struct sumac_bootstrap *bootstrap, void *arg)
{
	extern char **environ;
	struct rank the_rank, *rank = &the_rank;

	if (rank_open(bootstrap, *(struct sumac_cpu_options *)arg, rank))
		return 1;
	for (char **entry = environ; *entry; entry++)
		REQUIRE(strncmp(*entry, "FI_", 3));
	bootstrap->fence(bootstrap->ctx);
	cpu_member_close(&rank->member);
	return 0;
}

static void test_the_environment_of_libfabric_is_left_alone(void **state)
{
	struct sumac_cpu_options options = { .chunk_bytes = 65536, .window = 4 };

	(void)state;
	expect_all_ok(leave_environment, &options);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_processes_agree_with_the_oracle),
		cmocka_unit_test(test_a_killed_peer_is_an_error_and_no_hang),
		cmocka_unit_test(test_ranks_that_disagree_learn_which_one_differs),
		cmocka_unit_test(test_the_environment_of_libfabric_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
