// Bench of the unpacking of floats, at all widths: fields of every format put together, with noise below, come out again;
// exponents and fractions of nothing and of all ones among them; and without the enable they stay.
module tb_sumac_float_unpack;
  localparam int Exp [4]  = '{5, 8, 8, 11};
  localparam int Frac [4] = '{10, 7, 23, 52};

  logic [1:0]  fmt;
  logic [63:0] word, noise, exp, frac, ones;
  logic        sign, clk = 1'b0, en;
  event        look;
  int          checked [3] = '{0, 0, 0}, seed;

  for (genvar g = 0; g < 3; g++) begin : g_width
    localparam int W = 64 >> g;
    localparam int E = (W == 64) ? 11 : 8;
    localparam int F = (W == 64) ? 52 : (W == 32) ? 23 : 10;
    logic         got_sign;
    logic [E-1:0] got_exp, got_ones;
    logic [F-1:0] got_frac;

    sumac_float_unpack #(.W(W)) dut (
      .clk_i(clk), .en_i(en), .fmt_i(fmt), .word_i(word[63 -: W]), .sign_o(got_sign), .exp_o(got_exp),
      .frac_o(got_frac), .ones_o(got_ones)
    );

    always @(look) if (1 + Exp[fmt] + Frac[fmt] <= W) begin
      if (got_sign != sign || 64'(got_exp) != exp || 64'(got_ones) != ones ||
          64'(got_frac) != frac << (F - Frac[fmt]))
        $fatal(1, "W %0d, format %0d, %h: sign %b, exponent %h of %h, fraction %h", W, fmt, word, got_sign, got_exp,
               got_ones, got_frac);
      checked[g] = checked[g] + 1;
    end
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_float_unpack: +seed=%0d", seed);
    void'($urandom(seed));
    for (int n = 0; n < 40_000; n++) begin
      {sign, fmt} = 3'($urandom);
      ones  = (64'd1 << Exp[fmt]) - 1;
      exp   = ($urandom_range(3) == 0) ? '0 : ($urandom_range(3) == 0) ? ones : 64'($urandom) & ones;
      frac  = ($urandom_range(3) == 0) ? '0 : {$urandom, $urandom} | {64{$urandom_range(3) == 0}};
      frac  = frac & ((64'd1 << Frac[fmt]) - 1);
      noise = {$urandom, $urandom} >> (1 + Exp[fmt] + Frac[fmt]);
      word  = {sign, 63'd0} | (exp << (63 - Exp[fmt])) | (frac << (63 - Exp[fmt] - Frac[fmt])) | noise;
      for (int edges = 0; edges < 2; edges++) begin   // at the second, the fields stay
        en = (edges == 0);
        #1 clk = 1'b1;
        #1 clk = 1'b0;
        word = ~word;
      end
      -> look;
      #1;
    end
    if (checked[0] != 40_000 || checked[2] < 15_000 || checked[1] <= checked[2]) $fatal(1, "not all looked at");
    $display("PASS tb_sumac_float_unpack: %0d, %0d and %0d words", checked[0], checked[1], checked[2]);
    $finish;
  end
endmodule
