// Between fold and send: a chunk goes on after its last pass, and after the slots of all its inputs were given back, which are so
// after that pass and in the order in which they were taken; a ring's chunks stay in order; one that waits for nothing, with none
// of its ring before it, passes at once; a node that writes no memory ends with its last chunk; there is room when it says so.
module tb_sumac_node_release #(
  parameter bit Small = 1'b0
);
  localparam int FanIn     = Small ? sumac_pkg::SmallFanIn : sumac_pkg::DefFanIn;
  localparam int Groups    = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int Nodes     = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int Rings     = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int RingSlots = Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots;
  localparam int IdxW = $clog2(Nodes), GroupW = $clog2(Groups), NodeW = GroupW + IdxW, AllRings = Groups * Rings;
  localparam int RingW = $clog2(AllRings), SlotW = $clog2(RingSlots), ChanW = $clog2(Channels), InfoW = IdxW + 54;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_node_release: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic              fold_valid = '0, fold_ready, fold_ends = '0, fold_passes = '0, input_valid = '0, room, passed = '0, rel, give,
                     ends, ended, idle;
  logic [RingW-1:0]  fold_ring = '0, give_ring;
  logic [SlotW-1:0]  fold_slot = '0, give_slot;
  logic [InfoW-1:0]  fold_info = '0, give_info;
  logic [ChanW-1:0]  input_ch = '0, rel_ch;
  logic [NodeW-1:0]  end_node;
  logic [GroupW-1:0] ended_group;

  sumac_node_release #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) dut (
    .clk_i(clk), .rst_i(rst), .fold_valid_i(fold_valid), .fold_ready_o(fold_ready), .fold_ring_i(fold_ring),
    .fold_slot_i(fold_slot), .fold_info_i(fold_info), .fold_ends_i(fold_ends), .fold_passes_i(fold_passes),
    .input_valid_i(input_valid), .input_channel_i(input_ch), .input_room_o(room), .passed_i(passed), .release_o(rel),
    .release_index_o(rel_ch), .give_o(give), .give_ring_o(give_ring), .give_slot_o(give_slot), .give_info_o(give_info),
    .end_o(ends), .end_node_o(end_node), .ended_o(ended), .ended_group_o(ended_group), .idle_o(idle)
  );

  // ---- the reference: chunks in here by ring; inputs of all, in order, each with its chunk's pass
  int               chunks [AllRings][$];  // by number
  logic [InfoW+SlotW:0] what [int];        // {ends, slot, info}
  int               pass_of [int];         // the number of its last pass; 0: it waits for none
  int               owed [int];            // inputs to give back
  logic [ChanW-1:0] inputs [$];
  int               owner [$];
  int n = 0, number = 0, n_in = 0, begun = 0, finished = 0, n_given = 0, n_direct = 0, n_full = 0, n_held = 0, n_late = 0;
  int since = 0, stage = 0, walk = 0, r;   // stage of fold: 0 picks, 1 takes inputs, 2 offers the chunk
  bit direct;

  always @(posedge clk) if (!rst) begin
    if (idle != (n_in == 0)) $fatal(1, "[%0d] %0d chunks, idle %0d", n, n_in, idle);
    if (input_valid) begin
      inputs.push_back(input_ch);
      owner.push_back(number);
      owed[number]++;
    end
    if (rel) begin
      if (inputs.size() == 0 || inputs[0] != rel_ch) $fatal(1, "[%0d] a slot of channel %0d is given back", n, rel_ch);
      void'(inputs.pop_front());
      r = owner.pop_front();
      if (r == number || pass_of[r] > finished) $fatal(1, "[%0d] chunk %0d: given back before its last pass", n, r);
      owed[r]--;
    end
    // nothing to wait for: gone in the same cycle, unless another leaves
    direct = fold_valid && !fold_passes && owed[number] == 0 && chunks[fold_ring].size() == 0;
    if (direct && !give) $fatal(1, "[%0d] ring %0d: held up", n, fold_ring);
    if (fold_valid && fold_ready) begin
      chunks[fold_ring].push_back(number);
      what[number]    = {fold_ends, fold_slot, fold_info};
      pass_of[number] = fold_passes ? begun : 0;
      n_in++;
      number++;
      owed[number] = 0;
      stage = 0;
      if (direct) n_direct++;
    end else if (fold_valid) n_held++;
    since = (n_in != 0 && finished == begun && !give && !rel) ? since + 1 : 0;
    if (since > 3) $fatal(1, "[%0d] %0d chunks wait for nothing", n, n_in);
    if (give) begin
      r = int'(give_ring);
      if (chunks[r].size() == 0) $fatal(1, "[%0d] ring %0d: a chunk of nothing", n, r);
      if ({ends, give_slot, give_info} != what[chunks[r][0]]) $fatal(1, "[%0d] ring %0d: not its next chunk", n, r);
      if (pass_of[chunks[r][0]] > finished) $fatal(1, "[%0d] ring %0d: before its last pass", n, r);
      if (owed[chunks[r][0]] != 0) $fatal(1, "[%0d] ring %0d: %0d inputs are not given back", n, r, owed[chunks[r][0]]);
      if (!ended || int'(ended_group) != r / Rings || end_node != {ended_group, give_info[IdxW-1:0]})
        $fatal(1, "[%0d] ring %0d: ended %0d of group %0d, node %0d", n, r, ended, ended_group, end_node);
      what.delete(chunks[r][0]);
      pass_of.delete(chunks[r][0]);
      owed.delete(chunks[r][0]);
      void'(chunks[r].pop_front());
      n_in--;
      n_given++;
    end else if (ends || ended) $fatal(1, "[%0d] ends without a chunk", n);
    if (passed) finished++;
  end

  // Fold: takes a chunk's inputs while there is room for all, has its passes begun, offers it until it is taken.
  always @(negedge clk) begin
    n++;
    rst = n < 4;
    {input_valid, passed} = '0;
    if (stage != 2) fold_valid = 1'b0;
    if (n > 5) begin
      if (stage == 0 && n < 59_000 && $urandom_range(1) == 0) begin
        fold_ring   = RingW'($urandom_range((n / 4000 % 2 == 0) ? AllRings - 1 : 2));
        fold_slot   = SlotW'($urandom);
        fold_info   = InfoW'({$urandom, $urandom});
        fold_ends   = $urandom_range(3) == 0;
        fold_passes = 1'b0;
        walk        = 0;
        if (!room) n_full++;
        else if ($urandom_range(2) != 0) begin
          fold_passes = $urandom_range(3) != 0;      // an empty chunk takes inputs, too
          walk        = $urandom_range(FanIn);
          if ($urandom_range(2) == 0) walk = FanIn;
        end
        stage = 1;
      end else if (stage == 1 && walk > 0) begin
        if ($urandom_range(3) != 0) begin
          input_valid = 1'b1;
          input_ch    = ChanW'($urandom);
          walk--;
        end
      end else if (stage == 1) begin
        if (fold_passes) begun++;
        fold_valid = 1'b1;
        stage      = 2;
      end
      // a last pass may be written before the chunk is taken, or long after
      passed = finished < begun && (n > 59_500 || $urandom_range(79) < ((n / 1000 % 2 == 0) ? 1 : 64));
      if (passed && fold_valid && fold_passes && finished + 1 == begun) n_late++;
    end
    if (n == 60_000) begin
      if (n_given != number || n_in != 0 || inputs.size() != 0) $fatal(1, "%0d of %0d came out", n_given, number);
      if (number < 3000 || n_direct < 300 || n_full < 100 || n_held < 100 || n_late < 100)
        $fatal(1, "%0d chunks, %0d direct, %0d without room, %0d held, %0d passed early", number, n_direct, n_full, n_held, n_late);
      $display("PASS tb_sumac_node_release: FanIn %0d, %0d chunks, %0d waited for nothing", FanIn, number, n_direct);
      $finish;
    end
  end
endmodule
