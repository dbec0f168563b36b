// A stream's payload is held: what is offered and not taken is offered again, unchanged. Asserted, or, with Assume, assumed
// of a producer that is not part of the proof, as all of ours do it.
module formal_stable #(
  parameter int Width  = 1,
  parameter bit Assume = 1'b0
) (
  input logic             clk_i,
  input logic             rst_i,
  input logic             valid_i,
  input logic             ready_i,
  input logic [Width-1:0] data_i
);
  logic waited;
  formal_steady #(.Width(Width + 1), .Assume(Assume)) u_offer (
    .clk_i, .rst_i, .keep_i(valid_i && !ready_i), .data_i({valid_i, data_i}), .kept_o(waited));
  if (!Assume) begin : g_cover
    always_ff @(posedge clk_i) cover (waited && valid_i && ready_i);
  end
endmodule
