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
  logic [NodeW-1:0]  free_node = '0, told_node = '0, busy_node = '0;
  logic              fetched, job_valid, job_ready = '0, desc_valid = '0, desc_error = '0, open_valid = '0,
                     open_ready, acc_valid, ref_valid, ref_ready = '0, err_valid, err_ready = '0, free = '0, told = '0,
                     flush = '0, push_valid = '0, push_ready;
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
  logic [2:0]        slots [Groups];
  int                n = 0, n_jobs = 0, serial = 0, next [Groups], left [Groups], g, v, settled = 0, n_pushed = 0,
                     n_behind = 0;                             // behind others that have not come
  bit                pushed = '0, push_waits = '0, held = '0;
  bit [Groups-1:0]   quiet;

  assign fetch_addr = {32'(serial), 32'(fetch_group) << 6};
  assign states     = {64'(open), 64'd0, 64'(reset), 192'd0};
  assign {fetched, fetch_group} = {fetch.fetched, fetch.group[GroupW-1:0]};
  sumac_accept #(.Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .Routes(Routes),
                .Fetches(Small ? sumac_pkg::SmallFetches : sumac_pkg::DefFetches)) dut (
    .clk_i(clk), .rst_i(rst), .states_i(states),
    .posted_i({64'(pending), fetch_addr, ~fetch_addr, slots[fetch.slot_of[GroupW-1:0]]}), .fetch_o(fetch),
    .room_group_i(push_group), .push_valid_i(push_valid), .push_ready_o(push_ready),
    .push_i({6'(push_group), ~push_addr, known.push.data}), .job_valid_o(job_valid), .job_ready_i(job_ready), .job_o(job),
    .come_i({desc_valid, desc_error, desc_data}), .ranges_o(ranges_ask), .ranges_i(ranges), .routes_o(routes_ask),
    .routes_i(routes), .open_valid_i(open_valid), .open_ready_o(open_ready), .open_index_i(open_index), .start_o(start),
    .acc_valid_o(acc_valid), .acc_o(acc), .ref_valid_o(ref_valid), .ref_ready_i(ref_ready), .ref_o(refusal),
    .err_valid_o(err_valid), .err_ready_i(err_ready),
    .ends_i({free, 12'(free_node), told, 12'(told_node), flush, 12'(busy_node)}), .accepts_o(accepts)
  );

  accept_host #(.Groups(Groups), .Channels(Channels), .Rings(Rings), .Routes(Routes), .WindowBytes(WindowBytes)) u_host (
    .clk_i(clk), .routes_i(routes_ask), .routes_o(routes), .ranges_i(ranges_ask), .ranges_o(ranges)
  );

  accept_known #(.Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings)) known (
    .n_i(n), .open_i(open), .push_valid_i(push_valid), .go_i(ranges_ask.go), .open_valid_i(open_valid),
    .open_ready_i(open_ready), .open_index_i(open_index), .start_i(start), .acc_valid_i(acc_valid), .acc_i(acc),
    .ref_valid_i(ref_valid), .ref_ready_i(ref_ready), .ref_i(refusal), .err_valid_i(err_valid), .err_ready_i(err_ready),
    .accepts_i(accepts)
  );

  // ---- asking: one job at a time, the entries of a group in turn; n_jobs are those that the host has taken and not answered
  function automatic void check_asking;
    pushed = push_valid && push_ready;
    if (accepts.begun != (fetched || pushed) || (accepts.begun && accepts.group[GroupW-1:0] != (pushed ? push_group : fetch_group)))
      $fatal(1, "[%0d] begun %0d, fetched %0d, pushed %0d", n, accepts.begun, fetched, pushed);
    if (push_valid && ((fetched && push_waits) || accepts.pick)) $fatal(1, "[%0d] asked for before what is pushed", n);
    push_waits = push_valid;
    v = known.due(n_jobs);
    if (job_valid != held || (held && (job.addr != known.list[v].addr
        || job.ring[RingW-1-:GroupW] != known.list[v].node[NodeW-1-:GroupW])))
      $fatal(1, "[%0d] job for %h", n, job.addr);
    if (accepts.idle && known.list.size() != 0) $fatal(1, "[%0d] idle with %0d in flight", n, known.list.size());
    if (held && job_ready) begin
      held = 1'b0;
      n_jobs++;
    end
    if (desc_valid) begin
      known.list[known.due(0)].came = 32'(n);
      n_jobs--;
    end
    if (pushed) begin
      g = int'(push_group);
      known.push.node = NodeW'(g * Nodes + next[g]);
      known.push.came = 32'(n);
      if (n_jobs != 0 || held) n_behind++;
      known.add(known.push);
      next[g] = (next[g] + 1) % Nodes;
      n_pushed++;
    end
    if (!fetched) return;
    g = int'(fetch_group);
    if (left[g] == 0) $fatal(1, "[%0d] group %0d: asked out of turn", n, g);
    u_host.draw(g, slots[g]);
    known.add(known.drawn(fetch_addr, NodeW'(g * Nodes + next[g]), u_host.spoils && $urandom_range(150) == 0, 1'b1));
    held    = 1'b1;
    next[g] = (next[g] + 1) % Nodes;
    left[g]--;
    serial <= serial + 1;
  endfunction

  always @(posedge clk) if (!rst) begin
    check_asking();
    for (int i = 0; i < Groups; i++) if (reset[i]) begin
      next[i] = 0;
      for (int j = i * Nodes; j < (i + 1) * Nodes; j++) {known.works[j], known.untold[j]} = 2'b00;
    end
    if (!accepts.moved && (fetched || (!accepts.pick && !push_valid) || desc_valid || accepts.begun))
      $fatal(1, "[%0d] moved in secret", n);
    known.judge();
  end

  always @(negedge clk) begin
    n++;
    rst = n < 4;
    {reset, desc_valid, free, told, flush} = '0;
    if (known.took_open) open_valid = 1'b0;
    if (pushed) {push_valid, pushed} = '0;
    quiet = '1;
    if (push_valid) quiet[push_group] = 1'b0;
    for (int i = 0; i < known.list.size(); i++) quiet[known.list[i].node[NodeW-1-:GroupW]] = 1'b0;
    if (!rst) begin
      // all channels first, then now and then one
      if (!open_valid && known.n_opened < Channels) {open_valid, open_index} = {1'b1, ChanW'(known.n_opened)};
      u_host.spoils = n % 2048 < 1024;
      v = int'($urandom_range(Channels - 1));
      if (!open_valid && n - known.opened_at > 60 && $urandom_range(9) == 0 && u_host.spoils && known.unused(10'(v)))
        {open_valid, open_index} = {1'b1, ChanW'(v)};
      // groups post, fail, and are opened anew when nothing of them is under way
      for (int i = 0; i < Groups; i++) begin
        if (left[i] == 0 && known.n_opened >= Channels && known.n_accepted < Enough && $urandom_range(open[i] ? 199 : 999) == 0)
          left[i] = int'($urandom_range(20));
        if (known.errored[i] || (u_host.spoils && $urandom_range(1500 * Groups) == 0)) open[i] = 1'b0;
        if (!open[i] && left[i] == 0 && quiet[i] && $urandom_range(200) == 0) {open[i], reset[i], known.errored[i]} = 3'b110;
        pending[i] = left[i] != 0 && n % 256 < 160;   // and pause, so that channels are opened
      end
      // one is pushed where nothing is posted, and there is room
      v = int'(push_group);
      if (!push_valid && accepts.room && n % 256 < 160 && known.n_opened >= Channels && known.n_accepted < Enough
          && left[v] == 0 && quiet[v] && !reset[v]) begin
        {push_valid, push_addr} = {1'b1, {2{$urandom}}};
        u_host.draw(v, slots[v]);
        known.push = known.drawn(push_addr, '0, 1'b0, 1'b0);
      end else if (!push_valid) push_group = GroupW'($urandom_range(Groups - 1));
      if (n_jobs != 0 && (!u_host.spoils || $urandom_range(3) == 0)) begin
        desc_valid = 1'b1;
        v = known.due(0);
        {desc_data, desc_error} = {known.list[v].data, known.list[v].error};
      end
      // the nodes are done or are flushed, the host is told, in any order; not of those still under way
      v = int'($urandom_range(Groups * Nodes - 1));
      if (known.works[v] && !known.under_way(v)) begin
        if (open[v/Nodes]) {free, free_node} = {1'b1, NodeW'(v)};
        else if (!ref_valid) {flush, busy_node} = {1'b1, NodeW'(v)};
        if (free || flush) known.works[v] = 1'b0;
      end
      v = int'($urandom_range(Groups * Nodes - 1));
      if (known.untold[v] && !known.under_way(v)) begin
        {told, told_node} = {1'b1, NodeW'(v)};
        known.untold[v] = 1'b0;
      end
    end
    job_ready = $urandom_range(2) == 0;
    ref_ready = $urandom_range(2) == 0;
    err_ready = $urandom_range(2) == 0;
    if (n > 1_000_000) $fatal(1, "%0d accepted", known.n_accepted);
    settled = (known.n_accepted >= Enough && pending == '0 && known.list.size() == 0 && !push_valid) ? settled + 1 : 0;
    if (settled == 3) finish();
  end

  function automatic void finish;
    if (!accepts.idle || !accepts.pick) $fatal(1, "idle %0d, pick %0d", accepts.idle, accepts.pick);
    known.enough();
    if (n_pushed < 500 || n_behind < 100) $fatal(1, "%0d pushed, %0d behind others", n_pushed, n_behind);
    $display("PASS tb_sumac_accept: Groups %0d, %0d accepted, %0d failed, %0d unread, %0d channels opened", Groups,
             known.n_accepted, known.by_status[sumac_pkg::ST_EFAILED], known.n_failed, known.n_opened);
    $finish;
  endfunction

  initial for (int i = 0; i < Groups; i++) {next[i], left[i], slots[i]} = {32'd0, 32'd0, 3'($urandom)};
endmodule
