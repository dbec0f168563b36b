// Completions, with descriptors that are refused, nodes that end by both ways and groups that fail, all at once, and a write
// port that stalls: every descriptor that was seen is reported once, in a record laid out as include/spec/completion.def
// says, held while it waits; ends come before what failed; an end in a group that fails is ignored, and its flush counts; a
// flush says nothing of a descriptor that was not seen before it in this life of the group.
module tb_sumac_complete #(
  parameter bit Small = 1'b0
);
  localparam int Groups = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int Nodes  = Small ? sumac_pkg::SmallNodes : sumac_pkg::DefNodes / 4;   // so that all may end at once
  localparam int GroupW = $clog2(Groups), IdxW = $clog2(Nodes), NodeW = GroupW + IdxW, All = Groups * Nodes;
  // A large NIC takes longer to have all its nodes end, and to work off what waits before a group should fail.
  localparam int Rounds = Small ? 120_000 : 360_000, Rest = 20_000, FailOdds = Small ? 100 : 800;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_complete: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [63:0]       now = 64'hffff_0000, was_now = '0;
  logic              seen = '0, sum_w = '0, ends = '0, wr_ends = '0, ref_valid = '0, ref_ready, flush_valid = '0, flush_ready,
                     job_valid, job_ready = '0, told, idle, begun;
  logic [GroupW-1:0] group;
  sumac_pkg::acc_t   acc = '0;
  logic [NodeW-1:0]  sum_node = '0, end_node = '0, wr_node = '0, flush_node = '0, told_node;
  logic [31:0]       sum = '0;
  logic [Groups-1:0] failing = '0, reset = '0;
  sumac_pkg::refusal_t refusal = '0;
  sumac_pkg::fault_t fault = '0;
  sumac_pkg::wr_t    job;
  sumac_pkg::cpl_t   cpl;
  logic [132:0]      wr_result = '0;      // {bytes, result}
  assign cpl = job.data;

  // Where a group's next completion goes changes with each that is written.
  logic [31:0] laps [Groups];
  sumac_pkg::entry_t entry;
  always @(posedge clk) entry <= {32'(group), laps[group], laps[group], 32'(group)};
  sumac_complete #(.Groups(Groups), .Nodes(Nodes)) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now), .acc_seen_i(seen), .acc_i(acc), .sum_w_i(sum_w), .sum_node_i(sum_node), .sum_i(sum),
    .reset_i(reset), .failing_i(failing), .end_i(ends), .end_node_i(end_node), .wr_end_i(wr_ends),
    .wr_done_i({2'b00, 6'(wr_node[IdxW-1:0]), 8'({wr_node[IdxW+:GroupW], {$clog2(sumac_pkg::DefRings){1'b0}}}), 7'd0, wr_result}),
    .ref_valid_i(ref_valid), .ref_ready_o(ref_ready), .ref_i(refusal), .flush_valid_i(flush_valid), .flush_ready_o(flush_ready),
    .flush_node_i(flush_node), .flush_fault_i(fault), .group_o(group), .entry_i(entry), .job_valid_o(job_valid),
    .job_ready_i(job_ready), .job_o(job), .told_o(told), .told_node_o(told_node), .idle_o(idle), .begun_o(begun)
  );

  // ---- the model: what an entry is (Either: it ended while its group failed; Lost: its end is to be ignored), and its record
  typedef enum logic [2:0] {Free, Asked, Refused, Work, Ended, Either, Lost} state_e;
  typedef enum logic [1:0] {End, Ref, Flush} source_e;
  state_e            state [All];
  logic [159:0]      records [All];       // {sum, rung, seq, cookie}
  logic [132:0]      results [All];       // {bytes, result} that came with the last write; 0: none
  bit                late [All];          // flushed while its last write was under way: the write's end is still to come
  logic [Groups-1:0] untold = '0;         // failed, and its nodes not flushed yet
  logic [Groups-1:0] settled = '0;        // failed, and no stage works on it any more
  source_e           source;              // of what is being told
  bit                drops, was_job, was_taken, was_idle, was_begun;
  sumac_pkg::wr_t    was;
  int                n = 0, v, g, picked = 0, due = 0, n_ended = 0, n_most = 0, walk = -1, walker = 0, since = 0, n_told [3],
                     n_reopened = 0, n_lost = 0, n_unseen = 0, n_late = 0, n_met = 0, n_results = 0, may_see = 4;
  logic [NodeW-1:0]  picked_node, begun_node;
  logic [7:0]        picked_status;
  logic [15:0]       picked_rank;
  int                asked [$], dues = 0, to_refuse = -1, n_just = 0, n_closed = 0, was_end = 0, ended_at [All];
  bit                ref_taken = '0;

  task automatic check_record;
    v = int'(told_node);
    g = v / Nodes;
    if (state[v] == Free || state[v] == Asked || (picked != 0 && told_node != picked_node))
      $fatal(1, "[%0d] node %0d is told of", n, v);
    if (cpl.cookie != records[v][31:0] || cpl.seq != records[v][63:32]
        || cpl.rung_at != records[v][127:64]) $fatal(1, "[%0d] node %0d: whose record is this", n, v);
    if (cpl.lap != {laps[g], 32'(g)} || job.addr != {32'(g), laps[g]}) $fatal(1, "[%0d] node %0d: its place", n, v);
    if ({cpl.inline_len, cpl.inline_data} != ((source == End) ? {3'd0, results[v]} : 136'd0))
      $fatal(1, "[%0d] node %0d: its result", n, v);
    if (source == End && results[v] != '0) n_results++;
    if (cpl.reserved != '0) $fatal(1, "[%0d] what is unused is not zero", n);
    if (cpl.status != picked_status || cpl.fault_rank != picked_rank
        || cpl.combines != ((source == End) ? records[v][159:128] : 32'd0))
          $fatal(1, "[%0d] node %0d: status %0d", n, v, cpl.status);
    if (source == End && state[v] != Ended && state[v] != Either) $fatal(1, "[%0d] node %0d did not end", n, v);
    if (source == Ref && state[v] != Refused) $fatal(1, "[%0d] node %0d was not refused", n, v);
  endtask

  always @(posedge clk) begin
    now     <= now + 64'd1;
    was_now <= now;
    if (rst) begin
      for (int i = 0; i < All; i++) {state[i], late[i]} = {Free, 1'b0};
      asked.delete();
      {untold, settled, was_job, was_begun, picked, n_ended, dues, ref_taken} = '0;
      {to_refuse, was_taken, walk} = {-32'd1, 1'b1, -32'd1};
    end else begin
      // the record: built once, for what was picked two cycles before, a flush three
      if (was_job && !was_taken && (!job_valid || job != was))
        $fatal(1, "[%0d] the record changed while it waited", n);
      if (picked == 2 && (job_valid == drops)) $fatal(1, "[%0d] node %0d: told %0d, though %0d", n, picked_node, job_valid, drops);
      if (picked == 2 && !job_valid) picked = 0;
      if (job_valid && (!was_job || was_taken)) begin
        if (picked == 0) {source, picked_status, picked_rank} = {End, sumac_pkg::ST_OK, 16'hffff};
        if (cpl.done_at != was_now) $fatal(1, "[%0d] its time", n);
        check_record();
      end
      if (dues != 0 && n == dues && (!job_valid || int'(told_node) != due) && state[due] == Ended)
        $fatal(1, "[%0d] node %0d ended 3 cycles ago", n, due);
      // begun once, in the cycle before
      if ((job_valid && (!was_job || was_taken)) != was_begun) $fatal(1, "[%0d] begun %0d", n, was_begun);
      if (was_begun && told_node != begun_node) $fatal(1, "[%0d] node %0d has begun", n, begun_node);
      {was_begun, begun_node} = {begun, told_node};
      {was, was_job, was_taken} = {job, job_valid, job_valid && job_ready};
      if (told != was_taken) $fatal(1, "[%0d] told %0d", n, told);
      if (idle && (n_ended != 0 || job_valid || ref_valid || flush_valid)) $fatal(1, "[%0d] idle", n);
      was_idle = idle;
      if (told) begin
        v = int'(told_node);
        n_told[source]++;
        if (state[v] == Ended) n_ended--;
        if (source == Flush && state[v] == Work) late[v] = $urandom_range(1) == 0 || (wr_ends && int'(wr_node) == v);
        if (source == Flush && state[v] == Lost) n_lost++;
        state[v] = Free;
        laps[v/Nodes] <= laps[v/Nodes] + 32'd1;
        picked = 0;
      end
      if (picked == 1 || picked == -1) picked = picked == 1 ? 2 : 1;
      // what ended is reported first, then what is refused
      if ((ref_valid && ref_ready) || (flush_valid && flush_ready)) begin
        if (n_ended != 0 || (flush_ready && ref_valid && !ref_ready)) $fatal(1, "[%0d] a failure comes before an end", n);
        picked      = ref_valid ? 1 : -1;     // of a flush it looks first whether there is something to report
        source      = ref_valid ? Ref : Flush;
        picked_node = ref_valid ? refusal.node[NodeW-1:0] : flush_node;
        drops       = state[int'(picked_node)] == Free || state[int'(picked_node)] == Asked;
        picked_status = ref_valid ? refusal.status : fault.status;
        if (drops && !ref_valid) n_unseen++;
        if (drops && seen && acc.node == 12'(flush_node)) n_met++;
        picked_rank = ref_valid ? 16'hffff : fault.rank;
        if (ref_valid) ref_taken = 1'b1;
        else walk++;
      end
      note_inputs();
    end
  end

  // An input of this cycle is known from the next.
  function automatic void note_end(int at);
    if (late[at]) begin
      late[at] = 1'b0;
      n_late++;
    end else begin
      state[at] = failing[at/Nodes] ? Lost : Ended;
      ended_at[at] = n;
      if (state[at] == Ended) n_ended++;
      if (n_ended > n_most) n_most = n_ended;
      if (state[at] == Ended && was_idle && n_ended == 1 && !(ends && wr_ends) && !ref_valid && !flush_valid)
        {due, dues} = {at, n + 3};
    end
  endfunction
  function automatic void note_inputs;
    if (seen) begin
      records[int'(acc.node)] = {32'd0, acc.rung, acc.seq, acc.cookie};
      results[int'(acc.node)] = '0;
      state[int'(acc.node)] = (failing[int'(acc.node)/Nodes] || (acc.cookie[1:0] == 2'd0 && !stalls)) ? Refused : Work;
      if (state[int'(acc.node)] == Refused) to_refuse = int'(acc.node);
      void'(asked.pop_front());
    end
    if (sum_w) records[int'(sum_node)][159:128] = sum;
    if (ends) note_end(int'(end_node));
    if (wr_ends && state[int'(wr_node)] == Work) results[int'(wr_node)] = wr_result;
    if (wr_ends) note_end(int'(wr_node));
  endfunction

  // ---- descriptors, nodes, groups: for a while completions are held up and nodes are quick, and for a while groups fail
  bit stalls, fails;
  // The next entry after a random one that is in this state; All: none.
  function automatic int find(state_e what);
    int from;
    from = int'($urandom_range(All - 1));
    find = All;
    for (int i = 0; i < All && find == All; i++) if (state[(from+i)%All] == what) find = (from + i) % All;
  endfunction
  function automatic void fetch;
    v = find(Free);
    // in a group that is being flushed, rather what the flush comes to next
    if (untold[walker] && $urandom_range(1) == 0)
      for (int i = 1; i < 4; i++) if (walk + i < Nodes && state[walker*Nodes+walk+i] == Free) v = walker * Nodes + walk + i;
    if (v != All && asked.size() < 4 && n < Rounds - Rest
        && (!failing[v/Nodes] || untold[v/Nodes] || $urandom_range(20) == 0)) begin
      asked.push_back(v);
      state[v] = Asked;
    end
    if (ref_taken) {ref_valid, ref_taken} = 2'b00;
    if (to_refuse != -1) begin
      ref_valid = 1'b1;
      refusal   = {12'(to_refuse), 8'($urandom_range(255, 1))};
      to_refuse = -1;
    end
    if (may_see > 1 && !ref_valid && asked.size() != 0 && $urandom_range(2) == 0) begin
      seen = 1'b1;
      acc.node = 12'(asked[0]);
      {acc.cookie, acc.seq, acc.rung} = {$urandom, $urandom, $urandom, $urandom};
    end
  endfunction

  // Nodes count their combines and end, by fold or by their last write. Stages do not work on a group that is being flushed.
  function automatic void work;
    int from;
    v = find(Work);
    if (v != All && !settled[v/Nodes]) begin
      {sum_w, sum_node, sum} = {1'b1, NodeW'(v), 1'b1, 31'($urandom)};
      if ($urandom_range(1) == 0 && n / 12_000 % 3 != 1) {ends, end_node} = {1'b1, NodeW'(v)};
    end
    from = int'($urandom_range(All - 1));
    for (int i = 0; i < All && !wr_ends; i++) begin
      v = (from + i) % All;
      if (late[v] || (state[v] == Work && records[v][159] && !(ends && int'(end_node) == v) && n / 12_000 % 3 != 0))
        {wr_ends, wr_node} = {$urandom_range(3) == 0, NodeW'(v)};
    end
    wr_result = '0;
    if (wr_ends && $urandom_range(1) == 0) wr_result = {5'($urandom_range(16, 1)), $urandom, $urandom, $urandom, $urandom};
  endfunction

  // All nodes of a group are free or, if they may be, at work, and no end of them is on its way.
  function automatic bit at_rest(int of, bit may_work);
    at_rest = !may_work || (!(ends && int'(end_node) / Nodes == of) && !(wr_ends && int'(wr_node) / Nodes == of));
    for (int i = of * Nodes; i < (of + 1) * Nodes; i++)
      if (!(state[i] == Free || (may_work && state[i] == Work)) || late[i]) at_rest = 1'b0;
  endfunction
  function automatic void fail_groups;
    g = int'($urandom_range(Groups - 1));
    // an end in the cycle before may be what went wrong: it must not be reported
    v = was_end;
    if (state[v] == Ended && ended_at[v] == n - 1) g = v / Nodes;
    if (!failing[g] && fails && $urandom_range((state[v] == Ended && ended_at[v] == n - 1) ? 5 : FailOdds) == 0
        && n < Rounds - Rest) begin
      {failing[g], untold[g]} = 2'b11;
      for (int i = g * Nodes; i < (g + 1) * Nodes; i++) if (state[i] == Ended) begin
        state[i] = (ended_at[i] == n - 1) ? Lost : Either;
        if (state[i] == Lost) n_just++;
        n_ended--;
      end
    end else if (failing[g] && !untold[g] && at_rest(g, 1'b0)) begin
      {failing[g], settled[g], reset[g]} = 3'b001;
      n_reopened++;
    end else if (!failing[g] && !stalls && at_rest(g, 1'b1) && $urandom_range(FailOdds / 4) == 0 && n < Rounds - Rest) begin
      failing[g] = 1'b1;                           // the host closes it, and nobody is told of its nodes
      for (int i = g * Nodes; i < (g + 1) * Nodes; i++) if (state[i] == Work) {state[i], n_closed} = {Free, n_closed + 1};
    end
    // all its nodes are flushed, one after the other
    since++;
    if (walk == Nodes) begin
      untold[walker] = 1'b0;
      walk           = -1;
      since          = 0;
    end
    if (walk == -1 && untold[g] && since > 30) begin
      {walker, walk} = {g, 32'd0};
      settled[g]     = 1'b1;
      fault          = {6'd0, 8'($urandom_range(255, 1)), 16'($urandom)};
    end
    flush_valid = walk >= 0 && walk < Nodes && state[walker*Nodes+walk%Nodes] != Free;
    flush_node  = NodeW'(walker * Nodes + walk);
    if (walk >= 0 && walk < Nodes && !flush_valid) walk++;
  endfunction

  always @(negedge clk) begin
    n++;
    rst = n < 4 || (n >= Rounds / 2 && n < Rounds / 2 + 3);
    stalls = n / 3000 % 4 == 0;
    fails  = n / 12_000 % 2 == 1 && !stalls;
    was_end = int'(wr_node);
    may_see = seen ? may_see - 1 : may_see + int'(may_see < 4);      // one in two cycles, but now and then one sooner
    {seen, sum_w, ends, wr_ends, reset} = '0;
    if (rst) {ref_valid, flush_valid, failing} = '0;
    else begin
      fetch();
      if (!fails || $urandom_range(7) == 0) work();
      fail_groups();
    end
    job_ready = stalls ? $urandom_range(400) == 0 : $urandom_range(n / 1000 % 3) == 0;
    if (n == Rounds) begin
      for (int i = 0; i < All; i++) if (state[i] != Free) $fatal(1, "node %0d is not told of: %0d", i, state[i]);
      if (!idle || failing != '0) $fatal(1, "idle %0d, failing %b", idle, failing);
      if (n_most != All || n_told[End] < 5000 || n_told[Ref] < 1000 || n_told[Flush] < 200 || n_lost < 50 || n_late < 50
          || n_unseen < 20 || n_just < 20 || n_met < 1 || n_reopened < 10 || n_results < 500 || n_closed < 50)
        $fatal(1, "%0d, %0d ended, %0d refused, %0d flushed, %0d lost, %0d late, %0d unseen, %0d met, %0d just, %0d anew, %0d",
               n_most, n_told[End], n_told[Ref], n_told[Flush], n_lost, n_late, n_unseen, n_met, n_just, n_reopened, n_closed);
      $display("PASS tb_sumac_complete: Groups %0d, %0d ended, %0d refused, %0d flushed, %0d lost, %0d late, %0d unseen, %0d met",
               Groups, n_told[End], n_told[Ref], n_told[Flush], n_lost, n_late, n_unseen, n_met);
      $finish;
    end
  end

  initial begin foreach (n_told[i]) n_told[i] = 0; foreach (laps[i]) laps[i] = '0; end
endmodule
