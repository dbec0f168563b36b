// Bench of the burst cutter: bursts cover each run exactly, in order, have at most 8 beats, end at 512-byte boundaries
// or the run's end, are as few as that allows, and come back to back.
module tb_sumac_bursts #(
  parameter bit Small = 1'b0   // no parameters here: runs are short
);
  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_bursts: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic        in_valid = 1'b0, in_ready, out_valid, out_ready = 1'b0;
  logic [57:0] out_beat;
  logic [63:0] in_addr;
  logic [15:0] in_bytes;
  logic [2:0]  out_len;

  sumac_bursts dut (
    .clk_i(clk), .rst_i(rst), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_addr_i(in_addr), .in_bytes_i(in_bytes),
    .out_valid_o(out_valid), .out_ready_i(out_ready), .out_beat_o(out_beat), .out_len_o(out_len)
  );

  logic [57:0] run_beat [$];
  int          run_left [$];
  longint      bursts = 0, runs = 0, idle_cycles = 0;
  logic        taken = 1'b1;

  always_ff @(posedge clk) begin
    taken <= !in_valid || in_ready;
    if (!rst) begin
      if (out_valid && out_ready) begin
        bursts <= bursts + 1;
        if (run_left.size() == 0) $fatal(1, "a burst of nothing");
        if (out_beat != run_beat[0]) $fatal(1, "burst at %0h, not %0h", out_beat, run_beat[0]);
        if (int'(out_len) + 1 > run_left[0]) $fatal(1, "burst beyond its run");
        if (int'(out_beat[2:0]) + int'(out_len) > 7) $fatal(1, "burst over a boundary");
        if (int'(out_len) + 1 != run_left[0] && int'(out_beat[2:0]) + int'(out_len) != 7) $fatal(1, "burst cut short");
        run_beat[0] = run_beat[0] + 58'(out_len) + 58'd1;
        run_left[0] = run_left[0] - int'(out_len) - 1;
        if (run_left[0] == 0) begin
          if (in_valid && !in_ready) $fatal(1, "the next run held back");
          void'(run_beat.pop_front());
          void'(run_left.pop_front());
        end
      end
      if (!out_valid && run_left.size() != 0) $fatal(1, "a gap between bursts");
      if (!out_valid) idle_cycles <= idle_cycles + 1;
      if (in_valid && in_ready) begin
        runs <= runs + 1;
        run_beat.push_back(in_addr[63:6]);
        run_left.push_back((int'(in_addr[5:0]) + int'(in_bytes) + 63) / 64);
      end
    end
  end

  initial begin
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (int n = 0; n < 100_000; n++) begin
      @(negedge clk);
      out_ready = $urandom_range(255) < ((n < 50_000) ? 256 : 128);
      if (taken) begin
        in_valid = (n < 30_000) || $urandom_range(255) < 100;
        in_addr  = {$urandom, $urandom};
        if ($urandom_range(3) == 0) in_addr[37:9] = '1;    // a carry all the way
        in_bytes = 16'(1 + $urandom_range(($urandom_range(7) == 0 && !Small) ? 65534 : 1300));
      end
    end
    if (idle_cycles == 0 || runs < 1000) $fatal(1, "%0d idle cycles, %0d runs", idle_cycles, runs);
    $display("PASS tb_sumac_bursts: Small %0d, %0d runs, %0d bursts", Small, runs, bursts);
    $finish;
  end
endmodule
