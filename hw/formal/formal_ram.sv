// Stands for sumac_ram in proofs: what is read is anything, and holds until the next read. With Watched = 1 one word of it
// is kept, at any one address, `at`: as the address is any, what is proved of that word holds of each.
module formal_ram #(
  parameter int Width   = 8,
  parameter int Depth   = 16,
  parameter bit Watched = 1'b0,
  localparam int AddrW  = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic             clk_i,
  input  logic             w_en_i,
  input  logic [AddrW-1:0] w_addr_i,
  input  logic [Width-1:0] w_data_i,
  input  logic             r_en_i,
  input  logic [AddrW-1:0] r_addr_i,
  output logic [Width-1:0] r_data_o
);
  (* anyconst *) logic [AddrW-1:0] at;
  (* anyseq *) logic [Width-1:0] any;
  logic [Width-1:0] word_q;
  always_ff @(posedge clk_i) begin
    if (w_en_i && w_addr_i == at) word_q <= w_data_i;
    if (r_en_i) r_data_o <= (Watched && r_addr_i == at) ? word_q : any;
  end
endmodule
