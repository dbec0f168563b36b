/*
 * Whether a peer that takes no message is late or gone. libfabric's providers over TCP connect again and again to a
 * process that has died, and tell nobody. But its host knows: an endpoint listens for as long as its process lives,
 * even stopped, and once nobody listens a connection is refused.
 */
#ifndef SUMAC_OFI_GONE_H
#define SUMAC_OFI_GONE_H

#include <rdma/fabric.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* The state of one peer. All zero: nobody has waited for it. */
struct sumac_ofi_gone {
	int64_t pause_ns; /* before the next question */
	int64_t next_ns;  /* when that is; during a question, when to give it up */
	int socket;
	bool is_asking;
	bool is_gone;
};

/* Whether addresses are TCP ports at which the endpoint's process listens. */
bool sumac_ofi_gone_is_known(const struct fi_info *info);
/* To be called at each failed attempt to send; never blocks. true: nobody listens at the peer's address any more. */
bool sumac_ofi_gone_ask(struct sumac_ofi_gone *gone, const struct sockaddr *address, size_t address_bytes);
/* The peer was heard, or the fabric closes. */
void sumac_ofi_gone_end(struct sumac_ofi_gone *gone);

#endif
