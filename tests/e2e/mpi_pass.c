/*
 * The calls that Sumac leaves to the host MPI, one by one, against the host's own answer: MPI_X and PMPI_X must give the same
 * bytes, and for wrong arguments the same error class and as many calls of the same error handler. User-defined operations in
 * rank order, derived types with gaps, intercommunicators, persistent forms.
 */
#include <mpi.h>
#if MPI_VERSION < 4 && defined(OPEN_MPI)
#include <mpi-ext.h>
#endif
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi_expect.h"

enum { MAX_RANKS = 8, COUNT = 6, WORDS = 4 * MAX_RANKS * COUNT, UNTOUCHED = 0x5a5a5a5a };

enum kind { REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, BARRIER, N_KINDS };
static const char *const names[] = { "Reduce", "Allreduce", "Reduce_scatter", "Reduce_scatter_block",
				     "Scan",   "Exscan",    "Barrier" };

struct call {
	enum kind kind;
	const void *in;
	void *out;
	int count; /* of each rank, where ranks get parts */
	MPI_Datatype type;
	MPI_Op op;
	int root;
	MPI_Comm comm;
};

static int me, n, n_bad;
static MPI_Op composition;
static MPI_Datatype with_gap;

/* Through Sumac, or past it. */
static int perform(const struct call *c, bool on_host)
{
	int counts[MAX_RANKS];

#define CALL(name, ...) (on_host ? PMPI_##name : MPI_##name)(__VA_ARGS__)
	for (int rank = 0; rank < MAX_RANKS; rank++)
		counts[rank] = c->count;
	switch (c->kind) {
	case REDUCE:
		return CALL(Reduce, c->in, c->out, c->count, c->type, c->op, c->root, c->comm);
	case ALLREDUCE:
		return CALL(Allreduce, c->in, c->out, c->count, c->type, c->op, c->comm);
	case REDUCE_SCATTER:
		return CALL(Reduce_scatter, c->in, c->out, counts, c->type, c->op, c->comm);
	case REDUCE_SCATTER_BLOCK:
		return CALL(Reduce_scatter_block, c->in, c->out, c->count, c->type, c->op, c->comm);
	case SCAN:
		return CALL(Scan, c->in, c->out, c->count, c->type, c->op, c->comm);
	case EXSCAN:
		return CALL(Exscan, c->in, c->out, c->count, c->type, c->op, c->comm);
	default:
		return CALL(Barrier, c->comm);
	}
}

/* --- Operations and types of the program's own. */

/* a, a gap and b stand for x -> a x + b: one after the other, so that the ranks' order decides. */
static void compose(void *left, void *right, int *len, MPI_Datatype *type)
{
	const unsigned *l = left;
	unsigned *r = right;

	(void)type;
	for (int i = 0; i < *len; i++, l += 3, r += 3) {
		r[2] += r[0] * l[2];
		r[0] *= l[0];
	}
}

static void make_own(void)
{
	const int lengths[] = { 1, 1 };
	const MPI_Aint places[] = { 0, 2 * sizeof(int) };
	const MPI_Datatype ints[] = { MPI_INT, MPI_INT };

	MPI_Op_create(compose, 0, &composition);
	MPI_Type_create_struct(2, lengths, places, ints, &with_gap);
	MPI_Type_commit(&with_gap);
}

/* Element i of rank. */
static unsigned factor(int rank, int i)
{
	return (unsigned)(2 * rank + i + 3);
}

static void expect_composition(const unsigned *out, int first, int n_ranks, int count)
{
	for (int i = 0; i < count; i++) {
		unsigned a = 1, b = 0;

		for (int rank = 0; rank < n_ranks; rank++) {
			b = b * factor(rank, first + i) + (unsigned)rank;
			a *= factor(rank, first + i);
		}
		EXPECT(out[3 * i] == a && out[3 * i + 2] == b);
	}
}

/* The call must give this rank the value of the definition, in the host's very bytes. */
static void try_composition(enum kind kind, int root, bool is_in_place)
{
	static unsigned in[WORDS], ours[WORDS], hosts[WORDS];
	bool has_parts = kind == REDUCE_SCATTER || kind == REDUCE_SCATTER_BLOCK, gets = kind != REDUCE || me == root;
	struct call call = { kind, in, ours, COUNT, with_gap, composition, root, MPI_COMM_WORLD };
	int all = has_parts ? n * COUNT : COUNT;

	for (int i = 0; i < WORDS; i++)
		in[i] = ours[i] = hosts[i] = UNTOUCHED;
	for (int i = 0; i < all; i++) {
		in[3 * i] = factor(me, i);
		in[3 * i + 2] = (unsigned)me;
	}
	if (is_in_place && gets) {
		memcpy(ours, in, sizeof(in));
		memcpy(hosts, in, sizeof(in));
		call.in = MPI_IN_PLACE;
	}
	EXPECT(!perform(&call, false));
	call.out = hosts;
	EXPECT(!perform(&call, true));
	EXPECT(!memcmp(ours, hosts, sizeof(ours)));
	if (gets)
		expect_composition(ours, has_parts ? me * COUNT : 0, kind == SCAN ? me + 1 : kind == EXSCAN ? me : n,
				   kind == EXSCAN && !me ? 0 : COUNT);
	else
		EXPECT(ours[0] == UNTOUCHED);
	for (int i = 0; i < COUNT; i++)
		EXPECT(ours[3 * i + 1] == UNTOUCHED);
}

static void test_own(void)
{
	for (int kind = 0; kind < BARRIER; kind++)
		for (int root = 0; root < (kind == REDUCE ? n : 1); root++)
			for (int in_place = 0; in_place < 2; in_place++)
				try_composition((enum kind)kind, root, in_place);
}

/* --- Persistent forms, of which Sumac's own reductions come in between. */
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define INIT(name) MPI_##name##_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ) && OMPI_HAVE_MPI_EXT_PCOLLREQ
#define INIT(name) MPIX_##name##_init
#endif

static void test_persistent(void)
{
#ifdef INIT
	int mine = 0, sum = 0, root_sum = 0, prefix = 0, greatest = 0;
	MPI_Request requests[3];

	EXPECT(!INIT(Allreduce)(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
	EXPECT(!INIT(Reduce)(&mine, &root_sum, 1, MPI_INT, MPI_SUM, n - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
	EXPECT(!INIT(Scan)(&mine, &prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]));
	for (int turn = 1; turn <= 3; turn++) {
		mine = turn * (me + 1);
		MPI_Startall(3, requests);
		EXPECT(!MPI_Allreduce(&turn, &greatest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD) && greatest == turn);
		EXPECT(!MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
		EXPECT(sum == turn * n * (n + 1) / 2 && prefix == turn * (me + 1) * (me + 2) / 2);
		EXPECT(me != n - 1 || root_sum == sum);
	}
	for (int i = 0; i < 3; i++)
		EXPECT(!MPI_Request_free(&requests[i]));
#endif
}

/* --- Wrong arguments. */

static int n_handled, code_handled;
static MPI_Comm comm_handled;

static void handle(MPI_Comm *comm, int *code, ...)
{
	n_handled++;
	code_handled = *code;
	comm_handled = *comm;
}

struct answer {
	int class, n_handled, class_handled;
	MPI_Comm comm_handled;
};

static struct answer ask(const struct call *call, bool on_host)
{
	struct answer answer = { 0 };
	int code;

	n_handled = 0;
	code_handled = MPI_SUCCESS;
	comm_handled = MPI_COMM_NULL;
	code = perform(call, on_host);
	answer.class = class_of(code);
	answer.class_handled = class_of(code_handled);
	answer.n_handled = n_handled;
	answer.comm_handled = comm_handled;
	return answer;
}

static void refuse(const struct call *call, const char *what)
{
	struct answer ours = ask(call, false), hosts = ask(call, true);

	if (ours.class == hosts.class && ours.n_handled == hosts.n_handled && ours.class_handled == hosts.class_handled &&
	    ours.comm_handled == hosts.comm_handled && hosts.class != MPI_SUCCESS)
		return;
	n_bad++;
	fprintf(stderr, "rank %d: MPI_%s, %s: class %d, handled %d times as %d; the host MPI has %d, %d times as %d\n", me,
		names[call->kind], what, ours.class, ours.n_handled, ours.class_handled, hosts.class, hosts.n_handled,
		hosts.class_handled);
}

/* Each with one wrong argument. */
static void test_wrong(MPI_Comm comm)
{
	static int in[WORDS], out[WORDS];
	MPI_Datatype uncommitted;

	MPI_Type_contiguous(2, MPI_INT, &uncommitted);
	for (int kind = 0; kind < BARRIER; kind++) {
		const struct call right = { (enum kind)kind, in, out, 1, MPI_INT, MPI_SUM, 0, comm };
		struct call wrong;

#define WRONG(field, value) (wrong = right, wrong.field = value, refuse(&wrong, #field " " #value))
		WRONG(op, MPI_OP_NULL);
		WRONG(type, MPI_DATATYPE_NULL);
		WRONG(type, with_gap);
		WRONG(type, uncommitted);
		WRONG(count, -1);
		WRONG(comm, MPI_COMM_NULL);
		wrong = right;
		wrong.type = MPI_DOUBLE;
		wrong.op = MPI_BXOR;
		refuse(&wrong, "BXOR of DOUBLE");
		if (kind != EXSCAN && kind != REDUCE) /* the first rank's and the root's alone */
			WRONG(out, MPI_IN_PLACE);
		if (kind != REDUCE)
			continue;
		WRONG(root, -1);
		WRONG(root, 99);
		WRONG(root, MPI_ROOT);
	}
	refuse(&(struct call){ .kind = BARRIER, .comm = MPI_COMM_NULL }, "no communicator");
	MPI_Type_free(&uncommitted);
}

/* The root's alone, so in company of nobody. */
static void test_wrong_at_the_root(MPI_Errhandler handler)
{
	int word = 1;
	MPI_Comm alone;

	MPI_Comm_dup(MPI_COMM_SELF, &alone);
	MPI_Comm_set_errhandler(alone, handler);
	refuse(&(struct call){ REDUCE, &word, &word, 1, MPI_INT, MPI_SUM, 0, alone }, "the same buffer twice");
	refuse(&(struct call){ REDUCE, &word, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, 0, alone }, "the result in place");
	MPI_Comm_free(&alone);
}

/* --- Intercommunicators: even ranks and odd ones. */

static int sum_of(int parity)
{
	int sum = 0;

	for (int rank = parity; rank < n; rank += 2)
		sum += rank + 1;
	return sum;
}

/* From one group to each rank of the other in turn. */
static void reduce_to(MPI_Comm inter, int half_rank, int n_roots, int receivers)
{
	int mine = me + 1, sum;
	bool receives = me % 2 == receivers;

	for (int root = 0; root < n_roots; root++) {
		bool is_root = receives && half_rank == root;

		sum = UNTOUCHED;
		EXPECT(!MPI_Reduce(receives ? NULL : &mine, is_root ? &sum : NULL, is_root || !receives ? 1 : 0, MPI_INT, MPI_SUM,
				   is_root ? MPI_ROOT : receives ? MPI_PROC_NULL : root, inter));
		EXPECT(sum == (is_root ? sum_of(!receivers) : UNTOUCHED));
	}
}

static void test_intercommunicator(MPI_Errhandler handler)
{
	int mine = me + 1, sum, half_rank, others = n / 2 + (n % 2 && me % 2), own = n - others, all[MAX_RANKS];
	MPI_Comm half, inter, copy;

	MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
	MPI_Comm_rank(half, &half_rank);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !(me % 2), 1, &inter);
	MPI_Comm_dup(inter, &copy);
	MPI_Comm_set_errhandler(copy, handler);
	for (int turn = 0; turn < 2; turn++) {
		EXPECT(!MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, copy) && sum == sum_of(!(me % 2)));
		for (int receivers = 0; receivers < 2; receivers++)
			reduce_to(inter, half_rank, me % 2 == receivers ? own : others, receivers);
		EXPECT(!MPI_Barrier(inter));
		EXPECT(!MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, half) && sum == sum_of(me % 2));
	}
	if (own == others) {
		for (int i = 0; i < own; i++)
			all[i] = mine;
		EXPECT(!MPI_Reduce_scatter_block(all, &sum, 1, MPI_INT, MPI_SUM, inter) && sum == sum_of(!(me % 2)));
	}
	refuse(&(struct call){ ALLREDUCE, MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, 0, copy }, "in place between groups");
	/* Not MPI_Exscan: Open MPI 4.1 jumps to nowhere. */
	refuse(&(struct call){ SCAN, &mine, &sum, 1, MPI_INT, MPI_SUM, 0, copy }, "between groups");
	MPI_Comm_free(&copy);
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
	int mine, sum;
	MPI_Errhandler handler;
	MPI_Comm copy;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	mine = me + 1;
	make_own();
	test_own();
	test_persistent();
	MPI_Comm_create_errhandler(handle, &handler);
	MPI_Comm_dup(MPI_COMM_WORLD, &copy);
	MPI_Comm_set_errhandler(copy, handler);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler); /* which hears of errors without a communicator */
	test_wrong(copy);
	test_wrong_at_the_root(handler);
	if (n > 1)
		test_intercommunicator(handler);
	/* And both go on. */
	EXPECT(!MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, copy) && sum == n * (n + 1) / 2);
	EXPECT(!PMPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, copy) && sum == n * (n + 1) / 2);
	MPI_Comm_free(&copy);
	MPI_Errhandler_free(&handler);
	MPI_Type_free(&with_gap);
	MPI_Op_free(&composition);
	MPI_Finalize();
	return n_bad != 0;
}
