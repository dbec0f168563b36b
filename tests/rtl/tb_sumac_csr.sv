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

  import "DPI-C" function int ref_register(input int address, input int groups);

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
  logic         g_opens, g_known = 1'b0, table_asks, table_known = 1'b0, keep, kept = 1'b0;
  logic [13:0]  cause_index;

  sumac_csr #(.PoolBeats(PoolBeats), .Groups(Groups), .Channels(Channels), .Windows(Windows)) dut (
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
              : sumac_pkg::ST_OK, g_known, 26'h0555_4000, g_read, 26'h0aaa_8000, g_read}),
    .ch_status_i((table_asks && !table_known) ? sumac_pkg::ST_EINVAL : sumac_pkg::ST_OK),
    .asks_o(table_asks), .known_i(table_known),
    .keep_o(keep), .kept_i(kept), .cause_index_o(cause_index), .cause_cycles_i({2'd1, cause_index, 18'h3ffee, cause_index}),
    .rt_status_i((rt_valid && !rt_known) ? sumac_pkg::ST_EINVAL : rt_group[7:0] == 8'hee ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_OK),
    .count_i(count)
  );

  // ---- what is asked, prepared as lists: {write, ok, checked, strobes, address, data}; and what must come out of it
  logic [54:0]  asks [$];
  logic [130:0] windows [$];   // {index, base, len}
  sumac_pkg::ch_cfg_t channels [$];
  logic [68:0]  words [$];     // of routes: {group, route, word, data}
  logic [42:0]  group_writes [$];

  function automatic void write(logic [15:0] at, logic [31:0] value, bit ok);
    asks.push_back({1'b1, ok, 1'b0, 4'hf, at, value});
    if (ok && at[15]) group_writes.push_back({at[10:9], at[8:0], value});
  endfunction
  function automatic void read(logic [15:0] at, logic [31:0] value);
    asks.push_back({1'b0, 1'b1, 1'b1, 4'hf, at, value});
  endfunction

  // The window and the channel that stand written in parts.
  function automatic void window(logic [2:0] index, logic [63:0] base, logic [63:0] len);
    write(sumac_pkg::REG_WINDOW_INDEX, 32'(index), 1'b1);
    write(sumac_pkg::REG_WINDOW_BASE_LO, base[31:0], 1'b1);
    write(sumac_pkg::REG_WINDOW_BASE_HI, base[63:32], 1'b1);
    write(sumac_pkg::REG_WINDOW_LEN_LO, len[31:0], 1'b1);
    write(sumac_pkg::REG_WINDOW_LEN_HI, len[63:32], !base[0] && len[33:32] != 2'b01);
    if (!base[0] && len[33:32] != 2'b01) windows.push_back({index, base, len});
    else read(sumac_pkg::REG_REFUSED, {sumac_pkg::REG_WINDOW_LEN_HI, 8'd0, sumac_pkg::ST_EINVAL});
    read(sumac_pkg::REG_WINDOW_INDEX, 32'(index));
  endfunction
  function automatic void channel(logic [2:0] index);
    logic [31:0] r [6];
    for (int i = 0; i < 6; i++) r[i] = $urandom;
    write(sumac_pkg::REG_CHANNEL_INDEX, 32'(index), 1'b1);
    write(sumac_pkg::REG_CHANNEL_GROUP, {r[0][31:16], 16'(r[0] % 3)}, 1'b1);
    write(sumac_pkg::REG_CHANNEL_PEER, r[1], 1'b1);
    write(sumac_pkg::REG_CHANNEL_MAC_LO, r[2], 1'b1);
    write(sumac_pkg::REG_CHANNEL_MAC_HI, 32'(r[3][15:0]), 1'b1);
    write(sumac_pkg::REG_CHANNEL_IP, r[4], 1'b1);
    write(sumac_pkg::REG_CHANNEL_POOL, 32'(r[5][13:0]), 1'b1);
    r[5][23:20] = 4'(r[5][23:20] % 5);
    write(sumac_pkg::REG_CHANNEL_SLOTS, {12'd0, r[5][19:16], 12'd0, r[5][23:20]}, 1'b1);
    channels.push_back({1'b1, 10'(index), 6'(r[0] % 3), r[0][31:16], r[1][15:0], r[3][15:0], r[2], r[4], 17'(r[5][13:0]),
                             r[5][23:20], r[5][19:16]});
    read(sumac_pkg::REG_CHANNEL_INDEX, 32'(index));
  endfunction
  function automatic void route(logic [31:0] index, int n_words);
    logic [31:0] r;
    write(sumac_pkg::REG_ROUTE_INDEX, index, 1'b1);
    read(sumac_pkg::REG_ROUTE_INDEX, index);
    for (int i = 0; i < n_words; i++) begin
      r = $urandom;
      write(sumac_pkg::REG_ROUTE_DATA, r, index[23:16] != 8'hee);
      if (index[23:16] != 8'hee) words.push_back({index, 5'(i % 17), r});
    end
  endfunction

  function automatic void size(int group, logic [15:0] register, logic [31:0] most);
    write(16'h8000 + 16'(group) * 16'h200 + register, most, 1'b1);
    write(16'h8000 + 16'(group) * 16'h200 + register, most + 32'd1, 1'b0);
    write(16'h8000 + 16'(group) * 16'h200 + register, 32'h8000_0000, 1'b0);
  endfunction

  function automatic void prepare;
    logic [31:0] r;
    int          may;
    // after reset
    read(sumac_pkg::REG_REFUSED, 32'd0);
    read(sumac_pkg::REG_CAP_OPS_INDEX, 32'd0);
    read(sumac_pkg::REG_MAC_LO, 32'd0);
    read(sumac_pkg::REG_MAC_HI, 32'd0);
    read(sumac_pkg::REG_IP, 32'd0);
    read(sumac_pkg::REG_WINDOW_INDEX, 32'd0);
    read(sumac_pkg::REG_CHANNEL_INDEX, 32'd0);
    read(sumac_pkg::REG_ROUTE_INDEX, 32'd0);
    read(sumac_pkg::REG_CNT_INDEX, 32'd0);
    // a commit alone, at first, is of zeros
    write(sumac_pkg::REG_WINDOW_LEN_HI, 32'd0, 1'b1);
    windows.push_back(131'd0);
    // values
    // XRT's own: its driver switches interrupts off, and may ask
    for (int at = 0; at < 16; at += 4) begin
      write(16'(at), 32'hffff_ffff, 1'b1);
      read(16'(at), at == 0 ? 32'h4 : 32'h0);
    end
    read(sumac_pkg::REG_MAGIC, sumac_pkg::MAGIC);
    read(sumac_pkg::REG_SPEC_HASH, sumac_pkg::SPEC_HASH);
    read(sumac_pkg::REG_CAP_GROUPS, Groups);
    read(sumac_pkg::REG_CAP_CHANNELS, sumac_pkg::DefSweepCycles << 16 | Channels);
    read(sumac_pkg::REG_CAP_POOL, PoolBeats);
    read(sumac_pkg::REG_CAP_NODES, sumac_pkg::DefNodes);
    read(sumac_pkg::REG_CAP_RINGS, {16'(sumac_pkg::DefRingSlots), 16'(sumac_pkg::DefRings)});
    read(sumac_pkg::REG_CAP_ROUTES, sumac_pkg::DefRoutes);
    read(sumac_pkg::REG_CAP_WINDOWS, Windows);
    read(sumac_pkg::REG_CAP_SLOT, {16'(sumac_pkg::DefChannelSlots), 16'(sumac_pkg::DefSlotBeats)});
    read(sumac_pkg::REG_CAP_FANIN, {16'd1 << sumac_pkg::FEATURE_SPREAD | 16'd1 << sumac_pkg::FEATURE_RETRANSMIT
                                    | 16'd1 << sumac_pkg::FEATURE_INLINE | 16'd1 << sumac_pkg::FEATURE_PUSH
                                    | 16'd1 << sumac_pkg::FEATURE_INLINE_RESULT, 16'(sumac_pkg::DefFanIn)});
    for (int code = 0; code < 256; code++) begin
      write(sumac_pkg::REG_CAP_OPS_INDEX, code, 1'b1);
      read(sumac_pkg::REG_CAP_OPS, 32'(sumac_pkg::nic_ops(8'(code))));
    end
    for (int i = 0; i < 10; i++) begin
      r = $urandom;
      write(sumac_pkg::REG_MAC_LO, r, 1'b1);
      write(sumac_pkg::REG_MAC_HI, 32'(r[21:5]), 1'b1);
      write(sumac_pkg::REG_IP, ~r, 1'b1);
      read(sumac_pkg::REG_MAC_LO, r);
      read(sumac_pkg::REG_MAC_HI, 32'(r[21:5]));
      read(sumac_pkg::REG_IP, ~r);
      window(3'($urandom_range(Windows - 1)), {$urandom, $urandom}, {$urandom, $urandom});
      channel(3'($urandom_range(Channels - 1)));
      write(sumac_pkg::REG_CHANNEL_CLOSE, i % Channels, 1'b1);
      channels.push_back({1'b0, 10'(i % Channels), 143'd0});
      route({8'h0, (i == 5) ? 8'hee : 8'h1, 16'($urandom)}, (i % 3 == 0) ? 20 : $urandom_range(17));
      for (int g = 0; g < Groups; g++) begin
        read(16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_STATE, {26'h0555_4000, 6'(g)});
        read(16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_CTRL, 32'(g == 1 || g == 2));
        write(16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_CTRL, 32'd1, 1'b1);
        read(16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_DOORBELL, {26'h0aaa_8000, 6'(g)});
        write(16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_KEY, r, !r[0]);
        if (r[0]) read(sumac_pkg::REG_REFUSED, {16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_KEY, 15'd0, r[0]});
      end
    end
    // outside their range, or not whole words
    write(sumac_pkg::REG_WINDOW_INDEX, Windows, 1'b0);
    read(sumac_pkg::REG_REFUSED, {sumac_pkg::REG_WINDOW_INDEX, 8'd0, sumac_pkg::ST_EINVAL});
    write(sumac_pkg::REG_CHANNEL_POOL, PoolBeats, 1'b0);
    write(sumac_pkg::REG_CHANNEL_SLOTS, sumac_pkg::DefChannelSlots, 1'b0);
    write(sumac_pkg::REG_CHANNEL_SLOTS, 32'h100000, 1'b0);
    for (int g = 0; g < Groups; g++) begin
      size(g, sumac_pkg::REG_G_SLOT, $clog2(sumac_pkg::DefSlotBeats));
      size(g, sumac_pkg::REG_G_RING_POOL, PoolBeats - 1);
      size(g, sumac_pkg::REG_G_POOL_BEATS, PoolBeats);
      size(g, sumac_pkg::REG_G_RING_SLOTS, $clog2(sumac_pkg::DefRingSlots));
      size(g, sumac_pkg::REG_G_RING_LOG2, 12);
      size(g, sumac_pkg::REG_G_PATIENCE, 2047);
    end
    write(sumac_pkg::REG_WINDOW_INDEX, Windows, 1'b0);
    write(sumac_pkg::REG_REFUSED, 32'd1, 1'b1);
    read(sumac_pkg::REG_REFUSED, 32'd0);
    write(sumac_pkg::REG_CHANNEL_INDEX, Channels, 1'b0);
    write(sumac_pkg::REG_CHANNEL_CLOSE, Channels, 1'b0);
    write(sumac_pkg::REG_CHANNEL_GROUP, Groups, 1'b0);
    write(sumac_pkg::REG_CNT_INDEX, N, 1'b0);
    write(sumac_pkg::REG_CAUSE_INDEX, sumac_pkg::CYCLES_ALL + 1, 1'b0);
    write(sumac_pkg::REG_CAUSE_INDEX, sumac_pkg::CYCLES_GROUP + 8 * Groups, 1'b0);
    write(sumac_pkg::REG_CAUSE_INDEX, sumac_pkg::CYCLES_CHANNEL + 8 * Channels, 1'b0);
    write(sumac_pkg::REG_CAUSE_INDEX, 32'h4000, 1'b0);
    for (int j = 0; j < 11; j++) begin
      int i;
      i = (j < 9) ? 16 * j : (j == 9) ? sumac_pkg::CYCLES_GROUP + 8 * Groups - 1 : sumac_pkg::CYCLES_CHANNEL + 8 * Channels - 1;
      write(sumac_pkg::REG_CAUSE_KEEP, $urandom, 1'b1);
      write(sumac_pkg::REG_CAUSE_INDEX, i, 1'b1);
      read(sumac_pkg::REG_CAUSE_INDEX, i);
      read(sumac_pkg::REG_CAUSE_LO, {18'h3ffee, 14'(i)});
      read(sumac_pkg::REG_CAUSE_HI, {16'd0, 2'd1, 14'(i)});
    end
    asks.push_back({1'b1, 1'b0, 1'b0, 4'h7, 16'(sumac_pkg::REG_IP), 32'h1234});
    asks.push_back({1'b1, 1'b0, 1'b0, 4'h7, 16'(sumac_pkg::REG_WINDOW_LEN_HI), 32'h1234});
    asks.push_back({1'b1, 1'b0, 1'b0, 4'h7, 16'(sumac_pkg::REG_CHANNEL_SLOTS), 32'h1234});
    asks.push_back({1'b1, 1'b0, 1'b0, 4'h7, 16'(sumac_pkg::REG_ROUTE_DATA), 32'h1234});
    asks.push_back({1'b1, 1'b0, 1'b0, 4'h7, 16'h8000, 32'h1});
    read(sumac_pkg::REG_IP, ~r);
    // every address
    for (int at = 0; at < 65536; at += (at % 509 == 3) ? 1 : 4 - at % 4) begin
      may = ref_register(at, Groups);
      asks.push_back({1'b0, 1'(may), 1'b0, 4'hf, 16'(at), 32'd0});
      if (at == int'(sumac_pkg::REG_WINDOW_LEN_HI) || at == int'(sumac_pkg::REG_CHANNEL_SLOTS)
          || at == int'(sumac_pkg::REG_CHANNEL_CLOSE) || at == int'(sumac_pkg::REG_ROUTE_DATA)) continue;  // done above
      write(16'(at), 32'd0, may[1]);
    end
    for (int c = 0; c < N; c++) begin
      write(sumac_pkg::REG_CNT_INDEX, c, 1'b1);
      read(sumac_pkg::REG_CNT_INDEX, c);
      asks.push_back({1'b0, 1'b1, 1'b0, 4'hf, 16'(sumac_pkg::REG_CNT_VALUE), 32'd0});
    end
    for (int i = 0; i < 20; i++) begin
      asks.push_back({1'b0, 1'b1, 1'b0, 4'hf, 16'(sumac_pkg::REG_NOW_LO), 32'd0});
      if (i % 2 == 1) read(sumac_pkg::REG_MAGIC, sumac_pkg::MAGIC);  // does not part them
      asks.push_back({1'b0, 1'b1, 1'b0, 4'hf, 16'(sumac_pkg::REG_NOW_HI), 32'd0});
    end
  endfunction

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
    now <= now + (settled ? 64'h1234_5677 : 64'd3001);
    if (awvalid && awready) aw_due = 1'b0;
    if (wvalid && wready) w_due = 1'b0;
    if (arvalid && arready) ar_due = 1'b0;
    // what comes out
    if (win_w) begin
      if (windows.size() == 0) $fatal(1, "a window too many");
      e_window = windows.pop_front();
      if ({win_index, win_base, win_len} != e_window) $fatal(1, "window %0d %h %h", win_index, win_base, win_len);
    end
    if (rt_known && rt_group[7:0] != 8'hee) begin
      if (words.size() == 0) $fatal(1, "a word of a route too many");
      e_word = words.pop_front();
      if ({rt_group, rt_route, rt_word, rt_data} != e_word) $fatal(1, "route %0d: word %0d %h", rt_route, rt_word, rt_data);
    end
    if (g_w) begin
      if (group_writes.size() == 0) $fatal(1, "a write to a group too many");
      e_group = group_writes.pop_front();
      if ({g_group, g_reg, g_data} != e_group) $fatal(1, "group %0d: register %h %h", g_group, g_reg, g_data);
    end
    if (ch_valid && bvalid) $fatal(1, "answered before the channel is taken");
    if (ch_valid && !ch_ready) n_held = n_held + 1;
    if (keep && bvalid) $fatal(1, "answered before the causes are kept");
    if (g_opens && !g_known) n_searched = n_searched + 1;
    if (ch_valid && ch_ready) begin
      if (channels.size() == 0) $fatal(1, "a channel too many");
      e_channel = channels.pop_front();
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
      prepare();
      for (int c = 0; c < N; c++) counted[c] = 32'd0;
      {aw_due, w_due, ar_due} = 3'b000;
    end
    n_asked = n_asked + 1;
    rst     = n_asked < 4;
    if (!busy && !rst && asks.size() != 0) begin
      if (!idle) $fatal(1, "not idle after the answer");
      ask  = asks.pop_front();
      busy = 1'b1;
      {aw_due, w_due, ar_due} = ask[54] ? 3'b110 : 3'b001;
      if (!ask[54] && ask[47:32] == sumac_pkg::REG_NOW_LO) asked_at = now;
      settled = asks.size() < 100;          // counters rest while they are read
    end else if (!busy && asks.size() == 0) begin
      if (windows.size() + channels.size() + words.size() + group_writes.size() != 0) $fatal(1,
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
