// The combine engine as the NIC has it, sumac_combine on sumac_pool with default parameters, for the speed of its simulation: it
// adds slots of binary32 numbers back to back, operands from the lower half of packet memory, results to the upper.
// Reset: begins to fill the lower half with numbers of either sign and of exponents -8 to 7.
module engine #(
  localparam int PoolBeats = sumac_pkg::DefPoolBeats,
  localparam int SlotBeats = sumac_pkg::DefSlotBeats,
  localparam int AddrW     = $clog2(PoolBeats)
) (
  input  logic clk_i,
  input  logic rst_i,
  output logic ready_o,      // filled: it adds
  output logic combined_o,
  output logic [31:0] written_o   // of the last result written
);
  logic [AddrW-1:0] fill_q, left_q, right_q;
  logic [AddrW-1:0] numbers_addr_q;
  logic [511:0]     numbers_q;
  logic             numbers_valid_q, filled_q, pass_ready;

  assign ready_o = filled_q;
  always_ff @(posedge clk_i) if (w_valid && w_readies[1]) written_o <= w_data[31:0];

  // Numbers are made only while they are needed: they are not what is timed.
  always_ff @(posedge clk_i) begin : make_numbers
    logic [511:0] made;
    if (!filled_q) begin
      for (int n = 0; n < 16; n++) begin
        made[32*n +: 32]     = (32'(fill_q) + 32'(n)) * 32'h9E3779B1;
        made[32*n + 23 +: 8] = 8'd119 + 8'(made[32*n + 23 +: 4]);
      end
      numbers_q      <= made;
      numbers_addr_q <= fill_q;
    end
    numbers_valid_q <= !filled_q && !rst_i;
  end

  always_ff @(posedge clk_i) begin
    if (!filled_q) fill_q <= fill_q + 1'b1;
    if (fill_q == AddrW'(PoolBeats / 2 - 1)) filled_q <= 1'b1;
    if (filled_q && pass_ready) begin
      left_q  <= AddrW'((32'(left_q) + SlotBeats) % (PoolBeats / 2));
      right_q <= AddrW'((32'(right_q) + 3 * SlotBeats) % (PoolBeats / 2));
    end
    if (rst_i) begin
      fill_q   <= '0;
      filled_q <= 1'b0;
      left_q   <= '0;
      right_q  <= AddrW'(SlotBeats + 1);   // another bank than left's
    end
  end

  logic              l_r_valid, r_r_valid, w_valid;
  logic [AddrW-1:0]  l_r_addr, r_r_addr, w_addr;
  logic [511:0]      w_data;
  logic [2:0]        w_readies;      // of packet memory's clients, of whom the combine unit is one in the middle
  logic [3:0]        r_readies, d_valid;
  logic [4*512-1:0]  d_data;

  sumac_pkg::pass_t pass;
  assign pass = {17'(left_q), 17'(right_q), 17'(left_q) + 17'(PoolBeats / 2), 7'(SlotBeats), sumac_pkg::OP_SUM, sumac_pkg::TYPE_F32,
                 16'd0};
  sumac_combine u_combine (
    .clk_i, .rst_i, .pass_valid_i(filled_q), .pass_ready_o(pass_ready), .pass_i(pass), .done_valid_o(), .done_tag_o(),
    .combined_o, .bad_o(), .idle_o(),
    .l_r_valid_o(l_r_valid), .l_r_ready_i(r_readies[1]), .l_r_addr_o(l_r_addr), .l_d_valid_i(d_valid[1]),
    .l_d_data_i(d_data[512+:512]), .r_r_valid_o(r_r_valid), .r_r_ready_i(r_readies[2]), .r_r_addr_o(r_r_addr),
    .r_d_valid_i(d_valid[2]), .r_d_data_i(d_data[1024+:512]),
    .w_valid_o(w_valid), .w_ready_i(w_readies[1]), .w_addr_o(w_addr), .w_data_o(w_data)
  );
  sumac_pool u_pool (
    .clk_i, .rst_i, .w_valid_i({1'b0, w_valid, numbers_valid_q}), .w_ready_o(w_readies),
    .w_addr_i({AddrW'(0), w_addr, numbers_addr_q}), .w_data_i({512'd0, w_data, numbers_q}),
    .r_valid_i({1'b0, r_r_valid, l_r_valid, 1'b0}), .r_ready_o(r_readies), .r_addr_i({AddrW'(0), r_r_addr, l_r_addr, AddrW'(0)}),
    .d_valid_o(d_valid), .d_data_o(d_data)
  );
endmodule
