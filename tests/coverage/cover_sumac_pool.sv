// Each port of packet memory that may have to wait has waited for each that goes before it, and all came at
// once.
module cover_sumac_pool #(
  parameter int BankW = 1
) (
  input logic clk_i, rst_i, rx_w_valid_i, cmb_w_valid_i, dma_w_valid_i, tx_r_valid_i, cmb_l_r_valid_i,
  input logic cmb_r_r_valid_i, dma_r_valid_i, cmb_w_ready_o, dma_w_ready_o, cmb_l_r_ready_o, cmb_r_r_ready_o,
  input logic dma_r_ready_o,
  input logic [BankW-1:0] rx_w_bank, cmb_w_bank, dma_w_bank, tx_r_bank, cmb_l_bank, cmb_r_bank, dma_r_bank
);
  logic rx_cmb, rx_dma, cmb_dma, tx_l, tx_r, l_r, tx_dma, l_dma, r_dma;
  assign rx_cmb  = rx_w_valid_i && cmb_w_valid_i && rx_w_bank == cmb_w_bank;
  assign rx_dma  = rx_w_valid_i && dma_w_valid_i && rx_w_bank == dma_w_bank;
  assign cmb_dma = cmb_w_valid_i && dma_w_valid_i && cmb_w_bank == dma_w_bank;
  assign tx_l    = tx_r_valid_i && cmb_l_r_valid_i && tx_r_bank == cmb_l_bank;
  assign tx_r    = tx_r_valid_i && cmb_r_r_valid_i && tx_r_bank == cmb_r_bank;
  assign l_r     = cmb_l_r_valid_i && cmb_r_r_valid_i && cmb_l_bank == cmb_r_bank;
  assign tx_dma  = tx_r_valid_i && dma_r_valid_i && tx_r_bank == dma_r_bank;
  assign l_dma   = cmb_l_r_valid_i && dma_r_valid_i && cmb_l_bank == dma_r_bank;
  assign r_dma   = cmb_r_r_valid_i && dma_r_valid_i && cmb_r_bank == dma_r_bank;
  c_rx_before_cmb:  cover property (@(posedge clk_i) !rst_i && rx_cmb && !cmb_w_ready_o);
  c_rx_before_dma:  cover property (@(posedge clk_i) !rst_i && rx_dma && !cmb_dma && !dma_w_ready_o);
  c_cmb_before_dma: cover property (@(posedge clk_i) !rst_i && cmb_dma && !rx_dma && !dma_w_ready_o);
  c_tx_before_l:    cover property (@(posedge clk_i) !rst_i && tx_l && !cmb_l_r_ready_o);
  c_tx_before_r:    cover property (@(posedge clk_i) !rst_i && tx_r && !l_r && !cmb_r_r_ready_o);
  c_l_before_r:     cover property (@(posedge clk_i) !rst_i && l_r && !tx_r && !cmb_r_r_ready_o);
  c_tx_before_dma:  cover property (@(posedge clk_i) !rst_i && tx_dma && !l_dma && !r_dma && !dma_r_ready_o);
  c_l_before_dma:   cover property (@(posedge clk_i) !rst_i && l_dma && !tx_dma && !r_dma && !dma_r_ready_o);
  c_r_before_dma:   cover property (@(posedge clk_i) !rst_i && r_dma && !tx_dma && !l_dma && !dma_r_ready_o);
  c_all_one_bank:   cover property (@(posedge clk_i) !rst_i && rx_cmb && rx_dma && tx_l && tx_r && tx_dma);
  c_none_waits:     cover property (@(posedge clk_i)
    !rst_i && cmb_w_valid_i && cmb_l_r_valid_i && cmb_r_r_valid_i
                                    && cmb_w_ready_o && cmb_l_r_ready_o && cmb_r_r_ready_o);
endmodule
bind sumac_pool cover_sumac_pool #(.BankW(BankW)) u_cover (.*);
