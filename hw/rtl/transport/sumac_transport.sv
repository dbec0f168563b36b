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
  // the host: its addresses, groups and channels
  input  sumac_pkg::own_t     own_i,
  input  logic [Groups-1:0]   live_i,
  input  logic [Groups-1:0]   reset_i,
  input  logic [Groups-1:0]   failed_i,
  input  logic [Groups-1:0]   still_i,
  output logic [Groups-1:0]   settled_o,
  output logic [GroupW-1:0]   sweep_group_o,
  input  sumac_pkg::sweep_group_t sweep_i,
  input  logic                asks_i,
  output logic                known_o,
  input  logic                channel_valid_i,
  output logic                channel_ready_o,
  input  sumac_pkg::ch_cfg_t channel_i,
  input  sumac_pkg::key_t     key_i,
  output logic [7:0]          channel_status_o,
  // the nodes: what receive has accepted and committed, whether a channel that is opened has words to clear, whether one's next
  // chunk may not go for the limit, slots given back; routes ask whether a channel is a group's
  output logic                arrive_o,
  output sumac_pkg::arrive_t  arrival_o,
  output logic                commit_o,
  output sumac_pkg::commit_t  commit_data_o,
  input  logic                clears_i,
  output logic [ChanW-1:0]    blocked_index_o,
  input  logic                blocked_i,
  input  logic                release_i,
  input  logic [ChanW-1:0]    release_index_i,
  input  logic [GroupW-1:0]   c_group_i,
  input  logic [ChanW-1:0]    c_index_i,
  output logic                c_mine_o,
  // new chunks
  input  logic                send_valid_i,
  output logic                send_ready_o,
  input  sumac_pkg::tx_t      send_i,
  // packet memory
  output logic                tx_r_valid_o,
  input  logic                tx_r_ready_i,
  output logic [AddrW-1:0]    tx_r_addr_o,
  input  logic                tx_d_valid_i,
  input  logic [511:0]        tx_d_data_i,
  output logic                rx_w_valid_o,
  output logic [AddrW-1:0]    rx_w_addr_o,
  output logic [511:0]        rx_w_data_o,
  // why a group fails: a peer's ABORT, a pulse, and a peer that is silent
  output logic                abort_o,
  output sumac_pkg::fault_t   abort_fault_o,
  output logic                dead_valid_o,
  input  logic                dead_ready_i,
  output sumac_pkg::fault_t   dead_o,
  // begun: jobs that transmit takes but new chunks, channels that go back, new chunks; ended: jobs, channels that have gone back
  output logic [2:0]          begun_o,
  output logic [3*GroupW-1:0] begun_group_o,
  output logic [1:0]          ended_o,
  output logic [2*GroupW-1:0] ended_group_o,
  output logic [sumac_pkg::N_COUNTERS-1:0] count_o,
  output logic [5:0]          cause_o,     // of transmit and receive
  input  logic [ChanW+2:0]    cause_index_i,   // of channels' cycles
  output logic [47:0]         cause_cycles_o,
  input  logic                stirs_i,     // nodes are at work
  output logic                moved_o,     // something was done, or is due
  output logic                idle_o,
  output logic                calm_o,      // at wake_o a peer may be silent, and nothing else is due
  output logic [63:0]         wake_o,
  // network
  output logic                tx_tvalid_o,
  input  logic                tx_tready_i,
  output logic [511:0]        tx_tdata_o,
  output logic [63:0]         tx_tkeep_o,
  output logic                tx_tlast_o,
  input  logic                rx_tvalid_i,
  input  logic [511:0]        rx_tdata_i,
  input  logic [63:0]         rx_tkeep_i,
  input  logic                rx_tlast_i,
  input  logic                rx_tuser_i
);
  localparam int TxAhead = TxJobs < 4 ? TxJobs : 4;   // jobs that transmit has before it

  logic               changed, opened;                // a channel is opened or closed; is opened
  logic [ChanW-1:0]   index;
  assign changed = channel_valid_i && channel_ready_o;
  assign opened  = changed && channel_i.open;
  assign index   = channel_i.index[ChanW-1:0];

  // ---------------------------------------------------------------- transmit: what the sweep asks for, what goes again, and
  // what nodes send (R8)
  logic              ask_valid, ask_ready, go_valid, go_ready, again_valid, again_ready, again_busy, queued_valid, may_go,
                     new_valid, new_ready, new_offered_q, job_valid, job_ready, take, tx_idle, tx_packet, tx_chunk;
  sumac_pkg::tx_t    ask, go_job, again, queued, job;
  logic [ChanW-1:0]  tx_index, g_index;
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
    .clk_i, .rst_i, .in_valid_i(send_valid_i), .in_ready_o(send_ready_o), .in_data_i(send_i),
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
    .ch_index_o(g_index), .ch_i(g_ch), .live_i(rx_live), .failed_i,
    .nxt_index_i(blocked_index_o), .nxt_o(w_nxt),
    .begun_o(begun_o[1]), .begun_group_o(begun_group_o[GroupW+:GroupW]), .ended_o(ended_o[1]),
    .ended_group_o(ended_group_o[GroupW+:GroupW]),
    .busy_o(again_busy), .job_valid_o(again_valid), .job_ready_i(again_ready), .job_o(again)
  );
  assign begun_o[0]                        = job_valid && job_ready && !take;
  assign begun_group_o[0+:GroupW]          = job.group[GroupW-1:0];
  assign begun_o[2]                        = send_valid_i && send_ready_o;
  assign begun_group_o[2*GroupW+:GroupW]   = send_i.group[GroupW-1:0];

  sumac_tx #(
    .Channels(Channels), .PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .SeqBits(SeqBits), .TxJobs(TxAhead), .Groups(Groups)
  ) u_tx (
    .clk_i, .rst_i, .own_i,
    .job_valid_i(job_valid), .job_ready_o(job_ready), .job_i(job),
    .done_o(ended_o[0]), .done_group_o(ended_group_o[0+:GroupW]),
    .due_valid_i(due_valid && !opens), .due_ready_o(due_ready), .due_i(due), .told_o(told),
    .ch_read_o(tx_read), .ch_index_o(tx_index), .ch_i(tx_ch),
    .r_valid_o(tx_r_valid_o), .r_ready_i(tx_r_ready_i), .r_addr_o(tx_r_addr_o), .d_valid_i(tx_d_valid_i),
    .d_data_i(tx_d_data_i),
    .tx_tvalid_o(lo_tvalid), .tx_tready_i(lo_tready), .tx_tdata_o(lo_tdata), .tx_tkeep_o(lo_tkeep), .tx_tlast_o(lo_tlast),
    .tx_tinside_o(lo_tinside),
    .idle_o(tx_idle), .packet_o(tx_packet), .chunk_o(tx_chunk)
  );

  // ---------------------------------------------------------------- loopback: packets to the own address stay inside
  sumac_loop #(.SlotBeats(SlotBeats)) u_loop (
    .clk_i, .rst_i, .in_tvalid_i(lo_tvalid), .in_tready_o(lo_tready), .in_tdata_i(lo_tdata), .in_tkeep_i(lo_tkeep),
    .in_tlast_i(lo_tlast), .in_tinside_i(lo_tinside),
    .tx_tvalid_o, .tx_tready_i, .tx_tdata_o, .tx_tkeep_o, .tx_tlast_o,
    .rx_tvalid_i, .rx_tdata_i, .rx_tkeep_i, .rx_tlast_i, .rx_tuser_i,
    .out_tvalid_o(in_tvalid), .out_tdata_o(in_tdata), .out_tkeep_o(in_tkeep), .out_tlast_o(in_tlast), .out_tuser_o(in_tuser),
    .idle_o(loop_idle)
  );

  // ---------------------------------------------------------------- receive
  logic [ChanW-1:0]  rx_index, anew_index;
  logic [Groups-1:0] rx_live;
  logic              anew, commit, rx_moved;
  sumac_pkg::owe_t   owe;
  sumac_pkg::heard_t heard;
  sumac_pkg::ch_t    rx_ch;
  sumac_pkg::commit_t commit_data;
  logic [sumac_pkg::N_COUNTERS-1:0] rx_count;

  sumac_rx #(
    .Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots), .SeqBits(SeqBits)
  ) u_rx (
    .clk_i, .rst_i, .rx_tvalid_i(in_tvalid), .rx_tdata_i(in_tdata), .rx_tkeep_i(in_tkeep), .rx_tlast_i(in_tlast),
    .rx_tuser_i(in_tuser), .w_valid_o(rx_w_valid_o), .w_addr_o(rx_w_addr_o), .w_data_o(rx_w_data_o),
    .ch_index_o(rx_index), .ch_i(rx_ch), .live_i(rx_live), .anew_i(anew), .anew_index_i(anew_index), .commit_o(commit),
    .commit_data_o(commit_data), .arrive_o, .arrival_o,
    .moved_o(rx_moved), .owe_o(owe), .heard_o(heard), .abort_o(abort_fault_o), .count_o(rx_count)
  );

  assign abort_o       = heard.aborted;
  assign commit_o      = commit;
  assign commit_data_o = commit_data;

  // ---------------------------------------------------------------- channel table
  sumac_pkg::ch_at_t anewed, limit;
  sumac_pkg::visit_t w_visit;
  logic [4:0]        anew_limit_q;
  sumac_pkg::sweep_ch_t w_ch;

  sumac_channels #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats)) u_channels (
    .clk_i, .rst_i, .live_i, .reset_i, .asks_i, .known_o,
    .cfg_valid_i(channel_valid_i), .cfg_ready_o(channel_ready_o), .clears_i(clears_i || again_opens),
    .cfg_status_o(channel_status_o), .cfg_i(channel_i), .key_i,
    .rx_index_i(rx_index), .rx_o(rx_ch), .rx_live_o(rx_live), .anew_o(anewed), .commit_i(commit),
    .commit_data_i(commit_data), .opens_o(opens), .tx_read_i(tx_read), .tx_index_i(tx_index), .tx_o(tx_ch),
    .g_index_i(g_index), .g_o(g_ch), .w_index_i(blocked_index_o), .w_o(w_ch),
    .c_i({6'(c_group_i), 10'(c_index_i)}), .c_mine_o, .release_i({release_i, 10'(release_index_i)}), .limit_o(limit)
  );
  assign anew       = anewed.en;
  assign anew_index = anewed.channel[ChanW-1:0];
  always_ff @(posedge clk_i) anew_limit_q <= 5'd1 << channel_i.own_slots;

  // ---------------------------------------------------------------- the sweep: acknowledgements, and what is due because
  // time has passed
  sumac_pkg::groups_t groups;
  assign groups          = {64'(rx_live), 64'(reset_i), 64'(failed_i), 64'(still_i)};
  assign blocked_index_o = w_visit.channel[ChanW-1:0];

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
    .visit_o(w_visit), .chunks_i({blocked_i, w_nxt}), .ch_i(w_ch), .groups_i(groups), .settled_o,
    .g_group_o(sweep_group_o), .g_i(sweep_i),
    .nak_o(nak), .ask_o(swept_valid), .room_i(swept_ready), .job_o(swept),
    .timeout_o(timeout), .dead_valid_o, .dead_ready_i, .dead_o, .rest_o(rest)
  );
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
    count_o[sumac_pkg::CNT_DEAD]        = dead_valid_o && dead_ready_i;
  end
  assign cause_o[2:0] = lo_tvalid && !lo_tready ? sumac_pkg::CAUSE_NEXT
                        : !lo_tvalid && tx_r_valid_o && !tx_r_ready_i ? sumac_pkg::CAUSE_POOL
                        : lo_tvalid || !tx_idle || queued_valid || job_valid ? sumac_pkg::CAUSE_BUSY : sumac_pkg::CAUSE_IDLE;
  // A channel, as the sweep visits it, waits for credit, or for its peer's acknowledgements.
  sumac_wait_cycles #(.Places(Channels)) u_waits (
    .clk_i, .rst_i, .now_i(now_i[47:0]), .visit_i(w_visit.en), .place_i(blocked_index_o),
    .waits_i({w_ch.open && w_nxt != w_ch.una, w_ch.open && blocked_i}), .index_i(cause_index_i), .value_o(cause_cycles_o));
  assign cause_o[5:3] = in_tvalid || rx_moved ? sumac_pkg::CAUSE_BUSY : sumac_pkg::CAUSE_IDLE;
  assign moved_o = rx_moved || tx_packet || in_tvalid || rx_tvalid_i || swept_valid || nak || ask_valid || again_busy;
  assign idle_o  = !queued_valid && tx_idle && loop_idle && rest.idle;
  assign {calm_o, wake_o} = {rest.calm, rest.wake};
endmodule
