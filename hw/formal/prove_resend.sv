// sumac_resend: of one channel, whichever: a GAP makes una to nxt - 1 go again, in order and each with what the log has of it
// (R6, R7). A walk has a reason of its own: a GAP that comes when una has moved since the last walk, or a PROBE has gone. When a
// walk ends, nothing is left out that is not acknowledged. Numbers have 3 bits, the window 2 chunks.
// Assumed: chunks are taken in order and within the window; while chunks go again none is offered, and one that was offered
// before is taken before the first of them (R8); acknowledgements are of chunks that were taken; a GAP comes with una as it is.
// A chunk that waits to go again may be acknowledged meanwhile: then its receiver drops it (R2), whatever it holds.
//
// RTL: sumac_resend sumac_ram
// Edit: sumac_resend s/\[31:0\]/[2:0]/g
// Edit: sumac_resend s/\[15:0\]/[0:0]/g
// Edit: sumac_resend s/take_job_i.bytes, /take_job_i.bytes[0], /
// Edit: sumac_resend s/take_job_i.word}/take_job_i.word[2:0]}/
// Edit: sumac_resend s/AddrW + 16 + 1 + 32/AddrW + 1 + 1 + 3/
// Cover: 16
// Mutant: sumac_resend s/went_q\[gap_index_i\]  <= 1'b1/went_q[gap_index_i]  <= 1'b0/
// Mutant: sumac_resend s/gone_una_q   <= gap_una_i;/gone_una_q <= gap_nxt;/
// Mutant: sumac_resend s/signed(nxt_q - from) <= 0/signed(nxt_q - from - 3'd1) <= 0/
// Mutant: sumac_resend s/.w_en_i(take_i)/.w_en_i(take_i || job_ready_i)/
// Mutant: sumac_resend s/seq_q\[SlotW-1:0\]}), .r_data_o/nxt_mem[index_q][SlotW-1:0]}), .r_data_o/
// Mutant: sumac_resend s/seq_q   <= seq_q + 32'd1;/seq_q <= seq_q + 32'd2;/
module prove_resend (
  input logic       clk_i,
  input logic       rst_i,
  input logic       open_i,
  input logic       open_index_i,
  input logic       offer_i,
  input logic       take_i,         // the chunk on offer
  input logic       take_index_i,
  input logic [2:0] take_seq_i,
  input logic [1:0] take_pool_i,
  input logic       take_bytes_i,
  input logic       take_first_i,
  input logic [2:0] take_word_i,
  input logic       gap_i,
  input logic       gap_index_i,
  input logic [2:0] gap_una_i,
  input logic       probe_i,
  input logic       probe_index_i,
  input logic       sends_i,
  input logic [2:0] other_una_i,
  input logic       acked_i,        // of the watched channel
  input logic       job_ready_i
);
  (* anyconst *) logic mine;
  logic       index, begun, begun_group, ended, ended_group, busy, job, job_index, job_bytes, job_first;
  logic [2:0] una_q = '0, nxt_q = '0, nxt, job_seq, job_word;
  logic [1:0] job_pool;
  sumac_pkg::tx_t new_job, again;
  always_comb begin
    new_job            = '0;
    new_job.channel[0] = take_index_i;
    new_job.seq[2:0]   = take_seq_i;
    new_job.pool[1:0]  = take_pool_i;
    new_job.bytes[0]   = take_bytes_i;
    new_job.first      = take_first_i;
    new_job.word[2:0]  = take_word_i;
  end
  assign {job_index, job_seq, job_pool} = {again.channel[0], again.seq[2:0], again.pool[1:0]};
  assign {job_bytes, job_first, job_word} = {again.bytes[0], again.first, again.word[2:0]};

  sumac_resend #(.Channels(2), .Groups(2), .PoolBeats(4), .ChannelSlots(2)) dut (
    .clk_i, .rst_i, .open_i, .open_index_i, .take_i, .take_job_i(new_job),
    .gap_i, .gap_index_i, .gap_una_i, .probe_i, .probe_index_i, .ch_index_o(index), .ch_sends_i(sends_i),
    .ch_group_i(index), .ch_una_i(index == mine ? una_q : other_una_i), .nxt_index_i(mine), .nxt_o(nxt), .begun_o(begun),
    .begun_group_o(begun_group), .ended_o(ended), .ended_group_o(ended_group), .busy_o(busy), .job_valid_o(job),
    .job_ready_i, .job_o(again));

  // The watched channel: its window, its log, whether a GAP may begin a walk (fresh), and the walk under way.
  logic       live_q = 1'b0, fresh_q = 1'b1, owed_q = 1'b0, walks_q = 1'b0, sent_q = 1'b0;
  logic [2:0] last_q;
  logic [6:0] log_q [2];
  logic       take, gap, mine_goes, offered_q = 1'b0;
  assign take      = take_i && take_index_i == mine;
  assign gap       = gap_i && gap_index_i == mine && gap_una_i != nxt_q && fresh_q && !owed_q;
  assign mine_goes = job && job_index == mine;

  always_comb begin
    if (open_i) assume (!busy && !offer_i && !gap_i && !probe_i && !acked_i);
    if (offer_i) assume ((!busy || offered_q) && !job_ready_i && live_q);
    if (offered_q || take_i) assume (offer_i);
    if (take) assume (take_seq_i == nxt_q && nxt_q - una_q < 3'd2);
    if (acked_i) assume (live_q && una_q != nxt_q && !gap_i);
    if (gap_i) assume (live_q);
    if (gap_i && gap_index_i == mine) assume (gap_una_i == una_q);
    if (probe_i) assume (!gap_i && live_q);
  end

  always_ff @(posedge clk_i) begin
    offered_q <= !rst_i && offer_i && !take_i;
    if (open_i && open_index_i == mine) begin
      {una_q, nxt_q, live_q, fresh_q, owed_q} <= {6'd0, 1'b1, 1'b1, 1'b0};
    end
    if (take) begin
      nxt_q                <= nxt_q + 3'd1;
      log_q[take_seq_i[0]] <= {take_pool_i, take_bytes_i, take_first_i, take_word_i};
    end
    if (acked_i) {una_q, fresh_q} <= {una_q + 3'd1, 1'b1};
    if (probe_i && probe_index_i == mine) fresh_q <= 1'b1;
    if (gap) {fresh_q, owed_q} <= 2'b01;
    if (begun && index == mine) {owed_q, walks_q, sent_q} <= 3'b010;
    if (mine_goes && job_ready_i) {sent_q, last_q} <= {1'b1, job_seq};
    if (ended && index == mine) walks_q <= 1'b0;
    if (rst_i) {una_q, nxt_q, live_q, fresh_q, owed_q, walks_q, sent_q} <= {6'd0, 5'b01000};
  end

  always_ff @(posedge clk_i) if (!rst_i && live_q) begin
    assert (nxt == nxt_q);
    if (mine_goes) assert (walks_q);
    if (mine_goes && job_seq - una_q < 3'd2) begin
      assert (nxt_q - job_seq >= 3'd1 && nxt_q - job_seq <= 3'd2);
      assert ({job_pool, job_bytes, job_first, job_word} == log_q[job_seq[0]]);
      if (sent_q) assert (job_seq - last_q >= 3'd1 && job_seq - last_q <= 3'd2);
    end
    if (begun && index == mine) assert (owed_q);
    if (ended && index == mine && sends_i && walks_q) assert (una_q == nxt_q || (sent_q && last_q + 3'd1 == nxt_q));
    cover (mine_goes && sent_q && job_ready_i);
    cover (ended && index == mine && una_q != nxt_q);
  end
endmodule
