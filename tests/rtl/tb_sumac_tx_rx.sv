// Two network sides (channel table, receive, transmit, resending, sweep) joined by a wire that stalls at random:
// chunks of every length go both ways on several channels as far as the windows let them, are checked where they arrive, and
// released late. First nothing may be dropped, sent again or probed for; then the wire loses and damages frames. Every chunk
// comes once and in order (R1 to R5), goes again until it has come (R6, R7), or is probed for (R12), and all are acknowledged at
// the end, as windows of one slot prove, in which a lost acknowledgement would stop everything.
// +seed=N repeats a run, +chunks=N sets the chunks a channel and direction. Small = 1: smallest parameters.
// C: ref_packet.c
// From zeros: it also looks at what nobody has set, the counters of a channel that is not open yet.
module tb_sumac_tx_rx #(parameter bit Small = 1'b0);
  localparam int Channels     = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int Groups       = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int PoolBeats    = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int SlotBeats    = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int ChannelSlots = Small ? sumac_pkg::SmallChannelSlots : sumac_pkg::DefChannelSlots;
  localparam int SeqBits      = Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits;
  localparam int TxJobs       = Small ? sumac_pkg::SmallTxJobs : 4;
  localparam int ChanW = $clog2(Channels), AddrW = $clog2(PoolBeats), SlotW = $clog2(ChannelSlots), Used = 4;
  localparam int Region = ChannelSlots * SlotBeats;       // of a channel's window

  import "DPI-C" function int ref_packet_payload(int seed, int i);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  function automatic int rnd(input int n);
    rnd = int'($urandom % n);
  endfunction

  // Both sides have the same channels; side 1 numbers them the other way round.
  function automatic int index_of(input int side, input int k);
    index_of = side == 0 ? k : Channels - 1 - k;
  endfunction
  function automatic int k_of(input int side, input int index);
    k_of = (side == 0 ? index : Channels - 1 - index) % Used;
  endfunction
  function automatic int own_of(input int side, input int k);             // log2 of the slots
    own_of = (k + side) % (SlotW + 1);
  endfunction
  function automatic int seed_of(input int side, input int k, input int n);   // of the chunk that a side sends
    seed_of = (side * Used + k) * 65536 + n;
  endfunction
  function automatic int bytes_of(input int side, input int k, input int n);
    case (ref_packet_payload(seed_of(side, k, n), -1) % 4)
      0:       bytes_of = ref_packet_payload(seed_of(side, k, n), -2) % 65;
      1:       bytes_of = 64 * SlotBeats;
      default: bytes_of = (ref_packet_payload(seed_of(side, k, n), -3) * 256 + ref_packet_payload(seed_of(side, k, n), -4))
                          % (64 * SlotBeats + 1);
    endcase
  endfunction
  function automatic bit first_of(input int side, input int k, input int n);
    first_of = ref_packet_payload(seed_of(side, k, n), -5) < 64;
  endfunction

  logic         tvalid [2], tready [2], tlast [2];
  logic [511:0] tdata [2];
  logic [63:0]  tkeep [2];
  int           sent [2][Used], got [2][Used], released [2][Used];
  int           chunks, stall = 0, slow = 0, acks = 0, beats = 0, cycle = 0;
  int           loss = 0, n_lost = 0, n_again = 0, n_probes = 0, n_naks = 0;   // loss: frames in a thousand
  logic [63:0]  now = '0;
  logic         started = 1'b0;
  logic [1:0]   side_done;

  for (genvar s = 0; s < 2; s++) begin : g_side
    localparam int Other = 1 - s;
    logic              cfg_valid = 1'b0, cfg_ready;
    sumac_pkg::arrive_t arrival, arrived [Used][ChannelSlots];
    int                rcv [Used], una [Used], lim [Used]; // as receive has committed them
    int                cfg_k = 0;
    logic              job_valid = 1'b0, job_ready, due_valid, due_ready, r_valid, d_valid;
    sumac_pkg::tx_t    job = '0, again, swept_job, probe = '0;
    logic [ChanW-1:0]  rx_index, tx_index;
    logic [Groups-1:0] rx_live;
    sumac_pkg::ch_t    rx_ch;
    sumac_pkg::tx_ch_t tx_ch;
    sumac_pkg::commit_t commit_data;
    sumac_pkg::acked_t  told;
    sumac_pkg::due_t   due;
    logic [AddrW-1:0]  r_addr, w_addr;
    logic              commit, w_valid, tx_idle, arrive, release_v = 1'b0;
    sumac_pkg::ch_at_t  anew, limit;
    sumac_pkg::back_ch_t g_ch;
    sumac_pkg::sweep_ch_t w_ch;
    logic [511:0]      d_data, w_data, wire_data;
    sumac_pkg::owe_t   owe;
    sumac_pkg::heard_t heard;
    logic              again_busy, again_valid, tx_valid, tx_ready, swept, new_valid, probe_valid = 1'b0, probe_ready;
    logic [ChanW-1:0]  w_index, g_index, release_index = '0, opened_index = '0;
    logic [31:0]       w_nxt;
    logic [4:0]        anew_limit = '0;
    logic              lost = 1'b0, hurt = 1'b0, in_frame = 1'b0, opened = 1'b0, opens, tx_read, nak, blocked;
    logic [sumac_pkg::N_COUNTERS-1:0] count;

    sumac_channels #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats)) u_channels (
      .clk_i(clk), .rst_i(rst), .live_i('1), .reset_i('0), .asks_i(1'b0), .known_o(),
      .cfg_valid_i(cfg_valid), .cfg_ready_o(cfg_ready), .clears_i(1'b0), .cfg_status_o(),
      .key_i({32'h51CA0000 + cfg_k, 3'($clog2(SlotBeats)), 1'b1}),
      .cfg_i({1'b1, 10'(index_of(s, cfg_k)), 6'd0, 16'(Other), 16'(index_of(Other, cfg_k)), 48'(Other), 32'(Other),
              17'(cfg_k * Region), 4'(own_of(s, cfg_k)), 4'(own_of(Other, cfg_k))}),
      .rx_index_i(rx_index), .rx_o(rx_ch), .rx_live_o(rx_live), .anew_o(anew), .commit_i(commit),
      .commit_data_i(commit_data), .g_index_i(g_index), .g_o(g_ch), .w_index_i(w_index), .w_o(w_ch), .opens_o(),
      .tx_read_i(tx_read), .tx_index_i(tx_index), .tx_o(tx_ch), .c_i('0), .c_mine_o(), .limit_o(limit),
      .release_i({release_v, 10'(release_index)})
    );

    sumac_resend #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots)) u_resend (
      .clk_i(clk), .rst_i(rst), .open_i(opened), .open_index_i(opened_index), .opens_o(opens), .take_i(new_valid && tx_ready),
      .take_job_i(job), .gap_i(heard.back), .gap_index_i(heard.channel[ChanW-1:0]), .gap_una_i(heard.una),
      .probe_i(swept), .probe_index_i(swept_job.channel[ChanW-1:0]), .ch_index_o(g_index), .ch_i(g_ch), .live_i(rx_live),
      .failed_i('0), .nxt_index_i(w_index), .nxt_o(w_nxt), .begun_o(), .begun_group_o(), .ended_o(), .ended_group_o(),
      .busy_o(again_busy), .job_valid_o(again_valid), .job_ready_i(tx_ready && !probe_valid), .job_o(again)
    );

    sumac_pkg::visit_t visit;
    sumac_pkg::rest_t  rest;
    assign w_index = visit.channel[ChanW-1:0];
    always_ff @(posedge clk) blocked <= sent[s][k_of(s, int'(w_index))] < chunks;
    sumac_sweep #(.Channels(Channels), .Groups(Groups), .SweepCycles(Channels < 8 ? 16 : 2 * Channels)) u_sweep (
      .clk_i(clk), .rst_i(rst), .now_i(now), .open_i({opened, 10'(opened_index)}), .heard_i(heard), .owe_i(owe),
      .release_i(limit), .anew_i({anew, anew_limit}), .told_i(told), .busy_i(job_valid), .stirs_i(1'b0), .due_valid_o(due_valid),
      .due_ready_i(due_ready), .due_o(due), .rest_o(rest), .visit_o(visit), .chunks_i({blocked, w_nxt}), .ch_i(w_ch),
      .states_i({64'd0, 64'(rx_live), 256'd0}), .settled_o(), .g_group_o(), .g_i('0), .nak_o(nak),
      .ask_o(swept), .room_i(!probe_valid), .job_o(swept_job), .timeout_o(), .dead_valid_o(), .dead_ready_i(1'b0), .dead_o()
    );
    // A PROBE first, then what goes again, then what is new.
    always @(posedge clk) begin
      anew_limit <= 5'd1 << own_of(s, cfg_k);
      if (probe_ready) probe_valid <= 1'b0;
      if (swept) {probe_valid, probe} <= {1'b1, swept_job};
      if (!rst) begin
        n_probes += int'(swept);
        n_naks   += int'(nak);
        n_again  += int'(again_valid && tx_ready && !probe_valid);
      end
    end
    assign new_valid   = job_valid && !again_busy && !probe_valid;
    assign tx_valid    = probe_valid || again_valid || new_valid;
    assign probe_ready = probe_valid && tx_ready;
    assign job_ready   = tx_ready && new_valid;

    // The wire, where a frame may be lost, or a bit of its last beat be flipped.
    always @(negedge clk) if (!in_frame) {lost, hurt} = {rnd(1000) < loss, rnd(1000) < loss};
    always @(posedge clk) if (!rst && tvalid[Other] && tready[Other]) begin
      in_frame <= !tlast[Other];
      if (tlast[Other]) n_lost += int'(lost || hurt);
    end
    assign wire_data = tdata[Other] ^ 512'(hurt && tlast[Other]);

    sumac_tx #(.Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .SeqBits(SeqBits), .TxJobs(TxJobs)) u_tx (
      .clk_i(clk), .rst_i(rst), .own_i({48'(s), 32'(s), 1'b0}), .job_valid_i(tx_valid), .job_ready_o(tx_ready),
      .job_i(probe_valid ? probe : again_valid ? again : job), .done_o(), .done_group_o(),
      .due_valid_i(due_valid), .due_ready_o(due_ready), .due_i(due), .told_o(told), .ch_read_o(tx_read), .ch_index_o(tx_index),
      .ch_i(tx_ch), .r_valid_o(r_valid), .r_ready_i(1'b1), .r_addr_o(r_addr), .d_valid_i(d_valid), .d_data_i(d_data),
      .tx_tvalid_o(tvalid[s]), .tx_tready_i(tready[s]), .tx_tdata_o(tdata[s]), .tx_tkeep_o(tkeep[s]),
      .tx_tlast_o(tlast[s]), .tx_tinside_o(), .idle_o(tx_idle), .packet_o(), .chunk_o()
    );

    sumac_rx #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots),
               .SeqBits(SeqBits)) u_rx (
      .clk_i(clk), .rst_i(rst), .rx_tvalid_i(tvalid[Other] && tready[Other] && !lost), .rx_tdata_i(wire_data),
      .rx_tkeep_i(tkeep[Other]), .rx_tlast_i(tlast[Other]), .rx_tuser_i(1'b0), .w_valid_o(w_valid), .w_addr_o(w_addr),
      .w_data_o(w_data), .ch_index_o(rx_index), .ch_i(rx_ch), .live_i(rx_live), .anew_i(anew.en),
      .anew_index_i(anew.channel[ChanW-1:0]), .heard_o(heard), .commit_o(commit), .commit_data_o(commit_data), .arrive_o(arrive),
      .arrival_o(arrival), .moved_o(), .owe_o(owe), .abort_o(), .count_o(count)
    );

    // Packet memory: reads take two cycles.
    logic [511:0]     pool [PoolBeats];
    logic [AddrW:0]   read1 = '0;              // valid, address
    always_ff @(posedge clk) begin
      read1   <= {r_valid, r_addr};
      d_valid <= read1[AddrW];
      d_data  <= pool[read1[AddrW-1:0]];
      if (w_valid) pool[w_addr] <= w_data;
    end
    bit job_taken = 1'b0;
    int k_send = 0, k_check = 0;

    always @(posedge clk) if (!rst) begin
      job_taken = job_valid && job_ready;
      if (due_valid && due_ready) acks++;
      if (commit) begin : committed
        int k;
        k = k_of(s, int'(commit_data.channel));
        {rcv[k], una[k], lim[k]} = {commit_data.rcv_nxt, commit_data.una, commit_data.lim};
        if (arrive) arrived[k][(rcv[k] - 1) % ChannelSlots] = arrival;
        if (arrive && (arrival.channel != commit_data.channel || arrival.seq != 5'(rcv[k] - 1))) $fatal(1, "side %0d: arrival", s);
      end
      if (tvalid[s] && tready[s]) beats++;
      for (int i = sumac_pkg::CNT_DROP_MALFORMED; i <= sumac_pkg::CNT_DROP_KIND; i++)
        if (count[i] && n_lost == 0) $fatal(1, "side %0d drops a packet, counter %0d", s, i);
    end

    // A node's work, at the falling edge: send what the window lets go, check what has arrived, release it late.
    always @(negedge clk) if (started) begin : work
      int k, slot, n, seed;
      sumac_pkg::tx_t next;
      sumac_pkg::arrive_t came;
      if (job_taken || !job_valid) begin
        job_valid = 1'b0;
        k = k_send;
        if (sent[s][k] < chunks && sent[s][k] < lim[k] && rnd(100) >= slow) begin
          n = sent[s][k];
          seed = seed_of(s, k, n);
          slot = Used * Region + (k * ChannelSlots + n % ChannelSlots) * SlotBeats;   // until it is acknowledged
          next = '0;
          next.channel = 10'(index_of(s, k)); next.seq = 32'(n); next.pool = 17'(slot); next.bytes = 16'(bytes_of(s, k, n));
          next.first = first_of(s, k, n); next.word = 32'(seed); next.kind = sumac_pkg::KIND_DATA;
          {job_valid, job} = {1'b1, next};
          for (int i = 0; i < int'(next.bytes); i++) pool[slot + i / 64][8 * (i % 64) +: 8] = 8'(ref_packet_payload(seed, i));
          sent[s][k]++;
        end
        k_send = rnd(Used);
      end
      release_v = 1'b0;
      k = k_check;
      if (got[s][k] < rcv[k]) begin
        n = got[s][k];
        seed = seed_of(Other, k, n);
        came = arrived[k][n % ChannelSlots];
        if (32'(came.bytes) != bytes_of(Other, k, n) || came.first != first_of(Other, k, n) || came.word != 32'(seed))
          $fatal(1, "side %0d, channel %0d, chunk %0d: its arrival", s, k, n);
        slot = k * Region + (n % (1 << own_of(s, k))) * SlotBeats;
        for (int i = 0; i < int'(came.bytes); i++)
          if (pool[slot + i / 64][8 * (i % 64) +: 8] != 8'(ref_packet_payload(seed, i)))
            $fatal(1, "side %0d, channel %0d, chunk %0d: byte %0d", s, k, n, i);
        got[s][k]++;
      end else begin
        k = rnd(Used);
        if (released[s][k] < got[s][k] && rnd(100) >= slow) begin
          {release_v, release_index} = {1'b1, ChanW'(index_of(s, k))};
          released[s][k]++;
        end
      end
      k_check = rnd(Used);
      tready[s] = rnd(100) >= stall;
    end

    // At the end: every own chunk acknowledged.
    always @(posedge clk) begin
      side_done[s] = tx_idle && rest.idle && !job_valid;
      for (int i = 0; i < Used; i++) begin
        if (una[i] != chunks || released[s][i] != chunks) side_done[s] = 1'b0;
        if (una[i] > sent[s][i]) $fatal(1, "acknowledged unsent");
      end
    end

    initial begin
      for (int k = 0; k < Used; k++) {rcv[k], una[k], lim[k]} = '0;
      tready[s] = 1'b1;
      wait (!rst);
      for (int k = 0; k < Used; k++) begin
        @(negedge clk);
        cfg_k = k; cfg_valid = 1'b1;
        while (!cfg_ready) @(negedge clk);
        @(negedge clk);
        cfg_valid = 1'b0;
        while (!cfg_ready) @(negedge clk);
        opened = 1'b1; opened_index = ChanW'(index_of(s, k));
        @(negedge clk);
        opened = 1'b0;
        while (opens) @(negedge clk);
        lim[k] = 1 << own_of(Other, k);
      end
    end
  end

  always @(posedge clk) {cycle, now} <= {cycle + 1, now + 64'd1};

  initial begin
    int seed, total, was = 0, same = 0;
    if (!$value$plusargs("chunks=%d", chunks)) chunks = 1500;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_tx_rx: +seed=%0d", seed);
    void'($urandom(seed));
    for (int s = 0; s < 2; s++) for (int k = 0; k < Used; k++) {sent[s][k], got[s][k], released[s][k]} = '0;
    repeat (3) @(negedge clk);
    rst = 1'b0;
    repeat (60) @(negedge clk);
    started = 1'b1;
    while (side_done != 2'b11) begin
      repeat (500) @(negedge clk);
      if (sent[0][0] + sent[1][0] > chunks / 2 && loss == 0) begin
        if (n_again + n_naks != 0 || (!Small && n_probes != 0)) $fatal(1, "%0d chunks went again, %0d probes", n_again, n_probes);
        loss = 20;
      end
      stall = rnd(3) == 0 ? rnd(90) : 0;
      slow  = rnd(3) == 0 ? 98 : rnd(3) == 0 ? rnd(80) : 0;
      total = 0;
      for (int s = 0; s < 2; s++) for (int k = 0; k < Used; k++) total += sent[s][k] + got[s][k] + released[s][k];
      {same, was} = {total == was ? same + 1 : 0, total};
      if (same > (Small ? 40 : 400))
        $fatal(1, "stuck: channel 0 has sent %0d and %0d, got %0d and %0d", sent[0][0], sent[1][0], got[0][0], got[1][0]);
    end
    if (n_lost < 20 || n_again < 20 || n_probes == 0) $fatal(1, "%0d lost, %0d again, %0d probes", n_lost, n_again, n_probes);
    $display("PASS tb_sumac_tx_rx: %0d chunks, %0d acknowledgements alone, %0d beats, %0d cycles; %0d lost, %0d again, %0d probes",
             2 * Used * chunks, acks, beats, cycle, n_lost, n_again, n_probes);
    $finish;
  end
endmodule
