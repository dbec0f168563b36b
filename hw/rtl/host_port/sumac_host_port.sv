// The host port: all that the host sees of the NIC. Wiring only, in the order of the story: registers, windows and groups,
// descriptors, completions, failure, counters.
module sumac_host_port #(
  parameter int FanIn        = sumac_pkg::DefFanIn,
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int Nodes        = sumac_pkg::DefNodes,
  parameter int Rings        = sumac_pkg::DefRings,
  parameter int RingSlots    = sumac_pkg::DefRingSlots,
  parameter int Routes       = sumac_pkg::DefRoutes,
  parameter int Windows      = sumac_pkg::DefWindows,
  parameter int SlotBeats    = sumac_pkg::DefSlotBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  parameter int Fetches      = sumac_pkg::DefFetches,
  parameter int SweepCycles  = sumac_pkg::DefSweepCycles,
  parameter bit TestOps      = 1'b0,
  localparam int GroupW      = $clog2(Groups),
  localparam int ChanW       = $clog2(Channels),
  localparam int IdxW        = $clog2(Nodes),
  localparam int NodeW       = GroupW + IdxW,
  localparam int RingIdW     = $clog2(Rings),
  localparam int EntryW      = GroupW + $clog2(Routes)
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [63:0]         now_i,
  // registers
  input  sumac_pkg::lite_in_t lite_i,
  output sumac_pkg::lite_out_t lite_o,
  output logic                irq_o,
  // what the host has set: addresses, groups, a channel, a word of a route
  output sumac_pkg::own_t     own_o,
  output logic [Groups-1:0]   open_o,
  output logic [Groups-1:0]   live_o,
  output logic [Groups-1:0]   reset_o,
  output logic [Groups-1:0]   failed_o,
  output logic [Groups-1:0]   still_o,
  input  logic [Groups-1:0]   settled_i,
  input  logic [GroupW-1:0]   sweep_group_i,
  output sumac_pkg::sweep_group_t sweep_o,
  output logic                asks_o,         // a channel is about to be written
  input  logic                known_i,        // the table has judged it
  output logic                channel_valid_o,
  input  logic                channel_ready_i,
  output sumac_pkg::ch_cfg_t channel_o,
  output sumac_pkg::key_t     key_o,
  input  logic [7:0]          channel_status_i,
  output logic                opened_o,       // pulse: a channel is opened
  output logic                route_valid_o,  // a word, until it is known what has become of it
  input  logic                route_known_i,
  output sumac_pkg::route_word_t route_o,
  input  logic [7:0]          route_status_i,
  input  logic [3:0]          route_ring_i,
  output logic                route_fits_o,
  // fetch looks up routes, and accepts nodes
  output logic                h_en_o,
  output logic [EntryW-1:0]   h_addr_o,
  input  sumac_pkg::head_t    h_data_i,
  output logic                ra_en_o,
  output logic [EntryW-1:0]   ra_addr_o,
  output logic [3:0]          ra_index_o,
  input  sumac_pkg::route_in_t  ra_in_i,
  input  sumac_pkg::route_out_t ra_out_i,
  input  sumac_pkg::tree_t ra_tree_i,
  output logic                acc_valid_o,
  output sumac_pkg::acc_t     acc_o,
  output sumac_pkg::start_t   start_o,
  // DMA reads descriptors, writes completions, and tells of what it has done for nodes, too
  output logic                fetch_valid_o,
  input  logic                fetch_ready_i,
  output sumac_pkg::rd_t      fetch_o,
  input  logic                desc_valid_i,
  input  logic [511:0]        desc_i,
  output logic                cpl_valid_o,
  input  logic                cpl_ready_i,
  output sumac_pkg::wr_t      cpl_o,
  input  logic                operand_i,
  input  sumac_pkg::rd_done_t rd_done_i,
  input  logic                wr_done_valid_i,
  input  sumac_pkg::wr_done_t wr_done_i,
  // nodes: their groups' layouts, and what they have done
  input  logic [GroupW-1:0]   node_group_i,
  output sumac_pkg::layout_t  layout_o,
  input  logic                sum_w_i,
  input  logic [NodeW-1:0]    sum_node_i,
  input  logic [31:0]         sum_i,
  input  logic                end_i,
  input  logic [NodeW-1:0]    end_node_i,
  input  logic                free_i,
  input  logic [NodeW-1:0]    free_node_i,
  input  logic [2:0]          pick_i,
  // why a group fails
  input  logic                differ_valid_i,
  output logic                differ_ready_o,
  input  sumac_pkg::fault_t   differ_i,
  input  logic                abort_i,
  input  sumac_pkg::fault_t   abort_fault_i,
  input  logic                dead_valid_i,
  output logic                dead_ready_o,
  input  sumac_pkg::fault_t   dead_i,
  // what the other rooms have begun, ended and counted
  input  logic [5:0]          begun_i,
  input  logic [6*GroupW-1:0] begun_group_i,
  input  logic [2:0]          ended_i,
  input  logic [3*GroupW-1:0] ended_group_i,
  input  logic [sumac_pkg::N_COUNTERS-1:0] count_i,
  // what stages' cycles go to: those of the other rooms, and the two here
  input  logic [3*sumac_pkg::N_STAGES-1:0] cause_i,
  output logic [5:0]          cause_o,        // of accepting and completing
  output logic [ChanW+2:0]    cause_index_o,  // of the cycles that are to be shown, of
  input  logic [47:0]         group_cycles_i, // a group,
  input  logic [47:0]         channel_cycles_i,   // or a channel
  output logic                moved_o,        // something was done, or is due
  output logic                idle_o
);
  localparam int WinW = (Windows > 1) ? $clog2(Windows) : 1;

  // ---------------------------------------------------------------- registers
  logic                win_w, ch_valid, ch_ready, csr_idle, push_busy, pushed;
  logic [WinW-1:0]     win_index;
  logic [63:0]         win_base, win_len;
  logic [7:0]          win_status;
  sumac_pkg::g_write_t g;
  sumac_pkg::group_ask_t group_ask;
  sumac_pkg::group_t   group;
  logic [sumac_pkg::N_COUNTERS-1:0] count;
  logic                keep, kept;
  logic [13:0]         cause_index;
  logic [47:0]         cause_cycles;

  sumac_csr #(
    .FanIn(FanIn), .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .Nodes(Nodes), .Rings(Rings),
    .RingSlots(RingSlots), .Routes(Routes), .Windows(Windows), .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots),
    .SweepCycles(SweepCycles)
  ) u_csr (
    .clk_i, .rst_i, .now_i, .lite_i, .lite_o, .idle_o(csr_idle), .own_o,
    .win_w_o(win_w), .win_index_o(win_index), .win_base_o(win_base), .win_len_o(win_len), .win_status_i(win_status),
    .asks_o, .known_i, .ch_valid_o(ch_valid), .ch_ready_i(ch_ready), .ch_o(channel_o), .ch_status_i(channel_status_i),
    .rt_valid_o(route_valid_o), .rt_known_i(route_known_i), .rt_o(route_o), .rt_status_i(route_status_i),
    .g_o(g), .ask_o(group_ask), .group_i(group), .keep_o(keep), .kept_i(kept), .cause_index_o(cause_index), .count_i(count),
    .cause_cycles_i((cause_index & 14'(sumac_pkg::CYCLES_CHANNEL)) != '0 ? channel_cycles_i
                    : (cause_index & 14'(sumac_pkg::CYCLES_GROUP)) != '0 ? group_cycles_i : cause_cycles)
  );

  // Opening a channel: its table entry and its chunk counters, both or neither.
  logic fetch_open_ready, changed;
  assign channel_valid_o = ch_valid && fetch_open_ready;
  assign ch_ready        = channel_ready_i && fetch_open_ready;
  assign changed         = ch_valid && ch_ready;
  assign opened_o        = changed && channel_o.open;

  // ---------------------------------------------------------------- windows and groups
  sumac_pkg::ranges_ask_t ranges_ask;
  sumac_pkg::ranges_t  ranges;
  sumac_pkg::rings_ask_t rings_ask;
  sumac_pkg::rings_t   rings;
  sumac_pkg::states_t  states;
  sumac_pkg::posted_t  posted;
  sumac_pkg::fetch_t   fetch;
  sumac_pkg::accepts_t accepts;
  sumac_pkg::entry_t   c_next;
  sumac_pkg::flight_t  flight;
  logic                fail, told, closed;
  logic [Groups-1:0]   doubt;
  logic [GroupW-1:0]   c_group, x_group;
  sumac_pkg::fault_t   fault, x_fault;
  logic                cpl_begun, taken_q;
  logic [GroupW-1:0]   taken_group_q, rd_group, wr_group;
  logic [NodeW-1:0]    c_told_node;

  sumac_windows #(.Windows(Windows)) u_windows (
    .clk_i, .rst_i, .w_en_i(win_w), .w_index_i(win_index), .w_base_i(win_base), .w_len_i(win_len), .w_status_o(win_status),
    .ranges_i(ranges_ask), .ranges_o(ranges), .rings_i(rings_ask), .rings_o(rings)
  );

  sumac_groups #(.Groups(Groups), .PoolBeats(PoolBeats), .Windows(Windows)) u_groups (
    .clk_i, .rst_i, .now_i, .w_i(g), .ask_i(group_ask), .group_o(group), .push_room_i(accepts.room && !push_busy),
    .pushed_o(pushed), .rings_o(rings_ask), .rings_i(rings), .channel_i(channel_o), .key_o,
    .rt_group_i(route_o.group[GroupW-1:0]), .rt_ring_i(route_ring_i), .rt_fits_o(route_fits_o), .states_o(states),
    .closed_o(closed), .settled_i, .w_of_group_i(sweep_group_i), .w_of_o(sweep_o), .posted_o(posted), .fetch_i(fetch),
    .node_group_i, .layout_o, .c_group_i(c_group), .c_o(c_next), .c_written_i(cpl_begun),
    .fails_i({fail, fault, told, 6'(x_group)}), .x_fault_o(x_fault), .flight_i(flight)
  );
  assign {open_o, live_o, reset_o} = {states.open[Groups-1:0], states.live[Groups-1:0], states.reset[Groups-1:0]};
  assign {failed_o, still_o}       = {states.failed[Groups-1:0], states.still[Groups-1:0]};
  always_comb begin
    flight = '0;
    flight.begun = {begun_i, cpl_begun, accepts.begun};
    flight.ended = {ended_i, taken_q, wr_done_valid_i, operand_i};
    flight.pick  = {pick_i, accepts.pick};
    flight.begun_groups[11:0] = {6'(c_told_node[IdxW+:GroupW]), accepts.group};
    flight.ended_groups[17:0] = {6'(taken_group_q), 6'(wr_group), 6'(rd_group)};
    for (int e = 0; e < 6; e++) flight.begun_groups[12+e*6+:6] = 6'(begun_group_i[e*GroupW+:GroupW]);
    for (int e = 0; e < 3; e++) flight.ended_groups[18+e*6+:6] = 6'(ended_group_i[e*GroupW+:GroupW]);
  end

  // ---------------------------------------------------------------- descriptors
  logic                push_valid, push_ready, ref_valid, ref_ready, err_valid, err_ready, c_told, flush_valid, flush_ready,
                       refused;
  sumac_pkg::push_t    push;
  sumac_pkg::refusal_t refusal;
  sumac_pkg::ends_t    ends;
  sumac_pkg::routes_ask_t routes_ask;
  logic [NodeW-1:0]    flush_node;

  sumac_push #(.Groups(Groups)) u_push (
    .clk_i, .rst_i, .w_en_i(g.en && g.at[8:6] == sumac_pkg::REG_G_PUSH[8:6]), .w_group_i(g.group[GroupW-1:0]),
    .w_word_i(g.at[5:2]), .w_data_i(g.data), .commit_i(pushed), .rung_i(now_i), .busy_o(push_busy), .push_valid_o(push_valid),
    .push_ready_i(push_ready), .push_o(push)
  );

  sumac_accept #(
    .Groups(Groups), .Channels(Channels), .Nodes(Nodes), .Rings(Rings), .Routes(Routes), .Fetches(Fetches),
    .TestOps(TestOps)
  ) u_accept (
    .clk_i, .rst_i, .states_i(states), .posted_i(posted), .fetch_o(fetch), .room_group_i(g.group[GroupW-1:0]),
    .push_valid_i(push_valid), .push_ready_o(push_ready), .push_i(push), .job_valid_o(fetch_valid_o), .job_ready_i(fetch_ready_i),
    .job_o(fetch_o), .come_i({desc_valid_i, rd_done_i.error, desc_i}), .ranges_o(ranges_ask), .ranges_i(ranges),
    .routes_o(routes_ask), .routes_i({h_data_i, ra_in_i, ra_out_i, ra_tree_i}),
    .open_valid_i(opened_o), .open_ready_o(fetch_open_ready), .open_index_i(channel_o.index[ChanW-1:0]),
    .start_o, .acc_valid_o, .acc_o, .ref_valid_o(ref_valid), .ref_ready_i(ref_ready), .ref_o(refusal),
    .err_valid_o(err_valid), .err_ready_i(err_ready), .ends_i(ends), .accepts_o(accepts)
  );
  assign {h_en_o, h_addr_o}               = {routes_ask.head, routes_ask.head_of[EntryW-1:0]};
  assign {ra_en_o, ra_addr_o, ra_index_o} = {routes_ask.step, routes_ask.step_of[EntryW-1:0], routes_ask.index};
  assign ends    = {free_i, 12'(free_node_i), c_told, 12'(c_told_node), flush_valid && flush_ready, 12'(flush_node)};
  assign refused = ref_valid && ref_ready;
  // A descriptor is in flight until it is accepted, or until its refusal is a completion that has begun.
  always_ff @(posedge clk_i) begin
    taken_q       <= !rst_i && (acc_valid_o || refused);
    taken_group_q <= acc_o.node[IdxW+:GroupW];
  end

  assign rd_group = rd_done_i.ring[RingIdW+:GroupW];
  assign wr_group = wr_done_i.ring[RingIdW+:GroupW];

  // ---------------------------------------------------------------- completions
  logic c_idle;
  sumac_complete #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings)) u_complete (
    .clk_i, .rst_i, .now_i, .acc_seen_i(accepts.seen), .acc_i(acc_o), .sum_w_i, .sum_node_i, .sum_i,
    .failing_i(~open_o | doubt), .end_i, .end_node_i, .wr_end_i(wr_done_valid_i && !wr_done_i.cpl && wr_done_i.last), .wr_done_i,
    .ref_valid_i(ref_valid), .ref_ready_o(ref_ready), .ref_i(refusal),
    .flush_valid_i(flush_valid), .flush_ready_o(flush_ready), .flush_node_i(flush_node), .flush_fault_i(x_fault),
    .group_o(c_group), .entry_i(c_next),
    .job_valid_o(cpl_valid_o), .job_ready_i(cpl_ready_i), .job_o(cpl_o),
    .told_o(c_told), .told_node_o(c_told_node), .idle_o(c_idle), .begun_o(cpl_begun)
  );
  assign irq_o = (wr_done_valid_i && wr_done_i.cpl) || closed;

  // ---------------------------------------------------------------- failure
  logic rd_error, wr_error, failure_idle;
  assign rd_error = operand_i && rd_done_i.error;
  assign wr_error = wr_done_valid_i && wr_done_i.error;
  sumac_failure #(.Groups(Groups), .Nodes(Nodes)) u_failure (
    .clk_i, .rst_i,
    .host_i(g.en && {7'd0, g.at} == sumac_pkg::REG_G_FAIL), .host_fault_i({g.group, g.data[23:0]}),
    .abort_i, .abort_fault_i, .dead_valid_i, .dead_ready_o, .dead_i, .differ_valid_i, .differ_ready_o, .differ_i,
    .fetch_valid_i(err_valid), .fetch_ready_o(err_ready), .fetch_group_i(refusal.node[IdxW+:GroupW]),
    .bad_i({wr_error, rd_error}), .bad_group_i({wr_group, rd_group}),
    .fail_o(fail), .fault_o(fault), .doubt_o(doubt), .failing_i(states.failing[Groups-1:0]), .told_o(told), .group_o(x_group),
    .pick_i({pick_i, accepts.pick}), .flush_valid_o(flush_valid), .flush_ready_i(flush_ready), .flush_node_o(flush_node),
    .flush_busy_i(accepts.busy), .idle_o(failure_idle)
  );

  // ---------------------------------------------------------------- counters and sleep
  always_comb begin
    count                             = count_i;
    count[sumac_pkg::CNT_DESCRIPTORS] = acc_valid_o;
    count[sumac_pkg::CNT_REFUSED]     = refused;
    count[sumac_pkg::CNT_COMPLETIONS] = wr_done_valid_i && wr_done_i.cpl;
    count[sumac_pkg::CNT_BUS_ERRORS]  = rd_error || wr_error || (err_valid && err_ready);
  end
  sumac_causes u_causes (
    .clk_i, .rst_i, .now_i(now_i[47:0]), .cause_i, .keep_i(keep), .kept_o(kept), .index_i(cause_index[7:0]), .value_o(cause_cycles)
  );
  assign cause_index_o = cause_index[ChanW+2:0];
  logic pending_q;
  always_ff @(posedge clk_i) pending_q <= !rst_i && posted.pending != '0;
  assign cause_o[2:0] = accepts.moved ? sumac_pkg::CAUSE_BUSY : !accepts.idle ? sumac_pkg::CAUSE_DMA
                        : pending_q ? sumac_pkg::CAUSE_POOL : sumac_pkg::CAUSE_IDLE;
  assign cause_o[5:3] = cpl_valid_o && !cpl_ready_i ? sumac_pkg::CAUSE_DMA : !c_idle || c_told ? sumac_pkg::CAUSE_BUSY
                        : sumac_pkg::CAUSE_IDLE;
  assign moved_o = accepts.moved || c_told || changed || g.en || win_w || route_valid_o || fail || told || closed || lite_i.awvalid
                   || lite_i.arvalid;
  // A posted descriptor keeps the NIC awake, also one whose entry is not free, since that is being looked at. A doorbell has moved
  // something before.
  assign idle_o = csr_idle && accepts.idle && !pending_q && c_idle && failure_idle;
endmodule
