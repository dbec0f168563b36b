// Asking for descriptors, with groups that post, fail and are opened anew at random, a host that answers when it likes and a taker
// that stalls: a descriptor is asked for soon after a group has one, an entry and a place; none is passed over; jobs
// are held; what comes is handed on in the order of asking with its node and its doorbell's time; an entry is in use until the
// nodes are done with it (or it is refused or flushed) and the host is told, in any order, or the group is opened anew. A
// descriptor that is pushed is taken at once where there is place, and handed on behind what was asked for before.
module tb_sumac_fetch_ask #(
  parameter bit Small = 1'b0
);
  localparam int Groups = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Nodes  = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int RingIdW = $clog2(sumac_pkg::DefRings);
  localparam int GroupW = $clog2(Groups), IdxW = $clog2(Nodes), NodeW = GroupW + IdxW, All = Groups * Nodes;
  localparam int InFlight = Small ? sumac_pkg::SmallFetches : sumac_pkg::DefFetches;
  localparam int Rounds = 150_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_fetch_ask: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [Groups-1:0] reset = '0, pending = '0;
  logic [GroupW-1:0] fetch_group, room_group = '0, push_group = '0, begun_group;
  logic              room, push_valid = '0, push_ready, begun;
  logic [63:0]       push_addr = '0;
  logic [511:0]      push_desc = '0;
  logic              fetched, job_valid, job_ready = '0, desc_valid = '0, desc_error = '0, has, pop = '0,
                     refused = '0, free = '0, told = '0, busy, flush = '0, idle;
  logic [63:0]       fetch_addr;
  sumac_pkg::rd_t    job;
  sumac_pkg::got_t   got;
  logic [511:0]      desc_data = '0;
  logic [NodeW-1:0]  free_node = '0, told_node = '0, refused_node = '0, busy_node = '0;
  localparam int Soon = 5 * Groups + 20;
  int                serial = 0;

  // Each descriptor has an address of its own, and its doorbell a time.
  assign fetch_addr = {32'(serial), 26'h155_5555, 6'd0} ^ 64'(fetch_group);
  sumac_fetch_ask #(.Groups(Groups), .Nodes(Nodes), .Fetches(InFlight)) dut (
    .clk_i(clk), .rst_i(rst), .reset_i(reset), .pending_i(pending), .fetch_group_o(fetch_group),
    .fetch_i({fetch_addr, ~fetch_addr}), .fetched_o(fetched), .room_group_i(room_group), .room_o(room), .push_valid_i(push_valid),
    .push_ready_o(push_ready), .push_i({6'(push_group), ~push_addr, push_desc}), .begun_o(begun),
    .begun_group_o(begun_group), .job_valid_o(job_valid), .job_ready_i(job_ready), .job_o(job),
    .come_i({desc_valid, desc_error, desc_data}), .has_o(has), .got_o(got), .pop_i(pop),
    .refused_i(refused), .refused_node_i(refused_node), .busy_o(busy), .idle_o(idle),
    .ends_i({free, 12'(free_node), told, 12'(told_node), flush, 12'(busy_node)})
  );

  // ---- the model
  typedef struct packed {
    logic [63:0]      addr;
    logic [NodeW-1:0] node;
    logic             error, asked, here; // asked for, or pushed; has come
    logic [511:0]     data;
  } known_t;
  known_t known [$];                 // asked for or pushed, and not taken
  int     n_jobs = 0, n_come = 0;    // read jobs that the host has taken, and not answered; of those in front, how many have come
  bit     works [All], untold [All], held = 1'b0;
  int     next [Groups], passed [Groups], n = 0, g, v, at, left [Groups], changed [All], asked_at = 0;
  int     roomy = 0, wished = 0, push_free = 0, nothing = 0;   // for how long
  int     n_fetched = 0, n_refused = 0, n_early = 0, n_flushed = 0, n_reset = 0, n_full = 0, n_no_entry = 0;
  known_t it;
  logic [Groups-1:0] can;
  logic [GroupW-1:0] was_group = '0;
  bit     pushed = 1'b0, push_waits = 1'b0;
  int     pushed_at = 0, n_pushed = 0, n_push_waits = 0, n_behind = 0;    // behind others that have not come

  function automatic void take_entry(int group);
    works[group*Nodes+next[group]]  = 1'b1;
    changed[group*Nodes+next[group]] = n;
    untold[group*Nodes+next[group]] = 1'b1;
    next[group] = (next[group] + 1) % Nodes;
  endfunction

  // Where, of those asked for that have not come, the one with that number stands.
  function automatic int due(int number);
    int passed_by = 0;
    for (due = 0; due < known.size(); due++)
      if (known[due].asked && !known[due].here) begin
        if (passed_by == number) break;
        passed_by++;
      end
  endfunction

  // Whether an entry's descriptor is still under way.
  function automatic bit under_way(int entry);
    under_way = 1'b0;
    for (int i = 0; i < known.size(); i++) if (int'(known[i].node) == entry) under_way = 1'b1;
  endfunction

  always @(posedge clk) begin
    if (rst) begin
      known.delete();
      n_jobs = 0;
      n_come = 0;
      held   = 1'b0;
      {roomy, wished, push_free, nothing, push_waits} = '0;
      asked_at = n;
      for (int i = 0; i < All; i++) {works[i], untold[i]} = 2'b00;
      for (int i = 0; i < Groups; i++) {next[i], passed[i]} = '0;
    end else begin
      for (int i = 0; i < Groups; i++) can[i] = pending[i] && !works[i*Nodes+next[i]] && !untold[i*Nodes+next[i]];
      if ((pending & ~can) != '0) n_no_entry++;
      if (known.size() - int'(has) == InFlight) n_full++;
      pushed = push_valid && push_ready;
      // a group is known to have room when it has, and soon then
      v = int'(was_group) * Nodes + next[was_group];
      if (room && (works[v] || untold[v])) $fatal(1, "[%0d] group %0d: no room", n, was_group);
      roomy = (works[v] || untold[v] || room || room_group != was_group || n - changed[v] < 3) ? 0 : roomy + 1;
      was_group = room_group;
      if (roomy > Soon) $fatal(1, "[%0d] group %0d: room is not seen", n, was_group);
      // what is pushed is taken as soon as there is place, but not as another one comes
      if (push_ready && known.size() - int'(has) >= InFlight) $fatal(1, "[%0d] push ready", n);
      push_free = (known.size() - int'(has) < InFlight && !desc_valid && !push_ready) ? push_free + 1 : 0;
      if (push_free > 1) $fatal(1, "[%0d] push not ready", n);
      if (begun != (fetched || pushed) || (begun && begun_group != (pushed ? push_group : fetch_group)))
        $fatal(1, "[%0d] begun %0d of group %0d", n, begun, begun_group);
      if (push_valid && !push_ready) n_push_waits++;
      if (fetched && (held || (push_valid && push_waits) || known.size() - int'(has) >= InFlight))
        $fatal(1, "[%0d] asked: held %0d, %0d in flight", n, held, known.size());
      push_waits = push_valid;
      wished = (can != '0 && !held && !push_valid && known.size() < InFlight && !fetched) ? wished + 1 : 0;
      if (wished > Soon) $fatal(1, "[%0d] groups %b are not asked for", n, can);
      if (idle && (known.size() != 0 || push_valid)) $fatal(1, "[%0d] idle with %0d", n, known.size());
      nothing = (known.size() == 0 && !push_valid && !idle) ? nothing + 1 : 0;
      if (nothing > 2) $fatal(1, "[%0d] not idle", n);
      at = due(n_jobs);
      if (job_valid != held || (held && (job.addr != known[at].addr || !job.desc
          || job.ring[RingIdW+:GroupW] != known[at].node[IdxW+:GroupW])))
        $fatal(1, "[%0d] job %0d of group %0d for %h", n, job_valid, job.ring >> RingIdW, job.addr);
      if (has != (n_come != 0)) $fatal(1, "[%0d] has %0d, %0d have come", n, has, n_come);
      if (has && got != {known[0].error, 12'(known[0].node), ~known[0].addr, known[0].data})
        $fatal(1, "[%0d] node %0d for %0d, error %0d", n, got.node, known[0].node, got.error);
      if (n - asked_at >= 8 && n - changed[busy_node] > 10 && busy != (works[int'(busy_node)] || untold[int'(busy_node)]))
        $fatal(1, "[%0d] node %0d: busy %0d", n, busy_node, busy);
      // what happens in this cycle; what is begun now is not ended now
      if (free) {works[int'(free_node)], changed[free_node]} = {1'b0, n};
      if (refused) {works[int'(refused_node)], changed[refused_node]} = {1'b0, n};
      if (flush) {works[int'(busy_node)], changed[busy_node]} = {1'b0, n};
      if (told) {untold[int'(told_node)], changed[told_node]} = {1'b0, n};
      if (held && job_ready) begin
        held = 1'b0;
        n_jobs++;
      end
      if (desc_valid) begin
        known[due(0)].here = 1'b1;
        n_jobs--;
      end
      if (pop) void'(known.pop_front());
      if (fetched) begin
        g = int'(fetch_group);
        if (!can[g]) $fatal(1, "[%0d] group %0d: not its turn", n, g);
        it = '{fetch_addr, NodeW'(g * Nodes + next[g]), $urandom_range(20) == 0, 1'b1, 1'b0, {16{$urandom}}};
        it.data[63:0] = fetch_addr;
        known.push_back(it);
        held = 1'b1;
        take_entry(g);
        for (int i = 0; i < Groups; i++) passed[i] = (can[i] && i != g) ? passed[i] + 1 : 0;
        for (int i = 0; i < Groups; i++) if (passed[i] >= 4 * Groups) $fatal(1, "[%0d] group %0d is passed over", n, i);
        left[g]--;
        serial <= serial + 1;
        n_fetched++;
      end
      if (pushed) begin
        it = '{push_addr, NodeW'(int'(push_group) * Nodes + next[push_group]), 1'b0, 1'b0, 1'b1, push_desc};
        if (n_jobs != 0 || held) n_behind++;
        known.push_back(it);
        take_entry(int'(push_group));
        n_pushed++;
      end
      n_come = 0;
      while (n_come < known.size() && known[n_come].here) n_come++;
      for (int i = 0; i < Groups; i++) if (reset[i]) begin
        next[i] = 0;
        for (int j = 0; j < Nodes; j++) {works[i*Nodes+j], untold[i*Nodes+j], changed[i*Nodes+j]} = {2'b00, n};
      end
    end
  end

  bit [Groups-1:0] quiet;
  always @(negedge clk) begin
    n++;
    rst = n < 4 || (n >= Rounds / 2 && n < Rounds / 2 + 3);
    {reset, pop, refused, desc_valid, free, told, flush} = '0;
    if (n % 16 == 0) {busy_node, asked_at} = {NodeW'($urandom), n};
    if (pushed) pushed_at = n;
    if (rst || pushed) push_valid = 1'b0;
    pushed = 1'b0;
    if (!rst) begin
      // a group posts a few, and is opened anew when nothing of it is under way
      quiet = '1;
      for (int i = 0; i < known.size(); i++) quiet[known[i].node[IdxW+:GroupW]] = 1'b0;
      // one is pushed where nothing is posted, and an entry is known to be free; a write of a register takes 3 cycles
      v = int'(room_group);
      if (!push_valid && n >= pushed_at + 2 && left[v] == 0 && room && n % 8000 < 4000 && $urandom_range(3) == 0)
        {push_valid, push_group, push_addr, push_desc} = {1'b1, room_group, {2{$urandom}}, {16{$urandom}}};
      else if (!push_valid && $urandom_range(3) == 0) room_group = GroupW'($urandom_range(Groups - 1));
      if (push_valid) quiet[push_group] = 1'b0;
      for (int i = 0; i < Groups; i++) begin
        if (left[i] == 0 && $urandom_range(n % 8000 >= 4000 ? 50 : Small ? 200 : 400) == 0)
          left[i] = int'($urandom_range(n % 8000 < 4000 ? 3 : 3 * Nodes));
        if (quiet[i] && !pending[i] && $urandom_range(25 * Groups) == 0) begin   // not one that may be asked for in this cycle
          reset[i] = 1'b1;
          left[i]  = 0;
          n_reset++;
        end
        pending[i] = left[i] != 0;
      end
      if (n_jobs != 0 && $urandom_range(3) == 0) begin
        at = due(0);
        desc_valid = 1'b1;
        desc_data  = known[at].data;
        desc_error = known[at].error;
      end
      if (n_come != 0 && $urandom_range(3) != 0) begin
        pop = 1'b1;
      end
      // the nodes are done and the host is told, in any order; entries whose descriptor is under way are flushed at most
      v = int'($urandom_range(All - 1));
      if (works[v] && !under_way(v)) begin
        if ($urandom_range(2) != 0) {free, free_node} = {1'b1, NodeW'(v)};
        else begin
          {refused, refused_node} = {1'b1, NodeW'(v)};
          n_refused++;
        end
      end
      v = int'($urandom_range(All - 1));
      if (untold[v] && !under_way(v) && $urandom_range(1) == 0) begin
        {told, told_node} = {1'b1, NodeW'(v)};
        if (works[v]) n_early++;
      end
      if ($urandom_range(40) == 0 && !refused) begin
        if (known.size() != 0 && $urandom_range(1) == 0) {busy_node, asked_at} = {known[0].node, n};
        flush = works[int'(busy_node)] || untold[int'(busy_node)];   // as sumac_failure does
        if (works[int'(busy_node)] && under_way(int'(busy_node))) n_flushed++;
      end
    end
    job_ready  = $urandom_range(2) == 0;
    if (n == Rounds) begin
      if (n_pushed < 400 || n_push_waits < 100 || n_behind < 100)
        $fatal(1, "%0d pushed, %0d behind others, waits %0d", n_pushed, n_behind, n_push_waits);
      if (n_fetched < 1000 || n_refused < 200 || n_early < 100 || n_flushed < 100 || n_reset < 100 || n_full < 100
          || n_no_entry < 100)
        $fatal(1, "%0d fetched, %0d refused, %0d told early, %0d flushed, %0d resets, full %0d, no entry %0d", n_fetched,
               n_refused, n_early, n_flushed, n_reset, n_full, n_no_entry);
      $display("PASS tb_sumac_fetch_ask: Groups %0d, %0d fetched, %0d pushed, %0d refused, %0d early, %0d flushed, %0d full",
               Groups, n_fetched, n_pushed, n_refused, n_early, n_flushed, n_full);
      $finish;
    end
  end

  initial begin
    for (int i = 0; i < Groups; i++) {next[i], passed[i], left[i]} = '0;
    for (int i = 0; i < All; i++) changed[i] = 0;
  end
endmodule
