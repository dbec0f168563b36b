// Retires contexts: those whose values are whole leave their ring in the order in which they were opened, as their outputs do, and
// as the slots of their inputs are given back by count. A context that gathers has its own input and leaves at once.
// A context's retirement counts its combines for its node; that of a node's last context ends a node that writes no memory. The
// window slots of a fold's inputs are given back, one a cycle.
// Latency: 3 cycles from a whole value to its readiness. Throughput: a context in 7 cycles, or as many cycles as it has inputs.
// Memory: RAM: whole values in no order; by ring, where it is, and those whole before their turn; by context, what it is, and
// whether it is done; by node, its inputs and its combines done.
// Reset: forgets what waits; clear_i begins a ring anew.
module sumac_retire #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int ChanW    = $clog2(Channels),
  localparam int IdxW     = $clog2(Nodes),
  localparam int NodeW    = GroupW + IdxW,
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int CtxW     = RingW + SlotW
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   open_i,
  output logic                clear_ready_o,
  input  sumac_pkg::clear_t   clear_i,
  input  logic [NodeW-1:0]    start_node_i,
  input  sumac_pkg::start_t   start_i,
  output logic                opened_ready_o,
  input  logic                opened_i,
  input  sumac_pkg::opened_t  opened_data_i,
  // whole values: combined, told early, those without a pass, empty ones
  input  sumac_pkg::root_done_t root_done_i,
  input  sumac_pkg::early_t   early_i,
  input  logic                whole_i,
  input  logic [CtxW-1:0]     whole_ctx_i,
  input  logic                empty_valid_i,
  output logic                empty_ready_o,
  input  logic [CtxW-1:0]     empty_ctx_i,
  output logic                ready_o,
  output sumac_pkg::ready_t   ready_data_o,
  // a slot of a channel's window is given back
  output logic                release_valid_o,
  input  logic                release_ready_i,
  output sumac_pkg::give_t    release_o,
  // for completions
  output logic                sum_w_o,
  output logic [NodeW-1:0]    sum_node_o,
  output logic [31:0]         sum_o,
  output logic                end_o,
  output logic [NodeW-1:0]    end_node_o,
  output sumac_pkg::gives_t   gives_o,
  output logic                idle_o
);
  localparam int AllRings = Groups * Rings;
  typedef enum logic [2:0] {Pick, Word, Judge, Next, See, Fetch} state_e;
  state_e state_q;

  // Values become whole in any order; each context's does once.
  logic            done_now, w_valid, w_room, n_valid, n_room, queued, pick, looks, early, early_q;
  logic [CtxW-1:0] done_ctx, w_ctx, n_ctx, next;
  logic [6:0]      n_no, no, no_q;
  assign done_now = root_done_i.untold;
  assign done_ctx = root_done_i.ctx[CtxW-1:0];
  sumac_fifo #(.Width(CtxW), .Depth(64), .Bypass(1'b1), .Head(1'b1)) u_whole (
    .clk_i, .rst_i, .in_valid_i(whole_i || (empty_valid_i && empty_ready_o)), .in_ready_o(w_room),
    .in_data_i(whole_i ? whole_ctx_i : empty_ctx_i),
    .out_valid_o(w_valid), .out_ready_i(!done_now && !n_valid), .out_data_o(w_ctx));
  sumac_fifo #(.Width(CtxW + 7), .Depth(32), .Head(1'b1)) u_told_early (
    .clk_i, .rst_i, .in_valid_i(early_i.now), .in_ready_o(n_room), .in_data_i({early_i.ctx[CtxW-1:0], early_i.no}),
    .out_valid_o(n_valid), .out_ready_i(!done_now), .out_data_o({n_ctx, n_no}));
  assign empty_ready_o = !whole_i && !done_now && !n_valid;      // another leaves the queue then
  sumac_queue #(.Width(CtxW + 8), .Depth(1 << CtxW)) u_queue (
    .clk_i, .rst_i, .in_valid_i(done_now || n_valid || w_valid),
    .in_data_i({done_now ? done_ctx : n_valid ? n_ctx : w_ctx, !done_now && n_valid, n_no}),
    .out_valid_o(queued), .out_ready_i(pick), .out_data_o({next, early, no}));
  assign pick = queued && state_q == Pick;

  // A context's word.
  localparam int WordW = 6 + IdxW + 4 + 4 + 11 + 3;
  logic [CtxW-1:0]  ctx_q, read_ctx;
  logic [WordW-1:0] word, word_q;
  logic [5:0]       order;
  logic [IdxW-1:0]  idx;
  logic [3:0]       passes, passes_new;    // its inputs less one
  logic [3:0]       chunk;
  logic             gathers, folds, ends, dead_q, chained_q;
  assign read_ctx = (state_q == Pick) ? next : ctx_q;
  assign looks    = pick || state_q == Fetch;
  assign passes_new = 4'(opened_data_i.n_in - 5'd1);
  sumac_ram #(.Width(WordW), .Depth(1 << CtxW)) u_words (
    .clk_i, .w_en_i(opened_i), .w_addr_i(opened_data_i.ctx[CtxW-1:0]),
    .w_data_i({opened_data_i.order, opened_data_i.idx[IdxW-1:0], passes_new, opened_data_i.chunk[3:0],
               opened_data_i.bytes[15:6], opened_data_i.bytes[5:0] != 6'd0,
               opened_data_i.gathers, opened_data_i.n_in != 5'd1,
               opened_data_i.last_all && !opened_data_i.mem_out && !opened_data_i.gathers}),
    .r_en_i(looks), .r_addr_i(read_ctx), .r_data_o(word));
  assign {order, idx, passes, chunk, whole_beats, part_beat, gathers, folds, ends} = word_q;

  // A context that was told early may be done when its turn comes; its number has a meaning only while it is not.
  logic done, done_q;
  sumac_ram #(.Width(1), .Depth(1 << CtxW)) u_done (
    .clk_i, .w_en_i(root_done_i.early || opened_i), .w_addr_i(root_done_i.early ? done_ctx : opened_data_i.ctx[CtxW-1:0]),
    .w_data_i(root_done_i.early), .r_en_i(looks), .r_addr_i(read_ctx), .r_data_o(done));

  // Where a ring is: which place leaves next, which comes next in its queue of those that are ready; how many were opened.
  logic [SlotW-1:0] head, head_q, opened;
  logic [SlotW:0]   at, at_q;
  logic [RingW-1:0] opened_ring, ring, clear_ring;
  logic             w_places, clear;
  assign clear       = clear_i.now;
  assign clear_ring  = clear_i.ring[RingW-1:0];
  assign ring        = ctx_q[SlotW+:RingW];
  assign opened_ring = opened_data_i.ctx[SlotW+:RingW];
  sumac_ram #(.Width(2 * SlotW + 1), .Depth(AllRings)) u_places (
    .clk_i, .w_en_i(w_places || clear), .w_addr_i(clear ? clear_ring : ring),
    .w_data_i(clear ? (2 * SlotW + 1)'(0) : {head_q, at_q}), .r_en_i(pick), .r_addr_i(next[SlotW+:RingW]), .r_data_o({head, at}));
  sumac_ram #(.Width(SlotW), .Depth(AllRings)) u_opened (
    .clk_i, .w_en_i((opened_i && !opened_data_i.gathers) || clear), .w_addr_i(clear ? clear_ring : opened_ring),
    .w_data_i(clear ? SlotW'(0) : opened_data_i.order[SlotW-1:0] + SlotW'(1)),
    .r_en_i(leaves), .r_addr_i(ring), .r_data_o(opened));

  // Those that are whole before their turn, by place.
  logic             w_early, early_w, whole, whole_q, was_early;
  logic [6:0]       was_no;
  logic [SlotW-1:0] whole_slot;
  assign w_early = state_q == Judge && !dead_q && !gathers && order[SlotW-1:0] != head_q;
  assign early_w = state_q == Fetch && whole_q;      // its turn has come
  sumac_ram #(.Width(1 + SlotW + 8), .Depth(AllRings * RingSlots)) u_early (
    .clk_i, .w_en_i(w_early || early_w || opened_i),
    .w_addr_i(state_q == Judge ? {ring, order[SlotW-1:0]} : state_q == Fetch ? {ring, head_q}
              : {opened_ring, opened_data_i.order[SlotW-1:0]}),
    .w_data_i({w_early, ctx_q[SlotW-1:0], early_q, no_q}),
    .r_en_i(state_q == Next), .r_addr_i({ring, head_q}), .r_data_o({whole, whole_slot, was_early, was_no}));
  assign opened_ready_o = state_q != Judge && state_q != Fetch && !adds_q;
  assign clear_ready_o  = state_q == Pick;

  logic leaves, g_room;
  assign leaves = state_q == Judge && !dead_q && !w_early && g_room;
  always_ff @(posedge clk_i) begin : walk
    case (state_q)
      Pick:    if (queued) state_q <= Word;
      Word:    state_q <= Judge;
      Judge:   if (dead_q || w_early) state_q <= Pick;
               else if (g_room) state_q <= Next;
      Next:    state_q <= gathers || head_q == opened ? Pick : See;
      See:     state_q <= Fetch;
      default: state_q <= whole_q ? Word : Pick;
    endcase
    if (pick || state_q == Fetch) chained_q <= !pick;
    if (pick) {ctx_q, early_q, no_q} <= {next, early, no};
    if (state_q == Word) begin
      {word_q, done_q} <= {word, done};
      dead_q <= !open_i[ctx_q[SlotW+RingIdW+:GroupW]];
      if (!chained_q) {head_q, at_q} <= {head, at};      // else they are newer here
    end
    if (leaves) begin
      at_q <= at_q + (SlotW + 1)'(1);
      if (!gathers) head_q <= head_q + SlotW'(1);
    end
    whole_q <= whole;
    if (state_q == See) {ctx_q[SlotW-1:0], early_q, no_q} <= {whole_slot, was_early, was_no};
    if (rst_i) state_q <= Pick;
  end
  always_ff @(posedge clk_i) w_places <= leaves;     // what has moved a cycle ago
  assign ready_o      = leaves;
  assign ready_data_o = {14'(ctx_q), 7'(at_q), early_q, no_q};

  // Its combines, and its node's end, which is told when the sum has been.
  logic             e0_q, e1_q, e2_q, e3_q;
  logic [NodeW-1:0] node, n0_q, n1_q, n2_q, n3_q, begin_node;
  logic [31:0]      unused_sum;
  logic             adds, left_q, adds_q;
  logic [NodeW-1:0] left_node_q, node_q;
  logic [9:0]       whole_beats;
  logic             part_beat;
  logic [10:0]      beats_q;
  logic [12:0]      some_q, more_q;        // of its combines: by the lower and the upper two bits of their number
  assign node       = {ring[RingIdW+:GroupW], idx};
  assign adds       = leaves && !gathers;
  assign begin_node = {opened_ring[RingIdW+:GroupW], opened_data_i.idx[IdxW-1:0]};
  sumac_tally #(.Width(32), .Depth(Groups * Nodes)) u_sums (
    .clk_i, .rst_i, .en_i(adds_q || (opened_i && opened_data_i.begins)), .index_i(adds_q ? node_q : begin_node),
    .set_i(!adds_q), .value_i(adds_q ? 32'(some_q) + {17'd0, more_q, 2'd0} : 32'd0), .told_o(sum_w_o), .index_o(sum_node_o),
    .old_o(unused_sum), .new_o(sum_o));
  always_ff @(posedge clk_i) begin : ending
    {left_q, left_node_q} <= {adds, node};
    beats_q <= {1'b0, whole_beats} + 11'(part_beat);
    {adds_q, node_q} <= {left_q, left_node_q};
    some_q <= (passes[0] ? 13'(beats_q) : 13'd0) + (passes[1] ? {1'b0, beats_q, 1'b0} : 13'd0);
    more_q <= (passes[2] ? 13'(beats_q) : 13'd0) + (passes[3] ? {1'b0, beats_q, 1'b0} : 13'd0);
    {e0_q, n0_q} <= {left_q && ends, left_node_q};
    {e1_q, n1_q} <= {e0_q, n0_q};
    {e2_q, n2_q} <= {e1_q, n1_q};
    {e3_q, n3_q} <= {e2_q, n2_q};
    if (rst_i) {left_q, adds_q, e0_q, e1_q, e2_q, e3_q} <= 6'b000000;
  end
  assign end_o      = e3_q;
  assign end_node_o = n3_q;

  // Giving back: the inputs of folds that have left, when their passes are done.
  logic             gives, gives_q, given, gave, g_last, g_valid_q, g_go;
  logic [NodeW+15:0] giving;
  logic [15:0]      give_q;
  logic [3:0]       g_chunk_q, g_start, r_chunk_q, r_start_q;
  logic [6:0]       g_since, giving_q, gave_q;
  logic             g_done, g_done_q;
  logic [3:0]       g_index_q;
  logic             g_memory, r_go, r_valid_q;
  logic [ChanW-1:0] g_channel, r_channel_q;
  sumac_fifo #(.Width(NodeW + 16), .Depth(16), .Head(1'b1)) u_giving (
    .clk_i, .rst_i, .in_valid_i(gives_q), .in_ready_o(g_room), .in_data_i({give_q[15:12], left_node_q, give_q[11:0]}),
    .out_valid_o(given), .out_ready_i(gave), .out_data_o(giving));
  assign gives   = leaves && folds;
  assign gave    = given && g_go && g_done && g_last;
  assign g_since = root_done_i.count - giving[10:4];
  assign g_done  = !giving[11] || g_done_q;
  assign r_go   = !r_valid_q || release_ready_i;
  assign g_go   = !g_valid_q || r_go;
  assign g_last = g_index_q == giving[3:0];
  sumac_ram #(.Width(1 + ChanW + 4), .Depth(Groups * Nodes * 16)) u_inputs (
    .clk_i, .w_en_i(start_i.in_valid), .w_addr_i({start_node_i, start_i.index}),
    .w_data_i({start_i.in_memory, start_i.in_channel[ChanW-1:0], start_i.in_chunk[3:0]}),
    .r_en_i(g_go), .r_addr_i({giving[12+:NodeW], g_index_q}), .r_data_o({g_memory, g_channel, g_start}));
  always_ff @(posedge clk_i) begin : give_back
    gives_q <= gives && !rst_i;
    give_q  <= {chunk, early_q && !done_q, no_q, passes};
    g_done_q <= given && !gave && (g_done_q || (g_since != 7'd0 && !g_since[6]));
    if (g_go) begin
      g_valid_q <= given && g_done;
      g_chunk_q <= giving[NodeW+12+:4];
      if (given && g_done) g_index_q <= g_last ? 4'd0 : g_index_q + 4'd1;
    end
    if (r_go) begin
      r_valid_q         <= g_valid_q && !g_memory;
      r_channel_q       <= g_channel;
      {r_chunk_q, r_start_q} <= {g_chunk_q, g_start};
    end
    if (gives) giving_q <= giving_q + 7'd1;
    if (gave) gave_q <= gave_q + 7'd1;
    if (rst_i) begin
      giving_q  <= 7'd0;
      gave_q    <= 7'd0;
      r_valid_q <= 1'b0;
      g_valid_q <= 1'b0;
      g_index_q <= 4'd0;
    end
  end
  assign release_valid_o = r_valid_q;
  assign release_o       = {10'(r_channel_q), r_start_q + r_chunk_q};
  assign gives_o         = {!gives_q && !given && !g_valid_q && !r_valid_q, giving_q, gave_q};
  assign idle_o          = state_q == Pick && !queued && !w_valid && gives_o.all && !adds_q && !e0_q
                         && !e1_q && !e2_q && !e3_q && !w_places;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_room: assert property (@(posedge clk_i) disable iff (rst_i) (whole_i && !w_room) || (early_i.now && !n_room) |-> 1'b0)
    else $error("a whole value is lost");
`endif
`endif
endmodule
