// The sweep (R11) against models that know only what happened to each channel and when (sweep_times, sweep_acks): chunks that are
// sent, acknowledged and held up, packets heard, gaps, groups that fail, close and are opened anew, chunks received, slots given
// back, at random, with phases in which peers are silent, and in which the clock jumps while the sweep is idle, as far as WAKE.
// Checked: what is due comes in the round in which it is due and not before (R4, R12, R13, R15), a peer is given up after as many
// silent units as the group has patience, and with the right rank (R14), a group has settled when a whole round has found nothing
// to wait for (R17), and the sweep wakes in the next round in which something is due; and a round begins in its time, and leaves
// out no channel of which there is anything to find (R11). As for acknowledgements (R9, R10), none is offered without a reason (two
// chunks owed, or four while chunks wait, one asked for at once, half the window released, a slot of a window in use while no chunk
// waits, one owed for a round, a packet of its own); every reason is met in time while transmit is ready, also one that arises in
// the very cycle of a telling; each PROBE gets its answer. +seed=N repeats a run. Small = 1: smallest parameters.
module tb_sumac_sweep #(parameter bit Small = 1'b0);
  localparam int Channels    = Small ? sumac_pkg::SmallChannels : 32;
  localparam int Groups      = Small ? sumac_pkg::SmallGroups : 4;
  localparam int SweepCycles = Small ? sumac_pkg::SmallSweepCycles : 128;
  localparam int ProbeRounds = Small ? 2 : sumac_pkg::DefProbeRounds;
  localparam int AbortTries  = Small ? sumac_pkg::SmallAbortTries : sumac_pkg::DefAbortTries;
  localparam int ChanW = $clog2(Channels), GroupW = $clog2(Groups), Runs = 3_000_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;
  function automatic int rnd(input int n);
    rnd = int'($urandom % n);
  endfunction

  sumac_pkg::sweep_ch_t at;
  sumac_pkg::chunks_t chunks;
  logic [63:0]       now = 64'd5, wake;
  logic              calm, stirs = 1'b0;
  logic              open_v = 1'b0, heard = 1'b0, news = 1'b0, aborted = 1'b0, nak, due_valid, idle, job_valid,
      job_ready = 1'b1, timeout;
  logic              dead_valid, dead_ready = 1'b1;
  sumac_pkg::due_t   offer;
  sumac_pkg::visit_t visit;
  logic [ChanW-1:0]  open_index = '0, heard_index = '0;
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
  sumac_pkg::heard_t happened;
  sumac_pkg::owe_t   owed;
  sumac_pkg::ch_at_t opened, released;
  sumac_pkg::states_t states;
  assign happened = {heard, news, 1'b0, aborted, 10'(heard_index), 32'd0};
  assign owed     = {owe, owe_now, owe_own, owe_reply, 10'(owe_index)};
  assign opened   = {open_v, 10'(open_index)};
  assign released = {given, 10'(given_index)};
  assign states   = {64'd0, ~64'd0, 64'(reset), 64'(failed), 64'(still), 64'd0};

  sumac_sweep #(
    .Channels(Channels), .Groups(Groups), .SweepCycles(SweepCycles), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)
  ) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now), .open_i(opened), .heard_i(happened), .owe_i(owed),
    .release_i(released), .anew_i({open_v, 10'(open_index), 5'(acks.ch[open_index].limit)}),
    .told_i({told, 10'(told_index), told_rcv[4:0], told_limit[4:0]}),
    .busy_i(busy), .stirs_i(stirs), .due_valid_o(due_valid), .due_ready_i(due_ready), .due_o(offer), .visit_o(visit),
    .ch_i(at), .chunks_i(chunks), .states_i(states), .settled_o(settled), .g_group_o(g_group),
    .g_i({closing[g_group], patience[g_group], reason[g_group]}), .nak_o(nak), .ask_o(job_valid),
    .room_i(job_ready), .job_o(job), .timeout_o(timeout), .dead_valid_o(dead_valid), .dead_ready_i(dead_ready),
    .dead_o(dead), .rest_o({idle, calm, wake})
  );

  sweep_acks #(.Channels(Channels), .Groups(Groups), .SweepCycles(SweepCycles), .Small(Small)) acks (
    .clk_i(clk), .now_i(now), .index_i(visit.channel[ChanW-1:0]), .ch_o(at), .chunks_o(chunks), .idle_i(idle), .busy_i(busy),
    .open_i(opened), .owe_i(owed), .given_i(released), .told_i(told), .told_index_i(told_index), .told_rcv_i(told_rcv),
    .told_limit_i(told_limit), .due_valid_i(due_valid), .due_ready_i(due_ready), .due_i(offer)
  );
  sweep_times #(
    .Channels(Channels), .Groups(Groups), .SweepCycles(SweepCycles), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)
  ) times (
    .clk_i(clk), .rst_i(rst), .now_i(now), .first_i(dut.first), .last_i(dut.last), .visit_i(dut.visit), .index_i(dut.index),
    .round_wake_i(dut.round_wake), .open_i(opened), .heard_i(happened), .states_i(states), .closing_i(closing),
    .patience_i(patience), .reason_i(reason), .stirs_i(stirs), .settled_i(settled), .nak_i(nak), .ask_i(job_valid),
    .room_i(job_ready), .job_i(job), .timeout_i(timeout), .dead_valid_i(dead_valid), .dead_ready_i(dead_ready), .dead_i(dead),
    .rest_i({idle, calm, wake})
  );

  // ---- what happens next; a group is opened after its channels were closed for more than a round
  int n = 0, n_jumps = 0, n_calms = 0, quiet = 0, rate = 4, opening [Groups], ready_rate = 100, ack_rate = 35;
  bit leaps = 1'b0;
  always @(negedge clk) begin : drive
    int c, g;
    n++;
    rst = n < 4;
    // A packet that was taken, or another: what it tells was looked up a cycle ago.
    told       = !rst && (acks.was_taken || (!told && rnd(leaps ? 20 + rate : 20) == 0));
    told_index = acks.was_taken ? acks.was_index[ChanW-1:0] : ChanW'(rnd(Channels));
    {told_rcv, told_limit} = {acks.ch[told_index].rcv, acks.ch[told_index].limit};
    {open_v, heard, news, aborted, reset, stirs} = '0;
    job_ready = rnd(8) != 0;
    dead_ready = rnd(4) != 0;
    c = rnd(Channels);
    g = int'(acks.ch[c].grp);
    if (n % 40000 == 0) begin
      quiet = rnd(Groups + 1);                   // of how many groups' peers nothing is heard
      rate  = 1 << rnd(13);
      leaps = rnd(2) == 0;
      if (rate > 16) for (int k = 0; k < Channels; k++) acks.ch[k].gap = 1'b0;
    end
    if (!rst && rnd(rate) == 0 && acks.ch[c].open && n % 2 == 0) begin
      case (rnd(6))
        0: if (acks.ch[c].nxt != acks.ch[c].lim && !told) begin
          acks.ch[c].nxt++;
          {told, told_index, told_rcv, told_limit} = {1'b1, ChanW'(c), acks.ch[c].rcv, acks.ch[c].limit};
        end
        1: {stirs, acks.ch[c].blocked} = {1'b1, rnd(2) == 0};
        2: begin
          acks.ch[c].gap = rate <= 16 && rnd(2) == 0;
          {heard, heard_index} = {1'b1, ChanW'(c)};
        end
        default: if (quiet == 0 || g >= quiet) begin
          heard = 1'b1; heard_index = ChanW'(c);
          aborted = rnd(16) == 0;
          if (rnd(2) == 0 && acks.ch[c].una != acks.ch[c].nxt) begin
            news = 1'b1;
            acks.ch[c].una++;
            acks.ch[c].lim++;
          end
        end
      endcase
    end
    for (int i = 0; i < Groups; i++) begin
      if (opening[i] == 1) begin                 // one channel a cycle
        for (int k = 0; k < Channels; k++)
          if (!open_v && n % 2 == 1 && int'(acks.ch[k].grp) == i && !acks.ch[k].open) begin
            open_v = 1'b1; open_index = ChanW'(k);
            acks.ch[k] = '0;
            {acks.ch[k].open, acks.ch[k].kept, acks.ch[k].grp} = {2'b11, 6'(i)};
            {acks.ch[k].rank, acks.ch[k].lim} = {16'(rnd(3)), 32'd4};
            acks.ch[k].own   = 4'(rnd(5));
            acks.ch[k].limit = 32'd1 << acks.ch[k].own;
          end
        if (!open_v && n % 2 == 1) opening[i] = 0;
        break;
      end else if (opening[i] > 1) opening[i]--;
      else if (!closing[i] && rnd(60000) == 0) {failed[i], reason[i]} = {1'b1, 24'($urandom)};
      else if (!closing[i] && rnd(60000) == 0) closing[i] = 1'b1;
      still[i] = closing[i] && opening[i] == 0 && (still[i] || rnd(100) == 0);
      if (times.x_settled[i] && still[i]) begin
        {failed[i], closing[i], still[i], reset[i]} = 4'b0001;
        for (int k = 0; k < Channels; k++) if (int'(acks.ch[k].grp) == i) acks.ch[k].open = 1'b0;
        opening[i]  = 3 * acks.Round;
        patience[i] = 11'(rnd(4));
      end
    end
    // Chunks, PROBEs and what else must be answered, also by tombstones; slots that are given back. Transmit is ready, or at times.
    if (n % 4000 == 0) begin
      ready_rate = rnd(2) == 0 ? 100 : 5 + rnd(90);
      ack_rate   = leaps && rnd(2) == 0 ? 0 : rnd(3) == 0 ? 35 : rnd(5);
      if (busy != (rnd(2) == 0)) {busy, acks.changed_at} = {!busy, acks.cycle};
    end
    due_ready = rnd(100) < ready_rate && !told;
    {owe, owe_now, owe_own, given} = 4'b0000;
    owe_reply = rnd(2) == 0;
    c = rnd(4) == 0 ? rnd(Channels) : rnd(3);
    if (opening[acks.ch[c].grp] > 0) due_ready = !told;
    else if (!rst && n % 2 == 0 && acks.ch[c].kept && !closing[acks.ch[c].grp] && rnd(100) < ack_rate && dut.u_ack.rx_room) begin
      owe_index = ChanW'(c);
      if (rnd(8) == 0) {owe, owe_now, owe_own} = {2'b11, rnd(2) == 0};
      else if (acks.ch[c].rcv - acks.rcv_m[c] < 32'd1 << acks.ch[c].own && !told) begin
        owe = 1'b1;
        acks.ch[c].rcv++;
      end
    end
    c = rnd(4) == 0 ? rnd(Channels) : rnd(3);
    if (!rst && n % 2 == 1 && acks.ch[c].kept && !closing[acks.ch[c].grp] && rnd(100) < ack_rate && dut.u_ack.rel_room
        && acks.ch[c].limit - acks.ch[c].rcv != 32'd1 << acks.ch[c].own) begin
      {given, given_index} = {1'b1, ChanW'(c)};
      acks.ch[c].limit++;
    end
    // Time goes on, or stands still, or jumps.
    if (leaps && idle && now < wake && !stirs && {failed, still} == times.groups
        && acks.cycle > times.groups_at + 2 && !told && !owe) begin
      now = wake == '1 ? now + 64'(rnd(5000)) : rnd(4) == 0 ? now + 64'(rnd(int'(wake - now))) : wake;
      n_jumps++;
      n_calms += int'(calm);
    end else if (rnd(50) != 0) now = now + 64'd1;
    if (n == Runs) begin
      if ((!Small && n_jumps - n_calms < 1000) || n_calms < 20) $fatal(1, "%0d jumps, %0d calm", n_jumps, n_calms);
      times.enough();
      acks.enough();
      $display("PASS tb_sumac_sweep: %0d jumps, %0d in a calm; worst %0d", n_jumps, n_calms, acks.worst);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_sweep: +seed=%0d", seed);
    void'($urandom(seed));
    for (int g = 0; g < Groups; g++) {opening[g], patience[g], reason[g]} = {32'd8, 11'd1, 24'd0};
  end
endmodule
