/*
 * Handing over. Others have read a member's rings and payloads before, and may still hold the lines that it writes. Taking a line
 * back from another core costs little where the cores share a cache; elsewhere it costs more than fetching the line from memory,
 * so we write past the caches. Ranks and virtual processors move, so now and then we try on a few blocks which way is cheaper. A
 * move shows sooner in the cost of a few lines, so we look at that more often, and try the ways again when the cost does not fit
 * the current way.
 */
#include <emmintrin.h>
#include <string.h>

#include "base/clock.h"
#include "engine/leaf/leaf_private.h"

/* Trials are a small part of all that is handed, since bytes that go past the caches must be fetched again. But the first ones
 * follow each other soon, as they may meet memory that nobody has touched. */
enum { N_TRIED = 8, FIRST_BETWEEN_BYTES = 256 << 10, BETWEEN_TRIALS_BYTES = 16 << 20 };

/* A look takes so few lines that it costs little even where they are dear. */
enum { LOOK_BYTES = 2048, BETWEEN_LOOKS_BYTES = 512 << 10 };

/* Readers must fetch from memory, too, what went past the caches, so that way must gain much. */
enum { TIMES_CHEAPER = 2 };

/* sumac_leaf_handed() must follow at the end of a step. */
static void copy_past(uint8_t *to, const uint8_t *from, size_t len_bytes)
{
	size_t at = 0;

	for (; at + SUMAC_LEAF_LINE_BYTES <= len_bytes; at += SUMAC_LEAF_LINE_BYTES)
		for (size_t i = at; i < at + SUMAC_LEAF_LINE_BYTES; i += sizeof(__m128i))
			_mm_stream_si128((__m128i *)(to + i), _mm_loadu_si128((const __m128i *)(from + i)));
	memcpy(to + at, from + at, len_bytes - at);
}

void sumac_leaf_handed(void)
{
	_mm_sfence();
}

/* The ways take turns. Each counts by its quickest block, which nobody has interrupted. */
static void try_block(struct sumac_leaf_hand *hand, uint8_t *to, const uint8_t *from)
{
	bool past = hand->n_to_try % 2;
	int64_t begin_ns = sumac_clock_ns(), ns;

	if (past)
		copy_past(to, from, SUMAC_LEAF_TRIED_BYTES);
	else
		memcpy(to, from, SUMAC_LEAF_TRIED_BYTES);
	_mm_mfence();
	ns = sumac_clock_ns() - begin_ns;
	if (hand->n_to_try > N_TRIED - 2 || ns < hand->least_ns[past])
		hand->least_ns[past] = ns;
	if (--hand->n_to_try)
		return;
	hand->goes_past = hand->least_ns[true] * TIMES_CHEAPER < hand->least_ns[false];
	if (!hand->between_bytes)
		hand->between_bytes = FIRST_BETWEEN_BYTES;
	else if (hand->between_bytes < BETWEEN_TRIALS_BYTES)
		hand->between_bytes *= 2;
	hand->untried_bytes = hand->between_bytes;
}

/* How long it takes to get lines for writing; their bytes stay. */
static int64_t take_lines_ns(volatile uint8_t *to)
{
	int64_t begin_ns = sumac_clock_ns();

	for (size_t at = 0; at < LOOK_BYTES; at += SUMAC_LEAF_LINE_BYTES)
		__asm__ volatile("prefetchw %0" : : "m"(to[at]));
	for (size_t at = 0; at < LOOK_BYTES; at += SUMAC_LEAF_LINE_BYTES)
		to[at] = to[at];
	_mm_mfence();
	return sumac_clock_ns() - begin_ns;
}

static bool is_trial_due(const struct sumac_leaf_hand *hand, size_t len_bytes)
{
	return hand->n_to_try || hand->untried_bytes < len_bytes;
}

/* Looks at the lines to which len_bytes will be written. The ways are then tried on later blocks, since these lines are cheap
 * now. */
static void look_now_and_then(struct sumac_leaf_hand *hand, uint8_t *to, size_t len_bytes)
{
	if (hand->unlooked_bytes >= len_bytes || len_bytes < LOOK_BYTES)
		return;
	hand->unlooked_bytes = BETWEEN_LOOKS_BYTES;
	if ((hand->least_ns[true] * TIMES_CHEAPER < take_lines_ns(to) * (SUMAC_LEAF_TRIED_BYTES / LOOK_BYTES)) != hand->goes_past)
		hand->n_to_try = N_TRIED;
}

static void count_handed(struct sumac_leaf_hand *hand, size_t len_bytes)
{
	hand->untried_bytes -= hand->untried_bytes < len_bytes ? hand->untried_bytes : len_bytes;
	hand->unlooked_bytes -= hand->unlooked_bytes < len_bytes ? hand->unlooked_bytes : len_bytes;
}

bool sumac_leaf_hands_plainly(struct sumac_leaf_hand *hand, uint8_t *to, size_t len_bytes)
{
	if ((uintptr_t)to % sizeof(__m128i))
		return true;
	if (hand->goes_past || is_trial_due(hand, len_bytes))
		return false;
	look_now_and_then(hand, to, len_bytes);
	count_handed(hand, len_bytes);
	return true;
}

void sumac_leaf_hand(struct sumac_leaf_hand *hand, uint8_t *to, const uint8_t *from, size_t len_bytes)
{
	bool is_tried;

	if ((uintptr_t)to % sizeof(__m128i)) {
		memcpy(to, from, len_bytes);
		return;
	}
	is_tried = is_trial_due(hand, len_bytes);
	if (!is_tried)
		look_now_and_then(hand, to, len_bytes);
	else if (!hand->n_to_try)
		hand->n_to_try = N_TRIED;
	for (; is_tried && hand->n_to_try && len_bytes >= SUMAC_LEAF_TRIED_BYTES; len_bytes -= SUMAC_LEAF_TRIED_BYTES) {
		try_block(hand, to, from);
		to += SUMAC_LEAF_TRIED_BYTES;
		from += SUMAC_LEAF_TRIED_BYTES;
	}
	count_handed(hand, len_bytes);
	if (hand->goes_past)
		copy_past(to, from, len_bytes);
	else
		memcpy(to, from, len_bytes);
}
