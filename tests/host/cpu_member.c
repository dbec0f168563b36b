/*
 * Assembles a member, and takes it apart in the core's order.
 */
#include "cpu_member.h"

#include "fabric_threads.h"
#include "segment/segment.h"

int cpu_member_progress(struct cpu_member *member)
{
	int moved = member->engines[SUMAC_ENGINE_CPU]->ops->progress(member->engines[SUMAC_ENGINE_CPU]);

	return moved + sumac_agree_progress(member->agree);
}

static void pass(void *ctx)
{
	cpu_member_progress(ctx);
}

int cpu_member_open(struct sumac_fabric *fabric, struct sumac_segment *segment, const struct sumac_cpu_options *options,
		    struct cpu_member *member_out)
{
	int err;

	*member_out = (struct cpu_member){ .fabric = fabric, .segment = segment };
	err = sumac_agree_open(fabric, pass, member_out, &member_out->agree);
	return err ? err : sumac_engine_cpu_open(fabric, segment, options, &member_out->engines[SUMAC_ENGINE_CPU]);
}

int cpu_member_reserve(struct cpu_member *member, const struct sumac_team_desc *desc, uint8_t *blob_out)
{
	struct sumac_engine *engine = member->engines[SUMAC_ENGINE_CPU];
	struct sumac_team_desc own = *desc;
	int err = sumac_agree_team_make(member->agree, desc, member->engines, member->contexts, &member->agreement);

	if (err)
		return err;
	own.listener = sumac_agree_listener(member->agreement);
	return engine->ops->team_reserve(engine, &own, &member->contexts[SUMAC_ENGINE_CPU], blob_out);
}

int cpu_member_install(struct cpu_member *member, const uint8_t *blobs)
{
	return member->engines[SUMAC_ENGINE_CPU]->ops->team_install(member->contexts[SUMAC_ENGINE_CPU], blobs);
}

int cpu_member_post(struct cpu_member *member, struct sumac_call *call, struct sumac_ticket *ticket)
{
	const struct sumac_team_desc *desc = &member->contexts[SUMAC_ENGINE_CPU]->desc;
	struct sumac_note note = sumac_note_of(call, SUMAC_ENGINE_CPU, SUMAC_FOR_API);

	sumac_call_measure(call, desc->size, desc->rank);
	sumac_agree_note(member->agreement, &note);
	return member->engines[SUMAC_ENGINE_CPU]->ops->post(member->contexts[SUMAC_ENGINE_CPU], call, ticket);
}

int cpu_member_post_like(struct cpu_member *member, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	struct sumac_note note = sumac_note_of(call, SUMAC_ENGINE_CPU, SUMAC_FOR_API);

	sumac_agree_note(member->agreement, &note);
	*ticket = (struct sumac_ticket){ .status = 1, .fault_rank = -1 };
	return member->engines[SUMAC_ENGINE_CPU]->ops->post_like(member->contexts[SUMAC_ENGINE_CPU], call, ticket);
}

void cpu_member_leave(struct cpu_member *member)
{
	if (member->contexts[SUMAC_ENGINE_CPU])
		member->engines[SUMAC_ENGINE_CPU]->ops->team_free(member->contexts[SUMAC_ENGINE_CPU]);
	member->contexts[SUMAC_ENGINE_CPU] = NULL;
}

void cpu_member_close(struct cpu_member *member)
{
	struct sumac_engine *engine = member->engines[SUMAC_ENGINE_CPU];

	cpu_member_leave(member);
	if (member->agreement)
		sumac_agree_team_free(member->agreement);
	engine->ops->close(engine);
	sumac_agree_close(member->agree);
	sumac_fabric_close(member->fabric);
	if (member->segment)
		sumac_segment_close(member->segment);
}

int cpu_engines_open(int n_ranks, const struct sumac_cpu_options *options, struct sumac_engine **engines_out)
{
	struct sumac_fabric *fabrics[8];
	int err = fabric_threads_open(n_ranks, options->chunk_bytes, 0, fabrics);

	for (int rank = 0; rank < n_ranks && !err; rank++)
		err = sumac_engine_cpu_open(fabrics[rank], NULL, options, &engines_out[rank]);
	return err;
}

void cpu_engine_close(struct sumac_engine *engine)
{
	struct sumac_fabric *fabric = ((struct sumac_cpu_engine *)engine)->fabric;

	engine->ops->close(engine);
	sumac_fabric_close(fabric);
}
