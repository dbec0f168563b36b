// Descriptor fetch: descriptors are read from the groups' rings, or were pushed (sumac_fetch_ask), checked (sumac_fetch_check),
// and the good ones handed to the nodes, in the order in which they were asked for. One that asks for what is not there is refused:
// its completion carries the reason.
//
// Accepting gives each of a node's channel streams its place: the chunk numbers that it will take, from counters per channel
// and direction (rx_alloc, tx_alloc). This fixes the order of streams: it is the order of the descriptors. All streams of a node
// have the same number of chunks, also if they carry different parts.
// Latency: 4 cycles + the larger of inputs and outputs. Reset: forgets all.
module sumac_fetch #(
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
  input  logic [63:0]       fetch_addr_i,
  input  logic [63:0]       fetch_rung_i,
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
  // windows
  output logic [15:0]       src_window_o,
  output logic [47:0]       src_offset_o,
  output logic [15:0]       dst_window_o,
  output logic [47:0]       dst_offset_o,
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
  // a channel is opened: its streams begin at 0
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
  output logic              busy_o,
  input  logic              flush_i,        // no stage works on that node any more: its group has failed
  output logic              pick_o,         // between two descriptors, and none is pushed
  output logic              moved_o,        // a pulse: something was done
  output logic              idle_o,
  // in flight, for the groups' closing
  output logic              begun_o,
  output logic [GroupW-1:0] begun_group_o,
  output logic              refused_o       // a pulse, for the counter
);
  // Asking.
  logic              got, error, pop;
  sumac_pkg::desc_t  desc;
  logic [NodeW-1:0]  node;
  logic [GroupW-1:0] group;
  logic [63:0]       rung;
  sumac_fetch_ask #(.Groups(Groups), .Nodes(Nodes), .Rings(Rings), .Fetches(Fetches)) u_ask (
    .clk_i, .rst_i, .reset_i, .pending_i, .fetch_group_o, .fetch_addr_i, .fetch_rung_i, .fetched_o,
    .room_group_i, .room_o, .push_valid_i, .push_ready_o, .push_desc_i, .push_group_i, .push_rung_i, .begun_o, .begun_group_o,
    .job_valid_o, .job_ready_i, .job_o, .desc_valid_i, .desc_data_i, .desc_error_i,
    .got_o(got), .error_o(error), .desc_o(desc), .node_o(node), .rung_o(rung), .pop_i(pop), .refused_i(refused_o),
    .free_i, .free_node_i, .told_i, .told_node_i, .busy_node_i, .busy_o, .flush_i, .idle_o);

  // Accepting.
  typedef enum logic [2:0] {Wait, Head, Check, Walk, Hand, Refuse, Error} state_e;
  state_e      state_q;
  logic [4:0]  n_in, n_out, steps;
  logic [3:0]  walk_q;
  logic [7:0]  status_q, status;
  logic [31:0] chunks, chunks_q;
  logic [63:0] src_q, dst_q;
  logic [51:0] last_at;
  logic [47:0] part_bytes, first_at_q, last_at_q;
  logic [EntryW-1:0] entry;
  logic        in_completion, given;

  function automatic logic [51:0] times(input logic [47:0] part, input logic [3:0] n);
    times = (n[0] ? {4'd0, part} : 52'd0) + (n[1] ? {3'd0, part, 1'd0} : 52'd0) + (n[2] ? {2'd0, part, 2'd0} : 52'd0)
            + (n[3] ? {1'd0, part, 3'd0} : 52'd0);
  endfunction

  assign group = node[IdxW+:GroupW];
  assign n_in  = h_data_i.n_in;
  assign n_out = h_data_i.n_out;
  assign entry = {group, desc.route[$clog2(Routes)-1:0]};
  assign steps = (n_in > n_out) ? n_in : n_out;

  assign h_en_o         = state_q == Head;
  assign h_addr_o       = entry;
  assign accept_group_o = group;
  assign src_window_o   = desc.src_window;
  assign src_offset_o   = desc.src_offset;
  assign dst_window_o   = desc.dst_window;
  assign dst_offset_o   = desc.dst_offset;

  sumac_fetch_check #(.Routes(Routes), .TestOps(TestOps)) u_check (
    .open_i(open_i[group]), .slot_i(accept_slot_i),
    .desc_i(desc), .entry_i(n_in != 5'd0), .spread_i(h_data_i.spread != 2'd0), .last_part_i(last_at),
    .mem_in_i(h_data_i.mem_in), .mem_out_i(h_data_i.mem_out),
    .src_open_i, .src_inside_i, .dst_open_i, .dst_inside_i,
    .bytes_o, .inline_o(in_completion), .chunks_o(chunks), .status_o(status));

  // Chunk numbers: the walk reads streams one a cycle and moves the channels' counters.
  logic [31:0]      rx_alloc_q [Channels];
  logic [31:0]      tx_alloc_q [Channels];
  logic [ChanW-1:0] in_ch, out_ch;
  logic             in_take, out_take, opening;

  assign in_ch         = a_in_i.channel[ChanW-1:0];
  assign out_ch        = a_out_i.channel[ChanW-1:0];
  assign in_take       = state_q == Walk && {1'b0, walk_q} < n_in && a_in_i.kind == sumac_pkg::STREAM_CHANNEL;
  assign out_take      = state_q == Walk && {1'b0, walk_q} < n_out && a_out_i.kind == sumac_pkg::STREAM_CHANNEL;
  assign open_ready_o  = state_q != Walk;
  assign opening       = open_valid_i && open_ready_o;
  assign a_en_o        = state_q == Check || state_q == Walk;
  assign a_addr_o      = entry;
  assign a_index_o     = (state_q == Walk) ? walk_q + 4'd1 : 4'd0;

  always_ff @(posedge clk_i) begin
    if (opening) rx_alloc_q[open_index_i] <= 32'd0;
    else if (in_take) rx_alloc_q[in_ch] <= rx_alloc_q[in_ch] + chunks_q;
    if (opening) tx_alloc_q[open_index_i] <= 32'd0;
    else if (out_take) tx_alloc_q[out_ch] <= tx_alloc_q[out_ch] + chunks_q;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Wait;
    else begin
      case (state_q)
        Wait: if (got) state_q <= error ? Error : Head;
        Head: state_q <= Check;
        Check: begin
          status_q <= status;
          src_q    <= src_addr_i;
          dst_q    <= dst_addr_i;
          chunks_q <= chunks;
          walk_q   <= 4'd0;
          state_q  <= (status == sumac_pkg::ST_OK) ? Walk : Refuse;
        end
        Walk: begin
          walk_q <= walk_q + 4'd1;
          if ({1'b0, walk_q} + 5'd1 == steps) state_q <= Hand;
        end
        Hand: state_q <= Wait;
        Refuse: if (ref_ready_i) state_q <= Wait;
        Error: if (err_ready_i) begin
          status_q <= sumac_pkg::ST_EBUS;
          state_q  <= Refuse;
        end
        default: state_q <= Wait;
      endcase
    end
  end

  assign pop            = state_q == Hand || (state_q == Refuse && ref_ready_i);
  assign acc_valid_o    = state_q == Hand;
  assign acc_seen_o     = state_q == Check || (state_q == Error && err_ready_i);
  assign given          = desc.inline_len != 8'd0;
  assign part_bytes     = given ? 48'd0 : desc.inline_data[47:0];
  assign last_at        = times(part_bytes, h_data_i.last);
  always_ff @(posedge clk_i) begin
    if (state_q == Check) begin
      last_at_q  <= last_at[47:0];
      first_at_q <= 48'(times(part_bytes, h_data_i.first));
    end
  end
  always_comb begin
    start_o.in_valid        = state_q == Walk && {1'b0, walk_q} < n_in;
    start_o.out_valid       = state_q == Walk && {1'b0, walk_q} < n_out;
    start_o.index           = walk_q;
    start_o.in_memory       = a_in_i.kind == sumac_pkg::STREAM_MEMORY;
    start_o.in_channel      = a_in_i.channel;
    start_o.in_chunk        = rx_alloc_q[in_ch];
    start_o.in_right        = a_in_i.combines != 4'd0;
    start_o.lo              = a_tree_i.lo;
    start_o.parent          = a_tree_i.parent;
    start_o.out_memory      = a_out_i.kind == sumac_pkg::STREAM_MEMORY;
    start_o.out_channel     = a_out_i.channel;
    start_o.out_chunk       = tx_alloc_q[out_ch];
    acc_o                   = '0;
    acc_o.node[NodeW-1:0]   = node;
    acc_o.ring[RingW-1:0]   = {group, h_data_i.ring[$clog2(Rings)-1:0]};
    acc_o.entry[EntryW-1:0] = entry;
    acc_o.n_in              = n_in;
    acc_o.n_out             = n_out;
    acc_o.mem_in            = h_data_i.mem_in;
    acc_o.mem_out           = h_data_i.mem_out;
    acc_o.in_completion     = in_completion;
    acc_o.op                = desc.op[3:0];
    acc_o.type_code         = desc.type_code;
    acc_o.given             = given;
    acc_o.source            = desc.inline_data;
    acc_o.src               = src_q;
    acc_o.dst               = dst_q;
    acc_o.bytes             = bytes_o[47:0];
    acc_o.chunks            = chunks_q;
    acc_o.spread            = h_data_i.spread;
    acc_o.streams           = h_data_i.spread == 2'd1 ? n_out : h_data_i.spread == 2'd2 ? n_in : 5'd1;
    acc_o.first             = h_data_i.first;
    acc_o.last              = h_data_i.last;
    acc_o.part_bytes        = part_bytes;
    acc_o.first_at          = first_at_q;
    acc_o.last_at           = last_at_q;
    acc_o.word              = desc.digest[31:0];
    acc_o.cookie            = desc.cookie;
    acc_o.seq               = desc.seq;
    acc_o.rung              = rung;
  end
  assign ref_valid_o    = state_q == Refuse;
  assign ref_node_o     = node;
  assign ref_status_o   = status_q;
  assign refused_o      = ref_valid_o && ref_ready_i;
  assign err_valid_o    = state_q == Error;
  assign err_group_o    = group;
  assign pick_o         = state_q == Wait && !push_valid_i;
  assign moved_o        = begun_o || state_q != Wait || desc_valid_i;
endmodule
