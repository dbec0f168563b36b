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
  output logic [511:0] beat_o,
  output logic [18:0]  sum_o      // in the wire's byte order
);
  // Bytes of an IPv4 datagram around the payload: IPv4, UDP and Sumac's headers, and the CRC.
  localparam logic [15:0] AroundBytes = 16'(sumac_pkg::PKT_BYTES - sumac_pkg::PKT_IP_VERIHL_LSB / 8 + 4);
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
    beat_o[sumac_pkg::PKT_ETH_DST_LSB   +: 48] = mac_i;
    beat_o[sumac_pkg::PKT_ETH_SRC_LSB   +: 48] = own_mac_i;
    beat_o[sumac_pkg::PKT_ETH_TYPE_LSB  +: 16] = wire16(sumac_pkg::ETH_IPV4[15:0]);
    beat_o[sumac_pkg::PKT_IP_VERIHL_LSB +: 8]  = IpVersion;
    beat_o[sumac_pkg::PKT_IP_LEN_LSB    +: 16] = wire16(ip_len);
    beat_o[sumac_pkg::PKT_IP_FRAG_LSB   +: 16] = wire16(DoNotFrag);
    beat_o[sumac_pkg::PKT_IP_TTL_LSB    +: 8]  = TimeToLive;
    beat_o[sumac_pkg::PKT_IP_PROTO_LSB  +: 8]  = ProtoUdp;
    beat_o[sumac_pkg::PKT_IP_SRC_LSB    +: 32] = own_ip_i;
    beat_o[sumac_pkg::PKT_IP_DST_LSB    +: 32] = ip_i;
    beat_o[sumac_pkg::PKT_UDP_SRC_LSB   +: 16] = wire16(sumac_pkg::UDP_PORT[15:0]);
    beat_o[sumac_pkg::PKT_UDP_DST_LSB   +: 16] = wire16(sumac_pkg::UDP_PORT[15:0]);
    beat_o[sumac_pkg::PKT_UDP_LEN_LSB   +: 16] = wire16(ip_len - IpBytes);
    beat_o[sumac_pkg::PKT_KIND_LSB      +: 8]  = 8'(kind_i) | (8'(first_i) << (4 + sumac_pkg::PKT_FLAG_FIRST))
                                               | (8'(gap_i) << (4 + sumac_pkg::PKT_FLAG_GAP));
    beat_o[sumac_pkg::PKT_CHANNEL_LSB   +: 16] = channel_i;
    beat_o[sumac_pkg::PKT_KEY_LSB       +: 32] = key_i;
    beat_o[sumac_pkg::PKT_SEQ_LSB       +: 24] = seq_i;
    beat_o[sumac_pkg::PKT_ACK_LSB       +: 24] = ack_i;
    beat_o[sumac_pkg::PKT_LIMIT_LSB     +: 24] = limit_i;
    beat_o[sumac_pkg::PKT_WORD_LSB      +: 32] = word_i;
    beat_o[sumac_pkg::PKT_LENGTH_LSB    +: 16] = bytes_i;
  end

  assign sum_o = 19'(wire16({IpVersion, 8'd0})) + 19'(wire16(ip_len)) + 19'(wire16(DoNotFrag))
               + 19'(wire16({TimeToLive, ProtoUdp})) + 19'(own_ip_i[15:0]) + 19'(own_ip_i[31:16])
               + 19'(ip_i[15:0]) + 19'(ip_i[31:16]);
endmodule
