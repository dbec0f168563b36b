// A reset for a clock: begins when the request does, be the clock there or not, and ends Cycles after the request's end. It is
// there from the FPGA's configuration on.
module sumac_reset_sync #(
  parameter int Cycles = 16
) (
  input  logic clk_i,
  input  logic request_i,                // of any clocks, from registers
  output logic rst_o
);
  (* ASYNC_REG = "TRUE" *) logic [Cycles-1:0] on_q = '1;

  assign rst_o = on_q[Cycles-1];

  always_ff @(posedge clk_i or posedge request_i) begin
    if (request_i) on_q <= '1;
    else on_q <= {on_q[Cycles-2:0], 1'b0};
  end
endmodule
