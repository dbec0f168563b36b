// The tiles' operands: integers as they are; floats' significands, hidden bit first, each at the top of its
// element. The odd 8-bit elements have no tile of their own: they stand at tiles_o, where other elements have
// their digits again. Formats as sumac_fmul's.
// Latency: 1 cycle (en_i). Throughput: one a cycle. No reset: data only.
module sumac_mul_digits #(
  parameter bit Crossed = 1'b0   // at tiles_o digits of neighbours change places
) (
  input  logic        clk_i,
  input  logic        en_i,
  input  logic        float_i,
  input  logic [1:0]  kind_i,
  input  logic [63:0] word_i,
  output logic [63:0] digits_o,
  output logic [63:0] tiles_o
);
  logic [63:0] digits_q, tiles_q;

  assign digits_o = digits_q;
  assign tiles_o  = tiles_q;

  always_ff @(posedge clk_i) begin
    logic [63:0] digits, zeros, tiles;
    logic        odd;
    if (en_i) begin
      // A zero is masked, since all registers in front of a DSP need one reset, or none.
      digits = word_i;
      zeros  = '0;
      if (float_i) begin
        case (kind_i)
          2'd3: begin
            digits = {word_i[62:52] != '0, word_i[51:0], word_i[10:0]};
            zeros  = 64'h7FF;
          end
          2'd2: begin
            digits = {word_i[62:55] != '0, word_i[54:32], word_i[7:0], word_i[30:23] != '0, word_i[22:0], word_i[7:0]};
            zeros  = {2{32'hFF}};
          end
          2'd1: begin
            for (int n = 0; n < 4; n++) begin
              digits[16*n +: 16] = {word_i[16*n+7 +: 8] != '0, word_i[16*n +: 7], word_i[7:0]};
            end
            zeros  = {4{16'hFF}};
          end
          2'd0: begin
            for (int n = 0; n < 4; n++) begin
              digits[16*n +: 16] = {word_i[16*n+10 +: 5] != '0, word_i[16*n +: 10], word_i[4:0]};
            end
            zeros  = {4{16'h1F}};
          end
        endcase
      end
      digits = digits & ~zeros;
      odd    = !float_i && kind_i == 2'd0;
      tiles  = Crossed ? {digits[47:32], digits[63:48], digits[15:0], digits[31:16]} : digits;
      for (int n = 0; n < 4; n++) begin
        tiles[16*n +: 16] = {tiles[16*n+8 +: 8] & {8{!odd}}, odd ? word_i[16*n+8 +: 8] : tiles[16*n +: 8]};
      end
      digits_q <= digits;
      tiles_q  <= tiles;
    end
  end
endmodule
