// Rotates a beat towards byte 0 by any number of bytes, in two steps: by 8-byte words, then by bytes.
// Latency: 2 cycles, each with its enable (en1_i takes data_i and amount_i, en2_i moves on). Throughput: a beat a
// cycle. No reset: data only.
module sumac_byte_rotate (
  input  logic         clk_i,
  input  logic         en1_i,
  input  logic [511:0] data_i,
  input  logic [5:0]   amount_i,
  input  logic         en2_i,
  output logic [511:0] data_o
);
  logic [511:0] words_q, bytes_q;
  logic [2:0]   amount_q;

  assign data_o = bytes_q;

  always_ff @(posedge clk_i) begin : stage1
    logic [511:0] x;
    if (en1_i) begin
      x        = amount_i[5] ? {data_i[255:0], data_i[511:256]} : data_i;
      x        = amount_i[4] ? {x[127:0], x[511:128]} : x;
      words_q  <= amount_i[3] ? {x[63:0], x[511:64]} : x;
      amount_q <= amount_i[2:0];
    end
  end

  always_ff @(posedge clk_i) begin : stage2
    logic [511:0] x;
    if (en2_i) begin
      x       = amount_q[2] ? {words_q[31:0], words_q[511:32]} : words_q;
      x       = amount_q[1] ? {x[15:0], x[511:16]} : x;
      bytes_q <= amount_q[0] ? {x[7:0], x[511:8]} : x;
    end
  end
endmodule
