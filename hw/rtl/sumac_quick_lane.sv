// 64 bits of the quick pipe: copy; sum, difference (bench), and, or, xor; logical and, or, xor; minimum and maximum of
// integers and floats; MINLOC and MAXLOC. Elements are 8 x 8, 4 x 16, 2 x 32 or 1 x 64 bits; one adder and one comparison
// serve all widths: carries are stopped at each element's highest bit. A comparison is one of unsigned keys, made so
// that they are ordered as the numbers are; a NaN is neither less nor the same, and zeros of both signs are the same.
// A pair of 8 bytes is value and index in the two halves of a lane. One of 16 bytes has its value in an even lane and
// its index in the odd lane above, which asks the even one how the values compare. What is not value or index, and
// everything that is not taken from the right, is left's.
// Latency: 4 cycles, en_i[n] moves stage n + 1. Throughput: one a cycle. No reset: data only.
module sumac_quick_lane #(
  parameter bit Odd = 1'b0
) (
  input  logic        clk_i,
  input  logic [3:0]  en_i,
  input  logic        copy_i,
  input  logic [3:0]  op_i,
  input  logic [7:0]  type_i,
  input  logic [63:0] left_i,
  input  logic [63:0] right_i,
  input  logic        pair_less_i,  // of the even lane below, for stage 4: its right value is taken
  input  logic        pair_same_i,  // its values are the same
  output logic        pair_less_o,
  output logic        pair_same_o,
  output logic [63:0] result_o
);
  // Ones in the whole of each element whose highest bit is given.
  function automatic logic [63:0] spread(input logic [63:0] bits, input logic [1:0] size);
    case (size)
      2'd0: spread = (bits << 1) - (bits >> 7);
      2'd1: spread = (bits << 1) - (bits >> 15);
      2'd2: spread = {{32{bits[63]}}, {32{bits[31]}}};
      2'd3: spread = {64{bits[63]}};
    endcase
  endfunction

  function automatic logic [63:0] high_bits(input logic [1:0] size);
    case (size)
      2'd0: high_bits = {8{8'h80}};
      2'd1: high_bits = {4{16'h8000}};
      2'd2: high_bits = {2{32'h8000_0000}};
      2'd3: high_bits = 64'h8000_0000_0000_0000;
    endcase
  endfunction

  // ---- stage 1: operands, and what they are
  logic [1:0]  size, float, signed_, greatest, size1, size2, size3;
  logic        brain, half, wide, short, index, brain1;
  logic        compare1, compare2, compare3, logical1, logical2;
  logic        half1, half2, half3, wide1, wide2, wide3, short1, short2, short3, index1, index2, index3;
  logic [1:0]  float1, signed1, greatest1;
  logic [3:0]  op1;
  logic        copy1;
  logic [63:0] left1, right1, left2, right2, left3, right3;

  sumac_quick_shape #(.Odd(Odd)) u_shape (
    .op_i, .type_i, .size_o(size), .brain_o(brain), .float_o(float), .signed_o(signed_), .greatest_o(greatest),
    .half_o(half), .wide_o(wide), .short_o(short), .index_o(index)
  );

  always_ff @(posedge clk_i) begin : stage1
    if (en_i[0]) begin
      left1     <= left_i;
      right1    <= right_i;
      copy1     <= copy_i;
      op1       <= op_i;
      compare1  <= !copy_i && (op_i == sumac_pkg::OP_MIN || op_i == sumac_pkg::OP_MAX ||
                               op_i == sumac_pkg::OP_MINLOC || op_i == sumac_pkg::OP_MAXLOC);
      logical1  <= !copy_i && (op_i == sumac_pkg::OP_LAND || op_i == sumac_pkg::OP_LOR || op_i == sumac_pkg::OP_LXOR);
      size1     <= size;
      brain1    <= brain;
      float1    <= float;
      signed1   <= signed_;
      greatest1 <= greatest;
      half1     <= half;
      wide1     <= wide;
      short1    <= short;
      index1    <= index;
    end
  end

  // ---- stage 2: the result, unless it is selected by comparison; else the keys
  logic [63:0] value2, lower2, upper2;   // right is taken where lower is less than upper
  logic [63:0] nan2, zeros2;             // highest bits of elements: not comparable, both zero

  always_ff @(posedge clk_i) begin : stage2
    logic [63:0] high, infinity, floats, l, r, l_some, r_some, signs;
    if (en_i[1]) begin
      high     = high_bits(size1);
      left2    <= left1;
      right2   <= right1;
      compare2 <= compare1;
      logical2 <= logical1;
      size2    <= size1;
      half2    <= half1;
      wide2    <= wide1;
      short2   <= short1;
      index2   <= index1;
      if (!compare1) begin
        case (op1)
          sumac_pkg::OP_SUM:
            value2 <= ((left1 & ~high) + (right1 & ~high)) ^ ((left1 ^ right1) & high);
          sumac_pkg::OP_TEST_SUB:
            value2 <= ((left1 | high) - (right1 & ~high)) ^ (~(left1 ^ right1) & high);
          sumac_pkg::OP_AND:  value2 <= left1 & right1;
          sumac_pkg::OP_OR:   value2 <= left1 | right1;
          sumac_pkg::OP_XOR:  value2 <= left1 ^ right1;
          default: ;                     // refused by sumac_alu_decode
        endcase
        if (copy1) value2 <= left1;
        if (logical1) begin
          l_some = (((left1 & ~high) + ~high) | left1) & high;     // not zero
          r_some = (((right1 & ~high) + ~high) | right1) & high;
          case (op1)
            sumac_pkg::OP_LAND: value2 <= l_some & r_some;
            sumac_pkg::OP_LOR:  value2 <= l_some | r_some;
            default:            value2 <= l_some ^ r_some;
          endcase
        end
      end else begin
        l = left1;
        r = right1;
        if (short1) begin
          l[31:0] = {left1[15:0], 16'd0};
          r[31:0] = {right1[15:0], 16'd0};
        end
        if (index1) begin
          l = {left1[31:0], 32'd0};
          r = {right1[31:0], 32'd0};
        end
        floats = {{32{float1[1]}}, {32{float1[0]}}};
        case (size1)
          2'd1:    infinity = brain1 ? {4{16'h7F80}} : {4{16'h7C00}};
          2'd2:    infinity = {2{32'h7F80_0000}};
          default: infinity = 64'h7FF0_0000_0000_0000;
        endcase
        nan2   <= ~(((infinity | high) - (l & ~high)) & ((infinity | high) - (r & ~high))) & high & floats;
        zeros2 <= ~(((l | r) & ~high) + ~high) & high & floats;
        signs  = {{32{signed1[1]}}, {32{signed1[0]}}} & high;
        l      = l ^ signs ^ (spread(l & high, size1) & floats & ~high);
        r      = r ^ signs ^ (spread(r & high, size1) & floats & ~high);
        lower2[63:32] <= greatest1[1] ? l[63:32] : r[63:32];
        lower2[31:0]  <= greatest1[0] ? l[31:0]  : r[31:0];
        upper2[63:32] <= greatest1[1] ? r[63:32] : l[63:32];
        upper2[31:0]  <= greatest1[0] ? r[31:0]  : l[31:0];
      end
    end
  end

  // ---- stage 3: the comparison
  logic [63:0] value3, less3;            // less: at the highest bits
  logic        low_same3, same3;         // of the lower half's element; of the whole lane's

  assign pair_less_o = less3[63];
  assign pair_same_o = same3;

  always_ff @(posedge clk_i) begin : stage3
    logic [63:0] high, diff;
    if (en_i[2]) begin
      high     = high_bits(size2);
      left3    <= left2;
      right3   <= right2;
      compare3 <= compare2;
      size3    <= size2;
      half3    <= half2;
      wide3    <= wide2;
      short3   <= short2;
      index3   <= index2;
      if (compare2) begin
        diff      = ((lower2 | high) - (upper2 & ~high)) ^ (~(lower2 ^ upper2) & high);
        less3     <= ((~lower2 & upper2) | (~(lower2 ^ upper2) & diff)) & high & ~nan2 & ~zeros2;
        low_same3 <= !nan2[31] && (zeros2[31] || lower2[31:0] == upper2[31:0]);
        same3     <= !nan2[63] && (zeros2[63] || lower2 == upper2);
      end else if (logical2) begin
        case (size2)
          2'd0: value3 <= value2 >> 7;
          2'd1: value3 <= value2 >> 15;
          2'd2: value3 <= value2 >> 31;
          2'd3: value3 <= value2 >> 63;
        endcase
      end else begin
        value3 <= value2;
      end
    end
  end

  // ---- stage 4: the choice
  logic [63:0] result_q;
  assign result_o = result_q;

  always_ff @(posedge clk_i) begin : stage4
    logic [63:0] take;
    if (en_i[3]) begin
      take = spread(less3, size3);
      if (half3) take[63:32] = {32{less3[31] || (low_same3 && less3[63])}};
      if (wide3 && Odd) take = {64{pair_less_i || (pair_same_i && less3[63])}};
      if (short3) take[31:16] = '0;
      if (index3) take[63:32] = '0;
      result_q <= compare3 ? (right3 & take) | (left3 & ~take) : value3;
    end
  end
endmodule
