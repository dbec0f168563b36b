/*
 * `sumac report diff`: two runs side by side.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/exit_status.h"
#include "tool/report_again.h"

enum { A, B };

static int print_fact(const char *name, const char *text, const char *other)
{
	if (text && other && !strcmp(text, other))
		return 0;
	printf("  %-18s %-26s %s\n", name, text ? text : "-", other ? other : "-");
	return 1;
}

/* Differences between the runs themselves. */
static void print_facts(const struct sumac_report_file reports[2])
{
	int n = 0;

	printf("  %-18s %-26s %s\n", "", "A", "B");
	for (size_t i = 0; i < reports[A].n_facts; i++)
		n += print_fact(reports[A].facts[i].name, reports[A].facts[i].text,
				sumac_report_file_fact(&reports[B], reports[A].facts[i].name));
	for (size_t i = 0; i < reports[B].n_facts; i++)
		if (!sumac_report_file_fact(&reports[A], reports[B].facts[i].name))
			n += print_fact(reports[B].facts[i].name, NULL, reports[B].facts[i].text);
	if (!n)
		printf("  both runs are of the same sources, settings, NICs and surroundings\n");
}

static const struct sumac_report_calls *find(const struct sumac_report_file *report, const char *kind)
{
	for (size_t i = 0; i < report->n_calls; i++)
		if (!strcmp(report->calls[i].kind, kind))
			return &report->calls[i];
	return NULL;
}

/* Cycles of a call on average over calls and ranks. */
static double mean(const struct sumac_report_calls *calls)
{
	return calls && calls->n_calls ? (double)calls->cycles / (double)calls->n_calls : 0;
}

static void print_mean(double cycles)
{
	if (cycles > 0)
		printf(" %12.1f", cycles);
	else
		printf(" %12s", "-");
}

static void print_count(const struct sumac_report_calls *calls)
{
	printf(" %10" PRIu64, calls ? calls->n_calls : 0);
}

static const char *engine_of(const struct sumac_report_calls *calls)
{
	return calls ? calls->engine : "-";
}

static void print_calls(const struct sumac_report_calls *calls, const struct sumac_report_calls *other)
{
	double cycles = mean(calls), other_cycles = mean(other);
	char engines[32];

	snprintf(engines, sizeof(engines), "%s", engine_of(calls));
	if (strcmp(engine_of(calls), engine_of(other)))
		snprintf(engines, sizeof(engines), "%s, %s", engine_of(calls), engine_of(other));
	printf("  %-44s %-12s", calls ? calls->kind : other->kind, engines);
	print_count(calls);
	print_count(other);
	print_mean(cycles);
	print_mean(other_cycles);
	if (cycles > 0 && other_cycles > 0)
		printf(" %8.3f", other_cycles / cycles);
	else
		printf(" %8s", "-");
	if (calls && other && calls->n_calls && other->n_calls &&
	    calls->bytes * (double)other->n_calls != other->bytes * (double)calls->n_calls)
		printf("  (of other sizes)");
	if ((calls && calls->n_failed) || (other && other->n_failed))
		printf("  failed: %" PRIu64 ", %" PRIu64, calls ? calls->n_failed : 0, other ? other->n_failed : 0);
	printf("\n");
}

/* Cycles are those of the NICs, each at its own clock. */
static void print_clock(const char *name, const struct sumac_report_file *report)
{
	const char *hz = sumac_report_file_fact(report, "clock_hz"), *simulated = sumac_report_file_fact(report, "simulated");
	const char *design = sumac_report_file_fact(report, "design"), *why = sumac_report_file_fact(report, "hypothetical");

	if (!hz)
		printf("  %s: no NICs\n", name);
	else
		printf("  %s: %s cycles of NICs of design %s at %g MHz%s%s\n", name,
		       simulated && !strcmp(simulated, "true") ? "simulated" : "measured", design ? design : "unknown",
		       atof(hz) / 1e6, why ? "; hypothetical: " : "", why ? why : "");
}

int sumac_tool_report_diff(const char *path, const char *other_path)
{
	struct sumac_report_file reports[2] = { 0 };
	int err = sumac_report_file_read(path, &reports[A]);

	if (!err)
		err = sumac_report_file_read(other_path, &reports[B]);
	if (!err) {
		printf("A: %s\nB: %s\n\nwhat differs\n", path, other_path);
		print_facts(reports);
		printf("\ncalls of all ranks, and the cycles that one took on average\n");
		print_clock("A", &reports[A]);
		print_clock("B", &reports[B]);
		printf("  %-44s %-12s %10s %10s %12s %12s %8s\n",
		       "call", "engine", "calls A", "calls B", "cycles A", "cycles B", "B/A");
		for (size_t i = 0; i < reports[A].n_calls; i++)
			print_calls(&reports[A].calls[i], find(&reports[B], reports[A].calls[i].kind));
		for (size_t i = 0; i < reports[B].n_calls; i++)
			if (!find(&reports[A], reports[B].calls[i].kind))
				print_calls(NULL, &reports[B].calls[i]);
	}
	sumac_report_file_free(&reports[A]);
	sumac_report_file_free(&reports[B]);
	return err ? SUMAC_EXIT_FAILED : 0;
}
