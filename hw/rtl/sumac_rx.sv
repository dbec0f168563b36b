// Receive: takes a beat every cycle (the MAC has no ready), and drops, counted by cause, what is malformed, foreign,
// stale or has no place. A DATA chunk is accepted when it is the next of its channel and lies in the window; it is
// written into slot (seq mod slots) of the channel's window as it arrives, and counts (rcv_nxt moves) when its CRC
// has been checked. Acknowledgement and limit of every good packet are taken (they never go backwards). A chunk that was received
// before is dropped and acknowledged again. ABORT is passed on. PROBE is answered by an acknowledgement;
// PROBE_REPLY is an ACK.
//
// What the nodes check later is kept per channel and slot and read through info_*: digest and FIRST flag
// and length in bytes (one cycle after the address). A digest beat with a payload of its own (INLINE_LEN not 0) is
// dropped as malformed: this RTL does not do it.
//
// A limit is believed up to ChannelSlots beyond the chunks acknowledged (no peer has more slots), an acknowledgement
// up to the limit. A kind byte with a flag unknown here counts as an unknown kind. Causes are judged in the order
// of the chain in `verdict`, and only one is counted.
//
// A packet's beats are at stage 1 a cycle after they came (look-up of its channel), at stage 2 the next (place of its
// payload, its counters), and the cycle after the last beat's stage 1 commits: two cycles after the last beat. Pulses
// come one cycle later, with the table's new contents. So nothing happens any more four cycles after a beat.
// Throughput: a beat a cycle, packets back to back. Reset: forgets the packet under way.
module sumac_rx #(
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
  input  logic              clk_i,
  input  logic              rst_i,
  // from the MAC
  input  logic              rx_tvalid_i,
  input  logic [511:0]      rx_tdata_i,
  input  logic [63:0]       rx_tkeep_i,
  input  logic              rx_tlast_i,
  input  logic              rx_tuser_i,   // on the last beat: the MAC saw an error
  // packet memory
  output logic              w_valid_o,
  output logic [AddrW-1:0]  w_addr_o,
  output logic [511:0]      w_data_o,
  // channel table
  output logic [ChanW-1:0]  ch_index_o,
  input  logic              ch_open_i,
  input  logic [GroupW-1:0] ch_group_i,
  input  logic [31:0]       ch_key_i,
  input  logic [AddrW-1:0]  ch_pool_i,
  input  logic [3:0]        ch_own_slots_i,
  input  logic [2:0]        ch_slot_i,
  input  logic [31:0]       ch_rcv_nxt_i,
  input  logic [31:0]       ch_rel_i,
  input  logic [31:0]       ch_una_i,
  input  logic [31:0]       ch_lim_i,
  output logic              ch_commit_o,
  output logic [ChanW-1:0]  ch_commit_index_o,
  output logic [31:0]       ch_commit_rcv_nxt_o,
  output logic [31:0]       ch_commit_una_o,
  output logic [31:0]       ch_commit_lim_o,
  // what the nodes check
  input  logic [ChanW-1:0]  info_index_i,
  input  logic [SlotW-1:0]  info_slot_i,
  output logic              info_first_o,
  output logic [63:0]       info_digest_o,
  output logic [15:0]       info_bytes_o,
  // pulses to others
  output logic              moved_o,        // a commit changed something that a node may wait for
  output logic              owe_o,          // an acknowledgement is owed on owe_index_o
  output logic              owe_now_o,      // ... and at once (probe, stale chunk)
  output logic [ChanW-1:0]  owe_index_o,
  output logic              abort_o,
  output logic [ChanW-1:0]  abort_index_o,
  output logic [31:0]       abort_word_o,   // status << 16 | rank
  output logic [sumac_pkg::N_COUNTERS-1:0] count_o  // pulses, by counter index
);
  localparam logic [31:0] CrcResidue = 32'hB798B438;   // the bare register after a packet and its own CRC

  // Stage 1: the beat, and what its strobes say of it.
  logic         head_next_q;                           // the next beat begins a packet
  logic         v1_q, head1_q, last1_q, error1_q, odd1_q;
  logic [4:0]   words1_q;
  logic [511:0] beat_q;
  logic [4:0]   words;
  logic         odd;                                   // strobes that no packet of whole words has

  always_comb begin : strobes
    words = 5'd0;
    odd   = !rx_tkeep_i[0];
    for (int w = 0; w < 16; w++) begin
      if (rx_tkeep_i[4*w]) words = 5'(w + 1);
      if (rx_tkeep_i[4*w +: 4] != 4'h0 && rx_tkeep_i[4*w +: 4] != 4'hF) odd = 1'b1;
    end
    for (int w = 1; w < 16; w++) if (rx_tkeep_i[4*w] && !rx_tkeep_i[4*w - 4]) odd = 1'b1;
    if (!rx_tlast_i && words != 5'd16) odd = 1'b1;
  end

  always_ff @(posedge clk_i) begin : arrive
    v1_q <= rx_tvalid_i;
    if (rx_tvalid_i) begin
      beat_q      <= rx_tdata_i;
      head1_q     <= head_next_q;
      last1_q     <= rx_tlast_i;
      error1_q    <= rx_tlast_i && rx_tuser_i;
      odd1_q      <= odd;
      words1_q    <= words;
      head_next_q <= rx_tlast_i;
    end
    if (rst_i) begin
      v1_q        <= 1'b0;
      head_next_q <= 1'b1;
    end
  end

  logic [31:0] crc;
  sumac_crc32c u_crc (
    .clk_i, .en_i(1'b1), .valid_i(rx_tvalid_i), .first_i(head_next_q), .words_i(words), .data_i(rx_tdata_i), .crc_o(crc)
  );

  logic        header_ok;
  logic [14:0] tail_words;
  sumac_header u_header (
    .clk_i, .valid_i(v1_q && head1_q), .beat_i(beat_q), .ok_o(header_ok), .tail_words_o(tail_words)
  );

  // Stage 1 of a header: its fields and its channel, whose counters may be those that are just being committed.
  logic [ChanW-1:0]   h_index_q;
  logic [3:0]         h_kind_q;
  logic [3:0]         h_flags_q;
  logic [SeqBits-1:0] h_seq_q, h_ack_q, h_limit_q;
  logic [31:0]        h_key_q, h_sel_q;
  logic [15:0]        h_bytes_q;
  logic               h_open_q, h_closed_q;            // the channel was its own; it no longer is
  logic [AddrW-1:0]   h_pool_q;
  logic [3:0]         h_own_slots_q;
  logic [2:0]         h_slot_q;
  logic [31:0]        h_rcv_nxt_q, h_rel_q, h_una_q, h_lim_q;
  logic               head1, head2_q, ours, forward;

  assign head1      = v1_q && head1_q;
  assign ch_index_o = head1 ? beat_q[sumac_pkg::PKT_CHANNEL_LSB +: ChanW] : h_index_q;
  assign ours       = ch_open_i && ch_key_i == (head1 ? beat_q[sumac_pkg::PKT_KEY_LSB +: 32] : h_key_q);
  assign forward    = ch_commit_o && ch_commit_index_o == ch_index_o;

  always_ff @(posedge clk_i) begin : lookup
    head2_q <= head1;
    if (!ours) h_closed_q <= 1'b1;
    if (head1) begin
      h_index_q     <= ch_index_o;
      h_kind_q      <= beat_q[sumac_pkg::PKT_KIND_LSB +: 4];
      h_flags_q     <= beat_q[sumac_pkg::PKT_KIND_LSB + 4 +: 4];
      h_seq_q       <= beat_q[sumac_pkg::PKT_SEQ_LSB +: SeqBits];
      h_ack_q       <= beat_q[sumac_pkg::PKT_ACK_LSB +: SeqBits];
      h_limit_q     <= beat_q[sumac_pkg::PKT_LIMIT_LSB +: SeqBits];
      h_key_q       <= beat_q[sumac_pkg::PKT_KEY_LSB +: 32];
      h_sel_q       <= beat_q[sumac_pkg::PKT_SEL_LSB +: 32];
      h_bytes_q     <= beat_q[sumac_pkg::PKT_LENGTH_LSB +: 16];
      h_open_q      <= ours && 32'(beat_q[sumac_pkg::PKT_CHANNEL_LSB +: 16]) < Channels;
      h_closed_q    <= 1'b0;
      h_pool_q      <= ch_pool_i;
      h_own_slots_q <= ch_own_slots_i;
      h_slot_q      <= ch_slot_i;
      h_rcv_nxt_q   <= forward ? ch_commit_rcv_nxt_o : ch_rcv_nxt_i;
      h_rel_q       <= ch_rel_i;
      h_una_q       <= forward ? ch_commit_una_o : ch_una_i;
      h_lim_q       <= forward ? ch_commit_lim_o : ch_lim_i;
    end
    if (rst_i) head2_q <= 1'b0;
  end

  // Stage 2 of a header: is the chunk the next, is there a place; how far acknowledgement and limit move. Held in
  // h_* until the next header, so that the payload's place may be read off at any beat.
  logic               first, is_data, fits, in_order, room, accept;
  logic [SeqBits-1:0] early;                           // chunks that it is ahead of its turn
  logic [31:0]        slot_mask, una, lim;
  logic               accept_q, stale_q, oversize_q, shape_q, known_q;
  logic [31:0]        una_q, lim_q;

  assign first     = h_flags_q[sumac_pkg::PKT_FLAG_FIRST];
  assign is_data   = h_kind_q == sumac_pkg::KIND_DATA;
  assign early     = h_seq_q - h_rcv_nxt_q[SeqBits-1:0];
  assign in_order  = early == '0;
  assign slot_mask = (32'd1 << h_own_slots_q) - 32'd1;
  assign room      = h_rcv_nxt_q - h_rel_q <= slot_mask;
  assign fits      = 32'(h_bytes_q) <= 32'd64 << h_slot_q;
  assign accept    = is_data && h_open_q && fits && in_order && room;

  always_comb begin : credit
    logic [SeqBits-1:0] ack_step, window;
    ack_step = h_ack_q - h_una_q[SeqBits-1:0];
    una      = (32'(ack_step) <= h_lim_q - h_una_q) ? h_una_q + 32'(ack_step) : h_una_q;
    window   = h_limit_q - una[SeqBits-1:0];
    lim      = (32'(window) <= ChannelSlots && 32'(window) > h_lim_q - una) ? una + 32'(window) : h_lim_q;
  end

  always_ff @(posedge clk_i) begin : judge
    if (head2_q) begin
      accept_q   <= accept;
      stale_q    <= early[SeqBits-1];
      oversize_q <= is_data && !fits;
      shape_q    <= is_data || (h_bytes_q == 16'd0 && !first);
      known_q    <= (is_data || h_kind_q == sumac_pkg::KIND_ACK || h_kind_q == sumac_pkg::KIND_PROBE
                     || h_kind_q == sumac_pkg::KIND_PROBE_REPLY || h_kind_q == sumac_pkg::KIND_ABORT)
                    && (h_flags_q & ~(4'd1 << sumac_pkg::PKT_FLAG_FIRST)) == 4'd0;
      una_q      <= una;
      lim_q      <= lim;
    end
  end

  // Beats after the header: the digest, then payload. A beat is written as soon as its place is known.
  logic        digest_next_q;
  logic [10:0] beat_no_q;                              // payload beats seen; stays at its largest
  logic        inline_q;
  logic [63:0] digest_q;
  logic        odd_q;                                  // any beat of the packet so far

  always_ff @(posedge clk_i) begin : place
    w_valid_o <= 1'b0;
    if (head1) begin
      digest_next_q <= beat_q[sumac_pkg::PKT_KIND_LSB + 4 + sumac_pkg::PKT_FLAG_FIRST];
      beat_no_q     <= '0;
      inline_q      <= 1'b0;
      digest_q      <= '0;
      odd_q         <= odd1_q;
    end else if (v1_q) begin
      odd_q         <= odd_q || odd1_q;
      digest_next_q <= 1'b0;
      if (digest_next_q) begin
        digest_q <= beat_q[sumac_pkg::DIG_DIGEST_LSB +: 64];
        inline_q <= beat_q[sumac_pkg::DIG_INLINE_LEN_LSB +: 8] != 8'd0;
      end else begin
        if (beat_no_q != '1) beat_no_q <= beat_no_q + 11'd1;
        if (accept && ours && !h_closed_q && {beat_no_q, 6'd0} < 17'(h_bytes_q)) begin
          w_valid_o <= 1'b1;
          w_data_o  <= beat_q;
          w_addr_o  <= h_pool_q + AddrW'((h_rcv_nxt_q & slot_mask) << h_slot_q) + AddrW'(beat_no_q);
        end
      end
    end
    if (rst_i) w_valid_o <= 1'b0;
  end

  // The last beat, one stage on: everything is known.
  logic        last2_q, error2_q, short2_q;
  logic [15:0] words2_q;                               // after header and digest beat

  always_ff @(posedge clk_i) begin : finish
    last2_q <= v1_q && last1_q;
    if (v1_q && last1_q) begin
      error2_q <= error1_q;
      short2_q <= head1_q || digest_next_q;
      words2_q <= 16'({beat_no_q, 4'd0}) + 16'(words1_q);
    end
    if (rst_i) last2_q <= 1'b0;
  end

  logic malformed, good, probe, again;
  logic [sumac_pkg::N_COUNTERS-1:0] count;

  always_comb begin : verdict
    malformed = short2_q || odd_q || !header_ok || words2_q != 16'(tail_words);
    good      = 1'b0;
    count     = '0;
    count[sumac_pkg::CNT_RX_PACKETS] = last2_q;
    if (last2_q) begin
      if (error2_q)                     count[sumac_pkg::CNT_DROP_ERROR]     = 1'b1;
      else if (malformed)               count[sumac_pkg::CNT_DROP_MALFORMED] = 1'b1;
      else if (crc != CrcResidue)       count[sumac_pkg::CNT_DROP_CRC]       = 1'b1;
      else if (!h_open_q || h_closed_q) count[sumac_pkg::CNT_DROP_CHANNEL]   = 1'b1;
      else if (!known_q)                count[sumac_pkg::CNT_DROP_KIND]      = 1'b1;
      else if (!shape_q || oversize_q || inline_q) count[sumac_pkg::CNT_DROP_MALFORMED] = 1'b1;
      else begin
        good = 1'b1;
        count[sumac_pkg::CNT_RX_CHUNKS]  = accept_q;
        count[sumac_pkg::CNT_DROP_STALE] = is_data && !accept_q && stale_q;
        count[sumac_pkg::CNT_DROP_AHEAD] = is_data && !accept_q && !stale_q;
      end
    end
  end

  assign probe = good && h_kind_q == sumac_pkg::KIND_PROBE;
  assign again = good && is_data && !accept_q && stale_q;

  assign ch_commit_o         = good;
  assign ch_commit_index_o   = h_index_q;
  assign ch_commit_rcv_nxt_o = h_rcv_nxt_q + 32'(accept_q);
  assign ch_commit_una_o     = una_q;
  assign ch_commit_lim_o     = lim_q;

  always_ff @(posedge clk_i) begin : tell
    count_o   <= count;
    moved_o   <= good && (accept_q || una_q != h_una_q || lim_q != h_lim_q);
    owe_o     <= (good && accept_q) || probe || again;
    owe_now_o <= probe || again;
    abort_o   <= good && h_kind_q == sumac_pkg::KIND_ABORT;
    if (good) begin
      owe_index_o   <= h_index_q;
      abort_index_o <= h_index_q;
      abort_word_o  <= h_sel_q;
    end
    if (rst_i) begin
      count_o   <= '0;
      moved_o   <= 1'b0;
      owe_o     <= 1'b0;
      owe_now_o <= 1'b0;
      abort_o   <= 1'b0;
    end
  end

  // What the nodes check, by channel and slot.
  localparam int InfoW = 1 + 16 + 64;
  logic [InfoW-1:0] info_mem [Channels * ChannelSlots];
  logic [InfoW-1:0] info_q;

  always_ff @(posedge clk_i) begin : info
    if (good && accept_q) begin
      info_mem[{h_index_q, SlotW'(h_rcv_nxt_q & slot_mask)}] <= {first, h_bytes_q, digest_q};
    end
    info_q <= info_mem[{info_index_i, info_slot_i}];
  end

  assign {info_first_o, info_bytes_o, info_digest_o} = info_q;

  logic unused_group;
  assign unused_group = &{1'b0, ch_group_i};
endmodule
