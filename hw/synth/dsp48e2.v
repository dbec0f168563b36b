// A DSP48E2 to simulate, which Yosys's cells_sim.v lacks, as Yosys uses it to multiply. None of its registers, no cascade,
// no sum: P is A x B, both signed. Anything else ends the simulation.
module DSP48E2 #(
  parameter integer ACASCREG = 1, ADREG = 1, ALUMODEREG = 1, AREG = 1, BCASCREG = 1, BREG = 1, CARRYINREG = 1,
  parameter integer CARRYINSELREG = 1, CREG = 1, DREG = 1, INMODEREG = 1, MREG = 1, OPMODEREG = 1, PREG = 1,
  parameter A_INPUT = "DIRECT", B_INPUT = "DIRECT", AMULTSEL = "A", BMULTSEL = "B", USE_MULT = "MULTIPLY", USE_SIMD = "ONE48"
) (
  input  [29:0] A,
  input  [17:0] B,
  input  [47:0] C,
  input  [26:0] D,
  input  [4:0]  INMODE,
  input  [3:0]  ALUMODE,
  input  [8:0]  OPMODE,
  input  [2:0]  CARRYINSEL,
  input  [29:0] ACIN,
  input  [17:0] BCIN,
  input  [47:0] PCIN,
  input         CARRYIN,
  output [47:0] P
);
  assign P = 48'($signed(A[26:0])) * 48'($signed(B));

  initial begin
    if (AREG != 0 || BREG != 0 || MREG != 0 || PREG != 0 || CREG != 0 || DREG != 0 || ADREG != 0 ||
        ACASCREG != 0 || ALUMODEREG != 0 || BCASCREG != 0 || CARRYINREG != 0 || CARRYINSELREG != 0 || INMODEREG != 0 ||
        OPMODEREG != 0 || A_INPUT != "DIRECT" || B_INPUT != "DIRECT" || AMULTSEL != "A" || BMULTSEL != "B" ||
        USE_MULT != "MULTIPLY" || USE_SIMD != "ONE48")
      $fatal(1, "DSP48E2: parameters that this model has nothing for");
  end
  always @(INMODE or ALUMODE or OPMODE or CARRYINSEL or CARRYIN or C or D or ACIN or BCIN or PCIN)
    if (INMODE != 0 || ALUMODE != 0 || OPMODE != 9'b000000101 || CARRYINSEL != 0 || CARRYIN || C != 0 || D != 0 ||
        ACIN != 0 || BCIN != 0 || PCIN != 0)
      $fatal(1, "DSP48E2: used for more than a product");
endmodule
