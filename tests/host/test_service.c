/*
 * The owner of a shared NIC works on another rank's mailbox, on a NIC that does nothing by itself: it judges requests, its calls
 * keep the order of their team, and it answers each, also when the team fails or goes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fail.h"
#include "engine/shared/service.h"
#include "mailbox_pair.h"
#include "plan/plan_blocks.h"
#include "sumac.h"

enum { MAX_POSTED = 4, N_MEMBERS = 3 };

static struct mailbox_pair pair;
static struct sumac_service service;

static struct {
	int n_posted, failed_status, failed_fault, n_freed, reserve_status;
	const struct sumac_call *calls[MAX_POSTED];
	struct sumac_ticket *tickets[MAX_POSTED];
	bool are_even;
} nic;

static const char *why_not(struct sumac_engine *engine, int op, int type, int size)
{
	(void)engine, (void)size;
	return op == SUMAC_OP_SUM && type == SUMAC_TYPE_I32 ? NULL : "no";
}

static int reserve(struct sumac_engine *engine, const struct sumac_team_desc *desc, struct sumac_engine_team **team_out,
		   uint8_t *blob_out)
{
	(void)engine;
	if (nic.reserve_status)
		return sumac_fail(nic.reserve_status, "the NIC is full");
	assert_true(desc->size == N_MEMBERS && desc->rank == 1 && desc->key == MAIL_PAIR_KEY && desc->blocks->n == N_MEMBERS);
	nic.are_even = desc->blocks->are_even;
	memset(blob_out, 0x5a, SUMAC_NIC_BLOB_BYTES);
	*team_out = (struct sumac_engine_team *)&nic;
	return 0;
}

static int install(struct sumac_engine_team *team, const uint8_t *blobs)
{
	(void)team;
	for (int i = 0; i < N_MEMBERS; i++)
		assert_int_equal(blobs[i * SUMAC_ENGINE_BLOB_BYTES], i + 1);
	return 0;
}

static int post(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	(void)team;
	nic.calls[nic.n_posted] = call;
	nic.tickets[nic.n_posted++] = ticket;
	return 0;
}

static void team_fail(struct sumac_engine_team *team, int status, int fault)
{
	(void)team;
	nic.failed_status = status;
	nic.failed_fault = fault;
}

static void team_free(struct sumac_engine_team *team)
{
	(void)team;
	nic.n_freed++;
}

static int progress(struct sumac_engine *engine)
{
	(void)engine;
	return 0;
}

static const struct sumac_engine_ops ops = { .why_not = why_not, .team_reserve = reserve, .team_install = install, .post = post,
					     .team_fail = team_fail, .team_free = team_free, .progress = progress };
static struct sumac_engine engine = { .ops = &ops };

static int open_service(void **state)
{
	(void)state;
	mailbox_pair_open(&pair);
	memset(&nic, 0, sizeof(nic));
	service = (struct sumac_service){ .segment = pair.segments[0], .nic = &engine, .n_ranks = 8, .n_clients = 1 };
	service.clients = malloc(sizeof(*service.clients));
	*service.clients = pair.client;
	return 0;
}

static int close_service(void **state)
{
	(void)state;
	sumac_service_stop(&service);
	mailbox_pair_close(&pair);
	return 0;
}

/* 1: there is no answer yet. */
static int ask(const struct sumac_mailbox_request *request, const uint8_t *blobs, struct sumac_mailbox_reply *reply_out)
{
	sumac_mailbox_ask(&pair.mail, pair.slot, request, blobs);
	while (sumac_service_work(&service))
		;
	return sumac_mailbox_look(&pair.mail, pair.slot, reply_out) ? reply_out->status : 1;
}

static int ask_for(enum sumac_mailbox_kind kind)
{
	const struct sumac_mailbox_request request = { .kind = kind, .n_members = N_MEMBERS, .ranks = { 2, 1, 1 } };
	uint8_t blobs[N_MEMBERS][SUMAC_NIC_BLOB_BYTES] = { { 1 }, { 2 }, { 3 } };
	struct sumac_mailbox_reply reply;

	return ask(&request, blobs[0], &reply);
}

static struct sumac_mailbox_request call_number(uint64_t number)
{
	uint64_t at;

	assert_non_null(sumac_segment_alloc(pair.segments[1], 4096, &at));
	return (struct sumac_mailbox_request){ .kind = SUMAC_MAILBOX_POST, .n_members = N_MEMBERS, .number = number,
					       .coll = SUMAC_COLL_ALLREDUCE,
					    .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 100, .src = at, .dst = at + 512 };
}

static void test_rubbish_is_refused(void **state)
{
	static const uint16_t no_blocks[][N_MEMBERS] = { { 1, 2, 1 }, { 2, 0, 1 }, { 4, 4, 1 }, { 60000, 60000, 60000 } };
	struct sumac_mailbox_request request = { .kind = SUMAC_MAILBOX_RESERVE, .n_members = N_MEMBERS };
	struct sumac_mailbox_reply reply;

	(void)state;
	assert_int_equal(ask_for(SUMAC_MAILBOX_INSTALL), -SUMAC_ETEAM); /* of what is not reserved */
	for (size_t i = 0; i < sizeof(no_blocks) / sizeof(no_blocks[0]); i++) {
		memcpy(request.ranks, no_blocks[i], sizeof(no_blocks[i]));
		assert_int_equal(ask(&request, NULL, &reply), -SUMAC_EINVAL);
	}
	request.n_members = SUMAC_MAILBOX_MEMBERS + 1;
	assert_int_equal(ask(&request, NULL, &reply), -SUMAC_EINVAL);
	request.n_members = 1; /* of which the second is none */
	assert_int_equal(ask(&request, NULL, &reply), -SUMAC_EINVAL);
	assert_int_equal(ask_for(SUMAC_MAILBOX_RESERVE), 0);
	assert_int_equal(ask_for(SUMAC_MAILBOX_RESERVE), -SUMAC_EINVAL); /* again */
	assert_int_equal(ask_for(SUMAC_MAILBOX_N_KINDS), -SUMAC_EINVAL);
}

#define REFUSED(field, value) \
	do { \
		struct sumac_mailbox_request bad = call_number(1); \
		bad.field = value; \
		assert_int_equal(ask(&bad, NULL, &reply), -SUMAC_EINVAL); \
	} while (0)

static void test_calls_that_cannot_be_are_refused(void **state)
{
	struct sumac_mailbox_reply reply;
	struct sumac_mailbox_request parts;

	(void)state;
	assert_int_equal(ask_for(SUMAC_MAILBOX_RESERVE), 0);
	REFUSED(coll, SUMAC_N_COLLS);
	REFUSED(op, SUMAC_OP_MAX);
	REFUSED(type, 0x10000 + SUMAC_TYPE_I32);
	REFUSED(root, N_MEMBERS);
	REFUSED(count, UINT64_MAX / 4);
	REFUSED(count, UINT64_C(1) << 40);
	REFUSED(src, UINT64_MAX - 64);
	REFUSED(dst, UINT64_C(1) << 60);
	parts = call_number(1);
	parts.coll = SUMAC_COLL_REDUCE_SCATTER;
	parts.has_firsts = 1;
	memcpy(parts.firsts, (uint64_t[]){ 0, 30, 150, 100 }, 4 * sizeof(uint64_t));
	assert_int_equal(ask(&parts, NULL, &reply), -SUMAC_EINVAL);
	assert_int_equal(nic.n_posted, 0);
	parts.firsts[2] = 60;
	assert_int_equal(ask(&parts, NULL, &reply), 1);
	assert_int_equal(nic.n_posted, 1);
}

/* Two ranks of the leaf speak for it by turns; here by two slots of one. */
static void test_calls_keep_their_teams_order_and_are_answered(void **state)
{
	const struct sumac_mailbox_subject subject = { .key = MAIL_PAIR_KEY, .member = 1 };
	int other = sumac_mailbox_slot_take(&pair.mail, &subject);
	struct sumac_mailbox_request second = call_number(2), first = call_number(1);
	struct sumac_mailbox_reply reply;

	(void)state;
	assert_int_equal(ask_for(SUMAC_MAILBOX_RESERVE), 0);
	assert_false(nic.are_even); /* E over 2 + 1 + 1 ranks is not E over 3 */
	assert_int_equal(ask_for(SUMAC_MAILBOX_INSTALL), 0);
	assert_int_equal(ask(&second, NULL, &reply), 1);
	assert_int_equal(nic.n_posted, 0);
	sumac_mailbox_ask(&pair.mail, other, &first, NULL);
	while (sumac_service_work(&service))
		;
	assert_int_equal(nic.n_posted, 2);
	assert_ptr_equal(nic.calls[0]->src, sumac_segment_at(pair.segments[0], 1, first.src, 400));
	assert_ptr_equal(nic.calls[1]->dst, sumac_segment_at(pair.segments[0], 1, second.dst, 400));
	nic.tickets[1]->cycles = 77;
	nic.tickets[1]->status = 0;
	sumac_service_work(&service);
	assert_true(sumac_mailbox_look(&pair.mail, pair.slot, &reply) && reply.cycles == 77);
	assert_false(sumac_mailbox_look(&pair.mail, other, &reply));
	sumac_mailbox_fail(&pair.mail, pair.slot, -SUMAC_EPEER, 17);
	sumac_service_work(&service);
	assert_true(nic.failed_status == -SUMAC_EPEER && nic.failed_fault == 17);
	assert_int_equal(ask_for(SUMAC_MAILBOX_FREE), 0);
	assert_int_equal(nic.n_freed, 1);
	assert_true(sumac_mailbox_look(&pair.mail, other, &reply) && reply.status == -SUMAC_EFAILED);
}

static void test_a_refusal_is_reported_in_words(void **state)
{
	const struct sumac_mailbox_request request = { .kind = SUMAC_MAILBOX_RESERVE, .n_members = N_MEMBERS,
						       .ranks = { 2, 1, 1 } };
	struct sumac_mailbox_reply reply;

	(void)state;
	nic.reserve_status = -SUMAC_ENORES;
	assert_int_equal(ask(&request, NULL, &reply), -SUMAC_ENORES);
	assert_string_equal(reply.told, "the NIC is full");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_rubbish_is_refused, open_service, close_service),
		cmocka_unit_test_setup_teardown(test_calls_that_cannot_be_are_refused, open_service, close_service),
		cmocka_unit_test_setup_teardown(test_calls_keep_their_teams_order_and_are_answered, open_service, close_service),
		cmocka_unit_test_setup_teardown(test_a_refusal_is_reported_in_words, open_service, close_service),
	};

	return cmocka_run_group_tests_name("service", tests, NULL, NULL);
}
