// A bit a channel that events set, and the sweep's visits read and clear. An event in the cycle before a visit's
// read, or later, is seen by the next visit. Latency: the bit comes a cycle after a visit. Throughput: a visit, and an event, every
// other cycle.
// Memory: RAM. Reset: none, the bits keep what they are.
module sumac_sweep_flag #(
  parameter int Channels = sumac_pkg::DefChannels,
  localparam int ChanW   = $clog2(Channels)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             set_i,
  input  logic [ChanW-1:0] set_index_i,
  input  logic             visit_i,
  input  logic [ChanW-1:0] index_i,
  output logic             flag_o
);
  logic             set_q, clears_q;   // is written; it is to be cleared, after what is set
  logic [ChanW-1:0] set_index_q, index_q, index;
  assign index = visit_i ? index_i : index_q;

  always_ff @(posedge clk_i) begin : visits
    {set_q, set_index_q} <= {set_i && !rst_i, set_index_i};
    clears_q <= (visit_i ? !(set_q && set_index_q == index_i) : clears_q && set_q) && !(set_i && set_index_i == index) && !rst_i;
    index_q  <= index;
  end

  sumac_ram #(.Width(1), .Depth(Channels)) u_bits (
    .clk_i, .w_en_i(set_q || clears_q), .w_addr_i(set_q ? set_index_q : index_q), .w_data_i(set_q),
    .r_en_i(visit_i), .r_addr_i(index_i), .r_data_o(flag_o));

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) if (!rst_i) assert (!visit_i || !clears_q || !set_q) else $error("R11: a visit is too soon");
`endif
endmodule
