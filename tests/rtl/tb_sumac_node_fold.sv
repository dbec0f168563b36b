// The second stage of the nodes, with its neighbours modelled: a chunk is folded when all its inputs are there, whatever their
// order in time, also before the node; what is written to its slot is the program's value; each input is taken once, in its
// channel's order across rings; a slow chunk holds up no other ring; nothing begins without room behind; a lone operand passes at
// once. Ranks that disagree in digest, first or length (R20) fail their group with the peer's rank, and no later chunk of that ring
// passes.
module tb_sumac_node_fold #(
  parameter bit Small = 1'b0
);
  localparam int FanIn     = Small ? sumac_pkg::SmallFanIn : sumac_pkg::DefFanIn;
  localparam int Groups    = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int Nodes     = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int Rings     = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int RingSlots = Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots;
  localparam int Routes    = Small ? sumac_pkg::SmallRoutes : sumac_pkg::DefRoutes;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int ChSlots   = Small ? sumac_pkg::SmallChannelSlots : sumac_pkg::DefChannelSlots;
  localparam int AddrW = $clog2(PoolBeats), IdxW = $clog2(Nodes), GroupW = $clog2(Groups), NodeW = GroupW + IdxW;
  localparam int AllRings = Groups * Rings, AllNodes = Groups * Nodes, RingW = $clog2(AllRings), SlotW = $clog2(RingSlots);
  localparam int ChanW = $clog2(Channels), EntryW = GroupW + $clog2(Routes), InfoW = IdxW + 54;
  // channels of a group; groups in use
  localparam int Mine = (Channels / Groups < 16) ? Channels / Groups : 16, Kept = 3, MaxChunks = 5;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_node_fold: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Groups-1:0] open = '0, reset = '0;
  sumac_pkg::acc_t   acc = '0;
  sumac_pkg::start_t start = '0;
  logic              acc_valid = '0, give = '0, give_dma = '0,
      dma_done = '0,
                     ch_reset = '0, rt_en, pass_valid, pass_ready = '0, pass_copy, pass_last, fold_valid,
                     fold_ready = '0, fold_ends, fold_passes, input_valid, room = '0, fail_valid, fail_ready = '0, sum_w, pick,
                     moved, begun;
  logic [NodeW-1:0]  sum_node;
  logic [EntryW-1:0] rt_addr;
  logic [3:0]        rt_index, pass_op;
  logic [7:0]        pass_type;
  logic [31:0]       sum;
  logic [RingW-1:0]  give_ring = '0, dma_ring = '0, fold_ring;
  logic [SlotW-1:0]  give_slot = '0, dma_slot = '0, fold_slot;
  logic [InfoW-1:0]  give_info = '0, fold_info;
  logic [ChanW-1:0]  ch_reset_index = '0, ch, input_ch;
  logic [GroupW-1:0] group, begun_group;
  logic [15:0]       rt_in = '0;
  sumac_pkg::fault_t fault;
  logic [$clog2(ChSlots)-1:0] info_slot;
  logic [AddrW-1:0]  left, right, dst;
  logic [$clog2(SlotBeats+1)-1:0] beats;

  // ---- layout: group 0 has slots of the largest size, and 8192 beats of rings; the others have slots of up to 8 beats, and 512
  // beats of rings; windows behind the rings
  function automatic int ring_log2(int g);
    ring_log2 = (g != 0) ? g % ($clog2(RingSlots) + 1) : Small ? $clog2(RingSlots) : $clog2(8192 / SlotBeats / Rings);
  endfunction
  function automatic int slot_log2(int g);
    int most;
    most = $clog2(512 / Rings) - ring_log2(g);
    slot_log2 = Small ? 0 : (g == 0) ? $clog2(SlotBeats) : (g % 4 < most) ? g % 4 : most;
  endfunction
  function automatic int own_log2(int c);
    own_log2 = c % ($clog2(ChSlots) + 1);
  endfunction
  function automatic int ring_pool(int g);
    ring_pool = Small ? 4 * g : (g == 0) ? 0 : 24576 + (g - 1) * 512;
  endfunction
  function automatic int window(int c);
    window = Small ? 16 + 2 * c : (c < Mine) ? 8192 + c * 1024 : 32768 + c * 128;
  endfunction
  function automatic int result_at(int r, int place);
    result_at = ring_pool(r / Rings) + ((((r % Rings) << ring_log2(r / Rings)) + place) << slot_log2(r / Rings));
  endfunction
  function automatic int window_at(int c, int seq);
    window_at = window(c) + ((seq % (1 << own_log2(c))) << slot_log2(c / Mine));
  endfunction

  int          rcv [Channels], released [Channels], taken [Channels], promised [Channels];
  logic [48:0] notes [Channels*ChSlots];   // {first, word, bytes} of the window's slots

  sumac_node_fold #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .SlotBeats(SlotBeats), .ChannelSlots(ChSlots)
  ) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc), .start_i(start),
    .give_i(give), .give_ring_i(give_ring), .give_slot_i(give_slot), .give_dma_i(give_dma), .give_info_i(give_info),
    .dma_done_i(dma_done), .dma_ring_i(dma_ring), .dma_slot_i(dma_slot), .ch_reset_i(ch_reset),
    .ch_reset_index_i(ch_reset_index), .group_o(group), .slot_i(3'(slot_log2(int'(group)))),
    .pool_i(AddrW'(ring_pool(int'(group)))), .ring_slots_i(4'(ring_log2(int'(group)))), .rt_en_o(rt_en), .rt_addr_o(rt_addr),
    .rt_index_o(rt_index), .rt_in_i(rt_in), .ch_index_o(ch),
    .ch_i({32'(rcv[ch]), 17'(window(int'(ch))), 4'(own_log2(int'(ch))), 16'd1000 + 16'(ch)}),
    .info_slot_o(info_slot), .info_i(notes[int'(ch)*ChSlots+int'(info_slot)]),
    .pass_valid_o(pass_valid), .pass_ready_i(pass_ready), .pass_left_o(left), .pass_right_o(right), .pass_dst_o(dst),
    .pass_beats_o(beats), .pass_op_o(pass_op), .pass_type_o(pass_type), .pass_copy_o(pass_copy), .pass_last_o(pass_last),
    .fold_valid_o(fold_valid), .fold_ready_i(fold_ready), .fold_ring_o(fold_ring), .fold_slot_o(fold_slot),
    .fold_info_o(fold_info), .fold_ends_o(fold_ends), .fold_passes_o(fold_passes), .input_valid_o(input_valid),
    .input_channel_o(input_ch), .input_room_i(room), .fail_valid_o(fail_valid), .fail_ready_i(fail_ready),
    .fail_o(fault), .sum_w_o(sum_w), .sum_node_o(sum_node), .sum_o(sum), .pick_o(pick),
    .moved_o(moved), .begun_o(begun), .begun_group_o(begun_group)
  );

  // ---- what a node is; its entry in the route table is its number in the group
  logic [15:0] ins [AllNodes][16];
  int          n_in [AllNodes], bytes [AllNodes], chunks [AllNodes], ring [AllNodes], in_at [AllNodes][16], lie_in [AllNodes],
               lie_at [AllNodes], sums [AllNodes], folded [AllNodes];
  logic [63:0] digest [AllNodes];
  bit          mem_in [AllNodes], mem_out [AllNodes], busy [AllNodes], gathers [AllNodes];  // gathers: a chunk has one input
  int          to_give [AllRings][$], gave [AllRings], stream_n [AllRings], place [AllRings], since [AllRings];
  logic [35:0] waiting [AllRings][$];      // {stream, node, chunk}: given, not folded
  int          place_out [AllRings];
  int          reads [$];                  // operands to come: ring * RingSlots + slot
  bit          read_done [AllRings*RingSlots];
  longint unsigned pool [PoolBeats];       // by a slot's first beat
  logic [48:0] supply [Channels][$];       // what peers will send: notes
  int          back [$];                   // inputs to give back: channels, in order
  int          group_of [Kept];            // the groups in use
  int          shut [Groups];              // cycles since the group failed
  bit          disagrees [Groups];
  int n = 0, n_folded = 0, n_fails = 0, n_lone = 0, n_early = 0, n_shared = 0, n_past = 0, n_copies = 0, n_gathered = 0;
  int g, r, v, k, c, s, pushed, accepting = -1, walk = 0, last_uid = 0;
  bit stuck [AllRings];                    // the ring's first chunk waits for an input
  bit full = '0, program_on = '0, saw_last = '0;

  function automatic longint unsigned hash(longint unsigned a, longint unsigned b);
    longint unsigned x;
    x = (a * 64'h9e3779b97f4a7c15 + 64'h1234567) ^ {b[30:0], b[63:31]};
    x = x * 64'hbf58476d1ce4e5b9;
    hash = x ^ (x >> 29);
  endfunction
  function automatic longint unsigned sent_value(int at, int seq);
    sent_value = hash(64'(at) + 64'd7, 64'(seq));
  endfunction
  function automatic longint unsigned value(int at, int chunk, int stream);
    longint unsigned stack [$], x;
    if (gathers[at]) return sent_value(int'(ins[at][stream][15:6]), in_at[at][stream] + chunk);
    for (int i = 0; i < n_in[at]; i++) begin
      if (ins[at][i][1:0] == sumac_pkg::STREAM_MEMORY) stack.push_back(hash(digest[at], 64'(chunk)));
      else stack.push_back(sent_value(int'(ins[at][i][15:6]), in_at[at][i] + chunk));
      for (int j = 0; j < int'(ins[at][i][5:2]); j++) begin
        x = stack.pop_back();
        stack.push_back(hash(stack.pop_back(), x));
      end
    end
    value = stack.pop_back();
  endfunction
  function automatic int chunk_bytes(int at, int chunk);
    chunk_bytes = (chunk == chunks[at] - 1) ? bytes[at] - (chunk << (6 + slot_log2(at / Nodes))) : 64 << slot_log2(at / Nodes);
  endfunction
  function automatic bit all_there(int at, int chunk, int stream, int place_at);
    all_there = 1'b1;
    for (int i = 0; i < n_in[at]; i++) if (!gathers[at] || i == stream) begin
      c = int'(ins[at][i][15:6]);
      if (ins[at][i][1:0] == sumac_pkg::STREAM_MEMORY) all_there = all_there && read_done[ring[at]*RingSlots+place_at];
      else all_there = all_there && taken[c] == in_at[at][i] + chunk && rcv[c] > in_at[at][i] + chunk;
    end
  endfunction

  // ---- a node: distinct channels of its group and at most one memory operand; now and then a peer that does not agree
  function automatic void draw(int at);
    int depth, first, m;
    g     = at / Nodes;
    m     = ($urandom_range(2) == 0) ? -1 : 0;
    n_in[at]   = 1 + $urandom_range(((FanIn < Mine) ? FanIn : Mine) - 1);
    if ($urandom_range(3) != 0 && n_in[at] > 4) n_in[at] = 1 + int'($urandom_range(3));
    gathers[at] = $urandom_range(3) == 0;
    if (m == 0) m = gathers[at] ? -1 : $urandom_range(n_in[at] - 1);
    mem_in[at] = m >= 0;
    bytes[at]  = ($urandom_range(9) == 0) ? 0 : int'($urandom_range((64 << slot_log2(g)) * MaxChunks, 1));
    if ($urandom_range(1) == 0) bytes[at] = bytes[at] % 200 % ((64 << slot_log2(g)) * MaxChunks);
    chunks[at] = (bytes[at] == 0) ? 1 : (bytes[at] + (64 << slot_log2(g)) - 1) >> (6 + slot_log2(g));
    digest[at] = {$urandom, $urandom};
    ring[at]   = g * Rings + int'($urandom_range(Rings - 1));
    mem_out[at] = 1'($urandom);
    {sums[at], folded[at]} = '0;
    lie_in[at] = -1;
    first = $urandom_range(Mine - 1);
    depth = 0;
    for (int i = 0; i < n_in[at]; i++) begin
      depth++;
      k = (i == n_in[at] - 1) ? depth - 1 : int'($urandom_range(depth - 1));
      if (i != n_in[at] - 1 && depth - k > $clog2(FanIn)) k = depth - $clog2(FanIn);
      if (gathers[at]) k = 0;
      depth -= k;
      ins[at][i] = {10'(g * Mine + (first + i) % Mine), 4'(k), (i == m) ? sumac_pkg::STREAM_MEMORY : sumac_pkg::STREAM_CHANNEL};
      if (i != m && n > 3000 && !disagrees[g] && $urandom_range(150) == 0) begin
        lie_in[at] = i;
        lie_at[at] = $urandom_range(chunks[at] - 1);
        disagrees[g] = 1'b1;
      end
    end
  endfunction
  // its peers' chunks, when its streams have their numbers
  function automatic void promise(int at, int i);
    logic [48:0] note;
    c = int'(ins[at][i][15:6]);
    in_at[at][i] = promised[c];
    promised[c] += chunks[at];
    for (int j = 0; j < chunks[at]; j++) begin
      note = {1'(j == 0), digest[at][31:0], 16'(chunk_bytes(at, j))};
      if (lie_in[at] == i && lie_at[at] == j) begin
        k = $urandom_range(12);                                  // another length, first or not, another digest
        if (k < 4) k = 48;
        else if (k < 8 && j == 0) k = 16 + int'($urandom_range(31));
        note[k] ^= 1'b1;
      end else if (j != 0) note[47:16] = $urandom;   // only the first chunk's word counts
      supply[c].push_back(note);
    end
  endfunction

  function automatic void begin_anew(int at);
    shut[at]      = 0;
    disagrees[at] = 1'b0;
    for (int i = at * Nodes; i < (at + 1) * Nodes; i++) busy[i] = 1'b0;
    for (int i = at * Rings; i < (at + 1) * Rings; i++) begin
      to_give[i].delete();
      waiting[i].delete();
      {gave[i], stream_n[i], place[i], place_out[i], since[i]} = '0;
    end
    for (int i = at * Mine; i < (at + 1) * Mine; i++) begin
      {rcv[i], released[i], taken[i], promised[i]} = '0;
      supply[i].delete();
    end
  endfunction

  // nothing of a group may be in flight when it is opened
  function automatic bit quiet(int at);
    quiet = accepting < 0 || accepting / Nodes != at;
    for (int i = 0; i < reads.size(); i++) if (reads[i] / RingSlots / Rings == at) quiet = 1'b0;
    for (int i = 0; i < back.size(); i++) if (back[i] / Mine == at) quiet = 1'b0;
  endfunction

  function automatic bit is_last(int at, int chunk, int stream);
    is_last = chunk == chunks[at] - 1 && (!gathers[at] || stream == n_in[at] - 1);
  endfunction
  // ---- what comes out
  function automatic void check_folded();
    r = int'(fold_ring);
    if (waiting[r].size() == 0) $fatal(1, "[%0d] ring %0d: a chunk of nothing", n, r);
    v = int'(waiting[r][0][31:16]);
    k = int'(waiting[r][0][15:0]);
    s = int'(waiting[r][0][35:32]);
    if (gathers[v]) n_gathered++;
    if (int'(fold_slot) != place_out[r] || fold_info[IdxW+:32] != 32'(k) || int'(fold_info[IdxW-1:0]) != v % Nodes
        || fold_info[IdxW+48+:6] != {4'(s), is_last(v, k, s), k == 0}) $fatal(1, "[%0d] node %0d chunk %0d: %h", n, v, k,
            fold_info);
    if (lie_in[v] >= 0 && (lie_at[v] < k || (lie_at[v] == k && (!gathers[v] || lie_in[v] <= s)))) $fatal(1,
        "[%0d] node %0d chunk %0d passed, though ranks disagree", n, v, k);
    if (fold_ends != (is_last(v, k, s) && !mem_out[v])) $fatal(1, "[%0d] node %0d chunk %0d ends: %0d", n, v, k, fold_ends);
    if (fold_passes != (chunk_bytes(v, k) != 0 && !(n_in[v] == 1 && mem_in[v]))) $fatal(1, "[%0d] node %0d: waits for a pass", n,
        v);
    if (fold_passes && !saw_last) $fatal(1, "[%0d] node %0d chunk %0d: without its last pass", n, v, k);
    if (n_in[v] == 1 && mem_in[v]) begin
      n_lone++;
      if (program_on || !read_done[r*RingSlots+place_out[r]]) $fatal(1, "[%0d] node %0d chunk %0d: not read", n, v, k);
    end else if (pushed != (gathers[v] ? 1 : n_in[v] - int'(mem_in[v]))) $fatal(1, "[%0d] node %0d chunk %0d: %0d inputs taken",
        n, v, k, pushed);
    if (chunk_bytes(v, k) != 0 && pool[result_at(r, place_out[r])] != value(v, k, s))
      $fatal(1, "[%0d] node %0d chunk %0d of %0d inputs: another value", n, v, k, n_in[v]);
    if (!gathers[v]) sums[v] += (n_in[v] - 1) * ((chunk_bytes(v, k) + 63) / 64);
    if (!sum_w || int'(sum_node) != v || int'(sum) != sums[v]) $fatal(1, "[%0d] node %0d: %0d combines of %0d", n, v, sum, sums[v]);
    if (!begun || int'(begun_group) != v / Nodes) $fatal(1, "[%0d] begun", n);
  endfunction

  always @(posedge clk) if (!rst) begin
    if (rt_en) rt_in <= ins[int'(rt_addr)/Routes*Nodes+int'(rt_addr)%Routes][rt_index];
    for (int j = 0; j < Kept * Rings; j++) begin
      r = group_of[j/Rings] * Rings + j % Rings;
      stuck[r] = waiting[r].size() != 0 && !all_there(int'(waiting[r][0][31:16]), int'(waiting[r][0][15:0]),
          int'(waiting[r][0][35:32]), place_out[r]);
      since[r] = (stuck[r] || waiting[r].size() == 0 || !open[r/Rings] || disagrees[r/Rings]) ? 0 : since[r] + 1;
      if (since[r] > 6000) $fatal(1, "[%0d] ring %0d: node %0d is forgotten", n, r, waiting[r][0][31:16]);
    end
    if (input_valid) begin
      c = int'(input_ch);
      if (!room) $fatal(1, "[%0d] takes inputs without room behind", n);
      if (rcv[c] <= taken[c]) $fatal(1, "[%0d] channel %0d: takes what has not come", n, c);
      taken[c]++;
      back.push_back(c);
      pushed++;
      program_on = 1'b1;
    end
    if (pass_valid && pass_ready) begin
      if (saw_last) $fatal(1, "[%0d] a pass too many", n);
      pool[dst] = pass_copy ? pool[left] : hash(pool[left], pool[right]);
      saw_last  = pass_last;
      if (pass_copy) n_copies++;
    end
    if (fold_valid && fold_ready) begin
      check_folded();
      if (int'(beats) != (chunk_bytes(v, k) + 63) / 64 || pass_op != digest[v][3:0] || pass_type != digest[v][11:4])
        $fatal(1, "[%0d] node %0d chunk %0d: %0d beats of operation %0d", n, v, k, beats, pass_op);
      for (int i = 0; i < AllRings; i++) if (i != r && open[i/Rings] && stuck[i]) n_past++;
      void'(waiting[r].pop_front());
      place_out[r] = (place_out[r] + 1) % (1 << ring_log2(r / Rings));
      folded[v]++;
      if (folded[v] == chunks[v] * (gathers[v] ? n_in[v] : 1)) busy[v] = 1'b0;
      since[r]   = 0;
      program_on = 1'b0;
      saw_last   = 1'b0;
      pushed     = 0;
      full       = $urandom_range(1) == 0;
      n_folded++;
    end else if (sum_w || begun) $fatal(1, "[%0d] a sum of nothing", n);
    if (fail_valid && fail_ready) begin
      g = int'(fault.group);
      v = -1;
      for (int i = g * Rings; i < (g + 1) * Rings; i++)
        if (waiting[i].size() != 0 && lie_in[waiting[i][0][31:16]] >= 0 && lie_at[waiting[i][0][31:16]] == int'(waiting[i][0][15:0])
            && (!gathers[waiting[i][0][31:16]] || lie_in[waiting[i][0][31:16]] == int'(waiting[i][0][35:32])))
          v = int'(waiting[i][0][31:16]);
      if (v < 0 || {fault.status, fault.rank} != {sumac_pkg::ST_EMISMATCH, 16'd1000 + 16'(ins[v][lie_in[v]][15:6])})
        $fatal(1, "[%0d] group %0d fails of %0d", n, g, fault.rank);
      if (shut[g] == 0) n_fails++;
      if (shut[g] == 0) shut[g] = 1;
    end
  end

  always @(negedge clk) begin
    n++;
    rst  = n < 4;
    open = open | reset;
    {reset, acc_valid, start, give, dma_done, ch_reset} = '0;
    if (n > 5) begin
      // failed groups are closed a little later, at rest, their channels opened anew, then they
      for (int i = 0; i < Groups; i++) if (!open[i] || shut[i] != 0) begin
        shut[i]++;
        if (shut[i] > 8) open[i] = 1'b0;
        if (shut[i] > 300 && shut[i] <= 300 + Mine && !ch_reset) begin
          ch_reset       = 1'b1;
          ch_reset_index = ChanW'(i * Mine + shut[i] - 301);
        end else if (shut[i] > 300 && shut[i] <= 300 + Mine) shut[i]--;
        if (shut[i] > 300 + Mine && quiet(i) && !reset[i]) begin
          reset[i] = 1'b1;
          begin_anew(i);
        end
      end
      // acceptance: the streams one by one, then the node
      if (accepting < 0) begin
        v = group_of[$urandom_range(Kept - 1)] * Nodes + int'($urandom_range(Nodes - 1));
        if (open[v/Nodes] && shut[v/Nodes] == 0 && !busy[v]) begin
          draw(v);
          accepting = v;
          walk      = 0;
        end
      end else begin
        v = accepting;
        acc.node    = 12'(v);
        acc.entry   = 13'(v / Nodes * Routes + v % Nodes);
        acc.n_in    = 5'(n_in[v]);
        acc.spread  = gathers[v] ? 2'd2 : 2'd0;
        acc.mem_in  = mem_in[v];
        acc.mem_out = mem_out[v];
        acc.word    = digest[v][31:0];
        {acc.type_code, acc.op} = digest[v][11:0];
        start.index = 4'(walk);
        if (walk < n_in[v]) begin
          if (ins[v][walk][1:0] == sumac_pkg::STREAM_CHANNEL) begin
            promise(v, walk);
            start.in_valid = 1'b1;
            start.in_chunk = 32'(in_at[v][walk]);
          end
          walk++;
        end else begin
          acc_valid = 1'b1;
          busy[v]   = 1'b1;
          to_give[ring[v]].push_back(v);
          accepting = -1;
        end
      end
      // alloc: a chunk and its slot; its operand comes later
      r = group_of[$urandom_range(Kept - 1)] * Rings + int'($urandom_range(Rings - 1));
      if (to_give[r].size() != 0 && !acc_valid && waiting[r].size() < (1 << ring_log2(r / Rings)) && open[r/Rings]) begin
        v         = to_give[r][0];
        k         = gave[r];
        give      = 1'b1;
        give_ring = RingW'(r);
        give_slot = SlotW'(place[r]);
        give_dma  = mem_in[v] && chunk_bytes(v, k) != 0;
        s         = stream_n[r];
        give_info = {4'(s), is_last(v, k, s), k == 0, 16'(chunk_bytes(v, k)), 32'(k), IdxW'(v)};
        waiting[r].push_back({4'(s), 16'(v), 16'(k)});
        pool[result_at(r, place[r])] = 64'hdead;
        read_done[r*RingSlots+place[r]] = !give_dma;
        if (give_dma) reads.push_back(r * RingSlots + place[r]);
        place[r] = (place[r] + 1) % (1 << ring_log2(r / Rings));
        stream_n[r] = (gathers[v] && s != n_in[v] - 1) ? s + 1 : 0;
        if (stream_n[r] == 0) gave[r]++;
        if (gave[r] == chunks[v]) begin
          gave[r] = 0;
          void'(to_give[r].pop_front());
        end
      end
      if (reads.size() > (give ? 1 : 0) && $urandom_range((n / 3000 % 2 == 0) ? 40 : 2) == 0) begin
        k = reads.pop_front();
        r = k / RingSlots;
        dma_done = 1'b1;
        dma_ring = RingW'(r);
        dma_slot = SlotW'(k % RingSlots);
        read_done[k] = 1'b1;
        for (int i = 0; i < waiting[r].size(); i++) if ((place_out[r] + i) % (1 << ring_log2(r / Rings)) == k % RingSlots)
          pool[result_at(r, k % RingSlots)] = hash(digest[waiting[r][i][31:16]], 64'(waiting[r][i][15:0]));
      end
      // peers send what fits their windows; slots are given back in order
      for (int i = 0; i < 2; i++) begin
        c = group_of[$urandom_range(Kept - 1)] * Mine + int'($urandom_range(Mine - 1));
        if (supply[c].size() != 0 && rcv[c] - released[c] < (1 << own_log2(c))
            && ((n / 2000 % 2 == 0) || $urandom_range(9) == 0)) begin
          notes[c*ChSlots+rcv[c]%(1<<own_log2(c))] = supply[c].pop_front();
          pool[window_at(c, rcv[c])] = sent_value(c, rcv[c]);
          rcv[c]++;
          if (taken[c] + 1 < rcv[c]) n_early++;
        end
      end
      if (back.size() != 0 && !program_on && $urandom_range(1) == 0) begin
        c = back.pop_front();
        if (open[c/Mine]) released[c]++;
      end
    end
    // room is used up by a folded chunk only
    if (full) room = 1'b0;
    else if ($urandom_range((n / 1000 % 4 == 0) ? 60 : 3) == 0) room = 1'b1;
    full       = 1'b0;
    pass_ready = $urandom_range(2) != 0;
    fold_ready = $urandom_range(2) != 0;
    fail_ready = $urandom_range(5) == 0;
    if (n == 150_000) begin
      if (n_folded < 3000 || n_fails < 10 || n_lone < 100 || n_early < 500 || n_past < 500 || n_copies < 100 || n_gathered < 100)
        $fatal(1, "%0d chunks, %0d fails, %0d lone, %0d early, %0d past, %0d copies, %0d gathered", n_folded, n_fails, n_lone,
            n_early, n_past, n_copies,
               n_gathered);
      $display("PASS tb_sumac_node_fold: FanIn %0d, %0d chunks, %0d disagreements, %0d past others that wait", FanIn, n_folded,
               n_fails, n_past);
      $finish;
    end
  end
  initial begin
    for (int i = 0; i < Groups; i++) begin_anew(i);
    for (int i = 0; i < Groups; i++) shut[i] = 290;
    for (int i = 0; i < Kept; i++) group_of[i] = (i * 7) % Groups;
  end
endmodule
