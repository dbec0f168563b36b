// Nodes, third stage: takes a folded chunk to its outputs, in the order of the route: memory by a DMA write, a
// channel by a transmit job. A channel output waits until its chunk is the channel's next, and for the channel's limit: a
// channel's streams go in the order of their descriptors, which both ends know, and rings wait for each other only where
// they share a channel. A chunk of a node that is spread over its outputs goes to the one of its stream. While a ring waits, other
// rings go on, and the outputs of a long chunk take turns with theirs.
// Reset, and the opening of a group: its rings are empty. The opening of a channel: its chunks begin at 0.
module sumac_node_send #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  parameter int Routes    = sumac_pkg::DefRoutes,
  localparam int GroupW   = $clog2(Groups),
  localparam int ChanW    = $clog2(Channels),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int IdxW     = $clog2(Nodes),
  localparam int NodeW    = GroupW + IdxW,
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int EntryW   = GroupW + $clog2(Routes),
  localparam int InfoW    = IdxW + 32 + 16 + 2 + 4,
  localparam int AllRings = Groups * Rings
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Groups-1:0] open_i,
  input  logic [Groups-1:0] reset_i,
  // an accepted node
  input  logic              acc_valid_i,
  input  sumac_pkg::acc_t   acc_i,
  input  sumac_pkg::start_t start_i,
  // where a chunk lies in its node's memory, told when it gets its slot
  input  logic              place_i,
  input  logic [RingW-1:0]  place_ring_i,
  input  logic [SlotW-1:0]  place_slot_i,
  input  logic [47:0]       place_offset_i,
  // a channel is opened
  input  logic              ch_reset_i,
  input  logic [ChanW-1:0]  ch_reset_index_i,
  // folded chunks
  input  logic              give_i,
  input  logic [RingW-1:0]  give_ring_i,
  input  logic [SlotW-1:0]  give_slot_i,
  input  logic [InfoW-1:0]  give_info_i,
  // the group's layout, the route, the channel's limit
  output logic [GroupW-1:0] group_o,
  input  logic [2:0]        slot_i,
  input  logic [AddrW-1:0]  pool_i,
  input  logic [3:0]        ring_slots_i,
  output logic              rt_en_o,
  output logic [EntryW-1:0] rt_addr_o,
  output logic [3:0]        rt_index_o,
  input  sumac_pkg::route_out_t rt_out_i,
  output logic [ChanW-1:0]  ch_index_o,
  input  logic [31:0]       ch_lim_i,
  // whether a channel's next chunk is there, and may not go for the limit (R12)
  input  logic [ChanW-1:0]  blocked_index_i,
  output logic              blocked_o,
  // DMA write
  output logic              wr_valid_o,
  input  logic              wr_ready_i,
  output sumac_pkg::wr_t    wr_o,
  // transmit
  output logic              tx_valid_o,
  input  logic              tx_ready_i,
  output sumac_pkg::tx_t    tx_o,
  // to reap: all outputs are on their way
  output logic              sent_o,
  output logic [RingW-1:0]  sent_ring_o,
  output logic [SlotW-1:0]  sent_slot_o,
  output logic [InfoW-1:0]  sent_info_o,
  output logic              pick_o,
  output logic              moved_o,
  output logic              begun_o,
  output logic [GroupW-1:0] begun_group_o
);
  typedef enum logic [2:0] {Pick, Info, Node, Out, Sent} state_e;
  state_e state_q;

  localparam int LongBytes = 512;      // the way round through Pick is hidden behind the chunk's own beats
  logic [4:0]  out_q  [AllRings];  // outputs of the ring's first chunk already served
  logic [31:0] issued_q [Channels];  // chunks given to transmit
  logic [Channels-1:0] blocked_q;

  logic             any;
  logic [RingW-1:0] ring;
  logic [SlotW-1:0] place;
  logic [InfoW-1:0] info;
  logic [NodeW-1:0] node;
  logic [31:0]      chunk, start, seq;
  logic [15:0]      bytes;
  logic             first, last;
  localparam int DataW = EntryW + 5 + 1 + 1 + 64 + 32;
  logic [DataW-1:0]  data;
  logic [EntryW-1:0] entry;
  logic [4:0]        n_out;
  logic              scatters;       // each of its chunks has one output
  logic              is_inline;
  logic [3:0]        stream;
  logic [47:0]       offset;
  logic [63:0]       dst;
  logic [31:0]       word;           // of the first chunks of the node's streams

  sumac_node_chunks #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_chunks (
    .clk_i, .rst_i, .open_i, .reset_i, .give_i, .give_ring_i, .give_slot_i, .give_info_i, .any_o(any),
    .take_i(state_q == Pick), .ring_o(ring), .slot_o(place), .info_o(info), .ring_slots_i,
    .done_i(sent_o));
  sumac_ram #(.Width(DataW), .Depth(Groups * Nodes)) u_node (
    .clk_i, .w_en_i(acc_valid_i), .w_addr_i(acc_i.node[NodeW-1:0]),
    .w_data_i({acc_i.entry[EntryW-1:0], acc_i.n_out, acc_i.spread == 2'd1, acc_i.in_completion, acc_i.dst, acc_i.word}),
    .r_en_i(state_q == Info), .r_addr_i(node), .r_data_o(data));

  assign group_o = ring[RingIdW+:GroupW];
  assign node    = {group_o, info[IdxW-1:0]};
  assign chunk   = info[IdxW+:32];
  assign bytes   = info[IdxW+32+:16];
  assign first   = info[IdxW+48];
  assign last    = info[IdxW+49];
  assign stream  = info[IdxW+50+:4];
  assign {entry, n_out, scatters, is_inline, dst, word} = data;

  sumac_ram #(.Width(48), .Depth(AllRings * RingSlots)) u_offset (
    .clk_i, .w_en_i(place_i), .w_addr_i({place_ring_i, place_slot_i}), .w_data_i(place_offset_i),
    .r_en_i(state_q == Info), .r_addr_i({ring, place}), .r_data_o(offset));

  // The output that rt_out_i names.
  logic [4:0]       index_q;
  logic             is_memory, may, served, out_left;
  logic [AddrW-1:0] slot;
  logic [3:0]       next_index;

  assign is_memory  = rt_out_i.kind == sumac_pkg::STREAM_MEMORY;
  assign ch_index_o = rt_out_i.channel[ChanW-1:0];
  assign seq        = start + chunk;
  assign may        = issued_q[ch_index_o] == seq && $signed(ch_lim_i - seq) > 0;
  assign slot       = pool_i + AddrW'(((32'(ring[RingIdW-1:0]) << ring_slots_i) + 32'(place)) << slot_i);
  assign served     = state_q == Out && (is_memory ? wr_ready_i : (may && tx_ready_i));
  assign out_left   = !scatters && index_q + 5'd1 != n_out;
  assign next_index = (state_q == Node) ? (scatters ? stream : out_q[ring][3:0]) : index_q[3:0] + 4'd1;
  assign rt_en_o    = state_q == Node || served;
  assign rt_addr_o  = entry;
  assign rt_index_o = next_index;
  sumac_ram #(.Width(32), .Depth(Groups * Nodes * 16)) u_start (
    .clk_i, .w_en_i(start_i.out_valid), .w_addr_i({acc_i.node[NodeW-1:0], start_i.index}), .w_data_i(start_i.out_chunk),
    .r_en_i(rt_en_o), .r_addr_i({node, next_index}), .r_data_o(start));

  assign wr_valid_o  = state_q == Out && is_memory;
  always_comb begin
    wr_o                 = '0;
    wr_o.addr            = dst + {16'd0, offset};
    wr_o.bytes           = bytes;
    wr_o.pool[AddrW-1:0] = slot;
    wr_o.returns         = is_inline;
    wr_o.last            = last;
    wr_o.idx[IdxW-1:0]   = info[IdxW-1:0];
    wr_o.ring[RingW-1:0] = ring;
    wr_o.slot[SlotW-1:0] = place;
  end
  assign tx_valid_o  = state_q == Out && !is_memory && may;
  assign blocked_o   = blocked_q[blocked_index_i];
  always_comb begin
    tx_o                     = '0;
    tx_o.kind                = sumac_pkg::KIND_DATA;
    tx_o.channel[ChanW-1:0]  = ch_index_o;
    tx_o.seq                 = seq;
    tx_o.pool[AddrW-1:0]     = slot;
    tx_o.bytes               = bytes;
    tx_o.first               = first;
    tx_o.word                = first ? word : 32'd0;
    tx_o.group[GroupW-1:0]   = group_o;
  end
  assign sent_o      = state_q == Sent;
  assign sent_ring_o = ring;
  assign sent_slot_o = place;
  assign sent_info_o = info;
  assign pick_o      = state_q == Pick;
  assign moved_o     = served || state_q == Sent;
  assign begun_o       = wr_valid_o && wr_ready_i;
  assign begun_group_o = group_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Pick;
    else begin
      case (state_q)
        Pick: if (any) state_q <= Info;
        Info: state_q <= Node;
        Node: begin
          index_q <= scatters ? {1'b0, stream} : out_q[ring];
          state_q <= (n_out == 5'd0) ? Sent : Out;
        end
        Out: begin
          if (served) begin
            index_q     <= index_q + 5'd1;
            out_q[ring] <= index_q + 5'd1;
            if (!out_left) state_q <= Sent;
            else if (32'(bytes) >= LongBytes) state_q <= Pick;
          end else if (!is_memory && !may) state_q <= Pick;
        end
        default: begin
          out_q[ring] <= 5'd0;
          state_q     <= Pick;
        end
      endcase
      for (int g = 0; g < Groups; g++)
        if (reset_i[g]) for (int r = 0; r < Rings; r++) out_q[g*Rings+r] <= 5'd0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ch_reset_i) issued_q[ch_reset_index_i] <= 32'd0;
    if (tx_valid_o && tx_ready_i) issued_q[ch_index_o] <= seq + 32'd1;
    if (ch_reset_i) blocked_q[ch_reset_index_i] <= 1'b0;
    if (state_q == Out && !is_memory && issued_q[ch_index_o] == seq) blocked_q[ch_index_o] <= !may;
  end
endmodule
