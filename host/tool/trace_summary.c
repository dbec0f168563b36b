/*
 * `sumac trace summary`: brings each rank's call and the nodes of its NIC together. Both wait in a table for what is still behind
 * in the file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/exit_status.h"
#include "tool/text_table.h"
#include "tool/trace.h"
#include "tool/trace_phases.h"

enum { KEY = 512, MOST_PENDING = 1 << 16, MOST_KINDS = 1000, SHOWN_KINDS = 10, SHOWN_PEERS = 4, MAX_NICS = 1024 };

/* Calls that are summed up together. */
struct kind {
	uint64_t n, n_failed, ticks, least, most; /* ticks: cycles, or nanoseconds of real time */
	uint64_t n_split, split_ticks, cycles, phases[SUMAC_N_PHASES];
	uint64_t n_last[MAX_NICS]; /* calls in which that NIC's chunk came last */
	bool is_simulated;
};

/* A call: its rank's part, its NIC's part, or both. */
struct pending {
	struct kind *kind; /* NULL: the rank's part has not come */
	uint64_t begin, end, cycles;
	struct sumac_milestones nodes;
};

struct summary {
	struct sumac_text_table *kinds, *pending, *real; /* real: processes in real time */
	uint64_t clock_hz, n_calls;
	bool has_failed; /* there is no memory */
};

static void account(struct summary *summary, struct pending *pending)
{
	struct kind *kind = pending->kind;
	uint64_t phases[SUMAC_N_PHASES];

	sumac_milestones_split(&pending->nodes, pending->begin, pending->end, phases);
	for (int i = 0; i < SUMAC_N_PHASES; i++)
		kind->phases[i] += phases[i];
	kind->n_split++;
	kind->split_ticks += pending->end - pending->begin;
	kind->cycles += pending->cycles;
	if (pending->nodes.peer >= 0 && pending->nodes.peer < MAX_NICS)
		kind->n_last[pending->nodes.peer]++;
	sumac_text_table_remove(summary->pending, pending);
}

/* The entry that has waited for longest gives way: those are nodes whose calls no rank traced. */
static struct pending *pending_at(struct summary *summary, const struct sumac_json *args)
{
	char key[KEY];

	snprintf(key, sizeof(key), "%d.%d.%u", (int)sumac_json_number(args, "nic", 0), (int)sumac_json_number(args, "group", 0),
		 (unsigned)sumac_json_whole(args, "seq", 0)); /* NICs know the lower half of the number */
	if (sumac_text_table_count(summary->pending) > MOST_PENDING)
		sumac_text_table_remove(summary->pending, sumac_text_table_next(summary->pending, NULL));
	return sumac_text_table_at(summary->pending, key);
}

static struct kind *kind_of(struct summary *summary, const struct sumac_json *event, bool is_simulated)
{
	const struct sumac_json *args = sumac_json_member(event, "args");
	const char *op = sumac_json_text(args, "op", "");
	uint64_t bytes = sumac_json_whole(args, "bytes", 0);
	char key[KEY], size[48];
	struct kind *kind;

	if (sumac_text_table_count(summary->kinds) < MOST_KINDS)
		snprintf(size, sizeof(size), "%" PRIu64 " bytes", bytes);
	else
		snprintf(size, sizeof(size), "other sizes");
	snprintf(key, sizeof(key), "%s%s%s%s%s, %s, %d ranks, engine %s: %s", sumac_json_text(event, "name", "?"),
		 *op ? " of " : "", op, *op ? " on " : "", sumac_json_text(args, "type", ""), size,
		 (int)sumac_json_number(args, "ranks", 0), sumac_json_text(args, "engine", "?"),
		 sumac_json_text(args, "plan", "?"));
	kind = sumac_text_table_at(summary->kinds, key);
	if (kind)
		kind->is_simulated = is_simulated;
	return kind;
}

static bool is_real(const struct summary *summary, const struct sumac_json *event)
{
	return sumac_text_table_find(summary->real, sumac_json_text(event, "pid", "")) != NULL;
}

static void take_call(struct summary *summary, const struct sumac_json *event)
{
	const struct sumac_json *args = sumac_json_member(event, "args");
	uint64_t begin = sumac_json_whole(args, "begin", 0), end = sumac_json_whole(args, "end", begin), ticks = end - begin;
	struct kind *kind = kind_of(summary, event, !is_real(summary, event));
	struct pending *pending;

	summary->n_calls++;
	if (!kind) {
		summary->has_failed = true;
		return;
	}
	if (sumac_json_number(args, "status", 0) != 0) {
		kind->n_failed++;
		return;
	}
	kind->least = !kind->n || ticks < kind->least ? ticks : kind->least;
	kind->most = ticks > kind->most ? ticks : kind->most;
	kind->n++;
	kind->ticks += ticks;
	if (!sumac_json_member(args, "group"))
		return;
	pending = pending_at(summary, args);
	if (!pending) {
		summary->has_failed = true;
		return;
	}
	pending->kind = kind;
	pending->begin = begin;
	pending->end = end;
	pending->cycles = sumac_json_whole(args, "cycles", 0);
	if (sumac_milestones_are_whole(&pending->nodes, pending->cycles))
		account(summary, pending);
}

static void take_node(struct summary *summary, const struct sumac_json *args)
{
	struct pending *pending = pending_at(summary, args);
	struct sumac_milestones node = { .n_nodes = 1, .rung = sumac_json_whole(args, "rung", 0),
					 .accepted = sumac_json_whole(args, "accepted", 0),
					 .operand = sumac_json_whole(args, "operand", 0), .sent = sumac_json_whole(args, "sent", 0),
					 .arrived = sumac_json_whole(args, "arrived", 0), .out = sumac_json_whole(args, "out", 0),
					 .done = sumac_json_whole(args, "done", 0),
					 .peer = (int)sumac_json_number(args, "peer", -1) };

	if (!pending) {
		summary->has_failed = true;
		return;
	}
	sumac_milestones_add(&pending->nodes, &node);
	if (pending->kind && sumac_milestones_are_whole(&pending->nodes, pending->cycles))
		account(summary, pending);
}

static bool take(void *ctx, size_t line, const struct sumac_json *event)
{
	const struct sumac_json *args = sumac_json_member(event, "args");
	struct summary *summary = ctx;

	(void)line;
	if (!strcmp(sumac_json_text(event, "name", ""), "sumac_clock")) {
		if (strcmp(sumac_json_text(args, "time", ""), "real"))
			summary->clock_hz = sumac_json_whole(args, "clock_hz", 0);
		else if (!sumac_text_table_at(summary->real, sumac_json_text(event, "pid", "")))
			summary->has_failed = true;
	} else if (sumac_json_member(args, "engine")) {
		take_call(summary, event);
	} else if (sumac_json_member(args, "rung")) {
		take_node(summary, args);
	}
	return !summary->has_failed;
}

static int by_time(const void *a, const void *b)
{
	const struct kind *first = *(struct kind *const *)a, *second = *(struct kind *const *)b;

	return first->ticks < second->ticks ? 1 : first->ticks > second->ticks ? -1 : 0;
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_last(const struct kind *kind)
{
	int nic = -1, n_shown = 0;
	uint64_t below = UINT64_MAX;

	/* the most frequent ones, in turn */
	for (; n_shown < SHOWN_PEERS; n_shown++) {
		int next = -1;

		for (int i = 0; i < MAX_NICS; i++)
			if (kind->n_last[i] && (kind->n_last[i] < below || (kind->n_last[i] == below && i > nic)) &&
			    (next < 0 || kind->n_last[i] > kind->n_last[next]))
				next = i;
		if (next < 0)
			break;
		printf("%s NIC %d in %" PRIu64, n_shown ? "," : "   last came:", next, kind->n_last[next]);
		below = kind->n_last[next];
		nic = next;
	}
}

static void print_kind(const struct kind *kind)
{
	static const char *const words[] = {
#define PHASE(NAME, text) text,
		SUMAC_PHASES
#undef PHASE
	};
	double scale = kind->is_simulated ? 1 : 1e-3, n = kind->n ? (double)kind->n : 1;

	printf("\n%s\n  %" PRIu64 " calls of %.1f %s in the mean (%.*f to %.*f)", sumac_text_table_name(kind), kind->n,
	       (double)kind->ticks * scale / n, kind->is_simulated ? "cycles" : "us of real time", kind->is_simulated ? 0 : 1,
	       (double)kind->least * scale, kind->is_simulated ? 0 : 1, (double)kind->most * scale);
	if (kind->n_failed)
		printf("; %" PRIu64 " more failed", kind->n_failed);
	if (!kind->n_split) {
		printf("; no NIC's part of them is in the trace\n");
		return;
	}
	if (kind->n_split < kind->n)
		printf("; %" PRIu64 " of them with their NIC's part:", kind->n_split);
	printf("\n");
	for (int i = 0; i < SUMAC_N_PHASES; i++) {
		printf("    %-36s %12.1f  %5.1f %%", words[i], (double)kind->phases[i] / (double)kind->n_split,
		       share(kind->phases[i], kind->split_ticks));
		if (i == SUMAC_PHASE_PEER)
			print_last(kind);
		printf("\n");
	}
	printf("    %-36s %12.1f  of which the report counts %.1f, from doorbell to completion\n", "in all",
	       (double)kind->split_ticks / (double)kind->n_split, (double)kind->cycles / (double)kind->n_split);
}

static int print(const struct summary *summary, bool is_cut)
{
	size_t n = sumac_text_table_count(summary->kinds), at = 0;
	struct kind **kinds = calloc(n + 1, sizeof(*kinds));

	if (!kinds) {
		fprintf(stderr, "sumac trace: no memory\n");
		return SUMAC_EXIT_FAILED;
	}
	if (summary->clock_hz)
		printf("Simulated time: cycles of NICs at %g MHz. Each rank's call counts.%s\n", (double)summary->clock_hz / 1e6,
		       is_cut ? " The job was killed, so calls may be missing." : "");
	else
		printf("Real time: the job ran on the CPU engine. Each rank's call counts.%s\n",
		       is_cut ? " The job was killed, so calls may be missing." : "");
	for (struct kind *kind = NULL; (kind = sumac_text_table_next(summary->kinds, kind)); )
		kinds[at++] = kind;
	qsort(kinds, n, sizeof(*kinds), by_time);
	for (size_t i = 0; i < n && i < SHOWN_KINDS; i++)
		print_kind(kinds[i]);
	if (n > SHOWN_KINDS)
		printf("\n%zu more kinds of calls took less time.\n", n - SHOWN_KINDS);
	free(kinds);
	return 0;
}

int sumac_trace_summary(const char *path)
{
	struct summary summary = { .kinds = sumac_text_table_new(sizeof(struct kind)),
				   .pending = sumac_text_table_new(sizeof(struct pending)), .real = sumac_text_table_new(1) };
	bool is_cut = false;
	int err = 0, status = SUMAC_EXIT_FAILED;

	summary.has_failed = !summary.kinds || !summary.pending || !summary.real;
	if (!summary.has_failed)
		err = sumac_trace_read(path, take, &summary, &is_cut);
	if (summary.has_failed)
		fprintf(stderr, "sumac trace: no memory\n");
	else if (!err && !summary.n_calls)
		fprintf(stderr, "sumac trace: no rank's call is in %s: a job's trace has those that went through Sumac, a "
				"rack's own has none\n", path);
	else if (!err)
		status = print(&summary, is_cut);
	sumac_text_table_free(summary.kinds);
	sumac_text_table_free(summary.pending);
	sumac_text_table_free(summary.real);
	return status;
}
