// The registers (sumac_csr with sumac_csr_read), at every address of the map: what include/spec/registers.def lets be
// read or written answers OKAY, all else SLVERR and does nothing; values read are those of the parameters, of what was
// written (zero after reset), of the counters; what a group, or the table of routes or windows refuses does nothing, and
// REFUSED has the last reason; what is written in parts goes out whole, once, at its commit; a channel's answer waits until the
// channel is taken; a group is opened when its rings are known, and a channel or a word of a route is judged when its table knows.
// Address and data of a write come in any order, answers are taken late.
// C: ref_registers.c
module tb_sumac_csr;
  // Sizes that are no powers of two have addresses and indices just outside.
  localparam int Groups = 3, Channels = 6, Windows = 5, PoolBeats = 16384;
  localparam int N = sumac_pkg::N_COUNTERS;
  localparam int Words = sumac_pkg::N_PARAMS + 2;
  function automatic logic [32*Words-1:0] identity();   // each word another
    for (int n = 0; n < Words; n++) identity[32*n +: 32] = 32'h9E37_79B1 * (n + 1);
  endfunction

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_csr: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [63:0]  now = 64'h0000_0004_ffff_0000;
  logic         awvalid = 1'b0, awready, wvalid = 1'b0, wready, bvalid, bready = 1'b0, arvalid = 1'b0, arready, rvalid,
                rready = 1'b0, idle, win_w, ch_valid, ch_ready = 1'b0, rt_valid, rt_known = 1'b0, g_w;
  logic [15:0]  awaddr = '0, araddr = '0, rt_group, rt_route;
  logic [31:0]  wdata = '0, rdata, own_ip, rt_data, g_data;
  logic [3:0]   wstrb = '1;
  logic [1:0]   bresp, rresp, g_group;
  logic [5:0]   g_read;
  logic [47:0]  own_mac;
  logic         by_wire;
  logic [63:0]  win_base, win_len;
  logic [2:0]   win_index;
  sumac_pkg::ch_cfg_t ch;
  logic [4:0]   rt_word;
  logic [8:0]   g_reg;
  logic [3:0]   g_pad;
  logic [N-1:0] count = '0;
  logic         g_opens, g_known = 1'b0, g_shut = 1'b0, table_asks, table_known = 1'b0, keep, kept = 1'b0;
  logic [13:0]  cause_index;

  sumac_csr #(.PoolBeats(PoolBeats), .Groups(Groups), .Channels(Channels), .Windows(Windows), .Identity(identity())) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now),
    .lite_i({awvalid, awaddr, wvalid, wdata, wstrb, bready, arvalid, araddr, rready}),
    .lite_o({awready, wready, bvalid, bresp, arready, rvalid, rdata, rresp}), .idle_o(idle), .own_o({own_mac, own_ip, by_wire}),
    .win_w_o(win_w), .win_index_o(win_index), .win_base_o(win_base), .win_len_o(win_len),
    .win_status_i((win_base[0] || win_len[33:32] == 2'b01) ? sumac_pkg::ST_EINVAL : sumac_pkg::ST_OK), .ch_valid_o(ch_valid),
    .ch_ready_i(ch_ready), .ch_o(ch), .rt_valid_o(rt_valid), .rt_known_i(rt_known),
    .rt_o({rt_group, rt_route, rt_word, rt_data}),
    .g_o({g_w, g_pad, g_group, g_reg, g_data}),
    .ask_o({g_opens, g_read}),
    .group_i({(g_opens && !g_known) ? sumac_pkg::ST_EWINDOW : (g_reg == 9'(sumac_pkg::REG_G_KEY)) ? g_data[7:0] & 8'h1
              : sumac_pkg::ST_OK, g_known, g_shut, 26'h0555_4000, g_read, 26'h0aaa_8000, g_read}),
    .ch_status_i((table_asks && !table_known) ? sumac_pkg::ST_EINVAL : sumac_pkg::ST_OK),
    .asks_o(table_asks), .known_i(table_known),
    .keep_o(keep), .kept_i(kept), .cause_index_o(cause_index), .cause_cycles_i({2'd1, cause_index, 18'h3ffee, cause_index}),
    .rt_status_i((rt_valid && !rt_known) ? sumac_pkg::ST_EINVAL : rt_group[7:0] == 8'hee ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_OK),
    .count_i(count)
  );

  csr_script #(.Groups(Groups), .Channels(Channels), .Windows(Windows), .PoolBeats(PoolBeats), .Identity(identity())) u_script ();

  // ---- the bus: one ask at a time
  logic [130:0] e_window;
  sumac_pkg::ch_cfg_t e_channel;
  logic [68:0]  e_word;
  logic [42:0]  e_group;
  logic [54:0] ask;
  logic        busy = 1'b0, prepared = 1'b0, aw_due, w_due, ar_due, settled = 1'b0;
  int          n_asked = 0, n_held = 0, n_searched = 0;
  logic [31:0] counted [N], now_low;
  logic [63:0] asked_at;
  int          counter = 0;

  always @(posedge clk) begin
    g_shut <= g_reg == 9'(sumac_pkg::REG_G_PUSH + 16'd60) && g_data[0];
    now <= now + (settled ? 64'h1234_5677 : 64'd3001);
    if (awvalid && awready) aw_due = 1'b0;
    if (wvalid && wready) w_due = 1'b0;
    if (arvalid && arready) ar_due = 1'b0;
    // what comes out
    if (win_w) begin
      if (u_script.windows.size() == 0) $fatal(1, "a window too many");
      e_window = u_script.windows.pop_front();
      if ({win_index, win_base, win_len} != e_window) $fatal(1, "window %0d %h %h", win_index, win_base, win_len);
    end
    if (rt_known && rt_group[7:0] != 8'hee) begin
      if (u_script.words.size() == 0) $fatal(1, "a word of a route too many");
      e_word = u_script.words.pop_front();
      if ({rt_group, rt_route, rt_word, rt_data} != e_word) $fatal(1, "route %0d: word %0d %h", rt_route, rt_word, rt_data);
    end
    if (g_w) begin
      if (u_script.group_writes.size() == 0) $fatal(1, "a write to a group too many");
      e_group = u_script.group_writes.pop_front();
      if ({g_group, g_reg, g_data} != e_group) $fatal(1, "group %0d: register %h %h", g_group, g_reg, g_data);
    end
    if (ch_valid && bvalid) $fatal(1, "answered before the channel is taken");
    if (ch_valid && !ch_ready) n_held = n_held + 1;
    if (keep && bvalid) $fatal(1, "answered before the causes are kept");
    if (g_opens && !g_known) n_searched = n_searched + 1;
    if (ch_valid && ch_ready) begin
      if (u_script.channels.size() == 0) $fatal(1, "a channel too many");
      e_channel = u_script.channels.pop_front();
      if ((ch.open ? ch : {1'b0, ch.index, 143'd0}) != e_channel) $fatal(1, "channel %0d", ch.index);
    end
    // answers
    if (bvalid && bready) begin
      if (!busy || !ask[54] || bresp != (ask[53] ? 2'b00 : 2'b10)) $fatal(1, "write of %h to %h: %b", ask[31:0], ask[47:32], bresp);
      busy = 1'b0;
      if (ask[47:32] == sumac_pkg::REG_CNT_INDEX && ask[53]) counter = int'(ask[31:0]);
    end
    if (rvalid && rready) begin
      if (!busy || ask[54] || rresp != (ask[53] ? 2'b00 : 2'b10)) $fatal(1, "read of %h: %b", ask[47:32], rresp);
      if (ask[52] && rdata != ask[31:0]) $fatal(1, "%h holds %h, not %h", ask[47:32], rdata, ask[31:0]);
      busy = 1'b0;
      if (ask[47:32] == sumac_pkg::REG_CNT_VALUE && settled && rdata != counted[counter])
        $fatal(1, "counter %0d: %0d", counter, rdata);
      if (ask[47:32] == sumac_pkg::REG_NOW_LO) now_low = rdata;
      case (ask[47:32])
        sumac_pkg::REG_MAC_LO: if (own_mac[31:0] != rdata) $fatal(1, "own address %h", own_mac);
        sumac_pkg::REG_MAC_HI: if (32'({by_wire, own_mac[47:32]}) != rdata) $fatal(1, "own address %h", own_mac);
        sumac_pkg::REG_IP: if (own_ip != rdata) $fatal(1, "own address %h", own_ip);
        default: ;
      endcase
      // the two halves are of one time, between the ask and now
      if (ask[47:32] == sumac_pkg::REG_NOW_HI && ({rdata, now_low} > now || {rdata, now_low} < asked_at))
        $fatal(1, "time %h %h at %h", rdata, now_low, now);
    end
    for (int c = 0; c < N; c++) if (count[c]) counted[c] = rst ? 32'd0 : counted[c] + 32'd1;
  end

  always @(negedge clk) begin
    if (!prepared) begin
      prepared = 1'b1;
      u_script.prepare();
      for (int c = 0; c < N; c++) counted[c] = 32'd0;
      {aw_due, w_due, ar_due} = 3'b000;
    end
    n_asked = n_asked + 1;
    rst     = n_asked < 4;
    if (!busy && !rst && u_script.asks.size() != 0) begin
      if (!idle) $fatal(1, "not idle after the answer");
      ask  = u_script.asks.pop_front();
      busy = 1'b1;
      {aw_due, w_due, ar_due} = ask[54] ? 3'b110 : 3'b001;
      if (!ask[54] && ask[47:32] == sumac_pkg::REG_NOW_LO) asked_at = now;
      settled = u_script.asks.size() < 100;          // counters rest while they are read
    end else if (!busy && u_script.asks.size() == 0) begin
      if (u_script.windows.size() + u_script.channels.size() + u_script.words.size() + u_script.group_writes.size() != 0) $fatal(1,
          "not all that was written came out");
      if (n_held == 0 || n_searched == 0) $fatal(1, "no channel waited, or no group");
      $display("PASS tb_sumac_csr: %0d cycles", n_asked);
      $finish;
    end
    awvalid = aw_due && (awvalid || $urandom_range(1) == 0);
    wvalid  = w_due && (wvalid || $urandom_range(1) == 0);
    arvalid = ar_due && (arvalid || $urandom_range(1) == 0);
    awaddr  = ask[47:32];
    araddr  = ask[47:32];
    wdata   = ask[31:0];
    wstrb   = ask[51:48];
    bready   = $urandom_range(3) != 0;
    rready   = $urandom_range(3) != 0;
    ch_ready = $urandom_range(3) == 0;
    kept     = keep && $urandom_range(9) == 0;
    g_known  = g_opens && $urandom_range(9) == 0;
    table_known = table_asks && $urandom_range(9) == 0;
    rt_known    = rt_valid && $urandom_range(9) == 0;
    count    = (rst || settled) ? '0 : N'($urandom);
  end
endmodule
