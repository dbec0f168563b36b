// How many zeros lead a word of N bits, up to 63; of zero it gives at least N, or 63.
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
  logic [15:0] rest_q;          // the sixteen bits in which the first one is
  logic [1:0]  high_q;
  logic [5:0]  count_q;

  assign count_o = count_q;

  always_ff @(posedge clk_i) begin : stage1
    logic [63:0] x;
    logic [31:0] half;
    if (en1_i) begin
      x         = 64'(word_i) << (64 - N);
      half      = (x[63:32] == '0) ? x[31:0] : x[63:32];
      high_q[1] <= (x[63:32] == '0);
      high_q[0] <= (half[31:16] == '0);
      rest_q    <= (half[31:16] == '0) ? half[15:0] : half[31:16];
    end
  end

  always_ff @(posedge clk_i) begin : stage2
    logic [7:0] eight;
    logic [3:0] four;
    logic       second;
    if (en2_i) begin
      eight   = (rest_q[15:8] == '0) ? rest_q[7:0] : rest_q[15:8];
      four    = (eight[7:4] == '0) ? eight[3:0] : eight[7:4];
      second  = (four[3:2] == '0) ? four[1] : four[3];
      count_q <= {high_q, rest_q[15:8] == '0, eight[7:4] == '0, four[3:2] == '0, !second};
    end
  end
endmodule
