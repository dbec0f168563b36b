// Counts what is in flight for each group, by events that begin and end something, of which each source has at most one in a cycle;
// and tells which closing groups nothing is in flight for any more, after each stage has been between two pieces of work.
// Memory: counters in flops. Latency: 3 cycles; begun, ended and pick are late alike, so that a count is never 0 between two of a
// chain. Reset: nothing is in flight.
module sumac_groups_flight #(
  parameter int Groups = sumac_pkg::DefGroups,
  localparam int GroupW = $clog2(Groups)
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   closing_i,
  input  logic [Groups-1:0]   untold_i,    // has failed, and the news is not yet spread
  input  logic [Groups-1:0]   settled_i,   // is no longer closing, if it was still
  input  logic [7:0]          begun_i,
  input  logic [8*GroupW-1:0] begun_group_i,
  input  logic [5:0]          ended_i,
  input  logic [6*GroupW-1:0] ended_group_i,
  input  logic [3:0]          pick_i,      // stages that are between two pieces of work
  output logic [Groups-1:0]   still_o
);
  logic [9:0]        flight_q [Groups];
  logic [3:0]        up_q     [Groups];
  logic [3:0]        down_q   [Groups];
  logic [3:0]        rested_q [Groups];     // stages that have let go of a closing group
  logic [3:0]        pick_q;
  logic [Groups-1:0] closing_q;

  // How many ones: threes, as a gate takes six bits, and a carry is slow.
  function automatic logic [3:0] ones(input logic [8:0] bits);
    logic [2:0] sum, carry;
    logic       two, more;
    for (int i = 0; i < 3; i++) begin
      sum[i]   = bits[i] ^ bits[i+3] ^ bits[i+6];
      carry[i] = (bits[i] && bits[i+3]) || (bits[i] && bits[i+6]) || (bits[i+3] && bits[i+6]);
    end
    two     = (sum[0] && sum[1]) || (sum[0] && sum[2]) || (sum[1] && sum[2]);
    more    = (carry[0] && carry[1]) || (carry[0] && carry[2]) || (carry[1] && carry[2]);
    ones[0] = sum[0] ^ sum[1] ^ sum[2];
    ones[1] = two ^ carry[0] ^ carry[1] ^ carry[2];
    ones[2] = more ^ (two && (carry[0] ^ carry[1] ^ carry[2]));
    ones[3] = more && two && (carry[0] ^ carry[1] ^ carry[2]);
  endfunction

  for (genvar g = 0; g < Groups; g++) begin : g_flight
    logic [7:0] plus;                // by source, whether it began something for this group
    logic [5:0] minus;
    for (genvar e = 0; e < 8; e++) begin : g_plus
      assign plus[e] = begun_i[e] && begun_group_i[e*GroupW+:GroupW] == GroupW'(g);
    end
    for (genvar e = 0; e < 6; e++) begin : g_minus
      assign minus[e] = ended_i[e] && ended_group_i[e*GroupW+:GroupW] == GroupW'(g);
    end
    always_ff @(posedge clk_i) begin
      up_q[g]     <= rst_i ? 4'd0 : ones({1'b0, plus});
      down_q[g]   <= rst_i ? 4'd0 : ones({3'b000, minus});
      flight_q[g] <= rst_i ? 10'd0 : flight_q[g] + 10'(up_q[g]) - 10'(down_q[g]);
      rested_q[g] <= closing_q[g] ? rested_q[g] | pick_q : 4'd0;
      still_o[g]  <= closing_i[g] && flight_q[g] == '0 && !untold_i[g] && rested_q[g] == 4'hf && !(still_o[g] && settled_i[g]);
    end
  end
  always_ff @(posedge clk_i) {closing_q, pick_q} <= {closing_i, pick_i};
endmodule
