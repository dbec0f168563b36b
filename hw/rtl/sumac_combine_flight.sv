// The beats in flight in the combine unit, from their issue to the grant of their write, oldest first: where each
// one's result goes, what is done to it, and whether it ends a pass. It answers which addresses may not be read
// yet, because a beat in flight will write them.
// An entry is visible to hit_* from the cycle after its issue up to and including the cycle of its write's grant.
// Throughput: an issue, a launch and a write a cycle. Reset: empties it.
module sumac_combine_flight #(
  parameter int AddrW  = 8,
  parameter int TagW   = 8,
  parameter int Beats  = 32,    // in flight at most; a power of two
  localparam int PtrW  = $clog2(Beats)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // a beat is issued
  input  logic             issue_i,
  output logic             full_o,
  input  logic [AddrW-1:0] issue_dst_i,
  input  logic             issue_copy_i,
  input  logic             issue_product_i,
  input  logic             issue_float_i,
  input  logic [3:0]       issue_op_i,
  input  logic [7:0]       issue_type_i,
  input  logic             issue_last_i,
  input  logic [TagW-1:0]  issue_tag_i,
  // which addresses are still to be written
  input  logic [AddrW-1:0] look_left_i,
  input  logic [AddrW-1:0] look_right_i,
  output logic             hit_left_o,
  output logic             hit_right_o,
  // the oldest beat that is not launched yet, and its launch
  output logic             wait_o,
  output logic             launch_copy_o,
  output logic             launch_product_o,
  output logic             launch_float_o,
  output logic [3:0]       launch_op_o,
  output logic [7:0]       launch_type_o,
  input  logic             launch_i,
  // the oldest beat that is not written yet, and its write
  input  logic             write_i,
  output logic             write_float_o,   // its result comes by the float lanes' way
  output logic [AddrW-1:0] write_dst_o,
  output logic             write_last_o,
  output logic [TagW-1:0]  write_tag_o,
  output logic             idle_o
);
  logic [AddrW-1:0] dst_q [Beats];
  logic [14:0]      what_q [Beats];
  logic [TagW:0]    end_q [Beats];
  logic [Beats-1:0] busy_q, float_q;
  logic [PtrW-1:0]  tail_q, launch_q, head_q;
  logic [PtrW:0]    waiting_q;            // issued, not launched

  assign full_o  = busy_q[tail_q];
  assign wait_o  = (waiting_q != '0);
  assign idle_o  = (busy_q == '0);
  assign {launch_copy_o, launch_product_o, launch_float_o, launch_op_o, launch_type_o} = what_q[launch_q];
  assign write_float_o               = float_q[head_q];
  assign write_dst_o                 = dst_q[head_q];
  assign {write_last_o, write_tag_o} = end_q[head_q];

  always_comb begin
    hit_left_o  = 1'b0;
    hit_right_o = 1'b0;
    for (int n = 0; n < Beats; n++) begin
      if (busy_q[n] && dst_q[n] == look_left_i)  hit_left_o  = 1'b1;
      if (busy_q[n] && dst_q[n] == look_right_i) hit_right_o = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue_i) begin
      dst_q[tail_q]  <= issue_dst_i;
      what_q[tail_q] <= {issue_copy_i, issue_product_i, issue_float_i, issue_op_i, issue_type_i};
      float_q[tail_q] <= issue_float_i;
      end_q[tail_q]  <= {issue_last_i, issue_tag_i};
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      busy_q    <= '0;
      tail_q    <= '0;
      launch_q  <= '0;
      head_q    <= '0;
      waiting_q <= '0;
    end else begin
      if (issue_i) begin
        busy_q[tail_q] <= 1'b1;
        tail_q         <= tail_q + 1'b1;
      end
      if (launch_i) launch_q <= launch_q + 1'b1;
      if (write_i) begin
        busy_q[head_q] <= 1'b0;
        head_q         <= head_q + 1'b1;
      end
      if (issue_i && !launch_i) waiting_q <= waiting_q + 1'b1;
      if (launch_i && !issue_i) waiting_q <= waiting_q - 1'b1;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_issue:  assert property (@(posedge clk_i) disable iff (rst_i) issue_i |-> !full_o);
  a_launch: assert property (@(posedge clk_i) disable iff (rst_i) launch_i |-> wait_o);
  a_write:  assert property (@(posedge clk_i) disable iff (rst_i) write_i |-> busy_q[head_q]);
`endif
`endif
endmodule
