/*
 * Calls that do not block: each kind, of all lengths, in place and not, mixed with the host MPI's own requests, through
 * every way of testing and waiting, against what the blocking form gives; what MPI says of their requests; and legal
 * programs in which a call gets on only if nobody needs to wait for it. With the argument "sumac" the calls are Sumac's; with
 * "overlap" there is one, and then a pause.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi_expect.h"

enum { COUNT = 500, MAX_RANKS = 16, MANY = 90, TIMEOUT_S = 60 };
enum { UNTOUCHED = -77 };

static int me, n, n_bad;
static bool is_sumac_s;

/* Ways to the end of a request. */
enum way { WAIT, TEST, WAITALL, TESTALL, WAITANY, TESTANY, WAITSOME, TESTSOME, STATUS, N_WAYS };

/* A call of the program's, its buffers, and what the blocking form gave. */
struct call {
	int src[COUNT * MAX_RANKS], dst[COUNT * MAX_RANKS], wanted[COUNT * MAX_RANKS];
	MPI_Request request;
};

static struct call calls[6];

static void fill(struct call *call, int salt)
{
	for (int i = 0; i < COUNT * MAX_RANKS; i++) {
		call->src[i] = (i * 7 + me * 13 + salt) % 101;
		call->dst[i] = call->wanted[i] = UNTOUCHED;
	}
	call->request = MPI_REQUEST_NULL;
}

/* With large counts every other time, where the MPI has them. */
static bool is_large;
#if MPI_VERSION >= 4
#define START(name, ...) (is_large ? MPI_##name##_c(__VA_ARGS__) : MPI_##name(__VA_ARGS__))
#else
#define START(name, ...) MPI_##name(__VA_ARGS__)
#define MPI_Ireduce_scatter_c(...) MPI_ERR_INTERN
#endif

static void begin(struct call *c, int kind, int count, bool in_place, MPI_Comm comm)
{
	const void *src = in_place ? MPI_IN_PLACE : c->src;
	int counts[MAX_RANKS], rank, size, root;
	MPI_Count large[MAX_RANKS];

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	root = count % size;
	for (int i = 0; i < size; i++)
		large[i] = counts[i] = i % 2 ? count : count / 2;
	if (in_place)
		for (int i = 0; i < COUNT * MAX_RANKS; i++)
			c->dst[i] = c->wanted[i] = c->src[i];
	switch (kind) {
	case 0:
		EXPECT(!MPI_Allreduce(src, c->wanted, count, MPI_INT, MPI_SUM, comm));
		EXPECT(!START(Iallreduce, src, c->dst, count, MPI_INT, MPI_SUM, comm, &c->request));
		break;
	case 1:
		if (rank != root)
			src = c->src;
		EXPECT(!MPI_Reduce(src, c->wanted, count, MPI_INT, MPI_MAX, root, comm));
		EXPECT(!START(Ireduce, src, rank == root ? c->dst : NULL, count, MPI_INT, MPI_MAX, root, comm, &c->request));
		break;
	case 2:
		EXPECT(!MPI_Reduce_scatter(src, c->wanted, counts, MPI_INT, MPI_BXOR, comm));
		if (is_large && MPI_VERSION >= 4)
			EXPECT(!MPI_Ireduce_scatter_c(src, c->dst, large, MPI_INT, MPI_BXOR, comm, &c->request));
		else
			EXPECT(!MPI_Ireduce_scatter(src, c->dst, counts, MPI_INT, MPI_BXOR, comm, &c->request));
		memset(counts, 0, sizeof(counts)); /* they are the program's again */
		memset(large, 0, sizeof(large));
		break;
	case 3:
		EXPECT(!MPI_Reduce_scatter_block(src, c->wanted, count, MPI_INT, MPI_SUM, comm));
		EXPECT(!START(Ireduce_scatter_block, src, c->dst, count, MPI_INT, MPI_SUM, comm, &c->request));
		break;
	case 4:
		EXPECT(!MPI_Scan(src, c->wanted, count, MPI_INT, MPI_SUM, comm));
		EXPECT(!START(Iscan, src, c->dst, count, MPI_INT, MPI_SUM, comm, &c->request));
		break;
	case 5:
		EXPECT(!MPI_Exscan(src, c->wanted, count, MPI_INT, MPI_SUM, comm));
		/* The first rank's place for its result is of no account, but not to MPICH. */
		EXPECT(!START(Iexscan, src, rank || in_place || !is_sumac_s ? c->dst : NULL, count, MPI_INT, MPI_SUM, comm,
			      &c->request));
		break;
	}
}

static bool is_right(const struct call *c, int kind, int count, bool in_place)
{
	/* In place, what is behind a part of a result may have been used. */
	int n_kept = in_place && (kind == 2 || kind == 3) ? (kind == 3 || me % 2 ? count : count / 2) : COUNT * MAX_RANKS;

	return !memcmp(c->dst, c->wanted, (size_t)n_kept * sizeof(int));
}

static void check_status(const MPI_Status *status)
{
	int n_elems = 5, is_cancelled = 5;

	EXPECT(!is_sumac_s || (!MPI_Get_count(status, MPI_BYTE, &n_elems) && n_elems == 0));
	EXPECT(!MPI_Test_cancelled(status, &is_cancelled) && !is_cancelled);
}

static void finish(int n_requests, MPI_Request requests[], enum way way)
{
	MPI_Status statuses[8];
	int flag = 0, index, indices[8], n_done, left = n_requests;

	switch (way) {
	case WAIT:
		for (int i = 0; i < n_requests; i++) {
			EXPECT(!MPI_Wait(&requests[i], &statuses[0]));
			EXPECT(requests[i] == MPI_REQUEST_NULL);
		}
		break;
	case TEST:
		for (int i = 0; i < n_requests; i++)
			for (flag = 0; !flag;)
				EXPECT(!MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE));
		break;
	case WAITALL:
		EXPECT(!MPI_Waitall(n_requests, requests, statuses));
		check_status(&statuses[n_requests - 1]);
		break;
	case TESTALL:
		while (!flag)
			EXPECT(!MPI_Testall(n_requests, requests, &flag, MPI_STATUSES_IGNORE));
		break;
	case WAITANY:
		for (; left; left--)
			EXPECT(!MPI_Waitany(n_requests, requests, &index, &statuses[0]) && index != MPI_UNDEFINED);
		EXPECT(!MPI_Waitany(n_requests, requests, &index, &statuses[0]) && index == MPI_UNDEFINED);
		break;
	case TESTANY:
		for (; left; left -= flag)
			EXPECT(!MPI_Testany(n_requests, requests, &index, &flag, MPI_STATUS_IGNORE));
		break;
	case WAITSOME:
		for (; left > 0; left -= n_done) {
			EXPECT(!MPI_Waitsome(n_requests, requests, &n_done, indices, statuses));
			EXPECT(n_done > 0);
		}
		break;
	case TESTSOME:
		for (; left > 0; left -= n_done)
			EXPECT(!MPI_Testsome(n_requests, requests, &n_done, indices, MPI_STATUSES_IGNORE));
		break;
	case STATUS:
		for (int i = 0; i < n_requests; i++) {
			for (flag = 0; !flag;)
				EXPECT(!MPI_Request_get_status(requests[i], &flag, &statuses[0]));
			if (MPI_Request_free(&requests[i])) { /* MPICH frees none of its own collectives' */
				EXPECT(!is_sumac_s || i == 2 || i == 3); /* it may be empty, or is a message */
				EXPECT(!MPI_Wait(&requests[i], &statuses[0]));
			}
		}
		break;
	case N_WAYS:
		break;
	}
	for (int i = 0; i < n_requests; i++)
		EXPECT(requests[i] == MPI_REQUEST_NULL);
}

/* Six kinds at once, a barrier, and a message of the host's between them. */
static void try_all(MPI_Comm comm, enum way way, int count, bool in_place)
{
	MPI_Request requests[8];
	int token = -1, rank, size;

	is_large = !is_large;
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	for (int kind = 0; kind < 6; kind++) {
		fill(&calls[kind], kind + count);
		begin(&calls[kind], kind, count, in_place, comm);
		requests[kind + (kind >= 3)] = calls[kind].request;
	}
	EXPECT(!MPI_Irecv(&token, 1, MPI_INT, (rank + size - 1) % size, 7, comm, &requests[3]));
	EXPECT(!MPI_Ibarrier(comm, &requests[7]));
	MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 7, comm);
	finish(8, requests, way);
	EXPECT(token == (rank + size - 1) % size);
	for (int kind = 0; kind < 6; kind++)
		if (!is_right(&calls[kind], kind, count, in_place)) {
			fprintf(stderr, "rank %d: kind %d, way %d, count %d, in place %d: wrong\n", me, kind, (int)way, count,
				in_place);
			n_bad++;
		}
}

/* More than NICs and their staging have room for; A waits for B elsewhere, and B for the last of them. */
static void test_many_before_a_receive(void)
{
	static int mine[MANY], sums[MANY];
	MPI_Request requests[MANY];
	int token = 0;

	for (int i = 0; i < MANY; i++) {
		mine[i] = me + i;
		MPI_Iallreduce(&mine[i], &sums[i], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[i]);
	}
	if (me == 0 && n > 1)
		MPI_Recv(&token, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = MANY - 1; i >= 0; i--) {
		MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
		EXPECT(sums[i] == n * i + n * (n - 1) / 2);
	}
	if (me == 1)
		MPI_Send(&token, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
}

/* A starts and blocks in a receive; B waits for what both have started, and sends afterwards. */
static void test_started_before_a_receive(MPI_Comm comm, MPI_Datatype type, const void *mine, void *sum)
{
	MPI_Request request;
	int token = 0;

	EXPECT(!MPI_Iallreduce(mine, sum, 1, type, MPI_SUM, comm, &request));
	if (me == 0 && n > 1)
		MPI_Recv(&token, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE));
	if (me == 1)
		MPI_Send(&token, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
}

/* The communicator and a type go before the call is done. Open MPI's own calls do not survive that (4.1.4 crashes). */
static void test_freed_while_pending(void)
{
	int mine[2] = { me + 1, 1 }, sum[2] = { 0 }, warm;
	MPI_Request requests[2];
	MPI_Datatype two;
	MPI_Comm comm;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Allreduce(&me, &warm, 1, MPI_INT, MPI_MAX, comm); /* makes its team */
	MPI_Type_contiguous(2, MPI_INT, &two);
	MPI_Type_commit(&two);
	EXPECT(!MPI_Iallreduce(mine, sum, 2, MPI_INT, MPI_SUM, comm, &requests[0]));
	EXPECT(!MPI_Ibarrier(comm, &requests[1]));
	MPI_Type_free(&two);
	MPI_Comm_free(&comm);
	EXPECT(!MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
	EXPECT(sum[0] == n * (n + 1) / 2 && sum[1] == n);
}

/* MPI has no cancelling here. Freeing a request that goes on, which it calls wrong, ends well all the same. The others' requests
 * may be done, and then cancelling them passes. */
static void test_odd_ends(void)
{
	static int mine[3], sums[3];
	MPI_Request request;
	int is_done = 0, token = 0;

	if (me)
		MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	EXPECT(!MPI_Iallreduce(mine, sums, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	EXPECT(MPI_Cancel(&request) != MPI_SUCCESS || me || n == 1 || !is_sumac_s);
	for (int rank = 1; !me && rank < n; rank++)
		MPI_Send(&token, 1, MPI_INT, rank, 5, MPI_COMM_WORLD);
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE)); /* of none */
	EXPECT(!MPI_Test(&request, &is_done, MPI_STATUS_IGNORE) && is_done);
}

/* The program's last request, which it frees at once. */
static void test_freed_at_once(void)
{
	static int mine = 1, sum;
	MPI_Request request;

	EXPECT(!MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	if (MPI_Request_free(&request)) /* the host's own refuse that */
		EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(request == MPI_REQUEST_NULL);
}

#ifdef OPEN_MPI
/* Debian's MPICH looks at no argument. */
static void test_errors(void)
{
	MPI_Request request;
	int in[2] = { 0 }, out[2], counts[MAX_RANKS] = { 0 };

	counts[n - 1] = -1;
	SAME_ERROR(Iallreduce(in, out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	SAME_ERROR(Iallreduce(in, out, 1, MPI_FLOAT, MPI_BAND, MPI_COMM_WORLD, &request));
	SAME_ERROR(Iallreduce(in, out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD, &request));
	SAME_ERROR(Iallreduce(in, out, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD, &request));
	SAME_ERROR(Iallreduce(in, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	SAME_ERROR(Iallreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL, &request));
	SAME_ERROR(Ireduce(in, out, 1, MPI_INT, MPI_SUM, n, MPI_COMM_WORLD, &request));
	SAME_ERROR(Ireduce(in, out, 1, MPI_INT, MPI_SUM, -7, MPI_COMM_WORLD, &request));
	SAME_ERROR(Ireduce_scatter(in, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	SAME_ERROR(Ireduce_scatter_block(in, out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	SAME_ERROR(Iscan(in, out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	SAME_ERROR(Iexscan(in, out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	SAME_ERROR(Ibarrier(MPI_COMM_NULL, &request));
}
#endif

static void keep_left(void *left, void *right, int *len, MPI_Datatype *type)
{
	(void)type;
	memcpy(right, left, (size_t)*len * sizeof(int));
}

/* User-defined operations, derived types and intercommunicators, MPI_ROOT and all. */
static void test_left_to_host(void)
{
	int mine[2] = { me + 10, me + 20 }, all[2] = { 0 }, sum = 0, wanted = 0, colour = me % 2;
	MPI_Request request;
	MPI_Comm half, inter;
	MPI_Op op;

	MPI_Op_create(keep_left, 0, &op);
	EXPECT(!MPI_Iallreduce(mine, all, 2, MPI_INT, op, MPI_COMM_WORLD, &request));
	MPI_Op_free(&op);
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE) && all[0] == 10 && all[1] == 20);
	EXPECT(!MPI_Iallreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE));
	if (n < 2)
		return;
	MPI_Comm_split(MPI_COMM_WORLD, colour, me, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !colour, 1, &inter);
	EXPECT(!MPI_Iallreduce(mine, all, 2, MPI_INT, MPI_SUM, inter, &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE));
	for (int rank = !colour; rank < n; rank += 2)
		wanted += rank + 10;
	EXPECT(all[0] == wanted);
	/* To the first rank of the even ones, from all of the odd ones. */
	for (int rank = 1, k = wanted = 0; rank < n; rank += 2, k++)
		wanted += rank;
	EXPECT(!MPI_Ireduce(&me, &sum, 1, MPI_INT, MPI_SUM, colour ? 0 : me ? MPI_PROC_NULL : MPI_ROOT, inter, &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE) && (me || sum == wanted));
	EXPECT(!MPI_Ibarrier(inter, &request) && !MPI_Wait(&request, MPI_STATUS_IGNORE));
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
}

/* The first call on a communicator, which cannot make its team. */
static void test_first_on_a_communicator(void)
{
	MPI_Request request;
	MPI_Comm comm;
	int sum = 0;

	MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	for (int turn = 0; turn < 3; turn++) {
		EXPECT(!MPI_Iallreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm, &request));
		EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE) && sum == n * (n - 1) / 2);
		EXPECT(!MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_MAX, comm) && sum == n - 1);
	}
	MPI_Comm_free(&comm);
}

/* Where a NIC is required: what none takes fails at once, and what one does, does not. */
static void test_required(void)
{
	long double mine = me, sum;
	int small = me, small_sum = 0;
	MPI_Request request = MPI_REQUEST_NULL;
	MPI_Comm fresh;
	MPI_Op op;

	MPI_Op_create(keep_left, 0, &op);
	MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
	EXPECT(MPI_Iallreduce(&mine, &sum, 1, MPI_LONG_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request) != MPI_SUCCESS);
	EXPECT(MPI_Ireduce(&small, &small_sum, 1, MPI_INT, op, 0, MPI_COMM_WORLD, &request) != MPI_SUCCESS);
	EXPECT(MPI_Iexscan(&small, &small_sum, 1, MPI_INT, MPI_SUM, fresh, &request) != MPI_SUCCESS);
	EXPECT(request == MPI_REQUEST_NULL);
	EXPECT(!MPI_Ibarrier(fresh, &request) && !MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(!MPI_Iallreduce(&small, &small_sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE) && small_sum == n * (n - 1) / 2);
	MPI_Comm_free(&fresh);
	MPI_Op_free(&op);
}

static void tell(const char *phase)
{
	char name[32];

	snprintf(name, sizeof(name), "%s.%d", phase, me);
	fclose(fopen(name, "w"));
}

static void wait_to_be_told(const char *phase)
{
	while (access(phase, F_OK))
		usleep(1000);
}

/* Overlap: what NICs have been given they do while the program is nowhere near MPI. The test looks at them before and after:
 * it and the ranks tell each other by files how far they are. */
static void overlap(void)
{
	static int mine[COUNT], sum[COUNT];
	MPI_Request request;

	for (int i = 0; i < COUNT; i++)
		mine[i] = me * i;
	MPI_Barrier(MPI_COMM_WORLD);
	tell("met");
	wait_to_be_told("begin");
	EXPECT(!MPI_Iallreduce(mine, sum, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
	tell("begun");
	wait_to_be_told("end");
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE));
	for (int i = 0; i < COUNT; i++)
		EXPECT(sum[i] == i * (n * (n - 1) / 2));
	tell("waited");
	wait_to_be_told("leave");
}

static void test_all(void)
{
	const int counts[] = { 1, 0, 3, COUNT };
	long double mine = me + 1, sum = 0;
	int small = me + 1, small_sum = 0;
	MPI_Comm half;

	for (int way = 0; way < N_WAYS; way++)
		try_all(MPI_COMM_WORLD, (enum way)way, counts[way % 4], way % 3 == 1);
	MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
	try_all(half, WAITSOME, 3, true);
	try_all(half, WAITALL, COUNT, false);
	MPI_Comm_free(&half);
	test_started_before_a_receive(MPI_COMM_WORLD, MPI_INT, &small, &small_sum);
	EXPECT(small_sum == n * (n + 1) / 2);
	test_started_before_a_receive(MPI_COMM_WORLD, MPI_LONG_DOUBLE, &mine, &sum);
	EXPECT(sum == n * (n + 1) / 2);
	test_many_before_a_receive();
	if (is_sumac_s)
		test_freed_while_pending();
	test_odd_ends();
#ifdef OPEN_MPI
	test_errors();
#endif
	test_left_to_host();
	test_first_on_a_communicator();
	test_freed_at_once();
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	alarm(TIMEOUT_S);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	is_sumac_s = argc > 1 && !strcmp(argv[1], "sumac");
	if (argc > 1 && !strcmp(argv[1], "overlap"))
		overlap();
	else if (argc > 1 && !strcmp(argv[1], "required"))
		test_required();
	else
		test_all();
	MPI_Finalize();
	return n_bad != 0;
}
