// Failure: collects its causes from the host (the group's FAIL register), from a peer's ABORT, from ranks that disagree, from
// peers that are silent, and from the host port, marks the group as failed, so that the sweep tells its peers, and then tells
// the host: a completion with the status and the rank at fault for each of its nodes. It waits until no stage works on the group
// any more, so that nothing is written after the completion that says it failed.
// A group fails once; later causes are ignored. Whoever fails a group without a reason (status 0) is passed on as EIO: status 0
// would tell the hosts that their calls are done. Reset: forgets all.
module sumac_failure #(
  parameter int Groups   = sumac_pkg::DefGroups,
  parameter int Nodes    = sumac_pkg::DefNodes,
  localparam int GroupW  = $clog2(Groups),
  localparam int IdxW    = $clog2(Nodes),
  localparam int NodeW   = GroupW + IdxW
) (
  input  logic              clk_i,
  input  logic              rst_i,
  // causes
  input  logic              host_i,          // pulse
  input  sumac_pkg::fault_t host_fault_i,
  input  logic              abort_i,         // pulse
  input  sumac_pkg::fault_t abort_fault_i,
  input  logic              dead_valid_i,
  output logic              dead_ready_o,
  input  sumac_pkg::fault_t dead_i,
  input  logic              differ_valid_i,
  output logic              differ_ready_o,
  input  sumac_pkg::fault_t differ_i,
  input  logic              fetch_valid_i,
  output logic              fetch_ready_o,
  input  logic [GroupW-1:0] fetch_group_i,
  input  logic              rd_i,            // pulses: an error response
  input  logic [GroupW-1:0] rd_group_i,
  input  logic              wr_i,
  input  logic [GroupW-1:0] wr_group_i,
  // to the groups
  output logic              fail_o,
  output sumac_pkg::fault_t fault_o,
  output logic [Groups-1:0] doubt_o,         // a transfer of the group was answered with an error; it will fail
  input  logic [Groups-1:0] failing_i,
  output logic              told_o,
  output logic [GroupW-1:0] group_o,
  // stages: between two pieces of work, in the order fetch, alloc, fold, send, reap
  input  logic [4:0]        pick_i,
  // completions
  output logic              flush_valid_o,
  input  logic              flush_ready_i,
  output logic [NodeW-1:0]  flush_node_o,
  input  logic              flush_busy_i,    // that node's entry is in use
  output logic              idle_o
);
  // Pulses that cannot wait are kept by group.
  logic [Groups-1:0] host_q, dma_q, abort_q;
  logic [23:0]       host_word_q  [Groups];
  logic [23:0]       abort_word_q [Groups];
  logic              host_any, dma_any, abort_any;
  logic [GroupW-1:0] host_g, dma_g, abort_g;
  logic              take_host, take_dma, take_abort;

  sumac_pick #(.Count(Groups)) u_host (
    .clk_i, .rst_i, .want_i(host_q), .take_i(take_host), .any_o(host_any), .index_o(host_g));
  sumac_pick #(.Count(Groups)) u_abort (
    .clk_i, .rst_i, .want_i(abort_q), .take_i(take_abort), .any_o(abort_any), .index_o(abort_g));
  sumac_pick #(.Count(Groups)) u_dma (
    .clk_i, .rst_i, .want_i(dma_q), .take_i(take_dma), .any_o(dma_any), .index_o(dma_g));

  always_comb begin
    take_host      = host_any;
    take_abort     = !host_any && abort_any;
    take_dma       = !host_any && !abort_any && dma_any;
    fetch_ready_o  = !host_any && !abort_any && !dma_any;
    differ_ready_o = fetch_ready_o && !fetch_valid_i;
    dead_ready_o   = differ_ready_o && !differ_valid_i;
    fail_o         = host_any || abort_any || dma_any || fetch_valid_i || differ_valid_i || dead_valid_i;
    if (host_any) fault_o = {6'(host_g), host_word_q[host_g]};
    else if (abort_any) fault_o = {6'(abort_g), abort_word_q[abort_g]};
    else if (dma_any || fetch_valid_i) fault_o = {dma_any ? 6'(dma_g) : 6'(fetch_group_i), sumac_pkg::ST_EBUS, 16'hffff};
    else fault_o = differ_valid_i ? differ_i : dead_i;
    if (fault_o.status == sumac_pkg::ST_OK) fault_o.status = sumac_pkg::ST_EIO;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      host_q  <= '0;
      dma_q   <= '0;
      abort_q <= '0;
    end else begin
      if (take_host) host_q[host_g] <= 1'b0;
      if (take_abort) abort_q[abort_g] <= 1'b0;
      if (take_dma) dma_q[dma_g] <= 1'b0;
      if (host_i) begin
        host_q[host_fault_i.group[GroupW-1:0]]      <= 1'b1;
        host_word_q[host_fault_i.group[GroupW-1:0]] <= {host_fault_i.status, host_fault_i.rank};
      end
      if (rd_i) dma_q[rd_group_i] <= 1'b1;
      if (wr_i) dma_q[wr_group_i] <= 1'b1;
      if (abort_i) begin
        abort_q[abort_fault_i.group[GroupW-1:0]]      <= 1'b1;
        abort_word_q[abort_fault_i.group[GroupW-1:0]] <= {abort_fault_i.status, abort_fault_i.rank};
      end
    end
  end

  // Telling.
  assign doubt_o = dma_q;

  typedef enum logic [1:0] {Wait, Settle, Flush, Told} state_e;
  state_e            state_q;
  logic [GroupW-1:0] group_q;
  logic [4:0]        seen_q;
  logic [IdxW-1:0]   idx_q;
  logic              any, idx_on;
  logic [GroupW-1:0] picked;

  sumac_pick #(.Count(Groups)) u_pick (
    .clk_i, .rst_i, .want_i(failing_i), .take_i(state_q == Wait && any), .any_o(any), .index_o(picked));

  assign flush_node_o  = {group_q, idx_q};
  assign flush_valid_o = state_q == Flush && flush_busy_i;
  assign idx_on        = state_q == Flush && (!flush_busy_i || flush_ready_i);
  assign group_o       = group_q;
  assign told_o        = state_q == Told;
  assign idle_o        = state_q == Wait && !any && !fail_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Wait;
    else begin
      case (state_q)
        Wait: if (any) begin
          group_q <= picked;
          seen_q  <= 5'd0;
          idx_q   <= '0;
          state_q <= Settle;
        end
        Settle: begin
          seen_q <= seen_q | pick_i;
          if ((seen_q | pick_i) == 5'h1f) state_q <= Flush;
        end
        Flush: if (idx_on) begin
          idx_q <= idx_q + IdxW'(1);
          if (32'(idx_q) == Nodes - 1) state_q <= Told;
        end
        default: state_q <= Wait;
      endcase
    end
  end
endmodule
