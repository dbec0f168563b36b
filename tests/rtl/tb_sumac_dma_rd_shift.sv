// Bench of DMA read's shifter. Host memory is a function of the address: what a job's beats must hold is said byte by byte,
// and so is on the bus what it comes from. Jobs of every offset and length, empty ones and descriptors between them, bus
// errors, gaps and refusals; done in order, one cycle after the grant of the job's last beat, with the error of any of
// its beats. Then long jobs alone: a beat a cycle. +seed=N repeats a run.
module tb_sumac_dma_rd_shift;
  localparam int AddrW = 8;
  localparam int TagW  = 12;
  localparam int Runs  = 30_000;         // jobs; of these the last Full are of 4 KiB, unaligned, and never delayed
  localparam int Full  = 50;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  typedef struct packed {
    int unsigned      addr;
    int               bytes;
    logic [AddrW-1:0] pool;
    logic             desc, error;
    logic [TagW-1:0]  tag;
  } job_t;

  function automatic logic [7:0] host_byte(input int unsigned addr);
    host_byte = 8'((addr * 32'd2654435761) >> 23) ^ 8'(addr);
  endfunction

  logic             in_valid = 1'b0, in_ready, first = 1'b0, last = 1'b0, spill = 1'b0, error = 1'b0, w_valid, w_ready = 1'b1;
  logic             done_valid, done_error, desc_valid, idle;
  logic [AddrW-1:0] w_addr;
  logic [TagW-1:0]  done_tag;
  logic [511:0]     data = '0, w_data, desc_data;
  job_t             job = '0;            // whose beats go in

  sumac_dma_rd_shift #(.AddrW(AddrW), .TagW(TagW)) dut (
    .clk_i(clk), .rst_i(rst), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_empty_i(job.bytes == 0), .in_first_i(first),
    .in_last_i(last), .in_spill_i(spill), .in_off_i(job.addr[5:0]), .in_tail_i(job.bytes[5:0]), .in_pool_i(job.pool),
    .in_desc_i(job.desc), .in_tag_i(job.tag), .in_error_i(error), .in_data_i(data), .w_valid_o(w_valid), .w_ready_i(w_ready),
    .w_addr_o(w_addr), .w_data_o(w_data), .done_valid_o(done_valid), .done_tag_o(done_tag), .done_error_o(done_error),
    .desc_valid_o(desc_valid), .desc_data_o(desc_data), .idle_o(idle)
  );

  // ---- what must come: beat n of a job
  function automatic logic [511:0] own_beat(input job_t j, input int n);
    for (int i = 0; i < 64; i++) own_beat[8*i +: 8] = 64 * n + i < j.bytes ? host_byte(j.addr + 32'(64 * n + i)) : 8'd0;
  endfunction

  job_t jobs [$];                        // all of whose bus beats have gone in or are going, not done
  int   written = 0, cycle = 0, done = 0, beats = 0, errors = 0, descs = 0, spills = 0, empties = 0, full_from = 0, full_beats = 0;
  bit   due = 1'b0;                      // the last beat was granted at the last edge

  always_ff @(posedge clk) begin : check
    cycle = cycle + 1;
    if (!rst) begin
      if (due && !done_valid) $fatal(1, "job %0d is not done in time", done);
      due = 1'b0;
      if (done_valid) begin
        if (jobs.size() == 0 || done_tag != jobs[0].tag) $fatal(1, "job %0d: another is done", done);
        if (!jobs[0].desc && written != (jobs[0].bytes + 63) / 64) $fatal(1, "job %0d: done after %0d beats", done, written);
        if (done_error != jobs[0].error || desc_valid != jobs[0].desc)
          $fatal(1, "job %0d: error %0d, desc %0d", done, done_error, desc_valid);
        if (desc_valid && desc_data != own_beat(jobs[0], 0)) $fatal(1, "job %0d: the descriptor is another", done);
        errors  = errors + int'(done_error);
        descs   = descs + int'(desc_valid);
        empties = empties + int'(jobs[0].bytes == 0);
        done    = done + 1;
        written = 0;
        void'(jobs.pop_front());
        if (done == Runs - Full + 5) begin
          full_from  = cycle;
          full_beats = beats;
        end
      end else if (desc_valid) begin
        $fatal(1, "a descriptor of no job");
      end
      if (w_valid && w_ready) begin
        if (jobs.size() == 0 || w_addr != jobs[0].pool + AddrW'(written) || w_data != own_beat(jobs[0], written))
          $fatal(1, "job %0d: beat %0d at %0d is %h", done, written, w_addr, w_data);
        written = written + 1;
        beats   = beats + 1;
        due     = 64 * written >= jobs[0].bytes;
      end
      if (idle && jobs.size() != 0 && !in_valid && bus_beat == 0) $fatal(1, "idle too early");
    end
  end

  // ---- bus beats
  int bus_beat = 0, bus_beats = 0;       // of the job: those that are in, those there are
  int made = 0, gap = 0, refuse = 0;
  bit taken = 1'b1;
  always_ff @(posedge clk) taken <= !in_valid || in_ready;

  function automatic void new_job();
    job.addr  = $urandom;
    job.bytes = made >= Runs - Full ? 4096 : made % 8 == 0 ? int'($urandom_range(4096)) : int'($urandom_range(200));
    job.desc  = made < Runs - Full && $urandom_range(9) == 0;
    if (job.desc) job.bytes = 64;
    else if ($urandom_range(9) == 0 && made < Runs - Full) job.bytes = 0;
    if (made >= Runs - Full) job.addr[5:0] = 6'd17;
    job.pool  = AddrW'($urandom);
    job.tag   = TagW'(made);
    job.error = 1'b0;
    bus_beats = job.bytes == 0 ? 1 : (int'(job.addr[5:0]) + job.bytes + 63) / 64;
    made      = made + 1;
    jobs.push_back(job);
  endfunction

  function automatic void next_beat();
    int from, to;                        // bytes of the job that the beat holds, from 0 on
    if (bus_beat == 0) new_job();
    from  = bus_beat == 0 ? 0 : 64 * bus_beat - int'(job.addr[5:0]);
    to    = 64 * (bus_beat + 1) - int'(job.addr[5:0]);
    to    = to > job.bytes ? job.bytes : to;
    first = bus_beat == 0;
    last  = bus_beat == bus_beats - 1;
    spill = job.bytes != 0 && last && from / 64 != (to - 1) / 64;
    error = job.bytes != 0 && made < Runs - Full && $urandom_range(40) == 0;
    for (int i = 0; i < 64; i++) data[8*i +: 8] = host_byte({job.addr[31:6], 6'd0} + 32'(64 * bus_beat + i));
    if (error) jobs[jobs.size() - 1].error = 1'b1;
    spills   = spills + int'(spill);
    bus_beat = last ? 0 : bus_beat + 1;
  endfunction

  always_ff @(negedge clk) begin : drive
    rst = cycle < 3;
    if (cycle % 300 == 0) begin
      gap    = 30 * int'($urandom_range(2));
      refuse = 30 * int'($urandom_range(2));
    end
    if (made >= Runs - Full) {gap, refuse} = '0;
    w_ready = int'($urandom_range(99)) >= refuse;
    if (!rst && taken) begin
      in_valid = (made < Runs || bus_beat != 0) && int'($urandom_range(99)) >= gap;
      if (in_valid) next_beat();
    end
    if (done == Runs) begin
      if (!idle) $fatal(1, "not idle at the end");
      // the jobs' last bus beats spill nothing: their own beat takes one bus beat more
      if (cycle - full_from > beats - full_beats + Full)
        $fatal(1, "%0d beats took %0d cycles", beats - full_beats, cycle - full_from);
      $display("PASS tb_sumac_dma_rd_shift: %0d jobs, %0d beats, %0d empty, %0d descs, %0d errors, %0d spills; %0d in %0d cycles",
               done, beats, empties, descs, errors, spills, beats - full_beats, cycle - full_from);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_dma_rd_shift: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
