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
  // the third: its channel, and the channel's group
  input  logic              open_i,        // if its group lives
  input  logic              gap_i,
  input  logic              blocked_i,     // its next chunk is there, and may not go for the limit
  input  logic              fresh_i,       // since the last visit: it was opened,
  input  logic              heard_i,       // something came,
  input  logic              news_i,        // ... that moved una or lim,
  input  logic              aborted_i,     // and ever: an ABORT
  input  logic [GroupW-1:0] group_i,
  input  logic [15:0]       rank_i,
  input  logic [31:0]       nxt_i,
  input  logic [31:0]       una_i,
  input  logic [31:0]       lim_i,
  input  logic [Groups-1:0] live_i,
  input  logic [Groups-1:0] failed_i,
  input  sumac_pkg::sweep_group_t g_i,
  // the fourth: acknowledgements
  output logic              old_o,         // the last visit found chunks owed,
  output logic              older_o,       // ... and two before it
  output logic [4:0]        old_rcv_o,     // ... since these were told
  output logic              nak_o,         // chunks are missing
  input  logic              owed_i,        // and what this visit finds
  input  logic              half_i,        // ... of the limit
  input  logic [4:0]        told_rcv_i,
  // the fifth: a packet, if
  output logic              ask_o,
  input  logic              room_i,        // ... there is room for one; a PROBE, if
  input  logic              held_i,        // ... no peer waits to be given up
  output sumac_pkg::tx_t    job_o,
  output logic              timeout_o,     // a PROBE that found the last one unanswered
  // the sixth: what it says of the peer: heard, silent, given up
  output logic              heard_o,
  output logic              silent_o,
  output logic              dies_o,
  output logic [GroupW-1:0] group_o,
  output logic [15:0]       rank_o,
  // the seventh: what counts by rounds
  output logic              asks_o,        // it waits,
  output logic              asks_now_o,    // ... for now,
  output logic [RoundW-1:0] due_o,         // ... or for this round
  output logic [GroupW-1:0] asks_group_o,
  output logic              seen_o,        // a visit,
  output logic [ChanW-1:0]  seen_index_o,
  output logic              again_o,       // ... and the next round's may find something to do,
  output logic              full_o         // ... or may if its next chunk is there: the limit is reached
);
  localparam int         TriesW      = $clog2(AbortTries + 1);
  localparam logic [2:0] MostBackoff = 3'd6;

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
    d_ch_q       <= {open_i && live_i[group_i], fresh_i, heard_i, news_i, aborted_i, group_i, rank_i, nxt_i};
    d_gap_q      <= gap_i;
    d_waits_q    <= nxt_i != una_i || (blocked_i && nxt_i == lim_i);
    d_full_q     <= nxt_i == lim_i;
    d_failed_q   <= failed_i[group_i];
    d_closing_q  <= g_i.closing;
    d_patience_q <= g_i.patience;
    d_reason_q   <= {g_i.status, g_i.rank};
    d_t_q        <= t_read;
  end

  // The timer's time, and what it may become.
  function automatic logic [2:0] after(input logic [2:0] backoff);
    after = backoff == MostBackoff ? backoff : backoff + 3'd1;
  endfunction
  assign {old_o, older_o, old_rcv_o} = {d_t_q.age != 2'd0, d_t_q.age == 2'd3, d_t_q.told};
  assign nak_o = d_ch_q.open && !d_failed_q && d_gap_q;                                                         // R4
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
    {owed_q, told_q} <= {owed_i, told_rcv_i};
    short_q    <= nak_o || half_i;
    anew_q     <= d_t_q.age == 2'd0 || d_t_q.told != told_rcv_i;
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
    heard_o    <= e_q.v && ch.heard && ch.open && !ch.fresh;
    silent_o   <= e_q.v && probe && silent;
    dies_o     <= e_q.v && probe && silent && limit_q != '0 && patience_q >= limit_q;
    group_o    <= ch.group;
    rank_o     <= ch.rank;
    asks_o     <= f_q.v && (n_q.waits || (f_opened_q ? f_waits_q || f_failed_q : f_failed_q && (!n_q.began || n_q.tries != '0)));
    asks_now_o <= f_opened_q || (f_failed_q && !n_q.began);
    due_o      <= written.due;
    asks_group_o <= group_o;
    {seen_o, seen_index_o, again_o, full_o} <= {f_q.v, f_q.index, f_again_q, f_full_q};
    if (rst_i) {asks_o, seen_o, heard_o, silent_o, dies_o} <= '0;
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
