// The third stage of the nodes: a channel's chunks leave in the order of its streams, whatever their rings and whenever they come,
// and each within the limit, of which a channel that is held up by it tells; a chunk goes to its outputs in the route's order
// and once, and is sent when all of them are served; what waits in one ring or group holds up no other, unless they share a
// channel. A closed group rests; opened anew, with its channels, it begins anew.
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
  localparam int ChanW = $clog2(Channels), EntryW = GroupW + $clog2(Routes), InfoW = IdxW + 54;
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
  sumac_pkg::acc_t   acc = '0;
  sumac_pkg::start_t start = '0;
  logic [GroupW-1:0] group, begun_group;
  logic              acc_valid = '0, place_w = '0, ch_reset = '0, give = '0, rt_en, wr_valid,
      wr_ready = '0, tx_valid,
                     tx_ready = '0, sent, pick, moved, begun;
  logic [EntryW-1:0] rt_addr;
  logic [47:0]       place_offset = '0;
  sumac_pkg::wr_t    wr;
  sumac_pkg::tx_t    tx;
  logic [15:0]       rt_out = '0;
  logic [3:0]        rt_index;
  logic [31:0]       lim [Channels];
  logic [RingW-1:0]  give_ring = '0, sent_ring;
  logic [SlotW-1:0]  give_slot = '0, sent_slot;
  logic [InfoW-1:0]  give_info = '0, sent_info;
  logic [ChanW-1:0]  ch, ch_reset_index = '0, look = '0;
  logic              blocked;
  int                n_blocked = 0;
  logic [AddrW-1:0]  pool [Groups];
  logic [2:0]        slot_log2 [Groups];
  logic [3:0]        ring_log2 [Groups];

  sumac_node_send #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots),
    .Routes(Routes)
  ) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc),
    .start_i(start), .place_i(place_w), .place_ring_i(give_ring), .place_slot_i(give_slot), .place_offset_i(place_offset),
    .ch_reset_i(ch_reset), .ch_reset_index_i(ch_reset_index),
    .give_i(give), .give_ring_i(give_ring), .give_slot_i(give_slot), .give_info_i(give_info), .group_o(group),
    .slot_i(slot_log2[group]), .pool_i(pool[group]), .ring_slots_i(ring_log2[group]), .rt_en_o(rt_en), .rt_addr_o(rt_addr),
    .rt_index_o(rt_index), .rt_out_i(rt_out), .ch_index_o(ch), .ch_lim_i(lim[ch]), .blocked_index_i(look), .blocked_o(blocked),
    .wr_valid_o(wr_valid), .wr_ready_i(wr_ready),
    .wr_o(wr),
    .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_o(tx),
    .sent_o(sent), .sent_ring_o(sent_ring), .sent_slot_o(sent_slot), .sent_info_o(sent_info), .pick_o(pick), .moved_o(moved),
    .begun_o(begun), .begun_group_o(begun_group)
  );

  // ---- nodes; of each ring the chunks given and not sent; of each channel the nodes whose chunks will leave, in their order
  logic [15:0] outs [AllNodes][16];
  int          n_out [AllNodes], chunks [AllNodes], ring [AllNodes], out_at [AllNodes][16], promised [Channels], issued [Channels];
  logic [63:0] dst [AllNodes], digest [AllNodes];
  bit          busy [AllNodes], scatters [AllNodes], last;
  int          to_give [AllRings][$], gave [AllRings], stream_n [AllRings], place_in [AllRings], place [AllRings],
      served [AllRings], since [AllRings];
  logic [InfoW-1:0] waiting [AllRings][$];
  logic [47:0] offsets [AllRings][$];
  int          owners [Channels][$], opening = -1, opened = 0;
  bit          rested [Groups];
  int n = 0, n_sent = 0, n_turn = 0, n_limit = 0, n_resets = 0, n_past = 0, n_stuck, g, r, v, k, o, accepting = -1, walk = 0;

  function automatic bit is_next;     // chunk k of node v, on the channel of its output o
    is_next = issued[outs[v][o][6+:ChanW]] == out_at[v][o] + k;
  endfunction
  // May the ring's first chunk go to its next output?
  function automatic bit may(int at);
    v   = at / Rings * Nodes + int'(waiting[at][0][IdxW-1:0]);
    k   = int'(waiting[at][0][IdxW+:32]);
    o   = served[at];
    if (scatters[v] && o == 0) o = int'(waiting[at][0][IdxW+50+:4]);
    else if (scatters[v]) o = n_out[v];
    may = o == n_out[v] || outs[v][o][1:0] == sumac_pkg::STREAM_MEMORY
          || (is_next() && $signed(lim[outs[v][o][6+:ChanW]] - 32'(out_at[v][o] + k)) > 0);
  endfunction
  // An output leaves: it is the next one of the ring's first chunk.
  function automatic void check_output(logic [1:0] kind, logic [15:0] bytes, logic [AddrW-1:0] from);
    if (waiting[r].size() == 0 || rested[g]) $fatal(1, "[%0d] ring %0d: an output of nothing", n, r);
    v = g * Nodes + int'(waiting[r][0][IdxW-1:0]);
    k = int'(waiting[r][0][IdxW+:32]);
    o = served[r];
    if (scatters[v]) o = (o == 0) ? int'(waiting[r][0][IdxW+50+:4]) : n_out[v];
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
    if ((held_wr && (!wr_valid || held_job != {wr.addr, wr.bytes}))
        || (held_tx && (!tx_valid || held_job != {22'd0, tx.channel, tx.seq, tx.bytes})))
      $fatal(1, "[%0d] a job was not held", n);
    held_wr  = wr_valid && !wr_ready;
    held_tx  = tx_valid && !tx_ready;
    held_job = wr_valid ? {wr.addr, wr.bytes} : {22'd0, tx.channel, tx.seq, tx.bytes};
    if (begun != (wr_valid && wr_ready) || (begun && int'(begun_group) != int'(wr.ring) / Rings)) $fatal(1, "[%0d] begun", n);
    if (moved != ((wr_valid && wr_ready) || (tx_valid && tx_ready) || sent)) $fatal(1, "[%0d] moved", n);
    n_stuck = 0;
    last = 1'b0;
    for (int i = 0; i < AllRings; i++) begin
      if (waiting[i].size() != 0 && open[i/Rings]) begin
        void'(may(i));
        if (o != n_out[v] && outs[v][o][1:0] == sumac_pkg::STREAM_CHANNEL && outs[v][o][6+:ChanW] == look && is_next()) last = 1'b1;
      end
    end
    n_blocked += int'(blocked);
    if (blocked && open[int'(look)/Mine] && !last) $fatal(1, "[%0d] channel %0d holds up nobody", n, look);
    for (int i = 0; i < AllRings; i++) begin
      if (waiting[i].size() != 0 && open[i/Rings] && !may(i)) begin
        n_stuck++;
        if (is_next()) n_limit++;
        else n_turn++;
        since[i] = 0;
      end else since[i] = (waiting[i].size() != 0 && open[i/Rings]) ? since[i] + 1 : 0;
      if (since[i] > Patience) $fatal(1, "[%0d] ring %0d is forgotten", n, i);
    end
    if (wr_valid && wr_ready) begin
      r = int'(wr.ring);
      g = r / Rings;
      check_output(sumac_pkg::STREAM_MEMORY, wr.bytes, wr.pool[AddrW-1:0]);
      if (wr.addr != dst[v] + 64'(offsets[r][0]) || wr.returns != dst[v][7]
          || wr.last != (k == chunks[v] - 1) || int'(wr.idx) != v % Nodes
          || int'(wr.slot) != place[r]) $fatal(1, "[%0d] node %0d chunk %0d: written to %h from slot %0d", n, v, k, wr.addr,
              wr.slot);
    end
    if (tx_valid && tx_ready) begin
      g = int'(tx.channel) / Mine;
      if (owners[tx.channel].size() == 0) $fatal(1, "[%0d] channel %0d: nobody sends", n, tx.channel);
      r = ring[owners[tx.channel][0]];
      check_output(sumac_pkg::STREAM_CHANNEL, tx.bytes, tx.pool[AddrW-1:0]);
      if (v != owners[tx.channel][0] || !is_next())
        $fatal(1, "[%0d] node %0d sends on channel %0d before node %0d", n, v, tx.channel, owners[tx.channel][0]);
      void'(owners[tx.channel].pop_front());
      issued[tx.channel]++;
      if (tx.channel[ChanW-1:0] != outs[v][o][6+:ChanW] || tx.seq != 32'(out_at[v][o] + k)
          || $signed(lim[tx.channel] - tx.seq) <= 0)
        $fatal(1, "[%0d] node %0d chunk %0d: as chunk %0d of channel %0d, limit %0d", n, v, k, tx.seq, tx.channel, lim[tx.channel]);
      if (tx.kind != sumac_pkg::KIND_DATA || tx.again || int'(tx.group) != g || tx.first != (k == 0)
          || tx.word != ((k == 0) ? digest[v][31:0] : 32'd0))
        $fatal(1, "[%0d] node %0d: its header", n, v);
    end
    if (sent) begin
      r = int'(sent_ring);
      g = r / Rings;
      if (waiting[r].size() == 0 || rested[g] || sent_info != waiting[r][0] || int'(sent_slot) != place[r])
        $fatal(1, "[%0d] ring %0d: sent %h", n, r, sent_info);
      v = g * Nodes + int'(sent_info[IdxW-1:0]);
      if (served[r] != (scatters[v] ? 1 : n_out[v])) $fatal(1, "[%0d] node %0d: %0d of %0d outputs", n, v, served[r], n_out[v]);
      if (sent_info[IdxW+49]) busy[v] = 1'b0;
      void'(offsets[r].pop_front());
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
    for (int i = at * Nodes; i < (at + 1) * Nodes; i++) busy[i] = 1'b0;
    for (int i = at * Rings; i < (at + 1) * Rings; i++) begin
      to_give[i].delete();
      waiting[i].delete();
      offsets[i].delete();
      {gave[i], stream_n[i], place_in[i], place[i], served[i], since[i]} = '0;
    end
    for (int i = at * Mine; i < (at + 1) * Mine; i++) begin
      {promised[i], issued[i], lim[i]} = '0;
      owners[i].delete();
    end
  endfunction
  // A node: outputs to distinct channels and to memory at most once.
  function automatic void draw(int at);
    int first, m;
    g         = at / Nodes;
    first     = $urandom_range(Mine - 1);
    n_out[at] = $urandom_range((Mine < 16) ? Mine : 16);
    if ($urandom_range(3) != 0 && n_out[at] > 4) n_out[at] = int'($urandom_range(4));
    m = (n_out[at] == 0 || $urandom_range(1) == 0) ? -1 : int'($urandom_range(n_out[at] - 1));
    scatters[at] = n_out[at] != 0 && $urandom_range(3) == 0;
    if (scatters[at]) m = -1;
    chunks[at] = $urandom_range(5, 1);
    ring[at]   = g * Rings + int'($urandom_range(Rings - 1));
    dst[at]    = {$urandom, $urandom};
    digest[at] = {$urandom, $urandom};
    for (int i = 0; i < n_out[at]; i++)
      outs[at][i] = {10'(g * Mine + (first + i) % Mine), 4'($urandom),
          (i == m) ? sumac_pkg::STREAM_MEMORY : sumac_pkg::STREAM_CHANNEL};
  endfunction

  always @(negedge clk) begin
    n++;
    rst  = n < 4;
    open = open | reset;
    {reset, acc_valid, start, give, place_w, ch_reset} = '0;
    look = ($urandom_range(1) == 0) ? ch : ChanW'($urandom);
    if (n > 5) begin
      g = int'($urandom_range(Groups - 1));
      // a group's channels are opened, one a cycle, and then the group
      if (opening >= 0) begin
        ch_reset       = opened < Mine;
        ch_reset_index = ChanW'(opening * Mine + opened);
        if (!ch_reset) begin
          reset[opening] = 1'b1;
          begin_anew(opening);
          opening = -1;
          n_resets++;
        end
        opened++;
      end else if (!open[g] && (accepting < 0 || accepting / Nodes != g) && (n < 100 || rested[g]) && $urandom_range(9) == 0) begin
        opening = g;
        opened  = 0;
      end
      if (open[g] && n < Last && $urandom_range(900) == 0) open[g] = 1'b0;
      if (accepting < 0) begin
        v = int'($urandom_range(AllNodes - 1));
        if (open[v/Nodes] && !busy[v] && n < Last) begin
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
        acc.dst     = dst[v];
        acc.in_completion = dst[v][7];
        acc.word    = digest[v][31:0];
        start.index = 4'(walk);
        if (walk < n_out[v]) begin
          if (outs[v][walk][1:0] == sumac_pkg::STREAM_CHANNEL) begin
            start.out_valid = 1'b1;
            out_at[v][walk] = promised[outs[v][walk][6+:ChanW]];
            start.out_chunk = 32'(out_at[v][walk]);
            promised[outs[v][walk][6+:ChanW]] += chunks[v];
            for (int i = 0; i < chunks[v]; i++) owners[outs[v][walk][6+:ChanW]].push_back(v);
          end
          walk++;
        end else begin
          acc_valid = 1'b1;
          busy[v]   = 1'b1;
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
        last      = !scatters[v] || stream_n[r] == n_out[v] - 1;
        give_info = {4'(stream_n[r]), last && gave[r] == chunks[v] - 1, gave[r] == 0, 16'($urandom), 32'(gave[r]), IdxW'(v)};
        waiting[r].push_back(give_info);
        place_w      = 1'b1;
        place_offset = 48'({$urandom, $urandom});
        offsets[r].push_back(place_offset);
        place_in[r] = (place_in[r] + 1) % (1 << ring_log2[r/Rings]);
        stream_n[r] = last ? 0 : stream_n[r] + 1;
        if (last) gave[r]++;
        if (gave[r] == chunks[v]) begin
          gave[r] = 0;
          void'(to_give[r].pop_front());
        end
      end
      for (int i = 0; i < ((n < Last) ? 4 : 32); i++) begin
        k = int'($urandom_range(Channels - 1));
        o = (n >= Last || n / 6000 % 2 != 0) ? 1 : (n / 6000 % 4 != 0) ? 2000 : Small ? 80 : 9;
        if (int'(lim[k]) - promised[k] < 3 && $urandom_range(o) == 0) lim[k]++;
      end
    end
    wr_ready = $urandom_range(2) == 0;
    tx_ready = $urandom_range(2) == 0;
    if (n == Last + Rest) begin
      for (int i = 0; i < AllNodes; i++) if (open[i/Nodes] && busy[i]) $fatal(1, "node %0d never sent all", i);
      if (n_blocked < 100 || n_sent < 4000 || n_turn < 1000 || n_limit < 1000 || n_past < 1000 || n_resets < 50)
        $fatal(1, "%0d chunks, waiting: %0d for others on their channel, %0d for a limit; %0d past others, %0d resets", n_sent,
            n_turn, n_limit, n_past,
               n_resets);
      $finish;
    end
  end
  initial for (int i = 0; i < Groups; i++) begin_anew(i);
endmodule
