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
  input  logic                    clk_i,
  input  logic                    rst_i,
  // jobs: ready for writes in the upper bit, for reads in the lower one
  input  sumac_pkg::jobs_t        host_i,
  output logic [1:0]              host_ready_o,
  input  sumac_pkg::jobs_t        nodes_i,
  output logic [1:0]              nodes_ready_o,
  output sumac_pkg::done_t        done_o,
  input  logic                    given_valid_i,
  output logic                    given_ready_o,
  input  sumac_pkg::given_t       given_i,
  // packet memory
  output sumac_pkg::memory_ask_t  memory_o,
  input  sumac_pkg::memory_t      memory_i,
  // the host's memory
  input  sumac_pkg::axi_rd_in_t   axi_rd_i,
  output sumac_pkg::axi_rd_out_t  axi_rd_o,
  input  sumac_pkg::axi_wr_in_t   axi_wr_i,
  output sumac_pkg::axi_wr_out_t  axi_wr_o,
  output sumac_pkg::dma_t         tells_o
);
  // ---- reads
  logic             rd_valid, rd_ready, rd_idle, rd_waits, read_valid, read_ready;
  sumac_pkg::rd_t   rd;
  logic [AddrW-1:0] read_addr, w_addr, r_addr;
  logic [511:0]     read_data;

  sumac_merge #(.Width(sumac_pkg::RD_W)) u_rd_jobs (
    .clk_i, .rst_i, .a_valid_i(host_i.rd_valid), .a_ready_o(host_ready_o[0]), .a_data_i(host_i.rd),
    .b_valid_i(nodes_i.rd_valid), .b_ready_o(nodes_ready_o[0]), .b_data_i(nodes_i.rd),
    .out_valid_o(rd_valid), .out_ready_i(rd_ready), .out_data_o(rd)
  );
  sumac_dma_rd #(
    .PoolBeats(PoolBeats), .ReadsInFlight(ReadsInFlight), .Groups(Groups), .Rings(Rings), .RingSlots(RingSlots)
  ) u_rd (
    .clk_i, .rst_i, .job_valid_i(rd_valid), .job_ready_o(rd_ready), .job_i(rd), .done_valid_o(done_o.rd_en),
    .done_o(done_o.rd), .desc_o(done_o.desc), .idle_o(rd_idle), .waits_o(rd_waits), .w_valid_o(read_valid), .w_ready_i(read_ready),
    .w_addr_o(read_addr), .w_data_o(read_data), .axi_i(axi_rd_i), .axi_o(axi_rd_o)
  );
  sumac_merge #(.Width(AddrW + 512)) u_operands (
    .clk_i, .rst_i, .a_valid_i(given_valid_i), .a_ready_o(given_ready_o),
    .a_data_i({given_i.pool[AddrW-1:0], 384'd0, given_i.data}), .b_valid_i(read_valid), .b_ready_o(read_ready),
    .b_data_i({read_addr, read_data}), .out_valid_o(memory_o.w_valid), .out_ready_i(memory_i.w_ready),
    .out_data_o({w_addr, memory_o.w_data})
  );

  // ---- writes
  logic           wr_valid, wr_ready, wr_idle, wr_waits;
  sumac_pkg::wr_t wr;

  sumac_merge #(.Width(sumac_pkg::WR_W)) u_wr_jobs (
    .clk_i, .rst_i, .a_valid_i(host_i.wr_valid), .a_ready_o(host_ready_o[1]), .a_data_i(host_i.wr),
    .b_valid_i(nodes_i.wr_valid), .b_ready_o(nodes_ready_o[1]), .b_data_i(nodes_i.wr),
    .out_valid_o(wr_valid), .out_ready_i(wr_ready), .out_data_o(wr)
  );
  sumac_dma_wr #(.PoolBeats(PoolBeats), .Groups(Groups), .Nodes(Nodes), .Rings(Rings), .RingSlots(RingSlots)) u_wr (
    .clk_i, .rst_i, .job_valid_i(wr_valid), .job_ready_o(wr_ready), .job_i(wr), .done_valid_o(done_o.wr_en),
    .done_o(done_o.wr), .idle_o(wr_idle), .waits_o(wr_waits), .r_valid_o(memory_o.r_valid), .r_ready_i(memory_i.r_ready),
    .r_addr_o(r_addr), .d_valid_i(memory_i.d_valid), .d_data_i(memory_i.d_data), .axi_i(axi_wr_i), .axi_o(axi_wr_o)
  );
  assign memory_o.w_addr = 17'(w_addr);
  assign memory_o.r_addr = 17'(r_addr);

  // ---- what DMA tells of itself
  logic       r_beat, w_beat;
  logic [2:0] rd_cause, wr_cause;

  assign r_beat   = axi_rd_i.rvalid && axi_rd_o.rready;
  assign w_beat   = axi_wr_o.wvalid && axi_wr_i.wready;
  assign rd_cause = (axi_rd_o.arvalid && axi_rd_i.arready) || r_beat ? sumac_pkg::CAUSE_BUSY
                    : memory_o.w_valid && !memory_i.w_ready ? sumac_pkg::CAUSE_POOL
                    : rd_waits ? sumac_pkg::CAUSE_DMA : sumac_pkg::CAUSE_IDLE;
  assign wr_cause = (axi_wr_o.awvalid && axi_wr_i.awready) || w_beat ? sumac_pkg::CAUSE_BUSY
                    : memory_o.r_valid && !memory_i.r_ready ? sumac_pkg::CAUSE_POOL
                    : wr_waits ? sumac_pkg::CAUSE_DMA : sumac_pkg::CAUSE_IDLE;
  always_comb begin
    tells_o.reads      = rd_waits;
    tells_o.writes     = wr_waits;
    tells_o.read_beat  = r_beat;
    tells_o.write_beat = w_beat;
    tells_o.causes     = {wr_cause, rd_cause};
    tells_o.moved      = done_o.rd_en || done_o.wr_en || axi_rd_i.rvalid || axi_wr_i.bvalid;
    tells_o.idle       = rd_idle && wr_idle;
  end
endmodule
