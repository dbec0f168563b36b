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
`ifdef YOSYS
  // A deep and wide memory goes into UltraRAM, of which a block has 4,096 words of 72 bits: a choice among four of them is a LUT.
  // Another one is as wide as a block of it can be at this depth: Yosys would rather stack blocks, and put a choice behind them.
  localparam bit Ultra = Width > 32 && Depth >= 4096 && Depth <= 16384;
  localparam int Slice = Ultra ? Width : Depth > 16384 ? 1 : Depth > 8192 ? 2 : Depth > 4096 ? 4 : Depth > 2048 ? 9 : Width;
`else
  localparam int Slice = Width;
`endif
  for (genvar at = 0; at < Width; at += Slice) begin : g_slice
    localparam int Bits = Width - at < Slice ? Width - at : Slice;
`ifdef YOSYS
    // Deep and narrow it would be of many LUTs, with choices before and behind them.
    (* ram_style = Ultra ? "ultra" : Depth >= 1024 && Width < 4 ? "block" : "auto" *)
`endif
    logic [Bits-1:0] mem_q [Depth];
    always_ff @(posedge clk_i) if (w_en_i) mem_q[w_addr_i] <= w_data_i[at+:Bits];
    always_ff @(posedge clk_i) if (r_en_i) r_data_o[at+:Bits] <= mem_q[r_addr_i];
  end
endmodule
