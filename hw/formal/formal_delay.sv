// Stands for sumac_byte_rotate in proofs of which beats come together: they pass unturned, at its pace.
module formal_delay (
  input  logic       clk_i,
  input  logic       en1_i,
  input  logic [1:0] data_i,
  input  logic [5:0] amount_i,
  input  logic       en2_i,
  output logic [1:0] data_o
);
  logic [1:0] data_q;
  always_ff @(posedge clk_i) begin
    if (en1_i) data_q <= data_i;
    if (en2_i) data_o <= data_q;
  end
endmodule
