// The sweep (R11) against a model that knows only what happened to each channel and when: chunks that are sent, acknowledged and
// held up, packets heard, gaps, groups that fail, close and are opened anew, chunks received, slots given back, at random, with
// phases in which peers are silent, and in which the clock jumps while idle_o is up, as far as wake_o. Checked: what is due comes
// in the round in which it is due and not before (R4, R12, R13, R15), a peer is given up after as many silent units as the group
// has patience, and with the right rank (R14), a group has settled when a whole round has found nothing to wait for (R17), and
// the sweep wakes in the next round in which something is due; and a round begins in its time, and leaves out no channel of which
// there is anything to find (R11). As for acknowledgements (R9, R10), none is offered without a reason (two chunks owed, one asked
// for at once, half the window released, a slot while no chunk waits, one owed for a round, a packet of its own); every reason is
// met in time while transmit is ready, also one that arises in the very cycle of a telling; each PROBE gets its answer.
// +seed=N repeats a run. Small = 1: smallest parameters.
module tb_sumac_sweep #(parameter bit Small = 1'b0);
  localparam int Channels    = Small ? sumac_pkg::SmallChannels : 32;
  localparam int Groups      = Small ? sumac_pkg::SmallGroups : 4;
  localparam int SweepCycles = Small ? sumac_pkg::SmallSweepCycles : 128;
  localparam int ProbeRounds = Small ? 2 : sumac_pkg::DefProbeRounds;
  localparam int AbortTries  = Small ? sumac_pkg::SmallAbortTries : sumac_pkg::DefAbortTries;
  localparam int ChanW = $clog2(Channels), TimeW = $clog2(SweepCycles), GroupW = $clog2(Groups), Runs = 3_000_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;
  function automatic int rnd(input int n);
    rnd = int'($urandom % n);
  endfunction

  typedef struct packed {
    logic              open, gap, blocked, kept;
    logic [3:0]        own;
    logic [31:0]       rcv, limit;
    logic [GroupW-1:0] grp;
    logic [15:0]       rank;
    logic [31:0]       una, nxt, lim;
  } channel_t;
  channel_t          ch [Channels];
  channel_t          at;
  logic [63:0]       now = 64'd5, wake, round_wake;
  logic              calm, stirs = 1'b0;
  logic              open_v = 1'b0, heard = 1'b0, news = 1'b0, aborted = 1'b0, nak, due_valid, idle, job_valid,
      job_ready = 1'b1, timeout;
  logic              dead_valid, dead_ready = 1'b1;
  sumac_pkg::due_t   offer;
  sumac_pkg::visit_t visit;
  logic [ChanW-1:0]  open_index = '0, heard_index = '0, ch_index, due_index;
  logic [Groups-1:0] reset = '0, failed = '0, still = '0, closing = '0, settled;
  logic [GroupW-1:0] g_group;
  logic [10:0]       patience [Groups];
  logic [23:0]       reason [Groups];
  sumac_pkg::tx_t    job;
    sumac_pkg::fault_t dead;
  logic              owe = 1'b0, owe_now = 1'b0, owe_own = 1'b0, owe_reply = 1'b0, given = 1'b0, told = 1'b0, busy = 1'b0,
      due_ready = 1'b1;
  logic [ChanW-1:0]  owe_index = '0, given_index = '0, told_index = '0;
  logic [31:0]       told_rcv = '0, told_limit = '0;
  // The tables answer a cycle later.
  always_ff @(posedge clk) at <= ch[ch_index];

  sumac_sweep #(
    .Channels(Channels), .Groups(Groups), .SweepCycles(SweepCycles), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)
  ) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now), .open_i({open_v, 10'(open_index)}),
    .heard_i({heard, news, 1'b0, aborted, 10'(heard_index), 32'd0}), .owe_i({owe, owe_now, owe_own, owe_reply, 10'(owe_index)}),
    .release_i({given, 10'(given_index)}), .anew_i({open_v, 10'(open_index), 5'(ch[open_index].limit)}),
    .told_i({told, 10'(told_index), told_rcv[4:0], told_limit[4:0]}),
    .busy_i(busy), .stirs_i(stirs), .due_valid_o(due_valid), .due_ready_i(due_ready), .due_o(offer), .visit_o(visit),
    .ch_i({at.kept, at.open, 6'(at.grp), at.rank, at.own, at.una, at.lim, at.gap, at.rcv[4:0], at.limit[4:0]}),
    .chunks_i({at.blocked, at.nxt}), .groups_i({~64'd0, 64'(reset), 64'(failed), 64'(still)}), .settled_o(settled),
    .g_group_o(g_group),
    .g_i({closing[g_group], patience[g_group], reason[g_group]}), .nak_o(nak), .ask_o(job_valid),
    .room_i(job_ready), .job_o(job), .timeout_o(timeout), .dead_valid_o(dead_valid), .dead_ready_i(dead_ready),
    .dead_o(dead), .rest_o({idle, calm, wake})
  );
  assign round_wake = dut.round_wake;
  assign ch_index   = visit.channel[ChanW-1:0];
  assign due_index  = offer.channel[ChanW-1:0];

  // ---- what has happened: in visits to each channel, so rounds
  longint due [Channels];                        // the round of the next PROBE or ABORT; -1: nothing is due
  int     backoff [Channels], silent [Channels], aborts [Channels];
  bit     was_heard [Channels], was_news [Channels], was_aborted [Channels], fresh [Channels], probed [Channels],
      answered [Channels];
  int     n_probes = 0, n_naks = 0, n_aborts = 0, n_dead = 0, n_own = 0, n_settled = 0, n_timeouts = 0, n_jumps = 0,
      n_calms = 0, most = 0;
  bit     waits [Channels];

  // Visits under way: the channel, its round, and what was there to see, each when the sweep looks at it. The last is judged.
  typedef struct {
    int          v;
    bit          h, w, a, f, failed, closing;
    channel_t    seen;
    int          patience;
    logic [23:0] reason;
  } visit_t;
  visit_t   visits [6];
  int       v = -1;
  longint   round = 0;
  channel_t seen = '0;
  bit       h, w, a, f, has_failed, closes;
  int       most_silent;
  logic [23:0] why;
  bit       x_probe, x_abort, x_nak, x_dies, hush;
  logic [15:0] x_rank;

  bit          any [Groups], two [Groups], found [Groups];
  logic [15:0] who [Groups];
  longint      first_due = -1;
  logic [Groups-1:0] x_settled = '0, still_then = '0;    // ... when the round began
  logic [63:0] x_wake = '1;
  bit          held;
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
    x_nak = seen.open && !has_failed && seen.gap;
    if (h) {answered[v], silent[v]} = {1'b1, 32'd0};
    if (h && seen.open) {any[g], two[g]} = 2'b00;
    if (!seen.open || f) {due[v], backoff[v], silent[v], aborts[v], probed[v], answered[v]} = {-64'd1, 32'd0, 32'd0, 32'd0, 2'b00};
    else if (has_failed) begin
      if (aborts[v] == 0) begin
        if (job_ready) begin
          x_abort = 1'b1; aborts[v] = 1; backoff[v] = 0;
          set_due(v);
        end
      end else if (a) aborts[v] = AbortTries;
      else if (aborts[v] < AbortTries && round >= due[v] && job_ready && !held) begin
        x_abort = 1'b1; aborts[v]++;
        if (backoff[v] < 6) backoff[v]++;
        set_due(v);
      end
      if (aborts[v] == 0) due[v] = round;
      if (aborts[v] >= AbortTries) due[v] = -1;
    end else begin
      if (!pending || (closes && backoff[v] == 6)) begin
        if (!pending) backoff[v] = 0;
        {due[v], silent[v], probed[v]} = {-64'd1, 32'd0, 1'b0};
      end else if (due[v] < 0 || w) begin
        if (w) backoff[v] = 0;
        probed[v] = 1'b0;
        set_due(v);
      end else if (round >= due[v] && job_ready && !held) probe_due(g);
    end
    if (due[v] >= 0) wait_until(g, due[v]);
    if (seen.open && f && (pending || has_failed)) wait_until(g, round);
  endfunction

  function automatic void wait_until(input int g, input longint then_);
    found[g] = 1'b1;
    if (first_due < 0 || then_ < first_due) first_due = then_;
  endfunction

  function automatic void check();
    if (nak ? !x_nak : x_nak && cycle - due_at > 10) $fatal(1, "channel %0d, round %0d: a NAK %0d", v, round, nak);
    if (nak) {own_m[v], now_m[v]} = {own_m[v] + 1, now_m[v] + 1};
    if (job_valid != (x_probe || x_abort)) $fatal(1, "channel %0d, round %0d: a job %0d, due in %0d", v, round, job_valid, due[v]);
    if (job_valid && (int'(job.channel) != v || job.kind != (x_abort ? sumac_pkg::KIND_ABORT : sumac_pkg::KIND_PROBE)
        || job.group != 6'(seen.grp)
        || job.seq != (x_abort ? 0 : seen.nxt) || job.word != (x_abort ? {8'd0, why} : 0)))
      $fatal(1, "channel %0d: not the job", v);
    n_naks += int'(nak); n_probes += int'(x_probe); n_aborts += int'(x_abort);
    if (x_dies) dead_ranks.push_back(x_rank);
  endfunction

  // ---- acknowledgements: what was told of each channel, and what is due
  // Cycles from due to offered, when transmit is ready, and has been for so many; from a channel's visit to the next, at most and
  // at least.
  localparam int InTime = 40, Drained = 180, Round = Small ? 32 : SweepCycles, Least = Small ? 16 : SweepCycles - 2 * Channels;
  int          cycle = 0, unready_at = 0, due_at = 0, changed_at = 0, n_offers = 0, n_pair = 0, n_window = 0,
      n_late = 0, n_soon = 0, busy_at = 0, n_now = 0, n_replies = 0, worst = 0;
  int          soon_since [Channels], due_since [Channels];
  int          just_at [Channels], now_m [Channels], own_m [Channels], reply_m [Channels];
  longint      owed_since [Channels];
  logic [31:0] rcv_m [Channels], limit_m [Channels];
  bit          now_flag [Channels];
  int          ready_rate = 100, ack_rate = 35;
  bit          was_valid = 1'b0, was_taken = 1'b0;
  logic [ChanW-1:0] was_index = '0;

  function automatic bit window_due(input int c);
    window_due = ch[c].limit - limit_m[c] >= (ch[c].own == 0 ? 1 : (32'd1 << ch[c].own) >> 1);
  endfunction
  function automatic bit soon(input int c);    // a limit that may go alone, as no chunk waits
    soon = ch[c].kept && ch[c].limit - limit_m[c] >= (cycle - busy_at > 8 ? 32'd1 : 32'd2) && cycle != busy_at;
  endfunction
  function automatic bit due_now(input int c);
    due_now = ch[c].kept && (ch[c].rcv - rcv_m[c] >= 2 || window_due(c) || now_flag[c] || own_m[c] + reply_m[c] != 0);
  endfunction

  task automatic acknowledge();
    int c;
    if (was_valid && !was_taken && (!due_valid || due_index != was_index)) $fatal(1, "an offer is not held");
    if (due_valid && (!was_valid || was_taken)) begin
      c = int'(due_index);
      n_offers++;
      if (offer.reply) begin
        n_replies++;
        reply_m[c]--;
        if (reply_m[c] < 0) $fatal(1, "channel %0d: a reply to nothing", c);
      end else if (cycle - just_at[c] > 8) begin
        n_now++;
        now_m[c]--;
        if (now_m[c] < 0) $fatal(1, "channel %0d is offered for no reason", c);
      end else if (window_due(c)) n_window++;
      else if (ch[c].rcv - rcv_m[c] >= 2) n_pair++;
      else if (soon(c)) n_soon++;
      else if (!due_now(c)) n_late++;
      if (!offer.reply && own_m[c] > 0) own_m[c]--;
    end
    {was_valid, was_taken, was_index} = {due_valid, due_valid && due_ready, due_index};
    if (due_valid) due_at = cycle;
    if (!due_ready && !told) unready_at = cycle;
    if (busy) busy_at = cycle;
    if (told) begin
      {rcv_m[told_index], limit_m[told_index], now_flag[told_index]} = {told_rcv, told_limit, 1'b0};
      due_since[told_index] = cycle;
      owed_since[told_index] = longint'(now);
    end
    if (owe) begin
      if (owe_now && !owe_own) {now_flag[owe_index], now_m[owe_index]} = {1'b1, now_m[owe_index] + 1};
      if (owe_own && owe_reply) reply_m[owe_index]++;
      else if (owe_own) {own_m[owe_index], now_m[owe_index]} = {own_m[owe_index] + 1, now_m[owe_index] + 1};
    end
    if (open_v) begin
      {rcv_m[open_index], limit_m[open_index], now_flag[open_index]} = {32'd0, ch[open_index].limit, 1'b0};
      {now_m[open_index], own_m[open_index], reply_m[open_index]} = '0;
    end
    for (c = 0; c < Channels; c++) begin
      if (ch[c].rcv == rcv_m[c] || !ch[c].kept) owed_since[c] = longint'(now);
      if (!due_now(c)) due_since[c] = cycle;
      if (due_now(c) || soon(c) || longint'(now) - owed_since[c] >= Least - 4) just_at[c] = cycle;
      if (cycle - due_since[c] > InTime && cycle - unready_at > Drained)
        $fatal(1, "channel %0d is due since cycle %0d, now %0d", c, due_since[c], cycle);
      if (!ch[c].kept || busy || ch[c].limit == limit_m[c]) soon_since[c] = 0;
      else if (given && int'(given_index) == c && cycle - busy_at > 12 && soon_since[c] == 0) soon_since[c] = cycle;
      if (soon_since[c] != 0 && cycle - soon_since[c] > InTime && cycle - unready_at > Drained)
        $fatal(1, "channel %0d: its limit is due since cycle %0d, now %0d", c, soon_since[c], cycle);
      if (cycle - due_since[c] > worst && cycle - unready_at > Drained) worst = cycle - due_since[c];
      if (longint'(now) - owed_since[c] > 5 * Round + InTime && cycle - unready_at > 5 * Round + InTime)
        $fatal(1, "channel %0d is owed since %0d, now %0d", c, owed_since[c], now);
      if (longint'(now) - owed_since[c] > 3 * Round + InTime && cycle - changed_at > 3 * Round + InTime && !busy
          && cycle - unready_at > 3 * Round + InTime)
        $fatal(1, "channel %0d is owed since %0d, now %0d", c, owed_since[c], now);
      if (idle && cycle - due_since[c] > 8) $fatal(1, "idle, and channel %0d is due", c);
    end
  endtask

  // Since when there is something to find of a channel, and whether the round must visit it.
  int     finds_since [Channels], begun_at = 0, groups_at = 0;
  bit     must [Channels], in_round = 1'b0, late = 1'b0;
  longint time_round = 0;
  logic [63:0] then = '0;
  logic [2*Groups-1:0] groups = '0;
  function automatic bit waits_on(input int c);
    int g;
    g = int'(ch[c].grp);
    return ch[c].open && (failed[g] ? aborts[c] < AbortTries
        : (ch[c].nxt != ch[c].una || (ch[c].blocked && ch[c].nxt == ch[c].lim)) && !(closing[g] && backoff[c] == 6));
  endfunction
  function automatic bit stirs_now(input int c);
    return (ch[c].kept && (ch[c].rcv != rcv_m[c] || window_due(c)))
        || (ch[c].open && ((ch[c].gap && !failed[int'(ch[c].grp)]) || was_heard[c] || was_news[c] || fresh[c]));
  endfunction

  // Until wake_o the next round begins; or, in a calm, nothing is to find but channels whose time comes then or later.
  function automatic void sleeps();
    if (in_round || late) $fatal(1, "sleeps in a round");
    if (!calm && wake != 64'(time_round + 1) << TimeW) $fatal(1, "sleeps until %0d, now %0d", wake, now);
    for (int c = 0; c < Channels && calm; c++)
      if (stirs_now(c) || (waits_on(c) && (due[c] < 0 || 64'(due[c]) << TimeW < wake))) $fatal(1, "channel %0d is left out", c);
  endfunction

  function automatic void rounds();
    if (longint'(now >> TimeW) != time_round && now[TimeW-1:0] == '0 && !(calm && now < wake)) {late, begun_at} = {1'b1, cycle};
    time_round = longint'(now >> TimeW);
    if (late && cycle - begun_at > 4 * Channels + 40) $fatal(1, "no round has begun since cycle %0d", begun_at);
    if (dut.first) begin
      if (!late || in_round) $fatal(1, "a round begins for no reason");
      {late, in_round, round, still_then, first_due} = {1'b0, 1'b1, time_round, still, -64'd1};
      for (int g = 0; g < Groups; g++) found[g] = 1'b0;
      for (int c = 0; c < Channels; c++) must[c] = cycle - finds_since[c] > 6;
    end
    for (int c = 0; c < Channels; c++) if (!stirs_now(c) && !waits_on(c)) {must[c], finds_since[c]} = {1'b0, cycle};
    if (dut.last) begin
      in_round = 1'b0;
      for (int i = 0; i < 6; i++) if (visits[i].v >= 0) $fatal(1, "the round ends too soon");
      for (int c = 0; c < Channels; c++) if (must[c]) $fatal(1, "round %0d leaves out channel %0d", round, c);
      for (int g = 0; g < Groups; g++) begin
        x_settled[g] = still_then[g] && still[g] && !found[g];
        n_settled += int'(x_settled[g]);
      end
      x_wake = first_due < 0 ? '1 : 64'(first_due) << TimeW;
    end
  endfunction

  always @(posedge clk) if (!rst) begin
    if (settled != x_settled) $fatal(1, "settled %b, not %b", settled, x_settled);
    if (round_wake != x_wake) $fatal(1, "wakes at %0d, not %0d", round_wake, x_wake);
    groups_at = stirs || {failed, still} != groups ? cycle : groups_at;
    groups    = {failed, still};
    if (idle && now < wake && cycle > groups_at + 2) sleeps();
    cycle++;
    x_settled = '0;
    rounds();
    held = dead_ranks.size() != 0;
    if (dead_valid && dead_ready) begin
      if (dead_ranks.size() == 0 || {sumac_pkg::ST_EPEER, dead_ranks[0]} != {dead.status, dead.rank})
        $fatal(1, "rank %0d is given up", dead.rank);
      n_own += int'(dead.rank == 16'hffff);
      void'(dead_ranks.pop_front());
      n_dead++;
    end
    {v, seen} = {visits[5].v, visits[5].seen};
    {h, w, a, f} = {visits[5].h, visits[5].w, visits[5].a, visits[5].f};
    {has_failed, closes, most_silent, why} = {visits[5].failed, visits[5].closing, visits[5].patience, visits[5].reason};
    if (v >= 0) begin
      judge();
      check();
    end else if (nak || job_valid) $fatal(1, "something of no visit");
    for (int g = 0; g < Groups; g++) if (reset[g]) {any[g], two[g]} = 2'b00;
    visits[5] = visits[4];
    visits[4] = visits[3];
    if (visits[3].v >= 0) begin : look
      int g;
      g = int'(visits[3].seen.grp);
      {visits[4].failed, visits[4].closing, visits[4].patience} = {failed[g], closing[g], 32'(patience[g])};
      visits[4].reason = reason[g];
    end
    visits[3] = visits[2];
    visits[2] = visits[1];
    if (visits[1].v >= 0) begin : events
      int c;
      c = visits[1].v;
      visits[2].a    = was_aborted[c];
      visits[2].seen = ch[c];
    end
    visits[1] = visits[0];
    if (visits[0].v >= 0) begin : flags
      int c;
      c = visits[0].v;
      {visits[1].h, visits[1].w, visits[1].f} = {was_heard[c], was_news[c], fresh[c]};
      {was_heard[c], was_news[c], fresh[c]} = 3'b000;
    end
    visits[0].v = dut.visit ? int'(dut.index) : -1;
    if (dut.visit) begin
      if (!in_round || now == then) $fatal(1, "a visit out of turn");
      for (int i = 1; i < 6; i++) if (visits[i].v == visits[0].v) $fatal(1, "a visit is too soon");
      must[visits[0].v] = 1'b0;
    end
    then = now;
    acknowledge();
    if (heard) was_heard[heard_index] = 1'b1;
    if (news) was_news[heard_index] = 1'b1;
    if (aborted) was_aborted[heard_index] = 1'b1;
    if (open_v) begin
      {was_heard[open_index], was_news[open_index], was_aborted[open_index], fresh[open_index]} = 4'b0001;
    end
  end

  // ---- what happens next; a group is opened after its channels were closed for more than a round
  int n = 0, quiet = 0, rate = 4, opening [Groups];
  bit leaps = 1'b0;
  always @(negedge clk) begin : drive
    int c, g;
    n++;
    rst = n < 4;
    // A packet that was taken, or another: what it tells was looked up a cycle ago.
    told       = !rst && (was_taken || (!told && rnd(leaps ? 20 + rate : 20) == 0));
    told_index = was_taken ? was_index : ChanW'(rnd(Channels));
    {told_rcv, told_limit} = {ch[told_index].rcv, ch[told_index].limit};
    {open_v, heard, news, aborted, reset, stirs} = '0;
    job_ready = rnd(8) != 0;
    dead_ready = rnd(4) != 0;
    c = rnd(Channels);
    g = int'(ch[c].grp);
    if (n % 40000 == 0) begin
      quiet = rnd(Groups + 1);                   // of how many groups' peers nothing is heard
      rate  = 1 << rnd(13);
      leaps = rnd(2) == 0;
      if (rate > 16) for (int k = 0; k < Channels; k++) ch[k].gap = 1'b0;
    end
    if (!rst && rnd(rate) == 0 && ch[c].open && n % 2 == 0) begin
      case (rnd(6))
        0: if (ch[c].nxt != ch[c].lim && !told) begin
          ch[c].nxt++;
          {told, told_index, told_rcv, told_limit} = {1'b1, ChanW'(c), ch[c].rcv, ch[c].limit};
        end
        1: {stirs, ch[c].blocked} = {1'b1, rnd(2) == 0};
        2: begin
          ch[c].gap = rate <= 16 && rnd(2) == 0;
          {heard, heard_index} = {1'b1, ChanW'(c)};
        end
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
          if (!open_v && n % 2 == 1 && int'(ch[k].grp) == i && !ch[k].open) begin
            open_v = 1'b1; open_index = ChanW'(k);
            ch[k] = '0;
            {ch[k].open, ch[k].kept, ch[k].grp, ch[k].rank, ch[k].lim} = {2'b11, GroupW'(i), 16'(rnd(3)), 32'd4};
            ch[k].own   = 4'(rnd(5));
            ch[k].limit = 32'd1 << ch[k].own;
          end
        if (!open_v && n % 2 == 1) opening[i] = 0;
        break;
      end else if (opening[i] > 1) opening[i]--;
      else if (!closing[i] && rnd(60000) == 0) {failed[i], reason[i]} = {1'b1, 24'($urandom)};
      else if (!closing[i] && rnd(60000) == 0) closing[i] = 1'b1;
      still[i] = closing[i] && opening[i] == 0 && (still[i] || rnd(100) == 0);
      if (x_settled[i] && still[i]) begin
        {failed[i], closing[i], still[i], reset[i]} = 4'b0001;
        for (int k = 0; k < Channels; k++) if (int'(ch[k].grp) == i) ch[k].open = 1'b0;
        opening[i]  = 3 * Round;
        patience[i] = 11'(rnd(4));
      end
    end
    // Chunks, PROBEs and what else must be answered, also by tombstones; slots that are given back. Transmit is ready, or at times.
    if (n % 4000 == 0) begin
      ready_rate = rnd(2) == 0 ? 100 : 5 + rnd(90);
      ack_rate   = leaps && rnd(2) == 0 ? 0 : rnd(3) == 0 ? 35 : rnd(5);
      if (busy != (rnd(2) == 0)) {busy, changed_at} = {!busy, cycle};
    end
    due_ready = rnd(100) < ready_rate && !told;
    {owe, owe_now, owe_own, given} = 4'b0000;
    owe_reply = rnd(2) == 0;
    c = rnd(4) == 0 ? rnd(Channels) : rnd(3);
    if (opening[ch[c].grp] > 0) due_ready = !told;
    else if (!rst && n % 2 == 0 && ch[c].kept && !closing[ch[c].grp] && rnd(100) < ack_rate && dut.u_ack.rx_room) begin
      owe_index = ChanW'(c);
      if (rnd(8) == 0) {owe, owe_now, owe_own} = {2'b11, rnd(2) == 0};
      else if (ch[c].rcv - rcv_m[c] < 32'd1 << ch[c].own && !told) begin
        owe = 1'b1;
        ch[c].rcv++;
      end
    end
    c = rnd(4) == 0 ? rnd(Channels) : rnd(3);
    if (!rst && n % 2 == 1 && ch[c].kept && !closing[ch[c].grp] && rnd(100) < ack_rate && dut.u_ack.rel_room
        && ch[c].limit - ch[c].rcv != 32'd1 << ch[c].own) begin
      {given, given_index} = {1'b1, ChanW'(c)};
      ch[c].limit++;
    end
    // Time goes on, or stands still, or jumps.
    if (leaps && idle && now < wake && !stirs && {failed, still} == groups && cycle > groups_at + 2 && !told && !owe) begin
      now = wake == '1 ? now + 64'(rnd(5000)) : rnd(4) == 0 ? now + 64'(rnd(int'(wake - now))) : wake;
      n_jumps++;
      n_calms += int'(calm);
    end else if (rnd(50) != 0) now = now + 64'd1;
    if (n == Runs) begin
      if (n_probes < 1000 || n_naks < 1000 || n_aborts < 100 || n_dead < 10 || n_own == 0 || n_own == n_dead || n_settled < 20
          || n_timeouts < 100 || n_pair == 0 || n_window == 0 || n_late == 0 || n_soon == 0 || n_now == 0 || n_replies == 0
          || (!Small && n_jumps - n_calms < 1000) || n_calms < 20 || most != 6)
        $fatal(1, "%0d probes, %0d naks, %0d aborts, %0d dead, %0d by the own link, %0d settled, %0d timeouts, %0d jumps, %0d calm",
               n_probes, n_naks, n_aborts, n_dead, n_own, n_settled, n_timeouts, n_jumps, n_calms);
      $display("PASS tb_sumac_sweep: %0d probes, %0d naks, %0d aborts, %0d dead, %0d settled, %0d jumps, %0d in a calm", n_probes,
               n_naks, n_aborts, n_dead, n_settled, n_jumps, n_calms);
      $display("%0d offers: %0d pairs, %0d window, %0d soon, %0d late, %0d at once, %0d replies; worst %0d", n_offers, n_pair,
               n_window, n_soon, n_late, n_now, n_replies, worst);
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
      {due[c], backoff[c], silent[c], aborts[c]} = {-64'd1, 96'd0};
      {was_heard[c], was_news[c], was_aborted[c], fresh[c], probed[c], answered[c]} = 6'b000100;
      {rcv_m[c], limit_m[c], now_flag[c], now_m[c], own_m[c], reply_m[c]} = '0;
      {due_since[c], just_at[c], owed_since[c]} = {32'd0, -32'd100, 64'd0};
    end
    for (int i = 0; i < 6; i++) visits[i].v = -1;
    for (int g = 0; g < Groups; g++) {any[g], two[g], found[g], opening[g], patience[g], reason[g]}
      = {3'd0, 32'd8, 11'd1, 24'd0};
  end
endmodule
