// sumac_resend: of one channel, whichever: a GAP makes una to nxt - 1 go again, in order and each with what the log has of it
// (R6, R7). A walk has a reason of its own, and each reason begins one: a GAP that comes when una is not what it was when the last
// walk began, or a PROBE has gone since. When a walk ends, nothing is left out that is not acknowledged. Numbers have 3 bits, the
// window 2 chunks.
// Assumed: chunks are taken in order and within the window; while chunks go again none is offered, and one that was offered
// before is taken before the first of them (R8); acknowledgements are of chunks that were taken; a GAP comes with una as it is;
// GAPs, and PROBEs, come every other cycle at most. A channel is opened while none goes again, and used when its words are cleared.
// A chunk that waits to go again may be acknowledged meanwhile: then its receiver drops it (R2), whatever it holds.
//
// RTL: sumac_resend sumac_ram
// Edit: sumac_resend s/SeqW        = 32/SeqW = 3/
// Edit: sumac_resend s/\[31:0\]/[2:0]/g
// Edit: sumac_resend s/\[15:0\]/[0:0]/g
// Edit: sumac_resend s/take_job_i.bytes, /take_job_i.bytes[0], /
// Edit: sumac_resend s/take_job_i.word}/take_job_i.word[2:0]}/
// Edit: sumac_resend s/AddrW + 16 + 1 + 32/AddrW + 1 + 1 + 3/
// Edit: sumac_resend s/output logic             begun_o,/output logic begins_o, begun_o,/
// Edit: sumac_resend s/assign begun_o /assign begins_o = begins; &/
// Bound: 34
// Cover: 32
// Mutant: sumac_resend s/flags.went = event3_q.goes;/flags.went = 1'b0;/
// Mutant: sumac_resend s/.w_data_i(una_q)/.w_data_i(last_q)/
// Mutant: sumac_resend s/!earlier(last_q, next_q)/earlier(next_q, last_q)/
// Mutant: sumac_resend s/.w_en_i(take_i), .w_addr_i({/.w_en_i(take_i || job_ready_i), .w_addr_i({/
// Mutant: sumac_resend s/from\[SlotW-1:0\]}), .r_data_o/last_q[SlotW-1:0]}), .r_data_o/
// Mutant: sumac_resend s/next_q  <= seq_q + SeqW'(1)/next_q <= seq_q + SeqW'(2)/
// Mutant: sumac_resend s/index4_q == event2_q.index) ? flags4_q : read/1'b0) ? flags4_q : read/
// Mutant: sumac_resend s/(event3_q.v \&\& event3_q.index == event2_q.index) ? flags : //
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
  formal_reset u_formal_reset (.clk_i, .rst_i);
  (* anyconst *) logic mine;
  logic       index, index_q, opens, begins, begun, begun_group, ended, ended_group, busy, job, job_index, job_bytes, job_first;
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
    .clk_i, .rst_i, .open_i, .open_index_i, .opens_o(opens), .take_i, .take_job_i(new_job),
    .gap_i, .gap_index_i, .gap_una_i, .probe_i, .probe_index_i, .ch_index_o(index),
    .ch_i({1'b1, 6'(index_q), 32'(index_q == mine ? una1_q : other_una_i)}), .live_i({2{sends_i}}), .failed_i('0),
    .nxt_index_i(mine), .nxt_o(nxt), .begins_o(begins), .begun_o(begun), .begun_group_o(begun_group),
    .ended_o(ended), .ended_group_o(ended_group), .busy_o(busy), .job_valid_o(job), .job_ready_i, .job_o(again));

  // The watched channel: its window, now and in the last two cycles, its log, when it last went back, and the walk under way.
  logic       opened_q = 1'b0, live, went_q = 1'b0, owed_q = 1'b0, walks_q = 1'b0, sent_q = 1'b0, probe_q = 1'b0, probes_q;
  logic [2:0] last_q, went_una_q, una1_q, una2_q, nxt1_q, nxt2_q;
  logic [6:0] log_q [2];
  logic [3:0] came_q = '0, gaps_q = '0;   // GAPs of any channel, and those that had to begin a walk: so many cycles ago
  logic [3:0] lives_q = '0;
  logic       take, gap, mine_goes, sends_q, offered_q = 1'b0, probe_came_q = 1'b0;
  assign live      = opened_q && !opens;
  assign take      = take_i && take_index_i == mine;
  assign gap       = gap_i && gap_index_i == mine && gap_una_i != nxt_q && !(went_q && went_una_q == una_q) && !owed_q;
  assign mine_goes = job && job_index == mine;

  always_comb begin
    if (open_i) assume (!busy && !opens && !offer_i && !gap_i && came_q == '0 && !probe_i && !probe_q && !acked_i);
    if (gap_i) assume (!came_q[0]);
    if (probe_i) assume (!probe_came_q);
    if (offer_i) assume ((!busy || offered_q) && !job_ready_i && live);
    if (offered_q || take_i) assume (offer_i);
    if (take) assume (take_seq_i == nxt_q && nxt_q - una_q < 3'd2);
    if (acked_i) assume (live && una_q != nxt_q && !gap_i);
    if (gap_i) assume (live);
    if (gap_i && gap_index_i == mine) assume (gap_una_i == una_q);
    if (probe_i) assume (live);
  end

  always_ff @(posedge clk_i) begin
    offered_q <= !rst_i && offer_i && !take_i;
    index_q   <= index;
    sends_q   <= sends_i;
    {una1_q, una2_q, nxt1_q, nxt2_q} <= {una_q, una1_q, nxt_q, nxt1_q};
    probe_came_q <= probe_i;
    came_q  <= {came_q[2:0], gap_i};
    gaps_q  <= {gaps_q[2:0], gap};
    lives_q <= {lives_q[2:0], live};
    // A GAP that comes with the cycle after a PROBE is looked at before it.
    probe_q <= probe_i || (probe_q && gap_i);
    if (probe_i) probes_q <= probe_index_i;
    if (probe_q && !gap_i && probes_q == mine) went_q <= 1'b0;
    if (open_i && open_index_i == mine) {una_q, nxt_q, opened_q, went_q, owed_q} <= {6'd0, 3'b100};
    if (take) begin
      nxt_q                <= nxt_q + 3'd1;
      log_q[take_seq_i[0]] <= {take_pool_i, take_bytes_i, take_first_i, take_word_i};
    end
    if (acked_i) una_q <= una_q + 3'd1;
    if (gap) owed_q <= 1'b1;
    if (begins && index == mine) owed_q <= 1'b0;          // or it is passed over
    if (begun && index == mine) {walks_q, sent_q, went_q, went_una_q} <= {3'b101, una2_q};
    if (mine_goes && job_ready_i) {sent_q, last_q} <= {1'b1, job_seq};
    if (ended && index == mine) walks_q <= 1'b0;
    if (rst_i) {una_q, nxt_q, opened_q, owed_q, walks_q, sent_q, probe_q, gaps_q, lives_q, came_q, probe_came_q} <= '0;
  end

  always_ff @(posedge clk_i) if (!rst_i && live) begin
    if (lives_q[2:0] == '1) assert (nxt == nxt2_q);
    if (gaps_q[3]) assert (busy);
    if (mine_goes) assert (walks_q);
    if (mine_goes && job_seq - una_q < 3'd2) begin
      assert (nxt_q - job_seq >= 3'd1 && nxt_q - job_seq <= 3'd2);
      assert ({job_pool, job_bytes, job_first, job_word} == log_q[job_seq[0]]);
      if (sent_q) assert (job_seq - last_q >= 3'd1 && job_seq - last_q <= 3'd2);
    end
    if (begun && index == mine) assert (owed_q);
    if (ended && index == mine && sends_q && walks_q) assert (una_q == nxt_q || (sent_q && last_q + 3'd1 == nxt_q));
    cover (mine_goes && sent_q && job_ready_i);
    cover (ended && index == mine && una_q != nxt_q);
  end
endmodule
