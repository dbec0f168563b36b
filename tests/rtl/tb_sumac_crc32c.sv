// Bench of the CRC: packets of every number of beats and tail words, with pauses between beats and halts of the
// pipeline, against CRC-32C bit by bit, which itself must give the published check value. The result of a beat is there
// two enabled cycles later, a beat that covers nothing changes nothing, and a packet closed by its own CRC leaves the
// residue. +seed=N repeats a run.
module tb_sumac_crc32c;
  localparam logic [31:0] Poly    = 32'h82F63B78;   // Castagnoli, reflected
  localparam logic [31:0] Check   = 32'hE3069283;   // of "123456789"
  localparam logic [31:0] Residue = 32'hB798B438;
  localparam int          Runs    = 20_000;

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  // The bare register after bytes [from, to) of a beat.
  function automatic logic [31:0] over(input logic [31:0] state, input logic [511:0] data, input int from, input int to);
    over = state;
    for (int bit_no = 8 * from; bit_no < 8 * to; bit_no++)
      over = (over >> 1) ^ ((over[0] ^ data[bit_no]) ? Poly : 32'd0);
  endfunction

  logic         en = 1'b0, valid = 1'b0, first = 1'b0;
  logic [4:0]   words = '0;
  logic [511:0] data = '0;
  logic [31:0]  crc;

  sumac_crc32c dut (.clk_i(clk), .en_i(en), .valid_i(valid), .first_i(first), .words_i(words), .data_i(data), .crc_o(crc));

  // ---- what must be there: the state after the beat of two enabled cycles ago
  logic [31:0] now = '0, exp1 = '0, exp2 = '0;
  logic        known1 = 1'b0, known2 = 1'b0, closed = 1'b0, closed1 = 1'b0, closed2 = 1'b0;
  int          packets = 0, beats = 0, halts = 0, nothing = 0, residues = 0;

  always_ff @(posedge clk) begin : expect_it
    if (en) begin
      if (valid) begin
        now     = first ? over('1, data, sumac_pkg::PKT_CRC_FROM, 64) : over(now, data, 0, 4 * int'(words));
        beats   = beats + 1;
        nothing = nothing + int'(!first && words == 5'd0);
        packets = packets + int'(first);
      end
      exp2    = exp1;
      known2  = known1;
      closed2 = closed1;
      exp1    = now;
      known1  = packets != 0;
      closed1 = valid && closed;
    end else begin
      halts = halts + 1;
    end
  end

  // ---- packets, at the other edge
  int n_left = 0;                // beats to come


  always_ff @(negedge clk) begin : drive
    if (known2 && crc != exp2) $fatal(1, "beat %0d: crc %h, not %h", beats, crc, exp2);
    if (closed2) begin
      if (crc != Residue) $fatal(1, "residue %h", crc);
      residues = residues + 1;
    end
    if (en || !valid) begin                        // the last beat has gone in
      valid  = $urandom_range(3) != 0;
      closed = 1'b0;
      for (int i = 0; i < 16; i++) data[32*i +: 32] = $urandom;
      if (valid) begin
        first  = n_left == 0;
        words  = 5'($urandom_range(16));           // does not matter in a first beat
        if (first) n_left = 1 + int'($urandom_range(5));
        else if (n_left != 1) words = 5'd16;
        else if (words != 5'd0 && $urandom_range(1) == 0) begin
          data[32 * (int'(words) - 1) +: 32] = ~over(now, data, 0, 4 * (int'(words) - 1));
          closed = 1'b1;
        end
        if (!first) n_left = n_left - 1;
      end
    end
    en = $urandom_range(4) != 0;
    if (packets == Runs) begin
      if (nothing == 0 || residues == 0) $fatal(1, "not everything came up");
      $display("PASS tb_sumac_crc32c: %0d packets, %0d beats, %0d of no words, %0d residues, %0d halts", packets, beats, nothing,
               residues, halts);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_crc32c: +seed=%0d", seed);
    void'($urandom(seed));
    if (~over('1, 512'h39_38_37_36_35_34_33_32_31, 0, 9) != Check) $fatal(1, "the reference is wrong");
  end
endmodule
