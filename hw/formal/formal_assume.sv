// A condition that holds in every cycle: assumed of the module's surroundings, or, with Assume = 0, asserted of the module itself
// to help a proof by induction.
module formal_assume #(
  parameter bit Assume = 1'b1
) (
  input logic clk_i,
  input logic rst_i,
  input logic true_i
);
  if (Assume) begin : g_assume
    always_comb if (!rst_i) assume (true_i);
  end else begin : g_assert
    always_ff @(posedge clk_i) if (!rst_i) assert (true_i);
  end
endmodule
