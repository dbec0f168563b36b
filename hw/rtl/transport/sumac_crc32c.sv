// CRC-32C, a 512-bit beat a cycle, as one matrix of exclusive-ors. The state is xored into the first four bytes of
// what is to be covered; a tail of 4n bytes is shifted to the end of the beat, and the state with it: then the zeros before
// it count for nothing. The first beat of a packet is covered from byte PKT_CRC_FROM on, with all ones as state.
//
// Latency: crc_o (the bare register, not inverted) is that of a beat two enabled cycles after it was given.
// Throughput: a beat a cycle. Reset: none is needed, as a first beat sets the state.
module sumac_crc32c (
  input  logic         clk_i,
  input  logic         en_i,       // the pipeline moves
  input  logic         valid_i,
  input  logic         first_i,    // first beat of a packet
  input  logic [4:0]   words_i,    // else: leading words to cover, 0 to 16
  input  logic [511:0] data_i,
  output logic [31:0]  crc_o
);
  localparam int FirstBit = 8 * sumac_pkg::PKT_CRC_FROM;

  // Bit 512 * i + k: whether bit k of a beat enters bit i of the state after it.
  function automatic logic [32*512-1:0] matrix(input logic [31:0] poly);
    logic [31:0] column;
    column = poly;
    for (int k = 511; k >= 0; k--) begin
      for (int i = 0; i < 32; i++) matrix[512*i + k] = column[i];
      column = (column >> 1) ^ (column[0] ? poly : 32'd0);
    end
  endfunction

  localparam logic [32*512-1:0] Matrix = matrix(sumac_pkg::CRC_POLY);

  logic         valid_q, first_q;
  logic [4:0]   words_q;
  logic [511:0] data_q;

  always_ff @(posedge clk_i) begin : align
    if (en_i) begin
      valid_q <= valid_i && (first_i || words_i != 5'd0);
      if (valid_i) begin
        first_q <= first_i;
        words_q <= words_i;
        if (first_i || words_i[4]) data_q <= data_i;
        else                       data_q <= data_i << {5'd16 - words_i, 5'd0};
      end
    end
  end

  always_ff @(posedge clk_i) begin : step
    logic [511:0] covered;
    if (en_i && valid_q) begin
      covered = data_q;
      if (first_q) begin
        covered[FirstBit-1:0]    = '0;
        covered[FirstBit +: 32]  = ~data_q[FirstBit +: 32];
      end else begin
        for (int w = 0; w < 16; w++) begin
          if (words_q == 5'(16 - w)) covered[32*w +: 32] = data_q[32*w +: 32] ^ crc_o;
        end
      end
      for (int i = 0; i < 32; i++) crc_o[i] <= ^(covered & Matrix[512*i +: 512]);
    end
  end
endmodule
