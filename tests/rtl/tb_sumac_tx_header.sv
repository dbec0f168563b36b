// Bench of the layout of first beats: random fields go in, and come out of the beat at the places that the spec gives them;
// the parts that are constant are as the standards say, and the sum gives a checksum that is right when all bytes of
// the IPv4 header are added up, also where it carries twice. +seed=N repeats a run.
module tb_sumac_tx_header;
  logic [47:0]  own_mac, mac;
  logic [31:0]  own_ip, ip, key, word;
  logic [3:0]   kind;
  logic         first, gap;
  logic [15:0]  channel, bytes;
  logic [23:0]  seq, ack, limit;
  sumac_pkg::pkt_t data, packet;
  logic [18:0]  sum;

  logic         clk = 1'b0, own;

  sumac_tx_header dut (
    .clk_i(clk), .en_i(1'b1),
    .own_mac_i(own_mac), .own_ip_i(own_ip), .mac_i(mac), .ip_i(ip), .kind_i(kind), .first_i(first), .gap_i(gap),
    .channel_i(channel),
    .key_i(key), .seq_i(seq), .ack_i(ack), .limit_i(limit), .word_i(word), .bytes_i(bytes), .beat_o(data), .sum_o(sum), .own_o(own)
  );

  int n = 0;

  task automatic layout();               // a cycle for the NIC's own address, and one for the rest
    repeat (2) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask

  function automatic int half(input int offset);      // as the wire has it, high byte first
    half = 256 * int'(packet[8*offset +: 8]) + int'(packet[8*offset + 8 +: 8]);
  endfunction

  task automatic check(input longint unsigned is_now, input longint unsigned expected, input string what);
    if (is_now != expected) $fatal(1, "header %0d: %s is %h, not %h", n, what, is_now, expected);
  endtask

  // The checksum as transmit makes it: the carries added in until none is left, and turned round.
  task automatic seal();
    int folded;
    packet = data;
    check(longint'(data.ip_sum), 0, "the place of the checksum");
    folded = int'(sum);
    while (folded > 65535) folded = folded / 65536 + folded % 65536;
    packet.ip_sum = ~16'(folded);
    folded = 0;
    for (int i = 14; i < 34; i += 2) folded += half(i);
    while (folded > 65535) folded = folded / 65536 + folded % 65536;
    check(longint'(folded), 65535, "the sum of the IPv4 header");
  endtask

  task automatic check_header();
    longint unsigned length;
    length = (longint'(bytes) + 3) / 4 * 4 + 64 + 4;
    check(longint'(packet.eth_dst), longint'(mac), "destination");
    check(longint'(packet.eth_src), longint'(own_mac), "source");
    check(longint'(own), longint'(mac == own_mac), "the own address");
    check(longint'(half(12)), 'h0800, "Ethernet type");
    check(longint'(half(14)), 'h4500, "version and service");
    check(longint'(half(16)), (length - 14) % 65536, "IPv4 length");
    check(longint'(half(18)), 0, "identification");
    check(longint'(half(20)), 'h4000, "fragment");
    check(longint'(half(22)), 64 * 256 + 17, "time to live and protocol");
    check(longint'(packet.ip_src), longint'(own_ip), "IPv4 source");
    check(longint'(packet.ip_dst), longint'(ip), "IPv4 destination");
    check(longint'(half(34)), 'h536D, "UDP source");
    check(longint'(half(36)), 'h536D, "UDP destination");
    check(longint'(half(38)), (length - 34) % 65536, "UDP length");
    check(longint'(half(40)), 0, "UDP checksum");
    check(longint'(packet.kind[3:0]), longint'(kind), "kind");
    check(longint'(packet.kind[7:4]), 32'(first) << sumac_pkg::PKT_FLAG_FIRST | 32'(gap) << sumac_pkg::PKT_FLAG_GAP, "flags");
    check(longint'(packet.channel), longint'(channel), "channel");
    check(longint'(packet.key), longint'(key), "key");
    check(longint'(packet.seq), longint'(seq), "sequence");
    check(longint'(packet.ack), longint'(ack), "acknowledgement");
    check(longint'(packet.limit), longint'(limit), "limit");
    check(longint'(packet.word), longint'(word), "word");
    check(longint'(packet.length), longint'(bytes), "length");
  endtask

  initial begin
    int seed, twice;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_tx_header: +seed=%0d", seed);
    void'($urandom(seed));
    twice = 0;
    for (n = 0; n < 100_000; n++) begin
      own_mac = {16'($urandom), $urandom};
      mac     = n % 5 == 0 ? own_mac : {16'($urandom), $urandom};
      own_ip  = n % 3 == 0 ? '1 : $urandom;
      ip      = n % 3 == 0 ? {16'hFFFF, 16'($urandom)} : $urandom;
      {kind, first, gap, channel, bytes} = {$urandom, 6'($urandom)};
      if (n <= 4096) bytes = 16'(n);
      {key, word, seq, ack, limit} = {$urandom, $urandom, 24'($urandom), 24'($urandom), 24'($urandom)};
      if (n % 3 == 1) begin        // the first fold gives 65536: carries once more
        ip[15:0] = 16'd0;
        layout();
        ip[15:0] = 16'(65536 - int'(sum[18:16]) - int'(sum[15:0]));
      end
      layout();
      if (int'(sum[18:16]) + int'(sum[15:0]) > 65535) twice++;
      seal();
      check_header();
    end
    if (twice < 1000) $fatal(1, "%0d sums carry twice", twice);
    $display("PASS tb_sumac_tx_header: %0d headers, %0d of them carry twice", n, twice);
    $finish;
  end
endmodule
