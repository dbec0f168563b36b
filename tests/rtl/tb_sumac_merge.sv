// The merge: every item of both streams comes out once and in its stream's order; what is offered stays until it is taken;
// A goes first when nothing waits.
module tb_sumac_merge;
  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_merge: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [1:0]  valid = '0, ready;
  logic [15:0] data [2];
  logic        out_valid, out_ready = 1'b0, waits = 1'b0;
  logic [15:0] out_data, waiting = '0;
  sumac_merge #(.Width(16)) dut (
    .clk_i(clk), .rst_i(rst), .a_valid_i(valid[0]), .a_ready_o(ready[0]), .a_data_i(data[0]), .b_valid_i(valid[1]),
    .b_ready_o(ready[1]), .b_data_i(data[1]), .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data));

  int n = 0, taken [2];
  logic [14:0] next [2];

  always @(posedge clk) if (!rst) begin
    if (out_valid != (valid != 2'b00)) $fatal(1, "valid %b gives %0d", valid, out_valid);
    if (waits && (!out_valid || out_data != waiting)) $fatal(1, "%h was offered, then %h", waiting, out_data);
    if (!waits && valid[0] && out_data[15]) $fatal(1, "B before A");
    if ((ready & valid) == 2'b11) $fatal(1, "both taken");
    if (((ready & valid) != 2'b00) != (out_valid && out_ready)) $fatal(1, "taken inside and outside differ");
    if (out_valid && out_ready) begin
      if (!ready[out_data[15]] || out_data[14:0] != next[out_data[15]]) $fatal(1, "%h comes out", out_data);
      next[out_data[15]]  = next[out_data[15]] + 15'd1;
      taken[out_data[15]] = taken[out_data[15]] + 1;
    end
    waits   = out_valid && !out_ready;
    waiting = out_data;
  end

  always @(negedge clk) begin
    n   <= n + 1;
    rst <= n < 2;
    // a stream holds what it offers until it is taken: next[] has moved on then
    for (int s = 0; s < 2; s++)
      if (n > 3 && (!valid[s] || data[s][14:0] != next[s])) begin
        valid[s] <= $urandom_range(2) == 0;
        data[s]  <= {1'(s), next[s]};
      end
    out_ready <= $urandom_range(2) != 0;
    if (n == 20000) begin
      if (taken[0] < 1000 || taken[1] < 1000) $fatal(1, "%0d and %0d taken", taken[0], taken[1]);
      $display("PASS tb_sumac_merge: %0d and %0d taken", taken[0], taken[1]);
      $finish;
    end
  end
  initial for (int s = 0; s < 2; s++) begin
    taken[s] = 0;
    next[s]  = '0;
    data[s]  = '0;
  end
endmodule
