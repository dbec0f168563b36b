// The third stage of the nodes: nodes that send do so strictly in their group's turn, whatever their rings and whenever their
// chunks come, each all its chunks, each chunk to its outputs in the route's order and once; a channel's chunk waits for the limit;
// nodes that only write memory wait for nobody's turn; a chunk is sent when all its outputs are served; what waits in one ring or
// group holds up no other. A closed group rests; opened anew it begins anew, with the first turn.
module tb_sumac_node_send #(
  parameter bit Small = 1'b0
);
  localparam int Groups    = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int Nodes     = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int Rings     = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int RingSlots = Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots;
  localparam int Routes    = Small ? sumac_pkg::SmallRoutes : sumac_pkg::DefRoutes;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int AddrW = $clog2(PoolBeats), IdxW = $clog2(Nodes), GroupW = $clog2(Groups), NodeW = GroupW + IdxW;
  localparam int AllRings = Groups * Rings, AllNodes = Groups * Nodes, RingW = $clog2(AllRings), SlotW = $clog2(RingSlots);
  localparam int ChanW = $clog2(Channels), EntryW = GroupW + $clog2(Routes), InfoW = IdxW + 50;
  localparam int Mine = Channels / Groups, Patience = 4000;
  localparam int Last = 90_000, Rest = 50_000 + 150 * AllNodes;  // nodes are accepted to then, and have as long to send all

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_node_send: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Groups-1:0] open = '0, reset = '0;
  logic [GroupW-1:0] group, begun_group;
  logic              acc_valid = '0, acc_chan = '0, start_w = '0, give = '0, rt_en, wr_valid, wr_ready = '0, wr_last, tx_valid,
                     tx_ready = '0, tx_first, sent, pick, moved, begun;
  logic [NodeW-1:0]  acc_node = '0;
  logic [EntryW-1:0] acc_entry = '0, rt_addr;
  logic [4:0]        acc_n_out = '0;
  logic [63:0]       acc_dst = '0, acc_digest = '0, wr_addr, tx_digest;
  logic [7:0]        acc_step = '0, tx_step;
  logic [15:0]       acc_ticket = '0, rt_out = '0, wr_bytes, tx_bytes;
  logic [3:0]        start_index = '0, rt_index;
  logic [31:0]       start = '0, tx_seq, lim [Channels];
  logic [RingW-1:0]  give_ring = '0, wr_ring, sent_ring;
  logic [SlotW-1:0]  give_slot = '0, wr_slot, sent_slot;
  logic [InfoW-1:0]  give_info = '0, sent_info;
  logic [IdxW-1:0]   wr_idx;
  logic [ChanW-1:0]  ch, tx_ch;
  logic [AddrW-1:0]  wr_pool, tx_pool, pool [Groups];
  logic [2:0]        slot_log2 [Groups];
  logic [3:0]        ring_log2 [Groups];

  sumac_node_send #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots),
    .Routes(Routes)
  ) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_node_i(acc_node),
    .acc_entry_i(acc_entry), .acc_n_out_i(acc_n_out), .acc_chan_out_i(acc_chan), .acc_dst_i(acc_dst), .acc_digest_i(acc_digest),
    .acc_step_i(acc_step), .acc_ticket_i(acc_ticket), .start_w_i(start_w), .start_index_i(start_index), .start_i(start),
    .give_i(give), .give_ring_i(give_ring), .give_slot_i(give_slot), .give_info_i(give_info), .group_o(group),
    .slot_i(slot_log2[group]), .pool_i(pool[group]), .ring_slots_i(ring_log2[group]), .rt_en_o(rt_en), .rt_addr_o(rt_addr),
    .rt_index_o(rt_index), .rt_out_i(rt_out), .ch_index_o(ch), .ch_lim_i(lim[ch]), .wr_valid_o(wr_valid), .wr_ready_i(wr_ready),
    .wr_addr_o(wr_addr), .wr_bytes_o(wr_bytes), .wr_pool_o(wr_pool), .wr_ring_o(wr_ring), .wr_slot_o(wr_slot),
    .wr_last_o(wr_last), .wr_idx_o(wr_idx), .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_index_o(tx_ch), .tx_seq_o(tx_seq),
    .tx_pool_o(tx_pool), .tx_bytes_o(tx_bytes), .tx_first_o(tx_first), .tx_digest_o(tx_digest), .tx_step_o(tx_step),
    .sent_o(sent), .sent_ring_o(sent_ring), .sent_slot_o(sent_slot), .sent_info_o(sent_info), .pick_o(pick), .moved_o(moved),
    .begun_o(begun), .begun_group_o(begun_group)
  );

  // ---- nodes; of each ring the chunks given and not sent; of each group the nodes that send, in their turn
  logic [15:0] outs [AllNodes][16];
  int          n_out [AllNodes], chunks [AllNodes], ring [AllNodes], out_at [AllNodes][16], promised [Channels];
  logic [63:0] dst [AllNodes], digest [AllNodes];
  bit          busy [AllNodes], sends [AllNodes];
  int          to_give [AllRings][$], gave [AllRings], place_in [AllRings], place [AllRings], served [AllRings], since [AllRings];
  logic [InfoW-1:0] waiting [AllRings][$];
  int          turns [Groups][$], tickets [Groups];
  bit          rested [Groups];
  int n = 0, n_sent = 0, n_turn = 0, n_limit = 0, n_resets = 0, n_past = 0, n_stuck, g, r, v, k, o, accepting = -1, walk = 0;

  // May the ring's first chunk go to its next output?
  function automatic bit may(int at);
    v   = at / Rings * Nodes + int'(waiting[at][0][IdxW-1:0]);
    k   = int'(waiting[at][0][IdxW+:32]);
    o   = served[at];
    may = o == n_out[v] || outs[v][o][1:0] == sumac_pkg::STREAM_MEMORY
          || (turns[v/Nodes][0] == v && $signed(lim[outs[v][o][6+:ChanW]] - 32'(out_at[v][o] + k)) > 0);
  endfunction
  // An output leaves: it is the next one of the ring's first chunk.
  function automatic void check_output(logic [1:0] kind, logic [15:0] bytes, logic [AddrW-1:0] from);
    if (waiting[r].size() == 0 || rested[g]) $fatal(1, "[%0d] ring %0d: an output of nothing", n, r);
    v = g * Nodes + int'(waiting[r][0][IdxW-1:0]);
    k = int'(waiting[r][0][IdxW+:32]);
    o = served[r];
    if (o >= n_out[v] || outs[v][o][1:0] != kind) $fatal(1, "[%0d] node %0d chunk %0d: output %0d of %0d", n, v, k, o, n_out[v]);
    if (bytes != waiting[r][0][IdxW+32+:16] || from != pool[g] + AddrW'((((r % Rings) << ring_log2[g]) + place[r]) << slot_log2[g]))
      $fatal(1, "[%0d] node %0d chunk %0d: %0d bytes at %0d", n, v, k, bytes, from);
    served[r]++;
    since[r] = 0;
  endfunction

  bit held_wr = '0, held_tx = '0;
  logic [79:0] held_job = '0;
  always @(posedge clk) if (!rst) begin
    if (rt_en) rt_out <= outs[int'(rt_addr)/Routes*Nodes+int'(rt_addr)%Routes][rt_index];
    if ((held_wr && (!wr_valid || held_job != {wr_addr, wr_bytes}))
        || (held_tx && (!tx_valid || held_job != {32'(tx_ch), tx_seq, tx_bytes})))
      $fatal(1, "[%0d] a job was not held", n);
    held_wr  = wr_valid && !wr_ready;
    held_tx  = tx_valid && !tx_ready;
    held_job = wr_valid ? {wr_addr, wr_bytes} : {32'(tx_ch), tx_seq, tx_bytes};
    if (begun != (wr_valid && wr_ready) || (begun && int'(begun_group) != int'(wr_ring) / Rings)) $fatal(1, "[%0d] begun", n);
    if (moved != ((wr_valid && wr_ready) || (tx_valid && tx_ready) || sent)) $fatal(1, "[%0d] moved", n);
    n_stuck = 0;
    for (int i = 0; i < AllRings; i++) begin
      if (waiting[i].size() != 0 && open[i/Rings] && !may(i)) begin
        n_stuck++;
        if (turns[v/Nodes][0] == v) n_limit++;
        else n_turn++;
        since[i] = 0;
      end else since[i] = (waiting[i].size() != 0 && open[i/Rings]) ? since[i] + 1 : 0;
      if (since[i] > Patience) $fatal(1, "[%0d] ring %0d is forgotten", n, i);
    end
    if (wr_valid && wr_ready) begin
      r = int'(wr_ring);
      g = r / Rings;
      check_output(sumac_pkg::STREAM_MEMORY, wr_bytes, wr_pool);
      if (wr_addr != dst[v] + ((64'(k) * 64'd64) << slot_log2[g]) || wr_last != (k == chunks[v] - 1) || int'(wr_idx) != v % Nodes
          || int'(wr_slot) != place[r])
        $fatal(1, "[%0d] node %0d chunk %0d: written to %h from slot %0d", n, v, k, wr_addr, wr_slot);
    end
    if (tx_valid && tx_ready) begin
      g = int'(tx_ch) / Mine;
      if (turns[g].size() == 0) $fatal(1, "[%0d] group %0d: nobody sends", n, g);
      r = ring[turns[g][0]];
      check_output(sumac_pkg::STREAM_CHANNEL, tx_bytes, tx_pool);
      if (v != turns[g][0]) $fatal(1, "[%0d] node %0d sends in the turn of %0d", n, v, turns[g][0]);
      if (tx_ch != outs[v][o][6+:ChanW] || tx_seq != 32'(out_at[v][o] + k) || $signed(lim[tx_ch] - tx_seq) <= 0)
        $fatal(1, "[%0d] node %0d chunk %0d: as chunk %0d of channel %0d, limit %0d", n, v, k, tx_seq, tx_ch, lim[tx_ch]);
      if (tx_first != (k == 0) || tx_digest != digest[v] || tx_step != digest[v][7:0])
        $fatal(1, "[%0d] node %0d: its header", n, v);
    end
    if (sent) begin
      r = int'(sent_ring);
      g = r / Rings;
      if (waiting[r].size() == 0 || rested[g] || sent_info != waiting[r][0] || int'(sent_slot) != place[r])
        $fatal(1, "[%0d] ring %0d: sent %h", n, r, sent_info);
      v = g * Nodes + int'(sent_info[IdxW-1:0]);
      if (served[r] != n_out[v]) $fatal(1, "[%0d] node %0d: %0d of %0d outputs", n, v, served[r], n_out[v]);
      if (sent_info[InfoW-1]) begin
        busy[v] = 1'b0;
        if (sends[v]) void'(turns[g].pop_front());
      end
      void'(waiting[r].pop_front());
      served[r] = 0;
      place[r]  = (place[r] + 1) % (1 << ring_log2[g]);
      since[r]  = 0;
      n_sent++;
      if (n_stuck != 0) n_past++;
    end
    for (int i = 0; i < Groups; i++) if (!open[i] && !reset[i] && pick) rested[i] = 1'b1;
  end

  function automatic void begin_anew(int at);
    slot_log2[at] = 3'($urandom_range($clog2(SlotBeats)));
    ring_log2[at] = 4'($urandom_range($clog2(RingSlots)));
    pool[at]      = AddrW'($urandom);
    rested[at]    = 1'b0;
    tickets[at]   = 0;
    turns[at].delete();
    for (int i = at * Nodes; i < (at + 1) * Nodes; i++) busy[i] = 1'b0;
    for (int i = at * Rings; i < (at + 1) * Rings; i++) begin
      to_give[i].delete();
      waiting[i].delete();
      {gave[i], place_in[i], place[i], served[i], since[i]} = '0;
    end
    // numbers that wrap, too
    for (int i = at * Mine; i < (at + 1) * Mine; i++) begin
      promised[i] = ($urandom_range(1) == 0) ? 0 : -int'($urandom_range(20));
      lim[i]      = 32'(promised[i]);
    end
  endfunction
  // A node: outputs to distinct channels and to memory at most once.
  function automatic void draw(int at);
    int first, m;
    g         = at / Nodes;
    first     = $urandom_range(Mine - 1);
    n_out[at] = $urandom_range(Mine);
    if ($urandom_range(3) != 0 && n_out[at] > 4) n_out[at] = int'($urandom_range(4));
    m = (n_out[at] == 0 || $urandom_range(1) == 0) ? -1 : int'($urandom_range(n_out[at] - 1));
    chunks[at] = $urandom_range(5, 1);
    ring[at]   = g * Rings + int'($urandom_range(Rings - 1));
    dst[at]    = {$urandom, $urandom};
    digest[at] = {$urandom, $urandom};
    sends[at]  = n_out[at] > ((m >= 0) ? 1 : 0);
    for (int i = 0; i < n_out[at]; i++)
      outs[at][i] = {10'(g * Mine + (first + i) % Mine), 4'($urandom),
          (i == m) ? sumac_pkg::STREAM_MEMORY : sumac_pkg::STREAM_CHANNEL};
  endfunction

  always @(negedge clk) begin
    n++;
    rst  = n < 4;
    open = open | reset;
    {reset, acc_valid, start_w, give} = '0;
    if (n > 5) begin
      g = int'($urandom_range(Groups - 1));
      if (!open[g] && (accepting < 0 || accepting / Nodes != g) && (n < 100 || (rested[g] && $urandom_range(9) == 0))) begin
        reset[g] = 1'b1;
        begin_anew(g);
        n_resets++;
      end else if (open[g] && n < Last && $urandom_range(900) == 0) open[g] = 1'b0;
      if (accepting < 0) begin
        v = int'($urandom_range(AllNodes - 1));
        if (open[v/Nodes] && !busy[v] && n < Last) begin
          draw(v);
          accepting = v;
          walk      = 0;
        end
      end else begin
        v = accepting;
        acc_node    = NodeW'(v);
        acc_entry   = EntryW'(v / Nodes * Routes + v % Nodes);
        acc_n_out   = 5'(n_out[v]);
        acc_chan    = sends[v];
        acc_dst     = dst[v];
        acc_digest  = digest[v];
        acc_step    = digest[v][7:0];
        acc_ticket  = 16'(tickets[v/Nodes]);
        start_index = 4'(walk);
        if (walk < n_out[v]) begin
          if (outs[v][walk][1:0] == sumac_pkg::STREAM_CHANNEL) begin
            start_w         = 1'b1;
            out_at[v][walk] = promised[outs[v][walk][6+:ChanW]];
            start           = 32'(out_at[v][walk]);
            promised[outs[v][walk][6+:ChanW]] += chunks[v];
          end
          walk++;
        end else begin
          acc_valid = 1'b1;
          busy[v]   = 1'b1;
          if (sends[v]) begin
            tickets[v/Nodes]++;
            turns[v/Nodes].push_back(v);
          end
          to_give[ring[v]].push_back(v);
          accepting = -1;
        end
      end
      // folded chunks come ring by ring, as they like; a few also after their group was closed
      r = int'($urandom_range(AllRings - 1));
      if (!acc_valid && !reset[r/Rings] && to_give[r].size() != 0 && waiting[r].size() < (1 << ring_log2[r/Rings])) begin
        v         = to_give[r][0];
        give      = 1'b1;
        give_ring = RingW'(r);
        give_slot = SlotW'(place_in[r]);
        give_info = {gave[r] == chunks[v] - 1, gave[r] == 0, 16'($urandom), 32'(gave[r]), IdxW'(v)};
        waiting[r].push_back(give_info);
        place_in[r] = (place_in[r] + 1) % (1 << ring_log2[r/Rings]);
        gave[r]++;
        if (gave[r] == chunks[v]) begin
          gave[r] = 0;
          void'(to_give[r].pop_front());
        end
      end
      for (int i = 0; i < ((n < Last) ? 4 : 32); i++) begin
        k = int'($urandom_range(Channels - 1));
        if (int'(lim[k]) - promised[k] < 3 && $urandom_range((n / 6000 % 2 == 0 && n < Last) ? (Small ? 80 : 9) : 1) == 0) lim[k]++;
      end
    end
    wr_ready = $urandom_range(2) == 0;
    tx_ready = $urandom_range(2) == 0;
    if (n == Last + Rest) begin
      for (int i = 0; i < AllNodes; i++) if (open[i/Nodes] && busy[i]) $fatal(1, "node %0d never sent all", i);
      if (n_sent < 4000 || n_turn < 1000 || n_limit < 1000 || n_past < 1000 || n_resets < 50)
        $fatal(1, "%0d chunks, waiting: %0d for a turn, %0d for a limit; %0d past others, %0d resets", n_sent, n_turn, n_limit,
                 n_past,
               n_resets);
      $display("PASS tb_sumac_node_send: %0d groups, %0d chunks, %0d past others that wait, %0d resets", Groups, n_sent, n_past,
               n_resets);
      $finish;
    end
  end
  initial for (int i = 0; i < Groups; i++) begin_anew(i);
endmodule
