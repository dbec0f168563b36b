// The combine unit: executes passes. A pass is dst[b] <- left[b] (op) right[b] over `beats` beats of packet
// memory; dst may be left's slot, right's slot or another. Passes are
// executed in order, back to back; a pass may read what any earlier pass wrote, and sumac_combine_issue holds a beat
// back until what it reads has been written. done_* comes in order, when the last beat of the pass has been
// granted by packet memory. The (op, type) of a pass is one that sumac_pkg::nic_ops allows (sumac_accept_check
// refuses others); an impossible one raises bad_o and writes nothing.
//
// Bench only: with TestOps = 1, OP_TEST_SUB computes left - right.
// Throughput: one combine a cycle. Latency: a beat that reads what the one before it writes is issued 9 cycles after it,
// 17 + FloatStages after sums and products of floats: 2 of packet memory's read, a register, sumac_alu's 4 or
// 12 + FloatStages, the register of the write, and its grant.
module sumac_combine #(
  parameter int PoolBeats   = sumac_pkg::DefPoolBeats,
  parameter int SlotBeats   = sumac_pkg::DefSlotBeats,
  parameter int FloatStages = sumac_pkg::DefFloatStages,
  parameter bit TestOps     = 1'b0,
  localparam int AddrW      = $clog2(PoolBeats)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // passes
  input  logic             pass_valid_i,
  output logic             pass_ready_o,
  input  sumac_pkg::pass_t pass_i,
  output logic             done_valid_o,   // a pulse
  output logic [15:0]      done_tag_o,
  output logic             combined_o,     // a pulse for every beat combined
  output logic             bad_o,          // a pulse: a pass with an (op, type) that is not done here
  output logic             idle_o,
  output logic [2:0]       cause_o,        // what the last cycle has gone to
  // packet memory
  output logic             l_r_valid_o,
  input  logic             l_r_ready_i,
  output logic [AddrW-1:0] l_r_addr_o,
  input  logic             l_d_valid_i,
  input  logic [511:0]     l_d_data_i,
  output logic             r_r_valid_o,
  input  logic             r_r_ready_i,
  output logic [AddrW-1:0] r_r_addr_o,
  input  logic             r_d_valid_i,
  input  logic [511:0]     r_d_data_i,
  output logic             w_valid_o,
  input  logic             w_ready_i,
  output logic [AddrW-1:0] w_addr_o,
  output logic [511:0]     w_data_o
);

  // Beats from issue to the grant of their write; places of all kinds cover them: 17 + FloatStages, and those that banks delay.
  localparam int InFlight = 1 << $clog2(25 + FloatStages);
  localparam int Skew     = 4;    // beats by which one operand's reads may be ahead of the other's

  // ---- passes become beats
  logic             issue, l_room, r_room, issue_idle;
  logic [AddrW-1:0] left, right;
  logic             waiting, launch;
  sumac_pkg::lane_t launch_lane;
  logic             write, collect, collect_last, collect_float;
  logic [AddrW-1:0] collect_dst;
  logic [15:0]      collect_tag;

  sumac_combine_issue #(
    .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .InFlight(InFlight), .TestOps(TestOps)
  ) u_issue (
    .clk_i, .rst_i, .pass_valid_i, .pass_ready_o, .pass_i, .bad_o,
    .issue_o(issue), .left_o(left), .right_o(right), .l_room_i(l_room), .r_room_i(r_room),
    .wait_o(waiting), .launch_lane_o(launch_lane), .launch_i(launch),
    .collect_i(collect), .collect_float_o(collect_float), .collect_dst_o(collect_dst), .collect_last_o(collect_last),
    .collect_tag_o(collect_tag), .write_i(write), .idle_o(issue_idle)
  );

  // ---- operands: both sides are read and wait on their own, since banks may delay the one or the other
  logic         l_here, r_here, l_place, r_place;
  logic [511:0] l_data, r_data;

  sumac_fifo #(.Width(AddrW), .Depth(Skew), .Bypass(1'b1)) u_l_addr (
    .clk_i, .rst_i, .in_valid_i(issue), .in_ready_o(l_room), .in_data_i(left),
    .out_valid_o(l_r_valid_o), .out_ready_i(l_r_ready_i), .out_data_o(l_r_addr_o)
  );
  sumac_fifo #(.Width(AddrW), .Depth(Skew), .Bypass(1'b1)) u_r_addr (
    .clk_i, .rst_i, .in_valid_i(issue), .in_ready_o(r_room), .in_data_i(right),
    .out_valid_o(r_r_valid_o), .out_ready_i(r_r_ready_i), .out_data_o(r_r_addr_o)
  );
  sumac_fifo #(.Width(512), .Depth(InFlight), .Bypass(1'b1)) u_l_data (
    .clk_i, .rst_i, .in_valid_i(l_d_valid_i), .in_ready_o(l_place), .in_data_i(l_d_data_i),
    .out_valid_o(l_here), .out_ready_i(launch), .out_data_o(l_data)
  );
  sumac_fifo #(.Width(512), .Depth(InFlight), .Bypass(1'b1)) u_r_data (
    .clk_i, .rst_i, .in_valid_i(r_d_valid_i), .in_ready_o(r_place), .in_data_i(r_d_data_i),
    .out_valid_o(r_here), .out_ready_i(launch), .out_data_o(r_data)
  );

  // ---- launch
  logic         launch_q;
  sumac_pkg::lane_t lane_q;
  logic [511:0] lane_left_q, lane_right_q;

  assign launch     = waiting && l_here && r_here;
  assign combined_o = launch_q;

  always_ff @(posedge clk_i) begin
    launch_q <= launch && !rst_i;
    if (launch) begin
      lane_q       <= launch_lane;
      lane_left_q  <= l_data;
      lane_right_q <= r_data;
    end
  end

  // ---- the results' way back: two ways, of which the oldest beat's is the next to be collected
  logic         quick_valid, float_valid, q_place, f_place, q_here, f_here;
  logic [511:0] quick_result, float_result, q_data, f_data;

  sumac_alu #(.FloatStages(FloatStages)) u_alu (
    .clk_i, .rst_i,
    .in_valid_i   (launch_q),
    .in_i         (lane_q),
    .in_left_i    (lane_left_q),
    .in_right_i   (lane_right_q),
    .quick_valid_o(quick_valid),
    .quick_data_o (quick_result),
    .float_valid_o(float_valid),
    .float_data_o (float_result)
  );
  sumac_fifo #(.Width(512), .Depth(InFlight), .Bypass(1'b1)) u_q_data (
    .clk_i, .rst_i, .in_valid_i(quick_valid), .in_ready_o(q_place), .in_data_i(quick_result),
    .out_valid_o(q_here), .out_ready_i(collect && !collect_float), .out_data_o(q_data)
  );
  sumac_fifo #(.Width(512), .Depth(InFlight), .Bypass(1'b1)) u_f_data (
    .clk_i, .rst_i, .in_valid_i(float_valid), .in_ready_o(f_place), .in_data_i(float_result),
    .out_valid_o(f_here), .out_ready_i(collect && collect_float), .out_data_o(f_data)
  );

  // ---- the write
  logic             w_valid_q, w_last_q;
  logic [AddrW-1:0] w_addr_q;
  logic [511:0]     w_data_q;
  logic [15:0]      w_tag_q;

  assign collect   = (collect_float ? f_here : q_here) && (!w_valid_q || w_ready_i);
  assign write     = w_valid_q && w_ready_i;
  assign w_valid_o = w_valid_q;
  assign w_addr_o  = w_addr_q;
  assign w_data_o  = w_data_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) w_valid_q <= 1'b0;
    else w_valid_q <= collect || (w_valid_q && !w_ready_i);
    if (collect) begin
      w_addr_q <= collect_dst;
      w_data_q <= collect_float ? f_data : q_data;
      w_last_q <= collect_last;
      w_tag_q  <= collect_tag;
    end
  end

  // ---- done, one cycle after the grant, so that whoever is told may read at once
  logic        done_q;
  logic [15:0] done_tag_q;

  assign done_valid_o = done_q;
  assign done_tag_o   = done_tag_q;
  assign idle_o       = issue_idle && !done_q;
  assign cause_o      = combined_o ? sumac_pkg::CAUSE_BUSY
      : (l_r_valid_o && !l_r_ready_i) || (r_r_valid_o && !r_r_ready_i) || (w_valid_o && !w_ready_i) ? sumac_pkg::CAUSE_POOL
      : !idle_o ? sumac_pkg::CAUSE_ENGINE : sumac_pkg::CAUSE_IDLE;

  always_ff @(posedge clk_i) begin
    if (rst_i) done_q <= 1'b0;
    else done_q <= write && w_last_q;
    if (write && w_last_q) done_tag_q <= w_tag_q;
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_beats: assert property (@(posedge clk_i) disable iff (rst_i)
    pass_valid_i |-> pass_i.beats != '0 && int'(pass_i.beats) <= SlotBeats);
  a_held:  assert property (@(posedge clk_i) disable iff (rst_i) w_valid_o && !w_ready_i |=>
    w_valid_o && $stable(w_addr_o) && $stable(w_data_o));
  a_pass:  assert property (@(posedge clk_i) disable iff (rst_i) pass_valid_i && !pass_ready_o |=>
    pass_valid_i && $stable(pass_i));
  a_l_place: assert property (@(posedge clk_i) disable iff (rst_i) l_d_valid_i |-> l_place);
  a_r_place: assert property (@(posedge clk_i) disable iff (rst_i) r_d_valid_i |-> r_place);
  a_q_place: assert property (@(posedge clk_i) disable iff (rst_i) quick_valid |-> q_place);
  a_f_place: assert property (@(posedge clk_i) disable iff (rst_i) float_valid |-> f_place);
`endif
`endif
endmodule
