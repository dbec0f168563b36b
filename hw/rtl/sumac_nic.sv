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
  logic                    asks, known, channel_valid, channel_ready, opened, route_valid, route_known, route_fits, h_en, ra_en,
                           acc_valid;
  sumac_pkg::ch_cfg_t      channel;
  sumac_pkg::key_t         key;
  logic [7:0]              channel_status, route_status;
  sumac_pkg::route_word_t  route;
  logic [3:0]              route_ring, ra_index;
  logic [2:0]              pick;
  logic [EntryW-1:0]       h_addr, ra_addr;
  sumac_pkg::head_t        h_data;
  sumac_pkg::route_in_t    ra_in;
  sumac_pkg::route_out_t   ra_out;
  sumac_pkg::tree_t        ra_tree;
  sumac_pkg::acc_t         acc;
  sumac_pkg::start_t       start;
  sumac_pkg::layout_t      layout;
  logic                    fetch_valid, fetch_ready, desc_valid, cpl_valid, cpl_ready, operand, wr_done_valid;
  sumac_pkg::rd_t          fetch;
  logic [511:0]            desc;
  sumac_pkg::wr_t          cpl;
  sumac_pkg::rd_done_t     rd_done;
  sumac_pkg::wr_done_t     wr_done;
  logic                    sum_w, node_end, node_free, differ_valid, differ_ready, abort, dead_valid, dead_ready;
  logic [NodeW-1:0]        sum_node, node_end_node, node_free_node;
  logic [31:0]             sum;
  sumac_pkg::fault_t       differ, abort_fault, dead;
  logic [5:0]              begun;    // by nodes, by the transport
  logic [6*GroupW-1:0]     begun_group;
  logic [2:0]              ended;    // likewise
  logic [3*GroupW-1:0]     ended_group;
  logic [sumac_pkg::N_COUNTERS-1:0] count, transport_count;
  logic [3*sumac_pkg::N_STAGES-1:0] cause, cause_q;
  logic [5:0]              host_cause, transport_cause;
  logic [17:0]             control_cause;
  logic [ChanW+2:0]        cause_index;
  logic [47:0]             group_cycles, channel_cycles;
  logic                    host_moved, host_idle, transport_moved, transport_idle;

  sumac_host_port #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .Windows(Windows), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots),
    .Fetches(Fetches), .SweepCycles(SweepCycles), .TestOps(TestOps)
  ) u_host_port (
    .clk_i, .rst_i, .now_i,
    .lite_i({s_axil_awvalid_i, s_axil_awaddr_i, s_axil_wvalid_i, s_axil_wdata_i, s_axil_wstrb_i, s_axil_bready_i,
             s_axil_arvalid_i, s_axil_araddr_i, s_axil_rready_i}),
    .lite_o({s_axil_awready_o, s_axil_wready_o, s_axil_bvalid_o, s_axil_bresp_o, s_axil_arready_o, s_axil_rvalid_o,
             s_axil_rdata_o, s_axil_rresp_o}), .irq_o,
    .own_o(own), .open_o(open), .live_o(live), .reset_o(reset), .failed_o(failed), .still_o(still), .settled_i(settled),
    .sweep_group_i(sweep_group), .sweep_o(sweep), .asks_o(asks), .known_i(known), .channel_valid_o(channel_valid),
    .channel_ready_i(channel_ready), .channel_o(channel), .key_o(key), .channel_status_i(channel_status), .opened_o(opened),
    .route_valid_o(route_valid), .route_known_i(route_known), .route_o(route), .route_status_i(route_status),
    .route_ring_i(route_ring), .route_fits_o(route_fits),
    .h_en_o(h_en), .h_addr_o(h_addr), .h_data_i(h_data), .ra_en_o(ra_en), .ra_addr_o(ra_addr), .ra_index_o(ra_index),
    .ra_in_i(ra_in), .ra_out_i(ra_out), .ra_tree_i(ra_tree), .acc_valid_o(acc_valid), .acc_o(acc), .start_o(start),
    .fetch_valid_o(fetch_valid), .fetch_ready_i(fetch_ready), .fetch_o(fetch), .desc_valid_i(desc_valid), .desc_i(desc),
    .cpl_valid_o(cpl_valid), .cpl_ready_i(cpl_ready), .cpl_o(cpl), .operand_i(operand), .rd_done_i(rd_done),
    .wr_done_valid_i(wr_done_valid), .wr_done_i(wr_done), .node_group_i(node_group), .layout_o(layout),
    .sum_w_i(sum_w), .sum_node_i(sum_node), .sum_i(sum), .end_i(node_end), .end_node_i(node_end_node), .free_i(node_free),
    .free_node_i(node_free_node), .pick_i(pick), .differ_valid_i(differ_valid), .differ_ready_o(differ_ready), .differ_i(differ),
    .abort_i(abort), .abort_fault_i(abort_fault), .dead_valid_i(dead_valid), .dead_ready_o(dead_ready), .dead_i(dead),
    .begun_i(begun), .begun_group_i(begun_group), .ended_i(ended), .ended_group_i(ended_group),
    .count_i(count), .cause_i(cause_q), .cause_o(host_cause), .cause_index_o(cause_index), .group_cycles_i(group_cycles),
    .channel_cycles_i(channel_cycles), .moved_o(host_moved), .idle_o(host_idle)
  );

  // packet memory, its clients in order of priority: writers are receive, the combine unit and DMA; readers are transmit, the
  // combine unit's left and right, and DMA
  logic [2:0]         w_valid, w_ready;
  logic [3*AddrW-1:0] w_addr;
  logic [3*512-1:0]   w_data;
  logic [3:0]         r_valid, r_ready, d_valid;
  logic [4*AddrW-1:0] r_addr;
  logic [4*512-1:0]   d_data;
  logic               unused_rx_ready;
  assign unused_rx_ready = w_ready[0];

  // ---------------------------------------------------------------- DMA: descriptors are read before operands, and completions
  // are written before results
  logic             rd_valid, rd_ready, rd_job_valid, rd_job_ready, rd_done_valid, rd_beat, rd_idle, rd_waits, wr_valid, wr_ready,
                    wr_job_valid, wr_job_ready, wr_beat, wr_idle, wr_waits, read_w_valid, read_w_ready, given_w_valid,
                    given_w_ready;
  sumac_pkg::rd_t   rd, rd_job;
  sumac_pkg::wr_t   wr, wr_job;
  logic [AddrW-1:0] read_w_addr, given_w_addr;
  logic [511:0]     read_w_data;
  logic [127:0]     given_w_data;

  sumac_merge #(.Width(sumac_pkg::RD_W)) u_rd_jobs (
    .clk_i, .rst_i,
    .a_valid_i(fetch_valid), .a_ready_o(fetch_ready), .a_data_i(fetch), .b_valid_i(rd_valid), .b_ready_o(rd_ready),
    .b_data_i(rd), .out_valid_o(rd_job_valid), .out_ready_i(rd_job_ready), .out_data_o(rd_job)
  );
  sumac_dma_rd #(
    .PoolBeats(PoolBeats), .ReadsInFlight(ReadsInFlight), .Groups(Groups), .Rings(Rings), .RingSlots(RingSlots)
  ) u_dma_rd (
    .clk_i, .rst_i,
    .job_valid_i(rd_job_valid), .job_ready_o(rd_job_ready), .job_i(rd_job), .done_valid_o(rd_done_valid), .done_o(rd_done),
    .desc_valid_o(desc_valid), .desc_data_o(desc), .beat_o(rd_beat), .idle_o(rd_idle), .waits_o(rd_waits),
    .w_valid_o(read_w_valid), .w_ready_i(read_w_ready), .w_addr_o(read_w_addr), .w_data_o(read_w_data),
    .arvalid_o(m_axi_arvalid_o), .arready_i(m_axi_arready_i), .araddr_o(m_axi_araddr_o), .arlen_o(m_axi_arlen_o),
    .rvalid_i(m_axi_rvalid_i), .rready_o(m_axi_rready_o), .rdata_i(m_axi_rdata_i), .rresp_i(m_axi_rresp_i),
    .rlast_i(m_axi_rlast_i)
  );
  assign operand = rd_done_valid && !rd_done.desc;

  sumac_merge #(.Width(sumac_pkg::WR_W)) u_wr_jobs (
    .clk_i, .rst_i,
    .a_valid_i(cpl_valid), .a_ready_o(cpl_ready), .a_data_i(cpl), .b_valid_i(wr_valid), .b_ready_o(wr_ready),
    .b_data_i(wr), .out_valid_o(wr_job_valid), .out_ready_i(wr_job_ready), .out_data_o(wr_job)
  );
  sumac_dma_wr #(
    .PoolBeats(PoolBeats), .Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_dma_wr (
    .clk_i, .rst_i,
    .job_valid_i(wr_job_valid), .job_ready_o(wr_job_ready), .job_i(wr_job), .done_valid_o(wr_done_valid), .done_o(wr_done),
    .beat_o(wr_beat), .idle_o(wr_idle), .waits_o(wr_waits), .r_valid_o(r_valid[3]), .r_ready_i(r_ready[3]),
    .r_addr_o(r_addr[3*AddrW+:AddrW]), .d_valid_i(d_valid[3]), .d_data_i(d_data[3*512+:512]),
    .awvalid_o(m_axi_awvalid_o), .awready_i(m_axi_awready_i), .awaddr_o(m_axi_awaddr_o), .awlen_o(m_axi_awlen_o),
    .wvalid_o(m_axi_wvalid_o), .wready_i(m_axi_wready_i), .wdata_o(m_axi_wdata_o), .wstrb_o(m_axi_wstrb_o),
    .wlast_o(m_axi_wlast_o), .bvalid_i(m_axi_bvalid_i), .bready_o(m_axi_bready_o), .bresp_i(m_axi_bresp_i)
  );

  // ---------------------------------------------------------------- routes
  logic [ChanW-1:0]      c_index;
  logic                  c_mine;

  sumac_routes #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .Rings(Rings), .Routes(Routes)
  ) u_routes (
    .clk_i, .rst_i, .live_i(live), .reset_i(reset),
    .w_valid_i(route_valid), .w_i(route), .w_known_o(route_known), .w_status_o(route_status), .w_ring_o(route_ring),
    .w_fits_i(route_fits),
    .c_index_o(c_index), .c_mine_i(c_mine), .anew_i(opened), .anew_index_i(channel.index[ChanW-1:0]),
    .h_en_i(h_en), .h_addr_i(h_addr), .h_data_o(h_data),
    .a_en_i(ra_en), .a_addr_i(ra_addr), .a_index_i(ra_index), .a_in_o(ra_in), .a_out_o(ra_out), .a_tree_o(ra_tree)
  );

  // ---------------------------------------------------------------- nodes: control by events
  logic [ChanW-1:0]   blocked_index, release_index;
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
    .clk_i, .rst_i, .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc), .start_i(start),
    .group_o(node_group), .layout_i(layout), .anew_i(opened), .channel_i(channel), .clears_o(clears),
    .arrive_i(arrive), .arrival_i(arrival), .commit_i(commit), .commit_data_i(commit_data),
    .blocked_index_i(blocked_index), .blocked_o(blocked), .release_o(release_slot), .release_channel_o(release_index),
    .rd_valid_o(rd_valid), .rd_ready_i(rd_ready), .rd_o(rd), .rd_done_i(operand && !rd_done.error), .rd_done_data_i(rd_done),
    .w_valid_o(given_w_valid), .w_ready_i(given_w_ready), .w_addr_o(given_w_addr), .w_data_o(given_w_data),
    .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_o(wr), .wr_done_i(wr_done_valid && !wr_done.cpl),
    .wr_done_data_i(wr_done), .pass_valid_o(pass_valid), .pass_ready_i(pass_ready), .pass_o(pass), .pass_done_i(pass_done),
    .pass_done_tag_i(pass_done_tag), .tx_valid_o(send_valid), .tx_ready_i(send_ready), .tx_o(send), .differ_valid_o(differ_valid),
    .differ_ready_i(differ_ready), .differ_o(differ), .sum_w_o(sum_w), .sum_node_o(sum_node), .sum_o(sum), .end_o(node_end),
    .end_node_o(node_end_node), .node_free_o(node_free), .node_free_node_o(node_free_node), .begun_o(begun[2:0]),
    .begun_group_o(begun_group[0+:3*GroupW]), .ended_o(ended[0]), .ended_group_o(ended_group[0+:GroupW]),
    .busy_i({!combine_idle, wr_waits, rd_waits}), .cause_o(control_cause), .now_i(now_i[47:0]),
    .cause_index_i(cause_index[GroupW+2:0]), .cause_cycles_o(group_cycles), .pick_o(pick),
    .idle_o(nodes_idle)
  );

  // ---------------------------------------------------------------- packet memory
  // Operands: read from the host, or come along with a descriptor.
  sumac_merge #(.Width(AddrW + 512)) u_operands (
    .clk_i, .rst_i,
    .a_valid_i(given_w_valid), .a_ready_o(given_w_ready), .a_data_i({given_w_addr, 384'd0, given_w_data}),
    .b_valid_i(read_w_valid), .b_ready_o(read_w_ready), .b_data_i({read_w_addr, read_w_data}),
    .out_valid_o(w_valid[2]), .out_ready_i(w_ready[2]), .out_data_o({w_addr[2*AddrW+:AddrW], w_data[2*512+:512]})
  );
  sumac_pool #(.PoolBeats(PoolBeats), .Banks(PoolBanks)) u_pool (
    .clk_i, .rst_i,
    .w_valid_i(w_valid), .w_ready_o(w_ready), .w_addr_i(w_addr), .w_data_i(w_data),
    .r_valid_i(r_valid), .r_ready_o(r_ready), .r_addr_i(r_addr), .d_valid_o(d_valid), .d_data_o(d_data)
  );

  // ---------------------------------------------------------------- combine
  logic combined, combine_bad, combine_idle;

  sumac_combine #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .TestOps(TestOps)) u_combine (
    .clk_i, .rst_i,
    .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .pass_i(pass),
    .done_valid_o(pass_done), .done_tag_o(pass_done_tag), .combined_o(combined), .bad_o(combine_bad),
    .idle_o(combine_idle),
    .l_r_valid_o(r_valid[1]), .l_r_ready_i(r_ready[1]), .l_r_addr_o(r_addr[AddrW+:AddrW]), .l_d_valid_i(d_valid[1]),
    .l_d_data_i(d_data[512+:512]), .r_r_valid_o(r_valid[2]), .r_r_ready_i(r_ready[2]), .r_r_addr_o(r_addr[2*AddrW+:AddrW]),
    .r_d_valid_i(d_valid[2]), .r_d_data_i(d_data[2*512+:512]),
    .w_valid_o(w_valid[1]), .w_ready_i(w_ready[1]), .w_addr_o(w_addr[AddrW+:AddrW]), .w_data_o(w_data[512+:512])
  );

  // ---------------------------------------------------------------- the transport
  sumac_transport #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots),
    .SeqBits(SeqBits), .TxJobs(TxJobs), .SweepCycles(SweepCycles), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)
  ) u_transport (
    .clk_i, .rst_i, .now_i, .own_i(own), .live_i(live), .reset_i(reset), .failed_i(failed), .still_i(still),
    .settled_o(settled), .sweep_group_o(sweep_group), .sweep_i(sweep), .asks_i(asks), .known_o(known),
    .channel_valid_i(channel_valid),
    .channel_ready_o(channel_ready), .channel_i(channel), .key_i(key), .channel_status_o(channel_status),
    .blocked_index_o(blocked_index), .blocked_i(blocked), .release_i(release_slot), .release_index_i(release_index),
    .arrive_o(arrive), .arrival_o(arrival), .commit_o(commit),
    .commit_data_o(commit_data), .clears_i(clears), .c_group_i(route.group[GroupW-1:0]),
    .c_index_i(c_index), .c_mine_o(c_mine), .send_valid_i(send_valid), .send_ready_o(send_ready), .send_i(send),
    .tx_r_valid_o(r_valid[0]), .tx_r_ready_i(r_ready[0]), .tx_r_addr_o(r_addr[0+:AddrW]), .tx_d_valid_i(d_valid[0]),
    .tx_d_data_i(d_data[0+:512]), .rx_w_valid_o(w_valid[0]), .rx_w_addr_o(w_addr[0+:AddrW]), .rx_w_data_o(w_data[0+:512]),
    .abort_o(abort), .abort_fault_o(abort_fault), .dead_valid_o(dead_valid), .dead_ready_i(dead_ready), .dead_o(dead),
    .begun_o(begun[5:3]), .begun_group_o(begun_group[3*GroupW+:3*GroupW]), .ended_o(ended[2:1]),
    .ended_group_o(ended_group[GroupW+:2*GroupW]), .count_o(transport_count), .cause_o(transport_cause),
    .cause_index_i(cause_index), .cause_cycles_o(channel_cycles), .stirs_i(nodes_busy_q),
    .moved_o(transport_moved), .idle_o(transport_idle), .calm_o(transport_calm), .wake_o,
    .tx_tvalid_o, .tx_tready_i, .tx_tdata_o, .tx_tkeep_o, .tx_tlast_o,
    .rx_tvalid_i, .rx_tdata_i, .rx_tkeep_i, .rx_tlast_i, .rx_tuser_i
  );

  // ---------------------------------------------------------------- counters and sleep
  always_comb begin
    count                             = transport_count;
    count[sumac_pkg::CNT_COMBINES]    = combined;
    count[sumac_pkg::CNT_READ_BEATS]  = rd_beat;
    count[sumac_pkg::CNT_WRITE_BEATS] = wr_beat;
  end

  // The last cycle of the stages has gone to these causes.
  always_comb begin
    cause                                      = '0;
    cause[3*sumac_pkg::STAGE_ACCEPT+:3]        = host_cause[2:0];
    cause[3*sumac_pkg::STAGE_COMPLETE+:3]      = host_cause[5:3];
    cause[3*sumac_pkg::STAGE_OPEN+:9]          = control_cause[8:0];     // join and issue come next
    cause[3*sumac_pkg::STAGE_RETIRE+:9]        = control_cause[17:9];    // out and owe come next
    cause[3*sumac_pkg::STAGE_TX+:6]            = transport_cause;        // receive comes next
    cause[3*sumac_pkg::STAGE_COMBINE+:3]       = combined ? sumac_pkg::CAUSE_BUSY
      : (r_valid[2:1] & ~r_ready[2:1]) != '0 || (w_valid[1] && !w_ready[1]) ? sumac_pkg::CAUSE_POOL
      : !combine_idle ? sumac_pkg::CAUSE_ENGINE : sumac_pkg::CAUSE_IDLE;
    cause[3*sumac_pkg::STAGE_DMA_RD+:3]        = (m_axi_arvalid_o && m_axi_arready_i) || rd_beat ? sumac_pkg::CAUSE_BUSY
      : w_valid[2] && !w_ready[2] ? sumac_pkg::CAUSE_POOL : rd_waits ? sumac_pkg::CAUSE_DMA : sumac_pkg::CAUSE_IDLE;
    cause[3*sumac_pkg::STAGE_DMA_WR+:3]        = (m_axi_awvalid_o && m_axi_awready_i) || wr_beat ? sumac_pkg::CAUSE_BUSY
      : r_valid[3] && !r_ready[3] ? sumac_pkg::CAUSE_POOL : wr_waits ? sumac_pkg::CAUSE_DMA : sumac_pkg::CAUSE_IDLE;
  end
  always_ff @(posedge clk_i) cause_q <= rst_i ? '0 : cause;

  // Modules know whether they are idle, and the sweep when it must look at a channel again. Anything that moves between modules, or
  // in receive, is where one of them sees it after so many cycles at the latest.
  localparam int QuietCycles = 16;
  localparam int QuietW      = $clog2(QuietCycles + 1);
  logic [QuietW-1:0] quiet_q;
  // Here, and in the sweep, all that is at work is known a cycle late: idle_o tells what the last cycle was like, in which nothing
  // came from outside.
  logic nodes_busy_q, busy_q;
  // Simulators look at calm: the sweep need only be woken since a peer may be silent, and no group that fails or closes waits for
  // that.
  logic              moves, calm, transport_calm, unused_calm;
  assign calm        = transport_calm && (live & ~open) == '0;
  assign unused_calm = calm;

  assign moves = host_moved || transport_moved || rd_done_valid || wr_done_valid || m_axi_rvalid_i || m_axi_bvalid_i
                 || release_slot || pass_done || combine_bad;
  always_ff @(posedge clk_i) begin
    nodes_busy_q <= !nodes_idle;
    busy_q       <= moves || !host_idle || !rd_idle || !wr_idle || !combine_idle || !transport_idle || now_i >= wake_o;
    if (rst_i || moves || nodes_busy_q) quiet_q <= '0;
    else if (32'(quiet_q) != QuietCycles) quiet_q <= quiet_q + QuietW'(1);
  end
  assign idle_o = 32'(quiet_q) == QuietCycles && !nodes_busy_q && !busy_q && now_i < wake_o;
endmodule
