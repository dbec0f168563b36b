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
  parameter int TagW      = 8,
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
  input  logic [AddrW-1:0] pass_left_i,
  input  logic [AddrW-1:0] pass_right_i,
  input  logic [AddrW-1:0] pass_dst_i,
  input  logic [BeatW-1:0] pass_beats_i,
  input  logic [3:0]       pass_op_i,
  input  logic [7:0]       pass_type_i,
  input  logic             pass_copy_i,
  input  logic [TagW-1:0]  pass_tag_i,
  output logic             bad_o,          // a pulse: a pass is refused
  // what is to be read for a beat
  output logic             issue_o,
  output logic [AddrW-1:0] left_o,
  output logic [AddrW-1:0] right_o,
  output logic             copy_o,         // nothing on the right
  input  logic             l_room_i,
  input  logic             r_room_i,
  // the oldest beat that is not launched yet, and its launch
  output logic             wait_o,
  output logic             launch_copy_o,
  output logic             launch_product_o,
  output logic             launch_float_o,
  output logic [1:0]       launch_kind_o,
  output logic [3:0]       launch_op_o,
  output logic [7:0]       launch_type_o,
  input  logic             launch_i,
  // the oldest beat whose result is not collected yet, and the oldest one's write
  input  logic             collect_i,
  output logic             collect_float_o,
  output logic [AddrW-1:0] collect_dst_o,
  output logic             collect_last_o,
  output logic [TagW-1:0]  collect_tag_o,
  input  logic             write_i,
  output logic             idle_o
);
  // ---- the pass that waits: a place of its own, so that neither the decoder nor the comparison of its addresses with
  // those in flight adds to the logic in front of the unit
  logic             wait_q, wait_bad_q, wait_copy_q, wait_product_q, wait_float_q;
  logic [AddrW-1:0] wait_left_q, wait_right_q, wait_dst_q, wait_after_left_q, wait_after_right_q;   // after: one more
  logic [AddrW-1:0] wait_end_q, end_q;                       // one more than a pass's last write; end_q: of the pass at hand
  logic [AddrW-1:0] wait_ahead_left_q, wait_ahead_right_q;   // dst - left (- right), the same for all beats of the pass
  logic [AddrW-1:0] wait_gap_left_q, wait_gap_right_q;       // end - left (- right), of the end of the pass before it
  logic [BeatW-1:0] wait_beats_q;
  logic [3:0]       wait_op_q;
  logic [7:0]       wait_type_q;
  logic [TagW-1:0]  wait_tag_q;
  logic             fill, take, pass_bad, pass_product, pass_float;
  logic [1:0]       pass_kind, wait_kind_q;

  sumac_alu_decode #(.TestOps(TestOps)) u_decode (
    .copy_i   (pass_copy_i),
    .op_i     (pass_op_i),
    .type_i   (pass_type_i),
    .bad_o    (pass_bad),
    .product_o(pass_product),
    .float_o  (pass_float),
    .kind_o   (pass_kind)
  );

  assign pass_ready_o = !wait_q || take;
  assign fill         = pass_valid_i && pass_ready_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) wait_q <= 1'b0;
    else wait_q <= fill || (wait_q && !take);
    if (fill) begin
      wait_left_q    <= pass_left_i;
      wait_right_q   <= pass_right_i;
      wait_dst_q     <= pass_dst_i;
      wait_beats_q   <= pass_beats_i;
      wait_bad_q     <= pass_bad;
      wait_copy_q    <= pass_copy_i;
      wait_product_q <= pass_product;
      wait_float_q   <= pass_float;
      wait_kind_q    <= pass_kind;
      wait_op_q      <= pass_op_i;
      wait_type_q    <= pass_type_i;
      wait_tag_q     <= pass_tag_i;
      // + 1, by adders of their own: whether the sums are used is known late
      wait_after_left_q  <= pass_left_i - {AddrW{1'b1}};
      wait_after_right_q <= pass_right_i - {AddrW{1'b1}};
      wait_end_q         <= pass_dst_i + AddrW'(pass_beats_i);
      wait_ahead_left_q  <= pass_dst_i - pass_left_i;
      wait_ahead_right_q <= pass_dst_i - pass_right_i;
      wait_gap_left_q    <= (wait_q ? wait_end_q : end_q) - pass_left_i;
      wait_gap_right_q   <= (wait_q ? wait_end_q : end_q) - pass_right_i;
    end
  end

  // ---- the pass at hand: its addresses are those of its next beat. The beat to move on to is known early; whether
  // it does so is known late
  logic             active_q, copy_q, product_q, float_q;
  logic [AddrW-1:0] left_q, right_q, dst_q;
  logic [AddrW-1:0] left_after_q, right_after_q, left_two_q, right_two_q;   // one more, two more
  logic [AddrW-1:0] next_left, next_right, after_left, after_right;
  logic [AddrW-1:0] ahead_left_q, ahead_right_q, ahead_left, ahead_right;
  logic [BeatW-1:0] beats_q;                       // to issue
  logic [1:0]       kind_q;
  logic [3:0]       op_q;
  logic [7:0]       type_q;
  logic [TagW-1:0]  tag_q;
  logic             bad_q, issue, same_q, step, next_copy;   // same: the next beat is this pass's, too

  assign step        = active_q ? issue : wait_q;
  assign take        = wait_q && step && !same_q;
  assign bad_o       = bad_q;
  assign next_copy   = same_q ? copy_q : wait_copy_q;
  assign next_left   = same_q ? left_after_q : wait_left_q;
  assign next_right  = same_q ? right_after_q : wait_right_q;
  assign after_left  = same_q ? left_two_q : wait_after_left_q;
  assign after_right = same_q ? right_two_q : wait_after_right_q;

  // How far one more write would be ahead of the next read: at 1, the beat at hand writes what the next one reads; at 2,
  // what the one after that reads. Within a pass it does not change.
  assign ahead_left  = same_q ? ahead_left_q : wait_gap_left_q;
  assign ahead_right = same_q ? ahead_right_q : wait_gap_right_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      active_q <= 1'b0;
      same_q   <= 1'b0;
      bad_q    <= 1'b0;
    end else begin
      bad_q <= take && wait_bad_q;
      if (step) begin
        active_q <= same_q || (wait_q && !wait_bad_q);
        same_q   <= same_q ? beats_q != BeatW'(2) : wait_q && !wait_bad_q && wait_beats_q != BeatW'(1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (step) begin
      left_q        <= next_left;
      right_q       <= next_right;
      left_after_q  <= after_left;
      right_after_q <= after_right;
      left_two_q    <= after_left + 1'b1;
      right_two_q   <= after_right + 1'b1;
      dst_q         <= same_q ? dst_q + 1'b1 : wait_dst_q;
      beats_q       <= same_q ? beats_q - 1'b1 : wait_beats_q;
    end
    if (take) begin
      copy_q    <= wait_copy_q;
      product_q <= wait_product_q;
      float_q   <= wait_float_q;
      kind_q    <= wait_kind_q;
      op_q      <= wait_op_q;
      type_q    <= wait_type_q;
      tag_q     <= wait_tag_q;
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
  assign copy_o  = copy_q;
  assign idle_o  = !wait_q && !active_q && flight_idle && !bad_q;

  sumac_combine_flight #(.AddrW(AddrW), .TagW(TagW), .Beats(InFlight)) u_flight (
    .clk_i, .rst_i,
    .issue_i      (issue),
    .full_o       (full),
    .issue_dst_i  (dst_q),
    .issue_copy_i (copy_q),
    .issue_product_i(product_q),
    .issue_float_i(float_q),
    .issue_kind_i (kind_q),
    .issue_op_i   (op_q),
    .issue_type_i (type_q),
    .issue_last_i (!same_q),
    .issue_tag_i  (tag_q),
    .fill_i       (fill),
    .step_i       (step),
    .same_i       (same_q),
    .only_left_i  (next_copy),
    .fill_left_i  (pass_left_i),
    .fill_right_i (pass_right_i),
    .wait_left_i  (wait_left_q),
    .wait_right_i (wait_right_q),
    .after_left_i (after_left),
    .after_right_i(after_right),
    .issue_next_left_i  (ahead_left == AddrW'(1)),
    .issue_next_right_i (ahead_right == AddrW'(1)),
    .issue_after_left_i (ahead_left == AddrW'(2)),
    .issue_after_right_i(ahead_right == AddrW'(2)),
    .hit_left_o   (hit_left),
    .hit_right_o  (hit_right),
    .wait_o, .launch_copy_o, .launch_product_o, .launch_float_o, .launch_kind_o, .launch_op_o, .launch_type_o, .launch_i,
    .collect_i, .collect_float_o, .collect_dst_o, .collect_last_o, .collect_tag_o, .write_i,
    .idle_o       (flight_idle)
  );
endmodule
