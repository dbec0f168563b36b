// The first stage of the nodes: chunks of a ring's nodes come in the order of acceptance, numbered, measured and placed slot after
// slot, of a spread node stream by stream, each in its part of the memory; never more slots than the ring has, and a full ring
// holds up no other; an operand is fetched into its slot from where
// it lies, and only where there is one; a closed group rests, opened anew, with another layout, it begins anew.
module tb_sumac_node_alloc #(
  parameter bit Small = 1'b0
);
  localparam int Groups    = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Nodes     = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int Rings     = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int RingSlots = Small ? sumac_pkg::SmallRingSlots : sumac_pkg::DefRingSlots;
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int AddrW = $clog2(PoolBeats), IdxW = $clog2(Nodes), GroupW = $clog2(Groups), NodeW = GroupW + IdxW;
  localparam int AllRings = Groups * Rings, AllNodes = Groups * Nodes, RingW = $clog2(AllRings), SlotW = $clog2(RingSlots);
  localparam int InfoW = IdxW + 54, Patience = 60 * AllRings + 200;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_node_alloc: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Groups-1:0] open = '0, reset = '0;
  sumac_pkg::acc_t   acc = '0;
  logic [GroupW-1:0] group, begun_group;
  logic [RingW-1:0]  free_ring = '0, give_ring;
  logic [SlotW-1:0]  give_slot;
  logic              acc_valid = '0, free = '0, job_valid, job_ready = '0, give, give_dma, pick, moved, begun;
  logic [47:0]       give_offset;
  sumac_pkg::rd_t    job, held_job;
  logic [AddrW-1:0]  pool [Groups];
  logic [InfoW-1:0]  info;
  logic [2:0]        slot_log2 [Groups];
  logic [3:0]        ring_log2 [Groups];

  sumac_node_alloc #(.Groups(Groups), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open), .reset_i(reset), .acc_valid_i(acc_valid), .acc_i(acc),
    .give_offset_o(give_offset), .group_o(group),
    .slot_i(slot_log2[group]), .pool_i(pool[group]), .ring_slots_i(ring_log2[group]), .free_i(free), .free_ring_i(free_ring),
    .job_valid_o(job_valid), .job_ready_i(job_ready), .job_o(job),
    .give_o(give), .give_ring_o(give_ring), .give_slot_o(give_slot), .give_dma_o(give_dma), .give_info_o(info), .pick_o(pick),
    .moved_o(moved), .begun_o(begun), .begun_group_o(begun_group)
  );

  // ---- the reference: of each ring, the nodes to come, the slots taken, and where it is
  logic        mem   [AllNodes];
  logic [63:0] src   [AllNodes];
  logic [47:0] bytes [AllNodes], part_bytes [AllNodes];
  int          spread [AllNodes], streams [AllNodes], first_part [AllNodes], parts [AllNodes];
  logic [31:0] chunks [AllNodes];
  bit          busy  [AllNodes];
  int          coming [AllRings][$];
  int          taken  [AllRings][$];       // by slot: the node that ends with it, or -1
  int          place [AllRings], stream [AllRings], since [AllRings];
  logic [31:0] chunk [AllRings];
  int          n = 0, n_given = 0, n_past = 0, n_resets = 0, n_huge = 0, n_alone = 0, n_spread = 0, n_short = 0, n_beyond = 0, g,
      r, v, full_rings;
  bit          rested [Groups];            // closed, and seen between two pieces of work
  bit          slow;

  logic [63:0] from, to;
  logic [15:0] size;
  logic        last, last_stream;
  int          part;
  function automatic void check_given();
    if (coming[r].size() == 0) $fatal(1, "[%0d] ring %0d: a chunk of nothing", n, r);
    if (rested[g]) $fatal(1, "[%0d] group %0d is closed", n, g);
    if (taken[r].size() >= (1 << ring_log2[g])) $fatal(1, "[%0d] ring %0d: a slot too many", n, r);
    v    = coming[r][0];
    // its part, of which it has what lies in the slot's range and in the node's memory
    part = 0;
    if (spread[v] == 1) part = (first_part[v] + stream[r]) % parts[v];
    if (spread[v] == 2) part = (first_part[v] + 16 * parts[v] - stream[r]) % parts[v];
    from = 64'(part) * 64'(part_bytes[v]) + ((64'(chunk[r]) * 64'd64) << slot_log2[g]);
    to   = from + (64'd64 << slot_log2[g]);
    if (part_bytes[v] != '0 && to > 64'(part + 1) * 64'(part_bytes[v])) to = 64'(part + 1) * 64'(part_bytes[v]);
    if (to > 64'(bytes[v])) to = 64'(bytes[v]);
    size = (to > from) ? 16'(to - from) : 16'd0;
    last_stream = stream[r] + 1 == streams[v];
    last = last_stream && chunk[r] + 32'd1 == chunks[v];
    if (size == 16'd0 && from != 64'd0) n_beyond++;
    if (size != 16'd0 && size != 16'd64 << slot_log2[g] && !last) n_short++;
    if (give_offset != 48'(from)) $fatal(1, "[%0d] ring %0d: at %h of its memory, not %h", n, r, give_offset, from);
    if (info != {4'(stream[r]), last, chunk[r] == 0, size, chunk[r], IdxW'(v)})
      $fatal(1, "[%0d] ring %0d: chunk %h, not %0d of node %0d", n, r, info, chunk[r], v);
    if (int'(give_slot) != place[r]) $fatal(1, "[%0d] ring %0d: slot %0d after %0d", n, r, give_slot, place[r]);
    if (give_dma != (mem[v] && size != 16'd0) || begun != give_dma || begun_group != GroupW'(g))
      $fatal(1, "[%0d] ring %0d: fetched %0d, begun %0d of %0d", n, r, give_dma, begun, begun_group);
    if (give_dma && (!job_valid || !job_ready || job.ring != 8'(r) || job.slot != 6'(give_slot) || job.bytes != size
                     || job.given != src[v][5] || job.addr != (job.given ? 64'd0 : src[v] + from)
                     || (job.given && job.source != {2{~src[v]}})
                     || job.pool[AddrW-1:0] != pool[g] + AddrW'((((r % Rings) << ring_log2[g]) + place[r]) << slot_log2[g])))
      $fatal(1, "[%0d] ring %0d: %0d bytes of %h to %0d", n, r, job.bytes, job.addr, job.pool);
  endfunction

  bit held = 1'b0;
  always @(posedge clk) if (!rst) begin
    if (held && (!job_valid || job != held_job))
      $fatal(1, "[%0d] a read was not held", n);
    held     = job_valid && !job_ready;
    held_job = job;
    if (moved == pick) $fatal(1, "[%0d] moves while it picks", n);
    full_rings = 0;
    for (int i = 0; i < AllRings; i++) begin
      if (coming[i].size() != 0 && taken[i].size() == (1 << ring_log2[i/Rings])) full_rings++;
      since[i] = (coming[i].size() != 0 && open[i/Rings] && taken[i].size() < (1 << ring_log2[i/Rings])) ? since[i] + 1 : 0;
      if (since[i] > Patience) $fatal(1, "[%0d] ring %0d is forgotten", n, i);
    end
    for (int i = 0; i < Groups; i++) if (!open[i] && !reset[i] && pick) rested[i] = 1'b1;
    if (give) begin
      r = int'(give_ring);
      g = r / Rings;
      check_given();
      if (full_rings != 0) n_past++;
      if (!give_dma && !job_ready) n_alone++;   // it waits for no read
      if (bytes[v][47:33] != 15'd0) n_huge++;
      taken[r].push_back(last ? v : -1);
      place[r] = (place[r] + 1) % (1 << ring_log2[g]);
      stream[r] = last_stream ? 0 : stream[r] + 1;
      if (last_stream) chunk[r] = last ? 0 : chunk[r] + 1;
      if (spread[v] != 0) n_spread++;
      if (last) void'(coming[r].pop_front());
      since[r] = 0;
      n_given++;
    end else if (begun || (job_valid && job_ready)) $fatal(1, "[%0d] a read that nobody is told of", n);
    if (free) begin
      v = taken[free_ring].pop_front();
      if (v >= 0) busy[v] = 1'b0;
    end
    if (acc_valid) coming[acc.ring].push_back(int'(acc.node));
  end

  // A group is opened: its rings are empty, its layout another one.
  function automatic void begin_anew(int at);
    slot_log2[at] = 3'($urandom_range($clog2(SlotBeats)));
    ring_log2[at] = 4'($urandom_range($clog2(RingSlots)));
    pool[at]      = AddrW'($urandom);
    rested[at]    = 1'b0;
    for (int i = at * Nodes; i < (at + 1) * Nodes; i++) busy[i] = 1'b0;
    for (int i = at * Rings; i < (at + 1) * Rings; i++) begin
      coming[i].delete();
      taken[i].delete();
      {place[i], chunk[i], stream[i], since[i]} = '0;
    end
  endfunction

  always @(negedge clk) begin
    n++;
    rst  = n < 4;
    open = open | reset;
    {reset, acc_valid, free} = '0;
    slow = n / 8000 % 2 == 0;
    if (n > 5) begin
      g = int'($urandom_range(Groups - 1));
      if (!open[g] && (n < 100 || (rested[g] && $urandom_range(9) == 0))) begin
        reset[g] = 1'b1;
        begin_anew(g);
        n_resets++;
      end else if (open[g] && $urandom_range(600) == 0) open[g] = 1'b0;
      // an accepted node; may come just after its group was closed
      g = int'($urandom_range(Groups - 1));
      v = g * Nodes + int'($urandom_range(Nodes - 1));
      if (!reset[g] && !rested[g] && (open[g] || $urandom_range(9) == 0) && !busy[v] && n > 100 && $urandom_range(3) != 0) begin
        acc_valid = 1'b1;
        acc.node     = 12'(v);
        acc.ring     = 8'(g * Rings + int'($urandom_range(Rings - 1)));
        acc.mem_in   = $urandom_range(2) != 0;
        acc.src      = {$urandom, $urandom};
        {acc.given, acc.source} = {acc.src[5], {2{~acc.src}}};
        case ($urandom_range(15))
          0, 1:    acc.bytes = 48'd0;
          2:       acc.bytes = 48'(64 << slot_log2[g]) * 48'($urandom_range(4, 1));  // to the slot's end
          3:       acc.bytes = {16'($urandom), $urandom};                            // more than it will ever see
          default: acc.bytes = 48'($urandom_range(200 << slot_log2[g]));
        endcase
        // parts, of which the last ones may be short or empty
        acc.spread   = ($urandom_range(1) == 0) ? 2'd0 : 2'($urandom_range(2, 1));
        parts[v]     = (acc.spread == 2'd0) ? 1 : int'($urandom_range(16, 1));
        acc.part_bytes = '0;
        if (acc.spread != 2'd0 || $urandom_range(3) == 0)
          acc.part_bytes = 48'((64'(acc.bytes) + 64'(parts[v]) - 64'd1) / 64'(parts[v])
              + 64'($urandom_range(3)) * 64'($urandom_range(64)));
        if (acc.spread != 2'd0 && acc.part_bytes == '0) acc.bytes = '0;
        if (acc.part_bytes[47:41] != '0) {acc.spread, acc.part_bytes} = '0;
        acc.first    = 4'($urandom_range(parts[v] - 1));
        acc.last     = 4'(parts[v] - 1);
        acc.first_at = acc.part_bytes * 48'(acc.first);
        acc.last_at  = acc.part_bytes * 48'(acc.last);
        acc.streams  = (acc.spread == 2'd0) ? 5'd1 : 5'($urandom_range(16, 1));
        from         = (acc.part_bytes != '0) ? 64'(acc.part_bytes) : 64'(acc.bytes);
        acc.chunks   = 32'((from + (64'd64 << slot_log2[g]) - 64'd1) >> (6 + int'(slot_log2[g])));
        if (from == '0) acc.chunks = 32'd1;
        {spread[v], streams[v], first_part[v]} = {32'(acc.spread), 32'(acc.streams), 32'(acc.first)};
        {chunks[v], part_bytes[v]} = {acc.chunks, acc.part_bytes};
        mem[v]   = acc.mem_in;
        src[v]   = acc.src;
        bytes[v] = acc.bytes;
        busy[v]  = 1'b1;
      end
      r = int'($urandom_range(AllRings - 1));
      if (!reset[r/Rings] && taken[r].size() != 0 && $urandom_range((slow && r % 2 == 0) ? 60 : 1) == 0) begin
        free      = 1'b1;
        free_ring = RingW'(r);
      end
    end
    job_ready = $urandom_range(2) != 0;
    if (n == 80_000) begin
      if (n_given < 8000 || n_past < 4000 || n_resets < 50 || n_huge < 100 || n_alone < 100
          || n_spread < 1000 || n_short < 100 || n_beyond < 100)
        $fatal(1, {"%0d chunks, %0d past a full ring, %0d of huge nodes, %0d without a read, %0d spread, %0d short, %0d beyond, ",
                   "%0d resets"},
               n_given, n_past, n_huge, n_alone, n_spread, n_short, n_beyond, n_resets);
      $display("PASS tb_sumac_node_alloc: %0d groups, %0d chunks, %0d past a full ring, %0d resets", Groups, n_given, n_past,
               n_resets);
      $finish;
    end
  end
  initial for (int i = 0; i < Groups; i++) begin_anew(i);
endmodule
