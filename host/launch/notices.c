/*
 * An unbounded queue. Its descriptor is an eventfd that counts the notices in it.
 */
#include "launch/notices.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct sumac_notice_entry {
	struct sumac_notice notice;
	struct sumac_notice_entry *next;
};

int sumac_notices_open(struct sumac_notices *notices_out)
{
	*notices_out = (struct sumac_notices){
		.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE),
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	return notices_out->fd < 0 ? -1 : 0;
}

int sumac_notices_give(struct sumac_notices *notices, const struct sumac_notice *notice)
{
	struct sumac_notice_entry *entry = malloc(sizeof(*entry));
	uint64_t one = 1;

	if (!entry)
		return -1;
	*entry = (struct sumac_notice_entry){ .notice = *notice };
	pthread_mutex_lock(&notices->lock);
	if (notices->first)
		notices->last->next = entry;
	else
		notices->first = entry;
	notices->last = entry;
	pthread_mutex_unlock(&notices->lock);
	return write(notices->fd, &one, sizeof(one)) == sizeof(one) ? 0 : -1;
}

bool sumac_notices_take(struct sumac_notices *notices, struct sumac_notice *notice_out)
{
	struct sumac_notice_entry *entry;
	uint64_t one;

	if (read(notices->fd, &one, sizeof(one)) != sizeof(one))
		return false;
	pthread_mutex_lock(&notices->lock);
	entry = notices->first;
	notices->first = entry->next;
	pthread_mutex_unlock(&notices->lock);
	*notice_out = entry->notice;
	free(entry);
	return true;
}
