// Nodes, second stage: waits until a chunk's inputs are all there, checks what came with them, and folds them by the
// node's postfix program: each input is pushed on a stack of slots, and each combine that follows it takes the two topmost,
// the deeper as its left operand, and writes over the left one's slot; the last writes the result slot. A ring's chunks
// are folded in order; while one waits, other rings go on. A channel's chunks are taken in order by all rings together: its
// slots are given back by count.
//
// A stream's first chunk must carry this node's digest, and every chunk this chunk's length; else the ranks do not agree
// and the group fails. A chunk whose operand was fetched straight into its result slot and has no other input
// goes on at once. The slots of the other inputs are given back when the last combine has been written
// (sumac_node_release).
// Latency: 2 cycles an input to look, 1 an input and 1 a combine to issue. Reset, and the opening of a group: its rings are empty.
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
  localparam int InfoW       = IdxW + 32 + 16 + 2,
  localparam int AllRings    = Groups * Rings,
  localparam int StackDepth  = $clog2(FanIn) + 1,
  localparam int StackW      = $clog2(StackDepth + 1)
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic [Groups-1:0]  open_i,
  input  logic [Groups-1:0]  reset_i,
  // an accepted node
  input  logic               acc_valid_i,
  input  logic [NodeW-1:0]   acc_node_i,
  input  logic [EntryW-1:0]  acc_entry_i,
  input  logic [4:0]         acc_n_in_i,
  input  logic               acc_mem_in_i,
  input  logic               acc_mem_out_i,
  input  logic [3:0]         acc_op_i,
  input  logic [7:0]         acc_type_i,
  input  logic [63:0]        acc_digest_i,
  input  logic               start_w_i,
  input  logic [3:0]         start_index_i,
  input  logic [31:0]        start_i,
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
  input  logic [15:0]        rt_in_i,
  output logic [ChanW-1:0]   ch_index_o,
  input  logic [31:0]        ch_rcv_nxt_i,
  input  logic [AddrW-1:0]   ch_pool_i,
  input  logic [3:0]         ch_own_slots_i,
  input  logic [15:0]        ch_rank_i,
  output logic [ChSlotW-1:0] info_slot_o,
  input  logic               info_first_i,
  input  logic [63:0]        info_digest_i,
  input  logic [15:0]        info_bytes_i,
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
  output logic [GroupW-1:0]  fail_group_o,
  output logic [15:0]        fail_rank_o,
  // combines of a node, for its completion
  output logic               sum_w_o,
  output logic [NodeW-1:0]   sum_node_o,
  output logic [31:0]        sum_o,
  output logic               pick_o,
  output logic               moved_o,
  output logic               begun_o,
  output logic [GroupW-1:0]  begun_group_o
);
  typedef enum logic [3:0] {Pick, Info, Node, Scan, Check, Load, Push, Pass, Done, Fail} state_e;
  state_e state_q;

  // Per ring: chunks to fold, the place of the next, and how many of its inputs were seen to be there.
  logic [AllRings-1:0]           want, todo_any_q;
  logic [AllRings*RingSlots-1:0] ready_q;    // the local operand is in its slot
  logic [SlotW:0]                todo_q  [AllRings];
  logic [SlotW-1:0]              place_q [AllRings];
  logic [3:0]                    seen_q  [AllRings];

  logic             any;
  logic [RingW-1:0] picked, ring_q;
  logic [InfoW-1:0] info;
  logic [31:0]      chunk, start;
  logic [15:0]      bytes;
  logic             first;
  logic [NodeW-1:0] node;
  localparam int DataW = EntryW + 5 + 2 + 4 + 8 + 64;
  logic [DataW-1:0] data;
  logic [EntryW-1:0] entry;
  logic [4:0]       n_in;
  logic             mem_in, mem_out;
  logic [63:0]      digest;

  always_comb
    for (int g = 0; g < Groups; g++)
      for (int r = 0; r < Rings; r++) want[g*Rings+r] = todo_any_q[g*Rings+r] && open_i[g];
  sumac_pick #(.Count(AllRings)) u_pick (
    .clk_i, .rst_i, .want_i(want), .take_i(state_q == Pick && any), .any_o(any), .index_o(picked));

  sumac_ram #(.Width(InfoW), .Depth(AllRings * RingSlots)) u_info (
    .clk_i, .w_en_i(give_i), .w_addr_i({give_ring_i, give_slot_i}), .w_data_i(give_info_i),
    .r_en_i(state_q == Pick), .r_addr_i({picked, place_q[picked]}), .r_data_o(info));
  sumac_ram #(.Width(DataW), .Depth(Groups * Nodes)) u_node (
    .clk_i, .w_en_i(acc_valid_i), .w_addr_i(acc_node_i),
    .w_data_i({acc_entry_i, acc_n_in_i, acc_mem_in_i, acc_mem_out_i, acc_op_i, acc_type_i, acc_digest_i}),
    .r_en_i(state_q == Info), .r_addr_i(node), .r_data_o(data));

  assign group_o = ring_q[RingIdW+:GroupW];
  assign node    = {group_o, info[IdxW-1:0]};
  assign chunk   = info[IdxW+:32];
  assign bytes   = info[IdxW+32+:16];
  assign first   = info[IdxW+48];
  assign {entry, n_in, mem_in, mem_out, pass_op_o, pass_type_o, digest} = data;

  // Looking: the stream that rt_in_i names, and the operand's slot.
  logic [3:0]       index_q;
  logic             last_in, is_memory, there, agrees, advance;
  logic [31:0]      seq;
  logic [AddrW-1:0] result, operand;
  logic [3:0]       seq_slot;
  logic [31:0]      taken_q [Channels];  // chunks taken of a channel

  assign last_in     = {1'b0, index_q} + 5'd1 == n_in;
  assign is_memory   = rt_in_i[1:0] == sumac_pkg::STREAM_MEMORY;
  assign ch_index_o  = rt_in_i[6+:ChanW];
  assign seq         = start + chunk;
  assign seq_slot    = seq[3:0] & ~(4'hf << ch_own_slots_i);
  assign info_slot_o = seq_slot[ChSlotW-1:0];
  assign result      = pool_i + AddrW'(((32'(ring_q[RingIdW-1:0]) << ring_slots_i) + 32'(place_q[ring_q])) << slot_i);
  assign operand     = is_memory ? result : ch_pool_i + AddrW'(32'(seq_slot) << slot_i);
  assign there       = is_memory ? ready_q[{ring_q, place_q[ring_q]}]
                                 : taken_q[ch_index_o] == seq && $signed(ch_rcv_nxt_i - seq) > 0;
  assign agrees      = info_first_i == first && info_bytes_i == bytes && (!first || info_digest_i == digest);
  assign advance     = (state_q == Scan && is_memory && there) || (state_q == Check && agrees);

  always_ff @(posedge clk_i) begin
    if (ch_reset_i) taken_q[ch_reset_index_i] <= 32'd0;
    if (input_valid_o) taken_q[ch_index_o] <= seq + 32'd1;
  end

  // Where the looking goes on next: the stream after this one, or the first again for pushing.
  logic [3:0] next_index;
  always_comb begin
    next_index = index_q;
    if (state_q == Node) next_index = seen_q[ring_q];
    else if (state_q == Load) next_index = 4'd0;
    else if (advance || state_q == Push || state_q == Pass) next_index = index_q + 4'd1;
  end
  assign rt_en_o    = state_q == Node || state_q == Load || advance || push_on || pass_on;
  assign rt_addr_o  = entry;
  assign rt_index_o = next_index;

  sumac_ram #(.Width(32), .Depth(Groups * Nodes * 16)) u_start (
    .clk_i, .w_en_i(start_w_i), .w_addr_i({acc_node_i, start_index_i}), .w_data_i(start_i),
    .r_en_i(rt_en_o), .r_addr_i({node, next_index}), .r_data_o(start));
  logic [AddrW-1:0] pushed;
  sumac_ram #(.Width(AddrW), .Depth(AllRings * 16)) u_operand (
    .clk_i, .w_en_i(advance), .w_addr_i({ring_q, index_q}), .w_data_i(operand),
    .r_en_i(rt_en_o), .r_addr_i({ring_q, next_index}), .r_data_o(pushed));

  // Folding.
  logic [AddrW-1:0]  stack_q [StackDepth+1];
  logic [StackW-1:0] top_q;       // values on the stack
  logic [3:0]        left_q;      // combines still to do after this input
  logic [31:0]       done_q;      // combines of this chunk, in beats
  logic              passes, push_on, pass_on, lone;

  assign passes       = bytes != 16'd0;
  assign lone         = n_in == 5'd1 && mem_in;  // its operand lies where the result belongs
  assign pass_beats_o = BeatW'((bytes + 16'd63) >> 6);
  assign pass_copy_o  = n_in == 5'd1;
  assign pass_last_o  = last_in && left_q == 4'd1;
  assign pass_valid_o = state_q == Pass;
  assign pass_left_o  = pass_copy_o ? stack_q[0] : stack_q[top_q-StackW'(2)];
  assign pass_right_o = pass_copy_o ? stack_q[0] : stack_q[top_q-StackW'(1)];
  assign pass_dst_o   = pass_last_o ? result : pass_left_o;
  assign push_on      = state_q == Push && !last_in && (!passes || rt_in_i[5:2] == 4'd0);
  assign pass_on      = state_q == Pass && pass_ready_i && left_q == 4'd1 && !last_in;

  assign input_valid_o   = state_q == Push && !is_memory;
  assign input_channel_o = ch_index_o;
  assign fold_valid_o    = state_q == Done;
  assign fold_ring_o     = ring_q;
  assign fold_slot_o     = place_q[ring_q];
  assign fold_info_o     = info;
  assign fold_ends_o     = info[IdxW+49] && !mem_out;
  assign fold_passes_o   = passes && !lone;
  assign fail_valid_o    = state_q == Fail;
  assign fail_group_o    = group_o;
  assign fail_rank_o     = ch_rank_i;
  assign pick_o          = state_q == Pick;
  assign begun_o         = state_q == Done && fold_ready_i;
  assign begun_group_o   = group_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Pick;
    else begin
      case (state_q)
        Pick: if (any) begin
          ring_q  <= picked;
          state_q <= Info;
        end
        Info: state_q <= Node;
        Node: begin
          index_q <= next_index;
          state_q <= Scan;
        end
        Scan: begin
          if (!there) begin
            seen_q[ring_q] <= index_q;
            state_q        <= Pick;
          end else if (!is_memory) state_q <= Check;
        end
        Check: if (!agrees) state_q <= Fail;
        Load: begin
          index_q <= 4'd0;
          top_q   <= '0;
          done_q  <= 32'd0;
          state_q <= Push;
        end
        Push: begin
          stack_q[top_q] <= pushed;
          top_q          <= top_q + StackW'(1);
          left_q         <= pass_copy_o ? 4'd1 : rt_in_i[5:2];
          if (push_on) index_q <= next_index;
          else if (passes) state_q <= Pass;
          else state_q <= Done;
        end
        Pass: if (pass_ready_i) begin
          left_q <= left_q - 4'd1;
          if (!pass_copy_o) begin
            stack_q[top_q-StackW'(2)] <= pass_dst_o;
            top_q                     <= top_q - StackW'(1);
            done_q                    <= done_q + 32'(pass_beats_o);
          end
          if (left_q == 4'd1) begin
            if (last_in) state_q <= Done;
            else begin
              index_q <= next_index;
              state_q <= Push;
            end
          end
        end
        Done: if (fold_ready_i) state_q <= Pick;
        Fail: if (fail_ready_i) state_q <= Pick;
        default: state_q <= Pick;
      endcase
      // All inputs are there: fold, if what follows has room; a lone operand is its result.
      if (advance) begin
        if (!last_in) begin
          index_q <= next_index;
          state_q <= Scan;
        end else if (lone) state_q <= Done;
        else if (input_room_i) state_q <= Load;
        else begin
          seen_q[ring_q] <= index_q;
          state_q        <= Pick;
        end
      end
      if (state_q == Done && fold_ready_i) seen_q[ring_q] <= 4'd0;
      for (int g = 0; g < Groups; g++)
        if (reset_i[g]) for (int r = 0; r < Rings; r++) seen_q[g*Rings+r] <= 4'd0;
    end
  end

  // Rings' counts.
  logic give_f, done_f;
  assign give_f = give_i;
  assign done_f = state_q == Done && fold_ready_i;
  always_ff @(posedge clk_i) begin
    if (give_i) ready_q[{give_ring_i, give_slot_i}] <= !give_dma_i;
    if (dma_done_i) ready_q[{dma_ring_i, dma_slot_i}] <= 1'b1;
    if (give_f && !(done_f && give_ring_i == ring_q)) begin
      todo_q[give_ring_i]     <= todo_q[give_ring_i] + (SlotW + 1)'(1);
      todo_any_q[give_ring_i] <= 1'b1;
    end
    if (done_f && !(give_f && give_ring_i == ring_q)) begin
      todo_q[ring_q]     <= todo_q[ring_q] - (SlotW + 1)'(1);
      todo_any_q[ring_q] <= todo_q[ring_q] != (SlotW + 1)'(1);
    end
    if (done_f)
      place_q[ring_q] <= (32'(place_q[ring_q]) + 32'd1 == (32'd1 << ring_slots_i)) ? SlotW'(0)
                                                                                  : place_q[ring_q] + SlotW'(1);
    for (int g = 0; g < Groups; g++) begin
      if (rst_i || reset_i[g]) begin
        for (int r = 0; r < Rings; r++) begin
          todo_any_q[g*Rings+r] <= 1'b0;
          todo_q[g*Rings+r]     <= '0;
          place_q[g*Rings+r]    <= '0;
        end
      end
    end
  end

  // A node's combines so far: chunk 0 begins anew.
  logic [31:0] sum_q [Groups*Nodes];
  always_ff @(posedge clk_i) if (sum_w_o) sum_q[node] <= sum_o;
  assign sum_w_o    = done_f;
  assign sum_node_o = node;
  assign sum_o      = (first ? 32'd0 : sum_q[node]) + ((fold_passes_o) ? done_q : 32'd0);
  assign moved_o    = advance || state_q == Load || state_q == Push || state_q == Pass || state_q == Done
                      || state_q == Fail;
endmodule
