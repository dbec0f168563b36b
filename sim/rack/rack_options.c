/*
 * The rack's command line, one row per option. The NICs' surroundings and the like are also settings of a job: those
 * options take name, values, default and help from the settings' rows.
 */
#include "sim/rack/rack_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/setting_value.h"
#include "base/settings.h"
#include "host/bus/rack/protocol.h"
#include "sim/rack/surroundings.h"
#include "spec/spec.h"

/* NUMBER(name, member, low, high, default, help): for the rack itself. */
#define NUMBERS                                                                                            \
	NUMBER("nics", n_nics, 1, SUMAC_RACK_MAX_NICS, 2, "NICs in the rack")                              \
	NUMBER("ready-fd", ready_fd, 0, 1 << 20, -1, "descriptor to which the rack writes \"ready\"")           \
	NUMBER("parent-fd", parent_fd, 0, 1 << 20, -1, "descriptor of a pipe; the rack ends when the pipe's other end closes")

/* SURROUNDING(setting, member): an option with the setting's name, values, default and help. */
#define SURROUNDINGS                          \
	SURROUNDING(CLOCK, stepped)           \
	SURROUNDING(PATIENCE, patience_ns)    \
	SURROUNDING(NIC_MHZ, nic_mhz)         \
	SURROUNDING(LINK_GBPS, link_gbps)     \
	SURROUNDING(HOP_NS, hop_ns)           \
	SURROUNDING(SWITCH_NS, switch_ns)     \
	SURROUNDING(HOST_GBPS, host_gbps)     \
	SURROUNDING(HOST_DOORBELL_NS, doorbell_ns) \
	SURROUNDING(HOST_READ_NS, read_ns)    \
	SURROUNDING(HOST_WRITE_NS, write_ns)  \
	SURROUNDING(BUFFER_KIB, buffer_kib)   \
	SURROUNDING(TOPOLOGY, topology)       \
	SURROUNDING(LEAF_NICS, leaf_nics)     \
	SURROUNDING(LEAF_UPLINKS, leaf_uplinks) \
	SURROUNDING(RACK_THREADS, n_threads) \
	SURROUNDING(WAVE_NIC, wave.nic)      \
	SURROUNDING(WAVE_CALL, wave.call)

/* Those whose values are texts. */
#define TEXTS                       \
	SURROUNDING(FAULTS, faults) \
	SURROUNDING(RACK_EVENTS, events_path) \
	SURROUNDING(TRACE, trace_path) \
	SURROUNDING(PCAP, pcap_path) \
	SURROUNDING(SCRIPT, script_path) \
	SURROUNDING(WAVE, wave.path) \
	SURROUNDING(WAVE_CYCLES, wave_cycles)

#define WORDS                                        \
	WORD("socket", "PATH", "where ranks attach") \
	WORD("stats", "FILE", "JSON at the end, and on SIGUSR1")

#define FLAGS                                                                     \
	FLAG("no-checker", "leaves out the protocol checker, to measure its cost") \
	FLAG("spec-hash", "prints the specification's hash, and exits")              \
	FLAG("params", "prints the NICs' abilities and surroundings, and exits")     \
	FLAG("help", "prints this, and exits")

static const int surroundings[] = {
#define SURROUNDING(NAME, member) SUMAC_SETTING_##NAME,
	SURROUNDINGS
	TEXTS
#undef SURROUNDING
};

enum { N_SURROUNDINGS = sizeof surroundings / sizeof *surroundings };

enum option_code {
	BASE = 256,
#define NUMBER(name, member, low, high, def, help) NUMBER_##member,
	NUMBERS
#undef NUMBER
	WORD_SOCKET, WORD_STATS,
	FLAG_NO_CHECKER, FLAG_SPEC_HASH, FLAG_PARAMS, FLAG_HELP,
	SURROUNDING_BASE, /* plus the setting's place */
};

static const struct option own_options[] = {
#define NUMBER(name, member, low, high, def, help) { name, required_argument, NULL, NUMBER_##member },
	NUMBERS
#undef NUMBER
	{ "socket", required_argument, NULL, WORD_SOCKET },
	{ "stats", required_argument, NULL, WORD_STATS },
	{ "no-checker", no_argument, NULL, FLAG_NO_CHECKER },
	{ "spec-hash", no_argument, NULL, FLAG_SPEC_HASH },
	{ "params", no_argument, NULL, FLAG_PARAMS },
	{ "help", no_argument, NULL, FLAG_HELP },
};

enum { N_OWN = sizeof own_options / sizeof *own_options, MAX_NAME = 32 };

/* The option's name: the setting's with dashes. */
static const char *option_name(const struct sumac_setting_row *setting, char name_out[MAX_NAME])
{
	snprintf(name_out, MAX_NAME, "%s", setting->name);
	for (char *at = name_out; (at = strchr(at, '_')); )
		*at = '-';
	return name_out;
}

static void print_surrounding(const struct sumac_setting_row *setting)
{
	const char *value = setting->kind == SUMAC_SETTING_KIND_ENUM ? setting->choices :
			    setting->kind == SUMAC_SETTING_KIND_TIME ? "S" :
			    setting->kind == SUMAC_SETTING_KIND_FAULTS ? "PLAN" :
			    setting->kind == SUMAC_SETTING_KIND_STRING ? "FILE" : "N";
	char name[MAX_NAME], words[2 * MAX_NAME];

	snprintf(words, sizeof words, "%s %s", option_name(setting, name), value);
	printf("  --%-22s %s%s%s%s\n", words, setting->help, *setting->def ? " (" : "", setting->def, *setting->def ? ")" : "");
}

void sumac_rack_options_help(void)
{
	printf("sumac-rack --socket PATH [options]: simulated NICs and the switch between them\n\n");
#define WORD(name, value, help) printf("  --%-22s %s\n", name " " value, help);
	WORDS
#undef WORD
#define NUMBER(name, member, low, high, def, help) \
	printf("  --%-22s %s%s\n", name " N", help, def < 0 ? "" : " (" #def ")");
	NUMBERS
#undef NUMBER
	for (int i = 0; i < N_SURROUNDINGS; i++)
		print_surrounding(&sumac_setting_rows[surroundings[i]]);
#define FLAG(name, help) printf("  --%-22s %s\n", name, help);
	FLAGS
#undef FLAG
}

bool sumac_rack_options_has(int setting)
{
	for (int i = 0; i < N_SURROUNDINGS; i++)
		if (surroundings[i] == setting)
			return true;
	return false;
}

static int complain(const char *name, const char *text, const char *wanted)
{
	fprintf(stderr, "sumac-rack: --%s %s: %s\n", name, text, wanted);
	return -SUMAC_EINVAL;
}

static int parse_number(const char *name, const char *text, long low, long high, long *value_out)
{
	char wanted[64], *end;

	errno = 0;
	*value_out = strtol(text, &end, 10);
	if (!errno && end != text && !*end && *value_out >= low && *value_out <= high)
		return 0;
	snprintf(wanted, sizeof wanted, "it must be a number from %ld to %ld", low, high);
	return complain(name, text, wanted);
}

static int take_surrounding(int place, const char *text, struct sumac_rack_options *options)
{
	const struct sumac_setting_row *setting = &sumac_setting_rows[place];
	char why[256], name[MAX_NAME];
	int64_t value;

	if (sumac_setting_value_parse(setting->kind, setting->choices, text, &value, why, sizeof why))
		return complain(option_name(setting, name), text, why);
	options->said[place] = text;
	switch (place) {
#define SURROUNDING(NAME, member)                                     \
	case SUMAC_SETTING_##NAME:                                          \
		options->member = (__typeof__(options->member))value; \
		break;
	SURROUNDINGS
#undef SURROUNDING
	case SUMAC_SETTING_FAULTS:
		return sumac_fault_plan_parse(text, &options->faults, why, sizeof why);
	case SUMAC_SETTING_RACK_EVENTS:
		options->events_path = text;
		break;
	case SUMAC_SETTING_TRACE:
		options->trace_path = text;
		break;
	case SUMAC_SETTING_PCAP:
		options->pcap_path = text;
		break;
	case SUMAC_SETTING_SCRIPT:
		options->script_path = text;
		break;
	case SUMAC_SETTING_WAVE:
		options->wave.path = text;
		break;
	case SUMAC_SETTING_WAVE_CYCLES:
		options->wave_cycles = text;
		break;
	}
	return SUMAC_RACK_RUN;
}

/* Parses one option; returns the task that it asks for, or an error. */
static int take_option(int code, const char *text, struct sumac_rack_options *options)
{
	long number;

	switch (code) {
#define NUMBER(name, member, low, high, def, help)                    \
	case NUMBER_##member:                                         \
		if (parse_number(name, text, low, high, &number))     \
			return -SUMAC_EINVAL;                         \
		options->member = (__typeof__(options->member))number; \
		return SUMAC_RACK_RUN;
	NUMBERS
#undef NUMBER
	case WORD_SOCKET:
		options->socket_path = text;
		return SUMAC_RACK_RUN;
	case WORD_STATS:
		options->stats_path = text;
		return SUMAC_RACK_RUN;
	case FLAG_NO_CHECKER:
		options->check = false;
		return SUMAC_RACK_RUN;
	case FLAG_SPEC_HASH:
		return SUMAC_RACK_TELL_HASH;
	case FLAG_PARAMS:
		return SUMAC_RACK_TELL_PARAMS;
	case FLAG_HELP:
		return SUMAC_RACK_HELP;
	default:
		return code < SURROUNDING_BASE ? -SUMAC_EINVAL /* getopt has printed why */
					       : take_surrounding(code - SURROUNDING_BASE, text, options);
	}
}

static int check_wave(struct sumac_rack_options *options)
{
	struct sumac_vnic_wave *wave = &options->wave;
	const char *cycles = options->wave_cycles;
	unsigned long long from, to;
	char number[16], more;

	snprintf(number, sizeof number, "%d", wave->nic);
	if (*wave->path && wave->nic >= options->n_nics)
		return complain("wave-nic", number, "there is no such NIC in the rack; they count from 0");
	if (!*cycles)
		return 0;
	if (strspn(cycles, "0123456789.") != strlen(cycles) || sscanf(cycles, "%19llu..%19llu%c", &from, &to, &more) != 2 ||
	    from > to)
		return complain("wave-cycles", cycles, "it must be FROM..TO, two cycles, and TO not below FROM");
	wave->call = 0;
	wave->from = from;
	wave->to = to;
	return 0;
}

int sumac_rack_options_parse(int argc, char *const argv[], struct sumac_rack_options *options_out)
{
	struct option long_options[N_OWN + N_SURROUNDINGS + 1] = { 0 };
	char names[N_SURROUNDINGS][MAX_NAME];
	int task = SUMAC_RACK_RUN, code;

	*options_out = (struct sumac_rack_options){
		.check = true,
#define NUMBER(name, member, low, high, def, help) .member = def,
		NUMBERS
#undef NUMBER
	};
	memcpy(long_options, own_options, sizeof own_options);
	for (int i = 0; i < N_SURROUNDINGS; i++) {
		const struct sumac_setting_row *setting = &sumac_setting_rows[surroundings[i]];

		long_options[N_OWN + i] = (struct option){ option_name(setting, names[i]), required_argument, NULL,
							   SURROUNDING_BASE + surroundings[i] };
		take_surrounding(surroundings[i], setting->def, options_out);
	}
	optind = 1;
	while ((code = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		int asked = take_option(code, optarg, options_out);

		if (asked < 0)
			return asked;
		task = asked == SUMAC_RACK_RUN ? task : asked;
	}
	for (int i = 0; i < options_out->faults.n_downs; i++)
		if (options_out->faults.downs[i].nic >= options_out->n_nics)
			return complain("faults", "down=NIC@CYCLE+LENGTH", "NIC must be one of the rack's, from 0 on");
	if (sumac_rack_surroundings_settle(options_out) || check_wave(options_out))
		return -SUMAC_EINVAL;
	if (optind < argc)
		return complain("", argv[optind], "only options are accepted");
	if (task == SUMAC_RACK_RUN && !options_out->socket_path)
		return complain("socket", "", "is needed");
	return task;
}
