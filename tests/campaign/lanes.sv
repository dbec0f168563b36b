// The lanes with the table that says what they do, for programs in C: their driver names operation and type.
module lanes (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic         in_valid_i,
  input  logic [3:0]   in_op_i,
  input  logic [7:0]   in_type_i,
  input  logic [511:0] in_left_i,
  input  logic [511:0] in_right_i,
  output logic         quick_valid_o,
  output logic [511:0] quick_data_o,
  output logic         float_valid_o,
  output logic [511:0] float_data_o
);
  logic       product, to_float;
  logic [1:0] kind;

  sumac_alu_decode u_decode (
    .copy_i(1'b0), .op_i(in_op_i), .type_i(in_type_i), .bad_o(), .product_o(product), .float_o(to_float), .kind_o(kind)
  );
  sumac_alu u_alu (
    .clk_i, .rst_i, .in_valid_i, .in_copy_i(1'b0), .in_product_i(product), .in_float_i(to_float), .in_kind_i(kind),
    .in_op_i, .in_type_i, .in_left_i, .in_right_i, .quick_valid_o, .quick_data_o, .float_valid_o, .float_data_o
  );
endmodule
