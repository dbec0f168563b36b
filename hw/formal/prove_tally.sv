// sumac_tally: what is told of any one number, two cycles after each of its events and then only, is what the events before it have
// left, and what this one makes of it, however closely they follow each other; between resets, and over those that meet no event of
// it on its way. The watched number of the memory is kept, others are any.
// Assumed: a number is set before it counts.
//
// RTL: sumac_tally
// Edit: sumac_tally s/sumac_ram #(/formal_ram #(.Watched(1'b1), /
// Cover: 10
// Mutant: sumac_tally s/valid2_q \&\& index2_q == index1_q/1'b0/
// Mutant: sumac_tally s/valid3_q \&\& index3_q == index1_q/1'b0/
// Mutant: sumac_tally s/valid2_q \&\& index2_q == index1_q/index2_q == index1_q/
// Mutant: sumac_tally s/base2_q <= set1_q ? '0/base2_q <= set_i ? '0/
module prove_tally (
  input logic       clk_i,
  input logic       rst_i,
  input logic       en_i,
  input logic [1:0] index_i,
  input logic       set_i,
  input logic [1:0] value_i
);
  (* anyconst *) logic [1:0] mine;
  logic       told, event_mine, known_q = 1'b0;
  logic [1:0] index, old, made, next, number_q, coming_q = 2'b00, known_old_q;
  logic [3:0] old_q, new_q;          // of the last two events
  sumac_tally #(.Width(2), .Depth(4)) dut (
    .clk_i, .rst_i, .en_i, .index_i, .set_i, .value_i, .told_o(told), .index_o(index), .old_o(old), .new_o(made));
  (* hierconn *) logic [1:0] \dut.u_numbers.at ;

  assign event_mine = en_i && index_i == mine;
  assign next       = set_i ? value_i : number_q + value_i;
  always_comb begin
    assume (\dut.u_numbers.at == mine);
    if (event_mine) assume (set_i || known_q);
  end
  always_ff @(posedge clk_i) begin
    coming_q    <= {coming_q[0], event_mine};
    known_old_q <= {known_old_q[0], known_q};
    old_q       <= {old_q[1:0], number_q};
    new_q       <= {new_q[1:0], next};
    if (event_mine) {known_q, number_q} <= {1'b1, next};
    if (rst_i) begin
      coming_q <= 2'b00;
      if (event_mine || coming_q != 2'b00) known_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((told && index == mine) == coming_q[1]);
      if (coming_q[1]) assert (made == new_q[3:2]);
      if (coming_q[1] && known_old_q[1]) assert (old == old_q[3:2]);
      cover (coming_q == 2'b11 && event_mine && old != made);
      cover (coming_q == 2'b10 && event_mine && old != made);
    end
  end
  formal_reset u_reset (.clk_i, .rst_i);
endmodule
