// Opens contexts: gives each chunk of a node its result slot, in the order of the ring's nodes, and tells the others of it. A
// spread node has a chunk, and a context, for each of its streams: first chunk 0 of all of them, in the route's order, then chunk
// 1. A ring's slots are freed in any order, and taken again in that order; at first, they are taken by number. A ring with Expected
// contexts opens no more of a node with channels as inputs, since no channel expects more chunks (O4).
// Latency: 9 cycles from an accepted node to its first context. Throughput: a context in 8 cycles.
// Memory: RAM: the nodes; by ring, its nodes in order, its freed slots in order, and where it is. Flip-flops: which rings to look
// at. Reset: nothing is to do; clear_i empties a ring.
module sumac_open #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int IdxW     = $clog2(Nodes),
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int CtxW     = RingW + SlotW
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic [Groups-1:0]  open_i,
  // a group is opened: its rings, one after the other
  output logic               clear_ready_o,
  input  sumac_pkg::clear_t  clear_i,         // comes only when all are ready, and again when nothing is accepted
  // an accepted node
  input  logic               acc_valid_i,
  input  sumac_pkg::acc_t    acc_i,
  // the group's layout
  output logic [GroupW-1:0]  group_o,
  input  sumac_pkg::layout_t layout_i,
  // a context has ended
  input  logic               freed_i,
  input  logic [CtxW-1:0]    freed_ctx_i,
  output logic               opened_valid_o,
  input  logic               opened_ready_i,
  output sumac_pkg::opened_t opened_o,
  output logic               look_o,          // opened_o.ctx's ring is looked at,
  output logic               lacks_o,         // and its next chunk has no context
  output logic               pick_o,          // between two contexts
  output logic               idle_o
);
  localparam int Expected = 16;
  typedef enum logic [2:0] {Pick, Ring, Look, Word, Sum, Left, Size, Hand} state_e;
  state_e state_q;

  // Where a ring is: in which of its nodes, in which chunk and stream of that, in which slot.
  typedef struct packed {
    logic [IdxW:0]    head;
    logic [31:0]      chunk;
    logic [3:0]       stream;
    logic [3:0]       part;
    logic [47:0]      part_at;
    logic [47:0]      begin_at;   // of the chunk in its part
    logic             again;      // its slots have all been taken once
    logic [SlotW:0]   taken;
    logic [SlotW-1:0] free_at;    // of them, again
    logic [SlotW-1:0] order;
  } where_t;
  localparam int PlaceW = IdxW + 1 + 32 + 4 + 4 + 48 + 48 + 1 + SlotW + 1 + 2 * SlotW;

  // The nodes of a ring, in order.
  logic             offered, tail_told, freed_told, self;
  logic [RingW-1:0] offer, ring_q, acc_ring, tail_ring, freed_ring, clear_ring;
  logic [IdxW:0]    tail, tail_old, tail_new;
  logic [IdxW-1:0]  idx, idx1_q, idx2_q;
  logic [SlotW:0]   freed, freed_q, freed_old, freed_new;
  logic [SlotW-1:0] slot, slot1_q, slot2_q;
  logic             read, clear;
  assign acc_ring   = acc_i.ring[RingW-1:0];
  assign clear      = clear_i.now;
  assign clear_ring = clear_i.ring[RingW-1:0];
  assign clear_ready_o = !acc_valid_i && !freed_i;               // whatever waits in Hand is of another group, and waits meanwhile

  sumac_todo #(.Count(Groups * Rings), .Sources(3)) u_todo (
    .clk_i, .rst_i, .set_i({self && more_q, freed_told, come_q}), .index_i({ring_q, freed_ring, come_ring_q}), .valid_o(offered),
    .take_i(state_q == Pick), .index_o(offer), .idle_o);
  sumac_tally #(.Width(IdxW + 1), .Depth(Groups * Rings)) u_tails (
    .clk_i, .rst_i, .en_i(acc_valid_i || clear), .index_i(clear ? clear_ring : acc_ring), .set_i(clear),
    .value_i(clear ? (IdxW + 1)'(0) : (IdxW + 1)'(1)), .told_o(tail_told), .index_o(tail_ring), .old_o(tail_old),
    .new_o(tail_new));
  sumac_tally #(.Width(SlotW + 1), .Depth(Groups * Rings)) u_freed (
    .clk_i, .rst_i, .en_i(freed_i || clear), .index_i(clear ? clear_ring : freed_ctx_i[SlotW+:RingW]), .set_i(clear),
    .value_i(clear ? (SlotW + 1)'(0) : (SlotW + 1)'(1)), .told_o(freed_told), .index_o(freed_ring), .old_o(freed_old),
    .new_o(freed_new));
  // A ring is looked at when its new node is there, and not sooner: the queue is read two cycles after the ring is offered.
  logic             come_q, more_q, another_q;
  logic [RingW-1:0] come_ring_q;
  always_ff @(posedge clk_i) begin : along
    {come_q, come_ring_q} <= {acc_valid_i || clear_i.again, clear_i.again ? clear_ring : acc_ring};
    {idx1_q, idx2_q}   <= {acc_i.node[IdxW-1:0], idx1_q};
    {slot1_q, slot2_q} <= {freed_ctx_i[SlotW-1:0], slot1_q};
  end

  where_t place, place_q, next, next_q;
  assign read = state_q == Pick;
  sumac_ram #(.Width(IdxW + 1), .Depth(Groups * Rings)) u_tail (
    .clk_i, .w_en_i(tail_told), .w_addr_i(tail_ring), .w_data_i(tail_new), .r_en_i(state_q == Ring), .r_addr_i(ring_q),
    .r_data_o(tail));
  sumac_ram #(.Width(SlotW + 1), .Depth(Groups * Rings)) u_freed_copy (
    .clk_i, .w_en_i(freed_told), .w_addr_i(freed_ring), .w_data_i(freed_new), .r_en_i(read), .r_addr_i(offer), .r_data_o(freed));
  sumac_ram #(.Width(PlaceW), .Depth(Groups * Rings)) u_places (
    .clk_i, .w_en_i(self || clear), .w_addr_i(clear ? clear_ring : ring_q), .w_data_i(clear ? PlaceW'(0) : next_q),
    .r_en_i(read), .r_addr_i(offer), .r_data_o(place));
  sumac_ram #(.Width(IdxW), .Depth(Groups * Rings * Nodes)) u_order (
    .clk_i, .w_en_i(tail_told), .w_addr_i({tail_ring, tail_old[IdxW-1:0]}), .w_data_i(idx2_q),
    .r_en_i(state_q == Ring), .r_addr_i({ring_q, place.head[IdxW-1:0]}), .r_data_o(idx));
  sumac_ram #(.Width(SlotW), .Depth(Groups * Rings * RingSlots)) u_free (
    .clk_i, .w_en_i(freed_told), .w_addr_i({freed_ring, freed_old[SlotW-1:0]}), .w_data_i(slot2_q),
    .r_en_i(state_q == Ring), .r_addr_i({ring_q, place.free_at}), .r_data_o(slot));

  // A node's word: as much of it as is needed here and later.
  localparam int NodeW = 5 + 5 + 3 + 4 + 8 + 1 + 128 + 64 + 64 + 48 + 32 + 2 + 5 + 4 + 4 + 3 * 48 + 32;
  logic [NodeW-1:0] node_word, word_q;
  sumac_ram #(.Width(NodeW), .Depth(Groups * Nodes)) u_nodes (
    .clk_i, .w_en_i(acc_valid_i), .w_addr_i(acc_i.node[GroupW+IdxW-1:0]),
    .w_data_i({acc_i.n_in, acc_i.n_out, acc_i.mem_in, acc_i.mem_out, acc_i.in_completion, acc_i.op, acc_i.type_code, acc_i.given,
               acc_i.source, acc_i.src, acc_i.dst, acc_i.bytes, acc_i.chunks, acc_i.spread, acc_i.streams, acc_i.first, acc_i.last,
               acc_i.part_bytes, acc_i.first_at, acc_i.last_at, acc_i.word}),
    .r_en_i(state_q == Look), .r_addr_i({ring_q[RingIdW+:GroupW], idx}), .r_data_o(node_word));

  logic [4:0]   n_in, n_in_q, n_out, streams;
  logic         mem_in, mem_out, in_completion, given;
  logic [3:0]   op, first_part, last_part;
  logic [7:0]   type_code;
  logic [127:0] source;
  logic [63:0]  src, dst;
  logic [47:0]  bytes, part_bytes, first_at, last_at;
  logic [31:0]  chunks, word;
  logic [1:0]   spread;
  assign {n_in, n_out, mem_in, mem_out, in_completion, op, type_code, given, source, src, dst, bytes, chunks, spread, streams,
          first_part, last_part, part_bytes, first_at, last_at, word} = word_q;

  // The chunk: as much as there is of the node's memory in its slot's range, and in its part's.
  logic [IdxW:0]    tail_q;
  logic [IdxW-1:0]  idx_q;
  logic [SlotW:0]   used_q, slots;
  logic [SlotW-1:0] slot_q;
  sumac_pkg::layout_t layout_q;
  logic [3:0]       part, part_q;
  logic [47:0]      part_at, slot_bytes, offset_q, part_at_q;
  logic [48:0]      in_part_q, left_q;           // the top bit: less than nothing
  logic [31:0]      next_chunk_q;
  logic             again_q;
  logic [15:0]      bytes_q, size;
  logic [63:0]      src_q, dst_q;
  logic [AddrW-1:0] at_q, pool_q;
  logic             first_stream_q, last_stream, last, wraps, may, full, live_q, parts_q;

  assign group_o     = ring_q[RingIdW+:GroupW];
  assign slots       = (SlotW + 1)'(1) << layout_q.ring_slots;
  assign may         = place_q.head != tail_q && used_q < slots && live_q;
  assign full        = 32'(used_q) >= Expected && !(mem_in && n_in == 5'd1);
  assign part        = first_stream_q ? first_part : place_q.part;
  assign part_at     = first_stream_q ? first_at : place_q.part_at;

  logic in_slot, in_part;
  assign in_slot = left_q[47:0] <= slot_bytes;
  assign in_part = parts_q && !in_part_q[48] && in_part_q[47:0] < left_q[47:0] && in_part_q[47:0] <= slot_bytes;
  always_comb begin : sizes
    size = slot_bytes[15:0];
    if (left_q[48] || (parts_q && in_part_q[48])) size = 16'd0;
    else if (in_part) size = in_part_q[15:0];
    else if (in_slot) size = left_q[15:0];
  end

  always_ff @(posedge clk_i) begin : walk
    case (state_q)
      Pick: if (offered) state_q <= Ring;
      Ring: state_q <= Look;
      Look: state_q <= Word;
      Word: state_q <= may ? Sum : Pick;
      Sum:  state_q <= full ? Pick : Left;
      Left: state_q <= Size;
      Size: state_q <= open_i[group_o] ? Hand : Pick;
      default: if (opened_ready_i) state_q <= Pick;
    endcase
    if (state_q == Pick) ring_q <= offer;
    if (state_q == Ring) begin
      place_q  <= place;
      freed_q  <= freed;
      layout_q <= layout_i;
      first_stream_q <= place.stream == 4'd0;
    end
    if (state_q == Look) begin
      slot_bytes <= 48'd64 << layout_q.slot;
      tail_q     <= tail;
      used_q     <= place_q.taken - freed_q;
      live_q     <= open_i[group_o];
      next_chunk_q <= place_q.chunk + 32'd1;
      idx_q  <= idx;
      slot_q <= place_q.again ? slot : place_q.taken[SlotW-1:0];
    end
    if (state_q == Word) begin
      word_q    <= node_word;
      another_q <= place_q.head + (IdxW + 1)'(1) != tail_q;
      at_q   <= (AddrW'(ring_q[RingIdW-1:0]) << layout_q.ring_slots) + AddrW'(slot_q);
    end
    if (state_q == Sum) begin
      offset_q  <= part_at + place_q.begin_at;
      parts_q   <= part_bytes != 48'd0;
      in_part_q <= {1'b0, part_bytes} - {1'b0, place_q.begin_at};
      at_q      <= at_q << layout_q.slot;
      part_at_q <= part_at;
      part_q    <= part;
      wraps     <= part == (spread == 2'd1 ? last_part : 4'd0);
      last_stream <= {1'b0, place_q.stream} + 5'd1 == streams;
      last        <= next_chunk_q == chunks;
      again_q     <= place_q.again || place_q.taken + (SlotW + 1)'(1) == slots;
    end
    if (state_q == Left) begin
      left_q <= {1'b0, bytes} - {1'b0, offset_q};
      src_q  <= given ? 64'd0 : src + {16'd0, offset_q};
      dst_q  <= dst + {16'd0, offset_q};
      pool_q <= layout_q.pool[AddrW-1:0] + at_q;
    end
    if (state_q == Size) begin
      {bytes_q, next_q, more_q} <= {size, next, another_q || !last || !last_stream};
      n_in_q <= spread == 2'd2 ? 5'd1 : n_in;
    end
    if (rst_i) state_q <= Pick;
  end

  assign opened_valid_o = state_q == Hand;
  assign self           = opened_valid_o && opened_ready_i;
  assign pick_o         = state_q == Pick;
  assign look_o         = state_q == Word || (state_q == Sum && full);
  assign lacks_o        = state_q == Sum || (place_q.head != tail_q && !may);

  always_comb begin : following
    next       = place_q;
    next.taken = place_q.taken + (SlotW + 1)'(1);
    next.again = again_q;
    if (place_q.again) next.free_at = place_q.free_at + SlotW'(1);
    if (spread != 2'd2) next.order = place_q.order + SlotW'(1);
    next.stream = last_stream ? 4'd0 : place_q.stream + 4'd1;
    if (spread == 2'd1) begin
      next.part    = wraps ? 4'd0 : part_q + 4'd1;
      next.part_at = wraps ? 48'd0 : part_at_q + part_bytes;
    end else begin
      next.part    = wraps ? last_part : part_q - 4'd1;
      next.part_at = wraps ? last_at : part_at_q - part_bytes;
    end
    if (last_stream) begin
      next.chunk    = last ? 32'd0 : next_chunk_q;
      next.begin_at = last ? 48'd0 : place_q.begin_at + slot_bytes;
      if (last) next.head = place_q.head + (IdxW + 1)'(1);
    end
  end

  always_comb begin : context_opened
    opened_o                = '0;
    opened_o.ctx[CtxW-1:0]  = {ring_q, slot_q};
    opened_o.order          = 6'(place_q.order);
    opened_o.idx            = 6'(idx_q);
    opened_o.n_in           = n_in_q;
    opened_o.from_in        = (spread == 2'd2) ? place_q.stream : 4'd0;
    opened_o.n_out          = (spread == 2'd1) ? 5'd1 : n_out;
    opened_o.from_out       = (spread == 2'd1) ? place_q.stream : 4'd0;
    opened_o.chunk          = place_q.chunk;
    opened_o.bytes          = bytes_q;
    opened_o.begins         = place_q.chunk == 32'd0 && place_q.stream == 4'd0;
    opened_o.last           = last;
    opened_o.last_all       = last && last_stream;
    opened_o.streams        = streams;
    opened_o.gathers        = spread == 2'd2;
    opened_o.mem_in         = mem_in;
    opened_o.mem_out        = mem_out;
    opened_o.returns        = in_completion;
    opened_o.op             = op;
    opened_o.type_code      = type_code;
    opened_o.word           = (place_q.chunk == 32'd0) ? word : 32'd0;
    opened_o.pool[AddrW-1:0] = pool_q;
    opened_o.slot           = layout_q.slot;
    opened_o.reads          = mem_in && bytes_q != 16'd0;
    opened_o.given          = given;
    opened_o.source         = source;
    opened_o.src            = src_q;
    opened_o.dst            = dst_q;
  end
endmodule
