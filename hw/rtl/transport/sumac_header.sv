// Checks a received first beat as far as it can be judged by itself: Ethernet type, IPv4 and UDP as Sumac sends them,
// no fragment, checksum right, and all lengths in agreement. Ethernet addresses are the MAC's business.
//
// Latency: ok_o and tail_words_o two cycles after valid_i, and held until the next. Throughput: a header a cycle.
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

  logic        valid_q, fixed_q;
  logic [15:0] ip_len_q, udp_len_q, length_q;
  logic [19:0] sum_q;                              // of the ten halves of the IPv4 header, in the wire's byte order

  always_ff @(posedge clk_i) begin : look
    logic [19:0] sum;
    valid_q <= valid_i;
    if (valid_i) begin
      sum = '0;
      for (int h = 0; h < 10; h++) sum = sum + 20'(ip[16*h+:16]);
      sum_q     <= sum;
      fixed_q   <= wire16(beat_i.eth_type) == sumac_pkg::ETH_IPV4[15:0]
                && beat_i.ip_verihl == IpVersion
                && (wire16(beat_i.ip_frag) & FragMask) == 16'd0
                && beat_i.ip_proto == ProtoUdp
                && wire16(beat_i.udp_src) == sumac_pkg::UDP_PORT[15:0]
                && wire16(beat_i.udp_dst) == sumac_pkg::UDP_PORT[15:0]
                && beat_i.udp_sum == 16'd0;
      ip_len_q  <= wire16(beat_i.ip_len);
      udp_len_q <= wire16(beat_i.udp_len);
      length_q  <= beat_i.length;
    end
  end

  always_ff @(posedge clk_i) begin : judge
    logic [14:0] words;
    logic [17:0] bytes;
    logic [16:0] folded;
    if (valid_q) begin
      words  = 15'((17'(length_q) + 17'd3) >> 2);
      bytes  = AroundBytes + 18'({words, 2'b00});
      folded = 17'(sum_q[15:0]) + 17'(sum_q[19:16]);    // a carry out of this leaves too little for all ones
      ok_o   <= fixed_q && folded == 17'h0FFFF && bytes == 18'(ip_len_q) && udp_len_q == ip_len_q - IpBytes;
      tail_words_o <= words + 15'd1;
    end
  end
endmodule
