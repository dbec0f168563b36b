// The channel table: what the host wrote of each channel, and its counters. Inside the NIC all chunk numbers are
// 32 bits and start at 0 when the channel is opened; a packet carries their low SeqBits bits.
//   rcv_nxt  chunks received in order        (written by receive)
//   rel      chunks released by the nodes    (written by release); the limit to advertise is rel + own slots
//   una      own chunks acknowledged         (written by receive)
//   lim      first own chunk that may not be sent yet (written by receive; the peer's slots at opening)
// Each counter has one writer, so that each is a memory of its own. Opening resets them (cfg_ready_o drops until that is done;
// receive's commits are never delayed by it). Reads are combinational.
// A channel belongs to its group: it is opened for one that lives, and is neither opened anew nor closed while that lives. When
// its group has closed it is a tombstone (R16): it keeps settings and rcv_nxt until it is opened anew or closed, so that receive
// can still tell a peer what has arrived. Opening the group makes tombstones of the channels that it had before.
//   gap      chunks are missing (written by receive)
module sumac_channels #(
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  localparam int ChanW    = $clog2(Channels),
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats)
) (
  input  logic              clk_i,
  input  logic              rst_i,        // closes every channel
  input  logic [Groups-1:0] live_i,       // groups that are open, failed or closing
  input  logic [Groups-1:0] reset_i,      // pulse: the group is opened
  // opening and closing, from the registers
  input  logic              cfg_valid_i,
  output logic              cfg_ready_o,
  input  logic              cfg_fits_i,   // the window lies in its group's part of packet memory
  output logic [7:0]        cfg_status_o, // of what is asked, valid or not: ST_OK, or why it must not be done
  input  logic              cfg_open_i,   // 1 open, 0 close
  input  logic [ChanW-1:0]  cfg_index_i,
  input  logic [GroupW-1:0] cfg_group_i,
  input  logic [15:0]       cfg_rank_i,   // the peer's rank in the group
  input  logic [15:0]       cfg_peer_i,   // the peer's channel index
  input  logic              cfg_class_i,
  input  logic [47:0]       cfg_mac_i,
  input  logic [31:0]       cfg_ip_i,
  input  logic [AddrW-1:0]  cfg_pool_i,
  input  logic [3:0]        cfg_own_slots_i,   // log2
  input  logic [3:0]        cfg_peer_slots_i,  // log2
  input  logic [2:0]        cfg_slot_i,        // log2 of the slot's beats
  input  logic [31:0]       cfg_key_i,
  // receive: looks up by the index in a packet, commits at its end
  input  logic [ChanW-1:0]  rx_index_i,
  output logic              rx_open_o,
  output logic [31:0]       rx_key_o,
  output logic [AddrW-1:0]  rx_pool_o,
  output logic [3:0]        rx_own_slots_o,
  output logic [2:0]        rx_slot_o,
  output logic [31:0]       rx_rcv_nxt_o,
  output logic [31:0]       rx_rel_o,
  output logic [31:0]       rx_una_o,
  output logic [31:0]       rx_lim_o,
  output logic              rx_gap_o,
  output logic              rx_kept_o,     // it is open, or a tombstone
  input  logic              rx_commit_i,
  input  logic [ChanW-1:0]  rx_commit_index_i,
  input  logic [31:0]       rx_commit_rcv_nxt_i,
  input  logic [31:0]       rx_commit_una_i,
  input  logic [31:0]       rx_commit_lim_i,
  input  logic              rx_commit_gap_i,
  // transmit: looks up what a packet's header needs
  input  logic [ChanW-1:0]  tx_index_i,
  output logic [15:0]       tx_peer_o,
  output logic [47:0]       tx_mac_o,
  output logic [31:0]       tx_ip_o,
  output logic [31:0]       tx_key_o,
  output logic [31:0]       tx_rcv_nxt_o,
  output logic [31:0]       tx_limit_o,    // rel + own slots
  output logic              tx_gap_o,
  // the nodes' fold stage (f), send stage (s) and reaper (r)
  input  logic [ChanW-1:0]  f_index_i,
  output logic [31:0]       f_rcv_nxt_o,
  output logic [AddrW-1:0]  f_pool_o,
  output logic [3:0]        f_own_slots_o,
  output logic [15:0]       f_rank_o,
  input  logic [ChanW-1:0]  s_index_i,
  output logic [31:0]       s_lim_o,
  input  logic [ChanW-1:0]  r_index_i,
  output logic [31:0]       r_una_o,
  // those that go back (g), and the sweep (w)
  input  logic [ChanW-1:0]  g_index_i,
  output logic              g_open_o,
  output logic [GroupW-1:0] g_group_o,
  output logic [31:0]       g_una_o,
  input  logic [ChanW-1:0]  w_index_i,
  output logic              w_open_o,
  output logic [GroupW-1:0] w_group_o,
  output logic [15:0]       w_rank_o,
  output logic [31:0]       w_una_o,
  output logic [31:0]       w_lim_o,
  output logic              w_gap_o,
  // failure: which group a channel belongs to
  input  logic [ChanW-1:0]  x_index_i,
  output logic              x_open_o,
  output logic [GroupW-1:0] x_group_o,
  // routes: whether two channels are open and this group's
  input  logic [GroupW-1:0]  c_group_i,
  input  logic [2*ChanW-1:0] c_index_i,
  output logic [1:0]         c_mine_o,
  // the nodes give a slot back: rel + 1
  input  logic              release_i,
  input  logic [ChanW-1:0]  release_index_i,
  // acknowledgement scheduler: owes what, by half windows
  input  logic [ChanW-1:0]  a_index_i,
  output logic [31:0]       a_limit_o,
  output logic [3:0]        a_own_slots_o
);
  typedef enum logic [1:0] {Ready, Settle, Clear} state_e;

  state_e             state_q;
  logic [ChanW-1:0]   index_q;        // the channel being opened
  logic [3:0]         peer_slots_q;
  logic [Channels-1:0] open_q, kept_q, gap_q;

  logic [GroupW-1:0]  group_mem [Channels];
  logic [15:0]        rank_mem  [Channels];
  logic [15:0]        peer_mem  [Channels];
  logic [47:0]        mac_mem   [Channels];
  logic [31:0]        ip_mem    [Channels];
  logic [AddrW-1:0]   pool_mem  [Channels];
  logic [3:0]         own_mem   [Channels];
  logic [2:0]         slot_mem  [Channels];
  logic [31:0]        key_mem   [Channels];

  logic [31:0]        rcv_nxt_mem [Channels];
  logic [31:0]        rel_mem     [Channels];
  logic [31:0]        una_mem     [Channels];
  logic [31:0]        lim_mem     [Channels];

  // R19: opening first closes the channel for two cycles at least, so that receive sees that a packet under way is none of
  // the new channel's, and its last commit comes before the counters are cleared.
  logic clear;
  assign clear       = state_q == Clear && !rx_commit_i && !release_i;
  assign cfg_ready_o = state_q == Ready;

  always_ff @(posedge clk_i) begin : opening
    case (state_q)
      Ready:   if (cfg_valid_i && cfg_open_i) state_q <= Settle;
      Settle:  state_q <= Clear;
      Clear:   if (clear) state_q <= Ready;
      default: state_q <= Ready;
    endcase
    if (cfg_valid_i && cfg_ready_o) begin
      index_q              <= cfg_index_i;
      peer_slots_q         <= cfg_peer_slots_i;
      open_q[cfg_index_i]  <= 1'b0;
      kept_q[cfg_index_i]  <= 1'b0;
    end
    if (clear) begin
      open_q[index_q] <= 1'b1;
      kept_q[index_q] <= 1'b1;
    end
    if (reset_i != '0) for (int c = 0; c < Channels; c++) if (reset_i[group_mem[c]]) open_q[c] <= 1'b0;
    if (rst_i) begin
      state_q <= Ready;
      open_q  <= '0;
      kept_q  <= '0;
    end
  end

  always_ff @(posedge clk_i) begin : settings
    if (cfg_valid_i && cfg_ready_o && cfg_open_i) begin
      group_mem[cfg_index_i] <= cfg_group_i;
      rank_mem[cfg_index_i]  <= cfg_rank_i;
      peer_mem[cfg_index_i]  <= cfg_peer_i;
      mac_mem[cfg_index_i]   <= cfg_mac_i;
      ip_mem[cfg_index_i]    <= cfg_ip_i;
      pool_mem[cfg_index_i]  <= cfg_pool_i;
      own_mem[cfg_index_i]   <= cfg_own_slots_i;
      slot_mem[cfg_index_i]  <= cfg_slot_i;
      key_mem[cfg_index_i]   <= cfg_key_i;
    end
  end

  always_ff @(posedge clk_i) begin : received
    if (rx_commit_i || clear) begin
      rcv_nxt_mem[clear ? index_q : rx_commit_index_i] <= clear ? 32'd0 : rx_commit_rcv_nxt_i;
      una_mem[clear ? index_q : rx_commit_index_i]     <= clear ? 32'd0 : rx_commit_una_i;
      lim_mem[clear ? index_q : rx_commit_index_i]     <= clear ? 32'd1 << peer_slots_q : rx_commit_lim_i;
      gap_q[clear ? index_q : rx_commit_index_i]       <= !clear && rx_commit_gap_i;
    end
  end

  always_ff @(posedge clk_i) begin : released
    if (release_i || clear) begin
      rel_mem[clear ? index_q : release_index_i] <= clear ? 32'd0 : rel_mem[release_index_i] + 32'd1;
    end
  end

  assign rx_open_o      = open_q[rx_index_i] && live_i[group_mem[rx_index_i]];
  assign rx_key_o       = key_mem[rx_index_i];
  assign rx_pool_o      = pool_mem[rx_index_i];
  assign rx_own_slots_o = own_mem[rx_index_i];
  assign rx_slot_o      = slot_mem[rx_index_i];
  assign rx_rcv_nxt_o   = rcv_nxt_mem[rx_index_i];
  assign rx_rel_o       = rel_mem[rx_index_i];
  assign rx_una_o       = una_mem[rx_index_i];
  assign rx_lim_o       = lim_mem[rx_index_i];
  assign rx_gap_o       = gap_q[rx_index_i];
  assign rx_kept_o      = kept_q[rx_index_i];

  assign tx_peer_o      = peer_mem[tx_index_i];
  assign tx_mac_o       = mac_mem[tx_index_i];
  assign tx_ip_o        = ip_mem[tx_index_i];
  assign tx_key_o       = key_mem[tx_index_i];
  assign tx_rcv_nxt_o   = rcv_nxt_mem[tx_index_i];
  assign tx_limit_o     = rel_mem[tx_index_i] + (32'd1 << own_mem[tx_index_i]);
  assign tx_gap_o       = gap_q[tx_index_i];

  assign g_open_o       = open_q[g_index_i] && live_i[group_mem[g_index_i]];
  assign g_group_o      = group_mem[g_index_i];
  assign g_una_o        = una_mem[g_index_i];
  assign w_open_o       = open_q[w_index_i] && live_i[group_mem[w_index_i]];
  assign w_group_o      = group_mem[w_index_i];
  assign w_rank_o       = rank_mem[w_index_i];
  assign w_una_o        = una_mem[w_index_i];
  assign w_lim_o        = lim_mem[w_index_i];
  assign w_gap_o        = gap_q[w_index_i];

  assign f_rcv_nxt_o    = rcv_nxt_mem[f_index_i];
  assign f_pool_o       = pool_mem[f_index_i];
  assign f_own_slots_o  = own_mem[f_index_i];
  assign f_rank_o       = rank_mem[f_index_i];
  assign s_lim_o        = lim_mem[s_index_i];
  assign r_una_o        = una_mem[r_index_i];

  assign x_open_o       = open_q[x_index_i] && live_i[group_mem[x_index_i]];
  assign x_group_o      = group_mem[x_index_i];

  assign a_limit_o      = rel_mem[a_index_i] + (32'd1 << own_mem[a_index_i]);
  assign a_own_slots_o  = own_mem[a_index_i];

  always_comb begin
    cfg_status_o = sumac_pkg::ST_OK;
    if ((cfg_open_i && !live_i[cfg_group_i]) || (open_q[cfg_index_i] && live_i[group_mem[cfg_index_i]]))
      cfg_status_o = sumac_pkg::ST_ESTATE;
    else if (cfg_open_i && !cfg_fits_i) cfg_status_o = sumac_pkg::ST_EINVAL;
    for (int i = 0; i < 2; i++)
      c_mine_o[i] = open_q[c_index_i[i*ChanW+:ChanW]] && group_mem[c_index_i[i*ChanW+:ChanW]] == c_group_i;
  end

  // A channel is the same in both classes; the class is the host's bookkeeping.
  logic unused_class;
  assign unused_class = &{1'b0, cfg_class_i};

`ifdef VERILATOR
`ifndef SYNTHESIS
  logic [31:0] left;
  logic        cleared_q;
  assign left = rcv_nxt_mem[index_q] | rel_mem[index_q] | una_mem[index_q];
  always_ff @(posedge clk_i) cleared_q <= clear;
  a_opening: assert property (@(posedge clk_i) disable iff (rst_i) cleared_q |-> left == 32'd0 && !gap_q[index_q])
    else $error("R19: a channel is opened with counters of its earlier life");
`endif
`endif
endmodule
