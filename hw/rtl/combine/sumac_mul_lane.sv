// 64 bits of product: integers (low halves, signed and unsigned alike) of 8 x 8, 4 x 16, 2 x 32 or 1 x 64 bits, and
// floating point of 4 x 16 (two formats), 2 x 32 or 1 x 64 bits. All share sixteen tiles of 16 x 16 bits: tile tXY
// multiplies digit X of left with digit Y of right. Significands stand at the top of their elements, so that digits and
// sums are the same for integers and floats; only the odd ones of 8-bit elements are brought to tiles that are free.
// Latency: integers 4 cycles (int_o), floats 11 and Stages (float_o). en_i[n] moves stage n + 1 of the tiles; en64_i, en32_i
// and en16_i those of the units behind them: the first for every float, the second unless it is binary64, the third for
// the 16-bit formats.
// Throughput: one a cycle. No reset: data only.
module sumac_mul_lane #(
  parameter int Stages = 0         // registers behind the rounding of floats
) (
  input  logic         clk_i,
  input  logic [3:0]   en_i,
  input  logic [10+Stages:0] en64_i,
  input  logic [10:0]  en32_i,
  input  logic [10:0]  en16_i,
  input  logic         float_i,
  input  logic [1:0]   kind_i,     // integers: log2 of an element's bytes; floats: the format, as sumac_fmul says
  input  logic [63:0]  left_i,
  input  logic [63:0]  right_i,
  input  logic [1:0]   out_kind_i, // the format of what leaves stage 11
  output logic [63:0]  int_o,
  output logic [63:0]  float_o
);
  // ---- stage 1: the digits, and what the tiles multiply that may have odd bytes
  logic [15:0] l0, l1, l2, l3, r0, r1, r2, r3;
  logic [15:0] a01, a10, a23, a32, b01, b10, b23, b32;
  logic        float1, float2, float3, wide2;                // wide: an integer of 64 bits
  logic [1:0]  kind1, kind2, kind3, kind4;

  sumac_mul_digits u_left (
    .clk_i, .en_i(en_i[0]), .float_i, .kind_i, .word_i(left_i), .digits_o({l3, l2, l1, l0}),
    .tiles_o({a32, a23, a10, a01})
  );
  sumac_mul_digits #(.Crossed(1'b1)) u_right (
    .clk_i, .en_i(en_i[0]), .float_i, .kind_i, .word_i(right_i), .digits_o({r3, r2, r1, r0}),
    .tiles_o({b32, b23, b10, b01})
  );

  always_ff @(posedge clk_i) if (en_i[0]) {float1, kind1} <= {float_i, kind_i};

  // ---- stage 2: the tiles. Those across the middle are needed only where an element is 64 bits wide
  logic [31:0] t00, t11, t22, t33, t01, t10, t23, t32, t02, t20, t03, t30, t12, t21, t13, t31;

  always_ff @(posedge clk_i) begin : stage2
    if (en_i[1]) begin
      t00 <= l0 * r0;
      t11 <= l1 * r1;
      t22 <= l2 * r2;
      t33 <= l3 * r3;
      t01 <= a01 * b01;
      t10 <= a10 * b10;
      t23 <= a23 * b23;
      t32 <= a32 * b32;
      if (kind1 == 2'd3) begin
        t02 <= l0 * r2;
        t20 <= l2 * r0;
        t03 <= l0 * r3;
        t30 <= l3 * r0;
        t12 <= l1 * r2;
        t21 <= l2 * r1;
        t13 <= l1 * r3;
        t31 <= l3 * r1;
      end
      float2 <= float1;
      wide2  <= !float1 && kind1 == 2'd3;
      kind2  <= kind1;
    end
  end

  // ---- stage 3: tiles at the same place are added. The digits of 64-bit integers at bit 48 join the sum at bit 16
  logic [47:0] low3;                                         // of the lower 32-bit elements, at bit 16: 33 bits
  logic [32:0] high3;                                        // of the upper
  logic [32:0] mid0_3, mid2_3;                               // across the middle, at bits 32 and 64
  logic [17:0] low1_3, high1_3;                              // ... at bits 48 and 64: four tiles in two parts, for short carries
  logic [31:0] d1_3, d2_3, d3_3;                             // the diagonal
  logic [21:0] d0_3;
  logic [63:0] int3;                                         // of integers what lies side by side

  always_ff @(posedge clk_i) begin : stage3
    logic [15:0] sum, twos;                                  // two numbers for three, then for four
    logic [14:0] carry;
    if (en_i[2]) begin
      sum   = t03[15:0] ^ t30[15:0] ^ t12[15:0];
      twos  = {(t03[14:0] & t30[14:0]) | (t03[14:0] & t12[14:0]) | (t30[14:0] & t12[14:0]), 1'b0};
      carry = (sum[14:0] & twos[14:0]) | (sum[14:0] & t21[14:0]) | (twos[14:0] & t21[14:0]);
      low3  <= {(sum ^ twos ^ t21[15:0]) & {16{wide2}}, t01} + {{carry, 1'b0} & {16{wide2}}, t10};
      high3 <= 33'(t23) + 33'(t32);
      if (kind2 == 2'd3) begin
        mid0_3 <= 33'(t02) + 33'(t20);
        low1_3  <= (18'(t03[15:0]) + 18'(t30[15:0])) + (18'(t12[15:0]) + 18'(t21[15:0]));
        high1_3 <= (18'(t03[31:16]) + 18'(t30[31:16])) + (18'(t12[31:16]) + 18'(t21[31:16]));
        mid2_3 <= 33'(t13) + 33'(t31);
      end
      {d3_3, d2_3, d1_3, d0_3} <= {t33, t22, t11, t00[31:10]};
      case (kind2)
        2'd3: int3 <= {t11, t00};
        2'd2: int3 <= {t22, t00};
        2'd1: int3 <= {t33[15:0], t22[15:0], t11[15:0], t00[15:0]};
        2'd0: int3 <= {t32[7:0], t33[7:0], t23[7:0], t22[7:0], t10[7:0], t11[7:0], t01[7:0], t00[7:0]};
      endcase
      float3 <= float2;
      kind3  <= kind2;
    end
  end

  // ---- stage 4: products of 32 bits and what goes across the middle; integers are done
  logic [63:0] high4, int_q;
  logic [63:16] low4;
  logic [65:0] mid4;
  logic [31:0] d1_4, d3_4;
  logic [21:0] d0_4, d2_4;

  assign int_o = int_q;

  always_ff @(posedge clk_i) begin : stage4
    logic [31:0] one, two, sum, top;
    logic [30:0] carry;
    logic [15:0] at16, bottom;
    logic [2:0]  over;
    logic        unused_place;
    if (en_i[3]) begin
      // A carry of two bits and one of one.
      over = {low1_3[17] && low1_3[16] && mid0_3[32], low1_3[17] ^ (low1_3[16] && mid0_3[32]), low1_3[16] ^ mid0_3[32]};
      if (float3) begin
        low4  <= {d1_3, d0_3[21:6]} + {15'd0, low3[32:0]};
        high4 <= {d3_3, d2_3} + {15'd0, high3, 16'd0};
        if (kind3 == 2'd3) mid4 <= {1'b0, mid2_3, mid0_3[31:0]} + {16'd0, high1_3, low1_3[15:0], 16'd0}
                                 + {31'd0, over, 32'd0};
        {d3_4, d2_4, d1_4, d0_4} <= {d3_3, d2_3[31:10], d1_3, d0_3};
      end else begin
        // Three numbers above bit 32, one below; between them a place over which only 64-bit elements carry.
        at16  = kind3[1] ? low3[15:0] : '0;
        one   = (kind3 == 2'd3) ? mid0_3[31:0] : (kind3 == 2'd2) ? {high3[15:0], 16'd0} : '0;
        two   = (kind3 == 2'd3) ? low3[47:16] : '0;
        sum   = int3[63:32] ^ one ^ two;
        carry = (int3[62:32] & one[30:0]) | (int3[62:32] & two[30:0]) | (one[30:0] & two[30:0]);
        {top, unused_place, bottom} = {sum, kind3 == 2'd3, int3[31:16]} + {carry, 2'b00, at16};
        int_q <= {top, bottom, int3[15:0]};
      end
      kind4 <= kind3;
    end
  end

  // ---- stage 5: products of 64 bits, in two parts, the upper one without and with a carry from the lower
  logic [47:0] top5, topc5, bottom5, low5;
  logic        carry5, unused_place;
  logic [9:0]  rest5;
  logic [21:0] two5, zero5;                                  // of the 16-bit elements 2 and 0

  always_ff @(posedge clk_i) begin : stage5
    if (en64_i[4]) begin
      case (kind4)
        2'd3: begin
          {carry5, bottom5} <= {1'b0, high4[15:0], low4[63:32]} + {1'b0, mid4[47:0]};
          top5  <= high4[63:16] + {30'd0, mid4[65:48]};
          {topc5, unused_place} <= {high4[63:16], 1'b1} + {30'd0, mid4[65:48], 1'b1};
          rest5 <= low4[31:22];
        end
        2'd2: begin
          carry5  <= 1'b0;
          top5    <= high4[63:16];
          bottom5 <= {high4[15:0], 32'd0};
          rest5   <= '0;
          low5    <= low4[63:16];
        end
        default: begin
          carry5  <= 1'b0;
          top5    <= {d3_4, 16'd0};
          bottom5 <= '0;
          rest5   <= '0;
          low5    <= {d1_4, 16'd0};
          two5    <= d2_4;
          zero5   <= d0_4;
        end
      endcase
    end
  end

  // ---- the rest of the floats. The unit of 64 bits serves the topmost element of every format
  logic [63:0] r64, rounded;
  logic [31:0] r32;
  logic [15:0] r16_2, r16_0;

  sumac_fmul #(.W(64)) u_64 (
    .clk_i, .en_i(en64_i[10:0]), .fmt_i(kind_i), .left_i, .right_i,
    .product_i({carry5 ? topc5 : top5, bottom5, rest5}), .result_o(r64)
  );
  sumac_fmul #(.W(32)) u_32 (
    .clk_i, .en_i(en32_i), .fmt_i(kind_i), .left_i(left_i[31:0]), .right_i(right_i[31:0]), .product_i(low5),
    .result_o(r32)
  );
  sumac_fmul #(.W(16)) u_16_2 (
    .clk_i, .en_i(en16_i), .fmt_i(kind_i), .left_i(left_i[47:32]), .right_i(right_i[47:32]), .product_i(two5),
    .result_o(r16_2)
  );
  sumac_fmul #(.W(16)) u_16_0 (
    .clk_i, .en_i(en16_i), .fmt_i(kind_i), .left_i(left_i[15:0]), .right_i(right_i[15:0]), .product_i(zero5),
    .result_o(r16_0)
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
