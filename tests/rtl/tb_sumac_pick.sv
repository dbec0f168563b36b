// Round robin: the choice is the next wanted bit above the last one taken, wrapping, bit 0 after reset; so a bit that stays wanted
// is taken before any other is taken twice.
module tb_sumac_pick #(
  parameter int Count = 5
);
  localparam int IndexW = $clog2(Count);
  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_pick: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Count-1:0]  want = '0;
  logic              take = 1'b0, any;
  logic [IndexW-1:0] index;
  sumac_pick #(.Count(Count)) dut (.clk_i(clk), .rst_i(rst), .want_i(want), .take_i(take && any), .any_o(any), .index_o(index));

  int last = Count - 1, best, n = 0, taken = 0;
  int passed_by [Count];   // takes of others while this one was wanted

  always @(posedge clk) begin
    if (rst) begin
      last = Count - 1;
      for (int i = 0; i < Count; i++) passed_by[i] = 0;
    end
    else begin
      best = -1;
      for (int k = Count; k >= 1; k--) if (want[(last+k)%Count]) best = (last + k) % Count;
      if (any != (best >= 0)) $fatal(1, "want %b, any %0d", want, any);
      if (any && int'(index) != best) $fatal(1, "want %b after %0d: %0d, not %0d", want, last, index, best);
      if (take && any) begin
        for (int i = 0; i < Count; i++) begin
          passed_by[i] = (!want[i] || i == int'(index)) ? 0 : passed_by[i] + 1;
          if (passed_by[i] >= Count) $fatal(1, "%0d was passed by %0d times", i, passed_by[i]);
        end
        last  = int'(index);
        taken = taken + 1;
      end else for (int i = 0; i < Count; i++) if (!want[i]) passed_by[i] = 0;
    end
  end

  always @(negedge clk) begin
    n    <= n + 1;
    rst  <= n < 2 || n % 5000 == 0;
    for (int i = 0; i < Count; i++) want[i] <= (n / 500 % 3 == 0) ? 1'b1 : $urandom_range(9) < n / 500 % 10;
    take <= n > 3 && $urandom_range(3) != 0;
    if (n == 20000) begin
      if (taken < 1000) $fatal(1, "%0d taken", taken);
      $display("PASS tb_sumac_pick: Count %0d, %0d taken", Count, taken);
      $finish;
    end
  end
endmodule
