// Postfix programs of every shape, over slots that hold values: what lies in the result slot is the program's value, by an
// operation in which every swap and regrouping shows; each input is asked for and pushed once, in order; the last pass is told, and
// none after it; an empty chunk has none; combines are counted in beats.
module tb_sumac_node_program #(
  parameter bit Small = 1'b0
);
  localparam int FanIn     = Small ? sumac_pkg::SmallFanIn : sumac_pkg::DefFanIn;
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int AddrW = $clog2(PoolBeats), BeatW = $clog2(SlotBeats + 1), Depth = $clog2(FanIn) + 1;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_node_program: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic             start = '0, next, push, pass_valid, pass_ready = '0, pass_copy, pass_last, done;
  logic [4:0]       n_in = '0;
  logic [15:0]      bytes = '0;
  logic [AddrW-1:0] result = '0, operand = '0, left, right, dst;
  logic [3:0]       index, combines = '0;
  logic [BeatW-1:0] beats;
  logic [31:0]      combined;

  sumac_node_program #(.FanIn(FanIn), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats)) dut (
    .clk_i(clk), .rst_i(rst), .start_i(start), .n_in_i(n_in), .bytes_i(bytes), .result_i(result), .next_o(next), .index_o(index),
    .combines_i(combines), .operand_i(operand), .push_o(push), .pass_valid_o(pass_valid), .pass_ready_i(pass_ready),
    .pass_left_o(left), .pass_right_o(right), .pass_dst_o(dst), .pass_beats_o(beats), .pass_copy_o(pass_copy),
    .pass_last_o(pass_last), .done_o(done), .combined_o(combined)
  );

  // ---- the chunk: its program, the slots of its inputs, what lies in all slots
  logic [3:0]       after [16];            // combines after each input
  logic [AddrW-1:0] slots [16];
  longint unsigned  pool  [PoolBeats];
  longint unsigned  expected;
  int n = 0, n_chunks = 0, n_in_place = 0, n_deep = 0, n_empty = 0, n_copies = 0, pushed, passes, last_at = 0;
  bit running = '0, was_last, check_sum = '0;

  function automatic longint unsigned hash(longint unsigned a, longint unsigned b);
    longint unsigned x;
    x = (a * 64'h9e3779b97f4a7c15 + 64'h1234567) ^ {b[30:0], b[63:31]};
    x = x * 64'hbf58476d1ce4e5b9;
    hash = x ^ (x >> 29);
  endfunction

  // The value of the inputs, as the definition of the program says it.
  function automatic longint unsigned value();
    longint unsigned stack [$], a;
    for (int i = 0; i < int'(n_in); i++) begin
      stack.push_back(pool[slots[i]]);
      for (int c = 0; c < int'(after[i]); c++) begin
        a = stack.pop_back();
        stack.push_back(hash(stack.pop_back(), a));
      end
    end
    if (stack.size() != 1) $fatal(1, "the bench drew no program");
    value = stack.pop_back();
  endfunction

  // Draws a chunk: any program that leaves one value and never has more than Depth on the stack.
  function automatic void draw();
    int depth;
    bit used [PoolBeats];
    n_in  = 5'($urandom_range(FanIn, 1));
    bytes = ($urandom_range(9) == 0) ? 16'd0 : 16'($urandom_range(64 * SlotBeats, 1));
    depth = 0;
    for (int i = 0; i < int'(n_in); i++) begin
      depth++;
      if (i == int'(n_in) - 1) after[i] = 4'(depth - 1);
      else begin
        after[i] = 4'($urandom_range(depth - 1));
        if ($urandom_range(2) != 0) after[i] = 4'd0;   // deep ones, too
        if (depth - int'(after[i]) >= Depth) after[i] = 4'(depth - Depth + 1);
      end
      depth -= int'(after[i]);
      if (depth == Depth - 1) n_deep++;
      do slots[i] = AddrW'($urandom); while (used[slots[i]]);
      used[slots[i]] = 1'b1;
      pool[slots[i]] = {$urandom, $urandom};
    end
    // the result belongs into a slot of its own, or into that of the operand that was read from memory
    do result = AddrW'($urandom); while (used[result]);
    if (n_in != 5'd1 && $urandom_range(1) == 0) begin
      result = slots[$urandom_range(int'(n_in) - 1)];
      n_in_place++;
    end
    expected = value();
    {pushed, passes, was_last, running} = {96'd0, 1'b0, 1'b1};
    last_at = n;
  endfunction

  bit held = 1'b0;
  logic [3*AddrW+BeatW+1:0] held_pass;
  always @(posedge clk) if (!rst) begin
    if (held && {pass_valid, left, right, dst, beats, pass_copy, pass_last} != {1'b1, held_pass})
      $fatal(1, "[%0d] a pass was not held", n);
    held      = pass_valid && !pass_ready;
    held_pass = {left, right, dst, beats, pass_copy, pass_last};
    if (check_sum && combined != ((bytes == 16'd0) ? 32'd0 : (32'(n_in) - 32'd1) * ((32'(bytes) + 32'd63) / 32'd64)))
      $fatal(1, "[%0d] %0d inputs of %0d bytes: %0d combines", n, n_in, bytes, combined);
    check_sum = 1'b0;
    if ((next || push || pass_valid || done) && !running) $fatal(1, "[%0d] works on nothing", n);
    if (push) pushed++;
    if (pass_valid && pass_ready) begin
      if (was_last || bytes == 16'd0) $fatal(1, "[%0d] a pass too many", n);
      if (int'(beats) != (int'(bytes) + 63) / 64 || pass_copy != (n_in == 5'd1))
        $fatal(1, "[%0d] %0d inputs, %0d bytes: a pass of %0d beats, copy %0d", n, n_in, bytes, beats, pass_copy);
      pool[dst] = pass_copy ? pool[left] : hash(pool[left], pool[right]);
      if (pass_copy) n_copies++;
      was_last = pass_last;
      passes++;
    end
    if (done) begin
      if (pushed != int'(n_in)) $fatal(1, "[%0d] %0d inputs of %0d", n, pushed, n_in);
      if (passes != ((bytes == 16'd0) ? 0 : (n_in == 5'd1) ? 1 : int'(n_in) - 1))
        $fatal(1, "[%0d] %0d inputs, %0d passes", n, n_in, passes);
      if (bytes == 16'd0) n_empty++;
      else if (!was_last || pool[result] != expected) $fatal(1, "[%0d] %0d inputs, %0d passes: another value", n, n_in, passes);
      running   = 1'b0;
      check_sum = 1'b1;
      n_chunks++;
    end
    if (running && n - last_at > 2000) $fatal(1, "[%0d] never done", n);
    if (next) begin
      if (int'(index) != pushed || pushed >= int'(n_in)) $fatal(1, "[%0d] input %0d after %0d", n, index, pushed);
      combines <= after[index];
      operand  <= slots[index];
    end else if (push) {combines, operand} <= {4'd9, AddrW'(1)};  // told once
  end

  always @(negedge clk) begin
    n++;
    rst   = n < 4;
    start = 1'b0;
    if (n > 5 && !running && !check_sum && $urandom_range(1) == 0) begin
      draw();
      start = 1'b1;
    end
    pass_ready = $urandom_range(2) == 0;
    if (n == 100_000) begin
      if (n_chunks < 2000 || n_in_place < 500 || n_deep < 500 || n_empty < 100 || n_copies < 40)
        $fatal(1, "%0d chunks, %0d in place, %0d deep, %0d empty, %0d copies", n_chunks, n_in_place, n_deep, n_empty, n_copies);
      $display("PASS tb_sumac_node_program: FanIn %0d, %0d chunks, %0d in place of an operand", FanIn, n_chunks, n_in_place);
      $finish;
    end
  end
endmodule
