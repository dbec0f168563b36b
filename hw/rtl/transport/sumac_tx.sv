// Transmit: builds packets from jobs, in their order, and from due acknowledgements, which go between jobs. A
// packet never pauses inside once it has begun (tvalid stays until tlast); packet memory's transmit read port is always granted
// at once or nearly so, and the unit reads ahead. Every packet carries the channel's acknowledgement and limit as they are when its
// channel is looked up, two cycles before its header can leave. Packet memory may refuse three reads of a packet; more would make
// a packet pause, which is asserted against.
//
// Latency: the header leaves 6 cycles after a job of up to 64 bytes was taken, 8 after a longer one.
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
  input  logic [47:0]      own_mac_i,
  input  logic [31:0]      own_ip_i,
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
  input  logic [ChanW-1:0] due_index_i,
  input  logic             due_reply_i,    // a PROBE_REPLY, else an ACK
  output logic             told_o,         // pulse, with every packet
  output logic [ChanW-1:0] told_index_o,
  output logic [31:0]      told_limit_o,
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
  output logic             idle_o,
  output logic             packet_o,       // pulses for the counters
  output logic             chunk_o
);
  localparam int QueueW = TxJobs > 1 ? $clog2(TxJobs) : 1;

  typedef struct packed {
    logic [3:0]         kind;
    logic [SeqBits-1:0] seq;
    logic [15:0]        bytes;
    logic               first;
    logic [31:0]        word;
    logic [GroupW-1:0]  group;
  } job_t;

  // The queue has two readers, one that fetches payload and one that makes packets; a place is free when both have passed. It takes
  // no more while a whole slot's payload waits: that is enough ahead of the wire, and chunks that go again, and PROBEs, come soon.
  job_t              job_mem [2**QueueW];
  logic [ChanW-1:0]  index_mem [2**QueueW];
  logic [AddrW-1:0]  pool_mem [2**QueueW];
  logic [15:0]       bytes_mem [2**QueueW];
  job_t              job_in, send_job, l_job_q, n_job_q;   // the last two: looked up, and the next packet's
  logic [QueueW:0]   write_q, fetch_q, send_q;
  logic              fetch_valid, fetch_ready, send_valid, send_take, is_data;
  logic [16:0]       waiting_q;               // bytes of payload of jobs in the queue

  assign is_data     = job_i.kind == sumac_pkg::KIND_DATA;
  assign job_in      = {job_i.kind, job_i.seq[SeqBits-1:0], is_data ? job_i.bytes : 16'd0,
                        is_data && job_i.first, job_i.word, job_i.group[GroupW-1:0]};
  assign job_ready_o = (write_q ^ fetch_q) != (QueueW+1)'(2**QueueW) && (write_q ^ send_q) != (QueueW+1)'(2**QueueW)
                    && waiting_q < 17'(SlotBeats * 64);
  assign fetch_valid = write_q != fetch_q;
  assign send_valid  = write_q != send_q;
  assign send_job    = job_mem[send_q[QueueW-1:0]];

  always_ff @(posedge clk_i) begin : queue
    waiting_q <= waiting_q + (job_valid_i && job_ready_o ? 17'(job_in.bytes) : 17'd0) - (send_take ? 17'(send_job.bytes) : 17'd0);
    if (job_valid_i && job_ready_o) begin
      job_mem[write_q[QueueW-1:0]]   <= job_in;
      index_mem[write_q[QueueW-1:0]] <= job_i.channel[ChanW-1:0];
      pool_mem[write_q[QueueW-1:0]]  <= job_i.pool[AddrW-1:0];
      bytes_mem[write_q[QueueW-1:0]] <= job_in.bytes;
      write_q <= write_q + 1'b1;
    end
    if (fetch_valid && fetch_ready) fetch_q <= fetch_q + 1'b1;
    if (send_take) send_q <= send_q + 1'b1;
    if (rst_i) begin
      write_q   <= '0;
      fetch_q   <= '0;
      send_q    <= '0;
      waiting_q <= '0;
    end
  end

  logic         next_ready, pop, payload_valid, fetch_idle;
  logic [511:0] payload;
  sumac_tx_fetch #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats)) u_fetch (
    .clk_i, .rst_i,
    .job_valid_i(fetch_valid), .job_ready_o(fetch_ready),
    .job_pool_i(pool_mem[fetch_q[QueueW-1:0]]), .job_bytes_i(bytes_mem[fetch_q[QueueW-1:0]]),
    .next_bytes_i(n_job_q.bytes), .next_ready_o(next_ready), .pop_i(pop), .data_o(payload), .data_valid_o(payload_valid),
    .idle_o(fetch_idle), .r_valid_o, .r_ready_i, .r_addr_o, .d_valid_i, .d_data_i
  );

  // The next packet: a job or a due acknowledgement, in turns if there are both. It is chosen when the one before begins, as no
  // packet is shorter than the two cycles that its channel's look-up takes.
  logic               look_q, n_valid_q, choose, n_take, turn_due_q, due_take;
  logic               l_due_q, n_due_q;
  sumac_pkg::tx_ch_t  n_ch_q;

  assign choose      = !look_q && (!n_valid_q || n_take);
  assign due_ready_o = choose && (turn_due_q || !send_valid);
  assign due_take    = due_valid_i && due_ready_o;
  assign send_take   = choose && send_valid && !due_take;
  assign ch_read_o   = due_take || send_take;
  assign ch_index_o  = due_take ? due_index_i : index_mem[send_q[QueueW-1:0]];

  always_ff @(posedge clk_i) begin : next
    look_q <= ch_read_o;
    told_o <= ch_read_o;
    if (ch_read_o) begin
      turn_due_q   <= send_take;
      l_due_q      <= due_take;
      l_job_q      <= send_job;
      told_index_o <= ch_index_o;
      if (due_take) begin
        l_job_q      <= '0;
        l_job_q.kind <= due_reply_i ? sumac_pkg::KIND_PROBE_REPLY : sumac_pkg::KIND_ACK;
      end
    end
    if (look_q) {n_job_q, n_due_q, n_ch_q} <= {l_job_q, l_due_q, ch_i};
    n_valid_q <= look_q || (n_valid_q && !n_take);
    if (rst_i) begin
      look_q     <= 1'b0;
      n_valid_q  <= 1'b0;
      turn_due_q <= 1'b0;
      told_o     <= 1'b0;
    end
  end
  assign told_limit_o = ch_i.own_lim;

  logic [511:0] header;
  logic [18:0]  header_sum;
  sumac_tx_header u_header (
    .own_mac_i, .own_ip_i, .mac_i(n_ch_q.mac), .ip_i(n_ch_q.ip), .kind_i(n_job_q.kind), .first_i(n_job_q.first),
    .gap_i(n_due_q && n_ch_q.gap), .channel_i(n_ch_q.peer), .key_i(n_ch_q.key), .seq_i(24'(n_job_q.seq)),
    .ack_i(24'(n_ch_q.rcv_nxt[SeqBits-1:0])), .limit_i(24'(n_ch_q.own_lim[SeqBits-1:0])), .word_i(n_job_q.word),
    .bytes_i(n_job_q.bytes), .beat_o(header), .sum_o(header_sum)
  );

  // The beats of a packet, one a cycle: header, payload, whose last words the CRC follows. It has a beat to
  // itself when payload fills the last one or there is none.
  typedef enum logic [1:0] {Header, Payload, Crc} beat_e;
  beat_e        beat_q;
  logic [14:0]  left_q;             // words of payload left
  logic         job_q;              // it is a job's packet
  logic [GroupW-1:0] tag_q;
  logic         advance, give, last;
  logic [4:0]   words;              // of the beat, before the CRC in a last one

  assign advance = !tx_tvalid_o || tx_tready_i;
  assign n_take  = advance && beat_q == Header && n_valid_q && next_ready;
  assign pop     = advance && beat_q == Payload && payload_valid;
  assign give    = n_take || pop || (advance && beat_q == Crc);
  assign words   = beat_q == Crc ? 5'd0 : (beat_q == Payload && left_q < 15'd16) ? 5'(left_q) : 5'd16;
  assign last    = beat_q == Crc || (beat_q == Payload && left_q < 15'd16);

  always_ff @(posedge clk_i) begin : sequencer
    packet_o <= n_take;
    chunk_o  <= n_take && n_job_q.kind == sumac_pkg::KIND_DATA;
    done_o     <= give && last && job_q;
    done_group_o <= tag_q;
    if (n_take) begin
      left_q   <= 15'((17'(n_job_q.bytes) + 17'd3) >> 2);
      job_q    <= !n_due_q;
      tag_q    <= n_job_q.group;
      beat_q   <= n_job_q.bytes != 16'd0 ? Payload : Crc;
    end else if (give) begin
      case (beat_q)
        Payload: begin
          left_q <= left_q - 15'd16;
          if (left_q == 15'd16) beat_q <= Crc;
          if (left_q < 15'd16)  beat_q <= Header;
        end
        default: beat_q <= Header;
      endcase
    end
    if (rst_i) begin
      beat_q   <= Header;
      packet_o <= 1'b0;
      chunk_o  <= 1'b0;
      done_o   <= 1'b0;
    end
  end

  // Beside the two stages of the CRC; the IPv4 checksum is folded in the first, and the CRC set in behind the second.
  logic         v1_q, head1_q, last1_q, v2_q, last2_q;
  logic [4:0]   words1_q, words2_q;
  logic [511:0] beat, beat1_q;
  sumac_pkg::pkt_t beat2_q;
  logic [18:0]  sum1_q;
  logic [31:0]  crc;

  assign beat = beat_q == Header ? header : payload;

  sumac_crc32c u_crc (
    .clk_i, .en_i(advance), .valid_i(give), .first_i(n_take), .words_i(words), .data_i(beat), .crc_o(crc)
  );

  always_ff @(posedge clk_i) begin : stages
    logic [16:0] folded;
    if (advance) begin
      v1_q <= give;
      if (give) begin
        beat1_q  <= beat;
        head1_q  <= n_take;
        last1_q  <= last;
        words1_q <= words;
        sum1_q   <= header_sum;
      end
      v2_q <= v1_q;
      if (v1_q) begin
        folded   = 17'(sum1_q[15:0]) + 17'(sum1_q[18:16]);
        folded   = 17'(folded[15:0]) + 17'(folded[16]);
        beat2_q  <= beat1_q;
        if (head1_q) beat2_q.ip_sum <= ~folded[15:0];
        last2_q  <= last1_q;
        words2_q <= words1_q;
      end
      tx_tvalid_o <= v2_q;
      if (v2_q) begin
        tx_tdata_o <= beat2_q;
        tx_tkeep_o <= '1;
        tx_tlast_o <= last2_q;
        if (last2_q) begin
          for (int w = 0; w < 16; w++) begin
            if (words2_q == 5'(w)) tx_tdata_o[32*w +: 32] <= ~crc;
            tx_tkeep_o[4*w +: 4] <= {4{words2_q >= 5'(w)}};
          end
        end
      end
    end
    if (rst_i) begin
      v1_q        <= 1'b0;
      v2_q        <= 1'b0;
      tx_tvalid_o <= 1'b0;
    end
  end

  assign idle_o = !send_valid && !fetch_valid && fetch_idle && !look_q && !n_valid_q && beat_q == Header && !v1_q && !v2_q
               && !tx_tvalid_o;

  logic unused_high;   // of chunk numbers, which do not go on the wire
  assign unused_high = &{1'b0, n_ch_q.rcv_nxt[31:SeqBits], n_ch_q.own_lim[31:SeqBits]};
endmodule
