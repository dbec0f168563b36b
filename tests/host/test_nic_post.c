/* Posting: any memory, in place or not, in the order of calls, only whole plans; rings and counters wrap. */
#include "engine/nic/nic_rings.h"
#include "test_nic_world.h"

enum { COUNT = 37 };

static unsigned memo; /* of the calls */

static struct sumac_call allreduce(void *dst, const void *src, uint64_t count, uint32_t seq)
{
	return (struct sumac_call){ .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U32,
				    .count = count, .dst = dst, .src = src, .seq = seq, .memo = memo,
				    .digest = 0x1122334455667788 };
}

static bool again; /* the calls are like the last ones with their memo */

static void post(struct world *world, int rank, struct sumac_call *call, struct sumac_ticket *ticket)
{
	const struct sumac_engine_ops *ops = world->engine[rank]->ops;

	*ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	sumac_call_measure(call, world->size, rank);
	assert_int_equal((again ? ops->post_like : ops->post)(world->team[rank], call, ticket), 0);
}

/* One call on all ranks, with given source and destination; the result must be E. */
static void reduce_all(struct world *world, enum sumac_coll coll, int root, uint32_t *const *src, uint32_t *const *dst,
		       uint64_t count, uint32_t seq)
{
	struct sumac_call call[WORLD_MAX];
	struct sumac_ticket ticket[WORLD_MAX];
	uint32_t *want = calloc(count + 1, 4), values[WORLD_MAX];

	for (uint64_t i = 0; i < count; i++) {
		for (int r = 0; r < world->size; r++)
			values[r] = src[r][i] = (uint32_t)(1000 * r + 7 * (int)i + (int)seq);
		want[i] = world_e(values, world->size);
	}
	for (int r = 0; r < world->size; r++) {
		call[r] = allreduce(dst[r], src[r], count, seq);
		call[r].coll = coll;
		call[r].root = root;
		post(world, r, &call[r], &ticket[r]);
	}
	world_progress(world);
	for (int r = 0; r < world->size; r++) {
		assert_int_equal(ticket[r].status, 0);
		assert_int_equal(ticket[r].fault_rank, -1);
		if (coll == SUMAC_COLL_ALLREDUCE || r == root)
			assert_memory_equal(dst[r], want, count * 4);
	}
	free(want);
}

static void every_size_and_root_gives_e(void **state)
{
	(void)state;
	for (int size = 1; size <= WORLD_MAX; size++) {
		struct world world;
		uint32_t memory[2][WORLD_MAX][COUNT], *src[WORLD_MAX], *dst[WORLD_MAX];

		world_start(&world, size);
		for (int r = 0; r < size; r++) {
			src[r] = memory[0][r];
			dst[r] = memory[1][r];
		}
		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, 1);
		for (int root = 0; root < size; root++)
			reduce_all(&world, SUMAC_COLL_REDUCE, root, src, dst, COUNT, 2 + (uint32_t)root);
		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, src, COUNT, 50);
		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, 0, 51);
		world_close(&world);
	}
}

static const uint8_t *descriptor(struct world *world, int rank, int n)
{
	return (const uint8_t *)world->fake[rank]->window[0].memory + SUMAC_DESC_BYTES * n;
}

/* Memory in a window is used as it is; other memory goes through the team's window. */
static void windows_are_reached_without_copies(void **state)
{
	struct world world;
	uint32_t *heap[2], *src[2], *dst[2], other[2][COUNT];

	(void)state;
	world_start(&world, 2);
	for (int r = 0; r < 2; r++) {
		assert_int_equal(sumac_engine_nic_alloc(world.engine[r], 8192, (void **)&heap[r]), 0);
		src[r] = heap[r] + 5;
		dst[r] = heap[r] + 1024 + 3;
	}
	reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, 1);
	for (int n = 0; n < 2; n++) {
		assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, SRC_WINDOW), 1);
		assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, SRC_OFFSET), 20);
		assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, DST_WINDOW), 1);
		assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, DST_OFFSET), 4108);
		assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, DIGEST), 0x1122334455667788);
		assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, ROUTE), n);
		assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, SEQ), 1);
	}
	/* In place, one node sends what another overwrites, so the source is copied. A single node needs no
	 * copy. */
	reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, src, COUNT, 2);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 2), DESC, SRC_WINDOW), 0);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 2), DESC, DST_WINDOW), 1);
	reduce_all(&world, SUMAC_COLL_REDUCE, 0, src, src, COUNT, 3);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 4), DESC, SRC_WINDOW), 1);
	for (int r = 0; r < 2; r++)
		dst[r] = other[r];
	reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, 4);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 5), DESC, SRC_WINDOW), 1);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 5), DESC, DST_WINDOW), 0);
	for (int r = 0; r < 2; r++)
		assert_int_equal(sumac_engine_nic_free(world.engine[r], heap[r]), 0);
	world_close(&world);
}

/* More calls than there are descriptors in the ring; in place, where the source is staged anew each time; and after a call that
 * was not posted here. */
static void a_repeated_call_is_a_call(void **state)
{
	struct world world;
	uint32_t *heap[3], *src[3], *dst[3], seq = 1;

	(void)state;
	memo = 1;
	world_start(&world, 3);
	for (int r = 0; r < 3; r++) {
		assert_int_equal(sumac_engine_nic_alloc(world.engine[r], 8192, (void **)&heap[r]), 0);
		src[r] = heap[r];
		dst[r] = heap[r] + 1024;
	}
	for (int i = 0; i < 5 * SUMAC_DEF_Nodes; i++, again = true)
		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, seq++);
	again = false;
	for (int i = 0; i < 5; i++, again = true)
		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, src, COUNT, seq++);
	again = false;
	reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, seq++);
	again = true;
	for (int r = 0; r < 3; r++)
		dst[r] += COUNT;
	reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, ++seq);
	again = false;
	for (int r = 0; r < 3; r++)
		assert_int_equal(sumac_engine_nic_free(world.engine[r], heap[r]), 0);
	memo = 0;
	world_close(&world);
}

/* Each with its own root, count and buffers, which move at times; of one so rarely that its descriptors stand no longer in the
 * ring. */
static void kinds_of_calls_repeat_in_turn(void **state)
{
	struct world world;
	uint32_t *heap[3], plain[3][COUNT], *src[3], *dst[3], seq = 1;

	(void)state;
	world_start(&world, 3);
	for (int r = 0; r < 3; r++)
		assert_int_equal(sumac_engine_nic_alloc(world.engine[r], 8192, (void **)&heap[r]), 0);
	for (uint32_t i = 0; i < 5 * SUMAC_DEF_Nodes; i++)
		for (memo = 1; memo <= (i % SUMAC_DEF_Nodes ? 3 : 4); memo++) {
			again = i > 0;
			for (int r = 0; r < 3; r++) {
				src[r] = memo == 2 ? plain[r] : heap[r] + (i % 7 == memo ? 5 : 0);
				dst[r] = memo == 4 ? src[r] : heap[r] + 1024 + (i % 5 == memo ? 3 : 0);
			}
			reduce_all(&world, memo % 2 ? SUMAC_COLL_REDUCE : SUMAC_COLL_ALLREDUCE, memo == 3, src, dst, COUNT - memo,
				   seq++);
		}
	again = false;
	memo = 0;
	world_close(&world);
}

/* In windows, outside them, and unaligned, in turn; each twice. */
static void a_repeat_may_have_other_buffers(void **state)
{
	enum { PAGE = 1024 };
	struct world world;
	uint32_t *heap[2][2], *src[2], *dst[2], seq = 1;
	static uint32_t plain[2][2][COUNT + 3];

	(void)state;
	memo = 1;
	world_start(&world, 2);
	for (int r = 0; r < 2; r++)
		for (int i = 0; i < 2; i++)
			assert_int_equal(sumac_engine_nic_alloc(world.engine[r], 4 * PAGE, (void **)&heap[r][i]), 0);
	for (int i = 0; i < 32; i++, again = true) {
		for (int r = 0; r < 2; r++) {
			src[r] = i & 1 ? &plain[r][0][i % 4] : heap[r][i >> 1 & 1] + i;
			dst[r] = i & 4 ? &plain[r][1][i % 3] : heap[r][i >> 3 & 1] + PAGE / 2 + i;
		}
		for (int twice = 0; twice < 2; twice++)
			reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, seq++);
	}
	again = false;
	for (int r = 0; r < 2; r++)
		for (int i = 0; i < 2; i++)
			assert_int_equal(sumac_engine_nic_free(world.engine[r], heap[r][i]), 0);
	memo = 0;
	world_close(&world);
}

/* Sources have 4 to 20 bytes, and each time other values and another place; the rings wrap. */
static void short_sources_are_in_the_descriptors(void **state)
{
	struct world world;
	uint32_t plain[2][2][8], *src[2], *dst[2], seq = 1;

	(void)state;
	memo = 1;
	for (uint32_t count = 1; count <= 5; count++) {
		world_start(&world, 2);
		again = false;
		for (int i = 0; i < 3 * SUMAC_DEF_Nodes; i++, again = true) {
			for (int r = 0; r < 2; r++) {
				src[r] = plain[r][0] + i / 4 % 3;
				dst[r] = plain[r][1] + i / 8 % 2;
			}
			reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, count, seq++);
		}
		for (int n = 0; n < 2; n++)
			assert_int_equal(SUMAC_GET(descriptor(&world, 0, n), DESC, INLINE_LEN), count <= 4 ? 4 * count : 0);
		world_close(&world);
	}
	again = false;
	memo = 0;
}

/* Counts writes to the aperture of group 0, and to its doorbell, since entry `from` of the log. */
struct pushed {
	int n_words, n_commits, n_doorbells;
};

static struct pushed pushed_since(const struct fake_bus *fake, unsigned from)
{
	const uint32_t first = SUMAC_GROUP_BASE + SUMAC_G_PUSH, last = first + SUMAC_DESC_BYTES - 4;
	struct pushed pushed = { 0 };

	for (unsigned i = from; i < fake->n_log; i++) {
		uint32_t at = fake->log[i].offset;

		pushed.n_words += at >= first && at <= last;
		pushed.n_commits += at == last;
		pushed.n_doorbells += at == SUMAC_GROUP_BASE + SUMAC_G_DOORBELL;
	}
	return pushed;
}

/* The fake NIC checks what is pushed. These words change for a source of 8 bytes: route, number, cookie, operand; the tests' digest
 * stays. The node that folds differs from the one that sends in route and cookie. */
static void a_call_is_pushed_with_its_changed_words(void **state)
{
	struct world world;
	uint32_t plain[2][2][2], *src[2], *dst[2], seq = 1;
	struct pushed pushed;

	(void)state;
	memo = 1;
	world_start(&world, 2);
	for (int r = 0; r < 2; r++) {
		src[r] = plain[r][0];
		dst[r] = plain[r][1];
	}
	for (int i = 0; i < 3 * SUMAC_DEF_Nodes; i++, again = true) {
		unsigned from = world.fake[0]->n_log;

		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, 2, seq++);
		pushed = pushed_since(world.fake[0], from);
		assert_int_equal(pushed.n_doorbells, 0);
		assert_int_equal(pushed.n_commits, 2);
		if (i == 0)
			assert_int_equal(pushed.n_words, 32 - 13); /* the node that folds differs in 3 words */
		else if ((2 * i) % SUMAC_DEF_Nodes)
			assert_int_equal(pushed.n_words, 6 + 3);
	}
	again = false;
	memo = 0;
	world_close(&world);
}

/* Where a call is in progress, the next one is pushed as well, and again when it is a repeat. */
static void calls_in_progress_are_pushed_too(void **state)
{
	struct world world;
	uint32_t value[2][2], seq = 1;
	struct sumac_call call[2];
	struct sumac_ticket ticket[2], other;
	struct pushed pushed;
	unsigned from;

	(void)state;
	world_start(&world, 2);
	for (int round = 0; round < 3; round++, again = true) {
		from = world.fake[0]->n_log;
		for (int i = 0; i < 2; i++) {
			memo = 1 + (unsigned)i;
			call[i] = allreduce(&value[0][i], &value[0][i], 1, seq + (uint32_t)i);
			post(&world, 0, &call[i], &ticket[i]);
		}
		pushed = pushed_since(world.fake[0], from);
		assert_int_equal(pushed.n_commits, 4);
		assert_int_equal(pushed.n_doorbells, 0);
		for (int i = 0; i < 2; i++) {
			memo = 1 + (unsigned)i;
			call[i] = allreduce(&value[1][i], &value[1][i], 1, seq++);
			post(&world, 1, &call[i], &other);
			world_progress(&world);
			assert_int_equal(other.status, 0);
		}
		world_progress(&world);
		assert_true(ticket[0].status == 0 && ticket[1].status == 0);
	}
	again = false;
	memo = 0;
	world_close(&world);
}

/* A range that begins in a window and extends beyond it is in none. */
static void a_range_that_leaves_its_window_is_staged(void **state)
{
	struct world world;
	uint32_t *heap, *src[1], *dst[1];

	(void)state;
	world_start(&world, 1);
	assert_int_equal(sumac_engine_nic_alloc(world.engine[0], 4096, (void **)&heap), 0);
	src[0] = heap + 1024 - COUNT;
	dst[0] = heap;
	reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, COUNT, 1);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 0), DESC, SRC_WINDOW), 1);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 0), DESC, SRC_OFFSET), 4096 - 4 * COUNT);
	world_close(&world);
}

/* Each descriptor walks over one part; a rank's result begins where its destination does. */
static void a_reduce_scatter_s_descriptors_carry_their_parts(void **state)
{
	static const uint64_t firsts[] = { 0, 5, 5, 12 };
	struct world world;
	struct sumac_call call[3];
	struct sumac_ticket ticket[3];
	uint32_t *heap[3], values[3];

	(void)state;
	world_start(&world, 3);
	for (int r = 0; r < 3; r++) {
		assert_int_equal(sumac_engine_nic_alloc(world.engine[r], 4096, (void **)&heap[r]), 0);
		for (uint32_t i = 0; i < 12; i++)
			heap[r][i] = 100 * (uint32_t)r + i;
		call[r] = allreduce(heap[r] + 100, heap[r], 12, 1);
		call[r].coll = SUMAC_COLL_REDUCE_SCATTER;
		call[r].firsts = firsts;
		call[r].n_parts = 3;
		post(&world, r, &call[r], &ticket[r]);
	}
	world_progress(&world);
	for (int r = 0; r < 3; r++) {
		assert_int_equal(ticket[r].status, 0);
		for (int part = 0; part < 3; part++) {
			assert_int_equal(SUMAC_GET(descriptor(&world, r, part), DESC, COUNT), firsts[part + 1] - firsts[part]);
			assert_int_equal(SUMAC_GET(descriptor(&world, r, part), DESC, SRC_OFFSET), 4 * firsts[part]);
			if (firsts[r] < firsts[r + 1])
				assert_int_equal(SUMAC_GET(descriptor(&world, r, part), DESC, DST_OFFSET), 400);
		}
		for (uint64_t i = firsts[r]; i < firsts[r + 1]; i++) {
			for (int from = 0; from < 3; from++)
				values[from] = heap[from][i];
			assert_int_equal(heap[r][100 + i - firsts[r]], world_e(values, 3));
		}
	}
	for (int r = 0; r < 3; r++)
		assert_int_equal(sumac_engine_nic_free(world.engine[r], heap[r]), 0);
	world_close(&world);
}

/* Staged, each buffer is copied for its own length: a part, or all of them. */
static void an_allgather_gives_each_rank_s_part(void **state)
{
	struct world world;
	struct sumac_call call[3];
	struct sumac_ticket ticket[3];
	uint32_t src[3][2], dst[3][6];

	(void)state;
	world_start(&world, 3);
	for (int r = 0; r < 3; r++) {
		src[r][0] = src[r][1] = 7 + (uint32_t)r;
		call[r] = allreduce(dst[r], src[r], 6, 1);
		call[r].coll = SUMAC_COLL_ALLGATHER;
		post(&world, r, &call[r], &ticket[r]);
	}
	world_progress(&world);
	for (int r = 0; r < 3; r++)
		for (int i = 0; i < 6; i++)
			assert_int_equal(dst[r][i], 7 + i / 2);
	world_close(&world);
}

static void a_call_with_nothing_to_do_ends_at_once(void **state)
{
	struct world world;
	uint32_t src = 1, dst = 2;
	struct sumac_call call = allreduce(&dst, &src, 1, 1);
	struct sumac_ticket ticket = { .status = 1 };

	(void)state;
	world_start(&world, 1);
	call.coll = SUMAC_COLL_EXSCAN;
	post(&world, 0, &call, &ticket);
	assert_int_equal(ticket.status, 0);
	assert_int_equal(ticket.fault_rank, -1);
	assert_int_equal(dst, 2);
	assert_int_equal(pushed_since(world.fake[0], 0).n_commits, 0);
	world_close(&world);
}

static void a_barrier_carries_nothing(void **state)
{
	struct world world;
	struct sumac_call call = { .coll = SUMAC_COLL_BARRIER, .op = SUMAC_OP_OR, .type = SUMAC_TYPE_U8, .seq = 9 };
	struct sumac_ticket ticket[3];

	(void)state;
	world_start(&world, 3);
	for (int r = 0; r < 3; r++) {
		post(&world, r, &call, &ticket[r]);
		world_progress(&world);
		assert_int_equal(ticket[0].status, r == 2 ? 0 : 1);
	}
	world_progress(&world);
	assert_int_equal(ticket[2].status, 0);
	assert_int_equal(SUMAC_GET(descriptor(&world, 0, 0), DESC, COUNT), 0);
	world_close(&world);
}

/* More calls than the NIC holds nodes: they wait their turn, and no plan is posted partly. */
static void whole_plans_only_and_in_order(void **state)
{
	enum { CALLS = SUMAC_DEF_Nodes + 4 };
	struct world world;
	uint32_t values[CALLS];
	struct sumac_call call[CALLS];
	struct sumac_ticket ticket[CALLS];

	(void)state;
	world_start(&world, 2);
	for (int i = 0; i < CALLS; i++) {
		call[i] = allreduce(&values[i], &values[i], 0, (uint32_t)i + 1);
		post(&world, 0, &call[i], &ticket[i]);
		assert_true(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL) % 2 == 0);
		assert_int_equal(ticket[i].lacks_room, i >= SUMAC_DEF_Nodes / 2);
	}
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), SUMAC_DEF_Nodes);
	assert_int_equal(pushed_since(world.fake[0], 0).n_commits, SUMAC_DEF_Nodes);
	world_progress(&world);
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), SUMAC_DEF_Nodes + SUMAC_DEF_Nodes / 2);
	for (int i = 0; i < CALLS; i++) {
		struct sumac_ticket other;

		post(&world, 1, &call[i], &other);
		world_progress(&world);
		assert_int_equal(other.status, 0);
		assert_true(ticket[i].status == 0 && !ticket[i].lacks_room);
	}
	world_close(&world);
}

/* With room for one node left, a plan of two waits. */
static void half_a_plan_is_not_posted(void **state)
{
	enum { CALLS = SUMAC_DEF_Nodes / 2 + 1 };
	struct world world;
	struct sumac_call call[CALLS];
	struct sumac_ticket ticket[CALLS];

	(void)state;
	world_start(&world, 2);
	world.fake[0]->holds = true;
	for (int i = 0; i < CALLS; i++) {
		call[i] = allreduce(NULL, NULL, 0, (uint32_t)i + 1);
		if (i == 0)
			call[i].coll = SUMAC_COLL_REDUCE;
		post(&world, 0, &call[i], &ticket[i]);
	}
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), SUMAC_DEF_Nodes - 1);
	fake_bus_complete(world.fake[0], 0, 0, 0, 0xffff);
	world_progress(&world);
	assert_int_equal(ticket[0].status, 0);
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), SUMAC_DEF_Nodes + 1);
	world_close(&world);
}

/* Past 2^16 descriptors, and many laps of both rings. */
static void doorbell_and_laps_wrap(void **state)
{
	struct world world;
	uint32_t value[1], *src[1] = { value }, *dst[1] = { value };

	(void)state;
	world_start(&world, 1);
	for (uint32_t i = 0; i < 70000; i++)
		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, 1, i);
	assert_int_equal(fake_bus_group(world.fake[0], 0, SUMAC_G_DOORBELL), 70000 - 65536);
	assert_int_equal(world.fake[0]->group[0].written, 70000);
	world_close(&world);
}

/* As after 2^32 - 50 descriptors. */
static void descriptors_numbers_wrap(void **state)
{
	const uint32_t before = UINT32_MAX - 49;
	uint32_t value[1], *src[1] = { value }, *dst[1] = { value };
	struct sumac_nic_team *team;
	struct world world;

	(void)state;
	world_start(&world, 1);
	team = (struct sumac_nic_team *)world.team[0];
	team->n_posted = team->n_completed = team->n_reported = before;
	world.fake[0]->group[0].written = before;
	world.fake[0]->group[0].fetched = (uint16_t)before;
	sumac_nic_group_write(team, SUMAC_G_DOORBELL, before & 0xffff);
	sumac_nic_group_write(team, SUMAC_G_CONSUMED, before & 0xffff);
	for (uint32_t i = 0; i < 200; i++)
		reduce_all(&world, SUMAC_COLL_ALLREDUCE, 0, src, dst, 1, i);
	assert_int_equal(world.fake[0]->group[0].written, 150);
	assert_true(team->n_posted == UINT64_C(0x100000000) + 150);
	world_close(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_size_and_root_gives_e),
		cmocka_unit_test(windows_are_reached_without_copies),
		cmocka_unit_test(a_repeated_call_is_a_call),
		cmocka_unit_test(kinds_of_calls_repeat_in_turn),
		cmocka_unit_test(a_repeat_may_have_other_buffers),
		cmocka_unit_test(short_sources_are_in_the_descriptors),
		cmocka_unit_test(a_call_is_pushed_with_its_changed_words),
		cmocka_unit_test(calls_in_progress_are_pushed_too),
		cmocka_unit_test(a_range_that_leaves_its_window_is_staged),
		cmocka_unit_test(a_reduce_scatter_s_descriptors_carry_their_parts),
		cmocka_unit_test(an_allgather_gives_each_rank_s_part),
		cmocka_unit_test(a_call_with_nothing_to_do_ends_at_once),
		cmocka_unit_test(a_barrier_carries_nothing),
		cmocka_unit_test(whole_plans_only_and_in_order),
		cmocka_unit_test(half_a_plan_is_not_posted),
		cmocka_unit_test(doorbell_and_laps_wrap),
		cmocka_unit_test(descriptors_numbers_wrap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
