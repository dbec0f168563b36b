// Two whole NICs back to back, each with a host memory that answers late and at random and a host that knows only registers,
// descriptors and completions (nic_script.c). Promises: allreduces of int32 sums over counts from 0 to many chunks, at any
// alignment, in rings that wrap; every descriptor completed exactly once; groups do not block each other; what is refused, what
// disagrees, what the bus answers with an error and what a reset cuts off fails as the specification says, and alone.
// Compiled: -O0, which takes half as long; the run is short.
// C: nic_host.c nic_script.c nic_writes.c
module tb_sumac_nic #(
  parameter bit Small = 1'b0    // the smallest NIC
);
  logic        clk = 1'b0;
  logic [63:0] now = 64'd0;
  always #1 clk = !clk;
  always @(posedge clk) now <= now + 64'd1;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_nic: +seed=%0d", seed);
    void'($urandom(seed));
  end

  // The cable. A NIC that is reset within a packet leaves half a packet: the MAC marks it.
  logic [1:0]   rst, done, t_valid, t_last, half = 2'b00, cut;
  logic [511:0] t_data [2];
  logic [63:0]  t_keep [2];
  assign cut = half & rst & ~t_valid;
  always @(posedge clk) for (int n = 0; n < 2; n++) begin
    if (t_valid[n]) half[n] <= !t_last[n];
    else if (cut[n]) half[n] <= 1'b0;
  end

  for (genvar n = 0; n < 2; n++) begin : g_host
    nic_host #(.Small(Small), .Rank(n)) u_host (
      .clk_i(clk), .now_i(now), .seed_i(seed), .rst_o(rst[n]), .done_o(done[n]), .tx_valid_o(t_valid[n]),
      .tx_data_o(t_data[n]), .tx_keep_o(t_keep[n]), .tx_last_o(t_last[n]), .rx_valid_i(t_valid[1-n] || cut[1-n]),
      .rx_data_i(t_data[1-n]), .rx_keep_i(t_keep[1-n]), .rx_last_i(t_last[1-n] || cut[1-n]), .rx_error_i(cut[1-n])
    );
  end

  always @(posedge clk) begin
    if (done == 2'b11) begin
      $display("PASS tb_sumac_nic: Small %0d, %0d cycles", Small, now);
      $finish;
    end
    if (now > 64'd2000000) $fatal(1, "never ended");
  end
endmodule
