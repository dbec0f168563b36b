// Takes back up to three words of zeros at the end of what a CRC-32C has covered. Combinational.
module sumac_crc32c_tail (
  input  logic [31:0] crc_i,      // the bare register
  input  logic [3:0]  zeros_i,    // a one at n: there are n words of zeros
  output logic [31:0] crc_o
);
  // Bit 32 * i + k: whether bit k of the state enters bit i of what it was that many words of zeros before.
  function automatic logic [32*32-1:0] back(input logic [31:0] poly, input int words);
    logic [31:0] state;
    for (int k = 0; k < 32; k++) begin
      state = 32'd1 << k;
      for (int n = 0; n < 32 * words; n++) state = ((state ^ (state[31] ? poly : 32'd0)) << 1) | 32'(state[31]);
      for (int i = 0; i < 32; i++) back[32*i + k] = state[i];
    end
  endfunction

  localparam logic [4*32*32-1:0] Back = {back(sumac_pkg::CRC_POLY, 3), back(sumac_pkg::CRC_POLY, 2),
                                         back(sumac_pkg::CRC_POLY, 1), back(sumac_pkg::CRC_POLY, 0)};

  always_comb begin
    crc_o = '0;
    for (int n = 0; n < 4; n++)
      for (int i = 0; i < 32; i++) crc_o[i] = crc_o[i] ^ ^(crc_i & Back[1024*n + 32*i +: 32] & {32{zeros_i[n]}});
  end
endmodule
