// 16 bytes of the quick pipe behind three wires: an even quick lane and the odd one above it, for an FPGA small enough to be made
// with open tools. A frame is what is shifted in while sel_i is up, highest bit first: 4 zeros, op (4), type (8), left (128),
// right (128). When sel_i falls the lanes take it, if it was just so long. With the next frame goes out what they made of it: the
// result (128), the spec's hash (32), how many frames were refused and how many taken, each modulo 256; then zeros.
// Latency: sel_i stays down for 8 cycles. Throughput: a result in 280 cycles. Reset: forgets a frame, and sets the counts to zero.
module sumac_serial_lane (
  input  logic clk_i,
  input  logic rst_i,
  input  logic sel_i,
  input  logic data_i,
  output logic data_o
);
  localparam int FrameBits  = 16 + 2 * 128;
  localparam int AnswerBits = 128 + 32 + 2 * 8;
  localparam int CountW     = $clog2(FrameBits + 2);

  // ---- in
  logic [FrameBits-1:0] frame_q;
  logic [CountW-1:0]    count_q;           // one more than a frame: too many
  logic                 sel_q, ended, whole;

  assign ended = sel_q && !sel_i;
  assign whole = count_q == CountW'(FrameBits) && frame_q[FrameBits-1 -: 4] == '0;

  always_ff @(posedge clk_i) begin
    if (sel_i) frame_q <= {frame_q[FrameBits-2:0], data_i};
  end

  // ---- the lanes: stage n + 1 moves in the n-th cycle after the frame's end
  logic [4:0]   moved_q;
  logic [7:0]   taken_q, refused_q;
  logic [127:0] result;
  logic [1:0]   less, same;

  for (genvar odd = 0; odd < 2; odd++) begin : g_lane
    sumac_quick_lane #(.Odd(1'(odd))) u_lane (
      .clk_i, .en_i(moved_q[3:0]), .op_i(frame_q[267:264]), .type_i(frame_q[263:256]),
      .left_i(frame_q[128 + 64*odd +: 64]), .right_i(frame_q[64*odd +: 64]),
      .pair_less_i(odd == 1 && less[0]), .pair_same_i(odd == 1 && same[0]),
      .pair_less_o(less[odd]), .pair_same_o(same[odd]), .result_o(result[64*odd +: 64])
    );
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      sel_q     <= 1'b0;
      count_q   <= '0;
      moved_q   <= '0;
      taken_q   <= '0;
      refused_q <= '0;
    end else begin
      sel_q   <= sel_i;
      moved_q <= {moved_q[3:0], ended && whole};
      if (ended) count_q <= '0;
      else if (sel_i && count_q != CountW'(FrameBits + 1)) count_q <= count_q + 1'b1;
      if (ended && whole) taken_q <= taken_q + 1'b1;
      if (ended && !whole) refused_q <= refused_q + 1'b1;
    end
  end

  // ---- out
  logic [AnswerBits-1:0] answer_q;
  logic                  told_q;           // a refused frame is answered, too: with the result before it

  assign data_o = answer_q[AnswerBits-1];

  always_ff @(posedge clk_i) begin
    told_q <= ended && !whole;
    if (moved_q[4] || told_q) answer_q <= {result, sumac_pkg::SPEC_HASH, refused_q, taken_q};
    else if (sel_i) answer_q <= {answer_q[AnswerBits-2:0], 1'b0};
  end

  // The topmost lane has no lane above that asks it.
  logic unused_top;
  assign unused_top = less[1] ^ same[1];
endmodule
