/*
 * The rack's command line: one row an option.
 */
#include "sim/rack/rack_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/bus/rack/protocol.h"
#include "spec/spec.h"

enum { NS_PER_CYCLE = 1000 / SUMAC_NIC_CLOCK_MHZ };

/* OPTION(name, member, low, high, default, help): numbers. */
#define NUMBERS                                                                                            \
	NUMBER("nics", n_nics, 1, SUMAC_RACK_MAX_NICS, 2, "NICs in the rack")                              \
	NUMBER("ready-fd", ready_fd, 0, 1 << 20, -1, "descriptor to which \"ready\" is written")           \
	NUMBER("parent-fd", parent_fd, 0, 1 << 20, -1, "the rack ends when this one's other end is closed") \
	NUMBER("link-gbps", link_gbps, 2, 128, 100, "rate of a link, even")                                \
	NUMBER("hop-ns", hop_ns, 4, 1000000, 600, "from NIC to NIC: MAC, cable, switch, cable, MAC")       \
	NUMBER("host-gbps", host_gbps, 2, 1000, 100, "rate of a NIC's port to its host, each way, even")   \
	NUMBER("host-doorbell-ns", doorbell_ns, 0, 1000000, 500, "from a register write to the NIC")       \
	NUMBER("host-read-ns", read_ns, 4, 1000000, 900, "of host memory by the NIC, to the first beat")   \
	NUMBER("host-write-ns", write_ns, 4, 1000000, 500, "to host memory by the NIC, to its answer")     \
	NUMBER("buffer-kib", buffer_kib, 8, 1 << 20, 256, "buffer of a port of the switch")

#define WORDS                                                                                        \
	WORD("socket", "PATH", "where ranks attach")                                                 \
	WORD("clock", "free|stepped", "free: time runs while there is work; stepped: with the ranks") \
	WORD("patience", "S", "seconds that a rank may compute before the stepped clock leaves it, 10") \
	WORD("stats", "FILE", "JSON at the end, and on SIGUSR1")

#define FLAGS                                                                     \
	FLAG("no-checker", "does without the protocol checker, to measure its cost") \
	FLAG("spec-hash", "prints the specification's hash, and ends")              \
	FLAG("params", "prints what NICs and surroundings there are, and ends")     \
	FLAG("help", "prints this, and ends")

enum option_code {
	BASE = 256,
#define NUMBER(name, member, low, high, def, help) NUMBER_##member,
	NUMBERS
#undef NUMBER
	WORD_SOCKET, WORD_CLOCK, WORD_PATIENCE, WORD_STATS,
	FLAG_NO_CHECKER, FLAG_SPEC_HASH, FLAG_PARAMS, FLAG_HELP,
};

static const struct option long_options[] = {
#define NUMBER(name, member, low, high, def, help) { name, required_argument, NULL, NUMBER_##member },
	NUMBERS
#undef NUMBER
	{ "socket", required_argument, NULL, WORD_SOCKET },
	{ "clock", required_argument, NULL, WORD_CLOCK },
	{ "patience", required_argument, NULL, WORD_PATIENCE },
	{ "stats", required_argument, NULL, WORD_STATS },
	{ "no-checker", no_argument, NULL, FLAG_NO_CHECKER },
	{ "spec-hash", no_argument, NULL, FLAG_SPEC_HASH },
	{ "params", no_argument, NULL, FLAG_PARAMS },
	{ "help", no_argument, NULL, FLAG_HELP },
	{ 0 },
};

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
#define FLAG(name, help) printf("  --%-22s %s\n", name, help);
	FLAGS
#undef FLAG
}

uint32_t sumac_rack_cycles(uint32_t time_ns)
{
	return (time_ns + NS_PER_CYCLE / 2) / NS_PER_CYCLE;
}

uint32_t sumac_rack_bytes_per_cycle(uint32_t gbps)
{
	return gbps * 1000 / 8 / SUMAC_NIC_CLOCK_MHZ;
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
	snprintf(wanted, sizeof wanted, "a number from %ld to %ld is wanted", low, high);
	return complain(name, text, wanted);
}

static int parse_patience(const char *text, double *value_out)
{
	char *end;

	*value_out = strtod(text, &end);
	if (end != text && !*end && *value_out >= 0 && *value_out <= 86400)
		return 0;
	return complain("patience", text, "seconds from 0 to 86400 are wanted");
}

/* One option; the task that it asks for, or an error. */
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
	case WORD_CLOCK:
		options->stepped = !strcmp(text, "stepped");
		if (!options->stepped && strcmp(text, "free"))
			return complain("clock", text, "free or stepped is wanted");
		return SUMAC_RACK_RUN;
	case WORD_PATIENCE:
		return parse_patience(text, &options->patience_s);
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
		return -SUMAC_EINVAL; /* getopt has said so */
	}
}

int sumac_rack_options_parse(int argc, char *const argv[], struct sumac_rack_options *options_out)
{
	int task = SUMAC_RACK_RUN, code;

	*options_out = (struct sumac_rack_options){
		.check = true, .patience_s = 10,
#define NUMBER(name, member, low, high, def, help) .member = def,
		NUMBERS
#undef NUMBER
	};
	optind = 1;
	while ((code = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		int asked = take_option(code, optarg, options_out);

		if (asked < 0)
			return asked;
		task = asked == SUMAC_RACK_RUN ? task : asked;
	}
	if (optind < argc)
		return complain("", argv[optind], "there are options only");
	if (options_out->link_gbps % 2 || options_out->host_gbps % 2)
		return complain("link-gbps, --host-gbps", "", "rates are even numbers");
	if (task == SUMAC_RACK_RUN && !options_out->socket_path)
		return complain("socket", "", "is needed");
	return task;
}
