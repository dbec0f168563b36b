// The times of an UltraRAM, which Yosys's cells_sim.v lacks, for hw/synth/timing.c: those of a block memory without its output
// register (RAMB36E1 there). Only the pins that Yosys wires.
module URAM288 (
  input         CLK, SLEEP, EN_A, EN_B, RDB_WR_A, RDB_WR_B, RST_A, RST_B,
  input         INJECT_DBITERR_A, INJECT_DBITERR_B, INJECT_SBITERR_A, INJECT_SBITERR_B,
  input  [22:0] ADDR_A, ADDR_B,
  input  [8:0]  BWE_A, BWE_B,
  input  [71:0] DIN_A, DIN_B,
  output [71:0] DOUT_A, DOUT_B
);
  specify
    $setup(ADDR_A, posedge CLK, 566);
    $setup(ADDR_B, posedge CLK, 566);
    $setup(RDB_WR_A, posedge CLK, 532);
    $setup(RDB_WR_B, posedge CLK, 532);
    $setup(BWE_A, posedge CLK, 532);
    $setup(BWE_B, posedge CLK, 532);
    $setup(DIN_A, posedge CLK, 737);
    $setup(DIN_B, posedge CLK, 737);
    (posedge CLK => (DOUT_A : 72'bx)) = 2454;
    (posedge CLK => (DOUT_B : 72'bx)) = 2454;
  endspecify
endmodule
