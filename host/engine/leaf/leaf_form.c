/*
 * A call's form, which does not depend on its buffers: how long it is, how it is done, and whose slots this rank reads.
 */
#include <assert.h>

#include "engine/leaf/leaf_private.h"

/* Numbers of 16 bytes are computed one by one, so sharing them among the ranks pays much sooner; in a reduce-scatter nobody
 * folds more than its part anyway. */
static const bool is_wide[SUMAC_N_TYPE_CODES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = sizeof(calc) > 8,
#include "spec/rows.def"
};
enum { WIDE_TIMES = 8, WIDE_ALONE_BYTES = 16384 };

/* An exclusive scan between two ranks is a copy. The second one makes it best by itself, in the first one's memory. */
enum { MOST_COPIED_TWICE = 8192 };

static bool is_a_copy(const struct sumac_leaf *leaf, const struct sumac_call *call)
{
	return leaf->size == 2 && call->coll == SUMAC_COLL_EXSCAN;
}

bool sumac_leaf_is_short(const struct sumac_leaf *leaf, const struct sumac_call *call)
{
	uint64_t bytes = call->count * sumac_type_bytes(call->type);

	if (call->coll == SUMAC_COLL_ALLGATHER && !call->firsts)
		bytes /= (uint64_t)leaf->size;
	if (is_wide[call->type] && call->coll != SUMAC_COLL_REDUCE_SCATTER)
		bytes *= WIDE_TIMES;
	if (leaf->found && is_a_copy(leaf, call))
		return bytes <= MOST_COPIED_TWICE;
	return leaf->found ? sumac_leaf_folds_all(leaf, bytes) : bytes <= leaf->small_bytes;
}

/* For a short call: the members whose operands this rank needs. */
static void set_short_readers(const struct sumac_leaf *leaf, struct sumac_leaf_form *form)
{
	if (form->coll == SUMAC_COLL_REDUCE && !form->gets)
		form->end = 0;
	else if (form->order == SUMAC_LEFT)
		form->end = leaf->rank + (form->coll == SUMAC_COLL_SCAN);
}

/* With two ranks, the root of a reduce folds alone, since copying half of the result would take as long. It does not where
 * folding is slow and there is enough of it. */
static bool root_folds_alone(const struct sumac_leaf *leaf, const struct sumac_call *call)
{
	size_t wide_bytes = leaf->found ? WIDE_ALONE_BYTES : leaf->small_bytes;

	return call->coll == SUMAC_COLL_REDUCE && leaf->size == 2 &&
	       (!is_wide[call->type] || call->count * sumac_type_bytes(call->type) <= wide_bytes);
}

/* For a long call: the members whose copies or results this rank reads. */
static void set_long_readers(const struct sumac_leaf *leaf, struct sumac_leaf_form *form)
{
	if (form->root_folds_alone && !form->gets)
		form->end = 0;
	if (form->order != SUMAC_LEFT)
		return;
	form->end = leaf->rank;
	form->first = leaf->rank ? leaf->rank - 1 : 0;
}

size_t sumac_leaf_part_bytes(const struct sumac_leaf *leaf, const struct sumac_call *call, int rank)
{
	return sumac_call_src_bytes(call, leaf->size, rank);
}

/* Sets what each member gives, and which part of it this rank folds. */
static void set_given(const struct sumac_call *call, struct sumac_leaf_form *form)
{
	enum sumac_coll_share gives = sumac_coll_row(call->coll)->gives;

	form->given_bytes = gives == SUMAC_NONE ? 0 :
			    gives == SUMAC_PART ? form->src_bytes : (size_t)call->count * form->elem_bytes;
	form->is_plain = form->is_short && !form->gives_parts && !form->trial;
	form->keeps_own = form->is_short && call->coll == SUMAC_COLL_REDUCE_SCATTER && form->src_bytes > SUMAC_LEAF_INLINE_BYTES;
	form->at_bytes = (size_t)call->own.src_first * form->elem_bytes;
	form->n_elems = (size_t)call->own.n;
}

/* Sets which members may wait for what this rank gives. */
static void set_readers_of_this(const struct sumac_leaf *leaf, struct sumac_leaf_form *form)
{
	if (form->coll == SUMAC_COLL_REDUCE && form->is_short)
		form->end_reader = (form->first_reader = form->root) + !form->gets;
	else if (form->coll == SUMAC_COLL_BROADCAST && form->root != leaf->rank)
		form->end_reader = 0;
	else if (form->order == SUMAC_LEFT && form->is_short)
		form->first_reader = leaf->rank + 1;
}

/* Whether a rank prefetches the lines of slots some calls before it reads them. A writer that waits for this rank has yet to
 * write them. */
static bool reads_ahead(const struct sumac_leaf_form *form)
{
	bool is_read = form->first_reader < form->end_reader;

	return !is_read || form->first >= form->end_reader || form->end <= form->first_reader;
}

void sumac_leaf_form_of(const struct sumac_leaf *leaf, const struct sumac_call *call, enum sumac_leaf_trial trial,
			struct sumac_leaf_form *form_out)
{
	enum sumac_coll_share gives = sumac_coll_row(call->coll)->gives;

	assert(sumac_call_is_sound(call, leaf->size) && sumac_kernel_find(call->op, call->type));
	*form_out = (struct sumac_leaf_form){
		.coll = call->coll, .op = call->op, .type = call->type, .root = call->root, .count = call->count,
		.is_known = !call->firsts && !trial,
		.is_short = trial <= SUMAC_BEFORE_TRIALS ? sumac_leaf_is_short(leaf, call) : trial != SUMAC_TRY_SLICES,
		.trial = trial,
		.root_folds_alone = root_folds_alone(leaf, call),
		.gives_parts = gives == SUMAC_PART && call->firsts,
		.gets = sumac_coll_gets(call->coll, leaf->rank, call->root),
		.kernel = sumac_kernel_find(call->op, call->type),
		.elem_bytes = sumac_kernel_elem_bytes(call->type),
		.src_bytes = call->src_bytes, .dst_bytes = call->dst_bytes,
		.order = sumac_coll_row(call->coll)->order,
		.end = leaf->size, .end_reader = leaf->size,
	};
	set_given(call, form_out);
	set_readers_of_this(leaf, form_out);
	if (call->coll == SUMAC_COLL_BROADCAST)
		form_out->end = (form_out->first = call->root) + (leaf->rank != call->root);
	else if (form_out->is_short)
		set_short_readers(leaf, form_out);
	else
		set_long_readers(leaf, form_out);
	form_out->reads_ahead = reads_ahead(form_out);
	if (form_out->dst_bytes && form_out->order != SUMAC_MOVE)
		form_out->n_folded = form_out->end;
}
