// The map of what may be written: whether an address is in it, and a value is one that its register can hold.
// in_group_o is combinational. Latency: 1 cycle. Memory: known_o. Reset: none; whoever asks waits for the answer.
module sumac_csr_known #(
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int RingSlots    = sumac_pkg::DefRingSlots,
  parameter int Windows      = sumac_pkg::DefWindows,
  parameter int SlotBeats    = sumac_pkg::DefSlotBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots
) (
  input  logic        clk_i,
  input  logic [15:0] waddr_i,
  input  logic [31:0] wdata_i,
  output logic        in_group_o,     // it is a register of a group, if it is one
  input  logic        look_i,
  output logic        known_o         // a cycle later
);
  assign in_group_o = waddr_i[15] && {26'd0, waddr_i[14:9]} < Groups;

  // Whether a number is above a constant: without a carry, as it is one of many comparisons.
  function automatic logic above(input logic [31:0] number, input logic [31:0] most);
    above = 1'b0;
    for (int i = 0; i < 32; i++) above = most[i] ? number[i] && above : number[i] || above;
  endfunction

  logic known;
  always_comb begin
    known = waddr_i[1:0] == 2'd0;
    if (waddr_i[15]) begin
      case ({7'd0, waddr_i[8:0]})
        sumac_pkg::REG_G_CTRL, sumac_pkg::REG_G_KEY, sumac_pkg::REG_G_RANK, sumac_pkg::REG_G_SLOT,
        sumac_pkg::REG_G_RING_POOL, sumac_pkg::REG_G_POOL_BEATS, sumac_pkg::REG_G_RING_SLOTS, sumac_pkg::REG_G_DRING_LO,
        sumac_pkg::REG_G_DRING_HI, sumac_pkg::REG_G_CRING_LO, sumac_pkg::REG_G_CRING_HI,
        sumac_pkg::REG_G_RING_LOG2, sumac_pkg::REG_G_DOORBELL, sumac_pkg::REG_G_CONSUMED,
        sumac_pkg::REG_G_FAIL, sumac_pkg::REG_G_PATIENCE: if (!in_group_o) known = 1'b0;
        default: if (!in_group_o || waddr_i[8:6] != sumac_pkg::REG_G_PUSH[8:6]) known = 1'b0;
      endcase
      case ({7'd0, waddr_i[8:0]})   // sizes that there are not
        sumac_pkg::REG_G_SLOT:       if (above(wdata_i, $clog2(SlotBeats))) known = 1'b0;
        sumac_pkg::REG_G_RING_POOL:  if (above(wdata_i, PoolBeats - 1)) known = 1'b0;
        sumac_pkg::REG_G_POOL_BEATS: if (above(wdata_i, PoolBeats)) known = 1'b0;
        sumac_pkg::REG_G_RING_SLOTS: if (above(wdata_i, $clog2(RingSlots))) known = 1'b0;
        sumac_pkg::REG_G_RING_LOG2:  if (above(wdata_i, 32'd12)) known = 1'b0;
        sumac_pkg::REG_G_PATIENCE:   if (above(wdata_i, 32'd2047)) known = 1'b0;
        default: ;
      endcase
    end else begin
      case (waddr_i)
        sumac_pkg::REG_XRT_CTRL, sumac_pkg::REG_XRT_GIE, sumac_pkg::REG_XRT_IER, sumac_pkg::REG_XRT_ISR,
        sumac_pkg::REG_CAP_OPS_INDEX, sumac_pkg::REG_REFUSED, sumac_pkg::REG_MAC_LO, sumac_pkg::REG_MAC_HI,
        sumac_pkg::REG_IP, sumac_pkg::REG_WINDOW_BASE_LO, sumac_pkg::REG_WINDOW_BASE_HI,
        sumac_pkg::REG_WINDOW_LEN_LO, sumac_pkg::REG_WINDOW_LEN_HI, sumac_pkg::REG_CHANNEL_PEER,
        sumac_pkg::REG_CHANNEL_MAC_LO, sumac_pkg::REG_CHANNEL_MAC_HI, sumac_pkg::REG_CHANNEL_IP, sumac_pkg::REG_ROUTE_INDEX,
        sumac_pkg::REG_ROUTE_DATA, sumac_pkg::REG_CAUSE_KEEP: ;
        sumac_pkg::REG_CAUSE_INDEX:
          if ((wdata_i & sumac_pkg::CYCLES_CHANNEL) != '0 ? above(wdata_i, sumac_pkg::CYCLES_CHANNEL + 8 * Channels - 1)
              : (wdata_i & sumac_pkg::CYCLES_GROUP) != '0 ? above(wdata_i, sumac_pkg::CYCLES_GROUP + 8 * Groups - 1)
              : above(wdata_i, sumac_pkg::CYCLES_ALL)) known = 1'b0;
        sumac_pkg::REG_WINDOW_INDEX: if (above(wdata_i, Windows - 1)) known = 1'b0;
        sumac_pkg::REG_CHANNEL_INDEX, sumac_pkg::REG_CHANNEL_CLOSE: if (above(wdata_i, Channels - 1)) known = 1'b0;
        sumac_pkg::REG_CHANNEL_GROUP: if (above({16'd0, wdata_i[15:0]}, Groups - 1)) known = 1'b0;
        sumac_pkg::REG_CHANNEL_POOL: if (above(wdata_i, PoolBeats - 1)) known = 1'b0;
        sumac_pkg::REG_CHANNEL_SLOTS:
          if (above({16'd0, wdata_i[15:0]}, $clog2(ChannelSlots)) || wdata_i[31:20] != '0) known = 1'b0;
        sumac_pkg::REG_CNT_INDEX: if (above(wdata_i, sumac_pkg::N_COUNTERS - 32'd1)) known = 1'b0;
        default: known = 1'b0;
      endcase
    end
  end
  always_ff @(posedge clk_i) if (look_i) known_o <= known;
endmodule
