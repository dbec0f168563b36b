/*
 * Calls that the ranks sharing a NIC ask for: judged, given to the NIC in the order of their team, and answered.
 */
#include "engine/shared/service.h"

#include <stdlib.h>
#include <string.h>

#include "base/combination.h"

/* Parts begin in order, and together are all elements. */
static bool are_parts(const struct sumac_mailbox_request *request, int n)
{
	if (request->firsts[0] || request->firsts[n] != request->count)
		return false;
	for (int i = 0; i < n; i++)
		if (request->firsts[i] > request->firsts[i + 1])
			return false;
	return true;
}

static bool is_sound(const struct sumac_service *service, const struct sumac_service_member *member,
		     const struct sumac_mailbox_request *request)
{
	struct sumac_engine *nic = service->nic;

	if (!sumac_coll_row((int)request->coll) || request->coll >= SUMAC_N_COLLS || request->op > 0xff || request->type > 0xff ||
	    nic->ops->why_not(nic, (int)request->op, (int)request->type, member->n))
		return false;
	if (request->root >= (uint32_t)member->n || request->count > INT64_MAX / 16)
		return false;
	return !request->has_firsts || are_parts(request, member->n);
}

/* Finds the memory that a rank names; false: it has none there. NULL where the call needs none. */
static bool find_memory(const struct sumac_mailbox_client *client, uint64_t offset, size_t len_bytes, void **memory_out)
{
	*memory_out = len_bytes ? sumac_segment_at(client->segment, client->local_rank, offset, len_bytes) : NULL;
	return *memory_out || !len_bytes;
}

int sumac_service_post(struct sumac_service *service, struct sumac_mailbox_client *client, int slot,
		       struct sumac_service_member *member, const struct sumac_mailbox_request *request)
{
	struct sumac_service_post *post;
	void *src, *dst;

	if (!is_sound(service, member, request))
		return -SUMAC_EINVAL;
	post = malloc(sizeof(*post));
	if (!post)
		return -SUMAC_ENOMEM;
	*post = (struct sumac_service_post){ .next = service->posts, .member = member, .client = client, .slot = slot,
					     .request = *request };
	post->ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	post->call = (struct sumac_call){ .coll = (enum sumac_coll)request->coll, .op = (int)request->op,
					  .type = (int)request->type, .root = (int)request->root, .count = request->count,
					  .n_parts = member->n, .firsts = request->has_firsts ? post->request.firsts : NULL,
					  .seq = request->seq, .digest = request->digest };
	sumac_call_measure(&post->call, member->n, (int)member->subject.member);
	if (!find_memory(client, request->src, post->call.src_bytes, &src) ||
	    !find_memory(client, request->dst, post->call.dst_bytes, &dst)) {
		free(post);
		return -SUMAC_EINVAL;
	}
	post->call.src = src;
	post->call.dst = dst;
	service->posts = post;
	return 0;
}

/* A leaf's calls come from several ranks, and have one order. */
static int give(struct sumac_service *service)
{
	int moved = 0, err;

	for (struct sumac_service_post *post = service->posts; post; post = post->next) {
		if (post->is_given || post->request.number != post->member->n_given + 1)
			continue;
		post->is_given = true;
		post->member->n_given++;
		err = service->nic->ops->post(post->member->team, &post->call, &post->ticket);
		if (err < 0)
			post->ticket.status = err;
		moved = 1;
	}
	return moved;
}

void sumac_service_answer(struct sumac_service_post *post)
{
	const struct sumac_ticket *ticket = &post->ticket;
	struct sumac_mailbox_reply reply = { .status = ticket->status, .fault = ticket->fault_rank, .cycles = ticket->cycles,
					  .combines = ticket->combines, .staged_bytes = ticket->staged_bytes };

	sumac_mailbox_client_answer(post->client, post->slot, &reply);
	free(post);
}

int sumac_service_post_progress(struct sumac_service *service)
{
	int moved = 0;

	if (!service->posts)
		return 0;
	while (give(service)) /* one may have had to wait for another */
		moved = 1;
	moved |= service->nic->ops->progress(service->nic) > 0;
	for (struct sumac_service_post **at = &service->posts; *at;) {
		struct sumac_service_post *post = *at;

		if (post->ticket.status > 0) {
			at = &post->next;
			continue;
		}
		*at = post->next;
		sumac_service_answer(post);
		moved = 1;
	}
	return moved;
}
