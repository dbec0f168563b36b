// sumac_dma_wr, data: of every job, as many beats are written as it has on the host port, in order, whether
// their address has been taken or not, the last of each burst marked where prove_dma_wr_split ends it; the strobes are
// those of its bytes. Its beats of packet memory are asked for once each, in order, and each beat on the host
// port is made of the job's beat of that number and, where it is shifted, of the one before. A job is done
// once, in order, with its tag, after all its beats are written and all its bursts answered.
// Watched: any one job, and any one of its beats. A beat is 2 bits here: the one that stays, and the one that
// is shifted into the next beat.
// Assumed: packet memory answers what it granted, in order; bursts are answered after address and last data; jobs
// of at most 3 beats, and one that brings its data has one. The first 13 cycles: in 11 the longest such job
// is written whole.
//
// RTL: sumac_dma_wr sumac_fifo sumac_bursts sumac_dma_wr_reads sumac_dma_wr_shift
// Edit: sumac_dma_wr s/511:0/1:0/
// Edit: sumac_dma_wr s/(job_i.data)/(job_i.data[1:0])/
// Edit: sumac_dma_wr s/Jobs     = 64/Jobs     = 2/
// Edit: sumac_dma_wr s/Ahead    = 16/Ahead    = 2/
// Edit: sumac_dma_wr s/Reserve  = 8/Reserve  = 2/
// Edit: sumac_dma_wr_reads s/511:0/1:0/
// Edit: sumac_dma_wr_reads s/Width(512)/Width(2)/
// Edit: sumac_dma_wr_shift s/511:0/1:0/
// Edit: sumac_dma_wr_shift s/DataW = 512/DataW = 2/
// Edit: sumac_dma_wr_shift s/= {512{1'b1}} << {off2, 3'b000}/= {1'b1, off2 == '0}/
// Edit: sumac_dma_wr_shift s/sumac_byte_rotate u_rotate/formal_rotate #(.Width(2), .Kept(1'b1)) u_rotate/
// Bound: 13
// Cover: 16
// Mutant: sumac_dma_wr s/out_ready_i(axi_i.wready)/out_ready_i(1'b1)/
// Mutant: sumac_dma_wr s/(axi_i.bvalid \&\& last_q)/axi_i.bvalid/
// Mutant: sumac_dma_wr_reads s/imm_q \&\& alone_q/imm_q/
// Mutant: sumac_dma_wr_shift s/last3 || place == 3'd7/last3/
// Mutant: sumac_dma_wr_shift s/room3 \&\& !again_q/room3/
// Mutant: sumac_dma_wr_shift s/if (off2 != '0) carry_q/if (!first2) carry_q/
// Mutant: sumac_dma_wr_shift s/if (first2 \&\& !spilling_q) strb/if (first2) strb/
module prove_dma_wr (
  input logic        clk_i,
  input logic        rst_i,
  input logic        job_valid_i,
  input logic [63:0] job_addr_i,
  input logic [15:0] job_bytes_i,
  input logic [1:0]  job_pool_i,
  input logic        job_imm_i,
  input logic [1:0]  job_data_i,
  input logic        job_tag_i,
  input logic        r_ready_i,
  input logic        d_valid_i,
  input logic [1:0]  d_data_i,
  input logic        awready_i,
  input logic        wready_i,
  input logic        bvalid_i,
  input logic        watch_i
);
  sumac_pkg::wr_t      job;
  sumac_pkg::wr_done_t was;
  sumac_pkg::axi_wr_out_t axi;
  always_comb begin
    job           = '0;
    job.addr      = job_addr_i;
    job.bytes     = job_bytes_i;
    job.pool[1:0] = job_pool_i;
    job.imm       = job_imm_i;
    job.data[1:0] = job_data_i;
    job.slot[0]   = job_tag_i;
  end
  logic        job_ready, done, tag, r_valid, aw, w, w_last, b_ready;
  logic [1:0]  r_addr, data;
  logic [63:0] strobes;
  sumac_dma_wr #(.PoolBeats(4), .Groups(2), .Nodes(2), .Rings(2), .RingSlots(2)) dut (
    .clk_i, .rst_i, .job_valid_i, .job_ready_o(job_ready), .job_i(job), .done_valid_o(done), .done_o(was),
    .r_valid_o(r_valid), .r_ready_i, .r_addr_o(r_addr),
    .d_valid_i, .d_data_i, .axi_i({awready_i, wready_i, bvalid_i, 2'b00}), .axi_o(axi));
  assign aw      = axi.awvalid;
  assign w       = axi.wvalid;
  assign w_last  = axi.wlast;
  assign b_ready = axi.bready;
  assign strobes = axi.wstrb;
  assign data    = axi.wdata[1:0];

  assign tag = was.slot[0];

  // A job: its beats on the host port and in packet memory.
  logic        w_q, seen_q, take, work, watch, aw_take, w_take, r_take, b_take, mine;
  logic [5:0]  bus, own, bursts;
  // from the cycle on in which a job comes to the port: parts of it may take it before all of it is taken
  assign take    = job_valid_i && !seen_q;
  assign work    = take && job_bytes_i != '0;
  assign watch   = take && watch_i && !w_q;
  assign aw_take = aw && awready_i;
  assign w_take  = w && wready_i;
  assign r_take  = r_valid && r_ready_i;
  assign b_take  = bvalid_i && b_ready;
  assign bus     = 6'((64'(job_addr_i[5:0]) + 64'(job_bytes_i) - 64'd1) >> 6) + 6'd1;
  assign own     = 6'((job_bytes_i + 16'd63) >> 6);
  assign bursts  = (6'(job_addr_i[8:6]) + bus + 6'd7) >> 3;

  // All jobs: beats not yet written, not yet asked for, not yet come; bursts addressed and not answered, written
  // and not answered, not answered at all; jobs not done.
  logic [5:0]  owed_q, unasked_q, due_q, come_q, open_q, closed_q, owing_q, jobs_q;
  // The watched job: what it is, what is still before it of each kind, and how far it is.
  logic        finished_q, imm_q, tag_q;
  logic [8:0]  at_q;
  logic [15:0] bytes_q;
  logic [1:0]  pool_q, beat_q;
  logic [5:0]  bus_q, w_ahead_q, r_ahead_q, d_ahead_q, j_ahead_q, b_left_q, w_n_q, r_n_q, d_n_q, bursts_q;
  (* anyconst *) logic [1:0] k;    // the watched beat
  logic        is_last, shifted, has_k;
  logic [63:0] mask;
  logic [5:0]  ends;
  assign mine    = w_q && w_ahead_q == '0 && w_n_q != bus_q;
  assign is_last = w_n_q + 6'd1 == bus_q;
  assign shifted = at_q[5:0] != '0;
  assign has_k   = 6'(k) < 6'((bytes_q + 16'd63) >> 6);
  assign ends    = at_q[5:0] + bytes_q[5:0];
  always_comb begin
    mask = '1;
    if (w_n_q == '0) mask = mask << at_q[5:0];
    if (is_last && ends != '0) mask = mask & ~({64{1'b1}} << ends);
  end

  always_ff @(posedge clk_i) begin
    seen_q    <= job_valid_i && !job_ready;
    owed_q    <= owed_q + (work ? bus : 6'd0) - 6'(w_take);
    unasked_q <= unasked_q + ((work && !job_imm_i) ? own : 6'd0) - 6'(r_take);
    due_q     <= due_q + ((work && !job_imm_i) ? own : 6'd0) - 6'(d_valid_i);
    come_q    <= come_q + 6'(r_take) - 6'(d_valid_i);
    open_q    <= open_q + 6'(aw_take) - 6'(b_take);
    closed_q  <= closed_q + 6'(w_take && w_last) - 6'(b_take);
    owing_q   <= owing_q + (work ? bursts : 6'd0) - 6'(b_take);
    jobs_q    <= jobs_q + 6'(take) - 6'(done);
    if (watch) begin
      {w_q, imm_q, tag_q, pool_q} <= {1'b1, job_imm_i, job_tag_i, job_pool_i};
      {at_q, bytes_q} <= {job_addr_i[8:0], job_bytes_i};
      bus_q     <= work ? bus : '0;
      w_ahead_q <= owed_q - 6'(w_take);
      r_ahead_q <= unasked_q - 6'(r_take);
      d_ahead_q <= due_q - 6'(d_valid_i);
      j_ahead_q <= jobs_q - 6'(done);
      {w_n_q, r_n_q, d_n_q, bursts_q} <= '0;
      b_left_q  <= owing_q + (work ? bursts : '0) - 6'(b_take);
      if (job_imm_i) beat_q <= job_data_i;
    end else if (w_q) begin
      if (w_take) begin
        if (w_ahead_q != '0) w_ahead_q <= w_ahead_q - 1'b1;
        else if (mine) begin
          w_n_q    <= w_n_q + 1'b1;
          bursts_q <= bursts_q + 6'(w_last);
        end
      end
      if (r_take && r_ahead_q != '0) r_ahead_q <= r_ahead_q - 1'b1;
      else if (r_take) r_n_q <= r_n_q + 1'b1;
      if (d_valid_i && d_ahead_q != '0) d_ahead_q <= d_ahead_q - 1'b1;
      else if (d_valid_i && !imm_q) begin
        d_n_q <= d_n_q + 1'b1;
        if (d_n_q == 6'(k)) beat_q <= d_data_i;
      end
      if (done) j_ahead_q <= j_ahead_q - 1'b1;
      if (b_take && b_left_q != '0) b_left_q <= b_left_q - 1'b1;
      if (done && j_ahead_q == '0) finished_q <= 1'b1;
    end
    if (rst_i) {seen_q, owed_q, unasked_q, due_q, come_q, open_q, closed_q, owing_q, jobs_q, w_q, finished_q} <= '0;
  end

  always_comb if (!rst_i) begin
    if (job_valid_i) assume (job_bytes_i <= (job_imm_i ? 16'd64 : 16'd192));
    if (d_valid_i) assume (come_q != '0);
    if (bvalid_i) assume (closed_q != '0 && open_q != '0);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (w) assert (owed_q != '0);
      if (r_valid) assert (unasked_q != '0);
      if (w && mine) begin
        assert (strobes == mask && w_last == (is_last || at_q[8:6] + w_n_q[2:0] == 3'd7));
        if (has_k && w_n_q == 6'(k)) assert (data[1] == beat_q[1] && (shifted || data[0] == beat_q[0]));
        if (has_k && shifted && w_n_q == 6'(k) + 6'd1) assert (data[0] == beat_q[0]);
      end
      if (r_valid && w_q && !imm_q && r_ahead_q == '0 && r_n_q < 6'((bytes_q + 16'd63) >> 6))
        assert (r_addr == pool_q + r_n_q[1:0]);
      if (done) assert (jobs_q != '0);
      if (done && w_q && !finished_q && j_ahead_q == '0) assert (tag == tag_q && w_n_q == bus_q && b_left_q == '0);
      cover (finished_q && bus_q == 6'd4 && bursts_q == 6'd2 && owed_q == '0);
      cover (finished_q && bus_q == 6'd3 && at_q[5:0] == '0 && !imm_q && k == 2'd2);
      cover (finished_q && imm_q && bus_q == 6'd2);
      cover (finished_q && bytes_q == '0);
      cover (work && aw_take && w_take);
      cover (closed_q == 6'd2 && open_q == '0);
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  formal_stable #(.Width(86), .Assume(1)) u_job (
    .clk_i, .rst_i, .valid_i(job_valid_i), .ready_i(job_ready),
    .data_i({job_addr_i, job_bytes_i, job_pool_i, job_imm_i, job_data_i, job_tag_i}));
endmodule
