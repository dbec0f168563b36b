// The host port: all that the host sees of the NIC. Wiring only, in the order of the story: registers, windows and groups,
// descriptors, completions, failure, counters.
module sumac_host_port #(
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
  parameter logic [32*sumac_pkg::N_PARAMS+63:0] Identity = '0,   // sumac_csr_read
  parameter bit TestOps      = 1'b0,
  localparam int GroupW      = $clog2(Groups),
  localparam int ChanW       = $clog2(Channels),
  localparam int IdxW        = $clog2(Nodes),
  localparam int NodeW       = GroupW + IdxW,
  localparam int RingIdW     = $clog2(Rings)
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [63:0]         now_i,
  // registers, and what the host has set: addresses, groups, a channel, a word of a route
  input  sumac_pkg::lite_in_t lite_i,
  output sumac_pkg::lite_out_t lite_o,
  output sumac_pkg::own_t     own_o,
  output sumac_pkg::states_t  states_o,
  input  sumac_pkg::sweeps_t  sweeps_i,
  output sumac_pkg::sweep_group_t sweep_o,
  output sumac_pkg::ch_ask_t  channel_o,
  input  sumac_pkg::ch_answer_t channel_i,
  output sumac_pkg::opens_t   opens_o,
  output sumac_pkg::route_ask_t route_o,
  input  sumac_pkg::route_answer_t route_i,
  // routes are looked up, and nodes accepted
  output sumac_pkg::routes_ask_t routes_o,
  input  sumac_pkg::routes_t  routes_i,
  output sumac_pkg::accepted_t accepted_o,
  // DMA reads descriptors, writes completions, and tells of what it has done for nodes, too
  output sumac_pkg::jobs_t    jobs_o,
  input  logic [1:0]          jobs_ready_i,   // write, read
  input  sumac_pkg::done_t    done_i,
  // nodes: their groups' layouts, and what they have done
  input  logic [GroupW-1:0]   node_group_i,
  output sumac_pkg::layout_t  layout_o,
  input  sumac_pkg::news_t    news_i,
  // why a group fails
  input  sumac_pkg::alarms_t  alarms_i,
  output logic [1:0]          alarms_ready_o, // a peer is silent, the ranks disagree
  // what the other rooms tell of themselves: counters' pulses, and what the last cycle of all stages went to
  input  sumac_pkg::room_t    nodes_i,
  input  sumac_pkg::room_t    transport_i,
  input  logic [sumac_pkg::N_COUNTERS-1:0] count_i,
  input  logic [3*sumac_pkg::N_STAGES-1:0] cause_i,
  output sumac_pkg::host_t    host_o
);
  localparam int WinW = (Windows > 1) ? $clog2(Windows) : 1;

  // ---------------------------------------------------------------- registers
  logic                win_w, ch_valid, csr_idle, push_busy, pushed;
  sumac_pkg::ch_cfg_t  channel;
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
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .RingSlots(RingSlots), .Windows(Windows),
    .SlotBeats(SlotBeats), .ChannelSlots(ChannelSlots), .Identity(Identity)
  ) u_csr (
    .clk_i, .rst_i, .now_i, .lite_i, .lite_o, .idle_o(csr_idle), .own_o,
    .win_w_o(win_w), .win_index_o(win_index), .win_base_o(win_base), .win_len_o(win_len), .win_status_i(win_status),
    .asks_o(channel_o.asks), .known_i(channel_i.known), .ch_valid_o(ch_valid), .ch_ready_i(channel_i.ready && fetch_open_ready),
    .ch_o(channel), .ch_status_i(channel_i.status), .rt_valid_o(route_o.valid), .rt_known_i(route_i.known), .rt_o(route_o.word),
    .rt_status_i(route_i.status),
    .g_o(g), .ask_o(group_ask), .group_i(group), .keep_o(keep), .kept_i(kept), .cause_index_o(cause_index), .count_i(count),
    .cause_cycles_i((cause_index & 14'(sumac_pkg::CYCLES_CHANNEL)) != '0 ? transport_i.cycles
                    : (cause_index & 14'(sumac_pkg::CYCLES_GROUP)) != '0 ? nodes_i.cycles : cause_cycles)
  );

  // Opening a channel: its table entry and its chunk counters, both or neither.
  logic fetch_open_ready, changed;
  assign channel_o.valid = ch_valid && fetch_open_ready;
  assign channel_o.cfg   = channel;
  assign changed         = channel_o.valid && channel_i.ready;
  assign opens_o         = {changed && channel.open, channel};

  // ---------------------------------------------------------------- windows and groups
  sumac_pkg::ranges_ask_t ranges_ask;
  sumac_pkg::ranges_t  ranges;
  sumac_pkg::rings_ask_t rings_ask;
  sumac_pkg::rings_t   rings;
  sumac_pkg::posted_t  posted;
  sumac_pkg::fetch_t   fetch;
  sumac_pkg::accepts_t accepts;
  sumac_pkg::entry_t   c_next;
  sumac_pkg::flight_t  flight;
  logic                fail, told, closed;
  logic [Groups-1:0]   doubt;
  logic [GroupW-1:0]   c_group, x_group;
  sumac_pkg::fault_t   fault, x_fault;
  logic                cpl_begun, taken_q, operand;
  logic [GroupW-1:0]   taken_group_q, rd_group, wr_group;
  logic [NodeW-1:0]    c_told_node;

  sumac_windows #(.Windows(Windows)) u_windows (
    .clk_i, .rst_i, .w_en_i(win_w), .w_index_i(win_index), .w_base_i(win_base), .w_len_i(win_len), .w_status_o(win_status),
    .ranges_i(ranges_ask), .ranges_o(ranges), .rings_i(rings_ask), .rings_o(rings)
  );

  sumac_groups #(.Groups(Groups), .PoolBeats(PoolBeats), .Windows(Windows)) u_groups (
    .clk_i, .rst_i, .now_i, .w_i(g), .ask_i(group_ask), .group_o(group), .push_room_i(accepts.room && !push_busy),
    .pushed_o(pushed), .rings_o(rings_ask), .rings_i(rings), .channel_i(channel),
    .key_o(channel_o.key), .rt_group_i(route_o.word.group[GroupW-1:0]), .rt_ring_i(route_i.ring), .rt_fits_o(route_o.fits),
    .states_o, .closed_o(closed), .settled_i(sweeps_i.settled[Groups-1:0]), .w_of_group_i(sweeps_i.group[GroupW-1:0]),
    .w_of_o(sweep_o), .posted_o(posted), .fetch_i(fetch),
    .node_group_i, .layout_o, .c_group_i(c_group), .c_o(c_next), .c_written_i(cpl_begun),
    .fails_i({fail, fault, told, 6'(x_group)}), .x_fault_o(x_fault), .flight_i(flight)
  );
  assign flight.begun        = {transport_i.begun, nodes_i.begun, cpl_begun, accepts.begun};
  assign flight.begun_groups = {transport_i.begun_groups, nodes_i.begun_groups, 6'(c_told_node[IdxW+:GroupW]), accepts.group};
  assign flight.ended        = {transport_i.ended, nodes_i.ended, taken_q, done_i.wr_en, operand};
  assign flight.ended_groups = {transport_i.ended_groups, nodes_i.ended_groups, 6'(taken_group_q), 6'(wr_group), 6'(rd_group)};
  assign flight.pick         = {nodes_i.pick, accepts.pick};

  // ---------------------------------------------------------------- descriptors
  logic                push_valid, push_ready, ref_valid, ref_ready, err_valid, err_ready, c_told, flush_valid, flush_ready,
                       refused;
  sumac_pkg::push_t    push;
  sumac_pkg::refusal_t refusal;
  sumac_pkg::ends_t    ends;
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
    .clk_i, .rst_i, .states_i(states_o), .posted_i(posted), .fetch_o(fetch), .room_group_i(g.group[GroupW-1:0]),
    .push_valid_i(push_valid), .push_ready_o(push_ready), .push_i(push), .job_valid_o(jobs_o.rd_valid),
    .job_ready_i(jobs_ready_i[0]), .job_o(jobs_o.rd), .come_i({done_i.rd_en && done_i.rd.desc, done_i.rd.error, done_i.desc}),
    .ranges_o(ranges_ask), .ranges_i(ranges), .routes_o, .routes_i, .open_valid_i(opens_o.en), .open_ready_o(fetch_open_ready),
    .open_index_i(channel.index[ChanW-1:0]), .start_o(accepted_o.start), .acc_valid_o(accepted_o.en), .acc_o(accepted_o.acc),
    .ref_valid_o(ref_valid), .ref_ready_i(ref_ready), .ref_o(refusal),
    .err_valid_o(err_valid), .err_ready_i(err_ready), .ends_i(ends), .accepts_o(accepts)
  );
  assign ends    = {news_i.free, news_i.free_node, c_told, 12'(c_told_node), flush_valid && flush_ready, 12'(flush_node)};
  assign refused = ref_valid && ref_ready;
  // A descriptor is in flight until it is accepted, or until its refusal is a completion that has begun.
  always_ff @(posedge clk_i) begin
    taken_q       <= !rst_i && (accepted_o.en || refused);
    taken_group_q <= accepted_o.acc.node[IdxW+:GroupW];
  end

  assign operand  = done_i.rd_en && !done_i.rd.desc;
  assign rd_group = done_i.rd.ring[RingIdW+:GroupW];
  assign wr_group = done_i.wr.ring[RingIdW+:GroupW];

  // ---------------------------------------------------------------- completions
  logic c_idle;
  sumac_complete #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings)) u_complete (
    .clk_i, .rst_i, .now_i, .acc_seen_i(accepts.seen), .acc_i(accepted_o.acc), .sum_w_i(news_i.sum_en),
    .sum_node_i(news_i.sum_node[NodeW-1:0]), .sum_i(news_i.sum), .reset_i(states_o.reset[Groups-1:0]),
    .failing_i(~states_o.open[Groups-1:0] | doubt), .end_i(news_i.end_en), .end_node_i(news_i.end_node[NodeW-1:0]),
    .wr_end_i(done_i.wr_en && !done_i.wr.cpl && done_i.wr.last), .wr_done_i(done_i.wr),
    .ref_valid_i(ref_valid), .ref_ready_o(ref_ready), .ref_i(refusal),
    .flush_valid_i(flush_valid), .flush_ready_o(flush_ready), .flush_node_i(flush_node), .flush_fault_i(x_fault),
    .group_o(c_group), .entry_i(c_next),
    .job_valid_o(jobs_o.wr_valid), .job_ready_i(jobs_ready_i[1]), .job_o(jobs_o.wr),
    .told_o(c_told), .told_node_o(c_told_node), .idle_o(c_idle), .begun_o(cpl_begun)
  );
  assign host_o.irq = (done_i.wr_en && done_i.wr.cpl) || closed;

  // ---------------------------------------------------------------- failure
  logic rd_error, wr_error, failure_idle;
  assign rd_error = operand && done_i.rd.error;
  assign wr_error = done_i.wr_en && done_i.wr.error;
  sumac_failure #(.Groups(Groups), .Nodes(Nodes)) u_failure (
    .clk_i, .rst_i,
    .host_i(g.en && {7'd0, g.at} == sumac_pkg::REG_G_FAIL), .host_fault_i({g.group, g.data[23:0]}),
    .abort_i(alarms_i.aborted.en), .abort_fault_i(alarms_i.aborted.fault), .dead_valid_i(alarms_i.dead.en),
    .dead_ready_o(alarms_ready_o[1]), .dead_i(alarms_i.dead.fault), .differ_valid_i(alarms_i.differ.en),
    .differ_ready_o(alarms_ready_o[0]), .differ_i(alarms_i.differ.fault),
    .fetch_valid_i(err_valid), .fetch_ready_o(err_ready), .fetch_group_i(refusal.node[IdxW+:GroupW]),
    .bad_i({wr_error, rd_error}), .bad_group_i({wr_group, rd_group}),
    .fail_o(fail), .fault_o(fault), .doubt_o(doubt), .failing_i(states_o.failing[Groups-1:0]), .told_o(told), .group_o(x_group),
    .pick_i(flight.pick), .flush_valid_o(flush_valid), .flush_ready_i(flush_ready), .flush_node_o(flush_node),
    .flush_busy_i(accepts.busy), .idle_o(failure_idle)
  );

  // ---------------------------------------------------------------- counters and sleep
  always_comb begin
    count                             = count_i;
    count[sumac_pkg::CNT_DESCRIPTORS] = accepted_o.en;
    count[sumac_pkg::CNT_REFUSED]     = refused;
    count[sumac_pkg::CNT_COMPLETIONS] = done_i.wr_en && done_i.wr.cpl;
    count[sumac_pkg::CNT_BUS_ERRORS]  = rd_error || wr_error || (err_valid && err_ready);
  end
  sumac_causes u_causes (
    .clk_i, .rst_i, .now_i(now_i[47:0]), .cause_i, .keep_i(keep), .kept_o(kept), .index_i(cause_index[7:0]), .value_o(cause_cycles)
  );
  assign host_o.cause_index = cause_index;
  logic pending_q;
  always_ff @(posedge clk_i) pending_q <= !rst_i && posted.pending != '0;
  assign host_o.causes[2:0] = accepts.moved ? sumac_pkg::CAUSE_BUSY : !accepts.idle ? sumac_pkg::CAUSE_DMA
                        : pending_q ? sumac_pkg::CAUSE_POOL : sumac_pkg::CAUSE_IDLE;
  assign host_o.causes[5:3] = jobs_o.wr_valid && !jobs_ready_i[1] ? sumac_pkg::CAUSE_DMA : !c_idle || c_told ? sumac_pkg::CAUSE_BUSY
                        : sumac_pkg::CAUSE_IDLE;
  assign host_o.moved = accepts.moved || c_told || changed || g.en || win_w || route_o.valid || fail || told || closed
                        || lite_i.awvalid || lite_i.arvalid;
  // A posted descriptor keeps the NIC awake, also one whose entry is not free, since that is being looked at. A doorbell has moved
  // something before.
  assign host_o.idle = csr_idle && accepts.idle && !pending_q && c_idle && failure_idle;
endmodule
