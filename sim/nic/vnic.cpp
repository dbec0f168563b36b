// The Verilated NIC: its pins, and the models of what they are wired to. C++ only here and in tests that
// drive a model themselves, since Verilator's output is a C++ class.
#include "sim/nic/vnic.h"

#include <cstring>
#include <memory>
#include <new>

#include "Vsumac_nic.h"
#include "Vsumac_nic___024root.h"
#include "base/causes.h"
#include "sim/nic/answers.h"
#include "sim/nic/hostport.h"
#include "sim/nic/mac.h"
#include "sim/nic/regport.h"
#include "spec/spec.h"
#include "verilated.h"
#ifdef SUMAC_WAVE
#include <string>
#include "sim/wave/wave_end.h"
#include "sim/wave/wave_window.h"
#include "verilated_fst_c.h"
#endif

namespace {

constexpr int ResetCycles = 4;
// A register read, and each write before it, takes no more clocks than this, or the NIC hangs.
constexpr uint64_t AnswerClocks = 4096;

#ifdef SUMAC_WAVE
// Records a NIC. A cycle lasts from one rising edge to the next; its inputs change, and its signals settle, at the falling edge in
// between. Clocks outside simulated time are left out: their changes are seen with the next cycle.
class Wave {
public:
	Wave(const sumac_vnic_wave *want, const sumac_vnic_host *host) :
		path_(want->path), nic_(want->nic), clock_mhz_(want->clock_mhz)
	{
		window_.host = host;
		window_.call = want->call;
		window_.from = want->from;
		window_.to = want->to;
	}
	void posted(uint64_t at, uint32_t offset, uint32_t value)
	{
		sumac_wave_window_posted(&window_, at, offset, value);
		if (window_.is_over)
			file_.close();
	}
	void wrote(const sumac_hostport_store *store) { sumac_wave_window_wrote(&window_, store->address, store->data); }
	void irq() { sumac_wave_window_irq(&window_); }
	// Whether this cycle is recorded.
	bool holds(Vsumac_nic *top, uint64_t now)
	{
		if (!sumac_wave_window_holds(&window_, now))
			return false;
		if (error_)
			return false;
		if (!has_begun_) {
			has_begun_ = true;
			error_ = sumac_wave_try_room(path_.c_str());
			if (error_)
				return false;
			top->trace(&file_, 99);
			file_.set_time_unit("1ps");
			file_.set_time_resolution("1ps");
			file_.open(path_.c_str());
			first_ = now;
		}
		last_ = now;
		return file_.isOpen();
	}
	void record(uint64_t halves) { file_.dump(last_at_ = ps(halves)); }
	int end()
	{
		sumac_wave_end end = {};

		file_.close();
		end.path = path_.c_str();
		end.nic = nic_;
		end.window = &window_;
		end.has_begun = has_begun_;
		end.error = error_;
		end.first = first_;
		end.last = last_;
		end.first_at = ps(2 * first_ + 1);
		end.last_at = last_at_;
		return sumac_wave_finish(&end);
	}

private:
	uint64_t ps(uint64_t halves) const { return halves * 500000 / clock_mhz_; }
	std::string path_;
	int nic_;
	uint32_t clock_mhz_;
	sumac_wave_window window_ = {};
	VerilatedFstC file_;
	bool has_begun_ = false;
	int error_ = 0;
	uint64_t first_ = 0, last_ = 0, last_at_ = 0;
};
#else
struct Wave {
	void posted(uint64_t, uint32_t, uint32_t) {}
	void wrote(const sumac_hostport_store *) {}
	void irq() {}
	bool holds(Vsumac_nic *, uint64_t) { return false; }
	void record(uint64_t) {}
};
#endif

}  // namespace

struct sumac_vnic {
	VerilatedContext context;
	std::unique_ptr<Vsumac_nic> top;
	sumac_vnic_model model;
	sumac_vnic_host host;
	sumac_regport regs;
	sumac_hostport memory;
	sumac_mac mac;
	uint64_t now = 0;
	uint32_t irqs = 0;
	sumac_answers answers = {};
	struct sumac_vnic_stats stats = {};
	sumac_vnic_event events[SUMAC_VNIC_EVENTS];
	uint64_t n_events = 0;
	sumac_vnic_happened *happened = nullptr;
	sumac_vnic_caused *caused = nullptr;
	int causes[SUMAC_N_STAGES] = {};
	void *happened_ctx = nullptr;
	std::unique_ptr<Wave> wave;  // none, in most NICs
};

static void drive(sumac_vnic *nic)
{
	Vsumac_nic *top = nic->top.get();
	const sumac_axil_master *regs = &nic->regs.pins;
	const sumac_axi_slave *memory = &nic->memory.pins;
	const sumac_mac_rx *mac = &nic->mac.pins;

	top->now_i = nic->now;
	top->s_axil_awvalid_i = regs->awvalid;
	top->s_axil_awaddr_i = regs->awaddr;
	top->s_axil_wvalid_i = regs->wvalid;
	top->s_axil_wdata_i = regs->wdata;
	top->s_axil_arvalid_i = regs->arvalid;
	top->s_axil_araddr_i = regs->araddr;
	top->m_axi_arready_i = memory->arready;
	top->m_axi_rvalid_i = memory->rvalid;
	if (memory->rvalid) {
		memcpy(&top->m_axi_rdata_i[0], memory->rdata, sizeof memory->rdata);
		top->m_axi_rresp_i = memory->rresp;
		top->m_axi_rlast_i = memory->rlast;
	}
	top->m_axi_awready_i = memory->awready;
	top->m_axi_wready_i = memory->wready;
	top->m_axi_bvalid_i = memory->bvalid;
	top->m_axi_bresp_i = memory->bresp;
	top->tx_tready_i = mac->tready;
	top->rx_tvalid_i = mac->tvalid;
	if (mac->tvalid) {
		memcpy(&top->rx_tdata_i[0], mac->tdata, sizeof mac->tdata);
		top->rx_tkeep_i = mac->tkeep;
	}
	top->rx_tlast_i = mac->tvalid && mac->tlast;
	top->rx_tuser_i = mac->tvalid && mac->tuser;
}

static void take(sumac_vnic *nic)
{
	const Vsumac_nic *top = nic->top.get();
	sumac_axil_slave regs = {};
	sumac_axi_master memory = {};
	sumac_mac_tx tx = {};

	regs.awready = top->s_axil_awready_o;
	regs.wready = top->s_axil_wready_o;
	regs.bvalid = top->s_axil_bvalid_o;
	regs.arready = top->s_axil_arready_o;
	regs.rvalid = top->s_axil_rvalid_o;
	regs.bresp = top->s_axil_bresp_o;
	regs.rresp = top->s_axil_rresp_o;
	regs.rdata = top->s_axil_rdata_o;
	sumac_regport_take(&nic->regs, &regs);

	memory.arvalid = top->m_axi_arvalid_o;
	memory.araddr = top->m_axi_araddr_o;
	memory.arlen = top->m_axi_arlen_o;
	memory.rready = top->m_axi_rready_o;
	memory.awvalid = top->m_axi_awvalid_o;
	memory.awaddr = top->m_axi_awaddr_o;
	memory.awlen = top->m_axi_awlen_o;
	memory.wvalid = top->m_axi_wvalid_o;
	memory.wdata = &top->m_axi_wdata_o[0];
	memory.wstrb = top->m_axi_wstrb_o;
	memory.wlast = top->m_axi_wlast_o;
	memory.bready = top->m_axi_bready_o;
	uint32_t stores = nic->memory.stores_pushed;

	sumac_hostport_take(&nic->memory, nic->now, &memory);
	if (nic->wave && nic->memory.stores_pushed != stores)
		nic->wave->wrote(&nic->memory.stores[stores % SUMAC_HOSTPORT_STORES]);

	tx.tvalid = top->tx_tvalid_o;
	tx.tlast = top->tx_tlast_o;
	tx.tkeep = top->tx_tkeep_o;
	tx.tdata = &top->tx_tdata_o[0];
	sumac_mac_take(&nic->mac, nic->now, &tx);

	if (top->irq_o) {
		sumac_hostport_flush(&nic->memory);
		sumac_answers_seen(&nic->answers, nic->now);
		if (nic->wave)
			nic->wave->irq();
		nic->irqs++;
	}
}

static void note(sumac_vnic *nic, int counter)
{
	nic->events[nic->n_events++ % SUMAC_VNIC_EVENTS] = { nic->now, counter };
	if (counter == SUMAC_CNT_COMPLETIONS)
		nic->stats.last_completion = nic->now;
}

// A signal of the host port that vnic.vlt lets us read.
#define HOST_PORT(name) sumac_nic__DOT__u_host_port__DOT__##name

static void note_events(sumac_vnic *nic)
{
	const Vsumac_nic___024root *inside = nic->top->rootp;

	/* bit 0: a doorbell is rung; bit 1: a descriptor's last word is pushed, which is a doorbell too */
	if (inside->HOST_PORT(u_groups__DOT__u_rings__DOT__host) & 3)
		note(nic, SUMAC_VNIC_DOORBELL);
	for (uint32_t count = inside->HOST_PORT(count); count; count &= count - 1)
		note(nic, __builtin_ctz(count));
}

#define NIC(name) sumac_nic__DOT__##name
#define DMA(name) NIC(u_dma__DOT__##name)
#define ROUTES(name) NIC(u_routes__DOT__##name)
#define CONTROL(name) NIC(u_control__DOT__##name)
#define TRANSPORT(name) NIC(u_transport__DOT__##name)

// HAPPENS(event, when, what): the signals of events, in the order of a chunk's way. vnic.vlt lets us read them.
#define HAPPENINGS(HAPPENS, in) \
	HAPPENS(CH_CFG, in->HOST_PORT(changed), in->HOST_PORT(channel)) \
	HAPPENS(KEY, in->HOST_PORT(changed), in->HOST_PORT(u_groups__DOT__key_o)) \
	HAPPENS(ROUTE_WORD, in->ROUTES(w_known_o) && in->ROUTES(w_status_o) == SUMAC_OK, in->ROUTES(w_i)) \
	HAPPENS(ACC, in->HOST_PORT(u_accept__DOT__acc_valid_o), in->HOST_PORT(u_accept__DOT__acc_o)) \
	HAPPENS(OPENED, in->CONTROL(opened), in->CONTROL(opened_data)) \
	HAPPENS(EXPECT, in->CONTROL(expect_valid), in->CONTROL(expected)) \
	HAPPENS(PLACE, in->CONTROL(place), in->CONTROL(place_data)) \
	HAPPENS(RD, in->DMA(rd_valid) && in->DMA(rd_ready), in->DMA(rd)) \
	HAPPENS(RD_DONE, in->DMA(u_rd__DOT__done_valid_o), in->DMA(u_rd__DOT__done_o)) \
	HAPPENS(COMMIT, in->TRANSPORT(u_rx__DOT__commit_o), in->TRANSPORT(u_rx__DOT__commit_data_o)) \
	HAPPENS(ARRIVE, in->TRANSPORT(u_rx__DOT__arrive_o), in->TRANSPORT(u_rx__DOT__arrival_o)) \
	HAPPENS(MET, in->CONTROL(met), in->CONTROL(met_data)) \
	HAPPENS(OPERAND, in->CONTROL(fired), in->CONTROL(fired_operand)) \
	HAPPENS(READY, in->CONTROL(ready), in->CONTROL(ready_data)) \
	HAPPENS(HAND, in->CONTROL(hand_valid) && in->CONTROL(hand_ready), in->CONTROL(hand)) \
	HAPPENS(SENT, in->CONTROL(sent), in->CONTROL(sent_data)) \
	HAPPENS(TX, in->TRANSPORT(job_valid) && in->TRANSPORT(job_ready), in->TRANSPORT(job)) \
	HAPPENS(WR, in->DMA(wr_valid) && in->DMA(wr_ready), in->DMA(wr)) \
	HAPPENS(WR_DONE, in->DMA(u_wr__DOT__done_valid_o), in->DMA(u_wr__DOT__done_o)) \
	HAPPENS(FAULT, in->HOST_PORT(fail), in->HOST_PORT(fault))

static void tell(const sumac_vnic *nic, const char *event, uint64_t number)
{
	const uint32_t words[2] = { static_cast<uint32_t>(number), static_cast<uint32_t>(number >> 32) };

	nic->happened(nic->happened_ctx, nic->now, event, words);
}

template <std::size_t N> static void tell(const sumac_vnic *nic, const char *event, const VlWide<N> &number)
{
	nic->happened(nic->happened_ctx, nic->now, event, number.data());
}

// A number in sumac_causes that vnic.vlt lets us read, and one of a stage there.
#define CAUSES(name) HOST_PORT(u_causes__DOT__##name)
#define STAGE(index, name) CAUSES(g_stage__BRA__##index##__KET____DOT__u_cycles__DOT__##name)

static void tell_causes(sumac_vnic *nic)
{
	const Vsumac_nic___024root *inside = nic->top->rootp;

#define SUMAC_STAGE(name, index, help) \
	if (int cause = inside->STAGE(index, at0_q) % 8; cause != nic->causes[index]) \
		nic->caused(nic->happened_ctx, nic->now, index, nic->causes[index] = cause);
#include "spec/rows.def"
}

static void tell_happenings(sumac_vnic *nic)
{
	const Vsumac_nic___024root *inside = nic->top->rootp;

#define HAPPENS(event, when, what) \
	if (when) \
		tell(nic, #event, what);
	HAPPENINGS(HAPPENS, inside)
	if (nic->caused)
		tell_causes(nic);
}

void sumac_vnic_watch(sumac_vnic *nic, sumac_vnic_happened *happened, sumac_vnic_caused *caused, void *ctx)
{
	nic->caused = caused;
	nic->happened = happened;
	nic->happened_ctx = ctx;
}

// One clock: the pins settle with the new inputs, the models take note of the outputs, then comes the edge.
static void clock(sumac_vnic *nic, bool frozen)
{
	sumac_regport_drive(&nic->regs, nic->now, frozen);
	sumac_hostport_drive(&nic->memory, nic->now, frozen);
	sumac_mac_drive(&nic->mac, nic->now, frozen);
	drive(nic);
	nic->top->clk_i = 0;
	nic->top->eval();
	bool records = nic->wave && !frozen && nic->wave->holds(nic->top.get(), nic->now);

	if (records)
		nic->wave->record(2 * nic->now + 1);
	note_events(nic);
	if (nic->happened)
		tell_happenings(nic);
	take(nic);
	nic->top->clk_i = 1;
	nic->top->eval();
	if (records)
		nic->wave->record(2 * nic->now + 2);
}

static void reset(sumac_vnic *nic)
{
	nic->top->s_axil_wstrb_i = 0xf;
	nic->top->s_axil_bready_i = 1;
	nic->top->s_axil_rready_i = 1;
	nic->top->rst_i = 1;
	for (int i = 0; i < ResetCycles; i++) {
		nic->top->clk_i = 0;
		nic->top->eval();
		nic->top->clk_i = 1;
		nic->top->eval();
	}
	nic->top->rst_i = 0;
}

int sumac_vnic_open(const sumac_vnic_model *model, const sumac_vnic_host *host, sumac_vnic **nic_out)
{
	sumac_vnic *nic = new (std::nothrow) sumac_vnic;

	if (!nic)
		return -SUMAC_ENOMEM;
	nic->model = *model;
	nic->host = *host;
	if (sumac_regport_init(&nic->regs)) {
		delete nic;
		return -SUMAC_ENOMEM;
	}
	sumac_hostport_init(&nic->memory, &nic->model, &nic->host);
	nic->regs.windows = &nic->memory.windows;
	nic->regs.host = &nic->host;
	sumac_mac_init(&nic->mac, &nic->model, &nic->host);
	// Else a model of one thread, too, brings along one for every further core.
	nic->context.threads(1);
#ifdef SUMAC_WAVE
	nic->context.traceEverOn(true);
#endif
	nic->top = std::make_unique<Vsumac_nic>(&nic->context, "nic");
	reset(nic);
	*nic_out = nic;
	return 0;
}

void sumac_vnic_close(sumac_vnic *nic)
{
	if (!nic)
		return;
	nic->top->final();
	sumac_mac_destroy(&nic->mac);
	sumac_regport_destroy(&nic->regs);
	delete nic;
}

#ifdef SUMAC_WAVE
int sumac_vnic_wave_open(sumac_vnic *nic, const sumac_vnic_wave *wave)
{
	int err = sumac_wave_begin(wave->path);

	if (!err)
		nic->wave = std::make_unique<Wave>(wave, &nic->host);
	return err;
}

int sumac_vnic_wave_close(sumac_vnic *nic)
{
	int err = nic->wave ? nic->wave->end() : 0;

	nic->wave.reset();
	return err;
}
#else
int sumac_vnic_wave_open(sumac_vnic *, const sumac_vnic_wave *)
{
	return -SUMAC_ENOTSUP;
}

int sumac_vnic_wave_close(sumac_vnic *)
{
	return 0;
}
#endif

int sumac_vnic_reg_write(sumac_vnic *nic, uint64_t at, uint32_t offset, uint32_t value)
{
	sumac_answers_posted(&nic->answers, nic->now, offset);
	if (nic->wave)
		nic->wave->posted(at, offset, value);
	return sumac_regport_write(&nic->regs, at, offset, value);
}

int sumac_vnic_reg_read(sumac_vnic *nic, uint32_t offset, uint32_t *value_out)
{
	uint64_t patience = AnswerClocks + AnswerClocks * (nic->regs.head - nic->regs.tail);

	sumac_regport_read(&nic->regs, offset);
	while (!nic->regs.read_done && patience--) {
		clock(nic, true);
		nic->stats.clocks_frozen++;
	}
	if (!nic->regs.read_done || nic->regs.read_resp != SUMAC_AXI_OKAY)
		return -SUMAC_EIO;
	*value_out = nic->regs.read_value;
	return 0;
}

int sumac_vnic_frame_in(sumac_vnic *nic, uint64_t at, const void *bytes, size_t len_bytes, bool error)
{
	return sumac_mac_frame_in(&nic->mac, at, bytes, len_bytes, error);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

// The next cycle in which something happens: probes of peers that may be silent are left out, or counted in.
static uint64_t next_event(const sumac_vnic *nic, bool probes)
{
	const Vsumac_nic *top = nic->top.get();
	uint64_t next;

	if (!top->idle_o || top->irq_o || top->m_axi_arvalid_o || top->m_axi_awvalid_o || top->m_axi_wvalid_o ||
	    top->tx_tvalid_o)
		return nic->now;
	next = sumac_regport_next(&nic->regs, nic->now);
	next = earlier(next, sumac_hostport_next(&nic->memory, nic->now));
	next = earlier(next, sumac_mac_next(&nic->mac, nic->now));
	if (probes || !top->rootp->sumac_nic__DOT__u_sleep__DOT__calm)
		next = earlier(next, top->wake_o);
	return next > nic->now ? next : nic->now;
}

uint64_t sumac_vnic_next_but_wake(sumac_vnic *nic)
{
	return next_event(nic, false);
}

uint64_t sumac_vnic_next(sumac_vnic *nic)
{
	return next_event(nic, true);
}

void sumac_vnic_run(sumac_vnic *nic, uint64_t until)
{
	while (nic->now < until) {
		uint64_t next = earlier(sumac_vnic_next(nic), until);

		nic->stats.cycles_skipped += next - nic->now;
		nic->now = next;
		if (nic->now == until)
			return;
		clock(nic, false);
		nic->stats.cycles_stepped++;
		nic->now++;
	}
}

uint32_t sumac_vnic_irqs(const sumac_vnic *nic)
{
	return nic->irqs;
}

void sumac_vnic_stats(const sumac_vnic *nic, struct sumac_vnic_stats *stats_out)
{
	*stats_out = nic->stats;
	stats_out->first_answer = nic->answers.first;
	stats_out->least_answer = nic->answers.least;
}

// Bits of a word, the lowest first; at least one.
template <std::size_t N> static uint64_t bits_of(const VlWide<N> &word, unsigned at, unsigned bits)
{
	uint64_t value = 0;

	for (unsigned got = 0; got < bits; got += 32 - (at + got) % 32)
		value |= static_cast<uint64_t>(word[(at + got) / 32] >> (at + got) % 32) << got;
	return value & ~UINT64_C(0) >> (64 - bits);
}

// The words of sumac_wait_cycles: numbers by cause, the time of the last visit, and what was waited for then.
template <class Word, std::size_t N> static void add_waits(const VlUnpacked<Word, N> &words, std::initializer_list<int> causes,
							    uint64_t now, uint64_t (*waits_out)[SUMAC_N_CAUSES])
{
	const unsigned width = 48, since = width * static_cast<unsigned>(causes.size());

	for (std::size_t place = 0; place < N; place++) {
		unsigned at = 0;

		for (int cause : causes) {
			bool waits = bits_of(words[place], since + width + at, 1);

			waits_out[place][cause] = bits_of(words[place], width * at++, width) +
						  (waits ? now - bits_of(words[place], since, width) : 0);
		}
	}
}

// Words of both banks, of which one is in a register; what is kept of them; and the cycles that are on their way: the last cause
// but one has not got its time yet, and the last one stands until now.
void sumac_vnic_causes(sumac_vnic *nic, uint64_t now, sumac_causes *causes_out)
{
	const Vsumac_nic___024root *inside = nic->top->rootp;

	for (; inside->CAUSES(busy_q); nic->stats.clocks_frozen++)
		clock(nic, true);      // a host's own look is soon over
	*causes_out = {};
	causes_out->cycles = now;
#define SUMAC_STAGE(name, index, help) \
	for (unsigned at = 0; at < 16; at++) \
		causes_out->spent[index][at % 8] += at == inside->STAGE(index, at2_q) ? inside->STAGE(index, sum_q) : \
			inside->STAGE(index, some_q) >> at & 1 ? inside->STAGE(index, cycles_q)[at] : 0; \
	for (unsigned cause = 0; cause < 8 && !inside->CAUSES(none_q); cause++) \
		causes_out->spent[index][cause] += inside->CAUSES(kept_q)[8 * index + cause]; \
	causes_out->spent[index][inside->STAGE(index, at1_q) % 8] += inside->CAUSES(passed_q); \
	causes_out->spent[index][inside->STAGE(index, at0_q) % 8] += now - inside->CAUSES(now_q);
#include "spec/rows.def"
	if (!inside->CONTROL(u_causes__DOT__u_groups__DOT__clears_q))
		add_waits(inside->CONTROL(u_causes__DOT__u_groups__DOT__words_q),
			  { SUMAC_CAUSE_CREDIT, SUMAC_CAUSE_PEER, SUMAC_CAUSE_POOL }, now, causes_out->groups);
	if (!inside->TRANSPORT(u_waits__DOT__clears_q))
		add_waits(inside->TRANSPORT(u_waits__DOT__words_q),
			  { SUMAC_CAUSE_CREDIT, SUMAC_CAUSE_PEER }, now, causes_out->channels);
}

int sumac_vnic_events(const sumac_vnic *nic, sumac_vnic_event events_out[SUMAC_VNIC_EVENTS])
{
	uint64_t n = earlier(nic->n_events, SUMAC_VNIC_EVENTS);

	for (uint64_t i = 0; i < n; i++)
		events_out[i] = nic->events[(nic->n_events - n + i) % SUMAC_VNIC_EVENTS];
	return (int)n;
}
