/*
 * Asks a peer's host whether the peer's endpoint still listens: after a second of failed attempts, then at longer and
 * longer intervals, for each question is a connection that the peer has to throw away.
 */
#include "fabric/ofi_gone.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

#define FIRST_PAUSE_NS INT64_C(1000000000)
#define LONGEST_PAUSE_NS INT64_C(64000000000)

bool sumac_ofi_gone_is_known(const struct fi_info *info)
{
	const char *provider = info->fabric_attr->prov_name;

	return (info->addr_format == FI_SOCKADDR_IN || info->addr_format == FI_SOCKADDR_IN6) &&
	       (!strcmp(provider, "net") || !strcmp(provider, "tcp") || !strncmp(provider, "tcp;", 4));
}

static void pause_longer(struct sumac_ofi_gone *gone, int64_t now_ns)
{
	gone->next_ns = now_ns + gone->pause_ns;
	if (gone->pause_ns < LONGEST_PAUSE_NS)
		gone->pause_ns *= 2;
}

/* We end the question with a reset, not an orderly close: the peer then fails to read it, and closes its end at once. */
static void hang_up(struct sumac_ofi_gone *gone)
{
	struct linger at_once = { .l_onoff = 1 };

	setsockopt(gone->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(gone->socket);
	gone->is_asking = false;
}

static void ask(struct sumac_ofi_gone *gone, const struct sockaddr *address, size_t address_bytes)
{
	gone->socket = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	gone->is_asking = gone->socket >= 0;
	if (gone->is_asking && connect(gone->socket, address, (socklen_t)address_bytes) && errno != EINPROGRESS) {
		gone->is_gone = errno == ECONNREFUSED;
		hang_up(gone);
	}
}

/* Any other answer, or none, leaves open what became of the peer. */
static void listen_for_answer(struct sumac_ofi_gone *gone, int64_t now_ns)
{
	struct pollfd answer = { .fd = gone->socket, .events = POLLOUT };
	bool is_there = poll(&answer, 1, 0) > 0;
	socklen_t len_bytes = sizeof(int);
	int error = 0;

	if (is_there && !getsockopt(gone->socket, SOL_SOCKET, SO_ERROR, &error, &len_bytes))
		gone->is_gone = error == ECONNREFUSED;
	if (is_there || now_ns >= gone->next_ns)
		hang_up(gone);
}

bool sumac_ofi_gone_ask(struct sumac_ofi_gone *gone, const struct sockaddr *address, size_t address_bytes)
{
	int64_t now_ns = sumac_clock_ns();

	if (!gone->pause_ns) {
		gone->pause_ns = FIRST_PAUSE_NS;
		pause_longer(gone, now_ns);
	} else if (gone->is_asking) {
		listen_for_answer(gone, now_ns);
	} else if (!gone->is_gone && now_ns >= gone->next_ns) {
		pause_longer(gone, now_ns);
		ask(gone, address, address_bytes);
	}
	return gone->is_gone;
}

void sumac_ofi_gone_end(struct sumac_ofi_gone *gone)
{
	if (gone->is_asking)
		hang_up(gone);
	memset(gone, 0, sizeof(*gone));
}
