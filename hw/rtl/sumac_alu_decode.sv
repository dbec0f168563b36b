// The (op, type) table of the lanes: says whether the lanes do a pair, and in which pipe. bad_o is the refusal of
// a pair that they do not do, or that sumac_pkg::nic_ops does not list. Combinational, no reset.
module sumac_alu_decode #(
  parameter bit TestOps = 1'b0
) (
  input  logic       copy_i,     // the left operand unchanged; op and type do not matter
  input  logic [3:0] op_i,
  input  logic [7:0] type_i,
  output logic       bad_o,
  output logic       long_o      // result after sumac_alu's long latency
);
  logic        integer_type, known;
  logic [15:0] listed;

  assign integer_type = (type_i[7:4] == sumac_pkg::CLASS_SINT || type_i[7:4] == sumac_pkg::CLASS_UINT) &&
                        type_i[3:2] == 2'b00;
  assign listed       = sumac_pkg::nic_ops(type_i);

  always_comb begin
    known  = 1'b0;
    long_o = 1'b0;
    if (integer_type) begin
      case (op_i)
        sumac_pkg::OP_SUM, sumac_pkg::OP_MIN, sumac_pkg::OP_MAX,
        sumac_pkg::OP_AND, sumac_pkg::OP_OR, sumac_pkg::OP_XOR: known = listed[op_i];
        sumac_pkg::OP_PROD: begin
          known  = listed[op_i];
          long_o = !copy_i;
        end
        sumac_pkg::OP_TEST_SUB: known = TestOps;
        default: known = 1'b0;
      endcase
    end
    bad_o = !copy_i && !known;
  end
endmodule
