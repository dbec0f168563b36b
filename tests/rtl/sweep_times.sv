// Time and the sweep, for tb_sumac_sweep: each visit is judged by what was there to see, when the sweep looked at
// it (R4, R12 to R15), each round by what its visits have found (R11, R17).
module sweep_times #(
  parameter int Channels    = 4,
  parameter int Groups      = 2,
  parameter int SweepCycles = 16,
  parameter int ProbeRounds = 2,
  parameter int AbortTries  = 2,
  localparam int ChanW      = $clog2(Channels)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  // inside the sweep: a round begins, has ended; a channel's turn; when a round has ended, the next channel's time
  input  logic              first_i,
  input  logic              last_i,
  input  logic              visit_i,
  input  logic [ChanW-1:0]  index_i,
  input  logic [63:0]       round_wake_i,
  // what happens
  input  sumac_pkg::ch_at_t open_i,
  input  sumac_pkg::heard_t heard_i,
  input  sumac_pkg::states_t states_i,
  input  logic [Groups-1:0] closing_i,
  input  logic [10:0]       patience_i [Groups],
  input  logic [23:0]       reason_i [Groups],
  input  logic              stirs_i,
  // what the sweep does
  input  logic [Groups-1:0] settled_i,
  input  logic              nak_i,
  input  logic              ask_i,
  input  logic              room_i,
  input  sumac_pkg::tx_t    job_i,
  input  logic              timeout_i,
  input  logic              dead_valid_i,
  input  logic              dead_ready_i,
  input  sumac_pkg::fault_t dead_i,
  input  sumac_pkg::rest_t  rest_i
);
  logic [ChanW-1:0] heard_index, open_index;
  assign {heard_index, open_index} = {heard_i.channel[ChanW-1:0], open_i.channel[ChanW-1:0]};
  localparam int TimeW = $clog2(SweepCycles);

  // ---- what has happened: in visits to each channel, so rounds
  longint due [Channels];                        // the round of the next PROBE or ABORT; -1: nothing is due
  int     backoff [Channels], silent [Channels], aborts [Channels];
  bit     was_heard [Channels], was_news [Channels], was_aborted [Channels], fresh [Channels], probed [Channels],
      answered [Channels];
  int     n_probes = 0, n_naks = 0, n_aborts = 0, n_dead = 0, n_own = 0, n_settled = 0, n_timeouts = 0, most = 0;

  // Visits under way: the channel, its round, and what was there to see, each when the sweep looks at it. The last is judged.
  typedef struct {
    int          v;
    bit          h, w, a, f, failed, closing;
    sumac_pkg::sweep_ch_t seen;
    sumac_pkg::chunks_t own;
    int          patience;
    logic [23:0] reason;
  } visit_t;
  visit_t   visits [6];
  int       v = -1;
  longint   round = 0;
  sumac_pkg::sweep_ch_t seen = '0;
  sumac_pkg::chunks_t own = '0;
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
    if (timeout_i != (probed[v] && !answered[v])) $fatal(1, "channel %0d: a timeout %0d", v, timeout_i);
    n_timeouts += int'(timeout_i);
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
    g       = int'(seen.group);
    pending = own.nxt != seen.una || (own.blocked && own.nxt == seen.lim);
    {x_probe, x_abort, x_dies} = '0;
    x_nak = seen.open && !has_failed && seen.gap;
    if (h) {answered[v], silent[v]} = {1'b1, 32'd0};
    if (h && seen.open) {any[g], two[g]} = 2'b00;
    if (!seen.open || f) {due[v], backoff[v], silent[v], aborts[v], probed[v], answered[v]} = {-64'd1, 32'd0, 32'd0, 32'd0, 2'b00};
    else if (has_failed) begin
      if (aborts[v] == 0) begin
        if (room_i) begin
          x_abort = 1'b1; aborts[v] = 1; backoff[v] = 0;
          set_due(v);
        end
      end else if (a) aborts[v] = AbortTries;
      else if (aborts[v] < AbortTries && round >= due[v] && room_i && !held) begin
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
      end else if (round >= due[v] && room_i && !held) probe_due(g);
    end
    if (due[v] >= 0) wait_until(g, due[v]);
    if (seen.open && f && (pending || has_failed)) wait_until(g, round);
  endfunction

  function automatic void wait_until(input int g, input longint then_);
    found[g] = 1'b1;
    if (first_due < 0 || then_ < first_due) first_due = then_;
  endfunction

  function automatic void check();
    if (nak_i ? !x_nak : x_nak && acks.cycle - acks.due_at > 10) $fatal(1, "channel %0d, round %0d: a NAK %0d", v, round, nak_i);
    if (nak_i) {acks.own_m[v], acks.now_m[v]} = {acks.own_m[v] + 1, acks.now_m[v] + 1};
    if (ask_i != (x_probe || x_abort)) $fatal(1, "channel %0d, round %0d: a job %0d, due in %0d", v, round, ask_i, due[v]);
    if (ask_i && (int'(job_i.channel) != v || job_i.kind != (x_abort ? sumac_pkg::KIND_ABORT : sumac_pkg::KIND_PROBE)
        || job_i.group != 6'(seen.group)
        || job_i.seq != (x_abort ? 0 : own.nxt) || job_i.word != (x_abort ? {8'd0, why} : 0)))
      $fatal(1, "channel %0d: not the job", v);
    n_naks += int'(nak_i); n_probes += int'(x_probe); n_aborts += int'(x_abort);
    if (x_dies) dead_ranks.push_back(x_rank);
  endfunction

  // Since when there is something to find of a channel, and whether the round must visit it.
  int     finds_since [Channels], begun_at = 0, groups_at = 0;
  bit     must [Channels], in_round = 1'b0, late = 1'b0;
  longint time_round = 0;
  logic [63:0] then = '0;
  logic [2*Groups-1:0] groups = '0;
  function automatic bit waits_on(input int c);
    int g;
    g = int'(acks.ch[c].grp);
    return acks.ch[c].open && (states_i.failed[g] ? aborts[c] < AbortTries
        : (acks.ch[c].nxt != acks.ch[c].una || (acks.ch[c].blocked && acks.ch[c].nxt == acks.ch[c].lim))
          && !(closing_i[g] && backoff[c] == 6));
  endfunction
  function automatic bit stirs_now(input int c);
    return (acks.ch[c].kept && (acks.ch[c].rcv != acks.rcv_m[c] || acks.window_due(c)))
        || (acks.ch[c].open && ((acks.ch[c].gap && !states_i.failed[acks.ch[c].grp])
            || was_heard[c] || was_news[c] || fresh[c]));
  endfunction

  // Until wake_o the next round begins; or, in a calm, nothing is to find but channels whose time comes then or later.
  function automatic void sleeps();
    if (in_round || late) $fatal(1, "sleeps in a round");
    if (!rest_i.calm && rest_i.wake != 64'(time_round + 1) << TimeW) $fatal(1, "sleeps until %0d, now %0d", rest_i.wake, now_i);
    for (int c = 0; c < Channels && rest_i.calm; c++)
      if (stirs_now(c) || (waits_on(c) && (due[c] < 0 || 64'(due[c]) << TimeW < rest_i.wake)))
        $fatal(1, "channel %0d is left out", c);
  endfunction

  function automatic void rounds();
    if (longint'(now_i >> TimeW) != time_round && now_i[TimeW-1:0] == '0 && !(rest_i.calm && now_i < rest_i.wake))
      {late, begun_at} = {1'b1, acks.cycle};
    time_round = longint'(now_i >> TimeW);
    if (late && acks.cycle - begun_at > 4 * Channels + 40) $fatal(1, "no round has begun since cycle %0d", begun_at);
    if (first_i) begin
      if (!late || in_round) $fatal(1, "a round begins for no reason");
      {late, in_round, round, still_then, first_due} = {1'b0, 1'b1, time_round, states_i.still[Groups-1:0], -64'd1};
      for (int g = 0; g < Groups; g++) found[g] = 1'b0;
      for (int c = 0; c < Channels; c++) must[c] = acks.cycle - finds_since[c] > 6;
    end
    for (int c = 0; c < Channels; c++) if (!stirs_now(c) && !waits_on(c)) {must[c], finds_since[c]} = {1'b0, acks.cycle};
    if (last_i) begin
      in_round = 1'b0;
      for (int i = 0; i < 6; i++) if (visits[i].v >= 0) $fatal(1, "the round ends too soon");
      for (int c = 0; c < Channels; c++) if (must[c]) $fatal(1, "round %0d leaves out channel %0d", round, c);
      for (int g = 0; g < Groups; g++) begin
        x_settled[g] = still_then[g] && states_i.still[g] && !found[g];
        n_settled += int'(x_settled[g]);
      end
      x_wake = first_due < 0 ? '1 : 64'(first_due) << TimeW;
    end
  endfunction

  always @(posedge clk_i) if (!rst_i) begin
    if (settled_i != x_settled) $fatal(1, "settled %b, not %b", settled_i, x_settled);
    if (round_wake_i != x_wake) $fatal(1, "wakes at %0d, not %0d", round_wake_i, x_wake);
    groups_at = stirs_i || {states_i.failed[Groups-1:0], states_i.still[Groups-1:0]} != groups ? acks.cycle : groups_at;
    groups    = {states_i.failed[Groups-1:0], states_i.still[Groups-1:0]};
    if (rest_i.idle && now_i < rest_i.wake && acks.cycle > groups_at + 2) sleeps();
    acks.cycle++;
    x_settled = '0;
    rounds();
    held = dead_ranks.size() != 0;
    if (dead_valid_i && dead_ready_i) begin
      if (dead_ranks.size() == 0 || {sumac_pkg::ST_EPEER, dead_ranks[0]} != {dead_i.status, dead_i.rank})
        $fatal(1, "rank %0d is given up", dead_i.rank);
      n_own += int'(dead_i.rank == 16'hffff);
      void'(dead_ranks.pop_front());
      n_dead++;
    end
    {v, seen, own} = {visits[5].v, visits[5].seen, visits[5].own};
    {h, w, a, f} = {visits[5].h, visits[5].w, visits[5].a, visits[5].f};
    {has_failed, closes, most_silent, why} = {visits[5].failed, visits[5].closing, visits[5].patience, visits[5].reason};
    if (v >= 0) begin
      judge();
      check();
    end else if (nak_i || ask_i) $fatal(1, "something of no visit");
    for (int g = 0; g < Groups; g++) if (states_i.reset[g]) {any[g], two[g]} = 2'b00;
    visits[5] = visits[4];
    visits[4] = visits[3];
    if (visits[3].v >= 0) begin : look
      int g;
      g = int'(visits[3].seen.group);
      {visits[4].failed, visits[4].closing, visits[4].patience} = {states_i.failed[g], closing_i[g], 32'(patience_i[g])};
      visits[4].reason = reason_i[g];
    end
    visits[3] = visits[2];
    visits[2] = visits[1];
    if (visits[1].v >= 0) begin : events
      int c;
      c = visits[1].v;
      visits[2].a    = was_aborted[c];
      {visits[2].seen, visits[2].own} = {acks.ch_of(c), acks.chunks_of(c)};
    end
    visits[1] = visits[0];
    if (visits[0].v >= 0) begin : flags
      int c;
      c = visits[0].v;
      {visits[1].h, visits[1].w, visits[1].f} = {was_heard[c], was_news[c], fresh[c]};
      {was_heard[c], was_news[c], fresh[c]} = 3'b000;
    end
    visits[0].v = visit_i ? int'(index_i) : -1;
    if (visit_i) begin
      if (!in_round || now_i == then) $fatal(1, "a visit out of turn");
      for (int i = 1; i < 6; i++) if (visits[i].v == visits[0].v) $fatal(1, "a visit is too soon");
      must[visits[0].v] = 1'b0;
    end
    then = now_i;
    acks.acknowledge();
    if (heard_i.en) was_heard[heard_index] = 1'b1;
    if (heard_i.news) was_news[heard_index] = 1'b1;
    if (heard_i.aborted) was_aborted[heard_index] = 1'b1;
    if (open_i.en) begin
      {was_heard[open_index], was_news[open_index], was_aborted[open_index], fresh[open_index]} = 4'b0001;
    end
  end

  // A run was long enough.
  task automatic enough();
    if (n_probes < 1000 || n_naks < 1000 || n_aborts < 100 || n_dead < 10 || n_own == 0 || n_own == n_dead || n_settled < 20
        || n_timeouts < 100 || most != 6)
      $fatal(1, "%0d probes, %0d naks, %0d aborts, %0d dead, %0d by the own link, %0d settled, %0d timeouts", n_probes, n_naks,
             n_aborts, n_dead, n_own, n_settled, n_timeouts);
    $display("%0d probes, %0d naks, %0d aborts, %0d dead, %0d settled", n_probes, n_naks, n_aborts, n_dead, n_settled);
  endtask

  initial begin
    for (int c = 0; c < Channels; c++) begin
      {due[c], backoff[c], silent[c], aborts[c]} = {-64'd1, 96'd0};
      {was_heard[c], was_news[c], was_aborted[c], fresh[c], probed[c], answered[c]} = 6'b000100;
    end
    for (int i = 0; i < 6; i++) visits[i].v = -1;
    for (int g = 0; g < Groups; g++) {any[g], two[g], found[g]} = 3'd0;
  end
endmodule
