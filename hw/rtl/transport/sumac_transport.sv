// The transport: packets and channels (docs/transport.md). Wiring, in the order of the story: the queue of new chunks, transmit and
// what passes that queue by, loopback, receive, the channel table, the sweep.
module sumac_transport #(
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int SlotBeats    = sumac_pkg::DefSlotBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  parameter int SeqBits      = sumac_pkg::DefSeqBits,
  parameter int TxJobs       = sumac_pkg::DefTxJobs,
  parameter int SweepCycles  = sumac_pkg::DefSweepCycles,
  parameter int ProbeRounds  = sumac_pkg::DefProbeRounds,
  parameter int AbortTries   = sumac_pkg::DefAbortTries,
  localparam int GroupW      = $clog2(Groups),
  localparam int ChanW       = $clog2(Channels),
  localparam int AddrW       = $clog2(PoolBeats)
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [63:0]         now_i,
  // the host port: its addresses, groups and channels; why a group fails, by a peer's ABORT, a pulse, or as a peer is silent
  input  sumac_pkg::own_t     own_i,
  input  sumac_pkg::states_t  states_i,
  output sumac_pkg::sweeps_t  sweeps_o,
  input  sumac_pkg::sweep_group_t sweep_i,
  input  sumac_pkg::ch_ask_t  channel_i,
  output sumac_pkg::ch_answer_t channel_o,
  output sumac_pkg::alarm_t   abort_o,
  output sumac_pkg::alarm_t   dead_o,
  input  logic                dead_ready_i,
  // nodes; and routes ask whether a channel is a group's
  output sumac_pkg::received_t received_o,
  input  sumac_pkg::sends_t   sends_i,
  output logic                send_ready_o,
  input  logic [GroupW-1:0]   c_group_i,
  input  logic [ChanW-1:0]    c_index_i,
  output logic                c_mine_o,
  // packet memory
  output sumac_pkg::memory_ask_t memory_o,
  input  sumac_pkg::memory_t  memory_i,
  // In flight are jobs that transmit takes but new chunks, channels that go back, and new chunks; jobs that end, and channels that
  // have gone back. Causes are of transmit and receive.
  output sumac_pkg::room_t    room_o,
  output sumac_pkg::rest_t    rest_o,
  output logic [sumac_pkg::N_COUNTERS-1:0] count_o,
  input  logic [ChanW+2:0]    cause_index_i,   // of channels' cycles
  input  logic                stirs_i,     // nodes are at work
  // network
  output sumac_pkg::beat_t    tx_o,
  input  logic                tx_ready_i,
  input  sumac_pkg::beat_t    rx_i
);
  localparam int TxAhead = TxJobs < 4 ? TxJobs : 4;   // jobs that transmit has before it

  logic               changed, opened;                // a channel is opened or closed; is opened
  logic [ChanW-1:0]   index;
  assign changed = channel_i.valid && channel_o.ready;
  assign opened  = changed && channel_i.cfg.open;
  assign index   = channel_i.cfg.index[ChanW-1:0];

  // ---------------------------------------------------------------- transmit: what the sweep asks for, what goes again, and
  // what nodes send (R8)
  logic              ask_valid, ask_ready, go_valid, go_ready, again_valid, again_ready, again_busy, queued_valid, may_go,
                     new_valid, new_ready, new_offered_q, job_valid, job_ready, take, tx_idle, tx_packet, tx_chunk;
  sumac_pkg::tx_t    ask, go_job, again, queued, job;
  logic [ChanW-1:0]  tx_index, g_index;
  logic [GroupW-1:0] goes_group, went_group, done_group;
  logic [AddrW-1:0]  r_addr, w_addr;
  logic [31:0]       w_nxt;
  sumac_pkg::due_t   due;
  sumac_pkg::acked_t  told;
  sumac_pkg::back_ch_t g_ch;
  logic              due_valid, due_ready, tx_read, opens, again_opens;
  sumac_pkg::tx_ch_t tx_ch;
  logic              lo_tvalid, lo_tready, lo_tlast, lo_tinside, in_tvalid, in_tlast, in_tuser, loop_idle;
  logic [511:0]      lo_tdata, in_tdata;
  logic [63:0]       lo_tkeep, in_tkeep;

  // New chunks wait here, where what goes again and what the sweep asks for passes them by. While chunks wait to go again no
  // new one is taken, but for one that has been offered.
  sumac_fifo #(.Width(sumac_pkg::TX_W), .Depth(TxJobs), .Bypass(1'b1)) u_tx_new (
    .clk_i, .rst_i, .in_valid_i(sends_i.valid), .in_ready_o(send_ready_o), .in_data_i(sends_i.chunk),
    .out_valid_o(queued_valid), .out_ready_i(new_ready && may_go), .out_data_o(queued)
  );
  assign may_go    = !again_busy || new_offered_q;
  assign new_valid = queued_valid && may_go;
  always_ff @(posedge clk_i) new_offered_q <= !rst_i && new_valid && !new_ready;

  sumac_merge #(.Width(sumac_pkg::TX_W)) u_tx_chunks (
    .clk_i, .rst_i, .a_valid_i(again_valid), .a_ready_o(again_ready), .a_data_i(again),
    .b_valid_i(new_valid), .b_ready_o(new_ready), .b_data_i(queued),
    .out_valid_o(go_valid), .out_ready_i(go_ready), .out_data_o(go_job)
  );
  sumac_merge #(.Width(sumac_pkg::TX_W)) u_tx_jobs (
    .clk_i, .rst_i, .a_valid_i(ask_valid), .a_ready_o(ask_ready), .a_data_i(ask),
    .b_valid_i(go_valid), .b_ready_o(go_ready), .b_data_i(go_job),
    .out_valid_o(job_valid), .out_ready_i(job_ready), .out_data_o(job)
  );
  assign take = job_valid && job_ready && job.kind == sumac_pkg::KIND_DATA && !job.again;

  sumac_resend #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots)) u_resend (
    .clk_i, .rst_i, .open_i(opened), .open_index_i(index), .opens_o(again_opens), .take_i(take), .take_job_i(job),
    .gap_i(heard.back), .gap_index_i(heard.channel[ChanW-1:0]), .gap_una_i(heard.una),
    .probe_i(probes), .probe_index_i(swept.channel[ChanW-1:0]),
    .ch_index_o(g_index), .ch_i(g_ch), .live_i(rx_live), .failed_i(states_i.failed[Groups-1:0]),
    .nxt_index_i(w_index), .nxt_o(w_nxt), .begun_o(room_o.begun[1]), .begun_group_o(goes_group), .ended_o(room_o.ended[1]),
    .ended_group_o(went_group), .busy_o(again_busy), .job_valid_o(again_valid), .job_ready_i(again_ready), .job_o(again)
  );
  assign room_o.begun[0]     = job_valid && job_ready && !take;
  assign room_o.begun[2]     = sends_i.valid && send_ready_o;
  assign room_o.begun_groups = {sends_i.chunk.group, 6'(goes_group), job.group};
  assign room_o.ended_groups = {6'(went_group), 6'(done_group)};
  assign room_o.pick         = '0;

  sumac_tx #(
    .Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .SeqBits(SeqBits), .TxJobs(TxAhead), .Groups(Groups)
  ) u_tx (
    .clk_i, .rst_i, .own_i,
    .job_valid_i(job_valid), .job_ready_o(job_ready), .job_i(job),
    .done_o(room_o.ended[0]), .done_group_o(done_group),
    .due_valid_i(due_valid && !opens), .due_ready_o(due_ready), .due_i(due), .told_o(told),
    .ch_read_o(tx_read), .ch_index_o(tx_index), .ch_i(tx_ch),
    .r_valid_o(memory_o.r_valid), .r_ready_i(memory_i.r_ready), .r_addr_o(r_addr), .d_valid_i(memory_i.d_valid),
    .d_data_i(memory_i.d_data),
    .tx_tvalid_o(lo_tvalid), .tx_tready_i(lo_tready), .tx_tdata_o(lo_tdata), .tx_tkeep_o(lo_tkeep), .tx_tlast_o(lo_tlast),
    .tx_tinside_o(lo_tinside),
    .idle_o(tx_idle), .packet_o(tx_packet), .chunk_o(tx_chunk)
  );

  // ---------------------------------------------------------------- loopback: packets to the own address stay inside
  sumac_loop #(.SlotBeats(SlotBeats)) u_loop (
    .clk_i, .rst_i, .in_tvalid_i(lo_tvalid), .in_tready_o(lo_tready), .in_tdata_i(lo_tdata), .in_tkeep_i(lo_tkeep),
    .in_tlast_i(lo_tlast), .in_tinside_i(lo_tinside),
    .tx_tvalid_o(tx_o.tvalid), .tx_tready_i(tx_ready_i), .tx_tdata_o(tx_o.tdata), .tx_tkeep_o(tx_o.tkeep),
    .tx_tlast_o(tx_o.tlast), .rx_tvalid_i(rx_i.tvalid), .rx_tdata_i(rx_i.tdata), .rx_tkeep_i(rx_i.tkeep),
    .rx_tlast_i(rx_i.tlast), .rx_tuser_i(rx_i.tuser),
    .out_tvalid_o(in_tvalid), .out_tdata_o(in_tdata), .out_tkeep_o(in_tkeep), .out_tlast_o(in_tlast), .out_tuser_o(in_tuser),
    .idle_o(loop_idle)
  );
  assign tx_o.tuser = 1'b0;

  // ---------------------------------------------------------------- receive
  logic [ChanW-1:0]  rx_index, anew_index;
  logic [Groups-1:0] rx_live;
  logic              anew, rx_moved;
  sumac_pkg::owe_t   owe;
  sumac_pkg::heard_t heard;
  sumac_pkg::ch_t    rx_ch;
  logic [sumac_pkg::N_COUNTERS-1:0] rx_count;

  sumac_rx #(
    .Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots), .SeqBits(SeqBits)
  ) u_rx (
    .clk_i, .rst_i, .rx_tvalid_i(in_tvalid), .rx_tdata_i(in_tdata), .rx_tkeep_i(in_tkeep), .rx_tlast_i(in_tlast),
    .rx_tuser_i(in_tuser), .w_valid_o(memory_o.w_valid), .w_addr_o(w_addr), .w_data_o(memory_o.w_data),
    .ch_index_o(rx_index), .ch_i(rx_ch), .live_i(rx_live), .anew_i(anew), .anew_index_i(anew_index),
    .commit_o(received_o.commits), .commit_data_o(received_o.commit), .arrive_o(received_o.arrives),
    .arrival_o(received_o.arrival), .moved_o(rx_moved), .owe_o(owe), .heard_o(heard), .abort_o(abort_o.fault),
    .count_o(rx_count)
  );
  assign abort_o.en      = heard.aborted;
  assign memory_o.r_addr = 17'(r_addr);
  assign memory_o.w_addr = 17'(w_addr);

  // ---------------------------------------------------------------- channel table
  sumac_pkg::ch_at_t anewed, limit;
  logic [ChanW-1:0]  w_index;
  sumac_pkg::visit_t w_visit;
  logic [4:0]        anew_limit_q;
  sumac_pkg::sweep_ch_t w_ch;

  sumac_channels #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats)) u_channels (
    .clk_i, .rst_i, .live_i(states_i.live[Groups-1:0]), .reset_i(states_i.reset[Groups-1:0]), .asks_i(channel_i.asks),
    .known_o(channel_o.known), .cfg_valid_i(channel_i.valid), .cfg_ready_o(channel_o.ready),
    .clears_i(sends_i.clears || again_opens), .cfg_status_o(channel_o.status), .cfg_i(channel_i.cfg), .key_i(channel_i.key),
    .rx_index_i(rx_index), .rx_o(rx_ch), .rx_live_o(rx_live), .anew_o(anewed), .commit_i(received_o.commits),
    .commit_data_i(received_o.commit), .opens_o(opens), .tx_read_i(tx_read), .tx_index_i(tx_index), .tx_o(tx_ch),
    .g_index_i(g_index), .g_o(g_ch), .w_index_i(w_index), .w_o(w_ch), .c_i({6'(c_group_i), 10'(c_index_i)}), .c_mine_o,
    .release_i(sends_i.freed), .limit_o(limit)
  );
  assign anew       = anewed.en;
  assign anew_index = anewed.channel[ChanW-1:0];
  always_ff @(posedge clk_i) anew_limit_q <= 5'd1 << channel_i.cfg.own_slots;

  // ---------------------------------------------------------------- the sweep: acknowledgements, and what is due because
  // time has passed
  sumac_pkg::states_t states;
  always_comb begin
    states      = states_i;
    states.live = 64'(rx_live);
  end
  assign received_o.visited = w_visit.channel;
  assign w_index            = w_visit.channel[ChanW-1:0];

  logic [Groups-1:0] settled;
  logic [GroupW-1:0] sweep_group;
  logic              nak, swept_valid, swept_ready, probes, timeout;
  sumac_pkg::rest_t  rest;
  sumac_pkg::tx_t    swept;

  sumac_sweep #(
    .Channels(Channels), .Groups(Groups), .SweepCycles(SweepCycles), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries)
  ) u_sweep (
    .clk_i, .rst_i, .now_i, .open_i({opened, 10'(index)}),
    .heard_i(heard), .owe_i(owe),
    .release_i(limit), .anew_i({anewed, anew_limit_q}),
    .told_i(told), .busy_i(queued_valid), .stirs_i, .due_valid_o(due_valid), .due_ready_i(due_ready && !opens), .due_o(due),
    .visit_o(w_visit), .chunks_i({sends_i.blocked, w_nxt}), .ch_i(w_ch), .states_i(states), .settled_o(settled),
    .g_group_o(sweep_group), .g_i(sweep_i),
    .nak_o(nak), .ask_o(swept_valid), .room_i(swept_ready), .job_o(swept),
    .timeout_o(timeout), .dead_valid_o(dead_o.en), .dead_ready_i, .dead_o(dead_o.fault), .rest_o(rest)
  );
  assign sweeps_o = {64'(settled), 6'(sweep_group)};
  assign probes = swept_valid && swept.kind == sumac_pkg::KIND_PROBE;
  sumac_fifo #(.Width(sumac_pkg::TX_W), .Depth(4)) u_swept (
    .clk_i, .rst_i, .in_valid_i(swept_valid), .in_ready_o(swept_ready), .in_data_i(swept),
    .out_valid_o(ask_valid), .out_ready_i(ask_ready), .out_data_o(ask)
  );

  // ---------------------------------------------------------------- counters and sleep
  always_comb begin
    count_o                             = rx_count;
    count_o[sumac_pkg::CNT_TX_PACKETS]  = tx_packet;
    count_o[sumac_pkg::CNT_TX_CHUNKS]   = tx_chunk;
    count_o[sumac_pkg::CNT_RESENT]      = job_valid && job_ready && job.again;
    count_o[sumac_pkg::CNT_NAKS]        = nak;
    count_o[sumac_pkg::CNT_PROBES]      = probes;
    count_o[sumac_pkg::CNT_TIMEOUTS]    = timeout;
    count_o[sumac_pkg::CNT_DEAD]        = dead_o.en && dead_ready_i;
  end
  assign room_o.causes[2:0] = lo_tvalid && !lo_tready ? sumac_pkg::CAUSE_NEXT
                        : !lo_tvalid && memory_o.r_valid && !memory_i.r_ready ? sumac_pkg::CAUSE_POOL
                        : lo_tvalid || !tx_idle || queued_valid || job_valid ? sumac_pkg::CAUSE_BUSY : sumac_pkg::CAUSE_IDLE;
  // A channel, as the sweep visits it, waits for credit, or for its peer's acknowledgements.
  sumac_wait_cycles #(.Places(Channels)) u_waits (
    .clk_i, .rst_i, .now_i(now_i[47:0]), .visit_i(w_visit.en), .place_i(w_index),
    .waits_i({w_ch.open && w_nxt != w_ch.una, w_ch.open && sends_i.blocked}), .index_i(cause_index_i), .value_o(room_o.cycles));
  assign room_o.causes[17:3] = in_tvalid || rx_moved ? 15'(sumac_pkg::CAUSE_BUSY) : 15'(sumac_pkg::CAUSE_IDLE);
  assign room_o.moved = rx_moved || tx_packet || in_tvalid || rx_i.tvalid || swept_valid || nak || ask_valid || again_busy;
  assign room_o.idle  = !queued_valid && tx_idle && loop_idle && rest.idle;
  assign rest_o       = {room_o.idle, rest.calm, rest.wake};
endmodule
