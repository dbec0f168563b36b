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

#include "base/collective.h"
#include "spec/spec.h" /* the codes of operations, types and statuses */

enum sumac_engine_kind { SUMAC_ENGINE_CPU, SUMAC_ENGINE_NIC, SUMAC_N_ENGINES };

struct sumac_engine;
struct sumac_engine_team; /* an engine's own context for one team */

/* What an engine tells of a team at once, in the middle of its work: the listener may fail the team on it. */
struct sumac_engine_listener {
	/* A member's message says by which digest that member knows call number seq. */
	void (*saw)(struct sumac_engine_listener *listener, int team_rank, uint32_t seq, uint64_t digest);
	/* The engine has found that its calls cannot go on. Not told where the engine's own network tells the members. */
	void (*failed)(struct sumac_engine_listener *listener, int status, int fault_rank);
};

/* How an engine is told of a team. */
struct sumac_team_desc {
	int rank, size;
	const int *world_ranks;	/* size entries: the job's ranks */
	uint64_t key;		/* equal on all members (the lowest rank's share), random */
	struct sumac_engine_listener *listener; /* or NULL; outlives the context */
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
	/* A refusal that its status does not explain is told by sumac_fail(). */
	int (*team_reserve)(struct sumac_engine *engine, const struct sumac_team_desc *desc,
			    struct sumac_engine_team **team_out, uint8_t blob_out[SUMAC_ENGINE_BLOB_BYTES]);
	/* blobs: size x SUMAC_ENGINE_BLOB_BYTES, by team rank. */
	int (*team_install)(struct sumac_engine_team *team, const uint8_t *blobs);
	/* Also after a reserve that was never installed. Local;
	 * the core has made sure that no member still calls. */
	void (*team_free)(struct sumac_engine_team *team);
	/* Starts a call; the request is done when request->status <= 0, which progress brings about. */
	int (*post)(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_request *request);
	/* The call that is in progress will never end; this rank is at fault (team rank, or -1). Everything outstanding
	 * on the team completes with this status, here and, if the engine's own network can tell them, on its members. */
	void (*team_fail)(struct sumac_engine_team *team, int status, int fault_rank);
	/* The sequence number of the oldest call that is in progress; 0: none is. */
	uint32_t (*oldest)(struct sumac_engine_team *team);
	/* Team ranks that the oldest request waits for; returns how many. */
	int (*waiting_for)(struct sumac_engine_team *team, int *ranks_out, int cap);
	/* Pushes everything on; returns > 0 if something moved. Never blocks. */
	int (*progress)(struct sumac_engine *engine);
	void (*close)(struct sumac_engine *engine);
};

struct sumac_engine {
	const struct sumac_engine_ops *ops;
};

/* What every rank's CPU engine must have alike. */
struct sumac_cpu_options {
	size_t chunk_bytes;
	uint32_t window; /* chunks of a stream that may be on their way */
};

struct sumac_nic_options {
	/* Bytes of each piece of staging that a team reserves (four pieces: two calls, source and destination each); 0:
	 * none until it is wanted. A call on memory that the NIC does not reach and that is larger makes it grow. */
	size_t staging_bytes;
};

struct sumac_bus;
struct sumac_fabric;

/* The NIC engine on a bus (which it does not own). */
int sumac_engine_nic_open(struct sumac_bus *bus, const struct sumac_nic_options *options,
			  struct sumac_engine **engine_out);

/* The CPU engine on a fabric (which it does not own, but pushes on). */
int sumac_engine_cpu_open(struct sumac_fabric *fabric, const struct sumac_cpu_options *options,
			  struct sumac_engine **engine_out);

/* Windows of the NIC engine: zero-copy memory. */
int sumac_engine_nic_alloc(struct sumac_engine *engine, size_t len_bytes, void **memory_out);
int sumac_engine_nic_free(struct sumac_engine *engine, void *memory);

#endif
