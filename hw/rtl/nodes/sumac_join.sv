// Joins the operands of passes: a bit for each pass of each context says that one of its operands is there. The second to come
// clears the bit, and the pass fires; so each pass of a context fires exactly once, and when the last one has, all bits are clear
// (P3). An operand of a context that needs no pass makes its value whole. A chunk that came by a channel must agree with the
// context: its length, and with a stream's first chunk, its node's word (R20); else the group fails.
// Arrivals come first, as they cannot wait; then what passes have made; then memory operands, and chunks that were found. A memory
// operand that needs no pass passes by the others. A context leaves its bits clear; a group that begins anew has them cleared.
// Latency: 3 cycles. Throughput: an operand a cycle. Memory: RAM: the bits; by context, what must come; the channels' ranks.
// Reset: forgets what is on its way.
module sumac_join #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int ChanW    = $clog2(Channels),
  localparam int SlotW    = $clog2(RingSlots),
  localparam int RingIdW  = $clog2(Rings),
  localparam int CtxW     = GroupW + RingIdW + SlotW,
  localparam int OrderW   = SlotW < 4 ? SlotW : 4
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   open_i,
  output logic                clear_ready_o,
  input  logic                clear_i,
  input  logic [GroupW-1:0]   clear_group_i,
  input  logic                anew_i,
  input  sumac_pkg::ch_cfg_t  channel_i,
  input  logic                opened_i,
  input  sumac_pkg::opened_t  opened_data_i,
  // operands
  input  logic                met_i,
  input  sumac_pkg::met_t     met_data_i,
  input  logic                made_valid_i,
  output logic                made_ready_o,
  input  sumac_pkg::operand_t made_i,
  input  logic                there_i,
  input  sumac_pkg::operand_t there_operand_i,
  input  logic                found_valid_i,
  output logic                found_ready_o,
  input  sumac_pkg::met_t     found_i,
  // a pass fires; a context's value is whole
  output logic                fired_o,
  output sumac_pkg::operand_t fired_operand_o,
  output logic [OrderW-1:0]   fired_order_o,  // its context's, modulo 16
  output logic                whole_o,
  output logic [CtxW-1:0]     whole_ctx_o,
  // the ranks disagree
  output logic                differ_valid_o,
  input  logic                differ_ready_i,
  output sumac_pkg::fault_t   differ_o,
  output logic                pick_o,         // no fault is to be told
  output logic                idle_o
);
  // Memory operands cannot wait either, but their reads take longer than their turn. One that needs no pass goes straight on.
  logic                there_valid, there_ready, there_room, there_none, there_whole, none, straight, relay2_q;   // none: no pass
  sumac_pkg::operand_t there;
  assign none     = there_operand_i.pass == 4'd0;
  assign straight = there_i && none && !relay2_q && !there_whole;
  sumac_fifo #(.Width(1 + sumac_pkg::OPERAND_W), .Depth(64), .Head(1'b1)) u_there (
    .clk_i, .rst_i, .in_valid_i(there_i && !straight), .in_ready_o(there_room), .in_data_i({none, there_operand_i}),
    .out_valid_o(there_valid), .out_ready_i(there_ready), .out_data_o({there_none, there}));

  logic            valid, checked;
  sumac_pkg::met_t operand;
  always_comb begin : turn
    made_ready_o  = !met_i;
    there_whole   = there_valid && there_none;
    there_ready   = there_none ? !relay2_q : !met_i && !made_valid_i;
    found_ready_o = !met_i && !made_valid_i && (!there_valid || there_whole);
    valid         = met_i || made_valid_i || there_valid && !there_whole || found_valid_i;
    checked       = met_i || (found_ready_o && found_valid_i);
    operand       = met_i ? met_data_i : found_i;
    if (!met_i && made_valid_i) {operand.ctx, operand.pass} = made_i;
    else if (!met_i && there_valid && !there_whole) {operand.ctx, operand.pass} = there;
  end

  // A group's contexts begin with clear bits, also those that a failed life has left in between.
  logic                   clear_q;
  logic [GroupW-1:0]      clear_group_q;
  logic [CtxW-GroupW-1:0] clear_no_q;
  assign clear_ready_o = !clear_q;
  always_ff @(posedge clk_i) begin : clearing
    if (clear_q && !v3_q) begin
      clear_no_q <= clear_no_q + (CtxW - GroupW)'(1);
      clear_q    <= clear_no_q != '1;
    end
    if (clear_i) {clear_q, clear_group_q, clear_no_q} <= {1'b1, clear_group_i, (CtxW - GroupW)'(0)};
    if (rst_i) clear_q <= 1'b0;
  end

  // Two steps to the context's bits and what it must be; the third sets or clears a bit, and the fourth writes it. A context's bits
  // are forwarded from the last three.
  logic             v1_q, v2_q, v3_q, v4_q, checked1_q, checked2_q;
  sumac_pkg::met_t  o1_q, o2_q;
  logic [CtxW-1:0]  ctx3_q, ctx4_q;
  logic [15:0]      bits, mine2_q, old2_q, new2, new3_q, new4_q;
  localparam int MustW = 1 + 16 + OrderW;   // without the word: as an UltraRAM it would have a choice in front of the comparison
  logic [OrderW-1:0] order, order2_q;
  logic             first, first2_q, first_same2_q, agrees2, fires;
  logic [16:0]      same, same2_q;         // the word, three bits each, and the length
  logic [31:0]      word;
  logic [15:0]      bytes;
  sumac_ram #(.Width(16), .Depth(1 << CtxW)) u_bits (
    .clk_i, .w_en_i(v3_q || clear_q), .w_addr_i(v3_q ? ctx3_q : {clear_group_q, clear_no_q}),
    .w_data_i(v3_q ? new3_q : 16'd0), .r_en_i(1'b1), .r_addr_i(operand.ctx[CtxW-1:0]), .r_data_o(bits));
  sumac_ram #(.Width(MustW), .Depth(1 << CtxW)) u_must (
    .clk_i, .w_en_i(opened_i), .w_addr_i(opened_data_i.ctx[CtxW-1:0]),
    .w_data_i({opened_data_i.chunk == 32'd0, opened_data_i.bytes, opened_data_i.order[OrderW-1:0]}),
    .r_en_i(1'b1), .r_addr_i(operand.ctx[CtxW-1:0]), .r_data_o({first, bytes, order}));
  sumac_ram #(.Width(32), .Depth(1 << CtxW)) u_words (
    .clk_i, .w_en_i(opened_i), .w_addr_i(opened_data_i.ctx[CtxW-1:0]), .w_data_i(opened_data_i.word),
    .r_en_i(1'b1), .r_addr_i(operand.ctx[CtxW-1:0]), .r_data_o(word));

  logic wrong2, lives_q, there_lives;
  assign there_lives = straight ? open_i[there_operand_i.ctx[SlotW+RingIdW+:GroupW]]
                                : there_whole && open_i[there.ctx[SlotW+RingIdW+:GroupW]];
  always_comb begin : compare              // as much as a look-up's cycle holds
    for (int i = 0; i < 10; i++) same[i] = o1_q.word[3*i+:3] == word[3*i+:3];
    same[10] = o1_q.word[31:30] == word[31:30];
    for (int i = 0; i < 5; i++) same[11+i] = o1_q.bytes[3*i+:3] == bytes[3*i+:3];
    same[16] = o1_q.bytes[15] == bytes[15];
  end
  assign agrees2 = first_same2_q && same2_q[16:11] == '1 && (!first2_q || same2_q[10:0] == '1);
  assign wrong2 = checked2_q && !agrees2;
  assign fires  = old2_q[o2_q.pass];
  assign new2   = old2_q ^ (wrong2 || !lives_q ? 16'd0 : mine2_q);     // what comes late from a closed life leaves no bit

  always_ff @(posedge clk_i) begin : steps
    {v1_q, checked1_q, o1_q} <= {valid, checked, operand};
    {v2_q, checked2_q, o2_q} <= {v1_q, checked1_q, o1_q};
    relay2_q                 <= v1_q && o1_q.pass == 4'd0;
    {v3_q, ctx3_q, new3_q}             <= {v2_q, o2_q.ctx[CtxW-1:0], new2};
    {v4_q, ctx4_q, new4_q}             <= {v3_q, ctx3_q, new3_q};
    if (v2_q && o2_q.ctx == o1_q.ctx) old2_q <= new2;
    else if (v3_q && ctx3_q == o1_q.ctx[CtxW-1:0]) old2_q <= new3_q;
    else if (v4_q && ctx4_q == o1_q.ctx[CtxW-1:0]) old2_q <= new4_q;
    else old2_q <= bits;
    for (int i = 1; i < 16; i++) mine2_q[i] <= o1_q.pass == 4'(i);
    mine2_q[0]    <= 1'b0;
    same2_q       <= same;
    first2_q      <= first;
    lives_q       <= open_i[group1];
    order2_q      <= order;
    first_same2_q <= o1_q.first == first;
    fired_o   <= v2_q && !wrong2 && lives_q && o2_q.pass != 4'd0 && fires;
    whole_o   <= relay2_q ? !wrong2 && lives_q : there_lives;
    if (rst_i) {v1_q, v2_q, relay2_q, v3_q, v4_q, fired_o, whole_o} <= 7'b0000000;
  end
  always_ff @(posedge clk_i) begin : result
    fired_operand_o <= {14'(o2_q.ctx[CtxW-1:0]), o2_q.pass};
    fired_order_o   <= order2_q;
    whole_ctx_o     <= relay2_q ? o2_q.ctx[CtxW-1:0] : straight ? there_operand_i.ctx[CtxW-1:0] : there.ctx[CtxW-1:0];
  end

  // The first that disagrees fails its group; a group waits for its turn once.
  typedef enum logic [1:0] {None, Rank, Tell} state_e;
  state_e            state_q;
  logic [ChanW-1:0]  channel_q;
  logic [GroupW-1:0] group_q, group1, group2, next_group;
  logic [ChanW-1:0]  next_channel;
  logic [GroupW+ChanW-1:0] new_q;
  logic [Groups-1:0] differed_q;
  logic              differs, differs_q, known_q, differ_room, waits;     // known_q: the group waits already, or has
  logic [15:0]       rank;
  sumac_ram #(.Width(16), .Depth(Channels)) u_ranks (
    .clk_i, .w_en_i(anew_i), .w_addr_i(channel_i.index[ChanW-1:0]), .w_data_i(channel_i.rank),
    .r_en_i(state_q == Rank), .r_addr_i(channel_q), .r_data_o(rank));
  sumac_fifo #(.Width(GroupW + ChanW), .Depth(Groups), .Head(1'b1)) u_differ (
    .clk_i, .rst_i, .in_valid_i(differs_q), .in_ready_o(differ_room), .in_data_i(new_q),
    .out_valid_o(waits), .out_ready_i(state_q == None), .out_data_o({next_group, next_channel}));
  assign group1  = o1_q.ctx[SlotW+RingIdW+:GroupW];
  assign group2  = o2_q.ctx[SlotW+RingIdW+:GroupW];
  assign differs = v2_q && wrong2 && lives_q && !known_q;
  always_ff @(posedge clk_i) begin : fault
    case (state_q)
      None: if (waits) state_q <= Rank;
      Rank: state_q <= Tell;
      default: if (differ_ready_i) state_q <= None;
    endcase
    if (state_q == None) {group_q, channel_q} <= {next_group, next_channel};
    known_q    <= differed_q[group1] || (differs && group2 == group1);
    differed_q <= open_i & (differed_q | (differs ? Groups'(1) << group2 : '0));
    {differs_q, new_q} <= {differs && !rst_i, group2, o2_q.channel[ChanW-1:0]};
    if (rst_i) {state_q, differed_q} <= {None, Groups'(0)};
  end
  assign differ_valid_o = state_q == Tell;
  assign pick_o         = state_q == None && !waits && !differs_q;
  assign differ_o       = {6'(group_q), sumac_pkg::ST_EMISMATCH, rank};
  assign idle_o         = !valid && !there_valid && !v1_q && !v2_q && !fired_o && !whole_o && pick_o;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_room:   assert property (@(posedge clk_i) disable iff (rst_i) there_i |-> there_room) else $error("an operand is lost");
  a_clear:  assert property (@(posedge clk_i) disable iff (rst_i) opened_i && clear_q
    |-> opened_data_i.ctx[SlotW+RingIdW+:GroupW] != clear_group_q) else $error("a context is opened whose bits are cleared later");
  a_agrees: assert property (@(posedge clk_i) disable iff (rst_i) (differs && open_i[group2] |=> differed_q[$past(group2)]))
    else $error("R20: a chunk that does not agree fails no group");
  a_differ: assert property (@(posedge clk_i) disable iff (rst_i) differs_q |-> differ_room)
    else $error("R20: a group that disagrees is forgotten");
`endif
`endif
endmodule
