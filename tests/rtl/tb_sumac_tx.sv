// Transmit against the parser of ref_packet.c: jobs of all kinds and lengths and due acknowledgements at random, under
// stalls of the MAC and, as far as they are allowed, refusals of packet memory; every frame parsed and compared with
// its job, its channel as it was and the payload. Then full-rate bursts: every length, and the longest packets, which must
// leave without an idle cycle.
// +seed=N repeats a run, +jobs=N sets its length. Small = 1: smallest parameters.
// C: ref_packet.c
module tb_sumac_tx #(parameter bit Small = 1'b0);
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int SeqBits   = Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits;
  localparam int TxJobs    = Small ? sumac_pkg::SmallTxJobs : sumac_pkg::DefTxJobs;
  localparam int ChanW     = $clog2(Channels);
  localparam int AddrW     = $clog2(PoolBeats);

  import "DPI-C" function int     ref_packet_payload(int seed, int i);
  import "DPI-C" function void    ref_packet_hear(int n, int word);
  import "DPI-C" function int     ref_packet_parse();
  import "DPI-C" function longint ref_packet_field(int offset, int bytes);
  import "DPI-C" function int     ref_packet_payload_is(int seed);

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #1 clk = !clk;

  logic [47:0]      own_mac = 48'h665544332202;
  logic [31:0]      own_ip  = 32'h0100A8C0;
  logic             job_valid = 1'b0, job_ready, job_first = 1'b0;
  logic [3:0]       job_kind = '0;
  logic [ChanW-1:0] job_index = '0, due_index = '0, told_index, ch_index;
  logic [31:0]      job_seq = '0, job_word = '0, told_limit;
  logic [AddrW-1:0] job_pool = '0, r_addr;
  logic [15:0]      job_bytes = '0;
  logic [63:0]      job_digest = '0;
  logic [7:0]       job_step = '0;
  logic             due_valid = 1'b0, due_ready, told, r_valid, r_ready = 1'b1, d_valid;
  logic [511:0]     d_data, tdata;
  logic             tvalid, tready = 1'b1, tlast, idle, packet, chunk;
  logic [63:0]      tkeep;

  // The channel table: settings that stay, counters that run.
  logic [15:0] t_peer  [Channels];
  logic [47:0] t_mac   [Channels];
  logic [31:0] t_ip    [Channels];
  logic [31:0] t_key   [Channels];
  logic [31:0] t_rcv   [Channels];
  logic [31:0] t_limit [Channels];

  sumac_tx #(.Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .SeqBits(SeqBits),
             .TxJobs(TxJobs)) dut (
    .clk_i(clk), .rst_i(rst), .own_mac_i(own_mac), .own_ip_i(own_ip), .job_valid_i(job_valid),
    .job_ready_o(job_ready), .job_kind_i(job_kind), .job_index_i(job_index), .job_seq_i(job_seq),
    .job_pool_i(job_pool), .job_bytes_i(job_bytes), .job_first_i(job_first), .job_digest_i(job_digest),
    .job_step_i(job_step), .job_word_i(job_word), .due_valid_i(due_valid), .due_ready_o(due_ready),
    .due_index_i(due_index), .told_o(told), .told_index_o(told_index), .told_limit_o(told_limit),
    .ch_index_o(ch_index), .ch_peer_i(t_peer[ch_index]), .ch_mac_i(t_mac[ch_index]), .ch_ip_i(t_ip[ch_index]),
    .ch_key_i(t_key[ch_index]), .ch_rcv_nxt_i(t_rcv[ch_index]), .ch_limit_i(t_limit[ch_index]),
    .r_valid_o(r_valid), .r_ready_i(r_ready), .r_addr_o(r_addr), .d_valid_i(d_valid), .d_data_i(d_data),
    .tx_tvalid_o(tvalid), .tx_tready_i(tready), .tx_tdata_o(tdata), .tx_tkeep_o(tkeep), .tx_tlast_o(tlast),
    .idle_o(idle), .packet_o(packet), .chunk_o(chunk)
  );

  typedef struct packed {
    int unsigned kind, index, seq, bytes, word, seed;
    bit          first;
    longint unsigned digest;
    int unsigned step;
  } job_t;
  typedef struct packed {
    int unsigned index, rcv, limit;
  } told_t;

  job_t  jobs [$];                   // accepted and not yet heard
  int    dues [$];                   // taken and not yet heard
  told_t tolds [$];
  int    reads [$];                  // beats of the jobs to be read
  int    n_jobs = 0, n_acks = 0, n_packets = 0, n_chunks = 0, n_beats = 0, refusals = 0, n_refusals = 0, cycle = 0;
  int    passed_over = 0;            // jobs that went while an acknowledgement waited
  int    stall = 0, refuse = 0;      // per cent

  function automatic int rnd(input int n);     // 0 to n - 1
    rnd = int'($urandom % n);
  endfunction

  // ---- packet memory: two cycles, and refusals up to three a packet ----

  logic [511:0]     pool [PoolBeats];
  logic             read1 = 1'b0;
  logic [AddrW-1:0] addr1 = '0;
  always_ff @(posedge clk) begin
    read1   <= r_valid && r_ready;
    addr1   <= r_addr;
    d_valid <= read1;
    d_data  <= pool[addr1];
  end

  always @(posedge clk) begin
    if (!rst && r_valid && !r_ready) begin
      refusals++;
      n_refusals++;
    end
    if (!rst && r_valid && r_ready) begin
      if (reads.size() == 0) $fatal(1, "a read that no job asks for");
      reads[0]--;
      if (reads[0] == 0) begin
        void'(reads.pop_front());
        refusals = 0;
      end
    end
  end

  // ---- what goes in, at the falling edge ----

  int next_seed = 1, next_slot = 0;

  function automatic int any_bytes();
    case (rnd(4))
      0:       any_bytes = rnd(64 * SlotBeats + 1);
      1:       any_bytes = rnd(65);
      2:       any_bytes = 64 * (1 + rnd(SlotBeats)) - rnd(5);
      default: any_bytes = 64 * rnd(SlotBeats) + rnd(5);
    endcase
  endfunction

  task automatic offer_job(input int bytes, input bit data_only);
    int slot;
    slot = next_slot;
    next_slot = (next_slot + 1) % (PoolBeats / SlotBeats);
    next_seed++;
    job_valid  = 1'b1;
    job_kind   = data_only || rnd(8) != 0 ? sumac_pkg::KIND_DATA : sumac_pkg::KIND_ABORT;
    job_index  = ChanW'(rnd(Channels));
    job_seq    = $urandom;
    job_pool   = AddrW'(slot * SlotBeats);
    job_bytes  = 16'(bytes);
    job_first  = rnd(4) == 0 && !data_only;
    job_digest = {$urandom, $urandom};
    job_step   = 8'($urandom);
    job_word   = $urandom;
    for (int b = 0; 64 * b < bytes; b++) begin
      for (int i = 0; i < 64; i++) pool[slot * SlotBeats + b][8*i +: 8] = 8'(ref_packet_payload(next_seed, 64 * b + i));
    end
  endtask

  bit job_taken = 1'b0, due_taken = 1'b0;        // at the last rising edge

  task automatic one_cycle(input int job_rate, input int due_rate, input int bytes, input bit data_only);
    @(negedge clk);
    if (job_taken || !job_valid) begin
      job_valid = 1'b0;
      if (rnd(100) < job_rate) offer_job(bytes < 0 ? any_bytes() : bytes, data_only);
    end
    if (due_taken || !due_valid) begin
      due_valid = rnd(100) < due_rate;
      due_index = ChanW'(rnd(Channels));
    end
    tready  = rnd(100) >= stall;
    r_ready = refusals >= 3 || rnd(100) >= refuse;
    t_rcv[rnd(Channels)]   += 1;
    t_limit[rnd(Channels)] += 1;
  endtask

  task automatic quiet();
    int waited;
    waited = 0;
    do begin
      one_cycle(0, 0, 0, 1'b0);
      waited++;
      if (waited > 20000) $fatal(1, "%0d jobs and %0d acknowledgements are stuck", jobs.size(), dues.size());
    end while (!idle || job_valid || due_valid);
    one_cycle(0, 0, 0, 1'b0);
    if (jobs.size() != 0 || dues.size() != 0 || tolds.size() != 0) $fatal(1, "idle with work left");
  endtask

  // ---- what comes out, at the rising edge ----

  logic [31:0] was_rcv [Channels];               // the table one cycle ago
  logic [31:0] was_limit [Channels];
  int          first_at = 0, last_at = 0, burst_beats = 0, offered_at = 0, latency = 0;

  task automatic check(input int condition, input string what);
    if (condition == 0) $fatal(1, "packet %0d, kind %0d: %s", n_packets, ref_packet_field(42, 1), what);
  endtask

  function automatic longint field(input int lsb, input int width);
    field = ref_packet_field(lsb / 8, width / 8);
  endfunction

  task automatic check_frame();
    told_t t;
    job_t  j;
    int    why, kind;
    why = ref_packet_parse();
    if (why != 0) $fatal(1, "packet %0d fails check %0d of ref_packet_parse", n_packets, why);
    check(32'(tolds.size() != 0), "a packet of which nobody was told");
    t = tolds.pop_front();
    kind = int'(field(sumac_pkg::PKT_KIND_LSB, 8)) & 15;
    j = '0;
    if (kind == int'(sumac_pkg::KIND_ACK)) begin
      if (dues.size() == 0) $fatal(1, "an acknowledgement that nobody asked for");
      if (dues[0] != int'(t.index)) $fatal(1, "an acknowledgement on channel %0d, not %0d", t.index, dues[0]);
      j.kind  = 32'(sumac_pkg::KIND_ACK);
      j.index = 32'(dues[0]);
      void'(dues.pop_front());
      n_acks++;
    end else begin
      check(32'(jobs.size() != 0), "a packet that nobody asked for");
      j = jobs.pop_front();
      n_jobs++;
      if (kind == int'(sumac_pkg::KIND_DATA)) n_chunks++;
    end
    check(32'(j.index == t.index), "told of another channel");
    check(32'(field(sumac_pkg::PKT_KIND_LSB, 8) == (longint'(j.kind) | (longint'(j.first) << (4 + sumac_pkg::PKT_FLAG_FIRST)))), "kind");
    check(32'(field(sumac_pkg::PKT_ETH_DST_LSB, 48) == longint'(t_mac[j.index])), "destination");
    check(32'(field(sumac_pkg::PKT_ETH_SRC_LSB, 48) == longint'(own_mac)), "source");
    check(32'(field(sumac_pkg::PKT_IP_DST_LSB, 32) == longint'(t_ip[j.index])), "destination IP");
    check(32'(field(sumac_pkg::PKT_IP_SRC_LSB, 32) == longint'(own_ip)), "source IP");
    check(32'(field(sumac_pkg::PKT_CHANNEL_LSB, 16) == longint'(t_peer[j.index])), "channel");
    check(32'(field(sumac_pkg::PKT_KEY_LSB, 32) == longint'(t_key[j.index])), "key");
    check(32'(field(sumac_pkg::PKT_SEQ_LSB, 24) == longint'(SeqBits'(j.seq))), "sequence");
    check(32'(field(sumac_pkg::PKT_ACK_LSB, 24) == longint'(SeqBits'(t.rcv))), "acknowledgement");
    check(32'(field(sumac_pkg::PKT_LIMIT_LSB, 24) == longint'(SeqBits'(t.limit))), "limit");
    check(32'(field(sumac_pkg::PKT_SEL_LSB, 32) == longint'(j.word)), "selective bits or word");
    check(32'(field(sumac_pkg::PKT_LENGTH_LSB, 16) == longint'(j.bytes)), "length");
    if (j.first) begin
      check(32'(ref_packet_field(64, 8) == longint'(j.digest)), "digest");
      check(32'(ref_packet_field(72, 1) == 0), "inline length");
      check(32'(ref_packet_field(73, 1) == longint'(j.step)), "step");
    end
    check(ref_packet_payload_is(int'(j.seed)), "payload");
  endtask

  int           words = 0;                       // of the frame so far
  bit           open_frame = 1'b0, held = 1'b0;
  logic [511:0] held_data;
  logic [63:0]  held_keep;
  logic         held_last;
  int           counted_packets = 0, counted_chunks = 0;

  always @(posedge clk) begin : output_side
    cycle++;
    if (!rst) begin
      if (told) begin
        told_t t;
        t.index = 32'(told_index); t.rcv = was_rcv[told_index]; t.limit = was_limit[told_index];
        if (told_limit != t.limit) $fatal(1, "told %0d, the limit was %0d", told_limit, t.limit);
        tolds.push_back(t);
      end
      counted_packets += 32'(packet);
      counted_chunks  += 32'(chunk);
      if (open_frame && !tvalid) $fatal(1, "a packet pauses inside");
      if (held && (!tvalid || tdata != held_data || tkeep != held_keep || tlast != held_last)) $fatal(1, "a beat is not held");
      held = tvalid && !tready;
      held_data = tdata; held_keep = tkeep; held_last = tlast;
      if (tvalid && !open_frame && latency == 0 && offered_at != 0) latency = cycle - offered_at;
      if (tvalid && tready) begin
        if (!tlast && tkeep != '1) $fatal(1, "an open beat is not full");
        for (int w = 0; w < 16; w++) begin
          if (tkeep[4*w +: 4] != 4'h0 && tkeep[4*w +: 4] != 4'hF) $fatal(1, "tkeep %h", tkeep);
          if (w > 0 && tkeep[4*w] && !tkeep[4*w - 1]) $fatal(1, "tkeep %h", tkeep);
          if (tkeep[4*w]) ref_packet_hear(words + w, tdata[32*w +: 32]);
        end
        words += 16;
        open_frame = !tlast;
        n_beats++;
        if (burst_beats == 0) first_at = cycle;
        last_at = cycle;
        burst_beats++;
        if (tlast) begin
          words = 0;
          n_packets++;
          check_frame();
        end
      end
      job_taken = job_valid && job_ready;
      due_taken = due_valid && due_ready;
      if (job_taken) begin
        job_t j;
        j.kind = 32'(job_kind); j.index = 32'(job_index); j.seq = job_seq; j.seed = 32'(next_seed);
        j.bytes  = job_kind == sumac_pkg::KIND_DATA ? 32'(job_bytes) : 0;
        j.first  = job_kind == sumac_pkg::KIND_DATA && job_first;
        j.word   = job_kind == sumac_pkg::KIND_DATA ? 0 : job_word;
        j.digest = job_digest; j.step = 32'(job_step);
        jobs.push_back(j);
        if (j.bytes != 0) reads.push_back((int'(j.bytes) + 63) / 64);
        if (offered_at == 0) offered_at = cycle;
      end
      if (due_taken) dues.push_back(int'(due_index));
      // An acknowledgement lets one job pass, not more; one may just have been taken when it came.
      if (due_taken || !due_valid) passed_over = 0;
      else if (told) passed_over++;
      if (passed_over > 2) $fatal(1, "an acknowledgement is passed over");
      if (idle && (open_frame || jobs.size() != 0 || dues.size() != 0) && !job_taken && !due_taken) $fatal(1, "idle too early");
    end
    for (int i = 0; i < Channels; i++) begin
      was_rcv[i]   = t_rcv[i];
      was_limit[i] = t_limit[i];
    end
  end

  // ---- phases ----

  // Peers' addresses for which the IPv4 header of an acknowledgement sums up to a carry out of its carries, or just not.
  task automatic set_addresses();
    int sum;                                     // of the halves as they lie on the wire, without the last
    for (int i = 0; i < Channels; i++) begin
      t_ip[i] = $urandom;
      sum = 'h0045 + 'h3600 + 'h0040 + 'h1140 + int'(own_ip[15:0]) + int'(own_ip[31:16]) + int'(t_ip[i][31:16]);
      t_ip[i][15:0] = 16'('h1FFFF - rnd(5) - sum);
    end
  endtask

  task automatic full_rate(input int packets, input int bytes);
    int target, beats;
    quiet();
    burst_beats = 0;
    stall = 0; refuse = 0;
    target = n_jobs + packets;
    while (n_jobs < target) one_cycle(100, 0, bytes, 1'b1);
    beats = burst_beats;
    if (last_at - first_at + 1 != beats) $fatal(1, "%0d beats of %0d-byte packets took %0d cycles", beats, bytes, last_at - first_at + 1);
    if (bytes == 4096 && packets * 64 * 67 < 64 * (last_at - first_at + 1)) $fatal(1, "below 64 payload beats in 67 cycles");
    quiet();
  endtask

  initial begin
    int runs, seed;
    if (!$value$plusargs("jobs=%d", runs)) runs = 20000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_tx: +seed=%0d", seed);
    void'($urandom(seed));
    for (int i = 0; i < Channels; i++) begin
      t_peer[i] = 16'($urandom); t_mac[i] = 48'({$urandom, $urandom}); t_ip[i] = $urandom; t_key[i] = $urandom;
      t_rcv[i] = $urandom; t_limit[i] = $urandom;
    end
    repeat (3) @(negedge clk);
    rst = 1'b0;
    one_cycle(0, 0, 0, 1'b0);
    one_cycle(100, 0, 64, 1'b1);
    quiet();
    while (n_jobs < runs) begin
      int job_rate, due_rate;
      job_rate = rnd(3) == 0 ? 100 : rnd(100);
      due_rate = rnd(3) == 0 ? 0 : rnd(101);
      stall    = rnd(2) == 0 ? 0 : rnd(95);
      refuse   = rnd(2) == 0 ? 0 : rnd(60);
      for (int i = 0; i < 2000; i++) one_cycle(job_rate, due_rate, -1, 1'b0);
      quiet();
      set_addresses();
    end
    stall = 0; refuse = 0;
    for (int n = 0; n <= 64 * SlotBeats; n++) begin
      do one_cycle(100, 0, n, 1'b1); while (!job_ready);
    end
    quiet();
    for (int n = 64 * SlotBeats - 67 < 0 ? 0 : 64 * SlotBeats - 67; n <= 64 * SlotBeats; n++) full_rate(8, n);
    full_rate(50, 64 * SlotBeats);
    full_rate(50, 4);
    if (counted_packets != n_packets || counted_chunks != n_chunks) $fatal(1, "counted %0d packets, %0d chunks", counted_packets, counted_chunks);
    $display("PASS tb_sumac_tx: %0d packets, %0d chunks, %0d acknowledgements, %0d beats, %0d refusals, %0d cycles; header %0d cycles after its job",
             n_packets, n_chunks, n_acks, n_beats, n_refusals, cycle, latency);
    $finish;
  end
endmodule
