// 64 bits of the quick pipe: sum, difference (bench), and, or, xor; logical and, or, xor; minimum and maximum of
// integers and floats; MINLOC and MAXLOC. Elements are 8 x 8, 4 x 16, 2 x 32 or 1 x 64 bits. One adder serves all but
// the logical ones: it has a place between bytes, where a carry goes on or begins anew, and shows, for a comparison,
// which operand is less as an unsigned number; signs, NaNs and zeros decide what follows from that. A NaN is neither
// less nor the same, and zeros of both signs are the same.
// A pair of 8 bytes is value and index in the two halves of a lane. One of 16 bytes has its value in an even lane and
// its index in the odd lane above, which asks the even one how the values compare. Bytes that are neither value nor index, and
// everything that is not taken from the right, are left's.
// Latency: 4 cycles, en_i[n] moves stage n + 1. Throughput: one a cycle. No reset: data only.
module sumac_quick_lane #(
  parameter bit Odd = 1'b0
) (
  input  logic        clk_i,
  input  logic [3:0]  en_i,
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
  typedef enum logic [2:0] {HowSum, HowLess, HowAnd, HowOr, HowXor} how_e;   // HowLess: left - right

  // The bytes that are the highest of their elements.
  function automatic logic [7:0] tops(input logic [1:0] size);
    case (size)
      2'd0: tops = 8'hFF;
      2'd1: tops = 8'hAA;
      2'd2: tops = 8'h88;
      2'd3: tops = 8'h80;
    endcase
  endfunction

  // Ones for byte n, and with it for all in its element that are below it, or (up) above.
  function automatic logic [7:0] element(input int n, input logic [1:0] size, input logic up);
    logic [7:0] whole;
    case (size)
      2'd0: whole = 8'd1 << n;
      2'd1: whole = 8'd3 << (n & 6);
      2'd2: whole = 8'd15 << (n & 4);
      2'd3: whole = 8'hFF;
    endcase
    element = whole & (up ? 8'hFF << n : 8'hFF >> (7 - n));
  endfunction

  function automatic logic [63:0] bytes(input logic [7:0] bits);
    bytes = {{8{bits[7]}}, {8{bits[6]}}, {8{bits[5]}}, {8{bits[4]}},
             {8{bits[3]}}, {8{bits[2]}}, {8{bits[1]}}, {8{bits[0]}}};
  endfunction

  // Four bytes with a place above each, and one below them all.
  function automatic logic [36:0] spaced(input logic [31:0] word, input logic [3:0] above, input logic below);
    spaced = {above[3], word[31:24], above[2], word[23:16], above[1], word[15:8], above[0], word[7:0], below};
  endfunction

  // ---- stage 1: operands, and what they are
  logic [1:0]  size, float, signed_, greatest, size1, size2, size3;
  logic        brain, half, wide, short, index, compare;
  logic        compare1, compare2, compare3, logical1, logical2, and1, and2, or1, or2, less1, less2;
  logic        half1, half2, half3, wide1, wide2, wide3, short1, short2, short3, index1, index2, index3;
  logic        f16_1, f64_1;             // exponents of 5 and of 11 bits; else of 8
  logic [1:0]  float1, float2, signed1, greatest1;
  logic [7:0]  top1, pad1;               // pad: bytes without a part in the comparison
  how_e        how1;
  logic [63:0] left1, right1, left2, right2, left3, right3;

  sumac_quick_shape #(.Odd(Odd)) u_shape (
    .op_i, .type_i, .size_o(size), .brain_o(brain), .float_o(float), .signed_o(signed_), .greatest_o(greatest),
    .half_o(half), .wide_o(wide), .short_o(short), .index_o(index)
  );

  assign compare = op_i == sumac_pkg::OP_MIN || op_i == sumac_pkg::OP_MAX || op_i == sumac_pkg::OP_MINLOC
                   || op_i == sumac_pkg::OP_MAXLOC;

  always_ff @(posedge clk_i) begin : stage1
    if (en_i[0]) begin
      left1     <= left_i;
      right1    <= right_i;
      compare1  <= compare;
      logical1  <= (op_i == sumac_pkg::OP_LAND || op_i == sumac_pkg::OP_LOR || op_i == sumac_pkg::OP_LXOR);
      and1      <= (op_i == sumac_pkg::OP_LAND);
      or1       <= (op_i == sumac_pkg::OP_LOR);
      less1     <= compare || op_i == sumac_pkg::OP_TEST_SUB;
      if (compare || op_i == sumac_pkg::OP_TEST_SUB)            how1 <= HowLess;
      else if (op_i == sumac_pkg::OP_AND)                       how1 <= HowAnd;
      else if (op_i == sumac_pkg::OP_OR)                        how1 <= HowOr;
      else if (op_i == sumac_pkg::OP_XOR)                       how1 <= HowXor;
      else                                                      how1 <= HowSum;
      size1     <= size;
      top1      <= tops(size);
      pad1      <= {{4{compare && index}}, {2{compare && short}}, 2'b00};
      f16_1     <= (size == 2'd1) && !brain;
      f64_1     <= (size == 2'd3);
      float1    <= float;
      signed1   <= signed_;
      greatest1 <= greatest;
      half1     <= half;
      wide1     <= wide;
      short1    <= short;
      index1    <= index;
    end
  end

  // ---- stage 2: the adder, its upper half without and with a carry from below; and each byte for itself
  logic [35:0] low2, high2, highc2;      // spaced: above a byte at the top of its element stands the carry out of it
  logic [7:0]  equal2, none2;            // left the same as right; both zero
  logic [7:0]  l_some2, r_some2;         // not zero
  logic [7:0]  known2, side2;            // known: the signs decide, and side is whether right is taken. Else right is
                                         // taken if left, as an unsigned number, is less (side = 1), or greater (0)
  logic [3:0]  l_ones2, r_ones2;         // floats, each 16 bits as the topmost of an element: exponent all ones,
  logic [3:0]  l_frac2, r_frac2, zero2;  // some bit of the fraction, both zero but for the sign
  logic        join2;                    // an element goes across the middle

  always_ff @(posedge clk_i) begin : stage2
    logic [63:0] a, b, pad, differ;
    logic [7:0]  above_a, above_b, l_sign, r_sign, low8;
    logic [6:0]  high7;
    logic [35:0] sum;
    logic        unused_place;
    if (en_i[1]) begin
      pad = bytes(pad1);
      case (how1)
        HowAnd:  a = left1 & right1;
        HowOr:   a = left1 | right1;
        HowXor:  a = left1 ^ right1;
        default: a = left1;
      endcase
      case (how1)
        HowSum:  b = right1;
        HowLess: b = ~right1;
        default: b = '0;
      endcase
      a        = a | pad;                // what comes from below goes on through padding
      b        = b & ~pad;
      above_a  = (~top1 | {8{less1}}) & 8'h77;
      above_b  = top1 & {8{less1}} & 8'h77;
      {sum, unused_place} = spaced(a[31:0], above_a[3:0], less1) + spaced(b[31:0], above_b[3:0], less1);
      low2     <= sum;
      {sum, unused_place} = spaced(a[63:32], above_a[7:4], 1'b0) + spaced(b[63:32], above_b[7:4], 1'b0);
      high2    <= sum;
      {sum, unused_place} = spaced(a[63:32], above_a[7:4], 1'b1) + spaced(b[63:32], above_b[7:4], 1'b1);
      highc2   <= sum;
      join2    <= !top1[3];
      less2    <= less1;
      left2    <= left1;
      right2   <= right1;
      compare2 <= compare1;
      logical2 <= logical1;
      and2     <= and1;
      or2      <= or1;
      size2    <= size1;
      float2   <= float1;
      half2    <= half1;
      wide2    <= wide1;
      short2   <= short1;
      index2   <= index1;
      if (compare1 || logical1) begin
        differ = (left1 ^ right1) & ~pad;
        for (int n = 0; n < 8; n++) begin
          equal2[n]  <= (differ[8*n +: 8] == '0);
          none2[n]   <= ((left1[8*n +: 8] | right1[8*n +: 8]) == '0);
          l_some2[n] <= (left1[8*n +: 8] != '0);
          r_some2[n] <= (right1[8*n +: 8] != '0);
          l_sign[n]  = left1[8*n + 7];
          r_sign[n]  = right1[8*n + 7];
        end
        if (short1) {l_sign[3], r_sign[3]} = {l_sign[1], r_sign[1]};
        if (index1) {l_sign[7], r_sign[7]} = {l_sign[3], r_sign[3]};
        for (int n = 0; n < 8; n++) begin
          known2[n] <= signed1[n/4] && l_sign[n] != r_sign[n];
          side2[n]  <= (signed1[n/4] && l_sign[n] != r_sign[n]) ? l_sign[n] == greatest1[n/4] :
                                                                   greatest1[n/4] != (float1[n/4] && l_sign[n]);
        end
        for (int h = 0; h < 4; h++) begin
          high7      = left1[16*h+8 +: 7];
          low8       = left1[16*h +: 8];
          l_ones2[h] <= high7[6:2] == '1 && (f16_1 || (high7[1:0] == '1 && low8[7])) && (!f64_1 || low8[6:4] == '1);
          l_frac2[h] <= low8[3:0] != '0 || (!f64_1 && low8[6:4] != '0) || (f16_1 && {high7[1:0], low8[7]} != '0);
          high7      = right1[16*h+8 +: 7];
          low8       = right1[16*h +: 8];
          r_ones2[h] <= high7[6:2] == '1 && (f16_1 || (high7[1:0] == '1 && low8[7])) && (!f64_1 || low8[6:4] == '1);
          r_frac2[h] <= low8[3:0] != '0 || (!f64_1 && low8[6:4] != '0) || (f16_1 && {high7[1:0], low8[7]} != '0);
          zero2[h]   <= ((left1[16*h+8 +: 7] | right1[16*h+8 +: 7]) == '0);
        end
      end
    end
  end

  // ---- stage 3: bytes make elements
  logic [63:0] value3;
  logic [7:0]  less3;                    // at the byte at the top of each element: right is taken
  logic        low_same3, same3;         // of the lower half's element; of the whole lane's

  assign pair_less_o = less3[7];
  assign pair_same_o = same3;

  always_ff @(posedge clk_i) begin : stage3
    logic [35:0] high;
    logic [7:0]  below, equal, nan, zeros, some;
    if (en_i[2]) begin
      left3    <= left2;
      right3   <= right2;
      compare3 <= compare2;
      size3    <= size2;
      half3    <= half2;
      wide3    <= wide2;
      short3   <= short2;
      index3   <= index2;
      high     = (join2 ? low2[35] : less2) ? highc2 : high2;
      if (compare2) begin
        below = ~{high[35], high[26], high[17], high[8], low2[35], low2[26], low2[17], low2[8]};
        nan   = '0;
        zeros = '0;
        for (int n = 0; n < 8; n++) equal[n] = (~equal2 & element(n, size2, 1'b0)) == '0;
        for (int h = 0; h < 4; h++) begin
          some         = element(2*h + 1, size2, 1'b0) & ~(8'd3 << (2*h));
          nan[2*h+1]   = float2[h/2] && ((l_ones2[h] && (l_frac2[h] || (l_some2 & some) != '0)) ||
                                         (r_ones2[h] && (r_frac2[h] || (r_some2 & some) != '0)));
          some         = some | (8'd1 << (2*h));
          zeros[2*h+1] = float2[h/2] && zero2[h] && (~none2 & some) == '0;
        end
        less3     <= ~nan & ~zeros & ((known2 & side2) | (~known2 & side2 & below) |
                                      (~known2 & ~side2 & ~below & ~equal));
        low_same3 <= !nan[3] && (zeros[3] || equal[3]);
        same3     <= !nan[7] && (zeros[7] || equal[7]);
      end else if (logical2) begin
        value3 <= '0;
        for (int n = 0; n < 8; n++) begin
          some = element(n, size2, 1'b1);
          if (n == 0 || size2 == 2'd0 || (n % 2 == 0 && size2 == 2'd1) || (n == 4 && size2 == 2'd2)) begin
            value3[8*n] <= and2 ? (l_some2 & some) != '0 && (r_some2 & some) != '0 :
                           or2  ? ((l_some2 | r_some2) & some) != '0 :
                                  ((l_some2 & some) != '0) != ((r_some2 & some) != '0);
          end
        end
      end else begin
        value3 <= {high[34:27], high[25:18], high[16:9], high[7:0], low2[34:27], low2[25:18], low2[16:9], low2[7:0]};
      end
    end
  end

  // ---- stage 4: the choice
  logic [63:0] result_q;
  assign result_o = result_q;

  always_ff @(posedge clk_i) begin : stage4
    logic [7:0]  take;
    logic [63:0] mask;
    if (en_i[3]) begin
      case (size3)
        2'd0: take = less3;
        2'd1: take = {{2{less3[7]}}, {2{less3[5]}}, {2{less3[3]}}, {2{less3[1]}}};
        2'd2: take = {{4{less3[7]}}, {4{less3[3]}}};
        2'd3: take = {8{less3[7]}};
      endcase
      if (half3) take[7:4] = {4{less3[3] || (low_same3 && less3[7])}};
      if (wide3 && Odd) take = {8{pair_less_i || (pair_same_i && less3[7])}};
      if (short3) take[3:2] = '0;
      if (index3) take[7:4] = '0;
      mask     = bytes(take);
      result_q <= compare3 ? (right3 & mask) | (left3 & ~mask) : value3;
    end
  end
endmodule
