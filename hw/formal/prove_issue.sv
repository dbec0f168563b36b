// sumac_issue: every pass that has fired is taken once, in its turn, with its own ring, also while parents that wait to be told
// leave no room for more; and each that has a parent tells one: none is lost. Watched is any one pass.
// Assumed: all groups are open; no more passes wait than the queue holds. Contents of memories are any.
//
// RTL: sumac_issue sumac_ram sumac_queue sumac_fifo sumac_merge sumac_alu_decode
// Edit: sumac_issue s/sumac_ram #(/formal_ram #(/
// Edit: sumac_issue s/Depth(Passes)/Depth(4)/
// Edit: sumac_issue s/6'd28/6'd2/
// Edit: sumac_issue s/Depth(32)/Depth(4)/
// Edit: sumac_issue s/Quick = 6, Slow = 14/Quick = 2, Slow = 3/
// Bound: 16
// Cover: 16
// Mutant: sumac_issue s/((!v2_q || taken) \&\& room_q)/(!v2_q || taken)/
// Mutant: sumac_issue s/v1_q \&\& live1 \&\& room_q/v1_q \&\& live1/
// Mutant: sumac_issue s/ || whole_ready_i : pass_ready_i/ : pass_ready_i/
// Mutant: sumac_issue s/makes_q < 6'd2/makes_q < 6'd5/
module prove_issue (
  input logic       clk_i,
  input logic       rst_i,
  input logic       fired_i,
  input logic [3:0] fired_ctx_i,
  input logic       watch_i,         // the pass that fires now is the one
  input logic       pass_ready_i,
  input logic       made_ready_i,
  input logic       whole_ready_i
);
  sumac_pkg::operand_t fired, made;
  assign fired = {14'(fired_ctx_i[2:0]), 4'd1};
  logic             pass_valid, made_valid, whole_valid, idle;
  sumac_pkg::early_t early;
  sumac_pkg::pass_t pass;
  logic [2:0]       whole_ctx;
  sumac_issue #(.FanIn(2), .Groups(2), .PoolBeats(2), .Rings(2), .RingSlots(2), .SlotBeats(2)) dut (
    .clk_i, .rst_i, .open_i(2'b11), .opened_i(1'b0), .opened_data_i('0), .told_i(1'b0), .told_data_i('0), .fired_i,
    .fired_operand_i(fired), .fired_order_i('0),
    .pass_valid_o(pass_valid), .pass_ready_i,
    .pass_o(pass), .early_o(early), .made_valid_o(made_valid), .made_ready_i,
    .made_o(made), .whole_valid_o(whole_valid), .whole_ready_i, .whole_ctx_o(whole_ctx), .idle_o(idle));

  // Inside: a pass is taken, of which context, whether it is empty, and its parent; parents that come from the lines.
  (* hierconn *) logic       \dut.taken , \dut.empty2_q , \dut.v2_q , \dut.root2 , \dut.a_room , \dut.b_room ;
  (* hierconn *) logic [2:0] \dut.ctx2_q , \dut.line_q ;
  (* hierconn *) logic [1:0] \dut.quick_line_q ;

  logic       watching_q = 1'b0, begins;
  logic [2:0] count_q = '0, ahead_q, ctx_q;
  logic [5:0] owed_q = '0;            // parents to be told
  assign begins = fired_i && watch_i && !watching_q;
  always_comb assume (!fired_i || count_q < 3'd4);
  always_ff @(posedge clk_i) begin
    count_q <= count_q + 3'(fired_i) - 3'(\dut.taken );
    owed_q  <= owed_q + 6'(\dut.taken && !\dut.root2 ) - 6'(made_valid && made_ready_i);
    if (begins) {watching_q, ctx_q, ahead_q} <= {1'b1, fired_ctx_i[2:0], count_q - 3'(\dut.taken )};
    else if (\dut.taken ) {watching_q, ahead_q} <= {watching_q && ahead_q != 3'd0, ahead_q - 3'd1};
    if (rst_i) {watching_q, count_q, owed_q} <= '0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (!\dut.taken || count_q != 3'd0);
      if (watching_q && ahead_q == 3'd0 && \dut.taken ) assert (\dut.ctx2_q [2:1] == ctx_q[2:1]);   // the slot is in memory
      if (\dut.taken ) assert ((pass_valid && pass_ready_i) || (\dut.empty2_q && (!\dut.root2  || whole_ready_i)));
      if (pass_valid && pass_ready_i) assert (\dut.taken );
      if (whole_valid && whole_ready_i) assert (\dut.taken );
      assert (!made_valid || owed_q != 6'd0);
      assert (!(\dut.quick_line_q [1] && !\dut.a_room ) && !(\dut.line_q [2] && !\dut.b_room ));
      assert (!idle || (count_q == 3'd0 && owed_q == 6'd0));
      cover (watching_q && ahead_q == 3'd0 && \dut.taken && owed_q == 6'd2);
      cover (watching_q && ahead_q == 3'd3);
    end
  end
  formal_reset u_reset (.clk_i, .rst_i);
endmodule
