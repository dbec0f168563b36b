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
  localparam int RingW   = GroupW + $clog2(Rings),
  localparam int EntryW  = GroupW + $clog2(Routes)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  // groups
  input  logic [Groups-1:0] open_i,
  input  logic [Groups-1:0] reset_i,
  input  logic [Groups-1:0] pending_i,
  output logic [GroupW-1:0] fetch_group_o,
  input  sumac_pkg::entry_t fetch_i,
  output logic              fetched_o,
  // pushed
  input  logic [GroupW-1:0] room_group_i,
  output logic              room_o,
  input  logic              push_valid_i,
  output logic              push_ready_o,
  input  logic [511:0]      push_desc_i,
  input  logic [GroupW-1:0] push_group_i,
  input  logic [63:0]       push_rung_i,
  output logic [GroupW-1:0] accept_group_o,
  input  logic [2:0]        accept_slot_i,
  // host port
  output logic              job_valid_o,
  input  logic              job_ready_i,
  output sumac_pkg::rd_t    job_o,
  input  logic              desc_valid_i,
  input  logic [511:0]      desc_data_i,
  input  logic              desc_error_i,
  // windows: the answers come three cycles after the question, bytes_o two, as long as go_o is high
  output logic              go_o,
  output sumac_pkg::desc_t  desc_o,
  output logic [63:0]       bytes_o,
  input  logic              src_open_i,
  input  logic              src_inside_i,
  input  logic [63:0]       src_addr_i,
  input  logic              dst_open_i,
  input  logic              dst_inside_i,
  input  logic [63:0]       dst_addr_i,
  // routes
  output logic              h_en_o,
  output logic [EntryW-1:0] h_addr_o,
  input  sumac_pkg::head_t  h_data_i,
  output logic              a_en_o,
  output logic [EntryW-1:0] a_addr_o,
  output logic [3:0]        a_index_o,
  input  sumac_pkg::route_in_t  a_in_i,
  input  sumac_pkg::route_out_t a_out_i,
  input  sumac_pkg::tree_t  a_tree_i,
  // a channel is opened: streams of descriptors that come from now on begin at 0
  input  logic              open_valid_i,
  output logic              open_ready_o,
  input  logic [ChanW-1:0]  open_index_i,
  // the node's streams
  output sumac_pkg::start_t start_o,
  // the node
  output logic              acc_valid_o,    // a pulse: accepted
  output logic              acc_seen_o,     // a pulse: accepted or refused, node and cookie are told
  output sumac_pkg::acc_t   acc_o,
  // refused
  output logic              ref_valid_o,
  input  logic              ref_ready_i,
  output logic [NodeW-1:0]  ref_node_o,
  output logic [7:0]        ref_status_o,
  // a descriptor could not be read: the group fails
  output logic              err_valid_o,
  input  logic              err_ready_i,
  output logic [GroupW-1:0] err_group_o,
  // a node's entry is free when the nodes have done with it and the host has been told of it
  input  logic              free_i,
  input  logic [NodeW-1:0]  free_node_i,
  input  logic              told_i,
  input  logic [NodeW-1:0]  told_node_i,
  input  logic [NodeW-1:0]  busy_node_i,    // asks whether a node's entry is in use
  output logic              busy_o,         // the answer, 8 cycles later
  input  logic              flush_i,        // no stage works on that node any more: its group has failed
  output logic              pick_o,         // none is pushed; whatever ends from now on was looked at now, or later
  output logic              moved_o,        // a pulse: something was done
  output logic              idle_o,
  // in flight, for the groups' closing
  output logic              begun_o,
  output logic [GroupW-1:0] begun_group_o,
  output logic              refused_o       // a pulse, for the counter
);
  // Asking.
  logic             got, error, asks_idle, enter, looked_q;
  sumac_pkg::desc_t desc;
  logic [NodeW-1:0] node;
  logic [63:0]      rung;
  sumac_fetch_ask #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings), .Fetches(Fetches)) u_ask (
    .clk_i, .rst_i, .reset_i, .pending_i, .fetch_group_o, .fetch_addr_i(fetch_i.addr), .fetch_rung_i(fetch_i.mark), .fetched_o,
    .room_group_i, .room_o, .push_valid_i, .push_ready_o, .push_desc_i, .push_group_i, .push_rung_i, .begun_o, .begun_group_o,
    .job_valid_o, .job_ready_i, .job_o, .desc_valid_i, .desc_data_i, .desc_error_i,
    .got_o(got), .error_o(error), .desc_o(desc), .node_o(node), .rung_o(rung), .pop_i(enter), .refused_i(refused_o),
    .refused_node_i(ref_node_o), .free_i, .free_node_i, .told_i, .told_node_i, .busy_node_i, .busy_o, .flush_i,
    .idle_o(asks_idle));

  // The head of its route.
  logic there_q, frees;               // one is walked over; or ends that
  assign h_en_o   = got && !looked_q;
  assign h_addr_o = {node[IdxW+:GroupW], desc.route[$clog2(Routes)-1:0]};
  assign enter    = looked_q && (!there_q || frees);
  always_ff @(posedge clk_i) looked_q <= !rst_i && (got || looked_q) && !enter;

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
      {error_q, desc_q, head_q, node_q, rung_q} <= {error, desc, h_data_i, node, rung};
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
  assign clear  = clears_q && go_o && index_q == 4'd0;
  assign step   = there_q && !done_q && go_o && !clear;
  assign frees  = (last_q || done_q) && go_o;
  assign open_ready_o = !clears_q;
  assign a_en_o       = go_o;
  assign a_addr_o     = {node_q[IdxW+:GroupW], desc_q.route[$clog2(Routes)-1:0]};
  assign a_index_o    = index_q;

  logic [7:0]  status;
  logic [31:0] chunks;
  logic [47:0] bytes, first_at, last_at;
  logic        in_completion, ends, fine, good;
  sumac_accept_walk #(.Channels(Channels)) u_walk (
    .clk_i, .rst_i, .go_i(go_o), .step_i(step), .last_i(last), .index_i(index_q), .in_i({1'b0, index_q} < head_q.n_in),
    .out_i({1'b0, index_q} < head_q.n_out), .clear_i(clear), .clear_index_i(clear_index_q), .a_in_i, .a_out_i, .a_tree_i,
    .ends_o(ends), .good_i(good), .chunks_i(chunks), .start_o, .busy_o(walks));

  assign accept_group_o = node_q[IdxW+:GroupW];
  assign desc_o         = desc_q;
  sumac_accept_check #(.Routes(Routes), .TestOps(TestOps)) u_check (
    .clk_i, .go_i(go_o), .desc_i(desc_q), .log2_i(log2_q), .head_i(head_q), .part_bytes_i(part_q), .slot_i(accept_slot_i),
    .range_o(bytes_o), .src_open_i, .src_inside_i, .dst_open_i, .dst_inside_i, .bytes_o(bytes), .inline_o(in_completion),
    .chunks_o(chunks), .first_at_o(first_at), .last_at_o(last_at), .good_o(fine), .status_o(status));

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
  always_ff @(posedge clk_i) if (go_o) begin
    {error1_q, acc1_q}  <= {error_q, acc};
    {error2_q, acc2_q}  <= {error1_q, acc1_q};
    {error3_q, acc3_q}  <= {error2_q, acc2_q};
    acc_o               <= acc3_q;
    acc_o.in_completion <= in_completion;
    acc_o.src           <= src_addr_i;
    acc_o.dst           <= dst_addr_i;
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
  logic ends_q, bad_q, failed_q, seen_q, open_q;
  assign good = fine && !error3_q && open_q;
  always_ff @(posedge clk_i) begin
    open_q <= open_i[go_o ? acc2_q.node[IdxW+:GroupW] : group3_q];
    if (go_o) ref_status_o <= error3_q ? sumac_pkg::ST_EBUS : open_q ? status : sumac_pkg::ST_EFAILED;
    if (go_o) failed_q <= error3_q;
    if (rst_i) {ends_q, bad_q, seen_q} <= 3'b000;
    else if (go_o) {ends_q, bad_q, seen_q} <= {ends, ends && !good, 1'b0};
    else if (!seen_q) seen_q <= acc_seen_o;
    else if (ref_ready_i) {ends_q, bad_q, seen_q} <= 3'b000;
  end
  assign go_o        = !bad_q;
  assign acc_valid_o = ends_q && !bad_q;
  assign err_valid_o = bad_q && failed_q && !seen_q;
  assign acc_seen_o  = ends_q && !seen_q && (!err_valid_o || err_ready_i);
  assign ref_valid_o = seen_q;
  assign ref_node_o  = acc_o.node[NodeW-1:0];
  assign refused_o   = ref_valid_o && ref_ready_i;
  assign err_group_o = ref_node_o[IdxW+:GroupW];
  assign pick_o      = !bad_q && !push_valid_i && !ends;
  assign idle_o      = asks_idle && !there_q && !walks && !ends_q && !clears_q;
  assign moved_o     = begun_o || desc_valid_i || got || there_q || walks || ends_q || clears_q;
endmodule
