// Stands for sumac_byte_rotate in proofs that do not depend on the data: it gives anything, and holds it as that one does.
module formal_rotate (
  input  logic       clk_i,
  input  logic       en1_i,
  input  logic [7:0] data_i,
  input  logic [5:0] amount_i,
  input  logic       en2_i,
  output logic [7:0] data_o
);
  (* anyseq *) logic [7:0] any;
  always_ff @(posedge clk_i) if (en2_i) data_o <= any;
endmodule
