// Bench of transmit's reading ahead: jobs of every length from packet memory that refuses as often as it may (Ahead - 1
// times a packet); packets that begin once they are told so, and then never find a beat missing, popped at random
// and without a pause. The popped words are those of the job's beats, in order. Then whole slots back to back: a beat a cycle.
// +seed=N repeats a run. Small = 1: smallest parameters.
module tb_sumac_tx_fetch #(
  parameter bit Small = 1'b0
);
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int AddrW     = $clog2(PoolBeats);
  localparam int Ahead     = 4;
  localparam int Depth     = 16;
  localparam int Runs      = 20_000;         // packets, of which the last Full are whole slots
  localparam int Full      = 200;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  logic             job_valid = 1'b0, job_ready, next_ready, pop = 1'b0, data_valid, idle, r_valid, r_ready = 1'b0;
  logic             d_valid = 1'b0, read1 = 1'b0;
  logic [AddrW-1:0] job_pool = '0, r_addr, addr1 = '0, addr2 = '0;
  logic [15:0]      job_bytes = '0;
  logic [2:0]       next_beats = '0;
  logic [511:0]     data;

  function automatic logic [511:0] data_at(input logic [AddrW-1:0] address);
    data_at = {16{32'(address) * 32'd2654435761}};
  endfunction

  sumac_tx_fetch #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .Ahead(Ahead), .Depth(Depth)) dut (
    .clk_i(clk), .rst_i(rst), .job_valid_i(job_valid), .job_ready_o(job_ready), .job_pool_i(job_pool), .job_bytes_i(job_bytes),
    .next_beats_i(next_beats), .next_ready_o(next_ready), .pop_i(pop), .data_o(data), .data_valid_o(data_valid), .idle_o(idle),
    .r_valid_o(r_valid), .r_ready_i(r_ready), .r_addr_o(r_addr), .d_valid_i(d_valid), .d_data_i(data_at(addr2))
  );

  typedef struct packed {
    logic [AddrW-1:0] pool;
    logic [15:0]      bytes;
  } job_t;
  job_t jobs [$];                            // accepted; the first is, or becomes, the packet under way
  int   reads [$];                           // beats to be read of each job that has any
  int   at_beat = -1;                        // of the packet under way
  int   next_no = -1, after = 0;             // the packet that next_beats is of
  int   offered = 0, packets = 0, beats = 0, cycle = 0, kept = 0, deepest = 0, refusals = 0, refused = 0, begun_at = 0,
        ended_at = 0;
  int   chance = 50, refuse = 0, beats_full = 0;

  always_ff @(posedge clk) begin : watch
    cycle   = cycle + 1;
    read1   <= r_valid && r_ready;
    addr1   <= r_addr;
    d_valid <= read1;
    addr2   <= addr1;
    if (!rst) begin
      if (idle != (kept == 0 && reads.size() == 0)) $fatal(1, "idle %0d with %0d beats", idle, kept);
      if (pop) begin
        if (!data_valid) $fatal(1, "packet %0d, beat %0d is missing", packets, at_beat);
        if (data != data_at(jobs[0].pool + AddrW'(at_beat))) $fatal(1, "packet %0d, beat %0d is another", packets, at_beat);
        kept    = kept - 1;
        beats   = beats + 1;
        at_beat = at_beat + 1;
      end
      if (at_beat >= 0 && 64 * at_beat >= int'(jobs[0].bytes)) begin
        packets  = packets + 1;
        at_beat  = -1;
        ended_at = cycle;
        void'(jobs.pop_front());
      end
      if (r_valid && !r_ready) begin
        refusals = refusals + 1;
        refused  = refused + 1;
      end
      if (r_valid && r_ready) begin
        kept    = kept + 1;
        deepest = kept > deepest ? kept : deepest;
        if (reads.size() == 0) $fatal(1, "a read of no job");
        reads[0]--;
        if ((reads[0] == 0) != job_ready) $fatal(1, "%0d beats to read, ready %0d", reads[0], job_ready);
        if (reads[0] == 0) begin
          void'(reads.pop_front());
          refusals = 0;
        end
      end
      if (job_valid && job_ready) begin
        reads.push_back((int'(job_bytes) + 63) / 64);
        jobs.push_back({job_pool, job_bytes});
      end
    end
  end

  function automatic logic [15:0] any_bytes();
    case ($urandom_range(3))
      0:       any_bytes = 16'($urandom_range(64 * SlotBeats));
      1:       any_bytes = 16'($urandom_range(65));
      2:       any_bytes = 16'(64 * $urandom_range(SlotBeats));
      default: any_bytes = 16'(64 * SlotBeats);
    endcase
    if (int'(any_bytes) > 64 * SlotBeats) any_bytes = '0;
  endfunction

  bit job_taken = 1'b1;
  always_ff @(posedge clk) job_taken <= !job_valid || job_ready;

  always @(negedge clk) begin : drive
    rst = cycle < 3;
    if (offered % 50 == 0) begin
      chance = 30 + 35 * int'($urandom_range(2));    // 100: pops without a pause
      refuse = 40 * int'($urandom_range(2));
    end
    if (offered >= Runs - Full) begin
      chance = 100;
      refuse = 0;
    end
    if (!rst && job_taken) begin
      job_valid = offered < Runs && (offered >= Runs - Full || $urandom_range(7) != 0);
      if (job_valid) begin
        job_pool  = AddrW'($urandom_range(PoolBeats / SlotBeats - 1) * SlotBeats);
        job_bytes = offered >= Runs - Full ? 16'(64 * SlotBeats) : any_bytes();
        offered   = offered + 1;
        if (job_bytes == '0) begin                   // a packet without payload: nothing is read
          job_valid = 1'b0;
          jobs.push_back({job_pool, job_bytes});
        end
      end
    end
    r_ready = refusals >= Ahead - 1 || int'($urandom_range(99)) >= refuse;
    // the packet under way, or the next, which begins with a beat of its own
    pop = at_beat >= 0 && int'($urandom_range(99)) < chance;
    if (at_beat < 0 && jobs.size() != 0) begin
      if (next_ready && next_no == packets) begin
        at_beat = 0;
        if (packets == Runs - Full + 20) begin
          begun_at   = cycle;
          beats_full = beats;
        end
      end
    end
    after   = at_beat >= 0 ? 1 : 0;
    next_no = -1;
    if (jobs.size() > after) begin           // it is told of the packet after this one
      next_no    = packets + after;
      next_beats = int'(jobs[after].bytes) > 64 * Ahead ? 3'(Ahead) : 3'((int'(jobs[after].bytes) + 63) / 64);
    end
    if (packets == Runs) begin
      if (deepest > Depth || refused == 0) $fatal(1, "%0d beats kept, %0d refusals", deepest, refused);
      if (ended_at - begun_at > beats - beats_full + (Full - 20) * 4)
        $fatal(1, "%0d beats took %0d cycles", beats - beats_full, ended_at - begun_at);
      $display("PASS tb_sumac_tx_fetch: Small %0d, %0d packets, %0d beats, %0d kept, %0d refusals; last %0d beats in %0d cycles",
               Small, packets, beats, deepest, refused, beats - beats_full, ended_at - begun_at);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_tx_fetch: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
