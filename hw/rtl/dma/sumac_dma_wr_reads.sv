// The reads of DMA write: fetches each job's beats from packet memory, or takes the one that came with the job, and
// hands them out in order, each with its job's mark. It asks only for what it has a place for.
// Latency: 3 cycles from job to data, 2 if the job brings it. Throughput: a beat a cycle. Reset: forgets all.
module sumac_dma_wr_reads #(
  parameter int AddrW    = 8,
  parameter int MarkW    = 1,
  parameter int Reserve  = 8,       // beats asked for or waiting; a power of two
  localparam int CountW  = $clog2(Reserve + 1)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic             in_imm_i,      // one beat, in_data_i
  input  logic [511:0]     in_data_i,
  input  logic [AddrW-1:0] in_pool_i,
  input  logic [15:0]      in_bytes_i,    // at least 1
  input  logic [MarkW-1:0] in_mark_i,
  // packet memory
  output logic             r_valid_o,
  input  logic             r_ready_i,
  output logic [AddrW-1:0] r_addr_o,
  input  logic             d_valid_i,
  input  logic [511:0]     d_data_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [511:0]     out_data_o,
  output logic [MarkW-1:0] out_mark_o,
  output logic             idle_o
);
  logic              active_q, imm_q, last_q, room_q, alone_q, read, push, begins, out_take, out_took_q, data_valid,
                     place;
  logic              mark_place, next_valid, mark_valid_q;
  logic [MarkW-1:0]  mark_q, next_mark, out_mark_q;
  logic [511:0]      data_q;
  logic [AddrW-1:0]  addr_q;
  logic [9:0]        more_q;              // beats of the job after the one at hand
  logic [CountW-1:0] asked_q, taken_q;    // asked of packet memory; places in use, asked ones included

  assign r_valid_o  = active_q && !imm_q && room_q;
  assign r_addr_o   = addr_q;
  assign read       = r_valid_o && r_ready_i;
  // the job's own beat takes its turn behind what was asked for before: alone_q says that nothing is asked for
  assign push       = imm_q && alone_q && room_q;
  assign begins     = read || push;
  assign in_ready_o = !active_q || (last_q && room_q && (imm_q ? alone_q : r_ready_i));
  assign out_take   = out_valid_o && out_ready_i;
  assign idle_o     = !active_q && taken_q == '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      {active_q, asked_q, taken_q, out_took_q} <= '0;
      {room_q, alone_q}                        <= 2'b11;
    end else begin
      if (in_ready_o) active_q <= in_valid_i;
      if (read != d_valid_i) begin
        asked_q <= read ? asked_q + 1'b1 : asked_q - 1'b1;
        alone_q <= !read && asked_q == CountW'(1);
      end
      out_took_q <= out_take;             // a place is free a cycle later: the beat is taken late
      if (begins != out_took_q) begin
        taken_q <= begins ? taken_q + 1'b1 : taken_q - 1'b1;
        room_q  <= !begins || taken_q != CountW'(Reserve - 1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (in_ready_o) begin               // what is there, a job or not
      imm_q  <= in_valid_i && in_imm_i;
      mark_q <= in_mark_i;
      addr_q <= in_pool_i;
      more_q <= 10'((in_bytes_i - 16'd1) >> 6);
      last_q <= in_imm_i || in_bytes_i <= 16'd64;
      data_q <= in_data_i;
    end else if (read) begin
      addr_q <= addr_q + 1'b1;
      more_q <= more_q - 10'd1;
      last_q <= more_q == 10'd1;
    end
    if (rst_i) imm_q <= 1'b0;
  end

  sumac_fifo #(.Width(512), .Depth(Reserve), .Bypass(1'b1)) u_data (
    .clk_i, .rst_i, .in_valid_i(d_valid_i || push), .in_ready_o(place), .in_data_i(push ? data_q : d_data_i),
    .out_valid_o(data_valid), .out_ready_i(out_take), .out_data_o);
  // Marks wait for their beats, for packet memory's are late: the next one in a register.
  sumac_fifo #(.Width(MarkW), .Depth(Reserve), .Bypass(1'b1)) u_marks (
    .clk_i, .rst_i, .in_valid_i(begins), .in_ready_o(mark_place), .in_data_i(mark_q),
    .out_valid_o(next_valid), .out_ready_i(!mark_valid_q || out_take), .out_data_o(next_mark)
  );
  assign out_valid_o = data_valid && mark_valid_q;
  assign out_mark_o  = out_mark_q;

  always_ff @(posedge clk_i) begin
    if (!mark_valid_q || out_take) begin
      mark_valid_q <= next_valid;
      out_mark_q   <= next_mark;
    end
    if (rst_i) mark_valid_q <= 1'b0;
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_place: assert property (@(posedge clk_i) disable iff (rst_i) d_valid_i || push |-> place);
  a_mark:  assert property (@(posedge clk_i) disable iff (rst_i) !begins || mark_place);
  a_asked: assert property (@(posedge clk_i) disable iff (rst_i) d_valid_i |-> asked_q != '0);
`endif
`endif
endmodule
