// The packets of tb_sumac_rx and what must come of them: builds one of every kind, good or bad, keeps a model of what the
// channel table must hold, and compares every pulse, commit, arrival and written beat. The bench sends them, and
// calls monitor() in every cycle, at the falling edge, before anything else.
module rx_script #(
  parameter int Channels     = 4,
  parameter int PoolBeats    = 64,
  parameter int ChannelSlots = 2,
  parameter int SeqBits      = 4,
  parameter int Used         = 3,         // channels that are open
  parameter int Spread       = 1,         // their index, from one to the next
  localparam int AddrW       = $clog2(PoolBeats)
) (
  input  logic              clk_i,
  input  logic              w_valid_i,
  input  logic [AddrW-1:0]  w_addr_i,
  input  logic [511:0]      w_data_i,
  input  logic              commit_i,
  input  sumac_pkg::commit_t commit_data_i,
  input  logic              arrive_i,
  input  sumac_pkg::arrive_t arrival_i,
  input  logic              moved_i,
  input  sumac_pkg::owe_t   owe_i,
  input  sumac_pkg::heard_t heard_i,
  input  sumac_pkg::fault_t abort_i,
  input  logic [sumac_pkg::N_COUNTERS-1:0] count_i
);
  import "DPI-C" function int  ref_packet_build(int kind, int channel, int key, int seq, int ack, int limit,
                                                int word, int bytes, int seed);
  import "DPI-C" function int  ref_packet_spoil(int way, int kind, int bytes, int seed);
  import "DPI-C" function void ref_packet_flip(int pos);
  import "DPI-C" function int  ref_packet_payload(int seed, int i);
  import "DPI-C" function int  ref_packet_within(int word, int bits, int low, int high, int none);

  // The expected contents of the table. d_rcv follows when receive has said so, the others when a packet is sent to it.
  int unsigned m_rcv [Channels], m_rel [Channels], m_una [Channels], m_lim [Channels], d_rcv [Channels];
  int          m_own [Channels], m_slot [Channels], m_pool [Channels];
  int unsigned m_key [Channels];
  bit          m_gap [Channels];
  bit          closed = 1'b0;              // the channels' group

  // Else the counter under which a packet must be dropped. Late: a tombstone answers it.
  localparam int Good = -1, BadAny = -2, Late = -3;
  typedef struct packed {
    int          cause;
    int unsigned channel;
    int unsigned kind;
    bit          accept, stale, moved, credit, had_gap, gap, back;
    int unsigned rcv, una, lim, word;
    int unsigned first_beat, beats;    // where its payload may be written
    int unsigned bytes, seed;
    bit          first;
    int unsigned slot;
  } expect_t;
  expect_t expected [$];

  logic [511:0] pool [PoolBeats];
  always_ff @(posedge clk_i) if (w_valid_i) pool[w_addr_i] <= w_data_i;

  int n_packets = 0, n_accept = 0, n_drop = 0, n_writes = 0, n_abort = 0, n_wrap = 0, n_late = 0, n_gap = 0;
  int seen [sumac_pkg::N_COUNTERS];
  int seed_no = 0;
  int latency = 0, last_at = 0, cycle = 0;

  function automatic int index_of(input int k);
    index_of = Spread * k + Spread / 7;
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

  // The outcome of a packet, and how the table changes with it.
  task automatic foretell(inout expect_t e, input int unsigned seq, input int unsigned ack, input int unsigned limit);
    int  c;
    bit  data, room;
    c    = e.channel;
    data = e.kind == 32'(sumac_pkg::KIND_DATA);
    room = m_rcv[c] - m_rel[c] < 1 << m_own[c];
    if (data) begin                     // good or not, it may be written only where nothing stands yet
      e.slot       = m_rcv[c] & ((1 << m_own[c]) - 1);
      e.first_beat = m_pool[c] + (e.slot << m_slot[c]);
      e.beats      = room ? 1 << m_slot[c] : 0;
    end
    if (e.cause == Good) begin
      e.una    = ref_packet_within(int'(ack), SeqBits, int'(m_una[c]), int'(m_lim[c]), int'(m_una[c]));
      e.lim    = ref_packet_within(int'(limit), SeqBits, int'(m_lim[c]), int'(e.una) + ChannelSlots, int'(m_lim[c]));
      e.accept = data && seq == m_rcv[c] && room;
      e.stale  = data && int'(seq - m_rcv[c]) < 0;
      e.rcv    = m_rcv[c] + (e.accept ? 1 : 0);
      e.credit = e.una != m_una[c] || e.lim != m_lim[c];
      e.moved  = e.accept || e.credit;
      e.had_gap = m_gap[c];
      e.gap    = !e.accept && (m_gap[c] || ((data || e.kind == 32'(sumac_pkg::KIND_PROBE)) && int'(seq - m_rcv[c]) > 0));
      m_gap[c] = e.gap;
      if (e.una >> SeqBits != m_una[c] >> SeqBits) n_wrap++;
      m_rcv[c] = e.rcv; m_una[c] = e.una; m_lim[c] = e.lim;
    end
  endtask

  // Builds a packet, and says what must come of it.
  task automatic make_packet(input int scenario, input int want_bytes);
    expect_t e;
    int c, kind, channel, bytes, slot_bytes, first, flags;
    int unsigned key, seq, ack, limit;
    c = index_of(rnd(Used));
    slot_bytes = 64 << m_slot[c];
    e = '0;
    e.cause = Good;
    kind = int'(sumac_pkg::KIND_DATA);
    channel = c; key = m_key[c]; seq = m_rcv[c]; first = rnd(3) == 0 ? 1 : 0; flags = 0;
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
      1: begin kind = int'(sumac_pkg::KIND_ACK); bytes = 0; first = 0; flags = rnd(2) << sumac_pkg::PKT_FLAG_GAP; end
      2: begin kind = int'(sumac_pkg::KIND_PROBE); bytes = 0; first = 0; seq = m_rcv[c] + rnd(3) - 1; end
      3: begin kind = int'(sumac_pkg::KIND_PROBE_REPLY); bytes = 0; first = 0; end
      4: begin kind = int'(sumac_pkg::KIND_ABORT); bytes = 0; first = 0; end
      5: seq = m_rcv[c] - 1 - rnd(ChannelSlots);
      6: seq = m_rcv[c] + 1 + rnd(ChannelSlots);
      7: begin key = key ^ (1 << rnd(32)); e.cause = sumac_pkg::CNT_DROP_CHANNEL; end
      8: begin channel = Used == Channels ? Channels : index_of(Used - 1) + 1; e.cause = sumac_pkg::CNT_DROP_CHANNEL; end
      9: begin channel = c + Channels * (1 + rnd(65536 / Channels - 1)); e.cause = sumac_pkg::CNT_DROP_CHANNEL; end
      10: begin kind = rnd(2) == 0 ? 0 : 6 + rnd(10); e.cause = sumac_pkg::CNT_DROP_KIND; end
      11: begin bytes = slot_bytes + 1 + rnd(300); e.cause = sumac_pkg::CNT_DROP_MALFORMED; end
      12: begin flags = 2 << rnd(3); e.cause = sumac_pkg::CNT_DROP_KIND; end
      13: begin kind = 2 + rnd(4); bytes = 1 + rnd(200); first = 0; e.cause = sumac_pkg::CNT_DROP_MALFORMED; end
      14: begin kind = 2 + rnd(4); bytes = 0; first = 1; e.cause = sumac_pkg::CNT_DROP_KIND; end
      default: ;
    endcase
    e.word = $urandom;
    flags  = flags | first << sumac_pkg::PKT_FLAG_FIRST;
    void'(ref_packet_build(kind | flags << 4, channel, int'(key), int'(seq), int'(ack), int'(limit),
                           int'(e.word), bytes, seed_no));
    case (scenario)
      35: begin user_error = 1'b1; e.cause = sumac_pkg::CNT_DROP_ERROR; end
      36: begin cut_keep = 1'b1; e.cause = sumac_pkg::CNT_DROP_MALFORMED; end
      37: begin odd_keep = 1'b1; e.cause = sumac_pkg::CNT_DROP_MALFORMED; end
      default: if (scenario >= 20) e.cause = ref_packet_spoil(scenario - 20, kind, bytes, int'($urandom));
    endcase
    e.channel = c; e.kind = kind; e.bytes = bytes; e.seed = seed_no; e.first = first != 0;
    e.back = 32'(flags >> sumac_pkg::PKT_FLAG_GAP & 1) != 0;
    e.stale = kind == int'(sumac_pkg::KIND_DATA) && int'(seq - m_rcv[c]) < 0;
    if (closed && e.cause == Good)
      e.cause = e.stale || kind == int'(sumac_pkg::KIND_PROBE) ? Late : sumac_pkg::CNT_DROP_CHANNEL;
    foretell(e, seq, ack, limit);
    expected.push_back(e);
    n_packets++;
  endtask

  // The next chunk of a channel, with one bit flipped.
  task automatic make_flipped(input int pos, input int bytes, output int total);
    expect_t e;
    int c;
    c = index_of(rnd(Used));
    e = '0;
    e.cause = BadAny;
    e.channel = c;
    e.first_beat = m_pool[c] + ((m_rcv[c] & ((1 << m_own[c]) - 1)) << m_slot[c]);
    e.beats = 1 << m_slot[c];
    total = ref_packet_build(int'(sumac_pkg::KIND_DATA), c, int'(m_key[c]), int'(m_rcv[c]), int'(m_una[c]),
                             int'(m_lim[c]), 0, bytes, pos);
    ref_packet_flip(pos);
    cut_keep = 1'b0; user_error = 1'b0; odd_keep = 1'b0;
    expected.push_back(e);
    n_packets++;
  endtask

  // ---- what comes out ----

  bit          c_gap = 1'b0;
  bit          c_valid = 1'b0;                              // the commit of the last cycle
  int unsigned c_index = 0, c_rcv = 0, c_una = 0, c_lim = 0;
  bit                 a_valid = 1'b0;                       // the arrival of the last cycle
  sumac_pkg::arrive_t a_data = '0;

  task automatic check_payload(input expect_t e);
    for (int i = 0; i < e.bytes; i++) begin
      if (pool[e.first_beat + i / 64][8 * (i % 64) +: 8] != 8'(ref_packet_payload(int'(e.seed), i)))
        $fatal(1, "payload byte %0d of chunk %0d on channel %0d is not there", i, e.rcv - 1, e.channel);
    end
  endtask

  task automatic check_packet();
    expect_t e;
    int drops;
    bit missing, probe;
    if (expected.size() == 0) $fatal(1, "a packet is counted that nobody sent");
    e = expected.pop_front();
    for (int i = 0; i < sumac_pkg::N_COUNTERS; i++) if (count_i[i]) seen[i]++;
    drops = 0;
    for (int i = sumac_pkg::CNT_DROP_MALFORMED; i <= sumac_pkg::CNT_DROP_KIND; i++) drops += 32'(count_i[i]);
    if (a_valid != e.accept) $fatal(1, "packet %0d: arrival %0d", n_packets, a_valid);
    if (c_valid != (e.cause == Good)) $fatal(1, "packet %0d: commit %0d, cause %0d", n_packets, c_valid, e.cause);
    if (e.cause >= 0 && !count_i[e.cause]) $fatal(1, "packet %0d is dropped as %b, not for %0d", e.seed, count_i, e.cause);
    if (e.cause == Late) begin
      n_late++;
      if (drops != int'(e.stale) || count_i[sumac_pkg::CNT_DROP_STALE] != e.stale || !owe_i.en || !owe_i.now
          || owe_i.own != !e.stale || (owe_i.own && !owe_i.reply) || 32'(owe_i.channel) != e.channel || moved_i || heard_i.en)
        $fatal(1, "a tombstone does not answer kind %0d: %b", e.kind, count_i);
    end else if (e.cause != Good) begin
      n_drop++;
      if (drops != 1 || count_i[sumac_pkg::CNT_RX_CHUNKS] || moved_i || owe_i.en || owe_i.now || owe_i.own || heard_i.en
          || heard_i.back || heard_i.aborted)
        $fatal(1, "a dropped packet (for %0d) has done something: %b", e.cause, count_i);
    end else begin
      if (c_index != e.channel || c_rcv != e.rcv || c_una != e.una || c_lim != e.lim)
        $fatal(1, "channel %0d: rcv %0d una %0d lim %0d; expected %0d: %0d %0d %0d", c_index, c_rcv, c_una, c_lim,
               e.channel, e.rcv, e.una, e.lim);
      if (count_i[sumac_pkg::CNT_RX_CHUNKS] != e.accept || moved_i != e.moved) $fatal(1, "chunk or move: %b", count_i);
      if (drops != ((e.kind == 32'(sumac_pkg::KIND_DATA) && !e.accept) ? 1 : 0)
          || (e.stale && !count_i[sumac_pkg::CNT_DROP_STALE])) $fatal(1, "stale or ahead: %b", count_i);
      missing = e.kind == 32'(sumac_pkg::KIND_DATA) && e.gap && !e.had_gap;
      probe   = e.kind == 32'(sumac_pkg::KIND_PROBE);
      n_gap += int'(missing);
      if (owe_i.en != (e.accept || e.stale || probe || missing) || owe_i.now != (e.stale || probe || missing)
          || owe_i.own != (probe || missing) || (owe_i.own && owe_i.reply != probe)) $fatal(1, "owes %b %b", owe_i.en, owe_i.now);
      if (c_gap != e.gap) $fatal(1, "chunks are missing: %0d", c_gap);
      if (!heard_i.en || heard_i.news != e.credit || heard_i.back != e.back || 32'(heard_i.channel) != e.channel
          || heard_i.una != e.una)
        $fatal(1, "heard %b, news %b, back %b", heard_i.en, heard_i.news, heard_i.back);
      if (owe_i.en && 32'(owe_i.channel) != e.channel) $fatal(1, "owes on another channel");
      if (heard_i.aborted != (e.kind == 32'(sumac_pkg::KIND_ABORT))) $fatal(1, "abort %b", heard_i.aborted);
      if (heard_i.aborted && abort_i != {6'd0, e.word[23:0]}) $fatal(1, "abort of another");
      if (heard_i.aborted) n_abort++;
      if (e.accept) begin
        n_accept++;
        d_rcv[e.channel] = e.rcv;
        check_payload(e);
        if (a_data != {10'(e.channel), 5'(e.rcv - 1), e.first, e.word, 16'(e.bytes)})
          $fatal(1, "arrival of chunk %0d on channel %0d", e.rcv - 1, e.channel);
      end
    end
  endtask

  task automatic check_write();
    bit ok;
    ok = 1'b0;
    // The oldest packet not yet judged, or the one behind it.
    for (int i = 0; i < 2 && i < expected.size(); i++) begin
      if (32'(w_addr_i) >= expected[i].first_beat && 32'(w_addr_i) < expected[i].first_beat + expected[i].beats) ok = 1'b1;
    end
    if (!ok) $fatal(1, "beat %0d is written, which belongs to no chunk that is due", w_addr_i);
    n_writes++;
  endtask

  task automatic monitor();
    cycle++;
    if (w_valid_i) check_write();
    if (count_i[sumac_pkg::CNT_RX_PACKETS]) check_packet();
    else if (count_i != '0 || moved_i || owe_i.en || owe_i.now || owe_i.own || heard_i.en || heard_i.news || heard_i.back
        || heard_i.aborted || c_valid || a_valid) $fatal(1, "a pulse of no packet: %b", count_i);
    {a_valid, a_data} = {arrive_i, arrival_i};
    {c_valid, c_gap, c_index} = {commit_i, commit_data_i.gap, 32'(commit_data_i.channel)};
    {c_rcv, c_una, c_lim} = {commit_data_i.rcv_nxt, commit_data_i.una, commit_data_i.lim};
    if (commit_i && cycle - last_at > latency) latency = cycle - last_at;
  endtask

  // A good chunk of which the caller expects what there is to expect. Says its channel.
  task automatic make_lone_chunk(output int c);
    bit accept;
    do begin
      make_packet(0, 200);
      c      = int'(expected[0].channel);
      accept = expected[0].accept;
      void'(expected.pop_front());
    end while (!accept);
  endtask

  initial begin
    for (int i = 0; i < sumac_pkg::N_COUNTERS; i++) seen[i] = 0;
    for (int i = 0; i < Channels; i++) begin
      m_rcv[i] = 0; m_rel[i] = 0; m_una[i] = 0; m_lim[i] = 0; d_rcv[i] = 0; m_gap[i] = 1'b0;
    end
  end
endmodule
