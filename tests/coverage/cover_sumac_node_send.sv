// A chunk that waits: for its channel's window, for its turn on the channel, for the one it is handed to.
module cover_sumac_node_send (
  input logic clk_i, rst_i, out, is_memory, turn, room, wr_ready_i, tx_ready_i
);
  c_window_full:  cover property (@(posedge clk_i) !rst_i && out && !is_memory && turn && !room);
  c_not_its_turn: cover property (@(posedge clk_i) !rst_i && out && !is_memory && !turn && room);
  c_tx_stalled:   cover property (@(posedge clk_i)
    !rst_i && out && !is_memory && turn && room && !tx_ready_i);
  c_write_stalls: cover property (@(posedge clk_i) !rst_i && out && is_memory && !wr_ready_i);
endmodule
bind sumac_node_send cover_sumac_node_send u_cover (
  .clk_i, .rst_i, .is_memory, .wr_ready_i, .tx_ready_i, .out(state_q == Out),
  .turn(issued_q[ch_index_o] == seq),
  .room($signed(ch_lim_i - seq) > 0)
);
