// Packet memory: Banks single-read single-write memories, interleaved by beat, so that every stream that
// walks through consecutive beats takes each bank in turn and two streams collide once at most.
//
// Reads: a request is granted by its ready; its data comes exactly 2 cycles after the grant, through the choice of its bank, and
// for a cycle only. Writes: granted by
// ready. The receive port has no ready: it is always granted. Priorities: reads tx, cmb_l, cmb_r, dma; writes rx,
// cmb, dma. A read granted in the cycle of a write to the same address may return either value: the callers
// order their own hazards (a read granted in a later cycle than the write was granted sees it).
// Throughput: a beat a cycle on each port when no two streams walk the same bank. Reset: forgets requests in
// flight; the memory keeps its contents.
module sumac_pool #(
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Banks     = sumac_pkg::DefPoolBanks,
  localparam int AddrW    = $clog2(PoolBeats)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // writes
  input  logic             rx_w_valid_i,
  input  logic [AddrW-1:0] rx_w_addr_i,
  input  logic [511:0]     rx_w_data_i,
  input  logic             cmb_w_valid_i,
  output logic             cmb_w_ready_o,
  input  logic [AddrW-1:0] cmb_w_addr_i,
  input  logic [511:0]     cmb_w_data_i,
  input  logic             dma_w_valid_i,
  output logic             dma_w_ready_o,
  input  logic [AddrW-1:0] dma_w_addr_i,
  input  logic [511:0]     dma_w_data_i,
  // reads
  input  logic             tx_r_valid_i,
  output logic             tx_r_ready_o,
  input  logic [AddrW-1:0] tx_r_addr_i,
  output logic             tx_d_valid_o,
  output logic [511:0]     tx_d_data_o,
  input  logic             cmb_l_r_valid_i,
  output logic             cmb_l_r_ready_o,
  input  logic [AddrW-1:0] cmb_l_r_addr_i,
  output logic             cmb_l_d_valid_o,
  output logic [511:0]     cmb_l_d_data_o,
  input  logic             cmb_r_r_valid_i,
  output logic             cmb_r_r_ready_o,
  input  logic [AddrW-1:0] cmb_r_r_addr_i,
  output logic             cmb_r_d_valid_o,
  output logic [511:0]     cmb_r_d_data_o,
  input  logic             dma_r_valid_i,
  output logic             dma_r_ready_o,
  input  logic [AddrW-1:0] dma_r_addr_i,
  output logic             dma_d_valid_o,
  output logic [511:0]     dma_d_data_o
);

  localparam int BankW = $clog2(Banks);
  localparam int RowW  = AddrW - BankW;
  localparam int Reads = 4;   // tx, cmb_l, cmb_r, dma, in order of priority

  // ---- who gets which bank
  logic [BankW-1:0] rx_w_bank, cmb_w_bank, dma_w_bank;
  logic [BankW-1:0] tx_r_bank, cmb_l_bank, cmb_r_bank, dma_r_bank;
  logic [Reads-1:0] grant;

  assign rx_w_bank  = rx_w_addr_i[BankW-1:0];
  assign cmb_w_bank = cmb_w_addr_i[BankW-1:0];
  assign dma_w_bank = dma_w_addr_i[BankW-1:0];
  assign tx_r_bank  = tx_r_addr_i[BankW-1:0];
  assign cmb_l_bank = cmb_l_r_addr_i[BankW-1:0];
  assign cmb_r_bank = cmb_r_r_addr_i[BankW-1:0];
  assign dma_r_bank = dma_r_addr_i[BankW-1:0];

  assign cmb_w_ready_o = !(rx_w_valid_i && rx_w_bank == cmb_w_bank);
  assign dma_w_ready_o = !(rx_w_valid_i && rx_w_bank == dma_w_bank) &&
                         !(cmb_w_valid_i && cmb_w_bank == dma_w_bank);

  assign tx_r_ready_o    = 1'b1;
  assign cmb_l_r_ready_o = !(tx_r_valid_i && tx_r_bank == cmb_l_bank);
  assign cmb_r_r_ready_o = !(tx_r_valid_i && tx_r_bank == cmb_r_bank) &&
                           !(cmb_l_r_valid_i && cmb_l_bank == cmb_r_bank);
  assign dma_r_ready_o   = !(tx_r_valid_i && tx_r_bank == dma_r_bank) &&
                           !(cmb_l_r_valid_i && cmb_l_bank == dma_r_bank) &&
                           !(cmb_r_r_valid_i && cmb_r_bank == dma_r_bank);

  assign grant = {dma_r_valid_i && dma_r_ready_o, cmb_r_r_valid_i && cmb_r_r_ready_o,
                  cmb_l_r_valid_i && cmb_l_r_ready_o, tx_r_valid_i};

  // ---- the banks
  logic [Banks*512-1:0] bank_data;

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    logic            w_rx, w_cmb, w_dma, r_tx, r_l, r_r, r_dma;
    logic [RowW-1:0] w_row, r_row;

    // A request that another one beats has no part in what the bank does: the tests below are in order of priority.
    assign w_rx  = rx_w_valid_i && rx_w_bank == BankW'(b);
    assign w_cmb = cmb_w_valid_i && cmb_w_bank == BankW'(b);
    assign w_dma = dma_w_valid_i && dma_w_bank == BankW'(b);
    assign r_tx  = tx_r_valid_i && tx_r_bank == BankW'(b);
    assign r_l   = cmb_l_r_valid_i && cmb_l_bank == BankW'(b);
    assign r_r   = cmb_r_r_valid_i && cmb_r_bank == BankW'(b);
    assign r_dma = dma_r_valid_i && dma_r_bank == BankW'(b);
    assign w_row = w_rx ? rx_w_addr_i[AddrW-1:BankW] :
                   w_cmb ? cmb_w_addr_i[AddrW-1:BankW] : dma_w_addr_i[AddrW-1:BankW];
    assign r_row = r_tx ? tx_r_addr_i[AddrW-1:BankW] :
                   r_l ? cmb_l_r_addr_i[AddrW-1:BankW] :
                   r_r ? cmb_r_r_addr_i[AddrW-1:BankW] : dma_r_addr_i[AddrW-1:BankW];

    sumac_pool_bank #(.Depth(PoolBeats / Banks)) u_bank (
      .clk_i,
      .w_en_i      (w_rx || w_cmb || w_dma),
      .w_rx_i      (w_rx),
      .w_cmb_i     (w_cmb),
      .w_row_i     (w_row),
      .w_rx_data_i (rx_w_data_i),
      .w_cmb_data_i(cmb_w_data_i),
      .w_dma_data_i(dma_w_data_i),
      .r_en_i      (r_tx || r_l || r_r || r_dma),
      .r_row_i     (r_row),
      .r_data_o    (bank_data[512*b +: 512])
    );
  end

  // ---- two cycles later, the data of a grant's bank
  logic [Reads-1:0]   pend_q, valid_q;
  logic [4*BankW-1:0] bank_q, from_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      pend_q  <= '0;
      valid_q <= '0;
    end else begin
      pend_q  <= grant;
      valid_q <= pend_q;
    end
  end

  always_ff @(posedge clk_i) begin
    bank_q <= {dma_r_bank, cmb_r_bank, cmb_l_bank, tx_r_bank};
    from_q <= bank_q;
  end

  assign {dma_d_valid_o, cmb_r_d_valid_o, cmb_l_d_valid_o, tx_d_valid_o} = valid_q;
  assign tx_d_data_o    = bank_data[{from_q[0 +: BankW], 9'd0} +: 512];
  assign cmb_l_d_data_o = bank_data[{from_q[BankW +: BankW], 9'd0} +: 512];
  assign cmb_r_d_data_o = bank_data[{from_q[2*BankW +: BankW], 9'd0} +: 512];
  assign dma_d_data_o   = bank_data[{from_q[3*BankW +: BankW], 9'd0} +: 512];
endmodule
