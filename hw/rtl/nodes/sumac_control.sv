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
  input  logic [47:0]         now_i,
  input  sumac_pkg::states_t  states_i,
  // an accepted node
  input  sumac_pkg::accepted_t accepted_i,
  output logic [GroupW-1:0]   group_o,        // whose layout is wanted
  input  sumac_pkg::layout_t  layout_i,
  input  sumac_pkg::opens_t   opens_i,        // SENDS.CLEARS until nothing of an earlier one is left
  // the transport
  input  sumac_pkg::received_t received_i,
  output sumac_pkg::sends_t   sends_o,
  input  logic                send_ready_i,
  // DMA; and bytes that came with a descriptor, into packet memory
  output sumac_pkg::jobs_t    jobs_o,
  input  logic [1:0]          jobs_ready_i,   // write, read
  input  sumac_pkg::done_t    done_i,
  output logic                given_valid_o,
  input  logic                given_ready_i,
  output sumac_pkg::given_t   given_o,
  // passes
  output logic                pass_valid_o,
  input  logic                pass_ready_i,
  output sumac_pkg::pass_t    pass_o,
  input  logic                pass_done_i,
  input  logic [15:0]         pass_done_tag_i,
  // the host port: the ranks disagree; how far nodes are
  output sumac_pkg::alarm_t   differ_o,
  input  logic                differ_ready_i,
  output sumac_pkg::news_t    news_o,
  input  logic [2:0]          busy_i,         // DMA reads, DMA writes, the combine unit: at work
  input  logic [GroupW+2:0]   cause_index_i,  // of groups' cycles
  output sumac_pkg::room_t    room_o
);
  // ---------------------------------------------------------------- a group that is opened begins anew
  logic              clears, open_clear, join_clear, retire_clear, out_clear, bits_clear, begun_anew, anew_idle;
  logic [GroupW-1:0] anew_group;
  logic [Groups-1:0] open;
  sumac_pkg::clear_t clear;
  sumac_anew #(.Groups(Groups), .Rings(Rings)) u_anew (
    .clk_i, .rst_i, .open_i(states_i.open[Groups-1:0]), .reset_i(states_i.reset[Groups-1:0]), .open_o(open),
    .ready_i(open_clear && retire_clear && out_clear), .bits_i(join_clear), .acc_valid_i(accepted_i.en), .clears_o(clears),
    .clear_o(clear), .group_o(anew_group), .begins_o(bits_clear), .ends_o(begun_anew), .idle_o(anew_idle)
  );

  logic [NodeW-1:0] node;
  logic             anew;
  logic [ChanW-1:0] anew_index;
  assign node       = accepted_i.acc.node[NodeW-1:0];
  assign anew       = opens_i.en;
  assign anew_index = opens_i.channel.index[ChanW-1:0];

  // ---------------------------------------------------------------- a context is opened
  logic               look, lacks, opened_valid, opened, expect_ready, retire_ready, out_ready, owe_ready, freed, open_pick,
                      open_idle;
  logic [CtxW-1:0]    freed_ctx;
  sumac_pkg::opened_t opened_data;
  logic               may_open;
  assign may_open = retire_ready && out_ready && owe_ready && !clears;
  assign opened   = opened_valid && expect_ready && may_open;
  sumac_open #(
    .Groups(Groups), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_open (
    .clk_i, .rst_i, .open_i(open), .clear_ready_o(open_clear), .clear_i(clear), .acc_valid_i(accepted_i.en),
    .acc_i(accepted_i.acc), .group_o, .layout_i, .freed_i(freed), .freed_ctx_i(freed_ctx),
    .opened_valid_o(opened_valid), .opened_ready_i(expect_ready && may_open), .opened_o(opened_data), .look_o(look),
    .lacks_o(lacks), .pick_o(open_pick), .idle_o(open_idle)
  );

  // ---------------------------------------------------------------- what it needs is expected, and fetched
  logic                room, expect_valid, told, place, there, expect_idle;
  sumac_pkg::expect_t  expected;
  sumac_pkg::told_t    told_data;
  sumac_pkg::place_t   place_data;
  sumac_pkg::operand_t there_operand;
  logic [AddrW-1:0]    given_addr;
  assign given_o.pool = 17'(given_addr);
  sumac_expect #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)
  ) u_expect (
    .clk_i, .rst_i, .open_i(open), .start_node_i(node), .start_i(accepted_i.start), .anew_i(anew), .channel_i(opens_i.channel),
    .opened_valid_i(opened_valid && may_open), .opened_ready_o(expect_ready), .opened_i(opened_data),
    .room_i(room), .expect_valid_o(expect_valid), .expect_o(expected), .told_o(told), .told_data_o(told_data),
    .place_valid_o(place), .place_o(place_data), .rd_valid_o(jobs_o.rd_valid), .rd_ready_i(jobs_ready_i[0]), .rd_o(jobs_o.rd),
    .rd_done_i(done_i.rd_en && !done_i.rd.desc && !done_i.rd.error),
    .rd_done_ctx_i({done_i.rd.ring[RingW-1:0], done_i.rd.slot[SlotW-1:0]}), .w_valid_o(given_valid_o), .w_ready_i(given_ready_i),
    .w_addr_o(given_addr), .w_data_o(given_o.data), .there_o(there), .there_operand_o(there_operand), .idle_o(expect_idle)
  );

  // ---------------------------------------------------------------- matched with what arrives, and joined to passes
  logic                match_clears, met, found_valid, found_ready, match_idle;
  sumac_pkg::met_t     met_data, found;
  sumac_match #(.Groups(Groups), .Channels(Channels), .Rings(Rings), .RingSlots(RingSlots)) u_match (
    .clk_i, .rst_i, .anew_i(anew), .anew_index_i(anew_index), .clears_o(match_clears),
    .arrive_i(received_i.arrives), .arrival_i(received_i.arrival), .room_o(room),
    .expect_i(expect_valid), .expect_data_i(expected), .met_o(met), .met_data_o(met_data), .found_valid_o(found_valid),
    .found_ready_i(found_ready), .found_o(found), .idle_o(match_idle)
  );
  logic                made_valid, made_ready, fired, whole, join_pick, join_idle;
  sumac_pkg::operand_t made, fired_operand;
  logic [OrderW-1:0]   fired_order;
  logic [CtxW-1:0]     whole_ctx;
  sumac_join #(.Groups(Groups), .Channels(Channels), .Rings(Rings), .RingSlots(RingSlots)) u_join (
    .clk_i, .rst_i, .open_i(open), .anew_i(anew), .channel_i(opens_i.channel), .opened_i(opened),
    .opened_data_i(opened_data), .met_i(met), .met_data_i(met_data), .made_valid_i(made_valid), .made_ready_o(made_ready),
    .made_i(made), .there_i(there), .there_operand_i(there_operand), .found_valid_i(found_valid), .found_ready_o(found_ready),
    .found_i(found), .clear_ready_o(join_clear), .clear_i(bits_clear), .clear_group_i(anew_group), .fired_o(fired),
    .fired_operand_o(fired_operand), .fired_order_o(fired_order), .whole_o(whole), .whole_ctx_o(whole_ctx),
    .differ_valid_o(differ_o.en), .differ_ready_i, .differ_o(differ_o.fault), .pick_o(join_pick), .idle_o(join_idle)
  );

  // ---------------------------------------------------------------- passes are issued
  logic                  empty_valid, empty_ready, issue_idle, issue_ends;
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
    .early_o(early), .ends_o(issue_ends), .ends_group_o(issue_group), .made_valid_o(made_valid),
    .made_ready_i(made_ready), .made_o(made), .whole_valid_o(empty_valid), .whole_ready_i(empty_ready), .whole_ctx_o(empty_ctx),
    .idle_o(issue_idle)
  );

  // ---------------------------------------------------------------- whole contexts retire in their turn
  logic              ready, fold_valid, fold_ready, retire_idle, retire_ends, owe_ends;
  sumac_pkg::ready_t ready_data;
  sumac_pkg::give_t  fold;
  sumac_pkg::gives_t gives;
  logic [NodeW-1:0]  retire_node, ends_node, sum_node;
  sumac_retire #(.Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_retire (
    .clk_i, .rst_i, .open_i(open), .clear_ready_o(retire_clear), .clear_i(clear), .start_node_i(node),
    .start_i(accepted_i.start), .opened_ready_o(retire_ready), .opened_i(opened), .opened_data_i(opened_data),
    .root_done_i(root_done), .early_i(early), .whole_i(whole), .whole_ctx_i(whole_ctx), .empty_valid_i(empty_valid),
    .empty_ready_o(empty_ready), .empty_ctx_i(empty_ctx), .ready_o(ready), .ready_data_o(ready_data),
    .release_valid_o(fold_valid), .release_ready_i(fold_ready), .release_o(fold), .gives_o(gives), .sum_w_o(news_o.sum_en),
    .sum_node_o(sum_node), .sum_o(news_o.sum),
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
    .clk_i, .rst_i, .open_i(open), .start_node_i(node), .start_i(accepted_i.start), .anew_i(anew),
    .channel_i(opens_i.channel), .clears_o(out_clears), .commit_i(received_i.commits), .commit_data_i(received_i.commit),
    .root_done_i(root_done), .hand_valid_i(hand_valid), .hand_ready_o(hand_ready), .hand_i(hand), .back_o(back),
    .back_data_o(back_data), .wake_o(wake), .blocked_index_i(received_i.visited[ChanW-1:0]),
    .blocked_o(sends_o.blocked), .wr_valid_o(jobs_o.wr_valid), .wr_ready_i(jobs_ready_i[1]), .wr_o(jobs_o.wr),
    .tx_valid_o(sends_o.valid), .tx_ready_i(send_ready_i), .tx_o(sends_o.chunk), .sent_o(sent),
    .sent_data_o(sent_data), .none_valid_o(none_valid), .none_ready_i(none_ready), .state_o(puts)
  );

  // ---------------------------------------------------------------- and are answered
  logic             owe_free;
  logic [NodeW-1:0] owe_node;
  logic [ChanW-1:0] freed_channel;
  logic             owe_clears, owe_idle, give_clears, give_idle, relay;
  sumac_pkg::give_t relay_data;
  sumac_owe #(.Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_owe (
    .clk_i, .rst_i, .open_i(open), .anew_i(anew), .anew_index_i(anew_index), .clears_o(owe_clears),
    .commit_i(received_i.commits), .commit_data_i(received_i.commit),
    .opened_ready_o(owe_ready), .opened_i(opened), .opened_data_i(opened_data), .place_i(place), .place_data_i(place_data),
    .sent_i(sent), .sent_data_i(sent_data), .wrote_i(done_i.wr_en && !done_i.wr.cpl),
    .wrote_ctx_i({done_i.wr.ring[RingW-1:0], done_i.wr.slot[SlotW-1:0]}), .none_valid_i(none_valid),
    .none_ready_o(none_ready), .none_ctx_i(sent_data.ctx[CtxW-1:0]), .freed_o(freed), .freed_ctx_o(freed_ctx), .relay_o(relay),
    .relay_data_o(relay_data), .node_free_o(owe_free), .node_o(owe_node), .node_ends_o(owe_ends),
    .idle_o(owe_idle)
  );
  sumac_give #(.Channels(Channels), .Contexts(1 << CtxW)) u_give (
    .clk_i, .rst_i, .anew_i(anew), .anew_index_i(anew_index), .clears_o(give_clears), .relay_i(relay), .relay_data_i(relay_data),
    .fold_valid_i(fold_valid), .fold_ready_o(fold_ready), .fold_i(fold), .release_o(sends_o.freed.en),
    .release_channel_o(freed_channel), .idle_o(give_idle)
  );
  // A group's next life finds no context of this one whose inputs are walked, no slot that is to be given back, no fault to be
  // told.
  assign room_o.pick           = {puts.pick, expect_idle && !opened_valid && join_pick && gives.all && give_idle, open_pick};
  assign sends_o.clears        = match_clears || out_clears || owe_clears || give_clears;
  assign sends_o.freed.channel = 10'(freed_channel);

  // A node's entry is free when its inputs' slots have been looked up, too.
  logic             freeing;
  logic [6:0]       freed_at;
  logic [NodeW-1:0] freed_node;
  sumac_queue #(.Width(NodeW + 7), .Depth(Groups * Nodes)) u_entries (
    .clk_i, .rst_i, .in_valid_i(owe_free), .in_data_i({owe_node, gives.giving}), .out_valid_o(freeing),
    .out_ready_i(news_o.free), .out_data_o({freed_node, freed_at}));
  assign news_o.free      = freeing && 7'(gives.gave - freed_at) <= 7'd63;
  assign news_o.free_node = 12'(freed_node);

  // A gathering node is complete with its last context; what retires comes first.
  logic ends_valid, ends_room;
  sumac_fifo #(.Width(NodeW), .Depth(16)) u_ends (
    .clk_i, .rst_i, .in_valid_i(owe_ends), .in_ready_o(ends_room), .in_data_i(owe_node),
    .out_valid_o(ends_valid), .out_ready_i(!retire_ends), .out_data_o(ends_node));
  assign news_o.end_en   = retire_ends || ends_valid;
  assign news_o.end_node = 12'(retire_ends ? retire_node : ends_node);
  assign news_o.sum_node = 12'(sum_node);

  // ---------------------------------------------------------------- what all of them wait for
  sumac_control_causes #(.Groups(Groups), .Rings(Rings), .RingSlots(RingSlots)) u_causes (
    .clk_i, .rst_i, .open_i(open), .anew_i(begun_anew), .anew_group_i(anew_group),
    .steps_i({freed, ready, opened}),
    .groups_i({freed_ctx[CtxW-1-:GroupW], ready_data.ctx[CtxW-1-:GroupW], opened_data.ctx[CtxW-1-:GroupW]}),
    .look_i(look), .lacks_i(lacks), .look_ring_i(opened_data.ctx[SlotW+:RingW]), .spent_i(puts.spent),
    .spent_ring_i(sent_data.ctx[SlotW+:RingW]), .wake_i(wake.rings[Rings-1:0]), .wake_group_i(wake.group[GroupW-1:0]),
    .valid_i({sends_o.valid, jobs_o.wr_valid, pass_valid_o, jobs_o.rd_valid, opened_valid}),
    .ready_i({send_ready_i, jobs_ready_i[1], pass_ready_i, jobs_ready_i[0], opened}), .opens_i(!open_pick || !open_idle),
    .joins_i(!(expect_idle && match_idle && join_idle)), .issues_i(!issue_idle), .retires_i(!retire_idle),
    .puts_i(!(out_idle && puts.idle)), .holds_i(puts.holds), .owes_i(!owe_idle), .reads_i(busy_i[0]), .writes_i(busy_i[1]),
    .combines_i(busy_i[2]), .cause_o(room_o.causes), .now_i, .index_i(cause_index_i), .cycles_o(room_o.cycles)
  );

  // In flight are reads, passes that have fired, and writes; DMA tells itself when its are done.
  assign room_o.begun        = {jobs_o.wr_valid && jobs_ready_i[1], fired, jobs_o.rd_valid && jobs_ready_i[0]};
  assign room_o.begun_groups = {6'(jobs_o.wr.ring[RingIdW+:GroupW]), 6'(fired_operand.ctx[CtxW-1-:GroupW]),
                                 6'(jobs_o.rd.ring[RingIdW+:GroupW])};
  assign room_o.ended        = {issue_ends, pass_done_i};
  assign room_o.ended_groups = {6'(issue_group), 6'(pass_done_tag_i[CtxW+1-:GroupW])};
  assign room_o.moved        = sends_o.freed.en;
  assign room_o.idle         = anew_idle && open_idle && open_pick && !opened_valid && expect_idle && match_idle && join_idle
                               && issue_idle && retire_idle && out_idle && puts.idle && owe_idle && give_idle && !freeing
                               && !ends_valid && !accepted_i.en;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_ends: assert property (@(posedge clk_i) disable iff (rst_i) owe_ends |-> ends_room) else $error("a node's end is lost");
`endif
`endif
endmodule
