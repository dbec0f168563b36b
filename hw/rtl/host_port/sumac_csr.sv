// The registers: AXI4-Lite in, the register map of include/spec/registers.def. One write and one read at a time; what is
// written is kept here, in flops; sumac_csr_known has the map, reads are answered by sumac_csr_read.
// A write is judged by whom it concerns, and then done: the verdict is a register between the two. Whoever judges has seen address
// and data for a cycle; a doorbell and the last word of a pushed descriptor are judged at once, but not in the cycle after a write,
// and its other words at once; that its group is not open is told a cycle later. The tables of groups, channels and routes may look
// longer, and say when they know; that of routes then has written the word. A write that another unit must take (opening a channel,
// keeping what is counted) holds its response back until it has. An address that is not in the map is answered with SLVERR and does
// nothing; so is a write that a group, or the table of channels, routes or windows refuses. REFUSED keeps the reason.
// Latency: a write takes effect 4 cycles after its address and data, one that calls 3, a channel 8; a read answers after 4.
// Throughput: a write every 3 cycles, but a pushed word every 2.
module sumac_csr #(
  parameter int Groups       = sumac_pkg::DefGroups,
  parameter int Channels     = sumac_pkg::DefChannels,
  parameter int PoolBeats    = sumac_pkg::DefPoolBeats,
  parameter int RingSlots    = sumac_pkg::DefRingSlots,
  parameter int Windows      = sumac_pkg::DefWindows,
  parameter int SlotBeats    = sumac_pkg::DefSlotBeats,
  parameter int ChannelSlots = sumac_pkg::DefChannelSlots,
  parameter logic [32*sumac_pkg::N_PARAMS+63:0] Identity = '0,   // sumac_csr_read
  localparam int GroupW      = $clog2(Groups),
  localparam int WinW        = (Windows > 1) ? $clog2(Windows) : 1
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [63:0]       now_i,
  input  sumac_pkg::lite_in_t lite_i,
  output sumac_pkg::lite_out_t lite_o,
  output logic              idle_o,
  // own addresses
  output sumac_pkg::own_t   own_o,
  // a window
  output logic              win_w_o,
  output logic [WinW-1:0]   win_index_o,
  output logic [63:0]       win_base_o,
  output logic [63:0]       win_len_o,
  input  logic [7:0]        win_status_i,   // what the table of windows says to base and length: ST_OK or why not
  // a channel: what is about to be written stands, and is judged when it is known
  output logic              asks_o,
  input  logic              known_i,
  output logic              ch_valid_o,
  input  logic              ch_ready_i,
  output sumac_pkg::ch_cfg_t ch_o,
  input  logic [7:0]        ch_status_i,    // what the channel table says to all this: ST_OK or why not
  // a word of a route, likewise: it has been written then, or not
  output logic              rt_valid_o,
  input  logic              rt_known_i,
  output sumac_pkg::route_word_t rt_o,
  input  logic [7:0]        rt_status_i,
  // a register of a group
  output sumac_pkg::g_write_t g_o,
  output sumac_pkg::group_ask_t ask_o,
  input  sumac_pkg::group_t group_i,
  // causes: what is kept, and of it, a number
  output logic              keep_o,
  input  logic              kept_i,
  output logic [13:0]       cause_index_o,
  input  logic [47:0]       cause_cycles_i,
  // counters: a pulse each
  input  logic [sumac_pkg::N_COUNTERS-1:0] count_i
);
  localparam int CntW = $clog2(sumac_pkg::N_COUNTERS);

  // Write channel.
  logic        aw_q, w_q, b_q, berr_q, werr_q, judged_q, done_q;
  logic [15:0] waddr_q;
  logic [31:0] wdata_q;
  logic        do_w, done, is_word, is_call, both_q, keep_q, busy;
  logic        opens_group_q, ch_opens_q, ch_write_q, rt_write_q, win_q;  // what the write is, once both_q

  assign do_w    = judged_q && !b_q;
  assign done    = do_w && !busy;
  assign is_word = waddr_q[15] && waddr_q[8:6] == sumac_pkg::REG_G_PUSH[8:6] && waddr_q[5:2] != 4'd15;
  assign is_call = waddr_q[15] && (waddr_q[8:6] == sumac_pkg::REG_G_PUSH[8:6]
                                   || {7'd0, waddr_q[8:0]} == sumac_pkg::REG_G_DOORBELL);

  always_ff @(posedge clk_i) begin
    done_q <= done;
    both_q <= aw_q && w_q && !done;
    opens_group_q <= in_group && {7'd0, g_o.at} == sumac_pkg::REG_G_CTRL && wdata_q[0];
    ch_opens_q    <= waddr_q == sumac_pkg::REG_CHANNEL_SLOTS;
    ch_write_q    <= waddr_q == sumac_pkg::REG_CHANNEL_SLOTS || waddr_q == sumac_pkg::REG_CHANNEL_CLOSE;
    rt_write_q    <= waddr_q == sumac_pkg::REG_ROUTE_DATA;
    win_q         <= waddr_q == sumac_pkg::REG_WINDOW_LEN_HI;
    if (rst_i) {aw_q, w_q, b_q, both_q, judged_q} <= 5'b00000;
    else begin
      if (!judged_q) begin
        status_q <= w_status;
        good_q   <= w_status == sumac_pkg::ST_OK && !werr_q;
        keep_q   <= waddr_q == sumac_pkg::REG_CAUSE_KEEP;
      end
      if (both_q ? (!ask_o.opens || group_i.known) && (!asks_o || known_i) && (!rt_valid_o || rt_known_i)
          : aw_q && w_q && (is_word || (is_call && !done_q))) judged_q <= 1'b1;
      if (b_q && lite_i.bready) b_q <= 1'b0;
      if (done) begin
        b_q      <= 1'b1;
        berr_q   <= !known_q || !good_q || shut;
        judged_q <= 1'b0;
      end
      aw_q <= lite_i.awvalid || !lite_o.awready;
      w_q  <= lite_i.wvalid || !lite_o.wready;
    end
    if (lite_o.awready) waddr_q <= lite_i.awaddr;
    if (lite_o.wready) {wdata_q, werr_q} <= {lite_i.wdata, lite_i.wstrb != 4'hf};
  end

  // Registers that are written in parts.
  sumac_pkg::ch_cfg_t     ch_q;
  sumac_pkg::route_word_t rt_q;
  logic [WinW-1:0] win_index_q;
  logic [63:0]     win_base_q;
  logic [31:0]     win_len_q;
  logic [CntW-1:0] cnt_index_q;
  logic [7:0]      cap_index_q;

  logic        in_group, write, known_q, good_q, shut;
  logic [7:0]  w_status, status_q, status;
  logic [31:0] refused_q;
  always_comb begin
    w_status = sumac_pkg::ST_OK;
    if (in_group) w_status = group_i.status;
    else if (ch_write_q) w_status = ch_status_i;
    else if (rt_write_q) w_status = rt_status_i;
    else if (win_q) w_status = win_status_i;
  end
  assign shut   = in_group && group_i.shut;
  assign status = !known_q ? sumac_pkg::ST_EINVAL : shut ? sumac_pkg::ST_ESTATE : status_q;
  assign write  = do_w && known_q && good_q && !shut;

  sumac_csr_known #(
    .Groups(Groups), .Channels(Channels), .PoolBeats(PoolBeats), .RingSlots(RingSlots), .Windows(Windows), .SlotBeats(SlotBeats),
    .ChannelSlots(ChannelSlots)
  ) u_known (
    .clk_i, .waddr_i(waddr_q), .wdata_i(wdata_q), .in_group_o(in_group), .look_i(!judged_q), .known_o(known_q));

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      {own_o, win_index_q, win_base_q, win_len_q, ch_q, rt_q} <= '0;
      {cnt_index_q, cause_index_o, cap_index_q, refused_q}    <= '0;
    end else if (write && !waddr_q[15]) begin
      case (waddr_q)
        sumac_pkg::REG_REFUSED:        refused_q         <= 32'd0;
        sumac_pkg::REG_CAP_OPS_INDEX:  cap_index_q       <= wdata_q[7:0];
        sumac_pkg::REG_MAC_LO:         own_o.mac[31:0]   <= wdata_q;
        sumac_pkg::REG_MAC_HI:         {own_o.by_wire, own_o.mac[47:32]} <= wdata_q[16:0];
        sumac_pkg::REG_IP:             own_o.ip          <= wdata_q;
        sumac_pkg::REG_WINDOW_INDEX:   win_index_q       <= wdata_q[WinW-1:0];
        sumac_pkg::REG_WINDOW_BASE_LO: win_base_q[31:0]  <= wdata_q;
        sumac_pkg::REG_WINDOW_BASE_HI: win_base_q[63:32] <= wdata_q;
        sumac_pkg::REG_WINDOW_LEN_LO:  win_len_q         <= wdata_q;
        sumac_pkg::REG_CHANNEL_INDEX:  ch_q.index        <= wdata_q[9:0];
        sumac_pkg::REG_CHANNEL_GROUP:  {ch_q.rank, ch_q.group} <= {wdata_q[31:16], wdata_q[5:0]};
        sumac_pkg::REG_CHANNEL_PEER:   ch_q.peer         <= wdata_q[15:0];   // the class is the host's bookkeeping
        sumac_pkg::REG_CHANNEL_MAC_LO: ch_q.mac[31:0]    <= wdata_q;
        sumac_pkg::REG_CHANNEL_MAC_HI: ch_q.mac[47:32]   <= wdata_q[15:0];
        sumac_pkg::REG_CHANNEL_IP:     ch_q.ip           <= wdata_q;
        sumac_pkg::REG_CHANNEL_POOL:   ch_q.pool         <= wdata_q[16:0];
        sumac_pkg::REG_CNT_INDEX:      cnt_index_q       <= wdata_q[CntW-1:0];
        sumac_pkg::REG_CAUSE_INDEX:    cause_index_o     <= wdata_q[13:0];
        sumac_pkg::REG_ROUTE_INDEX:    {rt_q.group, rt_q.route, rt_q.word} <= {wdata_q, 5'd0};
        sumac_pkg::REG_ROUTE_DATA:
          rt_q.word <= ({27'd0, rt_q.word} == sumac_pkg::ROUTE_WORDS - 32'd1) ? 5'd0 : rt_q.word + 5'd1;
        default: ;
      endcase
    end else if (done && status != sumac_pkg::ST_OK) refused_q <= {waddr_q, 8'd0, status};
  end

  assign win_w_o     = write && waddr_q == sumac_pkg::REG_WINDOW_LEN_HI;
  assign win_index_o = win_index_q;
  assign win_base_o  = win_base_q;
  assign win_len_o   = {wdata_q, win_len_q};
  assign g_o         = {write && in_group, 6'(waddr_q[9+:GroupW]), waddr_q[8:0], wdata_q};
  assign ask_o       = {both_q && !judged_q && opens_group_q, 6'(read_group)};
  assign asks_o      = both_q && !judged_q && ch_write_q;
  assign rt_valid_o  = both_q && !judged_q && rt_write_q && !werr_q;
  assign ch_valid_o  = write && ch_write_q;
  assign keep_o      = write && keep_q;
  assign busy        = (ch_valid_o && !ch_ready_i) || (keep_o && !kept_i);
  always_comb begin
    rt_o            = rt_q;
    rt_o.data       = wdata_q;
    ch_o            = ch_q;
    ch_o.open       = ch_opens_q;
    if (!ch_opens_q) ch_o.index = wdata_q[9:0];
    ch_o.own_slots  = wdata_q[3:0];
    ch_o.peer_slots = wdata_q[19:16];
  end

  // Counters.
  logic [31:0] cnt_q [sumac_pkg::N_COUNTERS];
  logic [31:0] cnt_value_q;
  always_ff @(posedge clk_i) begin
    cnt_value_q <= cnt_q[cnt_index_q];
    if (rst_i) for (int c = 0; c < sumac_pkg::N_COUNTERS; c++) cnt_q[c] <= 32'd0;
    else if (count_i != '0)
      for (int c = 0; c < sumac_pkg::N_COUNTERS; c++) if (count_i[c]) cnt_q[c] <= cnt_q[c] + 32'd1;
  end

  logic              read_idle;
  logic [GroupW-1:0] read_group;
  sumac_pkg::lite_out_t reads;
  sumac_csr_read #(.Groups(Groups), .Windows(Windows), .Identity(Identity)) u_read (
    .clk_i, .rst_i, .now_i, .lite_i, .lite_o(reads), .idle_o(read_idle), .g_read_o(read_group), .g_state_i(group_i.state),
    .g_doorbell_i(group_i.doorbell),
    .refused_i(refused_q), .cap_index_i(cap_index_q), .own_i(own_o), .win_index_i(win_index_q),
    .ch_index_i(ch_q.index), .rt_index_i({rt_q.group, rt_q.route}), .cnt_index_i(cnt_index_q), .cnt_value_i(cnt_value_q),
    .cause_index_i(cause_index_o), .cause_cycles_i
  );
  always_comb begin
    lite_o         = reads;
    lite_o.awready = !aw_q || done;
    lite_o.wready  = !w_q || done;
    lite_o.bvalid  = b_q;
    lite_o.bresp   = berr_q ? 2'b10 : 2'b00;
  end
  assign idle_o = !aw_q && !w_q && !b_q && read_idle;
endmodule
