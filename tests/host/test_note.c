/*
 * A call in words, and in what two calls differ.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/note.h"

static const struct sumac_call reduce = { .coll = SUMAC_COLL_REDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_I32,
					  .count = 100, .root = 2, .seq = 5, .digest = 9 };

static void test_a_note_holds_what_ranks_must_agree_on(void **state)
{
	struct sumac_cpu_note note = sumac_note_of(&reduce, SUMAC_ENGINE_NIC, SUMAC_FOR_SPLIT);

	(void)state;
	assert_true(note.coll == SUMAC_COLL_REDUCE && note.op == SUMAC_OP_SUM && note.type == SUMAC_TYPE_I32);
	assert_true(note.count == 100 && note.root == 2 && note.seq == 5 && note.digest == 9);
	assert_true(note.engine == SUMAC_ENGINE_NIC && note.purpose == SUMAC_FOR_SPLIT);
}

static void test_a_call_has_words(void **state)
{
	struct sumac_cpu_note note = sumac_note_of(&reduce, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	char text[SUMAC_NOTE_TEXT_CAP];

	(void)state;
	sumac_note_text(&note, text);
	assert_string_equal(text, "reduce(SUM, I32, 100, root 2)");
	note.coll = SUMAC_COLL_ALLREDUCE;
	sumac_note_text(&note, text);
	assert_string_equal(text, "allreduce(SUM, I32, 100)");
	note.coll = SUMAC_COLL_BARRIER;
	sumac_note_text(&note, text);
	assert_string_equal(text, "barrier");
	note.purpose = SUMAC_FOR_END;
	sumac_note_text(&note, text);
	assert_string_equal(text, "the end of the team");
	note.seq = 0;
	sumac_note_text(&note, text);
	assert_string_equal(text, "nothing yet");
}

static void expect_difference(struct sumac_cpu_note other, const char *expected)
{
	struct sumac_cpu_note note = sumac_note_of(&reduce, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	char text[64];

	sumac_note_difference(&note, &other, text, sizeof(text));
	assert_string_equal(text, expected);
}

static void test_what_differs_is_named(void **state)
{
	const struct sumac_cpu_note note = sumac_note_of(&reduce, SUMAC_ENGINE_CPU, SUMAC_FOR_API);
	struct sumac_cpu_note other = note;

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
	/* Of another call nothing else is worth a word. */
	other.coll = SUMAC_COLL_ALLREDUCE;
	expect_difference(other, "the call");
	other = note;
	other.digest++;
	expect_difference(other, "the arguments");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_note_holds_what_ranks_must_agree_on),
		cmocka_unit_test(test_a_call_has_words),
		cmocka_unit_test(test_what_differs_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
