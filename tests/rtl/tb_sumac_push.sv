// The aperture against a model: each group keeps its words by itself, also over resets and other groups' writes; a commit gives the
// words as they stand then, with its group and its time, held until it is taken, while words of all groups go on being written.
module tb_sumac_push #(
  parameter bit Small = 1'b0
);
  localparam int Groups = Small ? sumac_pkg::SmallGroups : sumac_pkg::DefGroups, W = $clog2(Groups), Rounds = 40_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_push: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic         w_en = 1'b0, commit = 1'b0, busy, valid, ready = 1'b0;
  logic [W-1:0] w_group = '0;
  logic [3:0]   w_word = '0;
  logic [31:0]  w_data = '0;
  logic [63:0]  now = '0;
  sumac_pkg::push_t push;

  sumac_push #(.Groups(Groups)) dut (
    .clk_i(clk), .rst_i(rst), .w_en_i(w_en), .w_group_i(w_group), .w_word_i(w_word), .w_data_i(w_data), .commit_i(commit),
    .rung_i(now), .busy_o(busy), .push_valid_o(valid), .push_ready_i(ready), .push_o(push)
  );

  logic [511:0] words [Groups], want;
  logic [W-1:0] want_group;
  logic [63:0]  want_rung;
  bit           is_held = 1'b0;
  int           n = 0, n_taken = 0, n_held = 0, n_other = 0;

  always @(posedge clk) begin
    if (n > 4 && (valid != is_held || busy != is_held)) $fatal(1, "[%0d] valid %0d, busy %0d", n, valid, busy);
    if (n > 4 && valid && push != {6'(want_group), want_rung, want}) $fatal(1, "[%0d] group %0d: %h", n, push.group, push.desc);
    if (valid && !ready) n_held++;
    if (valid && w_en && 6'(w_group) == push.group) n_other++;
    if (valid && ready) n_taken++;
    if (ready) is_held = 1'b0;
    if (w_en) words[w_group][32*w_word+:32] = w_data;
    if (commit) {is_held, want, want_group, want_rung} = {1'b1, words[w_group], w_group, now};
    if (rst) is_held = 1'b0;
    now <= now + 64'h1_0000_0003;
  end

  always @(negedge clk) begin
    n++;
    rst     = n < 4 || n % 5000 == 0;
    w_en    = $urandom_range(3) != 0;
    w_group = W'($urandom);
    w_word  = 4'($urandom);
    w_data  = $urandom;
    if (n < 4 + 16 * Groups) {w_en, w_group, w_word} = {1'b1, W'(n / 16), 4'(n)};   // all once
    commit = w_en && w_word == 4'd15 && !busy && !rst && n >= 16 + 16 * Groups && $urandom_range(3) != 0;
    ready  = $urandom_range(4) == 0;
    if (n == Rounds) begin
      if (n_taken < 500 || n_held < 500 || n_other < 50) $fatal(1, "%0d taken, %0d held, %0d written", n_taken, n_held, n_other);
      $display("PASS tb_sumac_push: Groups %0d, %0d taken", Groups, n_taken);
      $finish;
    end
  end
endmodule
