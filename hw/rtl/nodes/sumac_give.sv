// Gives window slots back in their channel's order: a slot is given back by count, but chunks of one channel may be done with in
// another order, as relays have other outputs than folds, and than each other. A chunk whose turn has not come is marked; when it
// has, it comes once more by itself.
// Latency: 3 cycles. Throughput: a slot a cycle. Memory: RAM: relays that have ended; by channel, marks and whose turn it is.
// Reset: forgets what waits. Opening a channel begins it anew.
module sumac_give #(
  parameter int Channels = sumac_pkg::DefChannels,
  parameter int Contexts = sumac_pkg::DefGroups * sumac_pkg::DefRings * sumac_pkg::DefRingSlots,
  localparam int ChanW   = $clog2(Channels)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // a channel is opened; it has not begun anew yet
  input  logic             anew_i,
  input  logic [ChanW-1:0] anew_index_i,
  output logic             clears_o,
  // a relay has ended: its chunk's channel and number
  input  logic             relay_i,
  input  logic [ChanW-1:0] relay_channel_i,
  input  logic [3:0]       relay_seq_i,
  // a fold has read an input: likewise
  input  logic             fold_valid_i,
  output logic             fold_ready_o,
  input  logic [ChanW-1:0] fold_channel_i,
  input  logic [3:0]       fold_seq_i,
  output logic             release_o,
  output logic [ChanW-1:0] release_channel_o,
  output logic             idle_o
);
  // A chunk whose turn has come by another's comes first, then relays, then folds.
  logic             next, waits, valid, clear_q, clears;
  logic [ChanW-1:0] next_channel, relay_channel, channel, new_q;
  logic [3:0]       next_seq, relay_seq, seq;
  sumac_queue #(.Width(ChanW + 4), .Depth(Contexts)) u_relays (
    .clk_i, .rst_i, .in_valid_i(relay_i), .in_data_i({relay_channel_i, relay_seq_i}), .out_valid_o(waits),
    .out_ready_i(!next), .out_data_o({relay_channel, relay_seq}));
  assign fold_ready_o = !next && !waits;
  assign valid        = next || waits || fold_valid_i;
  assign {channel, seq} = next ? {next_channel, next_seq} : waits ? {relay_channel, relay_seq} : {fold_channel_i, fold_seq_i};

  // Two steps to the channel's word; the third gives back or marks. A word is forwarded from the last two.
  logic             v1_q, v2_q, v3_q, turns, follows;
  logic [ChanW-1:0] channel1_q, channel2_q, channel3_q;
  logic [3:0]       seq1_q, seq2_q, turn, turn_next;
  logic [15:0]      marks, marks_next, mine2_q;
  logic [19:0]      word, word_new, word2_q, word3_q;
  assign clears   = clear_q && !v2_q;
  assign clears_o = clear_q || anew_i;
  sumac_ram #(.Width(20), .Depth(Channels)) u_channels (
    .clk_i, .w_en_i(v2_q || clears), .w_addr_i(clears ? new_q : channel2_q), .w_data_i(clears ? 20'd0 : word_new),
    .r_en_i(valid), .r_addr_i(channel), .r_data_o(word));
  assign {marks, turn} = word2_q;
  assign turns         = seq2_q == turn;
  assign turn_next     = turn + 4'd1;
  assign follows       = v2_q && turns && marks[turn_next];
  assign marks_next    = turns ? marks & ~mine2_q : marks | mine2_q;
  assign word_new = {marks_next, turns ? turn_next : turn};

  always_ff @(posedge clk_i) begin : steps
    {next, next_channel, next_seq} <= {follows, channel2_q, turn_next};
    {v1_q, channel1_q, seq1_q}   <= {valid, channel, seq};
    {v2_q, channel2_q, seq2_q}   <= {v1_q, channel1_q, seq1_q};
    mine2_q                      <= 16'd1 << seq1_q;
    {v3_q, channel3_q, word3_q}  <= {v2_q, channel2_q, word_new};
    if (v2_q && channel2_q == channel1_q) word2_q <= word_new;
    else if (v3_q && channel3_q == channel1_q) word2_q <= word3_q;
    else word2_q <= word;
    release_o         <= v2_q && turns;
    release_channel_o <= channel2_q;
    if (anew_i) new_q <= anew_index_i;
    clear_q <= anew_i || (clear_q && !clears);
    if (rst_i) {next, v1_q, v2_q, v3_q, release_o, clear_q} <= 6'b000000;
  end
  assign idle_o = !valid && !v1_q && !v2_q && !release_o && !clear_q;
endmodule
