// The NIC as an XRT kernel, as a whole: the host's own NIC engine (kernel_host.c) drives it over AXI4-Lite and a memory that
// answers late and at random, and a MAC, whose cable leads back, by two clocks of its own (mac_loop.sv). Two groups of the NIC are
// a team, as in `sumac selftest`. Promises: XRT's control registers read as those of an idle kernel; allreduces from one element to
// many frames have the right bits whichever of the three clocks is the fastest, and however they drift; a frame is sent without a
// pause, also after a MAC that does not take any; frames that the MAC marks are dropped and counted. A lost chunk goes again:
// a call that misses some, because the MAC marked frames or was reset, in any order, ends right, and a new team goes on. The
// kernel's reset forgets everything.
// Compiled: -O0, which takes half as long; the run is short.
// C: kernel_host.c kernel_script.c host/tool/selftest_loop.c
// Archive: lib/libsumac.a
module tb_sumac_xrt_top;
  // Half periods. Edges are late by a little that changes, so that every phase comes along.
  int   half [3] = '{2000, 1552, 1552};   // of the kernel, of sending, of receiving
  logic ap_clk = 1'b0, tx_clk = 1'b0, rx_clk = 1'b0;
  initial forever #(half[0] + $urandom_range(9)) ap_clk = !ap_clk;
  initial forever #(half[1] + $urandom_range(9)) tx_clk = !tx_clk;
  initial forever #(half[2] + $urandom_range(11)) rx_clk = !rx_clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_xrt_top: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic         rst, tx_rst, rx_rst, hold;
  logic         awvalid, awready, wvalid, wready, bvalid, arvalid, arready, rvalid;
  logic [15:0]  awaddr, araddr;
  logic [31:0]  wdata, rdata;
  logic [1:0]   bresp, rresp, m_rresp, m_bresp, m_arburst, m_awburst;
  logic         m_arvalid, m_arready, m_rvalid, m_rready, m_rlast, m_awvalid, m_awready, m_wvalid, m_wready, m_wlast, m_bvalid,
                m_bready;
  logic [63:0]  m_araddr, m_awaddr, m_wstrb, tx_keep, rx_keep;
  logic [7:0]   m_arlen, m_awlen;
  logic [2:0]   m_arsize, m_awsize;
  logic [511:0] m_rdata, m_wdata, tx_data, rx_data;
  logic         tx_valid, tx_ready, tx_last, rx_valid, rx_last, rx_user;
  int           spoil, spoiled, frames, held;

  sumac_xrt_top dut (
    .ap_clk(ap_clk), .ap_rst_n(!rst), .s_axi_control_awvalid(awvalid), .s_axi_control_awready(awready),
    .s_axi_control_awaddr(awaddr),
    .s_axi_control_wvalid(wvalid), .s_axi_control_wready(wready), .s_axi_control_wdata(wdata), .s_axi_control_wstrb(4'hf),
    .s_axi_control_bvalid(bvalid), .s_axi_control_bready(1'b1), .s_axi_control_bresp(bresp), .s_axi_control_arvalid(arvalid),
    .s_axi_control_arready(arready), .s_axi_control_araddr(araddr), .s_axi_control_rvalid(rvalid), .s_axi_control_rready(1'b1),
    .s_axi_control_rdata(rdata), .s_axi_control_rresp(rresp),
    .m_axi_gmem_arvalid(m_arvalid), .m_axi_gmem_arready(m_arready), .m_axi_gmem_araddr(m_araddr), .m_axi_gmem_arlen(m_arlen),
    .m_axi_gmem_arsize(m_arsize), .m_axi_gmem_arburst(m_arburst), .m_axi_gmem_rvalid(m_rvalid), .m_axi_gmem_rready(m_rready),
    .m_axi_gmem_rdata(m_rdata), .m_axi_gmem_rresp(m_rresp), .m_axi_gmem_rlast(m_rlast), .m_axi_gmem_awvalid(m_awvalid),
    .m_axi_gmem_awready(m_awready), .m_axi_gmem_awaddr(m_awaddr), .m_axi_gmem_awlen(m_awlen), .m_axi_gmem_awsize(m_awsize),
    .m_axi_gmem_awburst(m_awburst), .m_axi_gmem_wvalid(m_wvalid), .m_axi_gmem_wready(m_wready), .m_axi_gmem_wdata(m_wdata),
    .m_axi_gmem_wstrb(m_wstrb), .m_axi_gmem_wlast(m_wlast), .m_axi_gmem_bvalid(m_bvalid), .m_axi_gmem_bready(m_bready),
    .m_axi_gmem_bresp(m_bresp),
    .tx_clk(tx_clk), .tx_reset(tx_rst), .tx_tvalid(tx_valid), .tx_tready(tx_ready), .tx_tdata(tx_data), .tx_tkeep(tx_keep),
    .tx_tlast(tx_last),
    .rx_clk(rx_clk), .rx_reset(rx_rst), .rx_tvalid(rx_valid), .rx_tdata(rx_data), .rx_tkeep(rx_keep), .rx_tlast(rx_last),
    .rx_tuser(rx_user)
  );

  host_memory #(.Rank(0)) u_mem (
    .clk_i(ap_clk), .rst_i(rst), .hold_writes_i(1'b0), .bad_read_i(-1), .bad_write_i(-1),
    .arvalid_i(m_arvalid), .arready_o(m_arready), .araddr_i(m_araddr), .arlen_i(m_arlen), .rvalid_o(m_rvalid), .rready_i(m_rready),
    .rdata_o(m_rdata), .rresp_o(m_rresp), .rlast_o(m_rlast), .awvalid_i(m_awvalid), .awready_o(m_awready), .awaddr_i(m_awaddr),
    .awlen_i(m_awlen), .wvalid_i(m_wvalid), .wready_o(m_wready), .wdata_i(m_wdata), .wstrb_i(m_wstrb), .wlast_i(m_wlast),
    .bvalid_o(m_bvalid), .bready_i(m_bready), .bresp_o(m_bresp)
  );

  mac_loop u_mac (
    .tx_clk_i(tx_clk), .tx_rst_i(tx_rst), .tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data), .tx_keep_i(tx_keep),
    .tx_last_i(tx_last), .rx_clk_i(rx_clk), .rx_rst_i(rx_rst), .rx_valid_o(rx_valid), .rx_data_o(rx_data), .rx_keep_o(rx_keep),
    .rx_last_o(rx_last), .rx_error_o(rx_user), .hold_i(hold), .kernel_rst_i(rst || rx_rst), .spoil_i(spoil), .spoiled_o(spoiled),
    .frames_o(frames), .held_o(held)
  );

  always @(posedge ap_clk) begin
    if (m_arvalid && (m_arsize != 3'd6 || m_arburst != 2'd1)) $fatal(1, "a read of size %0d, burst %0d", m_arsize, m_arburst);
    if (m_awvalid && (m_awsize != 3'd6 || m_awburst != 2'd1)) $fatal(1, "a write of size %0d, burst %0d", m_awsize, m_awburst);
  end

  // A cycle of the host's program.
  import "DPI-C" function int kernel_host_clock(input int b_valid, input int b_resp, input int rd_valid, input int rd_resp,
    input int unsigned rd_data, input int spoiled, input int frames, input int held, output int flags, output int w_addr,
    output int unsigned w_data, output int r_addr, output int spoil, output int half_ap, output int half_tx, output int half_rx);
  int          flags, w_addr, r_addr;
  int unsigned w_data;
  longint      cycles = 0;
  initial {awvalid, wvalid, arvalid, hold, rst, tx_rst, rx_rst} = 7'b0000111;
  always @(negedge ap_clk) begin
    cycles <= cycles + 1;
    if (kernel_host_clock(int'(bvalid), int'(bresp), int'(rvalid), int'(rresp), rdata, spoiled, frames, held, flags, w_addr, w_data,
        r_addr,
                       spoil, half[0], half[1], half[2]) != 0) begin
      $display("PASS tb_sumac_xrt_top: %0d cycles, %0d frames, %0d spoiled", cycles, frames, spoiled);
      $finish;
    end
    {hold, rx_rst, tx_rst, rst, arvalid, wvalid} = 6'(flags);
    awvalid = wvalid;
    awaddr  = 16'(w_addr);
    wdata   = w_data;
    araddr  = 16'(r_addr);
    if (cycles > 64'd2000000) $fatal(1, "never ended");
  end
endmodule
