// A beat that reads what is still on its way; every queue of the unit full or in the way; both ways of
// results at once.
module cover_sumac_combine (
  input logic clk_i, rst_i, active_q, full, hit_left, hit_right, l_room, r_room, waiting, l_here,
  input logic r_here, launch_copy, quick_valid, float_valid, q_here, f_here, collect_float, w_ready_i, issue,
  input logic bad_q, pass_valid_i
);
  c_left_revisited:  cover property (@(posedge clk_i) !rst_i && active_q && hit_left && !hit_right);
  c_right_revisited: cover property (@(posedge clk_i)
    !rst_i && active_q && hit_right && !hit_left);
  c_both_revisited:  cover property (@(posedge clk_i) !rst_i && active_q && hit_left && hit_right);
  c_full:            cover property (@(posedge clk_i) !rst_i && active_q && full);
  c_left_far_ahead:  cover property (@(posedge clk_i) !rst_i && active_q && !r_room && l_room);
  c_right_far_ahead: cover property (@(posedge clk_i) !rst_i && active_q && !l_room && r_room);
  c_left_first:      cover property (@(posedge clk_i) !rst_i && waiting && l_here && !r_here && !launch_copy);
  c_right_first:     cover property (@(posedge clk_i) !rst_i && waiting && !l_here && r_here && !launch_copy);
  c_both_ways:       cover property (@(posedge clk_i) !rst_i && quick_valid && float_valid);
  c_quick_overtakes: cover property (@(posedge clk_i) !rst_i && q_here && collect_float && !f_here);
  c_float_waits:     cover property (@(posedge clk_i) !rst_i && f_here && !collect_float && q_here);
  c_write_stalled:   cover property (@(posedge clk_i) !rst_i && q_here && !collect_float && !w_ready_i);
  c_refused:         cover property (@(posedge clk_i) !rst_i && bad_q && pass_valid_i);
endmodule
bind sumac_combine cover_sumac_combine u_cover (
  .active_q(u_issue.active_q), .full(u_issue.full), .hit_left(u_issue.hit_left), .hit_right(u_issue.hit_right),
  .bad_q(u_issue.bad_q), .*
);
