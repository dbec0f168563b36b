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
  // a relay has ended
  input  logic             relay_i,
  input  sumac_pkg::give_t relay_data_i,
  // a fold has read an input
  input  logic             fold_valid_i,
  output logic             fold_ready_o,
  input  sumac_pkg::give_t fold_i,
  output logic             release_o,
  output logic [ChanW-1:0] release_channel_o,
  output logic             idle_o
);
  // A chunk whose turn has come by another's comes first, then relays, then folds, then a channel that begins anew.
  logic             next, waits, valid, clear_q, clears;
  logic [ChanW-1:0] next_channel, relay_channel, channel, new_q;
  logic [3:0]       next_seq, relay_seq, seq;
  sumac_queue #(.Width(ChanW + 4), .Depth(Contexts)) u_relays (
    .clk_i, .rst_i, .in_valid_i(relay_i), .in_data_i({relay_data_i.channel[ChanW-1:0], relay_data_i.seq}), .out_valid_o(waits),
    .out_ready_i(!next), .out_data_o({relay_channel, relay_seq}));
  assign fold_ready_o = !next && !waits;
  assign valid        = next || waits || fold_valid_i;
  assign {channel, seq} = next ? {next_channel, next_seq} : waits ? {relay_channel, relay_seq}
                            : fold_valid_i ? {fold_i.channel[ChanW-1:0], fold_i.seq} : {new_q, 4'd0};

  // Two steps to the channel's word; the third gives back or marks, or begins the channel anew.
  logic             v1_q, told, anew1_q, anew2_q, turns;
  logic [ChanW-1:0] channel2;
  logic [3:0]       seq1_q, seq2_q, turn, turn_next;
  logic [15:0]      marks, mine2_q;
  assign clears    = clear_q && !valid;
  assign clears_o  = clear_q || anew_i;
  assign turns     = told && !anew2_q && seq2_q == turn;
  assign turn_next = turn + 4'd1;
  sumac_change #(.Width(20), .Depth(Channels)) u_channels (
    .clk_i, .rst_i, .go_i(1'b1), .en_i(valid || clears), .index_i(channel), .told_o(told), .index_o(channel2),
    .word_o({marks, turn}),
    .word_i(anew2_q ? 20'd0 : turns ? {marks & ~mine2_q, turn_next} : {marks | mine2_q, turn}));

  always_ff @(posedge clk_i) begin : steps
    {next, next_channel, next_seq} <= {turns && marks[turn_next], channel2, turn_next};
    {v1_q, seq1_q, anew1_q}        <= {valid || clears, seq, clears};
    {seq2_q, mine2_q, anew2_q}     <= {seq1_q, 16'd1 << seq1_q, anew1_q};
    {release_o, release_channel_o} <= {turns, channel2};
    if (anew_i) new_q <= anew_index_i;
    clear_q <= anew_i || (clear_q && !clears);
    if (rst_i) {next, v1_q, release_o, clear_q} <= 4'b0000;
  end
  assign idle_o = !valid && !v1_q && !told && !release_o && !clear_q;
endmodule
