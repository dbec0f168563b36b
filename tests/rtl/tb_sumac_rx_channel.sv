// Bench of receive's look-up against a channel table that changes under it: headers of every kind for open, closed and
// other channels, right or near the edges of what is accepted; commits in the cycle of the look-up; channels closed, opened
// and keyed anew while a packet is under way. The numbers on the wire are read by ref_packet.c, the slow way.
// +seed=N repeats a run. Small = 1: smallest parameters.
// C: ref_packet.c
module tb_sumac_rx_channel #(
  parameter bit Small = 1'b0
);
  import "DPI-C" function int ref_packet_within(int word, int bits, int low, int high, int none);

  localparam int Channels     = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int PoolBeats    = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int ChannelSlots = Small ? sumac_pkg::SmallChannelSlots : sumac_pkg::DefChannelSlots;
  localparam int SeqBits      = Small ? sumac_pkg::SmallSeqBits : sumac_pkg::DefSeqBits;
  localparam int ChanW = $clog2(Channels);
  localparam int AddrW = $clog2(PoolBeats);
  localparam int SlotW = $clog2(ChannelSlots);
  localparam int Runs  = 100_000;                // headers

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  function automatic int rnd(input int n);       // 0 to n - 1
    rnd = int'($urandom % n);
  endfunction

  // ---- the table, and what is committed to it
  typedef struct packed {
    logic             open, kept, gap;
    logic [31:0]      key;
    logic [AddrW-1:0] pool;
    logic [3:0]       own;
    logic [2:0]       slot;
    logic [31:0]      rcv, rel, una, lim;
  } channel_t;
  channel_t         table_mem [Channels];
  logic             head = 1'b0, commit = 1'b0, first, writable, is_open, known, shape, accept, stale, moved, commit_gap = 1'b0,
      flag_gap, kept, had_gap, gap;
  sumac_pkg::pkt_t  header = '0;
  logic [ChanW-1:0] ch_index, commit_index = '0, index;
  logic [31:0]      commit_rcv = '0, commit_una = '0, commit_lim = '0, word, rcv, una, lim;
  logic [3:0]       kind;
  logic [15:0]      bytes;
  logic [SlotW-1:0] slot;
  logic [AddrW-1:0] base;
  channel_t         now;
  assign now = table_mem[ch_index];

  sumac_rx_channel #(.Channels(Channels), .PoolBeats(PoolBeats), .ChannelSlots(ChannelSlots), .SeqBits(SeqBits)) dut (
    .clk_i(clk), .rst_i(rst), .head_i(head), .beat_i(header), .ch_index_o(ch_index), .ch_open_i(now.open), .ch_key_i(now.key),
    .ch_pool_i(now.pool), .ch_own_slots_i(now.own), .ch_slot_i(now.slot), .ch_rcv_nxt_i(now.rcv), .ch_rel_i(now.rel),
    .ch_una_i(now.una), .ch_lim_i(now.lim), .commit_i(commit), .commit_index_i(commit_index), .commit_rcv_nxt_i(commit_rcv),
    .commit_una_i(commit_una), .commit_lim_i(commit_lim), .commit_gap_i(commit_gap), .ch_gap_i(now.gap), .ch_kept_i(now.kept),
    .flag_gap_o(flag_gap), .kept_o(kept), .had_gap_o(had_gap), .gap_o(gap), .index_o(index), .kind_o(kind), .first_o(first),
    .bytes_o(bytes),
    .word_o(word), .writable_o(writable), .slot_o(slot), .base_o(base), .open_o(is_open), .known_o(known), .shape_o(shape),
    .accept_o(accept), .stale_o(stale), .rcv_nxt_o(rcv), .una_o(una), .lim_o(lim), .moved_o(moved)
  );

  // ---- the header under way, and the table as it was when it came
  int          h_channel = 0, h_kind = 0, h_flags = 0, h_seq = 0, h_ack = 0, h_limit = 0, h_bytes = 0, age = -1;
  int unsigned h_key = 0, h_word = 0;
  channel_t    h = '0;
  bit          h_ours = 1'b0, since = 1'b0;      // at head; and in every cycle after it but this one
  bit          h_kept = 1'b0, since_kept = 1'b0;
  int          headers = 0, cycle = 0, accepted = 0, forwards = 0, closed = 0, wrapped = 0, moves = 0;

  function automatic int near(input int unsigned base_at, input int spread);
    case (rnd(8))
      0:       near = int'($urandom);
      1:       near = int'(base_at) - 1 - rnd(3);
      default: near = int'(base_at) + rnd(spread + 1);
    endcase
  endfunction

  function automatic channel_t any_channel();
    any_channel.kept = rnd(8) != 0;
    any_channel.open = any_channel.kept && rnd(8) != 0;
    any_channel.gap  = rnd(2) == 0;
    any_channel.key  = $urandom;
    any_channel.pool = AddrW'($urandom);
    any_channel.own  = 4'(rnd(SlotW + 1));
    any_channel.slot = 3'(rnd(7));
    any_channel.rcv  = $urandom;
    any_channel.rel  = any_channel.rcv - 32'(rnd((1 << any_channel.own) + 1));
    any_channel.una  = $urandom;
    any_channel.lim  = any_channel.una + 32'(rnd(ChannelSlots + 1));
  endfunction

  function automatic void make_header();
    channel_t c;
    h_channel = rnd(4);
    if (rnd(20) == 0) h_channel = h_channel + Channels * (1 + rnd(65536 / Channels - 1));
    c = table_mem[ChanW'(h_channel)];
    commit = rnd(3) == 0;
    if (commit) begin                            // of the same channel, half the time
      commit_index = rnd(2) == 0 ? ChanW'(h_channel) : ChanW'(rnd(4));
      commit_rcv   = table_mem[commit_index].rcv + 32'(rnd(2));
      commit_una   = table_mem[commit_index].una + 32'(rnd(int'(table_mem[commit_index].lim - table_mem[commit_index].una) + 1));
      commit_lim   = commit_una + 32'(ChannelSlots);
      commit_gap   = rnd(2) == 0;
      if (commit_index == ChanW'(h_channel)) {c.gap, c.rcv, c.una, c.lim} = {commit_gap, commit_rcv, commit_una, commit_lim};
      forwards     = forwards + int'(commit_index == ChanW'(h_channel));
    end
    h       = c;
    h_kind  = rnd(3) == 0 ? rnd(16) : int'(sumac_pkg::KIND_DATA);
    h_flags = rnd(4) == 0 ? rnd(16) : rnd(2) == 0 ? 0 : flags_of(h_kind);
    h_key   = rnd(10) == 0 ? c.key ^ (1 << rnd(32)) : c.key;
    h_seq   = rnd(4) == 0 ? near(c.rcv, ChannelSlots) : int'(c.rcv);
    h_ack   = near(c.una, int'(c.lim - c.una));
    h_limit = near(c.una, ChannelSlots + 2);
    h_bytes = rnd(4) == 0 ? rnd(65536) : rnd(4) == 0 ? 0 : (64 << c.slot) - rnd(64) + rnd(3);
    h_word  = $urandom;
    for (int i = 0; i < 16; i++) header[32*i +: 32] = $urandom;
    header.channel = 16'(h_channel);
    header.kind    = {4'(h_flags), 4'(h_kind)};
    header.key     = h_key;
    header.seq     = 24'(h_seq & ((1 << SeqBits) - 1));
    header.ack     = 24'(h_ack & ((1 << SeqBits) - 1));
    header.limit   = 24'(h_limit & ((1 << SeqBits) - 1));
    header.word    = h_word;
    header.length  = 16'(h_bytes);
  endfunction

  function automatic int flags_of(input int kind);
    flags_of = kind == int'(sumac_pkg::KIND_DATA) ? 1 << sumac_pkg::PKT_FLAG_FIRST
             : kind == int'(sumac_pkg::KIND_ACK) || kind == int'(sumac_pkg::KIND_PROBE_REPLY) ? 1 << sumac_pkg::PKT_FLAG_GAP : 0;
  endfunction

  function automatic bit ours();                 // in this cycle
    ours = table_mem[ChanW'(h_channel)].open && table_mem[ChanW'(h_channel)].key == h_key && h_channel < Channels;
  endfunction

  function automatic bit is_kept();
    is_kept = table_mem[ChanW'(h_channel)].kept && table_mem[ChanW'(h_channel)].key == h_key && h_channel < Channels;
  endfunction

  // ---- what must come
  int distance, x_una, x_lim;
  bit x_data, x_fits, x_accept, x_ahead;

  always_ff @(posedge clk) begin : check
    cycle = cycle + 1;
    x_data   = h_kind == int'(sumac_pkg::KIND_DATA);
    x_fits   = h_bytes <= 64 * (1 << h.slot);
    distance = (h_seq - int'(h.rcv)) & ((1 << SeqBits) - 1);
    x_accept = x_data && h_ours && x_fits && distance == 0 && int'(h.rcv - h.rel) < 1 << h.own;
    x_ahead  = (x_data || h_kind == int'(sumac_pkg::KIND_PROBE)) && distance != 0 && distance < 1 << (SeqBits - 1);
    x_una    = ref_packet_within(h_ack, SeqBits, int'(h.una), int'(h.lim), int'(h.una));
    x_lim    = ref_packet_within(h_limit, SeqBits, int'(h.lim), x_una + ChannelSlots, int'(h.lim));
    if (age >= 0 && !head) begin
      if (ChanW'(h_channel) != index || h_kind != int'(kind) || h_bytes != int'(bytes) || h_word != word
          || int'(first) != (h_flags >> sumac_pkg::PKT_FLAG_FIRST & 1)
          || flag_gap != (flags_of(h_kind) == 1 << sumac_pkg::PKT_FLAG_GAP && h_flags >> sumac_pkg::PKT_FLAG_GAP & 1))
        $fatal(1, "header %0d: its fields", headers);
      if (writable != (x_accept && since && ours())) $fatal(1, "header %0d: writable %0d", headers, writable);
      if (is_open != (h_ours && since) || rcv != h.rcv) $fatal(1, "header %0d: open %0d, next %0d", headers, is_open, rcv);
      if (writable && (int'(slot) != int'(h.rcv % (1 << h.own)) || base != h.pool + AddrW'(int'(slot) << h.slot)))
        $fatal(1, "header %0d: slot %0d, payload to %0d", headers, slot, base);
      if (kept != (h_kept && since_kept) || had_gap != h.gap) $fatal(1, "header %0d: kept %0d, gap %0d", headers, kept, had_gap);
      since      = since && ours();
      since_kept = since_kept && is_kept();
    end
    if (age >= 1 && !head) begin
      if (accept != x_accept || stale != (distance >= 1 << (SeqBits - 1)))
        $fatal(1, "header %0d: accept %0d, stale %0d", headers, accept, stale);
      if (known != (h_kind >= 1 && h_kind <= 5 && (h_flags & ~flags_of(h_kind)) == 0))
        $fatal(1, "header %0d: known %0d", headers, known);
      if (gap != (!x_accept && (h.gap || x_ahead))) $fatal(1, "header %0d: chunks are missing %0d", headers, gap);
      if (shape != (x_data ? x_fits : h_bytes == 0)) $fatal(1, "header %0d: shape %0d", headers, shape);
      if (una != x_una || lim != x_lim || moved != (x_una != int'(h.una) || x_lim != int'(h.lim)))
        $fatal(1, "header %0d: una %0d, lim %0d, moved %0d; not %0d, %0d", headers, una, lim, moved, x_una, x_lim);
      if (age == 1) begin
        accepted = accepted + int'(accept);
        moves    = moves + int'(moved);
        wrapped  = wrapped + int'(x_una >> SeqBits != int'(h.una) >> SeqBits);
        closed   = closed + int'(h_ours && !since);
      end
    end
    age = head ? 0 : age + int'(age >= 0);
    if (head) begin
      h_ours = ours();
      h_kept = is_kept();
      {since, since_kept} = 2'b11;
    end
  end

  always_ff @(negedge clk) begin : drive
    rst = cycle < 3;
    if (commit) begin
      {table_mem[commit_index].rcv, table_mem[commit_index].una, table_mem[commit_index].lim} = {commit_rcv, commit_una,
          commit_lim};
      table_mem[commit_index].gap = commit_gap;
    end
    commit = 1'b0;
    if (rnd(3) == 0) table_mem[rnd(4)] = any_channel();
    head = !head && age != 0 && !rst && rnd(2) == 0;
    if (head) begin
      headers = headers + 1;
      make_header();
    end
    if (headers == Runs) begin
      if (accepted < Runs / 20 || closed == 0 || forwards == 0 || (Small && wrapped == 0) || moves < Runs / 20)
        $fatal(1, "%0d accepted, %0d closed, %0d forwarded, %0d wrapped, %0d moved", accepted, closed, forwards, wrapped, moves);
      $display("PASS tb_sumac_rx_channel: Small %0d, %0d headers, %0d accepted, %0d closed, %0d commits, %0d moves, %0d wrap",
               Small, headers, accepted, closed, forwards, moves, wrapped);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_rx_channel: +seed=%0d", seed);
    void'($urandom(seed));
    for (int i = 0; i < Channels; i++) table_mem[i] = any_channel();
  end
endmodule
