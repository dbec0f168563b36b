// Bench of one lane of products against the oracle: every integer and float type, of each all corners with all corners
// (of bytes all values), then types in any order at random: integers come after 4 cycles, floats after 11, and neither
// disturbs the other; units that narrow elements do not need rest; with gaps, and pauses in which no stage may move.
// C: ref_lane.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_mul_lane;
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function int lane_next(input int op, input int typ, input int bytes, output bit [127:0] left,
                                        output bit [127:0] right);
  import "DPI-C" function void lane_combine(input int op, input int typ, input bit [127:0] left,
                                            input bit [127:0] right, output bit [127:0] result);
  localparam int Op = int'(sumac_pkg::OP_PROD);
  localparam logic [7:0] Types [12] = '{           // floats in the order of their formats
    sumac_pkg::TYPE_F16, sumac_pkg::TYPE_BF16, sumac_pkg::TYPE_F32, sumac_pkg::TYPE_F64, sumac_pkg::TYPE_I8,
    sumac_pkg::TYPE_I16, sumac_pkg::TYPE_I32, sumac_pkg::TYPE_I64, sumac_pkg::TYPE_U8, sumac_pkg::TYPE_U16,
    sumac_pkg::TYPE_U32, sumac_pkg::TYPE_U64};

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  logic         valid = 1'b0, step = 1'b0, whole, float;
  int           which = 0;
  logic [1:0]   kind;
  logic [3:0]   moved = '0;
  logic [10:0]  moved64 = '0, moved32 = '0, moved16 = '0;
  logic [21:0]  kinds;
  logic [63:0]  int_result, float_result, ints [$], floats [$], first;
  bit   [127:0] left, right, x;
  int           launched = 0, n_ints = 0, n_floats = 0;

  assign kind  = 2'(which);
  assign float = valid && which < 4;
  assign whole = valid && which >= 4;

  sumac_mul_lane dut (
    .clk_i(clk), .en_i(step ? {moved[2:0], whole} | {moved64[2:0], float} : '0),
    .en64_i(step ? {moved64[9:0], float} : '0), .en32_i(step ? {moved32[9:0], float && kind != 2'd3} : '0),
    .en16_i(step ? {moved16[9:0], float && !kind[1]} : '0), .float_i(which < 4), .kind_i(kind),
    .left_i(left[63:0]), .right_i(right[63:0]), .out_kind_i(kinds[21:20]), .int_o(int_result), .float_o(float_result)
  );

  always_ff @(posedge clk) if (step) begin
    moved    <= {moved[2:0], whole};
    moved64  <= {moved64[9:0], float};
    moved32  <= {moved32[9:0], float && kind != 2'd3};
    moved16  <= {moved16[9:0], float && !kind[1]};
    kinds    <= {kinds[19:0], kind};
    launched <= launched + int'(valid);
    n_ints   <= n_ints + int'(moved[3]);
    n_floats <= n_floats + int'(moved64[10]);
    if (whole) ints.push_back(x[63:0]);
    if (float) floats.push_back(x[63:0]);
    if (moved[3]) begin
      first = ints.pop_front();
      if (int_result != first) $fatal(1, "integer product %0d: %h, not %h", n_ints, first, int_result);
    end
    if (moved64[10]) begin
      first = floats.pop_front();
      if (float_result != first) $fatal(1, "float product %0d: %h, not %h", n_floats, first, float_result);
    end
  end

  // ---- operands, between clock edges
  int seed, n_random, next = 0, stop = 0;

  always_ff @(negedge clk) begin
    step  = $urandom_range(7) != 0;
    valid = stop == 0 && $urandom_range(7) < 6;
    which = (next < 12) ? next : $urandom_range(11);
    left  = {$urandom, $urandom, $urandom, $urandom};
    right = ~left;
    if (valid && step) begin
      if (lane_next(Op, int'(Types[which]), 8, left, right) == 0) begin
        if (next < 12) next = next + 1;
        else n_random = n_random - 1;
      end
      lane_combine(Op, int'(Types[which]), left, right, x);
    end
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("random=%d", n_random)) n_random = 60_000;
    $display("tb_sumac_mul_lane: +seed=%0d +random=%0d", seed, n_random);
    void'($urandom(seed));
    ref_seed(seed);
    while (n_random > 0) @(negedge clk);
    stop = 1;
    repeat (100) @(negedge clk);
    if (n_ints + n_floats != launched) $fatal(1, "%0d results of %0d", n_ints + n_floats, launched);
    $display("PASS tb_sumac_mul_lane: %0d integer and %0d float products", n_ints, n_floats);
    $finish;
  end
endmodule
