/*
 * The words of `sumac perf`. A rank reads those that the command has checked, so a mistake is told once.
 */
#include "tool/perf.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/collective.h"
#include "base/combination.h"
#include "base/setting_value.h"
#include "launch/exit_status.h"
#include "launch/launch_options.h"
#include "spec/spec.h"

enum { N_CODES = 256, DEFAULT_WINDOW = 32 };

#define DEFAULT_SIZES "8:1M"

static const char *const whats[SUMAC_PERF_N_WHATS] = { "latency", "bandwidth", "rate", "bound" };

/* Words that have been given, besides the options' values. */
struct given {
	const char *op, *type, *sizes;
	bool has_what, has_coll, has_window;
};

const char *sumac_perf_what_name(int what)
{
	return what >= 0 && what < SUMAC_PERF_N_WHATS ? whats[what] : "?";
}

void sumac_perf_options_help(FILE *to)
{
	fprintf(to, "usage: sumac perf [latency|bandwidth|rate|bound] [COLLECTIVE] [options] [options of `sumac run`]\n\n"
		    "Measures calls of one collective: in simulated cycles on NICs, in time on the CPU engine.\n\n"
		    "  latency                what a call takes (the default); bandwidth: the same as MB/s\n"
		    "  rate                   calls a second, with several in progress\n"
		    "  bound                  the cycles that no plan can undercut on such NICs; nothing is measured\n"
		    "  --op NAME              operation (SUM)\n"
		    "  --type NAME            type of the elements (F32)\n"
		    "  --sizes LOW:HIGH       bytes of all the call's elements, in powers of two (" DEFAULT_SIZES ");\n"
		    "                         or a list: 8,1K,3M\n"
		    "  --iterations N         calls that count; by default 10 on NICs, 1000 on the CPU engine,\n"
		    "                         fewer if they are long\n"
		    "  --warmup N             calls before them\n"
		    "  --window N             calls in progress, for rate (%d)\n"
		    "  --in-a-row             no barrier between calls\n"
		    "  --json                 a JSON object a line on standard output, and nothing else\n"
		    "  -n N                   number of ranks (2)\n"
		    "\nThe stepped clock is the default, so that simulated cycles repeat exactly. `sumac run --help` lists\n"
		    "the job's options, `sumac info --ops` operations and types. Collectives:", DEFAULT_WINDOW);
	for (int coll = 0; coll < SUMAC_N_COLLS; coll++)
		fprintf(to, " %s", sumac_coll_name(coll));
	fprintf(to, ".\n");
}

static int complain(const char *about, const char *what)
{
	fprintf(stderr, SUMAC_PERF_TITLE ": %s: %s\n", about, what);
	return SUMAC_EXIT_USAGE;
}

/* The code of a name, in whatever letters; else -1, and in nearest_out the name that is most like the word. */
static int find(const char *word, const char *(*name_of)(int code), const char **nearest_out)
{
	int least = INT_MAX;

	for (int code = 0; code < N_CODES; code++) {
		const char *name = name_of(code);
		int distance;

		if (!strcmp(name, "?"))
			continue;
		if (!strcasecmp(name, word))
			return code;
		distance = sumac_setting_name_distance(word, name);
		if (distance < least) {
			least = distance;
			*nearest_out = name;
		}
	}
	return -1;
}

static int find_or_complain(const char *kind, const char *word, const char *(*name_of)(int code), int *code_out)
{
	const char *nearest = "";

	*code_out = find(word, name_of, &nearest);
	if (*code_out >= 0)
		return 0;
	fprintf(stderr, SUMAC_PERF_TITLE ": there is no %s %s; the nearest is %s\n", kind, word, nearest);
	return SUMAC_EXIT_USAGE;
}

/* A word that is no option: what is measured, or the collective. */
static int take_word(const char *word, struct given *given, struct sumac_perf_options *options)
{
	const char *nearest_what = "", *nearest_coll = "";
	int what = find(word, sumac_perf_what_name, &nearest_what), coll = find(word, sumac_coll_name, &nearest_coll);

	if (what >= 0 && !given->has_what) {
		options->what = (enum sumac_perf_what)what;
		given->has_what = true;
		return 0;
	}
	if (coll >= 0 && !given->has_coll) {
		options->coll = coll;
		given->has_coll = true;
		return 0;
	}
	if (what >= 0 || coll >= 0)
		return complain(word, "one collective is measured, in one way");
	if (!given->has_what && sumac_setting_name_distance(word, nearest_what) < sumac_setting_name_distance(word, nearest_coll))
		nearest_coll = nearest_what;
	fprintf(stderr, SUMAC_PERF_TITLE ": there is no collective %s; the nearest word is %s\n", word, nearest_coll);
	return SUMAC_EXIT_USAGE;
}

/* A number that may end in K, M or G; *end_out is behind it, or NULL. */
static uint64_t read_bytes(const char *text, const char **end_out)
{
	static const char units[] = "KMG";
	char *end;
	unsigned long long n;
	const char *unit;

	*end_out = NULL;
	if (!isdigit((unsigned char)*text))
		return 0;
	errno = 0;
	n = strtoull(text, &end, 10);
	unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
	for (const char *at = units; unit && at <= unit; at++)
		if (__builtin_mul_overflow(n, 1024ull, &n))
			return 0;
	if (errno || n > (uint64_t)1 << 40)
		return 0;
	*end_out = end + (unit != NULL);
	return n;
}

/* Adds a size, cut to whole elements, of which there is at least one, unless it is the last one again. */
static int add_size(uint64_t bytes, struct sumac_perf_options *options)
{
	uint64_t elem_bytes = sumac_type_bytes(options->type);

	bytes = bytes < elem_bytes ? elem_bytes : bytes / elem_bytes * elem_bytes;
	if (options->n_sizes && options->sizes[options->n_sizes - 1] == bytes)
		return 0;
	if (options->n_sizes == SUMAC_PERF_MAX_SIZES)
		return complain("--sizes", "these are too many sizes");
	options->sizes[options->n_sizes++] = bytes;
	return 0;
}

static int read_sizes(const char *text, struct sumac_perf_options *options)
{
	const char *at = text;
	int err = 0;

	do {
		const char *end;
		uint64_t low = read_bytes(at, &end), high = low;

		if (end && *end == ':')
			high = read_bytes(end + 1, &end);
		if (!end || (*end && *end != ',') || !low || high < low)
			return complain(text, "sizes are bytes above 0, such as 8:1M (powers of two from low to high) or 8,1K,3M");
		for (uint64_t bytes = low; bytes <= high && !err; bytes *= 2)
			err = add_size(bytes, options);
		at = *end ? end + 1 : NULL;
	} while (at && !err);
	return err;
}

static int read_number(const char *name, const char *text, long low, long high, long *value_out)
{
	char why[80], *end;

	errno = 0;
	*value_out = strtol(text, &end, 10);
	if (!errno && end != text && !*end && *value_out >= low && *value_out <= high)
		return 0;
	snprintf(why, sizeof(why), "takes a number from %ld to %ld", low, high);
	return complain(name, why);
}

/* Takes one of our options with its value, and moves *index past them. -1: it is not ours; else 0, or an exit status. */
static int take_option(int argc, char **argv, int *index, struct given *given, struct sumac_perf_options *options)
{
	static const char *const names[] = { "--op", "--type", "--sizes", "--iterations", "--warmup", "--window" };
	const char **const texts[] = { &given->op, &given->type, &given->sizes };
	const char *word = argv[*index], *value;
	long window = 0;
	size_t i, len = strcspn(word, "=");

	if (!strcmp(word, "--json") || !strcmp(word, "--in-a-row") || !strcmp(word, "--help") || !strcmp(word, "-h")) {
		options->prints_json |= !strcmp(word, "--json");
		options->in_a_row |= !strcmp(word, "--in-a-row");
		options->wants_help |= !strcmp(word, "--help") || !strcmp(word, "-h");
		(*index)++;
		return 0;
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == len && !strncmp(names[i], word, len))
			break;
	if (i == sizeof(names) / sizeof(names[0]))
		return -1;
	value = word[len] ? word + len + 1 : *index + 1 < argc ? argv[*index + 1] : NULL;
	if (!value)
		return complain(names[i], "takes a value");
	*index += word[len] ? 1 : 2;
	if (i < sizeof(texts) / sizeof(texts[0])) {
		*texts[i] = value;
		return 0;
	}
	if (!strcmp(names[i], "--iterations"))
		return read_number(names[i], value, 1, 100000000, &options->n_iterations);
	if (!strcmp(names[i], "--warmup"))
		return read_number(names[i], value, 0, 100000000, &options->n_warmup);
	if (read_number(names[i], value, 1, SUMAC_PERF_MAX_WINDOW, &window))
		return SUMAC_EXIT_USAGE;
	options->window = (int)window;
	given->has_window = true;
	return 0;
}

/* Whether the words fit each other; reads names and sizes, which depend on each other. */
static int settle(const struct given *given, struct sumac_perf_options *options)
{
	bool combines = sumac_coll_combines(options->coll);
	const char *coll = sumac_coll_name(options->coll);

	if (given->op && !combines)
		return complain(coll, "it combines nothing, so it takes no --op");
	if ((given->type || given->sizes) && options->coll == SUMAC_COLL_BARRIER)
		return complain(coll, "it has no elements, so it takes neither --type nor --sizes");
	if (given->has_window && options->what != SUMAC_PERF_RATE)
		return complain("--window", "only `sumac perf rate` has several calls in progress");
	if (find_or_complain("operation", given->op ? given->op : "SUM", sumac_op_name, &options->op) ||
	    find_or_complain("type", given->type ? given->type : "F32", sumac_type_name, &options->type))
		return SUMAC_EXIT_USAGE;
	if (combines && sumac_combination_index(options->op, options->type) < 0) {
		fprintf(stderr, SUMAC_PERF_TITLE ": %s is not defined on %s; `sumac info --ops` lists the pairs\n",
			sumac_op_name(options->op), sumac_type_name(options->type));
		return SUMAC_EXIT_USAGE;
	}
	if (options->coll == SUMAC_COLL_BARRIER) {
		options->n_sizes = 1; /* of no bytes */
		return 0;
	}
	return read_sizes(given->sizes ? given->sizes : DEFAULT_SIZES, options);
}

int sumac_perf_options_read(int argc, char **argv, struct sumac_perf_options *options_out, struct sumac_launch_options *job)
{
	struct given given = { 0 };
	int index = 1;

	*options_out = (struct sumac_perf_options){ .coll = SUMAC_COLL_ALLREDUCE, .n_iterations = -1, .n_warmup = -1,
						    .window = DEFAULT_WINDOW };
	while (index < argc) {
		int err = argv[index][0] == '-' ? take_option(argc, argv, &index, &given, options_out) :
						  take_word(argv[index++], &given, options_out);
		int taken;

		if (err > 0)
			return err;
		if (!err)
			continue;
		taken = job ? sumac_launch_options_take(SUMAC_PERF_TITLE, argc, argv, &index, job) : 0;
		if (taken < 0)
			return SUMAC_EXIT_USAGE;
		if (!taken)
			return complain(argv[index], job ? "unknown option; `sumac perf --help` lists them" :
					"inside a job, its options are the launcher's");
	}
	if (job)
		options_out->wants_help |= job->wants_help;
	return options_out->wants_help ? 0 : settle(&given, options_out);
}
