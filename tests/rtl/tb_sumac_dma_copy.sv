// Bench of both DMA units and packet memory together: copies host memory by way of packet memory, every one of 64 x 64
// alignments of source and target once, lengths 0 to 4096, four copies at a time, with random stalls of the bus. The
// target and its neighbours are compared byte by byte (ref_copy.c). Small = 1: smallest parameters, more stalls.
// C: ref_copy.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_dma_copy #(
  parameter bit Small = 1'b0
);
  localparam int PoolBeats = 256;      // four slots of 64 beats: a slot holds a whole copy
  localparam int Banks     = Small ? sumac_pkg::SmallPoolBanks : sumac_pkg::DefPoolBanks;
  localparam int Flight    = Small ? sumac_pkg::SmallReadsInFlight : sumac_pkg::DefReadsInFlight;
  localparam int AddrW     = $clog2(PoolBeats);
  localparam int Stall     = Small ? 160 : 60;

  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function int ref_copy_next(input int lane, output int src, output int dst, output int bytes);
  import "DPI-C" function void ref_copy_read(input int addr, output bit [511:0] data);
  import "DPI-C" function void ref_copy_write(input int addr, input longint strb, input bit [511:0] data);
  import "DPI-C" function int ref_copy_check(input int lane);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_dma_copy: +seed=%0d", seed);
    void'($urandom(seed));
    ref_seed(seed);
  end

  logic             rj_valid = 1'b0, rj_ready, rd_done, rd_idle;
  logic             wj_valid = 1'b0, wj_ready, wr_done, wr_idle;
  sumac_pkg::rd_t   rj = '0;          // its slot is the lane
  sumac_pkg::wr_t   wj = '0;
  sumac_pkg::rd_done_t rd;
  sumac_pkg::wr_done_t wr;
  logic [63:0]      araddr, awaddr, wstrb;
  logic             w_valid, w_ready, r_valid, r_ready, d_valid;
  logic [AddrW-1:0] w_addr, r_addr;
  logic [1:0]       unused_w_ready;      // of packet memory's other clients
  logic [2:0]       unused_r_ready, unused_d_valid;
  logic [1535:0]    unused_d_data;
  logic [511:0]     w_data, d_data, rdata, wdata;
  logic             arvalid, arready = 1'b0, rvalid = 1'b0, rready, rlast;
  logic             awvalid, awready = 1'b0, wvalid, wready = 1'b0, wlast, bvalid = 1'b0, bready;
  logic [7:0]       arlen, awlen;

  sumac_dma_rd #(.PoolBeats(PoolBeats), .ReadsInFlight(Flight)) u_rd (
    .clk_i(clk), .rst_i(rst),
    .job_valid_i(rj_valid), .job_ready_o(rj_ready), .job_i(rj), .done_valid_o(rd_done), .done_o(rd),
    .desc_o(), .idle_o(rd_idle), .waits_o(),
    .w_valid_o(w_valid), .w_ready_i(w_ready), .w_addr_o(w_addr), .w_data_o(w_data),
    .axi_i({arready, rvalid, 2'b00, rlast, rdata}), .axi_o({arvalid, araddr, arlen, rready})
  );
  sumac_pool #(.PoolBeats(PoolBeats), .Banks(Banks)) u_pool (
    .clk_i(clk), .rst_i(rst),
    .w_valid_i({w_valid, 2'b00}), .w_ready_o({w_ready, unused_w_ready}), .w_addr_i({w_addr, {2*AddrW{1'b0}}}),
    .w_data_i({w_data, 1024'd0}),
    .r_valid_i({r_valid, 3'b000}), .r_ready_o({r_ready, unused_r_ready}), .r_addr_i({r_addr, {3*AddrW{1'b0}}}),
    .d_valid_o({d_valid, unused_d_valid}), .d_data_o({d_data, unused_d_data})
  );
  sumac_dma_wr #(.PoolBeats(PoolBeats)) u_wr (
    .clk_i(clk), .rst_i(rst),
    .job_valid_i(wj_valid), .job_ready_o(wj_ready), .job_i(wj), .done_valid_o(wr_done), .done_o(wr),
    .idle_o(wr_idle), .waits_o(),
    .r_valid_o(r_valid), .r_ready_i(r_ready), .r_addr_o(r_addr), .d_valid_i(d_valid), .d_data_i(d_data),
    .axi_i({awready, wready, bvalid, 2'b00}), .axi_o({awvalid, awaddr, awlen, wvalid, wlast, bready, wstrb, wdata})
  );

  // ---- the bus and the bench's own state, at the clock edge
  logic [63:0] ar_addr [$], aw_addr [$];
  int          ar_left [$];
  logic [576:0] w_beats [$], w;      // {last, strobes, data}, taken and not stored: data may come before their address
  int          w_at = 0, owed = 0, copies = 0;
  longint      cycle = 0;
  logic        rj_taken = 1'b1, wj_taken = 1'b1, r_taken = 1'b1, b_taken = 1'b1;
  int          to_write [$];
  int          dst [4], bytes [4];
  logic [3:0]  busy = '0;           // lanes with a copy under way

  always_ff @(posedge clk) begin
    cycle    <= cycle + 1;
    rj_taken <= !rj_valid || rj_ready;
    wj_taken <= !wj_valid || wj_ready;
    r_taken  <= !rvalid || rready;
    b_taken  <= !bvalid || bready;
    if (cycle > 5_000_000) $fatal(1, "no end");
    if (!rst) begin
      if (arvalid && arready) begin
        ar_addr.push_back(araddr);
        ar_left.push_back(int'(arlen) + 1);
      end
      if (awvalid && awready) aw_addr.push_back(awaddr);
      if (wvalid && wready) w_beats.push_back({wlast, wstrb, wdata});
      if (bvalid && bready) owed--;
      while (w_beats.size() != 0 && aw_addr.size() != 0) begin
        w = w_beats.pop_front();
        ref_copy_write(int'(aw_addr[0]) + 64 * w_at, w[575:512], w[511:0]);
        w_at = w[576] ? 0 : w_at + 1;
        if (w[576]) void'(aw_addr.pop_front());
        if (w[576]) owed++;
      end
      if (rd_done) to_write.push_back(int'(rd.slot));
      if ((rd_done && rd.error) || (wr_done && wr.error)) $fatal(1, "an error without one");
    end
  end

  // ---- stimulus, at the other one
  int         n = 0, left = 1, src_x, dst_x, bytes_x;
  bit [511:0] beat;

  function automatic bit free();
    free = int'($urandom_range(255)) >= Stall;
  endfunction

  always_ff @(negedge clk) begin
    n       <= n + 1;
    rst     <= n < 3;
    arready <= free();
    awready <= free();
    wready  <= free();
    if (r_taken) begin
      rvalid <= 1'b0;
      if (ar_left.size() != 0 && free()) begin
        ref_copy_read(int'(ar_addr[0]), beat);
        rvalid     <= 1'b1;
        rdata      <= beat;
        rlast      <= ar_left[0] == 1;
        ar_addr[0] = ar_addr[0] + 64'd64;
        ar_left[0] = ar_left[0] - 1;
        if (ar_left[0] == 0) begin
          void'(ar_addr.pop_front());
          void'(ar_left.pop_front());
        end
      end
    end
    if (b_taken) bvalid <= free() && owed != 0;
    if (rj_taken) begin
      rj_valid <= 1'b0;
      for (int lane = 3; lane >= 0; lane--) begin
        if (n > 4 && !busy[lane] && left == 1 && (busy | 4'(15 << lane)) == 4'd15) begin
          left = ref_copy_next(lane, src_x, dst_x, bytes_x);
          if (left == 1) begin
            busy[lane]  = 1'b1;
            dst[lane]   = dst_x;
            bytes[lane] = bytes_x;
            rj_valid <= 1'b1;
            rj.slot  <= 6'(lane);
            rj.pool  <= 17'(64 * lane);
            rj.addr  <= 64'(src_x);
            rj.bytes <= 16'(bytes_x);
          end
        end
      end
    end
    if (wj_taken) begin
      wj_valid <= 1'b0;
      if (to_write.size() != 0) begin
        wj_valid <= 1'b1;
        wj.slot  <= 6'(to_write[0]);
        wj.pool  <= 17'(64 * to_write[0]);
        wj.addr  <= 64'(dst[to_write[0]]);
        wj.bytes <= 16'(bytes[to_write[0]]);
        void'(to_write.pop_front());
      end
    end
    if (wr_done && !rst) begin
      if (ref_copy_check(int'(wr.slot)) != 0) $fatal(1, "see above");
      busy[wr.slot[1:0]] = 1'b0;
      copies <= copies + 1;
    end
    if (left == 0 && busy == '0 && !wr_done && copies != 0) begin
      if (copies != 4096 || !rd_idle || !wr_idle) $fatal(1, "%0d copies, idle %0d %0d", copies, rd_idle, wr_idle);
      $display("PASS tb_sumac_dma_copy: Small %0d, %0d copies, %0d cycles", Small, copies, cycle);
      $finish;
    end
  end
endmodule
