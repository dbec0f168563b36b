// Bench of a long lane against ref_int.c: products of every size with all pairs of edge values, random ones, and all
// 65,536 pairs of bytes, sizes following one another in every order, and each of the four stages held at random.
// +seed=N repeats a run.
// C: ref_int.c
module tb_sumac_mul_lane;
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function void ref_int_beat(input int op, input int typ, input bit [511:0] left,
                                            input bit [511:0] right, output bit [511:0] result);
  import "DPI-C" function void ref_operands(input int size, input int index, output bit [511:0] left,
                                            output bit [511:0] right);
  localparam int Pairs = 65536 / 8;              // vectors of all pairs of bytes
  localparam int Runs  = Pairs + 40_000;
  localparam int Prod  = 2, U8 = 'h20;

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  logic [4:1]  en = '0, full = '0;               // stages: taking at the next edge; holding
  logic [1:0]  size1 = '0, size3 = '0, size4 = '0;
  logic [63:0] left = '0, right = '0, result;

  sumac_mul_lane dut (
    .clk_i(clk), .en1_i(en[1]), .en2_i(en[2]), .en3_i(en[3]), .en4_i(en[4]), .size1_i(size1), .size3_i(size3), .size4_i(size4),
    .left_i(left), .right_i(right), .result_o(result)
  );

  int         vectors = 0, turn [4];             // of each size
  bit [511:0] lefts, rights, results;
  logic [63:0] product [5];                      // what stage n must lead to; 0: what goes in
  logic [1:0]  size [5];

  function automatic void next_vector();
    size1 = vectors < Pairs ? 2'd0 : 2'($urandom);
    // by turns all eight parts of the reference's beats
    ref_operands(int'(size1), turn[size1] / 8, lefts, rights);
    left  = lefts[64 * (turn[size1] % 8) +: 64];
    right = rights[64 * (turn[size1] % 8) +: 64];
    if (vectors < Pairs) begin
      for (int i = 0; i < 8; i++) {left[8*i +: 8], right[8*i +: 8]} = 16'(8 * vectors + i);
    end else begin
      turn[size1]++;
    end
    lefts[63:0]  = left;
    rights[63:0] = right;
    ref_int_beat(Prod, U8 + int'(size1), lefts, rights, results);
    product[0] = results[63:0];
    size[0]    = size1;
    vectors++;
  endfunction

  always_ff @(negedge clk) begin : drive
    for (int n = 4; n >= 1; n--) begin
      if (en[n]) begin
        product[n] = product[n - 1];
        size[n]    = size[n - 1];
        full[n]    = 1'b1;
        if (n > 1) full[n - 1] = 1'b0;
      end
    end
    if (full[4] && result != product[4])
      $fatal(1, "vector %0d, %0d-bit elements: %h, not %h", vectors, 8 << size[4], result, product[4]);
    if (vectors == Runs && full[3:1] == '0) begin
      $display("PASS tb_sumac_mul_lane: %0d products; after the bytes %0d, %0d, %0d, %0d of 8 to 64 bits", vectors, turn[0],
               turn[1], turn[2], turn[3]);
      $finish;
    end
    en[4] = full[3] && $urandom_range(7) != 0;
    en[3] = full[2] && (!full[3] || en[4]) && $urandom_range(7) != 0;
    en[2] = full[1] && (!full[2] || en[3]) && $urandom_range(7) != 0;
    en[1] = vectors < Runs && (!full[1] || en[2]) && $urandom_range(7) != 0;
    if (en[1]) next_vector();
    else {size1, left, right} = {2'($urandom), $urandom, $urandom, $urandom, $urandom};
    size3 = en[3] ? size[2] : 2'($urandom);
    size4 = en[4] ? size[3] : 2'($urandom);
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_mul_lane: +seed=%0d", seed);
    void'($urandom(seed));
    ref_seed(seed);
  end
endmodule
