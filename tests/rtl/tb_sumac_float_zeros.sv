// Bench of counting zeros, for words of several widths: each number of leading zeros before bits at random, and zero
// itself, of which any count from the width on will do; with gaps, and pauses in which no stage may move.
module tb_sumac_float_zeros;
  localparam int Units = 14;
  localparam int Widths [Units] = '{1, 2, 10, 15, 16, 17, 23, 28, 32, 33, 52, 57, 63, 64};

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  int          seed, n = 0, checked [Units], zeros;
  logic        valid = 1'b0, step = 1'b0;
  logic [1:0]  moved = '0;
  logic [63:0] word = '0;

  for (genvar g = 0; g < Units; g++) begin : g_unit
    localparam int N = Widths[g];
    logic [5:0] count;
    int         expected [$], first;

    sumac_float_zeros #(.N(N)) dut (
      .clk_i(clk), .en1_i(step && valid), .en2_i(step && moved[0]), .word_i(word[63 -: N]), .count_o(count)
    );

    always_ff @(posedge clk) if (step) begin
      if (valid) expected.push_back(zeros);
      if (moved[1]) begin
        first = expected.pop_front();
        if ((first < N) ? int'(count) != first : int'(count) < ((N < 64) ? N : 63))
          $fatal(1, "N %0d: %0d zeros, not %0d", N, count, first);
        checked[g] <= checked[g] + 1;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (step) moved <= {moved[0], valid};
    n <= n + 1;
    if (n == 40_000) begin
      for (int g = 0; g < Units; g++) if (checked[g] < 20_000) $fatal(1, "results are missing");
      $display("PASS tb_sumac_float_zeros: %0d words of each of %0d widths", checked[0], Units);
      $finish;
    end
  end

  always_ff @(negedge clk) begin
    {step, valid} = {$urandom_range(7) != 0, $urandom_range(3) != 0};
    zeros = $urandom_range(64);
    word  = {1'b1, 31'($urandom), $urandom} >> zeros;
  end

  initial begin
    for (int g = 0; g < Units; g++) checked[g] = 0;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_float_zeros: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
