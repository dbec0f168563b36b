/*
 * This process's connection to the launcher's PMIx server, which a program may close with descriptors of its own.
 */
#ifndef SUMAC_PMIX_LINK_H
#define SUMAC_PMIX_LINK_H

/* Remembers the connection, after PMIx_Init. */
void sumac_pmix_link_find(void);

/* 0, or -SUMAC_EBOOTSTRAP if the program has closed it: then no function of PMIx may be called, as none would return. It is 0,
 * too, if the connection was never found. */
int sumac_pmix_link_check(void);

#endif
