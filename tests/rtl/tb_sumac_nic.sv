// Two whole NICs back to back, with host memories that answer late and at random: registers, windows, groups, channels,
// routes, descriptors, completions. Allreduces of int32 sums, counts from 0 to several chunks, any alignment, many in a row; then
// what must be refused, and what must fail: a range outside its window, an unknown op, ranks that disagree, the FAIL
// register. Parameter Small builds the smallest NIC.
module tb_sumac_nic #(
  parameter bit Small   = 1'b0,
  parameter bit Verbose = 1'b0
);
  localparam int MemBytes = 1 << 18;
  localparam int Slots    = 1;                    // log2 of a channel's slots
  localparam int SlotLog2 = Small ? 0 : 3;        // 64 or 512 bytes a slot
  localparam int Calls    = 60;
  localparam int DRing = 'h1000, CRing = 'h2000, Data = 'h8000;
  localparam int RingLog2 = 3;

  logic clk = 0, rst = 1;
  logic [63:0] now = 0;
  always #1 clk = !clk;
  always @(posedge clk) now <= now + 1;

  logic [1:0]   awvalid = 0, awready, wvalid = 0, wready, bvalid, arvalid = 0, arready, rvalid;
  logic [15:0]  awaddr [2], araddr [2];
  logic [31:0]  wdata [2], rdata [2];
  logic [1:0]   bresp [2], rresp [2];
  logic [1:0]   irq, idle;
  logic [1:0]   m_arvalid, m_arready = 0, m_rvalid = 0, m_rready, m_rlast = 0, m_awvalid, m_awready = 0, m_wvalid, m_wready = 0, m_wlast, m_bvalid = 0,
                m_bready;
  logic [63:0]  m_araddr [2], m_awaddr [2], m_wstrb [2], wake [2];
  logic [7:0]   m_arlen [2], m_awlen [2];
  logic [511:0] m_rdata [2], m_wdata [2];
  logic [1:0]   m_rresp [2], m_bresp [2];
  logic [1:0]   t_valid, t_last;
  logic [511:0] t_data [2];
  logic [63:0]  t_keep [2];

  for (genvar n = 0; n < 2; n++) begin : g_nic
    sumac_nic #(
      .FanIn(Small ? sumac_pkg::SmallFanIn : sumac_pkg::DefFanIn),
      .Groups(Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups),
      .Channels(Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels),
      .PoolBeats(Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats),
      .PoolBanks(Small ? sumac_pkg::SmallPoolBanks : sumac_pkg::DefPoolBanks),
      .Nodes(Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes),
      .Rings(Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings),
      .RingSlots(Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots),
      .Routes(Small ? sumac_pkg::SmallRoutes : sumac_pkg::DefRoutes),
      .Windows(Small ? sumac_pkg::SmallWindows : sumac_pkg::DefWindows),
      .SlotBeats(Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats),
      .ChannelSlots(Small ? sumac_pkg::SmallChannelSlots : sumac_pkg::DefChannelSlots),
      .SeqBits(Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits),
      .ReadsInFlight(Small ? sumac_pkg::SmallReadsInFlight : sumac_pkg::DefReadsInFlight),
      .TxJobs(Small ? sumac_pkg::SmallTxJobs : sumac_pkg::DefTxJobs),
      .AckCycles(Small ? sumac_pkg::SmallAckCycles : sumac_pkg::DefAckCycles)
    ) u_nic (
      .clk_i(clk), .rst_i(rst), .now_i(now), .idle_o(idle[n]), .wake_o(wake[n]), .irq_o(irq[n]),
      .s_axil_awvalid_i(awvalid[n]), .s_axil_awready_o(awready[n]), .s_axil_awaddr_i(awaddr[n]),
      .s_axil_wvalid_i(wvalid[n]), .s_axil_wready_o(wready[n]), .s_axil_wdata_i(wdata[n]), .s_axil_wstrb_i(4'hf),
      .s_axil_bvalid_o(bvalid[n]), .s_axil_bready_i(1'b1), .s_axil_bresp_o(bresp[n]),
      .s_axil_arvalid_i(arvalid[n]), .s_axil_arready_o(arready[n]), .s_axil_araddr_i(araddr[n]),
      .s_axil_rvalid_o(rvalid[n]), .s_axil_rready_i(1'b1), .s_axil_rdata_o(rdata[n]), .s_axil_rresp_o(rresp[n]),
      .m_axi_arvalid_o(m_arvalid[n]), .m_axi_arready_i(m_arready[n]), .m_axi_araddr_o(m_araddr[n]),
      .m_axi_arlen_o(m_arlen[n]), .m_axi_rvalid_i(m_rvalid[n]), .m_axi_rready_o(m_rready[n]),
      .m_axi_rdata_i(m_rdata[n]), .m_axi_rresp_i(m_rresp[n]), .m_axi_rlast_i(m_rlast[n]),
      .m_axi_awvalid_o(m_awvalid[n]), .m_axi_awready_i(m_awready[n]), .m_axi_awaddr_o(m_awaddr[n]),
      .m_axi_awlen_o(m_awlen[n]), .m_axi_wvalid_o(m_wvalid[n]), .m_axi_wready_i(m_wready[n]),
      .m_axi_wdata_o(m_wdata[n]), .m_axi_wstrb_o(m_wstrb[n]), .m_axi_wlast_o(m_wlast[n]),
      .m_axi_bvalid_i(m_bvalid[n]), .m_axi_bready_o(m_bready[n]), .m_axi_bresp_i(m_bresp[n]),
      .tx_tvalid_o(t_valid[n]), .tx_tready_i(1'b1), .tx_tdata_o(t_data[n]), .tx_tkeep_o(t_keep[n]),
      .tx_tlast_o(t_last[n]),
      .rx_tvalid_i(t_valid[1-n]), .rx_tdata_i(t_data[1-n]), .rx_tkeep_i(t_keep[1-n]), .rx_tlast_i(t_last[1-n]),
      .rx_tuser_i(1'b0)
    );
  end

  // ---- host memories: reads in order, each beat late at random; writes likewise.
  byte unsigned mem0 [MemBytes], mem1 [MemBytes];
  function automatic logic [511:0] peek(int n, longint unsigned at);
    for (int b = 0; b < 64; b++) peek[8*b+:8] = (n == 0) ? mem0[int'(at)+b] : mem1[int'(at)+b];
  endfunction
  task automatic poke(int n, longint unsigned at, logic [511:0] data, logic [63:0] strb);
    for (int b = 0; b < 64; b++) if (strb[b]) begin
      if (n == 0) mem0[int'(at)+b] = data[8*b+:8];
      else mem1[int'(at)+b] = data[8*b+:8];
    end
  endtask
  logic [71:0] reads [2][$], writes [2][$];
  int          answers [2];
  int          beat [2];
  for (genvar n = 0; n < 2; n++) begin : g_mem
    always @(posedge clk) begin
      m_rresp[n] <= 0;
      m_bresp[n] <= 0;
      if (m_arvalid[n] && m_arready[n]) begin
        if ((m_araddr[n][11:0] & 12'hfc0) + 13'(64 * (int'(m_arlen[n]) + 1)) > 13'h1000) $fatal(1, "read burst crosses 4 KiB");
        reads[n].push_back({m_arlen[n], m_araddr[n]});
      end
      m_arready[n] <= $urandom_range(3) != 0;
      if (m_rvalid[n] && m_rready[n]) m_rvalid[n] <= 0;
      if ((!m_rvalid[n] || m_rready[n]) && reads[n].size() != 0 && $urandom_range(2) != 0) begin
        automatic logic [71:0] r = reads[n][0];
        m_rvalid[n] <= 1;
        m_rdata[n]  <= peek(n, (r[63:0] & ~64'h3f) + 64'(beat[n] * 64));
        m_rlast[n]  <= beat[n] == int'(r[71:64]);
        if (beat[n] == int'(r[71:64])) begin
          beat[n] <= 0;
          void'(reads[n].pop_front());
        end else beat[n] <= beat[n] + 1;
      end
      m_awready[n] <= $urandom_range(3) != 0;
      m_wready[n]  <= $urandom_range(3) != 0;
      if (m_awvalid[n] && m_awready[n]) writes[n].push_back({m_awlen[n], m_awaddr[n]});
      if (m_bvalid[n] && m_bready[n]) m_bvalid[n] <= 0;
      if ((!m_bvalid[n] || m_bready[n]) && answers[n] != 0 && $urandom_range(3) == 0) begin
        m_bvalid[n] <= 1;
        answers[n] = answers[n] - 1;
      end
      if (m_wvalid[n] && m_wready[n]) wbeats[n].push_back({m_wlast[n], m_wstrb[n], m_wdata[n]});
      while (wbeats[n].size() != 0 && writes[n].size() != 0) begin
        automatic logic [576:0] w = wbeats[n].pop_front();
        poke(n, (writes[n][0][63:0] & ~64'h3f) + 64'(wbeat[n] * 64), w[511:0], w[575:512]);
        if (w[576]) begin
          wbeat[n] = 0;
          void'(writes[n].pop_front());
          answers[n] = answers[n] + 1;
        end else wbeat[n] = wbeat[n] + 1;
      end
    end
  end
  logic [576:0] wbeats [2][$];
  int           wbeat [2];

  // ---- registers
  task automatic wr(int n, logic [15:0] at, logic [31:0] value);
    @(negedge clk);
    awvalid[n] = 1; wvalid[n] = 1; awaddr[n] = at; wdata[n] = value;
    @(negedge clk);
    awvalid[n] = 0; wvalid[n] = 0;
    while (!bvalid[n]) @(negedge clk);
    if (bresp[n] != 0) $fatal(1, "nic %0d: write of %h refused", n, at);
    @(negedge clk);
  endtask
  task automatic rd(int n, logic [15:0] at, output logic [31:0] value);
    @(negedge clk);
    arvalid[n] = 1; araddr[n] = at;
    @(negedge clk);
    arvalid[n] = 0;
    while (!rvalid[n]) @(negedge clk);
    value = rdata[n];
    @(negedge clk);
  endtask
  function automatic logic [15:0] g(logic [15:0] r);
    g = sumac_pkg::GROUP_BASE[15:0] + 16'(sumac_pkg::GROUP_SIZE) * 16'd1 + r;  // group 1
  endfunction

  task automatic open(int n);
    int in0, in1;
    wr(n, sumac_pkg::REG_MAC_LO, 32'h004d5302 + 32'(n) * 32'h1000000);
    wr(n, sumac_pkg::REG_MAC_HI, 32'h0100);
    wr(n, sumac_pkg::REG_IP, 32'h0100530a + 32'(n));
    wr(n, sumac_pkg::REG_WINDOW_INDEX, 1);
    wr(n, sumac_pkg::REG_WINDOW_BASE_LO, 0);
    wr(n, sumac_pkg::REG_WINDOW_BASE_HI, 0);
    wr(n, sumac_pkg::REG_WINDOW_LEN_LO, MemBytes);
    wr(n, sumac_pkg::REG_WINDOW_LEN_HI, 0);
    wr(n, g(sumac_pkg::REG_G_KEY), 32'hfeed0123);
    wr(n, g(sumac_pkg::REG_G_RANK), 32'h20000 + 32'(n));
    wr(n, g(sumac_pkg::REG_G_SLOT), SlotLog2);
    wr(n, g(sumac_pkg::REG_G_RING_POOL), 32'(4 << SlotLog2));
    wr(n, g(sumac_pkg::REG_G_RING_SLOTS), 1);
    wr(n, g(sumac_pkg::REG_G_DRING_LO), DRing);
    wr(n, g(sumac_pkg::REG_G_DRING_HI), 0);
    wr(n, g(sumac_pkg::REG_G_CRING_LO), CRing);
    wr(n, g(sumac_pkg::REG_G_CRING_HI), 0);
    wr(n, g(sumac_pkg::REG_G_RING_LOG2), RingLog2);
    wr(n, g(sumac_pkg::REG_G_CTRL), 1);
    for (int b = 0; b < (64 << RingLog2); b++) poke(n, 64'(CRing + b), 0, 64'd1);
    // one channel: number 2 on NIC 0, 3 on NIC 1
    wr(n, sumac_pkg::REG_CHANNEL_INDEX, 32'(2 + n));
    wr(n, sumac_pkg::REG_CHANNEL_GROUP, 32'h1 + (32'(1 - n) << 16));
    wr(n, sumac_pkg::REG_CHANNEL_PEER, 32'(3 - n));
    wr(n, sumac_pkg::REG_CHANNEL_MAC_LO, 32'h004d5302 + 32'(1 - n) * 32'h1000000);
    wr(n, sumac_pkg::REG_CHANNEL_MAC_HI, 32'h0100);
    wr(n, sumac_pkg::REG_CHANNEL_IP, 32'h0100530a + 32'(1 - n));
    wr(n, sumac_pkg::REG_CHANNEL_POOL, 32'(2 << SlotLog2));
    wr(n, sumac_pkg::REG_CHANNEL_SLOTS, Slots | (Slots << 16));
    // route 0: memory to the channel; route 1: both ranks in order, to memory; route 2: a link, which this NIC has not
    in0 = (n == 0) ? 1 : 2 | ((2 + n) << 6);
    in1 = ((n == 0) ? 2 | ((2 + n) << 6) : 1) | (1 << 2);
    route(n, 0, 1, 1, 0, 32'd1, 32'(2 | ((2 + n) << 6)));
    route(n, 1, 2, 1, 1, 32'(in0) | (32'(in1) << 16), 32'(1 | (1 << 2)));
    route(n, 2, 1, 1, 1, 32'd3, 32'd1);
  endtask
  task automatic route(int n, int r, int n_in, int n_out, int ring, logic [31:0] ins, logic [31:0] outs);
    wr(n, sumac_pkg::REG_ROUTE_INDEX, 32'h10000 | 32'(r));
    wr(n, sumac_pkg::REG_ROUTE_DATA, 32'(n_in) | (32'(n_out) << 5) | (32'(ring) << 18) | (32'(ring) << 10));
    for (int w = 0; w < 8; w++) wr(n, sumac_pkg::REG_ROUTE_DATA, (w == 0) ? ins : 0);
    for (int w = 0; w < 8; w++) wr(n, sumac_pkg::REG_ROUTE_DATA, (w == 0) ? outs : 0);
  endtask

  // ---- descriptors and completions
  int posted [2], taken [2];
  task automatic post(int n, int op, int r, longint unsigned count, int src, int dst, int seq, longint unsigned digest);
    logic [511:0] d;
    d = 0;
    d[sumac_pkg::DESC_OP_LSB+:8]          = 8'(op);
    d[sumac_pkg::DESC_TYPE_LSB+:8]        = sumac_pkg::TYPE_I32;
    d[sumac_pkg::DESC_ROUTE_LSB+:16]      = 16'(r);
    d[sumac_pkg::DESC_COUNT_LSB+:64]      = count;
    d[sumac_pkg::DESC_SRC_OFFSET_LSB+:48] = 48'(src);
    d[sumac_pkg::DESC_SRC_WINDOW_LSB+:16] = 1;
    d[sumac_pkg::DESC_DST_OFFSET_LSB+:48] = 48'(dst);
    d[sumac_pkg::DESC_DST_WINDOW_LSB+:16] = 1;
    d[sumac_pkg::DESC_SEQ_LSB+:32]        = 32'(seq);
    d[sumac_pkg::DESC_COOKIE_LSB+:32]     = 32'(posted[n]);
    d[sumac_pkg::DESC_DIGEST_LSB+:64]     = digest;
    poke(n, 64'(DRing + 64 * (posted[n] % (1 << RingLog2))), d, '1);
    posted[n]++;
    wr(n, g(sumac_pkg::REG_G_DOORBELL), 32'(posted[n]) & 32'hffff);
  endtask
  task automatic take(int n, output logic [511:0] c);
    int waited;
    waited = 0;
    do begin
      @(negedge clk);
      c = peek(n, 64'(CRing + 64 * (taken[n] % (1 << RingLog2))));
      if (waited++ > 200000) $fatal(1, "nic %0d: completion %0d never came", n, taken[n]);
    end while (c[sumac_pkg::CPL_LAP_LSB+:64] != 64'(1 + taken[n] / (1 << RingLog2)));
    if (Verbose) $display("%0d nic %0d completion %0d: status %0d cookie %0d seq %0d", now, n, taken[n], c[7:0], c[63:32], c[95:64]);
    taken[n]++;
    wr(n, g(sumac_pkg::REG_G_CONSUMED), 32'(taken[n]) & 32'hffff);
  endtask
  task automatic expect_status(int n, logic [7:0] status);
    logic [511:0] c;
    take(n, c);
    if (c[7:0] != status) $fatal(1, "nic %0d: status %0d for %0d, not %0d", n, c[7:0], c[63:32], status);
  endtask

  int counts [8] = '{1, 0, 7, 16, 33, 128, 129, 1000};
  task automatic allreduce(int n, int call);
    int count, src, dst, total;
    logic [511:0] c;
    src   = Data + (call * 13) % 64;
    dst   = Data + 'h4000 + (call * 29) % 64;
    total = 0;
    count = (call * 7919 + 3) % 301;
    if (call < 8) count = counts[call];
    for (int i = 0; i < count; i++) poke(n, 64'(src + 4 * i), 512'(32'(call * 1000003 + n * 77777 + i * 31)), 64'hf);
    poke(n, 64'(dst + 4 * count), 512'h5a, 64'h1);
    post(n, int'(sumac_pkg::OP_SUM), 0, 64'(count), src, dst, call, 64'(call) * 64'h9e3779b97f4a7c15);
    post(n, int'(sumac_pkg::OP_SUM), 1, 64'(count), src, dst, call, 64'(call) * 64'h9e3779b97f4a7c15);
    for (int k = 0; k < 2; k++) begin
      take(n, c);
      if (c[7:0] != 0) $fatal(1, "nic %0d call %0d: status %0d", n, call, c[7:0]);
      total += int'(c[sumac_pkg::CPL_COMBINES_LSB+:32]);
    end
    if (total != (count * 4 + 63) / 64) $fatal(1, "nic %0d call %0d: %0d combines", n, call, total);
    for (int i = 0; i < count; i++)
      if (32'(peek(n, 64'(dst + 4 * i))) != 32'(call * 1000003 + i * 31) * 2 + 77777)
        $fatal(1, "nic %0d call %0d: element %0d is %h", n, call, i, 32'(peek(n, 64'(dst + 4 * i))));
    if (8'(peek(n, 64'(dst + 4 * count))) != 8'h5a) $fatal(1, "nic %0d call %0d: wrote past the end", n, call);
  endtask

  logic [31:0] value;
  longint unsigned began;
  initial begin
    repeat (5) @(negedge clk);
    rst = 0;
    rd(0, sumac_pkg::REG_MAGIC, value);
    if (value != sumac_pkg::MAGIC) $fatal(1, "magic");
    for (int n = 0; n < 2; n++) open(n);
    fork
      for (int call = 0; call < Calls; call++) allreduce(0, call);
      begin
        repeat (3000) @(negedge clk);
        for (int call = 0; call < Calls; call++) allreduce(1, call);
      end
    join
    // refused, each with its reason, and nothing lost
    for (int n = 0; n < 2; n++) begin
      post(n, 0, 1, 4, Data, Data, 900, 1);
      expect_status(n, sumac_pkg::ST_EOP);
      post(n, int'(sumac_pkg::OP_LAND), 1, 4, Data, Data, 901, 1);
      expect_status(n, sumac_pkg::ST_EOP);
      post(n, int'(sumac_pkg::OP_SUM), 2, 4, Data, Data, 902, 1);
      expect_status(n, sumac_pkg::ST_EROUTE);
      post(n, int'(sumac_pkg::OP_SUM), 3, 4, Data, Data, 903, 1);
      expect_status(n, sumac_pkg::ST_EROUTE);
      post(n, int'(sumac_pkg::OP_SUM), 0, 4, MemBytes - 12, Data, 904, 1);
      expect_status(n, sumac_pkg::ST_ERANGE);
      post(n, int'(sumac_pkg::OP_SUM), 1, 64'h4000_0000_0000_0000, 0, 0, 905, 1);
      expect_status(n, sumac_pkg::ST_ERANGE);
      post(n, int'(sumac_pkg::OP_TEST_SUB), 1, 4, Data, Data, 906, 1);
      expect_status(n, sumac_pkg::ST_EOP);
    end
    fork
      allreduce(0, 20);
      allreduce(1, 20);
    join
    // asleep when idle
    began = now;
    while (idle != 2'b11) begin
      @(negedge clk);
      if (now - began > 20000) $fatal(1, "never idle");
    end
    // ranks that disagree: both are told
    for (int n = 0; n < 2; n++) begin
      post(n, int'(sumac_pkg::OP_SUM), 0, 4, Data, Data, 1000, 64'(n));
      post(n, int'(sumac_pkg::OP_SUM), 1, 4, Data, Data, 1000, 64'(n));
    end
    for (int n = 0; n < 2; n++) begin
      logic [511:0] c;
      int bad;
      bad = 0;
      for (int k = 0; k < 2; k++) begin
        take(n, c);
        if (c[7:0] == sumac_pkg::ST_EMISMATCH) bad++;
        else if (c[7:0] != 0) $fatal(1, "nic %0d: status %0d on disagreement", n, c[7:0]);
      end
      if (bad == 0) $fatal(1, "nic %0d: a disagreement passed", n);
      post(n, int'(sumac_pkg::OP_SUM), 1, 4, Data, Data, 1001, 64'(n));
      expect_status(n, sumac_pkg::ST_EFAILED);
      rd(n, g(sumac_pkg::REG_G_STATE), value);
      if (value[7:0] != 2 || value[15:8] != sumac_pkg::ST_EMISMATCH) $fatal(1, "nic %0d: state %h", n, value);
    end
    // opened anew they work again; then one rank's host says that it has died
    for (int n = 0; n < 2; n++) begin
      wr(n, g(sumac_pkg::REG_G_CTRL), 0);
      do rd(n, g(sumac_pkg::REG_G_STATE), value); while (value != 0);
      wr(n, sumac_pkg::REG_CHANNEL_CLOSE, 32'(2 + n));
    end
    for (int n = 0; n < 2; n++) begin
      open(n);
      posted[n] = 0;
      taken[n] = 0;
    end
    fork
      for (int call = 30; call < 40; call++) allreduce(0, call);
      for (int call = 30; call < 40; call++) allreduce(1, call);
    join
    post(0, int'(sumac_pkg::OP_SUM), 0, 4, Data, Data, 2000, 5);
    post(0, int'(sumac_pkg::OP_SUM), 1, 4, Data, Data, 2000, 5);
    expect_status(0, sumac_pkg::ST_OK);
    wr(1, g(sumac_pkg::REG_G_FAIL), {8'd0, sumac_pkg::ST_EPEER, 16'hffff});
    begin
      logic [511:0] c;
      take(0, c);
      if (c[7:0] != sumac_pkg::ST_EPEER || c[31:16] != 1) $fatal(1, "death of rank 1: status %0d rank %0d", c[7:0], c[31:16]);
    end
    for (int n = 0; n < 2; n++) begin
      for (int k = int'(sumac_pkg::CNT_DROP_MALFORMED); k <= int'(sumac_pkg::CNT_DROP_KIND); k++) begin
        wr(n, sumac_pkg::REG_CNT_INDEX, 32'(k));
        rd(n, sumac_pkg::REG_CNT_VALUE, value);
        if (value != 0) $fatal(1, "nic %0d dropped %0d for reason %0d", n, value, k);
      end
    end
    $display("PASS tb_sumac_nic: %0d allreduces on 2 NICs%s, %0d cycles", Calls + 11, Small ? " (smallest)" : "", now);
    $finish;
  end
  initial begin
    repeat (4000000) @(negedge clk);
    $fatal(1, "never ended");
  end
endmodule
