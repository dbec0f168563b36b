// Bench of the queue, with and without bypass, at the depths in use: what goes in comes out, in order; it takes
// exactly Depth entries; the bypass passes in the same cycle, and only when the queue is empty.
module tb_sumac_fifo #(
  parameter bit Small = 1'b0   // the smallest depth
);
  localparam int Depth = Small ? 2 : 16;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_fifo: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [1:0]  in_valid = '0, in_ready, out_valid, out_ready = '0;
  logic [15:0] in_data [2], out_data [2];

  for (genvar b = 0; b < 2; b++) begin : g_fifo
    sumac_fifo #(.Width(16), .Depth(Depth), .Bypass(1'(b))) dut (
      .clk_i(clk), .rst_i(rst), .in_valid_i(in_valid[b]), .in_ready_o(in_ready[b]), .in_data_i(in_data[b]),
      .out_valid_o(out_valid[b]), .out_ready_i(out_ready[b]), .out_data_o(out_data[b])
    );
  end

  int     count [2];
  longint passed = 0, bypassed = 0, filled = 0;

  always_ff @(posedge clk) begin
    if (!rst) begin
      for (int b = 0; b < 2; b++) begin
        if (in_ready[b] != (count[b] < Depth)) $fatal(1, "%0d entries, ready %0d", count[b], in_ready[b]);
        if (out_valid[b] != (count[b] != 0 || (b == 1 && in_valid[b])))
          $fatal(1, "queue %0d: %0d entries, in %0d, out %0d", b, count[b], in_valid[b], out_valid[b]);
        if (out_valid[b] && out_data[b] != expected[b]) $fatal(1, "%0d, not %0d", out_data[b], expected[b]);
        count[b] <= count[b] + int'(in_valid[b] && in_ready[b]) - int'(out_valid[b] && out_ready[b]);
        if (out_valid[b] && out_ready[b]) expected[b] <= expected[b] + 16'd1;
        if (in_valid[b] && in_ready[b]) in_data[b] <= in_data[b] + 16'd1;
      end
      passed   <= passed + longint'(out_valid[1] && out_ready[1]);
      bypassed <= bypassed + longint'(count[1] == 0 && in_valid[1] && out_ready[1]);
      filled   <= filled + longint'(count[1] == Depth);
    end
  end

  // ---- requests, at the other clock edge
  logic [15:0] expected [2];
  int          n = 0, chance = 40;

  always_ff @(negedge clk) begin
    n      <= n + 1;
    chance <= (n / 500 % 3 == 0) ? 40 : (n / 500 % 3 == 1) ? 128 : 220;
    rst    <= n < 3;
    for (int b = 0; b < 2; b++) begin
      in_valid[b]  <= n > 4 && int'($urandom_range(255)) < chance;
      out_ready[b] <= int'($urandom_range(255)) >= chance;
    end
    if (n == 60_000) begin
      if (filled == 0 || bypassed == 0) $fatal(1, "full %0d times, bypassed %0d", filled, bypassed);
      $display("PASS tb_sumac_fifo: Small %0d, %0d entries, %0d by the bypass, full in %0d cycles",
               Small, passed, bypassed, filled);
      $finish;
    end
  end

  initial begin
    for (int b = 0; b < 2; b++) begin
      count[b]    = 0;
      in_data[b]  = 16'd7;
      expected[b] = 16'd7;
    end
  end
endmodule
