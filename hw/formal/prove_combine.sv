// The combine unit, sumac_combine with sumac_combine_issue and _flight, as seen from its ports, whatever stalls packet memory
// makes and however long the lanes take. A beat of a pass, any one, is watched:
//   Its left and its right operand are each read once, at the pass's address plus the beat's
//   number, in the program's order, and not before all that earlier beats write there was granted in an earlier cycle:
//   the hazard of a slot that is used again.
//   Both have come before its result is written. The result is made of these two and of no others, by the pass's
//   operation, in the lanes that sumac_alu_decode says. It is written once, to the pass's address, in order.
//   done comes in the cycle after a pass's last write, with its tag, and at no other time.
// Nothing is read, combined or written that no pass has asked for; idle_o says that nothing is left,
// refusals included. Reset may come at any time.
// Its parts have proofs for all time, at their sizes and under their assumptions: the passes up to their issue
// (prove_combine_passes), hazards and what is remembered of beats in flight (prove_combine_flight), queues (prove_fifo).
// That operands, results and done belong together is shown here only.
// The covers reach a slot that is read again when its reader comes to hand one cycle before its write is granted, in
// that cycle, and one after: the pipe's depth - 1, 0 and + 1, at any depth.
// Assumed: packet memory's data comes 2 cycles after the grant, in order; a pass has 1 to SlotBeats beats.
// The pairs (op, type): a sum of integers and one of floats, a refused one. The lanes are formal_alu: any latency.
//
// RTL: sumac_combine sumac_combine_issue sumac_combine_flight sumac_alu_decode sumac_fifo
// Edit: sumac_combine s/\[511:0\]/[2:0]/
// Edit: sumac_combine s/Width(512)/Width(3)/
// Edit: sumac_combine s/InFlight = .*/InFlight = 2;/
// Edit: sumac_combine s/Skew     = 4/Skew     = 2/
// Edit: sumac_combine s/sumac_alu #(.*) u_alu/formal_alu #(.Places(InFlight)) u_alu/
// Run: PoolBeats=2 SlotBeats=2
// Bound: 16
// Cover: 20
// Mutant: sumac_combine_issue s/ \&\& !hit_left//
// Mutant: sumac_combine_issue s/ \&\& !hit_right//
// Mutant: sumac_combine_issue s/assign issue = active_q \&\& !full/assign issue = active_q/
// Mutant: sumac_combine s/l_here \&\& r_here/l_here/
// Mutant: sumac_combine_issue s/right_q       <= next_right;/right_q <= wait_right_q;/
// Mutant: sumac_combine_issue s/= active_q ? issue : wait_q/= issue || wait_q/
// Mutant: sumac_combine s/collect_float ? f_data : q_data/q_data/
// Mutant: sumac_combine s/else done_q <= write \&\& w_last_q/else done_q <= write/
// Mutant: sumac_combine_issue s/(wait_q \&\& !wait_bad_q);/wait_q;/
// Mutant: sumac_combine_flight s/assign full_o  = .*/assign full_o  = 1'b0;/
// Mutant: sumac_combine_issue s/ahead_left  = same_q ? ahead_left_q/ahead_left = same_q ? '0/
// Mutant: sumac_combine_issue s/(wait_q ? wait_end_q : end_q) - pass_right/end_q - pass_right/
// Mutant: sumac_combine_issue s/wait_end_q         <= pass_dst + AddrW'(pass_i.beats)/wait_end_q <= pass_dst/
// Mutant: sumac_combine_flight s/: dst_q\[n\] == fill;/: 1'b0;/
// Mutant: sumac_combine_flight s/meet(younger_q, hand_q)/1'b0/
// Mutant: sumac_combine_flight s/= end_q\[collect_q\]/= end_q[fetch_q]/
// Mutant: sumac_combine_flight s/<= lane_q\[fetch_q\]/<= lane_q[collect_q]/
module prove_combine #(
  parameter int PoolBeats = 4,
  parameter int SlotBeats = 2,
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int BeatW    = $clog2(SlotBeats + 1)
) (
  input logic             clk_i,
  input logic             rst_i,
  input logic             pass_valid_i,
  input logic [AddrW-1:0] pass_left_i,
  input logic [AddrW-1:0] pass_right_i,
  input logic [AddrW-1:0] pass_dst_i,
  input logic [BeatW-1:0] pass_beats_i,
  input logic [1:0]       kind_i,         // of the pass: what is done in which lanes
  input logic             pass_tag_i,
  input logic             l_r_ready_i,
  input logic             r_r_ready_i,
  input logic             w_ready_i,
  input logic             watch_i,        // a beat of the pass that is taken now is the one
  input logic [BeatW-1:0] watch_beat_i
);
  localparam int CountW = 4;

  logic [3:0] pass_op_i;
  logic [7:0] pass_type_i;
  sumac_pkg::pass_t pass;
  assign pass = {17'(pass_left_i), 17'(pass_right_i), 17'(pass_dst_i), 7'(pass_beats_i), pass_op_i, pass_type_i, 15'd0, pass_tag_i};
  assign pass_op_i   = kind_i == 2'd3 ? 4'd0 : sumac_pkg::OP_SUM;
  assign pass_type_i = kind_i == 2'd2 ? sumac_pkg::TYPE_F32 : sumac_pkg::TYPE_I32;

  // ---- the unit; packet memory gives data two cycles after the grant, marked if it is the watched beat's
  logic [15:0]      done_tag;
  logic             pass_ready, done, combined, bad, idle, l_valid, r_valid, w_valid;
  logic [AddrW-1:0] l_addr, r_addr, w_addr;
  logic [2:0]       w_data;
  logic [1:0]       l_come_q = '0, r_come_q = '0, l_mark_q, r_mark_q;
  logic             l_grant, r_grant, write, l_mine, r_mine, w_mine;

  sumac_combine #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats)) dut (
    .clk_i, .rst_i, .pass_valid_i, .pass_ready_o(pass_ready), .pass_i(pass), .done_valid_o(done), .done_tag_o(done_tag),
    .combined_o(combined), .bad_o(bad), .idle_o(idle),
    .l_r_valid_o(l_valid), .l_r_ready_i, .l_r_addr_o(l_addr), .l_d_valid_i(l_come_q[1]),
    .l_d_data_i({2'b00, l_mark_q[1]}),
    .r_r_valid_o(r_valid), .r_r_ready_i, .r_r_addr_o(r_addr), .r_d_valid_i(r_come_q[1]),
    .r_d_data_i({2'b00, r_mark_q[1]}),
    .w_valid_o(w_valid), .w_ready_i, .w_addr_o(w_addr), .w_data_o(w_data)
  );

  assign l_grant = l_valid && l_r_ready_i;
  assign r_grant = r_valid && r_r_ready_i;
  assign write   = w_valid && w_ready_i;

  always_ff @(posedge clk_i) begin
    l_come_q <= rst_i ? '0 : {l_come_q[0], l_grant};
    r_come_q <= rst_i ? '0 : {r_come_q[0], r_grant};
    l_mark_q <= {l_mark_q[0], l_mine};
    r_mark_q <= {r_mark_q[0], r_mine};
  end

  // ---- what passes ask for
  logic             pass_bad, take, begin_watch;
  sumac_pkg::lane_t pass_lane;
  sumac_alu_decode u_decode (.op_i(pass_op_i), .type_i(pass_type_i), .bad_o(pass_bad), .lane_o(pass_lane));
  assign take        = pass_valid_i && pass_ready && !pass_bad;
  assign begin_watch = take && watch_i && state_q == Before;

  // Beats that are still to read left, read right, combine, write; and of these, those before the watched one.
  logic [CountW-1:0] l_n_q = '0, r_n_q = '0, c_n_q = '0, w_n_q = '0, l_n, r_n, c_n, w_n;
  logic [CountW-1:0] l_ahead_q, r_ahead_q, w_ahead_q;
  assign l_n = l_n_q - CountW'(l_grant);
  assign r_n = r_n_q - CountW'(r_grant);
  assign c_n = c_n_q - CountW'(combined);
  assign w_n = w_n_q - CountW'(write);

  typedef enum logic [1:0] {Before, Watching, Written} state_e;
  state_e           state_q = Before;
  logic [AddrW-1:0] left_q, right_q, dst_q;
  logic             parity_q, last_q, tag_q, l_read_q, r_read_q;
  logic             wrote_q = 1'b0, wrote_mine_q = 1'b0;
  logic [1:0]       bad_n_q = '0;          // refusals that are still to be told
  assign l_mine = state_q == Watching && l_grant && !l_read_q && l_ahead_q == '0;
  assign r_mine = state_q == Watching && r_grant && !r_read_q && r_ahead_q == '0;
  assign w_mine = state_q == Watching && write && w_ahead_q == '0;

  // Writes to the watched address by beats before the watched one that are still to come.
  (* anyconst *) logic [AddrW-1:0] spot;
  logic [CountW-1:0] spot_n_q = '0, spot_n, spot_ahead_q;
  logic [AddrW-1:0]  spot_at;
  logic              spot_hit, spot_before;
  assign spot_n      = spot_n_q - CountW'(write && w_addr == spot);
  assign spot_at     = spot - pass_dst_i;
  assign spot_hit    = 32'(spot_at) < 32'(pass_beats_i);
  assign spot_before = 32'(spot_at) < 32'(watch_beat_i);

  // The watched beat reads what was written in the cycle before, so many cycles after its pass was taken.
  logic [2:0] age_q;
  logic       wrote_spot_q, float_q, w_n_most_q, again, again_right;
  assign again       = l_mine && l_addr == spot && wrote_spot_q;
  assign again_right = r_mine && r_addr == spot && wrote_spot_q;

  always_ff @(posedge clk_i) begin
    wrote_spot_q <= write && w_addr == spot;
    age_q        <= begin_watch ? 3'd1 : age_q == 3'd7 ? 3'd7 : age_q + 3'd1;
    w_n_most_q   <= begin_watch ? w_n >= CountW'(2) : w_n_most_q;
    if (begin_watch) float_q <= pass_lane.floats;
    l_n_q <= take ? l_n + CountW'(pass_beats_i) : l_n;
    r_n_q <= take ? r_n + CountW'(pass_beats_i) : r_n;
    c_n_q <= take ? c_n + CountW'(pass_beats_i) : c_n;
    w_n_q <= take ? w_n + CountW'(pass_beats_i) : w_n;
    spot_n_q <= spot_n + CountW'(take && spot_hit);
    if (begin_watch) begin
      state_q      <= Watching;
      left_q       <= pass_left_i + AddrW'(watch_beat_i);
      right_q      <= pass_right_i + AddrW'(watch_beat_i);
      dst_q        <= pass_dst_i + AddrW'(watch_beat_i);
      parity_q     <= ^pass_lane;
      last_q       <= watch_beat_i + 1'b1 == pass_beats_i;
      tag_q        <= pass_tag_i;
      l_ahead_q    <= l_n + CountW'(watch_beat_i);
      r_ahead_q    <= r_n + CountW'(watch_beat_i);
      w_ahead_q    <= w_n + CountW'(watch_beat_i);
      spot_ahead_q <= spot_n + CountW'(spot_before);
      l_read_q     <= 1'b0;
      r_read_q     <= 1'b0;
    end else if (state_q == Watching) begin
      if (l_grant) l_ahead_q <= l_ahead_q - 1'b1;
      if (r_grant) r_ahead_q <= r_ahead_q - 1'b1;
      if (write) w_ahead_q <= w_ahead_q - 1'b1;
      if (write && w_addr == spot) spot_ahead_q <= spot_ahead_q - 1'b1;
      if (l_mine) l_read_q <= 1'b1;
      if (r_mine) r_read_q <= 1'b1;
      if (w_mine) state_q <= Written;
    end
    wrote_q      <= write;
    wrote_mine_q <= w_mine;
    bad_n_q      <= bad_n_q - 2'(bad) + 2'(pass_valid_i && pass_ready && pass_bad);
    if (rst_i) begin
      {l_n_q, r_n_q, c_n_q, w_n_q, spot_n_q} <= '0;
      {wrote_q, wrote_mine_q, bad_n_q} <= '0;
      state_q <= Before;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (!l_valid || l_n_q != '0);
      assert (!r_valid || r_n_q != '0);
      assert (!combined || c_n_q != '0);
      assert (!w_valid || w_n_q != '0);
      assert (!idle || (l_n_q == '0 && r_n_q == '0 && c_n_q == '0 && w_n_q == '0));
      assert (!bad || bad_n_q != '0);
      assert (!idle || bad_n_q == '0);
      if (state_q == Watching && l_valid && !l_read_q && l_ahead_q == '0) assert (l_addr == left_q);
      if (state_q == Watching && r_valid && !r_read_q && r_ahead_q == '0) assert (r_addr == right_q);
      if (l_mine && l_addr == spot) assert (spot_ahead_q == '0);
      if (r_mine && r_addr == spot) assert (spot_ahead_q == '0);
      if (w_valid) begin
        if (state_q == Watching && w_ahead_q == '0)
          assert (l_read_q && r_read_q && w_addr == dst_q && w_data == {parity_q, 2'b11});
        else assert (w_data[1:0] == '0);
      end
      cover (again && age_q == 3'd4);
      cover (again && age_q == 3'd2);
      cover (again && age_q == 3'd3);
      cover (again_right && age_q == 3'd3);
      cover (state_q == Written && idle && float_q && w_n_most_q);
      cover (bad);
      if (!wrote_q) assert (!done);
      if (wrote_mine_q) assert (done == last_q && (!done || done_tag == 16'(tag_q)));
    end
  end

  always_comb begin
    if (pass_valid_i) assume (pass_beats_i != '0 && 32'(pass_beats_i) <= SlotBeats);
    assume (watch_beat_i < pass_beats_i || !watch_i);
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
