// Bench of the digits that the tiles multiply: integers as they are, of floats each element's significand at its top, the
// hidden bit of a subnormal 0. At the tiles of odd bytes the same again, straight and crossed; of 8-bit elements the odd
// ones. Without enable nothing moves. Exponents of 0 are frequent, with other bits of all values.
module tb_sumac_mul_digits;
  localparam int Bits [4] = '{16, 16, 32, 64};
  localparam int Exp [4]  = '{5, 8, 8, 11};

  logic        clk = 0, en, float;
  logic [1:0]  kind;
  logic [63:0] word, digits, tiles, digits_c, tiles_c, expected, straight, crossed, element, exp, exp_mask;
  int          seed, hidden [2];

  sumac_mul_digits dut (
    .clk_i(clk), .en_i(en), .float_i(float), .kind_i(kind), .word_i(word), .digits_o(digits), .tiles_o(tiles)
  );
  sumac_mul_digits #(.Crossed(1'b1)) dut_crossed (
    .clk_i(clk), .en_i(en), .float_i(float), .kind_i(kind), .word_i(word), .digits_o(digits_c), .tiles_o(tiles_c)
  );

  task automatic step(input bit enable);
    en = enable;
    #1 clk = 1;
    #1 clk = 0;
    if (digits != expected || digits_c != expected)
      $fatal(1, "float %0d, kind %0d: of %h %h, not %h", float, kind, word, digits, expected);
    if (tiles != straight || tiles_c != crossed) begin
      $fatal(1, "float %0d, kind %0d: tiles of %h %h, crossed %h, not %h, %h", float, kind, word, tiles, tiles_c, straight,
               crossed);
    end
  endtask

  initial begin
    hidden = '{0, 0};
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_mul_digits: +seed=%0d", seed);
    void'($urandom(seed));
    for (int n = 0; n < 50_000; n++) begin
      {float, kind} = 3'($urandom);
      word     = {$urandom, $urandom};
      expected = word;
      if (float) expected = '0;
      for (int at = 0; float && at < 64; at += Bits[kind]) begin
        exp_mask = (64'd1 << Exp[kind]) - 1;
        exp      = ($urandom_range(1) == 0) ? 64'd1 << $urandom_range(Exp[kind] - 1) : 64'd0;
        word     = (word & ~(exp_mask << (at + Bits[kind] - 1 - Exp[kind]))) | (exp << (at + Bits[kind] - 1 - Exp[kind]));
        element  = (word << (64 - Bits[kind] - at)) & ~(64'hFFFF_FFFF_FFFF_FFFF >> Bits[kind]);
        element  = (element << Exp[kind]) & 64'h7FFF_FFFF_FFFF_FFFF;   // the hidden bit's place is the sign's
        element[63] = exp != '0;
        expected = expected | (element >> (64 - Bits[kind]) << at);
        hidden[32'(exp != '0)]++;
      end
      straight = expected;
      crossed  = {expected[47:32], expected[63:48], expected[15:0], expected[31:16]};
      if (!float && kind == 2'd0) begin
        for (int e = 0; e < 4; e++) straight[16*e +: 16] = {8'd0, word[16*e+8 +: 8]};
        crossed = straight;
      end
      step(1'b1);
      word  = {$urandom, $urandom};
      float = 1'($urandom);
      step(1'b0);
    end
    if (hidden[0] < 10_000 || hidden[1] < 10_000) $fatal(1, "%0d without and %0d with", hidden[0], hidden[1]);
    $display("PASS tb_sumac_mul_digits: %0d elements without and %0d with a hidden bit", hidden[0], hidden[1]);
    $finish;
  end
endmodule
