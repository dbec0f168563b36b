// A memory of words that events change: an event reads one, and two cycles later, when it is told, what it makes of it is taken,
// and written a cycle later. An event a cycle; each meets what the one before has left, as a word that was read too early is
// forwarded from the last three. Memory: RAM. Reset: forgets events that are not written, and keeps the words.
module sumac_change #(
  parameter int Width   = 5,
  parameter int Depth   = 16,
  localparam int IndexW = $clog2(Depth)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic              go_i,       // else all stands still, and so must word_i
  input  logic              en_i,
  input  logic [IndexW-1:0] index_i,
  output logic              told_o,     // two cycles later
  output logic [IndexW-1:0] index_o,
  output logic [Width-1:0]  word_o,
  input  logic [Width-1:0]  word_i      // what becomes of it
);
  logic              valid1_q, valid3_q, newest, newer, newest_q, made_q;
  logic [IndexW-1:0] index1_q, index3_q;
  logic [Width-1:0]  word3_q, word4_q, word;
  sumac_ram #(.Width(Width), .Depth(Depth)) u_words (
    .clk_i, .w_en_i(valid3_q), .w_addr_i(index3_q), .w_data_i(word3_q), .r_en_i(go_i && en_i), .r_addr_i(index_i), .r_data_o(word));

  // Which of the last three events was of the same word is found out while that is read: what the second or the third of them made
  // of it is kept then, in word4_q.
  assign newest = valid1_q && index_i == index1_q;
  assign newer  = told_o && index_i == index_o;
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      {valid1_q, told_o, valid3_q}  <= {en_i, valid1_q, told_o};
      {index1_q, index_o, index3_q} <= {index_i, index1_q, index_o};
      newest_q <= newest;
      made_q   <= newer || (valid3_q && index_i == index3_q);
      word3_q  <= word_i;
      word4_q  <= newer ? word_i : word3_q;
      word_o   <= newest_q ? word_i : made_q ? word4_q : word;
    end
    if (rst_i) {valid1_q, told_o, valid3_q} <= 3'b000;
  end
endmodule
