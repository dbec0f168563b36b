/*
 * The job as this process sees it: the bootstrap, the engines and the bus, and what the settings say. A
 * process has one (process.c); tests have several, one per thread.
 */
#ifndef SUMAC_JOB_H
#define SUMAC_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "core/job/nic_map.h"
#include "core/report/status_page.h"
#include "engine/engine.h"
#include "bootstrap/bootstrap.h"

enum { SUMAC_WHY_CAP = 256 };

struct sumac_agree;
struct sumac_bus;
struct sumac_call_trace;
struct sumac_fabric;
struct sumac_memory;
struct sumac_progress_thread;
struct sumac_remote;
struct sumac_report_area;
struct sumac_report_entry;
struct sumac_report_left;
struct sumac_segment;
struct sumac_team;

enum sumac_sums { SUMAC_SUMS_PLAIN, SUMAC_SUMS_REPRODUCIBLE, SUMAC_SUMS_EXACT }; /* the setting sums */

struct sumac_job {
	struct sumac_bootstrap bootstrap;
	int rank, size;
	struct sumac_segment *segment; /* shared with the ranks of this host */
	struct sumac_fabric *fabric;
	struct sumac_agree *agree;
	struct sumac_cpu_options cpu_options;
	struct sumac_found found; /* about this machine */
	struct sumac_engine *engine[SUMAC_N_ENGINES]; /* all ranks have a NIC engine, or none has */
	struct sumac_bus *bus;			      /* to a NIC of this rank's own, or NULL */
	struct sumac_bus *served_bus;		      /* to a NIC that ranks share: the NIC engine's thread uses it */
	bool nics_are_simulated;		      /* for shared NICs */
	uint64_t nics_hz;
	struct sumac_nic_map nics;		      /* which rank uses which; without NICs there are no lists */
	char nic_why[SUMAC_WHY_CAP];		      /* why there is no NIC engine */
	struct sumac_team *world;
	int n_released; /* teams */
	struct sumac_status_page *page;
	struct sumac_report_area *area; /* for the next two, or NULL */
	struct sumac_report_entry *report;
	struct sumac_report_left *left; /* calls left to the host library */
	struct sumac_memory *memory;
	unsigned n_memory_changes; /* how often memory has come or gone */
	struct sumac_progress_thread *progress_thread; /* the library's thread, or NULL */
	struct sumac_call_trace *trace; /* the setting trace; NULL: none */
	struct sumac_remote *remote; /* other ranks' memory; NULL: no front end has asked for it */
	bool require_nic, check;
	enum sumac_sums sums;
	int64_t exact_elems;
	int64_t ranks_a_core; /* of this host, as far as this rank can tell */
	int64_t max_sleep_ns; /* of a wait: the more ranks a core has, the less often each may look */
	int64_t spin_ns;
	unsigned n_not_soon; /* calls that do not block, in a row, that were not seen to be over soon */
	int64_t aside_at_ns, aside_step_ns; /* when the network is next looked at while only NICs are waited for */
};

/* Collective over the bootstrap's ranks; the settings are loaded. Takes the bootstrap over if it succeeds. */
int sumac_job_open(const struct sumac_bootstrap *bootstrap, struct sumac_job **job_out);

/* Collective, and waits for the others unless the job has failed. Frees everything, whatever it returns. */
int sumac_job_close(struct sumac_job *job);

#endif
