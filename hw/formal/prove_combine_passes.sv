// The combine unit's passes, up to the issue: every beat of every pass is issued exactly once, in the program's order, from
// and to its addresses, with its operation, its tag, and whether it is the pass's last; a refused pass issues nothing
// and is told once. And what sumac_combine_flight assumes holds: the addresses that wait, that are at hand and that
// follow, and whether what is issued writes the next ones, or those after. Requests and writes
// hold until they are granted. Watched: any one beat of any pass, at the ports of the flight and of the address queues.
// Assumed: a pass has 1 to SlotBeats beats. Nothing is assumed, or used, of when the flight is full or finds a hit.
//
// RTL: sumac_combine sumac_combine_issue sumac_combine_flight sumac_alu_decode sumac_fifo
// Edit: sumac_combine s/\[511:0\]/[2:0]/
// Edit: sumac_combine s/Width(512)/Width(3)/
// Edit: sumac_combine s/InFlight = .*/InFlight = 2;/
// Edit: sumac_combine s/Skew     = 4/Skew     = 2/
// Edit: sumac_combine s/sumac_alu #(.*) u_alu/formal_alu #(.Places(InFlight)) u_alu/
// Run: PoolBeats=8 SlotBeats=4
// Cover: 16
// Mutant: sumac_combine_issue s/= active_q ? issue : wait_q/= issue || wait_q/
// Mutant: sumac_combine_issue s/right_q       <= next_right;/right_q <= wait_right_q;/
// Mutant: sumac_combine_issue s/same_q ? dst_q + 1'b1 : wait_dst_q/wait_dst_q/
// Mutant: sumac_combine_issue s/beats_q != BeatW'(2)/beats_q != BeatW'(1)/
// Mutant: sumac_combine_issue s/wait_q \&\& !wait_bad_q \&\& wait_beats_q != BeatW'(1)/wait_q/
// Mutant: sumac_combine_issue s/ahead_left  = same_q ? ahead_left_q/ahead_left = same_q ? '0/
// Mutant: sumac_combine_issue s/(wait_q ? wait_end_q : end_q) - pass_right/end_q - pass_right/
// Mutant: sumac_combine_issue s/wait_end_q         <= pass_dst + AddrW'(pass_i.beats)/wait_end_q <= pass_dst/
// Mutant: sumac_combine_issue s/{after_left_q + 1'b1,/{after_left_q,/
// Mutant: sumac_combine s/(w_valid_q \&\& !w_ready_i);/1'b0;/
// Mutant: sumac_combine_issue s/bad_q    <= 1'b0;/bad_q <= bad_q;/
// Mutant: sumac_combine_issue s/issue_last_i (!same_q)/issue_last_i (same_q)/
// Mutant: sumac_combine_issue s/fill_left_i  (pass_left)/fill_left_i (pass_right)/
// Mutant: sumac_combine_issue s/wait_right_i (wait_right_q)/wait_right_i (right_q)/
module prove_combine_passes #(
  parameter int PoolBeats = 4,
  parameter int SlotBeats = 2,
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int BeatW    = $clog2(SlotBeats + 1),
  localparam int CountW   = BeatW + 2
) (
  input logic             clk_i,
  input logic             rst_i,
  input logic             pass_valid_i,
  input logic [AddrW-1:0] pass_left_i,
  input logic [AddrW-1:0] pass_right_i,
  input logic [AddrW-1:0] pass_dst_i,
  input logic [BeatW-1:0] pass_beats_i,
  input logic [3:0]       pass_op_i,
  input logic [7:0]       pass_type_i,
  input logic             pass_tag_i,
  input logic             l_r_ready_i,
  input logic             r_r_ready_i,
  input logic             l_d_valid_i,
  input logic             r_d_valid_i,
  input logic             w_ready_i,
  input logic             watch_i,
  input logic [BeatW-1:0] watch_beat_i
);
  sumac_pkg::pass_t pass;
  assign pass = {17'(pass_left_i), 17'(pass_right_i), 17'(pass_dst_i), 7'(pass_beats_i), pass_op_i, pass_type_i, 15'd0, pass_tag_i};
  logic             pass_ready, bad, l_valid, r_valid, w_valid;
  logic [AddrW-1:0] l_addr, r_addr, w_addr;
  logic [2:0]       w_data;
  sumac_combine #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats)) dut (
    .clk_i, .rst_i, .pass_valid_i, .pass_ready_o(pass_ready), .pass_i(pass), .bad_o(bad), .l_r_valid_o(l_valid), .l_r_ready_i,
    .l_r_addr_o(l_addr), .l_d_valid_i, .l_d_data_i('0), .r_r_valid_o(r_valid), .r_r_ready_i, .r_r_addr_o(r_addr), .r_d_valid_i,
    .r_d_data_i('0), .w_valid_o(w_valid), .w_ready_i, .w_addr_o(w_addr), .w_data_o(w_data));

  // Inside: the pass that waits, the pass at hand, and what the flight is told.
  typedef struct packed {
    logic [15:0]      lane;
    logic [15:0]      tag;
  } what_t;
  (* hierconn *) logic             \dut.u_issue.wait_q , \dut.u_issue.wait_bad_q ;
  (* hierconn *) logic             \dut.u_issue.active_q , \dut.u_issue.same_q ;
  (* hierconn *) logic [15:0]      \dut.u_issue.wait_lane_q , \dut.u_issue.u_flight.issue_lane_i ;
  (* hierconn *) logic [15:0]      \dut.u_issue.wait_tag_q , \dut.u_issue.u_flight.issue_tag_i ;
  (* hierconn *) logic [BeatW-1:0] \dut.u_issue.wait_beats_q , \dut.u_issue.beats_q ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.wait_dst_q , \dut.u_issue.wait_end_q , \dut.u_issue.end_q ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.left_after_q , \dut.u_issue.right_after_q ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.wait_after_left_q , \dut.u_issue.wait_after_right_q ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.wait_ahead_left_q , \dut.u_issue.wait_ahead_right_q ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.wait_gap_left_q , \dut.u_issue.wait_gap_right_q , \dut.u_issue.ahead_left_q ,
                                   \dut.u_issue.ahead_right_q ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.u_flight.after_left_i , \dut.u_issue.u_flight.after_right_i ;
  (* hierconn *) logic             \dut.u_issue.u_flight.issue_next_left_i , \dut.u_issue.u_flight.issue_next_right_i ;
  (* hierconn *) logic             \dut.u_issue.u_flight.issue_after_left_i , \dut.u_issue.u_flight.issue_after_right_i ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.u_flight.fill_left_i , \dut.u_issue.u_flight.fill_right_i ,
                                   \dut.u_issue.u_flight.issue_dst_i ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_issue.u_flight.wait_left_i , \dut.u_issue.u_flight.wait_right_i ;
  (* hierconn *) logic [AddrW-1:0] \dut.u_l_addr.in_data_i , \dut.u_r_addr.in_data_i ;
  (* hierconn *) logic             \dut.u_issue.u_flight.fill_i , \dut.u_issue.u_flight.step_i , \dut.u_issue.u_flight.same_i ;
  (* hierconn *) logic             \dut.u_issue.u_flight.issue_i , \dut.u_issue.u_flight.issue_last_i ;
  (* hierconn *) logic             \dut.u_l_addr.in_valid_i , \dut.u_r_addr.in_valid_i ;
  wire              waits = \dut.u_issue.wait_q , active = \dut.u_issue.active_q , same = \dut.u_issue.same_q ,
                    issue = \dut.u_issue.u_flight.issue_i ;
  wire [AddrW-1:0]  left = \dut.u_l_addr.in_data_i , right = \dut.u_r_addr.in_data_i , dst = \dut.u_issue.u_flight.issue_dst_i ;
  wire [AddrW-1:0]  w_left = \dut.u_issue.u_flight.wait_left_i , w_right = \dut.u_issue.u_flight.wait_right_i ,
                    w_dst = \dut.u_issue.wait_dst_q ;
  wire [BeatW-1:0]  beats = \dut.u_issue.beats_q , w_beats = \dut.u_issue.wait_beats_q ;
  wire [AddrW-1:0]  next_left  = same ? left + 1'b1 : w_left, after_left = next_left + 1'b1;
  wire [AddrW-1:0]  next_right = same ? right + 1'b1 : w_right, after_right = next_right + 1'b1;
  wire              w_counts = waits && !\dut.u_issue.wait_bad_q ;
  what_t            here, there;
  assign here  = {\dut.u_issue.u_flight.issue_lane_i , \dut.u_issue.u_flight.issue_tag_i };
  assign there = {\dut.u_issue.wait_lane_q , \dut.u_issue.wait_tag_q };

  // Passes ask for: beats to issue, refusals to tell; the watched beat, with so many before it, and its pass.
  logic              pass_bad, take, begin_watch, watched_q = 1'b0, last_q;
  logic [1:0]        bad_n_q = '0;
  logic [CountW-1:0] todo_q = '0, before_q;
  logic [AddrW-1:0]  left_q, right_q, dst_q, filled_left_q, filled_right_q;
  what_t             what_q;
  sumac_pkg::lane_t  pass_lane;
  sumac_alu_decode u_decode (.op_i(pass_op_i), .type_i(pass_type_i), .bad_o(pass_bad), .lane_o(pass_lane));
  assign take        = pass_valid_i && pass_ready && !pass_bad;
  assign begin_watch = take && watch_i && !watched_q;

  always_comb begin
    if (pass_valid_i) assume (pass_beats_i != '0 && 32'(pass_beats_i) <= SlotBeats);
    assume (watch_beat_i < pass_beats_i || !watch_i);
  end

  always_ff @(posedge clk_i) begin
    todo_q  <= todo_q - CountW'(issue) + (take ? CountW'(pass_beats_i) : '0);
    bad_n_q <= bad_n_q - 2'(bad) + 2'(pass_valid_i && pass_ready && pass_bad);
    if (begin_watch) begin
      watched_q <= 1'b1;
      before_q  <= todo_q - CountW'(issue) + CountW'(watch_beat_i);
      left_q    <= pass_left_i + watch_beat_i;
      right_q   <= pass_right_i + watch_beat_i;
      dst_q     <= pass_dst_i + watch_beat_i;
      last_q    <= watch_beat_i + 1'b1 == pass_beats_i;
      what_q    <= {pass_lane, 15'd0, pass_tag_i};
    end else if (watched_q && issue) begin
      before_q  <= before_q - 1'b1;
      watched_q <= before_q != '0;
    end
    if (pass_valid_i && pass_ready) {filled_left_q, filled_right_q} <= {pass_left_i, pass_right_i};
    if (rst_i) {todo_q, bad_n_q, watched_q} <= '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (issue) assert (todo_q != '0 && active);
      if (issue && watched_q && before_q == '0)
        assert ({left, right, dst, \dut.u_issue.u_flight.issue_last_i , here} == {left_q, right_q, dst_q, last_q, what_q});
      assert (\dut.u_l_addr.in_valid_i == issue && \dut.u_r_addr.in_valid_i == issue);
      if (bad) assert (bad_n_q != '0);
      // what sumac_combine_flight's proof assumes
      assert (\dut.u_issue.u_flight.fill_i == (pass_valid_i && pass_ready) && \dut.u_issue.u_flight.same_i == same);
      if (\dut.u_issue.u_flight.fill_i )
        assert ({\dut.u_issue.u_flight.fill_left_i , \dut.u_issue.u_flight.fill_right_i } == {pass_left_i, pass_right_i});
      if (waits) assert ({w_left, w_right} == {filled_left_q, filled_right_q});
      // what will be at hand is what it was told
      if (same) assert (active && \dut.u_issue.left_after_q == next_left && \dut.u_issue.right_after_q == next_right);
      if (same || waits) assert (\dut.u_issue.u_flight.after_left_i == after_left
        && \dut.u_issue.u_flight.after_right_i == after_right);
      if (issue && (same || waits)) begin
        assert (\dut.u_issue.u_flight.step_i );
        assert (\dut.u_issue.u_flight.issue_next_left_i == (dst == next_left)
          && \dut.u_issue.u_flight.issue_next_right_i == (dst == next_right));
        assert (\dut.u_issue.u_flight.issue_after_left_i == (dst == after_left));
        assert (\dut.u_issue.u_flight.issue_after_right_i == (dst == after_right));
      end
      cover (issue && watched_q && before_q == '0 && last_q && !same && waits);
      cover (bad && waits && !w_counts);
    end
  end

  // This makes it inductive: the registers that are made ahead of time, and where the watched beat is.
  wire               at_hand = before_q < (active ? CountW'(beats) : '0);
  wire [AddrW-1:0]   off = at_hand ? AddrW'(before_q) : AddrW'(before_q - (active ? CountW'(beats) : '0));
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (todo_q == (active ? CountW'(beats) : '0) + (w_counts ? CountW'(w_beats) : '0));
      assert (bad_n_q == 2'(waits && \dut.u_issue.wait_bad_q ) + 2'(bad));
      assert (same == (active && beats != BeatW'(1)));
      if (active) begin
        assert (beats != '0 && 32'(beats) <= SlotBeats && AddrW'(\dut.u_issue.end_q - dst) == AddrW'(beats));
        assert (\dut.u_issue.left_after_q == AddrW'(left + 1'b1) && \dut.u_issue.right_after_q == AddrW'(right + 1'b1));
        assert (\dut.u_issue.ahead_left_q == AddrW'(dst - left) && \dut.u_issue.ahead_right_q == AddrW'(dst - right));
      end
      if (waits) begin
        assert (w_beats != '0 && 32'(w_beats) <= SlotBeats && AddrW'(\dut.u_issue.wait_end_q - w_dst) == AddrW'(w_beats));
        assert (\dut.u_issue.wait_after_left_q == AddrW'(w_left + 1'b1)
          && \dut.u_issue.wait_after_right_q == AddrW'(w_right + 1'b1));
        assert (\dut.u_issue.wait_ahead_left_q == AddrW'(w_dst - w_left)
          && \dut.u_issue.wait_ahead_right_q == AddrW'(w_dst - w_right));
        if (active) assert (\dut.u_issue.wait_gap_left_q == AddrW'(\dut.u_issue.end_q - w_left));
        if (active) assert (\dut.u_issue.wait_gap_right_q == AddrW'(\dut.u_issue.end_q - w_right));
      end
      if (watched_q) begin
        assert (before_q < todo_q);
        if (at_hand) assert ({left_q, right_q, dst_q} == {AddrW'(left + off), AddrW'(right + off), AddrW'(dst + off)});
        else assert ({left_q, right_q, dst_q} == {AddrW'(w_left + off), AddrW'(w_right + off), AddrW'(w_dst + off)});
        assert (what_q == (at_hand ? here : there));
        assert (last_q == (before_q + 1'b1 == (at_hand ? CountW'(beats) : todo_q)));
      end
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  formal_stable #(.Width(AddrW)) u_l (
    .clk_i, .rst_i, .valid_i(l_valid), .ready_i(l_r_ready_i), .data_i(l_addr));
  formal_stable #(.Width(AddrW)) u_r (
    .clk_i, .rst_i, .valid_i(r_valid), .ready_i(r_r_ready_i), .data_i(r_addr));
  formal_stable #(.Width(AddrW + 3)) u_w (
    .clk_i, .rst_i, .valid_i(w_valid), .ready_i(w_ready_i), .data_i({w_data, w_addr}));
endmodule
