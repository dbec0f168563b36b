// Each client of packet memory that may have to wait has waited for each that goes before it and for no other, and all came at
// once.
module cover_sumac_pool #(
  parameter int AddrW   = 1,
  parameter int BankW   = 1,
  parameter int Writers = 3,
  parameter int Readers = 4
) (
  input logic clk_i, rst_i,
  input logic [Writers-1:0] w_valid_i, w_ready_o,
  input logic [Readers-1:0] r_valid_i, r_ready_o,
  input logic [Writers*AddrW-1:0] w_addr_i,
  input logic [Readers*AddrW-1:0] r_addr_i
);
  // who is at the bank of which client; who waits for whom alone
  logic [Writers-1:0] w_met [Writers], w_waits [Writers];
  logic [Readers-1:0] r_met [Readers], r_waits [Readers];
  always_comb begin
    for (int p = 0; p < Writers; p++) begin
      for (int o = 0; o < Writers; o++) w_met[p][o] = w_valid_i[o] && w_addr_i[o*AddrW+:BankW] == w_addr_i[p*AddrW+:BankW];
      w_waits[p] = w_valid_i[p] && !w_ready_o[p] ? w_met[p] & Writers'((1 << p) - 1) : '0;
    end
    for (int p = 0; p < Readers; p++) begin
      for (int o = 0; o < Readers; o++) r_met[p][o] = r_valid_i[o] && r_addr_i[o*AddrW+:BankW] == r_addr_i[p*AddrW+:BankW];
      r_waits[p] = r_valid_i[p] && !r_ready_o[p] ? r_met[p] & Readers'((1 << p) - 1) : '0;
    end
  end
  c_rx_before_cmb:  cover property (@(posedge clk_i) !rst_i && w_waits[1] == 3'b001);
  c_rx_before_dma:  cover property (@(posedge clk_i) !rst_i && w_waits[2] == 3'b001);
  c_cmb_before_dma: cover property (@(posedge clk_i) !rst_i && w_waits[2] == 3'b010);
  c_tx_before_l:    cover property (@(posedge clk_i) !rst_i && r_waits[1] == 4'b0001);
  c_tx_before_r:    cover property (@(posedge clk_i) !rst_i && r_waits[2] == 4'b0001);
  c_l_before_r:     cover property (@(posedge clk_i) !rst_i && r_waits[2] == 4'b0010);
  c_tx_before_dma:  cover property (@(posedge clk_i) !rst_i && r_waits[3] == 4'b0001);
  c_l_before_dma:   cover property (@(posedge clk_i) !rst_i && r_waits[3] == 4'b0010);
  c_r_before_dma:   cover property (@(posedge clk_i) !rst_i && r_waits[3] == 4'b0100);
  c_all_one_bank:   cover property (@(posedge clk_i) !rst_i && w_met[0] == '1 && r_met[0] == '1);
  c_none_waits:     cover property (@(posedge clk_i)
    !rst_i && w_valid_i[1] && w_ready_o[1] && (r_valid_i[2:1] & r_ready_o[2:1]) == '1);
endmodule
bind sumac_pool cover_sumac_pool #(.AddrW(AddrW), .BankW(BankW), .Writers(Writers), .Readers(Readers)) u_cover (.*);
