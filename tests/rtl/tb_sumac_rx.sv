// Receive and the channel table against the packets of ref_packet.c: every kind of good and bad packet at random, back to
// back and with gaps, every pulse, commit, written beat and info checked; then every bit of some packets flipped, and a
// channel closed and opened at every cycle around a packet.
// +seed=N repeats a run, +packets=N sets its length. Small = 1: smallest parameters.
// C: ref_packet.c
module tb_sumac_rx #(parameter bit Small = 1'b0);
  localparam int Channels     = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int Groups       = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int PoolBeats    = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int ChannelSlots = Small ? sumac_pkg::SmallChannelSlots : sumac_pkg::DefChannelSlots;
  localparam int SeqBits      = Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits;
  localparam int ChanW  = $clog2(Channels);
  localparam int GroupW = $clog2(Groups);
  localparam int AddrW  = $clog2(PoolBeats);
  localparam int SlotW  = $clog2(ChannelSlots);
  localparam int Used   = Small ? 3 : 12;               // channels that are open
  localparam int Region = Small ? 16 : 1024;            // beats of packet memory each

  import "DPI-C" function int  ref_packet_build(int kind, int first, int channel, int key, int seq, int ack, int limit,
                                                int sel, int bytes, longint digest, int step, int inline_len, int seed);
  import "DPI-C" function void ref_packet_seal(int crc, int checksum);
  import "DPI-C" function void ref_packet_flip(int pos);
  import "DPI-C" function void ref_packet_put_wire16(int offset, int value);
  import "DPI-C" function int  ref_packet_get_wire16(int offset);
  import "DPI-C" function void ref_packet_put_byte(int offset, int value);
  import "DPI-C" function void ref_packet_resize(int len_bytes, int follow);
  import "DPI-C" function int  ref_packet_bytes();
  import "DPI-C" function int  ref_packet_word(int n);
  import "DPI-C" function int  ref_packet_payload(int seed, int i);
  import "DPI-C" function int  ref_packet_within(int word, int bits, int low, int high, int none);

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #1 clk = !clk;

  logic              cfg_valid = 1'b0, cfg_open = 1'b0, cfg_ready;
  logic [ChanW-1:0]  cfg_index = '0;
  logic [AddrW-1:0]  cfg_pool = '0;
  logic [3:0]        cfg_own = '0, cfg_peer_slots = '0;
  logic [2:0]        cfg_slot = '0;
  logic [31:0]       cfg_key = '0;
  logic              release_v = 1'b0;
  logic [ChanW-1:0]  release_index = '0;
  logic              rx_tvalid = 1'b0, rx_tlast = 1'b0, rx_tuser = 1'b0;
  logic [511:0]      rx_tdata = '0;
  logic [63:0]       rx_tkeep = '0;

  logic [ChanW-1:0]  ch_index, commit_index;
  logic              ch_open, commit;
  logic [GroupW-1:0] ch_group;
  logic [31:0]       ch_key, ch_rcv_nxt, ch_rel, ch_una, ch_lim, commit_rcv_nxt, commit_una, commit_lim;
  logic [AddrW-1:0]  ch_pool, w_addr;
  logic [3:0]        ch_own;
  logic [2:0]        ch_slot;
  logic              w_valid;
  logic [511:0]      w_data;
  logic [ChanW-1:0]  info_index = '0;
  logic [SlotW-1:0]  info_slot = '0;
  logic              info_first, moved, owe, owe_now, abort;
  logic [63:0]       info_digest;
  logic [15:0]       info_bytes;
  logic [ChanW-1:0]  owe_index, abort_index;
  logic [31:0]       abort_word;
  logic [sumac_pkg::N_COUNTERS-1:0] count;
  logic [31:0]       s_lim, r_una, f_rcv_nxt;
  logic [ChanW-1:0]  peek = '0;

  sumac_channels #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats)) u_channels (
    .clk_i(clk), .rst_i(rst),
    .cfg_valid_i(cfg_valid), .cfg_ready_o(cfg_ready), .cfg_open_i(cfg_open), .cfg_index_i(cfg_index), .cfg_group_i('0),
    .cfg_rank_i('0), .cfg_peer_i('0), .cfg_class_i(1'b0), .cfg_mac_i('0), .cfg_ip_i('0), .cfg_pool_i(cfg_pool),
    .cfg_own_slots_i(cfg_own), .cfg_peer_slots_i(cfg_peer_slots), .cfg_slot_i(cfg_slot), .cfg_key_i(cfg_key),
    .rx_index_i(ch_index), .rx_open_o(ch_open), .rx_group_o(ch_group), .rx_key_o(ch_key), .rx_pool_o(ch_pool),
    .rx_own_slots_o(ch_own), .rx_slot_o(ch_slot), .rx_rcv_nxt_o(ch_rcv_nxt), .rx_rel_o(ch_rel), .rx_una_o(ch_una),
    .rx_lim_o(ch_lim), .rx_commit_i(commit), .rx_commit_index_i(commit_index), .rx_commit_rcv_nxt_i(commit_rcv_nxt),
    .rx_commit_una_i(commit_una), .rx_commit_lim_i(commit_lim),
    .tx_index_i('0), .tx_peer_o(), .tx_mac_o(), .tx_ip_o(), .tx_key_o(), .tx_rcv_nxt_o(), .tx_limit_o(),
    .f_index_i(peek), .f_rcv_nxt_o(f_rcv_nxt), .f_pool_o(), .f_own_slots_o(), .f_rank_o(),
    .s_index_i(peek), .s_lim_o(s_lim), .r_index_i(peek), .r_una_o(r_una),
    .x_index_i('0), .x_open_o(), .x_group_o(), .x_rank_o(),
    .release_i(release_v), .release_index_i(release_index), .a_index_i(peek), .a_limit_o(), .a_own_slots_o()
  );

  sumac_rx #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots),
             .SeqBits(SeqBits)) dut (
    .clk_i(clk), .rst_i(rst), .rx_tvalid_i(rx_tvalid), .rx_tdata_i(rx_tdata), .rx_tkeep_i(rx_tkeep),
    .rx_tlast_i(rx_tlast), .rx_tuser_i(rx_tuser), .w_valid_o(w_valid), .w_addr_o(w_addr), .w_data_o(w_data),
    .ch_index_o(ch_index), .ch_open_i(ch_open), .ch_group_i(ch_group), .ch_key_i(ch_key), .ch_pool_i(ch_pool),
    .ch_own_slots_i(ch_own), .ch_slot_i(ch_slot), .ch_rcv_nxt_i(ch_rcv_nxt), .ch_rel_i(ch_rel), .ch_una_i(ch_una),
    .ch_lim_i(ch_lim), .ch_commit_o(commit), .ch_commit_index_o(commit_index), .ch_commit_rcv_nxt_o(commit_rcv_nxt),
    .ch_commit_una_o(commit_una), .ch_commit_lim_o(commit_lim), .info_index_i(info_index), .info_slot_i(info_slot),
    .info_first_o(info_first), .info_digest_o(info_digest), .info_bytes_o(info_bytes), .moved_o(moved), .owe_o(owe),
    .owe_now_o(owe_now), .owe_index_o(owe_index), .abort_o(abort), .abort_index_o(abort_index),
    .abort_word_o(abort_word), .count_o(count)
  );

  // What the table must hold. d_rcv follows when receive has said so, the others when a packet is sent to it.
  int unsigned m_rcv [Channels], m_rel [Channels], m_una [Channels], m_lim [Channels], d_rcv [Channels];
  int          m_own [Channels], m_slot [Channels], m_pool [Channels];
  int unsigned m_key [Channels];

  typedef enum int {Good, BadError, BadMalformed, BadCrc, BadChannel, BadKind, BadAny} verdict_e;
  typedef struct packed {
    verdict_e    verdict;
    int unsigned channel;
    int unsigned kind;
    bit          accept, stale, moved;
    int unsigned rcv, una, lim, word;
    int unsigned first_beat, beats;    // where its payload may be written
    int unsigned bytes, seed;
    bit          first;
    longint unsigned digest;
    int unsigned slot;
  } expect_t;
  expect_t expected [$];

  logic [511:0] pool [PoolBeats];
  always_ff @(posedge clk) if (w_valid) pool[w_addr] <= w_data;

  int n_packets = 0, n_accept = 0, n_drop = 0, n_writes = 0, n_abort = 0, n_wrap = 0;
  int seen [sumac_pkg::N_COUNTERS];
  int seed_no = 0;
  int latency = 0, last_at = 0, cycle = 0;

  function automatic int index_of(input int k);
    index_of = Small ? k : 21 * k + 3;
  endfunction

  function automatic int rnd(input int n);     // 0 to n - 1
    rnd = int'($urandom % n);
  endfunction

  // ---- what goes in ----

  function automatic int unsigned near(input int unsigned base, input int spread);
    case (rnd(8))
      0:       near = $urandom;
      1:       near = base - 1 - rnd(3);
      default: near = base + rnd(spread + 1);
    endcase
  endfunction

  bit cut_keep = 1'b0, user_error = 1'b0, odd_keep = 1'b0;    // of the frame being sent

  // Builds a packet, and says what must come of it.
  task automatic make_packet(input int scenario, input int want_bytes);
    expect_t e;
    int k, c, kind, channel, bytes, slot_bytes, first, inline_len, total, at;
    int unsigned key, seq, ack, limit, high;
    k = rnd(Used);
    c = index_of(k);
    slot_bytes = 64 << m_slot[c];
    e = '0;
    e.verdict = Good;
    kind = int'(sumac_pkg::KIND_DATA);
    channel = c; key = m_key[c]; seq = m_rcv[c]; first = rnd(3) == 0 ? 1 : 0; inline_len = 0;
    case (rnd(3))
      0: bytes = rnd(slot_bytes + 1);
      1: bytes = rnd(65);
      default: bytes = slot_bytes - rnd(8);
    endcase
    if (want_bytes >= 0) bytes = want_bytes < slot_bytes ? want_bytes : slot_bytes;
    ack   = near(m_una[c], int'(m_lim[c] - m_una[c]));
    limit = near(m_una[c], ChannelSlots + 2);
    cut_keep = 1'b0; user_error = 1'b0; odd_keep = 1'b0;
    seed_no++;
    case (scenario)
      1: begin kind = int'(sumac_pkg::KIND_ACK); bytes = 0; first = 0; end
      2: begin kind = int'(sumac_pkg::KIND_PROBE); bytes = 0; first = 0; end
      3: begin kind = int'(sumac_pkg::KIND_PROBE_REPLY); bytes = 0; first = 0; end
      4: begin kind = int'(sumac_pkg::KIND_ABORT); bytes = 0; first = 0; end
      5: seq = m_rcv[c] - 1 - rnd(ChannelSlots);
      6: seq = m_rcv[c] + 1 + rnd(ChannelSlots);
      7: begin key = key ^ (1 << rnd(32)); e.verdict = BadChannel; end
      8: begin channel = Used == Channels ? Channels : index_of(Used - 1) + 1; e.verdict = BadChannel; end
      9: begin channel = c + Channels * (1 + rnd(65536 / Channels - 1)); e.verdict = BadChannel; end
      10: begin kind = rnd(2) == 0 ? 0 : 6 + rnd(10); e.verdict = BadKind; end
      11: begin bytes = slot_bytes + 1 + rnd(300); e.verdict = BadMalformed; end
      12: begin first = 1; inline_len = 1 + rnd(255); e.verdict = BadMalformed; end
      13: begin kind = 2 + rnd(4); bytes = 1 + rnd(200); first = 0; e.verdict = BadMalformed; end
      14: begin kind = 2 + rnd(4); bytes = 0; first = 1; e.verdict = BadMalformed; end
      default: ;
    endcase
    e.digest = {$urandom, $urandom};
    e.word = $urandom;
    total = ref_packet_build(kind, first, channel, int'(key), int'(seq), int'(ack), int'(limit), int'(e.word), bytes,
                             longint'(e.digest), rnd(256), inline_len, seed_no);
    case (scenario)
      20: begin ref_packet_flip(96 + rnd(8 * total - 96)); e.verdict = BadAny; end
      21: begin user_error = 1'b1; e.verdict = BadError; end
      22: begin ref_packet_put_wire16(12, 'h0800 ^ (1 << rnd(16))); ref_packet_seal(1, 1); e.verdict = BadMalformed; end
      23: begin ref_packet_put_byte(14, 'h45 ^ (1 << rnd(8))); ref_packet_seal(1, 1); e.verdict = BadMalformed; end
      24: begin ref_packet_put_wire16(20, 'h4000 ^ (1 << (rnd(15) == 14 ? 15 : rnd(14)))); ref_packet_seal(1, 1); e.verdict = BadMalformed; end
      25: begin ref_packet_put_byte(23, 17 ^ (1 << rnd(8))); ref_packet_seal(1, 1); e.verdict = BadMalformed; end
      26: begin at = 34 + 2 * rnd(2); ref_packet_put_wire16(at, ref_packet_get_wire16(at) ^ (1 << rnd(16))); e.verdict = BadMalformed; end
      27: begin at = rnd(2) == 0 ? 16 : 38; ref_packet_put_wire16(at, ref_packet_get_wire16(at) ^ (1 << rnd(16))); ref_packet_seal(1, 1); e.verdict = BadMalformed; end
      28: begin ref_packet_put_wire16(24, ref_packet_get_wire16(24) ^ (1 << rnd(16))); e.verdict = BadMalformed; end
      29: begin ref_packet_resize(total - 4 * (1 + rnd(total / 4 - 1)), rnd(2)); ref_packet_seal(1, 1); e.verdict = BadMalformed; end
      30: begin ref_packet_resize(total + 4 * (1 + rnd(100)), rnd(2)); ref_packet_seal(1, 1); e.verdict = BadMalformed; end
      31: begin cut_keep = 1'b1; e.verdict = BadMalformed; end
      32: begin odd_keep = 1'b1; e.verdict = BadMalformed; end
      33: begin   // the length alone is another
        at = bytes == 0 ? 4 : -4; ref_packet_put_byte(62, (bytes + at) & 255); ref_packet_put_byte(63, (bytes + at) >> 8);
        ref_packet_seal(1, 1); e.verdict = BadMalformed;
      end
      34: begin ref_packet_flip(8 * total - 32 + rnd(32)); e.verdict = BadCrc; end
      35: begin ref_packet_put_byte(42, kind | (2 + rnd(14) / 2 * 2) << 4); ref_packet_seal(1, 1); e.verdict = BadAny; end
      36: begin ref_packet_resize(64, rnd(2)); e.verdict = BadMalformed; end
      37: begin ref_packet_put_wire16(40, 1 << rnd(16)); e.verdict = BadMalformed; end
      default: ;
    endcase
    e.channel = c; e.kind = kind; e.bytes = bytes; e.seed = seed_no; e.first = first != 0;
    if (first == 0) e.digest = 0;
    if (kind == int'(sumac_pkg::KIND_DATA)) begin   // good or not, it may be written only where nothing stands yet
      e.slot = m_rcv[c] & ((1 << m_own[c]) - 1);
      e.first_beat = m_pool[c] + (e.slot << m_slot[c]);
      e.beats = (m_rcv[c] - m_rel[c] < 1 << m_own[c]) ? 1 << m_slot[c] : 0;
    end
    if (e.verdict == Good) begin
      e.una = ref_packet_within(int'(ack), SeqBits, int'(m_una[c]), int'(m_lim[c]), int'(m_una[c]));
      high  = e.una + ChannelSlots;
      e.lim = ref_packet_within(int'(limit), SeqBits, int'(m_lim[c]), int'(high), int'(m_lim[c]));
      e.accept = kind == int'(sumac_pkg::KIND_DATA) && seq == m_rcv[c] && m_rcv[c] - m_rel[c] < 1 << m_own[c];
      e.stale  = kind == int'(sumac_pkg::KIND_DATA) && int'(seq - m_rcv[c]) < 0;
      e.rcv = m_rcv[c] + (e.accept ? 1 : 0);
      e.moved = e.accept || e.una != m_una[c] || e.lim != m_lim[c];
      if (e.una >> SeqBits != m_una[c] >> SeqBits) n_wrap++;
      m_rcv[c] = e.rcv; m_una[c] = e.una; m_lim[c] = e.lim;
    end
    expected.push_back(e);
    n_packets++;
  endtask

  // The next chunk of a channel, with one bit flipped.
  task automatic make_flipped(input int pos, input int bytes, output int total);
    expect_t e;
    int c;
    c = index_of(rnd(Used));
    e = '0;
    e.verdict = BadAny;
    e.channel = c;
    e.first_beat = m_pool[c] + ((m_rcv[c] & ((1 << m_own[c]) - 1)) << m_slot[c]);
    e.beats = 1 << m_slot[c];
    total = ref_packet_build(int'(sumac_pkg::KIND_DATA), 0, c, int'(m_key[c]), int'(m_rcv[c]), int'(m_una[c]),
                             int'(m_lim[c]), 0, bytes, 0, 0, 0, pos);
    ref_packet_flip(pos);
    cut_keep = 1'b0; user_error = 1'b0; odd_keep = 1'b0;
    expected.push_back(e);
    n_packets++;
  endtask

  int beat_no = -1;                                         // of the frame being sent; -1: none

  task automatic drive_beat();
    int words, total;
    total = ref_packet_bytes();
    words = (total - 64 * beat_no) / 4;
    rx_tvalid = 1'b1;
    rx_tkeep  = '1;
    for (int w = 0; w < 16; w++) begin
      rx_tdata[32*w +: 32] = ref_packet_word(16 * beat_no + w);
      if (w >= words) rx_tkeep[4*w +: 4] = 4'h0;
    end
    rx_tlast = words <= 16;
    rx_tuser = words <= 16 ? user_error : (rnd(2) == 0);   // means something on the last beat only
    if (words <= 16 && cut_keep) rx_tkeep[4*words - 1] = 1'b0;
    if (words <= 16 && odd_keep) rx_tkeep[rnd(4*words - 1)] = 1'b0;
    if (words > 16 && odd_keep && rnd(2) == 0) rx_tkeep[63 - rnd(63)] = 1'b0;
    if (words <= 16) last_at = cycle;
    beat_no = words <= 16 ? -1 : beat_no + 1;
  endtask

  // ---- what comes out ----

  bit          c_valid = 1'b0;                              // the commit of the last cycle
  int unsigned c_index = 0, c_rcv = 0, c_una = 0, c_lim = 0;
  bit          i_asked = 1'b0;                              // an info, in the last cycle
  expect_t     i_expect = '0;

  task automatic check_payload(input expect_t e);
    for (int i = 0; i < e.bytes; i++) begin
      if (pool[e.first_beat + i / 64][8 * (i % 64) +: 8] != 8'(ref_packet_payload(int'(e.seed), i)))
        $fatal(1, "payload byte %0d of chunk %0d on channel %0d is not there", i, e.rcv - 1, e.channel);
    end
  endtask

  task automatic check_packet();
    expect_t e;
    int drops;
    if (expected.size() == 0) $fatal(1, "a packet is counted that nobody sent");
    e = expected.pop_front();
    for (int i = 0; i < sumac_pkg::N_COUNTERS; i++) if (count[i]) seen[i]++;
    drops = 0;
    for (int i = sumac_pkg::CNT_DROP_MALFORMED; i <= sumac_pkg::CNT_DROP_KIND; i++) drops += 32'(count[i]);
    if (c_valid != (e.verdict == Good)) $fatal(1, "packet %0d: commit %0d, verdict %0d", n_packets, c_valid, e.verdict);
    case (e.verdict)
      BadError:     if (!count[sumac_pkg::CNT_DROP_ERROR])     $fatal(1, "error not counted: %b", count);
      BadMalformed: if (!count[sumac_pkg::CNT_DROP_MALFORMED]) $fatal(1, "malformed not counted: %b seed_no %0d", count, e.seed);
      BadCrc:       if (!count[sumac_pkg::CNT_DROP_CRC])       $fatal(1, "CRC not counted: %b", count);
      BadChannel:   if (!count[sumac_pkg::CNT_DROP_CHANNEL])   $fatal(1, "channel not counted: %b", count);
      BadKind:      if (!count[sumac_pkg::CNT_DROP_KIND])      $fatal(1, "kind not counted: %b", count);
      default: ;
    endcase
    if (e.verdict != Good) begin
      n_drop++;
      if (drops != 1 || count[sumac_pkg::CNT_RX_CHUNKS] || moved || owe || owe_now || abort)
        $fatal(1, "a dropped packet (verdict %0d) has done something: %b", e.verdict, count);
    end else begin
      if (c_index != e.channel || c_rcv != e.rcv || c_una != e.una || c_lim != e.lim)
        $fatal(1, "channel %0d: rcv %0d una %0d lim %0d; expected %0d: %0d %0d %0d", c_index, c_rcv, c_una, c_lim,
               e.channel, e.rcv, e.una, e.lim);
      if (count[sumac_pkg::CNT_RX_CHUNKS] != e.accept || moved != e.moved) $fatal(1, "chunk or move: %b", count);
      if (drops != ((e.kind == 32'(sumac_pkg::KIND_DATA) && !e.accept) ? 1 : 0)
          || (e.stale && !count[sumac_pkg::CNT_DROP_STALE])) $fatal(1, "stale or ahead: %b", count);
      if (owe != (e.accept || e.stale || e.kind == 32'(sumac_pkg::KIND_PROBE))
          || owe_now != (e.stale || e.kind == 32'(sumac_pkg::KIND_PROBE))) $fatal(1, "owes %b %b", owe, owe_now);
      if (owe && 32'(owe_index) != e.channel) $fatal(1, "owes on another channel");
      if (abort != (e.kind == 32'(sumac_pkg::KIND_ABORT))) $fatal(1, "abort %b", abort);
      if (abort && (32'(abort_index) != e.channel || abort_word != e.word)) $fatal(1, "abort of another");
      if (abort) n_abort++;
      if (e.accept) begin
        n_accept++;
        d_rcv[e.channel] = e.rcv;
        check_payload(e);
        info_index = ChanW'(e.channel);
        info_slot  = SlotW'(e.slot);
        i_expect = e;
        i_asked  = 1'b1;
      end
    end
  endtask

  task automatic check_write();
    bit ok;
    ok = 1'b0;
    // The oldest packet not yet judged, or the one behind it.
    for (int i = 0; i < 2 && i < expected.size(); i++) begin
      if (32'(w_addr) >= expected[i].first_beat && 32'(w_addr) < expected[i].first_beat + expected[i].beats) ok = 1'b1;
    end
    if (!ok) $fatal(1, "beat %0d is written, which belongs to no chunk that is due", w_addr);
    n_writes++;
  endtask

  task automatic monitor();
    cycle++;
    if (i_asked && (info_first != i_expect.first || info_digest != i_expect.digest
                    || 32'(info_bytes) != i_expect.bytes)) $fatal(1, "info of channel %0d", i_expect.channel);
    i_asked = 1'b0;
    if (w_valid) check_write();
    if (count[sumac_pkg::CNT_RX_PACKETS]) check_packet();
    else if (count != '0 || moved || owe || owe_now || abort || c_valid) $fatal(1, "a pulse of no packet: %b", count);
    c_valid = commit; c_index = 32'(commit_index); c_rcv = commit_rcv_nxt; c_una = commit_una; c_lim = commit_lim;
    if (commit && cycle - last_at > latency) latency = cycle - last_at;
  endtask

  // ---- cycles ----

  task automatic one_cycle(input bit traffic, input int gap, input int scenarios, input int bytes);
    int c;
    @(negedge clk);
    monitor();
    release_v = 1'b0;
    c = index_of(rnd(Used));
    if (rnd(2) == 0 && m_rel[c] != d_rcv[c]) begin
      release_v     = 1'b1;
      release_index = ChanW'(c);
      m_rel[c]++;
    end
    rx_tvalid = 1'b0;
    rx_tlast  = 1'b0;
    if (beat_no < 0 && traffic && rnd(100) >= gap) begin
      make_packet(scenarios == 0 ? (rnd(2) == 0 ? 0 : rnd(38)) : scenarios - 1, bytes);
      beat_no = 0;
      drive_beat();
    end else if (beat_no >= 0 && rnd(100) >= gap) begin
      drive_beat();
    end
  endtask

  task automatic quiet();
    while (beat_no >= 0) one_cycle(1'b0, 0, 0, -1);
    for (int i = 0; i < 8; i++) one_cycle(1'b0, 0, 0, -1);
    release_v = 1'b0;
    if (expected.size() != 0) $fatal(1, "%0d packets were not counted", expected.size());
  endtask

  task automatic check_table();
    for (int k = 0; k < Used; k++) begin
      peek = ChanW'(index_of(k));
      one_cycle(1'b0, 0, 0, -1);
      if (f_rcv_nxt != m_rcv[index_of(k)] || r_una != m_una[index_of(k)] || s_lim != m_lim[index_of(k)])
        $fatal(1, "table of channel %0d", index_of(k));
    end
  endtask

  task automatic configure(input int c);
    cfg_valid = 1'b1; cfg_open = 1'b1; cfg_index = ChanW'(c); cfg_pool = AddrW'(m_pool[c]);
    cfg_own = 4'(m_own[c]); cfg_slot = 3'(m_slot[c]); cfg_key = m_key[c];
    cfg_peer_slots = 4'($clog2(m_lim[c]));
    while (!cfg_ready) @(negedge clk);
    @(negedge clk);
    cfg_valid = 1'b0;
  endtask

  task automatic open_channel(input int k);
    int c;
    c = index_of(k);
    m_key[c]  = $urandom;
    m_own[c]  = rnd(SlotW + 1);
    m_slot[c] = rnd($clog2(Region) - SlotW + 1);
    m_pool[c] = k * Region;
    m_rcv[c] = 0; m_rel[c] = 0; m_una[c] = 0; d_rcv[c] = 0;
    m_lim[c] = 1 << rnd(SlotW + 1);
    configure(c);
    while (!cfg_ready) @(negedge clk);
  endtask

  task automatic open_all();
    quiet();
    for (int k = 0; k < Used; k++) open_channel(k);
  endtask

  // Closing and opening a channel at cycle `at` of a packet leaves a fresh channel, whatever became of the packet.
  task automatic reopen_at(input int at);
    int c, sum_was;
    quiet();
    do begin
      make_packet(0, 200);
      c = int'(expected[0].channel);
      if (!expected[0].accept) void'(expected.pop_front());
    end while (expected.size() == 0);
    void'(expected.pop_front());
    sum_was = seen[sumac_pkg::CNT_RX_CHUNKS] + seen[sumac_pkg::CNT_DROP_CHANNEL];
    beat_no = 0;
    fork
      for (int i = 0; i < 20; i++) begin
        @(negedge clk);
        rx_tvalid = 1'b0;
        rx_tlast  = 1'b0;
        if (beat_no >= 0) drive_beat();
        if (count[sumac_pkg::CNT_RX_CHUNKS]) seen[sumac_pkg::CNT_RX_CHUNKS]++;
        if (count[sumac_pkg::CNT_DROP_CHANNEL]) seen[sumac_pkg::CNT_DROP_CHANNEL]++;
      end
      begin
        for (int i = 0; i < at; i++) @(negedge clk);
        m_rcv[c] = 0; m_rel[c] = 0; m_una[c] = 0; d_rcv[c] = 0; m_lim[c] = 1;
        configure(c);
      end
    join
    c_valid = 1'b0;
    if (seen[sumac_pkg::CNT_RX_CHUNKS] + seen[sumac_pkg::CNT_DROP_CHANNEL] != sum_was + 1) $fatal(1, "reopened at %0d", at);
    check_table();
  endtask

  initial begin
    int runs, seed;
    if (!$value$plusargs("packets=%d", runs)) runs = 60000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_rx: +seed=%0d", seed);
    void'($urandom(seed));
    for (int i = 0; i < sumac_pkg::N_COUNTERS; i++) seen[i] = 0;
    for (int i = 0; i < Channels; i++) begin
      m_rcv[i] = 0; m_rel[i] = 0; m_una[i] = 0; m_lim[i] = 0; d_rcv[i] = 0;
    end
    repeat (3) @(negedge clk);
    rst = 1'b0;
    @(negedge clk);
    while (n_packets < runs) begin
      int gap, few, bytes;
      open_all();
      gap = rnd(2) == 0 ? 0 : rnd(60);
      few = rnd(4) == 0 ? 1 + rnd(2) : 0;      // good chunks, or acknowledgements, alone
      bytes = few == 0 ? -1 : rnd(3) == 0 ? 61 + rnd(4) : rnd(61);
      for (int i = 0; i < 3000; i++) one_cycle(1'b1, gap, few, bytes);
      quiet();
      check_table();
    end
    // Every length once, right at the ends of beats.
    open_all();
    for (int i = 0; i <= 4096; i++) begin
      do one_cycle(1'b1, 0, 1, i); while (beat_no >= 0);
    end
    // Every bit of packets with payloads of 0, 5 and 61 bytes.
    for (int n = 0; n < 3; n++) begin
      int total;
      for (int i = 96; i == 96 || i < 8 * total; i++) begin
        while (beat_no >= 0) one_cycle(1'b0, 0, 0, -1);
        make_flipped(i, n == 0 ? 0 : n == 1 ? 5 : 61, total);
        beat_no = 0;
        drive_one();
      end
    end
    for (int at = 0; at < 16; at++) begin
      for (int n = 0; n < 4; n++) begin
        open_all();
        reopen_at(at);
      end
    end
    for (int i = sumac_pkg::CNT_DROP_MALFORMED; i <= sumac_pkg::CNT_DROP_KIND; i++)
      if (seen[i] == 0) $fatal(1, "counter %0d never counted", i);
    if (latency > 3) $fatal(1, "a commit came %0d cycles after the last beat", latency);
    if (Small && n_wrap == 0) $fatal(1, "no sequence number has wrapped");
    $display("PASS tb_sumac_rx: %0d packets, %0d chunks accepted, %0d dropped, %0d aborts, %0d beats written, %0d cycles, commit %0d after the last beat",
             n_packets, n_accept, n_drop, n_abort, n_writes, cycle, latency);
    $finish;
  end

  task automatic drive_one();
    @(negedge clk);
    monitor();
    release_v = 1'b0;
    drive_beat();
  endtask
endmodule
