// Whether the NIC sleeps: a simulator need not clock it until an input changes, or now_i reaches wake_i. Rooms know whether they
// are idle, and the sweep when it must look at a channel again. Anything that moves between rooms, or in receive, is where one of
// them sees it after so many cycles at the latest. Work is seen a cycle late: idle_o tells what the last cycle was like, in which
// nothing came from outside. Simulators look at calm: the sweep need only be woken since a peer may be silent, and no group that
// fails or closes waits for that. Memory: flip-flops. Reset: awake.
module sumac_sleep #(
  parameter int Groups       = sumac_pkg::DefGroups,
  localparam int QuietCycles = 16,
  localparam int QuietW      = $clog2(QuietCycles + 1)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  input  logic [63:0]       wake_i,
  input  logic [Groups-1:0] open_i,
  input  logic [Groups-1:0] live_i,
  input  logic              calm_i,     // of the sweep
  input  logic              moves_i,    // something moves between rooms, or comes from outside
  input  logic              works_i,    // a room is not idle
  input  logic              nodes_i,    // nodes are not
  output logic              stirs_o,    // nodes were not in the last cycle
  output logic              idle_o
);
  logic [QuietW-1:0] quiet_q;
  logic              nodes_q, busy_q, calm, unused_calm;

  always_ff @(posedge clk_i) begin
    nodes_q <= nodes_i;
    busy_q  <= moves_i || works_i || now_i >= wake_i;
    if (rst_i || moves_i || nodes_q) quiet_q <= '0;
    else if (32'(quiet_q) != QuietCycles) quiet_q <= quiet_q + QuietW'(1);
  end
  assign calm        = calm_i && (live_i & ~open_i) == '0;
  assign unused_calm = calm;
  assign stirs_o     = nodes_q;
  assign idle_o      = 32'(quiet_q) == QuietCycles && !nodes_q && !busy_q && now_i < wake_i;
endmodule
