/*
 * Blocks: E's own recursion over the ranks, which ends where all share a host.
 */
#include "plan/plan_blocks.h"

#include <stdlib.h>

/* The largest power of two below n. */
static int left_part(int n)
{
	int p = 1;

	while (2 * p < n)
		p *= 2;
	return p;
}

struct walk {
	const int *same_until; /* by rank: the first after it that is on another host */
	struct sumac_plan_blocks *blocks;
	int n_combines[SUMAC_ROUTE_MAX_IN];
};

static void walk(struct walk *at, int lo, int n)
{
	struct sumac_plan_blocks *blocks = at->blocks;
	int p = left_part(n);

	if (at->same_until[lo] >= lo + n) {
		blocks->first[blocks->n++] = lo;
		return;
	}
	walk(at, lo, p);
	walk(at, lo + p, n - p);
	if (blocks->n <= SUMAC_ROUTE_MAX_IN)
		at->n_combines[blocks->n - 1]++;
}

/* All blocks but the last have the same length, and the last is no longer. */
static bool are_even(const struct sumac_plan_blocks *blocks)
{
	int span = blocks->first[1];

	for (int i = 1; i < blocks->n; i++) {
		int n = blocks->first[i + 1] - blocks->first[i];

		if (i < blocks->n - 1 ? n != span : n > span)
			return false;
	}
	return true;
}

int sumac_plan_blocks_make(const int *hosts, int size, struct sumac_plan_blocks *blocks_out)
{
	int *same_until = malloc((size_t)size * sizeof(*same_until));
	struct walk at = { .same_until = same_until, .blocks = blocks_out };

	*blocks_out = (struct sumac_plan_blocks){ .first = malloc(((size_t)size + 1) * sizeof(int)) };
	if (!same_until || !blocks_out->first) {
		free(same_until);
		sumac_plan_blocks_free(blocks_out);
		return -SUMAC_ENOMEM;
	}
	for (int rank = size - 1; rank >= 0; rank--)
		same_until[rank] = rank + 1 < size && hosts[rank + 1] == hosts[rank] ? same_until[rank + 1] : rank + 1;
	walk(&at, 0, size);
	free(same_until);
	blocks_out->first[blocks_out->n] = size;
	blocks_out->are_even = are_even(blocks_out);
	blocks_out->has_program = blocks_out->n <= SUMAC_ROUTE_MAX_IN;
	for (int i = 0; blocks_out->has_program && i < blocks_out->n; i++)
		blocks_out->combines[i] = (uint8_t)at.n_combines[i];
	return 0;
}

void sumac_plan_blocks_free(struct sumac_plan_blocks *blocks)
{
	free(blocks->first);
	*blocks = (struct sumac_plan_blocks){ 0 };
}

bool sumac_plan_blocks_join(const struct sumac_plan_blocks *blocks, int radix)
{
	return blocks->are_even || (blocks->has_program && blocks->n <= radix);
}

/* A plan for no more ranks than a node has inputs folds them all in one node, in their order. */
void sumac_plan_blocks_follow(const struct sumac_plan_blocks *blocks, struct sumac_plan *plan)
{
	if (blocks->are_even)
		return;
	for (struct sumac_plan_node *node = plan->node; node < plan->node + plan->n_nodes; node++)
		for (int i = 0; node->n_in == blocks->n && i < node->n_in; i++)
			node->in[i].combines = blocks->combines[i];
}

void sumac_plan_blocks_around(const bool *shares_host, int size, int rank, int *first_out, int *n_out)
{
	int lo = 0, n = size;

	for (;;) {
		int p = left_part(n), i = lo;

		while (i < lo + n && shares_host[i])
			i++;
		if (n == 1 || i == lo + n)
			break;
		if (rank < lo + p) {
			n = p;
		} else {
			lo += p;
			n -= p;
		}
	}
	*first_out = lo;
	*n_out = n;
}
