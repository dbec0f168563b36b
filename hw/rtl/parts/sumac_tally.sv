// A memory of numbers that events move: an event sets one, or adds to it, modulo its width; two cycles later the number that it
// met and the new one are told. An event a cycle; each meets what the one before has left (sumac_change). A copy of the memory can
// be kept from what is told.
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
  logic             set1_q, set2_q;
  logic [Width-1:0] value1_q, value2_q;
  sumac_change #(.Width(Width), .Depth(Depth)) u_numbers (
    .clk_i, .rst_i, .go_i(1'b1), .en_i, .index_i, .told_o, .index_o, .word_o(old_o), .word_i(new_o));

  assign new_o = (set2_q ? '0 : old_o) + value2_q;   // a number that is set is added to nothing
  always_ff @(posedge clk_i) {set1_q, value1_q, set2_q, value2_q} <= {set_i, value_i, set1_q, value1_q};
endmodule
