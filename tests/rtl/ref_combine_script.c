/*
 * Script of the combine unit's bench: a list of passes, loads of packet memory, waits until all is done, and marks at
 * which something is checked. tb_sumac_combine.sv tells its phases.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ref_combine.h"
#include "ref_beat.h"
#include "sumac_ops.h"

#define MAX_STEPS 4000000
#define STACK     16

static struct step *steps;
static int n_steps;
static int half, slot_beats;	/* passes work in the lower half of packet memory */
static int rate_beats;		/* enough that the filling of the pipe counts for little */

static struct step *add(enum kind kind)
{
	struct step *s = &steps[n_steps++];

	if (n_steps == MAX_STEPS)
		abort();
	memset(s, 0, sizeof(*s));
	s->kind = kind;
	return s;
}

static void add_pass(int left, int right, int dst, int beats, int op, int type)
{
	struct step *s = add(PASS);

	s->left = left;
	s->right = right;
	s->dst = dst;
	s->beats = beats;
	s->op = op;
	s->type = type;
}

static void add_load(int addr, int n_beats)
{
	add(WAIT);
	for (int i = 0; i < n_beats; i++)
		add(LOAD)->dst = addr + i;
}

/* Chances in 256 that a pass is withheld, and that other ports take a bank. */
static void add_stalls(int gap_chance, int traffic_chance, int aim)
{
	struct step *s = add(STALLS);

	s->left = gap_chance;
	s->right = traffic_chance;
	s->dst = aim;
}

static int below(int n)
{
	return (int)(ref_random() % (unsigned)n);
}

static int type_of(int n)	/* the eight integer types, which have the bench's a - b */
{
	return (n % 8 < 4 ? 0x10 : 0x20) + n % 4;
}

static void add_pair_pass(int left, int right, int dst, int beats, int pair)
{
	int op, type;

	ref_pair(pair % ref_n_pairs(), &op, &type);
	add_pass(left, right, dst, beats, op, type);
}

static void script_values(void)
{
	for (int pair = 0; pair < ref_n_pairs(); pair++) {
		int op, type;

		ref_pair(pair, &op, &type);
		for (int n = 0; n < 6; n++) {
			add(WAIT);
			add(LOAD_EDGE)->type = type;
			add(LOAD)->dst = -1;	/* the right operand of that pair, to beat 1 */
			add_pass(0, 1, 2 + n, 1, op, type);
		}
	}
}

static void script_refusal(void)
{
	add_load(0, 4);
	for (int op = 0; op < 16; op++)
		for (int type = 0; type < 256; type++)
			add_pass(0, 1, 2 + op % 2, 1, op, type);
	add(WAIT);
}

/* dst of a pass lies `near` beats off what the next one reads: on the left, the right, or both */
static void script_hazards(void)
{
	int longest = slot_beats < 20 ? slot_beats : 20;
	int a = half < 128 ? 4 : 40, b = half < 128 ? 12 : 80;

	for (int beats = 1; beats <= longest; beats++) {
		for (int near = -1; near <= 1; near++) {
			for (int side = 0; side < 4; side++) {
				add_load(0, half < 128 ? half : 128);
				for (int n = 0; n < 16; n++) {
					int pair = below(ref_n_pairs()), odd = n % 2;

					switch (side) {
					case 0: add_pair_pass(a + near, b, a, beats, pair); break;
					case 1: add_pair_pass(b, a + near, a, beats, pair); break;
					case 2: add_pair_pass(a, a + near, odd ? a : b, beats, pair); break;
					case 3: add_pair_pass(odd ? b + near : a, a, odd ? a : b, beats, pair);
					}
				}
			}
		}
	}
}

static void script_random(int n, int span)
{
	add_load(0, span);
	for (int i = 0; i < n; i++) {
		int beats = 1 + below(slot_beats < 20 ? slot_beats : 20);

		if (slot_beats >= 64 && span > 100 && below(16) == 0)
			beats = slot_beats;
		add_pair_pass(below(span - beats), below(span - beats), below(span - beats), beats, below(ref_n_pairs()));
	}
	add(WAIT);
}

/*
 * The postfix program 0 1 c 2 3 c c 4 5 c 6 7 c c c ... of k inputs, a slot each from base on, stack slots behind
 * them. Returns where the result is.
 */
static int add_program(int base, int k, int op, int type)
{
	int stack[STACK], depth = 0;

	for (int i = 0; i < k; i++) {
		stack[depth++] = base + i * slot_beats;
		for (int j = i; j % 2 == 1; j /= 2) {
			int dst = base + (k + depth - 2) * slot_beats;

			add_pass(stack[depth - 2], stack[depth - 1], dst, slot_beats, op, type);
			depth--;
			stack[depth - 1] = dst;
		}
	}
	return stack[0];
}

static void script_nested(void)
{
	for (int type = 0; type < 8; type++) {
		struct step *s;
		int result;

		add_load(0, 16 * slot_beats);
		add(NESTED)->beats = -1;	/* note the inputs */
		result = add_program(0, 16, 15, type_of(type));
		add(WAIT);
		s = add(NESTED);
		s->dst = result;
		s->type = type_of(type);
	}
}

static void script_rate(int k, int op, int type)
{
	int per_program = (k - 1) * slot_beats, room = (k + 5) * slot_beats;
	struct step *s;

	add(WAIT);
	add(RATE_BEGIN);
	for (int n = 0; n * per_program < rate_beats; n++)
		add_program(n % (half / room) * room, k, op, type);
	add(WAIT);
	s = add(RATE_END);
	s->left = k;
	s->op = op;
	s->type = type;
}

/* (op, type) changes with every pass, of one beat or many, none of which needs another */
static void script_apart(int n_beats, int beats, int span)
{
	int places = span / 4 / beats;

	for (int n = 0; n * beats < n_beats; n++) {
		int place = n % places * beats;

		add_pair_pass(place, span / 4 + place, span / 2 + place, beats, below(ref_n_pairs()));
	}
}

static void script_mixed_rate(int beats)
{
	add(WAIT);
	add(RATE_BEGIN);
	script_apart(10000, beats, half);	/* more than rate_beats: few such runs, and the longest */
	add(WAIT);
	add(RATE_END)->left = 2;
}

static void script_mixed_rates(int gap_chance, int traffic_chance, int aim)
{
	add_stalls(gap_chance, traffic_chance, aim);
	script_mixed_rate(1);
	script_mixed_rate(slot_beats);
}

/* single beats, each of which needs the one before, on its left or its right */
static void script_chain(int op, int type)
{
	struct step *s;

	add_load(0, 2);
	add(WAIT);
	add(RATE_BEGIN);
	for (int i = 0; i < CHAIN_BEATS; i++)
		add_pass(i % 2, 1 - i % 2, 0, 1, op, type);
	add(WAIT);
	s = add(CHAIN_END);
	s->op = op;
	s->type = type;
}

int ref_combine_script(int pool_beats, int max_slot_beats, int smallest, struct step **steps_out)
{
	int span = pool_beats / 2 < 200 ? pool_beats / 2 : 200;

	half = pool_beats / 2;
	slot_beats = max_slot_beats;
	rate_beats = smallest ? 3000 : 5000;
	steps = (struct step *)malloc(MAX_STEPS * sizeof(*steps));
	if (!steps)
		abort();
	script_values();
	script_refusal();
	script_hazards();
	add_stalls(100, 90, ALL);
	script_values();
	script_hazards();
	script_refusal();
	script_random(4000, span);
	add_stalls(0, 90, ALL);
	script_random(4000, 30);
	add_load(0, half < 512 ? half : 512);
	script_apart(10000, 1, half < 512 ? half : 512);
	script_apart(10000, slot_beats, half < 512 ? half : 512);
	add_stalls(0, 0, ALL);
	script_random(4000, 30);
	script_random(4000, span);
	if (!smallest)
		script_nested();
	script_chain(SUMAC_OP_MIN, SUMAC_TYPE_F64);
	script_chain(SUMAC_OP_PROD, SUMAC_TYPE_I64);
	script_chain(SUMAC_OP_SUM, SUMAC_TYPE_I64);
	script_chain(SUMAC_OP_PROD, SUMAC_TYPE_F64);
	script_chain(SUMAC_OP_SUM, SUMAC_TYPE_F64);
	add_load(0, half);
	script_mixed_rates(100, 0, ALL);
	for (int aim = LEFT; aim <= WRITE; aim++)
		script_mixed_rates(0, 90, aim);
	script_mixed_rates(100, 90, ALL);
	script_mixed_rates(0, 0, ALL);
	for (int pair = 0; pair < ref_n_pairs(); pair++) {
		int op, type;

		ref_pair(pair, &op, &type);
		script_rate(2, op, type);
		if (!smallest)
			script_rate(16, op, type);
	}
	add(WAIT);
	*steps_out = steps;
	return n_steps;
}

