// The groups: what the host wrote of each, and its state: closed, open, failed or closing. A group is
// closing until nothing that was begun for it (DMA, passes, packets, completions) is in flight any more and no stage can begin
// more, and until the sweep has seen that its channels wait for nothing (R17), so that its memory and its channels may be used
// again. Failing is remembered here; sumac_failure and the sweep spread the news.
// A group that is open or closing is not opened, and its layout stays as it is; nor is one opened whose part of packet memory
// does not exist or is another's, or whose rings lie in no window: w_status_o says so, and whoever writes asks first. As long
// as the group lives, the windows of its rings are in use.
// A push counts as posted. It counts as fetched too if nothing posted waits and there is place for it and its completion; else the
// descriptor is fetched from the ring in its turn.
// Reads are combinational, by index. Reset: all groups closed.
module sumac_groups #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Windows   = sumac_pkg::DefWindows,
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int WinW     = (Windows > 1) ? $clog2(Windows) : 1
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  // register writes
  input  logic              w_en_i,
  input  logic [GroupW-1:0] w_group_i,
  input  logic [8:0]        w_reg_i,
  input  logic [31:0]       w_data_i,
  output logic [7:0]        w_status_o,   // of this write, w_en_i or not: ST_OK, or why it must not be done
  input  logic              push_room_i,  // there is a place for a descriptor that is pushed, and for its node
  output logic              pushed_o,     // this write pushes one, and its place is taken
  // where the rings of that group lie: descriptors (bit 0) and completions (bit 1)
  output logic [63:0]       w_dring_o,
  output logic [63:0]       w_cring_o,
  output logic [3:0]        w_ring_log2_o,
  input  logic [1:0]        w_inside_i,     // in windows,
  input  logic [WinW-1:0]   w_dwindow_i,    // and in which
  input  logic [WinW-1:0]   w_cwindow_i,
  input  logic [WinW-1:0]   win_index_i,
  output logic              win_used_o,   // a ring of a living group lies in that window
  // for the registers
  input  logic [GroupW-1:0] csr_group_i,
  output logic [31:0]       csr_state_o,
  output logic [31:0]       csr_doorbell_o,
  // channel opening needs the group's key and slot size
  input  logic [GroupW-1:0] key_group_i,
  input  logic [AddrW-1:0]  key_pool_i,   // its window, of so many slots (log2)
  input  logic [3:0]        key_slots_i,
  output sumac_pkg::key_t   key_o,
  // and a route whether the group has its ring
  input  logic [GroupW-1:0] rt_group_i,
  input  logic [3:0]        rt_ring_i,
  output logic              rt_fits_o,
  // state
  output logic [Groups-1:0] open_o,       // open and not failed
  output logic [Groups-1:0] live_o,       // open, failed or closing
  output logic [Groups-1:0] reset_o,      // pulse: the group was opened, its state begins anew
  output logic              closed_o,     // pulse: a group has closed
  // the sweep
  output logic [Groups-1:0] failed_o,     // failed, and not closed yet
  output logic [Groups-1:0] still_o,      // closing, and nothing of it is in flight
  input  logic [Groups-1:0] settled_i,    // pulse: and its channels wait for nothing
  input  logic [GroupW-1:0] w_of_group_i,
  output sumac_pkg::sweep_group_t w_of_o,
  // fetch
  output logic [Groups-1:0] pending_o,    // descriptors posted and not fetched, and place for their completions
  input  logic [GroupW-1:0] fetch_group_i,
  output logic [63:0]       fetch_addr_o, // of the next descriptor
  output logic [63:0]       fetch_rung_o,
  input  logic              fetched_i,    // pulse: it is being fetched
  input  logic [GroupW-1:0] accept_group_i,
  output logic [2:0]        accept_slot_o,
  // nodes
  input  logic [GroupW-1:0] node_group_i,
  output sumac_pkg::layout_t layout_o,
  // completion
  input  logic [GroupW-1:0] c_group_i,
  output logic [63:0]       c_addr_o,     // of its next completion, a cycle later
  output logic [63:0]       c_lap_o,
  input  logic              c_written_i,  // pulse: that is being written
  // failure
  input  logic              fail_i,       // pulse
  input  sumac_pkg::fault_t fault_i,
  output logic [Groups-1:0] failing_o,    // failed, and the news not yet spread
  input  logic              told_i,
  input  logic [GroupW-1:0] x_group_i,
  output logic [7:0]        x_status_o,
  output logic [15:0]       x_rank_o,
  // what is in flight for a group: begun (+) and ended (-)
  input  logic [7:0]          begun_i,
  input  logic [8*GroupW-1:0] begun_group_i,
  input  logic [5:0]          ended_i,
  input  logic [6*GroupW-1:0] ended_group_i,
  input  logic [3:0]          pick_i,     // stages that are between two pieces of work
  output logic                quiet_o     // nothing is in flight for any group, and none is closing
);
  logic [31:0]      key_q        [Groups];
  logic [15:0]      rank_q       [Groups];
  logic [2:0]       slot_q       [Groups];
  logic [AddrW-1:0] ring_pool_q  [Groups];
  logic [AddrW:0]   pool_n_q     [Groups];
  logic [3:0]       ring_slots_q [Groups];
  logic [63:0]      dring_q      [Groups];
  logic [63:0]      cring_q      [Groups];
  logic [3:0]       ring_log2_q  [Groups];
  logic [10:0]      patience_q   [Groups];
  logic [63:0]      rung_q       [Groups];
  logic [15:0]      doorbell_q   [Groups];
  logic [15:0]      consumed_q   [Groups];
  logic [15:0]      fetched_q    [Groups];
  logic [31:0]      written_q    [Groups];
  logic [7:0]       status_q     [Groups];
  logic [15:0]      at_fault_q   [Groups];
  logic [9:0]       flight_q     [Groups];
  logic [3:0]       rested_q     [Groups];  // stages that have let go of a closing group
  logic [WinW-1:0]  dwindow_q    [Groups];
  logic [WinW-1:0]  cwindow_q    [Groups];
  logic [Groups-1:0] open_q, failed_q, untold_q, closing_q;

  logic opens, closes, w_word, pushes;
  assign w_word = {7'd0, w_reg_i} >= sumac_pkg::REG_G_PUSH && {7'd0, w_reg_i} < sumac_pkg::REG_G_PUSH + 16'd64;
  assign pushes = w_en_i && w_word && w_reg_i[5:2] == 4'd15;
  assign opens  = w_en_i && {7'd0, w_reg_i} == sumac_pkg::REG_G_CTRL && w_data_i[0];
  assign closes = w_en_i && {7'd0, w_reg_i} == sumac_pkg::REG_G_CTRL && !w_data_i[0];

  // Where a group's part of packet memory ends, and where a window and a ring would.
  localparam int EndW = AddrW + 16;
  logic [EndW-1:0] first, last, key_last, rt_last;
  logic            key_fits;
  always_comb begin
    first      = EndW'(ring_pool_q[w_group_i]);
    last       = first + EndW'(pool_n_q[w_group_i]);
    key_last   = EndW'(key_pool_i) + (EndW'(1) << key_slots_i << slot_q[key_group_i]);
    key_fits   = key_pool_i >= ring_pool_q[key_group_i]
        && key_last <= EndW'(ring_pool_q[key_group_i]) + EndW'(pool_n_q[key_group_i]);
    rt_last    = (EndW'(rt_ring_i) + EndW'(1)) << ring_slots_q[rt_group_i] << slot_q[rt_group_i];
    rt_fits_o  = rt_last <= EndW'(pool_n_q[rt_group_i]);
  end

  logic [Groups-1:0] live;
  assign live = open_q | closing_q;
  always_comb begin
    w_status_o = sumac_pkg::ST_OK;
    if (live[w_group_i]) begin
      case ({7'd0, w_reg_i})
        sumac_pkg::REG_G_DOORBELL, sumac_pkg::REG_G_CONSUMED, sumac_pkg::REG_G_FAIL: ;
        sumac_pkg::REG_G_CTRL: if (w_data_i[0]) w_status_o = sumac_pkg::ST_ESTATE;
        default: if (!w_word) w_status_o = sumac_pkg::ST_ESTATE;
      endcase
    end
    if (w_word && w_reg_i[5:2] == 4'd15 && !open_q[w_group_i]) w_status_o = sumac_pkg::ST_ESTATE;
    if (!live[w_group_i] && {7'd0, w_reg_i} == sumac_pkg::REG_G_CTRL && w_data_i[0]) begin
      for (int g = 0; g < Groups; g++)
        if (live[g] && first < EndW'(ring_pool_q[g]) + EndW'(pool_n_q[g]) && EndW'(ring_pool_q[g]) < last)
          w_status_o = sumac_pkg::ST_ENORES;
      if (w_inside_i != 2'b11) w_status_o = sumac_pkg::ST_EWINDOW;
      if (last > EndW'(PoolBeats) || pool_n_q[w_group_i] == '0) w_status_o = sumac_pkg::ST_EINVAL;
    end
  end

  // Configuration.
  always_ff @(posedge clk_i) begin
    if (w_en_i) begin
      case ({7'd0, w_reg_i})
        sumac_pkg::REG_G_KEY:        key_q[w_group_i]          <= w_data_i;
        sumac_pkg::REG_G_RANK:       rank_q[w_group_i]         <= w_data_i[15:0];
        sumac_pkg::REG_G_SLOT:       slot_q[w_group_i]         <= w_data_i[2:0];
        sumac_pkg::REG_G_RING_POOL:  ring_pool_q[w_group_i]    <= w_data_i[AddrW-1:0];
        sumac_pkg::REG_G_POOL_BEATS: pool_n_q[w_group_i]       <= w_data_i[AddrW:0];
        sumac_pkg::REG_G_RING_SLOTS: ring_slots_q[w_group_i]   <= w_data_i[3:0];
        sumac_pkg::REG_G_DRING_LO:   dring_q[w_group_i][31:0]  <= w_data_i;
        sumac_pkg::REG_G_DRING_HI:   dring_q[w_group_i][63:32] <= w_data_i;
        sumac_pkg::REG_G_CRING_LO:   cring_q[w_group_i][31:0]  <= w_data_i;
        sumac_pkg::REG_G_CRING_HI:   cring_q[w_group_i][63:32] <= w_data_i;
        sumac_pkg::REG_G_RING_LOG2:  ring_log2_q[w_group_i]    <= w_data_i[3:0];
        sumac_pkg::REG_G_PATIENCE:   patience_q[w_group_i]     <= w_data_i[10:0];
        default: ;
      endcase
    end
    if (rst_i) for (int g = 0; g < Groups; g++) pool_n_q[g] <= '0;
  end

  // The windows of the rings.
  assign w_dring_o     = dring_q[w_group_i];
  assign w_cring_o     = cring_q[w_group_i];
  assign w_ring_log2_o = ring_log2_q[w_group_i];
  always_comb begin
    win_used_o = 1'b0;
    for (int g = 0; g < Groups; g++)
      if (live[g] && (dwindow_q[g] == win_index_i || cwindow_q[g] == win_index_i)) win_used_o = 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (opens) begin
      dwindow_q[w_group_i] <= w_dwindow_i;
      cwindow_q[w_group_i] <= w_cwindow_i;
    end
  end

  // Posted, fetched, completed, consumed.
  always_ff @(posedge clk_i) begin
    if (w_en_i && {7'd0, w_reg_i} == sumac_pkg::REG_G_DOORBELL) begin
      doorbell_q[w_group_i] <= w_data_i[15:0];
      rung_q[w_group_i]     <= now_i;
    end
    if (w_en_i && {7'd0, w_reg_i} == sumac_pkg::REG_G_CONSUMED) consumed_q[w_group_i] <= w_data_i[15:0];
    if (pushes) begin
      doorbell_q[w_group_i] <= doorbell_q[w_group_i] + 16'd1;
      rung_q[w_group_i]     <= now_i;
    end
    if (pushed_o) fetched_q[w_group_i] <= fetched_q[w_group_i] + 16'd1;
    if (fetched_i) fetched_q[fetch_group_i] <= fetched_q[fetch_group_i] + 16'd1;
    if (c_written_i) written_q[c_group_i] <= written_q[c_group_i] + 32'd1;
    if (opens) begin
      doorbell_q[w_group_i] <= 16'd0;
      consumed_q[w_group_i] <= 16'd0;
      fetched_q[w_group_i]  <= 16'd0;
      written_q[w_group_i]  <= 32'd0;
    end
  end

  // State.
  logic [GroupW-1:0] fail_group;
  assign fail_group = fault_i.group[GroupW-1:0];
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q    <= '0;
      failed_q  <= '0;
      untold_q  <= '0;
      closing_q <= '0;
    end else begin
      for (int g = 0; g < Groups; g++) begin
        if (closing_q[g]) rested_q[g] <= rested_q[g] | pick_i;
        if (still_o[g] && settled_i[g]) closing_q[g] <= 1'b0;
      end
      if (fail_i && open_q[fail_group] && !failed_q[fail_group]) begin
        failed_q[fail_group]   <= 1'b1;
        untold_q[fail_group]   <= 1'b1;
        status_q[fail_group]   <= fault_i.status;
        at_fault_q[fail_group] <= (fault_i.rank == 16'hffff) ? rank_q[fail_group] : fault_i.rank;
      end
      if (told_i) untold_q[x_group_i] <= 1'b0;
      if (closes && open_q[w_group_i]) begin
        open_q[w_group_i]    <= 1'b0;
        closing_q[w_group_i] <= 1'b1;
        rested_q[w_group_i]  <= 4'd0;
      end
      if (opens) begin
        open_q[w_group_i]   <= 1'b1;
        failed_q[w_group_i] <= 1'b0;
      end
    end
  end

  // In flight: at most one event per source and cycle.
  logic [7:0] plus  [Groups];  // by source, whether it began something for this group
  logic [5:0] minus [Groups];
  always_comb begin
    for (int g = 0; g < Groups; g++) begin
      for (int e = 0; e < 8; e++) plus[g][e] = begun_i[e] && begun_group_i[e*GroupW+:GroupW] == GroupW'(g);
      for (int e = 0; e < 6; e++) minus[g][e] = ended_i[e] && ended_group_i[e*GroupW+:GroupW] == GroupW'(g);
    end
  end
  always_ff @(posedge clk_i) begin
    if (rst_i) for (int g = 0; g < Groups; g++) flight_q[g] <= 10'd0;
    else if (begun_i != '0 || ended_i != '0) begin
      for (int g = 0; g < Groups; g++)
        flight_q[g] <= flight_q[g] + 10'($countones(plus[g])) - 10'($countones(minus[g]));
    end
  end

  logic [15:0] unconsumed, w_unconsumed;
  assign w_unconsumed = fetched_q[w_group_i] - consumed_q[w_group_i];
  assign pushed_o     = pushes && push_room_i && doorbell_q[w_group_i] == fetched_q[w_group_i]
                        && w_unconsumed < (16'd1 << ring_log2_q[w_group_i]);
  always_comb begin
    quiet_o = closing_q == '0;
    for (int g = 0; g < Groups; g++) begin
      unconsumed   = fetched_q[g] - consumed_q[g];
      pending_o[g] = open_q[g] && doorbell_q[g] != fetched_q[g] && unconsumed < (16'd1 << ring_log2_q[g]);
      reset_o[g]   = opens && w_group_i == GroupW'(g);
      if (flight_q[g] != 10'd0) quiet_o = 1'b0;
    end
  end
  assign open_o    = open_q & ~failed_q;
  assign live_o    = live;
  assign failing_o = untold_q;
  assign failed_o  = failed_q & live;
  assign closed_o  = (still_o & settled_i) != '0;
  always_comb
    for (int g = 0; g < Groups; g++)
      still_o[g] = closing_q[g] && flight_q[g] == 10'd0 && !untold_q[g] && rested_q[g] == 4'hf;

  // Reads.
  logic [15:0] fetch_place;
  logic [31:0] write_place;
  always_comb begin
    csr_doorbell_o = {16'd0, doorbell_q[csr_group_i]};
    csr_state_o    = 32'd0;
    if (open_q[csr_group_i] && failed_q[csr_group_i])
      csr_state_o = {at_fault_q[csr_group_i], status_q[csr_group_i], 8'd2};
    else if (open_q[csr_group_i]) csr_state_o = 32'd1;
    else if (closing_q[csr_group_i]) csr_state_o = 32'd3;
    key_o          = {key_q[key_group_i], slot_q[key_group_i], key_fits};
    fetch_place    = fetched_q[fetch_group_i] & ~(16'hffff << ring_log2_q[fetch_group_i]);
    fetch_addr_o   = dring_q[fetch_group_i] + {42'd0, fetch_place, 6'd0};
    fetch_rung_o   = rung_q[fetch_group_i];
    accept_slot_o  = slot_q[accept_group_i];
    layout_o       = {slot_q[node_group_i], 17'(ring_pool_q[node_group_i]), ring_slots_q[node_group_i]};
    write_place    = written_q[c_group_i] & ~(32'hffff_ffff << ring_log2_q[c_group_i]);
    x_status_o     = status_q[x_group_i];
    x_rank_o       = at_fault_q[x_group_i];
    w_of_o         = {closing_q[w_of_group_i], patience_q[w_of_group_i], status_q[w_of_group_i], at_fault_q[w_of_group_i]};
  end
  always_ff @(posedge clk_i) begin
    c_addr_o <= cring_q[c_group_i] + {26'd0, write_place, 6'd0};
    c_lap_o  <= {32'd0, (written_q[c_group_i] >> ring_log2_q[c_group_i])} + 64'd1;
  end
endmodule
