/*
 * The definition of a route, once more in plain C for the bench of sumac_routes (DPI): draws programs, most of them good, some
 * with one thing wrong, and judges them by walking the postfix program with a counter. Shares the layout
 * (include/spec/route.def) with the RTL and nothing else.
 */
#include <stdlib.h>
#include <string.h>

#include "spec/spec.h"

struct stream {
	int kind, number, channel;    /* number: combines of an input, tap of an output */
};

static struct {
	int n_in, n_out, zero, ring, spread, last_part, first_part;
	struct stream in[SUMAC_ROUTE_MAX_IN], out[SUMAC_ROUTE_MAX_OUT];
} route;

static int taker[1024];       /* by channel, one more than the ring that takes from it */

static int draw(int below)
{
	return (int)(random() % below);
}

/* A channel that none of n streams has, nor another ring takes from; unless chance has it. */
static int draw_channel(int channels, const struct stream *streams, int n, int ring)
{
	int channel = draw(channels);

	for (int tries = 0; tries < 100; tries++, channel = draw(channels)) {
		int clashes = ring >= 0 && taker[channel] && taker[channel] != ring + 1;

		for (int i = 0; i < n; i++)
			clashes |= streams[i].kind == SUMAC_STREAM_CHANNEL && streams[i].channel == channel;
		if (!clashes || !draw(8))
			break;
	}
	return channel;
}

/* A program that leaves one value, on a stack of this depth: after each input as many combines as chance has it, all that are left
 * after the last. */
static void draw_good(int fan_in, int channels, int rings, int depth)
{
	int stack = 0, memory_in = draw(2) ? draw(fan_in) : -1, memory_out = draw(2) ? draw(SUMAC_ROUTE_MAX_OUT) : -1;
	int most_out = channels < SUMAC_ROUTE_MAX_OUT ? channels : SUMAC_ROUTE_MAX_OUT;

	memset(&route, 0, sizeof(route));
	route.n_in = 1 + draw(fan_in);
	route.n_out = draw(4) ? draw(most_out + 1) : draw(3);
	route.ring = draw(rings);
	for (int i = 0; i < SUMAC_ROUTE_MAX_IN; i++) {
		struct stream *in = &route.in[i];

		if (i >= route.n_in) {
			*in = (struct stream){ draw(4), draw(16), draw(1024) };  /* nobody looks there */
			continue;
		}
		in->kind = i == memory_in ? SUMAC_STREAM_MEMORY : SUMAC_STREAM_CHANNEL;
		in->channel = draw_channel(channels, route.in, i, route.ring);
		stack++;
		in->number = draw(2) ? 0 : draw(stack);
		if (stack - in->number == depth)
			in->number++;
		if (i == route.n_in - 1)
			in->number = stack - 1;
		stack -= in->number;
	}
	for (int i = 0; i < SUMAC_ROUTE_MAX_OUT; i++) {
		route.out[i] = (struct stream){ i == memory_out ? SUMAC_STREAM_MEMORY : SUMAC_STREAM_CHANNEL, route.n_in - 1,
						draw_channel(channels, route.out, i, -1) };
		if (i >= route.n_out)
			route.out[i] = (struct stream){ draw(4), draw(16), draw(1024) };
	}
}

/* Streams that carry a part each, on one side; memory on the other. */
static void draw_spread(int fan_in, int channels)
{
	route.spread = 1 + draw(2);
	route.last_part = draw(1 << SUMAC_ROUTE_HEAD_PARTS_BITS);
	route.first_part = draw(route.last_part + 1);
	route.n_in = route.spread == 1 ? 1 : 1 + draw(fan_in);
	route.n_out = route.spread == 2 ? 1 : 1 + draw(channels < SUMAC_ROUTE_MAX_OUT ? channels : SUMAC_ROUTE_MAX_OUT);
	for (int i = 0; i < route.n_in; i++)
		route.in[i] = (struct stream){ route.spread == 1 ? SUMAC_STREAM_MEMORY : SUMAC_STREAM_CHANNEL, 0,
					       draw_channel(channels, route.in, i, route.ring) };
	for (int i = 0; i < route.n_out; i++)
		route.out[i] = (struct stream){ route.spread == 2 ? SUMAC_STREAM_MEMORY : SUMAC_STREAM_CHANNEL, route.n_in - 1,
						draw_channel(channels, route.out, i, -1) };
}

static void spoil(int fan_in, int channels, int rings)
{
	struct stream *in = &route.in[draw(route.n_in)], *out = &route.out[route.n_out ? draw(route.n_out) : 0];

	switch (draw(14)) {
	case 13: route.zero = 1 << draw(SUMAC_ROUTE_HEAD_ZERO_BITS); break;
	case 0: route.n_in = 0; break;
	case 1: route.n_in = fan_in + 1 + draw(31 - fan_in); break;
	case 2: route.n_out = SUMAC_ROUTE_MAX_OUT + 1 + draw(15); break;
	case 3: route.ring = rings == 16 ? 0 : rings + draw(16 - rings); break;
	case 4:
		route.spread = draw(1 << SUMAC_ROUTE_HEAD_SPREAD_BITS);
		route.last_part = draw(1 << SUMAC_ROUTE_HEAD_PARTS_BITS);
		route.first_part = draw(1 << SUMAC_ROUTE_HEAD_FIRST_BITS);
		break;
	case 5: in->kind = draw(4); break;
	case 6: in->channel = draw(1024); break;
	case 7: in->number = draw(16); break;
	case 8: out->kind = draw(4); break;
	case 9: out->channel = channels + draw(4); break;
	case 10:
	case 11:                /* a combine elsewhere: too early, or harmless */
		if (in->number) {
			in->number--;
			route.in[draw(route.n_in)].number++;
		}
		break;
	default: out->number = draw(16); break;
	}
}

static int spread_is_good(int memory_in, int memory_out)
{
	if (route.spread == 0)
		return route.last_part == 0 && route.first_part == 0;
	if (route.first_part > route.last_part)
		return 0;
	if (route.spread == 1)
		return route.n_in == 1 && memory_in == 1 && route.n_out > 0 && memory_out == 0;
	return route.spread == 2 && memory_in == 0 && route.n_out == 1 && memory_out == 1;
}

/* Whether one of the streams is a channel that another one is, too. */
static int has_twice(const struct stream *streams, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			if (streams[i].kind == SUMAC_STREAM_CHANNEL && streams[j].kind == SUMAC_STREAM_CHANNEL &&
			    streams[i].channel == streams[j].channel)
				return 1;
	return 0;
}

static int good(int fan_in, int channels, int foreign, int rings, int depth)
{
	int stack = 0, memory_in = 0, memory_out = 0;

	if (route.n_in < 1 || route.n_in > fan_in || route.n_out > SUMAC_ROUTE_MAX_OUT || route.ring >= rings ||
	    route.zero)
		return 0;
	for (int i = 0; i < route.n_in; i++) {
		const struct stream *in = &route.in[i];

		if (in->kind == SUMAC_STREAM_MEMORY)
			memory_in++;
		else if (in->kind != SUMAC_STREAM_CHANNEL || in->channel >= channels || in->channel == foreign)
			return 0;
		else if (taker[in->channel] && taker[in->channel] != route.ring + 1)
			return 0;
		stack = route.spread == 2 ? 1 : stack + 1;
		if (stack > depth)
			return 0;
		for (int c = 0; c < in->number; c++)
			if (--stack < 1)
				return 0;
	}
	for (int i = 0; i < route.n_out; i++) {
		const struct stream *out = &route.out[i];

		if (out->kind == SUMAC_STREAM_MEMORY)
			memory_out++;
		else if (out->kind != SUMAC_STREAM_CHANNEL || out->channel >= channels || out->channel == foreign)
			return 0;
		if (out->number != route.n_in - 1)
			return 0;
	}
	if (has_twice(route.in, route.n_in) || has_twice(route.out, route.n_out))
		return 0;
	return stack == 1 && memory_in <= 1 && memory_out <= 1 && spread_is_good(memory_in, memory_out);
}

static int half_in(int i)
{
	return (int)(SUMAC_BITS_PUT(ROUTE_IN, KIND, route.in[i].kind) | SUMAC_BITS_PUT(ROUTE_IN, COMBINES, route.in[i].number) |
		     SUMAC_BITS_PUT(ROUTE_IN, CHANNEL, route.in[i].channel));
}

static int half_out(int i)
{
	return (int)(SUMAC_BITS_PUT(ROUTE_OUT, KIND, route.out[i].kind) | SUMAC_BITS_PUT(ROUTE_OUT, TAP, route.out[i].number) |
		     SUMAC_BITS_PUT(ROUTE_OUT, CHANNEL, route.out[i].channel));
}

static int has(const struct stream *streams, int n, int kind)
{
	for (int i = 0; i < n; i++)
		if (streams[i].kind == kind)
			return 1;
	return 0;
}

#ifdef __cplusplus		/* Verilator's makefile compiles this as C++ */
extern "C" {
#endif

void ref_route_seed(int seed)
{
	srandom((unsigned)seed);
}

/* Draws the next route and returns what the head must be: -1 where it is refused. foreign: a channel of another group; depth: of
 * the stack. */
long long ref_route_next(int fan_in, int channels, int foreign, int rings, int depth)
{
	draw_good(fan_in, channels, rings, depth + !draw(8));
	if (!draw(3))
		draw_spread(fan_in, channels);
	if (draw(2))
		spoil(fan_in, channels, rings);
	if (!good(fan_in, channels, foreign, rings, depth))
		return -1;
	return route.n_in | route.n_out << 5 | route.ring << 10 |
	       has(route.in, route.n_in, SUMAC_STREAM_MEMORY) << 14 | has(route.out, route.n_out, SUMAC_STREAM_MEMORY) << 15 |
	       (long long)(route.spread | route.last_part << 2 | route.first_part << 6) << 16;
}

/* The last one has become an entry. */
void ref_route_taken(void)
{
	for (int i = 0; i < route.n_in; i++)
		if (route.in[i].kind == SUMAC_STREAM_CHANNEL)
			taker[route.in[i].channel] = route.ring + 1;
}

void ref_route_anew(int channel)
{
	taker[channel] = 0;
}

/* Its words as the host writes them. */
int ref_route_word(int word)
{
	if (word == 0)
		return (int)(SUMAC_BITS_PUT(ROUTE_HEAD, N_IN, route.n_in) | SUMAC_BITS_PUT(ROUTE_HEAD, N_OUT, route.n_out) |
			     SUMAC_BITS_PUT(ROUTE_HEAD, ZERO, route.zero) | SUMAC_BITS_PUT(ROUTE_HEAD, RING, route.ring) |
			     SUMAC_BITS_PUT(ROUTE_HEAD, SPREAD, route.spread) |
			     SUMAC_BITS_PUT(ROUTE_HEAD, PARTS, route.last_part) |
			     SUMAC_BITS_PUT(ROUTE_HEAD, FIRST, route.first_part));
	if (word <= SUMAC_ROUTE_MAX_IN / 2)
		return half_in(2 * word - 2) | (int)((unsigned)half_in(2 * word - 1) << 16);
	word -= SUMAC_ROUTE_MAX_IN / 2;
	return half_out(2 * word - 2) | (int)((unsigned)half_out(2 * word - 1) << 16);
}

#ifdef __cplusplus
}
#endif
