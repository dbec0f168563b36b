// The queue in RAM: what goes in comes out, in order and at once, and it takes as many entries as it says; an entry that finds it
// empty passes in its own cycle.
module tb_sumac_queue #(
  parameter bit Small = 1'b0   // the smallest depth
);
  localparam int Depth = Small ? 2 : 64;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_queue: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic        in_valid = 1'b0, out_valid, out_ready = 1'b0;
  logic [15:0] in_data = 16'd7, out_data, expected = 16'd7;
  sumac_queue #(.Width(16), .Depth(Depth)) dut (
    .clk_i(clk), .rst_i(rst), .in_valid_i(in_valid), .in_data_i(in_data), .out_valid_o(out_valid), .out_ready_i(out_ready),
    .out_data_o(out_data)
  );

  int count = 0, n = 0, passed = 0, bypassed = 0, filled = 0, hidden = 0, chance;
  always @(posedge clk) if (!rst) begin
    // an entry that did not pass at once may need two cycles more
    hidden = (count != 0 && !out_valid) ? hidden + 1 : 0;
    if (hidden > 2) $fatal(1, "%0d entries, and none comes out", count);
    if (out_valid && count == 0 && !in_valid) $fatal(1, "an entry out of nothing");
    if (out_valid && out_data != expected) $fatal(1, "%0d, not %0d", out_data, expected);
    bypassed = bypassed + int'(count == 0 && out_valid && out_ready);
    if (count == 0 && in_valid && !out_valid) $fatal(1, "an empty queue holds an entry up");
    if (out_valid && out_ready) expected = expected + 16'd1;
    passed   = passed + int'(out_valid && out_ready);
    count    = count + int'(in_valid) - int'(out_valid && out_ready);
    filled   = filled + int'(count == Depth);
  end

  always @(negedge clk) begin
    n++;
    rst = n < 4;
    if (in_valid) in_data = in_data + 16'd1;
    chance    = (n / 500 % 3 == 0) ? 40 : (n / 500 % 3 == 1) ? 128 : 220;
    in_valid  = n > 4 && count < Depth && int'($urandom_range(255)) < chance;
    out_ready = int'($urandom_range(255)) >= chance;
    if (n == 60_000) begin
      if (filled == 0 || bypassed == 0) $fatal(1, "full %0d times, bypassed %0d", filled, bypassed);
      $display("PASS tb_sumac_queue: Depth %0d, %0d entries, %0d at once, full in %0d cycles", Depth, passed, bypassed, filled);
      $finish;
    end
  end
endmodule
