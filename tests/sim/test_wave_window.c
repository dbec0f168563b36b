/*
 * When waveforms are recorded: what counts as a call, and where its window begins and ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/wave/wave_window.h"

enum { RING_AT = 0x10000, DONE_AT = 0x20000, LOG2 = 2 };

static uint8_t ring[SUMAC_DESC_BYTES << LOG2];

static void *translate(void *ctx, uint64_t address, size_t len_bytes)
{
	(void)ctx;
	return address >= RING_AT && address + len_bytes <= RING_AT + sizeof ring ? ring + (address - RING_AT) : NULL;
}

static const struct sumac_vnic_host host = { .translate = translate };
static struct sumac_wave_window window;

static void post(unsigned group, uint32_t reg, uint32_t value, uint64_t at)
{
	sumac_wave_window_posted(&window, at, SUMAC_GROUP_BASE + group * SUMAC_GROUP_SIZE + reg, value);
}

static void open_group(unsigned group)
{
	post(group, SUMAC_G_DRING_LO, RING_AT, 0);
	post(group, SUMAC_G_CRING_LO, DONE_AT, 0);
	post(group, SUMAC_G_RING_LOG2, LOG2, 0);
	post(group, SUMAC_G_CTRL, 1, 0);
}

static int set_up(void **state)
{
	(void)state;
	window = (struct sumac_wave_window){ .host = &host, .call = 2 };
	memset(ring, 0, sizeof ring);
	open_group(0);
	open_group(5);
	return 0;
}

/* The words that change, and the last one. */
static void push(unsigned group, uint32_t seq, uint64_t at)
{
	post(group, SUMAC_G_PUSH + SUMAC_DESC_SEQ_OFFSET, seq, at);
	post(group, SUMAC_G_PUSH + SUMAC_DESC_BYTES - 4, 0, at + 3);
}

static void complete(uint64_t at, uint32_t seq)
{
	uint8_t beat[SUMAC_CPL_BYTES] = { 0 };

	SUMAC_PUT(beat, CPL, SEQ, seq);
	sumac_wave_window_wrote(&window, at, beat);
}

static void a_call_lasts_from_its_first_word_to_the_interrupt_after_its_last_completion(void **state)
{
	(void)state;
	push(0, 7, 100);
	push(0, 7, 106); /* its second node */
	assert_int_equal(window.n_calls, 1);
	push(0, 8, 200);
	post(0, SUMAC_G_PUSH + SUMAC_DESC_BYTES - 4, 0, 209); /* of one with the same words, only the last is written */
	assert_int_equal(window.n_calls, 2);
	assert_false(sumac_wave_window_holds(&window, 199));
	assert_true(sumac_wave_window_holds(&window, 200));
	complete(DONE_AT, 7);
	complete(DONE_AT + SUMAC_CPL_BYTES, 8);
	complete(DONE_AT + (SUMAC_CPL_BYTES << LOG2), 8); /* behind the ring: the call's result */
	sumac_wave_window_irq(&window);
	assert_true(sumac_wave_window_holds(&window, 300));
	complete(DONE_AT + 2 * SUMAC_CPL_BYTES, 8);
	assert_true(sumac_wave_window_holds(&window, 301));
	sumac_wave_window_irq(&window);
	assert_false(sumac_wave_window_holds(&window, 302));
	post(0, SUMAC_G_PUSH + SUMAC_DESC_BYTES - 4, 0, 400); /* a host that was held up in the middle of its push */
	assert_true(sumac_wave_window_holds(&window, 400) && !window.is_over);
	complete(DONE_AT, 8);
	sumac_wave_window_irq(&window);
	push(0, 9, 500);
	assert_true(window.is_over && window.n_calls == 3);
	assert_false(sumac_wave_window_holds(&window, 500));
}

static void a_doorbell_posts_what_is_in_the_ring(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 3; i++)
		SUMAC_PUT(ring + i * SUMAC_DESC_BYTES, DESC, SEQ, i / 2);
	post(0, SUMAC_G_DOORBELL, 3, 50);
	assert_true(window.n_calls == 2 && window.n_posted == 1 && window.seq == 1);
	assert_false(sumac_wave_window_holds(&window, 49));
	assert_true(sumac_wave_window_holds(&window, 50));
	SUMAC_PUT(ring + 3 * SUMAC_DESC_BYTES, DESC, SEQ, 1);
	SUMAC_PUT(ring, DESC, SEQ, 2); /* the ring begins anew */
	post(0, SUMAC_G_DOORBELL, 5, 60);
	assert_true(window.n_calls == 3 && window.n_posted == 2);
	post(0, SUMAC_G_DOORBELL, 60000, 70); /* more than there is place for */
	assert_true(window.n_calls <= 3 + (1 << LOG2));
	post(5, SUMAC_G_DRING_LO, 0x900, 0);
	post(5, SUMAC_G_DOORBELL, 1, 80); /* in no window */
	assert_true(window.n_calls <= 3 + (1 << LOG2));
}

static void teams_count_together_and_do_not_end_each_other(void **state)
{
	(void)state;
	push(0, 1, 10);
	push(5, 1, 20);
	assert_true(window.n_calls == 2 && window.group == 5 && window.from == 20);
	push(0, 2, 30); /* meanwhile */
	assert_true(sumac_wave_window_holds(&window, 30) && !window.is_over);
	post(5, SUMAC_G_CTRL, 1, 40); /* a new team may count from the same number */
	assert_true(window.is_over);
	push(5, 1, 50);
	assert_false(sumac_wave_window_holds(&window, 60));
	assert_int_equal(window.n_calls, 4);
}

static void cycles_are_a_window_too(void **state)
{
	(void)state;
	window.call = 0;
	window.from = 10;
	window.to = 20;
	push(0, 1, 15);
	assert_false(sumac_wave_window_holds(&window, 9));
	assert_true(sumac_wave_window_holds(&window, 10) && sumac_wave_window_holds(&window, 20));
	assert_false(sumac_wave_window_holds(&window, 21));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_call_lasts_from_its_first_word_to_the_interrupt_after_its_last_completion, set_up),
		cmocka_unit_test_setup(a_doorbell_posts_what_is_in_the_ring, set_up),
		cmocka_unit_test_setup(teams_count_together_and_do_not_end_each_other, set_up),
		cmocka_unit_test_setup(cycles_are_a_window_too, set_up),
	};

	return cmocka_run_group_tests_name("wave_window", tests, NULL, NULL);
}
