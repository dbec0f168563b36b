// Bench of a short lane against ref_int.c: every op on every type with all pairs of edge values, random ones, and all
// 65,536 pairs of bytes; copies between them; both stages held at random, as long as what they hold is not taken.
// +seed=N repeats a run.
// C: ref_int.c
module tb_sumac_alu_lane;
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function void ref_int_beat(input int op, input int typ, input bit [511:0] left,
                                            input bit [511:0] right, output bit [511:0] result);
  import "DPI-C" function void ref_operands(input int size, input int index, output bit [511:0] left,
                                            output bit [511:0] right);
  localparam int Random = 1500;                  // vectors of each op and type, after the edges

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  logic        en1 = 1'b0, en2 = 1'b0, copy = 1'b0, is_signed = 1'b0, select2 = 1'b0;
  logic [3:0]  op = '0;
  logic [63:0] high = '0, left = '0, right = '0, result;
  logic [5:0]  top2 = '0;

  sumac_alu_lane dut (
    .clk_i(clk), .en1_i(en1), .copy_i(copy), .op_i(op), .signed_i(is_signed), .high_i(high), .left_i(left), .right_i(right),
    .en2_i(en2), .select2_i(select2), .top2_i(top2), .result_o(result)
  );

  // ---- vectors: op, type and index count like digits; a beat of operands gives eight
  int         o = 0, t = 0, index = 0, vectors = 0, copies = 0;
  bit [511:0] lefts, rights, results;

  function automatic void next_vector();
    int limit;
    op        = 4'(o < 6 ? (o == 0 ? 1 : o + 2) : 15);   // all but the product
    limit     = t % 4 == 0 ? 65536 / 8 + Random : Random;
    copy      = $urandom_range(15) == 0;
    is_signed = t < 4;
    high      = '0;
    for (int b = 8 << t % 4; b <= 64; b += 8 << t % 4) high[b - 1] = 1'b1;
    if (index % 8 == 0) ref_operands(t % 4, index / 8, lefts, rights);
    if (t % 4 == 0 && index >= Random) begin
      for (int i = 0; i < 8; i++) begin
        lefts[8*i +: 8]  = 8'((index - Random) / 32);
        rights[8*i +: 8] = 8'((index - Random) * 8 + i);
      end
    end
    ref_int_beat(int'(op), (t < 4 ? 'h10 : 'h20) + t % 4, lefts, rights, results);
    left    = lefts[64 * (t % 4 == 0 && index >= Random ? 0 : index % 8) +: 64];
    right   = rights[64 * (t % 4 == 0 && index >= Random ? 0 : index % 8) +: 64];
    vectors = vectors + 1;
    copies  = copies + int'(copy);
    exp_new = copy ? left : results[64 * (t % 4 == 0 && index >= Random ? 0 : index % 8) +: 64];
    index   = index + 1;
    if (index == limit) begin
      index = 0;
      t     = (t + 1) % 8;
      if (t == 0) o = o + 1;
    end
  endfunction

  logic [63:0] exp_new = '0, exp1 = '0, exp2 = '0;
  logic        full1 = 1'b0, full2 = 1'b0, select1 = 1'b0;
  logic [5:0]  top1 = '0, top_new = '0;

  always_ff @(negedge clk) begin : drive
    // what the last rising edge has done
    if (en2) begin
      exp2  = exp1;
      full2 = 1'b1;
      full1 = 1'b0;
    end
    if (en1) begin
      exp1    = exp_new;
      full1   = 1'b1;
      select1 = !copy && (op == 4'd3 || op == 4'd4);
      top1    = top_new;
    end
    if (full2 && result != exp2) $fatal(1, "vector %0d, about op %0d, type %0d: %h, not %h", vectors, op, t, result, exp2);
    if (o == 7 && !full1) begin
      $display("PASS tb_sumac_alu_lane: %0d vectors, %0d of them copied", vectors, copies);
      $finish;
    end
    // stage 2 must be told of what stage 1 holds
    en2     = full1 && $urandom_range(3) != 0;
    select2 = en2 ? select1 : 1'($urandom);
    top2    = en2 ? top1 : 6'($urandom);
    en1     = o != 7 && (!full1 || en2) && $urandom_range(3) != 0;
    if (en1) begin
      top_new = 6'((8 << t % 4) - 1);
      next_vector();
    end else begin
      {left, right} = {$urandom, $urandom, $urandom, $urandom};
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_alu_lane: +seed=%0d", seed);
    void'($urandom(seed));
    ref_seed(seed);
  end
endmodule
