// Nodes, last stage: a slot is free when its memory write has been answered and every peer has acknowledged the chunk;
// a node's entry is free with its last slot. Ring by ring in order, round robin, one output looked at a cycle.
// Reset, and the opening of a group: its rings are empty.
module sumac_node_reap #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  parameter int Routes    = sumac_pkg::DefRoutes,
  localparam int GroupW   = $clog2(Groups),
  localparam int ChanW    = $clog2(Channels),
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
  // sent chunks, and the end of a DMA write
  input  logic              sent_i,
  input  logic [RingW-1:0]  sent_ring_i,
  input  logic [SlotW-1:0]  sent_slot_i,
  input  logic [InfoW-1:0]  sent_info_i,
  input  logic              wr_begun_i,
  input  logic [RingW-1:0]  wr_begun_ring_i,
  input  logic [SlotW-1:0]  wr_begun_slot_i,
  input  logic              wr_done_i,
  input  logic [RingW-1:0]  wr_done_ring_i,
  input  logic [SlotW-1:0]  wr_done_slot_i,
  // the group's layout, the route, the channel
  output logic [GroupW-1:0] group_o,
  input  logic [3:0]        ring_slots_i,
  output logic              rt_en_o,
  output logic [EntryW-1:0] rt_addr_o,
  output logic [3:0]        rt_index_o,
  input  sumac_pkg::route_out_t rt_out_i,
  output logic [ChanW-1:0]  ch_index_o,
  input  logic [31:0]       ch_una_i,
  // free
  output logic              free_o,
  output logic [RingW-1:0]  free_ring_o,
  output logic              node_free_o,
  output logic [NodeW-1:0]  node_o,
  output logic              pick_o,
  output logic              moved_o
);
  typedef enum logic [2:0] {Pick, Info, Node, Out, Free} state_e;
  state_e state_q;

  logic [AllRings*RingSlots-1:0] written_q;

  logic              any;
  logic [RingW-1:0]  ring;
  logic [SlotW-1:0]  place;
  logic [InfoW-1:0]  info;
  logic [EntryW+5:0] data;
  logic [EntryW-1:0] entry;
  logic [4:0]        n_out, index_q;
  logic [31:0]       start;
  logic              is_memory, done;
  logic              scatters;          // each of its chunks has one output
  logic [3:0]        next_index, stream;

  sumac_node_chunks #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_chunks (
    .clk_i, .rst_i, .open_i, .reset_i, .give_i(sent_i), .give_ring_i(sent_ring_i), .give_slot_i(sent_slot_i),
    .give_info_i(sent_info_i), .any_o(any), .take_i(state_q == Pick), .ring_o(ring), .slot_o(place), .info_o(info),
    .ring_slots_i, .done_i(free_o));
  sumac_ram #(.Width(EntryW + 6), .Depth(Groups * Nodes)) u_node (
    .clk_i, .w_en_i(acc_valid_i), .w_addr_i(acc_i.node[NodeW-1:0]),
    .w_data_i({acc_i.spread == 2'd1, acc_i.entry[EntryW-1:0], acc_i.n_out}),
    .r_en_i(state_q == Info), .r_addr_i(node_o), .r_data_o(data));
  sumac_ram #(.Width(32), .Depth(Groups * Nodes * 16)) u_start (
    .clk_i, .w_en_i(start_i.out_valid), .w_addr_i({acc_i.node[NodeW-1:0], start_i.index}), .w_data_i(start_i.out_chunk),
    .r_en_i(rt_en_o), .r_addr_i({node_o, next_index}), .r_data_o(start));

  assign group_o      = ring[RingIdW+:GroupW];
  assign node_o       = {group_o, info[IdxW-1:0]};
  assign {scatters, entry, n_out} = data;
  assign stream       = info[IdxW+50+:4];
  assign is_memory    = rt_out_i.kind == sumac_pkg::STREAM_MEMORY;
  assign ch_index_o   = rt_out_i.channel[ChanW-1:0];
  assign done         = is_memory ? written_q[{ring, place}]
                                  : $signed(ch_una_i - (start + info[IdxW+:32])) > 0;
  assign next_index   = (state_q == Node) ? (scatters ? stream : 4'd0) : index_q[3:0] + 4'd1;
  assign rt_en_o      = state_q == Node || (state_q == Out && done);
  assign rt_addr_o    = entry;
  assign rt_index_o   = next_index;
  assign free_o       = state_q == Free;
  assign free_ring_o  = ring;
  assign node_free_o  = free_o && info[IdxW+49];
  assign pick_o       = state_q == Pick;
  assign moved_o      = free_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Pick;
    else begin
      case (state_q)
        Pick: if (any) state_q <= Info;
        Info: state_q <= Node;
        Node: begin
          index_q <= scatters ? {1'b0, stream} : 5'd0;
          state_q <= (n_out == 5'd0) ? Free : Out;
        end
        Out: begin
          index_q <= index_q + 5'd1;
          if (!done) state_q <= Pick;
          else if (scatters || index_q + 5'd1 == n_out) state_q <= Free;
        end
        default: state_q <= Pick;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (wr_begun_i) written_q[{wr_begun_ring_i, wr_begun_slot_i}] <= 1'b0;
    if (wr_done_i) written_q[{wr_done_ring_i, wr_done_slot_i}] <= 1'b1;
  end
endmodule
