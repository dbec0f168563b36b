// The channel table against plain arrays: openings (R19), closings, commits of receive and releases at random, every port
// read every cycle; groups come and go, and a channel is its group's. Openings must not take longer than a few cycles, nor hold a
// commit up. +seed=N repeats a run, +cycles=N sets its length. Small = 1: smallest parameters.
module tb_sumac_channels #(parameter bit Small = 1'b0);
  localparam int Channels  = Small ? sumac_pkg::SmallChannels : sumac_pkg::DefChannels;
  localparam int Groups    = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups;
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int ChanW     = $clog2(Channels);
  localparam int GroupW    = $clog2(Groups);
  localparam int AddrW     = $clog2(PoolBeats);
  localparam int Used      = 4;                         // channels, and groups: few, so that things meet
  localparam int Belongs   = Groups < Used ? Groups : Used;

  typedef struct packed {
    logic [GroupW-1:0] grp;
    logic [15:0]       rank, peer;
    logic [47:0]       mac;
    logic [31:0]       ip;
    logic [AddrW-1:0]  pool;
    logic [3:0]        own, peer_slots;
    logic [2:0]        slot;
    logic [31:0]       key;
  } settings_t;

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #1 clk = !clk;

  logic [Groups-1:0] live = '1, reset = '0;
  logic [7:0]        cfg_status;
  logic              c_mine, asks = 1'b0, is_known, cfg_valid = 1'b0, cfg_ready, cfg_open = 1'b0, commit = 1'b0, release_v = 1'b0;
  settings_t         cfg = '0;
  logic [ChanW-1:0]  cfg_index = '0, rx_index = '0, tx_index = '0, r_index = '0, w_index = '0;
  logic [ChanW-1:0]  a_index = '0, release_index = '0;
  sumac_pkg::back_ch_t g, g_was = '0;
  sumac_pkg::sweep_ch_t w, w_was = '0;
  logic              g_known = 1'b0, w_known = 1'b0;
  sumac_pkg::tx_ch_t tx, tx_was = '0;
  sumac_pkg::ch_t    rx, was = '0;                        // as it must be, for what was asked a cycle before
  sumac_pkg::commit_t commit_data = '0;
  logic [Groups-1:0] rx_live;
  logic              asked = 1'b0, known_was = 1'b0, opens, tx_known = 1'b0, tx_read = 1'b0, rx_open;
  sumac_pkg::ch_at_t anew, limit;

  sumac_channels #(.Channels(Channels), .Groups(Groups), .PoolBeats(PoolBeats)) dut (
    .clk_i(clk), .rst_i(rst), .live_i(live), .reset_i(reset), .cfg_status_o(cfg_status),
    .c_i({6'(m[0].grp), 10'(r_index)}), .c_mine_o(c_mine),
    .asks_i(asks), .known_o(is_known), .cfg_valid_i(cfg_valid), .cfg_ready_o(cfg_ready), .clears_i(1'b0),
    .cfg_i({cfg_open, 10'(cfg_index), 6'(cfg.grp), cfg.rank, cfg.peer, cfg.mac, cfg.ip, 17'(cfg.pool), cfg.own, cfg.peer_slots}),
    .key_i({cfg.key, cfg.slot, cfg.pool[0]}),
    .rx_index_i(rx_index), .rx_o(rx), .rx_live_o(rx_live), .anew_o(anew), .commit_i(commit),
    .commit_data_i(commit_data), .opens_o(opens), .tx_read_i(tx_read),
    .g_index_i(a_index), .g_o(g), .w_index_i(w_index), .w_o(w),
    .tx_index_i(tx_index), .tx_o(tx),
    .release_i({release_v, 10'(release_index)}), .limit_o(limit)
  );

  sumac_pkg::back_ch_t  g_lives;                          // as answered, but open only if its group lives
  sumac_pkg::sweep_ch_t w_lives;
  assign g_lives = {g.open && rx_live[g.group[GroupW-1:0]], g.group, g.una};
  assign w_lives = {w.kept, w.open && rx_live[w.group[GroupW-1:0]], w[$bits(w)-3:0]};

  settings_t   m [Channels];
  bit          open_m [Channels], known [Channels];       // known: it has been opened before
  bit          kept_m [Channels], gap_m [Channels];
  int unsigned rcv [Channels], rel [Channels], una [Channels], lim [Channels];
  bit          took = 1'b0, counts [3];
  logic [ChanW-1:0] counted [3];
  logic [ChanW-1:0] took_index = '0, commit_index = '0;
  int          opening = -1, busy = 0, n_open = 0, n_commit = 0, n_release = 0, worst = 0, n_refused = 0;

  function automatic int rnd(input int n);
    rnd = int'($urandom % n);
  endfunction
  function automatic logic [ChanW-1:0] any();
    any = ChanW'(rnd(Used) * (Channels / Used));
  endfunction
  function automatic logic [GroupW-1:0] any_group();
    any_group = GroupW'(rnd(Belongs) * (Groups / Belongs));
  endfunction

  task automatic check(input bit ok, input string what);
    if (!ok) $fatal(1, "%s", what);
  endtask

  function automatic bit refuses();
    refuses = (cfg_open && !live[cfg.grp]) || (open_m[cfg_index] && live[m[cfg_index].grp]);
  endfunction

  task automatic check_ports();
    if (asked && tx_known) check(tx == tx_was, "transmit");
    if (tx_read)
      tx_was = '{peer: m[tx_index].peer, mac: m[tx_index].mac, ip: m[tx_index].ip, key: m[tx_index].key,
                 own_lim: rel[tx_index] + (1 << m[tx_index].own), rcv_nxt: rcv[tx_index], gap: gap_m[tx_index]};
    if (tx_read || !asked) tx_known = tx_read && known[tx_index];
    w_was.open = w_was.open && live[w_was.group[GroupW-1:0]];
    g_was.open = g_was.open && live[g_was.group[GroupW-1:0]];
    if (asked && w_known) check(w_lives == w_was, "the sweep");
    if (asked && g_known) check(g_lives == g_was, "going back");
    w_was = '{kept: kept_m[w_index], open: open_m[w_index] && !reset[m[w_index].grp], group: 6'(m[w_index].grp),
              rank: m[w_index].rank, own_slots: m[w_index].own, una: una[w_index], lim: lim[w_index], gap: gap_m[w_index],
              rcv: 5'(rcv[w_index]), limit: 5'(rel[w_index] + (1 << m[w_index].own))};
    g_was = '{open: open_m[a_index] && !reset[m[a_index].grp], group: 6'(m[a_index].grp), una: una[a_index]};
    {w_known, g_known} = {known[w_index], known[a_index]};
    rx_open = rx.open && rx_live[rx.group[GroupW-1:0]];
    if (asked) check(rx_open == (known_was && was.open && live[was.group[GroupW-1:0]]), "open for receive");
    was.open = rx.open;                                   // it may be one of a group that has been opened anew
    if (asked && known_was) check(rx == was, "what receive is told");
    was = '{kept: kept_m[rx_index], open: open_m[rx_index] && !reset[m[rx_index].grp], group: 6'(m[rx_index].grp),
            key: m[rx_index].key, pool: 17'(m[rx_index].pool), own_slots: m[rx_index].own, slot: m[rx_index].slot,
            own_lim: rel[rx_index] + (1 << m[rx_index].own), rcv_nxt: rcv[rx_index], una: una[rx_index],
            lim: lim[rx_index], gap: gap_m[rx_index]};
    {asked, known_was} = {1'b1, known[rx_index]};
  endtask

  // A question stands until its answer is known; then it is done, or refused.
  task automatic ask();
    if (cfg_valid && opening >= 0 || cfg_valid && took) {asks, cfg_valid, cfg_open} = 3'b000;
    else if (asks && is_known && !cfg_valid) begin
      check(c_mine == (open_m[r_index] && m[r_index].grp == m[0].grp), "whose it is");
      check(cfg_status == (refuses() ? sumac_pkg::ST_ESTATE : (cfg_open && !cfg.pool[0]) ? sumac_pkg::ST_EINVAL : sumac_pkg::ST_OK),
          "what is refused");
      cfg_valid = cfg_status == sumac_pkg::ST_OK;
      n_refused += int'(!cfg_valid);
      if (!cfg_valid) {asks, cfg_open} = 2'b00;
    end else if (!asks && opening < 0 && rnd(8) == 0) begin
      {asks, cfg_open} = {1'b1, rnd(4) != 0};
      cfg_index = any();
      cfg = $bits(settings_t)'({$urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom});
      cfg.grp = any_group();
      r_index = any();
    end
  endtask

  always @(posedge clk) if (!rst) begin : model
    if (opening < 0) check_ports();                       // while one opens its counters are neither old nor new
    else asked = 1'b0;
    check(opening < 0 || opens, "transmit may look up a channel that is being opened");
    check(anew.en == took && (!took || anew.channel == 10'(took_index)), "opened anew");
    {took, took_index} = {cfg_valid && cfg_ready, cfg_index};
    if (commit) begin
      rcv[commit_index] = commit_data.rcv_nxt; una[commit_index] = commit_data.una; lim[commit_index] = commit_data.lim;
      gap_m[commit_index] = commit_data.gap; n_commit++;
    end
    check(limit.en == counts[2] && (!limit.en || limit.channel == 10'(counted[2])), "a limit has moved");
    if (counts[2]) rel[counted[2]]++;                     // three cycles after the release
    {counts[2], counted[2], counts[1], counted[1], counts[0], counted[0]} =
      {counts[1], counted[1], counts[0], counted[0], release_v, release_index};
    n_release += int'(release_v);
    if (opening >= 0) busy++;
    if (cfg_valid && cfg_ready) begin
      {open_m[cfg_index], kept_m[cfg_index]} = 2'b00;
      if (cfg_open) begin
        m[cfg_index] = cfg; opening = int'(cfg_index); busy = 0; n_open++;
      end
    end
    if (reset != '0) for (int c = 0; c < Channels; c++) if (reset[m[c].grp]) open_m[c] = 1'b0;
  end

  task automatic one_cycle(input bit busy_bus);
    @(negedge clk);
    if (opening >= 0 && cfg_ready && !cfg_valid) begin    // it has opened
      rcv[opening] = 0; rel[opening] = 0; una[opening] = 0; lim[opening] = 1 << m[opening].peer_slots;
      open_m[opening] = 1'b1; known[opening] = 1'b1; kept_m[opening] = 1'b1; gap_m[opening] = 1'b0;
      if (busy > worst) worst = busy;
      opening = -1;
    end
    ask();
    reset = '0;
    if (opening < 0 && !asks && rnd(20 + Channels / 4) == 0) begin : come_and_go
      logic [GroupW-1:0] g;
      g        = any_group();
      live     = live ^ Groups'(1) << g;
      reset    = live & Groups'(1) << g;
    end
    commit_index = any(); release_index = any();
    commit    = busy_bus && !commit && known[commit_index] && int'(commit_index) != opening
        && !(cfg_valid && cfg_index == commit_index);
    release_v = busy_bus && rnd(2) == 0 && known[release_index] && int'(release_index) != opening
        && !(cfg_valid && cfg_index == release_index);
    commit_data = {10'(commit_index), $urandom, $urandom, $urandom, rnd(2) == 0};
    rx_index = any(); tx_index = any(); tx_read = rnd(2) == 0;
    w_index = any(); a_index = any();
  endtask

  initial begin
    int runs, seed;
    if (!$value$plusargs("cycles=%d", runs)) runs = 200000;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_channels: +seed=%0d", seed);
    void'($urandom(seed));
    for (int c = 0; c < Channels; c++) begin
      open_m[c] = 1'b0; known[c] = 1'b0; kept_m[c] = 1'b0; gap_m[c] = 1'b0;
    end
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (int i = 0; i < runs; i++) one_cycle(i / 1000 % 2 == 0);
    if (n_open < 100 || n_commit < 100 || n_release < 100 || n_refused < 100)
      $fatal(1, "too little: %0d openings, %0d commits, %0d releases, %0d refused", n_open, n_commit, n_release, n_refused);
    if (worst > 40) $fatal(1, "an opening took %0d cycles", worst);
    @(negedge clk);
    cfg_valid = 1'b0; commit = 1'b0; release_v = 1'b0;
    rst = 1'b1;
    @(negedge clk);
    for (int c = 0; c < Used; c++) begin
      rx_index = ChanW'(c * (Channels / Used));
      @(negedge clk);
      if ((rx.open && rx_live != '0) || rx.kept) $fatal(1, "open after reset");
    end
    $display("PASS tb_sumac_channels: %0d openings, %0d commits, %0d releases, %0d cycles; an opening took %0d cycles at worst",
             n_open, n_commit, n_release, runs, worst);
    $finish;
  end
endmodule
