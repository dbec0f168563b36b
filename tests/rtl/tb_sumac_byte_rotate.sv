// Bench of the byte rotation: every amount, stages held at random; byte i of the result is byte (i + amount) mod 64.
module tb_sumac_byte_rotate #(
  parameter bit Small = 1'b0   // no parameters here: the same bench
);
  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_byte_rotate: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic         en1 = 1'b0, en2 = 1'b0;
  logic [511:0] data, result, exp1, exp2, x;
  logic [5:0]   amount;
  logic         full1 = 1'b0, full2 = 1'b0;
  int           checked = 0;

  sumac_byte_rotate dut (.clk_i(clk), .en1_i(en1), .data_i(data), .amount_i(amount), .en2_i(en2), .data_o(result));

  initial begin
    for (int n = 0; n < 64 * 200; n++) begin
      for (int i = 0; i < 16; i++) data[32*i +: 32] = $urandom;
      amount = 6'(n);
      en1    = $urandom_range(3) != 0;
      en2    = full1 && $urandom_range(3) != 0;
      if (!en2 && full1) en1 = 1'b0;
      for (int i = 0; i < 64; i++) x[8*i +: 8] = data[8*((i + int'(amount)) % 64) +: 8];
      if (en2) begin
        exp2  = exp1;
        full2 = 1'b1;
      end
      if (en1) exp1 = x;
      full1 = en1 || (full1 && !en2);
      @(negedge clk);
      if (full2) begin
        checked++;
        if (result != exp2) $fatal(1, "%h, not %h", result, exp2);
      end
    end
    $display("PASS tb_sumac_byte_rotate: Small %0d, %0d results", Small, checked);
    $finish;
  end
endmodule
