// Bench of a bank of packet memory: writes of all three sources, enabled in every combination, and reads, at random
// over all rows and crowded on a few. A read gives what the last write put there, or what is written in the cycle of
// the read, two cycles later, and until the next read is there. +seed=N repeats a run. Small = 1: smallest parameters.
module tb_sumac_pool_bank #(
  parameter bit Small = 1'b0
);
  localparam int Depth = Small ? sumac_pkg::SmallPoolBeats / sumac_pkg::SmallPoolBanks
      : sumac_pkg::DefPoolBeats / sumac_pkg::DefPoolBanks;
  localparam int RowW  = $clog2(Depth);
  localparam int Runs  = 200_000;

  logic clk = 1'b0;
  initial forever #2 clk = !clk;

  function automatic logic [511:0] data_of(input int unsigned token);
    for (int i = 0; i < 16; i++) data_of[32*i +: 32] = token * 32'd2654435761 + 32'(i) * 32'h0101_0107;
  endfunction

  logic [2:0]      w_en = '0;
  logic            r_en = 1'b0;
  logic [RowW-1:0] w_row = '0, r_row = '0;
  logic [511:0]    r_data;
  int unsigned     token = 3;          // of the first writer's data; the others' are the next two

  sumac_pool_bank #(.Depth(Depth)) dut (
    .clk_i(clk), .w_en_i(w_en), .w_row_i(w_row), .w_data_i({data_of(token + 2), data_of(token + 1), data_of(token)}),
    .r_en_i(r_en), .r_row_i(r_row), .r_data_o(r_data)
  );

  int unsigned model [Depth];          // tokens; 0: never written
  int unsigned expected = 0, or_else = 0, due = 0, or_due = 0;     // due: of the last read, which is there a cycle later
  int          cycle = 0, reads = 0, at_once = 0, writes [3];

  function automatic int source();
    source = w_en[0] ? 0 : w_en[1] ? 1 : 2;
  endfunction

  always_ff @(negedge clk) begin : drive
    // what the last rising edge has done
    expected = due;
    or_else  = or_due;
    if (r_en) begin
      due     = model[r_row];
      or_due  = (w_en != '0 && w_row == r_row) ? token + 32'(source()) : due;
      reads   = reads + int'(due != 0);
      at_once = at_once + int'(or_due != due);
    end
    if (w_en != '0) begin
      model[w_row] = token + 32'(source());
      writes[source()]++;
    end
    if (expected != 0 && r_data != data_of(expected) && r_data != data_of(or_else))
      $fatal(1, "cycle %0d: %h is not what row %0d had", cycle, r_data, r_row);
    cycle = cycle + 1;
    token = token + 3;
    w_en  = 3'($urandom);
    r_en  = $urandom_range(3) != 0;
    w_row = RowW'(cycle / 1000 % 2 == 0 ? $urandom : $urandom_range(3));
    r_row = RowW'(cycle / 1000 % 2 == 0 ? $urandom : $urandom_range(3));
    if (cycle == Runs) begin
      if (at_once == 0 || reads < Runs / 4) $fatal(1, "%0d reads, %0d at once with a write", reads, at_once);
      $display("PASS tb_sumac_pool_bank: Small %0d, %0d, %0d, %0d writes, %0d reads, %0d of them with a write", Small,
               writes[0], writes[1], writes[2], reads, at_once);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_pool_bank: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
