// sumac_groups_rings: a group has a descriptor to fetch exactly if one is posted that is not fetched and its completion has a
// place, once the last event is three cycles old; and a push passes the ring only if nothing posted waits and there is a place:
// whatever the events of this and of other groups, however closely they follow each other. One group is watched.
// Assumed: writes come as sumac_csr makes them, a fetch at most every other cycle and only of what is to be fetched, and the host
// takes nothing back that it has posted, posts no more than a ring holds, and gives back no more places than are in use.
//
// RTL: sumac_groups_rings sumac_ram
// Run: Groups=2
// Bound: 13
// Cover: 13
// Mutant: sumac_groups_rings s/(e_group == e_group_q) ? {posted_d, fetched_d, used_d} : counts/counts/
// Mutant: sumac_groups_rings s/late_q  <= w_i.en \&\& fetched_i/late_q  <= 1'b0/
// Mutant: sumac_groups_rings s/full_q\[w_group\] \&\& event_q == '0/full_q[w_group]/
// Mutant: sumac_groups_rings s/less_q ? ahead : more_q ? behind/more_q ? ahead : less_q ? behind/
module prove_groups_rings #(parameter int Groups = 2) (
  input logic        clk_i,
  input logic        rst_i,
  input logic        w_en_i,
  input logic        w_group_i,
  input logic [8:0]  w_reg_i,
  input logic [31:0] w_data_i,
  input logic        push_room_i,
  input logic        fetch_group_i,
  input logic        fetched_i
);
  logic       pushed, mine, rings, pushes, consumes, opens, fetches, w_en_q, w_group_q, fetched_q, opens_q = 1'b0, open_q = 1'b0,
              known_q = 1'b0;
  logic [1:0] pending, host_q = 2'b00, age_q = 2'd0;     // the host's events, as old as a cycle and two; the watched group's last
  logic [3:0] log2_q;
  logic [15:0] posted_q, gone_q, used_q, gone, used;
  sumac_groups_rings #(.Groups(Groups)) dut (
    .clk_i, .rst_i, .now_i(64'd0), .w_i({w_en_i, 6'(w_group_i), w_reg_i, w_data_i}), .push_room_i, .pushed_o(pushed), .w_dring_o(),
    .w_cring_o(), .w_log2_o(), .open_i({1'b1, open_q}), .pending_o(pending), .fetch_group_i, .fetch_o(),
    .fetched_i, .c_group_i(1'b0), .c_o(), .c_written_i(1'b0), .csr_group_i(1'b0), .csr_doorbell_o());

  assign mine     = w_en_i && w_group_i == 1'b0;
  assign rings    = w_reg_i == 9'(sumac_pkg::REG_G_DOORBELL);
  assign pushes   = w_reg_i == 9'(sumac_pkg::REG_G_PUSH + 16'd60);
  assign consumes = w_reg_i == 9'(sumac_pkg::REG_G_CONSUMED);
  assign opens    = w_reg_i == 9'(sumac_pkg::REG_G_CTRL) && w_data_i[0];
  assign fetches  = fetched_i && fetch_group_i == 1'b0;
  always_comb begin
    if (w_en_i) assume (!w_en_q && w_group_i == w_group_q);
    if (w_en_i && w_reg_i[8:6] == sumac_pkg::REG_G_PUSH[8:6] && w_reg_i[5:2] == 4'd15) assume (pushes && host_q == 2'b00);
    if (fetched_i) assume (!fetched_q && pending[fetch_group_i]);
    if (mine && pushes) assume (open_q && posted_q - gone_q < 16'd4096);
    if (mine && rings) assume (w_data_i[15:0] - gone_q >= posted_q - gone_q && w_data_i[15:0] - gone_q <= 16'd4096);
    if (mine && consumes) assume (gone_q - w_data_i[15:0] <= used_q && used_q <= 16'd4096);
    if (mine && opens) assume (!open_q && !opens_q);
    if (mine && w_reg_i == 9'(sumac_pkg::REG_G_RING_LOG2)) assume (!open_q && !opens_q && w_data_i[3:0] <= 4'd12);
    gone = gone_q + 16'(fetches);
    used = used_q + 16'(fetches);
  end
  always_ff @(posedge clk_i) begin
    {w_en_q, w_group_q, fetched_q} <= {w_en_i, w_group_i, fetched_i};
    host_q  <= {host_q[0], w_en_i && (rings || pushes || consumes || opens)};
    age_q   <= (fetches || (mine && (rings || pushes || consumes || opens))) ? 2'd0 : age_q + 2'(age_q != 2'd3);
    opens_q <= mine && opens;
    if (opens_q) open_q <= 1'b1;
    if (mine && w_reg_i == 9'(sumac_pkg::REG_G_RING_LOG2)) {known_q, log2_q} <= {1'b1, w_data_i[3:0]};
    {gone_q, used_q} <= {gone, used};
    if (mine && rings) posted_q <= w_data_i[15:0];
    if (mine && consumes) used_q <= gone - w_data_i[15:0];
    if (mine && pushes) posted_q <= posted_q + 16'd1;
    if (mine && pushes && pushed) {gone_q, used_q} <= {gone + 16'd1, used + 16'd1};
    if (mine && opens) {posted_q, gone_q, used_q} <= '0;
    if (rst_i) {open_q, opens_q, known_q, host_q, age_q, w_en_q, fetched_q} <= '0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_i && known_q && open_q) begin
      if (age_q == 2'd3) assert (pending[0] == (posted_q != gone_q && (used_q & (16'hffff << log2_q)) == '0));
      if (mine && pushed) assert (posted_q == gone_q && (used_q & (16'hffff << log2_q)) == '0);
      cover (mine && pushed && used_q != '0);
      cover (age_q == 2'd3 && posted_q != gone_q && !pending[0]);
    end
  end
  formal_reset u_reset (.clk_i, .rst_i);
endmodule
