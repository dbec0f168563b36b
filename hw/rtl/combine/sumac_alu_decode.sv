// The (op, type) table of the lanes: says whether the lanes do a pair, in which unit, and on elements of which kind. bad_o
// is the refusal of a pair that they do not do, or that sumac_pkg::nic_ops does not list; for such a pair unit and
// kind mean nothing.
// Combinational, no reset.
module sumac_alu_decode #(
  parameter bit TestOps = 1'b0
) (
  input  logic [3:0] op_i,
  input  logic [7:0] type_i,
  output logic       bad_o,
  output sumac_pkg::lane_t lane_o
);
  logic [15:0] listed;
  logic        integers, floats, known, to_float;

  assign listed   = sumac_pkg::nic_ops(type_i);
  assign integers = (type_i[7:4] == sumac_pkg::CLASS_SINT || type_i[7:4] == sumac_pkg::CLASS_UINT) && type_i[3:2] == 2'b00;
  assign floats   = type_i == sumac_pkg::TYPE_F16 || type_i == sumac_pkg::TYPE_BF16 || type_i == sumac_pkg::TYPE_F32 ||
                    type_i == sumac_pkg::TYPE_F64;

  always_comb begin
    case (op_i)
      sumac_pkg::OP_SUM, sumac_pkg::OP_PROD, sumac_pkg::OP_MIN, sumac_pkg::OP_MAX: known = integers || floats;
      sumac_pkg::OP_AND, sumac_pkg::OP_OR, sumac_pkg::OP_XOR: known = integers || type_i == sumac_pkg::TYPE_B8;
      sumac_pkg::OP_LAND, sumac_pkg::OP_LOR, sumac_pkg::OP_LXOR:
        known = integers || (type_i[7:4] == sumac_pkg::CLASS_LOGICAL && type_i[3:2] == 2'b00);
      sumac_pkg::OP_MINLOC, sumac_pkg::OP_MAXLOC:
        known = type_i[7:4] == sumac_pkg::CLASS_PAIR && type_i != sumac_pkg::TYPE_PAIR_X80_I32;
      default: known = 1'b0;
    endcase
    known = (known && listed[op_i]) || (TestOps && op_i == sumac_pkg::OP_TEST_SUB && integers);
  end
  assign bad_o    = !known;
  assign to_float = floats && (op_i == sumac_pkg::OP_SUM || op_i == sumac_pkg::OP_PROD);
  assign lane_o   = {op_i == sumac_pkg::OP_PROD, to_float, type_i[1], type_i[0] && !(to_float && type_i == sumac_pkg::TYPE_F16),
                     op_i, type_i};
endmodule
