// Assumes a reset in the first cycle; later ones may come at any time.
module formal_reset (
  input logic clk_i,
  input logic rst_i
);
  logic begun_q = 1'b0;
  always_ff @(posedge clk_i) begun_q <= 1'b1;
  always_comb assume (begun_q || rst_i);
endmodule
