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

  logic [63:0]       now = '0;
  logic              w_en = 1'b0, w_opens = 1'b0, push_room = 1'b0, pushed, rt_fits, closed, fetched = 1'b0, c_written = 1'b0,
                     fail = 1'b0, told = 1'b0;
  logic [W-1:0]      w_group = '0, fetch_group = '0, c_group = '0, fail_group = '0, x_group = '0, look = '0, fit_group = '0;
  logic [15:0]       w_reg = '0, fail_rank = '0;
  logic [31:0]       w_data = '0;
  logic [7:0]        key_pool = '0, fail_status = '0, begun = '0;
  logic [3:0]        key_slots = '0, rt_ring = '0, pick = '0;
  logic [1:0]        w_inside = '0;
  logic [5:0]        w_window = '0;              // of the two rings, if they are inside
  logic [6:0]        ended = '0;
  logic [2:0]        win_index = '0;
  logic [Groups-1:0] settled = '0;
  logic [47:0]       begun_group = '0;
  logic [41:0]       ended_group = '0;
  sumac_pkg::key_t         key;
  sumac_pkg::layout_t      layout;
  sumac_pkg::sweep_group_t of_sweep;
  sumac_pkg::group_t       group;
  sumac_pkg::rings_ask_t   rings;
  sumac_pkg::states_t      states;
  sumac_pkg::posted_t      posts;
  sumac_pkg::entry_t       entry, next_entry;    // for the group of the cycle before
  sumac_pkg::fault_t       fault;
  sumac_pkg::g_write_t     write;
  sumac_pkg::fetch_t       fetch;
  sumac_pkg::fails_t       fails;
  sumac_pkg::flight_t      flight;
  assign write  = {w_en, 6'(w_group), 9'(w_reg), w_data};
  assign fetch  = {fetched, 6'(fetch_group), 6'(look)};
  assign fails  = {fail, 6'(fail_group), fail_status, fail_rank, told, 6'(x_group)};
  assign flight = {begun, begun_group, ended, ended_group, pick};

  sumac_groups #(.Groups(Groups), .PoolBeats(256), .Windows(8)) dut (
    .clk_i(clk), .rst_i(rst), .now_i(now), .w_i(write), .ask_i({w_opens, 6'(look)}), .group_o(group), .push_room_i(push_room),
    .pushed_o(pushed), .rings_o(rings),
    .rings_i({1'b1, w_inside[0], w_inside[1], 7'(w_window[2:0]), 7'(w_window[5:3]), 7'(win_index)}),
    .channel_i({11'd0, 6'(fit_group), 112'd0, 17'(key_pool), key_slots, 4'd0}), .key_o(key),
    .rt_group_i(fit_group), .rt_ring_i(rt_ring), .rt_fits_o(rt_fits), .states_o(states), .closed_o(closed),
    .settled_i(settled), .w_of_group_i(look), .w_of_o(of_sweep), .posted_o(posts), .fetch_i(fetch),
    .node_group_i(look), .layout_o(layout), .c_group_i(c_group), .c_o(entry), .c_written_i(c_written), .x_fault_o(fault),
    .fails_i(fails), .flight_i(flight)
  );
  groups_model #(.Groups(Groups)) m (
    .w_i(write), .inside_i(w_inside), .windows_i(w_window), .pushed_i(pushed), .fetch_i(fetch), .c_written_i(c_written),
    .c_group_i(c_group), .fails_i(fails), .flight_i(flight), .still_i(states.still[Groups-1:0]), .settled_i(settled)
  );

  // A run counts these, and must have seen so many.
  typedef enum int {Wrapped, Full, Held, Refused, NoMemory, Theirs, Outside, Used, Pushed, Posted, Closed, Fits, FitsNot} saw_e;
  localparam int Least [13] = '{100, 100, 100, 1000, 10, 100, 10, 1000, 300, 1000, 100, 1000, 1000};
  int          saw [13] = '{default: 0};
  saw_e        what;

  logic [Groups-1:0] asked_live = '0, was_live = '0;
  int          n = 0, g, n_stood = 0, since = 9, c_phase = 0, ripe [Groups] = '{default: 0};
  bit          all_set = 1'b0, busy = 1'b0, judged = 1'b0, must, may, used, p_known = 1'b0, c_known = 1'b0, p_closed = 1'b0,
               p_shut = 1'b0;
  logic [W-1:0] p_look = '0;            // of the cycle before
  logic [2:0]  p_index = '0;
  logic [31:0] p_state = '0;
  logic [15:0] p_doorbell = '0;
  logic [7:0]  verdict = '0, want;

  // ---- what it shows
  function automatic void check_group(int i);
    if (states.open[i] != (m.open[i] && !m.failed[i])) $fatal(1, "group %0d: open %0d", i, states.open[i]);
    if (states.live[i] != m.live[i]) $fatal(1, "group %0d: live %0d", i, states.live[i]);
    if (states.failing[i] != m.untold[i]) $fatal(1, "group %0d: failing %0d", i, states.failing[i]);
    if (states.failed[i] != (m.known[i] && m.live[i])) $fatal(1, "group %0d: failed %0d", i, states.failed[i]);
    if (states.reset[i] != (m.last.en && int'(m.last.group) == i && m.last.at == 9'(sumac_pkg::REG_G_CTRL) && m.last.data[0]))
      $fatal(1, "group %0d: reset", i);
    may  = m.live[i] && !m.open[i] && m.in_flight[i] == 0 && !m.untold[i] && m.rested[i] == '1;
    must = may && ripe[i] > 3;          // 4 cycles later
    if ((states.still[i] && !may) || (!states.still[i] && must))
      $fatal(1, "group %0d: still %0d with %0d in flight", i, states.still[i], m.in_flight[i]);
    if (m.live[i] && !m.open[i] && !states.still[i]) saw[Held]++;
    ripe[i] = may ? ripe[i] + 1 : 0;
    may = m.open[i] && m.posted[i] != m.gone[i] && m.has_place(i);
    if (posts.pending[i] != may && (n >= m.seen_at[i] || (posts.pending[i] && n != m.fetched_at[i] + 1)))
      $fatal(1, "group %0d: pending %0d with %0d posted, %0d fetched, %0d consumed", i, posts.pending[i], m.posted[i], m.gone[i],
             m.taken[i]);
    if (m.open[i] && m.posted[i] != m.gone[i] && !posts.pending[i]) saw[Full]++;
    if (m.live[i] && (p_index == m.windows[i][2:0] || p_index == m.windows[i][5:3])) used = 1'b1;
  endfunction

  // A write is judged when it has stood, and done.
  function automatic void check_write;
    g = int'(w_group);
    if (all_set && busy && n_stood >= 2
        && {rings.d_addr, rings.c_addr, 32'd1 << rings.log2} != {m.descriptors(g), m.completions(g), m.entries(g)})
      $fatal(1, "group %0d: its rings", g);
    if (busy && !judged && (m.is_open() ? w_opens && group.known : m.is_word() ? n_stood >= 1
                            : (m.is_last() || w_reg == sumac_pkg::REG_G_DOORBELL) ? since >= 2 : n_stood >= 2)) begin
      judged  = 1'b1;
      verdict = group.status;
      want    = m.why_not(m.live);      // a group that has closed meanwhile may have been looked at before, that one a cycle
      if (verdict != want && verdict != m.why_not(asked_live)
          && !(verdict == sumac_pkg::ST_ESTATE && m.is_refused(was_live)))
        $fatal(1, "group %0d: status %0d of a write to %h", g, verdict, 9'(w_reg));
      saw[Refused]  += int'(m.is_refused(m.live));
      saw[NoMemory] += int'(verdict == sumac_pkg::ST_EINVAL);
      saw[Theirs]   += int'(verdict == sumac_pkg::ST_ENORES);
      saw[Outside]  += int'(verdict == sumac_pkg::ST_EWINDOW);
      saw[Closed]   += int'(m.is_shut());
    end
    if (!w_opens) asked_live = m.live;
    was_live = m.live;
    may = w_en && m.is_last() && push_room && m.posted[g] == m.gone[g] && m.has_place(g);
    if (pushed ? !may : (may && n > m.seen_at[g] && n > m.wrote_at + 3)) $fatal(1, "group %0d: pushed %0d", g, pushed);
    if (w_en && m.is_last()) saw[pushed?Pushed : Posted]++;
  endfunction

  // Whether a window and a ring fit in the group, when it has stood long enough.
  function automatic void check_fit;
    g = int'(fit_group);
    if (all_set && n % 4 == 3 && n > m.set_at[g] + 8) begin
      if (key.fits != (int'(key_pool) >= m.pool(g)
                       && int'(key_pool) + (1 << key_slots << m.slot(g)) <= m.pool(g) + m.beats(g))
          || rt_fits != ((int'(rt_ring) + 1) << m.wrote(g, sumac_pkg::REG_G_RING_SLOTS) << m.slot(g) <= m.beats(g)))
        $fatal(1, "group %0d: what fits", g);
      saw[key.fits?Fits : FitsNot]++;
    end
    if (all_set && {key.key, 32'(key.slot)} != {m.wrote(g, sumac_pkg::REG_G_KEY), m.slot(g)}) $fatal(1, "group %0d: its key", g);
  endfunction

  function automatic void check_reads;
    if (group.shut != p_shut) $fatal(1, "group %0d: shut %0d", w_group, group.shut);
    p_shut = m.is_shut();
    if (group.state != p_state) $fatal(1, "group %0d: state %h, not %h", p_look, group.state, p_state);
    if (p_known && group.doorbell != 32'(p_doorbell)) $fatal(1, "group %0d: doorbell %h", p_look, group.doorbell);
    g = int'(look);
    if (of_sweep.closing != (m.live[g] && !m.open[g])
        || (all_set && of_sweep.patience != 11'(m.wrote(g, sumac_pkg::REG_G_PATIENCE)))
        || (m.known[g] && {of_sweep.status, of_sweep.rank} != m.fault[g])) $fatal(1, "group %0d: the sweep's", g);
    if (all_set && (int'(posts.slot) != m.slot(g) || int'(layout.slot) != m.slot(g) || int'(layout.pool) != m.pool(g)
        || 32'(layout.ring_slots) != m.wrote(g, sumac_pkg::REG_G_RING_SLOTS)))
      $fatal(1, "group %0d: its layout", g);
    p_state = (m.live[g] && !m.open[g]) ? 32'd3 : 32'(m.open[g]);
    if (m.open[g] && m.known[g]) p_state = {m.fault[g][15:0], m.fault[g][23:16], 8'd2};
    p_known    = m.open[g] && n >= m.seen_at[g];
    p_doorbell = 16'(m.posted[g]);
    p_look     = look;
    g = int'(fetch_group);
    if (posts.pending[g] && n >= m.seen_at[g] && posts.next != {m.descriptors(g) + m.offset(g, m.gone[g]), m.rung[g]})
      $fatal(1, "group %0d: descriptor %0d at %h", g, m.gone[g], posts.next.addr);
    if (c_known && entry != next_entry) $fatal(1, "a completion at %h, lap %0d", entry.addr, entry.mark);
    g          = int'(c_group);
    c_known    = c_phase == 0 && m.open[g] && n > m.set_at[g] + 1;
    next_entry = {m.completions(g) + m.offset(g, m.written[g]), 64'd1 + 64'(m.written[g] / m.entries(g))};
    if (m.untold[x_group] && {fault.status, fault.rank} != m.fault[x_group]) $fatal(1, "group %0d: fault", x_group);
  endfunction

  always @(posedge clk) begin
    if (n > 8) begin
      used = 1'b0;
      for (int i = 0; i < Groups; i++) check_group(i);
      if (rings.used != used) $fatal(1, "window %0d: used %0d", p_index, rings.used);
      saw[Used] += int'(used);
      check_write();
      if (closed != p_closed) $fatal(1, "closed %0d", closed);
      p_closed = (states.still[Groups-1:0] & settled) != '0;
      check_fit();
      check_reads();
    end
    m.happens(n, now);
    p_index = win_index;
    now <= now + 64'd1;
  end

  // ---- what is asked of it
  // The layouts are such that many fit, and many do not.
  function automatic logic [31:0] value(logic [15:0] register);
    case (register)
      sumac_pkg::REG_G_SLOT, sumac_pkg::REG_G_RING_SLOTS: value = $urandom_range(2);
      sumac_pkg::REG_G_RING_POOL:  value = $urandom_range(7) * 32;
      sumac_pkg::REG_G_POOL_BEATS: value = ($urandom_range(1) == 0) ? $urandom_range(2) * 32 : $urandom_range(70);
      sumac_pkg::REG_G_DRING_LO, sumac_pkg::REG_G_DRING_HI:   // whose addresses carry far
        value = $urandom | (($urandom_range(1) == 0) ? '0 : (register[2] ? 32'h3fff : 32'hffff_ff00));
      sumac_pkg::REG_G_RING_LOG2:  value = 32'(g);
      default: value = $urandom;
    endcase
  endfunction
  localparam logic [15:0] Regs [12] = '{
    sumac_pkg::REG_G_KEY, sumac_pkg::REG_G_RANK, sumac_pkg::REG_G_SLOT, sumac_pkg::REG_G_RING_POOL, sumac_pkg::REG_G_RING_SLOTS,
    sumac_pkg::REG_G_DRING_LO, sumac_pkg::REG_G_DRING_HI, sumac_pkg::REG_G_CRING_LO, sumac_pkg::REG_G_CRING_HI,
    sumac_pkg::REG_G_POOL_BEATS, sumac_pkg::REG_G_PATIENCE, sumac_pkg::REG_G_RING_LOG2
  };
  int n_set = -Groups;
  task automatic set(int group, logic [15:0] register, logic [31:0] data);
    {busy, n_stood, w_group, w_reg, w_data} = {1'b1, 32'd0, W'(group), register, data};
  endtask
  function automatic int some;          // group 3 stays open for long, and has most of the work
    return $urandom_range(1) == 0 ? 3 : int'($urandom_range(Groups - 1));
  endfunction

  always @(negedge clk) begin
    n   = n + 1;
    rst = n < 4;
    w_en  = judged && verdict == sumac_pkg::ST_OK && !group.shut;
    since = w_en ? 0 : since + 1;
    if (judged) busy = 1'b0;
    else if (n >= 5 && !busy && n_set < 12 * Groups) begin
      // groups without memory are not opened; then the whole configuration once
      g = n_set / 12;
      if (n_set < 0) set(-1 - n_set, sumac_pkg::REG_G_CTRL, 32'd1);
      else set(g, Regs[n_set%12], value(Regs[n_set%12]));
      n_set = n_set + 1;
    end else if (n >= 5 && !busy && $urandom_range(3) != 0) begin
      w_window = 6'($urandom);
      w_inside = ($urandom_range(7) == 0) ? 2'($urandom) : 2'b11;
      g        = some();
      case ($urandom_range(7))
        0, 1, 2: if (m.open[g] && n % 50_000 > 10_000 && m.posted[g] - m.gone[g] < 30000) begin
          set(g, sumac_pkg::REG_G_DOORBELL, m.posted[g] + $urandom_range(9));
          if (w_data > 32'hffff) saw[Wrapped]++;
        end
        3: if ($urandom_range(1) == 0) set(g, sumac_pkg::REG_G_PUSH + 16'($urandom_range(14)) * 16'd4, $urandom);
        else if (m.posted[g] - m.gone[g] < 30000) set(g, sumac_pkg::REG_G_PUSH + 16'd60, $urandom);
        4, 5: if (m.open[g]) set(g, sumac_pkg::REG_G_CONSUMED, m.written[g]);
        6: begin
          w_reg = Regs[$urandom_range(10)];
          set(g, w_reg, value(w_reg));
        end
        default:
          if ($urandom_range(m.live[g] ? 60 : 5) == 0) set(g, sumac_pkg::REG_G_CTRL, 32'd1);
          else if ((g != 3 || n % 600_000 > 599_000) && $urandom_range(60) == 0) set(g, sumac_pkg::REG_G_CTRL, 32'd0);
      endcase
    end
    judged  = 1'b0;
    all_set = all_set || (n_set == 12 * Groups && !busy && since > 2);
    if (busy) n_stood = n_stood + 1;
    w_opens = busy && w_reg == sumac_pkg::REG_G_CTRL && w_data[0] && n_stood >= 2;

    {fail, told, begun, ended, settled} = '0;
    look      = W'($urandom);
    win_index = 3'($urandom);
    rt_ring   = 4'($urandom);
    if (n % 4 == 0) {fit_group, key_pool, key_slots} = {W'($urandom), 8'($urandom), 4'($urandom_range(4))};
    push_room   = $urandom_range(3) != 0;
    fetch_group = W'(some());
    fetched     = !fetched && !rst && posts.pending[fetch_group] && $urandom_range(7) != 0;
    pick        = 4'($urandom) & 4'($urandom) & 4'($urandom);
    c_phase     = (c_phase == 2) ? 0 : c_phase + 1;     // as sumac_complete: the group, a cycle later the pulse, a cycle of rest
    if (c_phase == 0) c_group = W'(some());
    c_written   = c_phase == 1 && m.open[c_group] && m.written[c_group] < m.gone[c_group];
    if (!rst) begin
      fail        = $urandom_range(400) == 0;
      fail_group  = W'($urandom_range(2));
      fail_status = 8'($urandom);
      fail_rank   = ($urandom_range(1) == 0) ? 16'hffff : 16'($urandom);
      x_group     = W'($urandom);
      told        = m.untold[x_group] && $urandom_range(9) == 0;
      for (int i = 0; i < Groups; i++) settled[i] = $urandom_range(9) == 0;
      // work begins in an open group, and follows on other work in a closing one
      for (int e = 0; e < 8; e++) begin
        begun_group[e*6+:W] = W'($urandom);
        begun[e] = (m.open[begun_group[e*6+:W]] ? m.in_flight[begun_group[e*6+:W]] < 100
                    : e == 0 && m.in_flight[begun_group[e*6+:W]] > 0 && $urandom_range(3) == 0) && $urandom_range(9) == 0;
      end
      for (int e = 0; e < 7; e++) begin
        ended_group[e*6+:W] = W'($urandom);
        ended[e] = m.in_flight[ended_group[e*6+:W]] > 6
            || (!m.open[ended_group[e*6+:W]] && m.in_flight[ended_group[e*6+:W]] > 0 && e == 0);
      end
    end
    if (n == 700_000) begin
      m.enough();
      for (int i = 0; i < 13; i++) begin
        what = saw_e'(i);
        if (saw[i] < Least[i]) $fatal(1, "%s: %0d times", what.name(), saw[i]);
      end
      $display("PASS tb_sumac_groups: %0d posts past the wrap, %0d cycles without a place, %0d failed again", saw[Wrapped],
               saw[Full], m.n_second);
      $finish;
    end
  end
endmodule
