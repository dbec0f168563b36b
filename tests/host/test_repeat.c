/*
 * Calls that are like an earlier one: which are, and that they leave the same traces.
 */
#include "core_ranks.h"

#include "agree/agree.h"
#include "core/call/call.h"
#include "core/team/sync.h"

static int32_t from[2][4], to[2][4];

static void call(struct sumac_job *job, enum sumac_op op, int32_t *dst, const int32_t *src, size_t count)
{
	EXPECT(!sumac_allreduce(job->world, op, SUMAC_TYPE_I32, dst, src, count));
}

/* How many of the calls that `what` makes were repeats. */
#define REPEATS(n, what) \
	do { \
		int before = fake_repeats[FAKE_CPU]; \
\
		what; \
		EXPECT(fake_repeats[FAKE_CPU] - before == (n)); \
	} while (0)
#define ONE call(job, SUMAC_OP_SUM, to[0], from[0], 1)

static void repeat_and_change(struct sumac_job *job)
{
	struct sumac_request *requests[2];

	REPEATS(0, ONE);
	REPEATS(2, ONE; ONE);
	REPEATS(2, call(job, SUMAC_OP_MAX, to[0], from[0], 1); ONE; ONE);
	REPEATS(2, call(job, SUMAC_OP_SUM, to[1], from[0], 1); ONE);
	REPEATS(2, call(job, SUMAC_OP_SUM, to[0], from[1], 1); ONE);
	REPEATS(1, call(job, SUMAC_OP_SUM, to[0], from[0], 2); ONE);
	REPEATS(1, EXPECT(!sumac_reduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, to[0], from[0], 1, 0)); ONE);
	REPEATS(2, EXPECT(!sumac_barrier(job->world)); EXPECT(!sumac_barrier(job->world)); ONE);
	REPEATS(1, EXPECT(!sumac_sync_team(job->world)); ONE); /* what is not the program's own is no kind */
	REPEATS(0, job->n_memory_changes++; ONE);
	/* One that is refused changes nothing; of two requests in flight the second is no repeat. */
	REPEATS(1, EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, NULL, from[0], 1) < 0); ONE);
	REPEATS(1, for (int i = 0; i < 2; i++)
		EXPECT(!sumac_iallreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, to[0], from[0], 1, &requests[i])));
	EXPECT(!sumac_wait_all(2, requests));
	/* Two that differ may both be under way. */
	call(job, SUMAC_OP_SUM, to[0], from[0], 2);
	REPEATS(2, for (size_t i = 0; i < 2; i++)
		EXPECT(!sumac_iallreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, to[i], from[0], 1 + i, &requests[i])));
	EXPECT(!sumac_wait_all(2, requests));
	REPEATS(1, ONE);
}

/* A round of all kinds that a team keeps, each with the buffers of another one in the round before. */
static void call_each_kind(struct sumac_job *job)
{
	static int32_t round;

	round++;
	for (int32_t kind = 0; kind < SUMAC_N_MEMOS; kind++) {
		int32_t *dst = to[(round + kind) % 2], *src = from[kind % 2];

		src[kind] = 10 * round + kind;
		call(job, SUMAC_OP_SUM, dst, src, (size_t)kind + 1);
		EXPECT(dst[kind] == src[kind]);
	}
}

static void alternate(struct sumac_job *job)
{
	call_each_kind(job);
	REPEATS(SUMAC_N_MEMOS, call_each_kind(job));
	REPEATS(0, job->n_memory_changes++; call_each_kind(job));
	REPEATS(SUMAC_N_MEMOS, call_each_kind(job));
	/* One more kind goes where that is which has not come for longest. */
	ONE;
	REPEATS(0, call(job, SUMAC_OP_MAX, to[0], from[0], 1));
	REPEATS(3, ONE; call(job, SUMAC_OP_SUM, to[0], from[0], 3); call(job, SUMAC_OP_SUM, to[0], from[0], 4));
	REPEATS(0, call(job, SUMAC_OP_SUM, to[0], from[0], 2));
}

/* A thread that comes while another one is inside is refused even a call like an earlier one. */
static void call_inside_a_call(struct sumac_job *job)
{
	ONE;
	job->world->is_called = true;
	REPEATS(0, EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, to[0], from[0], 1) == -SUMAC_ETHREAD));
}

/* Other buffers do where they pass the checks as those before did; else these say what is wrong. */
static void change_buffers(struct sumac_job *job)
{
	from[0][0] = from[1][1] = 41;
	ONE;
	REPEATS(1, call(job, SUMAC_OP_SUM, to[1], &from[1][1], 1));
	EXPECT(to[1][0] == 41 && fake_newest_call.dst == to[1] && fake_newest_call.src == &from[1][1]);
	REPEATS(0, call(job, SUMAC_OP_SUM, to[0], to[0], 1)); /* in place from now on, and no more */
	REPEATS(1, call(job, SUMAC_OP_SUM, to[1], to[1], 1));
	REPEATS(0, call(job, SUMAC_OP_SUM, to[1], from[1], 1));
	call(job, SUMAC_OP_SUM, to[0], from[0], 3);
	REPEATS(0, EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &from[0][1], from[0], 3) == -SUMAC_EOVERLAP));
	REPEATS(0, EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, to[0], NULL, 3) == -SUMAC_EINVAL));
	REPEATS(1, call(job, SUMAC_OP_SUM, &from[0][3], from[0], 3));
}

/* Lists of parts are not compared: a call with one is no repeat, with equal parts neither. */
static void call_in_parts(struct sumac_job *job)
{
	for (size_t i = 0; i < 3; i++)
		EXPECT(!sumac_reduce_scatter(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, to[job->rank], from[job->rank],
					     (size_t[]){ 1 + (i > 0), 1 - (i > 0) }));
}

static void test_only_calls_that_are_alike_are_repeats(void **state)
{
	(void)state;
	core_ranks_run(1, "", repeat_and_change);
	core_ranks_run(1, "", alternate);
	core_ranks_run(1, "", call_inside_a_call);
	core_ranks_run(1, "check=yes", change_buffers);
	fake_repeats[FAKE_CPU] = 0;
	core_ranks_run(2, "", call_in_parts);
	assert_int_equal(fake_repeats[FAKE_CPU], 0);
}

static void leave_traces(struct sumac_job *job)
{
	struct sumac_notes notes;
	uint32_t first = job->world->seq + 1;

	for (int i = 0; i < 3; i++)
		ONE;
	EXPECT(fake_newest_seq == first + 2);
	EXPECT(job->page->seq == first + 2 && !job->page->is_in_call);
	EXPECT(job->report->n_calls == 3 && job->report->bytes == 12);
	EXPECT(!sumac_agree_ask(job->world->agreement, 0, &notes));
	for (uint32_t i = 0; i < 3; i++)
		EXPECT(notes.call[i].seq == first + 2 - i && notes.call[i].coll == SUMAC_COLL_ALLREDUCE &&
		       notes.call[i].count == 1);
	EXPECT(notes.call[0].digest == job->world->digest && notes.call[1].digest != notes.call[0].digest);
	EXPECT(notes.call[0].digest ==
	       sumac_call_digest(job->world->kept[0]->shape, first + 2, notes.call[1].digest << 1 | notes.call[1].digest >> 63));
	/* A repeat that its engine refuses fails the team like any other call. */
	fake_plan.post_status[FAKE_CPU][0] = -SUMAC_EIO;
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, to[0], from[0], 1) == -SUMAC_EIO);
	EXPECT_STORY("allreduce(SUM, I32, 1), call");
	EXPECT(job->report->n_calls == 4 && job->report->n_failed == 1);
	EXPECT(fake_repeats[FAKE_CPU] == 3);
}

static void test_repeats_leave_the_traces_of_calls(void **state)
{
	(void)state;
	core_ranks_run(1, "", leave_traces);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_only_calls_that_are_alike_are_repeats),
		CORE_RANKS_TEST(test_repeats_leave_the_traces_of_calls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
