// Receive's look-up: takes the header of a packet apart, looks its channel up, and judges the one by the other: is the chunk
// the next of its channel, is there a place for it, and how far do acknowledgement and limit move. Its answer holds until
// the next header; whether the channel is still the one that the packet was sent to is checked in every cycle.
//
// DATA or a PROBE beyond the next chunk says that chunks are missing, until the next one is accepted (R3, R4). A channel whose
// group has closed is a tombstone, which is told of too (R16).
//
// A limit is accepted up to ChannelSlots beyond the chunks acknowledged (no peer has more slots), an acknowledgement
// up to the limit. A kind byte with a flag that its kind has not counts as an unknown kind.
//
// Latency: the header's fields and where its payload goes one cycle after head_i, the judgement two; a commit in the cycle of
// head_i is taken into account. Throughput: a header every other cycle, as no good packet is shorter than two beats.
// Reset: the judgement of a header that has just come is not made.
module sumac_rx_channel #(
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
  input  logic              head_i,         // beat_i is a header
  input  sumac_pkg::pkt_t   beat_i,
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
  input  logic              ch_kept_i,      // it is open, or a tombstone
  // what is being committed to it
  input  logic              commit_i,
  input  logic [ChanW-1:0]  commit_index_i,
  input  logic [31:0]       commit_rcv_nxt_i,
  input  logic [31:0]       commit_una_i,
  input  logic [31:0]       commit_lim_i,
  input  logic              commit_gap_i,
  // the header
  output logic [ChanW-1:0]  index_o,
  output logic [3:0]        kind_o,
  output logic              first_o,
  output logic              flag_gap_o,     // GAP
  output logic [15:0]       bytes_o,
  output logic [31:0]       word_o,         // PKT.WORD
  // where its payload goes
  output logic              writable_o,     // the chunk is accepted, if its CRC is right, and its channel is open now
  output logic [SlotW-1:0]  slot_o,
  output logic [AddrW-1:0]  base_o,
  // the judgement
  output logic              open_o,         // its channel is open, and has been since
  output logic              kept_o,         // its channel is the same, open or a tombstone
  output logic              known_o,        // a kind that receive knows
  output logic              shape_o,        // length and flags are such as the kind may have
  output logic              accept_o,
  output logic              stale_o,        // received before
  output logic [31:0]       rcv_nxt_o,      // as they were
  output logic [31:0]       una_o,          // as they become
  output logic [31:0]       lim_o,
  output logic              moved_o,        // una or lim
  output logic              had_gap_o,      // as it was
  output logic              gap_o           // as it becomes
);
  // The header's cycle: its fields and its channel, whose counters may be those that are just being committed.
  logic [ChanW-1:0]   h_index_q;
  logic [3:0]         h_kind_q;
  logic [3:0]         h_flags_q;
  logic [SeqBits-1:0] h_seq_q, h_ack_q, h_limit_q;
  logic [31:0]        h_key_q, h_word_q;
  logic [15:0]        h_bytes_q;
  logic               h_open_q, h_closed_q;            // the channel was its own; it no longer is
  logic               h_kept_q, h_gone_q;              // the same, of a tombstone too
  logic               h_gap_q;
  logic [AddrW-1:0]   h_pool_q;
  logic [3:0]         h_own_slots_q;
  logic [2:0]         h_slot_q;
  logic [31:0]        h_rcv_nxt_q, h_rel_q, h_una_q, h_lim_q;
  logic               head2_q, mine, ours, forward;

  assign ch_index_o = head_i ? beat_i.channel[ChanW-1:0] : h_index_q;
  assign mine       = ch_key_i == (head_i ? beat_i.key : h_key_q);
  assign ours       = ch_open_i && mine;
  assign forward    = commit_i && commit_index_i == ch_index_o;

  always_ff @(posedge clk_i) begin : lookup
    head2_q <= head_i;
    if (!ours) h_closed_q <= 1'b1;
    if (!ch_kept_i || !mine) h_gone_q <= 1'b1;
    if (head_i) begin
      h_index_q     <= ch_index_o;
      h_kind_q      <= beat_i.kind[3:0];
      h_flags_q     <= beat_i.kind[7:4];
      h_seq_q       <= beat_i.seq[SeqBits-1:0];
      h_ack_q       <= beat_i.ack[SeqBits-1:0];
      h_limit_q     <= beat_i.limit[SeqBits-1:0];
      h_key_q       <= beat_i.key;
      h_word_q      <= beat_i.word;
      h_bytes_q     <= beat_i.length;
      h_open_q      <= ours && 32'(beat_i.channel) < Channels;
      h_closed_q    <= 1'b0;
      h_kept_q      <= ch_kept_i && mine && 32'(beat_i.channel) < Channels;
      h_gone_q      <= 1'b0;
      h_gap_q       <= forward ? commit_gap_i : ch_gap_i;
      h_pool_q      <= ch_pool_i;
      h_own_slots_q <= ch_own_slots_i;
      h_slot_q      <= ch_slot_i;
      h_rcv_nxt_q   <= forward ? commit_rcv_nxt_i : ch_rcv_nxt_i;
      h_rel_q       <= ch_rel_i;
      h_una_q       <= forward ? commit_una_i : ch_una_i;
      h_lim_q       <= forward ? commit_lim_i : ch_lim_i;
    end
    if (rst_i) head2_q <= 1'b0;
  end

  // The next cycle: is the chunk the next, is there a place; how far acknowledgement and limit move.
  logic               is_data, told, fits, in_order, room, accept, ahead;
  logic [3:0]         flags;                           // that its kind may have
  logic [SeqBits-1:0] early;                           // chunks that it is ahead of its turn
  logic [31:0]        slot_mask, una, lim;

  assign is_data   = h_kind_q == sumac_pkg::KIND_DATA;
  assign told      = h_kind_q == sumac_pkg::KIND_ACK || h_kind_q == sumac_pkg::KIND_PROBE_REPLY;
  assign flags     = is_data ? 4'd1 << sumac_pkg::PKT_FLAG_FIRST : told ? 4'd1 << sumac_pkg::PKT_FLAG_GAP : 4'd0;
  assign early     = h_seq_q - h_rcv_nxt_q[SeqBits-1:0];
  assign in_order  = early == '0;
  assign slot_mask = (32'd1 << h_own_slots_q) - 32'd1;
  assign room      = h_rcv_nxt_q - h_rel_q <= slot_mask;
  assign fits      = 32'(h_bytes_q) <= 32'd64 << h_slot_q;
  assign accept    = is_data && h_open_q && fits && in_order && room;
  assign ahead     = (is_data || h_kind_q == sumac_pkg::KIND_PROBE) && !in_order && !early[SeqBits-1];

  always_comb begin : credit
    logic [SeqBits-1:0] ack_step, window;
    ack_step = h_ack_q - h_una_q[SeqBits-1:0];
    una      = (32'(ack_step) <= h_lim_q - h_una_q) ? h_una_q + 32'(ack_step) : h_una_q;
    window   = h_limit_q - una[SeqBits-1:0];
    lim      = (32'(window) <= ChannelSlots && 32'(window) > h_lim_q - una) ? una + 32'(window) : h_lim_q;
  end

  always_ff @(posedge clk_i) begin : judge
    if (head2_q) begin
      accept_o <= accept;
      stale_o  <= early[SeqBits-1];
      shape_o  <= is_data ? fits : h_bytes_q == 16'd0;
      known_o  <= (h_flags_q & ~flags) == 4'd0
                  && (is_data || told || h_kind_q == sumac_pkg::KIND_PROBE || h_kind_q == sumac_pkg::KIND_ABORT);
      una_o    <= una;
      lim_o    <= lim;
      gap_o    <= !accept && (h_gap_q || ahead);
    end
  end

  assign index_o    = h_index_q;
  assign kind_o     = h_kind_q;
  assign first_o    = h_flags_q[sumac_pkg::PKT_FLAG_FIRST];
  assign flag_gap_o = told && h_flags_q[sumac_pkg::PKT_FLAG_GAP];
  assign bytes_o    = h_bytes_q;
  assign word_o     = h_word_q;
  assign writable_o = accept && ours && !h_closed_q;
  assign slot_o     = SlotW'(h_rcv_nxt_q & slot_mask);
  assign base_o     = h_pool_q + AddrW'((h_rcv_nxt_q & slot_mask) << h_slot_q);
  assign open_o     = h_open_q && !h_closed_q;
  assign kept_o     = h_kept_q && !h_gone_q;
  assign had_gap_o  = h_gap_q;
  assign rcv_nxt_o  = h_rcv_nxt_q;
  assign moved_o    = una_o != h_una_q || lim_o != h_lim_q;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_forward: assert property (@(posedge clk_i) disable iff (rst_i) head2_q && h_open_q |->
    $signed(una - h_una_q) >= 0 && $signed(h_lim_q - una) >= 0 && $signed(lim - h_lim_q) >= 0)
    else $error("R5: an acknowledgement or a limit goes backwards, or beyond what may be");
`endif
`endif
endmodule
