/*
 * A datatype and its operation are made when the program first asks for them, since MPI may have begun without Sumac, and are
 * freed when MPI ends. In a program that has only sessions they last as long as the process: it has no MPI_COMM_SELF.
 */
#include "frontend/mpi/mpi_exact.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/say.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_request.h"
#include "sumac_exact.h"
#include "sumac_mpi.h"

struct sumac_mpi_exact {
	const char *name; /* of the operation */
	size_t len_bytes;
	MPI_User_function *add;
	int (*run)(const struct sumac_mpi_call *call, struct sumac_team *team, struct sumac_request **begun_out);
	atomic_bool is_made; /* these two are */
	MPI_Datatype datatype;
	MPI_Op op;
};

/* How many accumulators the host MPI gives to its function. A datatype of other elements would make wrong numbers of the
 * program's, and such a function has no other way to say so than to end the job. */
static int n_given(const struct sumac_mpi_exact *exact, int n_elems, MPI_Datatype datatype)
{
	MPI_Aint lower = 0, extent = 0;
	int size = 0;

	PMPI_Type_size(datatype, &size);
	PMPI_Type_get_extent(datatype, &lower, &extent);
	if (size > 0 && size == extent && !lower && (size_t)size % exact->len_bytes == 0)
		return n_elems * (int)((size_t)size / exact->len_bytes);
	sumac_say(SUMAC_SAY_ALWAYS, "%s was called on a datatype whose elements are no accumulators of %zu bytes", exact->name,
		  exact->len_bytes);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	return 0;
}

/* One form of accumulators. If one is not valid, nor is the sum: it has the words that Sumac's engines leave then. */
#define FORM(form, short_name, text) \
	static void add_##form(void *in, void *inout, int *len, MPI_Datatype *datatype); \
	static int run_##form(const struct sumac_mpi_call *c, struct sumac_team *team, struct sumac_request **begun_out) \
	{ \
		struct sumac_##form *dst = c->recvbuf; \
		const struct sumac_##form *src = c->sendbuf == MPI_IN_PLACE ? dst : c->sendbuf; \
		size_t n = (size_t)c->count; \
\
		if (c->kind == SUMAC_MPI_REDUCE) \
			return begun_out ? sumac_##form##_ireduce(team, dst, src, n, c->root, begun_out) : \
					   sumac_##form##_reduce(team, dst, src, n, c->root); \
		if (c->kind == SUMAC_MPI_SCAN) \
			return begun_out ? sumac_##form##_iscan(team, dst, src, n, begun_out) : \
					   sumac_##form##_scan(team, dst, src, n); \
		return begun_out ? sumac_##form##_iallreduce(team, dst, src, n, begun_out) : \
				   sumac_##form##_allreduce(team, dst, src, n); \
	} \
	static struct sumac_mpi_exact form = { \
		.name = text, .len_bytes = sizeof(struct sumac_##form), .add = add_##form, .run = run_##form, \
	}; \
	static void add_##form(void *in, void *inout, int *len, MPI_Datatype *datatype) \
	{ \
		const struct sumac_##form *others = in; \
		struct sumac_##form *sums = inout; \
		int n = n_given(&form, *len, *datatype); \
\
		for (int i = 0; i < n; i++) \
			if (sumac_##form##_add_##short_name(&sums[i], &others[i])) \
				memset(&sums[i], 0, sizeof(sums[i])); \
	}
FORM(exact, exact, "SUMAC_EXACT_SUM")
FORM(exact_dot, dot, "SUMAC_EXACT_DOT_SUM")

static struct sumac_mpi_exact *const forms[] = { &exact, &exact_dot };
enum { N_FORMS = sizeof(forms) / sizeof(forms[0]) };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The host MPI frees MPI_COMM_SELF's attributes first when it ends. */
static int on_self_free(MPI_Comm comm, int key, void *attribute, void *extra)
{
	struct sumac_mpi_exact *form = attribute;

	(void)comm, (void)key, (void)extra;
	form->is_made = false;
	PMPI_Type_free(&form->datatype);
	PMPI_Op_free(&form->op);
	return MPI_SUCCESS;
}

static void free_with_mpi(struct sumac_mpi_exact *form)
{
	int is_begun = 0, is_over = 0, key;

	PMPI_Initialized(&is_begun);
	PMPI_Finalized(&is_over);
	if (!is_begun || is_over || PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_self_free, &key, NULL) != MPI_SUCCESS)
		return;
	PMPI_Comm_set_attr(MPI_COMM_SELF, key, form);
	PMPI_Comm_free_keyval(&key); /* when the attribute is gone */
}

static bool make(struct sumac_mpi_exact *form)
{
	int n_words = (int)(form->len_bytes / sizeof(int64_t));

	if (PMPI_Type_contiguous(n_words, MPI_INT64_T, &form->datatype) != MPI_SUCCESS)
		return false;
	if (PMPI_Type_commit(&form->datatype) != MPI_SUCCESS || PMPI_Op_create(form->add, 1, &form->op) != MPI_SUCCESS) {
		PMPI_Type_free(&form->datatype);
		return false;
	}
	free_with_mpi(form);
	return true;
}

/* Whether its handles are there; the host MPI reports why not, to the program's error handler. */
static bool has_handles(struct sumac_mpi_exact *form)
{
	if (!form->is_made) {
		pthread_mutex_lock(&lock);
		if (!form->is_made)
			form->is_made = make(form);
		pthread_mutex_unlock(&lock);
	}
	return form->is_made;
}

MPI_Datatype Sumac_Exact_type(void)
{
	return has_handles(&exact) ? exact.datatype : MPI_DATATYPE_NULL;
}

MPI_Op Sumac_Exact_op(void)
{
	return has_handles(&exact) ? exact.op : MPI_OP_NULL;
}

MPI_Datatype Sumac_Exact_dot_type(void)
{
	return has_handles(&exact_dot) ? exact_dot.datatype : MPI_DATATYPE_NULL;
}

MPI_Op Sumac_Exact_dot_op(void)
{
	return has_handles(&exact_dot) ? exact_dot.op : MPI_OP_NULL;
}

const struct sumac_mpi_exact *sumac_mpi_exact_find(const struct sumac_mpi_call *call)
{
	for (int i = 0; i < N_FORMS; i++)
		if (forms[i]->is_made && forms[i]->op == call->op && forms[i]->datatype == call->datatype)
			return forms[i];
	return NULL;
}

MPI_Count sumac_mpi_exact_words(const struct sumac_mpi_exact *exact)
{
	return (MPI_Count)(exact->len_bytes / sizeof(int64_t));
}

bool sumac_mpi_exact_has(enum sumac_mpi_kind kind)
{
	return kind == SUMAC_MPI_REDUCE || kind == SUMAC_MPI_ALLREDUCE || kind == SUMAC_MPI_SCAN;
}

int sumac_mpi_exact_run(const struct sumac_mpi_call *call, struct sumac_team *team, const struct sumac_mpi_exact *exact)
{
	struct sumac_request *begun;
	int err = exact->run(call, team, call->is_nonblocking ? &begun : NULL);

	if (err && call->is_nonblocking)
		*call->request = MPI_REQUEST_NULL;
	if (err)
		return sumac_mpi_error_raise_of(team, call->comm, sumac_mpi_call_name(call), err);
	return call->is_nonblocking ? sumac_mpi_request_make(call, team, begun) : MPI_SUCCESS;
}
