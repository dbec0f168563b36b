// Chunks given to a stage, ring by ring: shown in the ring's order, with their slots and what was said of them, for as long as the
// stage works on one; rings are picked round robin, those of closed groups never; opened anew, a group's rings are empty.
module tb_sumac_node_chunks #(
  parameter bit Small = 1'b0
);
  localparam int Groups    = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Nodes     = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int Rings     = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int RingSlots = Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots;
  localparam int AllRings = Groups * Rings, RingW = $clog2(AllRings), SlotW = $clog2(RingSlots);
  localparam int InfoW = $clog2(Nodes) + 54;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_node_chunks: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Groups-1:0] open = '0, reset = '0;
  logic              give = '0, any, take = '0, done = '0;
  logic [RingW-1:0]  give_ring = '0, ring;
  logic [SlotW-1:0]  give_slot = '0, slot;
  logic [InfoW-1:0]  give_info = '0, info;
  logic [3:0]        ring_log2 [Groups];

  sumac_node_chunks #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .give_i(give), .give_ring_i(give_ring), .give_slot_i(give_slot),
    .give_info_i(give_info), .any_o(any), .take_i(take), .ring_o(ring), .slot_o(slot), .info_o(info),
    .ring_slots_i(ring_log2[int'(ring)/Rings]), .done_i(done)
  );

  logic [InfoW-1:0] chunks [AllRings][$];
  int given [AllRings], shown [AllRings], skipped [AllRings];
  int n = 0, n_done = 0, n_back = 0, n_full = 0, n_resets = 0, g, r, ready;
  int work = -1, last_work = -1;           // cycles that the stage has had its chunk; -1: it looks for one

  always @(posedge clk) if (!rst) begin
    ready = 0;
    for (int i = 0; i < AllRings; i++) if (chunks[i].size() != 0 && open[i/Rings]) ready++;
    if (any != (ready != 0)) $fatal(1, "[%0d] %0d rings are ready: any is %0d", n, ready, any);
    r = int'(ring);
    if (work != 1 && last_work >= 0 && r != last_work) $fatal(1, "[%0d] ring %0d, but %0d was picked last", n, r, last_work);
    if (work > 0) begin
      if (work == 1) begin
        if (chunks[r].size() == 0 || skipped[r] < 0) $fatal(1, "[%0d] ring %0d is picked: it is empty or closed", n, r);
        // round robin: who stays ready is passed over by each other ring once at most
        for (int i = 0; i < AllRings; i++) if (skipped[i] >= 0 && i != r) skipped[i]++;
        skipped[r] = 0;
        for (int i = 0; i < AllRings; i++) if (skipped[i] >= AllRings) $fatal(1, "[%0d] ring %0d is passed over", n, i);
        last_work = r;
      end
      if (info != chunks[r][0] || int'(slot) != shown[r]) $fatal(1, "[%0d] ring %0d: chunk %h in slot %0d", n, r, info, slot);
    end
    if (done) begin
      void'(chunks[ring].pop_front());
      shown[ring] = (shown[ring] + 1) % (1 << ring_log2[int'(ring)/Rings]);
      n_done++;
    end
    // the nodes that are ready in the cycle of the pick count for the next one
    for (int i = 0; i < AllRings; i++)
      if (chunks[i].size() == 0 || !open[i/Rings]) skipped[i] = -1;
      else if (skipped[i] < 0) skipped[i] = 0;
    if (give) begin
      chunks[give_ring].push_back(give_info);
      given[give_ring] = (given[give_ring] + 1) % (1 << ring_log2[int'(give_ring)/Rings]);
    end
    if (take && any) work = 0;
  end

  function automatic void begin_anew(int at);
    ring_log2[at] = 4'($urandom_range($clog2(RingSlots)));
    for (int i = at * Rings; i < (at + 1) * Rings; i++) begin
      chunks[i].delete();
      {given[i], shown[i]} = '0;
      skipped[i] = -1;
    end
  endfunction

  always @(negedge clk) begin
    n++;
    rst  = n < 4;
    open = open | reset;
    {reset, give, done, take} = '0;
    if (n > 5) begin
      g = int'($urandom_range(Groups - 1));
      if (open[g] && $urandom_range(300) == 0) open[g] = 1'b0;
      else if (!open[g] && (work < 0 || int'(ring) / Rings != g) && $urandom_range(30) == 0) begin
        reset[g] = 1'b1;
        begin_anew(g);
        n_resets++;
      end
      r = int'($urandom_range(AllRings - 1));
      if ($urandom_range(3) == 0 && work >= 0) r = int'(ring);
      if (!reset[r/Rings] && $urandom_range((n / 5000 % 2 == 0) ? 1 : 20) == 0) begin
        if (chunks[r].size() == (1 << ring_log2[r/Rings])) n_full++;
        else begin
          give      = 1'b1;
          give_ring = RingW'(r);
          give_slot = SlotW'(given[r]);
          give_info = InfoW'({$urandom, $urandom, $urandom});
        end
      end
      // the stage: takes a ring, works on its chunk, passes it on or leaves it
      if (work >= 0) begin
        work++;
        if (work > 1 && $urandom_range(2) == 0) begin
          done = $urandom_range(3) != 0;
          if (!done) n_back++;
          work = -1;
        end
      end
      take = work < 0 && !done && $urandom_range(3) != 0;
    end
    if (n == 60_000) begin
      if (n_done < 4000 || n_back < 1000 || n_full < 1000 || n_resets < 50)
        $fatal(1, "%0d chunks, %0d left, %0d full, %0d resets", n_done, n_back, n_full, n_resets);
      $display("PASS tb_sumac_node_chunks: %0d groups, %0d chunks, %0d picked in vain, %0d resets", Groups, n_done, n_back,
               n_resets);
      $finish;
    end
  end
  initial for (int i = 0; i < Groups; i++) begin_anew(i);
endmodule
