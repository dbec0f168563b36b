// The check of a descriptor, with fields drawn around every limit, with and without the benches' own operation: the first of
// the reasons that apply is the status, whichever others apply as well; bytes, chunks and parts of what is accepted are those of
// exact arithmetic, three steps later, with pauses.
// C: ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_accept_check #(
  parameter bit Small = 1'b0
);
  localparam int Routes = Small ? sumac_pkg::SmallRoutes : sumac_pkg::DefRoutes;
  localparam int Rounds = 200_000;

  import "DPI-C" function int ref_elem_bytes(input int typ);
  import "DPI-C" function void ref_pair(input int which, output int op, output int typ);
  import "DPI-C" function int ref_n_pairs();
  import "DPI-C" function int ref_listed(input int op, input int typ, input int with_test_ops);

  logic clk = 1'b0;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_accept_check: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic        go = '0, exists = '0, mem_in = '0, mem_out = '0, src_open = '0, src_inside = '0, dst_open = '0,
               dst_inside = '0, spread = '0, is_inline [2], good [2];
  logic [3:0]  first = '0, last = '0;
  sumac_pkg::desc_t d = '0;
  sumac_pkg::head_t head;
  logic [2:0]  slot = '0;
  logic [7:0]  status [2];
  logic [47:0] bytes [2], first_at [2], last_at [2], part;
  logic [31:0] chunks [2];
  logic [63:0] range_b [2];

  always_comb begin
    head         = '0;
    head.n_in    = {4'd0, exists};
    head.mem_in  = mem_in;
    head.mem_out = mem_out;
    head.spread  = {1'b0, spread};
    head.first   = first;
    head.last    = last;
    part         = (d.inline_len != 8'd0) ? 48'd0 : d.inline_data[47:0];
  end
  for (genvar t = 0; t < 2; t++) begin : g_dut
    sumac_accept_check #(.Routes(Routes), .TestOps(1'(t))) dut (
      .clk_i(clk), .go_i(go), .desc_i(d), .log2_i(sumac_pkg::type_log2(d.type_code)), .head_i(head), .part_bytes_i(part),
      .slot_i(slot), .range_o(range_b[t]), .src_open_i(was[2].windows[3]), .src_inside_i(was[2].windows[2]),
      .dst_open_i(was[2].windows[1]), .dst_inside_i(was[2].windows[0]), .bytes_o(bytes[t]), .inline_o(is_inline[t]),
      .chunks_o(chunks[t]), .first_at_o(first_at[t]), .last_at_o(last_at[t]), .good_o(good[t]), .status_o(status[t])
    );
  end

  // ---- the reference: all reasons in their order, and the work in 128 bits
  localparam int Reasons = 8;
  logic [Reasons-1:0] applies;
  logic [7:0]         reasons [Reasons], expected;
  logic [127:0]       x_bytes, x_chunks, x_room;
  int                 n = 0, by_reason [2*Reasons+2], at_last = 0, n_inline = 0, n_given = 0;
  bit                 x_inline;

  function automatic void judge(int t);
    x_bytes  = {64'd0, d.count} * 128'(ref_elem_bytes(int'(d.type_code)));
    x_room   = (d.inline_data[47:0] == '0 || d.inline_len != 8'd0) ? x_bytes : 128'(d.inline_data[47:0]);
    x_chunks = (x_room + (128'd64 << slot) - 128'd1) / (128'd64 << slot);
    if (x_room == '0) x_chunks = 128'd1;
    if (spread) x_room = 128'(part) * (128'(last) + 128'd1);
    x_inline   = mem_out && !spread && x_bytes inside {[128'd1:128'd16]} && x_chunks == 128'd1;
    applies    = '0;
    applies[0] = 1'b1;
    for (int o = 0; o < 16; o++) if (ref_listed(o, int'(d.type_code), t) != 0) applies[0] = 1'b0;
    applies[1] = !applies[0] && ref_listed(int'(d.op), int'(d.type_code), t) == 0;
    applies[2] = d.flags != 8'd0;
    applies[3] = int'(d.route) >= Routes || !exists;
    applies[4] = d.inline_len != 8'd0 && (!mem_in || spread || d.inline_len > 8'd16 || 128'(d.inline_len) != x_bytes);
    applies[5] = d.count >= 64'd1 << 45 || x_chunks >= 128'd1 << 31 || x_bytes > x_room;
    if (d.count != 64'd0) begin
      applies[6] = (mem_in && d.inline_len == 8'd0 && !src_open) || (mem_out && !x_inline && !dst_open);
      applies[7] = (mem_in && d.inline_len == 8'd0 && !src_inside) || (mem_out && !x_inline && !dst_inside);
    end
    expected = sumac_pkg::ST_OK;
    for (int i = Reasons - 1; i >= 0; i--) if (applies[i]) expected = reasons[i];
  endfunction

  // Those under way, the newest first: what is expected of each, without and with the benches' operation.
  typedef struct packed {
    logic [3:0]              windows;     // what they will say
    logic [1:0][Reasons-1:0] applies;
    logic [1:0][7:0]         status;
    logic [127:0]            bytes;
    logic [127:0]            chunks;
    logic                    is_inline;
    logic                    given;
    logic [47:0]             first_at;
    logic [47:0]             last_at;
  } was_t;
  was_t was [3], it;
  int   steps = 0;

  always @(posedge clk) if (n != 0) begin
    it = was[2];
    if (steps > 3 && go) for (int t = 0; t < 2; t++) begin
      applies  = it.applies[t];
      expected = it.status[t];
      if (status[t] != expected || good[t] != (expected == sumac_pkg::ST_OK))
        $fatal(1, "[%0d] status %0d, though %b: %0d", n, status[t], applies, expected);
      if (expected == sumac_pkg::ST_OK && ({80'd0, bytes[t]} != it.bytes || {96'd0, chunks[t]} != it.chunks))
        $fatal(1, "[%0d] %0d bytes, %0d chunks", n, bytes[t], chunks[t]);
      if (expected == sumac_pkg::ST_OK && is_inline[t] != it.is_inline) $fatal(1, "[%0d] inline %0d", n, is_inline[t]);
      if (first_at[t] != it.first_at || last_at[t] != it.last_at) $fatal(1, "[%0d] parts at %h, %h", n, first_at[t], last_at[t]);
      if (expected == sumac_pkg::ST_OK && it.is_inline && it.windows[1:0] != 2'b11) n_inline++;
      if (expected == sumac_pkg::ST_OK && it.given && it.windows[3:2] != 2'b11) n_given++;
      if (expected == sumac_pkg::ST_OK) by_reason[t*(Reasons+1)+Reasons]++;
      // only this one is wrong: nothing else can have given the status
      for (int i = 0; i < Reasons; i++) if (applies == Reasons'(1) << i) by_reason[t*(Reasons+1)+i]++;
      if (expected == sumac_pkg::ST_OK && it.chunks >= (128'd1 << 31) - 128'd4) at_last++;
    end
    if (go) begin
      if (steps > 3 && was[1].status[0] == sumac_pkg::ST_OK && {64'd0, range_b[0]} != was[1].bytes)
        $fatal(1, "[%0d] a range of %0d bytes", n, range_b[0]);
      for (int t = 0; t < 2; t++) begin
        judge(t);
        it.applies[t] = applies;
        it.status[t]  = expected;
      end
      {it.bytes, it.chunks, it.is_inline, it.given} = {x_bytes, x_chunks, x_inline, d.inline_len != 8'd0};
      {it.first_at, it.last_at} = {48'(part * 48'(first)), 48'(part * 48'(last))};
      it.windows = {src_open, src_inside, dst_open, dst_inside};
      was[2] <= was[1];
      was[1] <= was[0];
      was[0] <= it;
      steps++;
    end
  end

  // One in `rare` is wrong, so that most descriptors have one or two reasons.
  function automatic bit wrong(int rare);
    wrong = $urandom_range(rare - 1) == 0;
  endfunction
  int some_op, some_type, size, n_parts;
  always @(negedge clk) begin
    n++;
    go   = $urandom_range(3) != 0;
    slot = 3'($urandom);
    ref_pair(int'($urandom_range(ref_n_pairs() - 1)), some_op, some_type);
    {d.op, d.type_code} = {8'(some_op), 8'(some_type)};
    size      = $clog2(ref_elem_bytes(some_type));
    if (wrong(20)) d.type_code = 8'($urandom);
    if (wrong(20)) d.op = 8'($urandom_range(20));
    if (wrong(20)) d.op = 8'($urandom);
    d.flags      = wrong(20) ? 8'd1 << $urandom_range(7) : 8'd0;
    d.route      = 16'($urandom_range(Routes - 1));
    if (wrong(20)) d.route = d.route + 16'(Routes * $urandom_range(2));
    if (wrong(40)) d.route = 16'($urandom);
    exists = !wrong(20);
    case ($urandom_range(8))
      0:       d.count = 64'($urandom_range(2));
      1:       d.count = 64'($urandom_range(100_000));
      2:       d.count = (64'd1 << 45) + 64'($urandom_range(4)) - 64'd2;
      3:       d.count = {$urandom, $urandom} >> $urandom_range(63);
      4:       d.count = 64'($urandom_range(9)) | 64'd1 << $urandom_range(63, 45);  // bytes that wrap
      // around whole chunks, a few and as many as are counted
      5, 6:    d.count = (((64'd1 << 31) - 64'($urandom_range(2))) << (6 + int'(slot)) >> size) + 64'($urandom_range(2)) - 64'd1;
      default: d.count = (64'($urandom_range(9, 1)) << (6 + int'(slot)) >> size) + 64'($urandom_range(2)) - 64'd1;
    endcase
    // a source in the descriptor, or just not
    d.inline_len = 8'd0;
    if (wrong(4)) begin
      d.inline_len = 8'($urandom_range(16, 1)) >> size << size;
      d.count      = 64'(d.inline_len) >> size;
      if (wrong(10)) d.count = d.count + 64'd1;
      if (wrong(10)) d.count = {$urandom, $urandom} >> $urandom_range(63);
      if (wrong(10)) {d.inline_len, d.count} = {8'(17 << size), 64'd17};
    end
    // parts that hold all elements, or just not
    spread     = $urandom_range(3) == 0;
    d.inline_data = '0;
    {first, last} = {4'($urandom), 4'd0};
    if (spread || $urandom_range(3) == 0) begin
      n_parts    = spread ? int'($urandom_range(16, 1)) : 1;
      d.inline_data[47:0] = 48'((64'(48'(d.count << size)) + 64'(n_parts) - 64'd1) / 64'(n_parts));
      if (wrong(20) && d.inline_data[47:0] != '0) d.inline_data[47:0] = d.inline_data[47:0] - 48'd1;
      if (wrong(2)) d.inline_data[47:0] = d.inline_data[47:0] + 48'($urandom_range(100));
      last = spread ? 4'(n_parts - 1) : 4'($urandom);
    end
    {mem_in, mem_out} = 2'($urandom);
    if (d.inline_len != 8'd0 && !wrong(10)) {spread, mem_in} = 2'b01;
    src_open   = !wrong(10);
    dst_open   = !wrong(10);
    src_inside = !wrong(10);
    dst_inside = !wrong(10);
    if (n == Rounds) begin
      for (int i = 0; i < 2 * Reasons + 2; i++) if (by_reason[i] < 500) $fatal(1, "reason %0d alone: %0d times", i, by_reason[i]);
      if (n_inline < 500) $fatal(1, "%0d inline results without a window", n_inline);
      if (n_given < 500) $fatal(1, "%0d sources without a window", n_given);
      if (at_last < 50) $fatal(1, "%0d with as many chunks as there may be", at_last);
      $display("PASS tb_sumac_accept_check: Routes %0d, %0d and %0d accepted, %0d of them with all chunks", Routes,
               by_reason[Reasons], by_reason[2*Reasons+1], at_last);
      $finish;
    end
  end

  initial begin
    for (int i = 0; i < 2 * Reasons + 2; i++) by_reason[i] = 0;
    reasons[0] = sumac_pkg::ST_ETYPE;
    reasons[1] = sumac_pkg::ST_EOP;
    reasons[2] = sumac_pkg::ST_ENOTSUP;
    reasons[3] = sumac_pkg::ST_EROUTE;
    reasons[4] = sumac_pkg::ST_ERANGE;
    reasons[5] = sumac_pkg::ST_ERANGE;
    reasons[6] = sumac_pkg::ST_EWINDOW;
    reasons[7] = sumac_pkg::ST_ERANGE;
  end
endmodule
