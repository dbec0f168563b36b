// A first-in first-out queue in RAM, as deep as all that can ever wait in it: whoever uses it sees to that. Latency: an entry
// passes an empty queue in the cycle of its arrival; else 3 cycles. Throughput: an entry a cycle. Reset: empties it.
module sumac_queue #(
  parameter int Width  = 8,
  parameter int Depth  = 64,     // a power of two
  localparam int PtrW  = $clog2(Depth)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             in_valid_i,
  input  logic [Width-1:0] in_data_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);
  logic [PtrW:0]    rd_q, rd_next_q, wr_q;
  logic             some_q, read_q, valid_q, fetch, move, empty, store;     // some_q: in memory
  logic [Width-1:0] word, word_q;

  assign empty       = !some_q && !read_q && !valid_q;
  assign move        = read_q && (!valid_q || out_ready_i);     // from the memory to the register
  assign fetch       = some_q && (!read_q || move);
  assign out_valid_o = valid_q || (empty && in_valid_i);
  assign out_data_o  = valid_q ? word_q : in_data_i;
  assign store       = in_valid_i && !(empty && out_ready_i);
  sumac_ram #(.Width(Width), .Depth(Depth)) u_entries (
    .clk_i, .w_en_i(store), .w_addr_i(wr_q[PtrW-1:0]), .w_data_i(in_data_i),
    .r_en_i(fetch), .r_addr_i(rd_q[PtrW-1:0]), .r_data_o(word));

  always_ff @(posedge clk_i) begin
    if (store) wr_q <= wr_q + (PtrW + 1)'(1);
    if (fetch) {rd_q, rd_next_q} <= {rd_next_q, rd_next_q + (PtrW + 1)'(1)};
    if (move) word_q <= word;
    some_q  <= store || (some_q && !(fetch && rd_next_q == wr_q));
    read_q  <= fetch || (read_q && !move);
    valid_q <= move || (valid_q && !out_ready_i);
    if (rst_i) begin
      rd_q    <= '0;
      rd_next_q <= (PtrW + 1)'(1);
      wr_q    <= '0;
      some_q  <= 1'b0;
      read_q  <= 1'b0;
      valid_q <= 1'b0;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_room: assert property (@(posedge clk_i) disable iff (rst_i) in_valid_i |-> wr_q != (rd_q ^ (PtrW + 1)'(Depth)))
    else $error("a queue that cannot be full is");
`endif
`endif
endmodule
