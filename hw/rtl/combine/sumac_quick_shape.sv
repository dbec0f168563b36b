// The elements that the comparisons and sums of one lane see in its 64 bits, from op and type. Each half of a pair, or each of
// two neighbouring lanes, is an element of its own. Combinational, no reset.
module sumac_quick_shape #(
  parameter bit Odd = 1'b0
) (
  input  logic [3:0] op_i,
  input  logic [7:0] type_i,
  output logic [1:0] size_o,        // log2 of an element's bytes
  output logic       brain_o,       // bfloat16
  output logic [1:0] float_o,       // of the upper and the lower half
  output logic [1:0] signed_o,
  output logic [1:0] greatest_o,    // the greater is taken, else the smaller; of an index always the smaller
  output logic       half_o,        // a pair in the two halves
  output logic       wide_o,        // a pair in two lanes
  output logic       short_o,       // its value is 16 bits, padding above
  output logic       index_o        // an index of 32 bits alone in a lane, padding above
);
  logic max;

  always_comb begin
    max     = op_i == sumac_pkg::OP_MAX || op_i == sumac_pkg::OP_MAXLOC;
    wide_o  = type_i == sumac_pkg::TYPE_PAIR_F64_I32 || type_i == sumac_pkg::TYPE_PAIR_I64_I32 ||
              type_i == sumac_pkg::TYPE_PAIR_F64_F64;
    half_o  = type_i[7:4] == sumac_pkg::CLASS_PAIR && !wide_o;
    short_o = type_i == sumac_pkg::TYPE_PAIR_I16_I32;
    index_o = Odd && (type_i == sumac_pkg::TYPE_PAIR_F64_I32 || type_i == sumac_pkg::TYPE_PAIR_I64_I32);
    size_o  = wide_o ? 2'd3 : half_o ? 2'd2 : type_i[1:0];
    brain_o = type_i[7:4] == sumac_pkg::CLASS_BFLOAT;
    case (type_i)
      sumac_pkg::TYPE_PAIR_F32_I32: float_o = 2'b01;
      sumac_pkg::TYPE_PAIR_F64_I32: float_o = Odd ? 2'b00 : 2'b11;
      sumac_pkg::TYPE_PAIR_F32_F32,
      sumac_pkg::TYPE_PAIR_F64_F64: float_o = 2'b11;
      default: float_o = {2{type_i[7:4] == sumac_pkg::CLASS_FLOAT || brain_o}};
    endcase
    signed_o   = {2{type_i[7:4] != sumac_pkg::CLASS_UINT}};
    greatest_o = {max && !half_o && !(wide_o && Odd), max && !(wide_o && Odd)};
  end
endmodule
