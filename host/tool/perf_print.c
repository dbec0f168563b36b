/*
 * Results of `sumac perf`: a table as the field's benchmarks print it, or a flat JSON object a line.
 */
#include "tool/perf.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/collective.h"
#include "base/combination.h"
#include "base/json.h"
#include "core/job/process.h"
#include "core/report/identity.h"
#include "spec/spec.h"

/* A result in the unit that is asked for. Where more is better, the slowest rank's value is the least one. */
struct shown {
	double min, avg, max, bound, share; /* bound, share: NAN if unknown */
	const char *unit;
};

/* The microseconds that a result's number stands for. */
static double us_of(const struct sumac_perf_head *head, const struct sumac_perf_result *result, double value)
{
	return result->on_nics ? value / head->clock_mhz : value / 1000;
}

/* As many of something in each microsecond, which takes so long. */
static double rate_of(double amount, double us)
{
	return us > 0 ? amount / us : 0;
}

static struct shown show(const struct sumac_perf_head *head, const struct sumac_perf_result *result)
{
	bool is_known = result->bound > 0;
	struct shown shown = { .bound = is_known ? result->bound : NAN,
			       .share = is_known && result->max > 0 ? result->bound / result->max : NAN };
	double amount;

	if (head->options->what == SUMAC_PERF_LATENCY || head->options->what == SUMAC_PERF_BOUND) {
		double scale = result->on_nics ? 1 : 1000;

		shown.min = result->min / scale;
		shown.avg = result->avg / scale;
		shown.max = result->max / scale;
		shown.unit = result->on_nics ? "cycles" : "us";
		return shown;
	}
	amount = head->options->what == SUMAC_PERF_RATE ? 1e6 : (double)result->bytes;
	shown.min = rate_of(amount, us_of(head, result, result->max));
	shown.avg = rate_of(amount, us_of(head, result, result->avg));
	shown.max = rate_of(amount, us_of(head, result, result->min));
	shown.unit = head->options->what == SUMAC_PERF_RATE ? "calls/s" : "MB/s";
	if (head->options->what == SUMAC_PERF_RATE)
		shown.bound = shown.share = NAN;
	else if (is_known)
		shown.bound = rate_of(amount, us_of(head, result, result->bound));
	return shown;
}

static void print_number(const char *name, double value, int digits)
{
	if (isnan(value))
		printf(", \"%s\": null", name);
	else
		printf(", \"%s\": %.*f", name, digits, value);
}

static void print_text(const char *name, const char *text)
{
	printf(", \"%s\": ", name);
	sumac_json_print_text(stdout, text);
}

static void print_json(const struct sumac_perf_head *head, const struct sumac_perf_result *result)
{
	const struct sumac_perf_options *options = head->options;
	struct shown shown = show(head, result);
	bool has_elems = options->coll != SUMAC_COLL_BARRIER;

	printf("{\"what\": \"%s\", \"collective\": \"%s\", \"op\": \"%s\", \"type\": \"%s\", \"bytes\": %llu, \"ranks\": %d",
	       sumac_perf_what_name(options->what), sumac_coll_name(options->coll),
	       sumac_coll_combines(options->coll) ? sumac_op_name(options->op) : "",
	       has_elems ? sumac_type_name(options->type) : "", (unsigned long long)result->bytes, head->n_ranks);
	printf(", \"nics\": %d, \"engine\": \"%s\"", result->on_nics ? head->n_nics : 0, result->on_nics ? "nic" : "cpu");
	print_text("reason", result->reason);
	print_text("plan", result->plan);
	print_number("clock_mhz", result->on_nics ? head->clock_mhz : NAN, 3);
	printf(", \"simulated\": %s, \"stepped\": %s, \"unit\": \"%s\"", result->on_nics && head->is_simulated ? "true" : "false",
	       result->on_nics && head->is_stepped ? "true" : "false", shown.unit);
	if (options->what != SUMAC_PERF_BOUND) {
		printf(", \"iterations\": %ld", result->n_iterations);
		if (options->what == SUMAC_PERF_RATE)
			printf(", \"window\": %d", options->window);
		print_number("min", shown.min, 3);
		print_number("avg", shown.avg, 3);
		print_number("max", shown.max, 3);
		print_number("us", us_of(head, result, result->max), 6);
	}
	/* More digits, since what is shown elsewhere is cut. */
	print_number("bound", shown.bound, 6);
	if (options->what == SUMAC_PERF_BOUND)
		print_number("bound_of_bytes", result->of_bytes, 6);
	else
		print_number("share", shown.share, 4);
	sumac_identity_print_flat(stdout, sumac_job_current());
	printf("}\n");
}

/* Says what is measured, where, and what the numbers are. */
static void print_heading(const struct sumac_perf_head *head, const struct sumac_perf_result *result)
{
	const struct sumac_perf_options *options = head->options;
	const char *unit = show(head, result).unit;
	const char *repeats = options->what == SUMAC_PERF_BOUND ? "" : head->is_stepped ? ", which repeat exactly" :
			      ", which differ from run to run";

	printf("# sumac perf %s: %s", sumac_perf_what_name(options->what), sumac_coll_name(options->coll));
	if (sumac_coll_combines(options->coll))
		printf(" of %s on %s", sumac_op_name(options->op), sumac_type_name(options->type));
	printf(", %d rank%s, ", head->n_ranks, head->n_ranks == 1 ? "" : "s");
	if (!result->on_nics)
		printf("the CPU engine, since %s: measured time\n", result->reason);
	else
		printf("%d %sNIC%s: %scycles of a %g MHz clock%s\n", head->n_nics, head->is_simulated ? "simulated " : "",
		       head->n_nics == 1 ? "" : "s", head->is_simulated ? "simulated " : "", head->clock_mhz,
		       repeats);
	printf("# ");
	sumac_identity_print_line(stdout, sumac_job_current());
	putchar('\n');
	if (options->what == SUMAC_PERF_BOUND)
		printf("#%11s %12s %16s\n", "bytes", "bound", "of these, bytes");
	else
		printf("#%11s %12s%s %12s %12s%s%s\n", "bytes", "avg ", unit, "min", "max",
		       result->on_nics ? "  slowest, us" : "", isnan(show(head, result).bound) ? "" : "        bound  share");
}

static void print_row(const struct sumac_perf_head *head, const struct sumac_perf_result *result)
{
	struct shown shown = show(head, result);
	int digits = strcmp(shown.unit, "us") ? 1 : 2;

	if (head->options->what == SUMAC_PERF_BOUND) {
		printf("%12llu %12.1f %16.1f\n", (unsigned long long)result->bytes, result->bound, result->of_bytes);
		return;
	}
	printf("%12llu %*.*f %12.*f %12.*f", (unsigned long long)result->bytes, 12 + (int)strlen(shown.unit), digits, shown.avg,
	       digits, shown.min, digits, shown.max);
	if (result->on_nics)
		printf(" %12.3f", us_of(head, result, result->max));
	if (!isnan(shown.bound))
		printf(" %12.1f %5.1f%%", shown.bound, 100 * shown.share);
	putchar('\n');
}

static void print_table(const struct sumac_perf_head *head, const struct sumac_perf_result *result,
			const struct sumac_perf_result *last)
{
	bool is_new = !last || last->on_nics != result->on_nics || strcmp(last->reason, result->reason);

	if (is_new)
		print_heading(head, result);
	if (head->options->what != SUMAC_PERF_BOUND && (is_new || strcmp(last->plan, result->plan)))
		printf("# plan, on rank 0: %s\n", result->plan);
	print_row(head, result);
}

int sumac_perf_print(const struct sumac_perf_head *head, const struct sumac_perf_result *result,
		     const struct sumac_perf_result *last)
{
	errno = 0;
	if (head->options->prints_json)
		print_json(head, result);
	else
		print_table(head, result, last);
	return fflush(stdout) || ferror(stdout) ? -1 : 0;
}
