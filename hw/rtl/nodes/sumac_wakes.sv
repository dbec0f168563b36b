// The channels that are to be looked at again: a ring waits there, and there is news; or one begins to wait for a limit, which may
// have come meanwhile. A channel stands in their queue once, which a bit tells: an event reads it, and has its channel queued two
// cycles later, so it is compared with the last two. The bit is cleared a cycle after the channel has left, for which it needs the
// cycle: so none leaves while an event is half-way. Its words are read two cycles after that or later, and so with all that has
// come with events that found the bit still set.
// Latency: 2 cycles from an event to the offer, if none is queued. Throughput: an event a cycle, and a channel in every cycle
// that follows one without.
// Memory: RAM: by channel, whether a ring waits, whether for the limit, and whether it is queued. Reset: forgets what is queued; a
// channel's words are cleared as it opens.
module sumac_wakes #(
  parameter int Channels = sumac_pkg::DefChannels,
  localparam int ChanW   = $clog2(Channels)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             news_i,
  input  logic [ChanW-1:0] news_channel_i,
  // whether rings wait at a channel from now on, and whether one begins to for its limit; none when the channel is opened, which
  // clear_i tells
  input  logic             waits_i,
  input  logic [ChanW-1:0] waits_channel_i,
  input  logic             waits_some_i,
  input  logic             waits_limit_i,
  input  logic             clear_i,
  input  logic [ChanW-1:0] clear_channel_i,
  output logic             clear_ready_o,
  input  logic [ChanW-1:0] blocked_index_i,
  output logic             blocked_o,          // a cycle later: a ring waits for its limit (R12)
  output logic             wake_valid_o,
  input  logic             wake_ready_i,
  output logic [ChanW-1:0] wake_channel_o,
  output logic             idle_o
);
  logic             again_q, n1_q, n2_q, n3_q, wants_q, near_q, push, queued, valid, left_q;
  logic [ChanW-1:0] again_channel_q, channel, n1_channel_q, n2_channel_q, n3_channel_q, left_channel_q;
  logic             some, blocks_q, limit_q;
  logic [ChanW-1:0] blocks_channel_q;
  assign channel = news_i ? news_channel_i : again_channel_q;
  sumac_ram #(.Width(1), .Depth(Channels)) u_waits (
    .clk_i, .w_en_i(waits_i), .w_addr_i(waits_channel_i), .w_data_i(waits_some_i),
    .r_en_i(1'b1), .r_addr_i(channel), .r_data_o(some));
  sumac_ram #(.Width(1), .Depth(Channels)) u_queued (
    .clk_i, .w_en_i(push || left_q || clear_i), .w_addr_i(push ? n2_channel_q : left_q ? left_channel_q : clear_channel_i),
    .w_data_i(push), .r_en_i(1'b1), .r_addr_i(channel), .r_data_o(queued));
  // A ring that waits for an earlier chunk leaves the one that waits for the limit.
  sumac_ram #(.Width(1), .Depth(Channels)) u_blocked (
    .clk_i, .w_en_i(blocks_q), .w_addr_i(blocks_channel_q), .w_data_i(limit_q),
    .r_en_i(1'b1), .r_addr_i(blocked_index_i), .r_data_o(blocked_o));

  assign push = n2_q && wants_q && !near_q;
  always_ff @(posedge clk_i) begin : events
    again_q <= waits_limit_i || (again_q && news_i);
    if (waits_limit_i) again_channel_q <= waits_channel_i;
    {n1_q, n1_channel_q} <= {news_i || again_q, channel};
    {n2_q, n2_channel_q} <= {n1_q, n1_channel_q};
    {n3_q, n3_channel_q} <= {push, n2_channel_q};
    wants_q <= some && !queued;
    near_q  <= (push && n1_channel_q == n2_channel_q) || (n3_q && n1_channel_q == n3_channel_q);
    {left_q, left_channel_q} <= {wake_valid_o && wake_ready_i, wake_channel_o};
    {blocks_q, blocks_channel_q, limit_q} <= {waits_i && (waits_limit_i || !waits_some_i), waits_channel_i, waits_limit_i};
    if (rst_i) {again_q, n1_q, n2_q, n3_q, left_q} <= 5'b00000;
  end
  sumac_queue #(.Width(ChanW), .Depth(Channels)) u_queue (
    .clk_i, .rst_i, .in_valid_i(push), .in_data_i(n2_channel_q),
    .out_valid_o(valid), .out_ready_i(wake_ready_i && !n1_q), .out_data_o(wake_channel_o));
  assign wake_valid_o  = valid && !n1_q;
  assign clear_ready_o = !n2_q && !left_q;
  assign idle_o        = !valid && !again_q && !n1_q && !n2_q;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_again: assert property (@(posedge clk_i) disable iff (rst_i) waits_limit_i |-> !(again_q && news_i))
    else $error("a channel that may have a limit is forgotten");
`endif
`endif
endmodule
