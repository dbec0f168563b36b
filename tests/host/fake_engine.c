/*
 * The fake engines: one hub, in which posts of the same engine, team and sequence number meet. The last one
 * to arrive computes, for I32 and U8; each rank picks up its result in its own progress.
 */
#include "fake_engine.h"

#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fabric_threads.h"
#include "agree/agree_private.h"
#include "base/fail.h"
#include "bus/bus.h"
#include "engine/engine.h"
#include "bootstrap/bootstrap.h"
#include "fabric/fabric_private.h"
#include "plan/plan.h"

struct fake_plan fake_plan;
atomic_int fake_posts[2], fake_repeats[2], fake_teams[2], fake_fails[2];
atomic_int fake_bus_waiting, fake_bus_running, fake_bus_open;
atomic_uint fake_newest_seq;
struct sumac_call fake_newest_call;
atomic_size_t fake_staging_bytes;
struct sumac_cpu_options fake_cpu_options;

struct fake_engine {
	struct sumac_engine base;
	int kind, world_rank;
	struct sumac_fabric *fabric; /* the CPU engine's, which drives it */
	struct fake_team *teams;
};

struct fake_team {
	struct fake_engine *engine;
	struct fake_team *next;
	const struct sumac_team_desc *desc;
	uint64_t key;
	int rank;
	bool is_installed;
	int n_posts; /* in progress, oldest first */
	struct {
		const struct sumac_call *call;
		struct sumac_ticket *ticket;
	} posts[FAKE_MAX_POSTS];
};

struct meeting {
	struct meeting *next;
	int kind, n_arrived, n_left;
	uint64_t key;
	uint32_t seq;
	const struct sumac_call *calls[FAKE_MAX_RANKS];
	uint8_t *result;
	size_t len_bytes;
};

struct failure {
	struct failure *next;
	int kind, status, fault_rank;
	uint64_t key;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct meeting *meetings;
static struct failure *failures;

static struct failure *find_failure(int kind, uint64_t key)
{
	struct failure *at = failures;

	while (at && (at->kind != kind || at->key != key))
		at = at->next;
	return at;
}

static struct meeting *find_meeting(int kind, uint64_t key, uint32_t seq)
{
	struct meeting *at = meetings;

	while (at && (at->kind != kind || at->key != key || at->seq != seq))
		at = at->next;
	return at;
}

static void remove_meeting(struct meeting *meeting)
{
	struct meeting **at = &meetings;

	while (*at != meeting)
		at = &(*at)->next;
	*at = meeting->next;
	free(meeting->result);
	free(meeting);
}

static const char *why_not(struct sumac_engine *base, int op, int type, int size)
{
	struct fake_engine *engine = (struct fake_engine *)base;

	(void)size;
	if (engine->kind == FAKE_CPU)
		return NULL;
	if (type != SUMAC_TYPE_I32 && type != SUMAC_TYPE_U8 && (type != SUMAC_TYPE_I64 || !fake_plan.nics_have_i64))
		return "the fake NIC does not do this type";
	if (op == SUMAC_OP_SUM && fake_plan.nic_lacks_sum[engine->world_rank])
		return "the fake NIC does not sum";
	return NULL;
}

static int team_reserve(struct sumac_engine *base, const struct sumac_team_desc *desc,
			struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES])
{
	struct fake_engine *engine = (struct fake_engine *)base;
	struct fake_team *team;

	if (fake_plan.reserve_told[engine->kind])
		sumac_fail(SUMAC_EFAILED, "%s", fake_plan.reserve_told[engine->kind]);
	*team_out = (struct sumac_engine_team *)1; /* must not be used if this fails */
	if (fake_plan.reserve_status[engine->kind][engine->world_rank])
		return fake_plan.reserve_status[engine->kind][engine->world_rank];
	team = calloc(1, sizeof(*team));
	team->engine = engine;
	team->desc = desc;
	team->key = desc->key;
	team->rank = desc->rank;
	team->next = engine->teams;
	engine->teams = team;
	memset(blob_out, 0x40 + desc->rank, SUMAC_ENGINE_BLOB_BYTES);
	fake_teams[engine->kind]++;
	*team_out = (struct sumac_engine_team *)team;
	return 0;
}

static int team_install(struct sumac_engine_team *base, const uint8_t *blobs)
{
	struct fake_team *team = (struct fake_team *)base;
	struct fake_engine *engine = team->engine;

	if (fake_plan.install_status[engine->kind][engine->world_rank])
		return fake_plan.install_status[engine->kind][engine->world_rank];
	for (int rank = 0; rank < team->desc->size; rank++)
		if (blobs[(size_t)rank * SUMAC_ENGINE_BLOB_BYTES + 7] != 0x40 + rank)
			return -SUMAC_ETEAM;
	team->is_installed = true;
	return 0;
}

static void team_free(struct sumac_engine_team *base)
{
	struct fake_team *team = (struct fake_team *)base, **at = &team->engine->teams;

	while (*at != team)
		at = &(*at)->next;
	*at = team->next;
	fake_teams[team->engine->kind]--;
	free(team);
}

/* Only allreduces and reduces are computed. */
static void fold(struct meeting *meeting, int size)
{
	const struct sumac_call *first = meeting->calls[0];

	meeting->result = calloc(1, 1);
	if (first->coll != SUMAC_COLL_ALLREDUCE && first->coll != SUMAC_COLL_REDUCE)
		return;
	free(meeting->result);
	meeting->len_bytes = first->count * (first->type == SUMAC_TYPE_I32 ? 4 : 1);
	meeting->result = calloc(1, meeting->len_bytes + 1);
	for (int rank = 0; rank < size; rank++) {
		for (uint64_t i = 0; i < first->count; i++) {
			if (first->type == SUMAC_TYPE_I32) {
				uint32_t sum, value;

				memcpy(&sum, meeting->result + 4 * i, 4);
				memcpy(&value, (const char *)meeting->calls[rank]->src + 4 * i, 4);
				sum += value;
				memcpy(meeting->result + 4 * i, &sum, 4);
			} else {
				uint8_t value = ((const uint8_t *)meeting->calls[rank]->src)[i];

				meeting->result[i] = first->op == SUMAC_OP_OR ? meeting->result[i] | value
									       : (uint8_t)(meeting->result[i] + value);
			}
		}
	}
}

static int post(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct fake_team *team = (struct fake_team *)base;
	int kind = team->engine->kind;
	struct meeting *meeting;
	struct failure *failure;

	if (fake_plan.post_status[kind][team->engine->world_rank])
		return fake_plan.post_status[kind][team->engine->world_rank];
	fake_posts[kind]++;
	fake_newest_seq = call->seq;
	if (team->engine->world_rank == 0)
		fake_newest_call = *call;
	pthread_mutex_lock(&lock);
	failure = find_failure(kind, team->key);
	if (failure && !fake_plan.keeps_failed_calls) {
		/* The calls that others had posted before are already gone. */
		*ticket = (struct sumac_ticket){ .status = failure->status, .fault_rank = failure->fault_rank };
		pthread_mutex_unlock(&lock);
		return 0;
	}
	meeting = find_meeting(kind, team->key, call->seq);
	if (!meeting) {
		meeting = calloc(1, sizeof(*meeting));
		meeting->kind = kind;
		meeting->key = team->key;
		meeting->seq = call->seq;
		meeting->next = meetings;
		meetings = meeting;
	}
	meeting->calls[team->desc->rank] = call;
	ticket->status = 1;
	ticket->is_brief = fake_plan.is_brief;
	assert(team->n_posts < FAKE_MAX_POSTS);
	team->posts[team->n_posts].call = call;
	team->posts[team->n_posts++].ticket = ticket;
	/* With another digest the call never completes: the fake engines let the core find that out. */
	for (int rank = 0; rank < team->desc->size; rank++)
		if (meeting->calls[rank] && meeting->calls[rank]->digest != call->digest)
			meeting->n_arrived = -1000;
	if (++meeting->n_arrived == team->desc->size)
		fold(meeting, team->desc->size);
	pthread_mutex_unlock(&lock);
	return 0;
}

static int post_like(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	fake_repeats[((struct fake_team *)base)->engine->kind]++;
	return post(base, call, ticket);
}

static void team_fail(struct sumac_engine_team *base, int status, int fault_rank)
{
	struct fake_team *team = (struct fake_team *)base;
	struct failure *failure;

	pthread_mutex_lock(&lock);
	if (!find_failure(team->engine->kind, team->key)) {
		failure = malloc(sizeof(*failure));
		*failure = (struct failure){ failures, team->engine->kind, status, fault_rank, team->key };
		failures = failure;
		fake_fails[team->engine->kind]++;
	}
	pthread_mutex_unlock(&lock);
}

static uint64_t oldest(struct sumac_engine_team *base)
{
	const struct fake_team *team = (struct fake_team *)base;

	return team->n_posts ? team->posts[0].call->seq : 0;
}

static int waiting_for(struct sumac_engine_team *base, int *ranks_out, int cap)
{
	struct fake_team *team = (struct fake_team *)base;
	struct meeting *meeting;
	int n = 0;

	pthread_mutex_lock(&lock);
	meeting = team->n_posts ? find_meeting(team->engine->kind, team->key, team->posts[0].call->seq) : NULL;
	for (int rank = 0; meeting && rank < team->desc->size && n < cap; rank++)
		if (!meeting->calls[rank])
			ranks_out[n++] = rank;
	pthread_mutex_unlock(&lock);
	return n;
}

static void end(struct fake_team *team, int status, int fault_rank)
{
	struct sumac_ticket *ticket = team->posts[0].ticket;

	memmove(team->posts, team->posts + 1, (size_t)--team->n_posts * sizeof(team->posts[0]));
	ticket->fault_rank = fault_rank;
	ticket->cycles = team->engine->kind == FAKE_NIC && !status ? 100 : 0;
	ticket->combines = team->engine->kind == FAKE_NIC && !status ? 7 : 0;
	ticket->status = status;
}

static int advance(struct fake_team *team)
{
	struct failure *failure = find_failure(team->engine->kind, team->key);
	struct meeting *meeting;

	if (!team->n_posts)
		return 0;
	if (failure && !fake_plan.keeps_failed_calls) {
		end(team, failure->status, failure->fault_rank);
		return 1;
	}
	meeting = find_meeting(team->engine->kind, team->key, team->posts[0].call->seq);
	if (!meeting->result)
		return 0;
	if (team->posts[0].call->dst)
		memcpy(team->posts[0].call->dst, meeting->result, meeting->len_bytes);
	end(team, 0, -1);
	if (++meeting->n_left == team->desc->size)
		remove_meeting(meeting);
	return 1;
}

static int progress(struct sumac_engine *base)
{
	struct fake_engine *engine = (struct fake_engine *)base;
	int moved = fake_plan.moves_idly;

	if (engine->fabric)
		moved += sumac_fabric_progress(engine->fabric);

	pthread_mutex_lock(&lock);
	for (struct fake_team *team = engine->teams; team; team = team->next)
		moved += advance(team);
	pthread_mutex_unlock(&lock);
	return moved;
}

static void engine_close(struct sumac_engine *base)
{
	free(base);
}

/* A fan-in of 2: not the one that real engines have. */
static int plan(struct sumac_engine_team *base, const struct sumac_call *call, struct sumac_plan *plan_io)
{
	const struct fake_team *team = (const struct fake_team *)base;
	const struct sumac_plan_spec spec = { .coll = call->coll, .size = team->desc->size, .rank = team->rank, .root = call->root,
					      .radix = 2, .features = SUMAC_FEATURE_LINKS | SUMAC_FEATURE_TAPS };

	return sumac_plan_make(&spec, plan_io);
}

static const char *why_not_coll(struct sumac_engine_team *team, enum sumac_coll coll)
{
	(void)team;
	return coll == SUMAC_COLL_SCAN && fake_plan.nics_lack_scans ? "the fake NICs do not scan" : NULL;
}

static const struct sumac_engine_ops cpu_ops = { "cpu", why_not, team_reserve, team_install, team_free, post, post_like, plan,
						 team_fail, oldest, waiting_for, progress, engine_close, NULL, NULL, NULL };
static const struct sumac_engine_ops nic_ops = { "nic", why_not, team_reserve, team_install, team_free, post, post_like, plan,
						 team_fail, oldest, waiting_for, progress, engine_close, NULL, why_not_coll, NULL };

int sumac_engine_cpu_open(struct sumac_fabric *fabric, struct sumac_segment *segment, const struct sumac_cpu_options *options,
			  struct sumac_engine **engine_out)
{
	struct fake_engine *engine = calloc(1, sizeof(*engine));

	(void)segment;
	fake_cpu_options = *options;
	engine->base.ops = &cpu_ops;
	engine->kind = FAKE_CPU;
	engine->world_rank = sumac_fabric_rank(fabric);
	engine->fabric = fabric;
	*engine_out = &engine->base;
	return 0;
}

/* One fabric for each rank of the job that is being opened, and how many are still to be fetched. */
static struct sumac_fabric *fabrics[FAKE_MAX_RANKS];
static int n_fabrics_left;

static const struct sumac_fabric_ops *threads_ops;
static struct sumac_fabric_ops mute_ops;

/* Only the questions among a mute rank's messages arrive. */
static int send_questions(struct sumac_fabric *fabric, struct sumac_fabric_send *send)
{
	struct sumac_agree_message message;

	memcpy(&message, send->payload, sizeof(message));
	if (message.kind == SUMAC_AGREE_QUESTION)
		return threads_ops->send(fabric, send);
	sumac_fabric_send_end(send, 0);
	return 0;
}

static void mute(struct sumac_fabric *fabric)
{
	threads_ops = fabric->ops;
	mute_ops = *threads_ops;
	mute_ops.send = send_questions;
	fabric->ops = &mute_ops;
}

int sumac_fabric_open(struct sumac_bootstrap *bootstrap, struct sumac_segment *segment, size_t payload_bytes,
		      struct sumac_fabric **fabric_out)
{
	int rank = bootstrap->rank(bootstrap->ctx), size = bootstrap->size(bootstrap->ctx);

	(void)segment;
	pthread_mutex_lock(&lock);
	if (!n_fabrics_left) {
		assert_int_equal(fabric_threads_open(size, payload_bytes, 0, fabrics), 0);
		for (int other = 0; other < size; other++)
			if (fake_plan.is_mute[other])
				mute(fabrics[other]);
		n_fabrics_left = size;
	}
	*fabric_out = fabrics[rank];
	n_fabrics_left--;
	pthread_mutex_unlock(&lock);
	return 0;
}

static uint32_t bus_events(struct sumac_bus *bus)
{
	(void)bus;
	return 0;
}

static void bus_waiting(struct sumac_bus *bus, uint32_t seen)
{
	(void)bus, (void)seen;
	fake_bus_waiting++;
}

static void bus_running(struct sumac_bus *bus)
{
	(void)bus;
	fake_bus_running++;
}

static void bus_sleep(struct sumac_bus *bus, uint32_t seen, uint64_t timeout_ns)
{
	struct timespec pause = { .tv_nsec = (long)timeout_ns };

	(void)bus, (void)seen;
	nanosleep(&pause, NULL);
}

static int bus_health(struct sumac_bus *bus)
{
	(void)bus;
	return 0;
}

static void bus_close(struct sumac_bus *bus)
{
	fake_bus_open--;
	free(bus);
}

/* A stage's cycles are their index; no other registers are there. */
static int bus_write(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	if (offset == SUMAC_REG_CAUSE_INDEX)
		bus->ip[1] = (uint8_t)value;
	return 0;
}

static int bus_read(struct sumac_bus *bus, uint32_t offset, uint32_t *value_out)
{
	*value_out = offset == SUMAC_REG_CAUSE_LO ? bus->ip[1] : 0;
	return 0;
}

static const struct sumac_bus_ops bus_ops = { .reg_write = bus_write, .reg_read = bus_read, .events = bus_events,
					      .waiting = bus_waiting, .running = bus_running,
					      .sleep = bus_sleep, .health = bus_health, .close = bus_close };

int sumac_bus_rack_open(const char *socket_path, int rank, int size, struct sumac_bus **bus_out)
{
	(void)socket_path, (void)size;
	if (fake_plan.bus_open_status[rank])
		return sumac_fail(fake_plan.bus_open_status[rank], "the fake rack is shut for rank %d", rank);
	*bus_out = calloc(1, sizeof(**bus_out));
	(*bus_out)->ops = &bus_ops;
	(*bus_out)->kind = "fake";
	(*bus_out)->simulated = true;
	(*bus_out)->clock_hz = 250000000;
	/* Carries the rank to the engine. */
	(*bus_out)->ip[0] = (uint8_t)rank;
	fake_bus_open++;
	return 0;
}

int sumac_engine_nic_open(struct sumac_bus *bus, const struct sumac_nic_options *options,
			  struct sumac_engine **engine_out)
{
	struct fake_engine *engine = calloc(1, sizeof(*engine));

	engine->base.ops = &nic_ops;
	engine->kind = FAKE_NIC;
	engine->world_rank = bus->ip[0];
	fake_staging_bytes = options->staging_bytes;
	*engine_out = &engine->base;
	return 0;
}

int sumac_engine_nic_alloc(struct sumac_engine *engine, size_t len_bytes, void **memory_out)
{
	(void)engine;
	*memory_out = calloc(1, len_bytes);
	return *memory_out ? 0 : -SUMAC_ENOMEM;
}

atomic_size_t fake_offered_bytes;

int sumac_engine_nic_lend(struct sumac_engine *engine, void *memory, size_t len_bytes, int fd, uint64_t offset_bytes)
{
	(void)engine, (void)memory, (void)fd, (void)offset_bytes;
	fake_offered_bytes = len_bytes;
	return -SUMAC_ENOTSUP;
}

int sumac_engine_nic_free(struct sumac_engine *engine, void *memory)
{
	(void)engine;
	free(memory);
	return 0;
}

void fake_reset(void)
{
	memset(&fake_plan, 0, sizeof(fake_plan));
	for (int i = 0; i < 2; i++)
		fake_posts[i] = fake_repeats[i] = fake_teams[i] = fake_fails[i] = 0;
	fake_bus_waiting = fake_bus_running = fake_bus_open = 0;
}

void fake_check_empty(void)
{
	assert_int_equal(fake_teams[FAKE_CPU], 0);
	assert_int_equal(fake_teams[FAKE_NIC], 0);
	assert_int_equal(fake_bus_open, 0);
	while (meetings)
		remove_meeting(meetings);
	while (failures) {
		struct failure *failure = failures;

		failures = failure->next;
		free(failure);
	}
}
