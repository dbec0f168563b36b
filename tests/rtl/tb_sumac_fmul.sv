// Bench of the float multipliers of 64, 32 and 16 bits against the oracle: in each format that they serve all corners
// with all corners, then formats in any order at random; with noise below the operands, gaps, and pauses of the whole
// pipe, in which no stage may move. The product of the significands is there in its cycle only; else there is noise.
// C: ref_lane.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_fmul;
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function int lane_next(input int op, input int typ, input int bytes, output bit [127:0] left,
                                        output bit [127:0] right);
  import "DPI-C" function void lane_combine(input int op, input int typ, input bit [127:0] left,
                                            input bit [127:0] right, output bit [127:0] result);
  localparam int Op = int'(sumac_pkg::OP_PROD);
  localparam int Types [4] = '{int'(sumac_pkg::TYPE_F16), int'(sumac_pkg::TYPE_BF16), int'(sumac_pkg::TYPE_F32),
                               int'(sumac_pkg::TYPE_F64)};
  localparam int Bits [4] = '{16, 16, 32, 64};

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  logic         valid = 1'b0, step = 1'b0;
  logic [1:0]   fmt = '0;
  logic [63:0]  left, right, want;          // all at the top
  bit   [127:0] l, r, x;
  logic [105:0] product, noise, products [5]; // of significands at the top of 53 bits; the last one with en_i[5]
  int           launched [3] = '{0, 0, 0}, checked [3] = '{0, 0, 0};

  // Hidden bit and fraction, at the top.
  function automatic bit [52:0] significand(input bit [1:0] f, input bit [63:0] word);
    int exp_bits;
    bit [63:0] known;
    exp_bits = (f == 2'd0) ? 5 : (f == 2'd3) ? 11 : 8;
    known    = word & ~(64'hFFFF_FFFF_FFFF_FFFF >> Bits[f]);
    return {(known << 1) >> (64 - exp_bits) != '0, 52'((known << (1 + exp_bits)) >> 12)};
  endfunction

  always_ff @(posedge clk) if (step) products <= '{product, products[0], products[1], products[2], products[3]};

  for (genvar g = 0; g < 3; g++) begin : g_width
    localparam int W = 64 >> g;
    localparam int Product = (W == 64) ? 106 : (W == 32) ? 48 : 22;
    logic [W-1:0] result, expected [$], first;
    logic [10:0]  moved = '0;
    logic         go;
    assign go = valid && Bits[fmt] <= W;

    sumac_fmul #(.W(W)) dut (
      .clk_i(clk), .en_i(step ? {moved[9:0], go} : '0), .fmt_i(fmt), .left_i(left[63 -: W]),
      .right_i(right[63 -: W]), .product_i(moved[4] && step ? products[4][105 -: Product] : noise[Product-1:0]),
      .result_o(result)
    );

    always_ff @(posedge clk) if (step) begin
      moved       <= {moved[9:0], go};
      launched[g] <= launched[g] + int'(go);
      checked[g]  <= checked[g] + int'(moved[10]);
      if (go) expected.push_back(want[63 -: W]);
      if (moved[10]) begin
        first = expected.pop_front();
        if (result != first) $fatal(1, "W %0d, product %0d: %h, not %h", W, checked[g], first, result);
      end
    end
  end

  // ---- operands, between clock edges
  int seed, n_random, format = 0, stop = 0;

  always_ff @(negedge clk) begin
    step  = $urandom_range(7) != 0;
    valid = stop == 0 && $urandom_range(7) < 6;
    left  = {$urandom, $urandom};
    right = {$urandom, $urandom};
    noise = {10'($urandom), $urandom, $urandom, $urandom};
    fmt   = (format < 4) ? 2'(format) : 2'($urandom);
    if (valid && step) begin
      if (lane_next(Op, Types[fmt], Bits[fmt] / 8, l, r) == 0) begin
        if (format < 4) format = format + 1;
        else n_random = n_random - 1;
      end
      lane_combine(Op, Types[fmt], l, r, x);
      left  = (l[63:0] << (64 - Bits[fmt])) | (left >> Bits[fmt]);
      right = (r[63:0] << (64 - Bits[fmt])) | (right >> Bits[fmt]);
      want  = x[63:0] << (64 - Bits[fmt]);
      product = 106'(significand(fmt, left)) * 106'(significand(fmt, right));
    end
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("random=%d", n_random)) n_random = 60_000;
    $display("tb_sumac_fmul: +seed=%0d +random=%0d", seed, n_random);
    void'($urandom(seed));
    ref_seed(seed);
    while (n_random > 0) @(negedge clk);
    stop = 1;
    repeat (100) @(negedge clk);
    if (checked != launched) $fatal(1, "results are missing");
    $display("PASS tb_sumac_fmul: %0d, %0d and %0d products", checked[0], checked[1], checked[2]);
    $finish;
  end
endmodule
