// The two rings of each group in host memory: descriptors that are posted and fetched, and places for completions. Tells which
// groups have a descriptor to fetch and a place for its completion, and where the next of either lies.
// A push counts as posted. It counts as fetched too if nothing posted waits and there is place for it and its completion; else the
// descriptor is fetched from the ring in its turn.
// Memory: all in RAM by group, but for two bits a group, whether it has descriptors posted and whether its completions' ring is
// full. A group's counts change by events: the word is read in a cycle, and written back in the next; an event that meets
// it there takes what is written. A fetch comes at most every other cycle, before a write of the host, which waits a cycle.
// Latency: pending_o follows a doorbell by 2 cycles (3 if it has waited), places given back by one more, a fetch by 2. Writes come
// at most every other cycle, and what concerns the rings 3 cycles before a push at least. Reset: none; a group begins anew when
// it is opened.
module sumac_groups_rings #(
  parameter int Groups  = sumac_pkg::DefGroups,
  localparam int GroupW = $clog2(Groups)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  input  sumac_pkg::g_write_t w_i,          // its group stands for a cycle before
  input  logic              push_room_i,
  output logic              pushed_o,       // this write pushes one, and its place is taken
  output logic [63:0]       w_dring_o,      // that group's rings
  output logic [63:0]       w_cring_o,
  output logic [3:0]        w_log2_o,
  input  logic [Groups-1:0] open_i,
  output logic [Groups-1:0] pending_o,
  input  logic [GroupW-1:0] fetch_group_i,
  output sumac_pkg::entry_t fetch_o,        // the next descriptor
  input  logic              fetched_i,      // pulse: it is being fetched
  input  logic [GroupW-1:0] c_group_i,
  output sumac_pkg::entry_t c_o,            // its next completion, a cycle later
  input  logic              c_written_i,    // pulse: that is being written; at most every other cycle
  input  logic [GroupW-1:0] csr_group_i,
  output logic [15:0]       csr_doorbell_o
);
  logic [31:0] dring_lo [Groups], dring_hi [Groups], cring_lo [Groups], cring_hi [Groups];
  logic [3:0]  ring_log2 [Groups];
  logic [63:0] rung     [Groups];
  logic [47:0] counts   [Groups];  // posted, fetched, and places in use: fetched and not consumed
  logic [75:0] next     [Groups];  // of the next descriptor: place in its ring, address

  logic [GroupW-1:0] w_group;
  assign w_group = w_i.group[GroupW-1:0];

  // The host rings, pushes, has consumed, or opens the group.
  logic [3:0]        host, host_q, event_q;
  logic              pushed_q, first_q, late_q, changes_q, takes_q, less_q, more_q;  // less, more: of those not fetched
  logic [GroupW-1:0] group_q, e_group, e_group_q;
  logic [15:0]       data_q, posted_q, fetched_q, used_q, posted_d, fetched_d, used_d, mask_q;
  logic [63:0]       rung_q;
  always_comb begin
    host[0] = w_i.en && w_i.at == 9'(sumac_pkg::REG_G_DOORBELL);
    host[1] = w_i.en && w_i.at[8:6] == sumac_pkg::REG_G_PUSH[8:6] && w_i.at[5:2] == 4'd15;
    host[2] = w_i.en && w_i.at == 9'(sumac_pkg::REG_G_CONSUMED);
    host[3] = w_i.en && w_i.at == 9'(sumac_pkg::REG_G_CTRL) && w_i.data[0];
  end
  always_ff @(posedge clk_i) begin
    first_q <= w_i.en && !rst_i;
    late_q  <= w_i.en && fetched_i && !rst_i;
    if (w_i.en) {host_q, pushed_q, group_q, data_q, rung_q} <= {host, pushed_o, w_group, w_i.data[15:0], now_i};
    if (first_q && host_q[1:0] != '0) rung[group_q] <= rung_q;
  end

  // The event that changes a group's counts, or a write that does not: the word stays as it is.
  logic [Groups-1:0] hot_q, opens_q;
  assign e_group = fetched_i ? fetch_group_i : late_q ? group_q : w_group;
  always_comb begin
    posted_d  = posted_q + 16'(event_q[1]);
    fetched_d = fetched_q + 16'(takes_q);
    used_d    = event_q[2] ? left : used_q + 16'(takes_q);
    if (event_q[3]) {posted_d, fetched_d, used_d} = '0;
  end
  always_ff @(posedge clk_i) begin
    event_q   <= rst_i || fetched_i ? '0 : late_q ? host_q : host;
    less_q    <= fetched_i;
    more_q    <= !fetched_i && (late_q ? host_q[1] && !pushed_q : host[1] && !pushed_o);
    takes_q   <= !rst_i && (fetched_i || (late_q ? host_q[1] && pushed_q : pushed_o));
    changes_q <= !rst_i && (fetched_i || late_q || w_i.en);
    for (int g = 0; g < Groups; g++) begin
      hot_q[g]   <= !rst_i && (fetched_i ? fetch_group_i == GroupW'(g)
                               : (late_q && group_q == GroupW'(g)) || (w_i.en && w_group == GroupW'(g)));
      opens_q[g] <= !rst_i && host[3] && w_group == GroupW'(g);
    end
    e_group_q <= e_group;
    mask_q    <= 16'hffff << ring_log2[e_group];
    {posted_q, fetched_q, used_q} <= (e_group == e_group_q) ? {posted_d, fetched_d, used_d} : counts[e_group];
    if (!fetched_i && (late_q ? host_q[0] : host[0])) posted_q <= late_q ? data_q : w_i.data[15:0];
    if (changes_q) counts[e_group_q] <= {posted_d, fetched_d, used_d};
  end

  // Whether all posted are fetched then, and the places in use reach the ring's size: without the carries of the counts, as
  // a + 1 is b if b + ~a is 0, which is seen bit by bit. An event that takes a place finds one free. Places that the host gives
  // back are looked at a cycle later.
  logic              full, left_full;
  logic [15:0]       left, left_q, left_mask_q, ahead, behind, same;
  logic [Groups-1:0] left_hot_q;
  assign ahead  = {posted_q[14:0] | ~fetched_q[14:0], 1'b0};
  assign behind = {fetched_q[14:0] | ~posted_q[14:0], 1'b0};
  assign same   = ~(posted_q ^ fetched_q) ^ (less_q ? ahead : more_q ? behind : 16'd0) ^ {16{less_q || more_q}};
  assign left   = fetched_q - data_q;
  assign full   = (used_q & mask_q) != '0 || (takes_q && (used_q | mask_q) == '1);
  assign left_full = (left_q & left_mask_q) != '0;
  always_ff @(posedge clk_i) {left_q, left_mask_q, left_hot_q} <= {left, mask_q, hot_q & {Groups{event_q[2]}}};

  // A group that is opened while an event waits has nothing posted, either.
  logic [Groups-1:0] waits_q, full_q;
  logic              idle_q;
  always_ff @(posedge clk_i) begin
    waits_q <= (waits_q & ~hot_q & ~opens_q) | (hot_q & {Groups{same != '1 && !event_q[3]}});
    full_q  <= (full_q & ~hot_q & ~left_hot_q) | (hot_q & {Groups{full && !event_q[3]}})
               | (left_hot_q & {Groups{left_full}});
    idle_q  <= !waits_q[w_group] && !full_q[w_group] && event_q == '0;
  end
  assign pushed_o  = host[1] && push_room_i && idle_q;
  assign pending_o = open_i & waits_q & ~full_q;

  // The next descriptor. Its address is counted in parts, as a carry through all of it takes most of a cycle; where a part has
  // ones only is seen by fives as it is read.
  logic [75:0] n_read, n_q;
  logic [63:0] n_ring_q, n_next;
  logic [7:0]  n_ones_q;
  assign n_read = next[e_group];
  assign n_next = {n_ones_q == '1 ? n_q[63:46] + 18'd1 : n_q[63:46], n_ones_q[3:0] == '1 ? n_q[45:26] + 20'd1 : n_q[45:26],
                   n_q[25:6] + 20'd1, n_q[5:0]};
  always_ff @(posedge clk_i) begin
    n_q      <= n_read;
    for (int i = 0; i < 8; i++) n_ones_q[i] <= n_read[6+5*i+:5] == '1;
    n_ring_q <= {dring_hi[e_group], dring_lo[e_group]};
    if (takes_q || event_q[3])
      next[e_group_q] <= (event_q[3] || (n_q[75:64] | mask_q[11:0]) == '1) ? {12'd0, n_ring_q} : {n_q[75:64] + 12'd1, n_next};
  end

  // The next completion: its place in the ring, and the lap, which begin anew when the group is opened.
  logic [11:0]       place, place_q;
  logic [31:0]       lap, lap_q;
  logic [63:0]       c_ring_q;
  logic [3:0]        c_log2_q;
  logic [GroupW-1:0] c_group_q;
  logic              begins_q, written_q, c_last;
  sumac_ram #(.Width(44), .Depth(Groups)) u_place (
    .clk_i, .w_en_i(written_q || begins_q), .w_addr_i(written_q ? c_group_q : group_q),
    .w_data_i(written_q ? {place_q, lap_q} : {12'd0, 32'd1}), .r_en_i(1'b1), .r_addr_i(c_group_i), .r_data_o({place, lap}));
  assign c_last = (place | (12'hfff << c_log2_q)) == '1;
  assign c_o    = {c_ring_q + {46'd0, place, 6'd0}, 32'd0, lap};
  always_ff @(posedge clk_i) begin
    begins_q  <= !rst_i && (host[3] || (begins_q && written_q));
    c_ring_q  <= {cring_hi[c_group_i], cring_lo[c_group_i]};
    c_log2_q  <= ring_log2[c_group_i];
    written_q <= c_written_i && !rst_i;
    c_group_q <= c_group_i;
    place_q   <= c_last ? 12'd0 : place + 12'd1;
    lap_q     <= c_last ? lap + 32'd1 : lap;
  end

  // The host's words, and reads.
  always_ff @(posedge clk_i) begin
    if (w_i.en && w_i.at == 9'(sumac_pkg::REG_G_DRING_LO)) dring_lo[w_group] <= w_i.data;
    if (w_i.en && w_i.at == 9'(sumac_pkg::REG_G_DRING_HI)) dring_hi[w_group] <= w_i.data;
    if (w_i.en && w_i.at == 9'(sumac_pkg::REG_G_CRING_LO)) cring_lo[w_group] <= w_i.data;
    if (w_i.en && w_i.at == 9'(sumac_pkg::REG_G_CRING_HI)) cring_hi[w_group] <= w_i.data;
    if (w_i.en && w_i.at == 9'(sumac_pkg::REG_G_RING_LOG2)) ring_log2[w_group] <= w_i.data[3:0];
    csr_doorbell_o <= counts[csr_group_i][47:32];
  end
  assign w_dring_o = {dring_hi[w_group], dring_lo[w_group]};
  assign w_cring_o = {cring_hi[w_group], cring_lo[w_group]};
  assign w_log2_o  = ring_log2[w_group];
  assign fetch_o   = {next[fetch_group_i][63:0], rung[fetch_group_i]};

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_fetch: assert property (@(posedge clk_i) disable iff (rst_i) fetched_i |=> !fetched_i);
  a_written: assert property (@(posedge clk_i) disable iff (rst_i) c_written_i |=> !c_written_i);
  a_write: assert property (@(posedge clk_i) disable iff (rst_i) w_i.en |=> !w_i.en);
  a_push: assert property (@(posedge clk_i) disable iff (rst_i) first_q && host_q != '0 |=> !host[1]);
`endif
`endif
endmodule
