// Counts what is in flight for each group, by events that begin and end something, of which each source has at most one in a cycle;
// and tells which closing groups nothing is in flight for any more, after each stage has been between two pieces of work.
// The groups' numbers lie in planes, a bit of all groups each: one operation of a simulator serves all of them.
// Memory: counters in flops. Latency: 5 cycles; begun, ended and pick are late alike, so that a count is never 0 between two of a
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
  input  sumac_pkg::flight_t  flight_i,
  output logic [Groups-1:0]   still_o
);
  localparam int Half = 5;                   // bits of each half of a count
  logic [Groups-1:0] n_q [8];                // how many began; from 4 on, how many ended
  logic [Groups-1:0] by_d [Half], by_q [Half];       // the difference, signed
  logic [Groups-1:0] low_d [Half], low_q [Half], high_d [Half], high_q [Half];   // a count; its upper half is a cycle later,
  logic [Groups-1:0] more_d, more_q, less_d, less_q, rest_q;   // and grows, or shrinks; something is left of the lower half
  logic [Groups-1:0] rested_q [4];           // stages that have let go of a closing group
  logic [Groups-1:0] closing1_q, closing2_q, closing3_q, high_some, low_some;
  logic [3:0]        pick1_q, pick2_q, pick3_q;

  // How many ones: threes, as a gate takes six bits, and a carry is slow.
  for (genvar d = 0; d < 2; d++) begin : g_ones
    logic [Groups-1:0] events [9], sum [3], carry [3], two, more, odd;
    for (genvar e = 0; e < 9; e++) begin : g_event
      if (d == 0 && e < 8) begin : g_begun
        assign events[e] = Groups'(flight_i.begun[e]) << flight_i.begun_groups[e*6+:GroupW];
      end else if (d == 1 && e < 7) begin : g_ended
        assign events[e] = Groups'(flight_i.ended[e]) << flight_i.ended_groups[e*6+:GroupW];
      end else begin : g_none
        assign events[e] = '0;
      end
    end
    for (genvar i = 0; i < 3; i++) begin : g_three
      assign sum[i]   = events[i] ^ events[i+3] ^ events[i+6];
      assign carry[i] = (events[i] & events[i+3]) | (events[i] & events[i+6]) | (events[i+3] & events[i+6]);
    end
    assign two  = (sum[0] & sum[1]) | (sum[0] & sum[2]) | (sum[1] & sum[2]);
    assign more = (carry[0] & carry[1]) | (carry[0] & carry[2]) | (carry[1] & carry[2]);
    assign odd  = carry[0] ^ carry[1] ^ carry[2];
    always_ff @(posedge clk_i) begin
      n_q[4*d]   <= rst_i ? '0 : sum[0] ^ sum[1] ^ sum[2];
      n_q[4*d+1] <= rst_i ? '0 : two ^ odd;
      n_q[4*d+2] <= rst_i ? '0 : more ^ (two & odd);
      n_q[4*d+3] <= rst_i ? '0 : more & two & odd;
    end
  end

  // The difference goes to the lower half, and what it carries or borrows to the upper one, a cycle later.
  always_comb begin : add
    logic [Groups-1:0] borrow, carry, up, down;
    borrow = '0;
    for (int b = 0; b < Half - 1; b++) begin
      by_d[b] = n_q[b] ^ n_q[b+4] ^ borrow;
      borrow  = (~n_q[b] & n_q[b+4]) | (borrow & ~(n_q[b] ^ n_q[b+4]));
    end
    by_d[Half-1] = borrow;
    carry = '0;
    for (int b = 0; b < Half; b++) begin
      low_d[b] = low_q[b] ^ by_q[b] ^ carry;
      carry    = (low_q[b] & by_q[b]) | (carry & (low_q[b] ^ by_q[b]));
    end
    more_d = carry & ~by_q[Half-1];
    less_d = ~carry & by_q[Half-1];
    {up, down} = {more_q, less_q};
    {low_some, high_some} = '0;
    for (int b = 0; b < Half; b++) begin
      high_d[b] = high_q[b] ^ (up | down);
      up        = up & high_q[b];
      down      = down & ~high_q[b];
      low_some  = low_some | low_q[b];
      high_some = high_some | high_q[b];
    end
  end
  always_ff @(posedge clk_i) begin : step
    for (int b = 0; b < Half; b++) begin
      by_q[b]   <= rst_i ? '0 : by_d[b];
      low_q[b]  <= rst_i ? '0 : low_d[b];
      high_q[b] <= rst_i ? '0 : high_d[b];
    end
    {more_q, less_q, rest_q} <= rst_i ? '0 : {more_d, less_d, low_some};
    {closing1_q, closing2_q, closing3_q} <= {closing_i, closing1_q, closing2_q};
    {pick1_q, pick2_q, pick3_q}          <= {flight_i.pick, pick1_q, pick2_q};
    for (int s = 0; s < 4; s++) rested_q[s] <= closing3_q & (rested_q[s] | {Groups{pick3_q[s]}});
    still_o <= closing_i & ~(rest_q | high_some | untold_i) & rested_q[0] & rested_q[1] & rested_q[2] & rested_q[3]
               & ~(still_o & settled_i);
  end
endmodule
