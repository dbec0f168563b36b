// Both streams at once, and the one that waits keeps its turn.
module cover_sumac_merge (
  input logic clk_i, rst_i, a_valid_i, b_valid_i, out_ready_i, take_b, hold_b_q
);
  c_contested: cover property (@(posedge clk_i) !rst_i && a_valid_i && b_valid_i && out_ready_i && !take_b);
  c_b_waits:   cover property (@(posedge clk_i) !rst_i && b_valid_i && take_b && !out_ready_i);
  c_b_keeps:   cover property (@(posedge clk_i) !rst_i && a_valid_i && hold_b_q && out_ready_i);
endmodule
bind sumac_merge cover_sumac_merge u_cover (.*);
