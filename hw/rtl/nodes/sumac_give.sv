// Gives window slots back in their channel's order: a slot is given back by count, but chunks of one channel may be done with in
// another order, as relays have other outputs than folds, and than each other. A slot whose turn has not come is marked, and
// follows
// the one that has.
// Latency: 2 cycles. Throughput: a slot in 3 cycles. Memory: RAM: relays that have ended; by channel, marks and whose turn it is.
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
  typedef enum logic [1:0] {Pick, Mark, Give} state_e;
  state_e state_q;

  logic             waits, pick, keep, clear_q, clears;
  logic [ChanW-1:0] relay_channel, channel, channel_q, new_q;
  logic [3:0]       relay_seq, seq, seq_q, turn, turn_q, turn_next;
  logic [15:0]      marks, marks_q, marks_next;
  sumac_queue #(.Width(ChanW + 4), .Depth(Contexts)) u_relays (
    .clk_i, .rst_i, .in_valid_i(relay_i), .in_data_i({relay_channel_i, relay_seq_i}), .out_valid_o(waits),
    .out_ready_i(state_q == Pick), .out_data_o({relay_channel, relay_seq}));
  assign fold_ready_o = state_q == Pick && !waits;
  assign pick         = state_q == Pick && (waits || fold_valid_i);
  assign channel      = waits ? relay_channel : fold_channel_i;
  assign seq          = waits ? relay_seq : fold_seq_i;
  assign clears       = clear_q && !keep;
  assign clears_o     = clear_q || anew_i;
  sumac_ram #(.Width(20), .Depth(Channels)) u_channels (
    .clk_i, .w_en_i(keep || clears), .w_addr_i(clears ? new_q : channel_q), .w_data_i(clears ? 20'd0 : {marks_next, turn_next}),
    .r_en_i(pick), .r_addr_i(channel), .r_data_o({marks, turn}));

  assign release_o         = state_q == Give && marks_q[turn_q];
  assign release_channel_o = channel_q;
  assign turn_next         = release_o ? turn_q + 4'd1 : turn_q;
  assign keep              = state_q == Give && !marks_next[turn_next];
  always_comb begin : give
    marks_next = marks_q;
    if (release_o) marks_next[turn_q] = 1'b0;
  end

  always_ff @(posedge clk_i) begin : walk
    case (state_q)
      Pick:    if (pick) state_q <= Mark;
      Mark:    state_q <= Give;
      default: if (keep) state_q <= Pick;
    endcase
    if (pick) {channel_q, seq_q} <= {channel, seq};
    if (state_q == Mark) begin
      marks_q        <= marks;
      marks_q[seq_q] <= 1'b1;
      turn_q         <= turn;
    end
    if (state_q == Give) begin
      marks_q <= marks_next;
      turn_q  <= turn_next;
    end
    if (anew_i) new_q <= anew_index_i;
    clear_q <= anew_i || (clear_q && !clears);
    if (rst_i) begin
      state_q <= Pick;
      clear_q <= 1'b0;
    end
  end
  assign idle_o = state_q == Pick && !waits && !fold_valid_i && !clear_q;
endmodule
