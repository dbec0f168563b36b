// A first-in first-out queue in a flat memory. Latency: 1 cycle; with Bypass = 1 an entry passes an empty queue
// in the cycle of its arrival. Throughput: an entry a cycle, also when full and taken from, but in_ready_o does
// not look at out_ready_i. With Head = 1 the first entry is in a register, for users who look at it. Reset: empties it.
module sumac_fifo #(
  parameter int Width  = 8,
  parameter int Depth  = 4,      // a power of two
  parameter bit Bypass = 1'b0,
  parameter bit Head   = 1'b0,
  localparam int PtrW  = $clog2(Depth)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);
  logic [Width-1:0] mem_q [Depth];
  logic [PtrW-1:0]  rd_q, wr_q;
  logic             some_q, room_q;     // not empty, not full
  logic             empty, store, take, last;
  logic [Width-1:0] first;

  assign empty      = !some_q;
  assign in_ready_o = room_q;
  assign take       = !empty && out_ready_i;

  if (Bypass) begin : g_bypass
    assign out_valid_o = !empty || in_valid_i;
    assign out_data_o  = empty ? in_data_i : first;
    assign store       = in_valid_i && in_ready_o && !(empty && out_ready_i);
  end else begin : g_plain
    assign out_valid_o = !empty;
    assign out_data_o  = first;
    assign store       = in_valid_i && in_ready_o;
  end

  assign last = rd_q + 1'b1 == wr_q;
  if (Head) begin : g_head
    logic [Width-1:0] head_q;
    assign first = head_q;
    always_ff @(posedge clk_i) begin
      if (empty || (take && last)) head_q <= in_data_i;
      else if (take) head_q <= mem_q[rd_q + 1'b1];
    end
  end else begin : g_memory
    assign first = mem_q[rd_q];
  end

  // An entry that passes by is written, too, over a free place: out_ready_i comes too late to decide it.
  always_ff @(posedge clk_i) begin
    if (in_valid_i && in_ready_o) mem_q[wr_q] <= in_data_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      rd_q   <= '0;
      wr_q   <= '0;
      some_q <= 1'b0;
      room_q <= 1'b1;
    end else begin
      if (store) wr_q <= wr_q + 1'b1;
      if (take)  rd_q <= rd_q + 1'b1;
      some_q <= store || (some_q && !(out_ready_i && last));
      room_q <= take || (room_q && !(store && wr_q + 1'b1 == rd_q));
    end
  end
endmodule
