// Accepting: descriptors are read from the groups' rings, or were pushed (sumac_fetch_ask), and pass a pipe in the order in which
// they were asked for. Each one's route is looked up, then its streams are walked over, an input and an output a cycle
// (sumac_accept_walk), while it is checked (sumac_accept_check); good ones are handed to the nodes. One that asks for what is not
// there is refused: its completion carries the reason.
//
// Whether its group is open is looked at before the last step, in every cycle that it waits for that: so no descriptor of a failed
// group, which the sweep and the flush have begun to end, is accepted behind them, though the pipe is full. A refusal waits there,
// and all stand still behind it.
// Latency: 6 cycles from a descriptor's arrival + the larger of inputs and outputs. Throughput: a descriptor each max(2, inputs,
// outputs) cycles. Reset: forgets all.
module sumac_accept #(
  parameter int Groups   = sumac_pkg::DefGroups,
  parameter int Channels = sumac_pkg::DefChannels,
  parameter int Nodes    = sumac_pkg::DefNodes,
  parameter int Rings    = sumac_pkg::DefRings,
  parameter int Routes   = sumac_pkg::DefRoutes,
  parameter int Fetches  = sumac_pkg::DefFetches,
  parameter bit TestOps  = 1'b0,
  localparam int GroupW  = $clog2(Groups),
  localparam int ChanW   = $clog2(Channels),
  localparam int IdxW    = $clog2(Nodes),
  localparam int NodeW   = GroupW + IdxW,
  localparam int RingW   = GroupW + $clog2(Rings)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  // groups
  input  sumac_pkg::states_t states_i,
  input  sumac_pkg::posted_t posted_i,
  output sumac_pkg::fetch_t fetch_o,
  // pushed
  input  logic [GroupW-1:0] room_group_i,
  input  logic              push_valid_i,
  output logic              push_ready_o,
  input  sumac_pkg::push_t  push_i,
  // host port
  output logic              job_valid_o,
  input  logic              job_ready_i,
  output sumac_pkg::rd_t    job_o,
  input  sumac_pkg::come_t  come_i,
  // windows
  output sumac_pkg::ranges_ask_t ranges_o,
  input  sumac_pkg::ranges_t ranges_i,
  // routes
  output sumac_pkg::routes_ask_t routes_o,
  input  sumac_pkg::routes_t routes_i,
  // a channel is opened: streams of descriptors that come from now on begin at 0
  input  logic              open_valid_i,
  output logic              open_ready_o,
  input  logic [ChanW-1:0]  open_index_i,
  // the node's streams
  output sumac_pkg::start_t start_o,
  // the node
  output logic              acc_valid_o,    // a pulse: accepted
  output sumac_pkg::acc_t   acc_o,
  // refused
  output logic              ref_valid_o,
  input  logic              ref_ready_i,
  output sumac_pkg::refusal_t ref_o,
  // one could not be read: the group of ref_o's node fails
  output logic              err_valid_o,
  input  logic              err_ready_i,
  // entries of nodes, and itself
  input  sumac_pkg::ends_t  ends_i,
  output sumac_pkg::accepts_t accepts_o
);
  // Asking.
  logic              has, asks_idle, enter, looked_q, go, fetched, room, begun, busy, refused;
  logic [GroupW-1:0] fetch_group, begun_group;
  sumac_pkg::got_t   got;
  sumac_pkg::desc_t  desc;
  logic [NodeW-1:0]  node;
  sumac_fetch_ask #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings), .Fetches(Fetches)) u_ask (
    .clk_i, .rst_i, .reset_i(states_i.reset[Groups-1:0]), .pending_i(posted_i.pending[Groups-1:0]), .fetch_group_o(fetch_group),
    .fetch_i(posted_i.next), .fetched_o(fetched), .room_group_i, .room_o(room), .push_valid_i, .push_ready_o,
    .push_i, .begun_o(begun), .begun_group_o(begun_group), .job_valid_o, .job_ready_i, .job_o, .come_i,
    .has_o(has), .got_o(got), .pop_i(enter), .refused_i(refused), .refused_node_i(ref_o.node[NodeW-1:0]), .ends_i, .busy_o(busy),
    .idle_o(asks_idle));
  assign desc    = got.desc;
  assign node    = got.node[NodeW-1:0];
  assign fetch_o = {fetched, 6'(fetch_group), 6'(node_q[IdxW+:GroupW])};

  // The head of its route.
  logic there_q, frees;               // one is walked over; or ends that
  assign enter   = looked_q && (!there_q || frees);
  always_ff @(posedge clk_i) looked_q <= !rst_i && (has || looked_q) && !enter;

  // The descriptor that is walked over. An opened channel goes in between two.
  logic             error_q, step, last, single, last_q, done_q, clears_q, clear, walks;
  sumac_pkg::desc_t desc_q;
  sumac_pkg::head_t head_q;
  logic [NodeW-1:0] node_q;
  logic [63:0]      rung_q;
  logic [47:0]      part_q;
  logic [3:0]       index_q;
  logic [2:0]       log2_q;
  logic [4:0]       next;
  logic [ChanW-1:0] clear_index_q;
  always_ff @(posedge clk_i) begin
    if (enter) begin
      {error_q, desc_q, head_q, node_q, rung_q} <= {got.error, desc, routes_i.head, node, got.rung};
      log2_q <= sumac_pkg::type_log2(desc.type_code);
      part_q <= (desc.inline_len != 8'd0) ? 48'd0 : desc.inline_data[47:0];   // a source stands in the place of parts
    end
    if (open_valid_i && open_ready_o) clear_index_q <= open_index_i;
    if (rst_i) begin
      {there_q, last_q, done_q, clears_q} <= 4'b0000;
      index_q                             <= 4'd0;
    end else begin
      there_q  <= enter || (there_q && !frees);
      clears_q <= (clears_q && !clear) || (open_valid_i && open_ready_o);
      done_q   <= (done_q && !frees) || (step && last && !last_q);
      if (step) begin
        index_q <= last ? 4'd0 : index_q + 4'd1;
        last_q  <= !last && next >= head_q.n_in && next >= head_q.n_out;
      end
    end
  end
  // One that has a single step stays for another cycle, in which the next one's head may come.
  assign next   = {1'b0, index_q} + 5'd2;
  assign single = head_q.n_in <= 5'd1 && head_q.n_out <= 5'd1;
  assign last   = last_q || (single && index_q == 4'd0);
  assign clear  = clears_q && go && index_q == 4'd0;
  assign step   = there_q && !done_q && go && !clear;
  assign frees  = (last_q || done_q) && go;
  assign open_ready_o = !clears_q;
  assign routes_o     = {has && !looked_q, 13'({node[IdxW+:GroupW], desc.route[$clog2(Routes)-1:0]}),
                         go, 13'({node_q[IdxW+:GroupW], desc_q.route[$clog2(Routes)-1:0]}), index_q};

  logic [7:0]  status;
  logic [31:0] chunks;
  logic [47:0] bytes, first_at, last_at;
  logic [63:0] range;
  logic        in_completion, ends, fine, good;
  sumac_accept_walk #(.Channels(Channels)) u_walk (
    .clk_i, .rst_i, .go_i(go), .step_i(step), .last_i(last), .index_i(index_q), .in_i({1'b0, index_q} < head_q.n_in),
    .out_i({1'b0, index_q} < head_q.n_out), .clear_i(clear), .clear_index_i(clear_index_q), .a_in_i(routes_i.in_word),
    .a_out_i(routes_i.out_word), .a_tree_i(routes_i.tree),
    .ends_o(ends), .good_i(good), .chunks_i(chunks), .start_o, .busy_o(walks));

  assign ranges_o = {go, desc_q.src_window, desc_q.src_offset, desc_q.dst_window, desc_q.dst_offset, range};
  sumac_accept_check #(.Routes(Routes), .TestOps(TestOps)) u_check (
    .clk_i, .go_i(go), .desc_i(desc_q), .log2_i(log2_q), .head_i(head_q), .part_bytes_i(part_q), .slot_i(posted_i.slot),
    .range_o(range), .src_open_i(ranges_i.src_open), .src_inside_i(ranges_i.src_fits), .dst_open_i(ranges_i.dst_open),
    .dst_inside_i(ranges_i.dst_fits), .bytes_o(bytes), .inline_o(in_completion), .chunks_o(chunks), .first_at_o(first_at),
    .last_at_o(last_at), .good_o(fine), .status_o(status));

  // All that the nodes are told goes beside the check, whose result joins it in the last step.
  sumac_pkg::acc_t acc, acc1_q, acc2_q, acc3_q;
  logic            error1_q, error2_q, error3_q;
  logic [GroupW-1:0] group3_q;
  always_comb begin
    acc                   = '0;
    acc.node[NodeW-1:0]   = node_q;
    acc.ring[RingW-1:0]   = {node_q[IdxW+:GroupW], head_q.ring[$clog2(Rings)-1:0]};
    acc.n_in              = head_q.n_in;
    acc.n_out             = head_q.n_out;
    acc.mem_in            = head_q.mem_in;
    acc.mem_out           = head_q.mem_out;
    acc.op                = desc_q.op[3:0];
    acc.type_code         = desc_q.type_code;
    acc.given             = desc_q.inline_len != 8'd0;
    acc.source            = desc_q.inline_data;
    acc.spread            = head_q.spread;
    acc.streams           = head_q.spread == 2'd1 ? head_q.n_out : head_q.spread == 2'd2 ? head_q.n_in : 5'd1;
    acc.first             = head_q.first;
    acc.last              = head_q.last;
    acc.part_bytes        = part_q;
    acc.word              = desc_q.digest[31:0];
    acc.cookie            = desc_q.cookie;
    acc.seq               = desc_q.seq;
    acc.rung              = rung_q;
  end
  always_ff @(posedge clk_i) if (go) begin
    {error1_q, acc1_q}  <= {error_q, acc};
    {error2_q, acc2_q}  <= {error1_q, acc1_q};
    {error3_q, acc3_q}  <= {error2_q, acc2_q};
    acc_o               <= acc3_q;
    acc_o.in_completion <= in_completion;
    acc_o.src           <= ranges_i.src_addr;
    acc_o.dst           <= ranges_i.dst_addr;
    acc_o.bytes         <= bytes;
    acc_o.chunks        <= chunks;
    acc_o.first_at      <= first_at;
    acc_o.last_at       <= last_at;
    if (rst_i) begin   // so that their bits leave from registers, and not from the end of a shifting memory
      acc_o    <= '0;
      group3_q <= '0;
    end else group3_q <= acc2_q.node[IdxW+:GroupW];
  end

  // The end: it is accepted, or it waits to be refused, and after an error first for its group to fail.
  logic              ends_q, bad_q, failed_q, seen_q, open_q, seen;
  logic [7:0]        status_q;
  logic [Groups-1:0] open;
  assign open = states_i.open[Groups-1:0];
  assign good = fine && !error3_q && open_q;
  always_ff @(posedge clk_i) begin
    open_q <= open[go ? acc2_q.node[IdxW+:GroupW] : group3_q];
    if (go) status_q <= error3_q ? sumac_pkg::ST_EBUS : open_q ? status : sumac_pkg::ST_EFAILED;
    if (go) failed_q <= error3_q;
    if (rst_i) {ends_q, bad_q, seen_q} <= 3'b000;
    else if (go) {ends_q, bad_q, seen_q} <= {ends, ends && !good, 1'b0};
    else if (!seen_q) seen_q <= seen;
    else if (ref_ready_i) {ends_q, bad_q, seen_q} <= 3'b000;
  end
  assign go          = !bad_q;
  assign acc_valid_o = ends_q && !bad_q;
  assign err_valid_o = bad_q && failed_q && !seen_q;
  assign seen        = ends_q && !seen_q && (!err_valid_o || err_ready_i);
  assign ref_valid_o = seen_q;
  assign ref_o       = {acc_o.node, status_q};
  assign refused     = ref_valid_o && ref_ready_i;
  always_comb begin
    accepts_o       = '0;
    accepts_o.begun = begun;
    accepts_o.group = 6'(begun_group);
    accepts_o.room  = room;
    accepts_o.busy  = busy;
    accepts_o.seen  = seen;
    accepts_o.pick  = !bad_q && !push_valid_i && !ends;
    accepts_o.moved = begun || come_i.valid || has || there_q || walks || ends_q || clears_q;
    accepts_o.idle  = asks_idle && !there_q && !walks && !ends_q && !clears_q;
  end
endmodule
