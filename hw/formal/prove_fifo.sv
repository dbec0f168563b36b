// sumac_fifo, with and without bypass: takes exactly Depth entries, shows an entry whenever it has one, and an arbitrary
// entry that is watched comes out once, unchanged, after those that were before it and before those behind it. An entry
// at the output stays. Reset may come at any time.
// Assumed: a producer holds its payload until it is taken (needed with Bypass only, for the output to hold).
//
// RTL: sumac_fifo
// Run: Depth=2 Bypass=0
// Run: Depth=2 Bypass=1
// Run: Depth=4 Bypass=0
// Run: Depth=4 Bypass=1
// Run: Depth=4 Bypass=0 Head=1
// Run: Depth=4 Bypass=1 Head=1
// Cover: 12
// Mutant: sumac_fifo s/if (take)  rd_q <= rd_q + 1'b1/if (take \&\& !store) rd_q <= rd_q + 1'b1/
// Mutant: sumac_fifo s/assign in_ready_o = .*/assign in_ready_o = 1'b1;/
// Mutant: sumac_fifo s/assign last = rd_q + 1'b1 == wr_q/assign last = rd_q == wr_q/
// Mutant: sumac_fifo s/if (empty || (take \&\& last)) head_q/if (empty) head_q/
// Mutant: sumac_fifo s/(room_q \&\& !(store \&\& wr_q + 1'b1 == rd_q))/1'b1/
// Mutant: sumac_fifo s/in_ready_o && !(empty && out_ready_i)/in_ready_o/
module prove_fifo #(
  parameter int Depth  = 4,
  parameter bit Bypass = 1'b0,
  parameter bit Head   = 1'b0
) (
  input logic       clk_i,
  input logic       rst_i,
  input logic       in_valid_i,
  input logic [1:0] in_data_i,
  input logic       out_ready_i,
  input logic       watch_i        // the entry that enters now is the one
);
  localparam int CountW = $clog2(Depth + 2);

  logic       in_ready, out_valid;
  logic [1:0] out_data;

  sumac_fifo #(.Width(2), .Depth(Depth), .Bypass(Bypass), .Head(Head)) dut (
    .clk_i, .rst_i, .in_valid_i, .in_ready_o(in_ready), .in_data_i,
    .out_valid_o(out_valid), .out_ready_i, .out_data_o(out_data)
  );

  logic              enter, leave, begin_watch;
  logic [CountW-1:0] count_q = '0, ahead_q;    // entries inside; before the watched one
  logic              watching_q = 1'b0, left_q = 1'b0, full_q = 1'b0;
  logic [1:0]        data_q;

  assign enter       = in_valid_i && in_ready;
  assign leave       = out_valid && out_ready_i;
  assign begin_watch = enter && watch_i && !watching_q && !left_q;

  always_ff @(posedge clk_i) begin
    count_q <= rst_i ? '0 : count_q + CountW'(enter) - CountW'(leave);
    if (begin_watch) begin
      watching_q <= 1'b1;
      data_q     <= in_data_i;
      ahead_q    <= count_q - CountW'(leave);
      if (Bypass && count_q == '0 && leave) begin
        watching_q <= 1'b0;
        left_q     <= 1'b1;
      end
    end else if (watching_q && leave) begin
      ahead_q <= ahead_q - 1'b1;
      if (ahead_q == '0) begin
        watching_q <= 1'b0;
        left_q     <= 1'b1;
      end
    end
    if (count_q == CountW'(Depth)) full_q <= 1'b1;
    if (rst_i) begin
      watching_q <= 1'b0;
      left_q     <= 1'b0;
      full_q     <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (in_ready == (count_q != CountW'(Depth)));
      assert (out_valid == (count_q != '0 || (Bypass && in_valid_i)));
      if (watching_q && ahead_q == '0) assert (out_valid && out_data == data_q);
      if (Bypass && count_q == '0 && out_valid) assert (out_data == in_data_i);
      cover (left_q && full_q && count_q == '0);
      cover (begin_watch && leave);
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  formal_stable #(.Width(2), .Assume(1)) u_in (
    .clk_i, .rst_i, .valid_i(in_valid_i), .ready_i(in_ready), .data_i(in_data_i));
  formal_stable #(.Width(2)) u_out (
    .clk_i, .rst_i, .valid_i(out_valid), .ready_i(out_ready_i), .data_i(out_data));
endmodule
