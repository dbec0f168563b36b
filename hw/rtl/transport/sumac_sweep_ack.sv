// The sweep's part that decides when an acknowledgement goes alone (R9, R10), or a NAK again (R4; docs/transport.md). A packet
// takes acknowledgement and limit of its channel along; what it told is noted, and a visit compares that with the channel's
// counters. A NAK or a PROBE_REPLY must go in a packet of its own, and only such a packet settles it. Due packets go in the order
// in which they were found.
//
// Events ask for visits of their own. A queue that is full loses them, and then the next visit by time finds what is due, but for
// an answer to a packet, whose peer asks again. A packet whose channel was looked up after a visit tells all that the visit saw:
// then nothing is due of that visit any more.
// Latency: offered four cycles after the visit's addresses. Throughput: a visit a cycle. Memory: what was told, in RAM; queues
// of events, in LUTs. Reset: forgets what is due.
module sumac_sweep_ack #(
  parameter int Channels = sumac_pkg::DefChannels,
  localparam int ChanW   = $clog2(Channels)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  sumac_pkg::anew_t anew_i,          // the channel was opened: its limit is told
  input  sumac_pkg::owe_t  owe_i,
  input  sumac_pkg::ch_at_t release_i,      // the channel's limit has moved
  input  sumac_pkg::acked_t told_i,
  input  logic             busy_i,          // chunks wait for transmit
  // the next event's visit is taken
  output logic             event_o,
  input  logic             event_take_i,
  output logic [ChanW-1:0] event_index_o,
  // a visit: its addresses; a cycle later what the tables say; two more, what the timer says, and if a NAK is due
  input  sumac_pkg::visit_t visit_i,
  input  sumac_pkg::sweep_ch_t ch_i,
  input  sumac_pkg::aged_t aged_i,
  output sumac_pkg::owed_t owed_o,          // then, too
  output logic             nak_o,           // pulse, a cycle later: a NAK goes
  // to transmit
  output logic             due_valid_o,
  input  logic             due_ready_i,
  output sumac_pkg::due_t  due_o,
  output logic             idle_o           // no event waits, nothing is due
);
  localparam int Queue = Channels < 32 ? Channels : 32, Places = 8;

  // Receive's events come first.
  logic             rx_room, rel_room, rx_valid, rel_valid, now, own, reply;
  logic [ChanW-1:0] rx_index, rel_index;
  sumac_fifo #(.Width(ChanW + 3), .Depth(Queue), .Bypass(1'b1)) u_received (
    .clk_i, .rst_i, .in_valid_i(owe_i.en), .in_ready_o(rx_room),
    .in_data_i({owe_i.channel[ChanW-1:0], owe_i.now, owe_i.own, owe_i.own && owe_i.reply}),
    .out_valid_o(rx_valid), .out_ready_i(event_take_i), .out_data_o({rx_index, now, own, reply})
  );
  sumac_fifo #(.Width(ChanW), .Depth(Queue)) u_released (
    .clk_i, .rst_i, .in_valid_i(release_i.en), .in_ready_o(rel_room), .in_data_i(release_i.channel[ChanW-1:0]),
    .out_valid_o(rel_valid), .out_ready_i(event_take_i && !rx_valid), .out_data_o(rel_index)
  );
  logic few_q;
  assign event_o       = few_q && (rx_valid || rel_valid);
  assign event_index_o = rx_valid ? rx_index : rel_index;

  // Notes of what was told, a cycle late. An opening waits for a packet.
  logic             wait_q, opens_q, settles_q;
  logic [ChanW-1:0] wait_index_q, settled_q;
  logic [4:0]       wait_limit_q;
  logic [9:0]       note_q;
  always_ff @(posedge clk_i) begin : tell
    wait_q    <= !rst_i && (anew_i.en || (wait_q && told_i.en));
    if (anew_i.en) {wait_index_q, wait_limit_q} <= {anew_i.channel[ChanW-1:0], anew_i.limit};
    opens_q   <= wait_q && !told_i.en;
    settles_q <= wait_q || told_i.en;
    settled_q <= told_i.en ? told_i.channel[ChanW-1:0] : wait_index_q;
    note_q    <= told_i.en ? {told_i.rcv, told_i.limit} : {5'd0, wait_limit_q};
  end

  // A visit, as it goes on. One that meets the opening of its channel is forgotten.
  typedef struct packed {
    logic             v, timed, now, own, reply, told;
    logic [ChanW-1:0] index;
  } visit_t;
  visit_t           b_q, c_q, d_q;
  logic [ChanW-1:0] index;
  assign index = visit_i.channel[ChanW-1:0];
  logic             a_now_q, a_own_q, a_reply_q, b_hit, c_hit, d_hit;

  assign b_hit = settles_q && settled_q == b_q.index;
  assign c_hit = settles_q && settled_q == c_q.index;
  assign d_hit = settles_q && settled_q == d_q.index;

  always_ff @(posedge clk_i) begin : visits
    if (event_take_i) {a_now_q, a_own_q, a_reply_q} <= rx_valid ? {now, own, reply} : 3'b000;
    b_q      <= {visit_i.en, visit_i.timed, {a_now_q, a_own_q, a_reply_q} & {3{!visit_i.timed}}, 1'b0, index};
    c_q      <= b_q;
    c_q.v    <= b_q.v && !(b_hit && opens_q);
    d_q      <= c_q;
    d_q.v    <= c_q.v && !(c_hit && opens_q);
    d_q.told <= c_hit;
    if (rst_i) {b_q.v, c_q.v, d_q.v} <= 3'b000;
  end

  // A note that is written while it is read comes a cycle later, and so does one that is written then.
  logic       near_q;
  logic [9:0] near_note_q, told, told_q;
  sumac_ram #(.Width(10), .Depth(Channels)) u_told (
    .clk_i, .w_en_i(settles_q), .w_addr_i(settled_q), .w_data_i(note_q), .r_en_i(visit_i.en), .r_addr_i(index), .r_data_o(told));

  logic       c_kept_q, d_owed_q, d_two_q, d_half_q, d_soon_q, quiet;
  logic [3:0] own_q, rest_q;         // for so many cycles no chunk has waited for transmit, up to 8
  logic [4:0] rcv_q, limit_q, owed, moved, left, slots, half, d_told_q;
  assign owed  = rcv_q - told_q[9:5];
  assign moved = limit_q - told_q[4:0];
  assign left  = told_q[4:0] - rcv_q;          // of the slots that the peer was told, those that it has not used
  assign slots = 5'd1 << own_q;
  assign half  = own_q == 4'd0 ? 5'd1 : slots >> 1;
  assign quiet = rest_q[3] && !busy_i;

  always_ff @(posedge clk_i) begin : compare
    rest_q      <= busy_i ? 4'd0 : rest_q + 4'(!rest_q[3]);
    near_q      <= settles_q && settled_q == index;
    near_note_q <= note_q;
    told_q      <= b_hit ? note_q : near_q ? near_note_q : told;
    {c_kept_q, rcv_q, limit_q, own_q} <= {ch_i.kept, ch_i.rcv, ch_i.limit, ch_i.own_slots};
    d_owed_q <= c_kept_q && owed != 5'd0;
    d_two_q  <= c_kept_q && owed > 5'd1 && (rest_q[3] || owed >= half || owed[4:2] != 3'd0);                    // R9
    d_half_q <= c_kept_q && moved >= half;                                                                      // R10
    d_soon_q <= c_kept_q && quiet && moved != 5'd0 && left < slots - (slots >> 4);
    d_told_q <= told_q[9:5];
  end

  logic late, due, nak, found;
  assign owed_o     = {{d_owed_q, d_half_q} & {2{!d_q.told && !d_hit}}, d_told_q};
  assign late       = d_q.timed && d_owed_q && (busy_i ? aged_i.older : aged_i.old) && aged_i.rcv == d_told_q;
  assign nak        = d_q.timed && aged_i.nak && few_q;
  assign due        = !d_q.told && !d_hit && (d_q.now || ((d_two_q || d_half_q || d_soon_q || late) && (few_q || !d_q.timed)));
  assign found      = d_q.v && !(d_hit && opens_q) && (d_q.own || nak || (due && !there_q));

  logic unused_room;
  assign unused_room = &{1'b0, rx_room, rel_room};

  // Packets that are due. The first is offered, and then held; of the others one that is told of meanwhile is passed over, and
  // none that tells of its channel anyway is noted twice. Visits for events begin while there is room for all that are under way.
  localparam int PlaceW = $clog2(Places);
  logic [ChanW-1:0]  index_mem [Places];
  logic [Places-1:0] live_q, own_places_q, reply_q;
  logic [PlaceW:0]   write_q, read_q, used;
  logic [PlaceW-1:0] first;
  logic [Places-1:0] places_q;                  // those of the visit's channel
  logic              same_q, found_q, there_q, some;

  assign used  = write_q - read_q;
  assign some  = used != '0;
  assign first = read_q[PlaceW-1:0];
  assign due_valid_o = some && live_q[first];
  assign due_o       = {reply_q[first], 10'(index_mem[first])};

  always_ff @(posedge clk_i) begin : dues
    found_q <= found;
    same_q  <= d_q.v && d_q.index == b_q.index;
    for (int i = 0; i < Places; i++) places_q[i] <= live_q[i] && index_mem[i] == b_q.index && !b_hit;
    there_q <= places_q != '0 || (same_q && found_q);
    few_q <= used < (PlaceW+1)'(Places / 2);
    nak_o <= found && nak;
    for (int i = 0; i < Places; i++) begin
      if (settles_q && settled_q == index_mem[i] && !(some && PlaceW'(i) == first) && (opens_q || !own_places_q[i]))
        live_q[i] <= 1'b0;
    end
    if (some && (due_ready_i || !live_q[first])) begin
      live_q[first] <= 1'b0;
      read_q        <= read_q + 1'b1;
    end
    if (found) begin
      live_q[write_q[PlaceW-1:0]]       <= 1'b1;
      own_places_q[write_q[PlaceW-1:0]] <= d_q.own || nak;
      reply_q[write_q[PlaceW-1:0]]      <= d_q.reply;
      index_mem[write_q[PlaceW-1:0]]    <= d_q.index;
      write_q                           <= write_q + 1'b1;
    end
    if (rst_i) begin
      {write_q, read_q} <= '0;
      live_q <= '0;
      few_q  <= 1'b0;
      nak_o  <= 1'b0;
    end
  end

  assign idle_o = !some && !rx_valid && !rel_valid && !(visit_i.en && !visit_i.timed) && !(b_q.v && !b_q.timed)
                  && !(c_q.v && !c_q.timed) && !(d_q.v && !d_q.timed);

`ifdef VERILATOR
`ifndef SYNTHESIS
  logic counts;    // nothing has told of the channel since the visit began
  assign counts = d_q.v && !d_q.told && !d_hit && (few_q || !d_q.timed);
  a_room:  assert property (@(posedge clk_i) disable iff (rst_i) !found || used != (PlaceW+1)'(Places))
    else $error("R11: there is no place for what is due");
  a_two:   assert property (@(posedge clk_i) disable iff (rst_i) counts && d_two_q |-> found || there_q)
    else $error("R9: chunks are owed, and no acknowledgement is due");
  a_told:  assert property (@(posedge clk_i) disable iff (rst_i) d_q.v && d_q.told && !d_q.own && !nak |-> !found)
    else $error("R9: a channel that was told is owed an acknowledgement");
  a_moved: assert property (@(posedge clk_i) disable iff (rst_i) counts && d_half_q |-> found || there_q)
    else $error("R10: the limit has moved by half a window, and is not due");
`endif
`endif
endmodule
