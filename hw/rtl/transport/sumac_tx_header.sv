// Lays out the first beat of a packet, all but the IPv4 checksum, of which it gives the sum of the halves that it covers.
// Combinational.
module sumac_tx_header (
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
  output logic [18:0]  sum_o      // in the wire's byte order
);
  localparam int EthBytes = 14;
  // Bytes of an IPv4 datagram around the payload: IPv4, UDP and Sumac's headers, and the CRC.
  localparam logic [15:0] AroundBytes = 16'(sumac_pkg::PKT_BYTES - EthBytes + 4);
  localparam logic [15:0] IpBytes     = 16'd20;
  localparam logic [7:0]  IpVersion   = 8'h45;
  localparam logic [15:0] DoNotFrag   = 16'h4000;
  localparam logic [7:0]  TimeToLive  = 8'd64;
  localparam logic [7:0]  ProtoUdp    = 8'd17;

  function automatic logic [15:0] wire16(input logic [15:0] x);   // big endian on the wire
    wire16 = {x[7:0], x[15:8]};
  endfunction

  logic [15:0] ip_len;
  assign ip_len = AroundBytes + ((bytes_i + 16'd3) & ~16'd3);

  always_comb begin : layout
    beat_o = '0;
    beat_o.eth_dst = mac_i;
    beat_o.eth_src = own_mac_i;
    beat_o.eth_type = wire16(sumac_pkg::ETH_IPV4[15:0]);
    beat_o.ip_verihl  = IpVersion;
    beat_o.ip_len = wire16(ip_len);
    beat_o.ip_frag = wire16(DoNotFrag);
    beat_o.ip_ttl  = TimeToLive;
    beat_o.ip_proto  = ProtoUdp;
    beat_o.ip_src = own_ip_i;
    beat_o.ip_dst = ip_i;
    beat_o.udp_src = wire16(sumac_pkg::UDP_PORT[15:0]);
    beat_o.udp_dst = wire16(sumac_pkg::UDP_PORT[15:0]);
    beat_o.udp_len = wire16(ip_len - IpBytes);
    beat_o.kind  = 8'(kind_i) | (8'(first_i) << (4 + sumac_pkg::PKT_FLAG_FIRST))
                                               | (8'(gap_i) << (4 + sumac_pkg::PKT_FLAG_GAP));
    beat_o.channel = channel_i;
    beat_o.key = key_i;
    beat_o.seq = seq_i;
    beat_o.ack = ack_i;
    beat_o.limit = limit_i;
    beat_o.word = word_i;
    beat_o.length = bytes_i;
  end

  assign sum_o = 19'(wire16({IpVersion, 8'd0})) + 19'(wire16(ip_len)) + 19'(wire16(DoNotFrag))
               + 19'(wire16({TimeToLive, ProtoUdp})) + 19'(own_ip_i[15:0]) + 19'(own_ip_i[31:16])
               + 19'(ip_i[15:0]) + 19'(ip_i[31:16]);
endmodule
