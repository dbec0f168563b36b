// Bench of rounding and packing, at all widths and in all formats: significands at random and those next to ties and
// carries, exponents from 1 to far beyond the largest, subnormals, cancelled zeros and specials; with gaps and pauses.
module tb_sumac_float_round;
  localparam int Exp [4]  = '{5, 8, 8, 11};
  localparam int Frac [4] = '{10, 7, 23, 52};

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  // By the definition: the nearer of two neighbours, of equally near ones the even. At the top of 64 bits.
  function automatic bit [63:0] rounded(input int f_in, input bit [1:0] fmt, input bit sign, input bit special,
                                        input longint unsigned exp_in, input longint unsigned sig);
    int              f, drop;
    longint unsigned kept, rest, half, exp, ones;
    f    = Frac[fmt];
    drop = f_in + 4 - f;
    kept = sig >> drop;
    rest = sig - (kept << drop);
    half = 64'd1 << (drop - 1);
    ones = (64'd1 << Exp[fmt]) - 1;
    exp  = exp_in;
    if (rest > half || (rest == half && kept[0])) kept = kept + 1;
    if ((kept >> (f + 1)) != 0) {exp, kept} = {exp + 64'd1, kept >> 1};
    if ((kept >> f) == 0) exp = 0;
    if (!special && exp >= ones) {exp, kept} = {ones, 64'd0};
    return {sign, 63'd0} | (exp << (63 - Exp[fmt])) | ((kept & ((64'd1 << f) - 1)) << (63 - Exp[fmt] - f));
  endfunction

  int seed, n = 0, checked [3] = '{0, 0, 0};
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_float_round: +seed=%0d", seed);
    void'($urandom(seed));
  end

  for (genvar g = 0; g < 3; g++) begin : g_width
    localparam int W = 64 >> g;
    localparam int E = (W == 64) ? 11 : 8;
    localparam int F = (W == 64) ? 52 : (W == 32) ? 23 : 10;
    logic         valid = 1'b0, step = 1'b0, sign, cancel, special;
    logic [1:0]   fmt, moved = '0;
    logic [E:0]   exp;
    logic [F+4:0] sig;
    logic [W-1:0] word, expected [$], first;
    bit [63:0]    x, ones, tail;

    sumac_float_round #(.W(W)) dut (
      .clk_i(clk), .en1_i(step && valid), .en2_i(step && moved[0]), .fmt_i(fmt), .sign_i(sign), .cancel_i(cancel),
      .special_i(special), .exp_i(exp), .sig_i(sig), .word_o(word)
    );

    always_ff @(posedge clk) if (step) begin
      moved <= {moved[0], valid};
      x = rounded(F, fmt, sign && !(cancel && sig == '0), special, 64'(exp), 64'(sig));
      if (valid) expected.push_back(x[63 -: W]);
      if (moved[1]) begin
        first = expected.pop_front();
        if (word != first) $fatal(1, "W %0d, word %0d: %h, not %h", W, checked[g], first, word);
        checked[g] <= checked[g] + 1;
      end
    end

    always_ff @(negedge clk) begin
      {step, valid} = {$urandom_range(7) != 0, $urandom_range(3) != 0};
      {sign, cancel, special} = {2'($urandom), $urandom_range(15) == 0};
      fmt  = 2'($urandom_range((W == 64) ? 3 : (W == 32) ? 2 : 1));
      ones = (64'd1 << Exp[fmt]) - 1;
      tail = (64'd1 << (F + 4 - Frac[fmt])) - 1;              // what is not kept
      sig  = (F+5)'({$urandom, $urandom}) | {(F+5){$urandom_range(3) == 0}};
      case ($urandom_range(5))
        0: sig = sig & ~(F+5)'(tail);
        1: sig = (sig & ~(F+5)'(tail)) | (F+5)'((tail >> 1) + 1 - 64'($urandom_range(1)));
        2: sig = (sig & ~(F+5)'(tail)) | (F+5)'((tail >> 1) + 2);
        3: sig = sig >> $urandom_range(F + 5);
        default: ;
      endcase
      case ($urandom_range(3))
        0: exp = (E+1)'(ones - 64'($urandom_range(2)));
        1: exp = (E+1)'(1 + $urandom_range(2));
        default: exp = (E+1)'($urandom);
      endcase
      if (exp == '0 || !sig[F+4]) exp = (E+1)'(1);
      if (special) {exp, sig} = {(E+1)'(ones), 1'b1, sig[F+3:0] & ~(F+4)'(tail)};
    end
  end

  always_ff @(posedge clk) begin
    n <= n + 1;
    if (n == 100_000) begin
      if (checked[0] < 50_000 || checked[1] < 50_000 || checked[2] < 50_000) $fatal(1, "results are missing");
      $display("PASS tb_sumac_float_round: %0d, %0d and %0d words", checked[0], checked[1], checked[2]);
      $finish;
    end
  end
endmodule
