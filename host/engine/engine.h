/*
 * What the core asks of an engine: to be part of a team, to run a plan's nodes over buffers, and to be
 * pushed on. Two engines: nic (host/engine/nic) and cpu (host/engine/cpu).
 *
 * Making a team: every rank calls reserve (local; fills a blob that its peers need), the blobs are
 * all-gathered by the core, every rank calls install with all blobs; the core makes sure that all have
 * installed before anyone posts. A refusal of any rank is a refusal of all.
 */
#ifndef SUMAC_ENGINE_H
#define SUMAC_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/plan.h"

struct sumac_engine;
struct sumac_engine_team; /* an engine's own context for one team */

/* How an engine is told of a team. */
struct sumac_team_desc {
	int rank, size;
	const int *world_ranks;	/* size entries: the job's ranks */
	uint64_t key;		/* equal on all members (the lowest rank's share), random */
};

enum { SUMAC_ENGINE_BLOB_BYTES = 1024 };

/* One collective, as the core hands it to an engine. Lives until the request is done. */
struct sumac_call {
	enum sumac_coll coll;
	int op;		  /* SUMAC_OP_* */
	int type;	  /* SUMAC_TYPE_* */
	uint64_t count;	  /* elements */
	int root;
	void *dst;	  /* NULL where this rank gets no result */
	const void *src;
	uint32_t seq;	  /* of the team: counts every call on it, whichever engine takes it */
	uint64_t digest;  /* what all ranks must agree on */
};

struct sumac_request {
	int status;	      /* 1: in progress; 0 or -SUMAC_E...: done */
	int fault_rank;	      /* team rank at fault, or -1 */
	uint64_t cycles;      /* NIC engine: from the doorbell to the last completion of this rank */
	uint64_t combines;    /* NIC engine: beats combined on this rank, from its completions */
	void *engine_private;
};

struct sumac_engine_ops {
	const char *name; /* "nic", "cpu" */
	/* NULL if the engine does (op, type) on this team size; else the reason, a static phrase. */
	const char *(*why_not)(struct sumac_engine *engine, int op, int type, int size);
	int (*team_reserve)(struct sumac_engine *engine, const struct sumac_team_desc *desc,
			    struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
	/* blobs: size x SUMAC_ENGINE_BLOB_BYTES, by team rank. */
	int (*team_install)(struct sumac_engine_team *team, const uint8_t *blobs);
	/* Also after a reserve that was never installed. Local;
	 * the core has made sure that no member still calls. */
	void (*team_free)(struct sumac_engine_team *team);
	/* Starts a call; the request is done when request->status <= 0, which progress brings about. */
	int (*post)(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_request *request);
	/* The call that is in progress will never end: these ranks are at fault (team rank, or -1). Everything
	 * outstanding on the team completes with this status, here and on the members that can be reached. */
	void (*team_fail)(struct sumac_engine_team *team, int status, int fault_rank);
	/* Team ranks that the oldest request waits for; returns how many. */
	int (*waiting_for)(struct sumac_engine_team *team, int *ranks_out, int cap);
	/* Pushes everything on; returns > 0 if something moved. Never blocks. */
	int (*progress)(struct sumac_engine *engine);
	void (*close)(struct sumac_engine *engine);
};

struct sumac_engine {
	const struct sumac_engine_ops *ops;
	char told[160]; /* why the last team was refused, where the status does not say all of it; else empty */
};

/* What every rank's CPU engine must have alike. */
struct sumac_cpu_options {
	size_t chunk_bytes;
	uint32_t window; /* chunks of a stream that may be on their way */
};

struct sumac_bus;
struct sumac_bootstrap;

/* The NIC engine on a bus (which it does not own). */
int sumac_engine_nic_open(struct sumac_bus *bus, struct sumac_engine **engine_out);

/* The CPU engine over libfabric; endpoint addresses go through the bootstrap (collective over the job). If it
 * cannot be, sumac_fabric_why() has the story. */
int sumac_engine_cpu_open(struct sumac_bootstrap *bootstrap, const struct sumac_cpu_options *options,
			  struct sumac_engine **engine_out);

/* Windows of the NIC engine: zero-copy memory. */
int sumac_engine_nic_alloc(struct sumac_engine *engine, size_t len_bytes, void **memory_out);
int sumac_engine_nic_free(struct sumac_engine *engine, void *memory);

#endif
