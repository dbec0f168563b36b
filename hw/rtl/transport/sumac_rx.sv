// Receive: takes a beat every cycle (the MAC has no ready), and drops, counted by cause, what is malformed, foreign,
// stale or has no place. A DATA chunk is accepted when it is the next of its channel and lies in the window; it is
// written into slot (seq mod slots) of the channel's window as it arrives, and counts (rcv_nxt moves) when its CRC
// has been checked (R1). Acknowledgement and limit of every good packet are taken, and never go backwards (R5). A chunk that was
// received before is dropped and acknowledged at once (R2). A chunk ahead of the next one is dropped, and the first one that is
// makes a NAK (R3). A PROBE is answered by a PROBE_REPLY, which is else an ACK. ABORT is passed on. A channel whose group has
// closed acknowledges what it has received, answers PROBEs, and drops all else (R16).
//
// The fields that the nodes check later are kept per channel and slot and read through info_*: FIRST flag, WORD
// and length in bytes (one cycle after the address).
//
// sumac_header judges a header by itself, sumac_rx_channel by its channel. Causes are judged in the order of the chain
// in `verdict`, and only one is counted.
//
// A packet's beats are at stage 1 a cycle after they came (look-up of its channel), at stage 2 the next (place of its
// payload, its counters), and the cycle after the last beat's stage 1 commits: two cycles after the last beat. Pulses
// come one cycle later, with the table's new contents. So four cycles after a beat nothing happens any more.
// Throughput: a beat a cycle, packets back to back. Reset: forgets the packet under way.
module sumac_rx #(
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  parameter int SeqBits      = sumac_pkg::DefSeqBits,
  localparam int ChanW       = $clog2(Channels),
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
  input  logic [31:0]       ch_key_i,
  input  logic [AddrW-1:0]  ch_pool_i,
  input  logic [3:0]        ch_own_slots_i,
  input  logic [2:0]        ch_slot_i,
  input  logic [31:0]       ch_rcv_nxt_i,
  input  logic [31:0]       ch_rel_i,
  input  logic [31:0]       ch_una_i,
  input  logic [31:0]       ch_lim_i,
  input  logic              ch_gap_i,
  input  logic              ch_kept_i,
  output logic              ch_commit_o,
  output logic [ChanW-1:0]  ch_commit_index_o,
  output logic [31:0]       ch_commit_rcv_nxt_o,
  output logic [31:0]       ch_commit_una_o,
  output logic [31:0]       ch_commit_lim_o,
  output logic              ch_commit_gap_o,
  // what the nodes check
  input  logic [ChanW-1:0]  info_index_i,
  input  logic [SlotW-1:0]  info_slot_i,
  output logic              info_first_o,
  output logic [31:0]       info_word_o,
  output logic [15:0]       info_bytes_o,
  // pulses to others
  output logic              moved_o,        // a commit changed something that a node may wait for
  output logic              owe_o,          // an acknowledgement is owed on owe_index_o
  output logic              owe_now_o,      // ... and at once (probe, stale chunk, chunks are missing)
  output logic              owe_own_o,      // ... by a packet of its own (probe, chunks are missing)
  output logic              owe_reply_o,    // ... which is a PROBE_REPLY
  output logic [ChanW-1:0]  owe_index_o,
  output logic              heard_o,        // a good packet of heard_index_o's channel
  output logic              news_o,         // ... that moved acknowledgement or limit
  output logic              back_o,         // ... with flag GAP: the sender should go back to back_una_o
  output logic [ChanW-1:0]  heard_index_o,
  output logic [31:0]       back_una_o,
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

  // The header against its channel.
  logic               head1, first, writable, channel_open, channel_kept, known, shape, accept, stale, credit;
  logic               flag_gap, had_gap, gap;
  logic [ChanW-1:0]   index;
  logic [3:0]         kind;
  logic [15:0]        bytes;
  logic [31:0]        word, rcv_nxt, una, lim;
  logic [SlotW-1:0]   slot;
  logic [AddrW-1:0]   base;

  assign head1 = v1_q && head1_q;

  sumac_rx_channel #(
    .Channels(Channels), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots), .SeqBits(SeqBits)
  ) u_channel (
    .clk_i, .rst_i, .head_i(head1), .beat_i(beat_q), .ch_index_o, .ch_open_i, .ch_key_i, .ch_pool_i, .ch_own_slots_i,
    .ch_slot_i, .ch_rcv_nxt_i, .ch_rel_i, .ch_una_i, .ch_lim_i, .ch_gap_i, .ch_kept_i, .commit_i(ch_commit_o),
    .commit_index_i(ch_commit_index_o), .commit_rcv_nxt_i(ch_commit_rcv_nxt_o), .commit_una_i(ch_commit_una_o),
    .commit_lim_i(ch_commit_lim_o), .commit_gap_i(ch_commit_gap_o), .index_o(index), .kind_o(kind), .first_o(first),
    .bytes_o(bytes), .word_o(word),
    .writable_o(writable), .slot_o(slot), .base_o(base), .open_o(channel_open), .known_o(known), .shape_o(shape),
    .accept_o(accept), .stale_o(stale), .rcv_nxt_o(rcv_nxt), .una_o(una), .lim_o(lim), .moved_o(credit),
    .kept_o(channel_kept), .flag_gap_o(flag_gap), .had_gap_o(had_gap), .gap_o(gap)
  );

  // Beats after the header: payload. A beat is written as soon as its place is known.
  logic [10:0] beat_no_q;                              // payload beats seen; stays at its largest
  logic        odd_q;                                  // any beat of the packet so far

  always_ff @(posedge clk_i) begin : place
    w_valid_o <= 1'b0;
    if (head1) begin
      beat_no_q <= '0;
      odd_q     <= odd1_q;
    end else if (v1_q) begin
      odd_q <= odd_q || odd1_q;
      if (beat_no_q != '1) beat_no_q <= beat_no_q + 11'd1;
      if (writable && {beat_no_q, 6'd0} < 17'(bytes)) begin
        w_valid_o <= 1'b1;
        w_data_o  <= beat_q;
        w_addr_o  <= base + AddrW'(beat_no_q);
      end
    end
    if (rst_i) w_valid_o <= 1'b0;
  end

  // The last beat, one stage on: everything is known.
  logic        last2_q, error2_q, short2_q;
  logic [15:0] words2_q;                               // after the header

  always_ff @(posedge clk_i) begin : finish
    last2_q <= v1_q && last1_q;
    if (v1_q && last1_q) begin
      error2_q <= error1_q;
      short2_q <= head1_q;
      words2_q <= 16'({beat_no_q, 4'd0}) + 16'(words1_q);
    end
    if (rst_i) last2_q <= 1'b0;
  end

  logic malformed, good, late, is_data, probe, again, missing;
  logic [sumac_pkg::N_COUNTERS-1:0] count;

  assign is_data = kind == sumac_pkg::KIND_DATA;

  always_comb begin : verdict
    malformed = short2_q || odd_q || !header_ok || words2_q != 16'(tail_words);
    good      = 1'b0;
    late      = 1'b0;
    count     = '0;
    count[sumac_pkg::CNT_RX_PACKETS] = last2_q;
    if (last2_q) begin
      if (error2_q)                     count[sumac_pkg::CNT_DROP_ERROR]     = 1'b1;
      else if (malformed)               count[sumac_pkg::CNT_DROP_MALFORMED] = 1'b1;
      else if (crc != CrcResidue)       count[sumac_pkg::CNT_DROP_CRC]       = 1'b1;
      else if (!channel_open && channel_kept && known && shape && ((is_data && stale) || kind == sumac_pkg::KIND_PROBE)) begin
        late = 1'b1;
        count[sumac_pkg::CNT_DROP_STALE] = is_data;
      end else if (!channel_open)       count[sumac_pkg::CNT_DROP_CHANNEL]   = 1'b1;
      else if (!known)                  count[sumac_pkg::CNT_DROP_KIND]      = 1'b1;
      else if (!shape)      count[sumac_pkg::CNT_DROP_MALFORMED] = 1'b1;
      else begin
        good = 1'b1;
        count[sumac_pkg::CNT_RX_CHUNKS]  = accept;
        count[sumac_pkg::CNT_DROP_STALE] = is_data && !accept && stale;
        count[sumac_pkg::CNT_GAP]        = is_data && !accept && !stale;
      end
    end
  end

  assign probe   = (good || late) && kind == sumac_pkg::KIND_PROBE;
  assign again   = ((good && !accept) || late) && is_data && stale;
  assign missing = good && is_data && gap && !had_gap;

  assign ch_commit_o         = good;
  assign ch_commit_index_o   = index;
  assign ch_commit_rcv_nxt_o = rcv_nxt + 32'(accept);
  assign ch_commit_una_o     = una;
  assign ch_commit_lim_o     = lim;
  assign ch_commit_gap_o     = gap;

  always_ff @(posedge clk_i) begin : tell
    count_o   <= count;
    moved_o   <= good && (accept || credit);
    owe_o     <= (good && accept) || probe || again || missing;
    owe_now_o <= probe || again || missing;
    owe_own_o <= probe || missing;
    heard_o   <= good;
    news_o    <= good && credit;
    back_o    <= good && flag_gap;
    abort_o   <= good && kind == sumac_pkg::KIND_ABORT;
    if (good || late) begin
      owe_reply_o   <= probe;
      owe_index_o   <= index;
      heard_index_o <= index;
      back_una_o    <= una;
      abort_index_o <= index;
      abort_word_o  <= word;
    end
    if (rst_i) begin
      count_o   <= '0;
      moved_o   <= 1'b0;
      owe_o     <= 1'b0;
      owe_now_o <= 1'b0;
      owe_own_o <= 1'b0;
      heard_o   <= 1'b0;
      news_o    <= 1'b0;
      back_o    <= 1'b0;
      abort_o   <= 1'b0;
    end
  end

  // The nodes' checks, by channel and slot.
  localparam int InfoW = 1 + 16 + 32;
  logic [InfoW-1:0] info_mem [Channels * ChannelSlots];
  logic [InfoW-1:0] info_q;

  always_ff @(posedge clk_i) begin : info
    if (good && accept) begin
      info_mem[{index, slot}] <= {first, bytes, word};
    end
    info_q <= info_mem[{info_index_i, info_slot_i}];
  end

  assign {info_first_o, info_bytes_o, info_word_o} = info_q;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_accept:    assert property (@(posedge clk_i) disable iff (rst_i) ch_commit_o && ch_commit_rcv_nxt_o != rcv_nxt |->
    ch_commit_rcv_nxt_o == rcv_nxt + 32'd1 && is_data && crc == CrcResidue && !ch_commit_gap_o)
    else $error("R1: rcv_nxt goes from %0d to %0d", rcv_nxt, ch_commit_rcv_nxt_o);
  a_tombstone: assert property (@(posedge clk_i) disable iff (rst_i) last2_q && !channel_open |=>
    !moved_o && !heard_o && !back_o && !abort_o) else $error("R16: a channel that is not open takes what a packet says");
`endif
`endif
endmodule
