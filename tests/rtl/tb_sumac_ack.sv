// The acknowledgement scheduler against its rules (R9, R10), under random chunks, releases, openings, tellings and a transmitter
// that is ready at times. Checked all along: no channel is offered without a reason (two chunks owed, one asked for at
// once, half the window released, one owed for AckCycles, a packet of its own); what needs a packet of its own is offered after it
// was asked for, whatever is told, and says what it is; every reason is met in time, also one that arises in the very
// cycle of a telling; idle means that nothing is owed; with all channels due each is offered in its turn; and how long nothing was
// owed changes no time; while transmit is busy the time is four times as long.
// +seed=N repeats a run, +cycles=N sets its length. Small = 1: smallest parameters.
module tb_sumac_ack #(parameter bit Small = 1'b0);
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int AckCycles = Small ? sumac_pkg::SmallAckCycles : sumac_pkg::DefAckCycles;
  localparam int ChanW     = $clog2(Channels);
  localparam int InTime    = 2 * Channels + 16;      // cycles from due to told, when the transmitter is ready

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #1 clk = !clk;

  logic             owe_own = 1'b0, owe_reply = 1'b0, nak = 1'b0, due_reply, busy = 1'b0;
  logic [ChanW-1:0] nak_index = '0;
  bit               own_m [Channels], reply_m [Channels];
  int               n_own = 0;
  logic             open_v = 1'b0, owe = 1'b0, owe_now = 1'b0, release_v = 1'b0, told = 1'b0;
  logic [ChanW-1:0] open_index = '0, owe_index = '0, release_index = '0, told_index = '0;
  logic [31:0]      open_limit = '0, told_limit = '0;
  logic [ChanW-1:0] ch_index, due_index;
  logic             due_valid, due_ready = 1'b0, idle;

  logic [31:0]      limit [Channels];                // the table
  logic [3:0]       own   [Channels];

  sumac_ack #(.Channels(Channels), .AckCycles(AckCycles)) dut (
    .clk_i(clk), .rst_i(rst), .open_i(open_v), .open_index_i(open_index), .open_limit_i(open_limit), .owe_i(owe),
    .owe_now_i(owe_now), .owe_own_i(owe_own), .owe_reply_i(owe_reply), .nak_i(nak), .nak_index_i(nak_index),
    .reply_o(due_reply), .owe_index_i(owe_index), .release_i(release_v), .release_index_i(release_index),
    .busy_i(busy), .told_i(told), .told_index_i(told_index), .told_limit_i(told_limit), .ch_index_o(ch_index),
    .ch_limit_i(limit[ch_index]), .ch_own_slots_i(own[ch_index]), .due_valid_o(due_valid), .due_ready_i(due_ready),
    .due_index_o(due_index), .idle_o(idle)
  );

  int          cycle = 0, n_offers = 0, n_timer = 0, n_window = 0, n_pair = 0, n_now = 0, worst = 0, worst_timer = 0;
  int          owed [Channels], owed_since [Channels], due_since [Channels], just_at [Channels], offered_at [Channels];
  bit          now_flag [Channels];
  logic [31:0] told_m [Channels];
  int          ready_rate = 100;
  bit          prompt = 1'b0;                        // the transmitter has been ready all along: times are checked
  bit          all_due = 1'b0;

  function automatic int rnd(input int n);
    rnd = int'($urandom % n);
  endfunction

  function automatic bit window_due(input int c);
    logic [31:0] half;
    half = 32'd1 << own[c] >> 1;
    if (half == 0) half = 1;
    window_due = limit[c] - told_m[c] >= half;
  endfunction

  function automatic bit due(input int c);
    due = owed[c] >= 2 || now_flag[c] || window_due(c) || own_m[c];
  endfunction

  task automatic check_channel(input int c);
    if (due(c) || (owed[c] != 0 && cycle - owed_since[c] >= AckCycles)) just_at[c] = cycle;
    if (!due(c)) due_since[c] = cycle;
    if (prompt && cycle - due_since[c] > InTime) $fatal(1, "channel %0d is due since %0d, now %0d", c, due_since[c], cycle);
    if (prompt && owed[c] != 0 && cycle - owed_since[c] > (busy ? 8 : 2) * AckCycles + InTime)
      $fatal(1, "channel %0d is owed since %0d, now %0d", c, owed_since[c], cycle);
    if (idle && (owed[c] != 0 || due(c)) && cycle - due_since[c] > 2) $fatal(1, "idle, and channel %0d is owed", c);
  endtask

  task automatic check_offer();
    int c;
    c = int'(due_index);
    n_offers++;
    if (cycle - just_at[c] > 3) $fatal(1, "channel %0d is offered for no reason", c);
    if (own_m[c]) n_own++;
    else if (now_flag[c]) n_now++;
    else if (window_due(c)) n_window++;
    else if (owed[c] >= 2) n_pair++;
    else if (owed[c] == 1) begin
      n_timer++;
      if (prompt && cycle - owed_since[c] > worst_timer) worst_timer = cycle - owed_since[c];
    end
    if (prompt && cycle - due_since[c] > worst) worst = cycle - due_since[c];
    if (all_due) begin
      if (offered_at[c] != 0 && n_offers - offered_at[c] > 2 * Channels) $fatal(1, "channel %0d was passed over", c);
      offered_at[c] = n_offers;
    end
  endtask

  bit               was_valid = 1'b0, was_taken = 1'b0, taken = 1'b0;
  logic [ChanW-1:0] was_index = '0;
  logic [31:0]      taken_limit = '0;
  always @(posedge clk) begin : model
    cycle++;
    if (!rst) begin
      if (was_valid && !was_taken && (!due_valid || due_index != was_index)) $fatal(1, "an offer is not held");
      if (due_valid && (!was_valid || was_taken)) check_offer();
      was_valid = due_valid; was_taken = due_valid && due_ready; was_index = due_index;
      taken = was_taken;
      if (was_taken) begin
        if (due_reply != reply_m[due_index]) $fatal(1, "channel %0d: a reply %0d", due_index, due_reply);
        {own_m[due_index], reply_m[due_index]} = 2'b00;
      end
      taken_limit = limit[due_index];
      if (told) begin
        due_since[told_index] = cycle;
        owed[told_index] = 0; now_flag[told_index] = 1'b0; told_m[told_index] = told_limit;
      end
      if (owe || owe_now) begin
        if (owed[owe_index] == 0) owed_since[owe_index] = cycle;
        owed[owe_index]++;
        if (owe_now) now_flag[owe_index] = 1'b1;
        if (owe_own) own_m[owe_index] = 1'b1;
        if (owe_own && owe_reply) reply_m[owe_index] = 1'b1;
      end
      if (nak) own_m[nak_index] = 1'b1;
      if (release_v) limit[release_index] = limit[release_index] + 1;
      if (open_v) begin
        {own_m[open_index], reply_m[open_index]} = 2'b00;
        owed[open_index] = 0; now_flag[open_index] = 1'b0; told_m[open_index] = open_limit; limit[open_index] = open_limit;
      end
      for (int c = 0; c < Channels; c++) check_channel(c);
    end
  end

  // The inputs change at the falling edge. A packet's limit is that of the cycle before it is told.
  task automatic one_cycle(input int owe_rate, input int release_rate, input int job_rate, input int open_rate);
    int c;
    bit opened;
    @(negedge clk);
    opened = open_v;
    told = taken; told_index = was_index; told_limit = taken_limit;
    owe = rnd(100) < owe_rate; owe_now = owe && rnd(8) == 0; owe_index = ChanW'(rnd(4) == 0 ? rnd(Channels) : rnd(3));
    owe_own = owe_now && rnd(2) == 0; owe_reply = rnd(2) == 0;
    nak = owe_rate > 0 && rnd(200) == 0; nak_index = ChanW'(rnd(3));
    release_v = 1'b0; open_v = 1'b0;
    c = rnd(4) == 0 ? rnd(Channels) : rnd(3);
    if (rnd(100) < open_rate) begin
      if (!told && !(owe && 32'(owe_index) == c) && !(nak && 32'(nak_index) == c) && !(due_valid && 32'(due_index) == c)
          && 32'(release_index) != c) begin
        open_v = 1'b1; open_index = ChanW'(c); own[c] = 4'(rnd(5)); open_limit = 32'd1 << own[c];
      end
    end else if (rnd(100) < release_rate) begin
      release_v = 1'b1; release_index = ChanW'(c);
    end
    due_ready = rnd(100) < ready_rate;
    // A packet for another reason; none whose limit is that of before an opening, and none that comes with one.
    if (!told && !open_v && !opened && rnd(100) < job_rate) begin
      told = 1'b1; told_index = ChanW'(rnd(3)); told_limit = was_limit[told_index];
    end
    for (int i = 0; i < Channels; i++) was_limit[i] = limit[i];
  endtask
  logic [31:0] was_limit [Channels];

  task automatic drain();
    {prompt, busy} = 2'b00;
    ready_rate = 100;
    for (int i = 0; i < 2 * AckCycles + 4 * Channels + 20; i++) one_cycle(0, 0, 0, 0);
    if (!idle) $fatal(1, "not idle at rest");
    for (int c = 0; c < Channels; c++) if (owed[c] != 0 || due(c)) $fatal(1, "channel %0d is left owed", c);
    prompt = 1'b1;
  endtask

  initial begin
    int runs, seed, rested;
    if (!$value$plusargs("cycles=%d", runs)) runs = Small ? 300000 : 60000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_ack: +seed=%0d", seed);
    void'($urandom(seed));
    for (int c = 0; c < Channels; c++) begin
      own[c] = 4'(rnd(5)); limit[c] = 0; told_m[c] = 0; owed[c] = 0; now_flag[c] = 1'b0; {own_m[c], reply_m[c]} = 2'b00;
      was_limit[c] = 0;
      owed_since[c] = 0; due_since[c] = 0; just_at[c] = -100; offered_at[c] = 0;
    end
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (int c = 0; c < Channels; c++) begin
      one_cycle(0, 0, 0, 0);
      open_v = 1'b1; open_index = ChanW'(c); open_limit = 32'd1 << own[c];
    end
    drain();
    while (cycle < runs) begin
      int owe_rate, release_rate, job_rate, open_rate;
      owe_rate = rnd(3) == 0 ? rnd(100) : rnd(5);
      release_rate = rnd(3) == 0 ? rnd(100) : rnd(10);
      job_rate = rnd(2) == 0 ? 0 : rnd(60);
      open_rate = rnd(2) == 0 ? 0 : rnd(10);
      prompt = rnd(2) == 0;
      busy = rnd(2) == 0;
      ready_rate = prompt ? 100 : 5 + rnd(90);
      for (int i = 0; i < 1000; i++) one_cycle(owe_rate, release_rate, job_rate, open_rate);
      drain();
    end
    // All channels due again and again.
    all_due = 1'b1; prompt = 1'b0; ready_rate = 50;
    for (int i = 0; i < 20 * Channels; i++) begin
      one_cycle(0, 0, 0, 0);
      owe = 1'b1; owe_now = 1'b1; owe_index = ChanW'(i % Channels);
    end
    all_due = 1'b0;
    drain();
    // One chunk is owed after rests of different lengths, and offered after the same time.
    for (int i = 0; i < 5; i++) begin
      int waited;
      busy = i == 4;
      for (int rest = 0; rest < 37 * i; rest++) one_cycle(0, 0, 0, 0);
      one_cycle(0, 0, 0, 0);
      {owe, owe_index} = {1'b1, ChanW'(0)};
      for (waited = 0; !due_valid; waited++) one_cycle(0, 0, 0, 0);
      if (i == 0) rested = waited;
      else if (i == 4) begin
        if (waited < 4 * AckCycles || waited > 8 * AckCycles + InTime) $fatal(1, "busy: an offer after %0d cycles", waited);
      end else if (waited != rested) $fatal(1, "the clock went on at rest: an offer after %0d cycles, not %0d", waited, rested);
      drain();
    end
    if (n_own == 0 || n_timer == 0 || n_window == 0 || n_pair == 0 || n_now == 0) $fatal(1, "a reason never arose");
    if (worst_timer > 8 * AckCycles + InTime) $fatal(1, "the timer took %0d cycles", worst_timer);
    $display("PASS tb_sumac_ack: %0d offers (%0d pairs, %0d window, %0d at once, %0d timer), %0d cycles; worst %0d, timer %0d",
             n_offers, n_pair, n_window, n_now, n_timer, cycle, worst, worst_timer);
    $finish;
  end
endmodule
