/*
 * `sumac info`: prints what this build is, how it is set, and which engine computes what.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/settings.h"
#include "bus/xrt/xclbin.h"
#include "core/job/version.h"
#include "spec/spec.h"
#include "sumac.h"
#include "launch/exit_status.h"
#include "launch/layout.h"
#include "tool/tool.h"

/* Describes the card that the settings name, or else the cards that XRT emulates. */
static void print_memory(const char *path)
{
	struct sumac_xclbin xclbin;
	int bank = sumac_xclbin_read(path, &xclbin);

	if (!bank)
		bank = sumac_xclbin_bank(path, &xclbin, sumac_setting_string(SUMAC_SETTING_XRT_MEMORY));
	printf("xrt memory ");
	if (bank < 0)
		printf("none: %s\n", sumac_last_error());
	else
		printf("%s: %s\n", xclbin.banks[bank].tag, xclbin.banks[bank].is_host ? "the card reaches the host's memory" :
		       "the card's own; the host copies to and from it");
}

static void print_build(void)
{
	const char *named = sumac_setting_string(SUMAC_SETTING_XRT_XCLBIN);
	char build[SUMAC_BUILD_ID_CAP], path[SUMAC_TOOL_PATH_BYTES];

	printf("sumac      %s\n", sumac_version());
	printf("build      %s\n", sumac_build_id(build, sizeof(build)) ? "(linked without a build id)" : build);
	printf("spec hash  0x%08x\n", (unsigned)SUMAC_SPEC_HASH);
	printf("engine cpu yes: every operation and type\n");
	printf("engine nic %s", sumac_layout_rack(sumac_setting_string(SUMAC_SETTING_NIC), path) ?
				"simulated: no, sumac-rack is not at " : "simulated, with --engine nic: ");
	printf("%s\n", path);
	printf("bus xrt    cards through Xilinx XRT, with the setting xrt_xclbin; emulated ones, with --bus xrt: ");
	printf("%s%s\n", sumac_layout_xrt_device(path) || sumac_layout_xclbin(path) ? "no, there is no " : "", path);
	if (*named || !sumac_layout_xclbin(path))
		print_memory(*named ? named : path);
}

static const char *source_name(enum sumac_setting_source source)
{
	switch (source) {
	case SUMAC_FROM_DEFAULT:
		return "default";
	case SUMAC_FROM_FILE:
		return "file";
	case SUMAC_FROM_ENVIRONMENT:
		return "environment";
	case SUMAC_FROM_OPTION:
		return "option";
	}
	return "?";
}

static void print_settings(void)
{
	printf("%-16s %-10s %-12s %s\n", "setting", "value", "source", "where set; help");
	for (int i = 0; i < SUMAC_N_SETTINGS; i++) {
		enum sumac_setting_source source = sumac_setting_source(i);
		const char *origin = source == SUMAC_FROM_DEFAULT ? "" : sumac_setting_origin(i);

		printf("%-16s %-10s %-12s %s%s%s\n", sumac_setting_name(i), sumac_setting_string(i), source_name(source),
		       origin, *origin ? "; " : "", sumac_setting_help(i));
	}
}

/* A pair of operation and type, as in the table. */
enum who { NIC, CPU };
enum scope { API, BENCH };
enum order { FREE, FIXED };

struct pair {
	const char *op, *type;
	int op_code, class_code;
	enum who who;
	enum scope scope;
	enum order order;
};

/* The table names types; their classes and sizes are looked up by code. */
static const struct pair pairs[] = {
#define SUMAC_COMBINATION(op, type, ctype, calc, how, body, order, who, scope) \
	{ #op, #type, SUMAC_OP_##op, SUMAC_TYPE_##type >> 4, who, scope, order },
#include "spec/combinations.def"
};

static int bytes_of(const char *type)
{
#define SUMAC_TYPE(name, code, class_, bytes, align, ctype, calc, help) \
	if (!strcmp(type, #name)) \
		return bytes;
#include "spec/rows.def"
	return 0;
}

/* Sizes, or-ed, that the NIC is meant to do one day. */
static int meant_sizes(const struct pair *pair)
{
#define SUMAC_RULE(op, class_, how, body, order, now, meant, help) \
	if (pair->op_code == SUMAC_OP_##op && pair->class_code == SUMAC_CLASS_##class_) \
		return meant;
#include "spec/rows.def"
	return 0;
}

static const char *why(const struct pair *pair)
{
	if (pair->who == NIC)
		return "";
	if (meant_sizes(pair) & bytes_of(pair->type))
		return "this NIC does not do it yet";
	return "the NIC has no unit for this type, by design";
}

static void print_ops(void)
{
	printf("%-8s %-14s %-8s %-9s %s\n", "op", "type", "computed", "order", "why not the NIC");
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (pairs[i].scope == API)
			printf("%-8s %-14s %-8s %-9s %s\n", pairs[i].op, pairs[i].type, pairs[i].who == NIC ? "NIC" : "CPU",
			       pairs[i].order == FREE ? "any" : "ranks'", why(&pairs[i]));
}

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac info [--settings] [--ops] [--counters [--json|--prometheus]]\n"
		"       sumac info --parameters [--json] [options of sumac run]\n\n"
		"Prints version and engines; --settings prints each setting, its value and where it comes from;\n"
		"--ops prints each pair of operation and type, and which engine computes it; --counters prints what\n"
		"the cycles of each stage of the simulated NICs have gone to, of your jobs that run on this host;\n"
		"--parameters prints which design a NIC is of, its parameters and surroundings, as it says itself. Options\n"
		"behind it are those of `sumac run`, and say which NIC.\n");
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

int sumac_tool_info(int argc, char **argv)
{
	bool wants_settings = false, wants_ops = false, wants_counters = false;
	enum sumac_info_form form = SUMAC_INFO_TEXT;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help"))
			return print_usage(stdout);
		if (!strcmp(argv[i], "--parameters")) {
			bool as_json = i + 1 < argc && !strcmp(argv[i + 1], "--json");

			return sumac_tool_info_parameters(argc - i - 1 - as_json, argv + i + 1 + as_json, as_json);
		}
		if (!strcmp(argv[i], "--settings")) {
			wants_settings = true;
		} else if (!strcmp(argv[i], "--ops")) {
			wants_ops = true;
		} else if (!strcmp(argv[i], "--counters")) {
			wants_counters = true;
		} else if (wants_counters && !strcmp(argv[i], "--json")) {
			form = SUMAC_INFO_JSON;
		} else if (wants_counters && !strcmp(argv[i], "--prometheus")) {
			form = SUMAC_INFO_PROMETHEUS;
		} else {
			fprintf(stderr, "sumac info: unknown option %s\n", argv[i]);
			return print_usage(stderr);
		}
	}
	/* Prints them in any case: an unknown variable or a bad value may be what the user is looking for. */
	if (sumac_settings_load()) {
		fprintf(stderr, "sumac info: %s\n", sumac_last_error());
		if (wants_settings)
			return SUMAC_EXIT_FAILED;
	}
	if (!wants_settings && !wants_ops && !wants_counters)
		print_build();
	if (wants_settings)
		print_settings();
	if (wants_ops)
		print_ops();
	return wants_counters ? sumac_tool_info_counters(form) : 0;
}
