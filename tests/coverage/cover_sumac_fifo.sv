// Events that a queue must have met.
module cover_sumac_fifo #(
  parameter bit Bypass = 1'b0
) (
  input logic clk_i, rst_i, in_valid_i, in_ready_o, out_ready_i, empty
);
  c_full:       cover property (@(posedge clk_i) !rst_i && !in_ready_o);
  c_refused:    cover property (@(posedge clk_i) !rst_i && in_valid_i && !in_ready_o);
  c_full_taken: cover property (@(posedge clk_i) !rst_i && !in_ready_o && out_ready_i);
  c_in_and_out: cover property (@(posedge clk_i) !rst_i && in_valid_i && in_ready_o && !empty && out_ready_i);
  if (Bypass) begin : g_bypass
    c_bypass: cover property (@(posedge clk_i) !rst_i && in_valid_i && empty && out_ready_i);
    c_waits:  cover property (@(posedge clk_i) !rst_i && in_valid_i && empty && !out_ready_i);
  end
endmodule
bind sumac_fifo cover_sumac_fifo #(.Bypass(Bypass)) u_cover (.*);
