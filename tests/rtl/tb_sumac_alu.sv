// Bench of the lanes and their decode table, sumac_alu with all that is in it, against the oracle. Every (op, type) of
// 16 x 256, with and without the bench's op, is refused or listed as the table says, and goes the right way. Then
// operations: of every pair all corners with all corners (of bytes all values), and pairs in any order at random; back
// to back and with gaps. Results come in order on each way, after sumac_alu's 4 or 12 cycles: so an operation is
// launched in every cycle, whatever came before. Small = 1: with more stages in the float lanes.
// C: ref_alu.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_alu #(
  parameter bit Small = 1'b0
);
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function int ref_listed(input int op, input int typ, input int with_test_ops);
  import "DPI-C" function int ref_is_float(input int op, input int typ);
  import "DPI-C" function void alu_begin(input int n_random);
  import "DPI-C" function int alu_next(output int op, output int typ, output bit [511:0] left,
                                       output bit [511:0] right);
  import "DPI-C" function void alu_result(input int op, input int typ, input bit [511:0] left,
                                          input bit [511:0] right, output bit [511:0] result);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  logic         valid = 1'b0, bad, bad0, quick_valid, float_valid;
  sumac_pkg::lane_t lane;
  logic [3:0]   op = '0;
  logic [7:0]   typ = '0;
  bit [511:0]   left, right;
  logic [511:0] quick_data, float_data;

  sumac_alu_decode #(.TestOps(1'b1)) u_decode (
    .op_i(op), .type_i(typ), .bad_o(bad), .lane_o(lane)
  );
  sumac_alu_decode #(.TestOps(1'b0)) u_decode0 (
    .op_i(op), .type_i(typ), .bad_o(bad0), .lane_o()
  );
  sumac_alu #(.FloatStages(Small ? sumac_pkg::SmallFloatStages : sumac_pkg::DefFloatStages)) dut (
    .clk_i(clk), .rst_i(rst), .in_valid_i(valid), .in_i(lane), .in_left_i(left), .in_right_i(right),
    .quick_valid_o(quick_valid), .quick_data_o(quick_data), .float_valid_o(float_valid), .float_data_o(float_data)
  );

  // ---- what is launched is expected on its way, in order, in its cycle
  bit [511:0] quick [$], long [$], x;
  bit [19:0]  quick_what [$], long_what [$];   // op and type, and the low bits of the cycle that launched it
  longint     cycle = 0, results = 0;

  function automatic void check(input string way, input bit [19:0] what, input int after, input bit [511:0] expected,
                                input logic [511:0] data);
    if (8'(cycle) != what[7:0] + 8'(after)) $fatal(1, "%s: a result %0d cycles after", way, 8'(cycle) - what[7:0]);
    if (expected != data) $fatal(1, "%s: op %0d, type %h: %h, not %h", way, what[19:16], what[15:8], expected, data);
  endfunction

  always_ff @(posedge clk) begin
    cycle <= cycle + 1;
    if (rst) begin // what was on its way is forgotten
      quick.delete();
      quick_what.delete();
      long.delete();
      long_what.delete();
    end
    if (!rst) begin
      if (quick_valid) begin
        if (quick.size() == 0) $fatal(1, "a quick result of nothing");
        check("quick", quick_what[0], 4, quick[0], quick_data);
        void'(quick.pop_front());
        void'(quick_what.pop_front());
      end
      if (float_valid) begin
        if (long.size() == 0) $fatal(1, "a float result of nothing");
        check("float", long_what[0], dut.FloatCycles + 1, long[0], float_data);
        void'(long.pop_front());
        void'(long_what.pop_front());
      end
      results <= results + longint'(quick_valid) + longint'(float_valid);
      if (valid) begin
        alu_result(int'(op), int'(typ), left, right, x);
        if (ref_is_float(int'(op), int'(typ)) != 0) begin
          long.push_back(x);
          long_what.push_back({op, typ, 8'(cycle)});
        end else begin
          quick.push_back(x);
          quick_what.push_back({op, typ, 8'(cycle)});
        end
      end
    end
  end

  // ---- operations, between clock edges
  int     next_op, next_type, seed, n_random, more = 1;
  longint refused = 0;

  always_ff @(negedge clk) begin
    if (!rst && more != 0) begin
      valid = (cycle < 100_000) || $urandom_range(255) < 200;
      if (valid) begin
        more  = alu_next(next_op, next_type, left, right);
        valid = (more != 0);
        op    = 4'(next_op);
        typ   = 8'(next_type);
      end
    end else begin
      valid = 1'b0;
    end
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("random=%d", n_random)) n_random = 60_000;
    $display("tb_sumac_alu: +seed=%0d +random=%0d", seed, n_random);
    void'($urandom(seed));
    ref_seed(seed);
    alu_begin(n_random);
    for (int pair = 0; pair < 16 * 256; pair++) begin
      {op, typ} = 12'(pair);
      #1;
      if (int'(!bad) != ref_listed(int'(op), int'(typ), 1)) $fatal(1, "op %0d, type %0h: bad %0d", op, typ, bad);
      if (int'(!bad0) != ref_listed(int'(op), int'(typ), 0)) $fatal(1, "op %0d, type %0h: bad %0d", op, typ, bad0);
      if (!bad && lane.product != (op == sumac_pkg::OP_PROD)) $fatal(1, "op %0d, type %0h: product lanes", op, typ);
      if (!bad && int'(lane.floats) != ref_is_float(int'(op), int'(typ))) $fatal(1, "op %0d, type %0h: way", op, typ);
      refused += longint'(bad);
    end
    repeat (3) @(negedge clk);
    rst = 1'b0;
    repeat (5000) @(negedge clk);
    rst = 1'b1;
    repeat (2) @(negedge clk);
    rst = 1'b0;
    while (more != 0) @(negedge clk);
    repeat (20) @(negedge clk);
    if (quick.size() + long.size() != 0) $fatal(1, "%0d results missing", quick.size() + long.size());
    $display("PASS tb_sumac_alu: Small %0d, %0d cycles, %0d results, %0d pairs refused; quick after 4 cycles, floats after %0d",
             Small, cycle, results, refused, dut.FloatCycles + 1);
    $finish;
  end
endmodule
