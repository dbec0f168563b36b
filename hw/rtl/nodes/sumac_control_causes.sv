// Tells of each stage of the control, seen from its borders, whether it works, waits for a neighbour that takes nothing, or has
// contexts that wait for an event, and for which. Contexts are counted by group, from opened to retired and from then to freed; of
// each ring a bit says whether it waits for a slot, and whether its first output waits for a limit. Closed groups wait for nothing.
// A wait that has several causes counts for the first of DMA, the combine unit, and the peer.
// Latency: 3 cycles for what waits, and none for the rest. Memory: flip-flops. Reset: nothing waits.
module sumac_control_causes #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int RingW    = GroupW + $clog2(Rings),
  localparam int CountW   = $clog2(Rings * RingSlots) + 1
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [47:0]       now_i,
  input  logic [Groups-1:0] open_i,
  input  logic              anew_i,          // a pulse: the group's rings have begun anew
  input  logic [GroupW-1:0] anew_group_i,
  // a context is opened, it retires, it is freed
  input  logic [2:0]        steps_i,
  input  logic [3*GroupW-1:0] groups_i,
  // a ring is looked at, and lacks a slot; its first output waits for its channel's limit; rings are woken
  input  logic              look_i,
  input  logic              lacks_i,
  input  logic [RingW-1:0]  look_ring_i,
  input  logic              spent_i,
  input  logic [RingW-1:0]  spent_ring_i,
  input  logic [Rings-1:0]  wake_i,
  input  logic [GroupW-1:0] wake_group_i,
  // what is opened, read, issued, written and sent; which units work
  input  logic [4:0]        valid_i,
  input  logic [4:0]        ready_i,
  input  logic              opens_i,
  input  logic              joins_i,
  input  logic              issues_i,
  input  logic              retires_i,
  input  logic              puts_i,
  input  logic              holds_i,         // outputs of a value that is not there yet
  input  logic              owes_i,
  input  logic              reads_i,
  input  logic              writes_i,
  input  logic              combines_i,
  output logic [17:0]       cause_o,         // from open to owe
  input  logic [GroupW+2:0] index_i,         // of the groups' own cycles, {group, cause}
  output logic [47:0]       cycles_o
);
  logic [2:0]              steps_q;
  logic [GroupW-1:0]       opened_q, whole_q, freed_q;
  logic [Groups-1:0]       lacks_q [Rings], spent_q [Rings];
  logic [Groups-1:0]       count_q [2*CountW], count_d [2*CountW];   // in planes, a bit of each group
  logic [Groups-1:0]       anew, opened, whole, freed, joins, owes, lacks, spent, join_q, owe_q, lack_q, spend_q;
  logic                    any_join_q, any_owe_q, any_lacks_q, any_spent_q;

  // Contexts are counted up or down by one: a context that goes on leaves the one number, and comes to the other.
  assign anew   = Groups'(anew_i) << anew_group_i;
  assign opened = Groups'(steps_q[0]) << opened_q;
  assign whole  = Groups'(steps_q[1]) << whole_q;
  assign freed  = Groups'(steps_q[2]) << freed_q;
  always_comb begin : counting
    logic [Groups-1:0] up, down, other_up, other_down;
    {up, down}             = {opened & ~whole, whole & ~opened};
    {other_up, other_down} = {whole & ~freed, freed & ~whole};
    for (int b = 0; b < CountW; b++) begin
      count_d[b]          = (count_q[b] ^ (up | down)) & ~anew;
      up                  = up & count_q[b];
      down                = down & ~count_q[b];
      count_d[CountW + b] = (count_q[CountW + b] ^ (other_up | other_down)) & ~anew;
      other_up            = other_up & count_q[CountW + b];
      other_down          = other_down & ~count_q[CountW + b];
    end
    {joins, owes, lacks, spent} = '0;
    for (int b = 0; b < CountW; b++) {joins, owes} = {joins | count_q[b], owes | count_q[CountW + b]};
    for (int r = 0; r < Rings; r++) {lacks, spent} = {lacks | lacks_q[r], spent | spent_q[r]};
  end
  always_ff @(posedge clk_i) begin : count
    {steps_q, freed_q, whole_q, opened_q} <= {steps_i, groups_i};
    for (int b = 0; b < 2 * CountW; b++) count_q[b] <= rst_i ? '0 : count_d[b];
    {join_q, owe_q, lack_q, spend_q} <= {joins, owes, lacks, spent} & {4{open_i}};
    {any_join_q, any_owe_q, any_lacks_q, any_spent_q} <= {join_q != '0, owe_q != '0, lack_q != '0, spend_q != '0};
  end

  for (genvar r = 0; r < Rings; r++) begin : g_ring
    logic [Groups-1:0] looked, spends;
    assign looked = Groups'(look_i && look_ring_i[RingW-GroupW-1:0] == (RingW - GroupW)'(r)) << look_ring_i[RingW-1-:GroupW];
    assign spends = Groups'(spent_i && spent_ring_i[RingW-GroupW-1:0] == (RingW - GroupW)'(r)) << spent_ring_i[RingW-1-:GroupW];
    always_ff @(posedge clk_i) begin
      lacks_q[r] <= rst_i ? '0 : ((lacks_q[r] & ~looked) | (looked & {Groups{lacks_i}})) & ~anew;
      spent_q[r] <= rst_i ? '0 : ((spent_q[r] & ~(Groups'(wake_i[r]) << wake_group_i)) | spends) & ~anew;
    end
  end

  // A group is visited every eighth cycle.
  logic [GroupW+2:0] turn_q;
  logic [2:0]        waits_q;
  logic [GroupW-1:0] at;
  assign at = turn_q[3+:GroupW];
  always_ff @(posedge clk_i) begin : visit
    turn_q  <= rst_i ? '0 : turn_q + (GroupW + 3)'(1);
    waits_q <= {lack_q[at], join_q[at] || owe_q[at], spend_q[at]};
  end
  sumac_wait_cycles #(
    .Places(Groups), .Causes(3), .Codes({sumac_pkg::CAUSE_POOL, sumac_pkg::CAUSE_PEER, sumac_pkg::CAUSE_CREDIT})
  ) u_groups (
    .clk_i, .rst_i, .now_i, .visit_i(turn_q[2:0] == 3'd0), .place_i(at), .waits_i(waits_q), .index_i, .value_o(cycles_o));

  logic [4:0] stays;
  assign stays = valid_i & ~ready_i;
  assign cause_o[2:0]   = valid_i[0] && ready_i[0] ? sumac_pkg::CAUSE_BUSY : stays[0] ? sumac_pkg::CAUSE_NEXT
                          : opens_i ? sumac_pkg::CAUSE_BUSY : any_lacks_q ? sumac_pkg::CAUSE_POOL : sumac_pkg::CAUSE_IDLE;
  assign cause_o[5:3]   = stays[1] ? sumac_pkg::CAUSE_DMA : joins_i ? sumac_pkg::CAUSE_BUSY : !any_join_q ? sumac_pkg::CAUSE_IDLE
                          : reads_i ? sumac_pkg::CAUSE_DMA : combines_i ? sumac_pkg::CAUSE_ENGINE : sumac_pkg::CAUSE_PEER;
  assign cause_o[8:6]   = stays[2] ? sumac_pkg::CAUSE_ENGINE : issues_i ? sumac_pkg::CAUSE_BUSY : sumac_pkg::CAUSE_IDLE;
  assign cause_o[11:9]  = retires_i ? sumac_pkg::CAUSE_BUSY : sumac_pkg::CAUSE_IDLE;
  assign cause_o[14:12] = (valid_i[4:3] & ready_i[4:3]) != 2'b00 ? sumac_pkg::CAUSE_BUSY : stays[3] ? sumac_pkg::CAUSE_DMA
                          : stays[4] ? sumac_pkg::CAUSE_NEXT : holds_i ? sumac_pkg::CAUSE_ENGINE
                          : puts_i ? sumac_pkg::CAUSE_BUSY : any_spent_q ? sumac_pkg::CAUSE_CREDIT : sumac_pkg::CAUSE_IDLE;
  assign cause_o[17:15] = owes_i ? sumac_pkg::CAUSE_BUSY : !any_owe_q ? sumac_pkg::CAUSE_IDLE
                          : writes_i ? sumac_pkg::CAUSE_DMA : sumac_pkg::CAUSE_PEER;
endmodule
