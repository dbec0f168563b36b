// A list of what there is to do: a bit for each of many places, which events set, and of which one is offered at a time, in turn.
// Taking it clears its bit, so that an event that comes while the place is looked at has it offered again: none is lost.
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
  logic              comes;
  logic [IndexW-1:0] coming;     // of the events of this cycle, one
  logic [Count-1:0]  bits_q, sets;
  logic [Blocks-1:0] some_q;
  logic [Block-1:0]  slice_q;
  logic [HighW-1:0]  block, block_q;
  logic [LowW-1:0]   low, low_q;
  logic              any_q, found;

  sumac_pick #(.Count(Blocks)) u_block (
    .clk_i, .rst_i, .want_i(some_q), .take_i(state_q == Find && any_q), .any_o(unused_any), .index_o(block));
  // Each block has its own turn, or the blocks' turns would decide which of their places are ever offered.
  logic [Block-1:0] turn_q [Blocks];   // the places above the last one
  logic [Block-1:0] above_q;
  logic [LowW-1:0]  first, second;
  logic             unused_any;
  assign found = slice_q != '0;
  always_comb begin : choose
    {first, second} = '0;
    for (int i = Block - 1; i >= 0; i--) begin
      if (above_q[i]) first = LowW'(i);
      if (slice_q[i]) second = LowW'(i);
    end
    low = (above_q != '0) ? first : second;
  end
  always_ff @(posedge clk_i) begin : turns
    above_q <= bits_q[32'(block_q)*Block+:Block] & turn_q[block_q];
    if (state_q == Offer && take_i) for (int i = 0; i < Block; i++) turn_q[block_q][i] <= LowW'(i) > low_q;
    if (rst_i) for (int b = 0; b < Blocks; b++) turn_q[b] <= '1;
  end

  always_comb begin
    comes  = set_i != '0;
    coming = '0;
    sets   = '0;
    for (int s = 0; s < Sources; s++)
      if (set_i[s]) begin
        coming = index_i[s*IndexW+:IndexW];
        sets  |= Count'(1) << index_i[s*IndexW+:IndexW];
      end
  end

  assign valid_o = state_q == Offer;
  assign index_o = Blocks > 1 ? IndexW'({block_q, low_q}) : IndexW'(low_q);
  assign idle_o  = state_q == Find && !any_q && bits_q == '0;

  always_ff @(posedge clk_i) begin
    case (state_q)
      Find: state_q <= any_q ? Slice : comes ? Offer : Find;
      Slice: state_q <= Choose;
      Choose: state_q <= found ? Offer : Find;
      default: if (take_i) state_q <= Find;
    endcase
    if (state_q == Find) {block_q, low_q} <= any_q ? {block, low_q} : {HighW'(coming >> LowW), coming[LowW-1:0]};
    if (state_q == Choose) low_q <= low;
    slice_q <= bits_q[32'(block_q)*Block+:Block];
    for (int b = 0; b < Blocks; b++) some_q[b] <= bits_q[b*Block+:Block] != '0;
    any_q <= bits_q != '0;
    bits_q <= (bits_q & ~(state_q == Offer && take_i ? Count'(1) << index_o : '0)) | sets;
    if (rst_i) begin
      state_q <= Find;
      bits_q  <= '0;
      some_q  <= '0;
      any_q   <= 1'b0;
    end
  end
endmodule
