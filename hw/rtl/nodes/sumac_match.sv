// Matches arrival and expectation of each chunk of each channel: whichever comes second finds the other (P1). Both are kept by
// channel and chunk number, modulo the largest window; a bit more of the number, the lap, tells whether a word is of this chunk or
// of the one before in its place (P2). An arrival is written in the cycle in which expectations are read for it; an expectation is
// written a cycle before arrivals are read for it. Memories give the old word when a read meets a write, so that of the two exactly
// one sees the other.
// Opening a channel clears its words, for 16 cycles, to the lap that its first chunks do not have (R19).
// Latency: 2 cycles from an arrival to what it meets, 4 from an expectation. Throughput: an arrival and an expectation a cycle.
// Memory: RAM: expectations and arrivals. Reset: forgets what is on its way.
module sumac_match #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int ChanW    = $clog2(Channels),
  localparam int CtxW     = $clog2(Groups) + $clog2(Rings) + $clog2(RingSlots)
) (
  input  logic               clk_i,
  input  logic               rst_i,
  // a channel is opened
  input  logic               anew_i,
  input  logic [ChanW-1:0]   anew_index_i,
  output logic               clears_o,       // its words are not clear yet
  input  logic               arrive_i,
  input  sumac_pkg::arrive_t arrival_i,
  output logic               room_o,         // for some expectations more
  input  logic               expect_i,
  input  sumac_pkg::expect_t expect_data_i,
  // what was met, by an arrival, and by an expectation
  output logic               met_o,
  output sumac_pkg::met_t    met_data_o,
  output logic               found_valid_o,
  input  logic               found_ready_i,
  output sumac_pkg::met_t    found_o,
  output logic               idle_o
);
  localparam int Window  = 16;
  localparam int WordW   = ChanW + 4;
  localparam int ExpectW = 1 + CtxW + 4;
  localparam int ArriveW = 1 + 1 + 32 + 16;

  // Clearing: both memories, where their writers leave a cycle.
  logic             clear_q, clear;
  logic [ChanW-1:0] clear_index_q;
  logic [3:0]       clear_no_q;
  assign clear    = clear_q && !arrive_i && !expect_i;
  assign clears_o = clear_q || anew_i;
  always_ff @(posedge clk_i) begin : clearing
    if (clear) begin
      clear_no_q <= clear_no_q + 4'd1;
      if (clear_no_q == 4'(Window - 1)) clear_q <= 1'b0;
    end
    if (anew_i) begin
      clear_q       <= 1'b1;
      clear_index_q <= anew_index_i;
      clear_no_q    <= 4'd0;
    end
    if (rst_i) clear_q <= 1'b0;
  end

  // An arrival reads expectations.
  logic [WordW-1:0]   a_at, e_at, e1_at_q, clear_at;
  logic [ExpectW-1:0] expected;
  logic [ArriveW-1:0] arrived;
  assign a_at     = {arrival_i.channel[ChanW-1:0], arrival_i.seq[3:0]};
  assign e_at     = {expect_data_i.channel[ChanW-1:0], expect_data_i.seq[3:0]};
  assign clear_at = {clear_index_q, clear_no_q};
  sumac_ram #(.Width(ExpectW), .Depth(Channels * Window)) u_expected (
    .clk_i, .w_en_i(expect_i || clear), .w_addr_i(clear ? clear_at : e_at),
    .w_data_i({clear || expect_data_i.seq[4], expect_data_i.ctx[CtxW-1:0], expect_data_i.pass}),
    .r_en_i(arrive_i), .r_addr_i(a_at), .r_data_o(expected));
  sumac_ram #(.Width(ArriveW), .Depth(Channels * Window)) u_arrived (
    .clk_i, .w_en_i(arrive_i || clear), .w_addr_i(clear ? clear_at : a_at),
    .w_data_i({clear || arrival_i.seq[4], arrival_i.first, arrival_i.word, arrival_i.bytes}),
    .r_en_i(e1_q), .r_addr_i(e1_at_q), .r_data_o(arrived));

  // An arrival comes out of its memory late, so its lap is compared a cycle after.
  logic               a1_q, e1_q, e2_q, e3_q, a_lap_q, e_lap_q, finds;
  sumac_pkg::arrive_t arrival1_q;
  sumac_pkg::expect_t expect1_q, expect2_q;
  sumac_pkg::met_t    met, met_q, found, found3_q;
  logic               lap, a_lap;

  always_comb begin : meeting
    met         = '0;
    met.channel = arrival1_q.channel;
    met.first   = arrival1_q.first;
    met.word    = arrival1_q.word;
    met.bytes   = arrival1_q.bytes;
    {lap, met.ctx[CtxW-1:0], met.pass} = expected;
    found         = '0;
    found.channel = expect2_q.channel;
    found.ctx     = expect2_q.ctx;
    found.pass    = expect2_q.pass;
    {a_lap, found.first, found.word, found.bytes} = arrived;
  end

  always_ff @(posedge clk_i) begin : steps
    {a1_q, arrival1_q} <= {arrive_i, arrival_i};
    met_o              <= a1_q && lap == arrival1_q.seq[4];
    met_q              <= met;
    {e1_q, expect1_q, e1_at_q} <= {expect_i, expect_data_i, e_at};
    {e2_q, expect2_q}  <= {e1_q, expect1_q};
    {e3_q, a_lap_q, e_lap_q, found3_q} <= {e2_q, a_lap, expect2_q.seq[4], found};
    if (rst_i) {a1_q, met_o, e1_q, e2_q, e3_q} <= 5'b00000;
  end
  assign met_data_o = met_q;
  assign finds      = e3_q && a_lap_q == e_lap_q;

  // Chunks that expectations have found wait for their turn.
  localparam int Depth = 32, Reserve = 12;
  logic       in_ready;
  logic [5:0] waits_q;
  sumac_fifo #(.Width(sumac_pkg::MET_W), .Depth(Depth)) u_found (
    .clk_i, .rst_i, .in_valid_i(finds), .in_ready_o(in_ready), .in_data_i(found3_q),
    .out_valid_o(found_valid_o), .out_ready_i(found_ready_i), .out_data_o(found_o));
  always_ff @(posedge clk_i) begin : room
    waits_q <= waits_q + 6'(finds) - 6'(found_valid_o && found_ready_i);
    room_o  <= 32'(waits_q) < Depth - Reserve && !clear_q && !anew_i;
    if (rst_i) waits_q <= '0;
  end
  assign idle_o = !a1_q && !met_o && !e1_q && !e2_q && !e3_q && !found_valid_o && !clear_q;

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_room: assert property (@(posedge clk_i) disable iff (rst_i) finds |-> in_ready) else $error("P1: what was found is lost");
`endif
`endif
endmodule
