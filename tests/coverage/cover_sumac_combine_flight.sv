// A slot again at every distance that matters: the beat issued just before, the one about to be written, and
// the one written in this very cycle, after which it may be read.
module cover_sumac_combine_flight #(
  parameter int Beats = 32,
  localparam int PtrW = $clog2(Beats)
) (
  input logic clk_i, rst_i, issue_i, launch_i, write_i, full_o, idle_o, hit_left_o, hit_right_o,
  input logic [Beats-1:0] hand_left_q, hand_right_q,
  input logic [Beats-1:0] busy_q,
  input logic [PtrW-1:0]  tail_q, head_q
);
  logic [PtrW-1:0] newest;
  assign newest = tail_q - 1'b1;
  c_newest_left:   cover property (@(posedge clk_i) !rst_i && busy_q[newest] && hand_left_q[newest]);
  c_newest_right:  cover property (@(posedge clk_i)
    !rst_i && busy_q[newest] && hand_right_q[newest]);
  c_oldest_left:   cover property (@(posedge clk_i)
    !rst_i && busy_q[head_q] && newest != head_q && hand_left_q[head_q]);
  c_oldest_right:  cover property (@(posedge clk_i)
    !rst_i && busy_q[head_q] && newest != head_q && hand_right_q[head_q]);
  c_written_left:  cover property (@(posedge clk_i)
    !rst_i && write_i && hand_left_q[head_q] && hit_left_o);
  c_written_right: cover property (@(posedge clk_i)
    !rst_i && write_i && hand_right_q[head_q] && hit_right_o);
  c_full:          cover property (@(posedge clk_i) !rst_i && full_o);
  c_full_written:  cover property (@(posedge clk_i) !rst_i && full_o && write_i);
  c_all_three:     cover property (@(posedge clk_i) !rst_i && issue_i && launch_i && write_i);
  c_empties:       cover property (@(posedge clk_i) !rst_i && idle_o && tail_q != '0);
endmodule
bind sumac_combine_flight cover_sumac_combine_flight #(.Beats(Beats)) u_cover (
  .hand_left_q(g_side[0].hand_q), .hand_right_q(g_side[1].hand_q), .*
);
