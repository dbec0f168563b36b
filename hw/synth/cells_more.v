// Times that Yosys' cells_sim.v lacks, for hw/synth/timing.c.

// Those of a block memory without its output register (RAMB36E1 there). Only the pins that Yosys wires.
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

// Those of RAM64X1D, of which it is the port that writes.
module RAM64X1S (
  output O,
  input  A0, A1, A2, A3, A4, A5, D, WCLK, WE
);
  parameter [63:0] INIT = 64'h0;
  parameter [0:0]  IS_WCLK_INVERTED = 1'b0;
  specify
    $setup(D, posedge WCLK, 453);
    $setup(WE, posedge WCLK, 654);
    $setup(A0, posedge WCLK, 362);
    $setup(A1, posedge WCLK, 245);
    $setup(A2, posedge WCLK, 208);
    $setup(A3, posedge WCLK, 147);
    $setup(A4, posedge WCLK, 68);
    $setup(A5, posedge WCLK, 66);
    (posedge WCLK => (O : D)) = 1153;
    (A0 => O) = 642;
    (A1 => O) = 632;
    (A2 => O) = 472;
    (A3 => O) = 407;
    (A4 => O) = 238;
    (A5 => O) = 127;
  endspecify
endmodule
