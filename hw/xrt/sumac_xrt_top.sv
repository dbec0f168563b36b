// The NIC as an XRT kernel: registers and memory on the kernel's clock, the network on the MAC's two clocks. Ports are called as
// Vitis finds interfaces by: s_axi_control, m_axi_gmem, tx, rx. Reset: ap_rst_n forgets everything. tx_reset and rx_reset are the
// MAC's, which may come and go with the cable: frames are lost then, and calls that miss them end by their time-out.
module sumac_xrt_top (
  input  logic         ap_clk,
  input  logic         ap_rst_n,
  // registers
  input  logic         s_axi_control_awvalid,
  output logic         s_axi_control_awready,
  input  logic [15:0]  s_axi_control_awaddr,
  input  logic         s_axi_control_wvalid,
  output logic         s_axi_control_wready,
  input  logic [31:0]  s_axi_control_wdata,
  input  logic [3:0]   s_axi_control_wstrb,
  output logic         s_axi_control_bvalid,
  input  logic         s_axi_control_bready,
  output logic [1:0]   s_axi_control_bresp,
  input  logic         s_axi_control_arvalid,
  output logic         s_axi_control_arready,
  input  logic [15:0]  s_axi_control_araddr,
  output logic         s_axi_control_rvalid,
  input  logic         s_axi_control_rready,
  output logic [31:0]  s_axi_control_rdata,
  output logic [1:0]   s_axi_control_rresp,
  // memory
  output logic         m_axi_gmem_arvalid,
  input  logic         m_axi_gmem_arready,
  output logic [63:0]  m_axi_gmem_araddr,
  output logic [7:0]   m_axi_gmem_arlen,
  output logic [2:0]   m_axi_gmem_arsize,
  output logic [1:0]   m_axi_gmem_arburst,
  input  logic         m_axi_gmem_rvalid,
  output logic         m_axi_gmem_rready,
  input  logic [511:0] m_axi_gmem_rdata,
  input  logic [1:0]   m_axi_gmem_rresp,
  input  logic         m_axi_gmem_rlast,
  output logic         m_axi_gmem_awvalid,
  input  logic         m_axi_gmem_awready,
  output logic [63:0]  m_axi_gmem_awaddr,
  output logic [7:0]   m_axi_gmem_awlen,
  output logic [2:0]   m_axi_gmem_awsize,
  output logic [1:0]   m_axi_gmem_awburst,
  output logic         m_axi_gmem_wvalid,
  input  logic         m_axi_gmem_wready,
  output logic [511:0] m_axi_gmem_wdata,
  output logic [63:0]  m_axi_gmem_wstrb,
  output logic         m_axi_gmem_wlast,
  input  logic         m_axi_gmem_bvalid,
  output logic         m_axi_gmem_bready,
  input  logic [1:0]   m_axi_gmem_bresp,
  // network
  input  logic         tx_clk,
  input  logic         tx_reset,
  output logic         tx_tvalid,
  input  logic         tx_tready,
  output logic [511:0] tx_tdata,
  output logic [63:0]  tx_tkeep,
  output logic         tx_tlast,
  input  logic         rx_clk,
  input  logic         rx_reset,
  input  logic         rx_tvalid,
  input  logic [511:0] rx_tdata,
  input  logic [63:0]  rx_tkeep,
  input  logic         rx_tlast,
  input  logic         rx_tuser
);
  // ---------------------------------------------------------------- resets and time
  logic        reset_q, tx_reset_q, rx_reset_q, any_reset, nic_rst, rst, tx_rst, rx_rst;   // rst: of the queues
  logic [63:0] now_q;

  always_ff @(posedge ap_clk) reset_q <= !ap_rst_n;
  always_ff @(posedge tx_clk) tx_reset_q <= tx_reset;
  always_ff @(posedge rx_clk) rx_reset_q <= rx_reset;
  assign any_reset = reset_q || tx_reset_q || rx_reset_q;

  sumac_reset_sync u_nic_rst (.clk_i(ap_clk), .request_i(reset_q), .rst_o(nic_rst));
  sumac_reset_sync u_rst     (.clk_i(ap_clk), .request_i(any_reset), .rst_o(rst));
  sumac_reset_sync u_tx_rst  (.clk_i(tx_clk), .request_i(any_reset), .rst_o(tx_rst));
  sumac_reset_sync u_rx_rst  (.clk_i(rx_clk), .request_i(any_reset), .rst_o(rx_rst));

  always_ff @(posedge ap_clk) now_q <= nic_rst ? '0 : now_q + 1'b1;

  // ---------------------------------------------------------------- the NIC
  logic         t_valid, t_ready, t_last, r_valid, r_last, r_user;
  logic [511:0] t_data, r_data;
  logic [63:0]  t_keep, r_keep;
  logic         unused_idle, unused_irq, unused_lost;    // polled, not interrupted; the NIC counts what it misses
  logic [63:0]  unused_wake;

  // Bursts of whole beats, one address after the other.
  assign m_axi_gmem_arsize  = 3'd6;
  assign m_axi_gmem_awsize  = 3'd6;
  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_awburst = 2'b01;

  sumac_nic u_nic (
    .clk_i(ap_clk), .rst_i(nic_rst), .now_i(now_q), .idle_o(unused_idle), .wake_o(unused_wake), .irq_o(unused_irq),
    .s_axil_awvalid_i(s_axi_control_awvalid), .s_axil_awready_o(s_axi_control_awready),
    .s_axil_awaddr_i(s_axi_control_awaddr), .s_axil_wvalid_i(s_axi_control_wvalid),
    .s_axil_wready_o(s_axi_control_wready), .s_axil_wdata_i(s_axi_control_wdata),
    .s_axil_wstrb_i(s_axi_control_wstrb), .s_axil_bvalid_o(s_axi_control_bvalid),
    .s_axil_bready_i(s_axi_control_bready), .s_axil_bresp_o(s_axi_control_bresp),
    .s_axil_arvalid_i(s_axi_control_arvalid), .s_axil_arready_o(s_axi_control_arready),
    .s_axil_araddr_i(s_axi_control_araddr), .s_axil_rvalid_o(s_axi_control_rvalid),
    .s_axil_rready_i(s_axi_control_rready), .s_axil_rdata_o(s_axi_control_rdata),
    .s_axil_rresp_o(s_axi_control_rresp),
    .m_axi_arvalid_o(m_axi_gmem_arvalid), .m_axi_arready_i(m_axi_gmem_arready), .m_axi_araddr_o(m_axi_gmem_araddr),
    .m_axi_arlen_o(m_axi_gmem_arlen), .m_axi_rvalid_i(m_axi_gmem_rvalid), .m_axi_rready_o(m_axi_gmem_rready),
    .m_axi_rdata_i(m_axi_gmem_rdata), .m_axi_rresp_i(m_axi_gmem_rresp), .m_axi_rlast_i(m_axi_gmem_rlast),
    .m_axi_awvalid_o(m_axi_gmem_awvalid), .m_axi_awready_i(m_axi_gmem_awready), .m_axi_awaddr_o(m_axi_gmem_awaddr),
    .m_axi_awlen_o(m_axi_gmem_awlen), .m_axi_wvalid_o(m_axi_gmem_wvalid), .m_axi_wready_i(m_axi_gmem_wready),
    .m_axi_wdata_o(m_axi_gmem_wdata), .m_axi_wstrb_o(m_axi_gmem_wstrb), .m_axi_wlast_o(m_axi_gmem_wlast),
    .m_axi_bvalid_i(m_axi_gmem_bvalid), .m_axi_bready_o(m_axi_gmem_bready), .m_axi_bresp_i(m_axi_gmem_bresp),
    .tx_tvalid_o(t_valid), .tx_tready_i(t_ready), .tx_tdata_o(t_data), .tx_tkeep_o(t_keep), .tx_tlast_o(t_last),
    .rx_tvalid_i(r_valid), .rx_tdata_i(r_data), .rx_tkeep_i(r_keep), .rx_tlast_i(r_last), .rx_tuser_i(r_user)
  );

  // ---------------------------------------------------------------- to the MAC's clocks and back
  sumac_net_tx u_tx (
    .clk_i(ap_clk), .in_rst_i(nic_rst), .rst_i(rst), .in_tvalid_i(t_valid), .in_tready_o(t_ready), .in_tdata_i(t_data),
    .in_tkeep_i(t_keep),
    .in_tlast_i(t_last), .net_clk_i(tx_clk), .net_rst_i(tx_rst), .out_tvalid_o(tx_tvalid), .out_tready_i(tx_tready),
    .out_tdata_o(tx_tdata), .out_tkeep_o(tx_tkeep), .out_tlast_o(tx_tlast)
  );

  sumac_net_rx u_rx (
    .net_clk_i(rx_clk), .net_rst_i(rx_rst), .mac_rst_i(rx_reset), .in_tvalid_i(rx_tvalid), .in_tdata_i(rx_tdata),
    .in_tkeep_i(rx_tkeep),
    .in_tlast_i(rx_tlast), .in_tuser_i(rx_tuser), .in_lost_o(unused_lost), .clk_i(ap_clk), .out_rst_i(nic_rst), .rst_i(rst),
    .out_tvalid_o(r_valid),
    .out_tdata_o(r_data), .out_tkeep_o(r_keep), .out_tlast_o(r_last), .out_tuser_o(r_user)
  );
endmodule
