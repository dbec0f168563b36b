/*
 * Whether a process of this host still lives: by a descriptor of it (pidfd), which never comes to mean another
 * process.
 */
#ifndef SUMAC_PROCESS_WATCH_H
#define SUMAC_PROCESS_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

struct sumac_process_watch {
	int fd; /* -1: not watched, as it is this process, or the system has no such descriptors */
	bool has_ended;
};

#pragma GCC visibility push(default)

void sumac_process_watch_begin(struct sumac_process_watch *watch, pid_t pid);
bool sumac_process_has_ended(struct sumac_process_watch *watch);
void sumac_process_watch_end(struct sumac_process_watch *watch);

#pragma GCC visibility pop

#endif
