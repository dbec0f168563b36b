// Bench of the beats in flight, against a queue with marks: issues, launches, results and writes at random, up to full
// and down to empty; few addresses, so that they are hit often; a reset in the midst of it now and then.
// +seed=N repeats a run. Small = 1: two places.
module tb_sumac_combine_flight #(
  parameter bit Small = 1'b0
);
  localparam int Beats = Small ? 2 : 32;
  localparam int AddrW = 5;
  localparam int TagW  = 6;
  localparam int Runs  = 100_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  typedef struct packed {
    logic [AddrW-1:0] dst;
    sumac_pkg::lane_t lane;
    logic             last;
    logic [TagW-1:0]  tag;
  } entry_t;

  logic             issue = 1'b0, launch = 1'b0, collect = 1'b0, write = 1'b0;
  logic             fill = 1'b0, step = 1'b0, same = 1'b0, full, hit_left, hit_right, waiting, idle;
  entry_t           in = '0, out_write;
  logic             to_float;
  sumac_pkg::lane_t out_lane;
  // For left and right: what comes to wait, what waits, what is at hand, the next of the pass at hand, and what is next then.
  logic [AddrW-1:0] fills [2] = '{default: '0}, waits [2] = '{default: '0}, hands [2] = '{default: '0};
  logic [AddrW-1:0] nexts [2] = '{default: '0}, afters [2] = '{default: '0};
  logic [AddrW-1:0] steps [2];               // where they would move to now
  for (genvar n = 0; n < 2; n++) begin : g_move
    assign steps[n]  = same ? nexts[n] : waits[n];
  end

  sumac_combine_flight #(.AddrW(AddrW), .TagW(TagW), .Beats(Beats)) dut (
    .clk_i(clk), .rst_i(rst), .issue_i(issue), .full_o(full), .issue_dst_i(in.dst), .issue_lane_i(in.lane),
    .issue_last_i(in.last), .issue_tag_i(in.tag), .fill_i(fill), .step_i(step), .same_i(same), .fill_left_i(fills[0]),
    .fill_right_i(fills[1]), .wait_left_i(waits[0]), .wait_right_i(waits[1]), .after_left_i(afters[0]), .after_right_i(afters[1]),
    .issue_next_left_i(in.dst == steps[0]), .issue_next_right_i(in.dst == steps[1]),
    .issue_after_left_i(in.dst == afters[0]), .issue_after_right_i(in.dst == afters[1]),
    .hit_left_o(hit_left), .hit_right_o(hit_right), .wait_o(waiting), .launch_lane_o(out_lane),
    .launch_i(launch), .collect_i(collect), .collect_float_o(to_float),
    .collect_dst_o(out_write.dst), .collect_last_o(out_write.last), .collect_tag_o(out_write.tag), .write_i(write), .idle_o(idle)
  );

  entry_t flight [$];
  int     launched = 0, collected = 0, pending = 0;   // of the oldest in flight; issued, and not offered for launch
  logic   offered = 1'b0, fetch, due_left = 1'b0, due_right = 1'b0;
  int     cycle = 0, issues = 0, hits = 0, fulls = 0, resets = 0, chance = 50;

  function automatic logic is_due(input logic [AddrW-1:0] address);
    is_due = 1'b0;
    for (int i = 0; i < flight.size(); i++) if (flight[i].dst == address) is_due = 1'b1;
  endfunction

  // The outputs do not depend on this cycle's requests, so they are looked at with them.
  always_ff @(posedge clk) begin : check
    if (!rst) begin
      if (full != (flight.size() == Beats) || idle != (flight.size() == 0) || waiting != offered)
        $fatal(1, "%0d in flight, %0d launched: full %0d, idle %0d, wait %0d", flight.size(), launched, full, idle, waiting);
      if (hit_left != due_left || hit_right != due_right)
        $fatal(1, "hit %0d %0d, not %0d %0d", hit_left, hit_right, due_left, due_right);
      if (waiting && out_lane != flight[launched].lane)
        $fatal(1, "launch of another beat");
      if (collected < launched && {out_write.dst, to_float, out_write.last, out_write.tag}
          != {flight[collected].dst, flight[collected].lane.floats, flight[collected].last, flight[collected].tag})
        $fatal(1, "result of another beat");
      hits  = hits + int'(hit_left);
      fulls = fulls + int'(full);
      fetch   = pending != 0 && (!offered || launch);
      offered = fetch || (offered && !launch);
      pending = pending + int'(issue) - int'(fetch);
      if (launch) launched = launched + 1;
      if (collect) collected = collected + 1;
      if (write) begin
        void'(flight.pop_front());
        launched  = launched - 1;
        collected = collected - 1;
      end
      if (issue) flight.push_back(in);
      if (step) begin
        hands = steps;
        nexts <= afters;
      end
      if (fill) waits <= fills;
      due_left  = is_due(hands[0]);
      due_right = is_due(hands[1]);
      issues = issues + int'(issue);
    end else begin
      flight.delete();
      {launched, collected, pending, offered, due_left, due_right} = '0;
    end
  end

  always_ff @(negedge clk) begin : drive
    cycle = cycle + 1;
    if (cycle % 200 == 0) chance = 20 + 30 * int'($urandom_range(2));
    rst        = cycle < 3 || $urandom_range(999) == 0;
    resets     = resets + int'(rst);
    in         = entry_t'({$urandom, $urandom});
    for (int n = 0; n < 2; n++)
      {fills[n], afters[n]} = {AddrW'($urandom), AddrW'($urandom)};
    same       = $urandom_range(1) == 0;
    fill       = !rst && $urandom_range(2) == 0;
    issue      = !rst && flight.size() < Beats && int'($urandom_range(99)) < chance;
    step       = !rst && (issue || $urandom_range(3) == 0);
    launch     = !rst && offered && $urandom_range(1) == 0;
    collect    = !rst && collected < launched && $urandom_range(1) == 0;
    write      = !rst && collected != 0 && $urandom_range(1) == 0;
    if (cycle == Runs) begin
      if (fulls == 0 || hits == 0) $fatal(1, "%0d hits, full %0d times", hits, fulls);
      $display("PASS tb_sumac_combine_flight: Small %0d, %0d beats, %0d hits, full in %0d cycles, %0d resets", Small, issues, hits,
               fulls, resets);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_combine_flight: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
