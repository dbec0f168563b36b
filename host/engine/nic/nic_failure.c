/*
 * Failure: the group's FAIL register is written, so that the NIC informs the members; what is
 * outstanding here ends with the first status known. The NIC completes what it has accepted, and
 * refuses descriptors that it fetches later. The engine waits for that only briefly, then has the NIC
 * close the group, and ends the calls when the NIC has let go of their memory.
 */
#include "base/clock.h"
#include "engine/nic/nic_team.h"

#define NS_PER_MS 1000000u

enum {
	COMPLETIONS_MS = 100, /* how long to wait for the completions of a failed group */
	CLOSE_MS = 2000,      /* after which the NIC is taken never to let go */
	WATCH_MS = 500,	      /* without a completion, before the group's state is read */
	G_STATE_FAILED = 2,
	NO_RANK = 0xffff,
};

void sumac_nic_team_fail(struct sumac_engine_team *base, int status, int fault_rank)
{
	struct sumac_nic_team *team = sumac_nic_team_of(base);

	if (!sumac_engine_team_fail_first(base, status < 0 ? status : -status, fault_rank))
		return;
	team->failed_at_ns = (uint64_t)sumac_clock_ns();
	if (team->base.is_installed && team->engine->bus_status == 0)
		sumac_nic_group_write(team, SUMAC_G_FAIL,
				      (fault_rank < 0 ? NO_RANK : (uint32_t)fault_rank) |
				      (uint32_t)-team->base.status << 16);
}

static void end_all(struct sumac_nic_team *team)
{
	while (team->base.oldest)
		sumac_nic_call_abort(team, sumac_nic_oldest(team), team->base.status);
}

static bool has_posted(const struct sumac_nic_team *team)
{
	return (uint32_t)team->n_posted != team->n_completed;
}

int sumac_nic_failure_progress(struct sumac_nic_team *team)
{
	uint64_t since_ms = ((uint64_t)sumac_clock_ns() - team->failed_at_ns) / NS_PER_MS;

	if (has_posted(team) && team->engine->bus_status == 0) {
		if (since_ms < COMPLETIONS_MS)
			return 0;
		if (!sumac_nic_group_close(team)) {
			if (since_ms < CLOSE_MS)
				return 0;
			team->is_lost = true;
		}
	}
	end_all(team);
	return 1;
}

bool sumac_nic_failure_ask(struct sumac_nic_team *team)
{
	uint32_t state = sumac_nic_group_read(team, SUMAC_G_STATE), rank = state >> 16;

	if ((state & 0xff) != G_STATE_FAILED)
		return false;
	sumac_nic_team_fail(&team->base, -(int)(state >> 8 & 0xff), rank == NO_RANK ? -1 : (int)rank);
	return true;
}

/* If the completion of a failure is lost, the group's state still shows it. Not on the stepped clock: a read
 * at a time that depends on the host would make cycles unrepeatable. */
void sumac_nic_watch(struct sumac_nic_team *team)
{
	uint64_t now_ns;

	if (team->engine->bus->stepped || !has_posted(team))
		return;
	now_ns = (uint64_t)sumac_clock_ns();
	if (!team->has_moved && now_ns - team->moved_at_ns < (uint64_t)WATCH_MS * NS_PER_MS)
		return;
	team->moved_at_ns = now_ns;
	if (team->has_moved) {
		team->has_moved = false;
		return;
	}
	sumac_nic_failure_ask(team);
}
