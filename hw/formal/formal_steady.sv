// An assumption about what surrounds a module: signals keep their value from a cycle with keep_i into the next.
module formal_steady #(
  parameter int Width = 1
) (
  input logic             clk_i,
  input logic             rst_i,
  input logic             keep_i,
  input logic [Width-1:0] data_i
);
  logic             keep_q = 1'b0;
  logic [Width-1:0] data_q;
  always_ff @(posedge clk_i) begin
    keep_q <= !rst_i && keep_i;
    data_q <= data_i;
  end
  always_comb if (keep_q && !rst_i) assume (data_i == data_q);
endmodule
