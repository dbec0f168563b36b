// 64 bits of the short pipe: copy, sum, difference (bench), min, max, and, or, xor of 8 x 8, 4 x 16, 2 x 32 or
// 1 x 64 bits. One adder serves all widths: carries are stopped at each element's highest bit, which is added apart.
// Latency: 2 cycles (en1_i, then en2_i). Throughput: one a cycle. No reset: data only.
module sumac_alu_lane (
  input  logic        clk_i,
  input  logic        en1_i,
  input  logic        copy_i,
  input  logic [3:0]  op_i,
  input  logic        signed_i,
  input  logic [63:0] high_i,     // the highest bit of every element
  input  logic [63:0] left_i,
  input  logic [63:0] right_i,
  input  logic        en2_i,
  input  logic        select2_i,  // stage 2 selects by comparison: min, max
  input  logic [5:0]  top2_i,     // an element's bits - 1
  output logic [63:0] result_o
);
  logic [63:0] value_q;           // the result, unless it is selected
  logic [63:0] left_q, right_q;
  logic [63:0] take_q;            // the highest bit of every element in which right is taken
  logic [63:0] result_q;

  assign result_o = result_q;

  always_ff @(posedge clk_i) begin : stage1
    logic [63:0] a, b, diff;
    if (en1_i) begin
      if (copy_i) begin
        value_q <= left_i;
      end else begin
        case (op_i)
          sumac_pkg::OP_SUM:
            value_q <= ((left_i & ~high_i) + (right_i & ~high_i)) ^ ((left_i ^ right_i) & high_i);
          sumac_pkg::OP_TEST_SUB:
            value_q <= ((left_i | high_i) - (right_i & ~high_i)) ^ (~(left_i ^ right_i) & high_i);
          sumac_pkg::OP_AND: value_q <= left_i & right_i;
          sumac_pkg::OP_OR:  value_q <= left_i | right_i;
          sumac_pkg::OP_XOR: value_q <= left_i ^ right_i;
          sumac_pkg::OP_MIN, sumac_pkg::OP_MAX: begin
            // max takes right where left < right, min where right < left; biased, signed compares as unsigned
            a       = ((op_i == sumac_pkg::OP_MAX) ? left_i : right_i) ^ (signed_i ? high_i : 64'd0);
            b       = ((op_i == sumac_pkg::OP_MAX) ? right_i : left_i) ^ (signed_i ? high_i : 64'd0);
            diff    = ((a | high_i) - (b & ~high_i)) ^ (~(a ^ b) & high_i);
            take_q  <= ((~a & b) | (~(a ^ b) & diff)) & high_i;
            left_q  <= left_i;
            right_q <= right_i;
          end
          default: ;  // refused by sumac_alu_decode
        endcase
      end
    end
  end

  always_ff @(posedge clk_i) begin : stage2
    logic [63:0] mask;
    if (en2_i) begin
      if (select2_i) begin
        mask     = (take_q << 1) - (take_q >> top2_i);
        result_q <= (right_q & mask) | (left_q & ~mask);
      end else begin
        result_q <= value_q;
      end
    end
  end
endmodule
