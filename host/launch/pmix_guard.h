/*
 * Keeps other users from the PMIx server: libpmix listens on a TCP port of the loopback, which every process of the host reaches,
 * and trusts what it reads there.
 */
#ifndef SUMAC_PMIX_GUARD_H
#define SUMAC_PMIX_GUARD_H

#include <stdbool.h>

/* From now on this process accepts TCP connections on IPv4's loopback alone, and only from this user. To be called once per
 * process. 0, or -1 with a message on stderr: the kernel does not tell who owns a connection. */
int sumac_pmix_guard_begin(void);
/* To be called once libpmix has started: whether it listens and accepts through the guard, and on the loopback; if not, prints so
 * on stderr. It calls libpmix's port, and waits at most a minute. */
bool sumac_pmix_guard_stands(void);
/* Whether anybody has sent something that libpmix has not read yet. */
bool sumac_pmix_guard_has_unread(void);
/* Prints on stderr how many connections of other users were refused, if any were. */
void sumac_pmix_guard_tell(const char *title);
/* How many were refused. */
unsigned int sumac_pmix_guard_n_refused(void);

#endif
