// The jobs that outputs become, in queues for DMA and transmit. A job is offered if its group is open then; else it is forgotten.
// Latency: 1 cycle. Throughput: a job a cycle to transmit, and one in two cycles to DMA. Reset: empties the queues.
module sumac_jobs #(
  parameter int Groups = sumac_pkg::DefGroups,
  parameter int Rings  = sumac_pkg::DefRings
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Groups-1:0] open_i,
  output logic              room_o,         // more may come, and for ten cycles more
  input  logic              write_i,
  input  sumac_pkg::wr_t    write_data_i,
  input  logic              send_i,         // its group has stood for a cycle
  input  sumac_pkg::tx_t    send_data_i,
  output logic              wr_valid_o,
  input  logic              wr_ready_i,
  output sumac_pkg::wr_t    wr_o,
  output logic              tx_valid_o,
  input  logic              tx_ready_i,
  output sumac_pkg::tx_t    tx_o,
  output logic              idle_o
);
  localparam int Jobs = 16, Most = 3, GroupW = $clog2(Groups), RingIdW = $clog2(Rings);
  sumac_pkg::wr_t    wr_next, wr_new_q, wr;
  sumac_pkg::tx_t    tx_next, tx_new_q, tx;
  logic              wr_some, tx_some, wr_in, tx_in, wr_take, tx_take, wr_new, tx_new, wr_push_q, tx_push_q, open_q;
  logic              wr_offer, tx_offer;
  logic [4:0]        n_wr_q, n_tx_q;      // jobs in the queues
  sumac_fifo #(.Width(sumac_pkg::WR_W), .Depth(Jobs), .Head(1'b1)) u_wr (
    .clk_i, .rst_i, .in_valid_i(wr_push_q), .in_ready_o(wr_in), .in_data_i(wr_new_q),
    .out_valid_o(wr_some), .out_ready_i(wr_take), .out_data_o(wr_next));
  sumac_fifo #(.Width(sumac_pkg::TX_W), .Depth(Jobs), .Head(1'b1)) u_tx (
    .clk_i, .rst_i, .in_valid_i(tx_push_q), .in_ready_o(tx_in), .in_data_i(tx_new_q),
    .out_valid_o(tx_some), .out_ready_i(tx_take), .out_data_o(tx_next));
  assign wr_take  = !wr_valid_o;
  assign tx_take  = !tx_valid_o || tx_ready_i;
  assign wr_new   = wr_take && !wr_some && !wr_push_q;      // a new one is offered at once; else it is queued
  assign tx_new   = tx_take && !tx_some && !tx_push_q;
  assign wr       = wr_some ? wr_next : write_data_i;
  assign tx       = tx_some ? tx_next : send_data_i;
  // Both candidates' groups are looked up, as a look-up behind the choice would take too long; that of a new one to transmit in the
  // cycle before, as it comes late.
  assign wr_offer = (wr_some && open_i[wr_next.ring[RingIdW+:GroupW]])
                    || (wr_new && write_i && open_i[write_data_i.ring[RingIdW+:GroupW]]);
  assign tx_offer = (tx_some && open_i[tx_next.group[GroupW-1:0]]) || (tx_new && send_i && open_q);
  always_ff @(posedge clk_i) begin : offers
    if (wr_ready_i) wr_valid_o <= 1'b0;
    if (wr_take) {wr_valid_o, wr_o} <= {wr_offer, wr};
    if (tx_take) {tx_valid_o, tx_o} <= {tx_offer, tx};
    {wr_push_q, wr_new_q} <= {write_i && !wr_new, write_data_i};
    {tx_push_q, tx_new_q} <= {send_i && !tx_new, send_data_i};
    open_q <= open_i[send_data_i.group[GroupW-1:0]];
    n_wr_q <= n_wr_q + 5'(wr_push_q) - 5'(wr_some && wr_take);
    n_tx_q <= n_tx_q + 5'(tx_push_q) - 5'(tx_some && tx_take);
    room_o <= n_wr_q < 5'(Most) && n_tx_q < 5'(Most);
    if (rst_i) {wr_valid_o, tx_valid_o, wr_push_q, tx_push_q, n_wr_q, n_tx_q} <= '0;
  end
  assign idle_o = !wr_push_q && !tx_push_q && !wr_some && !tx_some && !wr_valid_o && !tx_valid_o;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_jobs: assert property (@(posedge clk_i) disable iff (rst_i) (wr_push_q && !wr_in) || (tx_push_q && !tx_in) |-> 1'b0)
    else $error("a job is lost");
  a_group: assert property (@(posedge clk_i) disable iff (rst_i) send_i |-> $stable(send_data_i.group))
    else $error("a chunk whose group was not looked up");
`endif
`endif
endmodule
