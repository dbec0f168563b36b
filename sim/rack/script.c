#include "sim/rack/script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/rack/frame.h"
#include "sim/rack/script_line.h"

/* A script begins when the wire has been quiet for a while, so that all NICs are in the same call. */
enum { MAX_NAME = 160, SETTLE_CYCLES = 3000, QUIET_CYCLES = 400, SWAP_CYCLES = 2000 };

/* A line of the file, with what has come of it. */
struct step {
	struct sumac_script_line line;
	int number;	     /* of the line in the file */
	int name;	     /* of the script: the offset of its name's line in `names` */
	bool is_done, is_armed;
	uint64_t since;	     /* is_armed: from when an expect's time runs */
	uint32_t n_seen, n_messages;
};

/* The channels that chunks were seen on. */
struct course {
	int from, to;
	uint16_t channel;
	uint32_t key, nxt;
};

struct sumac_script {
	const char *path;
	int n_nics;
	sumac_script_report *report;
	void *ctx;
	struct step *steps;
	int n_steps, at; /* at: the first step of the present script */
	char (*names)[MAX_NAME];
	int n_names;
	struct course *courses;
	int n_courses;
	uint64_t begins, last; /* the present script begins, and the last frame came */
	bool has_begun;
	uint32_t seq_bits, window; /* of the NICs: bits of a chunk's number, and chunks of a channel's window */
};

static void *grow(void *array, int n, size_t size)
{
	return n & (n - 1) ? array : realloc(array, (size_t)(n ? 2 * n : 1) * size);
}

static int complain(const struct sumac_script *script, int number, const char *why)
{
	fprintf(stderr, "sumac-rack: %s:%d: %s\n", script->path, number, why);
	return -SUMAC_EINVAL;
}

static int add_name(struct sumac_script *script, const char *name)
{
	void *names = grow(script->names, script->n_names, sizeof *script->names);

	if (!names)
		return -SUMAC_ENOMEM;
	script->names = names;
	snprintf(script->names[script->n_names++], MAX_NAME, "%.*s", (int)strcspn(name, "\r\n"), name);
	return 0;
}

static int add_step(struct sumac_script *script, char *text, int number)
{
	struct step step = { .number = number, .name = script->n_names - 1 };
	struct step *steps;
	char why[160];

	if (sumac_script_line_parse(text, &step.line, why, sizeof why))
		return complain(script, number, why);
	if (step.name < 0)
		return complain(script, number, "there must be a line \"script NAME\" before it");
	if (step.line.from >= script->n_nics || step.line.to >= script->n_nics)
		return complain(script, number, "there are not so many NICs; they are counted from 0");
	steps = grow(script->steps, script->n_steps, sizeof *steps);
	if (!steps)
		return -SUMAC_ENOMEM;
	script->steps = steps;
	steps[script->n_steps++] = step;
	return 0;
}

static int add_line(struct sumac_script *script, char *text, int number)
{
	text += strspn(text, " \t\r\n");
	if (!*text || *text == '#')
		return 0;
	if (!strncmp(text, "script ", 7))
		return add_name(script, text + 7);
	return add_step(script, text, number);
}

static int read_lines(struct sumac_script *script)
{
	FILE *file = fopen(script->path, "re");
	char *text = NULL;
	size_t cap = 0;
	int err = 0;

	if (!file)
		return complain(script, 0, strerror(errno));
	for (int number = 1; !err && getline(&text, &cap, file) >= 0; number++)
		err = add_line(script, text, number);
	free(text);
	fclose(file);
	return err;
}

int sumac_script_open(const char *path, int n_nics, sumac_script_report *report, void *ctx, struct sumac_script **script_out)
{
	struct sumac_script *script = calloc(1, sizeof *script);

	*script_out = script;
	if (!script)
		return -SUMAC_ENOMEM;
	*script = (struct sumac_script){ .path = path, .n_nics = n_nics, .report = report, .ctx = ctx,
					 .seq_bits = SUMAC_DEF_SeqBits, .window = SUMAC_DEF_ChannelSlots };
	return read_lines(script);
}

void sumac_script_close(struct sumac_script *script)
{
	if (!script)
		return;
	free(script->steps);
	free(script->names);
	free(script->courses);
	free(script);
}

static void tell(const struct sumac_script *script, const struct step *step, const char *what)
{
	char text[MAX_NAME + 256];

	snprintf(text, sizeof text, "%s:%d: script \"%s\": %s", script->path, step->number, script->names[step->name], what);
	script->report(script->ctx, text);
}

/* Returns NULL without memory. */
static struct course *find_course(struct sumac_script *script, const struct sumac_frame *frame)
{
	struct course *courses;

	for (int i = 0; i < script->n_courses; i++) {
		struct course *course = &script->courses[i];

		if (course->from == frame->from && course->to == frame->to && course->channel == frame->channel &&
		    course->key == frame->key)
			return course;
	}
	courses = grow(script->courses, script->n_courses, sizeof *courses);
	if (!courses)
		return NULL;
	script->courses = courses;
	courses[script->n_courses] = (struct course){ frame->from, frame->to, frame->channel, frame->key, frame->seq };
	return &courses[script->n_courses++];
}

void sumac_script_take_design(struct sumac_script *script, const struct sumac_design *design)
{
	script->seq_bits = design->params[SUMAC_PARAM_SeqBits];
	script->window = design->params[SUMAC_PARAM_ChannelSlots];
}

/* A channel that is opened anew begins anew: only what lies in the last window is repeated. */
static uint32_t look_at_chunk(struct sumac_script *script, const struct sumac_frame *frame)
{
	struct course *course = find_course(script, frame);
	uint32_t behind = course ? (course->nxt - frame->seq) & ((1u << script->seq_bits) - 1) : 0;

	if (behind && behind <= script->window)
		return SUMAC_SEEN_REPEAT;
	if (course)
		course->nxt = frame->seq + 1;
	return SUMAC_SEEN_CHUNK | (frame->first ? SUMAC_SEEN_FIRST : 0);
}

static uint32_t look(struct sumac_script *script, const struct sumac_frame *frame)
{
	uint32_t seen = 1u << frame->kind;

	if (frame->kind == SUMAC_KIND_DATA)
		seen |= look_at_chunk(script, frame);
	if (frame->kind == SUMAC_KIND_ACK && frame->gap)
		seen |= SUMAC_SEEN_NAK;
	return seen;
}

/* Whether it is the packet that the step waits for. */
static bool is_met(struct step *step, const struct sumac_frame *frame, uint32_t seen)
{
	const struct sumac_script_line *line = &step->line;

	if (frame->from != line->from || frame->to != line->to)
		return false;
	if (seen & SUMAC_SEEN_FIRST && line->message) {
		step->n_messages++;
		step->n_seen = 0;
	}
	if (!(seen & line->seen))
		return false;
	return ++step->n_seen == line->nth && step->n_messages == line->message;
}

static bool is_within(const struct sumac_script_line *line, size_t len_bytes)
{
	return line->verb == SUMAC_SCRIPT_FLIP ? line->value / 8 < len_bytes :
	       line->verb == SUMAC_SCRIPT_CUT ? line->value < len_bytes : true;
}

static void act(const struct sumac_script_line *line, struct sumac_fate *fate)
{
	switch (line->verb) {
	case SUMAC_SCRIPT_DROP:
		fate->is_lost = true;
		break;
	case SUMAC_SCRIPT_DOUBLE:
		fate->is_doubled = true;
		break;
	case SUMAC_SCRIPT_SWAP:
		fate->hold_frames = 1;
		fate->hold_cycles = SWAP_CYCLES;
		break;
	case SUMAC_SCRIPT_FLIP:
		fate->is_flipped = true;
		fate->flip_bit = line->value;
		break;
	case SUMAC_SCRIPT_CUT:
		fate->cut_bytes = line->value;
		break;
	case SUMAC_SCRIPT_DELAY:
		fate->hold_cycles = line->value;
		break;
	default:
		break;
	}
}

static bool is_expect(const struct step *step)
{
	return step->line.verb == SUMAC_SCRIPT_EXPECT || step->line.verb == SUMAC_SCRIPT_EXPECT_NO;
}

/* An expect that is armed. */
static void pursue(struct sumac_script *script, struct step *step, uint64_t cycle, bool met)
{
	bool is_late = cycle - step->since > step->line.value;
	char what[80];

	if (is_late && step->line.verb == SUMAC_SCRIPT_EXPECT) {
		snprintf(what, sizeof what, "the packet has not come %u cycles after cycle %llu", step->line.value,
			 (unsigned long long)step->since);
		tell(script, step, what);
	}
	if (met && !is_late && step->line.verb == SUMAC_SCRIPT_EXPECT_NO) {
		snprintf(what, sizeof what, "the packet has come in cycle %llu", (unsigned long long)cycle);
		tell(script, step, what);
	}
	step->is_done = met || is_late;
}

/* Does the step with this frame; the next one follows if that returns true. */
static bool take_step(struct sumac_script *script, struct step *step, bool all_done, const struct sumac_frame *frame,
		      uint64_t cycle, size_t len_bytes, uint32_t seen, struct sumac_fate *fate)
{
	if (step->is_done)
		return true;
	if (!is_expect(step)) {
		step->is_done = is_met(step, frame, seen);
		if (step->is_done && !is_within(&step->line, len_bytes))
			tell(script, step, "the frame is not so long");
		else if (step->is_done)
			act(&step->line, fate);
		return true;
	}
	if (step->is_armed)
		pursue(script, step, cycle, is_met(step, frame, seen));
	else if (all_done)
		*step = (struct step){ step->line, step->number, step->name, false, true, cycle, 0, 0 };
	return step->is_done;
}

static bool is_of_present(const struct sumac_script *script, int step)
{
	return step < script->n_steps && script->steps[step].name == script->steps[script->at].name;
}

/* The present script is over: the next one begins a while later. */
static void turn_over(struct sumac_script *script, uint64_t cycle)
{
	int next = script->at;

	while (is_of_present(script, next))
		next++;
	script->at = next;
	script->begins = cycle + SETTLE_CYCLES;
	script->has_begun = false;
}

static bool has_begun(struct sumac_script *script, uint64_t cycle)
{
	bool is_quiet = cycle - script->last >= QUIET_CYCLES;

	script->last = cycle;
	script->has_begun = script->has_begun || (cycle >= script->begins && is_quiet);
	return script->has_begun;
}

void sumac_script_frame(struct sumac_script *script, int from, const struct sumac_vnic_frame *wire_frame,
			struct sumac_fate *fate)
{
	bool goes_on = true, all_done = true;
	uint64_t cycle = wire_frame->tail_cycle;
	enum sumac_checker_rule rule;
	struct sumac_frame frame;
	uint32_t seen;

	if (sumac_frame_parse(wire_frame->bytes, wire_frame->len_bytes, from, script->n_nics, &frame, &rule))
		return;
	seen = look(script, &frame);
	if (!has_begun(script, cycle) || script->at == script->n_steps)
		return;
	for (int i = script->at; goes_on && is_of_present(script, i); i++) {
		goes_on = take_step(script, &script->steps[i], all_done, &frame, cycle,
				    wire_frame->len_bytes, seen, fate);
		all_done = all_done && script->steps[i].is_done;
	}
	if (goes_on && all_done)
		turn_over(script, cycle);
}

void sumac_script_end(struct sumac_script *script)
{
	int told = -1;

	for (int i = script->at; i < script->n_steps; i++) {
		struct step *step = &script->steps[i];

		if (step->is_done || step->name == told || (step->is_armed && step->line.verb == SUMAC_SCRIPT_EXPECT_NO))
			continue;
		tell(script, step, "this has not happened before the job was over");
		told = step->name;
	}
}
