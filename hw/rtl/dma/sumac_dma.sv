// DMA: what is read from the host's memory and written to it, for the host port and for nodes. Descriptors are read before
// operands, completions are written before results. Operands go into packet memory, those that came with their descriptors first.
// The two units and merges, and the causes of the units' stages, seen from their borders. No memory of its own.
// Latency: none beside the units'. Reset: forgets all jobs (the host's memory must be reset with it).
module sumac_dma #(
  parameter int Groups        = sumac_pkg::DefGroups,
  parameter int PoolBeats     = sumac_pkg::DefPoolBeats,
  parameter int Nodes         = sumac_pkg::DefNodes,
  parameter int Rings         = sumac_pkg::DefRings,
  parameter int RingSlots     = sumac_pkg::DefRingSlots,
  parameter int ReadsInFlight = sumac_pkg::DefReadsInFlight,
  localparam int AddrW        = $clog2(PoolBeats)
) (
  input  logic                        clk_i,
  input  logic                        rst_i,
  // jobs: of the host port in the lower half, of nodes in the upper one
  input  logic [1:0]                  rd_valid_i,
  output logic [1:0]                  rd_ready_o,
  input  logic [2*sumac_pkg::RD_W-1:0] rd_i,
  output logic                        rd_done_valid_o,   // a pulse
  output sumac_pkg::rd_done_t         rd_done_o,
  output logic [511:0]                desc_o,            // with its done
  input  logic [1:0]                  wr_valid_i,
  output logic [1:0]                  wr_ready_o,
  input  logic [2*sumac_pkg::WR_W-1:0] wr_i,
  output logic                        wr_done_valid_o,   // a pulse
  output sumac_pkg::wr_done_t         wr_done_o,
  input  logic                        given_valid_i,
  output logic                        given_ready_o,
  input  sumac_pkg::given_t           given_i,
  // packet memory
  output logic                        w_valid_o,
  input  logic                        w_ready_i,
  output logic [AddrW-1:0]            w_addr_o,
  output logic [511:0]                w_data_o,
  output logic                        r_valid_o,
  input  logic                        r_ready_i,
  output logic [AddrW-1:0]            r_addr_o,
  input  logic                        d_valid_i,
  input  logic [511:0]                d_data_i,
  // the host's memory
  input  sumac_pkg::axi_rd_in_t       axi_rd_i,
  output sumac_pkg::axi_rd_out_t      axi_rd_o,
  input  sumac_pkg::axi_wr_in_t       axi_wr_i,
  output sumac_pkg::axi_wr_out_t      axi_wr_o,
  output sumac_pkg::dma_t             tells_o
);
  // ---- reads
  logic             rd_valid, rd_ready, rd_idle, rd_waits, read_valid, read_ready;
  sumac_pkg::rd_t   rd;
  logic [AddrW-1:0] read_addr;
  logic [511:0]     read_data;

  sumac_merge #(.Width(sumac_pkg::RD_W)) u_rd_jobs (
    .clk_i, .rst_i, .a_valid_i(rd_valid_i[0]), .a_ready_o(rd_ready_o[0]), .a_data_i(rd_i[0+:sumac_pkg::RD_W]),
    .b_valid_i(rd_valid_i[1]), .b_ready_o(rd_ready_o[1]), .b_data_i(rd_i[sumac_pkg::RD_W+:sumac_pkg::RD_W]),
    .out_valid_o(rd_valid), .out_ready_i(rd_ready), .out_data_o(rd)
  );
  sumac_dma_rd #(
    .PoolBeats(PoolBeats), .ReadsInFlight(ReadsInFlight), .Groups(Groups), .Rings(Rings), .RingSlots(RingSlots)
  ) u_rd (
    .clk_i, .rst_i, .job_valid_i(rd_valid), .job_ready_o(rd_ready), .job_i(rd), .done_valid_o(rd_done_valid_o), .done_o(rd_done_o),
    .desc_o, .idle_o(rd_idle), .waits_o(rd_waits), .w_valid_o(read_valid), .w_ready_i(read_ready), .w_addr_o(read_addr),
    .w_data_o(read_data), .axi_i(axi_rd_i), .axi_o(axi_rd_o)
  );
  sumac_merge #(.Width(AddrW + 512)) u_operands (
    .clk_i, .rst_i, .a_valid_i(given_valid_i), .a_ready_o(given_ready_o),
    .a_data_i({given_i.pool[AddrW-1:0], 384'd0, given_i.data}), .b_valid_i(read_valid), .b_ready_o(read_ready),
    .b_data_i({read_addr, read_data}), .out_valid_o(w_valid_o), .out_ready_i(w_ready_i), .out_data_o({w_addr_o, w_data_o})
  );

  // ---- writes
  logic           wr_valid, wr_ready, wr_idle, wr_waits;
  sumac_pkg::wr_t wr;

  sumac_merge #(.Width(sumac_pkg::WR_W)) u_wr_jobs (
    .clk_i, .rst_i, .a_valid_i(wr_valid_i[0]), .a_ready_o(wr_ready_o[0]), .a_data_i(wr_i[0+:sumac_pkg::WR_W]),
    .b_valid_i(wr_valid_i[1]), .b_ready_o(wr_ready_o[1]), .b_data_i(wr_i[sumac_pkg::WR_W+:sumac_pkg::WR_W]),
    .out_valid_o(wr_valid), .out_ready_i(wr_ready), .out_data_o(wr)
  );
  sumac_dma_wr #(.PoolBeats(PoolBeats), .Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_wr (
    .clk_i, .rst_i, .job_valid_i(wr_valid), .job_ready_o(wr_ready), .job_i(wr), .done_valid_o(wr_done_valid_o), .done_o(wr_done_o),
    .idle_o(wr_idle), .waits_o(wr_waits), .r_valid_o, .r_ready_i, .r_addr_o, .d_valid_i, .d_data_i, .axi_i(axi_wr_i),
    .axi_o(axi_wr_o)
  );

  // ---- what DMA tells of itself
  logic       r_beat, w_beat;
  logic [2:0] rd_cause, wr_cause;

  assign r_beat   = axi_rd_i.rvalid && axi_rd_o.rready;
  assign w_beat   = axi_wr_o.wvalid && axi_wr_i.wready;
  assign rd_cause = (axi_rd_o.arvalid && axi_rd_i.arready) || r_beat ? sumac_pkg::CAUSE_BUSY
                    : w_valid_o && !w_ready_i ? sumac_pkg::CAUSE_POOL : rd_waits ? sumac_pkg::CAUSE_DMA : sumac_pkg::CAUSE_IDLE;
  assign wr_cause = (axi_wr_o.awvalid && axi_wr_i.awready) || w_beat ? sumac_pkg::CAUSE_BUSY
                    : r_valid_o && !r_ready_i ? sumac_pkg::CAUSE_POOL : wr_waits ? sumac_pkg::CAUSE_DMA : sumac_pkg::CAUSE_IDLE;
  always_comb begin
    tells_o.reads      = rd_waits;
    tells_o.writes     = wr_waits;
    tells_o.read_beat  = r_beat;
    tells_o.write_beat = w_beat;
    tells_o.causes     = {wr_cause, rd_cause};
    tells_o.moved      = rd_done_valid_o || wr_done_valid_o || axi_rd_i.rvalid || axi_wr_i.bvalid;
    tells_o.idle       = rd_idle && wr_idle;
  end
endmodule
