// Walks a context's outputs in the route's order, one a cycle: memory by a DMA write, a channel by a transmit job, if the chunk is
// the channel's next (O3) and its limit lets it go. Else the ring waits at the channel, and the channel's next chunk or limit wakes
// it: nothing is asked again without a reason. The outputs behind one that waits wait with it, as they leave in order (O2).
// A walk over a long chunk ends after one output, so that rings take turns packet by packet.
// A context that was told early waits until its value is there, with all its look-ups done; they are done anew meanwhile.
// Latency: 5 cycles from a context to its first job. Throughput: an output a cycle, and 5 cycles a context.
// Memory: RAM: the nodes' outputs; by channel, chunks issued, who waits, the limit, the group. Reset: forgets what is on its way.
module sumac_outputs #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int ChanW    = $clog2(Channels),
  localparam int IdxW     = $clog2(Nodes),
  localparam int NodeW    = GroupW + IdxW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   open_i,
  input  logic [NodeW-1:0]    start_node_i,
  input  sumac_pkg::start_t   start_i,
  // a channel is opened; its words are not clear yet; receive has committed
  input  logic                anew_i,
  input  sumac_pkg::ch_cfg_t  channel_i,
  output logic                clears_o,
  input  logic                commit_i,
  input  sumac_pkg::commit_t  commit_data_i,
  input  sumac_pkg::root_done_t root_done_i,
  input  logic                hand_valid_i,
  output logic                hand_ready_o,
  input  sumac_pkg::hand_t    hand_i,
  output logic                back_o,
  output sumac_pkg::back_t    back_data_o,
  output sumac_pkg::woke_t    wake_o,
  // whether a channel's next chunk is there, and may not go for the limit (R12): a cycle later
  input  logic [ChanW-1:0]    blocked_index_i,
  output logic                blocked_o,
  output logic                wr_valid_o,
  input  logic                wr_ready_i,
  output sumac_pkg::wr_t      wr_o,
  output logic                tx_valid_o,
  input  logic                tx_ready_i,
  output sumac_pkg::tx_t      tx_o,
  output logic                sent_o,
  output sumac_pkg::sent_t    sent_data_o,
  // a context without outputs, sent_data_o.ctx
  output logic                none_valid_o,
  input  logic                none_ready_i,
  output sumac_pkg::puts_t    state_o
);
  localparam int LongBytes = 512;
  typedef enum logic [1:0] {Idle, Walk, None, Back} state_e;
  state_e state_q;

  sumac_pkg::hand_t h_q;
  logic [3:0]       index_q;
  logic             walks, walked_q, last_out, stop_q, room, wake, jobs_idle, wakes_idle, wakes_room;
  logic [GroupW-1:0] group;
  assign group        = h_q.ctx[SlotW+RingIdW+:GroupW];
  assign hand_ready_o = state_q == Idle || state_q == Back;
  assign last_out     = {1'b0, index_q} + 5'd1 == h_q.n_out || 32'(h_q.bytes) >= LongBytes;
  assign walks        = state_q == Walk && !walked_q && !wake && !freeze_q && room;

  // Outputs of nodes.
  localparam int OutW = 1 + ChanW + 32;
  logic [OutW-1:0]  out_word;
  logic             memory;
  logic [ChanW-1:0] channel, wake_channel;
  logic [31:0]      start;
  sumac_ram #(.Width(OutW), .Depth(Groups * Nodes * 16)) u_outputs (
    .clk_i, .w_en_i(start_i.out_valid), .w_addr_i({start_node_i, start_i.index}),
    .w_data_i({start_i.out_memory, start_i.out_channel[ChanW-1:0], start_i.out_chunk}),
    .r_en_i(!freeze_q), .r_addr_i({group, h_q.idx[IdxW-1:0], h_q.from_out + index_q}), .r_data_o(out_word));
  assign {memory, channel, start} = out_word;

  // Four steps: the stream's word, twice; its channel's; it goes, if it may. Waking is a step of its own kind, and comes first.
  // The third one waits for the value, reading its channel's words again; also for two cycles if they were read while the same
  // channel was in a later step. So they are read every cycle: for the second step, or again for the third. The outputs
  // behind one that waits for its channel are forgotten at once: its ring has to be back before it is woken.
  logic             l0_q, l1_q, l2_q, l3_q;       // the walk's last output
  logic             v0_q, v1_q, v2_q, v3_q, wake0_q, wake1_q, wake2_q, wake3_q, m1_q, m2_q, m3_q, is_next, may;
  logic [ChanW-1:0] w0_q, c1_q, c2_q, c3_q, read_channel;
  logic [3:0]       i0_q, i1_q, i2_q, i3_q;
  logic [31:0]      start1_q, seq2_q, seq3_q, after3_q, iss;
  logic [4:0]       lim;                          // the limit is at most a window ahead
  logic [10:0]      same, same3_q;                // three bits each: the chunk is the channel's next; and its limit
  logic [1:0]       spent, spent3_q;
  logic [Rings-1:0] waits, waits3_q, own;
  logic             near, stale_q, wakes_valid, look, freeze_q, whole, whole_q, none1_q, none_q;
  logic [6:0]       since;
  assign near   = (wake1_q || (v1_q && !m1_q)) && ((wake2_q || (v2_q && !m2_q)) && c2_q == c1_q
                                                   || (wake3_q || (v3_q && !m3_q)) && c3_q == c1_q);
  assign since  = root_done_i.count - h_q.no;
  assign whole  = whole_q || (since == 7'd0 ? root_done_i.early : !since[6]);
  assign own    = Rings'(1) << h_q.ctx[SlotW+:RingIdW];
  assign wake   = wakes_valid && !freeze_q;
  assign read_channel = freeze_q ? c2_q : c1_q;
  always_comb begin : compare              // as much as a look-up's cycle holds
    for (int i = 0; i < 10; i++) same[i] = iss[3*i+:3] == seq2_q[3*i+:3];
    same[10] = iss[31:30] == seq2_q[31:30];
    spent    = {iss[4:3] == lim[4:3], iss[2:0] == lim[2:0]};
  end

  always_ff @(posedge clk_i) begin : steps
    if (!freeze_q) begin
      {v0_q, l0_q, wake0_q, w0_q, i0_q} <= {walks, last_out, wake, wake_channel, index_q};
      {v1_q, l1_q, wake1_q, i1_q, start1_q} <= {v0_q, l0_q, wake0_q, i0_q, start};
      c1_q <= wake0_q ? w0_q : channel;
      m1_q <= memory && !wake0_q;
      {v2_q, wake2_q, c2_q, m2_q, l2_q, i2_q} <= {v1_q, wake1_q, c1_q, m1_q, l1_q, i1_q};
      seq2_q <= start1_q + h_q.chunk;
    end
    stale_q  <= near && !freeze_q;
    freeze_q <= (near && !freeze_q) || stale_q || ((freeze_q ? v2_q : v1_q) && !whole);
    {v3_q, wake3_q, c3_q, m3_q, l3_q, i3_q} <= {v2_q && !freeze_q, wake2_q && !freeze_q, c2_q, m2_q, l2_q, i2_q};
    {seq3_q, after3_q} <= {seq2_q, seq2_q + 32'd1};
    {same3_q, spent3_q, waits3_q} <= {same, spent, waits};
    none1_q <= state_q == None;
    none_q  <= state_q == None && !(none_q && none_ready_i) && (none_q || (none1_q && whole_q));
    whole_q <= hand_ready_o ? !hand_i.early : whole;
    if (waits_here || rst_i) {v0_q, v1_q, v2_q} <= 3'b000;
    if (rst_i) {v3_q, wake0_q, wake1_q, wake2_q, wake3_q, stale_q, freeze_q, none1_q, none_q} <= '0;
  end

  logic act, goes, memory_goes, waits_here, wakes;
  assign is_next     = same3_q == '1;
  assign may         = spent3_q != '1;
  assign act         = v3_q && !stop_q;
  assign memory_goes = act && m3_q;
  assign goes        = act && !m3_q && is_next && may;
  assign waits_here  = act && !m3_q && !(is_next && may);
  assign wakes       = wake3_q && may && waits3_q != '0;
  assign look        = waits_here && is_next;

  // By channel: chunks issued and who waits, written here alone; the limit, as receive commits it; whose it is.
  logic              clear_q, clears, w_waits;
  logic [3:0]        new_slots_q;
  logic [ChanW-1:0]  new_q, w_channel;
  logic [Rings-1:0]  waits_new;
  assign w_waits   = (act && !m3_q) || wakes;
  assign waits_new = waits_here ? waits3_q | own : '0;
  assign clears_o  = clear_q || anew_i;
  assign clears    = clear_q && !v3_q && !wake3_q && !commit_i && wakes_room;
  assign w_channel = v3_q || wake3_q ? c3_q : new_q;
  sumac_ram #(.Width(32), .Depth(Channels)) u_issued (
    .clk_i, .w_en_i(goes || clears), .w_addr_i(w_channel), .w_data_i(v3_q ? after3_q : 32'd0),
    .r_en_i(1'b1), .r_addr_i(read_channel), .r_data_o(iss));
  sumac_ram #(.Width(Rings), .Depth(Channels)) u_waits (
    .clk_i, .w_en_i(w_waits || clears), .w_addr_i(w_channel), .w_data_i(waits_new),
    .r_en_i(1'b1), .r_addr_i(read_channel), .r_data_o(waits));
  sumac_ram #(.Width(5), .Depth(Channels)) u_limits (
    .clk_i, .w_en_i(commit_i || clears), .w_addr_i(commit_i ? commit_data_i.channel[ChanW-1:0] : new_q),
    .w_data_i(commit_i ? commit_data_i.lim[4:0] : 5'd1 << new_slots_q), .r_en_i(1'b1), .r_addr_i(read_channel), .r_data_o(lim));
  always_ff @(posedge clk_i) begin : opening
    if (anew_i) {new_q, new_slots_q} <= {channel_i.index[ChanW-1:0], channel_i.peer_slots};
    clear_q <= anew_i || (clear_q && !clears);
    if (rst_i) clear_q <= 1'b0;
  end
  sumac_wakes #(.Channels(Channels)) u_wakes (
    .clk_i, .rst_i, .news_i(commit_i), .news_channel_i(commit_data_i.channel[ChanW-1:0]), .waits_i(w_waits || clears),
    .waits_channel_i(w_channel), .waits_some_i(waits_here), .waits_limit_i(look), .clear_i(clears), .clear_channel_i(new_q),
    .clear_ready_o(wakes_room), .blocked_index_i, .blocked_o, .wake_valid_o(wakes_valid), .wake_ready_i(!freeze_q),
    .wake_channel_o(wake_channel), .idle_o(wakes_idle));

  // A channel's group is that of whoever waits for it.
  logic [GroupW-1:0] group_of, group3_q;
  sumac_ram #(.Width(GroupW), .Depth(Channels)) u_groups (
    .clk_i, .w_en_i(anew_i), .w_addr_i(channel_i.index[ChanW-1:0]), .w_data_i(channel_i.group[GroupW-1:0]),
    .r_en_i(1'b1), .r_addr_i(read_channel), .r_data_o(group_of));
  always_ff @(posedge clk_i) begin : waking
    group3_q <= group_of;
    wake_o   <= {6'(group3_q), goes || wakes ? 4'(waits3_q) : 4'd0};
    if (rst_i) {group3_q, wake_o} <= '0;
  end

  // The walk.
  logic [3:0] reached_q;
  always_ff @(posedge clk_i) begin : walk
    case (state_q)
      Walk: begin
        if (walks) {walked_q, index_q} <= {last_out, index_q + 4'd1};
        if (waits_here || (v3_q && l3_q)) state_q <= Back;
      end
      None: if (none_valid_o && none_ready_i) state_q <= Back;
      default: begin
        state_q <= !hand_valid_i ? Idle : hand_i.n_out == 5'd0 ? None : Walk;
        if (hand_valid_i) {h_q, index_q, walked_q, stop_q} <= {hand_i, hand_i.index, 2'b00};
      end
    endcase
    if (waits_here) begin
      stop_q    <= 1'b1;
      reached_q <= i3_q;
    end
    if (rst_i) begin
      state_q <= Idle;
      stop_q  <= 1'b0;
    end
  end
  assign back_o            = state_q == Back;
  assign back_data_o.all   = h_q.n_out == 5'd0 || (!stop_q && index_q == h_q.n_out[3:0]);
  assign back_data_o.index = stop_q ? reached_q : index_q;
  assign back_data_o.waits = stop_q;
  assign none_valid_o      = none_q;

  // Jobs.
  sumac_pkg::wr_t wr;
  sumac_pkg::tx_t tx;
  always_comb begin : jobs
    wr                   = '0;
    wr.addr              = h_q.dst;
    wr.bytes             = h_q.bytes;
    wr.pool              = h_q.pool;
    wr.returns           = h_q.returns;
    wr.last              = h_q.last;
    wr.idx               = h_q.idx;
    wr.ring[RingW-1:0]   = h_q.ctx[SlotW+:RingW];
    wr.slot[SlotW-1:0]   = h_q.ctx[SlotW-1:0];
    tx                   = '0;
    tx.kind              = sumac_pkg::KIND_DATA;
    tx.channel           = 10'(c3_q);
    tx.seq               = seq3_q;
    tx.pool              = h_q.pool;
    tx.bytes             = h_q.bytes;
    tx.first             = h_q.first;
    tx.word              = h_q.word;
    tx.group             = 6'(group);
    sent_data_o          = '0;
    sent_data_o.channel  = 10'(c3_q);
    sent_data_o.seq      = seq3_q[3:0];
    sent_data_o.ctx      = h_q.ctx;
  end
  assign sent_o = goes;
  sumac_jobs #(.Groups(Groups), .Rings(Rings)) u_jobs (
    .clk_i, .rst_i, .open_i, .room_o(room), .write_i(memory_goes), .write_data_i(wr), .send_i(goes), .send_data_i(tx),
    .wr_valid_o, .wr_ready_i, .wr_o, .tx_valid_o, .tx_ready_i, .tx_o, .idle_o(jobs_idle));

  assign state_o.spent = look;
  assign state_o.holds = freeze_q;
  assign state_o.pick  = !wr_valid_o;
  assign state_o.idle  = state_q == Idle && jobs_idle && wakes_idle && !wake0_q && !wake1_q && !wake2_q && !wake3_q && !clear_q
                         && wake_o.rings == '0;
endmodule
