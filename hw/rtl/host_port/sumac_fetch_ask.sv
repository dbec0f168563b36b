// The descriptors that are asked for. Picks a group that has one posted, and an entry for its node, has the descriptor read, and
// keeps up to Fetches of them until they have come and are taken, in the order in which they were asked for. A failed
// group's are fetched as well, so that whoever posts to it is told. A pushed descriptor goes before all that are not asked for yet,
// and is put into the queue when all that were asked for have come.
//
// An entry is taken at the moment of asking, a group's entries one after the other; it is free again when the nodes have done with
// it and the host has been told of it, in either order. room_o says whether a group's next one was free a cycle ago.
// Latency: 1 cycle from a group's wish to the job, 1 cycle from the descriptor's arrival to got_o. Throughput: a job every
// 2 cycles. Reset: forgets all; reset_i a group's entries.
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
  input  logic [63:0]       fetch_addr_i,
  input  logic [63:0]       fetch_rung_i,
  output logic              fetched_o,      // a pulse: fetch_group_o's next is asked for
  // pushed: counted as fetched
  input  logic [GroupW-1:0] room_group_i,
  output logic              room_o,
  input  logic              push_valid_i,
  output logic              push_ready_o,
  input  logic [511:0]      push_desc_i,
  input  logic [GroupW-1:0] push_group_i,
  input  logic [63:0]       push_rung_i,
  output logic              begun_o,        // a pulse: one of begun_group_o is asked for, or taken from those pushed
  output logic [GroupW-1:0] begun_group_o,
  // host port
  output logic              job_valid_o,
  input  logic              job_ready_i,
  output sumac_pkg::rd_t    job_o,
  input  logic              desc_valid_i,
  input  logic [511:0]      desc_data_i,
  input  logic              desc_error_i,
  // the oldest that has come
  output logic              got_o,
  output logic              error_o,
  output sumac_pkg::desc_t  desc_o,
  output logic [NodeW-1:0]  node_o,
  output logic [63:0]       rung_o,
  input  logic              pop_i,
  input  logic              refused_i,      // with pop_i: no node will work on it
  // entries
  input  logic              free_i,
  input  logic [NodeW-1:0]  free_node_i,
  input  logic              told_i,
  input  logic [NodeW-1:0]  told_node_i,
  input  logic [NodeW-1:0]  busy_node_i,    // asks whether an entry is in use
  output logic              busy_o,
  input  logic              flush_i,        // nobody works on that entry any more
  output logic              idle_o
);
  localparam int FlightW  = $clog2(Fetches);

  logic [IdxW-1:0]         next_q [Groups];      // the entry that a group's next descriptor will have
  logic [Groups*Nodes-1:0] busy_q, untold_q;
  logic [Groups-1:0]       want;
  logic                    any, held_q;
  logic [63:0]             addr_q;
  logic [GroupW-1:0]       group_q;
  logic [FlightW:0]        n_asked_q, n_got_q;   // asked for and not taken; of them arrived
  logic [FlightW-1:0]      ask_q, got_q, acc_q;  // queue positions
  logic [NodeW-1:0]        node_q [Fetches];
  logic [63:0]             rung_q [Fetches];
  logic [511:0]            desc_q [Fetches];
  logic [Fetches-1:0]      error_q;
  logic [NodeW-1:0]        new_node, room_node;
  logic                    pushed;

  always_comb
    for (int g = 0; g < Groups; g++)
      want[g] = pending_i[g] && !busy_q[{GroupW'(g), next_q[g]}] && !untold_q[{GroupW'(g), next_q[g]}];
  sumac_pick #(.Count(Groups)) u_pick (
    .clk_i, .rst_i, .want_i(want), .take_i(fetched_o), .any_o(any), .index_o(fetch_group_o));

  // The job must not change while it waits: the choice is held.
  assign fetched_o   = any && !held_q && !push_valid_i && n_asked_q != Fetches[FlightW:0];
  assign push_ready_o  = n_asked_q == n_got_q && n_asked_q != Fetches[FlightW:0];
  assign pushed        = push_valid_i && push_ready_o;
  assign begun_o       = fetched_o || pushed;
  assign begun_group_o = push_valid_i ? push_group_i : fetch_group_o;
  assign job_valid_o = held_q;
  always_comb begin
    job_o       = '0;
    job_o.addr  = addr_q;
    job_o.bytes = 16'd64;
    job_o.desc  = 1'b1;
    job_o.ring[GroupW+$clog2(Rings)-1:0] = {group_q, {$clog2(Rings){1'b0}}};
  end
  assign new_node    = {begun_group_o, next_q[begun_group_o]};
  assign room_node   = {room_group_i, next_q[room_group_i]};
  assign got_o       = n_got_q != '0;
  assign error_o     = error_q[acc_q];
  assign desc_o      = desc_q[acc_q];
  assign node_o      = node_q[acc_q];
  assign rung_o      = rung_q[acc_q];
  assign busy_o      = busy_q[busy_node_i] || untold_q[busy_node_i];
  assign idle_o      = n_asked_q == '0 && !any && !push_valid_i;

  // The queue.
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      held_q    <= 1'b0;
      n_asked_q <= '0;
      n_got_q   <= '0;
      ask_q     <= '0;
      got_q     <= '0;
      acc_q     <= '0;
    end else begin
      if (held_q && job_ready_i) held_q <= 1'b0;
      if (fetched_o) begin
        held_q        <= 1'b1;
        addr_q        <= fetch_addr_i;
        group_q       <= fetch_group_o;
      end
      if (begun_o) begin
        node_q[ask_q] <= new_node;
        rung_q[ask_q] <= push_valid_i ? push_rung_i : fetch_rung_i;
        ask_q         <= ask_q + FlightW'(1);
      end
      if (desc_valid_i || pushed) begin   // not both: a pushed one waits for all that come
        desc_q[got_q]  <= push_ready_o ? push_desc_i : desc_data_i;
        error_q[got_q] <= !push_ready_o && desc_error_i;
        got_q          <= got_q + FlightW'(1);
      end
      if (pop_i) acc_q <= acc_q + FlightW'(1);
      n_asked_q <= n_asked_q + (FlightW + 1)'(begun_o) - (FlightW + 1)'(pop_i);
      n_got_q   <= n_got_q + (FlightW + 1)'(desc_valid_i || pushed) - (FlightW + 1)'(pop_i);
    end
  end

  // The entries.
  always_ff @(posedge clk_i)
    room_o <= !busy_q[room_node] && !untold_q[room_node] && !(begun_o && begun_group_o == room_group_i);
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      busy_q   <= '0;
      untold_q <= '0;
      for (int g = 0; g < Groups; g++) next_q[g] <= '0;
    end else begin
      if (free_i) busy_q[free_node_i] <= 1'b0;
      if (flush_i) busy_q[busy_node_i] <= 1'b0;
      if (refused_i) busy_q[node_o] <= 1'b0;
      if (told_i) untold_q[told_node_i] <= 1'b0;
      if (begun_o) begin
        busy_q[new_node]      <= 1'b1;
        untold_q[new_node]    <= 1'b1;
        next_q[begun_group_o] <= next_q[begun_group_o] + IdxW'(1);
      end
      for (int g = 0; g < Groups; g++) begin
        if (reset_i[g]) begin
          next_q[g]                <= '0;
          busy_q[g*Nodes+:Nodes]   <= '0;
          untold_q[g*Nodes+:Nodes] <= '0;
        end
      end
    end
  end
endmodule
