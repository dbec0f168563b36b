/*
 * Makes the memory as opening the engine does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mailbox_pair.h"

#include "segment_threads.h"

void mailbox_pair_open(struct mailbox_pair *pair)
{
	const struct sumac_mailbox_subject subject = { .key = MAIL_PAIR_KEY, .member = 1 };
	uint64_t asks, answers;

	*pair = (struct mailbox_pair){ .mail = { .watch = { .fd = -1 } }, .client = { .local_rank = 1, .watch = { .fd = -1 } } };
	assert_int_equal(segment_threads_open(2, pair->segments), 0);
	pair->client.segment = pair->segments[0];
	pair->client.answers = sumac_segment_alloc(pair->segments[0], sizeof(*pair->client.answers), &answers);
	pair->mail.segment = pair->segments[1];
	pair->mail.asks = sumac_segment_alloc(pair->segments[1], sizeof(*pair->mail.asks), &asks);
	pair->mail.answers = sumac_segment_at(pair->segments[1], 0, answers, sizeof(*pair->mail.answers));
	pair->client.asks = sumac_segment_at(pair->segments[0], 1, asks, sizeof(*pair->client.asks));
	assert_true(pair->mail.asks && pair->mail.answers && pair->client.asks && pair->client.answers);
	pair->slot = sumac_mailbox_slot_take(&pair->mail, &subject);
	assert_int_equal(pair->slot, 0);
}

void mailbox_pair_close(struct mailbox_pair *pair)
{
	for (int i = 0; i < 2; i++)
		sumac_segment_close(pair->segments[i]);
}
