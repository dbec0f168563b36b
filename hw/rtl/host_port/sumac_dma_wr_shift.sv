// The shifter of DMA write: moves each job's beats to where they lie within the bus's beats, with strobes at both ends.
// Latency: 3 cycles. Throughput: a beat a cycle; a job that takes one bus beat more than it has beats costs one more.
// Reset: forgets all.
module sumac_dma_wr_shift #(
  parameter int Jobs = 16
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic         job_valid_i,
  output logic         job_ready_o,
  input  logic [8:0]   job_addr_i,     // within 512 bytes, where bursts end
  input  logic [15:0]  job_bytes_i,    // at least 1
  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic [511:0] in_data_i,
  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic [511:0] out_data_o,
  output logic [63:0]  out_strb_o,
  output logic         out_last_o,     // of a burst
  output logic         idle_o
);
  // ---- which beat of which job comes in
  logic        head_valid, step, first, last, spill;
  logic [8:0]  head_addr;
  logic [15:0] head_bytes;
  logic [5:0]  head_off, head_end;
  logic [10:0] head_beats, beat_q;

  sumac_fifo #(.Width(9 + 16), .Depth(Jobs)) u_jobs (
    .clk_i, .rst_i, .in_valid_i(job_valid_i), .in_ready_o(job_ready_o), .in_data_i({job_addr_i, job_bytes_i}),
    .out_valid_o(head_valid), .out_ready_i(step && last), .out_data_o({head_addr, head_bytes})
  );

  logic v1_q, v2_q, v3_q, move2, pop2, room3;

  assign head_off   = head_addr[5:0];
  assign head_end   = head_off + head_bytes[5:0];     // bytes used of the last bus beat, 0: all
  assign head_beats = 11'((17'(head_bytes) + 17'd63) >> 6);
  assign first      = (beat_q == '0);
  assign last       = (beat_q + 11'd1 == head_beats);
  assign spill      = last && 11'((17'(head_off) + 17'(head_bytes) + 17'd63) >> 6) != head_beats;
  assign in_ready_o = head_valid && (!v1_q || move2);
  assign step       = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) beat_q <= '0;
    else if (step) beat_q <= last ? '0 : beat_q + 11'd1;
  end

  // ---- stages 1 and 2: rotate
  logic [17:0]  info1_q, info2_q;
  logic [511:0] rotated;
  logic         first2, last2, spill2;
  logic [5:0]   off2, end2;
  logic [2:0]   place2;

  assign move2 = !v2_q || pop2;
  assign {first2, last2, spill2, place2, off2, end2} = info2_q;

  sumac_byte_rotate u_rotate (
    .clk_i,
    .en1_i   (step),
    .data_i  (in_data_i),
    .amount_i(6'd0 - head_off),
    .en2_i   (v1_q && move2),
    .data_o  (rotated)
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      v1_q <= 1'b0;
      v2_q <= 1'b0;
    end else begin
      if (!v1_q || move2) v1_q <= step;
      if (move2) v2_q <= v1_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (step) info1_q <= {first, last, spill, head_addr[8:6], head_off, head_end};
    if (v1_q && move2) info2_q <= info1_q;
  end

  // ---- stage 3: merge with what the beat before left over
  logic         spilling_q, last3, end_q;
  logic [2:0]   place_q, place;            // of the beat within its 512 bytes
  logic [511:0] carry_q, data_q;
  logic [63:0]  strb_q;

  assign room3 = !v3_q || out_ready_i;
  assign pop2  = room3 && !(spill2 && !spilling_q);
  assign last3 = last2 && (!spill2 || spilling_q);
  assign place = (first2 && !spilling_q) ? place2 : place_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      v3_q       <= 1'b0;
      spilling_q <= 1'b0;
    end else if (room3) begin
      v3_q <= v2_q;
      if (v2_q) spilling_q <= spill2 && !spilling_q;
    end
  end

  always_ff @(posedge clk_i) begin : stage3
    logic [511:0] kept;
    logic [63:0]  strb;
    if (room3 && v2_q) begin
      place_q <= place + 3'd1;
      end_q   <= last3 || place == 3'd7;
      if (off2 != '0) carry_q <= rotated;
      if (spilling_q) begin
        data_q <= carry_q;
      end else if (off2 != '0) begin
        kept   = {512{1'b1}} << {off2, 3'b000};
        data_q <= (rotated & kept) | (carry_q & ~kept);
      end else begin
        data_q <= rotated;
      end
      strb = {64{1'b1}};
      if (first2 && !spilling_q) strb = strb << off2;
      if (last3 && end2 != '0)   strb = strb & ~({64{1'b1}} << end2);
      strb_q <= strb;
    end
  end

  assign out_valid_o = v3_q;
  assign out_data_o  = data_q;
  assign out_strb_o  = strb_q;
  assign out_last_o  = end_q;
  assign idle_o      = !head_valid && !v1_q && !v2_q && !v3_q;
endmodule
