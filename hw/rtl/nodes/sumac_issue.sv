// Issues fired passes to the combine unit, in the order in which they fire: reads where their operands lie, and, when the unit has
// taken one, tells its parent that an operand is made. The unit executes passes in order and holds back what depends. A parent is
// told Quick or Slow cycles after that, before the result could be read, and neither waits nor blocks others. When the last pass of
// a short context is issued, that is told early, so that what follows can be looked up meanwhile. A pass of an empty chunk is told
// and not issued. A group that is open no more has no pass issued.
// Latency: 4 cycles. Throughput: a pass a cycle. Memory: RAM: fired passes; operands and parent of each pass, and what those of a
// context do, by its ring and order, as those of a ring that have passes lie within 16 of each other. Reset: forgets all.
module sumac_issue #(
  parameter int FanIn     = sumac_pkg::DefFanIn,
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  parameter int SlotBeats = sumac_pkg::DefSlotBeats,
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int SlotW    = $clog2(RingSlots),
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int CtxW     = RingW + SlotW,
  localparam int OrderW   = SlotW < 4 ? SlotW : 4,
  localparam int PassW    = RingW + OrderW + 4,
  localparam int BeatW    = $clog2(SlotBeats + 1)
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   open_i,
  input  logic                opened_i,
  input  sumac_pkg::opened_t  opened_data_i,
  input  logic                told_i,
  input  sumac_pkg::told_t    told_data_i,
  input  logic                fired_i,
  input  sumac_pkg::operand_t fired_operand_i,
  input  logic [OrderW-1:0]   fired_order_i,
  // to combine; it is told early if the chunk is short and this its last pass
  output logic                pass_valid_o,
  input  logic                pass_ready_i,
  output sumac_pkg::pass_t    pass_o,
  // the last pass of a short context has been issued
  output sumac_pkg::early_t   early_o,
  output logic                ends_o,        // pulse: a pass is not issued, as it is empty or its group is not open
  output logic [GroupW-1:0]   ends_group_o,
  // an operand of a parent is made; an empty context is whole
  output logic                made_valid_o,
  input  logic                made_ready_i,
  output sumac_pkg::operand_t made_o,
  output logic                whole_valid_o,
  input  logic                whole_ready_i,
  output logic [CtxW-1:0]     whole_ctx_o,
  output logic                idle_o
);
  localparam int Passes = Groups * Rings * 16 * (FanIn > 2 ? FanIn / 2 : 1);   // that can have fired: 16 contexts a ring expect
  localparam int ShortBytes = 512;
  localparam int Quick = 6, Slow = 14;                                         // cycles until a parent may be told

  logic             queued, go, read;
  logic [PassW-1:0] next;                       // {its context's ring and order, its number}
  sumac_queue #(.Width(PassW), .Depth(Passes)) u_fired (
    .clk_i, .rst_i, .in_valid_i(fired_i), .in_data_i({fired_operand_i.ctx[CtxW-1:SlotW], fired_order_i, fired_operand_i.pass}),
    .out_valid_o(queued), .out_ready_i(read), .out_data_o(next));

  logic             v1_q, v2_q, enters, taken, live1, room_q;
  logic [CtxW-1:0]  ctx2_q;
  logic [RingW-1:0] ring1_q, opened_ring;
  logic [SlotW-1:0] slot;
  logic [AddrW-1:0] left, right, result, left_q, right_q, result_q;
  logic [BeatW-1:0] beats, beats_new;
  logic [3:0]       parent, parent2_q, op;
  logic [7:0]       type_code;
  logic             slow, slow_new, empty, short, root2, empty2_q, slow2_q, short2_q, opens;
  logic [BeatW+11:0] what_q;                     // is to be done: beats, operation, type
  assign beats_new = BeatW'((opened_data_i.bytes + 16'd63) >> 6);
  assign read  = queued && go;
  assign go    = !v1_q || ((!v2_q || taken) && room_q);
  sumac_ram #(.Width(2 * AddrW + 4), .Depth(1 << PassW)) u_passes (
    .clk_i, .w_en_i(told_i), .w_addr_i({told_data_i.ring[RingW-1:0], told_data_i.order[OrderW-1:0], told_data_i.pass}),
    .w_data_i({told_data_i.left[AddrW-1:0], told_data_i.right[AddrW-1:0], told_data_i.parent}),
    .r_en_i(go), .r_addr_i(next), .r_data_o({left, right, parent}));
  assign opens       = opened_i && opened_data_i.n_in != 5'd1;
  assign opened_ring = opened_data_i.ctx[SlotW+:RingW];
  sumac_ram #(.Width(SlotW + AddrW + 4 + 8 + BeatW + 3), .Depth(1 << (PassW - 4))) u_contexts (
    .clk_i, .w_en_i(opens), .w_addr_i({opened_ring, opened_data_i.order[OrderW-1:0]}),
    .w_data_i({opened_data_i.ctx[SlotW-1:0], opened_data_i.pool[AddrW-1:0], opened_data_i.op, opened_data_i.type_code, beats_new,
               opened_data_i.bytes == 16'd0, slow_new, 32'(opened_data_i.bytes) < ShortBytes}),
    .r_en_i(go), .r_addr_i(next[PassW-1:4]), .r_data_o({slot, result, op, type_code, beats, empty, slow, short}));
  logic        unused_bad, unused_product;
  logic [13:0] unused_lane;
  sumac_alu_decode u_decode (
    .op_i(opened_data_i.op), .type_i(opened_data_i.type_code), .bad_o(unused_bad),
    .lane_o({unused_product, slow_new, unused_lane}));

  // Operands that passes on their way will make: there is room for them.
  logic [5:0] makes_q;
  logic       tells;
  assign live1  = open_i[ring1_q[RingIdW+:GroupW]];
  assign enters = v1_q && live1 && room_q && (!v2_q || taken);

  always_ff @(posedge clk_i) begin : steps
    if (go) {v1_q, ring1_q} <= {queued, next[PassW-1-:RingW]};
    v2_q <= enters || (v2_q && !taken);
    {ends_o, ends_group_o} <= {v1_q && go && (!live1 || empty), ring1_q[RingIdW+:GroupW]};
    if (rst_i) {v1_q, v2_q, ends_o} <= 3'b000;
  end
  always_ff @(posedge clk_i) begin : door
    if (!v2_q || taken) begin
      ctx2_q       <= {ring1_q, slot};
      parent2_q    <= parent;
      empty2_q     <= empty;
      slow2_q      <= slow;
      short2_q     <= short;
      {left_q, right_q, result_q} <= {left, right, result};
      what_q       <= {beats, op, type_code};
    end
  end
  assign root2          = parent2_q == 4'd0;      // it writes the context's result, others over their left operand
  assign pass_valid_o   = v2_q && !empty2_q;
  assign pass_o         = {17'(left_q), 17'(right_q), 17'(root2 ? result_q : left_q), 7'(what_q[12+:BeatW]), what_q[11:0],
                           16'({ctx2_q, short2_q, root2})};
  logic [6:0] early_no_q;
  assign early_o        = {pass_valid_o && pass_ready_i && short2_q && root2, 14'(ctx2_q), early_no_q};
  always_ff @(posedge clk_i) early_no_q <= rst_i ? 7'd0 : early_no_q + 7'(early_o.now);
  assign whole_valid_o  = v2_q && empty2_q && root2;
  assign whole_ctx_o    = ctx2_q;
  assign taken          = v2_q && (empty2_q ? !root2 || whole_ready_i : pass_ready_i);
  assign tells          = taken && !root2;

  // The lines on which parents wait to be told.
  logic [Slow-1:0]     line_q;
  logic [Quick-1:0]    quick_line_q;
  sumac_pkg::operand_t made, a, b;
  logic [sumac_pkg::OPERAND_W-1:0] line_data_q [Slow], quick_data_q [Quick];
  logic                a_valid, a_ready, b_valid, b_ready, a_room, b_room;
  assign made = {14'(ctx2_q), parent2_q};
  always_ff @(posedge clk_i) begin : lines
    line_q          <= {line_q[Slow-2:0], tells && slow2_q};
    quick_line_q    <= {quick_line_q[Quick-2:0], tells && !slow2_q};
    line_data_q[0]  <= made;
    quick_data_q[0] <= made;
    for (int i = 1; i < Slow; i++) line_data_q[i] <= line_data_q[i-1];
    for (int i = 1; i < Quick; i++) quick_data_q[i] <= quick_data_q[i-1];
    makes_q <= makes_q + 6'(tells) - 6'(made_valid_o && made_ready_i);
    room_q  <= makes_q < 6'd28;
    if (rst_i) begin
      line_q       <= '0;
      quick_line_q <= '0;
      makes_q      <= 6'd0;
    end
  end
  sumac_fifo #(.Width(sumac_pkg::OPERAND_W), .Depth(32)) u_quick (
    .clk_i, .rst_i, .in_valid_i(quick_line_q[Quick-1]), .in_ready_o(a_room), .in_data_i(quick_data_q[Quick-1]),
    .out_valid_o(a_valid), .out_ready_i(a_ready), .out_data_o(a));
  sumac_fifo #(.Width(sumac_pkg::OPERAND_W), .Depth(32)) u_slow (
    .clk_i, .rst_i, .in_valid_i(line_q[Slow-1]), .in_ready_o(b_room), .in_data_i(line_data_q[Slow-1]),
    .out_valid_o(b_valid), .out_ready_i(b_ready), .out_data_o(b));
  sumac_merge #(.Width(sumac_pkg::OPERAND_W)) u_made (
    .clk_i, .rst_i, .a_valid_i(a_valid), .a_ready_o(a_ready), .a_data_i(a), .b_valid_i(b_valid), .b_ready_o(b_ready), .b_data_i(b),
    .out_valid_o(made_valid_o), .out_ready_i(made_ready_i), .out_data_o(made_o));
  assign idle_o = !queued && !v1_q && !v2_q && makes_q == 6'd0;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_made: assert property (@(posedge clk_i) disable iff (rst_i)
    (quick_line_q[Quick-1] && !a_room) || (line_q[Slow-1] && !b_room) |-> 1'b0)
    else $error("P3: a pass is lost");
`endif
`endif
endmodule
