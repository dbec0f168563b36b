// Walks a context's outputs in the route's order, one a cycle: memory by a DMA write, a channel by a transmit job, if the chunk is
// the channel's next (O3) and its limit lets it go. Else the ring waits at the channel, and the channel's next chunk or limit wakes
// it: nothing is asked again without a reason. The outputs behind one that waits wait with it, as they leave in order (O2).
// A walk over a long chunk ends after one output, so that rings take turns packet by packet.
// A context that was told early waits until its value is there, with all its look-ups done.
// A limit may come while a ring is being made to wait: so a ring that waits for it has the channel looked at once more.
// Latency: 5 cycles from a context to its first job. Throughput: an output a cycle, and 5 cycles a context.
// Memory: RAM: the nodes' outputs; by channel, chunks issued, who waits, the limit, the group. Flip-flops: which channels are to be
// looked at, and which are blocked. Reset: forgets what is on its way.
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
  localparam int RingW    = GroupW + RingIdW,
  localparam int CtxW     = RingW + SlotW
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
  input  logic [6:0]          early_done_i,   // so many contexts that were told early are done,
  input  logic                early_now_i,    // and now one more is
  input  logic                hand_valid_i,
  output logic                hand_ready_o,
  input  sumac_pkg::hand_t    hand_i,
  output logic                back_o,
  output logic [3:0]          back_index_o,
  output logic                back_all_o,
  output logic                back_waits_o,
  output logic [Rings-1:0]    wake_o,
  output logic [GroupW-1:0]   wake_group_o,
  // whether a channel's next chunk is there, and may not go for the limit (R12)
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
  // a context without outputs
  output logic                none_valid_o,
  input  logic                none_ready_i,
  output logic [CtxW-1:0]     none_ctx_o,
  output logic                spent_o,        // sent_data_o.ctx's ring begins to wait for its channel's limit
  output logic                holds_o,        // its value is not there yet
  output logic                pick_o,         // holds no job for DMA
  output logic                idle_o
);
  localparam int LongBytes = 512, Jobs = 8, Steps = 4;
  typedef enum logic [2:0] {Idle, Walk, Drain, None, Back} state_e;
  state_e state_q;

  sumac_pkg::hand_t h_q;
  logic [3:0]       index_q;
  logic             walks, walked_q, last_out, stop_q, room_q, wake, drained;
  logic [GroupW-1:0] group;
  assign group        = h_q.ctx[SlotW+RingIdW+:GroupW];
  assign hand_ready_o = state_q == Idle || state_q == Back;
  assign last_out     = {1'b0, index_q} + 5'd1 == h_q.n_out || 32'(h_q.bytes) >= LongBytes;
  assign walks        = state_q == Walk && !walked_q && !wake && !hold1 && room_q && !stop_q;

  // Outputs of nodes.
  localparam int OutW = 1 + ChanW + 32;
  logic [OutW-1:0]  out_word;
  logic             memory;
  logic [ChanW-1:0] channel, wake_channel;
  logic [31:0]      start;
  sumac_ram #(.Width(OutW), .Depth(Groups * Nodes * 16)) u_outputs (
    .clk_i, .w_en_i(start_i.out_valid), .w_addr_i({start_node_i, start_i.index}),
    .w_data_i({start_i.out_memory, start_i.out_channel[ChanW-1:0], start_i.out_chunk}),
    .r_en_i(walks), .r_addr_i({group, h_q.idx[IdxW-1:0], h_q.from_out + index_q}), .r_data_o(out_word));
  assign {memory, channel, start} = out_word;

  // Four steps: the stream's word, twice; its channel's; it goes, if it may. A step waits for a channel that is in a later one.
  // Waking is a step of its own kind, and comes first.
  logic             l0_q, l1_q, l2_q, l3_q;       // the walk's last output
  logic             v0_q, v1_q, v2_q, v3_q, wake0_q, wake1_q, wake2_q, wake3_q, m1_q, m2_q, m3_q, hold1, is_next, may;
  logic [ChanW-1:0] w0_q, c1_q, c2_q, c3_q;
  logic [3:0]       i0_q, i1_q, i2_q, i3_q;
  logic [31:0]      start1_q, start2_q, seq3_q, iss, iss3_q, lim, lim3_q;
  logic [Rings-1:0] waits, waits3_q, own;
  logic             is2, is3, wakes_valid, look, freeze, whole_q, none1_q, none_q;
  logic [6:0]       since;
  assign is2    = (v2_q || wake2_q) && !m2_q && c2_q == c1_q;
  assign is3    = (v3_q || wake3_q) && !m3_q && c3_q == c1_q;
  assign hold1  = freeze || ((wake1_q || (v1_q && !m1_q)) && (is2 || is3));
  assign freeze = v2_q && !whole_q;         // the value is not there yet
  assign since  = early_done_i - h_q.no;
  assign own    = Rings'(1) << h_q.ctx[SlotW+:RingIdW];
  assign wake   = wakes_valid && !hold1;

  always_ff @(posedge clk_i) begin : steps
    if (!hold1) begin
      {v0_q, l0_q, wake0_q, w0_q, i0_q} <= {walks, last_out, wake, wake_channel, index_q};
      {v1_q, l1_q, wake1_q, i1_q, start1_q} <= {v0_q, l0_q, wake0_q, i0_q, start};
      c1_q    <= wake0_q ? w0_q : channel;
      m1_q    <= memory && !wake0_q;
    end
    none1_q <= state_q == None;
    none_q  <= state_q == None && !(none_q && none_ready_i) && (none_q || (none1_q && whole_q));
    whole_q <= hand_ready_o ? !hand_i.early : whole_q || (since == 7'd0 ? early_now_i : !since[6]);
    if (!freeze) begin
      v2_q    <= v1_q && !hold1;
      wake2_q <= wake1_q && !hold1;
      {c2_q, m2_q, l2_q, i2_q, start2_q} <= {c1_q, m1_q, l1_q, i1_q, start1_q};
    end
    {v3_q, wake3_q, c3_q, m3_q, l3_q, i3_q} <= {v2_q && !freeze, wake2_q && !freeze, c2_q, m2_q, l2_q, i2_q};
    seq3_q   <= start2_q + h_q.chunk;
    {iss3_q, waits3_q, lim3_q} <= {iss, waits, lim};
    if (rst_i) {v0_q, v1_q, v2_q, v3_q, wake0_q, wake1_q, wake2_q, wake3_q} <= 8'd0;
    if (rst_i) {none1_q, none_q} <= 2'b00;
  end

  logic act, goes, memory_goes, waits_here, wakes;
  assign is_next     = iss3_q == seq3_q;
  assign may         = lim3_q != iss3_q;
  assign act         = v3_q && !stop_q;
  assign memory_goes = act && m3_q;
  assign goes        = act && !m3_q && is_next && may;
  assign waits_here  = act && !m3_q && !(is_next && may);
  assign wakes       = wake3_q && may && waits3_q != '0;
  assign look        = waits_here && is_next;

  // By channel: chunks issued and who waits, written here alone; the limit, as receive commits it; whose it is.
  logic              clear_q, w_issued;
  logic [3:0]        new_slots_q;
  logic [ChanW-1:0]  new_q;
  logic [Rings-1:0]  waits_new;
  assign w_issued  = goes || waits_here || wakes;
  assign waits_new = waits_here ? waits3_q | own : '0;
  assign clears_o  = clear_q || anew_i;
  logic clears;
  assign clears = clear_q && !w_issued && !commit_i;
  sumac_ram #(.Width(32 + Rings), .Depth(Channels)) u_issued (
    .clk_i, .w_en_i(w_issued || clears), .w_addr_i(clears ? new_q : c3_q),
    .w_data_i(clears ? (32 + Rings)'(0) : {goes ? seq3_q + 32'd1 : iss3_q, waits_new}),
    .r_en_i(!hold1), .r_addr_i(c1_q), .r_data_o({iss, waits}));
  sumac_ram #(.Width(32), .Depth(Channels)) u_limits (
    .clk_i, .w_en_i(commit_i || clears), .w_addr_i(commit_i ? commit_data_i.channel[ChanW-1:0] : new_q),
    .w_data_i(commit_i ? commit_data_i.lim : 32'd1 << new_slots_q), .r_en_i(!hold1), .r_addr_i(c1_q), .r_data_o(lim));
  always_ff @(posedge clk_i) begin : opening
    if (anew_i) {new_q, new_slots_q} <= {channel_i.index[ChanW-1:0], channel_i.peer_slots};
    clear_q <= anew_i || (clear_q && !clears);
    if (rst_i) clear_q <= 1'b0;
  end

  // News of a channel at which a ring waits, and channels to be looked at once more. A channel waits once.
  logic                n1_q, some, again_q, push;
  logic [ChanW-1:0]    n1_channel_q, again_channel_q, push_channel;
  logic [Rings-1:0]    news_waits;
  logic [Channels-1:0] queued_q;
  sumac_ram #(.Width(Rings), .Depth(Channels)) u_waits (
    .clk_i, .w_en_i(w_issued || clears), .w_addr_i(clears ? new_q : c3_q), .w_data_i(clears ? '0 : waits_new),
    .r_en_i(1'b1), .r_addr_i(commit_data_i.channel[ChanW-1:0]), .r_data_o(news_waits));
  assign some         = n1_q && news_waits != '0;
  assign push_channel = some ? n1_channel_q : again_channel_q;
  assign push         = (some || again_q) && !queued_q[push_channel];
  always_ff @(posedge clk_i) begin : news
    n1_q         <= commit_i;
    n1_channel_q <= commit_data_i.channel[ChanW-1:0];
    again_q      <= look || (again_q && some);
    if (look) again_channel_q <= c3_q;
    if (push) queued_q[push_channel] <= 1'b1;
    if (wake) queued_q[wake_channel] <= 1'b0;        // it may pass at once
    if (rst_i) begin
      {n1_q, again_q} <= 2'b00;
      queued_q        <= '0;
    end
  end
  sumac_queue #(.Width(ChanW), .Depth(Channels)) u_wakes (
    .clk_i, .rst_i, .in_valid_i(push), .in_data_i(push_channel),
    .out_valid_o(wakes_valid), .out_ready_i(wake), .out_data_o(wake_channel));

  // A channel's group is that of whoever waits for it.
  logic [GroupW-1:0] group_of;
  logic [GroupW-1:0] group3_q;
  sumac_ram #(.Width(GroupW), .Depth(Channels)) u_groups (
    .clk_i, .w_en_i(anew_i), .w_addr_i(channel_i.index[ChanW-1:0]), .w_data_i(channel_i.group[GroupW-1:0]),
    .r_en_i(!hold1), .r_addr_i(c1_q), .r_data_o(group_of));
  always_ff @(posedge clk_i) group3_q <= group_of;
  always_ff @(posedge clk_i) begin : waking
    wake_o       <= (goes || wakes) ? waits3_q : '0;
    wake_group_o <= group3_q;
    if (rst_i) wake_o <= '0;
  end

  logic [Channels-1:0] blocked_q;
  always_ff @(posedge clk_i) begin : blocked
    if (w_issued && !wakes) blocked_q[c3_q] <= look;
    if (clears) blocked_q[new_q] <= 1'b0;
  end
  assign blocked_o = blocked_q[blocked_index_i];

  // The walk.
  assign drained = !v0_q && !v1_q && !v2_q && !v3_q;
  logic [3:0] reached_q;
  always_ff @(posedge clk_i) begin : walk
    case (state_q)
      Walk: begin
        if (walks) {walked_q, index_q} <= {last_out, index_q + 4'd1};
        if (stop_q || waits_here) state_q <= Drain;
        else if (v3_q && l3_q) state_q <= Back;
      end
      Drain: if (drained) state_q <= Back;
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
  assign back_o       = state_q == Back;
  assign back_all_o   = h_q.n_out == 5'd0 || (!stop_q && index_q == h_q.n_out[3:0]);
  assign back_index_o = stop_q ? reached_q : index_q;
  assign back_waits_o = stop_q;
  assign none_valid_o = none_q;
  assign none_ctx_o   = h_q.ctx[CtxW-1:0];

  // Jobs.
  sumac_pkg::wr_t    wr, wr_next;
  sumac_pkg::tx_t    tx, tx_next;
  logic              wr_some, tx_some, wr_in, tx_in, wr_take, tx_take;
  logic [3:0]        n_wr_q, n_tx_q;
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
  sumac_fifo #(.Width(sumac_pkg::WR_W), .Depth(Jobs), .Bypass(1'b1)) u_wr (
    .clk_i, .rst_i, .in_valid_i(memory_goes), .in_ready_o(wr_in), .in_data_i(wr),
    .out_valid_o(wr_some), .out_ready_i(wr_take), .out_data_o(wr_next));
  sumac_fifo #(.Width(sumac_pkg::TX_W), .Depth(Jobs), .Bypass(1'b1)) u_tx (
    .clk_i, .rst_i, .in_valid_i(goes), .in_ready_o(tx_in), .in_data_i(tx),
    .out_valid_o(tx_some), .out_ready_i(tx_take), .out_data_o(tx_next));

  // A job is offered if its group is open then; else it is forgotten.
  assign wr_take = !wr_valid_o;
  assign tx_take = !tx_valid_o || tx_ready_i;
  logic [GroupW-1:0] wr_group;
  assign wr_group = wr_next.ring[RingIdW+:GroupW];
  always_ff @(posedge clk_i) begin : offers
    if (wr_ready_i) wr_valid_o <= 1'b0;
    if (wr_take) begin
      wr_valid_o <= wr_some && open_i[wr_group];
      wr_o       <= wr_next;
    end
    if (tx_take) begin
      tx_valid_o <= tx_some && open_i[tx_next.group[GroupW-1:0]];
      tx_o       <= tx_next;
    end
    n_wr_q <= n_wr_q + 4'(memory_goes) - 4'(wr_some && wr_take);
    n_tx_q <= n_tx_q + 4'(goes) - 4'(tx_some && tx_take);
    room_q <= n_wr_q < 4'(Jobs - Steps - 1) && n_tx_q < 4'(Jobs - Steps - 1);
    if (rst_i) begin
      wr_valid_o <= 1'b0;
      tx_valid_o <= 1'b0;
      n_wr_q     <= 4'd0;
      n_tx_q     <= 4'd0;
    end
  end
  assign {spent_o, holds_o} = {look, freeze};
  assign pick_o = !wr_valid_o;
  assign idle_o = state_q == Idle && !wr_some && !tx_some && !wr_valid_o && !tx_valid_o && !wakes_valid && !n1_q && !again_q
                  && !wake0_q && !wake1_q && !wake2_q && !wake3_q && !clear_q && wake_o == '0;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_jobs:  assert property (@(posedge clk_i) disable iff (rst_i) (memory_goes && !wr_in) || (goes && !tx_in) |-> 1'b0)
    else $error("a job is lost");
`endif
`endif
endmodule
