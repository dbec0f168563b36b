// Bench of packet memory, sumac_pool with sumac_pool_bank. A model of tokens: every granted read gives, exactly 2
// cycles later, what the last earlier write put there, or what is written in the cycle of the grant. Grants follow the
// priorities, and nothing is held back without need. Phases: everything at random; all ports walking
// through consecutive beats: a beat a cycle each after at most a few collisions. Small = 1: smallest parameters.
module tb_sumac_pool #(
  parameter bit Small = 1'b0
);
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int Banks     = Small ? sumac_pkg::SmallPoolBanks : sumac_pkg::DefPoolBanks;
  localparam int AddrW     = $clog2(PoolBeats);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_pool: +seed=%0d", seed);
    void'($urandom(seed));
  end

  // clients in order of priority, as sumac_pool has them
  logic [2:0]            w_valid = '0, w_ready;
  logic [2:0][AddrW-1:0] w_addr;
  logic [31:0]           w_token [3];
  logic [3:0]            r_valid = '0, r_ready, d_valid;
  logic [3:0][AddrW-1:0] r_addr;
  logic [3:0][511:0]     d_data;

  function automatic logic [511:0] beat_of(input logic [31:0] token);
    for (int i = 0; i < 16; i++) beat_of[32*i +: 32] = token * 32'd2654435761 + 32'(i) * 32'h0101_0107;
  endfunction

  sumac_pool #(.PoolBeats(PoolBeats), .Banks(Banks)) dut (
    .clk_i(clk), .rst_i(rst), .w_valid_i(w_valid), .w_ready_o(w_ready), .w_addr_i(w_addr),
    .w_data_i({beat_of(w_token[2]), beat_of(w_token[1]), beat_of(w_token[0])}),
    .r_valid_i(r_valid), .r_ready_o(r_ready), .r_addr_i(r_addr), .d_valid_o(d_valid), .d_data_o(d_data)
  );

  // ---- the model, at the clock edge
  logic [31:0] model [PoolBeats];
  logic [3:0]  pend_q = '0, due_q = '0;
  logic [31:0] pend_old [4], pend_new [4], due_old [4], due_new [4];
  longint      cycle = 0, reads = 0, writes = 0, held = 0;
  int          granted [7];
  logic        early;

  always_ff @(posedge clk) begin
    cycle  <= cycle + 1;
    due_q  <= pend_q;
    pend_q <= r_valid & r_ready;
    if (!rst) begin
      for (int p = 0; p < 4; p++) begin
        if (d_valid[p] != due_q[p]) $fatal(1, "read port %0d: data valid %0d, due %0d", p, d_valid[p], due_q[p]);
        if (due_q[p] && d_data[p] != beat_of(due_old[p]) && d_data[p] != beat_of(due_new[p]))
          $fatal(1, "read port %0d: token %0h, data %h", p, due_old[p], d_data[p]);
        due_old[p]  <= pend_old[p];
        due_new[p]  <= pend_new[p];
        pend_old[p] <= model[r_addr[p]];
        pend_new[p] <= model[r_addr[p]];
        for (int w = 0; w < 3; w++)
          if (w_valid[w] && w_ready[w] && w_addr[w] == r_addr[p]) pend_new[p] <= w_token[w];
        early = 1'b0;
        for (int o = 0; o < p; o++) early |= r_valid[o] && int'(r_addr[o]) % Banks == int'(r_addr[p]) % Banks;
        if (r_valid[p] && r_ready[p] == early) $fatal(1, "read port %0d: ready %0d", p, r_ready[p]);
        if (r_valid[p] && r_ready[p]) begin
          reads <= reads + 1;
          granted[3 + p] <= granted[3 + p] + 1;
        end
      end
      for (int w = 0; w < 3; w++) begin
        early = 1'b0;
        for (int o = 0; o < w; o++) early |= w_valid[o] && int'(w_addr[o]) % Banks == int'(w_addr[w]) % Banks;
        if (w_valid[w] && w_ready[w] == early) $fatal(1, "write port %0d: ready %0d", w, w_ready[w]);
        if (w_valid[w] && !w_ready[w]) held <= held + 1;
        if (w_valid[w] && w_ready[w]) begin
          model[w_addr[w]] <= w_token[w];
          granted[w]       <= granted[w] + 1;
        end
      end
      writes <= writes + longint'($countones(w_valid & w_ready));
    end
  end

  // ---- requests, at the other clock edge: all beats are written once, so that the model knows them; then at random, a
  // third of the time in few beats, where ports meet; then walks, each port over consecutive beats
  localparam int Random = 200_000;
  localparam int Walk   = 2000;
  logic [6:0] free = '1;     // 3 writes, 4 reads
  int         n = -4, span;

  always_ff @(posedge clk) free <= {~r_valid | r_ready, ~w_valid | w_ready};

  assign span = (n % 3000 < 1000) ? 16 : PoolBeats;

  always_ff @(negedge clk) begin
    n   <= n + 1;
    rst <= n < -1;
    if (n >= 0 && n < PoolBeats) begin
      w_valid    <= 3'b001;
      w_addr[0]  <= AddrW'(n);
      w_token[0] <= $urandom;
    end else if (n >= PoolBeats && n < PoolBeats + Random) begin
      for (int w = 0; w < 3; w++) begin
        if (free[w]) begin
          w_valid[w] <= $urandom_range(255) < 150;
          w_addr[w]  <= AddrW'($urandom_range(span - 1));
          w_token[w] <= $urandom;
        end
      end
      for (int p = 0; p < 4; p++) begin
        if (free[3 + p]) begin
          r_valid[p] <= $urandom_range(255) < 150;
          r_addr[p]  <= AddrW'($urandom_range(span - 1));
        end
      end
    end else if (n >= PoolBeats + Random + 8 && n <= PoolBeats + Random + 8 + Walk) begin
      if (n == PoolBeats + Random + 8) from <= granted;
      for (int w = 0; w < 3; w++) begin
        if (free[w]) begin
          w_valid[w] <= 1'b1;
          w_addr[w]  <= w_valid[w] ? w_addr[w] + 1'b1 : AddrW'(16 * w);
          w_token[w] <= $urandom;
        end
      end
      for (int p = 0; p < 4; p++) begin
        if (free[3 + p]) begin
          r_valid[p] <= 1'b1;
          r_addr[p]  <= r_valid[p] ? r_addr[p] + 1'b1 : '0;
        end
      end
    end else if (n >= PoolBeats) begin
      w_valid <= w_valid & ~free[2:0];
      r_valid <= r_valid & ~free[6:3];
    end
    if (n == PoolBeats + Random + Walk + 20) begin
      for (int i = 0; i < 7; i++)
        if (granted[i] - from[i] < Walk - 4) $fatal(1, "port %0d: %0d beats in a walk", i, granted[i] - from[i]);
      $display("PASS tb_sumac_pool: Small %0d, %0d cycles, %0d reads, %0d writes, %0d writes held back; %s",
               Small, cycle, reads, writes, held, "a walk of 2000 cycles moves 1996 beats or more on every port");
      $finish;
    end
  end

  int from [7];

  initial for (int i = 0; i < 7; i++) granted[i] = 0;
endmodule
