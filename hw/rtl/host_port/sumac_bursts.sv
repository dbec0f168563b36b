// Cuts a run of beats on the host port into AXI bursts: each ends at a 512-byte boundary or at the run's end, so has at
// most 8 beats and never crosses 4 KiB. Latency: 1 cycle. Throughput: a burst a cycle, runs back to back.
// Reset: forgets the run.
module sumac_bursts (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [57:0] in_beat_i,     // byte address / 64
  input  logic [10:0] in_beats_i,    // at least 1
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [57:0] out_beat_o,
  output logic [2:0]  out_len_o      // beats - 1
);
  logic        active_q;
  logic [57:0] beat_q;
  logic [10:0] left_q;
  logic [3:0]  room, len;
  logic        last;

  assign room        = 4'd8 - 4'(beat_q[2:0]);
  assign last        = (left_q <= 11'(room));
  assign len         = last ? left_q[3:0] : room;
  assign in_ready_o  = !active_q || (out_ready_i && last);
  assign out_valid_o = active_q;
  assign out_beat_o  = beat_q;
  assign out_len_o   = 3'(len - 4'd1);

  always_ff @(posedge clk_i) begin
    if (rst_i) active_q <= 1'b0;
    else if (in_valid_i && in_ready_o) active_q <= 1'b1;
    else if (out_ready_i && last) active_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (in_valid_i && in_ready_o) begin
      beat_q <= in_beat_i;
      left_q <= in_beats_i;
    end else if (active_q && out_ready_i) begin
      beat_q <= beat_q + 58'(len);
      left_q <= left_q - 11'(len);
    end
  end
endmodule
