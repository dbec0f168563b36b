// The NIC. Wiring only, in the order of the story: registers, descriptor fetch, nodes, DMA, packet memory,
// combine, transmit, receive, channel table, sweep, completion. The ports are those of a board.
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
  parameter int AckCycles     = sumac_pkg::DefAckCycles,
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
  localparam int IdxW    = $clog2(Nodes);
  localparam int NodeW   = GroupW + IdxW;
  localparam int RingIdW = $clog2(Rings);
  localparam int EntryW  = GroupW + $clog2(Routes);
  localparam int ChSlotW = $clog2(ChannelSlots);
  localparam int BeatW   = $clog2(SlotBeats + 1);
  localparam int WinW    = (Windows > 1) ? $clog2(Windows) : 1;
  localparam int TxAhead = TxJobs < 4 ? TxJobs : 4;   // jobs that transmit has before it

  // Each of these is a field of an address, or the length of a queue whose pointers wrap by themselves.
  localparam int OtherBits = (Groups & (Groups - 1)) | (Channels & (Channels - 1)) | (PoolBeats & (PoolBeats - 1))
                             | (PoolBanks & (PoolBanks - 1)) | (Nodes & (Nodes - 1)) | (Rings & (Rings - 1))
                             | (RingSlots & (RingSlots - 1)) | (Routes & (Routes - 1)) | (SlotBeats & (SlotBeats - 1))
                             | (ChannelSlots & (ChannelSlots - 1)) | (Fetches & (Fetches - 1)) | (TxJobs & (TxJobs - 1));
  if (OtherBits != 0) begin : g_refused
    $error("a parameter of the NIC must be a power of two and is none");
  end
  // Names in events have bits for the largest NIC (include/spec/events.def).
  if (Groups > 64 || Channels > 1024 || PoolBeats > 131072 || Nodes > 64 || Rings > 4 || RingSlots > 64 || Routes > 128
      || SlotBeats > 64) begin : g_too_large
    $error("a parameter of the NIC is larger than it may be");
  end

  // ---------------------------------------------------------------- registers
  logic              win_w, ch_valid, ch_ready, ch_open, ch_class, rt_w, g_w, csr_idle;
  logic [WinW-1:0]   win_index;
  logic [63:0]       win_base, win_len;
  logic [7:0]        win_status;
  logic [ChanW-1:0]  ch_index;
  logic [GroupW-1:0] ch_group, g_group, g_read;
  logic [15:0]       ch_rank, ch_peer, rt_group, rt_route;
  logic [47:0]       ch_mac, own_mac;
  logic [31:0]       ch_ip, own_ip, rt_data, g_data, g_state, g_doorbell;
  logic [AddrW-1:0]  ch_pool;
  logic [3:0]        ch_own_slots, ch_peer_slots;
  logic [4:0]        rt_word;
  logic [8:0]        g_reg;
  logic [7:0]        g_status, ch_status, rt_status;
  logic              g_opens, rings_known, win_used, push_room, push_busy, pushed;
  logic [63:0]       g_dring, g_cring;
  logic [3:0]        g_ring_log2;
  logic [1:0]        g_inside;
  logic [WinW-1:0]   g_dwindow, g_cwindow;
  logic [2*ChanW-1:0] rt_ch_index;
  logic [1:0]        rt_ch_mine;
  logic [3:0]        rt_ring;
  logic              ch_fits, rt_fits;
  logic [sumac_pkg::N_COUNTERS-1:0] count, rx_count;

  sumac_csr #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .Windows(Windows), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots)
  ) u_csr (
    .clk_i, .rst_i, .now_i,
    .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o, .s_axil_wdata_i,
    .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o, .s_axil_arvalid_i, .s_axil_arready_o,
    .s_axil_araddr_i, .s_axil_rvalid_o, .s_axil_rready_i, .s_axil_rdata_o, .s_axil_rresp_o, .idle_o(csr_idle),
    .own_mac_o(own_mac), .wire_o(by_wire), .own_ip_o(own_ip),
    .win_w_o(win_w), .win_index_o(win_index), .win_base_o(win_base), .win_len_o(win_len), .win_status_i(win_status),
    .ch_valid_o(ch_valid), .ch_ready_i(ch_ready), .ch_open_o(ch_open), .ch_index_o(ch_index), .ch_group_o(ch_group),
    .ch_rank_o(ch_rank), .ch_peer_o(ch_peer), .ch_class_o(ch_class), .ch_mac_o(ch_mac), .ch_ip_o(ch_ip),
    .ch_pool_o(ch_pool), .ch_own_slots_o(ch_own_slots), .ch_peer_slots_o(ch_peer_slots), .ch_status_i(ch_status),
    .rt_w_o(rt_w), .rt_group_o(rt_group), .rt_route_o(rt_route), .rt_word_o(rt_word), .rt_data_o(rt_data), .rt_status_i(rt_status),
    .g_w_o(g_w), .g_group_o(g_group), .g_reg_o(g_reg), .g_data_o(g_data), .g_read_o(g_read), .g_state_i(g_state),
    .g_doorbell_i(g_doorbell), .g_status_i(g_status), .g_opens_o(g_opens), .g_known_i(rings_known), .count_i(count)
  );

  logic              fetch_open_ready, cfg_ready, cfg_done;
  logic [31:0]       ch_key;
  logic [2:0]        ch_slot;

  // Opening a channel: its table entry and its chunk counters, both or neither.
  assign ch_ready = cfg_ready && fetch_open_ready;
  assign cfg_done = ch_valid && ch_ready;

  logic [15:0]       src_window, dst_window;
  logic [47:0]       src_offset, dst_offset;
  logic [63:0]       desc_bytes, src_addr, dst_addr;
  logic              src_open, src_inside, dst_open, dst_inside;
  logic [63:0]       fetch_addr, fetch_rung, c_addr, c_lap;

  sumac_windows #(.Windows(Windows)) u_windows (
    .clk_i, .rst_i, .w_en_i(win_w), .w_index_i(win_index), .w_base_i(win_base), .w_len_i(win_len), .w_status_o(win_status),
    .w_used_i(win_used),
    .src_window_i(src_window), .src_offset_i(src_offset), .dst_window_i(dst_window), .dst_offset_i(dst_offset),
    .bytes_i(desc_bytes), .src_open_o(src_open), .src_inside_o(src_inside), .src_addr_o(src_addr),
    .dst_open_o(dst_open), .dst_inside_o(dst_inside), .dst_addr_o(dst_addr),
    .rings_ask_i(g_opens), .rings_d_addr_i(g_dring), .rings_c_addr_i(g_cring), .rings_log2_i(g_ring_log2),
    .rings_known_o(rings_known), .rings_inside_o(g_inside), .rings_d_window_o(g_dwindow), .rings_c_window_o(g_cwindow)
  );

  // ---------------------------------------------------------------- groups and routes
  logic [Groups-1:0] open, live, group_reset, pending, failing, doubt;
  logic [GroupW-1:0] fetch_group, accept_group, a_group, f_group, s_group, r_group, c_group, x_group, fail_group;
  logic              fetched, c_written, fail, told, quiet;
  logic [2:0]        accept_slot, a_slot, f_slot, s_slot;
  logic [AddrW-1:0]  a_pool, f_pool, s_pool;
  logic [3:0]        a_ring_slots, f_ring_slots, s_ring_slots, r_ring_slots;
  logic [7:0]        fail_status, x_status;
  logic [15:0]       fail_rank, x_rank;
  logic [7:0]          begun;
  logic [8*GroupW-1:0] begun_group;
  logic [5:0]          ended;
  logic [6*GroupW-1:0] ended_group;
  logic [Groups-1:0]   failed, still, settled;
  logic                closed, w_closing;
  logic [GroupW-1:0]   w_of_group;
  logic [10:0]         w_patience;
  logic [7:0]          w_failed_status;
  logic [15:0]         w_failed_rank;

  sumac_groups #(.Groups(Groups), .PoolBeats(PoolBeats), .Windows(Windows)) u_groups (
    .clk_i, .rst_i, .now_i,
    .w_en_i(g_w), .w_group_i(g_group), .w_reg_i(g_reg), .w_data_i(g_data), .w_status_o(g_status),
    .push_room_i(push_room && !push_busy), .pushed_o(pushed),
    .w_dring_o(g_dring), .w_cring_o(g_cring), .w_ring_log2_o(g_ring_log2), .w_inside_i(g_inside),
    .w_dwindow_i(g_dwindow), .w_cwindow_i(g_cwindow),
    .win_index_i(win_index), .win_used_o(win_used),
    .csr_group_i(g_read), .csr_state_o(g_state), .csr_doorbell_o(g_doorbell),
    .key_group_i(ch_group), .key_o(ch_key), .key_slot_o(ch_slot),
    .key_pool_i(ch_pool), .key_slots_i(ch_own_slots), .key_fits_o(ch_fits), .rt_group_i(rt_group[GroupW-1:0]), .rt_ring_i(rt_ring),
    .rt_fits_o(rt_fits),
    .open_o(open), .live_o(live), .reset_o(group_reset), .closed_o(closed),
    .failed_o(failed), .still_o(still), .settled_i(settled), .w_of_group_i(w_of_group), .w_closing_o(w_closing),
    .w_patience_o(w_patience), .w_failed_status_o(w_failed_status), .w_failed_rank_o(w_failed_rank),
    .pending_o(pending), .fetch_group_i(fetch_group), .fetch_addr_o(fetch_addr), .fetch_rung_o(fetch_rung),
    .fetched_i(fetched), .accept_group_i(accept_group), .accept_slot_o(accept_slot),
    .a_group_i(a_group), .a_slot_o(a_slot), .a_pool_o(a_pool), .a_ring_slots_o(a_ring_slots),
    .f_group_i(f_group), .f_slot_o(f_slot), .f_pool_o(f_pool), .f_ring_slots_o(f_ring_slots),
    .s_group_i(s_group), .s_slot_o(s_slot), .s_pool_o(s_pool), .s_ring_slots_o(s_ring_slots),
    .r_group_i(r_group), .r_ring_slots_o(r_ring_slots),
    .c_group_i(c_group), .c_addr_o(c_addr), .c_lap_o(c_lap), .c_written_i(c_written),
    .fail_i(fail), .fail_group_i(fail_group), .fail_status_i(fail_status), .fail_rank_i(fail_rank),
    .failing_o(failing), .told_i(told), .x_group_i(x_group), .x_status_o(x_status), .x_rank_o(x_rank),
    .begun_i(begun), .begun_group_i(begun_group), .ended_i(ended), .ended_group_i(ended_group),
    .pick_i({nodes_pick, fetch_pick}), .quiet_o(quiet)
  );

  logic              h_en, ra_en, rf_en, rs_en, rr_en;
  logic [EntryW-1:0] h_addr, ra_addr, rf_addr, rs_addr, rr_addr;
  sumac_pkg::head_t  h_data;
  logic [3:0]        ra_index, rf_index, rs_index, rr_index;
  sumac_pkg::route_in_t  ra_in, rf_in;
  sumac_pkg::route_out_t ra_out, rs_out, rr_out;

  sumac_routes #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .Rings(Rings), .Routes(Routes)
  ) u_routes (
    .clk_i, .rst_i, .live_i(live), .reset_i(group_reset),
    .w_en_i(rt_w), .w_group_i(rt_group), .w_route_i(rt_route), .w_word_i(rt_word), .w_data_i(rt_data),
    .w_status_o(rt_status), .w_ring_o(rt_ring), .w_fits_i(rt_fits), .c_index_o(rt_ch_index), .c_mine_i(rt_ch_mine),
    .h_en_i(h_en), .h_addr_i(h_addr), .h_data_o(h_data),
    .a_en_i(ra_en), .a_addr_i(ra_addr), .a_index_i(ra_index), .a_in_o(ra_in), .a_out_o(ra_out),
    .f_en_i(rf_en), .f_addr_i(rf_addr), .f_index_i(rf_index), .f_in_o(rf_in),
    .s_en_i(rs_en), .s_addr_i(rs_addr), .s_index_i(rs_index), .s_out_o(rs_out),
    .r_en_i(rr_en), .r_addr_i(rr_addr), .r_index_i(rr_index), .r_out_o(rr_out)
  );

  // ---------------------------------------------------------------- descriptor fetch
  logic              push_desc_valid, push_desc_ready;
  logic [511:0]      push_desc;
  logic [GroupW-1:0] push_group;
  logic [63:0]       push_rung;

  sumac_push #(.Groups(Groups)) u_push (
    .clk_i, .rst_i, .w_en_i(g_w && g_reg[8:6] == sumac_pkg::REG_G_PUSH[8:6]), .w_group_i(g_group), .w_word_i(g_reg[5:2]),
    .w_data_i(g_data), .commit_i(pushed), .rung_i(now_i), .busy_o(push_busy),
    .desc_valid_o(push_desc_valid), .desc_ready_i(push_desc_ready), .desc_o(push_desc), .desc_group_o(push_group),
    .desc_rung_o(push_rung)
  );

  logic              fetch_job_valid, fetch_job_ready, desc_valid;
  sumac_pkg::rd_t    fetch_job;
  logic [511:0]      desc;
  logic              acc_valid, acc_seen;
  sumac_pkg::acc_t   acc;
  sumac_pkg::start_t start;
  logic [NodeW-1:0]  ref_node, node_free_node, c_told_node, flush_node;
  logic [7:0]        ref_status;
  logic              ref_valid, ref_ready, fetch_err_valid, fetch_err_ready, node_free, c_told, flush_busy, flush_valid,
      flush_ready, refused;
  logic [GroupW-1:0] fetch_err_group;
  logic              fetch_pick, fetch_moved, fetch_idle;

  sumac_fetch #(
    .Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .Routes(Routes), .Fetches(Fetches),
    .TestOps(TestOps)
  ) u_fetch (
    .clk_i, .rst_i, .open_i(open), .reset_i(group_reset), .pending_i(pending),
    .fetch_group_o(fetch_group), .fetch_addr_i(fetch_addr), .fetch_rung_i(fetch_rung), .fetched_o(fetched),
    .room_group_i(g_group), .room_o(push_room), .push_valid_i(push_desc_valid), .push_ready_o(push_desc_ready),
    .push_desc_i(push_desc), .push_group_i(push_group), .push_rung_i(push_rung),
    .accept_group_o(accept_group), .accept_slot_i(accept_slot),
    .job_valid_o(fetch_job_valid), .job_ready_i(fetch_job_ready), .job_o(fetch_job),
    .desc_valid_i(desc_valid), .desc_data_i(desc), .desc_error_i(rd_done.error),
    .src_window_o(src_window), .src_offset_o(src_offset), .dst_window_o(dst_window), .dst_offset_o(dst_offset),
    .bytes_o(desc_bytes), .src_open_i(src_open), .src_inside_i(src_inside), .src_addr_i(src_addr),
    .dst_open_i(dst_open), .dst_inside_i(dst_inside), .dst_addr_i(dst_addr),
    .h_en_o(h_en), .h_addr_o(h_addr), .h_data_i(h_data), .a_en_o(ra_en), .a_addr_o(ra_addr), .a_index_o(ra_index),
    .a_in_i(ra_in), .a_out_i(ra_out),
    .open_valid_i(cfg_done && ch_open), .open_ready_o(fetch_open_ready), .open_index_i(ch_index),
    .start_o(start), .acc_valid_o(acc_valid), .acc_seen_o(acc_seen), .acc_o(acc),
    .ref_valid_o(ref_valid), .ref_ready_i(ref_ready), .ref_node_o(ref_node), .ref_status_o(ref_status),
    .err_valid_o(fetch_err_valid), .err_ready_i(fetch_err_ready), .err_group_o(fetch_err_group),
    .free_i(node_free), .free_node_i(node_free_node), .told_i(c_told), .told_node_i(c_told_node),
    .busy_node_i(flush_node), .busy_o(flush_busy), .flush_i(flush_valid && flush_ready),
    .pick_o(fetch_pick), .moved_o(fetch_moved), .idle_o(fetch_idle),
    .begun_o(begun[0]), .begun_group_o(begun_group[0+:GroupW]), .refused_o(refused)
  );
  // A descriptor is in flight until it is accepted, or until its refusal is a completion that has begun.
  logic              taken_q;
  logic [GroupW-1:0] taken_group_q;
  always_ff @(posedge clk_i) begin
    taken_q       <= !rst_i && (acc_valid || refused);
    taken_group_q <= acc.node[IdxW+:GroupW];
  end
  assign ended[3]                      = taken_q;
  assign ended_group[3*GroupW+:GroupW] = taken_group_q;

  // ---------------------------------------------------------------- nodes
  logic [ChanW-1:0]   f_ch_index, s_ch_index, r_ch_index, release_index;
  logic [31:0]        f_rcv_nxt, s_lim, r_una;
  logic [AddrW-1:0]   f_ch_pool;
  logic [3:0]         f_ch_own_slots;
  logic [15:0]        f_ch_rank;
  logic [ChSlotW-1:0] info_slot;
  logic               info_first, release_slot;
  logic [31:0]        info_word;
  logic [15:0]        info_bytes;
  logic               rd_valid, rd_ready, rd_done_valid, operand_done;
  sumac_pkg::rd_t     rd;
  sumac_pkg::rd_done_t rd_done;
  logic               pass_valid, pass_ready, pass_copy, pass_last, pass_done, pass_done_last;
  logic [AddrW-1:0]   pass_left, pass_right, pass_dst;
  logic [BeatW-1:0]   pass_beats;
  logic [3:0]         pass_op;
  logic [7:0]         pass_type;
  logic               wr_valid, wr_ready, wr_done_valid;
  sumac_pkg::wr_t     wr;
  sumac_pkg::wr_done_t wr_done;
  logic               send_valid, send_ready;
  sumac_pkg::tx_t     send;
  logic               differ_valid, differ_ready, sum_w, node_end;
  logic [GroupW-1:0]  differ_group;
  logic [15:0]        differ_rank;
  logic [NodeW-1:0]   sum_node, node_end_node;
  logic [31:0]        sum;
  logic [3:0]         nodes_pick;
  logic               nodes_moved, nodes_idle;

  sumac_nodes #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots)
  ) u_nodes (
    .clk_i, .rst_i, .open_i(open), .reset_i(group_reset),
    .acc_valid_i(acc_valid), .acc_i(acc), .start_i(start),
    .a_group_o(a_group), .a_slot_i(a_slot), .a_pool_i(a_pool), .a_ring_slots_i(a_ring_slots),
    .f_group_o(f_group), .f_slot_i(f_slot), .f_pool_i(f_pool), .f_ring_slots_i(f_ring_slots),
    .s_group_o(s_group), .s_slot_i(s_slot), .s_pool_i(s_pool), .s_ring_slots_i(s_ring_slots),
    .r_group_o(r_group), .r_ring_slots_i(r_ring_slots),
    .f_rt_en_o(rf_en), .f_rt_addr_o(rf_addr), .f_rt_index_o(rf_index), .f_rt_in_i(rf_in),
    .s_rt_en_o(rs_en), .s_rt_addr_o(rs_addr), .s_rt_index_o(rs_index), .s_rt_out_i(rs_out),
    .r_rt_en_o(rr_en), .r_rt_addr_o(rr_addr), .r_rt_index_o(rr_index), .r_rt_out_i(rr_out),
    .ch_reset_i(cfg_done && ch_open), .ch_reset_index_i(ch_index),
    .f_ch_index_o(f_ch_index), .f_ch_rcv_nxt_i(f_rcv_nxt), .f_ch_pool_i(f_ch_pool),
    .f_ch_own_slots_i(f_ch_own_slots), .f_ch_rank_i(f_ch_rank), .info_slot_o(info_slot), .info_first_i(info_first),
    .info_word_i(info_word), .info_bytes_i(info_bytes),
    .s_ch_index_o(s_ch_index), .s_ch_lim_i(s_lim), .blocked_index_i(w_ch_index), .blocked_o(w_ch_blocked),
    .r_ch_index_o(r_ch_index), .r_ch_una_i(r_una),
    .release_o(release_slot), .release_index_o(release_index),
    .rd_valid_o(rd_valid), .rd_ready_i(rd_ready), .rd_o(rd), .rd_done_valid_i(operand_done && !rd_done.error), .rd_done_i(rd_done),
    .pass_valid_o(pass_valid), .pass_ready_i(pass_ready), .pass_left_o(pass_left), .pass_right_o(pass_right),
    .pass_dst_o(pass_dst), .pass_beats_o(pass_beats), .pass_op_o(pass_op), .pass_type_o(pass_type),
    .pass_copy_o(pass_copy), .pass_last_o(pass_last), .passed_i(pass_done && pass_done_last),
    .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_o(wr), .wr_done_valid_i(wr_done_valid && !wr_done.cpl), .wr_done_i(wr_done),
    .tx_valid_o(send_valid), .tx_ready_i(send_ready), .tx_o(send),
    .differ_valid_o(differ_valid), .differ_ready_i(differ_ready), .differ_group_o(differ_group),
    .differ_rank_o(differ_rank),
    .sum_w_o(sum_w), .sum_node_o(sum_node), .sum_o(sum), .end_o(node_end), .end_node_o(node_end_node),
    .node_free_o(node_free), .node_free_node_o(node_free_node),
    .begun_o(begun[3:1]), .begun_group_o(begun_group[GroupW+:3*GroupW]), .ended_o(ended[0]),
    .ended_group_o(ended_group[0+:GroupW]), .pick_o(nodes_pick), .moved_o(nodes_moved), .idle_o(nodes_idle)
  );

  // ---------------------------------------------------------------- DMA read: descriptors first, then operands
  logic              rd_job_valid, rd_job_ready, rd_idle, rd_beat;
  sumac_pkg::rd_t    rd_job;
  logic              dma_w_valid, dma_w_ready;
  logic [AddrW-1:0]  dma_w_addr;
  logic [511:0]      dma_w_data;

  sumac_merge #(.Width(sumac_pkg::RD_W)) u_rd_jobs (
    .clk_i, .rst_i,
    .a_valid_i(fetch_job_valid), .a_ready_o(fetch_job_ready), .a_data_i(fetch_job),
    .b_valid_i(rd_valid), .b_ready_o(rd_ready), .b_data_i(rd),
    .out_valid_o(rd_job_valid), .out_ready_i(rd_job_ready), .out_data_o(rd_job)
  );
  assign operand_done                    = rd_done_valid && !rd_done.desc;
  assign ended[1]                        = operand_done;
  assign ended_group[GroupW+:GroupW]     = rd_done.ring[RingIdW+:GroupW];

  sumac_dma_rd #(
    .PoolBeats(PoolBeats), .ReadsInFlight(ReadsInFlight), .Groups(Groups), .Rings(Rings), .RingSlots(RingSlots)
  ) u_dma_rd (
    .clk_i, .rst_i,
    .job_valid_i(rd_job_valid), .job_ready_o(rd_job_ready), .job_i(rd_job), .done_valid_o(rd_done_valid), .done_o(rd_done),
    .desc_valid_o(desc_valid), .desc_data_o(desc), .beat_o(rd_beat), .idle_o(rd_idle),
    .w_valid_o(dma_w_valid), .w_ready_i(dma_w_ready), .w_addr_o(dma_w_addr), .w_data_o(dma_w_data),
    .arvalid_o(m_axi_arvalid_o), .arready_i(m_axi_arready_i), .araddr_o(m_axi_araddr_o), .arlen_o(m_axi_arlen_o),
    .rvalid_i(m_axi_rvalid_i), .rready_o(m_axi_rready_o), .rdata_i(m_axi_rdata_i), .rresp_i(m_axi_rresp_i),
    .rlast_i(m_axi_rlast_i)
  );

  // ---------------------------------------------------------------- packet memory
  logic             rx_w_valid, cmb_w_valid, cmb_w_ready;
  logic [AddrW-1:0] rx_w_addr, cmb_w_addr;
  logic [511:0]     rx_w_data, cmb_w_data;
  logic             tx_r_valid, tx_r_ready, tx_d_valid, l_r_valid, l_r_ready, l_d_valid, r_r_valid, r_r_ready, r_d_valid;
  logic             dma_r_valid, dma_r_ready, dma_d_valid;
  logic [AddrW-1:0] tx_r_addr, l_r_addr, r_r_addr, dma_r_addr;
  logic [511:0]     tx_d_data, l_d_data, r_d_data, dma_d_data;

  sumac_pool #(.PoolBeats(PoolBeats), .Banks(PoolBanks)) u_pool (
    .clk_i, .rst_i,
    .rx_w_valid_i(rx_w_valid), .rx_w_addr_i(rx_w_addr), .rx_w_data_i(rx_w_data),
    .cmb_w_valid_i(cmb_w_valid), .cmb_w_ready_o(cmb_w_ready), .cmb_w_addr_i(cmb_w_addr), .cmb_w_data_i(cmb_w_data),
    .dma_w_valid_i(dma_w_valid), .dma_w_ready_o(dma_w_ready), .dma_w_addr_i(dma_w_addr), .dma_w_data_i(dma_w_data),
    .tx_r_valid_i(tx_r_valid), .tx_r_ready_o(tx_r_ready), .tx_r_addr_i(tx_r_addr), .tx_d_valid_o(tx_d_valid),
    .tx_d_data_o(tx_d_data),
    .cmb_l_r_valid_i(l_r_valid), .cmb_l_r_ready_o(l_r_ready), .cmb_l_r_addr_i(l_r_addr),
    .cmb_l_d_valid_o(l_d_valid), .cmb_l_d_data_o(l_d_data),
    .cmb_r_r_valid_i(r_r_valid), .cmb_r_r_ready_o(r_r_ready), .cmb_r_r_addr_i(r_r_addr),
    .cmb_r_d_valid_o(r_d_valid), .cmb_r_d_data_o(r_d_data),
    .dma_r_valid_i(dma_r_valid), .dma_r_ready_o(dma_r_ready), .dma_r_addr_i(dma_r_addr),
    .dma_d_valid_o(dma_d_valid), .dma_d_data_o(dma_d_data)
  );

  // ---------------------------------------------------------------- combine
  logic combined, combine_bad, combine_idle;

  sumac_combine #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .TagW(1), .TestOps(TestOps)) u_combine (
    .clk_i, .rst_i,
    .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .pass_left_i(pass_left), .pass_right_i(pass_right),
    .pass_dst_i(pass_dst), .pass_beats_i(pass_beats), .pass_op_i(pass_op), .pass_type_i(pass_type),
    .pass_copy_i(pass_copy), .pass_tag_i(pass_last),
    .done_valid_o(pass_done), .done_tag_o(pass_done_last), .combined_o(combined), .bad_o(combine_bad),
    .idle_o(combine_idle),
    .l_r_valid_o(l_r_valid), .l_r_ready_i(l_r_ready), .l_r_addr_o(l_r_addr), .l_d_valid_i(l_d_valid),
    .l_d_data_i(l_d_data),
    .r_r_valid_o(r_r_valid), .r_r_ready_i(r_r_ready), .r_r_addr_o(r_r_addr), .r_d_valid_i(r_d_valid),
    .r_d_data_i(r_d_data),
    .w_valid_o(cmb_w_valid), .w_ready_i(cmb_w_ready), .w_addr_o(cmb_w_addr), .w_data_o(cmb_w_data)
  );

  // ---------------------------------------------------------------- transmit: what the sweep asks for, what goes again, and
  // what nodes send (R8)
  logic              ask_valid, ask_ready, go_valid, go_ready, again_valid, again_ready, again_busy, queued_valid, may_go,
                     new_valid, new_ready, new_offered_q, tx_job_valid, tx_job_ready, tx_take, tx_done, tx_idle, tx_packet,
                     tx_chunk;
  sumac_pkg::tx_t    ask, go_job, again, queued, tx_job;
  logic [ChanW-1:0]  tx_ch_index, due_index, told_index, g_ch_index;
  logic [31:0]       told_limit, g_una, w_nxt;
  logic              g_open;
  logic [GroupW-1:0] g_of_group, tx_done_group;
  logic              due_valid, due_ready, due_reply, limit_told, tx_ch_read, ch_opens;
  sumac_pkg::tx_ch_t tx_ch;

  // New chunks wait here, where what goes again and what the sweep asks for passes them by. While chunks wait to go again no
  // new one is taken, but for one that has been offered.
  sumac_fifo #(.Width(sumac_pkg::TX_W), .Depth(TxJobs), .Bypass(1'b1)) u_tx_new (
    .clk_i, .rst_i, .in_valid_i(send_valid), .in_ready_o(send_ready), .in_data_i(send),
    .out_valid_o(queued_valid), .out_ready_i(new_ready && may_go), .out_data_o(queued)
  );
  assign may_go    = !again_busy || new_offered_q;
  assign new_valid = queued_valid && may_go;
  always_ff @(posedge clk_i) new_offered_q <= !rst_i && new_valid && !new_ready;

  sumac_merge #(.Width(sumac_pkg::TX_W)) u_tx_chunks (
    .clk_i, .rst_i, .a_valid_i(again_valid), .a_ready_o(again_ready), .a_data_i(again),
    .b_valid_i(new_valid), .b_ready_o(new_ready), .b_data_i(queued),
    .out_valid_o(go_valid), .out_ready_i(go_ready), .out_data_o(go_job)
  );
  sumac_merge #(.Width(sumac_pkg::TX_W)) u_tx_jobs (
    .clk_i, .rst_i, .a_valid_i(ask_valid), .a_ready_o(ask_ready), .a_data_i(ask),
    .b_valid_i(go_valid), .b_ready_o(go_ready), .b_data_i(go_job),
    .out_valid_o(tx_job_valid), .out_ready_i(tx_job_ready), .out_data_o(tx_job)
  );
  assign tx_take = tx_job_valid && tx_job_ready && tx_job.kind == sumac_pkg::KIND_DATA && !tx_job.again;

  sumac_resend #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots)) u_resend (
    .clk_i, .rst_i, .open_i(cfg_done && ch_open), .open_index_i(ch_index),
    .take_i(tx_take), .take_job_i(tx_job),
    .gap_i(back), .gap_index_i(heard_index), .gap_una_i(back_una),
    .probe_i(probes), .probe_index_i(swept.channel[ChanW-1:0]),
    .ch_index_o(g_ch_index), .ch_sends_i(g_open && !failed[g_of_group]), .ch_group_i(g_of_group), .ch_una_i(g_una),
    .nxt_index_i(w_ch_index), .nxt_o(w_nxt),
    .begun_o(begun[6]), .begun_group_o(begun_group[6*GroupW+:GroupW]), .ended_o(ended[5]),
    .ended_group_o(ended_group[5*GroupW+:GroupW]),
    .busy_o(again_busy), .job_valid_o(again_valid), .job_ready_i(again_ready), .job_o(again)
  );
  assign begun[5]                        = tx_job_valid && tx_job_ready && !tx_take;
  assign begun_group[5*GroupW+:GroupW]   = tx_job.group[GroupW-1:0];
  assign begun[7]                        = send_valid && send_ready;
  assign begun_group[7*GroupW+:GroupW]   = send.group[GroupW-1:0];
  assign ended[4]                        = tx_done;
  assign ended_group[4*GroupW+:GroupW]   = tx_done_group;

  sumac_tx #(
    .Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .SeqBits(SeqBits), .TxJobs(TxAhead), .Groups(Groups)
  ) u_tx (
    .clk_i, .rst_i, .own_mac_i(own_mac), .own_ip_i(own_ip),
    .job_valid_i(tx_job_valid), .job_ready_o(tx_job_ready), .job_i(tx_job),
    .done_o(tx_done), .done_group_o(tx_done_group),
    .due_valid_i(due_valid && !ch_opens), .due_ready_o(due_ready), .due_index_i(due_index), .due_reply_i(due_reply),
    .told_o(limit_told), .told_index_o(told_index), .told_limit_o(told_limit),
    .ch_read_o(tx_ch_read), .ch_index_o(tx_ch_index), .ch_i(tx_ch),
    .r_valid_o(tx_r_valid), .r_ready_i(tx_r_ready), .r_addr_o(tx_r_addr), .d_valid_i(tx_d_valid),
    .d_data_i(tx_d_data),
    .tx_tvalid_o(lo_tvalid), .tx_tready_i(lo_tready), .tx_tdata_o(lo_tdata), .tx_tkeep_o(lo_tkeep), .tx_tlast_o(lo_tlast),
    .idle_o(tx_idle), .packet_o(tx_packet), .chunk_o(tx_chunk)
  );

  // ---------------------------------------------------------------- loopback: packets to the own address stay inside
  logic         by_wire, lo_tvalid, lo_tready, lo_tlast, in_tvalid, in_tlast, in_tuser, loop_idle;
  logic [511:0] lo_tdata, in_tdata;
  logic [63:0]  lo_tkeep, in_tkeep;

  sumac_loop #(.SlotBeats(SlotBeats)) u_loop (
    .clk_i, .rst_i, .own_mac_i(own_mac), .wire_i(by_wire),
    .in_tvalid_i(lo_tvalid), .in_tready_o(lo_tready), .in_tdata_i(lo_tdata), .in_tkeep_i(lo_tkeep), .in_tlast_i(lo_tlast),
    .tx_tvalid_o, .tx_tready_i, .tx_tdata_o, .tx_tkeep_o, .tx_tlast_o,
    .rx_tvalid_i, .rx_tdata_i, .rx_tkeep_i, .rx_tlast_i, .rx_tuser_i,
    .out_tvalid_o(in_tvalid), .out_tdata_o(in_tdata), .out_tkeep_o(in_tkeep), .out_tlast_o(in_tlast), .out_tuser_o(in_tuser),
    .idle_o(loop_idle)
  );

  // ---------------------------------------------------------------- receive
  logic [ChanW-1:0]  rx_index, owe_index, heard_index, anew_index;
  logic [GroupW-1:0] abort_group;
  logic [Groups-1:0] rx_live;
  logic              rx_commit, rx_moved, owe, owe_now, owe_own, owe_reply, heard, news, back, abort, anew;
  logic [31:0]       back_una, abort_word;
  sumac_pkg::ch_t    rx_ch;
  sumac_pkg::commit_t rx_commit_data;

  sumac_rx #(
    .Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots), .SeqBits(SeqBits)
  ) u_rx (
    .clk_i, .rst_i, .rx_tvalid_i(in_tvalid), .rx_tdata_i(in_tdata), .rx_tkeep_i(in_tkeep), .rx_tlast_i(in_tlast),
    .rx_tuser_i(in_tuser), .w_valid_o(rx_w_valid), .w_addr_o(rx_w_addr), .w_data_o(rx_w_data),
    .ch_index_o(rx_index), .ch_i(rx_ch), .live_i(rx_live), .anew_i(anew), .anew_index_i(anew_index), .commit_o(rx_commit),
    .commit_data_o(rx_commit_data),
    .info_index_i(f_ch_index), .info_slot_i(info_slot), .info_first_o(info_first), .info_word_o(info_word),
    .info_bytes_o(info_bytes),
    .moved_o(rx_moved), .owe_o(owe), .owe_now_o(owe_now), .owe_own_o(owe_own), .owe_reply_o(owe_reply),
    .owe_index_o(owe_index), .heard_o(heard), .news_o(news), .back_o(back), .heard_index_o(heard_index),
    .back_una_o(back_una),
    .abort_o(abort), .abort_group_o(abort_group), .abort_word_o(abort_word), .count_o(rx_count)
  );

  // ---------------------------------------------------------------- channel table and acknowledgements
  logic [ChanW-1:0]  ack_ch_index, w_ch_index;
  logic              ack_idle, w_ch_open, w_ch_gap, w_ch_blocked;
  logic [GroupW-1:0] w_ch_group;
  logic [15:0]       w_ch_rank;
  logic [31:0]       w_una, w_lim;
  logic [31:0]       ack_limit;
  logic [3:0]        ack_own_slots;

  sumac_channels #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats)) u_channels (
    .clk_i, .rst_i, .live_i(live), .reset_i(group_reset),
    .cfg_valid_i(ch_valid && fetch_open_ready), .cfg_ready_o(cfg_ready), .cfg_fits_i(ch_fits), .cfg_status_o(ch_status),
    .cfg_open_i(ch_open), .cfg_index_i(ch_index),
    .cfg_group_i(ch_group), .cfg_rank_i(ch_rank), .cfg_peer_i(ch_peer), .cfg_class_i(ch_class), .cfg_mac_i(ch_mac),
    .cfg_ip_i(ch_ip), .cfg_pool_i(ch_pool), .cfg_own_slots_i(ch_own_slots), .cfg_peer_slots_i(ch_peer_slots),
    .cfg_slot_i(ch_slot), .cfg_key_i(ch_key),
    .rx_index_i(rx_index), .rx_o(rx_ch), .rx_live_o(rx_live), .anew_o(anew), .anew_index_o(anew_index), .commit_i(rx_commit),
    .commit_data_i(rx_commit_data),
    .opens_o(ch_opens), .tx_read_i(tx_ch_read), .tx_index_i(tx_ch_index), .tx_o(tx_ch),
    .g_index_i(g_ch_index), .g_open_o(g_open), .g_group_o(g_of_group), .g_una_o(g_una),
    .w_index_i(w_ch_index), .w_open_o(w_ch_open), .w_group_o(w_ch_group), .w_rank_o(w_ch_rank), .w_una_o(w_una),
    .w_lim_o(w_lim), .w_gap_o(w_ch_gap),
    .f_index_i(f_ch_index), .f_rcv_nxt_o(f_rcv_nxt), .f_pool_o(f_ch_pool), .f_own_slots_o(f_ch_own_slots),
    .f_rank_o(f_ch_rank), .s_index_i(s_ch_index), .s_lim_o(s_lim), .r_index_i(r_ch_index), .r_una_o(r_una),
    .c_group_i(rt_group[GroupW-1:0]), .c_index_i(rt_ch_index), .c_mine_o(rt_ch_mine),
    .release_i(release_slot), .release_index_i(release_index),
    .a_index_i(ack_ch_index), .a_limit_o(ack_limit), .a_own_slots_o(ack_own_slots)
  );

  sumac_ack #(.Channels(Channels), .AckCycles(AckCycles)) u_ack (
    .clk_i, .rst_i, .open_i(cfg_done), .open_index_i(ch_index), .open_limit_i(32'd1 << ch_own_slots),
    .owe_i(owe), .owe_now_i(owe_now), .owe_own_i(owe_own), .owe_reply_i(owe_reply), .owe_index_i(owe_index),
    .nak_i(nak), .nak_index_i(nak_index),
    .release_i(release_slot), .release_index_i(release_index),
    .busy_i(queued_valid), .told_i(limit_told), .told_index_i(told_index), .told_limit_i(told_limit),
    .ch_index_o(ack_ch_index), .ch_limit_i(ack_limit), .ch_own_slots_i(ack_own_slots),
    .due_valid_o(due_valid), .due_ready_i(due_ready && !ch_opens), .due_index_o(due_index), .reply_o(due_reply),
    .idle_o(ack_idle)
  );

  // ---------------------------------------------------------------- the sweep: what is due because time has passed
  logic              nak, swept_valid, swept_ready, probes, timeout, dead_valid, dead_ready;
  logic [ChanW-1:0]  nak_index;
  sumac_pkg::tx_t    swept;
  logic [GroupW-1:0] dead_group;
  logic [15:0]       dead_rank;

  sumac_sweep #(.Channels(Channels), .Groups(Groups), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)) u_sweep (
    .clk_i, .rst_i, .now_i, .open_i(cfg_done && ch_open), .open_index_i(ch_index),
    .heard_i(heard), .news_i(news), .aborted_i(abort), .heard_index_i(heard_index),
    .ch_index_o(w_ch_index), .ch_open_i(w_ch_open), .live_i(rx_live), .ch_group_i(w_ch_group), .ch_rank_i(w_ch_rank),
    .ch_una_i(w_una),
    .ch_lim_i(w_lim), .ch_gap_i(w_ch_gap), .ch_nxt_i(w_nxt), .ch_blocked_i(w_ch_blocked),
    .reset_i(group_reset), .failed_i(failed), .still_i(still), .settled_o(settled), .g_group_o(w_of_group),
    .g_closing_i(w_closing), .g_patience_i(w_patience), .g_status_i(w_failed_status), .g_rank_i(w_failed_rank),
    .nak_o(nak), .nak_index_o(nak_index), .ask_o(swept_valid), .room_i(swept_ready), .job_o(swept),
    .timeout_o(timeout), .dead_valid_o(dead_valid), .dead_ready_i(dead_ready), .dead_group_o(dead_group),
    .dead_rank_o(dead_rank), .wake_o
  );
  assign probes = swept_valid && swept.kind == sumac_pkg::KIND_PROBE;
  sumac_fifo #(.Width(sumac_pkg::TX_W), .Depth(4)) u_swept (
    .clk_i, .rst_i, .in_valid_i(swept_valid), .in_ready_o(swept_ready), .in_data_i(swept),
    .out_valid_o(ask_valid), .out_ready_i(ask_ready), .out_data_o(ask)
  );

  // ---------------------------------------------------------------- completion, and DMA write
  logic              cpl_job_valid, cpl_job_ready, c_idle;
  logic              wr_job_valid, wr_job_ready, wr_idle, wr_beat;
  sumac_pkg::wr_t    cpl_job, wr_job;

  sumac_complete #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings)) u_complete (
    .clk_i, .rst_i, .now_i,
    .acc_seen_i(acc_seen), .acc_i(acc), .sum_w_i(sum_w), .sum_node_i(sum_node), .sum_i(sum),
    .failing_i(~open | doubt), .end_i(node_end), .end_node_i(node_end_node),
    .wr_end_i(wr_done_valid && !wr_done.cpl && wr_done.last), .wr_done_i(wr_done),
    .ref_valid_i(ref_valid), .ref_ready_o(ref_ready), .ref_node_i(ref_node), .ref_status_i(ref_status),
    .flush_valid_i(flush_valid), .flush_ready_o(flush_ready), .flush_node_i(flush_node), .flush_status_i(x_status),
    .flush_rank_i(x_rank),
    .group_o(c_group), .addr_i(c_addr), .lap_i(c_lap), .written_o(c_written),
    .job_valid_o(cpl_job_valid), .job_ready_i(cpl_job_ready), .job_o(cpl_job),
    .told_o(c_told), .told_node_o(c_told_node), .idle_o(c_idle), .begun_o(begun[4])
  );
  assign begun_group[4*GroupW+:GroupW] = c_group;

  sumac_merge #(.Width(sumac_pkg::WR_W)) u_wr_jobs (
    .clk_i, .rst_i,
    .a_valid_i(cpl_job_valid), .a_ready_o(cpl_job_ready), .a_data_i(cpl_job),
    .b_valid_i(wr_valid), .b_ready_o(wr_ready), .b_data_i(wr),
    .out_valid_o(wr_job_valid), .out_ready_i(wr_job_ready), .out_data_o(wr_job)
  );
  assign ended[2]                      = wr_done_valid;
  assign ended_group[2*GroupW+:GroupW] = wr_done.ring[RingIdW+:GroupW];
  assign irq_o                         = (wr_done_valid && wr_done.cpl) || closed;

  sumac_dma_wr #(
    .PoolBeats(PoolBeats), .Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_dma_wr (
    .clk_i, .rst_i,
    .job_valid_i(wr_job_valid), .job_ready_o(wr_job_ready), .job_i(wr_job), .done_valid_o(wr_done_valid), .done_o(wr_done),
    .beat_o(wr_beat), .idle_o(wr_idle),
    .r_valid_o(dma_r_valid), .r_ready_i(dma_r_ready), .r_addr_o(dma_r_addr), .d_valid_i(dma_d_valid),
    .d_data_i(dma_d_data),
    .awvalid_o(m_axi_awvalid_o), .awready_i(m_axi_awready_i), .awaddr_o(m_axi_awaddr_o), .awlen_o(m_axi_awlen_o),
    .wvalid_o(m_axi_wvalid_o), .wready_i(m_axi_wready_i), .wdata_o(m_axi_wdata_o), .wstrb_o(m_axi_wstrb_o),
    .wlast_o(m_axi_wlast_o), .bvalid_i(m_axi_bvalid_i), .bready_o(m_axi_bready_o), .bresp_i(m_axi_bresp_i)
  );

  // ---------------------------------------------------------------- failure
  logic host_fail, dma_fail, failure_idle;
  assign host_fail = g_w && {7'd0, g_reg} == sumac_pkg::REG_G_FAIL;
  assign dma_fail  = (operand_done && rd_done.error) || (wr_done_valid && wr_done.error);

  sumac_failure #(.Groups(Groups), .Nodes(Nodes)) u_failure (
    .clk_i, .rst_i,
    .host_i(host_fail), .host_group_i(g_group), .host_word_i(g_data),
    .abort_i(abort), .abort_group_i(abort_group), .abort_word_i(abort_word),
    .dead_valid_i(dead_valid), .dead_ready_o(dead_ready), .dead_group_i(dead_group), .dead_rank_i(dead_rank),
    .differ_valid_i(differ_valid), .differ_ready_o(differ_ready), .differ_group_i(differ_group),
    .differ_rank_i(differ_rank),
    .fetch_valid_i(fetch_err_valid), .fetch_ready_o(fetch_err_ready), .fetch_group_i(fetch_err_group),
    .rd_i(operand_done && rd_done.error), .rd_group_i(rd_done.ring[RingIdW+:GroupW]),
    .wr_i(wr_done_valid && wr_done.error), .wr_group_i(wr_done.ring[RingIdW+:GroupW]),
    .fail_o(fail), .fail_group_o(fail_group), .fail_status_o(fail_status), .fail_rank_o(fail_rank),
    .doubt_o(doubt), .failing_i(failing), .told_o(told), .group_o(x_group),
    .pick_i({nodes_pick, fetch_pick}),
    .flush_valid_o(flush_valid), .flush_ready_i(flush_ready), .flush_node_o(flush_node), .flush_busy_i(flush_busy),
    .idle_o(failure_idle)
  );

  // ---------------------------------------------------------------- counters
  always_comb begin
    count                               = rx_count;
    count[sumac_pkg::CNT_DESCRIPTORS]   = acc_valid;
    count[sumac_pkg::CNT_REFUSED]       = refused;
    count[sumac_pkg::CNT_COMPLETIONS]   = wr_done_valid && wr_done.cpl;
    count[sumac_pkg::CNT_COMBINES]      = combined;
    count[sumac_pkg::CNT_TX_PACKETS]    = tx_packet;
    count[sumac_pkg::CNT_TX_CHUNKS]     = tx_chunk;
    count[sumac_pkg::CNT_READ_BEATS]    = rd_beat;
    count[sumac_pkg::CNT_WRITE_BEATS]   = wr_beat;
    count[sumac_pkg::CNT_BUS_ERRORS]    = dma_fail || (fetch_err_valid && fetch_err_ready);
    count[sumac_pkg::CNT_RESENT]        = tx_job_valid && tx_job_ready && tx_job.again;
    count[sumac_pkg::CNT_NAKS]          = nak;
    count[sumac_pkg::CNT_PROBES]        = probes;
    count[sumac_pkg::CNT_TIMEOUTS]      = timeout;
    count[sumac_pkg::CNT_DEAD]          = dead_valid && dead_ready;
  end

  // ---------------------------------------------------------------- sleep
  // The stages poll what they wait for. When nothing has moved for as long as it takes them to look at everything once, and the
  // sweep twice, nothing will until something comes in, or the sweep's time has come.
  localparam int LookCycles  = 16 * Groups * Rings, SweepCycles = 2 * Channels;
  localparam int QuietCycles = (LookCycles > SweepCycles ? LookCycles : SweepCycles) + 64;
  localparam int QuietW      = $clog2(QuietCycles + 1);
  logic [QuietW-1:0] quiet_q;
  logic              moves;

  assign moves = nodes_moved || fetch_moved || rx_moved || release_slot || rd_done_valid || wr_done_valid || pass_done || c_written
                 || cfg_done || g_w || win_w || rt_w || fail || told || tx_packet || combine_bad || in_tvalid || rx_tvalid_i
                 || swept_valid || nak || ask_valid || again_busy || closed || now_i >= wake_o
                 || s_axil_awvalid_i || s_axil_arvalid_i || m_axi_rvalid_i || m_axi_bvalid_i;
  always_ff @(posedge clk_i) begin
    if (rst_i || moves) quiet_q <= '0;
    else if (32'(quiet_q) != QuietCycles) quiet_q <= quiet_q + QuietW'(1);
  end
  assign idle_o = 32'(quiet_q) == QuietCycles && !moves && csr_idle && fetch_idle && nodes_idle && rd_idle && wr_idle
                  && combine_idle && !queued_valid && tx_idle && loop_idle && ack_idle && c_idle && failure_idle && quiet;
  // Acknowledgements that are owed keep the NIC awake.
endmodule
