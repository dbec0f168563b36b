/*
 * The thread that drives a NIC for several ranks: it takes their requests, and sleeps while there is nothing to do.
 */
#include "engine/shared/service.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/fail.h"
#include "plan/plan_blocks.h"
#include "sumac.h"

static const int64_t MIN_REST_NS = 20000, MAX_REST_NS = 200000; /* while the NIC is at work: it wakes nobody here */
static const int64_t IDLE_NS = 1000000000;
static const int64_t LEAVE_NS = 2000000000; /* for clients to leave */

static struct sumac_service_member *find(struct sumac_service *service, const struct sumac_mailbox_subject *subject)
{
	struct sumac_service_member *member = service->members;

	while (member && (member->subject.key != subject->key || member->subject.member != subject->member))
		member = member->next;
	return member;
}

/* The blocks of E with as many ranks each as the request says; -SUMAC_EINVAL: there are no such blocks. */
static int read_blocks(const struct sumac_service *service, const struct sumac_mailbox_request *request,
		       struct sumac_plan_blocks *blocks_out)
{
	int *numbers = malloc((size_t)service->n_ranks * sizeof(*numbers)), n = 0, err = 0;

	for (uint32_t i = 0; numbers && i < request->n_members && !err; i++) {
		err = request->ranks[i] && request->ranks[i] <= service->n_ranks - n ? 0 : -SUMAC_EINVAL;
		for (int k = 0; !err && k < request->ranks[i]; k++)
			numbers[n++] = (int)i;
	}
	if (!err)
		err = numbers ? sumac_plan_blocks_make(numbers, n, blocks_out) : -SUMAC_ENOMEM;
	free(numbers);
	if (!err && (blocks_out->n != (int)request->n_members || !sumac_plan_blocks_join(blocks_out, SUMAC_MAILBOX_MEMBERS))) {
		sumac_plan_blocks_free(blocks_out);
		err = -SUMAC_EINVAL;
	}
	return err;
}

static int reserve(struct sumac_service *service, const struct sumac_mailbox_subject *subject,
		   const struct sumac_mailbox_request *request, struct sumac_mailbox_reply *reply_out)
{
	struct sumac_team_desc desc = { .rank = (int)subject->member, .size = (int)request->n_members, .key = subject->key };
	struct sumac_service_member *member = calloc(1, sizeof(*member));
	uint8_t blob[SUMAC_ENGINE_BLOB_BYTES];
	struct sumac_plan_blocks blocks;
	int err = member ? read_blocks(service, request, &blocks) : -SUMAC_ENOMEM;

	if (err) {
		free(member);
		return err;
	}
	desc.blocks = &blocks;
	err = service->nic->ops->team_reserve(service->nic, &desc, &member->team, blob);
	sumac_plan_blocks_free(&blocks);
	if (err) {
		free(member);
		return err;
	}
	memcpy(reply_out->blob, blob, sizeof(reply_out->blob));
	member->subject = *subject;
	member->n = desc.size;
	member->next = service->members;
	service->members = member;
	return 0;
}

static int install(const struct sumac_service_member *member, const struct sumac_service *service,
		   const struct sumac_mailbox_client *client, int slot)
{
	uint8_t *blobs = calloc((size_t)member->n, SUMAC_ENGINE_BLOB_BYTES);
	int err;

	for (int i = 0; blobs && i < member->n; i++)
		memcpy(blobs + (size_t)i * SUMAC_ENGINE_BLOB_BYTES, client->asks->slots[slot].blobs[i], SUMAC_NIC_BLOB_BYTES);
	err = blobs ? service->nic->ops->team_install(member->team, blobs) : -SUMAC_ENOMEM;
	free(blobs);
	return err;
}

/* Calls that are still open end with it and are answered, even those that the NIC never got. */
static void member_free(struct sumac_service *service, struct sumac_service_member *member)
{
	struct sumac_service_member **at = &service->members;

	service->nic->ops->team_free(member->team);
	for (struct sumac_service_post **of = &service->posts; *of;) {
		struct sumac_service_post *post = *of;

		if (post->member != member) {
			of = &post->next;
			continue;
		}
		*of = post->next;
		if (post->ticket.status > 0)
			post->ticket.status = -SUMAC_EFAILED;
		sumac_service_answer(post);
	}
	while (*at != member)
		at = &(*at)->next;
	*at = member->next;
	free(member);
}

/* 1: it will be answered when it is done; else its status. */
static int take(struct sumac_service *service, struct sumac_mailbox_client *client, int slot,
		const struct sumac_mailbox_subject *subject, const struct sumac_mailbox_request *request,
		struct sumac_mailbox_reply *reply_out)
{
	struct sumac_service_member *member = find(service, subject);
	int err;

	if (request->kind == SUMAC_MAILBOX_RESERVE) {
		if (member || request->n_members > SUMAC_MAILBOX_MEMBERS || subject->member >= request->n_members)
			return -SUMAC_EINVAL;
		return reserve(service, subject, request, reply_out);
	}
	if (!member)
		return -SUMAC_ETEAM;
	switch (request->kind) {
	case SUMAC_MAILBOX_INSTALL:
		return install(member, service, client, slot);
	case SUMAC_MAILBOX_POST:
		err = sumac_service_post(service, client, slot, member, request);
		return err ? err : 1;
	case SUMAC_MAILBOX_FREE:
		member_free(service, member);
		return 0;
	}
	return -SUMAC_EINVAL;
}

static void look_at_failure(struct sumac_service *service, struct sumac_mailbox_client *client, int slot)
{
	struct sumac_mailbox_subject subject;
	struct sumac_service_member *member;
	int status, fault;

	if (!sumac_mailbox_client_take_failure(client, slot, &subject, &status, &fault))
		return;
	member = find(service, &subject);
	if (member)
		service->nic->ops->team_fail(member->team, status, fault);
}

static void look_at_slot(struct sumac_service *service, struct sumac_mailbox_client *client, int slot)
{
	struct sumac_mailbox_reply reply = { .fault = -1 };
	struct sumac_mailbox_subject subject;
	struct sumac_mailbox_request request;

	look_at_failure(service, client, slot);
	if (!sumac_mailbox_client_take(client, slot, &subject, &request))
		return;
	sumac_fail_clear();
	reply.status = take(service, client, slot, &subject, &request, &reply);
	if (reply.status > 0)
		return;
	if (reply.status < 0)
		snprintf(reply.told, sizeof(reply.told), "%s", sumac_last_error());
	sumac_mailbox_client_answer(client, slot, &reply);
}

int sumac_service_work(struct sumac_service *service)
{
	int moved = 0;

	for (struct sumac_mailbox_client *client = service->clients; client < service->clients + service->n_clients; client++) {
		if (!sumac_mailbox_client_has_news(client))
			continue;
		for (int slot = 0; slot < SUMAC_MAILBOX_SLOTS; slot++)
			look_at_slot(service, client, slot);
		moved = 1;
	}
	return moved | sumac_service_post_progress(service);
}

static void *run(void *ctx)
{
	struct sumac_service *service = ctx;
	int64_t rest_ns = MIN_REST_NS;

	while (!atomic_load_explicit(&service->must_end, memory_order_acquire)) {
		uint32_t seen = sumac_segment_bells(service->segment, SUMAC_SEGMENT_SERVICE);

		if (sumac_service_work(service)) {
			rest_ns = MIN_REST_NS;
			continue;
		}
		sumac_segment_rest(service->segment, SUMAC_SEGMENT_SERVICE, seen, service->posts ? rest_ns : IDLE_NS);
		if (rest_ns < MAX_REST_NS)
			rest_ns *= 2;
	}
	return NULL;
}

int sumac_service_start(struct sumac_service *service)
{
	sigset_t all, before;
	int err;

	/* Signals are for the program's threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&service->thread, NULL, run, service);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err)
		return sumac_fail(SUMAC_ENOMEM, "cannot start the thread that drives the NIC for several ranks: %s", strerror(err));
	service->is_running = true;
	return 0;
}

static bool have_all_left(const struct sumac_service *service)
{
	for (int i = 0; i < service->n_clients; i++)
		if (!sumac_mailbox_client_has_left(&service->clients[i]))
			return false;
	return true;
}

void sumac_service_stop(struct sumac_service *service)
{
	const struct timespec pause = { .tv_nsec = 500000 };
	int64_t ends_ns = sumac_clock_ns() + LEAVE_NS;

	if (service->is_running) {
		while (!have_all_left(service) && sumac_clock_ns() < ends_ns)
			nanosleep(&pause, NULL);
		atomic_store_explicit(&service->must_end, true, memory_order_release);
		sumac_segment_ring(service->segment, sumac_segment_local_rank(service->segment), SUMAC_SEGMENT_SERVICE);
		pthread_join(service->thread, NULL);
		service->is_running = false;
	}
	while (service->members)
		member_free(service, service->members);
	for (int i = 0; i < service->n_clients; i++) {
		atomic_store_explicit(&service->clients[i].answers->has_ended, 1, memory_order_release);
		sumac_segment_wake(service->segment, service->clients[i].local_rank);
		sumac_process_watch_end(&service->clients[i].watch);
	}
	free(service->clients);
	service->clients = NULL;
	service->n_clients = 0;
}
