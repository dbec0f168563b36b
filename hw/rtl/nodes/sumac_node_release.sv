// Nodes, between fold and send: keeps folded chunks until their last pass has been written to packet memory, then gives
// the slots of their channel inputs back, one a cycle, and passes the chunk on. A chunk that waits for no pass and
// has none of its ring before it passes at once.
// Reset: forgets all. The opening of a group finds nothing of it here (it was quiet).
module sumac_node_release #(
  parameter int FanIn     = sumac_pkg::DefFanIn,
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int ChanW    = $clog2(Channels),
  localparam int IdxW     = $clog2(Nodes),
  localparam int NodeW    = GroupW + IdxW,
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int InfoW    = IdxW + 32 + 16 + 2 + 4,
  localparam int AllRings = Groups * Rings
) (
  input  logic              clk_i,
  input  logic              rst_i,
  // from fold
  input  logic              fold_valid_i,
  output logic              fold_ready_o,
  input  logic [RingW-1:0]  fold_ring_i,
  input  logic [SlotW-1:0]  fold_slot_i,
  input  logic [InfoW-1:0]  fold_info_i,
  input  logic              fold_ends_i,
  input  logic              fold_passes_i,
  input  logic              input_valid_i,
  input  logic [ChanW-1:0]  input_channel_i,
  output logic              input_room_o,
  // from combine: the last pass of a chunk is written
  input  logic              passed_i,
  // a slot of a channel's window is given back
  output logic              release_o,
  output logic [ChanW-1:0]  release_index_o,
  // to send
  output logic              give_o,
  output logic [RingW-1:0]  give_ring_o,
  output logic [SlotW-1:0]  give_slot_o,
  output logic [InfoW-1:0]  give_info_o,
  // a node is complete with it
  output logic              end_o,
  output logic [NodeW-1:0]  end_node_o,
  output logic              ended_o,        // in flight no more
  output logic [GroupW-1:0] ended_group_o,
  output logic              idle_o
);
  localparam int Depth   = 8;                         // chunks
  localparam int PlaceW  = $clog2(Depth);
  localparam int Inputs  = 1 << ($clog2(FanIn) + 2);  // slots to give back
  localparam int InputW  = $clog2(Inputs);
  localparam int ChunkW  = RingW + SlotW + InfoW + 2 + 5;

  // Chunks in order, and the channels of their inputs in the same order.
  logic [ChunkW-1:0]   chunk_q [Depth];
  logic [ChanW-1:0]    input_q [Inputs];
  logic [PlaceW:0]     n_chunks_q;
  logic [PlaceW-1:0]   head_q, tail_q;
  logic [InputW:0]     n_inputs_q;
  logic [InputW-1:0]   input_head_q, input_tail_q;
  logic [4:0]          counted_q;                     // inputs pushed for the chunk that fold works on
  logic [PlaceW:0]     passed_q;                      // last passes done and not taken
  logic [PlaceW:0]     ring_n_q [AllRings];           // chunks of a ring in here

  logic [RingW-1:0] ring;
  logic [SlotW-1:0] slot;
  logic [InfoW-1:0] info;
  logic             ends, passes;
  logic [4:0]       inputs;
  logic [4:0]       gone_q;                           // inputs of the head given back
  logic             head, head_done, direct, push;

  assign {ring, slot, info, ends, passes, inputs} = chunk_q[head_q];
  assign head            = n_chunks_q != '0 && (!passes || passed_q != '0);
  assign release_o       = head && gone_q != inputs;
  assign release_index_o = input_q[input_head_q];
  assign head_done       = head && gone_q == inputs;
  assign direct          = fold_valid_i && !fold_passes_i && counted_q == 5'd0 && ring_n_q[fold_ring_i] == '0;
  assign fold_ready_o    = direct ? !head_done : n_chunks_q != Depth[PlaceW:0];
  assign push            = fold_valid_i && fold_ready_o && !direct;
  assign input_room_o    = 32'(n_inputs_q) + FanIn <= Inputs && n_chunks_q != Depth[PlaceW:0];

  assign give_o        = head_done || direct;
  assign give_ring_o   = head_done ? ring : fold_ring_i;
  assign give_slot_o   = head_done ? slot : fold_slot_i;
  assign give_info_o   = head_done ? info : fold_info_i;
  assign end_o         = give_o && (head_done ? ends : fold_ends_i);
  assign end_node_o    = {give_ring_o[RingIdW+:GroupW], give_info_o[IdxW-1:0]};
  assign ended_o       = give_o;
  assign ended_group_o = give_ring_o[RingIdW+:GroupW];
  assign idle_o        = n_chunks_q == '0;

  always_ff @(posedge clk_i) begin
    if (push) begin
      chunk_q[tail_q] <= {fold_ring_i, fold_slot_i, fold_info_i, fold_ends_i, fold_passes_i, counted_q};
    end
    if (input_valid_i) input_q[input_tail_q] <= input_channel_i;
    if (rst_i) begin
      n_chunks_q   <= '0;
      head_q       <= '0;
      tail_q       <= '0;
      n_inputs_q   <= '0;
      input_head_q <= '0;
      input_tail_q <= '0;
      counted_q    <= 5'd0;
      passed_q     <= '0;
      gone_q       <= 5'd0;
      for (int r = 0; r < AllRings; r++) ring_n_q[r] <= '0;
    end else begin
      if (input_valid_i) begin
        input_tail_q <= input_tail_q + InputW'(1);
        counted_q    <= counted_q + 5'd1;
      end
      if (push) begin
        tail_q    <= tail_q + PlaceW'(1);
        counted_q <= 5'd0;
      end
      if (release_o) begin
        input_head_q <= input_head_q + InputW'(1);
        gone_q       <= gone_q + 5'd1;
      end
      if (head_done) begin
        head_q <= head_q + PlaceW'(1);
        gone_q <= 5'd0;
      end
      n_chunks_q <= n_chunks_q + (PlaceW + 1)'(push) - (PlaceW + 1)'(head_done);
      n_inputs_q <= n_inputs_q + (InputW + 1)'(input_valid_i) - (InputW + 1)'(release_o);
      passed_q   <= passed_q + (PlaceW + 1)'(passed_i) - (PlaceW + 1)'(head_done && passes);
      if (push && !(head_done && ring == fold_ring_i)) ring_n_q[fold_ring_i] <= ring_n_q[fold_ring_i] + (PlaceW + 1)'(1);
      if (head_done && !(push && ring == fold_ring_i)) ring_n_q[ring] <= ring_n_q[ring] - (PlaceW + 1)'(1);
    end
  end
endmodule
