/*
 * Credits that no chunk carries: a receiver tells the sender how many chunks of a stream it has taken.
 */
#include "engine/cpu/cpu.h"

#include <string.h>

/* At most half a window goes unreported: the peer can always go on with the other half. */
bool sumac_cpu_credit_is_due(const struct sumac_cpu_team *team, const struct sumac_cpu_stream *stream)
{
	uint32_t half = team->engine->options.window / 2;

	return stream->n_taken - stream->n_told >= (half ? half : 1);
}

/* False if it cannot be sent now. */
static bool send_credit(const struct sumac_cpu_team *team, struct sumac_cpu_stream *stream)
{
	const struct sumac_cpu_credit credit = {
		.port = SUMAC_FABRIC_ENGINE,
		.released = stream->n_taken,
		.key = team->base.desc.key,
		.from = (uint32_t)team->base.desc.rank,
		.class = (uint8_t)stream->class,
		.ordinal = (uint16_t)stream->ordinal,
	};

	if (sumac_fabric_send_control(team->engine->fabric, team->base.desc.world_ranks[stream->peer], &credit,
				      sizeof(credit)) == 1)
		return false;
	stream->n_told = stream->n_taken;
	return true;
}

int sumac_cpu_credit_progress(struct sumac_cpu_team *team)
{
	if (!team->owes_credit)
		return 0;
	team->owes_credit = false;
	for (struct sumac_cpu_stream *stream = team->streams; stream && !team->base.status; stream = stream->next)
		if (sumac_cpu_credit_is_due(team, stream) && !send_credit(team, stream))
			team->owes_credit = true;
	return !team->owes_credit;
}

void sumac_cpu_credit_arrive(struct sumac_cpu_engine *engine, struct sumac_fabric_buf *buf)
{
	struct sumac_cpu_credit credit;
	struct sumac_cpu_stream *stream;
	struct sumac_cpu_team *team;

	if (buf->len_bytes != sizeof(credit))
		goto drop;
	memcpy(&credit, buf->header, sizeof(credit));
	team = sumac_cpu_team_find(engine, credit.key);
	if (!team || credit.from >= (uint32_t)team->base.desc.size || team->base.desc.world_ranks[credit.from] != buf->src ||
	    credit.class >= SUMAC_N_CHANNEL_CLASSES || credit.ordinal >= sumac_cpu_max_ordinals(team))
		goto drop;
	stream = sumac_cpu_stream_find(team, (int)credit.from, credit.class, credit.ordinal);
	if (stream)
		sumac_cpu_stream_release(stream, credit.released);
drop:
	sumac_fabric_buf_put(buf);
}
