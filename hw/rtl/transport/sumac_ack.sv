// When to acknowledge (R9, R10; docs/transport.md). Whatever is sent on a channel carries acknowledgement and limit, and settles
// it; what must go in a packet of its own (a NAK, a PROBE_REPLY) only an offer settles. Due channels are offered round robin.
//
// A chunk's pulse comes when the table has counted it, and told_i one cycle after a packet's header was looked up:
// so when both come in one cycle the chunk was too late for the packet, and stays owed.
// Latency: offered 4 cycles after it is due. Throughput: an offer every 2 cycles or faster. Reset: nothing owed.
module sumac_ack #(
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int AckCycles = sumac_pkg::DefAckCycles,
  localparam int ChanW    = $clog2(Channels)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             open_i,          // pulse: the channel was opened (or closed): nothing owed, its limit told
  input  logic [ChanW-1:0] open_index_i,
  input  logic [31:0]      open_limit_i,
  input  logic             owe_i,
  input  logic             owe_now_i,
  input  logic             owe_own_i,       // ... by a packet of its own,
  input  logic             owe_reply_i,     // ... which is a PROBE_REPLY
  input  logic [ChanW-1:0] owe_index_i,
  input  logic             nak_i,           // pulse: a NAK is due
  input  logic [ChanW-1:0] nak_index_i,
  input  logic             release_i,       // pulse: the nodes gave a slot back
  input  logic [ChanW-1:0] release_index_i,
  input  logic             busy_i,          // chunks wait for transmit
  input  logic             told_i,          // pulse: a packet with this limit went out
  input  logic [ChanW-1:0] told_index_i,
  input  logic [31:0]      told_limit_i,
  // channel table
  output logic [ChanW-1:0] ch_index_o,
  input  logic [31:0]      ch_limit_i,
  input  logic [3:0]       ch_own_slots_i,
  // to transmit
  output logic             due_valid_o,
  input  logic             due_ready_i,
  output logic [ChanW-1:0] due_index_o,
  output logic             reply_o,         // what is offered is a PROBE_REPLY, else an ACK, if it is taken now
  output logic             idle_o           // nothing owed
);
  localparam int GroupSize = Channels < 16 ? 2**ChanW : 16;       // channels that are searched at once
  localparam int PickW     = $clog2(GroupSize);
  localparam int Sets      = (Channels + GroupSize - 1) / GroupSize;
  localparam int SetW      = Sets > 1 ? $clog2(Sets) : 1;
  localparam int Padded    = Sets * GroupSize;
  localparam int TickW     = $clog2(AckCycles + 1);

  logic [Padded-1:0] owed_q;      // one chunk or more since the channel was last told
  logic [Padded-1:0] old_q;       // owed already at the last tick
  logic [Padded-1:0] due_q;
  logic [Padded-1:0] own_q;       // due by a packet of its own
  logic [Padded-1:0] reply_q;     // ... which is a PROBE_REPLY
  logic [31:0]       told_mem [Channels];
  logic [TickW-1:0]  tick_q;
  logic [1:0]        slow_q;
  logic              tick, moves;

  // A released slot: the table has the new limit in the next cycle.
  logic             released_q;
  logic [ChanW-1:0] released_index_q;
  logic [31:0]      told, moved, half;

  assign ch_index_o = released_index_q;
  assign told       = told_i && told_index_i == released_index_q ? told_limit_i : told_mem[released_index_q];
  assign moved      = ch_limit_i - told;
  assign half       = ch_own_slots_i == 4'd0 ? 32'd1 : (32'd1 << ch_own_slots_i) >> 1;

  always_ff @(posedge clk_i) begin : released
    released_q <= release_i;
    if (release_i) released_index_q <= release_index_i;
    if (rst_i) released_q <= 1'b0;
  end

  // If both come at once the older limit stays, and the next acknowledgement comes early.
  always_ff @(posedge clk_i) begin : tell
    if (open_i)      told_mem[open_index_i] <= open_limit_i;
    else if (told_i) told_mem[told_index_i] <= told_limit_i;
  end

  // Search: the next set of channels with one due is taken whole, then its channels are offered one by one.
  logic [SetW-1:0]      set_q;
  logic [GroupSize-1:0] left_q;
  logic [PickW-1:0]     pick_bit;
  logic [ChanW-1:0]     pick_index;
  logic                 offer;

  always_comb begin : lowest
    pick_bit = '0;
    for (int b = GroupSize - 1; b >= 0; b--) if (left_q[b]) pick_bit = PickW'(b);
  end

  assign pick_index = ChanW'({set_q, pick_bit});
  assign offer      = left_q != '0 && (!due_valid_o || due_ready_i);

  always_ff @(posedge clk_i) begin : search
    logic [SetW-1:0] next;
    if (left_q == '0 && due_q != '0) begin
      next = set_q;
      for (int s = Sets - 1; s >= 0; s--) if (due_q[GroupSize*s +: GroupSize] != '0) next = SetW'(s);
      for (int s = Sets - 1; s >= 0; s--) begin
        if (due_q[GroupSize*s +: GroupSize] != '0 && s > 32'(set_q)) next = SetW'(s);
      end
      set_q  <= next;
      left_q <= due_q[GroupSize*next +: GroupSize];
    end
    if (due_ready_i) due_valid_o <= 1'b0;
    if (offer) begin
      left_q[pick_bit] <= 1'b0;
      due_valid_o      <= due_q[pick_index];   // unless it has been told meanwhile
      due_index_o      <= pick_index;
    end
    if (rst_i) begin
      set_q       <= '0;
      left_q      <= '0;
      due_valid_o <= 1'b0;
    end
  end

  // A tick makes due what was owed at the tick before; the tick counter stands still while nothing is owed, so that what follows
  // does not depend on how long a NIC had nothing to do. Later assignments win: what has come too late for a packet stays, and
  // opening forgets all.
  assign moves = !busy_i || slow_q == '0;
  assign tick  = tick_q == TickW'(AckCycles - 1) && moves;

  always_ff @(posedge clk_i) begin : owe
    tick_q <= (tick || idle_o) ? '0 : tick_q + TickW'(moves);
    slow_q <= (tick || idle_o) ? '0 : slow_q + 1'b1;
    if (tick) begin
      due_q <= due_q | (old_q & owed_q);
      old_q <= owed_q;
    end
    if (offer) due_q[pick_index] <= 1'b0;
    if (due_valid_o && due_ready_i) begin
      own_q[due_index_o]   <= 1'b0;
      reply_q[due_index_o] <= 1'b0;
    end
    if (told_i) begin
      due_q[told_index_i]  <= own_q[told_index_i];
      old_q[told_index_i]  <= 1'b0;
      owed_q[told_index_i] <= 1'b0;
    end
    if (owe_i || owe_now_i) begin
      owed_q[owe_index_i] <= 1'b1;
      if (owe_now_i || (owed_q[owe_index_i] && !(told_i && told_index_i == owe_index_i))) due_q[owe_index_i] <= 1'b1;
    end
    if (owe_own_i) own_q[owe_index_i] <= 1'b1;
    if (owe_own_i && owe_reply_i) reply_q[owe_index_i] <= 1'b1;
    if (nak_i) begin
      own_q[nak_index_i] <= 1'b1;
      due_q[nak_index_i] <= 1'b1;
    end
    if (released_q && moved >= half) due_q[released_index_q] <= 1'b1;
    if (open_i) begin
      own_q[open_index_i]   <= 1'b0;
      reply_q[open_index_i] <= 1'b0;
      due_q[open_index_i]   <= 1'b0;
      old_q[open_index_i]  <= 1'b0;
      owed_q[open_index_i] <= 1'b0;
    end
    if (rst_i) begin
      tick_q <= '0;
      slow_q <= '0;
      due_q  <= '0;
      own_q  <= '0;
      reply_q <= '0;
      old_q  <= '0;
      owed_q <= '0;
    end
  end

  assign reply_o = reply_q[due_index_o];
  assign idle_o = owed_q == '0 && due_q == '0 && left_q == '0 && !due_valid_o && !released_q;

`ifdef VERILATOR
`ifndef SYNTHESIS
  // Opening, and a chunk that is too late for the packet, come first.
  logic settles, second;
  assign settles = told_i && !(owe_i && owe_index_i == told_index_i) && !(open_i && open_index_i == told_index_i);
  assign second  = owe_i && owed_q[owe_index_i] && !(told_i && told_index_i == owe_index_i)
                   && !(open_i && open_index_i == owe_index_i);
  a_two:   assert property (@(posedge clk_i) disable iff (rst_i) second |=> due_q[$past(owe_index_i)])
    else $error("R9: two chunks are owed, and no acknowledgement is due");
  a_told:  assert property (@(posedge clk_i) disable iff (rst_i) settles && !owe_now_i |=> !owed_q[$past(told_index_i)])
    else $error("R9: a channel that was told is owed an acknowledgement");
  a_moved: assert property (@(posedge clk_i) disable iff (rst_i)
    released_q && moved >= half && !(open_i && open_index_i == released_index_q) |=> due_q[$past(released_index_q)])
    else $error("R10: the limit has moved by half a window, and is not due");
`endif
`endif
endmodule
