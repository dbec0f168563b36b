/*
 * Counts what a team's plans need, by making all of them on all ranks.
 */
#include "plan/plan_parts.h"

static bool are_alike_in(const struct sumac_plan_in *a, const struct sumac_plan_in *b)
{
	return a->kind == b->kind && a->class == b->class && a->peer == b->peer && a->combines == b->combines;
}

static bool are_alike_out(const struct sumac_plan_out *a, const struct sumac_plan_out *b)
{
	return a->kind == b->kind && a->class == b->class && a->peer == b->peer && a->tap == b->tap;
}

static bool are_alike(const struct sumac_plan_node *a, const struct sumac_plan_node *b)
{
	if (a->n_in != b->n_in || a->n_out != b->n_out || a->step != b->step || a->ring != b->ring || a->spread != b->spread)
		return false;
	if (a->spread && (a->first != b->first || a->parts != b->parts))
		return false;
	for (int i = 0; i < a->n_in; i++)
		if (!are_alike_in(&a->in[i], &b->in[i]))
			return false;
	for (int o = 0; o < a->n_out; o++)
		if (!are_alike_out(&a->out[o], &b->out[o]))
			return false;
	return true;
}

/* Adds to `all` those of the plan's nodes that it lacks. */
static int add_new(struct sumac_plan *all, const struct sumac_plan *plan)
{
	int err = sumac_plan_reserve(all, all->n_nodes + plan->n_nodes);

	for (int n = 0; n < plan->n_nodes && !err; n++) {
		int i = 0;

		while (i < all->n_nodes && !are_alike(&all->node[i], &plan->node[n]))
			i++;
		if (i == all->n_nodes)
			all->node[all->n_nodes++] = plan->node[n];
	}
	return err;
}

static void raise(int *most_io, int n)
{
	if (*most_io < n)
		*most_io = n;
}

/* Counts all of spec->rank's plans. all, plan: memory for them. */
static int count_rank(struct sumac_plan_spec *spec, struct sumac_plan *all, struct sumac_plan *plan,
		      struct sumac_plan_needs *needs_io)
{
	int err = 0, n_channels = 0;

	for (int class = 0; class < SUMAC_N_CHANNEL_CLASSES; class++)
		n_channels += sumac_plan_peers(spec->size, spec->rank, spec->radix, spec->features, class, NULL, 0);
	raise(&needs_io->n_channels, n_channels);
	all->n_nodes = 0;
	for (int row = 0; row < SUMAC_PLAN_N_ROWS && !err; row++) {
		if (!sumac_plan_example(row, spec))
			continue;
		for (spec->root = 0; spec->root < (sumac_coll_has_root(spec->coll) ? spec->size : 1) && !err; spec->root++) {
			err = sumac_plan_make(spec, plan);
			if (!err)
				err = add_new(all, plan);
			raise(&needs_io->n_nodes, plan->n_nodes);
		}
	}
	raise(&needs_io->n_entries, all->n_nodes);
	for (int n = 0; n < all->n_nodes; n++)
		raise(&needs_io->n_rings, all->node[n].ring + 1);
	return err;
}

int sumac_plan_count_needs(int size, int radix, unsigned features, struct sumac_plan_needs *needs_out)
{
	struct sumac_plan_spec spec = { .size = size, .radix = radix, .features = features };
	struct sumac_plan all = { 0 }, plan = { 0 };
	int err = 0;

	*needs_out = (struct sumac_plan_needs){ 0 };
	for (; spec.rank < size && !err; spec.rank++)
		err = count_rank(&spec, &all, &plan, needs_out);
	sumac_plan_free(&all);
	sumac_plan_free(&plan);
	return err;
}
