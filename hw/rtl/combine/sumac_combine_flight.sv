// The beats in flight in the combine unit, from their issue to the grant of their write, oldest first: where each
// one's result goes, what is done to it, and whether it ends a pass. It answers which addresses may not be read
// yet, because a beat in flight will write them: an entry counts from the cycle after its issue up to and including
// the cycle of its write's grant. That is found out a cycle ahead: for the addresses of the pass at hand, for those of
// its next beat, and for those of the pass that waits.
// A beat can be launched from the second cycle after its issue on.
// Throughput: an issue, a launch, a result collected and a write a cycle. Reset: empties it.
module sumac_combine_flight #(
  parameter int AddrW  = 8,
  parameter int TagW   = 8,
  parameter int Beats  = 32,    // in flight at most; a power of two
  localparam int PtrW  = $clog2(Beats)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // a beat is issued
  input  logic             issue_i,
  output logic             full_o,
  input  logic [AddrW-1:0] issue_dst_i,
  input  sumac_pkg::lane_t issue_lane_i,
  input  logic             issue_last_i,
  input  logic [TagW-1:0]  issue_tag_i,
  // a pass's first addresses come to wait (fill_i); the addresses at hand move on (step_i) to the pass's next ones
  // (same_i) or to those that wait. after_*: the ones after those. issue_next_*: what is issued writes where the addresses at
  // hand would move to now; issue_after_*: the one after that
  input  logic             fill_i,
  input  logic             step_i,
  input  logic             same_i,
  input  logic [AddrW-1:0] fill_left_i,
  input  logic [AddrW-1:0] fill_right_i,
  input  logic [AddrW-1:0] wait_left_i,
  input  logic [AddrW-1:0] wait_right_i,
  input  logic [AddrW-1:0] after_left_i,
  input  logic [AddrW-1:0] after_right_i,
  input  logic             issue_next_left_i,
  input  logic             issue_next_right_i,
  input  logic             issue_after_left_i,
  input  logic             issue_after_right_i,
  output logic             hit_left_o,      // the addresses at hand are still to be written
  output logic             hit_right_o,
  // the oldest beat that is not launched yet, and its launch
  output logic             wait_o,
  output sumac_pkg::lane_t launch_lane_o,
  input  logic             launch_i,
  // the oldest beat whose result is not collected yet
  input  logic             collect_i,
  output logic             collect_float_o, // it comes by the float lanes' way
  output logic [AddrW-1:0] collect_dst_o,
  output logic             collect_last_o,
  output logic [TagW-1:0]  collect_tag_o,
  input  logic             write_i,         // the oldest beat is written
  output logic             idle_o
);
  logic [AddrW-1:0] dst_q [Beats];
  logic [sumac_pkg::LANE_W-1:0] lane_q [Beats];
  logic             float_q [Beats];                 // lane_q's floats once more, as it is read elsewhere: at collect_q, ahead_q
  logic [TagW:0]    end_q [Beats];
  logic [Beats-1:0] busy_q;
  logic [PtrW-1:0]  tail_q, fetch_q, collect_q, ahead_q, head_q;   // ahead_q: collect_q + 1
  logic [Beats-1:0] head_hot_q, head_hot_next, tail_hot_q, tail_hot_next;   // a one at head_q, at tail_q
  logic [Beats-1:0] place_q;                     // of a beat that is issued now: tail_hot_q, or nothing when full
  logic             full_q, full_next, some_q, waiting_q;   // all places are taken, one is; issued, not fetched for its launch
  logic             next_valid_q, collect_float_q, fetch;

  assign tail_hot_next   = issue_i ? {tail_hot_q[Beats-2:0], tail_hot_q[Beats-1]} : tail_hot_q;
  assign full_next       = (issue_i == write_i) ? full_q : issue_i && tail_q + 1'b1 == head_q;
  assign head_hot_next   = write_i ? {head_hot_q[Beats-2:0], head_hot_q[Beats-1]} : head_hot_q;
  assign full_o  = full_q;
  assign idle_o  = !some_q;
  assign fetch   = waiting_q && (!next_valid_q || launch_i);
  assign wait_o  = next_valid_q;
  assign collect_float_o = collect_float_q;
  assign collect_dst_o   = dst_q[collect_q];
  assign {collect_last_o, collect_tag_o} = end_q[collect_q];

  // ---- addresses that are still to be written: in the next cycle, too, those of all beats in flight but the oldest; that
  // one's, unless it is written now, which is known late
  logic [Beats-1:0] oldest_q, younger_q;      // in flight, and at the head, or not

  // Which beats write the waiting address, that at hand, and the next one, is remembered, since to compare and to
  // gather the answers is too much for one cycle. It means nothing for beats that are not in flight, so it is noted for the beat
  // that may be issued whether it is or not, which is known late.
  logic [1:0] hit;

  // Whether a beat is in both: by threes, a gate of six inputs each, then by sixes of those.
  function automatic logic meet(input logic [Beats-1:0] a, input logic [Beats-1:0] b);
    logic three, six;
    {meet, six, three} = 3'b000;
    for (int n = 0; n < Beats; n++) begin
      three = (n % 3 != 0 && three) || (a[n] && b[n]);
      if (n % 3 == 2 || n == Beats - 1) six = (n % 18 > 2 && six) || three;
      if (n % 18 == 17 || n == Beats - 1) meet = meet || six;
    end
  endfunction

  assign {hit_right_o, hit_left_o} = hit;

  for (genvar side = 0; side < 2; side++) begin : g_side
    logic [AddrW-1:0] fill, waits, after;
    logic [Beats-1:0] waits_q, hand_q, coming_q, stepped;
    logic             new_fill, new_waits, new_came, new_next, new_after;   // what is issued now writes there
    logic             hit_q, of_younger, of_oldest, still_younger;

    assign fill       = (side == 0) ? fill_left_i : fill_right_i;
    assign waits      = (side == 0) ? wait_left_i : wait_right_i;
    assign after      = (side == 0) ? after_left_i : after_right_i;
    assign new_fill   = issue_dst_i == fill;
    assign new_waits  = issue_dst_i == waits;
    // two comparisons: Yosys would make `?:` one of them, behind the choice of what is compared
    assign new_came   = (fill_i && new_fill) || (!fill_i && new_waits);
    assign new_next   = (side == 0) ? issue_next_left_i : issue_next_right_i;
    assign new_after  = (side == 0) ? issue_after_left_i : issue_after_right_i;
    assign stepped    = same_i ? coming_q : waits_q;
    // same_i chooses last, here and below, since that is faster
    assign of_younger    = same_i ? meet(younger_q, coming_q) : meet(younger_q, waits_q);
    assign of_oldest     = same_i ? meet(oldest_q, coming_q) : meet(oldest_q, waits_q);
    assign still_younger = meet(younger_q, hand_q);
    assign hit[side] = hit_q;

    always_ff @(posedge clk_i) begin : compare
      logic [Beats-1:0] writes;
      for (int n = 0; n < Beats; n++)         // fill_i is known late: it says mostly whether a beat's comparison is noted
        if (fill_i || place_q[n]) waits_q[n] <= place_q[n] ? new_came : dst_q[n] == fill;
      if (step_i) begin                       // whenever a beat is issued, too
        for (int n = 0; n < Beats; n++) writes[n] = dst_q[n] == after;
        coming_q <= (writes & ~place_q) | (place_q & {Beats{new_after}});
        hand_q   <= (stepped & ~place_q) | (place_q & {Beats{new_next}});
      end
    end

    always_ff @(posedge clk_i) begin : look
      if (rst_i) hit_q <= 1'b0;
      else if (step_i) hit_q <= of_younger || (of_oldest && !write_i) || (issue_i && new_next);
      else hit_q <= hit_q && (still_younger || !write_i);   // if no younger beat writes there, the oldest does
    end
  end

  // ---- the beats
  always_ff @(posedge clk_i) begin
    if (issue_i) begin
      dst_q[tail_q]   <= issue_dst_i;
      lane_q[tail_q]  <= issue_lane_i;
      float_q[tail_q] <= issue_lane_i.floats;
      end_q[tail_q]   <= {issue_last_i, issue_tag_i};
    end
    if (fetch) launch_lane_o <= lane_q[fetch_q];
    if (!idle_o) collect_float_q <= collect_i ? float_q[ahead_q] : float_q[collect_q];   // results come much later
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      busy_q       <= '0;
      oldest_q     <= '0;
      younger_q    <= '0;
      tail_q       <= '0;
      fetch_q      <= '0;
      collect_q    <= '0;
      ahead_q      <= PtrW'(1);
      head_q       <= '0;
      head_hot_q   <= Beats'(1);
      tail_hot_q   <= Beats'(1);
      place_q      <= Beats'(1);
      full_q       <= 1'b0;
      some_q       <= 1'b0;
      waiting_q    <= 1'b0;
      next_valid_q <= 1'b0;
    end else begin
      if (issue_i) begin
        busy_q[tail_q] <= 1'b1;
        tail_q         <= tail_q + 1'b1;
      end
      if (fetch) fetch_q <= fetch_q + 1'b1;
      if (collect_i) begin
        collect_q <= ahead_q;
        ahead_q   <= ahead_q + 1'b1;
      end
      if (write_i) begin
        busy_q[head_q] <= 1'b0;
        head_q         <= head_q + 1'b1;
      end
      head_hot_q   <= head_hot_next;
      oldest_q     <= (busy_q | (tail_hot_q & {Beats{issue_i}})) & head_hot_next;
      younger_q    <= (younger_q | (tail_hot_q & {Beats{issue_i}})) & ~head_hot_next;
      next_valid_q <= fetch || (next_valid_q && !launch_i);
      tail_hot_q <= tail_hot_next;
      place_q    <= tail_hot_next & {Beats{!full_next}};
      full_q     <= full_next;
      if (issue_i != write_i) some_q <= issue_i || head_q + 1'b1 != tail_q;
      if (issue_i != fetch) waiting_q <= issue_i || fetch_q + 1'b1 != tail_q;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_step:   assert property (@(posedge clk_i) disable iff (rst_i) issue_i |-> step_i);
  a_issue:  assert property (@(posedge clk_i) disable iff (rst_i) issue_i |-> !full_o);
  a_launch: assert property (@(posedge clk_i) disable iff (rst_i) launch_i |-> wait_o);
  a_collect: assert property (@(posedge clk_i) disable iff (rst_i) collect_i |-> busy_q[collect_q]);
  a_write:  assert property (@(posedge clk_i) disable iff (rst_i) write_i |-> busy_q[head_q]);
`endif
`endif
endmodule
