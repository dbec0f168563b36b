// A memory of numbers that events move: an event sets one, or adds to it, modulo its width; two cycles later the number that it
// met and the new one are told. An event a cycle; each meets what the one before has left, as a number that was read too early
// is forwarded from the last two. A copy of the memory can be kept from what is told.
// Memory: RAM. Reset: forgets events, and keeps the numbers.
module sumac_tally #(
  parameter int Width   = 5,
  parameter int Depth   = 16,
  localparam int IndexW = $clog2(Depth)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic              en_i,
  input  logic [IndexW-1:0] index_i,
  input  logic              set_i,      // to value_i; else value_i is added
  input  logic [Width-1:0]  value_i,
  output logic              told_o,     // two cycles later
  output logic [IndexW-1:0] index_o,
  output logic [Width-1:0]  old_o,
  output logic [Width-1:0]  new_o
);
  logic              valid1_q, valid2_q, valid3_q, set1_q;
  logic [IndexW-1:0] index1_q, index2_q, index3_q;
  logic [Width-1:0]  value1_q, value2_q, old, old2_q, base2_q, new3_q, word;

  sumac_ram #(.Width(Width), .Depth(Depth)) u_numbers (
    .clk_i, .w_en_i(valid2_q), .w_addr_i(index2_q), .w_data_i(new_o), .r_en_i(en_i), .r_addr_i(index_i), .r_data_o(word));

  assign told_o  = valid2_q;
  assign index_o = index2_q;
  assign old_o   = old2_q;
  assign new_o   = base2_q + value2_q;        // a number that is set is added to nothing

  assign old = valid2_q && index2_q == index1_q ? new_o : valid3_q && index3_q == index1_q ? new3_q : word;
  always_ff @(posedge clk_i) begin
    {valid1_q, index1_q, set1_q, value1_q} <= {en_i, index_i, set_i, value_i};
    {valid2_q, index2_q, value2_q}         <= {valid1_q, index1_q, value1_q};
    {valid3_q, index3_q, new3_q}           <= {valid2_q, index2_q, new_o};
    old2_q  <= old;
    base2_q <= set1_q ? '0 : old;
    if (rst_i) {valid1_q, valid2_q, valid3_q} <= 3'b000;
  end
endmodule
