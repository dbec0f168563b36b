// Bench of frames from a MAC that does not wait, also when they come faster than they are taken: each frame arrives whole with its
// own mark, or is cut with an error at its last beat, or not at all; the last two are counted. None is mixed with another, nor left
// without an end where the queue is reset; the first that begins after a reset is there, also where the MAC was reset in a frame.
module tb_sumac_net_rx;
  localparam int Depth = 8;

  logic clk = 1'b0, net_clk = 1'b0, rst = 1'b1, out_rst = 1'b1, mac_rst = 1'b1;
  int   half = 3, net_half = 2;
  initial forever #(half) clk = !clk;
  initial forever #(net_half) net_clk = !net_clk;

  logic         in_valid = 1'b0, in_last = 1'b0, in_user = 1'b0, lost, out_valid, out_last, out_user;
  logic [511:0] in_data = '0, out_data;
  logic [63:0]  in_keep = '0, out_keep;

  sumac_net_rx #(.Depth(Depth)) dut (
    .net_clk_i(net_clk), .net_rst_i(rst), .mac_rst_i(mac_rst), .in_tvalid_i(in_valid), .in_tdata_i(in_data), .in_tkeep_i(in_keep),
    .in_tlast_i(in_last), .in_tuser_i(in_user), .in_lost_o(lost), .clk_i(clk), .out_rst_i(out_rst), .rst_i(rst),
    .out_tvalid_o(out_valid), .out_tdata_o(out_data), .out_tkeep_o(out_keep), .out_tlast_o(out_last), .out_tuser_o(out_user)
  );

  // A beat carries its frame's number, its place, and the frame's length and mark.
  int frame = 0, place = 0, length = 1, sent = 0, n_lost = 0, seed;
  bit mark = 1'b0;
  always @(posedge net_clk) if (!rst) begin
    if (lost) n_lost++;
    if (in_valid && in_last) sent++;
  end
  always @(negedge net_clk) if (mac_rst) begin
    if (place != 0 || in_valid) begin
      frame++;
      sent++;
    end
    place    = 0;
    in_valid = 1'b0;
  end else if (!out_rst) begin
    if (in_valid) begin
      place = in_last ? 0 : place + 1;
      if (in_last) begin
        frame++;
        length = $urandom_range(11) + 1;
        mark   = $urandom_range(9) == 0;
      end
    end
    in_valid = $urandom_range(7) != 0;
    in_last  = place == length - 1;
    in_user  = in_last && mark;
    in_data  = {448'd0, 16'(length), 15'd0, mark, 16'(frame), 16'(place)};
    in_keep  = {48'd0, 16'(frame)};
  end

  // Behind it: the frame in hand, and how many came whole or cut.
  int seen = -1, next = 0, whole = 0, cut = 0, ended = 0, resets = 0;
  int first = -1;                       // the first that began since the last reset
  bit fresh = 1'b1;                     // since then none has come
  always @(posedge net_clk) if (rst) first = -1;
                            else if (in_valid && place == 0 && first < 0) first = frame;
  always @(posedge clk) if (rst) fresh = 1'b1;
  always @(posedge clk) if (!out_rst && out_valid && rst) begin
    if (!out_last || !out_user || next == 0) $fatal(1, "in a reset comes another thing than a frame's end");
    next = 0;
    ended++;
  end else if (!out_rst && out_valid) begin
    if (out_data[15:0] != 16'(next) || out_keep[15:0] != out_data[31:16]) $fatal(1, "place %0d, not %0d", out_data[15:0], next);
    if (next != 0 && int'(out_data[31:16]) != seen) $fatal(1, "frame %0d within frame %0d", out_data[31:16], seen);
    if (fresh && int'(out_data[31:16]) != first) $fatal(1, "after a reset comes frame %0d, not %0d", out_data[31:16], first);
    fresh = 1'b0;
    if (next == 0 && seen >= 0 && int'(out_data[31:16]) <= seen) $fatal(1, "frame %0d after %0d", out_data[31:16], seen);
    seen = int'(out_data[31:16]);
    next = out_last ? 0 : next + 1;
    if (out_last && int'(out_data[63:48]) == int'(out_data[15:0]) + 1) begin
      if (out_user != out_data[32]) $fatal(1, "another mark than the frame's");
      whole++;
    end else if (out_last) begin
      if (!out_user) $fatal(1, "cut, and no error");
      cut++;
    end
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_net_rx: +seed=%0d", seed);
    void'($urandom(seed));
    repeat (8) begin @(negedge clk); @(negedge net_clk); end
    rst     = 1'b0;
    out_rst = 1'b0;
    mac_rst = 1'b0;
    repeat (300) begin
      if (resets < 30 && $urandom_range(5) == 0) begin
        rst = 1'b1;
        resets++;
        @(negedge clk);
        mac_rst = $urandom_range(2) == 0;
        repeat (3) @(negedge net_clk);
        mac_rst = 1'b0;
        repeat (8 + $urandom_range(30)) begin @(negedge clk); @(negedge net_clk); end
        if (next != 0) $fatal(1, "a frame is left without an end");
        rst = 1'b0;
      end
      half     = 2 + $urandom_range(9);
      net_half = 2 + $urandom_range(9);
      repeat (60) @(negedge net_clk);
    end
    half     = 2;                        // what is in it comes out before it is counted
    net_half = 9;
    repeat (100) @(negedge net_clk);
    while (in_valid || place != 0) @(negedge net_clk);
    // Frames that a reset takes are not counted as a loss: the frames in the queue, the one that arrives, and that of before.
    if (whole + n_lost > sent || whole + n_lost + (resets + 1) * (Depth + 1) < sent || ended == 0)
      $fatal(1, "%0d whole and %0d lost of %0d", whole, n_lost, sent);
    if (cut == 0 || cut >= n_lost || whole < 500) $fatal(1, "%0d whole, %0d cut of %0d lost", whole, cut, n_lost);
    $display("PASS tb_sumac_net_rx: %0d frames whole, %0d cut, %0d dropped", whole, cut, n_lost - cut);
    $finish;
  end
endmodule
