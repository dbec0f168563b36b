// sumac_join: P3, of any one context, in any life of it, for any tree of passes over 2 to 4 inputs whose operands come by any way,
// in any order and at any time: three cycles after the second of a pass's operands has been taken, and then only, the pass fires;
// and when the root does, all bits are clear. So each pass fires exactly once, after both its operands. Watched is one context of
// 8; its word of the bits is kept, others are any.
// Assumed: each input of a context comes once, in a life of its own; when a pass has fired, its parent is told once, at any time
// later (sumac_issue); a life begins when the root of the last has fired, or, if its group has failed, when the group has been
// cleared while nothing of it was on its way; what comes by channels agrees; streams are held. Other contexts' operands are any.
//
// RTL: sumac_join sumac_fifo
// Edit: sumac_join s/sumac_ram #(/formal_ram #(.Watched(1'b1), /
// Edit: sumac_join s/Depth(64)/Depth(2)/
// Bound: 18
// Cover: 20
// Mutant: sumac_join s/if (v2_q \&\& o2_q.ctx == o1_q.ctx) old2_q <= new2;/if (1'b0) old2_q <= new2;/
// Mutant: sumac_join s/v3_q \&\& ctx3_q == o1_q.ctx\[CtxW-1:0\]/1'b0/
// Mutant: sumac_join s/if (v2_q \&\& o2_q.ctx == o1_q.ctx)/if (v2_q)/
// Mutant: sumac_join s/v4_q \&\& ctx4_q == o1_q.ctx\[CtxW-1:0\]/1'b0/
// Mutant: sumac_join s/clear_no_q != '1/1'b0/
// Mutant: sumac_join s/: !met_i \&\& !made_valid_i/: !met_i/
// Mutant: sumac_join s/\&\& lives_q \&\& o2_q.pass != 4'd0 \&\& fires/\&\& lives_q \&\& o2_q.pass != 4'd0/
module prove_join (
  input logic       clk_i,
  input logic       rst_i,
  input logic       met_i,
  input logic       found_i,
  input logic       there_i,
  input logic       made_i,
  input logic       fresh_i,        // a life begins
  input logic       clear_i,        // the group begins anew
  input logic [2:0] met_ctx_i,
  input logic [2:0] found_ctx_i,
  input logic [2:0] there_ctx_i,
  input logic [2:0] made_ctx_i,
  input logic [1:0] met_no_i,       // which of the context's inputs; of another context, the pass
  input logic [1:0] found_no_i,
  input logic [1:0] there_no_i,
  input logic [1:0] made_no_i       // which of its passes has been made
);
  (* anyconst *) logic [2:0] mine;
  (* anyconst *) logic [2:0] shape;
  logic [2:0] n;                        // inputs; passes are 1 to n - 1, named by the input before which they divide their own
  logic [7:0] dest, parent;             // by input, from the right: its pass; by pass, its parent: 0 of the root
  always_comb begin : trees
    case (shape)
      3'd0:    {n, dest, parent} = {3'd2, 8'b00_00_01_01, 8'b00_00_00_00};  // 0 1
      3'd1:    {n, dest, parent} = {3'd3, 8'b00_10_01_01, 8'b00_00_10_00};  // (0 1) 2
      3'd2:    {n, dest, parent} = {3'd3, 8'b00_10_10_01, 8'b00_01_00_00};  // 0 (1 2)
      3'd3:    {n, dest, parent} = {3'd4, 8'b11_10_01_01, 8'b00_11_10_00};  // ((0 1) 2) 3
      3'd4:    {n, dest, parent} = {3'd4, 8'b11_10_10_01, 8'b00_01_11_00};  // (0 (1 2)) 3
      3'd5:    {n, dest, parent} = {3'd4, 8'b11_11_01_01, 8'b10_00_10_00};  // (0 1) (2 3)
      3'd6:    {n, dest, parent} = {3'd4, 8'b11_10_10_01, 8'b01_11_00_00};  // 0 ((1 2) 3)
      default: {n, dest, parent} = {3'd4, 8'b11_11_10_01, 8'b10_01_00_00};  // 0 (1 (2 3))
    endcase
  end
  logic met_mine, found_mine, there_mine, made_mine, made_ready, found_ready, clear_ready, fired, whole, differ, idle;
  logic [2:0] whole_ctx;
  assign met_mine   = met_i && met_ctx_i == mine;
  assign found_mine = found_i && found_ctx_i == mine;
  assign there_mine = there_i && there_ctx_i == mine;
  assign made_mine  = made_i && made_ctx_i == mine;
  sumac_pkg::met_t     met, found;
  sumac_pkg::operand_t there, made, fired_operand;
  sumac_pkg::fault_t   fault;
  always_comb begin
    {met, found, there, made} = '0;
    {met.ctx[2:0], met.pass[1:0]}     = {met_ctx_i, met_mine ? dest[2*met_no_i+:2] : met_no_i};
    {found.ctx[2:0], found.pass[1:0]} = {found_ctx_i, found_mine ? dest[2*found_no_i+:2] : found_no_i};
    {there.ctx[2:0], there.pass[1:0]} = {there_ctx_i, there_mine ? dest[2*there_no_i+:2] : there_no_i};
    {made.ctx[2:0], made.pass[1:0]}   = {made_ctx_i, made_mine ? parent[2*made_no_i+:2] : made_no_i};
  end

  sumac_join #(.Groups(2), .Channels(2), .Rings(2), .RingSlots(2)) dut (
    .clk_i, .rst_i, .open_i(2'b11), .anew_i(1'b0), .channel_i('0), .opened_i(1'b0), .opened_data_i('0), .met_i, .met_data_i(met),
    .made_valid_i(made_i), .made_ready_o(made_ready), .made_i(made), .there_i, .there_operand_i(there), .found_valid_i(found_i),
    .found_ready_o(found_ready), .found_i(found), .clear_ready_o(clear_ready), .clear_i, .clear_group_i(mine[2]),
    .fired_o(fired), .fired_operand_o(fired_operand), .whole_o(whole), .whole_ctx_o(whole_ctx), .differ_valid_o(differ),
    .differ_ready_i(1'b1), .differ_o(fault), .idle_o(idle));

  // Inside: the kept word, the queue of memory operands, the bits that are written, whether an operand disagrees.
  (* hierconn *) logic [2:0]  \dut.u_bits.at ;
  (* hierconn *) logic        \dut.there_valid , \dut.there_ready , \dut.there_room , \dut.wrong2 ;
  (* hierconn *) logic [sumac_pkg::OPERAND_W-1:0] \dut.there ;
  (* hierconn *) logic [15:0] \dut.new2 ;
  sumac_pkg::operand_t taken_there;
  assign taken_there = \dut.there ;

  // The context: which inputs have come, which passes have fired and been told, how many operands a pass has; what is taken.
  logic       live_q = 1'b0, done_q = 1'b0, clears_q = 1'b0, take, there_take, second;
  logic [3:0] came_q, comes, fired_q, told_q;
  logic [7:0] has_q;
  logic [1:0] pass, pass1_q, pass2_q, pass3_q;
  logic [2:0] take_q = '0, second_q;
  assign there_take = \dut.there_valid && \dut.there_ready && taken_there.ctx[2:0] == mine;
  assign take       = met_mine || (made_mine && made_ready) || there_take || (found_mine && found_ready);
  assign pass       = met_mine ? met.pass[1:0] : (made_mine && made_ready) ? made.pass[1:0] : there_take ? taken_there.pass[1:0]
                      : found.pass[1:0];
  assign second     = has_q[2*pass+:2] == 2'd1;
  assign comes      = (4'(met_mine) << met_no_i) | (4'(found_mine) << found_no_i) | (4'(there_mine) << there_no_i);

  always_comb begin
    assume (\dut.u_bits.at == mine);
    if (there_i) assume (\dut.there_room );
    if (met_mine || found_mine || there_mine || made_mine) assume (live_q && !fresh_i && !clear_i);
    if (comes != 4'd0) assume ((comes & came_q) == 4'd0 && 3'(met_mine) + 3'(found_mine) + 3'(there_mine)
                               == 3'(comes[0]) + 3'(comes[1]) + 3'(comes[2]) + 3'(comes[3]) && (comes >> n) == 4'd0);
    if (made_mine) assume (made_no_i != 2'd0 && fired_q[made_no_i] && !told_q[made_no_i] && parent[2*made_no_i+:2] != 2'd0);
    if (fresh_i) assume (done_q && !clear_i);
    if (clear_i) assume (take_q == 3'd0 && !\dut.there_valid );
    if (take_q[1]) assume (!\dut.wrong2 );
  end

  always_ff @(posedge clk_i) begin
    take_q   <= {take_q[1:0], take};
    second_q <= {second_q[1:0], second};
    {pass1_q, pass2_q, pass3_q} <= {pass, pass1_q, pass2_q};
    came_q   <= came_q | (comes & ~(4'(found_mine && !found_ready) << found_no_i));
    if (take) has_q <= has_q + (8'd1 << {pass, 1'b0});
    if (made_mine && made_ready) told_q <= told_q | (4'd1 << made_no_i);
    if (fired && fired_operand.ctx[2:0] == mine) begin
      fired_q <= fired_q | (4'd1 << fired_operand.pass[1:0]);
      if (parent[2*fired_operand.pass[1:0]+:2] == 2'd0) done_q <= 1'b1;
    end
    if (fresh_i) {live_q, done_q, came_q, fired_q, told_q, has_q} <= {2'b10, 20'd0};
    if (clears_q && clear_ready) {clears_q, done_q} <= 2'b01;
    if (clear_i) {clears_q, live_q, done_q} <= 3'b100;
    if (rst_i) {clears_q, live_q, done_q, take_q} <= 6'd0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (3'(met_mine) + 3'(made_mine && made_ready) + 3'(there_take) + 3'(found_mine && found_ready) <= 3'd1);
      assert ((fired && fired_operand.ctx[2:0] == mine) == (take_q[2] && second_q[2]));
      if (take_q[2] && second_q[2]) assert (fired_operand.pass == {2'd0, pass3_q} && !fired_q[pass3_q]);
      if (take_q[1] && second_q[1] && parent[2*pass2_q+:2] == 2'd0) assert (\dut.new2 == 16'd0);
      cover (take_q[2:1] == 2'b11 && second_q[1] && pass2_q == pass3_q);
      cover (take && take_q[1:0] == 2'b10 && second && pass == pass2_q);
      cover (take_q[2] && second_q[2] && n == 3'd4 && parent[2*pass3_q+:2] == 2'd0 && made_i);
      cover (clear_i && live_q && !done_q);
    end
  end
  formal_reset u_reset (.clk_i, .rst_i);
  formal_stable #(.Width(5), .Assume(1)) u_found (
    .clk_i, .rst_i, .valid_i(found_i), .ready_i(found_ready), .data_i({found_ctx_i, found_no_i}));
  formal_stable #(.Width(5), .Assume(1)) u_made (
    .clk_i, .rst_i, .valid_i(made_i), .ready_i(made_ready), .data_i({made_ctx_i, made_no_i}));
endmodule
