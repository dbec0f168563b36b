// The queue of pulses: what is pushed comes out once, in order, shown until taken; it holds Depth of them.
module tb_sumac_queue #(
  parameter int Depth = 4
);
  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_queue: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic        push = 1'b0, valid, ready = 1'b0;
  logic [15:0] data = '0, out;
  sumac_queue #(.Width(16), .Depth(Depth)) dut (.clk_i(clk), .rst_i(rst), .push_i(push), .data_i(data), .valid_o(valid),
    .ready_i(ready), .data_o(out));

  logic [15:0] model [$];
  int n = 0, full = 0, bias = 0;

  always @(posedge clk) begin
    if (rst) model.delete();
    else begin
      if (valid != (model.size() != 0)) $fatal(1, "valid %0d with %0d in it", valid, model.size());
      if (valid && out != model[0]) $fatal(1, "%h, not %h", out, model[0]);
      if (model.size() == Depth) full = full + 1;
      if (valid && ready) void'(model.pop_front());
      if (push) model.push_back(data);
    end
  end

  always @(negedge clk) begin
    n     <= n + 1;
    bias  <= n / 200 % 2;
    rst   <= n < 2 || n % 3000 == 0;
    ready <= $urandom_range(3) <= ((bias == 0) ? 0 : 2);
    // its user never has more than Depth in it
    push  <= n > 3 && n % 3000 > 2 && model.size() < Depth && $urandom_range(3) <= ((bias == 0) ? 2 : 0);
    data  <= 16'($urandom);
    if (n == 20000) begin
      if (full == 0) $fatal(1, "never full");
      $display("PASS tb_sumac_queue: Depth %0d, full in %0d cycles", Depth, full);
      $finish;
    end
  end
endmodule
