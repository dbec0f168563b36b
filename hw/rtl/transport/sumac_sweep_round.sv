// Adds up what the sweep finds in a whole round: which closing groups' channels wait for nothing more (R17), and when the next
// channel's time comes. Visits come a cycle after they were decided.
// Latency: settled_o and wake_o three cycles after the last visit of a round. Memory: registers. Reset: nothing was found.
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
  input  logic [63-ChanW:0]  round_i,
  input  logic [GroupW-1:0]  group_i,
  input  logic [Groups-1:0]  still_i,       // it is closing, and nothing of it is in flight
  output logic [Groups-1:0]  settled_o,     // pulses
  output logic [63:0]        wake_o
);
  // A group that is still must have been so when the first channel was read, since a chunk that was taken right after that read
  // may have come to its end by now.
  localparam int Ago = 5;
  logic                     first_q, last_q, asks_q, wakes_q, ends_q, sooner;
  logic [GroupW-1:0]        group_q;
  logic [63-ChanW:0]        round_q, ends_round_q;
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
    {first_q, last_q, asks_q} <= {first_i, last_i, asks_i};
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
    if (ends_q) wake_o <= wakes_q ? {ends_round_q + (64-ChanW)'(wait_q), ChanW'(0)} : '1;
    if (rst_i) begin
      {first_q, last_q, asks_q, wakes_q, ends_q} <= '0;
      settled_o <= '0;
      wake_o    <= '1;
      busy_q    <= '0;
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
