// Lays out the first beat of a packet, all but the IPv4 checksum, of which it gives the sum of the halves that it covers.
// Latency: beat_o, sum_o and own_o a cycle after en_i, and held until the next; own addresses count from the cycle before it.
// Throughput: a header a cycle. Reset: none is needed.
module sumac_tx_header (
  input  logic         clk_i,
  input  logic         en_i,
  input  logic [47:0]  own_mac_i,
  input  logic [31:0]  own_ip_i,
  input  logic [47:0]  mac_i,
  input  logic [31:0]  ip_i,
  input  logic [3:0]   kind_i,
  input  logic         first_i,
  input  logic         gap_i,
  input  logic [15:0]  channel_i,
  input  logic [31:0]  key_i,
  input  logic [23:0]  seq_i,
  input  logic [23:0]  ack_i,
  input  logic [23:0]  limit_i,
  input  logic [31:0]  word_i,
  input  logic [15:0]  bytes_i,
  output sumac_pkg::pkt_t beat_o,
  output logic [18:0]  sum_o,     // in the wire's byte order
  output logic         own_o      // the packet goes to the own address
);
  localparam int EthBytes = 14;
  // Bytes of an IPv4 datagram around the payload: IPv4, UDP and Sumac's headers, and the CRC.
  localparam logic [15:0] AroundBytes = 16'(sumac_pkg::PKT_BYTES - EthBytes + 4);
  localparam logic [15:0] IpBytes     = 16'd20;
  localparam logic [15:0] UdpAround   = AroundBytes - IpBytes;
  localparam logic [7:0]  IpVersion   = 8'h45;
  localparam logic [15:0] DoNotFrag   = 16'h4000;
  localparam logic [7:0]  TimeToLive  = 8'd64;
  localparam logic [7:0]  ProtoUdp    = 8'd17;

  function automatic logic [15:0] wire16(input logic [15:0] x);   // big endian on the wire
    wire16 = {x[7:0], x[15:8]};
  endfunction

  // Payload is filled up to whole words, so the lower two bits of lengths are known.
  logic        part;
  logic [15:0] ip_len, udp_len;
  assign part    = bytes_i[1:0] != 2'd0;
  assign ip_len  = {bytes_i[15:2] + AroundBytes[15:2] + 14'(part), AroundBytes[1:0]};
  assign udp_len = {bytes_i[15:2] + UdpAround[15:2] + 14'(part), UdpAround[1:0]};

  sumac_pkg::pkt_t beat_q;
  logic [18:0]     own_sum_q;          // what is the same in all headers
  assign beat_o = beat_q;
  assign own_o  = beat_q.eth_dst == beat_q.eth_src;
  assign sum_o  = own_sum_q + 19'(beat_q.ip_len) + 19'(beat_q.ip_dst[15:0]) + 19'(beat_q.ip_dst[31:16]);

  always_ff @(posedge clk_i) begin : layout
    own_sum_q <= 19'(wire16({IpVersion, 8'd0})) + 19'(wire16(DoNotFrag)) + 19'(wire16({TimeToLive, ProtoUdp}))
               + 19'(own_ip_i[15:0]) + 19'(own_ip_i[31:16]);
    if (en_i) begin
      beat_q           <= '0;
      beat_q.eth_dst   <= mac_i;
      beat_q.eth_src   <= own_mac_i;
      beat_q.eth_type  <= wire16(sumac_pkg::ETH_IPV4[15:0]);
      beat_q.ip_verihl <= IpVersion;
      beat_q.ip_len    <= wire16(ip_len);
      beat_q.ip_frag   <= wire16(DoNotFrag);
      beat_q.ip_ttl    <= TimeToLive;
      beat_q.ip_proto  <= ProtoUdp;
      beat_q.ip_src    <= own_ip_i;
      beat_q.ip_dst    <= ip_i;
      beat_q.udp_src   <= wire16(sumac_pkg::UDP_PORT[15:0]);
      beat_q.udp_dst   <= wire16(sumac_pkg::UDP_PORT[15:0]);
      beat_q.udp_len   <= wire16(udp_len);
      beat_q.kind      <= 8'(kind_i) | (8'(first_i) << (4 + sumac_pkg::PKT_FLAG_FIRST))
                                     | (8'(gap_i) << (4 + sumac_pkg::PKT_FLAG_GAP));
      beat_q.channel   <= channel_i;
      beat_q.key       <= key_i;
      beat_q.seq       <= seq_i;
      beat_q.ack       <= ack_i;
      beat_q.limit     <= limit_i;
      beat_q.word      <= word_i;
      beat_q.length    <= bytes_i;
    end
  end
endmodule
