// Bench of the lanes and their decode table, sumac_alu with sumac_alu_lane, sumac_mul_lane and sumac_alu_decode,
// against ref_int.c. Phases: every (op, type) of 16 x 256, with and without the bench's op, is refused or listed as the
// reference says, and in the right pipe; every op and type on all pairs of edge values and on random ones, 8-bit types
// on all 65,536 pairs; ops and types mixed at random, with gaps. Results come in order, after 2 or 4 cycles; one launch a
// cycle while the pipe does not change.
// C: ref_int.c
module tb_sumac_alu #(
  parameter bit Small = 1'b0   // no parameters here: the same bench
);
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function void ref_int_beat(input int op, input int typ, input bit [511:0] left,
                                            input bit [511:0] right, output bit [511:0] result);
  import "DPI-C" function int ref_int_listed(input int op, input int typ, input int test_ops);
  import "DPI-C" function void ref_operands(input int size, input int index, output bit [511:0] left,
                                            output bit [511:0] right);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_alu: +seed=%0d", seed);
    void'($urandom(seed));
    ref_seed(seed);
  end

  logic         in_valid = 1'b0, in_ready, copy = 1'b0, bad, bad0, long_op, unused_long0, out_valid;
  logic [3:0]   op = '0;
  logic [7:0]   typ = '0;
  bit [511:0]   left, right;
  logic [511:0] out_data;

  sumac_alu_decode #(.TestOps(1'b1)) u_decode (
    .copy_i(copy), .op_i(op), .type_i(typ), .bad_o(bad), .long_o(long_op)
  );
  sumac_alu_decode #(.TestOps(1'b0)) u_decode0 (
    .copy_i(copy), .op_i(op), .type_i(typ), .bad_o(bad0), .long_o(unused_long0)
  );
  sumac_alu dut (
    .clk_i(clk), .rst_i(rst), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_copy_i(copy), .in_long_i(long_op),
    .in_op_i(op), .in_class_i(typ[7:4]), .in_size_i(typ[1:0]), .in_left_i(left), .in_right_i(right),
    .out_valid_o(out_valid), .out_data_o(out_data)
  );

  // ---- what is launched is expected, in order, after the pipe's latency
  bit [511:0] expected [$];
  longint     due [$];
  bit [511:0] x;
  longint     cycle = 0, results = 0, refused = 0, last_launch = 0;
  logic       taken = 1'b1;

  always_ff @(posedge clk) begin
    cycle <= cycle + 1;
    taken <= !in_valid || in_ready;
    if (!rst) begin
      if (out_valid) begin
        results <= results + 1;
        if (expected.size() == 0) $fatal(1, "a result of nothing");
        if (due[0] != cycle) $fatal(1, "a result in cycle %0d, due in %0d", cycle, due[0]);
        if (expected[0] != out_data) $fatal(1, "result %h, not %h", out_data, expected[0]);
        void'(expected.pop_front());
        void'(due.pop_front());
      end
      if (in_valid && !in_ready) begin
        if (long_op || cycle - last_launch > 2) $fatal(1, "not ready without need");
      end
      if (in_valid && in_ready) begin
        last_launch <= cycle;
        ref_int_beat(int'(op), int'(typ), left, right, x);
        expected.push_back(copy ? left : x);
        due.push_back(cycle + (long_op ? 4 : 2));
      end
    end
  end

  // ---- the next operands, between clock edges: phase, op, type and index count like digits
  int phase = 0, o = 0, t = 0, index = 0, limit;

  function automatic void pairs_of_bytes(input int n);   // the n-th 64 of all pairs
    for (int i = 0; i < 64; i++) begin
      left[8*i +: 8]  = 8'((n * 64 + i) >> 8);
      right[8*i +: 8] = 8'(n * 64 + i);
    end
  endfunction

  initial begin
    for (int pair = 0; pair < 16 * 256; pair++) begin
      {op, typ} = 12'(pair);
      #1;
      if (int'(!bad) != ref_int_listed(int'(op), int'(typ), 1)) $fatal(1, "op %0d, type %0h: bad %0d", op, typ, bad);
      if (int'(!bad0) != ref_int_listed(int'(op), int'(typ), 0)) $fatal(1, "op %0d, type %0h: bad %0d", op, typ, bad0);
      if (long_op != (!bad && op == sumac_pkg::OP_PROD)) $fatal(1, "op %0d, type %0h: pipe", op, typ);
      refused += longint'(bad);
      copy = 1'b1;
      #1;
      if (bad || bad0 || long_op) $fatal(1, "copy refused, or long");
      copy = 1'b0;
    end
    repeat (3) @(negedge clk);
    rst = 1'b0;
    while (phase < 2) begin
      @(negedge clk);
      if (taken) begin
        in_valid = (phase == 0) || $urandom_range(255) < 200;
        if (in_valid && phase == 0) begin
          op   = 4'((o < 7) ? o + 1 : 15);
          typ  = 8'(((t < 4) ? 32'h10 : 32'h20) + t % 4);
          copy = 1'b0;
          if (t % 4 == 0 && index < 1024) pairs_of_bytes(index);
          else ref_operands(t % 4, index, left, right);
          limit = (t % 4 == 0) ? 1100 : 300;
          index++;
          if (index == limit) begin
            index = 0;
            t++;
            if (t == 8) begin
              t = 0;
              o++;
              if (o == 8) phase = 1;
            end
          end
        end else if (in_valid) begin
          o    = int'($urandom_range(7));
          t    = int'($urandom_range(7));
          op   = 4'((o < 7) ? o + 1 : 15);
          typ  = 8'(((t < 4) ? 32'h10 : 32'h20) + t % 4);
          copy = $urandom_range(7) == 0;
          if (copy) op = 4'd1;
          ref_operands(t % 4, int'($urandom_range(60)), left, right);
          index++;
          if (index == 30_000) phase = 2;
        end
      end
    end
    @(negedge clk);
    while (!taken) @(negedge clk);
    in_valid = 1'b0;
    repeat (8) @(negedge clk);
    if (expected.size() != 0) $fatal(1, "%0d results missing", expected.size());
    $display("PASS tb_sumac_alu: Small %0d, %0d cycles, %0d results, %0d pairs refused",
             Small, cycle, results, refused);
    $finish;
  end
endmodule
