// The walk over a descriptor's streams: an input and an output a step, whose words come from the routes. Those that are channels
// are given their places (sumac_accept_count): streams stand in the order of the descriptors, and all of a descriptor's have the
// same number of chunks, also if they carry different parts.
// Latency: 4 cycles from a step to start_o. Throughput: a step a cycle. Reset: no step is under way.
module sumac_accept_walk #(
  parameter int Channels = sumac_pkg::DefChannels,
  localparam int ChanW   = $clog2(Channels)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic              go_i,          // else all stands still
  // a step: the routes are asked for its words
  input  logic              step_i,
  input  logic              last_i,
  input  logic [3:0]        index_i,
  input  logic              in_i,          // there is such an input,
  input  logic              out_i,         // and such an output
  // or, with neither, a channel is opened
  input  logic              clear_i,
  input  logic [ChanW-1:0]  clear_index_i,
  // a cycle later
  input  sumac_pkg::route_in_t  a_in_i,
  input  sumac_pkg::route_out_t a_out_i,
  input  sumac_pkg::tree_t  a_tree_i,
  // three cycles later
  output logic              ends_o,        // it is the last one of its descriptor,
  input  logic              good_i,        // which is good,
  input  logic [31:0]       chunks_i,      // and whose streams have so many
  // four cycles later
  output sumac_pkg::start_t start_o,
  output logic              busy_o
);
  logic              step_q, step2_q, step3_q, last_q, last2_q, last3_q, in_q, out_q, clear_q;
  logic [3:0]        index_q;
  logic [ChanW-1:0]  clear_index_q, in_channel, out_channel;
  logic [31:0]       in_chunk, out_chunk;
  sumac_pkg::start_t start, start2_q, start3_q, start_q;

  assign in_channel  = clear_q ? clear_index_q : a_in_i.channel[ChanW-1:0];
  assign out_channel = clear_q ? clear_index_q : a_out_i.channel[ChanW-1:0];
  sumac_accept_count #(.Channels(Channels)) u_in (
    .clk_i, .rst_i, .go_i, .take_i(clear_q || (start.in_valid && a_in_i.kind == sumac_pkg::STREAM_CHANNEL)),
    .clear_i(clear_q), .channel_i(in_channel), .good_i, .chunks_i, .chunk_o(in_chunk));
  sumac_accept_count #(.Channels(Channels)) u_out (
    .clk_i, .rst_i, .go_i, .take_i(clear_q || (start.out_valid && a_out_i.kind == sumac_pkg::STREAM_CHANNEL)),
    .clear_i(clear_q), .channel_i(out_channel), .good_i, .chunks_i, .chunk_o(out_chunk));

  always_comb begin
    start             = '0;
    start.in_valid    = step_q && in_q;
    start.out_valid   = step_q && out_q;
    start.index       = index_q;
    start.in_memory   = a_in_i.kind == sumac_pkg::STREAM_MEMORY;
    start.in_channel  = a_in_i.channel;
    start.in_right    = a_in_i.combines != 4'd0;
    start.lo          = a_tree_i.lo;
    start.parent      = a_tree_i.parent;
    start.out_memory  = a_out_i.kind == sumac_pkg::STREAM_MEMORY;
    start.out_channel = a_out_i.channel;
    start_o           = start_q;
    start_o.in_chunk  = in_chunk;
    start_o.out_chunk = out_chunk;
  end
  assign ends_o = step3_q && last3_q;
  assign busy_o = step_q || step2_q || step3_q;

  always_ff @(posedge clk_i) begin
    if (go_i) begin
      {last_q, index_q, in_q, out_q, clear_index_q} <= {last_i, index_i, in_i, out_i, clear_index_i};
      {last2_q, start2_q} <= {last_q, start};
      {last3_q, start3_q} <= {last2_q, start2_q};
      start_q             <= start3_q;
    end
    if (rst_i) begin
      {step_q, step2_q, step3_q, clear_q}  <= 4'b0000;
      {start_q.in_valid, start_q.out_valid} <= 2'b00;
    end else if (go_i) begin
      {step_q, step2_q, step3_q, clear_q} <= {step_i, step_q, step2_q, clear_i};
      start_q.in_valid  <= step3_q && start3_q.in_valid && good_i;
      start_q.out_valid <= step3_q && start3_q.out_valid && good_i;
    end
  end
endmodule
