// Bench of DMA write. Jobs and expectations are in ref_dma.c: every burst, every beat with its exact strobes (so that
// no neighbour's byte is written) and every done are compared, in order; done may not come before the last response of
// its job.
// Phases: every offset with lengths 0 to 200 and random ones, jobs around page ends with errors and immediate data,
// whole 4 KiB, immediate beats, and among all of these jobs whose bytes come with their done; with and
// without random stalls of all streams; rates. Small = 1: smallest parameters.
// C: ref_dma.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_dma_wr #(
  parameter bit Small = 1'b0
);
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int AddrW     = $clog2(PoolBeats);

  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function void ref_dma_init(input int pool_beats);
  import "DPI-C" function int ref_dma_wr_job(input int style, output longint addr, output int bytes, output int pool,
                                             output int special, output int tag, output bit [511:0] data);
  import "DPI-C" function int ref_dma_burst(input longint addr, input int len);
  import "DPI-C" function void ref_dma_pool_data(input int addr, output bit [511:0] data);
  import "DPI-C" function int ref_dma_bus_write(input longint addr, input longint strb, input bit [511:0] data);
  import "DPI-C" function int ref_dma_bad_page(input longint addr);
  import "DPI-C" function int ref_dma_answered();
  import "DPI-C" function int ref_dma_wr_done(input int tag, input int error);
  import "DPI-C" function int ref_dma_settled();
  import "DPI-C" function void ref_dma_summary(output int jobs, output longint bytes, output int errors);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_dma_wr: +seed=%0d", seed);
    void'($urandom(seed));
    ref_seed(seed);
  end

  logic             job_valid = 1'b0, job_ready, done_valid, idle;
  sumac_pkg::wr_t   job = '0;          // CPL: its bytes come with its done; IDX, RING and SLOT: its number
  sumac_pkg::wr_done_t done;
  logic [AddrW-1:0] r_addr;
  logic [511:0]     d_data;
  logic             r_valid, r_ready = 1'b0, d_valid = 1'b0;
  logic             awready = 1'b0, wready = 1'b0, bvalid = 1'b0;
  logic [1:0]       bresp;
  sumac_pkg::axi_wr_out_t bus;

  sumac_dma_wr #(.PoolBeats(PoolBeats), .Groups(64), .Nodes(64), .Rings(4), .RingSlots(64)) dut (
    .clk_i(clk), .rst_i(rst),
    .job_valid_i(job_valid), .job_ready_o(job_ready), .job_i(job), .done_valid_o(done_valid), .done_o(done),
    .idle_o(idle), .waits_o(),
    .r_valid_o(r_valid), .r_ready_i(r_ready), .r_addr_o(r_addr), .d_valid_i(d_valid), .d_data_i(d_data),
    .axi_i({awready, wready, bvalid, bresp}), .axi_o(bus)
  );

  // ---- packet memory: data 2 cycles after the grant
  logic             pend = 1'b0;
  logic [AddrW-1:0] pend_addr;
  bit [511:0]       pool_beat;

  always_ff @(posedge clk) begin
    pend      <= r_valid && r_ready && !rst;
    pend_addr <= r_addr;
    d_valid   <= pend;
    ref_dma_pool_data(int'(pend_addr), pool_beat);
    d_data    <= pool_beat;
  end

  // ---- checks at the clock edge; calls stand in ifs of their own, since Verilator 5.006 makes them whatever && says
  longint      cycle = 0, beats = 0;
  int          jobs_done = 0, latency = 2;
  logic [63:0] burst_addr [$];    // address taken, data not complete
  logic [7:0]  burst_len [$];
  logic [7:0]  w_at = '0;
  logic [576:0] data_beats [$], w;  // {last, strobes, data}, taken and not stored
  int          n_early = 0, n_inline = 0, n_overtook = 0;
  logic [AddrW+4:0] inlines [$];  // beat of packet memory and bytes of those that are not done
  bit [511:0]       inline_beat;
  longint      resp_due [$];      // data complete, not answered
  logic        resp_bad [$];
  logic        job_taken = 1'b1, b_taken = 1'b1;

  always_ff @(posedge clk) begin
    cycle     <= cycle + 1;
    job_taken <= !job_valid || job_ready;
    b_taken   <= !bvalid || bus.bready;
    if (cycle > 30_000_000) $fatal(1, "no end");
    if (!rst) begin
      if (bus.wvalid && wready) beats <= beats + 1;
      if (bus.wvalid && wready) begin
        if (burst_addr.size() == 0) n_early++;
        data_beats.push_back({bus.wlast, bus.wstrb, bus.wdata});
      end
      if (bus.awvalid && awready) begin
        if (ref_dma_burst(bus.awaddr, int'(bus.awlen)) != 0) $fatal(1, "see above");
        burst_addr.push_back(bus.awaddr);
        burst_len.push_back(bus.awlen);
      end
      while (data_beats.size() != 0 && burst_addr.size() != 0) begin
        w = data_beats.pop_front();
        if (w[576] != (w_at == burst_len[0])) $fatal(1, "wlast after %0d of %0d beats", w_at, burst_len[0]);
        if (ref_dma_bus_write(burst_addr[0] + 64'd64 * 64'(w_at), w[575:512], w[511:0]) != 0) $fatal(1, "see above");
        if (w[576]) begin
          w_at = '0;
          resp_due.push_back(cycle + longint'(latency));
          resp_bad.push_back(ref_dma_bad_page(burst_addr[0]) != 0);
          void'(burst_addr.pop_front());
          void'(burst_len.pop_front());
        end else begin
          w_at = w_at + 8'd1;
        end
      end
      if (done_valid && done.cpl) begin
        ref_dma_pool_data(int'(inlines[0][5+:AddrW]), inline_beat);
        for (int i = 0; i < 16; i++) if (5'(i) >= inlines[0][4:0]) inline_beat[i*8+:8] = 8'd0;
        if (done.len != inlines[0][4:0] || done.data != inline_beat[127:0] || done.error
            || {done.idx, done.ring, done.slot} != 20'(n_inline))
          $fatal(1, "done of tag %h with %0d bytes %h, expected %0d bytes %h", done.slot, done.len, done.data, inlines[0][4:0],
                 inline_beat[127:0]);
        void'(inlines.pop_front());
        n_inline++;
        if (resp_due.size() != 0) n_overtook++;
      end else if (done_valid) begin
        if (done.len != 5'd0) $fatal(1, "a written job's done brings bytes");
        jobs_done <= jobs_done + 1;
        if (ref_dma_wr_done(int'({done.idx, done.ring, done.slot}), int'(done.error)) != 0) $fatal(1, "see above");
      end
      if (bvalid && bus.bready) begin
        if (ref_dma_answered() != 0) $fatal(1, "see above");
      end
    end
  end

  // ---- drivers, between clock edges; stall is a chance in 256
  int         n_given = 0, stall = 0, style = 0, give = 0, bytes, pool, special, tag;
  longint     addr;
  bit [511:0] data;
  sumac_pkg::wr_t next = '0;  // job changes as a whole: Verilator 5.006 misses changes of some fields

  function automatic bit free();
    free = int'($urandom_range(255)) >= stall;
  endfunction

  task automatic drive(input bit jobs);
    @(negedge clk);
    // now and then a host that takes no address before the data that go there
    awready = free() && (stall != 100 || data_beats.size() != 0);
    wready  = free();
    r_ready = free();
    if (b_taken) begin
      bvalid = 1'b0;
      if (resp_due.size() != 0 && free()) begin
        if (resp_due[0] <= cycle) begin
          bvalid = 1'b1;
          bresp  = resp_bad[0] ? 2'b11 : 2'b00;
          void'(resp_due.pop_front());
          void'(resp_bad.pop_front());
        end
      end
    end
    if (job_taken) begin
      job_valid = 1'b0;
      {next.returns, next.cpl} = '0;
      if (jobs && style < 2 && $urandom_range(3) == 0) begin
        {job_valid, next.returns, next.imm, next.cpl} = 4'b1101;
        {next.bytes, next.pool} = {16'($urandom_range(16, 1)), 17'(AddrW'($urandom))};
        {next.idx, next.ring, next.slot} = 20'(n_given++);
        inlines.push_back({next.pool[AddrW-1:0], next.bytes[4:0]});
      end else if (jobs && free()) begin
        give      = ref_dma_wr_job(style, addr, bytes, pool, special, tag, data);
        job_valid = (give != 0);
        next.data  = data;
        {next.addr, next.bytes, next.pool, next.imm} = {addr, 16'(bytes), 17'(pool), 1'(special)};
        {next.idx, next.ring, next.slot} = 20'(tag);
      end
      job = next;
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
    while (job_valid || !settled() || !idle || inlines.size() != 0) drive(1'b0);
    repeat (3) drive(1'b0);
  endtask

  int     n_jobs, n_errors;
  longint n_bytes, from_cycle, from_beats;
  real    rate [2];

  initial begin
    ref_dma_init(PoolBeats);
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (int p = 0; p < 9; p++) begin
      from_cycle = cycle;
      from_beats = beats;
      case (p)
        0: phase(0, 0, 2, 16_000);      // every offset
        1: phase(0, 100, 20, 4_000);
        2: phase(1, 0, 2, 3_000);       // page ends, errors, immediate data
        3: phase(1, 100, 40, 3_000);
        4: phase(4, 0, 2, 300);         // immediate beats
        5: phase(4, 128, 2, 300);
        6: phase(2, 0, 200, 400);       // rate, aligned
        7: phase(3, 0, 200, 400);       // rate, unaligned
        8: phase(1, 200, 400, 1_000);
        default: ;
      endcase
      if (p == 6) rate[0] = real'(beats - from_beats) / real'(cycle - from_cycle);
      if (p == 7) rate[1] = real'(beats - from_beats) / real'(cycle - from_cycle);
    end
    if (n_inline < 1000 || n_overtook < 100) $fatal(1, "%0d inline jobs, %0d before an answer", n_inline, n_overtook);
    if (n_early < 1000) $fatal(1, "data waited for their address");
    if (rate[0] < 0.98 || rate[1] < 0.98) $fatal(1, "rates %f %f", rate[0], rate[1]);
    ref_dma_summary(n_jobs, n_bytes, n_errors);
    $display("PASS tb_sumac_dma_wr: Small %0d, %0d cycles, %0d jobs, %0d bytes, %0d jobs with bus errors; %s",
             Small, cycle, n_jobs, n_bytes, n_errors,
             $sformatf("%.3f bus beats a cycle aligned, %.3f unaligned", rate[0], rate[1]));
    $finish;
  end
endmodule
