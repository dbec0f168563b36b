// Transmit: builds packets from jobs, in their order, and from due acknowledgements, which go between jobs. A
// packet never pauses inside once it has begun (tvalid stays until tlast); packet memory's transmit read port is always granted
// at once or nearly so, and the unit reads ahead. Every packet carries the channel's acknowledgement and limit as they are when its
// channel is looked up, two cycles before its header can leave. Packet memory may refuse three reads of a packet; more would make
// a packet pause, which is asserted against.
//
// Latency: the header leaves 6 cycles after a job of up to 64 bytes was taken, 7 after one of two beats, 8 of three, else 9.
// Throughput: a beat a cycle, no idle cycle between packets. Reset: forgets jobs and the packet under way.
module sumac_tx #(
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int SlotBeats = sumac_pkg::DefSlotBeats,
  parameter int SeqBits   = sumac_pkg::DefSeqBits,
  parameter int TxJobs    = sumac_pkg::DefTxJobs,
  parameter int Groups    = sumac_pkg::DefGroups,
  localparam int ChanW    = $clog2(Channels),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int GroupW   = $clog2(Groups)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  sumac_pkg::own_t  own_i,
  // jobs
  input  logic             job_valid_i,
  output logic             job_ready_o,
  input  sumac_pkg::tx_t   job_i,          // not an acknowledgement
  // a pulse for every job, when its last beat is made: channel and memory are not looked at again
  output logic             done_o,
  output logic [GroupW-1:0] done_group_o,
  // acknowledgements
  input  logic             due_valid_i,
  output logic             due_ready_o,
  input  sumac_pkg::due_t  due_i,
  output sumac_pkg::acked_t told_o,
  // channel table
  output logic             ch_read_o,
  output logic [ChanW-1:0] ch_index_o,
  input  sumac_pkg::tx_ch_t ch_i,          // a cycle later
  // packet memory
  output logic             r_valid_o,
  input  logic             r_ready_i,
  output logic [AddrW-1:0] r_addr_o,
  input  logic             d_valid_i,
  input  logic [511:0]     d_data_i,
  // to the MAC
  output logic             tx_tvalid_o,
  input  logic             tx_tready_i,
  output logic [511:0]     tx_tdata_o,
  output logic [63:0]      tx_tkeep_o,
  output logic             tx_tlast_o,
  output logic             tx_tinside_o,   // the packet is for the own address, and stays inside (R18)
  output logic             idle_o,
  output logic             packet_o,       // pulses for the counters
  output logic             chunk_o
);
  localparam int Ahead  = 4;              // beats of a packet that are read before it begins
  localparam int QueueW = TxJobs > 1 ? $clog2(TxJobs) : 1;
  localparam int WaitW  = $clog2(2 * SlotBeats);
  localparam int JobW   = ChanW + 4 + SeqBits + 16 + 3 + 1 + 32 + GroupW;

  typedef struct packed {
    logic [ChanW-1:0]   channel;
    logic [3:0]         kind;
    logic [SeqBits-1:0] seq;
    logic [15:0]        bytes;
    logic [2:0]         ahead;                // its beats, or Ahead, which is 4
    logic               first;
    logic [31:0]        word;
    logic [GroupW-1:0]  group;
  } job_t;

  // Jobs go two ways, to where payload is fetched and to where packets are made; they are taken when both have a place. No more
  // are while a whole slot's payload waits: that is enough ahead of the wire, and chunks that go again, and PROBEs, come soon.
  job_t              job_in, send_job, l_job_q;             // the last one's channel is being looked up
  logic [2:0]        ahead;
  logic              part, job_take, look_q, l_due_q, fetch_place, send_place, send_valid, send_take, is_data;
  logic [WaitW-1:0]  waiting_q;               // full beats of payload of jobs in the queue

  assign is_data     = job_i.kind == sumac_pkg::KIND_DATA;
  assign job_in      = {job_i.channel[ChanW-1:0], job_i.kind, job_i.seq[SeqBits-1:0], is_data ? {job_i.bytes, ahead} : 19'd0,
                        is_data && job_i.first, job_i.word, job_i.group[GroupW-1:0]};
  assign part        = job_i.bytes[5:0] != 6'd0;
  assign ahead       = job_i.bytes[15:8] != 8'd0 ? 3'd4 : {&job_i.bytes[7:6] && part, job_i.bytes[7] ^ (job_i.bytes[6] && part),
                                                           job_i.bytes[6] ^ part};   // without a carry chain
  assign job_ready_o = fetch_place && send_place && waiting_q < WaitW'(SlotBeats);
  assign job_take    = job_valid_i && job_ready_o;

  sumac_fifo #(.Width(JobW), .Depth(2**QueueW)) u_send (
    .clk_i, .rst_i, .in_valid_i(job_take), .in_ready_o(send_place), .in_data_i(job_in),
    .out_valid_o(send_valid), .out_ready_i(send_take), .out_data_o(send_job)
  );

  always_ff @(posedge clk_i) begin : count_beats
    waiting_q <= waiting_q + (job_take ? WaitW'(job_in.bytes[15:6]) : '0) - (look_q ? WaitW'(l_job_q.bytes[15:6]) : '0);
    if (rst_i) waiting_q <= '0;
  end

  logic             fetch_valid, fetch_ready, next_ready, pop, payload_valid, fetch_idle;
  logic [AddrW-1:0] fetch_pool;
  logic [15:0]      fetch_bytes;
  logic [2:0]       n_ahead_q;
  logic [511:0]     payload;
  sumac_fifo #(.Width(AddrW + 16), .Depth(2**QueueW), .Bypass(1'b1)) u_reads (
    .clk_i, .rst_i, .in_valid_i(job_take && is_data && job_i.bytes != 16'd0), .in_ready_o(fetch_place),
    .in_data_i({job_i.pool[AddrW-1:0], job_i.bytes}),
    .out_valid_o(fetch_valid), .out_ready_i(fetch_ready), .out_data_o({fetch_pool, fetch_bytes})
  );
  sumac_tx_fetch #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .Ahead(Ahead)) u_fetch (
    .clk_i, .rst_i, .job_valid_i(fetch_valid), .job_ready_o(fetch_ready), .job_pool_i(fetch_pool), .job_bytes_i(fetch_bytes),
    .next_beats_i(look_q ? l_job_q.ahead : n_ahead_q), .next_ready_o(next_ready), .pop_i(pop), .data_o(payload),
    .data_valid_o(payload_valid), .idle_o(fetch_idle), .r_valid_o, .r_ready_i, .r_addr_o, .d_valid_i, .d_data_i
  );

  // The next packet: a job or a due acknowledgement, in turns if there are both. It is chosen when the one before begins, as no
  // packet is shorter than the two cycles that its channel's look-up takes.
  logic               n_valid_q, choose, n_take, turn_due_q, due_take, n_due_q, n_data_q;
  logic [GroupW-1:0]  n_group_q;
  logic [9:0]         n_full_q;                // beats full of payload
  logic [3:0]         n_tail_q;                // words of payload that are left for the last one

  assign choose      = !look_q && (!n_valid_q || n_take);
  assign due_ready_o = choose && (turn_due_q || !send_valid);
  assign due_take    = due_valid_i && due_ready_o;
  assign send_take   = choose && send_valid && !due_take;
  assign ch_read_o   = due_take || send_take;
  assign ch_index_o  = due_take ? due_i.channel[ChanW-1:0] : send_job.channel;

  always_ff @(posedge clk_i) begin : next
    look_q <= ch_read_o;
    if (ch_read_o) begin
      turn_due_q   <= send_take;
      l_due_q      <= due_take;
      l_job_q      <= send_job;
      if (due_take) begin
        l_job_q         <= '0;
        l_job_q.channel <= due_i.channel[ChanW-1:0];
        l_job_q.kind    <= due_i.reply ? sumac_pkg::KIND_PROBE_REPLY : sumac_pkg::KIND_ACK;
      end
    end
    if (look_q) begin
      n_due_q   <= l_due_q;
      n_data_q  <= l_job_q.kind == sumac_pkg::KIND_DATA;
      n_group_q <= l_job_q.group;
      {n_full_q, n_tail_q} <= l_job_q.bytes[15:2] + 14'(l_job_q.bytes[1:0] != 2'd0);
      n_ahead_q <= l_job_q.ahead;
    end
    n_valid_q <= look_q || (n_valid_q && !n_take);
    if (rst_i) {look_q, n_valid_q, turn_due_q} <= 3'b000;
  end
  assign told_o = {look_q, 10'(l_job_q.channel), ch_i.rcv_nxt[4:0], ch_i.own_lim[4:0]};
  logic [511:0] header;
  logic [18:0]  header_sum;
  logic         header_own;
  sumac_tx_header u_header (
    .clk_i, .en_i(look_q), .own_mac_i(own_i.mac), .own_ip_i(own_i.ip), .mac_i(ch_i.mac), .ip_i(ch_i.ip),
    .kind_i(l_job_q.kind), .first_i(l_job_q.first), .gap_i(l_due_q && ch_i.gap), .channel_i(ch_i.peer), .key_i(ch_i.key),
    .seq_i(24'(l_job_q.seq)),
    .ack_i(24'(ch_i.rcv_nxt[SeqBits-1:0])), .limit_i(24'(ch_i.own_lim[SeqBits-1:0])), .word_i(l_job_q.word),
    .bytes_i(l_job_q.bytes), .beat_o(header), .sum_o(header_sum), .own_o(header_own)
  );

  // The beats of a packet, one a cycle: header, full beats of payload, and the tail, words of payload which the CRC follows.
  // The CRC has a beat to itself when there are none. For the sake of the CRC the tail's words are moved up by whole groups of
  // four, and up to three words stay free behind them; by how much is known a beat ahead.
  typedef enum logic [1:0] {Header, Full, Tail, Crc} beat_e;
  beat_e        beat_q, after;
  logic [9:0]   full_q;             // full beats left
  logic [3:0]   tail_q, ends;       // words of the tail: of this packet, and of what is to begin
  logic         job_q, head_q;      // it is a job's packet; beat_q is Header
  logic [GroupW-1:0] tag_q;
  logic         advance, give, last;
  logic [1:0]   up_q, up;           // groups by which the beat's words are moved up
  logic [15:0]  words_q;            // the words of the beat where the CRC has them
  logic [3:0]   over_q;             // a one at 3 - up_q

  assign advance = !tx_tvalid_o || tx_tready_i;
  assign n_take  = advance && head_q && n_valid_q && next_ready;
  assign pop     = advance && (beat_q == Full || beat_q == Tail) && payload_valid;
  assign give    = n_take || pop || (advance && beat_q == Crc);
  assign last    = beat_q == Tail || beat_q == Crc;
  assign ends    = head_q ? n_tail_q : tail_q;
  assign up      = 2'd3 - 2'((ends - 4'd1) >> 2);

  always_comb begin
    if (last)                                              after = Header;
    else if (head_q ? n_full_q != 10'd0 : full_q != 10'd1) after = Full;
    else                                                   after = ends != 4'd0 ? Tail : Crc;
  end

  always_ff @(posedge clk_i) begin : sequencer
    packet_o <= n_take;
    chunk_o  <= n_take && n_data_q;
    done_o     <= give && last && job_q;
    done_group_o <= tag_q;
    if (n_take) begin
      full_q   <= n_full_q;
      tail_q   <= n_tail_q;
      job_q    <= !n_due_q;
      tag_q    <= n_group_q;
    end else if (give) full_q <= full_q - 10'd1;
    if (give) begin
      beat_q  <= after;
      head_q  <= after == Header;
      up_q    <= after == Tail ? up : 2'd0;
      over_q  <= after == Tail ? 4'b1000 >> up : 4'b1000;
      words_q <= after == Tail ? (16'hFFFF << {up, 2'b00}) & (16'hFFFF >> (2'd0 - ends[1:0])) : '1;
    end
    if (rst_i) begin
      beat_q   <= Header;
      head_q   <= 1'b1;
      up_q     <= 2'd0;
      over_q   <= 4'b1000;
      words_q  <= '1;
      packet_o <= 1'b0;
      chunk_o  <= 1'b0;
      done_o   <= 1'b0;
    end
  end

  // Beside the two stages of the CRC. In the first, carries of the IPv4 checksum are added, and behind the second once more; there
  // the CRC is set in, too, less the words of zeros after it.
  logic         v1_q, head1_q, last1_q, inside1_q, v2_q, head2_q, last2_q, inside2_q;
  logic [3:0]   words1_q, zeros2_q;
  logic [15:0]  place2_q;           // a one where the CRC goes
  logic [511:0] beat, moved, beat1_q;
  sumac_pkg::pkt_t beat2_q, sealed;
  logic [18:0]  sum1_q;
  logic [16:0]  sum2_q;
  logic [31:0]  crc, state;

  assign beat = head_q ? header : payload;

  always_comb begin
    moved = payload;
    for (int g = 1; g < 4; g++)
      for (int n = 1; n <= g; n++) if (up_q == 2'(n)) moved[128*g +: 128] = payload[128*(g - n) +: 128];
    if (head_q) moved[511:256] = header[511:256];      // the CRC begins there
  end

  sumac_crc32c u_crc (
    .clk_i, .en_i(advance), .valid_i(give && beat_q != Crc), .first_i(head_q), .words_i(words_q), .over_i(over_q),
    .data_i(moved), .crc_o(state)
  );
  sumac_crc32c_tail u_tail (.crc_i(state), .zeros_i(zeros2_q), .crc_o(crc));

  always_comb begin
    sealed = beat2_q;
    if (head2_q) sealed.ip_sum = ~(sum2_q[15:0] + 16'(sum2_q[16]));
  end

  always_ff @(posedge clk_i) begin : stages
    if (advance) begin
      v1_q <= give;
      if (give) begin
        beat1_q  <= beat;
        head1_q  <= head_q;
        last1_q  <= last;
        words1_q <= beat_q == Crc ? 4'd0 : tail_q;
        sum1_q   <= header_sum;
        if (head_q) inside1_q <= header_own && !own_i.by_wire;
      end
      v2_q <= v1_q;
      if (v1_q) begin
        beat2_q  <= beat1_q;
        sum2_q   <= 17'(sum1_q[15:0]) + 17'(sum1_q[18:16]);
        head2_q  <= head1_q;
        last2_q  <= last1_q;
        inside2_q <= inside1_q;
        place2_q <= last1_q ? 16'd1 << words1_q : '0;
        zeros2_q <= 4'd1 << (2'd0 - words1_q[1:0]);
      end
      tx_tvalid_o <= v2_q;
      if (v2_q) begin
        tx_tdata_o <= sealed;
        tx_tlast_o <= last2_q;
        tx_tinside_o <= inside2_q;
        for (int w = 0; w < 16; w++) begin
          if (place2_q[w]) tx_tdata_o[32*w +: 32] <= ~crc;
          tx_tkeep_o[4*w +: 4] <= {4{(place2_q & 16'((1 << w) - 1)) == '0}};
        end
      end
    end
    if (rst_i) {v1_q, v2_q, tx_tvalid_o} <= 3'b000;
  end

  assign idle_o = !send_valid && fetch_idle && !look_q && !n_valid_q && head_q && !v1_q && !v2_q
               && !tx_tvalid_o;

  logic unused_high;   // of chunk numbers, which do not go on the wire
  assign unused_high = &{1'b0, ch_i.rcv_nxt[31:SeqBits], ch_i.own_lim[31:SeqBits]};
endmodule
