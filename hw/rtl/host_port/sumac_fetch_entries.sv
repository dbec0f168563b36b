// The entries of nodes: a group's descriptors take its entries one after the other. An entry is free again when no node works on it
// any more (the nodes have done with it, or it was refused or flushed) and the host has been told of it, in either order.
// Each way to end has a bit an entry, and so has each beginning: an entry that is taken gets bits that differ from those of all
// ends, and an end makes its bit alike. They are RAMs, each with one writer. A group's next entry is looked at when it has taken
// one, and from then on in each round of the groups without room; on a group's first way round no entry is in use, whatever the
// RAMs say. Latency: room_o knows 5 cycles after the taking of the entry before; after an end about 7 cycles, and 2 more for each
// other group without room. Reset, and the opening of a group: all its entries are free.
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
  logic [IdxW-1:0]   next_q [Groups];
  logic [2:0]        ended_q [Groups];      // ends of the entry that has room
  logic [Groups-1:0] lapped_q;              // its entries have all been taken once
  logic              more_q, take_q, still_q, still, in_use_q, busy_turn_q, busy_look_q, busy_look2_q, busy_look3_q;
  logic [NodeW-1:0]  take_node_q, look_q, look2_q;
  logic [GroupW-1:0] scan, scan_q, look3_q;
  logic [Groups-1:0] scans, round_q;        // without room, in this round; after scan_q
  logic [2:0]        taken, end_q, end2_q, look_begun, look_ended, look_ended_q, look_differs_q;

  function automatic logic used(input logic [2:0] differs);
    used = differs[2] || (differs[1] && differs[0]);
  endfunction

  // The bits. An entry is taken a cycle late.
  assign take_node_o = {take_group_i, next_q[take_group_i]};
  assign taken       = ~ended_q[take_node_q[IdxW+:GroupW]];
  sumac_ram #(.Width(3), .Depth(Groups * Nodes)) u_look_begun (
    .clk_i, .w_en_i(take_q), .w_addr_i(take_node_q), .w_data_i(taken), .r_en_i(1'b1), .r_addr_i(look_q), .r_data_o(look_begun));
  for (genvar e = 0; e < 3; e++) begin : g_end
    logic [NodeW-1:0] node_q, node2_q;
    logic             begun;
    always_ff @(posedge clk_i) begin
      node_q  <= (e == 0) ? done_node_i : (e == 1) ? never_node_i : told_node_i;
      node2_q <= node_q;
    end
    sumac_ram #(.Width(1), .Depth(Groups * Nodes)) u_begun (
      .clk_i, .w_en_i(take_q), .w_addr_i(take_node_q), .w_data_i(taken[e]), .r_en_i(1'b1), .r_addr_i(node_q),
      .r_data_o(begun));
    sumac_ram #(.Width(1), .Depth(Groups * Nodes)) u_look_ended (
      .clk_i, .w_en_i(end2_q[e]), .w_addr_i(node2_q), .w_data_i(begun), .r_en_i(1'b1), .r_addr_i(look_q),
      .r_data_o(look_ended[e]));
  end

  // Looking: at a group's next entry, which has room if it is free and still the next one, and every other time at busy_node_i.
  assign still = still_q && !(take_q && take_node_q[IdxW+:GroupW] == look3_q);   // nor has it just been taken
  assign scans = ~room_o & (more_q ? round_q : '1);
  always_comb begin
    scan = '0;
    for (int g = Groups - 1; g >= 0; g--) if (scans[g]) scan = GroupW'(g);
  end
  always_ff @(posedge clk_i) begin
    take_node_q    <= take_node_o;
    look_q         <= take_q ? {take_node_q[IdxW+:GroupW], take_node_q[IdxW-1:0] + IdxW'(1)}
                             : busy_turn_q ? busy_node_i : {scan_q, next_q[scan_q]};
    look2_q        <= look_q;
    {busy_look_q, busy_look2_q, busy_look3_q} <= {busy_turn_q && !take_q, busy_look_q, busy_look2_q};
    look3_q        <= look2_q[IdxW+:GroupW];
    look_ended_q   <= look_ended;
    look_differs_q <= look_begun ^ look_ended;
    in_use_q       <= lapped_q[look2_q[IdxW+:GroupW]] || look2_q[IdxW-1:0] < next_q[look2_q[IdxW+:GroupW]];
    if (busy_look3_q) busy_o <= in_use_q && used(look_differs_q);
    still_q        <= !rst_i && !busy_look2_q && look2_q[IdxW-1:0] == next_q[look2_q[IdxW+:GroupW]]
                      && !reset_i[look2_q[IdxW+:GroupW]];
    if (still) ended_q[look3_q] <= look_ended_q;
    {take_q, end_q, end2_q} <= rst_i ? 7'd0 : {take_i, end_i, end_q};
    more_q         <= !rst_i && round_q != '0;
    if (rst_i) {scan_q, round_q, busy_turn_q} <= '0;
    else if (!take_q) begin
      busy_turn_q <= !busy_turn_q;
      if (!busy_turn_q) {scan_q, round_q} <= {scan, scans & (scans - Groups'(1))};
    end
    for (int g = 0; g < Groups; g++) begin
      if (still && look3_q == GroupW'(g) && !(in_use_q && used(look_differs_q))) room_o[g] <= 1'b1;
      if (take_i && take_group_i == GroupW'(g)) begin
        next_q[g] <= next_q[g] + IdxW'(1);
        room_o[g] <= 1'b0;
        if (next_q[g] == '1) lapped_q[g] <= 1'b1;
      end
      if (rst_i || reset_i[g]) begin
        next_q[g]   <= '0;
        room_o[g]   <= 1'b0;
        lapped_q[g] <= 1'b0;
      end
    end
  end
endmodule
