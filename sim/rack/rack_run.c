/*
 * The process of a rack: it drops the descriptors and the CPU affinity that it inherited, opens the rack, serves it,
 * writes the statistics, and ends.
 */
#define _GNU_SOURCE
#include "sim/rack/rack_run.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sim/rack/rack.h"
#include "sim/rack/rack_identity.h"
#include "sim/rack/rack_trace.h"
#include "spec/spec.h"

enum { EXIT_USAGE = 2, EXIT_FAILED = 1 };

static void forget_affinity(void)
{
	cpu_set_t all;

	memset(&all, 0xff, sizeof all);
	/* If the system forbids that, the affinity stays as it is. */
	if (sched_setaffinity(0, sizeof all, &all))
		return;
}

static void close_between(int after, int before)
{
	if (after + 1 < before)
		close_range((unsigned)after + 1, (unsigned)before - 1, 0);
}

static void close_descriptors(int keep_a, int keep_b)
{
	int low = keep_a < keep_b ? keep_a : keep_b, high = keep_a < keep_b ? keep_b : keep_a;

	low = low > STDERR_FILENO ? low : STDERR_FILENO;
	high = high > low ? high : low;
	close_between(STDERR_FILENO, low);
	close_between(low, high);
	close_range((unsigned)high + 1, ~0u, 0);
}

static int tell_params(const struct sumac_rack_options *options)
{
	struct sumac_rack_options one = *options;
	struct sumac_rack rack;
	char text[SUMAC_RACK_SURROUNDINGS_BYTES];
	int err;

	one.n_nics = 1;
	one.topology = SUMAC_TOPOLOGY_SWITCH;
	one.wave.path = "";
	one.trace_path = "";
	err = sumac_rack_open(&one, &rack);
	if (!err) {
		sumac_rack_identity(options, rack.design.hash, text, sizeof text);
		printf("{\"design\": \"0x%016" PRIx64 "\", \"features\": %u, %s", rack.design.hash,
		       (unsigned)rack.design.features, text);
#define SUMAC_PARAM(name, ...) printf(", \"%s\": %u", #name, (unsigned)rack.design.params[SUMAC_PARAM_##name]);
#include "spec/rows.def"
		printf("}\n");
	}
	sumac_rack_close(&rack);
	return err ? EXIT_FAILED : 0;
}

static void tell_ready(int fd)
{
	static const char line[] = "ready\n";

	if (fd < 0)
		return;
	if (write(fd, line, sizeof line - 1) < 0)
		perror("sumac-rack: cannot report that it is ready");
	close(fd);
}

static int run(const struct sumac_rack_options *options)
{
	int status = EXIT_FAILED;
	struct sumac_rack rack;

	if (!sumac_rack_can_tell_stats(options->stats_path))
		return EXIT_FAILED;
	sumac_rack_listen_block_signals();
	if (sumac_rack_open(options, &rack) || sumac_rack_listen_open(&rack))
		goto out;
	tell_ready(options->ready_fd);
	status = sumac_rack_serve(&rack);
	if (rack.pcap && sumac_pcap_close(rack.pcap, options->pcap_path) && !status)
		status = SUMAC_RACK_STATS_LOST;
	rack.pcap = NULL;
	if (*options->wave.path && sumac_vnic_wave_close(rack.ranks[options->wave.nic].nic) && !status)
		status = SUMAC_RACK_STATS_LOST;
	if (sumac_rack_trace_close(rack.trace, rack.now) && !status)
		status = SUMAC_RACK_STATS_LOST;
	rack.trace = NULL;
	if (options->stats_path && sumac_rack_tell_stats(&rack) && !status)
		status = SUMAC_RACK_STATS_LOST;
out:
	sumac_rack_listen_close(&rack);
	sumac_rack_close(&rack);
	return status;
}

int sumac_rack_run(int argc, char *const argv[])
{
	struct sumac_rack_options options;

	switch (sumac_rack_options_parse(argc, argv, &options)) {
	case SUMAC_RACK_RUN:
		close_descriptors(options.ready_fd, options.parent_fd);
		forget_affinity();
		return run(&options);
	case SUMAC_RACK_HELP:
		sumac_rack_options_help();
		return 0;
	case SUMAC_RACK_TELL_HASH:
		printf("0x%08x\n", (unsigned)SUMAC_SPEC_HASH);
		return 0;
	case SUMAC_RACK_TELL_PARAMS:
		return tell_params(&options);
	default:
		return EXIT_USAGE;
	}
}
