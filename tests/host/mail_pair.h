/*
 * Both ends of the mail in one process: the owner at place 0, a rank behind its NIC at place 1, which has taken one slot.
 */
#ifndef MAIL_PAIR_H
#define MAIL_PAIR_H

#include "engine/behind/mail.h"

enum { MAIL_PAIR_KEY = 0x1234 };

struct mail_pair {
	struct sumac_segment *segments[2];
	struct sumac_mail mail;
	struct sumac_mail_client client;
	int slot;
};

void mail_pair_open(struct mail_pair *pair);
void mail_pair_close(struct mail_pair *pair);

#endif
