// The channel table: what the host wrote of each channel, and its counters. Inside the NIC all chunk numbers are
// 32 bits and start at 0 when the channel is opened; a packet carries their low SeqBits bits.
//   rcv_nxt  chunks received in order        (written by receive)
//   own_lim  first chunk that the peer may not send yet (written by release: chunks released by the nodes, and the own slots)
//   una      own chunks acknowledged         (written by receive)
//   lim      first own chunk that may not be sent yet (written by receive; the peer's slots at opening)
//   gap      chunks are missing              (written by receive)
// The four that receive writes share a word, and own_lim has a memory of its own. Opening resets them (cfg_ready_o drops until
// that is done; receive's commits are never delayed by it).
// A channel belongs to its group: it is opened for one that lives, and is neither opened anew nor closed while that lives. When
// its group has closed it is a tombstone (R16): it keeps settings and rcv_nxt until it is opened anew or closed, so that receive
// can still tell a peer what has arrived. Opening the group makes tombstones of the channels that it had before: a walk over all
// channels, until whose end (2 x Channels cycles and a few) none of the group's is open, and opening one waits.
// The host's registers ask before they write: five cycles later it is known whether the channel may be opened or closed.
// Routes ask likewise whether a channel that one names is its group's.
// Memory: RAM, a copy for each reader, read in a cycle and there in the next.
// Reset: closes every channel, by such a walk.
module sumac_channels #(
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  localparam int ChanW    = $clog2(Channels),
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Groups-1:0] live_i,       // groups that are open, failed or closing
  input  logic [Groups-1:0] reset_i,      // pulse: the group is opened
  // opening and closing, from the registers
  input  logic              asks_i,       // they are about to write cfg_i, which stands until they have
  output logic              known_o,      // cfg_status_o counts
  input  logic              cfg_valid_i,
  output logic              cfg_ready_o,
  input  logic              clears_i,     // the nodes still hold something of the channel that is being opened
  output logic [7:0]        cfg_status_o, // ST_OK, or why it must not be done
  input  sumac_pkg::ch_cfg_t cfg_i,
  input  sumac_pkg::key_t   key_i,
  // receive: looks up by the index in a packet, commits at its end
  input  logic [ChanW-1:0]  rx_index_i,
  output sumac_pkg::ch_t    rx_o,
  output logic [Groups-1:0] rx_live_o,     // groups whose channels may be open
  output sumac_pkg::ch_at_t anew_o,        // a channel was opened anew, or closed
  input  logic              commit_i,
  input  sumac_pkg::commit_t commit_data_i,
  // transmit: looks up what a packet's header needs
  input  logic [ChanW-1:0]  tx_index_i,
  output logic              opens_o,       // a channel is being opened: it may have its new key, and its old counters (R19)
  input  logic              tx_read_i,
  output sumac_pkg::tx_ch_t tx_o,
  // those that go back (g), and the sweep (w): a cycle later; it is open if its group lives
  input  logic [ChanW-1:0]  g_index_i,
  output sumac_pkg::back_ch_t g_o,
  input  logic [ChanW-1:0]  w_index_i,
  output sumac_pkg::sweep_ch_t w_o,
  // routes: whether a channel is open and this group's, three cycles later
  input  sumac_pkg::whose_t c_i,
  output logic              c_mine_o,
  // the nodes give a slot back: own_lim + 1
  input  sumac_pkg::ch_at_t release_i,
  output sumac_pkg::ch_at_t limit_o       // it has moved
);
  typedef enum logic [1:0] {Ready, Settle, Clear} state_e;
  state_e             state_q;
  logic [ChanW-1:0]   index_q;        // the channel being opened
  logic [7:0]         slots_q;        // own and the peer's

  logic [ChanW-1:0]  cfg_index;
  logic [GroupW-1:0] cfg_group;
  assign cfg_index = cfg_i.index[ChanW-1:0];
  assign cfg_group = cfg_i.group[GroupW-1:0];

  // R19: opening first closes the channel for two cycles at least, so that receive sees that a packet under way is none of
  // the new channel's, and its last commit and count come before the counters are cleared.
  logic              clearing, clear, take, sets, anew_q;
  logic [Groups-1:0] stale_q;         // groups that have channels of an earlier life
  logic              all_q;           // reset: all channels are
  logic              shut_q;          // the group that is asked for has, so opening waits
  assign clearing    = state_q == Clear;
  assign clear       = clearing && !commit_i && !counts3_q;
  assign cfg_ready_o = state_q == Ready && !shut_q;
  assign take        = cfg_valid_i && cfg_ready_o;
  assign sets        = take && cfg_i.open;
  assign opens_o     = state_q != Ready;
  assign anew_o      = {anew_q, 10'(index_q)};
  assign rx_live_o   = live_i & ~stale_q;

  always_ff @(posedge clk_i) begin : opening
    case (state_q)
      Ready:   if (take && cfg_i.open) state_q <= Settle;
      Settle:  if (!clears_i) state_q <= Clear;
      Clear:   if (clear) state_q <= Ready;
      default: state_q <= Ready;
    endcase
    if (take) begin
      index_q <= cfg_index;
      slots_q <= {cfg_i.own_slots, cfg_i.peer_slots};
    end
    anew_q <= take;
    if (rst_i) begin
      state_q <= Ready;
      anew_q  <= 1'b0;
    end
  end

  // The walk reads a channel's group, in two steps, looks whether that is to have its channels closed, and closes it. An opening
  // comes first; the walk then reads again. Its groups stay shut until nobody holds a word that was read before.
  logic              walk_q, read_q, look_q, close_q, hit_q, stays, last;
  logic [2:0]        ended_q;
  logic [Groups-1:0] batch_q;
  logic [ChanW-1:0]  walk_index_q, close_index_q;
  logic [GroupW-1:0] walk_group, walk_group_q;

  sumac_ram #(.Width(GroupW), .Depth(Channels)) u_walk_group (
    .clk_i, .w_en_i(sets), .w_addr_i(cfg_index), .w_data_i(cfg_group),
    .r_en_i(1'b1), .r_addr_i(walk_index_q), .r_data_o(walk_group));
  assign stays = take || clearing;
  assign last  = close_q && !stays && 32'(close_index_q) == Channels - 1;

  always_ff @(posedge clk_i) begin : walk
    walk_group_q <= walk_group;
    hit_q        <= all_q || batch_q[walk_group_q];
    {read_q, look_q, close_q} <= {walk_q, read_q, look_q} & {3{!last && !ended_q[0] && !stays}};
    walk_index_q <= stays ? close_index_q : walk_index_q + ChanW'(1);
    if (close_q && !stays) close_index_q <= close_index_q + ChanW'(1);
    if (!walk_q && ended_q == '0) begin
      walk_q  <= stale_q != '0;
      batch_q <= stale_q;
      {walk_index_q, close_index_q} <= '0;
    end
    if (ended_q[0]) walk_q <= 1'b0;
    ended_q <= {ended_q[1:0], last};
    if (ended_q[2]) all_q <= 1'b0;
    stale_q <= (ended_q[2] ? stale_q & ~batch_q : stale_q) | reset_i;
    if (rst_i) begin
      {walk_q, read_q, look_q, close_q, ended_q} <= '0;
      {all_q, stale_q} <= '1;
    end
  end

  logic               w_open, w_kept, w_commit;
  logic [ChanW-1:0]   w_index;
  sumac_pkg::commit_t w_state;
  assign w_open  = take || clear || (close_q && hit_q && !clearing);      // the walk comes last, and then again
  assign w_kept  = take || clear || (close_q && all_q && !clearing);
  assign w_index = clearing ? index_q : take ? cfg_index : close_index_q;
  assign w_commit = commit_i || clear;
  assign w_state  = clear ? {10'(index_q), 32'd0, 32'd0, 32'd1 << slots_q[3:0], 1'b0} : commit_data_i;

  // A limit is read, counted on two cycles later, and written in the third. The three counts before may come too late for the read.
  logic              counts1_q, counts2_q, counts3_q, last_valid_q, w_own_lim;
  logic [ChanW-1:0]  release_index, counts1_index_q, counts2_index_q, counts3_index_q, last_index_q, own_lim_index;
  logic [31:0]       base, base_q, counted, counted_q, last_q, own_lim;
  sumac_ram #(.Width(32), .Depth(Channels)) u_own_lim (
    .clk_i, .w_en_i(w_own_lim), .w_addr_i(own_lim_index), .w_data_i(own_lim),
    .r_en_i(1'b1), .r_addr_i(release_index), .r_data_o(base));
  assign release_index = release_i.channel[ChanW-1:0];
  assign limit_o       = {counts3_q, 10'(counts3_index_q)};
  assign w_own_lim     = counts3_q || clear;
  assign own_lim_index = clear ? index_q : counts3_index_q;
  assign own_lim       = clear ? 32'd1 << slots_q[7:4] : counted_q;
  assign counted       = base_q + 32'd1;
  always_ff @(posedge clk_i) begin : count
    {last_valid_q, counts3_q, counts2_q, counts1_q} <= {counts3_q, counts2_q, counts1_q, release_i.en} & {4{!rst_i}};
    {last_index_q, counts3_index_q, counts2_index_q, counts1_index_q} <=
      {counts3_index_q, counts2_index_q, counts1_index_q, release_index};
    {last_q, counted_q} <= {counted_q, counted};
    if (counts2_q && counts2_index_q == counts1_index_q) base_q <= counted;
    else if (counts3_q && counts3_index_q == counts1_index_q) base_q <= counted_q;
    else if (last_valid_q && last_index_q == counts1_index_q) base_q <= last_q;
    else base_q <= base;
  end

  // Receive's copy.
  localparam int SetW = GroupW + 32 + AddrW + 4 + 3;
  logic [SetW-1:0]   rx_set;
  logic [96:0]       rx_received;
  logic [31:0]       rx_own_lim;
  logic              rx_open, rx_kept;
  logic [GroupW-1:0] rx_group;
  logic [AddrW-1:0]  rx_pool;
  logic [31:0]       rx_key;
  logic [6:0]        rx_slots;
  sumac_ram #(.Width(SetW), .Depth(Channels)) u_rx_set (
    .clk_i, .w_en_i(sets), .w_addr_i(cfg_index),
    .w_data_i({cfg_group, key_i.key, cfg_i.pool[AddrW-1:0], cfg_i.own_slots, key_i.slot}),
    .r_en_i(1'b1), .r_addr_i(rx_index_i), .r_data_o(rx_set));
  sumac_ram #(.Width(97), .Depth(Channels)) u_rx_received (
    .clk_i, .w_en_i(w_commit), .w_addr_i(w_state.channel[ChanW-1:0]), .w_data_i(w_state[96:0]),
    .r_en_i(1'b1), .r_addr_i(rx_index_i), .r_data_o(rx_received));
  sumac_ram #(.Width(32), .Depth(Channels)) u_rx_own_lim (
    .clk_i, .w_en_i(w_own_lim), .w_addr_i(own_lim_index), .w_data_i(own_lim),
    .r_en_i(1'b1), .r_addr_i(rx_index_i), .r_data_o(rx_own_lim));
  sumac_ram #(.Width(1), .Depth(Channels)) u_rx_open (
    .clk_i, .w_en_i(w_open), .w_addr_i(w_index), .w_data_i(clearing), .r_en_i(1'b1), .r_addr_i(rx_index_i), .r_data_o(rx_open));
  sumac_ram #(.Width(1), .Depth(Channels)) u_rx_kept (
    .clk_i, .w_en_i(w_kept), .w_addr_i(w_index), .w_data_i(clearing), .r_en_i(1'b1), .r_addr_i(rx_index_i), .r_data_o(rx_kept));
  assign {rx_group, rx_key, rx_pool, rx_slots} = rx_set;
  assign rx_o = {rx_kept && !all_q, rx_open, 6'(rx_group), rx_key, 17'(rx_pool), rx_slots, rx_own_lim, rx_received};

  // Transmit's.
  logic [127:0] tx_set;
  logic [31:0]  tx_own_lim;
  logic [32:0]  tx_received;
  sumac_ram #(.Width(128), .Depth(Channels)) u_tx_set (
    .clk_i, .w_en_i(sets), .w_addr_i(cfg_index), .w_data_i({cfg_i.peer, cfg_i.mac, cfg_i.ip, key_i.key}),
    .r_en_i(tx_read_i), .r_addr_i(tx_index_i), .r_data_o(tx_set));
  sumac_ram #(.Width(32), .Depth(Channels)) u_tx_own_lim (
    .clk_i, .w_en_i(w_own_lim), .w_addr_i(own_lim_index), .w_data_i(own_lim),
    .r_en_i(tx_read_i), .r_addr_i(tx_index_i), .r_data_o(tx_own_lim));
  sumac_ram #(.Width(33), .Depth(Channels)) u_tx_received (
    .clk_i, .w_en_i(w_commit), .w_addr_i(w_state.channel[ChanW-1:0]), .w_data_i({w_state.rcv_nxt, w_state.gap}),
    .r_en_i(tx_read_i), .r_addr_i(tx_index_i), .r_data_o(tx_received));
  assign tx_o = {tx_set, tx_own_lim, tx_received};

  // The sweep's.
  logic [GroupW+19:0] w_set;
  logic [69:0]        w_received;
  logic [4:0]         w_limit;
  logic               w_open_read, w_kept_read;
  sumac_ram #(.Width(GroupW + 20), .Depth(Channels)) u_w_set (
    .clk_i, .w_en_i(sets), .w_addr_i(cfg_index), .w_data_i({cfg_group, cfg_i.rank, cfg_i.own_slots}),
    .r_en_i(1'b1), .r_addr_i(w_index_i), .r_data_o(w_set));
  sumac_ram #(.Width(70), .Depth(Channels)) u_w_received (
    .clk_i, .w_en_i(w_commit), .w_addr_i(w_state.channel[ChanW-1:0]),
    .w_data_i({w_state.una, w_state.lim, w_state.gap, w_state.rcv_nxt[4:0]}),
    .r_en_i(1'b1), .r_addr_i(w_index_i), .r_data_o(w_received));
  sumac_ram #(.Width(5), .Depth(Channels)) u_w_own_lim (
    .clk_i, .w_en_i(w_own_lim), .w_addr_i(own_lim_index), .w_data_i(own_lim[4:0]),
    .r_en_i(1'b1), .r_addr_i(w_index_i), .r_data_o(w_limit));
  sumac_ram #(.Width(1), .Depth(Channels)) u_w_open (
    .clk_i, .w_en_i(w_open), .w_addr_i(w_index), .w_data_i(clearing), .r_en_i(1'b1), .r_addr_i(w_index_i), .r_data_o(w_open_read));
  sumac_ram #(.Width(1), .Depth(Channels)) u_w_kept (
    .clk_i, .w_en_i(w_kept), .w_addr_i(w_index), .w_data_i(clearing), .r_en_i(1'b1), .r_addr_i(w_index_i), .r_data_o(w_kept_read));
  assign w_o = {w_kept_read && !all_q, w_open_read, 6'(w_set[20+:GroupW]), w_set[19:0], w_received, w_limit};

  // For those that go back.
  logic              g_open;
  logic [GroupW-1:0] g_group;
  logic [31:0]       g_una;
  sumac_ram #(.Width(1), .Depth(Channels)) u_g_open (
    .clk_i, .w_en_i(w_open), .w_addr_i(w_index), .w_data_i(clearing), .r_en_i(1'b1), .r_addr_i(g_index_i), .r_data_o(g_open));
  sumac_ram #(.Width(GroupW), .Depth(Channels)) u_g_set (
    .clk_i, .w_en_i(sets), .w_addr_i(cfg_index), .w_data_i(cfg_group),
    .r_en_i(1'b1), .r_addr_i(g_index_i), .r_data_o(g_group));
  sumac_ram #(.Width(32), .Depth(Channels)) u_g_una (
    .clk_i, .w_en_i(w_commit), .w_addr_i(w_state.channel[ChanW-1:0]), .w_data_i(w_state.una),
    .r_en_i(1'b1), .r_addr_i(g_index_i), .r_data_o(g_una));
  assign g_o = {g_open, 6'(g_group), g_una};

  // For the host's registers: the channel that is to be opened or closed, and one that a route names.
  logic [4:0]          known_q;
  logic [GroupW-1:0]   asker;
  logic [ChanW-1:0]    asked;
  assign asker = c_i.group[GroupW-1:0];
  assign asked = c_i.channel[ChanW-1:0];
  logic [ChanW-1:0]    v_index_q;     // one port that reads and writes is none that Yosys maps
  logic                v_open, v_open_q, v_lives_q, lives_q, c_open, c_open_q, c_stale_q;
  logic [GroupW-1:0]   v_group, v_group_q, c_group, c_group_q;
  sumac_ram #(.Width(1), .Depth(Channels)) u_v_open (
    .clk_i, .w_en_i(w_open), .w_addr_i(w_index), .w_data_i(clearing), .r_en_i(1'b1), .r_addr_i(v_index_q), .r_data_o(v_open));
  sumac_ram #(.Width(GroupW), .Depth(Channels)) u_v_group (
    .clk_i, .w_en_i(sets), .w_addr_i(cfg_index), .w_data_i(cfg_group), .r_en_i(1'b1), .r_addr_i(v_index_q), .r_data_o(v_group));
  sumac_ram #(.Width(1), .Depth(Channels)) u_c_open (
    .clk_i, .w_en_i(w_open), .w_addr_i(w_index), .w_data_i(clearing), .r_en_i(1'b1), .r_addr_i(asked), .r_data_o(c_open));
  sumac_ram #(.Width(GroupW), .Depth(Channels)) u_c_group (
    .clk_i, .w_en_i(sets), .w_addr_i(cfg_index), .w_data_i(cfg_group), .r_en_i(1'b1), .r_addr_i(asked), .r_data_o(c_group));
  assign known_o = known_q[4];
  always_ff @(posedge clk_i) begin : verdict
    known_q <= asks_i ? {known_q[3:0], 1'b1} : 5'd0;
    v_index_q <= cfg_index;
    {v_open_q, v_group_q, c_open_q, c_group_q} <= {v_open, v_group, c_open, c_group};
    v_lives_q <= v_open_q && rx_live_o[v_group_q];
    lives_q   <= live_i[cfg_group];
    c_stale_q <= stale_q[asker];
    shut_q    <= all_q || (cfg_i.open && stale_q[cfg_group]) || rst_i;
    if ((cfg_i.open && !lives_q) || v_lives_q) cfg_status_o <= sumac_pkg::ST_ESTATE;
    else cfg_status_o <= cfg_i.open && !key_i.fits ? sumac_pkg::ST_EINVAL : sumac_pkg::ST_OK;
    c_mine_o <= c_open_q && c_group_q == asker && !c_stale_q;
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  logic [31:0] left, left_mem [Channels];
  logic        cleared_q;
  assign left = left_mem[index_q];
  always_ff @(posedge clk_i) begin
    if (w_commit) left_mem[w_state.channel[ChanW-1:0]] <= w_state.rcv_nxt | w_state.una | 32'(w_state.gap);
    cleared_q <= clear;
  end
  a_opening: assert property (@(posedge clk_i) disable iff (rst_i) cleared_q |-> left == 32'd0)
    else $error("R19: a channel is opened with counters of its earlier life");
`endif
`endif
endmodule
