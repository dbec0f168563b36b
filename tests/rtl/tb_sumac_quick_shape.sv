// Bench of what quick lanes see in their 64 bits: for every (op, type) that is theirs, even and odd lanes, against a table
// of the types written out. Outputs that only comparisons ask for are looked at for comparisons only.
// C: ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_quick_shape;
  import "DPI-C" function int ref_n_pairs();
  import "DPI-C" function void ref_pair(input int which, output int op, output int typ);
  import "DPI-C" function int ref_is_float(input int op, input int typ);

  logic [3:0] op;
  logic [7:0] typ;
  logic [1:0] size [2], float [2], signed_ [2], greatest [2];    // by odd
  logic [1:0] brain, half, wide, short, index;

  for (genvar odd = 0; odd < 2; odd++) begin : g_dut
    sumac_quick_shape #(.Odd(1'(odd))) dut (
      .op_i(op), .type_i(typ), .size_o(size[odd]), .brain_o(brain[odd]), .float_o(float[odd]),
      .signed_o(signed_[odd]), .greatest_o(greatest[odd]), .half_o(half[odd]), .wide_o(wide[odd]),
      .short_o(short[odd]), .index_o(index[odd])
    );
  end

  // Size; floats in the upper and the lower half, of an even lane and of an odd one; half, wide, short, index of odd.
  function automatic logic [9:0] row(input logic [7:0] t);
    case (t)
      sumac_pkg::TYPE_I8, sumac_pkg::TYPE_U8, sumac_pkg::TYPE_L8, sumac_pkg::TYPE_B8: row = 10'b00_00_00_0000;
      sumac_pkg::TYPE_I16, sumac_pkg::TYPE_U16, sumac_pkg::TYPE_L16: row = 10'b01_00_00_0000;
      sumac_pkg::TYPE_I32, sumac_pkg::TYPE_U32, sumac_pkg::TYPE_L32: row = 10'b10_00_00_0000;
      sumac_pkg::TYPE_I64, sumac_pkg::TYPE_U64, sumac_pkg::TYPE_L64: row = 10'b11_00_00_0000;
      sumac_pkg::TYPE_F16, sumac_pkg::TYPE_BF16: row = 10'b01_11_11_0000;
      sumac_pkg::TYPE_F32: row = 10'b10_11_11_0000;
      sumac_pkg::TYPE_F64: row = 10'b11_11_11_0000;
      sumac_pkg::TYPE_PAIR_F32_I32: row = 10'b10_01_01_1000;
      sumac_pkg::TYPE_PAIR_F32_F32: row = 10'b10_11_11_1000;
      sumac_pkg::TYPE_PAIR_I32_I32: row = 10'b10_00_00_1000;
      sumac_pkg::TYPE_PAIR_I16_I32: row = 10'b10_00_00_1010;
      sumac_pkg::TYPE_PAIR_F64_I32: row = 10'b11_11_00_0101;
      sumac_pkg::TYPE_PAIR_I64_I32: row = 10'b11_00_00_0101;
      sumac_pkg::TYPE_PAIR_F64_F64: row = 10'b11_11_11_0100;
      default: $fatal(1, "type %h is in no row", t);
    endcase
  endfunction

  initial begin
    int   which_op, which_type, seen;
    logic compares, max, value_above;
    logic [9:0] r;
    seen = 0;
    for (int pair = 0; pair < ref_n_pairs(); pair++) begin
      ref_pair(pair, which_op, which_type);
      {op, typ} = {4'(which_op), 8'(which_type)};
      r         = row(typ);
      max       = op == sumac_pkg::OP_MAX || op == sumac_pkg::OP_MAXLOC;
      compares  = max || op == sumac_pkg::OP_MIN || op == sumac_pkg::OP_MINLOC;
      #1;
      for (int odd = 0; odd < 2; odd++) begin
        if (op == sumac_pkg::OP_PROD || ref_is_float(which_op, which_type) != 0) continue;
        if (size[odd] != r[9:8]) $fatal(1, "op %0d, type %h, odd %0d: size %0d", op, typ, odd, size[odd]);
        if (!compares) continue;
        if (brain[odd] != (typ == sumac_pkg::TYPE_BF16)) $fatal(1, "type %h: bfloat16 %b", typ, brain[odd]);
        if (float[odd] != (odd == 1 ? r[5:4] : r[7:6])) $fatal(1, "type %h, odd %0d: floats %b", typ, odd, float[odd]);
        if (signed_[odd] != {2{typ[7:4] != 4'h2}}) $fatal(1, "type %h: signed %b", typ, signed_[odd]);
        if ({half[odd], wide[odd], short[odd], index[odd]} != {r[3:1], r[0] && odd == 1})
          $fatal(1, "type %h, odd %0d: half, wide, short, index %b%b%b%b", typ, odd, half[odd], wide[odd], short[odd],
                 index[odd]);
        value_above = !r[3] && !(r[2] && odd == 1);       // an index takes the smaller
        if (greatest[odd] != {max && value_above, max && !(r[2] && odd == 1)})
          $fatal(1, "op %0d, type %h, odd %0d: greatest %b", op, typ, odd, greatest[odd]);
        seen++;
      end
    end
    if (seen != 2 * (2 * 12 + 2 * 7)) $fatal(1, "%0d comparisons", seen);
    $display("PASS tb_sumac_quick_shape: %0d comparisons", seen);
    $finish;
  end
endmodule
