// Nodes, first stage: gives each chunk of a node its result slot, in the order of the ring's nodes, and has the local operand
// fetched into it. A slot holds the local operand, then the result, and is the transmit slot until every output is
// acknowledged. A spread node has a chunk, and a slot, for each of its streams: first chunk 0 of all of them, in the route's order,
// then chunk 1. The streams of a chunk are one turn of the ring, as long as it has slots: its peers all wait for their parts.
// A chunk takes 4 cycles, and 2 for each further stream. Reset, and the opening of a group: its rings are empty.
module sumac_node_alloc #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int IdxW     = $clog2(Nodes),
  localparam int NodeW    = GroupW + IdxW,
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int InfoW    = IdxW + 32 + 16 + 2 + 4,
  localparam int AllRings = Groups * Rings
) (
  input  logic                   clk_i,
  input  logic                   rst_i,
  input  logic [Groups-1:0]      open_i,
  input  logic [Groups-1:0]      reset_i,
  // an accepted node
  input  logic                   acc_valid_i,
  input  sumac_pkg::acc_t        acc_i,
  // the group's layout
  output logic [GroupW-1:0]      group_o,
  input  logic [2:0]             slot_i,
  input  logic [AddrW-1:0]       pool_i,
  input  logic [3:0]             ring_slots_i,
  // a slot was freed
  input  logic                   free_i,
  input  logic [RingW-1:0]       free_ring_i,
  // DMA read of the local operand
  output logic                   job_valid_o,
  input  logic                   job_ready_i,
  output sumac_pkg::rd_t         job_o,
  // to the fold stage: a slot with its chunk; info = {stream, last, first, bytes, chunk, node}
  output logic                   give_o,
  output logic [RingW-1:0]       give_ring_o,
  output logic [SlotW-1:0]       give_slot_o,
  output logic                   give_dma_o,   // its operand is on its way
  output logic [InfoW-1:0]       give_info_o,
  output logic [47:0]            give_offset_o,// where in the node's memory it lies
  output logic                   pick_o,
  output logic                   moved_o,
  output logic                   begun_o,
  output logic [GroupW-1:0]      begun_group_o
);
  typedef enum logic [1:0] {Pick, Node, Data, Issue} state_e;
  state_e state_q;

  // Per ring: which nodes wait, how many slots are taken, where in its node the ring is.
  logic [AllRings-1:0] waits_q, full_q, want;
  logic [IdxW-1:0]     written_q [AllRings];
  logic [IdxW-1:0]     read_q    [AllRings];
  logic [SlotW:0]      used_q    [AllRings];
  logic [SlotW-1:0]    place_q   [AllRings];
  logic [31:0]         chunk_q   [AllRings];
  logic [3:0]          stream_q  [AllRings];
  logic [3:0]          part_q    [AllRings];  // of that stream, if it is not the first one
  logic [47:0]         part_at_q [AllRings];

  logic             any;
  logic [RingW-1:0] picked, ring_q, acc_ring;
  logic [IdxW-1:0]  idx;
  localparam int DataW = 1 + 1 + 128 + 48 + 64 + 32 + 2 + 5 + 4 + 4 + 3*48;
  logic [DataW-1:0] data;

  assign acc_ring = acc_i.ring[RingW-1:0];
  always_comb
    for (int g = 0; g < Groups; g++)
      for (int r = 0; r < Rings; r++)
        want[g*Rings+r] = waits_q[g*Rings+r] && !full_q[g*Rings+r] && open_i[g];
  sumac_pick #(.Count(AllRings)) u_pick (
    .clk_i, .rst_i, .want_i(want), .take_i(state_q == Pick && any), .any_o(any), .index_o(picked));

  sumac_ram #(.Width(IdxW), .Depth(AllRings * Nodes)) u_order (
    .clk_i, .w_en_i(acc_valid_i), .w_addr_i({acc_ring, written_q[acc_ring]}), .w_data_i(acc_i.node[IdxW-1:0]),
    .r_en_i(state_q == Pick), .r_addr_i({picked, read_q[picked]}), .r_data_o(idx));
  sumac_ram #(.Width(DataW), .Depth(Groups * Nodes)) u_node (
    .clk_i, .w_en_i(acc_valid_i), .w_addr_i(acc_i.node[NodeW-1:0]),
    .w_data_i({acc_i.mem_in, acc_i.given, acc_i.source, acc_i.bytes, acc_i.src, acc_i.chunks, acc_i.spread, acc_i.streams,
               acc_i.first, acc_i.last, acc_i.part_bytes, acc_i.first_at, acc_i.last_at}),
    .r_en_i(state_q == Node), .r_addr_i({group_o, idx}), .r_data_o(data));

  // The chunk: as much as there is of the node's memory in its slot's range, and in its part's.
  logic [63:0] src;
  logic [47:0] bytes, part_bytes, first_at, last_at, part_at, begin_at, offset;
  logic [48:0] left, left_in_part, size, slot_bytes;  // the top bit: less than nothing
  logic [31:0] chunks, chunk;
  logic [3:0]  first_part, last_part, part, stream;
  logic [4:0]  streams;
  logic [1:0]  spread;
  logic        mem_in, given, last_stream, done;
  logic [127:0] source;
  logic [47:0] offset_q;
  logic [15:0] bytes_q;
  logic [63:0] addr_q;
  logic        given_q;
  logic [127:0] source_q;
  logic [AddrW-1:0] result_q;
  logic        last_q, last_stream_q, dma_q;
  logic [SlotW:0]  used_next;
  logic [IdxW-1:0] read_next;
  logic            full_next;

  assign {mem_in, given, source, bytes, src, chunks, spread, streams, first_part, last_part, part_bytes, first_at, last_at} = data;
  assign group_o      = ring_q[RingIdW+:GroupW];
  assign chunk        = chunk_q[ring_q];
  assign stream       = stream_q[ring_q];
  assign part         = (stream == 4'd0) ? first_part : part_q[ring_q];
  assign part_at      = (spread == 2'd0) ? 48'd0 : (stream == 4'd0) ? first_at : part_at_q[ring_q];
  assign last_stream  = {1'b0, stream} + 5'd1 == streams;
  assign slot_bytes   = 49'd64 << slot_i;
  assign begin_at     = ({16'd0, chunk} << 6) << slot_i;
  assign offset       = part_at + begin_at;
  assign left         = {1'b0, bytes} - {1'b0, offset};
  assign left_in_part = {1'b0, part_bytes} - {1'b0, begin_at};

  always_comb begin
    size = left;
    if (part_bytes != 48'd0 && (left[48] || left_in_part < left)) size = left_in_part;
    if (left[48] || size[48]) size = 49'd0;
    else if (size > slot_bytes) size = slot_bytes;
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Data) begin
      bytes_q       <= size[15:0];
      last_q        <= last_stream && chunk + 32'd1 == chunks;
      last_stream_q <= last_stream;
      dma_q         <= mem_in && size != 49'd0;
      offset_q      <= offset;
      // the next stream's part
      part_q[ring_q]    <= (spread == 2'd1) ? (part == last_part ? 4'd0 : part + 4'd1) : (part == 4'd0 ? last_part : part - 4'd1);
      part_at_q[ring_q] <= (spread == 2'd1) ? (part == last_part ? 48'd0 : part_at + part_bytes)
                                            : (part == 4'd0 ? last_at : part_at - part_bytes);
      addr_q    <= given ? 64'd0 : src + {16'd0, offset};
      given_q   <= given;
      source_q  <= source;
      result_q  <= pool_i + AddrW'(((32'(ring_q[RingIdW-1:0]) << ring_slots_i) + 32'(place_q[ring_q])) << slot_i);
    end
  end

  assign done          = state_q == Issue && (!dma_q || job_ready_i);
  assign job_valid_o   = state_q == Issue && dma_q;
  assign give_o        = done;
  assign give_ring_o   = ring_q;
  assign give_slot_o   = place_q[ring_q];
  assign give_dma_o    = dma_q;
  assign give_info_o   = {stream, last_q, chunk == 32'd0, bytes_q, chunk, idx};
  assign give_offset_o = offset_q;
  assign pick_o        = state_q == Pick;
  assign moved_o       = state_q != Pick;
  assign begun_o       = done && dma_q;
  assign begun_group_o = group_o;

  always_comb begin
    job_o                 = '0;
    job_o.addr            = addr_q;
    job_o.bytes           = bytes_q;
    job_o.pool[AddrW-1:0] = result_q;
    job_o.given           = given_q;
    job_o.source          = source_q;
    job_o.ring[RingW-1:0] = ring_q;
    job_o.slot[SlotW-1:0] = place_q[ring_q];
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Pick;
    else begin
      case (state_q)
        Pick:    if (any) begin
          ring_q  <= picked;
          state_q <= Node;
        end
        Node:    state_q <= Data;
        Data:    state_q <= Issue;
        default: if (done) state_q <= (last_stream_q || full_next || !open_i[group_o]) ? Pick : Data;
      endcase
    end
  end

  assign used_next = used_q[ring_q] + (SlotW + 1)'(1);
  assign read_next = read_q[ring_q] + IdxW'(1);
  assign full_next = 32'(used_next) >= (32'd1 << ring_slots_i) && !(free_i && free_ring_i == ring_q);

  always_ff @(posedge clk_i) begin
    if (acc_valid_i) begin
      written_q[acc_ring] <= written_q[acc_ring] + IdxW'(1);
      waits_q[acc_ring]   <= 1'b1;
    end
    if (done) begin
      place_q[ring_q] <= (32'(place_q[ring_q]) + 32'd1 == (32'd1 << ring_slots_i))
                         ? SlotW'(0) : place_q[ring_q] + SlotW'(1);
      stream_q[ring_q] <= last_stream_q ? 4'd0 : stream + 4'd1;
      if (last_stream_q) chunk_q[ring_q] <= last_q ? 32'd0 : chunk + 32'd1;
      if (last_q) begin
        read_q[ring_q] <= read_next;
        if (read_next == written_q[ring_q] && !(acc_valid_i && acc_ring == ring_q)) waits_q[ring_q] <= 1'b0;
      end
    end
    if (done && !(free_i && free_ring_i == ring_q)) begin
      used_q[ring_q] <= used_next;
      full_q[ring_q] <= full_next;
    end
    if (free_i && !(done && free_ring_i == ring_q)) begin
      used_q[free_ring_i] <= used_q[free_ring_i] - (SlotW + 1)'(1);
      full_q[free_ring_i] <= 1'b0;
    end
    for (int g = 0; g < Groups; g++) begin
      if (rst_i || reset_i[g]) begin
        for (int r = 0; r < Rings; r++) begin
          waits_q[g*Rings+r]   <= 1'b0;
          full_q[g*Rings+r]    <= 1'b0;
          written_q[g*Rings+r] <= '0;
          read_q[g*Rings+r]    <= '0;
          used_q[g*Rings+r]    <= '0;
          place_q[g*Rings+r]   <= '0;
          chunk_q[g*Rings+r]   <= 32'd0;
          stream_q[g*Rings+r]  <= 4'd0;
        end
      end
    end
  end
endmodule
