// Transmit against tx_frames, which parses what it sends: jobs of all kinds and lengths and due acknowledgements at random, under
// stalls of the MAC and, as far as they are allowed, refusals of packet memory; every frame parsed and compared with
// its job, its channel as it was and the payload; every job done once, in order, when its payload has been read. Then full-rate
// bursts: every length, and the longest packets, which must leave without an idle cycle. +seed=N repeats a run, +jobs=N sets its
// length. Small = 1: smallest parameters.
// C: ref_packet.c
module tb_sumac_tx #(parameter bit Small = 1'b0);
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int SeqBits   = Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits;
  localparam int TxJobs    = Small ? sumac_pkg::SmallTxJobs : 4;
  localparam int ChanW     = $clog2(Channels);
  localparam int AddrW     = $clog2(PoolBeats);

  import "DPI-C" function int ref_packet_payload(int seed, int i);

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #1 clk = !clk;

  logic [47:0]      own_mac = 48'h665544332202;
  logic [31:0]      own_ip  = 32'h0100A8C0;
  logic             job_valid = 1'b0, job_ready;
  sumac_pkg::tx_t   job = '0;
  logic [ChanW-1:0] due_index = '0, ch_index;
  sumac_pkg::acked_t told;
  logic [3:0]       done_group;
  logic             done;
  logic [AddrW-1:0] r_addr;
  logic             due_valid = 1'b0, due_ready, r_valid, r_ready = 1'b1, d_valid;
  logic [511:0]     d_data, tdata;
  logic             by_wire = 1'b0, tvalid, tready = 1'b1, tlast, tinside, idle, packet, chunk;
  logic [63:0]      tkeep;

  logic             ch_read, due_reply = 1'b0;
  sumac_pkg::tx_ch_t ch;

  sumac_tx #(.Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .SeqBits(SeqBits),
             .TxJobs(TxJobs)) dut (
    .clk_i(clk), .rst_i(rst), .own_i({own_mac, own_ip, by_wire}), .job_valid_i(job_valid),
    .job_ready_o(job_ready), .job_i(job), .done_o(done), .done_group_o(done_group),
    .due_valid_i(due_valid), .due_ready_o(due_ready),
    .due_i({due_reply, 10'(due_index)}), .told_o(told), .ch_read_o(ch_read), .ch_index_o(ch_index), .ch_i(ch),
    .r_valid_o(r_valid), .r_ready_i(r_ready), .r_addr_o(r_addr), .d_valid_i(d_valid), .d_data_i(d_data),
    .tx_tvalid_o(tvalid), .tx_tready_i(tready), .tx_tdata_o(tdata), .tx_tkeep_o(tkeep), .tx_tlast_o(tlast), .tx_tinside_o(tinside),
    .idle_o(idle), .packet_o(packet), .chunk_o(chunk)
  );

  tx_frames #(.Channels(Channels), .SeqBits(SeqBits)) frames (
    .clk_i(clk), .rst_i(rst), .own_mac_i(own_mac), .own_ip_i(own_ip), .by_wire_i(by_wire), .job_take_i(job_valid && job_ready),
    .job_i(job), .job_seed_i(next_seed),
    .due_valid_i(due_valid), .due_ready_i(due_ready), .due_index_i(due_index), .due_reply_i(due_reply), .told_i(told),
    .ch_read_i(ch_read), .ch_index_i(ch_index), .ch_o(ch), .tvalid_i(tvalid), .tready_i(tready),
    .tdata_i(tdata), .tkeep_i(tkeep), .tlast_i(tlast), .tinside_i(tinside), .idle_i(idle), .packet_i(packet), .chunk_i(chunk)
  );

  int    reads [$];                  // beats of the jobs to be read
  int    tags [$];                   // of the jobs that are not done: how many reads must be over | tag << 28
  int    n_asked = 0, n_read = 0;
  int    refusals = 0, n_refusals = 0;
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
        n_read++;
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
    sumac_pkg::tx_t next;
    next = '0;
    slot = next_slot;
    next_slot = (next_slot + 1) % (PoolBeats / SlotBeats);
    next_seed++;
    job_valid    = 1'b1;
    next.kind    = data_only || rnd(8) != 0 ? sumac_pkg::KIND_DATA : rnd(2) == 0 ? sumac_pkg::KIND_ABORT : sumac_pkg::KIND_PROBE;
    next.channel = 10'(rnd(Channels));
    next.seq     = $urandom;
    next.pool    = 17'(slot * SlotBeats);
    next.bytes   = 16'(bytes);
    next.first   = rnd(4) == 0 && !data_only;
    next.group   = 6'(4'($urandom));
    next.word    = $urandom;
    job = next;                      // as a whole: Verilator 5.006 misses changes of some fields
    for (int b = 0; 64 * b < bytes; b++) begin
      for (int i = 0; i < 64; i++) pool[slot * SlotBeats + b][8*i +: 8] = 8'(ref_packet_payload(next_seed, 64 * b + i));
    end
  endtask

  bit job_taken = 1'b0, due_taken = 1'b0;        // at the last rising edge

  // In a process of its own, since a task's code is made anew wherever it is called.
  int   go_job_rate, go_due_rate, go_bytes;
  bit   go_data_only;
  event go, gone;
  always begin
    @(go);
    @(negedge clk);
    if (job_taken || !job_valid) begin
      job_valid = 1'b0;
      if (rnd(100) < go_job_rate) offer_job(go_bytes < 0 ? any_bytes() : go_bytes, go_data_only);
    end
    if (due_taken || !due_valid) begin
      due_valid = rnd(100) < go_due_rate;
      due_index = ChanW'(rnd(Channels));
      due_reply = rnd(4) == 0;
    end
    tready  = rnd(100) >= stall;
    r_ready = refusals >= 3 || rnd(100) >= refuse;
    frames.t_rcv[rnd(Channels)]   += 1;
    frames.t_limit[rnd(Channels)] += 1;
    frames.t_gap[rnd(Channels)]   = 1'($urandom);
    -> gone;
  end

  task automatic one_cycle(input int job_rate, input int due_rate, input int bytes, input bit data_only);
    go_job_rate  = job_rate;
    go_due_rate  = due_rate;
    go_bytes     = bytes;
    go_data_only = data_only;
    -> go;
    @(gone);
  endtask

  task automatic quiet();
    int waited;
    waited = 0;
    do begin
      one_cycle(0, 0, 0, 1'b0);
      waited++;
      if (waited > 20000) $fatal(1, "%0d jobs and %0d acknowledgements are stuck", frames.jobs.size(), frames.dues.size());
    end while (!idle || job_valid || due_valid);
    one_cycle(0, 0, 0, 1'b0);
    if (!frames.is_done() || tags.size() != 0) $fatal(1, "idle with work left");
  endtask

  always @(posedge clk) begin : taken
    job_taken = !rst && job_valid && job_ready;
    due_taken = !rst && due_valid && due_ready;
    if (!rst && done) begin
      if (tags.size() == 0 || tags[0][31:28] != done_group || n_read < int'(tags[0][27:0]))
        $fatal(1, "job %h is done with %0d read", done_group, n_read);
      void'(tags.pop_front());
    end
    if (job_taken && job.kind == sumac_pkg::KIND_DATA && job.bytes != 16'd0) begin
      reads.push_back((int'(job.bytes) + 63) / 64);
      n_asked++;
    end
    if (job_taken) tags.push_back({job.group[3:0], 28'(n_asked)});
  end

  // ---- phases ----

  // Peers' addresses for which the IPv4 header of an acknowledgement sums up to a carry out of its carries, or just not.
  task automatic set_addresses();
    int sum;                                     // of the halves as they lie on the wire, without the last
    for (int i = 0; i < Channels; i++) begin
      frames.t_ip[i] = $urandom;
      sum = 'h0045 + 'h3600 + 'h0040 + 'h1140 + int'(own_ip[15:0]) + int'(own_ip[31:16]) + int'(frames.t_ip[i][31:16]);
      frames.t_ip[i][15:0] = 16'('h1FFFF - rnd(5) - sum);
    end
  endtask

  task automatic full_rate(input int packets, input int bytes);
    int target, beats;
    quiet();
    frames.burst_beats = 0;
    stall = 0; refuse = 0;
    target = frames.n_jobs + packets;
    while (frames.n_jobs < target) one_cycle(100, 0, bytes, 1'b1);
    beats = frames.burst_beats;
    if (frames.last_at - frames.first_at + 1 != beats)
      $fatal(1, "%0d beats of %0d-byte packets took %0d cycles", beats, bytes, frames.last_at - frames.first_at + 1);
    if (bytes == 4096 && packets * 64 * 67 < 64 * (frames.last_at - frames.first_at + 1))
      $fatal(1, "below 64 payload beats in 67 cycles");
    quiet();
  endtask

  initial begin
    int runs, seed;
    if (!$value$plusargs("jobs=%d", runs)) runs = 20000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_tx: +seed=%0d", seed);
    void'($urandom(seed));
    frames.fill_table();
    repeat (3) @(negedge clk);
    rst = 1'b0;
    one_cycle(0, 0, 0, 1'b0);
    one_cycle(100, 0, 64, 1'b1);
    quiet();
    while (frames.n_jobs < runs) begin
      int job_rate, due_rate;
      job_rate = rnd(3) == 0 ? 100 : rnd(100);
      due_rate = rnd(3) == 0 ? 0 : rnd(101);
      stall    = rnd(2) == 0 ? 0 : rnd(95);
      refuse   = rnd(2) == 0 ? 0 : rnd(60);
      for (int i = 0; i < 2000; i++) one_cycle(job_rate, due_rate, -1, 1'b0);
      quiet();
      set_addresses();
      by_wire = rnd(3) == 0;
    end
    stall = 0; refuse = 0;
    for (int n = 0; n <= 64 * SlotBeats; n++) begin
      do one_cycle(100, 0, n, 1'b1); while (!job_ready);
    end
    quiet();
    for (int n = 64 * SlotBeats - 67 < 0 ? 0 : 64 * SlotBeats - 67; n <= 64 * SlotBeats; n++) full_rate(8, n);
    full_rate(50, 64 * SlotBeats);
    full_rate(50, 4);
    if (frames.n_inside == 0) $fatal(1, "nothing went inside");
    if (frames.counted_packets != frames.n_packets || frames.counted_chunks != frames.n_chunks)
      $fatal(1, "counted %0d packets, %0d chunks", frames.counted_packets, frames.counted_chunks);
    $display("PASS tb_sumac_tx: %0d packets, %0d chunks, %0d acks, %0d beats, %0d refusals, %0d cycles; header after %0d",
             frames.n_packets, frames.n_chunks, frames.n_acks, frames.n_beats, n_refusals, frames.cycle, frames.latency);
    $finish;
  end
endmodule
