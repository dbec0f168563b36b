// The sweep: visits channels in rounds, SweepCycles apart by the time now_i, and decides what is due because time
// has passed (R11): NAKs that are repeated (R4), PROBEs (R12, R13), peers that are given up (R14), ABORTs (R15), and, by
// settled_o, that a closing group's channels wait for nothing more (R17). Between these visits are those that events ask for, a
// chunk that was received or a slot that was given back; all of them look for acknowledgements and limits (R9, R10).
// docs/transport.md has the rules. sumac_sweep_walk chooses the channels: a round leaves out those of which there is nothing to
// find. While the sweep is idle now_i may jump to WAKE, where a round begins, or, in a calm, a waiting channel's time has come;
// all ones: never. A clock at which now_i stands still visits nothing but events.
// Latency: a packet six cycles after a visit was chosen. Channels is at least 4, SweepCycles a power of two. Throughput: a channel
// every other cycle. Memory: what was heard since the last visit, bits in RAM. Reset: nothing is under way.
module sumac_sweep #(
  parameter int Channels    = sumac_pkg::DefChannels,
  parameter int Groups      = sumac_pkg::DefGroups,
  parameter int SweepCycles = sumac_pkg::DefSweepCycles,
  parameter int ProbeRounds = sumac_pkg::DefProbeRounds,
  parameter int AbortTries  = sumac_pkg::DefAbortTries,
  localparam int ChanW      = $clog2(Channels),
  localparam int GroupW     = $clog2(Groups)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  // what happens to channels
  input  sumac_pkg::ch_at_t open_i,        // it is opened
  input  sumac_pkg::heard_t heard_i,
  input  sumac_pkg::owe_t   owe_i,
  input  sumac_pkg::ch_at_t release_i,     // its limit has moved
  input  sumac_pkg::anew_t  anew_i,
  input  sumac_pkg::acked_t  told_i,
  input  logic              busy_i,        // chunks wait for transmit
  input  logic              stirs_i,       // nodes are at work
  output sumac_pkg::visit_t visit_o,       // the channel that is visited,
  input  sumac_pkg::chunks_t chunks_i,     // ... and a cycle later what is known of it:
  input  sumac_pkg::sweep_ch_t ch_i,       // ... it is open if its group lives
  input  sumac_pkg::states_t states_i,
  output logic [Groups-1:0] settled_o,
  output logic [GroupW-1:0] g_group_o,
  input  sumac_pkg::sweep_group_t g_i,
  // what is due
  output logic              due_valid_o,   // an acknowledgement
  input  logic              due_ready_i,
  output sumac_pkg::due_t   due_o,
  output logic              nak_o,         // pulse: one is a NAK that is repeated
  output logic              ask_o,         // pulse: a packet; only if
  input  logic              room_i,        // ... there is room for one
  output sumac_pkg::tx_t    job_o,
  output logic              timeout_o,     // pulse: a PROBE that found the last one unanswered
  // a peer that is given up: the group must fail
  output logic              dead_valid_o,
  input  logic              dead_ready_i,
  output sumac_pkg::fault_t dead_o,
  output sumac_pkg::rest_t  rest_o
);
  localparam int RoundW = 24;     // of a round's number, which wraps

  // A visit by time is chosen in one cycle, and takes its turn in the next. Its first cycle then reads the tables; what they say
  // comes with the second, and is compared in the third. The fourth looks at the channel's timer, the fifth decides.
  localparam int TimeW = $clog2(SweepCycles);
  sumac_pkg::visit_t a_q;
  logic              timed_q;
  logic [ChanW-1:0]  a_index, timed_index_q;
  logic              visit, visit_q, event_ready, event_take;
  logic [ChanW-1:0]  index, index_q, event_index;
  logic [63-TimeW:0] round;

  assign event_take = event_ready && !visit_q && (!a_q.en || a_q.timed);
  assign visit_o    = a_q;
  assign a_index    = a_q.channel[ChanW-1:0];
  always_ff @(posedge clk_i) begin : visits
    {visit_q, index_q} <= {visit, index};
    a_q       <= {visit_q || event_take, visit_q, visit_q ? 10'(index_q) : 10'(event_index)};
    {timed_q, timed_index_q} <= {a_q.timed, a_index};
    if (rst_i) {visit_q, a_q.en, a_q.timed, timed_q} <= '0;
  end

  // Events since the last visit. An event in the cycle before a visit's first, or later, belongs
  // to the next one.
  logic              fresh, since, news, aborted, opens_q;
  logic [ChanW-1:0]  opens_index_q, heard_index;
  assign heard_index = heard_i.channel[ChanW-1:0];
  sumac_sweep_flag #(.Channels(Channels)) u_fresh (
    .clk_i, .rst_i, .set_i(open_i.en), .set_index_i(open_i.channel[ChanW-1:0]), .visit_i(a_q.timed), .index_i(a_index),
    .flag_o(fresh));
  sumac_sweep_flag #(.Channels(Channels)) u_heard (
    .clk_i, .rst_i, .set_i(heard_i.en), .set_index_i(heard_index), .visit_i(a_q.timed), .index_i(a_index), .flag_o(since));
  sumac_sweep_flag #(.Channels(Channels)) u_news (
    .clk_i, .rst_i, .set_i(heard_i.news), .set_index_i(heard_index), .visit_i(a_q.timed), .index_i(a_index), .flag_o(news));
  sumac_ram #(.Width(1), .Depth(Channels)) u_aborted (
    .clk_i, .w_en_i(heard_i.aborted || opens_q), .w_addr_i(heard_i.aborted ? heard_index : opens_index_q),
    .w_data_i(heard_i.aborted), .r_en_i(a_q.timed), .r_addr_i(a_index), .r_data_o(aborted));
  always_ff @(posedge clk_i) begin : opening
    opens_q <= !rst_i && (open_i.en || (opens_q && heard_i.aborted));
    if (open_i.en) opens_index_q <= open_i.channel[ChanW-1:0];
  end

  // The words of the tables.
  sumac_pkg::sweep_ch_t c_ch_q;
  sumac_pkg::chunks_t   c_chunks_q;
  sumac_pkg::since_t    c_since_q;
  assign g_group_o = c_ch_q.group[GroupW-1:0];
  always_ff @(posedge clk_i) {c_ch_q, c_chunks_q, c_since_q} <= {ch_i, chunks_i, fresh, since, news, aborted};

  // Its parts: timers; acknowledgements; what a round has found; the round's visits.
  logic              ack_idle, rest, first, last, ends, held;
  logic [63:0]       round_wake;
  sumac_pkg::aged_t  aged;
  sumac_pkg::owed_t  owed;
  sumac_pkg::found_t found;
  sumac_pkg::verdict_t verdict;

  sumac_sweep_timer #(
    .Channels(Channels), .Groups(Groups), .ProbeRounds(ProbeRounds), .AbortTries(AbortTries), .RoundW(RoundW)
  ) u_timer (
    .clk_i, .rst_i, .visit_i(timed_q), .index_i(timed_index_q), .round_i(round[RoundW-1:0]),
    .ch_i(c_ch_q), .chunks_i(c_chunks_q), .since_i(c_since_q), .states_i, .g_i, .aged_o(aged), .owed_i(owed),
    .ask_o, .room_i, .held_i(held), .job_o, .timeout_o, .verdict_o(verdict), .found_o(found)
  );

  sumac_sweep_ack #(.Channels(Channels)) u_ack (
    .clk_i, .rst_i, .anew_i, .owe_i, .release_i,
    .told_i, .busy_i,
    .event_o(event_ready), .event_take_i(event_take), .event_index_o(event_index),
    .visit_i(a_q), .ch_i, .aged_i(aged), .owed_o(owed),
    .nak_o, .due_valid_o, .due_ready_i, .due_o, .idle_o(ack_idle)
  );

  sumac_sweep_round #(.Groups(Groups), .SweepCycles(SweepCycles), .RoundW(RoundW)) u_round (
    .clk_i, .rst_i, .first_i(first), .last_i(last), .found_i(found), .round_i(round), .states_i, .settled_o,
    .ends_o(ends), .wake_o(round_wake), .verdict_i(verdict), .dead_valid_o, .dead_ready_i, .dead_o, .held_o(held)
  );

  sumac_sweep_walk #(.Channels(Channels), .Groups(Groups), .SweepCycles(SweepCycles)) u_walk (
    .clk_i, .rst_i, .now_i, .set_i({open_i.en, heard_i.en, owe_i.en, release_i.en, anew_i.en, told_i.en}),
    .set_index_i({open_i.channel[ChanW-1:0], heard_index, owe_i.channel[ChanW-1:0], release_i.channel[ChanW-1:0],
                   anew_i.channel[ChanW-1:0], told_i.channel[ChanW-1:0]}),
    .stirs_i, .states_i, .first_o(first), .visit_o(visit), .index_o(index), .last_o(last), .round_o(round),
    .found_i(found), .ends_i(ends), .wake_i(round_wake), .calm_o(rest_o.calm), .rest_o(rest),
    .wake_o(rest_o.wake)
  );
  // Acknowledgements follow from events and visits, of which the walk knows.
  logic ack_idle_q;
  always_ff @(posedge clk_i) ack_idle_q <= ack_idle;
  assign rest_o.idle = ack_idle_q && rest;
endmodule
