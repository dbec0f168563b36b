// The sweep (R11) against a model that knows only what happened to each channel and when: chunks that are sent, acknowledged and
// held
// up, packets heard, gaps, groups that fail, close and are opened anew, at random, with phases in which peers are silent, and in
// which the clock jumps to wake_o. Checked: what is due comes in the round in which it is due and not before (R4, R12, R13, R15),
// a peer is given up after as many silent units as the group has patience, and with the right rank (R14), a group has settled
// when a whole round has found nothing to wait for (R17), and wake_o is the next round in which something is due.
// +seed=N repeats a run. Small = 1: smallest parameters.
module tb_sumac_sweep #(parameter bit Small = 1'b0);
  localparam int Channels    = Small ? sumac_pkg::SmallChannels : 32;
  localparam int Groups      = Small ? sumac_pkg::SmallGroups : 4;
  localparam int ProbeRounds = Small ? 2 : sumac_pkg::DefProbeRounds;
  localparam int AbortTries  = Small ? sumac_pkg::SmallAbortTries : sumac_pkg::DefAbortTries;
  localparam int ChanW = $clog2(Channels), GroupW = $clog2(Groups), Runs = 3_000_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;
  function automatic int rnd(input int n);
    rnd = int'($urandom % n);
  endfunction

  typedef struct packed {
    logic              open, gap, blocked;
    logic [GroupW-1:0] grp;
    logic [15:0]       rank;
    logic [31:0]       una, nxt, lim;
  } channel_t;
  channel_t          ch [Channels];
  channel_t          at;
  logic [63:0]       now = 64'd5, wake;
  logic              open_v = 1'b0, heard = 1'b0, news = 1'b0, aborted = 1'b0, nak, job_valid, job_ready = 1'b1, timeout;
  logic              dead_valid, dead_ready = 1'b1;
  logic [ChanW-1:0]  open_index = '0, heard_index = '0, ch_index, nak_index;
  logic [Groups-1:0] reset = '0, failed = '0, still = '0, closing = '0, settled;
  logic [GroupW-1:0] g_group;
  logic [10:0]       patience [Groups];
  logic [23:0]       reason [Groups];
  sumac_pkg::tx_t    job;
  sumac_pkg::fault_t dead;
  // The tables answer a cycle later, but for nxt and what is held up.
  always_ff @(posedge clk) at <= ch[ch_index];

  sumac_sweep #(.Channels(Channels), .Groups(Groups), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now), .open_i(open_v), .open_index_i(open_index), .heard_i(heard), .news_i(news),
    .aborted_i(aborted), .heard_index_i(heard_index), .ch_index_o(ch_index), .ch_open_i(at.open), .live_i('1), .ch_group_i(at.grp),
    .ch_rank_i(at.rank), .ch_una_i(at.una), .ch_lim_i(at.lim), .ch_gap_i(at.gap), .ch_nxt_i(ch[ch_index].nxt),
    .ch_blocked_i(ch[ch_index].blocked),
    .reset_i(reset), .failed_i(failed), .still_i(still), .settled_o(settled), .g_group_o(g_group),
    .g_i({closing[g_group], patience[g_group], reason[g_group]}), .nak_o(nak), .nak_index_o(nak_index), .ask_o(job_valid),
    .room_i(job_ready), .job_o(job), .timeout_o(timeout), .dead_valid_o(dead_valid), .dead_ready_i(dead_ready),
    .dead_o(dead), .wake_o(wake)
  );

  // ---- what has happened: in visits to each channel, so rounds
  longint due [Channels];                        // the round of the next PROBE or ABORT; -1: nothing is due
  int     backoff [Channels], silent [Channels], told [Channels];
  bit     was_heard [Channels], was_news [Channels], was_aborted [Channels], fresh [Channels], probed [Channels],
      answered [Channels];
  int     n_probes = 0, n_naks = 0, n_aborts = 0, n_dead = 0, n_own = 0, n_settled = 0, n_timeouts = 0, n_jumps = 0, most = 0;
  bit     waits [Channels];

  // Visits under way: the channel, its round, and what was there to see, each when the sweep looks at it. The last is judged.
  typedef struct {
    int          v;
    bit          whole, h, w, a, f, failed, closing;
    longint      round;
    channel_t    seen;
    int          patience;
    logic [23:0] reason;
    logic [Groups-1:0] still;    // when the first channel was read
  } visit_t;
  visit_t   visits [4];
  int       v = -1;
  longint   round = 0;
  channel_t seen = '0;
  bit       h, w, a, f, has_failed, closes;
  int       most_silent;
  logic [23:0] why;
  bit       x_probe, x_abort, x_nak, x_dies, hush;
  logic [15:0] x_rank;

  bit          any [Groups], two [Groups], found [Groups], whole = 1'b0;
  logic [15:0] who [Groups];
  longint      first_due = -1;
  logic [Groups-1:0] x_settled = '0, found_then = '0, x_settles = '0;
  logic [63:0] x_wake = '1, wake_then = '1, x_wakes = '1;
  bit          last1 = 1'b0, last2 = 1'b0;
  logic [Groups-1:0] still_then = '0, still_last = '0;
  logic [15:0] dead_ranks [$];

  function automatic void set_due(input int c);
    due[c] = round + (longint'(ProbeRounds) << backoff[c]);
  endfunction

  function automatic void probe_due(input int g);
    hush     = backoff[v] == 6 && probed[v] && !answered[v];
    x_probe  = 1'b1;
    if (timeout != (probed[v] && !answered[v])) $fatal(1, "channel %0d: a timeout %0d", v, timeout);
    n_timeouts += int'(timeout);
    probed[v]   = 1'b1;
    answered[v] = 1'b0;
    if (hush) begin
      silent[v]++;
      two[g] = two[g] || (any[g] && who[g] != seen.rank);
      if (!any[g]) who[g] = seen.rank;
      any[g] = 1'b1;
      x_dies = most_silent != 0 && silent[v] >= most_silent;
      x_rank = two[g] ? 16'hffff : seen.rank;
    end
    if (backoff[v] < 6) backoff[v]++;
    if (backoff[v] > most) most = backoff[v];
    set_due(v);
  endfunction

  function automatic void judge();
    int g;
    bit pending;
    g       = int'(seen.grp);
    pending = seen.nxt != seen.una || (seen.blocked && seen.nxt == seen.lim);
    {x_probe, x_abort, x_dies} = '0;
    x_nak = seen.open && !has_failed && seen.gap && (round & 1) != 0;
    if (h) {answered[v], silent[v]} = {1'b1, 32'd0};
    if (h && seen.open) {any[g], two[g]} = 2'b00;
    if (!seen.open || f) {due[v], backoff[v], silent[v], told[v], probed[v], answered[v]} = {-64'd1, 32'd0, 32'd0, 32'd0, 2'b00};
    else if (has_failed) begin
      if (told[v] == 0) begin
        if (job_ready) begin
          x_abort = 1'b1; told[v] = 1; backoff[v] = 0;
          set_due(v);
        end
      end else if (a) told[v] = AbortTries;
      else if (told[v] < AbortTries && round >= due[v] && job_ready && !dead_valid) begin
        x_abort = 1'b1; told[v]++;
        if (backoff[v] < 6) backoff[v]++;
        set_due(v);
      end
      if (told[v] == 0) due[v] = round;
      if (told[v] >= AbortTries) due[v] = -1;
    end else begin
      if (!pending || (closes && backoff[v] == 6)) begin
        if (!pending) backoff[v] = 0;
        {due[v], silent[v], probed[v]} = {-64'd1, 32'd0, 1'b0};
      end else if (due[v] < 0 || w) begin
        if (w) backoff[v] = 0;
        probed[v] = 1'b0;
        set_due(v);
      end else if (round >= due[v] && job_ready && !dead_valid) probe_due(g);
    end
    if (due[v] >= 0) wait_until(g, due[v]);
    if (seen.open && f && (pending || has_failed)) wait_until(g, round);
  endfunction

  function automatic void wait_until(input int g, input longint then_);
    found[g] = 1'b1;
    if (first_due < 0 || then_ < first_due) first_due = then_;
  endfunction

  function automatic void check();
    if (nak != x_nak || (nak && int'(nak_index) != v)) $fatal(1, "channel %0d, round %0d: a NAK %0d", v, round, nak);
    if (job_valid != (x_probe || x_abort)) $fatal(1, "channel %0d, round %0d: a job %0d, due in %0d", v, round, job_valid, due[v]);
    if (job_valid && (int'(job.channel) != v || job.kind != (x_abort ? sumac_pkg::KIND_ABORT : sumac_pkg::KIND_PROBE)
        || job.group != 6'(seen.grp)
        || job.seq != (x_abort ? 0 : seen.nxt) || job.word != (x_abort ? {8'd0, why} : 0)))
      $fatal(1, "channel %0d: not the job", v);
    n_naks += int'(nak); n_probes += int'(x_probe); n_aborts += int'(x_abort);
    if (x_dies) dead_ranks.push_back(x_rank);
  endfunction

  logic [ChanW-1:0] index;
  assign index = now[ChanW-1:0];
  int last_index = 0;
  always @(posedge clk) if (rst) last_index = 0;
  else begin
    if (settled != x_settled) $fatal(1, "settled %b, not %b", settled, x_settled);
    if (wake != x_wake) $fatal(1, "wakes at %0d, not %0d", wake, x_wake);
    // A round's findings are told three cycles after its last visit's verdict; groups are looked at again two cycles after it.
    {x_settled, x_wake, x_settles} = {x_settles, x_wakes, Groups'(0)};
    if (last2) begin
      for (int g = 0; g < Groups; g++) x_settles[g] = still_last[g] && still[g] && !found_then[g];
      for (int g = 0; g < Groups; g++) n_settled += int'(x_settles[g]);
      x_wakes = wake_then;
    end
    {last2, last1} = {last1, 1'b0};
    if (dead_valid && dead_ready) begin
      if (dead_ranks.size() == 0 || {sumac_pkg::ST_EPEER, dead_ranks[0]} != {dead.status, dead.rank})
        $fatal(1, "rank %0d is given up", dead.rank);
      n_own += int'(dead.rank == 16'hffff);
      void'(dead_ranks.pop_front());
      n_dead++;
    end
    {v, round, seen} = {visits[3].v, visits[3].round, visits[3].seen};
    {h, w, a, f} = {visits[3].h, visits[3].w, visits[3].a, visits[3].f};
    {has_failed, closes, most_silent, why} = {visits[3].failed, visits[3].closing, visits[3].patience, visits[3].reason};
    if (v >= 0) begin
      if (v == 0) begin
        for (int g = 0; g < Groups; g++) found[g] = 1'b0;
        first_due  = -1;
        still_then = visits[3].still;
      end
      judge();
      check();
      if (v == Channels - 1 && visits[3].whole) begin
        for (int g = 0; g < Groups; g++) found_then[g] = found[g];
        still_last = still_then;
        wake_then = first_due < 0 ? '1 : 64'(first_due) << ChanW;
        last1     = 1'b1;
      end
    end else if (nak || job_valid) $fatal(1, "something of no visit");
    for (int g = 0; g < Groups; g++) if (reset[g]) {any[g], two[g]} = 2'b00;
    visits[3] = visits[2];
    visits[2] = visits[1];
    if (visits[1].v >= 0) begin : look
      int g;
      g = int'(visits[1].seen.grp);
      {visits[2].failed, visits[2].closing, visits[2].patience} = {failed[g], closing[g], 32'(patience[g])};
      visits[2].reason = reason[g];
    end
    visits[1] = visits[0];
    if (visits[0].v >= 0) begin : events
      int c;
      c = visits[0].v;
      {visits[1].h, visits[1].w, visits[1].a, visits[1].f} = {was_heard[c], was_news[c], was_aborted[c], fresh[c]};
      {was_heard[c], was_news[c], fresh[c]} = 3'b000;
      visits[1].still = still;
    end
    visits[0].v = int'(index) == last_index ? -1 : int'(index);
    for (int i = 2; i < 4; i++) if (visits[0].v == visits[i].v && visits[0].v >= 0) {visits[0].v, visits[0].whole} = {-1, 1'b0};
    if (visits[0].v >= 0) begin
      visits[0].whole = index == '0
        || (visits[0].whole && int'(index) == last_index + 1 && visits[0].round == longint'(now >> ChanW));
      visits[0].round = longint'(now >> ChanW);
      visits[0].seen  = ch[index];
    end
    last_index = int'(index);
    if (heard) was_heard[heard_index] = 1'b1;
    if (news) was_news[heard_index] = 1'b1;
    if (aborted) was_aborted[heard_index] = 1'b1;
    if (open_v) begin
      {was_heard[open_index], was_news[open_index], was_aborted[open_index], fresh[open_index]} = 4'b0001;
    end
  end

  // ---- what happens next; a group is opened after its channels were closed for more than a round
  int n = 0, calm = 0, quiet = 0, rate = 4, opening [Groups];
  always @(negedge clk) begin : drive
    int c, g;
    n++;
    rst = n < 4;
    {open_v, heard, news, aborted, reset} = '0;
    job_ready = rnd(8) != 0;
    dead_ready = rnd(4) != 0;
    c = rnd(Channels);
    g = int'(ch[c].grp);
    if (n % 40000 == 0) begin
      quiet = rnd(Groups + 1);                   // of how many groups' peers nothing is heard
      rate  = 1 << rnd(13);
      if (rate > 16) for (int k = 0; k < Channels; k++) ch[k].gap = 1'b0;
    end
    if (!rst && rnd(rate) == 0 && ch[c].open) begin
      case (rnd(6))
        0: if (ch[c].nxt != ch[c].lim) ch[c].nxt++;
        1: ch[c].blocked = rnd(2) == 0;
        2: ch[c].gap = rate <= 16 && rnd(2) == 0;
        default: if (quiet == 0 || g >= quiet) begin
          heard = 1'b1; heard_index = ChanW'(c);
          aborted = rnd(16) == 0;
          if (rnd(2) == 0 && ch[c].una != ch[c].nxt) begin
            news = 1'b1;
            ch[c].una++;
            ch[c].lim++;
          end
        end
      endcase
    end
    for (int i = 0; i < Groups; i++) begin
      if (opening[i] == 1) begin                 // one channel a cycle
        for (int k = 0; k < Channels; k++)
          if (!open_v && int'(ch[k].grp) == i && !ch[k].open) begin
            open_v = 1'b1; open_index = ChanW'(k);
            ch[k] = '0;
            {ch[k].open, ch[k].grp, ch[k].rank, ch[k].lim} = {1'b1, GroupW'(i), 16'(rnd(3)), 32'd4};
          end
        if (!open_v) opening[i] = 0;
        break;
      end else if (opening[i] > 1) opening[i]--;
      else if (!closing[i] && rnd(60000) == 0) {failed[i], reason[i]} = {1'b1, 24'($urandom)};
      else if (!closing[i] && rnd(60000) == 0) closing[i] = 1'b1;
      still[i] = closing[i] && opening[i] == 0 && (still[i] || rnd(100) == 0);
      if (x_settled[i] && still[i]) begin
        {failed[i], closing[i], still[i], reset[i]} = 4'b0001;
        for (int k = 0; k < Channels; k++) if (int'(ch[k].grp) == i) ch[k].open = 1'b0;
        opening[i]  = 3 * Channels;
        patience[i] = 11'(rnd(4));
      end
    end
    // Time goes on, or stands still, or jumps when nothing has happened for two rounds.
    calm = (heard || open_v || nak || job_valid || closing != '0) ? 0 : calm + 1;
    if (calm > 3 * Channels + 16 && rate > 16 && now < wake) begin
      now = (wake == '1 || rnd(4) == 0) ? now + 64'(rnd(5000)) : wake;
      n_jumps++;
      calm = 0;
    end else if (rnd(50) != 0) now = now + 64'd1;
    if (n == Runs) begin
      if (n_probes < 1000 || n_naks < 1000 || n_aborts < 100 || n_dead < 10 || n_own == 0 || n_own == n_dead || n_settled < 20
          || n_timeouts < 100 || n_jumps < 20 || most != 6)
        $fatal(1, "%0d probes, %0d naks, %0d aborts, %0d dead, %0d by the own link, %0d settled, %0d timeouts, %0d jumps", n_probes,
               n_naks, n_aborts, n_dead, n_own, n_settled, n_timeouts, n_jumps);
      $display("PASS tb_sumac_sweep: %0d probes, %0d naks, %0d aborts, %0d dead, %0d settled, %0d jumps", n_probes, n_naks,
               n_aborts, n_dead, n_settled, n_jumps);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_sweep: +seed=%0d", seed);
    void'($urandom(seed));
    for (int c = 0; c < Channels; c++) begin
      ch[c] = '0;
      ch[c].grp = GroupW'(c % Groups);
      {due[c], backoff[c], silent[c], told[c]} = {-64'd1, 96'd0};
      {was_heard[c], was_news[c], was_aborted[c], fresh[c], probed[c], answered[c]} = 6'b000100;
    end
    for (int i = 0; i < 4; i++) visits[i].v = -1;
    for (int g = 0; g < Groups; g++) {any[g], two[g], found[g], opening[g], patience[g], reason[g]}
      = {3'd0, 32'd2, 11'd1, 24'd0};
  end
endmodule
