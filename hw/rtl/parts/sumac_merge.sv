// Two streams into one: A first, but what waits at the output stays until it is taken. Combinational, no latency.
// Reset: nothing waits.
module sumac_merge #(
  parameter int Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             a_valid_i,
  output logic             a_ready_o,
  input  logic [Width-1:0] a_data_i,
  input  logic             b_valid_i,
  output logic             b_ready_o,
  input  logic [Width-1:0] b_data_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);
  logic hold_b_q;  // B was offered and not taken
  logic take_b;

  assign take_b      = hold_b_q || !a_valid_i;
  assign out_valid_o = a_valid_i || b_valid_i;
  assign out_data_o  = take_b ? b_data_i : a_data_i;
  assign a_ready_o   = out_ready_i && !take_b;
  assign b_ready_o   = out_ready_i && take_b;

  always_ff @(posedge clk_i) begin
    if (rst_i) hold_b_q <= 1'b0;
    else hold_b_q <= b_valid_i && take_b && !out_ready_i;
  end
endmodule
