/*
 * Posting: what the digest covers, and how calls are numbered.
 */
#include "core_ranks.h"

#include "core/call/call.h"

static void test_the_digest_covers_all_that_ranks_must_agree_on(void **state)
{
	const struct sumac_call call = { .coll = SUMAC_COLL_REDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 7,
					 .root = 1, .seq = 3, .n_parts = 1 };
	uint64_t digest = sumac_call_digest(sumac_call_shape(&call), call.seq, 0);
	const uint64_t firsts[2] = { 0, 7 };
	struct sumac_call other = call;
	int dst;

	(void)state;
	/* Where the buffers are may differ between ranks. */
	other.dst = &dst;
	other.src = &dst;
	other.digest = 99;
	assert_true(sumac_call_digest(sumac_call_shape(&other), other.seq, 0) == digest);
	assert_true(sumac_call_digest(sumac_call_shape(&call), call.seq, 1) != digest);
#define CHANGED(field, value) \
	other = call; \
	other.field = value; \
	assert_true(sumac_call_digest(sumac_call_shape(&other), other.seq, 0) != digest)
	CHANGED(coll, SUMAC_COLL_ALLREDUCE);
	CHANGED(op, SUMAC_OP_PROD);
	CHANGED(type, SUMAC_TYPE_U32);
	CHANGED(count, 8);
	CHANGED(count, 7 + ((uint64_t)1 << 40));
	CHANGED(root, 0);
	CHANGED(seq, 4);
	CHANGED(firsts, firsts);
#undef CHANGED
}

static void count_calls(struct sumac_job *job)
{
	int32_t a = 0;
	int64_t wide = 0;
	uint32_t before = job->world->seq;

	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &a, &a, 1));
	EXPECT(fake_newest_seq == before + 1);
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &a, NULL, 1) < 0);
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &wide, &wide, 0));
	EXPECT(fake_newest_seq == before + 2);
}

static void test_one_sequence_counts_all_calls_whoever_takes_them(void **state)
{
	(void)state;
	core_ranks_run(1, "engine=nic;rack=/x", count_calls);
	assert_int_equal(fake_posts[FAKE_NIC], 1);
}

static void show_status(struct sumac_job *job)
{
	int32_t a = 0;

	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &a, &a, 1));
	EXPECT(!strcmp(job->page->name.call, "allreduce"));
	EXPECT(!strcmp(job->page->name.engine, "cpu"));
	EXPECT(job->page->seq == job->world->seq);
	EXPECT(!job->page->is_in_call);
}

static void test_the_status_page_shows_the_call(void **state)
{
	(void)state;
	core_ranks_run(1, "", show_status);
}

/* Rank 0 could not reach rank 1, and says so to both engines. */
static void be_taken_for_dead(struct sumac_job *job)
{
	int32_t a = 0;

	if (job->rank == 0) {
		sumac_team_mark_failed(job->world, -SUMAC_EPEER, 1, "a test");
		return;
	}
	EXPECT(sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &a, &a, 1) == -SUMAC_EPEER);
	EXPECT_STORY(job->rank == 1 ? "its own link may be down (rank 1 of the team, rank 1 of the job, this one)" :
				      "a rank of this team has died, or cannot be reached (rank 1 of the team, rank 1 of the job)");
}

static void test_nobody_is_told_that_it_died_itself(void **state)
{
	(void)state;
	core_ranks_run(3, "", be_taken_for_dead);
}

static void look_at_digests(struct sumac_job *job)
{
	int32_t a = 0;
	uint64_t before = job->world->digest;

	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &a, &a, 1));
	EXPECT(job->world->digest != before);
	/* The same call after different earlier ones has another digest. */
	before = job->world->digest;
	job->world->seq--;
	EXPECT(!sumac_allreduce(job->world, SUMAC_OP_SUM, SUMAC_TYPE_I32, &a, &a, 1));
	EXPECT(job->world->digest != before);
}

static void test_a_digest_covers_the_calls_before_it(void **state)
{
	(void)state;
	core_ranks_run(1, "", look_at_digests);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CORE_RANKS_TEST(test_nobody_is_told_that_it_died_itself),
		CORE_RANKS_TEST(test_a_digest_covers_the_calls_before_it),
		CORE_RANKS_TEST(test_the_digest_covers_all_that_ranks_must_agree_on),
		CORE_RANKS_TEST(test_one_sequence_counts_all_calls_whoever_takes_them),
		CORE_RANKS_TEST(test_the_status_page_shows_the_call),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
