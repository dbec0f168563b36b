// The questions that the bench of sumac_csr asks of the registers, and what must come out of them, as lists: every value that
// include/spec/registers.def lets be written or read, those just outside, and every address of the map.
module csr_script #(
  parameter int Groups, Channels, Windows, PoolBeats,
  parameter logic [32*sumac_pkg::N_PARAMS+63:0] Identity
);
  localparam int N = sumac_pkg::N_COUNTERS;

  import "DPI-C" function int ref_register(input int address, input int groups);

  // {write, ok, checked, strobes, address, data}
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
    read(sumac_pkg::REG_FEATURES, 32'd1 << sumac_pkg::FEATURE_SPREAD | 32'd1 << sumac_pkg::FEATURE_RETRANSMIT
                                  | 32'd1 << sumac_pkg::FEATURE_INLINE | 32'd1 << sumac_pkg::FEATURE_PUSH
                                  | 32'd1 << sumac_pkg::FEATURE_INLINE_RESULT);
    read(sumac_pkg::REG_DESIGN_LO, Identity[31:0]);
    read(sumac_pkg::REG_DESIGN_HI, Identity[63:32]);
    for (int n = 0; n < sumac_pkg::N_PARAMS; n++)
      read(sumac_pkg::PARAM_BASE[15:0] + 16'(4 * n), Identity[64 + 32*n +: 32]);
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
        write(16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_PUSH + 16'd60, ~r, r[0]);
        if (!r[0])
          read(sumac_pkg::REG_REFUSED, {16'h8000 + 16'(g) * 16'h200 + sumac_pkg::REG_G_PUSH + 16'd60, 8'd0, sumac_pkg::ST_ESTATE});
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
endmodule
