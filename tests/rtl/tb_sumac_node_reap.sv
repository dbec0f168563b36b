// The last stage of the nodes: a ring's slots are freed in order, each when its write has been answered and each of its channels
// has acknowledged its chunk, not before and soon after; the node is freed with its last slot; what waits in one ring holds up no
// other. A closed group rests; opened anew its rings are empty.
module tb_sumac_node_reap #(
  parameter bit Small = 1'b0
);
  localparam int Groups    = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int Nodes     = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int Rings     = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int RingSlots = Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots;
  localparam int Routes    = Small ? sumac_pkg::SmallRoutes : sumac_pkg::DefRoutes;
  localparam int IdxW = $clog2(Nodes), GroupW = $clog2(Groups), NodeW = GroupW + IdxW, ChanW = $clog2(Channels);
  localparam int AllRings = Groups * Rings, AllNodes = Groups * Nodes, RingW = $clog2(AllRings), SlotW = $clog2(RingSlots);
  localparam int EntryW = GroupW + $clog2(Routes), InfoW = IdxW + 54, Mine = Channels / Groups, Patience = 30 * AllRings + 100;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_node_reap: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Groups-1:0] open = '0, reset = '0;
  sumac_pkg::acc_t   acc = '0;
  sumac_pkg::start_t start = '0;
  logic [GroupW-1:0] group;
  logic              acc_valid = '0, sent = '0, wr_begun = '0, wr_done = '0, rt_en, free,
      node_free, pick, moved;
  logic [NodeW-1:0]  free_node;
  logic [EntryW-1:0] rt_addr;
  logic [3:0]        rt_index, ring_log2 [Groups];
  logic [31:0]       una [Channels];
  logic [15:0]       rt_out = '0;
  logic [RingW-1:0]  sent_ring = '0, begun_ring = '0, done_ring = '0, free_ring;
  logic [SlotW-1:0]  sent_slot = '0, begun_slot = '0, done_slot = '0;
  logic [InfoW-1:0]  sent_info = '0;
  logic [ChanW-1:0]  ch;

  sumac_node_reap #(
    .Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots), .Routes(Routes)
  ) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc),
    .start_i(start),
    .sent_i(sent), .sent_ring_i(sent_ring), .sent_slot_i(sent_slot), .sent_info_i(sent_info), .wr_begun_i(wr_begun),
    .wr_begun_ring_i(begun_ring), .wr_begun_slot_i(begun_slot), .wr_done_i(wr_done), .wr_done_ring_i(done_ring),
    .wr_done_slot_i(done_slot), .group_o(group), .ring_slots_i(ring_log2[group]), .rt_en_o(rt_en), .rt_addr_o(rt_addr),
    .rt_index_o(rt_index), .rt_out_i(rt_out), .ch_index_o(ch), .ch_una_i(una[ch]), .free_o(free), .free_ring_o(free_ring),
    .node_free_o(node_free), .node_o(free_node), .pick_o(pick), .moved_o(moved)
  );

  // ---- nodes; of each ring the chunks sent and not freed, and the writes that are not answered
  logic [15:0] outs [AllNodes][16];
  int          n_out [AllNodes], chunks [AllNodes], ring [AllNodes], out_at [AllNodes][16], promised [Channels];
  bit          busy [AllNodes], writes [AllNodes], scatters [AllNodes];
  int          to_send [AllRings][$], sent_n [AllRings], stream_n [AllRings], place_in [AllRings], place [AllRings],
      since [AllRings];
  logic [InfoW-1:0] slots [AllRings][$];
  bit          answered [AllRings*RingSlots], complete [AllRings], rested [Groups];
  int          flight [$];                 // writes begun and not answered: ring * RingSlots + slot
  int          pending = -1, wait_n = 0;   // the ring whose chunk is between its write and its end
  bit slow, last;
  int n = 0, n_freed = 0, n_past = 0, n_resets = 0, n_stuck, g, r, v, k, accepting = -1, walk = 0;

  function automatic bit all_done(int at);
    v = at / Rings * Nodes + int'(slots[at][0][IdxW-1:0]);
    k = int'(slots[at][0][IdxW+:32]);
    all_done = !writes[v] || answered[at*RingSlots+place[at]];
    for (int i = 0; i < n_out[v]; i++)
      if (outs[v][i][1:0] == sumac_pkg::STREAM_CHANNEL && (!scatters[v] || i == int'(slots[at][0][IdxW+50+:4]))
          && $signed(una[outs[v][i][6+:ChanW]] - 32'(out_at[v][i] + k)) <= 0)
        all_done = 1'b0;
  endfunction

  always @(posedge clk) if (!rst) begin
    if (rt_en) rt_out <= outs[int'(rt_addr)/Routes*Nodes+int'(rt_addr)%Routes][rt_index];
    n_stuck = 0;
    for (int i = 0; i < AllRings; i++) begin
      complete[i] = slots[i].size() != 0 && all_done(i);
      if (slots[i].size() != 0 && open[i/Rings] && !complete[i]) n_stuck++;
      since[i] = (complete[i] && open[i/Rings]) ? since[i] + 1 : 0;
      if (since[i] > Patience) $fatal(1, "[%0d] ring %0d: its first slot has all it waits for", n, i);
    end
    if (moved != free) $fatal(1, "[%0d] moved", n);
    if (free) begin
      r = int'(free_ring);
      g = r / Rings;
      if (!complete[r] || rested[g]) $fatal(1, "[%0d] ring %0d: a slot is freed", n, r);
      v = g * Nodes + int'(slots[r][0][IdxW-1:0]);
      if (node_free != slots[r][0][IdxW+49] || (node_free && int'(free_node) != v)) $fatal(1, "[%0d] node %0d: freed %0d", n, v,
          node_free);
      if (node_free) busy[v] = 1'b0;
      void'(slots[r].pop_front());
      place[r] = (place[r] + 1) % (1 << ring_log2[g]);
      since[r] = 0;
      n_freed++;
      if (n_stuck != 0) n_past++;
    end else if (node_free) $fatal(1, "[%0d] a node without a slot", n);
    for (int i = 0; i < Groups; i++) if (!open[i] && !reset[i] && pick) rested[i] = 1'b1;
  end

  function automatic void begin_anew(int at);
    ring_log2[at] = 4'($urandom_range($clog2(RingSlots)));
    rested[at]    = 1'b0;
    for (int i = at * Nodes; i < (at + 1) * Nodes; i++) busy[i] = 1'b0;
    for (int i = at * Rings; i < (at + 1) * Rings; i++) begin
      to_send[i].delete();
      slots[i].delete();
      {sent_n[i], stream_n[i], place_in[i], place[i], since[i]} = '0;
    end
    // numbers that wrap, too
    for (int i = at * Mine; i < (at + 1) * Mine; i++) begin
      promised[i] = ($urandom_range(1) == 0) ? 0 : -int'($urandom_range(20));
      una[i]      = 32'(promised[i]);
    end
  endfunction
  // nothing of a group may be in flight when it is opened
  function automatic bit quiet(int at);
    quiet = (accepting < 0 || accepting / Nodes != at) && (pending < 0 || pending / Rings != at);
    for (int i = 0; i < flight.size(); i++) if (flight[i] / RingSlots / Rings == at) quiet = 1'b0;
  endfunction
  function automatic void draw(int at);
    int first, m;
    g         = at / Nodes;
    first     = $urandom_range(Mine - 1);
    n_out[at] = $urandom_range((Mine < 16) ? Mine : 16);
    if ($urandom_range(3) != 0 && n_out[at] > 3) n_out[at] = int'($urandom_range(3));
    m = (n_out[at] == 0 || $urandom_range(1) == 0) ? -1 : int'($urandom_range(n_out[at] - 1));
    chunks[at] = $urandom_range(5, 1);
    ring[at]   = g * Rings + int'($urandom_range(Rings - 1));
    scatters[at] = n_out[at] != 0 && $urandom_range(3) == 0;
    if (scatters[at]) m = -1;
    writes[at] = m >= 0;
    for (int i = 0; i < n_out[at]; i++)
      outs[at][i] = {10'(g * Mine + (first + i) % Mine), 4'($urandom),
          (i == m) ? sumac_pkg::STREAM_MEMORY : sumac_pkg::STREAM_CHANNEL};
  endfunction

  always @(negedge clk) begin
    n++;
    rst  = n < 4;
    open = open | reset;
    {reset, acc_valid, start, sent, wr_begun, wr_done} = '0;
    if (n > 5) begin
      g = int'($urandom_range(Groups - 1));
      if (!open[g] && quiet(g) && (n < 100 || (rested[g] && $urandom_range(9) == 0))) begin
        reset[g] = 1'b1;
        begin_anew(g);
        n_resets++;
      end else if (open[g] && n < 70_000 && $urandom_range(600) == 0) open[g] = 1'b0;
      if (accepting < 0) begin
        v = int'($urandom_range(AllNodes - 1));
        if (open[v/Nodes] && !busy[v] && n < 70_000) begin
          draw(v);
          accepting = v;
          walk      = 0;
        end
      end else begin
        v = accepting;
        acc.node    = 12'(v);
        acc.entry   = 13'(v / Nodes * Routes + v % Nodes);
        acc.n_out   = 5'(n_out[v]);
        acc.spread  = scatters[v] ? 2'd1 : 2'd0;
        start.index = 4'(walk);
        if (walk < n_out[v]) begin
          if (outs[v][walk][1:0] == sumac_pkg::STREAM_CHANNEL) begin
            start.out_valid = 1'b1;
            out_at[v][walk] = promised[outs[v][walk][6+:ChanW]];
            start.out_chunk = 32'(out_at[v][walk]);
            promised[outs[v][walk][6+:ChanW]] += chunks[v];
          end
          walk++;
        end else begin
          acc_valid = 1'b1;
          busy[v]   = 1'b1;
          to_send[ring[v]].push_back(v);
          accepting = -1;
        end
      end
      // the stage before: begins a chunk's write, then says that it is sent; the write may be answered in between
      if (pending < 0) begin
        r = int'($urandom_range(AllRings - 1));
        if (!acc_valid && !reset[r/Rings] && to_send[r].size() != 0 && slots[r].size() < (1 << ring_log2[r/Rings])) begin
          pending = r;
          wait_n  = $urandom_range(4);
          if (writes[to_send[r][0]]) begin
            wr_begun   = 1'b1;
            begun_ring = RingW'(r);
            begun_slot = SlotW'(place_in[r]);
            answered[r*RingSlots+place_in[r]] = 1'b0;
            flight.push_back(r * RingSlots + place_in[r]);
          end
        end
      end else if (wait_n > 0) wait_n--;
      else begin
        r         = pending;
        v         = to_send[r][0];
        pending   = -1;
        sent      = 1'b1;
        sent_ring = RingW'(r);
        sent_slot = SlotW'(place_in[r]);
        last      = !scatters[v] || stream_n[r] == n_out[v] - 1;
        sent_info = {4'(stream_n[r]), last && sent_n[r] == chunks[v] - 1, sent_n[r] == 0, 16'($urandom), 32'(sent_n[r]), IdxW'(v)};
        slots[r].push_back(sent_info);
        place_in[r] = (place_in[r] + 1) % (1 << ring_log2[r/Rings]);
        stream_n[r] = last ? 0 : stream_n[r] + 1;
        if (last) sent_n[r]++;
        if (sent_n[r] == chunks[v]) begin
          sent_n[r] = 0;
          void'(to_send[r].pop_front());
        end
      end
      if (flight.size() > (wr_begun ? 1 : 0) && $urandom_range((n / 3000 % 2 == 0) ? 30 : 1) == 0) begin
        k           = flight.pop_front();
        wr_done     = 1'b1;
        done_ring   = RingW'(k / RingSlots);
        done_slot   = SlotW'(k % RingSlots);
        answered[k] = 1'b1;
      end
      // acknowledgements, of what is sent or will be
      slow = n / 5000 % 2 == 0 && n < 70_000;
      for (int i = 0; i < ((n < 70_000) ? 4 : 32); i++) begin
        k = int'($urandom_range(Channels - 1));
        if ($signed(32'(promised[k]) - una[k]) > 0 && $urandom_range(slow ? (Small ? 80 : 9) : 1) == 0) una[k]++;
      end
    end
    if (n == 140_000) begin
      for (int i = 0; i < AllNodes; i++) if (open[i/Nodes] && busy[i]) $fatal(1, "node %0d is never freed", i);
      if (n_freed < 4000 || n_past < 1000 || n_resets < 50)
        $fatal(1, "%0d slots, %0d past a ring that waits, %0d resets", n_freed, n_past, n_resets);
      $display("PASS tb_sumac_node_reap: %0d groups, %0d slots, %0d past a ring that waits, %0d resets", Groups, n_freed, n_past,
               n_resets);
      $finish;
    end
  end
  initial for (int i = 0; i < Groups; i++) begin_anew(i);
endmodule
