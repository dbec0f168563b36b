/*
 * A call in words, and how two calls differ.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agree/note.h"

static const struct sumac_call reduce = { .coll = SUMAC_COLL_REDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
					  .count = 100, .root = 2, .seq = 5, .digest = 9 };

static void test_a_note_holds_what_ranks_must_agree_on(void **state)
{
	struct sumac_note note = sumac_note_of(&reduce, SUMAC_ENGINE_NIC, SUMAC_FOR_SPLIT);

	(void)state;
	assert_true(note.coll == SUMAC_COLL_REDUCE && note.op == SUMAC_OP_SUM && note.type == SUMAC_TYPE_I32);
	assert_true(note.count == 100 && note.root == 2 && note.seq == 5 && note.digest == 9);
	assert_true(note.engine == SUMAC_ENGINE_NIC && note.purpose == SUMAC_FOR_SPLIT);
}

static void test_a_call_has_words(void **state)
{
	static const char *const texts[SUMAC_N_COLLS] = {
		[SUMAC_COLL_REDUCE] = "reduce(SUM, I32, 100, root 2)", [SUMAC_COLL_ALLREDUCE] = "allreduce(SUM, I32, 100)",
		[SUMAC_COLL_BARRIER] = "barrier", [SUMAC_COLL_REDUCE_SCATTER] = "reduce_scatter(SUM, I32, 100)",
		[SUMAC_COLL_SCAN] = "scan(SUM, I32, 100)", [SUMAC_COLL_EXSCAN] = "exscan(SUM, I32, 100)",
		[SUMAC_COLL_BROADCAST] = "broadcast(100 bytes, root 2)", [SUMAC_COLL_ALLGATHER] = "allgather(100 bytes)",
	};
	struct sumac_note note = sumac_note_of(&reduce, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	char text[SUMAC_NOTE_TEXT_CAP];

	(void)state;
	for (int coll = 0; coll < SUMAC_N_COLLS; coll++) {
		note.coll = (uint8_t)coll;
		sumac_note_text(&note, text);
		assert_string_equal(text, texts[coll]);
	}
	note.purpose = SUMAC_FOR_END;
	sumac_note_text(&note, text);
	assert_string_equal(text, "the end of the team");
	note.seq = 0;
	sumac_note_text(&note, text);
	assert_string_equal(text, "nothing yet");
}

static void expect_difference(struct sumac_note other, const char *expected)
{
	struct sumac_note note = sumac_note_of(&reduce, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	char text[64];

	sumac_note_difference(&note, &other, text, sizeof(text));
	assert_string_equal(text, expected);
}

static void test_a_difference_is_named(void **state)
{
	const struct sumac_note note = sumac_note_of(&reduce, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	struct sumac_note other = note;

	(void)state;
	other.root = 1;
	expect_difference(other, "the root");
	other.count = 99;
	expect_difference(other, "the count and the root");
	other = note;
	other.type = SUMAC_TYPE_F64;
	other.engine = SUMAC_ENGINE_NIC;
	expect_difference(other, "the type and the engine");
	other = note;
	other.op = SUMAC_OP_MAX;
	expect_difference(other, "the operation");
	/* If the call is another one, nothing else is mentioned. */
	other.coll = SUMAC_COLL_ALLREDUCE;
	expect_difference(other, "the call");
	other = note;
	other.digest++;
	expect_difference(other, "the arguments");
}

/* Parts of the same elements, cut elsewhere. */
static void test_parts_that_differ_are_named(void **state)
{
	static const uint64_t firsts[][3] = { { 0, 40, 100 }, { 0, 60, 100 } };
	struct sumac_call call = { .coll = SUMAC_COLL_REDUCE_SCATTER, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32, .count = 100,
				   .seq = 5 };
	struct sumac_note notes[3];
	char text[64];

	(void)state;
	for (int i = 0; i < 3; i++) {
		call.firsts = i < 2 ? firsts[i] : NULL;
		call.n_parts = i < 2 ? 2 : 0;
		call.digest = sumac_call_digest(sumac_call_shape(&call), call.seq, 0);
		notes[i] = sumac_note_of(&call, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	}
	for (int i = 0; i < 3; i++) {
		assert_true(notes[i].digest != notes[(i + 1) % 3].digest);
		sumac_note_difference(&notes[i], &notes[(i + 1) % 3], text, sizeof(text));
		assert_string_equal(text, "the parts");
	}
	/* Where the count differs, so do the parts. */
	notes[0].count++;
	sumac_note_difference(&notes[0], &notes[1], text, sizeof(text));
	assert_string_equal(text, "the count");
}

/* n calls up to number `newest`; those from `odd` on have different digests. */
static struct sumac_notes list(uint32_t newest, int n, uint32_t odd)
{
	struct sumac_notes notes = { 0 };

	for (int i = 0; i < n; i++) {
		notes.call[i].seq = newest - (uint32_t)i;
		notes.call[i].digest = notes.call[i].seq + (notes.call[i].seq >= odd ? 1000 : 0);
	}
	return notes;
}

static void test_the_first_call_known_differently_is_found(void **state)
{
	struct sumac_notes left = list(20, SUMAC_NOTES, 100), right = list(25, SUMAC_NOTES, 17);
	uint64_t seq = 0;

	(void)state;
	assert_true(sumac_notes_differ(&left, &right, &seq));
	assert_int_equal(seq, 17);
	seq = 0;
	assert_true(sumac_notes_differ(&right, &left, &seq));
	assert_int_equal(seq, 17);
}

static void test_a_rank_that_is_ahead_does_not_differ(void **state)
{
	struct sumac_notes left = list(20, SUMAC_NOTES, 100), right = list(25, SUMAC_NOTES, 21), none = { 0 };
	uint64_t seq;

	(void)state;
	assert_false(sumac_notes_differ(&left, &right, &seq));
	assert_false(sumac_notes_differ(&left, &none, &seq));
	right = list(60, SUMAC_NOTES, 1); /* no call in common */
	assert_false(sumac_notes_differ(&left, &right, &seq));
}

static void test_a_call_is_found_by_its_number(void **state)
{
	struct sumac_notes notes = list(5, 3, 100);

	(void)state;
	assert_ptr_equal(sumac_notes_find(&notes, 5), &notes.call[0]);
	assert_ptr_equal(sumac_notes_find(&notes, 3), &notes.call[2]);
	assert_null(sumac_notes_find(&notes, 2));
	assert_null(sumac_notes_find(&notes, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_note_holds_what_ranks_must_agree_on),
		cmocka_unit_test(test_a_call_has_words),
		cmocka_unit_test(test_a_difference_is_named),
		cmocka_unit_test(test_parts_that_differ_are_named),
		cmocka_unit_test(test_the_first_call_known_differently_is_found),
		cmocka_unit_test(test_a_rank_that_is_ahead_does_not_differ),
		cmocka_unit_test(test_a_call_is_found_by_its_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
