// A channel: a sender, a wire that loses and doubles, a receiver. Each chunk is accepted once and in order, whatever is lost, and
// nothing from an earlier life of the channel is (R1 to R4, R6, R7, R19). Any one chunk, a, is watched: it is marked 1, those
// before it 0, those after it 2, and what is not of the receiver's life 3. The receiver may accept any number of 0, then 1, then
// any number of 2; since a is any chunk, all are accepted once, in order.
// Real are the judge of both ends (sumac_rx_channel: sequence, room, acknowledgement, limit, gap, and what it commits), and the
// log, nxt and the walk (sumac_resend). Modelled here are the counters of sumac_channels, and what sumac_sweep
// allows: a receiver may tell its counters at any time, with GAP while chunks are missing, and a PROBE may go at any time.
// Each direction holds 3 packets in order; any may be lost, or come twice. Numbers have 3 bits, the window 2 chunks. The cycles
// that are searched suffice for a chunk that is lost and goes again, and for a second life, not for numbers to wrap around.
// Assumed: the receiver's end is opened first, with a key that no packet under way has, and the
// sender's end then with the same; nothing of the channel is in flight inside then.
//
// RTL: sumac_rx_channel sumac_resend sumac_ram
// Edit: sumac_rx_channel s/\[31:0\]/[2:0]/g
// Edit: sumac_resend s/SeqW        = 32/SeqW = 3/
// Edit: sumac_resend s/\[31:0\]/[2:0]/g
// Edit: sumac_resend s/\[15:0\]/[0:0]/g
// Edit: sumac_resend s/take_job_i.bytes, /take_job_i.bytes[0], /
// Edit: sumac_resend s/take_job_i.word}/take_job_i.word[2:0]}/
// Edit: sumac_resend s/AddrW + 16 + 1 + 32/AddrW + 1 + 1 + 3/
// Bound: 34
// Cover: 44
// Mutant: sumac_rx_channel s/s_seq_q == rcv\[SeqBits-1:0\]/!early[SeqBits-1]/
// Mutant: sumac_rx_channel s/forward = s_near_q \&\& commit_o/forward = 1'b0/
// Mutant: sumac_rx_channel s/p_counts = p_valid_q \&\&/p_counts = 1'b0 \&\&/
// Mutant: sumac_rx_channel s/j_mine_q    <= .*;/j_mine_q    <= 1'b1;/
// Mutant: sumac_rx_channel s/j_mine_q \&\& !j_gone_q \&\& !(anew_i.*;/j_mine_q;/
module prove_channel (
  input logic       clk_i,
  input logic       rst_i,
  input logic       open_r_i,       // hosts: the receiver's end, and the sender's, is opened
  input logic       open_s_i,
  input logic [2:0] key_i,
  input logic       take_i,         // a new chunk is sent; it is the one that is watched
  input logic       mark_i,
  input logic       again_i,        // transmit takes a chunk that goes again
  input logic       probe_i,
  input logic       tell_i,         // the receiver sends its counters
  input logic       release_i,      // the nodes give a slot back
  input logic       lose_i,         // the first packet to the receiver leaves the wire; it arrives
  input logic       hear_i,
  input logic       lose_back_i,
  input logic       hear_back_i
);
  // A packet carries, to the receiver, kind, number, key and mark; back acknowledgement, limit, GAP and key.
  logic   [6:0] wire_q [3];     // {probe, number, key},
  logic   [1:0] mark_wire_q [3];
  logic   [9:0] back_q [3];     // {GAP, acknowledgement, limit, key}
  logic   [1:0] n_q = '0, back_n_q = '0;
  logic   [2:0] key_r_q = '0, key_s_q = '0;
  logic         open_r_q = 1'b0, open_s_q = 1'b0;  // an end is open
  logic         same;
  assign same = open_r_q && open_s_q && key_r_q == key_s_q;

  // The receiver: its counters, and its judge.
  logic [2:0] rcv_q = '0, rel_q = '0;
  logic       gap_q = 1'b0, head_q = 1'b0, r_commit, r_anew_q = 1'b0, r_clears_q = 1'b0, r_clear;
  logic [2:0] r_end_q = '0;     // the cycles between a header and its packet's end
  logic [6:0] heard_q;
  logic [1:0] heard_mark_q;
  sumac_pkg::pkt_t r_beat, s_beat;
  sumac_pkg::ch_t  r_ch, r_ch_q, s_ch, s_ch_q;
  sumac_pkg::commit_t r_data, s_data;
  sumac_pkg::judged_t r_judged, s_judged;
  always_comb begin
    r_beat = '0;
    r_beat.kind[3:0] = heard_q[6] ? sumac_pkg::KIND_PROBE : sumac_pkg::KIND_DATA;
    r_beat.seq[2:0]  = heard_q[5:3];
    r_beat.key[2:0]  = heard_q[2:0];
    r_ch              = '0;
    r_ch.kept         = open_r_q;
    r_ch.open         = open_r_q;
    r_ch.key[2:0]     = key_r_q;
    r_ch.own_slots    = 4'd1;
    r_ch.own_lim[2:0] = rel_q + 3'd2;
    r_ch.rcv_nxt[2:0] = rcv_q;
    r_ch.lim          = 32'd2;
    r_ch.gap          = gap_q;
  end
  sumac_rx_channel #(.Channels(2), .Groups(2), .PoolBeats(4), .ChannelSlots(2), .SeqBits(3)) receiver (
    .clk_i, .rst_i, .head_i(head_q), .beat_i(r_beat), .end_i(r_end_q[2]), .sound_i(1'b1), .ch_i(r_ch_q), .live_i('1),
    .anew_i(r_anew_q), .anew_index_i(1'b0), .commit_o(r_commit), .commit_data_o(r_data), .judged_o(r_judged));
  assign r_clear = r_clears_q && !r_commit && !r_anew_q;

  // The sender: its counters, its judge of what comes back, its log.
  logic [2:0] una_q = '0, una1_q = '0, lim_q = 3'd2, nxt_q = '0, job_seq, job_word;
  logic       shead_q = 1'b0, s_commit, s_anew_q = 1'b0, s_clears_q = 1'b0, s_clear, log_opens, busy, job, job_index;
  logic [2:0] s_end_q = '0;
  logic       back_i, take, probed_q = 1'b0;
  logic [9:0] answer_q;
  always_comb begin
    s_beat = '0;
    s_beat.kind[3:0]     = sumac_pkg::KIND_ACK;
    s_beat.kind[4+sumac_pkg::PKT_FLAG_GAP] = answer_q[9];
    s_beat.ack[2:0]      = answer_q[8:6];
    s_beat.limit[2:0]    = answer_q[5:3];
    s_beat.key[2:0]      = answer_q[2:0];
    s_ch              = '0;
    s_ch.kept         = open_s_q;
    s_ch.open         = open_s_q;
    s_ch.key[2:0]     = key_s_q;
    s_ch.own_slots    = 4'd1;
    s_ch.una[2:0]     = una_q;
    s_ch.lim[2:0]     = lim_q;
  end
  sumac_rx_channel #(.Channels(2), .Groups(2), .PoolBeats(4), .ChannelSlots(2), .SeqBits(3)) sender (
    .clk_i, .rst_i, .head_i(shead_q), .beat_i(s_beat), .end_i(s_end_q[2]), .sound_i(1'b1), .ch_i(s_ch_q), .live_i('1),
    .anew_i(s_anew_q), .anew_index_i(1'b0), .commit_o(s_commit), .commit_data_o(s_data), .judged_o(s_judged));
  assign s_clear = s_clears_q && !s_commit && !s_anew_q && !log_opens;

  logic [1:0] mark_q = '0, mark;      // of the next chunk
  assign mark = mark_q == 2'd0 && mark_i ? 2'd1 : mark_q;
  assign take = take_i && !busy && open_s_q && nxt_q != lim_q;
  sumac_pkg::tx_t new_job, again;
  always_comb begin
    new_job           = '0;
    new_job.seq[2:0]  = nxt_q;
    new_job.word[1:0] = mark;
  end
  assign {job_index, job_seq, job_word} = {again.channel[0], again.seq[2:0], again.word[2:0]};
  sumac_resend #(.Channels(2), .Groups(2), .PoolBeats(4), .ChannelSlots(2)) log (
    .clk_i, .rst_i, .open_i(open_s_i), .open_index_i(1'b0), .opens_o(log_opens), .take_i(take), .take_job_i(new_job),
    .gap_i(back_i), .gap_index_i(1'b0), .gap_una_i(una_q), .probe_i(probe_i && open_s_q), .probe_index_i(1'b0),
    .ch_i({open_s_q, 6'd0, 32'(una1_q)}), .live_i('1), .failed_i('0),
    .nxt_index_i(1'b0), .busy_o(busy), .job_valid_o(job), .job_ready_i(again_i), .job_o(again));

  logic       opens;
  assign opens = open_s_i || open_r_i || r_clears_q || s_clears_q;
  logic       sends, tells, goes, goes_back, comes, comes_back;
  logic [1:0] at, back_at, packet_mark;
  logic [6:0] packet;
  logic [9:0] told;
  assign sends  = take || (job && again_i) || (probe_i && open_s_q);
  assign packet = {probe_i, probe_i || !job ? nxt_q : job_seq, key_s_q};
  assign packet_mark = !same ? 2'd3 : job ? job_word[1:0] : mark;
  assign tells  = tell_i && open_r_q;
  assign told   = {gap_q, rcv_q, rel_q + 3'd2, key_r_q};
  assign goes   = lose_i && n_q != 2'd0;
  assign goes_back = lose_back_i && back_n_q != 2'd0;
  assign comes  = hear_i && n_q != 2'd0 && !head_q;
  assign comes_back = hear_back_i && back_n_q != 2'd0 && !shead_q;
  assign at      = n_q - {1'b0, goes};
  assign back_at = back_n_q - {1'b0, goes_back};

  always_comb begin
    if (probe_i) assume (!take_i && !again_i && !probed_q);      // as the sweep visits a channel every other cycle
    if (job) assume (!take_i);
    if (sends) assume (n_q != 2'd3);
    if (tells) assume (back_n_q != 2'd3);
    // An end is opened alone, while nothing is being taken or walked (the group's live count).
    if (opens) begin
      assume (!busy && !take_i && !probe_i && !tell_i && !release_i && !lose_i && !lose_back_i && !(open_s_i && open_r_i));
      assume (!(open_s_i || open_r_i) || !(r_clears_q || s_clears_q));
    end
    if (open_r_i) begin
      assume (heard_q[2:0] != key_i && answer_q[2:0] != key_i);
      for (int i = 0; i < 3; i++) begin
        if (i < n_q) assume (wire_q[i][2:0] != key_i);
        if (i < back_n_q) assume (back_q[i][2:0] != key_i);
      end
    end
    // The receiver's end comes first, with a new key; the sender follows.
    if (open_r_i) assume (key_i != key_s_q && key_i != key_r_q && (!open_r_q || same));
    if (open_s_i) assume (open_r_q && !same && key_i == key_r_q);
    if (release_i) assume (rel_q != rcv_q);
  end

  always_ff @(posedge clk_i) begin
    // Packets wait in order. One that is heard stays, and so may come again, until it is lost.
    for (int i = 0; i < 3; i++) begin
      if (goes) {wire_q[i], mark_wire_q[i]} <= {wire_q[(i + 1) % 3], mark_wire_q[(i + 1) % 3]};
      if (goes_back) back_q[i] <= back_q[(i + 1) % 3];
      if (sends && at == i) {wire_q[i], mark_wire_q[i]} <= {packet, packet_mark};
      if (tells && back_at == i) back_q[i] <= told;
      if (open_s_i || open_r_i) mark_wire_q[i] <= 2'd3;
    end
    n_q      <= at + {1'b0, sends};
    back_n_q <= back_at + {1'b0, tells};
    {head_q, r_end_q}   <= {comes, r_end_q[1:0], head_q};
    {shead_q, s_end_q}  <= {comes_back, s_end_q[1:0], shead_q};
    {r_ch_q, s_ch_q}    <= {r_ch, s_ch};
    {r_anew_q, s_anew_q} <= {open_r_i, open_s_i};
    if (comes) {heard_q, heard_mark_q} <= {wire_q[0], mark_wire_q[0]};
    if (comes_back) answer_q <= back_q[0];
    back_i <= s_commit && s_judged.flag_gap;
    if (take && mark != 2'd0) mark_q <= 2'd2;
    probed_q <= probe_i;
    if (take) nxt_q <= nxt_q + 3'd1;
    una1_q <= una_q;
    if (r_commit) {rcv_q, gap_q} <= {r_data.rcv_nxt[2:0], r_data.gap};
    if (s_commit) {una_q, lim_q} <= {s_data.una[2:0], s_data.lim[2:0]};
    if (release_i) rel_q <= rel_q + 3'd1;
    if (open_r_i) {key_r_q, open_r_q, r_clears_q} <= {key_i, 2'b01};
    if (open_s_i) {key_s_q, open_s_q, s_clears_q} <= {key_i, 2'b01};
    if (r_clear) {open_r_q, r_clears_q, rcv_q, rel_q, gap_q} <= {2'b10, 7'd0};
    if (s_clear) {open_s_q, s_clears_q, una_q, nxt_q, lim_q, mark_q} <= {2'b10, 6'd0, 3'd2, 2'd0};
    if (open_s_i || open_r_i) heard_mark_q <= 2'd3;
    if (rst_i) {n_q, back_n_q, open_r_q, open_s_q, head_q, r_end_q, shead_q, s_end_q, back_i,
      r_anew_q, s_anew_q, r_clears_q, s_clears_q} <= '0;
  end

  // Accepted in this life: nothing but 0, then 1, then 2. The packet is committed four cycles after its header.
  logic [1:0] mark1_q, mark2_q, mark3_q, mark4_q, stage_q = 2'd0;
  logic       accepts, went_q = 1'b0;
  assign accepts = r_commit && r_judged.accept && open_r_q;
  always_ff @(posedge clk_i) begin
    {mark1_q, mark2_q, mark3_q, mark4_q} <= {heard_mark_q, mark1_q, mark2_q, mark3_q};
    if (open_r_i || open_s_i) {mark1_q, mark2_q, mark3_q, mark4_q} <= 8'hff;
    if (job && again_i) went_q <= 1'b1;
    if (open_r_i || rst_i) went_q <= 1'b0;
    if (accepts) stage_q <= mark4_q == 2'd0 ? 2'd0 : 2'd2;
    if (open_r_i || rst_i) stage_q <= 2'd0;
  end
  always_ff @(posedge clk_i) if (!rst_i) begin
    assert (!accepts || mark4_q == stage_q || (stage_q == 2'd0 && mark4_q == 2'd1));
    cover (accepts && mark4_q == 2'd1 && went_q);   // it was lost, and has gone again
    cover (accepts && mark4_q == 2'd2);
    cover (same && key_r_q != 3'd0 && accepts && n_q == 2'd3);
  end
endmodule
