// DMA read: fetches `bytes` bytes from any byte address of the host port and puts them, shifted so that the first
// lands in byte 0, into consecutive beats of packet memory (or, with DESC, hands the one beat out on desc_o with its done).
// Bytes of the last beat beyond the job are zero. Bursts have at most 8 beats and stay inside 4 KiB; up to
// ReadsInFlight bursts are in flight, over several jobs. done_* comes in job order when all is granted by
// packet memory. A job of 0 bytes reads nothing and is done. An error response sets ERROR; the rest of the job's
// beats are still taken.
// Throughput: a beat a cycle. Reset: forgets all jobs (the host port must be reset with it).
module sumac_dma_rd #(
  parameter int PoolBeats     = sumac_pkg::DefPoolBeats,
  parameter int ReadsInFlight = sumac_pkg::DefReadsInFlight,
  parameter int Groups        = sumac_pkg::DefGroups,
  parameter int Rings         = sumac_pkg::DefRings,
  parameter int RingSlots     = sumac_pkg::DefRingSlots,
  localparam int AddrW        = $clog2(PoolBeats),
  localparam int RingW        = $clog2(Groups) + $clog2(Rings),
  localparam int SlotW        = $clog2(RingSlots),
  localparam int TagW         = RingW + SlotW
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             job_valid_i,
  output logic             job_ready_o,
  input  sumac_pkg::rd_t   job_i,
  output logic             done_valid_o,   // a pulse
  output sumac_pkg::rd_done_t done_o,
  output logic [511:0]     desc_o,
  output logic             idle_o,       // but for what the host has not answered
  output logic             waits_o,      // something is under way
  // packet memory
  output logic             w_valid_o,
  input  logic             w_ready_i,
  output logic [AddrW-1:0] w_addr_o,
  output logic [511:0]     w_data_o,
  // the host's memory
  input  sumac_pkg::axi_rd_in_t  axi_i,
  output sumac_pkg::axi_rd_out_t axi_o
);
  localparam int Jobs    = (ReadsInFlight < 2) ? 2 : 1 << $clog2(ReadsInFlight);
  localparam int CountW  = $clog2(ReadsInFlight + 1);
  localparam int InfoW   = 3 + 6 + 6 + AddrW + TagW;

  // ---- a job goes to the bursts (unless it is empty) and into the queue of what responses are for, with what follows from its
  // address and size
  logic             jobs_ready, bursts_ready, take, waits, spill, job_one;
  logic [10:0]      job_more;          // beats on the bus after the first
  logic [5:0]       unused_bytes;

  assign job_ready_o = jobs_ready && bursts_ready;
  assign take        = job_valid_i && job_ready_o;
  assign waits       = job_i.bytes != '0;                   // for the host
  assign {job_more, unused_bytes} = 17'(job_i.addr[5:0]) + 17'(job_i.bytes) - 17'd1;
  // one beat, if any: fewer than 128 bytes, whose end is the sooner known
  assign job_one     = !waits || (job_i.bytes[15:7] == '0 && job_more[1:0] == 2'd0);
  // the last of several beats on the bus ends one beat of packet memory and holds all of another
  assign spill       = job_i.addr[5:0] != '0 && job_i.bytes[5:0] != '0 && 7'(job_i.addr[5:0]) + 7'(job_i.bytes[5:0]) <= 7'd64;

  logic             next_valid, next_one;
  logic [10:0]      next_more;
  logic [InfoW-1:0] next_info;

  sumac_fifo #(.Width(12 + InfoW), .Depth(Jobs)) u_jobs (
    .clk_i, .rst_i, .in_valid_i(take), .in_ready_o(jobs_ready),
    .in_data_i({job_one, job_more, waits, spill, job_i.desc,
                job_i.addr[5:0], job_i.bytes[5:0], job_i.pool[AddrW-1:0], job_i.ring[RingW-1:0], job_i.slot[SlotW-1:0]}),
    .out_valid_o(next_valid), .out_ready_i(!head_q || head_pop), .out_data_o({next_one, next_more, next_info})
  );

  // ---- requests
  logic              arvalid, rready, burst_valid, burst_take, burst_end_q;   // a cycle late, since it is known late
  logic [57:0]       burst_beat;
  logic [2:0]        burst_len;
  logic [CountW-1:0] flight_q;

  sumac_bursts u_bursts (
    .clk_i, .rst_i, .in_valid_i(take && waits), .in_ready_o(bursts_ready), .in_addr_i(job_i.addr), .in_bytes_i(job_i.bytes),
    .out_valid_o(burst_valid), .out_ready_i(burst_take), .out_beat_o(burst_beat), .out_len_o(burst_len));

  assign arvalid    = burst_valid && flight_q != CountW'(ReadsInFlight);
  assign burst_take = arvalid && axi_i.arready;
  assign axi_o      = {arvalid, burst_beat, 6'd0, 5'd0, burst_len, rready};

  always_ff @(posedge clk_i) begin
    burst_end_q <= !rst_i && axi_i.rvalid && rready && axi_i.rlast;
    if (rst_i) flight_q <= '0;
    else if (burst_take != burst_end_q) flight_q <= burst_take ? flight_q + 1'b1 : flight_q - 1'b1;
  end

  // ---- responses: each beat is told what the shifter must do with it
  logic             head_q, head_pop, step, first_q, last_q, move1;
  logic             head_waits, head_spill, head_desc;
  logic [5:0]       head_off, head_tail;
  logic [AddrW-1:0] head_pool;
  logic [TagW-1:0]  head_tag;
  logic [10:0]      more_q;            // beats to come after the one at hand
  logic [InfoW-1:0] info_q;

  assign {head_waits, head_spill, head_desc, head_off, head_tail, head_pool, head_tag} = info_q;
  assign rready   = head_q && head_waits && move1;
  assign step     = head_q && move1 && (!head_waits || axi_i.rvalid);
  assign head_pop = step && last_q;

  always_ff @(posedge clk_i) begin
    if (!head_q || head_pop) begin
      head_q  <= next_valid;
      info_q  <= next_info;
      more_q  <= next_more;
      last_q  <= next_one;
      first_q <= 1'b1;
    end else if (step) begin
      more_q  <= more_q - 11'd1;
      last_q  <= more_q == 11'd1;
      first_q <= 1'b0;
    end
    if (rst_i) head_q <= 1'b0;
  end

  logic            shift_idle, done_desc, done_error;
  logic [TagW-1:0] done_tag;
  always_comb begin
    done_o                 = '0;
    done_o.desc            = done_desc;
    done_o.error           = done_error;
    done_o.ring[RingW-1:0] = done_tag[SlotW+:RingW];
    done_o.slot[SlotW-1:0] = done_tag[SlotW-1:0];
  end

  sumac_dma_rd_shift #(.AddrW(AddrW), .TagW(TagW)) u_shift (
    .clk_i, .rst_i, .in_valid_i(step), .in_ready_o(move1), .in_empty_i(!head_waits), .in_first_i(first_q), .in_last_i(last_q),
    .in_spill_i(head_spill && last_q && !first_q), .in_off_i(head_off), .in_tail_i(head_tail), .in_pool_i(head_pool),
    .in_desc_i(head_desc), .in_tag_i(head_tag), .in_error_i(head_waits && axi_i.rresp != 2'b00),
    .in_data_i(axi_i.rdata), .w_valid_o, .w_ready_i, .w_addr_o, .w_data_o, .done_valid_o, .done_tag_o(done_tag),
    .done_error_o(done_error), .desc_valid_o(done_desc), .desc_data_o(desc_o), .idle_o(shift_idle));

  assign waits_o = next_valid || head_q || burst_valid || !shift_idle;
  assign idle_o  = (head_q ? head_waits : !next_valid) && !burst_valid && shift_idle;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_job:  assert property (@(posedge clk_i) disable iff (rst_i) job_valid_i && !job_ready_o |=>
    job_valid_i && $stable(job_i));
  a_ar:   assert property (@(posedge clk_i) disable iff (rst_i) arvalid && !axi_i.arready |=>
    arvalid && $stable({axi_o.araddr, axi_o.arlen}));
  a_page: assert property (@(posedge clk_i) disable iff (rst_i) arvalid |->
    axi_o.arlen <= 8'd7 && 13'(axi_o.araddr[11:0]) + 13'(axi_o.arlen) * 13'd64 + 13'd64 <= 13'd4096);
  a_desc: assert property (@(posedge clk_i) disable iff (rst_i) take && job_i.desc |-> job_i.bytes == 16'd64);
`endif
`endif
endmodule
