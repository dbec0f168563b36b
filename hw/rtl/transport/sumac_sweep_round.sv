// Adds up what the sweep finds: in a whole round, which closing groups' channels wait for nothing more (R17), and when the next
// channel's time comes; and which rank is given up (R14). A finding that counts by rounds comes two cycles after it was decided,
// a verdict one.
// Latency: settled_o and wake_o a cycle after the end of a round. Memory: registers. Reset: nothing was found.
module sumac_sweep_round #(
  parameter int Groups      = sumac_pkg::DefGroups,
  parameter int SweepCycles = sumac_pkg::DefSweepCycles,
  parameter int RoundW      = 24,
  localparam int TimeW      = $clog2(SweepCycles),
  localparam int GroupW     = $clog2(Groups)
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic               first_i,       // pulse: a round begins,
  input  logic               last_i,        // ... or has ended, and all its findings have come two cycles before
  input  sumac_pkg::found_t  found_i,
  input  logic [63-TimeW:0]  round_i,
  input  sumac_pkg::states_t states_i,
  output logic [Groups-1:0]  settled_o,     // pulses
  output logic               ends_o,        // pulse: wake_o is a whole round's
  output logic [63:0]        wake_o,
  input  sumac_pkg::verdict_t verdict_i,
  output logic               dead_valid_o,
  input  logic               dead_ready_i,
  output sumac_pkg::fault_t  dead_o,
  output logic               held_o         // one is, or will be
);
  // A group that is still must have been so before the first channel is read, since a chunk that is taken right after that read
  // may have come to its end by now.
  logic                     asks_q, wakes_q;
  logic [GroupW-1:0]        group_q;
  logic signed [RoundW-1:0] left_q, wait_q;
  logic [Groups-1:0]        still, still_q, busy_q;
  assign still = states_i.still[Groups-1:0];

  always_ff @(posedge clk_i) begin : rounds
    {asks_q, group_q} <= {found_i.asks, found_i.group[GroupW-1:0]};
    left_q  <= found_i.now ? '0 : RoundW'(found_i.due) - round_i[RoundW-1:0];
    if (asks_q) busy_q[group_q] <= 1'b1;
    if (asks_q && (!wakes_q || left_q < wait_q)) wait_q <= left_q;
    wakes_q <= (asks_q || wakes_q) && !first_i;
    if (first_i) still_q <= still;
    if (first_i || rst_i) busy_q <= '0;
    ends_o    <= last_i;
    settled_o <= last_i ? still_q & still & ~busy_q : '0;
    if (last_i) wake_o <= wakes_q ? {round_i + (64-TimeW)'(wait_q), TimeW'(0)} : '1;
    if (rst_i) begin
      {asks_q, wakes_q, ends_o, settled_o} <= '0;
      wake_o <= '1;
    end
  end

  // A group of which nothing is heard, and two ranks are silent, has lost its own link. Verdicts come every other cycle at most.
  logic [Groups-1:0] any_q, two_q, mine_q, gone;
  logic              heard_q, silent_q, dies_q, was_any_q, was_two_q, second;
  logic              dead_own_q;
  logic [GroupW-1:0] group, verdict_group_q, dead_group_q;
  logic [15:0]       verdict_rank_q, dead_rank_q, silent_rank;
  sumac_ram #(.Width(16), .Depth(Groups)) u_silent (
    .clk_i, .w_en_i(silent_q), .w_addr_i(verdict_group_q), .w_data_i(verdict_rank_q),
    .r_en_i(1'b1), .r_addr_i(group), .r_data_o(silent_rank));
  assign group  = verdict_i.group[GroupW-1:0];
  assign gone   = (mine_q & {Groups{heard_q}}) | states_i.reset[Groups-1:0];
  assign second = was_any_q && silent_rank != verdict_rank_q;
  assign dead_o = {6'(dead_group_q), sumac_pkg::ST_EPEER, dead_rank_q | {16{dead_own_q}}};
  assign held_o = verdict_i.dies || dies_q || dead_valid_o;

  always_ff @(posedge clk_i) begin : dead
    {heard_q, silent_q, dies_q} <= {verdict_i.heard, verdict_i.silent, verdict_i.dies};
    {verdict_group_q, verdict_rank_q} <= {group, verdict_i.rank};
    {was_any_q, was_two_q} <= {any_q[group], two_q[group]};
    if (dead_ready_i) dead_valid_o <= 1'b0;
    mine_q <= Groups'(1) << group;
    any_q  <= (any_q | (mine_q & {Groups{silent_q}})) & ~gone;
    two_q  <= (two_q | (mine_q & {Groups{silent_q && second}})) & ~gone;
    if (dies_q) begin
      dead_valid_o <= 1'b1;
      {dead_group_q, dead_rank_q} <= {verdict_group_q, verdict_rank_q};
      dead_own_q   <= was_two_q || second;
    end
    if (rst_i) begin
      {dead_valid_o, heard_q, silent_q, dies_q} <= '0;
      {any_q, two_q} <= '0;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  logic [Groups-1:0] asked_q, asked_then_q, asked;    // groups of which a channel waits, in this round and in the last
  assign asked = (first_i ? '0 : asked_q) | (found_i.asks ? Groups'(1) << found_i.group : '0);
  always_ff @(posedge clk_i) begin
    asked_q <= asked;
    if (last_i) asked_then_q <= asked;
  end
  a_still: assert property (@(posedge clk_i) disable iff (rst_i) (settled_o & asked_then_q) == '0)
    else $error("R17: a group is settled while one of its channels waits");
`endif
`endif
endmodule
