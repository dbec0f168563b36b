// The descriptors that are asked for. Picks a group that has one posted, and an entry for its node (sumac_fetch_entries), has the
// descriptor read, and keeps up to Fetches of them until they have come and are taken, in the order in which they were asked for.
// Groups that have one are served in turn. A failed group's are fetched as well, so that whoever posts to it is told. A pushed
// descriptor goes before all that are not asked for yet: it takes the next place in the queue, and those that were asked for before
// find theirs when they come.
//
// An entry is taken at the moment of asking. room_o says whether a group's next one was free a cycle ago.
// Latency: 2 cycles from a group's wish to the job if it is the one that was served last, else 5; 1 cycle from the descriptor's
// arrival to has_o. Throughput: a job every 2 cycles, one of the same group every 6. Memory: the queue is RAM.
// Reset: forgets all; reset_i a group's entries.
module sumac_fetch_ask #(
  parameter int Groups = sumac_pkg::DefGroups,
  parameter int Nodes  = sumac_pkg::DefNodes,
  parameter int Rings  = sumac_pkg::DefRings,
  parameter int Fetches = sumac_pkg::DefFetches,
  localparam int GroupW = $clog2(Groups),
  localparam int IdxW   = $clog2(Nodes),
  localparam int NodeW  = GroupW + IdxW
) (
  input  logic              clk_i,
  input  logic              rst_i,
  // groups
  input  logic [Groups-1:0] reset_i,
  input  logic [Groups-1:0] pending_i,
  output logic [GroupW-1:0] fetch_group_o,
  input  sumac_pkg::entry_t fetch_i,
  output logic              fetched_o,      // a pulse: fetch_group_o's next is asked for
  // pushed: counted as fetched
  input  logic [GroupW-1:0] room_group_i,
  output logic              room_o,
  input  logic              push_valid_i,
  output logic              push_ready_o,
  input  sumac_pkg::push_t  push_i,
  output logic              begun_o,        // a pulse: one of begun_group_o is asked for, or taken from those pushed
  output logic [GroupW-1:0] begun_group_o,
  // host port
  output logic              job_valid_o,
  input  logic              job_ready_i,
  output sumac_pkg::rd_t    job_o,
  input  sumac_pkg::come_t  come_i,
  // the oldest that has come, registered
  output logic              has_o,
  output sumac_pkg::got_t   got_o,
  input  logic              pop_i,
  // entries
  input  logic              refused_i,      // no node will work on that one
  input  logic [NodeW-1:0]  refused_node_i,
  input  sumac_pkg::ends_t  ends_i,         // flushed not with refused_i
  output logic              busy_o,         // the entry that was asked for 8 cycles before is in use
  output logic              idle_o          // nothing is asked for or stored
);
  localparam int FlightW  = $clog2(Fetches);

  logic [Groups-1:0]  room, wants, turn;    // who may ask, and whose turn it is
  logic               pick, asks_q, held_q, pushed, comes, taken;
  logic [63:0]        addr_q;
  logic [GroupW-1:0]  picked, group_q, job_group_q, push_group;
  // Queue positions, whose top bit changes with each lap: the next one's, that of the next to be taken, the one behind.
  logic [FlightW:0]   ask_q, acc_q, next_q, place;
  logic               full_q, last;         // Fetches are asked for or pushed, and not taken; one less
  logic [FlightW:0]   due_q [Fetches];      // positions of those that were asked for and have not come, but for the first:
  logic [FlightW:0]   first_q, n_due_q;
  logic [FlightW-1:0] due_w_q, due_r_q;
  logic [Fetches-1:0] came_q;               // the last lap in which one came to that place, inverted;
  logic               stored_q, front, behind;      // the next to be taken has; it comes, or the one behind it does
  logic [NodeW-1:0]   node_q [Fetches];
  logic [63:0]        rung_q [Fetches];
  logic [512:0]       desc_q [Fetches];     // the top bit: an error
  logic [NodeW-1:0]   new_node, busy_node;
  logic [63:0]        new_rung;
  logic [512:0]       new_desc;

  sumac_fetch_entries #(.Groups(Groups), .Nodes(Nodes)) u_entries (
    .clk_i, .rst_i, .reset_i, .room_o(room), .take_i(begun_o), .take_group_i(begun_group_o),
    .take_node_o(new_node), .end_i({ends_i.told, refused_i || ends_i.flush, ends_i.free}),
    .told_node_i(ends_i.told_node[NodeW-1:0]), .never_node_i(refused_i ? refused_node_i : busy_node),
    .done_node_i(ends_i.free_node[NodeW-1:0]), .busy_node_i(busy_node), .busy_o);
  assign busy_node  = ends_i.busy_node[NodeW-1:0];
  assign push_group = push_i.group[GroupW-1:0];
  always_ff @(posedge clk_i)
    room_o <= room[room_group_i] && !(begun_o && begun_group_o == room_group_i) && reset_i == '0;

  // Asking: a group is chosen, and the next cycle asked for. The job must not change while it waits.
  assign wants = pending_i & room;
  sumac_turns #(.Count(Groups)) u_turns (
    .clk_i, .rst_i, .bits_i(wants), .take_i(pick), .index_o(picked), .hot_o(turn));
  assign pick  = !asks_q && (!held_q || job_ready_i) && !push_valid_i && !full_q;
  assign fetched_o     = asks_q;
  assign fetch_group_o = group_q;
  assign push_ready_o  = !come_i.valid && !full_q && !asks_q;
  assign pushed        = push_valid_i && push_ready_o;
  assign begun_o       = fetched_o || pushed;
  assign begun_group_o = asks_q ? group_q : push_group;
  assign job_valid_o   = held_q;
  always_comb begin
    job_o       = '0;
    job_o.addr  = addr_q;
    job_o.bytes = 16'd64;
    job_o.desc  = 1'b1;
    job_o.ring[GroupW+$clog2(Rings)-1:0] = {job_group_q, {$clog2(Rings){1'b0}}};
  end
  assign idle_o = ask_q == acc_q && !has_o && !asks_q && !push_valid_i;

  // The queue, and the register behind it: one that comes when nothing is stored goes there at once.
  assign comes    = come_i.valid || pushed;   // not both
  assign place    = come_i.valid ? first_q : ask_q;
  assign front    = (come_i.valid && first_q == acc_q) || (pushed && ask_q == acc_q);
  assign behind   = (come_i.valid && first_q == next_q) || (pushed && ask_q == next_q);
  assign last     = ask_q + (FlightW + 1)'(1) == {~acc_q[FlightW], acc_q[FlightW-1:0]};
  assign taken    = (!has_o || pop_i) && (stored_q || front);
  assign new_rung = asks_q ? fetch_i.mark : push_i.rung;
  assign new_desc = pushed ? {1'b0, push_i.desc} : {come_i.error, come_i.desc};
  always_ff @(posedge clk_i) begin
    if (pick) group_q <= picked;
    if (fetched_o) {addr_q, job_group_q} <= {fetch_i.addr, group_q};
    if (begun_o) begin
      node_q[ask_q[FlightW-1:0]] <= new_node;
      rung_q[ask_q[FlightW-1:0]] <= new_rung;
    end
    if (fetched_o && n_due_q == (FlightW + 1)'(come_i.valid)) first_q <= ask_q;
    else if (come_i.valid) first_q <= due_q[due_r_q];
    if (fetched_o) due_q[due_w_q] <= ask_q;
    if (comes) desc_q[place[FlightW-1:0]] <= new_desc;
    if (taken) begin
      {got_o.error, got_o.desc} <= stored_q ? desc_q[acc_q[FlightW-1:0]] : new_desc;
      got_o.node                <= 12'((stored_q || !pushed) ? node_q[acc_q[FlightW-1:0]] : new_node);
      got_o.rung                <= (stored_q || !pushed) ? rung_q[acc_q[FlightW-1:0]] : new_rung;
    end
    if (rst_i) begin
      {asks_q, held_q, has_o} <= 3'b000;
      {full_q, ask_q, acc_q, n_due_q, due_w_q, came_q, stored_q} <= '0;
      {next_q, due_r_q} <= {(FlightW + 1)'(1), FlightW'(1)};
    end else begin
      asks_q    <= pick && (wants & turn) != '0;
      held_q    <= fetched_o || (held_q && !job_ready_i);
      has_o     <= taken || (has_o && !pop_i);
      if (begun_o) ask_q <= ask_q + (FlightW + 1)'(1);
      if (fetched_o) due_w_q <= due_w_q + FlightW'(1);
      if (come_i.valid) due_r_q <= due_r_q + FlightW'(1);
      n_due_q   <= n_due_q + (FlightW + 1)'(fetched_o) - (FlightW + 1)'(come_i.valid);
      for (int i = 0; i < Fetches; i++) if (comes && place[FlightW-1:0] == FlightW'(i)) came_q[i] <= !place[FlightW];
      stored_q  <= taken ? came_q[next_q[FlightW-1:0]] != next_q[FlightW] || behind : stored_q || front;
      if (taken) {acc_q, next_q} <= {next_q, next_q + (FlightW + 1)'(1)};
      full_q    <= !taken && (full_q || (begun_o && last));
    end
  end
endmodule
