// sumac_node_release: every input slot that was pushed is given back exactly once, in order, not before the last pass of its
// chunk is written; every chunk is passed on exactly once, unchanged, in its ring's order, not before its pass is written and
// its slots are given back. idle_o says that no chunk is left. Watched: any one input, and any one chunk of any one ring.
// Assumed, of fold: it begins a chunk's inputs when there is room for all of them, at most FanIn, and then offers that
// chunk, which holds until taken. Combine is done with as many last passes as were begun, at most.
//
// RTL: sumac_node_release
// Edit: sumac_node_release s/Depth   = 8/Depth   = 2/
// Edit: sumac_node_release s/IdxW + 32 + 16 + 2 + 4/IdxW + 1/
// Edit: sumac_node_release s/1 << (\$clog2(FanIn) + 2)/4/
// Edit: sumac_node_release s/endmodule/(* anyconst *) logic [RingW-1:0] mine; &/
// Edit: sumac_node_release s/endmodule/logic [PlaceW:0] ring_n; assign ring_n = ring_n_q[mine]; &/
// Edit: sumac_node_release s/endmodule/logic [ChunkW-1:0] second; assign second = chunk_q[head_q + PlaceW'(1)]; &/
// Edit: sumac_node_release s/endmodule/logic [Inputs*ChanW-1:0] channels; &/
// Edit: sumac_node_release s/endmodule/for (genvar n = 0; n < Inputs; n++) assign channels[n*ChanW+:ChanW] = input_q[n]; &/
// Cover: 12
// Mutant: sumac_node_release s/ \&\& gone_q != inputs;/;/
// Mutant: sumac_node_release s/(!passes || passed_q != '0)/1'b1/
// Mutant: sumac_node_release s/counted_q == 5'd0 \&\& ring_n_q/ring_n_q/
// Mutant: sumac_node_release s/ \&\& ring_n_q\[fold_ring_i\] == '0;/;/
// Mutant: sumac_node_release s/(head_done ? ends : fold_ends_i)/head_done \&\& ends/
// Mutant: sumac_node_release s/= {give_ring_o\[RingIdW+:GroupW\], /= {ring[RingIdW+:GroupW], /
// Mutant: sumac_node_release s/if (release_o) begin/if (release_o \&\& !push) begin/
module prove_node_release (
  input logic       clk_i,
  input logic       rst_i,
  input logic       start_i,       // a chunk's inputs begin
  input logic       start_passes_i,
  input logic       input_valid_i,
  input logic       input_channel_i,
  input logic       fold_valid_i,
  input logic [1:0] fold_ring_i,
  input logic       fold_slot_i,
  input logic [1:0] fold_info_i,
  input logic       fold_ends_i,
  input logic       fold_passes_i,
  input logic       passed_i,
  input logic       watch_input_i,
  input logic       watch_chunk_i
);
  logic       fold_ready, room, release_slot, channel, give, slot, done, idle, ended;
  logic [1:0] ring, info, end_node;
  logic       ended_group;
  sumac_node_release #(.FanIn(2), .Groups(2), .Channels(2), .Nodes(2), .Rings(2), .RingSlots(2)) dut (
    .clk_i, .rst_i, .fold_valid_i, .fold_ready_o(fold_ready), .fold_ring_i, .fold_slot_i, .fold_info_i, .fold_ends_i,
    .fold_passes_i, .input_valid_i, .input_channel_i, .input_room_o(room), .passed_i, .release_o(release_slot),
    .release_index_o(channel), .give_o(give), .give_ring_o(ring), .give_slot_o(slot), .give_info_o(info),
    .end_o(done), .end_node_o(end_node), .ended_o(ended), .ended_group_o(ended_group), .idle_o(idle));

  // Inside: the first chunk and the one after it, the channels of the inputs, and the counts.
  (* hierconn *) logic [1:0]  \dut.mine , \dut.ring_n , \dut.n_chunks_q , \dut.passed_q , \dut.ring , \dut.info ,
                              \dut.input_head_q , \dut.input_tail_q ;
  (* hierconn *) logic        \dut.head_q , \dut.tail_q , \dut.slot , \dut.ends , \dut.passes ;
  (* hierconn *) logic [2:0]  \dut.n_inputs_q ;
  (* hierconn *) logic [4:0]  \dut.counted_q , \dut.gone_q , \dut.inputs ;
  (* hierconn *) logic [11:0] \dut.second ;
  (* hierconn *) logic [3:0]  \dut.channels ;

  // Fold's chunk: begun, its inputs so far; last passes begun and not written, inputs and chunks inside.
  logic       begun_q = 1'b0, passes_q, take, push_ring, give_ring;
  logic [1:0] n_q;
  logic [2:0] unwritten_q = '0, inputs_q = '0, chunks_q = '0, ring_q = '0;
  (* anyconst *) logic [1:0] mine;
  assign take      = fold_valid_i && fold_ready;
  assign push_ring = take && fold_ring_i == mine;
  assign give_ring = give && ring == mine;

  always_comb begin
    if (start_i) assume (!begun_q && room && !fold_valid_i);
    if (input_valid_i) assume (begun_q && n_q < 2'd2 && !fold_valid_i);
    if (fold_valid_i && begun_q) assume (fold_passes_i == passes_q);
    if (fold_valid_i && !begun_q) assume (!fold_passes_i);
    if (passed_i) assume (unwritten_q != '0);
  end

  logic       seen_q = 1'b0, out_q = 1'b0, index_q;         // the watched input: pushed, given back
  logic [2:0] ahead_q, waits_q;                             // inputs before it; last passes to be written, its own included
  logic       held_q = 1'b0, given_q = 1'b0, ends_q, begin_input, begin_chunk, with_q;
  logic [2:0] chunk_ahead_q, chunk_waits_q, owes_q;         // owes: slots up to its last that are not given back
  logic [2:0] what_q;
  assign begin_input = input_valid_i && watch_input_i && !seen_q;
  assign begin_chunk = push_ring && watch_chunk_i && !held_q && !given_q;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      begun_q  <= 1'b1;
      passes_q <= start_passes_i;
      n_q      <= '0;
    end else if (take) begun_q <= 1'b0;
    if (input_valid_i) n_q <= n_q + 1'b1;
    unwritten_q <= unwritten_q + 3'(start_i && start_passes_i) - 3'(passed_i);
    inputs_q    <= inputs_q + 3'(input_valid_i) - 3'(release_slot);
    chunks_q    <= chunks_q + 3'(take) - 3'(give);
    ring_q      <= ring_q + 3'(push_ring) - 3'(give_ring);
    if (begin_input) begin
      seen_q  <= 1'b1;
      index_q <= input_channel_i;
      ahead_q <= inputs_q - 3'(release_slot);
      waits_q <= unwritten_q - 3'(passed_i);
      with_q  <= passes_q;
    end else if (seen_q && !out_q) begin
      if (passed_i && waits_q != '0) waits_q <= waits_q - 1'b1;
      if (release_slot) ahead_q <= ahead_q - 1'b1;
      if (release_slot && ahead_q == '0) out_q <= 1'b1;
    end
    if (begin_chunk) begin
      held_q        <= !(give_ring && ring_q == '0);
      given_q       <= give_ring && ring_q == '0;
      what_q        <= {fold_slot_i, fold_info_i};
      ends_q        <= fold_ends_i;
      chunk_ahead_q <= ring_q - 3'(give_ring);
      owes_q        <= inputs_q - 3'(release_slot);
      chunk_waits_q <= fold_passes_i ? unwritten_q - 3'(passed_i) : '0;
    end else if (held_q) begin
      if (passed_i && chunk_waits_q != '0) chunk_waits_q <= chunk_waits_q - 1'b1;
      if (give_ring) chunk_ahead_q <= chunk_ahead_q - 1'b1;
      if (release_slot && owes_q != '0) owes_q <= owes_q - 1'b1;
      if (give_ring && chunk_ahead_q == '0) begin
        held_q  <= 1'b0;
        given_q <= 1'b1;
      end
    end
    if (rst_i) {begun_q, unwritten_q, inputs_q, chunks_q, ring_q, seen_q, out_q, held_q, given_q} <= '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (release_slot) assert (inputs_q != '0);
      if (release_slot && seen_q && !out_q && ahead_q == '0) assert (channel == index_q && (!with_q || waits_q == '0));
      if (give) assert (chunks_q != '0 || take);
      if (give_ring) assert (ring_q != '0 || push_ring);
      if (give_ring && held_q && chunk_ahead_q == '0)
        assert ({slot, info} == what_q && done == ends_q && chunk_waits_q == '0 && owes_q == '0);
      if (idle) assert (chunks_q == '0);
      if (begin_chunk && give_ring && ring_q == '0)
        assert ({slot, info, done, begun_q && n_q != '0, fold_passes_i} == {fold_slot_i, fold_info_i, fold_ends_i, 1'b0, 1'b0});
      assert (ended == give && (!give || (end_node == {ring[1], info[0]} && ended_group == ring[1])));
      cover (out_q && with_q);
      cover (given_q && out_q && chunks_q == '0);
      cover (take && give && begin_chunk);
    end
  end

  // This makes it inductive: where in the queues the watched input and the watched chunk are, and what they wait for.
  typedef struct packed {
    logic [1:0] ring;
    logic       slot;
    logic [1:0] info;
    logic       ends, passes;
    logic [4:0] inputs;
  } chunk_t;
  chunk_t     first, second, held;
  logic       one, two, in_first, in_second, held_first;
  logic [2:0] left, passing, until_input, until_chunk;      // inputs of the first; chunks with passes; those up to and with
  assign first     = {\dut.ring , \dut.slot , \dut.info , \dut.ends , \dut.passes , \dut.inputs };
  assign second    = \dut.second ;
  assign one       = chunks_q != '0;
  assign two       = chunks_q == 3'd2;
  assign left      = one ? 3'(first.inputs - \dut.gone_q ) : '0;
  assign passing   = 3'(one && first.passes) + 3'(two && second.passes);
  assign in_first  = one && ahead_q < left;
  assign in_second = !in_first && two && ahead_q < left + 3'(second.inputs);
  assign until_input = in_first ? 3'(first.passes) : in_second ? passing : passing + 3'(begun_q && passes_q);
  assign held_first  = first.ring == mine && chunk_ahead_q == '0;
  assign held        = held_first ? first : second;
  assign until_chunk = held_first ? 3'(first.passes) : passing;

  always_comb assume (\dut.mine == mine);

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (\dut.n_chunks_q == chunks_q && chunks_q <= 3'd2 && \dut.tail_q == (\dut.head_q ^ chunks_q[0]));
      assert (\dut.n_inputs_q == inputs_q && \dut.input_tail_q == \dut.input_head_q + inputs_q[1:0]);
      assert (\dut.counted_q == (begun_q ? 5'(n_q) : '0) && (!begun_q || n_q <= 2'd2));
      if (begun_q) assert (inputs_q + 3'd2 <= 3'd4 + 3'(n_q) && !two);
      assert (one ? \dut.gone_q <= first.inputs && first.inputs <= 5'd2 : \dut.gone_q == '0);
      if (two) assert (second.inputs <= 5'd2);
      assert (inputs_q <= 3'd4 && inputs_q == left + (two ? 3'(second.inputs) : '0) + 3'(\dut.counted_q ));
      assert (passing + 3'(begun_q && passes_q) == unwritten_q + 3'(\dut.passed_q ));
      assert (ring_q == 3'(one && first.ring == mine) + 3'(two && second.ring == mine) && \dut.ring_n == ring_q);
      if (seen_q && !out_q) begin
        assert (ahead_q < inputs_q && \dut.channels [\dut.input_head_q + ahead_q[1:0]] == index_q);
        assert (with_q == (in_first ? first.passes : in_second ? second.passes : begun_q && passes_q));
        assert (waits_q == (until_input > 3'(\dut.passed_q ) ? until_input - 3'(\dut.passed_q ) : '0));
      end
      if (held_q) begin
        assert (chunk_ahead_q < ring_q && {held.slot, held.info, held.ends} == {what_q, ends_q});
        assert (chunk_waits_q == (held.passes && until_chunk > 3'(\dut.passed_q ) ? until_chunk - 3'(\dut.passed_q ) : '0));
        assert (owes_q == left + (held_first ? '0 : 3'(second.inputs)));
      end
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  formal_stable #(.Width(7), .Assume(1)) u_fold (
    .clk_i, .rst_i, .valid_i(fold_valid_i), .ready_i(fold_ready),
    .data_i({1'b1, fold_ring_i, fold_slot_i, fold_info_i, fold_ends_i}));
endmodule
