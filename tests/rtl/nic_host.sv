// A NIC, its host's memory, and its host: a program in C (nic_script.c) that sees registers and memory only.
module nic_host #(
  parameter bit Small = 1'b0,   // the smallest NIC
  parameter int Rank  = 0
) (
  input  logic         clk_i,
  input  logic [63:0]  now_i,
  input  int           seed_i,
  output logic         rst_o,
  output logic         done_o,
  output logic         tx_valid_o,
  output logic [511:0] tx_data_o,
  output logic [63:0]  tx_keep_o,
  output logic         tx_last_o,
  input  logic         rx_valid_i,
  input  logic [511:0] rx_data_i,
  input  logic [63:0]  rx_keep_i,
  input  logic         rx_last_i,
  input  logic         rx_error_i
);
  logic         awvalid, awready, wvalid, wready, bvalid, arvalid, arready, rvalid, irq;
  logic [15:0]  awaddr, araddr;
  logic [31:0]  wdata, rdata;
  logic [1:0]   bresp, rresp, m_rresp, m_bresp;
  logic         m_arvalid, m_arready, m_rvalid, m_rready, m_rlast, m_awvalid, m_awready, m_wvalid, m_wready, m_wlast,
                m_bvalid, m_bready, hold, hold_tx, idle;
  logic [63:0]  m_araddr, m_awaddr, m_wstrb, wake;
  int           bad_read, bad_write;
  logic [7:0]   m_arlen, m_awlen;
  logic [511:0] m_rdata, m_wdata;

  host_memory #(.Rank(Rank)) u_mem (
    .clk_i(clk_i), .rst_i(rst_o), .hold_writes_i(hold), .bad_read_i(bad_read), .bad_write_i(bad_write),
    .arvalid_i(m_arvalid), .arready_o(m_arready), .araddr_i(m_araddr), .arlen_i(m_arlen), .rvalid_o(m_rvalid),
    .rready_i(m_rready), .rdata_o(m_rdata), .rresp_o(m_rresp), .rlast_o(m_rlast), .awvalid_i(m_awvalid),
    .awready_o(m_awready), .awaddr_i(m_awaddr), .awlen_i(m_awlen), .wvalid_i(m_wvalid), .wready_o(m_wready),
    .wdata_i(m_wdata), .wstrb_i(m_wstrb), .wlast_i(m_wlast), .bvalid_o(m_bvalid), .bready_i(m_bready), .bresp_o(m_bresp)
  );

  sumac_nic #(
    .FanIn(Small ? sumac_pkg::SmallFanIn : sumac_pkg::DefFanIn),
    .Groups(Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups),
    .Channels(Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels),
    .PoolBeats(Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats),
    .PoolBanks(Small ? sumac_pkg::SmallPoolBanks : sumac_pkg::DefPoolBanks),
    .Nodes(Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes), .Rings(Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings),
    .RingSlots(Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots),
    .Routes(Small ? sumac_pkg::SmallRoutes : sumac_pkg::DefRoutes),
    .Windows(Small ? sumac_pkg::SmallWindows : sumac_pkg::DefWindows),
    .SlotBeats(Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats),
    .ChannelSlots(Small ? sumac_pkg::SmallChannelSlots : sumac_pkg::DefChannelSlots),
    .SeqBits(Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits),
    .Fetches(Small ? sumac_pkg::SmallFetches : sumac_pkg::DefFetches),
    .ReadsInFlight(Small ? sumac_pkg::SmallReadsInFlight : sumac_pkg::DefReadsInFlight),
    .TxJobs(Small ? sumac_pkg::SmallTxJobs : sumac_pkg::DefTxJobs),
    .SweepCycles(Small ? sumac_pkg::SmallSweepCycles : sumac_pkg::DefSweepCycles),
    .AbortTries(Small ? sumac_pkg::SmallAbortTries : sumac_pkg::DefAbortTries),
    .FloatStages(Small ? sumac_pkg::SmallFloatStages : sumac_pkg::DefFloatStages)
  ) u_nic (
    .clk_i(clk_i), .rst_i(rst_o), .now_i(now_i), .idle_o(idle), .wake_o(wake), .irq_o(irq),
    .s_axil_awvalid_i(awvalid), .s_axil_awready_o(awready), .s_axil_awaddr_i(awaddr), .s_axil_wvalid_i(wvalid),
    .s_axil_wready_o(wready), .s_axil_wdata_i(wdata), .s_axil_wstrb_i(4'hf), .s_axil_bvalid_o(bvalid),
    .s_axil_bready_i(1'b1), .s_axil_bresp_o(bresp), .s_axil_arvalid_i(arvalid), .s_axil_arready_o(arready),
    .s_axil_araddr_i(araddr), .s_axil_rvalid_o(rvalid), .s_axil_rready_i(1'b1), .s_axil_rdata_o(rdata),
    .s_axil_rresp_o(rresp),
    .m_axi_arvalid_o(m_arvalid), .m_axi_arready_i(m_arready), .m_axi_araddr_o(m_araddr), .m_axi_arlen_o(m_arlen),
    .m_axi_rvalid_i(m_rvalid), .m_axi_rready_o(m_rready), .m_axi_rdata_i(m_rdata), .m_axi_rresp_i(m_rresp),
    .m_axi_rlast_i(m_rlast), .m_axi_awvalid_o(m_awvalid), .m_axi_awready_i(m_awready), .m_axi_awaddr_o(m_awaddr),
    .m_axi_awlen_o(m_awlen), .m_axi_wvalid_o(m_wvalid), .m_axi_wready_i(m_wready), .m_axi_wdata_o(m_wdata),
    .m_axi_wstrb_o(m_wstrb), .m_axi_wlast_o(m_wlast), .m_axi_bvalid_i(m_bvalid), .m_axi_bready_o(m_bready),
    .m_axi_bresp_i(m_bresp),
    .tx_tvalid_o(tx_valid), .tx_tready_i(!hold_tx), .tx_tdata_o(tx_data_o), .tx_tkeep_o(tx_keep_o),
    .tx_tlast_o(tx_last_o), .rx_tvalid_i(rx_valid_i), .rx_tdata_i(rx_data_i),
    .rx_tkeep_i(rx_keep_i), .rx_tlast_i(rx_last_i), .rx_tuser_i(rx_error_i)
  );

  logic tx_valid;
  assign tx_valid_o = tx_valid && !hold_tx;

  // A cycle of the host's script.
  import "DPI-C" function int nic_host_clock(input int rank, input int small_nic, input int seed, input longint now,
    input int idle, input int b_valid, input int b_resp, input int rd_valid, input int rd_resp, input int unsigned rd_data,
    output int flags, output int w_addr, output int unsigned w_data, output int r_addr, output int bad_read, output int bad_write);
  int          flags, w_addr, r_addr;
  int unsigned w_data;
  initial {awvalid, wvalid, arvalid, hold, hold_tx, rst_o, done_o} = 7'b0000010;
  always @(negedge clk_i) begin
    done_o = 1'(nic_host_clock(Rank, int'(Small), seed_i, longint'(now_i), int'(idle), int'(bvalid), int'(bresp), int'(rvalid),
                               int'(rresp), rdata, flags, w_addr, w_data, r_addr, bad_read, bad_write));
    {hold_tx, arvalid, wvalid, hold, rst_o} = 5'(flags);
    awvalid = wvalid;
    awaddr  = 16'(w_addr);
    wdata   = w_data;
    araddr  = 16'(r_addr);
  end
endmodule
