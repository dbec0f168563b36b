// The sweep: visits every channel once in a round of Channels cycles, by the time now_i, and decides what is due because time has
// passed (R11): NAKs that are repeated (R4), PROBEs (R12, R13), peers that are given up (R14), ABORTs (R15), and, by settled_o,
// that a closing group's channels wait for nothing more (R17). docs/transport.md has the rules.
// wake_o is the next cycle at which a channel's time has come, as the last whole round saw it; all ones: never. A clock at which
// now_i stands still visits nothing, and a round in which it has jumped is not whole.
// Latency: a verdict in the cycle after a visit. Throughput: a channel a cycle. Reset: nothing waits.
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
  input  logic              ch_open_i,     // and its group lives
  input  logic [GroupW-1:0] ch_group_i,
  input  logic [15:0]       ch_rank_i,
  input  logic [31:0]       ch_una_i,
  input  logic [31:0]       ch_lim_i,
  input  logic              ch_gap_i,
  input  logic [31:0]       ch_nxt_i,
  input  logic              ch_blocked_i,  // its next chunk is there, and may not go for the limit
  // groups
  input  logic [Groups-1:0] reset_i,       // pulse: it is opened
  input  logic [Groups-1:0] failed_i,
  input  logic [Groups-1:0] still_i,       // it is closing, and nothing of it is in flight
  output logic [Groups-1:0] settled_o,
  output logic [GroupW-1:0] g_group_o,
  input  logic              g_closing_i,
  input  logic [10:0]       g_patience_i,
  input  logic [7:0]        g_status_i,
  input  logic [15:0]       g_rank_i,
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
  output logic [GroupW-1:0] dead_group_o,
  output logic [15:0]       dead_rank_o,   // 0xffff: the own one
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

  // A visit's first cycle reads.
  logic [ChanW-1:0]  index, index_q;
  logic [63-ChanW:0] round_q;
  logic              visit, whole_q, v_q, open_q, fresh1_q, heard1_q, news1_q, aborted1_q, gap_q, waits_q;
  logic [GroupW-1:0] group_q;
  logic [15:0]       rank_q;
  logic [31:0]       nxt_q;

  assign index      = now_i[ChanW-1:0];
  assign visit      = index != index_q;
  assign ch_index_o = index;

  always_ff @(posedge clk_i) begin : read
    v_q <= visit && !rst_i;
    if (visit) whole_q <= index == '0 || (whole_q && now_i[63:ChanW] == round_q && index == index_q + 1'b1);
    if (rst_i) whole_q <= 1'b0;
    index_q    <= index;
    if (visit) round_q <= now_i[63:ChanW];
    open_q     <= ch_open_i;
    group_q    <= ch_group_i;
    rank_q     <= ch_rank_i;
    gap_q      <= ch_gap_i;
    nxt_q      <= ch_nxt_i;
    waits_q    <= ch_nxt_i != ch_una_i || (ch_blocked_i && ch_nxt_i == ch_lim_i);
    fresh1_q   <= fresh_q[index];
    heard1_q   <= heard_q[index];
    news1_q    <= news_q[index];
    aborted1_q <= aborted_q[index];
  end

  // An event in the cycle of a visit belongs to the next one.
  always_ff @(posedge clk_i) begin : events
    if (visit) begin
      fresh_q[index] <= 1'b0;
      heard_q[index] <= 1'b0;
      news_q[index]  <= 1'b0;
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

  // The second cycle decides, and writes.
  timer_t t;
  timer_t n;
  logic   failed, waiting, elapsed, probe, abort, dies, silent;

  sumac_ram #(.Width($bits(t)), .Depth(Channels)) u_timers (
    .clk_i, .w_en_i(v_q), .w_addr_i(index_q), .w_data_i(n), .r_en_i(visit), .r_addr_i(index), .r_data_o(t));

  function automatic logic [RoundW-1:0] due_after(input logic [2:0] backoff);
    due_after = round_q[RoundW-1:0] + (RoundW'(ProbeRounds) << backoff);
  endfunction
  function automatic logic [2:0] longer(input logic [2:0] backoff);
    longer = backoff == MostBackoff ? backoff : backoff + 3'd1;
  endfunction

  assign g_group_o = group_q;
  assign failed    = failed_i[group_q];
  assign elapsed   = $signed(round_q[RoundW-1:0] - t.due) >= 0 && room_i && !dead_valid_o;
  assign waiting   = open_q && !failed && waits_q && !(g_closing_i && !fresh1_q && t.backoff == MostBackoff);   // R12, R17

  always_comb begin : decide
    n     = t;
    probe = 1'b0;
    abort = 1'b0;
    dies  = 1'b0;
    if (heard1_q) begin
      n.heard    = 1'b1;
      n.patience = '0;
    end
    if (!open_q || fresh1_q) n = '0;
    else if (failed) begin                                                                                      // R15
      n.waits = 1'b0;
      if (!t.began && room_i) begin
        abort     = 1'b1;
        n.began   = 1'b1;
        n.tries   = TriesW'(AbortTries - 1);
        n.backoff = 3'd0;
        n.due     = due_after(3'd0);
      end else if (t.began && aborted1_q) n.tries = '0;
      else if (t.began && t.tries != '0 && elapsed) begin
        abort     = 1'b1;
        n.tries   = t.tries - TriesW'(1);
        n.backoff = longer(t.backoff);
        n.due     = due_after(longer(t.backoff));
      end
    end else if (!waiting) begin
      n.waits    = 1'b0;
      n.probed   = 1'b0;
      n.patience = '0;
      if (!waits_q) n.backoff = 3'd0;
    end else if (!t.waits || news1_q) begin
      n.waits   = 1'b1;
      n.probed  = 1'b0;
      n.backoff = news1_q ? 3'd0 : t.backoff;                                                                   // R13
      n.due     = due_after(n.backoff);
    end else if (elapsed) begin                                                                                 // R12, R13
      probe     = 1'b1;
      n.probed  = 1'b1;
      n.heard   = 1'b0;
      n.backoff = longer(t.backoff);
      n.due     = due_after(n.backoff);
      if (silent) begin                                                                                         // R14
        if (n.patience != '1) n.patience = n.patience + 11'd1;
        dies = g_patience_i != '0 && n.patience >= g_patience_i;
      end
    end
  end

  assign silent      = t.backoff == MostBackoff && t.probed && !t.heard && !heard1_q;
  assign nak_o       = v_q && open_q && !failed && gap_q && round_q[0];                                         // R4
  assign nak_index_o = index_q;
  assign ask_o = v_q && (probe || abort);
  always_comb begin
    job_o                    = '0;
    job_o.kind               = abort ? sumac_pkg::KIND_ABORT : sumac_pkg::KIND_PROBE;
    job_o.channel[ChanW-1:0] = index_q;
    job_o.seq                = abort ? 32'd0 : nxt_q;
    job_o.word               = abort ? {8'd0, g_status_i, g_rank_i} : 32'd0;
    job_o.group[GroupW-1:0]  = group_q;
  end
  assign timeout_o   = v_q && probe && t.probed && !t.heard && !heard1_q;

  // R14: which rank. A group of which nothing is heard, and two ranks are silent, has lost its own link.
  logic [Groups-1:0] any_q, two_q;
  logic [15:0]       silent_rank_q [Groups];
  logic              second;
  assign second = any_q[group_q] && silent_rank_q[group_q] != rank_q;

  always_ff @(posedge clk_i) begin : dead
    if (dead_ready_i) dead_valid_o <= 1'b0;
    if (v_q && heard1_q && open_q) begin
      any_q[group_q] <= 1'b0;
      two_q[group_q] <= 1'b0;
    end else if (v_q && probe && silent) begin
      any_q[group_q] <= 1'b1;
      if (second) two_q[group_q] <= 1'b1;
      else silent_rank_q[group_q] <= rank_q;
    end
    if (v_q && dies) begin
      dead_valid_o <= 1'b1;
      dead_group_o <= group_q;
      dead_rank_o  <= two_q[group_q] || second ? 16'hffff : rank_q;
    end
    for (int g = 0; g < Groups; g++) if (reset_i[g]) {any_q[g], two_q[g]} <= 2'b00;
    if (rst_i) begin
      dead_valid_o <= 1'b0;
      any_q        <= '0;
      two_q        <= '0;
    end
  end

  // R17, and when to wake: what a whole round has found.
  logic [Groups-1:0]        still_q, busy_q, busy;
  logic                     asks, first, last, wakes_q, wakes;
  logic signed [RoundW-1:0] wait_q, wait_v, left;

  // A channel that was just opened is looked at in the next round.
  assign asks = n.waits || (open_q && fresh1_q && (waits_q || failed)) ||
                (open_q && !fresh1_q && failed && (!n.began || n.tries != '0));
  assign left = fresh1_q || (failed && !n.began) ? '0 : signed'(n.due - round_q[RoundW-1:0]);
  assign first = v_q && index_q == '0;
  assign last  = v_q && whole_q && 32'(index_q) == Channels - 1;
  always_comb begin : round
    busy   = first ? '0 : busy_q;
    wakes  = !first && wakes_q;
    wait_v = wait_q;
    if (v_q && asks) busy[group_q] = 1'b1;
    if (v_q && asks && (!wakes || left < wait_q)) begin
      wakes  = 1'b1;
      wait_v = left;
    end
  end
  always_ff @(posedge clk_i) begin : rounds
    settled_o <= '0;
    busy_q    <= busy;
    wakes_q   <= wakes;
    wait_q    <= wait_v;
    if (first) still_q <= still_i;
    if (last) begin
      settled_o <= still_q & still_i & ~busy;
      wake_o    <= wakes ? {round_q + (64-ChanW)'(wait_v), ChanW'(0)} : '1;
    end
    if (rst_i) begin
      settled_o <= '0;
      still_q   <= '0;
      busy_q    <= '0;
      wakes_q   <= 1'b0;
      wake_o    <= '1;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  // A round's visits; a channel's last PROBE, and its ABORTs; groups of which a channel waits.
  int unsigned       visits_q, aborts_q [Channels];
  logic [RoundW-1:0] probed_q [Channels];
  logic [Channels-1:0] probed_once_q;
  logic [Groups-1:0]   unsettled_q;
  always_ff @(posedge clk_i) begin : seen
    if (v_q) begin
      visits_q <= first ? 1 : visits_q + 1;
      if (first) unsettled_q <= '0;
      if (open_q && (failed ? n.tries != '0 : waits_q && n.backoff != MostBackoff)) unsettled_q[group_q] <= 1'b1;
      if (fresh1_q || !open_q) aborts_q[index_q] <= 0;
      else if (abort) aborts_q[index_q] <= aborts_q[index_q] + 1;
      if (probe) probed_q[index_q] <= round_q[RoundW-1:0];
      probed_once_q[index_q] <= probe || (probed_once_q[index_q] && !fresh1_q && open_q);
    end
    if (rst_i) probed_once_q <= '0;
  end
  logic [RoundW-1:0] since;    // rounds since the channel's last PROBE
  int unsigned       aborts;
  assign since  = round_q[RoundW-1:0] - probed_q[index_q];
  assign aborts = aborts_q[index_q];
  a_round: assert property (@(posedge clk_i) disable iff (rst_i) last |-> visits_q == Channels - 1)
    else $error("R11: a whole round has not visited every channel once");
  a_probe: assert property (@(posedge clk_i) disable iff (rst_i) v_q && probe && probed_once_q[index_q] |->
    since >= RoundW'(ProbeRounds)) else $error("R13: PROBEs follow each other too soon");
  a_abort: assert property (@(posedge clk_i) disable iff (rst_i) v_q && abort |-> aborts < AbortTries)
    else $error("R15: an ABORT too many");
  a_still: assert property (@(posedge clk_i) disable iff (rst_i) (settled_o & unsettled_q) == '0)
    else $error("R17: a group is settled while one of its channels waits");
`endif
`endif
endmodule
