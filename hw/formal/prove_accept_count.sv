// sumac_accept_count: a stream begins where the one before it on its channel ended, or at 0 if the channel was opened since, also
// when the same channel comes again at once, or after one or two others, and with pauses anywhere. One channel is watched.
// Assumed, of sumac_accept: an opening is one, whatever good_i says; all stands still only while what is in the last step takes
// nothing.
//
// RTL: sumac_accept_count sumac_ram
// Edit: sumac_accept_count s/\[31:0\]/[3:0]/g
// Edit: sumac_accept_count s/32'd0/4'd0/g
// Edit: sumac_accept_count s/Width(32)/Width(4)/
// Edit: sumac_accept_count s/endmodule/logic last_takes; assign last_takes = take_q; &/
// Run: Channels=4
// Cover: 12
// Mutant: sumac_accept_count s/(near_q \&\& take_q) ? next/(near_q) ? next/
// Mutant: sumac_accept_count s/(near_q \&\& take_q) ? next : //
// Mutant: sumac_accept_count s/(far_q \&\& took_q) ? took_next_q : //
// Mutant: sumac_accept_count s/far_q       <= channel2_q == channel_q/far_q       <= channel2_q == channel3_q/
// Mutant: sumac_accept_count s/take3_q \&\& (good_i || clear3_q)/take3_q/
module prove_accept_count #(
  parameter int Channels = 4
) (
  input logic       clk_i,
  input logic       rst_i,
  input logic       go_i,
  input logic       take_i,
  input logic       clear_i,
  input logic [1:0] channel_i,
  input logic       good_i,
  input logic [3:0] chunks_i
);
  logic [3:0] chunk;
  (* anyconst *) logic [1:0] mine;
  (* hierconn *) logic       \dut.last_takes ;

  sumac_accept_count #(.Channels(Channels)) dut (
    .clk_i, .rst_i, .go_i, .take_i, .clear_i, .channel_i, .good_i, .chunks_i, .chunk_o(chunk));

  // The steps of mine in the pipe, and where its next stream begins, once it was opened.
  logic       take2_q = 1'b0, take3_q = 1'b0, take4_q = 1'b0, opens2_q, opens3_q, opens4_q, known_q = 1'b0;
  logic [3:0] chunks4_q, next_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) {take2_q, take3_q, take4_q, known_q} <= 4'b0000;
    else if (go_i) begin
      {take2_q, take3_q, take4_q} <= {take_i && channel_i == mine, take2_q, take3_q && (good_i || opens3_q)};
      if (take4_q && opens4_q) {known_q, next_q} <= 5'b10000;
      else if (take4_q) next_q <= next_q + chunks4_q;
    end
    if (go_i) begin
      {opens2_q, opens3_q, opens4_q} <= {clear_i, opens2_q, opens3_q};
      chunks4_q <= chunks_i;
    end
  end
  always_comb if (!go_i) assume (!\dut.last_takes );

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (take4_q && !opens4_q && known_q) assert (chunk == next_q);
      cover (take4_q && !opens4_q && known_q && chunk == 4'd5);
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
