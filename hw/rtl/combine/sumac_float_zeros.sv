// How many zeros lead a word of N bits, up to 63; of zero it gives N, or 63. It finds the first sixteen bits that are
// not all zero, then the first one within them.
// Latency: 2 cycles (en1_i, en2_i). Throughput: one a cycle. No reset: data only.
module sumac_float_zeros #(
  parameter int N = 57          // 1 to 64
) (
  input  logic         clk_i,
  input  logic         en1_i,
  input  logic         en2_i,
  input  logic [N-1:0] word_i,
  output logic [5:0]   count_o
);
  localparam logic [63:0] Stop = (N < 64) ? 64'd1 << (63 - N) : 64'd1;   // at which counting ends

  logic [15:0] some_q;          // the first sixteen bits that are not all zero
  logic [1:0]  high_q;          // and how many sixteens lead them
  logic [5:0]  count_q;

  assign count_o = count_q;

  // No bit here is chosen by `?:`: on random numbers a simulator would mispredict every other branch.
  always_ff @(posedge clk_i) begin : stage1
    logic [63:0] x;
    logic [1:0]  high;
    logic        none3, none2, none1;
    if (en1_i) begin
      x      = (64'(word_i) << (64 - N)) | Stop;
      none3  = (x[63:48] == '0);
      none2  = (x[47:32] == '0);
      none1  = (x[31:16] == '0);
      high   = {none3 && none2, none3 && (!none2 || none1)};
      some_q <= 16'((x << {high, 4'd0}) >> 48);
      high_q <= high;
    end
  end

  always_ff @(posedge clk_i) begin : stage2
    logic [1:0] fours, ones;
    logic [2:0] four;           // its last bit does not matter: if no other is set, it is
    logic       none3, none2, none1;
    if (en2_i) begin
      none3   = (some_q[15:12] == '0);
      none2   = (some_q[11:8] == '0);
      none1   = (some_q[7:4] == '0);
      fours   = {none3 && none2, none3 && (!none2 || none1)};
      four    = 3'((some_q << {fours, 2'd0}) >> 13);
      ones    = {four[2:1] == '0, !four[2] && (four[1] || !four[0])};
      count_q <= {high_q, fours, ones};
    end
  end
endmodule
