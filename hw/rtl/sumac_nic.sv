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
  parameter int FloatStages   = sumac_pkg::DefFloatStages,
  parameter bit TestOps       = 1'b0,
  parameter logic [63:0] Design = 64'd0  // names the design: a hash that hw/design.sh makes of this RTL and its parameters
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
  localparam int EntryW  = GroupW + $clog2(Routes);
  // The host reads this: registers DESIGN_*, and a register a parameter.
  function automatic logic [32*sumac_pkg::N_PARAMS+63:0] identity();
    identity[63:0] = Design;
    identity[32*sumac_pkg::PARAM_FanIn+64 +: 32] = FanIn;
    identity[32*sumac_pkg::PARAM_Groups+64 +: 32] = Groups;
    identity[32*sumac_pkg::PARAM_Channels+64 +: 32] = Channels;
    identity[32*sumac_pkg::PARAM_PoolBeats+64 +: 32] = PoolBeats;
    identity[32*sumac_pkg::PARAM_PoolBanks+64 +: 32] = PoolBanks;
    identity[32*sumac_pkg::PARAM_Nodes+64 +: 32] = Nodes;
    identity[32*sumac_pkg::PARAM_Rings+64 +: 32] = Rings;
    identity[32*sumac_pkg::PARAM_RingSlots+64 +: 32] = RingSlots;
    identity[32*sumac_pkg::PARAM_Routes+64 +: 32] = Routes;
    identity[32*sumac_pkg::PARAM_Windows+64 +: 32] = Windows;
    identity[32*sumac_pkg::PARAM_SlotBeats+64 +: 32] = SlotBeats;
    identity[32*sumac_pkg::PARAM_ChannelSlots+64 +: 32] = ChannelSlots;
    identity[32*sumac_pkg::PARAM_SeqBits+64 +: 32] = SeqBits;
    identity[32*sumac_pkg::PARAM_Fetches+64 +: 32] = Fetches;
    identity[32*sumac_pkg::PARAM_ReadsInFlight+64 +: 32] = ReadsInFlight;
    identity[32*sumac_pkg::PARAM_TxJobs+64 +: 32] = TxJobs;
    identity[32*sumac_pkg::PARAM_SweepCycles+64 +: 32] = SweepCycles;
    identity[32*sumac_pkg::PARAM_ProbeRounds+64 +: 32] = ProbeRounds;
    identity[32*sumac_pkg::PARAM_AbortTries+64 +: 32] = AbortTries;
    identity[32*sumac_pkg::PARAM_FloatStages+64 +: 32] = FloatStages;
  endfunction
  if (!sumac_pkg::params_fit(FanIn, Groups, Channels, PoolBeats, PoolBanks, Nodes, Rings, RingSlots, Routes, Windows, SlotBeats,
                             ChannelSlots, SeqBits, Fetches, ReadsInFlight, TxJobs, SweepCycles, ProbeRounds,
                             AbortTries, FloatStages)) begin : g_refused
    $error("a parameter of the NIC is not what include/spec/params.def allows: a power of two, say, or too large");
  end

  // ---------------------------------------------------------------- the host port
  sumac_pkg::own_t          own;
  sumac_pkg::states_t       states;
  sumac_pkg::sweeps_t       sweeps;
  sumac_pkg::sweep_group_t  sweep;
  sumac_pkg::ch_ask_t       channel;
  sumac_pkg::ch_answer_t    channel_answer;
  sumac_pkg::opens_t        opens;
  sumac_pkg::route_ask_t    route;
  sumac_pkg::route_answer_t route_answer;
  sumac_pkg::routes_ask_t   routes_ask;
  sumac_pkg::routes_t       routes;
  sumac_pkg::accepted_t     accepted;
  sumac_pkg::jobs_t         host_jobs, jobs;
  logic [1:0]               host_jobs_ready, jobs_ready, alarms_ready;
  sumac_pkg::done_t         done;
  logic [GroupW-1:0]        node_group;
  sumac_pkg::layout_t       layout;
  sumac_pkg::news_t         news;
  sumac_pkg::alarms_t       alarms;
  sumac_pkg::room_t         nodes, transport;
  sumac_pkg::host_t         host;
  logic [sumac_pkg::N_COUNTERS-1:0] count, transport_count;
  logic [3*sumac_pkg::N_STAGES-1:0] cause_q;
  logic [2:0]               combine_cause;
  logic                     combined, combine_bad, combine_idle, stirs;

  sumac_host_port #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .Windows(Windows), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots),
    .Fetches(Fetches), .TestOps(TestOps), .Identity(identity())
  ) u_host_port (
    .clk_i, .rst_i, .now_i,
    .lite_i({s_axil_awvalid_i, s_axil_awaddr_i, s_axil_wvalid_i, s_axil_wdata_i, s_axil_wstrb_i, s_axil_bready_i,
             s_axil_arvalid_i, s_axil_araddr_i, s_axil_rready_i}),
    .lite_o({s_axil_awready_o, s_axil_wready_o, s_axil_bvalid_o, s_axil_bresp_o, s_axil_arready_o, s_axil_rvalid_o,
             s_axil_rdata_o, s_axil_rresp_o}),
    .own_o(own), .states_o(states), .sweeps_i(sweeps), .sweep_o(sweep), .channel_o(channel), .channel_i(channel_answer),
    .opens_o(opens), .route_o(route), .route_i(route_answer), .routes_o(routes_ask), .routes_i(routes), .accepted_o(accepted),
    .jobs_o(host_jobs), .jobs_ready_i(host_jobs_ready), .done_i(done), .node_group_i(node_group), .layout_o(layout),
    .news_i(news), .alarms_i(alarms), .alarms_ready_o(alarms_ready), .nodes_i(nodes), .transport_i(transport),
    .count_i(count), .cause_i(cause_q), .host_o(host)
  );
  assign irq_o = host.irq;

  // ---------------------------------------------------------------- DMA, and the clients of packet memory in order of priority:
  // writers are receive, the combine unit and DMA; readers are transmit, the combine unit's left and right, and DMA
  logic                   given_valid, given_ready;
  sumac_pkg::given_t      given;
  sumac_pkg::dma_t        dma;
  sumac_pkg::memory_ask_t dma_asks, net_asks;
  sumac_pkg::memory_t     dma_memory, net_memory;
  logic                   w_valid, w_ready;
  logic [AddrW-1:0]       w_addr;
  logic [511:0]           w_data;
  logic [1:0]             r_valid, r_ready, d_valid;
  logic [2*AddrW-1:0]     r_addr;
  logic [2*512-1:0]       d_data;

  sumac_dma #(
    .Groups(Groups), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots), .ReadsInFlight(ReadsInFlight)
  ) u_dma (
    .clk_i, .rst_i, .host_i(host_jobs), .host_ready_o(host_jobs_ready), .nodes_i(jobs), .nodes_ready_o(jobs_ready), .done_o(done),
    .given_valid_i(given_valid), .given_ready_o(given_ready), .given_i(given), .memory_o(dma_asks), .memory_i(dma_memory),
    .axi_rd_i({m_axi_arready_i, m_axi_rvalid_i, m_axi_rresp_i, m_axi_rlast_i, m_axi_rdata_i}),
    .axi_rd_o({m_axi_arvalid_o, m_axi_araddr_o, m_axi_arlen_o, m_axi_rready_o}),
    .axi_wr_i({m_axi_awready_i, m_axi_wready_i, m_axi_bvalid_i, m_axi_bresp_i}),
    .axi_wr_o({m_axi_awvalid_o, m_axi_awaddr_o, m_axi_awlen_o, m_axi_wvalid_o, m_axi_wlast_o, m_axi_bready_o, m_axi_wstrb_o,
               m_axi_wdata_o}), .tells_o(dma)
  );

  // ---------------------------------------------------------------- routes
  logic             c_mine;
  logic [ChanW-1:0] c_index;

  sumac_routes #(.FanIn(FanIn), .Groups(Groups), .Channels(Channels), .Rings(Rings), .Routes(Routes)) u_routes (
    .clk_i, .rst_i, .live_i(states.live[Groups-1:0]), .reset_i(states.reset[Groups-1:0]), .w_valid_i(route.valid),
    .w_i(route.word), .w_known_o(route_answer.known), .w_status_o(route_answer.status), .w_ring_o(route_answer.ring),
    .w_fits_i(route.fits), .c_index_o(c_index), .c_mine_i(c_mine), .anew_i(opens.en),
    .anew_index_i(opens.channel.index[ChanW-1:0]), .h_en_i(routes_ask.head), .h_addr_i(routes_ask.head_of[EntryW-1:0]),
    .h_data_o(routes.head), .a_en_i(routes_ask.step), .a_addr_i(routes_ask.step_of[EntryW-1:0]), .a_index_i(routes_ask.index),
    .a_in_o(routes.in_word), .a_out_o(routes.out_word), .a_tree_o(routes.tree)
  );

  // ---------------------------------------------------------------- nodes: control by events
  logic                 send_ready, pass_valid, pass_ready, pass_done;
  sumac_pkg::received_t received;
  sumac_pkg::sends_t    sends;
  sumac_pkg::pass_t     pass;
  logic [15:0]          pass_done_tag;

  sumac_control #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .SlotBeats(SlotBeats)
  ) u_control (
    .clk_i, .rst_i, .now_i(now_i[47:0]), .states_i(states), .accepted_i(accepted), .group_o(node_group), .layout_i(layout),
    .opens_i(opens), .received_i(received), .sends_o(sends), .send_ready_i(send_ready), .jobs_o(jobs), .jobs_ready_i(jobs_ready),
    .done_i(done), .given_valid_o(given_valid), .given_ready_i(given_ready), .given_o(given), .pass_valid_o(pass_valid),
    .pass_ready_i(pass_ready), .pass_o(pass), .pass_done_i(pass_done), .pass_done_tag_i(pass_done_tag), .differ_o(alarms.differ),
    .differ_ready_i(alarms_ready[0]), .news_o(news), .busy_i({!combine_idle, dma.writes, dma.reads}),
    .cause_index_i(host.cause_index[GroupW+2:0]), .room_o(nodes)
  );

  // ---------------------------------------------------------------- packet memory and the combine unit
  sumac_pool #(.PoolBeats(PoolBeats), .Banks(PoolBanks)) u_pool (
    .clk_i, .rst_i, .w_valid_i({dma_asks.w_valid, w_valid, net_asks.w_valid}),
    .w_ready_o({dma_memory.w_ready, w_ready, net_memory.w_ready}),
    .w_addr_i({dma_asks.w_addr[AddrW-1:0], w_addr, net_asks.w_addr[AddrW-1:0]}),
    .w_data_i({dma_asks.w_data, w_data, net_asks.w_data}), .r_valid_i({dma_asks.r_valid, r_valid, net_asks.r_valid}),
    .r_ready_o({dma_memory.r_ready, r_ready, net_memory.r_ready}),
    .r_addr_i({dma_asks.r_addr[AddrW-1:0], r_addr, net_asks.r_addr[AddrW-1:0]}),
    .d_valid_o({dma_memory.d_valid, d_valid, net_memory.d_valid}), .d_data_o({dma_memory.d_data, d_data, net_memory.d_data})
  );
  sumac_combine #(
    .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .FloatStages(FloatStages), .TestOps(TestOps)
  ) u_combine (
    .clk_i, .rst_i, .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .pass_i(pass), .done_valid_o(pass_done),
    .done_tag_o(pass_done_tag), .combined_o(combined), .bad_o(combine_bad), .idle_o(combine_idle), .cause_o(combine_cause),
    .l_r_valid_o(r_valid[0]), .l_r_ready_i(r_ready[0]), .l_r_addr_o(r_addr[0+:AddrW]), .l_d_valid_i(d_valid[0]),
    .l_d_data_i(d_data[0+:512]), .r_r_valid_o(r_valid[1]), .r_r_ready_i(r_ready[1]), .r_r_addr_o(r_addr[AddrW+:AddrW]),
    .r_d_valid_i(d_valid[1]), .r_d_data_i(d_data[512+:512]), .w_valid_o(w_valid), .w_ready_i(w_ready), .w_addr_o(w_addr),
    .w_data_o(w_data)
  );

  // ---------------------------------------------------------------- the transport
  sumac_pkg::rest_t rest;
  logic             unused_tuser;

  sumac_transport #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots),
    .SeqBits(SeqBits), .TxJobs(TxJobs), .SweepCycles(SweepCycles), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)
  ) u_transport (
    .clk_i, .rst_i, .now_i, .own_i(own), .states_i(states), .sweeps_o(sweeps), .sweep_i(sweep), .channel_i(channel),
    .channel_o(channel_answer), .abort_o(alarms.aborted), .dead_o(alarms.dead), .dead_ready_i(alarms_ready[1]),
    .received_o(received), .sends_i(sends), .send_ready_o(send_ready), .c_group_i(route.word.group[GroupW-1:0]),
    .c_index_i(c_index), .c_mine_o(c_mine), .memory_o(net_asks), .memory_i(net_memory), .room_o(transport), .rest_o(rest),
    .count_o(transport_count), .cause_index_i(host.cause_index[ChanW+2:0]), .stirs_i(stirs),
    .tx_o({tx_tvalid_o, tx_tkeep_o, tx_tlast_o, unused_tuser, tx_tdata_o}), .tx_ready_i(tx_tready_i),
    .rx_i({rx_tvalid_i, rx_tkeep_i, rx_tlast_i, rx_tuser_i, rx_tdata_i})
  );
  assign wake_o = rest.wake;

  // ---------------------------------------------------------------- counters and sleep
  always_comb begin
    count                             = transport_count;
    count[sumac_pkg::CNT_COMBINES]    = combined;
    count[sumac_pkg::CNT_READ_BEATS]  = dma.read_beat;
    count[sumac_pkg::CNT_WRITE_BEATS] = dma.write_beat;
  end
  // The last cycle of the stages has gone to these causes: in the stages' order, from complete down to accept.
  always_ff @(posedge clk_i)
    cause_q <= rst_i ? '0 : {host.causes[5:3], transport.causes[5:0], dma.causes, nodes.causes[17:9], combine_cause,
                             nodes.causes[8:0], host.causes[2:0]};

  sumac_sleep #(.Groups(Groups)) u_sleep (
    .clk_i, .rst_i, .now_i, .wake_i(wake_o), .open_i(states.open[Groups-1:0]), .live_i(states.live[Groups-1:0]),
    .calm_i(rest.calm), .moves_i(host.moved || transport.moved || dma.moved || nodes.moved || pass_done || combine_bad),
    .works_i(!(host.idle && dma.idle && combine_idle && rest.idle)), .nodes_i(!nodes.idle), .stirs_o(stirs), .idle_o
  );
endmodule
