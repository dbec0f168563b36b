// The next chunk of each channel, in one direction: a stream that is given its place takes so many chunks from there. A pipe that
// reads a RAM, adds, and writes: the sums of the last two steps are forwarded, as the RAM does not have them yet.
// Latency: 3 cycles from a channel to its number. Throughput: a channel a cycle, any one again at once. Reset: the pipe is empty;
// the opening of a channel sets its number to 0.
module sumac_accept_count #(
  parameter int Channels = sumac_pkg::DefChannels,
  localparam int ChanW   = $clog2(Channels)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             go_i,        // else all stands still; not while one that takes a place is in its last step
  input  logic             take_i,      // a stream takes its place, or
  input  logic             clear_i,     // with take_i: the channel is opened
  input  logic [ChanW-1:0] channel_i,
  // two cycles later
  input  logic             good_i,      // it takes it indeed
  input  logic [31:0]      chunks_i,
  // three cycles later
  output logic [31:0]      chunk_o
);
  logic             take2_q, take3_q, take_q, took_q, clear2_q, clear3_q, near_q, far_q;
  logic [ChanW-1:0] channel2_q, channel3_q, channel_q;
  logic [31:0]      kept, add_q, next, took_next_q;

  assign next = chunk_o + add_q;
  sumac_ram #(.Width(32), .Depth(Channels)) u_next (
    .clk_i, .w_en_i(take_q), .w_addr_i(channel_q), .w_data_i(next), .r_en_i(go_i), .r_addr_i(channel2_q), .r_data_o(kept));

  always_ff @(posedge clk_i) begin
    if (go_i) begin
      clear2_q    <= clear_i;
      channel2_q  <= channel_i;
      // the RAM is read
      clear3_q    <= clear2_q;
      channel3_q  <= channel2_q;
      near_q      <= channel2_q == channel3_q;
      far_q       <= channel2_q == channel_q;
      // its word, or a newer one
      channel_q   <= channel3_q;
      add_q       <= clear3_q ? 32'd0 : chunks_i;
      chunk_o     <= clear3_q ? 32'd0 : (near_q && take_q) ? next : (far_q && took_q) ? took_next_q : kept;
      // the sum is written
      took_next_q <= next;
    end
    if (rst_i) {take2_q, take3_q, take_q, took_q} <= 4'b0000;
    else if (go_i) {take2_q, take3_q, take_q, took_q} <= {take_i, take2_q, take3_q && (good_i || clear3_q), take_q};
  end
endmodule
