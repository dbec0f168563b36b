// What the tiles multiply: integers as they are; of floats the significands, hidden bit first, each at the top of its
// element. Formats as sumac_fmul's. Combinational, no reset.
module sumac_mul_digits (
  input  logic        float_i,
  input  logic [1:0]  kind_i,
  input  logic [63:0] word_i,
  output logic [63:0] digits_o
);
  always_comb begin
    digits_o = word_i;
    if (float_i) begin
      case (kind_i)
        2'd3: digits_o = {word_i[62:52] != '0, word_i[51:0], 11'd0};
        2'd2: digits_o = {word_i[62:55] != '0, word_i[54:32], 8'd0, word_i[30:23] != '0, word_i[22:0], 8'd0};
        2'd1: begin
          for (int n = 0; n < 4; n++) digits_o[16*n +: 16] = {word_i[16*n+7 +: 8] != '0, word_i[16*n +: 7], 8'd0};
        end
        2'd0: begin
          for (int n = 0; n < 4; n++) digits_o[16*n +: 16] = {word_i[16*n+10 +: 5] != '0, word_i[16*n +: 10], 5'd0};
        end
      endcase
    end
  end
endmodule
