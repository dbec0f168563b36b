/*
 * What follows from a call without its buffers: how long it is, how it is done, and whose slots this rank reads.
 */
#include "engine/leaf/leaf_private.h"

/* What is computed number by number, in 16 bytes each, is worth sharing among the ranks much sooner. */
static const bool is_wide[SUMAC_N_TYPE_CODES] = {
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) [code] = sizeof(calc) > 8,
#include "spec/rows.def"
};
enum { WIDE_TIMES = 8 };

bool sumac_leaf_is_short(const struct sumac_leaf *leaf, const struct sumac_call *call)
{
	uint64_t bytes = call->count * sumac_type_bytes(call->type);

	if (call->coll == SUMAC_COLL_ALLGATHER && !call->firsts)
		bytes /= (uint64_t)leaf->size;
	return bytes <= leaf->small_bytes / (is_wide[call->type] ? WIDE_TIMES : 1);
}

/* Of a short call: of whom it needs what is given. */
static void set_short_readers(const struct sumac_leaf *leaf, struct sumac_leaf_form *form)
{
	if (form->coll == SUMAC_COLL_REDUCE && !form->gets)
		form->end = 0;
	else if (sumac_coll_row(form->coll)->order == SUMAC_LEFT)
		form->end = leaf->rank + (form->coll == SUMAC_COLL_SCAN);
}

/* Of a long one: of whom it reads copies or results. Of two ranks, the root of a reduce folds alone. */
static void set_long_readers(const struct sumac_leaf *leaf, struct sumac_leaf_form *form)
{
	if (form->coll == SUMAC_COLL_REDUCE && !form->gets && leaf->size == 2)
		form->end = 0;
	if (sumac_coll_row(form->coll)->order != SUMAC_LEFT)
		return;
	form->end = leaf->rank;
	form->first = leaf->rank ? leaf->rank - 1 : 0;
}

/* The core has checked what programs pass; this protects the engine from itself. */
static int check(const struct sumac_leaf *leaf, const struct sumac_call *call)
{
	if (!sumac_coll_row(call->coll))
		return -SUMAC_EINVAL;
	if (!sumac_kernel_find(call->op, call->type))
		return -SUMAC_EOP;
	if (sumac_coll_has_root(call->coll) && (call->root < 0 || call->root >= leaf->size))
		return -SUMAC_EINVAL;
	return call->count > SIZE_MAX / 2 / sumac_kernel_elem_bytes(call->type) ? -SUMAC_EINVAL : 0;
}

int sumac_leaf_form_of(const struct sumac_leaf *leaf, const struct sumac_call *call, struct sumac_leaf_form *form_out)
{
	enum sumac_coll_share gives;
	int err = check(leaf, call);

	form_out->is_known = false;
	if (err)
		return err;
	gives = sumac_coll_row(call->coll)->gives;
	*form_out = (struct sumac_leaf_form){
		.coll = call->coll, .op = call->op, .type = call->type, .root = call->root, .count = call->count,
		.is_known = !call->firsts,
		.is_short = sumac_leaf_is_short(leaf, call),
		.gives_parts = gives == SUMAC_PART,
		.gets = sumac_coll_gets(call->coll, leaf->rank, call->root),
		.kernel = sumac_kernel_find(call->op, call->type),
		.elem_bytes = sumac_kernel_elem_bytes(call->type),
		.src_bytes = sumac_call_src_bytes(call, leaf->size, leaf->rank),
		.dst_bytes = sumac_call_dst_bytes(call, leaf->size, leaf->rank),
		.given_bytes = gives == SUMAC_NONE ? 0 : (size_t)call->count * sumac_kernel_elem_bytes(call->type),
		.end = leaf->size,
	};
	if (call->coll == SUMAC_COLL_BROADCAST)
		form_out->end = (form_out->first = call->root) + (leaf->rank != call->root);
	else if (form_out->is_short)
		set_short_readers(leaf, form_out);
	else
		set_long_readers(leaf, form_out);
	return 0;
}
