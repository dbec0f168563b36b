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
  logic             waits_q = 1'b0;
  logic [Width-1:0] data_q;
  always_ff @(posedge clk_i) begin
    waits_q <= !rst_i && valid_i && !ready_i;
    data_q  <= data_i;
  end
  if (Assume) begin : g_assume
    always_comb if (waits_q && !rst_i) assume (valid_i && data_i == data_q);
  end else begin : g_assert
    always_ff @(posedge clk_i) begin
      if (waits_q && !rst_i) assert (valid_i && data_i == data_q);
      cover (waits_q && !rst_i && valid_i && ready_i);
    end
  end
endmodule
