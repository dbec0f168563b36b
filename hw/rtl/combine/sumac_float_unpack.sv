// The first stage of every floating-point unit: the fields of a word that stands at the top of W bits; bits below the
// format's are ignored. The fraction stands at the top of its F bits, the exponent at the bottom of its E bits, biased as
// it is.
// Formats: 0 binary16, 1 bfloat16, 2 binary32, 3 binary64.
// Latency: 1 cycle (en_i). Throughput: one a cycle. No reset: data only.
module sumac_float_unpack #(
  parameter int  W = 64,                                     // 64: all formats; 32: not binary64; 16: the 16-bit ones
  localparam int E = (W == 64) ? 11 : 8,
  localparam int F = (W == 64) ? 52 : (W == 32) ? 23 : 10
) (
  input  logic         clk_i,
  input  logic         en_i,
  input  logic [1:0]   fmt_i,
  input  logic [W-1:0] word_i,
  output logic         sign_o,
  output logic [E-1:0] exp_o,
  output logic [F-1:0] frac_o,
  output logic [E-1:0] ones_o       // the exponent of infinities and NaNs in this format
);
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sign_o <= word_i[W-1];
      case (fmt_i)
        2'd0: begin
          exp_o  <= E'(word_i[W-2 -: 5]);
          frac_o <= F'((word_i << 6) >> (W - F)) & ~({F{1'b1}} >> 10);
          ones_o <= E'(31);
        end
        2'd1, 2'd2: begin
          exp_o  <= E'(word_i[W-2 -: 8]);
          frac_o <= F'((word_i << 9) >> (W - F)) & ~({F{1'b1}} >> (fmt_i[0] ? 7 : 23));
          ones_o <= E'(255);
        end
        2'd3: begin
          exp_o  <= E'(word_i[W-2 -: E]);
          frac_o <= word_i[F-1:0];
          ones_o <= E'(2047);
        end
      endcase
    end
  end
endmodule
