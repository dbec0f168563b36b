// Remembers chunks that were sent and are not acknowledged (R6), and sends them again (R7, R8; docs/transport.md). The log has a
// chunk at {channel, number mod ChannelSlots}, and busy_o is up while chunks wait to go again.
// Channels go back one after the other. While one does, something of its group is in flight, so that neither is opened anew. A
// channel whose group has failed or closed meanwhile is passed over; what has been offered is held.
//
// Latency: 4 cycles from a GAP to the first chunk. Throughput: a chunk every 4 cycles. Reset: nothing is to go again.
module sumac_resend #(
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  localparam int ChanW       = $clog2(Channels),
  localparam int GroupW      = $clog2(Groups),
  localparam int AddrW       = $clog2(PoolBeats),
  localparam int SlotW       = $clog2(ChannelSlots)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             open_i,         // pulse: the channel is opened
  input  logic [ChanW-1:0] open_index_i,
  // a new chunk is taken
  input  logic             take_i,
  input  sumac_pkg::tx_t   take_job_i,
  // a packet with flag GAP, its acknowledgement counted; a PROBE goes out
  input  logic             gap_i,
  input  logic [ChanW-1:0] gap_index_i,
  input  logic [31:0]      gap_una_i,
  input  logic             probe_i,
  input  logic [ChanW-1:0] probe_index_i,
  // channel table
  output logic [ChanW-1:0] ch_index_o,
  input  logic             ch_sends_i,     // it is open, and its group has not failed
  input  logic [GroupW-1:0] ch_group_i,
  input  logic [31:0]      ch_una_i,
  // the next chunk to be sent, of any channel
  input  logic [ChanW-1:0] nxt_index_i,
  output logic [31:0]      nxt_o,
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

  logic [31:0]         nxt_mem  [Channels];
  logic [Channels-1:0] new_q;                 // opened, and nothing sent since: its next chunk is 0, whatever nxt_mem says
  logic [31:0]         went_mem [Channels];   // una when the channel last went back,
  logic [Channels-1:0] went_q;                // ... if that was after its last PROBE
  logic [Channels-1:0] waits_q;               // it is in the queue
  logic [ChanW-1:0]    queue_mem [Channels];
  logic [ChanW:0]      write_q, read_q;
  logic                goes, gone_q;
  logic [ChanW-1:0]    gone_index_q;
  logic [31:0]         gap_nxt, walk_nxt, gone_una_q;
  logic [ChanW-1:0]    take_index;
  assign take_index = take_job_i.channel[ChanW-1:0];

  assign nxt_o   = new_q[nxt_index_i] ? 32'd0 : nxt_mem[nxt_index_i];
  assign gap_nxt = new_q[gap_index_i] ? 32'd0 : nxt_mem[gap_index_i];
  assign goes    = gap_i && !waits_q[gap_index_i] && $signed(gap_nxt - gap_una_i) > 0
                   && !(went_q[gap_index_i] && went_mem[gap_index_i] == gap_una_i);

  // A channel that is opened in the cycle of another's chunk loses nothing of either.
  always_ff @(posedge clk_i) begin : next
    if (open_i) new_q[open_index_i] <= 1'b1;
    if (take_i) begin
      new_q[take_index]   <= 1'b0;
      nxt_mem[take_index] <= take_job_i.seq + 32'd1;
    end
  end

  // A channel in the queue asks nothing of went_mem, so a cycle later is soon enough.
  always_ff @(posedge clk_i) begin : went
    gone_q       <= goes;
    gone_index_q <= gap_index_i;
    gone_una_q   <= gap_una_i;
    if (gone_q) went_mem[gone_index_q] <= gone_una_q;
    if (rst_i) gone_q <= 1'b0;
  end

  typedef enum logic [2:0] {Pick, Look, Judge, Read, Offer} state_e;
  state_e           state_q;
  logic [ChanW-1:0] index_q;
  logic [31:0]      seq_q, una_q, nxt_q, from;
  logic [GroupW-1:0] group_q;
  logic             begin_q, passed_q, ends;

  // Chunks that were acknowledged meanwhile need not go again. The tables' words are judged a cycle later; a chunk that is taken in
  // between is seen with the next look.
  assign ch_index_o = index_q;
  assign walk_nxt   = new_q[index_q] ? 32'd0 : nxt_mem[index_q];
  assign from       = passed_q ? una_q : seq_q;
  assign ends       = !ch_sends_i || $signed(nxt_q - from) <= 0;  // a peer that lies may have acknowledged more than was sent
  assign busy_o     = write_q != read_q || state_q != Pick;

  // A channel that does not send never begins.
  assign begun_o       = state_q == Judge && begin_q && !ends;
  assign begun_group_o = ch_group_i;
  assign ended_o       = state_q == Judge && !begin_q && ends;
  assign ended_group_o = group_q;

  always_ff @(posedge clk_i) begin : queue
    if (goes) queue_mem[write_q[ChanW-1:0]] <= gap_index_i;
    if (rst_i) begin
      write_q <= '0;
      waits_q <= '0;
      went_q  <= '0;
    end else begin
      if (goes) write_q <= write_q + 1'b1;
      if (state_q == Judge && begin_q) waits_q[index_q] <= 1'b0;
      if (goes) begin
        waits_q[gap_index_i] <= 1'b1;
        went_q[gap_index_i]  <= 1'b1;
      end
      if (probe_i) went_q[probe_index_i] <= 1'b0;
      if (open_i) went_q[open_index_i] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin : walk
    case (state_q)
      Pick: begin
        index_q <= queue_mem[read_q[ChanW-1:0]];
        begin_q <= 1'b1;
        if (write_q != read_q) begin
          read_q  <= read_q + 1'b1;
          state_q <= Look;
        end
      end
      Look: begin
        una_q    <= ch_una_i;
        nxt_q    <= walk_nxt;
        passed_q <= begin_q || $signed(ch_una_i - seq_q) > 0;
        state_q  <= Judge;
      end
      Judge: begin
        seq_q   <= from;
        begin_q <= 1'b0;
        if (begin_q) group_q <= ch_group_i;
        state_q <= ends ? Pick : Read;
      end
      Read: state_q <= Offer;
      default: if (job_ready_i) begin
        seq_q   <= seq_q + 32'd1;
        state_q <= Look;
      end
    endcase
    if (rst_i) begin
      state_q <= Pick;
      read_q  <= '0;
    end
  end

  logic [LogW-1:0]  entry;
  logic [AddrW-1:0] entry_pool;
  logic [15:0]      entry_bytes;
  logic [31:0]      entry_word;
  logic             entry_first;
  sumac_ram #(.Width(LogW), .Depth(Channels * ChannelSlots)) u_log (
    .clk_i, .w_en_i(take_i), .w_addr_i({take_index, take_job_i.seq[SlotW-1:0]}),
    .w_data_i({take_job_i.pool[AddrW-1:0], take_job_i.bytes, take_job_i.first, take_job_i.word}),
    .r_en_i(state_q == Read), .r_addr_i({index_q, seq_q[SlotW-1:0]}), .r_data_o(entry));

  assign job_valid_o = state_q == Offer;
  assign {entry_pool, entry_bytes, entry_first, entry_word} = entry;
  always_comb begin
    job_o                    = '0;
    job_o.kind               = sumac_pkg::KIND_DATA;
    job_o.again              = 1'b1;
    job_o.channel[ChanW-1:0] = index_q;
    job_o.seq                = seq_q;
    job_o.pool[AddrW-1:0]    = entry_pool;
    job_o.bytes              = entry_bytes;
    job_o.first              = entry_first;
    job_o.word               = entry_word;
    job_o.group[GroupW-1:0]  = group_q;
  end

`ifndef SYNTHESIS
  logic offered_q;   // the one that may be taken while chunks go again has been
  always_ff @(posedge clk_i) offered_q <= busy_o && !rst_i && (offered_q || take_i);
  always_ff @(posedge clk_i) if (!rst_i) begin : rules
    assert (!take_i || !busy_o || !offered_q) else $error("R8: new chunks are taken while others go again");
    assert (!take_i || take_job_i.seq == (new_q[take_index] ? 32'd0 : nxt_mem[take_index]))
      else $error("R6: chunk %0d is taken, the next is %0d", take_job_i.seq, nxt_mem[take_index]);
    assert (state_q != Offer || !ch_sends_i || walk_nxt - seq_q <= ChannelSlots)
      else $error("R7: chunk %0d goes again, the next is %0d", seq_q, walk_nxt);
  end
`endif
endmodule
