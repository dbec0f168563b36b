/*
 * `sumac trace check`: whether a trace is what its readers expect. Arrows and requests are kept only while they are open.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "launch/exit_status.h"
#include "tool/text_table.h"
#include "tool/trace.h"

enum { TOLD = 10, KEY = 160 };

/* A thread, "pid.tid", or a process, "pid". */
struct named {
	bool is_used, has_name;
	double begin, end; /* of the last slice that did not lie in another */
	int depth;	   /* B without E */
};

struct open_span {
	size_t line;
};

struct check {
	const char *path;
	size_t n_events, n_slices, n_arrows, n_faults;
	struct {
		struct sumac_text_table *named, *open;
	} tables;
};

static void __attribute__((format(printf, 3, 4))) complain(struct check *check, size_t line, const char *format, ...)
{
	va_list args;

	if (check->n_faults++ >= TOLD)
		return;
	fprintf(stderr, "sumac trace: %s", check->path);
	fprintf(stderr, line ? ", line %zu: " : ": ", line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
}

static bool has(const struct sumac_json *event, const char *name, enum sumac_json_kind kind)
{
	const struct sumac_json *member = sumac_json_member(event, name);

	return member && member->kind == kind;
}

static bool has_number(const struct sumac_json *event, const char *name)
{
	return has(event, name, SUMAC_JSON_NUMBER);
}

/* Returns the thread's entry; is_thread false: the process's. */
static struct named *place_of(struct check *check, const struct sumac_json *event, bool is_thread)
{
	char key[KEY];

	snprintf(key, sizeof(key), is_thread ? "%.0f.%.0f" : "%.0f", sumac_json_number(event, "pid", -1),
		 sumac_json_number(event, "tid", -1));
	return sumac_text_table_at(check->tables.named, key);
}

static void check_name(struct check *check, size_t line, const struct sumac_json *event)
{
	const char *name = sumac_json_text(event, "name", "");
	bool is_thread = !strcmp(name, "thread_name");
	struct named *named;

	if (!is_thread && strcmp(name, "process_name"))
		return;
	if (!has(sumac_json_member(event, "args"), "name", SUMAC_JSON_TEXT)) {
		complain(check, line, "%s without args.name", name);
		return;
	}
	named = place_of(check, event, is_thread);
	if (named)
		named->has_name = true;
}

/* Slices of a thread follow or contain each other; the outer one comes first. */
static void check_slice(struct check *check, size_t line, const struct sumac_json *event, struct named *thread)
{
	double begin = sumac_json_number(event, "ts", 0), dur = sumac_json_number(event, "dur", -1), end = begin + dur;
	const double slack = 1e-3; /* numbers are rounded; a cycle is longer */

	check->n_slices++;
	if (!has_number(event, "dur") || dur < 0) {
		complain(check, line, "a slice without a duration");
		return;
	}
	if (begin >= thread->end - slack) {
		thread->begin = begin;
		thread->end = end;
	} else if (begin < thread->begin - slack || end > thread->end + slack) {
		complain(check, line, "the slice overlaps an earlier one of its thread");
	}
}

/* A span that begins must end: s and f of arrows, b and e of requests. Anything may lie between. */
static void check_span(struct check *check, size_t line, const struct sumac_json *event, char phase)
{
	const char *id = sumac_json_text(event, "id", NULL), *category = sumac_json_text(event, "cat", NULL);
	bool is_arrow = strchr("stf", phase), begins = phase == 's' || phase == 'b';
	struct open_span *open;
	char key[KEY];

	if (!id || !category) {
		complain(check, line, "phase %c without id or cat", phase);
		return;
	}
	snprintf(key, sizeof(key), "%s %.60s %.60s", is_arrow ? "arrow" : "request", category, id);
	open = sumac_text_table_find(check->tables.open, key);
	if (begins && open) {
		complain(check, line, "%s %s begins twice", is_arrow ? "arrow" : "request", id);
	} else if (begins) {
		open = sumac_text_table_at(check->tables.open, key);
		if (open)
			open->line = line;
	} else if (!open) {
		complain(check, line, "%s %s has not begun", is_arrow ? "arrow" : "request", id);
	} else if (phase != 't') {
		sumac_text_table_remove(check->tables.open, open);
		check->n_arrows += is_arrow;
	}
}

static bool check_event(void *ctx, size_t line, const struct sumac_json *event)
{
	const char *phase = sumac_json_text(event, "ph", "");
	struct check *check = ctx;
	struct named *thread, *process;

	check->n_events++;
	if (strlen(phase) != 1 || !strchr("XBEbestfiM", *phase)) {
		complain(check, line, "the phase `%.20s` is not one of Sumac's", phase);
		return true;
	}
	if (!has_number(event, "pid") || !has_number(event, "tid") || !has_number(event, "ts"))
		complain(check, line, "pid, tid and ts must be numbers");
	else if (sumac_json_number(event, "ts", 0) < 0)
		complain(check, line, "ts is negative");
	if (*phase != 'E' && !has(event, "name", SUMAC_JSON_TEXT))
		complain(check, line, "an event without a name");
	if (*phase == 'M') {
		check_name(check, line, event);
		return true;
	}
	thread = place_of(check, event, true);
	process = place_of(check, event, false);
	if (!thread || !process) {
		complain(check, line, "no memory");
		return false;
	}
	thread->is_used = process->is_used = true;
	if (*phase == 'X')
		check_slice(check, line, event, thread);
	else if (*phase == 'B' || *phase == 'E')
		thread->depth += *phase == 'B' ? 1 : -1;
	else if (*phase == 'i' && !has(event, "s", SUMAC_JSON_TEXT))
		complain(check, line, "an instant without its scope");
	else if (*phase != 'i')
		check_span(check, line, event, *phase);
	if (thread->depth < 0)
		complain(check, line, "E without B");
	return true;
}

/* A killed job may leave what it had begun. */
static void check_end(struct check *check, bool is_cut)
{
	for (struct open_span *open = sumac_text_table_next(check->tables.open, NULL); open && !is_cut;
	     open = sumac_text_table_next(check->tables.open, open))
		complain(check, open->line, "%s does not end", sumac_text_table_name(open));
	for (struct named *named = sumac_text_table_next(check->tables.named, NULL); named;
	     named = sumac_text_table_next(check->tables.named, named)) {
		const char *key = sumac_text_table_name(named);

		if (named->is_used && !named->has_name)
			complain(check, 0, "%s %s has no name", strchr(key, '.') ? "thread" : "process", key);
		if (named->depth > 0 && !is_cut)
			complain(check, 0, "thread %s: B without E", key);
	}
}

int sumac_trace_check(const char *path)
{
	struct check check = { .path = path };
	bool is_cut;
	int err = -1;

	check.tables.named = sumac_text_table_new(sizeof(struct named));
	check.tables.open = sumac_text_table_new(sizeof(struct open_span));
	if (check.tables.named && check.tables.open)
		err = sumac_trace_read(path, check_event, &check, &is_cut);
	else
		fprintf(stderr, "sumac trace: no memory\n");
	if (!err)
		check_end(&check, is_cut);
	if (!err && check.n_faults > TOLD)
		fprintf(stderr, "sumac trace: %s: %zu faults in all\n", path, check.n_faults);
	if (!err && !check.n_faults)
		printf("%s: %zu events, %zu slices, %zu arrows%s\n", path, check.n_events, check.n_slices, check.n_arrows,
		       is_cut ? "; it has no end, as its job was killed" : "");
	sumac_text_table_free(check.tables.named);
	sumac_text_table_free(check.tables.open);
	return err || check.n_faults ? SUMAC_EXIT_FAILED : 0;
}
