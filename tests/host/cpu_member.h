/*
 * One rank's part of a job on CPU engines, as the core would assemble it: a fabric, an agreement
 * (host/agree), an engine, and a team on them.
 */
#ifndef CPU_MEMBER_H
#define CPU_MEMBER_H

#include "agree/agree_private.h"
#include "engine/cpu/cpu.h"

/* Must not be moved once it is open. */
struct cpu_member {
	struct sumac_fabric *fabric;
	struct sumac_segment *segment;
	struct sumac_agree *agree;
	struct sumac_engine *engines[SUMAC_N_ENGINES];
	struct sumac_agree_team *agreement;
	struct sumac_engine_team *contexts[SUMAC_N_ENGINES];
};

/* Takes over the fabric, and the segment, which may be NULL: then teams stream. */
int cpu_member_open(struct sumac_fabric *fabric, struct sumac_segment *segment, const struct sumac_cpu_options *options,
		    struct cpu_member *member_out);
int cpu_member_reserve(struct cpu_member *member, const struct sumac_team_desc *desc, uint8_t *blob_out);
int cpu_member_install(struct cpu_member *member, const uint8_t *blobs);
/* Measures and notes the call, and posts it to the engine. */
int cpu_member_post(struct cpu_member *member, struct sumac_call *call, struct sumac_ticket *ticket);
/* The same for a call that is like the last one with its memo. */
int cpu_member_post_like(struct cpu_member *member, const struct sumac_call *call, struct sumac_ticket *ticket);
int cpu_member_progress(struct cpu_member *member);
/* Frees its context on the team. */
void cpu_member_leave(struct cpu_member *member);
void cpu_member_close(struct cpu_member *member);

/* CPU engines alone, between threads of this process. */
int cpu_engines_open(int n_ranks, const struct sumac_cpu_options *options, struct sumac_engine **engines_out);
void cpu_engine_close(struct sumac_engine *engine);

#endif
