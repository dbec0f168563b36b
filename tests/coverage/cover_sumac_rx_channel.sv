// Each reason not to accept a chunk, alone, above all a window that is full; and counters that wrap.
module cover_sumac_rx_channel (
  input logic clk_i, rst_i, head2_q, is_data, h_open_q, h_closed_q, fits, in_order, room, forward,
  input logic head_i, wraps
);
  c_window_full: cover property (@(posedge clk_i)
    !rst_i && head2_q && is_data && h_open_q && fits && in_order && !room);
  c_not_next:    cover property (@(posedge clk_i)
    !rst_i && head2_q && is_data && h_open_q && fits && !in_order && room);
  c_too_long:    cover property (@(posedge clk_i)
    !rst_i && head2_q && is_data && h_open_q && !fits && in_order && room);
  c_closed:      cover property (@(posedge clk_i) !rst_i && head2_q && is_data && !h_open_q);
  c_closing:     cover property (@(posedge clk_i) !rst_i && h_open_q && h_closed_q);
  c_forwarded:   cover property (@(posedge clk_i) !rst_i && head_i && forward);
  c_wraps:       cover property (@(posedge clk_i) !rst_i && head2_q && wraps);
endmodule
bind sumac_rx_channel cover_sumac_rx_channel u_cover (
  .clk_i, .rst_i, .head2_q, .is_data, .h_open_q, .h_closed_q, .fits, .in_order, .room, .forward, .head_i,
  .wraps(in_order && h_seq_q == '0 && h_rcv_nxt_q != '0)
);
