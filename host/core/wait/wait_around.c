/*
 * Looks around during a wait: has a member died, has one called something else, does the bus still answer, is time up. A look
 * ends the wait, or says whom it waits for.
 */
#include "core/wait/wait_around.h"

#include <stdbool.h>

#include "agree/agree.h"
#include "agree/stall.h"
#include "base/clock.h"
#include "base/fail.h"
#include "base/say.h"
#include "bus/bus.h"
#include "core/call/request.h"
#include "core/team/team.h"
#include "core/wait/wait.h"
#include "core/wait/wait_idle.h"
#include "fabric/fabric.h"
#include "segment/segment.h"

enum { MAX_WAITED_FOR = 64 };

static const int64_t DEATH_CHECK_NS = 20000000;	   /* how often the bootstrap is asked for deaths */
static const int64_t SHOW_NS = 100000000;	   /* how often the status page is told whom we wait for */
static const int64_t COMPARE_NS = 1000000000;	   /* without progress, before members are asked; then doubled */
static const int64_t ANSWER_NS = 250000000;	   /* for members to answer */

static bool is_member(const struct sumac_team *team, int world_rank, int *rank_out)
{
	for (int rank = 0; world_rank >= 0 && rank < team->desc.size; rank++)
		if (team->desc.world_ranks[rank] == world_rank) {
			*rank_out = rank;
			return true;
		}
	return false;
}

bool sumac_wait_is_check_due(struct sumac_wait_state *wait, int64_t now_ns)
{
	if (now_ns < wait->next_death_check_ns)
		return false;
	wait->next_death_check_ns = now_ns + DEATH_CHECK_NS;
	return true;
}

static int check_deaths(const struct sumac_team *team, int *fault_rank_out)
{
	const struct sumac_bootstrap *bootstrap = &team->job->bootstrap;

	return is_member(team, bootstrap->first_dead(bootstrap->ctx), fault_rank_out) ? -SUMAC_EPEER : 0;
}

static int check_messages(const struct sumac_team *team, int *fault_rank_out)
{
	int mad = sumac_fabric_fault_peer(team->job->fabric);

	if (!is_member(team, mad, fault_rank_out))
		return 0;
	return sumac_fail(SUMAC_EPEER, "rank %d has corrupted its message rings", mad);
}

/* A rank's death caused nothing that it sent before. We may have looked last long before we learnt of the death, so we read once
 * more, also from the network, which engines ask only now and then. */
int sumac_wait_check_members(const struct sumac_team *team, int *fault_rank_out)
{
	int err = check_deaths(team, fault_rank_out);

	if (!err)
		err = check_messages(team, fault_rank_out);
	if (err) {
		sumac_fabric_progress(team->job->fabric);
		sumac_wait_poll(team->job);
	}
	return err;
}

int sumac_wait_check_links(const struct sumac_job *job)
{
	int err = job->bootstrap.check ? job->bootstrap.check(job->bootstrap.ctx) : 0;

	if (err)
		return err;
	err = job->bus ? job->bus->ops->health(job->bus) : 0;
	return err ? sumac_fail(err, "the NIC is gone: its %s has ended, or does not answer", job->bus->kind) : 0;
}

/* A failure that the dead rank told before goes before its death. 0: the call has ended meanwhile. */
static int judge_death(const struct sumac_request *request, int death, int *fault_rank_out)
{
	int rank, status;

	if (request->ticket.status <= 0)
		return 0;
	status = sumac_agree_status(request->team->agreement, &rank);
	if (!status)
		return death;
	sumac_fail_clear();
	*fault_rank_out = rank;
	return status;
}

/* Asks once more, and gives the answers time to arrive. */
static int compare_at_last(struct sumac_request *request, int *fault_rank_out)
{
	int64_t end_ns = sumac_clock_ns() + ANSWER_NS;
	struct sumac_job *job = request->team->job;
	int err = 0;

	while (!err && request->ticket.status > 0 && sumac_clock_ns() < end_ns) {
		uint32_t seen = sumac_segment_events(job->segment);

		sumac_wait_poll(job);
		err = sumac_stall_compare(request->team->agreement, fault_rank_out);
		sumac_wait_nap(job, seen, SUMAC_WAIT_MAX_SLEEP_NS);
	}
	return err;
}

/* Whether a rank that this one waits for is known to be in the call, where it waits for others itself. */
static bool is_in_call(const struct sumac_request *request, int rank)
{
	struct sumac_notes notes;

	return sumac_agree_heard(request->team->agreement, rank, &notes) != SUMAC_NOT_HEARD &&
	       notes.call[0].seq >= request->call.seq;
}

/* Whether this rank is the lowest of those in the call, and so speaks for them. */
static bool speaks_for_all(const struct sumac_request *request)
{
	int ranks[MAX_WAITED_FOR];
	int n = sumac_stall_waiting_for(request->team->agreement, ranks, MAX_WAITED_FOR), lowest = 0;

	for (int i = 0; i < n; i++)
		if (ranks[i] == lowest && !is_in_call(request, lowest)) {
			lowest++;
			i = -1; /* they come in any order */
		}
	return n && lowest == request->team->desc.rank;
}

/* A late rank is no error, but a user who looks at a stalled job should learn whom it waits for. */
static void say_waiting(struct sumac_request *request, int64_t now_ns)
{
	char text[SUMAC_NOTE_TEXT_CAP];
	int fault_rank;

	if (!speaks_for_all(request))
		return;
	sumac_request_text(request, text);
	sumac_stall_tell(request->team->agreement, &fault_rank);
	sumac_say(SUMAC_SAY_ALWAYS, "rank %d: %s, call %llu on a team of %d ranks, has waited %.0f s: %s",
		  request->team->job->rank, text, (unsigned long long)request->call.seq, request->team->desc.size,
		  (double)(now_ns - request->wait.patience.since_ns) / 1e9, sumac_last_error());
	sumac_fail_clear();
}

static int check_time(struct sumac_request *request, int64_t now_ns, int *fault_rank_out)
{
	struct sumac_wait_state *wait = &request->wait;
	int err = 0;

	if (sumac_patience_is_over(&wait->patience, now_ns)) {
		err = compare_at_last(request, fault_rank_out);
		if (err || request->ticket.status <= 0)
			return err;
		sumac_stall_tell(request->team->agreement, fault_rank_out);
		return -SUMAC_ETIMEOUT;
	}
	if (sumac_patience_must_say(&wait->patience, now_ns))
		say_waiting(request, now_ns);
	if (now_ns >= wait->next_compare_ns) {
		err = sumac_stall_compare(request->team->agreement, fault_rank_out);
		/* Answers come within a few polls; after that, members are asked less and less often. */
		if (now_ns >= wait->next_compare_ns + ANSWER_NS) {
			wait->compare_step_ns *= 2;
			wait->next_compare_ns = now_ns + wait->compare_step_ns;
		}
	}
	return err;
}

/* Shows on the status page whom the call waits for. */
static void show_waiting(const struct sumac_request *request)
{
	const struct sumac_team *team = request->team;
	int ranks[2 * SUMAC_STATUS_PAGE_MAX_WAITING]; /* room to count more than the page lists */
	int n = sumac_stall_waiting_for(team->agreement, ranks, (int)(sizeof(ranks) / sizeof(ranks[0])));

	for (int i = 0; i < n; i++)
		ranks[i] = team->desc.world_ranks[ranks[i]];
	sumac_status_page_wait_for(team->job->page, ranks, n);
}

int sumac_wait_look_around(struct sumac_request *request, int64_t now_ns, int *fault_rank_out)
{
	struct sumac_wait_state *wait = &request->wait;
	int err;

	if (sumac_wait_is_check_due(wait, now_ns)) {
		err = sumac_wait_check_members(request->team, fault_rank_out);
		if (err)
			return judge_death(request, err, fault_rank_out);
		/* The team may have failed although the engine still needs a while to end the call. */
		err = sumac_agree_status(request->team->agreement, fault_rank_out);
		if (!err)
			err = sumac_wait_check_links(request->team->job);
		if (err)
			return err;
	}
	if (now_ns >= wait->next_show_ns) {
		wait->next_show_ns = now_ns + SHOW_NS;
		show_waiting(request);
	}
	return check_time(request, now_ns, fault_rank_out);
}

void sumac_wait_around_moved(struct sumac_wait_state *wait, int64_t now_ns)
{
	wait->next_compare_ns = now_ns + wait->compare_step_ns;
}

void sumac_wait_around_begin(struct sumac_wait_state *wait, int64_t now_ns)
{
	wait->compare_step_ns = COMPARE_NS;
	wait->next_death_check_ns = now_ns;
	wait->next_show_ns = now_ns + SHOW_NS;
	sumac_wait_around_moved(wait, now_ns);
}
