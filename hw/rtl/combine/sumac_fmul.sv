// One floating-point product, all but the product of the significands, which sumac_mul_lane brings at stage 6:
// left * right, rounded once to nearest even, subnormals kept, by the rule of the op table (a NaN on the left, else one
// on the right, is returned quieted; zero times infinity gives the default NaN). An operand stands at the top of its W
// bits, so one unit of 64 bits serves all formats, one of 32 all but binary64, one of 16 the two 16-bit formats.
// Formats: 0 binary16, 1 bfloat16, 2 binary32, 3 binary64. The 16-bit formats are rounded once, at their own
// precision: for products that gives the same bits as rounding to binary32 first.
// Significands are multiplied as they are: the zeros that lead a subnormal's are counted meanwhile, and the product is
// shifted by them, to the left at most until its exponent is 1; below that, to the right.
// Latency: 11 cycles, en_i[n] moves stage n + 1. Throughput: one a cycle. No reset: data only.
module sumac_fmul #(
  parameter int  W = 64,                                     // 64, 32 or 16
  localparam int E = (W == 64) ? 11 : 8,                     // bits of an exponent
  localparam int F = (W == 64) ? 52 : (W == 32) ? 23 : 10,   // and of a fraction
  localparam int P = 2 * F + 2                               // and of a product
) (
  input  logic         clk_i,
  input  logic [10:0]  en_i,
  input  logic [1:0]   fmt_i,
  input  logic [W-1:0] left_i,
  input  logic [W-1:0] right_i,
  input  logic [P-1:0] product_i,   // with en_i[5]; hidden bit times hidden bit at P - 2
  output logic [W-1:0] result_o
);
  // ---- what goes along unchanged: of each stage, what the next ones need
  logic [1:0] fmt1, fmt2, fmt3, fmt4, fmt5, fmt6, fmt7, fmt8, fmt9;
  logic       sign3, sign4, sign5, sign6, sign7, sign8, sign9;
  logic       special3, special4, special5, special6, special7, special8, special9;
  logic [F-1:0] frac2, frac3, frac4, frac5;                  // of the special

  always_ff @(posedge clk_i) begin : along
    if (en_i[0]) fmt1 <= fmt_i;
    if (en_i[1]) fmt2 <= fmt1;
    if (en_i[2]) fmt3 <= fmt2;
    if (en_i[3]) {fmt4, special4, sign4, frac4} <= {fmt3, special3, sign3, frac3};
    if (en_i[4]) {fmt5, special5, sign5, frac5} <= {fmt4, special4, sign4, frac4};
    if (en_i[5]) {fmt6, special6, sign6} <= {fmt5, special5, sign5};
    if (en_i[6]) {fmt7, special7, sign7} <= {fmt6, special6, sign6};
    if (en_i[7]) {fmt8, special8, sign8} <= {fmt7, special7, sign7};
    if (en_i[8]) {fmt9, special9, sign9} <= {fmt8, special8, sign8};
  end

  // ---- stage 1: fields
  logic         l_sign1, r_sign1;
  logic [E-1:0] l_exp1, r_exp1, ones1, unused_ones;
  logic [F-1:0] l_frac1, r_frac1;

  sumac_float_unpack #(.W(W)) u_left (
    .clk_i, .en_i(en_i[0]), .fmt_i, .word_i(left_i), .sign_o(l_sign1), .exp_o(l_exp1), .frac_o(l_frac1),
    .ones_o(ones1)
  );
  sumac_float_unpack #(.W(W)) u_right (
    .clk_i, .en_i(en_i[0]), .fmt_i, .word_i(right_i), .sign_o(r_sign1), .exp_o(r_exp1), .frac_o(r_frac1),
    .ones_o(unused_ones)
  );

  // ---- stage 2: the sum of the exponents, the subnormal (of two, the product is far below all numbers), what is special
  logic         subnormal2, subnormal3, subnormal4;
  logic [E:0]   exps2;
  logic [E-1:0] ones2;
  logic [F-1:0] small2;

  logic         l_sign2, r_sign2, l_ones2, r_ones2, l_nan2, r_nan2, l_zero2, r_zero2;

  always_ff @(posedge clk_i) begin : stage2
    logic l_none, r_none, l_ones, r_ones, l_some, r_some;
    if (en_i[1]) begin
      l_none     = (l_exp1 == '0);
      r_none     = (r_exp1 == '0);
      l_some     = (l_frac1 != '0);
      r_some     = (r_frac1 != '0);
      l_ones     = (l_exp1 == ones1);
      r_ones     = (r_exp1 == ones1);
      exps2      <= {1'b0, l_exp1[E-1:1], l_exp1[0] || l_none} + {1'b0, r_exp1[E-1:1], r_exp1[0] || r_none};
      subnormal2 <= l_none || r_none;
      small2     <= l_none ? l_frac1 : r_frac1;
      l_sign2    <= l_sign1;
      r_sign2    <= r_sign1;
      l_ones2    <= l_ones;
      r_ones2    <= r_ones;
      l_nan2     <= l_ones && l_some;
      r_nan2     <= r_ones && r_some;
      l_zero2    <= l_none && !l_some;
      r_zero2    <= r_none && !r_some;
      frac2      <= (l_ones && l_some) ? l_frac1 : r_frac1;
      ones2      <= ones1;
    end
  end

  // ---- stage 3, first part: what a special gives
  always_ff @(posedge clk_i) begin : special
    logic quiet, invalid;
    if (en_i[2]) begin
      quiet    = l_nan2 || r_nan2;
      invalid  = !quiet && ((l_ones2 && r_zero2) || (r_ones2 && l_zero2));
      sign3    <= invalid || (l_nan2 ? l_sign2 : r_nan2 ? r_sign2 : l_sign2 != r_sign2);
      special3 <= l_ones2 || r_ones2;
      frac3    <= (frac2 & {F{quiet}}) | {quiet || invalid, {(F-1){1'b0}}};
    end
  end

  // ---- stages 3 to 6: how the product will be shifted. A product that needs no shift has the exponent most + 1
  logic         low4, low5;                                  // most is negative: to the right
  logic         under5;                                      // left as far as most allows
  logic [5:0]   zeros4, want5, most5, left6, right4, right5, right6, right7;
  logic [E+1:0] most3, most4;                                // signed
  logic [E:0]   below3;                                      // its opposite
  logic [E:0]   exp5, exp6, exp7, exp8, exp9;                // all but exp9 are less by one

  sumac_float_zeros #(.N(F)) u_zeros (
    .clk_i, .en1_i(en_i[2]), .en2_i(en_i[3]), .word_i(small2), .count_o(zeros4)
  );

  always_ff @(posedge clk_i) begin : stage3456
    logic [E-2:0] bias;
    logic [E+1:0] rest;
    logic         special2;
    if (en_i[2]) begin
      special2   = l_ones2 || r_ones2;
      bias       = ones2[E-1:1];
      subnormal3 <= subnormal2 && !special2;
      most3      <= {1'b0, special2 ? {1'b0, ones2} : exps2} + (special2 ? {(E+2){1'b1}} : {3'b111, ~bias});
      below3     <= {2'b00, bias} + 1'b1 - exps2;
    end
    if (en_i[3]) begin
      subnormal4 <= subnormal3;
      most4      <= most3;
      low4       <= most3[E+1];
      right4     <= below3[5:0] | {6{below3[E:6] != '0}};    // 63 is far beyond all bits
    end
    if (en_i[4]) begin
      rest   = most4 + ({{(E-4){1'b1}}, ~zeros4} & {(E+2){subnormal4}});   // less zeros4 + 1
      exp5   <= rest[E:0];
      under5 <= rest[E+1];
      want5  <= subnormal4 ? zeros4 + 1'b1 : '0;
      most5  <= most4[5:0];
      right5 <= right4 & {6{low4}};
      low5   <= low4;
    end
    if (en_i[5]) begin
      left6  <= low5 ? '0 : under5 ? most5 : want5;
      right6 <= right5;
      exp6   <= (low5 || under5) ? '0 : exp5;
    end
  end

  // ---- stage 6: the product is here; a special takes its place. Stages 7 and 8: shifted
  logic [P-1:0] prod6, prod7;
  logic [F+5:0] x8;                                          // two bits before the point, the last one sticky
  logic         lost8, right8;                               // lost8: sticky as well, and never shifted

  always_ff @(posedge clk_i) begin : stage678
    logic [F+4:0] x, lost;
    if (en_i[5]) begin
      prod6  <= special5 ? {2'b01, frac5, {F{1'b0}}} : product_i;
    end
    if (en_i[6]) begin
      prod7  <= prod6 << left6;
      right7 <= right6;
      exp7   <= exp6;
    end
    if (en_i[7]) begin
      x      = prod7[P-1 -: F+5];
      lost   = x & ~({(F+5){1'b1}} << {right7[5:1], 1'b0});
      x8     <= {x >> {right7[5:1], 1'b0}, lost != '0};
      lost8  <= (prod7[P-F-6:0] != '0);
      right8 <= right7[0];
      exp8   <= exp7;
    end
  end

  // ---- stage 9: the last place to the right; without it the product of two significands below 2 is below 4
  logic [F+4:0] sig9;

  always_ff @(posedge clk_i) begin : stage9
    logic next;
    if (en_i[8]) begin
      next = x8[F+5] && !right8;
      sig9 <= (x8[F+5] || right8) ? {x8[F+5:2], x8[1] || x8[0] || lost8} : {x8[F+4:1], x8[0] || lost8};
      exp9 <= exp8 + (E+1)'({next, !next});                  // one more than they were less
    end
  end

  // ---- stages 10 and 11
  sumac_float_round #(.W(W)) u_round (
    .clk_i, .en1_i(en_i[9]), .en2_i(en_i[10]), .fmt_i(fmt9), .sign_i(sign9), .cancel_i(1'b0), .special_i(special9),
    .exp_i(exp9), .sig_i(sig9), .word_o(result_o)
  );
endmodule
