// The groups: what the host wrote of each, and its state: closed, open, failed or closing. A group is
// closing until nothing that was begun for it (DMA, passes, packets, completions) is in flight any more and no stage can begin
// more, and until the sweep has seen that its channels wait for nothing (R17), so that its memory and its channels may be used
// again. Failing is remembered here; sumac_failure and the sweep spread the news.
// A group that is open or closing is not opened, and its layout stays as it is; nor is one opened whose part of packet memory
// does not exist or is another's, or whose rings lie in no window: GROUP.STATUS says so. For this one group after the other is
// looked at, while GROUP_ASK.OPENS asks. As long as the group lives, the windows of its rings are in use.
// Memory: what the host wrote and why a group failed is in RAM, its state in flops, and so are its rings' windows, as all groups
// are asked at once. sumac_groups_rings has the rings, sumac_groups_flight counts what is in flight.
// Reads are by index, and combinational unless a port says otherwise. A write is done a cycle after w_i.en, and so is the pulse of
// an opening; w_i stands for two cycles before GROUP.STATUS counts, but a call needs no more than one. All that is told of all
// groups comes straight from registers, but for POSTED.PENDING. Writes come at most every other cycle, and as sumac_groups_rings
// says. Reset: all groups closed, and without memory.
module sumac_groups #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Windows   = sumac_pkg::DefWindows,
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  // registers
  input  sumac_pkg::g_write_t w_i,
  input  sumac_pkg::group_ask_t ask_i,
  output sumac_pkg::group_t group_o,
  input  logic              push_room_i,  // there is a place for a descriptor that is pushed, and for its node
  output logic              pushed_o,     // this write pushes one, and its place is taken
  // windows: of that group's rings
  output sumac_pkg::rings_ask_t rings_o,
  input  sumac_pkg::rings_t rings_i,
  // channel opening needs the group's key and slot size; whether the window fits: a cycle later, and two after the group
  input  sumac_pkg::ch_cfg_t channel_i,
  output sumac_pkg::key_t   key_o,
  // and a route whether the group, of two cycles before, has its ring
  input  logic [GroupW-1:0] rt_group_i,
  input  logic [3:0]        rt_ring_i,
  output logic              rt_fits_o,
  // state
  output sumac_pkg::states_t states_o,
  output logic              closed_o,     // pulse, with the fall of STATES.LIVE: a group has closed
  // the sweep
  input  logic [Groups-1:0] settled_i,    // pulse: a group is still, and its channels wait for nothing
  input  logic [GroupW-1:0] w_of_group_i,
  output sumac_pkg::sweep_group_t w_of_o,
  // accepting
  output sumac_pkg::posted_t posted_o,
  input  sumac_pkg::fetch_t fetch_i,
  // nodes
  input  logic [GroupW-1:0] node_group_i,
  output sumac_pkg::layout_t layout_o,
  // completion
  input  logic [GroupW-1:0] c_group_i,
  output sumac_pkg::entry_t c_o,          // its next completion, a cycle later
  input  logic              c_written_i,  // pulse: that is being written; at most every other cycle
  // failure
  input  sumac_pkg::fails_t fails_i,
  output sumac_pkg::fault_t x_fault_o,
  input  sumac_pkg::flight_t flight_i
);
  localparam int WinW = (Windows > 1) ? $clog2(Windows) : 1;
  logic [31:0]      key        [Groups];
  logic [15:0]      rank       [Groups];
  logic [2:0]       slot       [Groups];
  logic [AddrW-1:0] ring_pool  [Groups];
  logic [3:0]       ring_slots [Groups];
  logic [10:0]      patience   [Groups];
  logic [23:0]      fault      [Groups];  // status and rank
  logic [WinW-1:0]  dwindow_q  [Groups];
  logic [WinW-1:0]  cwindow_q  [Groups];
  // State; up is open and not failed.
  logic [Groups-1:0] open_q, up_q, live_q, closing_q, known_q, untold_q, live_d, opens_q, closes_q, gone, hit, match_q,
                     pending, still;

  // A write is done a cycle after w_i.en.
  logic                w_word, w_ring, w_ctrl, opened_q, bound_q, lives_q, fits_known;
  logic [GroupW-1:0]   w_group, group_q, csr_group, told_group, failed_group;
  sumac_pkg::g_write_t w_q;
  assign w_group = w_i.group[GroupW-1:0];
  assign group_q = w_q.group[GroupW-1:0];
  assign csr_group    = ask_i.read[GroupW-1:0];
  assign told_group   = fails_i.told_group[GroupW-1:0];
  assign failed_group = fails_i.fault.group[GroupW-1:0];
  assign w_word  = w_i.at[8:6] == sumac_pkg::REG_G_PUSH[8:6];
  assign w_ctrl  = w_i.at == 9'(sumac_pkg::REG_G_CTRL);
  assign w_ring  = w_i.at == 9'(sumac_pkg::REG_G_DOORBELL);
  always_ff @(posedge clk_i) begin
    w_q       <= w_i;
    opened_q  <= w_i.en && !rst_i && w_ctrl && w_i.data[0];
    opens_q   <= Groups'(w_i.en && !rst_i && w_ctrl && w_i.data[0]) << w_group;
    closes_q  <= Groups'(w_i.en && !rst_i && w_ctrl && !w_i.data[0]) << w_group;
    bound_q   <= !(w_ctrl && !w_i.data[0]) && w_i.at != 9'(sumac_pkg::REG_G_CONSUMED) && w_i.at != 9'(sumac_pkg::REG_G_FAIL);
    lives_q   <= live_q[w_group] || (opened_q && group_q == w_group);
    if (rst_i) w_q.en <= 1'b0;
  end

  // Configuration.
  always_ff @(posedge clk_i) begin
    if (w_q.en) begin
      case ({7'd0, w_q.at})
        sumac_pkg::REG_G_KEY:        key[group_q]        <= w_q.data;
        sumac_pkg::REG_G_RANK:       rank[group_q]       <= w_q.data[15:0];
        sumac_pkg::REG_G_SLOT:       slot[group_q]       <= w_q.data[2:0];
        sumac_pkg::REG_G_RING_POOL:  ring_pool[group_q]  <= w_q.data[AddrW-1:0];
        sumac_pkg::REG_G_RING_SLOTS: ring_slots[group_q] <= w_q.data[3:0];
        sumac_pkg::REG_G_PATIENCE:   patience[group_q]   <= w_q.data[10:0];
        default: ;
      endcase
    end
  end

  // Packet memory.
  logic none, theirs, key_fits;
  sumac_groups_fits #(.Groups(Groups), .PoolBeats(PoolBeats)) u_fits (
    .clk_i, .rst_i, .w_i(w_q), .live_i(live_q), .opens_i(ask_i.opens), .opens_group_i(w_group),
    .known_o(fits_known), .none_o(none), .theirs_o(theirs),
    .channel_i, .key_fits_o(key_fits), .rt_group_i, .rt_ring_i, .rt_fits_o);

  // A call is judged as it comes, but for the group's state, which a pushed one needs; all else when it has stood for a cycle, and
  // opening a cycle after all is known.
  logic [7:0] verdict_q, status;
  logic       known2_q, shut_q;
  always_comb begin
    status = verdict_q;
    if (bound_q && lives_q) status = sumac_pkg::ST_ESTATE;
    if (w_word || w_ring) status = sumac_pkg::ST_OK;
  end
  always_ff @(posedge clk_i) begin
    shut_q    <= w_word && w_i.at[5:2] == 4'd15 && !open_q[w_group];
    known2_q  <= ask_i.opens && rings_i.known && fits_known;
    verdict_q <= !ask_i.opens ? sumac_pkg::ST_OK : none ? sumac_pkg::ST_EINVAL
                 : !(rings_i.d_fits && rings_i.c_fits) ? sumac_pkg::ST_EWINDOW : theirs ? sumac_pkg::ST_ENORES : sumac_pkg::ST_OK;
  end

  // The windows of the rings: those of a group that does not live may be anything.
  logic [WinW-1:0] win_index;
  assign win_index = rings_i.index[WinW-1:0];
  always_ff @(posedge clk_i) begin
    if (ask_i.opens && !lives_q)
      {dwindow_q[w_group], cwindow_q[w_group]} <= {rings_i.d_window[WinW-1:0], rings_i.c_window[WinW-1:0]};
    for (int g = 0; g < Groups; g++) match_q[g] <= live_d[g] && (dwindow_q[g] == win_index || cwindow_q[g] == win_index);
  end

  // The rings.
  logic [15:0]       doorbell;
  logic [63:0]       dring, cring;
  logic [3:0]        ring_log2;
  sumac_pkg::entry_t next;
  sumac_groups_rings #(.Groups(Groups)) u_rings (
    .clk_i, .rst_i, .now_i, .w_i, .push_room_i, .pushed_o, .w_dring_o(dring), .w_cring_o(cring), .w_log2_o(ring_log2),
    .open_i(open_q), .pending_o(pending), .fetch_group_i(fetch_i.group[GroupW-1:0]), .fetch_o(next),
    .fetched_i(fetch_i.fetched), .c_group_i, .c_o, .c_written_i, .csr_group_i(csr_group), .csr_doorbell_o(doorbell));
  assign rings_o = {ask_i.opens, dring, cring, ring_log2, match_q != '0};

  // All that others are told of a group comes straight from a register. Why it has failed is known a cycle after it has.
  sumac_pkg::fault_t why_q;
  logic              hits_q;
  assign gone   = still & settled_i;
  assign live_d = (live_q | opens_q) & ~gone;
  assign hit    = Groups'(hits_q) << why_q.group[GroupW-1:0];
  always_ff @(posedge clk_i) begin
    hits_q <= fails_i.fail && up_q[failed_group] && !rst_i;
    why_q  <= fails_i.fault;
    if (hits_q)
      fault[why_q.group[GroupW-1:0]] <= {why_q.status, (why_q.rank == 16'hffff) ? rank[why_q.group[GroupW-1:0]] : why_q.rank};
    known_q   <= (known_q | hit) & ~gone;
    untold_q  <= (untold_q | hit) & ~(Groups'(fails_i.told) << told_group);
    open_q    <= opens_q | (open_q & ~closes_q);
    up_q      <= opens_q | (up_q & ~closes_q & ~(Groups'(fails_i.fail) << failed_group));
    closing_q <= (closing_q | (closes_q & live_q)) & ~gone;
    live_q    <= live_d;
    closed_o  <= gone != '0;
    if (rst_i) {open_q, up_q, closing_q, live_q, known_q, untold_q, closed_o} <= '0;
  end

  sumac_groups_flight #(.Groups(Groups)) u_flight (
    .clk_i, .rst_i, .closing_i(closing_q), .untold_i(untold_q), .settled_i, .flight_i, .still_o(still));
  assign states_o = {64'(up_q), 64'(live_q), 64'(opens_q), 64'(known_q), 64'(still), 64'(untold_q)};

  // Reads.
  logic        is_open_q, is_failed_q, is_closing_q;
  logic [23:0] csr_fault_q;
  always_ff @(posedge clk_i) begin
    is_open_q    <= open_q[csr_group];
    is_failed_q  <= known_q[csr_group];
    is_closing_q <= closing_q[csr_group];
    csr_fault_q  <= fault[csr_group];
  end
  always_comb begin
    group_o       = {status, known2_q, shut_q, is_closing_q ? 32'd3 : 32'(is_open_q), 16'd0, doorbell};
    if (is_open_q && is_failed_q) group_o.state = {csr_fault_q[15:0], csr_fault_q[23:16], 8'd2};
    key_o         = {key[channel_i.group[GroupW-1:0]], slot[channel_i.group[GroupW-1:0]], key_fits};
    posted_o      = {64'(pending), next, slot[fetch_i.slot_of[GroupW-1:0]]};
    layout_o      = {slot[node_group_i], 17'(ring_pool[node_group_i]), ring_slots[node_group_i]};
    x_fault_o     = {fails_i.told_group, fault[told_group]};
    w_of_o        = {closing_q[w_of_group_i], patience[w_of_group_i], fault[w_of_group_i]};
  end
endmodule
