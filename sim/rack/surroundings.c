#include "sim/rack/surroundings.h"

#include <stdio.h>

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

static int check_time(const struct sumac_rack_options *options, const char *name, uint32_t time_ns)
{
	if (sumac_rack_cycles(options, time_ns))
		return 0;
	fprintf(stderr, "sumac-rack: --%s %u: it must be at least %u, half a cycle at --nic-mhz %u\n", name, time_ns,
		(500 + options->nic_mhz - 1) / options->nic_mhz, options->nic_mhz);
	return -SUMAC_EINVAL;
}

static int check_clock(const struct sumac_rack_options *options)
{
	uint32_t most_gbps = SUMAC_VNIC_BEAT_BYTES * options->nic_mhz / BYTES_US_A_GBPS;

	if (options->link_gbps > most_gbps) {
		fprintf(stderr,
			"sumac-rack: --link-gbps %u: it must be at most %u, as a NIC moves %d bytes a cycle at --nic-mhz %u\n",
			options->link_gbps, most_gbps, SUMAC_VNIC_BEAT_BYTES, options->nic_mhz);
		return -SUMAC_EINVAL;
	}
	if (check_time(options, "hop-ns", options->hop_ns) || check_time(options, "host-read-ns", options->read_ns) ||
	    check_time(options, "host-write-ns", options->write_ns))
		return -SUMAC_EINVAL;
	return 0;
}

int sumac_rack_surroundings_check(const struct sumac_rack_options *options)
{
	return check_clock(options);
}
