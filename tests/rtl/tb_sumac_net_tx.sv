// Bench of frames on their way to the MAC, at any ratio of clocks: each arrives whole, in order, and without a pause inside. Frames
// of one beat up to one less than its depth. While the queues are reset the sender goes on, and no part of a frame comes out later.
module tb_sumac_net_tx;
  localparam int Depth = 16;

  logic clk = 1'b0, net_clk = 1'b0, rst = 1'b1, in_rst = 1'b1;
  int   half = 3, net_half = 2;
  initial forever #(half) clk = !clk;
  initial forever #(net_half) net_clk = !net_clk;

  logic         in_valid = 1'b0, in_ready, in_last = 1'b0, out_valid, out_ready = 1'b0, out_last;
  logic [511:0] in_data = '0, out_data;
  logic [63:0]  in_keep = '0, out_keep;

  sumac_net_tx #(.Depth(Depth)) dut (
    .clk_i(clk), .in_rst_i(in_rst), .rst_i(rst), .in_tvalid_i(in_valid), .in_tready_o(in_ready), .in_tdata_i(in_data),
    .in_tkeep_i(in_keep),
    .in_tlast_i(in_last), .net_clk_i(net_clk), .net_rst_i(rst), .out_tvalid_o(out_valid), .out_tready_i(out_ready),
    .out_tdata_o(out_data), .out_tkeep_o(out_keep), .out_tlast_o(out_last)
  );

  logic [576:0] sent [$];
  int           left = 0, frames = 0, seed;
  logic         midway = 1'b0;

  logic         lost = 1'b0;           // the rest of this frame
  always @(posedge clk) if (!in_rst) begin
    if (rst && !in_ready && in_valid) $fatal(1, "the sender waits for a reset");
    if (in_valid && in_ready) begin
      if (!rst && !lost) sent.push_back({in_last, in_keep, in_data});
      lost = (rst || lost) && !in_last;
      left = left - 1;
    end else if (rst && left != 0 && !fresh) lost = 1'b1;
    if (in_valid && in_ready) fresh = in_last;
  end
  logic fresh = 1'b1;                  // the next beat is a frame's first
  // The NIC's own beats may come with pauses here: so much the worse.
  always @(negedge clk) if (!in_rst) begin
    if (!(in_valid && !in_ready)) in_valid = $urandom_range(3) != 0;
    if (left == 0) left = ($urandom_range(3) == 0) ? 1 : $urandom_range(Depth - 2) + 1;
    if (in_valid && in_ready) for (int i = 0; i < 16; i++) in_data[32*i +: 32] = $urandom;
    in_keep = {in_data[31:0], in_data[63:32]};
    in_last = left == 1;
  end

  always @(posedge net_clk) if (!rst) begin
    if (midway && !out_valid) $fatal(1, "a pause within a frame");
    if (out_valid && out_ready) begin
      if (sent.size() == 0 || sent[0] != {out_last, out_keep, out_data}) $fatal(1, "a beat that was not sent");
      void'(sent.pop_front());
      midway = !out_last;
      if (out_last) frames = frames + 1;
    end
  end
  always @(negedge net_clk) out_ready = $urandom_range(4) != 0;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_net_tx: +seed=%0d", seed);
    void'($urandom(seed));
    repeat (8) begin @(negedge clk); @(negedge net_clk); end
    rst    = 1'b0;
    in_rst = 1'b0;
    repeat (300) begin
      // The cable is out for a while.
      if ($urandom_range(9) == 0) begin
        rst = 1'b1;
        repeat (8 + $urandom_range(30)) begin @(negedge clk); @(negedge net_clk); end
        sent.delete();
        midway = 1'b0;
        rst    = 1'b0;
      end
      half     = 2 + $urandom_range(9);
      net_half = 2 + $urandom_range(9);
      repeat (60) @(negedge clk);
    end
    if (frames < 1000) $fatal(1, "%0d frames alone", frames);
    $display("PASS tb_sumac_net_tx: %0d frames", frames);
    $finish;
  end
endmodule
