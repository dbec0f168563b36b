// sumac_node_program, the postfix program of a node: of a chunk's inputs, each is asked for and pushed once, in the
// route's order; each pass combines the two topmost slots of the stack, the deeper on the left, in the left one's place,
// and the last one, which comes after all inputs, in the result's. A single input is copied there; an empty chunk makes no
// pass. done_o comes once, when all inputs are pushed and one value is left. Passes hold until they are taken.
// Assumed: a chunk is begun when none is at work, and its description holds until done_o; its program is a valid one: no
// more combines than the stack has, at the end one value, and a stack no deeper than the module's.
//
// RTL: sumac_node_program
// Run: FanIn=4 Bytes=64
// Run: FanIn=4 Bytes=0
// Cover: 24
// Mutant: sumac_node_program s/pass_last_o  = last_in \&\& left_q == 4'd1/pass_last_o  = left_q == 4'd1/
// Mutant: sumac_node_program s/: stack_q\[top_q-StackW'(2)\];/: stack_q[0];/
// Mutant: sumac_node_program s/pushed || folded) \&\& last_in;/pushed || folded);/
// Mutant: sumac_node_program s/index_o      = (state_q == Load) ? 4'd0 : index_q + 4'd1/index_o      = index_q + 4'd1/
// Mutant: sumac_node_program s/if (!pushed) state_q <= Pass/state_q <= Pass/
module prove_node_program #(
  parameter int FanIn = 4,
  parameter int Bytes = 64
) (
  input logic       clk_i,
  input logic       rst_i,
  input logic       start_i,
  input logic [4:0] n_in_i,
  input logic [2:0] result_i,
  input logic [3:0] combines_i,
  input logic [2:0] operand_i,
  input logic       pass_ready_i
);
  logic       next, push, pass, copy, last, done;
  logic [3:0] index;
  logic [2:0] left, right, dst;
  logic       beats;
  logic [31:0] unused_combined;

  sumac_node_program #(.FanIn(FanIn), .PoolBeats(8), .SlotBeats(1)) dut (
    .clk_i, .rst_i, .start_i, .n_in_i, .bytes_i(16'(Bytes)), .result_i, .next_o(next), .index_o(index), .combines_i,
    .operand_i, .push_o(push), .pass_valid_o(pass), .pass_ready_i, .pass_left_o(left), .pass_right_o(right),
    .pass_dst_o(dst), .pass_beats_o(beats), .pass_copy_o(copy), .pass_last_o(last), .done_o(done),
    .combined_o(unused_combined)
  );

  // Expected: inputs asked for and pushed, the stack's slots, combines still to do.
  logic       busy_q = 1'b0, come_q = 1'b0, taken;
  logic [4:0] n_in_q, asked_q, pushed_q, lefts_q;
  logic [2:0] result_q, depth_q, s0_q, s1_q, s2_q;
  logic       none;
  assign none  = Bytes == 0;
  assign taken = pass && pass_ready_i;

  always_ff @(posedge clk_i) begin
    come_q <= next;
    if (start_i && !busy_q) begin
      busy_q   <= 1'b1;
      n_in_q   <= n_in_i;
      result_q <= result_i;
      asked_q  <= '0;
      pushed_q <= '0;
      depth_q  <= '0;
      lefts_q  <= '0;
    end else begin
      if (next) asked_q <= asked_q + 1'b1;
      if (push) begin
        pushed_q <= pushed_q + 1'b1;
        lefts_q  <= (n_in_q == 5'd1 && !none) ? 5'd1 : 5'(combines_i);
        depth_q  <= depth_q + 1'b1;
        if (depth_q == 3'd0) s0_q <= operand_i;
        if (depth_q == 3'd1) s1_q <= operand_i;
        if (depth_q == 3'd2) s2_q <= operand_i;
      end
      if (taken) begin
        lefts_q <= lefts_q - 1'b1;
        if (n_in_q != 5'd1) begin
          depth_q <= depth_q - 1'b1;
          if (depth_q == 3'd2) s0_q <= dst;
          if (depth_q == 3'd3) s1_q <= dst;
        end
      end
      if (done) busy_q <= 1'b0;
    end
    if (rst_i) begin
      busy_q <= 1'b0;
      come_q <= 1'b0;
    end
  end

  always_comb begin
    assume (!start_i || !busy_q);
    assume (n_in_i != '0 && 32'(n_in_i) <= FanIn);
    if (busy_q) assume (n_in_i == n_in_q && result_i == result_q);
    if (push && !none) begin
      assume (5'(combines_i) <= 5'(depth_q));
      assume (depth_q < 3'd3);
      if (pushed_q + 5'd1 == n_in_q) assume (5'(combines_i) == 5'(depth_q));
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (next) assert (busy_q && 5'(index) == asked_q && asked_q < n_in_q && asked_q == pushed_q + 5'(push));
      assert (push == come_q);
      if (pass) begin
        assert (busy_q && !none && !push && lefts_q != '0 && copy == (n_in_q == 5'd1) && beats);
        assert (last == (pushed_q == n_in_q && lefts_q == 5'd1));
        assert (dst == (last ? result_q : left));
        if (copy) assert (left == s0_q);
        else if (depth_q == 3'd2) assert (left == s0_q && right == s1_q);
        else assert (depth_q == 3'd3 && left == s1_q && right == s2_q);
      end
      if (done) begin
        assert (busy_q && pushed_q + 5'(push) == n_in_q && asked_q == n_in_q);
        if (!none) assert (taken && last && depth_q - 3'(!copy) == 3'd1);
      end
      cover (done && n_in_q == 5'(FanIn));
      cover (done && n_in_q == 5'd1);
      cover (done && depth_q == 3'd2 && n_in_q == 5'd3);
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  if (Bytes != 0) begin : g_held
    formal_stable #(.Width(12)) u_pass (.clk_i, .rst_i, .valid_i(pass), .ready_i(pass_ready_i),
      .data_i({beats, left, right, dst, copy, last}));
  end
endmodule
