// Bench of the queue between two clocks, whose ratio and phase change all the time: what goes in comes out, once and in order; all
// of its depth is used and no more; the writer is told of the last room in time; a reset of both sides empties it.
module tb_sumac_async_fifo #(
  parameter bit Small = 1'b0   // the smallest depth
);
  localparam int Depth = Small ? 4 : 16;

  logic in_clk = 1'b0, out_clk = 1'b0;
  int   in_half = 3, out_half = 5;
  initial forever #(in_half) in_clk = !in_clk;
  initial forever #(out_half) out_clk = !out_clk;

  logic        in_rst = 1'b1, out_rst = 1'b1, in_valid = 1'b0, in_ready, last_room, out_valid, out_ready = 1'b0;
  logic [15:0] in_data = 16'd0, out_data;

  sumac_async_fifo #(.Width(16), .Depth(Depth)) dut (
    .in_clk_i(in_clk), .in_rst_i(in_rst), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
    .in_last_room_o(last_room), .out_clk_i(out_clk), .out_rst_i(out_rst), .out_valid_o(out_valid), .out_ready_i(out_ready),
    .out_data_o(out_data)
  );

  // Its contents: a queue of both sides' that knows no clock.
  logic [15:0] held [$];
  longint      passed = 0, filled = 0;
  int          in_chance = 128, out_chance = 128;

  always @(posedge in_clk) if (!in_rst) begin
    if (held.size() == Depth && in_ready) $fatal(1, "ready, and full");
    if (held.size() == Depth - 1 && in_ready && !last_room) $fatal(1, "the last room, and it does not say so");
    if (held.size() == Depth) filled++;
    if (in_valid && in_ready) held.push_back(in_data);
  end

  always @(posedge out_clk) if (!out_rst && out_valid) begin
    if (held.size() == 0) $fatal(1, "out comes what has not gone in");
    if (out_data != held[0]) $fatal(1, "%h, not %h", out_data, held[0]);
    if (out_ready) begin
      void'(held.pop_front());
      passed++;
    end
  end

  always @(negedge in_clk) begin
    if (in_ready || !in_valid) in_data = 16'($urandom);
    in_valid = int'($urandom_range(255)) < in_chance;
  end
  always @(negedge out_clk) out_ready = int'($urandom_range(255)) < out_chance;

  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_async_fifo: +seed=%0d", seed);
    void'($urandom(seed));
    for (int round = 0; round < 400; round++) begin
      // A reset now and then: for both at once, ended at different times.
      if (round % 20 == 0) begin
        in_rst  = 1'b1;
        out_rst = 1'b1;
        repeat (8) begin @(negedge in_clk); @(negedge out_clk); end
        held.delete();
        if (round % 40 == 0) begin in_rst = 1'b0; repeat (3) @(negedge out_clk); out_rst = 1'b0; end
        else begin out_rst = 1'b0; repeat (3) @(negedge in_clk); in_rst = 1'b0; end
      end
      in_half    = 2 + $urandom_range(9);
      out_half   = 2 + $urandom_range(9);
      in_chance  = (round % 3 == 0) ? 255 : 20 + $urandom_range(200);
      out_chance = (round % 3 == 1) ? 255 : 20 + $urandom_range(200);
      repeat (100) @(negedge in_clk);
    end
    // Its remaining entries come out.
    in_chance  = 0;
    out_chance = 255;
    repeat (200) begin @(negedge in_clk); @(negedge out_clk); end
    if (held.size() != 0) $fatal(1, "%0d have stayed inside", held.size());
    if (filled == 0 || passed < 5000) $fatal(1, "%0d have passed, %0d times full", passed, filled);
    $display("PASS tb_sumac_async_fifo: %0d entries", passed);
    $finish;
  end
endmodule
