/*
 * Control messages of the CPU engine: credits that no chunk carries, aborts, and questions what a member has
 * called. A team keeps what it owes as flags, so that a member that does not read costs no memory.
 */
#include "engine/cpu/cpu.h"

#include <string.h>

static struct sumac_cpu_team *team_of(struct sumac_engine_team *base)
{
	return (struct sumac_cpu_team *)base;
}

static int send_control(struct sumac_cpu_team *team, int rank, struct sumac_cpu_control *control)
{
	control->key = team->key;
	control->from = (uint32_t)team->rank;
	return sumac_fabric_send_control(team->engine->fabric, team->world_ranks[rank], control, sizeof(*control));
}

static void send_credit(struct sumac_cpu_team *team, struct sumac_cpu_stream *stream)
{
	struct sumac_cpu_control control;
	uint32_t half = team->engine->options.window / 2;

	if (stream->n_taken - stream->n_told < (half ? half : 1))
		return;
	memset(&control, 0, sizeof(control));
	control.kind = SUMAC_CPU_CREDIT;
	control.credit.released = stream->n_taken;
	control.credit.class = (uint8_t)stream->class;
	control.credit.ordinal = (uint8_t)stream->ordinal;
	if (send_control(team, stream->peer, &control) == 1)
		team->owes_control = true;
	else
		stream->n_told = stream->n_taken;
}

/* Two that disagree each name the other; all others are told of the first fault that was found. */
static int fault_for(const struct sumac_cpu_team *team, int rank)
{
	return rank == team->fault_rank && team->status == -SUMAC_EMISMATCH ? team->rank : team->fault_rank;
}

static void send_abort(struct sumac_cpu_team *team, int rank)
{
	struct sumac_cpu_control control;

	memset(&control, 0, sizeof(control));
	control.kind = SUMAC_CPU_ABORT;
	control.abort.status = team->status;
	control.abort.fault_rank = fault_for(team, rank);
	control.abort.seq = team->failed_seq;
	sumac_cpu_team_notes(team, &control.abort.notes);
	team->questions[rank].owes_abort = send_control(team, rank, &control) == 1;
	team->owes_control |= team->questions[rank].owes_abort;
}

static void send_question(struct sumac_cpu_team *team, int rank)
{
	struct sumac_cpu_control control;

	memset(&control, 0, sizeof(control));
	control.kind = SUMAC_CPU_QUESTION;
	if (send_control(team, rank, &control) == 1)
		team->owes_control = true;
	else
		team->questions[rank].state = SUMAC_CPU_ASKED;
}

static void send_answer(struct sumac_cpu_team *team, int rank)
{
	struct sumac_cpu_control control;

	memset(&control, 0, sizeof(control));
	control.kind = SUMAC_CPU_ANSWER;
	sumac_cpu_team_notes(team, &control.answer);
	team->questions[rank].owes_answer = send_control(team, rank, &control) == 1;
	team->owes_control |= team->questions[rank].owes_answer;
}

int sumac_cpu_control_progress(struct sumac_cpu_team *team)
{
	if (!team->owes_control)
		return 0;
	team->owes_control = false;
	for (int rank = 0; rank < team->size; rank++) {
		struct sumac_cpu_question *question = &team->questions[rank];

		if (question->owes_abort)
			send_abort(team, rank);
		if (question->owes_answer)
			send_answer(team, rank);
		if (question->state == SUMAC_CPU_TO_ASK)
			send_question(team, rank);
	}
	for (struct sumac_cpu_stream *stream = team->streams; stream && !team->status; stream = stream->next)
		send_credit(team, stream);
	return !team->owes_control;
}

static void take_credit(struct sumac_cpu_team *team, const struct sumac_cpu_control *control)
{
	struct sumac_cpu_stream *stream;

	if (control->credit.class >= SUMAC_N_CHANNEL_CLASSES || control->credit.ordinal >= SUMAC_CPU_MAX_ORDINALS) {
		team->engine->n_dropped++;
		return;
	}
	stream = team->channels[control->from * SUMAC_N_CHANNEL_CLASSES + control->credit.class]
			 .streams[control->credit.ordinal];
	if (stream)
		sumac_cpu_stream_release(stream, control->credit.released);
}

static void take_abort(struct sumac_cpu_team *team, const struct sumac_cpu_control *control)
{
	int from = (int)control->from;
	struct sumac_cpu_dispute dispute = { .is_open = true, .seq = control->abort.seq, .status = control->abort.status,
					     .fault_rank = control->abort.fault_rank };

	if (control->abort.status >= 0 || control->abort.fault_rank < -1 || control->abort.fault_rank >= team->size) {
		team->engine->n_dropped++;
		return;
	}
	team->questions[from].has_failed = true;
	sumac_cpu_team_hear(team, from, &control->abort.notes);
	sumac_cpu_team_dispute(team, &dispute);
}

static void take_answer(struct sumac_cpu_team *team, const struct sumac_cpu_control *control)
{
	struct sumac_cpu_question *question = &team->questions[control->from];

	if (question->state != SUMAC_CPU_ASKED)
		return;
	sumac_cpu_team_hear(team, (int)control->from, &control->answer);
	question->state = question->heard ? SUMAC_CPU_ANSWERED : SUMAC_CPU_UNASKED;
}

static void take_control(struct sumac_cpu_team *team, const struct sumac_cpu_control *control)
{
	struct sumac_cpu_question *question = &team->questions[control->from];

	switch (control->kind) {
	case SUMAC_CPU_CREDIT:
		take_credit(team, control);
		return;
	case SUMAC_CPU_ABORT:
		take_abort(team, control);
		return;
	case SUMAC_CPU_QUESTION:
		question->owes_answer = team->owes_control = true;
		return;
	case SUMAC_CPU_ANSWER:
		take_answer(team, control);
		return;
	}
	team->engine->n_dropped++;
}

void sumac_cpu_control_arrive(struct sumac_cpu_engine *engine, struct sumac_fabric_buf *buf)
{
	struct sumac_cpu_control control;
	struct sumac_cpu_team *team = NULL;

	if (buf->len_bytes == sizeof(control)) {
		memcpy(&control, buf->header, sizeof(control));
		team = sumac_cpu_team_find(engine, control.key);
	}
	if (team && control.from < (uint32_t)team->size && team->world_ranks[control.from] == buf->src)
		take_control(team, &control);
	else
		engine->n_dropped++;
	sumac_fabric_buf_put(buf);
}

void sumac_engine_cpu_note(struct sumac_engine_team *cpu_team, const struct sumac_cpu_note *note)
{
	sumac_cpu_team_note(team_of(cpu_team), note);
}

int sumac_engine_cpu_query(struct sumac_engine_team *cpu_team, int team_rank, struct sumac_cpu_notes *answer_out)
{
	struct sumac_cpu_team *team = team_of(cpu_team);
	struct sumac_cpu_question *question;

	if (team_rank < 0 || team_rank >= team->size)
		return -SUMAC_EINVAL;
	question = &team->questions[team_rank];
	if (team_rank == team->rank) {
		sumac_cpu_team_notes(team, answer_out);
		return 0;
	}
	if (question->state == SUMAC_CPU_ANSWERED) {
		*answer_out = *question->heard;
		question->state = SUMAC_CPU_UNASKED;
		return 0;
	}
	if (question->state == SUMAC_CPU_UNASKED) {
		question->state = SUMAC_CPU_TO_ASK;
		team->owes_control = true;
	}
	return 1;
}

enum sumac_cpu_heard sumac_engine_cpu_heard(struct sumac_engine_team *cpu_team, int team_rank,
					    struct sumac_cpu_notes *notes_out)
{
	const struct sumac_cpu_team *team = team_of(cpu_team);
	const struct sumac_cpu_question *question = &team->questions[team_rank];

	if (team_rank == team->rank) {
		sumac_cpu_team_notes(team, notes_out);
		return SUMAC_CPU_HEARD_AT_LAST;
	}
	if (!question->heard)
		return SUMAC_CPU_NOT_HEARD;
	*notes_out = *question->heard;
	return question->has_failed ? SUMAC_CPU_HEARD_AT_LAST : SUMAC_CPU_HEARD;
}

int sumac_engine_cpu_status(struct sumac_engine_team *cpu_team, int *fault_rank_out)
{
	struct sumac_cpu_team *team = team_of(cpu_team);

	if (sumac_cpu_team_is_failed(team))
		*fault_rank_out = team->fault_rank;
	return team->status;
}
