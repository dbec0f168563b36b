/*
 * Sending over libfabric. A peer that cannot be reached is late, not dead: its host's cable may be out. We retry
 * sends that libfabric never sent, for as long as the peer takes, unless its host says that nobody listens there any
 * more (ofi_gone.h); a message that was lost under way is an error, since nobody knows how much of it arrived.
 */
#include <netinet/in.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <sys/uio.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/say.h"
#include "fabric/fabric_ofi.h"
#include "spec/spec.h"

enum { PAUSE_NS = 50000000 }; /* each attempt at a connection costs a socket */

/* The errors that connecting ends with while no way leads to the peer. Error numbers of libfabric, positive. */
static bool is_unreachable(int error)
{
	switch (error) {
	case FI_ENETDOWN:
	case FI_ENETUNREACH:
	case FI_EHOSTDOWN:
	case FI_EHOSTUNREACH:
	case FI_EADDRNOTAVAIL:
	case FI_ECONNREFUSED:
	case FI_ECONNABORTED:
	case FI_ENOTCONN:
	case FI_ETIMEDOUT:
		return true;
	default:
		return false;
	}
}

static void pause_peer(struct sumac_fabric_ofi *fabric, int rank, int error)
{
	struct sumac_ofi_peer *peer = &fabric->peers[rank];

	if (!peer->not_before_ns)
		sumac_say(SUMAC_SAY_DECISIONS, "rank %d cannot reach rank %d for now: %s", fabric->base.rank, rank,
			  fabric->library->strerror(error));
	peer->not_before_ns = sumac_clock_ns() + PAUSE_NS;
}

static int fail_of(const struct sumac_fabric_ofi *fabric, const struct sumac_fabric_send *send, int error)
{
	return sumac_fail(error == FI_ENOMEM ? SUMAC_ENOMEM : SUMAC_EPEER, "libfabric: sending to rank %d: %s", send->peer,
			  fabric->library->strerror(error));
}

/* After a failed attempt: 1, or an error if the peer no longer exists. */
static int late_or_gone(struct sumac_fabric_ofi *fabric, const struct sumac_fabric_send *send)
{
	struct sumac_ofi_peer *peer = &fabric->peers[send->peer];
	struct sockaddr_in6 address; /* the longest one */
	size_t len_bytes = sizeof(address);

	if (!sumac_ofi_gone_is_known(fabric->info) || fi_av_lookup(fabric->av, peer->address, &address, &len_bytes) ||
	    len_bytes > sizeof(address) || !sumac_ofi_gone_ask(&peer->gone, (struct sockaddr *)&address, len_bytes))
		return 1;
	return fail_of(fabric, send, FI_ECONNREFUSED);
}

int sumac_fabric_ofi_send(struct sumac_fabric *base, struct sumac_fabric_send *send)
{
	struct sumac_fabric_ofi *fabric = sumac_fabric_ofi_of(base);
	struct sumac_ofi_peer *peer = &fabric->peers[send->peer];
	uint64_t tag = (send->is_control ? SUMAC_OFI_TAG_CONTROL : 0) | (uint64_t)base->rank;
	struct iovec parts[2] = {
		{ send->seal, sizeof(send->seal) + (send->is_control ? send->len_bytes : sizeof(send->header)) },
		{ (void *)(uintptr_t)send->payload, send->len_bytes },
	};
	size_t n_parts = send->is_control || !send->len_bytes ? 1 : 2;
	int error;

	if (peer->not_before_ns && sumac_clock_ns() < peer->not_before_ns)
		return 1;
	if (!send->is_sealed)
		sumac_ofi_seal(&peer->secret, tag, send->header, send->len_bytes + (send->is_control ? 0 : sizeof(send->header)),
			       send->is_control, send->seal);
	send->is_sealed = true; /* when retried, it is the same message */
	error = (int)-fi_tsendv(fabric->ep, parts, NULL, n_parts, peer->address, tag, send);
	if (error && error != FI_EAGAIN && is_unreachable(error))
		pause_peer(fabric, send->peer, error);
	else if (error && error != FI_EAGAIN)
		return fail_of(fabric, send, error);
	return error ? late_or_gone(fabric, send) : 0;
}

void sumac_fabric_ofi_sent(struct sumac_fabric_ofi *fabric, struct sumac_fabric_send *send)
{
	sumac_fabric_ofi_met(fabric, send->peer);
	sumac_fabric_send_end(send, 0);
}

void sumac_fabric_ofi_send_failed(struct sumac_fabric_ofi *fabric, struct sumac_fabric_send *send, int error)
{
	if (is_unreachable(error) && !fabric->peers[send->peer].is_met && late_or_gone(fabric, send) > 0) {
		pause_peer(fabric, send->peer, error);
		send->next = fabric->unsent;
		fabric->unsent = send;
		return;
	}
	sumac_fabric_send_end(send, send->is_forgotten ? -SUMAC_EPEER : fail_of(fabric, send, error));
}

/* Once its owner has forgotten the send, the payload is no longer there. */
void sumac_fabric_ofi_send_again(struct sumac_fabric_ofi *fabric)
{
	struct sumac_fabric_send *send = fabric->unsent, *next;

	for (fabric->unsent = NULL; send; send = next) {
		int err = send->is_forgotten && !send->is_control ? -SUMAC_EPEER :
								   sumac_fabric_ofi_send(&fabric->base, send);

		next = send->next;
		if (err > 0) {
			send->next = fabric->unsent;
			fabric->unsent = send;
		} else if (err < 0) {
			sumac_fabric_send_end(send, err);
		}
	}
}
