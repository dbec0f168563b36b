// Offers the bits that are set of a wide vector, one after the other, in turn: a block of neighbours is picked, round robin, and
// each of its bits that was set then is offered. So a bit comes again after all others that stay set. An offer stands until it is
// taken and another bit is known to be set, and its own may have been cleared since: whoever takes it looks once more.
// For up to 64 bits: a block is picked and its bits are taken in one cycle. For more there is sumac_todo, which has two for that.
// Latency: 3 cycles from a bit to its offer, if it is not offered anyway. Throughput: a bit every 2 cycles at least.
// Memory: registers. Reset: bit 0 is offered.
module sumac_turns #(
  parameter int Count   = 64,                        // a power of two
  localparam int IndexW = $clog2(Count),
  localparam int Block  = Count < 8 ? Count : 8,
  localparam int Blocks = Count / Block,
  localparam int LowW   = $clog2(Block),
  localparam int HighW  = Blocks > 1 ? $clog2(Blocks) : 1
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Count-1:0]  bits_i,
  input  logic              take_i,     // the next one, if there is one
  output logic [IndexW-1:0] index_o,
  output logic [Count-1:0]  hot_o       // that bit alone
);
  logic [Blocks-1:0] some_q;
  logic [Block-1:0]  left_q, first;     // of the block, those that have not been offered; the lowest
  logic [HighW-1:0]  block, block_q;
  logic [LowW-1:0]   low;
  logic              none, unused_any;

  assign none = left_q == '0;
  sumac_pick #(.Count(Blocks)) u_block (
    .clk_i, .rst_i, .want_i(some_q), .take_i(none), .any_o(unused_any), .index_o(block));
  always_comb begin
    {low, first} = '0;
    for (int i = Block - 1; i >= 0; i--) if (left_q[i]) {low, first} = {LowW'(i), Block'(1) << i};
  end
  always_ff @(posedge clk_i) begin
    for (int b = 0; b < Blocks; b++) some_q[b] <= bits_i[b*Block+:Block] != '0;
    if (none) {block_q, left_q} <= {block, bits_i[32'(block)*Block+:Block]};
    else if (take_i) begin
      left_q  <= left_q & ~first;
      index_o <= Blocks > 1 ? IndexW'({block_q, low}) : IndexW'(low);
      for (int b = 0; b < Blocks; b++) hot_o[b*Block+:Block] <= (Blocks == 1 || block_q == HighW'(b)) ? first : '0;
    end
    if (rst_i) {some_q, left_q, index_o, hot_o} <= {{(Blocks + Block + IndexW + Count - 1){1'b0}}, 1'b1};
  end
endmodule
