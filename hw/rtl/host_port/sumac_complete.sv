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
  localparam int NodeW  = GroupW + IdxW,
  localparam int All    = Groups * Nodes
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
  input  logic [Groups-1:0] reset_i,         // pulses: opened, and begins anew
  input  logic [Groups-1:0] failing_i,       // ends of these groups are ignored
  input  logic              end_i,           // pulses
  input  logic [NodeW-1:0]  end_node_i,
  input  logic              wr_end_i,
  input  sumac_pkg::wr_done_t wr_done_i,
  input  logic              ref_valid_i,
  output logic              ref_ready_o,
  input  sumac_pkg::refusal_t ref_i,
  input  logic              flush_valid_i,
  output logic              flush_ready_o,
  input  logic [NodeW-1:0]  flush_node_i,
  input  sumac_pkg::fault_t flush_fault_i,
  // the group's ring
  output logic [GroupW-1:0] group_o,
  input  sumac_pkg::entry_t entry_i,         // of the group of the cycle before
  // DMA write
  output logic              job_valid_o,
  input  logic              job_ready_i,
  output sumac_pkg::wr_t    job_o,
  // a node has been told of
  output logic              told_o,
  output logic [NodeW-1:0]  told_node_o,     // that one, from begun_o on
  output logic              idle_o,
  output logic              begun_o          // pulse: that place in the ring is taken; its group may not close
);
  typedef enum logic [1:0] {Pick, Look, Read, Send} state_e;
  state_e state_q;

  // Ends, by last write (1) and by fold (0), are pulses. One waits in a register; the others wait in a RAM, which has room for all,
  // because a node ends once and its entry is not used again before it is reported. One of a group that has failed is not kept:
  // its group may be opened anew before it is looked at.
  logic [1:0]         new_end, counts, take_end, end_q, spill, spill_q, stored, kept_q, some_q, refill;
  logic [2*NodeW-1:0] new_node, end_node_q, kept_node;
  assign new_node = {wr_done_i.ring[$clog2(Rings)+:GroupW], wr_done_i.idx[IdxW-1:0], end_node_i};
  assign new_end  = {wr_end_i, end_i};
  assign counts   = ~{failing_i[new_node[NodeW+IdxW+:GroupW]], failing_i[new_node[IdxW+:GroupW]]};
  assign take_end = {state_q == Pick, state_q == Pick && !end_q[1]};
  assign spill    = new_end & end_q & ~take_end;
  assign refill   = (~end_q | take_end) & ~new_end & some_q;

  for (genvar e = 0; e < 2; e++) begin : g_end
    logic [NodeW-1:0] rd_q, wr_q, spill_node_q;
    sumac_ram #(.Width(NodeW), .Depth(All)) u_kept (
      .clk_i, .w_en_i(spill_q[e]), .w_addr_i(wr_q), .w_data_i(spill_node_q),
      .r_en_i(1'b1), .r_addr_i(rd_q), .r_data_o(kept_node[e*NodeW+:NodeW]));
    assign stored[e] = rd_q != wr_q;
    always_ff @(posedge clk_i) begin
      if (!end_q[e] || take_end[e]) begin
        end_q[e]                   <= new_end[e] ? counts[e] : some_q[e];
        end_node_q[e*NodeW+:NodeW] <= new_end[e] ? new_node[e*NodeW+:NodeW] : kept_node[e*NodeW+:NodeW];
      end
      spill_q[e]   <= spill[e] && counts[e];
      spill_node_q <= new_node[e*NodeW+:NodeW];
      some_q[e]    <= stored[e] && !refill[e];      // the word at rd_q is read
      kept_q[e]    <= spill[e] || spill_q[e] || stored[e];
      if (spill_q[e]) wr_q <= wr_q + 1'b1;
      if (refill[e]) rd_q <= rd_q + 1'b1;
      if (rst_i) {end_q[e], spill_q[e], some_q[e], kept_q[e], rd_q, wr_q} <= '0;
    end
`ifndef SYNTHESIS
    always_ff @(posedge clk_i)
      if (!rst_i && spill_q[e] && wr_q + 1'b1 == rd_q) $fatal(1, "sumac_complete: more ends than nodes");
`endif
  end

  logic             any, waits, seen, good, drop, by_write_q, known_q, fails_q;
  logic [NodeW-1:0] node, node_q;
  logic [7:0]       status_q;
  logic [15:0]      rank_q;
  logic [127:0]     record;
  logic [31:0]      sum;
  logic [132:0]     result;

  // Priority: what is complete comes before what failed.
  assign waits         = {end_q, kept_q} != '0;
  assign ref_ready_o   = state_q == Pick && !waits && !seen;
  assign flush_ready_o = ref_ready_o && !ref_valid_i;
  assign any           = end_q != '0 || (!waits && !seen && (ref_valid_i || flush_valid_i));
  always_comb begin
    if (end_q[1]) node = end_node_q[NodeW+:NodeW];
    else if (end_q[0]) node = end_node_q[NodeW-1:0];
    else if (ref_valid_i) node = ref_i.node[NodeW-1:0];
    else node = flush_node_i;
  end

  sumac_ram #(.Width(128), .Depth(All)) u_record (
    .clk_i, .w_en_i(acc_seen_i), .w_addr_i(acc_i.node[NodeW-1:0]), .w_data_i({acc_i.rung, acc_i.seq, acc_i.cookie}),
    .r_en_i(state_q == Pick), .r_addr_i(node), .r_data_o(record));
  sumac_ram #(.Width(32), .Depth(All)) u_sum (
    .clk_i, .w_en_i(sum_w_i), .w_addr_i(sum_node_i), .w_data_i(sum_i),
    .r_en_i(state_q == Pick), .r_addr_i(node), .r_data_o(sum));
  // Bytes that came with a last write: of a node that ends by it.
  sumac_ram #(.Width(133), .Depth(All)) u_result (
    .clk_i, .w_en_i(wr_end_i), .w_addr_i(new_node[NodeW+:NodeW]), .w_data_i({wr_done_i.len, wr_done_i.data}),
    .r_en_i(state_q == Pick), .r_addr_i(node), .r_data_o(result));

  assign good        = status_q == sumac_pkg::ST_OK;
  assign group_o     = (state_q == Pick) ? node[IdxW+:GroupW] : node_q[IdxW+:GroupW];
  assign drop        = !known_q || fails_q;
  assign begun_o     = state_q == Read && !drop;
  assign told_o      = job_valid_o && job_ready_i;
  assign told_node_o = node_q;
  assign idle_o      = state_q == Pick && !waits && !seen && !ref_valid_i && !flush_valid_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Pick;
    else begin
      case (state_q)
        Pick: if (any) begin
          node_q     <= node;
          by_write_q <= end_q[1];
          fails_q    <= (end_q[1] && failing_i[end_node_q[NodeW+IdxW+:GroupW]])
                        || (end_q == 2'b01 && failing_i[end_node_q[IdxW+:GroupW]]);
          known_q    <= 1'b1;
          rank_q     <= 16'hffff;
          status_q   <= sumac_pkg::ST_OK;
          state_q    <= Read;
          if (end_q == '0) begin
            status_q <= ref_valid_i ? ref_i.status : flush_fault_i.status;
            if (!ref_valid_i) {rank_q, state_q} <= {flush_fault_i.rank, Look};
          end
        end
        Look: begin
          known_q <= flush_counts_q && flush_row_q[node_q[IdxW-1:0]];
          state_q <= Read;
        end
        Read: state_q <= drop ? Pick : Send;
        default: if (job_ready_i) state_q <= Pick;
      endcase
    end
  end

  // Nodes whose descriptors were seen and that are not reported: a row for each group, which counts once a descriptor of
  // its life was seen. One that is reported changes its row in Read; those that were seen do so in other cycles, and what failed
  // waits for them.
  (* ram_style = "distributed" *) logic [Nodes-1:0] rows_q [Groups];
  logic [Groups-1:0] counts_q;
  logic [Nodes-1:0]  told_bit, seen_bit, flush_row_q;      // the last: as old as the record that is read
  logic [NodeW-1:0]  new_q, seen_node;
  logic [GroupW-1:0] row_group, new_group;
  logic              v_q, first_q, queued, seen_room, sees, seen_first, flush_counts_q;
  assign new_group = acc_i.node[IdxW+:GroupW];
  sumac_fifo #(.Width(NodeW + 1), .Depth(4), .Head(1'b1)) u_seen (
    .clk_i, .rst_i, .in_valid_i(v_q), .in_ready_o(seen_room), .in_data_i({first_q, new_q}),
    .out_valid_o(queued), .out_ready_i(state_q != Read), .out_data_o({seen_first, seen_node}));
  assign seen      = v_q || queued;
  assign sees      = queued && state_q != Read;
  assign row_group = (state_q == Read) ? node_q[IdxW+:GroupW] : seen_node[IdxW+:GroupW];
  always_comb begin : bits
    for (int i = 0; i < Nodes; i++) begin
      told_bit[i] = node_q[IdxW-1:0] == IdxW'(i);
      seen_bit[i] = seen_node[IdxW-1:0] == IdxW'(i);
    end
  end
  always_ff @(posedge clk_i)
    if (sees || begun_o)
      rows_q[row_group] <= (state_q == Read) ? rows_q[row_group] & ~told_bit
                           : seen_first ? seen_bit : rows_q[row_group] | seen_bit;
  always_ff @(posedge clk_i) begin
    flush_row_q    <= rows_q[flush_node_i[IdxW+:GroupW]];
    flush_counts_q <= counts_q[flush_node_i[IdxW+:GroupW]];
    {v_q, first_q, new_q} <= {acc_seen_i && !rst_i, !counts_q[new_group], acc_i.node[NodeW-1:0]};
    counts_q       <= rst_i ? '0 : (counts_q & ~reset_i) | (Groups'(acc_seen_i) << new_group);
  end
`ifndef SYNTHESIS
  always_ff @(posedge clk_i)
    if (!rst_i && v_q && !seen_room) $fatal(1, "sumac_complete: descriptors come too fast");
`endif

  // The record is built once, so that it holds while the job waits.
  sumac_pkg::cpl_t cpl_q;
  logic [63:0]     addr_q;
  always_ff @(posedge clk_i) begin
    if (state_q == Read) begin
      addr_q            <= entry_i.addr;
      cpl_q             <= '0;
      cpl_q.status      <= status_q;
      cpl_q.fault_rank  <= rank_q;
      cpl_q.cookie      <= record[31:0];
      cpl_q.seq         <= record[63:32];
      cpl_q.rung_at     <= record[127:64];
      cpl_q.combines    <= good ? sum : 32'd0;
      cpl_q.inline_len  <= by_write_q ? {3'd0, result[132:128]} : 8'd0;
      cpl_q.inline_data <= by_write_q ? result[127:0] : 128'd0;
      cpl_q.done_at     <= now_i;
      cpl_q.lap         <= entry_i.mark;
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
    job_o.ring[GroupW+$clog2(Rings)-1:0] = {node_q[IdxW+:GroupW], {$clog2(Rings){1'b0}}};
  end
endmodule
