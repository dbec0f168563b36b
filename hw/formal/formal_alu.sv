// Stands for sumac_alu in proofs of what surrounds it: on each of the two ways, results come in the order of the
// operands, after any number of cycles, at least one. A result tells what it was made of: bit 0 of the left operand,
// bit 0 of the right one, and the parity of all that says what to do.
module formal_alu #(
  parameter int Places = 4
) (
  input  logic       clk_i,
  input  logic       rst_i,
  input  logic       in_valid_i,
  input  sumac_pkg::lane_t in_i,
  input  logic [2:0] in_left_i,
  input  logic [2:0] in_right_i,
  output logic       quick_valid_o,
  output logic [2:0] quick_data_o,
  output logic       float_valid_o,
  output logic [2:0] float_data_o
);
  (* anyseq *) logic quick_go, float_go;
  logic [2:0] result;
  logic       quick_some, float_some;
  logic       unused_quick_room, unused_float_room;

  assign result = {^in_i, in_right_i[0], in_left_i[0]};

  sumac_fifo #(.Width(3), .Depth(Places)) u_quick (
    .clk_i, .rst_i, .in_valid_i(in_valid_i && !in_i.floats), .in_ready_o(unused_quick_room),
    .in_data_i(result), .out_valid_o(quick_some), .out_ready_i(quick_go), .out_data_o(quick_data_o));
  sumac_fifo #(.Width(3), .Depth(Places)) u_float (
    .clk_i, .rst_i, .in_valid_i(in_valid_i && in_i.floats), .in_ready_o(unused_float_room), .in_data_i(result),
    .out_valid_o(float_some), .out_ready_i(float_go), .out_data_o(float_data_o));
  assign quick_valid_o = quick_some && quick_go;
  assign float_valid_o = float_some && float_go;
endmodule
