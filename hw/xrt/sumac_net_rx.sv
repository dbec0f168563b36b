// Frames from the network's clock to the NIC's. A MAC does not wait: a frame that finds no room is dropped, and one that begins
// before the room ends is cut, with an error at its last beat. Latency: 4 cycles of the NIC's clock. Throughput: a beat a cycle.
// Reset: out_rst_i is the taker's, mac_rst_i the MAC's, which ends its frame. rst_i and net_rst_i are the queue's, as of
// sumac_async_fifo, and may come while taker and MAC live: a frame that the taker has begun to take ends with an error, and of a
// frame that the MAC is in the middle of the rest is dropped. The next one is taken.
module sumac_net_rx #(
  parameter int Depth = 32               // beats; a power of two
) (
  input  logic         net_clk_i,
  input  logic         net_rst_i,
  input  logic         mac_rst_i,        // of the network's clock
  input  logic         in_tvalid_i,
  input  logic [511:0] in_tdata_i,
  input  logic [63:0]  in_tkeep_i,
  input  logic         in_tlast_i,
  input  logic         in_tuser_i,       // at the last beat: an error
  output logic         in_lost_o,        // a pulse for each frame that is dropped or cut
  input  logic         clk_i,
  input  logic         out_rst_i,
  input  logic         rst_i,
  output logic         out_tvalid_o,
  output logic [511:0] out_tdata_o,
  output logic [63:0]  out_tkeep_o,
  output logic         out_tlast_o,
  output logic         out_tuser_o
);
  logic room, last_room, cut, drop_q, mid, mid_q, there, last, user, begun_q;

  // The last entry is left for a frame's last beat, or for the beat that it is cut at: so where a frame goes on there is room.
  assign cut       = last_room && !in_tlast_i;
  assign in_lost_o = in_tvalid_i && !drop_q && (cut || !room);

  sumac_async_fifo #(.Width(2 + 64 + 512), .Depth(Depth)) u_beats (
    .in_clk_i(net_clk_i), .in_rst_i(net_rst_i), .in_valid_i(in_tvalid_i && !drop_q), .in_ready_o(room),
    .in_data_i({in_tuser_i || cut, in_tlast_i || cut, in_tkeep_i, in_tdata_i}), .in_last_room_o(last_room),
    .out_clk_i(clk_i), .out_rst_i(rst_i), .out_valid_o(there), .out_ready_i(1'b1),
    .out_data_o({user, last, out_tkeep_o, out_tdata_o})
  );

  assign mid = !mac_rst_i && (in_tvalid_i ? !in_tlast_i : mid_q);

  always_ff @(posedge net_clk_i) begin
    mid_q <= mid;
    if (net_rst_i) drop_q <= mid;
    else if (in_tvalid_i) drop_q <= !in_tlast_i && (drop_q || cut);
  end

  // ---- the taker's side
  assign out_tvalid_o = rst_i ? begun_q : there;
  assign out_tlast_o  = rst_i || last;
  assign out_tuser_o  = rst_i || user;

  always_ff @(posedge clk_i) begin
    if (out_rst_i) begun_q <= 1'b0;
    else if (out_tvalid_o) begun_q <= !out_tlast_o;
  end
endmodule
