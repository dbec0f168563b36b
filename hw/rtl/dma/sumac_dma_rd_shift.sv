// The shifter of DMA read: takes the bus beats of jobs in order, moves the first byte of each job to byte 0, and
// writes the beats that result to packet memory, or captures the one of a descriptor. An empty job passes through, so
// that done stays in order.
// Latency: 3 cycles to w_valid_o. Throughput: a beat a cycle; a job whose last bus beat spills costs one more.
// Reset: forgets all.
module sumac_dma_rd_shift #(
  parameter int AddrW = 8,
  parameter int TagW  = 8
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // bus beats, with their job
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic             in_empty_i,     // a job of 0 bytes, no beat
  input  logic             in_first_i,
  input  logic             in_last_i,
  input  logic             in_spill_i,     // ends one beat and holds all of the next, the job's last
  input  logic [5:0]       in_off_i,       // of the job's first byte
  input  logic [5:0]       in_tail_i,      // bytes of the job's last beat, 0: all
  input  logic [AddrW-1:0] in_pool_i,
  input  logic             in_desc_i,
  input  logic [TagW-1:0]  in_tag_i,
  input  logic             in_error_i,
  input  logic [511:0]     in_data_i,
  // packet memory
  output logic             w_valid_o,
  input  logic             w_ready_i,
  output logic [AddrW-1:0] w_addr_o,
  output logic [511:0]     w_data_o,
  output logic             done_valid_o,
  output logic [TagW-1:0]  done_tag_o,
  output logic             done_error_o,
  output logic             desc_valid_o,
  output logic [511:0]     desc_data_o,
  output logic             idle_o
);
  localparam int InfoW = 4 + 12 + AddrW + 1 + TagW;

  // ---- stages 1 and 2: rotate. Stage 1 takes what there is whenever it has room, as in_valid_i is known too late to enable all of
  // it; v1_q says whether that was a beat.
  logic             v1_q, v2_q, move2, pop2;
  logic [InfoW-1:0] info1_q, info2_q;
  logic [511:0]     rotated;
  logic             spill1_q, empty, first, last, error, desc;
  logic [5:0]       off, tail;
  logic [AddrW-1:0] pool;
  logic [TagW-1:0]  tag;

  assign in_ready_o = !v1_q || move2;
  assign move2      = !v2_q || pop2;
  assign {empty, first, last, error, off, tail, pool, desc, tag} = info2_q;

  sumac_byte_rotate u_rotate (
    .clk_i, .en1_i(in_ready_o), .data_i(in_data_i), .amount_i(in_off_i), .en2_i(v1_q && move2), .data_o(rotated));

  always_ff @(posedge clk_i) begin
    if (rst_i) {v1_q, v2_q} <= 2'b00;
    else begin
      if (in_ready_o) v1_q <= in_valid_i;
      if (move2) v2_q <= v1_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (in_ready_o) begin
      spill1_q <= in_spill_i;
      info1_q  <= {in_empty_i, in_first_i, in_last_i, in_error_i, in_off_i, in_tail_i, in_pool_i, in_desc_i, in_tag_i};
    end
    if (v1_q && move2) info2_q <= info1_q;
  end

  // ---- stage 3: merge with what the beat before left over
  logic             v3_q, w_valid_q, last3_q, desc3_q, error3_q, room3, gives, end3;
  logic             again_q, spilling_q;   // stage 2 gives two beats; it gives the second
  logic [AddrW-1:0] index_q, addr3_q;
  logic [TagW-1:0]  tag3_q;
  logic [511:0]     carry_q, data3_q;

  assign room3  = !w_valid_q || w_ready_i;
  assign gives  = empty || off == '0 || !first || last;
  assign end3   = last && !again_q;
  assign pop2   = room3 && !again_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) {v3_q, w_valid_q, again_q, spilling_q, index_q} <= '0;
    else begin
      if (room3) begin
        v3_q      <= v2_q && gives;
        w_valid_q <= v2_q && gives && !empty && !desc;
      end
      if (room3 && v2_q) begin
        {again_q, spilling_q} <= {1'b0, again_q};
        if (end3) index_q <= '0;
        else if (gives) index_q <= index_q + 1'b1;
      end
      if (move2 && v1_q) again_q <= spill1_q;
    end
  end

  always_ff @(posedge clk_i) begin : stage3
    logic [511:0] kept, merged;
    if (room3 && v2_q) begin
      if (off != '0) carry_q <= rotated;
      if (gives) begin
        desc3_q  <= desc;
        last3_q  <= end3;
        addr3_q  <= pool + index_q;
        tag3_q   <= tag;
        if (off != '0 && !first && !spilling_q) begin
          kept   = {512{1'b1}} >> {off, 3'b000};
          merged = (carry_q & kept) | (rotated & ~kept);
        end else begin
          merged = rotated;
        end
        data3_q <= (end3 && tail != '0) ? merged & ~({512{1'b1}} << {tail, 3'b000}) : merged;
      end
      // an error of any of a job's beats stands until its end
      error3_q <= error || (error3_q && !first);
    end
  end

  assign w_valid_o = w_valid_q;
  assign w_addr_o  = addr3_q;
  assign w_data_o  = data3_q;

  // ---- done, one cycle after the grant, so that whoever is told may read at once
  logic            done_q, done_error_q, done_desc_q;
  logic [TagW-1:0] done_tag_q;
  logic [511:0]    desc_q;

  assign done_valid_o = done_q;
  assign done_tag_o   = done_tag_q;
  assign done_error_o = done_error_q;
  assign desc_valid_o = done_q && done_desc_q;
  assign desc_data_o  = desc_q;
  assign idle_o       = !v1_q && !v2_q && !v3_q && !done_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) done_q <= 1'b0;
    else done_q <= v3_q && room3 && last3_q;
    if (v3_q && room3 && last3_q) begin
      done_tag_q   <= tag3_q;
      done_error_q <= error3_q;
      done_desc_q  <= desc3_q;
      if (desc3_q) desc_q <= data3_q;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_held: assert property (@(posedge clk_i) disable iff (rst_i) w_valid_o && !w_ready_i |=>
    w_valid_o && $stable({w_addr_o, w_data_o}));
`endif
`endif
endmodule
