// The sweep's timers: what is due on a channel because time has passed (docs/transport.md): a NAK again (R4), a PROBE (R12, R13),
// an ABORT (R15); when its peer has been silent for a unit of patience, or for too many (R14); and whether it waits (R17).
// Latency: a visit's first inputs come in its second cycle, the channel in its third; a packet in the fifth, a verdict in the
// sixth, what counts by rounds in the seventh. Throughput: a channel every other cycle, each seven cycles after its last visit
// or later. Memory: a word a channel, in RAM. Reset: none but of visits under way; a
// channel that is not open has its timer cleared.
module sumac_sweep_timer #(
  parameter int Channels    = sumac_pkg::DefChannels,
  parameter int Groups      = sumac_pkg::DefGroups,
  parameter int ProbeRounds = sumac_pkg::DefProbeRounds,
  parameter int AbortTries  = sumac_pkg::DefAbortTries,
  parameter int RoundW      = 24,
  localparam int ChanW      = $clog2(Channels),
  localparam int GroupW     = $clog2(Groups)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  // the second cycle: a visit,
  input  logic              visit_i,
  input  logic [ChanW-1:0]  index_i,
  input  logic [RoundW-1:0] round_i,       // which stays until all its visits are over
  // the third: its channel, which is open if its group lives, and the channel's group
  input  sumac_pkg::sweep_ch_t    ch_i,
  input  sumac_pkg::chunks_t      chunks_i,
  input  sumac_pkg::since_t       since_i,
  input  sumac_pkg::states_t      states_i,
  input  sumac_pkg::sweep_group_t g_i,
  // the fourth: acknowledgements
  output sumac_pkg::aged_t  aged_o,
  input  sumac_pkg::owed_t  owed_i,
  // the fifth: a packet, if
  output logic              ask_o,
  input  logic              room_i,        // ... there is room for one; a PROBE, if
  input  logic              held_i,        // ... no peer waits to be given up
  output sumac_pkg::tx_t    job_o,
  output logic              timeout_o,     // a PROBE that found the last one unanswered
  output sumac_pkg::verdict_t verdict_o,   // the sixth
  output sumac_pkg::found_t found_o        // the seventh
);
  localparam int         TriesW      = $clog2(AbortTries + 1);
  localparam logic [2:0] MostBackoff = 3'(sumac_pkg::MOST_BACKOFF);

  typedef struct packed {
    logic              waits;      // since `due` was set,
    logic [RoundW-1:0] due;        // the round in which a PROBE, or an ABORT, is due
    logic [2:0]        backoff;
    logic              probed;     // a PROBE went,
    logic              heard;      // and something was heard since
    logic [10:0]       patience;
    logic              began;      // the first ABORT went,
    logic [TriesW-1:0] tries;      // and so many are left
    logic [1:0]        age;        // visits in a row that found chunks owed,
    logic [4:0]        told;       // since these were told
  } timer_t;

  typedef struct packed {
    logic              v;
    logic [ChanW-1:0]  index;
  } visit_t;
  visit_t            c_q, d_q, e_q, f_q;

  typedef struct packed {
    logic              open, fresh, heard, news, aborted;
    logic [GroupW-1:0] group;
    logic [15:0]       rank;
    logic [31:0]       nxt;
  } channel_t;
  channel_t          d_ch_q, ch;             // in the fourth cycle, the fifth

  always_ff @(posedge clk_i) begin : visits
    c_q <= {visit_i, index_i};
    d_q <= c_q;
    e_q <= d_q;
    f_q <= e_q;
    if (rst_i) {c_q.v, d_q.v, e_q.v, f_q.v} <= 4'b0000;
  end

  timer_t            t_read, d_t_q, t, n, n_q, written;
  logic              d_gap_q, d_waits_q, d_full_q, d_failed_q, d_closing_q, waits, failed, waiting, elapsed, elapsed_q, probe,
                     abort, silent, full, owed_q, anew_q, short_q;
  logic [10:0]       d_patience_q, limit_q, patience_q;
  logic [23:0]       d_reason_q, reason_q;
  logic [2:0]        longer;
  logic [TriesW-1:0] fewer;
  logic [4:0]        told_q;
  logic              sets;
  logic [RoundW-1:0] same_q, later_q, wait_, wait_q;      // due after so many rounds

  sumac_ram #(.Width($bits(t)), .Depth(Channels)) u_timers (
    .clk_i, .w_en_i(f_q.v), .w_addr_i(f_q.index), .w_data_i(written), .r_en_i(visit_i), .r_addr_i(index_i), .r_data_o(t_read));

  always_ff @(posedge clk_i) begin : compare
    d_ch_q       <= {ch_i.open && states_i.live[ch_i.group], since_i, ch_i.group[GroupW-1:0], ch_i.rank, chunks_i.nxt};
    d_gap_q      <= ch_i.gap;
    d_waits_q    <= chunks_i.nxt != ch_i.una || (chunks_i.blocked && chunks_i.nxt == ch_i.lim);
    d_full_q     <= chunks_i.nxt == ch_i.lim;
    d_failed_q   <= states_i.failed[ch_i.group];
    d_closing_q  <= g_i.closing;
    d_patience_q <= g_i.patience;
    d_reason_q   <= {g_i.status, g_i.rank};
    d_t_q        <= t_read;
  end

  // The timer's time, and what it may become.
  function automatic logic [2:0] after(input logic [2:0] backoff);
    after = backoff == MostBackoff ? backoff : backoff + 3'd1;
  endfunction
  logic missing;
  assign missing = d_ch_q.open && !d_failed_q && d_gap_q;                                                       // R4
  assign aged_o  = {d_t_q.age != 2'd0, d_t_q.age == 2'd3, d_t_q.told, missing};
  always_ff @(posedge clk_i) begin : look
    ch         <= d_ch_q;
    t          <= d_t_q;
    waits      <= d_waits_q;
    failed     <= d_failed_q;
    reason_q   <= d_reason_q;
    elapsed_q  <= $signed(round_i - d_t_q.due) >= 0;
    waiting    <= d_ch_q.open && !d_failed_q && d_waits_q
                  && !(d_closing_q && !d_ch_q.fresh && d_t_q.backoff == MostBackoff);                           // R12, R17
    silent     <= d_t_q.backoff == MostBackoff && d_t_q.probed && !d_t_q.heard && !d_ch_q.heard;
    patience_q <= d_t_q.patience == '1 ? d_t_q.patience : d_t_q.patience + 11'd1;
    limit_q    <= d_patience_q;
    longer     <= after(d_t_q.backoff);
    fewer      <= d_t_q.tries - TriesW'(1);
    same_q     <= RoundW'(ProbeRounds) << d_t_q.backoff;
    later_q    <= RoundW'(ProbeRounds) << after(d_t_q.backoff);
    full       <= d_ch_q.open && d_full_q;
    {owed_q, told_q} <= {owed_i.some, owed_i.rcv};
    short_q    <= missing || owed_i.half;
    anew_q     <= d_t_q.age == 2'd0 || d_t_q.told != owed_i.rcv;
  end

  assign elapsed = elapsed_q && room_i && !held_i;

  always_comb begin : decide
    n     = t;
    sets  = 1'b0;
    wait_ = RoundW'(ProbeRounds);
    probe = 1'b0;
    abort = 1'b0;
    if (ch.heard) begin
      n.heard    = 1'b1;
      n.patience = '0;
    end
    if (!ch.open || ch.fresh) n = '0;
    else if (failed) begin                                                                                      // R15
      n.waits = 1'b0;
      if (!t.began && room_i) begin
        abort     = 1'b1;
        sets      = 1'b1;
        n.began   = 1'b1;
        n.tries   = TriesW'(AbortTries - 1);
        n.backoff = 3'd0;
      end else if (t.began && ch.aborted) n.tries = '0;
      else if (t.began && t.tries != '0 && elapsed) begin
        abort     = 1'b1;
        sets      = 1'b1;
        wait_     = later_q;
        n.tries   = fewer;
        n.backoff = longer;
      end
    end else if (!waiting) begin
      n.waits    = 1'b0;
      n.probed   = 1'b0;
      n.patience = '0;
      if (!waits) n.backoff = 3'd0;
    end else if (!t.waits || ch.news) begin
      n.waits   = 1'b1;
      n.probed  = 1'b0;
      n.backoff = ch.news ? 3'd0 : t.backoff;                                                                   // R13
      sets      = 1'b1;
      if (!ch.news) wait_ = same_q;
    end else if (elapsed) begin                                                                                 // R12, R13
      probe     = 1'b1;
      n.probed  = 1'b1;
      n.heard   = 1'b0;
      n.backoff = longer;
      sets      = 1'b1;
      wait_     = later_q;
      if (silent) n.patience = patience_q;                                                                      // R14
    end
    n.age  = !owed_q ? 2'd0 : anew_q ? 2'd1 : t.age == 2'd3 ? 2'd3 : t.age + 2'd1;
    n.told = told_q;
  end

  assign ask_o     = e_q.v && (probe || abort);
  assign timeout_o = e_q.v && probe && t.probed && !t.heard && !ch.heard;
  always_comb begin
    job_o                    = '0;
    job_o.kind               = failed ? sumac_pkg::KIND_ABORT : sumac_pkg::KIND_PROBE;
    job_o.channel[ChanW-1:0] = e_q.index;
    job_o.seq                = failed ? 32'd0 : ch.nxt;
    job_o.word               = failed ? {8'd0, reason_q} : 32'd0;
    job_o.group[GroupW-1:0]  = ch.group;
  end

  // The timer's next time, and what follows from it. A channel that was just opened is looked at in the next round.
  logic f_sets_q, f_opened_q, f_waits_q, f_failed_q, f_again_q, f_full_q;
  always_comb begin
    written = n_q;
    if (f_sets_q) written.due = round_i + wait_q;
  end
  always_ff @(posedge clk_i) begin : found
    n_q        <= n;
    {f_sets_q, wait_q} <= {sets, wait_};
    f_opened_q <= ch.open && ch.fresh;
    f_waits_q  <= waits;
    f_failed_q <= ch.open && failed;
    f_full_q   <= full;
    f_again_q  <= owed_q || short_q || (ch.open && (ch.fresh || (failed ? !t.began || (t.tries != '0 && elapsed_q)
                                                              : waiting && t.waits && elapsed_q)));
    verdict_o.heard  <= e_q.v && ch.heard && ch.open && !ch.fresh;
    verdict_o.silent <= e_q.v && probe && silent;
    verdict_o.dies   <= e_q.v && probe && silent && limit_q != '0 && patience_q >= limit_q;
    {verdict_o.group, verdict_o.rank} <= {6'(ch.group), ch.rank};
    found_o.asks <= f_q.v && (n_q.waits || (f_opened_q ? f_waits_q || f_failed_q : f_failed_q && (!n_q.began || n_q.tries != '0)));
    found_o.now  <= f_opened_q || (f_failed_q && !n_q.began);
    found_o.due  <= 24'(written.due);
    {found_o.seen, found_o.channel, found_o.group} <= {f_q.v, 10'(f_q.index), verdict_o.group};
    {found_o.again, found_o.full} <= {f_again_q, f_full_q};
    if (rst_i) {found_o.asks, found_o.seen, verdict_o.heard, verdict_o.silent, verdict_o.dies} <= '0;
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  // A channel's last PROBE, and its ABORTs.
  int unsigned       aborts_q [Channels];
  logic [RoundW-1:0] probed_q [Channels];
  logic [Channels-1:0] probed_once_q;
  always_ff @(posedge clk_i) begin : seen
    if (e_q.v) begin
      if (ch.fresh || !ch.open) aborts_q[e_q.index] <= 0;
      else if (abort) aborts_q[e_q.index] <= aborts_q[e_q.index] + 1;
      if (probe) probed_q[e_q.index] <= round_i;
      probed_once_q[e_q.index] <= probe || (probed_once_q[e_q.index] && !ch.fresh && ch.open);
    end
    if (rst_i) probed_once_q <= '0;
  end
  logic [RoundW-1:0] since;    // rounds since the channel's last PROBE
  int unsigned       aborts;
  assign since  = round_i - probed_q[e_q.index];
  assign aborts = aborts_q[e_q.index];
  a_probe: assert property (@(posedge clk_i) disable iff (rst_i) e_q.v && probe && probed_once_q[e_q.index] |->
    since >= RoundW'(ProbeRounds)) else $error("R13: PROBEs follow each other too soon");
  a_abort: assert property (@(posedge clk_i) disable iff (rst_i) e_q.v && abort |-> aborts < AbortTries)
    else $error("R15: an ABORT too many");
`endif
`endif
endmodule
