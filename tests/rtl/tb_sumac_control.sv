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
  localparam int RingSlots = Small ? 2 : 8, FanIn = Small ? 2 : 5, All = Groups * Nodes, Most = Small ? 2 : 4;
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
  sumac_pkg::acc_t acc = '0;
  sumac_pkg::start_t start = '0;
  sumac_pkg::ch_cfg_t cfg = '0;
  sumac_pkg::arrive_t arrival = '0;
  sumac_pkg::commit_t commit_data = '0;
  sumac_pkg::rd_t rd;
  sumac_pkg::wr_t wr;
  sumac_pkg::rd_done_t rd_end = '0;
  sumac_pkg::wr_done_t wr_end = '0;
  sumac_pkg::tx_t tx;
  sumac_pkg::fault_t differ;
  logic        acc_valid = '0, anew = '0, clears, arrive = '0, commit = '0, blocked, release_o, rd_valid, rd_ready = '0,
               rd_done = '0, w_valid, w_ready = '0,
               wr_valid, wr_ready = '0, wr_done = '0, pass_valid, pass_ready = '0, passed = '0, tx_valid,
               tx_ready = '0,
               differ_valid, differ_ready = '0, sum_w, ends, node_free, ended, ended_group, idle, group;
  logic [3:0]  release_ch, blocked_ch = '0;
  sumac_pkg::pass_t out;
  logic [9:0]  w_addr;
  logic [127:0] w_data;
  logic [15:0] passed_tag = '0;
  logic [IdW-1:0]  end_node, free_node, sum_node;
  logic [31:0] sum;
  logic [2:0]  begun, begun_group, pick;

  // ---- layouts: a group's channels' windows, then its rings
  function automatic int slot_log2(int g);
    slot_log2 = g ? 3 : 1;
  endfunction
  function automatic int window(int c);
    window = (c / 8) * 512 + (c % 8) * 32;
  endfunction
  function automatic int own(int c);                   // log2 of a window's slots
    own = c % 3;
  endfunction
  sumac_control #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .SlotBeats(SlotBeats)
  ) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc), .start_i(start),
    .group_o(group), .layout_i({3'(slot_log2(int'(group))), 17'(group) * 17'd512 + 17'd256, Small ? 4'd1 : 4'd2 + 4'(group)}),
    .anew_i(anew), .channel_i(cfg), .clears_o(clears), .arrive_i(arrive), .arrival_i(arrival), .commit_i(commit),
    .commit_data_i(commit_data), .blocked_index_i(blocked_ch), .blocked_o(blocked), .release_o(release_o),
    .release_channel_o(release_ch), .rd_valid_o(rd_valid), .rd_ready_i(rd_ready), .rd_o(rd), .rd_done_i(rd_done),
    .rd_done_data_i(rd_end), .w_valid_o(w_valid), .w_ready_i(w_ready), .w_addr_o(w_addr), .w_data_o(w_data),
    .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_o(wr), .wr_done_i(wr_done),
    .wr_done_data_i(wr_end), .pass_valid_o(pass_valid), .pass_ready_i(pass_ready), .pass_o(out), .pass_done_i(passed),
    .pass_done_tag_i(passed_tag), .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_o(tx),
    .differ_valid_o(differ_valid), .differ_ready_i(differ_ready), .differ_o(differ), .sum_w_o(sum_w), .sum_node_o(sum_node),
    .sum_o(sum), .end_o(ends), .end_node_o(end_node), .node_free_o(node_free), .node_free_node_o(free_node), .begun_o(begun),
    .begun_group_o(begun_group), .ended_o(ended), .ended_group_o(ended_group), .pick_o(pick), .idle_o(idle)
  );

  // ---- what a node is; a chunk's number k counts all its streams: k / streams of stream k % streams
  typedef enum int {Fold, Source, Relay, Scatter, Gather} kind_e;
  kind_e       kind [All];
  int          streams [All], parts [All], first_part [All], part_bytes [All], in_ch [All][8], in_at [All][8], follow [All][8],
               out_ch [All][8], out_at [All][8], out_no [All], bytes [All], chunks [All], n_in [All], n_out [All], ring [All],
               due [All], sums [All];                  // channel -1 is memory; outputs due
  logic [31:0] word [All];
  logic [63:0] src [All], dest [All];
  bit          busy [All], untold [All], wrong [All];     // a gathering node may be freed a little before its end is told
  bit [63:0]   written [All];                          // chunks written
  int          next [2], shut [2], relay_outs [2], rx_alloc [Channels], tx_alloc [Channels];
  int          rcv [Channels], rel [Channels], una [Channels], lim [Channels], sent [Channels];
  bit          opened [Channels];
  logic [48:0] supply [Channels][$];                   // what peers will send: {first, word, bytes}
  int          told [Channels][$], told_v [Channels][$], told_k [Channels][$];   // sent, not acknowledged: slot, node, chunk
  int          owner [Channels][$];                    // 64 node + chunk, of those that are to leave
  int          order [4*Rings][$];                     // a ring's outputs to channels, to memory: 1024 node + 16 chunk + output
  longint unsigned pool [PoolBeats];
  int          n_nodes = 0, n_freed = 0, n_differ = 0, n_closed = 0, n_early = 0, n = 0, since = 0, flight [2], uid = 0;
  logic [2:0]  rested [2];

  function automatic longint unsigned hash(longint unsigned a, longint unsigned b);
    longint unsigned x;
    x = (a * 64'h9e3779b97f4a7c15 + 64'h1234567) ^ {b[30:0], b[63:31]};
    x = x * 64'hbf58476d1ce4e5b9;
    hash = x ^ (x >> 29);
  endfunction
  function automatic int op_of(int v);                 // sums of integers, or of floats, which take longer
    op_of = v % 2 ? int'(sumac_pkg::TYPE_F32) : int'(sumac_pkg::TYPE_I32);
  endfunction
  // Where a chunk lies in its node's memory, and how much there is of it: within its part, and the memory.
  function automatic int chunk_at(int v, int k);
    int part;
    part = 0;
    if (kind[v] == Scatter) part = (first_part[v] + k % streams[v]) % parts[v];
    if (kind[v] == Gather) part = (first_part[v] + 16 * parts[v] - k % streams[v]) % parts[v];
    chunk_at = part * part_bytes[v] + ((k / streams[v]) << (6 + slot_log2(v / Nodes)));
  endfunction
  function automatic int chunk_bytes(int v, int k);
    int from, to;
    from = chunk_at(v, k);
    to   = from + (64 << slot_log2(v / Nodes));
    if (part_bytes[v] != 0 && to > (from / part_bytes[v] + 1) * part_bytes[v]) to = (from / part_bytes[v] + 1) * part_bytes[v];
    if (to > bytes[v]) to = bytes[v];
    chunk_bytes = (to > from) ? to - from : 0;
  endfunction
  function automatic longint unsigned operand(int v, int k, int i, int b);  // of node v, chunk k, input i
    if (in_ch[v][i] < 0) operand = hash(64'd1, (src[v] >> 6) + 64'(chunk_at(v, k) / 64) + 64'(b));
    else operand = hash(64'd2 + 64'(in_ch[v][i]), (64'(in_at[v][i]) + 64'(k / streams[v])) * 64'd8 + 64'(b));
  endfunction
  function automatic longint unsigned value(int v, int k, int b);
    longint unsigned stack [9];
    int top;
    if (kind[v] == Gather) return operand(v, k, k % streams[v], b);
    top = 0;
    for (int i = 0; i < n_in[v]; i++) begin
      stack[top] = operand(v, k, i, b);
      top++;
      for (int c = 0; c < follow[v][i]; c++) begin
        top--;
        stack[top-1] = hash(stack[top-1] + 64'(op_of(v)), stack[top]);
      end
    end
    value = stack[0];
  endfunction
  function automatic bit holds(int v, int k, int at);
    holds = 1'b1;
    for (int b = 0; b < (chunk_bytes(v, k) + 63) / 64; b++) if (pool[at+b] != value(v, k, b)) holds = 1'b0;
  endfunction

  // Draws the next node of a group. Folds read its channels 0 to 3, relays channel 4, gathering nodes the others, each on one ring.
  function automatic void prepare(int v);
    int g, c, f, depth, spare;
    bit fail_it, fed;
    logic [48:0] item;
    g = v / Nodes;
    uid++;
    kind[v]  = kind_e'($urandom_range(4));
    n_in[v]  = kind[v] == Fold ? 2 + $urandom_range(FanIn - 2) : kind[v] == Gather ? 1 + $urandom_range(Small ? 1 : 2) : 1;
    n_out[v] = kind[v] == Gather ? 1 : kind[v] == Scatter ? 1 + $urandom_range(Most - 1)
               : kind[v] == Relay ? 1 + relay_outs[g] % Most : $urandom_range(Most);
    streams[v]    = kind[v] == Scatter ? n_out[v] : kind[v] == Gather ? n_in[v] : 1;
    parts[v]      = (kind[v] < Scatter) ? 1 : 1 + int'($urandom_range(15));
    first_part[v] = int'($urandom_range(parts[v] - 1));
    bytes[v]      = ($urandom_range(9) == 0) ? 0 : 4 * $urandom_range(($urandom_range(3) == 0) ? 400 : 40) << (g ? 2 : 0);
    part_bytes[v] = 0;
    if (kind[v] >= Scatter || $urandom_range(1) == 0) part_bytes[v] = (bytes[v] / parts[v] + 127) / 64 * 64;
    chunks[v] = (((part_bytes[v] != 0) ? part_bytes[v] : bytes[v]) + (64 << slot_log2(g)) - 1) >> (6 + slot_log2(g));
    if (chunks[v] == 0) chunks[v] = 1;
    word[v] = $urandom;
    ring[v] = kind[v] == Fold ? 1 : kind[v] == Relay ? Rings / 2 : kind[v] == Gather ? Rings - 1 : $urandom_range(Rings - 1);
    if (Small) ring[v] = int'(kind[v] == Relay || kind[v] == Gather || (kind[v] != Fold && $urandom_range(1) == 0));
    src[v]  = 64'(uid) << 20;
    dest[v] = (64'(uid) << 20) + 64'(4 * $urandom_range(30));
    {wrong[v], written[v], due[v], sums[v], out_no[v]} = '0;
    fail_it = n_nodes > 100 && $urandom_range(49) == 0;
    depth = 0;
    spare = kind[v] == Fold ? int'($urandom_range(9)) : kind[v] == Source || kind[v] == Scatter ? 0 : 9;   // the memory input
    if (n_in[v] == 5 && spare > 4) spare = 4;
    c = $urandom_range(99);
    for (int i = 0; i < n_in[v]; i++) begin
      in_ch[v][i] = i == spare ? -1 : 8 * g
          + (kind[v] == Relay ? 4 : kind[v] == Gather ? 5 + (i + c) % 3 : (i - int'(i > spare) + c) % 4);
      depth++;
      f = int'($urandom_range(depth - 1));
      if (depth - f > $clog2(FanIn)) f = depth - $clog2(FanIn);
      if (i == n_in[v] - 1) f = depth - 1;
      if (kind[v] == Gather) f = 0;
      follow[v][i] = f;
      depth -= kind[v] == Gather ? 1 : f;
      if (i != spare) begin
        in_at[v][i] = rx_alloc[in_ch[v][i]];
        rx_alloc[in_ch[v][i]] += chunks[v];
      end
      for (int k = 0; k < chunks[v] && i != spare; k++) begin
        item = {k == 0, k == 0 ? word[v] : $urandom, 16'(chunk_bytes(v, k * streams[v] + (kind[v] == Gather ? i : 0)))};
        if (fail_it && k == chunks[v] - 1) begin
          {wrong[v], fail_it} = 2'b10;
          case ($urandom_range(2))                     // another word, another length, first or not
            0:       item[k==0?40:2] ^= 1'b1;
            1:       item[48] ^= 1'b1;
            default: item[3]  ^= 1'b1;
          endcase
        end
        supply[in_ch[v][i]].push_back(item);
      end
    end
    c     = kind[v] == Relay ? relay_outs[g] : int'($urandom_range(255));   // relays of a channel end in its order
    fed   = kind[v] == Gather || (kind[v] != Scatter && c[7]);
    for (int o = 0; o < n_out[v]; o++) begin
      out_ch[v][o] = fed && o == c[6:5] % n_out[v] ? -1 : 8 * g + (o + c[4:2]) % 8;
      due[v] += chunks[v] * (kind[v] == Gather ? n_in[v] : 1);
      if (out_ch[v][o] >= 0) begin
        out_at[v][o] = tx_alloc[out_ch[v][o]];
        tx_alloc[out_ch[v][o]] += chunks[v];
      end
    end
    // who leaves in which order
    for (int k = 0; k < chunks[v]; k++) for (int o = 0; o < n_out[v]; o++) begin
      if (kind[v] != Gather) order[2*(Rings*g+ring[v])+int'(out_ch[v][o]<0)].push_back(
          1024 * v + 16 * (kind[v] == Scatter ? k * streams[v] + o : k) + o);
      if (out_ch[v][o] >= 0) owner[out_ch[v][o]].push_back(64 * v + (kind[v] == Scatter ? k * streams[v] + o : k));
    end
  endfunction

  function automatic bit to_memory(int v);             // the last write tells its end
    to_memory = 1'b0;
    for (int o = 0; o < n_out[v]; o++) if (out_ch[v][o] < 0 && kind[v] != Gather) to_memory = 1'b1;
  endfunction
  function automatic void left_ring(int v, int k, int o);   // O2
    if (order[2*(Rings*(v/Nodes)+ring[v])+int'(out_ch[v][o]<0)].pop_front() != 1024 * v + 16 * k + o)
      $fatal(1, "[%0d] node %0d: not its turn", n, v);
  endfunction
  function automatic void check_sum(int v);
    if (sums[v] != (kind[v] == Gather ? 0 : (n_in[v] - 1) * ((bytes[v] + 63) / 64))) $fatal(1, "[%0d] node %0d: %0d combines", n, v,
        sums[v]);
  endfunction

  // ---- what it does
  sumac_pkg::rd_t reads [$];
  sumac_pkg::wr_t writes [$];
  sumac_pkg::pass_t passes [$], pass;
  int          write_v [$], write_k [$], accepting = -1, walk = 0, opening = -1, v, c, k, o,
               ready_in [2], parent [8], quiet = 0, reset_at = 0, begun_passes = 0;
  bit          prepared [2], hurry, slow_tx, acted;
  logic [2:0]  acts;
  int          inner [$];

  always @(posedge clk) if (!rst) begin
    acts = {wr_valid && wr_ready, pass_valid && pass_ready, rd_valid && rd_ready};
    begun_passes += int'(begun[1]) - int'(acts[1]);     // a pass has begun when it is offered
    if ((begun & 3'b101) != (acts & 3'b101) || begun_passes < 0 || begun_passes > 2 || ended != passed)
      $fatal(1, "[%0d] begun %b, not %b", n, begun, acts);
    acted = acts != 3'd0 || (tx_valid && tx_ready) || release_o || node_free || acc_valid || anew || (differ_valid && differ_ready);
    since = acted ? 0 : since + 1;
    if (since > 4000 && n_freed < n_nodes) $fatal(1, "[%0d] nothing moves: %0d nodes, %0d freed", n, n_nodes, n_freed);
    for (int i = 0; i < 3; i++) if (begun[i]) flight[begun_group[i]]++;
    for (int g = 0; g < 2; g++) begin
      if ((rested[g] == 3'd7 && ((rd_valid && rd.ring[$clog2(Rings)] == 1'(g)) || (wr_valid && wr.ring[$clog2(Rings)] == 1'(g))))
          || (shut[g] > 60 && ((pass_valid && out.tag[CtxW+1] == 1'(g)) || (tx_valid && tx.group == 6'(g)))))
        $fatal(1, "[%0d] group %0d works though it is closed", n, g);
      rested[g] = open[g] ? 3'd0 : rested[g] | pick;
    end
    if (acts[0]) reads.push_back(rd);
    if (w_valid && w_ready) pool[int'(w_addr)] = hash(64'd1, w_data[63:0] >> 6);
    if (acts[1]) begin
      passes.push_back(out);
      if (out.beats == 7'd0 || out.beats > 7'd8 || out.op != sumac_pkg::OP_SUM)
        $fatal(1, "[%0d] a pass of %0d beats", n, out.beats);
      if (out.tag[1:0] == 2'b11) n_early++;
    end
    if (acts[2]) begin
      v = int'(wr.ring >> $clog2(Rings)) * Nodes + int'(wr.idx);
      for (k = 0; k < 64; k++)
        if (!written[v][k] && wr.addr == dest[v] + 64'(chunk_at(v, k)) && int'(wr.bytes) == chunk_bytes(v, k)
            && (k < streams[v] || written[v][k-streams[v]]) && holds(v, k, int'(wr.pool))) break;
      if (!busy[v] || k == 64 || wr.returns != dest[v][7] || wr.last != (kind[v] != Gather && k == chunks[v] - 1))
        $fatal(1, "[%0d] node %0d: write of %0d bytes to %h", n, v, wr.bytes, wr.addr);
      for (o = 0; o < 7 && out_ch[v][o] >= 0; o++);
      if (kind[v] != Gather) left_ring(v, k, o);
      if (wr.last) check_sum(v);
      written[v][k] = 1'b1;
      writes.push_back(wr);
      write_v.push_back(v);
      write_k.push_back(k);
    end
    if (tx_valid && tx_ready && open[tx.group[0]]) begin
      c = int'(tx.channel);
      if (int'(tx.seq) != sent[c] || sent[c] >= lim[c] || owner[c].size() == 0 || tx.group != 6'(c / 8))
        $fatal(1, "[%0d] channel %0d: chunk %0d leaves after %0d, limit %0d", n, c, tx.seq, sent[c], lim[c]);
      v = owner[c][0] / 64;
      k = owner[c].pop_front() % 64;
      for (o = 0; o < 7 && out_ch[v][o] != c; o++);
      left_ring(v, k, o);
      if (!busy[v] || tx.first != (k < streams[v]) || tx.word != (tx.first ? word[v] : 32'd0)
          || int'(tx.bytes) != chunk_bytes(v, k))
        $fatal(1, "[%0d] node %0d chunk %0d: its header", n, v, k);
      if (!holds(v, k, int'(tx.pool))) $fatal(1, "[%0d] node %0d chunk %0d is sent without its value", n, v, k);
      told[c].push_back(int'(tx.pool));
      told_v[c].push_back(v);
      told_k[c].push_back(k);
      sent[c]++;
    end
    if (release_o && open[release_ch[3]]) begin
      c = int'(release_ch);
      if (rel[c] >= rcv[c]) $fatal(1, "[%0d] channel %0d: gave back what had not come", n, c);
      for (int b = 0; b < (1 << slot_log2(c / 8)); b++) pool[window(c)+(rel[c]%(1<<own(c))<<slot_log2(c/8))+b] = 64'hdead;
      rel[c]++;
    end
    if (sum_w) sums[sum_node] = int'(sum);
    if (ends) begin
      if (!untold[end_node] || (kind[end_node] == Gather && due[end_node] != 0)) $fatal(1, "[%0d] node %0d ends", n, end_node);
      untold[end_node] = 1'b0;
      check_sum(int'(end_node));
    end
    if (node_free) begin
      v = int'(free_node);
      if (!busy[v] || due[v] != 0 || wrong[v] || (untold[v] && kind[v] != Gather))
        $fatal(1, "[%0d] node %0d is freed: busy %0d, %0d due, wrong %0d, untold %0d", n, v, busy[v], due[v], wrong[v], untold[v]);
      busy[v] = 1'b0;
      n_freed++;
    end
    if (differ_valid && differ_ready && open[differ.group[0]]) begin
      o = 0;
      for (int i = 0; i < Nodes; i++) if (busy[int'(differ.group)*Nodes+i] && wrong[int'(differ.group)*Nodes+i]) o = 1;
      if (o == 0 || differ.rank / 16'd8 != 16'd25 + 16'(differ.group)) $fatal(1, "[%0d] group %0d: %0d differs", n, differ.group,
          differ.rank);
      n_differ++;
      shut[differ.group[0]] = 1;
    end
    if (acc_valid) begin
      busy[accepting]           = 1'b1;
      untold[accepting]         = !to_memory(accepting);
      next[accepting/Nodes]     = (next[accepting/Nodes] + 1) % Nodes;
      prepared[accepting/Nodes] = 1'b0;
      accepting = -1;
      n_nodes++;
    end
  end

  // ---- what its neighbours do
  function automatic void restart(int g);
    for (int i = g * Nodes; i < (g + 1) * Nodes; i++) begin
      if (busy[i]) n_freed++;
      {busy[i], untold[i]} = 2'b00;
    end
    {next[g], shut[g], prepared[g], relay_outs[g]} = {32'd0, 32'd0, 1'b0, 32'($urandom_range(255))};
    for (int i = 0; i < 2 * Rings; i++) order[2*Rings*g+i].delete();
    for (int i = 8 * g; i < 8 * g + 8; i++) begin
      {rcv[i], rel[i], una[i], sent[i], rx_alloc[i], tx_alloc[i], opened[i], lim[i]} = {193'd0, 32'd1 << i % 3};
      supply[i].delete();
      owner[i].delete();
      told[i].delete();
      told_v[i].delete();
      told_k[i].delete();
    end
  endfunction

  // A node's streams, one a cycle, with the tree of its passes; then the node.
  function automatic void accept(int v);
    int at;
    acc.node  = 12'(v);
    acc.ring  = 8'(v / Nodes * Rings + ring[v]);
    {acc.n_in, acc.n_out, acc.mem_in, acc.mem_out} = {5'(n_in[v]), 5'(n_out[v]), 2'b00};
    for (int i = 0; i < n_in[v]; i++) if (in_ch[v][i] < 0) acc.mem_in = 1'b1;
    for (int i = 0; i < n_out[v]; i++) if (out_ch[v][i] < 0) acc.mem_out = 1'b1;
    {acc.op, acc.type_code, acc.src, acc.dst, acc.bytes} = {sumac_pkg::OP_SUM, 8'(op_of(v)), src[v], dest[v], 48'(bytes[v])};
    {acc.chunks, acc.spread, acc.streams} = {32'(chunks[v]), kind[v] == Gather, kind[v] == Scatter, 5'(streams[v])};
    {acc.first, acc.last, acc.part_bytes} = {4'(first_part[v]), 4'(parts[v] - 1), 48'(part_bytes[v])};
    {acc.first_at, acc.last_at} = {48'(first_part[v] * part_bytes[v]), 48'((parts[v] - 1) * part_bytes[v])};
    {acc.word, acc.source, acc.in_completion} = {word[v], 64'd0, src[v], dest[v][7]};
    acc.given = bytes[v] <= 64 && chunks[v] == 1 && kind[v] != Scatter;
    start = '0;
    inner = {};
    for (int i = 0; i < n_in[v]; i++) begin            // the pass that walk names
      inner.push_back(i);
      for (int j = follow[v][i]; j > 0; j--) begin
        at = inner.pop_back();
        if (at == walk) begin
          start.lo     = 4'(inner[inner.size()-1]);
          start.parent = j > 1 ? start.lo : i == n_in[v] - 1 ? 4'd0 : 4'(i + 1);
        end
      end
    end
    {start.index, start.in_valid, start.out_valid} = {4'(walk), walk < n_in[v], walk < n_out[v]};
    start.in_memory   = in_ch[v][walk%8] < 0;
    start.in_channel  = 10'(in_ch[v][walk%8]);
    start.in_chunk    = 32'(in_at[v][walk%8]);
    start.in_right    = follow[v][walk%8] != 0;
    start.out_memory  = out_ch[v][walk%8] < 0;
    start.out_channel = 10'(out_ch[v][walk%8]);
    start.out_chunk   = 32'(out_at[v][walk%8]);
    acc_valid = walk >= n_in[v] && walk >= n_out[v];
    walk++;
  endfunction

  always @(negedge clk) begin
    n++;
    rst   = n < 4;
    open  = open | reset;              // open the cycle after the reset, as in sumac_groups
    {reset, acc_valid, start, rd_done, passed, wr_done, arrive, commit} = '0;
    hurry   = n / 3000 % 2 == 0;
    slow_tx = n / 2000 % 3 == 0;
    // channels are opened one after the other, and wait until they are cleared
    if (opening >= 0 && !anew && !clears) {opened[opening], opening} = {1'b1, -32'd1};
    anew = 1'b0;
    for (int i = 0; i < Channels; i++) if (!rst && opening < 0 && open[i/8] && !opened[i]) begin
      {anew, opening} = {1'b1, 32'(i)};
      cfg = {1'b1, 10'(i), 6'(i / 8), 16'd200 + 16'(i), 96'd0, 17'(window(i)), 4'(own(i)), 4'(i % 3)};
    end
    for (int g = 0; g < 2; g++) begin
      // groups that fail, or that the host closes: at rest, opened anew
      if (n == 4) shut[g] = 1;
      if (open[g] && $urandom_range(9999) == 0 && n_nodes < Enough) {shut[g], n_closed} = {32'd1, n_closed + 1};
      if (shut[g] != 0 && !rst) begin
        open[g] = 1'b0;
        shut[g]++;
        if (shut[g] > 80 && flight[g] == 0 && rested[g] == 3'd7
            && (accepting < 0 || accepting / Nodes != g) && n > reset_at + 40) begin
          restart(g);
          {reset[g], reset_at} = {1'b1, n};
        end
      end
      if (open[g] && opened[8*g] && opened[8*g+7] && opening < 0 && !prepared[g]
          && !busy[Nodes*g+next[g]] && !untold[Nodes*g+next[g]] && n_nodes < Enough
          && (accepting < 0 || accepting / Nodes != g)) begin
        prepare(Nodes * g + next[g]);
        {prepared[g], ready_in[g]} = {1'b1, $urandom_range(60)};
      end
      if (prepared[g] && ready_in[g] > 0) ready_in[g] = hurry ? 0 : ready_in[g] - 1;
      else if (prepared[g] && open[g] && accepting < 0 && n % 2 == g) {accepting, walk} = {Nodes * g + next[g], 32'd0};
    end
    if (accepting >= 0) accept(accepting);
    // peers send what their windows take, acknowledge what has its value still, and raise limits; a good packet has two cycles
    c = $urandom_range(Channels - 1);
    if (n % 2 == 0 && opened[c] && open[c/8]) begin
      if (supply[c].size() != 0 && rcv[c] - rel[c] < (1 << own(c)) && (hurry || $urandom_range(3) == 0)) begin
        for (int b = 0; b < (1 << slot_log2(c / 8)); b++)
          pool[window(c)+(rcv[c]%(1<<own(c))<<slot_log2(c/8))+b] = hash(64'd2 + 64'(c), 64'(rcv[c]) * 64'd8 + 64'(b));
        {arrive, arrival} = {1'b1, 10'(c), 5'(rcv[c]), supply[c].pop_front()};
        rcv[c]++;
      end
      while (told[c].size() != 0 && $urandom_range(slow_tx ? 15 : 2) == 0) begin
        {v, k} = {told_v[c].pop_front(), told_k[c].pop_front()};
        if (!holds(v, k, told[c].pop_front()))
          $fatal(1, "[%0d] node %0d chunk %0d lost its value before it was acknowledged", n, v, k);
        una[c]++;
        due[v]--;
      end
      if (lim[c] < una[c] + (c % 4 == 0 ? 16 : 3) && $urandom_range(slow_tx ? 15 : 1) == 0) lim[c]++;
      {commit, commit_data} = {(arrive || $urandom_range(1) == 0) && quiet < 300, 10'(c), rcv[c], una[c], lim[c], 1'b0};
    end
    // the host's memory, the combine unit
    if (reads.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
      for (int b = 0; b < (int'(reads[0].bytes) + 63) / 64; b++)
        pool[int'(reads[0].pool)+b] = hash(64'd1, (reads[0].addr >> 6) + 64'(b));
      {rd_done, rd_end.ring, rd_end.slot} = {1'b1, reads[0].ring, reads[0].slot};
      flight[reads[0].ring[$clog2(Rings)]]--;
      void'(reads.pop_front());
    end
    if (passes.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
      pass = passes.pop_front();
      for (int b = 0; b < int'(pass.beats); b++)
        pool[int'(pass.dst)+b] = hash(pool[int'(pass.left)+b] + 64'(pass.type_code), pool[int'(pass.right)+b]);
      {passed, passed_tag} = {1'b1, pass.tag};
      flight[pass.tag[CtxW+1]]--;
    end
    if (writes.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
      {v, k} = {write_v.pop_front(), write_k.pop_front()};
      if (open[v/Nodes] && !holds(v, k, int'(writes[0].pool)))
        $fatal(1, "[%0d] node %0d chunk %0d lost its value before it was written", n, v, k);
      {wr_done, wr_end.ring, wr_end.slot, wr_end.idx} = {1'b1, writes[0].ring, writes[0].slot, writes[0].idx};
      due[v]--;
      flight[v/Nodes]--;
      void'(writes.pop_front());
    end
    {rd_ready, w_ready, pass_ready, wr_ready, tx_ready} = {$urandom_range(3) != 0, $urandom_range(3) != 0,
        $urandom_range(3) != 0, $urandom_range(3) != 0,
        $urandom_range(slow_tx ? 9 : 3) != 0};
    differ_ready = $urandom_range(3) == 0;
    blocked_ch   = 4'(n);
    if (n > 3_000_000) $fatal(1, "%0d nodes, %0d freed, never ended", n_nodes, n_freed);
    quiet = (n_nodes >= Enough && n_freed == n_nodes && open == 2'b11 && opening < 0) ? quiet + 1 : 0;
    if (quiet > 500 && (!idle || blocked || flight[0] + flight[1] != 0))
      $fatal(1, "idle %0d, channel %0d blocked %0d at the end", idle, blocked_ch, blocked);
    if (quiet == 600) begin
      for (int i = 0; i < Channels; i++) if (owner[i].size() + told[i].size() + rcv[i] - rel[i] != 0 || opened[i] == 1'b0)
        $fatal(1, "channel %0d: left at the end", i);
      if (n_differ < 5 || n_closed < 5 || (!Small && n_early < 100))
        $fatal(1, "%0d disagreements, %0d closed, %0d early", n_differ, n_closed, n_early);
      $display("PASS tb_sumac_control: FanIn %0d, %0d nodes, %0d disagreements, %0d closed, %0d passes told early, %0d cycles",
               FanIn, n_nodes, n_differ, n_closed, n_early, n);
      $finish;
    end
  end
  initial for (int i = 0; i < 2; i++) {flight[i], rested[i]} = '0;
endmodule
