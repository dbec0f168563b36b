// Judges whether something fits into packet memory: a group's part when it is to be opened, which must exist and be no living
// group's; a channel's window and a ring of result slots, which must lie in their group's part.
// Memory: the groups' layouts are in RAM; the living groups are looked at one a cycle, while opens_i asks. Flops say which sizes
// were written since reset.
// Latency: known_o comes Groups + 2 cycles after opens_i, and both verdicts hold with it; a channel's verdict is of the cycle
// before as to its slots, and of two cycles before as to its group; a ring's is of now, and of two cycles before. Reset: no group
// has memory.
module sumac_groups_fits #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  localparam int GroupW   = $clog2(Groups),
  localparam int AddrW    = $clog2(PoolBeats)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  sumac_pkg::g_write_t w_i,
  input  logic [Groups-1:0] live_i,
  input  logic              opens_i,
  input  logic [GroupW-1:0] opens_group_i,
  output logic              known_o,
  output logic              none_o,       // its part does not exist
  output logic              theirs_o,     // a living group has some of it
  input  sumac_pkg::ch_cfg_t channel_i,
  output logic              key_fits_o,
  input  logic [GroupW-1:0] rt_group_i,
  input  logic [3:0]        rt_ring_i,
  output logic              rt_fits_o
);
  logic [2:0]        slot_q       [Groups];
  logic [AddrW-1:0]  ring_pool_q  [Groups];
  logic [AddrW:0]    pool_n_q     [Groups];
  logic [3:0]        ring_slots_q [Groups];
  logic [Groups-1:0] sized_q;
  logic [GroupW-1:0] w_group;
  assign w_group = w_i.group[GroupW-1:0];
  always_ff @(posedge clk_i) begin
    if (w_i.en) begin
      case ({7'd0, w_i.at})
        sumac_pkg::REG_G_SLOT:       slot_q[w_group]       <= w_i.data[2:0];
        sumac_pkg::REG_G_RING_POOL:  ring_pool_q[w_group]  <= w_i.data[AddrW-1:0];
        sumac_pkg::REG_G_POOL_BEATS: pool_n_q[w_group]     <= w_i.data[AddrW:0];
        sumac_pkg::REG_G_RING_SLOTS: ring_slots_q[w_group] <= w_i.data[3:0];
        default: ;
      endcase
      if (w_i.at == 9'(sumac_pkg::REG_G_POOL_BEATS)) sized_q[w_group] <= 1'b1;
    end
    if (rst_i) sized_q <= '0;
  end

  // Opening: whether its part of packet memory, from first_q up to last_q, is there, and whether a living group has some of it.
  logic [GroupW:0]   walk_q;
  logic [1:0]        walked_q;
  logic [AddrW-1:0]  first_q, their_first1_q, their_first2_q;
  logic [AddrW:0]    n_q, their_n_q;
  logic [AddrW+1:0]  last_q, their_last_q;
  logic              lives1_q, lives2_q, n_known_q;
  always_ff @(posedge clk_i) begin
    walk_q         <= !opens_i ? '0 : walk_q + (GroupW+1)'(!walk_q[GroupW]);
    walked_q       <= opens_i ? {walked_q[0], walk_q[GroupW]} : 2'b00;
    first_q        <= ring_pool_q[opens_group_i];
    n_q            <= pool_n_q[opens_group_i];
    n_known_q      <= sized_q[opens_group_i];
    last_q         <= (AddrW+2)'(first_q) + (AddrW+2)'(n_q);
    none_o         <= !n_known_q || n_q == '0 || last_q > (AddrW+2)'(PoolBeats);
    lives1_q       <= opens_i && !walk_q[GroupW] && live_i[walk_q[GroupW-1:0]];
    their_first1_q <= ring_pool_q[walk_q[GroupW-1:0]];
    their_n_q      <= pool_n_q[walk_q[GroupW-1:0]];
    lives2_q       <= lives1_q;
    their_first2_q <= their_first1_q;
    their_last_q   <= (AddrW+2)'(their_first1_q) + (AddrW+2)'(their_n_q);
    theirs_o       <= opens_i && (theirs_o || (lives2_q && (AddrW+2)'(first_q) < their_last_q
                                                 && (AddrW+2)'(their_first2_q) < last_q));
  end
  assign known_o = walked_q[1];

  // A channel's window, and a ring.
  localparam int SizeW = AddrW + 2;
  logic [AddrW-1:0] k_first_q;
  logic [SizeW-1:0] k_last_q, k_left_q, k_size_q;
  logic [AddrW:0]   rt_n_q, rt_rings_q;
  logic [4:0]       rt_log2_q;
  logic [2:0]       k_slot_q;
  logic             k_inside_q, k_long_q;
  logic [GroupW-1:0] k_group;
  logic [AddrW-1:0]  k_pool;
  logic [4:0]        k_log2;
  assign k_group = channel_i.group[GroupW-1:0];
  assign k_pool  = channel_i.pool[AddrW-1:0];
  assign k_log2  = 5'(channel_i.own_slots) + 5'(k_slot_q);
  assign rt_fits_o = rt_rings_q[AddrW:4] != '0 || rt_ring_i < rt_rings_q[3:0];
  assign key_fits_o = k_inside_q && !k_long_q && k_size_q <= k_left_q;
  always_ff @(posedge clk_i) begin
    k_first_q  <= ring_pool_q[k_group];
    k_last_q   <= SizeW'(ring_pool_q[k_group]) + SizeW'(pool_n_q[k_group]);
    k_slot_q   <= slot_q[k_group];
    k_inside_q <= k_pool >= k_first_q && SizeW'(k_pool) <= k_last_q;
    k_left_q   <= k_last_q - SizeW'(k_pool);
    k_size_q   <= SizeW'(1) << k_log2;
    k_long_q   <= k_log2 >= 5'(SizeW);
    rt_n_q     <= pool_n_q[rt_group_i];
    rt_log2_q  <= 5'(ring_slots_q[rt_group_i]) + 5'(slot_q[rt_group_i]);
    rt_rings_q <= rt_n_q >> rt_log2_q;
  end
endmodule
