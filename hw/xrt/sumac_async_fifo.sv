// A first-in first-out queue between two clocks that have nothing to do with each other: pointers cross in Gray code, through two
// registers. Latency: 3 cycles of the reader's clock, room is seen 3 cycles of the writer's late. Throughput: an entry a cycle of
// the slower clock. Reset: each side has its own, and both must be up together for 4 cycles of either clock; empties it.
module sumac_async_fifo #(
  parameter int Width = 8,
  parameter int Depth = 16,            // a power of two, at least 4
  localparam int PtrW = $clog2(Depth) + 1
) (
  input  logic             in_clk_i,
  input  logic             in_rst_i,
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,
  output logic             in_last_room_o,   // there is room for one entry at most
  input  logic             out_clk_i,
  input  logic             out_rst_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);
  function automatic logic [PtrW-1:0] gray(input logic [PtrW-1:0] binary);
    gray = binary ^ (binary >> 1);
  endfunction

  function automatic logic [PtrW-1:0] from_gray(input logic [PtrW-1:0] code);
    from_gray[PtrW-1] = code[PtrW-1];
    for (int i = PtrW - 2; i >= 0; i--) from_gray[i] = from_gray[i+1] ^ code[i];
  endfunction

  logic [Width-1:0] mem_q [Depth];
  // Each side's own pointer, and in Gray code for the other, which sees it two registers later.
  logic [PtrW-1:0] wr_q, rd_q, wr_gray_q, rd_gray_q;
  (* ASYNC_REG = "TRUE" *) logic [PtrW-1:0] wr_meta_q, wr_seen_q, rd_meta_q, rd_seen_q;

  // ---- the writer's side
  logic            store;
  logic [PtrW-1:0] used;

  assign used           = wr_q - from_gray(rd_seen_q);
  assign in_ready_o     = used != PtrW'(Depth);
  assign in_last_room_o = used >= PtrW'(Depth - 1);
  assign store          = in_valid_i && in_ready_o;

  always_ff @(posedge in_clk_i) begin
    if (store) mem_q[wr_q[PtrW-2:0]] <= in_data_i;
  end

  always_ff @(posedge in_clk_i) begin
    rd_meta_q <= rd_gray_q;
    rd_seen_q <= rd_meta_q;
    if (in_rst_i) begin
      wr_q      <= '0;
      wr_gray_q <= '0;
    end else if (store) begin
      wr_q      <= wr_q + 1'b1;
      wr_gray_q <= gray(wr_q + 1'b1);
    end
  end

  // ---- the reader's side
  logic take;

  assign out_valid_o = rd_gray_q != wr_seen_q;
  assign out_data_o  = mem_q[rd_q[PtrW-2:0]];
  assign take        = out_valid_o && out_ready_i;

  always_ff @(posedge out_clk_i) begin
    wr_meta_q <= wr_gray_q;
    wr_seen_q <= wr_meta_q;
    if (out_rst_i) begin
      rd_q      <= '0;
      rd_gray_q <= '0;
    end else if (take) begin
      rd_q      <= rd_q + 1'b1;
      rd_gray_q <= gray(rd_q + 1'b1);
    end
  end
endmodule
