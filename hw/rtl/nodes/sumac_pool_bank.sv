// One bank of packet memory: a single-read single-write memory, the choice of the write's data included (inside
// the enabled block, where a simulator skips it). Read latency: 2 cycles, as a register stands behind the memory, whose output
// comes late; the value stays until the next read. Throughput: a read and a write a cycle. Memory: UltraRAM, as block memory would
// hold little else. No reset: the contents stay.
module sumac_pool_bank #(
  parameter int Depth    = 16,
  localparam int RowW    = $clog2(Depth),
  localparam int Writers = 3
) (
  input  logic                   clk_i,
  input  logic [Writers-1:0]     w_en_i,       // the first one's data is written
  input  logic [RowW-1:0]        w_row_i,
  input  logic [Writers*512-1:0] w_data_i,
  input  logic                   r_en_i,
  input  logic [RowW-1:0]        r_row_i,
  output logic [511:0]           r_data_o
);
  (* ram_style = "ultra" *) logic [511:0] mem_q [Depth];
  logic [511:0] r_data_q, out_q;
  logic         r_en_q;

  assign r_data_o = out_q;

  always_ff @(posedge clk_i) begin
    if (w_en_i != '0) mem_q[w_row_i] <= w_en_i[0] ? w_data_i[511:0] : w_en_i[1] ? w_data_i[1023:512] : w_data_i[1535:1024];
  end

  always_ff @(posedge clk_i) begin
    r_en_q <= r_en_i;
    if (r_en_i) r_data_q <= mem_q[r_row_i];
    if (r_en_q) out_q    <= r_data_q;
  end
endmodule
