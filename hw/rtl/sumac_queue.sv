// A queue that cannot overflow because its user never has more than Depth in it: pushed by a pulse, the oldest
// shown with valid_o until taken. Latency: 1 cycle. Throughput: one each way a cycle. Reset: empty.
module sumac_queue #(
  parameter int Width   = 8,
  parameter int Depth   = 16,
  localparam int PlaceW = $clog2(Depth)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);
  logic [Width-1:0]  mem_q [Depth];
  logic [PlaceW-1:0] head_q, tail_q;
  logic [PlaceW:0]   count_q;

  assign valid_o = count_q != '0;
  assign data_o  = mem_q[head_q];

  always_ff @(posedge clk_i) begin
    if (push_i) mem_q[tail_q] <= data_i;
    if (rst_i) begin
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
    end else if (push_i || (valid_o && ready_i)) begin
      tail_q  <= tail_q + PlaceW'(push_i);
      head_q  <= head_q + PlaceW'(valid_o && ready_i);
      count_q <= count_q + (PlaceW + 1)'(push_i) - (PlaceW + 1)'(valid_o && ready_i);
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i)
    if (!rst_i && push_i && 32'(count_q) == Depth && !ready_i) $fatal(1, "sumac_queue: overflow");
`endif
endmodule
