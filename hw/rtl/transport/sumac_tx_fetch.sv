// Reads the payload of transmit jobs ahead of their packets: walks through each job's beats in packet memory and
// keeps what comes back, in order, until it is popped. The first Ahead beats of a job are sure to be there from the cycle
// after ready_o has said so, and each later beat a cycle after the one before, as long as packet memory
// refuses no more reads of a packet than Ahead - 1.
//
// Latency: read data may be popped in the cycle in which it arrives. Throughput: a beat a cycle. Reset: forgets all.
module sumac_tx_fetch #(
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int SlotBeats = sumac_pkg::DefSlotBeats,
  parameter int Ahead     = 4,
  parameter int Depth     = 16,   // beats kept; a power of two
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int BeatW    = $clog2(SlotBeats + 1),
  localparam int DepthW   = $clog2(Depth)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // jobs to read
  input  logic             job_valid_i,
  output logic             job_ready_o,
  input  logic [AddrW-1:0] job_pool_i,
  input  logic [15:0]      job_bytes_i,
  // the packet that is to begin
  input  logic [15:0]      next_bytes_i,
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
  logic [BeatW-1:0] beat_q;                  // of the job being read
  logic [BeatW-1:0] beats, next_beats;
  logic [DepthW:0] granted_q;                // beats granted and not popped
  logic [DepthW:0] kept_q;                   // beats arrived and not popped
  logic [DepthW-1:0] write_q, read_q;
  logic [511:0]    kept_mem [Depth];
  logic            room, grant;

  assign beats        = BeatW'((17'(job_bytes_i) + 17'd63) >> 6);
  assign next_beats   = BeatW'((17'(next_bytes_i) + 17'd63) >> 6);
  assign room         = granted_q != (DepthW+1)'(Depth);
  assign r_valid_o    = job_valid_i && beats != '0 && room;
  assign r_addr_o     = job_pool_i + AddrW'(beat_q);
  assign grant        = r_valid_o && r_ready_i;
  assign job_ready_o  = beats == '0 || (room && r_ready_i && beat_q + 1'b1 == beats);
  assign next_ready_o = 32'(granted_q) >= 32'(next_beats) || granted_q >= (DepthW+1)'(Ahead);
  assign data_valid_o = kept_q != '0 || d_valid_i;
  assign data_o       = kept_q != '0 ? kept_mem[read_q] : d_data_i;
  assign idle_o       = granted_q == '0;

  always_ff @(posedge clk_i) begin : walk
    if (grant) beat_q <= beat_q + 1'b1;
    if (job_valid_i && job_ready_o) beat_q <= '0;
    if (grant != pop_i) granted_q <= grant ? granted_q + 1'b1 : granted_q - 1'b1;
    if (rst_i) begin
      beat_q    <= '0;
      granted_q <= '0;
    end
  end

  always_ff @(posedge clk_i) begin : keep
    if (d_valid_i && (kept_q != '0 || !pop_i)) begin
      kept_mem[write_q] <= d_data_i;
      write_q           <= write_q + 1'b1;
    end
    if (pop_i && kept_q != '0) read_q <= read_q + 1'b1;
    if (d_valid_i != pop_i) kept_q <= d_valid_i ? kept_q + 1'b1 : kept_q - 1'b1;
    if (rst_i) begin
      write_q <= '0;
      read_q  <= '0;
      kept_q  <= '0;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin : misuse
    if (!rst_i) begin
      assert (!job_valid_i || 32'(job_bytes_i) <= 64 * SlotBeats) else $error("a job is longer than a slot");
      assert (!pop_i || data_valid_o) else $error("a packet ran out of payload: packet memory refused too many reads");
    end
  end
`endif
endmodule
