// Receive and the channel table against the packets of rx_script: every kind of good and bad packet at random, back to
// back and with gaps, every pulse, commit, arrival and written beat checked (R1, R2, R3, R5); a tombstone's (R16); then every bit
// of some packets flipped, and a channel's group closed, and both opened anew, at every cycle around a packet.
// +seed=N repeats a run, +packets=N sets its length. Small = 1: smallest parameters.
// C: ref_packet.c ref_spoil.c
module tb_sumac_rx #(parameter bit Small = 1'b0);
  localparam int Channels     = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int Groups       = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int PoolBeats    = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int ChannelSlots = Small ? sumac_pkg::SmallChannelSlots : sumac_pkg::DefChannelSlots;
  localparam int SeqBits      = Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits;
  localparam int ChanW  = $clog2(Channels);
  localparam int AddrW  = $clog2(PoolBeats);
  localparam int SlotW  = $clog2(ChannelSlots);
  localparam int Used   = Small ? 3 : 12;               // channels that are open
  localparam int Spread = Small ? 1 : 21;               // their index, from one to the next
  localparam int Region = Small ? 16 : 1024;            // beats of packet memory each

  import "DPI-C" function int ref_packet_bytes();
  import "DPI-C" function int ref_packet_word(int n);

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #1 clk = !clk;

  logic [Groups-1:0] live = '0, group_reset = '0;           // group 0 has all the channels
  logic              asks = 1'b0, is_known, cfg_valid = 1'b0, cfg_ready;
  logic [7:0]        cfg_status;
  sumac_pkg::ch_cfg_t cfg = '0;
  sumac_pkg::key_t   key = '0;
  logic              release_v = 1'b0, rx_tvalid = 1'b0, rx_tlast = 1'b0, rx_tuser = 1'b0;
  logic [511:0]      rx_tdata = '0, w_data;
  logic [63:0]       rx_tkeep = '0;

  logic [ChanW-1:0]  ch_index, release_index = '0, peek = '0;
  sumac_pkg::fault_t abort;
  sumac_pkg::owe_t   owe;
  sumac_pkg::heard_t heard;
  logic              commit, arrive, moved, w_valid;
  logic [Groups-1:0] rx_live;
  sumac_pkg::ch_t    ch;
  sumac_pkg::commit_t commit_data;
  logic [AddrW-1:0]  w_addr;
  sumac_pkg::arrive_t arrival;
  logic [sumac_pkg::N_COUNTERS-1:0] count;
  sumac_pkg::sweep_ch_t w;
  sumac_pkg::tx_ch_t tx;
  sumac_pkg::ch_at_t anew;

  sumac_channels #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats)) u_channels (
    .clk_i(clk), .rst_i(rst), .live_i(live), .reset_i(group_reset),
    .asks_i(asks), .known_o(is_known), .cfg_valid_i(cfg_valid), .cfg_ready_o(cfg_ready), .clears_i(1'b0), .cfg_status_o(cfg_status),
    .cfg_i(cfg), .key_i(key), .rx_index_i(ch_index), .rx_o(ch), .rx_live_o(rx_live), .anew_o(anew),
    .commit_i(commit), .commit_data_i(commit_data),
    .g_index_i('0), .g_o(), .w_index_i(peek), .w_o(w), .opens_o(), .tx_read_i(1'b1), .tx_index_i(peek), .tx_o(tx),
    .c_i('0), .c_mine_o(), .release_i({release_v, 10'(release_index)}), .limit_o()
  );

  sumac_rx #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots),
             .SeqBits(SeqBits)) dut (
    .clk_i(clk), .rst_i(rst), .rx_tvalid_i(rx_tvalid), .rx_tdata_i(rx_tdata), .rx_tkeep_i(rx_tkeep),
    .rx_tlast_i(rx_tlast), .rx_tuser_i(rx_tuser), .w_valid_o(w_valid), .w_addr_o(w_addr), .w_data_o(w_data),
    .ch_index_o(ch_index), .ch_i(ch), .live_i(rx_live), .anew_i(anew.en), .anew_index_i(anew.channel[ChanW-1:0]),
    .commit_o(commit), .commit_data_o(commit_data), .arrive_o(arrive), .arrival_o(arrival), .moved_o(moved), .owe_o(owe),
    .heard_o(heard), .abort_o(abort), .count_o(count)
  );

  rx_script #(.Channels(Channels), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots), .SeqBits(SeqBits), .Used(Used),
              .Spread(Spread)) script (
    .clk_i(clk), .w_valid_i(w_valid), .w_addr_i(w_addr), .w_data_i(w_data), .commit_i(commit),
    .commit_data_i(commit_data), .arrive_i(arrive), .arrival_i(arrival), .moved_i(moved), .owe_i(owe), .heard_i(heard),
    .abort_i(abort), .count_i(count)
  );

  always @(posedge clk)
    if (cfg_valid && cfg_ready && cfg_status != sumac_pkg::ST_OK)
      $fatal(1, "channel %0d is not opened: %0d", cfg.index, cfg_status);

  function automatic int rnd(input int n);     // 0 to n - 1
    rnd = int'($urandom % n);
  endfunction

  // ---- sending ----

  int beat_no = -1;                                         // of the frame being sent; -1: none

  task automatic drive_beat();
    int words, total;
    total = ref_packet_bytes();
    words = (total - 64 * beat_no) / 4;
    rx_tvalid = 1'b1;
    rx_tkeep  = '1;
    for (int w = 0; w < 16; w++) begin
      rx_tdata[32*w +: 32] = ref_packet_word(16 * beat_no + w);
      if (w >= words) rx_tkeep[4*w +: 4] = 4'h0;
    end
    rx_tlast = words <= 16;
    rx_tuser = words <= 16 ? script.user_error : (rnd(2) == 0);   // means something on the last beat only
    if (words <= 16 && script.cut_keep) rx_tkeep[4*words - 1] = 1'b0;
    if (words <= 16 && script.odd_keep) rx_tkeep[rnd(4*words - 1)] = 1'b0;
    if (words > 16 && script.odd_keep && rnd(2) == 0) rx_tkeep[63 - rnd(63)] = 1'b0;
    if (words <= 16) script.last_at = script.cycle;
    beat_no = words <= 16 ? -1 : beat_no + 1;
  endtask

  task automatic pause();
    rx_tvalid = 1'b0;
    rx_tlast  = 1'b0;
  endtask

  // ---- cycles ----

  // In a process of its own, since a task's code is made anew wherever it is called.
  bit   go_traffic;
  int   go_gap, go_scenarios, go_bytes;
  event go, gone;
  int   rested = 0;      // since a slot was given back
  always begin
    int c;
    @(go);
    @(negedge clk);
    script.monitor();
    release_v = 1'b0;
    c = script.index_of(rnd(Used));
    // A slot is given back when no header is being looked up, nor soon will be: no peer knows of it so early.
    rested++;
    if ((beat_no >= 2 || (beat_no < 0 && rnd(4) == 0)) && rnd(2) == 0 && script.m_rel[c] != script.d_rcv[c]) begin
      release_v     = 1'b1;
      release_index = ChanW'(c);
      script.m_rel[c]++;
      rested        = 0;
    end
    pause();
    if (beat_no < 0 && go_traffic && rested > 3 && rnd(100) >= go_gap) begin
      script.make_packet(go_scenarios == 0 ? (rnd(2) == 0 ? 0 : rnd(38)) : go_scenarios - 1, go_bytes);
      beat_no = 0;
      drive_beat();
    end else if (beat_no >= 0 && rnd(100) >= go_gap) begin
      drive_beat();
    end
    -> gone;
  end

  task automatic one_cycle(input bit traffic, input int gap, input int scenarios, input int bytes);
    go_traffic   = traffic;
    go_gap       = gap;
    go_scenarios = scenarios;
    go_bytes     = bytes;
    -> go;
    @(gone);
  endtask

  task automatic quiet();
    while (beat_no >= 0) one_cycle(1'b0, 0, 0, -1);
    for (int i = 0; i < 8; i++) one_cycle(1'b0, 0, 0, -1);
    release_v = 1'b0;
    if (script.expected.size() != 0) $fatal(1, "%0d packets were not counted", script.expected.size());
  endtask

  task automatic check_table();
    for (int k = 0; k < Used; k++) begin
      peek = ChanW'(script.index_of(k));
      one_cycle(1'b0, 0, 0, -1);
      if (tx.rcv_nxt != script.m_rcv[script.index_of(k)] || w.una != script.m_una[script.index_of(k)]
          || w.lim != script.m_lim[script.index_of(k)])
        $fatal(1, "table of channel %0d: %0d %0d %0d, not %0d %0d %0d", script.index_of(k), tx.rcv_nxt, w.una, w.lim,
               script.m_rcv[script.index_of(k)], script.m_una[script.index_of(k)], script.m_lim[script.index_of(k)]);
    end
  endtask

  // Closes the channels' group, and opens it anew: without that no channel is opened again.
  task automatic reopen_group();
    live[0] = 1'b0;
    @(negedge clk);
    group_reset[0] = 1'b1;
    @(negedge clk);
    group_reset[0] = 1'b0;
    live[0]        = 1'b1;
  endtask

  task automatic configure(input int c);
    asks = 1'b1;
    cfg  = {1'b1, 10'(c), 118'd0, 17'(script.m_pool[c]), 4'(script.m_own[c]), 4'($clog2(script.m_lim[c]))};
    key  = {script.m_key[c], 3'(script.m_slot[c]), 1'b1};
    do @(negedge clk); while (!is_known);
    {asks, cfg_valid} = 2'b01;
    do @(posedge clk); while (!cfg_ready);
    @(negedge clk);
    cfg_valid = 1'b0;
    while (!cfg_ready) @(negedge clk);
  endtask

  task automatic open_channel(input int k);
    int c;
    c = script.index_of(k);
    script.m_key[c]  = $urandom;
    script.m_own[c]  = rnd(SlotW + 1);
    script.m_slot[c] = rnd($clog2(Region) - SlotW + 1);
    script.m_pool[c] = k * Region;
    script.m_rcv[c] = 0; script.m_rel[c] = 0; script.m_una[c] = 0; script.d_rcv[c] = 0; script.m_gap[c] = 1'b0;
    script.m_lim[c] = 1 << rnd(SlotW + 1);
    configure(c);
  endtask

  event open, opened;   // opening has a process of its own, too
  always @(open) begin
    quiet();
    reopen_group();
    for (int k = 0; k < Used; k++) open_channel(k);
    -> opened;
  end
  task automatic open_all(); -> open; @(opened); endtask

  // Closing a channel's group, and opening both anew, at cycle `at` of a packet leaves a fresh channel, whatever became of the
  // packet.
  task automatic reopen_at(input int at);
    int c, sum_was;
    quiet();
    script.make_lone_chunk(c);
    beat_no = 0;
    sum_was = script.seen[sumac_pkg::CNT_RX_CHUNKS] + script.seen[sumac_pkg::CNT_DROP_CHANNEL];
    fork
      for (int i = 0; i < 20; i++) begin
        @(negedge clk);
        pause();
        if (beat_no >= 0) drive_beat();
        if (count[sumac_pkg::CNT_RX_CHUNKS]) script.seen[sumac_pkg::CNT_RX_CHUNKS]++;
        if (count[sumac_pkg::CNT_DROP_CHANNEL]) script.seen[sumac_pkg::CNT_DROP_CHANNEL]++;
      end
      begin
        for (int i = 0; i < at; i++) @(negedge clk);
        reopen_group();
        script.m_rcv[c] = 0; script.m_rel[c] = 0; script.m_una[c] = 0; script.d_rcv[c] = 0; script.m_gap[c] = 1'b0;
        script.m_lim[c] = 1;
        configure(c);
      end
    join
    script.c_valid = 1'b0;
    if (script.seen[sumac_pkg::CNT_RX_CHUNKS] + script.seen[sumac_pkg::CNT_DROP_CHANNEL] != sum_was + 1)
      $fatal(1, "reopened at %0d", at);
    check_table();
  endtask

  initial begin
    int runs, seed;
    if (!$value$plusargs("packets=%d", runs)) runs = 60000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_rx: +seed=%0d", seed);
    void'($urandom(seed));
    repeat (3) @(negedge clk);
    rst = 1'b0;
    @(negedge clk);
    while (script.n_packets < runs) begin
      int gap, few, bytes;
      open_all();
      gap = rnd(2) == 0 ? 0 : rnd(60);
      few = rnd(4) == 0 ? 1 + rnd(2) : 0;      // good chunks, or acknowledgements, alone
      bytes = few == 0 ? -1 : rnd(3) == 0 ? 61 + rnd(4) : rnd(61);
      for (int i = 0; i < 3000; i++) one_cycle(1'b1, gap, few, bytes);
      quiet();
      check_table();
    end
    // A channel whose group has closed is a tombstone (R16).
    open_all();
    for (int i = 0; i < 3000; i++) one_cycle(1'b1, 0, 0, -1);
    quiet();
    live[0] = 1'b0;
    script.closed = 1'b1;
    for (int i = 0; i < (Small ? 2000 : 40000); i++) one_cycle(1'b1, 0, 1 + rnd(8), -1);
    quiet();
    script.closed = 1'b0;
    if (script.n_late < 100) $fatal(1, "a tombstone has answered %0d packets", script.n_late);
    // Every length once, right at the ends of beats.
    open_all();
    for (int i = 0; i <= 4096; i++) begin
      do one_cycle(1'b1, 0, 1, i); while (beat_no >= 0);
    end
    // Every bit of packets with payloads of 0, 5 and 61 bytes.
    for (int n = 0; n < 3; n++) begin
      int total;
      for (int i = 96; i == 96 || i < 8 * total; i++) begin
        while (beat_no >= 0) one_cycle(1'b0, 0, 0, -1);
        script.make_flipped(i, n == 0 ? 0 : n == 1 ? 5 : 61, total);
        beat_no = 0;
        one_cycle(1'b0, 0, 0, -1);
      end
    end
    for (int n = 0; n < 64; n++) begin
      open_all();
      reopen_at(n / 4);
    end
    for (int i = sumac_pkg::CNT_DROP_MALFORMED; i <= sumac_pkg::CNT_DROP_KIND; i++)
      if (script.seen[i] == 0) $fatal(1, "counter %0d never counted", i);
    if (script.latency > 4) $fatal(1, "a commit came %0d cycles after the last beat", script.latency);
    if (Small && script.n_wrap == 0) $fatal(1, "no sequence number has wrapped");
    $display("PASS tb_sumac_rx: %0d packets, %0d chunks accepted, %0d dropped, %0d aborts, %0d beats, %0d cycles, commit %0d",
             script.n_packets, script.n_accept, script.n_drop, script.n_abort, script.n_writes, script.cycle, script.latency);
    $finish;
  end
endmodule
