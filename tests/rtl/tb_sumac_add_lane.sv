// Bench of one lane of sums against the oracle: all formats, in each all corners with all corners, then formats in any
// order at random; units that narrow elements do not need rest; with gaps, and pauses in which no stage may move.
// C: ref_lane.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_add_lane;
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function int lane_next(input int op, input int typ, input int bytes, output bit [127:0] left,
                                        output bit [127:0] right);
  import "DPI-C" function void lane_combine(input int op, input int typ, input bit [127:0] left,
                                            input bit [127:0] right, output bit [127:0] result);
  localparam int Op = int'(sumac_pkg::OP_SUM);
  localparam int Types [4] = '{int'(sumac_pkg::TYPE_F16), int'(sumac_pkg::TYPE_BF16), int'(sumac_pkg::TYPE_F32),
                               int'(sumac_pkg::TYPE_F64)};

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  logic         valid = 1'b0, step = 1'b0;
  logic [1:0]   kind = '0;
  logic [10:0]  moved = '0, moved32 = '0, moved16 = '0;
  logic [21:0]  kinds;
  logic [63:0]  result, expected [$], first;
  bit   [127:0] left, right, x;
  int           launched = 0, checked = 0;

  sumac_add_lane dut (
    .clk_i(clk), .en64_i(step ? {moved[9:0], valid} : '0), .en32_i(step ? {moved32[9:0], valid && kind != 2'd3} : '0),
    .en16_i(step ? {moved16[9:0], valid && !kind[1]} : '0), .kind_i(kind), .left_i(left[63:0]),
    .right_i(right[63:0]), .out_kind_i(kinds[21:20]), .float_o(result)
  );

  always_ff @(posedge clk) if (step) begin
    moved    <= {moved[9:0], valid};
    moved32  <= {moved32[9:0], valid && kind != 2'd3};
    moved16  <= {moved16[9:0], valid && !kind[1]};
    kinds    <= {kinds[19:0], kind};
    launched <= launched + int'(valid);
    checked  <= checked + int'(moved[10]);
    if (valid) expected.push_back(x[63:0]);
    if (moved[10]) begin
      first = expected.pop_front();
      if (result != first) $fatal(1, "kind %0d, sum %0d: %h, not %h", kinds[21:20], checked, first, result);
    end
  end

  // ---- operands, between clock edges
  int seed, n_random, next = 0, stop = 0;

  always_ff @(negedge clk) begin
    step  = $urandom_range(7) != 0;
    valid = stop == 0 && $urandom_range(7) < 6;
    kind  = (next < 4) ? 2'(next) : 2'($urandom);
    left  = {$urandom, $urandom, $urandom, $urandom};
    right = ~left;
    if (valid && step) begin
      if (lane_next(Op, Types[kind], 8, left, right) == 0) begin
        if (next < 4) next = next + 1;
        else n_random = n_random - 1;
      end
      lane_combine(Op, Types[kind], left, right, x);
    end
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("random=%d", n_random)) n_random = 40_000;
    $display("tb_sumac_add_lane: +seed=%0d +random=%0d", seed, n_random);
    void'($urandom(seed));
    ref_seed(seed);
    while (n_random > 0) @(negedge clk);
    stop = 1;
    repeat (100) @(negedge clk);
    if (checked != launched) $fatal(1, "%0d results of %0d", checked, launched);
    $display("PASS tb_sumac_add_lane: %0d sums", checked);
    $finish;
  end
endmodule
