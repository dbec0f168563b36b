// The shifter of DMA write: moves each job's beats to where they lie within the bus's beats, with strobes at both ends.
// Latency: 3 cycles. Throughput: a beat a cycle; a job that takes one bus beat more than it has beats costs one more.
// Reset: forgets all.
module sumac_dma_wr_shift #(
  parameter int Jobs = 16,
  localparam int DataW = 512
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic         job_valid_i,
  output logic         job_ready_o,
  input  logic [8:0]   job_addr_i,     // within 512 bytes, where bursts end
  input  logic [15:0]  job_bytes_i,    // 0: it is no job
  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic [511:0] in_data_i,
  output logic         out_valid_o,
  input  logic         out_ready_i,
  input  logic         out_may_i,      // else it waits, whatever out_ready_i is
  output logic [511:0] out_data_o,
  output logic [63:0]  out_strb_o,
  output logic         out_last_o,     // of a burst
  output logic         idle_o
);
  // ---- which beat of which job comes in; what follows from a job's address and size waits with it
  logic [9:0]  job_more, next_more, more_q;     // beats after the first, after the one at hand
  logic [5:0]  job_end, next_back, back_q;      // bytes used of the last bus beat, 0: all; how far to rotate
  logic        job_spill, next_valid, next_some, next_one, next_spill, head_q, head_spill_q, step, first_q, last_q;
  logic [14:0] next_info, head_info_q;

  assign job_more  = 10'((job_bytes_i - 16'd1) >> 6);
  assign job_end   = job_addr_i[5:0] + job_bytes_i[5:0];
  // off the bus's beats, and the last beat goes over its end: so it takes one more of them
  assign job_spill = job_addr_i[5:0] != '0 && (job_bytes_i[5:0] == '0 || 7'(job_addr_i[5:0]) + 7'(job_bytes_i[5:0]) > 7'd64);

  sumac_fifo #(.Width(1 + 10 + 1 + 6 + 16), .Depth(Jobs)) u_jobs (
    .clk_i, .rst_i, .in_valid_i(job_valid_i), .in_ready_o(job_ready_o),
    .in_data_i({job_bytes_i != '0, job_more, job_bytes_i <= 16'd64, 6'd0 - job_addr_i[5:0], job_spill, job_addr_i, job_end}),
    .out_valid_o(next_valid), .out_ready_i(!head_q || (step && last_q)),
    .out_data_o({next_some, next_more, next_one, next_back, next_spill, next_info})
  );

  logic v1_q, v2_q, move2, pop2, room3;

  assign in_ready_o = head_q && (!v1_q || move2);
  assign step       = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i) begin
    if (!head_q || (step && last_q)) begin
      head_q       <= next_valid && next_some;
      head_spill_q <= next_spill;
      head_info_q  <= next_info;
      back_q       <= next_back;
      more_q       <= next_more;
      last_q       <= next_one;
      first_q      <= 1'b1;
    end else if (step) begin
      more_q  <= more_q - 10'd1;
      last_q  <= more_q == 10'd1;
      first_q <= 1'b0;
    end
    if (rst_i) head_q <= 1'b0;
  end

  // ---- stages 1 and 2: rotate
  logic [16:0]  info1_q, info2_q;
  logic [511:0] rotated;
  logic         spill1_q, first2, last2;
  logic [5:0]   off2, end2;
  logic [2:0]   place2;

  assign move2 = !v2_q || pop2;
  assign {first2, last2, place2, off2, end2} = info2_q;

  sumac_byte_rotate u_rotate (
    .clk_i, .en1_i(step), .data_i(in_data_i), .amount_i(back_q), .en2_i(v1_q && move2), .data_o(rotated));

  always_ff @(posedge clk_i) begin
    if (rst_i) {v1_q, v2_q} <= 2'b00;
    else begin
      if (!v1_q || move2) v1_q <= step;
      if (move2) v2_q <= v1_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (step) {spill1_q, info1_q} <= {last_q && head_spill_q, first_q, last_q, head_info_q};
    if (v1_q && move2) info2_q <= info1_q;
  end

  // ---- stage 3: merge with what the beat before left over
  logic         again_q, spilling_q, last3;   // stage 2 gives two beats; it gives the second
  logic [2:0]   place_q, place;            // of the beat within its 512 bytes
  logic [511:0] carry_q, kept, data;
  logic [63:0]  strb;

  assign pop2  = room3 && !again_q;
  assign last3 = last2 && !again_q;
  assign place = (first2 && !spilling_q) ? place2 : place_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) {again_q, spilling_q} <= 2'b00;
    else begin
      if (room3 && v2_q) {again_q, spilling_q} <= {1'b0, again_q};
      if (move2 && v1_q) again_q <= spill1_q;
    end
  end

  always_comb begin
    kept = {512{1'b1}} << {off2, 3'b000};
    data = spilling_q ? carry_q : (rotated & kept) | (carry_q & ~kept);
    strb = {64{1'b1}};
    if (first2 && !spilling_q) strb = strb << off2;
    if (last3 && end2 != '0)   strb = strb & ~({64{1'b1}} << end2);
  end
  always_ff @(posedge clk_i) begin
    if (room3 && v2_q) begin
      place_q <= place + 3'd1;
      if (off2 != '0) carry_q <= rotated;
    end
  end

  // Two places, so that what happens at the bus is no reason for stage 2 to wait in the same cycle.
  sumac_fifo #(.Width(DataW + 65), .Depth(2)) u_out (
    .clk_i, .rst_i, .in_valid_i(v2_q), .in_ready_o(room3), .in_data_i({last3 || place == 3'd7, strb, data}),
    .out_valid_o, .out_ready_i(out_ready_i && out_may_i), .out_data_o({out_last_o, out_strb_o, out_data_o})
  );

  assign idle_o = !next_valid && !head_q && !v1_q && !v2_q && !out_valid_o;
endmodule
