// The registers' read channel: AXI4-Lite reads, answered from the NIC's parameters, from what sumac_csr keeps of what was written,
// and from the groups. An address that cannot be read is answered with SLVERR. One read at a time.
// Reading NOW_LO or CAUSE_LO keeps the upper half of the same moment for NOW_HI or CAUSE_HI.
// Latency: 4 cycles, of which a group has one to look. Reset: forgets a read that waits.
module sumac_csr_read #(
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int Windows      = sumac_pkg::DefWindows,
  parameter logic [32*sumac_pkg::N_PARAMS+63:0] Identity = '0,  // the design's hash; behind it, parameter n in word n
  localparam int GroupW      = $clog2(Groups),
  localparam int WinW        = (Windows > 1) ? $clog2(Windows) : 1,
  localparam int CntW        = $clog2(sumac_pkg::N_COUNTERS)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  input  sumac_pkg::lite_in_t lite_i,
  output sumac_pkg::lite_out_t lite_o,      // of reads; of writes 0
  output logic              idle_o,
  // a group's
  output logic [GroupW-1:0] g_read_o,
  input  logic [31:0]       g_state_i,
  input  logic [31:0]       g_doorbell_i,
  // what was written
  input  logic [31:0]       refused_i,
  input  logic [7:0]        cap_index_i,
  input  sumac_pkg::own_t   own_i,
  input  logic [WinW-1:0]   win_index_i,
  input  logic [9:0]        ch_index_i,
  input  logic [31:0]       rt_index_i,
  input  logic [CntW-1:0]   cnt_index_i,
  input  logic [31:0]       cnt_value_i,
  input  logic [13:0]       cause_index_i,
  input  logic [47:0]       cause_cycles_i
);
  logic        ar_q, looked_q, r_q, rerr_q, rerr_d;
  logic [15:0] raddr_q;
  logic [31:0] rdata_q, rdata_d, now_hi_q;
  logic [15:0] cause_hi_q;

  assign g_read_o = raddr_q[9+:GroupW];
  assign idle_o   = !ar_q;
  always_comb begin
    lite_o         = '0;
    lite_o.arready = !ar_q;
    lite_o.rvalid  = r_q;
    lite_o.rdata   = rdata_q;
    lite_o.rresp   = rerr_q ? 2'b10 : 2'b00;
  end

  always_comb begin
    rerr_d  = 1'b0;
    rdata_d = 32'd0;
    if (raddr_q[15]) begin
      if ({26'd0, raddr_q[14:9]} >= Groups) rerr_d = 1'b1;
      case ({7'd0, raddr_q[8:0]})
        sumac_pkg::REG_G_STATE:    rdata_d = g_state_i;
        sumac_pkg::REG_G_CTRL:     rdata_d = {31'd0, g_state_i[1:0] == 2'd1 || g_state_i[1:0] == 2'd2};
        sumac_pkg::REG_G_DOORBELL: rdata_d = g_doorbell_i;
        default:                   rerr_d = 1'b1;
      endcase
    end else begin
      case (raddr_q)
        sumac_pkg::REG_XRT_CTRL:      rdata_d = 32'd4;
        sumac_pkg::REG_XRT_GIE, sumac_pkg::REG_XRT_IER, sumac_pkg::REG_XRT_ISR: ; // nothing interrupts
        sumac_pkg::REG_MAGIC:         rdata_d = sumac_pkg::MAGIC;
        sumac_pkg::REG_SPEC_HASH:     rdata_d = sumac_pkg::SPEC_HASH;
        sumac_pkg::REG_FEATURES:      rdata_d = 32'd1 << sumac_pkg::FEATURE_SPREAD | 32'd1 << sumac_pkg::FEATURE_RETRANSMIT
                                                | 32'd1 << sumac_pkg::FEATURE_INLINE | 32'd1 << sumac_pkg::FEATURE_PUSH
                                                | 32'd1 << sumac_pkg::FEATURE_INLINE_RESULT;
        sumac_pkg::REG_DESIGN_LO:     rdata_d = Identity[31:0];
        sumac_pkg::REG_DESIGN_HI:     rdata_d = Identity[63:32];
        sumac_pkg::REG_CAP_OPS_INDEX: rdata_d = {24'd0, cap_index_i};
        sumac_pkg::REG_CAP_OPS:       rdata_d = {16'd0, sumac_pkg::nic_ops(cap_index_i)};
        sumac_pkg::REG_NOW_LO:        rdata_d = now_i[31:0];
        sumac_pkg::REG_NOW_HI:        rdata_d = now_hi_q;
        sumac_pkg::REG_REFUSED:       rdata_d = refused_i;
        sumac_pkg::REG_MAC_LO:        rdata_d = own_i.mac[31:0];
        sumac_pkg::REG_MAC_HI:        rdata_d = {15'd0, own_i.by_wire, own_i.mac[47:32]};
        sumac_pkg::REG_IP:            rdata_d = own_i.ip;
        sumac_pkg::REG_WINDOW_INDEX:  rdata_d = 32'(win_index_i);
        sumac_pkg::REG_CHANNEL_INDEX: rdata_d = 32'(ch_index_i);
        sumac_pkg::REG_ROUTE_INDEX:   rdata_d = rt_index_i;
        sumac_pkg::REG_CNT_INDEX:     rdata_d = 32'(cnt_index_i);
        sumac_pkg::REG_CNT_VALUE:     rdata_d = cnt_value_i;
        sumac_pkg::REG_CAUSE_INDEX:   rdata_d = 32'(cause_index_i);
        sumac_pkg::REG_CAUSE_LO:      rdata_d = cause_cycles_i[31:0];
        sumac_pkg::REG_CAUSE_HI:      rdata_d = 32'(cause_hi_q);
        default: begin
          rdata_d = 32'(Identity[32*sumac_pkg::N_PARAMS+63:64] >> {raddr_q[7:2], 5'd0});
          rerr_d  = raddr_q[15:8] != sumac_pkg::PARAM_BASE[15:8] || {26'd0, raddr_q[7:2]} >= sumac_pkg::N_PARAMS
                    || raddr_q[1:0] != 2'd0;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    looked_q <= ar_q && !r_q;
    if (rst_i) {ar_q, r_q} <= 2'b00;
    else begin
      if (lite_i.arvalid && !ar_q) begin
        ar_q    <= 1'b1;
        raddr_q <= lite_i.araddr;
      end
      if (ar_q && looked_q && !r_q) begin
        r_q     <= 1'b1;
        rdata_q <= rdata_d;
        rerr_q  <= rerr_d;
        if (raddr_q == sumac_pkg::REG_NOW_LO) now_hi_q <= now_i[63:32];
        if (raddr_q == sumac_pkg::REG_CAUSE_LO) cause_hi_q <= cause_cycles_i[47:32];
      end
      if (r_q && lite_i.rready) {ar_q, r_q} <= 2'b00;
    end
  end
endmodule
