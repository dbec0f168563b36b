// Remembers chunks that were sent and are not acknowledged (R6), and sends them again (R7, R8; docs/transport.md). The log has a
// chunk at {channel, number mod ChannelSlots}, and busy_o is up while chunks wait to go again.
// Channels go back one after the other. While one does, something of its group is in flight, so that neither is opened anew. A
// channel whose group has failed or closed meanwhile is passed over; what has been offered is held.
//
// Latency: 11 cycles from a GAP to the first chunk. Throughput: a chunk every 3 cycles; a GAP, and a PROBE, every other cycle.
// Memory: RAM holds the log, the last chunk of each channel in a copy for each reader, what each has gone back for, and the queue
// of those that are to go. Reset: nothing is to go again; a channel's words are cleared when it is opened.
module sumac_resend #(
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  localparam int ChanW       = $clog2(Channels),
  localparam int GroupW      = $clog2(Groups),
  localparam int AddrW       = $clog2(PoolBeats),
  localparam int SlotW       = $clog2(ChannelSlots),
  localparam int SeqW        = 32
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             open_i,         // pulse: the channel is opened,
  input  logic [ChanW-1:0] open_index_i,
  output logic             opens_o,        // ... and its words are not cleared yet
  // a new chunk is taken
  input  logic             take_i,
  input  sumac_pkg::tx_t   take_job_i,
  // a packet with flag GAP, its acknowledgement counted; a PROBE goes out
  input  logic             gap_i,
  input  logic [ChanW-1:0] gap_index_i,
  input  logic [SeqW-1:0]  gap_una_i,
  input  logic             probe_i,
  input  logic [ChanW-1:0] probe_index_i,
  // channel table, which answers a cycle later; it is open if its group lives
  output logic [ChanW-1:0] ch_index_o,
  input  sumac_pkg::back_ch_t ch_i,
  input  logic [Groups-1:0] live_i,
  input  logic [Groups-1:0] failed_i,
  // the next chunk to be sent, of any channel: a cycle later
  input  logic [ChanW-1:0] nxt_index_i,
  output logic [SeqW-1:0]  nxt_o,
  // a group's channel begins to go back, and has gone
  output logic             begun_o,
  output logic [GroupW-1:0] begun_group_o,
  output logic             ended_o,
  output logic [GroupW-1:0] ended_group_o,
  // chunks that go again
  output logic             busy_o,
  output logic             job_valid_o,
  input  logic             job_ready_i,
  output sumac_pkg::tx_t   job_o
);
  localparam int LogW = AddrW + 16 + 1 + 32;

  typedef enum logic [2:0] {Pick, Name, Ask, Learn, Look, Judge, Load, Offer} state_e;
  state_e           state_q;
  logic             begin_q, ends;
  logic [ChanW-1:0] index_q;
  logic [SeqW-1:0]  una_q;

  // Whether chunk a comes before b: they are less than half of all numbers apart.
  function automatic logic earlier(input logic [SeqW-1:0] a, input logic [SeqW-1:0] b);
    logic [SeqW-1:0] apart;
    apart   = a - b;
    earlier = apart[SeqW-1];
  endfunction

  // Channels have one event a cycle: a GAP, which cannot wait; else a PROBE; else that one is opened; else that one begins to go
  // back, or is passed over.
  logic              probe_q, opening, begins;
  logic [ChanW-1:0]  probe_index_q, open_index_q, event_index;
  assign opening     = opens_o && !gap_i && !probe_q && !take_i;
  assign begins      = state_q == Judge && begin_q && !gap_i && !probe_q && !opens_o;
  assign event_index = gap_i ? gap_index_i : probe_q ? probe_index_q : opens_o ? open_index_q : index_q;

  always_ff @(posedge clk_i) begin : hold
    if (probe_i) probe_index_q <= probe_index_i;
    if (open_i) open_index_q <= open_index_i;
    probe_q <= probe_i || (probe_q && gap_i);
    opens_o <= open_i || (opens_o && !opening);
    if (rst_i) {probe_q, opens_o} <= 2'b00;
  end

  // The last chunk that transmit has taken, one less than the next; the sweep is told the next one.
  logic              sets, sets_q;
  logic [ChanW-1:0]  take_index, set_index, set_index_q;
  logic [SeqW-1:0]   set_last, set_nxt_q, gap_last, walk_last;
  assign take_index = take_job_i.channel[ChanW-1:0];
  assign sets       = take_i || opening;
  assign set_index  = take_i ? take_index : open_index_q;
  assign set_last   = take_i ? take_job_i.seq[SeqW-1:0] : {SeqW{1'b1}};
  always_ff @(posedge clk_i) begin : next
    sets_q      <= sets;
    set_index_q <= set_index;
    set_nxt_q   <= take_i ? take_job_i.seq[SeqW-1:0] + SeqW'(1) : '0;
  end
  sumac_ram #(.Width(SeqW), .Depth(Channels)) u_nxt (
    .clk_i, .w_en_i(sets_q), .w_addr_i(set_index_q), .w_data_i(set_nxt_q),
    .r_en_i(1'b1), .r_addr_i(nxt_index_i), .r_data_o(nxt_o));
  sumac_ram #(.Width(SeqW), .Depth(Channels)) u_gap_last (
    .clk_i, .w_en_i(sets), .w_addr_i(set_index), .w_data_i(set_last),
    .r_en_i(1'b1), .r_addr_i(gap_index_i), .r_data_o(gap_last));
  sumac_ram #(.Width(SeqW), .Depth(Channels)) u_walk_last (
    .clk_i, .w_en_i(sets), .w_addr_i(set_index), .w_data_i(set_last),
    .r_en_i(1'b1), .r_addr_i(index_q), .r_data_o(walk_last));

  // A channel went back for una as it was then. A GAP is compared with that in its third cycle, and judged in the fourth by the
  // channel's flags, which the last two events may have changed since they were read.
  typedef struct packed {
    logic             v, gap, opens, begins, goes;
    logic [ChanW-1:0] index;
  } event_t;
  typedef struct packed {
    logic             waits;      // it is in the queue
    logic             went;       // it has gone back since its last PROBE
  } flags_t;
  event_t            event1_q, event2_q, event3_q;
  logic              goes, same_q, sent_q, near_q;
  logic [SeqW-1:0]   went_una, went_una2_q, last2_q, una1_q, una2_q;
  flags_t            read, flags_q, flags, flags4_q;
  logic [ChanW-1:0]  index4_q;
  sumac_ram #(.Width(SeqW), .Depth(Channels)) u_una (
    .clk_i, .w_en_i(begun_o), .w_addr_i(index_q), .w_data_i(una_q), .r_en_i(1'b1), .r_addr_i(gap_index_i), .r_data_o(went_una));
  sumac_ram #(.Width(2), .Depth(Channels)) u_flags (
    .clk_i, .w_en_i(event3_q.v), .w_addr_i(event3_q.index), .w_data_i(flags),
    .r_en_i(1'b1), .r_addr_i(event1_q.index), .r_data_o(read));

  assign goes = event3_q.v && event3_q.gap && !flags_q.waits && sent_q && !(flags_q.went && same_q);
  always_comb begin
    flags = flags_q;
    if (event3_q.gap) flags.waits = flags_q.waits || goes;
    else begin
      if (event3_q.opens || event3_q.begins) flags.waits = 1'b0;
      if (!event3_q.begins || event3_q.goes) flags.went = event3_q.goes;
    end
  end

  always_ff @(posedge clk_i) begin
    event1_q <= {gap_i || probe_q || opening || begins, gap_i, opening, begins, begun_o, event_index};
    event2_q <= event1_q;
    event3_q <= event2_q;
    {una1_q, una2_q} <= {gap_una_i, una1_q};
    {last2_q, went_una2_q} <= {gap_last, went_una};
    same_q   <= went_una2_q == una2_q;
    sent_q   <= !earlier(last2_q, una2_q);
    flags_q  <= (event3_q.v && event3_q.index == event2_q.index) ? flags : (near_q && index4_q == event2_q.index) ? flags4_q : read;
    {near_q, index4_q, flags4_q} <= {event3_q.v, event3_q.index, flags};
    if (rst_i) {event1_q.v, event2_q.v, event3_q.v, near_q} <= 4'b0000;
  end

  // The queue has a place for every channel, as none is in it twice.
  logic [ChanW:0]   write_q, read_q;
  logic [ChanW-1:0] first;
  sumac_ram #(.Width(ChanW), .Depth(Channels)) u_queue (
    .clk_i, .w_en_i(goes), .w_addr_i(write_q[ChanW-1:0]), .w_data_i(event3_q.index),
    .r_en_i(1'b1), .r_addr_i(read_q[ChanW-1:0]), .r_data_o(first));
  assign busy_o = write_q != read_q || state_q != Pick;

  // Chunks that were acknowledged meanwhile need not go again. The tables' words are compared in one cycle, and judged in the next;
  // a chunk that is taken in between is seen with the next look.
  logic              open_q, lives_q, took, took_q, passed_q, from_una_q, from_next_q;
  logic [GroupW-1:0] group_q;
  logic [SeqW-1:0]   seq_q, next_q, last_q, base_q, from;
  assign ch_index_o = index_q;
  assign took       = take_i && take_index == index_q;
  assign from       = passed_q ? base_q : next_q;
  // A peer that lies may have acknowledged more than was sent.
  assign ends       = !lives_q || !(passed_q ? from_una_q : from_next_q);

  // A channel that does not send never begins.
  assign begun_o       = begins && !ends;
  assign begun_group_o = group_q;
  assign ended_o       = state_q == Judge && !begin_q && ends;
  assign ended_group_o = group_q;

  always_ff @(posedge clk_i) begin : walk
    took_q  <= took;
    una_q   <= ch_i.una[SeqW-1:0];
    lives_q <= open_q && live_i[group_q] && !failed_i[group_q];
    if (goes) write_q <= write_q + 1'b1;
    case (state_q)
      Pick: if (write_q != read_q) begin
        read_q  <= read_q + 1'b1;
        state_q <= Name;
      end
      Name: begin
        index_q <= first;
        begin_q <= 1'b1;
        state_q <= Ask;
      end
      Ask: state_q <= Learn;
      Learn: begin
        {open_q, group_q} <= {ch_i.open, ch_i.group[GroupW-1:0]};
        if (!took_q) last_q <= walk_last;
        state_q <= Look;
      end
      Look: state_q <= Judge;
      Judge: if (begins || !begin_q) begin
        seq_q   <= from;
        begin_q <= 1'b0;
        state_q <= ends ? Pick : Load;
      end
      Load: begin
        next_q  <= seq_q + SeqW'(1);
        state_q <= Offer;
      end
      default: if (job_ready_i) state_q <= Judge;
    endcase
    if (took) last_q <= take_job_i.seq[SeqW-1:0];
    if (state_q == Look || state_q == Offer) begin
      passed_q    <= begin_q || earlier(next_q, una_q);
      from_una_q  <= !earlier(last_q, una_q);
      from_next_q <= !earlier(last_q, next_q);
      base_q      <= una_q;
    end
    if (rst_i) begin
      state_q <= Pick;
      write_q <= '0;
      read_q  <= '0;
    end
  end

  logic [LogW-1:0]  entry, entry_q;
  logic [AddrW-1:0] entry_pool;
  logic [15:0]      entry_bytes;
  logic [31:0]      entry_word;
  logic             entry_first;
  sumac_ram #(.Width(LogW), .Depth(Channels * ChannelSlots)) u_log (
    .clk_i, .w_en_i(take_i), .w_addr_i({take_index, take_job_i.seq[SlotW-1:0]}),
    .w_data_i({take_job_i.pool[AddrW-1:0], take_job_i.bytes, take_job_i.first, take_job_i.word}),
    .r_en_i(state_q == Judge), .r_addr_i({index_q, from[SlotW-1:0]}), .r_data_o(entry));
  always_ff @(posedge clk_i) if (state_q == Load) entry_q <= entry;

  assign job_valid_o = state_q == Offer;
  assign {entry_pool, entry_bytes, entry_first, entry_word} = entry_q;
  always_comb begin
    job_o                    = '0;
    job_o.kind               = sumac_pkg::KIND_DATA;
    job_o.again              = 1'b1;
    job_o.channel[ChanW-1:0] = index_q;
    job_o.seq[SeqW-1:0]      = seq_q;
    job_o.pool[AddrW-1:0]    = entry_pool;
    job_o.bytes              = entry_bytes;
    job_o.first              = entry_first;
    job_o.word               = entry_word;
    job_o.group[GroupW-1:0]  = group_q;
  end

`ifndef SYNTHESIS
  logic        offered_q, gap_q;   // the one that may be taken while chunks go again has been
  logic [31:0] last [Channels];
  always_ff @(posedge clk_i) offered_q <= busy_o && !rst_i && (offered_q || take_i);
  always_ff @(posedge clk_i) gap_q <= gap_i && !rst_i;
  always_ff @(posedge clk_i) if (sets) last[set_index] <= set_last;
  always_ff @(posedge clk_i) if (!rst_i) begin : rules
    assert (!gap_i || !gap_q) else $error("GAPs come too soon");
    assert (!probe_i || !probe_q || !gap_i) else $error("PROBEs come too soon");
    assert (!open_i || !opens_o) else $error("R19: a channel is opened before the last one's words are cleared");
    assert (!take_i || !busy_o || !offered_q) else $error("R8: new chunks are taken while others go again");
    assert (!take_i || take_job_i.seq == last[take_index] + 32'd1)
      else $error("R6: chunk %0d is taken, the last was %0d", take_job_i.seq, last[take_index]);
    assert (state_q != Offer || last[index_q] - seq_q < ChannelSlots)
      else $error("R7: chunk %0d goes again, the last was %0d", seq_q, last[index_q]);
  end
`endif
endmodule
