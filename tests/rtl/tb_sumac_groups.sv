// The groups against a model, with random writes, fetches, completions, failures and work in flight: a group's rings go round and
// their 16-bit counts wrap; no descriptor is fetched without a place for its completion; a group fails once, with the first
// reason, and is failing until the news is spread; closing ends when nothing is in flight, the news is spread, every stage
// has been between two pieces of work, and then its channels have settled; opening
// begins anew; an open or closing group is neither opened nor configured, nor is one
// opened whose memory does not exist or is another's; a window or a ring fits where it lies inside; each group by itself. A push
// is posted, and fetched too only if nothing else is posted and there is room.
// From zeros: it also looks at what nobody has set, the layout of a group that was never opened.
module tb_sumac_groups;
  localparam int Groups = 4, W = 2;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_groups: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic [63:0]       now = '0, fetch_addr, fetch_rung, c_addr, c_lap;
  logic              w_en = 1'b0, fetched = 1'b0, c_written = 1'b0, fail = 1'b0, told = 1'b0, quiet;
  logic [W-1:0]      w_group = '0, fetch_group = '0, c_group = '0, fail_group = '0, x_group = '0, look = '0;
  logic [8:0]        w_reg = '0;
  logic [7:0]        w_status, key_pool = '0;
  logic [3:0]        key_slots = '0, rt_ring = '0;
  logic              key_fits, rt_fits;
  logic [31:0]       w_data = '0, csr_state, csr_doorbell, key;
  logic [2:0]        key_slot, accept_slot, n_slot;
  logic [16:0]       n_pool;
  logic [7:0]        fail_status = '0, x_status;
  logic [3:0]        n_ring;
  logic [15:0]       fail_rank = '0, x_rank;
  logic [Groups-1:0] open, group_reset, pending, failing, failed, still, settled = '0;
  logic              closed, w_closing;
  logic [10:0]       w_patience, m_patience [Groups];
  logic [7:0]        w_failed_status;
  logic [15:0]       w_failed_rank;
  logic [7:0]        begun = '0;
  logic [8*W-1:0]    begun_group = '0;
  logic [3:0]        pick = '0, rested [Groups];
  logic [5:0]        ended = '0;
  logic [6*W-1:0]    ended_group = '0;

  logic [63:0]       w_dring, w_cring;
  logic [3:0]        w_log2;
  logic [1:0]        w_inside = '0;
  logic [5:0]        w_window = '0;     // of the two rings, if they are inside
  logic [2:0]        win_index = '0;
  logic              win_used, used, push_room = 1'b0, pushed;
  int                n_pushed = 0, n_posted = 0, n_closed = 0;

  sumac_groups #(.Groups(Groups), .PoolBeats(256), .Windows(8)) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now), .w_en_i(w_en && w_status == sumac_pkg::ST_OK), .w_group_i(w_group), .w_reg_i(w_reg),
    .w_data_i(w_data), .w_status_o(w_status), .push_room_i(push_room), .pushed_o(pushed),
    .csr_group_i(look), .csr_state_o(csr_state), .csr_doorbell_o(csr_doorbell), .key_group_i(look),
    .key_o({key, key_slot, key_fits}), .key_pool_i(key_pool), .key_slots_i(key_slots),
    .rt_group_i(look), .rt_ring_i(rt_ring), .rt_fits_o(rt_fits), .open_o(open), .reset_o(group_reset), .closed_o(closed),
    .failed_o(failed), .still_o(still), .settled_i(settled), .w_of_group_i(look),
    .w_of_o({w_closing, w_patience, w_failed_status, w_failed_rank}), .pending_o(pending),
    .fetch_group_i(fetch_group), .fetch_addr_o(fetch_addr), .fetch_rung_o(fetch_rung), .fetched_i(fetched), .accept_group_i(look),
    .accept_slot_o(accept_slot), .node_group_i(look), .layout_o({n_slot, n_pool, n_ring}),
    .c_group_i(c_group), .c_addr_o(c_addr), .c_lap_o(c_lap), .c_written_i(c_written),
    .w_dring_o(w_dring), .w_cring_o(w_cring), .w_ring_log2_o(w_log2), .w_inside_i(w_inside), .w_dwindow_i(w_window[2:0]),
    .w_cwindow_i(w_window[5:3]), .win_index_i(win_index), .win_used_o(win_used), .fail_i(fail),
    .fault_i({6'(fail_group), fail_status, fail_rank}), .failing_o(failing), .told_i(told), .x_group_i(x_group),
    .x_status_o(x_status), .x_rank_o(x_rank), .begun_i(begun), .begun_group_i(begun_group), .ended_i(ended),
    .ended_group_i(ended_group), .pick_i(pick), .quiet_o(quiet)
  );

  // ---- the model: counts since the opening, never wrapping (the registers take their low 16 bits)
  int unsigned posted [Groups], taken [Groups], gone [Groups], written [Groups], in_flight [Groups];
  logic [31:0] m_key [Groups];
  logic [15:0] m_rank [Groups], m_fault [Groups];
  logic [7:0]  m_status [Groups], m_pool [Groups];
  logic [2:0]  m_slot [Groups];
  logic [3:0]  m_ring [Groups];
  logic [5:0]  m_window [Groups];
  logic [63:0] m_dring [Groups], m_cring [Groups], m_rung [Groups];
  int          m_log2 [Groups];
  logic [Groups-1:0] m_open = '0, m_failed = '0, m_untold = '0, m_closing = '0, was_fit;
  logic [Groups-1:0] m_live = '0;       // open or closing, since the clock before
  int m_n [Groups], n_none = 0, n_theirs = 0, n_outside = 0, n_used = 0, n_fits = 0, n_not = 0;
  function automatic logic [7:0] why_not;
    why_not = is_refused() ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_OK;
    if (why_not != sumac_pkg::ST_OK || w_reg != 9'(sumac_pkg::REG_G_CTRL) || !w_data[0]) return why_not;
    for (int i = 0; i < Groups; i++)
      if (m_live[i] && int'(m_pool[i]) < int'(m_pool[w_group]) + m_n[w_group]
          && int'(m_pool[w_group]) < int'(m_pool[i]) + m_n[i]) why_not = sumac_pkg::ST_ENORES;
    if (w_inside != 2'b11) why_not = sumac_pkg::ST_EWINDOW;
    if (int'(m_pool[w_group]) + m_n[w_group] > 256 || m_n[w_group] == 0) why_not = sumac_pkg::ST_EINVAL;
  endfunction
  function automatic bit is_refused;    // all but these three, and closing, wait until the group is closed
    if (w_reg == 9'(sumac_pkg::REG_G_PUSH + 16'd60)) return !m_open[w_group];
    if (w_reg >= 9'(sumac_pkg::REG_G_PUSH) && w_reg < 9'(sumac_pkg::REG_G_PUSH + 16'd60)) return 1'b0;
    is_refused = m_live[w_group] && !(w_reg inside {9'(sumac_pkg::REG_G_DOORBELL), 9'(sumac_pkg::REG_G_CONSUMED),
        9'(sumac_pkg::REG_G_FAIL)})
                 && (w_reg != 9'(sumac_pkg::REG_G_CTRL) || w_data[0]);
  endfunction
  int n_refused = 0, n = 0, n_wrapped = 0, n_full = 0, n_second = 0, n_held = 0, g, n_flight;
  logic [31:0] state;
  logic [127:0] c_next;       // for the group of the cycle before
  bit           c_known = 1'b0;

  always @(posedge clk) begin
    if (!rst && n > 8) begin
      // what it shows
      n_flight = 0;
      for (int i = 0; i < Groups; i++) begin
        n_flight = n_flight + in_flight[i];
        if (open[i] != (m_open[i] && !m_failed[i])) $fatal(1, "group %0d: open %0d", i, open[i]);
        if (failing[i] != m_untold[i]) $fatal(1, "group %0d: failing %0d", i, failing[i]);
        if (failed[i] != (m_failed[i] && m_live[i])) $fatal(1, "group %0d: failed %0d", i, failed[i]);
        if (still[i] != (m_closing[i] && in_flight[i] == 0 && !m_untold[i] && rested[i] == '1))
          $fatal(1, "group %0d: still %0d", i, still[i]);
        if (pending[i] != (m_open[i] && posted[i] != gone[i] && gone[i] - taken[i] < (1 << m_log2[i])))
          $fatal(1, "group %0d: pending %0d with %0d posted, %0d fetched, %0d consumed", i, pending[i], posted[i], gone[i],
                   taken[i]);
        if (m_open[i] && posted[i] != gone[i] && !pending[i]) n_full = n_full + 1;
        if (group_reset[i] != (w_en && int'(w_group) == i && w_reg == 9'(sumac_pkg::REG_G_CTRL) && w_data[0]
            && w_status == sumac_pkg::ST_OK)) $fatal(1, "group %0d: reset", i);
      end
      if (w_status != why_not()) $fatal(1, "group %0d: status %0d of a write to %h", w_group, w_status, w_reg);
      if (w_en && is_refused()) n_refused = n_refused + 1;
      if (w_en && w_status == sumac_pkg::ST_EINVAL) n_none++;
      if (w_en && w_status == sumac_pkg::ST_ENORES) n_theirs++;
      if (w_en && w_status == sumac_pkg::ST_EWINDOW) n_outside++;
      used = 1'b0;
      for (int i = 0; i < Groups; i++)
        if (m_live[i] && (m_window[i][2:0] == win_index || m_window[i][5:3] == win_index)) used = 1'b1;
      if (win_used != used) $fatal(1, "window %0d: used %0d", win_index, win_used);
      n_used = n_used + int'(used);
      g = int'(w_group);
      if (pushed != (w_en && w_reg == 9'(sumac_pkg::REG_G_PUSH + 16'd60) && m_open[g] && push_room && posted[g] == gone[g]
          && gone[g] - taken[g] < (1 << m_log2[g]))) $fatal(1, "group %0d: pushed %0d", g, pushed);
      if (w_en && w_reg == 9'(sumac_pkg::REG_G_PUSH + 16'd60)) begin
        if (pushed) n_pushed++;
        else if (m_open[g]) n_posted++;
        else n_closed++;
      end
      if ({w_dring, w_cring, w_log2} != {m_dring[g], m_cring[g], 4'(m_log2[g])}) $fatal(1, "group %0d: its rings", g);
      g = int'(look);
      if (key_fits != (key_pool >= m_pool[g] && int'(key_pool) + (1 << key_slots << m_slot[g]) <= int'(m_pool[g]) + m_n[g])
          || rt_fits != ((int'(rt_ring) + 1) << m_ring[g] << m_slot[g] <= m_n[g])) $fatal(1, "group %0d: what fits", g);
      if (key_fits) n_fits++;
      else n_not++;
      if (closed != ((still & settled) != '0)) $fatal(1, "closed %0d", closed);
      if (quiet != (n_flight == 0 && m_closing == '0)) $fatal(1, "quiet %0d with %0d in flight", quiet, n_flight);
      g = int'(look);
      if (m_open[g] && m_failed[g]) state = {m_fault[g], m_status[g], 8'd2};
      else state = {30'd0, (m_open[g]) ? 2'd1 : (m_closing[g]) ? 2'd3 : 2'd0};
      if (csr_state != state) $fatal(1, "group %0d: state %h, not %h", g, csr_state, state);
      if (m_open[g] && csr_doorbell != 32'(16'(posted[g]))) $fatal(1, "group %0d: doorbell %h", g, csr_doorbell);
      if (w_closing != m_closing[g] || w_patience != m_patience[g]
          || (m_failed[g] && {w_failed_status, w_failed_rank} != {m_status[g], m_fault[g]})) $fatal(1, "group %0d: the sweep's", g);
      if (key != m_key[g] || {key_slot, accept_slot, n_slot} != {3{m_slot[g]}} || n_pool != 17'(m_pool[g])
          || n_ring != m_ring[g]) $fatal(1, "group %0d: its layout", g);
      if (pending[fetch_group]) begin
        g = int'(fetch_group);
        if (fetch_addr != m_dring[g] + {26'd0, 32'(gone[g] & ~(-1 << m_log2[g])), 6'd0} || fetch_rung != m_rung[g])
          $fatal(1, "group %0d: descriptor %0d at %h", g, gone[g], fetch_addr);
      end
      if (c_known && {c_addr, c_lap} != c_next) $fatal(1, "a completion at %h, lap %0d", c_addr, c_lap);
      g       = int'(c_group);
      c_known = m_open[g];
      c_next  = {m_cring[g] + {26'd0, 32'(written[g] & ~(-1 << m_log2[g])), 6'd0}, 64'd1 + {32'd0, 32'(written[g] >> m_log2[g])}};
      if (m_untold[x_group] && (x_status != m_status[x_group] || x_rank != m_fault[x_group]))
        $fatal(1, "group %0d: status", x_group);
    end

    // what happens
    for (int i = 0; i < Groups; i++) begin
      if (m_closing[i] && in_flight[i] == 0 && !m_untold[i] && rested[i] == '1 && settled[i]) m_closing[i] = 1'b0;
      else if (m_closing[i]) n_held = n_held + 1;
      rested[i] = m_closing[i] ? rested[i] | pick : '0;
    end
    if (fail && m_open[fail_group]) begin
      if (m_failed[fail_group]) n_second = n_second + 1;
      else begin
        m_failed[fail_group] = 1'b1;
        m_untold[fail_group] = 1'b1;
        m_status[fail_group] = fail_status;
        m_fault[fail_group]  = (fail_rank == 16'hffff) ? m_rank[fail_group] : fail_rank;
      end
    end
    if (told) m_untold[x_group] = 1'b0;
    if (fetched) gone[fetch_group] = gone[fetch_group] + 1;
    if (c_written) written[c_group] = written[c_group] + 1;
    for (int e = 0; e < 8; e++) if (begun[e]) in_flight[begun_group[e*W+:W]] = in_flight[begun_group[e*W+:W]] + 1;
    for (int e = 0; e < 6; e++) if (ended[e]) in_flight[ended_group[e*W+:W]] = in_flight[ended_group[e*W+:W]] - 1;
    if (w_en && w_status == sumac_pkg::ST_OK) begin
      g = int'(w_group);
      case ({7'd0, w_reg})
        sumac_pkg::REG_G_KEY:        m_key[g]  = w_data;
        sumac_pkg::REG_G_RANK:       m_rank[g] = w_data[15:0];
        sumac_pkg::REG_G_SLOT:       m_slot[g] = w_data[2:0];
        sumac_pkg::REG_G_RING_POOL:  m_pool[g] = w_data[7:0];
        sumac_pkg::REG_G_POOL_BEATS: m_n[g]    = int'(w_data);
        sumac_pkg::REG_G_RING_SLOTS: m_ring[g] = w_data[3:0];
        sumac_pkg::REG_G_DRING_LO:   m_dring[g][31:0]  = w_data;
        sumac_pkg::REG_G_DRING_HI:   m_dring[g][63:32] = w_data;
        sumac_pkg::REG_G_CRING_LO:   m_cring[g][31:0]  = w_data;
        sumac_pkg::REG_G_CRING_HI:   m_cring[g][63:32] = w_data;
        sumac_pkg::REG_G_RING_LOG2:  m_log2[g] = int'(w_data[3:0]);
        sumac_pkg::REG_G_PATIENCE:   m_patience[g] = w_data[10:0];
        sumac_pkg::REG_G_DOORBELL: begin
          m_rung[g] = now;
          posted[g] = w_data;
        end
        sumac_pkg::REG_G_PUSH + 16'd60: begin
          if (pushed) gone[g] = gone[g] + 1;
          m_rung[g] = now;
          posted[g] = posted[g] + 1;
        end
        sumac_pkg::REG_G_CONSUMED:   taken[g] = w_data;
        sumac_pkg::REG_G_CTRL:
          if (w_data[0]) begin
            {m_open[g], m_failed[g], m_closing[g]} = 3'b100;
            m_window[g] = w_window;
            posted[g]  = 0;
            taken[g]   = 0;
            gone[g]    = 0;
            written[g] = 0;
          end else if (m_open[g]) {m_open[g], m_closing[g]} = 2'b01;
        default: ;
      endcase
    end
    m_live = m_open | m_closing;
    now <= now + 64'd1;
  end

  // ---- what is asked of it
  // The layouts are such that many fit, and many do not.
  function automatic logic [31:0] value(logic [8:0] register);
    case ({7'd0, register})
      sumac_pkg::REG_G_SLOT, sumac_pkg::REG_G_RING_SLOTS: value = $urandom_range(2);
      sumac_pkg::REG_G_RING_POOL:  value = $urandom_range(7) * 32;
      sumac_pkg::REG_G_POOL_BEATS: value = $urandom_range(70);
      sumac_pkg::REG_G_RING_LOG2:  value = 32'(g);
      default: value = $urandom;
    endcase
  endfunction
  logic [8:0] regs [12];
  task automatic set(int group, logic [15:0] register, logic [31:0] data);
    w_en    = 1'b1;
    w_group = W'(group);
    w_reg   = 9'(register);
    w_data  = data;
  endtask

  always @(negedge clk) begin
    n   = n + 1;
    rst = n < 4;
    {w_en, fetched, c_written, fail, told, begun, ended, settled} = '0;
    look        = W'($urandom);
    w_window    = 6'($urandom);
    w_inside    = ($urandom_range(7) == 0) ? 2'($urandom) : 2'b11;
    win_index   = 3'($urandom);
    {key_pool, key_slots, rt_ring} = {8'($urandom), 4'($urandom_range(4)), 4'($urandom)};
    g           = int'($urandom_range(Groups - 1));
    if (n >= 5 && n < 5 + 12 * Groups) begin
      // the whole configuration once
      g = (n - 5) / 12;
      set(g, 16'(regs[(n-5)%12]), value(regs[(n-5)%12]));
    end else if (!rst) begin
      case ($urandom_range(7))
        0, 1, 2: if (m_open[g] && n % 50_000 > 10_000 && posted[g] - gone[g] < 30000) begin
          set(g, sumac_pkg::REG_G_DOORBELL, posted[g] + $urandom_range(9));
          if (w_data > 32'hffff) n_wrapped = n_wrapped + 1;
        end
        3: if ($urandom_range(1) == 0) set(g, sumac_pkg::REG_G_PUSH + 16'($urandom_range(15)) * 16'd4, $urandom);
        else if (posted[g] - gone[g] < 30000) set(g, sumac_pkg::REG_G_PUSH + 16'd60, $urandom);
        4, 5: if (m_open[g]) begin
          set(g, sumac_pkg::REG_G_CONSUMED, written[g]);
        end
        6: begin
          w_reg = regs[$urandom_range(10)];
          set(g, {7'd0, w_reg}, value(w_reg));
        end
        default:
          if ($urandom_range((m_open[g] || m_closing[g]) ? 200 : 20) == 0) set(g, sumac_pkg::REG_G_CTRL, 32'd1);
          // group 3 stays open for long
          else if ((g != 3 || n % 400_000 > 399_000) && $urandom_range(200) == 0) set(g, sumac_pkg::REG_G_CTRL, 32'd0);
      endcase
      push_room   = $urandom_range(3) != 0;
      fetch_group = W'($urandom);
      fetched     = m_open[fetch_group] && posted[fetch_group] != gone[fetch_group]
          && gone[fetch_group] - taken[fetch_group] < (1 << m_log2[fetch_group])
                    && !(w_en && w_group == fetch_group && w_reg == 9'(sumac_pkg::REG_G_CTRL) && !w_data[0]);
      for (int i = 0; i < 4; i++) pick[i] = $urandom_range(9) == 0;
      c_group     = W'($urandom);
      c_written   = m_open[c_group] && written[c_group] < gone[c_group];
      fail        = $urandom_range(400) == 0 && !w_en;
      fail_group  = W'($urandom_range(2));
      fail_status = 8'($urandom);
      fail_rank   = ($urandom_range(1) == 0) ? 16'hffff : 16'($urandom);
      x_group     = W'($urandom);
      told        = m_untold[x_group] && $urandom_range(9) == 0 && !(fail && fail_group == x_group);
      for (int i = 0; i < Groups; i++) settled[i] = $urandom_range(9) == 0;
      for (int e = 0; e < 8; e++) begin
        begun_group[e*W+:W] = W'($urandom);
        begun[e] = m_open[begun_group[e*W+:W]] && in_flight[begun_group[e*W+:W]] < 100 && $urandom_range(9) == 0;
      end
      for (int e = 0; e < 6; e++) begin
        ended_group[e*W+:W] = W'($urandom);
        ended[e] = in_flight[ended_group[e*W+:W]] > 5
            || (!m_open[ended_group[e*W+:W]] && in_flight[ended_group[e*W+:W]] > 0 && e == 0);
      end
    end
    if (n == 500_000) begin
      if (n_wrapped < 100 || n_full < 100 || n_second < 100 || n_held < 100 || n_refused < 1000 || n_none < 10 || n_theirs < 100
          || n_outside < 10 || n_used < 1000 || n_pushed < 1000 || n_posted < 1000 || n_closed < 100
          || n_fits < 1000 || n_not < 1000)
        $fatal(1, {"wrapped %0d, full %0d, failed again %0d, held %0d, refused %0d, none %0d, theirs %0d, outside %0d, used %0d, ",
                   "fits %0d, not %0d, pushed %0d, posted %0d, closed %0d"}, n_wrapped, n_full, n_second, n_held, n_refused, n_none,
               n_theirs, n_outside, n_used,
               n_fits, n_not, n_pushed, n_posted, n_closed);
      $display("PASS tb_sumac_groups: %0d posts past the wrap, %0d cycles without a place, %0d failed again", n_wrapped, n_full,
          n_second);
      $finish;
    end
  end

  initial begin
    regs = '{9'(sumac_pkg::REG_G_KEY), 9'(sumac_pkg::REG_G_RANK), 9'(sumac_pkg::REG_G_SLOT), 9'(sumac_pkg::REG_G_RING_POOL),
             9'(sumac_pkg::REG_G_RING_SLOTS), 9'(sumac_pkg::REG_G_DRING_LO), 9'(sumac_pkg::REG_G_DRING_HI),
             9'(sumac_pkg::REG_G_CRING_LO), 9'(sumac_pkg::REG_G_CRING_HI), 9'(sumac_pkg::REG_G_POOL_BEATS),
             9'(sumac_pkg::REG_G_PATIENCE), 9'(sumac_pkg::REG_G_RING_LOG2)};
    for (int i = 0; i < Groups; i++) begin
      posted[i]    = 0;
      taken[i]     = 0;
      gone[i]      = 0;
      written[i]   = 0;
      in_flight[i] = 0;
    end
  end
endmodule
