// Packet memory: Banks single-read single-write memories, interleaved by beat, so that every stream that
// walks through consecutive beats takes each bank in turn and two streams collide once at most.
//
// Each vector has a part for each client, the first in the lowest bits. They stand in order of priority: writers are receive, the
// combine unit and DMA; readers are transmit, the combine unit's left and right, and DMA. So the first ones are always granted.
// Reads: a request is granted by its ready; its data comes exactly 2 cycles after the grant, through the choice of its bank, and
// for a cycle only. Writes: granted by ready. A read granted in the cycle of a write to the same address may return either
// value: the callers order their own hazards (a read granted in a later cycle than the write was granted sees it).
// Throughput: a beat a cycle for each client when no two streams walk the same bank. Reset: forgets requests in
// flight; the memory keeps its contents.
module sumac_pool #(
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Banks     = sumac_pkg::DefPoolBanks,
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int Writers  = 3,
  localparam int Readers  = 4
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  input  logic [Writers-1:0]       w_valid_i,
  output logic [Writers-1:0]       w_ready_o,
  input  logic [Writers*AddrW-1:0] w_addr_i,
  input  logic [Writers*512-1:0]   w_data_i,
  input  logic [Readers-1:0]       r_valid_i,
  output logic [Readers-1:0]       r_ready_o,
  input  logic [Readers*AddrW-1:0] r_addr_i,
  output logic [Readers-1:0]       d_valid_o,
  output logic [Readers*512-1:0]   d_data_o
);
  localparam int BankW = $clog2(Banks);
  localparam int RowW  = AddrW - BankW;

  // ---- who gets which bank: whoever no earlier one of its kind beats
  logic [Writers*Banks-1:0] w_wants;      // {bank, client}
  logic [Readers*Banks-1:0] r_wants;

  always_comb begin
    for (int b = 0; b < Banks; b++) begin
      for (int p = 0; p < Writers; p++) w_wants[b*Writers+p] = w_valid_i[p] && w_addr_i[p*AddrW+:BankW] == BankW'(b);
      for (int p = 0; p < Readers; p++) r_wants[b*Readers+p] = r_valid_i[p] && r_addr_i[p*AddrW+:BankW] == BankW'(b);
    end
  end
  always_comb begin
    {w_ready_o, r_ready_o} = '1;
    for (int p = 1; p < Writers; p++)
      for (int o = 0; o < p; o++) if (w_valid_i[o] && w_addr_i[o*AddrW+:BankW] == w_addr_i[p*AddrW+:BankW]) w_ready_o[p] = 1'b0;
    for (int p = 1; p < Readers; p++)
      for (int o = 0; o < p; o++) if (r_valid_i[o] && r_addr_i[o*AddrW+:BankW] == r_addr_i[p*AddrW+:BankW]) r_ready_o[p] = 1'b0;
  end

  // ---- the banks
  logic [Banks*512-1:0] bank_data;

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    logic [RowW-1:0] w_row, r_row;

    always_comb begin
      w_row = w_addr_i[Writers*AddrW-1-:RowW];
      r_row = r_addr_i[Readers*AddrW-1-:RowW];
      for (int p = Writers - 2; p >= 0; p--) if (w_wants[b*Writers+p]) w_row = w_addr_i[p*AddrW+BankW+:RowW];
      for (int p = Readers - 2; p >= 0; p--) if (r_wants[b*Readers+p]) r_row = r_addr_i[p*AddrW+BankW+:RowW];
    end
    sumac_pool_bank #(.Depth(PoolBeats / Banks)) u_bank (
      .clk_i, .w_en_i(w_wants[b*Writers+:Writers]), .w_row_i(w_row), .w_data_i, .r_en_i(r_wants[b*Readers+:Readers] != '0),
      .r_row_i(r_row), .r_data_o(bank_data[512*b+:512])
    );
  end

  // ---- two cycles later, the data of a grant's bank
  logic [Readers-1:0]       pend_q, valid_q;
  logic [Readers*BankW-1:0] bank_q, from_q;

  always_ff @(posedge clk_i) begin
    pend_q  <= rst_i ? '0 : r_valid_i & r_ready_o;
    valid_q <= rst_i ? '0 : pend_q;
    for (int p = 0; p < Readers; p++) bank_q[p*BankW+:BankW] <= r_addr_i[p*AddrW+:BankW];
    from_q  <= bank_q;
  end
  assign d_valid_o = valid_q;
  for (genvar p = 0; p < Readers; p++) begin : g_data
    assign d_data_o[512*p+:512] = bank_data[{from_q[p*BankW+:BankW], 9'd0}+:512];
  end
endmodule
