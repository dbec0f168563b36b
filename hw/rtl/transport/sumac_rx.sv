// Receive: takes a beat every cycle (the MAC has no ready), and drops, counted by cause, what is malformed, foreign,
// stale or has no place. A DATA chunk is accepted when it is the next of its channel and lies in the window; it is
// written into slot (seq mod slots) of the channel's window as it arrives, and counts (rcv_nxt moves) when its CRC
// has been checked (R1). Acknowledgement and limit of every good packet are taken, and never go backwards (R5). A chunk that was
// received before is dropped and acknowledged at once (R2). A chunk ahead of the next one is dropped, and the first one that is
// makes a NAK (R3). A PROBE is answered by a PROBE_REPLY, which is else an ACK. ABORT is passed on. A channel whose group has
// closed acknowledges what it has received, answers PROBEs, and drops all else (R16).
//
// FIRST, WORD and length, which the nodes check later, go out with arrival_o, and sumac_match keeps them.
//
// sumac_header judges a header by itself, sumac_rx_channel by its channel. Causes are judged in the order of the chain
// in `verdict`, and only one is counted.
//
// A packet's beats are at stage 1 a cycle after they came, where its channel is looked up, and at stage 3, where payload has its
// place, two cycles later. A commit comes four cycles after the last beat, pulses a cycle later, with the table's new contents. So
// six cycles after a beat nothing happens any more.
// Throughput: a beat a cycle, packets back to back. Memory: registers. Reset: forgets the packet under way.
module sumac_rx #(
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  parameter int SeqBits      = sumac_pkg::DefSeqBits,
  localparam int ChanW       = $clog2(Channels),
  localparam int AddrW       = $clog2(PoolBeats)
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
  input  sumac_pkg::ch_t    ch_i,         // a cycle later
  input  logic [Groups-1:0] live_i,
  input  logic              anew_i,       // pulse: a channel was opened anew, or closed
  input  logic [ChanW-1:0]  anew_index_i,
  output logic              commit_o,
  output sumac_pkg::commit_t commit_data_o,
  output logic              arrive_o,       // a chunk is accepted
  output sumac_pkg::arrive_t arrival_o,
  // pulses to others
  output logic              moved_o,        // a commit changed something that a node may wait for
  output sumac_pkg::owe_t   owe_o,
  output sumac_pkg::heard_t heard_o,
  output sumac_pkg::fault_t abort_o,        // what an ABORT says
  output logic [sumac_pkg::N_COUNTERS-1:0] count_o  // pulses, by counter index
);
  // Word n: the CRC's bare register after a packet, its own CRC and 16 - n words of zeros; word 0: after no zeros.
  function automatic logic [16*32-1:0] residues(input logic [31:0] poly);
    logic [31:0] state;
    state = 32'hB798B438;
    for (int n = 16; n > 0; n--) begin
      residues[32*(n % 16) +: 32] = state;
      for (int k = 0; k < 32; k++) state = (state >> 1) ^ (state[0] ? poly : 32'd0);
    end
  endfunction

  localparam logic [16*32-1:0] Residues = residues(sumac_pkg::CRC_POLY);

  // Stage 1: the beat, and what its strobes say of it.
  logic         head_next_q;                           // the next beat begins a packet
  logic         v1_q, head1_q, last1_q, error1_q;
  logic [3:0]   odd1_q;
  logic [15:0]  words1_q;
  logic [511:0] beat_q;
  logic [15:0]  words;                                 // words of the beat
  logic [15:0]  odd;                                   // strobes that no packet of whole words has

  always_comb begin : strobes
    for (int w = 0; w < 16; w++) words[w] = rx_tkeep_i[4*w];
    for (int w = 0; w < 16; w++) odd[w] = rx_tkeep_i[4*w +: 4] != {4{words[w]}} || (words[w] && !words[w == 0 ? 0 : w - 1]);
    if (!words[0]) odd[0] = 1'b1;
    if (!words[15] && !rx_tlast_i) odd[15] = 1'b1;
  end

  always_ff @(posedge clk_i) begin : arrive
    v1_q <= rx_tvalid_i;
    if (rx_tvalid_i) begin
      beat_q      <= rx_tdata_i;
      head1_q     <= head_next_q;
      last1_q     <= rx_tlast_i;
      error1_q    <= rx_tlast_i && rx_tuser_i;
      for (int g = 0; g < 4; g++) odd1_q[g] <= odd[4*g +: 4] != '0;
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
    .clk_i, .en_i(1'b1), .valid_i(rx_tvalid_i), .first_i(head_next_q), .words_i(words), .over_i(4'b1000), .data_i(rx_tdata_i),
    .crc_o(crc)
  );

  logic        header_ok;
  logic [14:0] tail_words;
  sumac_header u_header (
    .clk_i, .valid_i(rx_tvalid_i && head_next_q), .beat_i(rx_tdata_i), .ok_o(header_ok), .tail_words_o(tail_words)
  );

  // Beats after the header: payload. They are counted at stage 1, and written at stage 3, where their place is known.
  logic         head1;
  logic [10:0]  beat_no_q;                             // payload beats seen; stays at its largest
  logic         odd_q;                                 // any beat of the packet so far
  logic         v2_q, v3_q, place, writable;
  logic [10:0]  n2_q, n3_q;
  logic [511:0] beat2_q, beat3_q;
  logic [15:0]  bytes;
  logic [AddrW-1:0] base;

  assign head1 = v1_q && head1_q;
  assign place = v3_q && writable && {n3_q, 6'd0} < 17'(bytes);

  always_ff @(posedge clk_i) begin : count_beats
    if (head1) begin
      beat_no_q <= '0;
      odd_q     <= odd1_q != '0;
    end else if (v1_q) begin
      odd_q <= odd_q || odd1_q != '0;
      if (beat_no_q != '1) beat_no_q <= beat_no_q + 11'd1;
    end
  end

  always_ff @(posedge clk_i) begin : write
    v2_q      <= v1_q && !head1_q;
    v3_q      <= v2_q;
    {n2_q, beat2_q} <= {beat_no_q, beat_q};
    {n3_q, beat3_q} <= {n2_q, beat2_q};
    w_valid_o <= place;
    if (v3_q) begin
      w_data_o <= beat3_q;
      w_addr_o <= n3_q == '0 ? base : w_addr_o + AddrW'(1);
    end
    if (rst_i) {v2_q, v3_q, w_valid_o} <= 3'b000;
  end

  // The last beat, at stage 2, by itself; then, by its channel.
  logic        last2_q, error2_q, short2_q, end_q, ended_q;
  logic [3:0]  tail;                                   // words of the last beat; 0: all 16
  logic [15:0] words2_q;                               // after the header
  logic [31:0] residue_q;
  logic        malformed, sound3, fits3_q, header3_q, error3_q, malformed3_q;   // it is sound if it fits and its header does
  logic [1:0]  flaw1_q;
  localparam logic [1:0] None = 2'd0, Error = 2'd1, Malformed = 2'd2, Crc = 2'd3;

  // Strobes that are not odd are ones up to the last word.
  assign tail      = {words1_q[7] && !words1_q[15], ^{words1_q[3], words1_q[7], words1_q[11], words1_q[15]},
                      ^(words1_q & 16'hAAAA), ^words1_q};
  assign malformed = short2_q || odd_q || words2_q != 16'(tail_words);
  assign sound3    = fits3_q && header3_q;

  always_ff @(posedge clk_i) begin : finish
    last2_q <= v1_q && last1_q;
    if (v1_q && last1_q) begin
      error2_q  <= error1_q;
      short2_q  <= head1_q;
      words2_q  <= {12'(beat_no_q) + 12'(words1_q[15]), tail};
      residue_q <= Residues[{tail, 5'd0} +: 32];
    end
    end_q        <= last2_q;
    fits3_q      <= !error2_q && !malformed && crc == residue_q;
    header3_q    <= header_ok;
    error3_q     <= error2_q;
    malformed3_q <= malformed;
    ended_q      <= end_q;
    flaw1_q      <= error3_q ? Error : malformed3_q || !header3_q ? Malformed : fits3_q ? None : Crc;
    if (rst_i) {last2_q, end_q, ended_q} <= 3'b000;
  end

  logic               good, is_data, probe, again;
  sumac_pkg::judged_t judged;
  logic [sumac_pkg::N_COUNTERS-1:0] count;

  sumac_rx_channel #(
    .Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots), .SeqBits(SeqBits)
  ) u_channel (
    .clk_i, .rst_i, .head_i(head1), .beat_i(beat_q), .end_i(end_q), .sound_i(sound3), .ch_index_o, .ch_i, .live_i, .anew_i,
    .anew_index_i, .commit_o, .commit_data_o, .bytes_o(bytes), .writable_o(writable), .base_o(base), .judged_o(judged)
  );

  assign is_data = judged.kind == sumac_pkg::KIND_DATA;
  assign good    = commit_o;

  always_comb begin : verdict
    count = '0;
    count[sumac_pkg::CNT_RX_PACKETS] = ended_q;
    if (ended_q) begin
      if (flaw1_q == Error)          count[sumac_pkg::CNT_DROP_ERROR]     = 1'b1;
      else if (flaw1_q == Malformed) count[sumac_pkg::CNT_DROP_MALFORMED] = 1'b1;
      else if (flaw1_q == Crc)       count[sumac_pkg::CNT_DROP_CRC]       = 1'b1;
      else if (judged.late)          count[sumac_pkg::CNT_DROP_STALE]     = is_data;
      else if (!judged.open)         count[sumac_pkg::CNT_DROP_CHANNEL]   = 1'b1;
      else if (!judged.known)        count[sumac_pkg::CNT_DROP_KIND]      = 1'b1;
      else if (!judged.shape)        count[sumac_pkg::CNT_DROP_MALFORMED] = 1'b1;
      else begin
        count[sumac_pkg::CNT_RX_CHUNKS]  = judged.accept;
        count[sumac_pkg::CNT_DROP_STALE] = is_data && !judged.accept && judged.stale;
        count[sumac_pkg::CNT_GAP]        = is_data && !judged.accept && !judged.stale;
      end
    end
  end

  assign probe = (good || (judged.ended && judged.late)) && judged.kind == sumac_pkg::KIND_PROBE;
  assign again = (good || (judged.ended && judged.late)) && is_data && judged.stale;

  always_ff @(posedge clk_i) begin : tell
    count_o   <= count;
    moved_o   <= good && (judged.accept || judged.moved);
    owe_o.en  <= (good && judged.accept) || probe || again || (good && judged.missing);
    owe_o.now <= probe || again || (good && judged.missing);
    owe_o.own <= probe || (good && judged.missing);
    heard_o.en    <= good;
    heard_o.news  <= good && judged.moved;
    heard_o.back  <= good && judged.flag_gap;
    heard_o.aborted <= good && judged.kind == sumac_pkg::KIND_ABORT;
    if (judged.ended) begin
      {owe_o.reply, owe_o.channel}     <= {probe, commit_data_o.channel};
      {heard_o.channel, heard_o.una}   <= {commit_data_o.channel, commit_data_o.una};
      abort_o                          <= {judged.group, judged.word[23:0]};
    end
    if (rst_i) begin
      {count_o, moved_o, owe_o.en, owe_o.now, owe_o.own} <= '0;
      {heard_o.en, heard_o.news, heard_o.back, heard_o.aborted} <= '0;
    end
  end

  assign arrive_o  = good && judged.accept;
  assign arrival_o = {commit_data_o.channel, commit_data_o.rcv_nxt[4:0] - 5'd1, judged.first, judged.word, bytes};

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_accept:    assert property (@(posedge clk_i) disable iff (rst_i) commit_o && judged.accept |->
    is_data && flaw1_q == None && !commit_data_o.gap) else $error("R1: a chunk is accepted that is none, or damaged");
  a_tombstone: assert property (@(posedge clk_i) disable iff (rst_i) ended_q && !judged.open |=>
    !moved_o && !heard_o.en && !heard_o.back && !heard_o.aborted)
    else $error("R16: a channel that is not open takes what a packet says");
`endif
`endif
endmodule
