// The memory: what was written is read the cycle after; a read in the cycle of a write to the same address gives the old word;
// without r_en_i the word read stays; no write without w_en_i.
module tb_sumac_ram #(
  parameter int Depth = 16
);
  localparam int AddrW = $clog2(Depth);
  logic clk = 1'b0;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_ram: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic             w_en = 1'b0, r_en = 1'b0;
  logic [AddrW-1:0] w_addr = '0, r_addr = '0;
  logic [7:0]       w_data = '0, r_data, expected = '0;
  sumac_ram #(.Width(8), .Depth(Depth)) dut (.clk_i(clk), .w_en_i(w_en), .w_addr_i(w_addr), .w_data_i(w_data),
    .r_en_i(r_en), .r_addr_i(r_addr), .r_data_o(r_data));

  logic [7:0] model [Depth];
  int n = 0, both = 0;

  always @(posedge clk) begin
    if (r_en) expected = model[r_addr];
    if (w_en) model[w_addr] = w_data;
    if (w_en && r_en && w_addr == r_addr) both = both + 1;
  end

  always @(negedge clk) begin
    if (n > Depth + 3 && r_data != expected) $fatal(1, "%h, not %h", r_data, expected);
    n      <= n + 1;
    w_en   <= n < Depth || $urandom_range(1) == 1;
    w_addr <= (n < Depth) ? AddrW'(n) : AddrW'($urandom);
    w_data <= 8'($urandom);
    r_en   <= n == Depth + 1 || (n > Depth + 1 && $urandom_range(1) == 1);
    r_addr <= AddrW'($urandom);
    if (n == 5000) begin
      if (both < 20) $fatal(1, "%0d reads of what is written", both);
      $display("PASS tb_sumac_ram: Depth %0d, %0d reads of what is written", Depth, both);
      $finish;
    end
  end
endmodule
