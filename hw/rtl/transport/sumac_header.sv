// Checks a received first beat as far as it can be judged by itself: Ethernet type, IPv4 and UDP as Sumac sends them,
// no fragment, checksum right, and all lengths in agreement. Ethernet addresses are the MAC's business.
//
// Latency: ok_o and tail_words_o three cycles after valid_i, and held until the next. Throughput: a header a cycle.
// Reset: none is needed.
module sumac_header (
  input  logic         clk_i,
  input  logic         valid_i,
  input  sumac_pkg::pkt_t beat_i,
  output logic         ok_o,
  output logic [14:0]  tail_words_o   // 4-byte words that follow the header, the CRC's included
);
  localparam int EthBytes = 14;
  // Bytes of an IPv4 datagram around the payload: IPv4, UDP and Sumac's headers, and the CRC.
  localparam logic [17:0] AroundBytes = 18'(sumac_pkg::PKT_BYTES - EthBytes + 4);
  localparam logic [15:0] IpBytes     = 16'd20;
  localparam logic [7:0]  IpVersion   = 8'h45;
  localparam logic [7:0]  ProtoUdp    = 8'd17;
  localparam logic [15:0] FragMask    = 16'hBFFF;   // all but "do not fragment"

  function automatic logic [15:0] wire16(input logic [15:0] x);   // big endian on the wire
    wire16 = {x[7:0], x[15:8]};
  endfunction

  logic [159:0] ip;
  assign ip = {beat_i.ip_dst, beat_i.ip_src, beat_i.ip_sum, beat_i.ip_proto, beat_i.ip_ttl, beat_i.ip_frag, beat_i.ip_id,
               beat_i.ip_len, beat_i.ip_tos, beat_i.ip_verihl};

  // The sum of the IPv4 header's ten halves, in the wire's byte order: by pairs, then three and two of these, then all.
  logic [1:0]  valid_q;
  logic        fixed1_q, fixed2_q, right_q;
  logic [15:0] ip_len_q, udp_len1_q, udp_len2_q, length_q, udp_need_q;
  logic [16:0] pair_q [5];
  logic [18:0] low_q;
  logic [17:0] high_q, need_q;                     // need: bytes of words that follow, by the IPv4 length
  logic [14:0] words_q;
  logic [19:0] sum_q;

  always_ff @(posedge clk_i) begin : look
    valid_q <= {valid_q[0], valid_i};
    if (valid_i) begin
      for (int h = 0; h < 5; h++) pair_q[h] <= 17'(ip[32*h+:16]) + 17'(ip[32*h+16+:16]);
      fixed1_q   <= wire16(beat_i.eth_type) == sumac_pkg::ETH_IPV4[15:0]
                 && beat_i.ip_verihl == IpVersion
                 && (wire16(beat_i.ip_frag) & FragMask) == 16'd0
                 && beat_i.ip_proto == ProtoUdp
                 && wire16(beat_i.udp_src) == sumac_pkg::UDP_PORT[15:0]
                 && wire16(beat_i.udp_dst) == sumac_pkg::UDP_PORT[15:0]
                 && beat_i.udp_sum == 16'd0;
      ip_len_q   <= wire16(beat_i.ip_len);
      udp_len1_q <= wire16(beat_i.udp_len);
      length_q   <= beat_i.length;
    end
  end

  always_ff @(posedge clk_i) begin : add
    if (valid_q[0]) begin
      low_q      <= 19'(pair_q[0]) + 19'(pair_q[1]) + 19'(pair_q[2]);
      high_q     <= 18'(pair_q[3]) + 18'(pair_q[4]);
      words_q    <= 15'((17'(length_q) + 17'd3) >> 2);
      need_q     <= 18'(ip_len_q) - AroundBytes;
      udp_need_q <= ip_len_q - IpBytes;
      udp_len2_q <= udp_len1_q;
      fixed2_q   <= fixed1_q;
    end
  end

  always_ff @(posedge clk_i) begin : judge
    if (valid_q[1]) begin
      sum_q        <= 20'(low_q) + 20'(high_q);
      right_q      <= fixed2_q && need_q == 18'({words_q, 2'b00}) && udp_len2_q == udp_need_q;
      tail_words_o <= words_q + 15'd1;
    end
  end

  // All ones, when the carries have been added; a carry out of that leaves too little.
  assign ok_o = right_q && sum_q[15:4] == '1 && sum_q[3:0] == ~sum_q[19:16];
endmodule
