/*
 * The options on a rack's command line.
 */
#ifndef SUMAC_RACK_OPTIONS_H
#define SUMAC_RACK_OPTIONS_H

#include "base/fault_plan.h"
#include "base/settings.h"
#include "sim/nic/vnic.h"

struct sumac_rack_options {
	const char *socket_path;
	const char *stats_path; /* NULL: statistics go to standard error, and only when asked for */
	int n_nics, n_threads; /* n_threads 0: as many as cores and NICs allow */
	int ready_fd, parent_fd; /* -1: none */
	bool stepped, check;
	uint64_t patience_ns;
	uint32_t nic_mhz;
	uint32_t hop_ns, switch_ns, doorbell_ns, read_ns, write_ns;
	uint32_t link_gbps, host_gbps;
	uint32_t buffer_kib; /* at each egress port */
	int topology; /* enum sumac_topology_kind */
	int leaf_nics, leaf_uplinks; /* 0 without leaves */
	struct sumac_fault_plan faults;
	const char *said[SUMAC_N_SETTINGS]; /* by whoever started the rack; NULL: the default holds */
	struct sumac_vnic_wave wave; /* its path "": none */
	const char *wave_cycles;     /* as they were given; "": a call */
	const char *events_path, *trace_path, *pcap_path, *script_path; /* "": none */
};

enum sumac_rack_task { SUMAC_RACK_RUN, SUMAC_RACK_HELP, SUMAC_RACK_TELL_HASH, SUMAC_RACK_TELL_PARAMS };

/* Returns the task, or -SUMAC_EINVAL after a message on standard error. */
int sumac_rack_options_parse(int argc, char *const argv[], struct sumac_rack_options *options_out);
void sumac_rack_options_help(void);

/* Whether the setting is an option of the rack, too. */
bool sumac_rack_options_has(int setting);

#endif
