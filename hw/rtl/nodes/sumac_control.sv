// Control by events: leads an accepted descriptor's chunks from operands to acknowledged outputs. Wiring, in the order in which a
// chunk passes: a context is opened, its inputs are expected, matched with what arrives and joined to passes, which are issued to
// the combine unit; a context whose value is whole retires in its turn, its outputs go, and when they have been answered it owes
// nothing more. docs/nic.md has tables of what each module keeps, and of what waits where.
module sumac_control #(
  parameter int FanIn        = sumac_pkg::DefFanIn,
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int Nodes        = sumac_pkg::DefNodes,
  parameter int Rings        = sumac_pkg::DefRings,
  parameter int RingSlots    = sumac_pkg::DefRingSlots,
  parameter int SlotBeats    = sumac_pkg::DefSlotBeats,
  localparam int GroupW      = $clog2(Groups),
  localparam int ChanW       = $clog2(Channels),
  localparam int AddrW       = $clog2(PoolBeats),
  localparam int IdxW        = $clog2(Nodes),
  localparam int NodeW       = GroupW + IdxW,
  localparam int RingIdW     = $clog2(Rings),
  localparam int RingW       = GroupW + RingIdW,
  localparam int SlotW       = $clog2(RingSlots),
  localparam int CtxW        = RingW + SlotW,
  localparam int OrderW      = SlotW < 4 ? SlotW : 4
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   open_i,
  input  logic [Groups-1:0]   reset_i,        // a pulse: the group is opened
  // an accepted node
  input  logic                acc_valid_i,
  input  sumac_pkg::acc_t     acc_i,
  input  sumac_pkg::start_t   start_i,
  output logic [GroupW-1:0]   group_o,        // whose layout is wanted
  input  sumac_pkg::layout_t  layout_i,
  // a channel is opened, and waits until nothing of an earlier one is left
  input  logic                anew_i,
  input  sumac_pkg::ch_cfg_t  channel_i,
  output logic                clears_o,
  // receive
  input  logic                arrive_i,
  input  sumac_pkg::arrive_t  arrival_i,
  input  logic                commit_i,
  input  sumac_pkg::commit_t  commit_data_i,
  input  logic [ChanW-1:0]    blocked_index_i,
  output logic                blocked_o,
  output logic                release_o,
  output logic [ChanW-1:0]    release_channel_o,
  // DMA
  output logic                rd_valid_o,
  input  logic                rd_ready_i,
  output sumac_pkg::rd_t      rd_o,
  input  logic                rd_done_i,
  input  sumac_pkg::rd_done_t rd_done_data_i,
  // bytes that came with a descriptor, into packet memory
  output logic                w_valid_o,
  input  logic                w_ready_i,
  output logic [AddrW-1:0]    w_addr_o,
  output logic [127:0]        w_data_o,
  output logic                wr_valid_o,
  input  logic                wr_ready_i,
  output sumac_pkg::wr_t      wr_o,
  input  logic                wr_done_i,
  input  sumac_pkg::wr_done_t wr_done_data_i,
  // passes
  output logic                pass_valid_o,
  input  logic                pass_ready_i,
  output sumac_pkg::pass_t    pass_o,
  input  logic                pass_done_i,
  input  logic [15:0]         pass_done_tag_i,
  // transmit
  output logic                tx_valid_o,
  input  logic                tx_ready_i,
  output sumac_pkg::tx_t      tx_o,
  // the ranks disagree
  output logic                differ_valid_o,
  input  logic                differ_ready_i,
  output sumac_pkg::fault_t   differ_o,
  // completion
  output logic                sum_w_o,
  output logic [NodeW-1:0]    sum_node_o,
  output logic [31:0]         sum_o,
  output logic                end_o,
  output logic [NodeW-1:0]    end_node_o,
  output logic                node_free_o,
  output logic [NodeW-1:0]    node_free_node_o,
  // begun: reads, passes, writes; ended: passes
  output logic [2:0]          begun_o,
  output logic [3*GroupW-1:0] begun_group_o,
  output logic                ended_o,
  output logic [GroupW-1:0]   ended_group_o,
  input  logic [2:0]          busy_i,         // DMA reads, DMA writes, the combine unit: at work
  output logic [17:0]         cause_o,        // of the stages from open to owe
  input  logic [47:0]         now_i,
  input  logic [GroupW+2:0]   cause_index_i,  // of groups' cycles
  output logic [47:0]         cause_cycles_o,
  output logic [2:0]          pick_o,         // open, expect with give, and outputs hold nothing that a group might begin
  output logic                idle_o
);
  // ---------------------------------------------------------------- a group that is opened begins anew
  logic              clears, open_clear, join_clear, retire_clear, out_clear, begun_anew, anew_idle;
  logic [Groups-1:0] open;
  sumac_pkg::clear_t clear;
  sumac_anew #(.Groups(Groups), .Rings(Rings)) u_anew (
    .clk_i, .rst_i, .open_i, .reset_i, .open_o(open), .ready_i(open_clear && retire_clear && out_clear), .bits_i(join_clear),
    .acc_valid_i, .clears_o(clears), .clear_o(clear), .ends_o(begun_anew), .idle_o(anew_idle)
  );

  logic [NodeW-1:0] node;
  logic [ChanW-1:0] anew_index;
  assign node       = acc_i.node[NodeW-1:0];
  assign anew_index = channel_i.index[ChanW-1:0];

  // ---------------------------------------------------------------- a context is opened
  logic               look, lacks, opened_valid, opened, expect_ready, retire_ready, out_ready, owe_ready, freed, open_idle;
  logic [CtxW-1:0]    freed_ctx;
  sumac_pkg::opened_t opened_data;
  logic               may_open;
  assign may_open = retire_ready && out_ready && owe_ready && !clears;
  assign opened   = opened_valid && expect_ready && may_open;
  sumac_open #(
    .Groups(Groups), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_open (
    .clk_i, .rst_i, .open_i(open), .clear_ready_o(open_clear), .clear_i(clear), .acc_valid_i, .acc_i, .group_o, .layout_i,
    .freed_i(freed), .freed_ctx_i(freed_ctx), .opened_valid_o(opened_valid), .opened_ready_i(expect_ready && may_open),
    .opened_o(opened_data), .look_o(look), .lacks_o(lacks), .pick_o(pick_o[0]), .idle_o(open_idle)
  );

  // ---------------------------------------------------------------- what it needs is expected, and fetched
  logic                room, expect_valid, told, place, there, expect_idle;
  sumac_pkg::expect_t  expected;
  sumac_pkg::told_t    told_data;
  sumac_pkg::place_t   place_data;
  sumac_pkg::operand_t there_operand;
  sumac_expect #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_expect (
    .clk_i, .rst_i, .open_i(open), .start_node_i(node), .start_i, .anew_i, .channel_i,
    .opened_valid_i(opened_valid && may_open), .opened_ready_o(expect_ready), .opened_i(opened_data),
    .room_i(room), .expect_valid_o(expect_valid), .expect_o(expected), .told_o(told), .told_data_o(told_data),
    .place_valid_o(place), .place_o(place_data), .rd_valid_o, .rd_ready_i, .rd_o, .rd_done_i,
    .rd_done_ctx_i({rd_done_data_i.ring[RingW-1:0], rd_done_data_i.slot[SlotW-1:0]}), .w_valid_o, .w_ready_i, .w_addr_o,
    .w_data_o, .there_o(there), .there_operand_o(there_operand), .idle_o(expect_idle)
  );

  // ---------------------------------------------------------------- matched with what arrives, and joined to passes
  logic                match_clears, met, found_valid, found_ready, match_idle;
  sumac_pkg::met_t     met_data, found;
  sumac_match #(.Groups(Groups), .Channels(Channels), .Rings(Rings), .RingSlots(RingSlots)) u_match (
    .clk_i, .rst_i, .anew_i, .anew_index_i(anew_index), .clears_o(match_clears), .arrive_i, .arrival_i, .room_o(room),
    .expect_i(expect_valid), .expect_data_i(expected), .met_o(met), .met_data_o(met_data), .found_valid_o(found_valid),
    .found_ready_i(found_ready), .found_o(found), .idle_o(match_idle)
  );
  logic                made_valid, made_ready, fired, whole, join_pick, join_idle;
  sumac_pkg::operand_t made, fired_operand;
  logic [OrderW-1:0]   fired_order;
  logic [CtxW-1:0]     whole_ctx;
  sumac_join #(.Groups(Groups), .Channels(Channels), .Rings(Rings), .RingSlots(RingSlots)) u_join (
    .clk_i, .rst_i, .open_i(open), .anew_i, .channel_i, .opened_i(opened), .opened_data_i(opened_data), .met_i(met),
    .met_data_i(met_data), .made_valid_i(made_valid), .made_ready_o(made_ready), .made_i(made), .there_i(there),
    .there_operand_i(there_operand), .found_valid_i(found_valid), .found_ready_o(found_ready), .found_i(found),
    .clear_ready_o(join_clear), .clear_i(clear.now), .clear_group_i(clear.ring[RingIdW+:GroupW]), .fired_o(fired),
    .fired_operand_o(fired_operand), .fired_order_o(fired_order), .whole_o(whole), .whole_ctx_o(whole_ctx), .differ_valid_o,
    .differ_ready_i, .differ_o, .pick_o(join_pick), .idle_o(join_idle)
  );

  // ---------------------------------------------------------------- passes are issued
  logic                  empty_valid, empty_ready, issue_idle, issue_begins;
  logic [CtxW-1:0]       empty_ctx;
  logic [GroupW-1:0]     issue_group;
  logic [6:0]            early_count_q;
  sumac_pkg::early_t     early;
  sumac_pkg::root_done_t root_done;
  assign root_done = {pass_done_i && pass_done_tag_i[1:0] == 2'b01, pass_done_i && pass_done_tag_i[1:0] == 2'b11,
                      pass_done_tag_i[15:2], early_count_q};
  always_ff @(posedge clk_i) early_count_q <= rst_i ? 7'd0 : early_count_q + 7'(root_done.early);
  sumac_issue #(
    .FanIn(FanIn), .Groups(Groups), .PoolBeats(PoolBeats), .Rings(Rings), .RingSlots(RingSlots), .SlotBeats(SlotBeats)
  ) u_issue (
    .clk_i, .rst_i, .open_i(open), .opened_i(opened), .opened_data_i(opened_data), .told_i(told), .told_data_i(told_data),
    .fired_i(fired), .fired_operand_i(fired_operand), .fired_order_i(fired_order), .pass_valid_o, .pass_ready_i, .pass_o,
    .early_o(early), .begins_o(issue_begins), .begins_group_o(issue_group), .made_valid_o(made_valid),
    .made_ready_i(made_ready), .made_o(made), .whole_valid_o(empty_valid), .whole_ready_i(empty_ready), .whole_ctx_o(empty_ctx),
    .idle_o(issue_idle)
  );

  // ---------------------------------------------------------------- whole contexts retire in their turn
  logic              ready, fold_valid, fold_ready, retire_idle, retire_ends, owe_ends;
  sumac_pkg::ready_t ready_data;
  sumac_pkg::give_t  fold;
  sumac_pkg::gives_t gives;
  logic [NodeW-1:0]  retire_node, ends_node;
  sumac_retire #(.Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_retire (
    .clk_i, .rst_i, .open_i(open), .clear_ready_o(retire_clear), .clear_i(clear), .start_node_i(node),
    .start_i, .opened_ready_o(retire_ready), .opened_i(opened), .opened_data_i(opened_data),
    .root_done_i(root_done), .early_i(early), .whole_i(whole), .whole_ctx_i(whole_ctx), .empty_valid_i(empty_valid),
    .empty_ready_o(empty_ready), .empty_ctx_i(empty_ctx), .ready_o(ready), .ready_data_o(ready_data),
    .release_valid_o(fold_valid), .release_ready_i(fold_ready), .release_o(fold), .gives_o(gives), .sum_w_o, .sum_node_o, .sum_o,
    .end_o(retire_ends), .end_node_o(retire_node), .idle_o(retire_idle)
  );

  // ---------------------------------------------------------------- their outputs go
  logic             hand_valid, hand_ready, back, out_clears, sent, none_valid, none_ready, out_idle;
  sumac_pkg::back_t back_data;
  sumac_pkg::woke_t wake;
  sumac_pkg::puts_t puts;
  sumac_pkg::hand_t hand;
  sumac_pkg::sent_t sent_data;
  sumac_out #(.Groups(Groups), .PoolBeats(PoolBeats), .Rings(Rings), .RingSlots(RingSlots)) u_out (
    .clk_i, .rst_i, .open_i(open), .clear_ready_o(out_clear), .clear_i(clear),
    .opened_ready_o(out_ready), .opened_i(opened), .opened_data_i(opened_data), .place_i(place), .place_data_i(place_data),
    .root_done_i(root_done), .ready_i(ready), .ready_data_i(ready_data), .wake_i(wake),
    .hand_valid_o(hand_valid), .hand_ready_i(hand_ready), .hand_o(hand), .back_i(back), .back_data_i(back_data), .idle_o(out_idle)
  );
  sumac_outputs #(
    .Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_outputs (
    .clk_i, .rst_i, .open_i(open), .start_node_i(node), .start_i, .anew_i, .channel_i, .clears_o(out_clears), .commit_i,
    .commit_data_i, .root_done_i(root_done), .hand_valid_i(hand_valid), .hand_ready_o(hand_ready), .hand_i(hand), .back_o(back),
    .back_data_o(back_data), .wake_o(wake), .blocked_index_i, .blocked_o, .wr_valid_o, .wr_ready_i, .wr_o, .tx_valid_o, .tx_ready_i,
    .tx_o, .sent_o(sent), .sent_data_o(sent_data), .none_valid_o(none_valid), .none_ready_i(none_ready), .state_o(puts)
  );

  // ---------------------------------------------------------------- and are answered
  logic             owe_free;
  logic [NodeW-1:0] owe_node;
  logic             owe_clears, owe_idle, give_clears, give_idle, relay;
  sumac_pkg::give_t relay_data;
  sumac_owe #(.Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_owe (
    .clk_i, .rst_i, .open_i(open), .anew_i, .anew_index_i(anew_index), .clears_o(owe_clears), .commit_i, .commit_data_i,
    .opened_ready_o(owe_ready), .opened_i(opened), .opened_data_i(opened_data), .place_i(place), .place_data_i(place_data),
    .sent_i(sent), .sent_data_i(sent_data), .wrote_i(wr_done_i),
    .wrote_ctx_i({wr_done_data_i.ring[RingW-1:0], wr_done_data_i.slot[SlotW-1:0]}), .none_valid_i(none_valid),
    .none_ready_o(none_ready), .none_ctx_i(sent_data.ctx[CtxW-1:0]), .freed_o(freed), .freed_ctx_o(freed_ctx), .relay_o(relay),
    .relay_data_o(relay_data), .node_free_o(owe_free), .node_o(owe_node), .node_ends_o(owe_ends),
    .idle_o(owe_idle)
  );
  sumac_give #(.Channels(Channels), .Contexts(1 << CtxW)) u_give (
    .clk_i, .rst_i, .anew_i, .anew_index_i(anew_index), .clears_o(give_clears), .relay_i(relay), .relay_data_i(relay_data),
    .fold_valid_i(fold_valid), .fold_ready_o(fold_ready), .fold_i(fold), .release_o, .release_channel_o, .idle_o(give_idle)
  );
  // A group's next life finds no context of this one whose inputs are walked, no slot that is to be given back, no fault to be
  // told.
  assign pick_o[2] = puts.pick;
  assign pick_o[1] = expect_idle && !opened_valid && join_pick && gives.all && give_idle;
  assign clears_o = match_clears || out_clears || owe_clears || give_clears;

  // A node's entry is free when its inputs' slots have been looked up, too.
  logic       freeing;
  logic [6:0] freed_at;
  logic       still;
  sumac_queue #(.Width(NodeW + 7), .Depth(Groups * Nodes)) u_entries (
    .clk_i, .rst_i, .in_valid_i(owe_free), .in_data_i({owe_node, gives.giving}), .out_valid_o(freeing), .out_ready_i(node_free_o),
    .out_data_o({node_free_node_o, freed_at}));
  assign still       = 7'(gives.gave - freed_at) > 7'd63;
  assign node_free_o = freeing && !still;

  // A gathering node is complete with its last context; what retires comes first.
  logic ends_valid, ends_room;
  sumac_fifo #(.Width(NodeW), .Depth(16)) u_ends (
    .clk_i, .rst_i, .in_valid_i(owe_ends), .in_ready_o(ends_room), .in_data_i(owe_node),
    .out_valid_o(ends_valid), .out_ready_i(!retire_ends), .out_data_o(ends_node));
  assign end_o      = retire_ends || ends_valid;
  assign end_node_o = retire_ends ? retire_node : ends_node;

  // ---------------------------------------------------------------- what all of them wait for
  sumac_control_causes #(.Groups(Groups), .Rings(Rings), .RingSlots(RingSlots)) u_causes (
    .clk_i, .rst_i, .open_i(open), .anew_i(begun_anew), .anew_group_i(clear.ring[RingIdW+:GroupW]),
    .steps_i({freed, ready, opened}),
    .groups_i({freed_ctx[CtxW-1-:GroupW], ready_data.ctx[CtxW-1-:GroupW], opened_data.ctx[CtxW-1-:GroupW]}),
    .look_i(look), .lacks_i(lacks), .look_ring_i(opened_data.ctx[SlotW+:RingW]), .spent_i(puts.spent),
    .spent_ring_i(sent_data.ctx[SlotW+:RingW]), .wake_i(wake.rings[Rings-1:0]), .wake_group_i(wake.group[GroupW-1:0]),
    .valid_i({tx_valid_o, wr_valid_o, pass_valid_o, rd_valid_o, opened_valid}),
    .ready_i({tx_ready_i, wr_ready_i, pass_ready_i, rd_ready_i, opened}), .opens_i(!pick_o[0] || !open_idle),
    .joins_i(!(expect_idle && match_idle && join_idle)), .issues_i(!issue_idle), .retires_i(!retire_idle),
    .puts_i(!(out_idle && puts.idle)), .holds_i(puts.holds), .owes_i(!owe_idle), .reads_i(busy_i[0]), .writes_i(busy_i[1]),
    .combines_i(busy_i[2]), .cause_o, .now_i, .index_i(cause_index_i), .cycles_o(cause_cycles_o)
  );

  assign begun_o       = {wr_valid_o && wr_ready_i, issue_begins, rd_valid_o && rd_ready_i};
  assign begun_group_o = {wr_o.ring[RingIdW+:GroupW], issue_group, rd_o.ring[RingIdW+:GroupW]};
  assign ended_o       = pass_done_i;
  assign ended_group_o = pass_done_tag_i[CtxW+1-:GroupW];
  assign idle_o        = anew_idle && open_idle && pick_o[0] && !opened_valid && expect_idle && match_idle
                         && join_idle && issue_idle
                         && retire_idle && out_idle && puts.idle && owe_idle && give_idle && !freeing && !ends_valid
                         && !acc_valid_i;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_ends: assert property (@(posedge clk_i) disable iff (rst_i) owe_ends |-> ends_room) else $error("a node's end is lost");
`endif
`endif
endmodule
