#include "sim/rack/surroundings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/setting_value.h"
#include "base/settings.h"
#include "spec/spec.h"

/* 1 Gb/s is so many bytes in a microsecond, which has nic_mhz cycles. */
enum { BYTES_US_A_GBPS = 125 };

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
	return b ? common_divisor(b, a % b) : a;
}

uint32_t sumac_rack_cycles(const struct sumac_rack_options *options, uint32_t time_ns)
{
	return (uint32_t)(((uint64_t)time_ns * options->nic_mhz + 500) / 1000);
}

uint64_t sumac_rack_ns(const struct sumac_rack_options *options, uint64_t cycles)
{
	return cycles * 1000 / options->nic_mhz;
}

struct sumac_vnic_rate sumac_rack_rate(const struct sumac_rack_options *options, uint32_t gbps)
{
	uint32_t bytes_us = gbps * BYTES_US_A_GBPS, divisor = common_divisor(bytes_us, options->nic_mhz);

	return (struct sumac_vnic_rate){ bytes_us / divisor, options->nic_mhz / divisor };
}

struct sumac_topology sumac_rack_topology(const struct sumac_rack_options *options)
{
	return (struct sumac_topology){ .kind = (enum sumac_topology_kind)options->topology, .n_nics = options->n_nics,
					.leaf_nics = options->leaf_nics, .leaf_uplinks = options->leaf_uplinks };
}

static int refuse(const char *option, uint32_t value, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "sumac-rack: --%s %u: ", option, value);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return -SUMAC_EINVAL;
}

static int check_time(const struct sumac_rack_options *options, const char *name, uint32_t time_ns)
{
	if (sumac_rack_cycles(options, time_ns))
		return 0;
	return refuse(name, time_ns, "it must be at least %u, half a cycle at --nic-mhz %u",
		      (500 + options->nic_mhz - 1) / options->nic_mhz, options->nic_mhz);
}

static int check_clock(const struct sumac_rack_options *options)
{
	uint32_t most_gbps = SUMAC_VNIC_BEAT_BYTES * options->nic_mhz / BYTES_US_A_GBPS;

	if (options->link_gbps > most_gbps)
		return refuse("link-gbps", options->link_gbps,
			      "it must be at most %u, as a NIC moves %d bytes a cycle at --nic-mhz %u", most_gbps,
			      SUMAC_VNIC_BEAT_BYTES, options->nic_mhz);
	if (check_time(options, "hop-ns", options->hop_ns) || check_time(options, "host-read-ns", options->read_ns) ||
	    check_time(options, "host-write-ns", options->write_ns))
		return -SUMAC_EINVAL;
	return 0;
}

static int settle_leaves(struct sumac_rack_options *options)
{
	int asked_nics = options->leaf_nics, asked_uplinks = options->leaf_uplinks;

	if (options->n_nics < 3)
		return refuse("nics", (uint32_t)options->n_nics,
			      "--topology two-level needs at least 3: two leaves, one with 2 NICs");
	options->leaf_nics = asked_nics ? asked_nics : (options->n_nics + 1) / 2;
	options->leaf_uplinks = asked_uplinks ? asked_uplinks : options->leaf_nics;
	if (options->leaf_nics == 1)
		return refuse("leaf-nics", 1, "it must be at least 2; for a switch beside each NIC, use --topology ring");
	if (options->leaf_nics >= options->n_nics)
		return refuse("leaf-nics", (uint32_t)asked_nics,
			      "one leaf would have all %d NICs; use at most %d, or --topology switch", options->n_nics,
			      options->n_nics - 1);
	if (options->leaf_uplinks > options->leaf_nics)
		return refuse("leaf-uplinks", (uint32_t)asked_uplinks,
			      "it must be at most %d, the NICs at a leaf, as these cannot fill more", options->leaf_nics);
	return 0;
}

static int settle_topology(struct sumac_rack_options *options)
{
	if (options->topology != SUMAC_TOPOLOGY_TWO_LEVEL && options->leaf_nics)
		return refuse("leaf-nics", (uint32_t)options->leaf_nics, "only --topology two-level has leaves");
	if (options->topology != SUMAC_TOPOLOGY_TWO_LEVEL && options->leaf_uplinks)
		return refuse("leaf-uplinks", (uint32_t)options->leaf_uplinks, "only --topology two-level has leaves");
	if (options->topology == SUMAC_TOPOLOGY_SWITCH)
		return !options->switch_ns ? 0 : refuse("switch-ns", options->switch_ns,
							"--topology switch has one switch, which is a part of --hop-ns; set that");
	if (options->topology == SUMAC_TOPOLOGY_RING && options->n_nics < 2)
		return refuse("nics", (uint32_t)options->n_nics, "--topology ring needs at least 2");
	if (options->switch_ns > options->hop_ns)
		return refuse("switch-ns", options->switch_ns,
			      "it must be at most --hop-ns %u, as a switch and a cable are a part of that", options->hop_ns);
	if (!options->switch_ns)
		options->switch_ns = options->hop_ns / 2;
	if (check_time(options, "switch-ns", options->switch_ns))
		return -SUMAC_EINVAL;
	return options->topology == SUMAC_TOPOLOGY_TWO_LEVEL ? settle_leaves(options) : 0;
}

int sumac_rack_surroundings_settle(struct sumac_rack_options *options)
{
	int err = check_clock(options);

	return err ? err : settle_topology(options);
}
