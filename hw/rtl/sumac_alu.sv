// The lanes: 64 bytes of left (op) right, in two pipes. The short one (copy, sum, min, max, and, or, xor) gives its
// result after 2 cycles, the long one (product) after 4. Results come in the order of the operands: in_ready_o is
// low for an operation whose result would meet or overtake an earlier one, so that a change from long to short
// costs 2 cycles.
// Nothing stalls inside: whoever launches an operation has a place for its result.
// Throughput: one a cycle. Reset: forgets what is under way.
module sumac_alu (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic         in_copy_i,
  input  logic         in_long_i,     // as sumac_alu_decode says
  input  logic [3:0]   in_op_i,
  input  logic [3:0]   in_class_i,
  input  logic [1:0]   in_size_i,     // log2 of an element's bytes
  input  logic [511:0] in_left_i,
  input  logic [511:0] in_right_i,
  output logic         out_valid_o,   // a pulse
  output logic [511:0] out_data_o
);
  localparam int ShortCycles = 2;
  localparam int LongCycles  = 4;

  // ---- when results are due: bit i of due_q stands for a result i cycles from now
  logic [LongCycles-1:0] due_q, due_d;
  logic                  launch, launch_short, launch_long;

  assign in_ready_o   = in_long_i || (due_q >> ShortCycles) == '0;
  assign launch       = in_valid_i && in_ready_o;
  assign launch_short = launch && !in_long_i;
  assign launch_long  = launch && in_long_i;
  assign out_valid_o  = due_q[0];

  always_comb begin
    due_d = due_q >> 1;
    if (launch_short) due_d[ShortCycles-1] = 1'b1;
    if (launch_long)  due_d[LongCycles-1]  = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) due_q <= '0;
    else if (launch || due_q != '0) due_q <= due_d;
  end

  // ---- what stands in the stages: bit n - 1 of m_valid_q is the long pipe's stage n
  logic [63:0]           high;
  logic                  s1_valid_q, s1_select_q, s2_valid_q;
  logic [5:0]            s1_top_q;
  logic [LongCycles-1:0] m_valid_q;
  logic [1:0]            m1_size_q, m2_size_q, m3_size_q;

  always_comb begin
    case (in_size_i)
      2'd0: high = {8{8'h80}};
      2'd1: high = {4{16'h8000}};
      2'd2: high = {2{32'h8000_0000}};
      2'd3: high = 64'h8000_0000_0000_0000;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      s1_valid_q <= 1'b0;
      s2_valid_q <= 1'b0;
      m_valid_q  <= '0;
    end else begin
      s1_valid_q <= launch_short;
      s2_valid_q <= s1_valid_q;
      m_valid_q  <= {m_valid_q[LongCycles-2:0], launch_long};
    end
  end

  always_ff @(posedge clk_i) begin
    if (launch_short) begin
      s1_select_q <= !in_copy_i && (in_op_i == sumac_pkg::OP_MIN || in_op_i == sumac_pkg::OP_MAX);
      s1_top_q    <= {in_size_i == 2'd3, in_size_i[1], in_size_i != 2'd0, 3'b111};
    end
    if (launch_long)  m1_size_q <= in_size_i;
    if (m_valid_q[0]) m2_size_q <= m1_size_q;
    if (m_valid_q[1]) m3_size_q <= m2_size_q;
  end

  // ---- the lanes
  logic [511:0] short_data, long_data;

  for (genvar n = 0; n < 8; n++) begin : g_lane
    sumac_alu_lane u_short (
      .clk_i,
      .en1_i    (launch_short),
      .copy_i   (in_copy_i),
      .op_i     (in_op_i),
      .signed_i (in_class_i == sumac_pkg::CLASS_SINT),
      .high_i   (high),
      .left_i   (in_left_i[64*n +: 64]),
      .right_i  (in_right_i[64*n +: 64]),
      .en2_i    (s1_valid_q),
      .select2_i(s1_select_q),
      .top2_i   (s1_top_q),
      .result_o (short_data[64*n +: 64])
    );
    sumac_mul_lane u_long (
      .clk_i,
      .en1_i   (launch_long),
      .en2_i   (m_valid_q[0]),
      .en3_i   (m_valid_q[1]),
      .en4_i   (m_valid_q[2]),
      .size1_i (in_size_i),
      .size3_i (m2_size_q),
      .size4_i (m3_size_q),
      .left_i  (in_left_i[64*n +: 64]),
      .right_i (in_right_i[64*n +: 64]),
      .result_o(long_data[64*n +: 64])
    );
  end

  assign out_data_o = m_valid_q[LongCycles-1] ? long_data : short_data;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_due: assert property (@(posedge clk_i) disable iff (rst_i)
    out_valid_o == (s2_valid_q || m_valid_q[LongCycles-1]));
  a_one: assert property (@(posedge clk_i) disable iff (rst_i) !(s2_valid_q && m_valid_q[LongCycles-1]));
`endif
`endif
endmodule
