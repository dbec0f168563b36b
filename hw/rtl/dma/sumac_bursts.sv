// Cuts a run of bytes on the host port into AXI bursts of whole beats: each ends at a 512-byte boundary or at the run's end, so
// has at most 8 beats and never crosses 4 KiB. Latency: 1 cycle. Throughput: a burst a cycle, runs back to back.
// Reset: forgets the run.
module sumac_bursts (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_addr_i,
  input  logic [15:0] in_bytes_i,    // at least 1
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [57:0] out_beat_o,    // byte address / 64
  output logic [2:0]  out_len_o      // beats - 1
);
  // A burst a line of 512 bytes. All but the first begin with their line, all but the last end with it.
  logic        active_q, last_q;
  logic [27:0] high_q;               // the line: apart, as a carry through all of it takes most of a cycle
  logic [26:0] low_q;
  logic [2:0]  first_q, end_q;       // the burst's first beat in its line, the run's last one in its last line
  logic [7:0]  more_q;               // lines to come
  logic [10:0] run_end;              // the run's last beat, counted from its first line on
  logic [5:0]  unused_bytes;

  assign {run_end, unused_bytes} = 17'(in_addr_i[8:0]) + 17'(in_bytes_i) - 17'd1;
  assign in_ready_o  = !active_q || (out_ready_i && last_q);
  assign out_valid_o = active_q;
  assign out_beat_o  = {high_q, low_q, first_q};
  assign out_len_o   = (last_q ? end_q : 3'd7) - first_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) active_q <= 1'b0;
    else if (in_valid_i && in_ready_o) active_q <= 1'b1;
    else if (out_ready_i && last_q) active_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (in_valid_i && in_ready_o) begin
      {high_q, low_q, first_q} <= in_addr_i[63:6];
      {more_q, end_q}          <= run_end;
      last_q                   <= in_bytes_i[15:10] == 6'd0 && run_end[4:3] == 2'd0;   // as run_end[10:3] is, but sooner
    end else if (active_q && out_ready_i) begin
      low_q   <= low_q + 27'd1;
      if (low_q == '1) high_q <= high_q + 28'd1;
      first_q <= 3'd0;
      more_q  <= more_q - 8'd1;
      last_q  <= more_q == 8'd1;
    end
  end
endmodule
