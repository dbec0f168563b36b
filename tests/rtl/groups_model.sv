// The groups as tb_sumac_groups knows them: what the host has written of each, its state and its counts, and how a write must be
// answered. Counts are since the opening, never wrapping (the registers take their low 16 bits), and of now; all else is as it can
// be seen.
module groups_model #(
  parameter int Groups = 4,
  localparam int W     = $clog2(Groups)
) (
  input  sumac_pkg::g_write_t w_i,         // stands for some cycles, and is done with en
  input  logic [1:0]        inside_i,      // whether the windows of its two rings have them inside
  input  logic [5:0]        windows_i,
  input  logic              pushed_i,
  input  sumac_pkg::fetch_t fetch_i,
  input  logic              c_written_i,
  input  logic [W-1:0]      c_group_i,
  input  sumac_pkg::fails_t fails_i,
  input  sumac_pkg::flight_t flight_i,
  input  logic [Groups-1:0] still_i,
  input  logic [Groups-1:0] settled_i
);
  logic [31:0] regs [Groups][128];         // what the host has written
  int unsigned posted [Groups], taken [Groups], gone [Groups], written [Groups], in_flight [Groups];
  int unsigned seen_at [Groups], fetched_at [Groups], set_at [Groups], wrote_at = 0;    // when the group has seen the last event
  logic [63:0] rung [Groups];
  logic [5:0]  windows [Groups];
  logic [3:0]  rested [Groups];            // stages that have been between two pieces of work
  logic [23:0] fault [Groups];             // status and rank
  logic [Groups-1:0] open = '0, live = '0, failed = '0, known = '0, untold = '0, hit = '0;
  sumac_pkg::g_write_t last = '0;          // of the cycle before
  sumac_pkg::fails_t fails = '0;
  int          n_round = 0, n_second = 0, n_settled = 0, n_late = 0;

  function automatic logic [31:0] wrote(int g, logic [15:0] register);
    wrote = regs[g][register[8:2]];
  endfunction
  function automatic int slot(int g);
    slot = wrote(g, sumac_pkg::REG_G_SLOT);
  endfunction
  function automatic int pool(int g);
    pool = wrote(g, sumac_pkg::REG_G_RING_POOL);
  endfunction
  function automatic int beats(int g);
    beats = wrote(g, sumac_pkg::REG_G_POOL_BEATS);
  endfunction
  function automatic int unsigned entries(int g);
    entries = 32'd1 << wrote(g, sumac_pkg::REG_G_RING_LOG2);
  endfunction
  function automatic logic [63:0] descriptors(int g);
    descriptors = {wrote(g, sumac_pkg::REG_G_DRING_HI), wrote(g, sumac_pkg::REG_G_DRING_LO)};
  endfunction
  function automatic logic [63:0] completions(int g);
    completions = {wrote(g, sumac_pkg::REG_G_CRING_HI), wrote(g, sumac_pkg::REG_G_CRING_LO)};
  endfunction
  function automatic bit has_place(int g);         // for one more completion
    has_place = gone[g] - taken[g] < entries(g);
  endfunction
  function automatic logic [63:0] offset(int g, int unsigned number);    // in either ring
    offset = {26'd0, number % entries(g), 6'd0};
  endfunction

  // ---- the write that stands
  function automatic bit at(logic [15:0] register);
    at = w_i.at == 9'(register);
  endfunction
  function automatic bit is_last;
    is_last = at(sumac_pkg::REG_G_PUSH + 16'd60);
  endfunction
  function automatic bit is_word;
    is_word = w_i.at inside {[9'(sumac_pkg::REG_G_PUSH):9'(sumac_pkg::REG_G_PUSH + 16'd56)]};
  endfunction
  function automatic bit is_open;
    is_open = at(sumac_pkg::REG_G_CTRL) && w_i.data[0];
  endfunction
  function automatic bit is_event;
    is_event = is_last() || is_open() || at(sumac_pkg::REG_G_DOORBELL) || at(sumac_pkg::REG_G_CONSUMED);
  endfunction
  function automatic bit is_shut;                                  // a push is refused a cycle later
    is_shut = is_last() && !open[w_i.group[W-1:0]];
  endfunction
  function automatic bit is_refused(logic [Groups-1:0] living);    // all but these, and closing, wait for its close
    is_refused = living[w_i.group[W-1:0]] && !is_word() && !is_last() && !at(sumac_pkg::REG_G_DOORBELL)
                 && !at(sumac_pkg::REG_G_CONSUMED) && !at(sumac_pkg::REG_G_FAIL) && (!at(sumac_pkg::REG_G_CTRL) || w_i.data[0]);
  endfunction
  function automatic logic [7:0] why_not(logic [Groups-1:0] living);
    int g;
    g = int'(w_i.group);
    why_not = is_refused(live) ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_OK;
    if (why_not != sumac_pkg::ST_OK || !is_open()) return why_not;
    for (int i = 0; i < Groups; i++)
      if (living[i] && pool(i) < pool(g) + beats(g) && pool(g) < pool(i) + beats(i)) why_not = sumac_pkg::ST_ENORES;
    if (inside_i != 2'b11) why_not = sumac_pkg::ST_EWINDOW;
    if (pool(g) + beats(g) > 256 || beats(g) == 0) why_not = sumac_pkg::ST_EINVAL;
  endfunction

  // ---- what happens in the cycle n: seen in the next cycle,
  function automatic void happens(int n, logic [63:0] now);
    int g;
    for (int i = 0; i < Groups; i++) begin
      rested[i] = (live[i] && !open[i]) ? rested[i] | flight_i.pick : '0;
      if (still_i[i] && settled_i[i]) begin
        live[i] = 1'b0;
        n_settled++;
      end
      if (hit[i]) begin
        {known[i], untold[i]} = 2'b11;
        fault[i] = {fails.fault.status, (fails.fault.rank == '1) ? 16'(wrote(i, sumac_pkg::REG_G_RANK)) : fails.fault.rank};
      end
    end
    if (fails_i.told) untold[fails_i.told_group[W-1:0]] = 1'b0;
    g     = int'(fails_i.fault.group);
    fails = fails_i;
    hit   = '0;
    if (fails_i.fail && open[g]) begin
      n_second  = n_second + int'(failed[g]);
      hit[g]    = !failed[g];
      failed[g] = 1'b1;
    end
    // in the one after,
    if (last.en) begin
      g = int'(last.group);
      regs[g][last.at[8:2]] = last.data;
      if (last.at == 9'(sumac_pkg::REG_G_CTRL)) begin
        open[g] = last.data[0];
        if (open[g]) {live[g], failed[g], known[g]} = 3'b100;
      end
      if (last.at < 9'(sumac_pkg::REG_G_PUSH)
          && !(last.at inside {9'(sumac_pkg::REG_G_DOORBELL), 9'(sumac_pkg::REG_G_CONSUMED)})) set_at[g] = n;
    end
    last = w_i;
    // and what is counted.
    if (fetch_i.fetched) begin
      g = int'(fetch_i.group);
      gone[g]++;
      if (gone[g] == 65536 + 10) n_round++;
      {fetched_at[g], seen_at[g]} = {n, n + 2};
    end
    if (c_written_i) written[c_group_i]++;
    for (int e = 0; e < 8; e++) if (flight_i.begun[e]) in_flight[flight_i.begun_groups[e*6+:W]]++;
    for (int e = 0; e < 7; e++) if (flight_i.ended[e]) in_flight[flight_i.ended_groups[e*6+:W]]--;
    if (!w_i.en || !is_event()) return;
    g          = int'(w_i.group);
    seen_at[g] = n + 2 + int'(fetch_i.fetched) + int'(at(sumac_pkg::REG_G_CONSUMED));
    wrote_at   = n;
    n_late     = n_late + int'(fetch_i.fetched && fetch_i.group == w_i.group);
    if (is_last() || at(sumac_pkg::REG_G_DOORBELL)) rung[g] = now;
    if (is_last()) begin
      gone[g] = gone[g] + 32'(pushed_i);
      posted[g]++;
    end else if (is_open()) begin
      windows[g] = windows_i;
      {posted[g], taken[g], gone[g], written[g]} = '0;
    end else if (at(sumac_pkg::REG_G_DOORBELL)) posted[g] = w_i.data;
    else taken[g] = w_i.data;
  endfunction

  // A run was long enough.
  function automatic void enough;
    if (n_round < 1 || n_second < 100 || n_settled < 100 || n_late < 100)
      $fatal(1, "round %0d, again %0d, settled %0d, late %0d", n_round, n_second, n_settled, n_late);
  endfunction

  initial for (int i = 0; i < Groups; i++) begin
    {posted[i], taken[i], gone[i], written[i], in_flight[i], seen_at[i], fetched_at[i], set_at[i]} = '0;
    for (int r = 0; r < 128; r++) regs[i][r] = '0;
  end
endmodule
