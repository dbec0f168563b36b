/*
 * The rack's command line: defaults, every option, and what is refused, with a word about what is wanted.
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

#include "../host/child.h"
#include "base/settings.h"
#include "host/bus/rack/protocol.h"
#include "sim/rack/rack_options.h"
#include "spec/spec.h"

enum { MAX_WORDS = 16 };

/* Parses the words, which a NULL ends. */
static int parse(const char *const *words, struct sumac_rack_options *options_out)
{
	const char *args[MAX_WORDS + 1] = { "sumac-rack" };
	int n = 1;

	for (; words[n - 1]; n++)
		args[n] = words[n - 1];
	return sumac_rack_options_parse(n, (char *const *)args, options_out);
}

#define PARSE(options, ...) parse((const char *const[]){ __VA_ARGS__, NULL }, options)

static void without_options_there_are_two_nics_and_the_settings_defaults(void **state)
{
	struct sumac_rack_options o;

	(void)state;
	assert_int_equal(PARSE(&o, "--socket", "/tmp/s"), SUMAC_RACK_RUN);
	assert_string_equal(o.socket_path, "/tmp/s");
	assert_true(o.n_nics == 2 && o.ready_fd == -1 && o.parent_fd == -1 && o.check && !o.stats_path);
	assert_int_equal(sumac_settings_load(), 0);
	assert_int_equal(o.stepped, sumac_setting_int(SUMAC_SETTING_CLOCK));
	assert_int_equal(o.patience_ns, sumac_setting_time_ns(SUMAC_SETTING_PATIENCE));
	assert_int_equal(o.nic_mhz, sumac_setting_int(SUMAC_SETTING_NIC_MHZ));
	assert_int_equal(o.link_gbps, sumac_setting_int(SUMAC_SETTING_LINK_GBPS));
	assert_int_equal(o.hop_ns, sumac_setting_int(SUMAC_SETTING_HOP_NS));
	assert_int_equal(o.host_gbps, sumac_setting_int(SUMAC_SETTING_HOST_GBPS));
	assert_int_equal(o.doorbell_ns, sumac_setting_int(SUMAC_SETTING_HOST_DOORBELL_NS));
	assert_int_equal(o.read_ns, sumac_setting_int(SUMAC_SETTING_HOST_READ_NS));
	assert_int_equal(o.write_ns, sumac_setting_int(SUMAC_SETTING_HOST_WRITE_NS));
	assert_int_equal(o.buffer_kib, sumac_setting_int(SUMAC_SETTING_BUFFER_KIB));
	assert_int_equal(o.n_threads, sumac_setting_int(SUMAC_SETTING_RACK_THREADS));
}

static void every_option_is_heard(void **state)
{
	struct sumac_rack_options o;

	(void)state;
	assert_int_equal(PARSE(&o, "--socket", "s", "--nics", "5", "--ready-fd", "7", "--parent-fd=8", "--link-gbps", "40",
			       "--hop-ns", "1000", "--nic-mhz", "322"), SUMAC_RACK_RUN);
	assert_true(o.n_nics == 5 && o.ready_fd == 7 && o.parent_fd == 8);
	assert_true(o.link_gbps == 40 && o.hop_ns == 1000 && o.nic_mhz == 322);
	assert_int_equal(PARSE(&o, "--socket", "s", "--host-gbps", "64", "--host-doorbell-ns", "0", "--host-read-ns", "4",
			       "--host-write-ns", "12", "--buffer-kib", "1K"), SUMAC_RACK_RUN);
	assert_true(o.host_gbps == 64 && o.doorbell_ns == 0 && o.read_ns == 4 && o.write_ns == 12 && o.buffer_kib == 1024);
	assert_int_equal(PARSE(&o, "--socket", "s", "--clock", "stepped", "--patience", "0.5", "--stats", "f",
			       "--no-checker"), SUMAC_RACK_RUN);
	assert_true(o.stepped && o.patience_ns == 500000000 && !o.check);
	assert_string_equal(o.stats_path, "f");
	assert_int_equal(PARSE(&o, "--socket", "s", "--rack-threads", "3"), SUMAC_RACK_RUN);
	assert_int_equal(o.n_threads, 3);
	assert_int_equal(PARSE(&o, "--socket", "s", "--faults", "loss=0.5,down=1@7+9", "--pcap", "p", "--script", "q",
			       "--rack-events", "e", "--trace", "t"),
			 SUMAC_RACK_RUN);
	assert_true(o.faults.chance[SUMAC_FAULT_LOSS] == 0.5 && o.faults.n_downs == 1);
	assert_true(!strcmp(o.pcap_path, "p") && !strcmp(o.script_path, "q") && !strcmp(o.events_path, "e") &&
		    !strcmp(o.trace_path, "t"));
	assert_int_equal(PARSE(&o, "--socket", "s", "--nics", "7", "--topology", "two-level"), SUMAC_RACK_RUN);
	assert_true(o.leaf_nics == 4 && o.leaf_uplinks == 4 && o.switch_ns == 300);
	assert_int_equal(PARSE(&o, "--socket", "s", "--nics", "7", "--topology", "two-level", "--leaf-nics", "3", "--leaf-uplinks",
			       "2", "--switch-ns", "80"), SUMAC_RACK_RUN);
	assert_true(o.leaf_nics == 3 && o.leaf_uplinks == 2 && o.switch_ns == 80);
	assert_int_equal(PARSE(&o, "--socket", "s", "--wave", "w", "--wave-nic", "1", "--wave-call", "4"), SUMAC_RACK_RUN);
	assert_true(!strcmp(o.wave.path, "w") && o.wave.nic == 1 && o.wave.call == 4);
	assert_int_equal(PARSE(&o, "--socket", "s", "--wave", "w", "--wave-cycles", "5..70", "--wave-call", "4"), SUMAC_RACK_RUN);
	assert_true(o.wave.call == 0 && o.wave.from == 5 && o.wave.to == 70);
	assert_int_equal(PARSE(&o, "--socket", "s", "--clock", "stepped", "--clock", "free"), SUMAC_RACK_RUN);
	assert_false(o.stepped); /* the last one holds */
}

static void some_ask_for_another_task(void **state)
{
	struct sumac_rack_options o;

	(void)state;
	assert_int_equal(PARSE(&o, "--help"), SUMAC_RACK_HELP);
	assert_int_equal(PARSE(&o, "--spec-hash"), SUMAC_RACK_TELL_HASH);
	assert_int_equal(PARSE(&o, "--params", "--link-gbps", "10"), SUMAC_RACK_TELL_PARAMS);
	assert_int_equal(o.link_gbps, 10);
}

static int parse_in_child(void *ctx)
{
	struct sumac_rack_options o;

	return parse(ctx, &o) == -SUMAC_EINVAL ? 0 : 1;
}

static void expect_refusal(const char *const *words, const char *wanted)
{
	if (child_run(parse_in_child, (void *)(uintptr_t)words))
		fail_msg("%s %s is taken", words[0], words[1]);
	if (!strstr(child_err, wanted))
		fail_msg("no \"%s\" in: %s", wanted, child_err);
}

#define REFUSED(wanted, ...) expect_refusal((const char *const[]){ __VA_ARGS__, NULL }, wanted)

static void a_wrong_value_is_refused_with_the_values_wanted(void **state)
{
	(void)state;
	REFUSED("--nics 0: it must be a number from 1 to 1024", "--nics", "0");
	REFUSED("--nics 1025: ", "--nics", "1025");
	REFUSED("--nics 2x: ", "--nics", "2x");
	REFUSED("--nics : ", "--nics", "");
	REFUSED("--hop-ns 3: it must be a whole number in 4..1000000", "--hop-ns", "3");
	REFUSED("--nics 99999999999999999999: ", "--nics", "99999999999999999999");
	REFUSED("--link-gbps 1025: it must be a whole number in 1..1024", "--link-gbps", "1025");
	REFUSED("--link-gbps 129: it must be at most 128, as a NIC moves 64 bytes a cycle at --nic-mhz 250", "--link-gbps", "129");
	REFUSED("--link-gbps 38: it must be at most 37", "--link-gbps", "38", "--nic-mhz", "74");
	REFUSED("--hop-ns 6: it must be at least 7, half a cycle at --nic-mhz 74", "--link-gbps", "37", "--nic-mhz", "74",
		"--hop-ns", "6");
	REFUSED("--host-read-ns 4: ", "--link-gbps", "37", "--nic-mhz", "74", "--host-read-ns", "4");
	REFUSED("--leaf-nics 2: only --topology two-level has leaves", "--leaf-nics", "2");
	REFUSED("--leaf-uplinks 2: only --topology two-level has leaves", "--topology", "ring", "--leaf-uplinks", "2");
	REFUSED("--switch-ns 9: --topology switch has one switch", "--switch-ns", "9");
	REFUSED("--switch-ns 601: it must be at most --hop-ns 600", "--topology", "ring", "--switch-ns", "601");
	REFUSED("--nics 1: --topology ring needs at least 2", "--topology", "ring", "--nics", "1");
	REFUSED("--nics 2: --topology two-level needs at least 3", "--topology", "two-level");
	REFUSED("--leaf-nics 1: it must be at least 2", "--topology", "two-level", "--nics", "8", "--leaf-nics", "1");
	REFUSED("--leaf-nics 8: one leaf would have all 8", "--topology", "two-level", "--nics", "8", "--leaf-nics", "8");
	REFUSED("--leaf-uplinks 5: it must be at most 4", "--topology", "two-level", "--nics", "8", "--leaf-uplinks", "5");
	REFUSED("--host-write-ns 4: ", "--link-gbps", "37", "--nic-mhz", "74", "--host-write-ns", "4");
	REFUSED("--clock fast: it must be one of free|stepped", "--clock", "fast");
	REFUSED("--patience -1: it must be a number of seconds in 0..3600", "--patience", "-1");
	REFUSED("--patience 3601: ", "--patience", "3601");
	REFUSED("--patience nan: ", "--patience", "nan");
	REFUSED("--patience 1s: ", "--patience", "1s");
	REFUSED("--faults loss=2: \"loss=2\": it must be a probability", "--faults", "loss=2");
	REFUSED("NIC must be one of the rack's", "--socket", "s", "--faults", "down=2@0+1");
	REFUSED("--wave-nic 2: there is no such NIC", "--socket", "s", "--wave", "w", "--wave-nic", "2");
	REFUSED("--wave-cycles 5..4: it must be FROM..TO", "--socket", "s", "--wave-cycles", "5..4");
	REFUSED("--wave-cycles 5: ", "--socket", "s", "--wave-cycles", "5");
	REFUSED("--wave-cycles -1..4: ", "--socket", "s", "--wave-cycles", "-1..4");
	REFUSED("--wave-cycles 1..2..3: ", "--socket", "s", "--wave-cycles", "1..2..3");
	REFUSED("unrecognized option", "--socket", "s", "--speed", "4");
	REFUSED("requires an argument", "--socket");
	REFUSED("only options are accepted", "--socket", "s", "word");
	REFUSED("--socket : is needed", "--nics", "2");
}

static int help(void *ctx)
{
	(void)ctx;
	sumac_rack_options_help();
	return 0;
}

static void the_help_names_them_all(void **state)
{
	static const char *const names[] = { "--socket PATH", "--clock free|stepped", "--patience S", "--stats FILE",
					     "--nics N", "--ready-fd N", "--parent-fd N", "--link-gbps N", "--hop-ns N",
					     "--host-gbps N", "--host-doorbell-ns N", "--host-read-ns N", "--host-write-ns N",
					     "--buffer-kib N", "--rack-threads N", "--faults PLAN", "--pcap FILE", "--script FILE",
					     "--nic-mhz N", "--switch-ns N",
					     "--topology switch|two-level|ring", "--leaf-nics N", "--leaf-uplinks N",
					     "--rack-events FILE", "--wave FILE", "--wave-nic N", "--wave-call N", "--wave-cycles",
					     "--trace FILE",
					     "--no-checker", "--spec-hash", "--params", "--help" };

	(void)state;
	assert_int_equal(child_run(help, NULL), 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strstr(child_out, names[i]))
			fail_msg("%s", names[i]);
	assert_non_null(strstr(child_out, sumac_setting_help(SUMAC_SETTING_HOP_NS)));
	assert_non_null(strstr(child_out, "(600)"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_options_there_are_two_nics_and_the_settings_defaults),
		cmocka_unit_test(every_option_is_heard),
		cmocka_unit_test(some_ask_for_another_task),
		cmocka_unit_test(a_wrong_value_is_refused_with_the_values_wanted),
		cmocka_unit_test(the_help_names_them_all),
	};

	return cmocka_run_group_tests_name("rack_options", tests, NULL, NULL);
}
