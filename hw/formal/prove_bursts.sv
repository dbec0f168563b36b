// sumac_bursts: the bursts of a run begin where the run does, follow each other without gap or overlap, and end where it
// ends; none crosses 512 bytes, so none crosses 4 KiB. A run is taken when nothing of the one before is left. A burst holds
// until it is taken.
// Assumed: a run has at least one byte (and at most 1,984, for a short cover).
//
// RTL: sumac_bursts
// Cover: 12
// Mutant: sumac_bursts s/- 17'd1;/;/
// Mutant: sumac_bursts s/last_q                   <= in_bytes_i\[15:10\] == 6'd0 \&\& /last_q <= /
// Mutant: sumac_bursts s/last_q  <= more_q == 8'd1/last_q <= more_q == 8'd2/
// Mutant: sumac_bursts s/if (low_q == '1) high_q/high_q/
// Mutant: sumac_bursts s/first_q <= 3'd0/first_q <= first_q/
module prove_bursts (
  input logic        clk_i,
  input logic        rst_i,
  input logic        in_valid_i,
  input logic [63:0] in_addr_i,
  input logic [15:0] in_bytes_i,
  input logic        out_ready_i
);
  logic        in_ready, out_valid;
  logic [57:0] beat;
  logic [2:0]  len;

  sumac_bursts dut (
    .clk_i, .rst_i, .in_valid_i, .in_ready_o(in_ready), .in_addr_i, .in_bytes_i, .out_valid_o(out_valid),
    .out_ready_i, .out_beat_o(beat), .out_len_o(len)
  );

  (* hierconn *) logic       \dut.last_q ;
  (* hierconn *) logic [7:0] \dut.more_q ;
  (* hierconn *) logic [2:0] \dut.end_q ;

  logic [57:0] next_q;           // the beat that comes next
  logic [10:0] left_q = '0;
  logic [2:0]  bursts_q = '0;
  logic [10:0] beats, in_beats;
  assign beats    = 11'(len) + 11'd1;
  assign in_beats = 11'((17'(in_addr_i[5:0]) + 17'(in_bytes_i) + 17'd63) >> 6);

  always_ff @(posedge clk_i) begin
    if (out_valid && out_ready_i) begin
      next_q   <= next_q + 58'(beats);
      left_q   <= left_q - beats;
      bursts_q <= bursts_q + 1'b1;
    end
    if (in_valid_i && in_ready) begin
      next_q   <= in_addr_i[63:6];
      left_q   <= in_beats;
      bursts_q <= '0;
    end
    if (rst_i) left_q <= '0;
  end

  always_comb assume (!in_valid_i || (in_bytes_i != '0 && in_bytes_i <= 16'd1984));

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (out_valid == (left_q != '0));
      if (in_ready) assert (left_q == '0 || (out_ready_i && left_q == beats));
      if (out_valid) assert (beat == next_q && beats <= left_q && 4'(beat[2:0]) + 4'(len) < 4'd8);
      // This makes it inductive.
      if (out_valid) assert (\dut.last_q == (\dut.more_q == '0));
      if (out_valid) assert (left_q + 11'(beat[2:0]) == {\dut.more_q , \dut.end_q } + 11'd1);
      cover (out_valid && bursts_q == 3'd4);
      cover (out_valid && out_ready_i && in_valid_i && in_ready);
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  formal_stable #(.Width(61)) u_out (
    .clk_i, .rst_i, .valid_i(out_valid), .ready_i(out_ready_i), .data_i({beat, len}));
endmodule
