// Completion: one record of 64 bytes for each descriptor, written to its group's completion ring after the data that
// it reports (the DMA write port answers in order). Four sources: nodes whose last memory write has been answered, nodes
// that write no memory and have folded their last chunk, refused descriptors, and nodes of a failed group. A node is
// reported once: what comes second is dropped. A result that came with the node's last write, instead of being written,
// is in the record. While a group fails, the ends of its nodes are ignored: one of their transfers may be what went wrong,
// and the flush reports them.
// Latency: 3 cycles to the write job. Reset: forgets all.
module sumac_complete #(
  parameter int Groups = sumac_pkg::DefGroups,
  parameter int Nodes  = sumac_pkg::DefNodes,
  parameter int Rings  = sumac_pkg::DefRings,
  localparam int GroupW = $clog2(Groups),
  localparam int IdxW   = $clog2(Nodes),
  localparam int NodeW  = GroupW + IdxW
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  // a descriptor was seen
  input  logic              acc_seen_i,
  input  sumac_pkg::acc_t   acc_i,
  // combines of a node so far
  input  logic              sum_w_i,
  input  logic [NodeW-1:0]  sum_node_i,
  input  logic [31:0]       sum_i,
  // sources
  input  logic [Groups-1:0] failing_i,       // ends of these groups are ignored
  input  logic              end_i,           // pulses
  input  logic [NodeW-1:0]  end_node_i,
  input  logic              wr_end_i,
  input  sumac_pkg::wr_done_t wr_done_i,
  input  logic              ref_valid_i,
  output logic              ref_ready_o,
  input  logic [NodeW-1:0]  ref_node_i,
  input  logic [7:0]        ref_status_i,
  input  logic              flush_valid_i,
  output logic              flush_ready_o,
  input  logic [NodeW-1:0]  flush_node_i,
  input  logic [7:0]        flush_status_i,
  input  logic [15:0]       flush_rank_i,
  // the group's ring
  output logic [GroupW-1:0] group_o,
  input  logic [63:0]       addr_i,
  input  logic [63:0]       lap_i,
  output logic              written_o,
  // DMA write
  output logic              job_valid_o,
  input  logic              job_ready_i,
  output sumac_pkg::wr_t    job_o,
  // a node has been told of
  output logic              told_o,
  output logic [NodeW-1:0]  told_node_o,
  output logic              idle_o,
  output logic              begun_o
);
  typedef enum logic [1:0] {Pick, Read, Send} state_e;
  state_e state_q;

  // Ends are pulses: there is room for all, because a node ends once and its entry is not used again before it is reported. One
  // of a group that has failed is not kept: its group may be opened anew before it is looked at.
  logic             a_push, a_room, a_valid, a_ready, b_push, b_room, b_valid, b_ready;
  logic [NodeW-1:0] a_node, b_node, wr_end_node;
  assign wr_end_node = {wr_done_i.ring[$clog2(Rings)+:GroupW], wr_done_i.idx[IdxW-1:0]};
  assign a_push = end_i && !failing_i[end_node_i[IdxW+:GroupW]];
  assign b_push = wr_end_i && !failing_i[wr_end_node[IdxW+:GroupW]];
  sumac_fifo #(.Width(NodeW), .Depth(Groups * Nodes)) u_ends (
    .clk_i, .rst_i, .in_valid_i(a_push), .in_ready_o(a_room), .in_data_i(end_node_i), .out_valid_o(a_valid),
    .out_ready_i(a_ready), .out_data_o(a_node));
  sumac_fifo #(.Width(NodeW), .Depth(Groups * Nodes)) u_wr_ends (
    .clk_i, .rst_i, .in_valid_i(b_push), .in_ready_o(b_room), .in_data_i(wr_end_node), .out_valid_o(b_valid),
    .out_ready_i(b_ready), .out_data_o(b_node));
`ifndef SYNTHESIS
  always_ff @(posedge clk_i)
    if (!rst_i && ((a_push && !a_room) || (b_push && !b_room))) $fatal(1, "sumac_complete: more ends than nodes");
`endif

  logic             any, ended_q, known_q;
  logic [NodeW-1:0] node, node_q, acc_node;
  logic [7:0]       status_q;
  logic [15:0]      rank_q;
  logic [127:0]     record;
  logic [31:0]      sum;
  logic [132:0]     result;
  logic [Groups*Nodes-1:0] told_q;
  logic             drop;

  assign acc_node = acc_i.node[NodeW-1:0];

  // Priority: what is complete comes before what failed.
  always_comb begin
    b_ready       = state_q == Pick;
    a_ready       = state_q == Pick && !b_valid;
    ref_ready_o   = state_q == Pick && !b_valid && !a_valid;
    flush_ready_o = state_q == Pick && !b_valid && !a_valid && !ref_valid_i;
    any           = b_valid || a_valid || ref_valid_i || flush_valid_i;
    if (b_valid) node = b_node;
    else if (a_valid) node = a_node;
    else if (ref_valid_i) node = ref_node_i;
    else node = flush_node_i;
  end

  sumac_ram #(.Width(128), .Depth(Groups * Nodes)) u_record (
    .clk_i, .w_en_i(acc_seen_i), .w_addr_i(acc_node), .w_data_i({acc_i.rung, acc_i.seq, acc_i.cookie}),
    .r_en_i(state_q == Pick), .r_addr_i(node), .r_data_o(record));
  sumac_ram #(.Width(32), .Depth(Groups * Nodes)) u_sum (
    .clk_i, .w_en_i(sum_w_i), .w_addr_i(sum_node_i), .w_data_i(sum_i),
    .r_en_i(state_q == Pick), .r_addr_i(node), .r_data_o(sum));

  // Whether a result came for it; a node of which a descriptor is seen has none yet.
  logic [Groups*Nodes-1:0] inline_q;
  logic                    has_result_q, good;
  sumac_ram #(.Width(133), .Depth(Groups * Nodes)) u_result (
    .clk_i, .w_en_i(wr_end_i), .w_addr_i(wr_end_node), .w_data_i({wr_done_i.len, wr_done_i.data}),
    .r_en_i(state_q == Pick), .r_addr_i(node), .r_data_o(result));
  always_ff @(posedge clk_i) begin
    if (acc_seen_i) inline_q[acc_node] <= 1'b0;
    if (wr_end_i) inline_q[wr_end_node] <= wr_done_i.len != 5'd0;
    if (state_q == Pick) has_result_q <= inline_q[node];
  end
  assign good        = status_q == sumac_pkg::ST_OK;
  assign group_o     = node_q[IdxW+:GroupW];
  assign drop        = !known_q || (ended_q && failing_i[group_o]);
  assign written_o   = job_valid_o && job_ready_i;
  assign begun_o     = state_q == Read && !drop;  // from here on its group may not close
  assign told_o      = written_o;
  assign told_node_o = node_q;
  assign idle_o      = state_q == Pick && !any;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Pick;
    else begin
      case (state_q)
        Pick: if (any) begin
          node_q    <= node;
          known_q   <= !told_q[node];  // as old as the record that is read: one seen in this cycle is reported later
          ended_q   <= b_valid || a_valid;
          rank_q    <= 16'hffff;
          status_q  <= sumac_pkg::ST_OK;
          if (!b_valid && !a_valid) begin
            status_q <= ref_valid_i ? ref_status_i : flush_status_i;
            if (!ref_valid_i) rank_q <= flush_rank_i;
          end
          state_q <= Read;
        end
        Read: state_q <= drop ? Pick : Send;
        default: if (job_ready_i) state_q <= Pick;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) told_q <= '1;  // set unless a descriptor was seen and not reported
    else begin
      if (acc_seen_i) told_q[acc_node] <= 1'b0;
      if (state_q == Read && !drop) told_q[node_q] <= 1'b1;
    end
  end

  // The record is built once, so that it holds while the job waits.
  sumac_pkg::cpl_t cpl_q;
  logic [63:0]     addr_q;
  always_ff @(posedge clk_i) begin
    if (state_q == Read) begin
      addr_q            <= addr_i;
      cpl_q             <= '0;
      cpl_q.status      <= status_q;
      cpl_q.fault_rank  <= rank_q;
      cpl_q.cookie      <= record[31:0];
      cpl_q.seq         <= record[63:32];
      cpl_q.rung_at     <= record[127:64];
      cpl_q.combines    <= good ? sum : 32'd0;
      cpl_q.inline_len  <= (good && has_result_q) ? {3'd0, result[132:128]} : 8'd0;
      cpl_q.inline_data <= (good && has_result_q) ? result[127:0] : 128'd0;
      cpl_q.done_at     <= now_i;
      cpl_q.lap         <= lap_i;
    end
  end
  assign job_valid_o = state_q == Send;
  always_comb begin
    job_o       = '0;
    job_o.addr  = addr_q;
    job_o.bytes = 16'd64;
    job_o.imm   = 1'b1;
    job_o.data  = cpl_q;
    job_o.cpl   = 1'b1;
    job_o.ring[GroupW+$clog2(Rings)-1:0] = {group_o, {$clog2(Rings){1'b0}}};
  end
endmodule
