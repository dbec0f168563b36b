// Bench of DMA write's reads: jobs of 1 to 64 beats from packet memory, which refuses at random, and jobs that bring their one
// beat along, between them. Beats come out in order, with their jobs' marks, halted at
// random; never is more asked for than there are places.
// Then long jobs alone: a beat a cycle, if there are places enough. +seed=N repeats a run. Small = 1: two places.
module tb_sumac_dma_wr_reads #(
  parameter bit Small = 1'b0
);
  localparam int AddrW   = 9;
  localparam int Reserve = Small ? 2 : 8;
  localparam int Runs    = 20_000;       // jobs; of these the last Full have 64 beats of packet memory and are never delayed
  localparam int Full    = 50;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  function automatic logic [511:0] beat_of(input int unsigned token);
    beat_of = {16{token * 32'd2654435761}};
  endfunction

  logic             in_valid = 1'b0, in_ready, imm = 1'b0, r_valid, r_ready = 1'b0, d_valid = 1'b0, out_valid, out_ready = 1'b0,
                    idle;
  logic [AddrW-1:0] pool = '0, r_addr, addr1 = '0, addr2 = '0, at = '0;
  logic [10:0]      beats = '0;
  logic [15:0]      bytes = '0;
  logic [511:0]     out_data;
  logic             read1 = 1'b0;
  int unsigned      token = 1000;        // of the beat that a job brings along; above all addresses

  sumac_dma_wr_reads #(.AddrW(AddrW), .MarkW(32), .Reserve(Reserve)) dut (
    .clk_i(clk), .rst_i(rst), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_imm_i(imm), .in_data_i(beat_of(token)),
    .in_pool_i(pool), .in_bytes_i(bytes), .in_mark_i(token), .out_mark_o(mark),
    .r_valid_o(r_valid), .r_ready_i(r_ready), .r_addr_o(r_addr), .d_valid_i(d_valid),
    .d_data_i(beat_of(32'(addr2))), .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data), .idle_o(idle)
  );

  int unsigned tokens [$], marks [$], mark;  // to come out
  int          asked = 0;                // of packet memory, and not come out
  int          cycle = 0, made = 0, got = 0, imms = 0, most = 0, full_from = 0, full_got = 0, first_at = 0, first_out = 0;
  bit          taken = 1'b1;

  always_ff @(posedge clk) begin : check
    cycle   = cycle + 1;
    taken   = !in_valid || in_ready;
    read1   <= r_valid && r_ready;
    addr1   <= r_addr;
    d_valid <= read1;
    addr2   <= addr1;
    if (!rst) begin
      if (idle && tokens.size() != 0) $fatal(1, "idle too early");
      if (out_valid && out_ready) begin
        if (tokens.size() == 0 || out_data != beat_of(tokens[0])) $fatal(1, "beat %0d is another", got);
        if (mark != marks.pop_front()) $fatal(1, "beat %0d has another job's mark", got);
        if (tokens[0] < 1000) asked = asked - 1;
        void'(tokens.pop_front());
        if (got == 0) first_out = cycle;
        got = got + 1;
      end
      if (r_valid && r_ready) begin
        asked = asked + 1;
        most  = asked > most ? asked : most;
        if (asked > Reserve) $fatal(1, "%0d beats asked for", asked);
      end
      if (in_valid && in_ready) begin
        if (first_at == 0) first_at = cycle;
        for (int i = 0; i < int'(beats); i++) marks.push_back(token);
        if (imm) tokens.push_back(token);
        at = pool;                       // wraps
        for (int i = 0; i < int'(beats) && !imm; i++) begin
          tokens.push_back(32'(at));
          at = at + 1'b1;
        end
        imms = imms + int'(imm);
      end
    end
  end

  int gap = 0, halt = 0, refuse = 0;

  always_ff @(negedge clk) begin : drive
    rst = cycle < 3;
    if (cycle % 300 == 299) begin
      gap    = 30 * int'($urandom_range(2));
      halt   = 30 * int'($urandom_range(2));
      refuse = 30 * int'($urandom_range(2));
    end
    if (made >= Runs - Full) {gap, halt, refuse} = '0;
    out_ready = int'($urandom_range(99)) >= halt;
    r_ready   = int'($urandom_range(99)) >= refuse;
    if (!rst && taken) begin
      in_valid = made < Runs && int'($urandom_range(99)) >= gap;
      if (in_valid) begin
        imm   = made != 0 && made < Runs - Full && $urandom_range(2) == 0;
        pool  = AddrW'($urandom);
        beats = imm ? 11'd1 : made >= Runs - Full ? 11'd64 : 11'(1 + $urandom_range(made % 8 == 0 ? 63 : 3));
        bytes = 16'(64 * int'(beats) - int'($urandom_range(63)));
        token = token + 1;
        made  = made + 1;
        if (made == Runs - Full + 5) begin
          full_from = cycle;
          full_got  = got;
        end
      end
    end
    if (made == Runs && !in_valid && tokens.size() == 0 && idle) begin
      if (imms == 0) $fatal(1, "%0d beats brought along", imms);
      if (first_out - first_at != 3) $fatal(1, "%0d cycles from the first job to its data", first_out - first_at);
      if (!Small && (most != Reserve || cycle - full_from > got - full_got + 4))
        $fatal(1, "%0d at most, %0d beats took %0d cycles", most, got - full_got, cycle - full_from);
      $display("PASS tb_sumac_dma_wr_reads: Small %0d, %0d jobs, %0d with beats, %0d beats, %0d at most; %0d beats in %0d cycles",
               Small, made, imms, got, most, got - full_got, cycle - full_from);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_dma_wr_reads: +seed=%0d", seed);
    void'($urandom(seed));
  end
endmodule
