// The sweep: visits every channel once in a round of Channels cycles, by the time now_i, and decides what is due because time has
// passed (R11): NAKs that are repeated (R4), PROBEs (R12, R13), peers that are given up (R14), ABORTs (R15), and, by settled_o,
// that a closing group's channels wait for nothing more (R17). docs/transport.md has the rules.
// wake_o is the next cycle at which a channel's time has come, as the last whole round saw it; all ones: never. A clock at which
// now_i stands still visits nothing, and a round in which it has jumped is not whole.
// Latency: a verdict four cycles after a visit; Channels is at least 4. Throughput: a channel a cycle. Memory: timers, a word a
// channel, in RAM; events since the last visit, registers. Reset: nothing waits.
module sumac_sweep #(
  parameter int Channels    = sumac_pkg::DefChannels,
  parameter int Groups      = sumac_pkg::DefGroups,
  parameter int ProbeRounds = sumac_pkg::DefProbeRounds,
  parameter int AbortTries  = sumac_pkg::DefAbortTries,
  localparam int ChanW      = $clog2(Channels),
  localparam int GroupW     = $clog2(Groups)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  // what happens to channels
  input  logic              open_i,        // pulse: it is opened
  input  logic [ChanW-1:0]  open_index_i,
  input  logic              heard_i,       // pulse: a good packet came,
  input  logic              news_i,        // ... that moved una or lim
  input  logic              aborted_i,     // ... an ABORT
  input  logic [ChanW-1:0]  heard_index_i,
  // the channel that is visited
  output logic [ChanW-1:0]  ch_index_o,
  input  logic [31:0]       ch_nxt_i,
  input  logic              ch_blocked_i,  // its next chunk is there, and may not go for the limit
  // ... and a cycle later what is known of it
  input  logic              ch_open_i,     // if its group lives
  input  logic [Groups-1:0] live_i,
  input  logic [GroupW-1:0] ch_group_i,
  input  logic [15:0]       ch_rank_i,
  input  logic [31:0]       ch_una_i,
  input  logic [31:0]       ch_lim_i,
  input  logic              ch_gap_i,
  // groups
  input  logic [Groups-1:0] reset_i,       // pulse: it is opened
  input  logic [Groups-1:0] failed_i,
  input  logic [Groups-1:0] still_i,       // it is closing, and nothing of it is in flight
  output logic [Groups-1:0] settled_o,
  output logic [GroupW-1:0] g_group_o,
  input  sumac_pkg::sweep_group_t g_i,
  // what is due
  output logic              nak_o,         // pulse
  output logic [ChanW-1:0]  nak_index_o,
  output logic              ask_o,         // pulse: a packet; only if
  input  logic              room_i,        // ... there is room for one
  output sumac_pkg::tx_t    job_o,
  output logic              timeout_o,     // pulse: a PROBE that found the last one unanswered
  // a peer that is given up: the group must fail
  output logic              dead_valid_o,
  input  logic              dead_ready_i,
  output sumac_pkg::fault_t dead_o,
  output logic [63:0]       wake_o
);
  localparam int         RoundW      = 24;     // of a round's number, which wraps
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
  } timer_t;

  // Events since the last visit.
  logic [Channels-1:0] fresh_q, heard_q, news_q, aborted_q;

  // A visit's first cycle reads the tables; what they say comes with the second, and is compared in the third. The fourth looks at
  // the channel's timer, the fifth decides. So many visits are under way, each with its channel and round.
  typedef struct packed {
    logic              v, whole;   // so far the round is whole
    logic [ChanW-1:0]  index;
    logic [63-ChanW:0] round;
  } visit_t;
  visit_t            b_q, c_q, d_q, e_q;
  logic [ChanW-1:0]  index;
  logic              moves, visit, blocked_q;
  logic [31:0]       nxt_q;

  assign index      = now_i[ChanW-1:0];
  // After a jump of the clock it may be one that is still under way, whose timer is not written yet; that is left out.
  assign moves      = index != b_q.index;
  assign visit      = moves && !(c_q.v && c_q.index == index) && !(d_q.v && d_q.index == index);
  assign ch_index_o = index;

  always_ff @(posedge clk_i) begin : visits
    b_q.v     <= visit && !rst_i;
    b_q.index <= index;
    if (moves) begin
      b_q.whole <= visit && (index == '0 || (b_q.whole && now_i[63:ChanW] == b_q.round && index == b_q.index + 1'b1));
      b_q.round <= now_i[63:ChanW];
    end
    {nxt_q, blocked_q} <= {ch_nxt_i, ch_blocked_i};
    c_q <= b_q;
    d_q <= c_q;
    e_q <= d_q;
    if (rst_i) begin
      b_q.whole <= 1'b0;
      {c_q.v, d_q.v, e_q.v} <= 3'b000;
    end
  end

  // The words of the tables, and the events since the last visit.
  typedef struct packed {
    logic              open, gap, fresh, heard, news, aborted;
    logic [GroupW-1:0] group;
    logic [15:0]       rank;
    logic [31:0]       nxt;
  } channel_t;
  channel_t    ch_q, d_ch_q, ch;             // in the third cycle, the fourth, the fifth
  logic [31:0] una_q, lim_q;
  logic        blocked1_q;

  always_ff @(posedge clk_i) begin : read
    ch_q.open    <= ch_open_i;
    ch_q.gap     <= ch_gap_i;
    ch_q.fresh   <= fresh_q[b_q.index];
    ch_q.heard   <= heard_q[b_q.index];
    ch_q.news    <= news_q[b_q.index];
    ch_q.aborted <= aborted_q[b_q.index];
    ch_q.group   <= ch_group_i;
    ch_q.rank    <= ch_rank_i;
    ch_q.nxt     <= nxt_q;
    una_q        <= ch_una_i;
    lim_q        <= ch_lim_i;
    blocked1_q   <= blocked_q;
  end

  // An event in the second cycle of a visit belongs to the next one.
  always_ff @(posedge clk_i) begin : events
    if (b_q.v) begin
      fresh_q[b_q.index] <= 1'b0;
      heard_q[b_q.index] <= 1'b0;
      news_q[b_q.index]  <= 1'b0;
    end
    if (heard_i) heard_q[heard_index_i] <= 1'b1;
    if (news_i) news_q[heard_index_i] <= 1'b1;
    if (aborted_i) aborted_q[heard_index_i] <= 1'b1;
    if (open_i) begin
      fresh_q[open_index_i]   <= 1'b1;
      heard_q[open_index_i]   <= 1'b0;
      news_q[open_index_i]    <= 1'b0;
      aborted_q[open_index_i] <= 1'b0;
    end
    if (rst_i) begin
      fresh_q   <= '1;
      heard_q   <= '0;
      news_q    <= '0;
      aborted_q <= '0;
    end
  end

  timer_t            t_read, d_t_q, t, n;
  logic              d_waits_q, d_failed_q, d_closing_q, waits, failed, waiting, elapsed, elapsed_q, probe, abort, dies,
      dies_q, silent;
  logic [10:0]       d_patience_q, patience, patience_q;
  logic [23:0]       d_reason_q, reason_q;
  logic [RoundW-1:0] round, due_now_q, due_same_q, due_longer_q;
  logic [2:0]        longer;

  sumac_ram #(.Width($bits(t)), .Depth(Channels)) u_timers (
    .clk_i, .w_en_i(e_q.v), .w_addr_i(e_q.index), .w_data_i(n), .r_en_i(b_q.v), .r_addr_i(b_q.index), .r_data_o(t_read));

  assign g_group_o = ch_q.group;
  always_ff @(posedge clk_i) begin : compare
    d_ch_q       <= ch_q;
    d_ch_q.open  <= ch_q.open && live_i[ch_q.group];
    d_waits_q    <= ch_q.nxt != una_q || (blocked1_q && ch_q.nxt == lim_q);
    d_failed_q   <= failed_i[ch_q.group];
    d_closing_q  <= g_i.closing;
    d_patience_q <= g_i.patience;
    d_reason_q   <= {g_i.status, g_i.rank};
    d_t_q        <= t_read;
  end

  // The timer's time, and what it may become.
  assign round    = d_q.round[RoundW-1:0];
  assign patience = d_t_q.patience == '1 ? d_t_q.patience : d_t_q.patience + 11'd1;
  function automatic logic [2:0] after(input logic [2:0] backoff);
    after = backoff == MostBackoff ? backoff : backoff + 3'd1;
  endfunction
  always_ff @(posedge clk_i) begin : look
    ch           <= d_ch_q;
    t            <= d_t_q;
    waits        <= d_waits_q;
    failed       <= d_failed_q;
    reason_q     <= d_reason_q;
    elapsed_q    <= $signed(round - d_t_q.due) >= 0;
    waiting      <= d_ch_q.open && !d_failed_q && d_waits_q
                    && !(d_closing_q && !d_ch_q.fresh && d_t_q.backoff == MostBackoff);                         // R12, R17
    silent       <= d_t_q.backoff == MostBackoff && d_t_q.probed && !d_t_q.heard && !d_ch_q.heard;
    patience_q   <= patience;
    dies_q       <= d_patience_q != '0 && patience >= d_patience_q;
    due_now_q    <= round + RoundW'(ProbeRounds);
    due_same_q   <= round + (RoundW'(ProbeRounds) << d_t_q.backoff);
    due_longer_q <= round + (RoundW'(ProbeRounds) << after(d_t_q.backoff));
  end

  assign elapsed = elapsed_q && room_i && !dead_valid_o;
  assign longer  = after(t.backoff);

  always_comb begin : decide
    n     = t;
    probe = 1'b0;
    abort = 1'b0;
    dies  = 1'b0;
    if (ch.heard) begin
      n.heard    = 1'b1;
      n.patience = '0;
    end
    if (!ch.open || ch.fresh) n = '0;
    else if (failed) begin                                                                                      // R15
      n.waits = 1'b0;
      if (!t.began && room_i) begin
        abort     = 1'b1;
        n.began   = 1'b1;
        n.tries   = TriesW'(AbortTries - 1);
        n.backoff = 3'd0;
        n.due     = due_now_q;
      end else if (t.began && ch.aborted) n.tries = '0;
      else if (t.began && t.tries != '0 && elapsed) begin
        abort     = 1'b1;
        n.tries   = t.tries - TriesW'(1);
        n.backoff = longer;
        n.due     = due_longer_q;
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
      n.due     = ch.news ? due_now_q : due_same_q;
    end else if (elapsed) begin                                                                                 // R12, R13
      probe     = 1'b1;
      n.probed  = 1'b1;
      n.heard   = 1'b0;
      n.backoff = longer;
      n.due     = due_longer_q;
      if (silent) begin                                                                                         // R14
        n.patience = patience_q;
        dies       = dies_q;
      end
    end
  end

  assign nak_o       = e_q.v && ch.open && !failed && ch.gap && e_q.round[0];                                   // R4
  assign nak_index_o = e_q.index;
  assign ask_o       = e_q.v && (probe || abort);
  always_comb begin
    job_o                    = '0;
    job_o.kind               = abort ? sumac_pkg::KIND_ABORT : sumac_pkg::KIND_PROBE;
    job_o.channel[ChanW-1:0] = e_q.index;
    job_o.seq                = abort ? 32'd0 : ch.nxt;
    job_o.word               = abort ? {8'd0, reason_q} : 32'd0;
    job_o.group[GroupW-1:0]  = ch.group;
  end
  assign timeout_o   = e_q.v && probe && t.probed && !t.heard && !ch.heard;

  // R14: which rank. A group of which nothing is heard, and two ranks are silent, has lost its own link.
  logic [Groups-1:0] any_q, two_q;
  logic [15:0]       silent_rank_q [Groups];
  logic              second;
  assign second = any_q[ch.group] && silent_rank_q[ch.group] != ch.rank;

  always_ff @(posedge clk_i) begin : dead
    if (dead_ready_i) dead_valid_o <= 1'b0;
    if (e_q.v && ch.heard && ch.open) begin
      any_q[ch.group] <= 1'b0;
      two_q[ch.group] <= 1'b0;
    end else if (e_q.v && probe && silent) begin
      any_q[ch.group] <= 1'b1;
      if (second) two_q[ch.group] <= 1'b1;
      else silent_rank_q[ch.group] <= ch.rank;
    end
    if (e_q.v && dies) begin
      dead_valid_o <= 1'b1;
      dead_o       <= {6'(ch.group), sumac_pkg::ST_EPEER, two_q[ch.group] || second ? 16'hffff : ch.rank};
    end
    for (int g = 0; g < Groups; g++) if (reset_i[g]) {any_q[g], two_q[g]} <= 2'b00;
    if (rst_i) begin
      dead_valid_o <= 1'b0;
      any_q        <= '0;
      two_q        <= '0;
    end
  end

  // A channel that was just opened is looked at in the next round.
  logic              first, last, f_first_q, f_last_q, f_asks_q, f_now_q;
  logic [GroupW-1:0] f_group_q;
  logic [RoundW-1:0] f_due_q;
  logic [63-ChanW:0] f_round_q;
  assign first = e_q.v && e_q.index == '0;
  assign last  = e_q.v && e_q.whole && 32'(e_q.index) == Channels - 1;
  always_ff @(posedge clk_i) begin : found
    f_asks_q <= e_q.v && (n.waits || (ch.open && ch.fresh && (waits || failed)) ||
                          (ch.open && !ch.fresh && failed && (!n.began || n.tries != '0)));
    f_now_q   <= ch.fresh || (failed && !n.began);
    f_due_q   <= n.due;
    f_group_q <= ch.group;
    f_round_q <= e_q.round;
    {f_first_q, f_last_q} <= {first, last};
    if (rst_i) {f_asks_q, f_first_q, f_last_q} <= '0;
  end

  sumac_sweep_round #(.Channels(Channels), .Groups(Groups), .RoundW(RoundW)) u_round (
    .clk_i, .rst_i, .first_i(f_first_q), .last_i(f_last_q), .asks_i(f_asks_q), .now_i(f_now_q), .due_i(f_due_q),
    .round_i(f_round_q), .group_i(f_group_q), .still_i, .settled_o, .wake_o
  );

`ifdef VERILATOR
`ifndef SYNTHESIS
  // A round's visits; a channel's last PROBE, and its ABORTs.
  int unsigned       visits_q, aborts_q [Channels];
  logic [RoundW-1:0] probed_q [Channels];
  logic [Channels-1:0] probed_once_q;
  always_ff @(posedge clk_i) begin : seen
    if (e_q.v) begin
      visits_q <= first ? 1 : visits_q + 1;
      if (ch.fresh || !ch.open) aborts_q[e_q.index] <= 0;
      else if (abort) aborts_q[e_q.index] <= aborts_q[e_q.index] + 1;
      if (probe) probed_q[e_q.index] <= e_q.round[RoundW-1:0];
      probed_once_q[e_q.index] <= probe || (probed_once_q[e_q.index] && !ch.fresh && ch.open);
    end
    if (rst_i) probed_once_q <= '0;
  end
  logic [RoundW-1:0] since;    // rounds since the channel's last PROBE
  int unsigned       aborts;
  assign since  = e_q.round[RoundW-1:0] - probed_q[e_q.index];
  assign aborts = aborts_q[e_q.index];
  a_round: assert property (@(posedge clk_i) disable iff (rst_i) last |-> visits_q == Channels - 1)
    else $error("R11: a whole round has not visited every channel once");
  a_probe: assert property (@(posedge clk_i) disable iff (rst_i) e_q.v && probe && probed_once_q[e_q.index] |->
    since >= RoundW'(ProbeRounds)) else $error("R13: PROBEs follow each other too soon");
  a_abort: assert property (@(posedge clk_i) disable iff (rst_i) e_q.v && abort |-> aborts < AbortTries)
    else $error("R15: an ABORT too many");
`endif
`endif
endmodule
