// sumac_dma_wr, addresses, for jobs of any size and number: the bursts of a job begin at the beat of its first
// byte, follow each other without gap or overlap, and end with the beat of its last one; none crosses 512 bytes,
// so none 4 KiB. A job's bursts begin when nothing of the one before is left. An address is offered unless as many
// bursts as may be ahead of their data are.
// Assumed: nothing. It says by assertions on the state inside why this is inductive.
//
// RTL: sumac_dma_wr sumac_fifo sumac_bursts sumac_dma_wr_reads sumac_dma_wr_shift
// Edit: sumac_dma_wr s/511:0/1:0/
// Edit: sumac_dma_wr s/(job_i.data)/(job_i.data[1:0])/
// Edit: sumac_dma_wr s/Jobs     = 64/Jobs     = 2/
// Edit: sumac_dma_wr s/Ahead    = 16/Ahead    = 2/
// Edit: sumac_dma_wr s/Reserve  = 8/Reserve  = 2/
// Edit: sumac_dma_wr_reads s/511:0/1:0/
// Edit: sumac_dma_wr_reads s/Width(512)/Width(2)/
// Edit: sumac_dma_wr_shift s/511:0/1:0/
// Edit: sumac_dma_wr_shift s/DataW = 512/DataW = 2/
// Edit: sumac_dma_wr_shift s/= {512{1'b1}} << {off2, 3'b000}/= {1'b1, off2 == '0}/
// Edit: sumac_dma_wr_shift s/sumac_byte_rotate u_rotate/formal_rotate #(.Width(2), .Kept(1'b1)) u_rotate/
// Cover: 14
// Mutant: sumac_bursts s/more_q == 8'd1/more_q <= 8'd2/
// Mutant: sumac_bursts s/17'(in_addr_i\[8:0\]) + 17'(in_bytes_i)/17'(in_bytes_i)/
// Mutant: sumac_dma_wr s/.in_addr_i(job_i.addr)/.in_addr_i({job_i.addr[63:9], 9'd0})/
// Mutant: sumac_dma_wr s/burst_valid \&\& may_open_q/burst_valid/
// Mutant: sumac_dma_wr s/{{2{!job_i.returns}}, job_i.bytes != '0 \&\& !job_i.returns,/{{3{!job_i.returns}},/
module prove_dma_wr_split (
  input logic        clk_i,
  input logic        rst_i,
  input logic        job_valid_i,
  input logic [63:0] job_addr_i,
  input logic [15:0] job_bytes_i,
  input logic        job_imm_i,
  input logic        r_ready_i,
  input logic        d_valid_i,
  input logic        awready_i,
  input logic        wready_i,
  input logic        bvalid_i
);
  logic        job_ready, aw, w, w_last;
  sumac_pkg::wr_t job;
  sumac_pkg::axi_wr_out_t axi;
  always_comb begin
    job       = '0;
    job.addr  = job_addr_i;
    job.bytes = job_bytes_i;
    job.imm   = job_imm_i;
  end
  logic [63:0] addr;
  logic [7:0]  len;
  sumac_dma_wr #(.PoolBeats(4), .Groups(2), .Nodes(2), .Rings(2), .RingSlots(2)) dut (
    .clk_i, .rst_i, .job_valid_i, .job_ready_o(job_ready), .job_i(job),
    .r_ready_i, .d_valid_i, .d_data_i('0), .axi_i({awready_i, wready_i, bvalid_i, 2'b00}), .axi_o(axi));
  assign aw     = axi.awvalid;
  assign addr   = axi.awaddr;
  assign len    = axi.awlen;
  assign w      = axi.wvalid;
  assign w_last = axi.wlast;
  (* hierconn *) logic signed [9:0] \dut.ahead_q ;
  (* hierconn *) logic        \dut.u_bursts.in_valid_i , \dut.u_bursts.in_ready_o ;
  (* hierconn *) logic        \dut.u_bursts.active_q , \dut.u_bursts.last_q , \dut.may_open_q , \dut.may_lead_q ;
  (* hierconn *) logic [57:0] \dut.burst_beat ;
  (* hierconn *) logic [7:0]  \dut.u_bursts.more_q ;
  (* hierconn *) logic [2:0]  \dut.u_bursts.end_q ;

  // The beat whose address comes next, the job's beats without an address, bursts ahead of their last data.
  logic [57:0] next_q, end_beat;
  logic [10:0] left_q = '0, beats;
  logic signed [9:0] open_q = '0;
  logic [1:0]  bursts_q = '0;
  logic        work, aw_take;
  logic [63:0] last_byte;
  assign work      = \dut.u_bursts.in_valid_i && \dut.u_bursts.in_ready_o && job_bytes_i != '0;
  assign aw_take   = aw && awready_i;
  assign beats     = 11'(len) + 11'd1;
  assign last_byte = job_addr_i + 64'(job_bytes_i) - 64'd1;
  assign end_beat  = last_byte[63:6];

  always_ff @(posedge clk_i) begin
    if (aw_take) begin
      next_q   <= next_q + 58'(beats);
      left_q   <= left_q - beats;
      bursts_q <= bursts_q + 1'b1;
    end
    if (work) begin
      next_q   <= job_addr_i[63:6];
      left_q   <= 11'(end_beat - job_addr_i[63:6]) + 11'd1;
      bursts_q <= '0;
    end
    open_q <= open_q + 10'(aw_take) - 10'(w && wready_i && w_last);
    if (rst_i) {left_q, open_q} <= '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (aw == (left_q != '0 && open_q < 10'sd2));
      if (aw) begin
        assert (addr == {next_q, 6'd0} && beats <= left_q);
        assert (4'(addr[8:6]) + 4'(len) == 4'd7 || (beats == left_q && 4'(addr[8:6]) + 4'(len) < 4'd7));
        assert (13'(addr[11:0]) + (13'(beats) << 6) <= 13'd4096);
      end
      if (work) assert (left_q == (aw_take ? beats : '0));
      cover (aw_take && bursts_q == 2'd2 && beats == left_q);
      cover (aw_take && work);
      cover (left_q != '0 && !aw);
      cover (aw && addr[11:6] == 6'd63 && left_q == 11'd1);
    end
  end

  // This makes it inductive.
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (\dut.u_bursts.active_q == (left_q != '0) && \dut.ahead_q == open_q);
      assert (\dut.may_open_q == (open_q < 10'sd2) && \dut.may_lead_q == (open_q != -10'sd512));
      if (left_q != '0) begin
        assert (\dut.burst_beat == next_q && \dut.u_bursts.last_q == (\dut.u_bursts.more_q == '0));
        assert (left_q + 11'(next_q[2:0]) == 11'({\dut.u_bursts.more_q , \dut.u_bursts.end_q }) + 11'd1);
      end
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
