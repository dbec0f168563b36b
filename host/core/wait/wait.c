/*
 * Waits for a call. Between looks at the ticket it polls the engines and the hooks; while nothing moves, it lets time pass
 * (wait_idle.c). A dead member, members that disagree and the timeout end the wait (wait_around.c).
 */
#include "core/wait/wait.h"

#include "agree/agree.h"
#include "base/clock.h"
#include "bus/bus.h"
#include "core/wait/api_lock.h"
#include "core/call/request.h"
#include "core/team/team.h"
#include "core/wait/wait_around.h"
#include "core/wait/wait_idle.h"
#include "segment/segment.h"
#include "remote/remote.h"

enum { N_QUICK_LOOKS = 64, N_QUICK_YIELDS = 16, N_BRIEF_LOOKS = 24, N_SELDOM = 16 };

static const int64_t RELEASE_NS = 1000000000; /* for an engine to end a call on a failed team */
static const int64_t AWAY_NS = 1000000000; /* after which a look at a request begins a new wait */
static const int64_t MIN_ASIDE_NS = 50000;
static const int64_t MAX_ASIDE_NS = 3000000;

/* A call on the NICs needs nothing from the network between the hosts. That network may have news all the same, but is slow to
 * ask, so we ask it less often the longer it has been silent. */
static int poll_for(const struct sumac_request *request, int64_t now_ns)
{
	struct sumac_job *job = request->team->job;
	struct sumac_engine *own = job->engine[request->kind];
	int moved = own->ops->progress(own) > 0, aside = 0, asked;

	if (request->kind == SUMAC_ENGINE_CPU || now_ns >= job->aside_at_ns) {
		for (int i = 0; i < SUMAC_N_ENGINES; i++)
			if (job->engine[i] && job->engine[i] != own)
				aside += job->engine[i]->ops->progress(job->engine[i]) > 0;
		/* Answering ranks that wait for us, or ask for our memory, is no progress. */
		asked = sumac_agree_progress(job->agree) > 0;
		asked |= job->remote && sumac_remote_progress(job->remote) > 0;
		if (aside || asked || !job->aside_step_ns)
			job->aside_step_ns = MIN_ASIDE_NS;
		else if (job->aside_step_ns < MAX_ASIDE_NS)
			job->aside_step_ns *= 2;
		job->aside_at_ns = now_ns + job->aside_step_ns;
	}
	/* Hooks cost more than a short call, so only waits that last run them. */
	if (now_ns - request->wait.patience.since_ns >= job->spin_ns)
		sumac_wait_let_others_act();
	else
		sumac_api_lock_give_way();
	return moved + aside;
}

/* A call within a host is mostly done after a few looks if every rank has a core, else after a few turns of the ranks that share
 * one. Neither needs a clock or patience. */
static bool is_done_soon(const struct sumac_request *request)
{
	struct sumac_job *job = request->team->job;
	struct sumac_engine *own = job->engine[request->kind];
	bool is_crowded = job->ranks_a_core > 1, has_moved = true;

	if (request->kind != SUMAC_ENGINE_CPU || !job->spin_ns ||
	    (is_crowded && (job->bus || job->ranks_a_core > SUMAC_WAIT_MAX_YIELDERS)))
		return false;
	for (int i = 0; i < (is_crowded ? N_QUICK_YIELDS : N_QUICK_LOOKS) && request->ticket.status > 0; i++) {
		if (is_crowded && !has_moved)
			sumac_wait_yield();
		has_moved = own->ops->progress(own) > 0;
	}
	return request->ticket.status <= 0;
}

void sumac_wait_briefly(const struct sumac_request *request)
{
	struct sumac_job *job = request->team->job;
	struct sumac_engine *own = job->engine[request->kind];

	if (!request->ticket.is_brief || job->ranks_a_core > 1 || !job->spin_ns)
		return;
	if (job->n_not_soon >= N_SELDOM && ++job->n_not_soon % N_SELDOM)
		return;
	for (int i = 0; i < N_BRIEF_LOOKS && request->ticket.status > 0; i++)
		own->ops->progress(own);
	job->n_not_soon = request->ticket.status <= 0 ? 0 : job->n_not_soon + 1;
}

static void note_movement(struct sumac_wait_state *wait, int64_t now_ns)
{
	sumac_wait_moved(wait, now_ns);
	sumac_wait_around_moved(wait, now_ns);
}

/* A wait begins when somebody first waits for the call, and again after a time in which nobody did. */
static void begin(struct sumac_wait_state *wait)
{
	int64_t now_ns;

	sumac_patience_begin(&wait->patience);
	now_ns = wait->patience.since_ns;
	sumac_wait_around_begin(wait, now_ns);
	note_movement(wait, now_ns);
}

/* One look at the call: 1 if it is still in progress; else its status. If nothing moves, lets time pass where may_back_off. */
static int look(struct sumac_request *request, bool may_back_off, int *fault_rank_out)
{
	struct sumac_job *job = request->team->job;
	struct sumac_wait_state *wait = &request->wait;
	struct sumac_bus *bus = job->bus;
	/* Read before the poll: whatever comes later is news, and ends the sleep. */
	uint32_t seen = sumac_wait_events(job);
	int64_t now_ns = sumac_clock_ns();
	int moved = poll_for(request, now_ns), err = 0;

	if (request->ticket.status <= 0) {
		*fault_rank_out = request->ticket.fault_rank;
		return request->ticket.status;
	}
	wait->looked_at_ns = now_ns;
	/* While members are asked, a movement may be their answers, which do not count. */
	if (moved && now_ns < wait->next_compare_ns) {
		note_movement(wait, now_ns);
		return 1;
	}
	if (bus && !moved)
		bus->ops->waiting(bus, seen);
	err = sumac_wait_look_around(request, now_ns, fault_rank_out);
	if (!err && !moved && may_back_off) {
		struct sumac_wait_idling idling = sumac_wait_idling_of_calls(job);

		sumac_wait_back_off(job, wait, &idling, seen, now_ns);
	}
	return err ? err : 1;
}

static void end_waiting(const struct sumac_request *request)
{
	struct sumac_bus *bus = request->team->job->bus;

	if (bus)
		bus->ops->running(bus);
}

int sumac_wait_until_done(struct sumac_request *request, int *fault_rank_out)
{
	int status = request->ticket.status;

	if (status > 0 && is_done_soon(request))
		status = request->ticket.status;
	*fault_rank_out = request->ticket.fault_rank;
	if (status <= 0)
		return status;
	begin(&request->wait);
	while (status > 0)
		status = look(request, true, fault_rank_out);
	end_waiting(request);
	return status;
}

int sumac_wait_look(struct sumac_request *request, int *fault_rank_out)
{
	struct sumac_bus *bus = request->team->job->bus;
	struct sumac_wait_state *wait = &request->wait;
	int64_t looked_at_ns = wait->looked_at_ns;
	int status = request->ticket.status;
	bool spins;

	*fault_rank_out = request->ticket.fault_rank;
	if (status > 0 && (!looked_at_ns || sumac_clock_ns() - looked_at_ns > AWAY_NS))
		begin(wait);
	if (status > 0)
		status = look(request, false, fault_rank_out);
	/* A simulated clock that waits for all ranks to wait would never advance for a program that only looks; and that program
	 * would keep its core from the ranks that the call needs. */
	spins = wait->looked_at_ns - looked_at_ns < SUMAC_WAIT_MIN_SLEEP_NS;
	if (status > 0 && bus && (bus->stepped || (bus->simulated && spins))) {
		sumac_wait_sleep(request->team->job, sumac_wait_events(request->team->job), SUMAC_WAIT_MIN_SLEEP_NS);
		status = look(request, false, fault_rank_out);
	} else if (status > 0 && spins && request->team->job->ranks_a_core > 1) {
		sumac_wait_yield();
	}
	end_waiting(request);
	return status;
}

bool sumac_wait_for_release(struct sumac_request *request)
{
	int64_t end_ns;

	if (request->ticket.status <= 0)
		return true;
	end_ns = sumac_clock_ns() + RELEASE_NS;
	while (request->ticket.status > 0 && sumac_clock_ns() < end_ns)
		if (!sumac_wait_poll(request->team->job))
			sumac_wait_nap(request->team->job, sumac_segment_events(request->team->job->segment),
				       SUMAC_WAIT_MIN_SLEEP_NS);
	return request->ticket.status <= 0;
}
