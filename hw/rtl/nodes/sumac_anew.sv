// Begins a group anew when the group is opened. Its rings are cleared at once, one a cycle, where all modules leave one, before
// the host can have a node accepted. Then, groups one after the other, its contexts' bits are cleared, and it counts as open when
// nobody holds a word that was read before. Nodes may have been accepted meanwhile: its rings are looked at then. No context opens
// while rings are cleared.
// Memory: registers. Reset: no group is to begin anew.
module sumac_anew #(
  parameter int Groups  = sumac_pkg::DefGroups,
  parameter int Rings   = sumac_pkg::DefRings,
  localparam int GroupW = $clog2(Groups)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Groups-1:0] open_i,
  input  logic [Groups-1:0] reset_i,    // a pulse: the group is opened
  output logic [Groups-1:0] open_o,     // it has begun anew, too
  input  logic              ready_i,    // those that keep words of rings leave a cycle
  input  logic              bits_i,     // contexts' bits are clear
  input  logic              acc_valid_i,
  output logic              clears_o,   // rings are cleared
  output sumac_pkg::clear_t clear_o,
  output logic [GroupW-1:0] group_o,    // of this group
  output logic              begins_o,   // the bits are to be cleared now
  output logic              ends_o,     // it has begun anew
  output logic              idle_o
);
  localparam int Settle = 8, RingIdW = $clog2(Rings);
  localparam logic [4:0] Done = 5'(1 + Settle), All = 5'(Rings + 1 + Settle);
  logic               busy_q, again, ends_rings;
  logic [Groups-1:0]  fresh_q, anew_q, cleared, ring_hot, hot;   // opened: its rings are not clear, it has not begun anew
  logic [GroupW-1:0]  ring_group, ring_group_q, group;
  logic [RingIdW-1:0] ring_q;
  logic [4:0]         no_q;
  sumac_turns #(.Count(Groups)) u_fresh (
    .clk_i, .rst_i, .bits_i(fresh_q), .take_i(!clears_o), .index_o(ring_group), .hot_o(ring_hot));
  sumac_turns #(.Count(Groups)) u_turns (.clk_i, .rst_i, .bits_i(cleared), .take_i(!busy_q), .index_o(group), .hot_o(hot));
  assign cleared    = anew_q & ~fresh_q;
  assign ends_rings = clear_o.now && ring_q == '1;
  assign begins_o   = busy_q && no_q == 5'd0;
  assign again      = busy_q && no_q > Done && !acc_valid_i && !clears_o;
  assign ends_o     = busy_q && no_q == Done;
  assign clear_o    = {clears_o && ready_i, again,
                       8'(clears_o ? {ring_group_q, ring_q} : {group_o, RingIdW'(no_q - Done - 5'd1)})};
  assign open_o     = open_i & ~anew_q;
  assign idle_o     = !busy_q && anew_q == '0;

  always_ff @(posedge clk_i) begin : walk
    if (!clears_o) {clears_o, ring_group_q, ring_q} <= {(fresh_q & ring_hot) != '0, ring_group, RingIdW'(0)};
    else if (clear_o.now) {clears_o, ring_q} <= {!ends_rings, ring_q + RingIdW'(1)};
    if (!busy_q) {busy_q, group_o, no_q} <= {(cleared & hot) != '0, group, 5'd0};
    else begin
      if (begins_o || again || (no_q <= Done && bits_i)) no_q <= no_q + 5'd1;
      if (again && no_q == All) busy_q <= 1'b0;
    end
    fresh_q <= (fresh_q & ~(Groups'(ends_rings) << ring_group_q)) | reset_i;
    anew_q  <= (anew_q & ~((Groups'(ends_o) << group_o) & ~fresh_q)) | reset_i;
    if (rst_i) {clears_o, busy_q, fresh_q, anew_q} <= '0;
  end
endmodule
