// Takes whole values to their outputs: each ring has a strict queue of contexts, of which the first is handed to sumac_outputs with
// what its outputs need. A ring whose outputs are all gone, or that has sent one long packet, has its turn again behind the others;
// one that waits for a channel has it when that channel has news. While a context's outputs are on their way, the next one of its
// ring is looked up, and handed over if all of them have gone.
// Latency: 3 cycles from readiness to the hand-over if nothing else waits, else 4. Throughput: a context in 4 cycles.
// Memory: RAM: by ring, its queue and where it is; by context, what its outputs need. Reset: nothing is to do; clear_i empties a
// ring.
module sumac_out #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int SlotW    = $clog2(RingSlots),
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int CtxW     = RingW + SlotW
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   open_i,
  output logic                clear_ready_o,
  input  sumac_pkg::clear_t   clear_i,
  output logic                opened_ready_o,
  input  logic                opened_i,
  input  sumac_pkg::opened_t  opened_data_i,
  input  logic                place_i,
  input  sumac_pkg::place_t   place_data_i,
  input  sumac_pkg::root_done_t root_done_i,
  input  logic                ready_i,
  input  sumac_pkg::ready_t   ready_data_i,
  // rings of a group that have waited for a channel
  input  sumac_pkg::woke_t    wake_i,
  // to sumac_outputs, and how far it came
  output logic                hand_valid_o,
  input  logic                hand_ready_i,
  output sumac_pkg::hand_t    hand_o,
  input  logic                back_i,
  input  sumac_pkg::back_t    back_data_i,
  output logic                idle_o
);
  localparam int AllRings = Groups * Rings;
  typedef enum logic [1:0] {Pick, Ring, Look, Hand} state_e;
  state_e state_q;

  // Which ring is next: one that becomes ready when none waits need not be noted.
  logic             offered, quick, quick_q, take, away_q, handed, more_q;
  logic [RingW-1:0] first, offer, ring_q, away_ring_q, clear_ring;
  logic [Rings+2:0]         sets;
  logic [(Rings+3)*RingW-1:0] set_rings;
  always_comb begin : events
    sets[0]               = ready_i && !quick;
    set_rings[0+:RingW]   = ready_data_i.ctx[SlotW+:RingW];
    sets[1]               = back_i && !back_data_i.all && !back_data_i.waits;
    set_rings[RingW+:RingW] = away_ring_q;
    sets[2]               = handed && more_q;
    set_rings[2*RingW+:RingW] = ring_q;
    for (int r = 0; r < Rings; r++) begin
      sets[3+r]                       = wake_i.rings[r];
      set_rings[(3+r)*RingW+:RingW]   = {wake_i.group[GroupW-1:0], RingIdW'(r)};
    end
  end
  logic todo_idle;
  sumac_todo #(.Count(AllRings), .Sources(Rings + 3)) u_todo (
    .clk_i, .rst_i, .set_i(sets), .index_i(set_rings), .valid_o(offered), .take_i(take), .index_o(first), .idle_o(todo_idle));
  assign quick  = state_q == Pick && !offered && ready_i;
  assign take   = state_q == Pick && (offered || ready_i);
  assign offer  = offered ? first : ready_data_i.ctx[SlotW+:RingW];
  assign handed = hand_valid_o && hand_ready_i;

  // A ring's queue, and where it is: the first context's place, and its next output.
  logic [SlotW:0]   head, place, head_q, away_head_q, away_next_q, tail, tail_q, at;
  logic [SlotW-1:0] slot;
  logic [3:0]       index, index_q;
  logic             live, early, early_q, done, done_q;
  logic [CtxW-1:0]  done_ctx_q;
  logic [6:0]       no, no_q;
  assign at         = ready_data_i.at[SlotW:0];
  assign clear_ring = clear_i.ring[RingW-1:0];
  sumac_ram #(.Width(SlotW + 1), .Depth(AllRings)) u_tails (
    .clk_i, .w_en_i(ready_i || clear_i.now), .w_addr_i(ready_i ? ready_data_i.ctx[SlotW+:RingW] : clear_ring),
    .w_data_i(ready_i ? at + (SlotW + 1)'(1) : (SlotW + 1)'(0)), .r_en_i(take), .r_addr_i(offer), .r_data_o(tail));
  sumac_ram #(.Width(SlotW + 8), .Depth(AllRings * RingSlots)) u_queues (
    .clk_i, .w_en_i(ready_i), .w_addr_i({ready_data_i.ctx[SlotW+:RingW], at[SlotW-1:0]}), .w_data_i({ready_data_i.ctx[SlotW-1:0],
    ready_data_i.early, ready_data_i.no}),
    .r_en_i(state_q == Ring), .r_addr_i({ring_q, head[SlotW-1:0]}), .r_data_o({slot, early, no}));
  sumac_ram #(.Width(SlotW + 5), .Depth(AllRings)) u_places (
    .clk_i, .w_en_i(back_i || clear_i.now), .w_addr_i(back_i ? away_ring_q : clear_ring),
    .w_data_i(!back_i ? (SlotW + 5)'(0) : back_data_i.all ? {away_head_q + (SlotW + 1)'(1), 4'd0}
              : {away_head_q, back_data_i.index}),
    .r_en_i(take), .r_addr_i(offer), .r_data_o({place, index}));
  assign clear_ready_o = !ready_i && !back_i;

  // The words that the context's outputs need.
  localparam int WordW = 6 + 5 + 4 + 32 + 16 + 1 + 1 + 1 + 64 + 32;
  logic [WordW-1:0] word;
  logic [AddrW-1:0] pool;
  logic [SlotW-1:0] slot_q;
  sumac_ram #(.Width(WordW), .Depth(1 << CtxW)) u_words (
    .clk_i, .w_en_i(opened_i), .w_addr_i(opened_data_i.ctx[CtxW-1:0]),
    .w_data_i({opened_data_i.idx, opened_data_i.n_out, opened_data_i.from_out, opened_data_i.chunk, opened_data_i.bytes,
               opened_data_i.chunk == 32'd0, opened_data_i.last_all && !opened_data_i.gathers, opened_data_i.returns,
               opened_data_i.dst, opened_data_i.word}),
    .r_en_i(state_q == Look), .r_addr_i({ring_q, slot}), .r_data_o(word));
  sumac_ram #(.Width(AddrW), .Depth(1 << CtxW)) u_pools (
    .clk_i, .w_en_i(place_i), .w_addr_i(place_data_i.ctx[CtxW-1:0]), .w_data_i(place_data_i.pool[AddrW-1:0]),
    .r_en_i(state_q == Look), .r_addr_i({ring_q, slot}), .r_data_o(pool));

  // A context that was told early may be done by now, or while it waits here: then it is no more called early, as its number has a
  // meaning only while it is not done.
  sumac_ram #(.Width(1), .Depth(1 << CtxW)) u_done (
    .clk_i, .w_en_i(root_done_i.early || opened_i),
    .w_addr_i(root_done_i.early ? root_done_i.ctx[CtxW-1:0] : opened_data_i.ctx[CtxW-1:0]), .w_data_i(root_done_i.early),
    .r_en_i(state_q == Look), .r_addr_i({ring_q, slot}), .r_data_o(done));
  assign opened_ready_o = !root_done_i.early;

  // A context behind one that is away is a guess until that one is back.
  logic near_q, guess_q, wrong_q;
  assign head = near_q ? away_next_q : place;
  always_ff @(posedge clk_i) begin : guesses
    if (take) begin
      near_q  <= away_q && offer == away_ring_q;
      guess_q <= away_q && offer == away_ring_q && !back_i;
      wrong_q <= away_q && offer == away_ring_q && back_i && !back_data_i.all;
    end else if (guess_q && back_i) begin
      guess_q <= 1'b0;
      wrong_q <= !back_data_i.all;
    end
    if (rst_i) {guess_q, wrong_q} <= 2'b00;
  end

  assign live = open_i[ring_q[RingIdW+:GroupW]];
  always_ff @(posedge clk_i) begin : walk
    case (state_q)
      Pick:    if (take) state_q <= Ring;
      Ring:    state_q <= Look;
      Look:    state_q <= (head_q == tail_q || !live) ? Pick : Hand;
      default: if (handed || wrong_q) state_q <= Pick;
    endcase
    if (take) ring_q <= offer;
    quick_q <= quick;
    if (quick) tail_q <= at + (SlotW + 1)'(1);
    if (state_q == Ring) {head_q, index_q} <= {head, near_q ? 4'd0 : index};
    if (state_q == Ring && !quick_q) tail_q <= tail;
    if (state_q == Look) begin
      {slot_q, early_q, no_q} <= {slot, early, no};
      more_q <= head_q + (SlotW + 1)'(1) != tail_q;
    end
    {done_q, done_ctx_q} <= {root_done_i.early, root_done_i.ctx[CtxW-1:0]};
    if (state_q == Hand && done_q && done_ctx_q == {ring_q, slot_q}) early_q <= 1'b0;
    if (handed) begin
      away_q      <= 1'b1;
      away_ring_q <= ring_q;
      away_head_q <= head_q;
      away_next_q <= head_q + (SlotW + 1)'(1);
    end else if (back_i) away_q <= 1'b0;
    if (rst_i) begin
      state_q <= Pick;
      away_q  <= 1'b0;
    end
  end

  assign hand_valid_o = state_q == Hand && !wrong_q && (!guess_q || (back_i && back_data_i.all));
  always_comb begin : handing
    hand_o               = '0;
    hand_o.ctx[CtxW-1:0] = {ring_q, slot_q};
    hand_o.index         = index_q;
    hand_o.pool          = 17'(pool);
    hand_o.early         = early_q && !done;
    hand_o.no            = no_q;
    {hand_o.idx, hand_o.n_out, hand_o.from_out, hand_o.chunk, hand_o.bytes, hand_o.first, hand_o.last, hand_o.returns, hand_o.dst,
     hand_o.word}        = word;
  end
  assign idle_o = state_q == Pick && todo_idle && !away_q;
endmodule
