// Signals keep their value from a cycle with keep_i into the next: assumed of what surrounds a module, or, with
// Assume = 0, asserted of the module itself. kept_o: this cycle follows such a one.
module formal_steady #(
  parameter int Width  = 1,
  parameter bit Assume = 1'b1
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             keep_i,
  input  logic [Width-1:0] data_i,
  output logic             kept_o
);
  logic             keep_q = 1'b0;
  logic [Width-1:0] data_q;
  assign kept_o = keep_q && !rst_i;
  always_ff @(posedge clk_i) begin
    keep_q <= !rst_i && keep_i;
    data_q <= data_i;
  end
  formal_assume #(.Assume(Assume)) u_kept (.clk_i, .rst_i, .true_i(!keep_q || data_i == data_q));
endmodule
