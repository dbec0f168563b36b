/*
 * Both ends of a mailbox in one process: the owner is local rank 0, a rank that shares its NIC local rank 1, which has taken one
 * slot.
 */
#ifndef MAIL_PAIR_H
#define MAIL_PAIR_H

#include "engine/shared/mailbox.h"

enum { MAIL_PAIR_KEY = 0x1234 };

struct mailbox_pair {
	struct sumac_segment *segments[2];
	struct sumac_mailbox mail;
	struct sumac_mailbox_client client;
	int slot;
};

void mailbox_pair_open(struct mailbox_pair *pair);
void mailbox_pair_close(struct mailbox_pair *pair);

#endif
