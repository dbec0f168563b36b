// Bench of DMA write's shifter: jobs of every offset and length with random beats; what comes out is put byte by byte, by its
// strobes, where the job's address says, and must be the job's bytes, all of them and no others, each bus beat once
// and in order, with a burst's end where 512 bytes or the job end. Gaps, halts; then long jobs alone: a beat a
// cycle. +seed=N repeats a run. Small = 1: room for two jobs.
module tb_sumac_dma_wr_shift #(
  parameter bit Small = 1'b0
);
  localparam int Jobs = Small ? 2 : 16;
  localparam int Runs = 30_000;          // jobs; of these the last Full are of 4 KiB, unaligned, and never delayed
  localparam int Full = 50;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  typedef struct packed {
    logic [8:0] addr;
    int         bytes, seed;
  } job_t;

  function automatic logic [7:0] job_byte(input int seed, input int i);
    job_byte = 8'((32'(seed) * 32'd40503 + 32'(i) * 32'd2654435761) >> 23);
  endfunction

  logic         job_valid = 1'b0, job_ready, in_valid = 1'b0, in_ready, out_valid, out_ready = 1'b0, out_may = 1'b0, out_last,
                idle;
  logic [511:0] in_data = '0, out_data;
  logic [63:0]  out_strb;
  job_t         job = '0;

  sumac_dma_wr_shift #(.Jobs(Jobs)) dut (
    .clk_i(clk), .rst_i(rst), .job_valid_i(job_valid), .job_ready_o(job_ready), .job_addr_i(job.addr),
    .job_bytes_i(16'(job.bytes)), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data), .out_valid_o(out_valid),
    .out_ready_i(out_ready || !out_may), .out_may_i(out_may), .out_data_o(out_data), .out_strb_o(out_strb),
    .out_last_o(out_last), .idle_o(idle)
  );

  job_t fed [$], due [$];                // whose beats are to go in; whose bus beats are to come out
  int   own_beat = 0, bus_beat = 0;      // of the first of each
  int   cycle = 0, made = 0, done = 0, beats = 0, strobes = 0, bursts = 0, full_from = 0, full_beats = 0;
  bit   job_taken = 1'b1, in_taken = 1'b1;

  // Whether bus beat n of a job is right, and the job's last.
  function automatic void check_beat(input job_t j, input int n);
    int end_at, i;                       // counted from the 64 bytes in which the job begins
    end_at = int'(j.addr[5:0]) + j.bytes;
    for (int b = 0; b < 64; b++) begin
      i = 64 * n + b - int'(j.addr[5:0]);
      if (out_strb[b] != (i >= 0 && i < j.bytes)) $fatal(1, "job %0d, bus beat %0d: strobes %h", done, n, out_strb);
      if (out_strb[b] && out_data[8*b +: 8] != job_byte(j.seed, i)) $fatal(1, "job %0d: byte %0d is another", done, i);
      strobes += int'(out_strb[b]);
    end
    if (out_last != (64 * (n + 1) >= end_at || (int'(j.addr) / 64 + n) % 8 == 7))
      $fatal(1, "job %0d, bus beat %0d: last %0d", done, n, out_last);
    bursts += int'(out_last);
    bus_beat = 64 * (n + 1) >= end_at ? 0 : n + 1;
  endfunction

  always_ff @(posedge clk) begin : check
    cycle = cycle + 1;
    job_taken = !job_valid || job_ready;
    in_taken  = !in_valid || in_ready;
    if (!rst) begin
      if (idle && due.size() != 0) $fatal(1, "idle too early");
      if (out_valid && out_ready) begin
        if (due.size() == 0) $fatal(1, "a beat of no job");
        check_beat(due[0], bus_beat);
        beats = beats + 1;
        if (bus_beat == 0) begin
          done = done + 1;
          void'(due.pop_front());
          if (done == Runs - Full + 5) begin
            full_from  = cycle;
            full_beats = beats;
          end
        end
      end
      if (in_valid && in_ready) begin
        own_beat = own_beat + 1;
        if (64 * own_beat >= fed[0].bytes) begin
          own_beat = 0;
          void'(fed.pop_front());
        end
      end
      if (job_valid && job_ready) due.push_back(job);
    end
  end

  int gap = 0, halt = 0;

  function automatic void new_job();
    job.addr  = made >= Runs - Full ? 9'd17 : 9'($urandom);
    job.bytes = made >= Runs - Full ? 4096 : made % 8 == 0 ? 1 + int'($urandom_range(4095)) : 1 + int'($urandom_range(200));
    job.seed  = made;
    made      = made + 1;
    fed.push_back(job);                  // its beats may come before it
  endfunction

  always_ff @(negedge clk) begin : drive
    rst = cycle < 3;
    if (cycle % 300 == 0) begin
      gap  = 30 * int'($urandom_range(2));
      halt = 30 * int'($urandom_range(2));
    end
    if (made >= Runs - Full) {gap, halt} = '0;
    out_ready = int'($urandom_range(99)) >= halt;
    out_may   = out_ready || $urandom_range(1) == 0;
    if (!rst && job_taken) begin
      job_valid = made < Runs && int'($urandom_range(99)) >= gap;
      if (job_valid) new_job();
    end
    if (!rst && in_taken) begin
      in_valid = fed.size() != 0 && int'($urandom_range(99)) >= gap;
      if (in_valid) for (int i = 0; i < 64; i++) in_data[8*i +: 8] = job_byte(fed[0].seed, 64 * own_beat + i);
    end
    if (done == Runs) begin
      if (!idle) $fatal(1, "not idle at the end");
      if (cycle - full_from > beats - full_beats + 1) $fatal(1, "%0d beats took %0d cycles", beats - full_beats, cycle - full_from);
      $display("PASS tb_sumac_dma_wr_shift: Small %0d, %0d jobs, %0d beats, %0d bytes, %0d bursts; last %0d beats in %0d cycles",
               Small, done, beats, strobes, bursts, beats - full_beats, cycle - full_from);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_dma_wr_shift: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
