// DMA write: puts `bytes` bytes from consecutive beats of packet memory (or, with IMM, the 64 bytes of
// DATA) to any byte address of the host port: shifted, with byte strobes at both ends, so that no neighbour's
// byte is written. Bursts stay inside 4 KiB. done_* comes in job order, when every burst of the job has been
// answered. A job with RETURNS, of 1 to 16 bytes, writes nothing on the bus: its bytes come with its done, which
// waits for no other job's answer. A job of 0 bytes writes nothing and is done (in order). Data do not wait for their
// address to be taken: a slave may wait for either before it takes the other.
// Throughput: a beat a cycle. Reset: forgets all jobs.
module sumac_dma_wr #(
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int IdxW     = $clog2(Nodes),
  localparam int RingW    = $clog2(Groups) + $clog2(Rings),
  localparam int SlotW    = $clog2(RingSlots),
  localparam int TagW     = 2 + IdxW + RingW + SlotW
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             job_valid_i,
  output logic             job_ready_o,
  input  sumac_pkg::wr_t   job_i,
  output logic             done_valid_o,   // a pulse
  output sumac_pkg::wr_done_t done_o,
  output logic             idle_o,       // but for what the host has not answered
  output logic             waits_o,      // something is under way
  // packet memory
  output logic             r_valid_o,
  input  logic             r_ready_i,
  output logic [AddrW-1:0] r_addr_o,
  input  logic             d_valid_i,
  input  logic [511:0]     d_data_i,
  // the host's memory
  input  sumac_pkg::axi_wr_in_t  axi_i,
  output sumac_pkg::axi_wr_out_t axi_o
);
  localparam int Jobs     = 64;   // accepted and not done yet: many, as a single beat is answered after a microsecond
  localparam int Ahead    = 16;   // bursts whose address may precede their data
  localparam int Reserve  = 8;    // beats of packet memory asked for, or waiting for the shifter

  // ---- a job goes to the bursts, to the reads, to the shifter, and into the queue of what is to be answered: to each as soon as
  // that takes it, and it is taken when all have it
  logic [3:0]  ready, want, to, had_q;
  logic        take;
  logic        job_one;
  logic [7:0]  job_more;          // lines of 512 bytes after the first
  logic [8:0]  unused_bytes;
  logic [TagW-1:0] job_tag;

  assign job_tag       = {job_i.cpl, job_i.last, job_i.idx[IdxW-1:0], job_i.ring[RingW-1:0], job_i.slot[SlotW-1:0]};
  assign want          = {{2{!job_i.returns}}, job_i.bytes != '0 && !job_i.returns, job_i.bytes != '0};
  assign to            = job_valid_i ? want & ~had_q : 4'd0;
  assign job_ready_o   = (want & ~had_q & ~ready) == 4'd0;
  assign take          = job_valid_i && job_ready_o;
  always_ff @(posedge clk_i) had_q <= (rst_i || job_ready_o || !job_valid_i) ? 4'd0 : had_q | (want & ready);
  // one line: fewer than 1,024 bytes, whose end is the sooner known
  assign job_one       = job_i.bytes[15:10] == 6'd0 && job_more[1:0] == 2'd0;
  assign {job_more, unused_bytes} = 17'(job_i.addr[8:0]) + 17'(job_i.bytes) - 17'd1;

  // ---- addresses
  localparam int AheadW = 10;
  logic              awvalid, wvalid, wlast, bready, burst_valid, aw_take, w_end;
  logic [63:0]       wstrb;
  logic [511:0]      wdata;
  logic [57:0]       burst_beat;
  logic [2:0]        burst_len;
  // Bursts whose address has been taken, but not their last data; below 0: the other way round, two jobs' bursts at
  // most. May_lead is always up then; it keeps the count from wrapping whatever comes.
  logic signed [AheadW-1:0] ahead_q;
  logic              out_valid, may_open_q, may_lead_q;   // it is below Ahead; it is not the least that there is

  sumac_bursts u_bursts (
    .clk_i, .rst_i, .in_valid_i(to[1]), .in_ready_o(ready[1]), .in_addr_i(job_i.addr), .in_bytes_i(job_i.bytes),
    .out_valid_o(burst_valid), .out_ready_i(aw_take), .out_beat_o(burst_beat), .out_len_o(burst_len));

  assign awvalid = burst_valid && may_open_q;
  assign wvalid  = out_valid && may_lead_q;
  assign aw_take = awvalid && axi_i.awready;
  assign w_end   = wvalid && axi_i.wready && wlast;
  always_comb begin
    axi_o.awvalid = awvalid;
    axi_o.awaddr  = {burst_beat, 6'd0};
    axi_o.awlen   = {5'd0, burst_len};
    axi_o.wvalid  = wvalid;
    axi_o.wlast   = wlast;
    axi_o.bready  = bready;
    axi_o.wstrb   = wstrb;
    axi_o.wdata   = wdata;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) {ahead_q, may_open_q, may_lead_q} <= {AheadW'(0), 2'b11};
    else if (aw_take != w_end) begin
      ahead_q    <= aw_take ? ahead_q + 1'b1 : ahead_q - 1'b1;
      may_open_q <= !aw_take || ahead_q != AheadW'(Ahead - 1);
      may_lead_q <= aw_take || ahead_q != {1'b1, {(AheadW-2){1'b0}}, 1'b1};
    end
  end

  // ---- reads
  localparam int MarkW = 1 + 5 + TagW;
  logic         data_valid, data_take, reads_idle, is_inline, shift_take, inline_take;
  logic [4:0]   inline_len;
  logic [TagW-1:0] inline_tag;
  logic [511:0] data;

  sumac_dma_wr_reads #(.AddrW(AddrW), .MarkW(MarkW), .Reserve(Reserve)) u_reads (
    .clk_i, .rst_i, .in_valid_i(to[0]), .in_ready_o(ready[0]), .in_imm_i(job_i.imm), .in_data_i(job_i.data),
    .in_pool_i(job_i.pool[AddrW-1:0]), .in_bytes_i(job_i.bytes), .in_mark_i({job_i.returns, job_i.bytes[4:0], job_tag}),
    .r_valid_o, .r_ready_i, .r_addr_o, .d_valid_i, .d_data_i, .out_valid_o(data_valid), .out_ready_i(data_take),
    .out_data_o(data), .out_mark_o({is_inline, inline_len, inline_tag}), .idle_o(reads_idle));

  // ---- data
  logic shift_idle;

  sumac_dma_wr_shift #(.Jobs(Jobs)) u_shift (
    .clk_i, .rst_i, .job_valid_i(to[2]), .job_ready_o(ready[2]), .job_addr_i(job_i.addr[8:0]), .job_bytes_i(job_i.bytes),
    .in_valid_i(data_valid && !is_inline), .in_ready_o(shift_take), .in_data_i(data), .out_valid_o(out_valid),
    .out_ready_i(axi_i.wready), .out_may_i(may_lead_q), .out_data_o(wdata), .out_strb_o(wstrb), .out_last_o(wlast),
    .idle_o(shift_idle));

  // ---- responses
  logic            next_valid, next_waits, next_one, answer_q, answer_pop, waits_q, last_q, answer_end, error_q, done_q,
                   done_error_q;
  logic [7:0]      next_more, more_q;      // bursts to be answered after the next answer
  logic [TagW-1:0] next_tag, answer_tag_q, done_tag_q;
  logic [4:0]      done_len_q;
  logic [127:0]    done_data_q;

  sumac_fifo #(.Width(10 + TagW), .Depth(Jobs)) u_answers (
    .clk_i, .rst_i, .in_valid_i(to[3]), .in_ready_o(ready[3]),
    .in_data_i({job_i.bytes != '0, job_one, job_more, job_tag}),
    .out_valid_o(next_valid), .out_ready_i(!answer_q || answer_pop), .out_data_o({next_waits, next_one, next_more, next_tag})
  );

  assign bready     = answer_q && waits_q;
  assign answer_end = axi_i.bvalid && bready;
  assign answer_pop = answer_q && (!waits_q || (axi_i.bvalid && last_q));

  always_ff @(posedge clk_i) begin
    if (!answer_q || answer_pop) begin
      answer_q     <= next_valid;
      waits_q      <= next_waits;
      last_q       <= next_one;
      more_q       <= next_more;
      answer_tag_q <= next_tag;
    end else if (answer_end) begin
      last_q <= more_q == 8'd1;
      more_q <= more_q - 8'd1;
    end
    if (rst_i) answer_q <= 1'b0;
  end

  // Data for a completion are taken whenever no other job ends; they are a beat each.
  assign inline_take = data_valid && is_inline && !answer_pop;
  assign data_take   = is_inline ? !answer_pop : shift_take;

  assign done_valid_o = done_q;
  always_comb begin
    done_o                 = '0;
    done_o.cpl             = done_tag_q[TagW-1];
    done_o.last            = done_tag_q[TagW-2];
    done_o.idx[IdxW-1:0]   = done_tag_q[RingW+SlotW+:IdxW];
    done_o.ring[RingW-1:0] = done_tag_q[SlotW+:RingW];
    done_o.slot[SlotW-1:0] = done_tag_q[SlotW-1:0];
    done_o.error           = done_error_q;
    done_o.len             = done_len_q;
    done_o.data            = done_data_q;
  end
  assign waits_o      = burst_valid || !reads_idle || !shift_idle || next_valid || answer_q || done_q;
  assign idle_o       = !burst_valid && reads_idle && shift_idle && (answer_q ? waits_q : !next_valid) && !done_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) {error_q, done_q} <= 2'b00;
    else begin
      done_q <= answer_pop || inline_take;
      if (answer_pop) error_q <= 1'b0;
      else if (answer_end) error_q <= error_q || axi_i.bresp != 2'b00;
    end
    if (answer_pop) begin
      done_tag_q   <= answer_tag_q;
      done_error_q <= error_q || (answer_end && axi_i.bresp != 2'b00);
    end else begin
      done_tag_q   <= inline_tag;
      done_error_q <= 1'b0;
    end
    done_len_q <= inline_take ? inline_len : 5'd0;
    for (int i = 0; i < 16; i++) done_data_q[i*8+:8] <= (5'(i) < inline_len) ? data[i*8+:8] : 8'd0;
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_job:  assert property (@(posedge clk_i) disable iff (rst_i) job_valid_i && !job_ready_o |=>
    job_valid_i && $stable(job_i));
  a_aw:   assert property (@(posedge clk_i) disable iff (rst_i) awvalid && !axi_i.awready |=>
    awvalid && $stable({axi_o.awaddr, axi_o.awlen}));
  a_w:    assert property (@(posedge clk_i) disable iff (rst_i) wvalid && !axi_i.wready |=>
    wvalid && $stable({wdata, wstrb, wlast}));
  a_page: assert property (@(posedge clk_i) disable iff (rst_i) awvalid |->
    axi_o.awlen <= 8'd7 && 13'(axi_o.awaddr[11:0]) + 13'(axi_o.awlen) * 13'd64 + 13'd64 <= 13'd4096);
  a_inline: assert property (@(posedge clk_i) disable iff (rst_i) take && job_i.returns |->
    job_i.bytes != 16'd0 && job_i.bytes <= 16'd16);
  a_imm:  assert property (@(posedge clk_i) disable iff (rst_i) take && job_i.imm |-> job_i.bytes <= 16'd64);
`endif
`endif
endmodule
