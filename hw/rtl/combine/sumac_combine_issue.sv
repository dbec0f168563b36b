// The combine unit's passes, up to the issue of their beats: sumac_combine executes what is issued. A pass that arrives waits in
// a place of its own, while the one before it is issued. A beat is issued when what it reads has been written, and everything
// behind has a place for it. Passes come and beats go in order; the beats in flight, from their issue to the grant of their write,
// stand in sumac_combine_flight, whose ports to launch, collect and write pass through here.
//
// Latency: a pass's first beat is issued from the second cycle on after it came. Throughput: a beat a cycle, also from pass to
// pass. Reset: forgets all passes and beats.
module sumac_combine_issue #(
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int SlotBeats = sumac_pkg::DefSlotBeats,
  parameter int InFlight  = 32,
  parameter bit TestOps   = 1'b0,
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int BeatW    = $clog2(SlotBeats + 1)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // passes
  input  logic             pass_valid_i,
  output logic             pass_ready_o,
  input  sumac_pkg::pass_t pass_i,
  output logic             bad_o,          // a pulse: a pass is refused
  // what is to be read for a beat
  output logic             issue_o,
  output logic [AddrW-1:0] left_o,
  output logic [AddrW-1:0] right_o,
  input  logic             l_room_i,
  input  logic             r_room_i,
  // the oldest beat that is not launched yet, and its launch
  output logic             wait_o,
  output sumac_pkg::lane_t launch_lane_o,
  input  logic             launch_i,
  // the oldest beat whose result is not collected yet, and the oldest one's write
  input  logic             collect_i,
  output logic             collect_float_o,
  output logic [AddrW-1:0] collect_dst_o,
  output logic             collect_last_o,
  output logic [15:0]      collect_tag_o,
  input  logic             write_i,
  output logic             idle_o
);
  // ---- the pass that waits: a place of its own, so that neither the decoder nor the comparison of its addresses with
  // those in flight adds to the logic in front of the unit
  logic             wait_q, wait_bad_q;
  logic [AddrW-1:0] wait_left_q, wait_right_q, wait_dst_q, wait_after_left_q, wait_after_right_q;   // after: one more
  logic [AddrW-1:0] wait_end_q, end_q;                       // one more than a pass's last write; end_q: of the pass at hand
  logic [AddrW-1:0] wait_ahead_left_q, wait_ahead_right_q;   // dst - left (- right), the same for all beats of the pass
  logic [AddrW-1:0] wait_gap_left_q, wait_gap_right_q;       // end - left (- right), of the end of the pass before it
  logic [BeatW-1:0] wait_beats_q;
  logic [AddrW-1:0] pass_left, pass_right, pass_dst;
  logic [15:0]      wait_tag_q;
  logic             fill, take, pass_bad;
  sumac_pkg::lane_t pass_lane, wait_lane_q;

  assign pass_left  = pass_i.left[AddrW-1:0];
  assign pass_right = pass_i.right[AddrW-1:0];
  assign pass_dst   = pass_i.dst[AddrW-1:0];
  sumac_alu_decode #(.TestOps(TestOps)) u_decode (
    .op_i(pass_i.op), .type_i(pass_i.type_code), .bad_o(pass_bad), .lane_o(pass_lane));

  assign pass_ready_o = !wait_q || take;
  assign fill         = pass_valid_i && pass_ready_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) wait_q <= 1'b0;
    else wait_q <= fill || (wait_q && !take);
    if (fill) begin
      wait_left_q    <= pass_left;
      wait_right_q   <= pass_right;
      wait_dst_q     <= pass_dst;
      wait_beats_q   <= pass_i.beats[BeatW-1:0];
      wait_bad_q     <= pass_bad;
      wait_lane_q    <= pass_lane;
      wait_tag_q     <= pass_i.tag;
      wait_after_left_q  <= fill_left;
      wait_after_right_q <= fill_right;
      wait_end_q         <= pass_dst + AddrW'(pass_i.beats);
      wait_ahead_left_q  <= pass_dst - pass_left;
      wait_ahead_right_q <= pass_dst - pass_right;
      wait_gap_left_q    <= (wait_q ? wait_end_q : end_q) - pass_left;
      wait_gap_right_q   <= (wait_q ? wait_end_q : end_q) - pass_right;
    end
  end

  // ---- the pass at hand: its addresses are those of its next beat. The beat to move on to is known early; whether
  // it does so is known late
  logic             active_q;
  logic [AddrW-1:0] left_q, right_q, dst_q;
  logic [AddrW-1:0] left_after_q, right_after_q;   // one more
  logic [AddrW-1:0] next_left, next_right;
  logic [AddrW-1:0] ahead_left_q, ahead_right_q, ahead_left, ahead_right;
  logic [BeatW-1:0] beats_q;                       // to issue
  sumac_pkg::lane_t lane_q;
  logic [15:0]      tag_q;
  logic             bad_q, issue, same_q, step;   // same: the next beat is this pass's, too

  assign step        = active_q ? issue : wait_q;
  assign take        = wait_q && step && !same_q;
  assign bad_o       = bad_q;
  assign next_left   = same_q ? left_after_q : wait_left_q;
  assign next_right  = same_q ? right_after_q : wait_right_q;

  // How far one more write would be ahead of the next read: at 1, the beat at hand writes what the next one reads; at 2,
  // what the one after that reads. Within a pass it does not change.
  assign ahead_left  = same_q ? ahead_left_q : wait_gap_left_q;
  assign ahead_right = same_q ? ahead_right_q : wait_gap_right_q;

  // One more than those to move on to: the pass's own, by two, or those of the one that waits. They are compared with all beats
  // in flight, so they stand in registers, chosen a cycle ahead.
  logic             same_next;
  logic [AddrW-1:0] fill_left, fill_right, after_left_q, after_right_q;
  assign same_next  = same_q ? beats_q != BeatW'(2) : wait_q && !wait_bad_q && wait_beats_q != BeatW'(1);
  assign fill_left  = pass_left - {AddrW{1'b1}};     // + 1, by adders of their own: whether the sums are used is known late
  assign fill_right = pass_right - {AddrW{1'b1}};
  always_ff @(posedge clk_i) begin
    if (step && same_next) {after_left_q, after_right_q} <= {after_left_q + 1'b1, after_right_q + 1'b1};
    else if (step || !same_q)
      {after_left_q, after_right_q} <= fill ? {fill_left, fill_right} : {wait_after_left_q, wait_after_right_q};
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      active_q <= 1'b0;
      same_q   <= 1'b0;
      bad_q    <= 1'b0;
    end else begin
      bad_q <= take && wait_bad_q;
      if (step) begin
        active_q <= same_q || (wait_q && !wait_bad_q);
        same_q   <= same_next;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (step) begin
      left_q        <= next_left;
      right_q       <= next_right;
      left_after_q  <= after_left_q;
      right_after_q <= after_right_q;
      dst_q         <= same_q ? dst_q + 1'b1 : wait_dst_q;
      beats_q       <= same_q ? beats_q - 1'b1 : wait_beats_q;
    end
    if (take) begin
      lane_q        <= wait_lane_q;
      tag_q         <= wait_tag_q;
      end_q         <= wait_end_q;
      ahead_left_q  <= wait_ahead_left_q;
      ahead_right_q <= wait_ahead_right_q;
    end
  end

  // ---- issue: a beat enters when what it reads is written, and everything behind has a place for it
  logic             full, hit_left, hit_right, flight_idle;

  assign issue = active_q && !full && l_room_i && r_room_i && !hit_left && !hit_right;

  assign issue_o = issue;
  assign left_o  = left_q;
  assign right_o = right_q;
  assign idle_o  = !wait_q && !active_q && flight_idle && !bad_q;

  sumac_combine_flight #(.AddrW(AddrW), .TagW(16), .Beats(InFlight)) u_flight (
    .clk_i, .rst_i,
    .issue_i      (issue),
    .full_o       (full),
    .issue_dst_i  (dst_q),
    .issue_lane_i (lane_q),
    .issue_last_i (!same_q),
    .issue_tag_i  (tag_q),
    .fill_i       (fill),
    .step_i       (step),
    .same_i       (same_q),
    .fill_left_i  (pass_left),
    .fill_right_i (pass_right),
    .wait_left_i  (wait_left_q),
    .wait_right_i (wait_right_q),
    .after_left_i (after_left_q),
    .after_right_i(after_right_q),
    .issue_next_left_i  (ahead_left == AddrW'(1)),
    .issue_next_right_i (ahead_right == AddrW'(1)),
    .issue_after_left_i (ahead_left == AddrW'(2)),
    .issue_after_right_i(ahead_right == AddrW'(2)),
    .hit_left_o   (hit_left),
    .hit_right_o  (hit_right),
    .wait_o, .launch_lane_o, .launch_i,
    .collect_i, .collect_float_o, .collect_dst_o, .collect_last_o, .collect_tag_o, .write_i,
    .idle_o       (flight_idle)
  );
endmodule
