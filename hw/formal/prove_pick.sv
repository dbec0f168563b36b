// sumac_pick, round robin: it shows one of the bits that are set, if there are any, and a bit that stays set is taken after
// at most Count - 1 others.
//
// RTL: sumac_pick
// Run: Count=2
// Run: Count=3
// Run: Count=8
// Cover: 12
// Mutant: sumac_pick s/else if (take_i) for .*/else if (take_i) above_q <= '1;/
// Mutant: sumac_pick s/IndexW'(i) > index_o/IndexW'(i) < index_o/
// Mutant: sumac_pick s/? high : low/? high : '0/
// Mutant: sumac_pick s/any_o = want_i != '0/any_o = (want_i \& above_q) != '0/
module prove_pick #(
  parameter int Count   = 4,
  localparam int IndexW = (Count > 1) ? $clog2(Count) : 1
) (
  input logic             clk_i,
  input logic             rst_i,
  input logic [Count-1:0] want_i,
  input logic             take_i
);
  logic              any;
  logic [IndexW-1:0] index;

  sumac_pick #(.Count(Count)) dut (.clk_i, .rst_i, .want_i, .take_i, .any_o(any), .index_o(index));

  // One bit, any one, and how many others have been taken since it is set.
  (* anyconst *) logic [IndexW-1:0] mine;
  logic [IndexW:0] others_q = '0;
  logic            wants, most_q = 1'b0;

  assign wants = want_i[mine];

  always_ff @(posedge clk_i) begin
    if (rst_i || !wants || (take_i && index == mine)) others_q <= '0;
    else if (take_i) others_q <= others_q + 1'b1;
    if (others_q == (IndexW + 1)'(Count - 1) && wants && take_i && index == mine) most_q <= 1'b1;
    if (rst_i) most_q <= 1'b0;
  end

  always_comb assume (32'(mine) < Count);

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (any == (want_i != '0));
      if (any) assert (32'(index) < Count && want_i[index]);
      if (any && others_q == (IndexW + 1)'(Count - 1)) assert (!wants || index == mine);
      assert (32'(others_q) < Count);
      cover (most_q);
      cover (take_i && !any);
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
