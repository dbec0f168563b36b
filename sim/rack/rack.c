/*
 * The rack's main loop: it serves the ranks, lets every NIC run an epoch by itself, lets the switch forward the
 * frames, and tells the ranks about their events. With nothing to do it sleeps.
 */
#include "sim/rack/rack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "sim/rack/surroundings.h"
#include "sim/rack/rack_trace.h"
#include "spec/spec.h"

enum { LINGER_MS = 1000, EXIT_BROKEN = 3 };

void sumac_rack_fault(struct sumac_rack *rack, const char *text)
{
	rack->n_faults++;
	rack->broken = true;
	if (rack->n_faults <= SUMAC_RACK_FAULTS_TOLD)
		fprintf(stderr, "sumac-rack: error: %s\n", text);
	if (rack->n_faults == SUMAC_RACK_FAULTS_TOLD)
		fprintf(stderr, "sumac-rack: error: further errors are only counted\n");
}

static void nic_fault(void *ctx, uint64_t cycle, const char *what)
{
	sumac_rack_nic_fault(ctx, cycle, what);
}

static void nic_frame_out(void *ctx, const struct sumac_vnic_frame *frame)
{
	struct sumac_rack_rank *rank = ctx;

	if (sumac_switch_frame_in(rank->rack->net, rank->index, frame))
		sumac_rack_nic_fault(rank, frame->tail_cycle, "out of memory for frames");
}

static void net_entered(void *ctx, int from, const struct sumac_vnic_frame *frame)
{
	struct sumac_rack *rack = ctx;

	if (rack->trace)
		sumac_rack_trace_left(rack->trace, from, frame);
	if (rack->pcap)
		sumac_pcap_frame(rack->pcap, sumac_rack_ns(&rack->options, frame->tail_cycle), frame->bytes, frame->len_bytes);
	if (rack->checker)
		sumac_checker_frame(rack->checker, from, frame->tail_cycle, frame->bytes, frame->len_bytes);
}

static void net_fate(void *ctx, int from, const struct sumac_vnic_frame *frame, struct sumac_fate *fate)
{
	struct sumac_rack *rack = ctx;

	if (rack->script)
		sumac_script_frame(rack->script, from, frame, fate);
}

static void script_report(void *ctx, const char *text)
{
	sumac_rack_fault(ctx, text);
}

static void net_deliver(void *ctx, int to, uint64_t at, const struct sumac_vnic_frame *frame)
{
	struct sumac_rack *rack = ctx;

	/* With hops shorter than a frame this may lie in the past already. */
	if (at < rack->now)
		at = rack->now;
	if (rack->trace)
		sumac_rack_trace_comes(rack->trace, to, at, frame);
	if (sumac_vnic_frame_in(rack->ranks[to].nic, at, frame->bytes, frame->len_bytes, false))
		sumac_rack_fault(rack, "out of memory for frames");
}

/* The NICs send again what finds no room. That is no error, but it takes time: whoever asks why the job is slow can read it. */
static void begin_to_lose(struct sumac_rack *rack, int port, uint64_t cycle)
{
	char name[SUMAC_PORT_NAME_BYTES];

	fprintf(stderr,
		"sumac-rack: %s is full at cycle %llu (buffer_kib=%u): frames are lost there, and sent again\n",
		sumac_topology_port_name(&rack->topology, port, name), (unsigned long long)cycle, rack->options.buffer_kib);
	rack->has_told_full = rack->is_lossy = true;
	if (rack->checker)
		sumac_checker_allow_repeats(rack->checker);
}

static void net_drop(void *ctx, int from, int port, const struct sumac_vnic_frame *frame)
{
	struct sumac_rack *rack = ctx;
	char text[256];

	if (port >= 0) {
		if (!rack->has_told_full)
			begin_to_lose(rack, port, frame->tail_cycle);
		return;
	}
	snprintf(text, sizeof text, "a frame from NIC %d, cycle %llu, is addressed to none of the NICs", from,
		 (unsigned long long)frame->tail_cycle);
	sumac_rack_fault(rack, text);
}

static void checker_report(void *ctx, enum sumac_checker_rule rule, const char *text)
{
	(void)rule;
	sumac_rack_fault(ctx, text);
}

static int read_register(void *ctx, uint32_t offset, uint32_t *value_out)
{
	return sumac_vnic_reg_read(ctx, offset, value_out);
}

static int open_nic(struct sumac_rack *rack, int index)
{
	struct sumac_rack_rank *rank = &rack->ranks[index];
	const struct sumac_vnic_model model = {
		.read_cycles = sumac_rack_cycles(&rack->options, rack->options.read_ns),
		.write_cycles = sumac_rack_cycles(&rack->options, rack->options.write_ns),
		.host_rate = sumac_rack_rate(&rack->options, rack->options.host_gbps),
		.link_rate = sumac_rack_rate(&rack->options, rack->options.link_gbps),
	};
	const struct sumac_vnic_host host = { rank, sumac_rank_translate, nic_frame_out, nic_fault,
					      sumac_rank_is_far, sumac_rank_far_read, sumac_rank_far_write, NULL };
	int err;

	*rank = (struct sumac_rack_rank){ .rack = rack, .index = index, .bell_fd = -1 };
	err = sumac_vnic_open(&model, &host, &rank->nic);
	if (!err && !index) /* all are of one design */
		err = sumac_design_read(&rack->design, read_register, rank->nic);
	rank->n_groups = rack->design.params[SUMAC_PARAM_Groups];
	if (err)
		fprintf(stderr, "sumac-rack: NIC %d does not answer\n", index);
	return err;
}

static int open_wave(struct sumac_rack *rack)
{
	struct sumac_vnic_wave wave = rack->options.wave;
	int err;

	wave.clock_mhz = rack->options.nic_mhz;
	err = sumac_vnic_wave_open(rack->ranks[wave.nic].nic, &wave);
	if (err == -SUMAC_ENOTSUP)
		fprintf(stderr, "sumac-rack: this rack cannot record waveforms: `make sim-wave` builds one that can\n");
	return err;
}

int sumac_rack_open(const struct sumac_rack_options *options, struct sumac_rack *rack)
{
	const struct sumac_switch_options net = {
		.net = { .topology = sumac_rack_topology(options),
			 .link_rate = sumac_rack_rate(options, options->link_gbps),
			 .hop_cycles = sumac_rack_cycles(options, options->hop_ns),
			 .switch_cycles = sumac_rack_cycles(options, options->switch_ns),
			 .buffer_bytes = options->buffer_kib * 1024 },
		.faults = options->faults,
	};
	const struct sumac_switch_host net_host = { rack, net_entered, net_fate, net_deliver, net_drop };
	int err;

	memset(rack, 0, sizeof *rack);
	rack->options = *options;
	rack->topology = net.net.topology;
	rack->epoll_fd = rack->listen_fd = rack->signal_fd = -1;
	rack->begin_ns = (uint64_t)sumac_clock_ns();
	rack->doorbell_cycles = sumac_rack_cycles(options, options->doorbell_ns);
	rack->is_lossy = !sumac_fault_plan_is_empty(&options->faults) || *options->script_path;
	rack->ranks = calloc((size_t)options->n_nics, sizeof *rack->ranks);
	if (!rack->ranks)
		return -SUMAC_ENOMEM;
	err = sumac_switch_open(&net, &net_host, &rack->net);
	if (!err && *options->script_path)
		err = sumac_script_open(options->script_path, options->n_nics, script_report, rack, &rack->script);
	if (!err && *options->pcap_path && !(rack->pcap = sumac_pcap_open(options->pcap_path)))
		err = -SUMAC_EIO;
	if (!err && *options->events_path && !(rack->events = fopen(options->events_path, "we"))) {
		fprintf(stderr, "sumac-rack: events cannot be written to %s: %s\n", options->events_path, strerror(errno));
		err = -SUMAC_EIO;
	}
	for (; !err && rack->n_ranks < options->n_nics; rack->n_ranks++)
		err = open_nic(rack, rack->n_ranks);
	if (!err && options->check)
		err = sumac_checker_open(options->n_nics, rack->design.params[SUMAC_PARAM_SeqBits], checker_report, rack,
					 &rack->checker);
	if (!err && rack->checker && rack->is_lossy)
		sumac_checker_allow_repeats(rack->checker);
	if (!err && rack->script)
		sumac_script_take_design(rack->script, &rack->design);
	if (!err && *options->trace_path)
		err = sumac_rack_trace_open(rack);
	if (!err && (rack->events || rack->trace))
		sumac_rack_watch_nics(rack);
	if (!err && *options->wave.path)
		err = open_wave(rack);
	if (!err)
		err = sumac_rack_step_open(rack);
	if (!err)
		rack->epoch_cycles = sumac_switch_epoch_cycles(rack->net);
	return err;
}

void sumac_rack_close(struct sumac_rack *rack)
{
	sumac_rack_step_close(rack);
	sumac_rack_trace_close(rack->trace, rack->now);
	for (int i = 0; i < rack->n_ranks; i++) {
		for (uint32_t window = 0; window < SUMAC_RACK_WINDOWS; window++)
			sumac_rank_window_remove(&rack->ranks[i], window);
		sumac_vnic_close(rack->ranks[i].nic);
	}
	free(rack->ranks);
	sumac_switch_close(rack->net);
	sumac_checker_close(rack->checker);
	sumac_script_close(rack->script);
	if (rack->pcap)
		fclose(rack->pcap);
	if (rack->events && (ferror(rack->events) | fclose(rack->events)))
		fprintf(stderr, "sumac-rack: events are missing in %s: it cannot be written\n", rack->options.events_path);
}

/* Where nothing is lost, NICs that only wait for their peers are not woken to probe them: a sender may be blocked for hours. */
uint64_t sumac_rack_next(const struct sumac_rack *rack)
{
	uint64_t next = sumac_switch_next(rack->net), next_but_wake = next;

	for (int i = 0; i < rack->n_ranks && next_but_wake > rack->now; i++) {
		uint64_t nic_next = sumac_vnic_next(rack->ranks[i].nic);
		uint64_t nic_next_but_wake = sumac_vnic_next_but_wake(rack->ranks[i].nic);

		next = nic_next < next ? nic_next : next;
		next_but_wake = nic_next_but_wake < next_but_wake ? nic_next_but_wake : next_but_wake;
	}
	return next_but_wake == SUMAC_VNIC_NEVER && !rack->is_lossy ? SUMAC_VNIC_NEVER : next;
}

/* The epoch in which the next thing happens. Those before it are left out as a whole, so that ranks see the NICs at the same
 * cycles whether these sleep or not. */
static void run_epoch(struct sumac_rack *rack, uint64_t next)
{
	uint64_t left_out = next > rack->now ? (next - rack->now) / rack->epoch_cycles : 0;
	uint64_t end = rack->now + (left_out + 1) * rack->epoch_cycles;

	sumac_rack_step(rack, end);
	rack->now = end;
	if (sumac_switch_turn(rack->net, end))
		sumac_rack_fault(rack, "out of memory for frames");
	for (int i = 0; i < rack->n_ranks; i++)
		sumac_rank_publish(&rack->ranks[i]);
}

/* Returns whether an epoch was run: time may go on, and there was something to do. */
static bool try_epoch(struct sumac_rack *rack)
{
	uint64_t next;

	if (!sumac_rack_time_may_run(rack))
		return false;
	/* Writes that a rank posted before it said that it waits must reach its NIC before this epoch: on the stepped clock
	 * nothing may depend on when we last looked at its ring. */
	sumac_rack_serve_ranks(rack);
	next = sumac_rack_next(rack);
	if (next == SUMAC_VNIC_NEVER)
		return false;
	run_epoch(rack, next);
	return true;
}

static void mark_broken(struct sumac_rack *rack)
{
	if (!rack->broken || rack->marks_sent)
		return;
	rack->marks_sent = true;
	for (int i = 0; i < rack->n_ranks; i++) {
		sumac_rank_set_flags(&rack->ranks[i]);
		sumac_rank_fail_groups(&rack->ranks[i], SUMAC_EIO);
	}
}

static bool ranks_have_work(const struct sumac_rack *rack)
{
	for (int i = 0; i < rack->n_ranks; i++)
		if (rack->ranks[i].page && sumac_rank_has_work(&rack->ranks[i]))
			return true;
	return false;
}

static void set_asleep(struct sumac_rack *rack, uint32_t asleep)
{
	for (int i = 0; i < rack->n_ranks; i++)
		if (rack->ranks[i].page)
			__atomic_store_n(&rack->ranks[i].page->asleep, asleep, __ATOMIC_RELAXED);
	/* Pairs with the fence of the ranks, between their change to the page and their look at `asleep`. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void rest(struct sumac_rack *rack)
{
	int timeout_ms = sumac_rack_patience_ms(rack);
	bool is_empty = rack->n_have_come && !rack->n_attached && rack->options.parent_fd < 0;

	if (is_empty && (timeout_ms < 0 || timeout_ms > LINGER_MS))
		timeout_ms = LINGER_MS;
	set_asleep(rack, 1);
	if (rack->must_end || ranks_have_work(rack) ||
	    (sumac_rack_time_may_run(rack) && sumac_rack_next(rack) != SUMAC_VNIC_NEVER))
		timeout_ms = 0;
	sumac_rack_listen_serve(rack, timeout_ms);
	set_asleep(rack, 0);
}

/* A parent decides when the rack ends; without one, it ends when all ranks have gone and none has come back for a moment. */
static bool is_over(struct sumac_rack *rack)
{
	if (rack->n_attached || !rack->n_have_come) {
		rack->empty_since_ns = 0;
		return rack->must_end;
	}
	if (!rack->empty_since_ns)
		rack->empty_since_ns = (uint64_t)sumac_clock_ns();
	return rack->must_end || (rack->options.parent_fd < 0 && (uint64_t)sumac_clock_ns() - rack->empty_since_ns >
									  LINGER_MS * UINT64_C(1000000));
}

int sumac_rack_serve(struct sumac_rack *rack)
{
	while (!is_over(rack)) {
		sumac_rack_listen_serve(rack, 0);
		mark_broken(rack);
		if (!try_epoch(rack))
			rest(rack);
	}
	if (rack->script)
		sumac_script_end(rack->script);
	sumac_rack_tell_full(rack);
	if (rack->n_faults)
		fprintf(stderr, "sumac-rack: error: %llu errors in all\n", (unsigned long long)rack->n_faults);
	return rack->n_faults ? EXIT_BROKEN : 0;
}
