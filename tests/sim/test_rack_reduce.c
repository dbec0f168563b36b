/*
 * Reductions on Verilated NICs in a rack, all ranks in this process: engine, bus, rack and RTL together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "host/bus/rack/bus_rack.h"
#include "rack_child.h"
#include "spec/spec.h"
#include "sumac.h"

enum { MAX_RANKS = 16, PATIENCE_TURNS = 20000, SLEEP_NS = 2000000, SEED = 12345 };

struct world {
	int n;
	struct rack_child rack;
	struct sumac_bus *buses[MAX_RANKS];
	struct sumac_engine *engines[MAX_RANKS];
	struct sumac_engine_team *teams[MAX_RANKS];
};

static const int all_ranks[MAX_RANKS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

static const struct sumac_nic_options nic_options; /* no staging */

static void open_world(struct world *world, int n, const char *clock)
{
	/* On threads, however many cores there are. */
	const char *const options[] = { "--clock", clock, "--rack-threads", "3", NULL };
	static uint8_t blobs[MAX_RANKS][SUMAC_ENGINE_BLOB_BYTES];

	world->n = n;
	rack_child_start(&world->rack, n, NULL, options);
	for (int r = 0; r < n; r++) {
		if (sumac_bus_rack_open(world->rack.socket_path, r, n, &world->buses[r]))
			fail_msg("%s", sumac_last_error());
		assert_int_equal(sumac_engine_nic_open(world->buses[r], &nic_options, &world->engines[r]), 0);
	}
	for (int r = 0; r < n; r++) {
		const struct sumac_team_desc desc = { .rank = r, .size = n, .world_ranks = all_ranks, .key = 0x1234567 };

		assert_int_equal(world->engines[r]->ops->team_reserve(world->engines[r], &desc, &world->teams[r], blobs[r]), 0);
	}
	for (int r = 0; r < n; r++)
		assert_int_equal(world->engines[r]->ops->team_install(world->teams[r], blobs[0]), 0);
	/* A register read comes after all writes: by then the NIC has what was installed. */
	for (int r = 0; r < n; r++) {
		uint32_t value;

		assert_int_equal(world->buses[r]->ops->reg_read(world->buses[r], SUMAC_REG_MAGIC, &value), 0);
	}
}

static int close_world_and_read(struct world *world, char *log_out, size_t cap_bytes)
{

	for (int r = 0; r < world->n; r++) {
		world->engines[r]->ops->team_free(world->teams[r]);
		world->engines[r]->ops->close(world->engines[r]);
		world->buses[r]->ops->close(world->buses[r]);
	}
	return rack_child_end(&world->rack, log_out, cap_bytes);
}

static void close_world(struct world *world)
{
	char log[4096];
	int status = close_world_and_read(world, log, sizeof log);

	if (status || *log)
		print_message("the rack ended with %d and said: %s\n", status, log);
	assert_int_equal(status, 0);
}

/* One turn of all ranks: make progress, then wait with what has been seen. */
static bool turn(struct world *world, struct sumac_ticket *tickets)
{
	uint32_t seen[MAX_RANKS];
	bool done = true;

	for (int r = 0; r < world->n; r++) {
		seen[r] = world->buses[r]->ops->events(world->buses[r]);
		world->engines[r]->ops->progress(world->engines[r]);
		done = done && tickets[r].status <= 0;
	}
	if (done)
		return true;
	for (int r = 1; r < world->n; r++)
		world->buses[r]->ops->waiting(world->buses[r], seen[r]);
	world->buses[0]->ops->sleep(world->buses[0], seen[0], SLEEP_NS);
	return false;
}

static void post(struct world *world, int rank, struct sumac_call *call, struct sumac_ticket *ticket)
{
	sumac_call_measure(call, world->n, rank);
	assert_int_equal(world->engines[rank]->ops->post(world->teams[rank], call, ticket), 0);
}

static uint64_t allreduce(struct world *world, int op, uint64_t count, uint64_t seq, int32_t *data[MAX_RANKS])
{
	struct sumac_call calls[MAX_RANKS];
	struct sumac_ticket tickets[MAX_RANKS];
	uint64_t cycles = 0;
	int turns = 0;

	for (int r = 0; r < world->n; r++) {
		world->buses[r]->ops->running(world->buses[r]);
		calls[r] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = op, .type = SUMAC_TYPE_I32, .count = count,
						.dst = data[r], .src = data[r], .seq = (uint32_t)seq, .digest = seq + 77 };
		post(world, r, &calls[r], &tickets[r]);
	}
	while (!turn(world, tickets))
		if (++turns == PATIENCE_TURNS)
			fail_msg("no end of call %d", (int)seq);
	for (int r = 0; r < world->n; r++) {
		assert_int_equal(tickets[r].status, 0);
		assert_true(count == 0 || tickets[r].combines > 0);
		cycles = tickets[r].cycles > cycles ? tickets[r].cycles : cycles;
	}
	return cycles;
}

static int32_t random_word(void)
{
	static uint64_t state = SEED;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int32_t)(state >> 32);
}

/* Sum over the ranks' random vectors, compared with a plain loop. Returns the cycles of the slowest rank. */
static uint64_t check_sum(struct world *world, uint64_t count, uint64_t seq)
{
	uint32_t *wanted = calloc(count + 1, sizeof *wanted);
	int32_t *data[MAX_RANKS];
	uint64_t cycles;

	for (int r = 0; r < world->n; r++) {
		data[r] = malloc((count + 1) * sizeof(int32_t));
		for (uint64_t i = 0; i < count; i++) {
			data[r][i] = random_word();
			wanted[i] += (uint32_t)data[r][i];
		}
		data[r][count] = 4711;
	}
	cycles = allreduce(world, SUMAC_OP_SUM, count, seq, data);
	for (int r = 0; r < world->n; r++) {
		assert_memory_equal(data[r], wanted, count * sizeof *wanted);
		assert_int_equal(data[r][count], 4711);
		free(data[r]);
	}
	free(wanted);
	return cycles;
}

static void sums_on(int n)
{
	const uint64_t counts[] = { 0, 1, 2, 7, 16, 17, 1000, 5003 };
	struct world world;

	open_world(&world, n, "free");
	for (uint64_t i = 0; i < sizeof counts / sizeof *counts; i++)
		check_sum(&world, counts[i], i);
	close_world(&world);
}

static void one_nic_copies(void **state)
{
	struct world world;
	int32_t word = 42, *data[MAX_RANKS] = { &word };

	(void)state;
	open_world(&world, 1, "free");
	assert_int_equal(world.n, 1);
	{
		struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 1,
					   .dst = data[0], .src = data[0] };
		struct sumac_ticket ticket;

		post(&world, 0, &call, &ticket);
		for (int i = 0; i < PATIENCE_TURNS && !turn(&world, &ticket); i++)
			;
		assert_int_equal(ticket.status, 0);
	}
	assert_int_equal(word, 42);
	close_world(&world);
}

static void two_nics_sum(void **state)
{
	(void)state;
	sums_on(2);
}

static void three_nics_sum(void **state)
{
	(void)state;
	sums_on(3);
}

static void eight_nics_sum(void **state)
{
	(void)state;
	sums_on(8);
}

/* Two runs on the stepped clock take the same cycles, call by call. */
static void stepped_cycles_repeat(void **state)
{
	enum { N = 4, CALLS = 6 };
	uint64_t cycles[2][CALLS];
	struct world world;

	(void)state;
	for (int run = 0; run < 2; run++) {
		open_world(&world, N, "stepped");
		assert_true(world.buses[0]->stepped);
		for (uint64_t i = 0; i < CALLS; i++)
			cycles[run][i] = check_sum(&world, 1 + 700 * i, i);
		assert_true(world.buses[0]->stepped);
		close_world(&world);
	}
	for (int i = 0; i < CALLS; i++) {
		print_message("%d int32 on %d NICs: %d cycles\n", 1 + 700 * i, N, (int)cycles[0][i]);
		assert_int_equal(cycles[0][i], cycles[1][i]);
	}
}

static uint64_t read_now(struct world *world)
{
	uint32_t low = 0, high = 0;

	assert_int_equal(world->buses[0]->ops->reg_read(world->buses[0], SUMAC_REG_NOW_LO, &low), 0);
	assert_int_equal(world->buses[0]->ops->reg_read(world->buses[0], SUMAC_REG_NOW_HI, &high), 0);
	return low | (uint64_t)high << 32;
}

/* Cycles that an allreduce of 8 bytes takes where each rank has posted all of them at once. */
static unsigned cycles_back_to_back(int n)
{
	enum { CALLS = 500 };
	static struct sumac_call calls[MAX_RANKS][CALLS];
	static struct sumac_ticket tickets[CALLS][MAX_RANKS];
	struct world world;
	uint64_t begin, cycles;
	int64_t *data[MAX_RANKS];

	open_world(&world, n, "stepped");
	for (int r = 0; r < n; r++) {
		world.buses[r]->ops->running(world.buses[r]);
		assert_int_equal(sumac_engine_nic_alloc(world.engines[r], 2 * CALLS * sizeof(int64_t), (void **)&data[r]), 0);
	}
	begin = read_now(&world);
	for (int r = 0; r < n; r++)
		for (int c = 0; c < CALLS; c++) {
			data[r][c] = r * 1000 + c;
			calls[r][c] = (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I64,
							   .count = 1, .src = &data[r][c], .dst = &data[r][CALLS + c],
							   .seq = (uint32_t)c, .digest = (uint64_t)c };
			post(&world, r, &calls[r][c], &tickets[c][r]);
		}
	for (int turns = 0; !turn(&world, tickets[CALLS - 1]);)
		assert_true(++turns < PATIENCE_TURNS);
	cycles = read_now(&world) - begin;
	for (int r = 0; r < n; r++) {
		for (int c = 0; c < CALLS; c++)
			assert_int_equal(data[r][CALLS + c], n * (n - 1) / 2 * 1000 + n * c);
		assert_int_equal(sumac_engine_nic_free(world.engines[r], data[r]), 0);
	}
	close_world(&world);
	print_message("8 bytes on %d NICs, back to back: %u cycles each\n", n, (unsigned)(cycles / CALLS));
	return (unsigned)(cycles / CALLS);
}

/* The depths of fetch, nodes and windows are for this; one at a time takes a thousand cycles and more. */
static void short_calls_follow_each_other_closely(void **state)
{
	(void)state;
	assert_true(cycles_back_to_back(2) <= 45);
	assert_true(cycles_back_to_back(16) <= 140);
}

/* All send a megabyte to one: what they may send ahead stays below the switch's buffer, or chunks would be lost and the call never
 * end. */
static void a_reduce_to_one_root_drops_nothing(void **state)
{
	enum { COUNT = 1 << 18 };
	static const int sizes[] = { 8, 16 };

	(void)state;
	for (int s = 0; s < 2; s++) {
		struct sumac_call calls[MAX_RANKS];
		struct sumac_ticket tickets[MAX_RANKS];
		int32_t *data[MAX_RANKS];
		struct world world;
		int n = sizes[s];

		open_world(&world, n, "free");
		for (int r = 0; r < n; r++) {
			assert_int_equal(sumac_engine_nic_alloc(world.engines[r], COUNT * sizeof(int32_t), (void **)&data[r]), 0);
			for (int i = 0; i < COUNT; i++)
				data[r][i] = i + r;
			calls[r] = (struct sumac_call){ .coll = SUMAC_COLL_REDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
							.count = COUNT, .dst = data[r], .src = data[r], .root = 0, .digest = 5 };
			post(&world, r, &calls[r], &tickets[r]);
		}
		for (int turns = 0; !turn(&world, tickets);)
			assert_true(++turns < PATIENCE_TURNS);
		for (int i = 0; i < COUNT; i++)
			assert_int_equal(data[0][i], n * i + n * (n - 1) / 2);
		for (int r = 0; r < n; r++)
			assert_int_equal(sumac_engine_nic_free(world.engines[r], data[r]), 0);
		close_world(&world);
	}
}

static uint32_t read_counter(struct sumac_bus *bus, uint32_t index)
{
	uint32_t value = 0;

	assert_int_equal(bus->ops->reg_write(bus, SUMAC_REG_CNT_INDEX, index), 0);
	assert_int_equal(bus->ops->reg_read(bus, SUMAC_REG_CNT_VALUE, &value), 0);
	return value;
}

/* Rank 1's process is killed while rank 0 waits for its part: rank 0 gets an error, and from its NIC. */
static void a_dead_rank_fails_the_call_of_the_others(void **state)
{
	struct sumac_ticket ticket;
	struct world world;
	char log[4096];
	int32_t word = 1;
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 1,
				   .dst = &word, .src = &word };
	struct sumac_bus_rack *dead;

	(void)state;
	open_world(&world, 2, "free");
	post(&world, 0, &call, &ticket);
	for (int turns = 0; read_counter(world.buses[0], SUMAC_CNT_DESCRIPTORS) < 2; turns++)
		assert_true(turns < PATIENCE_TURNS);
	dead = sumac_bus_rack_of(world.buses[1]);
	close(dead->socket_fd);
	dead->socket_fd = -1;
	for (int turns = 0; ticket.status > 0 && turns < PATIENCE_TURNS; turns++) {
		uint32_t seen = world.buses[0]->ops->events(world.buses[0]);

		if (!world.engines[0]->ops->progress(world.engines[0]))
			world.buses[0]->ops->sleep(world.buses[0], seen, SLEEP_NS);
	}
	assert_int_equal(ticket.status, -SUMAC_EPEER);
	assert_int_equal(ticket.fault_rank, 1);
	assert_int_equal(close_world_and_read(&world, log, sizeof log), 0);
	assert_non_null(strstr(log, "NIC 1 has lost its rank"));
}

/* Arguments: none, or `only NAME`, or `without NAME`. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_nic_copies),
		cmocka_unit_test(two_nics_sum),
		cmocka_unit_test(three_nics_sum),
		cmocka_unit_test(eight_nics_sum),
		cmocka_unit_test(stepped_cycles_repeat),
		cmocka_unit_test(short_calls_follow_each_other_closely),
		cmocka_unit_test(a_reduce_to_one_root_drops_nothing),
		cmocka_unit_test(a_dead_rank_fails_the_call_of_the_others),
	};

	if (argc > 2 && !strcmp(argv[1], "only"))
		cmocka_set_test_filter(argv[2]);
	if (argc > 2 && !strcmp(argv[1], "without"))
		cmocka_set_skip_filter(argv[2]);
	return cmocka_run_group_tests_name("rack_reduce", tests, NULL, NULL);
}
