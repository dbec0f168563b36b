// Adds up what the sweep finds: in a whole round, which closing groups' channels wait for nothing more (R17), whether chunks are
// owed an acknowledgement, and when the next channel's time comes; and which rank is given up (R14). A finding that counts by
// rounds comes two cycles after it was decided, a verdict one.
// Latency: settled_o, owes_o and wake_o three cycles after the last visit of a round. Memory: registers. Reset: nothing was found.
module sumac_sweep_round #(
  parameter int Channels = sumac_pkg::DefChannels,
  parameter int Groups   = sumac_pkg::DefGroups,
  parameter int RoundW   = 24,
  localparam int ChanW   = $clog2(Channels),
  localparam int GroupW  = $clog2(Groups)
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic               first_i,       // a visit to the first channel,
  input  logic               last_i,        // ... or to the last one, of a round that is whole
  input  logic               asks_i,        // a visit to one that waits
  input  logic               now_i,         // ... whose time has come,
  input  logic [RoundW-1:0]  due_i,         // ... or comes in this round
  input  logic [62-ChanW:0]  round_i,
  input  logic [GroupW-1:0]  group_i,
  input  logic               owed_i,        // a visit to one that owes chunks an acknowledgement
  input  logic [Groups-1:0]  still_i,       // it is closing, and nothing of it is in flight
  output logic [Groups-1:0]  settled_o,     // pulses
  output logic               owes_o,
  output logic [63:0]        wake_o,
  // a verdict on a channel: something was heard, nothing was, its peer is given up
  input  logic [Groups-1:0]  reset_i,       // pulse: the group is opened
  input  logic               heard_i,
  input  logic               silent_i,
  input  logic               dies_i,
  input  logic [GroupW-1:0]  verdict_group_i,
  input  logic [15:0]        verdict_rank_i,
  output logic               dead_valid_o,
  input  logic               dead_ready_i,
  output sumac_pkg::fault_t  dead_o,
  output logic               held_o         // one is, or will be
);
  // A group that is still must have been so when the first channel was read, since a chunk that was taken right after that read
  // may have come to its end by now.
  localparam int Ago = 6;
  logic                     first_q, last_q, asks_q, wakes_q, ends_q, owed_q, owing_q, sooner;
  logic [GroupW-1:0]        group_q;
  logic [62-ChanW:0]        round_q, ends_round_q;
  logic signed [RoundW-1:0] left_q, wait_q;
  logic [Groups-1:0]        still_q, still_at_end_q, busy_q, busy;
  logic [Groups-1:0]        was_still_q [Ago];

  assign sooner = asks_q && (first_q || !wakes_q || left_q < wait_q);
  always_comb begin : so_far
    busy = first_q ? '0 : busy_q;
    if (asks_q) busy[group_q] = 1'b1;
  end

  always_ff @(posedge clk_i) begin : rounds
    for (int i = 0; i < Ago; i++) was_still_q[i] <= i == 0 ? still_i : was_still_q[i-1];
    {first_q, last_q, asks_q, owed_q} <= {first_i, last_i, asks_i, owed_i};
    owing_q        <= owed_q || (owing_q && !first_q);
    group_q        <= group_i;
    round_q        <= round_i;
    left_q         <= now_i ? '0 : due_i - round_i[RoundW-1:0];
    busy_q         <= busy;
    wakes_q        <= asks_q || (wakes_q && !first_q);
    if (sooner) wait_q <= left_q;
    if (first_q) still_q <= was_still_q[Ago-1];
    ends_q         <= last_q;
    ends_round_q   <= round_q;
    still_at_end_q <= still_i;
    settled_o      <= ends_q ? still_q & still_at_end_q & ~busy_q : '0;
    if (ends_q) {owes_o, wake_o} <= {owing_q, wakes_q ? {ends_round_q + (63-ChanW)'(wait_q), (ChanW+1)'(0)} : 64'd0 - 64'd1};
    if (rst_i) begin
      {first_q, last_q, asks_q, wakes_q, ends_q, owed_q, owing_q, owes_o} <= '0;
      settled_o <= '0;
      wake_o    <= '1;
      busy_q    <= '0;
    end
  end

  // A group of which nothing is heard, and two ranks are silent, has lost its own link. Verdicts come every other cycle at most.
  logic [Groups-1:0] any_q, two_q;
  logic              heard_q, silent_q, dies_q, second;
  logic              dead_own_q;
  logic [GroupW-1:0] verdict_group_q, dead_group_q;
  logic [15:0]       verdict_rank_q, dead_rank_q, silent_rank;
  sumac_ram #(.Width(16), .Depth(Groups)) u_silent (
    .clk_i, .w_en_i(silent_q), .w_addr_i(verdict_group_q), .w_data_i(verdict_rank_q),
    .r_en_i(1'b1), .r_addr_i(verdict_group_i), .r_data_o(silent_rank));
  assign second = any_q[verdict_group_q] && silent_rank != verdict_rank_q;
  assign dead_o = {6'(dead_group_q), sumac_pkg::ST_EPEER, dead_rank_q | {16{dead_own_q}}};
  assign held_o = dies_i || dies_q || dead_valid_o;

  always_ff @(posedge clk_i) begin : dead
    {heard_q, silent_q, dies_q} <= {heard_i, silent_i, dies_i};
    {verdict_group_q, verdict_rank_q} <= {verdict_group_i, verdict_rank_i};
    if (dead_ready_i) dead_valid_o <= 1'b0;
    if (heard_q) begin
      any_q[verdict_group_q] <= 1'b0;
      two_q[verdict_group_q] <= 1'b0;
    end else if (silent_q) begin
      any_q[verdict_group_q] <= 1'b1;
      if (second) two_q[verdict_group_q] <= 1'b1;
    end
    if (dies_q) begin
      dead_valid_o <= 1'b1;
      {dead_group_q, dead_rank_q} <= {verdict_group_q, verdict_rank_q};
      dead_own_q   <= two_q[verdict_group_q] || second;
    end
    for (int g = 0; g < Groups; g++) if (reset_i[g]) {any_q[g], two_q[g]} <= 2'b00;
    if (rst_i) begin
      {dead_valid_o, heard_q, silent_q, dies_q} <= '0;
      {any_q, two_q} <= '0;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  logic [Groups-1:0] asked_q, asked_then_q, asked;    // groups of which a channel waits, in this round and in the last
  assign asked = (first_i ? '0 : asked_q) | (asks_i ? Groups'(1) << group_i : '0);
  always_ff @(posedge clk_i) begin
    asked_q <= asked;
    if (last_i) asked_then_q <= asked;
  end
  a_still: assert property (@(posedge clk_i) disable iff (rst_i) (settled_o & asked_then_q) == '0)
    else $error("R17: a group is settled while one of its channels waits");
`endif
`endif
endmodule
