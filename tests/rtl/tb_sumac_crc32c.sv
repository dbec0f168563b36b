// Bench of the CRC: packets of every number of beats and tail words, with pauses between beats and halts of the
// pipeline, against CRC-32C bit by bit, which itself must give the published check value. The result of a beat is there
// two enabled cycles later, and a packet closed by its own CRC leaves the residue. A last beat's words may be moved up by groups
// of four; sumac_crc32c_tail takes back the words of zeros that stay behind them. +seed=N repeats a run.
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
  logic [511:0] data = '0, moved = '0;
  logic [15:0]  mask = '0;
  logic [3:0]   groups = '0, zeros;
  logic [31:0]  crc, tail;

  sumac_crc32c dut (
    .clk_i(clk), .en_i(en), .valid_i(valid), .first_i(first), .words_i(mask), .over_i(groups), .data_i(moved), .crc_o(crc)
  );
  sumac_crc32c_tail dut_tail (.crc_i(crc), .zeros_i(zeros), .crc_o(tail));

  // ---- what must be there: the state after the beat of two enabled cycles ago
  logic [31:0] now = '0, exp1 = '0, exp2 = '0;
  assign zeros = 4'd1 << behind2;
  int          words = 0, up = 0, behind = 0, behind1 = 0, behind2 = 0;   // words; groups moved up; words of zeros behind them
  logic        known1 = 1'b0, known2 = 1'b0, closed = 1'b0, closed1 = 1'b0, closed2 = 1'b0;
  int          packets = 0, beats = 0, halts = 0, ups = 0, tails = 0, residues = 0;

  always_ff @(posedge clk) begin : expect_it
    if (en) begin
      if (valid) begin
        now     = first ? over('1, data, sumac_pkg::PKT_CRC_FROM, 64) : over(now, data, 0, 4 * words);
        beats   = beats + 1;
        ups     = ups + int'(up != 0);
        packets = packets + int'(first);
      end
      exp2    = exp1;
      known2  = known1;
      closed2 = closed1;
      behind2 = behind1;
      exp1    = now;
      known1  = packets != 0;
      closed1 = valid && closed;
      if (valid) behind1 = behind;
    end else begin
      halts = halts + 1;
    end
  end

  // ---- packets, at the other edge
  int n_left = 0;                // beats to come


  always_ff @(negedge clk) begin : drive
    if (known2 && crc != over(exp2, '0, 0, 4 * behind2)) $fatal(1, "beat %0d: crc %h, not of %h", beats, crc, exp2);
    if (known2 && behind2 < 4) begin
      if (tail != exp2) $fatal(1, "beat %0d: tail %h, not %h, before %0d words", beats, tail, exp2, behind2);
      tails = tails + int'(behind2 != 0);
    end
    if (closed2) begin
      if (crc != over(Residue, '0, 0, 4 * behind2)) $fatal(1, "residue %h", crc);
      residues = residues + 1;
    end
    if (en || !valid) begin                        // the last beat has gone in
      valid  = $urandom_range(3) != 0;
      closed = 1'b0;
      for (int i = 0; i < 16; i++) data[32*i +: 32] = $urandom;
      if (valid) begin
        first  = n_left == 0;
        words  = n_left == 1 ? 1 + int'($urandom_range(15)) : 16;
        if (first) n_left = 1 + int'($urandom_range(5));
        else begin
          if (n_left == 1 && $urandom_range(1) == 0) begin
            data[32 * (words - 1) +: 32] = ~over(now, data, 0, 4 * (words - 1));
            closed = 1'b1;
          end
          n_left = n_left - 1;
        end
        up     = int'($urandom_range((16 - words) / 4));
        behind = 16 - words - 4 * up;
        moved  = data << 128 * up | {16{$urandom}} >> 512 - 128 * up | 512'($urandom) << 32 * (words + 4 * up);
        mask   = 16'((1 << words) - 1) << 4 * up;
        groups = 4'b1000 >> up;
      end
    end
    en = $urandom_range(4) != 0;
    if (packets == Runs) begin
      if (ups == 0 || tails == 0 || residues == 0) $fatal(1, "not everything came up");
      $display("PASS tb_sumac_crc32c: %0d packets, %0d beats, %0d moved up, %0d tails, %0d residues, %0d halts",
               packets, beats, ups, tails, residues, halts);
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
