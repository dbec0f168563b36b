// Begins a group's rings anew when the group is opened: one ring a cycle, where all modules leave one; groups one after the other.
// A group counts as open when that is done, its contexts' bits are clear, and nobody holds a word that was read before. Nodes may
// have been accepted meanwhile: its rings are looked at then. No context opens while rings are cleared.
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
  output logic              ends_o,     // the group of clear_o.ring has begun anew
  output logic              idle_o
);
  localparam int Settle = 8, RingIdW = $clog2(Rings);
  localparam logic [4:0] Done = 5'(Rings + Settle), All = 5'(2 * Rings + Settle);
  logic              busy_q, any, again;
  logic [Groups-1:0] anew_q, hot;
  logic [GroupW-1:0] group, group_q;
  logic [4:0]        no_q;
  sumac_turns #(.Count(Groups)) u_turns (.clk_i, .rst_i, .bits_i(anew_q), .take_i(!busy_q), .index_o(group), .hot_o(hot));
  assign any      = (anew_q & hot) != '0;
  assign clears_o = busy_q && no_q < 5'(Rings);
  assign again    = busy_q && no_q > Done && !acc_valid_i;
  assign ends_o   = busy_q && no_q == Done;
  assign clear_o  = {clears_o && ready_i, again, 8'({group_q, RingIdW'(again ? no_q - Done - 5'd1 : no_q)})};
  assign open_o   = open_i & ~anew_q;
  assign idle_o   = !busy_q && anew_q == '0;

  always_ff @(posedge clk_i) begin : walk
    if (!busy_q) {busy_q, group_q, no_q} <= {any, group, 5'd0};
    else begin
      if (clear_o.now || again || (no_q >= 5'(Rings) && no_q <= Done && bits_i)) no_q <= no_q + 5'd1;
      if (again && no_q == All) busy_q <= 1'b0;
    end
    anew_q <= (anew_q & ~(Groups'(ends_o) << group_q)) | reset_i;
    if (rst_i) {busy_q, anew_q} <= '0;
  end
endmodule
