// Accepting as a whole, with good descriptors and every kind of bad one in several groups at once, and stalls on
// every stream, asked for or pushed: each descriptor is seen once, then accepted or refused, in the order of asking; what is
// accepted says what was asked, its channel streams take consecutive places, from 0 when a channel is opened, also those that come
// again at once; a refusal has its status and is held; one that could not be read fails its group, and none of a failed group is
// accepted. Good ones follow each other without a gap: a pair of streams a cycle. Reasons: tb_sumac_accept_check; entries:
// tb_sumac_fetch_ask.
module tb_sumac_accept #(
  parameter bit Small = 1'b0
);
  localparam int Groups   = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Channels = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int Nodes    = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int Rings    = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int Routes   = Small ? sumac_pkg::SmallRoutes : sumac_pkg::DefRoutes;
  localparam int GroupW = $clog2(Groups), ChanW = $clog2(Channels), NodeW = GroupW + $clog2(Nodes),
                 RingW = GroupW + $clog2(Rings);
  localparam int All = Groups * Nodes;
  localparam int Enough = Small ? 8000 : 20_000;   // many groups seldom leave a moment in which one pushes
  localparam logic [63:0] WindowBytes = 64'h10_0000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_accept: +seed=%0d", seed);
    void'($urandom(seed));
  end

  sumac_pkg::acc_t   acc;
  sumac_pkg::start_t start;
  logic [Groups-1:0] open = '1, reset = '0, pending = '0;
  logic [GroupW-1:0] fetch_group, push_group = '0;
  logic [ChanW-1:0]  open_index = '0;
  logic [NodeW-1:0]  ref_node, free_node = '0, told_node = '0, busy_node = '0;
  logic              fetched, job_valid, job_ready = '0, desc_valid = '0, desc_error = '0, open_valid = '0,
                     open_ready, acc_valid, seen, ref_valid, ref_ready = '0, err_valid, err_ready = '0, free = '0, told = '0,
                     flush = '0, pick, moved, idle, begun, refused, push_valid = '0, push_ready, room;
  logic [63:0]       fetch_addr, push_addr = '0;
  sumac_pkg::rd_t    job;
  logic [511:0]      desc_data = '0;
  sumac_pkg::states_t  states;
  sumac_pkg::fetch_t   fetch;
  sumac_pkg::ranges_ask_t ranges_ask;
  sumac_pkg::ranges_t  ranges;
  sumac_pkg::routes_ask_t routes_ask;
  sumac_pkg::routes_t  routes;
  sumac_pkg::refusal_t refusal;
  sumac_pkg::accepts_t accepts;
  logic [7:0]        ref_status;
  int                serial = 0, n_pushed = 0, n_behind = 0;   // behind others that have not come
  bit                pushed = '0;
  logic [2:0]        slots [Groups];

  assign fetch_addr = {32'(serial), 32'(fetch_group) << 6};
  assign states     = {64'(open), 64'd0, 64'(reset), 192'd0};
  assign {fetched, fetch_group}   = {fetch.fetched, fetch.group[GroupW-1:0]};
  assign {ref_node, ref_status}   = {refusal.node[NodeW-1:0], refusal.status};
  assign {begun, room, seen, pick, moved, idle}
         = {accepts.begun, accepts.room, accepts.seen, accepts.pick, accepts.moved, accepts.idle};
  sumac_accept #(.Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .Routes(Routes),
                .Fetches(Small ? sumac_pkg::SmallFetches : sumac_pkg::DefFetches)) dut (
    .clk_i(clk), .rst_i(rst), .states_i(states),
    .posted_i({64'(pending), fetch_addr, ~fetch_addr, slots[fetch.slot_of[GroupW-1:0]]}), .fetch_o(fetch),
    .room_group_i(push_group), .push_valid_i(push_valid), .push_ready_o(push_ready),
    .push_i({6'(push_group), ~push_addr, push.data}), .job_valid_o(job_valid), .job_ready_i(job_ready), .job_o(job),
    .come_i({desc_valid, desc_error, desc_data}), .ranges_o(ranges_ask), .ranges_i(ranges), .routes_o(routes_ask),
    .routes_i(routes), .open_valid_i(open_valid), .open_ready_o(open_ready), .open_index_i(open_index), .start_o(start),
    .acc_valid_o(acc_valid), .acc_o(acc), .ref_valid_o(ref_valid), .ref_ready_i(ref_ready), .ref_o(refusal),
    .err_valid_o(err_valid), .err_ready_i(err_ready),
    .ends_i({free, 12'(free_node), told, 12'(told_node), flush, 12'(busy_node)}), .accepts_o(accepts)
  );

  accept_host #(.Groups(Groups), .Channels(Channels), .Rings(Rings), .Routes(Routes), .WindowBytes(WindowBytes)) u_host (
    .clk_i(clk), .routes_i(routes_ask), .routes_o(routes), .ranges_i(ranges_ask), .ranges_o(ranges)
  );

  // ---- the model
  typedef struct packed {
    logic [63:0]      addr;
    logic [NodeW-1:0] node;
    logic             error;
    logic [7:0]       status;
    logic [31:0]      entry;
    logic [31:0]      chunks;
    sumac_pkg::desc_t data;
    logic             asked;           // or pushed
    logic [31:0]      came;            // when; 0: not yet
  } known_t;
  known_t      known [$];              // asked for or pushed, and not accepted or refused
  known_t      it, push;
  int          n_jobs = 0;             // that the host has taken and not answered
  int          n = 0, at, next [Groups], left [Groups], g, v, e, n_accepted = 0, n_failed = 0, n_waits = 0,
               by_status [256], n_opened = 0, n_given = 0, n_timed = 0, n_pair = 0, opened_at = 0, settled = 0,
               entered = 0, steps = 2, disturbed = 0, entered_before = 0;
  logic [31:0] rx [Channels], tx [Channels];
  logic [15:0] in_done = '0, out_done = '0, in_want, out_want;
  logic [Groups-1:0] was_open = '0, open_q = '0;    // two cycles before, one
  sumac_pkg::route_in_t  in;
  sumac_pkg::route_out_t out;
  bit          works [All], untold [All], was_seen = '0, push_waits = '0, good_seen = '0, held = '0, took_open = '0;
  logic [Groups-1:0] errored = '0;

  // Where, of those asked for that have not come, the one with that number stands.
  function automatic int due(int number);
    int passed_by = 0;
    for (due = 0; due < known.size(); due++)
      if (known[due].asked && known[due].came == '0) begin
        if (passed_by == number) break;
        passed_by++;
      end
  endfunction

  function automatic bit under_way(int entry);
    under_way = 1'b0;
    for (int i = 0; i < known.size(); i++) if (int'(known[i].node) == entry) under_way = 1'b1;
  endfunction

  // ---- asking: one job at a time, the entries of a group in turn
  function automatic void check_asking;
    pushed = push_valid && push_ready;
    if (begun != (fetched || pushed) || (begun && accepts.group[GroupW-1:0] != (pushed ? push_group : fetch_group)))
      $fatal(1, "[%0d] begun %0d, fetched %0d, pushed %0d", n, begun, fetched, pushed);
    if (push_valid && ((fetched && push_waits) || pick)) $fatal(1, "[%0d] asked for before what is pushed", n);
    push_waits = push_valid;
    at = due(n_jobs);
    if (job_valid != held || (held && (job.addr != known[at].addr
        || job.ring[RingW-1-:GroupW] != known[at].node[NodeW-1-:GroupW])))
      $fatal(1, "[%0d] job for %h", n, job.addr);
    if (idle && known.size() != 0) $fatal(1, "[%0d] idle with %0d in flight", n, known.size());
    if (held && job_ready) begin
      held = 1'b0;
      n_jobs++;
    end
    if (desc_valid) begin
      known[due(0)].came = 32'(n);
      n_jobs--;
    end
    if (pushed) begin
      g         = int'(push_group);
      push.node = NodeW'(g * Nodes + next[g]);
      v         = int'(push.node);
      if (works[v] || untold[v]) $fatal(1, "[%0d] group %0d: pushed into a full place", n, g);
      {works[v], untold[v]} = 2'b11;
      push.came = 32'(n);
      if (n_jobs != 0 || held) n_behind++;
      known.push_back(push);
      next[g] = (next[g] + 1) % Nodes;
      n_pushed++;
    end
    if (!fetched) return;
    g  = int'(fetch_group);
    u_host.draw(g, slots[g]);
    it = '{fetch_addr, NodeW'(g * Nodes + next[g]), u_host.spoils && $urandom_range(150) == 0, u_host.status, u_host.entry,
           u_host.chunks, u_host.d, 1'b1, 32'd0};
    v  = int'(it.node);
    if (left[g] == 0 || works[v] || untold[v]) $fatal(1, "[%0d] group %0d: asked out of turn", n, g);
    {works[v], untold[v]} = 2'b11;
    known.push_back(it);
    held    = 1'b1;
    next[g] = (next[g] + 1) % Nodes;
    left[g]--;
    serial <= serial + 1;
  endfunction

  // ---- streams: each of the descriptor's, once, those that are channels at the counter of their channel
  function automatic void check_streams;
    in  = u_host.ins[e*16+int'(start.index)];
    out = u_host.outs[e*16+int'(start.index)];
    if (start.in_valid) begin
      v = int'(in.channel[ChanW-1:0]);
      if (!in_want[start.index] || in_done[start.index] || start.in_memory != (in.kind == sumac_pkg::STREAM_MEMORY)
          || start.in_channel != in.channel || start.in_right != (in.combines != 4'd0)
          || {start.lo, start.parent} != u_host.tree(e, start.index) || (!start.in_memory && start.in_chunk != rx[v]))
        $fatal(1, "[%0d] input %0d starts at %0d", n, start.index, start.in_chunk);
      in_done[start.index] = 1'b1;
      if (!start.in_memory) rx[v] += known[0].chunks;
    end
    if (start.out_valid) begin
      v = int'(out.channel[ChanW-1:0]);
      if (!out_want[start.index] || out_done[start.index] || start.out_memory != (out.kind == sumac_pkg::STREAM_MEMORY)
          || start.out_channel != out.channel || (!start.out_memory && start.out_chunk != tx[v]))
        $fatal(1, "[%0d] output %0d starts at %0d", n, start.index, start.out_chunk);
      out_done[start.index] = 1'b1;
      if (!start.out_memory) tx[v] += known[0].chunks;
    end
    took_open = open_valid && open_ready;
    if (took_open) begin
      {rx[int'(open_index)], tx[int'(open_index)]} = '0;
      opened_at = n;
      n_opened++;
    end
    n_waits = (open_valid && !open_ready) ? n_waits + 1 : 0;
    if (n_waits > 60) $fatal(1, "[%0d] a channel is not opened", n);
  endfunction

  // No descriptor under way has a stream of that channel.
  function automatic bit unused(logic [9:0] channel);
    unused = !(push_valid && u_host.names(int'(push.entry), channel));
    for (int i = 0; i < known.size(); i++) if (u_host.names(int'(known[i].entry), channel)) unused = 1'b0;
  endfunction

  function automatic void accepted;
    sumac_pkg::desc_t d;
    d = known[0].data;
    if (known[0].error || known[0].status != sumac_pkg::ST_OK || !seen || !was_open[g])
      $fatal(1, "[%0d] accepted: error %0d, status %0d, open %0d", n, known[0].error, known[0].status, was_open[g]);
    if (acc.ring[RingW-1:0] != {GroupW'(g), u_host.heads[e].ring[RingW-GroupW-1:0]}
        || {acc.mem_out, acc.mem_in, acc.n_out, acc.n_in}
        != {u_host.heads[e].mem_out, u_host.heads[e].mem_in, u_host.heads[e].n_out, u_host.heads[e].n_in})
          $fatal(1, "[%0d] not the route of entry %0d", n, e);
    if (acc.op != d.op[3:0] || acc.type_code != d.type_code || acc.word != d.digest[31:0]
        || acc.src != {d.src_window, d.src_offset} || acc.dst != {~d.dst_window, d.dst_offset}
        || {16'd0, acc.bytes} != d.count << d.type_code[1:0]) $fatal(1, "[%0d] not what was asked", n);
    if (acc.given != (d.inline_len != 8'd0) || (acc.given && acc.source != d.inline_data))
      $fatal(1, "[%0d] given %0d: %h", n, acc.given, acc.source);
    if (acc.given) n_given++;
    if (acc.part_bytes != (acc.given ? 48'd0 : d.inline_data[47:0])
        || {acc.first, acc.last, acc.spread} != {u_host.heads[e].first, u_host.heads[e].last, u_host.heads[e].spread}
        || acc.chunks != known[0].chunks || acc.first_at != 48'(acc.part_bytes * 48'(acc.first))
            || acc.last_at != 48'(acc.part_bytes * 48'(acc.last))
        || acc.streams != ((acc.spread == 2'd1) ? acc.n_out : (acc.spread == 2'd2) ? acc.n_in : 5'd1))
      $fatal(1, "[%0d] not its parts", n);
    if (acc.in_completion != (acc.mem_out && acc.spread == 2'd0 && acc.bytes != 0 && acc.bytes <= 48'd16 && acc.chunks == 32'd1))
      $fatal(1, "[%0d] inline %0d of %0d bytes", n, acc.in_completion, acc.bytes);
    if (in_done != in_want || out_done != out_want) $fatal(1, "[%0d] streams %b and %b are missing", n, in_want & ~in_done,
        out_want & ~out_done);
    // its walk began when it had come, and the one before was over
    entered = int'(known[0].came) + 2;
    if (entered < entered_before + steps) entered = entered_before + steps;
    steps = (acc.n_in > acc.n_out) ? int'(acc.n_in) : int'(acc.n_out);
    if (disturbed < int'(known[0].came) && (disturbed < entered_before || entered == int'(known[0].came) + 2)) begin
      if (n != entered + 4 + steps) $fatal(1, "[%0d] %0d steps took %0d cycles", n, steps, n - entered);
      n_timed++;
      if (entered != int'(known[0].came) + 2) n_pair++;
    end
    entered_before = n - 4 - steps;
    if (steps < 2) steps = 2;
    n_accepted++;
  endfunction

  function automatic void refuse;
    it = known[0];
    it.status = it.error ? sumac_pkg::ST_EBUS : good_seen ? it.status : sumac_pkg::ST_EFAILED;
    if (!was_seen || ref_status != it.status || ref_status == sumac_pkg::ST_OK || ref_node != it.node)
      $fatal(1, "[%0d] node %0d refused with %0d, not %0d", n, ref_node, ref_status, it.status);
    if (ref_status != sumac_pkg::ST_EFAILED && {in_done, out_done} != '0) $fatal(1, "[%0d] a refused one took places", n);
    if (!ref_ready) return;
    works[int'(ref_node)] = 1'b0;
    by_status[ref_status]++;
  endfunction

  always @(posedge clk) if (!rst) begin
    check_asking();
    for (int i = 0; i < Groups; i++) if (reset[i]) begin
      next[i] = 0;
      for (int j = i * Nodes; j < (i + 1) * Nodes; j++) {works[j], untold[j]} = 2'b00;
    end
    if (known.size() != 0 && known[0].came != '0) begin
      e = int'(known[0].entry);
      g = int'(known[0].node) / Nodes;
      in_want  = 16'((32'd1 << u_host.heads[e].n_in) - 32'd1);
      out_want = 16'((32'd1 << u_host.heads[e].n_out) - 32'd1);
    end else if (start.in_valid || start.out_valid || acc_valid || seen || ref_valid || err_valid || !(pick || push_valid))
      $fatal(1, "[%0d] at work on nothing", n);
    if (pick && (ref_valid || err_valid || (seen && !acc_valid))) $fatal(1, "[%0d] picks while one is refused", n);
    if (!moved && (fetched || (!pick && !push_valid) || desc_valid || begun)) $fatal(1, "[%0d] moved in secret", n);
    check_streams();
    if (seen || acc_valid) begin
      if (acc.node != 12'(known[0].node) || acc.rung != ~known[0].addr
          || {acc.cookie, acc.seq} != {known[0].data.cookie, known[0].data.seq})
        $fatal(1, "[%0d] node %0d is taken for %0d", n, known[0].node, acc.node);
    end
    if (err_valid) begin
      if (!known[0].error || ref_node != known[0].node || was_seen || seen != err_ready)
        $fatal(1, "[%0d] an error of node %0d", n, ref_node);
      if (err_ready) errored[g] = 1'b1;
      if (err_ready) n_failed++;
    end
    refused = ref_valid && ref_ready;
    if (ref_valid) refuse();
    if (acc_valid) accepted();
    if (!ranges_ask.go || open_valid) disturbed = n;
    if (seen && was_seen) $fatal(1, "[%0d] seen twice", n);
    if (seen) {was_seen, good_seen} = {1'b1, was_open[g]};
    {was_open, open_q} = {open_q, open};
    if (acc_valid || refused) begin
      void'(known.pop_front());
      was_seen = 1'b0;
      {in_done, out_done} = '0;
    end
  end

  bit [Groups-1:0] quiet;
  always @(negedge clk) begin
    n++;
    rst = n < 4;
    {reset, desc_valid, free, told, flush} = '0;
    if (took_open) open_valid = 1'b0;
    if (pushed) {push_valid, pushed} = '0;
    quiet = '1;
    if (push_valid) quiet[push_group] = 1'b0;
    for (int i = 0; i < known.size(); i++) quiet[known[i].node[NodeW-1-:GroupW]] = 1'b0;
    if (!rst) begin
      // all channels first, then now and then one
      if (!open_valid && n_opened < Channels) {open_valid, open_index} = {1'b1, ChanW'(n_opened)};
      u_host.spoils = n % 2048 < 1024;
      v = int'($urandom_range(Channels - 1));
      if (!open_valid && n - opened_at > 60 && $urandom_range(9) == 0 && u_host.spoils && unused(10'(v)))
        {open_valid, open_index} = {1'b1, ChanW'(v)};
      // groups post, fail, and are opened anew when nothing of them is under way
      for (int i = 0; i < Groups; i++) begin
        if (left[i] == 0 && n_opened >= Channels && n_accepted < Enough && $urandom_range(open[i] ? 199 : 999) == 0)
          left[i] = int'($urandom_range(20));
        if (errored[i] || (u_host.spoils && $urandom_range(1500 * Groups) == 0)) open[i] = 1'b0;
        if (!open[i] && left[i] == 0 && quiet[i] && $urandom_range(200) == 0) {open[i], reset[i], errored[i]} = 3'b110;
        pending[i] = left[i] != 0 && n % 256 < 160;   // and pause, so that channels are opened
      end
      // one is pushed where nothing is posted, and there is room
      v = int'(push_group);
      if (!push_valid && room && n % 256 < 160 && n_opened >= Channels && n_accepted < Enough && left[v] == 0 && quiet[v]
          && !reset[v]) begin
        {push_valid, push_addr} = {1'b1, {2{$urandom}}};
        u_host.draw(v, slots[v]);
        push = '{push_addr, '0, 1'b0, u_host.status, u_host.entry, u_host.chunks, u_host.d, 1'b0, 32'd0};
      end else if (!push_valid) push_group = GroupW'($urandom_range(Groups - 1));
      if (n_jobs != 0 && (!u_host.spoils || $urandom_range(3) == 0)) begin
        desc_valid = 1'b1;
        at = due(0);
        desc_data  = known[at].data;
        desc_error = known[at].error;
      end
      // the nodes are done or are flushed, the host is told, in any order; not of those still under way
      v = int'($urandom_range(All - 1));
      if (works[v] && !under_way(v)) begin
        if (open[v/Nodes]) {free, free_node} = {1'b1, NodeW'(v)};
        else if (!ref_valid) {flush, busy_node} = {1'b1, NodeW'(v)};
        if (free || flush) works[v] = 1'b0;
      end
      v = int'($urandom_range(All - 1));
      if (untold[v] && !under_way(v)) begin
        {told, told_node} = {1'b1, NodeW'(v)};
        untold[v] = 1'b0;
      end
    end
    job_ready = $urandom_range(2) == 0;
    ref_ready = $urandom_range(2) == 0;
    err_ready = $urandom_range(2) == 0;
    if (n > 1_000_000) $fatal(1, "%0d accepted", n_accepted);
    settled = (n_accepted >= Enough && pending == '0 && known.size() == 0 && !push_valid) ? settled + 1 : 0;
    if (settled == 3) finish();
  end

  function automatic void finish;
    if (!idle || !pick) $fatal(1, "idle %0d, pick %0d", idle, pick);
    for (int i = 0; i < 256; i++)
      case (8'(i))
        sumac_pkg::ST_EOP, sumac_pkg::ST_ETYPE, sumac_pkg::ST_ENOTSUP, sumac_pkg::ST_EROUTE, sumac_pkg::ST_ERANGE,
        sumac_pkg::ST_EWINDOW, sumac_pkg::ST_EFAILED, sumac_pkg::ST_EBUS: if (by_status[i] < 20)
          $fatal(1, "status %0d: %0d times", i, by_status[i]);
        default: if (by_status[i] != 0) $fatal(1, "status %0d", i);
      endcase
    if (n_pushed < 500 || n_behind < 100) $fatal(1, "%0d pushed, %0d behind others", n_pushed, n_behind);
    if (n_pair < 100 || n_timed == n_pair) $fatal(1, "%0d timed, %0d at once behind another one", n_timed, n_pair);
    if (n_given < 20) $fatal(1, "%0d with their sources", n_given);
    if (n_opened < Channels + 100) $fatal(1, "%0d channels opened", n_opened);
    $display("PASS tb_sumac_accept: Groups %0d, %0d accepted, %0d failed, %0d unread, %0d channels opened", Groups, n_accepted,
             by_status[sumac_pkg::ST_EFAILED], n_failed, n_opened);
    $finish;
  endfunction

  initial begin
    for (int i = 0; i < 256; i++) by_status[i] = 0;
    for (int i = 0; i < Groups; i++) {next[i], left[i], slots[i]} = {32'd0, 32'd0, 3'($urandom)};
    for (int i = 0; i < All; i++) {works[i], untold[i]} = 2'b00;
  end
endmodule
