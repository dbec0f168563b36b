// sumac_change: an event of any one word is told two steps after it came, and then only, and meets what the event before it has
// made of the word, however closely they follow each other and with pauses anywhere; also over resets that meet no event on its
// way. The watched word of the memory is kept, others are any.
// Assumed: what becomes of a word holds while all stands still.
//
// RTL: sumac_change
// Edit: sumac_change s/sumac_ram #(/formal_ram #(.Watched(1'b1), /
// Cover: 10
// Mutant: sumac_change s/valid1_q \&\& index_i == index1_q/1'b0/
// Mutant: sumac_change s/told_o \&\& index_i == index_o/1'b0/
// Mutant: sumac_change s/valid1_q \&\& index_i == index1_q/index_i == index1_q/
// Mutant: sumac_change s/told_o \&\& index_i == index_o/index_i == index_o/
// Mutant: sumac_change s/valid3_q \&\& index_i == index3_q/1'b0/
// Mutant: sumac_change s/r_en_i(go_i \&\& en_i)/r_en_i(en_i)/
module prove_change (
  input logic       clk_i,
  input logic       rst_i,
  input logic       go_i,
  input logic       en_i,
  input logic [1:0] index_i,
  input logic [1:0] word_i
);
  (* anyconst *) logic [1:0] mine;
  logic       told, told_mine, known_q = 1'b0, stands_q = 1'b0;
  logic [1:0] index, word, left_q, word_q, coming_q = 2'b00;
  sumac_change #(.Width(2), .Depth(4)) dut (
    .clk_i, .rst_i, .go_i, .en_i, .index_i, .told_o(told), .index_o(index), .word_o(word), .word_i);
  (* hierconn *) logic [1:0] \dut.u_words.at ;

  assign told_mine = told && index == mine;
  always_comb begin
    assume (\dut.u_words.at == mine);
    if (stands_q) assume (word_i == word_q);
  end
  always_ff @(posedge clk_i) begin
    {stands_q, word_q} <= {!go_i, word_i};
    if (go_i) coming_q <= {coming_q[0], en_i && index_i == mine};
    if (rst_i) coming_q <= 2'b00;
    if (told_mine && go_i) {known_q, left_q} <= {1'b1, word_i};
    if (rst_i && told_mine) known_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (told_mine == coming_q[1]);
      if (told_mine && known_q) assert (word == left_q);
      cover (coming_q == 2'b11 && known_q && word != word_i);
      cover (coming_q == 2'b10 && stands_q && known_q && word != word_i);
    end
  end
  formal_reset u_reset (.clk_i, .rst_i);
endmodule
