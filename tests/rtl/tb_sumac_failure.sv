// Failures, with causes from everywhere at once, groups that fail and are opened anew, and stalls on every stream: a
// cause is passed on with its status, or with EIO if it says 0, and rank, or another one of its group is; the groups in doubt
// are those that have met a bus error and not failed since; the host is told once each stage has been between two pieces of
// work since the group failed: a flush of each node in use, then told_o.
module tb_sumac_failure #(
  parameter bit Small = 1'b0
);
  localparam int Groups   = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Nodes    = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes;
  localparam int GroupW = $clog2(Groups), IdxW = $clog2(Nodes), NodeW = GroupW + IdxW,
                 All = Groups * Nodes;
  localparam int Rounds = Small ? 200_000 : 300_000, Rest = Small ? 30_000 : 120_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_failure: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic              host = '0, abort = '0, differ_valid = '0, differ_ready, fetch_valid = '0, fetch_ready, rd = '0, wr = '0,
                     dead_valid = '0, dead_ready, fail, told, flush_valid, flush_ready = '0, flush_busy, idle;
  logic [GroupW-1:0] host_group = '0, differ_group = '0, fetch_group = '0, rd_group = '0, wr_group = '0, fail_group, group,
                     abort_group = '0, dead_group = '0;
  logic [31:0]       host_word = '0, abort_word = '0;
  logic [15:0]       differ_rank = '0, dead_rank = '0, fail_rank;
  logic [7:0]        fail_status;
  logic [5-GroupW:0] pad;
  logic [Groups-1:0] doubt, failing = '0;
  logic [NodeW-1:0]  flush_node;
  logic [3:0]        pick = '0;

  // ---- the neighbours: groups (which of them is failing), the entries in use
  logic [Groups-1:0] failed = '0;                      // until the host opens it anew
  logic [All-1:0]    used = '0;
  assign flush_busy          = used[flush_node];

  sumac_failure #(.Groups(Groups), .Nodes(Nodes)) dut (
    .clk_i(clk), .rst_i(rst), .host_i(host), .host_fault_i({6'(host_group), host_word[23:0]}), .abort_i(abort),
    .abort_fault_i({6'(abort_group), abort_word[23:0]}), .dead_valid_i(dead_valid), .dead_ready_o(dead_ready),
    .dead_i({6'(dead_group), sumac_pkg::ST_EPEER, dead_rank}), .differ_valid_i(differ_valid), .differ_ready_o(differ_ready),
    .differ_i({6'(differ_group), sumac_pkg::ST_EMISMATCH, differ_rank}), .fetch_valid_i(fetch_valid), .fetch_ready_o(fetch_ready),
    .fetch_group_i(fetch_group), .bad_i({wr, rd}), .bad_group_i({wr_group, rd_group}), .fail_o(fail),
    .fault_o({pad, fail_group, fail_status, fail_rank}), .doubt_o(doubt), .failing_i(failing),
    .told_o(told), .group_o(group), .pick_i(pick), .flush_valid_o(flush_valid), .flush_ready_i(flush_ready),
    .flush_node_o(flush_node),
    .flush_busy_i(flush_busy), .idle_o(idle)
  );

  // ---- causes: those that cannot wait are kept. When a group fails by one, the other ones of up to then count no more
  localparam logic [23:0] BusWord = {sumac_pkg::ST_EBUS, 16'hffff};
  localparam int Late = 3;                             // cycles from a cause, if it is looked at at once, to the failure
  typedef struct packed { int at; logic [23:0] word; } cause_t;
  cause_t            causes [4*Groups][$];             // by the host, by ABORT, by bus error, no one
  logic [Groups-1:0] doubts = '0, was_failing = '0;
  logic [Groups-1:0] passed [Groups];                  // the others that went before it, while it waited
  logic [GroupW+23:0] next_word;                       // of a cause that did wait, and was taken
  bit                takes_differ = '0, takes_fetch = '0, takes_dead = '0;
  int                n = 0, g, rare, n_failed [6], n_told = 0, n_freed = 0, n_two = 0;

  function automatic logic [23:0] reason_of(logic [31:0] why);
    reason_of = (why[23:16] == sumac_pkg::ST_OK) ? {sumac_pkg::ST_EIO, why[15:0]} : why[23:0];
  endfunction

  function automatic void note(int kind, int at, logic [23:0] why);
    causes[kind*Groups+at].push_back({n, why});
  endfunction

  function automatic bit waits(int of);
    waits = 1'b0;
    for (int k = of; k < 3 * Groups; k += Groups) if (causes[k].size() != 0 && causes[k][0].at <= n - Late) waits = 1'b1;
  endfunction

  function automatic void check_kept;
    bit          found = 1'b0;
    logic [23:0] word = '0;
    for (int k = 0; k < 3; k++) begin
      bit first = 1'b1;
      while (causes[k*Groups+g].size() != 0 && causes[k*Groups+g][0].at <= n - Late) begin
        if (!found || !first) begin
          word = causes[k*Groups+g][0].word;
          if (first) n_failed[2+k]++;
          {found, first} = 2'b10;
        end
        void'(causes[k*Groups+g].pop_front());
      end
    end
    if (!found || word != {fail_status, fail_rank})
      $fatal(1, "[%0d] group %0d fails with %h for no reason", n, g, {fail_status, fail_rank});
    // each group goes before another one goes twice
    for (int i = 0; i < Groups; i++) begin
      if (waits(i) && i != g && passed[i][g]) $fatal(1, "[%0d] group %0d went twice, group %0d waits", n, g, i);
      passed[i][g] = waits(i) && i != g;
    end
    passed[g] = '0;
  endfunction

  function automatic void check_words;
    if (doubt != doubts) $fatal(1, "[%0d] doubt %b, not %b", n, doubt, doubts);
    if ((takes_differ || takes_fetch || takes_dead) && (!fail || {fail_group, fail_status, fail_rank} != next_word))
      $fatal(1, "[%0d] fail %0d, group %0d, %h, not %h", n, fail, fail_group, {fail_status, fail_rank}, next_word);
    n_failed[0] += int'(takes_differ);
    n_failed[1] += int'(takes_fetch);
    n_failed[5] += int'(takes_dead);
    g = int'(fail_group);
    if (fail) doubts[g] = 1'b0;
    if (fail && !takes_differ && !takes_fetch && !takes_dead) check_kept();
    if (host) note(0, int'(host_group), reason_of(host_word));
    if (abort) note(1, int'(abort_group), reason_of(abort_word));
    if (rd) note(2, int'(rd_group), BusWord);
    if (wr) note(2, int'(wr_group), BusWord);
    if (rd) doubts[rd_group] = 1'b1;
    if (wr) doubts[wr_group] = 1'b1;
    takes_differ = differ_valid && differ_ready;
    takes_fetch  = fetch_valid && fetch_ready;
    takes_dead   = dead_valid && dead_ready;
    if (int'(takes_differ) + int'(takes_fetch) + int'(takes_dead) > 1) $fatal(1, "[%0d] two words at a time", n);
    next_word = takes_differ ? {differ_group, sumac_pkg::ST_EMISMATCH, differ_rank}
        : takes_fetch ? {fetch_group, BusWord} : {dead_group, sumac_pkg::ST_EPEER, dead_rank};
  endfunction

  // ---- telling
  logic [3:0]          rested [Groups];                // stages that were between two pieces of work since the group failed
  logic [All-1:0]      flushed = '0, used_since = '0;  // in use ever since its group failed

  function automatic void check_telling;
    g = int'(group);
    for (int i = 0; i < Groups; i++) rested[i] = !failing[i] ? 4'd0 : rested[i] | (was_failing[i] ? pick : 4'd0);
    was_failing = failing;
    used_since  = used_since & used;
    if ((flush_valid || told) && !failing[g]) $fatal(1, "[%0d] group %0d did not fail", n, g);
    if ((flush_valid || told) && rested[g] != 4'hf) $fatal(1, "[%0d] group %0d: still at work: %b", n, g, ~rested[g]);
    if (idle && (failing != '0 || fail)) $fatal(1, "[%0d] idle", n);
    if (flush_valid) begin
      if (flush_node[IdxW+:GroupW] != group || flushed[flush_node] || !used[flush_node])
        $fatal(1, "[%0d] flush of node %0d", n, flush_node);
      flushed[flush_node] = flush_ready;
    end
    if (told) begin
      for (int i = g * Nodes; i < (g + 1) * Nodes; i++) if (used_since[i] && !flushed[i])
        $fatal(1, "[%0d] node %0d is not flushed", n, i);
      n_told++;
      flushed = '0;
    end
  endfunction

  always @(posedge clk) begin
    if (rst) begin
      for (int i = 0; i < Groups; i++) passed[i] = '0;
      for (int i = 0; i < 3 * Groups; i++) causes[i].delete();
      {doubts, failed, flushed, used_since, was_failing, takes_differ, takes_fetch, takes_dead} = '0;
      failing <= '0;
    end else begin
      check_telling();
      check_words();
      // as sumac_groups does: the first cause counts, until the group is opened anew
      if (told) failing[group] <= 1'b0;
      if (fail && !failed[fail_group]) begin
        failed[fail_group]   = 1'b1;
        failing[fail_group] <= 1'b1;
        used_since[int'(fail_group)*Nodes+:Nodes] = used[int'(fail_group)*Nodes+:Nodes];
        if (failing != '0) n_two++;
      end
    end
  end

  always @(negedge clk) begin
    n++;
    rst = n < 4 || (n >= Rounds / 2 && n < Rounds / 2 + 3);
    if (takes_differ || rst) differ_valid = 1'b0;
    if (takes_fetch || rst) fetch_valid = 1'b0;
    if (takes_dead || rst) dead_valid = 1'b0;
    {host, abort, rd, wr} = '0;
    if (!rst && n < Rounds - Rest) begin
      // now many causes at once, now few
      rare        = (n / 5000 % 2 == 0) ? 20 : 800;
      host        = $urandom_range((n / 5000 % 2 == 0) ? 3 : 900) == 0;
      host_group  = GroupW'($urandom);
      host_word   = $urandom & (($urandom_range(7) == 0) ? 32'hff00_ffff : '1);
      abort       = $urandom_range((n / 5000 % 2 == 0) ? 8 : 200) == 0;
      abort_group = GroupW'($urandom);
      abort_word  = $urandom & (($urandom_range(7) == 0) ? 32'hff00_ffff : '1);
      rd          = $urandom_range(rare) == 0;
      rd_group    = GroupW'($urandom);
      wr          = $urandom_range(rare) == 0;
      wr_group    = GroupW'($urandom);
      if (!differ_valid && $urandom_range(rare) == 0)
        {differ_valid, differ_group, differ_rank} = {1'b1, GroupW'($urandom), 16'($urandom)};
      if (!fetch_valid && $urandom_range(rare) == 0) {fetch_valid, fetch_group} = {1'b1, GroupW'($urandom)};
      if (!dead_valid && $urandom_range(rare) == 0)
        {dead_valid, dead_group, dead_rank} = {1'b1, GroupW'($urandom), 16'($urandom)};
      // entries are taken and come free at any time
      g = int'($urandom_range(All - 1));
      if (used[g] && failing[g/Nodes]) n_freed++;
      if ($urandom_range(9) == 0) used[g] = !used[g];
    end
    // the host opens a group anew, some time after the news was spread
    g = int'($urandom_range(Groups - 1));
    if (failed[g] && !failing[g] && $urandom_range(20) == 0) failed[g] = 1'b0;
    for (int i = 0; i < 4; i++) pick[i] = $urandom_range(9) == 0;
    flush_ready = $urandom_range(3) == 0;
    if (n == Rounds) begin
      for (int i = 0; i < 3 * Groups; i++) if (causes[i].size() != 0) $fatal(1, "a cause of group %0d is lost", i % Groups);
      if (failing != '0 || !idle) $fatal(1, "failing %b, idle %0d", failing, idle);
      for (int i = 0; i < 6; i++) if (n_failed[i] < 100) $fatal(1, "word of kind %0d: %0d times", i, n_failed[i]);
      if (n_told < 100 || n_freed < 20 || n_two < 20)
        $fatal(1, "%0d told of, %0d entries came free, %0d failed meanwhile", n_told, n_freed, n_two);
      $display("PASS tb_sumac_failure: Groups %0d, %0d told of, %0d while another was", Groups, n_told, n_two);
      $finish;
    end
  end

  initial begin
    for (int i = 0; i < 6; i++) n_failed[i] = 0;
    for (int i = 0; i < Groups; i++) rested[i] = '0;
  end
endmodule
