// Frames from the NIC's clock to the network's. A MAC takes no pause inside a frame, and its clock may be the faster one: so a
// frame sets out when all of it is here. Latency: a frame's beats and 4 cycles of the network's clock. Throughput: a beat a cycle.
// Reset: in_rst_i is the sender's. rst_i and net_rst_i are the queues', as of sumac_async_fifo, and may come while the
// sender lives: it does not wait meanwhile, and what it sends is lost to the end of the frame.
module sumac_net_tx #(
  parameter int Depth = 128              // beats; a power of two, more than a frame has
) (
  input  logic         clk_i,
  input  logic         in_rst_i,
  input  logic         rst_i,
  input  logic         in_tvalid_i,
  output logic         in_tready_o,
  input  logic [511:0] in_tdata_i,
  input  logic [63:0]  in_tkeep_i,
  input  logic         in_tlast_i,
  input  logic         net_clk_i,
  input  logic         net_rst_i,
  output logic         out_tvalid_o,
  input  logic         out_tready_i,
  output logic [511:0] out_tdata_o,
  output logic [63:0]  out_tkeep_o,
  output logic         out_tlast_o
);
  logic beat_room, frame_room, beat_there, frame_there, sending_q, last;
  logic unused_beats, unused_frames, unused_entry;

  // ---- the sender's side: whether a frame has begun, and whether the rest of it is lost
  logic begun_q, drop_q, drop, offered, taken;

  assign drop        = drop_q || rst_i;
  assign offered     = in_tvalid_i && !drop;
  assign in_tready_o = drop || (beat_room && frame_room);
  assign taken       = in_tvalid_i && in_tready_o;

  always_ff @(posedge clk_i) begin
    if (in_rst_i) begin
      begun_q <= 1'b0;
      drop_q  <= 1'b0;
    end else begin
      if (taken) begun_q <= !in_tlast_i;
      if (rst_i) drop_q <= taken ? !in_tlast_i : begun_q;
      else if (taken && in_tlast_i) drop_q <= 1'b0;
    end
  end

  // ---- the queues

  sumac_async_fifo #(.Width(1 + 64 + 512), .Depth(Depth)) u_beats (
    .in_clk_i(clk_i), .in_rst_i(rst_i), .in_valid_i(offered && frame_room), .in_ready_o(beat_room),
    .in_data_i({in_tlast_i, in_tkeep_i, in_tdata_i}), .in_last_room_o(unused_beats),
    .out_clk_i(net_clk_i), .out_rst_i(net_rst_i), .out_valid_o(beat_there), .out_ready_i(out_tvalid_o && out_tready_i),
    .out_data_o({last, out_tkeep_o, out_tdata_o})
  );

  // An entry a frame, written with its last beat. The two queues' pointers cross by themselves: the entry may be seen a cycle
  // before the last beat, but the beats before that one take so long.
  sumac_async_fifo #(.Width(1), .Depth(Depth)) u_frames (
    .in_clk_i(clk_i), .in_rst_i(rst_i), .in_valid_i(offered && in_tlast_i && beat_room), .in_ready_o(frame_room),
    .in_data_i(1'b1), .in_last_room_o(unused_frames),
    .out_clk_i(net_clk_i), .out_rst_i(net_rst_i), .out_valid_o(frame_there),
    .out_ready_i(out_tvalid_o && out_tready_i && last), .out_data_o(unused_entry)
  );

  assign out_tvalid_o = beat_there && (frame_there || sending_q);
  assign out_tlast_o  = last;

  always_ff @(posedge net_clk_i) begin
    if (net_rst_i) sending_q <= 1'b0;
    else if (out_tvalid_o && out_tready_i) sending_q <= !last;
  end
endmodule
