// Bench of the quick lanes, an even one and the odd one above it, against the oracle: every (op, type) that is theirs
// with all corners of its type, pairs of 16 bytes among them, then in any order at random; with gaps,
// and pauses in which no stage may move.
// C: ref_lane.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_quick_lane;
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function int ref_n_pairs();
  import "DPI-C" function void ref_pair(input int which, output int op, output int typ);
  import "DPI-C" function int ref_is_float(input int op, input int typ);
  import "DPI-C" function int lane_next(input int op, input int typ, input int bytes, output bit [127:0] left,
                                        output bit [127:0] right);
  import "DPI-C" function void lane_combine(input int op, input int typ, input bit [127:0] left,
                                            input bit [127:0] right, output bit [127:0] result);

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  logic         valid = 1'b0, step = 1'b0, less, same;
  logic [3:0]   moved = '0;
  int           op = 0, typ = 0;
  bit   [127:0] left, right, x;
  logic [127:0] result, expected [$], first;
  logic [11:0]  what [$], first_what;       // op and type
  int           launched = 0, checked = 0;

  for (genvar odd = 0; odd < 2; odd++) begin : g_lane
    logic less_out, same_out;
    sumac_quick_lane #(.Odd(1'(odd))) dut (
      .clk_i(clk), .en_i(step ? {moved[2:0], valid} : '0), .op_i(4'(op)), .type_i(8'(typ)),
      .left_i(left[64*odd +: 64]), .right_i(right[64*odd +: 64]), .pair_less_i(odd == 1 && less),
      .pair_same_i(odd == 1 && same), .pair_less_o(less_out), .pair_same_o(same_out), .result_o(result[64*odd +: 64])
    );
  end
  assign less = g_lane[0].less_out;
  assign same = g_lane[0].same_out;

  always_ff @(posedge clk) if (step) begin
    moved    <= {moved[2:0], valid};
    launched <= launched + int'(valid);
    checked  <= checked + int'(moved[3]);
    if (valid) begin
      expected.push_back(x);
      what.push_back({4'(op), 8'(typ)});
    end
    if (moved[3]) begin
      first      = expected.pop_front();
      first_what = what.pop_front();
      if (result != first) $fatal(1, "op and type %h, result %0d: %h, not %h", first_what, checked, first, result);
    end
  end

  // ---- operations, between clock edges: products and sums of floats are other lanes'
  int seed, n_random, next = 0, stop = 0;

  always_ff @(negedge clk) begin
    step  = $urandom_range(7) != 0;
    ref_pair((next < ref_n_pairs()) ? next : $urandom_range(ref_n_pairs() - 1), op, typ);
    valid = stop == 0 && $urandom_range(7) < 6;
    left  = {$urandom, $urandom, $urandom, $urandom};
    right = ~left;
    if (op == int'(sumac_pkg::OP_PROD) || ref_is_float(op, typ) != 0) begin
      valid = 1'b0;
      if (next < ref_n_pairs()) next = next + 1;
    end
    if (valid && step) begin
      if (lane_next(op, typ, 16, left, right) == 0) begin
        if (next < ref_n_pairs()) next = next + 1;
        else n_random = n_random - 1;
      end
      lane_combine(op, typ, left, right, x);
    end
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("random=%d", n_random)) n_random = 100_000;
    $display("tb_sumac_quick_lane: +seed=%0d +random=%0d", seed, n_random);
    void'($urandom(seed));
    ref_seed(seed);
    while (n_random > 0) @(negedge clk);
    stop = 1;
    repeat (60) @(negedge clk);
    if (checked != launched) $fatal(1, "%0d results of %0d", checked, launched);
    $display("PASS tb_sumac_quick_lane: %0d results", checked);
    $finish;
  end
endmodule
