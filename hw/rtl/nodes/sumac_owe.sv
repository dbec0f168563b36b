// Counts down the outputs that a context owes, as memory writes are answered and as channels' chunks are acknowledged. A context
// that owes nothing has ended: its slot is free, and with the last context of each of a node's streams
// the node's entry is free; a gathering node is complete then.
// An acknowledgement tells how far a channel's chunks have come; the contexts of those that it passed are found by channel and
// chunk number. Answers of memory come first, as they cannot wait, and a context that opens comes last.
// Latency: some 8 cycles from an acknowledgement to a free slot. Throughput: an output a cycle.
// Memory: RAM: by context, outputs owed and what it is; by channel and chunk, whose it was; by channel, acknowledged; by node,
// streams ended. Reset: forgets what is on its way.
module sumac_owe #(
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
  localparam int CtxW     = GroupW + RingIdW + SlotW
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic [Groups-1:0]  open_i,
  // a channel is opened; its words are not clear yet; receive has committed
  input  logic               anew_i,
  input  logic [ChanW-1:0]   anew_index_i,
  output logic               clears_o,
  input  logic               commit_i,
  input  sumac_pkg::commit_t commit_data_i,
  output logic               opened_ready_o,
  input  logic               opened_i,
  input  sumac_pkg::opened_t opened_data_i,
  input  logic               place_i,
  input  sumac_pkg::place_t  place_data_i,
  input  logic               sent_i,
  input  sumac_pkg::sent_t   sent_data_i,
  // a write was answered; a context has no outputs
  input  logic               wrote_i,
  input  logic [CtxW-1:0]    wrote_ctx_i,
  input  logic               none_valid_i,
  output logic               none_ready_o,
  input  logic [CtxW-1:0]    none_ctx_i,
  // ended
  output logic               freed_o,
  output logic [CtxW-1:0]    freed_ctx_o,
  output logic               relay_o,        // a relay has ended
  output sumac_pkg::give_t   relay_data_o,
  output logic               node_free_o,
  output logic [NodeW-1:0]   node_o,
  output logic               node_ends_o,   // with it: it gathers
  output logic               idle_o
);
  localparam int Window = 16;

  // How far a channel's chunks are acknowledged, and how many of them newly.
  logic             news, pop, told, clear_q, clears, some;
  logic [ChanW+4:0] item;
  logic [ChanW-1:0] new_q, told_channel;
  logic [4:0]       was, now, newly;   // less 1
  logic [1:0]       coming_q;
  sumac_queue #(.Width(ChanW + 5), .Depth(Channels * Window)) u_news (
    .clk_i, .rst_i, .in_valid_i(commit_i), .in_data_i({commit_data_i.channel[ChanW-1:0], commit_data_i.una[4:0]}),
    .out_valid_o(news), .out_ready_i(pop), .out_data_o(item));
  assign pop      = news && room_q && !clear_q;
  assign clears   = clear_q && !anew_i;
  assign clears_o = clear_q || anew_i;
  sumac_tally #(.Width(5), .Depth(Channels)) u_acknowledged (
    .clk_i, .rst_i, .en_i(pop || clears), .index_i(clears ? new_q : item[5+:ChanW]), .set_i(1'b1),
    .value_i(clears ? 5'd0 : item[4:0]), .told_o(told), .index_o(told_channel), .old_o(was), .new_o(now));
  assign newly = now + ~was;
  assign some  = told && now != was && !quiet_q[1];
  logic [1:0] quiet_q;                 // told is of a clearing
  logic       room_q;
  always_ff @(posedge clk_i) begin : opening
    if (anew_i) new_q <= anew_index_i;
    clear_q <= anew_i || (clear_q && !clears);
    quiet_q <= {quiet_q[0], clears};
    if (rst_i) begin
      clear_q <= 1'b0;
      quiet_q <= 2'b00;
    end
  end

  // Those chunks, one by one.
  localparam int NewsW = ChanW + 4 + 5;
  logic             chunks, chunk_go, chunk_last, owner_valid_q, owner_ready, chunk_room;
  logic [NewsW-1:0] from;
  logic [4:0]       gone_q;
  logic [3:0]       waits_q;
  logic [CtxW-1:0]  found, owner;
  logic             found_q, owner_go, popped_q;
  sumac_fifo #(.Width(NewsW), .Depth(8), .Head(1'b1)) u_chunks (
    .clk_i, .rst_i, .in_valid_i(some), .in_ready_o(chunk_room), .in_data_i({told_channel, was[3:0], newly}),
    .out_valid_o(chunks), .out_ready_i(chunk_go && chunk_last), .out_data_o(from));
  assign owner_go   = !owner_valid_q || owner_ready;
  assign chunk_go   = !found_q || owner_go;
  assign chunk_last = gone_q == from[4:0];
  sumac_ram #(.Width(CtxW), .Depth(Channels * Window)) u_owners (
    .clk_i, .w_en_i(sent_i), .w_addr_i({sent_data_i.channel[ChanW-1:0], sent_data_i.seq}), .w_data_i(sent_data_i.ctx[CtxW-1:0]),
    .r_en_i(chunk_go), .r_addr_i({from[9+:ChanW], from[5+:4] + gone_q[3:0]}), .r_data_o(found));
  always_ff @(posedge clk_i) begin : acknowledged
    coming_q <= {coming_q[0], pop};
    popped_q <= chunks && chunk_go && chunk_last;
    waits_q  <= waits_q + 4'(some) - 4'(popped_q);
    room_q   <= waits_q < 4'd4;
    if (chunk_go) begin
      found_q <= chunks;
      if (chunks) gone_q <= chunk_last ? 5'd0 : gone_q + 5'd1;
    end
    if (owner_go) {owner_valid_q, owner} <= {found_q, found};
    if (rst_i) begin
      found_q       <= 1'b0;
      owner_valid_q <= 1'b0;
      gone_q        <= 5'd0;
      waits_q       <= 4'd0;
      popped_q      <= 1'b0;
      coming_q      <= 2'b00;
    end
  end

  // Counting.
  logic             counts, c_told;
  logic [4:0]       unused_owed, unused_ended, ended;   // ended: before
  logic [CtxW-1:0]  count_ctx, c_ctx;
  logic [4:0]       left;
  logic             node_adds;
  assign owner_ready    = !wrote_i;
  assign none_ready_o   = !wrote_i && !owner_valid_q;
  assign opened_ready_o = !wrote_i && !owner_valid_q && !none_valid_i && !node_adds;
  assign counts         = wrote_i || owner_valid_q || none_valid_i;
  assign count_ctx      = wrote_i ? wrote_ctx_i : owner_valid_q ? owner : none_valid_i ? none_ctx_i : opened_data_i.ctx[CtxW-1:0];
  sumac_tally #(.Width(5), .Depth(1 << CtxW)) u_owed (
    .clk_i, .rst_i, .en_i(counts || opened_i), .index_i(count_ctx), .set_i(!counts),
    .value_i(counts ? 5'h1f : opened_data_i.n_out == 5'd0 ? 5'd1 : opened_data_i.n_out),
    .told_o(c_told), .index_o(c_ctx), .old_o(unused_owed), .new_o(left));

  // Ended.
  localparam int WordW = IdxW + 1 + 4 + 1;
  logic             f1_q, f2_q, last, gathers, relay, last2_q, relay2_q, lives2_q;
  logic [CtxW-1:0]  ctx1_q, ctx2_q;
  logic [IdxW-1:0]  idx, idx2_q;
  logic [3:0]       streams, streams2_q, streams3_q, streams4_q;      // less one
  logic [ChanW-1:0] channel, channel2_q;
  logic [3:0]       seq, seq2_q;
  logic             gathers2_q, gathers3_q, gathers4_q, adds3_q, adds4_q, n_told;
  sumac_ram #(.Width(WordW), .Depth(1 << CtxW)) u_words (
    .clk_i, .w_en_i(opened_i), .w_addr_i(opened_data_i.ctx[CtxW-1:0]),
    .w_data_i({opened_data_i.idx[IdxW-1:0], opened_data_i.last, 4'(opened_data_i.streams - 5'd1), opened_data_i.gathers}),
    .r_en_i(1'b1), .r_addr_i(c_ctx), .r_data_o({idx, last, streams, gathers}));
  sumac_ram #(.Width(1 + ChanW + 4), .Depth(1 << CtxW)) u_places (
    .clk_i, .w_en_i(place_i), .w_addr_i(place_data_i.ctx[CtxW-1:0]),
    .w_data_i({place_data_i.relay, place_data_i.channel[ChanW-1:0], place_data_i.seq}),
    .r_en_i(1'b1), .r_addr_i(c_ctx), .r_data_o({relay, channel, seq}));
  always_ff @(posedge clk_i) begin : ends
    {f1_q, ctx1_q} <= {c_told && left == 5'd0, c_ctx};
    {f2_q, ctx2_q} <= {f1_q, ctx1_q};
    {idx2_q, last2_q, streams2_q, gathers2_q, relay2_q, channel2_q, seq2_q} <= {idx, last, streams, gathers, relay, channel, seq};
    lives2_q                          <= open_i[ctx1_q[SlotW+RingIdW+:GroupW]];
    {streams3_q, gathers3_q, adds3_q} <= {streams2_q, gathers2_q, node_adds};
    {streams4_q, gathers4_q, adds4_q} <= {streams3_q, gathers3_q, adds3_q};
    if (rst_i) {f1_q, f2_q, adds3_q, adds4_q} <= 4'b0000;
  end
  assign freed_o     = f2_q;
  assign freed_ctx_o = ctx2_q;
  assign node_adds   = f2_q && last2_q;

  assign relay_o      = f2_q && relay2_q && lives2_q;
  assign relay_data_o = {10'(channel2_q), seq2_q};

  sumac_tally #(.Width(5), .Depth(Groups * Nodes)) u_ended (
    .clk_i, .rst_i, .en_i(node_adds || (opened_i && opened_data_i.begins)),
    .index_i(node_adds ? {ctx2_q[SlotW+RingIdW+:GroupW], idx2_q}
                       : {opened_data_i.ctx[SlotW+RingIdW+:GroupW], opened_data_i.idx[IdxW-1:0]}),
    .set_i(!node_adds), .value_i(node_adds ? 5'd1 : 5'd0), .told_o(n_told), .index_o(node_o), .old_o(ended), .new_o(unused_ended));
  assign node_free_o = n_told && adds4_q && ended == {1'b0, streams4_q};
  assign node_ends_o = node_free_o && gathers4_q;
  assign idle_o      = !news && coming_q == 2'b00 && !chunks && !found_q && !owner_valid_q && !c_told && !f1_q && !f2_q
                       && !adds3_q && !adds4_q && !clear_q && !none_valid_i;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_room: assert property (@(posedge clk_i) disable iff (rst_i) some |-> chunk_room)
    else $error("an acknowledgement is lost");
`endif
`endif
endmodule
