// Numbers that events move: two cycles after each event the number that it met and the one that it left are told, as if every event
// were done before the next; with few places, so that events of one follow each other at every distance.
module tb_sumac_tally #(
  parameter int Depth = 4
);
  localparam int Width = 5, IndexW = $clog2(Depth);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_tally: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic              en = 1'b0, set = 1'b0, told;
  logic [IndexW-1:0] index = '0, told_index;
  logic [Width-1:0]  value = '0, was, now;
  sumac_tally #(.Width(Width), .Depth(Depth)) dut (
    .clk_i(clk), .rst_i(rst), .en_i(en), .index_i(index), .set_i(set), .value_i(value), .told_o(told), .index_o(told_index),
    .old_o(was), .new_o(now)
  );

  typedef struct packed {
    logic              valid, known;
    logic [IndexW-1:0] index;
    logic [Width-1:0]  was, now;
  } event_t;
  event_t           due [3];                // of this cycle, and the last two
  logic [Width-1:0] numbers [Depth];
  logic [Depth-1:0] known = '0;             // it has been set since the beginning
  int n = 0, n_told = 0;
  always @(posedge clk) begin
    due[0] = rst ? '0 : {en, known[index], index, numbers[index], set ? value : numbers[index] + value};
    if (told != due[2].valid && !rst) $fatal(1, "told %0d", told);
    if (told && !rst && (told_index != due[2].index || (due[2].known && was != due[2].was) || (due[2].known && now != due[2].now)))
      $fatal(1, "%0d went from %0d to %0d, not from %0d to %0d", told_index, was, now, due[2].was, due[2].now);
    n_told += int'(told);
    if (due[0].valid) begin
      numbers[index] = due[0].now;
      known[index]   = known[index] | set;
    end
    {due[2], due[1]} = rst ? '0 : {due[1], due[0]};
  end

  always @(negedge clk) begin
    n++;
    rst   = n < 4 || n % 20_000 == 0;       // the numbers stay
    en    = !rst && n % 20_000 < 19_990 && $urandom_range(3) != 0;
    set   = $urandom_range(7) == 0;
    index = IndexW'($urandom);
    value = Width'($urandom);
    if (n == 60_000) begin
      if (n_told < 20_000) $fatal(1, "%0d told", n_told);
      $display("PASS tb_sumac_tally: %0d told", n_told);
      $finish;
    end
  end
  initial for (int i = 0; i < Depth; i++) {numbers[i], due[i % 3]} = '0;
endmodule
