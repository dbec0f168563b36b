// Stands for sumac_byte_rotate in proofs, at its pace: it gives anything; with Kept = 1 what came in, unturned, for
// proofs of which beats come together. It holds what it gives as that one does.
module formal_rotate #(
  parameter int Width = 8,
  parameter bit Kept  = 1'b0
) (
  input  logic             clk_i,
  input  logic             en1_i,
  input  logic [Width-1:0] data_i,
  input  logic [5:0]       amount_i,
  input  logic             en2_i,
  output logic [Width-1:0] data_o
);
  (* anyseq *) logic [Width-1:0] any;
  logic [Width-1:0] data_q;
  always_ff @(posedge clk_i) begin
    if (en1_i) data_q <= data_i;
    if (en2_i) data_o <= Kept ? data_q : any;
  end
endmodule
