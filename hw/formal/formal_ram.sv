// Stands for sumac_ram in proofs that do not depend on what is kept: what is read is anything, and holds until the next read.
module formal_ram #(
  parameter int Width  = 8,
  parameter int Depth  = 16,
  localparam int AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic             clk_i,
  input  logic             w_en_i,
  input  logic [AddrW-1:0] w_addr_i,
  input  logic [Width-1:0] w_data_i,
  input  logic             r_en_i,
  input  logic [AddrW-1:0] r_addr_i,
  output logic [Width-1:0] r_data_o
);
  (* anyseq *) logic [Width-1:0] any;
  always_ff @(posedge clk_i) if (r_en_i) r_data_o <= any;
endmodule
