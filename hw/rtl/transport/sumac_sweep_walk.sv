// Which channels the sweep visits, and when. A round begins when now_i comes to a multiple of SweepCycles, or, if the last one took
// longer than that, when it ends. It walks the channels of all blocks that are marked, one every other cycle. An event marks its
// channel's block, and so does a group that fails all of them; a walk over a block that finds nothing, neither a chunk owed nor a
// gap, nor that a channel waits, takes the mark away. So a round has visited every channel of which there is anything to find.
// Between rounds nothing is to do, and time may jump to the next one. When a round has found only channels that wait for their
// time, and nothing has happened since it began (calm_o), the next one begins only where wake_i says that this comes. A channel
// without room may begin to wait though no event tells: stirs_i says when. That, and a group that fails or becomes still, is seen
// two cycles later: the NIC itself is not idle then. While now_i stands still no channel's turn comes.
// Latency: a mark three cycles after its event, a round's first visit four after its time. Memory: registers. Reset: nothing is
// marked.
module sumac_sweep_walk #(
  parameter int Channels    = sumac_pkg::DefChannels,
  parameter int Groups      = sumac_pkg::DefGroups,
  parameter int SweepCycles = sumac_pkg::DefSweepCycles,
  localparam int ChanW      = $clog2(Channels),
  localparam int TimeW      = $clog2(SweepCycles),
  localparam int Events     = 6
) (
  input  logic                    clk_i,
  input  logic                    rst_i,
  input  logic [63:0]             now_i,
  input  logic [Events-1:0]       set_i,         // something happens to these channels
  input  logic [Events*ChanW-1:0] set_index_i,
  input  logic                    stirs_i,       // nodes are at work
  input  sumac_pkg::states_t      states_i,
  // a round
  output logic                    first_o,       // pulse: it begins
  output logic                    visit_o,       // a channel's turn
  output logic [ChanW-1:0]        index_o,
  output logic                    last_o,        // pulse: its last visit's findings are known
  output logic [63-TimeW:0]       round_o,
  input  sumac_pkg::found_t       found_i,
  input  logic                    ends_i,        // pulse: wake_i is a whole round's
  input  logic [63:0]             wake_i,
  output logic                    calm_o,        // all that may come is a waiting channel's time
  output logic                    rest_o,        // nothing is to do before wake_o
  output logic [63:0]             wake_o
);
  localparam int BlockW = ChanW > 7 ? ChanW - 6 : 1, Blocks = Channels >> BlockW, PlaceW = ChanW - BlockW;
  localparam int RowN   = Blocks < 8 ? Blocks : 8, Rows = Blocks / RowN, RowW = $clog2(RowN);
  localparam int Recent = 7;       // tables show an event after so many cycles at the latest
  localparam int Drain  = 12, Last = 3;    // a round's last cycles: of its last visit, and of what follows from that one's findings

  logic              bit_q, tick, due_q, walk_q, begun_q, begins, busy, turn, bound, over;
  logic [63-TimeW:0] now_round, round_q;
  logic [3:0]        drain_q;
  logic [ChanW-1:0]  at_q;                                    // the next channel of a block, unless that was the last
  logic [PlaceW-1:0] place_q, next_q, seen_place;             // blocks: the last one visited, the next one that is marked
  logic              some_q;                                  // there is a next one

  assign now_round = now_i[63:TimeW];
  assign busy      = walk_q || drain_q != '0;
  assign tick      = now_round != round_q && now_i[TimeW-1:0] == '0 && (!calm_o || now_round >= wake_i[63:TimeW]);
  assign begins    = due_q && !busy;
  assign turn      = walk_q && now_i[0] != bit_q && !now_i[0];
  assign bound     = at_q[BlockW-1:0] == '0;
  assign over      = turn && bound && !some_q;
  assign visit_o   = turn && !(bound && !some_q);
  assign index_o   = bound ? {next_q, BlockW'(0)} : at_q;
  assign first_o   = begins;
  assign last_o    = drain_q == 4'(Last);

  always_ff @(posedge clk_i) begin : walk
    {round_q, bit_q} <= {now_round, now_i[0]};
    due_q   <= (tick || due_q) && !begins;
    walk_q  <= begins || (walk_q && !over);
    drain_q <= over ? 4'(Drain) : drain_q == '0 ? '0 : drain_q - 4'd1;
    if (begins) round_o <= now_round;
    begun_q <= (begun_q || visit_o) && !over;
    if (visit_o) {at_q, place_q} <= {index_o + 1'b1, index_o[ChanW-1:BlockW]};
    if (rst_i) {due_q, walk_q, begun_q, drain_q, at_q} <= '0;
  end

  // Marks; those of events since the last walk over the block began; and what this walk has found so far.
  logic [Blocks-1:0]        mark_q, fresh_q, sets, sets_q, entered, seen;   // the block whose walk begins, or of the findings
  logic [Events-1:0]        set_q;
  logic [Events*PlaceW-1:0] set_place_q;
  logic [Groups-1:0]        failed, still, failed_q, still_q;
  logic [ChanW-1:0]         seen_at;
  assign {failed, still} = {states_i.failed[Groups-1:0], states_i.still[Groups-1:0]};
  logic [Recent-1:0]        recent_q;
  logic                     all_q, changes_q, recent, found, dirty_q, stirs, stirred_q;
  assign recent     = set_i != '0 || all_q || recent_q != '0;
  assign seen_at    = found_i.channel[ChanW-1:0];
  assign seen_place = seen_at[ChanW-1:BlockW];
  assign entered    = Blocks'(visit_o && bound) << next_q;
  assign seen       = Blocks'(found_i.seen) << seen_place;
  assign found      = found_i.asks || found_i.again || found_i.full || (dirty_q && seen_at[BlockW-1:0] != '0);
  always_comb begin : events
    sets = {Blocks{all_q}};
    for (int e = 0; e < Events; e++) sets = sets | (Blocks'(set_q[e]) << set_place_q[PlaceW*e +: PlaceW]);
  end
  always_ff @(posedge clk_i) begin : marks
    {failed_q, still_q} <= {failed, still};
    all_q     <= (failed & ~failed_q) != '0 && !rst_i;
    changes_q <= still != still_q;
    set_q     <= rst_i ? '0 : set_i;
    for (int e = 0; e < Events; e++) set_place_q[PlaceW*e +: PlaceW] <= set_index_i[ChanW*e + BlockW +: PlaceW];
    sets_q    <= sets;
    recent_q  <= {recent_q[Recent-2:0], set_i != '0 || all_q};
    if (found_i.seen) dirty_q <= found;
    fresh_q   <= sets_q | (fresh_q & ~entered) | (entered & {Blocks{recent_q != '0}});
    mark_q    <= sets_q | (seen & {Blocks{found}})
                 | (&seen_at[BlockW-1:0] ? (mark_q & ~seen) | (fresh_q & seen) : mark_q);
    if (rst_i) mark_q <= '0;
    if (rst_i) fresh_q <= '0;
    if (rst_i) {sets_q, recent_q} <= '0;
  end

  // The next block, of those behind the one that is walked, in three steps.
  logic [Blocks-1:0]    behind_q;
  logic [Rows-1:0]      any_q;
  logic [Rows*RowW-1:0] which_q;
  always_ff @(posedge clk_i) begin : next
    behind_q <= mark_q & (begun_q ? ({Blocks{1'b1}} << place_q) << 1 : {Blocks{1'b1}});
    for (int r = 0; r < Rows; r++) begin
      any_q[r] <= behind_q[r*RowN +: RowN] != '0;
      for (int b = RowN - 1; b >= 0; b--) if (behind_q[r*RowN + b]) which_q[r*RowW +: RowW] <= RowW'(b);
    end
    some_q <= any_q != '0;
    for (int r = Rows - 1; r >= 0; r--) if (any_q[r]) next_q <= PlaceW'(r * RowN) | PlaceW'(which_q[r*RowW +: RowW]);
  end

  // Rest.
  logic [63:0] next_round_q;
  assign stirs  = set_q != '0 || all_q || changes_q || stirs_i || (found_i.seen && found_i.again);
  assign rest_o = !busy && !due_q && !recent;
  assign wake_o = calm_o ? wake_i : next_round_q;
  always_ff @(posedge clk_i) begin : rest
    next_round_q <= {now_round + 1'b1, TimeW'(0)};
    stirred_q    <= stirs || recent || (stirred_q && !begins);
    if (stirs) calm_o <= 1'b0;
    else if (ends_i) calm_o <= !stirred_q && !recent;
    if (rst_i) {calm_o, stirred_q} <= 2'b10;
  end
endmodule
