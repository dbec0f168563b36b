// sumac_combine_flight: whenever there are addresses at hand, hit_*_o tells whether a beat in flight writes them, from the
// cycle after its issue to that of its write's grant; beats are launched and collected in
// the order of their issue, each once, as they were issued; full_o and idle_o are exact. Watched: any one beat.
// Assumed, of the combine unit: what it tells of the addresses with an issue is true (prove_combine_passes); it issues with
// a step and when not full, launches what is offered, and writes what was collected, which is plain in it; it collects
// what was launched and nothing else (prove_combine, of the first cycles).
//
// RTL: sumac_combine_flight
// Edit: sumac_combine_flight s/endmodule/logic [Beats*AddrW-1:0] dsts; &/
// Edit: sumac_combine_flight s/endmodule/for (genvar n = 0; n < Beats; n++) assign dsts[n*AddrW+:AddrW] = dst_q[n]; &/
// Edit: sumac_combine_flight s/endmodule/(* anyconst *) logic [PtrW-1:0] place; logic [15:0] lane; logic to_float; &/
// Edit: sumac_combine_flight s/endmodule/logic [TagW:0] ends; &/
// Edit: sumac_combine_flight s/endmodule/assign {lane, to_float, ends} = {lane_q[place], float_q[place], end_q[place]}; &/
// Edit: sumac_combine_flight s/endmodule/logic oldest_float; assign oldest_float = float_q[collect_q]; &/
// Cover: 14
// Mutant: sumac_combine_flight s/: dst_q\[n\] == fill;/: 1'b0;/
// Mutant: sumac_combine_flight s/dst_q\[n\] == after;/dst_q[n] != after;/
// Mutant: sumac_combine_flight s/(place_q \& {Beats{new_next}});/place_q;/
// Mutant: sumac_combine_flight s/(of_oldest \&\& !write_i)/of_oldest/
// Mutant: sumac_combine_flight s/(still_younger || !write_i)/1'b1/
// Mutant: sumac_combine_flight s/meet(oldest_q, coming_q)/oldest_q != '0/
// Mutant: sumac_combine_flight s/{Beats{issue_i}})) \& head_hot_next/'0)) \& head_hot_next/
// Mutant: sumac_combine_flight s/ \& ~head_hot_next;/ \& ~head_hot_q;/
// Mutant: sumac_combine_flight s/collect_i ? float_q\[ahead_q\] : float_q\[collect_q\]/float_q[collect_q]/
// Mutant: sumac_combine_flight s/(!next_valid_q || launch_i)/1'b1/
// Mutant: sumac_combine_flight s/waiting_q <= issue_i ||/waiting_q <=/
module prove_combine_flight #(
  parameter int AddrW = 2,
  parameter int Beats = 4,
  localparam int PtrW = $clog2(Beats)
) (
  input logic               clk_i,
  input logic               rst_i,
  input logic               issue_i,
  input logic [AddrW-1:0]   issue_dst_i,
  input logic [15:0]        issue_lane_i,
  input logic [1:0]         issue_end_i,
  input logic               fill_i,
  input logic               step_i,
  input logic               same_i,
  input logic [1:0]         told_next_i,      // left's in the low half, right's in the high one
  input logic [1:0]         told_after_i,
  input logic [2*AddrW-1:0] filled_i,
  input logic [2*AddrW-1:0] after_i,
  input logic               launch_i,
  input logic               collect_i,
  input logic               write_i,
  input logic               watch_i
);
  localparam int L = AddrW;
  // The addresses that wait, those at hand, and the pass's next ones; whether there are any.
  logic [2*AddrW-1:0] waits_q, hands_q, nexts_q, next;
  logic               waits_there_q = 1'b0, hands_there_q = 1'b0, there;
  assign there = same_i ? hands_there_q : waits_there_q;
  assign next  = same_i ? nexts_q : waits_q;

  logic        full, hit_left, hit_right, offered, idle, collect_float;
  sumac_pkg::lane_t launch_lane;
  logic [AddrW-1:0] collect_dst;
  logic [1:0]  collect_end;
  sumac_combine_flight #(.AddrW(AddrW), .TagW(1), .Beats(Beats)) dut (
    .clk_i, .rst_i, .issue_i, .full_o(full), .issue_dst_i, .issue_lane_i, .issue_last_i(issue_end_i[1]),
    .issue_tag_i(issue_end_i[0]), .fill_i, .step_i, .same_i,
    .fill_left_i(filled_i[0+:L]), .fill_right_i(filled_i[L+:L]), .wait_left_i(waits_q[0+:L]),
    .wait_right_i(waits_q[L+:L]), .after_left_i(after_i[0+:L]), .after_right_i(after_i[L+:L]),
    .issue_next_left_i(told_next_i[0]), .issue_next_right_i(told_next_i[1]),
    .issue_after_left_i(told_after_i[0]), .issue_after_right_i(told_after_i[1]),
    .hit_left_o(hit_left), .hit_right_o(hit_right), .wait_o(offered), .launch_lane_o(launch_lane), .launch_i, .collect_i,
    .collect_float_o(collect_float), .collect_dst_o(collect_dst), .collect_last_o(collect_end[1]),
    .collect_tag_o(collect_end[0]), .write_i, .idle_o(idle));

  // Inside.
  (* hierconn *) logic [Beats*AddrW-1:0] \dut.dsts ;
  (* hierconn *) logic [PtrW-1:0] \dut.place , \dut.tail_q , \dut.head_q , \dut.fetch_q , \dut.collect_q , \dut.ahead_q ;
  (* hierconn *) logic [15:0]      \dut.lane ;
  (* hierconn *) logic             \dut.to_float , \dut.next_valid_q , \dut.waiting_q , \dut.oldest_float ;
  (* hierconn *) logic [1:0]       \dut.ends ;
  (* hierconn *) logic [Beats-1:0] \dut.busy_q , \dut.oldest_q , \dut.younger_q , \dut.head_hot_q , \dut.tail_hot_q , \dut.place_q ;
  (* hierconn *) logic [Beats-1:0] \dut.g_side[0].waits_q , \dut.g_side[0].hand_q , \dut.g_side[0].coming_q ;
  (* hierconn *) logic [Beats-1:0] \dut.g_side[1].waits_q , \dut.g_side[1].hand_q , \dut.g_side[1].coming_q ;

  // In flight, launched of these, collected of those; and the watched beat, with as many before it in flight.
  logic [PtrW:0]    n_q = '0, launched_q = '0, collected_q = '0, before_q, fetched;
  logic             watched_q = 1'b0, begin_watch, waited_q;   // waited: the addresses, with it in flight
  logic [AddrW-1:0] dst_q;
  logic [15:0]      lane_q;
  logic [1:0]       end_q;
  (* anyconst *) logic [PtrW-1:0] place;
  assign begin_watch = issue_i && watch_i && !watched_q && \dut.tail_q == place;
  assign fetched     = launched_q + (PtrW + 1)'(offered);

  always_comb begin
    assume (\dut.place == place);
    if (issue_i) assume (step_i && !full);
    if (issue_i && there) begin
      assume (told_next_i == {issue_dst_i == next[L+:L], issue_dst_i == next[0+:L]});
      assume (told_after_i == {issue_dst_i == after_i[L+:L], issue_dst_i == after_i[0+:L]});
    end
    if (launch_i) assume (offered);
    if (collect_i) assume (collected_q != launched_q);
    if (write_i) assume (collected_q != '0);
  end

  always_ff @(posedge clk_i) begin
    n_q         <= n_q + (PtrW + 1)'(issue_i) - (PtrW + 1)'(write_i);
    launched_q  <= launched_q + (PtrW + 1)'(launch_i) - (PtrW + 1)'(write_i);
    collected_q <= collected_q + (PtrW + 1)'(collect_i) - (PtrW + 1)'(write_i);
    if (begin_watch) begin
      watched_q <= 1'b1;
      before_q  <= n_q - (PtrW + 1)'(write_i);
      {dst_q, lane_q, end_q} <= {issue_dst_i, issue_lane_i, issue_end_i};
    end else if (watched_q && write_i) begin
      before_q  <= before_q - 1'b1;
      watched_q <= before_q != '0;
    end
    if (step_i) {hands_q, nexts_q, hands_there_q} <= {next, after_i, there};
    if (step_i) waited_q <= watched_q && !same_i;
    if (step_i && !same_i) waits_there_q <= 1'b0;
    if (fill_i) {waits_q, waits_there_q} <= {filled_i, 1'b1};
    if (rst_i) {n_q, launched_q, collected_q, watched_q, waits_there_q, hands_there_q} <= '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (full == (n_q == (PtrW + 1)'(Beats)) && idle == (n_q == '0));
      if (watched_q && hands_there_q && dst_q == hands_q[0+:L]) assert (hit_left);
      if (watched_q && hands_there_q && dst_q == hands_q[L+:L]) assert (hit_right);
      if (watched_q && offered && before_q == launched_q) assert (launch_lane == lane_q);
      if (watched_q && before_q == collected_q && collected_q != launched_q)
        assert ({collect_dst, collect_end, collect_float} == {dst_q, end_q, lane_q[14]});
      cover (watched_q && before_q == (PtrW + 1)'(Beats - 1) && launched_q == n_q && collected_q != '0);
      cover (hit_left && !hit_right && hands_there_q && n_q == (PtrW + 1)'(1));
      cover (hit_right && !hit_left && hands_there_q && watched_q && dst_q == hands_q[L+:L] && waited_q && before_q != '0);
    end
  end

  // This makes it inductive: the pointers by the counts, and what is remembered of each beat in flight.
  logic [Beats-1:0] busy, writes_left, writes_right;
  for (genvar n = 0; n < Beats; n++) begin : g_beat
    logic [AddrW-1:0] dst;
    logic [PtrW-1:0]  at;
    assign dst = \dut.dsts [n*AddrW+:AddrW];
    assign at  = PtrW'(n) - \dut.head_q ;
    assign busy[n]         = {1'b0, at} < n_q;
    assign writes_left[n]  = busy[n] && dst == hands_q[0+:L];
    assign writes_right[n] = busy[n] && dst == hands_q[L+:L];
    always_ff @(posedge clk_i) begin
      if (!rst_i && busy[n]) begin
        if (waits_there_q) assert (\dut.g_side[0].waits_q [n] == (dst == waits_q[0+:L]));
        if (waits_there_q) assert (\dut.g_side[1].waits_q [n] == (dst == waits_q[L+:L]));
        if (hands_there_q) assert (\dut.g_side[0].hand_q [n] == (dst == hands_q[0+:L]));
        if (hands_there_q) assert (\dut.g_side[1].hand_q [n] == (dst == hands_q[L+:L]));
        if (hands_there_q) assert (\dut.g_side[0].coming_q [n] == (dst == nexts_q[0+:L]));
        if (hands_there_q) assert (\dut.g_side[1].coming_q [n] == (dst == nexts_q[L+:L]));
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (collected_q <= launched_q && fetched <= n_q && n_q <= (PtrW + 1)'(Beats));
      assert (\dut.tail_q == \dut.head_q + n_q[PtrW-1:0] && \dut.fetch_q == \dut.head_q + fetched[PtrW-1:0]);
      assert (\dut.collect_q == \dut.head_q + collected_q[PtrW-1:0] && \dut.ahead_q == \dut.collect_q + 1'b1);
      assert (\dut.waiting_q == (fetched != n_q) && \dut.busy_q == busy && \dut.oldest_q == (busy & \dut.head_hot_q ));
      assert (\dut.head_hot_q == Beats'(1) << \dut.head_q && \dut.tail_hot_q == Beats'(1) << \dut.tail_q );
      assert (\dut.place_q == (full ? '0 : \dut.tail_hot_q ));
      assert (\dut.younger_q == (busy & ~\dut.head_hot_q ));
      if (hands_there_q) assert (hit_left == (writes_left != '0) && hit_right == (writes_right != '0));
      if (collected_q != launched_q) assert (collect_float == \dut.oldest_float );
      if (watched_q) begin
        assert (before_q < n_q && place == \dut.head_q + before_q[PtrW-1:0] && \dut.dsts [place*AddrW+:AddrW] == dst_q);
        assert ({\dut.lane , \dut.to_float , \dut.ends } == {lane_q, lane_q[14], end_q});
      end
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
