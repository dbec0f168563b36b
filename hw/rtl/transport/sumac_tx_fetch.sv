// Reads the payload of transmit jobs ahead of their packets: walks through each job's beats in packet memory and
// keeps what comes back, in order, until it is popped. The first Ahead beats of a job are sure to be there from the cycle
// after ready_o has said so, and each later beat a cycle after the one before, as long as packet memory
// refuses no more reads of a packet than Ahead - 1.
//
// Latency: a job is read from the cycle after it was taken on; read data may be popped a cycle after it has arrived.
// Throughput: a beat a cycle. Memory: what waits to be popped, Depth beats, in RAM. Reset: forgets all.
module sumac_tx_fetch #(
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int SlotBeats = sumac_pkg::DefSlotBeats,
  parameter int Ahead     = 4,
  parameter int Depth     = 16,   // beats kept; a power of two
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int BeatW    = $clog2(SlotBeats + 1),
  localparam int NextW    = $clog2(Ahead + 1),
  localparam int DepthW   = $clog2(Depth)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // jobs to read, of a byte at least
  input  logic             job_valid_i,
  output logic             job_ready_o,
  input  logic [AddrW-1:0] job_pool_i,
  input  logic [15:0]      job_bytes_i,
  // the packet that is to begin, when all before it is popped
  input  logic [NextW-1:0] next_beats_i,   // Ahead, when it has more; given a cycle before
  output logic             next_ready_o,
  // its beats
  input  logic             pop_i,
  output logic [511:0]     data_o,
  output logic             data_valid_o,
  output logic             idle_o,
  // packet memory
  output logic             r_valid_o,
  input  logic             r_ready_i,
  output logic [AddrW-1:0] r_addr_o,
  input  logic             d_valid_i,
  input  logic [511:0]     d_data_i
);
  // ---- the job at hand
  logic             busy_q, part_q, last_q;  // it ends with a part of a beat; one beat is left
  logic [AddrW-1:0] addr_q;
  logic [BeatW-1:0] full_q, job_full;        // full beats left
  logic             room_q, grant, job_part;

  assign r_valid_o   = busy_q && room_q;
  assign r_addr_o    = addr_q;
  assign grant       = r_valid_o && r_ready_i;
  assign job_ready_o = !busy_q || (grant && last_q);
  assign job_full    = BeatW'(job_bytes_i[15:6]);
  assign job_part    = job_bytes_i[5:0] != '0;

  always_ff @(posedge clk_i) begin : walk
    if (job_ready_o) begin
      busy_q <= job_valid_i;
      addr_q <= job_pool_i;
      full_q <= job_full;
      part_q <= job_part;
      last_q <= job_full == '0 || (job_full == BeatW'(1) && !job_part);
    end else if (grant) begin
      addr_q <= addr_q + 1'b1;
      full_q <= full_q - 1'b1;
      last_q <= full_q == BeatW'(1) || (full_q == BeatW'(2) && !part_q);
    end
    if (rst_i) busy_q <= 1'b0;
  end

  // ---- beats granted and not popped; those granted before the last cycle are there when a packet's header is behind
  logic [DepthW:0] granted_q;
  logic            ready_q;

  assign next_ready_o = ready_q;
  assign idle_o       = granted_q == '0 && !busy_q;

  always_ff @(posedge clk_i) begin : count
    if (grant != pop_i) granted_q <= grant ? granted_q + 1'b1 : granted_q - 1'b1;
    room_q <= pop_i || (grant ? granted_q + 1'b1 != (DepthW+1)'(Depth) : granted_q != (DepthW+1)'(Depth));
    ready_q <= next_beats_i == '0;
    for (int n = 1; n <= Ahead; n++)
      if (next_beats_i == NextW'(n)) ready_q <= pop_i ? 32'(granted_q) > n : 32'(granted_q) >= n;
    if (rst_i) begin
      granted_q <= '0;
      room_q    <= 1'b1;
      ready_q   <= 1'b0;
    end
  end

  // ---- the next beat has a register of its own, behind those that wait
  logic [511:0]      kept_mem [Depth];
  logic [511:0]      data_q;
  logic [DepthW-1:0] write_q, read_q;
  logic              some_q, valid_q, load, store, unstore;

  assign load         = !valid_q || pop_i;
  assign store        = d_valid_i && (some_q || !load);
  assign unstore      = some_q && load;
  assign data_o       = data_q;
  assign data_valid_o = valid_q;

  always_ff @(posedge clk_i) begin : keep
    if (store) begin
      kept_mem[write_q] <= d_data_i;
      write_q           <= write_q + 1'b1;
    end
    if (unstore) read_q <= read_q + 1'b1;
    if (load) begin
      valid_q <= some_q || d_valid_i;
      data_q  <= some_q ? kept_mem[read_q] : d_data_i;
    end
    some_q <= store || (some_q && !(load && read_q + 1'b1 == write_q));
    if (rst_i) begin
      write_q <= '0;
      read_q  <= '0;
      some_q  <= 1'b0;
      valid_q <= 1'b0;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin : misuse
    if (!rst_i) begin
      assert (!job_valid_i || (job_bytes_i != '0 && 32'(job_bytes_i) <= 64 * SlotBeats)) else $error("a job is longer than a slot");
      assert (!pop_i || data_valid_o) else $error("a packet ran out of payload: packet memory refused too many reads");
    end
  end
`endif
endmodule
