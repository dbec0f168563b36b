// Receive's look-up: takes the header of a packet apart, looks its channel up, judges the one by the other, and commits when the
// packet has proved sound: is the chunk the next of its channel, is there a place for it, how far do acknowledgement and limit
// move. Packets are judged in order, each by what the one before has left. A packet whose channel has been opened anew or closed
// since its header came is none of the channel's.
//
// DATA or a PROBE beyond the next chunk says that chunks are missing, until the next one is accepted (R3, R4). A channel whose
// group has closed is a tombstone, which is told of too (R16).
//
// A limit is accepted up to ChannelSlots beyond the chunks acknowledged (no peer has more slots), an acknowledgement
// up to the limit. A kind byte with a flag that its kind has not counts as an unknown kind.
//
// Latency: writable_o and base_o three cycles after head_i; end_i comes then or later; all else the cycle after end_i.
// Throughput: a header every other cycle, as no good packet is shorter than two beats. Memory: none but registers.
// Reset: nothing is committed of a packet that is under way.
module sumac_rx_channel #(
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  parameter int SeqBits      = sumac_pkg::DefSeqBits,
  localparam int ChanW       = $clog2(Channels),
  localparam int GroupW      = $clog2(Groups),
  localparam int AddrW       = $clog2(PoolBeats),
  localparam int SlotW       = $clog2(ChannelSlots)
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic               head_i,         // beat_i is a header
  input  sumac_pkg::pkt_t    beat_i,
  input  logic               end_i,          // the packet of the last header has ended,
  input  logic               sound_i,        // ... and is sound by itself
  // channel table
  output logic [ChanW-1:0]   ch_index_o,     // of head_i
  input  sumac_pkg::ch_t     ch_i,           // a cycle later
  input  logic [Groups-1:0]  live_i,         // the groups whose channels may be open
  input  logic               anew_i,         // pulse: a channel was opened anew, or closed
  input  logic [ChanW-1:0]   anew_index_i,
  output logic               commit_o,
  output sumac_pkg::commit_t commit_data_o,
  // the header's payload, and where it goes
  output logic [15:0]        bytes_o,
  output logic               writable_o,     // the chunk is accepted, if it is sound
  output logic [AddrW-1:0]   base_o,
  output sumac_pkg::judged_t judged_o        // its channel stands in commit_data_o
);
  localparam int StepW = 16;                 // of chunks that are sent and not acknowledged: no window has more

  // The header's first cycle: its channel is read. The table's word comes with the second, in which the header's fields stand here.
  logic               a_valid_q, a_inside_q;
  logic [ChanW-1:0]   a_index_q;
  logic [7:0]         a_kind_q;
  logic [SeqBits-1:0] a_seq_q, a_ack_q, a_limit_q;
  logic [31:0]        a_key_q, a_word_q;
  logic [15:0]        a_bytes_q;

  assign ch_index_o = beat_i.channel[ChanW-1:0];

  always_ff @(posedge clk_i) begin : fields
    a_valid_q <= head_i;
    if (head_i) begin
      a_index_q  <= ch_index_o;
      a_inside_q <= 32'(beat_i.channel) < Channels;
      a_kind_q   <= beat_i.kind;
      a_seq_q    <= beat_i.seq[SeqBits-1:0];
      a_ack_q    <= beat_i.ack[SeqBits-1:0];
      a_limit_q  <= beat_i.limit[SeqBits-1:0];
      a_key_q    <= beat_i.key;
      a_word_q   <= beat_i.word;
      a_bytes_q  <= beat_i.length;
    end
    if (rst_i) a_valid_q <= 1'b0;
  end

  // The table's word is as old as its read, and may have missed three commits: two are here; the third is being made, and is taken
  // a cycle later (near).
  logic               p_valid_q, near, c_counts, p_counts;
  sumac_pkg::commit_t p_q, c;
  assign c        = commit_data_o;
  assign c_counts = commit_o && c.channel[ChanW-1:0] == a_index_q;
  assign p_counts = p_valid_q && p_q.channel[ChanW-1:0] == a_index_q;

  logic               s_valid_q, s_gone_q, s_near_q, s_open_q, s_kept_q, s_gap_q;
  logic [ChanW-1:0]   s_index_q;
  logic [GroupW-1:0]  s_group_q;
  logic [7:0]         s_kind_q;
  logic [SeqBits-1:0] s_seq_q, s_ack_q, s_limit_q, s_span_q;
  logic [31:0]        s_key_q, s_word_q, s_ch_key_q, s_rcv_q, s_una_q, s_lim_q, s_own_lim_q;
  logic [15:0]        s_bytes_q;
  logic [AddrW-1:0]   s_pool_q;
  logic [3:0]         s_own_q;
  logic [2:0]         s_slot_q;

  always_ff @(posedge clk_i) begin : state
    p_valid_q <= commit_o;
    p_q       <= c;
    s_valid_q <= a_valid_q;
    if (anew_i && anew_index_i == s_index_q) s_gone_q <= 1'b1;
    if (a_valid_q) begin
      {s_index_q, s_kind_q, s_seq_q, s_ack_q, s_limit_q, s_key_q, s_word_q, s_bytes_q} <=
        {a_index_q, a_kind_q, a_seq_q, a_ack_q, a_limit_q, a_key_q, a_word_q, a_bytes_q};
      s_gone_q   <= anew_i && anew_index_i == a_index_q;
      s_near_q   <= near;
      s_span_q   <= a_limit_q - a_ack_q;
      s_open_q   <= ch_i.open && a_inside_q;
      s_kept_q   <= ch_i.kept && a_inside_q;
      s_group_q  <= ch_i.group[GroupW-1:0];
      s_ch_key_q <= ch_i.key;
      s_pool_q   <= ch_i.pool[AddrW-1:0];
      s_own_q    <= ch_i.own_slots;
      s_slot_q   <= ch_i.slot;
      s_own_lim_q <= ch_i.own_lim;
      s_rcv_q    <= ch_i.rcv_nxt;
      s_una_q    <= ch_i.una;
      s_lim_q    <= ch_i.lim;
      s_gap_q    <= ch_i.gap;
      if (c_counts || p_counts) begin
        s_rcv_q <= c_counts ? c.rcv_nxt : p_q.rcv_nxt;
        s_una_q <= c_counts ? c.una : p_q.una;
        s_lim_q <= c_counts ? c.lim : p_q.lim;
        s_gap_q <= c_counts ? c.gap : p_q.gap;
      end
    end
    if (rst_i) {s_valid_q, p_valid_q} <= 2'b00;
  end

  // The third cycle: differences. They hold until the next header's.
  logic               forward, had_gap;
  logic [31:0]        rcv, una, lim;
  assign forward = s_near_q && commit_o;
  assign rcv     = forward ? c.rcv_nxt : s_rcv_q;
  assign una     = forward ? c.una : s_una_q;
  assign lim     = forward ? c.lim : s_lim_q;
  assign had_gap = forward ? c.gap : s_gap_q;

  logic               j_mine_q, j_gone_q, j_open_q, j_dead_q, j_kept_q, j_next_q, j_behind_q, j_room_q, j_gap_q, j_fits_q,
      j_empty_q, j_span_ok_q;
  logic [ChanW-1:0]   j_index_q;
  logic [GroupW-1:0]  j_group_q;
  logic [7:0]         j_kind_q;
  logic [31:0]        j_word_q, j_rcv_q, j_rcv_1_q, j_una_q, j_lim_q, j_sent_q;
  logic [15:0]        j_bytes_q;
  logic [AddrW-1:0]   j_pool_q, j_offset_q;
  logic [SlotW-1:0]   at;
  logic [SeqBits-1:0] early, j_step_q, j_window_q, j_more_q;

  assign early = s_seq_q - rcv[SeqBits-1:0];
  assign at    = SlotW'(rcv & ((32'd1 << s_own_q) - 32'd1));

  always_ff @(posedge clk_i) begin : compare
    j_dead_q <= j_dead_q || !live_i[j_group_q];
    if (anew_i && anew_index_i == j_index_q) j_gone_q <= 1'b1;
    if (s_valid_q) begin
      {j_index_q, j_group_q, j_kind_q, j_word_q, j_bytes_q, j_pool_q, j_gap_q} <=
        {s_index_q, s_group_q, s_kind_q, s_word_q, s_bytes_q, s_pool_q, had_gap};
      j_gone_q    <= s_gone_q || (anew_i && anew_index_i == s_index_q);
      j_mine_q    <= s_key_q == s_ch_key_q;
      j_open_q    <= s_open_q && live_i[s_group_q];
      j_dead_q    <= 1'b0;
      j_kept_q    <= s_kept_q;
      j_next_q    <= s_seq_q == rcv[SeqBits-1:0];
      j_behind_q  <= early[SeqBits-1];
      j_room_q    <= rcv != s_own_lim_q;
      j_offset_q  <= AddrW'(at) << s_slot_q;
      j_fits_q    <= 32'(s_bytes_q) <= 32'd64 << s_slot_q;
      j_empty_q   <= s_bytes_q == 16'd0;
      j_rcv_q     <= rcv;
      j_rcv_1_q   <= rcv + 32'd1;
      j_una_q     <= una;
      j_lim_q     <= lim;
      j_sent_q    <= lim - una;
      j_step_q    <= s_ack_q - una[SeqBits-1:0];     // acknowledged
      j_window_q  <= s_limit_q - una[SeqBits-1:0];   // beyond the chunks acknowledged, if no more are,
      j_span_ok_q <= 32'(s_span_q) <= ChannelSlots;  // ... and if they are
      j_more_q    <= s_limit_q - lim[SeqBits-1:0];
    end
  end

  // The fourth: is the chunk the next, is there a place; how far acknowledgement and limit move.
  logic        is_data, told, ours, is_open, is_kept, known, shape, accept, gap, step, more, late, good;
  logic [3:0]  kind, flags;                            // flags that its kind may have
  logic [31:0] una_new, lim_new;

  assign kind    = j_kind_q[3:0];
  assign is_data = kind == sumac_pkg::KIND_DATA;
  assign told    = kind == sumac_pkg::KIND_ACK || kind == sumac_pkg::KIND_PROBE_REPLY;
  assign flags   = is_data ? 4'd1 << sumac_pkg::PKT_FLAG_FIRST : told ? 4'd1 << sumac_pkg::PKT_FLAG_GAP : 4'd0;
  assign known   = (j_kind_q[7:4] & ~flags) == 4'd0
                   && (is_data || told || kind == sumac_pkg::KIND_PROBE || kind == sumac_pkg::KIND_ABORT);
  assign shape   = is_data ? j_fits_q : j_empty_q;
  assign ours    = j_mine_q && !j_gone_q && !(anew_i && anew_index_i == j_index_q);
  assign is_open = j_open_q && !j_dead_q && ours;
  assign is_kept = j_kept_q && ours;
  assign accept  = is_data && j_next_q && j_fits_q && j_room_q;
  assign gap     = !accept && (j_gap_q || ((is_data || kind == sumac_pkg::KIND_PROBE) && !j_next_q && !j_behind_q));
  assign late    = !is_open && is_kept && known && shape && ((is_data && j_behind_q) || kind == sumac_pkg::KIND_PROBE);
  assign good    = is_open && known && shape;

  assign step    = 32'(j_step_q) <= j_sent_q;
  assign more    = (step ? j_span_ok_q : 32'(j_window_q) <= ChannelSlots) && j_more_q != '0 && 32'(j_more_q) <= ChannelSlots;
  assign una_new = step ? j_una_q + 32'(j_step_q[StepW < SeqBits ? StepW-1 : SeqBits-1:0]) : j_una_q;
  assign lim_new = more ? j_lim_q + 32'(j_more_q[SlotW < SeqBits ? SlotW : SeqBits-1:0]) : j_lim_q;
  assign near    = end_i && sound_i && j_index_q == a_index_q;

  always_ff @(posedge clk_i) begin : commit
    commit_o <= end_i && sound_i && good;
    judged_o.ended <= end_i && sound_i;
    if (end_i) begin
      commit_data_o.channel <= 10'(j_index_q);
      commit_data_o.rcv_nxt <= accept ? j_rcv_1_q : j_rcv_q;
      commit_data_o.una     <= una_new;
      commit_data_o.lim     <= lim_new;
      commit_data_o.gap     <= gap;
      {judged_o.late, judged_o.open, judged_o.known, judged_o.shape} <= {late, is_open, known, shape};
      judged_o.accept   <= good && accept;
      judged_o.stale    <= is_data && !j_next_q && j_behind_q;
      judged_o.moved    <= step && j_step_q != '0 || more;
      judged_o.missing  <= good && is_data && gap && !j_gap_q;
      judged_o.group    <= 6'(j_group_q);
      judged_o.kind     <= kind;
      judged_o.first    <= j_kind_q[4 + sumac_pkg::PKT_FLAG_FIRST];
      judged_o.flag_gap <= told && j_kind_q[4 + sumac_pkg::PKT_FLAG_GAP];
      judged_o.word     <= j_word_q;
    end
    if (rst_i) {commit_o, judged_o.ended} <= 2'b00;
  end

  assign writable_o = accept && is_open;
  assign base_o     = j_pool_q + j_offset_q;
  assign bytes_o    = j_bytes_q;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_forward: assert property (@(posedge clk_i) disable iff (rst_i) end_i && is_open |->
    $signed(una_new - j_una_q) >= 0 && $signed(j_lim_q - una_new) >= 0 && $signed(lim_new - j_lim_q) >= 0)
    else $error("R5: an acknowledgement or a limit goes backwards, or beyond what may be");
`endif
`endif
endmodule
