// Failure: collects its causes from the host (the group's FAIL register), from a peer's ABORT, from ranks that disagree, from
// peers that are silent, and from the host port, marks the group as failed, so that the sweep tells its peers, and then tells
// the host: a completion with the status and the rank at fault for each of its nodes. It waits until no stage works on the group
// any more, so that nothing is written after the completion that says it failed.
// A group fails once; later causes are ignored. Whoever fails a group without a reason (status 0) is passed on as EIO: status 0
// would tell the hosts that their calls are done.
// Latency: a cause that can wait is passed on a cycle after it is taken, another one after up to Groups + 3 cycles.
// Reset: forgets all.
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
  input  logic [1:0]        bad_i,           // pulses: an error response to a read, to a write
  input  logic [2*GroupW-1:0] bad_group_i,
  // to the groups
  output logic              fail_o,
  output sumac_pkg::fault_t fault_o,
  output logic [Groups-1:0] doubt_o,         // a transfer of the group was answered with an error: until it fails
  input  logic [Groups-1:0] failing_i,
  output logic              told_o,
  output logic [GroupW-1:0] group_o,
  // stages: between two pieces of work, accept, open, expect and outputs
  input  logic [3:0]        pick_i,
  // completions
  output logic              flush_valid_o,
  input  logic              flush_ready_i,
  output logic [NodeW-1:0]  flush_node_o,
  input  logic              flush_busy_i,    // the answer, 8 cycles later: that node's entry is in use
  output logic              idle_o
);
  typedef enum logic [1:0] {Wait, Settle, Flush, Told} state_e;
  state_e            state_q;
  logic [GroupW-1:0] at_q, at1_q, group_q;
  logic [3:0]        seen_q;
  logic [IdxW-1:0]   idx_q;
  logic [7:0]        looked_q;   // whether that node's entry is in use is known
  logic              idx_on;

  // Pulses that cannot wait are kept by group, their words in RAM. As long as there are some, or a group of which nobody was told
  // has failed, one group after the other is looked at.
  logic [Groups-1:0] host_q, dma_q, abort_q, doubt_q;
  logic [23:0]       host_word, abort_word;
  logic [Groups-1:0] at, bus;
  logic              any, host1_q, dma1_q, abort1_q, hit1;

  assign any = (host_q | abort_q | dma_q | failing_i) != '0;
  assign at  = Groups'(1) << at_q;
  assign bus = (Groups'(bad_i[0]) << bad_group_i[GroupW-1:0]) | (Groups'(bad_i[1]) << bad_group_i[2*GroupW-1:GroupW]);
  sumac_ram #(.Width(24), .Depth(Groups)) u_host (
    .clk_i, .w_en_i(host_i), .w_addr_i(host_fault_i.group[GroupW-1:0]), .w_data_i({host_fault_i.status, host_fault_i.rank}),
    .r_en_i(1'b1), .r_addr_i(at_q), .r_data_o(host_word));
  sumac_ram #(.Width(24), .Depth(Groups)) u_abort (
    .clk_i, .w_en_i(abort_i), .w_addr_i(abort_fault_i.group[GroupW-1:0]), .w_data_i({abort_fault_i.status, abort_fault_i.rank}),
    .r_en_i(1'b1), .r_addr_i(at_q), .r_data_o(abort_word));

  always_ff @(posedge clk_i) begin
    if (any) at_q <= at_q + 1'b1;
    at1_q    <= at_q;
    {host1_q, abort1_q, dma1_q} <= {host_q[at_q], abort_q[at_q], dma_q[at_q]};
    host_q   <= (host_q & ~at) | (Groups'(host_i) << host_fault_i.group[GroupW-1:0]);
    abort_q  <= (abort_q & ~at) | (Groups'(abort_i) << abort_fault_i.group[GroupW-1:0]);
    dma_q    <= (dma_q & ~at) | bus;
    doubt_q  <= (doubt_q & ~(Groups'(fail_o) << fault_o.group[GroupW-1:0])) | bus;
    if (rst_i) {host_q, abort_q, dma_q, doubt_q} <= '0;
    if (rst_i) {at_q, host1_q, abort1_q, dma1_q} <= '0;
  end

  // The other causes wait for a cycle without one of these.
  sumac_pkg::fault_t fault;
  assign hit1           = host1_q || abort1_q || dma1_q;
  assign fetch_ready_o  = !hit1;
  assign differ_ready_o = !hit1 && !fetch_valid_i;
  assign dead_ready_o   = !hit1 && !fetch_valid_i && !differ_valid_i;
  always_comb begin
    if (host1_q) fault = {6'(at1_q), host_word};
    else if (abort1_q) fault = {6'(at1_q), abort_word};
    else if (dma1_q || fetch_valid_i) fault = {dma1_q ? 6'(at1_q) : 6'(fetch_group_i), sumac_pkg::ST_EBUS, 16'hffff};
    else fault = differ_valid_i ? differ_i : dead_i;
    if (fault.status == sumac_pkg::ST_OK) fault.status = sumac_pkg::ST_EIO;
  end
  always_ff @(posedge clk_i) begin
    fail_o  <= !rst_i && (hit1 || fetch_valid_i || differ_valid_i || dead_valid_i);
    fault_o <= fault;
  end

  // Telling.
  assign doubt_o       = doubt_q;
  assign flush_node_o  = {group_q, idx_q};
  assign flush_valid_o = looked_q[7] && flush_busy_i;
  assign idx_on        = looked_q[7] && (!flush_busy_i || flush_ready_i);
  assign group_o       = group_q;
  assign told_o        = state_q == Told;
  assign idle_o        = state_q == Wait && !any && !hit1 && !fail_o && !fetch_valid_i && !differ_valid_i && !dead_valid_i;

  always_ff @(posedge clk_i) begin
    looked_q <= (rst_i || state_q != Flush || idx_on) ? 8'd0 : {looked_q[6:0], 1'b1};
    if (rst_i) state_q <= Wait;
    else begin
      case (state_q)
        Wait: begin
          group_q <= at_q;
          seen_q  <= 4'd0;
          idx_q   <= '0;
          if (failing_i[at_q]) state_q <= Settle;
        end
        Settle: begin
          seen_q <= seen_q | pick_i;
          if ((seen_q | pick_i) == 4'hf) state_q <= Flush;
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
