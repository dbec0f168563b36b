/*
 * Both ends of the mail between a NIC's owner and a rank that shares the NIC.
 */
#include "engine/shared/mailbox.h"

#include <string.h>

#include "base/fail.h"
#include "base/patience.h"

static const int64_t SLEEP_NS = 1000000;

int sumac_mailbox_slot_take(struct sumac_mailbox *mail, const struct sumac_mailbox_subject *subject)
{
	for (int slot = 0; slot < SUMAC_MAILBOX_SLOTS; slot++)
		if (!mail->is_taken[slot]) {
			mail->is_taken[slot] = true;
			mail->asks->slots[slot].subject = *subject;
			return slot;
		}
	return -1;
}

void sumac_mailbox_slot_give(struct sumac_mailbox *mail, int slot)
{
	mail->is_taken[slot] = false;
}

static void tell(struct sumac_mailbox *mail)
{
	atomic_fetch_add_explicit(&mail->asks->n_news, 1, memory_order_release);
	sumac_segment_ring(mail->segment, mail->owner_local_rank, SUMAC_SEGMENT_SERVICE);
}

void sumac_mailbox_ask(struct sumac_mailbox *mail, int slot, const struct sumac_mailbox_request *request, const uint8_t *blobs)
{
	struct sumac_mailbox_ask *ask = &mail->asks->slots[slot];

	ask->request = *request;
	if (blobs)
		memcpy(ask->blobs, blobs, request->n_members * sizeof(ask->blobs[0]));
	atomic_fetch_add_explicit(&ask->number, 1, memory_order_release);
	tell(mail);
}

bool sumac_mailbox_look(const struct sumac_mailbox *mail, int slot, struct sumac_mailbox_reply *reply_out)
{
	const struct sumac_mailbox_answer *answer = &mail->answers->slots[slot];
	const struct sumac_mailbox_ask *ask = &mail->asks->slots[slot];
	uint32_t asked = atomic_load_explicit(&ask->number, memory_order_relaxed);
	uint32_t failed = atomic_load_explicit(&ask->n_failures, memory_order_relaxed);

	if (atomic_load_explicit(&answer->number, memory_order_acquire) != asked ||
	    atomic_load_explicit(&answer->n_failures, memory_order_acquire) != failed)
		return false;
	*reply_out = answer->reply;
	reply_out->told[SUMAC_MAILBOX_TOLD_BYTES - 1] = 0;
	if (reply_out->status > 0 || reply_out->status < -0xff)
		reply_out->status = -SUMAC_EIO;
	return true;
}

int sumac_mailbox_await(struct sumac_mailbox *mail, int slot, struct sumac_mailbox_reply *reply_out)
{
	struct sumac_patience patience;
	int err = 0;

	sumac_patience_begin(&patience);
	while (!err) {
		uint32_t seen = sumac_segment_events(mail->segment);

		if (sumac_mailbox_look(mail, slot, reply_out))
			return 0;
		sumac_segment_sleep(mail->segment, seen, SLEEP_NS);
		err = sumac_mailbox_check_owner(mail);
		if (!err)
			err = sumac_patience_check(&patience, "the owner of this rank's NIC");
	}
	return err;
}

void sumac_mailbox_fail(struct sumac_mailbox *mail, int slot, int status, int fault)
{
	struct sumac_mailbox_ask *ask = &mail->asks->slots[slot];

	ask->status = status;
	ask->fault = fault;
	atomic_fetch_add_explicit(&ask->n_failures, 1, memory_order_release);
	tell(mail);
}

int sumac_mailbox_check_owner(struct sumac_mailbox *mail)
{
	const char *what = sumac_process_has_ended(&mail->watch) ? "has died" :
			   atomic_load_explicit(&mail->answers->has_ended, memory_order_acquire) ? "has left" : NULL;

	return what ? sumac_fail(SUMAC_EPEER, "rank %d, the owner of this rank's NIC, %s", mail->owner, what) : 0;
}

void sumac_mailbox_leave(struct sumac_mailbox *mail)
{
	atomic_store_explicit(&mail->asks->has_left, 1, memory_order_release);
	sumac_process_watch_end(&mail->watch);
}

bool sumac_mailbox_client_has_news(struct sumac_mailbox_client *client)
{
	uint32_t n_news = atomic_load_explicit(&client->asks->n_news, memory_order_acquire);
	bool has_news = n_news != client->n_news;

	client->n_news = n_news;
	return has_news;
}

bool sumac_mailbox_client_take(struct sumac_mailbox_client *client, int slot, struct sumac_mailbox_subject *subject_out,
			       struct sumac_mailbox_request *request_out)
{
	const struct sumac_mailbox_ask *ask = &client->asks->slots[slot];
	uint32_t number = atomic_load_explicit(&ask->number, memory_order_acquire);

	if (number == client->seen[slot])
		return false;
	client->seen[slot] = number;
	memcpy(subject_out, &ask->subject, sizeof(*subject_out));
	memcpy(request_out, &ask->request, sizeof(*request_out));
	return true;
}

bool sumac_mailbox_client_take_failure(struct sumac_mailbox_client *client, int slot, struct sumac_mailbox_subject *subject_out,
				       int *status_out, int *fault_out)
{
	const struct sumac_mailbox_ask *ask = &client->asks->slots[slot];
	uint32_t n_failures = atomic_load_explicit(&ask->n_failures, memory_order_acquire);

	if (n_failures == client->n_failures[slot])
		return false;
	client->n_failures[slot] = n_failures;
	memcpy(subject_out, &ask->subject, sizeof(*subject_out));
	*status_out = ask->status < 0 && ask->status >= -0xff ? ask->status : -SUMAC_EIO;
	*fault_out = ask->fault >= 0 && ask->fault < 0xffff ? ask->fault : -1;
	atomic_store_explicit(&client->answers->slots[slot].n_failures, n_failures, memory_order_release);
	sumac_segment_wake(client->segment, client->local_rank);
	return true;
}

void sumac_mailbox_client_answer(struct sumac_mailbox_client *client, int slot, const struct sumac_mailbox_reply *reply)
{
	struct sumac_mailbox_answer *answer = &client->answers->slots[slot];

	answer->reply = *reply;
	atomic_store_explicit(&answer->number, client->seen[slot], memory_order_release);
	sumac_segment_wake(client->segment, client->local_rank);
}

bool sumac_mailbox_client_has_left(struct sumac_mailbox_client *client)
{
	return atomic_load_explicit(&client->asks->has_left, memory_order_acquire) || sumac_process_has_ended(&client->watch);
}
