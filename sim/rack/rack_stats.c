/*
 * Statistics, as JSON.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "sim/rack/rack.h"
#include "sim/rack/rack_identity.h"

static const char *const rule_names[] = {
#define SUMAC_CHECKER_RULE(name, text) #name,
	SUMAC_CHECKER_RULES
#undef SUMAC_CHECKER_RULE
};

static const char *const counter_names[] = {
#define SUMAC_COUNTER(name, index, help) [index] = #name,
#include "spec/rows.def"
};

#define U(x) ((unsigned long long)(x))

static void tell_checker(const struct sumac_rack *rack, FILE *file)
{
	const struct sumac_checker_counts *counts = sumac_checker_counts(rack->checker);

	fprintf(file,
		"  \"checker\": { \"frames\": %llu, \"chunks\": %llu, \"repeated\": %llu, \"acknowledgements\": %llu, "
		"\"aborts\": %llu",
		U(counts->frames), U(counts->chunks), U(counts->repeated), U(counts->acks), U(counts->aborts));
	for (int i = 0; i < SUMAC_CHECKER_N_RULES; i++)
		fprintf(file, ", \"broken_%s\": %llu", rule_names[i], U(counts->broken[i]));
	fprintf(file, " },\n");
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The longest wait of a host counts. */
static void tell_nics(const struct sumac_rack *rack, FILE *file)
{
	struct sumac_vnic_stats sum = { 0 }, one;

	for (int i = 0; i < rack->n_ranks; i++) {
		sumac_vnic_stats(rack->ranks[i].nic, &one);
		sum.cycles_stepped += one.cycles_stepped;
		sum.cycles_skipped += one.cycles_skipped;
		sum.clocks_frozen += one.clocks_frozen;
		sum.first_answer = later(sum.first_answer, one.first_answer);
		sum.least_answer = later(sum.least_answer, one.least_answer);
		sum.last_completion = later(sum.last_completion, one.last_completion);
	}
	fprintf(file, "  \"answer_cycles\": { \"first\": %llu, \"least\": %llu },\n", U(sum.first_answer), U(sum.least_answer));
	fprintf(file, "  \"last_completion\": %llu,\n", U(sum.last_completion));
	fprintf(file, "  \"node_cycles_stepped\": %llu,\n  \"node_cycles_skipped\": %llu,\n  \"clocks_frozen\": %llu,\n",
		U(sum.cycles_stepped), U(sum.cycles_skipped), U(sum.clocks_frozen));
}

/* With the cycle, from the job's start, when a chunk came again for the last time. */
static void tell_faults(const struct sumac_rack *rack, const struct sumac_switch_stats *net, FILE *file)
{
	static const char *const names[] = {
#define SUMAC_FAULT(NAME, name) name,
		SUMAC_FAULT_KINDS
#undef SUMAC_FAULT
	};

	fprintf(file, "  \"faults\": { \"down\": %llu", U(net->down));
	for (int i = 0; i < SUMAC_N_FAULTS; i++)
		fprintf(file, ", \"%s\": %llu", names[i], U(net->faults[i]));
	if (rack->checker && sumac_checker_counts(rack->checker)->repeated)
		fprintf(file, ", \"last_repeat\": %llu",
			U(sumac_checker_counts(rack->checker)->repeated_cycle - net->begin));
	fprintf(file, " },\n");
}

/* A line a NIC. */
static void tell_events(const struct sumac_rack *rack, FILE *file)
{
	struct sumac_vnic_event events[SUMAC_VNIC_EVENTS];

	fprintf(file, "  \"events\": [");
	for (int i = 0; i < rack->n_ranks; i++) {
		int n = sumac_vnic_events(rack->ranks[i].nic, events);

		fprintf(file, "%s\n    { \"nic\": %d, \"last\": [", i ? "," : "", i);
		for (int e = 0; e < n; e++)
			fprintf(file, "%s[%llu, \"%s\"]", e ? ", " : "", U(events[e].cycle),
				events[e].counter == SUMAC_VNIC_DOORBELL ? "DOORBELL" : counter_names[events[e].counter]);
		fprintf(file, "] }");
	}
	fprintf(file, "\n  ],\n");
}

/* The port that lost most, and of those the one that had most in its queue. */
static int fullest_port(const struct sumac_rack *rack)
{
	int fullest = 0;

	for (int i = 1; i < sumac_topology_ports(&rack->topology); i++) {
		const struct sumac_egress_stats *port = sumac_switch_port(rack->net, i);
		const struct sumac_egress_stats *most = sumac_switch_port(rack->net, fullest);

		if (port->drops > most->drops || (port->drops == most->drops && port->most_queued_bytes > most->most_queued_bytes))
			fullest = i;
	}
	return fullest;
}

/* The ports of one switch and class are one row; *port_io moves behind them. */
static void tell_port_class(const struct sumac_rack *rack, int *port_io, FILE *file)
{
	const struct sumac_topology *topology = &rack->topology;
	struct sumac_port_place place = sumac_topology_place(topology, *port_io), other = place;
	struct sumac_egress_stats sum = { 0 };
	char name[SUMAC_PORT_NAME_BYTES];
	int first = *port_io;

	while (other.port_class == place.port_class && other.at == place.at) {
		const struct sumac_egress_stats *port = sumac_switch_port(rack->net, *port_io);

		sum.bytes += port->bytes;
		sum.drops += port->drops;
		sum.most_queued_bytes = later(sum.most_queued_bytes, port->most_queued_bytes);
		if (++*port_io == sumac_topology_ports(topology))
			break;
		other = sumac_topology_place(topology, *port_io);
	}
	fprintf(file,
		"    { \"at\": \"%s\", \"to\": \"%s\", \"ports\": %d, \"bytes\": %llu, \"most_queued_bytes\": %llu, "
		"\"drops_full\": %llu }",
		sumac_topology_switch_name(topology, first, name), sumac_topology_class_name(place.port_class), *port_io - first,
		U(sum.bytes), U(sum.most_queued_bytes), U(sum.drops));
}

static void tell_ports(const struct sumac_rack *rack, FILE *file)
{
	int fullest = fullest_port(rack), n = sumac_topology_ports(&rack->topology), port = 0;
	char name[SUMAC_PORT_NAME_BYTES];

	fprintf(file,
		"  \"fullest\": { \"port\": \"%s\", \"most_queued_bytes\": %llu, \"drops_full\": %llu },\n  \"switches\": [\n",
		sumac_topology_port_name(&rack->topology, fullest, name),
		U(sumac_switch_port(rack->net, fullest)->most_queued_bytes), U(sumac_switch_port(rack->net, fullest)->drops));
	while (port < n) {
		tell_port_class(rack, &port, file);
		fputs(port < n ? ",\n" : "\n  ],\n", file);
	}
}

void sumac_rack_tell_full(const struct sumac_rack *rack)
{
	struct sumac_switch_stats net;
	char name[SUMAC_PORT_NAME_BYTES];
	int port = fullest_port(rack);

	sumac_switch_stats(rack->net, &net);
	if (net.drops_full)
		fprintf(stderr, "sumac-rack: full buffers have lost %llu frames, most of them, %llu, at %s\n", U(net.drops_full),
			U(sumac_switch_port(rack->net, port)->drops), sumac_topology_port_name(&rack->topology, port, name));
}

static void tell(const struct sumac_rack *rack, FILE *file)
{
	char around[SUMAC_RACK_SURROUNDINGS_BYTES];
	struct sumac_switch_stats net;

	sumac_rack_identity(&rack->options, rack->design.hash, around, sizeof around);
	sumac_switch_stats(rack->net, &net);
	fprintf(file, "{\n  \"nics\": %d,\n  \"threads\": %d,\n  \"clock\": \"%s\",\n  \"repeatable\": %s,\n  \"cycles\": %llu,\n",
		rack->n_ranks, sumac_step_threads_count(rack->threads),
		rack->options.stepped ? "stepped" : "free",
		rack->options.stepped && !rack->unrepeatable ? "true" : "false", U(rack->now));
	fprintf(file, "  \"design\": \"0x%016llx\",\n  \"surroundings\": { %s },\n", U(rack->design.hash), around);
	tell_nics(rack, file);
	fprintf(file,
		"  \"frames\": %llu,\n  \"bytes\": %llu,\n  \"drops_full\": %llu,\n  \"drops_unknown\": %llu,\n"
		"  \"most_queued_bytes\": %llu,\n",
		U(net.frames), U(net.bytes), U(net.drops_full), U(net.drops_unknown), U(net.most_queued_bytes));
	tell_ports(rack, file);
	if (rack->is_lossy)
		tell_faults(rack, &net, file);
	if (rack->checker)
		tell_checker(rack, file);
	tell_events(rack, file);
	fprintf(file, "  \"errors\": %llu,\n  \"wall_s\": %.6f\n}\n", U(rack->n_faults),
		(double)((uint64_t)sumac_clock_ns() - rack->begin_ns) / 1e9);
}

bool sumac_rack_can_tell_stats(const char *path)
{
	FILE *file = path ? fopen(path, "a") : stderr;

	if (!file)
		fprintf(stderr, "sumac-rack: the statistics cannot be written to %s: %s\n", path, strerror(errno));
	else if (path)
		fclose(file);
	return file;
}

int sumac_rack_tell_stats(const struct sumac_rack *rack)
{
	const char *path = rack->options.stats_path;
	FILE *file = path ? fopen(path, "w") : stderr;
	int error = file ? 0 : errno;

	if (file)
		tell(rack, file);
	if (file && (fflush(file) || ferror(file)))
		error = errno;
	if (file && file != stderr && fclose(file) && !error)
		error = errno;
	if (!error)
		return 0;
	fprintf(stderr, "sumac-rack: the statistics cannot be written to %s: %s\n", path ? path : "standard error",
		strerror(error));
	return -1;
}
