/*
 * Model of the combine unit's bench. The bench asks for the script's next step when it can take one, and reports every
 * write, done and refusal; a pass takes effect in the model when it is handed out, and what it must write is then
 * expected in that order. Random numbers come from the bench's seed, so that a failure repeats.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ref_combine.h"
#include "ref_beat.h"
#include "sumac_ops.h"
#include "svdpi.h"

#define MAX_POOL  131072
#define QUICK_CYCLES 9		/* from the issue of a beat to that of one which reads its result */
#define QUEUE     (1 << 14)	/* expectations at a time, at most */

/* what the bench gets for its next cycle */
enum give { GIVE_NOTHING, GIVE_PASS, GIVE_LOAD, GIVE_END };

static struct beat model[MAX_POOL];
static struct step *steps;
static int n_steps, at_step;
static struct { int addr; struct beat data; } expected[QUEUE];
static unsigned expect_in, expect_out;
static uint8_t tags[QUEUE];
static unsigned tags_in, tags_out;
static uint8_t next_tag;
static int bad_expected, bad_seen;
static int slot_beats;
static int float_cycles;			/* QUICK_CYCLES of sums and products of floats */
static int gap, traffic;			/* chances in 256 */
static enum aim aim;
static long long rate_cycle, rate_writes, n_writes;
static double worst_rate[17], worst_stalled;
static int chain_cycles[256];
static struct beat nested_inputs[16];

static int fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "ref_combine: step %d: ", at_step);
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	return 1;
}

static void show(const char *what, const struct beat *beat)
{
	fprintf(stderr, "%s ", what);
	for (int i = BEAT_BYTES - 1; i >= 0; i--)
		fprintf(stderr, "%02x", beat->bytes[i]);
	fprintf(stderr, "\n");
}

void ref_combine_init(int pool_beats, int max_slot_beats, int smallest, int each_float_cycles)
{
	if (pool_beats > MAX_POOL)
		abort();
	slot_beats = max_slot_beats;
	float_cycles = each_float_cycles;
	n_steps = ref_combine_script(pool_beats, max_slot_beats, smallest, &steps);
}

/* ---- the bench's next step */

static void expect_pass(const struct step *s)
{
	if (!ref_listed(s->op, s->type, 1)) {
		bad_expected++;
		return;
	}
	for (int b = 0; b < s->beats; b++) {
		struct beat x = ref_combine(s->op, s->type, &model[s->left + b], &model[s->right + b]);

		model[s->dst + b] = x;
		expected[expect_in % QUEUE].addr = s->dst + b;
		expected[expect_in % QUEUE].data = x;
		expect_in++;
	}
	tags[tags_in++ % QUEUE] = next_tag;
}

static int end_rate(const struct step *s, long long cycle)
{
	double rate = (double)(n_writes - rate_writes) / (double)(cycle - rate_cycle);
	double *worst = gap || traffic ? &worst_stalled : &worst_rate[s->left];

	if (*worst == 0 || rate < *worst)
		*worst = rate;
	if (rate < 0.99)	/* filling the pipe once costs 0.001; a bubble a pass of 64 beats would show */
		return fail("%d inputs, op %d, type 0x%x, stalls %d, %d of stream %d: %.3f beats a cycle",
			    s->left, s->op, s->type, gap, traffic, aim, rate);
	return 0;
}

/* The chain takes longer than its passes by the first one's way in and the bench's own wait at the end. */
static int end_chain(const struct step *s, long long cycles)
{
	int each = ref_is_float(s->op, s->type) ? float_cycles : QUICK_CYCLES;

	chain_cycles[s->type] = (int)(cycles / CHAIN_BEATS);
	if (cycles < each * CHAIN_BEATS || cycles >= each * CHAIN_BEATS + 10)
		return fail("op %d, type 0x%x: %d beats in a chain took %lld cycles, not %d each", s->op,
			    s->type, CHAIN_BEATS, cycles, each);
	return 0;
}

static int check_nested(const struct step *s)
{
	struct beat x;

	if (s->beats == -1) {
		for (int i = 0; i < 16; i++)
			nested_inputs[i] = model[i * slot_beats];
		return 0;
	}
	x = ref_nested_sub(s->type, 0, 16, nested_inputs);
	if (memcmp(&x, &model[s->dst], BEAT_BYTES) != 0)
		return fail("type 0x%x: the program's value is not E(0, 16)", s->type);
	return 0;
}

static struct beat edge_right;

static int load_data(const struct step *s, struct beat *data_out)
{
	if (s->kind == LOAD_EDGE) {
		ref_random_pair(s->type, data_out, &edge_right);
		return 0;
	}
	if (s->dst < 0) {
		*data_out = edge_right;
		return 1;
	}
	ref_random_beat(data_out);
	return s->dst;
}

/*
 * Gives at most one thing to do: a pass, a beat to write through the receive port, nothing, or the end. Sets
 * error_out when a check failed.
 */
int ref_combine_next(long long cycle, int unit_idle, int *gap_out, int *traffic_out, int *aim_out, int *left_out,
		     int *right_out, int *dst_out, int *beats_out, int *op_out, int *type_out, int *tag_out,
		     svBitVecVal *data_out, int *error_out)
{
	static int settled;	/* cycles since the unit has become idle with nothing expected */

	*error_out = 0;
	for (;;) {
		const struct step *s = &steps[at_step];

		*gap_out = gap;
		*traffic_out = traffic;
		*aim_out = aim;
		if (at_step == n_steps)
			return GIVE_END;
		switch (s->kind) {
		case WAIT:
			settled = unit_idle && expect_in == expect_out ? settled + 1 : 0;
			if (settled < 4)
				return GIVE_NOTHING;
			settled = 0;
			if (tags_in != tags_out)
				*error_out = fail("%u passes were not told done", tags_in - tags_out);
			if (bad_expected != bad_seen)
				*error_out = fail("%d refusals, expected %d", bad_seen, bad_expected);
			break;
		case STALLS:
			gap = s->left;
			traffic = s->right;
			aim = s->dst;
			break;
		case RATE_BEGIN:
			rate_cycle = cycle;
			rate_writes = n_writes;
			break;
		case RATE_END:
			*error_out = end_rate(s, cycle);
			break;
		case CHAIN_END:
			*error_out = end_chain(s, cycle - rate_cycle);
			break;
		case NESTED:
			*error_out = check_nested(s);
			break;
		case LOAD:
		case LOAD_EDGE: {
			struct beat x;

			*dst_out = load_data(s, &x);
			model[*dst_out] = x;
			memcpy(data_out, &x, BEAT_BYTES);
			at_step++;
			return GIVE_LOAD;
		}
		case PASS:
			if (expect_in - expect_out + (unsigned)s->beats > QUEUE)
				return GIVE_NOTHING;
			*left_out = s->left;
			*right_out = s->right;
			*dst_out = s->dst;
			*beats_out = s->beats;
			*op_out = s->op;
			*type_out = s->type;
			*tag_out = next_tag;
			expect_pass(s);
			next_tag++;
			at_step++;
			return GIVE_PASS;
		}
		at_step++;
		if (*error_out)
			return GIVE_END;
	}
}

/* ---- what the bench sees; nonzero: wrong */

int ref_combine_wrote(int addr, const svBitVecVal *data)
{
	struct beat x;

	memcpy(&x, data, BEAT_BYTES);
	n_writes++;
	if (expect_in == expect_out)
		return fail("a write to beat %d that no pass asked for", addr);
	if (expected[expect_out % QUEUE].addr != addr)
		return fail("a write to beat %d, expected %d", addr, expected[expect_out % QUEUE].addr);
	if (memcmp(&x, &expected[expect_out % QUEUE].data, BEAT_BYTES) != 0) {
		show("wrote   ", &x);
		show("expected", &expected[expect_out % QUEUE].data);
		return fail("a wrong value in beat %d", addr);
	}
	expect_out++;
	return 0;
}

int ref_combine_done(int tag)
{
	if (tags_in == tags_out || tags[tags_out % QUEUE] != tag)
		return fail("done with tag %d out of turn", tag);
	tags_out++;
	return 0;
}

void ref_combine_bad(void)
{
	bad_seen++;
}

void ref_combine_summary(long long *writes_out, int *bad_out, double *rate2_out, double *rate16_out,
			 double *stalled_out, int *quick_chain_out, int *float_chain_out)
{
	*writes_out = n_writes;
	*bad_out = bad_seen;
	*rate2_out = worst_rate[2];
	*rate16_out = worst_rate[16];
	*stalled_out = worst_stalled;
	*quick_chain_out = chain_cycles[SUMAC_TYPE_I64];
	*float_chain_out = chain_cycles[SUMAC_TYPE_F64];
}

