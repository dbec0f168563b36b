/*
 * The MPI calls that Sumac stands in for. It takes a call if its operation and datatype are in the map and its
 * communicator has a team: all ranks see the same of both. All other calls go to the host MPI unchanged, and so do
 * those that the host answers with an error.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "frontend/mpi/mpi_alias.h"
#include "frontend/mpi/mpi_bypass.h"
#include "frontend/mpi/mpi_call.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_exact.h"
#include "frontend/mpi/mpi_group.h"
#include "frontend/mpi/mpi_layout.h"
#include "frontend/mpi/mpi_map.h"
#include "frontend/mpi/mpi_next.h"
#include "frontend/mpi/mpi_setup.h"
#include "frontend/mpi/mpi_start.h"

struct mapped {
	enum sumac_op op;
	enum sumac_type type;
	struct sumac_mpi_group *group;
	union {
		int code; /* of an ANSWERED call */
		const struct sumac_mpi_exact *exact; /* of one TO_EXACT */
	};
};

/* ANSWERED: with an error that the program knows of. TO_EXACT: to Sumac, as a sum of accumulators. */
enum verdict { TO_SUMAC, TO_EXACT, TO_HOST, REFUSED, ANSWERED };

/* Keeps code that taken calls never reach out of their way. */
#define ASIDE __attribute__((cold, noinline))

static enum sumac_left left_of(const struct sumac_mpi_call *call)
{
	return call->kind == SUMAC_MPI_BARRIER ? SUMAC_LEFT_OTHER : SUMAC_LEFT_REDUCTION;
}

/* There is nothing to reduce. A negative count is an error, and the report lists no erroneous calls. */
static ASIDE enum verdict give_back_empty(const struct sumac_mpi_call *call)
{
	if (call->counts || call->count >= 0)
		sumac_report_left(sumac_mpi_call_name(call), left_of(call), 0, "the count is 0 or negative");
	return TO_HOST;
}

/* The bytes that this rank gives. */
static uint64_t bytes_of(const struct sumac_mpi_call *call)
{
	int size;

	if (call->kind == SUMAC_MPI_BARRIER)
		return 0;
	PMPI_Comm_size(call->comm, &size);
	return sumac_mpi_bytes_of(call->datatype, sumac_mpi_n_elems(call, size));
}

/* The sum of one rank's operands is any sum of them. */
static bool is_alone(MPI_Comm comm)
{
	int is_inter = 0, size = 0;

	PMPI_Comm_test_inter(comm, &is_inter);
	PMPI_Comm_size(comm, &size);
	return !is_inter && size == 1;
}

/* The settings sums = exact and reproducible promise what the host MPI's sums do not give. */
static ASIDE bool must_not_be_plain(const struct sumac_mpi_call *call)
{
	enum sumac_op op;
	enum sumac_type type;

	return strcmp(sumac_setting_string(SUMAC_SETTING_SUMS), "plain") && sumac_mpi_has_elements(call) &&
	       sumac_mpi_map_find(call->op, call->datatype, &op, &type) && op == SUMAC_OP_SUM &&
	       (type == SUMAC_TYPE_F32 || type == SUMAC_TYPE_F64) && !is_alone(call->comm);
}

static ASIDE enum verdict refuse_plain_sum(const struct sumac_mpi_call *call, const char *why)
{
	const char *name = sumac_mpi_call_name(call);
	char refused[256];

	snprintf(refused, sizeof(refused), "refused, as the setting sums is %s and the host MPI's sums are plain: %s",
		 sumac_setting_string(SUMAC_SETTING_SUMS), why);
	sumac_report_left(name, SUMAC_LEFT_UNDONE, bytes_of(call), refused);
	sumac_fail(SUMAC_EREQUIRED, "%s: %s", name, refused);
	return REFUSED;
}

/* The setting require = nic also covers reductions that the host MPI would compute. Either way the report lists the call. */
static ASIDE enum verdict leave_to_host(const struct sumac_mpi_call *call, const char *why)
{
	const char *name = sumac_mpi_call_name(call);
	bool is_reduction = call->kind != SUMAC_MPI_BARRIER;
	char refused[256];

	if (is_reduction && must_not_be_plain(call))
		return refuse_plain_sum(call, why);
	if (is_reduction && (call->op == MPI_OP_NULL || !sumac_mpi_is_datatype(call->datatype)))
		return TO_HOST; /* an error; the host MPI reports it */
	if (!is_reduction || strcmp(sumac_setting_string(SUMAC_SETTING_REQUIRE), "nic")) {
		sumac_report_left(name, left_of(call), bytes_of(call), why);
		return TO_HOST;
	}
	snprintf(refused, sizeof(refused), "refused, as the setting require is nic: %s", why);
	sumac_report_left(name, SUMAC_LEFT_UNDONE, bytes_of(call), refused);
	sumac_refuse(name, "the host MPI", why);
	return REFUSED;
}

static bool is_loaded;

/* For sums that the settings do not leave to the host MPI. */
static void load_without_sumac(void)
{
	sumac_mpi_map_open();
	is_loaded = sumac_settings_load() == 0;
}

/* Sumac has not begun, or has ended. */
static ASIDE enum verdict leave_all_to_host(const struct sumac_mpi_call *call, struct mapped *mapped_out)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static atomic_flag is_said = ATOMIC_FLAG_INIT;
	const char *why = sumac_mpi_why_not_up();
	int rank = 0;

	if (!why)
		return TO_HOST; /* MPI has not begun, or has ended; the host MPI reports it */
	mapped_out->code = PMPI_Comm_rank(call->comm, &rank);
	if (mapped_out->code != MPI_SUCCESS)
		return ANSWERED;
	pthread_once(&once, load_without_sumac);
	if (!atomic_flag_test_and_set(&is_said)) {
		sumac_mpi_bypass_deny();
		if (is_loaded && !rank)
			sumac_say(SUMAC_SAY_ALWAYS, "the program's reductions are left to the host MPI: %s", why);
	}
	return leave_to_host(call, why);
}

static ASIDE bool is_minded_alias(const struct sumac_mpi_call *call, int rank)
{
	return call->sendbuf != MPI_IN_PLACE && (call->kind != SUMAC_MPI_REDUCE || call->root == rank) &&
	       sumac_mpi_minds_alias(call);
}

/* Whether the host MPI answers the call with an error, before it communicates. Other ranks do not learn of it, so this rank takes
 * no part. */
static inline bool is_wrong(const struct sumac_mpi_call *call, int rank, int size)
{
	if (call->sendbuf == call->recvbuf && call->recvbuf && is_minded_alias(call, rank))
		return true;
	if (call->kind != SUMAC_MPI_REDUCE) /* an exscan gives the first rank no result, so its place does not matter */
		return call->recvbuf == MPI_IN_PLACE && !(call->kind == SUMAC_MPI_EXSCAN && rank == 0);
	if (call->root < 0 || call->root >= size)
		return true;
	return (call->root == rank ? call->recvbuf : call->sendbuf) == MPI_IN_PLACE;
}

/* A rank that gives, or gets, elements has to say where they are. Not all hosts notice if it does not; MPI has a class for this
 * error. */
static ASIDE enum verdict judge_missing(const struct sumac_mpi_call *call, int rank, struct mapped *mapped_out)
{
	bool is_in_place = call->sendbuf == MPI_IN_PLACE, gets = true;
	const char *why;

	if (call->kind == SUMAC_MPI_REDUCE)
		gets = call->root == rank;
	if (call->kind == SUMAC_MPI_EXSCAN)
		gets = is_in_place || rank > 0;
	if (call->kind == SUMAC_MPI_REDUCE_SCATTER)
		gets = is_in_place || sumac_mpi_count_of(call, rank) > 0;
	if (call->sendbuf && (call->recvbuf || !gets))
		return TO_SUMAC;
	why = call->sendbuf ? "the result's buffer is NULL" : "the source is NULL";
	mapped_out->code = sumac_mpi_error_raise_code(call->comm, sumac_mpi_call_name(call), MPI_ERR_BUFFER, why);
	return ANSWERED;
}

/* Checks this rank's arguments by themselves. */
static inline enum verdict judge_arguments(const struct sumac_mpi_call *call, int rank, int size, struct mapped *mapped_out)
{
	if (call->kind == SUMAC_MPI_BARRIER)
		return TO_SUMAC;
	if (is_wrong(call, rank, size))
		return TO_HOST;
	if (!call->sendbuf || !call->recvbuf)
		return judge_missing(call, rank, mapped_out);
	return TO_SUMAC;
}

/* To make a team, ranks wait for each other; a rank whose arguments are wrong must wait for nobody. */
static ASIDE enum verdict judge_without_team(const struct sumac_mpi_call *call, struct mapped *mapped_out)
{
	int is_inter = 0, rank, size;

	PMPI_Comm_test_inter(call->comm, &is_inter);
	if (is_inter)
		return TO_SUMAC;
	PMPI_Comm_rank(call->comm, &rank);
	PMPI_Comm_size(call->comm, &size);
	return judge_arguments(call, rank, size, mapped_out);
}

/* All ranks of a communicator make their calls on it in one order, so by then either all have a team or none has. */
static ASIDE enum verdict find_group(const struct sumac_mpi_call *call, struct mapped *mapped_out)
{
	enum verdict verdict = mapped_out->group ? TO_SUMAC : judge_without_team(call, mapped_out);

	if (verdict != TO_SUMAC)
		return verdict;
	if (!mapped_out->group && call->is_nonblocking) {
		mapped_out->group = sumac_mpi_group_make_alone(call->comm);
		/* A sum that no host MPI may do waits here for the other ranks, as a blocking call would. */
		if (!mapped_out->group && !must_not_be_plain(call))
			return leave_to_host(call, "the communicator has no team yet; call a blocking collective such as "
					     "MPI_Barrier on it first");
	}
	if (!mapped_out->group)
		mapped_out->group = sumac_mpi_group_make(call->comm);
	if (!mapped_out->group) {
		sumac_fail(SUMAC_ENOMEM, "%s: no memory", sumac_mpi_call_name(call));
		return REFUSED;
	}
	if (!mapped_out->group->team)
		return leave_to_host(call, mapped_out->group->why_not);
	return TO_SUMAC;
}

/* Persistent forms have no place in the order of a team's calls. */
static ASIDE enum verdict judge_request(const struct sumac_mpi_call *call)
{
	if (!call->request)
		return TO_HOST; /* an error; the host MPI reports it */
	if (!sumac_mpi_has_elements(call))
		return give_back_empty(call);
	return leave_to_host(call, "each rank may start persistent requests in its own order, so the host MPI handles them");
}

/* Finds the team, and checks this rank's arguments. */
static inline enum verdict judge_ranks(const struct sumac_mpi_call *call, struct mapped *mapped_out)
{
	enum verdict verdict = mapped_out->group && mapped_out->group->team ? TO_SUMAC : find_group(call, mapped_out);

	if (verdict != TO_SUMAC)
		return verdict;
	return judge_arguments(call, mapped_out->group->rank, mapped_out->group->size, mapped_out);
}

/* The pair is not predefined: sums of accumulators are Sumac's too, as sums of their words. */
static ASIDE enum verdict judge_unmapped(const struct sumac_mpi_call *call, struct mapped *mapped_out)
{
	const struct sumac_mpi_exact *exact = sumac_mpi_exact_find(call);
	struct sumac_mpi_call in_words = *call;
	enum verdict verdict;
	const char *why_not;

	if (!exact)
		return leave_to_host(call, sumac_mpi_map_why_not(call->op, call->datatype));
	if (!sumac_mpi_exact_has(call->kind))
		return leave_to_host(call, "Sumac has no such collective of exact sums");
	verdict = judge_ranks(call, mapped_out);
	if (verdict != TO_SUMAC)
		return verdict;
	in_words.count *= sumac_mpi_exact_words(exact);
	if (call->is_nonblocking && !sumac_mpi_may_start(&in_words, mapped_out->group, SUMAC_OP_SUM, SUMAC_TYPE_I64, &why_not))
		return leave_to_host(call, why_not);
	mapped_out->exact = exact;
	return TO_EXACT;
}

static enum verdict judge(const struct sumac_mpi_call *call, struct mapped *mapped_out)
{
	enum verdict verdict;
	const char *why_not;

	if (call->comm == MPI_COMM_NULL || !call->comm)
		return TO_HOST; /* an error; the host MPI reports it */
	if (!sumac_mpi_is_up())
		return leave_all_to_host(call, mapped_out);
	mapped_out->code = sumac_mpi_group_find(call->comm, &mapped_out->group);
	if (mapped_out->code != MPI_SUCCESS)
		return ANSWERED;
	if (call->is_nonblocking && (!call->request || call->is_persistent))
		return judge_request(call);
	if (call->kind != SUMAC_MPI_BARRIER) {
		if (!sumac_mpi_has_elements(call))
			return give_back_empty(call);
		if (!sumac_mpi_map_find(call->op, call->datatype, &mapped_out->op, &mapped_out->type))
			return judge_unmapped(call, mapped_out);
	}
	verdict = judge_ranks(call, mapped_out);
	if (verdict != TO_SUMAC)
		return verdict;
	if (call->is_nonblocking && !sumac_mpi_may_start(call, mapped_out->group, mapped_out->op, mapped_out->type, &why_not))
		return leave_to_host(call, why_not);
	return TO_SUMAC;
}

static ASIDE int run_on_host(const struct sumac_mpi_call *c)
{
	int count = (int)c->count;

	if (c->on_host)
		return c->on_host(c);
	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_mpi_next.Reduce(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->root, c->comm);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_mpi_next.Allreduce(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_REDUCE_SCATTER:
		return sumac_mpi_next.Reduce_scatter(c->sendbuf, c->recvbuf, c->counts, c->datatype, c->op, c->comm);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_mpi_next.Reduce_scatter_block(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_SCAN:
		return sumac_mpi_next.Scan(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_EXSCAN:
		return sumac_mpi_next.Exscan(c->sendbuf, c->recvbuf, count, c->datatype, c->op, c->comm);
	case SUMAC_MPI_BARRIER:
		return sumac_mpi_next.Barrier(c->comm);
	}
	return MPI_ERR_INTERN;
}

static __attribute__((noinline)) int reduce_scatter(struct sumac_team *team, enum sumac_op op, enum sumac_type type, void *dst,
						    const void *src, const struct sumac_mpi_call *call)
{
	size_t *wide = sumac_mpi_widen(call, sumac_team_size(team));
	int err;

	if (!wide)
		return -SUMAC_ENOMEM;
	err = sumac_reduce_scatter(team, op, type, dst, src, wide);
	free(wide);
	return err;
}

/* MPI_IN_PLACE in Sumac's form: the source is the destination. */
static int run_on_sumac(const struct sumac_mpi_call *c, const struct mapped *mapped)
{
	struct sumac_team *team = mapped->group->team;
	enum sumac_op op = mapped->op;
	enum sumac_type type = mapped->type;
	void *dst = c->recvbuf;
	const void *src = c->sendbuf == MPI_IN_PLACE ? dst : c->sendbuf;
	size_t count = (size_t)c->count;

	switch (c->kind) {
	case SUMAC_MPI_REDUCE:
		return sumac_reduce(team, op, type, dst, src, count, c->root);
	case SUMAC_MPI_ALLREDUCE:
		return sumac_allreduce(team, op, type, dst, src, count);
	case SUMAC_MPI_REDUCE_SCATTER:
		return reduce_scatter(team, op, type, dst, src, c);
	case SUMAC_MPI_REDUCE_SCATTER_BLOCK:
		return sumac_reduce_scatter_block(team, op, type, dst, src, count);
	case SUMAC_MPI_SCAN:
		return sumac_scan(team, op, type, dst, src, count);
	case SUMAC_MPI_EXSCAN:
		return sumac_exscan(team, op, type, dst, src, count);
	case SUMAC_MPI_BARRIER:
		return sumac_barrier(team);
	}
	return -SUMAC_EINVAL;
}

static ASIDE int raise_error(const struct sumac_mpi_call *call, const struct sumac_team *team, int err)
{
	return sumac_mpi_error_raise_of(team, call->comm, sumac_mpi_call_name(call), err);
}

int sumac_mpi_run(const struct sumac_mpi_call *call)
{
	struct mapped mapped;
	int err;

	switch (judge(call, &mapped)) {
	case TO_HOST:
		return call->is_nonblocking ? sumac_mpi_start_on_host(call) : run_on_host(call);
	case REFUSED:
		return raise_error(call, NULL, -SUMAC_EREQUIRED);
	case ANSWERED:
		return mapped.code;
	case TO_EXACT:
		return sumac_mpi_exact_run(call, mapped.group->team, mapped.exact);
	case TO_SUMAC:
		break;
	}
	if (call->is_nonblocking)
		return sumac_mpi_start(call, mapped.group, mapped.op, mapped.type);
	err = run_on_sumac(call, &mapped);
	return err ? raise_error(call, mapped.group->team, err) : MPI_SUCCESS;
}
