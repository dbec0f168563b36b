// Assumes of a stream's producer what all of ours do: what is offered and not taken is offered again,
// unchanged.
module formal_producer #(
  parameter int Width = 1
) (
  input logic             clk_i,
  input logic             rst_i,
  input logic             valid_i,
  input logic             ready_i,
  input logic [Width-1:0] data_i
);
  logic             waits_q = 1'b0;
  logic [Width-1:0] data_q;
  always_ff @(posedge clk_i) begin
    waits_q <= !rst_i && valid_i && !ready_i;
    data_q  <= data_i;
  end
  always_comb if (waits_q && !rst_i) assume (valid_i && data_i == data_q);
endmodule
