// The NIC. Wiring only, in the order of the story: the host port, DMA, what becomes of operands and chunks (routes, nodes, packet
// memory, the combine unit), the transport. Its ports are those of a board.
//
// s_axil_*  AXI4-Lite, 32 bit, 64 KiB: the register map of include/spec/registers.def.
// m_axi_*   AXI4 master, 64-bit addresses, 64-byte beats, one ID; bursts stay inside 4 KiB.
// tx_*      AXI-Stream to the MAC: a packet never pauses inside.
// rx_*      AXI-Stream from the MAC: no ready; tuser on the last beat marks an error.
// now_i     the only time there is, in cycles; may jump while idle_o is up.
// idle_o    nothing will change until an input does, or now_i reaches wake_o.
// wake_o    the cycle at which it must be clocked again though no input changes, since a peer may be silent; all ones: never.
// Reset: synchronous; forgets everything but the contents of packet memory.
module sumac_nic #(
  parameter int FanIn         = sumac_pkg::DefFanIn,
  parameter int Groups        = sumac_pkg::DefGroups,
  parameter int Channels      = sumac_pkg::DefChannels,
  parameter int PoolBeats     = sumac_pkg::DefPoolBeats,
  parameter int PoolBanks     = sumac_pkg::DefPoolBanks,
  parameter int Nodes         = sumac_pkg::DefNodes,
  parameter int Rings         = sumac_pkg::DefRings,
  parameter int RingSlots     = sumac_pkg::DefRingSlots,
  parameter int Routes        = sumac_pkg::DefRoutes,
  parameter int Windows       = sumac_pkg::DefWindows,
  parameter int SlotBeats     = sumac_pkg::DefSlotBeats,
  parameter int ChannelSlots  = sumac_pkg::DefChannelSlots,
  parameter int SeqBits       = sumac_pkg::DefSeqBits,
  parameter int Fetches       = sumac_pkg::DefFetches,
  parameter int ReadsInFlight = sumac_pkg::DefReadsInFlight,
  parameter int TxJobs        = sumac_pkg::DefTxJobs,
  parameter int SweepCycles   = sumac_pkg::DefSweepCycles,
  parameter int ProbeRounds   = sumac_pkg::DefProbeRounds,
  parameter int AbortTries    = sumac_pkg::DefAbortTries,
  parameter bit TestOps       = 1'b0
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic [63:0]  now_i,
  output logic         idle_o,
  output logic [63:0]  wake_o,
  output logic         irq_o,          // a pulse for every completion written, and when a group has closed
  // registers
  input  logic         s_axil_awvalid_i,
  output logic         s_axil_awready_o,
  input  logic [15:0]  s_axil_awaddr_i,
  input  logic         s_axil_wvalid_i,
  output logic         s_axil_wready_o,
  input  logic [31:0]  s_axil_wdata_i,
  input  logic [3:0]   s_axil_wstrb_i,
  output logic         s_axil_bvalid_o,
  input  logic         s_axil_bready_i,
  output logic [1:0]   s_axil_bresp_o,
  input  logic         s_axil_arvalid_i,
  output logic         s_axil_arready_o,
  input  logic [15:0]  s_axil_araddr_i,
  output logic         s_axil_rvalid_o,
  input  logic         s_axil_rready_i,
  output logic [31:0]  s_axil_rdata_o,
  output logic [1:0]   s_axil_rresp_o,
  // host memory
  output logic         m_axi_arvalid_o,
  input  logic         m_axi_arready_i,
  output logic [63:0]  m_axi_araddr_o,
  output logic [7:0]   m_axi_arlen_o,
  input  logic         m_axi_rvalid_i,
  output logic         m_axi_rready_o,
  input  logic [511:0] m_axi_rdata_i,
  input  logic [1:0]   m_axi_rresp_i,
  input  logic         m_axi_rlast_i,
  output logic         m_axi_awvalid_o,
  input  logic         m_axi_awready_i,
  output logic [63:0]  m_axi_awaddr_o,
  output logic [7:0]   m_axi_awlen_o,
  output logic         m_axi_wvalid_o,
  input  logic         m_axi_wready_i,
  output logic [511:0] m_axi_wdata_o,
  output logic [63:0]  m_axi_wstrb_o,
  output logic         m_axi_wlast_o,
  input  logic         m_axi_bvalid_i,
  output logic         m_axi_bready_o,
  input  logic [1:0]   m_axi_bresp_i,
  // network
  output logic         tx_tvalid_o,
  input  logic         tx_tready_i,
  output logic [511:0] tx_tdata_o,
  output logic [63:0]  tx_tkeep_o,
  output logic         tx_tlast_o,
  input  logic         rx_tvalid_i,
  input  logic [511:0] rx_tdata_i,
  input  logic [63:0]  rx_tkeep_i,
  input  logic         rx_tlast_i,
  input  logic         rx_tuser_i
);
  localparam int GroupW  = $clog2(Groups);
  localparam int ChanW   = $clog2(Channels);
  localparam int AddrW   = $clog2(PoolBeats);
  localparam int NodeW   = GroupW + $clog2(Nodes);
  localparam int EntryW  = GroupW + $clog2(Routes);
  // Each of these is a field of an address, or the length of a queue whose pointers wrap by themselves.
  localparam int OtherBits = (Groups & (Groups - 1)) | (Channels & (Channels - 1)) | (PoolBeats & (PoolBeats - 1))
                             | (PoolBanks & (PoolBanks - 1)) | (Nodes & (Nodes - 1)) | (Rings & (Rings - 1))
                             | (RingSlots & (RingSlots - 1)) | (Routes & (Routes - 1)) | (SlotBeats & (SlotBeats - 1))
                             | (ChannelSlots & (ChannelSlots - 1)) | (Fetches & (Fetches - 1)) | (TxJobs & (TxJobs - 1))
                             | (SweepCycles & (SweepCycles - 1));
  if (OtherBits != 0) begin : g_refused
    $error("a parameter of the NIC must be a power of two and is none");
  end
  // Names in events have bits for the largest NIC (include/spec/events.def).
  if (Groups > 64 || Channels > 1024 || PoolBeats > 131072 || Nodes > 64 || Rings > 4 || RingSlots > 64 || Routes > 128
      || SlotBeats > 64) begin : g_too_large
    $error("a parameter of the NIC is larger than it may be");
  end

  // ---------------------------------------------------------------- the host port
  sumac_pkg::own_t         own;
  logic [Groups-1:0]       open, live, reset, failed, still, settled;
  logic [GroupW-1:0]       sweep_group, node_group;
  sumac_pkg::sweep_group_t sweep;
  logic                    asks, known, channel_valid, channel_ready, opened, route_valid, route_known, route_fits, c_mine, h_en,
                           ra_en, acc_valid;
  sumac_pkg::ch_cfg_t      channel;
  sumac_pkg::key_t         key;
  logic [7:0]              channel_status, route_status;
  sumac_pkg::route_word_t  route;
  logic [3:0]              route_ring, ra_index;
  logic [2:0]              pick, combine_cause, ended;            // by nodes, by the transport; likewise begun
  logic [EntryW-1:0]       h_addr, ra_addr;
  logic [ChanW-1:0]        c_index, blocked_index, release_index;
  sumac_pkg::head_t        h_data;
  sumac_pkg::route_in_t    ra_in;
  sumac_pkg::route_out_t   ra_out;
  sumac_pkg::tree_t        ra_tree;
  sumac_pkg::acc_t         acc;
  sumac_pkg::start_t       start;
  sumac_pkg::layout_t      layout;
  logic                    fetch_valid, fetch_ready, rd_done_valid, cpl_valid, cpl_ready, wr_done_valid;
  sumac_pkg::rd_t          fetch, rd;
  logic [511:0]            desc;
  sumac_pkg::wr_t          cpl, wr;
  sumac_pkg::rd_done_t     rd_done;
  sumac_pkg::wr_done_t     wr_done;
  logic                    sum_w, node_end, node_free, differ_valid, differ_ready, abort, dead_valid, dead_ready;
  logic [NodeW-1:0]        sum_node, node_end_node, node_free_node;
  logic [31:0]             sum;
  sumac_pkg::fault_t       differ, abort_fault, dead;
  logic [5:0]              host_cause, transport_cause, begun;
  logic [6*GroupW-1:0]     begun_group;
  logic [3*GroupW-1:0]     ended_group;
  logic [sumac_pkg::N_COUNTERS-1:0] count, transport_count;
  logic [3*sumac_pkg::N_STAGES-1:0] cause_q;
  logic [17:0]             control_cause;
  logic [ChanW+2:0]        cause_index;
  logic [47:0]             group_cycles, channel_cycles;
  logic                    host_moved, host_idle, combined, combine_bad, combine_idle, transport_moved, transport_idle, calm, stirs;

  sumac_host_port #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .Windows(Windows), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots),
    .Fetches(Fetches), .SweepCycles(SweepCycles), .TestOps(TestOps)
  ) u_host_port (
    .clk_i, .rst_i, .now_i,
    .lite_i({s_axil_awvalid_i, s_axil_awaddr_i, s_axil_wvalid_i, s_axil_wdata_i, s_axil_wstrb_i, s_axil_bready_i,
             s_axil_arvalid_i, s_axil_araddr_i, s_axil_rready_i}),
    .lite_o({s_axil_awready_o, s_axil_wready_o, s_axil_bvalid_o, s_axil_bresp_o, s_axil_arready_o, s_axil_rvalid_o,
             s_axil_rdata_o, s_axil_rresp_o}),
    .irq_o, .own_o(own), .open_o(open), .live_o(live), .reset_o(reset), .failed_o(failed), .still_o(still), .settled_i(settled),
    .sweep_group_i(sweep_group), .sweep_o(sweep), .asks_o(asks), .known_i(known), .channel_valid_o(channel_valid),
    .channel_ready_i(channel_ready), .channel_o(channel), .key_o(key), .channel_status_i(channel_status), .opened_o(opened),
    .route_valid_o(route_valid), .route_known_i(route_known), .route_o(route), .route_status_i(route_status),
    .route_ring_i(route_ring), .route_fits_o(route_fits), .h_en_o(h_en), .h_addr_o(h_addr), .h_data_i(h_data), .ra_en_o(ra_en),
    .ra_addr_o(ra_addr), .ra_index_o(ra_index), .ra_in_i(ra_in), .ra_out_i(ra_out), .ra_tree_i(ra_tree), .acc_valid_o(acc_valid),
    .acc_o(acc), .start_o(start), .fetch_valid_o(fetch_valid), .fetch_ready_i(fetch_ready), .fetch_o(fetch),
    .desc_valid_i(rd_done_valid && rd_done.desc), .desc_i(desc), .cpl_valid_o(cpl_valid), .cpl_ready_i(cpl_ready), .cpl_o(cpl),
    .operand_i(rd_done_valid && !rd_done.desc), .rd_done_i(rd_done), .wr_done_valid_i(wr_done_valid), .wr_done_i(wr_done),
    .node_group_i(node_group), .layout_o(layout), .sum_w_i(sum_w), .sum_node_i(sum_node), .sum_i(sum), .end_i(node_end),
    .end_node_i(node_end_node), .free_i(node_free), .free_node_i(node_free_node), .pick_i(pick), .differ_valid_i(differ_valid),
    .differ_ready_o(differ_ready), .differ_i(differ), .abort_i(abort), .abort_fault_i(abort_fault), .dead_valid_i(dead_valid),
    .dead_ready_o(dead_ready), .dead_i(dead), .begun_i(begun), .begun_group_i(begun_group), .ended_i(ended),
    .ended_group_i(ended_group), .count_i(count), .cause_i(cause_q), .cause_o(host_cause), .cause_index_o(cause_index),
    .group_cycles_i(group_cycles), .channel_cycles_i(channel_cycles), .moved_o(host_moved), .idle_o(host_idle)
  );

  // ---------------------------------------------------------------- DMA, and the clients of packet memory in order of priority:
  // writers are receive, the combine unit and DMA; readers are transmit, the combine unit's left and right, and DMA
  logic               rd_valid, rd_ready, wr_valid, wr_ready, given_valid, given_ready, unused_rx_ready;
  logic [AddrW-1:0]   given_addr;
  logic [127:0]       given_data;
  sumac_pkg::dma_t    dma;
  logic [2:0]         w_valid;
  logic [2:1]         w_ready;
  logic [3*AddrW-1:0] w_addr;
  logic [3*512-1:0]   w_data;
  logic [3:0]         r_valid, r_ready, d_valid;
  logic [4*AddrW-1:0] r_addr;
  logic [4*512-1:0]   d_data;

  sumac_dma #(
    .Groups(Groups), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots), .ReadsInFlight(ReadsInFlight)
  ) u_dma (
    .clk_i, .rst_i, .rd_valid_i({rd_valid, fetch_valid}), .rd_ready_o({rd_ready, fetch_ready}), .rd_i({rd, fetch}),
    .rd_done_valid_o(rd_done_valid), .rd_done_o(rd_done), .desc_o(desc), .wr_valid_i({wr_valid, cpl_valid}),
    .wr_ready_o({wr_ready, cpl_ready}), .wr_i({wr, cpl}), .wr_done_valid_o(wr_done_valid), .wr_done_o(wr_done),
    .given_valid_i(given_valid), .given_ready_o(given_ready), .given_i({17'(given_addr), given_data}), .w_valid_o(w_valid[2]),
    .w_ready_i(w_ready[2]), .w_addr_o(w_addr[2*AddrW+:AddrW]), .w_data_o(w_data[2*512+:512]), .r_valid_o(r_valid[3]),
    .r_ready_i(r_ready[3]), .r_addr_o(r_addr[3*AddrW+:AddrW]), .d_valid_i(d_valid[3]), .d_data_i(d_data[3*512+:512]),
    .axi_rd_i({m_axi_arready_i, m_axi_rvalid_i, m_axi_rresp_i, m_axi_rlast_i, m_axi_rdata_i}),
    .axi_rd_o({m_axi_arvalid_o, m_axi_araddr_o, m_axi_arlen_o, m_axi_rready_o}),
    .axi_wr_i({m_axi_awready_i, m_axi_wready_i, m_axi_bvalid_i, m_axi_bresp_i}),
    .axi_wr_o({m_axi_awvalid_o, m_axi_awaddr_o, m_axi_awlen_o, m_axi_wvalid_o, m_axi_wlast_o, m_axi_bready_o, m_axi_wstrb_o,
               m_axi_wdata_o}), .tells_o(dma)
  );

  // ---------------------------------------------------------------- routes
  sumac_routes #(.FanIn(FanIn), .Groups(Groups), .Channels(Channels), .Rings(Rings), .Routes(Routes)) u_routes (
    .clk_i, .rst_i, .live_i(live), .reset_i(reset), .w_valid_i(route_valid), .w_i(route), .w_known_o(route_known),
    .w_status_o(route_status), .w_ring_o(route_ring), .w_fits_i(route_fits), .c_index_o(c_index), .c_mine_i(c_mine),
    .anew_i(opened), .anew_index_i(channel.index[ChanW-1:0]), .h_en_i(h_en), .h_addr_i(h_addr), .h_data_o(h_data), .a_en_i(ra_en),
    .a_addr_i(ra_addr), .a_index_i(ra_index), .a_in_o(ra_in), .a_out_o(ra_out), .a_tree_o(ra_tree)
  );

  // ---------------------------------------------------------------- nodes: control by events
  logic               blocked, release_slot, send_valid, send_ready, nodes_idle, arrive, commit, clears, pass_valid, pass_ready,
                      pass_done;
  sumac_pkg::arrive_t arrival;
  sumac_pkg::commit_t commit_data;
  sumac_pkg::tx_t     send;
  sumac_pkg::pass_t   pass;
  logic [15:0]        pass_done_tag;

  sumac_control #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .SlotBeats(SlotBeats)
  ) u_control (
    .clk_i, .rst_i, .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc), .start_i(start), .group_o(node_group),
    .layout_i(layout), .anew_i(opened), .channel_i(channel), .clears_o(clears), .arrive_i(arrive), .arrival_i(arrival),
    .commit_i(commit), .commit_data_i(commit_data), .blocked_index_i(blocked_index), .blocked_o(blocked), .release_o(release_slot),
    .release_channel_o(release_index), .rd_valid_o(rd_valid), .rd_ready_i(rd_ready), .rd_o(rd),
    .rd_done_i(rd_done_valid && !rd_done.desc && !rd_done.error), .rd_done_data_i(rd_done), .w_valid_o(given_valid),
    .w_ready_i(given_ready), .w_addr_o(given_addr), .w_data_o(given_data), .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_o(wr),
    .wr_done_i(wr_done_valid && !wr_done.cpl), .wr_done_data_i(wr_done), .pass_valid_o(pass_valid), .pass_ready_i(pass_ready),
    .pass_o(pass), .pass_done_i(pass_done), .pass_done_tag_i(pass_done_tag), .tx_valid_o(send_valid), .tx_ready_i(send_ready),
    .tx_o(send), .differ_valid_o(differ_valid), .differ_ready_i(differ_ready), .differ_o(differ), .sum_w_o(sum_w),
    .sum_node_o(sum_node), .sum_o(sum), .end_o(node_end), .end_node_o(node_end_node), .node_free_o(node_free),
    .node_free_node_o(node_free_node), .begun_o(begun[2:0]), .begun_group_o(begun_group[0+:3*GroupW]), .ended_o(ended[0]),
    .ended_group_o(ended_group[0+:GroupW]), .busy_i({!combine_idle, dma.writes, dma.reads}), .cause_o(control_cause),
    .now_i(now_i[47:0]), .cause_index_i(cause_index[GroupW+2:0]), .cause_cycles_o(group_cycles), .pick_o(pick), .idle_o(nodes_idle)
  );

  // ---------------------------------------------------------------- packet memory and the combine unit
  sumac_pool #(.PoolBeats(PoolBeats), .Banks(PoolBanks)) u_pool (
    .clk_i, .rst_i, .w_valid_i(w_valid), .w_ready_o({w_ready, unused_rx_ready}), .w_addr_i(w_addr), .w_data_i(w_data),
    .r_valid_i(r_valid),
    .r_ready_o(r_ready), .r_addr_i(r_addr), .d_valid_o(d_valid), .d_data_o(d_data)
  );
  sumac_combine #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .TestOps(TestOps)) u_combine (
    .clk_i, .rst_i, .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .pass_i(pass), .done_valid_o(pass_done),
    .done_tag_o(pass_done_tag), .combined_o(combined), .bad_o(combine_bad), .idle_o(combine_idle), .cause_o(combine_cause),
    .l_r_valid_o(r_valid[1]), .l_r_ready_i(r_ready[1]), .l_r_addr_o(r_addr[AddrW+:AddrW]), .l_d_valid_i(d_valid[1]),
    .l_d_data_i(d_data[512+:512]), .r_r_valid_o(r_valid[2]), .r_r_ready_i(r_ready[2]), .r_r_addr_o(r_addr[2*AddrW+:AddrW]),
    .r_d_valid_i(d_valid[2]), .r_d_data_i(d_data[2*512+:512]), .w_valid_o(w_valid[1]), .w_ready_i(w_ready[1]),
    .w_addr_o(w_addr[AddrW+:AddrW]), .w_data_o(w_data[512+:512])
  );

  // ---------------------------------------------------------------- the transport
  sumac_transport #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots),
    .SeqBits(SeqBits), .TxJobs(TxJobs), .SweepCycles(SweepCycles), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)
  ) u_transport (
    .clk_i, .rst_i, .now_i, .own_i(own), .live_i(live), .reset_i(reset), .failed_i(failed), .still_i(still), .settled_o(settled),
    .sweep_group_o(sweep_group), .sweep_i(sweep), .asks_i(asks), .known_o(known), .channel_valid_i(channel_valid),
    .channel_ready_o(channel_ready), .channel_i(channel), .key_i(key), .channel_status_o(channel_status),
    .blocked_index_o(blocked_index), .blocked_i(blocked), .release_i(release_slot), .release_index_i(release_index),
    .arrive_o(arrive), .arrival_o(arrival), .commit_o(commit), .commit_data_o(commit_data), .clears_i(clears),
    .c_group_i(route.group[GroupW-1:0]), .c_index_i(c_index), .c_mine_o(c_mine), .send_valid_i(send_valid),
    .send_ready_o(send_ready), .send_i(send), .tx_r_valid_o(r_valid[0]), .tx_r_ready_i(r_ready[0]), .tx_r_addr_o(r_addr[0+:AddrW]),
    .tx_d_valid_i(d_valid[0]), .tx_d_data_i(d_data[0+:512]), .rx_w_valid_o(w_valid[0]), .rx_w_addr_o(w_addr[0+:AddrW]),
    .rx_w_data_o(w_data[0+:512]), .abort_o(abort), .abort_fault_o(abort_fault), .dead_valid_o(dead_valid),
    .dead_ready_i(dead_ready), .dead_o(dead), .begun_o(begun[5:3]), .begun_group_o(begun_group[3*GroupW+:3*GroupW]),
    .ended_o(ended[2:1]), .ended_group_o(ended_group[GroupW+:2*GroupW]), .count_o(transport_count), .cause_o(transport_cause),
    .cause_index_i(cause_index), .cause_cycles_o(channel_cycles), .stirs_i(stirs), .moved_o(transport_moved),
    .idle_o(transport_idle), .calm_o(calm), .wake_o, .tx_tvalid_o, .tx_tready_i, .tx_tdata_o, .tx_tkeep_o, .tx_tlast_o,
    .rx_tvalid_i, .rx_tdata_i, .rx_tkeep_i, .rx_tlast_i, .rx_tuser_i
  );

  // ---------------------------------------------------------------- counters and sleep
  always_comb begin
    count                             = transport_count;
    count[sumac_pkg::CNT_COMBINES]    = combined;
    count[sumac_pkg::CNT_READ_BEATS]  = dma.read_beat;
    count[sumac_pkg::CNT_WRITE_BEATS] = dma.write_beat;
  end
  // The last cycle of the stages has gone to these causes: in the stages' order, from complete down to accept.
  always_ff @(posedge clk_i)
    cause_q <= rst_i ? '0 : {host_cause[5:3], transport_cause, dma.causes, control_cause[17:9], combine_cause, control_cause[8:0],
                             host_cause[2:0]};

  sumac_sleep #(.Groups(Groups)) u_sleep (
    .clk_i, .rst_i, .now_i, .wake_i(wake_o), .open_i(open), .live_i(live), .calm_i(calm),
    .moves_i(host_moved || transport_moved || dma.moved || release_slot || pass_done || combine_bad),
    .works_i(!(host_idle && dma.idle && combine_idle && transport_idle)), .nodes_i(!nodes_idle), .stirs_o(stirs), .idle_o
  );
endmodule
