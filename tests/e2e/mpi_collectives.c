/*
 * MPI_Reduce_scatter, MPI_Reduce_scatter_block, MPI_Scan, MPI_Exscan and MPI_Barrier: of several lengths and parts, in
 * place and not, on all ranks and on some, against the definition (left folds, and E for the parts of a reduction)
 * and, where any order of the ranks gives the same bits, against the host MPI's own functions. Memory that a call has not to
 * write must be as it was.
 *
 * With the argument "required", where NICs are: of what no NIC does, reductions fail and barriers pass.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "e2e.h"
#include "mpi_expect.h"
#include "oracle/oracle.h"
#include "sumac_ops.h"

enum { MAX_RANKS = 32, LARGE = 20000, MAX_BYTES = 16, UNTOUCHED = 0x5a, FENCE_BYTES = 64 };

/* is_exact: the host MPI, whatever its order, has the same bits. */
static const struct pair {
	MPI_Op host_op;
	MPI_Datatype host_type;
	int op, type;
	bool is_exact;
} pairs[] = {
#define PAIR(host_op, host_type, op, type, is_exact) \
	{ host_op, host_type, SUMAC_OP_##op, SUMAC_TYPE_##type, is_exact },
	PAIR(MPI_SUM, MPI_INT, SUM, I32, true)
	PAIR(MPI_BXOR, MPI_UINT64_T, XOR, U64, true)
	PAIR(MPI_MAX, MPI_SIGNED_CHAR, MAX, I8, true)
	PAIR(MPI_MIN, MPI_CHAR, MIN, I8, true)
	PAIR(MPI_BXOR, MPI_CHARACTER, XOR, I8, true)
	PAIR(MPI_SUM, MPI_DOUBLE, SUM, F64, false)
	PAIR(MPI_PROD, MPI_C_FLOAT_COMPLEX, PROD, C32, false)
	PAIR(MPI_MINLOC, MPI_DOUBLE_INT, MINLOC, PAIR_F64_I32, false)
};
enum { N_PAIRS = sizeof(pairs) / sizeof(pairs[0]) };

enum kind { REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, N_KINDS };
static const char *const names[] = { "MPI_Reduce_scatter", "MPI_Reduce_scatter_block", "MPI_Scan", "MPI_Exscan" };

/* The same arguments for Sumac and for the host. */
struct call {
	enum kind kind;
	const struct pair *pair;
	MPI_Comm comm;
	int rank, size;
	int counts[MAX_RANKS]; /* all equal for a block; all that there is for a scan */
	bool is_in_place, with_large_counts;
};

static int me, n, n_bad;
static uint64_t seed;
static char *source, *got, *wanted, *host, *operands;

static bool has_parts(const struct call *call)
{
	return call->kind == REDUCE_SCATTER || call->kind == REDUCE_SCATTER_BLOCK;
}

/* Elements that a rank gives. */
static size_t all_of(const struct call *call)
{
	size_t all = 0;

	for (int rank = 0; rank < call->size; rank++)
		all += (size_t)call->counts[rank];
	return has_parts(call) ? all : (size_t)call->counts[0];
}

/* Elements that this rank gets. */
static size_t mine_of(const struct call *call)
{
	if (call->kind == EXSCAN && call->rank == 0)
		return 0;
	return (size_t)call->counts[has_parts(call) ? call->rank : 0];
}

#if MPI_VERSION >= 4
static int perform_large(const struct call *c, const void *src, void *dst)
{
	MPI_Datatype type = c->pair->host_type;
	MPI_Op op = c->pair->host_op;
	MPI_Count counts[MAX_RANKS];

	for (int rank = 0; rank < c->size; rank++)
		counts[rank] = c->counts[rank];
	switch (c->kind) {
	case REDUCE_SCATTER:
		return MPI_Reduce_scatter_c(src, dst, counts, type, op, c->comm);
	case REDUCE_SCATTER_BLOCK:
		return MPI_Reduce_scatter_block_c(src, dst, counts[0], type, op, c->comm);
	case SCAN:
		return MPI_Scan_c(src, dst, counts[0], type, op, c->comm);
	case EXSCAN:
		return MPI_Exscan_c(src, dst, counts[0], type, op, c->comm);
	case N_KINDS:
		break;
	}
	return MPI_ERR_OTHER;
}
#endif

static int perform(const struct call *c, const void *src, void *dst, bool on_host)
{
	MPI_Datatype type = c->pair->host_type;
	MPI_Op op = c->pair->host_op;

#if MPI_VERSION >= 4
	if (!on_host && c->with_large_counts)
		return perform_large(c, src, dst);
#endif
	switch (c->kind) {
	case REDUCE_SCATTER:
		return (on_host ? PMPI_Reduce_scatter : MPI_Reduce_scatter)(src, dst, c->counts, type, op, c->comm);
	case REDUCE_SCATTER_BLOCK:
		return (on_host ? PMPI_Reduce_scatter_block : MPI_Reduce_scatter_block)(src, dst, c->counts[0], type, op,
											c->comm);
	case SCAN:
		return (on_host ? PMPI_Scan : MPI_Scan)(src, dst, c->counts[0], type, op, c->comm);
	case EXSCAN:
		return (on_host ? PMPI_Exscan : MPI_Exscan)(src, dst, c->counts[0], type, op, c->comm);
	case N_KINDS:
		break;
	}
	return MPI_ERR_OTHER;
}

static void expect(const struct call *call)
{
	int op = call->pair->op, type = call->pair->type, err;
	size_t bytes = oracle_elem_bytes(type), all = all_of(call), begin = 0;
	const void *src[MAX_RANKS]; /* the elements that this rank's result is made of */

	for (int rank = 0; has_parts(call) && rank < call->rank; rank++)
		begin += (size_t)call->counts[rank];
	for (int rank = 0; rank < call->size; rank++) {
		e2e_fill(type, seed, rank, all, operands + (size_t)rank * all * bytes);
		src[rank] = operands + ((size_t)rank * all + begin) * bytes;
	}
	if (!mine_of(call))
		return;
	if (has_parts(call))
		err = oracle_reduce(op, type, call->size, src, mine_of(call), wanted);
	else
		err = oracle_fold(op, type, call->rank + (call->kind == SCAN), src, mine_of(call), wanted);
	if (err)
		abort();
}

static void complain(const struct call *call, const char *what)
{
	fprintf(stderr, "rank %d of %d: %s, operation %d on type 0x%x, counts %d, %d ...%s: %s\n", call->rank, call->size,
		names[call->kind], call->pair->op, call->pair->type, call->counts[0], call->counts[1],
		call->is_in_place ? ", in place" : "", what);
	n_bad++;
}

/* In place, the memory behind the result of a rank is its source, which the call may use up. */
static bool is_untouched_behind(const struct call *call, size_t bytes)
{
	size_t end = (call->is_in_place ? all_of(call) : mine_of(call)) * bytes;

	for (size_t i = end; i < end + FENCE_BYTES; i++)
		if (got[i] != UNTOUCHED)
			return false;
	return true;
}

static void try_call(const struct call *call)
{
	int type = call->pair->type;
	size_t bytes = oracle_elem_bytes(type), len_bytes = all_of(call) * bytes, mine = mine_of(call);
	const void *src = call->is_in_place ? MPI_IN_PLACE : source;
	bool is_first = call->kind == EXSCAN && call->rank == 0;

	seed++;
	e2e_fill(type, seed, call->rank, all_of(call), source);
	memset(got, UNTOUCHED, len_bytes + FENCE_BYTES);
	memset(host, UNTOUCHED, len_bytes + FENCE_BYTES);
	if (call->is_in_place) {
		memcpy(got, source, len_bytes);
		memcpy(host, source, len_bytes);
	}
	if (perform(call, src, is_first && !call->is_in_place ? NULL : got, false))
		complain(call, "it failed");
	expect(call);
	if (e2e_compare(type, got, wanted, mine) != mine)
		complain(call, "not as defined");
	if (!is_untouched_behind(call, bytes))
		complain(call, "it wrote behind its result");
	if (is_first && call->is_in_place && memcmp(got, source, len_bytes))
		complain(call, "the first rank's buffer has changed");
	if (memcmp(source, operands + (size_t)call->rank * len_bytes, len_bytes))
		complain(call, "the source has changed");
	if (!call->pair->is_exact)
		return;
	if (perform(call, src, host, true) || e2e_compare(type, got, host, mine) != mine)
		complain(call, "not as the host MPI has it");
}

/* For a block, or for a scan. */
static void try_equal(struct call *call, int count)
{
	for (int rank = 0; rank < call->size; rank++)
		call->counts[rank] = count;
	try_call(call);
}

/* Each rank's part differs, some have none, one has most. */
static void try_unequal(struct call *call, int most)
{
	for (int rank = 0; rank < call->size; rank++)
		call->counts[rank] = rank % 2 ? 0 : 3 * rank + 1;
	try_call(call);
	call->counts[call->size - 1] = most;
	try_call(call);
}

static void try_communicator(MPI_Comm comm, bool is_brief)
{
	const int counts[] = { 1, 0, 37, LARGE };
	struct call call = { .comm = comm };

	MPI_Comm_rank(comm, &call.rank);
	MPI_Comm_size(comm, &call.size);
	for (int kind = 0; kind < N_KINDS; kind++)
		for (int i = 0; i < N_PAIRS; i++)
			for (int in_place = 0; in_place < 2; in_place++) {
				call.kind = (enum kind)kind;
				call.pair = &pairs[i];
				call.is_in_place = in_place;
				call.with_large_counts = (i + in_place) % 2; /* where MPI has them */
				/* The longest in two types only: one that NICs do, and one that they do not. */
				for (int k = 0; k < (is_brief ? 3 : i == 3 || i == 4 ? 4 : 3); k++)
					try_equal(&call, has_parts(&call) && counts[k] == LARGE ? LARGE / call.size : counts[k]);
				if (kind == REDUCE_SCATTER)
					try_unequal(&call, is_brief ? 50 : LARGE / 4);
			}
}

static void test_communicators(void)
{
	MPI_Comm comm, copy;

	try_communicator(MPI_COMM_WORLD, false);
	try_communicator(MPI_COMM_SELF, true);
	MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &comm); /* two at a time, reversed */
	try_communicator(comm, true);
	MPI_Comm_dup(comm, &copy);
	MPI_Comm_free(&comm);
	try_communicator(copy, true);
	MPI_Comm_free(&copy);
}

/* The host's clock, not the process's, as MPI_Wtime()'s may be. */
static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Nobody leaves a barrier before the last one has come: each rank in turn comes late, and says when it came. */
static void test_barrier(MPI_Comm comm)
{
	double came, last, left;
	int rank, size;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	for (int late = 0; late < size; late++) {
		if (rank == late)
			usleep(20000);
		came = now_s();
		EXPECT(!MPI_Barrier(comm));
		left = now_s();
		PMPI_Allreduce(&came, &last, 1, MPI_DOUBLE, MPI_MAX, comm);
		EXPECT(left >= last);
	}
}

/* Barriers, too, push the host on: what a rank sent before one is received by another before it comes to it. */
static void test_barrier_after_a_send(void)
{
	static char large[1 << 20];
	MPI_Request request;

	if (n > 1 && me == 0) {
		MPI_Isend(large, sizeof(large), MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
		EXPECT(!MPI_Barrier(MPI_COMM_WORLD));
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		return;
	}
	if (me == 1)
		MPI_Recv(large, sizeof(large), MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	EXPECT(!MPI_Barrier(MPI_COMM_WORLD));
}

/* A rank whose part of a scan is done waits in the host for one that still needs what it gave. */
static void test_scan_before_a_receive(void)
{
	int token = 0;

	EXPECT(!MPI_Scan(source, got, LARGE, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
	if (me < n - 1)
		MPI_Recv(&token, 1, MPI_INT, me + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (me > 0)
		MPI_Send(&token, 1, MPI_INT, me - 1, 0, MPI_COMM_WORLD);
}

/* Calls that have been seen to be an error. */
static void test_errors(void)
{
	int in[MAX_RANKS] = { 1, 2 }, out[MAX_RANKS], ones[MAX_RANKS], wrong[MAX_RANKS];
	const MPI_Comm all = MPI_COMM_WORLD;

	for (int rank = 0; rank < n; rank++)
		ones[rank] = wrong[rank] = 1;
	wrong[n - 1] = -1;
#ifdef OPEN_MPI /* MPICH 4.0 looks at no count, and crashes */
	SAME_ERROR(Reduce_scatter(in, out, wrong, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Reduce_scatter(in, out, NULL, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Reduce_scatter_block(in, out, -1, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Scan(in, out, -1, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Exscan(in, out, -1, MPI_INT, MPI_SUM, all));
#endif
	SAME_ERROR(Reduce_scatter(in, MPI_IN_PLACE, ones, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Reduce_scatter_block(in, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Scan(in, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Reduce_scatter(in, out, ones, MPI_INT, MPI_OP_NULL, all));
	SAME_ERROR(Reduce_scatter_block(in, out, 1, MPI_FLOAT, MPI_BAND, all));
	SAME_ERROR(Scan(in, out, 1, MPI_DATATYPE_NULL, MPI_SUM, all));
	SAME_ERROR(Exscan(in, out, 1, MPI_DOUBLE, MPI_BXOR, all));
	SAME_ERROR(Scan(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL));
	SAME_ERROR(Exscan(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL));
	SAME_ERROR(Reduce_scatter(in, out, ones, MPI_INT, MPI_SUM, MPI_COMM_NULL));
	SAME_ERROR(Reduce_scatter_block(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL));
	SAME_ERROR(Barrier(MPI_COMM_NULL));
	SAME_ERROR(Barrier((MPI_Comm)0));
	SAME_ERROR(Allreduce(in, out, 1, MPI_INT, MPI_SUM, (MPI_Comm)0));
	SAME_ERROR(Reduce_scatter(in, out, ones, MPI_INT, MPI_SUM, (MPI_Comm)0));
#ifndef OPEN_MPI /* which crashes */
	SAME_ERROR(Allreduce(in, NULL, 1, MPI_INT, MPI_SUM, all));
	SAME_ERROR(Reduce(NULL, out, 1, MPI_INT, MPI_SUM, 0, all));
#endif
	EXPECT(MPI_Allreduce(in, NULL, 1, MPI_INT, MPI_SUM, all) == MPI_ERR_BUFFER);
	EXPECT(MPI_Reduce(NULL, out, 1, MPI_INT, MPI_SUM, 0, all) == MPI_ERR_BUFFER);
	EXPECT(!MPI_Reduce(in, me ? NULL : out, 1, MPI_INT, MPI_SUM, 0, all));
}

/* a, b stand for x -> a x + b: composing them depends on the order. */
static void compose(void *left, void *right, int *len, MPI_Datatype *type)
{
	const int *l = left;
	int *r = right;

	(void)type;
	for (int i = 0; i < *len; i++) {
		r[2 * i + 1] += r[2 * i] * l[2 * i + 1];
		r[2 * i] *= l[2 * i];
	}
}

static void test_user_defined(void)
{
	int mine[2] = { 2, me + 1 }, got[2] = { 0 }, wanted[2] = { 1, 0 };
	MPI_Datatype map;
	MPI_Op op;

	MPI_Type_contiguous(2, MPI_INT, &map);
	MPI_Type_commit(&map);
	MPI_Op_create(compose, 0, &op);
	for (int rank = 0; rank <= me; rank++) {
		wanted[1] = wanted[1] * 2 + rank + 1;
		wanted[0] *= 2;
		if (rank != me - 1)
			continue;
		EXPECT(!MPI_Exscan(mine, got, 1, map, op, MPI_COMM_WORLD) && !memcmp(got, wanted, sizeof(got)));
	}
	if (!me)
		EXPECT(!MPI_Exscan(mine, got, 1, map, op, MPI_COMM_WORLD)); /* MPICH takes no NULL here */
	EXPECT(!MPI_Scan(mine, got, 1, map, op, MPI_COMM_WORLD) && !memcmp(got, wanted, sizeof(got)));
	MPI_Op_free(&op);
	MPI_Type_free(&map);
}

static void test_intercommunicator(void)
{
	int mine[2 * MAX_RANKS], sum = 0, wanted_sum = 0, others = 0, own = 0;
	MPI_Comm half, inter;

	if (n < 2)
		return;
	for (int rank = 0; rank < n; rank++) {
		others += rank % 2 != me % 2;
		own += rank % 2 == me % 2;
		wanted_sum += rank % 2 != me % 2 ? rank + 1 : 0;
	}
	MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !(me % 2), 1, &inter);
	MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
	EXPECT(!MPI_Barrier(inter));
	SAME_ERROR(Scan(mine, &sum, 1, MPI_INT, MPI_SUM, inter));
	/* Both groups give the same number of elements, however many ranks they have. */
	if (others == own) {
		for (int i = 0; i < own; i++)
			mine[i] = me + 1;
		EXPECT(!MPI_Reduce_scatter_block(mine, &sum, 1, MPI_INT, MPI_SUM, inter) && sum == wanted_sum);
	}
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
}

static void test_required(void)
{
	int mine[2 * MAX_RANKS] = { 1, 1 }, got[2], ones[MAX_RANKS];
	float product[2 * MAX_RANKS] = { 1 }, got_product[2];
	MPI_Comm inter, copy;
	MPI_Op op;

	for (int rank = 0; rank < n; rank++)
		ones[rank] = 1;
	MPI_Op_create(compose, 0, &op);
	EXPECT(!MPI_Scan(mine, got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) && got[0] == me + 1);
	EXPECT(!MPI_Scan(mine, got, 0, MPI_INT, op, MPI_COMM_WORLD));
	EXPECT(MPI_Scan(mine, got, 1, MPI_INT, op, MPI_COMM_WORLD) != MPI_SUCCESS);
	EXPECT(MPI_Exscan(mine, got, 1, MPI_2INT, op, MPI_COMM_WORLD) != MPI_SUCCESS);
	EXPECT(MPI_Reduce_scatter(mine, got, ones, MPI_INT, op, MPI_COMM_WORLD) != MPI_SUCCESS);
	EXPECT(MPI_Reduce_scatter_block(product, got_product, 1, MPI_C_FLOAT_COMPLEX, MPI_PROD, MPI_COMM_WORLD) !=
	       MPI_SUCCESS);
	MPI_Op_free(&op);
	MPI_Comm_dup(MPI_COMM_SELF, &copy);
	MPI_Intercomm_create(copy, 0, MPI_COMM_WORLD, !me, 1, &inter);
	EXPECT(!MPI_Barrier(inter) && !MPI_Barrier(MPI_COMM_WORLD));
	MPI_Comm_free(&inter);
	MPI_Comm_free(&copy);
}

static char *room(size_t len_bytes)
{
	char *memory = calloc(1, len_bytes + FENCE_BYTES);

	if (!memory)
		abort();
	return memory;
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (argc > 1 && !strcmp(argv[1], "required")) {
		test_required();
		MPI_Finalize();
		return n_bad ? 2 : 0;
	}
	source = room(2 * LARGE * MAX_BYTES);
	got = room(2 * LARGE * MAX_BYTES);
	wanted = room(2 * LARGE * MAX_BYTES);
	host = room(2 * LARGE * MAX_BYTES);
	operands = room((size_t)n * 2 * LARGE * MAX_BYTES);
	test_barrier(MPI_COMM_WORLD);
	test_barrier(MPI_COMM_SELF);
	test_barrier_after_a_send();
	test_scan_before_a_receive();
	test_communicators();
	test_errors();
	test_user_defined();
	test_intercommunicator();
	test_barrier(MPI_COMM_WORLD);
	free(source);
	free(got);
	free(wanted);
	free(host);
	free(operands);
	MPI_Finalize();
	return n_bad != 0;
}
