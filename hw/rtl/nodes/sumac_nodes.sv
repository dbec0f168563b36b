// The nodes: what becomes of an accepted descriptor. Wiring only, in the order in which a chunk passes: alloc gives it a
// result slot and fetches the local operand, fold waits for its inputs and combines them, release gives the inputs' slots back,
// send takes the result to its outputs, reap frees the slot when all outputs have it.
module sumac_nodes #(
  parameter int FanIn        = sumac_pkg::DefFanIn,
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int Nodes        = sumac_pkg::DefNodes,
  parameter int Rings        = sumac_pkg::DefRings,
  parameter int RingSlots    = sumac_pkg::DefRingSlots,
  parameter int Routes       = sumac_pkg::DefRoutes,
  parameter int SlotBeats    = sumac_pkg::DefSlotBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  localparam int GroupW      = $clog2(Groups),
  localparam int ChanW       = $clog2(Channels),
  localparam int AddrW       = $clog2(PoolBeats),
  localparam int IdxW        = $clog2(Nodes),
  localparam int NodeW       = GroupW + IdxW,
  localparam int RingIdW     = $clog2(Rings),
  localparam int RingW       = GroupW + RingIdW,
  localparam int SlotW       = $clog2(RingSlots),
  localparam int EntryW      = GroupW + $clog2(Routes),
  localparam int ChSlotW     = $clog2(ChannelSlots),
  localparam int BeatW       = $clog2(SlotBeats + 1),
  localparam int InfoW       = IdxW + 32 + 16 + 2 + 4
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic [Groups-1:0]  open_i,
  input  logic [Groups-1:0]  reset_i,
  // an accepted node
  input  logic               acc_valid_i,
  input  sumac_pkg::acc_t    acc_i,
  input  sumac_pkg::start_t  start_i,
  // groups' layouts
  output logic [GroupW-1:0]  a_group_o,
  input  sumac_pkg::layout_t a_layout_i,
  output logic [GroupW-1:0]  f_group_o,
  input  sumac_pkg::layout_t f_layout_i,
  output logic [GroupW-1:0]  s_group_o,
  input  sumac_pkg::layout_t s_layout_i,
  output logic [GroupW-1:0]  r_group_o,
  input  logic [3:0]         r_ring_slots_i,
  // routes
  output logic               f_rt_en_o,
  output logic [EntryW-1:0]  f_rt_addr_o,
  output logic [3:0]         f_rt_index_o,
  input  sumac_pkg::route_in_t f_rt_in_i,
  output logic               s_rt_en_o,
  output logic [EntryW-1:0]  s_rt_addr_o,
  output logic [3:0]         s_rt_index_o,
  input  sumac_pkg::route_out_t s_rt_out_i,
  output logic               r_rt_en_o,
  output logic [EntryW-1:0]  r_rt_addr_o,
  output logic [3:0]         r_rt_index_o,
  input  sumac_pkg::route_out_t r_rt_out_i,
  // channels
  input  logic               ch_reset_i,     // a channel is opened
  input  logic [ChanW-1:0]   ch_reset_index_i,
  output logic [ChanW-1:0]   f_ch_index_o,
  input  sumac_pkg::input_t  f_ch_i,
  output logic [ChSlotW-1:0] info_slot_o,
  input  sumac_pkg::chunk_t  info_i,
  output logic [ChanW-1:0]   s_ch_index_o,
  input  logic [31:0]        s_ch_lim_i,
  input  logic [ChanW-1:0]   blocked_index_i,
  output logic               blocked_o,
  output logic [ChanW-1:0]   r_ch_index_o,
  input  logic [31:0]        r_ch_una_i,
  output logic               release_o,
  output logic [ChanW-1:0]   release_index_o,
  // DMA read
  output logic               rd_valid_o,
  input  logic               rd_ready_i,
  output sumac_pkg::rd_t     rd_o,
  input  logic               rd_done_valid_i,
  input  sumac_pkg::rd_done_t rd_done_i,
  // passes
  output logic               pass_valid_o,
  input  logic               pass_ready_i,
  output logic [AddrW-1:0]   pass_left_o,
  output logic [AddrW-1:0]   pass_right_o,
  output logic [AddrW-1:0]   pass_dst_o,
  output logic [BeatW-1:0]   pass_beats_o,
  output logic [3:0]         pass_op_o,
  output logic [7:0]         pass_type_o,
  output logic               pass_copy_o,
  output logic               pass_last_o,
  input  logic               passed_i,
  // DMA write
  output logic               wr_valid_o,
  input  logic               wr_ready_i,
  output sumac_pkg::wr_t     wr_o,
  input  logic               wr_done_valid_i,
  input  sumac_pkg::wr_done_t wr_done_i,
  // transmit
  output logic               tx_valid_o,
  input  logic               tx_ready_i,
  output sumac_pkg::tx_t     tx_o,
  // the ranks disagree
  output logic               differ_valid_o,
  input  logic               differ_ready_i,
  output sumac_pkg::fault_t  differ_o,
  // completion
  output logic               sum_w_o,
  output logic [NodeW-1:0]   sum_node_o,
  output logic [31:0]        sum_o,
  output logic               end_o,
  output logic [NodeW-1:0]   end_node_o,
  output logic               node_free_o,
  output logic [NodeW-1:0]   node_free_node_o,
  // begun: alloc's reads, fold's chunks, send's writes; ended: folded chunks
  output logic [2:0]          begun_o,
  output logic [3*GroupW-1:0] begun_group_o,
  output logic                ended_o,
  output logic [GroupW-1:0]   ended_group_o,
  output logic [3:0]          pick_o,      // alloc, fold, send, reap are between two pieces of work
  output logic                moved_o,     // a pulse: some stage did something
  output logic                idle_o
);
  logic             give_a, give_a_dma;
  logic [RingW-1:0] give_a_ring;
  logic [SlotW-1:0] give_a_slot;
  logic [InfoW-1:0] give_a_info;
  logic [47:0]      give_a_offset;
  logic             free;
  logic [RingW-1:0] free_ring;
  logic             a_moved, f_moved, s_moved, r_moved;

  sumac_node_alloc #(
    .Groups(Groups), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_alloc (
    .clk_i, .rst_i, .open_i, .reset_i,
    .acc_valid_i, .acc_i,
    .group_o(a_group_o), .slot_i(a_layout_i.slot), .pool_i(a_layout_i.pool[AddrW-1:0]),
    .ring_slots_i(a_layout_i.ring_slots),
    .free_i(free), .free_ring_i(free_ring),
    .job_valid_o(rd_valid_o), .job_ready_i(rd_ready_i), .job_o(rd_o),
    .give_o(give_a), .give_ring_o(give_a_ring), .give_slot_o(give_a_slot), .give_dma_o(give_a_dma),
    .give_info_o(give_a_info), .give_offset_o(give_a_offset),
    .pick_o(pick_o[0]), .moved_o(a_moved), .begun_o(begun_o[0]), .begun_group_o(begun_group_o[0+:GroupW])
  );

  logic             fold_valid, fold_ready, fold_ends, fold_passes, input_valid, input_room;
  logic [RingW-1:0] fold_ring;
  logic [SlotW-1:0] fold_slot;
  logic [InfoW-1:0] fold_info;
  logic [ChanW-1:0] input_channel;

  sumac_node_fold #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots)
  ) u_fold (
    .clk_i, .rst_i, .open_i, .reset_i,
    .acc_valid_i, .acc_i, .start_i,
    .give_i(give_a), .give_ring_i(give_a_ring), .give_slot_i(give_a_slot), .give_dma_i(give_a_dma),
    .give_info_i(give_a_info), .dma_done_i(rd_done_valid_i),
    .dma_ring_i(rd_done_i.ring[RingW-1:0]), .dma_slot_i(rd_done_i.slot[SlotW-1:0]),
    .ch_reset_i, .ch_reset_index_i,
    .group_o(f_group_o), .slot_i(f_layout_i.slot), .pool_i(f_layout_i.pool[AddrW-1:0]),
    .ring_slots_i(f_layout_i.ring_slots),
    .rt_en_o(f_rt_en_o), .rt_addr_o(f_rt_addr_o), .rt_index_o(f_rt_index_o), .rt_in_i(f_rt_in_i),
    .ch_index_o(f_ch_index_o), .ch_i(f_ch_i), .info_slot_o, .info_i,
    .pass_valid_o, .pass_ready_i, .pass_left_o, .pass_right_o, .pass_dst_o, .pass_beats_o, .pass_op_o, .pass_type_o,
    .pass_copy_o, .pass_last_o,
    .fold_valid_o(fold_valid), .fold_ready_i(fold_ready), .fold_ring_o(fold_ring), .fold_slot_o(fold_slot),
    .fold_info_o(fold_info), .fold_ends_o(fold_ends), .fold_passes_o(fold_passes),
    .input_valid_o(input_valid), .input_channel_o(input_channel), .input_room_i(input_room),
    .fail_valid_o(differ_valid_o), .fail_ready_i(differ_ready_i), .fail_o(differ_o),
    .sum_w_o, .sum_node_o, .sum_o,
    .pick_o(pick_o[1]), .moved_o(f_moved), .begun_o(begun_o[1]), .begun_group_o(begun_group_o[GroupW+:GroupW])
  );

  logic             give_r;
  logic [RingW-1:0] give_r_ring;
  logic [SlotW-1:0] give_r_slot;
  logic [InfoW-1:0] give_r_info;

  sumac_node_release #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_release (
    .clk_i, .rst_i,
    .fold_valid_i(fold_valid), .fold_ready_o(fold_ready), .fold_ring_i(fold_ring), .fold_slot_i(fold_slot),
    .fold_info_i(fold_info), .fold_ends_i(fold_ends), .fold_passes_i(fold_passes),
    .input_valid_i(input_valid), .input_channel_i(input_channel), .input_room_o(input_room),
    .passed_i, .release_o, .release_index_o,
    .give_o(give_r), .give_ring_o(give_r_ring), .give_slot_o(give_r_slot), .give_info_o(give_r_info),
    .end_o, .end_node_o, .ended_o, .ended_group_o, .idle_o
  );

  logic             sent;
  logic [RingW-1:0] sent_ring;
  logic [SlotW-1:0] sent_slot;
  logic [InfoW-1:0] sent_info;

  sumac_node_send #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes)
  ) u_send (
    .clk_i, .rst_i, .open_i, .reset_i,
    .acc_valid_i, .acc_i, .start_i, .ch_reset_i, .ch_reset_index_i,
    .place_i(give_a), .place_ring_i(give_a_ring), .place_slot_i(give_a_slot), .place_offset_i(give_a_offset),
    .give_i(give_r), .give_ring_i(give_r_ring), .give_slot_i(give_r_slot), .give_info_i(give_r_info),
    .group_o(s_group_o), .slot_i(s_layout_i.slot), .pool_i(s_layout_i.pool[AddrW-1:0]),
    .ring_slots_i(s_layout_i.ring_slots),
    .rt_en_o(s_rt_en_o), .rt_addr_o(s_rt_addr_o), .rt_index_o(s_rt_index_o), .rt_out_i(s_rt_out_i),
    .ch_index_o(s_ch_index_o), .ch_lim_i(s_ch_lim_i), .blocked_index_i, .blocked_o,
    .wr_valid_o, .wr_ready_i, .wr_o,
    .tx_valid_o, .tx_ready_i, .tx_o,
    .sent_o(sent), .sent_ring_o(sent_ring), .sent_slot_o(sent_slot), .sent_info_o(sent_info),
    .pick_o(pick_o[2]), .moved_o(s_moved), .begun_o(begun_o[2]), .begun_group_o(begun_group_o[2*GroupW+:GroupW])
  );

  sumac_node_reap #(
    .Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots), .Routes(Routes)
  ) u_reap (
    .clk_i, .rst_i, .open_i, .reset_i,
    .acc_valid_i, .acc_i, .start_i,
    .sent_i(sent), .sent_ring_i(sent_ring), .sent_slot_i(sent_slot), .sent_info_i(sent_info),
    .wr_begun_i(wr_valid_o && wr_ready_i), .wr_begun_ring_i(wr_o.ring[RingW-1:0]), .wr_begun_slot_i(wr_o.slot[SlotW-1:0]),
    .wr_done_i(wr_done_valid_i), .wr_done_ring_i(wr_done_i.ring[RingW-1:0]), .wr_done_slot_i(wr_done_i.slot[SlotW-1:0]),
    .group_o(r_group_o), .ring_slots_i(r_ring_slots_i),
    .rt_en_o(r_rt_en_o), .rt_addr_o(r_rt_addr_o), .rt_index_o(r_rt_index_o), .rt_out_i(r_rt_out_i),
    .ch_index_o(r_ch_index_o), .ch_una_i(r_ch_una_i),
    .free_o(free), .free_ring_o(free_ring), .node_free_o, .node_o(node_free_node_o),
    .pick_o(pick_o[3]), .moved_o(r_moved)
  );

  assign moved_o = a_moved || f_moved || s_moved || r_moved || give_r;
endmodule
