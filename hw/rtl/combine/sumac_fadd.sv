// One floating-point adder: left + right, rounded to nearest even, subnormals kept, by the rule of the op table (a NaN
// on the left, else one on the right, is returned quieted; infinities of both signs give the default NaN; exact
// cancellation gives +0). An operand stands at the top of its W bits, so one unit of 64 bits serves all formats, one of
// 32 all but binary64, one of 16 the two 16-bit formats; bits below the format's are ignored and come out as 0.
// Formats: 0 binary16, 1 bfloat16, 2 binary32, 3 binary64. The 16-bit formats are rounded once, at their own
// precision: for sums that gives the same bits as rounding to binary32 first.
// Exponents stay biased: differences, the limit of normalising (1) and overflow (all ones) need no other form.
// Latency: 11 cycles, en_i[n] moves stage n + 1. Throughput: one a cycle. No reset: data only.
module sumac_fadd #(
  parameter int W = 64                                       // 64, 32 or 16
) (
  input  logic         clk_i,
  input  logic [10:0]  en_i,
  input  logic [1:0]   fmt_i,
  input  logic [W-1:0] left_i,
  input  logic [W-1:0] right_i,
  output logic [W-1:0] result_o
);
  localparam int E = (W == 64) ? 11 : 8;                     // bits of an exponent
  localparam int F = (W == 64) ? 52 : (W == 32) ? 23 : 10;   // and of a fraction

  // ---- what goes along unchanged, from stage 3 on as one word
  typedef struct packed {
    logic [1:0]   fmt;
    logic         special;
    logic         sign;
    logic         sub;
    logic [E-1:0] exp;         // of the larger
  } along_t;

  logic [1:0] fmt1, fmt2;
  logic       special2;
  along_t     along3, along4, along5, along6, along7, along8;
  logic [4:0] along9;          // all but the exponent

  always_ff @(posedge clk_i) begin : along
    if (en_i[0]) fmt1   <= fmt_i;
    if (en_i[1]) fmt2   <= fmt1;
    if (en_i[3]) along4 <= along3;
    if (en_i[4]) along5 <= along4;
    if (en_i[5]) along6 <= along5;
    if (en_i[6]) along7 <= along6;
    if (en_i[7]) along8 <= along7;
    if (en_i[8]) along9 <= along8[E+4:E];
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

  // ---- stage 2: which is the larger, how far apart they are, and what is special
  logic         l_sign2, r_sign2, swap2, quiet2, both2;   // both: infinities or NaNs
  logic [E-1:0] l_exp2, r_exp2;      // 1 for subnormals
  logic [E-1:0] l_over2, r_over2;    // left's above right's, right's above left's: one of them counts
  logic [F:0]   l_num2, r_num2;      // hidden bits and fractions

  always_ff @(posedge clk_i) begin : stage2
    logic         l_ones, r_ones, l_nan, r_nan;
    logic [E-1:0] l, r;
    if (en_i[1]) begin
      l         = {l_exp1[E-1:1], l_exp1[0] || l_exp1 == '0};
      r         = {r_exp1[E-1:1], r_exp1[0] || r_exp1 == '0};
      l_ones    = (l_exp1 == ones1);
      r_ones    = (r_exp1 == ones1);
      l_nan     = l_ones && l_frac1 != '0;
      r_nan     = r_ones && r_frac1 != '0;
      swap2     <= ({r_exp1, r_frac1} > {l_exp1, l_frac1}) && !l_nan;
      l_over2   <= l - r;
      r_over2   <= r - l;
      special2  <= l_ones || r_ones;
      quiet2    <= l_nan || r_nan;
      both2     <= l_ones && r_ones;
      l_sign2   <= l_sign1;
      r_sign2   <= r_sign1;
      l_exp2    <= l;
      r_exp2    <= r;
      l_num2    <= {l_exp1 != '0, l_frac1};
      r_num2    <= {r_exp1 != '0, r_frac1};
    end
  end

  // ---- stage 3: larger and smaller. With a special, the larger is the result and the smaller is 0. Here and in the
  // next two stages masks choose, not branches: on random numbers a simulator would mispredict every other one
  logic [E-1:0] far3;
  logic [F:0]   big3, small3;

  always_ff @(posedge clk_i) begin : stage3
    logic         invalid;
    logic [E-1:0] swap_exp;
    logic [F:0]   swap;
    if (en_i[2]) begin
      invalid  = both2 && !quiet2 && l_sign2 != r_sign2;
      swap     = {(F+1){swap2}};
      swap_exp = {E{swap2}};
      along3   <= {
        fmt2, special2, invalid || (swap2 && r_sign2) || (!swap2 && l_sign2), !special2 && l_sign2 != r_sign2,
        (r_exp2 & swap_exp) | (l_exp2 & ~swap_exp)
      };
      far3     <= (r_over2 & swap_exp) | (l_over2 & ~swap_exp);
      big3     <= (r_num2 & swap) | (l_num2 & ~swap) | {1'b0, quiet2 || invalid, {(F-1){1'b0}}};
      small3   <= ((l_num2 & swap) | (r_num2 & ~swap)) & ~{(F+1){special2}};
    end
  end

  // ---- stages 4 and 5: the smaller is shifted to its place; what falls off is kept as one sticky bit
  logic [2:0]   far4;
  logic [F:0]   big4, big5;
  logic [F+2:0] small4;
  logic [F+3:0] small5;
  logic         sticky4;

  always_ff @(posedge clk_i) begin : stage4
    logic [F+2:0] x, beyond, lost;
    if (en_i[3]) begin
      x       = {small3, 2'b00};
      beyond  = {(F+3){far3[E-1:6] != '0}};
      lost    = x & (~({(F+3){1'b1}} << {far3[5:3], 3'd0}) | beyond);
      small4  <= (x >> {far3[5:3], 3'd0}) & ~beyond;
      sticky4 <= (lost != '0);
      far4    <= far3[2:0];
      big4    <= big3;
    end
  end

  always_ff @(posedge clk_i) begin : stage5
    logic [6:0] lost;
    if (en_i[4]) begin
      lost   = small4[6:0] & ~(7'h7F << far4);
      small5 <= {small4 >> far4, sticky4 || lost != '0};
      big5   <= big4;
    end
  end

  // ---- stage 6: sum or difference, never negative; and a mark at which normalising stops at the latest
  logic [F+4:0] sum6, mark6, sum7, sum8;

  always_ff @(posedge clk_i) begin : stage6
    if (en_i[5]) begin
      sum6  <= {1'b0, big5, 3'b000} + ({1'b0, small5} ^ {(F+5){along5.sub}}) + (F+5)'(along5.sub);
      mark6 <= {1'b1, {(F+4){1'b0}}} >> along5.exp;
    end
  end

  // ---- stages 7 to 9: zeros that lead are shifted out, but none beyond the mark
  logic [5:0]   zeros8;
  logic [E:0]   exp9;
  logic [F+4:0] sum9;

  sumac_float_zeros #(.N(F + 5)) u_zeros (
    .clk_i, .en1_i(en_i[6]), .en2_i(en_i[7]), .word_i(sum6 | mark6), .count_o(zeros8)
  );

  always_ff @(posedge clk_i) begin : stage789
    if (en_i[6]) sum7 <= sum6;
    if (en_i[7]) sum8 <= sum7;
    if (en_i[8]) begin
      sum9 <= sum8 << zeros8;
      exp9 <= {1'b0, along8.exp} + 1'b1 - (E+1)'(zeros8);
    end
  end

  // ---- stages 10 and 11
  sumac_float_round #(.W(W)) u_round (
    .clk_i, .en1_i(en_i[9]), .en2_i(en_i[10]), .fmt_i(along9[4:3]), .special_i(along9[2]), .sign_i(along9[1]),
    .cancel_i(along9[0]), .exp_i(exp9), .sig_i(sum9), .word_o(result_o)
  );
endmodule
