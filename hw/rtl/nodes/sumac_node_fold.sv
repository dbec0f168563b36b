// Nodes, second stage: waits until a chunk's inputs are all there, checks what came with them, and has them folded by the
// node's postfix program (sumac_node_program). A ring's chunks are folded in order; while one waits, other rings go on.
// A channel's chunks are taken in order by all rings together: its slots are given back by count.
//
// R20: a stream's first chunk must carry this node's word, and every chunk this chunk's length; else the ranks do not agree
// and the group fails. A chunk whose operand was fetched straight into its result slot and has no other input
// goes on at once. A chunk of a node that is spread over its inputs has the one of its stream alone, which is copied. The slots of
// the other inputs are given back when the last combine has been written
// (sumac_node_release).
// Latency: 2 cycles per input to look, 1 per input and per combine to issue.
// Reset, and the opening of a group: its rings are empty.
module sumac_node_fold #(
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
  localparam int InfoW       = IdxW + 32 + 16 + 2 + 4,
  localparam int AllRings    = Groups * Rings
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic [Groups-1:0]  open_i,
  input  logic [Groups-1:0]  reset_i,
  // an accepted node
  input  logic               acc_valid_i,
  input  sumac_pkg::acc_t    acc_i,
  input  sumac_pkg::start_t  start_i,
  // chunks with their slots, from alloc, and the end of a DMA read
  input  logic               give_i,
  input  logic [RingW-1:0]   give_ring_i,
  input  logic [SlotW-1:0]   give_slot_i,
  input  logic               give_dma_i,
  input  logic [InfoW-1:0]   give_info_i,
  input  logic               dma_done_i,
  input  logic [RingW-1:0]   dma_ring_i,
  input  logic [SlotW-1:0]   dma_slot_i,
  // a channel is opened: its chunks begin at 0
  input  logic               ch_reset_i,
  input  logic [ChanW-1:0]   ch_reset_index_i,
  // the group's layout, the route, the channel, what came with the chunk
  output logic [GroupW-1:0]  group_o,
  input  logic [2:0]         slot_i,
  input  logic [AddrW-1:0]   pool_i,
  input  logic [3:0]         ring_slots_i,
  output logic               rt_en_o,
  output logic [EntryW-1:0]  rt_addr_o,
  output logic [3:0]         rt_index_o,
  input  sumac_pkg::route_in_t rt_in_i,
  output logic [ChanW-1:0]   ch_index_o,
  input  sumac_pkg::input_t  ch_i,
  output logic [ChSlotW-1:0] info_slot_o,
  input  sumac_pkg::chunk_t  info_i,
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
  output logic               pass_last_o,    // of its chunk
  // to release: a folded chunk, or one that will be when its last pass is done
  output logic               fold_valid_o,
  input  logic               fold_ready_i,
  output logic [RingW-1:0]   fold_ring_o,
  output logic [SlotW-1:0]   fold_slot_o,
  output logic [InfoW-1:0]   fold_info_o,
  output logic               fold_ends_o,    // with it, a node that writes no memory is complete
  output logic               fold_passes_o,  // it waits for a pass
  output logic               input_valid_o,  // an input slot to give back after it
  output logic [ChanW-1:0]   input_channel_o,
  input  logic               input_room_i,   // there is room for FanIn of them
  // the ranks disagree
  output logic               fail_valid_o,
  input  logic               fail_ready_i,
  output sumac_pkg::fault_t  fail_o,
  // combines of a node, for its completion
  output logic               sum_w_o,
  output logic [NodeW-1:0]   sum_node_o,
  output logic [31:0]        sum_o,
  output logic               pick_o,
  output logic               moved_o,
  output logic               begun_o,
  output logic [GroupW-1:0]  begun_group_o
);
  typedef enum logic [2:0] {Pick, Info, Node, Scan, Check, Fold, Done, Fail} state_e;
  state_e state_q;

  logic [AllRings*RingSlots-1:0] ready_q;            // the local operand is in its slot
  logic [3:0]                    seen_q [AllRings];  // inputs of the ring's first chunk that were seen to be there

  logic             any, done;
  logic [RingW-1:0] ring;
  logic [SlotW-1:0] place;
  logic [InfoW-1:0] info;
  logic [31:0]      chunk, start;
  logic [15:0]      bytes;
  logic             first;
  logic [NodeW-1:0] node;
  localparam int DataW = EntryW + 5 + 1 + 2 + 4 + 8 + 32;
  logic [DataW-1:0] data;
  logic [EntryW-1:0] entry;
  logic [4:0]       all_in, n_in;     // the node's, this chunk's
  logic [3:0]       stream;
  logic             gathers;          // each of its chunks has one input
  logic             mem_in, mem_out;
  logic [31:0]      word;

  sumac_node_chunks #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_chunks (
    .clk_i, .rst_i, .open_i, .reset_i, .give_i, .give_ring_i, .give_slot_i, .give_info_i, .any_o(any),
    .take_i(state_q == Pick), .ring_o(ring), .slot_o(place), .info_o(info), .ring_slots_i,
    .done_i(done));
  sumac_ram #(.Width(DataW), .Depth(Groups * Nodes)) u_node (
    .clk_i, .w_en_i(acc_valid_i), .w_addr_i(acc_i.node[NodeW-1:0]),
    .w_data_i({acc_i.entry[EntryW-1:0], acc_i.n_in, acc_i.spread == 2'd2, acc_i.mem_in, acc_i.mem_out, acc_i.op,
               acc_i.type_code, acc_i.word}),
    .r_en_i(state_q == Info), .r_addr_i(node), .r_data_o(data));

  assign group_o = ring[RingIdW+:GroupW];
  assign node    = {group_o, info[IdxW-1:0]};
  assign chunk   = info[IdxW+:32];
  assign bytes   = info[IdxW+32+:16];
  assign first   = info[IdxW+48];
  assign stream  = info[IdxW+50+:4];
  assign n_in    = gathers ? 5'd1 : all_in;
  assign {entry, all_in, gathers, mem_in, mem_out, pass_op_o, pass_type_o, word} = data;

  // Looking: the stream that rt_in_i names, and the operand's slot.
  logic [3:0]       index_q;
  logic             last_in, is_memory, there, agrees, advance;
  logic [31:0]      seq;
  logic [AddrW-1:0] result, operand;
  logic [3:0]       seq_slot;
  logic [31:0]      taken_q [Channels];  // chunks taken of a channel

  assign last_in     = gathers || {1'b0, index_q} + 5'd1 == n_in;
  assign is_memory   = rt_in_i.kind == sumac_pkg::STREAM_MEMORY;
  assign ch_index_o  = rt_in_i.channel[ChanW-1:0];
  assign seq         = start + chunk;
  assign seq_slot    = seq[3:0] & ~(4'hf << ch_i.own_slots);
  assign info_slot_o = seq_slot[ChSlotW-1:0];
  assign result      = pool_i + AddrW'(((32'(ring[RingIdW-1:0]) << ring_slots_i) + 32'(place)) << slot_i);
  assign operand     = is_memory ? result : ch_i.pool[AddrW-1:0] + AddrW'(32'(seq_slot) << slot_i);
  assign there       = is_memory ? ready_q[{ring, place}]
                                 : taken_q[ch_index_o] == seq && $signed(ch_i.rcv_nxt - seq) > 0;
  assign agrees      = info_i.first == first && info_i.bytes == bytes && (!first || info_i.word == word);
  assign advance     = (state_q == Scan && is_memory && there) || (state_q == Check && agrees);

  always_ff @(posedge clk_i) begin
    if (give_i) ready_q[{give_ring_i, give_slot_i}] <= !give_dma_i;
    if (dma_done_i) ready_q[{dma_ring_i, dma_slot_i}] <= 1'b1;
    if (ch_reset_i) taken_q[ch_reset_index_i] <= 32'd0;
    if (input_valid_o) taken_q[ch_index_o] <= seq + 32'd1;
  end

  // Which stream comes next: looking goes on after this one, or the program walks.
  logic             start_program, program_next;
  logic [3:0]       program_index, next_index;
  logic [AddrW-1:0] looked_at;
  always_comb begin
    next_index = index_q + 4'd1;
    if (state_q == Node) next_index = seen_q[ring];
    else if (state_q == Fold) next_index = program_index;
    if (gathers) next_index = stream;
  end
  assign rt_en_o    = state_q == Node || (advance && !last_in) || program_next;
  assign rt_addr_o  = entry;
  assign rt_index_o = next_index;

  sumac_ram #(.Width(32), .Depth(Groups * Nodes * 16)) u_start (
    .clk_i, .w_en_i(start_i.in_valid), .w_addr_i({acc_i.node[NodeW-1:0], start_i.index}), .w_data_i(start_i.in_chunk),
    .r_en_i(rt_en_o), .r_addr_i({node, next_index}), .r_data_o(start));
  sumac_ram #(.Width(AddrW), .Depth(AllRings * 16)) u_operand (
    .clk_i, .w_en_i(advance), .w_addr_i({ring, index_q}), .w_data_i(operand),
    .r_en_i(program_next), .r_addr_i({ring, next_index}), .r_data_o(looked_at));

  // Folding. A lone operand lies where the result belongs.
  logic        lone, push, program_done;
  logic [31:0] combined;
  assign lone          = n_in == 5'd1 && mem_in;
  assign start_program = advance && last_in && !lone && input_room_i;
  sumac_node_program #(.FanIn(FanIn), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats)) u_program (
    .clk_i, .rst_i, .start_i(start_program), .n_in_i(n_in), .bytes_i(bytes), .result_i(result),
    .next_o(program_next), .index_o(program_index), .combines_i(rt_in_i.combines), .operand_i(looked_at), .push_o(push),
    .pass_valid_o, .pass_ready_i, .pass_left_o, .pass_right_o, .pass_dst_o, .pass_beats_o, .pass_copy_o, .pass_last_o,
    .done_o(program_done), .combined_o(combined));

  assign input_valid_o   = push && !is_memory;
  assign input_channel_o = ch_index_o;
  assign done            = state_q == Done && fold_ready_i;
  assign fold_valid_o    = state_q == Done;
  assign fold_ring_o     = ring;
  assign fold_slot_o     = place;
  assign fold_info_o     = info;
  assign fold_ends_o     = info[IdxW+49] && !mem_out;
  assign fold_passes_o   = bytes != 16'd0 && !lone;
  assign fail_valid_o    = state_q == Fail;
  assign fail_o          = {6'(group_o), sumac_pkg::ST_EMISMATCH, ch_i.rank};
  assign pick_o          = state_q == Pick;
  assign begun_o         = done;
  assign begun_group_o   = group_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Pick;
    else begin
      case (state_q)
        Pick: if (any) state_q <= Info;
        Info: state_q <= Node;
        Node: begin
          index_q <= next_index;
          state_q <= Scan;
        end
        Scan: begin
          if (!there) begin
            seen_q[ring] <= index_q;
            state_q      <= Pick;
          end else if (!is_memory) state_q <= Check;
        end
        Check: if (!agrees) state_q <= Fail;
        Fold: if (program_done) state_q <= Done;
        Done: if (fold_ready_i) state_q <= Pick;
        Fail: if (fail_ready_i) state_q <= Pick;
        default: state_q <= Pick;
      endcase
      // All inputs are there: fold, if what follows has room.
      if (advance) begin
        if (!last_in) begin
          index_q <= next_index;
          state_q <= Scan;
        end else if (lone) state_q <= Done;
        else if (start_program) state_q <= Fold;
        else begin
          seen_q[ring] <= index_q;
          state_q      <= Pick;
        end
      end
      if (done) seen_q[ring] <= 4'd0;
      for (int g = 0; g < Groups; g++)
        if (reset_i[g]) for (int r = 0; r < Rings; r++) seen_q[g*Rings+r] <= 4'd0;
    end
  end

  // A node's combines so far: chunk 0 begins anew.
  logic [31:0] sum;
  sumac_ram #(.Width(32), .Depth(Groups * Nodes)) u_sum (
    .clk_i, .w_en_i(sum_w_o), .w_addr_i(node), .w_data_i(sum_o), .r_en_i(state_q == Info), .r_addr_i(node), .r_data_o(sum));
  assign sum_w_o    = done;
  assign sum_node_o = node;
  assign sum_o      = (first ? 32'd0 : sum) + (fold_passes_o ? combined : 32'd0);
  assign moved_o    = advance || state_q == Fold || state_q == Done || state_q == Fail;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_agrees: assert property (@(posedge clk_i) disable iff (rst_i) state_q == Check && !agrees |=> fail_valid_o)
    else $error("R20: a chunk that does not agree fails no group");
`endif
`endif
endmodule
