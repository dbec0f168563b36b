// The other end of tb_sumac_tx: the channel table that transmit looks up, and a listener that takes its frames apart with the
// parser of ref_packet.c and compares each with its job or acknowledgement, its channel as it was, and the payload. Checks
// that beats are held, frames do not pause and acknowledgements are not passed over. Owners change the table at the falling edge.
module tx_frames #(
  parameter int Channels = 4,
  parameter int SeqBits  = 4,
  localparam int ChanW   = $clog2(Channels)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic [47:0]      own_mac_i,
  input  logic [31:0]      own_ip_i,
  input  logic             by_wire_i,
  // what is asked for
  input  logic             job_take_i,
  input  sumac_pkg::tx_t   job_i,
  input  int               job_seed_i,      // of its payload
  input  logic             due_valid_i,
  input  logic             due_ready_i,
  input  logic [ChanW-1:0] due_index_i,
  input  logic             due_reply_i,
  // what transmit does
  input  sumac_pkg::acked_t told_i,
  input  logic             ch_read_i,
  input  logic [ChanW-1:0] ch_index_i,
  output sumac_pkg::tx_ch_t ch_o,
  input  logic             tvalid_i,
  input  logic             tready_i,
  input  logic [511:0]     tdata_i,
  input  logic [63:0]      tkeep_i,
  input  logic             tlast_i,
  input  logic             tinside_i,
  input  logic             idle_i,
  input  logic             packet_i,
  input  logic             chunk_i
);
  import "DPI-C" function void    ref_packet_hear(int n, int word);
  import "DPI-C" function int     ref_packet_parse();
  import "DPI-C" function longint ref_packet_field(int offset, int bytes);
  import "DPI-C" function int     ref_packet_payload_is(int seed);

  // The channel table: settings that stay, counters that run.
  logic [15:0] t_peer  [Channels];
  logic [47:0] t_mac   [Channels];
  logic [31:0] t_ip    [Channels];
  logic [31:0] t_key   [Channels];
  logic [31:0] t_rcv   [Channels];
  logic [31:0] t_limit [Channels];
  logic        t_gap   [Channels];

  always_ff @(posedge clk_i)
    if (ch_read_i)
      ch_o <= {t_peer[ch_index_i], t_mac[ch_index_i], t_ip[ch_index_i], t_key[ch_index_i], t_limit[ch_index_i], t_rcv[ch_index_i],
               t_gap[ch_index_i]};

  typedef struct packed {
    int unsigned kind, index, seq, bytes, word, seed;
    bit          first;
  } job_t;
  typedef struct packed {
    int unsigned index, rcv, limit;
    bit          gap;
  } told_t;

  job_t  jobs [$];                   // accepted and not yet heard
  int    dues [$];                   // taken and not yet heard: index, and 2^16 for a PROBE_REPLY
  told_t tolds [$];
  int    n_jobs = 0, n_acks = 0, n_packets = 0, n_chunks = 0, n_beats = 0, n_inside = 0, cycle = 0;
  int    passed_over = 0;            // jobs that went while an acknowledgement waited

  logic [31:0] was_rcv [Channels];               // the table one cycle ago
  logic [31:0] was_limit [Channels];
  logic        was_gap [Channels];
  int          first_at = 0, last_at = 0, burst_beats = 0, offered_at = 0, latency = 0;

  task automatic check(input int condition, input string what);
    if (condition == 0) $fatal(1, "packet %0d, kind %0d: %s", n_packets, ref_packet_field(42, 1), what);
  endtask

  task automatic check_frame();
    told_t t;
    job_t  j;
    int    why, kind;
    logic [7:0]      flags;
    sumac_pkg::pkt_t h;
    why = ref_packet_parse();
    if (why != 0) $fatal(1, "packet %0d fails check %0d of ref_packet_parse", n_packets, why);
    check(32'(tolds.size() != 0), "a packet of which nobody was told");
    t = tolds.pop_front();
    for (int i = 0; i < 64; i++) h[8*i+:8] = 8'(ref_packet_field(i, 1));
    kind = int'(h.kind[3:0]);
    j = '0;
    flags = '0;
    if (kind == int'(sumac_pkg::KIND_ACK) || kind == int'(sumac_pkg::KIND_PROBE_REPLY)) begin
      if (dues.size() == 0) $fatal(1, "an acknowledgement that nobody asked for");
      if ((dues[0] & 65535) != int'(t.index)) $fatal(1, "an acknowledgement on channel %0d, not %0d", t.index, dues[0]);
      j.kind  = dues[0] >= 65536 ? 32'(sumac_pkg::KIND_PROBE_REPLY) : 32'(sumac_pkg::KIND_ACK);
      j.index = 32'(dues[0] & 65535);
      flags   = 8'(t.gap) << (4 + sumac_pkg::PKT_FLAG_GAP);
      void'(dues.pop_front());
      n_acks++;
    end else begin
      check(32'(jobs.size() != 0), "a packet that nobody asked for");
      j = jobs.pop_front();
      n_jobs++;
      if (kind == int'(sumac_pkg::KIND_DATA)) n_chunks++;
    end
    check(32'(j.index == t.index), "told of another channel");
    check(32'(h.kind == (8'(j.kind) | flags | 8'(j.first) << (4 + sumac_pkg::PKT_FLAG_FIRST))), "kind");
    check(32'(h.eth_dst == t_mac[j.index]), "destination");
    check(32'(h.eth_src == own_mac_i), "source");
    check(32'(tinside_i == (h.eth_dst == own_mac_i && !by_wire_i)), "R18: inside, or not");
    n_inside += int'(tinside_i);
    check(32'(h.ip_dst == t_ip[j.index]), "destination IP");
    check(32'(h.ip_src == own_ip_i), "source IP");
    check(32'(h.channel == t_peer[j.index]), "channel");
    check(32'(h.key == t_key[j.index]), "key");
    check(32'(h.seq == 24'(SeqBits'(j.seq))), "sequence");
    check(32'(h.ack == 24'(SeqBits'(t.rcv))), "acknowledgement");
    check(32'(h.limit == 24'(SeqBits'(t.limit))), "limit");
    check(32'(h.word == j.word), "word");
    check(32'(32'(h.length) == j.bytes), "length");
    check(ref_packet_payload_is(int'(j.seed)), "payload");
  endtask

  int           words = 0;                       // of the frame so far
  bit           open_frame = 1'b0, held = 1'b0;
  logic [511:0] held_data;
  logic [63:0]  held_keep;
  logic         held_last, held_inside;
  bit           due_taken = 1'b0;
  int           counted_packets = 0, counted_chunks = 0;

  always @(posedge clk_i) begin : output_side
    cycle++;
    if (!rst_i) begin
      if (told_i.en) begin
        told_t t;
        t.index = 32'(told_i.channel); t.rcv = was_rcv[t.index]; t.limit = was_limit[t.index]; t.gap = was_gap[t.index];
        if ({told_i.rcv, told_i.limit} != {t.rcv[4:0], t.limit[4:0]})
          $fatal(1, "told %0d and %0d, it was %0d and %0d", told_i.rcv, told_i.limit, t.rcv, t.limit);
        tolds.push_back(t);
      end
      counted_packets += 32'(packet_i);
      counted_chunks  += 32'(chunk_i);
      if (open_frame && !tvalid_i) $fatal(1, "a packet pauses inside");
      if (held && (!tvalid_i || tdata_i != held_data || tkeep_i != held_keep || tlast_i != held_last || tinside_i != held_inside))
        $fatal(1, "a beat is not held");
      held = tvalid_i && !tready_i;
      held_data = tdata_i; held_keep = tkeep_i; held_last = tlast_i; held_inside = tinside_i;
      if (tvalid_i && !open_frame && latency == 0 && offered_at != 0) latency = cycle - offered_at;
      if (tvalid_i && tready_i) begin
        if (!tlast_i && tkeep_i != '1) $fatal(1, "an open beat is not full");
        for (int w = 0; w < 16; w++) begin
          if (tkeep_i[4*w +: 4] != 4'h0 && tkeep_i[4*w +: 4] != 4'hF) $fatal(1, "tkeep %h", tkeep_i);
          if (w > 0 && tkeep_i[4*w] && !tkeep_i[4*w - 1]) $fatal(1, "tkeep %h", tkeep_i);
          if (tkeep_i[4*w]) ref_packet_hear(words + w, tdata_i[32*w +: 32]);
        end
        words += 16;
        open_frame = !tlast_i;
        n_beats++;
        if (burst_beats == 0) first_at = cycle;
        last_at = cycle;
        burst_beats++;
        if (tlast_i) begin
          words = 0;
          n_packets++;
          check_frame();
        end
      end
      due_taken = due_valid_i && due_ready_i;
      if (job_take_i) begin
        job_t j;
        j.kind = 32'(job_i.kind); j.index = 32'(job_i.channel); j.seq = job_i.seq; j.seed = 32'(job_seed_i);
        j.bytes  = job_i.kind == sumac_pkg::KIND_DATA ? 32'(job_i.bytes) : 0;
        j.first  = job_i.kind == sumac_pkg::KIND_DATA && job_i.first;
        j.word   = job_i.word;
        jobs.push_back(j);
        if (offered_at == 0) offered_at = cycle;
      end
      if (due_taken) dues.push_back(int'(due_index_i) + (due_reply_i ? 65536 : 0));
      // An acknowledgement lets one job pass, not more; one may just have been taken when it came.
      if (due_taken || !due_valid_i) passed_over = 0;
      else if (told_i.en) passed_over++;
      if (passed_over > 2) $fatal(1, "an acknowledgement is passed over");
      if (idle_i && (open_frame || jobs.size() != 0 || dues.size() != 0) && !job_take_i && !due_taken) $fatal(1, "idle too early");
    end
    for (int i = 0; i < Channels; i++) begin
      was_rcv[i]   = t_rcv[i];
      was_limit[i] = t_limit[i];
      was_gap[i]   = t_gap[i];
    end
  end

  function automatic logic is_done();
    is_done = jobs.size() == 0 && dues.size() == 0 && tolds.size() == 0;
  endfunction

  task automatic fill_table();
    for (int i = 0; i < Channels; i++) begin
      t_peer[i] = 16'($urandom); t_mac[i] = i == 0 ? own_mac_i : 48'({$urandom, $urandom}); t_ip[i] = $urandom; t_key[i] = $urandom;
      t_rcv[i] = $urandom; t_limit[i] = $urandom; t_gap[i] = 1'($urandom);
    end
  endtask
endmodule
