/*
 * A core that records its calls.
 */
#include "fake_core.h"

#include "core/job/remote_api.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fail.h"
#include "base/settings.h"
#include "bootstrap/bootstrap.h"
#include "sumac_exact.h"

struct fake_core fake_core;

void fake_core_reset(int rank, int size)
{
	fake_core = (struct fake_core){ .rank = rank, .size = size, .world = { .rank = rank, .size = size } };
	for (int i = 0; i < size; i++)
		fake_core.world.world_ranks[i] = i;
}

void fake_core_settings(const char *options)
{
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
}

static int answer(void)
{
	return fake_core.status ? sumac_fail(fake_core.status, "the fake core says no") : 0;
}

int sumac_init(void)
{
	int err = answer();

	fake_core.is_up |= !err;
	fake_core.n_inits += !err;
	return err;
}

int sumac_init_with(const struct sumac_bootstrap *bootstrap)
{
	int err = sumac_init();

	if (!err)
		bootstrap->close(bootstrap->ctx);
	return err;
}

int sumac_finalize(void)
{
	if (fake_core.tells)
		fprintf(stderr, "finalized\n");
	fake_core.n_finalizes++;
	return answer();
}

int sumac_rank(void)
{
	return fake_core.is_up ? fake_core.rank : -SUMAC_ESTATE;
}

int sumac_size(void)
{
	return fake_core.is_up ? fake_core.size : -SUMAC_ESTATE;
}

struct sumac_team *sumac_team_world(void)
{
	return fake_core.is_up ? &fake_core.world : NULL;
}

static struct sumac_team *new_team(void)
{
	assert_in_range(fake_core.n_teams, 0, FAKE_CORE_TEAMS - 1);
	return &fake_core.teams[fake_core.n_teams++];
}

int sumac_team_create(const struct sumac_oob *oob, int rank, int size, const int *world_ranks,
		      struct sumac_team **team_out)
{
	unsigned char mine[FAKE_CORE_EXCHANGE_BYTES];
	int err = answer();

	memset(mine, 'a' + rank, sizeof(mine));
	for (int i = 0; i < fake_core.n_exchanges && !err; i++)
		err = oob->allgather(oob->ctx, mine, sizeof(mine), fake_core.heard);
	if (err)
		return err;
	*team_out = new_team();
	**team_out = (struct sumac_team){ .rank = rank, .size = size };
	memcpy((*team_out)->world_ranks, world_ranks, (size_t)size * sizeof(*world_ranks));
	return 0;
}

int sumac_team_split_strided(struct sumac_team *parent, int start, int stride, int size, struct sumac_team **team_out)
{
	int err = parent ? answer() : sumac_fail(SUMAC_ETEAM, "no team");

	fake_core.start = start;
	fake_core.stride = stride;
	if (err)
		return err;
	*team_out = new_team();
	**team_out = (struct sumac_team){ .rank = -1, .size = size };
	for (int i = 0; i < size; i++) {
		(*team_out)->world_ranks[i] = parent->world_ranks[start + i * stride];
		if ((*team_out)->world_ranks[i] == fake_core.rank)
			(*team_out)->rank = i;
	}
	return 0;
}

int sumac_team_rank(const struct sumac_team *team)
{
	return team ? team->rank : -SUMAC_ETEAM;
}

int sumac_team_size(const struct sumac_team *team)
{
	return team ? team->size : -SUMAC_ETEAM;
}

int sumac_team_world_rank(const struct sumac_team *team, int team_rank)
{
	return team && team_rank >= 0 && team_rank < team->size ? team->world_ranks[team_rank] : -1;
}

uint64_t sumac_team_key(const struct sumac_team *team)
{
	return (uint64_t)(team - fake_core.teams) + 1;
}

int sumac_team_free(struct sumac_team *team)
{
	team->is_freed = true;
	return answer();
}

int sumac_team_release(struct sumac_team *team)
{
	team->is_released = true;
	return answer();
}

static int record(struct fake_core_call call)
{
	fake_core.call = call;
	fake_core.n_calls++;
	return call.team ? answer() : sumac_fail(SUMAC_ETEAM, "no team");
}

int sumac_allreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		    size_t count)
{
	return record((struct fake_core_call){ team, op, type, dst, src, count, -1, "allreduce", { 0 } });
}

int sumac_reduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count, int root)
{
	return record((struct fake_core_call){ team, op, type, dst, src, count, root, "reduce", { 0 } });
}

int sumac_reduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
			 const size_t *counts)
{
	struct fake_core_call call = { team, op, type, dst, src, 0, -1, "reduce_scatter", { 0 } };

	memcpy(call.counts, counts, (size_t)team->size * sizeof(*counts));
	return record(call);
}

int sumac_reduce_scatter_block(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst,
			       const void *src, size_t count)
{
	return record((struct fake_core_call){ team, op, type, dst, src, count, -1, "reduce_scatter_block", { 0 } });
}

int sumac_scan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count)
{
	return record((struct fake_core_call){ team, op, type, dst, src, count, -1, "scan", { 0 } });
}

int sumac_exscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		 size_t count)
{
	return record((struct fake_core_call){ team, op, type, dst, src, count, -1, "exscan", { 0 } });
}

int sumac_remote_api_open(void *heap, size_t heap_bytes)
{
	fake_core.shared = heap;
	fake_core.shared_bytes = heap_bytes;
	return fake_core.status;
}

int sumac_remote_api_quiet(int rank)
{
	(void)rank;
	fake_core.n_quiets++;
	return 0;
}

int sumac_remote_api_quiet_of(struct sumac_remote_flow *flow, int rank)
{
	(void)flow;
	return sumac_remote_api_quiet(rank);
}

int sumac_remote_api_fence(struct sumac_remote_flow *flow)
{
	(void)flow;
	return 0;
}

void sumac_remote_api_pass(void)
{
}

int sumac_barrier(struct sumac_team *team)
{
	fake_core.met = team;
	fake_core.n_barriers++;
	return team ? answer() : sumac_fail(SUMAC_ETEAM, "no team");
}

/* The address of this is a request in progress. */
static char in_progress;

static int begin(int err, const char *name, struct sumac_request **request_out)
{
	fake_core.call.name = name;
	*request_out = err ? NULL : (struct sumac_request *)(void *)&in_progress;
	return err;
}

int sumac_iallreduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
		     size_t count, struct sumac_request **request_out)
{
	return begin(sumac_allreduce(team, op, type, dst, src, count), "iallreduce", request_out);
}

int sumac_ireduce(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count,
		  int root, struct sumac_request **request_out)
{
	return begin(sumac_reduce(team, op, type, dst, src, count, root), "ireduce", request_out);
}

int sumac_ireduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
			  const size_t *counts, struct sumac_request **request_out)
{
	return begin(sumac_reduce_scatter(team, op, type, dst, src, counts), "ireduce_scatter", request_out);
}

int sumac_ireduce_scatter_block(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src,
				size_t count, struct sumac_request **request_out)
{
	return begin(sumac_reduce_scatter_block(team, op, type, dst, src, count), "ireduce_scatter_block", request_out);
}

int sumac_iscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count,
		struct sumac_request **request_out)
{
	return begin(sumac_scan(team, op, type, dst, src, count), "iscan", request_out);
}

int sumac_iexscan(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst, const void *src, size_t count,
		  struct sumac_request **request_out)
{
	return begin(sumac_exscan(team, op, type, dst, src, count), "iexscan", request_out);
}

int sumac_ibarrier(struct sumac_team *team, struct sumac_request **request_out)
{
	return begin(sumac_barrier(team), "ibarrier", request_out);
}

/* Sums of accumulators, which are counted whole. */
#define EXACT(form, verb, also, root) \
	int sumac_##form##_##verb(struct sumac_team *team, struct sumac_##form *dst, const struct sumac_##form *src, \
				  size_t n also) \
	{ \
		return record((struct fake_core_call){ team, SUMAC_OP_SUM, SUMAC_TYPE_I64, dst, src, n, root, #form "_" #verb, \
						       { 0 } }); \
	} \
	int sumac_##form##_i##verb(struct sumac_team *team, struct sumac_##form *dst, const struct sumac_##form *src, \
				   size_t n also, struct sumac_request **request_out) \
	{ \
		return begin(record((struct fake_core_call){ team, SUMAC_OP_SUM, SUMAC_TYPE_I64, dst, src, n, root, "", { 0 } }), \
			     #form "_i" #verb, request_out); \
	}
#define NOTHING
#define ROOT , int root
#define EXACTS(form) EXACT(form, allreduce, NOTHING, -1) EXACT(form, reduce, ROOT, root) EXACT(form, scan, NOTHING, -1)
EXACTS(exact)
EXACTS(exact_dot)

int sumac_test(struct sumac_request **request, int *is_done_out)
{
	assert_ptr_equal(*request, &in_progress);
	fake_core.n_looks++;
	*is_done_out = fake_core.is_request_done || fake_core.status;
	if (*is_done_out)
		*request = NULL;
	return answer();
}

int sumac_end_if_over(struct sumac_request **request, bool *is_over_out)
{
	*is_over_out = fake_core.is_over_at_once;
	return *is_over_out ? sumac_wait(request) : 0;
}

int sumac_wait(struct sumac_request **request)
{
	assert_ptr_equal(*request, &in_progress);
	fake_core.n_waits++;
	*request = NULL;
	return answer();
}

bool sumac_team_drives(const struct sumac_team *team, enum sumac_coll coll, enum sumac_op op, enum sumac_type type,
		       size_t count, const char **reason_out)
{
	(void)coll, (void)op, (void)type;
	assert_non_null(team);
	fake_core.n_asked = count;
	*reason_out = fake_core.why_not_driven;
	return !fake_core.why_not_driven;
}

bool sumac_is_on_this_host(int world_rank)
{
	return fake_core.is_up && world_rank >= 0 && world_rank < fake_core.size &&
	       (!fake_core.host_stride || (world_rank - fake_core.rank) % fake_core.host_stride == 0);
}

/* As if all ranks had given the same, but for what the test changes. */
int sumac_allgather(struct sumac_team *team, void *dst, const void *src, size_t len_bytes)
{
	for (int i = 0; team && i < team->size; i++)
		memcpy((char *)dst + (size_t)i * len_bytes, src, len_bytes);
	if (team && fake_core.change)
		fake_core.change(dst, len_bytes);
	return team ? answer() : sumac_fail(SUMAC_ETEAM, "no team");
}

static void *pages[FAKE_CORE_RANKS];

int sumac_host_pages_open(size_t len_bytes)
{
	for (int i = 0; i < fake_core.size; i++)
		pages[i] = calloc(1, len_bytes);
	return answer();
}

void *sumac_host_page(int world_rank)
{
	return pages[world_rank];
}

void sumac_host_pages_forget(void)
{
	for (int i = 0; i < FAKE_CORE_RANKS; i++) {
		free(pages[i]);
		pages[i] = NULL;
	}
}

bool sumac_is_forked(void)
{
	return false;
}

bool sumac_is_in_a_call(void)
{
	return fake_core.is_in_a_call;
}

bool sumac_team_should_report(const struct sumac_team *team, const char *word, char *who_out, size_t cap_bytes)
{
	(void)team;
	snprintf(who_out, cap_bytes, "%s %d", word, sumac_rank());
	return !fake_core.is_silent;
}

int sumac_alloc(size_t len_bytes, void **memory_out)
{
	int err = answer();

	if (err)
		return err;
	fake_core.n_allocs++;
	*memory_out = fake_core.memory = malloc(len_bytes);
	return fake_core.memory ? 0 : -SUMAC_ENOMEM;
}

int sumac_refuse(const char *call, const char *elsewhere, const char *reason)
{
	return sumac_fail(SUMAC_EREQUIRED, "%s: the setting require is nic, but this would go to %s: %s", call, elsewhere,
			  reason);
}

void sumac_note_bypass(void)
{
}

void sumac_note_exit(int status)
{
	fake_core.exit_status = status;
}

bool sumac_exit_closes_nics(void)
{
	return fake_core.exit_closes_nics;
}

bool sumac_is_first(const char *word)
{
	(void)word;
	return sumac_rank() == 0;
}

void sumac_report_left(const char *call, enum sumac_left left, uint64_t bytes, const char *why)
{
	fake_core.left_bytes = bytes;
	fake_core.left = left;
	fake_core.n_left++;
	snprintf(fake_core.left_why, sizeof(fake_core.left_why), "%s: %s", call, why);
}

int sumac_progress_hook_add(int (*hook)(void *ctx), void *ctx)
{
	fake_core.hook = hook;
	fake_core.hook_ctx = ctx;
	return answer();
}

void sumac_progress_hook_remove(int (*hook)(void *ctx), void *ctx)
{
	if (fake_core.hook == hook && fake_core.hook_ctx == ctx)
		fake_core.hook = NULL;
}

void sumac_progress(void)
{
	fake_core.n_progress++;
}

void sumac_abort(int exit_status, const char *why)
{
	fprintf(stderr, "aborted: %s\n", why);
	fflush(NULL);
	_Exit(exit_status);
}
