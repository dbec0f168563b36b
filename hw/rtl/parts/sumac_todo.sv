// A list of what there is to do: a bit for each of many places, which events set, and of which one is offered at a time, in turn.
// Taking it clears its bit, so that an event that comes while the place is looked at has it offered again: none is lost.
// Not sumac_turns over its bits, which picks a block and takes its bits in one cycle: with 256, in 5.9 ns, where this needs 3.1.
// Latency: 1 cycle from an event to the offer if nothing else is to do, else 5; an offer every 4 cycles. Memory: registers.
// Reset: nothing is to do.
module sumac_todo #(
  parameter int Count   = 64,
  parameter int Sources = 2,
  localparam int IndexW = $clog2(Count),
  localparam int Block  = Count < 16 ? Count : 16,
  localparam int Blocks = Count / Block,
  localparam int LowW   = $clog2(Block),
  localparam int HighW  = Blocks > 1 ? $clog2(Blocks) : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_i,
  input  logic [Sources-1:0]        set_i,
  input  logic [Sources*IndexW-1:0] index_i,
  output logic                      valid_o,
  input  logic                      take_i,     // may be up when nothing is offered
  output logic [IndexW-1:0]         index_o,
  output logic                      idle_o
);
  typedef enum logic [1:0] {Find, Slice, Choose, Offer} state_e;
  state_e            state_q;
  logic              comes, came_q, any_q, takes;
  logic [IndexW-1:0] coming;                       // of the events of this cycle, one
  logic [Count-1:0]  bits_q, sets, sets_q, wanted; // sets_q: of the last cycle's events, not in bits_q yet
  logic [HighW-1:0]  block_q;
  logic [LowW-1:0]   low_q;
  assign takes  = state_q == Offer && take_i;
  assign wanted = bits_q | sets_q;
  always_comb begin : events
    comes  = set_i != '0;
    coming = '0;
    sets   = '0;
    for (int s = 0; s < Sources; s++)
      if (set_i[s]) begin
        coming = index_i[s*IndexW+:IndexW];
        sets  |= Count'(1) << index_i[s*IndexW+:IndexW];
      end
  end

  // The next block, and then the next place in it, as bits: the first one above the last, or else the first.
  logic [Blocks-1:0] some_q, upper_q, high, block, block_bit_q;   // upper_q: the blocks above the last one
  logic [Block-1:0]  slice_q, above_q;
  logic [Block-1:0]  turn_q [Blocks];   // each block's own turn, or the blocks' would decide which places are ever offered
  assign high  = some_q & upper_q;
  assign block = high != '0 ? high & (~high + Blocks'(1)) : some_q & (~some_q + Blocks'(1));

  assign valid_o = state_q == Offer;
  assign index_o = Blocks > 1 ? IndexW'({block_q, low_q}) : IndexW'(low_q);
  assign idle_o  = state_q == Find && !any_q && !came_q;

  always_ff @(posedge clk_i) begin : steps
    logic [HighW-1:0] number;
    logic [Block-1:0] slice, turns;
    logic [LowW-1:0]  first, second;
    case (state_q)
      Find: state_q <= any_q ? Slice : comes ? Offer : Find;
      Slice: state_q <= Choose;
      Choose: state_q <= slice_q != '0 ? Offer : Find;
      default: if (take_i) state_q <= Find;
    endcase
    if (state_q == Find) {block_bit_q, block_q, low_q} <= {block, HighW'(coming >> LowW), coming[LowW-1:0]};
    if (state_q == Slice) begin
      {number, slice, turns} = '0;
      for (int b = 0; b < Blocks; b++) begin
        upper_q[b] <= (block_bit_q & Blocks'((1 << b) - 1)) != '0;
        if (block_bit_q[b]) begin
          number |= HighW'(b);
          slice  |= bits_q[b*Block+:Block];
          turns  |= turn_q[b];
        end
      end
      {block_q, slice_q, above_q} <= {number, slice, slice & turns};
    end
    if (state_q == Choose) begin
      {first, second} = '0;
      for (int i = Block - 1; i >= 0; i--) begin
        if (above_q[i]) first = LowW'(i);
        if (slice_q[i]) second = LowW'(i);
      end
      low_q <= above_q != '0 ? first : second;
    end
    if (takes) for (int i = 0; i < Block; i++) turn_q[block_q][i] <= LowW'(i) > low_q;
    for (int b = 0; b < Blocks; b++) some_q[b] <= wanted[b*Block+:Block] != '0;
    {sets_q, came_q} <= {sets, comes};
    any_q  <= bits_q != '0 || came_q;
    bits_q <= wanted & ~(takes ? Count'(1) << index_o : '0);
    if (rst_i) begin
      state_q <= Find;
      upper_q <= '1;
      {bits_q, sets_q, some_q, came_q, any_q} <= '0;
      for (int b = 0; b < Blocks; b++) turn_q[b] <= '1;
    end
  end
endmodule
