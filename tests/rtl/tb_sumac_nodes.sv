// All stages of the nodes, with their neighbours modelled: random programs, routes, chunks and stalls in two groups. Promises: a
// result is the postfix program's value, with an operation in which every swap and regrouping shows; inputs may come in any
// order in time, also before the node; a window's slot is given back only when it is no longer read, a result's slot is not
// touched until all outputs have it; a channel's chunks leave in order, within the limit, and nodes in their turn; a node ends
// and is freed once; ranks that disagree fail their group, whose work stops, while the other goes on; opened anew it works.
module tb_sumac_nodes #(
  parameter bit Small = 1'b0
);
  localparam int Groups = 2, Channels = 8, Nodes = 4, Rings = 2, Routes = 4, SlotBeats = 4, ChannelSlots = 4, PoolBeats = 256;
  localparam int RingSlots = Small ? 2 : 4, FanIn = Small ? 2 : 5, SlotW = $clog2(RingSlots);
  localparam int WindowLog2 = Small ? 1 : 2, RingSlotsLog2 = Small ? 1 : 2;
  localparam int Enough = 4000;           // nodes

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_nodes: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [1:0]  open = '0, reset = '0;
  sumac_pkg::acc_t acc = '0;
  sumac_pkg::start_t start = '0;
  logic        acc_valid = '0;
  logic [2:0]  f_ch, s_ch, r_ch, release_ch, end_node, free_node, sum_node;
  logic [1:0]  info_slot;
  sumac_pkg::rd_t rd;
  sumac_pkg::wr_t wr;
  sumac_pkg::rd_done_t rd_end = '0;
  sumac_pkg::wr_done_t wr_end = '0;
  logic [3:0]  f_rti, s_rti, r_rti, pass_op, pick;
  logic [7:0]  pass_type;
  sumac_pkg::tx_t tx;
  logic [15:0] f_rt = '0, s_rt = '0, r_rt = '0;
  sumac_pkg::fault_t differ;
  logic [31:0] sum;
  logic        a_group, f_group, s_group, r_group, f_rte, s_rte, r_rte, release_o, rd_valid, rd_ready = '0,
               rd_done = '0, pass_valid, pass_ready = '0, pass_copy, pass_last, passed = '0, wr_valid, wr_ready = '0,
               wr_done = '0, tx_valid, tx_ready = '0, differ_valid, differ_ready = '0, sum_w, ends,
               node_free, moved, idle, ended, ended_group;
  logic [2:0]  f_rta, s_rta, r_rta, begun, begun_group;
  logic [7:0]  left, right, dst;
  logic [2:0]  beats;

  // ---- layouts: a group's channels' windows, then its rings
  function automatic logic [7:0] ring_pool(logic g);
    ring_pool = {g, 7'd64};
  endfunction
  function automatic logic [7:0] window(logic [2:0] c);
    window = {c[2], 1'b0, c[1:0], 4'd0};
  endfunction
  function automatic int slot_log2(logic g);
    slot_log2 = g ? 2 : 1;
  endfunction
  function automatic sumac_pkg::layout_t layout(logic g);
    layout = {3'(slot_log2(g)), 17'(ring_pool(g)), 4'(RingSlotsLog2)};
  endfunction

  logic        ch_reset = '0;             // channels are opened one after the other, before their group
  logic [2:0]  ch_reset_index = '0;
  int unsigned rcv [Channels], rel [Channels], una [Channels], lim [Channels];
  logic [48:0] info [Channels*ChannelSlots];   // {first, word, bytes}

  sumac_nodes #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots)
  ) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc),
    .start_i(start),
    .a_group_o(a_group), .a_layout_i(layout(a_group)), .f_group_o(f_group), .f_layout_i(layout(f_group)),
    .s_group_o(s_group), .s_layout_i(layout(s_group)),
    .r_group_o(r_group), .r_ring_slots_i(4'(RingSlotsLog2)),
    .f_rt_en_o(f_rte), .f_rt_addr_o(f_rta), .f_rt_index_o(f_rti), .f_rt_in_i(f_rt),
    .s_rt_en_o(s_rte), .s_rt_addr_o(s_rta), .s_rt_index_o(s_rti), .s_rt_out_i(s_rt),
    .r_rt_en_o(r_rte), .r_rt_addr_o(r_rta), .r_rt_index_o(r_rti), .r_rt_out_i(r_rt),
    .ch_reset_i(ch_reset), .ch_reset_index_i(ch_reset_index), .f_ch_index_o(f_ch),
    .f_ch_i({rcv[f_ch], 17'(window(f_ch)), 4'(WindowLog2), 16'd100 + 16'(f_ch)}), .info_slot_o(info_slot),
    .info_i(info[{f_ch, info_slot}]), .s_ch_index_o(s_ch), .s_ch_lim_i(lim[s_ch]), .blocked_index_i('0), .blocked_o(),
    .r_ch_index_o(r_ch), .r_ch_una_i(una[r_ch]),
    .release_o(release_o), .release_index_o(release_ch),
    .rd_valid_o(rd_valid), .rd_ready_i(rd_ready), .rd_o(rd),
    .rd_done_valid_i(rd_done), .rd_done_i(rd_end),
    .pass_valid_o(pass_valid), .pass_ready_i(pass_ready), .pass_left_o(left), .pass_right_o(right), .pass_dst_o(dst),
    .pass_beats_o(beats), .pass_op_o(pass_op), .pass_type_o(pass_type), .pass_copy_o(pass_copy), .pass_last_o(pass_last),
    .passed_i(passed), .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_o(wr),
    .wr_done_valid_i(wr_done), .wr_done_i(wr_end),
    .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_o(tx),
    .differ_valid_o(differ_valid), .differ_ready_i(differ_ready), .differ_o(differ),
    .sum_w_o(sum_w), .sum_node_o(sum_node), .sum_o(sum), .end_o(ends), .end_node_o(end_node), .node_free_o(node_free),
    .node_free_node_o(free_node), .begun_o(begun), .begun_group_o(begun_group), .ended_o(ended), .ended_group_o(ended_group),
    .pick_o(pick), .moved_o(moved), .idle_o(idle)
  );

  // ---- what a node is; a chunk's number k counts all its streams: k / streams of stream k % streams
  int          spread [8], streams [8], parts [8], first_part [8], part_bytes [8], wr_n [8];
  logic [15:0] ins [8][8], outs [8][8];   // by entry
  int          in_at [8][8], bytes [8], chunks [8], n_in [8], n_out [8], ring [8], sends [8], writes [8], reps [8];
  logic [63:0] digest [8], src [8], dest [8];
  bit          busy [8], ended_n [8], wrong [8];
  int          next [2], ready_in [2], shut [2];
  bit          prepared [2];
  int          rx_alloc [Channels], tx_alloc [Channels], sent [Channels];
  logic [48:0] supply [Channels][$];      // chunks that peers will send
  logic [34:0] owner [Channels][$];       // {node, chunk} of the chunks that leave
  logic [10:0] told [Channels][$];        // sent, not acknowledged: {node, slot's first beat}; chunk in told_k
  int          told_k [Channels][$];
  longint unsigned pool [PoolBeats];
  int          n_nodes = 0, n_freed = 0, n_differ = 0, n = 0, since = 0, flight [2], uid = 0;

  // The end of a node that writes memory is told by the last write, outside of here.
  function automatic bit to_memory(int of);
    to_memory = 1'b0;
    for (int o = 0; o < n_out[of]; o++) if (outs[of][o][1:0] == sumac_pkg::STREAM_MEMORY) to_memory = 1'b1;
  endfunction

  function automatic longint unsigned hash(longint unsigned a, longint unsigned b);
    longint unsigned x;
    x = (a * 64'h9e3779b97f4a7c15 + 64'h1234567) ^ {b[30:0], b[63:31]};
    x = x * 64'hbf58476d1ce4e5b9;
    hash = x ^ (x >> 29);
  endfunction
  // Where a chunk lies in its node's memory, and how much there is of it: within its part, and the memory.
  function automatic int chunk_at(int v, int k);
    int part;
    part = 0;
    if (spread[v] == 1) part = (first_part[v] + k % streams[v]) % parts[v];
    if (spread[v] == 2) part = (first_part[v] + 16 * parts[v] - k % streams[v]) % parts[v];
    chunk_at = part * part_bytes[v] + ((k / streams[v]) << (6 + slot_log2(v >= 4)));
  endfunction
  function automatic int chunk_bytes(int v, int k);
    int from, to;
    from = chunk_at(v, k);
    to   = from + (64 << slot_log2(v >= 4));
    if (part_bytes[v] != 0 && to > (from / part_bytes[v] + 1) * part_bytes[v]) to = (from / part_bytes[v] + 1) * part_bytes[v];
    if (to > bytes[v]) to = bytes[v];
    chunk_bytes = (to > from) ? to - from : 0;
  endfunction
  function automatic longint unsigned operand(int v, int k, int i, int b);  // of node v, chunk k, input i
    if (ins[v][i][1:0] == sumac_pkg::STREAM_MEMORY)
      operand = hash(64'd1, (src[v] >> 6) + 64'(chunk_at(v, k) / 64) + 64'(b));
    else operand = hash(64'd2 + 64'(ins[v][i][15:6]), (64'(in_at[v][i]) + 64'(k / streams[v])) * 64'd8 + 64'(b));
  endfunction
  function automatic longint unsigned value(int v, int k, int b);
    longint unsigned stack [9];
    int top;
    if (spread[v] == 2) return operand(v, k, k % streams[v], b);
    top = 0;
    for (int i = 0; i < n_in[v]; i++) begin
      stack[top] = operand(v, k, i, b);
      top++;
      for (int c = 0; c < int'(ins[v][i][5:2]); c++) begin
        top--;
        stack[top-1] = hash(stack[top-1], stack[top]);
      end
    end
    value = stack[0];
  endfunction
  function automatic void check(int v, int k, int at, string what);
    for (int b = 0; b < (chunk_bytes(v, k) + 63) / 64; b++)
      if (pool[at+b] != value(v, k, b))
        $fatal(1, "[%0d] node %0d chunk %0d of %0d, beat %0d: %s: wrong value", n, v, k, chunks[v], b, what);
  endfunction

  // Draws the next node of a group: its inputs and outputs each from different channels of the group.
  function automatic void prepare(int g);
    int v, depth, c;
    bit fail_it;
    logic [48:0] item;
    v = g * 4 + next[g];
    uid++;
    spread[v] = ($urandom_range(2) == 0) ? int'($urandom_range(2, 1)) : 0;
    n_in[v]  = 1 + $urandom_range(FanIn - 1);
    n_out[v] = $urandom_range(Small ? 2 : 4);
    if (spread[v] == 1) {n_in[v], n_out[v]} = {32'd1, 32'd1 + $urandom_range(Small ? 1 : 3)};
    if (spread[v] == 2) {n_in[v], n_out[v]} = {32'd1 + $urandom_range(Small ? 1 : 3), 32'd1};
    streams[v]    = (spread[v] == 1) ? n_out[v] : (spread[v] == 2) ? n_in[v] : 1;
    parts[v]      = (spread[v] == 0) ? 1 : 1 + int'($urandom_range(15));
    first_part[v] = int'($urandom_range(parts[v] - 1));
    bytes[v] = ($urandom_range(9) == 0) ? 0 : 4 * $urandom_range(($urandom_range(3) == 0) ? 400 : 40);
    part_bytes[v] = 0;
    if (spread[v] != 0 || $urandom_range(1) == 0) part_bytes[v] = (bytes[v] / parts[v] + 63
        + 64 * int'($urandom_range(1))) / 64 * 64;
    while (part_bytes[v] * parts[v] < bytes[v] && (part_bytes[v] != 0 || spread[v] != 0)) part_bytes[v] += 64;
    chunks[v] = (((part_bytes[v] != 0) ? part_bytes[v] : bytes[v]) + (64 << slot_log2(1'(g))) - 1) >> (6 + slot_log2(1'(g)));
    if (chunks[v] == 0) chunks[v] = 1;
    wr_n[v] = 0;
    digest[v] = {$urandom, $urandom};
    ring[v]   = $urandom_range(1);
    src[v]    = 64'(uid) << 20;
    dest[v]   = (64'(uid) << 20) + 64'(4 * $urandom_range(30));
    {ended_n[v], wrong[v]} = '0;
    {sends[v], writes[v], reps[v]} = '0;
    fail_it = n_nodes > 100 && $urandom_range(99) == 0;
    depth = 0;
    c     = $urandom;
    for (int i = 0; i < n_in[v]; i++) begin
      // memory takes one place among the inputs at most
      if (spread[v] == 1 || (spread[v] == 0 && (n_in[v] == 5 || c[8])
          && i == int'(c[3:0]) % n_in[v])) ins[v][i][1:0] = sumac_pkg::STREAM_MEMORY;
      else ins[v][i][1:0] = sumac_pkg::STREAM_CHANNEL;
      ins[v][i][15:6] = 10'(4 * g + (i + int'(c[5:4])) % 4);
      if (i == 4 && ins[v][i][1:0] == sumac_pkg::STREAM_CHANNEL) ins[v][i][15:6] = 10'(4 * g
          + (int'(c[3:0]) % 5 + int'(c[5:4])) % 4);
      depth++;
      ins[v][i][5:2] = (i == n_in[v] - 1) ? 4'(depth - 1) : 4'($urandom_range(depth - 1));
      if (depth - int'(ins[v][i][5:2]) > $clog2(FanIn)) ins[v][i][5:2] = 4'(depth - $clog2(FanIn));
      if (spread[v] == 2) ins[v][i][5:2] = '0;
      depth -= int'(ins[v][i][5:2]);
      in_at[v][i] = rx_alloc[ins[v][i][8:6]];
      if (ins[v][i][1:0] == sumac_pkg::STREAM_CHANNEL) begin
        rx_alloc[ins[v][i][8:6]] += chunks[v];
        for (int k = 0; k < chunks[v]; k++) begin
          item = {1'(k == 0), digest[v][31:0], 16'(chunk_bytes(v, k * streams[v] + ((spread[v] == 2) ? i : 0)))};
          if (fail_it && k == chunks[v] - 1) begin
            wrong[v] = 1'b1;
            fail_it  = 1'b0;
            case ($urandom_range(2))
              0:       item[16] ^= k == 0;           // another digest, or another length
              1:       item[48] ^= 1'b1;             // first, or not
              default: item[3]  ^= 1'b1;
            endcase
            if (k != 0 && item[48] == 1'b0) item[2] ^= 1'b1;
          end
          supply[ins[v][i][8:6]].push_back(item);
        end
      end
    end
    for (int o = 0; o < n_out[v]; o++) begin
      outs[v][o] = {10'(4 * g + (o + int'(c[7:6])) % 4), 4'(n_in[v] - 1),
                    (spread[v] == 2 || (spread[v] == 0 && c[9] && o == int'(c[12:10]) % n_out[v])) ? sumac_pkg::STREAM_MEMORY
                        : sumac_pkg::STREAM_CHANNEL};
      if (outs[v][o][1:0] == sumac_pkg::STREAM_MEMORY) writes[v] = chunks[v] * ((spread[v] == 2) ? streams[v] : 1);
      else sends[v] += chunks[v];
    end
    prepared[g] = 1'b1;
    ready_in[g] = $urandom_range(60);
  endfunction

  // ---- acceptance, as the fetch unit does it: the streams' first chunks one by one, then the node
  int          accepting = -1, walk = 0, v, c, k;
  logic [79:0] reads [$];                 // {ring, slot, addr, beats, pool}
  logic [95:0] wr_jobs [$];               // {idx, ring, slot, chunk, pool}
  logic [28:0] passes [$];                // {group, last, copy, beats, left, right, dst, 0}
  bit          hurry, slow_tx;

  function automatic void restart(int g);
    next[g]     = 0;
    shut[g]     = 0;
    prepared[g] = 1'b0;
    for (int i = 4 * g; i < 4 * g + 4; i++) begin
      busy[i]  = 1'b0;
      rcv[i]   = 0;
      rel[i]   = 0;
      una[i]   = 0;
      lim[i]   = 2;
      sent[i]  = 0;
      rx_alloc[i] = 0;
      tx_alloc[i] = 0;
      supply[i].delete();
      owner[i].delete();
      told[i].delete();
      told_k[i].delete();
    end
  endfunction

  always @(posedge clk) if (!rst) begin
    since = moved ? 0 : since + 1;
    if (since > 4000 && n_nodes > 0 && n_freed < n_nodes)
      $fatal(1, "[%0d] nothing moves: %0d nodes, %0d freed", n, n_nodes, n_freed);
    if (f_rte) f_rt <= ins[f_rta][f_rti[2:0]];
    if (s_rte) s_rt <= outs[s_rta][s_rti[2:0]];
    if (r_rte) r_rt <= outs[r_rta][r_rti[2:0]];
    // a closed group's stages come to rest
    for (int g = 0; g < 2; g++)
      if (shut[g] > 60 && ((rd_valid && rd.ring[1] == 1'(g)) || (wr_valid && wr.ring[1] == 1'(g))
                           || (tx_valid && tx.channel[2] == 1'(g))
                           || (pass_valid && left[7] == 1'(g)))) $fatal(1, "[%0d] group %0d works though it failed", n, g);

    if (rd_valid && rd_ready) begin
      reads.push_back({12'd0, rd.ring[1:0], rd.slot, 40'((rd.given ? rd.source[63:0] : rd.addr) >> 6),
                       12'((rd.bytes + 16'd63) >> 6), rd.pool[7:0]});
      flight[rd.ring[1]]++;
    end
    if (pass_valid && pass_ready) begin
      passes.push_back({left[7], pass_last, pass_copy, beats[1:0], left, right, dst});
      if (beats == 3'd0 || beats > 3'd4) $fatal(1, "a pass of %0d beats", beats);
      flight[left[7]]++;
    end
    if (wr_valid && wr_ready) begin
      v = int'({wr.ring[1], wr.idx[1:0]});
      k = wr_n[v];
      wr_n[v]++;
      if (!busy[v] || k >= chunks[v] * streams[v] || wr.addr != dest[v] + 64'(chunk_at(v, k)) || int'(wr.bytes) != chunk_bytes(v,
          k) || wr.returns != dest[v][7] || wr.last != (k == chunks[v] * streams[v] - 1) || int'(wr.ring[0]) != ring[v])
        $fatal(1, "[%0d] node %0d: write of %0d bytes to %h", n, v, wr.bytes, wr.addr);
      check(v, k, int'(wr.pool), "to be written");
      wr_jobs.push_back({32'(v), 14'd0, wr.ring[1:0], 8'(wr.slot), 32'(k), wr.pool[7:0]});
      flight[wr.ring[1]]++;
    end
    if (tx_valid && tx_ready) begin
      c = int'(tx.channel);
      if (int'(tx.seq) != sent[c] || sent[c] >= int'(lim[c]) || owner[c].size() == 0)
        $fatal(1, "[%0d] channel %0d: chunk %0d leaves after %0d, limit %0d", n, c, tx.seq, sent[c], lim[c]);
      v = int'(owner[c][0][34:32]);
      k = int'(owner[c][0][31:0]);
      void'(owner[c].pop_front());
      if (tx.first != (k < streams[v]) || tx.word != ((k < streams[v]) ? digest[v][31:0] : 32'd0)
          || int'(tx.bytes) != chunk_bytes(v,
          k)) $fatal(1, "[%0d] node %0d chunk %0d: its header", n, v, k);
      check(v, k, int'(tx.pool), "to be sent");
      told[c].push_back({3'(v), tx.pool[7:0]});
      told_k[c].push_back(k);
      sent[c]++;
      sends[v]--;
    end
    if (release_o) begin
      c = int'(release_ch);
      if (rel[c] >= rcv[c]) $fatal(1, "[%0d] channel %0d: gave back what had not come", n, c);
      for (int b = 0; b < (1 << slot_log2(1'(c / 4))); b++)
        pool[int'(window(3'(c)))+((rel[c]%(1<<WindowLog2))<<slot_log2(1'(c/4)))+b] = 64'hdead;
      rel[c]++;
    end
    if (ends) begin
      if (ended_n[end_node] || writes[end_node] != 0 || !busy[end_node]) $fatal(1, "[%0d] node %0d ends", n, end_node);
      ended_n[end_node] = 1'b1;
    end
    if (sum_w) reps[sum_node] = int'(sum);
    if (node_free) begin
      v = int'(free_node);
      if (!busy[v]) $fatal(1, "[%0d] node %0d freed twice", n, v);
      if (writes[v] != 0 || sends[v] > 0) $fatal(1, "[%0d] node %0d freed with %0d writes and %0d chunks due", n, v, writes[v],
          sends[v]);
      if (reps[v] != ((spread[v] == 2) ? 0 : (n_in[v] - 1) * ((bytes[v] + 63) / 64))) $fatal(1, "[%0d] node %0d: %0d combines",
          n, v, reps[v]);
      if (wrong[v]) $fatal(1, "[%0d] node %0d passed with a wrong input", n, v);
      if (ended_n[v] == to_memory(v)) $fatal(1, "[%0d] node %0d ended here: %0d", n, v, ended_n[v]);
      for (int i = 0; i < n_out[v]; i++)
        if (outs[v][i][1:0] == sumac_pkg::STREAM_CHANNEL)
          for (int j = 0; j < told[outs[v][i][8:6]].size(); j++)
            if (told[outs[v][i][8:6]][j][10:8] == 3'(v))
              $fatal(1, "[%0d] node %0d freed before chunk %0d is acknowledged", n, v, told_k[outs[v][i][8:6]][j]);
      busy[v] = 1'b0;
      n_freed++;
    end
    if (differ_valid && differ_ready) begin
      v = 0;
      for (int i = 4 * int'(differ.group); i < 4 * int'(differ.group) + 4; i++) if (busy[i] && wrong[i]) v = 1;
      if (v == 0 || differ.rank / 16'd4 != 16'd25 + 16'(differ.group))
        $fatal(1, "[%0d] group %0d differs from %0d", n, differ.group, differ.rank);
      n_differ++;
      shut[differ.group[0]] = 1;
    end
    if (acc_valid) begin
      v = accepting;
      for (int o = 0; o < n_out[v]; o++) if (outs[v][o][1:0] == sumac_pkg::STREAM_CHANNEL) begin
        c = int'(outs[v][o][8:6]);
        for (int j = 0; j < chunks[v]; j++) owner[c].push_back({3'(v), 32'(j * streams[v] + ((spread[v] == 1) ? o : 0))});
        tx_alloc[c] += chunks[v];
      end
      busy[v] = 1'b1;
      next[v/4] = (next[v/4] + 1) % 4;
      prepared[v/4] = 1'b0;
      n_nodes++;
      accepting = -1;
    end
  end

  always @(negedge clk) begin
    n++;
    rst   = n < 4;
    open  = open | reset;              // open the cycle after the reset, as in sumac_groups
    reset = '0;
    {acc_valid, start, rd_done, passed, wr_done} = '0;
    hurry   = n / 3000 % 2 == 0;
    slow_tx = n / 2000 % 3 == 0;
    if (n == 4) for (int g = 0; g < 2; g++) shut[g] = 290;
    ch_reset_index = 3'(n);
    ch_reset       = !rst && shut[n/4%2] > 290;
    if (!rst) begin
      // failed groups: closed, at rest, opened anew
      for (int g = 0; g < 2; g++) if (shut[g] != 0) begin
        open[g] = 1'b0;
        shut[g]++;
        if (shut[g] > 310 && flight[g] == 0 && (accepting < 0 || accepting / 4 != g)) begin
          for (int i = 4 * g; i < 4 * g + 4; i++) if (busy[i]) n_freed++;
          restart(g);
          reset[g] = 1'b1;
        end
      end
      // acceptance
      for (int g = 0; g < 2; g++) if (open[g] && !reset[g] && !prepared[g] && !busy[4*g+next[g]] && n_nodes < Enough
          && (accepting < 0 || accepting / 4 != g)) prepare(g);
      if (accepting < 0) begin
        for (int g = 0; g < 2; g++) if (prepared[g] && accepting < 0 && (n & 1) == g) begin
          if (ready_in[g] > 0) ready_in[g] = hurry ? 0 : ready_in[g] - 1;
          else if (open[g]) begin
            accepting = 4 * g + next[g];
            walk = 0;
          end
        end
      end else begin
        v = accepting;
        acc.node  = 12'(v);
        acc.entry = 13'(v);
        acc.ring  = {6'd0, 1'(v / 4), 1'(ring[v])};
        acc.n_in  = 5'(n_in[v]);
        acc.n_out = 5'(n_out[v]);
        {acc.mem_in, acc.mem_out} = '0;
        for (int i = 0; i < n_in[v]; i++) if (ins[v][i][1:0] == sumac_pkg::STREAM_MEMORY) acc.mem_in = 1'b1;
        for (int i = 0; i < n_out[v]; i++) if (outs[v][i][1:0] == sumac_pkg::STREAM_MEMORY) acc.mem_out = 1'b1;
        acc.src    = src[v];
        acc.dst    = dest[v];
        acc.bytes  = 48'(bytes[v]);
        {acc.chunks, acc.spread, acc.streams} = {32'(chunks[v]), 2'(spread[v]), 5'(streams[v])};
        {acc.first, acc.last, acc.part_bytes} = {4'(first_part[v]), 4'(parts[v] - 1), 48'(part_bytes[v])};
        acc.first_at = 48'(first_part[v] * part_bytes[v]);
        acc.last_at  = 48'((parts[v] - 1) * part_bytes[v]);
        acc.word   = digest[v][31:0];
        acc.source = {64'd0, acc.src};
        acc.given  = acc.bytes <= 48'd64 && acc.chunks == 32'd1 && acc.spread == 2'd0;
        acc.in_completion = acc.dst[7];
        start.index     = 4'(walk);
        start.in_valid  = walk < n_in[v] && ins[v][walk%8][1:0] == sumac_pkg::STREAM_CHANNEL;
        start.out_valid = walk < n_out[v] && outs[v][walk%8][1:0] == sumac_pkg::STREAM_CHANNEL;
        start.in_chunk  = 32'(in_at[v][walk%8]);
        start.out_chunk = 32'(tx_alloc[outs[v][walk%8][8:6]]);
        acc_valid = walk >= n_in[v] && walk >= n_out[v];
        walk++;
      end
      // peers send what fits their windows
      c = $urandom_range(Channels - 1);
      if (open[c/4] && supply[c].size() != 0 && rcv[c] - rel[c] < (1 << WindowLog2) && (hurry || $urandom_range(3) == 0)) begin
        info[c*ChannelSlots+int'(rcv[c])%(1<<WindowLog2)] = supply[c].pop_front();
        for (int b = 0; b < (1 << slot_log2(1'(c / 4))); b++)
          pool[int'(window(3'(c)))+((rcv[c]%(1<<WindowLog2))<<slot_log2(1'(c/4)))+b] = hash(64'd2 + 64'(c),
              64'(rcv[c]) * 64'd8 + 64'(b));
        rcv[c]++;
      end
      // acknowledge, and look whether the slot still holds what was sent; raise limits
      c = $urandom_range(Channels - 1);
      if (open[c/4] && told[c].size() != 0 && !(slow_tx && $urandom_range(15) != 0)) begin
        check(int'(told[c][0][10:8]), told_k[c][0], int'(told[c][0][7:0]), "to be acknowledged");
        void'(told[c].pop_front());
        void'(told_k[c].pop_front());
        una[c]++;
      end
      c = $urandom_range(Channels - 1);
      if (int'(lim[c]) < int'(una[c]) + 4 && !(slow_tx && $urandom_range(15) != 0)) lim[c]++;
      // the host's memory, the combine unit
      if (reads.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
        for (int b = 0; b < int'(reads[0][19:8]); b++) pool[int'(reads[0][7:0])+b] = hash(64'd1, 64'(reads[0][59:20]) + 64'(b));
        rd_done      = 1'b1;
        rd_end.ring  = 8'(reads[0][67:66]);
        rd_end.slot  = reads[0][65:60];
        flight[reads[0][67]]--;
        void'(reads.pop_front());
      end
      if (passes.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
        for (int b = 0; b < ((passes[0][25:24] == 2'd0) ? 4 : int'(passes[0][25:24])); b++)
          pool[int'(passes[0][7:0])+b] = passes[0][26] ? pool[int'(passes[0][23:16])+b]
                                                       : hash(pool[int'(passes[0][23:16])+b], pool[int'(passes[0][15:8])+b]);
        passed = passes[0][27];
        flight[passes[0][28]]--;
        void'(passes.pop_front());
      end
      if (wr_jobs.size() != 0 && (hurry || $urandom_range(7) == 0)) begin
        v = int'(wr_jobs[0][95:64]);
        if (open[v/4]) check(v, int'(wr_jobs[0][39:8]), int'(wr_jobs[0][7:0]), "being written");
        wr_done      = 1'b1;
        wr_end.ring  = 8'(wr_jobs[0][49:48]);
        wr_end.slot  = 6'(wr_jobs[0][47:40]);
        writes[v]--;
        flight[v/4]--;
        void'(wr_jobs.pop_front());
      end
    end
    rd_ready     = $urandom_range(3) != 0;
    pass_ready   = $urandom_range(3) != 0;
    wr_ready     = $urandom_range(3) != 0;
    tx_ready     = $urandom_range(3) != 0;
    differ_ready = $urandom_range(3) == 0;
    if (n > 2_000_000) $fatal(1, "%0d nodes, %0d freed, never ended", n_nodes, n_freed);
    if (n_nodes >= Enough && n_freed == n_nodes && open == 2'b11) begin
      if (n_differ < 5) $fatal(1, "%0d disagreements", n_differ);
      $display("PASS tb_sumac_nodes: FanIn %0d, %0d nodes, %0d disagreements, %0d cycles", FanIn, n_nodes, n_differ, n);
      $finish;
    end
  end
  initial for (int i = 0; i < 2; i++) flight[i] = 0;
endmodule
