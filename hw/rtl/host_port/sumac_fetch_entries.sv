// The entries of nodes: a group's descriptors take its entries one after the other. An entry is free again when no node works on it
// any more (the nodes have done with it, or it was refused or flushed) and the host has been told of it, in either order.
// Each way to end has a bit an entry, and so has each beginning: an entry that is taken gets bits that differ from those of all
// ends, and an end makes its bit alike. A group's next entry is looked at when it has taken one, and from then on in turn with the
// other groups without room; on a group's first way round no entry is in use, whatever the memories say.
// Memory: RAM, each with one writer: the bits by entry, and by group its next entry, and the one that has room. Latency: room_o
// knows 5 cycles after the taking of the entry before; after an end about 7 cycles, and 2 more for each other group without room.
// Reset, and the opening of a group: all its entries are free.
module sumac_fetch_entries #(
  parameter int Groups  = sumac_pkg::DefGroups,
  parameter int Nodes   = sumac_pkg::DefNodes,
  localparam int GroupW = $clog2(Groups),
  localparam int IdxW   = $clog2(Nodes),
  localparam int NodeW  = GroupW + IdxW
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Groups-1:0] reset_i,
  output logic [Groups-1:0] room_o,         // a group's next entry is known to be free
  input  logic              take_i,
  input  logic [GroupW-1:0] take_group_i,
  output logic [NodeW-1:0]  take_node_o,    // the group's next entry
  input  logic [2:0]        end_i,          // the host has been told of it; no node will work on it; the nodes have done with it
  input  logic [NodeW-1:0]  told_node_i,
  input  logic [NodeW-1:0]  never_node_i,
  input  logic [NodeW-1:0]  done_node_i,
  input  logic [NodeW-1:0]  busy_node_i,    // asks whether an entry is in use; stands until then
  output logic              busy_o          // the answer, 8 cycles later
);
  // A place: the entries have all been taken once, and an entry.
  logic [IdxW:0]     next [Groups];         // of a group that has taken one, the place behind
  logic [IdxW+3:0]   free [Groups];         // of one with room: the place, and its ends
  logic [Groups-1:0] fresh_q, took, found, unused_hot;   // has taken none; takes its next entry a cycle late; is found to have room
  logic              take_q, take_lap, take_lap_q, resets_q, resets2_q, still2_q, still3_q, still, in_use2_q, in_use_q, busy_turn_q,
                     busy_look_q, busy_look2_q, busy_look3_q;
  logic [NodeW-1:0]  take_node_q, look_q, look2_q, look3_q;
  logic [GroupW-1:0] take_group_q, scan, asked;
  logic [IdxW:0]     behind, place, place_q;
  logic [2:0]        take_ends, taken_q, end_q, end2_q, look_begun, look_ended, look_ended_q, look_differs_q;

  function automatic logic used(input logic [2:0] differs);
    used = differs[2] || (differs[1] && differs[0]);
  endfunction

  // The bits. An entry is taken a cycle late.
  assign {take_lap, take_node_o[IdxW-1:0], take_ends} = free[take_group_i];
  assign take_node_o[IdxW+:GroupW] = take_group_i;
  assign take_group_q              = take_node_q[IdxW+:GroupW];
  sumac_ram #(.Width(3), .Depth(Groups * Nodes)) u_look_begun (
    .clk_i, .w_en_i(take_q), .w_addr_i(take_node_q), .w_data_i(taken_q), .r_en_i(1'b1), .r_addr_i(look_q), .r_data_o(look_begun));
  for (genvar e = 0; e < 3; e++) begin : g_end
    logic [NodeW-1:0] node_q, node2_q;
    logic             begun;
    always_ff @(posedge clk_i) begin
      node_q  <= (e == 0) ? done_node_i : (e == 1) ? never_node_i : told_node_i;
      node2_q <= node_q;
    end
    sumac_ram #(.Width(1), .Depth(Groups * Nodes)) u_begun (
      .clk_i, .w_en_i(take_q), .w_addr_i(take_node_q), .w_data_i(taken_q[e]), .r_en_i(1'b1), .r_addr_i(node_q),
      .r_data_o(begun));
    sumac_ram #(.Width(1), .Depth(Groups * Nodes)) u_look_ended (
      .clk_i, .w_en_i(end2_q[e]), .w_addr_i(node2_q), .w_data_i(begun), .r_en_i(1'b1), .r_addr_i(look_q),
      .r_data_o(look_ended[e]));
  end

  // Looking: at a group's next entry, and every other time at busy_node_i. The entry has room if it is free, and was not taken
  // since, nor any group opened.
  sumac_turns #(.Count(Groups)) u_turns (
    .clk_i, .rst_i, .bits_i(~room_o), .take_i(!take_q && !busy_turn_q), .index_o(scan), .hot_o(unused_hot));
  assign behind = {take_lap_q || take_node_q[IdxW-1:0] == '1, take_node_q[IdxW-1:0] + IdxW'(1)};
  assign asked  = busy_turn_q ? busy_node_i[IdxW+:GroupW] : scan;
  assign place  = fresh_q[asked] ? '0 : next[asked];
  assign still  = still3_q && !resets_q && !(in_use_q && used(look_differs_q));
  assign took   = Groups'(take_q) << take_group_q;
  assign found  = Groups'(still) << look3_q[IdxW+:GroupW];
  always_ff @(posedge clk_i) begin
    {take_node_q, take_lap_q, taken_q} <= {take_node_o, take_lap, ~take_ends};
    look_q         <= take_q ? {take_group_q, behind[IdxW-1:0]} : busy_turn_q ? busy_node_i : {scan, place[IdxW-1:0]};
    place_q        <= take_q ? behind : place;
    in_use2_q      <= place_q[IdxW] || look_q[IdxW-1:0] < place_q[IdxW-1:0];
    in_use_q       <= in_use2_q;
    {look2_q, look3_q} <= {look_q, look2_q};
    {busy_look_q, busy_look2_q, busy_look3_q} <= {busy_turn_q && !take_q, busy_look_q, busy_look2_q};
    still2_q       <= !busy_look_q && !resets_q && !resets2_q && !(take_q && take_group_q == look_q[IdxW+:GroupW]);
    still3_q       <= still2_q && !resets_q && !(take_q && take_group_q == look2_q[IdxW+:GroupW]);
    look_ended_q   <= look_ended;
    look_differs_q <= look_begun ^ look_ended;
    if (still3_q) free[look3_q[IdxW+:GroupW]] <= {in_use_q, look3_q[IdxW-1:0], look_ended_q};
    if (take_q) next[take_group_q] <= behind;
    if (busy_look3_q) busy_o <= in_use_q && used(look_differs_q);
    {resets_q, resets2_q} <= {rst_i || reset_i != '0, resets_q};   // 2 cycles later an end of before is written
    fresh_q  <= (fresh_q & ~took) | reset_i;
    room_o   <= (room_o | found) & ~took & ~(Groups'(take_i) << take_group_i) & ~reset_i;
    {take_q, end_q, end2_q} <= {take_i, end_i, end_q};
    if (!take_q) busy_turn_q <= !busy_turn_q;
    if (rst_i) begin
      {take_q, end_q, end2_q, busy_turn_q, still2_q, still3_q} <= '0;
      {room_o, fresh_q} <= {{Groups{1'b0}}, {Groups{1'b1}}};
    end
  end
endmodule
