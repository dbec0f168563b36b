// 64 bits of floating-point sum: 4 x 16 bits (two formats), 2 x 32 or 1 x 64. Formats, and which enables move which
// units, as in sumac_mul_lane.
// Latency: 11 cycles and Stages, en*_i[n] moves stage n + 1. Throughput: one a cycle. No reset: data only.
module sumac_add_lane #(
  parameter int Stages = 0         // registers behind the rounding
) (
  input  logic         clk_i,
  input  logic [10+Stages:0] en64_i,
  input  logic [10:0]  en32_i,
  input  logic [10:0]  en16_i,
  input  logic [1:0]   kind_i,
  input  logic [63:0]  left_i,
  input  logic [63:0]  right_i,
  input  logic [1:0]   out_kind_i, // the format of what leaves stage 11
  output logic [63:0]  float_o
);
  logic [63:0] r64, rounded;
  logic [31:0] r32;
  logic [15:0] r16_2, r16_0;

  sumac_fadd #(.W(64)) u_64 (.clk_i, .en_i(en64_i[10:0]), .fmt_i(kind_i), .left_i, .right_i, .result_o(r64));
  sumac_fadd #(.W(32)) u_32 (
    .clk_i, .en_i(en32_i), .fmt_i(kind_i), .left_i(left_i[31:0]), .right_i(right_i[31:0]), .result_o(r32)
  );
  sumac_fadd #(.W(16)) u_16_2 (
    .clk_i, .en_i(en16_i), .fmt_i(kind_i), .left_i(left_i[47:32]), .right_i(right_i[47:32]), .result_o(r16_2)
  );
  sumac_fadd #(.W(16)) u_16_0 (
    .clk_i, .en_i(en16_i), .fmt_i(kind_i), .left_i(left_i[15:0]), .right_i(right_i[15:0]), .result_o(r16_0)
  );

  always_comb begin
    case (out_kind_i)
      2'd3:    rounded = r64;
      2'd2:    rounded = {r64[63:32], r32};
      default: rounded = {r64[63:48], r16_2, r32[31:16], r16_0};
    endcase
  end

  sumac_stages #(.Width(64), .Stages(Stages)) u_stages (
    .clk_i, .en_i(en64_i[10+Stages:10]), .data_i(rounded), .data_o(float_o)
  );
endmodule
