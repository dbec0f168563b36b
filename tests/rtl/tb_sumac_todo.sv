// Every place that an event names is offered after it, also one that is named while it is offered; nothing else
// is; none waits while all others are offered twice; idle when there is nothing.
module tb_sumac_todo #(
  parameter bit Small = 1'b0
);
  localparam int Count = Small ? 4 : 64, IndexW = $clog2(Count), Sources = 3;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_todo: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Sources-1:0]        set = '0;
  logic [Sources*IndexW-1:0] index = '0;
  logic                      valid, take = 1'b0, idle;
  logic [IndexW-1:0]         offer;
  sumac_todo #(.Count(Count), .Sources(Sources)) dut (
    .clk_i(clk), .rst_i(rst), .set_i(set), .index_i(index), .valid_o(valid), .take_i(take), .index_o(offer), .idle_o(idle)
  );

  logic [Count-1:0] wanted = '0;
  int passed [Count], n = 0, n_taken = 0, n_again = 0, rested = 0, chance;
  always @(posedge clk) if (!rst) begin
    if (valid && !wanted[offer]) $fatal(1, "%0d is offered for nothing", offer);
    // it may look for what has been taken
    rested = (wanted == '0) ? rested + 1 : 0;
    if ((idle && wanted != '0) || (!idle && rested > 4)) $fatal(1, "idle %0d with %b", idle, wanted);
    if (valid && take) begin
      n_taken++;
      wanted[offer] = 1'b0;
      for (int i = 0; i < Count; i++) begin
        passed[i] = wanted[i] ? passed[i] + 1 : 0;
        if (passed[i] > 2 * Count) $fatal(1, "%0d waits", i);
      end
    end
    for (int s = 0; s < Sources; s++) if (set[s]) begin
      n_again += int'(valid && take && index[s*IndexW+:IndexW] == offer);
      wanted[index[s*IndexW+:IndexW]] = 1'b1;
    end
  end

  always @(negedge clk) begin
    n++;
    rst    = n < 4;
    chance = (n / 500 % 3 == 0) ? 2 : (n / 500 % 3 == 1) ? 10 : 100;
    for (int s = 0; s < Sources; s++) set[s] = n > 4 && $urandom_range(chance) == 0;
    index = (Sources*IndexW)'($urandom);
    take  = $urandom_range(2) != 0;
    if (n == 60_000) begin
      if (n_taken < 2000 || n_again < 10) $fatal(1, "%0d taken, %0d again", n_taken, n_again);
      $display("PASS tb_sumac_todo: Count %0d, %0d taken, %0d again at once", Count, n_taken, n_again);
      $finish;
    end
  end
endmodule
