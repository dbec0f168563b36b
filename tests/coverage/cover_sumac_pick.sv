// Round robin among those that want at the same time.
module cover_sumac_pick #(
  parameter int Count = 4
) (
  input logic             clk_i, rst_i, take_i,
  input logic [Count-1:0] want_i, above_q
);
  if (Count > 1) begin : g_many
    c_alone:     cover property (@(posedge clk_i) !rst_i && take_i && $onehot(want_i));
    c_contested: cover property (@(posedge clk_i) !rst_i && take_i && !$onehot0(want_i));
    c_all:       cover property (@(posedge clk_i) !rst_i && take_i && want_i == '1);
    c_wraps:     cover property (@(posedge clk_i)
    !rst_i && take_i && want_i != '0 && (want_i & above_q) == '0);
    c_stalled:   cover property (@(posedge clk_i) !rst_i && !take_i && want_i != '0);
  end
endmodule
bind sumac_pick cover_sumac_pick #(.Count(Count)) u_cover (.*);
