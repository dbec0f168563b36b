// Control by events with its neighbours modelled: random sources, folds by any program, relays and spread nodes of two groups on
// all rings, peers with small windows, DMA and a combine unit of random pace on a packet memory of a word a beat. Promises: a
// value is the postfix program's, whatever comes first, with an operation in which every swap shows; it is in memory when an
// output begins, and stays until that is answered; a channel's chunks leave once, in order and within the limit (O1, O3), and a
// ring's outputs in the route's order (O2); window slots are given back when nobody reads them; a node ends once, with its combines
// counted, and its entry is freed once. Ranks that disagree fail their group (R20), as a host does at any time; nothing of it
// begins then, and opened anew it has nothing of its earlier life, while the other group goes on. At the end nothing is left.
module tb_sumac_control #(
  parameter bit Small = 1'b0
);
  localparam int Groups = 2, Channels = 16, Nodes = Small ? 2 : 4, Rings = Small ? 2 : 4, SlotBeats = 8, PoolBeats = 1024;
  localparam int RingSlots = Small ? 2 : 8, FanIn = Small ? 2 : 5, All = Groups * Nodes;
  localparam int IdW = $clog2(All), CtxW = 1 + $clog2(Rings) + $clog2(RingSlots), Enough = 4000;   // nodes

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_control: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [1:0]  open = '0, reset = '0;
  sumac_pkg::accepted_t accepted = '0;
  sumac_pkg::acc_t acc = '0;
  sumac_pkg::start_t start = '0;
  sumac_pkg::ch_cfg_t cfg = '0;
  sumac_pkg::arrive_t arrival = '0;
  sumac_pkg::commit_t commit_data = '0;
  sumac_pkg::rd_done_t rd_end = '0;
  sumac_pkg::wr_done_t wr_end = '0;
  sumac_pkg::opens_t opens = '0;
  sumac_pkg::received_t received = '0;
  sumac_pkg::done_t done = '0;
  sumac_pkg::sends_t sends;
  sumac_pkg::jobs_t jobs;
  sumac_pkg::rd_t rd, reads [$];
  sumac_pkg::wr_t wr, writes [$];
  sumac_pkg::tx_t tx;
  sumac_pkg::given_t given;
  sumac_pkg::alarm_t differ;
  sumac_pkg::news_t news;
  sumac_pkg::room_t room;
  logic        acc_valid = '0, anew = '0, arrive = '0, commit = '0, rd_done = '0, wr_done = '0, rd_ready = '0, w_valid,
               w_ready = '0, wr_ready = '0, pass_valid, pass_ready = '0, passed = '0, tx_ready = '0, differ_ready = '0, group;
  sumac_pkg::pass_t out, pass, passes [$];
  logic [15:0] passed_tag = '0;
  assign {rd, wr, tx} = {jobs.rd, jobs.wr, sends.chunk};

  // Two groups' nodes, and the packet memory.
  control_nodes #(.Small(Small), .Nodes(Nodes), .Rings(Rings), .FanIn(FanIn), .PoolBeats(PoolBeats)) nodes ();
  sumac_control #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .SlotBeats(SlotBeats)
  ) dut (
    .clk_i(clk), .rst_i(rst), .now_i('0), .states_i({64'(open), 64'd0, 64'(reset), 192'd0}), .accepted_i(accepted),
    .group_o(group), .layout_i({3'(nodes.slot_log2(int'(group))), 17'(group) * 17'd512 + 17'd256, Small ? 4'd1 : 4'd2 + 4'(group)}),
    .opens_i(opens), .received_i(received), .sends_o(sends), .send_ready_i(tx_ready), .jobs_o(jobs),
    .jobs_ready_i({wr_ready, rd_ready}), .done_i(done), .given_valid_o(w_valid), .given_ready_i(w_ready), .given_o(given),
    .pass_valid_o(pass_valid), .pass_ready_i(pass_ready), .pass_o(out), .pass_done_i(passed), .pass_done_tag_i(passed_tag),
    .differ_o(differ), .differ_ready_i(differ_ready), .news_o(news), .busy_i('0), .cause_index_i('0), .room_o(room)
  );

  int          next [2], shut [2], rcv [Channels], rel [Channels], una [Channels], lim [Channels], sent [Channels];
  bit          opened [Channels];
  typedef struct packed {int v, k, pool;} chunk_t;     // of which node, which chunk; where it is
  chunk_t      told [Channels][$];                     // sent, not acknowledged
  int          n_differ = 0, n_closed = 0, n_early = 0, n = 0, since = 0, flight [2];
  logic [2:0]  rested [2];

  function automatic void left(int v, int k, int o);
    if (!nodes.in_turn(v, k, o)) $fatal(1, "[%0d] node %0d: not its turn", n, v);
  endfunction
  function automatic void check_sum(int v);
    if (nodes.sums[v] != nodes.combines(v)) $fatal(1, "[%0d] node %0d: %0d combines", n, v, nodes.sums[v]);
  endfunction

  // ---- what it does
  chunk_t      chunks_written [$], chunk;              // of writes
  int          accepting = -1, walk = 0, opening = -1, v, c, k, o, ready_in [2], quiet = 0, reset_at = 0, queued [2];
  bit          prepared [2], hurry, slow_tx, slow_passes, acted, held;
  logic [2:0]  acts;

  always @(posedge clk) if (!rst) begin
    acts = {jobs.wr_valid && wr_ready, pass_valid && pass_ready, jobs.rd_valid && rd_ready};
    if ((room.begun & 3'b101) != (acts & 3'b101) || room.ended[0] != passed)
      $fatal(1, "[%0d] begun %b, not %b", n, room.begun, acts);
    acted = acts != 3'd0 || (sends.valid && tx_ready) || sends.freed.en || news.free || acc_valid || anew
            || (differ.en && differ_ready);
    since = acted ? 0 : since + 1;
    if (since > 4000 && nodes.n_freed < nodes.n_nodes)
      $fatal(1, "[%0d] nothing moves: %0d nodes, %0d freed", n, nodes.n_nodes, nodes.n_freed);
    // a pass has begun when it fires, and ends when it is done, or if it is not issued
    for (int i = 0; i < 3; i++) if (room.begun[i]) flight[room.begun_groups[6*i+:6]]++;
    if (room.ended[1]) flight[room.ended_groups[11:6]]--;
    if (dut.fired) queued[dut.fired_operand.ctx[CtxW-1]]++;
    if (dut.u_issue.v1_q && dut.u_issue.go) queued[dut.u_issue.ring1_q[$clog2(Rings)]]--;
    for (int g = 0; g < 2; g++) begin
      if (flight[g] < 0) $fatal(1, "[%0d] group %0d: more ends than begins", n, g);
      if (reset[g] && queued[g] != 0) $fatal(1, "[%0d] group %0d: %0d passes of its last life wait", n, g, queued[g]);
      if ((rested[g] == 3'd7 && ((jobs.rd_valid && rd.ring[$clog2(Rings)] == 1'(g))
                                 || (jobs.wr_valid && wr.ring[$clog2(Rings)] == 1'(g))))
          || (shut[g] > 60 && ((pass_valid && !held && out.tag[CtxW+1] == 1'(g)) || (sends.valid && tx.group == 6'(g)))))
        $fatal(1, "[%0d] group %0d works though it is closed", n, g);
      rested[g] = open[g] ? 3'd0 : rested[g] | room.pick;
    end
    held = pass_valid && !pass_ready;
    if (acts[0]) reads.push_back(rd);
    if (w_valid && w_ready) nodes.come(int'(given.pool), given.data[63:0]);
    if (acts[1]) begin
      passes.push_back(out);
      if (out.beats == 7'd0 || out.beats > 7'd8 || out.op != sumac_pkg::OP_SUM)
        $fatal(1, "[%0d] a pass of %0d beats", n, out.beats);
      if (out.tag[1:0] == 2'b11) n_early++;
    end
    if (acts[2]) begin
      v = int'(wr.ring >> $clog2(Rings)) * Nodes + int'(wr.idx);
      for (k = 0; k < 64 && !nodes.may_write(v, k, wr); k++);
      if (!nodes.busy[v] || k == 64 || wr.returns != nodes.dest[v][7] || wr.last != (!nodes.gathers(v) && k == nodes.chunks[v] - 1))
        $fatal(1, "[%0d] node %0d: write of %0d bytes to %h", n, v, wr.bytes, wr.addr);
      for (o = 0; o < 7 && nodes.out_ch[v][o] >= 0; o++);
      left(v, k, o);
      if (wr.last) check_sum(v);
      nodes.written[v][k] = 1'b1;
      writes.push_back(wr);
      chunks_written.push_back({v, k, int'(wr.pool)});
    end
    if (sends.valid && tx_ready && open[tx.group[0]]) begin
      c = int'(tx.channel);
      if (int'(tx.seq) != sent[c] || sent[c] >= lim[c] || nodes.owner[c].size() == 0 || tx.group != 6'(c / 8))
        $fatal(1, "[%0d] channel %0d: chunk %0d leaves after %0d, limit %0d", n, c, tx.seq, sent[c], lim[c]);
      v = nodes.owner[c][0] / 64;
      k = nodes.owner[c].pop_front() % 64;
      for (o = 0; o < 7 && nodes.out_ch[v][o] != c; o++);
      left(v, k, o);
      if (!nodes.busy[v] || tx.first != (k < nodes.streams[v]) || tx.word != (tx.first ? nodes.word[v] : 32'd0)
          || int'(tx.bytes) != nodes.chunk_bytes(v, k))
        $fatal(1, "[%0d] node %0d chunk %0d: its header", n, v, k);
      if (!nodes.holds(v, k, int'(tx.pool))) $fatal(1, "[%0d] node %0d chunk %0d is sent without its value", n, v, k);
      told[c].push_back({v, k, int'(tx.pool)});
      sent[c]++;
    end
    if (sends.freed.en && open[sends.freed.channel[3]]) begin
      c = int'(sends.freed.channel);
      if (rel[c] >= rcv[c]) $fatal(1, "[%0d] channel %0d: gave back what had not come", n, c);
      nodes.fill(c, rel[c], 1'b0);
      rel[c]++;
    end
    if (news.sum_en) nodes.sums[news.sum_node] = int'(news.sum);
    if (news.end_en) begin
      v = int'(news.end_node);
      if (!nodes.untold[v] || (nodes.gathers(v) && nodes.due[v] != 0)) $fatal(1, "[%0d] node %0d ends", n, v);
      nodes.untold[v] = 1'b0;
      check_sum(v);
    end
    if (news.free) begin
      v = int'(news.free_node);
      if (!nodes.busy[v] || nodes.due[v] != 0 || nodes.wrong[v] || (nodes.untold[v] && !nodes.gathers(v)))
        $fatal(1, "[%0d] node %0d is freed: busy %0d, %0d due, wrong %0d, untold %0d", n, v, nodes.busy[v], nodes.due[v],
               nodes.wrong[v], nodes.untold[v]);
      nodes.busy[v] = 1'b0;
      nodes.n_freed++;
    end
    if (differ.en && differ_ready && open[differ.fault.group[0]]) begin
      {o, v} = {32'd0, Nodes * int'(differ.fault.group)};
      for (int i = v; i < v + Nodes; i++) if (nodes.busy[i] && nodes.wrong[i]) o = 1;
      if (o == 0 || differ.fault.rank / 16'd8 != 16'd25 + 16'(differ.fault.group))
        $fatal(1, "[%0d] group %0d: %0d differs", n, differ.fault.group, differ.fault.rank);
      n_differ++;
      shut[differ.fault.group[0]] = 1;
    end
    if (acc_valid) begin
      nodes.busy[accepting]           = 1'b1;
      nodes.untold[accepting]         = !nodes.to_memory(accepting);
      next[accepting/Nodes]     = (next[accepting/Nodes] + 1) % Nodes;
      prepared[accepting/Nodes] = 1'b0;
      accepting = -1;
      nodes.n_nodes++;
    end
  end

  // ---- what its neighbours do
  function automatic void keeps(chunk_t it, string what);
    if (open[it.v/Nodes] && !nodes.holds(it.v, it.k, it.pool))
      $fatal(1, "[%0d] node %0d chunk %0d lost its value before it was %s", n, it.v, it.k, what);
    nodes.due[it.v]--;
  endfunction
  function automatic void restart(int g);
    nodes.restart(g);
    {next[g], shut[g], prepared[g]} = '0;
    for (int i = 8 * g; i < 8 * g + 8; i++) begin
      {rcv[i], rel[i], una[i], sent[i], opened[i], lim[i]} = {129'd0, 32'd1 << i % 3};
      told[i].delete();
    end
  endfunction

  always @(negedge clk) begin
    n++;
    rst   = n < 4;
    open  = open | reset;              // open the cycle after the reset, as in sumac_groups
    {reset, acc_valid, start, rd_done, passed, wr_done, arrive, commit} = '0;
    hurry   = n / 3000 % 2 == 0;
    {slow_tx, slow_passes} = {n / 2000 % 3 == 0, n / 4000 % 4 == 0};   // passes wait behind each other then
    // channels are opened one after the other, and wait until they are cleared
    if (opening >= 0 && !anew && !sends.clears) {opened[opening], opening} = {1'b1, -32'd1};
    anew = 1'b0;
    for (int i = 0; i < Channels; i++) if (!rst && opening < 0 && open[i/8] && !opened[i]) begin
      {anew, opening} = {1'b1, 32'(i)};
      cfg = {1'b1, 10'(i), 6'(i / 8), 16'd200 + 16'(i), 96'd0, 17'(nodes.window(i)), 4'(nodes.own(i)), 4'(i % 3)};
    end
    for (int g = 0; g < 2; g++) begin
      // groups that fail, or that the host closes: at rest, opened anew
      if (n == 4) shut[g] = 1;
      if (open[g] && $urandom_range(9999) == 0 && nodes.n_nodes < Enough) {shut[g], n_closed} = {32'd1, n_closed + 1};
      if (shut[g] != 0 && !rst) begin
        open[g] = 1'b0;
        shut[g]++;
        if (shut[g] > 80 && flight[g] == 0 && rested[g] == 3'd7
            && (accepting < 0 || accepting / Nodes != g) && n > reset_at + (Small ? 12 : 24)) begin
          restart(g);
          {reset[g], reset_at} = {1'b1, n};
        end
      end
      // at first some without channels, while the rings begin anew
      if (open[g] && (!opened[8*g] || (opened[8*g+7] && opening < 0)) && !prepared[g]
          && !nodes.busy[Nodes*g+next[g]] && !nodes.untold[Nodes*g+next[g]] && nodes.n_nodes < Enough
          && (accepting < 0 || accepting / Nodes != g)) begin
        nodes.prepare(Nodes * g + next[g], !opened[8*g]);
        {prepared[g], ready_in[g]} = {1'b1, !opened[8*g] ? 15 + $urandom_range(15) : hurry ? 0 : $urandom_range(60)};
      end
      if (prepared[g] && ready_in[g] > 0) ready_in[g]--;
      else if (prepared[g] && open[g] && accepting < 0 && n % 2 == g) {accepting, walk} = {Nodes * g + next[g], 32'd0};
    end
    if (accepting >= 0) begin
      nodes.accepts(accepting, walk, acc, start);
      acc_valid = walk >= nodes.n_in[accepting] && walk >= nodes.n_out[accepting];
      walk++;
    end
    // peers send what their windows take, acknowledge what has its value still, and raise limits; a good packet has two cycles
    c = $urandom_range(Channels - 1);
    if (n % 2 == 0 && opened[c] && open[c/8]) begin
      if (nodes.supply[c].size() != 0 && rcv[c] - rel[c] < (1 << nodes.own(c)) && (hurry || $urandom_range(3) == 0)) begin
        nodes.fill(c, rcv[c], 1'b1);
        {arrive, arrival} = {1'b1, 10'(c), 5'(rcv[c]), nodes.supply[c].pop_front()};
        rcv[c]++;
      end
      while (told[c].size() != 0 && $urandom_range(slow_tx ? 15 : 2) == 0) begin
        keeps(told[c].pop_front(), "acknowledged");
        una[c]++;
      end
      if (lim[c] < una[c] + (c % 4 == 0 ? 16 : 3) && $urandom_range(slow_tx ? 15 : 1) == 0) lim[c]++;
      {commit, commit_data} = {(arrive || $urandom_range(1) == 0) && quiet < 300, 10'(c), rcv[c], una[c], lim[c], 1'b0};
    end
    // the host's memory, the combine unit
    if (reads.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
      for (int b = 0; b < (int'(reads[0].bytes) + 63) / 64; b++) nodes.come(int'(reads[0].pool) + b, reads[0].addr + 64'(64 * b));
      {rd_done, rd_end.ring, rd_end.slot} = {1'b1, reads[0].ring, reads[0].slot};
      flight[reads[0].ring[$clog2(Rings)]]--;
      void'(reads.pop_front());
    end
    if (passes.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
      pass = passes.pop_front();
      nodes.combine(pass);
      {passed, passed_tag} = {1'b1, pass.tag};
      flight[pass.tag[CtxW+1]]--;
    end
    if (writes.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
      chunk = chunks_written.pop_front();
      keeps(chunk, "written");
      {wr_done, wr_end.ring, wr_end.slot, wr_end.idx} = {1'b1, writes[0].ring, writes[0].slot, writes[0].idx};
      flight[chunk.v/Nodes]--;
      void'(writes.pop_front());
    end
    {rd_ready, w_ready, pass_ready, wr_ready, tx_ready} = {$urandom_range(3) != 0, $urandom_range(3) != 0,
        slow_passes ? $urandom_range(400) == 0 : $urandom_range(3) != 0, $urandom_range(3) != 0,
        $urandom_range(slow_tx ? 9 : 3) != 0};
    differ_ready = $urandom_range(3) == 0;
    accepted     = {acc_valid, acc, start};
    opens        = {anew, cfg};
    received     = {commit, commit_data, arrive, arrival, 6'd0, 4'(n)};
    done         = {rd_done, rd_end, wr_done, wr_end, 512'd0};
    if (n > 3_000_000) $fatal(1, "%0d nodes, %0d freed, never ended", nodes.n_nodes, nodes.n_freed);
    quiet = (nodes.n_nodes >= Enough && nodes.n_freed == nodes.n_nodes && open == 2'b11 && opening < 0) ? quiet + 1 : 0;
    if (quiet > 500 && (!room.idle || sends.blocked || flight[0] + flight[1] != 0))
      $fatal(1, "idle %0d, channel %0d blocked %0d at the end", room.idle, received.visited, sends.blocked);
    if (quiet == 600) begin
      for (int i = 0; i < Channels; i++) if (nodes.owner[i].size() + told[i].size() + rcv[i] - rel[i] != 0 || opened[i] == 1'b0)
        $fatal(1, "channel %0d: left at the end", i);
      if (n_differ < 5 || n_closed < 5 || (!Small && n_early < 100))
        $fatal(1, "%0d disagreements, %0d closed, %0d early", n_differ, n_closed, n_early);
      $display("PASS tb_sumac_control: FanIn %0d, %0d nodes, %0d disagreements, %0d closed, %0d passes told early, %0d cycles",
               FanIn, nodes.n_nodes, n_differ, n_closed, n_early, n);
      $finish;
    end
  end
  initial for (int i = 0; i < 2; i++) {flight[i], rested[i], queued[i]} = '0;
endmodule
