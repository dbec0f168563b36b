// The chunks that a stage of the nodes has been given and not passed on, by ring, in the order of the ring's slots. Picks rings of
// open groups that have some, round robin, and shows the first chunk of the one picked, until the next pick.
// Latency: info_o the cycle after take_i. Reset, and the opening of a group: its rings are empty.
module sumac_node_chunks #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int InfoW    = $clog2(Nodes) + 32 + 16 + 2 + 4,
  localparam int AllRings = Groups * Rings
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Groups-1:0] open_i,
  input  logic [Groups-1:0] reset_i,
  // a chunk, in its slot
  input  logic              give_i,
  input  logic [RingW-1:0]  give_ring_i,
  input  logic [SlotW-1:0]  give_slot_i,
  input  logic [InfoW-1:0]  give_info_i,
  // which ring next
  output logic              any_o,
  input  logic              take_i,        // may be up when none is there
  // the ring picked last, and its first chunk
  output logic [RingW-1:0]  ring_o,
  output logic [SlotW-1:0]  slot_o,
  output logic [InfoW-1:0]  info_o,
  input  logic [3:0]        ring_slots_i,  // log2, of its group
  input  logic              done_i         // a pulse: the chunk has left
);
  logic [AllRings-1:0] want, any_q;
  logic [SlotW:0]      count_q [AllRings];
  logic [SlotW-1:0]    place_q [AllRings];
  logic [RingW-1:0]    picked;
  logic                take;

  always_comb
    for (int g = 0; g < Groups; g++)
      for (int r = 0; r < Rings; r++) want[g*Rings+r] = any_q[g*Rings+r] && open_i[g];
  assign take   = take_i && any_o;
  assign slot_o = place_q[ring_o];

  sumac_pick #(.Count(AllRings)) u_pick (
    .clk_i, .rst_i, .want_i(want), .take_i(take), .any_o, .index_o(picked));
  sumac_ram #(.Width(InfoW), .Depth(AllRings * RingSlots)) u_info (
    .clk_i, .w_en_i(give_i), .w_addr_i({give_ring_i, give_slot_i}), .w_data_i(give_info_i),
    .r_en_i(take), .r_addr_i({picked, place_q[picked]}), .r_data_o(info_o));

  always_ff @(posedge clk_i) begin
    if (take) ring_o <= picked;
    if (give_i && !(done_i && give_ring_i == ring_o)) begin
      count_q[give_ring_i] <= count_q[give_ring_i] + (SlotW + 1)'(1);
      any_q[give_ring_i]   <= 1'b1;
    end
    if (done_i && !(give_i && give_ring_i == ring_o)) begin
      count_q[ring_o] <= count_q[ring_o] - (SlotW + 1)'(1);
      any_q[ring_o]   <= count_q[ring_o] != (SlotW + 1)'(1);
    end
    if (done_i)
      place_q[ring_o] <= (32'(slot_o) + 32'd1 == (32'd1 << ring_slots_i)) ? SlotW'(0) : slot_o + SlotW'(1);
    for (int g = 0; g < Groups; g++) begin
      if (rst_i || reset_i[g]) begin
        for (int r = 0; r < Rings; r++) begin
          any_q[g*Rings+r]   <= 1'b0;
          count_q[g*Rings+r] <= '0;
          place_q[g*Rings+r] <= '0;
        end
      end
    end
  end
endmodule
