/*
 * Scripts of packet events: each line does what it says to the packet that it names, and what is expected must come.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frame_build.h"
#include "sim/rack/script.h"
#include "sim/rack/script_line.h"

enum { KEY = 7 };

static struct sumac_script *script;
static char path[] = "/tmp/sumac-test-script-XXXXXX", told[512];
static int n_told;
static uint64_t now;

static void note(void *ctx, const char *text)
{
	(void)ctx;
	n_told++;
	snprintf(told, sizeof told, "%s", text);
}

static int open_text(const char *text)
{
	int fd, err;

	strcpy(path + sizeof path - 7, "XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
	n_told = 0;
	now = 1000;
	err = sumac_script_open(path, 2, note, NULL, &script);
	unlink(path);
	return err;
}

static struct sumac_fate show(struct frame_build what, uint64_t cycle)
{
	struct sumac_fate fate = { 0 };
	static uint8_t bytes[8192];
	struct sumac_vnic_frame frame = { .tail_cycle = cycle, .bytes = bytes };

	what.key = KEY;
	frame.len_bytes = frame_build(&what, bytes);
	sumac_script_frame(script, what.from, &frame, &fate);
	return fate;
}

/* The next chunk from NIC 1 to NIC 0, in the next cycle. */
static struct sumac_fate show_chunk(uint32_t seq, bool first)
{
	return show((struct frame_build){ .from = 1, .to = 0, .kind = SUMAC_KIND_DATA, .seq = seq, .first = first }, ++now);
}

static struct sumac_fate show_ack(uint64_t cycle, bool gap)
{
	return show((struct frame_build){ .from = 0, .to = 1, .kind = SUMAC_KIND_ACK, .gap = gap }, cycle);
}

static void each_verb_acts_on_its_packet_alone(void **state)
{
	struct sumac_fate fates[8];

	(void)state;
	assert_int_equal(open_text("script all\n\tdrop packet 2 of message 1 from 1 to 0\n"
				   " double packet 1 of message 2 from 1 to 0\n"
				   "swap REPEAT 1 from 1 to 0\nflip 17 CHUNK 5 from 1 to 0\ncut 33 DATA 7 from 1 to 0\n"
				   "delay 90 ACK 2 from 0 to 1\n"), 0);
	show_chunk(9, false); /* of a message that began before the script */
	fates[0] = show_chunk(10, true);
	fates[1] = show_chunk(11, false);
	fates[2] = show_chunk(11, false);
	fates[3] = show_chunk(12, true);
	fates[4] = show_chunk(13, false);
	fates[5] = show_chunk(14, false);
	assert_true(!fates[0].is_lost && fates[1].is_lost && !fates[2].is_lost);
	assert_true(fates[2].hold_frames == 1 && fates[2].hold_cycles && !fates[1].hold_cycles);
	assert_true(!fates[2].is_doubled && fates[3].is_doubled && !fates[4].is_doubled);
	assert_true(!fates[3].is_flipped && fates[4].is_flipped && fates[4].flip_bit == 17 && !fates[5].is_flipped);
	assert_true(!fates[4].cut_bytes && fates[5].cut_bytes == 33);
	assert_int_equal(show_ack(++now, false).hold_cycles, 0);
	assert_int_equal(show_ack(++now, false).hold_cycles, 90);
	sumac_script_end(script);
	assert_int_equal(n_told, 0);
	sumac_script_close(script);
}

static void what_is_expected_must_come_in_its_time(void **state)
{
	static const char text[] = "script a name\ndrop CHUNK 1 from 1 to 0\nexpect NAK from 0 to 1 within 100\n"
				   "script next\nexpect no ACK from 0 to 1 within 50\nexpect ACK from 0 to 1 within 60\n";

	(void)state;
	assert_int_equal(open_text(text), 0);
	show_chunk(0, true);
	show_ack(1050, false);
	show_ack(1101, true);
	assert_int_equal(n_told, 0);
	show_ack(3900, false); /* before the next script begins: too early, */
	show_ack(4101, false); /* ... and not quiet enough */
	show_ack(4501, false);
	show_ack(4552, false); /* now ACKs may come, and must */
	show_ack(4612, false);
	sumac_script_end(script);
	assert_int_equal(n_told, 0);
	sumac_script_close(script);
	assert_int_equal(open_text(text), 0);
	show_chunk(0, true);
	show_ack(1102, true);
	assert_non_null(strstr(told, ":3: script \"a name\": the packet has not come 100 cycles after cycle 1001"));
	show_ack(4102, false);
	show_ack(4152, false);
	assert_non_null(strstr(told, ":5: script \"next\": the packet has come in cycle 4152"));
	sumac_script_end(script);
	assert_non_null(strstr(told, ":6: script \"next\": this has not happened"));
	assert_int_equal(n_told, 3);
	sumac_script_close(script);
}

static void what_a_frame_is_too_short_for_is_reported(void **state)
{
	(void)state;
	assert_int_equal(open_text("script s\ncut 68 ACK 1 from 0 to 1\nflip 544 ACK 1 from 0 to 1\n"), 0);
	assert_false(show_ack(1000, false).cut_bytes);
	assert_int_equal(n_told, 2);
	sumac_script_close(script);
}

static void refuse(const char *text, const char *wanted)
{
	struct sumac_script_line line;
	char words[128], why[160] = "";

	snprintf(words, sizeof words, "%s", text);
	if (!sumac_script_line_parse(words, &line, why, sizeof why))
		fail_msg("%s is taken", text);
	if (!strstr(why, wanted))
		fail_msg("no '%s' in: %s", wanted, why);
}

static void a_wrong_line_is_refused_with_what_is_wanted(void **state)
{
	(void)state;
	refuse("lose ACK 1 from 0 to 1", "\"lose\": there must be script, drop");
	refuse("drop SYN 1 from 0 to 1", "\"SYN\": there must be packet, a kind");
	refuse("drop ACK 0 from 0 to 1", "\"0\": there must be a number from 1 on");
	refuse("drop ACK from 0 to 1", "\"from\": there must be a number");
	refuse("drop packet 1 from 0 to 1", "\"from\": there must be \"of\"");
	refuse("drop ACK 1 from 0", "\"the line's end\": there must be \"to\"");
	refuse("drop ACK 1 from 0 to 1 now", "\"now\": nothing may follow");
	refuse("delay ACK 1 from 0 to 1", "\"ACK\": there must be a number");
	refuse("expect ACK 1 from 0 to 1 within 5", "\"1\": there must be \"from\"");
	refuse("expect no ACK from 0 to 1", "\"the line's end\": there must be \"within\"");
	assert_int_not_equal(open_text("drop ACK 1 from 0 to 1\n"), 0);
	sumac_script_close(script);
	assert_int_not_equal(open_text("script s\ndrop ACK 1 from 0 to 2\n"), 0);
	sumac_script_close(script);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_verb_acts_on_its_packet_alone),
		cmocka_unit_test(what_is_expected_must_come_in_its_time),
		cmocka_unit_test(what_a_frame_is_too_short_for_is_reported),
		cmocka_unit_test(a_wrong_line_is_refused_with_what_is_wanted),
	};

	return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}
