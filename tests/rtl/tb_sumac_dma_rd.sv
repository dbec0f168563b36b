// Bench of DMA read. Jobs and expectations are in ref_dma.c: every burst, every beat written to packet memory, every
// descriptor and every done is compared, in order. Phases: every offset with lengths 0 to 200 and random ones, jobs
// around page ends, whole 4 KiB, descriptors; each with and without random stalls of all streams; then a slow
// responder, under which ReadsInFlight bursts must be seen in flight, and rates. Small = 1 builds the smallest parameters.
// C: ref_dma.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_dma_rd #(
  parameter bit Small = 1'b0
);
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int Flight    = Small ? sumac_pkg::SmallReadsInFlight : sumac_pkg::DefReadsInFlight;
  localparam int AddrW     = $clog2(PoolBeats);

  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function void ref_dma_init(input int pool_beats);
  import "DPI-C" function int ref_dma_rd_job(input int style, output longint addr, output int bytes, output int pool,
                                             output int special, output int tag);
  import "DPI-C" function int ref_dma_burst(input longint addr, input int len);
  import "DPI-C" function void ref_dma_host_beat(input longint addr, output bit [511:0] data, output int error);
  import "DPI-C" function int ref_dma_pool_write(input int addr, input bit [511:0] data);
  import "DPI-C" function int ref_dma_rd_done(input int tag, input int error, input int has_desc,
                                              input bit [511:0] desc);
  import "DPI-C" function int ref_dma_settled();
  import "DPI-C" function void ref_dma_summary(output int jobs, output longint bytes, output int errors);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_dma_rd: +seed=%0d", seed);
    void'($urandom(seed));
    ref_seed(seed);
  end

  logic             job_valid = 1'b0, job_ready, done_valid, idle;
  sumac_pkg::rd_t   job, next;
  sumac_pkg::rd_done_t done;
  logic [AddrW-1:0] w_addr;
  logic [511:0]     desc, w_data, rdata;
  logic             w_valid, w_ready = 1'b0, arready = 1'b0, rvalid = 1'b0, rlast;
  logic [1:0]       rresp;
  sumac_pkg::axi_rd_out_t bus;

  sumac_dma_rd #(.PoolBeats(PoolBeats), .ReadsInFlight(Flight), .Groups(64), .Rings(4), .RingSlots(64)) dut (
    .clk_i(clk), .rst_i(rst),
    .job_valid_i(job_valid), .job_ready_o(job_ready), .job_i(job), .done_valid_o(done_valid), .done_o(done),
    .desc_o(desc), .idle_o(idle), .waits_o(), .w_valid_o(w_valid), .w_ready_i(w_ready), .w_addr_o(w_addr), .w_data_o(w_data),
    .axi_i({arready, rvalid, rresp, rlast, rdata}), .axi_o(bus)
  );

  // ---- checks at the clock edge; calls stand in ifs of their own, since Verilator 5.006 makes them whatever && says
  longint      cycle = 0, beats = 0;
  int          in_flight = 0, most_in_flight = 0, jobs_done = 0;
  logic [63:0] burst_addr [$];
  int          burst_len [$];
  longint      burst_due [$];
  int          latency = 2;
  logic        job_taken = 1'b1, r_taken = 1'b1;

  always_ff @(posedge clk) begin
    cycle     <= cycle + 1;
    job_taken <= !job_valid || job_ready;
    r_taken   <= !rvalid || bus.rready;
    if (cycle > 30_000_000) $fatal(1, "no end");
    if (!rst) begin
      if (rvalid && bus.rready) beats <= beats + 1;
      if (bus.arvalid && arready) begin
        if (ref_dma_burst(bus.araddr, int'(bus.arlen)) != 0) $fatal(1, "see above");
        burst_addr.push_back(bus.araddr);
        burst_len.push_back(int'(bus.arlen));
        burst_due.push_back(cycle + longint'(latency));
      end
      in_flight <= in_flight + int'(bus.arvalid && arready) - int'(rvalid && bus.rready && rlast);
      if (in_flight > most_in_flight) most_in_flight <= in_flight;
      if (in_flight > Flight) $fatal(1, "%0d bursts in flight", in_flight);
      if (w_valid && w_ready) begin
        if (ref_dma_pool_write(int'(w_addr), w_data) != 0) $fatal(1, "see above");
      end
      if (done_valid) begin
        jobs_done <= jobs_done + 1;
        if (ref_dma_rd_done(int'({done.ring, done.slot}), int'(done.error), int'(done.desc), desc) != 0)
          $fatal(1, "see above");
      end
    end
  end

  // ---- drivers, between clock edges; stall is a chance in 256
  int         stall = 0, style = 0, give = 0, bytes, pool, special, tag, error, r_at = 0;
  longint     addr;
  bit [511:0] data;

  function automatic bit free();
    free = int'($urandom_range(255)) >= stall;
  endfunction

  task automatic drive(input bit jobs);
    @(negedge clk);
    arready = free();
    w_ready = free();
    if (r_taken) begin
      rvalid = 1'b0;
      if (burst_addr.size() != 0 && free()) begin
        if (burst_due[0] <= cycle) begin
          ref_dma_host_beat(burst_addr[0] + longint'(64 * r_at), data, error);
          rdata  = data;
          rresp  = (error != 0) ? 2'b10 : 2'b00;
          rlast  = (r_at == burst_len[0]);
          rvalid = 1'b1;
          r_at++;
          if (rlast) begin
            r_at = 0;
            void'(burst_addr.pop_front());
            void'(burst_len.pop_front());
            void'(burst_due.pop_front());
          end
        end
      end
    end
    if (job_taken) begin
      job_valid = 1'b0;
      if (jobs && free()) begin
        give      = ref_dma_rd_job(style, addr, bytes, pool, special, tag);
        job_valid = (give != 0);
        {next.addr, next.bytes, next.pool, next.desc, next.ring, next.slot} = {addr, 16'(bytes), 17'(pool), 1'(special), 14'(tag)};
        job = next;   // as a whole: else Verilator 5.006 does not see what follows from it alone
      end
    end
  endtask

  function automatic bit settled();
    settled = ref_dma_settled() != 0;
  endfunction

  task automatic phase(input int new_style, input int new_stall, input int new_latency, input int jobs);
    int from;
    style   = new_style;
    stall   = new_stall;
    latency = new_latency;
    from    = jobs_done;
    for (int n = 0; jobs_done - from < jobs; n++) drive(1'b1);
    while (job_valid || !settled() || !idle) drive(1'b0);
    repeat (3) drive(1'b0);
  endtask

  int     n_jobs, n_errors;
  longint n_bytes, from_cycle, from_beats;
  real    rate [4];

  // one call site each: Verilator copies a task to wherever it is called
  initial begin
    ref_dma_init(PoolBeats);
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (int p = 0; p < 10; p++) begin
      from_cycle = cycle;
      from_beats = beats;
      case (p)
        0: phase(0, 0, 2, 16_000);      // every offset
        1: phase(0, 100, 20, 4_000);
        2: phase(1, 0, 2, 3_000);       // page ends, errors, descriptors
        3: phase(1, 100, 40, 3_000);
        4: phase(4, 0, 2, 300);         // descriptors
        5: phase(4, 128, 2, 300);
        6: phase(2, 0, 2, 400);         // rate, aligned
        7: phase(3, 0, 2, 400);         // rate, unaligned
        8: phase(2, 0, 1, 100);
        9: phase(2, 0, 400, 300);       // slow responder
        default: ;
      endcase
      if (p == 6) rate[0] = real'(beats - from_beats) / real'(cycle - from_cycle);
      if (p == 7) rate[1] = real'(beats - from_beats) / real'(cycle - from_cycle);
    end
    if (most_in_flight != Flight) $fatal(1, "%0d bursts in flight at most", most_in_flight);
    if (!Small && (rate[0] < 0.98 || rate[1] < 0.98)) $fatal(1, "rates %f %f", rate[0], rate[1]);
    ref_dma_summary(n_jobs, n_bytes, n_errors);
    $display("PASS tb_sumac_dma_rd: Small %0d, %0d cycles, %0d jobs, %0d bytes, %0d jobs with bus errors, %s %0d, %s",
             Small, cycle, n_jobs, n_bytes, n_errors, "bursts in flight at most", most_in_flight,
             $sformatf("%.3f bus beats a cycle aligned, %.3f unaligned", rate[0], rate[1]));
    $finish;
  end
endmodule
