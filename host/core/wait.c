/*
 * Waiting: between looks at the ticket, the engines and the hooks are polled; when nothing moves, spinning
 * turns into yielding, then sleeping. A dead member, members that disagree and the timeout end it.
 */
#include "core/wait.h"

#include <sched.h>
#include <stdio.h>

#include "agree/agree.h"
#include "agree/stall.h"
#include "base/clock.h"
#include "base/fail.h"
#include "base/patience.h"
#include "base/say.h"
#include "bus/bus.h"
#include "core/call.h"
#include "core/gate.h"
#include "fabric/fabric.h"
#include "fabric/segment.h"
#include "remote/remote.h"

enum { MAX_HOOKS = 8, MAX_WAITED_FOR = 64, MAX_YIELDERS = 8 /* on a core */, N_QUICK_LOOKS = 64, N_QUICK_YIELDS = 16 };

static const int64_t DEATH_CHECK_NS = 20000000;	   /* how often the bootstrap is asked for deaths */
static const int64_t SHOW_NS = 100000000;	   /* how often the status page is told whom we wait for */
static const int64_t COMPARE_NS = 1000000000;	   /* without progress, before members are asked; then doubled */
static const int64_t ANSWER_NS = 250000000;	   /* for members to answer */
static const int64_t RELEASE_NS = 1000000000;	   /* for an engine to end a call on a failed team */
static const int64_t AWAY_NS = 1000000000;	   /* after which a look at a request begins a new wait */
static const int64_t MIN_ASIDE_NS = 50000;
static const int64_t MAX_ASIDE_NS = 3000000;
static const int64_t YIELD_NS = 1000000;
static const int64_t CROWDED_YIELD_NS = 200000;
static const int64_t MIN_SLEEP_NS = 50000;
static const int64_t MAX_SLEEP_NS = 1000000;

static struct {
	int (*hook)(void *ctx);
	void *ctx;
} hooks[MAX_HOOKS];
static int n_hooks;

int sumac_progress_hook_add(int (*hook)(void *ctx), void *ctx)
{
	SUMAC_INSIDE_THE_GATE;
	if (n_hooks == MAX_HOOKS)
		return sumac_fail(SUMAC_ENOMEM, "there are already %d progress hooks", MAX_HOOKS);
	hooks[n_hooks].hook = hook;
	hooks[n_hooks++].ctx = ctx;
	return 0;
}

void sumac_progress_hook_remove(int (*hook)(void *ctx), void *ctx)
{
	SUMAC_INSIDE_THE_GATE;
	int n_kept = 0;

	for (int i = 0; i < n_hooks; i++)
		if (hooks[i].hook != hook || hooks[i].ctx != ctx)
			hooks[n_kept++] = hooks[i];
	n_hooks = n_kept;
}

int sumac_wait_poll_engines(struct sumac_job *job)
{
	int moved = 0;

	for (int i = 0; i < SUMAC_N_ENGINES; i++)
		if (job->engine[i])
			moved += job->engine[i]->ops->progress(job->engine[i]) > 0;
	moved += job->remote && sumac_remote_progress(job->remote) > 0;
	return moved + (sumac_agree_progress(job->agree) > 0);
}

/* What the hooks move does not count as the call's progress: the host MPI may be busy with something else for
 * hours. They run outside the gate: what they call may have a lock of its own, whose holder may want to come in. */
static void let_others_act(void)
{
	if (n_hooks) {
		int depth = sumac_gate_step_out();

		for (int i = 0; i < n_hooks; i++)
			hooks[i].hook(hooks[i].ctx);
		sumac_gate_step_in(depth);
	}
	sumac_gate_give_way();
}

int sumac_wait_poll(struct sumac_job *job)
{
	int moved = sumac_wait_poll_engines(job);

	let_others_act();
	return moved;
}

/* A call on the NICs needs nothing from the network between the hosts, which may have news all the same, and is slow to ask:
 * the less often it is asked, the longer it has been silent. */
static int poll_for(const struct sumac_request *request, int64_t now_ns)
{
	struct sumac_job *job = request->team->job;
	struct sumac_engine *own = job->engine[request->kind];
	int moved = own->ops->progress(own) > 0, aside = 0, asked;

	if (request->kind == SUMAC_ENGINE_CPU || now_ns >= job->aside_at_ns) {
		for (int i = 0; i < SUMAC_N_ENGINES; i++)
			if (job->engine[i] && job->engine[i] != own)
				aside += job->engine[i]->ops->progress(job->engine[i]) > 0;
		/* That others ask whom they wait for, or for our memory, is no progress. */
		asked = sumac_agree_progress(job->agree) > 0;
		asked |= job->remote && sumac_remote_progress(job->remote) > 0;
		if (aside || asked || !job->aside_step_ns)
			job->aside_step_ns = MIN_ASIDE_NS;
		else if (job->aside_step_ns < MAX_ASIDE_NS)
			job->aside_step_ns *= 2;
		job->aside_at_ns = now_ns + job->aside_step_ns;
	}
	/* Hooks cost more than a short call: they are for waits that last. */
	if (now_ns - request->wait.patience.since_ns >= job->spin_ns)
		let_others_act();
	else
		sumac_gate_give_way();
	return moved + aside;
}

/* Until a rank of this host has news for us, or time is over. */
static void nap(struct sumac_job *job, uint32_t seen, int64_t duration_ns)
{
	int depth = sumac_gate_step_out();

	sumac_segment_sleep(job->segment, seen, duration_ns);
	sumac_gate_step_in(depth);
}

/* What has happened so far on the bus, which then wakes us up early; but one thread at a time may call it. */
static uint32_t events_of(const struct sumac_job *job)
{
	return job->bus ? job->bus->ops->events(job->bus) : sumac_segment_events(job->segment);
}

static void sleep_for(struct sumac_job *job, uint32_t seen, int64_t duration_ns)
{
	if (!job->bus)
		nap(job, seen, duration_ns);
	else if (sumac_gate_is_shared())
		nap(job, sumac_segment_events(job->segment), duration_ns);
	else
		job->bus->ops->sleep(job->bus, seen, (uint64_t)duration_ns);
}

static void yield(void)
{
	int depth = sumac_gate_step_out();

	sched_yield();
	sumac_gate_step_in(depth);
}

/* What the ranks of a host do is mostly a matter of a few looks, where every rank has a core; else of a few turns of those who
 * share it. Neither needs clock or patience. */
static bool is_done_soon(const struct sumac_request *request)
{
	struct sumac_job *job = request->team->job;
	struct sumac_engine *own = job->engine[request->kind];
	bool is_crowded = job->ranks_a_core > 1, has_moved = false;

	if (request->kind != SUMAC_ENGINE_CPU || !job->spin_ns || (is_crowded && (job->bus || job->ranks_a_core > MAX_YIELDERS)))
		return false;
	for (int i = 0; i < (is_crowded ? N_QUICK_YIELDS : N_QUICK_LOOKS) && request->ticket.status > 0; i++) {
		if (is_crowded && !has_moved)
			yield();
		has_moved = own->ops->progress(own) > 0;
	}
	return request->ticket.status <= 0;
}

void sumac_wait_pass(struct sumac_job *job)
{
	uint32_t seen = sumac_segment_events(job->segment);

	if (sumac_wait_poll_engines(job))
		sumac_gate_give_way();
	else
		nap(job, seen, MIN_SLEEP_NS);
}

/* For how long a wait yields. To others of this host, who need its core, at once and for as long as a sleep and its end would
 * take; but of many in line each would run only to yield again. A simulated NIC needs the core itself. */
static int64_t yield_ns(const struct sumac_job *job)
{
	if (job->bus && job->bus->simulated)
		return 0;
	return job->ranks_a_core <= 1 ? YIELD_NS : job->ranks_a_core <= MAX_YIELDERS ? CROWDED_YIELD_NS : 0;
}

/* Nothing moved: spin, then yield, then sleep. Spinning on a core that others need, other ranks or a simulated NIC, delays the
 * very thing that is waited for (8 ranks on 2 cores: 2.7 ms a collective instead of 0.3). */
static void back_off(struct sumac_request *request, uint32_t seen, int64_t now_ns)
{
	struct sumac_job *job = request->team->job;
	struct sumac_wait *wait = &request->wait;
	int64_t idle_ns = now_ns - wait->patience.since_ns, spin_ns = job->ranks_a_core > 1 && !job->bus ? 0 : job->spin_ns;

	if (idle_ns < spin_ns)
		return;
	if (idle_ns < spin_ns + yield_ns(job)) {
		yield();
		return;
	}
	sleep_for(job, seen, wait->sleep_ns);
	if (wait->sleep_ns < (n_hooks || job->bus ? MAX_SLEEP_NS : job->max_sleep_ns))
		wait->sleep_ns *= 2;
}

static bool is_member(const struct sumac_team *team, int world_rank, int *rank_out)
{
	for (int rank = 0; world_rank >= 0 && rank < team->desc.size; rank++)
		if (team->desc.world_ranks[rank] == world_rank) {
			*rank_out = rank;
			return true;
		}
	return false;
}

/* -SUMAC_EPEER when a member of the team is known to have died, or one speaks nonsense. */
static int check_deaths(const struct sumac_team *team, int *fault_rank_out)
{
	const struct sumac_bootstrap *bootstrap = &team->job->bootstrap;
	int mad = sumac_fabric_fault_peer(team->job->fabric);

	if (is_member(team, bootstrap->first_dead(bootstrap->ctx), fault_rank_out))
		return -SUMAC_EPEER;
	if (is_member(team, mad, fault_rank_out))
		return sumac_fail(SUMAC_EPEER, "rank %d has spoilt the memory through which it sends messages", mad);
	return 0;
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
		nap(job, seen, MAX_SLEEP_NS);
	}
	return err;
}

/* Whether a rank that this one waits for is known to be in the call, as it waits for others itself. */
static bool is_in_call(const struct sumac_request *request, int rank)
{
	struct sumac_notes notes;

	return sumac_agree_heard(request->team->agreement, rank, &notes) != SUMAC_NOT_HEARD &&
	       notes.call[0].seq >= request->call.seq;
}

/* Whether of the ranks that are in the call this is the lowest: then it speaks for them. */
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

/* A rank that is late is no error; but whoever looks at a job that stands still should learn whom it waits for. */
static void say_waiting(struct sumac_request *request, int64_t now_ns)
{
	char text[SUMAC_NOTE_TEXT_CAP];
	int fault_rank;

	if (!speaks_for_all(request))
		return;
	sumac_call_text(request, text);
	sumac_stall_tell(request->team->agreement, &fault_rank);
	sumac_say(SUMAC_SAY_ALWAYS, "rank %d: %s, call %u on a team of %d ranks, has waited %.0f s: %s",
		  request->team->job->rank, text, request->call.seq, request->team->desc.size,
		  (double)(now_ns - request->wait.patience.since_ns) / 1e9, sumac_last_error());
	sumac_fail_clear();
}

static int check_time(struct sumac_request *request, int64_t now_ns, int *fault_rank_out)
{
	struct sumac_wait *wait = &request->wait;
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
	int ranks[2 * SUMAC_STATUS_PAGE_MAX_WAITING]; /* so that more than the page lists are counted */
	int n = sumac_stall_waiting_for(team->agreement, ranks, (int)(sizeof(ranks) / sizeof(ranks[0])));

	for (int i = 0; i < n; i++)
		ranks[i] = team->desc.world_ranks[ranks[i]];
	sumac_status_page_wait_for(team->job->page, ranks, n);
}

/* Checks that are worth making only now and then. */
static int look_around(struct sumac_request *request, int64_t now_ns, int *fault_rank_out)
{
	struct sumac_wait *wait = &request->wait;
	struct sumac_bus *bus = request->team->job->bus;
	int err;

	if (now_ns >= wait->next_death_check_ns) {
		wait->next_death_check_ns = now_ns + DEATH_CHECK_NS;
		err = check_deaths(request->team, fault_rank_out);
		if (err)
			return err;
		/* The team may have failed although the engine still needs a while to end the call. */
		err = sumac_agree_status(request->team->agreement, fault_rank_out);
		if (err)
			return err;
		err = bus ? bus->ops->health(bus) : 0;
		if (err)
			return sumac_fail(err, "the NIC is gone: its %s has ended, or does not answer", bus->kind);
	}
	if (now_ns >= wait->next_show_ns) {
		wait->next_show_ns = now_ns + SHOW_NS;
		show_waiting(request);
	}
	return check_time(request, now_ns, fault_rank_out);
}

static void note_movement(struct sumac_wait *wait, int64_t now_ns)
{
	wait->patience.since_ns = now_ns;
	wait->next_compare_ns = now_ns + wait->compare_step_ns;
	wait->sleep_ns = MIN_SLEEP_NS;
}

/* A wait begins when somebody first waits for the call, and again after a time in which nobody did. */
static void begin(struct sumac_wait *wait)
{
	int64_t now_ns;

	sumac_patience_begin(&wait->patience);
	now_ns = wait->patience.since_ns;
	wait->compare_step_ns = COMPARE_NS;
	wait->next_death_check_ns = now_ns;
	wait->next_show_ns = now_ns + SHOW_NS;
	note_movement(wait, now_ns);
}

/* One look at the call: 1 if it is still in progress; else its status. Where nothing moves and may_back_off, time passes. */
static int look(struct sumac_request *request, bool may_back_off, int *fault_rank_out)
{
	struct sumac_job *job = request->team->job;
	struct sumac_wait *wait = &request->wait;
	struct sumac_bus *bus = job->bus;
	/* Read before the poll: whatever comes later is news, and ends the sleep. */
	uint32_t seen = events_of(job);
	int64_t now_ns = sumac_clock_ns();
	int moved = poll_for(request, now_ns), err = 0;

	if (request->ticket.status <= 0) {
		*fault_rank_out = request->ticket.fault_rank;
		return request->ticket.status;
	}
	wait->looked_at_ns = now_ns;
	/* While members are asked, what moves may be their answers, which do not count. */
	if (moved && now_ns < wait->next_compare_ns) {
		note_movement(wait, now_ns);
		return 1;
	}
	if (bus && !moved)
		bus->ops->waiting(bus, seen);
	err = look_around(request, now_ns, fault_rank_out);
	if (!err && !moved && may_back_off)
		back_off(request, seen, now_ns);
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
	struct sumac_wait *wait = &request->wait;
	int64_t looked_at_ns = wait->looked_at_ns;
	int status = request->ticket.status;
	bool spins;

	*fault_rank_out = request->ticket.fault_rank;
	if (status > 0 && (!looked_at_ns || sumac_clock_ns() - looked_at_ns > AWAY_NS))
		begin(wait);
	if (status > 0)
		status = look(request, false, fault_rank_out);
	/* A program that only looks would never let a simulated clock advance that waits for all ranks to wait; and it would
	 * keep its core from those whom the call needs. */
	spins = wait->looked_at_ns - looked_at_ns < MIN_SLEEP_NS;
	if (status > 0 && bus && (bus->stepped || (bus->simulated && spins))) {
		sleep_for(request->team->job, events_of(request->team->job), MIN_SLEEP_NS);
		status = look(request, false, fault_rank_out);
	} else if (status > 0 && spins && request->team->job->ranks_a_core > 1) {
		yield();
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
			nap(request->team->job, sumac_segment_events(request->team->job->segment), MIN_SLEEP_NS);
	return request->ticket.status <= 0;
}
