// The groups (sumac_groups with its parts) against a model, with random writes as sumac_csr makes them, fetches, completions,
// failures and work in flight: a group's rings go round and their 16-bit counts wrap; no descriptor is fetched twice, nor without a
// place for its completion; a group fails once, with the first reason, and is failing until the news is spread; closing ends when
// nothing is in flight, the news is spread, every stage has been between two pieces of work since, and then its channels have
// settled; opening begins anew; an open or closing group is neither opened nor configured, nor is one opened whose memory does
// not exist or is another's; a window or a ring fits where it lies inside; each group by itself. A push is posted, and fetched too
// only if nothing else is posted and there is room. A change that takes some cycles is looked at when it must be seen, and in
// between only what may not be.
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

  logic [63:0]       now = '0, fetch_addr, fetch_rung, c_addr, c_lap, w_dring, w_cring;
  logic              w_en = 1'b0, w_opens = 1'b0, w_known, push_room = 1'b0, pushed, win_used, used, rt_fits, closed,
                     fetched = 1'b0, c_written = 1'b0, fail = 1'b0, told = 1'b0;
  logic [W-1:0]      w_group = '0, fetch_group = '0, c_group = '0, fail_group = '0, x_group = '0, look = '0, fit_group = '0;
  logic [8:0]        w_reg = '0;
  logic [31:0]       w_data = '0, csr_state, csr_doorbell;
  logic [7:0]        w_status, key_pool = '0, fail_status = '0;
  logic [3:0]        key_slots = '0, rt_ring = '0, w_log2, pick = '0;
  logic [1:0]        w_inside = '0;
  logic [5:0]        w_window = '0;     // of the two rings, if they are inside
  logic [2:0]        accept_slot, win_index = '0;
  logic [15:0]       fail_rank = '0;
  logic [Groups-1:0] open, live, group_reset, pending, failing, failed, still, settled = '0;
  sumac_pkg::key_t    key;
  sumac_pkg::ch_cfg_t channel;
  always_comb begin
    channel           = '0;
    channel.group     = 6'(fit_group);
    channel.pool      = 17'(key_pool);
    channel.own_slots = key_slots;
  end
  sumac_pkg::layout_t layout;
  logic [7:0]        x_status;
  logic [5:0]        x_pad;
  logic [15:0]       x_rank;
  sumac_pkg::sweep_group_t w_of;
  logic [7:0]        begun = '0;
  logic [47:0]       begun_group = '0;
  logic [5:0]        ended = '0;
  logic [35:0]       ended_group = '0;
  sumac_pkg::group_t group;
  sumac_pkg::rings_ask_t rings;
  sumac_pkg::states_t states;
  sumac_pkg::posted_t posts;
  assign {w_status, w_known, csr_state, csr_doorbell} = group;
  assign {w_dring, w_cring, w_log2, win_used}         = {rings.d_addr, rings.c_addr, rings.log2, rings.used};
  assign {open, live, group_reset} = {states.open[Groups-1:0], states.live[Groups-1:0], states.reset[Groups-1:0]};
  assign {failed, still, failing}  = {states.failed[Groups-1:0], states.still[Groups-1:0], states.failing[Groups-1:0]};
  assign {pending, fetch_addr, fetch_rung, accept_slot} = {posts.pending[Groups-1:0], posts.addr, posts.mark, posts.slot};

  sumac_groups #(.Groups(Groups), .PoolBeats(256), .Windows(8)) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now), .w_i({w_en, 6'(w_group), w_reg, w_data}),
    .ask_i({w_opens, 6'(look)}), .group_o(group), .push_room_i(push_room), .pushed_o(pushed), .rings_o(rings),
    .rings_i({1'b1, w_inside[0], w_inside[1], 7'(w_window[2:0]), 7'(w_window[5:3]), 7'(win_index)}),
    .channel_i(channel), .key_o(key), .rt_group_i(fit_group), .rt_ring_i(rt_ring), .rt_fits_o(rt_fits), .states_o(states),
    .closed_o(closed), .settled_i(settled), .w_of_group_i(look), .w_of_o(w_of), .posted_o(posts),
    .fetch_i({fetched, 6'(fetch_group), 6'(look)}), .node_group_i(look), .layout_o(layout), .c_group_i(c_group),
    .c_o({c_addr, c_lap}), .c_written_i(c_written), .x_fault_o({x_pad, x_status, x_rank}),
    .fails_i({fail, 6'(fail_group), fail_status, fail_rank, told, 6'(x_group)}),
    .flight_i({begun, begun_group, ended, ended_group, pick})
  );

  // ---- the model. Counts are since the opening, never wrapping (the registers take their low 16 bits), and of now; seen_at is
  // when the group has seen the last event. All else is as it can be seen.
  int unsigned posted [Groups], taken [Groups], gone [Groups], written [Groups], in_flight [Groups], seen_at [Groups],
               fetched_at [Groups], wrote_at = 0;
  logic [31:0] m_key [Groups];
  logic [15:0] m_rank [Groups], m_fault [Groups];
  logic [10:0] m_patience [Groups];
  logic [7:0]  m_status [Groups], m_pool [Groups];
  logic [2:0]  m_slot [Groups];
  logic [3:0]  m_ring [Groups], rested [Groups];
  logic [5:0]  m_window [Groups];
  logic [63:0] m_dring [Groups], m_cring [Groups], m_rung [Groups];
  int          m_log2 [Groups], m_n [Groups], ripe [Groups], set_at [Groups];
  logic [Groups-1:0] m_open = '0, m_live = '0, m_failed = '0, m_known = '0, m_untold = '0, m_hit = '0, asked_live = '0,
                     was_live = '0;
  logic        p_en = 1'b0;             // the write of the cycle before
  logic [W-1:0] p_group = '0, p_look = '0;
  logic [8:0]  p_reg = '0;
  logic [31:0] p_data = '0, p_state = '0;
  logic [2:0]  p_index = '0;
  logic [15:0] p_doorbell = '0;
  logic [23:0] p_fault = '0;
  logic        p_known = 1'b0, c_known = 1'b0, p_closed = 1'b0;
  logic [127:0] c_next;                 // for the group of the cycle before
  int n = 0, g, n_stood = 0, since = 9, n_pushed = 0, n_posted = 0, n_closed = 0, n_none = 0, n_theirs = 0,
      n_outside = 0, n_used = 0, n_fits = 0, n_not = 0, n_refused = 0, n_wrapped = 0, n_round = 0, n_full = 0, n_second = 0,
      n_held = 0, n_still = 0, n_late = 0, c_phase = 0;
  bit all_set = 1'b0, busy = 1'b0, judged = 1'b0, must, may;
  logic [7:0] verdict = '0, want;

  function automatic bit is_last;
    return w_reg == 9'(sumac_pkg::REG_G_PUSH + 16'd60);
  endfunction
  function automatic bit is_word;
    return w_reg >= 9'(sumac_pkg::REG_G_PUSH) && w_reg < 9'(sumac_pkg::REG_G_PUSH + 16'd60);
  endfunction
  function automatic bit is_open;
    return w_reg == 9'(sumac_pkg::REG_G_CTRL) && w_data[0];
  endfunction
  function automatic bit is_event;
    return is_last() || is_open() || w_reg inside {9'(sumac_pkg::REG_G_DOORBELL), 9'(sumac_pkg::REG_G_CONSUMED)};
  endfunction
  function automatic bit is_refused(logic [Groups-1:0] living);    // all but these three, and closing, wait for its close
    if (is_last()) return !m_open[w_group];
    if (is_word()) return 1'b0;
    return living[w_group] && !(w_reg inside {9'(sumac_pkg::REG_G_DOORBELL), 9'(sumac_pkg::REG_G_CONSUMED),
        9'(sumac_pkg::REG_G_FAIL)})
                 && (w_reg != 9'(sumac_pkg::REG_G_CTRL) || w_data[0]);
  endfunction
  function automatic logic [7:0] why_not(logic [Groups-1:0] living);
    why_not = is_refused(m_live) ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_OK;
    if (why_not != sumac_pkg::ST_OK || !is_open()) return why_not;
    for (int i = 0; i < Groups; i++)
      if (living[i] && int'(m_pool[i]) < int'(m_pool[w_group]) + m_n[w_group]
          && int'(m_pool[w_group]) < int'(m_pool[i]) + m_n[i]) why_not = sumac_pkg::ST_ENORES;
    if (w_inside != 2'b11) why_not = sumac_pkg::ST_EWINDOW;
    if (int'(m_pool[w_group]) + m_n[w_group] > 256 || m_n[w_group] == 0) why_not = sumac_pkg::ST_EINVAL;
  endfunction

  always @(posedge clk) begin
    if (!rst && n > 8) begin
      // what it shows
      for (int i = 0; i < Groups; i++) begin
        if (open[i] != (m_open[i] && !m_failed[i])) $fatal(1, "group %0d: open %0d", i, open[i]);
        if (live[i] != m_live[i]) $fatal(1, "group %0d: live %0d", i, live[i]);
        if (failing[i] != m_untold[i]) $fatal(1, "group %0d: failing %0d", i, failing[i]);
        if (failed[i] != (m_known[i] && m_live[i])) $fatal(1, "group %0d: failed %0d", i, failed[i]);
        may  = m_live[i] && !m_open[i] && in_flight[i] == 0 && !m_untold[i] && rested[i] == '1;
        must = may && ripe[i] > 3;    // 4 cycles later
        if ((still[i] && !may) || (!still[i] && must)) $fatal(1, "group %0d: still %0d", i, still[i]);
        if (m_live[i] && !m_open[i] && !still[i]) n_held++;
        ripe[i] = may ? ripe[i] + 1 : 0;
        may = m_open[i] && posted[i] != gone[i] && gone[i] - taken[i] < (1 << m_log2[i]);
        if (pending[i] != may && (n >= seen_at[i] || (pending[i] && n != fetched_at[i] + 1)))
          $fatal(1, "group %0d: pending %0d with %0d posted, %0d fetched, %0d consumed", i, pending[i], posted[i], gone[i],
                   taken[i]);
        if (m_open[i] && posted[i] != gone[i] && !pending[i]) n_full++;
        if (group_reset[i] != (p_en && int'(p_group) == i && p_reg == 9'(sumac_pkg::REG_G_CTRL) && p_data[0]))
          $fatal(1, "group %0d: reset", i);
      end
      used = 1'b0;
      for (int i = 0; i < Groups; i++)
        if (m_live[i] && (m_window[i][2:0] == p_index || m_window[i][5:3] == p_index)) used = 1'b1;
      if (win_used != used) $fatal(1, "window %0d: used %0d", p_index, win_used);
      n_used = n_used + int'(used);
      // a write: judged when it has stood, and done
      g = int'(w_group);
      if (all_set && busy && n_stood >= 2 && {w_dring, w_cring, w_log2} != {m_dring[g], m_cring[g], 4'(m_log2[g])})
        $fatal(1, "group %0d: its rings", g);
      if (busy && !judged && (is_open() ? w_opens && w_known : is_word() ? n_stood >= 1
                              : (is_last() || w_reg == 9'(sumac_pkg::REG_G_DOORBELL)) ? since >= 2 : n_stood >= 2)) begin
        judged  = 1'b1;
        verdict = w_status;
        want    = why_not(m_live);      // a group that has closed meanwhile may have been looked at before, that one a cycle
        if (verdict != want && verdict != why_not(asked_live) && !(verdict == sumac_pkg::ST_ESTATE && is_refused(was_live)))
          $fatal(1, "group %0d: status %0d of a write to %h", g, w_status, w_reg);
        if (is_refused(m_live)) n_refused++;
        if (verdict == sumac_pkg::ST_EINVAL) n_none++;
        if (verdict == sumac_pkg::ST_ENORES) n_theirs++;
        if (verdict == sumac_pkg::ST_EWINDOW) n_outside++;
        if (is_last() && !m_open[g]) n_closed++;
      end
      if (!w_opens) asked_live = m_live;
      was_live = m_live;
      may = w_en && is_last() && push_room && posted[g] == gone[g] && gone[g] - taken[g] < (1 << m_log2[g]);
      if (pushed && !may || (!pushed && may && n > seen_at[g] && n > wrote_at + 3)) $fatal(1, "group %0d: pushed %0d", g, pushed);
      if (w_en && is_last()) begin
        if (pushed) n_pushed++;
        else n_posted++;
      end
      if (closed != p_closed) $fatal(1, "closed %0d", closed);
      p_closed = (still & settled) != '0;
      // what fits in a group that is asked for long, and has stood longer
      g = int'(fit_group);
      if (all_set && n % 4 == 3 && n > set_at[g] + 8) begin
        if (key.fits != (key_pool >= m_pool[g] && int'(key_pool) + (1 << key_slots << m_slot[g]) <= int'(m_pool[g]) + m_n[g])
            || rt_fits != ((int'(rt_ring) + 1) << m_ring[g] << m_slot[g] <= m_n[g])) $fatal(1, "group %0d: what fits", g);
        if (key.fits) n_fits++;
        else n_not++;
      end
      if (all_set && {key.key, key.slot} != {m_key[g], m_slot[g]}) $fatal(1, "group %0d: its key", g);
      // reads
      if (csr_state != p_state) $fatal(1, "group %0d: state %h, not %h", p_look, csr_state, p_state);
      if (p_known && csr_doorbell != 32'(p_doorbell)) $fatal(1, "group %0d: doorbell %h", p_look, csr_doorbell);
      g = int'(look);
      if (w_of.closing != (m_live[g] && !m_open[g]) || (all_set && w_of.patience != m_patience[g])
          || (m_known[g] && {w_of.status, w_of.rank} != {m_status[g], m_fault[g]})) $fatal(1, "group %0d: the sweep's", g);
      if (all_set && ({accept_slot, layout.slot} != {2{m_slot[g]}} || layout.pool != 17'(m_pool[g])
          || layout.ring_slots != m_ring[g]))
        $fatal(1, "group %0d: its layout", g);
      p_state = (m_live[g] && !m_open[g]) ? 32'd3 : 32'(m_open[g]);
      if (m_open[g] && m_known[g]) p_state = {m_fault[g], m_status[g], 8'd2};
      p_known    = m_open[g] && n >= seen_at[g];
      p_doorbell = 16'(posted[g]);
      p_look     = look;
      g = int'(fetch_group);
      if (pending[g] && n >= seen_at[g]
          && (fetch_addr != m_dring[g] + {26'd0, 32'(gone[g] & ~(-1 << m_log2[g])), 6'd0} || fetch_rung != m_rung[g]))
        $fatal(1, "group %0d: descriptor %0d at %h", g, gone[g], fetch_addr);
      if (c_known && {c_addr, c_lap} != c_next) $fatal(1, "a completion at %h, lap %0d", c_addr, c_lap);
      g       = int'(c_group);
      c_known = c_phase == 0 && m_open[g] && n > set_at[g] + 1;
      c_next  = {m_cring[g] + {26'd0, 32'(written[g] & ~(-1 << m_log2[g])), 6'd0}, 64'd1 + {32'd0, 32'(written[g] >> m_log2[g])}};
      if (m_untold[x_group] && {x_status, x_rank} != {m_status[x_group], m_fault[x_group]}) $fatal(1, "group %0d: fault", x_group);
    end

    // what happens: seen in the next cycle,
    for (int i = 0; i < Groups; i++) begin
      rested[i] = (m_live[i] && !m_open[i]) ? rested[i] | pick : '0;
      if (still[i] && settled[i]) begin
        m_live[i] = 1'b0;
        n_still++;
      end
      if (m_hit[i]) begin
        m_known[i]  = 1'b1;
        m_untold[i] = 1'b1;
        m_status[i] = p_fault[23:16];
        m_fault[i]  = (p_fault[15:0] == 16'hffff) ? m_rank[i] : p_fault[15:0];
      end
    end
    if (told) m_untold[x_group] = 1'b0;
    m_hit   = '0;
    p_fault = {fail_status, fail_rank};
    if (fail && m_open[fail_group]) begin
      if (m_failed[fail_group]) n_second++;
      else begin
        m_hit[fail_group]    = 1'b1;
        m_failed[fail_group] = 1'b1;
      end
    end
    // in the one after,
    if (p_en) begin
      g = int'(p_group);
      case ({7'd0, p_reg})
        sumac_pkg::REG_G_KEY:        m_key[g]  = p_data;
        sumac_pkg::REG_G_RANK:       m_rank[g] = p_data[15:0];
        sumac_pkg::REG_G_SLOT:       m_slot[g] = p_data[2:0];
        sumac_pkg::REG_G_RING_POOL:  m_pool[g] = p_data[7:0];
        sumac_pkg::REG_G_POOL_BEATS: m_n[g]    = int'(p_data);
        sumac_pkg::REG_G_RING_SLOTS: m_ring[g] = p_data[3:0];
        sumac_pkg::REG_G_DRING_LO:   m_dring[g][31:0]  = p_data;
        sumac_pkg::REG_G_DRING_HI:   m_dring[g][63:32] = p_data;
        sumac_pkg::REG_G_CRING_LO:   m_cring[g][31:0]  = p_data;
        sumac_pkg::REG_G_CRING_HI:   m_cring[g][63:32] = p_data;
        sumac_pkg::REG_G_RING_LOG2:  m_log2[g] = int'(p_data[3:0]);
        sumac_pkg::REG_G_PATIENCE:   m_patience[g] = p_data[10:0];
        sumac_pkg::REG_G_CTRL:
          if (p_data[0]) {m_open[g], m_live[g], m_failed[g], m_known[g]} = 4'b1100;
          else m_open[g] = 1'b0;
        default: ;
      endcase
      if (p_reg < 9'(sumac_pkg::REG_G_PUSH)
          && !(p_reg inside {9'(sumac_pkg::REG_G_DOORBELL), 9'(sumac_pkg::REG_G_CONSUMED)})) set_at[g] = n;
    end
    {p_en, p_group, p_reg, p_data, p_index} = {w_en && !rst, w_group, w_reg, w_data, win_index};
    // and what is counted.
    if (fetched) begin
      gone[fetch_group] = gone[fetch_group] + 1;
      if (gone[fetch_group] == 65536 + 10) n_round++;
      fetched_at[fetch_group] = n;
      seen_at[fetch_group]    = n + 2;
    end
    if (c_written) written[c_group] = written[c_group] + 1;
    for (int e = 0; e < 8; e++) if (begun[e]) in_flight[begun_group[e*6+:W]] = in_flight[begun_group[e*6+:W]] + 1;
    for (int e = 0; e < 6; e++) if (ended[e]) in_flight[ended_group[e*6+:W]] = in_flight[ended_group[e*6+:W]] - 1;
    if (w_en && is_event()) begin
      g = int'(w_group);
      seen_at[g] = n + 2 + int'(fetched) + int'(w_reg == 9'(sumac_pkg::REG_G_CONSUMED));
      wrote_at   = n;
      n_late     = n_late + int'(fetched && fetch_group == w_group);
      if (is_last()) begin
        if (pushed) gone[g] = gone[g] + 1;
        m_rung[g] = now;
        posted[g] = posted[g] + 1;
      end else if (is_open()) begin
        m_window[g] = w_window;
        {posted[g], taken[g], gone[g], written[g]} = '0;
      end else if (w_reg == 9'(sumac_pkg::REG_G_DOORBELL)) begin
        m_rung[g] = now;
        posted[g] = w_data;
      end else taken[g] = w_data;
    end
    now <= now + 64'd1;
  end

  // ---- what is asked of it
  // The layouts are such that many fit, and many do not.
  function automatic logic [31:0] value(logic [8:0] register);
    case ({7'd0, register})
      sumac_pkg::REG_G_SLOT, sumac_pkg::REG_G_RING_SLOTS: value = $urandom_range(2);
      sumac_pkg::REG_G_RING_POOL:  value = $urandom_range(7) * 32;
      sumac_pkg::REG_G_POOL_BEATS: value = ($urandom_range(1) == 0) ? $urandom_range(2) * 32 : $urandom_range(70);
      sumac_pkg::REG_G_DRING_LO, sumac_pkg::REG_G_DRING_HI:   // whose addresses carry far
        value = $urandom | (($urandom_range(1) == 0) ? '0 : (register[2] ? 32'h3fff : 32'hffff_ff00));
      sumac_pkg::REG_G_RING_LOG2:  value = 32'(g);
      default: value = $urandom;
    endcase
  endfunction
  logic [8:0] regs [12];
  int n_set = -Groups;
  task automatic set(int group, logic [15:0] register, logic [31:0] data);
    busy    = 1'b1;
    n_stood = 0;
    w_group = W'(group);
    w_reg   = 9'(register);
    w_data  = data;
  endtask
  function automatic int some;          // group 3 stays open for long, and has most of the work
    return $urandom_range(1) == 0 ? 3 : int'($urandom_range(Groups - 1));
  endfunction

  always @(negedge clk) begin
    n   = n + 1;
    rst = n < 4;
    w_en  = judged && verdict == sumac_pkg::ST_OK;
    since = w_en ? 0 : since + 1;
    if (judged) busy = 1'b0;
    else if (n >= 5 && !busy && n_set < 0) begin
      // groups without memory are not opened
      set(-1 - n_set, sumac_pkg::REG_G_CTRL, 32'd1);
      n_set = n_set + 1;
    end else if (n >= 5 && !busy && n_set < 12 * Groups) begin
      // the whole configuration once
      g = n_set / 12;
      set(g, 16'(regs[n_set%12]), value(regs[n_set%12]));
      n_set = n_set + 1;
    end else if (n >= 5 && !busy && $urandom_range(3) != 0) begin
      w_window = 6'($urandom);
      w_inside = ($urandom_range(7) == 0) ? 2'($urandom) : 2'b11;
      g        = some();
      case ($urandom_range(7))
        0, 1, 2: if (m_open[g] && n % 50_000 > 10_000 && posted[g] - gone[g] < 30000) begin
          set(g, sumac_pkg::REG_G_DOORBELL, posted[g] + $urandom_range(9));
          if (w_data > 32'hffff) n_wrapped++;
        end
        3: if ($urandom_range(1) == 0) set(g, sumac_pkg::REG_G_PUSH + 16'($urandom_range(14)) * 16'd4, $urandom);
        else if (posted[g] - gone[g] < 30000) set(g, sumac_pkg::REG_G_PUSH + 16'd60, $urandom);
        4, 5: if (m_open[g]) set(g, sumac_pkg::REG_G_CONSUMED, written[g]);
        6: begin
          w_reg = regs[$urandom_range(10)];
          set(g, {7'd0, w_reg}, value(w_reg));
        end
        default:
          if ($urandom_range(m_live[g] ? 60 : 5) == 0) set(g, sumac_pkg::REG_G_CTRL, 32'd1);
          else if ((g != 3 || n % 600_000 > 599_000) && $urandom_range(60) == 0) set(g, sumac_pkg::REG_G_CTRL, 32'd0);
      endcase
    end
    judged  = 1'b0;
    all_set = all_set || (n_set == 12 * Groups && !busy && since > 2);
    if (busy) n_stood = n_stood + 1;
    w_opens = busy && is_open() && n_stood >= 2;

    {fail, told, begun, ended, settled} = '0;
    look      = W'($urandom);
    win_index = 3'($urandom);
    rt_ring   = 4'($urandom);
    if (n % 4 == 0) {fit_group, key_pool, key_slots} = {W'($urandom), 8'($urandom), 4'($urandom_range(4))};
    push_room   = $urandom_range(3) != 0;
    fetch_group = W'(some());
    fetched     = !fetched && !rst && pending[fetch_group] && $urandom_range(7) != 0;
    pick        = 4'($urandom) & 4'($urandom) & 4'($urandom);
    c_phase     = (c_phase == 2) ? 0 : c_phase + 1;     // as sumac_complete: the group, a cycle later the pulse, a cycle of rest
    if (c_phase == 0) c_group = W'(some());
    c_written   = c_phase == 1 && m_open[c_group] && written[c_group] < gone[c_group];
    if (!rst) begin
      fail        = $urandom_range(400) == 0;
      fail_group  = W'($urandom_range(2));
      fail_status = 8'($urandom);
      fail_rank   = ($urandom_range(1) == 0) ? 16'hffff : 16'($urandom);
      x_group     = W'($urandom);
      told        = m_untold[x_group] && $urandom_range(9) == 0;
      for (int i = 0; i < Groups; i++) settled[i] = $urandom_range(9) == 0;
      // work begins in an open group, and follows on other work in a closing one
      for (int e = 0; e < 8; e++) begin
        begun_group[e*6+:W] = W'($urandom);
        begun[e] = (m_open[begun_group[e*6+:W]] ? in_flight[begun_group[e*6+:W]] < 100
                    : e == 0 && in_flight[begun_group[e*6+:W]] > 0 && $urandom_range(3) == 0) && $urandom_range(9) == 0;
      end
      for (int e = 0; e < 6; e++) begin
        ended_group[e*6+:W] = W'($urandom);
        ended[e] = in_flight[ended_group[e*6+:W]] > 5
            || (!m_open[ended_group[e*6+:W]] && in_flight[ended_group[e*6+:W]] > 0 && e == 0);
      end
    end
    if (n == 700_000) begin
      if (n_wrapped < 100 || n_round < 1 || n_full < 100 || n_second < 100 || n_held < 100 || n_refused < 1000 || n_none < 10
          || n_theirs < 100 || n_outside < 10 || n_used < 1000 || n_pushed < 300 || n_posted < 1000 || n_closed < 100
          || n_fits < 1000 || n_not < 1000 || n_still < 100 || n_late < 100)
        $fatal(1, "wrapped %0d, round %0d (%0d), full %0d, again %0d, held %0d, refused %0d, none %0d, theirs %0d, outside %0d",
               n_wrapped, n_round, gone[3], n_full, n_second, n_held, n_refused, n_none, n_theirs, n_outside,
               ", used %0d, fits %0d, not %0d, pushed %0d, posted %0d, closed %0d, still %0d, late %0d", n_used, n_fits, n_not,
               n_pushed, n_posted, n_closed, n_still, n_late);
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
      posted[i]     = 0;
      taken[i]      = 0;
      gone[i]       = 0;
      written[i]    = 0;
      in_flight[i]  = 0;
      seen_at[i]    = 0;
      fetched_at[i] = 0;
      m_n[i]        = 0;
      m_pool[i]     = 0;
      ripe[i]       = 0;
      set_at[i]     = 0;
    end
  end
endmodule
