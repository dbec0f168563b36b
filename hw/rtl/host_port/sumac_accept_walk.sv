// The walk over a descriptor's streams: an input and an output a step, whose words come from the routes. Those that are channels
// are given their places: streams stand in the order of the descriptors, and all of a descriptor's have the same number of chunks,
// also if they carry different parts.
// Latency: 4 cycles from a step to start_o. Throughput: a step a cycle. Memory: RAM: the next chunk of each channel, either way.
// Reset: no step is under way; the opening of a channel sets its numbers to 0.
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
  logic              step_q, step2_q, step3_q, last_q, last2_q, last3_q, in_q, out_q, in2_q, out2_q, clear_q, clear2_q, clear3_q,
                     clear4_q;
  logic [3:0]        index_q;
  logic [ChanW-1:0]  clear_index_q, in2_channel_q, out2_channel_q, unused_in, unused_out;
  logic [31:0]       in_chunk, out_chunk, adds_q;
  logic [1:0]        unused_told;
  sumac_pkg::start_t start, start2_q, start3_q, start_q;

  sumac_change #(.Width(32), .Depth(Channels)) u_in (
    .clk_i, .rst_i, .go_i, .en_i(in2_q), .index_i(in2_channel_q), .told_o(unused_told[0]), .index_o(unused_in),
    .word_o(in_chunk), .word_i((clear4_q ? 32'd0 : in_chunk) + adds_q));
  sumac_change #(.Width(32), .Depth(Channels)) u_out (
    .clk_i, .rst_i, .go_i, .en_i(out2_q), .index_i(out2_channel_q), .told_o(unused_told[1]), .index_o(unused_out),
    .word_o(out_chunk), .word_i((clear4_q ? 32'd0 : out_chunk) + adds_q));

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
      in2_channel_q       <= clear_q ? clear_index_q : a_in_i.channel[ChanW-1:0];
      out2_channel_q      <= clear_q ? clear_index_q : a_out_i.channel[ChanW-1:0];
      adds_q              <= good_i && !clear3_q ? chunks_i : 32'd0;
      {clear2_q, clear3_q, clear4_q} <= {clear_q, clear2_q, clear3_q};
    end
    if (rst_i) begin
      {step_q, step2_q, step3_q, clear_q, in2_q, out2_q} <= 6'b000000;
      {start_q.in_valid, start_q.out_valid} <= 2'b00;
    end else if (go_i) begin
      {step_q, step2_q, step3_q, clear_q} <= {step_i, step_q, step2_q, clear_i};
      in2_q  <= clear_q || (start.in_valid && a_in_i.kind == sumac_pkg::STREAM_CHANNEL);
      out2_q <= clear_q || (start.out_valid && a_out_i.kind == sumac_pkg::STREAM_CHANNEL);
      start_q.in_valid  <= step3_q && start3_q.in_valid && good_i;
      start_q.out_valid <= step3_q && start3_q.out_valid && good_i;
    end
  end
endmodule
