// Loopback (R18): a packet for the NIC's own Ethernet address goes from transmit to receive inside, since an Ethernet switch never
// sends a frame back to where it came from. While one goes in, a queue keeps what comes
// from the MAC, which cannot wait: a packet begins to go in only while the queue has room for as many beats as it is long.
//
// Latency: none, but for packets of the MAC that come while another goes in. Throughput: a beat a cycle into receive.
// Reset: forgets what is kept, and which packet is under way.
module sumac_loop #(
  parameter int SlotBeats = sumac_pkg::DefSlotBeats,
  localparam int Longest  = SlotBeats + 2,      // beats of a packet
  localparam int Depth    = Longest < 6 ? 8 : 2 ** $clog2(2 * Longest - 4),
  localparam int CountW   = $clog2(Depth + 1)
) (
  input  logic         clk_i,
  input  logic         rst_i,
  // from transmit
  input  logic         in_tvalid_i,
  output logic         in_tready_o,
  input  logic [511:0] in_tdata_i,
  input  logic [63:0]  in_tkeep_i,
  input  logic         in_tlast_i,
  input  logic         in_tinside_i,  // of all beats of a packet: it goes in
  // to the MAC
  output logic         tx_tvalid_o,
  input  logic         tx_tready_i,
  output logic [511:0] tx_tdata_o,
  output logic [63:0]  tx_tkeep_o,
  output logic         tx_tlast_o,
  // from the MAC
  input  logic         rx_tvalid_i,
  input  logic [511:0] rx_tdata_i,
  input  logic [63:0]  rx_tkeep_i,
  input  logic         rx_tlast_i,
  input  logic         rx_tuser_i,
  // to receive
  output logic         out_tvalid_o,
  output logic [511:0] out_tdata_o,
  output logic [63:0]  out_tkeep_o,
  output logic         out_tlast_o,
  output logic         out_tuser_o,
  output logic         idle_o
);
  logic goes_in;
  assign tx_tvalid_o = in_tvalid_i && !in_tinside_i;
  assign tx_tdata_o  = in_tdata_i;
  assign tx_tkeep_o  = in_tkeep_i;
  assign tx_tlast_o  = in_tlast_i;
  assign in_tready_o = in_tinside_i ? goes_in : tx_tready_i;

  // The MAC's beats.
  logic         kept_valid;
  logic [577:0] kept;
  logic [CountW-1:0] count_q;        // beats in it
  logic              room_q;         // as many as the longest packet has are free
  sumac_queue #(.Width(578), .Depth(Depth)) u_kept (
    .clk_i, .rst_i, .in_valid_i(rx_tvalid_i), .in_data_i({rx_tuser_i, rx_tlast_i, rx_tkeep_i, rx_tdata_i}),
    .out_valid_o(kept_valid), .out_ready_i(!goes_in), .out_data_o(kept));

  // Into receive goes one packet after the other.
  logic busy_q, busy_inside_q;
  assign goes_in = busy_q ? busy_inside_q : in_tvalid_i && in_tinside_i && room_q;

  assign out_tvalid_o = goes_in ? in_tvalid_i : kept_valid;
  assign {out_tuser_o, out_tlast_o, out_tkeep_o, out_tdata_o} = goes_in ? {1'b0, in_tlast_i, in_tkeep_i, in_tdata_i} : kept;

  always_ff @(posedge clk_i) begin : order
    if (out_tvalid_o) begin
      busy_q        <= !out_tlast_o;
      busy_inside_q <= goes_in;
    end
    if (rx_tvalid_i != (kept_valid && !goes_in)) count_q <= rx_tvalid_i ? count_q + 1'b1 : count_q - 1'b1;
    room_q <= 32'(count_q) < Depth - Longest - 1;       // one more may come meanwhile
    if (rst_i) begin
      busy_q  <= 1'b0;
      count_q <= '0;
      room_q  <= 1'b1;
    end
  end

  assign idle_o = count_q == '0 && !busy_q;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) assert (rst_i || !rx_tvalid_i || 32'(count_q) < Depth)
    else $error("R18: a beat of the MAC finds no place");
`endif
endmodule
