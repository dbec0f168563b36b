// Bench of the check of first beats: right headers, each of their 512 bits flipped, fields changed with the checksum made
// right again, halves that trade places, lengths that disagree. The judgement is made again here, byte by byte as the
// standards count them. Back to back and with gaps; it comes after three cycles, and stays. +seed=N repeats a run.
// C: ref_packet.c
module tb_sumac_header;
  import "DPI-C" function int  ref_packet_build(int kind, int channel, int key, int seq, int ack, int limit,
                                                int word, int bytes, int seed);
  import "DPI-C" function void ref_packet_seal(int crc, int checksum);
  import "DPI-C" function void ref_packet_put_byte(int offset, int value);
  import "DPI-C" function void ref_packet_put_wire16(int offset, int value);
  import "DPI-C" function int  ref_packet_get_wire16(int offset);
  import "DPI-C" function int  ref_packet_word(int n);

  localparam int Runs = 200_000;

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  logic         valid = 1'b0, ok;
  sumac_pkg::pkt_t data = '0;
  logic [14:0]  tail_words;

  sumac_header dut (.clk_i(clk), .valid_i(valid), .beat_i(data), .ok_o(ok), .tail_words_o(tail_words));

  // ---- the judgement
  function automatic int half(input int offset);      // as the wire has it, high byte first
    half = 256 * int'(data[8*offset +: 8]) + int'(data[8*offset + 8 +: 8]);
  endfunction

  function automatic int payload_words();
    payload_words = (int'(data.length) + 3) / 4;
  endfunction

  function automatic logic right();
    int sum;
    sum = 0;
    for (int i = 14; i < 34; i += 2) sum += half(i);
    while (sum > 65535) sum = sum / 65536 + sum % 65536;
    right = half(12) == 'h0800 && half(14) / 256 == 'h45 && half(20) % 16384 == 0 && half(20) / 32768 == 0
         && half(22) % 256 == 17 && sum == 65535 && half(34) == 'h536D && half(36) == 'h536D && half(40) == 0
         && half(16) == 64 - 14 + 4 * payload_words() + 4 && half(38) == half(16) - 20;
  endfunction

  // ---- what goes in
  task automatic change(input int offset, input int bits);
    ref_packet_put_wire16(offset, ref_packet_get_wire16(offset) ^ bits);
  endtask

  int flip = 0;                    // the bit whose turn it is

  task automatic make_header();
    int style, a, b, x;
    style = int'($urandom_range(9));
    a     = ref_packet_build(int'($urandom_range(255)), $urandom, $urandom, $urandom, $urandom,
                             $urandom, $urandom, int'($urandom_range(style == 0 ? 65470 : 4100)), $urandom);
    a     = 14 + 2 * int'($urandom_range(9));
    b     = 14 + 2 * int'($urandom_range(9));
    x     = ref_packet_get_wire16(a);
    case (style)
      1: begin ref_packet_put_wire16(a, ref_packet_get_wire16(b)); ref_packet_put_wire16(b, x); end   // the sum stays
      2: begin change(a, 1 << $urandom_range(15)); ref_packet_seal(0, 1); end
      3: begin change(2 * int'($urandom_range(31)), 1 << $urandom_range(15)); ref_packet_seal(0, 1); end
      4: begin change(16, 4 << $urandom_range(3)); ref_packet_put_wire16(38, ref_packet_get_wire16(16) - 20); ref_packet_seal(0,
          1); end
      5: change(24, $urandom_range(1) == 0 ? 'hFFFF : 1 << $urandom_range(15));                      // the checksum alone
      6: begin ref_packet_put_wire16(26, 'hFFFF); ref_packet_put_wire16(28, 'hFFFF); ref_packet_seal(0, 1); end
      7: ref_packet_put_byte(62, ref_packet_word(15) >> 16 & 'hFF ^ 1 << $urandom_range(7));
      default: ;
    endcase
    for (int w = 0; w < 16; w++) data[32*w +: 32] = ref_packet_word(w);
    if (style == 8) begin
      data[flip] = !data[flip];
      flip = (flip + 1) % 512;
    end
  endtask

  logic        ok1 = 1'b0, ok2 = 1'b0, ok3 = 1'b0, v1 = 1'b0, v2 = 1'b0, known = 1'b0;
  int          words1 = 0, words2 = 0, words3 = 0;
  int          headers = 0, good = 0, sparse = 0;

  always_ff @(negedge clk) begin : drive
    if (v2) begin
      {ok3, words3} = {ok2, words2};
      known = 1'b1;
    end
    if (known && (ok != ok3 || (ok3 && int'(tail_words) != words3)))
      $fatal(1, "header %0d: ok %0d, %0d words; not %0d, %0d", headers, ok, tail_words, ok3, words3);
    {v2, ok2, words2} = {v1, ok1, words1};
    v1 = valid;
    if (valid) begin
      ok1    = right();
      words1 = payload_words() + 1;
      good   = good + int'(ok1);
    end
    if (headers % 1000 == 0) sparse = int'($urandom_range(100));
    valid = int'($urandom_range(99)) >= sparse;
    if (valid) begin
      make_header();
      headers = headers + 1;
    end
    if (headers == Runs) begin
      if (good < Runs / 5 || Runs - good < Runs / 5) $fatal(1, "%0d of %0d are right", good, headers);
      $display("PASS tb_sumac_header: %0d headers, %0d of them right", headers, good);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_header: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
