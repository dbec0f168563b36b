// A memory with one write port and one read port. Data comes the cycle after r_en_i; a read in the cycle of a write
// to the same address gives the old word. Reset: none, memories keep their contents.
module sumac_ram #(
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
  logic [Width-1:0] mem_q [Depth];

  always_ff @(posedge clk_i) if (w_en_i) mem_q[w_addr_i] <= w_data_i;
  always_ff @(posedge clk_i) if (r_en_i) r_data_o <= mem_q[r_addr_i];
endmodule
